"""The plot of a game shows what happened when."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from recordings import FIXTURE, look, recording, start

from bot.plot import NARROW, WIDE, plot
from bot.telling import tell
from bot.witness import Outcome


def drawn(folder: Path) -> ET.Element:
    """The drawing of a recording; that it is one at all is checked by reading it."""
    return ET.fromstring(plot(tell(folder), "step-"))  # noqa: S314 - written a line before


def of(drawing: ET.Element, sort: str) -> list[ET.Element]:
    """The elements of a class."""
    return [each for each in drawing.iter() if each.get("class") == sort]


def test_every_fault_leads_to_its_step() -> None:
    """At its time, above all rows."""
    story = tell(FIXTURE)
    marks = of(drawn(FIXTURE), "fault")
    assert [mark.get("href") for mark in marks] == [f"#step-{each.step}" for each in story.faults]
    assert marks


def test_waits_in_vain_look_otherwise() -> None:
    """One bar for each verdict; where no tile went, in another colour."""
    waits = [verdict.outcome for step in tell(FIXTURE).steps for _, verdict in step.waits]
    drawing = drawn(FIXTURE)
    assert len(of(drawing, "wait")) == waits.count(Outcome.REMOVED) > 0
    assert len(of(drawing, "wait bad")) == len(waits) - waits.count(Outcome.REMOVED) > 0


def test_every_click_has_its_tick(tmp_path: Path) -> None:
    """At the share of the time at which it was made."""
    drawing = drawn(recording(tmp_path))
    (ticks,) = of(drawing, "click")
    assert (ticks.get("d") or "").count("M") == 5
    first = float((ticks.get("d") or "")[1:].split()[0])
    assert abs(first - (58 + 928 * 0.6 / 4.1)) < 1


def test_a_game_without_time_is_drawn(tmp_path: Path) -> None:
    """Nothing is divided by nothing."""
    drawing = drawn(recording(tmp_path, [start(), look(3.0, (0, 0, "000001-0.png"))]))
    assert len(of(drawing, "looks all")) == 1


def test_a_narrow_drawing_has_letters_as_large_and_fewer_numbers() -> None:
    """It shows the same, in a third of the width, and nothing lies beside it."""
    story = tell(FIXTURE)
    wide, narrow = (
        ET.fromstring(plot(story, "step-", width))  # noqa: S314 - written a line before
        for width in (WIDE, NARROW)
    )
    assert len(of(wide, "fault")) == len(of(narrow, "fault")) > 0
    assert wide.get("viewBox") == "0 0 1000 226"
    assert narrow.get("viewBox") == "0 0 380 226"
    times = [each for each in narrow.iter() if (each.text or "").endswith(" s")]
    assert 1 < len(times) - 1 < 5  # and the title
    places = [float(each.get("x") or 0) for each in narrow.iter()]
    assert max(places) <= NARROW


def test_a_long_game_is_no_larger_a_drawing(tmp_path: Path) -> None:
    """Ten thousand looks are as many bars as two hundred."""
    looks = [look(number / 50) for number in range(10_000)]
    long = plot(tell(recording(tmp_path, [start(), *looks])), "step-")
    assert len(long) < 20_000
