"""Dealt boards."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import boards, gravities, rules

from bot.board import EMPTY, UNKNOWN, WALL, Board
from bot.deal import deal, deal_on
from bot.errors import InputError
from bot.geometry import Cell
from bot.matcher import LinkRule
from bot.position import Gravity, Outcome, Position
from bot.solver import Verdict, solve


@st.composite
def sizes(draw: st.DrawFn) -> tuple[int, int, int]:
    """Rows, columns and kinds that can be dealt."""
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    if rows * cols % 2:
        cols += 1
    return rows, cols, draw(st.integers(1, rows * cols // 2))


def equal_neighbours(board: Board) -> int:
    """How many neighbours are of one kind."""
    return sum(
        board[cell] == board[other]
        for cell in board.cells()
        for other in (Cell(cell.row, cell.col + 1), Cell(cell.row + 1, cell.col))
        if other in board
    )


@settings(max_examples=150, deadline=None)
@given(sizes(), st.integers(), st.booleans(), st.booleans())
def test_kinds_are_dealt_in_pairs_and_evenly(
    size: tuple[int, int, int], seed: int, solvable: bool, hard: bool
) -> None:
    """The board is full, every kind from 1 is there, and no two kinds differ by more than 2."""
    rows, cols, kinds = size
    board = deal(rows, cols, kinds, seed, solvable=solvable, hard=hard)
    counts = Counter(board.kinds)
    assert (board.rows, board.cols) == (rows, cols)
    assert sorted(counts) == list(range(1, kinds + 1))
    assert all(count % 2 == 0 for count in counts.values())
    assert max(counts.values()) - min(counts.values()) <= 2


@settings(max_examples=100, deadline=None)
@given(sizes(), st.integers(0, 99), st.booleans(), rules, gravities)
def test_a_deal_called_solvable_is(
    size: tuple[int, int, int], seed: int, hard: bool, rule: LinkRule, gravity: Gravity
) -> None:
    """Under any rule and gravity the search never proves such a deal unsolvable."""
    board = deal(*size, seed, solvable=True, hard=hard, rule=rule, gravity=gravity)
    assert solve(Position(board, rule, gravity), budget=2).verdict is not Verdict.UNSOLVABLE


@pytest.mark.parametrize("gravity", list(Gravity))
@pytest.mark.parametrize("turns", [0, 1, 2])
def test_small_solvable_deals_are_solved(gravity: Gravity, turns: int) -> None:
    """Small boards dealt solvable are cleared by the search, also with straight paths alone."""
    for seed in range(5):
        board = deal(4, 5, 10, seed, solvable=True, rule=LinkRule(turns), gravity=gravity)
        start = Position(board, LinkRule(turns), gravity)
        solution = solve(start)
        assert solution.verdict is Verdict.SOLVED


def test_four_of_each_of_36_kinds_fill_18_by_8() -> None:
    """The usual board has four tiles of every kind."""
    assert set(Counter(deal(8, 18, 36, seed=1).kinds).values()) == {4}


def test_what_is_left_over_goes_two_by_two() -> None:
    """Of 42 pairs for 24 kinds, 18 kinds get a second pair, and not always the same ones."""
    first, second = (Counter(deal(6, 14, 24, seed).kinds) for seed in (1, 2))
    assert Counter(first.values()) == {4: 18, 2: 6}
    assert first != second


@pytest.mark.parametrize(
    ("rows", "cols", "kinds", "counts"),
    [
        (6, 14, 21, {4: 21}),
        (8, 18, 36, {4: 36}),
        (12, 24, 42, {8: 30, 4: 12}),
        (14, 26, 42, {12: 7, 8: 35}),
        (16, 30, 42, {12: 36, 8: 6}),
        (3, 6, 3, {8: 1, 6: 1, 4: 1}),
    ],
)
def test_four_at_a_time_is_how_kshisen_deals(
    rows: int, cols: int, kinds: int, counts: dict[int, int]
) -> None:
    """Kinds come round four tiles at a time; only the last ones dealt may be fewer."""
    board = deal(rows, cols, kinds, seed=1, copies=4)
    assert Counter(Counter(board.kinds).values()) == counts


@settings(max_examples=80, deadline=None)
@given(boards(), st.integers(0, 9), st.integers(1, 3), st.booleans(), rules)
def test_a_layout_is_filled_and_kept(
    layout: Board, kinds: int, seed: int, hard: bool, rule: LinkRule
) -> None:
    """Tiles and unknown cells get a tile each, holes and walls stay, and kinds come in pairs."""
    stays = {EMPTY, WALL}
    cells = sum(kind not in stays for kind in layout.kinds)
    if cells % 2 or not 1 <= kinds <= cells // 2:
        with pytest.raises(InputError, match=r"even number of cells|1 to \d+ kinds"):
            deal_on(layout, kinds, seed)
        return
    board = deal_on(layout, kinds, seed, hard=hard, rule=rule)
    for was, now in zip(layout.kinds, board.kinds, strict=True):
        assert now == was if was in stays else now >= 1
    assert not board.odd_kinds
    assert UNKNOWN not in board.kinds


@settings(max_examples=60, deadline=None)
@given(boards(5, 5), st.integers(0, 9), rules)
def test_a_layout_dealt_solvable_is(layout: Board, seed: int, rule: LinkRule) -> None:
    """The search clears whatever was not refused."""
    if sum(kind not in {EMPTY, WALL} for kind in layout.kinds) % 2:
        layout = layout.without([Cell(0, 0)])
    try:
        board = deal_on(layout, 1, seed, solvable=True, rule=rule)
    except InputError:
        return
    assert solve(Position(board, rule), budget=2).verdict is Verdict.SOLVED


def test_a_pocket_with_an_odd_tile_is_no_solvable_deal() -> None:
    """The message says which tiles are walled in; without `solvable` the layout is dealt."""
    layout = Board.from_text("a # # # a\n# # c # #\na # # # a\na a # a .")
    with pytest.raises(InputError, match=r"close in 1 tile from \(1, 2\) on"):
        deal_on(layout, 2, 1, solvable=True)
    assert deal_on(layout, 2, 1).tiles == 8


def test_a_seed_deals_the_same_board_everywhere() -> None:
    """These digests were taken once; another Python or machine must give the same."""
    digests = [
        hashlib.sha256(str(deal(8, 18, 36, seed, **how)).encode()).hexdigest()[:12]
        for seed, how in (
            (1, {}),
            (2, {"solvable": True}),
            (3, {"hard": True}),
            (4, {"solvable": True, "hard": True, "gravity": Gravity.DOWN}),
            (5, {"copies": 4}),
        )
    ]
    assert digests == [
        "dc8675ff3e7c",
        "388ba9592b82",
        "2d596ba168f7",
        "49b1b606871f",
        "8d74f4365ebc",
    ]


def test_without_a_seed_deals_differ() -> None:
    """Two deals without a seed are not the same board."""
    assert deal(8, 18, 36) != deal(8, 18, 36)


@pytest.mark.parametrize("solvable", [False, True])
def test_a_hard_deal_starts_with_few_links(solvable: bool) -> None:
    """Asked to be hard, deals open with far fewer links and equal neighbours, but with one."""
    plain = [deal(8, 18, 36, seed, solvable=solvable) for seed in range(10)]
    hard = [deal(8, 18, 36, seed, solvable=solvable, hard=True) for seed in range(10)]
    links = [len(Position(board).legal_links) for board in hard]
    assert min(links) >= 1
    assert sum(links) < 0.7 * sum(len(Position(board).legal_links) for board in plain)
    assert sum(map(equal_neighbours, hard)) < 0.5 * sum(map(equal_neighbours, plain))


def test_a_solvable_deal_does_not_give_itself_away() -> None:
    """It has no more equal neighbours than a random deal has."""
    random_ones = [deal(8, 18, 36, seed) for seed in range(20)]
    solvable = [deal(8, 18, 36, seed, solvable=True) for seed in range(20)]
    assert sum(map(equal_neighbours, solvable)) <= sum(map(equal_neighbours, random_ones))


@pytest.mark.parametrize(
    ("size", "why"),
    [
        ((3, 3, 2), "even number of cells, but 3 x 3 is 9"),
        ((0, 4, 1), "but got 0 x 4"),
        ((4, -2, 1), "but got 4 x -2"),
        ((2, 2, 0), "1 to 2 kinds, two tiles each, but got 0"),
        ((2, 2, 3), "1 to 2 kinds, two tiles each, but got 3"),
        ((2, 10**9, 3), "at most"),
    ],
)
def test_what_cannot_be_dealt_is_refused_in_one_line(size: tuple[int, int, int], why: str) -> None:
    """The message names the limit and the value."""
    with pytest.raises(InputError, match=why) as refusal:
        deal(*size)
    assert "\n" not in str(refusal.value)


def test_the_smallest_deal() -> None:
    """Two cells and one kind make one pair, solvable and hard though it be."""
    board = deal(1, 2, 1, solvable=True, hard=True)
    start = Position(board)
    assert start.after(next(iter(start.legal_links))).outcome() is Outcome.CLEARED
