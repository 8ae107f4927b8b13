"""Haste: how short a press a game hears, and how soon after a removal, learned from lost clicks."""

from __future__ import annotations

import numpy as np

from bot.mouse import PRESS

_PRESSES = np.array([PRESS, PRESS / 8, 0.0])
"""Seconds that a button may be held down, from the safest to the fastest."""
_RESTS = np.array([1.2, 0.6, 0.3, 0.12, PRESS, PRESS / 8, 0.0])
"""Seconds that a game may be left alone between a removal and the next click."""
_START = (0, 4)
"""What is tried first: a press that all games hear, and a moment."""
_HEARS = np.array([0.05, 0.15, 0.8])
"""How likely it is, before anything was seen, that each of these presses is the shortest heard."""
_TAKES = np.array([0.01, 0.02, 0.04, 0.05, 0.05, 0.08, 0.75])
"""The same for rests: most games take a click as soon as the tiles have gone."""
_LOSES = np.array([0.005, 0.03, 0.1, 0.25, 0.5])
"""Shares of links that a game may lose whatever the haste."""
_LOSING = np.array([0.4, 0.3, 0.15, 0.1, 0.05])
"""How likely each of these is."""
_TOO_FAST = 0.9
"""Share of links that are lost where they are clicked too hastily."""
_KEPT = 0.99
"""How much of what was known is still so after a link: the pace of a game may change."""
_POSSIBLE = 12.0
"""No hypothesis is held to be less likely than the best by more than so much (natural logarithm): a
game that changes its pace is followed after a few lost links."""
_CURIOUS = 0.03
"""Share of the price of a lost click that counts against a haste that is yet to be tried, unless
more of its clicks would be lost than not: what it tells is of use for all the links to come."""
_LIKELY = 0.5


class Haste:
    """The haste with which links are clicked: that which costs the least time a link.

    A game may hear presses from a certain length on, may take clicks from a certain time after a
    removal on, and may lose some for no reason that can be found. Each combination of the three is
    a hypothesis; each link that goes at the first try, or does not, makes them more or less likely
    by the rule of Bayes. The haste that is expected to cost least, waiting and lost clicks
    together, comes next: after a link that went never a slower one, and in either part at most one
    step faster; after a lost one never a faster one.
    """

    def __init__(self) -> None:
        belief = _HEARS[:, None, None] * _TAKES[:, None] * _LOSING
        self._prior = np.log(belief)
        self._belief = self._prior.copy()  # (shortest press, shortest rest, share lost)
        press, rest = np.arange(len(_PRESSES)), np.arange(len(_RESTS))
        too_fast = (press[:, None, None, None] > press[:, None]) | (
            rest[:, None, None] > rest[None, :]
        )
        self._loss = np.where(too_fast[..., None], _TOO_FAST, _LOSES)
        self._tried = np.zeros((len(press), len(rest)), dtype=bool)
        self._at = _START

    @property
    def press(self) -> float:
        """How long to hold the button down, s."""
        return float(_PRESSES[self._at[0]])

    @property
    def rest(self) -> float:
        """How long to leave the game alone after a removal, s."""
        return float(_RESTS[self._at[1]])

    @property
    def is_greatest(self) -> bool:
        """Whether no click could be faster."""
        return self._at == (len(_PRESSES) - 1, len(_RESTS) - 1)

    def learn(self, *, heard: bool, price: float) -> None:
        """A link clicked with this haste has gone at the first try, or has not.

        Parameters
        ----------
        heard
            whether it has gone
        price
            of a lost click, s
        """
        at, loss = self._at, self._loss
        self._tried[at] = True
        told = np.log(1 - loss[at] if heard else loss[at])
        updated = _KEPT * self._belief + (1 - _KEPT) * self._prior + told
        self._belief = np.maximum(updated, updated.max() - _POSSIBLE)
        belief = np.exp(self._belief - self._belief.max())
        risk = (loss * (belief / belief.sum())).sum(axis=(2, 3, 4))
        weight = np.where(self._tried | (risk > _LIKELY), 1.0, _CURIOUS)
        cost = 2 * _PRESSES[:, None] + _RESTS + weight * price * risk
        press, rest = (int(index) for index in np.unravel_index(np.argmin(cost), cost.shape))
        if heard:
            self._at = min(max(press, at[0]), at[0] + 1), min(max(rest, at[1]), at[1] + 1)
        else:
            self._at = min(press, at[0]), min(rest, at[1])
