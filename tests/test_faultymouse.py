"""What becomes of simulated clicks: each reaches the game, or it is known why it did not."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.deal import deal
from bot.faults import Faults
from bot.faultydesktop import GAME, FaultyDesktop
from bot.faultygame import FaultyGame
from bot.faultymouse import PRESS, Fate, FaultyMouse
from bot.game import EventKind, Game
from bot.geometry import Cell, Pixel, ScreenPoint
from bot.position import Gravity, remove
from bot.simulator import SimulatedClock


class Clicked:
    """A game under a mouse; `popup_seen` says what the last picture showed."""

    popup_seen = False

    def __init__(self, faults: Faults, gravity: Gravity = Gravity.NONE) -> None:
        self.clock = SimulatedClock()
        self.game = FaultyGame(Game(deal(4, 6, 6, seed=1), gravity=gravity), faults)
        self.desktop = FaultyDesktop(self.game.size, faults, self.clock.now)
        self.mouse = FaultyMouse(
            self.game, self.desktop, self.clock, faults, lambda _: self.popup_seen
        )

    def point(self, pixel: Pixel) -> ScreenPoint:
        """Where a pixel of the game lies on the screen."""
        place = self.desktop.place()
        return ScreenPoint(place.left + pixel.x, place.top + pixel.y)

    def click(self, cell: Cell = Cell(0, 0)) -> Fate:  # noqa: B008 - a cell is a constant
        """Click a cell: what became of it."""
        self.mouse.click(self.point(self.game.game.lattice.center(cell)))
        return self.mouse.clicks[-1].fate

    def heard(self) -> int:
        """How many clicks the game has heard."""
        return sum(event.kind is EventKind.CLICK for event in self.game.game.events)


def test_without_faults_every_click_is_heard_where_it_was_made() -> None:
    """The tile under it is selected, the pointer is there, and the press takes its time."""
    clicked = Clicked(Faults.none())
    assert clicked.click(Cell(2, 3)) is Fate.HEARD
    assert clicked.game.game.selected == Cell(2, 3)
    assert clicked.mouse.position() == clicked.mouse.clicks[0].point
    assert clicked.clock.now() == pytest.approx(PRESS, abs=0.002)
    assert clicked.mouse.violations == []


def test_a_pointer_that_is_moved_clicks_nothing() -> None:
    """It is only elsewhere."""
    clicked = Clicked(Faults.none())
    clicked.mouse.move(ScreenPoint(7, 8))
    assert clicked.mouse.position() == ScreenPoint(7, 8)
    assert clicked.mouse.clicks == []


def test_as_many_clicks_are_lost_as_told() -> None:
    """The game hears of the others alone, and a lost click is no violation."""
    clicked = Clicked(Faults(seed=1, lost=0.3))
    fates = Counter(clicked.click() for _ in range(400))
    assert set(fates) == {Fate.LOST, Fate.HEARD}
    assert 95 <= fates[Fate.LOST] <= 145
    assert clicked.heard() == fates[Fate.HEARD]
    assert clicked.mouse.violations == []


def test_as_many_clicks_are_doubled_as_told() -> None:
    """The game hears of these twice, so that nothing is selected after the first of them."""
    clicked = Clicked(Faults(seed=2, doubled=0.2))
    fates = Counter(clicked.click() for _ in range(400))
    assert 60 <= fates[Fate.DOUBLED] <= 100
    assert clicked.heard() == fates[Fate.HEARD] + 2 * fates[Fate.DOUBLED]
    always = Clicked(Faults(doubled=1.0))
    always.click()
    assert always.game.game.selected is None


def test_a_game_is_deaf_for_a_while_after_tiles_have_gone() -> None:
    """Not while its first tiles are all there, and no longer than told."""
    clicked = Clicked(Faults(rest=0.2, removal=(0.1, 0.1)))
    engine, (link, *_) = clicked.game.game, clicked.game.game.position.legal_links
    assert [clicked.click(cell) for cell in (link.a, link.b)] == [Fate.HEARD, Fate.HEARD]
    while engine.due is not None:
        clicked.clock.sleep(0.01)
        engine.advance(clicked.clock.now())
    clicked.clock.sleep(0.1)
    assert clicked.click() is Fate.LOST
    clicked.clock.sleep(0.1)
    assert clicked.click() is Fate.HEARD


def test_a_click_too_soon_after_another_is_not_heard() -> None:
    """One that was not heard itself does not count."""
    clicked = Clicked(Faults(pause=0.2))
    assert [clicked.click() for _ in range(2)] == [Fate.HEARD, Fate.LOST]
    clicked.clock.sleep(0.1)
    assert clicked.click() is Fate.LOST
    clicked.clock.sleep(0.1)
    assert clicked.click() is Fate.HEARD


def test_a_game_is_deaf_while_tiles_fall() -> None:
    """And at once ready where none does."""
    deaf = {}
    for gravity in (Gravity.DOWN, Gravity.NONE):
        clicked = Clicked(Faults(fall=0.4, removal=(0.1, 0.1)), gravity=gravity)
        engine = clicked.game.game
        board = engine.board
        link = next(
            link
            for link in engine.position.legal_links
            if remove(board, link.a, link.b, Gravity.DOWN) != board.without([link.a, link.b])
        )
        assert [clicked.click(cell) for cell in (link.a, link.b)] == [Fate.HEARD, Fate.HEARD]
        clicked.clock.sleep(0.3)
        engine.advance(clicked.clock.now())
        deaf[gravity] = clicked.click(Cell(3, 5))
        clicked.clock.sleep(0.4)
        assert clicked.click(Cell(3, 5)) is Fate.HEARD
    assert deaf == {Gravity.DOWN: Fate.LOST, Gravity.NONE: Fate.HEARD}


@pytest.mark.parametrize(("seen", "fate"), [(True, Fate.POPUP), (False, Fate.SURPRISED)])
def test_a_popup_takes_clicks_and_only_a_seen_one_blames_them(*, seen: bool, fate: Fate) -> None:
    """The game hears nothing of a click on it; it is a violation if a picture had shown it."""
    clicked = Clicked(Faults(seed=3, popups=10))
    while (popup := clicked.game.popup(clicked.clock.now())) is None:
        clicked.clock.sleep(0.1)
    clicked.popup_seen = seen
    under = Pixel(popup.left + popup.width / 2, popup.top + popup.height / 2)
    clicked.mouse.click(clicked.point(under))
    assert clicked.mouse.clicks[0].fate is fate
    assert clicked.heard() == 0
    assert bool(clicked.mouse.violations) is seen


def test_a_click_on_another_window_is_a_violation() -> None:
    """The game hears nothing of it, and it is no excuse that clicks get lost, too."""
    clicked = Clicked(Faults(seed=3, covers=10, lost=1.0))
    while clicked.desktop.windows()[0].id == GAME:
        clicked.clock.sleep(0.1)
    cover = clicked.desktop.windows()[0].rect
    clicked.mouse.click(ScreenPoint(cover.left + 5, cover.top + 5))
    assert [click.fate for click in clicked.mouse.violations] == [Fate.COVERED]
    assert clicked.heard() == 0


@pytest.mark.parametrize("pixel", [Pixel(3, 3), Pixel(-40, 100), Pixel(180, 2)])
def test_a_click_beside_the_board_is_a_violation(pixel: Pixel) -> None:
    """Whether on the rim of the window or outside of it."""
    clicked = Clicked(Faults(lost=1.0))
    clicked.mouse.click(clicked.point(pixel))
    assert [click.fate for click in clicked.mouse.violations] == [Fate.BESIDE]


def test_a_click_where_the_window_was_is_a_violation() -> None:
    """After a move the old place of a tile is no longer the game's."""
    clicked = Clicked(Faults(seed=4, moves=20))
    was, start = (
        clicked.point(clicked.game.game.lattice.center(Cell(0, 0))),
        clicked.desktop.place(),
    )
    while abs(clicked.desktop.place().left - start.left) < 100:
        clicked.clock.sleep(0.1)
    clicked.mouse.click(was)
    assert clicked.mouse.violations
