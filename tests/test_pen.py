"""The pen: jobs done aside, in order."""

from __future__ import annotations

import threading

import pytest

from bot.pen import Pen


def test_jobs_are_done_in_order_in_a_thread_of_their_own() -> None:
    """All that was handed in is done once the pen is closed."""
    pen, done = Pen(), list[tuple[int, bool]]()
    here = threading.get_ident()
    for number in range(500):
        pen.do(lambda number=number: done.append((number, threading.get_ident() == here)))  # type: ignore[misc]
    pen.close()
    assert done == [(number, False) for number in range(500)]


def test_nobody_waits_for_a_job_that_may_wait() -> None:
    """Handing in takes no longer because the job before is not done."""
    pen, go = Pen(), threading.Event()
    pen.do(lambda: go.wait(60) and None)  # type: ignore[func-returns-value]
    pen.do(lambda: None)
    go.set()
    pen.close()


def test_what_fails_is_told_in_the_end() -> None:
    """Nothing is done after it, and closing raises it."""
    pen, done = Pen(), list[int]()
    pen.do(lambda: done.append(1))
    pen.do(lambda: done.append(1 // 0))
    pen.do(lambda: done.append(3))
    with pytest.raises(ZeroDivisionError):
        pen.close()
    assert done == [1]
