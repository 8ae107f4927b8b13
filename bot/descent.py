"""Tiles on their way: a picture of a board whose tiles fall after a removal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, Board
from bot.geometry import Cell, Rect
from bot.position import Gravity, lanes


@dataclass(frozen=True, slots=True)
class Descent:
    """Tiles that fall.

    Parameters
    ----------
    resting : the board without those that move
    moves : from where each falls, and where to
    """

    resting: Board
    moves: tuple[tuple[Cell, Cell], ...]

    @classmethod
    def of(cls, before: Board, link: tuple[Cell, ...], gravity: Gravity) -> Self:
        """What falls on a board from which a link is taken."""
        left = before.without(link)
        moves = []
        for lane in lanes(left, gravity):
            held = [place for place in lane if left.kinds[place] != EMPTY]
            if not any(left.cols * cell.row + cell.col in lane for cell in link):
                continue
            moves += [way for way in zip(held, lane, strict=False) if way[0] != way[1]]
        cells = [(Cell(*divmod(a, left.cols)), Cell(*divmod(b, left.cols))) for a, b in moves]
        return cls(left.without([start for start, _ in cells]), tuple(cells))


def paint_descent(
    picture: NDArray[np.uint8], after: NDArray[np.uint8], ways: list[tuple[Rect, Rect]], done: float
) -> None:
    """Paint tiles on their way.

    Parameters
    ----------
    picture : uint8 array of shape (H, W, 3), RGB, without these tiles; painted on
    after : the same with all of them where they come to lie
    ways : from where each comes, and where to
    done : share of the time that has passed; falling things get faster
    """
    share = done * done
    for start, end in ways:
        left = round(start.left + (end.left - start.left) * share)
        top = round(start.top + (end.top - start.top) * share)
        tile = after[end.top : end.top + end.height, end.left : end.left + end.width]
        picture[top : top + end.height, left : left + end.width] = tile
