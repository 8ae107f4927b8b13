"""An X display that falls silent: whoever waits for it in this process is let go."""

from __future__ import annotations

import os
import select
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Self

from bot.display_x11 import LOST, PATIENCE, connect, silent
from bot.errors import LinkupError, MachineError

_PAUSE = 2.0
"""s; between two questions to the display."""
_LOOK = 0.2
"""s; how soon it is noticed that nobody needs the watch any more."""
_QUESTION = struct.pack("=BxH", 43, 1)
"""GetInputFocus: the cheapest of the X protocol's requests that have an answer."""
_OPEN_FILES = "/proc/self/fd" if sys.platform == "linux" else "/dev/fd"


class SilenceWatch:
    """Asks a display now and then, and hangs up where it does not answer; a context manager.

    Libraries wait for a display without end, some of them where no signal reaches them. Once their
    connections are closed under them they fail, as they do where a display goes away.

    Parameters
    ----------
    display_name
        such as ``:0``; by default what `DISPLAY` says
    patience, pause
        for an answer, and between two questions, s

    Raises
    ------
    MachineError
        if there is no such display, or it does not answer
    """

    def __init__(
        self, display_name: str | None = None, patience: float = PATIENCE, pause: float = _PAUSE
    ) -> None:
        self._connection = connect(display_name, patience)
        self._name = display_name or os.environ["DISPLAY"]
        self._patience, self._pause = patience, pause
        self._over, self._is_silent = Event(), False
        self._thread = Thread(target=self._run, name="silence of the display", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()
        self._connection.display.socket.close()  # without a word that a silent one would not hear

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Name the silence where it is the reason of an error.

        Raises
        ------
        MachineError
            instead of whatever the connections that were closed have led to
        """
        try:
            yield
        except LinkupError:
            if self._is_silent:
                raise MachineError(silent(self._name, self._patience)) from None
            raise

    def _run(self) -> None:
        connected: socket.socket = self._connection.display.socket
        try:
            peer = _named(connected)
            while not self._over.wait(self._pause):
                connected.sendall(_QUESTION)
                if not self._hears(connected):
                    if not self._over.is_set():
                        self._is_silent = True
                        _hang_up(peer)
                    return
                if not connected.recv(4096):
                    return
        except LOST:
            return  # it has gone, which those who need it find out by themselves

    def _hears(self, connected: socket.socket) -> bool:
        """Whether an answer comes in time, and before the watch is over."""
        until = time.monotonic() + self._patience
        while time.monotonic() < until and not self._over.is_set():
            if select.select([connected], [], [], _LOOK)[0]:
                return True
        return False


@contextmanager
def watched() -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Watch the display that `DISPLAY` names, if it can be; yields `SilenceWatch.explained`."""
    try:
        watch = SilenceWatch()
    except MachineError:  # so there is nothing that can fall silent
        yield nullcontext
        return
    with watch, watch.explained():
        yield watch.explained


def _hang_up(peer: object) -> None:
    """Close every connection of this process to a display; the files stay open for their owners."""
    for file in Path(_OPEN_FILES).iterdir():
        try:
            copy = os.dup(int(file.name))
        except OSError:  # the list itself was open when it was made
            continue
        try:
            connected = socket.socket(fileno=copy)
        except OSError:  # it is none
            os.close(copy)
            continue
        with connected:
            try:
                if _named(connected) == peer:
                    connected.shutdown(socket.SHUT_RDWR)
            except OSError:  # it is connected to nothing
                continue


def _named(connected: socket.socket) -> object:
    """Whom a socket is connected to; libraries reach one display by several spellings of it."""
    name = connected.getpeername()
    if isinstance(name, tuple):
        return name[1]  # the port
    path = os.fsdecode(name)
    return path.lstrip("\0")
