"""One picture of the screen, and where and when it was taken."""

from __future__ import annotations

import stat
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.errors import FrameError
from bot.geometry import Pixel, ScreenPoint
from bot.header import FORMATS, declared_size
from bot.hushed import hushed
from bot.unwritten import not_written
from bot.whole import write_whole

MAX_PIXELS = 64_000_000
"""Larger than any screen; a larger picture is refused before it is decoded."""
READ_PIXELS = 16_000_000
"""Pixels at which a picture is read; a larger one is made smaller first. A screen of 5120 x 2880
has fewer."""
MAX_BYTES = 1 << 28
"""More than a picture of so many pixels has, packed as screenshots are."""

_NO_MEMORY = -4
"""What OpenCV calls it (StsNoMem)."""
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
        if not isinstance(self.pixels, np.ndarray):
            raise FrameError(f"pixels must be an array, but got {type(self.pixels).__name__}")
        if self.pixels.ndim != 3 or self.pixels.shape[2] != 3 or self.pixels.dtype != np.uint8:
            raise FrameError(
                f"pixels must be uint8 of shape (H, W, 3), "
                f"but got {self.pixels.dtype} {self.pixels.shape}"
            )
        if not self.pixels.size:
            raise FrameError(f"pixels must not be empty, but got {self.pixels.shape}")
        if not all(map(isfinite, (*self.origin, self.scale, self.time))):
            raise FrameError(
                f"origin, scale and time must be finite, but got {tuple(self.origin)}, "
                f"{self.scale} and {self.time}"
            )
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

    Of an animation it is the first picture. A photograph is turned as its file says. What is
    transparent has the colour that is stored there: some programs save the screen with an alpha
    channel that means nothing.

    Raises
    ------
    FrameError
        if there is no such file, or it holds no picture that can be read
    """
    data = _contents(path)
    size = declared_size(data)
    if size is None:
        raise FrameError(
            f"{path}: no picture, or a broken one; a screenshot in {FORMATS} is expected"
        )
    if size[0] * size[1] > MAX_PIXELS:
        raise FrameError(
            f"{path}: {size[0]} x {size[1]} is larger than any screen; "
            f"{MAX_PIXELS} pixels at most are read"
        )
    decoded = decode(data, cv2.IMREAD_COLOR)
    if decoded is None:
        raise FrameError(f"{path}: the picture is broken, cut off, or of a rare kind")
    if decoded.shape[0] * decoded.shape[1] > MAX_PIXELS:
        raise FrameError(f"{path}: {decoded.shape[1]} x {decoded.shape[0]} is too large")
    pixels: NDArray[np.uint8] = np.ascontiguousarray(decoded[:, :, ::-1], dtype=np.uint8)
    return Frame(pixels)


def decode(data: bytes, how: int) -> NDArray[np.generic] | None:
    """What a picture file holds; None if that is broken.

    Parameters
    ----------
    data : bytes of the whole file, whose size was looked at by `header.declared_size`
    how : one of OpenCV's IMREAD flags

    Returns
    -------
    pixels : array of shape (H, W) or (H, W, C), BGR or BGRA, as OpenCV gives it

    Raises
    ------
    MemoryError
        if there is too little memory for it
    """
    try:
        with hushed():
            decoded = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except cv2.error as error:
        if error.code == _NO_MEMORY:
            raise MemoryError(error.err) from error
        return None
    return decoded if decoded is not None and decoded.size else None


def _contents(path: Path) -> bytes:
    """All of a file; a pipe or a device, which need not have an end, is not opened."""
    try:
        status = path.stat()
        ordinary = stat.S_ISREG(status.st_mode) and status.st_size <= MAX_BYTES
        data = path.read_bytes() if ordinary else b""
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte in it
        raise FrameError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    if stat.S_ISDIR(status.st_mode):
        raise FrameError(f"{path}: a folder; the file of a picture is expected")
    if not stat.S_ISREG(status.st_mode):
        raise FrameError(f"{path}: no ordinary file; the file of a picture is expected")
    if not ordinary:
        raise FrameError(
            f"{path}: {status.st_size} bytes are more than any screenshot has; "
            f"{MAX_BYTES} at most are read"
        )
    if not data:
        raise FrameError(f"{path}: the file is empty; a screenshot in {FORMATS} is expected")
    return data


def reduced(frame: Frame) -> tuple[Frame, int]:
    """A frame small enough to be read, and how many times its width and height were divided.

    Returns
    -------
    frame : the same, where it has `READ_PIXELS` at most
    times : 1 then
    """
    times = 1
    while frame.width * frame.height > READ_PIXELS * times**2:
        times += 1
    if times == 1:
        return frame, 1
    pixels = shrunk(frame.pixels, times)
    return replace(frame, pixels=pixels, scale=frame.scale / times), times


def shrunk(pixels: NDArray[np.uint8], times: int) -> NDArray[np.uint8]:
    """A picture, uint8 (H, W, 3), so many times smaller: (H // times, W // times, 3), one at least.

    Without what is left over at the right and at the bottom, or it would be a little less.
    """
    if times == 1:
        return pixels
    height, width = (max(1, side // times) for side in pixels.shape[:2])
    whole = pixels[: height * times, : width * times]
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def pixels_apart(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """By how much pixels differ, in the colour in which they differ most: uint8 of shape (H, W).

    Parameters
    ----------
    one, other : uint8 arrays of one shape, (H, W, 3)
    """
    # NumPy takes twenty times as long for the most of three that lie side by side.
    red, green, blue = cv2.split(cv2.absdiff(one, other))
    return np.asarray(cv2.max(cv2.max(red, green), blue), np.uint8)


def save(path: Path, pixels: NDArray[np.uint8], *, lasting: bool = True) -> None:
    """Write an RGB picture, uint8 of shape (H, W, 3), as PNG.

    Parameters
    ----------
    path, pixels : where, and what
    lasting : whether to wait until it would outlast a power cut, and not this process alone

    Raises
    ------
    FrameError
        if the file cannot be written
    """
    _, data = cv2.imencode(".png", np.ascontiguousarray(pixels[:, :, ::-1]))
    try:
        write_whole(path, data.tobytes(), lasting=lasting)
    except OSError as error:
        raise not_written(path, error, FrameError) from None
