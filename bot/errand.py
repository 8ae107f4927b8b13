"""Work that is done aside, so that a window stays awake: how far it is, and what came of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
Report = Callable[[float], bool]
"""Is told what share of the work is done, 0 to 1; answers whether to go on."""


class Errand(Generic[T]):
    """Some work in a thread of its own.

    Parameters
    ----------
    work
        is handed what it may report to
    deadline
        the time after which a report is answered with no, s
    clock
        seconds, monotonic
    """

    def __init__(
        self, work: Callable[[Report], T], deadline: float, clock: Callable[[], float]
    ) -> None:
        self.share = 0.0
        self._deadline, self._clock = deadline, clock
        self._result: T | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(work,), daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether there is a result, or an error."""
        return not self._thread.is_alive()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it is done, so many seconds at most; whether it is."""
        self._thread.join(seconds)
        return self.done

    def result(self) -> T:
        """What came of it.

        Raises
        ------
        InputError
            if the work raised it, or whatever else it raised
        """
        self.wait()
        if self._error is not None:
            raise self._error
        assert self._result is not None
        return self._result

    def _run(self, work: Callable[[Report], T]) -> None:
        try:
            self._result = work(self._report)
        except BaseException as error:  # noqa: BLE001 - raised where the result is asked for
            self._error = error

    def _report(self, share: float) -> bool:
        self.share = share
        return self._clock() < self._deadline
