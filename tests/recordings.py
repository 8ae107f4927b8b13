"""Recordings for tests: tapes written by hand, so that each says just what a test is about."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from bot.frame import save
from bot.tape import TAPE

FIXTURE = Path(__file__).parent.parent / "fixtures" / "recordings" / "double-clicks"
"""A game in which clicks get lost, and the window moves."""
ALL = ["none", "down", "up", "left", "right"]
PITCH = 40
"""px; of boards that start at 20, 20 in a picture of 240 x 200."""
WIDTH, HEIGHT = 240, 200

Line = dict[str, Any]


def start(**other: object) -> Line:
    """The first line."""
    said = {"format": 2, "gravities": ALL, "possible": ALL, "margins": [1, 0], "turns": [2, 1]}
    return {"what": "start", "said": said | {"skin": None} | other}


def look(time: float, *patches: tuple[int, int, str], origin: tuple[float, float] = (0, 0)) -> Line:
    """A picture taken."""
    answer = {"time": time, "origin": origin, "scale": 1, "size": [WIDTH, HEIGHT]}
    patched = answer | {"patches": list(patches)}
    return {"what": "look", "asked": {}, "answer": patched, "moments": [time]}


def saw(*rows: list[int]) -> Line:
    """A board that was read."""
    return {"what": "saw", "said": {"board": list(rows), "selected": []}}


def aim(rows: int, cols: int) -> Line:
    """Where it lies."""
    said = {"origin": [20, 20], "pitch": [PITCH, PITCH], "rows": rows, "cols": cols}
    return {"what": "aim", "said": said}


def decided(time: float, *link: int, then: int = 0) -> Line:
    """A link that is to be played."""
    said = {"play": list(link), "then": then}
    return {"what": "decided", "said": said, "moments": [time]}


def click(time: float, row: int, col: int, **answer: object) -> Line:
    """A click on the middle of a cell."""
    at = [20 + PITCH * col, 20 + PITCH * row]
    asked = {"at": at, "press": 0.03}
    return {"what": "click", "asked": asked, "answer": answer, "moments": [time]}


def judged(time: float, outcome: str, *link: int) -> Line:
    """What became of a link."""
    said = {"link": list(link), "outcome": outcome}
    return {"what": "judged", "said": said, "moments": [time]}


def say(line: str) -> Line:
    """What the player said."""
    return {"what": "say", "said": {"line": line}}


def end(outcome: str = "cleared", **other: object) -> Line:
    """How it ended."""
    return {"what": "end", "said": {"outcome": outcome, "links": 2, "clicks": 4} | other}


def game() -> list[Line]:
    """A game of two links, in which the first click is lost."""
    return [
        start(),
        look(10.0, (0, 0, "000001-0.png")),
        saw([1, 2, 2], [1, 0, 0]),
        aim(2, 3),
        say("found 2 x 3 cells, 4 tiles"),
        decided(10.5, 0, 1, 0, 2),
        click(10.6, 0, 1),
        click(10.7, 0, 2),
        look(11.0),
        judged(12.0, "no tile went", 0, 1, 0, 2),
        click(12.1, 0, 1),
        look(13.0, (40, 0, "000003-0.png")),
        saw([1, 0, 0], [1, 0, 0]),
        judged(13.1, "removed", 0, 1, 0, 2),
        decided(13.2, 0, 0, 1, 0),
        click(13.3, 0, 0),
        click(13.4, 1, 0),
        look(14.0, (0, 0, "000004-0.png")),
        saw([0, 0, 0], [0, 0, 0]),
        judged(14.1, "removed", 0, 0, 1, 0),
        {"what": "decided", "said": {"stop": "the board is empty"}},
        end(),
    ]


def recording(folder: Path, lines: Iterable[Line] | None = None) -> Path:
    """A recording of these lines, by default of `game`; with plain pictures for its patches."""
    folder.mkdir(parents=True, exist_ok=True)
    written = list(game() if lines is None else lines)
    text = "".join(json.dumps(line) + "\n" for line in written)
    (folder / TAPE).write_text(text, encoding="utf-8")
    for line in written:
        for _, _, name in line.get("answer", {}).get("patches", []):
            number = int(name.removeprefix("../")[:6])
            whole = (HEIGHT, WIDTH, 3) if number == 1 else (PITCH, 2 * PITCH, 3)
            save(folder / name, np.full(whole, 40 * number, np.uint8))
    return folder
