"""Whether a game takes clicks while the tiles of a link go: found out, and made use of."""

from __future__ import annotations

_TRIALS = 1
"""Clicks that may go unheard before it is taken that none is heard: each is one in vain."""
_WORTH = 0.6
"""s; where tiles go faster than that little is gained, and a click in vain is to be avoided."""
_EARLY = 0.5
"""Share of a removal after which it is too late to try: the click could be heard after it."""


class Meanwhile:
    """Whether the next link may be clicked before the tiles of the last have gone.

    One tile of it is clicked, early in a removal that takes its time: the mark on it tells whether
    the click was heard, and one that was not has cost no time. Where it was whole links are clicked
    meanwhile, until the first that is lost.
    """

    def __init__(self) -> None:
        self._trials, self._heard = 0, False

    @property
    def is_heard(self) -> bool:
        """Whether clicks are heard while tiles go, as far as is known."""
        return self._heard

    def may_try(self, elapsed: float, soonest: float) -> bool:
        """Whether to find out with a click, so long after a link was clicked.

        Parameters
        ----------
        elapsed
            since then, s
        soonest
            how long tiles took to go at least, s
        """
        open_still = not self._heard and self._trials < _TRIALS
        return open_still and soonest >= _WORTH and elapsed <= _EARLY * soonest

    def tried(self, *, heard: bool) -> None:
        """A click was heard while tiles went, or was not."""
        self._trials += 1
        self._heard = heard

    def failed(self) -> None:
        """A link clicked meanwhile was lost: no more are."""
        self._trials, self._heard = _TRIALS, False
