"""A link that tells how often paths may turn, while nobody knows and it costs nothing to ask.

Where a link of two turns is refused nothing is lost yet; where that is found out late, the links
before it may have cost the game.
"""

from __future__ import annotations

from itertools import islice

from bot.beliefs import Beliefs
from bot.board import Board
from bot.guess import Search
from bot.matcher import Link, LinkRule, find_path
from bot.position import Gravity, Position
from bot.solver import Verdict

_GLANCE, _GLANCES = 0.1, 6
"""Seconds to find out if the board can be cleared after one link, and after how many of them."""


def asking_first(
    board: Board, plan: tuple[Link, ...], beliefs: Beliefs, solver: Search
) -> tuple[Link, ...]:
    """The links of a plan, or of one as good that begins with a link of as many turns as may be.

    Parameters
    ----------
    board, beliefs
        as in `policy.decide`; the way tiles fall is known, and no tile is in doubt
    plan
        links after which the board is empty, in order; may be none
    solver
        is asked what follows a link that is not in the plan, or where tiles fall
    """
    # What is found inside is legal with a margin, too.
    rule = LinkRule(beliefs.max_turns, min(beliefs.margins))
    position = Position(board, rule, beliefs.gravity)
    if not _is_open(beliefs):
        return plan
    if position.gravity is Gravity.NONE:
        for link in plan:
            if _tells(board, link, beliefs):
                # What is legal may be played now: the others are legal after it as before.
                return (link, *(other for other in plan if other != link))
    telling = (link for link in position.legal_links if _tells(board, link, beliefs))
    for link in islice(telling, _GLANCES):
        found = solver(position.after(link), _GLANCE)
        if found.verdict is Verdict.SOLVED:
            return (link, *found.links)
    return plan


def wary(
    board: Board, plan: tuple[Link, ...], beliefs: Beliefs, solver: Search
) -> tuple[Link, ...]:
    """The links of a new plan: one that asks first, else one that fewer turns allow, too.

    Parameters as for `asking_first`.
    """
    links = asking_first(board, plan, beliefs, solver)
    if links != plan or not _is_open(beliefs):
        return links
    rule = LinkRule(beliefs.max_turns - 1, min(beliefs.margins))
    found = solver(Position(board, rule, beliefs.gravity), _GLANCE)
    return found.links if found.verdict is Verdict.SOLVED else plan


def _is_open(beliefs: Beliefs) -> bool:
    """Whether fewer turns than are acted upon may be all that are allowed."""
    return any(turns < beliefs.max_turns for turns in beliefs.turns)


def _tells(board: Board, link: Link, beliefs: Beliefs) -> bool:
    """Whether a link can be played now, and only the turns of its path may be what forbids it."""
    most = beliefs.max_turns
    if (link.a, link.b) in beliefs.evidence.refused or board[link.a] != board[link.b]:
        return False
    fewer = LinkRule(most - 1, max(beliefs.margins))
    return (
        find_path(board, link.a, link.b, LinkRule(most, min(beliefs.margins))) is not None
        and find_path(board, link.a, link.b, fewer) is None
    )
