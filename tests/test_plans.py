"""What can be taken in which order, whatever the kinds."""

from __future__ import annotations

from builders import board, played, shuffled_board
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import gravities

from bot.board import Board
from bot.clues import Two, moves
from bot.geometry import Cell
from bot.matcher import LinkRule, find_path
from bot.plans import Game, tiles_of, until_doubt
from bot.position import Gravity, Position, remove
from bot.solver import solve

seeds = st.integers(0, 10_000)


@settings(max_examples=30, deadline=None)
@given(seeds, gravities)
def test_a_line_by_tiles_is_the_line_by_cells_carried_along(seed: int, gravity: Gravity) -> None:
    """Followed as they fall, the tiles named lie where each link takes them."""
    start = Position(shuffled_board(4, 4, 4, seed), gravity=gravity)
    links = solve(start, 0.0).links
    played(start, links)
    now, full = {cell: cell for cell in start.board.cells()}, start.board
    for link, (a, b) in zip(links, tiles_of(links, start), strict=True):
        assert {now[a], now[b]} == {link.a, link.b}
        to = moves(full, link.a, link.b, gravity)
        now = {tile: to[cell] for tile, cell in now.items() if cell in to}
        full = remove(full, link.a, link.b, gravity)


@settings(max_examples=30, deadline=None)
@given(seeds)
def test_no_pair_of_those_needed_can_be_spared(seed: int) -> None:
    """What is kept leads to the test by the plain rule, and with any one less it does not."""
    full = shuffled_board(5, 6, 8, seed)
    line = [(link.a, link.b) for link in solve(Position(full), 0.0).links]
    game = Game(full, LinkRule())
    if not line:
        return
    needed = game.needed(line[:-1], line[-1])
    assert _plays(full, [*needed, line[-1]])
    for pair in needed:
        assert not _plays(full, [*(other for other in needed if other != pair), line[-1]])


def _plays(full: Board, pairs: list[Two]) -> bool:
    now = full
    for a, b in pairs:
        if find_path(now, a, b, LinkRule()) is None:
            return False
        now = remove(now, a, b, Gravity.NONE)
    return True


def test_tests_are_found_behind_the_pairs_that_uncover_them() -> None:
    """The outer two hidden tiles join when the pair between them is gone, the lower two at once."""
    game = Game(board("? a a ? / # # # # / # ? ? #"), LinkRule(margin=0))
    middle, outer = (Cell(0, 1), Cell(0, 2)), (Cell(0, 0), Cell(0, 3))
    lower = (Cell(2, 1), Cell(2, 2))
    assert game.reached([middle], [outer, lower]) == {lower: [], outer: [middle]}
    assert game.plays([middle, outer])
    assert not game.plays([outer])


def test_a_plan_ends_with_its_first_doubtful_pair() -> None:
    """Whatever follows is left for later."""
    one, two, three = ((Cell(row, 0), Cell(row, 1)) for row in range(3))
    assert list(until_doubt([one, two, three], {one, three})) == [one, two]
