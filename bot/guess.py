"""Playing before everything is known: which link to try next on a doubtful board.

Several worlds are kept in mind, each a full board under rules that may be the true ones. A plan is
the start of a line that wins in one of them: links that are proven, and last one that tests. Of
many plans that one is taken that leaves the most worlds winnable, however its test ends; among
equals the one whose test most likely works. Where nothing falls any legal order of a winning
pairing wins, so links that the test does not need are dropped from the plan: they would only commit
us while little is known. A test that fails costs two clicks and takes nothing off the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from bot.board import UNKNOWN, Board
from bot.clues import NOTHING, Evidence, Two, moves
from bot.matcher import Link, LinkRule, find_path
from bot.plans import Game, Plan, tiles_of, until_doubt
from bot.position import Gravity, Position, remove
from bot.solver import Solution, Verdict
from bot.suspects import MOST, Hypothesis, hypotheses, in_doubt

Search = Callable[[Position, float], Solution]
"""Solves a position within a budget in seconds, as `solver.solve` does."""
Rules = tuple[LinkRule, Gravity]

SAMPLE = 64
"""Hypotheses that the odds of a link are counted over; only the first few are searched."""
PROVEN = 0.98
"""Odds from which a link is thought proven; what is left are misread tiles nothing hints at."""
TESTS = 3
"""Tests looked at in each world, the likeliest to work first."""
DIRECT = 6
"""Tests looked at that need no link before them."""
PLANS = 10
"""Plans that are weighed in all worlds."""
_LEGAL = 0.2
"""Share of the worlds that a link may lose more than another if it is legal under every rule there
may be: one that the game refuses loses none, but seconds."""


@dataclass(frozen=True, slots=True)
class Guess:
    """Links to play now.

    Parameters
    ----------
    links
        in order of play, each where its tiles lie at that moment; only the last may fail. Think
        again when they are played or one has failed
    odds
        how likely the last one works
    kept
        share of the worlds, by their weights, that can still be cleared whether it works or not;
        a world that cannot counts half the share of its tiles that can go
    """

    links: tuple[Link, ...]
    odds: float
    kept: float


class _World(NamedTuple):
    position: Position
    weight: float


def next_link(
    board: Board,
    rules: Sequence[Rules],
    evidence: Evidence = NOTHING,
    *,
    solver: Search,
    budget: float = 1.5,
) -> Guess | None:
    """What to play next, for certain or as a test.

    Parameters
    ----------
    board
        as it was read; unknown cells hold a tile
    rules
        the rules that may be true, at least one, the likeliest first
    evidence
        what clicks have told so far
    solver
        searches one position
    budget
        seconds of search for all positions together

    Returns
    -------
    guess
        where neither the board nor the rules are in doubt the solver's own line; None if nothing
        can be played

    Examples
    --------
    >>> from bot.solver import solve
    >>> sure = [(LinkRule(), Gravity.NONE)]
    >>> guess = next_link(Board.from_text("a b ? b"), sure, solver=solve)
    >>> sorted((link.a.col, link.b.col) for link in guess.links), guess.odds
    ([(0, 2), (1, 3)], 1.0)
    """
    if len(rules) == 1 and not in_doubt(board, evidence) and not evidence.refused:
        links = solver(Position(board, *rules[0]), budget).links
        return Guess(links, 1.0, 1.0) if links else None
    return _Thinking(board, rules, evidence, solver, budget).guess()


class _Thinking:
    """The worlds of one decision, and what was found out about them."""

    def __init__(
        self,
        board: Board,
        rules: Sequence[Rules],
        evidence: Evidence,
        solver: Search,
        budget: float,
    ) -> None:
        self._board, self._rules = board, rules
        self._solver, self._left = solver, budget
        self._known: dict[Position, Solution] = {}
        self._spoilt = evidence.differ | evidence.refused
        # Where nothing explains what was seen, what was read is still the best there is.
        self._sample = hypotheses(board, evidence, most=SAMPLE) or [Hypothesis(board, 1.0)]
        worlds = [
            _World(Position(full, *rule), weight / (1 + place))
            for full, weight in self._sample[:MOST]
            for place, rule in enumerate(rules)
        ]
        worlds.sort(key=lambda world: -world.weight)
        self._slice = budget / 2 / min(len(worlds), MOST)
        total = sum(world.weight for world in worlds[:MOST])
        self._worlds = [world._replace(weight=world.weight / total) for world in worlds[:MOST]]

    def guess(self) -> Guess | None:
        """The best plan found within the budget."""
        sure = self._sure_line()
        if sure is not None:
            return Guess(self._links(sure), self._odds(sure.test), self._winnable())
        best: tuple[tuple[float, float, float, int, int], Plan] | None = None
        for plan in self._plans():
            worth = self._merit(plan, best[0][0] if best else 0.0)
            if best is None or worth > best[0]:
                best = worth, plan
            if worth[1] >= self._winnable() - 0.001 or self._left <= 0:
                break
        if best is None:
            return self._last_resort()
        (_, kept, odds, _, _), plan = best
        return Guess(self._links(plan), odds, kept)

    def _sure_line(self) -> Plan | None:
        """The line of the likeliest world, if it clears the board and is proven to its end."""
        found = self._solution(self._worlds[0].position)
        if len(self._rules) > 1 or found is None or not found.links:
            return None
        if found.verdict is not Verdict.SOLVED and len(self._worlds) > 1:
            return None
        pairs = tiles_of(found.links, self._worlds[0].position)
        if any(self._odds(pair) < PROVEN for pair in pairs):
            return None
        return Plan(tuple(pairs[:-1]), pairs[-1])

    def _merit(self, plan: Plan, to_beat: float) -> tuple[float, float, float, int, int]:
        """What plans are compared by: winnable worlds, more if legal under all rules, odds, news.

        While the gravity is in doubt a link tells the more, the more different boards may follow.
        """
        odds, many = self._odds(plan.test), len(self._rules) > 1
        boards = {remove(self._board, *plan.test, gravity) for _, gravity in self._rules if many}
        more = _LEGAL if many and odds >= PROVEN else 0.0
        kept = round(self._kept(plan, to_beat - more), 3)
        return kept + more, kept, odds, len(boards), -len(plan.proven)

    def _last_resort(self) -> Guess | None:
        """Any link of the likeliest world that was not tried."""
        worlds = [world.position for world in self._worlds]
        pairs = ((link.a, link.b) for world in worlds for link in world.legal_links)
        pair = next((pair for pair in pairs if pair not in self._spoilt), None)
        return Guess(self._links(Plan((), pair)), self._odds(pair), 0.0) if pair else None

    def _winnable(self) -> float:
        """What a plan keeps that spoils no world."""
        return round(sum(w.weight * self._worth(w.position, 0) for w in self._worlds), 3)

    def _solution(self, position: Position) -> Solution | None:
        """The line of a position; None when the budget is spent."""
        if position not in self._known:
            if self._left <= 0:
                return None
            found = self._solver(position, min(self._slice, self._left))
            self._left -= found.seconds
            self._known[position] = found
        return self._known[position]

    def _worth(self, position: Position, taken: int) -> float:
        """1 for a position that can be cleared, else half the share of its tiles that can go."""
        tiles = position.board.tiles
        if not tiles:
            return 1.0
        found = self._solution(position)
        if found is None:
            return 0.0
        if found.verdict is Verdict.SOLVED:
            return 1.0
        return (taken + 2 * len(found.links)) / (taken + tiles) / 2

    def _odds(self, pair: Two) -> float:
        """How likely two tiles are of one kind and, while rules are in doubt, joined by now."""
        if pair in self._spoilt:
            return 0.0
        a, b = pair
        equal = sum(h.weight for h in self._sample if h.board[a] == h.board[b])
        if len(self._rules) == 1:
            return equal
        open_under = [find_path(self._board, a, b, rule) is not None for rule, _ in self._rules]
        return equal * sum(open_under) / len(open_under)

    def _plans(self) -> list[Plan]:
        """Plans to weigh, likely good ones first."""
        lines = []
        for world in self._worlds:
            found = self._solution(world.position)
            if found is not None and found.links:
                lines.append((tiles_of(found.links, world.position), world.position))
        if len(self._rules) > 1:
            plans = [plan for line in lines for plan in self._first_links(*line)]
            plans += self._open_links()
        else:
            plans = [*self._in_lines([pairs for pairs, _ in lines]), *self._direct()]
        legal = dict.fromkeys(plan for plan in plans if self._spoilt.isdisjoint(plan.pairs))
        likely = {plan: (-round(self._odds(plan.test), 2), len(plan.proven)) for plan in legal}
        return sorted(likely, key=lambda plan: likely[plan])[:PLANS]

    def _in_lines(self, lines: list[list[Two]]) -> Iterator[Plan]:
        """Plans from lines of all worlds; where nothing falls, one line may lead to all tests."""
        proven = {pair for line in lines for pair in line if self._odds(pair) >= PROVEN}
        if self._rules[0][1] is not Gravity.NONE:
            for line in lines:
                ahead = list(until_doubt(line, proven))
                yield Plan(tuple(ahead[:-1]), ahead[-1])
            return
        tests = list(dict.fromkeys(pair for line in lines for pair in line if pair not in proven))
        for line in lines:
            yield from self._tests([pair for pair in line if pair in proven], tests)

    def _first_links(self, pairs: list[Two], position: Position) -> list[Plan]:
        """The plan of one link, while rules are in doubt: legal under most of them."""
        if position.gravity is not Gravity.NONE:
            pairs = pairs[:1]  # the order matters
        likely = sorted((-self._odds(pair), pair) for pair in pairs)
        return [Plan((), pair) for odds, pair in likely[:1] if odds]

    def _open_links(self) -> list[Plan]:
        """Links of the likeliest world, those first that are legal under most rules."""
        links = self._worlds[0].position.legal_links
        likely = sorted((-self._odds((link.a, link.b)), (link.a, link.b)) for link in links)
        return [Plan((), pair) for odds, pair in likely[:DIRECT] if odds]

    def _tests(self, proven: list[Two], doubtful: list[Two]) -> list[Plan]:
        """The likeliest tests that proven links lead to, each with no more than it needs."""
        game = Game(self._board, self._rules[0][0])
        reached = game.reached(proven, doubtful)
        likely = sorted(reached, key=lambda test: (-self._odds(test), len(reached[test])))
        return [Plan(game.needed(reached[test], test), test) for test in likely[:TESTS]]

    def _direct(self) -> list[Plan]:
        """Tests of doubtful tiles that a path joins now, the likeliest first."""
        board, rule = self._board, self._rules[0][0]
        first = self._sample[0].board
        doubted = {
            cell
            for cell in board.cells()
            if board[cell] == UNKNOWN or any(h.board[cell] != first[cell] for h in self._sample)
        }
        pairs = {
            (min(a, b), max(a, b))
            for h in self._sample
            for cells in h.board.by_kind().values()
            for a in doubted.intersection(cells)
            for b in cells
            if a != b
        }
        likely = sorted(pairs, key=lambda pair: (-self._odds(pair), pair))
        open_now = (pair for pair in likely if find_path(board, *pair, rule))
        return [Plan((), pair) for pair in islice(open_now, DIRECT)]

    def _kept(self, plan: Plan, to_beat: float) -> float:
        """Share of the worlds that the plan leaves winnable; too low once it cannot beat that."""
        kept, open_weight = 0.0, 1.0
        for world in self._worlds:
            if kept + open_weight < to_beat:
                break
            open_weight -= world.weight
            if self._is_in_line(plan, world.position):
                kept += world.weight
            else:
                kept += world.weight * self._worth(*self._after(plan, world.position))
        return kept

    def _is_in_line(self, plan: Plan, position: Position) -> bool:
        """Whether the plan is part of a pairing that clears this world, so that it spoils none."""
        found = self._known.get(position)
        if found is None or found.verdict is not Verdict.SOLVED or len(self._rules) > 1:
            return False
        if position.gravity is not Gravity.NONE:
            return False
        line = {(link.a, link.b) for link in found.links}
        return line.issuperset(
            pair for pair in plan.pairs if position.board[pair[0]] == position.board[pair[1]]
        )

    def _after(self, plan: Plan, position: Position) -> tuple[Position, int]:
        """The position of one world when the plan was tried there, and how many tiles it took."""
        board, taken = position.board, 0
        now = {pair: pair for pair in plan.pairs}
        for pair in plan.pairs:
            a, b = now[pair]
            if board[a] != board[b] or (
                len(self._rules) > 1 and find_path(board, a, b, position.rule) is None
            ):
                break
            if position.gravity is not Gravity.NONE:
                to = moves(board, a, b, position.gravity)
                now = {key: (to.get(one, one), to.get(two, two)) for key, (one, two) in now.items()}
            board, taken = remove(board, a, b, position.gravity), taken + 2
        return Position(board, position.rule, position.gravity), taken

    def _links(self, plan: Plan) -> tuple[Link, ...]:
        """The plan as links on the board as it was read."""
        gravity, board, links = self._rules[0][1], self._board, []
        pairs = list(plan.pairs)
        while pairs:
            a, b = pairs.pop(0)
            a, b = min(a, b), max(a, b)
            path = next(filter(None, (find_path(board, a, b, rule) for rule, _ in self._rules)))
            links.append(Link(a, b, path))
            to = moves(board, a, b, gravity)
            pairs = [(to[one], to[two]) for one, two in pairs]
            board = remove(board, a, b, gravity)
        return tuple(links)
