"""Films are packed so that they come out as they went in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.filmfile import packed
from bot.filming import Film

SIZE = (96, 64)
COLOURS = [(200, 30, 30)] * 6 + [(30, 160, 30)] * 6 + [(30, 30, 200)] * 8


def made() -> Film:
    """A film of three colours, 20 pictures at 10 a second."""

    def pictures() -> Iterator[NDArray[np.uint8]]:
        for colour in COLOURS:
            yield np.full((SIZE[1], SIZE[0], 3), colour, np.uint8)

    return Film(*SIZE, 10.0, len(COLOURS), pictures())


def is_like(picture: NDArray[np.generic], colour: tuple[int, int, int]) -> bool:
    """Whether a BGR picture has about this colour, RGB, in its middle."""
    middle = picture[SIZE[1] // 2, SIZE[0] // 2, :3].astype(int)[::-1]
    return bool(np.abs(middle - colour).max() < 30)


def test_a_webp_lasts_as_long_as_the_film() -> None:
    """Pictures that are the same are one that lasts longer; it begins anew for ever."""
    data = packed(made(), ".webp")
    done, film = cv2.imdecodeanimation(np.frombuffer(data, np.uint8)[None])  # 4.12 wants one row
    assert done
    assert list(film.durations) == [600, 600, 800]
    assert film.loop_count == 0
    assert all(map(is_like, film.frames, [COLOURS[0], COLOURS[6], COLOURS[12]]))


def test_a_webm_has_every_picture(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """At its pace, and nothing is said on stderr by what writes it."""
    path = tmp_path / "film.webm"
    path.write_bytes(packed(made(), ".webm"))
    assert capfd.readouterr().err == ""
    film = cv2.VideoCapture(str(path))
    assert film.get(cv2.CAP_PROP_FPS) == 10
    pictures = []
    while (read := film.read())[0]:
        pictures.append(read[1])
    assert len(pictures) == len(COLOURS)
    assert all(map(is_like, pictures[2::6], COLOURS[2::6]))
    assert path.read_bytes().startswith(b"\x1aE\xdf\xa3")
