"""Where everything lies in a person's window, at any size."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.board import Board
from bot.boardview import lattice_of, size_of
from bot.geometry import Cell, Pixel, Rect
from bot.sessionlayout import (
    BUTTONS,
    LARGEST,
    NARROW,
    NARROWEST,
    SLIT,
    SMALLEST,
    Action,
    Button,
    Card,
    button_at,
    lay_card,
    lay_out,
    preferred_size,
)
from bot.style import Style

USUAL = Style.default()


def full(rows: int, cols: int) -> Board:
    return Board(rows, cols, (1,) * (rows * cols))


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 14), st.integers(2, 24), st.integers(200, 1900), st.integers(200, 1100))
def test_at_any_size_everything_has_its_place(
    rows: int, cols: int, width: int, height: int
) -> None:
    """At any size strips and ground fill the layout, nothing overlaps, and the board fits."""
    board = full(rows, cols)
    laid = lay_out((width, height), board, USUAL)
    assert laid.size[0] >= width
    assert laid.size[1] >= height
    assert laid.header.height + laid.ground.height + laid.foot.height == laid.size[1]
    assert laid.ground.top == laid.header.bottom
    assert laid.foot.top == laid.ground.bottom
    across, down = size_of(board, laid.style)
    assert abs(across - laid.ground.width) <= 1
    assert abs(down - laid.ground.height) <= 1
    assert min(laid.style.tile) >= SMALLEST
    assert max(laid.style.tile) <= LARGEST * max(USUAL.tile)
    places = [*laid.stats, *(rect for _, rect in laid.buttons)]
    for place in places:
        assert place.intersection(laid.header) == place
    for one, other in combinations(places, 2):
        shared = one.intersection(other)
        assert not (shared.width and shared.height)


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 12), st.integers(2, 20))
def test_paths_have_room_around_the_board(rows: int, cols: int) -> None:
    """The middle of the margin's cells lies inside the ground in a window of preferred size."""
    board = full(rows, cols)
    laid = lay_out(preferred_size(board, USUAL, (1820, 980)), board, USUAL)
    lattice = lattice_of(board, laid.style)
    for cell in (Cell(-1, -1), Cell(rows, cols)):
        x, y = lattice.center(cell)
        assert 0 <= x <= laid.ground.width
        assert 0 <= y <= laid.ground.height


@pytest.mark.parametrize("size", [(840, 620), (1500, 900), (500, 480)])
def test_tiles_are_as_large_as_fits(size: tuple[int, int]) -> None:
    """With a tenth more, and paths around the board, they would not fit."""
    laid = lay_out(size, full(6, 10), USUAL)
    across, down = laid.style.pitch
    fits = across * 1.1 * 11.4 < laid.ground.width and down * 1.1 * 7.4 < laid.ground.height
    assert not fits


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 14), st.integers(2, 24), st.integers(SLIT, 1900), st.integers(SLIT, 1100))
def test_a_window_that_is_too_small_is_laid_out_larger(
    rows: int, cols: int, width: int, height: int
) -> None:
    """And of the same shape, so that nothing is stretched when it is shown there."""
    across, down = lay_out((width, height), full(rows, cols), USUAL).size
    assert abs(across / width - down / height) <= 1 / min(width, height)  # a pixel is rounded up


@pytest.mark.parametrize(
    ("size", "laid"),
    [
        ((1000, 330), (1279, 422)),  # it lacks height for a card
        ((420, 320), (615, 468)),  # two rows of a header take less than the width for one
        ((110, 440), (NARROWEST, 4 * NARROWEST)),  # it lacks width for the buttons
        ((NARROW, 422), (NARROW, 422)),
    ],
)
def test_what_a_window_lacks_is_no_more_than_it_needs(
    size: tuple[int, int], laid: tuple[int, int]
) -> None:
    """Neither side is smaller than its least, and one of them is that, or the header's."""
    wide, high = lay_out(size, full(4, 6), USUAL).size
    assert wide == pytest.approx(laid[0], abs=1)
    assert high == pytest.approx(laid[1], abs=1)


def test_a_slit_of_a_window_is_not_laid_out_huge() -> None:
    """It would take all memory to draw what nobody sees."""
    width, height = lay_out((1900, 1), full(8, 12), USUAL).size
    assert width * height < 12_000_000


def test_a_preferred_window_is_shown_as_it_is_laid_out() -> None:
    """Also that of a small board, which is wider than it needs."""
    for board in (full(2, 2), full(4, 4), full(8, 12), full(9, 16)):
        size = preferred_size(board, USUAL, (1820, 980))
        assert lay_out(size, board, USUAL).size == size


def test_the_preferred_window_fits_the_room_if_it_can() -> None:
    """Usual tiles where there is room, smaller ones where there is less, too much for none."""
    assert preferred_size(full(8, 12), USUAL, (1820, 980))[0] == 840
    for room in ((1180, 700), (1000, 600)):
        width, height = preferred_size(full(9, 16), USUAL, room)
        assert width <= room[0]
        assert height <= room[1]
    width, _ = preferred_size(full(40, 40), USUAL, (1000, 600))
    assert width > 800


def test_every_button_has_a_key_of_its_own() -> None:
    """A small letter that stands on it."""
    keys = [button.key for button in BUTTONS]
    assert len(set(keys)) == len(keys)
    assert all(button.key in button.label.lower() for button in BUTTONS)


@pytest.mark.parametrize("width", [440, 840, 1400])
def test_a_card_holds_its_parts(width: int) -> None:
    """Faces, title, lines and buttons lie inside, one under the other, on any width."""
    many = tuple(Button(Action.NEW, f"Answer {number}", str(number)) for number in range(6))
    card = Card("Title", ("words " * 30,), many, faces=(1, 2, 3), share=0.5)
    laid = lay_card(card, Rect(0, 100, width, 600))
    assert " ".join(line for line, _ in laid.lines).split() == ["words"] * 30
    assert len(laid.lines) > 1
    assert [button for button, _ in laid.buttons] == list(many)
    lines = [rect for _, rect in laid.lines]
    buttons = [rect for _, rect in laid.buttons]
    for part in (*laid.faces, laid.title, *lines, laid.bar, *buttons):
        assert part.intersection(laid.rect) == part
    rows = [laid.faces[0], laid.title, *lines, laid.bar, buttons[0]]
    assert all(upper.bottom <= lower.top for upper, lower in pairwise(rows))
    for one, other in combinations(buttons, 2):
        shared = one.intersection(other)
        assert not (shared.width and shared.height)


def test_a_button_is_found_under_a_place() -> None:
    """And none between two of them."""
    laid = lay_out((840, 700), full(8, 12), USUAL)
    first, second = laid.buttons[0], laid.buttons[1]
    assert button_at(laid.buttons, Pixel(first[1].left + 2, first[1].top + 2)) is first[0]
    assert button_at(laid.buttons, Pixel(second[1].left - 3, second[1].top + 2)) is None
