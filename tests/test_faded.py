"""Tiles that stay in their places, paler, once they have gone; and what only looks like that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest
from builders import stepped
from numpy.typing import NDArray

from bot.board import EMPTY, Board
from bot.boardview import tile_rect
from bot.deal import deal
from bot.faded import Faded, strength
from bot.game import EventKind, Game
from bot.geometry import Cell
from bot.glance import read_again
from bot.hand import FreeHand
from bot.matcher import Link, LinkRule
from bot.pointer import Pointer
from bot.position import Outcome
from bot.reader import read
from bot.reading import Reading
from bot.runner import Player
from bot.simulator import SimulatedClock, SimulatedMouse, SimulatedScreen, Style
from bot.tally import Ending

Picture = NDArray[np.uint8]


def dimmed(share: float) -> Callable[[Picture, Picture], Picture]:
    """A tile of which a share is left before its ground, as by the opacity of a web page."""

    def draw(tile: Picture, ground: Picture) -> Picture:
        return np.asarray(cv2.addWeighted(tile, share, ground, 1 - share, 0), np.uint8)

    return draw


def greyed(tile: Picture, ground: Picture) -> Picture:
    """A tile without its colours, weaker and on other paper."""
    grey = np.repeat(cv2.cvtColor(tile, cv2.COLOR_RGB2GRAY)[..., None], 3, axis=2)
    return np.asarray(cv2.addWeighted(grey, 0.35, np.full_like(tile, 150), 0.65, 0), np.uint8)


def colourless(tile: Picture, ground: Picture) -> Picture:
    """A tile without its colours."""
    return np.repeat(cv2.cvtColor(tile, cv2.COLOR_RGB2GRAY)[..., None], 3, axis=2)


class Dimming(Game):
    """A game in which tiles are drawn otherwise once they have gone, or while they are selected."""

    def __init__(
        self,
        *args: object,
        gone: Callable[[Picture, Picture], Picture] | None = None,
        chosen: Callable[[Picture, Picture], Picture] | None = None,
        **rules: object,
    ) -> None:
        super().__init__(*args, **rules)  # type: ignore[arg-type]
        self.gone, self.chosen, self.fading = gone, chosen, 0.0
        self.dealt, self.whole = self.board, super().picture(0.0).copy()
        self.ground = cv2.medianBlur(self.whole, 3)
        self.ground[:] = self.whole[1, 1]

    def picture(self, time: float) -> Picture:
        """See `Game.picture`."""
        picture = super().picture(time).copy()
        if self.gone is not None:
            for cell in self.dealt.cells():
                if self.dealt[cell] != EMPTY == self.board[cell]:
                    self.paint(picture, cell, self.gone)
        for event in self.events if self.fading else ():
            age = (time - event.time) / self.fading
            if event.kind is EventKind.REMOVED and age < 1:
                for cell in event.cells:
                    self.paint(picture, cell, dimmed(1 - age))
        if self.chosen is not None:
            link = self._engine.link
            for cell in (link.a, link.b) if link else (self.selected,):
                if cell is not None:
                    self.paint(picture, cell, self.chosen)
        return picture

    def paint(
        self, picture: Picture, cell: Cell, draw: Callable[[Picture, Picture], Picture]
    ) -> None:
        """Paint one tile as it was dealt, in another way."""
        place = tile_rect(self.lattice, self.style, cell)
        part = (
            slice(place.top, place.top + place.height),
            slice(place.left, place.left + place.width),
        )
        picture[part] = draw(self.whole[part], self.ground[part])


class Table:
    """A game with its player."""

    def __init__(self, game: Game) -> None:
        self.game, self.clock, self.said = game, SimulatedClock(), list[str]()
        self.player = Player(
            SimulatedScreen(game, self.clock),
            FreeHand(SimulatedMouse(game, self.clock)),
            clock=self.clock.now,
            sleep=self.clock.sleep,
            say=self.said.append,
            pointer=Pointer(0.0),
            solver=stepped,
        )

    def times(self, kind: EventKind) -> list[float]:
        """When something happened, s."""
        return [event.time for event in self.game.events if event.kind is kind]


@pytest.mark.parametrize("style", [None, 2])
@pytest.mark.parametrize(
    "gone",
    [dimmed(0.05), dimmed(0.14), dimmed(0.35), greyed],
    ids=["5 %", "14 %", "35 %", "grey"],
)
def test_a_game_whose_tiles_fade_is_cleared(
    gone: Callable[[Picture, Picture], Picture], style: int | None
) -> None:
    """A few of them are waited for, all others are known at once."""
    dealt = deal(4, 8, 8, seed=3, solvable=True)
    look = None if style is None else Style.random(style)
    table = Table(Dimming(dealt, gone=gone, style=look))
    ending, tally = table.player.play(), table.player.tally
    assert ending is Ending.CLEARED
    assert table.game.outcome is Outcome.CLEARED
    assert (tally.links, tally.missed) == (16, 0)
    gaps = [after - before for before, after in pairwise(table.times(EventKind.REMOVED))]
    assert sum(gap > 0.7 for gap in gaps) <= 3


@pytest.mark.parametrize(("share", "removal"), [(0.5, 0.7), (0.2, 1.6)])
def test_paler_tiles_that_are_selected_are_not_taken_for_gone(share: float, removal: float) -> None:
    """However long a game shows a link before it goes, no click is made too early."""
    dealt = deal(4, 8, 8, seed=3, solvable=True)
    table = Table(Dimming(dealt, chosen=dimmed(share), removal=removal))
    assert table.player.play() is Ending.CLEARED
    assert table.player.tally.links == 16
    assert table.player.tally.missed == 0
    assert not table.times(EventKind.IGNORED)


@pytest.mark.parametrize("share", [0.2])
def test_links_that_are_refused_are_known_where_selected_tiles_are_paler(share: float) -> None:
    """None of their tiles is taken to be gone."""
    rule = LinkRule(margin=0)
    dealt = deal(4, 6, 6, seed=1, solvable=True, rule=rule)
    table = Table(Dimming(dealt, chosen=dimmed(share), rule=rule))
    player = table.player
    assert player.play() is Ending.CLEARED
    assert player.tally.links == 12


@pytest.mark.parametrize("seconds", [0.5, 3.0])
def test_tiles_that_fade_away_are_no_tiles_that_stay_faded(seconds: float) -> None:
    """They never stand still while something is left of them."""
    game = Dimming(deal(4, 8, 8, seed=3, solvable=True))
    game.fading = seconds
    table = Table(game)
    assert table.player.play() is Ending.CLEARED
    assert (table.player.tally.links, table.game.outcome) == (16, Outcome.CLEARED)
    assert not table.player._out._faded.is_known


class Scene:
    """A board of which a link was clicked, and what is told of it."""

    def __init__(self) -> None:
        self.game = Dimming(deal(4, 6, 6, seed=2))
        self.reading = read(SimulatedScreen(self.game, SimulatedClock()).grab())
        kinds = list(self.reading.board.by_kind().values())
        self.pairs = [each[:2] for each in kinds]
        self.faded = Faded(1.0)

    def shown(self, cells: list[Cell], draw: Callable[[Picture, Picture], Picture]) -> Reading:
        """The board with some tiles drawn otherwise."""
        pixels = self.game.whole.copy()
        for cell in cells:
            self.game.paint(pixels, cell, draw)
        frame = replace(SimulatedScreen(self.game, SimulatedClock()).grab(), pixels=pixels)
        return replace(read_again(frame, self.reading), board=self.reading.board)

    def tells(self, seen: Reading, now: float, pair: int = 0) -> bool:
        """Whether a pair that was clicked is told for gone, seen so at a time, s."""
        a, b = self.pairs[pair]
        link, before = Link(a, b, (a, b)), self.reading.pixels
        self.faded.watch(self.reading.board, link, seen, before, now)
        told = self.faded.told(seen).board
        return told[a] == told[b] == EMPTY


def test_a_board_of_another_size_says_nothing_of_a_link() -> None:
    """Its cells lie elsewhere, if anywhere in the picture."""
    scene = Scene()
    link = Link(*scene.pairs[0], scene.pairs[0])
    board, before = scene.reading.board, scene.reading.pixels
    assert not scene.faded.watch(board, link, scene.reading, before, 0.0)
    lattice = replace(scene.reading.lattice, rows=1, cols=2)
    other = replace(
        scene.reading,
        lattice=lattice,
        board=Board(1, 2, (1, 1)),
        looks=scene.reading.looks[:2],
        confidence=scene.reading.confidence[:2],
    )
    assert not scene.faded.watch(board, link, other, before, 0.5)


def test_tiles_must_stay_faded_for_a_while_but_for_the_first_time_alone() -> None:
    """Then others that fade by as much are told at once, and those that do by less are not."""
    scene, share = Scene(), dimmed(0.3)
    seen = scene.shown(scene.pairs[0], share)
    assert [scene.tells(seen, now) for now in (0.0, 1.9, 2.0)] == [False, False, True]
    both = [*scene.pairs[0], *scene.pairs[1]]
    scene.reading = replace(seen, board=seen.board.without(scene.pairs[0]))
    assert not scene.tells(seen, 3.0, pair=1)
    assert not scene.tells(scene.shown([*both[:2], both[2]], share), 3.1, pair=1)
    assert scene.tells(scene.shown(both, share), 3.2, pair=1)
    less = scene.shown(scene.pairs[2], dimmed(0.6))
    assert not scene.tells(less, 3.3, pair=2)


def test_what_has_faded_is_told_until_a_tile_is_drawn_there_again() -> None:
    """Whether it is looked at closely or not; and a tile is selected no longer."""
    scene = Scene()
    seen = scene.shown(scene.pairs[0], dimmed(0.3))
    assert [scene.tells(seen, now) for now in (0.0, 2.0)] == [False, True]
    told = scene.faded.told(replace(seen, selected=tuple(scene.pairs[0])))
    assert not told.selected
    whole = scene.shown([], dimmed(0.3))
    assert scene.faded.told(whole) is whole


def test_a_veil_over_all_tiles_is_no_removal() -> None:
    """Nor is one over the link and a single other tile, nor what is drawn anew."""
    scene, share = Scene(), dimmed(0.3)
    every = [cell for pair in scene.game.board.by_kind().values() for cell in pair]
    for cells in (every, [*scene.pairs[0], scene.pairs[1][0]], scene.pairs[0][:1]):
        scene.faded = Faded(1.0)
        seen = scene.shown(cells, share)
        assert not any(scene.tells(seen, now) for now in (0.0, 2.0, 2.1, 9.0))
    scene.faded = Faded(1.0)
    anew = scene.shown(scene.pairs[0], lambda tile, _: np.ascontiguousarray(tile[::-1] // 3))
    assert not any(scene.tells(anew, now) for now in (0.0, 2.0, 2.1))


def test_as_a_tile_is_marked_alone_none_is_gone() -> None:
    """Both may be so marked for long, where a game refuses them."""
    scene, share = Scene(), dimmed(0.5)
    alone, both = (scene.shown(scene.pairs[0][:many], share) for many in (1, 2))
    assert not any(scene.tells(alone, now) for now in (0.0, 0.5))
    assert not any(scene.tells(both, now) for now in (1.0, 3.1))
    weaker = scene.shown(scene.pairs[0], dimmed(0.2))
    assert [scene.tells(weaker, now) for now in (4.0, 6.1)] == [False, True]


def test_where_tiles_vanish_paler_ones_are_marked() -> None:
    """Nothing is left of a link that went before."""
    scene = Scene()
    nothing = scene.shown(scene.pairs[0], dimmed(0.0))
    scene.tells(nothing, 0.0)
    scene.reading = replace(nothing, board=nothing.board.without(scene.pairs[0]))
    seen = scene.shown([*scene.pairs[1]], dimmed(0.4))
    assert not any(scene.tells(seen, now, pair=1) for now in (1.0, 3.0, 3.1))


def test_what_is_drawn_more_weakly_is_told_in_shares() -> None:
    """On whatever paper; of what is flat nothing is told."""
    tile = np.full((20, 20, 3), 200, np.uint8)
    tile[5:15, 5:15] = 40, 90, 200
    ground = np.full_like(tile, 240)
    for share in (0.14, 0.5):
        found = strength(tile, dimmed(share)(tile, ground))
        assert found.is_weak
        assert found[:2] == pytest.approx((share, share), abs=0.02)
    assert strength(tile, colourless(tile, ground)).is_weak
    assert not strength(tile, tile).is_weak
    assert not strength(tile, ground).is_weak
    assert strength(ground, tile) == (1.0, 1.0, 0.0)
    assert not strength(tile, tile[:10]).is_weak
