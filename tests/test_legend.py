"""The legend of a report, and the choice of steps that are shown."""

from __future__ import annotations

from importlib.resources import files

import pytest
from recordings import FIXTURE

from bot.legend import choice, counts, neighbours, sort, sorts
from bot.story import Fault, Trouble
from bot.telling import tell


@pytest.mark.parametrize("trouble", list(Trouble))
def test_each_trouble_can_be_shown_alone(trouble: Trouble) -> None:
    """The style sheet hides the steps without it, and marks those with it."""
    style = (files("bot") / "report.css").read_text(encoding="utf-8")
    name = sort(trouble)
    assert f'.only:has([value="{name}"]:checked) ~ .steps .step:not(.t-{name})' in style
    assert sorts([Fault(trouble, "", 0.0, 1, 1, 1)]).split() == ["step", "faulty", f"t-{name}"]


def test_what_went_wrong_is_counted_and_offered() -> None:
    """How often, and each sort once; all steps are shown at first."""
    story = tell(FIXTURE)
    found = counts(story)
    assert Trouble.LOST in found
    text = choice(story, 3)
    assert text.count('type="radio" name="only-3"') == 2 + len(found)
    assert text.count("checked") == 1
    assert 'value="all" checked' in text
    assert f"lost click ({found[Trouble.LOST]})" in text


def test_steps_in_which_something_went_wrong_are_neighbours() -> None:
    """Each has the one before and the one after it, but for the first and the last."""
    found = neighbours(tell(FIXTURE))
    steps = sorted(found)
    assert [before for before, _ in found.values()] == [None, *steps[:-1]]
    assert [after for _, after in found.values()] == [*steps[1:], None]
