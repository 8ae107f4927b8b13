"""Unwritten: what to tell where a file or a folder cannot be written."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from bot.errors import InputError, LinkupError, MachineError

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO})
"""The machine is to blame for these, and not the name that was given."""


def not_written(
    path: Path, error: OSError, kind: type[InputError] = InputError, *, instead: str = ""
) -> LinkupError:
    """What to raise where a file or a folder cannot be written.

    Parameters
    ----------
    path
        that was to be written
    error
        of the system
    kind
        of error, unless the machine is to blame
    instead
        what names another place, such as an option
    """
    why = error.strerror or str(error)
    if isinstance(error, shutil.Error) and error.args and error.args[0]:
        why = str(error.args[0][0][-1])  # the first of the files of a folder
    if error.errno in _FULL:
        return MachineError(f"{path} cannot be written: {why}; make room, or name another disk")
    return kind(f"{path} cannot be written: {why}; {_remedy(path, error, instead)}")


def check_writable(path: Path, *, instead: str = "") -> None:
    """Refuse a file that could not be written, before much work is done for it.

    Raises
    ------
    InputError
        if it is a folder, or lies where none may write
    """
    number = _obstacle(path)
    if number:
        error = OSError(number, os.strerror(number))
        raise not_written(path, error, instead=instead)


def _obstacle(path: Path) -> int:
    """The number of the error with which a file could not be written; 0 where none is known."""
    try:
        if path.is_dir():
            return errno.EISDIR
        there = next(each for each in (path, *_around(path)) if each.exists())
        if there != path and not there.is_dir():
            return errno.ENOTDIR
        return 0 if os.access(there, os.W_OK) else errno.EACCES
    except OSError as error:
        return error.errno or 0
    except (ValueError, StopIteration):
        return 0


def _around(path: Path) -> Sequence[Path]:
    """The folders around a place; those of its name alone where the current folder was removed."""
    try:
        return path.absolute().parents
    except OSError:
        return path.parents


def _remedy(path: Path, error: OSError, instead: str) -> str:
    """What to do about a place that cannot be written to."""
    other = f"name another place with {instead}" if instead else "name another place"
    if error.errno == errno.ENAMETOOLONG:
        return "take a shorter name"
    if error.errno == errno.EISDIR:
        return "it is a folder, and the name of a file is expected"
    for each in _around(path):
        with suppress(OSError, ValueError):
            if each.is_dir():
                break
            if each.exists():
                return f"{each} is a file, and not a folder: {other}"
    return other
