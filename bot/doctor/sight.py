"""Checks of the eye: OpenCV, reading, the skins that come along, and pictures of the screen."""

from __future__ import annotations

import re
import sys
import time

from bot.doctor.finding import Finding, failed, of_message, ok, warning
from bot.errors import LinkupError, MachineError

LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libSM.so.6": "libsm6",
    "libICE.so.6": "libice6",
    "libXext.so.6": "libxext6",
    "libxcb.so.1": "libxcb1",
    "libX11.so.6": "libx11-6",
    "libXrender.so.1": "libxrender1",
}
"""What the OpenCV with windows asks for; the packages of Debian and Ubuntu that hold it."""
_SLOW = 0.1
"""s; a picture that takes longer slows the bot down."""


def opencv() -> Finding:
    """Whether OpenCV can be loaded."""
    try:
        import cv2  # noqa: PLC0415 - what is checked
        import numpy as np  # noqa: PLC0415
    except (ImportError, OSError, SystemError, AttributeError) as error:
        return failed(f"cannot be loaded: {error}", library_fix(str(error)))
    return ok(f"{cv2.__version__}, numpy {np.__version__}")


def library_fix(error: str) -> str:
    """What to do where OpenCV cannot be loaded.

    >>> library_fix("libGL.so.1: cannot open shared object file")
    'sudo apt install libgl1, or pip install opencv-python-headless, which needs none of it'
    """
    found = re.search(r"lib[\w.+-]+\.so[.\d]*", error)
    if found is not None and sys.platform == "linux":
        package = LIBRARIES.get(found[0])
        install = f"sudo apt install {package}" if package else f"install what holds {found[0]}"
        return f"{install}, or pip install opencv-python-headless, which needs none of it"
    if "DLL" in error:
        return "install the Visual C++ redistributable of Microsoft, and the Media Feature Pack"
    return "pip install --force-reinstall numpy opencv-python-headless"


def reading() -> Finding:
    """Whether a board that we draw is read back, which takes every library of the eye."""
    from bot.deal import deal  # noqa: PLC0415 - loads OpenCV
    from bot.frame import Frame  # noqa: PLC0415
    from bot.geometry import ScreenPoint  # noqa: PLC0415
    from bot.reader import read  # noqa: PLC0415
    from bot.simulator import Game  # noqa: PLC0415

    board = deal(4, 6, 6, 7, solvable=True)
    began = time.perf_counter()
    try:
        seen = read(Frame(Game(board).picture(0.0), ScreenPoint(0, 0), 1.0, 0.0)).board
    except LinkupError as error:
        return failed(f"a drawn board is not read: {error}", "tell us, with all of this")
    if (seen.rows, seen.cols, seen.tiles) != (board.rows, board.cols, board.tiles):
        return failed("a drawn board is read wrong", "tell us, with all of this")
    return ok(f"a drawn board of 4 x 6 in {time.perf_counter() - began:.2f} s")


def skins() -> Finding:
    """Whether the skins that come along are there and whole."""
    from bot.skinfile import read_skin  # noqa: PLC0415 - loads OpenCV
    from bot.skinfolders import FILE, SHIPPED, folders_of_skins  # noqa: PLC0415

    own, home, *others = folders_of_skins()
    # In a checkout the person's own ones lie among those that come along.
    beside = {path.parent.resolve() for each in (own, home) for path in each.glob(f"*/{FILE}")}
    shipped = {path for path in beside if path.parent == home.resolve() and path.name in SHIPPED}
    mine = beside - shipped
    brought = {path.parent.resolve() for each in others for path in each.glob(f"*/{FILE}")} - beside
    if lacking := SHIPPED - {path.name for path in shipped}:
        return failed(
            f"skins that come with linkup are missing: {', '.join(sorted(lacking))}",
            "install linkup anew",
        )
    broken = []
    for path in sorted(shipped | mine | brought):
        try:
            read_skin(path)
        except LinkupError as error:
            broken.append(f"{path.name}: {error}")
    if broken:
        return warning("; ".join(broken), "mend or remove these, or install linkup anew")
    here = f", {len(mine)} of your own in ./templates" if mine else ""
    others_too = f", {len(brought)} of other packages" if brought else ""
    return ok(f"{len(shipped)} come along{others_too}{here}, all whole")


def capture() -> Finding:
    """Whether the screen can be seen: a picture is taken, and it must not be black everywhere."""
    from bot.screen import BLACK_PICTURE, MssScreen, is_black  # noqa: PLC0415 - loads OpenCV
    from bot.window import open_desktop  # noqa: PLC0415

    try:
        screen = MssScreen(open_desktop().screen())
        began = time.perf_counter()
        frame = screen.grab()
        took = time.perf_counter() - began
        black = is_black(frame) and not _shows_nothing()
        screen.close()
    except LinkupError as error:
        return of_message(str(error))
    if black:
        return of_message(BLACK_PICTURE)
    sizes = ", ".join(f"{rect.width}x{rect.height}" for rect in screen.monitors)
    many = f"{len(screen.monitors)} monitor{'s'[: len(screen.monitors) > 1]} of {sizes}"
    seen = f"{many}, {frame.scale:g} px per point, {1000 * took:.0f} ms a picture"
    if took > _SLOW:
        return warning(seen, "it will play slowly: close other programs, do not use it remotely")
    return ok(seen)


def _shows_nothing() -> bool:
    """Whether a screen that is black is so because nothing is shown on it."""
    if sys.platform != "win32" and sys.platform != "darwin":
        from bot.doctor.x11 import sees_a_spot  # noqa: PLC0415 - this platform's

        return sees_a_spot()
    else:  # noqa: RET505 - what follows an end is unreachable here
        return False


def bundled_window() -> Finding:
    """What `linkup demo` needs to show its game in a window."""
    from bot.stage import load_pygame  # noqa: PLC0415 - loads OpenCV

    try:
        pygame = load_pygame()
    except (MachineError, OSError) as error:
        return warning(str(error), "pip install --force-reinstall pygame-ce")
    return ok(f"pygame {pygame.version.ver}")
