"""The watcher alone: what it makes of what is seen after a link, and of what it was told before."""

from __future__ import annotations

from math import inf
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from bot.beliefs import Beliefs
from bot.board import Board
from bot.course import Course, Presumed
from bot.elsewhere import Elsewhere
from bot.geometry import Cell, Lattice, Pixel
from bot.hand import Hand
from bot.lookout import Lookout
from bot.matcher import Link
from bot.pace import Pace
from bot.patience import Patience
from bot.pointer import Pointer
from bot.position import Gravity
from bot.walling import Walls
from bot.watcher import Watcher
from bot.witness import Nobody, Outcome


def link(a: tuple[int, int], b: tuple[int, int]) -> Link:
    """A link of neighbours."""
    return Link(Cell(*a), Cell(*b), (Cell(*a), Cell(*b)))


FIRST, LAST = link((0, 0), (0, 1)), link((1, 0), (1, 1))


class Shown:
    """A lookout that sees the same board all the time, or another one after a second."""

    looked_at, faded, returned = 0.0, inf, -inf

    def __init__(self, text: str, later: str = "") -> None:
        self.board, self.later, self.now = Board.from_text(text), later, 0.0
        self.walls, self.noted = Walls(), list[Board]()
        self.ground = SimpleNamespace(note=lambda board, _: self.noted.append(board))

    def look(self) -> SimpleNamespace:
        """See `Lookout.look`."""
        self.looked_at = self.now
        is_late = self.later and self.now > 1
        board = Board.from_text(self.later) if is_late else self.board
        lattice = Lattice(Pixel(5, 5), (10.0, 10.0), board.rows, board.cols)
        pixels = np.zeros((10 * board.rows, 10 * board.cols, 3), np.uint8)
        return SimpleNamespace(board=board, lattice=lattice, pixels=pixels, selected=())

    def glance(self) -> SimpleNamespace:
        """See `Lookout.glance`."""
        return self.look()

    def uncover(self, *_: object) -> bool:
        """See `Lookout.uncover`."""
        return False

    @property
    def seen(self) -> Board:
        """See `Lookout.seen`."""
        return self.look().board  # type: ignore[no-any-return]

    def current(self) -> tuple[None, SimpleNamespace]:
        """See `Lookout.current`."""
        return None, self.look()

    def fades(self, board: Board, link: Link, before: None) -> bool:
        """See `Lookout.fades`."""
        return False

    def find_anew(self, *_: object) -> bool:
        """See `Lookout.find_anew`."""
        return False

    def wait(self, seconds: float = 0.1) -> None:
        """See `Lookout.wait`."""
        self.now += seconds


def hurried(seen: str, later: str = "") -> tuple[Watcher, Course]:
    """A watcher after the first of two links, which nobody saw give way, and what it sees then."""
    out = Shown(seen, later)
    course = Course(Beliefs(gravities=(Gravity.NONE,)), Pace(Patience()), Nobody(), lambda _: None)
    course.count(tiles=4)
    course.presumed = Presumed(FIRST, ((FIRST.a, 1), (FIRST.b, 1)), None, LAST)
    watcher = Watcher(
        course,
        cast("Lookout", out),
        cast("Hand", SimpleNamespace(bring_to_front=lambda: None)),
        Pointer(),
        tap=lambda *_: True,
        clock=lambda: out.now,
        patience=Patience(),
    )
    return watcher, course


@pytest.mark.parametrize("seen", ["? ? ?\n. . .", "? ? .\n. . .", ". . .\n. . ."])
def test_a_won_board_is_won_whatever_the_game_shows_over_it(seen: str) -> None:
    """The link before the last has gone, too: nothing else can lie there."""
    watcher, course = hurried(seen)
    board = Board.from_text(". . .\nb b .")
    after, outcome = watcher.link(board, LAST, 0.0, tries=())
    assert (after.tiles, outcome) == (0, Outcome.REMOVED)
    assert course.presumed is None
    assert course.tally.links == 2


def test_a_link_that_nobody_saw_go_must_be_seen_to_be_gone() -> None:
    """What hides its tiles tells nothing; what is seen there afterwards does."""
    watcher, course = hurried("? ? .\n. . c")
    board = Board.from_text(". . .\n. . c")
    assert watcher.still(board).kinds.count(-1) == 2
    assert course.presumed is None
    assert course.tally.links == 0
    watcher, course = hurried(". . .\n. . c")
    assert watcher.still(board) == board
    assert course.tally.links == 1


def test_what_comes_to_light_is_played_though_a_mark_hides_as_much() -> None:
    """A tile that was under a message is selected now and cannot be told, but others can."""
    watcher, course = hurried("? ? b\n. ? c", later=". . b\n? b c")
    course.presumed = None
    course.count(links=1)
    before = Board.from_text(". . b\n. ? c")
    after = watcher.uncovered(before)
    assert after is not None
    assert after.by_kind()[2] == [Cell(0, 2), Cell(1, 1)]


@pytest.mark.parametrize(
    ("text", "later", "waits"),
    [
        (". . .\nb . .", ". . .\n. . .", True),
        (". . .\nb . .", ". . .\nb b .", True),
        (". . .\nb b .", ". . .\n. . .", False),
    ],
    ids=["goes", "comes back", "even"],
)
def test_a_tile_without_a_twin_is_looked_at_for_longer(
    text: str, later: str, *, waits: bool
) -> None:
    """Pictures that lag behind may show one of two for long; no link leaves an odd number."""
    watcher, course = hurried(text, later=later)
    course.presumed = None
    course.count(links=1)
    after = watcher.uncovered(Board.from_text(text))
    assert after == (Board.from_text(later) if waits else None)


def test_what_cannot_be_told_beside_an_odd_tile_is_no_news() -> None:
    """The board would be looked at again and again, and nothing be gained."""
    watcher, course = hurried("? . ?\nb b c")
    course.presumed = None
    course.count(links=2)
    assert watcher.uncovered(Board.from_text(". . .\nb b c")) is None
    assert cast("Shown", watcher._out).now > Patience().cover


def test_a_single_tile_is_not_left_once_all_pairs_have_gone() -> None:
    """It is ground that resembles one; a game that brings more tiles brings pairs."""
    _, course = hurried(". . .")
    course.count(links=2)
    assert not course.is_left(Board.from_text(". . .\nb . ."))
    assert course.is_left(Board.from_text(". b .\nb . ."))


def test_what_the_pointer_lights_is_not_waited_for_where_the_rest_has_fallen() -> None:
    """A tile that fell under the pointer cannot be told, but what fell beside it can."""
    watcher, course = hurried("b ? . .\nc c d d")
    course.presumed = None
    course.believe(Beliefs(gravities=(Gravity.LEFT,)))
    before, out = Board.from_text("a a b d\nc c d d"), cast("Shown", watcher._out)
    after, outcome = watcher.link(before, FIRST, 0.0, tries=())
    assert outcome is Outcome.REMOVED
    assert after == Board.from_text("b d . .\nc c d d")
    assert out.now < Patience().first / 2


def test_what_the_pointer_hides_is_not_waited_for_where_several_ways_to_fall_agree() -> None:
    """What is learned from the rest of the board is kept, and nothing is laid anew."""
    watcher, course = hurried("b ? . .\nc c d d")
    course.presumed = None
    ways = (Gravity.NONE, Gravity.LEFT, Gravity.CENTER_HORIZONTAL)
    course.believe(Beliefs(gravities=(*ways, Gravity.RIGHT)))
    before, out = Board.from_text("b a a d\nc c d d"), cast("Shown", watcher._out)
    out.board = Board.from_text("b ? . .\nc c d d")
    after, outcome = watcher.link(before, link((0, 1), (0, 2)), 0.0, tries=())
    assert outcome is Outcome.REMOVED
    assert after == Board.from_text("b d . .\nc c d d")
    assert out.now < Patience().first / 2


def test_tiles_that_fell_in_a_way_not_known_are_not_waited_for_once_all_are_seen() -> None:
    """Towards the middle of the board, along rows and columns."""
    watcher, course = hurried(". d c .\n. b b .")
    course.presumed = None
    course.believe(Beliefs(gravities=(Gravity.NONE, Gravity.DOWN)))
    before, out = Board.from_text("a a d c\nb . . b"), cast("Shown", watcher._out)
    after, outcome = watcher.link(before, FIRST, 0.0, tries=())
    assert outcome is Outcome.REMOVED
    assert after == out.board
    assert out.now < Patience().first / 2
    out.board = Board.from_text(". d c .\n. b ? .")
    watcher.elsewhere = cast("Elsewhere", SimpleNamespace(is_found=lambda *_: False))
    watcher.link(before, FIRST, out.now, tries=())
    assert out.now > Patience().first


def test_what_looks_like_ground_is_no_proof_that_tiles_fell() -> None:
    """A message in the colours of the ground lies over both tiles, and none is seen to have moved.

    It goes, and they are still there.
    """
    watcher, course = hurried("c ? ? c\n. . . .", later="c . c c\n. . c .")
    course.presumed = None
    course.believe(Beliefs(gravities=(Gravity.CENTER_VERTICAL,)))
    before = Board.from_text("c . c c\n. . c .")
    after, outcome = watcher.link(before, link((0, 2), (1, 2)), 0.0, tries=())
    assert outcome is Outcome.LOST
    assert after == before


@pytest.mark.parametrize(("later", "left"), [(". . . .\n. b b .", 2), ("", 0)])
def test_what_lies_over_the_whole_board_tells_nothing_of_its_last_tiles(
    later: str, left: int
) -> None:
    """A window without a letter is as bare as the ground; if it goes, they may still be there."""
    watcher, course = hurried(". . . .\n. . . .", later=later)
    course.presumed = None
    out = cast("Shown", watcher._out)
    ground, look = np.zeros((20, 40, 3), np.uint8), out.look

    def covered() -> SimpleNamespace:
        seen = look()
        if not seen.board.tiles:
            seen.pixels = np.full_like(ground, 250)
        return seen

    out.look = covered  # type: ignore[method-assign]
    before = Board.from_text(". . . .\n. b b .")
    after, outcome = watcher.link(before, link((1, 1), (1, 2)), 0.0, tries=(), before=ground)
    assert outcome is (Outcome.LOST if left else Outcome.REMOVED)
    assert after.tiles == left


def test_a_window_over_the_whole_board_does_not_end_it_after_a_lost_click() -> None:
    """It comes up once the clicks were taken to be lost, and goes."""
    watcher, course = hurried(". . . .\n. b b .")
    course.presumed = None
    out, since = cast("Shown", watcher._out), 0.0
    ground, look = np.zeros((20, 40, 3), np.uint8), out.look

    def covered() -> SimpleNamespace:
        seen = look()
        if 0 < since <= out.now < since + 1:
            seen.board, seen.pixels = Board.from_text(". . . .\n. . . ."), ground + np.uint8(250)
        return seen

    out.look = covered  # type: ignore[method-assign]
    out.current = lambda: (covered(), covered())  # type: ignore[assignment, method-assign, return-value]
    out.shows = lambda *_: True  # type: ignore[attr-defined]
    board, last = Board.from_text(". . . .\n. b b ."), link((1, 1), (1, 2))
    assert watcher.link(board, last, 0.0, tries=(), before=ground)[1] is Outcome.LOST
    since = out.now
    assert watcher.late(board, last, (), 0) is None
    assert out.now >= since + 1


def test_a_link_went_when_its_ground_came_to_light_not_when_it_was_told() -> None:
    """What hid the ground looks as it did all the time: it is known for empty by now."""
    watcher, course = hurried("? ? .\n. b b", later=". . .\n. b b")
    course.presumed = None
    _, outcome = watcher.link(Board.from_text("a a .\n. b b"), FIRST, 0.0, tries=())
    assert outcome is Outcome.REMOVED
    assert cast("Shown", watcher._out).now > 1
    assert watcher.stood == 0


@pytest.mark.parametrize("fades", [0.0, 9.0])
def test_what_still_fades_in_place_of_tiles_is_waited_for(fades: float) -> None:
    """Before the board is taken as it is, with two tiles that cannot be told."""
    watcher, course = hurried("? ? .\n. b b")
    course.presumed = None
    out = cast("Shown", watcher._out)
    out.uncover = lambda *_: out.now < fades  # type: ignore[method-assign]
    watcher.elsewhere = cast("Elsewhere", SimpleNamespace(is_found=lambda *_: False))
    _, outcome = watcher.link(Board.from_text("a a .\n. b b"), FIRST, 0.0, tries=())
    assert outcome is Outcome.ELSE
    assert out.now >= fades
    assert (out.now < 9) is (fades == 0)


def test_a_board_that_comes_and_goes_is_taken_as_it_is_after_a_while() -> None:
    """Something moves over it again and again, and it never stands."""
    watcher, course = hurried("a b . d\n? c b a")
    course.presumed = None
    out = cast("Shown", watcher._out)
    part, hidden = out.board, Board.from_text("? ? . ?\n? ? b a")
    look = out.look

    def turning() -> SimpleNamespace:
        out.board = hidden if out.now % 2 < 1 else part
        return look()

    out.look = turning  # type: ignore[method-assign]
    watcher.elsewhere = cast("Elsewhere", SimpleNamespace(is_found=lambda *_: False))
    assert watcher.still(Board.from_text("a b c d\nd c b a")) == part
    assert out.now < 60


@pytest.mark.parametrize("doubts", [0, 1], ids=["as thought", "doubted"])
def test_a_board_empty_too_early_is_waited_for_where_it_was_not_as_thought(doubts: int) -> None:
    """What lay over the last two in the colours of ground goes; no game ends two tiles early."""
    watcher, course = hurried(". . .\n. . .", later=". . .\nb . b")
    course.presumed = None
    course.doubts = doubts
    course.count(links=course.tally.tiles // 2 - 1)
    after = watcher.uncovered(Board.from_text(". . .\n. . ."))
    assert after == (Board.from_text(". . .\nb . b") if doubts else None)


LATE = Board.from_text(". . . d\n. e c d\nb c f f")
"""A board whose tiles began to fall after two links had left holes that stood."""


def fallen_late(seen: str) -> tuple[Watcher, Course, Shown, Board]:
    """A watcher that sees such a board, all cells of which that are empty show unknown ground.

    And the board as it was believed to be.
    """
    board = Board.from_text("a b c d\nb e f d\na c b f")
    watcher, course = hurried(seen)
    course.presumed = None
    course.believe(Beliefs(gravities=(Gravity.NONE, Gravity.DOWN)))
    for each in (link((0, 0), (2, 0)), link((0, 1), (2, 2))):
        course.learn(board, each, Beliefs(gravities=(Gravity.NONE,)))
        board = board.without([each.a, each.b])
    return watcher, course, cast("Shown", watcher._out), board


def test_a_late_fall_is_told_from_a_message_by_what_explains_it() -> None:
    """Nothing is waited for then, and the ground that nobody knew is noted."""
    watcher, course, out, board = fallen_late("? ? ? d\n? e c d\nb c f f")
    assert watcher.still(board) == LATE
    assert out.now < Patience().board
    assert out.noted == [LATE]
    assert course.beliefs.gravities == (Gravity.DOWN,)


def test_a_late_fall_explains_what_is_seen_after_the_next_link() -> None:
    """It was clicked while they fell, and has gone or not; but not while one is only presumed."""
    third = link((0, 3), (1, 3))
    watcher, course, out, board = fallen_late("? ? ? .\n? e c .\nb c f f")
    after = LATE.without([third.a, third.b])
    assert watcher.link(board, third, 0.0, tries=()) == (after, Outcome.REMOVED)
    assert out.now < Patience().board
    watcher, course, out, board = fallen_late("? ? ? d\n? e c d\nb c f f")
    course.presumed = Presumed(third, (), None, LAST)
    assert course.explains(out.seen) is None
