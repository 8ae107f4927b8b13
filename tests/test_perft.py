"""Counts of orders to play: two link generators against numbers kept in text files.

A file holds paragraphs: comment lines that say why, `board` with rows apart by slashes, rules that
are not the usual ones (`turns`, `margin`, `gravity`), and the counts. `perft n` is in how many
orders exactly n links can be played; `positions n` is how many boards these lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from builders import board

from bot.board import Board
from bot.matcher import LinkRule
from bot.pile import Pile
from bot.position import Gravity, Position, remove
from bot.slope import Slope
from bot.spans import table_for

FILES = sorted((Path(__file__).parent / "perft").glob("*.perft"))


@dataclass
class Case:
    """One paragraph of a file."""

    position: Position
    orders: dict[int, int] = field(default_factory=dict)
    positions: dict[int, int] = field(default_factory=dict)


def cases() -> Iterable[object]:
    """Every paragraph of every file, named by file and number."""
    for path in FILES:
        paragraphs = path.read_text(encoding="utf-8").split("\n\n")
        for number, paragraph in enumerate(paragraphs):
            lines = [line.split(" ", 1) for line in paragraph.splitlines() if line[0] != "#"]
            if lines:
                yield pytest.param(_case(lines), id=f"{path.stem}-{number}")


def _case(lines: list[list[str]]) -> Case:
    said = {key: value for key, value in lines if key not in {"perft", "positions"}}
    rule = LinkRule(int(said.pop("turns", 2)), int(said.pop("margin", 1)))
    gravity = Gravity(said.pop("gravity", "none"))
    case = Case(Position(board(said.pop("board")), rule, gravity))
    assert not said, f"unknown words {sorted(said)}"
    for key, value in lines:
        if key in {"perft", "positions"}:
            depth, count = map(int, value.split())
            (case.orders if key == "perft" else case.positions)[depth] = count
    return case


Next = Callable[[Position], list[Position]]


def by_the_plain_rule(position: Position) -> list[Position]:
    """What each legal link leads to."""
    return [position.after(link) for link in position.legal_links]


def by_the_solver(position: Position) -> list[Position]:
    """The same by the solver's generators: spans, and its own way to let tiles fall."""
    one, rule, gravity = position.board, position.rule, position.gravity
    if gravity is Gravity.NONE:
        table = table_for(one, rule)
        kinds = [one[cell] for cell in table.cells]
        boards = [
            remove(one, table.cells[a], table.cells[b], gravity)
            for a in range(len(kinds))
            for b in range(a + 1, len(kinds))
            if kinds[a] == kinds[b] and table.joined(table.pair(0, a, b))
        ]
    else:
        slope = Slope(one, rule, gravity)
        start = Pile.first(slope)
        boards = [laid(start.after(take), one) for take in start.takes]
    return [Position(after, rule, gravity) for after in boards]


def laid(pile: Pile, one: Board) -> Board:
    """The board that a pile stands for."""
    kinds = {
        pile.slope.cell(line.number, height): kind
        for line in pile.lines
        for height, kind in enumerate(line.kinds)
    }
    return Board(one.rows, one.cols, tuple(kinds[cell] for cell in one.cells()))


def count(start: Position, depth: int, following: Next) -> tuple[dict[int, int], dict[int, int]]:
    """Orders and boards for every number of links up to a depth, each board looked at once."""
    level, orders, boards = {start.board.kinds: (start, 1)}, {}, {}
    for links in range(1, depth + 1):
        deeper: dict[tuple[int, ...], tuple[Position, int]] = {}
        for position, ways in level.values():
            for after in following(position):
                before = deeper.get(after.board.kinds, (after, 0))[1]
                deeper[after.board.kinds] = (after, before + ways)
        level = deeper
        orders[links] = sum(ways for _, ways in level.values())
        boards[links] = len(level)
    return orders, boards


@pytest.mark.parametrize("following", [by_the_plain_rule, by_the_solver])
@pytest.mark.parametrize("case", list(cases()))
def test_counts_are_those_of_the_file(case: Case, following: Next) -> None:
    """Each generator plays every number of links in as many orders as the file says."""
    orders, boards = count(case.position, max(case.orders), following)
    assert {depth: orders[depth] for depth in case.orders} == case.orders
    assert {depth: boards[depth] for depth in case.positions} == case.positions


def test_every_file_says_why_and_counts() -> None:
    """There are files, and each starts with a reason."""
    assert len(FILES) >= 4
    for path in FILES:
        assert path.read_text(encoding="utf-8").startswith("# ")
