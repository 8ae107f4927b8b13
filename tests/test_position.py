"""Positions: what is legal, what falls, how it ends."""

from __future__ import annotations

from collections import Counter

import pytest
from builders import board, position
from hypothesis import given, settings
from strategies import boards, gravities, positions

from bot.board import WALL, Board
from bot.errors import IllegalLinkError
from bot.geometry import Cell
from bot.matcher import Link
from bot.position import Gravity, Outcome, Position, lanes, remove, settled


def test_legal_links_is_a_view() -> None:
    """It can be looped, counted, asked for truth and for one link, each time anew."""
    links = position("a a b b").legal_links
    assert len(links) == len(list(links)) == 2
    assert links
    assert Link(Cell(0, 0), Cell(0, 1), ()) in links
    assert Link(Cell(0, 1), Cell(0, 2), ()) not in links
    assert "a link" not in links


def test_a_link_is_the_two_tiles_it_takes() -> None:
    """Links with unlike paths are equal and fall together in a set."""
    one, two = Cell(0, 0), Cell(0, 1)
    assert len({Link(one, two, ()), Link(one, two, (one, two))}) == 1


@pytest.mark.parametrize("cells", [(0, 0, 0, 2), (0, 0, 0, 0), (0, 0, 5, 5), (-1, 0, 0, 1)])
def test_an_illegal_link_is_refused(cells: tuple[int, int, int, int]) -> None:
    """Unlike tiles, one tile twice and cells off the board do not link."""
    a, b = Cell(*cells[:2]), Cell(*cells[2:])
    with pytest.raises(IllegalLinkError, match="do not link"):
        position("a a b b").after(Link(a, b, (a, b)))


def test_the_first_position_stays() -> None:
    """Playing a link leaves the position it was played in as it was."""
    start = position("a a b b")
    after = start.after(Link(Cell(0, 0), Cell(0, 1), ()))
    assert start == position("a a b b")
    assert after == position(". . b b")


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (". .", Outcome.CLEARED),
        ("a a", None),
        ("a b / b a", Outcome.DEADLOCK),
        ("a . / . .", Outcome.DEADLOCK),
        ("? .", Outcome.DEADLOCK),
    ],
)
def test_how_a_position_ends(text: str, outcome: Outcome | None) -> None:
    """Cleared without tiles, a deadlock without links, and open as long as there is one."""
    assert position(text).outcome() == outcome


@pytest.mark.parametrize(
    ("gravity", "after"),
    [
        (Gravity.NONE, "b c d / e . f / g . h / i j k"),
        (Gravity.DOWN, "b . d / e . f / g c h / i j k"),
        (Gravity.UP, "b c d / e j f / g . h / i . k"),
        (Gravity.LEFT, "b c d / e f . / g h . / i j k"),
        (Gravity.RIGHT, "b c d / . e f / . g h / i j k"),
    ],
)
def test_tiles_fall_where_gravity_pulls(gravity: Gravity, after: str) -> None:
    """Both removed tiles leave gaps that close towards the floor, in order."""
    start = position("b c d / e a f / g a h / i j k", gravity=gravity)
    assert start.after(Link(Cell(1, 1), Cell(2, 1), ())).board == board(after)


def test_only_lines_that_lost_a_tile_close_up() -> None:
    """A gap in another column stays, and so does what hangs above it."""
    start = position("a b / . . / a b / . c", gravity=Gravity.DOWN)
    assert start.after(Link(Cell(0, 0), Cell(2, 0), ())).board == board(". b / . . / . b / . c")


def test_unknown_cells_fall_like_tiles() -> None:
    """A cell that could not be told is still a tile and drops with its column."""
    assert remove(board("? c / a a"), Cell(1, 0), Cell(1, 1), Gravity.DOWN) == board(". . / ? c")


@settings(max_examples=150, deadline=None)
@given(positions)
def test_a_removal_takes_two_tiles_and_keeps_the_rest(start: Position) -> None:
    """After any link the other tiles are all there, in order along each line of fall."""
    for link in start.legal_links:
        after = start.after(link).board
        assert after.tiles == start.board.tiles - 2
        assert Counter(start.board.kinds) - Counter(after.kinds) == {start.board[link.a]: 2}
        if start.gravity is Gravity.NONE:
            assert after == start.board.without([link.a, link.b])
            continue
        before = start.board.without([link.a, link.b])
        for lane in lanes(before, start.gravity):
            old, new = ([one.kinds[place] for place in lane] for one in (before, after))
            assert [kind for kind in old if kind] == [kind for kind in new if kind]


@settings(max_examples=150, deadline=None)
@given(boards(), gravities)
def test_lanes_hold_every_cell_but_walls_once(one: Board, gravity: Gravity) -> None:
    """Whatever falls falls along one lane; nothing does without gravity."""
    held = sorted(place for lane in lanes(one, gravity) for place in lane)
    open_cells = [place for place, kind in enumerate(one.kinds) if kind != WALL]
    assert held == ([] if gravity is Gravity.NONE else open_cells)


@pytest.mark.parametrize(
    ("gravity", "before", "after"),
    [
        (Gravity.DOWN, "a . # / . b . / # c d / . . .", ". . # / a . . / # b . / . c d"),
        (Gravity.UP, ". . # / a . . / # c d / e . .", "a c # / . . d / # . . / e . ."),
        (Gravity.LEFT, ". a # . b / c . . . d", "a . # b . / c d . . ."),
        (Gravity.RIGHT, "a . # b . / c . . . d", ". a # . b / . . . c d"),
        (Gravity.CENTER_HORIZONTAL, "a . # . b c / a . . . # c", ". a # b c . / . . a . # c"),
        (Gravity.APART_HORIZONTAL, ". a # . b . / . # a b . c", "a . # . . b / . # a . b c"),
        (Gravity.CENTER_VERTICAL, "a # / . a / # . / b c", ". # / a a / # c / b ."),
        (Gravity.APART_VERTICAL, ". # / a a / # b / b .", "a # / . a / # . / b b"),
    ],
)
def test_walls_hold_what_falls(gravity: Gravity, before: str, after: str) -> None:
    """Tiles come to rest on a wall and do not pass it."""
    assert settled(board(before), gravity) == board(after)


@pytest.mark.parametrize(
    ("gravity", "after"),
    [
        (Gravity.CENTER_HORIZONTAL, ". a b c d . . / . . a b . . ."),
        (Gravity.APART_HORIZONTAL, "a b . . . c d / a . . . . . b"),
    ],
)
def test_the_middle_column_belongs_to_the_right(gravity: Gravity, after: str) -> None:
    """Of seven columns three move as the left half and four as the right."""
    start = board("a . b c . d . / . a . . b . .")
    assert settled(start, gravity) == board(after)


@settings(max_examples=150, deadline=None)
@given(positions)
def test_a_position_is_over_exactly_without_links(start: Position) -> None:
    """The outcome is open if and only if some link is legal."""
    assert (start.outcome() is None) == (len(start.legal_links) > 0)
