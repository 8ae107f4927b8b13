"""Laying tiles upon their faces: where a lattice lies, to a fraction of a pixel.

Some tiles are matched with the faces they are thought to show, a few pixels to all sides
(normalised cross-correlation, its top taken from a parabola). A line through what is found, row by
row and column by column, gives the origin and the pitch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.geometry import Lattice, Pixel
from bot.skin import Skin

_AS_GOOD = 0.97
"""Share of the correlation of the better half of these cells that the others must have."""
_SURE = 0.75
"""Correlation with its face of a cell that tells where the lattice lies."""
_ENOUGH = 6
"""Tiles of which none is left out, where there are no more."""
_SHIFT = 3
"""px, in the size of `_DETAIL`, by which the first guess may be off."""
_DETAIL = 48.0
"""px; the greatest width of a tile when it is laid upon its face; larger ones are halved."""
_OWN, _DRAWN, _TELLING = 0.5, 8.0, 16
"""Weight from which on a px is a sprite's own; grey levels, a standard deviation, by which those
differ where there is a drawing within; and how many of them tell that."""
_PAIR, _FEWEST = 2, 3
"""Tiles that must fit before the lattice is moved, and before it is stretched."""


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """The faces of a skin, grey, at the scale at which tiles are laid upon them.

    Parameters
    ----------
    pitch : the skin's, (x, y), px
    faces : float32 array of shape (F, h, w)
    masks : float32 array of that shape; what of each is a sprite's own; None for other tiles
    drawn : bool array of shape (F,); sprites within which something is drawn
    """

    pitch: tuple[float, float]
    faces: NDArray[np.float32]
    masks: NDArray[np.float32] | None = None
    drawn: NDArray[np.bool_] | None = None

    @classmethod
    def of(cls, skin: Skin) -> Layer:
        """The layer of a skin."""
        height, width = skin.faces.shape[1:3]
        pitch = skin.pitch or (float(width), float(height))
        scale = _halved(pitch)
        faces, masks = scaled_faces(grey_faces(skin), pitch, scale, 1.0), None
        if skin.of_sprites and skin.weights is not None:
            masks = scaled_faces(skin.weights, pitch, scale, 1.0)
            inner = [face[mask > _OWN] for face, mask in zip(faces, masks, strict=True)]
            told = [len(own) >= _TELLING and own.std() > _DRAWN for own in inner]
            return cls(pitch, faces, masks, np.asarray(told, np.bool_))
        return cls(pitch, faces)

    def likeness(self, part: NDArray[np.float32], face: int) -> NDArray[np.float32]:
        """How much each place of a grey picture is like a face: float32, in [-1, 1].

        Of a sprite only what is its own counts (masked normalised correlation), but one of a single
        colour has no drawing within: its outline, against its mean all around, must do.
        """
        how = cv2.TM_CCOEFF_NORMED
        if self.masks is not None and self.drawn is not None and self.drawn[face]:
            found = cv2.matchTemplate(part, self.faces[face], how, mask=self.masks[face])
            return np.asarray(np.nan_to_num(found, nan=-1, posinf=-1, neginf=-1), np.float32)
        return np.asarray(cv2.matchTemplate(part, self.faces[face], how), np.float32)

    def on(self, grey: NDArray[np.uint8], pitch: tuple[float, float]) -> Bed:
        """A picture, uint8 of shape (H, W), prepared for tiles of about this pitch."""
        own = _halved(self.pitch)
        x, y = (own * size / here for size, here in zip(self.pitch, pitch, strict=True))
        size = max(8, round(grey.shape[1] * x)), max(8, round(grey.shape[0] * y))
        how = cv2.INTER_AREA if x < 1 else cv2.INTER_LINEAR
        picture = np.asarray(cv2.resize(grey, size, interpolation=how), np.uint8)
        return Bed(self, picture, (size[0] / grey.shape[1], size[1] / grey.shape[0]))


@dataclass(frozen=True, slots=True, eq=False)
class Bed:
    """What tiles are laid on.

    Parameters
    ----------
    layer : the faces
    picture : uint8 array of shape (h, w), at the scale of the faces
    scale : of that picture, along x and y
    """

    layer: Layer
    picture: NDArray[np.uint8]
    scale: tuple[float, float]

    def laid(
        self,
        lattice: Lattice,
        row: NDArray[np.intp],
        col: NDArray[np.intp],
        face: NDArray[np.intp],
        freedom: float,
    ) -> Lattice | None:
        """The lattice moved and stretched to where its tiles fit their faces.

        Parameters
        ----------
        lattice : a few pixels off at most
        row, col, face : int arrays of shape (N,); tiles, and the face that each shows
        freedom : share by which the true pitch may differ; 0 if it is known

        Returns
        -------
        lattice : None if hardly a tile fits
        """
        fewest = _FEWEST if freedom else _PAIR
        if len(row) < fewest:
            return None
        height, width = self.layer.faces.shape[1:]
        size = width + 2 * _SHIFT, height + 2 * _SHIFT
        off, score = np.empty((len(row), 2)), np.empty(len(row))
        for i in range(len(row)):
            x = (lattice.origin.x + col[i] * lattice.pitch[0]) * self.scale[0] - 0.5
            y = (lattice.origin.y + row[i] * lattice.pitch[1]) * self.scale[1] - 0.5
            part = cv2.getRectSubPix(self.picture, size, (float(x), float(y)), patchType=cv2.CV_32F)
            score[i], off[i] = _top(self.layer.likeness(np.asarray(part, np.float32), int(face[i])))
        # Where a wrong face was taken it fits less well, and its place is off.
        best = np.sort(score)[::-1]
        good = _AS_GOOD * float(np.median(best[: max(1, len(best) // 2)]))
        kept = score >= max(_SURE, min(good, float(best[min(len(best), _ENOUGH) - 1])))
        if kept.sum() < fewest:
            return None
        off /= self.scale
        if not freedom:
            x, y = np.median(off[kept], axis=0).tolist()
            return replace(lattice, origin=Pixel(lattice.origin.x + x, lattice.origin.y + y))
        x, pitch_x = _line_through(col[kept], off[kept, 0], freedom * lattice.pitch[0])
        y, pitch_y = _line_through(row[kept], off[kept, 1], freedom * lattice.pitch[1])
        return Lattice(
            Pixel(lattice.origin.x + x, lattice.origin.y + y),
            (lattice.pitch[0] + pitch_x, lattice.pitch[1] + pitch_y),
            lattice.rows,
            lattice.cols,
        )


def grey_faces(skin: Skin) -> NDArray[np.float32]:
    """The faces without colour, (F, h, w); where ground shows, the mean of what is the tile's.

    But a body stands out against most grounds, as the one that was seen, and tells where it lies.
    """
    grey = np.asarray(skin.faces @ np.asarray((0.299, 0.587, 0.114), np.float32))
    if skin.weights is None or skin.body is not None:
        return grey
    own = (grey * skin.weights).sum(axis=(1, 2)) / np.maximum(skin.weights.sum(axis=(1, 2)), 1)
    return np.asarray(skin.weights * grey + (1 - skin.weights) * own[:, None, None], np.float32)


def _halved(pitch: tuple[float, float]) -> float:
    """The scale at which tiles are laid upon their faces: 1, a half, a quarter."""
    return float(0.5 ** max(0, np.ceil(np.log2(min(pitch) / _DETAIL))))


def scaled_faces(
    faces: NDArray[np.float32], pitch: tuple[float, float], scale: float, share: float
) -> NDArray[np.float32]:
    """The middle of grey faces, scaled: float32 (F, h, w) of whole pixels at that scale."""
    height, width = faces.shape[1:]
    x, y = (max(4, int(share * size * scale)) for size in pitch)
    # The share of a face that so many whole pixels cover.
    part_x, part_y = x / (pitch[0] * scale) * width, y / (pitch[1] * scale) * height
    across = (width - part_x) / 2 + (np.arange(x) + 0.5) * part_x / x - 0.5
    down = (height - part_y) / 2 + (np.arange(y) + 0.5) * part_y / y - 0.5
    # As wide as the pixels that come together in one (the spread of a box).
    sigma_x, sigma_y = (
        float(np.sqrt(max(0.0, (part / size) ** 2 - 1) / 12))
        for part, size in ((part_x, x), (part_y, y))
    )
    grid_x, grid_y = np.meshgrid(across.astype(np.float32), down.astype(np.float32))
    found = np.empty((len(faces), y, x), np.float32)
    for face, into in zip(faces, found, strict=True):
        smooth = cv2.GaussianBlur(face, (0, 0), max(0.1, sigma_x), sigmaY=max(0.1, sigma_y))
        into[:] = cv2.remap(
            smooth, grid_x, grid_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    return found


def _top(likeness: NDArray[np.float32]) -> tuple[float, tuple[float, float]]:
    """The highest value, and how far it lies from the middle, (x, y), to a part of a px."""
    y, x = divmod(int(likeness.argmax()), likeness.shape[1])
    place = []
    for at, line in ((x, likeness[y]), (y, likeness[:, x])):
        bend = 0.0
        if 0 < at < len(line) - 1:
            before, top, after = (float(value) for value in line[at - 1 : at + 2])
            curve = before - 2 * top + after
            bend = 0.5 * (before - after) / curve if curve < 0 else 0.0
        place.append(at + bend - (len(line) - 1) / 2)
    return float(likeness[y, x]), (place[0], place[1])


def _line_through(
    index: NDArray[np.intp], off: NDArray[np.float64], free: float
) -> tuple[float, float]:
    """By how much the first cell and the pitch are off, px: a line, without what lies far from it.

    Where few cells are seen, or all in one line, the pitch stays near where it is (ridge).
    """
    kept = np.abs(off - np.median(off)) < 1e9
    start = slope = 0.0
    for _ in range(3):
        middle = index[kept].mean()
        centred = index[kept] - middle
        level = off[kept].mean()
        stiff = (0.3 / max(free, 1e-6)) ** 2
        slope = float((centred * (off[kept] - level)).sum() / ((centred**2).sum() + stiff))
        start = float(level - slope * middle)
        rest = np.abs(off - start - slope * index)
        kept = rest <= max(0.7, 2.5 * float(np.median(rest)))
        if kept.sum() < 3:
            break
    return start, slope
