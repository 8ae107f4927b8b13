"""Complaints: what is wrong with a command line, in the style of all our messages."""

from __future__ import annotations

import re

import click

_PATTERNS = (
    (r"Got unexpected extra arguments? \((.*)\)", "`{0}` has no use for {1}; {2} shows an example"),
    (r"No such command '(.*?)'", "`{0}` has no command {1}; {2} lists those there are"),
    (r"Option '(.*)' requires an argument", "{1} wants a value behind it, as in `{1} VALUE`"),
    (r"Option '(.*)' does not take a value", "{1} takes no value: leave out what stands behind it"),
)
"""What click says, and what we do: of the command, what was found in it, and its help."""
_VALUES = (
    (r"is not a valid integer( range)?", "is no whole number"),
    (r"is not a valid float( range)?", "is no number"),
    (r"is not a valid boolean\. Recognized values: .*", "is neither yes nor no"),
)
"""What click says of a value, and what we do."""
_TOLD = ("is not one of", "is not in the range")
"""What tells already what a value may be."""


def complaint(error: click.ClickException) -> str:
    """What click complains of, in one line that says what to do next.

    Parameters
    ----------
    error
        of click; one of our own is told as it is
    """
    context = getattr(error, "ctx", None)
    command = "linkup" if context is None else context.command_path
    see = f"`{command} --help`"
    if isinstance(error, click.NoSuchOption):
        near = " or ".join(error.possibilities or ())
        hint = f"did you mean {near}?" if near else f"{see} lists those there are"
        return f"`{command}` has no option {error.option_name}; {hint}"
    if isinstance(error, click.BadParameter) and error.param is not None and context is not None:
        return _of_value(error, error.param, context, see)
    for pattern, told in _PATTERNS:
        if found := re.search(pattern, error.message, re.DOTALL):
            return told.format(command, found[1], see)
    return error.message if isinstance(error, click.UsageError) else error.format_message()


def of_value(message: str) -> str:
    """What click says of a value that cannot be, in our words.

    >>> of_value("'x' is not a valid float range.")
    "'x' is no number"
    """
    for pattern, told in _VALUES:
        message = re.sub(pattern, told, message, flags=re.DOTALL)
    return message.rstrip(".")


def _of_value(
    error: click.BadParameter, option: click.Parameter, context: click.Context, see: str
) -> str:
    """A value that cannot be, or is not there, and where it was set."""
    hint = str(option.get_error_hint(context))
    name = hint.rsplit(" / ", maxsplit=1)[-1].strip("'")  # the longest of '-v' / '--verbose'
    if isinstance(error, click.MissingParameter):
        choices = option.type.choices if isinstance(option.type, click.Choice) else ()
        wanted = f", one of {', '.join(map(str, choices))}" if choices else ""
        return f"{name} is missing{wanted}; {see} shows an example"
    said = f"{name}: {of_value(error.message)}"
    if context.get_parameter_source(option.name or "") is click.core.ParameterSource.ENVIRONMENT:
        return f"{said}; it was set by {option.envvar}"
    return said if any(told in said for told in _TOLD) else f"{said}; {see} tells what it may be"
