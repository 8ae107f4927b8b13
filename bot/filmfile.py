"""Film files: pictures packed as WebM or as animated WebP, both by OpenCV."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.errors import MachineError
from bot.filming import Film
from bot.hushed import hushed

SUFFIXES = (".webm", ".webp")
"""The names of films end so; the first is for players, the other for pages such as a README."""
_QUALITY = 55
"""Of WebP, 0 to 100: text in a caption has no blurs that are seen."""


def packed(film: Film, suffix: str) -> bytes:
    """The file of a film.

    Parameters
    ----------
    film
        its pictures are used up
    suffix
        one of `SUFFIXES`

    Raises
    ------
    MachineError
        if this build of OpenCV cannot write such films
    """
    return _webp(film) if suffix == ".webp" else _webm(film)


def _webp(film: Film) -> bytes:
    """An animated WebP; a picture that is shown again only lasts longer."""
    frames: list[NDArray[np.uint8]] = []
    durations: list[int] = []
    shown = 0.0
    for number, picture in enumerate(_bgr(film.pictures), start=1):
        until = number * 1000 / film.fps
        if frames and np.array_equal(frames[-1], picture):
            durations[-1] += round(until) - round(shown)
        else:
            frames.append(picture)
            durations.append(round(until) - round(shown))
        shown = until
    animation = cv2.Animation()
    animation.frames = frames
    animation.durations = durations
    animation.loop_count = 0
    done, data = cv2.imencodeanimation(".webp", animation, [cv2.IMWRITE_WEBP_QUALITY, _QUALITY])
    if not done:
        raise MachineError("this OpenCV writes no animated WebP: name a film that ends in .webm")
    return data.tobytes()


def _webm(film: Film) -> bytes:
    """A WebM in VP8, which every browser plays; VP9 takes five times as long to write."""
    with tempfile.TemporaryDirectory(prefix="linkup-film-") as folder:
        path = Path(folder) / "film.webm"
        with hushed():  # it warns of a tag that WebM does not need
            writer = cv2.VideoWriter(
                str(path),
                cv2.VideoWriter.fourcc(*"VP80"),
                film.fps,
                (film.width, film.height),
            )
        if not writer.isOpened():
            raise MachineError("this OpenCV writes no WebM: name a film that ends in .webp")
        try:  # a file that is open cannot be deleted on Windows
            for picture in _bgr(film.pictures):
                writer.write(picture)
        finally:
            writer.release()
        data = path.read_bytes() if path.exists() else b""
        if not data:
            raise MachineError(f"{folder}: the film cannot be written there; is the disk full?")
        return data


def _bgr(pictures: Iterator[NDArray[np.uint8]]) -> Iterator[NDArray[np.uint8]]:
    return (np.ascontiguousarray(picture[:, :, ::-1]) for picture in pictures)
