"""The game's own buttons in play: messages, shuffle, hint, and one game after another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from builders import stepped
from seriesgame import SeriesGame, SeriesKind

from bot import replaying
from bot.board import Board
from bot.buttons import Role, Spot
from bot.cli import main
from bot.deal import deal
from bot.geometry import ScreenPoint
from bot.hand import FreeHand
from bot.patience import Patience
from bot.pointer import Pointer
from bot.replaying import Settings, World, replay
from bot.runner import Player
from bot.series import Series
from bot.simulator import SimulatedClock, SimulatedMouse, SimulatedScreen
from bot.tally import Ending

PATIENT = Patience(board=3.0)


class Table:
    """A series with all that a player needs."""

    def __init__(self, *boards: Board, **options: object) -> None:
        self.game = SeriesGame(boards, **options)  # type: ignore[arg-type]
        self.clock = SimulatedClock()
        self.said: list[str] = []
        screen = SimulatedScreen(self.game, self.clock)
        hand = FreeHand(SimulatedMouse(self.game, self.clock))
        self.world = World(screen, hand, self.clock.now, self.clock.sleep)

    def player(self, **changes: object) -> Player:
        """A player of one game, with all buttons known unless they are named."""
        parts: dict[str, object] = {
            "buttons": self.game.buttons,
            "patience": PATIENT,
            "solver": stepped,
            "pointer": Pointer(0.0),
        }
        return Player(
            self.world.screen,
            self.world.hand,
            clock=self.clock.now,
            sleep=self.clock.sleep,
            say=self.said.append,
            **{**parts, **changes},  # type: ignore[arg-type]
        )

    def series(self, monkeypatch: pytest.MonkeyPatch, number: int, record: Path | None) -> Series:
        """A series of so many games by all buttons."""
        monkeypatch.setattr(replaying, "buttons_of", lambda _: self.game.buttons)
        monkeypatch.setattr("bot.series.buttons_of", lambda _: self.game.buttons)
        settings = Settings(patience=PATIENT, tour_seconds=0.0)
        return Series(self.world, settings, self.said.append, number=number, record=record)

    def happened(self, kind: SeriesKind) -> int:
        """How often something happened."""
        return sum(event.kind is kind for event in self.game.events)


def deals(number: int) -> list[Board]:
    """Deals that can be cleared, of several sizes."""
    sizes = [(4, 6, 6), (6, 8, 12), (4, 8, 8)]
    return [deal(*sizes[seed % 3], seed=seed, solvable=True) for seed in range(number)]


def dead() -> Board:
    """A deal that comes to a dead end, and can be cleared once its tiles are laid anew."""
    text = "a b c d c d\nb a d c d c\ne f g h g h\nf e h g h g"
    return Board.from_text(text)


def test_a_message_is_pressed_away() -> None:
    """One that stays until its button is pressed costs no more than its time."""
    table = Table(*deals(1), popups=(3, 7))
    player = table.player()
    assert player.play() is Ending.CLEARED
    assert player.tally.missed == 0
    assert any("popup" in line for line in table.said)


def test_a_dead_board_is_shuffled() -> None:
    """As often as is needed, and counted."""
    table = Table(dead())
    player = table.player()
    assert player.play() is Ending.CLEARED
    assert player.tally.shuffles >= 1


def test_the_place_of_a_shuffle_button_is_enough() -> None:
    """It need not be known by a picture."""
    table = Table(dead())
    place = table.game.place(Role.SHUFFLE)
    spot = Spot(Role.SHUFFLE, ScreenPoint(place.left + 9.0, place.top + 9.0))
    player = table.player(buttons=(spot,))
    assert player.play() is Ending.CLEARED
    assert player.tally.shuffles >= 1


def test_a_shuffle_that_does_nothing_is_given_up() -> None:
    """The button is pressed in vain twice, and the game is lost."""
    table = Table(dead(), shuffles=0, hints=0)
    player = table.player(buttons=[b for b in table.game.buttons if b.role is Role.SHUFFLE])
    assert player.play() is Ending.DEADLOCK
    assert player.tally.shuffles == 0


def test_games_follow_one_another(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each is played by the rules found before, recorded by itself, and can be played again."""
    table = Table(*deals(3))
    series = table.series(monkeypatch, 3, tmp_path / "games")
    assert series.play() is Ending.CLEARED
    assert [game.outcome for game in series.played] == [Ending.CLEARED] * 3
    assert [game.tally.links for game in series.played] == [12, 24, 16]
    assert table.happened(SeriesKind.DEAL) == 3
    again = replay(tmp_path / "games" / "game-002")
    assert again.differs is None
    assert again.whole


def test_a_game_that_does_not_come_ends_the_series(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played stands, and it is told."""
    table = Table(*deals(1))
    series = table.series(monkeypatch, 2, None)
    assert series.play() is Ending.TIMEOUT
    assert [game.outcome for game in series.played] == [Ending.CLEARED]
    assert table.said[-1] == "no further game came after 1"


@pytest.mark.parametrize(("number", "told"), [(2, True), (1, False)])
def test_a_series_without_a_button_that_leads_on_says_how_to_teach_it(
    monkeypatch: pytest.MonkeyPatch, *, number: int, told: bool
) -> None:
    """Before the first game, and only where there is to be another."""
    table = Table(*deals(1))
    series = table.series(monkeypatch, number, None)
    monkeypatch.setattr("bot.series.buttons_of", lambda _: ())
    series.play()
    assert ("linkup button" in table.said[0]) is told


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--shuffle-at", "here"), "X,Y"),
        (("--keep-rules",), "--skin"),
        (("--games", "0"), "1"),
    ],
)
def test_options_that_make_no_sense_are_told(
    arguments: tuple[str, ...], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line says what was expected, and nothing is clicked."""
    assert main(["play", "--window", "a game", *arguments]) == 2
    assert expected in capsys.readouterr().err


def test_the_demo_tells_of_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    """The answer has the keys that it promises."""
    assert main(["demo", "--offscreen", "--rows", "4", "--cols", "6", "--json"]) == 0
    game = json.loads(capsys.readouterr().out)["games"][0]
    assert {"shuffles", "playing", "seconds", "rules"} <= set(game)
