"""The front door: what stands at the top of `bot` works, is documented, and costs nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bot
from bot.api import beliefs_of
from bot.beliefs import USUAL_GRAVITIES
from bot.errors import BoardNotFoundError, InputError
from bot.frame import load
from bot.skin import Rules

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs/images/game.png"


def in_a_new_python(code: str) -> str:
    """What a program prints that has imported nothing before."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_to_import_it_imports_nothing() -> None:
    """Not even of the standard library, but for what Python itself turns on."""
    seen = "set(sys.modules) - before - {'__future__'}"
    code = f"import sys; before = set(sys.modules); import bot; print({seen})"
    assert in_a_new_python(code) == "{'bot'}"


@pytest.mark.parametrize("name", bot.__all__)
def test_every_name_is_there_and_documented(name: str) -> None:
    """In the table of the document, and with a docstring that says what it is."""
    found = getattr(bot, name)
    assert found.__doc__
    assert name in dir(bot)
    table = (ROOT / "docs/api.md").read_text(encoding="utf-8").split("##")[0]
    assert re.search(rf"`{name}\b", table)


def test_no_name_is_that_of_a_module() -> None:
    """Importing the module would put it in the place of the name."""
    modules = {path.stem for path in (ROOT / "bot").iterdir()}
    assert not modules & set(bot.__all__)


def test_what_is_not_there_is_an_error_of_attributes() -> None:
    """As of any module."""
    assert not hasattr(bot, "no_such_name")


def test_a_picture_may_be_a_file_an_array_or_a_frame() -> None:
    """All three are read alike; what holds no board says so."""
    frame = load(PICTURE)
    boards = [bot.read_picture(each).board for each in (PICTURE, str(PICTURE), frame.pixels, frame)]
    assert boards == [boards[0]] * 4
    with pytest.raises(BoardNotFoundError):
        bot.read_picture(np.zeros((200, 300, 3), np.uint8))


def test_a_picture_is_read_by_a_skin() -> None:
    """The kinds are those of the skin; one of another game does not fit."""
    assert bot.read_picture(PICTURE, skin="linkup").skin.name == "linkup"
    with pytest.raises(BoardNotFoundError, match="kshisen-egypt"):
        bot.read_picture(PICTURE, skin="kshisen-egypt")


def test_rules_that_are_none_are_told() -> None:
    """With those that there are."""
    with pytest.raises(InputError, match="no gravity 'sideways'; there are none, down"):
        bot.find_links("a a", gravity="sideways")


def test_what_is_said_of_rules_is_stronger_than_a_skin() -> None:
    """And a skin than nothing."""
    skin = Rules(gravity="down", margin="no", max_turns=3)
    assert beliefs_of(None, "auto", "auto", None).gravities == USUAL_GRAVITIES
    known = beliefs_of(skin, "auto", "auto", None)
    assert (known.gravity.value, known.margins, known.max_turns) == ("down", (0,), 3)
    said = beliefs_of(skin, "up", "yes", 1)
    assert (said.gravity.value, said.margins, said.turns) == ("up", (1,), (1,))


@pytest.mark.parametrize("margin", ["no", 1, None])
def test_a_margin_that_is_no_truth_is_refused(margin: Any) -> None:
    """The command line says yes and no; here ``"no"`` would be taken for yes."""
    with pytest.raises(InputError, match="margin must be True or False"):
        bot.find_links("a a", margin=margin)
