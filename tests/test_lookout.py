"""The lookout: how long it waits for a board, and what it does meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from bot import reader
from bot.boardless import boardless
from bot.deal import deal
from bot.errors import (
    BlackScreenError,
    BoardNotFoundError,
    LinkupError,
    StoppedError,
    TimeIsUpError,
    WindowHiddenError,
)
from bot.frame import Frame
from bot.geometry import Cell
from bot.hand import FreeHand
from bot.likely import Sighting
from bot.lookout import Lookout
from bot.looks import Eye
from bot.patience import Patience
from bot.proposal import Proposal
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


def lookout(
    scene: Growing, until: float = np.inf, say: Callable[[str], None] = lambda _: None
) -> Lookout:
    """A lookout at a scene."""
    return Lookout(
        scene,
        FreeHand(SimulatedMouse(scene.game, scene.clock)),
        eye=scene.eye,
        clock=scene.clock.now,
        sleep=scene.clock.sleep,
        patience=Patience(),
        say=say,
        until=until,
    )


def test_a_window_that_grows_before_the_board_is_sure_is_waited_for_as_long() -> None:
    """And what is to be done meanwhile is done."""
    scene, done = Growing(), []
    out = lookout(scene)
    found = out.find_board(30.0, lambda: done.append(scene.clock.now()))
    assert found.board.tiles == 48
    assert scene.clock.now() > COMES
    assert done


class Dealing(Growing):
    """A game that deals its tiles one by one, which an eye takes long to see is no board yet."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds, self.reads = seconds, 0

    def grab(self) -> Frame:
        """See `bot.screen.Screen`."""
        shown = self.small.copy()
        if self.clock.now() < self.seconds:
            shown[:, int(shown.shape[1] * self.clock.now() / self.seconds) :] = 90
        return Frame(shown)

    def eye(self, frame: Frame) -> Reading:
        """Read it, in seven seconds where it is not dealt yet."""
        self.reads += 1
        if not np.array_equal(frame.pixels, self.small):
            self.clock.sleep(7.0)
            raise BoardNotFoundError("not dealt yet")
        return read(frame)


@pytest.mark.parametrize(("seconds", "reads"), [(9.0, 3), (200.0, 4)])
def test_what_has_changed_while_it_was_read_is_looked_at_again(seconds: float, reads: int) -> None:
    """Twice after the time to find a board, for a deal that never ends is no board."""
    scene = Dealing(seconds)
    if seconds > 100:
        with pytest.raises(BoardNotFoundError, match="not dealt yet"):
            lookout(scene).find_board()
    else:
        assert lookout(scene).find_board().board.tiles == 48
    assert scene.reads == reads


def test_nothing_is_waited_for_once_the_time_of_a_game_is_up() -> None:
    """But a board that was not found yet has its own time."""
    scene = Dealing(0.0)
    out = lookout(scene, until=20.0)
    scene.clock.sleep(30.0)
    out.find_board()
    out.look()
    assert not out.find_anew(out.seen, 1)
    with pytest.raises(TimeIsUpError):
        out.wait()


class Watched(FreeHand):
    """A hand that is asked whether somebody stops it, each time half a second later."""

    def __init__(self, scene: Growing, stops: bool) -> None:
        super().__init__(SimulatedMouse(scene.game, scene.clock))
        self.scene, self.stops, self.asked = scene, stops, 0

    def check(self) -> None:
        """See `bot.hand.Hand`."""
        self.asked += 1
        self.scene.clock.sleep(0.5)
        if self.stops:
            raise StoppedError("Escape was pressed")


class Nothing(Growing):
    """A screen on which much repeats and no board is seen."""

    pixels = boardless(5056)

    def grab(self) -> Frame:
        """See `bot.screen.Screen`."""
        return Frame(self.pixels)


@pytest.mark.parametrize("stops", [True, False])
def test_a_picture_that_takes_long_to_be_read_makes_nobody_wait(
    monkeypatch: pytest.MonkeyPatch, stops: bool
) -> None:
    """Neither who wants to stop, nor who gave a time limit: one lattice is tried in each look."""
    scene, tried = Nothing(), Counter[int]()
    try_one = reader._read_at

    def trying(eye: Eye, seen: Sighting) -> Proposal | str:
        tried[id(eye)] += 1
        eyes.append(eye)  # kept, or another one may get its number
        return try_one(eye, seen)

    eyes: list[Eye] = []
    monkeypatch.setattr(reader, "_read_at", trying)
    hand = Watched(scene, stops)
    out = Lookout(
        scene,
        hand,
        clock=scene.clock.now,
        sleep=scene.clock.sleep,
        patience=Patience(),
        say=lambda _: None,
    )
    with pytest.raises(StoppedError if stops else BoardNotFoundError):
        out.find_board(most=0.2)
    assert set(tried.values()) == {1}
    assert len(tried) == 1 or not stops


class Restless(Growing):
    """A game of which each board is another, until so many were read, for seven seconds each."""

    def __init__(self, boards: int) -> None:
        super().__init__()
        self.boards, self.reads = boards, 0
        lot = deal(6, 8, 12, seed=4, solvable=True), deal(6, 8, 12, seed=5, solvable=True)
        self.others = [SimulatedScreen(Game(each), self.clock).grab().pixels for each in lot]

    def grab(self) -> Frame:
        """See `bot.screen.Screen`."""
        if self.reads >= self.boards:
            return Frame(self.small)
        self.taken += 1
        return Frame(self.others[self.taken % 2])

    def eye(self, frame: Frame) -> Reading:
        """Read it."""
        self.reads += 1
        self.clock.sleep(7.0)
        return read(frame)


@pytest.mark.parametrize(("boards", "most", "reads"), [(2, np.inf, 3), (9, np.inf, 3), (9, 8.0, 2)])
def test_a_board_that_is_read_slowly_may_stand_still_at_the_third_time(
    boards: int, most: float, reads: int
) -> None:
    """However short the time is to find one, if there is any; what never stands still is none."""
    scene = Restless(boards)
    if boards > 2:
        with pytest.raises(BoardNotFoundError, match="does not stand still"):
            lookout(scene).find_board(most=most)
    else:
        assert lookout(scene).find_board(most=most).board.tiles == 48
    assert scene.reads == reads


def test_a_mistake_that_goes_on_is_not_in_what_is_read_afresh() -> None:
    """What was read from look to look is left behind once it is trusted."""
    scene = Dealing(0.0)
    out = lookout(scene)
    found = out.find_board()
    wrong = replace(found, board=found.board.without([Cell(0, 0), Cell(3, 3)]))
    out.trust(wrong)
    assert out.look().board == wrong.board  # nothing changed, so all is as it was thought
    out.trust(out.afresh())
    assert out.look().board == found.board


class Away(Growing):
    """A game that stands still, and is not to be seen for a while."""

    def __init__(self, error: LinkupError, seconds: float) -> None:
        super().__init__()
        self.error, self.goes, self.comes = error, np.inf, seconds

    def grab(self) -> Frame:
        """See `bot.screen.Screen`."""
        now = self.clock.now()
        if self.goes <= now < self.goes + self.comes:
            raise self.error
        return Frame(self.small, time=now)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (WindowHiddenError("the window 'Onet' is minimised: show it"), "the window 'Onet' is mini"),
        (BlackScreenError("the picture is black everywhere"), "the picture is black everywhere"),
    ],
    ids=["minimised", "black"],
)
def test_a_game_that_goes_out_of_sight_is_waited_for(error: LinkupError, words: str) -> None:
    """For a minute, which is said once; what was awaited before may come only once it is back."""
    said: list[str] = []
    for seconds in (50.0, 70.0):
        scene = Away(error, seconds)
        out = lookout(scene, say=said.append)
        board = out.find_board().board
        assert out.returned == -np.inf
        scene.goes = scene.clock.now()
        if seconds > 60:
            with pytest.raises(type(error)):
                out.look()
            continue
        assert out.look().board == board
        assert out.now() < scene.goes + 1 < scene.clock.now() - 40
        assert out.returned == out.looked_at
        assert len(said) == 1
        assert said[0].startswith(words)


def test_a_game_that_is_out_of_sight_at_first_is_not_waited_for() -> None:
    """Nobody knows yet that it is one."""
    scene = Away(WindowHiddenError("the window 'Onet' is minimised: show it"), 1.0)
    scene.goes = 0.0
    with pytest.raises(WindowHiddenError):
        lookout(scene).find_board()
    assert scene.clock.now() < 1
