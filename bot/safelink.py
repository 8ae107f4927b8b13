"""The link that is safest while the rules of a game are not known yet."""

from __future__ import annotations

from bot.beliefs import Beliefs, needs_margin
from bot.board import Board
from bot.guess import Search
from bot.matcher import Link, LinkRule
from bot.position import Gravity, Position, remove
from bot.solver import Verdict as Solved

_GLANCE, _UNUSUAL, _GLANCES = 0.3, 0.1, 1.5
"""Seconds to find out whether a board can be cleared after one link under the most usual gravity,
and under each other one; and after any link."""
_FIRST_GLANCES, _WAYS = 0.3, 4
"""Seconds for all of that where more gravities than so many may be true, as before the first link:
it should be clicked soon, and among so many there is little to rely on."""


def safest(choice: list[Link], board: Board, beliefs: Beliefs, solver: Search) -> Link:
    """The first link after which the board can be cleared under the most rules there may be.

    A link is looked at under the most usual gravity first, and within the board before outside:
    what clears it there clears it with a margin, too. A link that is refused for its path changes
    nothing. Where nobody can tell of one so soon it is as good as any.

    Parameters
    ----------
    choice
        the links to choose from, at least one; what is the same in all else comes first
    board, beliefs
        as in `policy.decide`; no tile is in doubt
    solver
        is asked about a board again and again, so it should remember what it found
    """
    left = _GLANCES if len(beliefs.gravities) <= _WAYS else _FIRST_GLANCES

    def ask(tiles: Board, rule: LinkRule, gravity: Gravity) -> Solved:
        nonlocal left
        glance = _GLANCE if gravity is beliefs.gravity else _UNUSUAL
        found = solver(Position(tiles, rule, gravity), max(0.0, min(glance, left)))
        left -= found.seconds
        return found.verdict

    rules = [LinkRule(beliefs.max_turns, margin) for margin in sorted(beliefs.margins)]
    if ask(board, rules[0], beliefs.gravity) is Solved.UNSOLVABLE:
        del rules[:-1]
    possible = {(rule, gravity) for gravity in beliefs.gravities for rule in rules}

    def worth(link: Link) -> tuple[int, bool]:
        """Under how many rules the board can be cleared after a link, and whether all were told."""
        safe = 0
        outside = needs_margin(board, link, beliefs.max_turns)
        for gravity in beliefs.gravities:
            wider = [rule for rule in rules if (rule, gravity) in possible]
            for number, rule in enumerate(wider):
                goes = rule.margin or not outside
                after = remove(board, link.a, link.b, gravity) if goes else board
                verdict = ask(after, rule, gravity)
                if verdict is Solved.SOLVED:
                    safe += len(wider) - number
                    break
                if verdict is Solved.UNDECIDED:
                    return safe, False
                if ask(board, rule, gravity) is Solved.UNSOLVABLE:
                    possible.discard((rule, gravity))
        return safe, True

    best, most = choice[0], 0
    for link in choice:
        safe, told = worth(link)
        if safe > most:
            best, most = link, safe
        if most == len(possible) or (safe and not told) or left <= 0:
            break
    return best
