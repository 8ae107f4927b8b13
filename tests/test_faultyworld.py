"""The loop plays whole games in faulty worlds: eye, mind, hand and window guard together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.bench.games import Played, Trial, played, world_of
from bot.deal import deal
from bot.errors import MachineError, WindowError
from bot.faults import Faults
from bot.faultydesktop import GAME
from bot.faultyworld import FaultyWorld
from bot.game import EventKind
from bot.geometry import Cell, ScreenPoint
from bot.matcher import LinkRule
from bot.position import Gravity
from bot.window import WindowCoveredError, WindowMovedError

BOARD = deal(4, 6, 6, seed=1, solvable=True)


def at(world: FaultyWorld, cell: Cell) -> ScreenPoint:
    """Where a cell lies on the screen now."""
    place, middle = world.desktop.place(), world.game.lattice.center(cell)
    return ScreenPoint(place.left + middle.x, place.top + middle.y)


def trial(rows: int, cols: int, faults: Faults, *, margin: int = 1, gravity: Gravity) -> Trial:
    """A game of some size and rules in a world of these faults."""
    return Trial(
        seed=faults.seed,
        what="a test",
        rows=rows,
        cols=cols,
        kinds=rows * cols // 4,
        rule=LinkRule(margin=margin),
        gravity=gravity,
        faults=faults,
    )


def test_the_real_guard_keeps_clicks_from_another_window() -> None:
    """A point that another window owns is refused before the mouse hears of it."""
    world = FaultyWorld(BOARD, Faults(seed=3, covers=10))
    world.live.grab()
    while world.desktop.windows()[0].id == GAME:
        world.clock.sleep(0.1)
    cover = world.desktop.windows()[0].rect
    with pytest.raises(WindowCoveredError, match="'Message' covers the window 'Linkup'"):
        world.live.click(ScreenPoint(cover.left + 5, cover.top + 5))
    assert world.mouse.clicks == []


def test_the_real_guard_notices_that_the_window_moved() -> None:
    """A click aimed by an old picture is refused."""
    world = FaultyWorld(BOARD, Faults(seed=4, moves=20))
    frame = world.live.grab()
    world.live.aim(frame, world.game.lattice)
    point, start = at(world, Cell(0, 0)), world.desktop.place()
    while world.desktop.place() == start:
        world.clock.sleep(0.1)
    with pytest.raises(WindowMovedError):
        world.live.click(point)
    assert world.mouse.clicks == []


def test_every_removal_takes_a_time_of_its_own() -> None:
    """Each lies between the least and the most, no two are alike, and they add up."""
    faults = Faults(seed=5, removal=(0.5, 2.0))
    world = FaultyWorld(BOARD, faults)
    while world.game.outcome is None:
        link = next(iter(world.game.position.legal_links))
        for cell in (link.a, link.b):
            world.live.click(at(world, cell))
        world.clock.sleep(2.5)
        world.live.grab()
    events = world.game.events
    linked = [event.time for event in events if event.kind is EventKind.LINKED]
    removed = [event.time for event in events if event.kind is EventKind.REMOVED]
    delays = [after - before for before, after in zip(linked, removed, strict=True)]
    assert len(set(delays)) == len(delays) > 3
    assert all(0.5 <= delay <= 2.0 for delay in delays)
    assert world.delays == pytest.approx(sum(delays))


@pytest.mark.parametrize("seed", [9, 21])
def test_one_seed_is_one_game(seed: int) -> None:
    """Every click, event and number is the same again, and another seed plays another game."""
    faults = replace(Faults.by_lot(seed), lost=0.2, noise=0)
    game = trial(4, 4, faults, gravity=Gravity.DOWN)
    assert played(game) == played(game)
    assert played(replace(game, faults=replace(faults, seed=seed + 100))) != played(game)


def test_one_seed_is_one_picture_after_the_other() -> None:
    """Bit for bit, whatever goes wrong."""
    faults = Faults.by_lot(3)
    worlds = [FaultyWorld(BOARD, replace(faults, noise=2.0, stale=0.2, torn=0.2)) for _ in range(2)]
    for _ in range(40):
        frames = [world.live.grab() for world in worlds]
        assert (frames[0].pixels == frames[1].pixels).all()
        assert frames[0].origin == frames[1].origin
        for world in worlds:
            world.clock.sleep(0.2)


def lawful(game: Played) -> bool:
    """Whether a game was cleared without a click that should not have been made."""
    return game.cleared and not game.violations


@pytest.mark.parametrize("gravity", list(Gravity))
@pytest.mark.parametrize("margin", [1, 0])
def test_without_faults_no_click_is_wasted_but_to_learn_the_rules(
    gravity: Gravity, margin: int
) -> None:
    """Whatever the rules are, the game is cleared; only a margin that is none costs clicks."""
    game = played(trial(4, 6, Faults(seed=1), margin=margin, gravity=gravity))
    assert lawful(game)
    assert game.wasted == 0 or not margin
    assert game.clicks == 24 + game.wasted


SINGLE = {
    "lost": Faults(lost=0.3),
    "doubled": Faults(doubled=0.2),
    "removal": Faults(removal=(0.0, 2.0)),
    "stale": Faults(stale=0.3),
    "torn": Faults(torn=0.3),
    "popups": Faults(popups=6, stay=(0.5, 1.5)),
    "covers": Faults(covers=6, stay=(0.5, 1.5)),
    "moves": Faults(moves=20),
    "shuffles": Faults(shuffles=6),
    "hints": Faults(hints=20),
    "changes": Faults(changes=20),
    "tints": Faults(tints=10),
    "hides": Faults(hides=20),
    "pointer": Faults(pointer=True),
}
"""One fault each, at a high rate; noise has a test of its own."""


@pytest.mark.parametrize("fault", SINGLE)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_with_one_fault_is_cleared(fault: str, seed: int) -> None:
    """And no click lands beside the board, on another window or on a popup that was seen."""
    gravity = (Gravity.NONE, Gravity.DOWN)[seed % 2]
    assert lawful(played(trial(4, 6, replace(SINGLE[fault], seed=seed), gravity=gravity)))


def test_a_noisy_game_is_cleared() -> None:
    """Every pixel of every picture differs from the one before."""
    assert lawful(played(trial(4, 4, Faults(seed=1, noise=3), gravity=Gravity.NONE)))


@pytest.mark.parametrize("seed", [1, 3, 5, 11, 13])
def test_a_game_with_some_of_all_faults_is_cleared(seed: int) -> None:
    """With as many faults at once as the lot has drawn."""
    assert lawful(played(trial(4, 4, replace(Faults.by_lot(seed), noise=0), gravity=Gravity.NONE)))


def test_a_window_that_is_gone_is_told() -> None:
    """The live game asks the desktop each time: where there is no window there is no picture."""
    world, _ = world_of(trial(4, 6, Faults.none(), gravity=Gravity.NONE))
    world.desktop.bounds = lambda _: None  # type: ignore[method-assign]
    with pytest.raises(
        (WindowError, MachineError), match="minimised, hidden or on another workspace"
    ):
        world.live.grab()
