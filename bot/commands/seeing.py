"""What the commands that look at pictures share: how they read one, and how they write one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.common import say
from bot.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bot.frame import Frame
    from bot.reading import Reading


def eye(skin: str | None) -> Callable[[Frame], Reading]:
    """What reads a frame: with a skin, by its name or folder, or without any."""
    from bot.reader import read as read_frame

    if skin is None:
        return read_frame
    from bot.sighting import Sight
    from bot.skinfile import load_skin

    return Sight.of(load_skin(skin)).read


def read_file(image: Path, reader: Callable[[Frame], Reading]) -> tuple[Frame, Reading]:
    """A saved screenshot, and what it shows."""
    from bot.frame import load, reduced

    frame = load(image)
    small, times = reduced(frame)
    if times > 1:
        say(f"linkup: {image} is larger than screens are: read at 1/{times} of its size")
    return frame, reader(small).enlarged(times)


def save_picture(target: Path, picture: NDArray[np.uint8]) -> None:
    """Write a picture, RGB of shape (H, W, 3), into a folder that is made if need be."""
    from bot.frame import save

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{target.parent}: {error.strerror or error}") from error
    save(target, picture)
