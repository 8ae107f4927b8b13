"""The process in which checks are made: what breaks it breaks nothing else.

It is handed the numbers of the checks, and answers each by a line as soon as it is made.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import asdict
from io import StringIO

from bot.doctor.finding import Check, Finding, failed
from bot.doctor.sight import library_fix

MARK = "linkup-doctor:"
"""What an answer begins with: libraries write to stdout, too."""


def made(check: Check) -> Finding:
    """Make a check; whatever it raises is a failure."""
    try:
        with redirect_stdout(StringIO()):
            return check.look()
    except ImportError as error:
        return failed(f"a library cannot be loaded: {error}", library_fix(str(error)))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - that is what is looked for here
        return failed(
            f"{type(error).__name__}: {error}", "tell us, with all of this, if nothing above helps"
        )


def main(checks: Sequence[Check], first: int) -> None:
    """Make the checks from a number on, and tell each."""
    for number, check in enumerate(checks[first:], start=first):
        found = asdict(made(check)) | {"number": number}
        print(f"\n{MARK}{json.dumps(found)}", file=sys.__stdout__, flush=True)


if __name__ == "__main__":
    from bot.doctor.checks import checks as all_checks

    main(all_checks(), int(sys.argv[1]))
