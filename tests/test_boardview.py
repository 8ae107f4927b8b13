"""A drawn board is what it says, where it says."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, Board
from bot.boardview import Painter, draw, fitted, lattice_of, size_of, tile_rect
from bot.errors import InputError
from bot.geometry import Cell
from bot.parts import Body, Clutter, Ground, GroundKind, Papers, Side, Spread
from bot.position import Outcome
from bot.style import Style
from bot.tiles import mark_reach

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
PLAIN = Style(
    body=Body(colour=WHITE, wall=WHITE, radius=0, depth=(0, 0), border=0, shade=0),
    ground=Ground(GroundKind.PLAIN, (BLACK, BLACK)),
    shadow=0,
)
"""White tiles on black ground: every pixel says whether it belongs to a tile."""


def dealt(rows: int, cols: int, seed: int = 0) -> Board:
    """A board with tiles and empty cells by lot."""
    lot = Random(seed)
    return Board(rows, cols, tuple(lot.randint(0, 12) for _ in range(rows * cols)))


def lit(picture: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is not black."""
    rows, cols = np.nonzero(picture.max(axis=2))
    return int(cols.min()), int(rows.min()), int(cols.max()) + 1, int(rows.max()) + 1


@pytest.mark.parametrize(
    "style",
    [
        PLAIN,
        replace(PLAIN, tile=(31, 47), gap=(0.0, 0.0)),
        replace(PLAIN, tile=(38, 43), gap=(0.7, 3.4), margins=(5, 11, 0, 2)),
        replace(PLAIN, clutter=Clutter(panel=80, panel_side=Side.LEFT, colours=(BLACK, BLACK))),
        replace(PLAIN, clutter=Clutter(20, 9, buttons=3, colours=(BLACK, BLACK))),
    ],
    ids=["default", "no gap", "broken pitch", "panel", "buttons"],
)
def test_a_tile_lies_where_the_lattice_says(style: Style) -> None:
    """A tile alone on the board covers its cell's middle plus and minus half a tile."""
    for cell in (Cell(0, 0), Cell(2, 4), Cell(3, 6)):
        kinds = [EMPTY] * 28
        kinds[cell.row * 7 + cell.col] = 1
        board = Board(4, 7, tuple(kinds))
        left, top, right, bottom = lit(draw(board, style))
        middle = lattice_of(board, style).center(cell)
        assert (right - left, bottom - top) == style.tile
        assert abs((left + right) / 2 - middle.x) <= 0.5
        assert abs((top + bottom) / 2 - middle.y) <= 0.5


@pytest.mark.parametrize("seed", range(40))
def test_any_look_draws_a_board_inside_a_picture_of_its_size(seed: int) -> None:
    """Every random look draws a picture of the promised size that holds all cells."""
    board, style = dealt(4, 5, seed), Style.random(seed)
    picture = draw(board, style, selected=[Cell(0, 0)], path=(Cell(-1, 0), Cell(4, 4)))
    width, height = size_of(board, style)
    assert picture.shape == (height, width, 3)
    left, top, right, bottom = lattice_of(board, style).bounds()
    spare_x, spare_y = style.gap[0] / 2 + 1, style.gap[1] / 2 + 1
    assert left >= -spare_x
    assert top >= -spare_y
    assert right <= width + spare_x
    assert bottom <= height + spare_y


@pytest.mark.parametrize("seed", range(12))
def test_what_is_drawn_depends_on_the_arguments_alone(seed: int) -> None:
    """A painter that has drawn other boards draws the same pixels as a new one."""
    style, lot = Style.random(seed), Random(seed)
    board = dealt(5, 6, seed)
    painter = Painter(board, style)
    for _ in range(6):
        chosen = lot.sample(list(board.cells()), 2)
        path = (chosen[0], chosen[1]) if lot.random() < 0.5 else None
        drawn = painter.draw(board, selected=chosen, path=path)
        assert (drawn == draw(board, style, selected=chosen, path=path)).all()
        board = board.without(lot.sample(list(board.cells()), 2))


def test_equal_kinds_are_equal_pictures() -> None:
    """On plain ground two tiles of one kind have the same pixels, two of two kinds do not."""
    board = Board.from_text("a b a")
    lattice, picture = lattice_of(board, PLAIN), draw(board, PLAIN)

    def tile(col: int) -> NDArray[np.uint8]:
        x, y = lattice.center(Cell(0, col))
        across, down = PLAIN.tile[0] // 2, PLAIN.tile[1] // 2
        return picture[int(y) - down : int(y) + down, int(x) - across : int(x) + across]

    assert (tile(0) == tile(2)).all()
    assert (tile(0) != tile(1)).any()


@pytest.mark.parametrize("spread", list(Spread))
def test_fronts_may_differ_by_place(spread: Spread) -> None:
    """Corners show the colours that the spread says, and a face is the same on each of them."""
    red, green, blue = (250, 180, 180), (180, 250, 180), (180, 180, 250)
    papers = Papers(spread, (red, green, blue))
    shown = [papers.at(cell, 5, 9) for cell in (Cell(0, 0), Cell(4, 0), Cell(0, 8), Cell(4, 8))]
    match spread:
        case Spread.ACROSS:
            assert shown == [red, red, blue, blue]
        case Spread.DOWN:
            assert shown == [red, blue, red, blue]
        case Spread.SLANTING:
            assert shown == [red, green, green, blue]
        case Spread.ROUND:
            assert shown == [blue, blue, blue, blue]
            assert papers.at(Cell(2, 4), 5, 9) == red
        case Spread.BY_TURNS:
            assert shown == [red, green, blue, red]
        case Spread.BY_LOT:
            assert set(shown) <= {red, green, blue}
    board = Board(1, 3, (1, 1, 2))
    style = Style(body=Body(papers=papers, border=0, depth=(0, 0), shade=0), shadow=0)
    picture, lattice = draw(board, style), lattice_of(board, style)
    for cell in board.cells():
        left, top, _, height = tile_rect(lattice, style, cell)
        assert tuple(picture[top + height // 2, left + 1]) == papers.at(cell, 1, 3)


def test_a_selected_tile_looks_different() -> None:
    """Every highlight changes the clicked tile, and no more around it than it says."""
    board = Board.from_text("a b\nb a")
    for seed in range(40):
        style = replace(Style.random(seed), shadow=0.0)
        plain, marked = draw(board, style), draw(board, style, selected=[Cell(0, 1)])
        rows, cols = np.nonzero((plain != marked).any(axis=2))
        middle = lattice_of(board, style).center(Cell(0, 1))
        reach = mark_reach(style)
        assert rows.size
        assert np.abs(rows + 0.5 - middle.y).max() <= style.tile[1] / 2 + reach + 0.5
        assert np.abs(cols + 0.5 - middle.x).max() <= style.tile[0] / 2 + reach + 0.5


def test_a_path_runs_through_the_margin() -> None:
    """The path of two corner tiles in a full row is seen above the board."""
    board = Board.from_text("a b a")
    path = (Cell(0, 0), Cell(-1, 0), Cell(-1, 2), Cell(0, 2))
    above = lattice_of(board, PLAIN).center(Cell(-1, 1))
    picture = draw(board, PLAIN, path=path)
    assert (picture[int(above.y), int(above.x)] == PLAIN.path_colour).all()


@pytest.mark.parametrize("outcome", list(Outcome))
def test_the_end_is_shown_by_a_screen_of_its_own(outcome: Outcome) -> None:
    """The screens of a won and a lost game cover the middle of the board, and differ."""
    board = dealt(6, 8)
    picture = draw(board, Style.default(), outcome=outcome)
    height, width, _ = picture.shape
    middle = (slice(height // 2 - 20, height // 2 + 20), slice(width // 2 - 60, width // 2 + 60))
    assert (picture[middle] != draw(board, Style.default())[middle]).any(axis=2).mean() > 0.9
    others = [draw(board, Style.default(), outcome=other) for other in Outcome]
    assert (others[0] != others[1]).any()


def test_an_unknown_tile_is_drawn_without_a_face() -> None:
    """A question mark on the board is a bare tile."""
    board = Board.from_text("?")
    left, top, right, bottom = lit(draw(board, PLAIN))
    assert (draw(board, PLAIN)[top:bottom, left:right] == WHITE).all()


def test_a_large_board_is_made_to_fit() -> None:
    """Tiles become smaller until the picture fits the room, and no smaller than they must."""
    board = dealt(16, 30)
    style = fitted(Style.default(), board, (1280, 800))
    width, height = size_of(board, style)
    assert width <= 1280
    assert height <= 800
    assert width > 0.9 * 1280
    assert fitted(Style.default(), dealt(4, 4), (1280, 800)) == Style.default()


def test_kinds_without_a_face_are_refused() -> None:
    """Two kinds never share a face, as a person could not tell them apart."""
    with pytest.raises(InputError, match=r"70 faces to draw, .* but got kind 71"):
        draw(Board.from_text("71 71"), Style.default())
