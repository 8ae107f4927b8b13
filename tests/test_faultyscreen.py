"""Pictures of the simulated desktop: what each fault does to them, pixel by pixel."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.deal import deal
from bot.faults import Faults
from bot.faultydesktop import GAME, FaultyDesktop
from bot.faultygame import FaultyGame
from bot.faultyscreen import FaultyScreen
from bot.frame import Frame
from bot.game import Game
from bot.geometry import Rect, ScreenPoint
from bot.simulator import SimulatedClock


class Shown:
    """A faulty game on its desktop and the screen that shows it; tiles glow, so it changes."""

    def __init__(self, faults: Faults, region: Rect | None = None) -> None:
        self.clock = SimulatedClock()
        self.game = FaultyGame(Game(deal(4, 6, 6, seed=1)), faults)
        self.desktop = FaultyDesktop(self.game.size, faults, self.clock.now)
        self.pointer = ScreenPoint(0, 0)
        self.screen = FaultyScreen(
            self.game,
            self.desktop,
            self.clock,
            faults,
            region=lambda: region or self.desktop.place(),
            pointer=lambda: self.pointer,
        )

    def grab(self) -> Frame:
        """The next picture, a tenth of a second later."""
        self.clock.sleep(0.1)
        return self.screen.grab()

    def true(self) -> NDArray[np.uint8]:
        """What the game's window shows now."""
        return self.game.picture(self.clock.now())

    def select(self, number: int) -> None:
        """Click the tile of some number, so that the picture changes."""
        cell = tuple(self.game.game.board.cells())[number]
        self.game.click(self.game.game.lattice.center(cell), self.clock.now())


def test_without_faults_it_shows_the_window_as_it_is() -> None:
    """The picture is the game's own, lies where the window does, and takes a moment."""
    shown = Shown(Faults.none())
    before = shown.clock.now()
    frame = shown.grab()
    place = shown.desktop.place()
    assert (frame.pixels == shown.true()).all()
    assert (frame.origin, frame.scale) == (ScreenPoint(place.left, place.top), 1.0)
    assert before < frame.time < shown.clock.now() < before + 0.2


def test_a_stale_picture_is_the_one_before() -> None:
    """As many as told show what the last one showed, though the game has changed since."""
    shown = Shown(Faults(seed=1, stale=0.3))
    last, stale = shown.grab().pixels, 0
    for number in range(200):
        shown.select(number % 24)
        pixels = shown.grab().pixels
        is_new = (pixels == shown.true()).all()
        assert is_new or (pixels == last).all()
        stale += not is_new
        last = pixels
    assert 35 <= stale <= 85


def test_a_torn_picture_is_new_above_and_old_below() -> None:
    """As many as told are cut at some line: above it the new picture, below it the last one."""
    shown = Shown(Faults(seed=2, torn=0.3))
    last, torn, cuts = shown.grab().pixels, 0, set()
    for number in range(200):
        shown.select(number % 24)
        pixels, new = shown.grab().pixels, shown.true()
        if (pixels == new).all():
            last = pixels
            continue
        fresh = (pixels == new).all(axis=(1, 2))
        old = (pixels == last).all(axis=(1, 2))
        cut = int(np.argmin(fresh))
        assert fresh[:cut].all()
        assert old[cut:].all()
        torn += 1
        cuts.add(cut)
        last = pixels
    # A cut below what changed, or above all of it, cannot be seen.
    assert 10 <= torn <= 85
    assert len(cuts) > 1


def test_noise_has_the_strength_it_is_told_and_is_never_the_same() -> None:
    """On plain ground its standard deviation is that, and two pictures differ."""
    shown = Shown(Faults(seed=3, noise=3))
    one, two = shown.grab().pixels, shown.grab().pixels
    apart = one.astype(float) - shown.true()
    assert np.std(apart[:40]) == pytest.approx(3, rel=0.1)
    assert abs(np.mean(apart[:40])) < 0.1
    assert (one != two).mean() > 0.5


def test_a_tint_takes_light_from_all_of_the_picture_for_a_while() -> None:
    """No pixel gets lighter, most get darker, and then all is as before."""
    shown = Shown(Faults(seed=4, tints=10))
    tinted = []
    for _ in range(300):
        pixels = shown.grab().pixels
        assert (pixels <= shown.true()).all()
        tinted.append((pixels < shown.true()).mean())
    assert set(tinted) > {0.0}
    assert max(tinted) > 0.5


def test_the_pointer_is_drawn_where_it_is() -> None:
    """Right below and beside the point the picture differs, and nowhere else."""
    shown = Shown(Faults(seed=5, pointer=True))
    place = shown.desktop.place()
    shown.pointer = ScreenPoint(place.left + 100, place.top + 90)
    rows, cols = np.nonzero((shown.grab().pixels != shown.true()).any(axis=2))
    assert rows.size > 50
    assert (rows.min(), cols.min()) >= (88, 98)
    assert (rows.max(), cols.max()) <= (112, 114)


def test_another_window_is_seen_where_it_lies() -> None:
    """In front it covers the game, behind it is not seen."""
    shown = Shown(Faults(seed=1, covers=10, stay=(2.0, 2.0)))
    behind = front = 0
    for number in range(200):
        shown.clock.sleep(0.1)
        before = shown.desktop.windows()
        pixels = shown.screen.grab().pixels
        windows = shown.desktop.windows()
        if windows != before:
            continue  # it came or went while the picture was taken
        differs = (pixels != shown.true()).any(axis=2)
        if windows[0].id == GAME:
            assert not differs.any()
            behind += len(windows) > 1
            continue
        cover, place = windows[0].rect, shown.desktop.place()
        left, top = cover.left - place.left, cover.top - place.top
        inside = differs[top : top + cover.height, left : left + cover.width]
        assert inside.mean() > 0.8
        assert differs.sum() == inside.sum()
        front += 1
        if number % 4 == 3:
            shown.desktop.activate(GAME)
    assert front > 3
    assert behind > 2


def test_a_window_that_moves_is_looked_at_where_it_was() -> None:
    """While it glides some pictures show it beside itself; standing still none does."""
    shown = Shown(Faults(seed=6, moves=20))
    beside = 0
    for _ in range(1000):
        before = shown.desktop.place()
        frame = shown.screen.grab()
        after = shown.desktop.place()
        if before == after:
            assert (frame.pixels == shown.true()).all()
        else:
            assert frame.origin == (before.left, before.top)
            beside += (frame.pixels != shown.true()).any()
    assert beside > 10


def test_a_region_beyond_the_window_shows_the_desktop_around_it() -> None:
    """The window lies in the picture where it lies on the screen, on plain ground."""
    place = Shown(Faults.none()).desktop.place()
    wide = Rect(place.left - 30, place.top - 20, place.width + 60, place.height + 40)
    shown = Shown(Faults.none(), wide)
    pixels = shown.grab().pixels
    assert (pixels[20:-20, 30:-30] == shown.true()).all()
    assert (pixels[:20] == pixels[0, 0]).all()
    assert (pixels[:, -30:] == pixels[0, 0]).all()


def test_it_is_known_where_the_last_picture_showed_a_popup() -> None:
    """As long as a picture without it has not been handed out, also a stale one."""
    shown = Shown(Faults(seed=7, popups=10, stale=0.5))
    late = 0
    for _ in range(200):
        frame = shown.grab()
        popup, place = shown.game.popup(shown.clock.now()), shown.desktop.place()
        differs = (frame.pixels != shown.game.game.picture(shown.clock.now())).any(axis=2)
        rows, cols = np.nonzero(differs)
        if not rows.size:
            assert not shown.screen.shows_popup(ScreenPoint(place.left + 200, place.top + 200))
            late += popup is not None
            continue
        x, y = (cols.min() + cols.max()) / 2, (rows.min() + rows.max()) / 2
        assert shown.screen.shows_popup(ScreenPoint(place.left + x, place.top + y))
        assert not shown.screen.shows_popup(ScreenPoint(place.left + 2, place.top + 2))
        late += popup is None
    assert late > 3
