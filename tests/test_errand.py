"""Work aside: its result, its errors, and how far it is."""

from __future__ import annotations

import threading

import pytest

from bot.errand import Errand, Report
from bot.errors import InputError


def test_the_result_comes_when_it_is_done() -> None:
    """Not before; the one who waits can wait for a moment alone."""
    go = threading.Event()

    def work(report: Report) -> int:
        go.wait(20)
        return 7

    errand = Errand(work, 1.0, lambda: 0.0)
    assert not errand.wait(0.01)
    assert not errand.done
    go.set()
    assert errand.result() == 7
    assert errand.done


def test_an_error_comes_where_the_result_is_asked_for() -> None:
    """The thread that asks gets it."""

    def work(report: Report) -> int:
        raise InputError("no such deal")

    errand = Errand(work, 1.0, lambda: 0.0)
    assert errand.wait(20)
    with pytest.raises(InputError, match="no such deal"):
        errand.result()


@pytest.mark.parametrize(("now", "goes_on"), [(4.9, True), (5.0, False)])
def test_reports_are_answered_with_no_after_the_deadline(now: float, goes_on: bool) -> None:
    """And the share that was told last is kept."""
    answers: list[bool] = []

    def work(report: Report) -> int:
        answers.append(report(0.25))
        return 1

    errand = Errand(work, 5.0, lambda: now)
    errand.wait(20)
    assert answers == [goes_on]
    assert errand.share == 0.25
