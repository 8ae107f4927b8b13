"""The faces of the bundled game: drawings of our own, one for each kind of tile."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from bot.art_living import ANIMALS, FRUIT, PLANTS
from bot.art_things import SIGNS, SWEETS, THINGS, WEATHER
from bot.drawing import Picture, paint
from bot.errors import InputError
from bot.suits import SUITS


class Family(StrEnum):
    """What kind of pictures the faces are."""

    PICTURES = "pictures"
    SUITS = "suits"


_GROUPS = (FRUIT, ANIMALS, THINGS, PLANTS, WEATHER, SWEETS, SIGNS)
_PICTURES: dict[str, Picture] = {
    name: group[name]
    # One of each group in turn, so that a board of few kinds is a mixed one.
    for names in zip_longest(*_GROUPS)
    for name, group in zip(names, _GROUPS, strict=True)
    if name is not None
}
_FAMILIES = {Family.PICTURES: _PICTURES, Family.SUITS: SUITS}
FACES = {family: tuple(pictures) for family, pictures in _FAMILIES.items()}
"""Names of the faces of each family, for kinds 1, 2, 3 and so on."""


@lru_cache(maxsize=512)
def draw_face(
    kind: int, width: int, height: int, family: Family = Family.PICTURES
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
    face = paint(_FAMILIES[family][names[kind - 1]], width, height)
    face.setflags(write=False)
    return face
