"""A skin: how one game looks, and the rules it plays by."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.buttons import Button
from bot.errors import InputError
from bot.lens import Lens

_AS_LARGE, _ALL = 1, 0.99
"""px by which faces of nearly the same size differ in width and height; and share of a pixel that
is all of it."""


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

    def __post_init__(self) -> None:
        self.colour.setflags(write=False)
        self.mask.setflags(write=False)


@dataclass(frozen=True, slots=True)
class Rules:
    """What a game allows, as far as it is known; the words are those of the command line.

    Parameters
    ----------
    gravity : which way tiles fall after a removal, or "auto"
    margin : whether a path may run outside the board: "yes", "no" or "auto"
    max_turns : the most turns a path may take
    """

    gravity: str = "auto"
    margin: str = "auto"
    max_turns: int = 2


def _no_ground() -> NDArray[np.float32]:
    return np.empty((0, 1, 1, 3), np.float32)


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
    name : what the skin is called, empty for one learned from the picture just read
    pitch : way from one cell to the next where the faces were seen, (x, y), px; the size of the
        faces where it was not measured
    ground : float32 array of shape (G, h, w, 3), RGB; empty cells as they were seen
    weights : float32 array of shape (F, h, w), in [0, 1]; how much of each face is the tile's own,
        and not ground that shows around it; None where all of it is
    hides : bool array of shape (F, h, w); where a face surely hides the ground that shows around
        it, nowhere if that was not told of it; None if it was told of none
    lens : through which the game is looked at; None where it is seen as the screen shows it
    rules : what the game allows, as far as it is known
    buttons : what can be clicked in it besides its tiles, as far as a person has pointed it out

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
    name: str = ""
    pitch: tuple[float, float] | None = None
    ground: NDArray[np.float32] = field(default_factory=_no_ground)
    weights: NDArray[np.float32] | None = None
    hides: NDArray[np.bool_] | None = None
    lens: Lens | None = None
    rules: Rules = Rules()
    buttons: tuple[Button, ...] = ()

    def __post_init__(self) -> None:
        if len(self.faces) != len(self.kinds):
            raise InputError(f"{len(self.faces)} faces need as many kinds, got {len(self.kinds)}")
        for array in (self.faces, self.kinds, self.tolerance, self.ground):
            array.setflags(write=False)
        for mask in (self.weights, self.hides):
            if mask is not None:
                mask.setflags(write=False)

    @property
    def of_sprites(self) -> bool:
        """Whether its tiles are bare drawings, with any ground around and between them.

        Through a lens the ground is as plain as paper is.
        """
        return self.weights is not None and self.body is None and self.lens is None

    def resized(self, width: int, height: int) -> Skin:
        """The skin with faces, body and ground of another size, px.

        What faces hide is known of nearly the same size alone.
        """
        if self.faces.shape[1:3] == (height, width):
            return self
        body, weights, hides = self.body, self.weights, self.hides
        if hides is not None:
            larger = np.abs(np.subtract(hides.shape[1:], (height, width))).max() > _AS_LARGE
            within = np.asarray(hides, np.float32)[..., None]
            hides = None if larger else resized(within, width, height)[..., 0] > _ALL
        if weights is not None:
            weights = resized(weights[..., None], width, height)[..., 0].clip(0, 1)
        if body is not None:
            mask = resized(body.mask.astype(np.float32)[None, :, :, None], width, height)
            body = Body(resized(body.colour[None], width, height)[0], mask[0, :, :, 0] > 0.5)
        return replace(
            self,
            faces=resized(self.faces, width, height),
            body=body,
            ground=resized(self.ground, width, height),
            weights=weights,
            hides=hides,
        )

    def with_faces(
        self, some: NDArray[np.bool_], more: NDArray[np.float32], kinds: NDArray[np.int64]
    ) -> Skin:
        """The skin of some of its faces and of others; of these it is not told what they hide.

        Parameters
        ----------
        some : bool array of shape (F,); the faces that stay
        more : float32 array of shape (N, h, w, 3), RGB, of the size of the faces
        kinds : int array of shape (N,); theirs
        """
        size = len(more), *self.faces.shape[1:3]
        weights, hides = self.weights, self.hides
        if weights is not None:
            weights = np.concatenate([weights[some], np.ones(size, np.float32)])
        if hides is not None:
            hides = np.concatenate([hides[some], np.zeros(size, np.bool_)])
        return replace(
            self,
            faces=np.concatenate([self.faces[some], more]),
            kinds=np.concatenate([self.kinds[some], kinds]),
            weights=weights,
            hides=hides,
        )

    def smoothed(self, sigma: float) -> Skin:
        """The skin with faces, body and ground blurred by a Gaussian of some px."""
        body = self.body
        if body is not None:
            body = Body(_smoothed(body.colour[None], sigma)[0], body.mask)
        faces, ground = _smoothed(self.faces, sigma), _smoothed(self.ground, sigma)
        return replace(self, faces=faces, ground=ground, body=body)


def _smoothed(cells: NDArray[np.float32], sigma: float) -> NDArray[np.float32]:
    found = np.empty_like(cells)
    for cell, into in zip(cells, found, strict=True):
        into[:] = cv2.GaussianBlur(cell, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE)
    return found


def resized(cells: NDArray[np.float32], width: int, height: int) -> NDArray[np.float32]:
    """Pictures scaled to another size: float32 (N, height, width, C) from (N, h, w, C)."""
    scaled = np.empty((len(cells), height, width, cells.shape[3]), np.float32)
    smaller = height * width < cells.shape[1] * cells.shape[2]
    how = cv2.INTER_AREA if smaller else cv2.INTER_CUBIC
    for cell, into in zip(cells, scaled, strict=True):
        into[:] = cv2.resize(cell, (width, height), interpolation=how).reshape(into.shape)
    return scaled
