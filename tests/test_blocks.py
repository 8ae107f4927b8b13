"""What two cells differ by: block by block, at the best shift, and what twins may differ by."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot import blocks
from bot.blocks import block_differences, differences, planes_apart, rim, same_place, tolerance_of
from bot.planes import BLOCKS, Planes, Window
from bot.under import Under


def faces(count: int) -> NDArray[np.float32]:
    """Faces of random coarse squares on pale paper."""
    lot = np.random.default_rng(7)
    made = np.full((count, 40, 40, 3), 235, np.float32)
    made[:, 8:-8, 8:-8] = lot.integers(0, 200, (count, 4, 4, 3)).repeat(6, 1).repeat(6, 2)
    return made


def bounds(cells: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """The least and the most half-way to the next pixels, as pictures."""
    planes = Planes.of(cells)
    there = Window.of(planes.height, planes.width, 0).at((0, 0))
    shape = 3, len(cells), planes.height, planes.width
    return [np.moveaxis(r[..., there].reshape(shape), 0, -1) for r in (planes.low, planes.high)]


def test_a_pixel_of_shift_costs_nothing_and_a_stroke_in_full() -> None:
    """Cells a pixel apart are equal; a changed stroke shows in the blocks it lies in."""
    cells = faces(1)
    shifted = np.roll(cells, 1, axis=2)
    one = np.zeros(1, np.intp)
    assert block_differences(cells, shifted, one, one).max() == pytest.approx(0)
    struck = cells.copy()
    struck[0, 4:8, 4:12] = 0
    blocks = block_differences(cells, struck, one, one)[0]
    assert blocks.shape == (BLOCKS - 1, BLOCKS - 1)
    assert blocks[0, :2].min() > 20
    assert blocks[4:, 4:].max() == pytest.approx(0)


@pytest.mark.parametrize(("down", "across"), [(0, 0), (-2, 1), (1, 2), (2, -2)])
def test_every_shift_is_the_one_of_slices(down: int, across: int) -> None:
    """Cells moved by up to two pixels differ as their slices do, laid over each other by hand."""
    lot = np.random.default_rng(3)
    squares = lot.integers(0, 256, (5, 10, 9, 3)).astype(np.float32)
    ground = squares.repeat(6, axis=1).repeat(6, axis=2)
    a, b = ground[:, 4:-4, 4:-4], ground[:, 4 - down : -4 - down, 4 - across : -4 - across].copy()
    b[:, 20:30, 15:25] += 20  # and a mark on each
    at = np.arange(5)
    found = block_differences(a, b, at, at)
    here, there = np.s_[:, 2:-2, 2:-2], np.s_[:, 2 + down : 50 + down, 2 + across : 44 + across]
    low, high = bounds(b)
    forward = same_place(a[here], np.clip(a[here], low[there], high[there]))
    low, high = bounds(a)
    backward = same_place(b[there], np.clip(b[there], low[here], high[here]))
    assert (found >= np.maximum(forward, backward) - 0.01).all()
    assert (found <= forward + backward + 0.01).all()
    assert (found.max(axis=(1, 2)) > 5).all()


def test_bounds_are_the_colours_half_way_to_the_next_pixels() -> None:
    """A step from dark to bright is in between beside it, and nowhere else."""
    cells = np.zeros((1, 9, 9, 3), np.float32)
    cells[0, :, 5:] = 200
    low, high = bounds(cells)
    assert high[0, 4, :, 0].tolist() == [0, 0, 0, 0, 100, 200, 200, 200, 200]
    assert low[0, 4, :, 0].tolist() == [0, 0, 0, 0, 0, 100, 200, 200, 200]
    assert bounds(cells[:0])[0].shape == (0, 9, 9, 3)


def test_an_edge_between_two_pixels_costs_little_and_a_thin_stroke_much() -> None:
    """Drawn half a pixel aside a face is nearly the same; with a stroke more it is not."""
    # Cells are cut out of a picture that is smoothed a little.
    cells = np.asarray([cv2.GaussianBlur(face, (0, 0), 0.8) for face in faces(2)])
    aside = (cells + np.roll(cells, 1, axis=2)) / 2
    at = np.arange(2)
    least = block_differences(cells, aside, at, at).max()
    assert same_place(cells, aside).max() > 3 * least
    struck = cells.copy()
    struck[:, 12:28, 19] = 255  # one pixel wide, from a dark square to a dark square
    assert block_differences(cells, struck, at, at).max(axis=(1, 2)).min() > 2 * least


def test_a_face_that_lets_its_ground_through_may_lie_between_pixels() -> None:
    """Glass half a pixel aside on another ground is the same; with a stroke more it is not."""
    face = faces(1)[0]
    grounds = np.asarray([(30, 60, 200), (180, 90, 20)], np.float32)
    seen = np.full((40, 40, 1), 0.6, np.float32)
    seen[:8] = seen[-8:] = seen[:, :8] = seen[:, -8:] = 0
    aside = [seen * face, (seen * face + np.roll(seen * face, 1, axis=1)) / 2]
    through = [1 - seen, 1 - (seen + np.roll(seen, 1, axis=1)) / 2]
    cells = np.asarray(
        [a + b * ground for a, b, ground in zip(aside, through, grounds, strict=True)], np.float32
    )
    colour = np.broadcast_to(grounds[:, None, None], cells.shape).astype(np.float32)
    under = Under(colour, np.linalg.norm(cells - colour, axis=-1).astype(np.float32), varied=True)
    a, b, one = under[np.asarray([0])], under[np.asarray([1])], np.zeros(1, np.intp)
    assert block_differences(cells[:1], cells[1:], one, one, (a, b)).max() < 5
    struck = cells.copy()
    struck[1, 14:18, 10:30] = 250
    assert block_differences(cells[:1], struck[1:], one, one, (a, b)).max() > 20
    assert block_differences(struck[1:], cells[:1], one, one, (b, a)).max() > 20


def test_what_only_one_of_two_cells_has_counts_from_both_sides() -> None:
    """Thin strokes whose colour lies on the way of the grounds, but beyond them."""
    grounds = np.asarray([(30, 60, 200), (180, 90, 20)], np.float32)
    cells = np.broadcast_to(grounds[:, None, None], (2, 40, 40, 3)).astype(np.float32)
    colour = cells.copy()
    cells[1, 6:-6:4, 6:-6] += 0.6 * (grounds[1] - grounds[0])
    under = Under(colour, np.full((2, 40, 40), 200, np.float32), varied=True)
    a, b, one = under[np.asarray([0])], under[np.asarray([1])], np.zeros(1, np.intp)
    there = block_differences(cells[:1], cells[1:], one, one, (a, b))
    back = block_differences(cells[1:], cells[:1], one, one, (b, a))
    assert there == pytest.approx(back, abs=0.01)
    assert there.max() > 20


def test_cells_made_ready_differ_as_before() -> None:
    """Planes may be made once and compared again and again."""
    cells = faces(6)
    at, to = np.asarray([0, 1, 4]), np.asarray([2, 1, 5])
    planes = Planes.of(cells)
    assert (planes_apart(planes, planes, at, to) == block_differences(cells, cells, at, to)).all()
    assert planes_apart(planes, planes, at[:0], to[:0]).shape == (0, BLOCKS - 1, BLOCKS - 1)


def test_what_is_ground_in_both_cells_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """All else differs as if it were compared as well, however many pixels are at once."""
    cells = faces(6) + np.random.default_rng(3).integers(0, 9, (6, 40, 40, 3)).astype(np.float32)
    colour = np.broadcast_to(np.linspace(90, 240, 6)[:, None, None, None], cells.shape)
    far = np.linalg.norm(cells - colour, axis=-1).astype(np.float32)
    at, to = np.triu_indices(6, 1)
    found = []
    for ground, chunk in ((0.0, 1 << 15), (0.0, 1 << 11), (1e-6, 1 << 15)):
        monkeypatch.setattr(blocks, "_CHUNK", chunk)
        far[::2, :20] = ground
        planes = Planes.of(cells, Under(colour.astype(np.float32), far.copy(), varied=True))
        found.append(planes_apart(planes, planes, at, to))
    assert found[0][:, 5:].max() > 10
    both = (at % 2 == 0) & (to % 2 == 0)
    assert not found[0][both, :3].any()
    assert found[0][~both, :3].any(axis=(1, 2)).all()
    assert (found[0] == found[1]).all()
    assert found[2] == pytest.approx(found[0], abs=1e-4)


def test_the_rim_sees_a_frame_and_not_a_side() -> None:
    """A frame all round a cell lies in the middle block of the rim, a shadow on one side not."""
    cell = faces(1)
    framed, shaded = cell.copy(), cell.copy()
    framed[0, :3], framed[0, -3:], framed[0, :, :3], framed[0, :, -3:] = 0, 0, 0, 0
    shaded[0, :, -6:] = 60
    assert rim(same_place(cell, framed))[0] > 20
    assert rim(same_place(cell, shaded))[0] == pytest.approx(0)


def test_tolerance_is_what_twins_differ_by() -> None:
    """Blocks in which twins differ are judged mildly; without twins there is a floor."""
    twins = np.zeros((8, BLOCKS - 1, BLOCKS - 1), np.float32)
    twins[:, 3, 4] = 6
    tolerance = tolerance_of(twins)
    assert tolerance[3, 4] == pytest.approx(6 + tolerance[3, 3])
    assert (tolerance_of(twins[:0]) == tolerance_of(np.zeros_like(twins))).all()
    assert differences(twins, tolerance).max() < 1


def test_tolerance_is_larger_at_the_rim_and_never_large() -> None:
    """Ground seen bounds a tile may change more than its face, and neither may change at all."""
    alike, unlike = (np.full((4, BLOCKS - 1, BLOCKS - 1), by, np.float32) for by in (0, 200))
    tolerance = tolerance_of(alike)
    assert tolerance[0].min() > tolerance[1, 1] > tolerance[2, 2] == tolerance[2:-2, 2:-2].max()
    assert tolerance_of(unlike)[2:-2, 2:-2].max() == pytest.approx(14)
    assert tolerance_of(unlike).max() == pytest.approx(35)


@pytest.mark.parametrize("side", [8, 9, 10, 12, 14, 40])
def test_small_cells_and_none_at_all(side: int) -> None:
    """Cells of fewer pixels than there are blocks, and no pairs of them."""
    cells = np.random.default_rng(1).uniform(0, 255, (3, side, side, 3)).astype(np.float32)
    one = np.arange(3)
    assert block_differences(cells, cells, one, one).max() == pytest.approx(0, abs=0.1)
    assert np.isfinite(block_differences(cells, cells, one, one[::-1])).all()
    assert same_place(cells[:0], cells[:0]).shape == (0, BLOCKS - 1, BLOCKS - 1)
    none = np.empty(0, np.intp)
    assert block_differences(cells, cells, none, none).shape == (0, BLOCKS - 1, BLOCKS - 1)
