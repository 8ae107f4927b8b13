"""The decision: what to do next, given what was read and what was done.

Everything here takes values and returns values, so that a game can be judged again from its
recording. The runner only obeys.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, count

from bot.beliefs import Beliefs, accepted, far_commoner, is_test, needs_margin, never_link, walled
from bot.board import EMPTY, UNKNOWN, WALL, Board
from bot.errors import IllegalLinkError
from bot.expectation import agrees, freed, is_told
from bot.geometry import Cell
from bot.guess import Search, next_link
from bot.matcher import Link, LinkRule, find_path
from bot.playing import as_links
from bot.position import Gravity, Position, remove
from bot.rescue import rescue
from bot.safelink import safest
from bot.solver import Solution, Why, solve
from bot.solver import Verdict as Solved
from bot.suspects import in_doubt
from bot.turning import asking_first, wary

THOUGHT = 10.0
"""Seconds that a plan may take; most take milliseconds."""
INSIDE = 1.0
"""Seconds that a plan may take that needs no margin."""
_RESCUE_STEP = 0.005
"""Seconds that a step of a rescue counts for."""
_PART, _LEAST_LINKS = 4, 4
"""Of a line that is only the best found so far one part in four is played, but no fewer links."""
_CROSSINGS = 6
"""Tests of tiles whose links were refused with each other that may fail."""
KNOWN = 256
"""Positions whose solutions are remembered: more than are looked at before a link."""
DOUBTFUL = 1.5
"""Seconds that one decision may take while tiles are in doubt: then there are many."""


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
    """The board is neither: something moves or covers it, or the game did something else."""


Verdict = Removed | Unchanged | Unclear


def plays(decision: Decision, link: Link) -> bool:
    """Whether it is decided to click a link."""
    return isinstance(decision, Play) and decision.link == link


def search(position: Position, budget: float) -> Solution:
    """What `solver.solve` finds, unless Ctrl-C ends the search: that ends the game, too."""
    solution = solve(position, budget)
    if solution.why is Why.INTERRUPTED:
        raise KeyboardInterrupt
    return solution


def remembering(solver: Search) -> Search:
    """A search that is certain at once where it was before, about any of a few positions.

    Before a link is chosen it is found out whether the board can be cleared after it.
    """
    known: dict[Position, Solution] = {}

    def ask(position: Position, budget: float) -> Solution:
        if position in known:
            return replace(known[position], seconds=0.0)
        found = solver(position, budget)
        if found.verdict is not Solved.UNDECIDED:
            if len(known) >= KNOWN:
                del known[next(iter(known))]
            known[position] = found
        return found

    return ask


def decide(
    board: Board,
    beliefs: Beliefs,
    plan: tuple[Link, ...],
    solver: Search,
    *,
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
    shuffles
        how often the game may still be asked to lay its tiles anew
    """
    rest, others = walled(board, beliefs)
    decision = _first_choice(rest, others, plan, solver, shuffles) if rest.tiles else None
    return decision or _last_resort(board, beliefs, shuffles)


def _first_choice(
    board: Board, beliefs: Beliefs, plan: tuple[Link, ...], solver: Search, shuffles: int
) -> Decision | None:
    """What to do where a link is known to be good."""
    if len(beliefs.gravities) == 1:
        plan = _asking(board, plan, beliefs, solver)
        if plan and _is_open(board, plan[0], beliefs):
            return Play(plan[0], plan[1:])
    if in_doubt(board, beliefs.evidence) or beliefs.evidence.refused:
        decision = _doubtful_link(board, beliefs, solver)
        return decision if isinstance(decision, Play) else None
    if len(beliefs.gravities) > 1:
        return _telling_link(board, beliefs, solver)
    links = _line(board, beliefs, solver, shuffles)
    return Play(links[0], links[1:]) if links and _is_open(board, links[0], beliefs) else None


def _asking(
    board: Board, plan: tuple[Link, ...], beliefs: Beliefs, solver: Search
) -> tuple[Link, ...]:
    """A plan that finds out how often paths may turn while nothing is lost by it."""
    if in_doubt(board, beliefs.evidence):
        return plan
    if plan and _is_open(board, plan[0], beliefs):
        return asking_first(board, plan, beliefs, solver)
    return wary(board, (), beliefs, solver) if beliefs.refusals else plan


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


def position_for(plan: tuple[Link, ...], board: Board, beliefs: Beliefs) -> Position | None:
    """The board under the strictest rules that may hold and allow a plan; None if none does."""
    for margin in sorted(beliefs.margins):
        position = Position(board, LinkRule(beliefs.max_turns, margin), beliefs.gravity)
        try:
            as_links(position, [(link.a, link.b) for link in plan])
        except IllegalLinkError:
            continue
        return position
    return None


def _line(board: Board, beliefs: Beliefs, solver: Search, shuffles: int) -> tuple[Link, ...]:
    """The links to play: to the end, or to the dead end from which a shuffle is worth most."""
    position, solution = plan_of(board, beliefs, solver)
    if shuffles and solution.verdict is not Solved.SOLVED:
        # Its time is counted in steps: a game that is played again must come to the same line.
        ticks = count()
        return rescue(position, clock=lambda: next(ticks) * _RESCUE_STEP).links
    needed = position.rule.margin > min(beliefs.margins)
    if needed and beliefs.gravity is Gravity.NONE:
        # The board needs the margin, so whether there is one is found out first. Where nothing
        # falls, any link of a line that is legal now may be played now.
        for link in solution.links:
            if position.link(link.a, link.b) and needs_margin(board, link, beliefs.max_turns):
                return (link,)
    if solution.verdict is Solved.UNDECIDED:
        # With fewer tiles the search may come to an end, so it is asked again before that.
        return solution.links[: max(_LEAST_LINKS, len(solution.links) // _PART)]
    return wary(board, solution.links, beliefs, solver)


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
    """What is left where nothing links for sure.

    A link that was refused once, for clicks may have been lost; a shuffle; a link that is legal if
    paths may turn oftener than we believe; two of a kind that is only thought to be walls; two that
    may have been read for each other's; or the end.
    """
    if board.tiles == 0:
        return Stop("the board is empty")
    stones = never_link(board, beliefs.evidence)
    for turns in beliefs.turns:
        links = [
            link
            for margin in beliefs.margins
            for link in Position(board, LinkRule(turns, margin), beliefs.gravity).legal_links
            if not (_has_failed(board, link, beliefs) or board[link.a] in stones)
            and (link.a, link.b) not in beliefs.evidence.vain
        ]
        if links and turns <= beliefs.max_turns:
            return Play(min(links, key=lambda link: _is_refused(link, beliefs)), ())
        if shuffles:
            return Shuffle()
        if link := next((link for link in links if not _is_refused(link, beliefs)), None):
            return Play(link, ())
    for link in Position(board, beliefs.rule, beliefs.gravity).legal_links:
        maybe = board[link.a] in stones - never_link(board, beliefs.evidence, surely=True)
        if maybe and not (_has_failed(board, link, beliefs) or _is_refused(link, beliefs)):
            return Play(link, ())
    crossed = next(_crossed(board, beliefs), None)
    return Stop("no two tiles link") if crossed is None else Play(crossed, ())


def _crossed(board: Board, beliefs: Beliefs) -> Iterator[Link]:
    """Tests of whether kinds of refused links, none of which has ever gone, were mixed up."""
    evidence = beliefs.evidence
    told = {EMPTY, WALL, UNKNOWN, *evidence.gone, *evidence.stones}
    tiles = {cell for two in evidence.vain for cell in two if board[cell] not in told}
    if len([two for two in evidence.differ if tiles.issuperset(two)]) >= _CROSSINGS:
        return
    for a, b in combinations(sorted(tiles), 2):
        path = None if board[a] == board[b] else find_path(board, a, b, beliefs.rule)
        if path is not None and not {(a, b)} & (evidence.differ | evidence.refused):
            yield Link(a, b, path)


def _is_open(board: Board, link: Link, beliefs: Beliefs) -> bool:
    """Whether a link can be clicked: its tiles may match for all we know, and a path joins them."""
    if link.a not in board or link.b not in board or EMPTY in {board[link.a], board[link.b]}:
        return False
    if _is_refused(link, beliefs) or _has_failed(board, link, beliefs):
        return False
    matches = board[link.a] == board[link.b] or in_doubt(board, beliefs.evidence)
    return matches and find_path(board, link.a, link.b, beliefs.rule) is not None


def _has_failed(board: Board, link: Link, beliefs: Beliefs) -> bool:
    """Whether two tiles are known not to match, and nothing was read since that tells otherwise."""
    return (link.a, link.b) in beliefs.evidence.differ and is_test(board, link)


def _is_refused(link: Link, beliefs: Beliefs) -> bool:
    return (link.a, link.b) in beliefs.evidence.refused


def _telling_link(board: Board, beliefs: Beliefs, solver: Search) -> Play | None:
    """A link after which the board looks different under every gravity there may be.

    Of those that tell most one is taken after which the board can still be cleared, under as many
    of these gravities as possible. Without gravity any link of a winning pairing that is open may
    come first, so such links are preferred; and until anything has gone so are those of kinds that
    are hardly walls.
    """
    standing = replace(beliefs, gravities=(Gravity.NONE,))
    position, solution = plan_of(board, standing, solver)
    planned = frozenset(solution.links)
    position = Position(board, beliefs.rule, Gravity.NONE)
    many = set() if beliefs.evidence.gone else far_commoner(board)
    ranked: list[tuple[tuple[bool, bool, bool, int, bool], Link]] = []
    for link in position.legal_links:
        boards = {remove(board, link.a, link.b, gravity) for gravity in beliefs.gravities}
        # One link that may be refused for its path would tell less, and cost seconds.
        inside = len(beliefs.margins) == 1 or not needs_margin(board, link, beliefs.max_turns)
        usual, is_new = board[link.a] not in many, not _is_refused(link, beliefs)
        ranked.append(((is_new, inside, usual, len(boards), link in planned), link))
    if not ranked:
        return None
    ranked.sort(key=lambda one: one[0], reverse=True)
    choice = [link for worth, link in ranked if worth[0] == ranked[0][0][0]]
    return Play(safest(choice, board, beliefs, solver), ())


def judge(before: Board, link: Link, seen: Board, beliefs: Beliefs) -> Verdict:
    """What became of a link that was clicked.

    A cell that cannot be told, under a line, a highlight or a message, speaks neither for nor
    against; but the two tiles themselves must be seen to be gone.
    """
    if before.tiles == 2 and freed(before, link, seen) and is_told(seen, (link.a, link.b)):
        # The last two are gone; whatever shows now is no longer the board, such as a message. But a
        # tile that was never read may only be read by now.
        unread = [cell for cell in (link.a, link.b) if before[cell] == UNKNOWN]
        if all(seen[cell] == EMPTY for cell in unread):
            return Removed(beliefs)
    stands = agrees(before, seen) and not freed(before, link, seen)
    if stands and not _is_freed_unread(before, link, seen):
        return Unchanged() if is_told(seen, (link.a, link.b)) else Unclear()
    fits = tuple(
        gravity
        for gravity in beliefs.gravities
        if agrees(after := remove(before, link.a, link.b, gravity), seen)
        and is_told(seen, _changed(before, after))
    )
    if not fits:
        return Unclear()
    return Removed(accepted(before, link, beliefs, fits))


def as_expected(before: Board, link: Link, seen: Board, beliefs: Beliefs) -> Beliefs | None:
    """The beliefs if a board that stands still is as gravity explains, though not all is read.

    None if no gravity explains it, or several do that leave different boards, or another part of
    the screen was read.
    """
    if not before.is_sized_as(seen):
        return None
    after = {gravity: remove(before, link.a, link.b, gravity) for gravity in beliefs.gravities}
    fits = tuple(gravity for gravity, board in after.items() if agrees(board, seen))
    told = is_told(seen, (link.a, link.b)) or not agrees(before, seen)
    if not told or len({after[gravity] for gravity in fits}) != 1:
        return None
    evidence = beliefs.evidence.removed(before, link.a, link.b, fits[0])
    return replace(beliefs, gravities=fits, evidence=evidence)


def _is_freed_unread(before: Board, link: Link, seen: Board) -> bool:
    """Whether a tile that was never read is seen to be gone, or another fell in its place."""
    if UNKNOWN not in {before[link.a], before[link.b]}:
        return False
    return seen.tiles < before.tiles or EMPTY in {seen[link.a], seen[link.b]}


def _changed(before: Board, after: Board) -> tuple[Cell, ...]:
    return tuple(cell for cell in before.cells() if before[cell] != after[cell])
