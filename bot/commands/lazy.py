"""Commands by name, imported when they are run: a list of them costs nothing but this module."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Any, NamedTuple

import click

PREFIX = "LINKUP"
"""What every environment variable of ours begins with."""
UNSET_ABLE = frozenset({"json", "help", "best"})
"""Options that only a command line may give: a script that left out --json wants no JSON, and with
`game --best` set there would be no game."""


class Entry(NamedTuple):
    """Where a command is found.

    Parameters
    ----------
    module, name
        what to import
    line
        what the list of commands says of it; the command's own help begins so
    """

    module: str
    name: str
    line: str


class Commands(MutableMapping[str, click.Command]):
    """Commands by name, each imported when it is asked for.

    Parameters
    ----------
    entries
        where they are, in the order in which they are listed
    """

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self.entries = dict(entries)
        self._loaded: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        """The command; `KeyError` if there is none of that name."""
        if name not in self._loaded:
            entry = self.entries[name]
            command: click.Command = getattr(import_module(entry.module), entry.name)
            for option in settable(command).values():
                option.envvar = variable(name, option_name(option))
            self._loaded[name] = command
        return self._loaded[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        """Put a command that is at hand in its place."""
        module, line = command.callback.__module__ if command.callback else "", ""
        self.entries.setdefault(name, Entry(module, name, line))
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        """Forget a command."""
        del self.entries[name]
        self._loaded.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        """The names, in the order in which they are listed; nothing is imported."""
        return iter(self.entries)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.entries)


class LazyGroup(click.Group):
    """A group whose commands are imported one by one, when they are run.

    Parameters
    ----------
    entries
        the commands
    named
        as for `click.Group`
    """

    def __init__(self, entries: Mapping[str, Entry], **named: Any) -> None:
        self.found = Commands(entries)
        super().__init__(commands=self.found, **named)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """See `click.Group.list_commands`; in the order of the entries."""
        del ctx  # it is the same in every one
        return list(self.found)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """See `click.Group.format_commands`; from the entries, so that nothing is imported."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.line) for name, entry in self.found.entries.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """See `click.Group.invoke`; a request to end leaves no empty line but on a terminal.

        There click puts what follows below the ^C that the terminal shows.
        """
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            if sys.stderr is not None and sys.stderr.isatty():
                raise
            raise click.Abort from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """See `click.Group.resolve_command`; a name that does not exist brings up near ones."""
        name = args[0] if args else ""
        if name not in self.found and not name.startswith("-") and not ctx.resilient_parsing:
            from difflib import get_close_matches

            near = get_close_matches(name, self.found, n=2, cutoff=0.7)
            hint = f"did you mean {' or '.join(near)}?" if near else "`linkup --help` lists them"
            raise click.UsageError(f"there is no command '{name}': {hint}", ctx)
        return super().resolve_command(ctx, args)


def option_name(option: click.Parameter) -> str:
    """What an option is called, without its dashes: the longest of its names.

    >>> option_name(click.Option(["--dry-run/--no-dry-run"]))
    'dry-run'
    """
    return max(option.opts, key=len).lstrip("-")


def settable(command: click.Command) -> dict[str, click.Option]:
    """The options of a command that settings may give, by name."""
    if isinstance(command, click.Group):
        return {}
    return {
        option_name(option): option
        for option in command.params
        if isinstance(option, click.Option) and option_name(option) not in UNSET_ABLE
    }


def variable(command: str, option: str) -> str:
    """The environment variable that sets an option.

    >>> variable("play", "dry-run")
    'LINKUP_PLAY_DRY_RUN'
    """
    return f"{PREFIX}_{command}_{option}".replace("-", "_").upper()
