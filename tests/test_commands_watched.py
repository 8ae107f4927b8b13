"""What a player is doing, as the live line tells it."""

from __future__ import annotations

from unittest.mock import Mock

from bot.commands.watched import Watched, told
from bot.geometry import ScreenPoint
from bot.replaying import World
from bot.series import GamePlayed
from bot.tally import Tally


class Clock:
    """Time, s, as a test says it is."""

    now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def watched_world() -> tuple[Watched, Clock]:
    """A world in which everything works at once."""
    clock = Clock()
    return Watched(World(Mock(), Mock()), clock), clock


def test_it_tells_what_is_waited_for() -> None:
    """Under another window for that; after a click it plays, and else it thinks."""
    watched, clock = watched_world()
    tally, hand = Tally(tiles=20), watched.world.hand
    assert watched.doing(Tally()) == "looking for a board"
    hand.click(ScreenPoint(1, 1))
    assert watched.doing(tally) == "playing"
    hand.bring_to_front()
    assert watched.doing(tally) == "waiting until nothing covers the game"
    clock.now = 9.0
    assert watched.doing(tally) == "thinking"
    watched.world.screen.grab()
    assert watched.doing(tally) == "waiting until nothing covers the game"


def test_the_line_counts_tiles_and_links() -> None:
    """How many tiles are left, and how many links were played in a second."""
    watched, _ = watched_world()
    series = Mock(
        played=[GamePlayed(Tally(tiles=20)), GamePlayed(Tally(tiles=40, links=5, playing=2))]
    )
    line = told(series, 3, watched)
    assert line == "game 2 of 3: 30 of 40 tiles left, 2.5 links/s, looking"


def test_the_hand_does_what_it_is_told() -> None:
    """Every verb of it reaches the real one."""
    real = Mock()
    hand = Watched(World(Mock(), real)).world.hand
    hand.click(ScreenPoint(1, 2), 0.5)
    hand.press_button(ScreenPoint(3, 4))
    hand.park()
    hand.check()
    hand.aim(Mock(), Mock())
    hand.bring_to_front()
    real.click.assert_called_once_with(ScreenPoint(1, 2), 0.5)
    real.press_button.assert_called_once_with(ScreenPoint(3, 4))
    assert [call[0] for call in real.method_calls[2:]] == ["park", "check", "aim", "bring_to_front"]
