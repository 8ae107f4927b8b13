"""Pictures come in whatever the file, or are refused in one line."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.errors import FrameError
from bot.frame import Frame, load, save
from bot.geometry import Pixel, ScreenPoint


def picture(height: int = 6, width: int = 9) -> NDArray[np.uint8]:
    """A picture whose every value differs from its neighbours'."""
    return np.arange(height * width * 3, dtype=np.uint8).reshape(height, width, 3)


def encoded(pixels: NDArray[np.generic], kind: str = ".png") -> bytes:
    """A picture file, as OpenCV writes it."""
    return bytes(cv2.imencode(kind, pixels)[1].tobytes())


def png_of_size(width: int, height: int) -> bytes:
    """A small PNG file that says it is larger than it is."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(b"\0" * 100)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    )


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    """A picture survives the disk, under a name that is not ASCII too."""
    path = tmp_path / "连连看 ü.png"
    save(path, picture())
    assert (load(path).pixels == picture()).all()


def test_colours_are_rgb(tmp_path: Path) -> None:
    """A red picture file is red in the first channel."""
    (tmp_path / "red.png").write_bytes(encoded(np.full((3, 3, 3), (0, 0, 255), np.uint8)))
    assert (load(tmp_path / "red.png").pixels == (255, 0, 0)).all()


@pytest.mark.parametrize(
    "pixels",
    [
        np.full((5, 7), 200, np.uint8),
        np.full((5, 7), 200 * 257, np.uint16),
        np.full((5, 7, 3), 200 * 257, np.uint16),
        np.full((5, 7, 4), 200, np.uint8),
    ],
    ids=["grey", "grey, 16 bit", "16 bit", "alpha"],
)
def test_other_depths_become_rgb(tmp_path: Path, pixels: NDArray[np.generic]) -> None:
    """Grey, deep and transparent pictures are read as 8-bit RGB of the same colour."""
    (tmp_path / "a.png").write_bytes(encoded(pixels))
    frame = load(tmp_path / "a.png")
    assert frame.pixels.shape == (5, 7, 3)
    assert (frame.pixels == 200).all()


def test_jpeg_is_read(tmp_path: Path) -> None:
    """A JPEG screenshot is read, nearly as it was."""
    (tmp_path / "a.jpg").write_bytes(encoded(np.full((8, 8, 3), 90, np.uint8), ".jpg"))
    assert abs(load(tmp_path / "a.jpg").pixels.astype(int) - 90).max() < 3


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"no picture at all", "no picture"),
        (encoded(picture())[:40], "no picture"),
        (png_of_size(50_000, 40_000), "50000 x 40000"),
        (encoded(picture(), ".jpg")[:300], "no picture"),
    ],
    ids=["empty", "text", "cut off", "too large", "jpeg cut off"],
)
def test_broken_files_are_refused(tmp_path: Path, data: bytes, said: str) -> None:
    """What is no picture is refused in one line that names the file and says why."""
    path = tmp_path / "broken.png"
    path.write_bytes(data)
    with pytest.raises(FrameError, match=said) as refused:
        load(path)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_large_jpeg_is_refused_by_its_header(tmp_path: Path) -> None:
    """A JPEG that says it is larger than any screen is refused before it is decoded."""
    data = bytearray(encoded(picture(), ".jpg"))
    start = data.index(b"\xff\xc0")
    data[start + 5 : start + 9] = struct.pack(">HH", 60_000, 50_000)
    (tmp_path / "a.jpg").write_bytes(data)
    with pytest.raises(FrameError, match="50000 x 60000 is larger"):
        load(tmp_path / "a.jpg")


def test_no_file_is_refused(tmp_path: Path) -> None:
    """A missing file and a folder are refused by name."""
    for path in (tmp_path / "missing.png", tmp_path):
        with pytest.raises(FrameError, match=str(path)):
            load(path)
    with pytest.raises(FrameError, match="nowhere"):
        save(tmp_path / "nowhere" / "a.png", picture())


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((4, 4), np.uint8),
        np.zeros((4, 4, 4), np.uint8),
        np.zeros((4, 4, 3), np.float32),
        np.zeros((0, 4, 3), np.uint8),
    ],
)
def test_only_pictures_become_frames(pixels: NDArray[np.uint8]) -> None:
    """An array of another shape or type is no frame."""
    with pytest.raises(FrameError, match="pixels must"):
        Frame(pixels)


def test_a_frame_cannot_be_painted_on() -> None:
    """The pixels of a frame are read-only, and its scale is positive."""
    frame = Frame(picture())
    with pytest.raises(ValueError, match="read-only"):
        frame.pixels[0, 0] = 0
    with pytest.raises(FrameError, match="scale"):
        Frame(picture(), scale=0)


def test_pixels_become_points() -> None:
    """A pixel lies where origin and scale put it on the screen."""
    frame = Frame(picture(), ScreenPoint(100, -50), 2.0)
    assert frame.to_screen(Pixel(8, 3)) == ScreenPoint(104, -48.5)
    assert (frame.width, frame.height) == (9, 6)
