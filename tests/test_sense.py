"""Boards of games make sense; tables, calendars and lines of icons do not."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from builders import board, shuffled_board

from bot.board import EMPTY, UNKNOWN, Board
from bot.deal import deal
from bot.objections import Amiss
from bot.sense import (
    _objections,
    evidence,
    hopeless,
    misfit,
    objection,
    odd_kinds,
    of_parts,
)


def against(
    board: Board,
    gap: float = np.inf,
    *,
    part: bool = False,
    guessed: int = 0,
    drawn: int = UNKNOWN,
) -> str:
    """What speaks against a board in words, or nothing."""
    return str(objection(board, gap, part=part, guessed=guessed, drawn=drawn) or "")


def amiss(board: Board) -> Amiss | None:
    """What is amiss with its cells."""
    found = objection(board)
    return found and found.amiss


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("rows", "cols", "kinds"), [(4, 4, 4), (8, 12, 24), (12, 20, 42)])
def test_deals_make_sense(rows: int, cols: int, kinds: int, seed: int) -> None:
    """Nothing is said against a board that was dealt, of few tiles or of many."""
    assert against(deal(rows, cols, kinds=kinds, seed=seed)) == ""


@pytest.mark.parametrize("seed", range(4))
def test_a_board_makes_sense_to_the_end(seed: int) -> None:
    """Nor while its pairs go, as long as there are more than a handful."""
    left = deal(8, 12, kinds=24, seed=seed)
    while left.tiles > 16:
        assert against(left) == "" or "every other" in against(left)
        gone = [cells[:2] for cells in list(left.by_kind().values())[:4]]
        left = left.without([cell for pair in gone for cell in pair])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a b c d a b c d", "only in 1 x 8 cells"),
        ("a b / c a / b c", "3 kinds"),
        (". . / . .", "0 kinds"),
        ("a b c d / ? ? ? ? / d c a b", "4 of 12 tiles are like no other"),
        (
            "a . . b . / . . c . . / b . . d . / . a . . . / . c . . d",
            "8 tiles in 5 x 5 cells are too few",
        ),
        ("a b c d e / a b c d f / e g h e f / g h i i j / j e e e k", "odd number"),
    ],
)
def test_what_is_no_board_is_told_why(text: str, why: str) -> None:
    """The objection names what is wrong, and how far."""
    assert why in against(board(text))


def test_one_kind_is_told_in_the_singular() -> None:
    """And several in the plural."""
    assert against(board("aaaa\naaaa")).startswith("it is of 1 kind, ")
    found = _objections(Board(9, 10, (1,) * 90), 1.0, part=False, guessed=0)
    others = [each.text for each in found]
    assert "90 tiles are of only 1 kind" in others
    assert not any("1 kinds" in other for other in others)
    assert against(board("aabb\naabb")).startswith("it is of 2 kinds, ")


def test_one_kind_is_not_most_of_a_board() -> None:
    """Forty tiles of one kind among pairs of others are ground or buttons."""
    kinds = [1] * 40 + [2 + number // 2 for number in range(20)]
    mixed = [kinds[7 * number % 60] for number in range(60)]
    assert "one kind has 40 tiles" in against(Board(6, 10, tuple(mixed)))


def test_one_odd_kind_of_a_fresh_board_may_be_walls() -> None:
    """Where all are copies and nothing was guessed; two are too many, as is one of half a board."""
    dealt = deal(6, 8, kinds=10, seed=1)
    first = dealt.by_kind()[1][0]
    odd = dealt.without([first])
    assert against(odd, 20.0) == ""
    assert "1 of 10 kinds" in against(odd, 4.0)
    assert "1 of 10 kinds" in against(odd, 20.0, guessed=1)
    assert "2 of 10 kinds" in against(odd.without([odd.by_kind()[2][0]]), 20.0)
    gone = [cell for kind in (3, 4, 5, 6, 7) for cell in odd.by_kind()[kind][:2]]
    assert "1 of 10 kinds" in against(odd.without(gone), 20.0)


@pytest.mark.parametrize(("count", "fits"), [(11, True), (10, True), (20, True), (30, False)])
def test_one_kind_of_what_is_left_may_be_walls(count: int, fits: bool) -> None:
    """An even number or an odd one, as long as the others, all even, have as many tiles."""
    kinds = [1] * count + [kind for kind in range(2, 14) for _ in range(2)]
    Random(count).shuffle(cells := kinds + [EMPTY] * (100 - len(kinds)))
    left = Board(10, 10, tuple(cells))
    assert (against(left, 20.0) == "") is fits
    assert (against(left, 20.0, guessed=1) == "") is fits
    assert against(left, 20.0, guessed=2)
    assert against(left, 4.0)
    assert odd_kinds(left, 20.0, 0) == 0
    assert odd_kinds(left, 4.0, 0) == count % 2
    if count % 2:
        assert evidence(left, 20.0, 0) == pytest.approx(12 + 4 * np.log2(20))


def test_a_drawn_kind_of_a_full_board_may_be_walls_where_tiles_are_no_copies() -> None:
    """If all others, and many, are even; blank ones are ground, as may be any where tiles went."""
    kinds = [1] * 20 + [kind for kind in range(2, 25) for _ in range(4)]
    Random(3).shuffle(kinds)
    full, more = Board(4, 28, tuple(kinds)), Board(6, 28, (*kinds, *[EMPTY] * 56))
    assert against(full, 1.6, drawn=1) == ""
    assert "one kind has 20 tiles" in against(full, 1.6)
    assert "one kind has 20 tiles" in against(full, 1.6, drawn=2)
    assert "one kind has 20 tiles" in against(full, 1.6, guessed=1, drawn=1)
    assert "one kind has 20 tiles" in against(more, 1.6, drawn=1)
    assert "one kind has 20 tiles" in against(full, 1.3, drawn=1)


HALF_PLAYED = (
    "a . a . . . a . . . / b c a . . a . d e . / b d b b e f . c d . / "
    ". b . b b b b a f . / . . . a d . a b b b"
)
"""A game of six kinds of which four were nearly cleared."""


def test_of_copies_one_kind_may_be_left_most_of() -> None:
    """People clear a game of few kinds kind by kind; ground and buttons are no copies."""
    left = board(HALF_PLAYED)
    assert not against(left, gap=60.0)
    assert "one kind has 12 tiles" in against(left, gap=3.0)
    sizes = np.array([12, 8, 2, 2, 2])
    assert not hopeless(sizes, 60.0)
    assert hopeless(sizes, 3.0)
    assert hopeless(sizes + 1, 60.0)


def test_kinds_may_be_left_in_unlike_numbers_where_they_are_many() -> None:
    """Of 22 kinds, all even, one has 16 tiles and most have four; forty blanks are still too many.

    Of fewer kinds, or with some odd, it may be ground.
    """
    sizes = [16, 12, 10, 10, 8, 8, 6, 6, 6, *[4] * 11, 2, 2]
    tiles = [kind for kind, size in enumerate(sizes, 1) for _ in range(size)]
    tiles += [EMPTY] * (256 - len(tiles))
    Random(5).shuffle(tiles)
    assert not against(Board(16, 16, tuple(tiles)), gap=2.5)
    fewer = [tile if tile == 1 or tile > 9 else EMPTY for tile in tiles]
    assert "one kind has 16 tiles" in against(Board(16, 16, tuple(fewer)), gap=2.5)
    blanks = iter([99] * 40)
    more = [tile or next(blanks, EMPTY) for tile in tiles]
    assert "one kind has 40 tiles" in against(Board(16, 16, tuple(more)), gap=2.5)
    # Among tiles that are nearly copies they are walls, if all others are even.
    Random(6).shuffle(more)
    assert not against(Board(16, 16, tuple(more)), gap=5.0)
    assert "one kind has 40 tiles" in against(Board(16, 16, tuple(more)), gap=5.0, guessed=2)


@pytest.mark.parametrize("seed", range(4))
def test_five_kinds_of_copies_are_a_board_if_there_are_many(seed: int) -> None:
    """Where equal tiles are not copies five kinds may all be even by chance."""
    assert not against(deal(4, 8, kinds=5, seed=seed), gap=60.0)
    assert "can hardly be told apart" in against(deal(4, 8, kinds=5, seed=seed), gap=3.0)


@pytest.mark.parametrize("seed", range(4))
def test_four_kinds_of_copies_are_a_board_if_they_are_dealt_alike(seed: int) -> None:
    """By chance four kinds are even once in eight boards, and of one number once in a thousand."""
    alike = deal(10, 8, kinds=4, seed=seed)
    assert not against(alike, gap=60.0)
    uneven = [*alike.kinds]
    for _ in range(4):
        uneven[uneven.index(3)] = 4
    assert "can hardly be told apart" in against(Board(10, 8, tuple(uneven)), gap=60.0)
    assert "can hardly be told apart" in against(alike, gap=3.0)


def test_cells_between_two_tiles_are_no_board() -> None:
    """Each shows a side of two tiles, and none comes twice with its neighbours."""
    rows = ". . 1 2 3 . . / . . 1 4 3 . . / 1 5 3 . . . . / . . . . 1 4 3 / . . 1 2 3 . . "
    sides = board(rows + "/ 1 6 7 5 7 6 3")
    assert of_parts(sides)
    # A kind that keeps to no column speaks against it.
    assert not of_parts(board(rows + "/ 1 6 7 5 7 3 6"))


def test_copies_that_are_odd_tell_that_no_larger_cells_are_right() -> None:
    """Unless something was guessed, or they differ."""
    rows = deal(8, 10, kinds=10, seed=2).to_rows()
    rows[0][:3], rows[1][:3] = [1, 2, 3], [2, 3, 4]
    some = Board.from_rows(rows)
    assert len(some.odd_kinds) > 1
    assert amiss(some) is Amiss.ODD_COPIES
    for gap, guessed in ((3.0, 0), (60.0, 1)):
        told = objection(some, gap, guessed=guessed)
        assert told is not None
        assert told.amiss is Amiss.ELSE


def test_tiles_all_of_which_come_twice_are_halves() -> None:
    """Side by side or one below the other, and maybe the half of one more at the edge."""
    whole = deal(8, 8, kinds=10, seed=5)
    twice = np.repeat(whole.to_rows(), 2, axis=1)
    assert amiss(Board.from_rows(twice.tolist())) is Amiss.PARTS_ACROSS
    assert amiss(Board.from_rows(twice[:, 1:].tolist())) is Amiss.PARTS_ACROSS
    assert amiss(Board.from_rows(twice.T.tolist())) is Amiss.PARTS_DOWN
    twice[3, 4] = twice[3, 4] % 10 + 1
    assert not of_parts(Board.from_rows(twice.tolist()))
    # A first level of pairs that all lie below each other: no two tiles come again.
    assert amiss(board("a b c d / a b c d / e f g h / e f g h")) is not Amiss.PARTS_DOWN


def test_tiles_whose_parts_would_have_no_twins_are_whole() -> None:
    """By chance equal tiles may lie in every other line of a small board."""
    text = "a b c d e b / e f g h i j / a f g d i h / c k l k l j"
    whole = board(text)
    assert not of_parts(whole)
    assert not against(whole)


def test_pairs_of_a_small_board_may_keep_to_columns_by_chance() -> None:
    """Six of eight do so once in a thousand deals; all eight are a table."""
    assert not against(board("h a c g / f c b d / h a e g / f e b d"))
    assert "lie in lines" in against(board("h a c g / f e b d / h a c g / f e b d"))


def test_four_kinds_may_be_mirrored_by_chance() -> None:
    """Of eight places on a board of four kinds five are so once in a hundred deals."""
    assert not against(board("a c c a / c b b a / c d d d / d b b a"))
    assert "as in a mirror" in against(board("a c c a / c b b c / d a a d / b d d b"))


@pytest.mark.parametrize(
    "text",
    [
        "d a c a / c b c a / d b c a / d b d b",
        "b d b a / c d c d / c a c a / b a b d",
        "c d c a / b a b d / b a b a / c d c d",
        "a h b h / e g e g / c f c f / d b d a",
    ],
)
def test_kinds_of_a_small_board_may_keep_to_every_other_line(text: str) -> None:
    """Four kinds do so once in a thousand deals, and two lines of larger tiles make no board."""
    assert not against(board(text), gap=9.0)


def test_a_deal_made_pair_by_pair_may_look_mirrored() -> None:
    """Seven of twelve places of a deal without a margin were as their image."""
    assert not against(board("k i g b i k / c j h e j c / l d f g d l / e f a a h b"), gap=9.0)


def test_a_chessboard_of_two_kinds_is_none() -> None:
    """Two kinds that hold most of the tiles are the squares of another game."""
    rows = [[1 + (row + col) % 2 for col in range(8)] for row in range(8)]
    rows[0][:4], rows[7][:4], rows[3][:4] = [3, 4, 5, 6], [3, 4, 5, 6], [7, 8, 7, 8]
    assert against(Board.from_rows(rows)) != ""


def test_half_the_pitch_is_noticed() -> None:
    """Where every other row or column is empty, the cells are half of the true ones."""
    whole = shuffled_board(5, 6, 8, 1).to_rows()
    wide = [[kind for each in row for kind in (each, EMPTY)] for row in whole]
    assert against(Board.from_rows(whole)) == ""
    assert against(Board.from_rows(wide)) == "every other line of cells is empty"
    tall = [list(row) for row in zip(*wide, strict=True)]
    assert against(Board.from_rows(tall)) == "every other line of cells is empty"


def test_tables_lie_in_order() -> None:
    """Columns of one kind each, or rows, are a table."""
    rows = [[1 + col % 6 for col in range(12)] for _ in range(8)]
    assert against(Board.from_rows(rows)) == "equal tiles lie in lines"
    turned = [list(row) for row in zip(*rows, strict=True)]
    assert against(Board.from_rows(turned)) == "equal tiles lie in lines"


def test_a_few_unknown_tiles_may_leave_kinds_odd() -> None:
    """A tile that was not read leaves its kind with an odd one, and the board is still one."""
    dealt = deal(8, 12, kinds=24, seed=1)
    kinds = list(dealt.kinds)
    kinds[5] = kinds[40] = UNKNOWN
    assert against(Board(8, 12, tuple(kinds))) == ""


def test_halves_of_tiles_are_no_board() -> None:
    """At half the pitch the upper halves lie in even rows, and the lower ones in odd rows."""
    whole = np.asarray(deal(6, 8, kinds=12, seed=3).to_rows())
    halves = np.stack([whole, whole + 12], axis=1).reshape(12, 8)
    assert against(Board.from_rows(whole.tolist())) == ""
    assert amiss(Board.from_rows(halves.tolist())) is Amiss.PARTS_DOWN
    assert amiss(Board.from_rows(halves.T.tolist())) is Amiss.PARTS_ACROSS
    assert of_parts(Board.from_rows(halves.tolist()))
    assert not of_parts(Board.from_rows(whole.tolist()))


def test_few_tiles_tell_a_lattice_unless_one_twice_as_wide_would_do() -> None:
    """Twelve tiles in sixty cells are a board if kinds step by odd numbers of rows and columns."""
    places = "a......b.. ..b.c..... .d.......e ...e.a.... f.......d. ......cf.."
    told = board(" / ".join(" ".join(row) for row in places.split()))
    assert against(told) == ""
    rows = [[kind for each in row for kind in (each, EMPTY)] for row in told.to_rows()]
    assert "every other" in against(Board.from_rows(rows))
    fewer = [[EMPTY if kind > 4 else kind for kind in row] for row in told.to_rows()]
    assert amiss(Board.from_rows(fewer)) is Amiss.TOO_FEW_TILES


def test_the_twins_of_a_part_may_lie_outside() -> None:
    """What is odd in a part of a board may be even in the whole; other faults stay faults."""
    part = Board.from_rows([row[:9] for row in deal(8, 12, kinds=48, seed=1, copies=2).to_rows()])
    assert "odd" in against(part)
    assert against(part, part=True) == ""
    table = Board.from_rows([[1 + col % 6 for col in range(12)] for _ in range(8)])
    assert against(table, part=True) != ""


def test_few_kinds_that_differ_little_are_none() -> None:
    """Ten kinds may be even by chance; not if they differ far more than equal faces do."""
    keys = deal(4, 5, kinds=10, seed=1)
    assert against(keys, gap=8.0) == ""
    assert "hardly be told apart" in against(keys, gap=1.1)


@pytest.mark.parametrize(("rows", "cols", "kinds"), [(6, 14, 21), (8, 10, 20), (4, 6, 6)])
def test_no_deal_in_hundreds_lies_in_order(rows: int, cols: int, kinds: int) -> None:
    """Equal tiles lie next to each other, now and then many of them."""
    lot = np.random.default_rng(3)
    tiles = np.arange(rows * cols) % kinds + 1
    for _ in range(500):
        dealt = lot.permutation(tiles)
        assert "in lines" not in against(Board(rows, cols, tuple(dealt.tolist())), 8.0)


def test_what_was_guessed_or_not_read_counts_against_a_board() -> None:
    """Anything can be made even, and any odd tile be called unlike all others."""
    board = deal(6, 8, kinds=12, seed=1)
    assert against(board, gap=2.0) == ""
    assert "hardly be told apart" in against(board, gap=2.0, guessed=3)
    pairs = deal(4, 6, kinds=12, seed=1, copies=2)
    assert against(pairs, gap=1.3) == ""
    hidden = Board(4, 6, tuple(-1 if kind == 1 else kind for kind in pairs.kinds))
    assert "hardly be told apart" in against(hidden, gap=1.3)
    assert against(hidden, gap=8.0) == ""


def test_one_guess_is_borne_where_faces_are_copies() -> None:
    """Six kinds are few, and one of them was made even; but nothing is clearer than these are."""
    board = deal(6, 8, kinds=6, seed=1)
    assert against(board, gap=16.0, guessed=1) == ""
    assert "hardly be told apart" in against(board, gap=6.0, guessed=1)
    assert "hardly be told apart" in against(board, gap=16.0, guessed=2)


def test_guesses_leave_less_hope() -> None:
    """Many pairs and a small gap, but half of them were made even."""
    pairs = np.full(10, 2)
    assert not hopeless(pairs, 1.2)
    assert hopeless(pairs, 1.2, guessed=5)
    assert not hopeless(pairs, 8.0, guessed=5)


def test_many_tiles_of_a_few_kinds_must_be_told_apart_clearly() -> None:
    """Two icons of a folder side by side make nine kinds of cells, each of them very common."""
    icons = deal(14, 12, kinds=8, seed=3)
    assert against(icons, gap=4.0) == ""
    assert "hardly be told apart" in against(icons, gap=2.3)
    assert against(deal(8, 12, kinds=8, seed=3), gap=2.3) == ""


def test_stones_of_a_few_colours_are_none() -> None:
    """Hundreds of tiles of four kinds are no deal."""
    assert "of only 4 kinds" in against(deal(18, 20, kinds=4, seed=1))


def test_many_tiles_of_each_kind_must_be_told_apart_the_more_clearly() -> None:
    """As 480 tiles of eleven kinds are, where nothing else speaks against them."""
    board = deal(16, 30, kinds=11, seed=1)
    assert "of only 11 kinds" in against(board, gap=1.9)
    assert against(board, gap=3.0) == ""


def test_fifths_of_tiles_are_none() -> None:
    """Cells as high as a tile and a fifth as wide: each kind keeps to every fifth column."""
    rows = [[EMPTY] * 25 for _ in range(4)]
    places = [(row, col) for row in range(4) for col in range(5)]
    Random(7).shuffle(places)
    for at, (row, col) in enumerate(places[:12]):
        for part in range(2):
            rows[row][5 * col + 2 * part] = 1 + 2 * (at // 2) + part
    assert "parts of tiles" in against(Board.from_rows(rows), gap=2.0)


def test_evidence_grows_with_kinds_and_with_the_gap_and_falls_by_guesses() -> None:
    """One throw of a coin for a kind, four for each time the gap is twice as wide."""
    board = deal(8, 12, kinds=24, seed=2)
    assert evidence(board, 1.0, 0) == 24
    assert evidence(board, 4.0, 0) == 32
    assert evidence(board, 1.0, 3) == 18


def test_a_calendar_is_no_board() -> None:
    """The days of two months follow each other alike."""
    month = np.zeros((6, 7), np.int64)
    month.ravel()[3:34] = np.arange(1, 32)
    later = np.zeros((6, 7), np.int64)
    later.ravel()[6:37] = np.arange(1, 32)
    gap = np.zeros((2, 7), np.int64)
    board = Board.from_rows(np.concatenate([month, gap, later]).tolist())
    assert "follow each other" in against(board)


@pytest.mark.parametrize(
    ("rows", "cols", "kinds"), [(8, 18, 36), (6, 8, 4), (16, 30, 40), (4, 6, 6)]
)
@pytest.mark.parametrize("seed", range(12))
def test_a_deal_does_not_follow_itself(rows: int, cols: int, kinds: int, seed: int) -> None:
    """However few or many kinds there are."""
    board = deal(rows, cols, kinds=kinds, seed=seed)
    assert "follow each other" not in against(board)


def test_a_table_of_distances_is_no_board() -> None:
    """What lies in row a, column b lies in row b, column a, and so all is even."""
    half = np.triu(np.random.default_rng(3).integers(1, 13, (10, 10)), 1)
    assert "mirror" in against(Board.from_rows((half + half.T).tolist()))


@pytest.mark.parametrize(("top", "left"), [(1, 0), (0, 1), (2, 0), (1, 2)])
def test_a_table_of_products_without_its_first_lines_is_no_board(top: int, left: int) -> None:
    """It is mirrored in a diagonal beside that of the cells that were seen."""
    products = np.multiply.outer(np.arange(1, 13), np.arange(1, 13))[top:, left:]
    sizes = np.bincount(products.ravel())
    seen = np.where(sizes[products] % 2, UNKNOWN, products)
    found = _objections(Board.from_rows(seen.tolist()), np.inf, part=False, guessed=0)
    assert any("mirror" in each.text for each in found)


def test_what_comes_round_in_reading_order_is_no_board() -> None:
    """Months begin on the same days again, whatever row they lie in."""
    months = board("a b c d / e f f a / b c d e")
    assert against(months) == "the same tiles follow each other again and again"
    mixed = board("a b c d / e f f a / d b e c")
    assert not against(mixed)


def test_where_kinds_end_anywhere_all_tiles_have_twins() -> None:
    """Without a gap between kinds, one lonely tile shows that they were cut out of a table."""
    board = deal(8, 10, kinds=20, seed=2)
    lonely = Board(board.rows, board.cols, (UNKNOWN, *board.kinds[1:]))
    assert not against(board, 1.02)
    assert not against(lonely, 1.6)
    assert "can hardly be told apart" in against(lonely, 1.02)


def test_tiles_cut_in_two_are_no_board() -> None:
    """Each half of eight tiles lies beside one of the same kind, as no pairs of a deal do."""
    whole = np.asarray(board("a . a . . . / . . . . b . / c . . . . . / d c b . . d").to_rows())
    cut = np.stack([whole, np.where(whole, whole + 4, EMPTY)], axis=2).reshape(4, 12)
    why = "the same kinds lie side by side: they are parts of tiles"
    assert against(Board.from_rows(cut.tolist())) == why
    assert against(Board.from_rows(cut.T.tolist())) == why
    assert not any(against(deal(6, 8, kinds=12, seed=seed)) == why for seed in range(100))


def test_halves_at_the_rim_whose_others_lie_beyond_tell_nothing_against_that() -> None:
    """Nor does one beside a cell that cannot be told; but one whose neighbour is empty does."""
    rows = (
        "0 1 2 0 0 0 0 3 / 0 1 2 0 0 0 0 3 / 0 0 -1 4 0 0 5 6 / 0 5 6 0 7 8 0 0 / 4 0 0 0 0 7 8 0"
    )
    cut = Board.from_rows([[int(each) for each in row.split()] for row in rows.split(" / ")])
    assert against(cut) == "the same kinds lie side by side: they are parts of tiles"
    apart = Board.from_rows([[0 if each == -1 else each for each in row] for row in cut.to_rows()])
    assert against(Board.from_rows([[*row, 0] for row in apart.to_rows()])) != against(cut)


def test_two_wings_of_one_game_are_no_deal() -> None:
    """Chess has the same men left and right, all kinds even."""
    left = np.asarray(deal(8, 5, kinds=10, seed=3).to_rows())
    both = np.concatenate([left, left[:, ::-1]], axis=1)
    assert against(Board.from_rows(left.tolist())) == ""
    for each in (both, both.T):
        assert against(Board.from_rows(each.tolist())) == "equal tiles lie as in a mirror"


def test_parts_of_tiles_are_a_misfit_and_a_deal_is_none() -> None:
    """Where a rim is far commoner than faces, or faces lie in every other line, cells are small."""
    dealt = deal(6, 8, kinds=12, seed=5)
    assert not misfit(dealt)
    faces = np.asarray(dealt.kinds).reshape(6, 8)
    ground = np.full((12, 8), 99)
    ground[:6] = faces
    assert not misfit(Board.from_rows(ground.tolist()))
    rims = ground.copy()
    rims[6:, ::2] = 98
    assert misfit(Board.from_rows(rims.tolist()))
    halves = np.where(faces > 0, faces + 100, 0)
    split = np.stack([faces, halves], axis=1).reshape(12, 8)
    assert misfit(Board.from_rows(split.tolist()))


def test_two_tiles_of_a_few_may_be_hidden_if_others_are_copies() -> None:
    """A path hides the two that it joins; three are too many, as are two that only look unlike."""
    few = [1, 0, 2, 3, 0, 4, 1, 0, 5, 2, 0, 3, 4, 0, 5, UNKNOWN, 0, UNKNOWN, 6, 6]
    grid = np.asarray([*few, 0, 0, 0, 0]).reshape(6, 4)
    hidden = Board.from_rows(grid.tolist())
    assert not against(hidden, 40.0)
    assert "like no other" in against(hidden, 4.0)
    grid[5, 3] = UNKNOWN
    assert "like no other" in against(Board.from_rows(grid.tolist()), 40.0)


def test_a_deal_of_pairs_laid_side_by_side_is_no_table() -> None:
    """As a game deals that lays pair after pair where they link: many lie two by two.

    So they may on a photograph, where none are copies, if so many kinds are even.
    """
    text = """
        a a b c d e f a g
        h i j c k e f l g
        e i j b m h i l n
        e k d n o h m b p
        d p b j n o o q p
        a p l q g j m q r
        c l c r g q m k r
        i n d r f f h k o
    """
    dealt = board(" / ".join(line.strip() for line in text.strip().splitlines()))
    assert against(dealt, 10.0) == against(dealt, 2.5) == ""


def test_four_tiles_cut_in_two_are_no_board() -> None:
    """Of two kinds, as they may be left of a small board, halves make four."""
    text = "1 . 5\n2 . 6\n5 . 1\n6 . 2"
    assert "parts of tiles" in against(Board.from_text(text))


def sparse(sizes: list[int], cells: int, seed: int = 3) -> Board:
    """Kinds of some sizes, laid by lot on so many cells in rows of twelve."""
    lot = Random(seed)
    kinds = [kind for kind, size in enumerate(sizes, start=1) for _ in range(size)]
    kinds += [EMPTY] * (cells - len(kinds))
    lot.shuffle(kinds)
    return Board(cells // 12, 12, tuple(kinds))


def test_the_numbers_of_a_minefield_are_no_deal() -> None:
    """They may be even by chance, but ones are far commoner than fours."""
    even = sparse([22, 22, 14, 4, 2], 24 * 12)
    assert "hardly be told apart" in against(even, gap=40.0)
    assert against(sparse([16, 14, 16, 16, 14], 24 * 12), gap=40.0) == ""
    assert against(sparse([14, 2, 6, 8, 6], 20 * 12), gap=40.0) == ""


def test_many_even_kinds_may_be_uneven_where_nothing_was_guessed() -> None:
    """People clear some kinds first; but where joins were guessed two may be taken for one."""
    left = sparse([2] * 7 + [4] * 7 + [6], 8 * 12)
    assert against(left, gap=1.3) == ""
    assert "hardly be told apart" in against(left, gap=1.3, guessed=1)
    assert "hardly be told apart" in against(left, gap=1.1)


def test_clear_parts_of_tiles_are_told_before_whatever_else_is_wrong() -> None:
    """Blank halves are far commoner than others, and some cells were misread."""
    dealt = deal(6, 10, kinds=20, seed=3)
    upper = np.asarray(dealt.kinds).reshape(6, 10)
    halves = np.empty((12, 10), np.int64)
    halves[::2], halves[1::2] = np.where(upper <= 8, 1, upper), 40 + upper
    halves[3::4, 3] = np.arange(90, 93)
    for grid, told in ((halves, Amiss.PARTS_DOWN), (halves.T, Amiss.PARTS_ACROSS)):
        rows, cols = grid.shape
        whole = Board(rows, cols, tuple(np.ravel(grid).tolist()))
        first, *others = _objections(whole, 1.3, part=False, guessed=3)
        assert first.amiss is told
        assert any("one kind has" in each.text for each in others)


@pytest.mark.parametrize(
    ("text", "twice"),
    [
        (". a . . . . a .\nb . c . . b . c\n. d e . . . d e", True),
        (". a . . . . a .\nb . c . . b c .\n. d e . . . d e", False),
        ("a . b .\n. c . d\ne . f .\n. g . h", False),
    ],
)
def test_a_picture_that_comes_twice_is_no_board(text: str, *, twice: bool) -> None:
    """Its parts lie about each other as those of the other one do; tiles are dealt by lot."""
    assert ("one picture several times" in against(Board.from_text(text))) == twice


def test_a_kind_that_fills_a_line_of_a_sparse_board_is_a_seam() -> None:
    """As between two columns of buttons, where a letter here and there comes twice.

    On a board that is full it may be a row of walls; and a kind may go on elsewhere.
    """
    seam = "a . b . c . / . . . . c . / . d e . c . / . d e . c a / a . b . c a / . . . a c a"
    assert against(board(seam)) == "equal tiles lie in lines"
    turned = [list(row) for row in zip(*(line.split() for line in seam.split(" / ")), strict=True)]
    assert against(board(" / ".join(" ".join(row) for row in turned))) == "equal tiles lie in lines"
    beside = seam.replace("a . b . c .", "a . b . c c")
    assert "lie in lines" not in against(board(beside))
