"""Whole files: what is written takes the place of an older file once all of it is on the disk."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Write a file beside another and put it in its place: never is there half of it.

    A link is followed, and what is no file, such as a device, is written to. Where the folder takes
    no new file the old one is written over; one that may not be written stays. Unless it is to be
    `lasting` the disk is not waited for, and a power cut may cost it.

    Raises
    ------
    OSError
        if it cannot be written; then what was there still is, if the folder takes new files
    """
    target = path.resolve()
    if target.exists() and not (target.is_file() and os.access(target, os.W_OK)):
        target.write_bytes(data)
        return
    new = target.with_name(f".linkup-{os.getpid()}.new")
    try:
        file = new.open("wb")
    except PermissionError:
        target.write_bytes(data)
        return
    try:
        with file:
            file.write(data)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, new)
        new.replace(target)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)
