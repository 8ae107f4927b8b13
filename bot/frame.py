"""One picture of the screen, and where and when it was taken."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.errors import FrameError
from bot.geometry import Pixel, ScreenPoint

MAX_PIXELS = 64_000_000
"""Larger than any screen; a larger picture is refused before it is decoded."""
_HEADER = 1 << 20
"""Bytes at the start of a file in which its size is looked for."""

_CORNER = ScreenPoint(0.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture of the screen.

    Parameters
    ----------
    pixels
        uint8 array of shape (H, W, 3), RGB; made read-only
    origin
        where the picture's top left corner lies on the screen, pt
    scale
        pixels per point; 2 on many high-density screens
    time
        when it was taken, s, on a monotonic clock

    Raises
    ------
    FrameError
        if the array is no such picture
    """

    pixels: NDArray[np.uint8]
    origin: ScreenPoint = _CORNER
    scale: float = 1.0
    time: float = 0.0

    def __post_init__(self) -> None:
        if self.pixels.ndim != 3 or self.pixels.shape[2] != 3 or self.pixels.dtype != np.uint8:
            raise FrameError(
                f"pixels must be uint8 of shape (H, W, 3), "
                f"but got {self.pixels.dtype} {self.pixels.shape}"
            )
        if not self.pixels.size:
            raise FrameError(f"pixels must not be empty, but got {self.pixels.shape}")
        if self.scale <= 0:
            raise FrameError(f"scale must be positive, but got {self.scale}")
        self.pixels.setflags(write=False)

    @property
    def width(self) -> int:
        """Width, px."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """Height, px."""
        return int(self.pixels.shape[0])

    def to_screen(self, pixel: Pixel) -> ScreenPoint:
        """Where a pixel of this frame lies on the screen, pt."""
        return ScreenPoint(
            self.origin.x + pixel.x / self.scale, self.origin.y + pixel.y / self.scale
        )


def load(path: Path) -> Frame:
    """Frame from a picture file.

    Raises
    ------
    FrameError
        if there is no such file, or it holds no picture that can be read
    """
    try:
        data = np.fromfile(path, dtype=np.uint8)
    except OSError as error:
        raise FrameError(f"{path}: {error.strerror or error}") from error
    if not data.size:
        raise FrameError(f"{path}: the file is empty; a PNG or JPEG screenshot is expected")
    declared = _declared_size(data.tobytes()[:_HEADER])
    if declared and declared[0] * declared[1] > MAX_PIXELS:
        raise FrameError(
            f"{path}: {declared[0]} x {declared[1]} is larger than any screen; "
            f"{MAX_PIXELS} pixels at most are read"
        )
    try:
        decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise FrameError(f"{path}: the picture cannot be decoded: {error.err}") from error
    if decoded is None:
        raise FrameError(f"{path}: no picture; a PNG or JPEG screenshot is expected")
    if decoded.shape[0] * decoded.shape[1] > MAX_PIXELS:
        raise FrameError(f"{path}: {decoded.shape[1]} x {decoded.shape[0]} is too large")
    pixels: NDArray[np.uint8] = np.ascontiguousarray(decoded[:, :, ::-1], dtype=np.uint8)
    return Frame(pixels)


def _declared_size(head: bytes) -> tuple[int, int] | None:
    """Width and height that a PNG or JPEG file says it has; None where that is not seen.

    PNG: the IHDR chunk comes first. JPEG: the first start-of-frame segment, C0 to CF without the
    three that are tables.
    """
    if head.startswith(b"\x89PNG\r\n\x1a\n") and len(head) >= 24:
        return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    at = 2
    while head.startswith(b"\xff\xd8") and at + 9 <= len(head) and head[at] == 0xFF:
        if 0xC0 <= head[at + 1] <= 0xCF and head[at + 1] not in {0xC4, 0xC8, 0xCC}:
            height, width = head[at + 5 : at + 7], head[at + 7 : at + 9]
            return int.from_bytes(width, "big"), int.from_bytes(height, "big")
        at += 2 + int.from_bytes(head[at + 2 : at + 4], "big")
    return None


def save(path: Path, pixels: NDArray[np.uint8]) -> None:
    """Write an RGB picture, uint8 of shape (H, W, 3), as PNG.

    Raises
    ------
    FrameError
        if the file cannot be written
    """
    _, data = cv2.imencode(".png", np.ascontiguousarray(pixels[:, :, ::-1]))
    try:
        data.tofile(path)
    except OSError as error:
        raise FrameError(f"{path}: {error.strerror or error}") from error
