"""Settings as they are, and where each comes from."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path
from typing import Any

import click

from bot.commands.common import DONE, json_option, tell_json
from bot.commands.lazy import LazyGroup, settable
from bot.commands.settings import PROJECT, PYPROJECT, Setting, Wrongs, effective, files, own_file
from bot.errors import InputError

INFINITE = "inf"
"""As TOML writes it; JSON has no number for it."""
_HELP = """Show what options are set to, and where that was said.

The command line is stronger than the environment, as LINKUP_PLAY_TIME_LIMIT=600, that than
linkup.toml (or [tool.linkup] of pyproject.toml) in the current folder or one around it, and
that than your own file. A file has a table for each command:

\b
[play]
skin = "mygame"
dry-run = true

Example: linkup config show play --origin
"""


@click.group(help=_HELP)
def config() -> None:
    """See `_HELP`."""


@config.command()
@click.argument("commands", nargs=-1, metavar="[COMMAND]...")
@click.option("--origin", is_flag=True, help="Tell where each value comes from.")
@json_option
@click.pass_context
def show(context: click.Context, commands: tuple[str, ...], origin: bool, as_json: bool) -> int:
    """Show what options are where a command line gives none.

    It is printed as a file of settings is written; what is not set stands behind a #.

    Example: linkup config show play --origin
    """
    group = context.find_root().command
    assert isinstance(group, LazyGroup)
    for name in commands:
        if name not in group.found or not settable(group.found[name]):
            raise InputError(f"`linkup {name}` has no settings: name a command such as play")
    wanted = commands or [name for name in group.found if settable(group.found[name])]
    found = files()
    settings, wrongs = {}, Wrongs()
    for name in wanted:
        with wrongs.noted():
            settings[name] = effective(group.found, name, found)
    wrongs.tell()
    if as_json:
        answer = {
            "files": [str(file.path) for file in found],
            "settings": {
                name: {
                    key: {"value": _plain(setting.value), "origin": setting.origin}
                    for key, setting in each.items()
                }
                for name, each in settings.items()
            },
        }
        tell_json(answer)
        return DONE
    click.echo("\n\n".join(_table(name, each, origin) for name, each in settings.items()))
    return DONE


@config.command()
@json_option
def path(as_json: bool) -> int:
    """Show which files settings are read from, the strongest first.

    Example: linkup config path
    """
    found = [str(file.path) for file in files()]
    if as_json:
        tell_json({"files": found, "own": str(own_file())})
        return DONE
    for each in found:
        click.echo(each)
    if str(own_file()) not in found:
        click.echo(f"{own_file()} (not there)")
    if len(found) < 2 and not any(Path(each).name in {PROJECT, PYPROJECT} for each in found):
        click.echo(f"{PROJECT} here or in a folder around (not there)")
    return DONE


def _table(name: str, settings: dict[str, Setting], origin: bool) -> str:
    lines = [f"[{name}]"]
    for key, setting in settings.items():
        value = _plain(setting.value)
        # As JSON: TOML writes numbers, texts and lists of them in the same way.
        is_set = value is not None and value != []
        said = INFINITE if setting.value == inf else json.dumps(value, ensure_ascii=False)
        line = f"{key} = {said}" if is_set else f"# {key} ="
        lines.append(f"{line:<32}  # {setting.origin}" if origin else line)
    return "\n".join(lines)


def _plain(value: Any) -> Any:
    """A value as JSON and TOML have it."""
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if value == inf:
        return INFINITE
    return str(value) if isinstance(value, Path) else value
