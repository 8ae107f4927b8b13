"""What documents show of a screen is what comes on one."""

from __future__ import annotations

import re
import shlex
from subprocess import CompletedProcess

import pytest
from documents import ROOT, Shown, shown, text_of
from live import Display, KShisen, missing

pytestmark = pytest.mark.live


def the_one(document: str, command: str) -> Shown:
    """The command of a document that begins so."""
    (found,) = (
        one
        for one in shown(text_of(ROOT / document))
        if one.command.startswith(command) and one.on_screen
    )
    return found


def typed(display: Display, one: Shown) -> CompletedProcess[str]:
    """The command of a document, typed on a display."""
    return display.python("-m", "bot", *shlex.split(one.command)[1:], seconds=300)


def counted(text: str) -> list[str]:
    """The lines of an answer with `#` for whatever differs from game to game."""
    differs = r"\d+\.\d+ s|\d+ (?=clicks|missed|looks)|(?<=fall down, ).*"
    return re.sub(differs, "#", text).splitlines()


def test_the_doctor_says_what_is_shown(display: Display) -> None:
    """Each line that is not left out comes, in that order, on a display where nothing is open."""
    one = the_one("docs/platforms.md", "linkup doctor")
    done = typed(display, one)
    assert done.returncode == 0, done.stdout
    came = iter(done.stdout.splitlines())
    for line in one.answer.splitlines():
        assert line == "..." or line in came, line


@pytest.mark.skipif(bool(missing(*KShisen.needs)), reason=missing(*KShisen.needs))
def test_kshisen_is_played_as_shown(display: Display) -> None:
    """By the command of the README, with the board that it names, and tiles that fall."""
    one = the_one("README.md", "linkup play")
    for _ in range(3):  # for KShisen deals without looking at gravity: not all can be cleared
        game = KShisen(display, "18x8", gravity=True)
        done = typed(display, one)
        game.close()
        if done.returncode != 1:
            break
    assert done.returncode == 0, done.stderr
    told = counted(done.stderr + done.stdout)
    # One link may be clicked in vain on a busy machine; the game is won for all that.
    refused = [line for line in told if line.startswith("the game does not link")]
    assert len(refused) <= 1
    assert [line for line in told if line not in refused][-3:] == counted(one.answer)
