"""Looking without a hand: one reading of a screen, once it stands still and nothing covers it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator

from bot.errors import BoardNotFoundError, OtherSkinError
from bot.frame import Frame
from bot.geometry import Rect, ScreenPoint
from bot.reader import Reading, read_again
from bot.screen import Screen
from bot.window import Desktop, Window, WindowCoveredError

PATIENCE = 5.0
"""s; how long to wait for a board to be seen, and to stand still."""
BETWEEN = 0.15
"""s; between two looks: a tile that falls or fades has moved on by then."""


def look(
    screen: Screen,
    read: Callable[[Frame], Reading],
    *,
    patience: float = PATIENCE,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> tuple[Frame, Reading]:
    """A frame and what it shows, once two looks in a row show the same board.

    Parameters
    ----------
    screen
        what is looked at
    read
        reads a frame of a game not seen before
    patience
        s; a board on which something still moves after it is taken as it is
    clock, sleep
        time, s

    Raises
    ------
    BoardNotFoundError
        if no board is seen
    """
    until = clock() + patience
    before: Reading | None = None
    while True:
        frame = screen.grab()
        try:
            if before is None or frame.pixels.shape != before.pixels.shape:
                reading = read(frame)
            else:
                reading = read_again(frame, before)
        except OtherSkinError:
            raise  # to look again is in vain
        except BoardNotFoundError:
            if clock() > until:
                raise
            before = None
        else:
            stands = before is not None and reading.board == before.board
            if stands or clock() > until:
                return frame, reading
            # What was read while something moved is nothing to build on.
            before = reading if before is None else None
        sleep(BETWEEN)


def check_uncovered(desktop: Desktop, window: Window, points: Iterable[ScreenPoint]) -> None:
    """Raise unless all these places of the screen show the window.

    Raises
    ------
    WindowCoveredError
        if another window lies in front of one of them
    """
    covered = [(point, desktop.owner_at(point)) for point in points]
    covered = [(point, owner) for point, owner in covered if owner != window.id]
    if not covered:
        return
    titles = {other.id: f"the window '{other.title}'" for other in desktop.windows()}
    # The frame around a window has no title; a place inside it tells more.
    point, owner = next((place for place in covered if place[1] in titles), covered[0])
    raise WindowCoveredError(
        f"at {point.x:.0f},{point.y:.0f} {titles.get(owner or 0, 'something else')} covers "
        f"the window '{window.title}': bring the game to the front, and look again"
    )


def spread(rect: Rect, count: int = 9) -> Iterator[ScreenPoint]:
    """Places all over a rectangle, `count` times `count` of them.

    >>> list(spread(Rect(0, 0, 10, 20), 1))
    [ScreenPoint(x=5.0, y=10.0)]
    """
    steps = [(2 * number + 1) / (2 * count) for number in range(count)]
    for down in steps:
        for across in steps:
            yield ScreenPoint(rect.left + across * rect.width, rect.top + down * rect.height)
