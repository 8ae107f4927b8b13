"""An auto-player for link-up games: it looks at the screen, thinks, and plays with the mouse.

What other programs need of it is here; all else may change. Nothing is imported before it is used.
See ``docs/api.md``.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""True to a type checker; from `typing` it would be the only import of all."""

if TYPE_CHECKING:
    from bot.api import deal_board, find_links, play_game, read_picture, solve_board
    from bot.board import Board
    from bot.errors import LinkupError
    from bot.frame import Frame
    from bot.geometry import Cell, ScreenPoint
    from bot.matcher import Link, LinkRule
    from bot.mouse import Mouse
    from bot.position import Gravity, Position
    from bot.reading import Reading
    from bot.screen import Screen
    from bot.series import GamePlayed
    from bot.solver import Solution

__all__ = [
    "Board",
    "Cell",
    "Frame",
    "GamePlayed",
    "Gravity",
    "Link",
    "LinkRule",
    "LinkupError",
    "Mouse",
    "Position",
    "Reading",
    "Screen",
    "ScreenPoint",
    "Solution",
    "deal_board",
    "find_links",
    "play_game",
    "read_picture",
    "solve_board",
]

_HOMES = {
    "Board": "board",
    "Cell": "geometry",
    "Frame": "frame",
    "GamePlayed": "series",
    "Gravity": "position",
    "Link": "matcher",
    "LinkRule": "matcher",
    "LinkupError": "errors",
    "Mouse": "mouse",
    "Position": "position",
    "Reading": "reading",
    "Screen": "screen",
    "ScreenPoint": "geometry",
    "Solution": "solver",
}
"""The modules of what is not of `bot.api`."""


def __getattr__(name: str) -> object:
    """What is asked for, imported now."""
    if name not in __all__:
        raise AttributeError(f"module 'bot' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - so that `import bot` costs nothing

    found = getattr(import_module(f"bot.{_HOMES.get(name, 'api')}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """What is promised, without the modules that happen to be loaded."""
    return sorted(__all__)
