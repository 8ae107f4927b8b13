"""The simulated desktop: whose a point is while windows move and lie over each other."""

from __future__ import annotations

from itertools import pairwise

from bot.faults import Faults
from bot.faultydesktop import GAME, TITLE, FaultyDesktop
from bot.geometry import Rect, ScreenPoint
from bot.simulator import SimulatedClock
from bot.window import find_window, outside

SIZE = (400, 300)


def opened(faults: Faults) -> tuple[FaultyDesktop, SimulatedClock]:
    """A desktop and the clock it runs by."""
    clock = SimulatedClock()
    return FaultyDesktop(SIZE, faults, clock.now), clock


def middle(rect: Rect) -> ScreenPoint:
    """The middle of a rectangle."""
    return ScreenPoint(rect.left + rect.width / 2, rect.top + rect.height / 2)


def until_covered(desktop: FaultyDesktop, clock: SimulatedClock) -> Rect:
    """Wait for another window in front; where it lies."""
    while desktop.windows()[0].id == GAME:
        clock.sleep(0.05)
    return desktop.windows()[0].rect


def test_without_faults_the_window_stays_alone_where_it_is() -> None:
    """It is found by its title, lies wholly on the screen, and every point of it is its own."""
    desktop, clock = opened(Faults.none())
    game = find_window(desktop, TITLE)
    assert game.rect[2:] == SIZE
    for _ in range(600):
        clock.sleep(0.1)
        assert desktop.windows() == [game]
        assert desktop.owner_at(middle(game.rect)) == GAME
    assert desktop.owner_at(ScreenPoint(1, 1)) is None
    assert desktop.bounds(GAME + 1) is None


def test_a_window_that_moves_glides_and_stays_on_the_screen() -> None:
    """Between two places it is in between, never larger, never over the edge."""
    desktop, clock = opened(Faults(seed=1, moves=20))
    places = []
    for _ in range(6000):
        clock.sleep(0.01)
        places.append(desktop.place())
    assert not any(outside(place, desktop.screen()) for place in places)
    assert {place[2:] for place in places} == {SIZE}
    assert len(set(places)) > 40
    steps = [abs(b.left - a.left) + abs(b.top - a.top) for a, b in pairwise(places)]
    assert 0 < max(steps) < 50
    assert steps.count(0) > len(steps) / 2


def test_where_a_window_is_does_not_depend_on_who_asks() -> None:
    """One that looks seldom finds it where one that looks often does."""
    often, clock = opened(Faults(seed=2, moves=20))
    seldom, late = opened(Faults(seed=2, moves=20))
    for _ in range(20):
        for _ in range(150):
            clock.sleep(0.1)
            often.place()
        late.sleep(clock.now() - late.now())
        assert often.place() == seldom.place()


def test_another_window_takes_the_clicks_where_it_lies() -> None:
    """In front it owns its points and the game the others; it has a number of its own."""
    desktop, clock = opened(Faults(seed=3, covers=10))
    cover = until_covered(desktop, clock)
    front, game = desktop.windows()
    assert front.id != game.id == GAME
    assert desktop.owner_at(middle(cover)) == front.id
    assert desktop.bounds(front.id) == cover
    assert cover.intersection(desktop.place()) == cover
    assert desktop.same_program(GAME, GAME)
    assert not desktop.same_program(GAME, front.id)
    free = [
        ScreenPoint(x, y)
        for x in (game.rect.left, game.rect.right - 1)
        for y in (game.rect.top, game.rect.bottom - 1)
        if not cover.holds(x, y)
    ]
    assert free
    assert {desktop.owner_at(point) for point in free} == {GAME}


def test_windows_that_give_way_do_so_after_a_moment_and_stubborn_ones_never() -> None:
    """Both kinds come; asked away, one goes behind while it is there, the other stays in front."""
    gave_way = []
    for seed in range(12):
        desktop, clock = opened(Faults(seed=seed, covers=10, stay=(2.0, 2.0)))
        cover = middle(until_covered(desktop, clock))
        desktop.activate(GAME)
        assert desktop.owner_at(cover) != GAME
        clock.sleep(0.2)
        gave_way.append(desktop.owner_at(cover) == GAME)
        assert len(desktop.windows()) == 2
    assert True in gave_way
    assert False in gave_way


def test_a_window_in_front_goes_away_by_itself() -> None:
    """After the time that it stays, the game is alone again."""
    desktop, clock = opened(Faults(seed=3, covers=2, stay=(1.0, 1.0)))
    cover = middle(until_covered(desktop, clock))
    clock.sleep(1.0)
    assert desktop.owner_at(cover) == GAME
    assert len(desktop.windows()) == 1
