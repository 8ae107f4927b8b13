"""The doctor: what works on this machine, to be pasted into an issue as it is."""

from __future__ import annotations

import json

import click

from bot.commands.common import DONE, NO_MACHINE, json_option, paint, tell
from bot.commands.progress import Progress
from bot.commands.version import about


@click.command()
@json_option
def doctor(as_json: bool) -> int:
    """Check what works on this machine, and say what to do about the rest.

    Each line is ok, a warning or failed. The exit code is 0 if all that `linkup play` needs works.
    The pointer is moved by one point, and back. What is printed names no person and no
    window title, and can be pasted into an issue as it is.

    Example: linkup doctor
    """
    from bot.doctor.checks import checks
    from bot.doctor.examine import examine
    from bot.doctor.finding import State, without_names

    made, at = [], [""]
    here = [without_names(line) for line in about()]
    if not as_json:
        click.echo("\n".join(here))
    with Progress(lambda: f"checking {at[0]}", quiet=as_json):
        for check, found in examine(checks(), say=lambda name: at.__setitem__(0, name)):
            made.append((check, found))
            if not as_json:
                fix = f"\n{'':9}{'':18}-> {found.fix}" if found.fix else ""
                state = f"{paint(found.state)}{' ' * (9 - len(found.state))}"
                tell(f"{state}{check.name:<18}{found.seen}{fix}")
    broken = [each.name for each, found in made if each.needed and found.state is State.FAILED]
    if as_json:
        answer = {
            "works": not broken,
            "about": here,
            "checks": [
                {
                    "name": check.name,
                    "state": found.state,
                    "needed": check.needed,
                    "seen": found.seen,
                    "fix": found.fix,
                }
                for check, found in made
            ],
        }
        click.echo(json.dumps(answer))
    else:
        click.echo(
            f"`linkup play` cannot work here: {', '.join(broken)}"
            if broken
            else "`linkup play` has all that it needs"
        )
    return NO_MACHINE if broken else DONE
