"""What we started: processes, and all that they started in turn, ended together.

Each is the leader of a session of its own, so that its group can be ended as one, and nothing but
it. Each also carries a mark in its environment, which those it starts inherit: what has left its
group is found by that. A number that the system has given to another process is never signalled: a
leader keeps its number until it is waited for, and others are held by a handle.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.errors import InputError

# Type checkers read the rest only when they check for Linux.
assert sys.platform == "linux"

MARK = "LINKUP_SANDBOX"
"""The variable that holds the mark."""
GRACE = 3.0
"""s; from asking a process to end to ending it."""
_LOOK = 0.02
"""s; between two looks whether a process has ended."""


class Started:
    """Starts processes, and ends them all in the end; a context manager.

    Signals that ask this program itself to end are not heard while it ends the others.

    Parameters
    ----------
    mark
        a text that no other process carries, such as the path of a folder of ours
    """

    def __init__(self, mark: str) -> None:
        self._mark = mark
        self._leaders: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Whoever asks twice means the same; and what is half ended would be left behind.
        asked = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        before = {number: signal.signal(number, signal.SIG_IGN) for number in asked}
        try:
            for process in reversed(self._leaders):
                end(process)
            self._end_marked()
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def start(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        output: Path | None = None,
        pass_fds: Sequence[int] = (),
    ) -> subprocess.Popen[bytes]:
        """Start a process.

        Parameters
        ----------
        command
            a program and its arguments
        environment
            of the process; the mark is added
        output
            the file for what it writes; None where that is an answer of ours
        pass_fds
            open files that it inherits

        Raises
        ------
        InputError
            if there is no such program, or it may not be run
        """
        marked = {**environment, MARK: self._mark}
        with (output or Path(os.devnull)).open("ab") as file:
            told = None if output is None else file
            try:
                process = subprocess.Popen(  # noqa: S603 - what a person named, or our own
                    command,
                    env=marked,
                    stdin=subprocess.DEVNULL,
                    stdout=told,
                    stderr=told,
                    pass_fds=pass_fds,
                    start_new_session=True,
                )
            except OSError as error:
                raise InputError(
                    f"{command[0]} cannot be run: {error.strerror}; give a program that is "
                    f"installed, or the path to one"
                ) from None
        self._leaders.append(process)
        return process

    def is_alive(self, process: subprocess.Popen[bytes]) -> bool:
        """Whether a process runs still, or anything that it or another one of ours has started."""
        if not has_ended(process):
            return True
        leaders = {leader.pid for leader in self._leaders}
        with self._marked() as handles:
            return not leaders.issuperset(handles)

    def _end_marked(self) -> None:
        """End what carries the mark, wherever it has gone."""
        until = time.monotonic() + GRACE
        while True:
            with self._marked() as handles:
                if not handles:
                    return
                how = signal.SIGTERM if time.monotonic() < until else signal.SIGKILL
                for handle in handles.values():
                    with suppress(ProcessLookupError):
                        signal.pidfd_send_signal(handle, how)
            time.sleep(_LOOK)

    @contextmanager
    def _marked(self) -> Iterator[dict[int, int]]:
        """The processes that carry the mark, each by its number with a handle that holds it."""
        handles: dict[int, int] = {}
        try:
            for folder in Path("/proc").iterdir():
                if folder.name.isdecimal() and int(folder.name) != os.getpid():
                    with suppress(OSError):  # it has gone
                        handle = os.pidfd_open(int(folder.name))
                        # Asked once we hold it: before, its number could have gone to another one.
                        if self._is_marked(folder):
                            handles[int(folder.name)] = handle
                        else:
                            os.close(handle)
            yield handles
        finally:
            for handle in handles.values():
                os.close(handle)

    def _is_marked(self, process: Path) -> bool:
        try:
            variables = (process / "environ").read_bytes().split(b"\0")
        except OSError:  # it has gone, or is another person's
            return False
        return f"{MARK}={self._mark}".encode() in variables


def exit_status(process: subprocess.Popen[bytes]) -> int | None:
    """The exit code of a process, minus the signal that ended it, or None while it runs.

    Other than `poll` this leaves it its number, which `end` needs.
    """
    if process.returncode is not None:
        return process.returncode
    found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if found is None:
        return None
    return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status


def has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether a process has ended."""
    return exit_status(process) is not None


def how_ended(process: subprocess.Popen[bytes]) -> str:
    """How a process has ended, such as ``exit code 1`` or ``SIGKILL``; empty while it runs."""
    status = exit_status(process)
    if status is None:
        return ""
    return f"exit code {status}" if status >= 0 else signal.Signals(-status).name


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process of `Started.start` and its group: it is asked to, and then made to."""
    if process.returncode is not None:
        return  # its number may be another's by now; what is left of its group carries the mark
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    until = time.monotonic() + GRACE
    while not has_ended(process) and time.monotonic() < until:
        time.sleep(_LOOK)
    # Those that it started may outlive it, or pay no heed.
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
