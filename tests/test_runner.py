"""The loop in-process: whole simulated games, on the simulator's own clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from builders import stepped

from bot.beliefs import Beliefs
from bot.board import EMPTY, WALL, Board
from bot.boardview import Painter
from bot.deal import deal, deal_on
from bot.errors import BoardNotFoundError, StoppedError, WindowError
from bot.faces import Family
from bot.foreground import Foreground
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel, Rect, ScreenPoint
from bot.hand import FreeHand
from bot.hidden import Hidden
from bot.lookout import Lookout
from bot.matcher import Link, LinkRule
from bot.parts import Body, Papers, Spread, Wall, WallKind
from bot.patience import Patience
from bot.pointer import Pointer
from bot.position import Gravity, Outcome, Position
from bot.reader import read
from bot.reading import Reading
from bot.runner import Player
from bot.simulator import EventKind, Game, SimulatedClock, SimulatedMouse, SimulatedScreen, Style
from bot.solver import Solution, Verdict, solve
from bot.tally import Ending
from bot.watcher import Watcher
from bot.window import Window, WindowCoveredError, WindowMovedError
from bot.witness import Nobody
from bot.witness import Outcome as Judged


class Table:
    """A simulated game with its player, who decides alike on a busy machine."""

    def __init__(self, board: Board, *, time_limit: float = float("inf"), **rules: object) -> None:
        self.game = Game(board, **rules)  # type: ignore[arg-type]
        self.clock = SimulatedClock()
        self.screen = SimulatedScreen(self.game, self.clock)
        self.hand = FreeHand(SimulatedMouse(self.game, self.clock))
        self.said: list[str] = []
        self.time_limit = time_limit

    def player(self, **changes: object) -> Player:
        """A player of the game, with some parts changed."""
        parts: dict[str, object] = {
            "clock": self.clock.now,
            "sleep": self.clock.sleep,
            "say": self.said.append,
            "time_limit": self.time_limit,
            "solver": stepped,
            "pointer": Pointer(0.0),
        }
        screen = changes.pop("screen", self.screen)
        hand = changes.pop("hand", self.hand)
        return Player(screen, hand, **{**parts, **changes})  # type: ignore[arg-type]


class FaultyHand(FreeHand):
    """A hand that does something else before some of its clicks."""

    def __init__(self, hand: FreeHand, fault: Callable[[int, ScreenPoint], bool]) -> None:
        self._hand, self._fault = hand, fault
        self.asked = 0
        self.fronts = 0

    def click(self, point: ScreenPoint, press: float = 0.03) -> None:
        """Click if the fault lets it through."""
        self.asked += 1
        if self._fault(self.asked, point):
            self._hand.click(point, press)

    def bring_to_front(self) -> None:
        """Count that it was asked."""
        self.fronts += 1


@pytest.mark.parametrize("gravity", list(Gravity))
def test_a_game_is_cleared_whatever_the_gravity(gravity: Gravity) -> None:
    """Every click lands, no link is missed, and the gravity is found out."""
    table = Table(deal(6, 8, 12, seed=3, solvable=True, gravity=gravity), gravity=gravity)
    player = table.player()
    assert player.play() is Ending.CLEARED
    assert table.game.outcome is Outcome.CLEARED
    assert (player.tally.links, player.tally.clicks, player.tally.missed) == (24, 48, 0)
    assert player.tally.gravity == gravity


@pytest.mark.parametrize("look", [0, 2, 3, 7])
def test_a_game_of_another_look_is_cleared(look: int) -> None:
    """Tiles, ground and clutter of a random look are no hindrance."""
    table = Table(deal(6, 8, 12, seed=look, solvable=True), style=Style.random(look))
    assert table.player().play() is Ending.CLEARED
    assert table.game.outcome is Outcome.CLEARED


@pytest.mark.parametrize("count", [10, 11])
def test_boulders_that_never_go_are_left_where_they_lie(count: int) -> None:
    """An even number or an odd one; a click on one is as none at all."""
    lot, cells = Random(count), [1] * 72
    for at in lot.sample(range(72), count):
        cells[at] = WALL
    cells[lot.choice([at for at in range(72) if cells[at] == 1])] = EMPTY if count % 2 else 1
    dealt = deal_on(Board(8, 9, tuple(cells)), 12, seed=3, solvable=True)
    boulder = max(dealt.kinds) + 1
    board = Board(8, 9, tuple(boulder if kind == WALL else kind for kind in dealt.kinds))
    table, clicks = Table(board), list[Cell]()

    def is_tile(_: int, point: ScreenPoint) -> bool:
        cell = table.game.lattice.cell_at(Pixel(*point))
        if cell is None or table.game.board[cell] != boulder:
            return True
        clicks.append(cell)
        return False

    player = table.player(hand=FaultyHand(table.hand, is_tile))
    assert player.play() is Ending.CLEARED
    assert set(table.game.board.kinds) == {EMPTY, boulder}
    assert f"{count} tiles that never link are left" in table.said[-1]
    assert len(clicks) < (70 if count % 2 else 40)


@pytest.mark.parametrize(
    "gravity", [Gravity.NONE, Gravity.DOWN, Gravity.LEFT, Gravity.CENTER_VERTICAL]
)
@pytest.mark.parametrize("seed", [6, 9])
def test_walls_are_played_around(gravity: Gravity, seed: int) -> None:
    """They look like no tile, a click on one is none, and they hang where tiles fall."""
    lot, cells = Random(seed), [1] * 72
    for at in lot.sample(range(72), 8):
        cells[at] = WALL
    board = deal_on(Board(8, 9, tuple(cells)), 12, seed=seed, solvable=True, gravity=gravity)
    style = Style(wall=Wall(list(WallKind)[seed % 4]))
    table = Table(board, gravity=gravity, style=style)
    player = table.player()
    assert player.play() is Ending.CLEARED
    assert (player.tally.links, player.tally.tiles) == (32, 64)
    assert player.tally.missed < 20
    assert table.said[-1] == "only 8 tiles that never link are left"
    if gravity is not Gravity.NONE:
        assert "8 tiles of a kind hang where others fall: they are walls" in table.said


def test_boulders_over_which_a_message_lies_for_good_are_no_tiles() -> None:
    """All tiles have gone, and the game says so; what is left has nothing of what they shared."""
    cells = [1] * 48
    cells[19] = cells[22] = WALL
    table = Table(deal_on(Board(6, 8, tuple(cells)), 10, seed=3, solvable=True))
    lattice = table.game.lattice
    high = round(lattice.pitch[1] / 2)

    class Stones:
        def grab(self) -> Frame:
            frame = table.screen.grab()
            pixels = frame.pixels.copy()
            for number in (19, 22):
                x, y = (round(each) for each in lattice.center(Cell(*divmod(number, 8))))
                cv2.circle(pixels, (x, y), round(high * 0.85), (110, 110, 110), cv2.FILLED)
            if not table.game.board.tiles:
                x, y = (round(each) for each in lattice.center(Cell(2, 1)))
                cv2.putText(pixels, "Level clear!", (x, y + high), 3, 2.0, (140, 10, 70), 4)
            return replace(frame, pixels=pixels)

    player = table.player(screen=Stones())
    assert player.play() is Ending.CLEARED
    assert (player.tally.links, player.tally.tiles) == (23, 46)
    assert table.said[-1] == "only 2 tiles that never link are left"


@pytest.mark.parametrize("spread", list(Spread))
def test_a_game_whose_fronts_differ_by_place_is_cleared(spread: Spread) -> None:
    """A tile that falls is another colour then, and is known all the same."""
    papers = Papers(spread, ((240, 200, 120), (150, 220, 160), (150, 190, 240)))
    body = Body(papers=papers, border=0, depth=(0, 0), shade=0)
    style = Style(family=Family.SUITS, inks=((20, 20, 30),), body=body)
    board = deal(6, 8, 12, seed=3, solvable=True, gravity=Gravity.DOWN)
    table = Table(board, gravity=Gravity.DOWN, style=style)
    player = table.player()
    assert player.play() is Ending.CLEARED
    assert table.game.outcome is Outcome.CLEARED
    assert (player.tally.links, player.tally.clicks, player.tally.missed) == (24, 48, 0)


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN])
def test_without_need_no_path_runs_outside(gravity: Gravity) -> None:
    """A game whose paths stay on the board is cleared, and refuses nothing."""
    rule = LinkRule(margin=0)
    dealt = deal(4, 6, 6, seed=1, solvable=True, rule=rule, gravity=gravity)
    table = Table(dealt, rule=rule, gravity=gravity)
    assert table.player().play() is Ending.CLEARED
    assert EventKind.REFUSED not in {event.kind for event in table.game.events}


def test_a_margin_is_found_out() -> None:
    """Where a board needs it, and the game has none, that is learnt; the rest is still played."""
    for seed in range(200):
        dealt = deal(6, 8, 12, seed=seed, solvable=True)
        inside = solve(Position(dealt, LinkRule(margin=0)))
        if inside.verdict is Verdict.UNSOLVABLE and len(inside.links) > 12:
            break
    with_margin, without = Table(dealt), Table(dealt, rule=LinkRule(margin=0))
    player = with_margin.player()
    assert player.play() is Ending.CLEARED
    assert player.tally.margin == "yes"
    player = without.player()
    assert player.play() is Ending.DEADLOCK
    assert player.tally.margin == "no"
    assert without.game.outcome is Outcome.DEADLOCK


def test_that_paths_may_turn_but_once_is_found_out() -> None:
    """Where links of two turns are refused, it is played on by the game's own rules."""
    table = Table(deal(6, 8, 12, seed=1), rule=LinkRule(max_turns=1))
    player = table.player()
    player.play()
    assert player.tally.beliefs.max_turns == 1
    assert table.game.outcome is not None


@pytest.mark.parametrize("seed", [4, 6])
def test_a_game_that_is_over_by_fewer_turns_says_so_before_they_are_known(seed: int) -> None:
    """Its message stays over the tiles, and under it links seem to be left."""
    table = Table(deal(6, 8, 12, seed=seed), rule=LinkRule(max_turns=1))
    player = table.player()
    assert player.play() is Ending.DEADLOCK
    assert table.game.outcome is Outcome.DEADLOCK
    assert player.tally.seconds < 60


def test_what_turns_are_allowed_can_be_said() -> None:
    """Then nothing is tried, and no other belief is held."""
    rule = LinkRule(max_turns=1)
    table = Table(deal(6, 8, 12, seed=2, solvable=True, rule=rule), rule=rule)
    player = table.player(beliefs=Beliefs(turns=(1,)))
    assert player.play() is Ending.CLEARED
    assert player.tally.missed == 0
    assert EventKind.REFUSED not in {event.kind for event in table.game.events}


def test_a_refused_link_is_known_at_once() -> None:
    """Where the game selects the second tile instead, no time is lost in waiting."""
    rule = LinkRule(max_turns=0)
    board = deal(6, 8, 12, seed=3)
    waited = []
    for patience in (Patience(), Patience(refusal=100.0)):
        table = Table(board, rule=rule)
        with suppress(StoppedError):
            table.player(patience=patience, time_limit=60.0).play()
        refused = [event.time for event in table.game.events if event.kind is EventKind.REFUSED]
        waited.append(refused[2] - refused[0])
    assert waited[0] < 1.5 < waited[1]


def test_it_keeps_out_of_a_removal_that_takes_long() -> None:
    """Clicks that the game would ignore while it draws a path are not made."""
    table = Table(deal(4, 6, 6, seed=1, solvable=True), removal=1.0)
    assert table.player().play() is Ending.CLEARED
    ignored = [event for event in table.game.events if event.kind is EventKind.IGNORED]
    assert ignored == []


class Fading:
    """A screen on which tiles fade a while before the game takes the next click."""

    def __init__(self, table: Table, seconds: float) -> None:
        self.table, self.seconds = table, seconds

    def grab(self) -> Frame:
        """What the game shows, with two tiles painted over shortly before they go."""
        frame, game = self.table.screen.grab(), self.table.game
        if game.due is None or frame.time < game.due - self.seconds:
            return frame
        pixels = frame.pixels.copy()
        width, height = (size / 2 for size in game.style.tile)
        linked = next(e for e in reversed(game.events) if e.kind is EventKind.LINKED)
        for cell in linked.cells:
            x, y = game.lattice.center(cell)
            top, left = round(y - height), round(x - width)
            pixels[top : round(y + height), left : round(x + width)] = pixels[2, 2]
        return replace(frame, pixels=pixels)


def test_a_steady_game_is_played_without_a_look_in_between() -> None:
    """What was clicked is presumed gone once it has given way, and read when all is clicked."""
    table = Table(deal(6, 8, 12, seed=5, solvable=True), removal=0.2)
    player = table.player()
    assert player.play() is Ending.CLEARED
    assert (player.tally.links, player.tally.clicks, player.tally.missed) == (24, 48, 0)
    removed = [event.time for event in table.game.events if event.kind is EventKind.REMOVED]
    gaps = np.diff(removed)
    assert np.median(gaps) < 0.206


@pytest.mark.parametrize("gravity", list(Gravity))
def test_tiles_that_fall_are_foreseen(gravity: Gravity, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they should lie by then they are known at a glimpse, and the next link is clicked."""
    outcomes, judged = [], Watcher.link

    def link(*told: Any, **more: Any) -> tuple[Board, Judged]:
        after = judged(*told, **more)
        outcomes.append(after[1])
        return after

    monkeypatch.setattr(Watcher, "link", link)
    dealt = deal(6, 8, 12, seed=5, solvable=True, gravity=gravity)
    table = Table(dealt, removal=0.2, gravity=gravity)
    player = table.player()
    assert player.play() is Ending.CLEARED
    assert outcomes.count(Judged.PRESUMED) >= 16
    assert len(outcomes) == 24


@pytest.mark.parametrize("removal", [0.7, 1.5])
def test_a_game_that_takes_clicks_while_tiles_go_is_not_waited_for(removal: float) -> None:
    """That is found out without a click too many, and made use of."""
    table = Table(deal(6, 8, 12, seed=5, solvable=True), removal=removal, hasty=True)
    player = table.player(
        beliefs=Beliefs(gravities=(Gravity.NONE,)), patience=Patience(hurries=True)
    )
    assert player.play() is Ending.CLEARED
    assert (player.tally.links, player.tally.clicks, player.tally.missed) == (24, 48, 0)
    assert "the game takes clicks while tiles go" in table.said
    events = table.game.events
    cleared = next(event.time for event in events if event.kind is EventKind.CLEARED)
    assert cleared < 24 * removal / 2


def test_a_game_that_takes_none_meanwhile_costs_a_click_to_know() -> None:
    """It is made early in a removal, on a tile of the next link, and no link is lost by it."""
    table = Table(deal(6, 8, 12, seed=5, solvable=True), removal=0.7)
    player = table.player(
        beliefs=Beliefs(gravities=(Gravity.NONE,)), patience=Patience(hurries=True)
    )
    assert player.play() is Ending.CLEARED
    assert (player.tally.links, player.tally.clicks, player.tally.missed) == (24, 49, 0)
    ignored = [event for event in table.game.events if event.kind is EventKind.IGNORED]
    assert len(ignored) == 1


def test_clicks_that_are_taken_but_now_and_then_are_made_no_more() -> None:
    """A link that is lost meanwhile ends it; the game is cleared all the same."""
    table = Table(deal(6, 8, 12, seed=5, solvable=True), removal=0.7, hasty=True)

    def is_heard(asked: int, _: ScreenPoint) -> bool:
        return asked < 20 or table.game.due is None

    player = table.player(
        hand=FaultyHand(table.hand, is_heard),
        beliefs=Beliefs(gravities=(Gravity.NONE,)),
        patience=Patience(hurries=True),
    )
    assert player.play() is Ending.CLEARED
    assert player.tally.missed <= 2


@pytest.mark.parametrize("lost", [31, 32])
def test_a_lost_click_of_a_steady_game_costs_less_than_a_second(lost: int) -> None:
    """Whichever of the two it was, the marks of the links before tell that it was not heard."""
    table = Table(deal(6, 8, 12, seed=5, solvable=True), removal=0.25)
    player = table.player(
        hand=FaultyHand(table.hand, lambda asked, _: asked != lost),
        beliefs=Beliefs(gravities=(Gravity.NONE,)),
    )
    assert player.play() is Ending.CLEARED
    assert player.tally.missed == 1
    removed = [event.time for event in table.game.events if event.kind is EventKind.REMOVED]
    assert max(np.diff(removed)) < 0.25 + 0.6


class HeldUp:
    """A screen after some of whose pictures nothing goes on for a while but the game."""

    def __init__(self, table: Table, seconds: float) -> None:
        self.table, self.seconds = table, seconds
        self.links = 0

    def grab(self) -> Frame:
        """What the game shows; of every third link the first picture is read late."""
        frame, links = self.table.screen.grab(), self.table.game.events
        made = sum(event.kind is EventKind.LINKED for event in links)
        if made != self.links:
            self.links = made
            self.table.clock.sleep(self.seconds if made % 3 == 0 else 0.0)
        return frame


@pytest.mark.parametrize("seconds", [0.45, 1.5, 4.0])
def test_a_busy_machine_loses_no_click(seconds: float) -> None:
    """What an old picture shows is not what the game has made of a click since."""
    table = Table(deal(6, 8, 12, seed=5, solvable=True), removal=0.25)
    player = table.player(screen=HeldUp(table, seconds))
    assert player.play() is Ending.CLEARED
    assert (player.tally.links, player.tally.clicks, player.tally.missed) == (24, 48, 0)


def test_a_link_that_goes_late_is_counted() -> None:
    """A game that takes seconds for one link has heard its clicks, and it is played on at once."""
    removals = iter([0.2] * 12 + [2.6] + [0.2] * 30)
    table = Table(deal(6, 8, 12, seed=5, solvable=True), removal=lambda: next(removals))
    player = table.player()
    assert player.play() is Ending.CLEARED
    assert (player.tally.links, player.tally.missed) == (24, 0)
    assert player.tally.seconds < 24 * 0.3 + 6.0


def test_tiles_that_fade_before_they_go_cost_a_few_clicks() -> None:
    """What was presumed too early is noticed, and the loop waits for the game from then on."""
    table = Table(deal(6, 8, 12, seed=5, solvable=True), removal=0.25)
    player = table.player(screen=Fading(table, 0.02))
    assert player.play() is Ending.CLEARED
    table.game.advance(table.clock.now() + 1.0)
    assert table.game.outcome is Outcome.CLEARED
    assert player.tally.links == 24
    assert player.tally.missed <= 6


def test_lost_clicks_are_made_again() -> None:
    """With every fifth click lost the game is cleared all the same."""
    table = Table(deal(4, 6, 6, seed=1, solvable=True))
    hand = FaultyHand(table.hand, lambda number, _: number % 5 != 0)
    player = table.player(hand=hand)
    assert player.play() is Ending.CLEARED
    assert player.tally.missed > 0


class Veiling:
    """A screen on which a selected tile shows a picture that nobody knows."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.veil = np.random.default_rng(7).integers(0, 255, (200, 200, 3), np.uint8)

    def grab(self) -> Frame:
        """What the game shows, with the selected tile and those of a link painted over."""
        frame, game = self.table.screen.grab(), self.table.game
        cells = {game.selected} - {None}
        if game.due is not None:
            cells |= set(next(e for e in reversed(game.events) if e.kind is EventKind.LINKED).cells)
        pixels = frame.pixels.copy()
        width, height = game.style.tile
        for cell in cells:
            x, y = game.lattice.center(cell)
            top, left = round(y - height / 2), round(x - width / 2)
            pixels[top : top + height, left : left + width] = self.veil[:height, :width]
        return replace(frame, pixels=pixels)


class Lighting:
    """A screen on which a link is not marked but its last tile is, as below the pointer.

    The tiles of it are seen until they go, and then for a moment in a way that nobody knows.
    """

    def __init__(self, table: Table, going: float) -> None:
        self.table, self.going, self.last = table, going, Cell(0, 0)

    def grab(self) -> Frame:
        """What the game shows."""
        frame, game = self.table.screen.grab(), self.table.game
        self.last = game.selected or self.last
        if game.due is None:
            return frame
        link = next(e for e in reversed(game.events) if e.kind is EventKind.LINKED).cells
        last = next(cell for cell in link if cell != self.last)
        pixels = Painter(game.board, game.style).draw(game.board, selected=(last,)).copy()
        if game.due - self.table.clock.now() < self.going:
            for cell in link:
                x, y = game.lattice.center(cell)
                cv2.circle(pixels, (round(x), round(y)), game.style.tile[0] // 3, (90, 20, 160), -1)
        return replace(frame, pixels=pixels)


@pytest.mark.parametrize(("removal", "clicks"), [(0.6, 48), (0.8, 50)])
def test_a_link_that_seems_refused_until_it_goes_is_counted(removal: float, clicks: int) -> None:
    """The light below the pointer may be taken for the mark that is left of a refused link.

    What goes after all is counted, the last two as well, and the next ones are waited for.
    """
    board = deal(4, 6, 6, seed=5, solvable=True, gravity=Gravity.DOWN)
    table = Table(board, removal=removal, gravity=Gravity.DOWN)
    player = table.player(screen=Lighting(table, 0.3))
    assert player.play() is Ending.CLEARED
    assert player.tally.links == 12
    assert player.tally.clicks <= clicks - 24
    assert not any("not as expected" in line for line in table.said)


class Photographed:
    """A screen whose empty cells, in some rows, show ground that is like nothing around it."""

    def __init__(self, table: Table, rows: Sequence[int]) -> None:
        self.table, self.rows = table, rows

    def grab(self) -> Frame:
        """What the game shows, with hills before the sky where no tile is left."""
        frame, game = self.table.screen.grab(), self.table.game
        pixels = frame.pixels.copy()
        width, height = (round(side) for side in game.lattice.pitch)
        for cell in game.board.cells():
            if cell.row in self.rows and not game.board[cell]:
                x, y = game.lattice.center(cell)
                top, left = round(y - height / 2), round(x - width / 2)
                at = 10 * cell.col
                sky = np.full((height, width, 3), (240, 225, 190), np.uint8)
                cv2.ellipse(sky, (at, 40), (22, 20), 0, 0, 360, (40, 90, 30), -1)
                cv2.ellipse(sky, (at + 30, 44), (18, 22), 0, 0, 360, (70, 120, 40), -1)
                pixels[top : top + height, left : left + width] = sky
        return replace(frame, pixels=pixels)


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN])
def test_ground_that_cannot_be_told_for_ground_is_known_where_tiles_went(gravity: Gravity) -> None:
    """It is looked at for a moment once, and hides nothing from then on."""
    table = Table(deal(4, 6, 6, seed=2, solvable=True, gravity=gravity), gravity=gravity)
    player = table.player(screen=Photographed(table, [1, 2]))
    assert player.play() is Ending.CLEARED
    assert (player.tally.links, player.tally.clicks) == (12, 24)
    assert player.tally.seconds < 12 * 2.0
    assert not any("not as expected" in line for line in table.said)


@pytest.mark.parametrize("each", [3, 4])
def test_such_ground_is_known_where_clicks_get_lost_as_well(each: int) -> None:
    """Or a link that went at the second try would be waited for as if something hid it."""
    table = Table(deal(4, 6, 6, seed=2, solvable=True))
    hand = FaultyHand(table.hand, lambda number, _: number % each != 0)
    player = table.player(hand=hand, screen=Photographed(table, [1, 2]))
    assert player.play() is Ending.CLEARED
    assert player.tally.links == 12
    assert player.tally.seconds < 12 * 4.0


@pytest.mark.parametrize("each", [7, 8, 9])
def test_a_tile_that_cannot_be_told_once_it_was_clicked_is_selected(each: int) -> None:
    """Where the other click was lost the other tile is clicked alone, the last two included."""
    table = Table(deal(4, 6, 6, seed=1, solvable=True))
    hand = FaultyHand(table.hand, lambda number, _: number % each != 0 and number != 24)
    player = table.player(hand=hand, screen=Veiling(table))
    assert player.play() is Ending.CLEARED
    assert player.tally.links == 12
    assert player.tally.seconds < 30


def test_a_deal_that_cannot_be_cleared_ends_in_a_deadlock() -> None:
    """It plays as many links as the solver found, and then stops clicking."""
    board = deal(6, 8, 24, seed=3)
    solution = solve(Position(board))
    assert solution.verdict is Verdict.UNSOLVABLE
    table = Table(board)
    player = table.player()
    assert player.play() is Ending.DEADLOCK
    assert table.game.outcome is Outcome.DEADLOCK
    # Whether tiles fall is not known before the first click.
    first = "if tiles stay where they are, no order of links clears this deal: playing for the most"
    assert table.said[1].startswith(first)
    # But no order clears it whichever way they fall, which is known by the dead end at the latest.
    said = {line.split(":")[0] for line in table.said[2:]}
    assert said == {"no order of links clears this deal", "no two tiles link"}
    assert player.tally.is_hopeless
    assert player.tally.links >= len(solution.links) - 1


def test_at_a_dead_end_it_is_found_out_that_the_deal_was_to_blame() -> None:
    """Which way tiles fall is known by then, and was not before the first click."""
    board = next(
        dealt
        for seed in range(200)
        if solve(dead := Position(dealt := deal(6, 8, 24, seed=seed), gravity=Gravity.DOWN)).verdict
        is Verdict.UNSOLVABLE
        and solve(replace(dead, gravity=Gravity.NONE)).verdict is Verdict.SOLVED
    )
    table = Table(board, gravity=Gravity.DOWN)
    player = table.player()
    assert player.play() is Ending.DEADLOCK
    assert table.said[-2:] == ["no two tiles link", "no order of links clears this deal"]
    assert player.tally.is_hopeless
    assert not any("no order" in line for line in table.said[:-1])


@pytest.mark.parametrize(("solvable", "told"), [(False, True), (True, False)])
def test_that_no_order_clears_a_deal_is_said_before_the_first_click(
    solvable: bool, told: bool
) -> None:
    """At once where it is known that tiles stay; and never of a deal that can be cleared."""
    table = Table(deal(6, 8, 24, seed=3, solvable=solvable))
    clicked: list[int] = []

    def say(line: str) -> None:
        if line.startswith("no order of links clears this deal: playing for the most tiles"):
            clicked.append(sum(event.kind is EventKind.SELECTED for event in table.game.events))

    player = table.player(beliefs=Beliefs(gravities=(Gravity.NONE,)), say=say)
    assert player.play() is (Ending.DEADLOCK if told else Ending.CLEARED)
    assert clicked == [0] * told
    assert player.tally.is_hopeless is told


def test_a_message_after_the_last_link_is_not_clicked() -> None:
    """A panel over the emptied board, whose corners look like tiles, is left alone."""
    table = Table(deal(6, 8, 12, seed=3, solvable=True))
    fresh = table.screen.grab().pixels
    lattice = table.game.lattice
    x, y = (round(value) for value in lattice.center(Cell(3, 2)))
    width, height = (round(pitch) for pitch in lattice.pitch)

    class Announced:
        def grab(self) -> Frame:
            frame = table.screen.grab()
            if table.game.outcome is None:
                return frame
            pixels = frame.pixels.copy()
            for column in (0, 3):
                part = (
                    slice(y - height // 2, y + height // 2),
                    slice(x + column * width - width // 2, x + column * width + width // 2),
                )
                pixels[part] = fresh[part]
            return Frame(pixels, time=frame.time)

    player = table.player(screen=Announced())
    assert player.play() is Ending.CLEARED
    assert player.tally.clicks == 48


def test_the_time_limit_ends_the_game() -> None:
    """A game that takes longer than allowed is given up."""
    table = Table(deal(6, 8, 12, seed=3, solvable=True), time_limit=2.0)
    assert table.player().play() is Ending.TIMEOUT


def test_a_game_that_takes_no_click_is_given_up() -> None:
    """Clicks that change nothing stop the bot instead of going on for ever."""
    table = Table(deal(4, 6, 6, seed=1, solvable=True))
    hand = FaultyHand(table.hand, lambda *_: False)
    with pytest.raises(StoppedError, match="no tile went"):
        table.player(hand=hand).play()
    assert hand.asked < 100


def test_a_screen_without_a_board_is_not_clicked() -> None:
    """Without a board it looks for a while, says so, and clicks nothing."""

    class Plain:
        def grab(self) -> Frame:
            return Frame(np.full((300, 400, 3), 90, np.uint8))

    table = Table(deal(4, 6, 6, seed=1))
    hand = FaultyHand(table.hand, lambda *_: True)
    with pytest.raises(BoardNotFoundError):
        table.player(screen=Plain(), hand=hand).play()
    assert hand.asked == 0
    short = Table(deal(4, 6, 6, seed=1), time_limit=1.0)
    with pytest.raises(BoardNotFoundError):
        short.player(screen=Plain(), hand=hand).play()
    assert short.clock.now() < 1.2 < table.clock.now()


def test_what_is_read_in_vain_for_long_may_be_shown_no_more() -> None:
    """A countdown before the game, however long it is looked at, does not end it."""
    table = Table(deal(4, 6, 6, seed=1, solvable=True))
    seen: list[Frame] = []

    def eye(frame: Frame) -> Reading:
        seen.append(frame)
        if len(seen) == 1:
            table.clock.sleep(2 * Patience().board)
            raise BoardNotFoundError("a countdown")
        return read(frame)

    assert table.player(eye=eye).play() is Ending.CLEARED


def test_a_stop_while_a_picture_is_read_in_vain_is_a_stop() -> None:
    """Reading takes seconds, and the last picture may be the one during which Escape is pressed."""

    class Slow:
        def grab(self) -> Frame:
            table.clock.sleep(60.0)
            return Frame(np.full((300, 400, 3), 90, np.uint8))

    class Stopped(FreeHand):
        def check(self) -> None:
            raise StoppedError("Escape was pressed")

    table = Table(deal(4, 6, 6, seed=1))
    with pytest.raises(StoppedError, match="Escape"):
        table.player(screen=Slow(), hand=Stopped(SimulatedMouse(table.game, table.clock))).play()


def test_a_window_that_moves_is_followed() -> None:
    """After the window has moved, the same tile is clicked at its new place."""
    table = Table(deal(4, 6, 6, seed=1, solvable=True))
    far = ScreenPoint(200.0, 120.0)
    moved = SimulatedScreen(table.game, table.clock, origin=far)

    class Moving:
        def __init__(self) -> None:
            self.now = table.screen

        def grab(self) -> Frame:
            return self.now.grab()

    screen = Moving()

    class Followed(FreeHand):
        def __init__(self) -> None:
            self.clicks = 0

        def click(self, point: ScreenPoint, press: float = 0.03) -> None:
            self.clicks += 1
            if self.clicks == 5:
                screen.now = moved
                window = Window(1, "game", Rect(0, 0, 10, 10))
                raise WindowMovedError(window, Rect(200, 120, 10, 10))
            where = far if screen.now is moved else ScreenPoint(0.0, 0.0)
            SimulatedMouse(table.game, table.clock, origin=where).click(point, press)

    player = table.player(screen=screen, hand=Followed())
    assert player.play() is Ending.CLEARED
    assert player.tally.missed == 0


@pytest.mark.parametrize("hidden", [0.0, 8.0])
def test_a_window_that_changes_its_size_is_read_anew(hidden: float) -> None:
    """After a resize the board is found again, in its new place, and cleared.

    It is waited for as anywhere, if something lies over it for a while.
    """
    table = Table(deal(6, 8, 12, seed=3, solvable=True), style=Style.default())
    small = table.screen

    class Resized:
        def grab(self) -> Frame:
            frame = small.grab()
            if table.clock.now() < 2:
                return frame
            if table.clock.now() < 2 + hidden:
                frame = Frame(np.full_like(frame.pixels, 230), time=frame.time)
            pixels = cv2.resize(frame.pixels, None, fx=1.25, fy=1.25, interpolation=cv2.INTER_CUBIC)
            return Frame(np.asarray(pixels, np.uint8), time=frame.time)

    class Scaled(FreeHand):
        def click(self, point: ScreenPoint, press: float = 0.03) -> None:
            scale = 1.25 if table.clock.now() >= 2 else 1.0
            super().click(ScreenPoint(point.x / scale, point.y / scale))

    hand = Scaled(SimulatedMouse(table.game, table.clock))
    assert table.player(screen=Resized(), hand=hand).play() is Ending.CLEARED
    assert table.game.outcome is Outcome.CLEARED


def test_a_board_that_never_stands_still_ends_in_time() -> None:
    """Tiles that keep changing by themselves do not hold it up for ever."""
    table = Table(deal(6, 8, 12, seed=3, solvable=True), time_limit=20.0)
    left, top, right, _ = (round(edge) for edge in table.game.lattice.bounds())

    class Restless:
        def grab(self) -> Frame:
            frame = table.screen.grab()
            pixels = frame.pixels.copy()
            if table.clock.now() > 0.5:
                shade = int(table.clock.now() * 1000) % 255
                pixels[top : top + 40, left:right] = shade
            return Frame(pixels, time=frame.time)

    assert table.player(screen=Restless()).play() is not None
    assert table.clock.now() < 60


def test_a_covered_window_is_asked_to_the_front_and_waited_for() -> None:
    """While something covers the game nothing is clicked, and then it goes on."""
    table = Table(deal(4, 6, 6, seed=1, solvable=True))

    def covered(number: int, _: ScreenPoint) -> bool:
        if 5 <= number < 9:
            raise WindowCoveredError("a dialog covers the game")
        return True

    hand = FaultyHand(table.hand, covered)
    player = table.player(hand=hand)
    assert player.play() is Ending.CLEARED
    assert hand.fronts == 4
    assert player.tally.missed == 0


def test_nothing_is_clicked_under_a_message() -> None:
    """While the game shows a message over its tiles no click lands on it, and then it goes on."""
    table = Table(deal(6, 8, 12, seed=3, solvable=True))
    left, top, right, bottom = (round(edge) for edge in table.game.lattice.bounds())
    panel = Rect(left + 60, top + 60, right - left - 120, bottom - top - 120)

    def shown() -> bool:
        return 2 < table.clock.now() < 5

    class Announcing:
        def grab(self) -> Frame:
            frame = table.screen.grab()
            pixels = frame.pixels.copy()
            if shown():
                pixels[panel.top : panel.bottom, panel.left : panel.right] = 235
                place = (panel.left + 20, panel.top + 80)
                cv2.putText(pixels, "Paused", place, 0, 2.0, (20, 20, 20), 4, cv2.LINE_AA)
            return Frame(pixels, time=frame.time)

    under: list[ScreenPoint] = []

    class Watched(FreeHand):
        def click(self, point: ScreenPoint, press: float = 0.03) -> None:
            if shown() and panel.holds(*point):
                under.append(point)
            else:
                super().click(point)

    hand = Watched(SimulatedMouse(table.game, table.clock))
    assert table.player(screen=Announcing(), hand=hand).play() is Ending.CLEARED
    assert under == []


def test_no_picture_is_taken_between_seeing_tiles_and_clicking_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A message that such a picture shows would be clicked: here one comes with each, if any is."""
    table = Table(deal(4, 6, 6, seed=1, solvable=True))
    sees, trusted, until, under = Lookout.sees, False, 0.0, []
    left, top, right, bottom = (round(edge) for edge in table.game.lattice.bounds())

    def seen(*asked: Any) -> bool:
        nonlocal trusted
        trusted = sees(*asked)
        return trusted

    class Announcing:
        def grab(self) -> Frame:
            nonlocal trusted, until
            frame = table.screen.grab()
            if trusted:
                trusted, until = False, table.clock.now() + 0.5
            pixels = frame.pixels.copy()
            if table.clock.now() < until:
                pixels[top:bottom, left:right] = 235
            return replace(frame, pixels=pixels)

    def is_heard(number: int, point: ScreenPoint) -> bool:
        nonlocal trusted
        trusted = False
        if table.clock.now() < until:
            under.append(point)
        return number % 5 != 0

    monkeypatch.setattr(Lookout, "sees", seen)
    hand = FaultyHand(table.hand, is_heard)
    player = table.player(screen=Announcing(), hand=hand)
    assert player.play() is Ending.CLEARED
    assert player.tally.missed > 0
    assert under == []


@pytest.mark.parametrize("by", ["", "the window 'Mail'"])
def test_what_hides_tiles_is_told_once(by: str) -> None:
    """However many links it keeps from being clicked; by its title where a window lies there."""
    table = Table(deal(6, 8, 12, seed=4, solvable=True))
    left, top, right, bottom = (round(edge) for edge in table.game.lattice.bounds())
    height = (bottom - top) // 6
    panel = Rect(left, top + height // 2, right - left, height)
    began: list[float] = []

    class Announcing:
        def grab(self) -> Frame:
            frame = table.screen.grab()
            pixels = frame.pixels.copy()
            if table.game.board.tiles <= 44 and not began:
                began.append(table.clock.now())
            if began and table.clock.now() < began[0] + 15:
                pixels[panel.top : panel.bottom, panel.left : panel.right] = 235
            return Frame(pixels, time=frame.time)

    asked: list[ScreenPoint] = []

    def covers(point: ScreenPoint) -> str:
        asked.append(point)
        return by

    witness = Mock(spec=Nobody())
    player = table.player(
        screen=Announcing(),
        front=Foreground(covers),
        patience=Patience(board=0.5),
        witness=witness,
    )
    assert player.play() is Ending.CLEARED
    judged = [call.args[1] for call in witness.judged.call_args_list]
    assert judged.count(Judged.UNSEEN) > 1
    (line,) = [line for line in table.said if "cannot be seen" in line]
    assert f"under {by or 'a message of the game'}: nothing is clicked there" in line
    assert ("maybe" in line) is (not by)
    assert len(asked) == 1


@pytest.mark.parametrize(("by", "least"), [("", 60), ("the window 'Mail'", 30)])
def test_what_hides_a_part_of_the_board_for_ever_ends_the_game(by: str, least: int) -> None:
    """Once nothing else is left to click; and it is said what lies there."""
    table = Table(deal(6, 8, 12, seed=4, solvable=True))
    left, top, right, bottom = (round(edge) for edge in table.game.lattice.bounds())
    height = (bottom - top) // 6
    panel = Rect(left, top + height // 2, right - left, height)
    began: list[float] = []

    class Panelled:
        def grab(self) -> Frame:
            frame = table.screen.grab()
            pixels = frame.pixels.copy()
            if table.game.board.tiles <= 44:
                began.append(table.clock.now())
                pixels[panel.top : panel.bottom, panel.left : panel.right] = 235
            return Frame(pixels, time=frame.time)

    player = table.player(screen=Panelled(), front=Foreground(lambda _: by))
    with pytest.raises(StoppedError, match=by or "maybe under a message of the game"):
        player.play()
    assert table.clock.now() - began[0] > least
    # Nothing is left that may be clicked and is seen whole.
    left, hidden = table.game.board, {0, 1}
    links = Position(left, LinkRule(), Gravity.NONE).legal_links
    assert all(hidden & {link.a.row, link.b.row} for link in links)


@pytest.mark.parametrize("hang", [8, 20])
def test_a_game_that_hung_and_then_does_all_it_was_asked_is_gone_on_with(hang: float) -> None:
    """Several links go at once then: no message hides their tiles."""
    table = Table(deal(6, 8, 12, seed=4, solvable=True))
    asked: list[ScreenPoint] = []
    began: list[float] = []
    caught_up: list[float] = []
    clicks: list[float] = []

    def hangs() -> bool:
        if table.game.board.tiles <= 44 and not began:
            began.append(table.clock.now())
        return bool(began) and table.clock.now() < began[0] + hang

    class Hanging:
        frozen: Frame

        def grab(self) -> Frame:
            if hangs():
                return replace(self.frozen, time=table.clock.now())
            while asked:
                table.hand.click(asked.pop(0))
                table.clock.sleep(0.4)  # a removal is shown
                caught_up.append(table.clock.now())
            self.frozen = table.screen.grab()
            return self.frozen

    def is_heard(_: int, point: ScreenPoint) -> bool:
        clicks.append(table.clock.now())
        if hangs():
            asked.append(point)
            return False
        return True

    player = table.player(screen=Hanging(), hand=FaultyHand(table.hand, is_heard))
    assert player.play() is Ending.CLEARED
    assert player.tally.links == 24
    first = next(time for time in clicks if time > caught_up[-1])
    assert first < caught_up[-1] + 3


@pytest.mark.parametrize("is_open", [True, False])
def test_what_is_not_heard_while_a_message_box_is_open_is_not_refused(
    monkeypatch: pytest.MonkeyPatch, is_open: bool
) -> None:
    """Or it would be learned from it that paths may not run outside the board, and worse."""
    table = Table(deal(4, 6, 6, seed=1, solvable=True))
    monkeypatch.setattr(Hidden, "is_unheard", lambda *_: is_open)
    hand = FaultyHand(table.hand, lambda *_: table.clock.now() > 20)
    witness = Mock(spec=Nobody())
    assert table.player(hand=hand, witness=witness).play() is Ending.CLEARED
    judged = [call.args[1] for call in witness.judged.call_args_list]
    assert judged.count(Judged.LOST) > 0
    assert (Judged.REFUSED in judged) is not is_open


def test_a_window_is_asked_for_where_tiles_are_hidden() -> None:
    """Over more cells than the pointer hides; and not where a tile was never read."""
    board = Board.from_text("a b a b c c ?")
    asked: list[ScreenPoint] = []

    def covers(point: ScreenPoint) -> str:
        asked.append(point)
        return "the window 'Well done'" if point.x > 2 else ""

    out = Mock(spec=Lookout)
    hidden = Hidden(out, Mock(), lambda cell: ScreenPoint(cell.col, 0), covers, print)

    def is_unheard(seen: str, link: Link) -> bool:
        asked.clear()
        out.seen = Board.from_text(seen)
        return hidden.is_unheard(board, link)

    one, other = (
        Link(a, b, (a, b)) for a, b in ((Cell(0, 4), Cell(0, 5)), (Cell(0, 0), Cell(0, 2)))
    )
    assert not is_unheard("a b a b c c ?", one)
    assert not is_unheard("? b a b c c ?", one)
    assert not asked
    assert not is_unheard("? ? ? b c c ?", one)
    assert [point.x for point in asked] == [0, 1, 2]
    assert is_unheard("? ? ? ? c c ?", one)
    # What is refused once more is believed.
    assert not is_unheard("? ? ? ? c c ?", one)
    assert is_unheard("? ? ? ? c c ?", other)


def test_tiles_are_waited_for_from_when_they_could_not_be_seen() -> None:
    """The clock of a machine began when that was started, maybe days before the game."""
    board, seen = Board.from_text("a b a b"), Board.from_text("? ? ? ?")
    out, said = Mock(spec=Lookout), list[str]()
    out.shows.return_value = False
    hidden = Hidden(
        out, Mock(), lambda _: ScreenPoint(0, 0), lambda _: "the window 'Mail'", said.append
    )
    link, out.seen = Link(Cell(0, 0), Cell(0, 2), (Cell(0, 0), Cell(0, 2))), seen
    for out.looked_at in (74873.0, 74880.0):
        hidden.tell(board, link, Beliefs(), clicks=0)
    assert said == [
        "(0, 0) and (0, 2) cannot be seen, under the window 'Mail': nothing is clicked there"
    ]
    out.looked_at = 74884.0
    with pytest.raises(StoppedError):
        hidden.tell(board, link, Beliefs(), clicks=0)


@pytest.mark.parametrize(
    ("seen", "by", "since", "dared"),
    [
        ("a . ? / . . .", "", 11.0, True),
        ("a . ? / . . .", "", 9.0, False),
        ("a . ? / . . .", "the window 'Mail'", 11.0, False),
        ("a . ? / . ? .", "", 11.0, False),
        ("a . ? / . c .", "", 11.0, False),
    ],
)
def test_the_last_link_is_clicked_though_a_tile_of_it_looks_otherwise(
    seen: str, by: str, since: float, *, dared: bool
) -> None:
    """After a while, if what is around it shows that nothing lies over it."""
    board, out = Board.from_text("a . a\n. . ."), Mock(spec=Lookout)
    out.seen, out.looked_at = Board.from_text(seen.replace(" / ", "\n")), 74873.0
    out.shows.side_effect = lambda known, cells: all(out.seen[at] == known[at] for at in cells)
    hidden = Hidden(out, Mock(), lambda _: ScreenPoint(0, 0), lambda _: by, print)
    link = Link(Cell(0, 0), Cell(0, 2), (Cell(0, 0), Cell(0, 2)))
    assert not hidden.is_dared(board, link, Beliefs(), 2)
    hidden.tell(board, link, Beliefs(), clicks=2)
    out.looked_at += since
    assert hidden.is_dared(board, link, Beliefs(), 2) is dared
    assert not hidden.is_dared(board, link, Beliefs(), 4)


def test_a_board_hidden_for_good_is_not_called_cleared() -> None:
    """A plain panel over the tiles ends the game with an error, never as won or dead."""
    table = Table(deal(6, 8, 12, seed=3, solvable=True))
    left, top, right, bottom = (round(edge) for edge in table.game.lattice.bounds())

    class Hidden:
        def grab(self) -> Frame:
            frame = table.screen.grab()
            pixels = frame.pixels.copy()
            if table.clock.now() > 2:
                pixels[top:bottom, left:right] = 235
            return Frame(pixels, time=frame.time)

    with pytest.raises(StoppedError, match="can no longer be seen"):
        table.player(screen=Hidden()).play()


def test_a_window_that_stays_covered_is_given_up() -> None:
    """It does not wait for ever for a dialog to go away."""
    table = Table(deal(4, 6, 6, seed=1, solvable=True))

    def covered(*_: object) -> bool:
        raise WindowCoveredError("a dialog covers the game")

    player = table.player(hand=FaultyHand(table.hand, covered), patience=Patience(cover=1.0))
    with pytest.raises(WindowError, match="dialog"):
        player.play()


@pytest.mark.parametrize(
    ("clicks", "left"), [(24, 0), (24, 2), (20, 4)], ids=["after", "with", "before"]
)
def test_a_game_may_close_its_window_with_its_last_pair(clicks: int, left: int) -> None:
    """Right after the clicks, or while it is looked whether the board is empty; but not before."""
    table = Table(deal(4, 6, 6, seed=1, solvable=True))

    class Closing:
        def grab(self) -> Frame:
            if player.tally.clicks >= clicks and table.game.board.tiles <= left:
                raise WindowError("the window 'Game' is closed")
            return table.screen.grab()

    player = table.player(screen=Closing())
    if left > 2:
        with pytest.raises(WindowError, match="is closed"):
            player.play()
        return
    assert player.play() is Ending.CLEARED
    tally = player.tally
    assert (tally.links, tally.clicks, tally.pending) == (12, 24, 0)
    assert table.said[-1] == "the game closed its window with the last pair: it is taken to be won"


def test_a_game_that_closes_its_window_after_one_click_on_its_last_pair_is_not_won() -> None:
    """It crashed, or was closed by the person: nothing can come of one click."""
    table = Table(deal(4, 6, 6, seed=1, solvable=True))

    def closes(asked: int, _: ScreenPoint) -> bool:
        if asked == 24:
            raise WindowError("the window 'Game' is closed")
        return True

    player = table.player(hand=FaultyHand(table.hand, closes))
    with pytest.raises(WindowError, match="is closed"):
        player.play()
    assert table.game.board.tiles == 2


def test_the_person_stops_it_while_it_waits() -> None:
    """A hand taken by the person ends the game at once, with what was done so far."""
    table = Table(deal(6, 8, 12, seed=3, solvable=True))

    class Taken(FreeHand):
        def check(self) -> None:
            if table.clock.now() > 3:
                raise StoppedError("the mouse was moved by hand")

    player = table.player(hand=Taken(SimulatedMouse(table.game, table.clock)))
    with pytest.raises(StoppedError, match="by hand"):
        player.play()
    assert 0 < player.tally.links < 24


@pytest.mark.parametrize("clicks", [0, 1, 2, 13, 14])
def test_a_pair_of_which_nothing_is_known_is_counted(clicks: int) -> None:
    """Where a game is stopped before it was seen what became of what was clicked last."""
    table = Table(deal(4, 6, 6, seed=1, solvable=True))

    class Taken(FreeHand):
        """The person takes the mouse after so many clicks."""

        def __init__(self) -> None:
            self.clicks = 0

        def click(self, point: ScreenPoint, press: float = 0.03) -> None:
            """Make it, if it may be made."""
            self.check()
            self.clicks += 1
            table.hand.click(point, press)

        def check(self) -> None:
            if self.clicks >= clicks:
                raise StoppedError("the mouse was moved by hand")

    player = table.player(hand=Taken())
    with suppress(StoppedError):
        player.play()
    tally = player.tally
    assert tally.clicks == clicks
    # A pair begun is a pair that may be gone.
    assert tally.links + tally.missed + tally.pending == (clicks + 1) // 2


def test_gravity_that_was_told_is_not_sought() -> None:
    """With the gravity given, the first link is that of the plan under it."""
    gravity = Gravity.LEFT
    table = Table(deal(4, 6, 6, seed=2, solvable=True, gravity=gravity), gravity=gravity)
    beliefs = Beliefs(gravities=(gravity,), possible=(gravity,))
    player = table.player(beliefs=beliefs)
    assert player.play() is Ending.CLEARED


def test_a_rehearsal_clicks_nothing() -> None:
    """The plan clears the board, and the game has not heard of it."""
    table = Table(deal(4, 6, 6, seed=1, solvable=True))
    assert len(table.player().rehearse()) == 12
    assert [event.kind for event in table.game.events] == [EventKind.DEAL]


def test_a_rehearsal_says_that_no_order_clears_the_deal() -> None:
    """It is planned as if tiles stay, and so is the proof."""
    table = Table(deal(6, 8, 24, seed=3))
    player = table.player()
    player.rehearse()
    assert player.tally.proved == {Gravity.NONE}
    assert not player.tally.is_hopeless
    assert "no order of links clears this deal" in table.said[-1]


def test_it_clicks_only_on_the_board_it_aims_at() -> None:
    """Every click lies on the lattice that the hand was told to keep to."""
    table = Table(deal(6, 8, 12, seed=2, solvable=True), style=Style.random(2))

    class Aimed(FreeHand):
        lattice: Lattice | None = None

        def aim(self, frame: Frame, lattice: Lattice) -> None:
            self.lattice = lattice

        def click(self, point: ScreenPoint, press: float = 0.03) -> None:
            assert self.lattice is not None
            left, top, right, bottom = self.lattice.bounds()
            assert left < point.x < right
            assert top < point.y < bottom
            super().click(point)

    hand = Aimed(SimulatedMouse(table.game, table.clock))
    assert table.player(hand=hand).play() is Ending.CLEARED


@pytest.mark.parametrize("seed", [3, 8])
def test_tiles_that_show_a_sticker_are_told_by_the_others(seed: int) -> None:
    """Two tiles of kinds of four look like no other: their partners are tried, and all go."""
    board = deal(6, 8, 12, seed=seed, solvable=True)
    table = Table(board)
    stuck = [board.by_kind()[1][0], board.by_kind()[2][1]]

    class Stickers:
        def grab(self) -> Frame:
            frame = table.screen.grab()
            pixels = frame.pixels.copy()
            for number, cell in enumerate(stuck):
                if table.game.board[cell]:
                    x, y = map(int, table.game.lattice.center(cell))
                    pixels[y - 9 : y + 9, x - 9 : x + 9] = (255, 0, 200) if number else (9, 200, 0)
            return Frame(pixels, frame.origin, frame.scale, frame.time)

    player = table.player(screen=Stickers(), beliefs=Beliefs(gravities=(Gravity.NONE,)))
    assert player.play() is Ending.CLEARED
    assert table.game.outcome is Outcome.CLEARED
    assert player.tally.links == 24
    assert player.tally.missed <= 4


def test_a_dead_board_under_a_message_is_not_cleared() -> None:
    """Where the last tiles link no more and a message hides them, the game is lost."""
    dealt = Board.from_text("c c . .\n. . . .\na b . .\nb a d d")
    table = Table(dealt)
    left, top, right, bottom = (round(edge) for edge in table.game.lattice.bounds())

    class Over:
        def grab(self) -> Frame:
            frame = table.screen.grab()
            if table.game.outcome is None:
                return frame
            pixels = frame.pixels.copy()
            pixels[top - 9 : bottom + 9, left - 9 : right + 9] = 200
            return replace(frame, pixels=pixels)

    player = table.player(screen=Over())
    assert player.play() is Ending.DEADLOCK


def test_the_time_limit_bounds_a_hard_thought() -> None:
    """A search is given no more time than the game still has."""
    asked: list[float] = []

    def slow(position: Position, budget: float) -> Solution:
        asked.append(budget)
        return solve(position, min(budget, 0.2))

    table = Table(deal(6, 8, 12, seed=3, solvable=True), time_limit=3.0)
    table.player(solver=slow).play()
    assert asked
    assert max(asked) <= 3.0


def test_a_window_that_shrinks_as_tiles_go_is_no_new_game() -> None:
    """A window may be fitted to what it shows; of a sparse board tiles are known by their faces."""
    table = Table(deal(4, 4, 8, seed=2, solvable=True))

    class Fitted:
        def grab(self) -> Frame:
            """What the game shows, two pixels less at each side for each link."""
            frame, links = table.screen.grab(), 8 - table.game.board.tiles // 2
            width = frame.pixels.shape[1]
            pixels = frame.pixels[:, 2 * links : width - 2 * links]
            return Frame(pixels, ScreenPoint(frame.origin.x + 2 * links, frame.origin.y))

    assert table.player(screen=Fitted()).play() is Ending.CLEARED


def test_a_board_of_another_size_is_no_answer_to_a_link() -> None:
    """What is left of a window that changes its size is not asked for the cells of the board."""
    table = Table(deal(4, 6, 6, seed=1, solvable=True))
    player = table.player()
    board = player._find_board()
    link = max(Position(board).legal_links, key=lambda link: link.b)
    small = Board.from_text("a a")
    assert player._watcher._believed(board, link, small, stays=False)[0] == board


def test_playing_ends_when_the_last_link_goes() -> None:
    """However long a message hides what the board has become."""
    table = Table(deal(4, 6, 6, seed=1, solvable=True), removal=0.2)

    class Won:
        """A screen on which a message lies over the board from the last removal on."""

        def grab(self) -> Frame:
            frame, game = table.screen.grab(), table.game
            if game.board.tiles:
                return frame
            pixels = frame.pixels.copy()
            left, top, right, bottom = (round(side) for side in game.lattice.bounds())
            message = pixels[top:bottom, left:right]
            message[:] = np.random.default_rng(3).integers(0, 255, message.shape, np.uint8)
            return replace(frame, pixels=pixels)

    player = table.player(screen=Won())
    assert player.play() is Ending.CLEARED
    times = [event.time for event in table.game.events]
    first = next(e.time for e in table.game.events if e.kind is EventKind.SELECTED)
    assert player.tally.playing == pytest.approx(times[-1] - first, abs=0.1)
    assert player.tally.seconds > player.tally.playing + 0.5


def test_a_moment_too_short_for_the_clock_is_not_waited_for_without_end() -> None:
    """A sum of times may fall short of itself by less than the clock can tell."""
    table = Table(deal(4, 4, 4, seed=1, solvable=True))
    player = table.player()
    table.clock.sleep(1e6)
    player._leave_alone(np.nextafter(table.clock.now(), np.inf))
    assert table.clock.now() < 1e6 + 1
