"""Seeking a game whose tiles are sprites: bare drawings, with any ground around and between them.

Only what is a face's own is compared, in colour: the squared difference of each place from it, in
its weights, by a few filters (the sum of squares, expanded). A face is sure where that is small.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.distances import squared
from bot.laying import scaled_faces
from bot.seeking import INNER, SMALL, Afar, most_unlike, shrunk
from bot.skin import Skin

_SEEN = 0.3
"""Weight that some px of a face has, at least, if it can be sought."""
_OPAQUE = 0.75
"""Weight, as a share of a face's greatest, up to which a px is not its own once it is small."""
_PLAUSIBLE, _APART = 400.0, 0.2
"""Squared grey levels by which a place may differ from a face at least, and the share of what two
faces differ by, usually, up to which it may."""


@dataclass(frozen=True, slots=True, eq=False)
class SpriteSeeker:
    """A skin of sprites, prepared to be sought in pictures in RGB.

    Parameters
    ----------
    pitch : the skin's, (x, y), px
    scale : at which faces are sought
    small : float32 array of shape (F, h, w, 3), RGB
    weights : float32 array of shape (F, h, w), of sum 1; what counts of each
    most : squared grey levels, by which a place that differs from a face counts by half
    numbers : int array of shape (F,); which faces of the skin these are
    """

    pitch: tuple[float, float]
    scale: float
    small: NDArray[np.float32]
    weights: NDArray[np.float32]
    most: float
    numbers: NDArray[np.intp]

    @classmethod
    def of(cls, skin: Skin, size: float = SMALL) -> SpriteSeeker:
        """The seeker of a skin, with tiles made as small as the size, px."""
        own = np.ones(skin.faces.shape[:3], np.float32) if skin.weights is None else skin.weights
        height, width = skin.faces.shape[1:3]
        pitch = skin.pitch or (float(width), float(height))
        scale = min(1.0, size / float(np.sqrt(pitch[0] * pitch[1])))
        weights = scaled_faces(own, pitch, scale, INNER)
        planes = (own * skin.faces[..., colour] for colour in range(3))
        small = np.stack([scaled_faces(each, pitch, scale, INNER) for each in planes], axis=-1)
        seen = np.flatnonzero(weights.max(axis=(1, 2)) > _SEEN)
        seen = seen if seen.size else np.arange(len(weights))
        weights, small = weights[seen], small[seen]
        # Where nothing is a face's own it has its usual colour.
        usual = small.sum(axis=(1, 2)) / np.maximum(weights.sum(axis=(1, 2)), 1e-3)[:, None]
        small += (1e-2 * usual)[:, None, None]
        small /= (weights + 1e-2)[..., None]
        weights /= np.maximum(weights.max(axis=(1, 2), keepdims=True), 1e-3)
        weights = ((weights - _OPAQUE) / (1 - _OPAQUE)).clip(1e-4, 1)
        weights /= weights.sum(axis=(1, 2), keepdims=True)
        others = squared(small, small, np.repeat(weights[..., None], 3, axis=-1))
        others = others[~np.eye(len(small), dtype=np.bool_)]
        most = max(_PLAUSIBLE, _APART * float(np.median(others)) if others.size else 0.0)
        return cls(pitch, scale, small, weights, most, seen)

    def some(self) -> SpriteSeeker:
        """The same with a few faces, each as unlike the others as can be."""
        masks = np.repeat(self.weights[..., None], 3, axis=-1)
        chosen = most_unlike(-squared(self.small, self.small, masks))
        return replace(
            self,
            small=self.small[chosen],
            weights=self.weights[chosen],
            numbers=self.numbers[chosen],
        )

    def afar(self, picture: NDArray[np.uint8], pitch: tuple[float, float]) -> Afar:
        """How much each place of a picture, (H, W, 3) in RGB, looks like each face."""
        height, width = self.small.shape[1:3]
        small = shrunk(picture, self, pitch, (width, height))
        square = np.square(small).sum(axis=2)
        colours = cv2.split(small)
        scores = np.empty((len(self.small), *square.shape), np.float32)
        for face, own, into in zip(self.small, self.weights, scores, strict=True):
            apart = cv2.filter2D(square, cv2.CV_32F, own, borderType=cv2.BORDER_REPLICATE)
            apart += float((own * np.square(face).sum(axis=2)).sum())
            for colour, plane in enumerate(colours):
                kernel = np.ascontiguousarray(own * face[..., colour])
                apart -= 2 * cv2.filter2D(
                    plane, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE
                )
            # The mean of three colours, as it differs between faces.
            into[:] = 1 / (1 + np.maximum(apart, 0) / (3 * self.most))
        return Afar.of(scores, np.ones_like(square), picture, (width, height))
