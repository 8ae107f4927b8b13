"""A message that comes over the board with a wrong link is the game's answer."""

from __future__ import annotations

from collections import Counter

from test_runner import FaultyHand, Table

from bot.deal import deal
from bot.frame import Frame
from bot.geometry import ScreenPoint
from bot.matcher import LinkRule
from bot.simulator import EventKind
from bot.tally import Ending

SECONDS = 4.0
"""How long the message stays; it takes all clicks."""


class Scolding:
    """A game of one turn that lays a message over the board when a link is wrong."""

    def __init__(self, seed: int) -> None:
        rule = LinkRule(max_turns=1)
        self.table = Table(deal(6, 8, 6, seed=seed, solvable=True, rule=rule), rule=rule)
        hand = FaultyHand(self.table.hand, self._hears)
        self.player = self.table.player(screen=self, hand=hand)

    def refused(self) -> list[float]:
        """When a link was refused, s."""
        events = self.table.game.events
        return [event.time for event in events if event.kind is EventKind.REFUSED]

    def grab(self) -> Frame:
        """What is seen."""
        frame = self.table.screen.grab()
        if not self._is_scolding():
            return frame
        pixels = frame.pixels.copy()
        left, top, right, bottom = (round(edge) for edge in self.table.game.lattice.bounds())
        pixels[top + 80 : bottom - 80, left + 60 : right - 60] = (250, 250, 240)
        return Frame(pixels, time=frame.time)

    def _is_scolding(self) -> bool:
        return self.table.clock.now() < max(self.refused(), default=-SECONDS) + SECONDS

    def _hears(self, _: int, __: ScreenPoint) -> bool:
        return not self._is_scolding()


def test_a_wrong_link_is_tried_once_more_and_no_oftener() -> None:
    """A message that comes by itself may have taken the clicks; twice, with the clicks, it has not.

    And the rule is learned from it: few links are wrong.
    """
    game = Scolding(seed=3)
    assert game.player.play() is Ending.CLEARED
    refused = [
        frozenset(event.cells)
        for event in game.table.game.events
        if event.kind is EventKind.REFUSED
    ]
    assert max(Counter(refused).values()) == 2
    assert len(refused) <= 6
    assert game.player.tally.beliefs.max_turns == 1
