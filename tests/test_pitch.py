"""The pitch of a board is found by the ways between its equal tiles, to a fraction of a pixel."""

from __future__ import annotations

from itertools import combinations, islice

import numpy as np
import pytest
from builders import shuffled_board

from bot.board import Board
from bot.corners import Twins
from bot.pitch import MAX_PITCH, MIN_PITCH, Pitch, explained, pitches, weights

CORNERS = 5
"""Corners that each face has."""


def twins_of(
    board: Board, pitch: tuple[float, float], left: float = 0.0, off: float = 0.3
) -> Twins:
    """What a perfect eye would see of a board: each corner of a face, and its twins elsewhere.

    Corners are found on whole pixels, so they lie `off` px from their place.
    """
    lot = np.random.default_rng(4)
    x: list[float] = []
    y: list[float] = []
    pairs: list[tuple[int, int]] = []
    for cells in board.by_kind().values():
        for corner in lot.uniform(0.2, 0.8, (CORNERS, 2)):
            first = len(x)
            x += [
                left + (cell.col + corner[0]) * pitch[0] + lot.uniform(-off, off) for cell in cells
            ]
            y += [(cell.row + corner[1]) * pitch[1] + lot.uniform(-off, off) for cell in cells]
            pairs += combinations(range(first, len(x)), 2)
    a, b = np.asarray(pairs, np.intp).reshape(-1, 2).T
    count = np.bincount(np.concatenate([a, b]), minlength=len(x))
    return Twins(np.asarray(x, np.float32), np.asarray(y, np.float32), a, b, count.astype(np.intp))


def joined(*parts: Twins) -> Twins:
    """All that was seen, in one."""
    starts = np.cumsum([0] + [len(part.x) for part in parts[:-1]])
    moved = list(zip(parts, starts.tolist(), strict=True))
    return Twins(
        np.concatenate([part.x for part in parts]),
        np.concatenate([part.y for part in parts]),
        np.concatenate([part.a + start for part, start in moved]),
        np.concatenate([part.b + start for part, start in moved]),
        np.concatenate([part.count for part in parts]),
    )


def coarsest(family: list[Pitch]) -> tuple[float, float]:
    """The coarsest pitch of a family that explains all that its finest one does."""
    best = max((pitch for pitch in family if pitch.share > 0.95), key=lambda each: each.x * each.y)
    return best.x, best.y


BOARD = shuffled_board(8, 10, 20, 3)


@pytest.mark.parametrize(
    "pitch", [(40.0, 52.0), (33.37, 27.71), (92.0, 92.0), (18.2, 24.55), (181.0, 140.5)]
)
def test_the_coarsest_that_explains_all_is_the_true_one(pitch: tuple[float, float]) -> None:
    """A family has its multiples: half a tile explains a board as well, a tile and a half not."""
    twins = twins_of(BOARD, pitch)
    family = next(pitches(twins, weights(twins)))
    assert coarsest(family) == pytest.approx(pitch, abs=0.05)
    assert family[0].share == 1.0


def test_corners_that_stray_cost_no_precision() -> None:
    """Corners found a whole pixel from their place tell the pitch to a tenth of a pixel."""
    twins = twins_of(BOARD, (40.3, 52.6), off=0.7)
    assert coarsest(next(pitches(twins, weights(twins)))) == pytest.approx((40.3, 52.6), abs=0.1)


def test_the_true_pitch_is_among_the_multiples_of_half_of_it() -> None:
    """Where half a tile repeats as well, the family still holds the pitch of whole tiles."""
    twins = twins_of(BOARD, (60.0, 48.0))
    halves = twins_of(shuffled_board(16, 20, 100, 1), (30.0, 24.0))
    both = joined(twins, halves)
    family = next(pitches(both, weights(both)))
    assert (family[0].x, family[0].y) == pytest.approx((30, 24), abs=0.1)
    assert any((each.x, each.y) == pytest.approx((60, 48), abs=0.2) for each in family)


def test_what_was_explained_hides_nothing() -> None:
    """Two boards of different pitches are a family each, the larger board first."""
    small = twins_of(shuffled_board(4, 6, 6, 1), (57.3, 33.9), 600.0)
    both = joined(small, twins_of(BOARD, (40.0, 52.0)))
    found = [coarsest(family) for family in islice(pitches(both, weights(both)), 2)]
    assert found[0] == pytest.approx((40.0, 52.0), abs=0.05)
    assert found[1] == pytest.approx((57.3, 33.9), abs=0.1)


def laid_again(far: int) -> Twins:
    """A ground of one picture, and the same once more so far to the right, px."""
    lot = np.random.default_rng(7)
    x, y = lot.uniform(0, (far, 260.0), (900, 2)).T.astype(np.float32)
    a, b = np.arange(900), np.arange(900, 1800)
    return Twins(np.append(x, x + far), np.append(y, y), a, b, np.ones(1800, np.intp))


def test_a_ground_laid_again_and_again_bends_no_pitch() -> None:
    """Its image lies so nearly whole pitches away that it would be taken for tiles that do."""
    ground = laid_again(205)
    tiles = twins_of(BOARD, (40.6, 52.0))
    told = [coarsest(next(pitches(each, weights(each)))) for each in (tiles, joined(tiles, ground))]
    assert told[1] == pytest.approx(told[0], abs=0.02)


def test_a_ground_that_keeps_to_the_cells_tells_of_them() -> None:
    """It moves as a whole, too, but by whole pitches, as tiles do: it makes the pitch surer."""
    ground = laid_again(203)
    astray = twins_of(BOARD, (40.6, 52.0), off=0.7)
    off = [
        abs(coarsest(next(pitches(each, weights(each))))[0] - 40.6)
        for each in (astray, joined(astray, ground))
    ]
    assert off[1] < off[0]


def test_pairs_that_stand_alone_tell_nothing() -> None:
    """Twins without company that is moved alike have no weight, and give no pitch."""
    lot = np.random.default_rng(2)
    x, y = lot.uniform(0, 2000, (2, 60)).astype(np.float32)
    a, b = np.arange(30), np.arange(30, 60)
    twins = Twins(x, y, a, b, np.ones(60, np.intp))
    assert not weights(twins).any()
    assert not list(pitches(twins, weights(twins)))


def test_no_twins_have_no_pitch() -> None:
    """Of nothing there is no weight and no family."""
    none = np.zeros(0, np.float32)
    twins = Twins(none, none, none.astype(np.intp), none.astype(np.intp), none.astype(np.intp))
    assert weights(twins).shape == (0,)
    assert not list(pitches(twins, weights(twins)))


def test_one_row_of_tiles_has_no_pitch() -> None:
    """Ways along one axis alone tell nothing of the other."""
    twins = twins_of(shuffled_board(1, 24, 6, 1), (40.0, 52.0), off=0.0)
    assert not list(pitches(twins, weights(twins)))


def test_pitches_keep_to_sizes_of_tiles() -> None:
    """No pitch of any family is finer or coarser than a tile, or slender."""
    twins = twins_of(BOARD, (18.2, 24.55))
    found = [pitch for family in pitches(twins, weights(twins)) for pitch in family]
    assert found
    for pitch in found:
        assert MIN_PITCH <= min(pitch.x, pitch.y) <= max(pitch.x, pitch.y) <= MAX_PITCH
        assert 1 / 3.5 < pitch.x / pitch.y < 3.5
        assert 0 < pitch.share <= 1


def test_explained_are_the_whole_ways() -> None:
    """A way of whole pitches along both axes is explained, one that misses along either is not."""
    x, y = np.asarray([0, 80, 83, 80, 0], np.float32), np.asarray([0, 52, 52, 60, 104], np.float32)
    a, b = np.zeros(4, np.intp), np.arange(1, 5)
    twins = Twins(x, y, a, b, np.ones(5, np.intp))
    assert explained(twins, (40.0, 52.0)).tolist() == [True, False, False, True]
