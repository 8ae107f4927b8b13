"""The lattice of a drawn board is found wherever it lies, and cells with tiles are told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import Board
from bot.corners import find_twins
from bot.deal import deal
from bot.faces import Family
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel
from bot.likely import Sighting, by_turns
from bot.locate import sightings
from bot.pitch import weights
from bot.scenes import drawn_screen
from bot.simulator import Style, draw, lattice_of

BOARD = deal(8, 12, kinds=24, seed=9)


def first(pixels: NDArray[np.uint8]) -> Sighting:
    """The likeliest lattice."""
    return next(sightings(Frame(pixels)))


def fits(found: Lattice, true: Lattice) -> bool:
    """Whether two lattices have the same cells, up to a tenth of a pitch."""
    off = np.abs(np.subtract(found.origin, true.origin)) / true.pitch
    far = Cell(true.rows - 1, true.cols - 1)
    end = np.abs(np.subtract(found.center(far), true.center(far))) / true.pitch
    same = (found.rows, found.cols) == (true.rows, true.cols)
    return same and bool(max(off.max(), end.max()) < 0.1)


def holed(board: Board, share: float) -> Board:
    """The board without some tiles of its inner cells, drawn by lot."""
    inner = [c for c in board.cells() if 0 < c.row < board.rows - 1 and 0 < c.col < board.cols - 1]
    return board.without(Random(2).sample(inner, round(share * len(inner))))


@pytest.mark.parametrize("factor", [0.6, 1.0, 1.7])
def test_the_lattice_is_found_at_any_size(factor: float) -> None:
    """The likeliest lattice is the one drawn: its pitch, its place and its extent."""
    style = Style.default().scaled(factor)
    seen, true = first(draw(BOARD, style)), lattice_of(BOARD, style)
    assert fits(seen.lattice, true)
    assert seen.lattice.pitch == pytest.approx(true.pitch, rel=0.003)


def test_the_lattice_is_found_at_a_fraction_of_a_pixel() -> None:
    """A picture stretched by an odd factor has its cells at odd places, and they are found."""
    style, factor = Style.default(), 1.137
    pixels = cv2.resize(draw(BOARD, style), None, fx=factor, fy=factor)
    found, true = first(np.asarray(pixels, np.uint8)).lattice, lattice_of(BOARD, style)
    assert found.pitch == pytest.approx(np.multiply(true.pitch, factor), rel=0.002)
    assert found.origin == pytest.approx(np.multiply(true.origin, factor), abs=5)


def icons(board: Board, side: int) -> NDArray[np.uint8]:
    """Round icons of a few patches of colour, on ground as rough as a photograph of grass."""
    lot = np.random.default_rng(4)
    rough = lot.integers(40, 200, (180, 240, 1)).astype(np.uint8)
    ground = cv2.GaussianBlur(cv2.resize(rough, (900, 700)), (0, 0), 1.2)
    pixels = np.asarray(ground)[..., None].repeat(3, axis=2)
    face = round(0.5 * side)
    y, x = np.mgrid[:face, :face] - (face - 1) / 2
    disc = np.hypot(x, y) < face / 2
    for cell in board.cells():
        parts = np.random.default_rng(board[cell]).integers(0, 256, (2, 2, 3)).astype(np.uint8)
        picture = cv2.resize(parts, (face, face), interpolation=cv2.INTER_NEAREST)
        top, left = 60 + side * cell.row, 80 + side * cell.col
        pixels[top : top + face, left : left + face][disc] = picture[disc]
    return pixels


def test_icons_on_a_photograph_are_found_though_the_game_is_scaled() -> None:
    """Few of their corners look alike with what lies around them."""
    board, side, factor = deal(9, 14, kinds=21, seed=3), 48, 1.137
    pixels = cv2.resize(icons(board, side), None, fx=factor, fy=factor)
    twins = find_twins(np.asarray(pixels, np.uint8))
    assert np.count_nonzero(weights(twins)) < 100
    pitches = [seen.lattice.pitch for seen in sightings(Frame(np.asarray(pixels, np.uint8)))]
    assert any(pitch == pytest.approx((side * factor,) * 2, rel=0.002) for pitch in pitches)


def test_words_on_wide_tiles_are_found() -> None:
    """Tiles that are three times as wide as high, as words are often set."""
    style = replace(Style.default(), tile=(144, 48), gap=(2.0, 2.0), family=Family.WORDS)
    board = deal(8, 6, kinds=12, seed=9)
    seen = sightings(Frame(draw(board, style)))
    assert any(fits(each.lattice, lattice_of(board, style)) for each in seen)


def test_the_lattice_moves_with_the_window() -> None:
    """A window elsewhere on a larger screen has the same lattice there."""
    style = Style.default()
    window = draw(BOARD, style)
    screen = np.full((window.shape[0] + 120, window.shape[1] + 200, 3), 70, np.uint8)
    screen[83 : 83 + window.shape[0], 131 : 131 + window.shape[1]] = window
    found, true = first(screen).lattice, lattice_of(BOARD, style)
    off = np.subtract(found.origin, true.origin) - (131, 83)
    assert np.abs(off).max() < 0.1 * min(true.pitch)


def test_cells_with_tiles_are_told() -> None:
    """On a board with holes nearly all tiles are known by their twins, and no empty cell is."""
    board = holed(BOARD, 0.4)
    seen = first(draw(board, Style.default()))
    assert (seen.lattice.rows, seen.lattice.cols) == (8, 12)
    held = np.asarray(board.kinds) > 0
    assert not (seen.tiles & ~held).any()
    assert (seen.tiles & held).sum() > 0.85 * held.sum()


def test_empty_outer_lines_are_left_out() -> None:
    """What is empty beside the tiles cannot be told from the ground, and is no cell."""
    edges = [cell for cell in BOARD.cells() if cell.row in (0, 7) or cell.col == 0]
    seen, true = (
        first(draw(BOARD.without(edges), Style.default())),
        lattice_of(BOARD, Style.default()),
    )
    assert (seen.lattice.rows, seen.lattice.cols) == (6, 11)
    assert seen.lattice.origin == pytest.approx(true.center(Cell(1, 1)), abs=5)


def test_likelier_lattices_come_first_and_all_have_marks() -> None:
    """Each sighting has a mark for every cell, and enough of them for a board."""
    some = list(islice(sightings(Frame(draw(BOARD, Style.default()))), 5))
    assert len(some) == 5
    for seen in some:
        assert seen.tiles.shape == (seen.lattice.rows * seen.lattice.cols,)
        assert seen.tiles.sum() >= 4
    true = lattice_of(BOARD, Style.default())
    assert some[0].lattice.pitch == pytest.approx(true.pitch, rel=0.01)


@pytest.mark.parametrize("kind", ["plain", "noise", "tiny"])
def test_pictures_without_repetition_have_no_lattice(kind: str) -> None:
    """A colour, noise, and a picture of a few pixels give nothing, and no error."""
    pictures = {
        "plain": np.full((300, 400, 3), 90, np.uint8),
        "noise": np.random.default_rng(3).integers(0, 256, (300, 400, 3)).astype(np.uint8),
        "tiny": np.zeros((3, 5, 3), np.uint8),
    }
    assert not list(sightings(Frame(pictures[kind])))


def test_a_woven_ground_hides_no_board() -> None:
    """What repeats most is the pattern of the ground; its pitch is not tried to the last."""
    screen = drawn_screen(61013, 0.2)
    found = islice(sightings(Frame(screen.pixels)), 12)  # more are not of the picture as it is
    assert any(fits(seen.lattice, screen.lattice) for seen in found)


def test_a_pitch_that_several_ways_tell_comes_earlier_once_the_first_was_in_vain() -> None:
    """The coarsest of them first: parts of large tiles make many a fine lattice."""

    def told(*pitches: float) -> Iterator[Sighting]:
        for pitch in pitches:
            lattice = Lattice(Pixel(0, 0), (pitch, pitch), 3, 3)
            yield Sighting(lattice, np.ones(9, np.bool_))

    ways = told(10, 60), told(20), told(30), told(20.1), told(40), told(40.2)
    found = [seen.lattice.pitch[0] for seen in by_turns(*ways)]
    assert found == [10, 40.2, 40, 20.1, 20, 30, 60]


@pytest.mark.parametrize(("held", "order"), [(16, [10, 30, 20, 20]), (13, [10, 20, 20, 30])])
def test_a_lattice_full_of_tiles_comes_before_what_several_ways_tell(
    held: int, order: list[int]
) -> None:
    """Once the first was in vain: that may be the table of another window, which is large."""

    def told(pitch: float, side: int, tiles: int) -> Iterator[Sighting]:
        lattice = Lattice(Pixel(0, 0), (pitch, pitch), side, side)
        yield Sighting(lattice, np.arange(side * side) < tiles)

    ways = told(10, 9, 30), told(20, 9, 40), told(20, 9, 50), told(30, 4, held)
    assert [seen.lattice.pitch[0] for seen in by_turns(*ways)] == order


def test_a_vast_lattice_of_few_tiles_is_not_tried_before_the_others_are_asked() -> None:
    """Quarters of tiles make one, and to look at all its cells takes longer than all else."""

    def told(pitch: float, side: int, tiles: int) -> Iterator[Sighting]:
        lattice = Lattice(Pixel(0, 0), (pitch, pitch), side, side)
        yield Sighting(lattice, np.arange(side * side) < tiles)

    for tiles, pitch, order in ((100, 42, [42, 10]), (200, 42, [10, 42])):
        ways = told(10, 20, tiles), told(pitch, 5, 25)
        assert [seen.lattice.pitch[0] for seen in by_turns(*ways)] == order


@pytest.mark.parametrize(("tiles", "pitch", "order"), [(380, 30, [30, 10]), (392, 30, [10, 30])])
def test_what_several_cells_of_a_vast_lattice_make_up_is_tried_before_it(
    tiles: int, pitch: int, order: list[int]
) -> None:
    """If that is fuller than the vast one: beside adverts thin tiles look like thirds."""

    def told(pitch: float, side: int, tiles: int) -> Iterator[Sighting]:
        lattice = Lattice(Pixel(0, 0), (pitch, pitch), side, side)
        yield Sighting(lattice, np.arange(side * side) < tiles)

    ways = told(10, 20, tiles), told(pitch, 7, 49), told(33, 7, 49)
    found = [seen.lattice.pitch[0] for seen in by_turns(*ways)]
    assert found[:2] == order
    assert sorted(found) == [10, 30, 33]


def test_other_ways_are_not_asked_for_the_first() -> None:
    """It is the right one nearly always, and they take longer than all else."""
    sighting = Sighting(Lattice(Pixel(0, 0), (9, 9), 3, 3), np.ones(9, np.bool_))
    other = iter([sighting])
    assert next(by_turns(iter([sighting]), other)) is sighting
    assert next(other) is sighting
