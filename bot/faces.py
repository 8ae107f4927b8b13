"""The faces of the bundled game: pictures of our own, one for each kind of tile."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from bot.art_living import ANIMALS, FRUIT, PLANTS
from bot.art_things import SIGNS, SWEETS, THINGS, WEATHER
from bot.drawing import Picture, paint
from bot.errors import InputError

_GROUPS = (FRUIT, ANIMALS, THINGS, PLANTS, WEATHER, SWEETS, SIGNS)
_PICTURES: Mapping[str, Picture] = {
    name: group[name]
    # One of each group in turn, so that a board of few kinds is a mixed one.
    for round_ in zip_longest(*_GROUPS)
    for name, group in zip(round_, _GROUPS, strict=True)
    if name is not None
}
FACES = tuple(_PICTURES)
"""Names of the faces, for kinds 1, 2, 3 and so on."""


@lru_cache(maxsize=512)
def draw_face(kind: int, width: int, height: int) -> NDArray[np.uint8]:
    """Draw the face of a kind of tile as large as fits, in the middle of a rectangle.

    Parameters
    ----------
    kind
        1 for the first name in `FACES`, and so on
    width, height
        size, px

    Returns
    -------
    face : uint8 array of shape (height, width, 4), RGBA, read-only

    Raises
    ------
    InputError
        if there is no such face, or no room for it
    """
    if not 1 <= kind <= len(FACES):
        raise InputError(f"there are faces for kinds 1 to {len(FACES)}, but got kind {kind}")
    if width < 1 or height < 1:
        raise InputError(f"a face needs at least 1 x 1 px, but got {width} x {height}")
    face = paint(_PICTURES[FACES[kind - 1]], width, height)
    face.setflags(write=False)
    return face
