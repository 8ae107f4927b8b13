"""A virtual screen with a window manager, on which programs are shown and photographed."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image, ImageGrab


@dataclass(slots=True)
class Stage:
    """One virtual screen; what was started on it ends with it."""

    name: str
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        """Start a program on this screen."""
        program = subprocess.Popen(
            list(command),
            env=os.environ | {"DISPLAY": self.name},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.running.append(program)
        return program

    def run(self, *command: str) -> str:
        """Run a command on this screen to its end; its output."""
        done = subprocess.run(
            command,
            env=os.environ | {"DISPLAY": self.name},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    def stop(self, program: subprocess.Popen[bytes]) -> None:
        """End a program and what it started."""
        self.running.remove(program)
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGTERM)
            try:
                program.wait(timeout=3)
            except subprocess.TimeoutExpired:
                os.killpg(program.pid, signal.SIGKILL)
                program.wait()

    def picture(self) -> Image.Image:
        """The whole screen as it is, RGB."""
        return ImageGrab.grab(xdisplay=self.name).convert("RGB")

    def settled(self, quiet: float = 0.5, limit: float = 8.0) -> Image.Image:
        """The screen once two looks ``quiet`` seconds apart are the same, or ``limit`` is over."""
        begin = time.monotonic()
        before = self.picture()
        while time.monotonic() - begin < limit:
            time.sleep(quiet)
            now = self.picture()
            if now.tobytes() == before.tobytes():
                return now
            before = now
        return before


@contextmanager
def stage(size: tuple[int, int], number: int, ground: str | Path) -> Iterator[Stage]:
    """A screen of that size in px, with Openbox; ``ground`` is a colour or a picture."""
    here = Stage(f":{number}")
    here.start(
        [
            "Xvfb",
            here.name,
            "-screen",
            "0",
            f"{size[0]}x{size[1]}x24",
            "-nolisten",
            "tcp",
            "-noreset",
        ]
    )
    socket = Path(f"/tmp/.X11-unix/X{number}")  # noqa: S108 - where X servers listen
    wait_for(socket.exists, "the X server")
    time.sleep(0.3)
    here.start(["openbox"])
    if isinstance(ground, Path):
        here.run("feh", "--no-fehbg", "--bg-fill", str(ground))
    else:
        here.run("xsetroot", "-solid", ground)
    time.sleep(0.4)
    try:
        yield here
    finally:
        for program in reversed(list(here.running)):
            here.stop(program)


def wait_for(ready: Callable[[], bool], what: str, limit: float = 25.0) -> None:
    """Wait until something is so; TimeoutError if it is not so in time."""
    end = time.monotonic() + limit
    while not ready():
        if time.monotonic() > end:
            raise TimeoutError(f"waited {limit} s for {what}")
        time.sleep(0.05)
