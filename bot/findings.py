"""Findings: of the searches on a tape the one from which a plan comes, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.beliefs import Beliefs
from bot.board import Board
from bot.policy import KNOWN
from bot.wording import assumed, searched

_TO_SHUFFLE = "; the plan leads to where a shuffle is worth most"


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was searched: a board, how its tiles fall, and whether paths may run outside it."""

    board: tuple[tuple[int, ...], ...]
    gravity: str
    margin: int


class Findings:
    """Hears of every search, and tells what a decision rests on.

    A search that is made again is answered from memory and stands on no tape a second time. So the
    last one before a decision need not be the one that its plan comes from.
    """

    def __init__(self) -> None:
        self._known: dict[_Asked, Mapping[str, Any]] = {}
        self._last: tuple[_Asked | None, Mapping[str, Any]] | None = None

    def hear(self, asked: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
        """Take in a search, as it stands on a tape."""
        answer = {**answer, "seconds": float(answer["seconds"])}
        searched(answer)  # a broken line is found here
        key = None
        if asked:
            rows = tuple(tuple(row) for row in asked["board"])
            key = _Asked(rows, str(asked["gravity"]), int(asked["margin"]))
            self._known.pop(key, None)
            if len(self._known) >= KNOWN:  # as many as the player remembers
                del self._known[next(iter(self._known))]
            self._known[key] = answer
        self._last = key, answer

    def told(self, board: Board, then: int, beliefs: Beliefs) -> str:
        """What was found before a link was chosen; empty if nothing was sought.

        Parameters
        ----------
        board
            as it was then
        then
            links that are planned after it
        beliefs
            about the rules, at that time
        """
        if self._last is None:
            return ""
        key, answer = self._last
        rows = tuple(map(tuple, board.to_rows()))
        for margin in sorted(set(beliefs.margins)):
            plan = _Asked(rows, _planned(beliefs), margin)
            if plan in self._known:
                key, answer = plan, self._known[plan]
                if answer["verdict"] == "solved":
                    break
        rules = "" if key is None else assumed(key.gravity, key.margin, beliefs)
        longer = answer["verdict"] != "solved" and then >= len(answer["links"]) > 0
        return searched(answer, rules) + (_TO_SHUFFLE if longer else "")

    def forget(self) -> None:
        """A decision was made: for the next one all that is sought counts anew."""
        self._last = None


def _planned(beliefs: Beliefs) -> str:
    """How tiles fall in a plan: where that is not known yet, it is one for tiles that stay."""
    return beliefs.gravity.value if len(beliefs.gravities) == 1 else "none"
