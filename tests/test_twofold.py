"""Two faces that differ in little are two kinds, if they make one kind far too common."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot import twofold
from bot.board import UNKNOWN
from bot.classify import tiles_apart
from bot.twofold import rejoined, with_hints

SIDE = 48


def suit(*, spade: bool) -> NDArray[np.float32]:
    """A dark blot on paper, pointed or of three rounds."""
    y, x = np.mgrid[:SIDE, :SIDE] - SIDE / 2
    if spade:
        shape = (np.abs(x) < (y + 14) * 0.7) & (y < 6)
    else:
        rounds = ((0, -7), (-6, 2), (6, 2))
        shape = np.any([(x - a) ** 2 + (y - b) ** 2 < 36 for a, b in rounds], axis=0)
    shape = shape | ((np.abs(x) < 2) & (y > 0) & (y < 14))
    cell = np.full((SIDE, SIDE, 3), 220, np.float32)
    cell[shape] = 60
    return cell


def board(spades: int, clubs: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Spades and clubs, taken for one kind, among four tiles of each of five other kinds."""
    lot = np.random.default_rng(8)
    others = np.full((5, SIDE, SIDE, 3), 220, np.float32)
    others[:, 12:-12, 12:-12] = lot.integers(0, 255, (5, 4, 4, 3)).repeat(6, 1).repeat(6, 2)
    cells = [suit(spade=True)] * spades + [suit(spade=False)] * clubs
    cells += [face for face in others for _ in range(4)]
    kinds = [1] * (spades + clubs) + [kind for kind in range(2, 7) for _ in range(4)]
    noise = lot.normal(0, 3, (len(cells), SIDE, SIDE, 3))
    return np.asarray(kinds, np.int64), (np.asarray(cells) + noise).astype(np.float32)


def parted(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], limit: float = 4.0
) -> NDArray[np.int64]:
    """The kinds once those that are two are parted; blocks may differ by five grey levels."""
    tolerance = np.full((8, 8), 5, np.float32)
    return twofold.parted(kinds, cells, lambda some: tiles_apart(cells[some], tolerance), limit)


def test_two_faces_are_two_kinds() -> None:
    """Four of each."""
    kinds, cells = board(4, 4)
    found = parted(kinds, cells)
    assert len(set(found[:4].tolist())) == len(set(found[4:8].tolist())) == 1
    assert found[0] != found[4]
    assert found[8:].tolist() == kinds[8:].tolist()


def test_one_face_stays_one_kind() -> None:
    """However common."""
    kinds, cells = board(8, 0)
    assert parted(kinds, cells).tolist() == kinds.tolist()


@pytest.mark.parametrize("beside", [(0.0, 0.5), (0.5, 0.5)])
def test_half_a_pixel_beside_its_place_a_face_is_the_same(beside: tuple[float, float]) -> None:
    """A game that enlarges small pictures to a pitch in fractions of a pixel shows some so."""
    lot = np.random.default_rng(5)
    faces = np.full((6, SIDE // 2, SIDE // 2, 3), 220, np.float32)
    faces[:, 6:-6, 6:-6] = lot.integers(0, 255, (6, 12, 12, 3))  # pixel by pixel
    cells = np.concatenate([faces[:1]] * 8 + [faces[1:].repeat(4, axis=0)])
    way = np.asarray([[1, 0, beside[0]], [0, 1, beside[1]]], np.float32)
    cells[4:8] = cv2.warpAffine(faces[0], way, faces.shape[1:3], borderValue=(220, 220, 220))
    kinds = np.asarray([1] * 8 + [kind for kind in range(2, 7) for _ in range(4)])
    assert parted(kinds, cells).tolist() == kinds.tolist()


def test_a_few_tiles_must_differ_clearly() -> None:
    """Where half of the pairs are gone, a kind may have four tiles and others two."""
    kinds, cells = board(2, 2)
    left = np.isin(np.arange(len(kinds)) % 4, (0, 1)) | (kinds == 1)
    kinds, cells = kinds[left], cells[left]
    assert len(set(parted(kinds, cells)[:4].tolist())) == 2
    assert len(set(parted(kinds, cells, limit=100.0)[:4].tolist())) == 1


def test_outlines_alone_part_nothing() -> None:
    """What other ground around a face does to its outlines, its colours must show as well."""
    kinds, cells = board(4, 4)
    cells[:8] = 200 + (cells[:8] - 220) / 8  # twenty grey levels, and a little noise
    near = twofold.parted(kinds, cells, lambda some: np.ones((len(some),) * 2, np.float32), 4.0)
    assert near.tolist() == kinds.tolist()


def test_what_is_far_too_common_is_told_by_areas() -> None:
    """Three faces of four tiles in one kind, whose outlines are too much alike to be asked."""
    kinds = np.repeat([1, 2, 3, 4, 5, 6], (12, 4, 4, 4, 4, 4))
    cells = np.full((32, SIDE, SIDE, 3), 220, np.float32)
    face = np.arange(32) // 4
    far = 1 + 2.0 * (face[:, None] != face)

    def apart(some: NDArray[np.intp]) -> NDArray[np.float32]:
        found = far[np.ix_(some, some)].astype(np.float32)
        np.fill_diagonal(found, 0)
        return found

    found = twofold.parted(kinds, cells, apart, 4.0)
    assert len(set(zip(found.tolist(), face.tolist(), strict=True))) == 8
    assert len(set(found.tolist())) == 8
    far[:] = 1  # nothing tells them apart
    assert twofold.parted(kinds, cells, apart, 4.0).tolist() == kinds.tolist()


@pytest.mark.parametrize(
    ("clear", "grounds"), [(True, 0), (False, 0), (True, 40)], ids=["clear", "not", "grounds"]
)
def test_two_faces_are_told_by_the_tiles_that_are_copies(*, clear: bool, grounds: int) -> None:
    """Some are tilted for a moment, and farther from any other tile than the faces are apart.

    One face on dark squares and on light ones is one.
    """
    kinds = np.repeat([1, 2, 3, 4, 5, 6, 7], (12, 12, 12, 6, 6, 6, 6))
    cells = np.full((60, SIDE, SIDE, 3), 220, np.float32)
    face = np.arange(60) // 6
    cells[face % 2 == 1] -= grounds
    far = np.where(face[:, None] == face, 0.2, 1.5 if clear else 0.5)
    for tilted in (4, 5, 11):
        own = face == face[tilted]
        far[tilted] = far[:, tilted] = np.where(own, 2.2, 2.6)

    def apart(some: NDArray[np.intp]) -> NDArray[np.float32]:
        found = far[np.ix_(some, some)].astype(np.float32)
        np.fill_diagonal(found, 0)
        return found

    found = twofold.parted(kinds, cells, apart, 4.0)
    assert found[36:].tolist() == kinds[36:].tolist()
    assert len(set(zip(found.tolist(), face.tolist(), strict=True))) == 10
    assert len(set(found.tolist())) == (10 if clear and not grounds else 7)


def test_hardly_apart_is_one_kind_however_common() -> None:
    """Two lots of the same face, a shade apart, each all alike: drawn so, and not by hand."""
    kinds, cells = board(16, 0)
    cells[:16] = suit(spade=True)
    cells[8:16] += 2
    assert parted(kinds, cells).tolist() == kinds.tolist()


def test_odd_parts_are_none() -> None:
    """Three and five were rather one kind, some of whose tiles look different."""
    kinds, cells = board(3, 5)
    assert parted(kinds, cells).tolist() == kinds.tolist()


def test_however_common_they_are_two_faces_that_differ_sharply_are_two_kinds() -> None:
    """Two and two, which is as many as other kinds have."""
    kinds, cells = board(2, 2)
    found = parted(kinds, cells).tolist()
    assert found[0] == found[1] != found[2] == found[3]
    assert found[4:] == kinds[4:].tolist()


def test_no_tiles() -> None:
    """Nothing to part."""
    assert parted(np.zeros(2, np.int64), np.zeros((2, 8, 8, 3), np.float32)).tolist() == [0, 0]


def hinted(cells: NDArray[np.float32], *at: int) -> NDArray[np.float32]:
    """The cells, some of them in a green frame."""
    found = cells.copy()
    for cell in (found[one] for one in at):
        cell[:9] = cell[-9:] = cell[:, :9] = cell[:, -9:] = (20, 230, 40)
    return found


def test_a_hinted_pair_is_of_the_kind_it_shows() -> None:
    """Marked alike, the two were taken for a kind of their own."""
    kinds, cells = board(4, 0)
    kinds[:2] = 9
    found, pair = with_hints(kinds, hinted(cells, 0, 1))
    assert found[:4].tolist() == [1, 1, 1, 1]
    assert pair.tolist() == [0, 1]


def test_a_pair_without_a_mark_stays() -> None:
    """Its rim is that of the others."""
    kinds, cells = board(4, 0)
    kinds[:2] = 9
    assert with_hints(kinds, cells)[0].tolist() == kinds.tolist()


def coloured(framed: bool) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Shapes on cards of as many colours, two of six of a kind perhaps in a frame of another."""
    kinds, cells = board(6, 0)
    cells = cells.copy()
    for kind, colour in enumerate(np.random.default_rng(2).integers(40, 220, (6, 3)), 1):
        own = kinds == kind
        cells[own] = np.where(cells[own] > 190, colour.astype(np.float32), cells[own])
        for cell in np.flatnonzero(own):
            cells[cell, :4] = cells[cell, -4:] = cells[cell, :, :4] = cells[cell, :, -4:] = 90
    kinds[:2] = 9
    if framed:
        for cell in (0, 1):
            cells[cell, :4] = cells[cell, -4:] = cells[cell, :, :4] = cells[cell, :, -4:] = (
                30,
                220,
                90,
            )
    return kinds, cells


def test_a_hinted_pair_is_of_its_kind_among_cards_of_many_colours() -> None:
    """Whose rims differ by as much as a mark does; without a mark it stays a kind of its own."""
    kinds, cells = coloured(framed=True)
    found, pair = with_hints(kinds, cells)
    assert found[:6].tolist() == [1] * 6
    assert pair.tolist() == [0, 1]
    kinds, cells = coloured(framed=False)
    assert with_hints(kinds, cells)[0].tolist() == kinds.tolist()


def test_a_pair_under_a_white_veil_is_of_its_kind_among_cards_of_many_colours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of all its colours the same share is left, and it is nearer to pale cards."""
    monkeypatch.setattr(twofold, "_FAIRLY", 0.8)  # the shapes are drawn coarsely
    kinds, cells = coloured(framed=False)
    cells[kinds == 6] = np.where(cells[kinds == 6] > 90, 235, cells[kinds == 6])
    cells[:2] = 0.5 * cells[:2] + 0.5 * 250
    found, pair = with_hints(kinds, cells)
    assert found[:6].tolist() == [1] * 6
    assert pair.tolist() == [0, 1]


def swatches(own: tuple[int, int, int], *, framed: bool) -> NDArray[np.float32]:
    """Four squares of each of eight colours, and two of one, perhaps in a frame."""
    colours = np.random.default_rng(4).integers(20, 236, (8, 3))
    colours[0] = 220, 230, 210
    squares = np.repeat([*colours.tolist(), own], [4] * 8 + [2], axis=0)
    cells = np.full((34, 40, 40, 3), 70, np.float32)
    cells[:, 2:-2, 2:-2] = squares[:, None, None]
    if framed:
        for at in (32, 33):
            inside = cells[at, 6:-6, 6:-6].copy()
            cells[at, 2:-2, 2:-2] = 60, 210, 90
            cells[at, 6:-6, 6:-6] = inside
    return cells


def test_a_framed_pair_of_one_colour_is_of_the_kind_of_that_colour() -> None:
    """Where tiles are nothing but colours there are no outlines to tell it by."""
    kinds = np.repeat(np.arange(1, 10), [4] * 8 + [2])
    own = (220, 230, 210)
    found, pair = with_hints(kinds, swatches(own, framed=True))
    assert found[32:].tolist() == [1, 1]
    assert pair.tolist() == [32, 33]
    for colour, framed in (((200, 230, 160), True), (own, False)):
        assert with_hints(kinds, swatches(colour, framed=framed))[0].tolist() == kinds.tolist()


def with_pairs_left() -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Two spades, and two tiles of each of five other kinds."""
    kinds, cells = board(2, 0)
    some = [at for kind in range(1, 7) for at in np.flatnonzero(kinds == kind)[:2].tolist()]
    return kinds[some], cells[some]


def test_a_hinted_pair_like_no_other_stays() -> None:
    """The last two tiles of their kind."""
    for kinds, cells in (board(2, 0), with_pairs_left()):
        found, pair = with_hints(kinds, hinted(cells, 0, 1))
        assert found.tolist() == kinds.tolist()
        assert pair.size == 0


def test_a_hinted_pair_among_pairs_is_of_the_kind_it_equals() -> None:
    """And of none that it is only much like: there it is one pair more."""
    kinds, cells = with_pairs_left()
    more = np.flip(cells[-2:], axis=2)
    kinds, cells = np.append(kinds, [7, 7]), np.concatenate([cells, more])
    cells[:2] = 0.3 * cells[:2] + 0.7 * cells[2]
    assert with_hints(kinds, hinted(cells, 0, 1))[0][:2].tolist() == [1, 1]
    cells[:2] = cells[2]
    assert with_hints(kinds, hinted(cells, 0, 1))[0][:2].tolist() == [2, 2]


def test_a_hinted_pair_that_may_be_either_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is like another kind, but where pairs are left it may be the last of its own."""
    kinds, cells = with_pairs_left()
    cells[:2] = 0.3 * cells[:2] + 0.7 * cells[2]
    assert with_hints(kinds, hinted(cells, 0, 1))[0][:2].tolist() == [2, 2]
    monkeypatch.setattr(twofold, "_FAIRLY", 0.95)
    found, pair = with_hints(kinds, hinted(cells, 0, 1))
    assert found[:2].tolist() == [UNKNOWN, UNKNOWN]
    assert pair.tolist() == [0, 1]


def test_a_hinted_pair_is_known_among_faces_of_its_shape() -> None:
    """Red spades, hinted, among black ones and red ones."""
    kinds, cells = board(4, 0)
    red = cells[:4].copy()
    red[..., 0] += np.where(red[..., 0] < 150, 140, 0)
    kinds = np.concatenate([kinds, [9, 9, 8, 8]])
    marked = hinted(np.concatenate([cells, red]), len(cells), len(cells) + 1)
    found, pair = with_hints(kinds, marked)
    assert found[-4:].tolist() == [8, 8, 8, 8]
    assert pair.tolist() == [len(cells), len(cells) + 1]


def fresh(part: int, *, alike: bool) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Six kinds of four tiles; of the first some are a kind of their own, tinted all over."""
    kinds, cells = board(4, 0)
    kinds[:part] = 7
    cells = cells.copy()
    cells[:part] = cells[:part] * (0.6, 0.7, 1.0)
    if not alike:
        cells[:part, 16:-16, 16:-16] = np.random.default_rng(2).integers(0, 255, (16, 16, 3))
    return kinds, cells.astype(np.float32)


def test_parts_of_a_kind_are_one_on_a_board_nearly_as_it_was_dealt() -> None:
    """Two tiles marked alike are even by themselves, but all other kinds have four."""
    kinds, cells = fresh(2, alike=True)
    found, parts = rejoined(kinds, cells, (4, 6))
    assert len(set(found[:4].tolist())) == 1
    assert (found[4:].tolist(), parts) == (kinds[4:].tolist(), 1)


def test_a_small_kind_of_another_face_stays_one() -> None:
    """Nothing shows its outlines."""
    kinds, cells = fresh(2, alike=False)
    assert rejoined(kinds, cells, (4, 6))[0].tolist() == kinds.tolist()


def test_a_small_kind_of_the_same_shape_on_the_same_paper_stays_one() -> None:
    """A mark changes what is around a drawing as well; here but the drawing has another colour."""
    kinds, cells = fresh(2, alike=True)
    plain = board(4, 0)[1]
    part = plain[:2].copy()
    part[part[..., 0] < 150] = (60, 90, 200)
    cells[:2] = part
    assert rejoined(kinds, cells, (4, 6))[0].tolist() == kinds.tolist()


@pytest.mark.parametrize(("pairs", "joined"), [(0, True), (4, False)])
def test_small_kinds_that_are_many_were_dealt_so(pairs: int, *, joined: bool) -> None:
    """Marks make no more than a few of them."""
    kinds, cells = fresh(2, alike=True)
    lot = np.random.default_rng(4)
    more = np.full((18 + pairs, SIDE, SIDE, 3), 220, np.float32)
    more[:, 12:-12, 12:-12] = lot.integers(0, 255, (len(more), 4, 4, 3)).repeat(6, 1).repeat(6, 2)
    count = [4] * 18 + [2] * pairs
    kinds = np.concatenate([kinds, np.repeat(np.arange(8, 8 + len(more)), count)])
    found = rejoined(
        kinds, np.concatenate([cells, more.repeat(count, axis=0)]), (8, len(kinds) // 8)
    )
    assert (len(set(found[0][:4].tolist())) == 1) == joined


def test_once_tiles_are_gone_two_may_be_the_last_of_their_kind() -> None:
    """The same tiles with as many empty cells among them."""
    kinds, cells = fresh(2, alike=True)
    both = np.concatenate([kinds, np.zeros(12, np.int64)])
    order = np.random.default_rng(5).permutation(36)
    both, looks = both[order], np.concatenate([cells, cells[:12]])[order]
    assert rejoined(both, looks, (6, 6))[0].tolist() == both.tolist()


def test_a_square_in_the_colour_of_discs_is_another_kind() -> None:
    """Their middles are alike, and what they differ by lies around these."""
    kinds = np.repeat(np.arange(1, 10), [4] * 8 + [2])
    cells = swatches((220, 230, 210), framed=False)
    discs = np.hypot(*(np.mgrid[:40, :40] - 19.5)) > 15
    cells[:32][:, discs] = 200
    assert with_hints(kinds, cells)[0].tolist() == kinds.tolist()
    cells = swatches((220, 230, 210), framed=False)
    cells[16:][:, discs] = 200  # as of half the kinds
    assert with_hints(kinds, cells)[0].tolist() == kinds.tolist()
