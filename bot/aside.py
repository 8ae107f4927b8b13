"""Beside the board: where a pointer hides no tile and marks none."""

from __future__ import annotations

from bot.geometry import Rect, ScreenPoint

_RIM = 3
"""pt; nearer to the edge of a window a pointer may take hold of its frame."""
_NEAREST = 5
"""pt; nearer to the board a pointer may still mark a tile."""
_AWAY = {"right": 16, "bottom": 16, "left": 24, "top": 32}
"""pt; how far off the board a pointer hides nothing of it: an arrow hangs to the right and down."""


def beside(at: ScreenPoint, board: Rect, window: Rect) -> tuple[ScreenPoint, ...]:
    """Places inside a window and beside its board, the best first; none where there is no room.

    Parameters
    ----------
    at
        a place on the board, pt; those beside it are level with it, or above and below
    board, window
        where they lie, pt

    Examples
    --------
    >>> beside(ScreenPoint(50, 60), Rect(0, 0, 100, 100), Rect(0, 0, 100, 110))
    (ScreenPoint(x=50, y=107),)
    """
    rooms = {
        "right": window.right - board.right,
        "bottom": window.bottom - board.bottom,
        "left": board.left - window.left,
        "top": board.top - window.top,
    }
    sides = [side for side in _AWAY if rooms[side] >= _NEAREST + _RIM]
    sides.sort(key=lambda side: rooms[side] < _AWAY[side] + _RIM)
    return tuple(
        _off(side, min(_AWAY[side], rooms[side] - _RIM), at=at, board=board) for side in sides
    )


def _off(side: str, away: int, *, at: ScreenPoint, board: Rect) -> ScreenPoint:
    """The place so far away from one side of the board."""
    match side:
        case "right":
            return ScreenPoint(board.right + away, at.y)
        case "bottom":
            return ScreenPoint(at.x, board.bottom + away)
        case "left":
            return ScreenPoint(board.left - away, at.y)
        case _:
            return ScreenPoint(at.x, board.top - away)
