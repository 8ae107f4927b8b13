"""Bodies: flat areas of one size, and the lattices on which they lie.

Most games draw their faces on something: a stone, a card, a button. Whatever is drawn on it, the
area around that is flat, and as large on every tile. So tiles of which no two are equal, or of
which hardly any is left, tell the lattice as well as a full board does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.cutting import cut
from bot.frame import Frame
from bot.geometry import Lattice, Pixel

_EDGE, _NOISE = 8.0, 3.0
"""Grey levels by which colours differ at an edge at least, and times the usual difference."""
_LEAST, _MOST = 10, 200
"""px of the sides of a body, at least and at most."""
_FILLED = 0.6
"""Share of its box that the hull of a body fills at least: that of the ground that shows between
round tiles fills less."""
_SIZES = 2
"""px by which the sides of bodies of one size may differ from the first one's."""
_FEWEST, _GROUPS = 6, 4
"""Bodies of one size at least, and sizes that are looked at."""
_MANY = 1500
"""Areas that are looked at, the largest."""
_APART, _WIDE, _WIDER = 260.0, 2.2, 20.0
"""px of a pitch at most; and times the side of a body, and px more, that it may have."""
_TIMES = (1, 2, 3)
"""Pitches from a line to the next one where some are missing."""
_BESIDE, _OFF = 1.5, 0.05
"""px and pitches, whichever is more, by which a body may lie beside its place."""
_CANDIDATES, _ROUNDS = 40, 4
"""Distances that are tried as a pitch, the most frequent; and how often it is fitted."""
_AFAR, _ALIKE = 10, 5.0
"""px of the sides of cells that are compared as a whole, and grey levels by which equal ones may
differ on the whole."""
_OFTEN, _USUAL = 12, 0.5
"""Equal cells, and share of all, beyond which they are the board's empty places and no kind."""
_AS_GOOD = 0.95
"""Share of what the best pitch explains with which a coarser one is as good."""


@dataclass(frozen=True, slots=True, eq=False)
class _Row:
    """Places in line.

    Parameters
    ----------
    pitch, start : px
    fits : bool array of shape (N,); places that lie whole pitches from the start
    """

    pitch: float
    start: float
    fits: NDArray[np.bool_]

    def steps(self, places: NDArray[np.float64]) -> NDArray[np.intp]:
        """How many pitches from the start each place lies."""
        return np.rint((places - self.start) / self.pitch).astype(np.intp)


def find_bodies(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The flat areas of a picture that may be of tiles: float64 (N, 4), the largest first.

    Each is the middle x and y, width and height of the box around it, px.

    Parameters
    ----------
    pixels : uint8 array of shape (H, W, 3), RGB
    """
    soft = cv2.GaussianBlur(pixels, (3, 3), 0)
    steep = cv2.morphologyEx(soft, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2)
    limit = max(_EDGE, _NOISE * float(np.median(steep)))
    flat = (steep <= limit).astype(np.uint8)
    outlines, nested = cv2.findContours(flat, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    found: list[tuple[float, float, float, float, float]] = []
    for outline, (_, _, _, outer) in zip(outlines, nested[0] if outlines else (), strict=True):
        left, top, width, height = cv2.boundingRect(outline)
        if outer >= 0 or min(width, height) < _LEAST or max(width, height) > _MOST:
            continue
        area = cv2.contourArea(cv2.convexHull(outline))
        if area >= _FILLED * width * height:
            found.append((area, left + width / 2, top + height / 2, width, height))
    found.sort(key=lambda body: -body[0])
    return np.asarray(found[:_MANY], np.float64).reshape(-1, 5)[:, 1:]


def lattices_of(bodies: NDArray[np.float64]) -> Iterator[tuple[Lattice, NDArray[np.bool_]]]:
    """Lattices of bodies of one size, and which cells hold one: bool (rows, cols).

    Parameters
    ----------
    bodies : float64 array of shape (N, 4), from `find_bodies`
    """
    left = np.ones(len(bodies), np.bool_)
    for _ in range(_GROUPS):
        group = _largest_group(bodies, left)
        if np.count_nonzero(group) < _FEWEST:
            return
        left &= ~group
        found = _lattice_of(bodies[group])
        if found is not None:
            yield found


def shows_faces(frame: Frame, lattice: Lattice, held: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of the cells that hold a body are not one empty place as often as all others together.

    Parameters
    ----------
    frame : the picture
    lattice : of the bodies
    held : bool array of shape (rows * cols,)

    Returns
    -------
    bool array of the same shape
    """
    chosen = np.flatnonzero(held)
    cells = [
        cv2.resize(cell, (_AFAR, _AFAR), interpolation=cv2.INTER_AREA)
        for cell in cut(frame, lattice, chosen)
    ]
    looks = np.stack(cells).reshape(len(cells), -1).astype(np.float64)
    looks -= looks.mean(axis=0)
    power = (looks**2).sum(axis=1)
    apart = power[:, None] + power - 2 * looks @ looks.T
    often = np.count_nonzero(apart < looks.shape[1] * _ALIKE**2, axis=1)
    shown = np.zeros(len(held), np.bool_)
    shown[chosen[often <= max(_OFTEN, _USUAL * len(chosen))]] = True
    return shown


def _largest_group(bodies: NDArray[np.float64], left: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of the bodies that are left are of one size; large ones count somewhat more."""
    best, group = 0.0, np.zeros(len(bodies), np.bool_)
    sides, seen = bodies[:, 2:], set[tuple[float, float]]()
    for size in sides[left]:
        key = float(size[0]), float(size[1])
        if key in seen:
            continue
        seen.add(key)
        equal = left & (np.abs(sides - size) <= _SIZES).all(axis=1)
        worth = np.count_nonzero(equal) * float(size.min()) ** 0.5
        if worth > best:
            best, group = worth, equal
    return group


def _lattice_of(bodies: NDArray[np.float64]) -> tuple[Lattice, NDArray[np.bool_]] | None:
    """The lattice of bodies of one size, and which of its cells hold one."""
    width, height = np.median(bodies[:, 2:], axis=0).tolist()
    row = down = None
    for side, axis in ((width, 0), (height, 1), (width, 0)):
        line = _in_line(bodies[:, axis], side)
        if line is None:
            return None
        bodies = bodies[line.fits]
        row, down = (line, down) if axis == 0 else (row, line)
    if row is None or down is None:
        return None
    col, at = row.steps(bodies[:, 0]), down.steps(bodies[:, 1])
    held = np.zeros((int(np.ptp(at)) + 1, int(np.ptp(col)) + 1), np.bool_)
    held[at - at.min(), col - col.min()] = True
    left, top = row.start + int(col.min()) * row.pitch, down.start + int(at.min()) * down.pitch
    corner = Pixel(left, top)
    return Lattice(corner, (row.pitch, down.pitch), *held.shape), held


def _in_line(places: NDArray[np.float64], side: float) -> _Row | None:
    """How most of some places lie in line, further apart than a side; None if they do not."""
    best, found = 0.0, None
    for pitch in _distances(places, side):
        row = _fitted(places, pitch)
        if row is None or row.pitch < side or not np.ptp(row.steps(places[row.fits])):
            continue
        chance = len(places) * min(1.0, 2 * _BESIDE / row.pitch)
        worth = np.count_nonzero(row.fits) - chance
        coarser = found is not None and row.pitch > found.pitch
        if worth * _AS_GOOD > best or (coarser and worth > best * _AS_GOOD):
            best, found = max(best, worth), row
    return found


def _distances(places: NDArray[np.float64], side: float) -> list[float]:
    """How far neighbouring lines of places lie apart, and next but one, the most frequent first.

    Where lines are missing these are several pitches.
    """
    lines = np.sort(places)
    first = np.concatenate([[True], np.diff(lines) > _BESIDE])
    lines = np.add.reduceat(lines, np.flatnonzero(first)) / np.diff(
        np.append(np.flatnonzero(first), len(lines))
    )
    apart = np.concatenate([np.diff(lines), lines[2:] - lines[:-2]])
    apart = np.concatenate([apart / times for times in _TIMES])
    apart = apart[(apart >= side) & (apart <= min(_APART, _WIDE * side + _WIDER))]
    rough, often = np.unique(np.rint(2 * apart) / 2, return_counts=True)
    order = np.argsort(-often, kind="stable")[:_CANDIDATES]
    return [float(each) for each in rough[order]]


def _fitted(places: NDArray[np.float64], pitch: float) -> _Row | None:
    """Places in line about a pitch apart, by least squares."""
    phase = np.sort(places % pitch)
    around = np.concatenate([phase, phase + pitch])
    most = np.searchsorted(around, phase + 2 * _BESIDE, "right") - np.arange(len(phase))
    at = int(most.argmax())
    start = float(around[at : at + most[at]].mean())
    row = None
    for _ in range(_ROUNDS):
        steps = np.rint((places - start) / pitch)
        fits = np.abs(places - start - steps * pitch) < max(_BESIDE, _OFF * pitch)
        row = _Row(pitch, start, fits)
        if not fits.any():
            return None
        middle = steps[fits].mean()
        spread = float(((steps[fits] - middle) ** 2).sum())
        if not spread:
            break
        way = float(((steps[fits] - middle) * places[fits]).sum()) / spread
        if way < _LEAST:
            return None
        pitch, start = way, float(places[fits].mean() - middle * way)
    return row
