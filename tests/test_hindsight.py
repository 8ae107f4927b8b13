"""What explains a board on which tiles fall after all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.beliefs import Beliefs
from bot.board import EMPTY, UNKNOWN, Board
from bot.geometry import Cell
from bot.hindsight import Hindsight
from bot.matcher import Link, LinkRule
from bot.position import Gravity, remove

OPEN = Beliefs(gravities=(Gravity.NONE, Gravity.DOWN, Gravity.UP))
STANDING = replace(OPEN, gravities=(Gravity.NONE,))
BOARD = Board.from_text("a b c d\nb e f d\na c e f")


def link(a: tuple[int, int], b: tuple[int, int]) -> Link:
    """A link of two cells."""
    return Link(Cell(*a), Cell(*b), (Cell(*a), Cell(*b)))


FIRST, NEXT = link((0, 3), (1, 3)), link((1, 2), (2, 3))
"""The first leaves a tile under it, so that it tells only whether tiles rise."""


def after(gravity: Gravity, *links: Link) -> Board:
    """The board after links went."""
    board = BOARD
    for each in links:
        board = remove(board, each.a, each.b, gravity)
    return board


def test_another_gravity_that_was_possible_explains_what_is_seen() -> None:
    """It is believed from then on, and where links have gone since, they are taken along."""
    hindsight = Hindsight()
    hindsight.note(BOARD, FIRST, OPEN, STANDING)
    seen = after(Gravity.UP, FIRST)
    assert seen != after(Gravity.NONE, FIRST)
    insight = hindsight.explain(seen)
    assert insight is not None
    assert (insight.board, insight.others) == (seen, 0)
    assert insight.beliefs.gravities == (Gravity.UP,)


def test_a_link_clicked_since_may_have_gone_or_not() -> None:
    """How many of those have is told."""
    second = link((0, 0), (2, 0))
    hindsight = Hindsight()
    hindsight.note(BOARD, second, OPEN, STANDING)
    third = link((0, 3), (1, 3))
    for links, others in (((second,), 0), ((second, third), 1)):
        insight = hindsight.explain(after(Gravity.DOWN, *links), third)
        assert insight is not None
        assert insight.others == others
        assert insight.beliefs.gravity is Gravity.DOWN


def test_what_was_ruled_out_in_two_steps_is_tried_as_well() -> None:
    """The second lesson does not make the first one forgotten."""
    second = link((0, 0), (2, 0))
    hindsight = Hindsight()
    hindsight.note(BOARD, FIRST, OPEN, replace(OPEN, gravities=(Gravity.NONE, Gravity.DOWN)))
    hindsight.note(after(Gravity.NONE, FIRST), second, OPEN, STANDING)
    insight = hindsight.explain(after(Gravity.UP, FIRST))
    assert insight is None  # the second has gone for sure
    seen = after(Gravity.DOWN, FIRST, second)
    assert hindsight.explain(seen) is not None


@pytest.mark.parametrize("text", ["a b c d\nb e f d\na c e f", ". b c .\nb e f .\na c e f"])
def test_what_nothing_explains_is_not_explained(text: str) -> None:
    """As a board that was laid anew, or one on which the link is there still."""
    hindsight = Hindsight()
    hindsight.note(BOARD, FIRST, OPEN, STANDING)
    assert hindsight.explain(Board.from_text(text)) is None


def test_after_some_links_or_when_told_nothing_is_doubted_any_more() -> None:
    """Nor before anything was learned."""
    seen = after(Gravity.UP, FIRST)
    hindsight = Hindsight()
    hindsight.note(BOARD, FIRST, OPEN, OPEN)
    assert hindsight.explain(seen) is None
    hindsight.note(BOARD, FIRST, OPEN, STANDING)
    hindsight.forget()
    assert hindsight.explain(seen) is None
    hindsight.note(BOARD, FIRST, OPEN, STANDING)
    for _ in range(4):
        hindsight.note(BOARD, NEXT, STANDING, STANDING)
    assert hindsight.explain(seen) is None


def test_a_cell_that_cannot_be_told_is_no_contradiction() -> None:
    """As one that has just lost its tile, where none was seen empty before."""
    hindsight = Hindsight()
    hindsight.note(BOARD, FIRST, OPEN, STANDING)
    seen = after(Gravity.UP, FIRST)
    empty = next(cell for cell in seen.cells() if seen[cell] == EMPTY)
    kinds = list(seen.kinds)
    kinds[empty.row * seen.cols + empty.col] = UNKNOWN
    insight = hindsight.explain(Board(seen.rows, seen.cols, tuple(kinds)))
    assert insight is not None
    assert insight.board == seen


def test_all_that_tiles_have_left_may_be_untold_and_few_tiles() -> None:
    """A photograph shows what was never seen of it; more tiles untold may be any."""
    second, third = link((0, 0), (2, 0)), link((0, 1), (2, 2))
    board = Board.from_text("a b c d\nb e f d\na c b f")
    hindsight = Hindsight()
    hindsight.note(board, second, OPEN, STANDING)
    hindsight.note(board.without([second.a, second.b]), third, STANDING, STANDING)
    fallen = remove(remove(board, second.a, second.b, Gravity.DOWN), third.a, third.b, Gravity.DOWN)
    bare = [UNKNOWN if kind == EMPTY else kind for kind in fallen.kinds]
    assert bare.count(UNKNOWN) == 4
    insight = hindsight.explain(Board(3, 4, tuple(bare)))
    assert insight is not None
    assert insight.board == fallen
    hidden = [UNKNOWN if at % 4 == 3 else kind for at, kind in enumerate(fallen.kinds)]
    assert hindsight.explain(Board(3, 4, tuple(hidden))) is None


def test_the_next_link_is_one_that_late_falls_leave_as_it_is() -> None:
    """Nothing of it moves, and its path stays open, whichever way tiles may have begun to fall."""
    board = Board.from_text("a b c d e\nf b c d e\na f g g h\nh i i j j")
    first, beside = link((0, 1), (1, 1)), link((0, 3), (1, 3))
    others = link((3, 3), (3, 4)), link((3, 1), (3, 2))
    hindsight, rule = Hindsight(), LinkRule()
    links = (beside, *others)
    left = board.without([first.a, first.b])
    assert hindsight.safely(left, links, rule) == links
    open_ = replace(OPEN, gravities=(Gravity.NONE, Gravity.LEFT))
    hindsight.note(board, first, open_, STANDING)
    assert hindsight.safely(left, links, rule) == (others[0], beside, others[1])
    assert hindsight.safely(left, (beside,), rule) == (beside,)
    test = Link(Cell(0, 3), Cell(0, 4), ())
    assert hindsight.safely(left, (test, *links), rule) == (test, *links)
    assert hindsight.safely(Board.from_text("a b\nb a"), links, rule) == links
    assert hindsight.explain(Board.from_text("a b\nb a")) is None
    hindsight.note(left, others[0], STANDING, STANDING)
    left = left.without([others[0].a, others[0].b])
    assert hindsight.safely(left, (beside, others[1]), rule)[0] == others[1]
    hindsight.forget()
    assert hindsight.safely(left, links, rule) == links


def test_a_link_that_is_put_first_has_the_path_that_is_open_now() -> None:
    """And none is that would run outside the board, where that may be refused."""
    board = Board.from_text("a a b c\nx e e b\ny f f c\nx g g y")
    first, beside = link((0, 0), (0, 1)), link((0, 2), (1, 3))
    around = Link(Cell(1, 0), Cell(3, 0), (Cell(1, 0), Cell(3, 0)))
    hindsight = Hindsight()
    open_ = replace(OPEN, gravities=(Gravity.NONE, Gravity.LEFT))
    hindsight.note(board, first, open_, STANDING)
    left, inside = board.without([first.a, first.b]), link((1, 1), (1, 2))
    found = hindsight.safely(left, (beside, around, inside), LinkRule(margin=1))[0]
    assert found == around
    assert found.path == (Cell(1, 0), Cell(1, -1), Cell(3, -1), Cell(3, 0))
    assert hindsight.safely(left, (beside, around, inside), LinkRule(margin=0))[0] == inside
