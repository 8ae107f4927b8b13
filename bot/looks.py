"""Looks: the cells of a lattice that is tried, cut out and named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN, Board
from bot.cutting import cut
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel, lie_together
from bot.ground import around
from bot.lens import Lens, lens_of, through
from bot.likely import Sighting
from bot.naming import Named, name_cells
from bot.reading import board_of
from bot.veils import without_veils

_ENOUGH, _IN_ALL = 2000, 6000
"""Cells of lattices tried in vain, or nearly, after which no other one is: a screen full of tables
has lattices without end; and such cells in all, with those of looks at a lattice once more."""
_LENSES = 4
"""Lenses through which a frame is looked at: what varies may be anything but paper."""
_KEPT = 200_000_000
"""Bytes of cells of which the looks are kept: where lines are added and left out by turns, the same
ones come again."""
_ASIDE = 0.06
"""Pitches that a lattice may lie beside one, and shows as much of what is around."""
_SMALL, _STILL = 100, 1.25
"""Cells of a lattice that is tried all the same, and how many times more these may be then: parts
of a few large tiles make fine lattices, which are soon too many, before the tiles' own comes."""


@dataclass(slots=True, eq=False)
class Eye:
    """A frame that is looked at, how many of its cells were looked at so far, and the last looks.

    Parameters
    ----------
    frame : what is looked at
    named : how many of its cells were looked at so far, to be named; not through lenses, which are
        few
    lenses : how many lenses it may still be looked at through
    """

    frame: Frame
    named: int = 0
    lenses: int = _LENSES
    _looks: dict[tuple[Lattice, bytes], Look] = field(default_factory=dict)
    _whole: list[Look] = field(default_factory=list)

    @property
    def last(self) -> Look | None:
        """The last look."""
        return next(reversed(self._looks.values()), None)

    def through(self, lens: Lens | None) -> Eye:
        """An eye that looks at the same frame through a lens."""
        return self if lens is lens_of(self.frame) else Eye(through(lens, self.frame), lenses=0)

    def look(self, lattice: Lattice, tiles: NDArray[np.bool_]) -> Look:
        """The cells of a lattice, some of which surely hold tiles, with their names."""
        self.named += lattice.rows * lattice.cols
        again = lattice, tiles.tobytes()
        look = self._looks.pop(again, None)
        if look is None:
            cells = cut(self.frame, lattice)
            ring, places = around(self.frame, lattice)
            clear, tiles, empty = without_veils(cells, tiles, lattice.cols)
            shape = lattice.rows, lattice.cols
            named = _without(empty, name_cells(clear, np.flatnonzero(tiles), ring, shape))
            beyond = tuple(places[at] for at in named.beyond.tolist())
            look = Look(lattice, tiles, cells, named, beyond)
        self._looks[again] = look
        while (
            len(self._looks) > 1 and sum(each.cells.nbytes for each in self._looks.values()) > _KEPT
        ):
            del self._looks[next(iter(self._looks))]
        return look

    def keep_whole(self, look: Look) -> None:
        """Keep a look beyond whose cells no more of a board is seen."""
        self._whole.append(look)

    def is_whole(self, look: Look) -> bool:
        """Whether it shows no more than one that is kept did, in the same place or nearly."""
        return any(
            look.board.tiles == each.board.tiles
            and lonely(look.board) >= lonely(each.board)
            and lie_together(look.lattice, each.lattice, _ASIDE)
            for each in self._whole
        )

    def nudged(self, look: Look, way: tuple[float, float]) -> Look:
        """The same with cells so many pitches to the right and further down."""
        x, y = np.add(look.lattice.origin, np.multiply(way, look.lattice.pitch)).tolist()
        return self.look(replace(look.lattice, origin=Pixel(x, y)), look.tiles)


def _without(empty: NDArray[np.intp], named: Named) -> Named:
    """The names of cells of which some surely are empty."""
    if not empty.size:
        return named
    kinds = named.kinds.copy()
    kinds[empty] = EMPTY
    skin = named.skin.with_faces(
        np.isin(named.skin.kinds, kinds), named.skin.faces[:0], named.skin.kinds[:0]
    )
    return replace(named, kinds=kinds, skin=skin, selected=np.setdiff1d(named.selected, empty))


@dataclass(frozen=True, slots=True, eq=False)
class Look:
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


def lonely(board: Board) -> int:
    """How many tiles of a board lack a twin."""
    return len(board.odd_kinds) + board.kinds.count(UNKNOWN)


def affordable(eye: Eye, seen: Iterable[Sighting]) -> Iterator[Sighting]:
    """The lattices that are tried: all until many cells were named in vain, then small ones."""
    tried = 0
    for each in seen:
        size, named = each.tiles.size, eye.named / _IN_ALL
        if max(tried / _ENOUGH, named) > _STILL:
            return
        if size <= _SMALL or max((tried + size) / _ENOUGH, named) <= 1:
            tried += size
            yield each
