"""The hint: the next link for a person, and what can be promised of those after it.

A hint rests on one look. What a player finds out as it plays, whether tiles fall and where paths
may run, is taken from the board where that tells, and otherwise chosen so that the link holds
either way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from bot.beliefs import USUAL_GRAVITIES, Beliefs
from bot.board import EMPTY, UNKNOWN, Board
from bot.geometry import Cell
from bot.guess import SAMPLE, Search
from bot.matcher import Link, LinkRule, find_link, find_path
from bot.policy import Play, decide, plan_of
from bot.position import Gravity, Outcome, Position, remove, settled
from bot.solver import Solution, Verdict, Why, solve
from bot.suspects import hypotheses, in_doubt

GAPS, FALLEN = 8, (0.2, 0.7)
"""Empty cells, and shares of all cells between which they must lie, for a board on which nothing
hangs in the air to tell that tiles fall. Of boards played without gravity, in three ways, 4 in 100
look so; with fewer gaps most do, and so do the last few tiles."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The next link of a board, and what is known of the rest.

    Parameters
    ----------
    link
        to play now; None where no two tiles can be linked
    odds
        how likely its tiles match: 1 where nothing speaks against what was read
    is_sure
        whether the odds are 1 and both tiles were read with confidence
    links
        the plan, `link` first; where tiles are in doubt it ends with the first that tests one
    verdict
        whether the board can be cleared: `SOLVED` if the plan does it; `UNDECIDED` wherever a cell
        could not be told or must have been misread
    why
        how the verdict is known
    most
        no order has more links than this
    outcome
        how the game has ended; None while it goes on, or while that cannot be told
    """

    link: Link | None
    odds: float
    is_sure: bool
    links: tuple[Link, ...]
    verdict: Verdict
    why: Why
    most: int
    outcome: Outcome | None


def possible_gravities(board: Board) -> tuple[Gravity, ...]:
    r"""The ways tiles may fall for all a board tells: nothing hangs in the air; `NONE` is first.

    >>> possible_gravities(Board.from_text("a . b\n. c .\nb . c"))
    (<Gravity.NONE: 'none'>,)
    """
    return tuple(gravity for gravity in USUAL_GRAVITIES if settled(board, gravity) == board)


def likely_gravity(board: Board) -> Gravity:
    r"""The way tiles fall, as far as one look tells.

    >>> likely_gravity(Board.from_text(". . . . .\n. b . . c\na b . a c\na b d a d"))
    <Gravity.DOWN: 'down'>
    """
    falling = [gravity for gravity in possible_gravities(board) if gravity is not Gravity.NONE]
    gaps = board.kinds.count(EMPTY)
    telling = gaps >= GAPS and FALLEN[0] <= gaps / len(board.kinds) <= FALLEN[1]
    return falling[0] if falling and telling else Gravity.NONE


def advise(
    board: Board,
    beliefs: Beliefs,
    solver: Search = solve,
    *,
    doubtful: Collection[Cell] = (),
) -> Hint:
    """The next link, and what is known of the rest.

    Parameters
    ----------
    board
        as it was read
    beliefs
        about the rules; where they leave several margins, a link is preferred that needs none
    solver
        finds the order of links
    doubtful
        cells that were read with little confidence: links of others come first
    """
    if in_doubt(board):
        return _in_doubt(board, beliefs, solver, doubtful)
    solution = _planned(board, beliefs, solver)
    links = _easiest_first(board, solution.links, beliefs, doubtful)
    position = Position(board, beliefs.rule, beliefs.gravity)
    return Hint(
        link=links[0] if links else None,
        odds=1.0,
        is_sure=bool(links) and not _holds(links[0], doubtful),
        links=links,
        verdict=solution.verdict,
        why=solution.why,
        most=solution.most,
        outcome=None if links else position.outcome(),
    )


def open_now(board: Board, links: Iterable[Link], beliefs: Beliefs) -> Iterator[Link]:
    r"""Links of a plan that can be played now, each with its path on this board.

    Where tiles fall, only as many as leave all others in place.

    >>> board = Board.from_text("a . b\na c b\nd c d")
    >>> plan = solve(Position(board, LinkRule(), Gravity.DOWN)).links
    >>> [link.a for link in open_now(board, plan, Beliefs((Gravity.NONE,)))]
    [Cell(row=0, col=0), Cell(row=1, col=1), Cell(row=0, col=2), Cell(row=2, col=0)]
    >>> [link.a for link in open_now(board, plan, Beliefs((Gravity.LEFT,)))]
    [Cell(row=0, col=0)]
    """
    after = board
    for planned in links:
        path = find_path(board, planned.a, planned.b, beliefs.rule)
        if path is not None:
            yield Link(planned.a, planned.b, path)
        before, after = after, remove(after, planned.a, planned.b, beliefs.gravity)
        if after != before.without([planned.a, planned.b]):
            return


def _in_doubt(board: Board, beliefs: Beliefs, solver: Search, doubtful: Collection[Cell]) -> Hint:
    """What a player would click, which may be a test; nothing is promised of the rest."""
    decision = decide(board, beliefs, (), solver)
    links = (decision.link, *decision.plan) if isinstance(decision, Play) else ()
    odds = _odds(board, links[0]) if links else 0.0
    return Hint(
        link=links[0] if links else None,
        odds=odds,
        is_sure=odds == 1.0 and not _holds(links[0], doubtful),
        links=links,
        verdict=Verdict.UNDECIDED,
        why=Why.HIDDEN if UNKNOWN in board.kinds else Why.ODD,
        most=board.tiles // 2,
        outcome=None,
    )


def _odds(board: Board, link: Link) -> float:
    """How likely two tiles match, over the full boards that this one may truly be."""
    full = hypotheses(board, most=SAMPLE)
    if not full:  # where nothing explains the board, what was read is the best there is
        return 1.0 if board[link.a] == board[link.b] != UNKNOWN else 0.0
    return min(1.0, sum(weight for true, weight in full if true[link.a] == true[link.b]))


def _holds(link: Link, doubtful: Collection[Cell]) -> bool:
    return link.a in doubtful or link.b in doubtful


def _planned(board: Board, beliefs: Beliefs, solver: Search) -> Solution:
    solution = plan_of(board, beliefs, solver)[1]
    if solution.why is Why.INTERRUPTED:
        raise KeyboardInterrupt  # who stops the thinking wants no hint any more
    return solution


def _easiest_first(
    board: Board, plan: tuple[Link, ...], beliefs: Beliefs, doubtful: Collection[Cell]
) -> tuple[Link, ...]:
    """The plan with that link first that is the easiest to follow by eye.

    Where nothing falls any link of a plan that is open may come first: what goes sooner than
    planned only makes room. Where tiles fall the order stands.
    """
    if not plan:
        return ()
    ahead = plan if beliefs.gravity is Gravity.NONE else plan[:1]
    best: tuple[tuple[bool, bool, int, int], int, Link] | None = None
    for number, planned in enumerate(ahead):
        inside = find_link(board, planned.a, planned.b, LinkRule(beliefs.max_turns, 0))
        unsure = len(beliefs.margins) > 1
        outside = find_link(board, planned.a, planned.b, beliefs.rule)
        link = inside if unsure and inside else outside
        if link is None:
            continue
        outer = unsure and inside is None
        worth = (_holds(link, doubtful), outer, link.turns, link.cells)
        if best is None or worth < best[0]:
            best = worth, number, link
    if best is None:
        return plan
    _, number, link = best
    return (link, *plan[:number], *plan[number + 1 :])
