"""Whole screens with a link-up board on them, and the truth about that board.

They are what the eye is tried on: a game of any size in a look drawn by lot, in a window among
other windows, at any stage, and now and then marked or spoilt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from bot.board import Board
from bot.boardview import draw, fitted, lattice_of, size_of
from bot.damage import paint_glow, paint_pointer, spoilt
from bot.deal import deal
from bot.errors import InputError
from bot.faces import Family
from bot.geometry import Cell, Lattice, Pixel, Rect
from bot.lots import random_colour
from bot.matcher import Link
from bot.parts import Clutter
from bot.position import Position
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
_COVERED = 0.03
"""The share of a tile's pixels that must be covered to call its cell hidden."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A picture of a screen, and what is on it.

    Parameters
    ----------
    pixels
        uint8 array of shape (H, W, 3), RGB, read-only
    board, lattice
        the game, and where its cells lie in the picture
    style
        how it is drawn
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


def drawn_screen(
    seed: int, cleared: float = 0.0, *, marks: bool = True, spoils: bool = True
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
        whether now and then the picture is noisy, compressed or tinted

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
    board, order = thinned(dealt, cleared, seed)
    marked = Random(f"marks {seed}")
    client, shown = _client(board, style, order, marked if marks else None)
    if bare:
        pixels, corner = client, (0, 0)
    else:
        pixels, corner = _placed(client, (width, height), lot)
    if spoils:
        pixels = spoilt(pixels, Random(f"spoils {seed}"))
    pixels = np.ascontiguousarray(pixels)
    pixels.setflags(write=False)
    lattice = lattice_of(board, style)
    origin = Pixel(lattice.origin.x + corner[0], lattice.origin.y + corner[1])
    lattice = replace(lattice, origin=origin)
    return Screen(pixels, board, lattice, style, *shown)


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


def _game(lot: Random, room: tuple[int, int]) -> tuple[Board, Style]:
    """A dealt board and a look in which it fits into a room, px, and can be told by a person."""
    rows, cols = (
        lot.choice(_USUAL) if lot.random() < 0.7 else (lot.randint(4, 16), lot.randint(4, 30))
    )
    cols = min(cols, (room[0] - 16) // (_LEAST_TILE + 2))
    rows = min(rows, (room[1] - 16) // (_LEAST_TILE + 2))
    cols -= rows * cols % 2
    copies = lot.choice((2, 2, 2, 4, 4, 4, 4, 6, 8))
    most = min(-(-rows * cols // copies), lot.choice((36, 36, 36, 42, 16)))
    kinds = lot.randint(max(2, most // 2), most) if lot.random() < 0.3 else most
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


_Shown = tuple[tuple[Cell, ...], tuple[Cell, ...], tuple[Cell, ...]]


def _client(
    board: Board, style: Style, order: tuple[Cell, ...], lot: Random | None
) -> tuple[NDArray[np.uint8], _Shown]:
    """The game's own picture with its marks, and the cells selected, hinted and hidden."""
    mark = lot.random() if lot is not None else 1.0
    if lot is None or mark > 0.42 or not order:
        return draw(board, style), ((), (), ())
    if mark < 0.2:
        # The tiles that stay longest, so that one seed marks the same ones for long.
        selected = order[-1:] if lot.random() < 0.85 else order[-2:]
        return draw(board, style, selected=selected), (selected, (), ())
    plain = draw(board, style)
    if mark < 0.28:
        hinted = order[-2:]
        reach = max(2, min(style.tile) // 9)
        colour = random_colour(lot, strong=True)
        for cell in hinted:
            paint_glow(plain, _tile(board, style, cell), colour, reach)
        return plain, ((), hinted, ())
    if mark < 0.34:
        link = _some_link(board)
        if link is None:
            return plain, ((), (), ())
        ends = (link.a, link.b)
        before = draw(board, style, selected=ends)
        after = draw(board, style, selected=ends, path=link.path)
        return after, (ends, (), _covered(before, after, board, style))
    after = plain.copy()
    middle = lattice_of(board, style).center(lot.choice(list(board.cells())))
    spread = min(style.tile) // 3
    place = (
        round(middle.x) + lot.randint(-spread, spread),
        round(middle.y) + lot.randint(-spread, spread),
    )
    paint_pointer(after, place, lot.choice((1.0, 1.0, 1.5)))
    return after, ((), (), _covered(plain, after, board, style))


def _some_link(board: Board) -> Link | None:
    return next(iter(Position(board).legal_links), None)


def _tile(board: Board, style: Style, cell: Cell) -> Rect:
    """The whole pixels that a tile covers in the game's picture."""
    x, y = lattice_of(board, style).center(cell)
    width, height = style.tile
    return Rect(round(x - width / 2), round(y - height / 2), width, height)


def _covered(
    before: NDArray[np.uint8], after: NDArray[np.uint8], board: Board, style: Style
) -> tuple[Cell, ...]:
    """The cells whose pictures have changed in more than a few pixels."""
    changed = (before != after).any(axis=2)
    shares = {cell: inside(changed, _tile(board, style, cell)) for cell in board.cells()}
    return tuple(cell for cell, part in shares.items() if part.size and part.mean() > _COVERED)


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
