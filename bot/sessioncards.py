"""The cards and lines of a person's game: what each says, and the answers a card takes."""

from __future__ import annotations

from typing import Protocol

from bot.bests import Best
from bot.levels import GameLevel
from bot.matcher import LinkRule
from bot.plural import counted
from bot.session import (
    HINT_COST,
    LINK_POINTS,
    QUICK,
    QUICK_POINTS,
    SHUFFLE_COST,
    TURN_POINTS,
    UNDO_COST,
    Session,
)
from bot.sessionlayout import Action, Button, Card

POINTS = (
    f"Points: a pair earns {LINK_POINTS}, each turn of its path {TURN_POINTS},",
    f"and up to {QUICK_POINTS} more within {QUICK:g} s of the last pair.",
    f"A hint costs {HINT_COST}, a shuffle {SHUFFLE_COST},",
    f"undo {UNDO_COST} and what the pair had earned.",
    "In god mode pairs earn nothing.",
)
"""How points are counted, in lines that no window breaks."""

_NEW = Button(Action.NEW, "New game", "n")
_RESTART = Button(Action.RESTART, "Restart", "r")
_LOOK = Button(Action.BACK, "Look", "l")
_BACK = Button(Action.BACK, "Back", "b")


class Summary(Protocol):
    """What a card tells of a game."""

    @property
    def score(self) -> int:
        """Points."""

    @property
    def links(self) -> int:
        """Pairs removed."""

    @property
    def hints(self) -> int:
        """Hints taken."""

    @property
    def shuffles(self) -> int:
        """Shuffles taken."""

    @property
    def undone(self) -> int:
        """Steps taken back."""

    @property
    def god(self) -> bool:
        """Whether it ended in god mode."""

    @property
    def best(self) -> tuple[str, ...]:
        """What was better than ever before: `time`, `score`."""


def rule_line(rule: LinkRule) -> str:
    """How two tiles are linked, in a line that no window breaks.

    >>> rule_line(LinkRule(max_turns=1))
    'Link two equal tiles by a path of at most 1 turn.'
    """
    turns = f"of at most {counted(rule.max_turns, 'turn')}" if rule.max_turns else "without a turn"
    return f"Link two equal tiles by a path {turns}."


def paused_card(rule: LinkRule) -> Card:
    """The clock stands; and what the rule is and how points count: there is time to read it."""
    return Card(
        "Paused",
        ("The clock is stopped, and the tiles are hidden.", rule_line(rule), *POINTS),
        (Button(Action.PAUSE, "Play on", "p"), _NEW, _RESTART),
    )


def deadlock_card(*, can_undo: bool, god: bool) -> Card:
    """There is no link; what can be done about it."""
    if god:
        buttons = [Button(Action.UNDO, "Undo", "u")] if can_undo else []
        return Card("No pair left", ("No two tiles are equal.",), (*buttons, _NEW, _RESTART))
    buttons = [Button(Action.SHUFFLE, "Shuffle", "s"), Button(Action.GOD, "God mode", "g")]
    if can_undo:
        buttons.append(Button(Action.UNDO, "Undo", "u"))
    return Card(
        "No link left",
        (
            "Shuffle lays the same tiles anew. In god mode any two equal tiles may be removed, "
            "but earn nothing.",
        ),
        (*buttons, _NEW, _LOOK),
    )


def cleared_card(game: Summary, clock: str, best: Best | None = None) -> Card:
    """The board is empty: how the game went, and what the best of such games is."""
    helped = [
        f"{count} {name if count == 1 else many}"
        for count, name, many in (
            (game.hints, "hint", "hints"),
            (game.shuffles, "shuffle", "shuffles"),
            (game.undone, "step taken back", "steps taken back"),
        )
        if count
    ]
    helped += ["god mode"] if game.god else []
    alone = "Without any help: well done!"
    return Card(
        "Cleared!",
        (
            f"{game.links} {'pair' if game.links == 1 else 'pairs'} in {clock}, "
            f"{game.score:,} points",
            f"With {', '.join(helped)}." if helped else alone,
            *_best_lines(game.best, best),
        ),
        (_NEW, _RESTART),
        faces=(1, 2, 3),
    )


def _best_lines(new: tuple[str, ...], best: Best | None) -> tuple[str, ...]:
    if best is None:
        return ()
    if new:
        return (f"A new best {' and a new best '.join(new)}!",)
    time = "" if best.seconds is None else f"{clock_of(best.seconds)}, "
    return (f"Your best: {time}{best.score:,} points",)


def new_card(level: GameLevel, name: str) -> Card:
    """Which game comes next, after one of a level, and with a name."""
    told = level.value if name == level.value.capitalize() else f"{name}, {level.value}"
    levels = tuple(
        Button(Action(each.value), f"{number} {each.value.capitalize()}", str(number))
        for number, each in enumerate(GameLevel, start=1)
    )
    return Card(
        "New game",
        (f"Choose a level. This game is {told}.",),
        (*levels, _RESTART, _BACK),
    )


def busy_card(share: float) -> Card:
    """Something takes a while."""
    return Card("One moment", ("The tiles are being laid.",), share=share)


def keys_of(card: Card) -> str:
    """Which keys a card takes, in a line; none where it takes no answer."""
    if not card.buttons:
        return ""
    numbered = any(button.key.isdigit() for button in card.buttons)
    signs = "digit or letter" if numbered else "letter"
    return f"Arrows and Space choose an answer, and so does its underlined {signs}"


def refusal_of(session: Session) -> str:
    """Why the two tiles that were chosen do not go."""
    a, b = session.refused
    if session.board[a] != session.board[b]:
        return "These two tiles are not equal"
    most = session.position.rule.max_turns
    turns = {0: "without a turn", 1: "with at most 1 turn"}.get(most, f"with at most {most} turns")
    return f"No path {turns} joins these two tiles"


def clock_of(seconds: float) -> str:
    """Minutes and seconds; hours where it takes so long.

    >>> clock_of(75.9), clock_of(3601)
    ('01:15', '1:00:01')
    """
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute:02}:{second:02}"
