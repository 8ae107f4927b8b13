"""Tiles under a badge or a sparkle are told by what is seen of them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.blemished import Blemished, blemished
from bot.board import EMPTY, UNKNOWN
from bot.cutting import cut, usual_look
from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.reader import read
from bot.skin import Skin

SIDE, ROWS, COLS = 48, 6, 8
LATTICE = Lattice(Pixel(2 * SIDE, 2 * SIDE), (SIDE, SIDE), ROWS, COLS)
TRUTH = np.random.default_rng(6).permutation(np.repeat(np.arange(1, 13), 4))
WHITE, RED = (255, 255, 255), (220, 30, 30)


def screen(truth: NDArray[np.int64] = TRUTH) -> NDArray[np.uint8]:
    """Cards on a green table, all of a kind drawn the same."""
    lot = np.random.default_rng(5)
    faces = np.full((truth.max() + 1, SIDE - 8, SIDE - 8, 3), 245, np.uint8)
    for face in faces:
        colour = lot.integers(0, 180, 3).tolist()
        for x, y, r in lot.integers((12, 12, 4), (29, 29, 8), (3, 3)).tolist():
            cv2.circle(face, (x, y), r, colour, -1, cv2.LINE_AA)
    picture = np.full(((ROWS + 3) * SIDE, (COLS + 3) * SIDE, 3), (30, 120, 60), np.uint8)
    for number, kind in enumerate(truth.tolist()):
        left, top = (round(each) - SIDE // 2 + 4 for each in center(number))
        if kind != EMPTY:
            picture[top : top + SIDE - 8, left : left + SIDE - 8] = faces[kind]
    return picture


def center(number: int) -> tuple[float, float]:
    """The middle of a cell, px."""
    row, col = divmod(number, COLS)
    return (col + 2) * SIDE, (row + 2) * SIDE


def badge(picture: NDArray[np.uint8], number: int, text: str = "7") -> None:
    """Lay a red disc with a number over the corner of a tile."""
    x, y = (round(each) for each in center(number))
    cv2.circle(picture, (x + 10, y - 10), 8, RED, -1, cv2.LINE_AA)
    cv2.putText(picture, text, (x + 6, y - 6), cv2.FONT_HERSHEY_SIMPLEX, 0.35, WHITE, 1)


def sparkle(picture: NDArray[np.uint8], number: int, across: int, down: int) -> None:
    """Lay a grey dot over a tile."""
    x, y = (round(each) for each in center(number))
    cv2.circle(picture, (x + across, y + down), 4, (190, 200, 210), -1, cv2.LINE_AA)


def told(
    picture: NDArray[np.uint8], kinds: NDArray[np.int64], marked: Sequence[int] = ()
) -> Blemished | None:
    """What is told of a board whose tiles were named so, and some of them marked."""
    frame, names = Frame(picture.copy()), np.unique(kinds[kinds > 0])
    cells = cut(frame, LATTICE)
    faces = np.asarray([usual_look(cells[kinds == name]) for name in names], np.float32)
    skin = Skin(faces, names, np.full((8, 8), 5, np.float32), 1.0, None)
    some = np.asarray(marked, np.intp)
    return blemished(frame, LATTICE, kinds, cells, skin, marked=some)


def of(kind: int) -> list[int]:
    """The numbers of the tiles of a kind."""
    return np.flatnonzero(kind == TRUTH).tolist()


def same(some: NDArray[np.int64], others: NDArray[np.int64]) -> bool:
    """Whether two boards are the same, whatever their kinds are called."""
    pairs = set(zip(some.tolist(), others.tolist(), strict=True))
    return len(pairs) == len(set(some.tolist())) == len(set(others.tolist()))


def test_tiles_under_sparkles_are_of_the_kinds_that_they_show() -> None:
    """They were like no other; the faces are those of tiles over which nothing lies."""
    picture, kinds = screen(), TRUTH.copy()
    for number, across, down in ((of(1)[0], -6, 4), (of(2)[3], 7, -8), (of(3)[1], 0, 0)):
        sparkle(picture, number, across, down)
        kinds[number] = UNKNOWN
    found = told(picture, kinds)
    assert found is not None
    assert same(found.kinds, TRUTH)
    assert set(found.tiles) == {of(1)[0], of(2)[3], of(3)[1]}
    plain = cut(Frame(screen()), LATTICE)
    for face, kind in zip(found.skin.faces, found.skin.kinds.tolist(), strict=True):
        assert np.abs(face - plain[found.kinds == kind][0]).max() < 2


def test_two_of_a_kind_with_the_badge_of_another_are_no_kind_of_their_own() -> None:
    """The badge is known by the single tile that has it."""
    picture, kinds = screen(), TRUTH.copy()
    for number in (*of(4)[:2], of(5)[0]):
        badge(picture, number)
    kinds[of(4)[:2]], kinds[of(5)[0]] = 13, UNKNOWN
    found = told(picture, kinds)
    assert found is not None
    assert same(found.kinds, TRUTH)


def test_every_fifth_tile_may_carry_a_badge() -> None:
    """Some of the kinds have none, as where a game gives coins for some of its tiles."""
    picture, kinds = screen(), TRUTH.copy()
    for kind in range(1, 10):
        badge(picture, of(kind)[0], str(kind % 3 + 1))
        kinds[of(kind)[0]] = UNKNOWN
    found = told(picture, kinds)
    assert found is not None
    assert same(found.kinds, TRUTH)


def test_badged_tiles_that_were_named_are_told_from_drawings() -> None:
    """They count as copies of no other; all of their kind have an even number."""
    picture, kinds = screen(), TRUTH.copy()
    for kind in range(1, 10):
        badge(picture, of(kind)[0], str(kind % 3 + 1))
    kinds[of(1)[0]] = UNKNOWN
    found = told(picture, kinds)
    assert found is not None
    assert same(found.kinds, TRUTH)
    assert set(found.tiles) == {of(kind)[0] for kind in range(1, 10)}


def test_two_kinds_that_were_taken_for_one_are_two_again() -> None:
    """Each had an odd number of tiles, for one lay under a sparkle."""
    picture, kinds = screen(), np.where(TRUTH == 2, 1, TRUTH)
    for number in (of(1)[0], of(2)[0]):
        sparkle(picture, number, 5, 5)
        kinds[number] = UNKNOWN
    found = told(picture, kinds)
    assert found is not None
    assert same(found.kinds, TRUTH)


def test_two_tiles_of_a_kind_that_is_nowhere_else_are_a_pair() -> None:
    """Something lies over both, each in another place."""
    truth = np.where(np.isin(np.arange(TRUTH.size), of(7)[2:]), EMPTY, TRUTH)
    picture, kinds = screen(truth), truth.copy()
    sparkle(picture, of(7)[0], 9, -9)
    sparkle(picture, of(7)[1], -9, 9)
    kinds[of(7)] = UNKNOWN, UNKNOWN, EMPTY, EMPTY
    found = told(picture, kinds)
    assert found is not None
    assert same(found.kinds, truth)


@pytest.mark.parametrize("odd", [True, False])
def test_what_leaves_a_kind_odd_is_not_believed(*, odd: bool) -> None:
    """A face that is like another but for a dot may be one of its own."""
    picture, kinds = screen(), TRUTH.copy()
    sparkle(picture, of(1)[0], 6, 6)
    kinds[of(1)[0]] = UNKNOWN
    if odd:
        left, top = (round(each) - SIDE // 2 for each in center(of(1)[1]))
        picture[top : top + SIDE, left : left + SIDE] = 30, 120, 60
        kinds[of(1)[1]] = EMPTY
    assert (told(picture, kinds) is None) == odd


def test_a_tile_of_which_the_drawing_is_hidden_is_not_told() -> None:
    """Its paper is that of all kinds."""
    picture, kinds = screen(), TRUTH.copy()
    x, y = (round(each) for each in center(of(1)[0]))
    cv2.circle(picture, (x, y), 12, WHITE, -1)
    kinds[of(1)[0]] = UNKNOWN
    assert told(picture, kinds) is None


def test_a_board_over_which_nothing_lies_is_left_alone() -> None:
    """As is one with more unlike tiles than a game lays badges over."""
    kinds = TRUTH.copy()
    assert told(screen(), kinds) is None
    picture = screen()
    for number in range(0, 39, 3):
        sparkle(picture, number, 6, 6)
        kinds[number] = UNKNOWN
    assert told(picture, kinds) is None


def test_a_game_with_badges_and_sparkles_is_read() -> None:
    """Nothing being known of it; a badge is no mark of selection either."""
    picture = screen()
    for number in (*of(4)[:2], of(5)[0], of(6)[0], of(9)[2]):
        badge(picture, number)
    for number in (of(1)[0], of(2)[1]):
        sparkle(picture, number, -5, 7)
    reading = read(Frame(picture))
    assert same(np.asarray(reading.board.kinds), TRUTH)
    assert reading.selected == ()


def test_two_tiles_of_a_kind_that_has_all_of_another_are_not_that_one() -> None:
    """Nine dots are no eight dots with a dot over them; it is on no other kind."""
    truth = np.where(np.isin(np.arange(TRUTH.size), of(7)[2:]), EMPTY, TRUTH)
    truth[of(7)[:2]] = 1
    picture, kinds = screen(truth), truth.copy()
    for number in of(7)[:2]:
        sparkle(picture, number, -9, 9)  # a dot of the drawing
    badge(picture, of(7)[1])
    badge(picture, of(5)[0])
    kinds[[*of(7)[:2], of(5)[0]]] = UNKNOWN
    assert told(picture, kinds) is None


def test_two_tiles_that_a_hint_marks_stay_of_their_kind() -> None:
    """They are copies of each other, and not of the others; the kind is even all the same."""
    picture, kinds = screen(), TRUTH.copy()
    for number in of(4)[:2]:
        x, y = (round(each) for each in center(number))
        cv2.rectangle(picture, (x - 17, y - 17), (x + 16, y + 16), (250, 150, 30), 2)
    sparkle(picture, of(1)[0], 6, 6)
    kinds[of(1)[0]] = UNKNOWN
    for marked in ([], of(4)[:2]):
        found = told(picture, kinds, marked)
        assert found is not None
        assert same(found.kinds, TRUTH)


@pytest.mark.parametrize("badged", [0, 1])
def test_the_face_of_a_pair_is_that_of_its_plain_tile(badged: int) -> None:
    """Whichever comes first; both were like no other."""
    truth = np.where(np.isin(np.arange(TRUTH.size), of(7)[2:]), EMPTY, TRUTH)
    picture, kinds = screen(truth), truth.copy()
    badge(picture, of(7)[badged])
    kinds[of(7)[:2]] = UNKNOWN
    found = told(picture, kinds)
    assert found is not None
    assert found.tiles == (of(7)[badged],)
    assert same(found.kinds, truth)


def test_a_pair_that_has_all_of_another_kind_but_a_dot_is_one() -> None:
    """Tiles of that kind under sparkles are not taken for a pair of their own for it."""
    truth = np.where(np.isin(np.arange(TRUTH.size), of(2)[2:]), EMPTY, TRUTH)
    drawn = np.where(truth == 2, 1, truth)
    picture, kinds = screen(drawn), truth.copy()
    for number in of(2)[:2]:
        sparkle(picture, number, -10, 10)  # a dot of the drawing
    sparkle(picture, of(1)[0], 9, -9)
    sparkle(picture, of(1)[1], 9, 9)
    kinds[of(1)[:2]] = UNKNOWN
    found = told(picture, kinds)
    assert found is None or same(found.kinds, truth)


def test_a_selected_tile_is_of_the_kind_that_lacks_one() -> None:
    """It is like no other all over, and hinders no others; alone it is no blemish."""
    picture, kinds = screen(), TRUTH.copy()
    left, top = (round(each) - SIDE // 2 + 4 for each in center(of(6)[0]))
    tile = picture[top : top + SIDE - 8, left : left + SIDE - 8]
    tile[:] = tile // 2 + np.array([100, 60, 0], np.uint8)
    kinds[of(6)[0]] = UNKNOWN
    assert told(picture, kinds, of(6)[:1]) is None
    sparkle(picture, of(1)[0], 6, 6)
    kinds[of(1)[0]] = UNKNOWN
    found = told(picture, kinds, of(6)[:1])
    assert found is not None
    assert same(found.kinds, TRUTH)
    assert (found.tiles, found.guessed) == ((of(1)[0],), (of(6)[0],))


def test_the_partner_of_a_marked_tile_is_no_other_kind_under_a_dot() -> None:
    """The marked one was told by what is drawn on both, and shows another drawing all over."""
    truth = np.where(np.isin(np.arange(TRUTH.size), of(2)[2:]), EMPTY, TRUTH)
    picture = screen(np.where(truth == 2, 1, truth))
    for number in of(2)[:2]:
        sparkle(picture, number, -10, 10)  # a dot of the drawing
    left, top = (round(each) - SIDE // 2 + 4 for each in center(of(2)[0]))
    tile = picture[top : top + SIDE - 8, left : left + SIDE - 8]
    tile[:] = 255 - tile
    assert told(picture, truth.copy(), of(2)[:1]) is None
