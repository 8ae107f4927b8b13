"""A report: one page that shows a recorded game to people, and the same in numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import mean, median
from typing import Any

from bot.chronicle import recordings
from bot.errors import InputError
from bot.reportpage import page
from bot.shots import Shot, shots
from bot.story import Step, Story
from bot.telling import tell

MOST_SHOTS = 240
"""Pictures on a page: as many as take 6 to 12 MB."""
_LEAST_SHOTS = 4
"""Of each game of a long series."""
_TELLING = 0.2
"""Share of the time that goes into the text."""


def stories(folder: Path, progress: Callable[[float], object] = lambda _: None) -> list[Story]:
    """What happened in a recorded game, or in each game of a series.

    Parameters
    ----------
    folder
        that `--record` wrote
    progress
        told now and then how far this has come, 0 to 1

    Raises
    ------
    InputError
        if there is no recording, or not a line of any can be read
    """
    told = []
    folders = recordings(folder)
    for number, each in enumerate(folders):
        told.append(tell(each, _part(progress, number / len(folders), 1 / len(folders))))
    if not any(story.looks for story in told):
        why = told[0].damage or "nothing was looked at before it ended"
        raise InputError(f"{folder}: nothing to tell: {why}")
    return told


def report(told: list[Story], progress: Callable[[float], object] = lambda _: None) -> str:
    """The page that shows these games.

    Parameters
    ----------
    told
        by `stories`
    progress
        told now and then how far this has come, 0 to 1
    """
    most = max(_LEAST_SHOTS, MOST_SHOTS // len(told))
    pictured: list[tuple[Story, list[Shot]]] = []
    left = MOST_SHOTS
    for number, story in enumerate(told):
        share = _part(progress, number / len(told), 1 / len(told))
        found = shots(story, min(most, left), share)
        left -= len(found)
        pictured.append((story, found))
    first = told[0].folder
    name = first.name if len(told) == 1 else first.parent.name
    return page(f"Report of {name or first}", pictured)


def _part(
    progress: Callable[[float], object], start: float, share: float
) -> Callable[[float], object]:
    return lambda done: progress(start + share * done)


def document(story: Story) -> dict[str, Any]:
    """What happened in a game, as JSON carries it."""
    paces = [seconds for _, seconds in story.paces()]
    return {
        "folder": str(story.folder),
        "outcome": story.outcome or None,
        "why": story.why or None,
        "whole": story.whole,
        "damage": story.damage or None,
        "rows": story.rows,
        "cols": story.cols,
        "tiles": story.tiles,
        "links": story.links,
        "clicks": len(story.clicks),
        "missed": story.missed,
        "pending": story.pending,
        "looks": len(story.looks),
        "seconds": round(story.seconds, 3),
        "waited": round(story.waited, 3),
        "per_link": {
            "mean": round(mean(paces), 3) if paces else None,
            "median": round(median(paces), 3) if paces else None,
            "most": round(max(paces), 3) if paces else None,
        },
        "rules": story.rules,
        "learned": [
            {"time": round(time, 3), "step": step, "what": what}
            for time, step, what in story.learned
        ],
        "faults": [
            {
                "trouble": fault.trouble.value,
                "what": fault.what,
                "time": round(fault.time, 3),
                "line": fault.line,
                "step": fault.step,
                "times": fault.times,
                "mended": fault.mended or None,
            }
            for fault in story.faults
        ],
        "steps": [_step(step) for step in story.steps],
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "time": round(step.time, 3),
        "line": step.line,
        "decided": step.decided,
        "why": step.why,
        "link": None if step.link is None else [list(cell) for cell in step.link],
        "clicks": sum(not click.why for click in step.clicks),
        "looks": step.looks,
        "waited": round(step.waited, 3),
        "verdicts": [
            {"time": round(each.time, 3), "outcome": each.outcome.value} for each in step.verdicts
        ],
        "said": [text for _, text in step.notes],
    }
