"""Where everything lies in the window of a person's game: header, buttons, board, cards, help."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil

from bot.board import Board
from bot.boardview import size_of
from bot.geometry import Pixel, Rect
from bot.lettering import width_of
from bot.style import Style

Size = tuple[int, int]


class Action(StrEnum):
    """What a button does."""

    NEW = "new"
    RESTART = "restart"
    UNDO = "undo"
    HINT = "hint"
    SHUFFLE = "shuffle"
    PAUSE = "pause"
    GOD = "god"
    BACK = "back"
    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    EXPERT = "expert"


@dataclass(frozen=True, slots=True)
class Button:
    """What it does, what stands on it, and the name of the key that does the same."""

    action: Action
    label: str
    key: str


BUTTONS = (
    Button(Action.NEW, "New", "n"),
    Button(Action.UNDO, "Undo", "u"),
    Button(Action.HINT, "Hint", "h"),
    Button(Action.SHUFFLE, "Shuffle", "s"),
    Button(Action.PAUSE, "Pause", "p"),
)
"""In the header, from left to right."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is laid over the board when the game waits for an answer.

    Parameters
    ----------
    title, lines
        what it says; lines are broken where they are too long
    buttons
        the answers
    focus
        which of them the keyboard has chosen
    faces
        kinds of tiles shown as an ornament
    share
        how much of some work is done, 0 to 1, or None
    """

    title: str
    lines: tuple[str, ...] = ()
    buttons: tuple[Button, ...] = ()
    focus: int = 0
    faces: tuple[int, ...] = ()
    share: float | None = None


@dataclass(frozen=True, slots=True)
class CardLayout:
    """Where the parts of a card lie, px."""

    rect: Rect
    faces: tuple[Rect, ...]
    title: Rect
    lines: tuple[tuple[str, Rect], ...]
    bar: Rect
    buttons: tuple[tuple[Button, Rect], ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of the window lie, px.

    Parameters
    ----------
    size
        width and height of what is drawn; those of the window, or both so many times more where it
        is too small
    header, ground, foot
        the strip at the top, the board with its surroundings, and the line of help
    stats
        places for time, score, tiles and level
    buttons
        those of the header
    style
        how the board looks; with it its picture is as large as the ground
    """

    size: Size
    header: Rect
    ground: Rect
    foot: Rect
    stats: tuple[Rect, ...]
    buttons: tuple[tuple[Button, Rect], ...]
    style: Style


STATS = 4
HEADER, FOOT = 62, 30
"""Heights of a header in one row and of the line of help, px."""
NARROW = 840
"""Width below which a header has two rows, px."""
NARROWEST = 440
"""Width that two rows need, px."""
LEAST_GROUND = 330
"""Height of the ground that every card has room in, px."""
LARGEST = 2.0
"""How many times larger than usual tiles may become."""
SMALLEST = 20
"""The shorter side of a tile below which no faces are told apart, px."""
SLIT = 80
"""A window less high or wide has its content stretched: of its shape it would be drawn huge, px."""
RIM = 46
"""The least room around the board for usual tiles, px: paths run in it."""
TEXT, LINE = 11, 24
"""Height of letters on cards, and from line to line, px."""
_BUTTON, _GAP = (80, 36), 8
_STAT = 88
_CARD = 470
_PAD = 26


def preferred_size(board: Board, style: Style, room: Size) -> Size:
    """The size of window that shows usual tiles, or smaller ones where there is no room for them.

    It is larger than the room where not even the smallest tiles fit.
    """
    for percent in range(100, 0, -1):
        scaled = _scaled(style, percent / 100)
        # The header looks better in one row.
        size = _around(board, scaled, NARROW if room[0] >= NARROW else NARROWEST)
        if size[0] <= room[0] and size[1] <= room[1]:
            return size
        if min(scaled.tile) <= SMALLEST:
            return size
    return _around(board, style)


def lay_out(size: Size, board: Board, style: Style) -> Layout:
    """Divide a window of some size, px; what does not fit makes the layout larger than that."""
    width, height = _enlarged(size, board, style)
    header = Rect(0, 0, width, _header(width))
    foot = Rect(0, height - FOOT, width, FOOT)
    ground = Rect(0, header.bottom, width, foot.top - header.bottom)
    stats, buttons = _divided(header)
    fitted = _filling(board, style, (ground.width, ground.height))
    return Layout((width, height), header, ground, foot, stats, buttons, fitted)


def _enlarged(size: Size, board: Board, style: Style) -> Size:
    """The size, or the least of the same shape in which a person can tell the faces.

    Shown in the window, what is laid out in it is smaller, and as wide to its height as ever.
    """
    smallest = _scaled(style, SMALLEST / min(style.tile))
    width, height = max(size[0], SLIT), max(size[1], SLIT)
    factors = []
    for least in (NARROWEST, NARROW):  # a header in two rows, or in one
        across, down = _around(board, smallest, least)
        factors.append(max(1.0, across / width, down / height))
    factor = min(factors)
    return ceil(width * factor), ceil(height * factor)


def lay_card(card: Card, ground: Rect) -> CardLayout:
    """Put a card in the middle of the ground."""
    width = min(_CARD, ground.width - 16)
    inner = width - 2 * _PAD
    lines = [part for line in card.lines for part in _broken(line, inner)]
    rows = _rows_of(card.buttons, inner)
    face = 58 if card.faces else 0
    bar = 24 if card.share is not None else 0
    lower = len(rows) * (_BUTTON[1] + _GAP)
    height = 2 * _PAD + face + 26 + 14 + len(lines) * LINE + bar + (8 + lower - _GAP if rows else 0)
    left = ground.left + (ground.width - width) // 2
    top = ground.top + max(4, (ground.height - height) // 2)
    y = top + _PAD
    step = 70
    start = left + (width - step * len(card.faces)) // 2
    faces = tuple(
        Rect(start + step * number + (step - 52) // 2, y - 4, 52, 52)
        for number in range(len(card.faces))
    )
    y += face
    title = Rect(left + _PAD, y, inner, 26)
    y += 26 + 14
    placed = []
    for line in lines:
        placed.append((line, Rect(left + _PAD, y, inner, LINE)))
        y += LINE
    progress = Rect(left + _PAD, y + 6, inner, 10)
    y += bar + 8
    buttons = []
    for row in rows:
        wide = [_button_width(button) for button in row]
        x = left + (width - sum(wide) - _GAP * (len(row) - 1)) // 2
        for button, across in zip(row, wide, strict=True):
            buttons.append((button, Rect(x, y, across, _BUTTON[1])))
            x += across + _GAP
        y += _BUTTON[1] + _GAP
    rect = Rect(left, top, width, height)
    return CardLayout(rect, faces, title, tuple(placed), progress, tuple(buttons))


def button_at(buttons: tuple[tuple[Button, Rect], ...], pixel: Pixel) -> Button | None:
    """The button under a place."""
    return next((button for button, rect in buttons if rect.holds(*pixel)), None)


def _header(width: int) -> int:
    return HEADER if width >= NARROW else 2 * HEADER - 16


def _scaled(style: Style, factor: float) -> Style:
    """The style with larger or smaller tiles, and the least margins for them."""
    scaled = style.scaled(factor)
    rim = round(RIM * factor)
    return replace(scaled, margins=(rim, rim, rim, rim))


def _around(board: Board, style: Style, least: int = NARROWEST) -> Size:
    """The window around a board's picture, and at least so wide."""
    width, height = size_of(board, style)
    width = max(width, least)
    return width, max(height, LEAST_GROUND) + _header(width) + FOOT


def _filling(board: Board, style: Style, ground: Size) -> Style:
    """The style with the largest tiles that fit, and margins that fill the ground."""
    bare = size_of(board, _scaled(style, 1.0))
    factor = min(LARGEST, ground[0] / bare[0], ground[1] / bare[1])
    scaled = _scaled(style, factor)
    while any(have > most for have, most in zip(size_of(board, scaled), ground, strict=True)):
        factor *= 0.99
        smaller = _scaled(style, factor)
        if min(smaller.tile) < SMALLEST:
            break
        scaled = smaller
    across, down = size_of(board, replace(scaled, margins=(0, 0, 0, 0)))
    left, top = max(0, ground[0] - across) // 2, max(0, ground[1] - down) // 2
    right, bottom = max(0, ground[0] - across - left), max(0, ground[1] - down - top)
    return replace(scaled, margins=(left, top, right, bottom))


def _divided(header: Rect) -> tuple[tuple[Rect, ...], tuple[tuple[Button, Rect], ...]]:
    """The places of the stats and of the buttons."""
    row = len(BUTTONS) * (_BUTTON[0] + _GAP) - _GAP
    wide = header.height == HEADER
    stat = _STAT if wide else min(_STAT + 20, (header.width - 32) // STATS)
    stats_left = 18 if wide else max(12, (header.width - STATS * stat) // 2)
    stats = tuple(
        Rect(stats_left + stat * number, header.top + 10, stat, 42) for number in range(STATS)
    )
    left = header.right - 16 - row if wide else (header.width - row) // 2
    top = header.top + (HEADER - _BUTTON[1]) // 2 + (0 if wide else HEADER - 16)
    buttons = tuple(
        (button, Rect(left + number * (_BUTTON[0] + _GAP), top, *_BUTTON))
        for number, button in enumerate(BUTTONS)
    )
    return stats, buttons


def _button_width(button: Button) -> int:
    return max(_BUTTON[0], width_of(button.label, TEXT) + 36)


def _rows_of(buttons: tuple[Button, ...], room: int) -> list[list[Button]]:
    """Buttons in as many rows as they need."""
    rows: list[list[Button]] = []
    left = 0
    for button in buttons:
        across = _button_width(button) + _GAP
        if not rows or across - _GAP > left:
            rows.append([])
            left = room
        rows[-1].append(button)
        left -= across
    return rows


def _broken(line: str, room: int) -> list[str]:
    """A line in parts that fit."""
    parts = [""]
    for word in line.split():
        longer = f"{parts[-1]} {word}".strip()
        if width_of(longer, TEXT) <= room or not parts[-1]:
            parts[-1] = longer
        else:
            parts.append(word)
    return parts
