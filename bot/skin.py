"""A skin: how one game looks, and the rules it plays by."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.errors import InputError


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """What all tiles of a game share and the ground lacks: frame, bevel, colour of the material.

    Parameters
    ----------
    colour : float32 array of shape (h, w, 3), RGB
    mask : bool array of shape (h, w); the pixels that tell a tile from ground
    """

    colour: NDArray[np.float32]
    mask: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """How one game looks, as far as it was seen.

    Parameters
    ----------
    faces : float32 array of shape (F, h, w, 3), RGB, a cell each, slightly smoothed
    kinds : int array of shape (F,); the kind of each face, 1 and up; faces may share a kind
    tolerance : float32 array of shape (n, n); grey levels by which one face may differ from
        look to look, block by block
    limit : difference, in tolerances, up to which two cells show the same face
    body : what all tiles share, or None where nothing tells a tile's material from ground

    Raises
    ------
    InputError
        if the numbers of faces and kinds differ
    """

    faces: NDArray[np.float32]
    kinds: NDArray[np.int64]
    tolerance: NDArray[np.float32]
    limit: float
    body: Body | None

    def __post_init__(self) -> None:
        if len(self.faces) != len(self.kinds):
            raise InputError(f"{len(self.faces)} faces need as many kinds, got {len(self.kinds)}")
