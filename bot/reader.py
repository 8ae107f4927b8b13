"""Reading a frame: from pixels to a board, and how sure we are of each cell.

A lattice is a guess until the board on it makes sense: every kind of tile occurs an even number
of times. So the lattices that explain the picture are tried in turn, and the outer rows and
columns are taken in or left out by the tiles found there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN, Board
from bot.centring import recentred
from bot.cutting import cut
from bot.errors import BoardNotFoundError
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel
from bot.glance import read_again
from bot.ground import HAS_BODY, agreement, around, shows_face
from bot.lifted import lifted
from bot.locate import Sighting, sightings
from bot.naming import Named, name_cells
from bot.reading import Reading, board_of, cells_of
from bot.refitting import refitted
from bot.sense import MIN_TILES, objection
from bot.shownpath import shown_path, without_path
from bot.sureness import sureness

__all__ = ["Reading", "read", "read_again"]

_CLEAR = 0.08
"""Share of odd kinds up to which no other lattice is tried."""
_FULL = 0.5
"""Share of cells with tiles above which a line of strangers beside the board is no part of it."""
_ENOUGH, _IN_ALL = 2000, 6000
"""Cells of lattices tried in vain, or nearly, after which no other one is: a screen full of tables
has lattices without end; and such cells in all, with those of looks at a lattice once more."""
_NO_TILES, _TOO_ALIKE = "no tiles in rows", "its tiles can hardly be told apart"
_PAIRED, _ASIDE, _LONGER = 0.6, 0.04, 0.02
"""Share of the tiles that must have twins for these to tell where cells lie, and pitches by which
cells may lie beside their tiles: all of them alike, and the outer ones of a pitch that is wrong."""
_NEARLY, _NUDGES = 0.3, (-0.03, 0.03)
"""Lonely tiles for each kind up to which a board is nearly one, and pitches by which its cells are
then moved."""
_EMPTY_LINES = 6
"""How many empty lines a lonely tile's twin may lie beyond."""
_WIDENINGS, _TRIMMINGS = 12, 3
"""How often lines may be added to a lattice, and how often those that are no part of the board are
left out."""


def read(frame: Frame) -> Reading:
    """Read a game not seen before.

    Raises
    ------
    BoardNotFoundError
        if there is no board to be seen
    """
    best: tuple[float, Reading] | None = None
    why = ""
    eye = _Eye(frame)
    tried = 0
    for seen in sightings(frame):
        tried += seen.tiles.size
        if tried > _ENOUGH or eye.named > _IN_ALL:
            break
        reading = _read_at(eye, seen)
        if isinstance(reading, str):
            why = why or reading
            continue
        odd = _odd_share(reading.board)
        pitch = reading.lattice.pitch
        tiles = _named_tiles(reading.board) * pitch[0] * pitch[1]
        worth = tiles * (1 - odd) ** 2
        if best is None or worth > best[0]:
            best = worth, reading
        if odd <= _CLEAR:
            break
    if best is None:
        why = why or "on no lattice of tiles"
        raise BoardNotFoundError(
            f"no board in the {frame.width} x {frame.height} picture: something repeats, but {why}"
        )
    return best[1]


def _odd_share(board: Board) -> float:
    return len(board.odd_kinds) / len(board.by_kind())


def _named_tiles(board: Board) -> int:
    return sum(len(cells) for cells in board.by_kind().values())


@dataclass(slots=True, eq=False)
class _Eye:
    """A frame that is looked at, and how many of its cells were named so far."""

    frame: Frame
    named: int = 0

    def look(self, lattice: Lattice, tiles: NDArray[np.bool_]) -> _Look:
        """The cells of a lattice, some of which surely hold tiles, with their names."""
        self.named += lattice.rows * lattice.cols
        cells = cut(self.frame, lattice)
        ring, places = around(self.frame, lattice)
        named = name_cells(cells, np.flatnonzero(tiles), ring, (lattice.rows, lattice.cols))
        beyond = tuple(places[at] for at in named.beyond.tolist())
        return _Look(lattice, tiles, cells, named, beyond)


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """The cells of a lattice, cut out and named.

    Parameters
    ----------
    lattice : where the cells lie
    tiles : bool array of shape (rows * cols,); cells that surely hold tiles
    cells : float32 array of shape (rows * cols, h, w, 3), RGB
    named : their names
    beyond : cells around the lattice that show a tile
    """

    lattice: Lattice
    tiles: NDArray[np.bool_]
    cells: NDArray[np.float32]
    named: Named
    beyond: tuple[Cell, ...]

    @property
    def board(self) -> Board:
        """What was named, strangers and all."""
        return board_of(self.named.kinds, self.lattice)


def _read_at(eye: _Eye, seen: Sighting) -> Reading | str:
    """The board on a lattice, widened or trimmed to the tiles found; or why it is none.

    What is nearly a board may be one where cells lie a little more to one side: ground and faces
    are told apart by what is seen between them, and that may be little.
    """
    if np.count_nonzero(seen.tiles) < MIN_TILES:
        return _NO_TILES
    look = _recentred(eye, eye.look(seen.lattice, seen.tiles))
    if look.named.hopeless:
        return objection(look.board, look.named.gap) or _TOO_ALIKE
    reading = _read_look(eye, look)
    if isinstance(reading, str) and _lonely(look.board) <= _NEARLY * len(look.board.by_kind()):
        for nudge in _NUDGES:
            x, y = np.add(look.lattice.origin, np.multiply(nudge, look.lattice.pitch)).tolist()
            moved = replace(look.lattice, origin=Pixel(x, y))
            again = _read_look(eye, eye.look(moved, look.tiles))
            if not isinstance(again, str):
                return again
    return reading


def _read_look(eye: _Eye, look: _Look) -> Reading | str:
    """The board seen in a look at a lattice, widened or trimmed; or why it is none."""
    for _ in range(_WIDENINGS):
        wider = _wider(eye, look)
        if wider is None:
            break
        look = wider
    trimmed = _trimmed(eye, look)
    if trimmed is None:
        return _NO_TILES
    # Where most tiles are gone, a line may be empty, and the rest even by itself.
    for _ in range(_WIDENINGS):
        lattice = _farther(eye.frame, trimmed)
        if lattice is None or np.count_nonzero(trimmed.tiles) < MIN_TILES:
            break
        look = eye.look(lattice, _moved(trimmed.tiles, trimmed.lattice, lattice))
        wider = _trimmed(eye, _wider(eye, look) or look)
        if wider is None or not _is_fuller(wider.board, trimmed.board):
            break
        trimmed = wider
    return _reading(trimmed, eye.frame)


def _is_fuller(board: Board, other: Board) -> bool:
    """Whether a board has more tiles than another, and fewer of them, or none, lack a twin."""
    fewer = _lonely(board) < max(1, _lonely(other))
    return fewer and _named_tiles(board) > _named_tiles(other)


def _trimmed(eye: _Eye, look: _Look) -> _Look | None:
    """The same without outer lines that are no part of the board; None if nothing is left."""
    for _ in range(_TRIMMINGS):
        kept = _kept(look)
        if kept.all():
            break
        if not kept.any():
            return None
        foreign = bool((look.named.kinds[~kept.ravel()] != EMPTY).any())
        look = _part(eye, look, kept, anew=foreign)
    return look


def _recentred(eye: _Eye, look: _Look) -> _Look:
    """The same with cells around their tiles, if those told to be equal show that they were not.

    A pitch that was measured anew is believed unless it leaves more tiles lonely; a place is only
    estimated, and the clearer board of the two is kept.
    """
    kinds = look.named.kinds
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    if len(names) < 2 or counts.sum() < _PAIRED * np.count_nonzero(kinds):
        return look
    fitted = refitted(eye.frame.pixels, look.lattice, kinds)
    lattice = recentred(eye.frame.pixels, fitted, kinds)
    off = np.subtract(lattice.origin, fitted.origin) / lattice.pitch
    longer = np.subtract(fitted.bounds(), look.lattice.bounds()) / np.tile(lattice.pitch, 2)
    if np.abs(off).max() <= _ASIDE and np.abs(longer).max() <= _LONGER:
        return look
    again = eye.look(lattice, look.tiles)
    if np.abs(longer).max() > _LONGER:
        return again if _lonely(again.board) <= _lonely(look.board) else look
    return max(look, again, key=_clarity)


def _clarity(look: _Look) -> tuple[int, int, int, float]:
    """How clear a board is: without lonely tiles the more kinds and tiles; or else the gap."""
    board = look.board
    lonely = _lonely(board)
    kinds, tiles = (0, 0) if lonely else (len(board.by_kind()), _named_tiles(board))
    return -lonely, kinds, tiles, look.named.gap


def _wider(eye: _Eye, look: _Look) -> _Look | None:
    """The same with lines more, where tiles were seen or the twins of lonely ones are found."""
    board = look.board
    lonely = _lonely(board)
    if objection(board, part=True):
        return None
    places = list(look.beyond) or (around(eye.frame, look.lattice)[1] if lonely else [])
    if not places:
        return None
    lattice = _widened(look.lattice, places)
    wider = eye.look(lattice, _moved(look.tiles, look.lattice, lattice))
    return wider if look.beyond or _lonely(wider.board) < lonely else None


def _farther(frame: Frame, look: _Look) -> Lattice | None:
    """The lattice widened to known faces that are seen past an empty line, or several of them.

    Past more than one line only the twins of lonely tiles are looked for.
    """
    kinds, lattice, skin = look.named.kinds, look.lattice, look.named.skin
    if (kinds > EMPTY).mean() > _FULL:
        return None
    names, counts = np.unique(kinds[kinds > EMPTY], return_counts=True)
    odd = np.isin(skin.kinds, names[counts % 2 == 1])
    alone = replace(skin, faces=skin.faces[odd], kinds=skin.kinds[odd])
    for lines in range(1, _EMPTY_LINES + 1):
        known = skin if lines == 1 else alone
        if not len(known.faces):
            break
        corners = [Cell(-lines, -lines), Cell(lattice.rows + lines - 1, lattice.cols + lines - 1)]
        ring, cells = around(frame, _widened(lattice, corners))
        shown = np.flatnonzero(shows_face(ring, known))
        # These are cells of a lattice that begins some lines before.
        far = [Cell(cells[at].row - lines, cells[at].col - lines) for at in shown.tolist()]
        if far:
            return _widened(lattice, far)
    return None


def _seen_from(cell: Cell, lattice: Lattice, wider: Lattice) -> Cell:
    """A cell of a lattice on a wider one."""
    row = round((lattice.origin.y - wider.origin.y) / lattice.pitch[1])
    col = round((lattice.origin.x - wider.origin.x) / lattice.pitch[0])
    return Cell(cell.row + row, cell.col + col)


def _lonely(board: Board) -> int:
    """How many tiles of a board lack a twin."""
    return len(board.odd_kinds) + board.kinds.count(UNKNOWN)


def _moved(tiles: NDArray[np.bool_], lattice: Lattice, wider: Lattice) -> NDArray[np.bool_]:
    """The marks of the cells of a lattice on a wider one."""
    row, col = _seen_from(Cell(0, 0), lattice, wider)
    moved = np.zeros((wider.rows, wider.cols), np.bool_)
    moved[row : row + lattice.rows, col : col + lattice.cols] = tiles.reshape(lattice.rows, -1)
    return moved.ravel()


def _widened(lattice: Lattice, found: list[Cell]) -> Lattice:
    """The lattice with the lines that reach as far as these cells outside it."""
    rows, cols = zip(*found, strict=True)
    top, left = max(0, -min(rows)), max(0, -min(cols))
    bottom, right = max(lattice.rows, max(rows) + 1), max(lattice.cols, max(cols) + 1)
    return Lattice(lattice.center(Cell(-top, -left)), lattice.pitch, top + bottom, left + right)


def _kept(look: _Look) -> NDArray[np.bool_]:
    """Which cells are left without outer lines that hold no tile, or only strangers: (rows, cols).

    Strangers are tiles without a twin elsewhere: buttons in a row, as wide as the tiles.
    """
    lattice, body = look.lattice, look.named.skin.body
    kinds = look.named.kinds.reshape(lattice.rows, lattice.cols)
    bodied = np.zeros(kinds.shape, np.bool_)
    if body is not None:
        bodied = (agreement(look.cells, body) > HAS_BODY).reshape(kinds.shape)
    kept = np.ones(kinds.shape, np.bool_)
    top, bottom, left, right = 0, lattice.rows, 0, lattice.cols
    while top < bottom and left < right:
        inner, has = kinds[top:bottom, left:right], bodied[top:bottom, left:right]
        sides = [
            _is_foreign(inner[0], inner[1:], has[0] if body else None),
            _is_foreign(inner[-1], inner[:-1], has[-1] if body else None),
            _is_foreign(inner[:, 0], inner[:, 1:], has[:, 0] if body else None),
            _is_foreign(inner[:, -1], inner[:, :-1], has[:, -1] if body else None),
        ]
        if not any(sides):
            break
        top, bottom = top + sides[0], bottom - (sides[1] and not sides[0])
        left, right = left + sides[2], right - (sides[3] and not sides[2])
    kept[:] = False
    kept[top:bottom, left:right] = True
    return kept


def _is_foreign(
    line: NDArray[np.int64], rest: NDArray[np.int64], bodied: NDArray[np.bool_] | None
) -> bool:
    """Whether an outer line of cells is no part of the board that the rest is.

    None of its tiles has a twin in the rest; and besides the rest is so full that one should, or
    they lack the body of the tiles, or where there is no body, some have no twin at all.
    """
    held = line != EMPTY
    if not held.any() or not rest.size:
        return True
    if np.isin(line[line > 0], rest).any():
        return False
    if (rest > 0).mean() > _FULL:
        return True
    if bodied is not None:
        return bool(bodied[held].mean() < 0.5)
    counts = np.unique(line[held], return_counts=True)
    return bool((line < 0).any() or (counts[1] % 2).any())


def _part(eye: _Eye, look: _Look, kept: NDArray[np.bool_], *, anew: bool) -> _Look:
    """The cells of a rectangle of a lattice, named anew if what lies around was misleading."""
    rows, cols = np.flatnonzero(kept.any(axis=1)), np.flatnonzero(kept.any(axis=0))
    corner = look.lattice.center(Cell(int(rows[0]), int(cols[0])))
    lattice = Lattice(corner, look.lattice.pitch, len(rows), len(cols))
    inside = np.flatnonzero(kept)
    tiles = look.tiles[inside]
    if anew and np.count_nonzero(tiles) >= MIN_TILES:
        return eye.look(lattice, tiles)
    named = look.named
    kinds = named.kinds[inside]
    present = np.isin(named.skin.kinds, kinds)
    skin = replace(named.skin, faces=named.skin.faces[present], kinds=named.skin.kinds[present])
    selected = np.flatnonzero(np.isin(inside, named.selected))
    return _Look(
        lattice,
        tiles,
        look.cells[inside],
        replace(named, kinds=kinds, skin=skin, selected=selected),
        (),
    )


def _reading(look: _Look, frame: Frame) -> Reading | str:
    """The reading, or what speaks against its board."""
    lattice, cells, named = look.lattice, look.cells, look.named
    marked = named.selected
    if path := shown_path(frame, lattice):
        named = replace(named, kinds=without_path(named.kinds, path))
        marked = np.union1d(marked, path.ends)
    if raised := lifted(frame, lattice, named.kinds, cells, named.skin, but=marked):
        marked, guessed = np.union1d(named.selected, [raised.cell]), named.guessed + 1
        named = replace(
            named, kinds=raised.kinds, skin=raised.skin, selected=marked, guessed=guessed
        )
    board = board_of(named.kinds, lattice)
    if against := objection(board, named.gap, guessed=named.guessed):
        return against
    return Reading(
        board,
        lattice,
        named.skin,
        cells_of(named.selected, lattice),
        frame.pixels,
        cells.astype(np.uint8),
        sureness(named.kinds, cells, named.skin),
    )
