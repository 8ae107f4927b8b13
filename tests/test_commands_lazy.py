"""Commands by name: listed for nothing, and found even when the name is a little wrong."""

from __future__ import annotations

import re

import click
import pytest
from terminal import Linkup

from bot.cli import linkup as group
from bot.commands.lazy import option_name, settable

NAMES = tuple(group.found)


@pytest.mark.parametrize("name", NAMES)
def test_the_list_says_how_the_help_begins(name: str) -> None:
    """What is listed without the command is the first sentence of what it says of itself."""
    command = group.found[name]
    assert group.found.entries[name].line == command.get_short_help_str(limit=200)
    assert command.name == name


@pytest.mark.parametrize("name", NAMES)
def test_every_command_shows_an_example(linkup: Linkup, name: str) -> None:
    """A line that a person can copy, and that the command understands."""
    answer = linkup(name, "--help")
    assert answer.code == 0
    assert re.search(f"^ +Example: .*linkup {name}", answer.out, re.MULTILINE)


def test_a_name_that_is_none_brings_up_near_ones(linkup: Linkup) -> None:
    """One line with the name that was meant."""
    assert linkup("calibrat").complaint == (
        "there is no command 'calibrat': did you mean calibrate?"
    )
    assert "`linkup --help` lists them" in linkup("xyz").complaint


def test_every_option_has_a_variable_of_its_own() -> None:
    """No two options are set by one, and --json by none."""
    options = [(name, option) for name in NAMES for option in settable(group.found[name]).values()]
    variables = [option.envvar for _, option in options]
    assert len(set(variables)) == len(variables)
    assert "LINKUP_PLAY_DRY_RUN" in variables
    assert not any(option_name(option) == "json" for _, option in options)


def test_a_command_at_hand_can_be_put_in() -> None:
    """And forgotten; so a test or another program may extend the group."""
    command = click.Command("extra", callback=lambda: None)
    group.found["extra"] = command
    try:
        assert group.found["extra"] is command
        assert "extra" in list(group.found)
    finally:
        del group.found["extra"]
    assert "extra" not in group.found
