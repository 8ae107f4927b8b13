"""The front door: what stands at the top of `bot` works, is documented, and costs nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest

import bot
from bot.api import MOST_SOLVABLE, beliefs_of
from bot.beliefs import USUAL_GRAVITIES
from bot.commands.game import game
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
    table = (ROOT / "docs/api.md").read_text(encoding="utf-8").split("##")[0]
    assert re.search(rf"`{name}\b", table)


def test_what_is_listed_is_what_is_promised() -> None:
    """Also where all modules were loaded: those are no part of it."""
    assert dir(bot) == sorted(bot.__all__)
    code = "import bot.cli, bot.policy, bot; print(dir(bot) == bot.__all__)"
    assert in_a_new_python(code) == "True"


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


def test_an_array_stays_the_callers_own() -> None:
    """It may be written to as before, and what was read does not change with it."""
    mine = load(PICTURE).pixels.copy()
    reading = bot.read_picture(mine)
    mine[:] = 0
    assert reading.pixels.any()
    assert not reading.pixels.flags.writeable


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


BOARD = "a a"


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (lambda: bot.read_picture(7), "picture must be the name of a file, .* but got int 7"),
        (lambda: bot.read_picture(None), "picture must be .* but got NoneType"),
        (lambda: bot.read_picture(PICTURE, skin=7), "skin must be the name or the folder"),
        (lambda: bot.read_picture(np.zeros((9, 9))), "pixels must be uint8 of shape"),
        (lambda: bot.find_links(7), "board must be a Board or the text of one, but got int 7"),
        (lambda: bot.find_links(["a a"]), "board must be .* but got list"),
        (lambda: bot.find_links(BOARD, gravity=None), "gravity must be the name of a direction"),
        (lambda: bot.find_links(BOARD, max_turns="2"), "max_turns must be a whole number.* '2'"),
        (lambda: bot.find_links(BOARD, max_turns=True), "max_turns must be a whole number"),
        (lambda: bot.find_links(BOARD, max_turns=-1), "max_turns must be 0 or more, but got -1"),
        (lambda: bot.solve_board(BOARD, seconds="9"), "seconds must be a number of seconds"),
        (lambda: bot.solve_board(BOARD, seconds=float("nan")), "seconds must be 0 s or more"),
        (lambda: bot.solve_board(None), "board must be"),
        (lambda: bot.deal_board("4", 6, 6), "rows must be a whole number, but got str '4'"),
        (lambda: bot.deal_board(4, 6.0, 6), "cols must be a whole number, but got float 6.0"),
        (lambda: bot.deal_board(4, 6, None), "kinds must be a whole number"),
        (lambda: bot.deal_board(0, 6, 2), "rows must be 1 or more, but got 0"),
        (lambda: bot.deal_board(4, 6, 6, seed="x"), "seed must be a whole number"),
        (lambda: bot.deal_board(4, 6, 6, solvable="no"), "solvable must be True or False"),
        (lambda: bot.find_links(BOARD, margin=np.eye(9)), "margin must be .* but got ndarray"),
        (lambda: bot.play_game(None, None), r"screen must be an object with grab\(\)"),
        (lambda: bot.play_game(Screen(), 7), r"mouse must be .* click\(\), move\(\), position\(\)"),
        (lambda: bot.play_game(Screen, 7), "screen must be an object, not a class"),
        (lambda: bot.play_game(Screen(), Mouse(), say=7), "say must be a function"),
        (lambda: bot.play_game(Screen(), Mouse(), time_limit="9"), "time_limit must be a number"),
        (lambda: bot.play_game(Screen(), Mouse(), gravity=9), "gravity must be the name"),
        (lambda: bot.play_game(Screen(), Mouse(), max_turns="x"), "max_turns must be a whole"),
        (lambda: bot.Board.from_text(7), "a board is read from a text, but got int"),
        (lambda: bot.Board(1, 2, [1, 1]), "kinds must be a tuple"),  # type: ignore[arg-type]
        (lambda: bot.Frame("shot.png"), "pixels must be an array, but got str"),
        (lambda: bot.Position("a a"), "a position needs a Board, but got str; Board.from_text"),
        (
            lambda: bot.Position(bot.Board.from_text(BOARD), 2),
            "a LinkRule and a Gravity, but got 2",
        ),
    ],
)
def test_an_argument_of_another_type_is_told(call: Callable[[], object], line: str) -> None:
    """What was expected, and what was got; in one line, and as what is raised on purpose."""
    with pytest.raises(bot.LinkupError, match=line) as caught:
        call()
    assert "\n" not in str(caught.value)


class Screen:
    """What has the verb of a screen."""

    def grab(self) -> None:
        """Nothing is asked of it."""
        raise AssertionError


class Mouse:
    """What has the verbs of a mouse."""

    def click(self) -> None:
        """Nothing is asked of it."""
        raise AssertionError

    move = position = click


def test_numbers_of_numpy_are_numbers() -> None:
    """As those of Python."""
    four, six = np.int64(4), np.uint8(6)
    assert bot.deal_board(four, six, six, seed=np.int32(7)) == bot.deal_board(4, 6, 6, seed=7)
    assert bot.find_links("a a", max_turns=np.int64(1))


def test_a_deal_that_would_never_end_is_refused() -> None:
    """At once; as large a one as the command line deals for its game is not."""
    with pytest.raises(InputError, match="at most 1600 cells, but 1000 x 1000 is 1000000"):
        bot.deal_board(1000, 1000, 2)
    assert bot.deal_board(50, 40, 2, solvable=False, seed=1).tiles == 2000
    assert MOST_SOLVABLE == 40 * 40
    for name in ("rows", "cols"):
        option = next(option for option in game.params if option.name == name)
        assert isinstance(option.type, click.IntRange)
        assert option.type.max == 40


def test_what_is_no_link_is_not_played() -> None:
    """It is told as an error of ours, and an array in one line."""
    position = bot.Position(bot.Board.from_text("a a"))
    with pytest.raises(bot.LinkupError, match="a Link is played, but got str"):
        position.after("x")  # type: ignore[arg-type]
    with pytest.raises(bot.LinkupError) as caught:
        bot.find_links(np.ones((2, 2), int))  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
