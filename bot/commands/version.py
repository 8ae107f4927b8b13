"""What a bug report needs to know of this machine; nothing large is imported for it."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version

OPENCV = (
    *("opencv-python", "opencv-python-headless"),
    *("opencv-contrib-python", "opencv-contrib-python-headless"),
)
"""The packages that hold a `cv2`."""
_LIBRARIES = (*OPENCV, "numpy", "mss", "pyautogui", "pygame-ce", "scikit-image", "scipy")


def about() -> list[str]:
    """Version, Python, system, display and libraries, a line each."""
    found = ((name, installed(name)) for name in _LIBRARIES)
    libraries = ", ".join(f"{name} {number}" for name, number in found if number)
    return [
        f"linkup {installed('linkup-bot') or 'not installed'}",
        f"Python {platform.python_version()} ({platform.python_implementation()}, "
        f"{64 if sys.maxsize > 2**32 else 32} bits)",
        f"{platform.system()} {platform.release()} {platform.machine()}",
        f"display: {display_server()}",
        f"libraries: {libraries or 'none'}",
    ]


def installed(package: str) -> str:
    """The version of a package; empty if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def display_server() -> str:
    """What draws the screen here, as far as the environment tells."""
    if sys.platform == "win32":
        return "Windows"
    elif sys.platform == "darwin":  # noqa: RET505 - what follows is unreachable elsewhere
        return "macOS"
    else:
        shown, wayland = os.environ.get("DISPLAY"), os.environ.get("WAYLAND_DISPLAY")
        if wayland:
            return f"Wayland, and X11 at {shown}" if shown else "Wayland, and no X11"
        return f"X11 at {shown}" if shown else "none"
