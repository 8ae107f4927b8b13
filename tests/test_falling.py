"""The search where tiles fall: its piles against positions, its claims against every order."""

from __future__ import annotations

import random
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import boards, rules

from bot.board import EMPTY, Board
from bot.geometry import Cell
from bot.matcher import LinkRule, find_link
from bot.pile import Pile
from bot.position import Gravity, Outcome, Position
from bot.slope import Slope, Take

FALLS = list(Gravity)[1:]


def can_be_cleared(start: Position, seen: dict[tuple[int, ...], bool]) -> bool:
    """Whether some order clears the board: every order is tried."""
    key = start.board.kinds
    if key not in seen:
        seen[key] = start.outcome() is Outcome.CLEARED or any(
            can_be_cleared(start.after(link), seen) for link in start.legal_links
        )
    return seen[key]


def ends(slope: Slope, take: Take) -> tuple[Cell, Cell]:
    """The cells of the two tiles of a take, in reading order."""
    a, b = sorted([slope.cell(*take[:2]), slope.cell(*take[2:])])
    return a, b


@settings(max_examples=150, deadline=None)
@given(boards(), rules, st.sampled_from(FALLS), st.randoms(use_true_random=False))
def test_piles_play_like_positions(
    one: Board, rule: LinkRule, gravity: Gravity, rng: Random
) -> None:
    """Through a whole random game a pile allows and leads to the same as `Position`."""
    start, slope = Position(one, rule, gravity), Slope(one, rule, gravity)
    pile = Pile.first(slope)
    while True:
        takes = {ends(slope, take): take for take in pile.takes}
        assert len(takes) == len(pile.takes)
        assert takes.keys() == {(link.a, link.b) for link in start.legal_links}
        if not takes:
            return
        a, b = rng.choice(sorted(takes))
        link = find_link(start.board, a, b, rule)
        assert link is not None
        start, pile = start.after(link), pile.after(takes[a, b])


def test_a_safe_take_never_spoils_a_win() -> None:
    """On small boards that can be cleared, playing the take called safe leaves a win."""
    rng, told = random.Random(11), 0
    for _ in range(300):
        tiles = [1, 1, 2, 2, 3, 3, 4, 4, 4, 4, EMPTY, EMPTY]
        rng.shuffle(tiles)
        gravity = rng.choice(FALLS)
        start = Position(Board(4, 3, tuple(tiles)), LinkRule(margin=rng.randint(0, 1)), gravity)
        slope = Slope(start.board, start.rule, gravity)
        safe = Pile.first(slope).safe
        if safe is None or not can_be_cleared(start, {}):
            continue
        told += 1
        link = start.link(*ends(slope, safe))
        assert link is not None
        assert can_be_cleared(start.after(link), {})
    assert told > 20
