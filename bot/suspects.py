"""What a doubtful board may truly be: the likeliest full boards that clicks do not contradict.

Every kind lies on the board an even number of times, and in a fresh deal nearly every kind as often
as the others. So what unknown cells hide follows from the counts but for the order, and an odd
count is a certain misread. Boards are drawn at random under these constraints and weighed by how
unusual their counts are and how many tiles would have to be misread.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import exp, log
from random import Random
from typing import NamedTuple

from bot.board import EMPTY, UNKNOWN, Board
from bot.clues import NOTHING, Evidence

MOST = 8
"""Hypotheses that are kept: more cost time and hardly win another game."""
MISREAD = 7.0
"""Minus the logarithm of the chance that one tile was taken for one other kind."""
RARE = 0.05
"""Kinds that are thought to occur in every number of times, however unusual."""
DRAWS = 6
"""Boards drawn for each hypothesis wanted; most of those drawn late were drawn before."""


class Hypothesis(NamedTuple):
    """A full board that may be the truth, and how likely it is among those named with it."""

    board: Board
    weight: float


def in_doubt(board: Board, evidence: Evidence = NOTHING) -> bool:
    """Whether anything speaks against the board as it was read."""
    return (
        UNKNOWN in board.kinds
        or bool(board.odd_kinds)
        or any(board[a] == board[b] for a, b in evidence.differ)
        or any(board[cell] == kind for cell, kind in evidence.never)
    )


def hypotheses(
    board: Board, evidence: Evidence = NOTHING, *, most: int = MOST, seed: int = 0
) -> list[Hypothesis]:
    """Full boards that may be the truth, the likeliest first.

    Parameters
    ----------
    board
        as it was read, with unknown cells and tiles that were taken for others
    evidence
        from clicks
    most
        how many boards at most; of very many equally likely ones a sample
    seed
        of the sample

    Returns
    -------
    hypotheses
        the board itself where nothing speaks against it; none if no full board was found. The
        weights add up to 1

    Examples
    --------
    >>> for board, weight in hypotheses(Board.from_text("a b ? b")):
    ...     print(board, weight)
    a b a b 1.0
    """
    if not in_doubt(board, evidence):
        return [Hypothesis(board, 1.0)]
    draw = _Draw(board, evidence, Random(seed))
    found: dict[tuple[tuple[int, int], ...], float] = {}
    for misread in range(draw.least_misread, draw.least_misread + 4):
        if found and min(found.values()) <= misread * MISREAD:
            break  # no board with so many misread tiles is as likely as one already found
        for _ in range(DRAWS * most):
            drawn = draw.board(misread)
            if drawn is not None:
                found[tuple(sorted(drawn.items()))] = draw.cost(drawn) + misread * MISREAD
    likeliest = sorted(found.items(), key=lambda item: item[1])[:most]
    if not likeliest:
        return []
    weights = [exp(likeliest[0][1] - cost) for _, cost in likeliest]
    return [
        Hypothesis(_filled(board, changes), weight / sum(weights))
        for (changes, _), weight in zip(likeliest, weights, strict=True)
    ]


def _filled(board: Board, changes: tuple[tuple[int, int], ...]) -> Board:
    kinds = list(board.kinds)
    for place, kind in changes:
        kinds[place] = kind
    return Board(board.rows, board.cols, tuple(kinds))


@dataclass(slots=True)
class _Draw:
    """Draws full boards; cells are places in `Board.kinds`."""

    board_read: Board
    evidence: Evidence
    rng: Random
    least_misread: int = 0
    _usual: Counter[int] = field(default_factory=Counter)
    _gone: Counter[int] = field(default_factory=Counter)
    _counts: Counter[int] = field(default_factory=Counter)
    _hidden: list[int] = field(default_factory=list)
    _tiles: dict[int, list[int]] = field(default_factory=dict)
    _banned: dict[int, set[int]] = field(default_factory=dict)
    _rivals: dict[int, set[int]] = field(default_factory=dict)
    _conflicts: list[tuple[int, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        kinds, cols = self.board_read.kinds, self.board_read.cols
        for kind in self.evidence.gone:
            self._gone[kind] += 2
        for place, kind in enumerate(kinds):
            if kind > EMPTY:
                self._tiles.setdefault(kind, []).append(place)
            elif kind == UNKNOWN:
                self._hidden.append(place)
        self._counts = Counter({kind: len(places) for kind, places in self._tiles.items()})
        totals = [n + self._gone[kind] for kind, n in self._counts.items()]
        totals += [n for kind, n in self._gone.items() if kind not in self._counts]
        mean = (sum(totals) + len(self._hidden)) / max(1, len(totals))
        for total in totals:
            self._usual[total if total % 2 == 0 else max(2, 2 * round(mean / 2))] += 1
        for cell, kind in self.evidence.never:
            self._banned.setdefault(cell.row * cols + cell.col, set()).add(kind)
        for two in self.evidence.differ:
            a, b = (cell.row * cols + cell.col for cell in two)
            self._rivals.setdefault(a, set()).add(b)
            self._rivals.setdefault(b, set()).add(a)
            if kinds[a] == kinds[b] > EMPTY:
                self._conflicts.append((a, b))
        self._conflicts += [(p,) for p, never in self._banned.items() if kinds[p] in never]
        odd = sum(n % 2 for n in self._counts.values())
        self.least_misread = max(-(-(odd - len(self._hidden)) // 2), bool(self._conflicts))

    def cost(self, drawn: dict[int, int]) -> float:
        """Minus the logarithm of how likely the counts are."""
        counts = self._counts.copy()
        for place, kind in drawn.items():
            counts[self.board_read.kinds[place]] -= 1
            counts[kind] += 1
        kinds = {kind for kind in counts | self._gone if kind > EMPTY}
        return sum(self._strange(counts[kind] + self._gone[kind]) for kind in kinds)

    def _strange(self, total: int) -> float:
        if total == 0:
            return 0.0  # a kind that was never there costs nothing
        return -log((self._usual[total] + RARE) / (self._usual.total() + RARE))

    def board(self, misread: int) -> dict[int, int] | None:
        """One board with so many tiles misread, as the kinds of the cells it changes.

        None if the draw came to nothing.
        """
        wrong = self._wrong(misread)
        if wrong is None:
            return None
        counts = self._counts.copy()
        counts.subtract(self.board_read.kinds[place] for place in wrong)
        cells = [*self._hidden, *wrong]
        stock = [kind for kind, n in counts.items() if n % 2]
        spare = len(cells) - len(stock)
        if spare < 0 or spare % 2:
            return None
        counts.update(stock)
        for _ in range(spare // 2):
            kind = self._likely_pair(counts)
            counts[kind] += 2
            stock += [kind, kind]
        return self._laid(cells, stock)

    def _wrong(self, misread: int) -> list[int] | None:
        """So many tiles to doubt: of tiles that cannot match one each, then of odd kinds."""
        wrong: list[int] = []
        for conflict in self._conflicts:
            if not set(conflict) & set(wrong):
                wrong.append(self.rng.choice(conflict))
        kinds = self.board_read.kinds
        while len(wrong) < misread:
            left = self._counts.copy()
            left.subtract(kinds[place] for place in wrong)
            # A kind with a tile too many is likelier to hold a wrong one than a rare kind.
            weights = [
                n * (1.0 if n % 2 else 0.02) * exp(-self._strange(n - 1 + self._gone[kind]))
                + 1e-9 * n
                for kind, n in left.items()
            ]
            if not sum(weights):
                return None
            kind = self.rng.choices(list(left), weights)[0]
            wrong.append(self.rng.choice([p for p in self._tiles[kind] if p not in wrong]))
        return wrong if len(wrong) == misread else None

    def _likely_pair(self, counts: Counter[int]) -> int:
        """A kind that two more tiles may be of; it may be one never seen."""
        kinds = list(dict.fromkeys([*counts, *self._gone]))
        kinds.append(max(kinds, default=0) + 1)
        totals = [counts[kind] + self._gone[kind] for kind in kinds]
        weights = [exp(self._strange(n) - self._strange(n + 2)) for n in totals]
        return self.rng.choices(kinds, weights)[0]

    def _laid(self, cells: list[int], stock: list[int]) -> dict[int, int] | None:
        """The kinds in stock laid into the cells at random, the most constrained cell first."""
        read = self.board_read.kinds
        laid: dict[int, int] = {}
        order = sorted(
            cells,
            key=lambda p: (
                -len(self._banned.get(p, ())) - len(self._rivals.get(p, ())),
                self.rng.random(),
            ),
        )
        open_cells = set(cells)
        for place in order:
            banned = self._banned.get(place, set()) | {read[place]}
            for rival in self._rivals.get(place, ()):
                banned.add(laid[rival] if rival in laid else read[rival])
                if rival in open_cells and rival not in laid:
                    banned.discard(read[rival])  # it is being laid anew itself
            fitting = [kind for kind in stock if kind not in banned]
            if not fitting:
                return None
            laid[place] = self.rng.choice(fitting)
            stock.remove(laid[place])
        return laid
