"""Equal neighbours, counted and expected."""

from __future__ import annotations

from itertools import permutations
from statistics import fmean, pvariance

import pytest
from builders import board
from hypothesis import given, settings
from strategies import boards

from bot.board import Board
from bot.deal import deal
from bot.geometry import Cell
from bot.neighbours import (
    chance_of_no_equal_neighbours,
    equal_neighbours,
    expected_equal_neighbours,
    neighbours,
    variance_of_equal_neighbours,
)
from bot.position import Position


def every_deal(layout: Board) -> list[int]:
    """Equal neighbours of every way to lay the tiles in their cells."""
    cells = [cell for cell in layout.cells() if layout[cell] > 0]
    found = []
    for order in set(permutations(layout[cell] for cell in cells)):
        kinds = dict(zip(layout.cells(), layout.kinds, strict=True))
        kinds.update(zip(cells, order, strict=True))
        found.append(equal_neighbours(Board(layout.rows, layout.cols, tuple(kinds.values()))))
    return found


@pytest.mark.parametrize(
    "text",
    [
        "a a b b",
        "a a b / b c c",
        "a a a / a b b",
        "a a . b / # b c c",
        "a a / a a",
        "a . a",
        "a ? a",
    ],
)
def test_mean_and_variance_are_those_of_all_deals(text: str) -> None:
    """On small boards, with holes, walls and unknown cells too, both are exact."""
    counts = every_deal(board(text))
    assert expected_equal_neighbours(board(text)) == pytest.approx(fmean(counts))
    assert variance_of_equal_neighbours(board(text)) == pytest.approx(pvariance(counts))


def test_a_full_board_follows_the_formula() -> None:
    """144 tiles, four of each of 36 kinds: 262 neighbours, each equal by 3 in 143."""
    full = deal(8, 18, 36, seed=1)
    assert len(neighbours(full)) == 8 * 17 + 7 * 18
    assert expected_equal_neighbours(full) == pytest.approx(262 * 36 * 4 * 3 / (144 * 143))


@pytest.mark.parametrize(
    ("rows", "cols", "kinds", "copies"), [(8, 18, 36, 4), (6, 14, 42, 2), (7, 12, 20, 4)]
)
def test_seeded_deals_have_as_many_as_expected(
    rows: int, cols: int, kinds: int, copies: int
) -> None:
    """The mean of 400 deals lies within four standard errors; their variance within a third."""
    counts = [equal_neighbours(deal(rows, cols, kinds, seed, copies=copies)) for seed in range(400)]
    any_of_them = deal(rows, cols, kinds, 0, copies=copies)
    variance = variance_of_equal_neighbours(any_of_them)
    error = (variance / len(counts)) ** 0.5
    assert abs(fmean(counts) - expected_equal_neighbours(any_of_them)) < 4 * error
    assert pvariance(counts) == pytest.approx(variance, rel=1 / 3)


def test_the_chance_of_none_is_near_and_nearer_than_poisson() -> None:
    """On every arrangement of four kinds of two on 2 x 4 cells, the mended law is closer."""
    layout = board("a a b b / c c d d")
    counts = every_deal(layout)
    truth = counts.count(0) / len(counts)
    mended = chance_of_no_equal_neighbours(layout)
    assert abs(mended - truth) < abs(chance_of_no_equal_neighbours(layout, poisson=True) - truth)
    assert mended == pytest.approx(truth, rel=0.1)


def test_the_chance_of_none_on_a_usual_board() -> None:
    """Of a million shuffles of 18 x 8 cells, counted once, 3829 had no equal neighbours."""
    usual = deal(8, 18, 36, seed=1)
    assert chance_of_no_equal_neighbours(usual) == pytest.approx(0.003829, rel=0.03)
    assert chance_of_no_equal_neighbours(usual, poisson=True) == pytest.approx(0.003829, rel=0.1)


@settings(max_examples=80, deadline=None)
@given(boards())
def test_equal_neighbours_are_links_over_no_cell(layout: Board) -> None:
    """They are the links of length 0 of the plain rule, and the chance of none is a chance."""
    links = [link for link in Position(layout).legal_links if link.cells == 0]
    assert equal_neighbours(layout) == len(links)
    assert 0 <= chance_of_no_equal_neighbours(layout) <= 1


def test_cells_of_walls_and_holes_are_no_neighbours() -> None:
    """Of three tiles around a hole and a wall, two are neighbours."""
    assert neighbours(board("a a # / . . a")) == [(Cell(0, 0), Cell(0, 1))]
