"""Completion: what a shell needs to complete `linkup`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from bot.commands.common import DONE, say
from bot.errors import InputError

_PLACES = {
    "bash": (
        "mkdir -p ~/.local/share/bash-completion/completions && "
        "linkup completion bash > ~/.local/share/bash-completion/completions/linkup",
        "with the package bash-completion; without it to a file that ~/.bashrc sources",
    ),
    "zsh": (
        "mkdir -p ~/.zfunc && linkup completion zsh > ~/.zfunc/_linkup",
        "with `fpath+=~/.zfunc; autoload -Uz compinit; compinit` in ~/.zshrc",
    ),
    "fish": (
        "mkdir -p ~/.config/fish/completions && "
        "linkup completion fish > ~/.config/fish/completions/linkup.fish",
        "",
    ),
    "powershell": ("linkup completion powershell >> $PROFILE", ""),
}
"""Where each shell looks for it, and what it needs besides."""


@click.command()
@click.argument("shell", type=click.Choice(tuple(_PLACES)), metavar="SHELL")
@click.pass_context
def completion(context: click.Context, shell: str) -> int:
    """Print what makes your shell complete this command.

    SHELL is bash, zsh, fish or powershell. It completes commands, options, names of skins and
    titles of windows.

    Example: linkup completion bash

    How to keep it is told beside it. For bash:

    \b
    mkdir -p ~/.local/share/bash-completion/completions
    linkup completion bash > ~/.local/share/bash-completion/completions/linkup
    """  # noqa: D301 - the sign by which click leaves lines as they are
    made = get_completion_class(shell)
    if made is None:
        raise InputError(f"this version of click completes nothing in {shell}: update it")
    click.echo(made(context.find_root().command, {}, "linkup", "_LINKUP_COMPLETE").source())
    command, besides = _PLACES[shell]
    say(f"to keep it: {command}{f' ({besides})' if besides else ''}; then open a new shell")
    return DONE
