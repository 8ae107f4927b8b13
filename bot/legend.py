"""The legend of a report, beside what it explains, and the choice of steps that are shown."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bot.markup import Markup, joined, tag
from bot.story import Fault, Story, Trouble

_PICTURES = (
    ("kind", "7", "a tile as it was read: equal numbers are equal tiles"),
    ("empty", "", "an empty cell"),
    ("unknown", "×", "a cell that could not be read"),
    ("wrong", "", "cells in which something went wrong"),
    ("path", "", "the link that was decided on, and its path"),
    ("chosen", "", "a tile that the game shows as selected"),
    ("click", "1", "clicks in their order"),
    ("click again", "3", "the third click and later ones: the first two did nothing"),
)
_TIME_LINE = (
    ("fault", "▼", "something went wrong; it leads to the step"),
    ("links", "", "links that have gone"),
    ("looks", "", "pictures taken"),
    ("new", "", "those that showed something new"),
    ("wait", "", "from a click until its tiles were seen to be gone"),
    ("wait bad", "", "until it was known that they were not"),
    ("tick", "", "clicks"),
)


def of_pictures() -> Markup:
    """What is drawn over the pictures of steps."""
    cells = "Cells are (row, column), counted from 0 at the top left. A picture grows when clicked."
    return joined(_legend(_PICTURES), tag("p", cells, class_="soft"))


def of_time_line() -> Markup:
    """What is drawn along the time."""
    return _legend(_TIME_LINE)


def _legend(entries: Sequence[tuple[str, str, str]]) -> Markup:
    lines = (
        tag("li", tag("span", sign, class_=f"key {sort}", aria_hidden="true"), told)
        for sort, sign, told in entries
    )
    return tag("ul", *lines, class_="legend")


def counts(story: Story) -> dict[Trouble, int]:
    """How often each thing went wrong, the first one first."""
    found: dict[Trouble, int] = {}
    for fault in story.faults:
        found[fault.trouble] = found.get(fault.trouble, 0) + fault.times
    return found


def choice(story: Story, number: int) -> Markup:
    """Which steps of a game are shown: all, those in which something went wrong, or one thing.

    The style sheet hides the others, so that no script is needed.
    """
    every = [("all", f"all {len(story.steps)} steps"), ("wrong", "where something went wrong")]
    every += [(sort(trouble), f"{trouble} ({times})") for trouble, times in counts(story).items()]
    ways = (
        tag(
            "label",
            tag(
                "input",
                type="radio",
                name=f"only-{number}",
                value=value,
                checked="" if value == "all" else None,
            ),
            f" {told}",
        )
        for value, told in every
    )
    keys = "Keys n and p: next and previous step where something went wrong."
    return tag("div", *ways, tag("span", keys, class_="soft keys"), class_="only")


def sort(trouble: Trouble) -> str:
    """The name of a trouble in the style sheet."""
    return trouble.name.lower()


def sorts(faults: Sequence[Fault]) -> str:
    """The classes of a step in which these went wrong."""
    names = sorted({f"t-{sort(fault.trouble)}" for fault in faults})
    return " ".join(["step", *(["faulty", *names] if names else [])])


def neighbours(story: Story) -> dict[int, tuple[int | None, int | None]]:
    """For each step in which something went wrong, the one before and the one after it."""
    numbers = sorted({fault.step for fault in story.faults})
    before = {later: earlier for earlier, later in pairwise(numbers)}
    after = dict(pairwise(numbers))
    return {number: (before.get(number), after.get(number)) for number in numbers}
