"""The page of a report: what happened in recorded games, as one file of HTML."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.resources import files
from statistics import mean, median

from bot import legend
from bot.markup import Markup, joined, tag
from bot.plot import NARROW, plot
from bot.plural import counted
from bot.shots import Shot
from bot.story import Click, Fault, Step, Story, Trouble
from bot.tally import HOPELESS
from bot.tape import TAPE
from bot.wording import known_rules, unknown

_SLOWEST = 3
_MOST_LINES = 16
_MOST_FAULTS = 300
"""Told in the list of what went wrong; each step tells its own besides."""

Told = tuple[Story, Sequence[Shot]]
"""What is told of a game, and its pictures."""


def page(title: str, told: Sequence[Told]) -> str:
    """The page.

    Parameters
    ----------
    title
        of the page
    told
        of each game, in order
    """
    style, script = (_shipped(name) for name in ("report.css", "report.js"))
    # Whatever a title or a message may hold, no other script runs and nothing is fetched.
    policy = (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
    )
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", Markup(style)),
    )
    alone = len(told) == 1
    games = (_game(number, *each, alone=alone) for number, each in enumerate(told, start=1))
    body = tag(
        "body",
        tag("h1", title),
        None if alone else _games_table(told),
        tag("main", *games),
        tag("script", Markup(script)),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _shipped(name: str) -> str:
    return (files("bot") / name).read_text(encoding="utf-8")


def _anchor(game: int) -> str:
    return f"game-{game}-step-"


def _games_table(told: Sequence[Told]) -> Markup:
    """The games of a series at a glance."""
    head = ("", "game", "outcome", "links", "seconds", "went wrong")
    rows = [
        tag(
            "tr",
            tag("td", str(number)),
            tag("td", tag("a", story.folder.name, href=f"#game-{number}")),
            tag("td", _outcome(story)),
            tag("td", f"{story.links} of {story.tiles // 2}"),
            tag("td", f"{story.seconds:.1f}"),
            tag("td", str(len(story.faults))),
        )
        for number, (story, _) in enumerate(told, start=1)
    ]
    return tag(
        "div",
        tag("table", tag("tr", *(tag("th", word) for word in head)), *rows),
        class_="scroll",
    )


def _outcome(story: Story) -> Markup:
    word = story.outcome or "cut off"
    return tag("span", word, class_=f"badge {'good' if story.cleared else 'bad'}")


def _game(number: int, story: Story, shots: Sequence[Shot], *, alone: bool) -> Markup:
    anchor = _anchor(number)
    # The title of a page of one game is its name already.
    name = None if alone else f"{story.folder.name} "
    near = legend.neighbours(story)
    at_step: dict[int, list[Shot]] = {}
    for shot in shots:
        at_step.setdefault(shot.step, []).append(shot)
    faults: dict[int, list[Fault]] = {}
    for fault in story.faults:
        faults.setdefault(fault.step, []).append(fault)
    steps = [
        _step(
            step,
            anchor,
            at_step.get(step.number, []),
            faults.get(step.number, []),
            story,
            ways=_ways(anchor, *near.get(step.number, (None, None))),
        )
        for step in story.steps
    ]
    left_out = f"{story.left_out} more steps are not shown." if story.left_out else None
    return tag(
        "section",
        tag("h2", name, _outcome(story), tag("span", f" {_in_short(story)}", class_="short")),
        *_notices(story),
        _numbers(story),
        tag("h3", "What went wrong"),
        _faults(story, anchor),
        tag("h3", "Time line"),
        tag("div", plot(story, anchor), plot(story, anchor, NARROW), class_="scroll"),
        legend.of_time_line(),
        tag("p", *_pace(story, anchor), class_="soft"),
        tag("h3", "Rules"),
        _rules(story, anchor),
        tag("h3", "Steps"),
        legend.of_pictures(),
        legend.choice(story, number) if story.faults else None,
        tag("div", *steps, class_="steps"),
        tag("p", left_out) if left_out else None,
        tag("h3", "The end"),
        tag("p", _end(story)),
        id=f"game-{number}",
    )


def _in_short(story: Story) -> str:
    wrong = counted(len(story.faults), "thing") if story.faults else "nothing"
    links = f"{story.links} of {counted(story.tiles // 2, 'link')}"
    hopeless = f"{HOPELESS}; " if story.is_hopeless else ""
    took = f"{links} in {story.seconds:.1f} s{unknown(story.pending)}"
    return f"{took}; {hopeless}{wrong} went wrong"


def _ways(anchor: str, before: int | None, after: int | None) -> Markup | None:
    """From a step in which something went wrong to the one before and after."""
    ways = [("↑ previous", before), ("next ↓", after)]
    found = [
        tag("a", f"{told}: step {to}", href=f"#{anchor}{to}") for told, to in ways if to is not None
    ]
    return tag("p", *found, class_="ways") if found else None


def _notices(story: Story) -> Iterator[Markup]:
    if story.damage:
        told = f"The recording is damaged: {story.damage}. What is shown is what could be read."
        yield tag("p", told, class_="notice")
    elif not story.whole:
        yield tag(
            "p",
            "The recording ends in the middle of the game: the program was killed, or still plays.",
            class_="notice",
        )
    elif story.why:
        why = story.why.removeprefix("stopped: ")
        yield tag("p", f"The game was {story.outcome}: {why}.", class_="notice")


def _numbers(story: Story) -> Markup:
    paces = [seconds for _, seconds in story.paces()]
    clicks = len(story.clicks)
    numbers = {
        "board": f"{story.rows} × {story.cols}" if story.tiles else "none found",
        "links": f"{story.links} of {story.tiles // 2}",
        "time": f"{story.seconds:.1f} s",
        "per link, median": f"{median(paces):.2f} s" if paces else "–",
        "clicks": str(clicks),
        "missed, clicked again": str(story.missed),
        "pictures taken": str(len(story.looks)),
        "waited for the game": f"{story.waited:.1f} s",
    }
    if story.skin:
        numbers["skin"] = story.skin
    return tag(
        "dl",
        *(tag("div", tag("dt", name), tag("dd", value)) for name, value in numbers.items()),
        class_="numbers",
    )


def _faults(story: Story, anchor: str) -> Markup:
    if not story.faults:
        return tag("p", "Nothing.", class_="good")
    lines = [
        tag(
            "li",
            tag("a", f"{fault.time:.1f} s, step {fault.step}", href=f"#{anchor}{fault.step}"),
            " · ",
            _told(fault),
        )
        for fault in story.faults[:_MOST_FAULTS]
    ]
    more = len(story.faults) - len(lines)
    first: dict[str, int] = {}
    for fault in story.faults:
        first.setdefault(fault.trouble, fault.step)
    every = (
        tag("a", f"{trouble} × {times}", href=f"#{anchor}{first[trouble]}", class_="badge bad")
        for trouble, times in legend.counts(story).items()
    )
    return joined(
        tag("p", *every, class_="badges"),
        tag("ul", *lines, class_="faults"),
        tag("p", f"{more} more are told in their steps only.") if more else None,
    )


def _told(fault: Fault) -> Markup:
    times = f", {fault.times} times" if fault.times > 1 else ""
    return joined(
        tag("strong", fault.trouble.value),
        f": {fault.what}{times}. ",
        None
        if fault.trouble is Trouble.END
        else f"Mended: {fault.mended}. "
        if fault.mended
        else "Not mended: no link went after it. ",
        tag("span", f"{TAPE}, line {fault.line}.", class_="soft"),
    )


def _pace(story: Story, anchor: str) -> Iterator[str]:
    paces = story.paces()
    if not paces:
        yield "No link went."
        return
    seconds = [each for _, each in paces]
    yield f"{mean(seconds):.2f} s per link on average, {median(seconds):.2f} s the median; "
    yield f"{len(story.looks) / len(paces):.1f} pictures per link, of which "
    yield f"{len(story.changes) / len(paces):.1f} showed something new. The slowest links: "
    slowest = sorted(paces, key=lambda one: -one[1])[:_SLOWEST]
    for number, (step, took) in enumerate(slowest):
        yield "" if number == 0 else ", "
        yield tag("a", f"{took:.1f} s at step {step.number}", href=f"#{anchor}{step.number}")
    yield "."


def _rules(story: Story, anchor: str) -> Markup:
    known = f"In the end: {known_rules(story.rules)}."
    learned = [
        tag("li", tag("a", f"{time:.1f} s", href=f"#{anchor}{step}"), f" · {what}")
        for time, step, what in story.learned
    ]
    nothing = tag("p", "Nothing was found out that was not known before.", class_="soft")
    return joined(tag("ul", *learned) if learned else nothing, tag("p", known))


def _step(
    step: Step,
    anchor: str,
    shots: Sequence[Shot],
    faults: Sequence[Fault],
    story: Story,
    *,
    ways: Markup | None,
) -> Markup:
    learned = [f"found out: {what}" for _, number, what in story.learned if number == step.number]
    wrong = [tag("li", _told(fault), class_="bad") for fault in faults]
    return tag(
        "article",
        tag("h4", f"{step.number} · {step.decided}"),
        tag("div", *(_figure(shot, step) for shot in shots), class_="shots") if shots else None,
        tag("p", f"Why: {step.why}.") if step.why else None,
        tag("ul", *_happened(step), *wrong, *(tag("li", line, class_="good") for line in learned)),
        tag(
            "p",
            tag("time", f"{step.time:.2f} s to {step.until:.2f} s"),
            f", {counted(step.looks, 'picture')}, {step.waited:.2f} s of waiting; ",
            f"{TAPE}, line {step.line}",
            class_="soft",
        ),
        ways,
        id=f"{anchor}{step.number}",
        class_=legend.sorts(faults),
    )


def _happened(step: Step) -> Iterator[Markup]:
    """Clicks, verdicts and what was said, by their times."""
    clicks = [(click.time, _click(number, click)) for number, click in enumerate(step.clicks, 1)]
    verdicts = [(each.time, each.outcome.value) for each in step.verdicts]
    said = [(time, f"“{text}”") for time, text in step.notes]
    every = sorted([*clicks, *said, *verdicts], key=lambda one: one[0])
    for time, text in every[:_MOST_LINES]:
        yield tag("li", tag("time", f"{time:.2f} s"), f" {text}")
    if len(every) > _MOST_LINES:
        yield tag("li", f"and {counted(len(every) - _MOST_LINES, 'line')} more")


def _click(number: int, click: Click) -> str:
    return f"click {number} refused: {click.why}" if click.why else f"click {number}"


def _figure(shot: Shot, step: Step) -> Markup:
    image = tag(
        "img",
        src=f"data:image/webp;base64,{b64encode(shot.data).decode()}",
        width=shot.width,
        height=shot.height,
        alt=f"Step {step.number}: {shot.what}",
    )
    wrong = shot.what != step.decided
    return tag("figure", image, tag("figcaption", shot.what) if wrong else None)


def _end(story: Story) -> str:
    if not story.whole:
        return "The recording does not tell how the game ended."
    last = story.steps[-1]
    why = story.why or (last.why if last.link is None else "")
    told = f"{story.outcome} after {story.seconds:.1f} s"
    return f"{told}: {why}." if why else f"{told}."
