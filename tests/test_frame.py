"""Pictures come in whatever the file, or are refused in one line."""

from __future__ import annotations

import os
import re
import struct
import traceback
import zlib
from math import inf, nan
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bot.errors import FrameError, MachineError
from bot.frame import MAX_BYTES, Frame, load, pixels_apart, save, shrunk
from bot.geometry import Pixel, ScreenPoint
from bot.header import declared_size


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
        (encoded(picture())[:20], "no picture"),
        (encoded(picture())[:40], "no picture"),
        (png_of_size(50_000, 40_000), "50000 x 40000"),
        (encoded(picture(), ".jpg")[:300], "no picture"),
        (encoded(picture(90, 90), ".jpg")[:-2], "no picture"),
    ],
    ids=["empty", "text", "no header", "cut off", "too large", "jpeg cut off", "jpeg without end"],
)
def test_broken_files_are_refused(tmp_path: Path, data: bytes, said: str) -> None:
    """What is no picture is refused in one line that names the file and says why."""
    path = tmp_path / "broken.png"
    path.write_bytes(data)
    with pytest.raises(FrameError, match=said) as refused:
        load(path)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)


def with_numbers(data: bytes, layout: str, *places_and_numbers: tuple[int, int]) -> bytes:
    """A file with some of its numbers changed."""
    changed = bytearray(data)
    for at, number in places_and_numbers:
        struct.pack_into(layout, changed, at, number)
    return bytes(changed)


def enormous(kind: str) -> bytes:
    """A small picture file that says it has 30000 x 16000 px."""
    data = encoded(picture(), f".{kind}")
    match kind:
        case "jpg":
            start = data.index(b"\xff\xc0")
            return with_numbers(data, ">H", (start + 5, 16_000), (start + 7, 30_000))
        case "bmp":
            return with_numbers(data, "<i", (18, 30_000), (22, -16_000))
        case "gif":
            return with_numbers(data, "<H", (6, 30_000), (8, 16_000))
        case "tiff":
            (tags,) = struct.unpack_from("<I", data, 4)
            assert struct.unpack_from("<H", data, tags + 2)[0] == 256
            assert struct.unpack_from("<H", data, tags + 14)[0] == 257
            data = with_numbers(data, "<H", (tags + 4, 4), (tags + 16, 4))
            return with_numbers(data, "<I", (tags + 10, 30_000), (tags + 22, 16_000))
    return png_of_size(30_000, 16_000)


def webp_of_size(chunk: bytes) -> bytes:
    """The beginning of a WebP file of 16000 x 16000 px, with the first chunk of each sort."""
    less_one = 15_999
    body = {
        b"VP8 ": b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 16_000, 16_000),
        b"VP8L": b"\x2f" + struct.pack("<I", less_one | less_one << 14) + b"\0" * 5,
        b"VP8X": bytes(4) + less_one.to_bytes(3, "little") * 2,
    }[chunk]
    return b"RIFF" + bytes(4) + b"WEBP" + chunk + bytes(4) + body


@pytest.mark.parametrize("kind", ["png", "jpg", "bmp", "gif", "tiff"])
def test_a_large_picture_is_refused_by_its_header(tmp_path: Path, kind: str) -> None:
    """Whatever the format, what is larger than any screen is not decoded."""
    (tmp_path / "a").write_bytes(enormous(kind))
    with pytest.raises(FrameError, match="30000 x 16000 is larger"):
        load(tmp_path / "a")


@pytest.mark.parametrize("chunk", [b"VP8 ", b"VP8L", b"VP8X"])
def test_a_large_webp_is_refused_by_its_header(tmp_path: Path, chunk: bytes) -> None:
    """All three sorts of WebP files are asked for their size."""
    (tmp_path / "a").write_bytes(webp_of_size(chunk))
    with pytest.raises(FrameError, match="16000 x 16000 is larger"):
        load(tmp_path / "a")


KINDS = ("png", "jpg", "webp", "bmp", "gif", "tiff")


@pytest.mark.parametrize("kind", KINDS)
def test_every_format_declares_the_size_it_has(tmp_path: Path, kind: str) -> None:
    """The size asked for first is that of the decoded picture."""
    data = encoded(np.full((6, 9, 3), 90, np.uint8), f".{kind}")
    (tmp_path / "a").write_bytes(data)
    assert declared_size(data) == (9, 6)
    assert load(tmp_path / "a").pixels.shape == (6, 9, 3)


def test_a_picture_of_one_pixel_is_a_picture(tmp_path: Path) -> None:
    """The smallest picture is read; whether it shows a board is another question."""
    for kind in KINDS:
        (tmp_path / "a").write_bytes(encoded(np.full((1, 1, 3), 90, np.uint8), f".{kind}"))
        assert load(tmp_path / "a").pixels.shape == (1, 1, 3)


def test_a_meaningless_alpha_channel_hides_nothing(tmp_path: Path) -> None:
    """Where all of a screenshot is said to be transparent, it is read all the same."""
    pixels = np.dstack([picture(), np.zeros((6, 9), np.uint8)])
    (tmp_path / "a.png").write_bytes(encoded(pixels))
    assert (load(tmp_path / "a.png").pixels == picture()[..., ::-1]).all()


@given(
    kind=st.sampled_from(KINDS),
    cut_at=st.floats(0, 1),
    flips=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 7)), max_size=6),
)
def test_a_damaged_file_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory,
    kind: str,
    cut_at: float,
    flips: list[tuple[float, int]],
) -> None:
    """Cut off or with bits turned over, a file is a picture or one line says why it is none."""
    data = bytearray(encoded(picture(24, 31), f".{kind}"))
    for place, bit in flips:
        data[int(place * len(data))] ^= 1 << bit
    path = tmp_path_factory.getbasetemp() / f"damaged.{kind}"
    path.write_bytes(data[: round(cut_at * len(data))])
    said = ""
    try:
        assert load(path).pixels.size
    except FrameError as error:
        said = str(error)
    assert not said or said.startswith(f"{path}: ")
    assert "\n" not in said


@given(
    data=st.binary(max_size=200),
    magic=st.sampled_from(
        [
            b"",
            b"\x89PNG\r\n\x1a\n",
            b"\xff\xd8",
            b"RIFF0000WEBP",
            b"BM",
            b"GIF8",
            b"II*\0",
            b"MM\0*",
        ]
    ),
)
def test_any_bytes_declare_a_size_or_none(data: bytes, magic: bytes) -> None:
    """Nothing that a header says makes its reader fail or go on for ever."""
    size = declared_size(magic + data)
    assert size is None or min(size) >= 0


def test_what_libraries_say_of_a_broken_file_is_not_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The one line of the error is all; and what others write later comes through again."""
    data = bytearray(encoded(picture(90, 90)))
    data[-60] ^= 1
    (tmp_path / "a.png").write_bytes(data)
    with pytest.raises(FrameError, match="cut off"):
        load(tmp_path / "a.png")
    os.write(2, b"heard\n")
    assert capfd.readouterr().err == "heard\n"


def test_a_chunk_longer_than_its_file_is_refused(tmp_path: Path) -> None:
    """For such a chunk gigabytes would be set aside."""
    data = encoded(picture())
    at = data.index(b"IDAT") - 4
    (tmp_path / "a.png").write_bytes(with_numbers(data, ">I", (at, 0xF0000000)))
    with pytest.raises(FrameError, match="no picture, or a broken one"):
        load(tmp_path / "a.png")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_need_not_end_is_not_opened(tmp_path: Path) -> None:
    """A pipe that nobody writes to, and a device, are refused at once."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(FrameError, match="no ordinary file"):
            load(path)


def test_a_file_larger_than_any_screenshot_is_not_read(tmp_path: Path) -> None:
    """A sparse file of gigabytes is refused by its length."""
    with (tmp_path / "a.png").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(FrameError, match="more than any screenshot"):
        load(tmp_path / "a.png")


def test_no_file_is_refused(tmp_path: Path) -> None:
    """A missing file and a folder are refused by name."""
    for path in (tmp_path / "missing.png", tmp_path, tmp_path / "no\0file"):
        with pytest.raises(FrameError, match=re.escape(str(path))) as caught:
            load(path)
        assert str(path) not in "".join(traceback.format_exception(caught.value)[:-1])
    with pytest.raises(FrameError, match="nowhere"):
        save(tmp_path / "nowhere" / "a.png", picture())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
def test_a_full_disk_is_the_machines_fault() -> None:
    """And no bad name, and what is to be done is told, not counts of bytes."""
    with pytest.raises(MachineError, match="No space left on device; make room"):
        save(Path("/dev/full"), picture())


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
    for named in ({"scale": inf}, {"time": -inf}, {"origin": ScreenPoint(nan, 0)}):
        with pytest.raises(FrameError, match="must be finite"):
            Frame(picture(), **named)  # type: ignore[arg-type]


def test_pixels_become_points() -> None:
    """A pixel lies where origin and scale put it on the screen."""
    frame = Frame(picture(), ScreenPoint(100, -50), 2.0)
    assert frame.to_screen(Pixel(8, 3)) == ScreenPoint(104, -48.5)
    assert (frame.width, frame.height) == (9, 6)


def test_pixels_are_as_far_apart_as_in_the_colour_that_tells_most() -> None:
    """Whichever it is, and whichever picture is the brighter one."""
    lot = np.random.default_rng(1)
    one, other = lot.integers(0, 256, (2, 5, 7, 3), np.uint8)
    truth = np.abs(one.astype(int) - other).max(axis=2)
    assert np.array_equal(pixels_apart(one, other), truth)


@pytest.mark.parametrize("over", [0, 1, 3])
def test_a_smaller_picture_is_so_many_times_smaller_whatever_is_left_over(over: int) -> None:
    """Each of its pixels is the mean of as many, or what is found in it would lie elsewhere."""
    pixels = np.random.default_rng(3).integers(0, 256, (40 + over, 64 + over, 3)).astype(np.uint8)
    small = shrunk(pixels, 4)
    assert small.shape == (10, 16, 3)
    means = pixels[:40, :64].reshape(10, 4, 16, 4, 3).mean(axis=(1, 3))
    assert np.abs(small - means).max() <= 0.5


def test_a_line_of_pixels_made_smaller_is_a_pixel_wide() -> None:
    """No side becomes nothing."""
    assert shrunk(np.full((1, 90, 3), 7, np.uint8), 4).shape == (1, 22, 3)
