"""What tests share: the command line, displays and games."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as `bot.__main__` does, before numpy is loaded

import pytest
from desk import OnScreen, shows
from live import Display, KShisen, XShisen, missing
from terminal import Linkup

from bot.deal import deal


def pytest_configure() -> None:
    """Hear the end of a terminal, also where `nohup` started the tests: games are ended by it."""
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a live test that is skipped where `LINKUP_LIVE` says that all can run, as in CI."""
    report = yield
    if report.skipped and "LINKUP_LIVE" in os.environ and item.get_closest_marker("live"):
        why = call.excinfo.value if call.excinfo else "no reason given"
        report.outcome = "failed"
        report.longrepr = f"LINKUP_LIVE is set, but this live test was skipped: {why}"
    return report


def _need(*programs: str) -> None:
    if why := missing(*programs):
        pytest.skip(why)


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    """A display with a window manager, one for all tests of a module."""
    _need("Xvfb", "openbox", "xdotool")
    with Display() as opened:
        yield opened


@pytest.fixture
def bare_display() -> Iterator[Display]:
    """A display without a window manager."""
    _need("Xvfb", "xdotool")
    with Display((640, 480), manager=None) as opened:
        yield opened


@pytest.fixture
def kshisen(display: Display) -> Iterator[KShisen]:
    """KShisen with its smallest board and the tiles standing still."""
    _need(*KShisen.needs)
    game = KShisen(display)
    yield game
    game.close()


@pytest.fixture
def xshisen(display: Display) -> Iterator[XShisen]:
    """XShisen with a board dealt."""
    _need(*XShisen.needs)
    game = XShisen(display)
    yield game
    game.close()


@pytest.fixture(autouse=True)
def no_wishes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever runs the tests may want colours, or have settings; a test wants its own."""
    for name in ("XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "no-settings"))
    for name in ("NO_COLOR", "FORCE_COLOR", *(n for n in os.environ if n.startswith("LINKUP_"))):
        if name != "LINKUP_LIVE":
            monkeypatch.delenv(name, raising=False)


@pytest.fixture
def linkup(capsys: pytest.CaptureFixture[str]) -> Linkup:
    """The command line in this process."""
    return Linkup(capsys)


@pytest.fixture
def board_file(tmp_path: Path) -> Path:
    """A board of 4 x 6 that can be cleared, as a file."""
    path = tmp_path / "board.txt"
    path.write_text(str(deal(4, 6, 6, 7, solvable=True)), encoding="utf-8")
    return path


@pytest.fixture
def on_screen(monkeypatch: pytest.MonkeyPatch) -> OnScreen:
    """Shows a board in a window, with other windows in front; where the window lies."""
    return shows(monkeypatch)
