"""What is thought about while a removal is shown, and what that changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from builders import stepped

import bot.forethought
from bot.beliefs import Beliefs, accepted
from bot.board import Board
from bot.course import Course
from bot.deal import deal
from bot.foresight import Foresight, foresee
from bot.forethought import Forethought
from bot.frame import Frame
from bot.geometry import ScreenPoint
from bot.hand import FreeHand
from bot.lookout import Lookout
from bot.matcher import Link
from bot.pace import Pace
from bot.patience import Patience
from bot.pointer import Pointer
from bot.policy import Decision, Play, Removed, decide, judge
from bot.position import Gravity, Position, remove
from bot.runner import Player
from bot.simulator import Game, SimulatedClock, SimulatedMouse, SimulatedScreen
from bot.solver import Solution, solve
from bot.tally import Ending
from bot.witness import Nobody

REMOVAL = 0.2


class Thinker(Pointer):
    """A pointer that notes when it was asked for a better order."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self.asked: list[float] = []
        self._now = now

    def shortened(
        self, plan: tuple[Link, ...], board: Board, beliefs: Beliefs, seconds: float
    ) -> tuple[Link, ...]:
        """The same order."""
        self.asked.append(self._now())
        return plan


class Steady(Course):
    """A course whose links may be presumed to have gone."""

    def foreseen(self, board: Board, link: Link) -> Foresight | None:
        """What comes of a link, whatever the pace."""
        rule, gravity = self.beliefs.rule, self.beliefs.gravity
        return foresee(board, link, self.plan[0], rule, gravity)


class Desk:
    """A course of a deal after the first click, and who thinks about it."""

    def __init__(self) -> None:
        self.clock = SimulatedClock()
        self.board = deal(4, 6, 6, seed=1, solvable=True)
        beliefs = Beliefs(gravities=(Gravity.NONE,))
        pace = Pace(Patience())
        pace.removed(REMOVAL, ())
        self.course = Steady(beliefs, pace, Nobody(), lambda _: None)
        links = solve(Position(self.board, beliefs.rule, Gravity.NONE), 9.0).links
        self.link, self.course.plan = links[0], links[1:]
        self.searches, self.takes = 0, 0.0
        self.pointer = Thinker(self.clock.now)
        self.thought = Forethought(
            self.course, self._lookout(), self.pointer, self._search, clock=self.clock.now
        )

    def think(self) -> Board:
        """Think about what follows the link; the board after it."""
        self.thought.think(self.board, self.link, self.clock.now(), 0)
        return self.board.without([self.link.a, self.link.b])

    def first_link(self) -> Link:
        """What is decided on before anything is known of the rules."""
        self.course.plan = ()
        self.course.believe(Beliefs())
        decision = self.thought.decide(self.board, 0)
        assert isinstance(decision, Play)
        return decision.link

    def _search(self, position: Position, budget: float) -> Solution:
        self.searches += 1
        return replace(stepped(position, budget), seconds=self.takes)

    def _lookout(self) -> Lookout:
        game = Game(self.board)
        return Lookout(
            SimulatedScreen(game, self.clock),
            FreeHand(SimulatedMouse(game, self.clock)),
            clock=self.clock.now,
            sleep=self.clock.sleep,
            patience=Patience(),
            say=lambda _: None,
        )


def test_the_game_is_left_alone_before_anything_is_thought_about() -> None:
    """It draws the link first; on a busy machine that comes late if we take the processor."""
    desk = Desk()
    clicked = desk.clock.now()
    desk.think()
    (asked,) = desk.pointer.asked
    assert 0.005 <= asked - clicked <= REMOVAL / 4


def test_what_comes_next_is_decided_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the link has gone it need not be decided any more."""
    desk = Desk()
    after = desk.think()
    desk.course.believe(desk.course.told(desk.board, desk.link))
    monkeypatch.setattr(bot.forethought, "decide", None)
    assert desk.thought.decide(after, 0) == Play(desk.course.plan[0], desk.course.plan[1:])


def test_what_was_decided_for_another_case_is_not_taken() -> None:
    """Neither on another board, nor for other beliefs or another plan."""
    desk = Desk()
    after, plan = desk.think(), desk.course.plan
    without = desk.thought.decide(after.without([plan[0].a, plan[0].b]), 0)
    assert isinstance(without, Play)
    assert without.link != plan[0]
    desk.course.plan = plan[1:]
    changed = desk.thought.decide(after, 0)
    assert isinstance(changed, Play)
    assert changed.plan != plan[1:]
    desk.course.plan = plan
    refused = desk.course.beliefs.evidence.refusing(plan[0].a, plan[0].b)
    desk.course.believe(replace(desk.course.beliefs, evidence=refused))
    other = desk.thought.decide(after, 0)
    assert isinstance(other, Play)
    assert other.link != plan[0]


def test_no_search_is_made_for_what_may_not_be_asked() -> None:
    """What takes a search is decided when it is due."""
    desk = Desk()
    asking = Beliefs(gravities=(Gravity.NONE,), turns=(2, 1))
    desk.course.believe(replace(asking, evidence=desk.course.beliefs.evidence))
    desk.think()
    assert desk.searches == 0


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN, Gravity.LEFT])
def test_what_follows_the_first_link_is_decided_before_it(gravity: Gravity) -> None:
    """Whichever way tiles fall, no search is made once the game is under way."""
    desk = Desk()
    first = desk.first_link()
    after = remove(desk.board, first.a, first.b, gravity)
    verdict = judge(desk.board, first, after, desk.course.beliefs)
    assert isinstance(verdict, Removed)
    beliefs, searches = verdict.beliefs, desk.searches
    desk.course.believe(beliefs)
    prepared = desk.thought.decide(after, 0)
    assert desk.searches == searches > 0
    assert prepared == decide(after, beliefs, (), stepped)


def test_the_first_link_is_not_held_up_for_long() -> None:
    """By what is decided beforehand: each of these searches takes long, and one was made."""
    quick, slow = Desk(), Desk()
    slow.takes = 1.0
    quick.first_link()
    first = slow.first_link()
    # One that takes long is enough; the link itself is chosen in a time of its own.
    after = remove(slow.board, first.a, first.b, Gravity.LEFT)
    slow.course.believe(accepted(slow.board, first, slow.course.beliefs, (Gravity.LEFT,)))
    before = slow.searches
    assert before < quick.searches
    slow.thought.decide(after, 0)
    assert slow.searches > before


def test_between_a_removal_and_a_click_nothing_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a whole game of a steady pace nearly all is decided before the tiles have gone."""
    clock = SimulatedClock()
    game = Game(deal(6, 8, 12, seed=5, solvable=True), removal=REMOVAL)
    mouse, decided, clicked = SimulatedMouse(game, clock), [], []

    def noted(*told: Any, **more: Any) -> Decision:
        decided.append(clock.now())
        return decide(*told, **more)

    class Noting(FreeHand):
        def click(self, point: ScreenPoint, press: float = 0.03) -> None:
            clicked.append(clock.now())
            super().click(point, press)

    class Screen(SimulatedScreen):
        def grab(self) -> Frame:
            clock.sleep(0.001)
            return super().grab()

    monkeypatch.setattr(bot.forethought, "decide", noted)
    player = Player(
        Screen(game, clock),
        Noting(mouse),
        pointer=Pointer(0.0),
        clock=clock.now,
        sleep=clock.sleep,
    )
    assert player.play() is Ending.CLEARED
    assert len(clicked) == 48
    assert len(set(decided) & set(clicked)) <= 8
