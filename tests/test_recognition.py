"""Cells of a known game: named, empty or unknown, and no tile is ever called empty."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from shapes import COUNT, INK, PAPER, bare, seen, skin, tiles

from bot.board import EMPTY, UNKNOWN
from bot.distances import halved
from bot.likeness import Likeness
from bot.recognition import recognise, shows_any
from bot.skin import Body
from bot.skinfile import load_skin

SKIN = skin()
LIKENESS = Likeness.of(SKIN)
KINDS = list(range(1, COUNT + 1))


def test_tiles_and_ground_are_named() -> None:
    """Each kind twice, some ground: all certain, nothing selected."""
    names = recognise(seen(np.concatenate([tiles(), bare(3), tiles()])), LIKENESS)
    assert names.kinds.tolist() == [*KINDS, EMPTY, EMPTY, EMPTY, *KINDS]
    assert names.selected.tolist() == []
    assert names.firm.tolist() == (names.kinds > 0).tolist()
    assert not names.recoloured.any()
    assert names.confidence.min() > 0.5


def test_a_face_never_seen_is_unknown() -> None:
    """It has the body of a tile, so it is solid and not ground."""
    names = recognise(seen(np.concatenate([tiles(), tiles(seed=9)[:1], tiles()])), LIKENESS)
    assert names.kinds[COUNT] == UNKNOWN
    assert np.flatnonzero(names.solid).tolist() == [COUNT]
    assert names.confidence[COUNT] == 0


def test_a_face_never_seen_that_covers_what_tiles_share_is_no_ground() -> None:
    """Two are alike, and as bold as faces; unless empty cells are known to look so."""
    mask = np.zeros(SKIN.faces.shape[1:3], np.bool_)
    mask[6:12, 16:32] = True
    body = Body(np.median(tiles(), axis=0), mask)
    other = tiles()[:1]
    dots = np.random.default_rng(8).random((11, 11)).repeat(4, 0).repeat(4, 1)[..., None] > 0.5
    other[:, 2:-2, 2:-2] = np.where(dots, INK, (255, 255, 255))
    other[:, 6:12, 16:20] = PAPER
    cells = seen(np.concatenate([tiles(), bare(3), tiles(), other, other]))
    names = recognise(cells, Likeness.of(replace(SKIN, body=body)))
    assert names.kinds.tolist() == [*KINDS, *[EMPTY] * 3, *KINDS, UNKNOWN, UNKNOWN]
    ground = recognise(cells, Likeness.of(replace(SKIN, body=body, ground=other)))
    assert ground.kinds.tolist() == [*KINDS, *[EMPTY] * 3, *KINDS, EMPTY, EMPTY]


@pytest.mark.parametrize("share", [0.7, 0.78, 0.8, 0.82, 0.9])
def test_an_edge_across_plain_ground_is_no_blank_tile(share: float) -> None:
    """That of a status bar lies where a blank tile ends, too; it has nothing else of one."""
    known = load_skin("kshisen-default")
    height, width = known.faces.shape[1:3]
    edge = np.full((height, width, 3), (216, 216, 176), np.float32)
    edge[round(height * share) :] = 238
    cells = seen(np.concatenate([known.faces, known.faces, edge[None], edge[None]]))
    names = recognise(cells, Likeness.of(known))
    assert names.kinds.tolist() == [*known.kinds, *known.kinds, EMPTY, EMPTY]


def test_a_blank_tile_with_a_shadow_on_its_rim_goes_before_an_edge() -> None:
    """One of two: the other is it, and not the plain ground that a status bar cuts."""
    known = load_skin("kshisen-default")
    height, width = known.faces.shape[1:3]
    blank = int(np.flatnonzero(Likeness.of(known).blank)[0])
    edge = np.full((height, width, 3), (216, 216, 176), np.float32)
    edge[round(height * 0.8) :] = 238
    faces = known.faces.copy()
    faces[blank, -3:] -= 40
    faces[blank, :, -3:] -= 40
    names = recognise(seen(np.concatenate([known.faces, faces, edge[None]])), Likeness.of(known))
    assert names.kinds.tolist() == [*known.kinds, *known.kinds, EMPTY]


def test_ground_on_which_sides_of_neighbours_fall_is_no_face() -> None:
    """However bold they are, and alike: nothing is drawn in its middle."""
    blank, mask = tiles()[:1], np.zeros(SKIN.faces.shape[1:3], np.bool_)
    blank[:, 6:-6, 6:-6] = PAPER
    mask[2:-2, 2:6] = mask[2:-2, -6:-2] = True
    faces = np.concatenate([tiles(), blank])  # with it, a bare middle alone tells nothing
    slots = bare(4)
    slots[:, :, :10], slots[:, :14, 2:6] = (255, 255, 255), PAPER
    shared = replace(skin(faces), body=Body(np.median(tiles(), axis=0), mask))
    names = recognise(seen(np.concatenate([tiles(), slots, tiles()])), Likeness.of(shared))
    assert names.kinds.tolist() == [*KINDS, *[EMPTY] * 4, *KINDS]


def test_a_blank_face_never_seen_is_no_ground() -> None:
    """It has all that tiles share, and ground has nothing of it."""
    blank = tiles()[:1]
    blank[:, 6:-6, 6:-6] = PAPER
    names = recognise(seen(np.concatenate([tiles(), tiles(), bare(1), blank, blank])), LIKENESS)
    assert names.kinds.tolist() == [*KINDS, *KINDS, EMPTY, UNKNOWN, UNKNOWN]


def test_tiles_that_differ_from_a_face_by_a_stroke_are_others() -> None:
    """If several do alike, and the face is seen as it is besides."""
    other = tiles()[2:3]
    other[:, 18:30, 18:30] = np.where(other[:, 18:30, 18:30] == PAPER, INK, PAPER)
    fours = np.concatenate([other] * 4)
    names = recognise(seen(np.concatenate([tiles(), tiles(), fours])), LIKENESS)
    assert names.kinds.tolist() == [*KINDS, *KINDS, *[UNKNOWN] * 4]
    assert names.selected.tolist() == []


@pytest.mark.parametrize("paper", [(250, 210, 60), (120, 160, 240)])
def test_a_tile_on_another_body_is_named_if_its_kind_lacks_one(
    paper: tuple[int, int, int],
) -> None:
    """And it is selected; without need of it, it is no ground all the same."""
    marked = tiles(paper=paper)[2:3]
    others = np.delete(tiles(), 2, axis=0)
    names = recognise(seen(np.concatenate([tiles(), others, marked])), LIKENESS)
    assert names.kinds[-1] == 3
    assert names.selected.tolist() == [2 * COUNT - 1]
    names = recognise(seen(np.concatenate([tiles(), tiles(), marked])), LIKENESS)
    assert names.kinds[-1] in {3, UNKNOWN}


@pytest.mark.parametrize(
    "tone",
    [
        [[0.3, 0.3, 0.3], [0.59, 0.59, 0.59], [0.11, 0.11, 0.11]],
        [[0, 0, 1], [0, 1, 0], [1, 0, 0]],
        [[0.5, 0, 0], [0, 0.5, 0], [0, 0, 0.5]],
    ],
    ids=["grey", "turned", "dark"],
)
def test_tiles_in_other_colours_are_not_empty(tone: list[list[float]]) -> None:
    """All of a board: what is named is right, the rest unknown, and that they are off is told."""
    cells = np.concatenate([tiles(), bare(4), tiles()]) @ np.asarray(tone, np.float32)
    names = recognise(seen(cells), LIKENESS)
    true = np.asarray([*KINDS, 0, 0, 0, 0, *KINDS])
    assert ((names.kinds == true) | (names.kinds == UNKNOWN))[true > 0].all()
    assert (names.kinds[true == 0] == EMPTY).all()
    assert names.recoloured.sum() == 2 * COUNT


def test_a_drawing_tells_what_colours_leave_open() -> None:
    """Light that falls on a tile brings it nearer to another face, whose drawing it has not."""
    faces = np.concatenate([tiles(), tiles()[:1]])
    faces[COUNT, 18:30, 18:30] = faces[COUNT, 18:30, 18:30][::-1, ::-1]
    faces[COUNT, 6:18, 6:18] = (236, 230, 210)
    likeness = Likeness.of(skin(faces))
    lit = faces[[0, COUNT]] + np.linspace(0, 18, faces.shape[2])[None, None, :, None]
    names = recognise(seen(np.concatenate([faces, faces, lit, lit])), likeness)
    assert names.kinds[-4:].tolist() == [1, COUNT + 1, 1, COUNT + 1]


def test_a_tile_between_pixels_is_named() -> None:
    """Where it lies half a pixel aside of the others, as at a pitch that is not whole."""
    faces = tiles()
    finer = np.concatenate([faces, faces[:1]])
    finer[COUNT, 12:20, 12:20] = (190, 120, 110)
    likeness = Likeness.of(skin(finer))
    moved = finer.copy()
    moved[:, :, 1:] = (finer[:, :, 1:] + finer[:, :, :-1]) / 2
    moved[:, 1:] = (moved[:, 1:] + moved[:, :-1]) / 2
    assert not likeness.shown(halved(seen(moved))).fits.all()
    names = recognise(seen(np.concatenate([finer, finer, moved])), likeness)
    assert names.kinds[-COUNT - 1 :].tolist() == [*KINDS, COUNT + 1]


def test_a_hollow_cell_is_empty() -> None:
    """A frame that was left where a tile was cleared is no tile."""
    frame = bare(1)
    frame[:, 2:5] = frame[:, -5:-2] = frame[:, :, 2:5] = frame[:, :, -5:-2] = (255, 230, 0)
    names = recognise(seen(np.concatenate([tiles(), frame, tiles()])), LIKENESS)
    assert names.kinds[COUNT] == EMPTY


def test_faces_of_one_kind_have_its_number() -> None:
    """A skin says which faces match."""
    kinds = SKIN.kinds.copy()
    kinds[1] = 1
    names = recognise(seen(tiles()), Likeness.of(replace(SKIN, kinds=kinds)))
    assert names.kinds.tolist() == kinds.tolist()


def test_a_look_at_some_cells_tells_whether_any_is_a_tile() -> None:
    """Tiles count, ground and tiles of another game do not."""
    assert shows_any(seen(np.concatenate([tiles(), bare(5)])), LIKENESS) == COUNT
    assert shows_any(seen(np.concatenate([tiles(seed=9), bare(5)])), LIKENESS) == 0
