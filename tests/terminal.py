"""The command line in this process, for tests: run a command, look at what it left behind."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main


@dataclass(frozen=True)
class Answer:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """All of stdout as one JSON document."""
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """The one line of stderr, without the program's name."""
        assert self.err.startswith("linkup: ")
        assert self.err.count("\n") == 1
        return self.err.removeprefix("linkup: ").rstrip("\n")


class Linkup:
    """The command line in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str | Path) -> Answer:
        """Run a command."""
        self._capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        return Answer(code, *self._capsys.readouterr())


def give_stdin(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Let the next command read this from standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
