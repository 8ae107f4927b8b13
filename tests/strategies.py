"""Random boards and rules for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from bot.board import EMPTY, UNKNOWN, WALL, Board
from bot.matcher import LinkRule
from bot.position import Gravity, Position

gravities = st.sampled_from(list(Gravity))
rules = st.builds(LinkRule, max_turns=st.integers(0, 3), margin=st.integers(0, 2))


@st.composite
def boards(draw: st.DrawFn, most_rows: int = 7, most_cols: int = 7, most_kinds: int = 4) -> Board:
    """A board of any size and filling, with unknown cells and walls now and then."""
    rows = draw(st.integers(1, most_rows))
    cols = draw(st.integers(1, most_cols))
    kinds = draw(st.integers(1, most_kinds))
    odd_ones = [EMPTY, EMPTY, draw(st.sampled_from([UNKNOWN, WALL, EMPTY]))]
    cell = st.sampled_from(odd_ones + 2 * list(range(1, kinds + 1)))
    return Board(
        rows, cols, tuple(draw(st.lists(cell, min_size=rows * cols, max_size=rows * cols)))
    )


@st.composite
def paired_boards(draw: st.DrawFn, most_pairs: int = 6) -> Board:
    """A small board on which every kind occurs an even number of times, with some empty cells."""
    pairs = draw(st.integers(1, most_pairs))
    kinds = draw(st.integers(1, pairs))
    tiles = [1 + number % kinds for number in range(pairs)] * 2
    cols = draw(st.integers(1, 5))
    rows = -(-len(tiles) // cols) + draw(st.integers(0, 1))
    cells = draw(st.permutations(tiles + [EMPTY] * (rows * cols - len(tiles))))
    return Board(rows, cols, tuple(cells))


positions = st.builds(Position, board=boards(), rule=rules, gravity=gravities)
