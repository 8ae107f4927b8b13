"""A pile: one position where tiles fall, with everything that may be taken there.

Only a tile that touches a free cell, or its like, can link. In a pile few do, and which ones is
known for each line, so a pile is looked at far faster than a board.
"""

from __future__ import annotations

from itertools import combinations

from bot.board import Board
from bot.matcher import find_links
from bot.slope import Line, Slope, Take, Tile


class Pile:
    """A position and what may be taken in it.

    Parameters
    ----------
    slope
        what the lines are part of
    lines
        what lies in each line
    free
        where paths may run along the margin, each line and the margin: masks as in `Line`
    rows
        where paths may run across the lines, at each height: bit n + 1 stands for line n, bits 0
        and width + 1 for the margin
    exposed, near
        for each line its tiles that touch a free cell, and its tiles that touch their like
    key
        a number that is the same for positions with the same tiles left, and for no others

    Attributes
    ----------
    takes
        everything that may be taken now, kind by kind
    open_kinds
        how many kinds have a link
    safe
        one take that can never spoil a win, if one is seen
    """

    __slots__ = (
        "_exposed", "_near", "free", "key", "lines", "open_kinds", "rows", "safe", "slope", "takes",
    )  # fmt: skip

    def __init__(
        self,
        slope: Slope,
        lines: list[Line],
        *,
        free: list[int],
        rows: list[int],
        exposed: list[tuple[Tile, ...]],
        near: list[tuple[tuple[int, Take], ...]],
        key: int,
    ) -> None:
        self.slope, self.lines, self.free, self.rows, self.key = slope, lines, free, rows, key
        self._exposed, self._near = exposed, near
        by_kind = self._by_spans() if slope.rule.max_turns == 2 else self._by_rule()
        self.open_kinds = len(by_kind)
        self.takes: list[Take] = []
        self.safe: Take | None = None
        for kind, takes in by_kind.items():
            self.takes += takes
            if self.safe is None:
                self.safe = self._safe_of(kind, takes)

    @classmethod
    def first(cls, slope: Slope) -> Pile:
        """The position at the start."""
        lines = list(slope.start)
        rows = [slope.ring_across] * slope.depth
        for line in lines:
            for height in range(slope.depth):
                if line.free >> height + 1 & 1:
                    rows[height] |= 2 << line.number
        free = [slope.edge, *(line.free for line in lines), slope.edge]
        exposed = [line.seen(free[n] | free[n + 2]) for n, line in enumerate(lines)]
        near = [line.near(other) for line, other in zip(lines, (*lines[1:], None), strict=True)]
        key = sum(line.stock for line in lines)
        return cls(slope, lines, free=free, rows=rows, exposed=exposed, near=near, key=key)

    @property
    def tiles_seen(self) -> int:
        """How many tiles touch a free cell."""
        return sum(map(len, self._exposed))

    def key_after(self, take: Take) -> int:
        """The key of the position after a take."""
        line_a, height_a, line_b, height_b = take
        a, b = self.lines[line_a], self.lines[line_b]
        if a is b:
            return self.key - a.stock + a.without(1 << height_a | 1 << height_b).stock
        lost = a.stock + b.stock
        return self.key - lost + a.without(1 << height_a).stock + b.without(1 << height_b).stock

    def after(self, take: Take) -> Pile:
        """The position after a take: the lanes that lost a tile have closed up."""
        line_a, height_a, line_b, height_b = take
        slope, last = self.slope, self.slope.width - 1
        lines, free, rows, key = self.lines.copy(), self.free.copy(), self.rows.copy(), self.key
        if line_a == line_b:
            lost = {line_a: 1 << height_a | 1 << height_b}
        else:
            lost = {line_a: 1 << height_a, line_b: 1 << height_b}
        for number, cells in lost.items():
            old = lines[number]
            new = lines[number] = old.without(cells)
            key += new.stock - old.stock
            changed = (old.free ^ new.free) >> 1
            free[number + 1] = new.free
            while changed:
                top = changed.bit_length() - 1
                rows[top] ^= 2 << number
                changed ^= 1 << top
        exposed, near = self._exposed.copy(), self._near.copy()
        for number in lost:
            # What touches a free cell can change one line further on either side.
            for touched in range(max(number - 1, 0), min(number + 2, last + 1)):
                line = lines[touched]
                exposed[touched] = line.seen(free[touched] | free[touched + 2])
                if touched <= number:
                    near[touched] = line.near(lines[touched + 1] if touched < last else None)
        return Pile(slope, lines, free=free, rows=rows, exposed=exposed, near=near, key=key)

    def _safe_of(self, kind: int, takes: list[Take]) -> Take | None:
        """A take that can go first in every win, for all tiles of the kind can go now.

        Nothing of another kind rests on any of them, so no other tile moves or loses a path.
        """
        lines = self.lines
        line_a, height_a, line_b, height_b = takes[0]
        if not lines[line_a].crowns >> height_a & lines[line_b].crowns >> height_b & 1:
            return None
        left = (self.key & self.slope.stocks[kind]).bit_count()
        if left == 2:
            return takes[0]
        if left == 4:
            bare = [
                take
                for take in takes
                if lines[take[0]].tops >> take[1] & lines[take[2]].tops >> take[3] & 1
            ]
            for one, other in combinations(bare, 2):
                if {one[:2], one[2:]}.isdisjoint({other[:2], other[2:]}):
                    return one
        return None

    def _by_rule(self) -> dict[int, list[Take]]:
        """Takes of each kind, by the plain rule of `matcher`."""
        board = Board.from_rows(line.kinds for line in self.lines)
        takes: dict[int, list[Take]] = {}
        for link in find_links(board, self.slope.rule):
            takes.setdefault(board[link.a], []).append((*link.a, *link.b))
        return takes

    def _by_spans(self) -> dict[int, list[Take]]:  # noqa: PLR0912 - the innermost loop of a search
        """Takes of each kind, for paths of two turns: the rule of `spans`."""
        free, rows, slope = self.free, self.rows, self.slope
        ring_along, ring_across, runs = slope.ring_along, slope.ring_across, slope.runs
        across = [runs[row] for row in rows]
        takes: dict[int, list[Take]] = {}
        for neighbours in self._near:
            for kind, take in neighbours:
                takes.setdefault(kind, []).append(take)
        by_kind: dict[int, list[Tile]] = {}
        for exposed in self._exposed:
            for tile in exposed:
                kind = tile[0]
                if kind in by_kind:
                    by_kind[kind].append(tile)
                else:
                    by_kind[kind] = [tile]
        for kind, tiles in by_kind.items():
            if len(tiles) == 1:
                continue
            for (_, line_a, height_a, along_a), (_, line_b, height_b, along_b) in combinations(
                tiles, 2
            ):
                shared = along_a & along_b
                if shared and not shared & ring_along:
                    for mask in free[line_a + 2 : line_b + 1]:
                        shared &= mask
                if not shared:
                    shared = across[height_a][line_a] & across[height_b][line_b]
                    if not shared:
                        continue
                    if not shared & ring_across:
                        if height_a < height_b:
                            between = rows[height_a + 1 : height_b]
                        else:
                            between = rows[height_b + 1 : height_a]
                        for mask in between:
                            shared &= mask
                        if not shared:
                            continue
                if line_b - line_a + abs(height_b - height_a) > 1:  # side by side: found above
                    take = (line_a, height_a, line_b, height_b)
                    if kind in takes:
                        takes[kind].append(take)
                    else:
                        takes[kind] = [take]
        return takes
