"""What other programs call: read a picture, find links, solve, deal, play.

Rules are named as on the command line: gravity is one of "none", "down", "up", "left", "right" and
the further ones of `bot.position.Gravity`; the margin is whether a path may run outside the board.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from numbers import Integral
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bot import arguments, solver
from bot import deal as deals
from bot.beliefs import USUAL_GRAVITIES, USUAL_TURNS, Beliefs
from bot.board import Board
from bot.errors import InputError
from bot.frame import Frame, load, reduced
from bot.hand import FreeHand
from bot.lacking import Completing
from bot.matcher import Link, LinkRule
from bot.mouse import Mouse
from bot.position import Gravity, Position
from bot.reader import read
from bot.reading import Reading
from bot.replaying import Settings, World
from bot.screen import Screen
from bot.series import GamePlayed, Series
from bot.sighting import Sight
from bot.skin import Rules
from bot.skinfile import load_skin

MOST_SOLVABLE = 1600
"""Cells of a board that is dealt so that it can be cleared: 40 x 40, the most of `linkup game`.
A larger one would take minutes, and 1000 x 1000 cells for ever."""

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Picture = str | PathLike[str] | NDArray[np.uint8] | Frame
    """A file, an array of shape (H, W, 3) in RGB, or a frame."""


def read_picture(picture: Picture, *, skin: str | None = None) -> Reading:
    """Read what a picture shows.

    Parameters
    ----------
    picture : a file; a uint8 array of shape (H, W, 3), RGB, which is copied; or a frame
    skin : name or folder of the game's skin, where it is known; any game is read without

    Raises
    ------
    InputError
        if there is no such picture or skin, or an argument is of another type
    BoardNotFoundError
        if it shows no board

    Examples
    --------
    >>> from bot.simulator import Game
    >>> picture = Game(deal_board(4, 6, 6, seed=7)).picture(0.0)
    >>> print(read_picture(picture).board)
    a b c b a d
    b e f f c d
    d e d f b e
    f a c a c e
    """
    if isinstance(picture, Frame):
        frame = picture
    elif isinstance(picture, (str, PathLike)):
        frame = load(Path(picture))
    elif hasattr(picture, "__array_interface__"):
        # A copy: a frame's pixels are read-only, and whoever films goes on writing in his array.
        frame = Frame(np.array(picture))
    else:
        raise arguments.refuse("picture", "the name of a file, an array or a Frame", picture)
    skin = _skin(skin)
    small, times = reduced(frame)
    seen = read(small) if skin is None else Completing(Sight.of(load_skin(skin)).read)(small)
    return seen.enlarged(times)


def find_links(
    board: Board | str, *, gravity: str = "none", margin: bool = True, max_turns: int = 2
) -> tuple[Link, ...]:
    r"""Every link of a board, each with its path.

    Parameters
    ----------
    board : a board, or its text
    gravity, margin, max_turns : the rules

    Raises
    ------
    InputError
        if it is no board, there are no such rules, or an argument is of another type

    Examples
    --------
    >>> for link in find_links("a b\na b"):
    ...     print(*map(tuple, link.path))
    (0, 0) (1, 0)
    (0, 1) (1, 1)
    """
    return tuple(_position(board, gravity, margin, max_turns).legal_links)


def solve_board(
    board: Board | str,
    *,
    gravity: str = "none",
    margin: bool = True,
    max_turns: int = 2,
    seconds: float = 10.0,
) -> solver.Solution:
    r"""Search for an order of links that clears a board, or for proof that there is none.

    Parameters
    ----------
    board : a board, or its text
    gravity, margin, max_turns : the rules
    seconds : to search for at most

    Raises
    ------
    InputError
        if it is no board, there are no such rules, or an argument is of another type

    Examples
    --------
    >>> solution = solve_board("a b a\nb . b\na b a")
    >>> print(solution.verdict, len(solution.links))
    solved 4
    >>> print(solve_board("a b\nb a", margin=False).verdict)
    unsolvable
    """
    position = _position(board, gravity, margin, max_turns)
    return solver.solve(position, arguments.seconds("seconds", seconds))


def deal_board(
    rows: int,
    cols: int,
    kinds: int,
    *,
    seed: int | None = None,
    solvable: bool = True,
    gravity: str = "none",
    margin: bool = True,
) -> Board:
    """Deal a full board.

    Parameters
    ----------
    rows, cols, kinds : its size, and how many kinds of tiles it has
    seed : deals the same board again
    solvable : whether it must be one that can be cleared
    gravity, margin : the rules it can be cleared by

    Raises
    ------
    InputError
        if there is no such deal, one that can be cleared has more than `MOST_SOLVABLE` cells, or an
        argument is of another type

    Examples
    --------
    >>> print(deal_board(4, 6, 6, seed=7))
    a b e b a f
    b d c c e f
    f d f c b d
    c a e a e d
    """
    rule, seed = LinkRule(margin=_margin(margin)), None if seed is None else _seed(seed)
    rows, cols, kinds = (
        arguments.whole(name, number, 1)
        for name, number in (("rows", rows), ("cols", cols), ("kinds", kinds))
    )
    if arguments.truth("solvable", solvable) and rows * cols > MOST_SOLVABLE:
        raise InputError(
            f"a board that can be cleared is dealt with at most {MOST_SOLVABLE} cells, but "
            f"{rows} x {cols} is {rows * cols}; solvable=False deals larger ones"
        )
    return deals.deal(
        rows, cols, kinds, seed, solvable=solvable, rule=rule, gravity=_gravity(gravity)
    )


def play_game(
    screen: Screen,
    mouse: Mouse,
    *,
    skin: str | None = None,
    gravity: str = "auto",
    margin: bool | None = None,
    max_turns: int | None = None,
    time_limit: float = inf,
    say: Callable[[str], None] = lambda _: None,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> GamePlayed:
    """Play a game to its end, through any screen and any mouse.

    Nothing stands between the bot and the mouse: where it could do harm, hand in one that refuses,
    such as `bot.mouse.GuardedMouse`. What the mouse raises ends the game, and comes out here.

    Parameters
    ----------
    screen, mouse : of the game
    skin : name or folder of the game's skin, where it is known
    gravity, margin, max_turns : the rules; what is "auto" or None is found out
    time_limit : for the whole game, s
    say : told what happens, a line at a time
    clock, sleep : time, s; a simulated game brings its own

    Raises
    ------
    BoardNotFoundError
        if no board is seen
    InputError
        if there is no such skin or rule, or an argument is of another type

    Examples
    --------
    >>> from bot.simulator import Game, SimulatedClock, SimulatedMouse, SimulatedScreen
    >>> game, clock = Game(deal_board(4, 6, 6, seed=7)), SimulatedClock()
    >>> screen, mouse = SimulatedScreen(game, clock), SimulatedMouse(game, clock)
    >>> played = play_game(screen, mouse, clock=clock.now, sleep=clock.sleep)
    >>> print(played.outcome, played.tally.links)
    cleared 12
    """
    arguments.able("screen", screen, "grab")
    arguments.able("mouse", mouse, "click", "move", "position")
    for name, function in (("say", say), ("clock", clock), ("sleep", sleep)):
        arguments.able(name, function)
    if max_turns is not None:
        max_turns = arguments.whole("max_turns", max_turns)
    time_limit = arguments.seconds("time_limit", time_limit)
    gravity, skin = gravity if gravity == "auto" else _gravity(gravity), _skin(skin)
    allowed = "auto" if margin is None else "yes" if _margin(margin) else "no"
    known = None if skin is None else load_skin(skin).rules
    beliefs = beliefs_of(known, gravity, allowed, max_turns)
    settings = Settings(beliefs, skin, time_limit)
    series = Series(World(screen, FreeHand(mouse), clock, sleep), settings, say)
    series.play()
    return series.played[-1]


def beliefs_of(known: Rules | None, gravity: str, margin: str, max_turns: int | None) -> Beliefs:
    """What is believed of the rules: what was said, or else what a skin says, or anything.

    Parameters
    ----------
    known : what the skin says; None where there is none
    gravity : a `Gravity`, or "auto"
    margin : "yes", "no" or "auto"
    max_turns : the most turns of a path; None if that was not said

    Raises
    ------
    InputError
        if there is no such gravity
    """
    rules = known or Rules()
    gravity = rules.gravity if gravity == "auto" else gravity
    margin = rules.margin if margin == "auto" else margin
    gravities = USUAL_GRAVITIES if gravity == "auto" else (_gravity(gravity),)
    return Beliefs(
        gravities=gravities,
        margins={"auto": (1, 0), "yes": (1,), "no": (0,)}[margin],
        turns=_turns(None if known is None else known.max_turns, max_turns),
        possible=gravities,
    )


def _turns(known: int | None, said: int | None) -> tuple[int, ...]:
    """Most turns of a path: what was said, or what a skin says that differs from the usual."""
    if said is not None:
        return (said,)
    if known is None:
        return USUAL_TURNS
    return (known, *(most for most in USUAL_TURNS if most != known))


def _position(board: Board | str, gravity: str, margin: bool, max_turns: int) -> Position:
    if not isinstance(board, (str, Board)):
        raise arguments.refuse("board", "a Board or the text of one", board)
    dealt = Board.from_text(board) if isinstance(board, str) else board
    turns = arguments.whole("max_turns", max_turns)
    return Position(dealt, LinkRule(turns, _margin(margin)), _gravity(gravity))


def _skin(name: object) -> str | None:
    """The name or folder of a skin."""
    if name is None or isinstance(name, str):
        return name
    if isinstance(name, PathLike):
        return str(Path(name))
    raise arguments.refuse("skin", "the name or the folder of a skin", name)


def _seed(found: object) -> int:
    if not arguments.is_whole(found):
        raise arguments.refuse("seed", "a whole number", found)
    assert isinstance(found, Integral)
    return int(found)


def _margin(allowed: object) -> int:
    """Rings of cells around the board where a path may run."""
    return int(arguments.truth("margin", allowed))


def _gravity(name: str) -> Gravity:
    if not isinstance(name, str):
        raise arguments.refuse("gravity", "the name of a direction", name)
    try:
        return Gravity(name)
    except ValueError:
        there = ", ".join(Gravity)
        raise InputError(f"there is no gravity {name!r}; there are {there}") from None
