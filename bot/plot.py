"""A plot: the links, looks, waits and clicks of a game over its time, as a drawing in SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import floor, log10

from bot.markup import Markup, tag
from bot.story import Story
from bot.witness import Outcome

_LEFT, _RIGHT = 58, 14
_HEIGHT, _BOTTOM = 226, 200
_ROWS = {"links": (26, 58), "looks": (96, 44), "waits": (152, 16), "clicks": (178, 16)}
"""Upper edge and height of each row."""
_BIN = 4.0
"""px; width of a bar of looks, and what is between two."""
_MOST = 2000
"""Marks of one sort; a game has fewer."""
_GAP = 110
"""px; between two numbers of the time, at least."""
WIDE, NARROW = 1000, 380
"""px; widths of drawings. A page has both, and shows the one for its window: one that is made as
small as a telephone cannot be read."""


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where a time lies, px, in a drawing so wide; all of it takes `seconds`."""

    seconds: float
    width: int

    @property
    def right(self) -> int:
        return self.width - _RIGHT

    @property
    def bins(self) -> int:
        """Bars of looks; more cannot be seen."""
        return round((self.right - _LEFT) / _BIN)

    def at(self, time: float) -> float:
        share = min(1.0, max(0.0, time / self.seconds))
        return round(_LEFT + (self.right - _LEFT) * share, 1)


def plot(story: Story, anchor: str, width: int = WIDE) -> Markup:
    """The drawing of a game.

    Parameters
    ----------
    story
        of the game
    anchor
        what the names of its steps on the page begin with
    width
        `WIDE` or `NARROW`
    """
    scale = _Scale(max(story.seconds, 0.001), width)
    told = f"Links, pictures, waits and clicks over {story.seconds:.1f} s"
    parts = chain(
        _axis(scale),
        _links(story, scale),
        _looks(story.looks, scale, _most(story.looks, scale), "all"),
        _looks(story.changes, scale, _most(story.looks, scale), "new"),
        _waits(story, scale),
        _clicks(story, scale),
        _faults(story, scale, anchor),
    )
    return tag(
        "svg",
        tag("title", told),
        *parts,
        viewBox=f"0 0 {width} {_HEIGHT}",
        role="img",
        class_="plot" if width == WIDE else "plot narrow",
    )


def _axis(scale: _Scale) -> Iterator[Markup]:
    """Names of the rows, and numbers below them."""
    for name, (top, height) in _ROWS.items():
        middle = top + height / 2 + 4
        said = "pictures" if name == "looks" else name
        yield tag("text", said, x=_LEFT - 8, y=middle, class_="name", text_anchor="end")
        yield tag("line", x1=_LEFT, x2=scale.right, y1=top + height, y2=top + height)
    step = _round_step(scale.seconds * _GAP / (scale.right - _LEFT))
    for number in range(int(scale.seconds / step) + 1):
        x, text = scale.at(number * step), f"{round(number * step, 3):g} s"
        yield tag("line", x1=x, x2=x, y1=20, y2=_BOTTOM, class_="grid")
        yield tag("text", text, x=x, y=_BOTTOM + 18, text_anchor="middle")


def _round_step(least: float) -> float:
    """The next of 1, 2, 5, 10 and so on.

    >>> [_round_step(least) for least in (0.3, 1.5, 40)]
    [0.5, 2.0, 50.0]
    """
    power: float = 10.0 ** floor(log10(least))
    return next(power * times for times in (1, 2, 5, 10) if power * times >= least)


def _links(story: Story, scale: _Scale) -> Iterator[Markup]:
    """How many have gone, as a line."""
    top, height = _ROWS["links"]
    times = sorted(step.removed for step in story.steps if step.removed is not None)[:_MOST]
    whole = max(story.tiles // 2, len(times), 1)
    corners = [f"M{_LEFT} {top + height}"]
    for number, time in enumerate(times, start=1):
        corners.append(f"H{scale.at(time)}V{round(top + height * (1 - number / whole), 1)}")
    corners.append(f"H{scale.at(scale.seconds)}")
    yield tag("path", d="".join(corners), class_="links")
    share = f"{story.links} of {story.tiles // 2}"
    yield tag("text", share, x=_LEFT - 8, y=top + height - 2, class_="small", text_anchor="end")


def _bin(time: float, scale: _Scale) -> int:
    return min(scale.bins - 1, int(time / scale.seconds * scale.bins))


def _most(times: Iterable[float], scale: _Scale) -> int:
    return max(Counter(_bin(time, scale) for time in times).values(), default=1)


def _looks(times: Sequence[float], scale: _Scale, most: int, sort: str) -> Iterator[Markup]:
    """How many were taken in each part of the time, as bars in one path."""
    top, height = _ROWS["looks"]
    wide = round((scale.right - _LEFT) / scale.bins - 0.6, 1)
    counts = Counter(_bin(time, scale) for time in times)
    bars = []
    for number, count in sorted(counts.items()):
        x, high = scale.at(number / scale.bins * scale.seconds), round(height * count / most, 1)
        bars.append(f"M{x} {top + height}v-{high}h{wide}v{high}z")
    yield tag("path", d="".join(bars), class_=f"looks {sort}")


def _waits(story: Story, scale: _Scale) -> Iterator[Markup]:
    """From the last click on a link until it was known what became of it."""
    top, height = _ROWS["waits"]
    for step in story.steps[:_MOST]:
        for since, verdict in step.waits:
            gone = verdict.outcome is Outcome.REMOVED
            x, end = scale.at(since), scale.at(verdict.time)
            yield tag(
                "rect",
                tag("title", f"{step.decided}: {verdict.outcome.value}"),
                x=x,
                y=top,
                width=round(max(1.5, end - x - 0.5), 1),
                height=height,
                class_="wait" if gone else "wait bad",
            )


def _clicks(story: Story, scale: _Scale) -> Iterator[Markup]:
    top, height = _ROWS["clicks"]
    for refused, sort in ((False, "click"), (True, "click bad")):
        lines = [
            f"M{scale.at(click.time)} {top}v{height}"
            for step in story.steps
            for click in step.clicks
            if bool(click.why) == refused
        ]
        yield tag("path", d="".join(lines[:_MOST]), class_=sort)


def _faults(story: Story, scale: _Scale, anchor: str) -> Iterator[Markup]:
    """A mark above the rows for each, which leads to its step."""
    for fault in story.faults[:_MOST]:
        x = scale.at(fault.time)
        mark = tag("path", d=f"M{x - 6} 4h12l-6 12z")
        told = tag("title", f"{fault.time:.1f} s: {fault.trouble}: {fault.what}")
        yield tag("a", told, mark, href=f"#{anchor}{fault.step}", class_="fault")
