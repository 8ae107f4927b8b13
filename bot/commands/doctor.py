"""The doctor: what works on this machine, to be pasted into an issue as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bot.commands.common import DONE, NO_MACHINE, json_option, paint, tell, tell_json
from bot.commands.lazy import LazyGroup, settable
from bot.commands.progress import Progress
from bot.commands.version import about
from bot.errors import LinkupError

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.doctor.finding import Check, Finding


@click.command()
@json_option
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> int:
    """Check what works on this machine, and say what to do about the rest.

    Each line is ok, a warning or failed. The exit code is 0 if all that `linkup play` needs works.
    The pointer is moved by one point, and back. What is printed names no person and no
    window title, and can be pasted into an issue as it is.

    Example: linkup doctor
    """
    from bot.doctor.checks import checks
    from bot.doctor.examine import examine
    from bot.doctor.finding import Check, State, without_names

    made: list[tuple[Check, Finding]] = []
    at = [""]
    here = [without_names(line) for line in about()]
    if not as_json:
        click.echo("\n".join(here))
    with Progress(lambda: f"checking {at[0]}", quiet=as_json):
        for each in examine(checks(), say=lambda name: at.__setitem__(0, name)):
            known = {found.fix for _, found in made}
            made.append(each)
            if not as_json:
                tell(_line(*each, known=known))
    settings = _settings(context)
    made.append((Check("settings", lambda: settings), settings))
    if not as_json:
        click.echo(_line(*made[-1]))
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
        tell_json(answer)
    else:
        click.echo(
            f"`linkup play` cannot work here: {', '.join(broken)}"
            if broken
            else "`linkup play` has all that it needs"
        )
    return NO_MACHINE if broken else DONE


def _line(check: Check, found: Finding, *, known: Collection[str] = ()) -> str:
    """What a person is told of a check; but not again what is to be done and known already."""
    state = f"{paint(found.state)}{' ' * (9 - len(found.state))}"
    fix = f"\n{'':27}-> {found.fix}" if found.fix and found.fix not in known else ""
    return f"{state}{check.name:<18}{found.seen}{fix}"


def _settings(context: click.Context) -> Finding:
    """Whether the files of settings can be read, and say what there is."""
    from bot.commands.settings import effective, files
    from bot.doctor.finding import cleaned, ok, warning

    group = context.find_root().command
    assert isinstance(group, LazyGroup)
    try:
        found = files()
        for name, command in group.found.items():
            if settable(command):
                effective(group.found, name, found)
    except LinkupError as error:
        return cleaned(warning(str(error), "mend it, or say --no-config"))
    return cleaned(ok(f"from {', '.join(str(file.path) for file in found) or 'no file'}"))
