"""Drawings without a plate are told by the pixels that tiles have in common."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.backdrop import paint_ground
from bot.board import EMPTY, UNKNOWN
from bot.copies import named_as_copies, named_by_copies
from bot.cutting import core
from bot.incommon import Common, copies_of
from bot.parts import Ground, GroundKind
from bot.silhouettes import OFF_GROUND

SIDE = 48
Cells = NDArray[np.float32]


def grounds(count: int) -> Cells:
    """Different pieces of a photograph, slightly smoothed: (N, SIDE, SIDE, 3)."""
    colours = (60, 40, 30), (220, 210, 190)
    whole = paint_ground(SIDE * count, SIDE, Ground(GroundKind.PHOTO, colours, seed=3))
    noisy = whole + np.random.default_rng(1).normal(0, 12, whole.shape)
    pieces = noisy.reshape(SIDE, count, SIDE, 3).swapaxes(0, 1)
    return np.stack([cv2.GaussianBlur(each, (0, 0), 0.8) for each in pieces]).astype(np.float32)


def sprite(face: int) -> tuple[Cells, NDArray[np.bool_]]:
    """What is drawn of a face, a blot of its own with stripes, and where: (h, w, 3) and (h, w)."""
    lot = np.random.default_rng(100 + face)
    blot = np.zeros((SIDE, SIDE), np.uint8)
    corners = lot.integers(10, SIDE - 10, (7, 2)).astype(np.int32)
    cv2.fillConvexPoly(blot, cv2.convexHull(corners), 1)
    stripes = np.repeat(lot.integers(0, 255, (SIDE // 4, 3)), 4, axis=0)
    look = np.broadcast_to(stripes[:, None], (SIDE, SIDE, 3)).astype(np.float32)
    return cv2.GaussianBlur(look, (0, 0), 0.8), blot > 0


def board(faces: list[int]) -> tuple[Cells, NDArray[np.bool_]]:
    """Cells with those faces, nothing where it is 0; and where they hide the ground."""
    cells, hides = grounds(len(faces)), np.zeros((len(faces), SIDE, SIDE), np.bool_)
    for at, face in enumerate(faces):
        if face:
            look, hides[at] = sprite(face)
            cells[at][hides[at]] = look[hides[at]]
    return cells, core(hides)


def named(
    kinds: NDArray[np.int64],
    cells: Cells,
    hides: NDArray[np.bool_],
    around: Cells | None = None,
) -> NDArray[np.int64]:
    """The kinds as copies tell them, where nothing else is seen around unless it is given."""
    return named_as_copies(kinds, cells, hides, cells[:0] if around is None else around)


FACES = [1, 0, 2, 3, 0, 4, 2, 1, 3, 0, 4, 3, 0, 0, 3]


def same(kinds: NDArray[np.int64], faces: list[int]) -> bool:
    """Whether kinds are those faces but for their numbers."""
    pairs = set(zip(kinds.tolist(), faces, strict=True))
    return len(pairs) == len({kind for kind, _ in pairs}) == len({face for _, face in pairs})


def test_copies_are_told_on_whatever_ground() -> None:
    """No piece of the photograph is a copy of another."""
    cells, _ = board(FACES)
    groups = copies_of(core(cells))
    assert same(groups, FACES)
    assert (groups[np.asarray(FACES) == 0] == 0).all()


def test_a_pixel_of_noise_makes_no_other_face() -> None:
    """What a camera or a JPEG adds differs from tile to tile."""
    cells, _ = board(FACES)
    noise = np.random.default_rng(7).normal(0, 1.5, cells.shape)
    assert same(copies_of(core((cells + noise).clip(0, 255).astype(np.float32))), FACES)


def test_a_plate_that_all_tiles_share_tells_nothing() -> None:
    """Then copies are more alike than others in their faces alone."""
    cells, _ = board(FACES)
    look, _ = sprite(9)
    frame = np.ones((SIDE, SIDE), np.bool_)
    frame[9:-9, 9:-9] = False
    for at, face in enumerate(FACES):
        if face:
            cells[at][frame] = look[frame]
    assert not copies_of(core(cells)).any()


def test_kinds_that_differ_in_a_stroke_are_not_made_one() -> None:
    """What little is drawn on a large plate is less than what its copies have in common."""
    cells, hides = board([1 if face == 2 else face for face in FACES])
    _, blot = sprite(1)
    y, x = (int(np.median(each)) for each in np.nonzero(blot))
    for at in np.flatnonzero(np.asarray(FACES) == 2):
        cells[at, y : y + 3, x : x + 3] = 255 - cells[at, y, x]
    assert len(np.unique(copies_of(core(cells)))) == 4
    assert same(named(np.asarray(FACES), cells, hides), FACES)


def test_faces_of_which_one_has_ears_are_not_made_one() -> None:
    """All within the outlines of both is the same, and more than other tiles have in common."""
    cells, hides = board([1 if face == 2 else face for face in FACES])
    eared = np.asarray(FACES) == 2
    _, blot = sprite(1)
    top, left = (int(each.min()) for each in np.nonzero(blot))
    inner = hides[eared].copy()
    for at in np.flatnonzero(eared):
        cells[at, top - 1 : top + 11, left - 8 : left + 2] = 250, 20, 20
    whole = np.zeros((len(FACES), SIDE, SIDE), np.bool_)
    whole[:, top - 1 : top + 11, left - 8 : left + 2] = True
    hides[eared] = inner | core(whole)[eared]
    assert len(np.unique(copies_of(core(cells)))) == 4
    assert same(named(np.asarray(FACES), cells, hides), FACES)


def test_nothing_is_told_of_cells_without_a_drawing() -> None:
    """All of one colour are alike, and show nothing."""
    assert not copies_of(np.full((6, SIDE, SIDE, 3), 90, np.float32)).any()
    assert not copies_of(np.empty((0, SIDE, SIDE, 3), np.float32)).any()


def test_two_faces_that_were_one_kind_are_two_and_one_that_was_two_is_one() -> None:
    """The ground explained what they differ by, or made them differ."""
    cells, hides = board(FACES)
    kinds = np.asarray(FACES)
    kinds[kinds == 2] = 1
    kinds[3] = 9
    assert same(named(kinds, cells, hides), FACES)


def test_a_tile_that_was_empty_is_one_if_its_copy_is_a_tile() -> None:
    """Pieces of the ground that are copies of each other are none."""
    cells, hides = board(FACES)
    cells[4] = cells[9]
    kinds = np.asarray(FACES)
    kinds[2] = EMPTY
    assert same(named(kinds, cells, hides), FACES)


@pytest.mark.parametrize("taken", [[1], [1, 4]])
def test_ground_that_was_taken_for_a_tile_is_none(taken: list[int]) -> None:
    """It has no copy, while the tiles that it was taken for have theirs."""
    cells, hides = board(FACES)
    kinds = np.asarray(FACES)
    kinds[taken] = 1
    found = named(kinds, cells, hides)
    assert (found[taken] < 1).all()
    assert found[taken[0]] == EMPTY or len(taken) > 1
    found[taken] = EMPTY
    assert same(found, FACES)


def test_the_twin_of_a_tile_on_a_sparse_board_may_lie_outside() -> None:
    """It is no ground there, however even all others are."""
    faces = [*FACES, *[0] * 12, 5]
    cells, hides = board(faces)
    kinds = np.asarray(faces)
    kinds[-1] = UNKNOWN
    assert named(kinds, cells, hides)[-1] == UNKNOWN
    dense = np.flatnonzero(kinds != EMPTY)
    assert named(kinds[dense], cells[dense], hides[dense])[-1] == EMPTY


def test_two_without_copies_that_show_one_drawing_are_in_question() -> None:
    """They may be a pair, or two buttons beside the board."""
    cells, hides = board([*FACES, 5, 5])
    cells[-1] = 0.7 * cells[-1] + 60
    kinds = np.asarray([*FACES, UNKNOWN, UNKNOWN])
    assert same(named(kinds, cells, hides), [*FACES, UNKNOWN, UNKNOWN])


def test_two_that_are_no_copies_of_their_kind_are_of_it_by_its_drawing() -> None:
    """As where the game draws them between two pixels, and the ground made them unlike the rest."""
    faces = [*FACES, 3, 3]
    cells, hides = board(faces)
    for at, by in ((-1, 0.35), (-2, -0.35)):
        way = np.asarray([[1, 0, 0.5], [0, 1, by]], np.float32)
        cells[at] = cv2.warpAffine(cells[at], way, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    kinds = np.asarray([*FACES, UNKNOWN, UNKNOWN])
    assert same(named(kinds, cells, hides), faces)


@pytest.mark.parametrize("around", ["photograph", "pattern", "little", "nothing"])
def test_a_kind_that_was_taken_for_ground_is_one_where_ground_does_not_repeat(around: str) -> None:
    """A brown stick on a brown table: no two pieces of a photograph are copies."""
    cells, hides = board(FACES)
    kinds = np.asarray(FACES)
    kinds[kinds == 2] = EMPTY
    ring = grounds(25)[-9:]
    if around == "pattern":
        ring[1] = ring[3]
    elif around == "little":
        ring = ring[:2]
    found = named(kinds, cells, hides, None if around == "nothing" else ring)
    assert (found[np.asarray(FACES) == EMPTY] == EMPTY).all()
    assert same(found, FACES if around == "photograph" else kinds.tolist())


def test_a_mark_on_most_empty_cells_is_no_kind() -> None:
    """Some games draw one where a tile was."""
    faces = [*FACES, 0]
    cells, hides = board([face or 5 for face in faces])
    found = named(np.asarray(faces), cells, hides, grounds(30)[-9:])
    assert (found[np.asarray(faces) == EMPTY] == EMPTY).all()


@pytest.mark.parametrize("post", [True, False])
def test_a_post_that_is_seen_in_two_cells_is_no_kind(*, post: bool) -> None:
    """It looks the same a little farther down, which a drawing does not."""
    cells, hides = board(FACES)
    lot = np.random.default_rng(5)
    rows = 1 if post else SIDE // 4
    seen = lot.integers(0, 255, (rows, 5, 3)).repeat(SIDE // rows, axis=0).repeat(4, axis=1)
    cells[[1, 9], :, 14:34] = seen
    found = named(np.asarray(FACES), cells, hides, grounds(25)[-9:])
    assert bool(found[1] == found[9] > EMPTY) != post


def test_what_little_is_seen_of_a_tile_may_be_of_its_kind_alone() -> None:
    """Less than makes a copy: most of it lies under something else."""
    cells, _ = board(FACES)
    kinds, blot = np.asarray(FACES), sprite(3)[1]
    y, x = (int(np.median(each)) for each in np.nonzero(blot))
    for at, by in ((11, 40), (14, -40)):
        little = cells[at, y - 4 : y + 4, x - 4 : x + 4].copy()
        cells[at] += by
        cells[at, y - 4 : y + 4, x - 4 : x + 4] = little
    shared = Common.of(core(cells))
    assert not shared.groups()[[11, 14]].any()
    assert shared.holds(kinds)[[11, 14]].all()
    assert not shared.holds(np.where(np.arange(len(kinds)) == 14, 4, kinds))[14]


def test_what_lacks_a_copy_is_unknown_where_a_tile_does() -> None:
    """The twin of one tile is hidden by something that lies over it."""
    cells, hides = board([*FACES, 5, 5])
    lying = grounds(20)[17]
    cells[-1] = lying[::-1]
    hides[-1] = True
    kinds = np.asarray([*FACES, 5, UNKNOWN])
    kinds[-2] = UNKNOWN
    found = named(kinds, cells, hides)
    assert found[-2:].tolist() == [UNKNOWN, UNKNOWN]
    assert same(found[:-2], FACES)


def test_a_marked_tile_is_of_the_kind_that_lacks_it() -> None:
    """Its pixels are no longer those of its copies."""
    cells, hides = board(FACES)
    cells[3] = (0.6 * cells[3] + 100).clip(0, 255)
    kinds = np.asarray(FACES)
    assert same(named(kinds, cells, hides), FACES)


@pytest.mark.parametrize("shift", [0.4, 0.5])
def test_one_face_between_two_pixels_is_not_another(shift: float) -> None:
    """Half of its tiles lie a part of a pixel aside."""
    faces = FACES
    cells, hides = board(faces)
    kinds = np.asarray(faces)
    for at in np.flatnonzero(kinds == 3)[:2]:
        move = np.asarray([[1, 0, 0], [0, 1, shift]], np.float32)
        cells[at] = cv2.warpAffine(cells[at], move, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    assert same(named(kinds, cells, hides), faces)


def test_copies_alone_name_sprites_on_a_photograph() -> None:
    """What surely holds a tile and has no copy is unknown; what else has none is empty."""
    cells, _ = board(FACES)
    sure = np.flatnonzero(np.asarray(FACES))
    cells[0] = grounds(20)[17][::-1]
    kinds = named_by_copies(cells, sure[:-1], grounds(25)[-9:], len(sure))
    assert kinds is not None
    assert kinds[0] == UNKNOWN
    assert same(np.delete(kinds, [0, 7]), np.delete(FACES, [0, 7]).tolist())


@pytest.mark.parametrize("what", ["few", "ground", "repeated", "edge"])
def test_copies_name_nothing_where_most_tiles_have_none_or_the_ground_repeats(what: str) -> None:
    """Pieces of ground were taken for tiles, or the ground is one picture beside another."""
    cells, _ = board(FACES)
    sure, ring = np.flatnonzero(np.asarray(FACES)), grounds(25)[-9:]
    if what == "few":
        sure = sure[np.isin(np.asarray(FACES)[sure], (1, 2))]
    elif what == "ground":
        sure = np.arange(len(cells))
    elif what == "edge":
        ring = ring[:2]
    else:
        ring[0] = ring[1]
    assert named_by_copies(cells, sure, ring, len(sure)) is None


def test_even_kinds_that_a_dot_tells_apart_stay_two_where_kinds_are_clear() -> None:
    """Two tiles of the first face and two of the second were grouped; a dot is drawn on these."""
    drawn = [1 if face == 2 else face for face in FACES]
    cells, hides = board(drawn)
    for at in np.flatnonzero(np.asarray(FACES) == 2).tolist():
        cells[at][20:23, 20:23] = (200, 30, 30)
    kinds = np.asarray(FACES)
    assert not same(named(kinds, cells, hides), FACES)
    clear = named_as_copies(kinds, cells, hides, cells[:0], clear=True)
    assert same(clear, FACES)
    # An odd one lacks a tile that was taken for another kind.
    kinds = np.where(np.arange(len(FACES)) == FACES.index(2), 3, FACES)
    assert same(named_as_copies(kinds, cells, hides, cells[:0], clear=True), drawn)


def test_signs_on_plates_that_fade_into_the_colour_of_the_ground_stay_two() -> None:
    """A folder is empty or has a sign in it; where its lines fade they look as ground does."""
    kinds = np.asarray([1, 2, 3, 4, 5, 6, 7] * 4, np.int64)
    cells, ground, ink = np.empty((28, SIDE, SIDE, 3), np.float32), (223, 230, 238), (50, 80, 110)
    for at, kind in enumerate(kinds.tolist()):
        plate = np.full((SIDE, SIDE, 3), ground, np.uint8)
        plate[8:40, 8:40] = 255
        if kind <= 2:
            cv2.rectangle(plate, (14, 18), (34, 33), ink, 2)
            if kind == 2:
                cv2.line(plate, (21, 26), (28, 26), ink, 2)
        else:
            plate[12:36, 12:36] = cv2.rotate(
                sprite(kind)[0].astype(np.uint8), cv2.ROTATE_90_CLOCKWISE
            )[12:36, 12:36]
        cells[at] = cv2.GaussianBlur(plate, (0, 0), 0.6)
    hides = core(np.abs(cells - ground).max(axis=-1) > OFF_GROUND)
    assert len(np.unique(copies_of(core(cells)))) == 6  # the two are one
    assert same(named(kinds, cells, hides), kinds.tolist())
