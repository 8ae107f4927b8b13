"""One link ahead: when it is asked whether clicks are heard meanwhile, and when it is hurried."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from builders import heard as told

from bot.ahead import Ahead
from bot.beliefs import Beliefs
from bot.board import Board
from bot.course import Course
from bot.geometry import Cell
from bot.lookout import Lookout
from bot.matcher import Link, LinkRule, find_path
from bot.pace import Pace
from bot.patience import Patience
from bot.pointer import Pointer
from bot.position import Gravity
from bot.witness import Nobody

BOARD = Board.from_text("a a b b\nc d d c\ne f f e")
GONE = (Cell(0, 0), Cell(0, 1))


def link(a: Cell, b: Cell) -> Link:
    """A link of the board."""
    return Link(a, b, find_path(BOARD, a, b, LinkRule()) or (a, b))


BESIDE, BLOCKED = link(Cell(0, 2), Cell(0, 3)), link(Cell(1, 0), Cell(1, 3))


class Scene:
    """A link of a steady game whose tiles are marked and take a second to go."""

    def __init__(self, gravity: Gravity = Gravity.NONE, *, heard: bool = True) -> None:
        self.selected: tuple[Cell, ...] = GONE
        self.bare, self.heard = True, heard
        self.tapped: list[Cell] = []
        self.said: list[str] = []
        self.course = Course(
            Beliefs(gravities=(gravity,)), Pace(Patience(hurries=True)), Nobody(), self.said.append
        )
        for _ in range(4):
            self.course.pace.removed(1.0, (told(self.course.pace),))
            self.course.pace.saw(marked=True)
        self.course.plan = (BESIDE,)
        self.ahead = self.begun()

    def begun(self) -> Ahead:
        """A link is waited for."""
        out, first = cast("Lookout", self), link(*GONE)
        return Ahead(self.course, out, Pointer(), self.tap, board=BOARD, link=first)

    def current(self) -> tuple[None, SimpleNamespace]:
        """See `Lookout.current`."""
        return None, SimpleNamespace(selected=self.selected)

    def shows(self, *_: object) -> bool:
        """See `Lookout.shows`."""
        return self.bare

    def tap(self, _: Board, cell: Cell) -> bool:
        """Click a tile, unless it was lost before."""
        self.tapped += [cell] if self.heard else []
        return self.heard


def test_one_tile_is_tapped_early_and_its_mark_tells() -> None:
    """From then on the next link is clicked as soon as one is marked."""
    scene = Scene()
    assert not scene.ahead.may_go_on(0.05)
    assert scene.tapped in ([BESIDE.a], [BESIDE.b])
    assert scene.course.is_tapped
    scene.selected = (*GONE, *scene.tapped)
    assert not scene.ahead.may_go_on(0.1)
    assert scene.said == ["the game takes clicks while tiles go"]
    scene.selected, scene.ahead = GONE, scene.begun()
    assert scene.ahead.may_go_on(0.05)
    assert scene.course.presumed is not None
    assert scene.course.presumed.upcoming == BESIDE
    assert len(scene.tapped) == 1


def test_a_tap_that_leaves_no_mark_is_the_last() -> None:
    """A mark that shows when the tiles have gone may be of a click heard after that."""
    scene = Scene()
    scene.ahead.may_go_on(0.05)
    scene.selected = (scene.tapped[0],)
    scene.ahead.gone()
    scene.selected, scene.ahead = GONE, scene.begun()
    assert not scene.ahead.may_go_on(0.05)
    assert len(scene.tapped) == 1


def test_a_tap_that_was_not_made_tells_nothing() -> None:
    """Such as when the window moves at that moment: it is made at another link."""
    scene = Scene(heard=False)
    scene.ahead.may_go_on(0.05)
    scene.ahead.gone()
    scene.heard, scene.ahead = True, scene.begun()
    scene.ahead.may_go_on(0.05)
    assert len(scene.tapped) == 1


@pytest.mark.parametrize(
    "spoil",
    [
        lambda scene: setattr(scene, "selected", GONE[:1]),
        lambda scene: setattr(scene, "selected", (*GONE, BESIDE.a)),
        lambda scene: setattr(scene, "bare", False),
        lambda scene: setattr(scene.course, "plan", ()),
        lambda scene: setattr(scene.course, "plan", (BLOCKED,)),
    ],
    ids=["unheard", "marked", "covered", "no plan", "no path"],
)
def test_nothing_is_clicked_ahead_unless_all_is_plain(spoil: object) -> None:
    """The link must be marked, the next one seen, unmarked, and joined beside it."""
    scene = Scene()
    assert callable(spoil)
    spoil(scene)
    assert not scene.ahead.may_go_on(0.05)
    assert scene.tapped == []


def test_where_tiles_fall_nothing_is_clicked_ahead() -> None:
    """The next tile may lie elsewhere by then."""
    scene = Scene(Gravity.DOWN)
    assert not scene.ahead.may_go_on(0.05)
    assert scene.tapped == []


def test_a_link_that_is_lost_for_it_ends_it() -> None:
    """No other is hurried in this game."""
    scene = Scene()
    scene.course.pace.meanwhile.tried(heard=True)
    assert scene.ahead.may_go_on(0.05)
    scene.begun().lost()
    scene.course.presumed = None
    assert not scene.begun().may_go_on(0.05)
    assert scene.tapped == []
