"""Photograph windows and pages, none of which shows a link-up board.

python make_none.py FOLDER [NAME...]
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from browser import chromium
from grounds import GROUNDS, save_ground
from pages import PAGES, page
from stage import stage

HERE = Path(__file__).parent
SCREENS = (((1280, 900), 1.0), ((1366, 768), 1.0), ((1280, 900), 1.25), ((1600, 1000), 1.5))
PALE = ("-bg", "white", "-fg", "black")
DARK = ("-bg", "black", "-fg", "gray90")
STRIPES = (
    'for i in $(seq 0 255); do printf "\\033[48;5;%dm %3d " $i $i;'
    ' [ $((i % 16)) = 15 ] && printf "\\033[0m\\n"; done'
)


def terminal(look: tuple[str, ...], size: int, at: str, command: str) -> tuple[str, ...]:
    """The command of a terminal that runs another, and stays."""
    font = ("-fa", "DejaVuSansMono", "-fs", str(size))
    return ("xterm", *font, *look, "-geometry", at, "-e", "sh", "-c", f"{command}; sleep 999")


def window(program: str, name: str) -> tuple[str, ...]:
    """The command of one of our windows."""
    start = {
        "qt": (sys.executable, str(HERE / "qt_windows.py")),
        "tk": ("/usr/bin/python3", str(HERE / "tk_windows.py")),
        "swing": ("java", str(HERE / "SwingWindows.java")),
    }
    return (*start[program], name)


def many(program: str, wide: int, high: int) -> tuple[tuple[str, ...], ...]:
    """Commands that show a small program again and again, in rows."""
    return tuple(
        (program, "-geometry", f"{wide}x{high}+{40 + x * (wide + 44)}+{60 + y * (high + 56)}")
        for y in range(4)
        for x in range(6)
    )


LISTING = terminal(PALE, 10, "110x45+40+30", "ls --color=always -l /usr/lib")
SCENES: dict[str, tuple[tuple[str, ...], ...]] = {
    "empty": (),
    "terminal-listing": (LISTING,),
    "terminal-code": (terminal(DARK, 13, "90x38+40+30", f"head -60 {HERE / 'deals.py'}"),),
    "terminal-bytes": (terminal(PALE, 11, "90x45+40+30", "od -A x -t x1z /bin/ls | head -44"),),
    "terminal-colours": (terminal(DARK, 12, "90x20+40+30", STRIPES),),
    "eyes": many("xeyes", 150, 100),
    "clocks": many("xclock", 120, 120),
    "letters": (("xfd", "-fa", "DejaVuSans-20", "-geometry", "1000x800"),),
    "several": (LISTING, ("xclock",), ("xeyes",), window("qt", "keypad")),
    **{f"qt-{n}": (window("qt", n),) for n in ("table", "form", "calendar", "keypad", "colours")},
    **{f"tk-{n}": (window("tk", n),) for n in ("keypad", "checks", "plot", "paint", "seats")},
    **{f"swing-{n}": (window("swing", n),) for n in ("table", "form", "keypad", "colour")},
}


@dataclass(frozen=True, slots=True)
class Kiosk:
    """A browser that fills its screen."""

    window: tuple[int, int]
    scale: float
    at: tuple[int, int] = (0, 0)
    manner: str = "kiosk"


def photograph_scene(name: str, number: int, folder: Path) -> None:
    """Show the programs of a scene on a plain ground or a painted one."""
    size = SCREENS[number % len(SCREENS)][0]
    with tempfile.TemporaryDirectory() as scratch:
        ground: str | Path = "#3b6ea5"
        if number % 3 == 2:
            ground = Path(scratch) / "ground.png"
            save_ground(tuple(GROUNDS)[number % len(GROUNDS)], size, number, ground)
        with stage(size, 98, ground) as on:
            for command in SCENES[name]:
                on.start(command)
            time.sleep(6)  # Java takes its time
            on.settled(limit=2).save(folder / f"{name}.png", optimize=True)


def photograph_page(name: str, number: int, folder: Path) -> None:
    """Show a page in a browser that fills the screen."""
    size, scale = SCREENS[number % len(SCREENS)]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        shown = Path(scratch) / "page.html"
        shown.write_text(page(name, number), encoding="utf-8")
        look = Kiosk((round(size[0] / scale), round(size[1] / scale)), scale)
        with stage(size, 99, "#000000") as on:
            chromium(on, look, Path(scratch) / "profile", shown.as_uri())
            time.sleep(3)
            on.settled(limit=5).save(folder / f"page-{name.replace('_', '-')}.png", optimize=True)


def main() -> None:
    """Photograph what is named on the command line, or all."""
    folder, *names = Path(sys.argv[1]), *sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(SCENES):
        if not names or name in names:
            photograph_scene(name, number, folder)
    for number, name in enumerate(PAGES):
        if not names or name in names:
            photograph_page(name, number, folder)


if __name__ == "__main__":
    main()
