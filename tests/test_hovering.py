"""The light under the pointer is told from the mark of a selected tile."""

from __future__ import annotations

import pytest

from bot.boardview import Painter
from bot.deal import deal
from bot.frame import Frame
from bot.geometry import Cell
from bot.hand import FreeHand
from bot.hovering import Hovering
from bot.lookout import Lookout
from bot.matcher import Link
from bot.patience import Patience
from bot.pointer import Pointer
from bot.simulator import Game, SimulatedClock, SimulatedMouse

A, B = Cell(0, 0), Cell(2, 3)
LINK = Link(A, B, (A, B))


class Lit:
    """A game that marks the tile under the pointer, and others; and what looks at it."""

    def __init__(self, *selected: Cell, fades: float = 0.0) -> None:
        self.game, self.clock = Game(deal(4, 6, 6, seed=5)), SimulatedClock()
        self.selected, self.fades, self.left = set(selected), fades, float("inf")
        self.pointer, self.parked = Pointer(cell=B), 0
        painter, clock, lit = Painter(self.game.board, self.game.style), self.clock, self

        class Shown:
            def grab(self) -> Frame:
                """The tile that was under the pointer keeps its light for a while."""
                is_lit = clock.now() < lit.left + lit.fades
                marked = lit.selected | ({B} if is_lit else set())
                pixels = painter.draw(lit.game.board, selected=tuple(marked)).copy()
                if is_lit and lit.left < clock.now():
                    x, y = (round(each) for each in lit.game.lattice.center(B))
                    pixels[y - 2 : y + 2, x - 2 : x + 2] = round(400 * (clock.now() - lit.left))
                return Frame(pixels)

        class Aside(FreeHand):
            def park(self) -> None:
                """The pointer leaves."""
                lit.parked += 1
                lit.left = min(lit.left, clock.now())

        hand = Aside(SimulatedMouse(self.game, clock))
        self.out = Lookout(
            Shown(),
            hand,
            clock=clock.now,
            sleep=clock.sleep,
            patience=Patience(),
            say=lambda _: None,
        )
        self.left = -1.0  # the board is found before anything is lit
        self.fades, fades = 0.0, self.fades
        chosen, self.selected = self.selected, set()
        self.out.find_board()
        self.left, self.fades, self.selected = float("inf"), fades, chosen
        self.out.look()
        self.hovering = Hovering(self.out, hand, self.pointer, clock=clock.now)

    def leave(self) -> tuple[set[Cell], float]:
        """What is marked once the pointer has left, and how long that took, s."""
        began = self.clock.now()
        self.hovering.leave(LINK)
        return set(self.out.current()[1].selected), self.clock.now() - began


@pytest.mark.parametrize("fades", [0.0, 0.25])
def test_a_light_under_the_pointer_is_no_mark(fades: float) -> None:
    """At once or slowly it goes with the pointer; what else is marked stays so."""
    lit = Lit(A, fades=fades)
    assert set(lit.out.current()[1].selected) == {A, B}
    marked, seconds = lit.leave()
    assert marked == {A}
    assert seconds < fades + 0.1
    assert lit.pointer.cell is None


def test_a_selected_tile_stays_marked_and_is_not_asked_for_ever() -> None:
    """A tenth of a second each, and no more once it was in vain twice."""
    lit = Lit(B)
    lit.fades = -1.0
    for times in (1, 2, 2):
        lit.pointer = lit.hovering._pointer
        lit.pointer.cell = B
        marked, seconds = lit.leave()
        assert (marked, lit.parked) == ({B}, times)
        assert seconds < 0.2


def test_the_pointer_stays_where_no_tile_of_the_link_is_marked_under_it() -> None:
    """Or it would be moved for nothing."""
    lit = Lit(A)
    lit.pointer.cell = Cell(1, 1)
    lit.leave()
    lit.pointer.cell = A
    lit.selected = set()
    lit.out.look()
    lit.leave()
    assert lit.parked == 0
