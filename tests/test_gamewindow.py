"""The bundled game in a real window: shown, clicked, covered, closed, and ended for sure."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from live import Display, wait_for
from numpy.typing import NDArray
from plain_window import PlainWindow

from bot.board import Board
from bot.boardview import draw, fitted, lattice_of, size_of
from bot.errors import InputError, MachineError
from bot.frame import load
from bot.game import EventKind
from bot.gameprocess import GameProcess
from bot.gamewindow import main
from bot.geometry import Cell, Rect
from bot.stage import DESKTOP_EDGE
from bot.style import Style

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X displays are of Linux")
TITLE = "Linkup of the tests"
DEAL = Board.from_text("a b c a\nb c c b\na a b c\nc c a c")
ARGUMENTS = ("--board", "abca/bccb/aabc/ccac", "--title", TITLE, "--removal", "0.2")
LATTICE = lattice_of(DEAL, Style.default())


@pytest.fixture
def game(display: Display) -> Iterator[GameProcess]:
    """A small game on the display, shown and still."""
    with GameProcess(ARGUMENTS, environment=display.environment()) as process:
        display.settled(display.window(TITLE))
        yield process


def seen(display: Display, tmp_path: Path) -> NDArray[np.uint8]:
    """The inside of the window as mss sees it."""
    left, top, width, height = display.window(TITLE).rect
    place = {"left": left, "top": top, "width": width, "height": height}
    code = (
        f"import mss, mss.tools; shot = mss.MSS().grab({place});"
        f"mss.tools.to_png(shot.rgb, shot.size, output={str(tmp_path / 'seen.png')!r})"
    )
    done = display.python("-c", code)
    assert done.returncode == 0, done.stderr
    return load(tmp_path / "seen.png").pixels


def click(display: Display, cell: Cell) -> None:
    """Click on the middle of a cell with the display's own pointer."""
    rect, middle = display.window(TITLE).rect, LATTICE.center(cell)
    x, y = str(int(rect.left + middle.x)), str(int(rect.top + middle.y))
    assert display.run("xdotool", "mousemove", x, y, "click", "1").returncode == 0


def names(game: GameProcess) -> list[str]:
    """What has happened so far."""
    return [event.kind.value for event in game.events]


@linux
@pytest.mark.live
def test_the_window_shows_the_drawn_board(
    display: Display, game: GameProcess, tmp_path: Path
) -> None:
    """What is on the screen is, pixel for pixel, the board drawn in the default look."""
    assert game.ready["driver"] == "x11"
    assert tuple(game.ready["size"]) == size_of(DEAL, Style.default())
    assert game.events[0].board == DEAL
    assert (seen(display, tmp_path) == draw(DEAL, Style.default())).all()


@linux
@pytest.mark.live
def test_clicked_tiles_vanish(display: Display, game: GameProcess, tmp_path: Path) -> None:
    """Two real clicks remove a pair: in the log of the truth, and on the screen."""
    click(display, Cell(1, 1))
    click(display, Cell(1, 2))
    wait_for("a removal", lambda: "removed" in names(game))
    expected = ["deal", "click", "selected", "click", "linked", "removed"]
    assert names(game) == expected
    linked, removed = game.events[-2:]
    assert removed.cells == (Cell(1, 1), Cell(1, 2))
    assert removed.time - linked.time == pytest.approx(0.2)
    left = DEAL.without(removed.cells)
    assert removed.board == left
    display.settled(display.window(TITLE))
    assert (seen(display, tmp_path) == draw(left, Style.default())).all()


@linux
@pytest.mark.live
def test_a_selection_is_seen(display: Display, game: GameProcess, tmp_path: Path) -> None:
    """One real click marks the tile on the screen."""
    click(display, Cell(3, 0))
    wait_for("a selection", lambda: "selected" in names(game))
    display.settled(display.window(TITLE))
    expected = draw(DEAL, Style.default(), selected=[Cell(3, 0)])
    assert (seen(display, tmp_path) == expected).all()


@linux
@pytest.mark.live
def test_what_was_covered_is_shown_again(
    display: Display, game: GameProcess, tmp_path: Path
) -> None:
    """After another window lay over it and went, the whole board is there."""
    rect = display.window(TITLE).rect
    cover = PlainWindow(display, "cover", Rect(rect.left + 40, rect.top + 40, 150, 150))
    assert (seen(display, tmp_path) != draw(DEAL, Style.default())).any()
    cover.close()
    display.settled(display.window(TITLE))
    assert (seen(display, tmp_path) == draw(DEAL, Style.default())).all()


@linux
@pytest.mark.live
def test_closing_the_window_ends_the_game(display: Display, game: GameProcess) -> None:
    """The window manager's wish to close the window ends the process."""
    number = str(display.window(TITLE).id)
    for seconds in (5, 10, 20):  # a key may be pressed before the window manager listens to it
        display.run("xdotool", "windowactivate", "--sync", number, "key", "alt+F4")
        with suppress(TimeoutError):
            wait_for("the end", lambda: not game.running, seconds)
            break
    assert not game.running


@linux
@pytest.mark.live
def test_a_waiting_window_sleeps(display: Display, game: GameProcess) -> None:
    """Without clicks the process needs less than a tenth of a processor."""

    def used() -> float:
        fields = Path(f"/proc/{game.ready['pid']}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    before = used()
    time.sleep(2)
    assert used() - before < 0.2


@linux
@pytest.mark.live
def test_a_large_board_fits_the_desktop(display: Display) -> None:
    """Tiles are made smaller where the desktop has no room for the usual ones."""
    arguments = ("--rows", "16", "--cols", "30", "--kinds", "36", "--seed", "1", "--title", TITLE)
    with GameProcess(arguments, environment=display.environment()) as process:
        width, height = process.ready["size"]
        dealt = process.events[0].board
        assert dealt is not None
        room = display.rect.width - DESKTOP_EDGE, display.rect.height - DESKTOP_EDGE
        assert (width, height) == size_of(dealt, fitted(Style.default(), dealt, room))
        assert width <= room[0]
        assert height <= room[1]


@linux
@pytest.mark.live
def test_the_same_seed_deals_the_same_board(display: Display) -> None:
    """Two windows of one seed start from one board, and log it as a deal."""
    arguments = ("--rows", "6", "--cols", "8", "--kinds", "12", "--seed", "731", "--solvable")
    deals = []
    for _ in range(2):
        with GameProcess(arguments, environment=display.environment()) as process:
            deals.append(process.events[0])
    assert deals[0].kind is EventKind.DEAL
    assert deals[0].board == deals[1].board


@linux
@pytest.mark.live
def test_leaving_ends_the_process(display: Display) -> None:
    """No window is left when the helper is left, by an error too."""

    def fail() -> None:
        with GameProcess(ARGUMENTS, environment=display.environment()) as process:
            ends.append(process)
            raise KeyError

    ends: list[GameProcess] = []
    with pytest.raises(KeyError):
        fail()
    assert not ends[0].running
    assert TITLE not in display.titles()


@linux
@pytest.mark.live
def test_the_game_ends_when_its_parent_is_gone(display: Display) -> None:
    """A parent that dies without a word takes the window with it."""
    code = (
        f"import os; from bot.gameprocess import GameProcess\n"
        f"game = GameProcess({ARGUMENTS}).__enter__()\n"
        f"os.write(1, str(game.ready['pid']).encode()); os._exit(9)"
    )
    done = display.python("-c", code)
    assert done.returncode == 9, done.stderr
    child = Path(f"/proc/{int(done.stdout)}/stat")
    wait_for("the child's end", lambda: not child.exists() or ") Z " in child.read_text())


def test_no_display_is_an_error_of_one_line() -> None:
    """Where SDL would fall back to an unseen window, the game says so instead."""
    if not sys.platform.startswith("linux"):
        pytest.skip("elsewhere there is always a display")
    lacking = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}
    environment = {name: value for name, value in os.environ.items() if name not in lacking}
    message = (
        r"^the game's window did not start: no window can be shown: [^\n]*DISPLAY is not set[^\n]*$"
    )
    with (
        pytest.raises(MachineError, match=message),
        GameProcess(ARGUMENTS, environment=environment),
    ):
        pass


def test_a_driver_that_shows_nothing_is_an_error() -> None:
    """A window asked for is not silently a window that nobody sees."""
    environment = os.environ | {"SDL_VIDEODRIVER": "dummy"}
    with (
        pytest.raises(MachineError, match="SDL_VIDEODRIVER is dummy"),
        GameProcess(ARGUMENTS, environment=dict(environment)),
    ):
        pass


def test_a_window_that_takes_too_long_is_an_error_and_ended() -> None:
    """The wait for the window has a limit, and the process does not outlive it."""
    process = GameProcess(ARGUMENTS, patience=0.0)
    with pytest.raises(MachineError, match="not shown within 0 s"):
        process.__enter__()
    assert not process.running


def test_a_broken_board_is_an_error_of_one_line() -> None:
    """What is wrong with the board comes through from the process."""
    with (
        pytest.raises(InputError, match=r"did not start: row 2: '!' is no cell"),
        GameProcess(("--board", "ab/a!")),
    ):
        pass


def test_a_broken_board_has_the_exit_code_of_bad_input(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The window run by hand tells the same in one line on stderr."""
    assert main(["--board", "aab/a"]) == 2
    assert capsys.readouterr().err == "row 2 has 1 cell, but row 1 has 3\n"


def test_a_log_that_cannot_be_written_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line names the file."""
    assert main(["--board", "aa", "--log", str(tmp_path / "no" / "log.jsonl")]) == 2
    assert "log.jsonl cannot be written: No such file or directory" in capsys.readouterr().err
