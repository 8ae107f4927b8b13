"""A person's best times and scores of each kind of game, kept in a file from day to day."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from bot.levels import GameLevel
from bot.plural import counted
from bot.position import Gravity
from bot.whole import write_whole

_MOST = 10**9
"""More than any number in the file can be: seconds are 30 years then."""
_SUFFIX = ".damaged"
"""What the name of a file ends with that was put aside."""


@dataclass(frozen=True, slots=True, order=True)
class GameKind:
    """Games that can be compared.

    Parameters
    ----------
    level, rows, cols, kinds
        what is dealt
    gravity, margin, max_turns
        the rules
    """

    level: str
    rows: int
    cols: int
    kinds: int
    gravity: str
    margin: int
    max_turns: int

    def __str__(self) -> str:
        words = [f"{self.level} {self.rows} x {self.cols}", counted(self.kinds, "kind")]
        words += [] if self.gravity == "none" else [f"gravity {self.gravity}"]
        words += [] if self.margin else ["no margin"]
        words += [] if self.max_turns == 2 else [f"turns {self.max_turns}"]
        return ", ".join(words)


@dataclass(frozen=True, slots=True)
class Best:
    """The best of a kind of game.

    Parameters
    ----------
    seconds
        the shortest time, without help; None if there was none without
    score
        the highest
    """

    seconds: float | None
    score: int


class Bests:
    """The best of each kind of game, in a file.

    Parameters
    ----------
    path
        the file, which need not be there; None to keep nothing
    say
        is told in a line what is wrong with the file; it never ends a game
    """

    def __init__(self, path: Path | None, say: Callable[[str], None]) -> None:
        self._path, self._say = path, say

    def all(self) -> dict[GameKind, Best]:
        """What is kept, the easiest level first; a damaged file is told, and put aside."""
        return dict(sorted(self._all().items(), key=_order))

    def _all(self) -> dict[GameKind, Best]:
        if self._path is None:
            return {}
        try:
            return _read(json.loads(self._path.read_text(encoding="utf-8")))
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except OSError as error:
            self._give_up(f"{self._path}: {error.strerror or error}")
        except (ValueError, TypeError, KeyError, ArithmeticError, RecursionError):
            aside = self._path.with_name(self._path.name + _SUFFIX)
            try:
                self._path.replace(aside)
            except OSError as error:
                self._give_up(f"{self._path} is damaged, and stays: {error.strerror or error}")
            else:
                self._say(
                    f"{self._path} was damaged and is now {aside.name}; best times start anew"
                )
        return {}

    def of(self, kind: GameKind) -> Best | None:
        """The best of a kind of game."""
        return self.all().get(kind)

    def note(self, kind: GameKind, seconds: float | None, score: int) -> tuple[str, ...]:
        """Keep how a game went that was cleared.

        Parameters
        ----------
        kind
            what was played
        seconds
            how long it took; None where help was taken
        score
            points

        Returns
        -------
        best
            what is better than ever before: `time`, `score`
        """
        if self._path is None:
            return ()
        known = self.all()
        old = known.get(kind)
        better = []
        if seconds is not None and (old is None or old.seconds is None or seconds < old.seconds):
            better.append("time")
        if old is None or score > old.score:
            better.append("score")
        if better:
            seen = [Best(seconds, score), *([] if old is None else [old])]
            shortest = min((one.seconds for one in seen if one.seconds is not None), default=None)
            self._write(known | {kind: Best(shortest, max(one.score for one in seen))})
        return tuple(better) if self._path is not None else ()

    def _write(self, bests: dict[GameKind, Best]) -> None:
        if self._path is None:  # reading has failed
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps({"best": _entries(bests)}, indent=1) + "\n"
            write_whole(self._path, text.encode("utf-8"))
        except OSError as error:
            self._give_up(f"{self._path} cannot be written: {error.strerror or error}")

    def _give_up(self, why: str) -> None:
        self._path = None
        self._say(f"best times are not kept: {why}")


def told(bests: dict[GameKind, Best]) -> list[dict[str, Any]]:
    """All of them, as a command answers in JSON: a margin is `yes` or `no` there."""
    return [one | {"margin": "yes" if one["margin"] else "no"} for one in _entries(bests)]


def _entries(bests: dict[GameKind, Best]) -> list[dict[str, Any]]:
    """All of them, as the file has them."""
    return [asdict(kind) | asdict(best) for kind, best in bests.items()]


def _order(item: tuple[GameKind, Best]) -> tuple[int, GameKind]:
    kind, _ = item
    return list(GameLevel).index(GameLevel(kind.level)), kind


def _read(document: Any) -> dict[GameKind, Best]:
    """What `_entries` made; an error of value, type, key or size where it is something else."""
    bests = {}
    for entry in document["best"]:
        kind = GameKind(**{field.name: entry[field.name] for field in fields(GameKind)})
        seconds, score = entry["seconds"], entry["score"]
        whole = (kind.rows, kind.cols, kind.kinds, kind.margin, kind.max_turns, score)
        if not all(type(number) is int and 0 <= number <= _MOST for number in whole):
            raise ValueError(entry)
        GameLevel(kind.level), Gravity(kind.gravity)
        if seconds is not None and (type(seconds) not in {int, float} or not 0 <= seconds <= _MOST):
            raise ValueError(entry)
        bests[kind] = Best(None if seconds is None else float(seconds), score)
    return bests
