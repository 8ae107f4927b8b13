"""What a check found: how it is, what was seen, and what to do."""

from __future__ import annotations

import getpass
import re
import socket
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path


class State(StrEnum):
    """How something is."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found.

    Parameters
    ----------
    state : how it is
    seen : what was seen, one line
    fix : what to do about it, one line; empty where nothing need be done
    """

    state: State
    seen: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """Something to be looked at.

    Parameters
    ----------
    name : a word or two
    look : looks; whatever it raises is a failure of what it looks at
    needed : whether `linkup play` needs it
    seconds : how long it may take
    """

    name: str
    look: Callable[[], Finding]
    needed: bool = False
    seconds: float = 20.0


def ok(seen: str) -> Finding:
    """Nothing need be done."""
    return Finding(State.OK, seen)


def warning(seen: str, fix: str) -> Finding:
    """It may do, or something that few need does not work."""
    return Finding(State.WARNING, seen, fix)


def failed(seen: str, fix: str) -> Finding:
    """It does not work."""
    return Finding(State.FAILED, seen, fix)


def of_message(message: str) -> Finding:
    """A failure from a message of ours, which says what is wrong and, after a colon, what to do.

    >>> of_message("the screen cannot be read (XError: 8): use an X session").fix
    'use an X session'
    """
    depth = 0
    line = " ".join(message.split())
    for at, sign in enumerate(line):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and line.startswith(": ", at):
            return failed(line[:at], line[at + 2 :])
    return failed(line, "")


def cleaned(finding: Finding) -> Finding:
    """A finding that may be shown to anybody."""
    return replace(finding, seen=without_names(finding.seen), fix=without_names(finding.fix))


def without_names(text: str) -> str:
    """A text without the person's name, home folder and machine."""
    try:
        home = str(Path.home())
    except RuntimeError:  # there is none
        home = ""
    if len(home) > 1:
        text = text.replace(home, "~")
    for name, instead in ((_user(), "USER"), (socket.gethostname(), "HOST")):
        # A name that is a word of everybody's tells nothing, and would tear holes into sentences.
        if len(name) > 2 and name not in {"root", "user", "localhost"}:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", instead, text)
    return " ".join(text.split())


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):  # a number without a name, as in a container
        return ""
