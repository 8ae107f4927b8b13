"""Haste: how quickly the clicks on a link may follow, learned from those that were not heard."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.mouse import PRESS

_PRESSES = np.array([4 * PRESS, 2 * PRESS, PRESS, PRESS / 8, 0.0])
"""Seconds that a button may be held down, from the safest to the fastest."""
_RESTS = np.array([1.2, 0.6, 0.3, 0.12, PRESS, PRESS / 8, 0.0])
"""Seconds that a game may be left alone between a removal and the next click."""
_PAUSES = np.array([0.6, 0.25, 0.1, PRESS, 0.0])
"""Seconds that may lie between the two clicks on a link."""
_TIMES = (_PRESSES, _RESTS, _PAUSES)
_START = (2, 4, 3)
"""What is tried first: what nearly all games hear."""
_AGAIN = ((2, 0, 3), (0, 0, 0))
"""What is tried at least after one try in vain, two, and more; there was a rest anyway."""
_HEARS = np.array([0.02, 0.02, 0.03, 0.15, 0.78])
"""How likely it is, before anything was seen, that each of these presses is the shortest heard."""
_TAKES = np.array([0.01, 0.02, 0.04, 0.05, 0.05, 0.08, 0.75])
"""The same for rests: most games take a click as soon as the tiles have gone."""
_FOLLOWS = np.array([0.01, 0.02, 0.02, 0.05, 0.9])
"""The same for pauses: hardly a game asks for any."""
_HEARING = np.array([0.62, 0.21])
"""How likely it is that of two clicks too soon after one another a game hears the first; or the
second, as one does that looks once a frame where the pointer was pressed last."""
_LAST, _POLLS = 1, 2
_POLLED = ((2, 3, 0.02, 0.1), (1, 2, 0.045, 0.04), (0, 2, 0.08, 0.03), (0, 1, 0.12, 0.02))
"""A third way to hear, of a game that asks for the button now and then: it sees a click if it asks
while the button is down, and after it was up. The numbers of the shortest press and of the shortest
pause that it always sees; how often it asks, s; and how likely each of these games is."""
_LOSES = np.array([0.005, 0.03, 0.1, 0.25, 0.5])
"""Shares of links that a game may lose whatever the haste."""
_LOSING = np.array([0.4, 0.3, 0.15, 0.1, 0.05])
"""How likely each of these is."""
_TOO_SOON, _TOO_SHORT, _SECOND = 0.9, 0.7, 0.5
"""Share of clicks that are lost where they come too soon, where the press is too short, and of
second ones that come too soon after a removal as the first did."""
_KEPT = 0.99
"""How much of what was known is still so after a link: the pace of a game may change."""
_POSSIBLE = 12.0
"""No hypothesis is held to be less likely than the best by more than so much (natural logarithm): a
game that changes its pace is followed after a few lost links."""
_CURIOUS = 0.03
"""Share of the price of a lost click that counts against a haste of which a part is yet to be
tried, unless more of its clicks would be lost than not: what it tells is of use for all the links
to come."""
_LIKELY, _BOLD = 0.5, 0.5
"""The share beyond which it is likely to be lost; and that of the price which counts against any
step faster: what is learned from it is of use later, too."""
_BEHIND = 1e-4
"""Seconds by which a wait may fall short and still count."""


class Touch(NamedTuple):
    """How a link is clicked: all in seconds.

    Parameters
    ----------
    press
        that the button is held down
    rest
        between the removal before and the first click
    pause
        between the two clicks; infinite where there was only one
    """

    press: float
    rest: float
    pause: float


class Heard(Enum):
    """Which clicks on a link were heard, as far as the marks on its tiles tell."""

    BOTH = 0
    FIRST = 1
    SECOND = 2
    UNKNOWN = 3
    """Not both; no mark says which."""


class Try(NamedTuple):
    """A try at a link: how it was clicked, and what of that was heard."""

    touch: Touch
    heard: Heard
    after: float = inf
    """Since the last click on the link before, s; infinite if that is not known."""


class Haste:
    """The haste with which links are clicked: that which costs the least time a link.

    A game may hear presses from a certain length on, may take clicks from a certain time after a
    removal on, and from a certain time after one another, and may lose some for no reason that can
    be found; and of two clicks that come too soon after one another it may hear the first or the
    second, or see each by chance, as it sees a press that is too short. Each combination of the
    five is a hypothesis; each try at a link that went in the end, and was heard or was not, makes
    them more or less likely by the rule of Bayes. The haste that is expected to cost least, waiting
    and lost clicks together, comes next: after a link that went at the first try never a slower
    one, and in each part at most one step faster; after others never a faster one.
    """

    def __init__(self) -> None:
        ways = np.append(_HEARING, 0.0)
        belief = np.einsum("i,j,k,l,m->ijklm", _HEARS, _TAKES, _FOLLOWS, _LOSING, ways)
        for press, pause, _, likely in _POLLED:
            belief[press, :, pause, :, _POLLS] = likely * np.outer(_TAKES, _LOSING)
        maybe = np.flatnonzero(belief)
        self._prior = np.log(belief.ravel()[maybe])
        self._belief = self._prior.copy()
        shape = belief.shape[:3]
        done = np.indices(shape).reshape(3, -1, 1)
        self._told = _likelihoods(done, np.indices(belief.shape).reshape(5, 1, -1)[..., maybe])
        self._waits = sum(
            times[part] * taps
            for times, part, taps in zip(_TIMES, done[:, :, 0], (2, 1, 1), strict=True)
        )
        self._parts = done[:, :, 0]
        self._tried = [np.zeros(len(times), dtype=bool) for times in _TIMES]
        self._shape = shape
        self._at: tuple[int, ...] = _START

    @property
    def touch(self) -> Touch:
        """How to click the next link."""
        return _touch(self._at)

    @property
    def is_greatest(self) -> bool:
        """Whether no click could be faster."""
        return all(at == most - 1 for at, most in zip(self._at, self._shape, strict=True))

    def again(self, tries: int) -> Touch:
        """How to click a link that was clicked so often in vain: not as hastily."""
        least = _AGAIN[min(tries, len(_AGAIN)) - 1]
        return _touch(tuple(map(min, self._at, least)))

    def learn(self, tries: Sequence[Try], price: float) -> None:
        """A link was tried in these ways.

        Parameters
        ----------
        tries
            one after the other
        price
            of a lost click, s
        """
        told = np.zeros_like(self._belief)
        for touch, heard, _ in tries:
            at = _index(touch, heard)
            for tried, part in zip(self._tried, at, strict=True):
                tried[part] = True
            done = np.ravel_multi_index(at, self._shape)
            told += np.log(self._told[heard.value, done])
        updated = _KEPT * self._belief + (1 - _KEPT) * self._prior + told
        self._belief = np.maximum(updated, updated.max() - _POSSIBLE)
        went = len(tries) == 1 and tries[0].heard is Heard.BOTH
        self._at = self._cheapest(price, faster=went)

    def _cheapest(self, price: float, *, faster: bool) -> tuple[int, ...]:
        """The haste that is expected to cost the least time, of those that may come next."""
        at = np.array(self._at)
        step = self._parts.T - at
        allowed = ((step >= 0) & (step <= 1)) if faster else step <= 0
        belief: NDArray[np.float64] = np.exp(self._belief - self._belief.max())
        risk = self._told[Heard.UNKNOWN.value] @ (belief / belief.sum())
        known = [tried[part] for tried, part in zip(self._tried, self._parts, strict=True)]
        weight = np.where(np.all(known, axis=0) | (risk > _LIKELY), 1.0, _CURIOUS)
        if faster:
            weight = np.where((step > 0).any(axis=1), np.minimum(weight, _BOLD), weight)
        cost = np.where(allowed.all(axis=1), self._waits + weight * price * risk, np.inf)
        return tuple(int(part) for part in np.unravel_index(np.argmin(cost), self._shape))


def _likelihoods(done: NDArray[np.int64], needed: NDArray[np.int64]) -> NDArray[np.float64]:
    """How likely each outcome is: (outcomes as `Heard`, hastes, hypotheses).

    Parameters
    ----------
    done : int array of shape (3, hastes, 1); each haste's press, rest and pause
    needed : int array of shape (5, 1, hypotheses); what a game asks for, what share it loses, and
        which of two clicks too soon after one another it hears, or that it asks now and then
    """
    press, rest, pause = done > needed[:3]
    outdone, polls = pause & (needed[4] == _LAST), needed[4] == _POLLS
    periods = np.zeros(needed.shape[1:])
    for number, to, period, _ in _POLLED:
        periods[(needed[0] == number) & (needed[2] == to) & polls] = period
    chance = 1 - np.sqrt(1 - _LOSES[needed[3]])
    short = np.where(polls, 1 - (1 - chance) * _seen(_PRESSES[done[0]], periods), _TOO_SHORT)
    chance = np.where(press, short, chance)
    first = np.where(rest | outdone, np.maximum(_TOO_SOON, chance), chance)
    soon = np.where(polls, 1 - (1 - chance) * _seen(_PAUSES[done[2]], periods), _TOO_SOON)
    second = np.where(pause & ~outdone, np.maximum(soon, chance), chance)
    alone = np.where(rest, np.maximum(_SECOND, chance), chance)
    both = (1 - first) * (1 - second)
    return np.stack([both, (1 - first) * second, first * (1 - alone), 1 - both])


def _seen(times: NDArray[np.float64], periods: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely it is that a game that asks once a period does so within a time, both in seconds.

    It is never held to be less likely than that a click too soon is heard.
    """
    share = times / np.maximum(periods, _BEHIND)
    return np.asarray(np.clip(share, 1 - _TOO_SOON, 1), np.float64)


def _touch(at: Sequence[int]) -> Touch:
    return Touch(*(float(times[part]) for times, part in zip(_TIMES, at, strict=True)))


def _index(touch: Touch, heard: Heard) -> tuple[int, ...]:
    """The haste that stands for what was done.

    Between two steps what was heard tells no more than the slower one would, for the game may ask
    for just what was done; and what was not tells no more than the faster one.
    """
    press, rest, pause = (
        int(np.argmax(times <= done + _BEHIND)) for times, done in zip(_TIMES, touch, strict=True)
    )
    between = rest > 0 and touch.rest > _RESTS[rest] + _BEHIND
    if between and heard in {Heard.BOTH, Heard.FIRST}:
        rest -= 1
    return press, rest, pause
