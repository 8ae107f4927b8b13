"""The link that is safest while the rules of a game are not known yet."""

from __future__ import annotations

from bot.beliefs import Beliefs, needs_margin
from bot.board import Board
from bot.guess import Search
from bot.matcher import Link, LinkRule
from bot.position import Gravity, Position, remove
from bot.solver import Verdict as Solved

_GLANCES = (0.005, 0.02, 0.1)
"""Seconds to find out whether a board can be cleared under some rules: little for every link and
all rules first, then more where nobody could tell."""
_WAYS, _FIRST_TIME, _TIME = 4, 1.0, 1.5
"""Seconds for all of that where more gravities than so many may be true, as before the first link,
which should be clicked soon; and later."""
_MOST, _OUTSIDE = 8, 2
"""Links that are looked at, and how many of them leave the board where some do."""
_UNTOLD = 0.5
"""What rules count for under which nobody can tell whether a link is safe."""
_REFUSED = 0.75
"""By how many rules a link must be safer that may be refused for its path, which costs seconds."""

_Rules = tuple[LinkRule, Gravity]


def safest(choice: list[Link], board: Board, beliefs: Beliefs, solver: Search) -> Link:
    """The link after which the board can be cleared under the most rules there may be.

    Only rules count under which it can be cleared now. What clears it within the board clears it
    with a margin, too, and a link that is refused for its path changes nothing.

    Parameters
    ----------
    choice
        the links to choose from, at least one; what is the same in all else comes first
    board, beliefs
        as in `policy.decide`; no tile is in doubt
    solver
        is asked about many boards, a few milliseconds each
    """
    left = _FIRST_TIME if len(beliefs.gravities) > _WAYS else _TIME
    told: dict[Position, Solved] = {}

    def ask(tiles: Board, rules: _Rules, glance: float) -> Solved:
        nonlocal left
        position = Position(tiles, *rules)
        known = told.get(position, Solved.UNDECIDED)
        if known is Solved.UNDECIDED and left > 0:
            found = solver(position, min(glance, left))
            left -= found.seconds
            known = told[position] = found.verdict
        return known

    ways = [LinkRule(beliefs.max_turns, margin) for margin in sorted(beliefs.margins)]
    rules = [(way, gravity) for gravity in beliefs.gravities for way in ways]
    leaving = {link: needs_margin(board, link, beliefs.max_turns) for link in choice}
    looked = choice[:_MOST]
    if len(ways) > 1 and not any(leaving[link] for link in looked):
        # Where all links within the board lose the game, one that tells of the margin may not.
        others = [link for link in choice if leaving[link]][:_OUTSIDE]
        looked = [*looked[: _MOST - len(others)], *others]
    outside = {link: leaving[link] for link in looked}
    best = choice[0]
    for glance in _GLANCES:
        start = {rule: ask(board, rule, glance) for rule in rules}
        possible = len(rules) - list(start.values()).count(Solved.UNSOLVABLE)
        worth = {}
        for link, leaves in outside.items():
            safe: set[_Rules] = set()
            unclear = refused = 0
            for way, gravity in (rule for rule in rules if start[rule] is Solved.SOLVED):
                if leaves and not way.margin:
                    refused += 1
                    continue
                inside = (ways[0], gravity) in safe
                after = remove(board, link.a, link.b, gravity)
                found = Solved.SOLVED if inside else ask(after, (way, gravity), glance)
                if found is Solved.SOLVED:
                    safe.add((way, gravity))
                unclear += found is Solved.UNDECIDED
            if len(safe) == possible:
                return link
            # Nothing is lost by a link that is refused. That is worth something once it is known
            # what would be lost by the others.
            worth[link] = len(safe) + _UNTOLD * unclear - _REFUSED * leaves
            worth[link] += refused * (1 if left > 0 else _UNTOLD)
        best = max(worth, key=worth.__getitem__)
        if left <= 0:
            break
    return best
