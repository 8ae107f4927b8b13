"""A telephone in a window, as scrcpy shows it, is a window: scaled by a fraction and lossy."""

from __future__ import annotations

from functools import cache

import pytest
from phones import LOOKS, phone
from test_sighting import cleared, fits

from bot.board import Board
from bot.calibrate import learn
from bot.deal import deal
from bot.errors import BoardNotFoundError
from bot.frame import Frame
from bot.geometry import Cell
from bot.reader import read
from bot.sighting import Sight

WINDOWS = [(0.43, 90), (0.43, 50), (0.31, 75)]
"""Sizes of windows, as shares of the telephone's screen, and qualities of the coding."""
STAGES = [0.0, 0.5, 0.8]
"""Shares of the pairs that are gone."""


@cache
def board(seed: int, share: float) -> Board:
    """Ten rows of seven, as upright screens have."""
    return cleared(deal(rows=10, cols=7, kinds=17, seed=seed), share)


@cache
def sight(look: str, scale: float) -> Sight:
    """A skin learned from one fresh board in a window of this size, ready to read."""
    return Sight.of(learn([Frame(phone(board(101, 0.0), look, scale, 90).pixels)], look).skin)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            (look, seed, share, *window), id="-".join(map(str, (look, seed, share, *window)))
        )
        for look in LOOKS
        for seed in (1, 2, 8)
        for share in STAGES[:2]
        for window in WINDOWS
    ],
)
def test_it_is_read_without_a_skin(case: tuple[str, int, float, float, int]) -> None:
    """Fresh and half cleared, each tile is read, and where it lies: to a tenth of a pitch."""
    look, seed, share, scale, quality = case
    true = board(seed, share)
    shown = phone(true, look, scale, quality)
    seen = read(Frame(shown.pixels))
    assert fits(seen.board, true)
    row, col = (min(cells) for cells in zip(*(c for c in true.cells() if true[c]), strict=True))
    here, there = seen.lattice.center(Cell(0, 0)), shown.lattice.center(Cell(row, col))
    assert abs(here.x - there.x) < 0.1 * shown.lattice.pitch[0]
    assert abs(here.y - there.y) < 0.1 * shown.lattice.pitch[1]


@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize("share", STAGES)
@pytest.mark.parametrize("look", LOOKS)
def test_it_is_read_with_a_skin_learned_in_a_window(
    look: str, share: float, window: tuple[float, int]
) -> None:
    """In that window and in a smaller one, down to a fifth of the tiles."""
    true = board(1, share)
    seen = sight(look, 0.43).read(Frame(phone(true, look, *window).pixels))
    assert fits(seen.board, true)


@pytest.mark.parametrize("share", STAGES)
@pytest.mark.parametrize("look", LOOKS)
def test_a_skin_of_the_telephone_itself_reads_no_wrong_board(look: str, share: float) -> None:
    """Learned at more than twice the size of the window it may be refused, which is told."""
    true = board(1, share)
    try:
        seen = sight(look, 1.0).read(Frame(phone(true, look, 0.43, 90).pixels))
    except BoardNotFoundError:
        return
    assert fits(seen.board, true)
