"""A pen: writes what it is handed behind the back of whoever has something better to do."""

from __future__ import annotations

from collections.abc import Callable
from queue import Queue
from threading import Thread

_AHEAD = 24
"""Jobs that may wait; who hands in more must wait himself, for each may hold a picture."""


class Pen:
    """Does jobs one after the other, in the order they come, in a thread of its own.

    The first job that fails is the last that is done.
    """

    def __init__(self) -> None:
        self._jobs: Queue[Callable[[], None] | None] = Queue(_AHEAD)
        self._failed: BaseException | None = None
        # A process that must end does not wait for it; `close` does.
        self._thread = Thread(target=self._run, name="pen", daemon=True)
        self._thread.start()

    def do(self, job: Callable[[], None]) -> None:
        """Hand in a job."""
        self._jobs.put(job)

    def close(self) -> None:
        """Wait until all is done; whatever a job raised is raised here."""
        self._jobs.put(None)
        self._thread.join()
        if self._failed is not None:
            raise self._failed

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            if self._failed is None:
                try:
                    job()
                except BaseException as error:  # noqa: BLE001 - raised again where it is awaited
                    self._failed = error
