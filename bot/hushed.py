"""What libraries write on stderr beside us: kept from it while they work."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class _Hush:
    """Stderr of the whole process, and how many want nothing written to it.

    The first of them lays it aside and the last puts it back: threads may come and go in any order.
    """

    def __init__(self) -> None:
        self._lock, self._wanted, self._kept = Lock(), 0, -1

    def begin(self) -> None:
        """Let nothing be written any more."""
        with self._lock:
            self._wanted += 1
            if self._wanted == 1:
                self._kept = _laid_aside()

    def end(self) -> None:
        """Let be written what is, once nobody else wants nothing written."""
        with self._lock:
            self._wanted -= 1
            if self._wanted == 0 and self._kept >= 0:
                os.dup2(self._kept, 2)
                os.close(self._kept)


_HUSH = _Hush()


@contextmanager
def hushed() -> Iterator[None]:
    """Without the lines that libraries write to stderr: one of ours tells it all.

    It holds for all threads of the process while any of them is in it.
    """
    _HUSH.begin()
    try:
        yield
    finally:
        _HUSH.end()


def _laid_aside() -> int:
    """A copy of stderr, in place of which nothing is written; -1 where there is none."""
    try:
        kept = os.dup(2)
    except OSError:  # a program without a terminal may have no stderr
        return -1
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
    except OSError:  # no more files may be open: what is written is a smaller evil
        os.close(kept)
        return -1
    os.dup2(nowhere, 2)
    os.close(nowhere)
    return kept
