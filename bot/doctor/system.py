"""Checks of the machine: Python, packages, folders, and programs that some commands start."""

from __future__ import annotations

import locale
import os
import re
import shutil
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, distributions, requires, version
from importlib.util import find_spec
from pathlib import Path

from bot.doctor.finding import Finding, failed, ok, warning

OPENCV = re.compile(r"opencv-(contrib-)?python(-headless)?")
"""The packages that hold a `cv2`."""
_LEAST_SPACE, _GOOD_SPACE = 20 << 20, 500 << 20
"""Bytes; what a sandbox needs for its logs, and a recording of a long game."""


def python() -> Finding:
    """Python, and whether it is of 64 bits: there are no libraries for others."""
    here = f"{sys.version.split()[0]}, {64 if sys.maxsize > 2**32 else 32} bits"
    if sys.version_info < (3, 11) or sys.maxsize < 2**32:
        return failed(here, "install Python 3.11 or newer, of 64 bits")
    return ok(here)


def packages() -> Finding:
    """Whether every library that we ask for is installed, and new enough."""
    try:
        wanted = requires("linkup-bot") or []
    except PackageNotFoundError:
        return warning("linkup runs from a folder and is not installed", "pip install -e .")
    found = [lack for line in wanted if is_for_here(line) and (lack := _lack(line))]
    if found:
        return failed("; ".join(found), "install linkup anew: pip install --upgrade linkup-bot")
    return ok(f"all {sum(map(is_for_here, wanted))} installed")


def is_for_here(requirement: str) -> bool:
    """Whether a requirement of ours is one of this system, and of no extra.

    >>> is_for_here("pytest>=9; extra == 'dev'")
    False
    """
    marker = requirement.partition(";")[2]
    if "extra" in marker:
        return False
    asked = re.search(r"sys_platform\s*(==|!=)\s*['\"](\w+)['\"]", marker)
    return asked is None or (sys.platform == asked[2]) is (asked[1] == "==")


def _lack(requirement: str) -> str:
    """In what a requirement is not met; empty if it is."""
    name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
    least = re.search(r">=\s*([\d.]+)", requirement)
    try:
        there = version(name)
    except PackageNotFoundError:
        return f"{name} is missing"
    if least is not None and _numbers(there) < _numbers(least[1]):
        return f"{name} is {there}, older than {least[1]}"
    return ""


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


def one_opencv() -> Finding:
    """Two packages that write the same `cv2` leave a mixture of both."""
    names = {(found.metadata["Name"] or "").lower() for found in distributions()}
    there = sorted(name for name in names if OPENCV.fullmatch(name))
    if len(there) > 1:
        keep = "opencv-python-headless" if sys.platform == "linux" else "opencv-python"
        return warning(
            f"{' and '.join(there)} write the same folder",
            f"pip uninstall {' '.join(there)}, then pip install {keep}",
        )
    return (
        ok(f"{there[0]} alone holds the library cv2")
        if there
        else failed("no package holds a cv2", "pip install linkup-bot")
    )


def one_xlib() -> Finding:
    """Two packages that write the same `Xlib`; what we need is only in the kept one."""
    names = {(found.metadata["Name"] or "").lower() for found in distributions()}
    both = sorted(names & {"python-xlib", "python3-xlib"})
    try:
        whole = all(find_spec(f"Xlib.ext.{part}") for part in ("ge", "xinput", "randr", "res"))
    except ImportError:
        whole = False
    if not whole:
        return failed(
            f"the library Xlib lacks parts; of its packages there is {', '.join(both) or 'none'}",
            "pip install --force-reinstall --no-deps 'python-xlib>=0.33'",
        )
    beside = ", not the abandoned python3-xlib installed beside it: nothing needs to be done"
    return ok(f"the library Xlib is that of python-xlib{beside if len(both) > 1 else ''}")


def tkinter() -> Finding:
    """A library of the mouse asks for python3-tk; here nothing needs it."""
    there = find_spec("_tkinter") is not None
    return ok("installed" if there else "not installed, and not needed")


def temporary_folder() -> Finding:
    """Where sandboxes, logs and traces go."""
    try:
        folder = tempfile.gettempdir()
        with tempfile.TemporaryFile() as file:
            file.write(b"linkup")
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return failed(
            f"cannot be written: {error.strerror or error}",
            "free some space, or name another folder by TMPDIR",
        )
    return _space(folder, free)


def current_folder() -> Finding:
    """Where skins, hints and recordings go unless told."""
    try:
        folder = Path.cwd()
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return warning(f"is gone: {error.strerror or error}", "change to a folder that exists")
    if not os.access(folder, os.W_OK):
        return warning(
            f"{folder} cannot be written", "change to one of your own, or use --out and --overlay"
        )
    return _space(str(folder), free)


def _space(folder: str, free: int) -> Finding:
    told = f"{folder} can be written, {free / 2**30:.1f} GiB free"
    if free < _LEAST_SPACE:
        return failed(told, "free some space")
    return ok(told) if free >= _GOOD_SPACE else warning(told, "free some space before you --record")


def text() -> Finding:
    """Whether titles and names in any script can be written."""
    encoding = locale.getencoding()
    if encoding.lower().replace("-", "") != "utf8" and not sys.flags.utf8_mode:
        return warning(
            f"{encoding}: signs that it lacks are written as numbers", "set PYTHONUTF8=1"
        )
    return ok(encoding)


def sandbox() -> Finding:
    """The programs that `linkup sandbox` starts."""
    packages = {"Xephyr": "xserver-xephyr", "Xvfb": "xvfb", "openbox": "openbox"}
    absent = [name for name in packages if shutil.which(name) is None]
    if not absent:
        return ok("Xephyr, Xvfb and openbox are installed")
    return warning(
        f"not installed: {', '.join(absent)}",
        f"for `linkup sandbox`: sudo apt install {' '.join(packages[name] for name in absent)}",
    )


def dbus() -> Finding:
    """Some games talk to a session bus, and one that runs already would answer a sandbox's."""
    if shutil.which("dbus-run-session") is None:
        return warning(
            "dbus-run-session is not installed",
            "for games of KDE and GNOME in `linkup sandbox`: sudo apt install dbus",
        )
    named = "and a session bus is there" if os.environ.get("DBUS_SESSION_BUS_ADDRESS") else ""
    return ok(f"dbus-run-session is installed {named}".strip())
