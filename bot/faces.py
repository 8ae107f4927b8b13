"""The faces of the bundled game: drawings of our own, one for each kind of tile."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from itertools import zip_longest

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.art_living import ANIMALS, FRUIT, PLANTS
from bot.art_things import SIGNS as BADGES
from bot.art_things import SWEETS, THINGS, WEATHER
from bot.backdrop import paint_ground
from bot.cards import CARDS
from bot.drawing import Colour, Picture, lightness, mixed, paint
from bot.errors import InputError
from bot.figures import CLOCKS, COLOURS, CREATURES, SHAPES, SIGNS, SMILEYS, STONES
from bot.icons import line_icon, solid_icon
from bot.lettering import lettered
from bot.mahjong import MAHJONG
from bot.palette import INK
from bot.parts import Ground, GroundKind
from bot.suits import SUITS


class Family(StrEnum):
    """What kind of pictures the faces are."""

    PICTURES = "pictures"
    SUITS = "suits"
    MAHJONG = "mahjong"
    SHAPES = "shapes"
    SMILEYS = "smileys"
    CREATURES = "creatures"
    CLOCKS = "clocks"
    CARDS = "cards"
    PHOTOS = "photos"
    STONES = "stones"
    COLOURS = "colours"
    LABELS = "labels"
    SOLID = "solid"
    LINES = "lines"
    SIGNS = "signs"
    DIGITS = "digits"
    LETTERS = "letters"
    WORDS = "words"


INKED = frozenset(
    {Family.SOLID, Family.LINES, Family.SIGNS, Family.DIGITS, Family.LETTERS, Family.WORDS}
)
"""Families drawn in one colour, which is asked for."""
FULL = frozenset({Family.STONES, Family.COLOURS, Family.LABELS})
"""Families whose faces are whole pieces and lie on no body."""
STRETCHED = frozenset({Family.COLOURS, Family.LABELS, Family.PHOTOS})
"""Families whose faces fill a rectangle of any shape."""
PAPERED = frozenset({Family.SUITS, Family.MAHJONG, Family.CLOCKS, Family.SMILEYS, Family.CARDS})
"""Families that look like nothing without a body under them, or have a blank face."""
SMALLEST = {
    Family.PICTURES: 20,
    Family.SUITS: 24,
    Family.MAHJONG: 40,
    Family.SHAPES: 20,
    Family.SMILEYS: 40,
    Family.CREATURES: 28,
    Family.CLOCKS: 40,
    Family.CARDS: 36,
    Family.PHOTOS: 40,
    Family.STONES: 24,
    Family.COLOURS: 20,
    Family.LABELS: 20,
    Family.SOLID: 28,
    Family.LINES: 34,
    Family.SIGNS: 28,
    Family.DIGITS: 20,
    Family.LETTERS: 20,
    Family.WORDS: 60,
}
"""The shorter side of a tile, or for words its width, on which a person can tell faces, px."""

_GROUPS = (FRUIT, ANIMALS, THINGS, PLANTS, WEATHER, SWEETS, BADGES)
_PICTURES: dict[str, Picture] = {
    name: group[name]
    # One of each group in turn, so that a board of few kinds is a mixed one.
    for names in zip_longest(*_GROUPS)
    for name, group in zip(names, _GROUPS, strict=True)
    if name is not None
}
_DRAWN: dict[Family, dict[str, Picture]] = {
    Family.PICTURES: _PICTURES,
    Family.SUITS: SUITS,
    Family.MAHJONG: MAHJONG,
    Family.SHAPES: SHAPES,
    Family.SMILEYS: SMILEYS,
    Family.CREATURES: CREATURES,
    Family.CLOCKS: CLOCKS,
    Family.CARDS: CARDS,
    Family.STONES: STONES,
    Family.COLOURS: COLOURS,
    Family.SOLID: _PICTURES,
    Family.LINES: _PICTURES,
    Family.SIGNS: SIGNS,
}
_WORDS = (
    "cat dog sun moon tree fish bird star rain snow leaf bear wolf frog duck lion bee cup hat "
    "key map bell boat book cake coin door drum fire gold hand iron jazz kite lamp milk nest oak "
    "pear quiz ring ship tent vase wind yak zoo rope salt"
)
# Without the letters that look like a figure, and the figures that look like a letter.
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ234679#&%?$+=@"
_WRITTEN: dict[Family, tuple[str, ...]] = {
    Family.DIGITS: tuple(str(number) for number in range(1, 100)),
    Family.LETTERS: tuple(_LETTERS),
    Family.WORDS: tuple(_WORDS.split()),
    Family.LABELS: tuple(_LETTERS),
}
_WIDEST = {Family.DIGITS: "88", Family.LETTERS: "W", Family.WORDS: "moon", Family.LABELS: "W"}
_PHOTOS = {
    f"photo {seed}": Ground(
        GroundKind.PHOTO, (tint, mixed(tint, (seed * 37 % 256, 90, 250 - seed * 5), 0.6)), seed
    )
    for seed, tint in enumerate(6 * tuple(picture[0].colour or INK for picture in COLOURS.values()))
    if seed < 48
}
FACES = {
    **{family: tuple(pictures) for family, pictures in _DRAWN.items()},
    **_WRITTEN,
    Family.PHOTOS: tuple(_PHOTOS),
}
"""Names of the faces of each family, for kinds 1, 2, 3 and so on."""


@lru_cache(maxsize=512)
def draw_face(
    kind: int,
    width: int,
    height: int,
    family: Family = Family.PICTURES,
    *,
    ink: Colour = INK,
    font: int = 0,
) -> NDArray[np.uint8]:
    """Draw the face of a kind of tile as large as fits, in the middle of a rectangle.

    Parameters
    ----------
    kind
        1 for the first name in the family's `FACES`, and so on
    width, height
        size, px
    family
        which faces
    ink
        the colour of the families that are `INKED`
    font
        number of the font of the families that are written

    Returns
    -------
    face : uint8 array of shape (height, width, 4), RGBA, read-only

    Raises
    ------
    InputError
        if there is no such face, or no room for it
    """
    names = FACES[family]
    if not 1 <= kind <= len(names):
        raise InputError(f"there are faces for kinds 1 to {len(names)}, but got kind {kind}")
    if width < 1 or height < 1:
        raise InputError(f"a face needs at least 1 x 1 px, but got {width} x {height}")
    name = names[kind - 1]
    if family is Family.LABELS:
        face = _labelled(kind, name, width, height, font)
    elif family in _WRITTEN:
        face = _inked(lettered(name, width, height, font, _WIDEST[family]), ink)
    elif family is Family.SOLID:
        face = _inked(solid_icon(_PICTURES[name], width, height), ink)
    elif family is Family.LINES:
        face = _inked(line_icon(_PICTURES[name], width, height), ink)
    elif family is Family.SIGNS:
        face = _inked(paint(SIGNS[name], width, height)[:, :, 3], ink)
    elif family is Family.COLOURS:
        face = _stretched(_DRAWN[family][name], width, height)
    elif family is Family.PHOTOS:
        face = _photograph(_PHOTOS[name], width, height)
    else:
        face = paint(_DRAWN[family][name], width, height)
    face.setflags(write=False)
    return face


def _inked(alpha: NDArray[np.uint8], ink: Colour) -> NDArray[np.uint8]:
    """One colour, of shape (height, width, 4), RGBA."""
    face = np.empty((*alpha.shape, 4), np.uint8)
    face[:, :, :3] = ink
    face[:, :, 3] = alpha
    return face


def _labelled(kind: int, text: str, width: int, height: int, font: int) -> NDArray[np.uint8]:
    """A letter on a coloured piece; neighbours among the kinds have other colours."""
    piece = tuple(COLOURS.values())[kind % len(COLOURS)]
    colour = piece[0].colour or INK
    ink = (16, 16, 16) if lightness(colour) > 140 else (250, 250, 250)
    face = _stretched(piece, width, height)
    letter = lettered(text, width, height * 3 // 4 or 1, font, _WIDEST[Family.LABELS])
    top = (height - letter.shape[0]) // 2
    alpha = letter[:, :, np.newaxis] / np.float32(255)
    part = face[top : top + letter.shape[0], :, :3]
    part[:] = np.rint(part * (1 - alpha) + np.array(ink, np.float32) * alpha)
    return face


def _stretched(picture: Picture, width: int, height: int) -> NDArray[np.uint8]:
    """The picture over the whole rectangle."""
    side = max(width, height)
    painted = paint(picture, side, side)
    return np.asarray(cv2.resize(painted, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _photograph(ground: Ground, width: int, height: int) -> NDArray[np.uint8]:
    """A photograph over the whole rectangle: painted larger, as a small one shows only a blur."""
    large = paint_ground(192, 192 * height // width + 1, ground)
    face = np.full((height, width, 4), 255, np.uint8)
    face[:, :, :3] = cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA)
    return face
