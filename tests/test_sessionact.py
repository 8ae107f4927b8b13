"""Clicks and keys in a person's window, and what is seen after them."""

from __future__ import annotations

import numpy as np
import pytest

from bot.api import read_picture
from bot.board import EMPTY, Board
from bot.boardview import lattice_of
from bot.geometry import Cell, Pixel
from bot.levels import DealWish, GameLevel, deal_level
from bot.position import Outcome
from bot.sessionact import SessionAct
from bot.sessiondesk import SessionDesk
from bot.sessionlayout import Action, lay_card
from bot.stage import Closed, Hidden, Key, Pointed, Pressed, Resized, Uncovered
from bot.style import Style
from bot.testing import renamed

PAIRS = Board.from_text("a a b b\nc c d d")
DEAD = Board.from_text("a b\nb a")
SIZE = 840, 520


class Window:
    """An act with its desk, and a clock that goes on by a tenth with every signal."""

    def __init__(self, board: Board = PAIRS, size: tuple[int, int] = SIZE) -> None:
        wish = DealWish(GameLevel.EASY, 4, 6)
        self.desk = SessionDesk(board, wish, 5, time=0.0, removal=0.0, clock=lambda: 0.0)
        self.act = SessionAct(self.desk, Style.default(), size, time=0.0)
        self.now = 0.0

    def keys(self, *names: str, ctrl: bool = False) -> None:
        """Press keys."""
        for name in names:
            self.hear(Key(name, ctrl))

    def hear(self, signal: Key | Pressed | Pointed | Resized | Hidden | Uncovered | Closed) -> None:
        """Something happens, and whatever it starts is waited for."""
        self.now += 0.1
        self.act.hear(signal, self.now)
        self.desk.wait()
        self.act.picture(self.now)

    def spot(self, cell: Cell) -> Pixel:
        """The middle of a cell."""
        layout = self.act.layout
        place = lattice_of(self.desk.session.board, layout.style).center(cell)
        return Pixel(place.x + layout.ground.left, place.y + layout.ground.top)

    def button(self, action: Action) -> Pixel:
        """The middle of a button, of the card if there is one."""
        card, layout = self.desk.card(self.now), self.act.layout
        places = layout.buttons if card is None else lay_card(card, layout.ground).buttons
        rect = next(rect for button, rect in places if button.action is action)
        return Pixel(rect.left + rect.width / 2, rect.top + rect.height / 2)


@pytest.fixture
def window() -> Window:
    return Window()


def test_two_clicks_on_equal_tiles_remove_them(window: Window) -> None:
    """The first is seen as selected."""
    window.hear(Pressed(window.spot(Cell(0, 0))))
    assert window.act.scene.selected == Cell(0, 0)
    window.hear(Pressed(window.spot(Cell(0, 1))))
    assert window.desk.session.board.tiles == 6


def test_a_click_beside_everything_does_nothing(window: Window) -> None:
    """The ground is no tile and no button."""
    before = window.act.scene
    window.hear(Pressed(Pixel(5, SIZE[1] / 2)))
    assert window.act.scene.board == before.board
    assert window.act.scene.selected is None


@pytest.mark.parametrize("action", [Action.HINT, Action.SHUFFLE, Action.PAUSE, Action.NEW])
def test_the_buttons_can_be_clicked(window: Window, action: Action) -> None:
    """Each does what it says."""
    window.hear(Pressed(window.button(action)))
    session = window.desk.session
    done = {
        Action.HINT: session.hints == 1,
        Action.SHUFFLE: session.shuffles == 1,
        Action.PAUSE: session.paused,
        Action.NEW: window.act.scene.card is not None and window.act.scene.card.title == "New game",
    }
    assert done[action]
    assert sum(done.values()) == (1 if action is not Action.NEW else 2)  # a new game pauses


def test_a_card_takes_the_clicks(window: Window) -> None:
    """What lies under it is not clicked; its buttons are."""
    spot = window.spot(Cell(0, 0))
    window.hear(Pressed(window.button(Action.PAUSE)))
    window.hear(Pressed(spot))
    assert window.desk.session.selected is None
    window.hear(Pressed(window.button(Action.PAUSE)))
    assert not window.desk.session.paused


def test_keys_alone_clear_a_board(window: Window) -> None:
    """Arrows and Space; the cursor is seen from the first arrow on, and where it is."""
    assert window.act.scene.cursor is None
    window.keys("right")
    assert window.act.scene.cursor == Cell(0, 0)
    for _ in range(2):
        window.keys("space", "right", "space", "right")
    window.keys("down")
    assert window.act.scene.cursor == Cell(1, 0)
    for _ in range(2):
        window.keys("return", "right", "return", "right")
    assert window.desk.session.outcome is Outcome.CLEARED
    assert window.act.scene.cursor is None  # the card has the keyboard now


@pytest.mark.parametrize(
    ("key", "cell"),
    [
        ("up", Cell(1, 0)),
        ("left", Cell(0, 3)),
        ("right", Cell(0, 1)),
        ("down", Cell(1, 0)),
        ("tab", Cell(0, 1)),
    ],
)
def test_the_cursor_goes_round_the_edge(window: Window, key: str, cell: Cell) -> None:
    """From the first cell."""
    window.keys("right", key)
    assert window.act.scene.cursor == cell


def test_tab_goes_from_tile_to_tile() -> None:
    """Over empty cells, all round, and nowhere else."""
    window = Window(Board.from_text("a . b\n. . .\nb . a"))
    seen = []
    for _ in range(5):
        window.keys("tab")
        seen.append(window.act.scene.cursor)
    assert seen == [Cell(0, 0), Cell(0, 2), Cell(2, 0), Cell(2, 2), Cell(0, 0)]


def test_space_on_an_empty_cell_chooses_nothing(window: Window) -> None:
    """The cursor may stand there."""
    window.keys("right", "space", "right", "space", "left", "space")
    cursor = window.act.scene.cursor
    assert cursor is not None
    assert window.desk.session.board[cursor] == EMPTY
    assert window.desk.session.selected is None


def test_escape_takes_back_one_thing_after_the_other(window: Window) -> None:
    """The selection, then the cursor."""
    window.keys("right", "space", "escape")
    assert window.act.scene.selected is None
    assert window.act.scene.cursor == Cell(0, 0)
    window.keys("escape")
    assert window.act.scene.cursor is None


@pytest.mark.parametrize("undo", ["u", "backspace", "ctrl+z"])
def test_undo_has_three_keys(window: Window, undo: str) -> None:
    """All of them bring the tiles back."""
    window.keys("right", "space", "right", "space")
    assert window.desk.session.board.tiles == 6
    window.keys(undo.removeprefix("ctrl+"), ctrl=undo.startswith("ctrl"))
    assert window.desk.session.board == PAIRS


def test_a_deadlock_is_answered_by_keys() -> None:
    """G for god mode, then any two equal tiles; or arrows and Return."""
    window = Window(DEAD)
    window.keys("g")
    assert window.desk.session.god
    window = Window(DEAD)
    window.keys("right", "return")
    assert window.desk.session.god
    window = Window(DEAD)
    window.keys("left", "right", "space")
    assert window.desk.session.shuffles == 1


def test_f1_tells_how_points_are_counted(window: Window) -> None:
    """In the card of a pause, which the same key ends."""
    window.keys("f1")
    card = window.act.scene.card
    assert card is not None
    assert any("A hint costs" in line for line in card.lines)
    window.keys("f1")
    assert window.act.scene.card is None


def test_escape_puts_a_card_away() -> None:
    """A deadlock is looked at, a pause is over, a new game is thought better of."""
    window = Window(DEAD)
    window.keys("escape")
    assert window.act.scene.card is None
    window = Window()
    for opening in ("p", "n"):
        window.keys(opening)
        assert window.act.scene.card is not None
        window.keys("escape")
        assert window.act.scene.card is None


def test_the_keys_of_a_new_game(window: Window) -> None:
    """N, then the number of the level; the cursor starts at the first cell."""
    window.keys("right", "down", "n", "2")
    assert window.desk.wish.level is GameLevel.NORMAL
    assert window.act.scene.board.tiles == 24
    assert window.act.scene.cursor == Cell(0, 0)
    assert (window.act.scene.stats[3], window.act.scene.sized) == ("4x6", True)  # as was asked for


def test_a_level_is_named_and_another_size_by_its_size() -> None:
    """Not every board that is dealt as the normal level's are is that level's."""
    for wish, told in (
        (DealWish(), "Normal"),
        (DealWish(rows=8, cols=12), "Normal"),
        (DealWish(rows=4, cols=4), "4x4"),
        (DealWish(kinds=4), "Custom"),
    ):
        desk = SessionDesk(PAIRS, wish, 5, time=0.0, removal=0.0, clock=lambda: 0.0)
        scene = SessionAct(desk, Style.default(), SIZE, time=0.0).scene
        assert (scene.stats[3], scene.sized) == (told, told != "Normal")


@pytest.mark.parametrize("signal", [Key("q", ctrl=True), Key("w", ctrl=True), Closed()])
def test_it_ends_when_the_person_leaves(window: Window, signal: Key | Closed) -> None:
    """Then there is no picture any more."""
    assert window.act.picture(0.0) is not None
    window.hear(signal)
    assert window.act.picture(1.0) is None


def test_unknown_keys_do_nothing(window: Window) -> None:
    """Neither letters nor names; with Ctrl not even known ones."""
    before = window.act.scene
    window.keys("x", "f5", "other", "g")
    window.keys("h", "s", "p", ctrl=True)
    assert window.act.scene == before


def test_the_tile_under_the_pointer_is_lit(window: Window) -> None:
    """And a button; until the pointer leaves."""
    window.hear(Pointed(window.spot(Cell(1, 2))))
    assert window.act.scene.hover == Cell(1, 2)
    window.hear(Pointed(window.button(Action.HINT)))
    assert (window.act.scene.hover, window.act.scene.pointed) == (None, Action.HINT)
    window.hear(Pointed(None))
    assert window.act.scene.pointed is None


def test_tiles_that_go_are_not_lit_and_others_are() -> None:
    """While a path is shown the next tile can be chosen already."""
    wish = DealWish(GameLevel.EASY, 4, 6)
    window = Window()
    window.desk = SessionDesk(PAIRS, wish, 5, time=0.0, removal=5.0, clock=lambda: 0.0)
    window.act = SessionAct(window.desk, Style.default(), SIZE, time=0.0)
    for cell in (Cell(0, 0), Cell(0, 1)):
        window.hear(Pressed(window.spot(cell)))
    assert window.act.scene.hover is None
    window.hear(Pointed(window.spot(Cell(0, 2))))
    assert window.act.scene.hover == Cell(0, 2)
    window.hear(Pressed(window.spot(Cell(0, 2))))
    assert (window.act.scene.selected, window.act.scene.path is None) == (Cell(0, 2), False)


def test_a_window_of_another_size_is_filled(window: Window) -> None:
    """Clicks find their tiles at any size, also at one that has too little room."""
    for size in ((1000, 640), (700, 500), (300, 260), (1000, 330), (420, 320)):
        window.hear(Resized(size))
        picture = window.act.picture(window.now)
        assert picture is not None
        assert picture.shape == (size[1], size[0], 3)
        width, height = window.act.layout.size
        place = window.spot(Cell(1, 3))
        window.hear(Pressed(Pixel(place.x * size[0] / width, place.y * size[1] / height)))
        assert window.act.scene.selected == Cell(1, 3)
        window.keys("escape")


@pytest.mark.parametrize("size", [(1000, 330), (420, 320), (300, 700)])
def test_tiles_keep_their_shape_in_a_window_that_is_too_small(
    window: Window, size: tuple[int, int]
) -> None:
    """As high to its width as in the layout."""
    window.hear(Resized(size))
    width, height = window.act.layout.size
    assert width > size[0]
    assert width / size[0] == pytest.approx(height / size[1], rel=0.005)


@pytest.mark.parametrize("size", [(1000, 330), (560, 430)])
def test_a_window_that_is_too_small_is_read(size: tuple[int, int]) -> None:
    """As any other: every tile, and where a click meets it."""
    board = deal_level(DealWish(GameLevel.EASY), 3)
    window = Window(board, size)
    picture = window.act.picture(0.0)
    assert picture is not None
    found = read_picture(picture).board
    assert found is not None
    assert renamed(board, found) == board


def test_a_window_of_no_size_is_left_alone(window: Window) -> None:
    """As one that was made an icon may be."""
    window.hear(Resized((0, 0)))
    assert window.act.layout.size == SIZE


def test_a_larger_window_has_larger_tiles(window: Window) -> None:
    """They fill it."""
    before = window.act.layout.style.tile
    window.hear(Resized((1400, 900)))
    assert window.act.layout.style.tile > before


def test_a_window_made_an_icon_is_paused(window: Window) -> None:
    """Its tiles are hidden when it comes back."""
    window.hear(Hidden())
    assert window.act.scene.curtain
    assert window.desk.session.paused


def test_the_picture_is_the_same_until_something_changes(window: Window) -> None:
    """The clock's next second changes it; what was uncovered does not."""
    first = window.act.picture(0.2)
    assert window.act.picture(0.9) is first
    window.act.hear(Uncovered(), 0.95)
    assert window.act.picture(0.95) is first
    later = window.act.picture(1.1)
    assert later is not first
    assert later is not None
    assert first is not None
    assert (np.asarray(later) != first).any()


def test_a_header_button_with_a_card_over_it_is_dark() -> None:
    """All of them, for they take no clicks then."""
    window = Window(DEAD)
    window.act.picture(0.0)
    assert {button.action for button, _ in window.act.layout.buttons} == window.act.scene.off
