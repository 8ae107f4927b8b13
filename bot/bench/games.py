"""Whole games in a faulty world: each drawn from its seed, played by the loop, and judged.

The loop thinks in steps instead of seconds, and its clock is simulated: one seed is one game, click
by click, on every machine.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from random import Random

from bot.board import Board
from bot.boardview import fitted
from bot.deal import deal
from bot.errors import LinkupError
from bot.faults import Faults
from bot.faultymouse import Fate
from bot.faultyworld import FaultyWorld
from bot.game import EventKind
from bot.geometry import Cell
from bot.matcher import LinkRule
from bot.pointer import Pointer
from bot.position import Gravity, Outcome, Position
from bot.runner import Player
from bot.simulator import SimulatedClock
from bot.solver import Solution, solve
from bot.style import Style
from bot.tally import Ending

FAULTS = {
    "no fault": Faults(),
    "lost clicks 10 %": Faults(lost=0.1),
    "lost clicks 30 %": Faults(lost=0.3),
    "double clicks 5 %": Faults(doubled=0.05),
    "double clicks 20 %": Faults(doubled=0.2),
    "removal 0 to 2 s": Faults(removal=(0.0, 2.0)),
    "stale pictures 10 %": Faults(stale=0.1),
    "stale pictures 30 %": Faults(stale=0.3),
    "torn pictures 10 %": Faults(torn=0.1),
    "torn pictures 30 %": Faults(torn=0.3),
    "popups 6 a minute": Faults(popups=6),
    "popups 20 a minute": Faults(popups=20),
    "covers 6 a minute": Faults(covers=6),
    "covers 20 a minute": Faults(covers=20),
    "moves 6 a minute": Faults(moves=6),
    "moves 20 a minute": Faults(moves=20),
    "shuffles 4 a minute": Faults(shuffles=4),
    "hints 20 a minute": Faults(hints=20),
    "pointer": Faults(pointer=True),
    "changed tiles 20 a minute": Faults(changes=20),
    "noise 1 level": Faults(noise=1),
    "noise 3 levels": Faults(noise=3),
    "tints 10 a minute": Faults(tints=10),
    "presses under 20 ms": Faults(press=0.02),
    "deaf for 0.1 s after a link": Faults(rest=0.1),
    "deaf for 0.5 s after a link": Faults(rest=0.5),
    "presses under 50 ms": Faults(press=0.05),
    "asks for the button at 60 Hz": Faults(press=0.017, pause=0.047),
    "clicks within 0.5 s of another": Faults(pause=0.5),
    "tiles fall for 0.4 s": Faults(fall=0.4),
    "minimised 6 a minute": Faults(hides=6),
}
"""What goes wrong in every second game, by the row of the table."""
BY_LOT = "some of all, by lot"
"""The row of the others, in which many things go wrong at once."""

SIZES = ((4, 4), (4, 6), (6, 8), (8, 10), (8, 14), (8, 18), (12, 18), (12, 24), (16, 30))
"""Rows and columns, from the smallest to the largest; a small one is drawn more often."""
GRAVITIES = tuple(Gravity)
_NOISY_SIZES = SIZES[:3]
"""Where pictures are noisy, each of their cells is read anew: a large board takes minutes."""
_ROOM = (1000, 760)
"""Width and height that a game's window has at most, px: large boards get small tiles."""
_CALM = 0.25
"""s; until the board is found nothing comes. To look for one that is covered takes seconds for each
picture, and simulated time does not pass while pictures are read."""
_STEP, _STEP_LARGE = 0.0005, 0.002
"""Seconds that a step of the search counts for, on a board of up to so many tiles and on a larger
one: twice to ten times as long as it takes."""
_LARGE = 216
_LIMIT, _LIMIT_LINK = 60.0, 6.0
"""Simulated seconds that a game may take, and more of them for each of its links."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A game to be played.

    Parameters
    ----------
    seed
        what all of it is drawn from
    what
        the row of the table
    rows, cols, kinds
        of the deal, which can be cleared
    rule, gravity
        of the game; the loop is not told
    faults
        what goes wrong
    """

    seed: int
    what: str
    rows: int
    cols: int
    kinds: int
    rule: LinkRule
    gravity: Gravity
    faults: Faults

    @classmethod
    def of(cls, seed: int) -> Trial:
        """The game of a seed: single faults in turn and some of all, and all else by lot."""
        lot = Random(f"trial {seed}")
        if seed % 2:
            what, faults = BY_LOT, Faults.by_lot(seed)
        else:
            what = tuple(FAULTS)[seed // 2 % len(FAULTS)]
            faults = replace(FAULTS[what], seed=seed)
        sizes = _NOISY_SIZES if faults.noise else SIZES
        # The lesser of two numbers by lot: small boards are quicker to play.
        rows, cols = sizes[min(lot.randrange(len(sizes)), lot.randrange(len(sizes)))]
        return cls(
            seed=seed,
            what=what,
            rows=rows,
            cols=cols,
            kinds=min(36, rows * cols // lot.choice((2, 4))),
            rule=LinkRule(margin=lot.choice((1, 1, 0))),
            gravity=lot.choice(GRAVITIES),
            faults=replace(faults, calm=_CALM),
        )

    def __str__(self) -> str:
        margin = "a margin" if self.rule.margin else "no margin"
        return f"{self.what}: {self.rows} x {self.cols}, gravity {self.gravity}, {margin}"


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a game.

    Parameters
    ----------
    cleared
        whether the game was cleared, and the loop knew it and by how many links
    why
        how it ended otherwise, one line; empty if it was cleared
    clicks, wasted
        clicks made, and those of them beyond two a link
    looks
        pictures taken
    violations
        clicks that should not have been made, by their fate
    seconds, delays
        that the game took, and that its own removals took, s
    """

    cleared: bool
    why: str
    clicks: int
    wasted: int
    looks: int
    violations: tuple[Fate, ...]
    seconds: float
    delays: float


class _OvertimeError(Exception):
    """A game went on long after its time was up."""


class _LimitedClock(SimulatedClock):
    """A clock that ends a game which does not end by itself."""

    def __init__(self, limit: float) -> None:
        super().__init__()
        self._limit = limit

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        if self.now() > self._limit:
            raise _OvertimeError(f"the game did not end within {self._limit:.0f} s")


def world_of(trial: Trial) -> tuple[FaultyWorld, float]:
    """The world of a game, and the time limit a player is to be given, s."""
    board = _dealt(trial)
    limit = _LIMIT + _LIMIT_LINK * board.tiles / 2
    world = FaultyWorld(
        board,
        trial.faults,
        rule=trial.rule,
        gravity=trial.gravity,
        style=fitted(Style.default(), board, _ROOM),
        clock=_LimitedClock(2 * limit),
    )
    return world, limit


def _dealt(trial: Trial) -> Board:
    """A deal that can be cleared, and that is seen to be one by what its tiles show.

    A line at the edge that shares no kind with the rest cannot be told from a row of buttons, nor a
    deal whose tiles come again in the same order from a table. Of small deals some are so; that is
    a matter of the eye, and no fault.
    """
    deals = (
        deal(
            trial.rows,
            trial.cols,
            trial.kinds,
            trial.seed + number * 1_000_003,
            solvable=True,
            rule=trial.rule,
            gravity=trial.gravity,
        )
        for number in count()
    )
    return next(
        board
        for board in deals
        if all(_is_tied(board, line) for line in _outer_lines(board)) and not _comes_again(board)
    )


def _comes_again(board: Board) -> bool:
    """Whether all tiles in reading order are what was so many before, half of them at most."""
    kinds = board.kinds
    return any(kinds[far:] == kinds[:-far] for far in range(1, len(kinds) // 2 + 1))


def _outer_lines(board: Board) -> list[set[Cell]]:
    rows = [{Cell(row, col) for col in range(board.cols)} for row in (0, board.rows - 1)]
    return rows + [{Cell(row, col) for row in range(board.rows)} for col in (0, board.cols - 1)]


def _is_tied(board: Board, line: set[Cell]) -> bool:
    rest = {board[cell] for cell in board.cells() if cell not in line}
    return any(board[cell] in rest for cell in line)


def played(trial: Trial, say: Callable[[str], None] = lambda _: None) -> Played:
    """Play a game to its end.

    Parameters
    ----------
    trial
        which
    say
        told in the end what happened, a line at a time: what the loop said, what became of its
        clicks, and what the game made of them
    """
    world, limit = world_of(trial)
    said: list[tuple[float, str]] = []
    player = Player(
        world.live,
        world.live,
        solver=_solver,
        # Thinking about a short way takes real time, and would end at another link each time.
        pointer=Pointer(0.0),
        clock=world.clock.now,
        sleep=world.clock.sleep,
        time_limit=limit,
        say=lambda line: said.append((world.clock.now(), f"the loop: {line}")),
    )
    why = _ending(player, world)
    for line in _story(world, said):
        say(line)
    links = _links(world)
    return Played(
        cleared=not why,
        why=why,
        clicks=len(world.mouse.clicks),
        wasted=len(world.mouse.clicks) - 2 * links,
        looks=player.tally.looks,
        violations=tuple(click.fate for click in world.mouse.violations),
        seconds=world.clock.now(),
        delays=world.delays,
    )


def _story(world: FaultyWorld, said: list[tuple[float, str]]) -> Iterator[str]:
    """What the loop, the mouse and the game tell, in the order in which it happened."""
    told = said + [
        (click.time, f"click at {click.point.x:.0f},{click.point.y:.0f}: {click.fate}")
        for click in world.mouse.clicks
    ]
    told += [
        (event.time, f"the game: {event.kind} {' '.join(str(tuple(cell)) for cell in event.cells)}")
        for event in world.game.events
        if event.kind is not EventKind.CLICK
    ]
    return (
        f"{time:8.3f} s  {line.rstrip()}" for time, line in sorted(told, key=lambda one: one[0])
    )


def _ending(player: Player, world: FaultyWorld) -> str:
    """Play, and tell why the game was not cleared; an empty text if it was."""
    try:
        ending = player.play()
    except (LinkupError, _OvertimeError) as error:
        why = f"{type(error).__name__}: {error}"
    except Exception as error:  # noqa: BLE001 - a crash of the loop is what is looked for here
        last = traceback.extract_tb(error.__traceback__)[-1]
        why = f"crash: {type(error).__name__}: {error} ({last.name}, line {last.lineno})"
    else:
        links, counted = _links(world), player.tally.links
        if ending is Ending.CLEARED and world.game.outcome is Outcome.CLEARED:
            return "" if counted == links else f"cleared by {links} links, counted as {counted}"
        why = str(ending)
    game = world.game
    state = f"in truth {game.outcome or 'not over'}, {game.board.tiles} tiles left"
    return f"{why} ({state} after {world.clock.now():.0f} s)"


def _links(world: FaultyWorld) -> int:
    return sum(event.kind is EventKind.REMOVED for event in world.game.events)


def _solver(position: Position, budget: float) -> Solution:
    """Solve within as many steps as a usual machine does in the seconds of the budget."""
    ticks = count()
    step = _STEP if position.board.tiles <= _LARGE else _STEP_LARGE
    return solve(position, budget, clock=lambda: next(ticks) * step)
