"""The lookout: how long it waits for a board, and what it does meanwhile."""

from __future__ import annotations

import numpy as np

from bot.deal import deal
from bot.errors import BoardNotFoundError
from bot.frame import Frame
from bot.hand import FreeHand
from bot.lookout import Lookout
from bot.patience import Patience
from bot.reader import read
from bot.reading import Reading
from bot.simulator import Game, SimulatedClock, SimulatedMouse, SimulatedScreen

COMES = 12.0
"""s; when the board is shown in a window of its new size."""


class Growing:
    """A game whose window grows after the first picture, and shows it there only after a while."""

    def __init__(self) -> None:
        self.clock = SimulatedClock()
        self.game = Game(deal(6, 8, 12, seed=3, solvable=True))
        self.small = SimulatedScreen(self.game, self.clock).grab().pixels
        self.taken = 0

    def grab(self) -> Frame:
        """See `bot.screen.Screen`."""
        self.taken += 1
        if self.taken == 1:
            return Frame(self.small)
        height, width = self.small.shape[:2]
        large = np.full((height + 50, width, 3), 90, np.uint8)
        if self.clock.now() > COMES:
            large[25 : 25 + height] = self.small
        return Frame(large)

    def eye(self, frame: Frame) -> Reading:
        """Read it, sooner than it takes where nothing is seen."""
        if np.ptp(frame.pixels) == 0:
            raise BoardNotFoundError("nothing")
        return read(frame)


def test_a_window_that_grows_before_the_board_is_sure_is_waited_for_as_long() -> None:
    """And what is to be done meanwhile is done."""
    scene, done = Growing(), []
    out = Lookout(
        scene,
        FreeHand(SimulatedMouse(scene.game, scene.clock)),
        eye=scene.eye,
        clock=scene.clock.now,
        sleep=scene.clock.sleep,
        patience=Patience(),
        say=lambda _: None,
    )
    found = out.find_board(30.0, lambda: done.append(scene.clock.now()))
    assert found.board.tiles == 48
    assert scene.clock.now() > COMES
    assert done
