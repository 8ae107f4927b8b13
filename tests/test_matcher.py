"""The link rule, held against a slow search that shares nothing with it."""

from __future__ import annotations

import heapq
from itertools import combinations, pairwise

import numpy as np
import pytest
from builders import board, position
from hypothesis import given, settings
from strategies import boards, rules

from bot.board import EMPTY, Board
from bot.errors import InputError
from bot.geometry import Cell
from bot.matcher import Link, LinkRule, find_link, find_links, find_path


def cheapest(one: Board, a: Cell, b: Cell, rule: LinkRule) -> tuple[int, int] | None:
    """Fewest turns, then fewest cells from a to b: Dijkstra, one step at a time."""
    heap = [(0, 0, a.row, a.col, dr, dc) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    done = set()
    while heap:
        turns, steps, row, col, dr, dc = heapq.heappop(heap)
        if (row, col) == b:
            return (turns, steps - 1)
        if (row, col, dr, dc) in done:
            continue
        done.add((row, col, dr, dc))
        if (row, col) != a:
            for side in ((dc, dr), (-dc, -dr)):
                if turns < rule.max_turns:
                    heapq.heappush(heap, (turns + 1, steps, row, col, *side))
        row, col = row + dr, col + dc
        ring = rule.margin
        if not (-ring <= row < one.rows + ring and -ring <= col < one.cols + ring):
            continue
        inside = 0 <= row < one.rows and 0 <= col < one.cols
        if (row, col) == b or not inside or one.kinds[row * one.cols + col] == EMPTY:
            heapq.heappush(heap, (turns, steps + 1, row, col, dr, dc))
    return None


def walked(path: tuple[Cell, ...]) -> list[Cell]:
    """Every cell of a path between its two ends."""
    cells: list[Cell] = []
    for p, q in pairwise(path):
        assert (p.row == q.row) != (p.col == q.col), "a segment runs along a row or a column"
        dr = (q.row > p.row) - (q.row < p.row)
        dc = (q.col > p.col) - (q.col < p.col)
        steps = abs(q.row - p.row) + abs(q.col - p.col)
        cells += [Cell(p.row + n * dr, p.col + n * dc) for n in range(1, steps + 1)]
    return cells[:-1]


@settings(max_examples=300, deadline=None)
@given(boards(), rules)
def test_links_are_those_of_the_slow_search(one: Board, rule: LinkRule) -> None:
    """The same tiles link as by Dijkstra, each with as few turns and then as few cells."""
    expected = {
        (a, b): cost
        for cells in one.by_kind().values()
        for a, b in combinations(cells, 2)
        if (cost := cheapest(one, a, b, rule)) is not None
    }
    found = list(find_links(one, rule))
    assert {(link.a, link.b): (link.turns, link.cells) for link in found} == expected
    assert len(found) == len(expected)


@settings(max_examples=200, deadline=None)
@given(boards(), rules)
def test_a_path_is_a_path(one: Board, rule: LinkRule) -> None:
    """It runs from a to b through free cells, turns at every corner, and counts them right."""
    for link in find_links(one, rule):
        assert link.a < link.b
        assert (link.path[0], link.path[-1]) == (link.a, link.b)
        between = walked(link.path)
        assert len(between) == link.cells == len(set(between))
        for cell in between:
            assert cell not in one or one.is_empty(cell)
            assert -1 <= cell.row <= one.rows
            assert -1 <= cell.col <= one.cols
        for p, q, r in zip(link.path, link.path[1:], link.path[2:], strict=False):
            assert (p.row == q.row) != (q.row == r.row)
        assert link.turns <= rule.max_turns


@settings(max_examples=100, deadline=None)
@given(boards(), rules)
def test_one_link_asked_for_is_the_link_listed(one: Board, rule: LinkRule) -> None:
    """Asking for two tiles, in either order, gives the listed link with its path."""
    listed = {(link.a, link.b): link for link in find_links(one, rule)}
    for a, b in combinations(one.cells(), 2):
        asked = find_link(one, a, b, rule)
        assert asked == listed.get((a, b)) == find_link(one, b, a, rule)
        if asked:
            assert (asked.turns, asked.cells) == (
                listed[a, b].turns,
                listed[a, b].cells,
            )


@pytest.mark.parametrize(
    ("text", "turns", "cells"),
    [
        ("a a", 0, 0),
        ("a . . a", 0, 2),
        ("a . / b a", 1, 1),
        ("a b a", 2, 3),  # over the margin
        ("a b / b a", None, None),
        ("a b . / c d . / . . a", 2, 5),  # over the margin above, and down the free column
        ("b a b / b . b / b a b", 0, 1),
        ("b b b b / b a . b / b . a b / b b b b", 1, 1),
        ("b b b b b / b a b a b / b . . . b / b b b b b", 2, 3),
    ],
)
def test_known_paths(text: str, turns: int | None, cells: int | None) -> None:
    """The best path of the two a tiles turns and crosses as often as one can see."""
    a, b = board(text).by_kind()[1]
    link = find_link(board(text), a, b, LinkRule())
    assert (link and link.turns, link and link.cells) == (turns, cells)


def test_the_ring_is_not_walked_round_a_corner() -> None:
    """From the top row to the left column around the corner takes three turns, one too many."""
    one = board("b a b / a c c / b c c")
    a, b = one.by_kind()[1]
    assert find_link(one, a, b, LinkRule(max_turns=2)) is None
    link = find_link(one, a, b, LinkRule(max_turns=3))
    assert link is not None
    assert link.turns == 3


def test_without_a_margin_the_edge_is_a_wall() -> None:
    """What links over the ring does not link without it."""
    assert position("a b a").link(Cell(0, 0), Cell(0, 2)) is not None
    assert position("a b a", margin=0).link(Cell(0, 0), Cell(0, 2)) is None


def test_unknown_cells_block_and_link_with_nothing() -> None:
    """A cell that could not be told is a wall, and no partner for another such cell."""
    assert not position("? ?").legal_links
    assert position("a ? a", margin=0).link(Cell(0, 0), Cell(0, 2)) is None


@pytest.mark.parametrize("turns", [50, 10**9])
def test_a_rule_of_many_turns_ends(turns: int) -> None:
    """A rule that allows any number of turns finds the winding path and stops."""
    one = board("a . b / b . b / b . . / b b a")
    links = list(find_links(one, LinkRule(turns, margin=10**9)))
    assert Link(Cell(0, 0), Cell(3, 2), ()) in links
    assert find_link(one, Cell(0, 0), Cell(3, 2), LinkRule(turns, 0)) is not None


@pytest.mark.parametrize(("turns", "margin"), [(-1, 1), (2, -1)])
def test_a_rule_below_zero_is_refused(turns: int, margin: int) -> None:
    """Neither turns nor margin can be negative."""
    with pytest.raises(InputError, match="0 or more"):
        LinkRule(turns, margin)


@settings(max_examples=100, deadline=None)
@given(boards(), rules)
def test_any_grid_that_tells_its_empty_cells_is_played_on(one: Board, rule: LinkRule) -> None:
    """A list of lists, an array and a class of one's own link as the board of the same kinds."""
    rows = [
        list(one.kinds[start : start + one.cols])
        for start in range(0, one.rows * one.cols, one.cols)
    ]

    class Own:
        def __init__(self) -> None:
            self.rows, self.cols = one.rows, one.cols

        def is_empty(self, cell: Cell) -> bool:
            return rows[cell.row][cell.col] == 0

    expected = {link: link.path for link in find_links(one, rule)}
    assert {link: link.path for link in find_links(rows, rule)} == expected
    assert {link: link.path for link in find_links(np.array(rows), rule)} == expected
    for link, path in expected.items():
        assert find_path(Own(), link.a, link.b, rule) == path


@pytest.mark.parametrize("rows", [[], [[]], [[1, 1], [1]]])
def test_rows_of_unlike_lengths_are_refused(rows: list[list[int]]) -> None:
    """What is no rectangle is no grid."""
    with pytest.raises(InputError, match="one length"):
        find_path(rows, Cell(0, 0), Cell(0, 1), LinkRule())
