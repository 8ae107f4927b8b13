"""The pitch: how far apart equal things stand in a picture.

Tiles are drawn again and again at one distance, so the edges in the picture repeat at it. Edge
strength is autocorrelated along each axis (Wiener-Khinchin theorem: the inverse transform of the
power spectrum); a pitch shows as a comb, high at its multiples and low half-way between them.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.signal import find_peaks

MIN_PITCH = 14.0
"""px; a smaller tile holds nothing that could be told apart."""
MAX_PITCH = 260.0
"""px; larger than the tiles of any game on any usual screen."""

_EDGE_CAP = 200.0
_BACKGROUND = 301
"""px; structures wider than this, such as panels, are no part of the pattern."""
_PEAKS = 8
"""Peaks of the autocorrelation that are followed up, with their halves, thirds and quarters."""


def edge_map(pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Edge strength without large structures.

    Parameters
    ----------
    pixels : uint8 array of shape (H, W, 3), RGB

    Returns
    -------
    edges : float32 array of shape (H, W); capped so that no single edge shouts, local mean 0
    """
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    along_x = cv2.Sobel(grey, cv2.CV_32F, 1, 0)
    along_y = cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    edges = np.minimum(cv2.magnitude(along_x, along_y), _EDGE_CAP)
    return np.asarray(edges - cv2.blur(edges, (_BACKGROUND, _BACKGROUND)), dtype=np.float32)


def autocorrelation(edges: NDArray[np.float32], axis: int) -> NDArray[np.float64]:
    """Sum of the autocorrelations of all lines along an axis, 1 at shift 0.

    Parameters
    ----------
    edges : float32 array of shape (H, W)
    axis : 0 for shifts down, 1 for shifts to the right

    Returns
    -------
    correlation : float64 array of shape (n,), n the length of the axis; index is the shift in px
    """
    length = edges.shape[axis]
    padded = cv2.getOptimalDFTSize(2 * length)
    spectrum = np.fft.rfft(edges, n=padded, axis=axis)
    power = (spectrum.real**2 + spectrum.imag**2).sum(axis=1 - axis, dtype=np.float64)
    correlation = np.fft.irfft(power, n=padded)[:length]
    return np.asarray(correlation / max(float(correlation[0]), 1e-9))


def candidate_pitches(correlation: NDArray[np.float64], count: int) -> list[float]:
    """Pitches that the picture may have along the axis, the best comb first, px.

    Parameters
    ----------
    correlation : float64 array of shape (n,), from `autocorrelation`
    count : how many at most
    """
    reach = min(len(correlation) // 2, int(2 * MAX_PITCH))
    if reach < MIN_PITCH:
        return []
    found, _ = find_peaks(correlation[:reach], distance=3, prominence=0.002)
    strength = [_prominence(correlation, peak) + 0.5 * correlation[peak] for peak in found]
    strongest = found[np.argsort(strength)[::-1][:_PEAKS]]
    shifts = {
        _sharpen(correlation, int(peak)) / part for peak in strongest for part in (1, 2, 3, 4)
    }
    combs = sorted(
        (
            (_comb(correlation, shift), shift)
            for shift in shifts
            if MIN_PITCH <= shift <= MAX_PITCH and _is_peak(correlation, shift)
        ),
        reverse=True,
    )
    chosen: list[float] = []
    for _, shift in combs:
        if all(abs(shift / other - 1) > 0.02 for other in chosen):
            chosen.append(shift)
    return chosen[:count]


def refine_pitch(correlation: NDArray[np.float64], pitch: float, cells: int) -> float:
    """The pitch to a fraction of a pixel, from its multiples up to the size of the board, px.

    Each doubling of the multiples halves the error, so the search window shrinks with it.
    """
    highest = 2
    while True:
        highest = max(2, min(highest, cells, int((len(correlation) - 3) / pitch)))
        multiples = np.arange(1, highest)
        trial = pitch + np.linspace(-1.2, 1.2, 97) / multiples[-1]
        sums = [_value(correlation, multiples * shift).sum() for shift in trial]
        pitch = float(trial[int(np.argmax(sums))])
        if highest >= min(cells, int((len(correlation) - 3) / pitch)) or highest >= 64:
            return pitch
        highest *= 2


def _value(correlation: NDArray[np.float64], shifts: NDArray[np.floating]) -> NDArray[np.float64]:
    """Correlation at fractional shifts, by linear interpolation."""
    return np.asarray(np.interp(shifts, np.arange(len(correlation)), correlation))


def _prominence(correlation: NDArray[np.float64], peak: int) -> float:
    """How far a peak stands out in a window that grows with its shift."""
    width = max(3, peak // 2)
    before = correlation[max(0, peak - width) : peak].min()
    after = correlation[peak + 1 : peak + width + 1].min()
    return float(correlation[peak] - max(before, after))


def _sharpen(correlation: NDArray[np.float64], peak: int) -> float:
    """Top of the parabola through a peak and its neighbours."""
    before, top, after = correlation[peak - 1 : peak + 2]
    bend = before - 2 * top + after
    return peak + (0.5 * float(before - after) / float(bend) if bend else 0.0)


def _is_peak(correlation: NDArray[np.float64], shift: float) -> bool:
    """Whether the correlation rises to a local top within 2 px of the shift."""
    low = max(2, round(shift) - 2)
    top = low + int(correlation[low : round(shift) + 3].argmax())
    return bool(correlation[top] >= max(correlation[top - 1], correlation[top + 1]))


def _comb(correlation: NDArray[np.float64], pitch: float) -> float:
    """Mean height at the first multiples of a pitch, less that half-way between them."""
    teeth = np.arange(1, max(2, min(5, int(len(correlation) * 0.45 / pitch) + 1)))
    wobble = (-1.0, 0.0, 1.0)
    high = np.max([_value(correlation, teeth * pitch + by) for by in wobble], axis=0)
    low = np.min([_value(correlation, (teeth - 0.5) * pitch + by) for by in wobble], axis=0)
    return float((high - low).mean())
