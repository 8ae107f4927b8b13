"""What the cards say, and which answers they take."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.bests import Best
from bot.board import Board
from bot.commands.game import game
from bot.geometry import Rect
from bot.levels import GameLevel
from bot.matcher import LinkRule
from bot.session import (
    HINT_COST,
    LINK_POINTS,
    QUICK,
    QUICK_POINTS,
    SHUFFLE_COST,
    TURN_POINTS,
    UNDO_COST,
)
from bot.sessioncards import (
    POINTS,
    busy_card,
    cleared_card,
    clock_of,
    deadlock_card,
    new_card,
    paused_card,
)
from bot.sessiondesk import Played
from bot.sessionlayout import NARROWEST, Action, Card, lay_card, lay_out
from bot.style import Style

GAME_PAGE = (Path(__file__).parent.parent / "docs/game.md").read_text(encoding="utf-8")


def played(**changed: int | bool) -> Played:
    usual = {"links": 48, "left": 0, "score": 5400, "hints": 0, "undone": 0, "shuffles": 0}
    return Played(
        level=GameLevel.NORMAL,
        rows=8,
        cols=12,
        kinds=19,
        seed=1,
        outcome="cleared",
        seconds=192.0,
        **({"god": False} | usual | changed),  # type: ignore[arg-type]
    )


def actions(card: Card) -> list[Action]:
    """What its buttons do."""
    return [button.action for button in card.buttons]


CARDS = [
    paused_card(LinkRule()),
    paused_card(LinkRule(0, 0)),
    deadlock_card(can_undo=True, god=False),
    deadlock_card(can_undo=True, god=True),
    cleared_card(played(), "03:12"),
    cleared_card(
        played(hints=10, shuffles=20, undone=30, god=True), "1:03:12", Best(3599.0, 123456)
    ),
    cleared_card(replace(played(), best=("time", "score")), "03:12", Best(192.0, 5400)),
    *(new_card(level, level.value.capitalize()) for level in GameLevel),
    new_card(GameLevel.NORMAL, "40x40"),
]


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.title)
def test_every_answer_has_a_key_of_its_own(card: Card) -> None:
    """One that stands on its button, so that it can be underlined."""
    keys = [button.key for button in card.buttons]
    assert len(set(keys)) == len(keys) > 0
    assert all(button.key in button.label.lower() for button in card.buttons)


@pytest.mark.parametrize("card", [*CARDS, busy_card(0.5)], ids=lambda card: card.title)
@pytest.mark.parametrize("rows", [2, 12])
def test_every_card_has_room_in_the_smallest_window(card: Card, rows: int) -> None:
    """Its buttons, too: what is cut off cannot be clicked."""
    board = Board(rows, 2, (1,) * (2 * rows))
    ground = lay_out((100, 100), board, Style.default()).ground
    laid = lay_card(card, ground)
    for place in (laid.rect, *(rect for _, rect in laid.buttons)):
        assert place.intersection(ground) == place


@pytest.mark.parametrize("words", [" ".join(POINTS), game.help or "", GAME_PAGE])
def test_points_are_told_as_they_are_counted(words: str) -> None:
    """In the card of a pause, in the help of the command and in its page."""
    for said in (
        f"A pair earns {LINK_POINTS}, each turn of its path {TURN_POINTS}",
        f"up to {QUICK_POINTS} more",
        f"{QUICK:g} s",
        f"A hint costs {HINT_COST}, a shuffle {SHUFFLE_COST}, undo {UNDO_COST} and what the pair",
        "od mode",
    ):
        assert said.lower() in " ".join(words.split()).lower()


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_help_tells_the_rule_that_is_played(turns: int) -> None:
    """F1 is pressed by who does not know what a path may do."""
    rule = " ".join(paused_card(LinkRule(turns)).lines).split("Link two equal tiles by a path ")[1]
    told = ("without a turn.", "of at most 1 turn.", "of at most 2 turns.")
    assert rule.startswith(told[turns])


def test_the_lines_of_a_pause_are_not_broken() -> None:
    """In the narrowest window there is, either."""
    card = paused_card(LinkRule())
    laid = lay_card(card, Rect(0, 0, NARROWEST, 330))
    assert tuple(line for line, _ in laid.lines) == card.lines


def test_a_deadlock_offers_a_shuffle_first_and_god_mode() -> None:
    """Undo where there is something to undo; in god mode no other help is left."""
    assert actions(deadlock_card(can_undo=True, god=False))[:3] == [
        Action.SHUFFLE,
        Action.GOD,
        Action.UNDO,
    ]
    assert Action.UNDO not in actions(deadlock_card(can_undo=False, god=False))
    stuck = actions(deadlock_card(can_undo=False, god=True))
    assert stuck == [Action.NEW, Action.RESTART]


def test_a_cleared_game_tells_how_it_went() -> None:
    """Time, points, and the help that was taken; praise where there was none."""
    assert cleared_card(played(), "03:12").lines == (
        "48 pairs in 03:12, 5,400 points",
        "Without any help: well done!",
    )
    helped = cleared_card(played(hints=1, shuffles=2, undone=3, god=True), "03:12")
    assert helped.lines[1] == "With 1 hint, 2 shuffles, 3 steps taken back, god mode."


def test_one_pair_is_no_pairs() -> None:
    """Nor is one of them many."""
    assert cleared_card(played(links=1), "00:03").lines[0] == "1 pair in 00:03, 5,400 points"


def test_a_new_game_has_every_level() -> None:
    """With the keys 1 to 4, and a way back."""
    card = new_card(GameLevel.HARD, "Hard")
    assert [button.key for button in card.buttons[:4]] == ["1", "2", "3", "4"]
    assert actions(card)[:4] == [Action(level.value) for level in GameLevel]
    assert Action.BACK in actions(card)
    assert card.lines == ("Choose a level. This game is hard.",)
    assert "This game is 4x4, hard." in new_card(GameLevel.HARD, "4x4").lines[0]


def test_work_has_no_answer_but_a_share() -> None:
    """It is done when it is done."""
    assert busy_card(0.4).share == 0.4
    assert not busy_card(0.4).buttons


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "00:00"), (59.99, "00:59"), (60, "01:00"), (3599, "59:59"), (3600, "1:00:00")],
)
def test_the_clock_shows_whole_seconds(seconds: float, text: str) -> None:
    """Hours only where there are any."""
    assert clock_of(seconds) == text
