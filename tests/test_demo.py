"""The demo: what it says of a window that has no room for its tiles, and of misread deals."""

from __future__ import annotations

import pytest

from bot import demo
from bot.deal import deal
from bot.demo import DemoGame, _if_small
from bot.errors import BoardNotFoundError, InputError
from bot.game import Game
from bot.geometry import Rect
from bot.position import Gravity
from bot.reader import read
from bot.simulator import SimulatedClock, SimulatedScreen

GAME = DemoGame(6, 8, 12, 1, Gravity.NONE)
ERROR = BoardNotFoundError("no board in the picture")


def test_a_window_that_had_to_be_made_smaller_is_to_blame() -> None:
    """And not what may lie over it; one of its size is not."""
    told = str(_if_small(ERROR, GAME, Rect(0, 0, 100, 100)))
    assert "too small to be told: say --offscreen, or fewer --rows and --cols" in told
    assert _if_small(ERROR, GAME, Rect(0, 0, 5000, 5000)) is ERROR


def test_a_deal_that_is_read_as_another_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it is taken for: the demo would play that."""
    taken = read(SimulatedScreen(Game(deal(4, 6, 6, 1)), SimulatedClock()).grab())
    monkeypatch.setattr(demo, "read", lambda _: taken)
    with pytest.raises(InputError, match="it looks like 4 x 6 cells; take more kinds or cells"):
        demo.check_readable(DemoGame(6, 6, 6, 1, Gravity.NONE))
    demo.check_readable(DemoGame(4, 6, 6, 1, Gravity.NONE))
