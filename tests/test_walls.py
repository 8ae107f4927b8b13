"""Walls hold their cells, and look like no tile: they are read as a kind of their own."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.bench.verdict import Grade, Truth, judged
from bot.board import EMPTY, WALL, Board
from bot.deal import deal
from bot.frame import Frame
from bot.palette import WHITE
from bot.parts import Ground, GroundKind, Wall, WallKind
from bot.reader import read
from bot.scenes import drawn_screen, thinned, walled
from bot.simulator import Style, draw, lattice_of
from bot.walls import find_walls

SIDE = 40
TOLERANCE = np.full((8, 8), 6, np.float32)


@pytest.mark.parametrize("gone", [0.0, 0.2, 0.5, 0.8])
@pytest.mark.parametrize("kind", list(WallKind))
def test_walls_are_read_whatever_has_gone(kind: WallKind, gone: float) -> None:
    """They share nothing with the tiles, and where most of these have gone are the commonest."""
    style = Style(wall=Wall(kind))
    board = thinned(walled(deal(9, 12, 27, 4, copies=4), 0.1, 4), gone, 4)[0]
    assert board.kinds.count(WALL) == 10
    seen = read(Frame(draw(board, style)))
    assert judged(seen, Truth(board, lattice_of(board, style))).grade is Grade.EXACT


@pytest.mark.parametrize("gone", [0.0, 0.5])
@pytest.mark.parametrize("ground", [GroundKind.PHOTO, GroundKind.BRICKS, GroundKind.GRADIENT])
def test_walls_are_read_on_a_ground_that_varies(ground: GroundKind, gone: float) -> None:
    """They hide it, and are all alike, as no two places of it are."""
    style = Style(body=None, halo=WHITE, wall=Wall(WallKind.CRATE), ground=Ground(ground))
    board = thinned(walled(deal(8, 12, 24, 3, copies=4), 0.1, 3), gone, 3)[0]
    seen = read(Frame(draw(board, style)))
    assert judged(seen, Truth(board, lattice_of(board, style))).grade is Grade.EXACT


@pytest.mark.parametrize("seed", [300000, 300004, 300005, 300010, 300012])
def test_screens_with_walls_are_read(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a screen with all that a screen has, at all stages but the last."""
    monkeypatch.setattr("bot.scenes._WALLED", 1.0)
    for share in (0.0, 0.2, 0.5):
        screen = drawn_screen(seed, share)
        assert WALL in screen.board.kinds
        truth = Truth(screen.board, screen.lattice, frozenset(screen.selected))
        assert judged(read(Frame(screen.pixels)), truth).grade is Grade.EXACT


def picture(seed: int) -> NDArray[np.float32]:
    """A bold picture that fills its cell: float32 (h, w, 3)."""
    squares = np.random.default_rng(seed).uniform(20, 235, (5, 5, 3)).astype(np.float32)
    return squares.repeat(SIDE // 5, axis=0).repeat(SIDE // 5, axis=1)


def named(
    walls: NDArray[np.float32],
    bare: int,
    ring: NDArray[np.float32],
    *,
    cols: int = 11,
    varied: bool = False,
    gap: float | None = None,
    under: NDArray[np.float32] | float = 90,
) -> list[int]:
    """The names of walls beside 40 tiles of ten kinds and so many cells of bare ground.

    There may be gaps between tiles, in so many grey levels.
    """
    tiles = np.repeat([picture(kind) for kind in range(10)], 4, axis=0)
    if gap is not None:
        tiles[:, :, :3] = tiles[:, :3] = gap
    ground = np.broadcast_to(under, (bare, SIDE, SIDE, 3))
    cells = np.concatenate([tiles, walls, ground]).astype(np.float32)
    kinds = np.concatenate([np.arange(40) // 4 + 1, np.full(len(cells) - 40, EMPTY)])
    find_walls(kinds, cells, ring, TOLERANCE, 2.0, cols=cols, varied=varied)
    assert (kinds[40 + len(walls) :] == EMPTY).all()
    return [int(kind) for kind in kinds[40 : 40 + len(walls)]]


RING = np.full((12, SIDE, SIDE, 3), 90, np.float32)


def test_a_line_of_the_ground_that_runs_through_cells_is_no_wall() -> None:
    """As the edge of a hill in a row of empty cells; a disc ends, and plain ground has no lines."""
    hill = np.full((6, SIDE, SIDE, 3), 90, np.float32)
    hill[:, 22] = 60
    hill[:, 23:] = 0
    assert named(hill, 10, RING, varied=True) == [EMPTY] * 6
    assert named(hill, 10, RING) == [11] * 6
    disc = np.full((6, SIDE, SIDE, 3), 90, np.float32)
    disc[:, 14:-14, 14:-14] = 30
    assert named(disc, 10, RING, varied=True) == [11] * 6


def test_where_the_ground_changes_its_colour_no_wall_stands() -> None:
    """A panel ends within the cells of one column; elsewhere nothing is drawn so by the ground."""
    edge = np.full((4, SIDE, SIDE, 3), 90, np.float32)
    edge[:, :, :24] = (30, 60, 180)
    assert named(edge, 10, RING, cols=1) == [EMPTY] * 4
    assert named(edge, 10, RING) == [11] * 4


@pytest.mark.parametrize(("darker", "name"), [(0, EMPTY), (50, 11)])
def test_places_through_which_a_pattern_shines_leave_walls_of_other_colours(
    darker: float, name: int
) -> None:
    """They are no more bare than what is drawn there, which must be quite unlike them then."""
    chequered = np.full((SIDE, SIDE, 3), 90, np.float32)
    chequered[:20, :20] = chequered[20:, 20:] = 105
    walls = np.repeat([picture(99) * 0.3 + 65 - darker], 4, axis=0)
    ring = np.repeat(chequered[None], 12, axis=0)
    assert named(walls, 8, ring, under=chequered) == [name] * 4


def test_a_pattern_that_looks_alike_in_a_few_cells_is_no_wall() -> None:
    """More cells show it, each otherwise; fewer others in its colours make no ground of walls."""
    alike = np.repeat([picture(99)], 3, axis=0)
    one = picture(99)
    moved = np.asarray([one[::-1], one[:, ::-1], one[::-1, ::-1]])
    assert named(np.concatenate([alike, moved]), 10, RING) == [EMPTY] * 6
    assert named(np.concatenate([alike, moved[:2]]), 10, RING) == [11] * 3 + [EMPTY] * 2
    assert named(alike, 10, RING) == [11] * 3


def test_a_rail_over_woven_ground_is_no_wall() -> None:
    """Threads run across it, and the rims of the tiles above and below reach in."""
    rail = np.full((4, SIDE, SIDE, 3), 90, np.float32)
    rail[:, :, 22:30] = (30, 60, 180)
    threads = np.random.default_rng(1).integers(-5, 6, (4, SIDE, 1, 1))
    rail = rail + threads
    rail[1:3, :3] = 20
    assert named(rail, 10, RING, cols=1) == [EMPTY] * 4
    assert named(rail, 10, RING) == [11] * 4


def test_a_pair_is_none_for_it_may_be_marked() -> None:
    """Three that are alike stand there for good."""
    assert named(np.repeat(picture(20)[None], 2, axis=0), 10, RING) == [EMPTY] * 2
    assert named(np.repeat(picture(20)[None], 3, axis=0), 10, RING) == [11] * 3


def test_flat_stones_are_walls_where_ground_goes_on_from_cell_to_cell() -> None:
    """Two at least, of quite another colour; a message over some cells ends within others."""
    slope = np.linspace(-8, 8, SIDE)[:, None, None]
    stones = np.full((2, SIDE, SIDE, 3), 150, np.float32) + slope.astype(np.float32)
    assert named(stones, 10, RING) == [11] * 2
    assert named(stones[:1], 10, RING) == [EMPTY]
    assert named(stones - 45, 10, RING) == [EMPTY] * 2
    assert named(stones, 1, RING) == [11] * 2
    assert named(stones.repeat(2, axis=0), 0, RING) == [11] * 4
    assert named(stones.repeat(3, axis=0), 0, RING) == [EMPTY] * 6
    edge = np.full((1, SIDE, SIDE, 3), 90, np.float32)
    edge[:, :20] = 150
    assert named(np.concatenate([stones, edge]), 10, RING) == [EMPTY] * 3
    assert named(stones, 10, np.concatenate([RING, stones])) == [EMPTY] * 2


@pytest.mark.parametrize("gap", [147, 190])
def test_what_is_seen_between_tiles_is_ground(gap: float) -> None:
    """Around a board of a few large tiles there may be nothing of it."""
    holes = np.full((4, SIDE, SIDE, 3), 150, np.float32)
    assert named(holes, 0, RING, gap=gap) == ([EMPTY] * 4 if gap < 150 else [11] * 4)


def test_flat_stones_are_read_on_a_screen() -> None:
    """Grey, with rounded corners, beside cards on a ground that gets darker from top to bottom."""
    style = Style(wall=Wall(WallKind.BOULDER), ground=Ground(GroundKind.GRADIENT))
    board = walled(deal(8, 12, 24, 3, copies=4), 0.02, 3)
    assert board.kinds.count(WALL) == 2
    pixels, lattice = draw(board, style), lattice_of(board, style)
    for cell in (each for each in board.cells() if board[each] == WALL):
        x, y = (round(each) for each in lattice.center(cell))
        cv2.circle(pixels, (x, y), round(lattice.pitch[0] * 0.45), (110, 110, 110), cv2.FILLED)
    seen = read(Frame(pixels))
    assert judged(seen, Truth(board, lattice)).grade is Grade.EXACT


def test_what_most_empty_cells_show_is_the_place_that_a_tile_leaves() -> None:
    """However bold it is, unless hardly a cell is empty."""
    places = np.repeat(picture(20)[None], 20, axis=0)
    assert named(places, 5, RING) == [EMPTY] * 20
    assert named(places[:6], 2, RING) == [11] * 6


def test_what_is_seen_around_the_board_is_ground() -> None:
    """One in ten around may be a wall, too."""
    walls = np.repeat(picture(20)[None], 5, axis=0)
    around = np.concatenate([RING, walls[:1]])
    assert named(walls, 10, around) == [11] * 5
    assert named(walls, 10, np.concatenate([RING, walls])) == [EMPTY] * 5


def test_what_is_drawn_faintly_is_ground() -> None:
    """And so is what has no company, or stands among cells on which something else is drawn."""
    faint = 90 + (picture(20) - 128) * 0.03
    assert named(np.repeat(faint[None], 5, axis=0), 10, RING) == [EMPTY] * 5
    others = np.asarray([picture(30 + at) for at in range(5)], np.float32)
    assert named(others, 10, RING) == [EMPTY] * 5


def test_a_screen_is_walled_in_pairs() -> None:
    """So that all kinds stay even, whatever else goes."""
    dealt = deal(8, 10, 20, 1, copies=4)
    board = walled(dealt, 0.1, 1)
    assert board.kinds.count(WALL) == 8
    assert not board.odd_kinds
    left = thinned(board, 0.5, Random(1).randrange(99))[0]
    assert left.kinds.count(WALL) == 8
    assert not Board(8, 10, left.kinds).odd_kinds
