"""Whole screens without a link-up board, on which the eye must find none."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, Board
from bot.boardview import draw
from bot.damage import spoilt
from bot.errors import InputError
from bot.geometry import Rect
from bot.position import Outcome
from bot.style import Style
from bot.surroundings import CONTENTS, desktop, show
from bot.widgets import random_theme

GENRES = (*sorted(CONTENTS), "desktop", "icons", "finished")
"""What a screen may be full of."""

_SIZES = ((640, 480), (800, 600), (1024, 768), (1280, 720), (1280, 900), (1440, 900), (1920, 1080))


def boardless(seed: int, genre: str | None = None, *, spoils: bool = True) -> NDArray[np.uint8]:
    """Draw a screen by lot; the same seed and genre draw the same.

    Parameters
    ----------
    seed
        any integer
    genre
        one of `GENRES`, or None for one drawn by lot
    spoils
        whether now and then the picture is noisy, compressed or tinted

    Returns
    -------
    pixels : uint8 array of shape (H, W, 3), RGB, read-only

    Raises
    ------
    InputError
        if there is no such genre
    """
    if genre is not None and genre not in GENRES:
        raise InputError(f"genres are {', '.join(GENRES)}, but got {genre}")
    lot = Random(f"boardless {seed}")
    drawn = lot.choice(GENRES)
    pixels = _painted(genre or drawn, lot.choice(_SIZES), lot)
    if spoils:
        pixels = spoilt(pixels, lot)
    pixels.setflags(write=False)
    return pixels


def _painted(genre: str, size: tuple[int, int], lot: Random) -> NDArray[np.uint8]:
    width, height = size
    match genre:
        case "finished":
            return _finished(lot)
        case "desktop":
            return desktop(width, height, lot, windows=lot.randint(0, 4))
        case "icons":
            return desktop(width, height, lot, windows=0, icons=lot.uniform(0.4, 1))
    content = CONTENTS[genre]
    if lot.random() < 0.4:
        pixels = np.zeros((height, width, 3), np.uint8)
        content(pixels, random_theme(lot), lot)
        return pixels
    pixels = desktop(width, height, lot, windows=lot.randint(0, 2))
    across, down = lot.randint(width // 2, width), lot.randint(height // 2, height - 20)
    place = Rect(lot.randint(0, width - across), lot.randint(0, height - down), across, down)
    show(pixels, place, content, lot)
    return pixels


def _finished(lot: Random) -> NDArray[np.uint8]:
    """A game that is over: the ground is bare, and maybe a card tells the outcome."""
    style = Style.random(lot.randrange(2**32), largest=60)
    board = Board(8, 10, (EMPTY,) * 80)
    return draw(board, style, outcome=lot.choice((None, Outcome.CLEARED)))
