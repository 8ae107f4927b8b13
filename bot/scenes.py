"""Whole screens with a link-up board on them, and the truth about that board.

They are what the eye is tried on: a game of any size in a look drawn by lot, in a window among
other windows, at any stage, and now and then marked or spoilt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import WALL, Board
from bot.boardview import draw, fitted, lattice_of, size_of
from bot.coverings import covered_game
from bot.damage import spoilt
from bot.deal import deal
from bot.errors import InputError
from bot.faces import SMALLEST, Family
from bot.geometry import Cell, Lattice, Pixel, Rect
from bot.parts import Clutter
from bot.style import Style
from bot.surroundings import CONTENTS, desktop
from bot.widgets import inside, random_theme, random_trim, window

_SCREENS = (
    *((1024, 768), (1280, 720), (1280, 800), (1280, 900), (1366, 768), (1440, 900)),
    *((1600, 900), (1680, 1050), (1920, 1080), (1920, 1080)),
)
"""Width and height of screens, px."""
_USUAL = (
    *((4, 4), (4, 6), (5, 6), (6, 6), (6, 8), (6, 10), (8, 8), (8, 10), (8, 12), (7, 12), (7, 14)),
    *((8, 14), (8, 18), (9, 14), (9, 16), (10, 10), (10, 6), (10, 14), (10, 16), (12, 7), (12, 8)),
    *((12, 12), (14, 10), (12, 20), (12, 24), (16, 9), (16, 12), (16, 16), (16, 30)),
)
"""Rows and columns that games have."""
_LEAST_TILE = 20
_WALLED, _WALLS = 0.06, (0.04, 0.14)
"""Share of the screens on which walls stand, and of the cells that these take."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A picture of a screen, and what is on it.

    Parameters
    ----------
    pixels
        uint8 array of shape (H, W, 3), RGB, read-only
    board, lattice
        the game, and where its cells lie in the picture
    style, scale
        how it is drawn, and by how much the drawing was then stretched
    selected, hinted, hidden
        cells that are shown as clicked; that glow; that a pointer or a path covers in part
    """

    pixels: NDArray[np.uint8]
    board: Board
    lattice: Lattice
    style: Style
    selected: tuple[Cell, ...] = ()
    hinted: tuple[Cell, ...] = ()
    hidden: tuple[Cell, ...] = ()
    scale: float = 1.0


def drawn_screen(
    seed: int,
    cleared: float = 0.0,
    *,
    marks: bool = True,
    spoils: bool = True,
    latest: bool = True,
) -> Screen:
    """Draw a screen by lot; the same seed shows the same game on the same screen.

    Parameters
    ----------
    seed
        any integer
    cleared
        the share of the pairs that are gone, 0 to 1; what is gone for a share is gone for more
    marks
        whether now and then a tile is selected or hinted, or a pointer or a path covers tiles
    spoils
        whether now and then the picture is noisy, compressed, tinted or stretched
    latest
        whether what was added last is drawn now and then: fronts that differ in colour by their
        place, and walls; screens of the numbers that they had before show the same without

    Raises
    ------
    InputError
        if `cleared` is not from 0 to 1
    """
    if not 0 <= cleared <= 1:
        raise InputError(f"cleared is a share from 0 to 1, but got {cleared}")
    lot = Random(f"screen {seed}")
    width, height = lot.choice(_SCREENS)
    bare = lot.random() < 0.25
    room = (width, height) if bare else (width - lot.randint(10, 60), height - 150)
    dealt, style = _game(lot, room)
    if style.body is not None and not latest:
        style = replace(style, body=replace(style.body, papers=None))
    walls = Random(f"walls {seed}")
    if latest and walls.random() < _WALLED:
        dealt = walled(dealt, walls.uniform(*_WALLS), seed)
    board, order = thinned(dealt, cleared, seed)
    marked = Random(f"marks {seed}")
    client, shown = covered_game(board, style, order, marked if marks else None)
    spoiling = Random(f"spoils {seed}")
    scale = _scale(style, spoiling) if spoils else 1.0
    if scale != 1:
        size = round(client.shape[1] * scale), round(client.shape[0] * scale)
        client = np.asarray(cv2.resize(client, size, interpolation=cv2.INTER_AREA), np.uint8)
    if bare:
        pixels, corner = client, (0, 0)
    else:
        pixels, corner = _placed(client, (width, height), lot)
    if spoils:
        pixels = spoilt(pixels, spoiling)
    pixels = np.ascontiguousarray(pixels)
    pixels.setflags(write=False)
    lattice = _shifted(lattice_of(board, style), corner, scale)
    return Screen(pixels, board, lattice, style, *shown, scale)


def _scale(style: Style, lot: Random) -> float:
    """How much a browser or a system shrinks a game that was made for another screen."""
    least = max(_LEAST_TILE / min(style.tile), SMALLEST[style.family] / style.side)
    return lot.uniform(max(0.75, least), 1) if lot.random() < 0.08 else 1.0


def _shifted(lattice: Lattice, corner: tuple[int, int], scale: float) -> Lattice:
    """Where the cells lie when their picture is stretched and then laid at a corner, px."""
    x, y = lattice.origin
    origin = Pixel(x * scale + corner[0], y * scale + corner[1])
    pitch = (lattice.pitch[0] * scale, lattice.pitch[1] * scale)
    return replace(lattice, origin=origin, pitch=pitch)


def thinned(board: Board, share: float, seed: int) -> tuple[Board, tuple[Cell, ...]]:
    """The board without a share of its pairs, and the cells left, those that stay longest last."""
    lot = Random(f"pairs {seed}")
    pairs: list[tuple[Cell, Cell]] = []
    for _, cells in sorted(board.by_kind().items()):
        mixed = lot.sample(cells, len(cells))
        pairs += zip(mixed[::2], mixed[1::2], strict=True)
    lot.shuffle(pairs)
    gone = round(share * len(pairs))
    left = board.without([cell for pair in pairs[:gone] for cell in pair])
    return left, tuple(cell for pair in pairs[gone:] for cell in pair)


def walled(board: Board, share: float, seed: int) -> Board:
    """The board with walls in the places of a share of its pairs."""
    left, _ = thinned(board, share, seed)
    gone = [WALL if was != now else now for was, now in zip(board.kinds, left.kinds, strict=True)]
    return Board(board.rows, board.cols, tuple(gone))


def _game(lot: Random, room: tuple[int, int]) -> tuple[Board, Style]:
    """A dealt board and a look in which it fits into a room, px, and can be told by a person."""
    rows, cols = (
        lot.choice(_USUAL) if lot.random() < 0.7 else (lot.randint(4, 16), lot.randint(4, 30))
    )
    cols = min(cols, (room[0] - 16) // (_LEAST_TILE + 2))
    rows = min(rows, (room[1] - 16) // (_LEAST_TILE + 2))
    cols -= rows * cols % 2
    copies = lot.choice((2, 2, 2, 4, 4, 4, 4, 6, 8))
    if copies > 2 and rows * cols < 8 * copies:  # a game of a few kinds is none
        copies = 2
    most = min(-(-rows * cols // copies), lot.choice((36, 36, 36, 42, 16)))
    kinds = lot.randint(max(6, most // 2), most) if lot.random() < 0.3 else most
    board = deal(rows, cols, kinds, lot.randrange(2**32), copies=copies)
    largest = max(24, min(160, room[0] // (cols + 1), room[1] // (rows + 1)))
    # Small tiles are as rare as in games, but a large board leaves no choice.
    wanted = min(lot.choice((_LEAST_TILE, 28, 36, 44, 52)), largest * 2 // 3)
    for attempt in range(16):
        style = Style.random(lot.randrange(2**32), kinds=kinds, largest=largest)
        style = fitted(style, board, room)
        if style.plain and min(style.tile) >= (wanted if attempt < 12 else _LEAST_TILE):
            return board, style
    gaps = (min(2.0, style.gap[0]), min(2.0, style.gap[1]))
    tight = replace(
        style,
        tile=(largest, largest),
        gap=gaps,
        family=Family.PICTURES,
        clutter=Clutter(),
        margins=(4, 4, 4, 4),
    )
    return board, fitted(tight, board, room)


def _placed(
    client: NDArray[np.uint8], size: tuple[int, int], lot: Random
) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    """The screen with the game in a window, and where its upper left corner came to lie, px."""
    height, width = client.shape[:2]
    pixels = desktop(*size, lot, windows=lot.choice((0, 0, 1, 2)))
    if lot.random() < 0.08:
        _add_second_game(pixels, lot)
    trim, theme = random_trim(lot), random_theme(lot)
    outer = trim.around(Rect(0, 0, width, height))
    spare_x, spare_y = size[0] - outer.width, size[1] - outer.height
    if lot.random() < 0.2:  # a page larger than the game, which stands somewhere on it
        place = Rect(0, 0, *size)
        window(pixels, place, trim, theme, lot)
        page = trim.within(place)
        CONTENTS[lot.choice(("article", "form", "chat"))](inside(pixels, page), theme, lot)
        corner = (
            page.left + lot.randint(0, max(0, page.width - width)),
            page.top + lot.randint(0, max(0, page.height - height)),
        )
    else:
        left, top = lot.randint(0, max(0, spare_x)), lot.randint(0, max(0, spare_y))
        corner = (left - outer.left, top - outer.top)
        window(pixels, Rect(left, top, outer.width, outer.height), trim, theme, lot)
    inside(pixels, Rect(*corner, width, height))[:] = client
    return pixels, corner


def _add_second_game(pixels: NDArray[np.uint8], lot: Random) -> None:
    """A smaller game somewhere on the desktop, maybe half behind another window."""
    board = deal(lot.choice((2, 4)), lot.randint(3, 6), 3, lot.randrange(2**32))
    style = Style.random(lot.randrange(2**32), kinds=3, largest=40)
    width, height = size_of(board, style)
    left = lot.randint(0, max(0, pixels.shape[1] - width))
    top = lot.randint(0, max(0, pixels.shape[0] - height))
    part = inside(pixels, Rect(left, top, width, height))
    part[:] = draw(board, style)[: part.shape[0], : part.shape[1]]
