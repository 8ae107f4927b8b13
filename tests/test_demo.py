"""The demo: what it says of a window that has no room for its tiles."""

from __future__ import annotations

from bot.demo import DemoGame, _if_small
from bot.errors import BoardNotFoundError
from bot.geometry import Rect
from bot.position import Gravity

GAME = DemoGame(6, 8, 12, 1, Gravity.NONE)
ERROR = BoardNotFoundError("no board in the picture")


def test_a_window_that_had_to_be_made_smaller_is_to_blame() -> None:
    """And not what may lie over it; one of its size is not."""
    told = str(_if_small(ERROR, GAME, Rect(0, 0, 100, 100)))
    assert "too small to be told: say --offscreen, or fewer --rows and --cols" in told
    assert _if_small(ERROR, GAME, Rect(0, 0, 5000, 5000)) is ERROR
