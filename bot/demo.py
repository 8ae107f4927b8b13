"""The whole bot on the bundled game: in a real window, or without any screen."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass

from bot.board import Board
from bot.deal import deal
from bot.errors import BoardNotFoundError, InputError
from bot.foreground import Foreground
from bot.gameprocess import GameProcess
from bot.geometry import Rect
from bot.hand import FreeHand
from bot.live import LiveGame
from bot.position import Gravity
from bot.reader import read
from bot.replaying import World
from bot.simulator import Game, SimulatedClock, SimulatedMouse, SimulatedScreen
from bot.window import Desktop, find_window

_LINES, _KINDS, _CELLS = 3, 4, 720
"""Rows and columns, kinds, and cells of boards that the eye tells from what is none: see `sense`
and `locate`. Of few kinds it wants more than that."""


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


def check_readable(game: DemoGame) -> None:
    """Refuse a deal that the eye cannot tell without a skin, before anything is shown of it.

    Raises
    ------
    InputError
        if it cannot, or there is no such deal
    """
    lines, cells = min(game.rows, game.cols), game.rows * game.cols
    if lines < _LINES or game.kinds < _KINDS or cells > _CELLS:
        raise InputError(
            f"without a skin a board is told by {_LINES} rows, {_LINES} columns and {_KINDS} kinds "
            f"or more, and by {_CELLS} cells at most, but this one has "
            f"{game.rows} x {game.cols} cells of {game.kinds} kind{'s'[: game.kinds != 1]}"
        )
    board = _dealt(game)
    frame = SimulatedScreen(Game(board, gravity=game.gravity), SimulatedClock()).grab()
    try:
        seen = read(frame).board
    except BoardNotFoundError as error:
        why = str(error)
    else:
        if seen.is_sized_as(board):
            return
        why = f"it looks like {seen.rows} x {seen.cols} cells"
    raise InputError(f"this deal cannot be told without a skin: {why}; take more kinds or cells")


def _dealt(game: DemoGame) -> Board:
    rows, cols, kinds, seed = game.rows, game.cols, game.kinds, game.seed
    return deal(rows, cols, kinds, seed, solvable=True, gravity=game.gravity)


@contextmanager
def offscreen(game: DemoGame) -> Iterator[World]:
    """A game in this process: screen and clock are simulated, eye and mind are not.

    Raises
    ------
    InputError
        if there is no such deal
    """
    played, clock = Game(_dealt(game), gravity=game.gravity), SimulatedClock()
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
        window = find_window(desktop, title)
        live = LiveGame(desktop, window)
        with closing(live):
            live.come_to_front()
            try:
                yield World(live, live, front=Foreground(live.covering, live.message))
            except BoardNotFoundError as error:
                raise _if_small(error, game, window.rect) from None


def _if_small(error: BoardNotFoundError, game: DemoGame, place: Rect) -> BoardNotFoundError:
    """The same error, with what to do where the screen has no room for tiles of the usual size."""
    whole = SimulatedScreen(Game(_dealt(game)), SimulatedClock()).grab()
    if place.width >= whole.width and place.height >= whole.height:
        return error
    return BoardNotFoundError(
        f"the screen has room for tiles of {place.width / whole.width:.0%} of their size, too "
        "small to be told: say --offscreen, or fewer --rows and --cols"
    )


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
