"""What is started is ended: with its group, beyond its group, and nothing else is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

if not sys.platform.startswith("linux"):
    pytest.skip("processes of Linux", allow_module_level=True)

from live import wait_for

from bot.errors import InputError
from bot.started import MARK, Started, end, exit_status, has_ended, how_ended


@pytest.fixture
def mark(tmp_path: Path) -> str:
    """A mark that no other test has."""
    return str(tmp_path)


@pytest.fixture
def started(mark: str) -> Iterator[Started]:
    """Nothing yet; ended after the test."""
    with Started(mark) as all_of_it:
        yield all_of_it


def runs(pid: int) -> bool:
    """Whether there is such a process, and it is more than a number that nobody waited for."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def pids(path: Path, count: int) -> list[int]:
    """The numbers that a script writes into a file, a line each, once they are all there."""

    def read() -> list[int] | None:
        lines = path.read_text(encoding="utf-8").split() if path.exists() else []
        return [int(line) for line in lines] if len(lines) == count else None

    return wait_for(f"{count} numbers in {path}", read)


def test_all_that_a_program_has_started_is_ended(mark: str, tmp_path: Path) -> None:
    """In its group, in a session of its own, and what pays no heed to being asked."""
    told = tmp_path / "pids"
    script = (
        f"sleep 1000 & echo $! >>{told}; "
        f"setsid sh -c 'echo $$ >>{told}; exec sleep 1000' & "
        f"sh -c 'trap \"\" TERM; echo $$ >>{told}; sleep 1000; sleep 1000' & "
        f"echo $$ >>{told}; wait"
    )
    with Started(mark) as all_of_it:
        all_of_it.start(["sh", "-c", script], os.environ, output=tmp_path / "said")
        numbers = pids(told, 4)
        assert all(runs(number) for number in numbers)
    assert not any(runs(number) for number in numbers)


def test_what_a_program_leaves_behind_is_ended(mark: str, tmp_path: Path) -> None:
    """Though the program itself has ended long ago."""
    told = tmp_path / "pids"
    with Started(mark) as all_of_it:
        command = ["sh", "-c", f"sleep 1000 & echo $! >{told}"]
        parent = all_of_it.start(command, os.environ, output=tmp_path / "said")
        (number,) = pids(told, 1)
        wait_for("the parent to end", lambda: has_ended(parent))
        assert all_of_it.is_alive(parent)
        assert runs(number)
    assert not runs(number)


def test_nobody_else_is_ended(mark: str, tmp_path: Path) -> None:
    """Another mark, or none, is another's."""
    others = [
        subprocess.Popen(["sleep", "1000"], env={**os.environ, **extra})
        for extra in ({}, {MARK: f"{mark}-2"}, {"OTHER": f"{MARK}={mark}"})
    ]
    try:
        with Started(mark) as all_of_it:
            all_of_it.start(["sleep", "1000"], os.environ, output=tmp_path / "said")
        assert [other.poll() for other in others] == [None] * 3
    finally:
        for other in others:
            other.kill()
            other.wait()


def test_it_tells_how_a_program_ended(started: Started, tmp_path: Path) -> None:
    """Exit code or signal, as often as it is asked, before and after it was waited for."""
    cases = {"exit 0": (0, "exit code 0"), "exit 3": (3, "exit code 3")}
    cases["kill -9 $$"] = (-9, "SIGKILL")
    for script, (status, how) in cases.items():
        process = started.start(["sh", "-c", script], os.environ, output=tmp_path / "said")
        wait_for("it to end", lambda process=process: has_ended(process))  # type: ignore[misc]
        assert (exit_status(process), how_ended(process)) == (status, how)
        assert not started.is_alive(process)
        process.wait()
        assert (exit_status(process), how_ended(process)) == (status, how)
        end(process)
    running = started.start(["sleep", "1000"], os.environ, output=tmp_path / "said")
    assert (exit_status(running), how_ended(running)) == (None, "")
    assert started.is_alive(running)


def test_what_a_program_says_goes_into_a_file(started: Started, tmp_path: Path) -> None:
    """Its answers and its complaints, and none of it into ours."""
    said = tmp_path / "said"
    process = started.start(["sh", "-c", "echo one; echo two >&2"], os.environ, output=said)
    wait_for("it to end", lambda: has_ended(process))
    assert said.read_text() == "one\ntwo\n"


def test_a_program_that_is_not_there_is_bad_input(started: Started, tmp_path: Path) -> None:
    """So is one that may not be run; the line names it."""
    plain = tmp_path / "plain"
    plain.write_text("no program")
    for name, why in (("nosuchgame", "No such file"), (str(plain), "Permission denied")):
        with pytest.raises(InputError, match=f"{name} cannot be run: {why}"):
            started.start([name], os.environ)


def test_a_second_request_to_stop_does_not_leave_half_of_it(mark: str, tmp_path: Path) -> None:
    """Ctrl-C while it ends the others changes nothing, and is heard again afterwards."""
    asker = "sleep 0.3; kill -INT $PPID; kill -TERM $PPID; sleep 1000"
    heard: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    try:
        with Started(mark) as all_of_it:
            command = ["sh", "-c", f"trap '' TERM; {asker}"]
            process = all_of_it.start(command, os.environ, output=tmp_path / "said")
            time.sleep(0.1)
        assert process.returncode == -signal.SIGKILL
        assert heard == []
        os.kill(os.getpid(), signal.SIGTERM)
        assert heard == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGTERM, before)
