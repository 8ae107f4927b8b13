"""The whole bot on the bundled game: in a real window, or without any screen."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass

from bot.deal import deal
from bot.gameprocess import GameProcess
from bot.hand import FreeHand
from bot.live import LiveGame
from bot.position import Gravity
from bot.replaying import World
from bot.simulator import Game, SimulatedClock, SimulatedMouse, SimulatedScreen
from bot.window import Desktop, find_window


@dataclass(frozen=True, slots=True)
class DemoGame:
    """The deal that is played; it can be cleared.

    Parameters
    ----------
    rows, cols, kinds, seed
        as for `bot.deal.deal`
    gravity
        where tiles fall; the bot is not told
    """

    rows: int
    cols: int
    kinds: int
    seed: int
    gravity: Gravity


@contextmanager
def offscreen(game: DemoGame) -> Iterator[World]:
    """A game in this process: screen and clock are simulated, eye and mind are not.

    Raises
    ------
    InputError
        if there is no such deal
    """
    board = deal(game.rows, game.cols, game.kinds, game.seed, solvable=True, gravity=game.gravity)
    played, clock = Game(board, gravity=game.gravity), SimulatedClock()
    hand = FreeHand(SimulatedMouse(played, clock))
    yield World(SimulatedScreen(played, clock), hand, clock.now, clock.sleep)


@contextmanager
def in_window(game: DemoGame, desktop: Desktop) -> Iterator[World]:
    """A game in a window of its own, which is played as any other game.

    Raises
    ------
    InputError
        if there is no such deal
    MachineError
        if no window can be shown, seen or clicked
    """
    # The process number tells this window from that of another demo.
    title = f"Linkup demo {os.getpid()}"
    with GameProcess(_arguments(game, title)):
        live = LiveGame(desktop, find_window(desktop, title))
        live.come_to_front()
        with closing(live):
            yield World(live, live, covers=live.covering)


def _arguments(game: DemoGame, title: str) -> Sequence[str]:
    numbers = {
        "rows": game.rows,
        "cols": game.cols,
        "kinds": game.kinds,
        "seed": game.seed,
        "gravity": game.gravity,
        "title": title,
    }
    named = [part for name, value in numbers.items() for part in (f"--{name}", str(value))]
    return [*named, "--solvable", "--with-parent"]
