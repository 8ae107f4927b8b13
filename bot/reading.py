"""A reading: what one frame shows, and what the next one is compared with."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bot.board import Board
from bot.errors import InputError
from bot.geometry import Cell, Lattice, Pixel
from bot.portraits import Portraits
from bot.skin import Skin


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What a frame shows.

    Parameters
    ----------
    board : kinds by cell; the numbers mean nothing beyond equality, but stay the same between
        readings that share a skin
    lattice : where the cells lie
    skin : how the tiles look, learned here or handed in
    selected : cells whose tile is drawn as selected
    pixels : uint8 array of shape (H, W, 3), RGB; the frame that was read
    looks : uint8 array of shape (rows * cols, h, w, 3), RGB; how each cell looked when it was
        last seen without a mark of selection
    confidence : float32 array of shape (rows * cols,), in [0, 1]; how sure it is what each cell
        shows, 0 where it is unknown
    outset : uint8 array of shape (H, W, 3), RGB; the frame in which the board was found, where that
        is another one
    portraits : how each tile looked when the board was first read with this skin; made if None, or
        if they are of another one

    Raises
    ------
    InputError
        if the board does not fit the lattice, the looks or the confidence, or the latter is no
        share
    """

    board: Board
    lattice: Lattice
    skin: Skin
    selected: tuple[Cell, ...]
    pixels: NDArray[np.uint8]
    looks: NDArray[np.uint8]
    confidence: NDArray[np.float32]
    outset: NDArray[np.uint8] | None = None
    portraits: Portraits | None = None

    def __post_init__(self) -> None:
        size = self.board.rows, self.board.cols
        if size != (self.lattice.rows, self.lattice.cols) or len(self.looks) != size[0] * size[1]:
            raise InputError(
                f"a board of {size[0]} x {size[1]} fits no lattice of {self.lattice.rows} x "
                f"{self.lattice.cols} with {len(self.looks)} looks"
            )
        sure = self.confidence
        if sure.shape != (len(self.looks),) or not ((sure >= 0) & (sure <= 1)).all():
            raise InputError(
                f"{len(self.looks)} cells need as many confidences in [0, 1], got {sure.shape} in "
                f"[{sure.min(initial=1):.2f}, {sure.max(initial=0):.2f}]"
            )
        for array in (self.looks, sure):
            array.setflags(write=False)
        known = self.portraits
        if known is None or not known.fit(self.skin, self.looks):
            known = Portraits.of(self.skin, self.kinds, self.looks, self.marks)
            object.__setattr__(self, "portraits", known)

    @property
    def kinds(self) -> NDArray[np.int64]:
        """Kinds row by row, as a new array of shape (rows * cols,)."""
        return np.asarray(self.board.kinds, dtype=np.int64)

    @property
    def marks(self) -> NDArray[np.intp]:
        """Numbers of the selected cells, row by row from 0: shape (M,)."""
        cols = self.lattice.cols
        return np.asarray([cell.row * cols + cell.col for cell in self.selected], dtype=np.intp)

    @property
    def first_pixels(self) -> NDArray[np.uint8]:
        """The frame in which the board was found: uint8 of shape (H, W, 3), RGB."""
        return self.pixels if self.outset is None else self.outset

    @property
    def first_looks(self) -> Portraits:
        """How its tiles looked when it was first read with this skin."""
        known = self.portraits
        assert known is not None
        return known

    def enlarged(self, times: int) -> Reading:
        """The reading with its lattice in the pixels of a picture so many times as large."""
        if times == 1:
            return self
        (x, y), (wide, high) = self.lattice.origin, self.lattice.pitch
        return replace(
            self,
            lattice=replace(
                self.lattice, origin=Pixel(x * times, y * times), pitch=(wide * times, high * times)
            ),
        )


def board_of(kinds: NDArray[np.int64], lattice: Lattice) -> Board:
    """Board from an array of kinds, row by row: shape (rows * cols,)."""
    return Board(lattice.rows, lattice.cols, tuple(kinds.tolist()))


def cells_of(numbers: NDArray[np.intp], lattice: Lattice) -> tuple[Cell, ...]:
    """Cells from their numbers, row by row from 0, in reading order."""
    return tuple(Cell(*divmod(number, lattice.cols)) for number in sorted(numbers.tolist()))
