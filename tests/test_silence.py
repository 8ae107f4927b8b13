"""A game that answers no click for a while is left alone, and gone on with."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from test_runner import FaultyHand, Table

from bot.deal import deal
from bot.errors import StoppedError
from bot.foreground import Foreground
from bot.frame import Frame
from bot.geometry import ScreenPoint
from bot.position import Position
from bot.silence import Silence
from bot.tally import Ending, Tally


class Deaf:
    """A game that hears nothing for some seconds once so many tiles are left."""

    def __init__(self, tiles: int, seconds: float, *, hides: bool = False) -> None:
        self.table = Table(deal(6, 8, 12, seed=4, solvable=True))
        self.tiles, self.seconds, self.lost = tiles, seconds, list[float]()
        self.hides = hides
        hand = FaultyHand(self.table.hand, self._hears)
        front = Foreground(message=self.message)
        self.player = self.table.player(hand=hand, screen=self, front=front)

    def message(self) -> str:
        """The window of the game in front of it; there is none."""
        return ""

    def grab(self) -> Frame:
        """What is seen: the message may lie over half of the board."""
        frame = self.table.screen.grab()
        over = self.lost and frame.time >= self.lost[0] + self.seconds
        if over or not (self.hides and self.table.game.board.tiles <= self.tiles):
            return frame
        pixels = frame.pixels.copy()
        left, top, right, bottom = (round(edge) for edge in self.table.game.lattice.bounds())
        pixels[top + 80 : bottom - 80, left + 90 : right - 90] = (250, 250, 240)
        return Frame(pixels, time=frame.time)

    def _hears(self, _: int, __: ScreenPoint) -> bool:
        now = self.table.clock.now()
        if self.table.game.board.tiles > self.tiles:
            return True
        self.lost = self.lost or [now]
        if now >= self.lost[0] + self.seconds:
            return True
        self.lost.append(now)
        return False


@pytest.mark.parametrize(("tiles", "seconds"), [(44, 45.0), (4, 20.0)])
def test_what_passes_by_itself_costs_few_clicks(tiles: int, seconds: float) -> None:
    """A pause, or a message of the game beside the tiles; maybe before the last links."""
    deaf = Deaf(tiles, seconds)
    assert deaf.player.play() is Ending.CLEARED
    assert deaf.player.tally.links == 24
    assert len(deaf.lost) < 40
    assert deaf.table.clock.now() < deaf.lost[0] + seconds + 40


class Asking(Deaf):
    """As that, while a window of the game lies in front of it."""

    def message(self) -> str:
        """It goes once the game hears clicks again."""
        is_open = self.lost and self.table.clock.now() < self.lost[0] + self.seconds
        return "the window 'Paused'" if is_open else ""


def test_a_window_of_the_game_in_front_of_it_tells_as_much_at_once() -> None:
    """One link is clicked, once, and it is said what lies there; nothing is learned of it."""
    asking = Asking(30, 3.0)
    assert asking.player.play() is Ending.CLEARED
    assert asking.player.tally.links == 24
    assert len(asking.lost) <= 8
    (line,) = [line for line in asking.table.said if "answers no click" in line]
    assert line.startswith("the window 'Paused' lies in front of the game")
    assert not any("does not link" in line for line in asking.table.said)


def test_what_hides_tiles_tells_as_much_at_once() -> None:
    """A message over some tiles takes the clicks on the others, too."""
    deaf = Deaf(30, 6.0, hides=True)
    assert deaf.player.play() is Ending.CLEARED
    assert deaf.player.tally.links == 24
    assert len(deaf.lost) <= 8
    (line,) = [line for line in deaf.table.said if "answers no click" in line]
    assert line.startswith("something that hides tiles lies in front of the game")


def test_a_window_that_stays_is_named_in_the_end() -> None:
    """It is what may be closed, or taught."""
    asking = Asking(30, 1e6)
    with pytest.raises(StoppedError, match=r"the window 'Paused' lies in front .* --for popup"):
        asking.player.play()
    assert len(asking.lost) < 30


def test_a_window_in_front_of_which_pairs_go_tells_nothing() -> None:
    """The first lost link is laid to it; later ones are lost by themselves."""
    table, lost = Table(deal(6, 8, 12, seed=4, solvable=True)), list[int]()

    def hears(_: int, __: ScreenPoint) -> bool:
        if (left := table.game.board.tiles) not in {40, 20} or lost.count(left) == 2:
            return True
        lost.append(left)
        return False

    front = Foreground(message=lambda: "the window 'Tools'")
    assert table.player(hand=FaultyHand(table.hand, hears), front=front).play() is Ending.CLEARED
    assert len(lost) == 4
    assert sum("lies in front" in line for line in table.said) == 1


@pytest.mark.parametrize("hides", [False, True])
def test_what_does_not_pass_ends_the_game_with_what_may_be_done(*, hides: bool) -> None:
    """After about a minute and few clicks, though tiles may be hidden. Nothing is learned of it."""
    deaf = Deaf(30, 1e6, hides=hides)
    with pytest.raises(StoppedError, match="linkup button --for popup"):
        deaf.player.play()
    assert len(deaf.lost) < 60
    assert 40 < deaf.table.clock.now() - deaf.lost[0] < 120
    assert sum("answers no click" in line for line in deaf.table.said) == 1
    assert sum("does not link" in line for line in deaf.table.said) <= 2
    assert len(deaf.player.tally.beliefs.margins) == 2


def test_what_is_refused_once_the_game_hears_again_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As is what it tells of the rules."""
    board = deal(4, 6, 6, seed=2)
    link = next(iter(Position(board).legal_links))
    course = Mock(tally=Tally(links=1), is_deaf=False)
    silence, unheard = Silence(course, lambda: "", Mock(), Mock()), Mock(was_answered=False)
    for _ in range(2):
        silence.given_up(board, link, unheard, ())
    assert course.is_deaf
    course.tally = Tally(links=2)
    monkeypatch.setattr("bot.silence.is_test", lambda *_: True)
    silence.given_up(board, link, unheard, ())
    assert not course.is_deaf


def test_a_time_limit_is_kept_meanwhile() -> None:
    """It is not slept through; a link that is being clicked, slowly, is clicked to the end."""
    deaf = Deaf(30, 1e6)
    deaf.table.time_limit = 35.0
    deaf.player = deaf.table.player(hand=FaultyHand(deaf.table.hand, deaf._hears))
    assert deaf.player.play() is Ending.TIMEOUT
    assert deaf.table.clock.now() < 36.5
