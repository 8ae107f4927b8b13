"""Tone: how the colours of a whole picture differ from those that a skin was learned in.

A screen is dimmed behind a message, a picture is saved in grey, a window lies in the light of the
evening. Then one affine map takes every colour of the skin to that of the picture, and the skin so
mapped reads it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bot.skin import Body, Skin

_OFF = 8.0
"""Grey levels, all colours together, by which a picture differs at least that has another tone."""
_BETTER = 0.5
"""Share of that which may be left once the tone is taken into account."""
_NOISE = 2.0
"""Grey levels; colours that vary less among the tiles tell nothing of the map."""
_FEWEST = 4
"""Tiles that tell a tone."""
_ROUNDS, _UNLIKE = 3, 2.0
"""How often tiles are left out, and how many times more than usual those differ."""


@dataclass(frozen=True, slots=True, eq=False)
class Tone:
    """An affine map of colours.

    Parameters
    ----------
    matrix : float32 array of shape (3, 3); a colour, RGB, is multiplied with it from the left
    shift : float32 array of shape (3,), grey levels
    """

    matrix: NDArray[np.float32]
    shift: NDArray[np.float32]

    @classmethod
    def between(
        cls,
        faces: NDArray[np.float32],
        seen: NDArray[np.float32],
        weights: NDArray[np.float32] | None = None,
    ) -> Tone | None:
        """The tone that takes faces to what is seen of them, if there is one.

        Parameters
        ----------
        faces, seen : float32 arrays of shape (N, h, w, 3), RGB; some may be no pair
        weights : float32 array of shape (N, h, w), in [0, 1]; how much of each face is its own

        Returns
        -------
        tone : None where the colours are the same, or differ otherwise from tile to tile
        """
        if len(faces) < _FEWEST:
            return None
        own = np.ones(faces.shape[:3], np.float32) if weights is None else weights
        kept = np.ones(len(faces), np.bool_)
        tone = _IDENTITY
        for _ in range(_ROUNDS):
            tone = cls.fitted(faces[kept], seen[kept], own[kept])
            left = _apart(tone.of(faces), seen, own)
            kept = left <= max(_UNLIKE * float(np.median(left)), 1.0)
            if kept.sum() < _FEWEST:
                return None
        before = float(np.median(_apart(faces, seen, own)[kept]))
        after = float(np.median(left[kept]))
        return tone if before > _OFF and after < _BETTER * before else None

    @classmethod
    def fitted(
        cls, faces: NDArray[np.float32], seen: NDArray[np.float32], own: NDArray[np.float32]
    ) -> Tone:
        """The map of least squares; where colours tell nothing it keeps them (ridge)."""
        x, y = faces.reshape(-1, 3).astype(np.float64), seen.reshape(-1, 3).astype(np.float64)
        w = own.reshape(-1, 1) / max(float(own.sum()), 1.0)
        mean_x, mean_y = (w * x).sum(axis=0), (w * y).sum(axis=0)
        x, y = x - mean_x, y - mean_y
        ridge = _NOISE**2 * np.eye(3)
        matrix = np.linalg.solve(x.T @ (w * x) + ridge, x.T @ (w * y) + ridge)
        shift = mean_y - mean_x @ matrix
        return cls(matrix.astype(np.float32), shift.astype(np.float32))

    def of(self, colours: NDArray[np.float32]) -> NDArray[np.float32]:
        """Colours, float32 (..., 3), RGB, in this tone."""
        return np.asarray((colours @ self.matrix + self.shift).clip(0, 255), np.float32)

    def skin(self, skin: Skin) -> Skin:
        """A skin in this tone."""
        body = skin.body
        if body is not None:
            body = Body(self.of(body.colour), body.mask)
        return replace(skin, faces=self.of(skin.faces), ground=self.of(skin.ground), body=body)


_IDENTITY = Tone(np.eye(3, dtype=np.float32), np.zeros(3, np.float32))


def _apart(
    a: NDArray[np.float32], b: NDArray[np.float32], own: NDArray[np.float32]
) -> NDArray[np.float64]:
    """By how much pairs of pictures differ, in the weights of the first: float64 (N,)."""
    squares = (own[..., None] * (a - b) ** 2).sum(axis=(1, 2, 3))
    return np.asarray(np.sqrt(squares / np.maximum(own.sum(axis=(1, 2)), 1.0)), np.float64)
