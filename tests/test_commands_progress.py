"""The live line: shown where somebody looks, and never in the way of an answer."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from recordings import recording
from terminal import Linkup

from bot.commands.common import BEGAN, say
from bot.commands.progress import Progress, cut, shares, steps, width
from bot.report import stories
from bot.story import Story


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True

    def shown(self) -> str:
        """What a person would see in the end, without blanks at the ends of lines."""
        lines = []
        for line in click.unstyle(self.getvalue()).split("\n"):
            seen = ""
            for part in line.split("\r"):
                seen = part + seen[len(part) :]
            lines.append(seen.rstrip())
        return "\n".join(lines)


def test_a_terminal_has_one_line_that_is_written_over() -> None:
    """The last one shown is all that is seen, and nothing is left of a longer one before."""
    texts = iter(["a long beginning", "short"])
    terminal = Terminal()
    progress = Progress(lambda: next(texts), stream=terminal, clock=lambda: 0.0)
    progress.show()
    progress.show()
    assert terminal.shown() == "/ short, 0 s"


def test_without_stderr_nothing_is_written_among_the_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A program may be started with stderr closed."""
    monkeypatch.setattr("sys.stderr", None)
    progress = Progress(lambda: "busy", quiet=False, clock=lambda: 0.0)
    progress.show()
    progress.above("a line that stays")
    assert not capsys.readouterr().out


def test_in_the_end_nothing_is_left_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal looks as if there had been no line, whatever was shown by the thread."""
    monkeypatch.setattr("bot.commands.progress.FIRST", 0.0)
    terminal, told = Terminal(), threading.Event()

    def tell() -> str:
        told.set()
        return "busy"

    with Progress(tell, stream=terminal):
        assert told.wait(20)
        while "busy" not in terminal.getvalue():
            time.sleep(0.001)
    assert terminal.shown() == ""


def test_what_is_said_stays_above_it() -> None:
    """A line said while it is shown is whole, and the next live line stands below it."""
    terminal = Terminal()
    with (
        click.Context(click.Command("play")),
        Progress(lambda: "busy", stream=terminal, clock=lambda: 3.0) as progress,
    ):
        progress.show()
        say("found a board")
        progress.show()
        assert terminal.shown() == "found a board\n/ busy, 0 s"


def test_a_pipe_gets_plain_lines() -> None:
    """With a new line each and no sign of control."""
    pipe = io.StringIO()
    progress = Progress(
        lambda: "12 of 20 tiles left", stream=pipe, clock=iter([5.0, 65.0]).__next__
    )
    progress.show()
    assert pipe.getvalue() == "12 of 20 tiles left, 60 s\n"


@pytest.mark.parametrize("first", ["looking for a board...", ""])
def test_a_pipe_hears_once_what_is_waited_for(monkeypatch: pytest.MonkeyPatch, first: str) -> None:
    """Soon, and long before the first plain line; nothing where there is nothing to say."""
    monkeypatch.setattr("bot.commands.progress.FIRST", 0.01)
    asked, pipe = threading.Event(), io.StringIO()

    def tell() -> str:
        asked.set()
        return first

    with Progress(lambda: "busy", stream=pipe, first=tell):
        assert asked.wait(20)
    assert pipe.getvalue() == (f"{first}\n" if first else "")


@pytest.mark.parametrize(("ago", "shown"), [(60.0, True), (0.0, False)])
def test_the_second_counts_from_the_call(
    ago: float, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has waited for what is imported does not wait for a second once more."""
    monkeypatch.setattr("bot.commands.progress.FIRST", 30.0)
    terminal, context = Terminal(), click.Context(click.Command("read"))
    context.meta[BEGAN] = time.monotonic() - ago
    until = time.monotonic() + (20 if shown else 1)
    with context, Progress(lambda: "busy", stream=terminal):
        while "busy" not in terminal.getvalue() and time.monotonic() < until:
            time.sleep(0.01)
        assert ("busy" in terminal.getvalue()) is shown


@pytest.mark.parametrize(("stream", "runs"), [(io.StringIO(), False), (Terminal(), True)])
def test_json_keeps_it_to_terminals(stream: io.StringIO, runs: bool) -> None:
    """With --json a pipe hears nothing, a person at a terminal does."""
    before = threading.active_count()
    with Progress(lambda: "busy", stream=stream, quiet=True):
        assert (threading.active_count() > before) is runs


def test_no_colour_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR the line has no sign of control but the return to its beginning."""
    monkeypatch.setenv("NO_COLOR", "1")
    terminal = Terminal()
    Progress(lambda: "busy", stream=terminal).show()
    assert "\x1b" not in terminal.getvalue()


def test_steps_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line names the thing that was handed out, and its number."""

    class Kept(Progress):
        def __enter__(self) -> Kept:
            kept.append(self)
            return self

        def __exit__(self, *_: object) -> None:
            pass

    kept: list[Kept] = []
    monkeypatch.setattr("bot.commands.progress.Progress", Kept)
    with steps(["a.png", "b.png"], lambda name: f"reading {name}", quiet=True) as each:
        shown = [kept[0]._tell() for _ in each]
    assert shown == ["reading a.png, 1 of 2", "reading b.png, 2 of 2"]


def test_a_line_is_cut_to_the_terminal() -> None:
    """Wide signs count twice, and what cannot be shown is replaced: a name may hold anything."""
    assert width(cut("读取连连看" * 9, 20)) <= 20
    assert cut("a\x1b[2Jb", 20) == "a?[2Jb"


def test_how_much_is_done_stands_in_the_live_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a pipe it is no line of its own each time; with JSON it is none at all."""
    monkeypatch.setattr("bot.commands.progress.FIRST", 0.0)
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with shares("drawing", quiet=True) as tell:
        tell(0.25)
        deadline = time.monotonic() + 20
        while "drawing: 25%" not in terminal.getvalue() and time.monotonic() < deadline:
            time.sleep(0.001)
    assert "drawing: 25%" in terminal.getvalue()
    pipe = io.StringIO()
    monkeypatch.setattr("sys.stderr", pipe)
    for quiet in (True, False):
        with shares("drawing", quiet=quiet) as tell:
            for share in range(100):
                tell(share / 100)
            time.sleep(0.05)
    assert pipe.getvalue() == ""


def test_a_report_in_a_pipe_tells_nothing_but_its_answer(
    linkup: Linkup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it takes: half a minute is the time between two lines there."""

    def slowly(folder: Path, progress: Callable[[float], None]) -> list[Story]:
        told = stories(folder, progress)
        time.sleep(1.1)
        progress(1.0)
        return told

    monkeypatch.setattr("bot.report.stories", slowly)
    assert linkup("report", recording(tmp_path / "game")).err == ""
