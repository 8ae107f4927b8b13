"""One look at a screen: taken when the board stands still, and refused where it is covered."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from desk import StillDesk

from bot.deal import deal
from bot.desktop import Window
from bot.errors import BoardNotFoundError
from bot.frame import Frame
from bot.geometry import Rect, ScreenPoint
from bot.look import check_uncovered, look, spread
from bot.reader import read
from bot.simulator import Game, SimulatedClock, SimulatedScreen
from bot.window import WindowCoveredError

GAME = Window(1, "Shisen-Sho", Rect(100, 100, 400, 300))
BOARD = deal(4, 6, 8, 5)
PICTURE = SimulatedScreen(Game(BOARD), SimulatedClock()).grab()
BLANK = Frame(np.full_like(PICTURE.pixels, 90))
OTHER = SimulatedScreen(Game(deal(4, 6, 8, 6)), SimulatedClock()).grab()


class Slides:
    """A screen that shows one frame after the other, and the last one for ever."""

    def __init__(self, *frames: Frame) -> None:
        self._frames = list(frames)
        self.looks = 0

    def grab(self) -> Frame:
        """The next one."""
        self.looks += 1
        return self._frames.pop(0) if len(self._frames) > 1 else self._frames[0]


Look = Callable[[Slides], tuple[Frame, str]]


@pytest.fixture
def see() -> Look:
    """Looks at slides with a clock that stands for the real one."""
    clock = SimulatedClock()

    def at(slides: Slides) -> tuple[Frame, str]:
        frame, reading = look(slides, read, clock=clock.now, sleep=clock.sleep)
        return frame, str(reading.board)

    return at


def test_a_still_board_takes_two_looks(see: Look) -> None:
    """The second one agrees with the first."""
    slides = Slides(PICTURE)
    frame, board = see(slides)
    assert (frame, slides.looks) == (PICTURE, 2)
    assert board == str(read(PICTURE).board)


def test_what_changes_is_looked_at_anew(see: Look) -> None:
    """A deal that is replaced by another one is read as the other one."""
    frame, board = see(Slides(PICTURE, OTHER))
    assert frame is OTHER
    assert board == str(read(OTHER).board)


def test_a_board_that_comes_late_is_waited_for(see: Look) -> None:
    """A start screen is no board yet."""
    frame, _ = see(Slides(BLANK, BLANK, PICTURE))
    assert frame is PICTURE


def test_no_board_is_an_error_after_a_while(see: Look) -> None:
    """And not at once."""
    slides = Slides(BLANK)
    with pytest.raises(BoardNotFoundError):
        see(slides)
    assert slides.looks > 10


def test_a_board_on_which_something_moves_for_ever_is_taken_as_it_is() -> None:
    """Otherwise nobody would ever get a hint there."""
    clock = SimulatedClock()
    frames = [PICTURE, OTHER] * 40
    frame, _ = look(Slides(*frames), read, patience=1.0, clock=clock.now, sleep=clock.sleep)
    assert frame in frames
    assert 1 <= clock.now() < 2


def test_a_window_in_front_is_one_that_covers_nothing() -> None:
    """No complaint, and nothing is brought to the front."""
    check_uncovered(
        StillDesk(GAME, Window(2, "Mail", Rect(0, 0, 1280, 800))), GAME, spread(GAME.rect)
    )


def test_whatever_covers_the_game_is_named() -> None:
    """A window by its title, anything else as something else."""
    dialog = Window(2, "Mail", Rect(300, 200, 100, 100))
    with pytest.raises(WindowCoveredError, match=r"the window 'Mail' covers .*'Shisen-Sho'"):
        check_uncovered(StillDesk(dialog, GAME), GAME, spread(GAME.rect))
    frame = Window(3, "", Rect(290, 180, 120, 130))
    with pytest.raises(WindowCoveredError, match="the window 'Mail' covers"):
        check_uncovered(StillDesk(dialog, frame, GAME), GAME, spread(GAME.rect, 40))
    with pytest.raises(WindowCoveredError, match="something else covers"):
        check_uncovered(StillDesk(), GAME, [ScreenPoint(1, 1)])
