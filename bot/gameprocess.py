"""The bundled game's window, started from here: when it is ready, what happened in it, its end."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bot.errors import InputError, MachineError
from bot.game import Event

BAD_INPUT = 2
"""Exit code of a process that was asked for something that cannot be."""


class GameProcess:
    """The bundled game in a window of its own process; a context manager.

    Parameters
    ----------
    arguments
        of `python -m bot.gamewindow`, without `--log`
    environment
        of the process; this one's if None
    patience
        how long the window may take to be shown, s

    Raises
    ------
    InputError, MachineError
        on entering, if no window is shown; the message is that of the process
    """

    def __init__(
        self,
        arguments: Sequence[str] = (),
        *,
        environment: dict[str, str] | None = None,
        patience: float = 30.0,
    ) -> None:
        self._arguments = list(arguments)
        self._environment = dict(os.environ if environment is None else environment)
        self._patience = patience
        self._folder = tempfile.TemporaryDirectory(prefix="linkup-game-")
        self._log = Path(self._folder.name) / "events.jsonl"
        self._errors = Path(self._folder.name) / "errors.txt"
        self._process: subprocess.Popen[str] | None = None
        self.ready: dict[str, Any] = {}
        """What the window told of itself: video driver, process, size, lattice of its picture."""

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    @property
    def events(self) -> list[Event]:
        """The log of the truth so far."""
        if not self._log.exists():
            return []
        lines = self._log.read_text(encoding="utf-8").split("\n")[:-1]  # the last is not whole yet
        return [Event.from_dict(json.loads(line)) for line in lines]

    @property
    def running(self) -> bool:
        """Whether the window is there still."""
        return self._process is not None and self._process.poll() is None

    def _start(self) -> None:
        root = str(Path(__file__).resolve().parent.parent)
        known = self._environment.get("PYTHONPATH")
        self._environment["PYTHONPATH"] = os.pathsep.join(filter(None, (root, known)))
        command = [sys.executable, "-m", "bot.gamewindow", *self._arguments]
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                [*command, "--log", str(self._log), "--with-parent"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=self._environment,
                text=True,
                encoding="utf-8",
            )
        line = _first_line(self._process, self._patience)
        if line is None:
            raise MachineError(f"the game's window was not shown within {self._patience:g} s")
        if not line:
            try:
                code = self._process.wait(self._patience)
            except subprocess.TimeoutExpired:
                raise MachineError("the game's window says nothing, and does not end") from None
            said = self._errors.read_text(encoding="utf-8").strip()
            last = said.splitlines()[-1] if said else f"exit code {code}"
            error = InputError if code == BAD_INPUT else MachineError
            raise error(f"the game's window did not start: {last}")
        self.ready = json.loads(line)["ready"]

    def _end(self) -> None:
        process = self._process
        if process is not None:
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(3)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()
        self._folder.cleanup()


def _first_line(process: subprocess.Popen[str], seconds: float) -> str | None:
    """First line of a process's output; empty if it ended without one, None if it took too long."""
    answer: queue.Queue[str] = queue.Queue()
    output = process.stdout
    assert output is not None
    # A thread, as a pipe cannot be waited for with a time limit on Windows.
    threading.Thread(target=lambda: answer.put(output.readline()), daemon=True).start()
    try:
        return answer.get(timeout=seconds)
    except queue.Empty:
        return None
