"""What a screen shows around a game: a desktop with icons, a strip of tasks, other windows."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
from numpy.typing import NDArray

from bot import office, pages, pastimes
from bot.backdrop import paint_ground
from bot.geometry import Rect
from bot.lettering import write
from bot.lots import random_colour
from bot.parts import Ground, GroundKind
from bot.widgets import Theme, fill, inside, random_theme, random_trim, window, words

Content = Callable[[NDArray[np.uint8], Theme, Random], None]
"""Fills a picture, RGB, in the colours of a theme and by lot."""

CONTENTS: dict[str, Content] = {
    "article": pages.article,
    "calculator": office.calculator,
    "calendar": office.calendar,
    "cards": pages.cards,
    "chart": office.chart,
    "chat": pages.chat,
    "checkers": pastimes.checkers,
    "chess": pastimes.chess,
    "crossword": pastimes.crossword,
    "editor": office.editor,
    "folders": pages.folders,
    "form": pages.form,
    "gallery": pages.gallery,
    "keyboard": office.keyboard,
    "minesweeper": pastimes.minesweeper,
    "picker": office.picker,
    "schedule": pages.schedule,
    "settings": office.settings,
    "slides": pages.slides,
    "spreadsheet": office.spreadsheet,
    "stones": pastimes.stones,
    "sudoku": pastimes.sudoku,
    "terminal": office.terminal,
    "toolbars": office.toolbars,
    "wallpaper": pages.wallpaper,
}
"""What a window may show, none of it a link-up board."""

_QUIET = ("article", "chart", "chat", "editor", "folders", "form", "schedule", "settings")
"""Contents that stand beside a game more often than others."""
_WALLS = (GroundKind.PHOTO, GroundKind.SCENE, GroundKind.GRADIENT, GroundKind.PLAIN)


def desktop(
    width: int, height: int, lot: Random, *, windows: int, icons: float | None = None
) -> NDArray[np.uint8]:
    """Paint a desktop with some windows on it, and icons in a share of the places for them.

    Returns
    -------
    pixels : uint8 array of shape (height, width, 3), RGB
    """
    ground = Ground(
        lot.choice(_WALLS), (random_colour(lot), random_colour(lot)), lot.randrange(999)
    )
    pixels = paint_ground(width, height, ground)
    theme = random_theme(lot)
    if icons is None:
        icons = max(0.0, lot.uniform(-0.25, 0.3))
    pages.icon_grid(pixels, theme, lot, Rect(0, 0, width, height - 60), share=icons)
    for _ in range(windows):
        across, down = lot.randint(220, width * 2 // 3), lot.randint(180, height * 2 // 3)
        place = Rect(
            lot.randint(0, width - across), lot.randint(0, max(0, height - down - 40)), across, down
        )
        name = lot.choice(_QUIET) if lot.random() < 0.7 else lot.choice(sorted(CONTENTS))
        show(pixels, place, CONTENTS[name], lot)
    if lot.random() < 0.8:
        _tasks(pixels, theme, lot)
    return pixels


def show(pixels: NDArray[np.uint8], place: Rect, content: Content, lot: Random) -> None:
    """Paint a window with a content."""
    theme, trim = random_theme(lot), random_trim(lot)
    window(pixels, place, trim, theme, lot)
    part = inside(pixels, trim.within(place))
    if min(part.shape[:2]) >= 100:
        content(part, theme, lot)


def _tasks(pixels: NDArray[np.uint8], theme: Theme, lot: Random) -> None:
    """A strip along the lower edge, with the programs that run, and the time."""
    height = lot.randint(28, 52)
    strip = inside(pixels, Rect(0, pixels.shape[0] - height, pixels.shape[1], height))
    fill(strip, Rect(0, 0, strip.shape[1], height), theme.bar)
    side = height * 2 // 3
    for number in range(lot.randint(3, 12)):
        place = Rect(
            10 + number * (side + lot.choice((8, 8, 40))), (height - side) // 2, side, side
        )
        fill(strip, place, random_colour(lot), theme.corner)
    write(strip, words(lot, 1), (strip.shape[1] * 2 // 3, height // 2 - 5), 9, theme.label)
    clock = f"{lot.randrange(24):02}:{lot.randrange(60):02}"
    write(strip, clock, (strip.shape[1] - 70, height // 2 - 5), 10, theme.label)
