"""Walls hang where tiles fall: that tells them, and they are played around."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from test_runner import Table

from bot.beliefs import Beliefs
from bot.board import WALL, Board
from bot.deal import deal
from bot.geometry import Cell
from bot.hanging import Hanging, floating, hanging
from bot.matcher import Link
from bot.position import Gravity, remove
from bot.tally import Ending

FULL = Board.from_text("a b c d\nw e w a\nb c d e\nc w f f\nd e a b")
WALLS = FULL[Cell(1, 0)]


def gone(board: Board, a: Cell, b: Cell, gravity: Gravity) -> Board:
    """The board without two tiles, as it is where walls hang, and as these are seen: as tiles."""
    after = remove(board.with_walls({WALLS}), a, b, gravity)
    return Board(after.rows, after.cols, tuple(WALLS if k == WALL else k for k in after.kinds))


@pytest.mark.parametrize("learned", [tuple(Gravity), (Gravity.NONE,), (Gravity.DOWN,)])
def test_a_kind_that_stays_where_others_fall_is_told_for_walls(
    learned: tuple[Gravity, ...],
) -> None:
    """Also where it was learned that nothing falls, for walls held it."""
    a, b = Cell(3, 2), Cell(3, 3)
    seen = gone(FULL, a, b, Gravity.DOWN)
    assert seen != remove(FULL, a, b, Gravity.DOWN)
    told = hanging(FULL, Link(a, b, (a, b)), seen, Beliefs(gravities=learned))
    assert told is not None
    kind, beliefs = told
    assert kind == WALLS
    assert Gravity.DOWN in beliefs.gravities
    assert Gravity.NONE not in beliefs.gravities


def test_tiles_that_fall_where_none_was_thought_to_are_no_proof_of_walls() -> None:
    """A kind that lies where nothing falls would explain it as well, and has nothing to do with it.

    There are three of it, and they stay.
    """
    board = Board.from_text("a b c d\nb c d e\nw a f f\nw w e g")
    link = Link(Cell(2, 2), Cell(2, 3), (Cell(2, 2), Cell(2, 3)))
    seen = remove(board, link.a, link.b, Gravity.DOWN)
    assert hanging(board, link, seen, Beliefs(gravities=(Gravity.NONE,))) is None


@pytest.mark.parametrize(
    ("said", "true", "lost"),
    [
        (Gravity.DOWN, Gravity.NONE, Ending.CLEARED),
        (Gravity.NONE, Gravity.DOWN, Ending.DEADLOCK),
        (Gravity.LEFT, Gravity.UP, Ending.DEADLOCK),
    ],
)
def test_a_way_to_fall_that_was_said_and_is_not_so_is_given_up(
    said: Gravity, true: Gravity, lost: Ending
) -> None:
    """After two links, without a word of walls; in a skin it may be from another setting."""
    table = Table(deal(6, 8, 12, seed=3, solvable=True, gravity=true), gravity=true)
    player = table.player(beliefs=Beliefs(gravities=(said,), possible=(said,)))
    assert player.play() in {Ending.CLEARED, lost}
    assert player.tally.gravity == true
    assert player.tally.missed == 0
    assert not any("walls" in line for line in table.said)
    assert sum(f"gravity is not {said.value}" in line for line in table.said) == 1


def test_walls_that_hold_tiles_at_the_first_links_do_not_disprove_what_was_said() -> None:
    """The same kind explains both: the tiles that do not fall are held."""
    board = Board.from_text("b c a d\nw e w f\nb d a f\nc w e w\nf d b d\ne e c f")
    kind = board[Cell(1, 0)]
    course, out = Mock(beliefs=Beliefs((Gravity.DOWN,), possible=(Gravity.DOWN,))), Mock()
    course.presumed, course.hindsight.falls = None, 0
    hang = Hanging(course, out)
    out.wall_in.return_value = True
    out.seen.kinds.count.return_value = 4
    told = list[Board]()
    for a, b in ((Cell(0, 0), Cell(2, 0)), (Cell(0, 2), Cell(2, 2)), (Cell(4, 1), Cell(4, 3))):
        after = gone_from(board, a, b, kind)
        found = hang.explains(board, Link(a, b, (a, b)), after)
        assert found is not None
        told.append(found.board)
        board = after
    assert [WALL in board.kinds for board in told] == [False, False, True]
    assert course.say.call_args.args[0].endswith("they are walls")


def gone_from(board: Board, a: Cell, b: Cell, kind: int) -> Board:
    """The board without two tiles where a kind hangs, as it is seen: as tiles."""
    after = remove(board.with_walls({kind}), a, b, Gravity.DOWN)
    return Board(after.rows, after.cols, tuple(kind if k == WALL else k for k in after.kinds))


def test_what_walls_do_not_explain_is_told_for_none() -> None:
    """A board laid anew, one of another size, or where it was said that nothing falls."""
    a, b = Cell(3, 2), Cell(3, 3)
    link, kinds = Link(a, b, (a, b)), list(FULL.without([a, b]).kinds)
    kinds[0], kinds[1] = kinds[1], kinds[0]
    assert hanging(FULL, link, Board(FULL.rows, FULL.cols, tuple(kinds)), Beliefs()) is None
    standing = Beliefs(gravities=(Gravity.NONE,), possible=(Gravity.NONE,))
    assert hanging(FULL, link, gone(FULL, a, b, Gravity.DOWN), standing) is None
    assert hanging(FULL, link, Board(4, 5, FULL.kinds), Beliefs()) is None


def test_tiles_of_one_kind_that_lie_on_nothing_are_walls() -> None:
    """Three of them, two of which must hang; none where other tiles hang as well."""
    assert floating(Board.from_text("w . w\n. w b\n. . b"), Gravity.DOWN) == WALLS
    assert floating(Board.from_text("w . w\nw b c\n. b c"), Gravity.DOWN) is None
    assert floating(Board.from_text("w . c\nw b .\n. b w"), Gravity.DOWN) is None
    assert floating(Board.from_text("w . .\n. b c\n. b w"), Gravity.DOWN) is None
    assert floating(Board.from_text("w . w\nw b c\n. b c"), Gravity.NONE) is None
    assert floating(Board.from_text("? . ?\n? b c\n. b c"), Gravity.DOWN) is None
    assert floating(Board.from_text("a . b\n# b c\n. b c"), Gravity.DOWN) is None
