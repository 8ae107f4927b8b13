"""The rescuer: what it makes of a game's shuffle and hint, and when it gives them up."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import cast

import pytest
from builders import board

from bot.beliefs import Beliefs
from bot.board import Board
from bot.buttons import Role
from bot.clues import NOTHING
from bot.course import Course
from bot.geometry import Cell
from bot.lookout import Lookout
from bot.matcher import Link
from bot.pace import Pace
from bot.panel import Panel
from bot.patience import Patience
from bot.policy import Play
from bot.position import Gravity
from bot.rescuer import Rescuer
from bot.witness import Nobody

DEAD = board("a b / b a")
LAID = board("a a / b b")
LINK = Link(Cell(0, 0), Cell(1, 1), (Cell(0, 0), Cell(1, 1)))


@dataclass
class Seen:
    """As much of a reading as a rescuer looks at."""

    board: Board
    selected: tuple[Cell, ...] = ()


@dataclass
class Desk:
    """A panel and a lookout; what is seen by when, s since a button was pressed."""

    shows: list[tuple[float, Seen]]
    buttons: set[Role] = field(default_factory=lambda: {Role.SHUFFLE, Role.HINT})
    now: float = 50.0
    pressed: list[Role] = field(default_factory=list)
    free: float = 0.0
    """Until then a window lies over the buttons, s."""
    grey: float = 0.0
    """Until then they are drawn otherwise, and not seen, s."""
    held_up: bool = False
    asked: int = 0
    """How often what lies over the board was to be taken away."""
    anew: Seen = field(default_factory=lambda: Seen(DEAD))
    """What is read from the first picture on."""
    trusted: list[Board] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._left, self._since = dict.fromkeys(self.buttons, 12), self.now
        beliefs = replace(Beliefs(), evidence=NOTHING.failed(LINK.a, LINK.b), refusals=1)
        self.said: list[str] = []
        self.course = Course(beliefs, Pace(Patience()), Nobody(), self.said.append)
        self.course.plan = (LINK,)
        self.rescuer = Rescuer(
            self.course,
            cast("Panel", self),
            cast("Lookout", self),
            clock=lambda: self.now,
            patience=Patience(),
        )

    def left(self, role: Role) -> int:
        """See `Panel.left`."""
        return self._left.get(role, 0)

    def exhaust(self, role: Role) -> None:
        """See `Panel.exhaust`."""
        self._left[role] = 0

    def press(self, role: Role) -> bool:
        """See `Panel.press`."""
        self.held_up = self.now < self.free
        if not self.left(role) or self.held_up or self.now < self.grey:
            return False
        self.pressed.append(role)
        self._since = self.now
        return True

    def make_way(self) -> None:
        """See `Panel.make_way`."""
        self.asked += 1

    def look(self) -> Seen:
        """See `Lookout.look`."""
        gone = self.now - self._since
        return [seen for since, seen in self.shows if since <= gone][-1]

    def afresh(self) -> Seen:
        """See `Lookout.afresh`."""
        return self.anew

    def trust(self, reading: Seen) -> None:
        """See `Lookout.trust`."""
        self.trusted.append(reading.board)

    def wait(self, seconds: float = 0.015) -> None:
        """See `Lookout.wait`."""
        self.now += seconds


def test_a_board_that_was_laid_anew_is_a_fresh_start() -> None:
    """It counts as a shuffle; plan, and doubts about tiles that lie elsewhere now, are gone."""
    desk = Desk([(0.0, Seen(DEAD)), (0.5, Seen(LAID))])
    assert desk.rescuer.shuffled(DEAD) == LAID
    assert desk.course.tally.shuffles == 1
    assert desk.course.plan == ()
    assert desk.course.beliefs.evidence == NOTHING
    assert desk.course.beliefs.refusals == 0


def test_a_board_is_believed_once_it_stands() -> None:
    """While tiles fly about each picture shows another one."""
    flying = board("b b / a a")
    desk = Desk([(0.0, Seen(DEAD)), (0.2, Seen(flying)), (0.5, Seen(LAID))])
    assert desk.rescuer.shuffled(DEAD) == LAID
    assert desk.now - 50.0 > 0.5 + Patience().refusal


@pytest.mark.parametrize(
    "seen",
    ["a b / b a", ". . / b a", "? ? / ? a"],
    ids=["the same", "fewer tiles", "a message"],
)
def test_a_shuffle_that_changes_nothing_is_given_up_at_the_second_time(seen: str) -> None:
    """Nor is it one where tiles are hidden or gone."""
    desk = Desk([(0.0, Seen(board(seen)))])
    assert desk.rescuer.shuffled(DEAD) == DEAD
    assert desk.rescuer.shuffles > 0
    assert desk.rescuer.shuffled(DEAD) == DEAD
    assert desk.rescuer.shuffles == 0
    assert desk.course.tally.shuffles == 0
    assert desk.course.plan == (LINK,)


def test_only_vain_shuffles_in_a_row_are_counted() -> None:
    """One that helped makes good for the one before it."""
    desk = Desk([(0.0, Seen(DEAD))])
    desk.rescuer.shuffled(DEAD)
    desk.shows = [(0.0, Seen(LAID))]
    assert desk.rescuer.shuffled(DEAD) == LAID
    desk.shows = [(0.0, Seen(DEAD))]
    desk.rescuer.shuffled(DEAD)
    assert desk.rescuer.shuffles > 0


def test_a_shuffle_button_that_is_not_seen_is_given_up() -> None:
    """And said."""
    desk = Desk([(0.0, Seen(DEAD))], buttons=set())
    assert desk.rescuer.shuffled(DEAD) == DEAD
    assert desk.said == ["the shuffle button cannot be seen"]
    assert desk.rescuer.shuffles == 0


def test_the_link_that_the_game_shows_is_played() -> None:
    """By its two tiles, in reading order, whatever path the game sees."""
    shown = Seen(DEAD, (LINK.b, LINK.a))
    desk = Desk([(0.0, Seen(DEAD)), (0.1, Seen(DEAD, (LINK.a,))), (0.4, shown)])
    assert desk.rescuer.hinted(DEAD) == Play(LINK, ())
    assert desk.pressed == [Role.HINT]
    assert desk.left(Role.HINT) > 0


def test_a_mark_on_an_empty_cell_is_no_hint() -> None:
    """Something else was drawn there."""
    before = board("a . / . a")
    cells = (Cell(0, 0), Cell(0, 1))
    desk = Desk([(0.0, Seen(before, cells)), (0.3, Seen(before, (*cells, Cell(1, 1))))])
    assert desk.rescuer.hinted(before) == Play(LINK, ())


def test_a_hint_that_shows_nothing_is_given_up() -> None:
    """After as long as a board is waited for."""
    desk = Desk([(0.0, Seen(DEAD))])
    assert desk.rescuer.hinted(DEAD) is None
    assert desk.left(Role.HINT) == 0
    assert desk.now - 50.0 > Patience().board


def test_a_hint_on_another_board_is_none() -> None:
    """The game has gone on; the button may help there."""
    desk = Desk([(0.0, Seen(board("a a a / b b b")))])
    assert desk.rescuer.hinted(DEAD) is None
    assert desk.left(Role.HINT) > 0


def test_without_a_hint_button_none_is_waited_for() -> None:
    """No time is lost."""
    desk = Desk([(0.0, Seen(DEAD))], buttons=set())
    assert desk.rescuer.hinted(DEAD) is None
    assert desk.now == 50.0


def test_a_window_that_lies_over_the_button_is_waited_for() -> None:
    """A notification goes by itself; the shuffle is not given up for it."""
    desk = Desk([(0.0, Seen(DEAD)), (0.5, Seen(LAID))], free=53.0)
    assert desk.rescuer.shuffled(DEAD) == LAID
    assert desk.said == []
    desk.free = float("inf")
    assert desk.rescuer.shuffled(LAID) == LAID
    assert desk.rescuer.shuffles == 0
    assert desk.said[-1] == "the shuffle button is covered"


def test_a_button_that_is_grey_for_a_moment_is_waited_for() -> None:
    """While tiles still go, or below a message that is to be clicked away."""
    desk = Desk([(0.0, Seen(DEAD)), (0.5, Seen(LAID))], grey=51.0)
    assert desk.rescuer.shuffled(DEAD) == LAID
    assert desk.asked
    assert desk.said == []


def test_what_was_known_of_the_deal_is_forgotten_where_it_is_laid_anew() -> None:
    """By the game itself or with its button: a proof about the first deal tells nothing of it."""
    for buttons in (set(), {Role.SHUFFLE}):
        desk = Desk([(0.0, Seen(DEAD)), (1.0, Seen(LAID))], buttons=buttons)
        desk.course.dealt = DEAD
        desk.course.count(proved=frozenset(Gravity))
        desk.rescuer.reread(DEAD)
        assert (desk.rescuer.shuffled if buttons else desk.rescuer.relaid)(DEAD) == LAID
        assert desk.course.dealt is None
        assert not desk.course.tally.is_hopeless
        desk.anew = Seen(DEAD)
        assert desk.rescuer.reread(LAID) == DEAD


@pytest.mark.parametrize(("at", "found"), [(6.0, True), (60.0, False)])
def test_a_game_that_lays_its_tiles_anew_by_itself_is_waited_for(at: float, *, found: bool) -> None:
    """It says so first, over a part of the board; a dead end that stays is one."""
    hidden = Seen(board("? ? / b a"))
    desk = Desk([(0.0, Seen(DEAD)), (1.0, hidden), (at, Seen(LAID))], buttons=set())
    assert desk.rescuer.relaid(DEAD) == (LAID if found else None)
    assert desk.said == ["the game has laid its tiles anew"] * found
    assert (desk.course.plan == ()) == found


@pytest.mark.parametrize(
    ("thought", "anew", "found"),
    [
        ("a b / b a", "a b / b a", False),
        ("a b / b a", "a a / b b", True),
        (". b / b a", "a b / b a", True),  # one that is there was thought to be gone
        ("a b / b a", ". b / b .", False),  # something hides two
        ("a b / b a", "a ? / b a", False),
        ("a b / b a", "a c / b a", False),  # no kind of a board that can be cleared is odd
    ],
)
def test_a_dead_end_may_be_a_mistake_of_the_eye(thought: str, anew: str, *, found: bool) -> None:
    """What is read from the first picture on is believed if as many tiles are left as should be."""
    desk = Desk([(0.0, Seen(DEAD))], anew=Seen(board(anew)))
    desk.course.count(tiles=8, links=2)
    assert desk.rescuer.reread(board(thought)) == (board(anew) if found else None)
    assert desk.trusted == ([board(anew)] if found else [])
    assert desk.rescuer.reread(board(thought)) is None  # once is enough
