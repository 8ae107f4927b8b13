"""A simulated desktop: the game's window, which may move, and another that may lie over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.desktop import Window
from bot.faults import Faults, Spell
from bot.geometry import Rect, ScreenPoint

GAME = 1
"""The number of the game's window."""
TITLE = "Linkup"
"""The title of the game's window."""

_ROOM = (360, 240)
"""How much wider and higher than the game's window the screen is, pt."""
_START = (150, 90)
"""Where the game's window lies at first, pt."""
_DRAG = 0.4
"""s; how long a window takes to be drawn to another place."""
_RISE = 0.08
"""s; how long a window manager takes to bring a window to the front."""
_STUBBORN = 1 / 3
"""Share of the windows that stay in front whatever is asked for, such as notices of a system."""


@dataclass(slots=True)
class _Cover:
    """A window over the game's; it goes behind at a time, if it was asked to and gives way."""

    spell: Spell
    window: Window
    stubborn: bool
    behind: float = float("inf")


class FaultyDesktop:
    """A screen of points, one pixel each, with the game's window and now and then another.

    Parameters
    ----------
    size
        width and height of the game's window, pt
    faults
        what goes wrong
    now
        the time, s
    """

    def __init__(self, size: tuple[int, int], faults: Faults, now: Callable[[], float]) -> None:
        self._now = now
        self._screen = Rect(0, 0, size[0] + _ROOM[0], size[1] + _ROOM[1])
        self._from = self._to = Rect(*_START, *size)
        self._moves, self._moving = faults.spells("moves"), Spell(0, 0, 0)
        self._covers = faults.spells("covers")
        self._cover: _Cover | None = None
        self._hides = faults.spells("hides")

    def windows(self) -> list[Window]:
        """See `bot.desktop.Desktop.windows`."""
        game, cover = [Window(GAME, TITLE, self.place())], self._covering()
        if self._hides.at(self._now()) is not None:
            game = []
        if cover is None:
            return game
        return [cover.window, *game] if self._is_in_front(cover) else [*game, cover.window]

    def bounds(self, window_id: int) -> Rect | None:
        """See `bot.desktop.Desktop.bounds`."""
        return next((window.rect for window in self.windows() if window.id == window_id), None)

    def exists(self, window_id: int) -> bool:
        """See `bot.desktop.Desktop.exists`; the game is never closed."""
        return window_id == GAME or self.bounds(window_id) is not None

    def owner_at(self, point: ScreenPoint) -> int | None:
        """See `bot.desktop.Desktop.owner_at`."""
        return next((window.id for window in self.windows() if window.rect.holds(*point)), None)

    def same_program(self, window_id: int, other_id: int) -> bool:
        """See `bot.desktop.Desktop.same_program`; the game has one window."""
        return window_id == other_id

    def activate(self, window_id: int) -> None:
        """See `bot.desktop.Desktop.activate`; a window that stays in front refuses."""
        cover = self._covering()
        if cover is not None and window_id == GAME and not cover.stubborn:
            cover.behind = min(cover.behind, self._now() + _RISE)

    def screen(self) -> Rect:
        """See `bot.desktop.Desktop.screen`."""
        return self._screen

    def place(self) -> Rect:
        """Where the game's window lies now, pt."""
        time = self._now()
        for spell in self._moves.begun(time):
            self._from, self._moving = self._glided(spell.start), spell
            lot = spell.lot("place")
            width, height = self._to.width, self._to.height
            self._to = Rect(lot.randint(0, _ROOM[0]), lot.randint(0, _ROOM[1]), width, height)
        return self._glided(time)

    def _glided(self, time: float) -> Rect:
        """Where the window is on its way, after all moves that have begun."""
        share = min(1.0, (time - self._moving.start) / _DRAG)
        left = self._from.left + round((self._to.left - self._from.left) * share)
        top = self._from.top + round((self._to.top - self._from.top) * share)
        return Rect(left, top, self._to.width, self._to.height)

    def _covering(self) -> _Cover | None:
        """The other window that is there now, in front or behind."""
        spell = self._covers.at(self._now())
        if spell is None:
            self._cover = None
        elif self._cover is None or self._cover.spell != spell:
            lot, game = spell.lot("window"), self.place()
            width = round(game.width * lot.uniform(0.2, 0.7))
            height = round(game.height * lot.uniform(0.2, 0.7))
            left = game.left + round((game.width - width) * lot.random())
            top = game.top + round((game.height - height) * lot.random())
            # A number that no other window has had, as far as chance goes.
            window = Window(GAME + 1 + spell.seed, "Message", Rect(left, top, width, height))
            self._cover = _Cover(spell, window, lot.random() < _STUBBORN)
        return self._cover

    def _is_in_front(self, cover: _Cover) -> bool:
        return self._now() < cover.behind
