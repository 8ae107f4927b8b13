"""Being asked to end: a signal that asks for it, or a closed terminal, does what Ctrl-C does."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_ASKING = ("SIGTERM", "SIGHUP")
"""Those there are: Windows knows no terminal that hangs up."""


@contextmanager
def stoppable() -> Iterator[None]:
    """Raise `KeyboardInterrupt` where this process is asked to end, so that all is put in order.

    Only in the main thread. What is ignored stays so: that is how `nohup` outlives its terminal.
    """

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    asking = [getattr(signal, name) for name in _ASKING if hasattr(signal, name)]
    heard = [number for number in asking if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, stop) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
