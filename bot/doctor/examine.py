"""Making the checks, each so that whatever it breaks, the others are made all the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO

from bot.doctor.finding import Check, Finding, State, cleaned, failed
from bot.doctor.probe import MARK

_START = 20.0
"""s; more for the first check of a process: it has to start."""
_TELL_US = "tell us, with all of this; the other checks were made"


def command(first: int) -> list[str]:
    """What makes the checks from a number on, in a process of its own."""
    # -P: a folder named bot where the person happens to be is not ours.
    return [sys.executable, "-P", "-m", "bot.doctor.probe", str(first)]


def examine(
    checks: Sequence[Check],
    start: Callable[[int], list[str]] = command,
    say: Callable[[str], None] = lambda _: None,
) -> Iterator[tuple[Check, Finding]]:
    """Make every check, in processes of their own.

    One process makes them all, unless it ends or hangs: then that is what is found of the check it
    was at, and another process goes on behind it.

    Parameters
    ----------
    checks
        what is looked at, as the process knows it, too
    start
        the command that makes the checks from a number on
    say
        told the name of the check that is being made
    """
    done = 0
    while done < len(checks):
        with _Probe(start(done)) as probe:
            patience = _START
            while done < len(checks):
                check = checks[done]
                say(check.name)
                found = probe.finding(done, check.seconds + patience)
                yield check, cleaned(found or probe.how_it_ended(check))
                done, patience = done + 1, 0.0
                if found is None:
                    break


class _Probe:
    """A process that makes checks; a context manager that ends it."""

    def __init__(self, command: list[str]) -> None:
        root = str(Path(__file__).resolve().parent.parent.parent)
        paths = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
        self._process = subprocess.Popen(  # noqa: S603 - our own
            command,
            env=os.environ | {"PYTHONPATH": paths},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        self._answers: Queue[str | None] = Queue()
        self._complaints: list[str] = []
        self._timed_out = False
        self._threads = [
            Thread(target=self._listen, args=(self._process.stdout,), daemon=True),
            Thread(target=self._overhear, args=(self._process.stderr,), daemon=True),
        ]

    def __enter__(self) -> _Probe:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(1.0)  # what it started may still hold the pipes
        for pipe, thread in zip(
            (self._process.stdout, self._process.stderr), self._threads, strict=True
        ):
            if pipe is not None and not thread.is_alive():
                pipe.close()

    def finding(self, number: int, seconds: float) -> Finding | None:
        """What it found in a check; None if it ended or hangs."""
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            self._timed_out = True
            return None
        if answer is None:
            return None
        told = json.loads(answer)
        if told["number"] != number:
            return None
        return Finding(State(told["state"]), told["seen"], told["fix"])

    def how_it_ended(self, check: Check) -> Finding:
        """What is found of the check at which it ended or hangs."""
        if self._timed_out:
            return failed(f"no answer within {check.seconds:g} s", _TELL_US)
        code = self._process.wait()
        self._threads[1].join(1.0)
        last = self._complaints[-1] if self._complaints else "it said nothing"
        return failed(f"the check ended with {code}: {last}", _TELL_US)

    def _listen(self, pipe: IO[str]) -> None:
        for line in pipe:
            if MARK in line:
                self._answers.put(line.partition(MARK)[2])
        self._answers.put(None)

    def _overhear(self, pipe: IO[str]) -> None:
        for line in pipe:
            if line.strip():
                self._complaints.append(line.strip())
