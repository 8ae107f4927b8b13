"""Sprites on a ground that varies are told by what hides it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.closeup import told_apart
from bot.cutting import core, usual_look
from bot.frame import Frame
from bot.reader import read
from bot.silhouettes import hidden, hidden_by
from bot.skin import Skin
from bot.sprites import _Sprites, as_sprites, bare, sprites_gap, sprites_shown, strokes_apart
from bot.sprites_again import sprites_known
from bot.under import Under

SIDE, FINE = 44, 4
RED, BLUE, GREEN, GOLD = (220, 40, 50), (50, 120, 230), (60, 180, 80), (240, 190, 30)


def gem(corners: int, colour: tuple[int, int, int], side: int = SIDE) -> NDArray[np.float32]:
    """A polygon with lines from its middle to its corners, and how opaque it is: (h, w, 4)."""
    size, middle = side * FINE, side * FINE // 2
    picture = np.zeros((size, size, 4), np.uint8)
    turn = 2 * np.pi * np.arange(corners) / corners
    ends = np.stack([np.sin(turn), -np.cos(turn)], axis=1) * 0.42 * size + middle
    cv2.fillPoly(picture, [ends.astype(np.int32)], (*colour, 255))
    for end in ends.astype(int).tolist():
        cv2.line(picture, (middle, middle), tuple(end), (255, 255, 255, 255), FINE)
    return cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)


def sky(height: int, width: int, seed: int) -> NDArray[np.float32]:
    """Night, and stars of several sizes and tints: (height, width, 3)."""
    lot = np.random.default_rng(seed)
    picture = np.full((height, width, 3), 12, np.float32)
    for _ in range(height * width // 250):
        at = int(lot.integers(0, width)), int(lot.integers(0, height))
        light = lot.uniform(60, 250)
        tint = (light, light * lot.uniform(0.75, 1), light * lot.uniform(0.6, 1))
        cv2.circle(picture, at, int(lot.integers(0, 4)), tint, -1)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.float32)


def laid(ground: NDArray[np.float32], sprite: NDArray[np.float32]) -> NDArray[np.float32]:
    """A sprite on a ground of its size."""
    opaque = sprite[..., 3:] / 255
    return np.asarray(ground * (1 - opaque) + sprite[..., :3] * opaque, np.float32)


def cells_of(*sprites: NDArray[np.float32]) -> tuple[NDArray[np.float32], list[Under]]:
    """Cells that show them in the sky, and empty ones for those that are all clear."""
    grounds = np.stack([sky(SIDE, SIDE, seed) for seed in range(len(sprites))])
    cells = np.stack([laid(g, s) for g, s in zip(grounds, sprites, strict=True)])
    spread = cells.max(axis=-1) - cells.min(axis=-1)  # stars are nearly grey
    return cells, [Under(grounds, np.where(spread > 70, spread, 0).astype(np.float32), True)]


NOTHING = np.zeros((SIDE, SIDE, 4), np.float32)


def test_what_hides_the_ground_lies_within_the_outline() -> None:
    """The lines on a gem have the colours of stars, and are enclosed by it."""
    _, grounds = cells_of(*[gem(6, RED)] * 4)
    within = hidden(grounds, np.arange(4))
    assert within[SIDE // 2, SIDE // 2]
    assert within[14:-14, 16:-16].all()
    assert not within[:3].any()
    assert not within[:, :5].any()


def test_a_drawing_in_lines_hides_nothing_within() -> None:
    """The ground is seen inside a ring, and between two."""
    ring = np.zeros((SIDE, SIDE, 4), np.uint8)
    for radius in (8, 17):
        cv2.circle(ring, (SIDE // 2, SIDE // 2), radius, (*RED, 255), 3)
    _, grounds = cells_of(*[ring.astype(np.float32)] * 4)
    assert not hidden(grounds, np.arange(4)).any()


def test_a_second_way_to_tell_the_ground_is_asked_where_the_first_tells_nothing() -> None:
    """A face in colours that are seen around the board."""
    cells, grounds = cells_of(*[gem(6, RED)] * 4)
    blind = Under(grounds[0].colour, np.zeros(cells.shape[:3], np.float32), True)
    every = np.arange(4)
    assert (hidden([blind, *grounds], every) == hidden(grounds, every)).all()
    assert not hidden([blind], every).any()


def test_faces_that_differ_within_their_outlines_are_told_apart() -> None:
    """Six lines and eight, where stars between the corners differ by more."""
    cells, grounds = cells_of(*[gem(6, RED), gem(8, RED)] * 4, *[gem(4, BLUE)] * 4)
    kinds = np.asarray([1] * 8 + [2] * 4)
    found = told_apart(kinds, cells, None, grounds)
    assert len(set(found[:8:2].tolist())) == len(set(found[1:8:2].tolist())) == 1
    assert found[0] != found[1]
    assert set(found[8:].tolist()) == {2}


def test_kinds_that_show_one_sprite_are_one() -> None:
    """Two and two of a face, where other kinds have four."""
    cells, grounds = cells_of(
        *[gem(6, RED)] * 4, *[gem(8, BLUE)] * 4, *[gem(4, GREEN)] * 4, *[gem(3, GOLD)] * 4
    )
    kinds = np.asarray([1, 1, 5, 5] + [2] * 4 + [3] * 4 + [4] * 4)
    found = as_sprites(kinds, cells, grounds, 9)
    assert set(found[:4].tolist()) == {1}
    assert found[4:].tolist() == kinds[4:].tolist()
    # Unless strokes have told them apart just now.
    assert as_sprites(kinds, cells, grounds, 4).tolist() == kinds.tolist()


def test_kinds_in_two_shapes_stay_two() -> None:
    """Gems of one colour with six and with eight corners."""
    cells, grounds = cells_of(
        *[gem(6, RED)] * 2, *[gem(8, RED)] * 2, *[gem(4, GREEN)] * 4, *[gem(3, GOLD)] * 4
    )
    kinds = np.asarray([1, 1, 2, 2] + [3] * 4 + [4] * 4)
    assert as_sprites(kinds, cells, grounds, 9).tolist() == kinds.tolist()


def test_kinds_that_differ_in_colours_of_the_ground_farther_off_stay_two() -> None:
    """Signs in black above one and the same, on plates: the sky has both colours elsewhere."""
    signs = [gem(6, RED), gem(6, RED)]
    middle = SIDE // 2
    for sign, left in zip(signs, (middle - 8, middle + 1), strict=True):
        sign[middle - 10 : middle - 3, left : left + 7, :3] = 20
    cells, grounds = cells_of(
        *[signs[0]] * 2, *[signs[1]] * 2, *[gem(4, GREEN)] * 4, *[gem(3, GOLD)] * 4
    )
    kinds = np.asarray([1, 1, 2, 2] + [3] * 4 + [4] * 4)
    farther = grounds[0].apart.copy()
    farther[:, : middle - 1] = 0
    every = [replace(grounds[0], apart=farther), *grounds]
    assert as_sprites(kinds, cells, every, 9).tolist() == kinds.tolist()


def test_kinds_in_two_shades_stay_two_where_equal_tiles_are_equal() -> None:
    """Gems of one shape that differ by less than others do, but more than their like."""
    paler = (RED[0], RED[1] + 14, RED[2])
    cells, grounds = cells_of(
        *[gem(6, RED)] * 2, *[gem(6, paler)] * 2, *[gem(4, GREEN)] * 4, *[gem(3, GOLD)] * 4
    )
    kinds = np.asarray([1, 1, 2, 2] + [3] * 4 + [4] * 4)
    assert as_sprites(kinds, cells, grounds, 9).tolist() == kinds.tolist()


def test_a_square_with_and_one_without_corners_stay_two() -> None:
    """They are alike well within their outlines, but not as far as these."""
    square = NOTHING.copy()
    cv2.rectangle(square, (10, 10), (34, 34), (*GREEN, 255), -1)
    octagon, along = square.copy(), np.arange(SIDE)
    for x, y in ((10, 10), (34, 10), (10, 34), (34, 34)):
        octagon[np.add.outer(abs(along - y), abs(along - x)) < 4] = 0
    cells, grounds = cells_of(
        *[octagon] * 4, *[square] * 4, *[gem(4, BLUE)] * 8, *[gem(3, GOLD)] * 8, *[gem(8, RED)] * 8
    )
    kinds = np.asarray([1] * 4 + [5] * 4 + [2] * 8 + [3] * 8 + [4] * 8)
    assert as_sprites(kinds, cells, grounds, 9).tolist() == kinds.tolist()


def test_a_pair_that_only_the_ground_makes_is_none() -> None:
    """Two bare cells that were taken for tiles of a kind; others are what they were."""
    cells, grounds = cells_of(*[gem(6, RED)] * 4, *[gem(8, BLUE)] * 4, NOTHING, NOTHING)
    kinds = np.asarray([1] * 4 + [2] * 4 + [3, 3])
    assert as_sprites(kinds, cells, grounds, 9).tolist() == [1] * 4 + [2] * 4 + [EMPTY] * 2


def test_a_bare_cell_is_no_tile_of_a_kind_that_is_drawn() -> None:
    """One of four that shows nothing but stars."""
    cells, grounds = cells_of(*[gem(6, RED)] * 3, NOTHING, *[gem(8, BLUE)] * 4)
    found = as_sprites(np.asarray([1] * 4 + [2] * 4), cells, grounds, 9)
    assert found.tolist() == [1, 1, 1, EMPTY] + [2] * 4


def test_a_tile_in_the_colours_of_the_ground_is_known_by_its_drawing() -> None:
    """One of four is chosen, and a grey veil leaves it no colour; another is no such tile."""
    cells, grounds = cells_of(*[gem(6, RED)] * 4, *[gem(8, BLUE)] * 4, NOTHING)
    cells[3] = 60 + 0.4 * cells[3].mean(axis=-1, keepdims=True)
    grounds[0].apart[3] = 0
    found = as_sprites(np.asarray([1] * 4 + [2] * 4 + [1]), cells, grounds, 9)
    assert found.tolist() == [1] * 4 + [2] * 4 + [EMPTY]


def test_the_twin_of_a_tile_like_no_other_is_open() -> None:
    """It was taken for ground; neither is known for sure."""
    cells, grounds = cells_of(*[gem(6, RED)] * 4, *[gem(8, BLUE)] * 4, gem(3, GOLD), gem(3, GOLD))
    kinds = np.asarray([1] * 4 + [2] * 4 + [UNKNOWN, EMPTY])
    assert as_sprites(kinds, cells, grounds, 9)[8:].tolist() == [UNKNOWN, UNKNOWN]


def test_nothing_is_bare_where_tiles_have_the_colours_of_the_ground() -> None:
    """Grey stones among grey stones."""
    kinds = np.asarray([1, 1, 2, 2, EMPTY])
    assert not bare(kinds, np.asarray([1, 2, 1, 2, 0], np.float32)).size
    assert bare(kinds, np.asarray([21, 22, 21, 22, 2], np.float32)).tolist() == [4]


@pytest.mark.parametrize("gone", [0, 12, 30])
def test_gems_in_the_sky_are_read(gone: int) -> None:
    """Five shapes in four colours, as dealt and with tiles gone, read without a skin."""
    rows, cols, pitch = 8, 10, 48
    faces = [
        gem(corners, colour) for corners in (3, 4, 5, 6, 8) for colour in (RED, BLUE, GREEN, GOLD)
    ]
    lot = np.random.default_rng(5)
    dealt = lot.permutation(np.repeat(np.arange(20), 4))
    truth = dealt.reshape(rows, cols) + 1
    for face in lot.permutation(np.repeat(np.arange(1, 21), 2))[:gone]:
        places = np.argwhere(truth == face)
        for row, col in places[lot.permutation(len(places))[:2]] if len(places) > 1 else ():
            truth[row, col] = 0
    picture = sky(rows * pitch + 120, cols * pitch + 110, 77)
    for (row, col), kind in np.ndenumerate(truth):
        if kind:
            y, x = 70 + row * pitch, 50 + col * pitch
            place = slice(y, y + SIDE), slice(x, x + SIDE)
            picture[place] = laid(picture[place], faces[kind - 1])
    reading = read(Frame(picture.clip(0, 255).astype(np.uint8)))
    found = np.asarray(reading.board.to_rows())
    held = np.argwhere(truth > 0)
    (top, left), (bottom, right) = held.min(axis=0), held.max(axis=0)
    inner = np.argwhere(found > 0).min(axis=0)
    truth = truth[top : bottom + 1, left : right + 1]
    found = found[inner[0] :, inner[1] :][: truth.shape[0], : truth.shape[1]]
    assert found.shape == truth.shape
    assert ((found > 0) == (truth > 0)).all()
    pairs = set(zip(found[found > 0].tolist(), truth[truth > 0].tolist(), strict=True))
    assert len(pairs) == len(set(truth[truth > 0].tolist())) == len({pair[0] for pair in pairs})


def skin_of(*sprites: NDArray[np.float32], hides: bool = True) -> tuple[Skin, NDArray[np.float32]]:
    """A skin of sprites, four cells of each, and these cells."""
    cells, grounds = cells_of(*[each for each in sprites for _ in range(4)])
    names = np.arange(1, len(sprites) + 1)
    kinds = names.repeat(4)
    faces = np.stack([usual_look(cells[kinds == name]) for name in names])
    within = hidden_by(kinds, names, grounds) if hides else None
    return Skin(faces, names, np.full((8, 8), 4, np.float32), 1.0, None, hides=within), cells


def test_a_sprite_is_known_on_other_ground() -> None:
    """By its strokes, past which other stars are seen; bare ground shows none."""
    skin, _ = skin_of(gem(6, RED), gem(8, RED), gem(4, BLUE))
    fallen = [laid(sky(SIDE, SIDE, 90 + at), gem(n, RED)) for at, n in enumerate((6, 8, 6))]
    face, doubt = sprites_shown(np.stack([*fallen, sky(SIDE, SIDE, 99)]), skin)
    assert skin.kinds[face[:3]].tolist() == [1, 2, 1]
    assert (doubt[:3] < 1).all()
    assert np.isinf(doubt[3])


def test_a_sprite_that_is_a_part_of_another_is_told_by_what_that_hides_beyond_it() -> None:
    """A ball shows all that a pointed gem of its shading does, which is like it to the pixel."""
    across, down = np.meshgrid(np.arange(SIDE), np.arange(SIDE))
    shade = 1.3 - np.hypot(across - 16, down - 16) / SIDE
    ball, pointed = np.zeros((2, SIDE, SIDE, 4), np.float32)
    cv2.circle(mask := np.zeros((SIDE, SIDE), np.uint8), (SIDE // 2, SIDE // 2), 18, 255, -1)
    ball[..., 3], pointed[..., 3] = mask, gem(4, RED)[..., 3]
    ball[..., :3] = pointed[..., :3] = (np.asarray(GREEN) * shade[..., None]).clip(0, 255)
    skin, _ = skin_of(ball, pointed, gem(8, RED))
    fallen = [laid(sky(SIDE, SIDE, 70 + at), each) for at, each in enumerate((ball, pointed) * 3)]
    fallen = [each + np.float32(at % 3) for at, each in enumerate(fallen)]
    face, doubt = sprites_shown(np.stack(fallen), skin)
    assert skin.kinds[face].tolist() == [1, 2] * 3
    assert (doubt < 1).all()


def test_a_finely_drawn_sprite_is_known_a_pixel_aside() -> None:
    """It differs much, pixel by pixel, until one is laid upon the other."""
    lot, sprites = np.random.default_rng(1), []
    for _ in range(4):
        fine = cv2.GaussianBlur(lot.normal(size=(SIDE, SIDE, 3)), (0, 0), 1.5)
        sprite = np.zeros((SIDE, SIDE, 4), np.float32)
        sprite[..., :3] = np.clip(128 + 110 * fine / fine.std(), 0, 255)
        cv2.circle(mask := np.zeros((SIDE, SIDE), np.uint8), (SIDE // 2, SIDE // 2), 18, 255, -1)
        sprite[..., 3] = mask
        sprites.append(sprite)
    skin, _ = skin_of(*sprites)
    aside = np.stack(
        [
            laid(sky(SIDE, SIDE, 60 + at), np.roll(each, 1, axis=1))
            for at, each in enumerate(sprites)
        ]
    )
    face, doubt = sprites_shown(aside, skin)
    assert face.tolist() == [0, 1, 2, 3]
    assert (doubt < 1).all()


def test_a_sprite_in_other_colours_is_not_known() -> None:
    """It may be selected, or another kind in the same shape."""
    skin, cells = skin_of(gem(6, RED), gem(8, RED), gem(4, BLUE))
    tinted = cells[:1] * np.float32(0.6) + np.asarray([0, 90, 0], np.float32)
    assert np.isinf(sprites_shown(tinted, skin)[1]).all()


def test_no_sprite_is_known_where_none_was_told() -> None:
    """Of an even face, which is like even ground, and of a skin that says nothing of it."""
    disc = np.zeros((SIDE, SIDE, 4), np.float32)
    cv2.circle(disc, (SIDE // 2, SIDE // 2), 16, (*GREEN, 255), -1)
    skin, cells = skin_of(disc, gem(8, RED))
    assert np.isinf(sprites_shown(cells[:4], skin)[1]).all()
    assert (sprites_shown(cells[4:], skin)[1] < 1).all()
    skin, cells = skin_of(gem(6, RED), gem(8, RED), hides=False)
    assert np.isinf(sprites_shown(cells, skin)[1]).all()


def test_what_a_sprite_hides_of_others_is_compared_too() -> None:
    """A rival of which it is not told what it hides may look the same; then none is sure."""
    skin, cells = skin_of(gem(6, RED), gem(6, (198, 52, 60)), gem(4, BLUE))
    assert skin.hides is not None
    blind = replace(skin, hides=np.where([[[True]], [[False]], [[True]]], skin.hides, False))
    face, doubt = sprites_shown(cells[4:8], blind)
    assert np.isinf(doubt).all() or (blind.kinds[face] == 2).all()


def test_faces_and_what_they_hide_stay_in_step() -> None:
    """Of a part of them, and of a face that is added, nothing of which is told."""
    skin, cells = skin_of(gem(6, RED), gem(8, RED), gem(4, BLUE))
    some = skin.with_faces(np.asarray([True, False, True]), cells[:1], np.asarray([9]))
    assert some.kinds.tolist() == [1, 3, 9]
    assert some.hides is not None
    assert [bool(each.any()) for each in some.hides] == [True, True, False]
    assert sprites_shown(cells, some)[0].max() <= 1


def test_a_lit_sprite_is_known_and_told() -> None:
    """Its own colours stay; all that is around it is yellow now."""
    skin, cells = skin_of(gem(6, RED), gem(8, RED), gem(4, BLUE))
    light = np.broadcast_to(np.asarray([255, 230, 60], np.float32), (SIDE, SIDE, 3))
    lit = laid(light.copy(), gem(6, RED))
    now, before = np.stack([lit, cells[4]]), np.asarray([1, 2])
    some, kinds, _, told = sprites_known(now, cells[[0, 4]], before, skin)
    assert (some.tolist(), kinds.tolist(), told.tolist()) == ([0, 1], [1, 2], [True, False])


def test_a_sprite_across_which_a_path_is_drawn_is_still_there() -> None:
    """Most of it is as it was; another sprite in its place, or none, would change more."""
    skin, cells = skin_of(gem(6, RED), gem(8, RED), gem(4, BLUE))
    for at, kind in ((0, 1), (4, 2)):
        crossed = cells[at].copy()
        crossed[18:24] = 255
        for seen, names in ((crossed, [kind]), (cells[8], [3]), (np.full_like(crossed, 90), [])):
            before = np.asarray([kind])
            assert sprites_known(seen[None], cells[[at]], before, skin)[1].tolist() == names


@pytest.mark.parametrize("before", [1, 3])
def test_sprites_that_are_the_same_are_told_by_a_dot_beside_them(before: int) -> None:
    """Whatever was taken to be there; what lies over the place of the dot tells nothing of it."""
    skin, cells = skin_of(gem(6, RED), gem(4, BLUE))
    assert skin.hides is not None
    dotted, covered = cells[0].copy(), cells[0].copy()
    dotted[2:7, 2:7], covered[:9, :9] = (40, 200, 60), (40, 90, 160)
    face = skin.faces[0] + np.random.default_rng(3).normal(0, 2, cells[0].shape)
    face[2:7, 2:7] = (40, 200, 60)
    face[-4:] += 60  # the ground is lighter there
    both = replace(
        skin,
        faces=np.concatenate([skin.faces, face[None]]).astype(np.float32),
        kinds=np.asarray([1, 2, 3]),
        hides=np.concatenate([skin.hides, skin.hides[:1]]),
    )
    seen, kinds = np.stack([cells[0], dotted, covered]), np.full(3, before)
    some, told, *_ = sprites_known(seen, cells[[0, 0, 0]], kinds, both)
    assert (some.tolist(), told.tolist()) == ([0, 1, 2], [1, 3, before])


def test_a_sprite_that_faded_away_is_there_no_more() -> None:
    """Just before it was seen nearly as faint, in most of it."""
    skin, cells = skin_of(gem(6, RED), gem(8, RED), gem(4, BLUE))
    for at, kind in ((0, 1), (4, 2)):
        ground = np.full((SIDE, SIDE, 3), 20, np.float32)
        faint = ground.copy()
        faint[17:27, 17:27] = cells[at][17:27, 17:27]
        known = sprites_known(ground[None], faint[None], np.asarray([kind]), skin)
        assert not known[0].size


def test_a_thin_drawing_on_a_pale_plate_is_there_no_more_where_that_is_gone() -> None:
    """The plate differs from the ground by less than a game may light it."""
    ground = np.full((SIDE, SIDE, 3), 240, np.float32)

    def card(*bars: int, ink: int = 20) -> NDArray[np.float32]:
        drawn = ground.copy()
        drawn[4:40, 4:40] = 254
        for bar in bars:
            drawn[bar : bar + 2, 14:30] = ink
        return drawn

    faces = np.stack([card(10, 20), card(14, 26, 32)])
    inside = np.zeros((2, SIDE, SIDE), np.bool_)
    inside[:, 4:40, 4:40] = True
    skin = replace(skin_of(gem(6, RED), gem(8, RED))[0], faces=faces, hides=inside)
    fading = card(10, 20, ink=140)
    fading[16:28, 16:28] = card(10, 20)[16:28, 16:28]
    for now, names in ((card(10, 20, ink=40), [1]), (ground, [])):
        known = sprites_known(now[None], fading[None], np.asarray([1]), skin)
        assert known[1].tolist() == names


def test_a_sprite_that_fell_under_a_path_is_known() -> None:
    """It never lay there, and nothing of it is as it was: most of one is seen, and of no other."""
    skin, cells = skin_of(gem(6, RED), gem(8, BLUE), gem(4, GREEN))
    ground = np.broadcast_to(np.asarray([90, 200, 230], np.float32), (SIDE, SIDE, 3))
    seen = laid(ground.copy(), gem(8, BLUE))
    seen[20:24] = 255
    some, kinds, doubt, _ = sprites_known(seen[None], cells[:1], np.asarray([EMPTY]), skin)
    assert (some.tolist(), kinds.tolist()) == ([0], [2])
    assert 0 < doubt[0] < 1
    seen[10:34] = 255
    assert not sprites_known(seen[None], cells[:1], np.asarray([EMPTY]), skin)[0].size


def test_small_sprites_on_light_and_dark_ground_are_of_one_kind() -> None:
    """The brightness that is taken off is theirs, and not that of the ground around them."""
    lot = np.random.default_rng(4)
    small = np.zeros((SIDE, SIDE, 4), np.float32)
    small[9:35, 9:35] = cv2.resize(gem(6, RED, 40), (26, 26), interpolation=cv2.INTER_AREA)
    shades = np.asarray([60, 60, 120, 120] * 3, np.float32)[:, None, None, None]
    ground = shades + lot.normal(0, 2, (12, SIDE, SIDE, 3)).astype(np.float32)
    faces = [small] * 4 + [gem(8, BLUE)] * 4 + [gem(4, GREEN)] * 4
    cells = np.stack([laid(each, face) for each, face in zip(ground, faces, strict=True)])
    apart = np.stack([np.where(face[..., 3] > 99, np.float32(90), np.float32(0)) for face in faces])
    kinds = np.asarray([1] * 4 + [2] * 4 + [3] * 4)
    under = [Under(ground, apart.astype(np.float32), True)]
    assert told_apart(kinds, cells, under[0], under).tolist() == kinds.tolist()


def test_the_gap_of_sprites_is_told_past_their_grounds() -> None:
    """It is wide where kinds differ, narrow where one is a mixture, and none without twins."""
    three = [gem(4, RED), gem(4, RED), gem(6, BLUE), gem(6, BLUE), gem(8, GREEN), gem(8, GREEN)]
    cells, grounds = cells_of(*three)
    kinds = np.asarray([1, 1, 2, 2, 3, 3])
    clear = sprites_gap(kinds, cells, grounds)
    mixed = sprites_gap(np.asarray([1, 2, 2, 1, 3, 3]), cells, grounds)
    assert clear > 8
    assert 1 <= mixed < 2
    assert sprites_gap(np.asarray([1, 2, 3, 4, 5, 6]), cells, grounds) == 1


def test_of_many_sprites_the_most_alike_are_found_though_far_ones_are_not_compared() -> None:
    """One is nearly another, a pixel aside."""
    colours = RED, BLUE, GREEN, GOLD
    every = [gem(corners, colour) for corners in (3, 4, 5, 6) for colour in colours]
    every.append(np.roll(every[5], 1, axis=1))
    black = np.zeros((SIDE, SIDE, 3), np.float32)
    looks = np.asarray([laid(black, each) for each in every])
    hide = core(np.asarray(every)[..., 3]) > 200
    apart = _Sprites(np.arange(len(looks)), looks, hide, hide).apart()
    inner = core(looks)
    whole = np.asarray([strokes_apart(inner, inner[at], own) for at, own in enumerate(hide)])
    whole = np.maximum(whole, whole.T)
    np.fill_diagonal(whole, np.inf)
    assert np.isinf(apart).mean() > 0.3
    assert apart.argmin() == whole.argmin()
    assert np.isfinite(apart[5, 16])
    known = np.isfinite(apart)
    assert apart[known] == pytest.approx(whole[known])
