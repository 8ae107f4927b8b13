"""The bot's commands while they run: heard line by line, and ended with the test."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from live import ROOT


@dataclass
class Running:
    """A command that runs beside the test.

    Parameters
    ----------
    environment
        of the command
    """

    environment: Mapping[str, str]
    process: subprocess.Popen[str] = field(init=False)
    _heard: list[str] = field(init=False, default_factory=list)

    def run(self, command: Sequence[str]) -> None:
        """Start it, with pipes to all that it says."""
        self.process = subprocess.Popen(
            command,
            env=self.environment,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def await_line(self, said: str) -> str:
        """Wait until it says a line on stderr that holds this; the line."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._heard.append(line)
            if said in line:
                return line
        raise AssertionError(f"never said: {said}\n{''.join(self._heard)}")

    def end(self, seconds: float = 120) -> tuple[int, dict[str, Any], str]:
        """Wait for the end: exit code, the JSON answer, and all that was said on stderr."""
        out, said = self.process.communicate(timeout=seconds)
        said = "".join(self._heard) + said
        assert out, said
        return self.process.returncode, json.loads(out), said

    def close(self) -> None:
        """End it, if a test has not, and its server with it."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.communicate(timeout=30)
        finally:
            self.process.kill()
