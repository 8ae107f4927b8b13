"""A film of a recorded game, to show to friends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.chronicle import recordings
from bot.errors import InputError
from bot.filmfile import packed
from bot.filming import film
from bot.telling import tell

_MOST_PIXELS = 80_000_000
"""Of all pictures of a WebP, which are kept in memory, 240 MB, until the last one is drawn."""
_MOST_PIXELS_STREAMED = 1_000_000_000
"""Of a WebM, which is written as it is drawn; it takes a minute."""
_TELLING = 0.1
"""Share of the time that goes into reading the tape."""


@dataclass(frozen=True, slots=True)
class FilmFile:
    """A film: its file, pictures, size, px, and length, s; and why the tape could not be read on.

    Parameters
    ----------
    data, pictures, width, height, seconds, damage : as above
    """

    data: bytes
    pictures: int
    width: int
    height: int
    seconds: float
    damage: str


def filmed(
    folder: Path,
    suffix: str,
    *,
    width: int,
    seconds: float,
    progress: Callable[[float], object] = lambda _: None,
) -> FilmFile:
    """The film of a recorded game.

    Parameters
    ----------
    folder
        that `--record` wrote, of one game
    suffix
        one of `bot.filmfile.SUFFIXES`
    width, seconds
        of the film at most, px and s
    progress
        told now and then how far this has come, 0 to 1

    Raises
    ------
    InputError
        if there is no recording, or several, or not a picture can be read
    MachineError
        if this machine cannot write such films
    """
    found = recordings(folder)
    if len(found) > 1:
        names = f"{found[0]} to {found[-1]}"
        raise InputError(f"{folder}: holds {len(found)} games; name one of {names}")
    story = tell(found[0], lambda share: progress(_TELLING * share))
    most = _MOST_PIXELS if suffix == ".webp" else _MOST_PIXELS_STREAMED
    taken = film(
        story,
        width,
        seconds,
        most,
        lambda share: progress(_TELLING + (1 - _TELLING) * share),
    )
    data = packed(taken, suffix)
    length = taken.count / taken.fps
    return FilmFile(data, taken.count, taken.width, taken.height, length, story.damage)
