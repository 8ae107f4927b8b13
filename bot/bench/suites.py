"""Every suite by its name; `linkup bench` runs them in this order."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable

from bot.bench import links, play, read, solve
from bot.bench.measure import Suite
from bot.errors import InputError

SUITES: dict[str, Suite] = {
    "links": links.measured,
    "solve": solve.measured,
    "read": read.measured,
    "play": play.measured,
}
"""What `linkup bench NAME` runs."""


def chosen(names: Iterable[str]) -> dict[str, Suite]:
    """The suites of these names, each once; all of them where none is named.

    Raises
    ------
    InputError
        if there is no suite of a name
    """
    wanted = dict.fromkeys(names) or SUITES
    for name in wanted:
        if name not in SUITES:
            raise InputError(f"there is no suite {name!r}; there are {', '.join(SUITES)}")
    return {name: SUITES[name] for name in wanted}


def machine() -> dict[str, str | int]:
    """Where it was measured: without that no number can be compared."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": platform.system(),
        "processor": platform.machine(),
        "cpus": os.cpu_count() or 1,
    }
