"""A person's window as a picture: each thing that a scene says can be seen in its place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import Board
from bot.boardview import lattice_of, tile_rect
from bot.geometry import Cell, Pixel, Rect
from bot.matcher import LinkRule, find_link
from bot.sessionlayout import Action, Button, Card, lay_card, lay_out
from bot.sessionview import DRAWN, Scene, SessionView, shortened
from bot.style import Style

BOARD = Board.from_text("a b a\nc d c\nb e e\nd f f")
LAYOUT = lay_out((840, 600), BOARD, Style.default())
CALM = Scene(BOARD, ("00:05", "1,250", "12", "Normal"), foot="help")
CARD = Card("Title", ("A line.",), (Button(Action.NEW, "New", "n"), Button(Action.BACK, "Bk", "b")))


@pytest.fixture
def view() -> SessionView:
    return SessionView(LAYOUT, BOARD)


def cell_rect(cell: Cell, reach: int = 0) -> Rect:
    """Where a cell lies in the window."""
    left, top, width, height = tile_rect(lattice_of(BOARD, LAYOUT.style), LAYOUT.style, cell)
    top += LAYOUT.ground.top
    return Rect(left - reach, top - reach, width + 2 * reach, height + 2 * reach)


def changed(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> Rect:
    """The smallest rectangle that holds every difference that can be seen."""
    rows, cols = (np.abs(one.astype(int) - other) > 6).any(axis=2).nonzero()
    if not len(rows):
        return Rect(0, 0, 0, 0)
    left, top = int(cols.min()), int(rows.min())
    return Rect(left, top, int(cols.max()) + 1 - left, int(rows.max()) + 1 - top)


def inside(part: Rect, whole: Rect) -> bool:
    """Whether there is a part, and it lies in the whole."""
    return part.width > 0 and part.intersection(whole) == part


def test_it_is_as_large_as_the_layout_and_the_same_again(view: SessionView) -> None:
    """Nobody can write into it, and what was drawn before leaves no trace."""
    first = view.draw(CALM)
    assert first.shape == (600, 840, 3)
    assert not first.flags.writeable
    view.draw(replace(CALM, selected=Cell(1, 1), hinted=(Cell(0, 0),), card=CARD))
    assert (view.draw(CALM) == first).all()


@pytest.mark.parametrize("what", ["selected", "cursor", "hover"])
def test_one_tile_is_marked_in_its_place(view: SessionView, what: str) -> None:
    """Each mark is seen on and around that tile alone, and differs from the others."""
    marked = view.draw(replace(CALM, **{what: Cell(1, 2)}))
    assert inside(changed(view.draw(CALM), marked), cell_rect(Cell(1, 2), reach=6))


def test_marks_can_be_told_from_each_other(view: SessionView) -> None:
    """Selected, under the cursor, under the pointer and hinted look like four things."""
    cell = Cell(1, 1)
    pictures = [
        view.draw(replace(CALM, selected=cell)),
        view.draw(replace(CALM, cursor=cell)),
        view.draw(replace(CALM, hover=cell)),
        view.draw(replace(CALM, hinted=(cell,))),
    ]
    for number, one in enumerate(pictures):
        for other in pictures[:number]:
            assert np.abs(one.astype(int) - other).max() > 60


@pytest.mark.parametrize("size", [(840, 600), (460, 480), (1700, 1000)])
@pytest.mark.parametrize("mark", ["selected", "hinted"])
def test_the_cursor_hides_no_other_mark(mark: str, size: tuple[int, int]) -> None:
    """What is chosen or hinted looks the same on its tile with the keyboard's ring around it."""
    layout, cell = lay_out(size, BOARD, Style.default()), Cell(1, 1)
    view = SessionView(layout, BOARD)
    scene = replace(CALM, **{mark: cell if mark == "selected" else (cell,)})
    left, top, width, height = tile_rect(lattice_of(BOARD, layout.style), layout.style, cell)
    tile = (
        slice(top + layout.ground.top, top + layout.ground.top + height),
        slice(left, left + width),
    )
    alone, ringed = view.draw(scene), view.draw(replace(scene, cursor=cell))
    assert (alone[tile] == ringed[tile]).mean() > 0.98  # but for its round corners
    assert (alone != ringed).any()


def test_a_face_under_the_pointer_does_not_fade(view: SessionView) -> None:
    """It becomes brighter, and what is dark in it stays so; the rim, which tells a mark, stays."""
    cell = Cell(1, 1)
    place = cell_rect(cell)
    plain, lit = (
        view.draw(scene)[place.top : place.bottom, place.left : place.right].astype(int)
        for scene in (CALM, replace(CALM, hover=cell))
    )
    assert (lit >= plain).all()
    assert (lit > plain).mean() > 0.3
    rim = place.width // 12
    assert (lit - plain)[:rim].max() == (lit - plain)[:, :rim].max() == 0
    assert (lit - plain)[plain < 80].max() <= 10


def test_a_path_grows_and_then_the_tiles_fade(view: SessionView) -> None:
    """From one tile to the other; in the end the ground is seen where they were."""
    link = find_link(BOARD, Cell(0, 0), Cell(0, 2), LinkRule())
    assert link is not None
    scene = replace(CALM, path=link.path)
    begun, half, whole, late = (
        view.draw(replace(scene, progress=share)) for share in (0.0, DRAWN / 2, DRAWN, 0.95)
    )
    bare = view.draw(replace(CALM, board=BOARD.without((link.a, link.b))))
    lengths = [(one != begun).any(axis=2).sum() for one in (half, whole)]
    assert 0 < lengths[0] < lengths[1]
    middle = cell_rect(Cell(0, 2))
    spot = slice(middle.top + 8, middle.top + 14), slice(middle.right - 14, middle.right - 8)
    far, near = (np.abs(one[spot].astype(int) - bare[spot]).mean() for one in (whole, late))
    assert near < far / 3


def test_a_tile_chosen_while_a_path_is_shown_is_marked(view: SessionView) -> None:
    """It alone, whether the tiles that go have begun to fade or not; and a word moves nothing."""
    link = find_link(BOARD, Cell(0, 0), Cell(0, 2), LinkRule())
    assert link is not None
    for progress in (0.2, 0.8):
        scene = replace(CALM, path=link.path, progress=progress)
        marked = view.draw(replace(scene, selected=Cell(2, 1)))
        assert inside(changed(view.draw(scene), marked), cell_rect(Cell(2, 1), reach=6))
    told = view.draw(replace(CALM, foot="These two tiles are not equal", urgent=True))
    assert inside(changed(view.draw(CALM), told), LAYOUT.foot)


def test_a_curtain_hides_every_tile(view: SessionView) -> None:
    """Two boards behind it look the same."""
    other = Board.from_text("f f e\ne d d\nc c b\nb a a")
    one, two = (
        view.draw(replace(CALM, board=board, curtain=True, card=CARD)) for board in (BOARD, other)
    )
    assert (one == two).all()


def test_a_card_lies_on_a_dimmed_board(view: SessionView) -> None:
    """Everything of the board is darker around it, and the header stays."""
    plain, carded = view.draw(CALM), view.draw(replace(CALM, card=CARD))
    assert (plain[: LAYOUT.ground.top] == carded[: LAYOUT.ground.top]).all()
    corner = cell_rect(Cell(0, 0))
    spot = slice(corner.top, corner.top + 20), slice(corner.left, corner.left + 20)
    assert carded[spot].mean() < plain[spot].mean() * 0.7
    card = lay_card(CARD, LAYOUT.ground).rect
    paper = carded[card.top + 14, card.left + 14]
    assert paper.min() > 200


def test_the_focus_of_a_card_is_seen(view: SessionView) -> None:
    """The two buttons change, and nothing else."""
    one, two = (view.draw(replace(CALM, card=replace(CARD, focus=focus))) for focus in (0, 1))
    places = [place for _, place in lay_card(CARD, LAYOUT.ground).buttons]
    left, right = places[0].left - 4, places[1].right + 4
    whole = Rect(left, places[0].top - 4, right - left, places[0].height + 8)
    assert inside(changed(one, two), whole)


def test_a_card_tells_how_far_work_is(view: SessionView) -> None:
    """The bar is longer the more is done."""
    pictures = [
        view.draw(replace(CALM, card=Card("Wait", share=share))) for share in (0.2, 0.5, 0.9)
    ]
    bar = lay_card(Card("Wait", share=0.5), LAYOUT.ground).bar
    dark = [(one[bar.top + 5, bar.left : bar.right, 0] < 120).sum() for one in pictures]
    assert dark[0] < dark[1] < dark[2]


@pytest.mark.parametrize(
    "scene",
    [
        replace(CALM, stats=("00:06", "1,250", "12", "Normal")),
        replace(CALM, stats=("00:05", "1,250", "12", "4x4"), sized=True),
        replace(CALM, off=frozenset({Action.UNDO})),
        replace(CALM, pointed=Action.HINT),
    ],
    ids=["time", "size", "off", "pointed"],
)
def test_the_header_shows_it(view: SessionView, scene: Scene) -> None:
    """Time, what board it is, what cannot be done, and the button under the mouse."""
    assert inside(changed(view.draw(CALM), view.draw(scene)), LAYOUT.header)


def test_a_button_that_is_off_does_not_light_up(view: SessionView) -> None:
    """The pointer on it changes nothing."""
    off = replace(CALM, off=frozenset({Action.UNDO}))
    assert (view.draw(off) == view.draw(replace(off, pointed=Action.UNDO))).all()


def test_the_foot_fits_its_line(view: SessionView) -> None:
    """However long it is, it stays inside the window, and one that is urgent has another colour."""
    plain = view.draw(replace(CALM, foot=""))
    long = view.draw(replace(CALM, foot="a long line of help " * 9))
    assert inside(changed(plain, long), LAYOUT.foot)
    edge = slice(LAYOUT.foot.top, LAYOUT.foot.bottom), slice(0, 3)
    assert (long[edge] == plain[edge]).all()
    urgent = view.draw(replace(CALM, urgent=True))
    assert inside(changed(view.draw(CALM), urgent), LAYOUT.foot)


def test_a_path_is_shortened_along_its_way() -> None:
    """Nothing of it is its first corner, all of it is all corners."""
    way = [Pixel(0, 0), Pixel(10, 0), Pixel(10, 10)]
    assert shortened(way, 0.0)[-1] == (0, 0)
    assert shortened(way, 0.5)[-1] == (10, 0)
    assert shortened(way, 2.0) == way
