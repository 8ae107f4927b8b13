"""The finger: what it clicks, and what it no longer clicks once it had to look again."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from bot.deal import deal
from bot.errors import StoppedError, WindowHiddenError
from bot.finger import Finger
from bot.frame import Frame
from bot.geometry import Cell, Rect, ScreenPoint
from bot.hand import FreeHand
from bot.lookout import Lookout
from bot.patience import Patience
from bot.pointer import Pointer
from bot.simulator import Game, SimulatedClock, SimulatedMouse, SimulatedScreen
from bot.window import Window, WindowCoveredError, WindowMovedError

CELLS = (Cell(0, 0), Cell(3, 5))
_WINDOW = Window(1, "game", Rect(0, 0, 10, 10))
MOVED = WindowMovedError(_WINDOW, Rect(1, 0, 10, 10))
COVERED = WindowCoveredError("something lies over the window")
HIDDEN = WindowHiddenError("the window is minimised: show it")


@dataclass
class Scene:
    """A game, something that may lie over one of its cells, and errors that clicks come to.

    Once it was clicked its tiles may lie otherwise as well.
    """

    errors: dict[int, Exception] = field(default_factory=dict)
    hides: Cell | None = None
    until: float = float("inf")
    shuffles: bool = False
    asked: int = 0
    clicked: list[ScreenPoint] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game, self.clock = Game(deal(4, 6, 6, seed=1, solvable=True)), SimulatedClock()
        screen, scene = SimulatedScreen(self.game, self.clock), self
        shuffled = Game(deal(4, 6, 6, seed=3, solvable=True))
        other = SimulatedScreen(shuffled, self.clock)

        class Covered:
            def grab(self) -> Frame:
                scene.clock.sleep(0.001)
                frame = (other if scene.asked >= 2 and scene.shuffles else screen).grab()
                if scene.asked < 2 or scene.hides is None or scene.clock.now() > scene.until:
                    return frame
                pixels = frame.pixels.copy()
                x, y = (round(way) for way in scene.game.lattice.center(scene.hides))
                pixels[max(0, y - 50) : y + 50, max(0, x - 50) : x + 50] = 250
                return Frame(pixels, time=frame.time)

        class Hand(FreeHand):
            def click(self, point: ScreenPoint, press: float = 0.03) -> None:
                scene.asked += 1
                if scene.asked in scene.errors:
                    raise scene.errors[scene.asked]
                scene.clicked.append(point)
                super().click(point, press)

        hand = Hand(SimulatedMouse(self.game, self.clock))
        self.out = Lookout(
            Covered(),
            hand,
            clock=self.clock.now,
            sleep=self.clock.sleep,
            patience=Patience(),
            say=lambda _: None,
        )
        self.board = self.out.find_board().board
        self.finger = Finger(
            hand,
            self.out,
            Pointer(),
            clock=self.clock.now,
            patience=Patience(),
            say=self.said.append,
        )

    def click(self) -> bool:
        """Click both cells."""
        return self.finger.click(self.board, CELLS, 0.03)


def test_both_are_clicked() -> None:
    """In their order, each in its middle."""
    scene = Scene()
    assert scene.click()
    assert [scene.game.lattice.cell_at(point) for point in scene.clicked] == list(CELLS)  # type: ignore[arg-type]
    assert scene.finger.clicks == 2


@pytest.mark.parametrize("error", [MOVED, COVERED, HIDDEN], ids=["moved", "covered", "minimised"])
def test_after_another_look_the_rest_is_clicked(error: Exception) -> None:
    """If it is seen as it is known."""
    scene = Scene({2: error})
    assert scene.click()
    assert len(scene.clicked) == 2


@pytest.mark.parametrize("when", [1, 2])
def test_what_came_over_a_tile_in_the_meantime_is_not_clicked(when: int) -> None:
    """Whichever of the clicks had to look again."""
    scene = Scene({2: MOVED}, hides=CELLS[1], asked=2 - when)
    assert not scene.click()
    assert len(scene.clicked) == when - 1


def test_what_covers_a_tile_is_waited_for() -> None:
    """Until it is gone, and not for ever."""
    scene = Scene({2: COVERED}, hides=CELLS[1], until=4.0)
    assert scene.click()
    assert scene.clock.now() >= 4.0
    scene = Scene({2: COVERED}, hides=CELLS[1])
    with pytest.raises(WindowCoveredError):
        scene.click()
    assert scene.clock.now() < 30


def test_tiles_that_lie_otherwise_are_not_waited_for() -> None:
    """A game may shuffle under what covers it."""
    scene = Scene({2: COVERED}, shuffles=True)
    began = scene.clock.now()
    assert not scene.click()
    assert len(scene.clicked) == 1
    assert scene.clock.now() - began < 2


def test_a_window_that_never_rests_is_not_followed_for_ever() -> None:
    """And told once that it moves."""
    scene = Scene(errors=dict.fromkeys(range(1, 100_000), MOVED))
    with pytest.raises(StoppedError, match="does not come to rest"):
        scene.click()
    assert scene.clicked == []
    assert len(scene.said) == 1
    assert scene.clock.now() < 30


def test_a_window_that_hides_from_clicks_alone_is_not_waited_for_for_ever() -> None:
    """It is seen all the time, and yet no click may be made."""
    scene = Scene(dict.fromkeys(range(1, 100_000), HIDDEN))
    with pytest.raises(StoppedError, match="does not come to rest"):
        scene.click()
    assert scene.said == []
    assert scene.clock.now() < 30
