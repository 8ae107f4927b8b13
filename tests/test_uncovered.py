"""Ground that came to light and cannot be told, known by how it looked when tiles went."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from bot.board import EMPTY, UNKNOWN, Board
from bot.deal import deal
from bot.frame import Frame
from bot.geometry import Cell
from bot.glance import read_again
from bot.matcher import Link
from bot.position import Gravity
from bot.reader import read
from bot.reading import Reading
from bot.simulator import Game, SimulatedClock, SimulatedScreen, Style, draw
from bot.uncovered import Uncovered, bared, has_changed

A, B = Cell(0, 0), Cell(0, 2)
LINK = Link(A, B, (A, B))


def test_only_what_a_link_explains_is_bared() -> None:
    """Where another tile cannot be seen, or has changed, something else happened."""
    before = Board.from_text("a b a c")
    for seen, cells in (
        ("? b ? c", (A, B)),
        (". b ? c", (B,)),
        ("c b ? c", (A, B)),
        ("? ? ? c", ()),
        ("? c ? c", ()),
        ("? b a c", ()),
        ("? b ?", ()),
    ):
        assert bared(before, LINK, Board.from_text(seen), [Gravity.NONE]) == cells


def test_what_tiles_that_fell_leave_is_bared() -> None:
    """No cell of the link need be empty then; where several ways to fall fit, none is believed."""
    before = Board.from_text("c d . a\na b . d\nb c . c")
    link = Link(Cell(1, 0), Cell(0, 3), (Cell(1, 0), Cell(0, 3)))
    seen = Board.from_text("? d . ?\nc b . d\nb c . c")
    assert bared(before, link, seen, [Gravity.DOWN]) == (Cell(0, 0), Cell(0, 3))
    assert bared(before, link, seen, [Gravity.UP, Gravity.NONE]) == ()


def shown(reading: Reading, cells: list[Cell], colour: int, radius: int = 40) -> Reading:
    """The same where some cells are covered by something that cannot be told."""
    pixels, kinds = reading.pixels.copy(), list(reading.board.kinds)
    for cell in cells:
        x, y = reading.lattice.center(cell)
        cv2.circle(pixels, (round(x), round(y)), radius, (colour, 255 - colour, 90), -1)
        kinds[cell.row * reading.board.cols + cell.col] = UNKNOWN
    board = Board(reading.board.rows, reading.board.cols, tuple(kinds))
    return replace(reading, pixels=pixels, board=board)


def test_ground_must_stay_for_a_while_and_is_known_by_its_look() -> None:
    """Something else in its place cannot be told, nor what changed a moment ago.

    It is known before a board that nothing explains is believed, which takes a second here.
    """
    board = deal(4, 6, 6, seed=2)
    game = Game(board)
    reading = read(SimulatedScreen(game, SimulatedClock()).grab())
    cells = next(iter(reading.board.by_kind().values()))[:2]
    link = Link(cells[0], cells[1], tuple(cells))
    uncovered = Uncovered(1.0)
    ground, other = shown(reading, cells, 0), shown(reading, cells, 250)
    told, soon = [uncovered.told(ground).board[cells[0]]], []
    before = np.asarray(reading.pixels)
    for seen, now in ((other, 0.0), (ground, 0.5), (ground, 1.2), (ground, 1.4)):
        soon.append(
            uncovered.watch(reading.board, link, seen, before, gravities=[Gravity.NONE], now=now)
        )
        told.append(uncovered.told(ground).board[cells[0]])
    assert told == [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, EMPTY]
    assert soon == [True, True, True, False]
    assert uncovered.told(other).board[cells[0]] == UNKNOWN


def test_what_never_stands_still_is_not_waited_for_without_end() -> None:
    """Water may play where tiles went."""
    reading = read(SimulatedScreen(Game(deal(4, 6, 6, seed=2)), SimulatedClock()).grab())
    cells = next(iter(reading.board.by_kind().values()))[:2]
    link, before = Link(cells[0], cells[1], tuple(cells)), np.asarray(reading.pixels)
    uncovered, looks = Uncovered(1.0), [shown(reading, cells, colour) for colour in (0, 250)]
    soon = [
        uncovered.watch(
            reading.board, link, looks[at % 2], before, gravities=[Gravity.NONE], now=at / 2
        )
        for at in range(20)
    ]
    assert soon[0]
    assert not any(soon[8:])


def test_a_place_that_looks_as_one_below_a_tile_did_is_empty() -> None:
    """Hollows of a wooden board, say; what is of one colour may be a message, and is open."""
    game = Game(deal(4, 6, 6, seed=2))
    reading = read(SimulatedScreen(game, SimulatedClock()).grab())
    cells, *others = (each[:2] for each in reading.board.by_kind().values())
    link, uncovered = Link(cells[0], cells[1], tuple(cells)), Uncovered(1.0)
    before, another = np.asarray(reading.pixels), others[0][0]

    def hollow(places: list[Cell], colour: int) -> Reading:
        return shown(shown(reading, places, 0), places, colour, 15)

    for colour, told in ((60, EMPTY), (0, UNKNOWN)):
        assert uncovered.told(hollow(cells, colour)).board[another] != EMPTY
        for now in (0.0, 1.0):
            seen = hollow(cells, colour)
            uncovered.watch(reading.board, link, seen, before, gravities=[Gravity.NONE], now=now)
        assert uncovered.told(hollow(cells, colour)).board[cells[0]] == EMPTY
        assert uncovered.told(hollow([another], colour)).board[another] == told
        assert uncovered.told(hollow([another], 140)).board[another] == UNKNOWN
        uncovered = Uncovered(1.0)


def test_what_is_noted_of_bare_cells_is_known_by_its_look() -> None:
    """Not what is seen where there is a tile, nor what can be told."""
    game = Game(deal(4, 6, 6, seed=2))
    reading = read(SimulatedScreen(game, SimulatedClock()).grab())
    cells, others = ([*each[:2]] for each in list(reading.board.by_kind().values())[:2])
    untold = shown(shown(reading, [*cells, *others], 0), cells, 60, 15)
    untold = shown(untold, others, 160, 15)
    assert all(untold.board[cell] == UNKNOWN for cell in (*cells, *others))
    uncovered = Uncovered(1.0)
    uncovered.note(reading.board.without(cells), untold)
    told = uncovered.told(untold).board
    assert [told[cell] for cell in cells] == [EMPTY, EMPTY]
    assert [told[cell] for cell in others] == [UNKNOWN, UNKNOWN]
    other = shown(shown(reading, cells, 0), cells, 160, 15)
    assert all(uncovered.told(other).board[cell] == UNKNOWN for cell in cells)


def test_what_the_link_before_has_left_is_known_with_the_next() -> None:
    """A game in a hurry is clicked before it was told."""
    game = Game(deal(4, 6, 6, seed=2))
    reading = read(SimulatedScreen(game, SimulatedClock()).grab())
    first, then, *_ = (each[:2] for each in reading.board.by_kind().values())
    left, uncovered = reading.board.without(first), Uncovered(1.0)
    seen = shown(shown(reading, first, 0), then, 0)
    seen = replace(seen, board=seen.board.without(then))
    link = Link(then[0], then[1], tuple(then))
    assert uncovered.told(seen) == seen
    uncovered.watch(
        reading.board,
        Link(first[0], first[1], tuple(first)),
        reading,
        np.asarray(reading.pixels),
        gravities=[Gravity.NONE],
        now=0.0,
    )
    for now in (0.5, 1.5):
        before = np.asarray(reading.pixels)
        uncovered.watch(left, link, seen, before, gravities=[Gravity.NONE], now=now)
    told = uncovered.told(seen).board
    assert [told[cell] for cell in first] == [EMPTY, EMPTY]


def test_a_board_of_another_size_tells_nothing_of_the_cells_of_this_one() -> None:
    """A window that becomes smaller while tiles go may leave fewer rows of it."""
    reading = read(SimulatedScreen(Game(deal(6, 8, 12, seed=1)), SimulatedClock()).grab())
    small = read(SimulatedScreen(Game(deal(4, 5, 5, seed=2)), SimulatedClock()).grab())
    below, first = (each[-2:] for each in sorted(reading.board.by_kind().values())[:-3:-1])
    assert below[-1].row >= small.board.rows
    left, uncovered = reading.board.without(below), Uncovered(1.0)
    before = np.asarray(reading.pixels)
    for board, (one, other), seen in ((reading.board, below, reading), (left, first, small)):
        link = Link(one, other, (one, other))
        assert not uncovered.watch(board, link, seen, before, gravities=[Gravity.NONE], now=0.0)


def test_a_tile_that_is_plainly_seen_where_the_link_before_was_stays() -> None:
    """A game may bring one, or take back half of a link."""
    game = Game(deal(4, 6, 6, seed=2))
    reading = read(SimulatedScreen(game, SimulatedClock()).grab())
    first, then, *_ = (each[:2] for each in reading.board.by_kind().values())
    left, uncovered = reading.board.without(first), Uncovered(1.0)
    link = Link(then[0], then[1], tuple(then))
    seen = shown(reading, then, 0)
    seen = replace(seen, board=seen.board.without([*then, first[1]]))
    before = np.asarray(reading.pixels)
    assert uncovered.told(seen) == seen
    gone = Link(first[0], first[1], tuple(first))
    uncovered.watch(reading.board, gone, reading, before, gravities=[Gravity.NONE], now=0.0)
    for now in (0.5, 1.5):
        uncovered.watch(left, link, seen, before, gravities=[Gravity.NONE], now=now)
    assert uncovered.told(seen).board[first[0]] == reading.board[first[0]]


def test_what_lies_over_empty_cells_beside_the_link_as_well_is_no_ground() -> None:
    """A message over the last two hides what is around them, too, and goes away again."""
    board = Board.from_text("a . . .\n. . a .\nb b . .\n. . c c")
    game = Game(board)
    reading = read(SimulatedScreen(Game(deal(4, 4, 4, seed=2)), SimulatedClock()).grab())
    alone = SimulatedScreen(game, SimulatedClock()).grab().pixels
    reading = replace(reading, board=board, pixels=alone)
    cells = [Cell(0, 0), Cell(1, 2)]
    link = Link(cells[0], cells[1], tuple(cells))
    for others, kept in (([], True), ([Cell(0, 1), Cell(0, 2)], False)):
        uncovered = Uncovered(1.0)
        uncovered.told(reading)
        seen = shown(reading, [*cells, *others], 0, radius=30)
        for now in (0.0, 1.5):
            uncovered.watch(board, link, seen, alone, gravities=[Gravity.NONE], now=now)
        assert (uncovered.told(seen).board[cells[0]] == EMPTY) == kept


def test_where_one_tile_has_gone_the_other_has_though_little_changed() -> None:
    """A dark tile on dark ground; but where nothing changed at all it is still there."""
    board = deal(4, 6, 6, seed=2)
    reading = read(SimulatedScreen(Game(board), SimulatedClock()).grab())
    cells = next(iter(reading.board.by_kind().values()))[:2]
    link, one = Link(cells[0], cells[1], tuple(cells)), cells[1]
    x, y = (round(part) for part in reading.lattice.center(one))
    for light, gone in ((0, False), (9, True)):
        pixels = reading.pixels.copy()
        part = pixels[y - 20 : y + 20, x - 20 : x + 20]
        part[...] = np.where(part > 128, part - light, part + light)
        kinds = list(reading.board.without(cells[:1]).kinds)
        kinds[one.row * board.cols + one.col] = UNKNOWN
        seen = replace(reading, pixels=pixels, board=Board(4, 6, tuple(kinds)))
        uncovered = Uncovered(1.0)
        uncovered.told(reading)
        for now in (0.0, 1.5):
            before = np.asarray(reading.pixels)
            uncovered.watch(reading.board, link, seen, before, gravities=[Gravity.NONE], now=now)
        assert (uncovered.told(seen).board[one] == EMPTY) == gone


def test_it_has_though_what_the_link_before_left_cannot_be_told_either() -> None:
    """Stones on wood of their colour: what was waited for five seconds is known in one."""
    game = Game(deal(4, 6, 6, seed=2))
    reading = read(SimulatedScreen(game, SimulatedClock()).grab())
    first, then, *_ = (each[:2] for each in reading.board.by_kind().values())
    left, uncovered, before = reading.board.without(first), Uncovered(1.0), reading.pixels
    links = [Link(each[0], each[1], tuple(each)) for each in (first, then)]
    after = shown(replace(reading, board=left), first[:1], 0)
    x, y = (round(part) for part in reading.lattice.center(then[0]))
    pixels = after.pixels.copy()
    part = pixels[y - 20 : y + 20, x - 20 : x + 20]
    part[...] = np.where(part > 128, part - 9, part + 9)
    kinds = list(after.board.without(then).kinds)
    kinds[then[0].row * reading.board.cols + then[0].col] = UNKNOWN
    seen = replace(after, pixels=pixels, board=Board(4, 6, tuple(kinds)))
    uncovered.told(reading)
    none = [Gravity.NONE]
    uncovered.watch(reading.board, links[0], reading, before, gravities=none, now=0.0)
    for now in (0.5, 1.5):
        uncovered.watch(left, links[1], seen, before, gravities=none, now=now)
    assert [uncovered.told(seen).board[cell] for cell in (first[0], then[0])] == [EMPTY, EMPTY]


def test_what_still_fades_beside_the_link_lies_over_nothing() -> None:
    """The tiles of the link before may not have gone to the end when the next one is clicked."""
    board = deal(4, 6, 6, seed=2)
    reading = read(SimulatedScreen(Game(board), SimulatedClock()).grab())
    first, beside = Cell(1, 2), Cell(1, 3)
    link = Link(first, Cell(3, 5), (first, Cell(3, 5)))
    last = Link(beside, Cell(0, 0), (beside, Cell(0, 0)))
    left = reading.board.without([last.a, last.b])
    before = shown(reading, [beside], 120, radius=30).pixels
    seen = shown(replace(reading, board=left), [link.a, link.b], 0)
    for known, kept in ((True, True), (False, False)):
        uncovered = Uncovered(1.0)
        uncovered.told(reading)
        if known:
            fresh = np.asarray(reading.pixels)
            uncovered.watch(reading.board, last, reading, fresh, gravities=[Gravity.NONE], now=0.0)
        for now in (1.0, 2.5):
            uncovered.watch(left, link, seen, before, gravities=[Gravity.NONE], now=now)
        assert (uncovered.told(seen).board[link.a] == EMPTY) == kept


def test_a_tile_that_is_surely_known_is_no_ground() -> None:
    """Where one that a message had hidden fell into the place of the link, it is there."""
    board = Board.from_text("a a b c\nb c d d\nc b c b\nd a a d")
    fallen = Board.from_text("b c . .\nb c d d\nc b c b\nd a a d")
    first = read(Frame(draw(board, Style.default())))
    names = dict(zip(board.kinds, first.board.kinds, strict=True)) | {EMPTY: EMPTY}
    one, two, hidden = Cell(0, 0), Cell(0, 1), [Cell(0, 2), Cell(0, 3)]
    thought, before = first.board.without(hidden), draw(board.without(hidden), Style.default())
    seen = read_again(Frame(draw(fallen, Style.default())), first)
    assert seen.board.kinds == tuple(names[kind] for kind in fallen.kinds)
    uncovered, link = Uncovered(1.0), Link(one, two, (one, two))
    for now in (0.0, 1.0, 2.0):
        uncovered.watch(thought, link, seen, before, gravities=[Gravity.LEFT], now=now)
        assert uncovered.told(seen) == seen


def test_what_is_only_known_by_now_has_not_changed() -> None:
    """Ground that stayed for a while is told for empty at last; it came to light before."""
    board = deal(4, 6, 6, seed=2)
    reading = read(SimulatedScreen(Game(board), SimulatedClock()).grab())
    cells = next(iter(reading.board.by_kind().values()))[:2]
    seen = shown(reading, cells, 0)
    known = replace(seen, board=reading.board.without(cells))
    assert has_changed(reading, seen)
    assert not has_changed(seen, known)
    assert has_changed(reading, known)
    assert has_changed(seen, replace(known, lattice=replace(seen.lattice, pitch=(40.0, 41.0))))
