"""A board that a game lays elsewhere in its window while it is played."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, Board
from bot.deal import deal
from bot.elsewhere import Elsewhere
from bot.errors import BoardNotFoundError
from bot.frame import Frame
from bot.geometry import Cell, Pixel, ScreenPoint
from bot.hand import FreeHand
from bot.inplace import is_elsewhere, is_found_elsewhere
from bot.patience import Patience
from bot.position import Outcome
from bot.reader import read, read_again
from bot.runner import Player
from bot.shifted import has_shifted, read_resized, read_shifted
from bot.simulator import Game, SimulatedClock, SimulatedMouse, SimulatedScreen, Style
from bot.skin import Body
from bot.tally import Ending

Way = NDArray[np.float64]


class Laid:
    """A game whose picture is laid otherwise in its window once few enough tiles are left.

    Parameters
    ----------
    way : float64 array of shape (2, 3); where pixels of the game are shown then, as for OpenCV
    tiles : so many
    late : for how long it shows them in their places before, s
    """

    def __init__(self, board: Board, way: Way, tiles: int, late: float = 0.0) -> None:
        self.game, self.clock = Game(board, style=Style.default()), SimulatedClock()
        self._screen = SimulatedScreen(self.game, self.clock)
        self._mouse = SimulatedMouse(self.game, self.clock)
        self._way, self._tiles, self._late, self._since = way, tiles, late, inf
        self.clicks: list[float] = []
        self.said: list[str] = []

    def grab(self) -> Frame:
        """See `bot.screen.Screen`."""
        frame = self._screen.grab()
        return moved(frame, self._way) if self._is_laid() else frame

    def _is_laid(self) -> bool:
        if self.game.board.tiles <= self._tiles:
            self._since = min(self._since, self.clock.now())
        return self.clock.now() >= self._since + self._late

    def click(self, point: ScreenPoint, press: float = 0.03) -> None:
        """See `bot.mouse.Mouse`."""
        self.clicks.append(self.clock.now())
        if self._is_laid():
            back = cv2.invertAffineTransform(self._way)
            point = ScreenPoint(*(back @ (point.x, point.y, 1.0)).tolist())
        self._mouse.click(point, press)

    def play(self) -> Ending:
        """Play it to the end."""
        say, clock = self.said.append, self.clock
        hand = FreeHand(self)  # type: ignore[arg-type]
        return Player(self, hand, clock=clock.now, sleep=clock.sleep, say=say).play()


def moved(frame: Frame, way: Way) -> Frame:
    """A picture laid otherwise, on ground as in its corner."""
    ground = tuple(frame.pixels[0, 0].tolist())
    pixels = cv2.warpAffine(
        frame.pixels,
        way,
        (frame.width, frame.height),
        flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=ground,
    )
    return replace(frame, pixels=np.asarray(pixels, np.uint8))


def ways() -> list[Way]:
    """Half a pitch down; up and to the left; smaller."""
    game = Game(dealt(), style=Style.default())
    x, y = game.lattice.pitch
    return [
        np.asarray([[1, 0, 0], [0, 1, round(y / 2)]], np.float64),
        np.asarray([[1, 0, -round(x / 4)], [0, 1, -round(y / 3)]], np.float64),
        np.asarray([[0.8, 0, x / 2], [0, 0.8, y / 2]], np.float64),
    ]


def dealt() -> Board:
    """A board that can be cleared."""
    return deal(4, 6, 8, seed=3, solvable=True)


@pytest.mark.parametrize(
    ("number", "tiles"), [(0, 12), (0, 4), (1, 12), (1, 2), (2, 8), (2, 6), (2, 2)]
)
def test_a_board_that_is_laid_elsewhere_is_found_there(number: int, tiles: int) -> None:
    """Whether it is moved or made smaller, early or late, it is cleared; that is said once."""
    table = Laid(dealt(), ways()[number], tiles)
    assert table.play() is Ending.CLEARED
    assert table.game.outcome is Outcome.CLEARED
    assert sum("elsewhere" in line for line in table.said) == 1


@pytest.mark.parametrize(("number", "tiles"), [(0, 12), (0, 6), (1, 12), (1, 2)])
@pytest.mark.parametrize("late", [0.2, 0.6, 1.0])
def test_a_board_that_moves_once_a_pair_has_gone_is_not_waited_for(
    number: int, tiles: int, late: float
) -> None:
    """It is known to have gone by then, and the next is to be clicked, or was just now."""
    table = Laid(dealt(), ways()[number], tiles, late)
    assert table.play() is Ending.CLEARED
    assert table.game.outcome is Outcome.CLEARED
    assert max(np.diff(table.clicks)) < 4


@pytest.mark.parametrize(("tiles", "asked"), [(6, [0.0, 1.2, 3.6]), (12, [0.0])])
def test_the_last_tiles_are_looked_for_again_though_the_same_is_seen(
    tiles: int, asked: list[float]
) -> None:
    """They may have been on their way; ever more seldom, for a message may lie over them."""
    board = dealt()
    board = board.without(list(board.cells())[tiles:])
    out, tried = Mock(), list[float]()
    out.current.return_value = Mock(), Mock(board=board.without(board.cells()))

    def find_anew(*_: object) -> bool:
        tried.append(out.looked_at)
        return False

    out.find_anew = find_anew
    elsewhere = Elsewhere(out, Patience())
    for step in range(24):
        out.looked_at = 0.2 * step
        assert not elsewhere.is_found_beside(board, anyway=True)
    assert tried == pytest.approx(asked)


@pytest.mark.parametrize("shown", ["moved", "hidden", "faded, then moved"])
def test_a_board_that_moved_has_left_its_place_and_a_hidden_one_has_not(shown: str) -> None:
    """It is asked again, for one that fades out may come back elsewhere."""
    table = Laid(dealt(), ways()[0], tiles=24)
    plain = SimulatedScreen(table.game, table.clock).grab()
    known, moved_on = read(plain), table.grab()
    pixels = plain.pixels.copy()
    pixels[40:, 40:] = (250, 250, 240)
    hidden = replace(plain, pixels=pixels)
    out = Mock()
    elsewhere, told = Elsewhere(out, Patience()), list[bool]()
    for step in range(12):
        frame = moved_on if shown == "moved" or (shown != "hidden" and step > 5) else hidden
        unread = known.board if shown == "hidden" else read_again(moved_on, known).board
        seen = replace(read_again(frame, known), board=unread)
        out.current.return_value, out.looked_at = (frame, seen), 0.2 * step
        told.append(elsewhere.has_left(known.board, seen.board))
    first = {"moved": 3, "hidden": 12, "faded, then moved": 6}[shown]
    assert not any(told[:first])
    assert any(told) is (shown != "hidden")


def test_tiles_beside_their_places_have_moved_and_hidden_ones_have_not() -> None:
    """A message hides tiles; none of them is seen beside its place."""
    table = Laid(dealt(), ways()[0], tiles=24)
    plain = SimulatedScreen(table.game, table.clock).grab()
    known = read(plain)
    away = table.grab()
    assert has_shifted(away, read_again(away, known), known.board)
    left, top, right, bottom = (round(edge) for edge in known.lattice.bounds())
    pixels = plain.pixels.copy()
    pixels[top + 60 : bottom - 60, left + 60 : right - 60] = (250, 250, 240)
    hidden = replace(plain, pixels=pixels)
    assert not has_shifted(hidden, read_again(hidden, known), known.board)


def test_tiles_that_fell_have_not_left_the_lattice() -> None:
    """Where tiles lie a whole cell lower they are read by the lattice that is known."""
    table = Laid(dealt(), ways()[0], tiles=0)
    plain = table.grab()
    known = read(plain)
    lower = moved(plain, np.asarray([[1, 0, 0], [0, 1, known.lattice.pitch[1]]], np.float64))
    assert not has_shifted(lower, read_again(lower, known), known.board)
    assert not is_elsewhere(known.lattice, known.lattice, known.board.tiles)


def test_a_bar_beside_a_board_that_stays_is_no_row_of_it() -> None:
    """Buttons in line with the columns; but where most tiles have left their places it moved."""
    known = read(Laid(dealt(), ways()[0], tiles=0).grab())
    lattice, board = known.lattice, known.board
    above = replace(
        lattice,
        origin=Pixel(lattice.origin.x + 2, lattice.origin.y - lattice.pitch[1]),
        rows=lattice.rows + 1,
    )
    new = max(board.kinds) + 1
    for row, elsewhere in (((new,) * board.cols, False), (board.kinds[: board.cols], True)):
        kinds = (*row, *board.kinds)
        found = Mock(lattice=above, board=Board(board.rows + 1, board.cols, kinds))
        assert is_found_elsewhere(found, known, board) is elsewhere
        gone = replace(known, board=Board(board.rows, board.cols, (0,) * len(board.kinds)))
        assert is_found_elsewhere(found, gone, board)
    assert not is_found_elsewhere(known, known, board)


@pytest.mark.parametrize(("tiles", "found"), [(4, True), (2, False)])
def test_the_last_two_in_another_size_are_of_a_message(tiles: int, found: bool) -> None:
    """Two stars that a game shows to who has won it, say; two that were moved are the board."""
    lattice = read(Laid(dealt(), ways()[0], tiles=0).grab()).lattice
    larger = replace(lattice, pitch=(1.4 * lattice.pitch[0], 1.6 * lattice.pitch[1]))
    assert is_elsewhere(larger, lattice, tiles) is found
    beside = replace(lattice, origin=Pixel(lattice.origin.x + 20, lattice.origin.y))
    assert is_elsewhere(beside, lattice, tiles)


@pytest.mark.parametrize("told", [True, False])
def test_the_last_two_are_found_on_ground_of_another_colour(*, told: bool) -> None:
    """It was taken for a part of all tiles; where they hide it that is known to be none."""
    table = Laid(dealt(), ways()[0], tiles=0)
    known = read(plain := table.grab())
    lattice, faces = known.lattice, known.skin.faces
    wide, high = (round(side) for side in lattice.pitch)
    kind = known.board[Cell(1, 1)]
    pair = [cell for cell in known.board.cells() if known.board[cell] == kind][:2]
    pixels = np.full_like(plain.pixels, (120, 60, 140))
    plate = np.zeros(faces.shape[1:3], np.bool_)
    plate[9:-9, 9:-9] = True
    for cell in pair:
        x, y = (round(at) for at in lattice.center(cell))
        y_to = y + high // 2
        tile = plain.pixels[y - high // 2 :, x - wide // 2 :][:high, :wide][5:-5, 5:-5]
        pixels[y_to - high // 2 + 5 :, x - wide // 2 + 5 :][: tile.shape[0], : tile.shape[1]] = tile
    body = Body(np.median(faces, axis=0), faces.std(axis=0).max(axis=-1) < 8)
    hides = np.broadcast_to(plate, faces.shape[:3]).copy()
    skin = replace(known.skin, body=body, hides=hides if told else None)
    left = known.board.without([cell for cell in known.board.cells() if cell not in pair])
    now = replace(known, skin=skin, board=left)
    if told:
        assert read_shifted(Frame(pixels), now, left).board.tiles == 2
    else:
        with pytest.raises(BoardNotFoundError, match="but no tiles"):
            read_shifted(Frame(pixels), now, left)


def test_drawings_of_tiles_on_a_message_are_no_tiles() -> None:
    """A message that the last pair's drawing adorns, larger and without a tile's edges, is none."""
    game = Game(dealt(), style=Style.default())
    plain = SimulatedScreen(game, SimulatedClock()).grab()
    known = read(plain)
    kind, pair = next(iter(known.board.by_kind().items()))
    last = known.board.without(cell for cell in known.board.cells() if cell not in pair)
    left, top, right, bottom = (round(edge) for edge in known.lattice.bounds())
    face = known.skin.faces[known.skin.kinds == kind][0].astype(np.uint8)
    y, x = (side // 7 for side in face.shape[:2])
    drawing = cv2.resize(face[y:-y, x:-x], None, fx=1.7, fy=1.7, interpolation=cv2.INTER_CUBIC)
    height, width = drawing.shape[:2]
    pixels = plain.pixels.copy()
    pixels[top:bottom, left:right] = face[y, x]
    for at in (left + 20, left + 20 + round(1.7 * 2 * known.lattice.pitch[0])):
        pixels[top + 40 : top + 40 + height, at : at + width] = drawing
    with pytest.raises(BoardNotFoundError, match="but no tiles"):
        read_shifted(replace(plain, pixels=pixels), known, last)


@pytest.mark.parametrize(("pairs", "narrow"), [(12, 0.9), (3, 0.9), (4, 1.3)])
def test_columns_may_become_narrower_about_the_same_drawings(pairs: int, narrow: float) -> None:
    """A window that is fitted to its widest button makes all of them narrower, and no lower.

    Or wider, where the window was drawn larger and the game does not draw its tiles so.
    """
    plain = Laid(dealt(), ways()[0], tiles=0).grab()
    known = read(plain)
    x, y = known.lattice.pitch
    twins = [
        cells[at : at + 2]
        for cells in known.board.by_kind().values()
        for at in range(0, len(cells), 2)
    ]
    left = [cell for pair in twins[:pairs] for cell in pair]
    board = known.board.without(cell for cell in known.board.cells() if cell not in left)
    pixels = np.tile(plain.pixels[0, 0], (plain.height, 2 * plain.width, 1))
    across, down = round(0.44 * x), round(0.49 * y)
    for cell in left:
        middle = known.lattice.center(cell)
        at, to = round(middle.x), round(known.lattice.origin.x + cell.col * narrow * x)
        rows = slice(round(middle.y) - down, round(middle.y) + down)
        pixels[rows, to - across : to + across] = plain.pixels[rows, at - across : at + across]
    found = read_shifted(replace(plain, pixels=pixels), known, board)
    assert found.lattice.pitch == pytest.approx((narrow * x, y), rel=0.02)
    assert found.board == board


@pytest.mark.parametrize("pairs", [12, 3])
def test_kinds_without_a_face_are_not_looked_for(pairs: int) -> None:
    """A board that was found anew has other names, which the board of before does not know."""
    plain = Laid(dealt(), ways()[0], tiles=0).grab()
    known = read(plain)
    cells = list(known.board.cells())
    kinds = [90 + at // 2 if at < 2 * pairs else EMPTY for at in range(len(cells))]
    unheard = Board(known.board.rows, known.board.cols, tuple(kinds))
    blank = replace(plain, pixels=np.full_like(plain.pixels, 90))
    with pytest.raises(BoardNotFoundError):
        read_shifted(blank, known, unheard)


@pytest.mark.parametrize("left", [2, 24])
@pytest.mark.parametrize(("height", "width"), [(20, 400), (70, 60), (3, 2), (1, 1)])
def test_a_window_smaller_than_its_tiles_shows_no_board(left: int, height: int, width: int) -> None:
    """That is no error of another sort."""
    game = Game(dealt(), style=Style.default())
    known = read(SimulatedScreen(game, SimulatedClock()).grab())
    cells = sorted(known.board.cells(), key=lambda cell: known.board[cell])[left:]
    strip = Frame(np.ascontiguousarray(known.pixels[:height, :width]))
    with pytest.raises(BoardNotFoundError):
        read_shifted(strip, known, known.board.without(cells))


def test_no_cells_are_added_that_the_picture_does_not_show() -> None:
    """A window may be fitted to what is left, and shrink as tiles go: no paths run beyond it."""
    game = Game(deal(6, 8, 12, seed=1))
    known = read(SimulatedScreen(game, SimulatedClock()).grab())
    left = known.board.without(cell for cell in known.board.cells() if cell.col >= 5)
    odd = left.odd_kinds
    left = left.without([next(c for c in left.cells() if left[c] == kind) for kind in odd])
    pixels = np.asarray(known.pixels)
    cut = round(known.lattice.bounds()[0] + 5 * known.lattice.pitch[0]) + 10
    bare = pixels.copy()
    for cell in known.board.cells():
        if not left[cell]:
            x, y = known.lattice.center(cell)
            wide, high = (round(side / 2) for side in known.lattice.pitch)
            bare[round(y) - high : round(y) + high, round(x) - wide : round(x) + wide] = pixels[
                2, 2
            ]
    now = replace(known, board=left, pixels=bare)
    fitted = read_resized(Frame(np.ascontiguousarray(bare[:, :cut])), now)
    assert fitted is not None
    assert fitted.lattice.bounds()[2] <= cut
    assert fitted.board.tiles == left.tiles
