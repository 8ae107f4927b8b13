"""What the commands that look at pictures share: how they read one, and how they write one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.common import say
from bot.errors import BoardNotFoundError, InputError
from bot.unwritten import not_written

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bot.beliefs import Beliefs
    from bot.fitting import Fitting
    from bot.frame import Frame
    from bot.geometry import Cell, Rect
    from bot.live import LiveGame
    from bot.reading import Reading


_SUFFIXES = {".png", ".jpg", ".jpeg", ".bmp", ".webp"}


def eye(skin: str | None, fitting: Fitting | None = None) -> Callable[[Frame], Reading]:
    """What reads a frame: with a skin, by its name or folder, or without any.

    Parameters
    ----------
    skin
        the skin
    fitting
        finds out, if the skin is a wrong one, which is the right one
    """
    from bot.reader import read as read_frame

    if skin is None:
        return read_frame
    from bot.lacking import Completing
    from bot.sighting import Sight
    from bot.skinfile import load_skin

    sight = Sight.of(load_skin(skin))
    reader = sight.read if fitting is None else partial(fitting.read, sight)
    return Completing(reader, say=say)


def fitting_of(skin: str | None) -> Fitting:
    """What finds a skin that fits, where one is named that does not, or none and it is needed."""
    from bot.fitting import Fitting

    return Fitting(skin)


def read_file(
    image: Path, reader: Callable[[Frame], Reading], fitting: Fitting | None = None
) -> tuple[Frame, Reading]:
    """A saved screenshot, and what it shows.

    Parameters
    ----------
    image
        the file
    reader
        reads a frame
    fitting
        tells what else fits, if the reader has a skin that does not
    """
    from bot.frame import load, reduced

    frame = load(image)
    small, times = reduced(frame)
    if times > 1:
        say(f"linkup: {image} is larger than screens are: read at 1/{times} of its size")
    try:
        return frame, reader(small).enlarged(times)
    except BoardNotFoundError as error:
        if fitting is None:
            raise
        raise fitting.explain(error, small) from None


def look_at_window(
    title: str,
    region: Rect | None,
    reader: Callable[[Frame], Reading],
    fitting: Fitting | None = None,
    *,
    found: Callable[[], object] = lambda: None,
) -> tuple[Frame, Reading, str]:
    """A window, once it stands still: its picture, what that shows, and its whole title.

    It is only looked at: the mouse is not even loaded, and the window has to be in front already.

    Parameters
    ----------
    title
        the window's, or a part of it; unless there is a region
    region
        the part of the screen that is looked at, pt; the window is what lies there
    reader
        reads a frame
    fitting
        as for `read_file`
    found
        called when the window is found, before it is looked at

    Raises
    ------
    BoardNotFoundError
        if no board is seen
    WindowError
        if there is no such window, or another one covers the board
    """
    from bot.live import LiveGame
    from bot.look import check_uncovered, spread
    from bot.mouse import DryRunMouse
    from bot.window import awake, find_window, open_desktop, window_at

    desktop = open_desktop()
    with awake():
        game = find_window(desktop, title) if region is None else window_at(desktop, region)
        live = LiveGame(desktop, game, region, DryRunMouse(say))
        with closing(live):
            part = game.rect if region is None else game.rect.intersection(region)
            found()
            covered = partial(check_uncovered, desktop, game, list(spread(part)))
            frame, reading = _looked(live, reader, covered, fitting)
            cells = (reading.lattice.center(cell) for cell in reading.board.cells())
            check_uncovered(desktop, game, map(frame.to_screen, cells))
            return frame, reading, game.title


def _looked(
    live: LiveGame,
    reader: Callable[[Frame], Reading],
    covered: Callable[[], None],
    fitting: Fitting | None,
) -> tuple[Frame, Reading]:
    """What a window shows, where `covered` raises if something lies in front of it."""
    from bot.firstsight import FirstSight
    from bot.look import look
    from bot.window import WindowCoveredError

    briefly = FirstSight(reader).brief

    def seen(frame: Frame) -> Reading:
        """What a frame shows; a board that something covers is not sought for long."""
        try:
            covered()
        except WindowCoveredError:
            return briefly(frame, 0)
        return reader(frame)

    try:
        return look(live, seen)
    except BoardNotFoundError as error:
        # Then what lies in front of it is the likelier reason, and one that can be helped.
        covered()
        if fitting is None:
            raise
        raise fitting.explain(error, live.grab()) from None


def is_one_picture(target: Path, pictures: int, image: Path | None) -> bool:
    """Whether an option names the file of a picture, and not the folder for several.

    Parameters
    ----------
    target
        what the option names; it need not be there
    pictures
        how many are to be written
    image
        what must not be written over

    Raises
    ------
    InputError
        if it names a file that cannot be written, or one for several pictures
    """
    try:
        # A picture that is not there is told of when it is read.
        there = image is not None and target.exists() and image.exists()
        is_own = image is not None and there and target.samefile(image)
        is_folder = target.suffix.lower() not in _SUFFIXES or target.is_dir()
    except OSError as error:
        raise InputError(f"{target}: {error.strerror or error}") from None
    if is_folder:
        return False
    if target.suffix.lower() != ".png":
        raise InputError(f"{target}: pictures are written as PNG: name a .png, or a folder")
    if pictures > 1:
        raise InputError(f"{target}: one file, but there are {pictures} pictures: name a folder")
    if is_own:
        raise InputError(f"{target}: is the picture itself: name another file, or a folder")
    return True


def save_picture(target: Path, picture: NDArray[np.uint8]) -> None:
    """Write a picture, RGB of shape (H, W, 3), into a folder that is made if need be."""
    from bot.frame import save

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise not_written(target, error, instead="--overlay") from None
    save(target, picture)


def doubtful(reading: Reading) -> set[Cell]:
    """The cells that an overlay would mark as doubtful."""
    from bot.overlay import DOUBT

    cells = zip(reading.board.cells(), reading.confidence.tolist(), strict=True)
    return {cell for cell, sure in cells if sure < DOUBT}


def is_gravity_open(reading: Reading, gravity: str) -> bool:
    """Whether neither what was given, nor the skin, nor the board tells how tiles fall."""
    from bot.hint import possible_gravities

    is_told = gravity != "auto" or reading.skin.rules.gravity != "auto"
    return not is_told and len(possible_gravities(reading.board)) > 1


def beliefs_for(
    reading: Reading,
    gravity: str,
    margin: str,
    max_turns: int,
    tell: Callable[[str], object] = lambda _: None,
) -> Beliefs:
    """The rules: as they were given, else as the skin tells, else as the board looks.

    Parameters
    ----------
    tell
        told what could not be known
    """
    from bot.beliefs import Beliefs
    from bot.hint import likely_gravity
    from bot.position import Gravity

    known = reading.skin.rules
    gravity = known.gravity if gravity == "auto" else gravity
    margin = known.margin if margin == "auto" else margin
    if gravity == "auto":
        falls = likely_gravity(reading.board)
        if is_gravity_open(reading, gravity):
            thought = "stay where they are" if falls is Gravity.NONE else f"fall {falls}"
            tell(f"planned as if tiles {thought}; if that is wrong, say which --gravity")
    else:
        falls = Gravity(gravity)
    margins = {"auto": (1, 0), "yes": (1,), "no": (0,)}[margin]
    return Beliefs((falls,), margins, (max_turns,), (falls,))
