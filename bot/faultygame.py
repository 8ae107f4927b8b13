"""A simulated game with what goes wrong inside its window: popups, hints, changes, shuffles.

Like the game itself it never reads a clock: whoever hosts it hands in the time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.boardview import Painter
from bot.damage import paint_glow
from bot.descent import Descent, paint_descent
from bot.errors import InputError
from bot.faults import Faults, Spell
from bot.game import EventKind, Game
from bot.geometry import Cell, Pixel, Rect
from bot.lots import random_colour
from bot.shuffle import shuffle
from bot.widgets import button, edge, fill, inside, random_theme, whole, words

_Choice = Callable[[Spell], tuple[Cell, ...]]
"""Chooses the tiles that a spell is about."""


@dataclass(frozen=True, slots=True)
class _Marked:
    """Tiles that a spell has chosen; the kinds tell whether they are still there."""

    spell: Spell
    cells: tuple[Cell, ...]
    kinds: tuple[int, ...]


class FaultyGame:
    """A game with faults in its own window.

    Parameters
    ----------
    game
        what is played
    faults
        what goes wrong
    """

    def __init__(self, game: Game, faults: Faults) -> None:
        self.game = game
        self._rest, self._fall = faults.rest, faults.fall
        self._popups = faults.spells("popups")
        self._shuffles = faults.spells("shuffles")
        self._hints = faults.spells("hints")
        self._changes = faults.spells("changes")
        self._shuffle: Spell | None = None
        self._hinted: _Marked | None = None
        self._changed: _Marked | None = None
        self._base: NDArray[np.uint8] | None = None
        self._over: tuple[Spell | None, ...] = ()
        self._shown: NDArray[np.uint8] | None = None
        self._painter = Painter(game.board, game.style)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window, px."""
        return self.game.size

    def popup(self, time: float) -> Rect | None:
        """Where a popup lies in the window at a time, px; it takes the clicks there."""
        spell = self._popups.at(time)
        return None if spell is None else self._place(spell)

    def rests(self, time: float) -> bool:
        """Whether tiles fall, or went so short a time ago, that the game hears of no click."""
        self._advance(time)
        gone = (event for event in reversed(self.game.events) if event.kind is EventKind.REMOVED)
        last = next(gone, None)
        if last is None or time >= last.time + max(self._rest, self._fall):
            return False
        return time < last.time + self._rest or self._descent(time) is not None

    def click(self, pixel: Pixel, time: float) -> None:
        """A click on a place of the window, px, that no popup takes."""
        self._advance(time)
        self.game.click(pixel, time)

    def picture(self, time: float) -> NDArray[np.uint8]:
        """What the window shows at a time.

        Returns
        -------
        picture : uint8 array of shape (H, W, 3), RGB, read-only; the same one until it changes
        """
        self._advance(time)
        base, popup = self._falling(self.game.picture(time), time), self._popups.at(time)
        self._hinted = self._still(self._hinted, self._hints.at(time), self._hint)
        self._changed = self._still(self._changed, self._changes.at(time), self._change)
        marks = (self._changed, self._hinted)
        over = (popup, *(mark.spell if mark and mark.cells else None for mark in marks))
        if base is not self._base or over != self._over or self._shown is None:
            self._base, self._over = base, over
            self._shown = self._painted(base, popup) if any(over) else base
            self._shown.setflags(write=False)
        return self._shown

    def _advance(self, time: float) -> None:
        """Let everything happen that is due by then, a shuffle too if no link is under way."""
        self.game.advance(time)
        for spell in self._shuffles.begun(time):
            self._shuffle = spell
        if self._shuffle is None or self.game.due is not None:
            return
        seed, self._shuffle = self._shuffle.seed, None
        position = self.game.position
        if position.outcome() is not None:
            return
        try:
            board = shuffle(position.board, seed, rule=position.rule, gravity=position.gravity)
        except InputError:
            return  # there is no way to lay these tiles that could be cleared
        self.game.shuffle(board, time)

    def _falling(self, after: NDArray[np.uint8], time: float) -> NDArray[np.uint8]:
        """The game's picture, with the tiles that fall on their way."""
        found = self._descent(time)
        if found is None:
            return after
        descent, done = found
        picture = self._painter.draw(descent.resting)
        ways = [(self._tile(start), self._tile(end)) for start, end in descent.moves]
        paint_descent(picture, after, ways, done)
        return picture

    def _descent(self, time: float) -> tuple[Descent, float] | None:
        """What falls at a time, and the share of its time that has passed; None if nothing does."""
        if not self._fall:
            return None
        laid = [event for event in self.game.events if event.board is not None]
        last, done = laid[-1], (time - laid[-1].time) / self._fall
        if done >= 1 or last.kind is not EventKind.REMOVED or not (before := laid[-2].board):
            return None
        descent = Descent.of(before, last.cells, self.game.position.gravity)
        return (descent, done) if descent.moves else None

    def _still(self, mark: _Marked | None, spell: Spell | None, choose: _Choice) -> _Marked | None:
        """The tiles marked in a spell, as long as they lie where they were."""
        if spell is None:
            return None
        if mark is None or mark.spell != spell:
            cells = choose(spell)
            mark = _Marked(spell, cells, tuple(self.game.board[cell] for cell in cells))
        if tuple(self.game.board[cell] for cell in mark.cells) != mark.kinds:
            return _Marked(spell, (), ())
        return mark

    def _hint(self, spell: Spell) -> tuple[Cell, ...]:
        links = list(self.game.position.legal_links)
        if not links:
            return ()
        link = spell.lot("link").choice(links)
        return link.a, link.b

    def _change(self, spell: Spell) -> tuple[Cell, ...]:
        board = self.game.board
        cells = [cell for cell in board.cells() if board[cell] > EMPTY]
        return (spell.lot("tile").choice(cells),) if cells else ()

    def _painted(self, base: NDArray[np.uint8], popup: Spell | None) -> NDArray[np.uint8]:
        picture = base.copy()
        if self._changed is not None:
            for cell in self._changed.cells:
                _paint_change(inside(picture, self._tile(cell)), self._changed.spell)
        if self._hinted is not None:
            colour = random_colour(self._hinted.spell.lot("colour"), strong=True)
            reach = max(2, min(self.game.style.tile) // 9)
            for cell in self._hinted.cells:
                paint_glow(picture, self._tile(cell), colour, reach)
        if popup is not None:
            _paint_popup(inside(picture, self._place(popup)), popup)
        return picture

    def _place(self, spell: Spell) -> Rect:
        """Where a popup lies: over a part of the board, px."""
        lot = spell.lot("place")
        left, top, right, bottom = map(int, self.game.lattice.bounds())
        width = round((right - left) * lot.uniform(0.3, 0.8))
        height = round((bottom - top) * lot.uniform(0.3, 0.8))
        return Rect(
            left + round((right - left - width) * lot.random()),
            top + round((bottom - top - height) * lot.random()),
            width,
            height,
        )

    def _tile(self, cell: Cell) -> Rect:
        """The whole pixels that a tile covers in the window."""
        x, y = self.game.lattice.center(cell)
        width, height = self.game.style.tile
        return Rect(round(x - width / 2), round(y - height / 2), width, height)


def _paint_popup(part: NDArray[np.uint8], spell: Spell) -> None:
    """Fill a part of a picture with a message and its button."""
    lot, place = spell.lot("look"), whole(part)
    theme = random_theme(lot)
    fill(part, place, theme.paper)
    edge(part, place, theme.line)
    wide, high = max(16, place.width // 2), max(8, place.height // 4)
    left, top = (place.width - wide) // 2, (place.height - high) // 2
    button(part, Rect(left, top, wide, high), theme, words(lot, 2))


def _paint_change(tile: NDArray[np.uint8], spell: Spell) -> None:
    """Draw a tile differently: with a sticker on it, or paler or darker than it was."""
    lot = spell.lot("look")
    height, width = tile.shape[:2]
    if lot.random() < 0.5:
        middle = round(width * lot.uniform(0.3, 0.7)), round(height * lot.uniform(0.3, 0.7))
        radius = max(2, round(min(width, height) * lot.uniform(0.15, 0.3)))
        cv2.circle(tile, middle, radius, random_colour(lot, strong=True), -1, cv2.LINE_AA)
        return
    share, level = lot.uniform(0.2, 0.6), lot.choice((0, 255))
    tile[:] = np.rint(tile + (level - tile.astype(np.float64)) * share)
