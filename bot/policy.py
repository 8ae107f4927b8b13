"""The decision: what to do next, given what was read and what was done.

Everything here takes values and returns values, so that a game can be judged again from its
recording. The runner only obeys.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.board import EMPTY, UNKNOWN, Board
from bot.clues import NOTHING, Evidence
from bot.geometry import Cell
from bot.guess import Search, next_link
from bot.matcher import Link, LinkRule, find_link, find_path
from bot.position import Gravity, Position, remove
from bot.rescue import rescue
from bot.solver import Solution, Why, solve
from bot.solver import Verdict as Solved
from bot.suspects import in_doubt

USUAL_GRAVITIES = tuple(Gravity)
"""Every way tiles may fall, the most usual first."""

THOUGHT = 10.0
"""Seconds that a plan may take; most take milliseconds."""
INSIDE = 1.0
"""Seconds that a plan may take that needs no margin."""
DOUBTFUL = 1.5
"""Seconds that one decision may take while tiles are in doubt: then there are many."""

Order = Callable[[Position, tuple[Link, ...]], tuple[Link, ...]]
"""Puts a line into an order that is quicker to play and takes the same tiles."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What may still be true of a game's rules; the first of each is acted upon.

    Parameters
    ----------
    gravities
        ways the tiles may fall, as far as the removals seen so far tell
    margins
        rings of empty cells where a path may run
    max_turns
        turns a path may take
    possible
        ways the tiles may fall at all; `gravities` is taken back to it when a board is not as
        expected
    evidence
        what clicks have told of tiles: not read, misread, or refused though their link seemed legal
    """

    gravities: tuple[Gravity, ...] = USUAL_GRAVITIES
    margins: tuple[int, ...] = (1, 0)
    max_turns: int = 2
    possible: tuple[Gravity, ...] = USUAL_GRAVITIES
    evidence: Evidence = NOTHING

    @property
    def rule(self) -> LinkRule:
        """The link rule acted upon."""
        return LinkRule(self.max_turns, self.margins[0])

    @property
    def gravity(self) -> Gravity:
        """The gravity acted upon."""
        return self.gravities[0]


@dataclass(frozen=True, slots=True)
class Play:
    """Click the two tiles of a link; `plan` is what is meant to follow, under these beliefs."""

    link: Link
    plan: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Nothing links any more, and the game may lay its tiles anew."""

    why: str = "no two tiles link, and a shuffle is left"


@dataclass(frozen=True, slots=True)
class Stop:
    """There is nothing more to play."""

    why: str


Decision = Play | Shuffle | Stop


@dataclass(frozen=True, slots=True)
class Removed:
    """The two tiles are gone; what this tells of the rules is in the beliefs."""

    beliefs: Beliefs


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The board is as it was before the clicks."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """The board is neither: something moves, or covers it, or the game did something else."""


Verdict = Removed | Unchanged | Unclear


def search(position: Position, budget: float) -> Solution:
    """What `solver.solve` finds, unless Ctrl-C ends the search: that ends the game, too."""
    solution = solve(position, budget)
    if solution.why is Why.INTERRUPTED:
        raise KeyboardInterrupt
    return solution


def decide(
    board: Board,
    beliefs: Beliefs,
    plan: tuple[Link, ...],
    solver: Search,
    *,
    order: Order = lambda _, links: links,
    shuffles: int = 0,
) -> Decision:
    """What to do on a board that stands still.

    Parameters
    ----------
    board
        as it was read
    beliefs
        about the rules and the tiles
    plan
        links meant to be played from here on; followed while it is legal, made anew when it is not
    solver
        finds the order of links
    order
        what order to play a plan in, where the solver's is as good as any
    shuffles
        how often the game may still be asked to lay its tiles anew
    """
    if board.tiles == 0:
        return Stop("the board is empty")
    if plan and len(beliefs.gravities) == 1 and _is_open(board, plan[0], beliefs):
        return Play(plan[0], plan[1:])
    if in_doubt(board, beliefs.evidence) or beliefs.evidence.refused:
        decision = _doubtful_link(board, beliefs, solver)
        if isinstance(decision, Play):
            return decision
    elif len(beliefs.gravities) > 1:
        telling = _telling_link(board, beliefs, solver)
        if telling is not None:
            return telling
    else:
        links = _line(board, beliefs, solver, order, shuffles)
        if links and _is_open(board, links[0], beliefs):
            return Play(links[0], links[1:])
    return _last_resort(board, beliefs, shuffles)


def plan_of(board: Board, beliefs: Beliefs, solver: Search) -> tuple[Position, Solution]:
    """The plan for a board whose tiles are known, and the position under whose rules it was made.

    Where it is not known whether paths may run outside the board, a plan that stays inside is
    preferred: it is legal either way, and a link that is refused late may cost the game.
    """
    if len(beliefs.margins) > 1:
        rule = LinkRule(beliefs.max_turns, min(beliefs.margins))
        inside = Position(board, rule, beliefs.gravity)
        solution = solver(inside, INSIDE)
        if solution.verdict is Solved.SOLVED:
            return inside, solution
    position = Position(board, beliefs.rule, beliefs.gravity)
    return position, solver(position, THOUGHT)


def _line(
    board: Board, beliefs: Beliefs, solver: Search, order: Order, shuffles: int
) -> tuple[Link, ...]:
    """The links to play: to the end, or to the dead end from which a shuffle is worth most."""
    position, solution = plan_of(board, beliefs, solver)
    if shuffles and solution.verdict is not Solved.SOLVED:
        return rescue(position).links
    needed = position.rule.margin > min(beliefs.margins)
    if needed and beliefs.gravity is Gravity.NONE:
        # The board needs the margin, so whether there is one is found out first. Where nothing
        # falls, any link of a line that is legal now may be played now.
        for link in solution.links:
            if position.link(link.a, link.b) and _needs_margin(board, link, beliefs.max_turns):
                return (link,)
    return order(position, solution.links) if solution.links else ()


def _doubtful_link(board: Board, beliefs: Beliefs, solver: Search) -> Decision:
    """What to play while tiles are in doubt: proven links, then one that tests."""
    rules = [
        (LinkRule(beliefs.max_turns, margin), gravity)
        for margin in beliefs.margins
        for gravity in beliefs.gravities
    ]
    guess = next_link(board, rules, beliefs.evidence, solver=solver, budget=DOUBTFUL)
    return Play(guess.links[0], guess.links[1:]) if guess else Stop("no two tiles link")


def _last_resort(board: Board, beliefs: Beliefs, shuffles: int) -> Decision:
    """A link that was refused once, for clicks may have been lost; or a shuffle; or the end."""
    for margin in beliefs.margins:
        position = Position(board, LinkRule(beliefs.max_turns, margin), beliefs.gravity)
        last = min(position.legal_links, key=lambda link: _is_refused(link, beliefs), default=None)
        if last:
            return Play(last, ())
    return Shuffle() if shuffles else Stop("no two tiles link")


def _is_open(board: Board, link: Link, beliefs: Beliefs) -> bool:
    """Whether a link can be clicked: its tiles may match for all we know, and a path joins them."""
    if _is_refused(link, beliefs) or (link.a, link.b) in beliefs.evidence.differ:
        return False
    if link.a not in board or link.b not in board or EMPTY in {board[link.a], board[link.b]}:
        return False
    matches = board[link.a] == board[link.b] or in_doubt(board, beliefs.evidence)
    return matches and find_path(board, link.a, link.b, beliefs.rule) is not None


def _is_refused(link: Link, beliefs: Beliefs) -> bool:
    return (link.a, link.b) in beliefs.evidence.refused


def _telling_link(board: Board, beliefs: Beliefs, solver: Search) -> Play | None:
    """A link after which the board looks different under every gravity there may be.

    Without gravity any link of a winning pairing that is open may come first, so of those the one
    that tells most is taken; a link outside the pairing only where these tell nothing.
    """
    position = Position(board, beliefs.rule, Gravity.NONE)
    planned = frozenset(solver(position, THOUGHT).links)
    best: tuple[tuple[bool, bool, int, bool], Link] | None = None
    for link in position.legal_links:
        boards = {remove(board, link.a, link.b, gravity) for gravity in beliefs.gravities}
        # One link that may be refused for its path would tell less, and cost seconds.
        inside = len(beliefs.margins) == 1 or not _needs_margin(board, link, beliefs.max_turns)
        worth = (not _is_refused(link, beliefs), inside, len(boards), link in planned)
        if best is None or worth > best[0]:
            best = worth, link
    return Play(best[1], ()) if best else None


def judge(before: Board, link: Link, seen: Board, beliefs: Beliefs) -> Verdict:
    """What became of a link that was clicked.

    A cell that cannot be told, under a line, a highlight or a message, speaks neither for nor
    against; but the two tiles themselves must be seen to be gone.
    """
    if before.tiles == 2 and freed(before, link, seen) and _is_told(seen, (link.a, link.b)):
        # The last two are gone; whatever shows now is no longer the board, such as a message.
        return Removed(beliefs)
    if agrees(before, seen) and not _is_freed_unread(before, link, seen):
        return Unchanged() if _is_told(seen, (link.a, link.b)) else Unclear()
    fits = tuple(
        gravity
        for gravity in beliefs.gravities
        if agrees(remove(before, link.a, link.b, gravity), seen)
        and _is_told(seen, _changed(before, remove(before, link.a, link.b, gravity)))
    )
    if not fits:
        return Unclear()
    margins = (1,) if _needs_margin(before, link, beliefs.max_turns) else beliefs.margins
    return Removed(
        replace(
            beliefs,
            gravities=fits,
            margins=margins,
            evidence=beliefs.evidence.removed(before, link.a, link.b, fits[0]),
        )
    )


def as_expected(before: Board, link: Link, seen: Board, beliefs: Beliefs) -> Beliefs | None:
    """The beliefs if a board that stands still is as one gravity explains, though not all is read.

    None if no gravity explains it, or several do, or another part of the screen was read.
    """
    if (before.rows, before.cols) != (seen.rows, seen.cols):
        return None
    fits = tuple(
        gravity
        for gravity in beliefs.gravities
        if agrees(remove(before, link.a, link.b, gravity), seen)
    )
    told = _is_told(seen, (link.a, link.b)) or not agrees(before, seen)
    if not told or len(fits) != 1:
        return None
    evidence = beliefs.evidence.removed(before, link.a, link.b, fits[0])
    return replace(beliefs, gravities=fits, evidence=evidence)


def doubt(before: Board, link: Link, beliefs: Beliefs) -> Beliefs:
    """The beliefs after a link was clicked again and again and nothing happened.

    If its tiles were in doubt, they do not match. If only the margin made it legal and no such path
    was ever accepted, there is likely no margin; and if that happens once more, there is none.
    """
    if is_test(before, link):
        return replace(beliefs, evidence=beliefs.evidence.failed(link.a, link.b))
    if len(beliefs.margins) > 1 and _needs_margin(before, link, beliefs.max_turns):
        return replace(beliefs, margins=(0, 1) if beliefs.margins[0] else (0,))
    return replace(beliefs, evidence=beliefs.evidence.refusing(link.a, link.b))


def ended_under(board: Board, beliefs: Beliefs) -> Beliefs | None:
    """The beliefs under which a game is over, if there are any: it may know that before we do."""
    over = tuple(
        margin
        for margin in beliefs.margins
        if Position(board, LinkRule(beliefs.max_turns, margin), beliefs.gravity).outcome()
    )
    return replace(beliefs, margins=over) if over else None


def is_test(board: Board, link: Link) -> bool:
    """Whether a link is played to learn if its tiles match."""
    sure = board[link.a] == board[link.b] != UNKNOWN
    return not sure or board[link.a] in board.odd_kinds


def surprised(beliefs: Beliefs, *, again: bool = True) -> Beliefs:
    """The beliefs after the board changed in a way that they do not explain.

    What was learned of gravity is only given up where that happens `again`.
    """
    if not again and len(beliefs.gravities) == 1:
        return replace(beliefs, evidence=NOTHING)
    return replace(beliefs, gravities=beliefs.possible, evidence=NOTHING)


def _needs_margin(board: Board, link: Link, max_turns: int) -> bool:
    return find_link(board, link.a, link.b, LinkRule(max_turns, 0)) is None


def agrees(expected: Board, seen: Board) -> bool:
    """Whether every cell that could be told is as expected."""
    return (expected.rows, expected.cols) == (seen.rows, seen.cols) and all(
        kind in (want, UNKNOWN) or want == UNKNOWN
        for want, kind in zip(expected.kinds, seen.kinds, strict=True)
    )


def _is_told(seen: Board, cells: tuple[Cell, ...]) -> bool:
    return all(seen[cell] != UNKNOWN for cell in cells)


def _is_freed_unread(before: Board, link: Link, seen: Board) -> bool:
    """Whether a tile that was never read is seen to be gone, or another fell in its place."""
    if UNKNOWN not in {before[link.a], before[link.b]}:
        return False
    return seen.tiles < before.tiles or EMPTY in {seen[link.a], seen[link.b]}


def _changed(before: Board, after: Board) -> tuple[Cell, ...]:
    return tuple(cell for cell in before.cells() if before[cell] != after[cell])


def freed(before: Board, link: Link, seen: Board) -> bool:
    """Whether both tiles of a link have given way to something else."""
    if (before.rows, before.cols) != (seen.rows, seen.cols):
        return False
    return all(seen[cell] != before[cell] for cell in (link.a, link.b))
