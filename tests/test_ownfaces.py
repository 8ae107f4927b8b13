"""A person's own pictures: what is taken, what is left out, and how it lies on a tile."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import Board
from bot.boardview import draw
from bot.drawing import disc, paint
from bot.errors import FrameError, InputError
from bot.ownfaces import KEPT, OwnFaces, load_gallery, read_picture, shown
from bot.style import Style

RED, BLUE = (220, 40, 30), (30, 60, 210)


def plain(width: int, height: int, colour: tuple[int, int, int]) -> NDArray[np.uint8]:
    return np.full((height, width, 3), colour, np.uint8)


def write(path: Path, pixels: NDArray[np.generic], *options: int) -> Path:
    """Write RGB, RGBA or grey pixels in the format of the name."""
    if pixels.ndim == 3:
        order = [2, 1, 0, 3][: pixels.shape[2]]
        pixels = np.ascontiguousarray(pixels[:, :, order])
    done, data = cv2.imencode(path.suffix, np.asarray(pixels), options)
    assert done
    data.tofile(path)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with three pictures."""
    write(tmp_path / "a.png", plain(40, 40, RED))
    write(tmp_path / "b.jpg", plain(300, 200, BLUE))
    write(tmp_path / "c.bmp", plain(20, 30, (250, 220, 40)))
    return tmp_path


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp", ".bmp", ".tiff"])
def test_every_format_is_read(tmp_path: Path, suffix: str) -> None:
    """Its colours are about those that were written, and none of it is transparent."""
    picture = read_picture(write(tmp_path / f"x{suffix}", plain(40, 30, RED)))
    assert picture.shape == (30, 40, 4)
    assert np.abs(picture[:, :, :3].astype(int) - RED).max() < 12
    assert (picture[:, :, 3] == 255).all()


@pytest.mark.parametrize(
    "pixels",
    [
        np.full((30, 40), 90, np.uint8),
        np.full((30, 40), 90 * 257, np.uint16),
        np.full((30, 40, 3), 90 * 257, np.uint16),
        np.dstack([plain(40, 30, (90, 90, 90)), np.full((30, 40), 255, np.uint8)]),
    ],
    ids=["grey", "deep grey", "deep colours", "with alpha"],
)
def test_all_depths_are_read(tmp_path: Path, pixels: NDArray[np.generic]) -> None:
    """Grey, sixteen bits and four channels end as the same picture."""
    picture = read_picture(write(tmp_path / "x.png", pixels))
    assert picture.shape == (30, 40, 4)
    assert (picture == (90, 90, 90, 255)).all()


@pytest.mark.parametrize("size", [(60, 40), (1400, 1100), (5000, 4100)])
def test_a_photograph_is_turned_as_its_file_says(tmp_path: Path, size: tuple[int, int]) -> None:
    """A camera on its side writes the picture lying, and a note; also where it is very large."""
    width, height = size
    pixels = plain(width, height, RED)
    pixels[: height // 2] = BLUE
    path = write(tmp_path / "x.jpg", pixels)
    data = path.read_bytes()
    note = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    header = b"\xff\xe1" + (len(note) + 2).to_bytes(2, "big") + note
    path.write_bytes(data[:2] + header + data[2:])
    picture = read_picture(path)
    assert picture.shape[0] > picture.shape[1]
    middle = picture.shape[0] // 2
    left, right = picture[middle, 3, :3].astype(int), picture[middle, -4, :3].astype(int)
    assert np.abs(left - RED).max() < 25
    assert np.abs(right - BLUE).max() < 25


def test_a_large_picture_is_made_small(tmp_path: Path) -> None:
    """A photograph costs no more memory than a face needs."""
    picture = read_picture(write(tmp_path / "x.jpg", plain(3000, 2000, BLUE)))
    assert max(picture.shape) == KEPT


def test_a_transparent_rim_is_cut_off(tmp_path: Path) -> None:
    """A small drawing on a large transparent sheet fills its tile."""
    pixels = np.zeros((100, 100, 4), np.uint8)
    pixels[40:60, 30:60] = (*RED, 255)
    assert read_picture(write(tmp_path / "x.png", pixels)).shape == (20, 30, 4)


def chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


@pytest.mark.parametrize(
    ("depth", "hole", "ink", "shown"),
    [(1, 0, 1, 255), (4, 3, 12, 204), (8, 0, 200, 200), (16, 0x0102, 0xC809, 0xC8)],
)
def test_a_grey_that_stands_for_nothing_is_transparent(
    tmp_path: Path, depth: int, hole: int, ink: int, shown: int
) -> None:
    """A line drawing may be saved so, in grey of any depth; OpenCV alone shows the grey itself."""
    row = int("".join(f"{grey:0{depth}b}" for grey in [hole] * 16 + [ink] * 16), 2)
    data = b"\0" + row.to_bytes(32 * depth // 8, "big")
    head = struct.pack(">IIBBBBB", 32, 16, depth, 0, 0, 0, 0)
    (tmp_path / "x.png").write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"tRNS", struct.pack(">H", hole))
        + chunk(b"IDAT", zlib.compress(data * 16))
        + chunk(b"IEND", b"")
    )
    picture = read_picture(tmp_path / "x.png")
    assert picture.shape == (16, 16, 4)  # the empty half is cut off
    assert (picture == (shown, shown, shown, 255)).all()


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda path: path.write_text("hello"), "no picture in PNG"),
        (lambda path: path.write_bytes(b""), "no picture in PNG"),
        (lambda path: path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40)), "no picture|broken"),
        (lambda path: write(path, np.zeros((9, 9, 4), np.uint8)), "transparent"),
        (lambda path: write(path, plain(90, 3, RED)), "90 x 3 is too small"),
    ],
    ids=["text", "empty", "broken", "transparent", "tiny"],
)
def test_what_is_no_face_is_named(tmp_path: Path, make: object, why: str) -> None:
    """The line starts with the name of the file."""
    path = tmp_path / "x.png"
    assert callable(make)
    make(path)
    with pytest.raises(FrameError, match=rf"^x\.png: .*({why})"):
        read_picture(path)


def test_a_cut_off_picture_is_named(tmp_path: Path) -> None:
    """A file that ends too soon."""
    path = write(tmp_path / "x.png", np.random.default_rng(1).integers(0, 255, (80, 80, 3), "u1"))
    path.write_bytes(path.read_bytes()[:2000])
    with pytest.raises(FrameError, match=r"^x\.png: "):
        read_picture(path)


def test_a_picture_that_says_it_is_huge_is_left_out(tmp_path: Path) -> None:
    """It is not decoded: a file of a few bytes may ask for gigabytes."""
    path = write(tmp_path / "x.bmp", plain(10, 10, RED))
    data = bytearray(path.read_bytes())
    data[18:26] = (60_000).to_bytes(4, "little") * 2
    path.write_bytes(data)
    with pytest.raises(FrameError, match=r"^x\.bmp: 60000 x 60000 is too large"):
        read_picture(path)


def test_a_folder_is_read_by_name(folder: Path) -> None:
    """The first name is kind 1; hidden files and folders are passed over in silence."""
    (folder / ".hidden").write_text("x")
    (folder / "more").mkdir()
    gallery = load_gallery(folder, 9)
    assert tuple(gallery.faces.pictures[0][0, 0, :3]) == RED
    assert len(gallery.faces) == 3
    assert gallery.left_out == ()


def test_bad_files_are_named_and_left_out(folder: Path) -> None:
    """In the order of their names, with the reason; what is no picture at all is not."""
    (folder / "notes.jpg").write_text("x")
    (folder / "readme.txt").write_text("x")
    (folder / "Thumbs.db").write_bytes(bytes(40))
    (folder / "cut-off").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(4))
    write(folder / "b2.png", plain(30, 20, BLUE))
    gallery = load_gallery(folder, 9, seed=4)
    assert len(gallery.faces) == 3
    assert [line.split(":")[0] for line in gallery.left_out] in (
        ["b2.png", "cut-off", "notes.jpg"],
        ["b.jpg", "cut-off", "notes.jpg"],
    )
    assert "the same picture as b" in gallery.left_out[0]


def test_of_many_pictures_the_seed_takes_some(tmp_path: Path) -> None:
    """The same ones for the same seed."""
    for number in range(12):
        write(tmp_path / f"{number:02}.png", plain(20, 20, (number * 20, 99, 255 - number * 20)))
    some = [load_gallery(tmp_path, 4, seed).faces.pictures for seed in (1, 1, 2)]
    colours = [[int(picture[0, 0, 0]) // 20 for picture in taken] for taken in some]
    assert colours[0] == colours[1] != colours[2]
    assert colours[0] == sorted(colours[0])
    assert len(colours[0]) == 4


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    """One line tells what was expected, and what is wrong with the first file."""
    with pytest.raises(InputError, match=r"2 pictures .* differ, but .* has 0$"):
        load_gallery(tmp_path, 9)
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(InputError, match=r"has 0$"):
        load_gallery(tmp_path, 9)
    (tmp_path / "a.heic").write_text("x")
    with pytest.raises(InputError, match=r"has 0; a\.heic: no picture"):
        load_gallery(tmp_path, 9)
    write(tmp_path / "b.png", plain(30, 30, RED))
    with pytest.raises(InputError, match="has 1; "):
        load_gallery(tmp_path, 9)


def test_it_tells_how_many_files_it_has_looked_at(folder: Path) -> None:
    """Before each of them."""
    told: list[int] = []
    load_gallery(folder, 9, tell=told.append)
    assert told == [0, 1, 2]


def test_no_folder_is_refused(tmp_path: Path) -> None:
    """So is a file."""
    for path in (tmp_path / "none", write(tmp_path / "a.png", plain(30, 30, RED))):
        with pytest.raises(InputError, match="a folder with pictures is expected"):
            load_gallery(path, 9)


def test_a_photograph_fills_its_tile() -> None:
    """Its ends are cut off where they are not too long."""
    photo = np.dstack([plain(90, 60, BLUE), np.full((60, 90), 255, np.uint8)])
    face = OwnFaces((photo,)).draw(1, 40, 40)
    assert (face[:, :, 3] == 255).all()


def test_a_long_picture_is_shown_whole() -> None:
    """Above and below it the tile is seen."""
    photo = np.dstack([plain(200, 50, BLUE), np.full((50, 200), 255, np.uint8)])
    face = OwnFaces((photo,)).draw(1, 40, 40)
    assert face[:, :, 3].nonzero()[0].tolist() == sorted([*range(15, 25)] * 40)


def test_a_drawing_keeps_its_shape() -> None:
    """A disc is as wide as it is high, in a tile of any shape."""
    sheet = paint((disc(RED, 50, 50, 48),), 64, 64)
    alpha = OwnFaces((sheet,)).draw(1, 60, 40)[:, :, 3] > 128
    height, width = alpha.any(axis=1).sum(), alpha.any(axis=0).sum()
    assert height > 34
    assert abs(int(height) - int(width)) <= 1


def test_a_board_is_drawn_with_them() -> None:
    """Kind 2 shows the second picture, and there is no third."""
    photos = [np.dstack([plain(30, 30, c), np.full((30, 30), 255, "u1")]) for c in (RED, BLUE)]
    style = Style(own=OwnFaces(tuple(photos)))
    picture = draw(Board.from_text("a b"), style)
    middle = 64 + 56 + 3 + 28
    assert (picture[64 + 28, middle] == BLUE).all()
    with pytest.raises(InputError, match="there are 2 faces"):
        draw(Board.from_text("a b c"), style)


def test_a_long_list_is_cut() -> None:
    """What is left is counted."""
    assert list(shown(["a", "b", "c"], 2)) == ["a", "b", "and 1 file more"]
    assert list(shown(["a", "b"], 2)) == ["a", "b"]
