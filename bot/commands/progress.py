"""The live line: how far a command is, on stderr, while it runs.

On a terminal it is one line, written over again and again, and gone in the end. Anywhere else it is
a plain line now and then, and with ``--json`` none. A line is first shown when a command has run
for a second, on a terminal with what it took to import, by a thread that only reads what the
command counts.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import cycle
from shutil import get_terminal_size
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Self, TextIO, TypeVar
from unicodedata import east_asian_width

import click

from bot.commands.common import BEGAN, LIVE, wants_colour

FIRST = 1.0
"""s; what is done by then is not spoken of."""
EVERY, PLAIN = 0.2, 30.0
"""s; between two lines on a terminal, and between two plain ones."""
LOOKING = "looking for a board..."
"""What is said of a wait that is a long one where no board is dealt."""
_TURNING = "|/-\\"

Step = TypeVar("Step")


class Progress:
    """The live line of a command; a context manager.

    Parameters
    ----------
    tell
        what the line says now; called from a thread of its own, so it must only read
    quiet
        whether plain lines are left out, as with ``--json``
    first
        what a plain line says once, after a second or as soon as this is not empty
    stream
        where the line goes; stderr by default
    clock
        time, s
    """

    def __init__(
        self,
        tell: Callable[[], str],
        *,
        quiet: bool = False,
        first: Callable[[], str] = lambda: "",
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tell, self._first, self._clock, self._began = tell, first, clock, clock()
        self._stream = sys.stderr if stream is None else stream
        self._is_terminal = self._stream is not None and self._stream.isatty()
        self._is_shown = self._is_terminal or not quiet
        self._lock, self._over = Lock(), Event()
        self._thread = Thread(target=self._run, name="live line", daemon=True)
        self._drawn, self._turning = 0, cycle(_TURNING)
        self._before: object = None
        self._rest = FIRST

    def __enter__(self) -> Self:
        context = click.get_current_context(silent=True)
        if context is not None:
            self._before = context.meta.get(LIVE)
            context.meta[LIVE] = self
            if self._is_terminal:  # a person has waited since the program was called
                called = context.meta.get(BEGAN, time.monotonic())
                self._rest = max(min(EVERY, FIRST), FIRST - (time.monotonic() - called))
        if self._is_shown:
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        if self._is_shown:
            self._thread.join()
        with self._lock:
            self._clear()
        context = click.get_current_context(silent=True)
        if context is not None:
            context.meta[LIVE] = self._before

    def above(self, line: str) -> None:
        """Write a line that stays; the live one goes on below it."""
        with self._lock:
            self._clear()
            self._write(line)

    def give_way(self) -> None:
        """Take the live line away until it is shown next."""
        with self._lock:
            self._clear()

    def show(self) -> None:
        """Write the line as it is now."""
        seconds = self._clock() - self._began
        text = self._tell()
        with self._lock, suppress(OSError, ValueError):  # nobody reads it any more
            if not self._is_terminal:
                self._write(f"{text}, {seconds:.0f} s")
                return
            line = cut(f"{next(self._turning)} {text}, {seconds:.0f} s", get_terminal_size()[0] - 1)
            fill = " " * (self._drawn - width(line))
            shown = click.style(line, dim=True) if wants_colour() is not False else line
            self._write(f"\r{shown}{fill}", nl=False, color=wants_colour())
            self._drawn = width(line)

    def _clear(self) -> None:
        """Take the line away; by blanks, for not every terminal has a sign for that."""
        if self._drawn:
            with suppress(OSError, ValueError):
                self._write(f"\r{' ' * self._drawn}\r", nl=False)
            self._drawn = 0

    def _write(self, text: str, *, nl: bool = True, color: bool | None = None) -> None:
        """Write to the stream, if there is one: without, click would write among the answers."""
        if self._stream is not None:
            click.echo(text, file=self._stream, nl=nl, color=color)

    def _run(self) -> None:
        waited, said = 0.0, self._is_terminal
        while not self._over.wait(EVERY if self._is_terminal and waited else self._rest):
            waited += FIRST
            if not said and (text := self._first()):
                said = True
                with suppress(OSError, ValueError):  # nobody reads it any more
                    self.above(text)
            if self._is_terminal or waited >= PLAIN:
                self.show()
                waited = FIRST if self._is_terminal else 0.0


class Waiting:
    """What `Progress` says first of a look at a window: nothing before the window is found."""

    def __init__(self) -> None:
        self._text = ""

    def begin(self) -> None:
        """The window is found."""
        self._text = LOOKING

    def told(self) -> str:
        """That a board is looked for, from then on."""
        return self._text


@contextmanager
def steps(
    things: Sequence[Step], doing: Callable[[Step], str], *, quiet: bool
) -> Iterator[Iterator[Step]]:
    """Hand out things one by one; meanwhile a live line says what is done, and with which.

    Parameters
    ----------
    things
        what is done one after the other
    doing
        what is done with one
    quiet
        as for `Progress`
    """
    at = 0

    def each() -> Iterator[Step]:
        nonlocal at
        for number, thing in enumerate(things):
            at = number
            yield thing

    def tell() -> str:
        return f"{doing(things[at])}{f', {at + 1} of {len(things)}' if len(things) > 1 else ''}"

    with Progress(tell, quiet=quiet):
        yield each()


@contextmanager
def shares(doing: str, *, quiet: bool) -> Iterator[Callable[[float], None]]:
    """Hand out what is told how much is done, 0 to 1; meanwhile a live line says so.

    Parameters
    ----------
    doing
        what is done
    quiet
        as for `Progress`
    """
    done = 0.0

    def tell(share: float) -> None:
        nonlocal done
        done = share

    with Progress(lambda: f"{doing}: {done:.0%}", quiet=quiet):
        yield tell


def width(text: str) -> int:
    """How many columns a text takes on a terminal.

    >>> width("连连看!")
    7
    """
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def cut(text: str, columns: int) -> str:
    """As much of a text as fits into a line of so many columns.

    >>> cut("reading 连连看.png", 13)
    'reading 连...'
    """
    text = "".join(sign if sign.isprintable() else "?" for sign in text)
    if width(text) <= columns:
        return text
    kept = ""
    for sign in text:
        if width(kept + sign) > columns - 3:
            break
        kept += sign
    return f"{kept}..."
