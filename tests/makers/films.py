"""Makes the films in docs/images: games are played, recorded and filmed by the command line.

Run it from the top of the checkout, with the names of films or for all of them. KShisen is played
on a virtual screen of its own; see tests/live.py for what it needs.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from live import Display, KShisen

from bot.geometry import Rect

FOLDER = Path(__file__).parent.parent.parent / "docs" / "images"
WINDOW = Rect(40, 60, 720, 560)
"""Of KShisen on its screen, px."""


def linkup(*arguments: str) -> None:
    """Run a command to its end; it must do what it was asked."""
    subprocess.run([sys.executable, "-m", "bot", *arguments], check=True)


def play_game(recording: Path) -> None:
    """The bundled game, as `linkup demo` plays it."""
    linkup("demo", "--offscreen", "--record", str(recording))


def play_kshisen(recording: Path) -> None:
    """KShisen with its smallest board and tiles that fall."""
    with Display() as display:
        game = KShisen(display, gravity=True, speed=3)
        game.place(WINDOW)
        options = ("--window", KShisen.TITLE, "--record", str(recording))
        done = display.python("-m", "bot", "play", *options, seconds=300)
        print(done.stdout, done.stderr, sep="\n")
        game.close()


PLAYED: dict[str, Callable[[Path], None]] = {"game": play_game, "kshisen": play_kshisen}


def make(name: str) -> None:
    """Play, and film what was played."""
    with tempfile.TemporaryDirectory() as folder:
        recording = Path(folder) / name
        PLAYED[name](recording)
        target = FOLDER / f"{name}.webp"
        linkup("film", str(recording), "--out", str(target), "--width", "560", "--seconds", "30")


if __name__ == "__main__":
    for each in sys.argv[1:] or PLAYED:
        make(each)
