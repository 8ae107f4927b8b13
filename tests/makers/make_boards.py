"""Show link-up games on a virtual screen, and keep pictures of them with their truth beside.

    python make_boards.py FOLDER [GAME...]

For each game of `games.toml` a folder with ``a_fresh``, ``a_p20``, ``a_p50``, ``a_p80``,
``a_p95`` and ``a_p50_selected``: the whole screen as PNG, and the `.board` that
``fixtures/screenshots/README.md`` describes.
"""

from __future__ import annotations

import json
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from random import Random
from string import ascii_letters
from typing import Any
from zlib import crc32

from browser import Browser
from deals import deal
from faces import save_faces, signs
from grounds import GROUNDS, save_ground
from stage import Stage, stage, wait_for

HERE = Path(__file__).parent
PICTURES = (
    ("a_fresh", 0.0, False),
    ("a_p20", 0.2, False),
    ("a_p50", 0.5, False),
    ("a_p50_selected", 0.5, True),
    ("a_p80", 0.8, False),
    ("a_p95", 0.95, False),
)
TERMINAL = ("xterm", "-geometry", "70x20+700+520", "-e", "sh", "-c", "ls -l /etc; sleep 999")


@dataclass(frozen=True, slots=True)
class Game:
    """One game with one look.

    Parameters
    ----------
    name
        of the folder its pictures go to
    look
        the program that shows it (``browser``, ``tk``, ``qt``, ``pygame`` or ``swing``), which of
        its skins, and a set of `faces.py`
    board
        rows, columns, kinds, and how many tiles of a kind are dealt together
    tile, face
        edge of a tile and of its face, px; a face of 0 is as large as the tile
    ink
        colour of signs
    screen, window, at
        sizes of screen and window and the window's top left, px
    scale
        px of the screen per px of a page
    ground, desktop
        a ground of `grounds.py` or a colour, for the board and for the screen behind the window
    manner
        of a browser: ``app`` has no address bar, ``kiosk`` no window; of Swing and Qt: the style
    terminal
        whether a terminal lies on the screen too
    """

    name: str
    look: tuple[str, str, str]
    board: tuple[int, int, int, int]
    tile: int = 48
    face: int = 0
    ink: str = "#202020"
    screen: tuple[int, int] = (1280, 900)
    window: tuple[int, int] = (1100, 800)
    at: tuple[int, int] = (60, 40)
    scale: float = 1.0
    ground: str = "#f0f0f0"
    desktop: str = "#2e3440"
    manner: str = "app"
    terminal: bool = False

    @property
    def seed(self) -> int:
        """The seed of all that is left to chance."""
        return crc32(self.name.encode())

    def state(self, share: float, *, selected: bool) -> dict[str, Any]:
        """What a program is told to show once a share of the tiles has left."""
        rows, cols, kinds, copies = self.board
        board = deal(rows, cols, kinds, copies, self.seed).cleared(share)
        tiles = [(r, c) for r, line in enumerate(board) for c, kind in enumerate(line) if kind]
        chosen = [list(Random(self.seed).choice(tiles))] if selected else []
        own = {name: getattr(self, name) for name in ("name", "tile", "window", "at", "ground")}
        return own | {
            "rows": rows, "cols": cols, "kinds": kinds, "board": board, "selected": chosen,
            "skin": self.look[1], "faces": signs(self.look[2]), "manner": self.manner,
            "seed": self.seed, "photo": self.ground in GROUNDS, "probe": False,
        }  # fmt: skip


class Native:
    """A game in a window of its own; started anew for every picture."""

    def __init__(self, on: Stage, program: str, folder: Path) -> None:
        self._on, self._folder = on, folder
        self._command = {
            "tk": ["/usr/bin/python3", str(HERE / "tk_game.py")],
            "qt": [sys.executable, str(HERE / "qt_game.py")],
            "pygame": [sys.executable, str(HERE / "pygame_game.py")],
            "swing": ["java", str(HERE / "LinkGame.java")],
        }[program]
        self._running: Any = None

    def show(self, state: dict[str, Any]) -> tuple[float, float, float, float]:
        """Show a state; centre of the first cell and the pitch, screen px."""
        if self._running is not None:
            self._on.stop(self._running)
        told = self._folder / "geometry.json"
        told.unlink(missing_ok=True)
        (self._folder / "state.json").write_text(json.dumps(state), encoding="utf-8")
        self._running = self._on.start([*self._command, str(self._folder)])
        wait_for(told.exists, "the window")
        x, y, pitch_x, pitch_y = map(float, told.read_text(encoding="utf-8").split())
        return x, y, pitch_x, pitch_y


def truth(
    state: dict[str, Any], place: tuple[float, float, float, float], known: str | None = None
) -> str:
    """The text of a `.board` file.

    ``place`` is the centre of the first cell and the pitch, px. Where nothing is known from an
    earlier picture, outer rows and columns without tiles are cut off.
    """
    x, y, pitch_x, pitch_y = place
    lines = state["board"]
    rows = [r for r, line in enumerate(lines) if any(line)]
    cols = [c for c in range(state["cols"]) if any(line[c] for line in lines)]
    top, left = (0, 0) if known else (rows[0], cols[0])
    bottom, right = (state["rows"] - 1, state["cols"] - 1) if known else (rows[-1], cols[-1])
    cut = [line[left : right + 1] for line in lines[top : bottom + 1]]
    letters: dict[int, str] = {0: "."}
    for kind in (kind for line in cut for kind in line):
        if kind not in letters:
            letters[kind] = ascii_letters[len(letters) - 1]
    place = (x + left * pitch_x, y + top * pitch_y, pitch_x, pitch_y)
    notes = ["# lattice: " + " ".join(f"{number:g}" for number in (round(n, 3) for n in place))]
    notes += [f"# selected: {row - top} {col - left}" for row, col in state["selected"]]
    notes += [f"# known: {known}"] if known else []
    return "\n".join([*notes, *(" ".join(letters[kind] for kind in line) for line in cut)]) + "\n"


def make(game: Game, folder: Path, number: int) -> None:
    """Make the pictures of one game on display ``number``."""
    program, skin, faces = game.look
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        work = Path(scratch)
        desktop: str | Path = game.desktop
        if game.desktop in GROUNDS:
            desktop = work / "desktop.png"
            save_ground(game.desktop, game.screen, game.seed + 1, desktop)
        if game.ground in GROUNDS:
            save_ground(game.ground, game.window, game.seed, work / "ground.png")
        if program != "browser" or not signs(faces):
            save_faces(faces, game.board[2], game.face or game.tile, game.ink, work / "faces")
        with stage(game.screen, number, desktop) as on:
            if game.terminal:
                on.start(TERMINAL)
            if program == "browser":
                shown: Browser | Native = Browser(on, work, skin, game)
            else:
                shown = Native(on, program, work)
            for name, share, selected in PICTURES:
                state = game.state(share, selected=selected)
                place = shown.show(state)
                on.settled().save(folder / f"{name}.png", optimize=True)
                known = "a_fresh" if selected else None
                (folder / f"{name}.board").write_text(truth(state, place, known), encoding="utf-8")


def main() -> None:
    """Make the games named on the command line, or all."""
    folder, *names = sys.argv[1:]
    listed = tomllib.loads((HERE / "games.toml").read_text(encoding="utf-8"))
    for number, (name, options) in enumerate(listed.items(), 100):
        if not names or name in names:
            make(Game(name, **options), Path(folder) / name, number)


if __name__ == "__main__":
    main()
