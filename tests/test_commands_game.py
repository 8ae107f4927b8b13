"""The command `game`, as far as it goes without a display."""

from __future__ import annotations

import shlex
from pathlib import Path

import numpy as np
import pytest
from terminal import Linkup

import bot.sessionwindow
from bot.bests import Bests, GameKind
from bot.commands.game import LEVELS, TITLE
from bot.commands.settings import own_file
from bot.errors import WindowError
from bot.frame import save
from bot.levels import DealWish, GameLevel
from bot.position import Gravity
from bot.sessiondesk import Played
from bot.sessionwindow import Sitting, Telling
from bot.style import Style


class Played1:
    """What stands in for the window: it keeps what it was opened with."""

    wish: DealWish
    seed: int
    style: Style
    title: str
    ends: tuple[str, int] = ("cleared", 12)
    """Outcome, and links made."""
    ended: KeyboardInterrupt | WindowError | None = None
    bests: Bests | None
    sound: bool

    def __call__(
        self,
        wish: DealWish,
        seed: int,
        style: Style,
        title: str,
        say: object,
        *,
        dealing: Telling,
        bests: Bests | None,
        sound: bool,
    ) -> Sitting:
        """One game, cleared unless told otherwise."""
        with dealing() as tell:
            tell(1.0)
        self.bests, self.sound = bests, sound
        self.wish, self.seed, self.style, self.title = wish, seed, style, title
        game = Played(
            level=wish.level,
            rows=4,
            cols=6,
            kinds=3,
            seed=seed,
            outcome=self.ends[0],
            links=self.ends[1],
            left=24 - 2 * self.ends[1],
            seconds=31.25,
            score=1450,
            hints=1,
            undone=0,
            shuffles=0,
            god=False,
        )
        return Sitting([game], self.ended)


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Played1:
    opened = Played1()
    monkeypatch.setattr(bot.sessionwindow, "play_session", opened)
    return opened


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Three pictures, and what is none."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for number in range(3):
        save(folder / f"{number}.png", np.full((40, 40, 3), 80 * number, np.uint8))
    (folder / "notes.png").write_text("x")
    (folder / "readme.txt").write_text("x")
    return folder


def test_the_levels_are_those_there_are() -> None:
    """Their names are written down so that help comes without them."""
    assert [level.value for level in GameLevel] == list(LEVELS)


def test_what_is_asked_for_is_dealt(linkup: Linkup, window: Played1) -> None:
    """Every option reaches the deal."""
    options = "--level hard --rows 4 --cols 6 --kinds 3 --gravity down --margin no --max-turns 1"
    answer = linkup("game", *options.split(), "--any", "--seed", "7")
    assert answer.code == 0
    wish = window.wish
    assert (wish.level, wish.size, wish.kinds) == (GameLevel.HARD, (4, 6), 3)
    assert (wish.rule.margin, wish.rule.max_turns, wish.gravity) == (0, 1, Gravity.DOWN)
    assert not wish.solvable
    assert (window.seed, window.title) == (7, TITLE)


def test_without_options_it_is_a_solvable_game_of_the_normal_level(
    linkup: Linkup, window: Played1
) -> None:
    """With another seed each time, which is told."""
    seeds = set()
    for _ in range(3):
        answer = linkup("game")
        assert str(window.seed) in answer.out
        seeds.add(window.seed)
    assert len(seeds) > 1
    assert window.wish == DealWish(faces=window.style.faces)
    assert window.style == Style.default()


def test_it_answers_in_a_line_or_in_json(linkup: Linkup, window: Played1) -> None:
    """How each game went."""
    assert linkup("game", "--seed", "7").out == (
        "cleared: 12 of 12 pairs of 3 kinds removed in 31.2 s, 1450 points; "
        "again: linkup game --level normal --seed 7\n"
    )
    document = linkup("game", "--seed", "7", "--json").document
    assert document["outcome"] == "cleared"
    assert document["games"][0]["score"] == 1450
    assert document["games"][0]["level"] == "normal"
    assert document["games"][0]["rules"] == {"gravity": "none", "margin": "yes", "max_turns": 2}


RULES = ("--gravity", "down", "--margin", "no", "--max-turns", "1", "--any")


@pytest.mark.parametrize(
    "options",
    [
        (),
        RULES,
        ("--level", "hard", "--rows", "4", "--cols", "6", "--kinds", "3", *RULES),
        ("--margin", "yes"),
    ],
)
def test_the_last_words_deal_the_same_board_again(
    linkup: Linkup, window: Played1, options: tuple[str, ...]
) -> None:
    """Whatever it was dealt with: the rules, too, for a deal depends on them."""
    line = linkup("game", *options).out.strip()
    wish, seed = window.wish, window.seed
    program, *again = shlex.split(line.partition("again: ")[2])
    assert program == "linkup"
    assert linkup(*again).out.strip() == line
    assert (window.wish, window.seed) == (wish, seed)


def test_the_last_words_tell_what_settings_gave(
    linkup: Linkup, window: Played1, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere the settings are others."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "linkup.toml").write_text('[game]\ngravity = "up"\nsound = true\n')
    assert linkup("game", "--seed", "7").out.endswith(
        "again: linkup game --level normal --gravity up --seed 7\n"
    )


def test_the_last_words_name_own_pictures(linkup: Linkup, window: Played1, pictures: Path) -> None:
    """In quotes where a shell needs them."""
    folder = pictures.rename(pictures.with_name("my own"))
    line = linkup("game", "--images", folder, "--seed", "1").out.strip()
    assert shlex.split(line)[-4:] == ["--images", str(folder), "--seed", "1"]


def test_a_game_that_was_closed_early_is_not_read_the_wrong_way_round(
    linkup: Linkup, window: Played1
) -> None:
    """Two pairs were removed, not left; programs read the outcome as before."""
    window.ends = ("left", 2)
    assert linkup("game", "--seed", "7").out.startswith("not finished: 2 of 12 pairs of 3 kinds ")
    assert linkup("game", "--seed", "7", "--json").document["outcome"] == "left"


@pytest.mark.parametrize(
    ("ended", "code", "line"),
    [
        (KeyboardInterrupt(), 130, "linkup: stopped by Ctrl-C\n"),
        (WindowError("the window is gone: why"), 4, "linkup: the window is gone: why\n"),
    ],
)
def test_games_are_told_whatever_ends_them(
    linkup: Linkup,
    window: Played1,
    ended: KeyboardInterrupt | WindowError,
    code: int,
    line: str,
) -> None:
    """One document with the games, and not one with an error instead; the exit code tells."""
    window.ended = ended
    answer = linkup("game", "--seed", "7", "--json")
    assert (answer.code, answer.err) == (code, line)
    assert [game["score"] for game in answer.document["games"]] == [1450]


def test_the_best_is_kept_beside_the_settings(linkup: Linkup, window: Played1) -> None:
    """And listed, in lines or in JSON; unless it is not to be kept."""
    assert linkup("game", "--best").out == "no game has been cleared yet\n"
    linkup("game")
    assert window.bests is not None
    window.bests.note(GameKind("hard", 8, 14, 28, "none", 1, 2), None, 900)
    window.bests.note(GameKind("easy", 6, 10, 6, "down", 1, 2), 75.5, 1200)
    assert own_file().with_name("best.json").exists()
    assert linkup("game", "--best").out == (
        "easy 6 x 10, 6 kinds, gravity down: 01:15, 1200 points\n"
        "hard 8 x 14, 28 kinds: 900 points\n"
    )
    first, second = linkup("game", "--best", "--json").document["best"]
    assert (first["level"], first["seconds"], first["score"]) == ("easy", 75.5, 1200)
    assert second["seconds"] is None
    assert first["margin"] == "yes"
    linkup("game", "--no-best")
    assert window.bests is None


def test_without_a_home_no_best_is_kept(
    linkup: Linkup, window: Played1, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no folder of that name is made where one happens to be."""
    monkeypatch.setattr(
        "bot.commands.settings.own_file", lambda: Path("~/.config/linkup/linkup.toml")
    )
    linkup("game")
    assert window.bests is not None
    assert window.bests.note(GameKind("easy", 6, 10, 6, "down", 1, 2), 75.5, 1200) == ()
    assert not Path("~").exists()


def test_it_is_silent_unless_it_is_asked_not_to_be(linkup: Linkup, window: Played1) -> None:
    """By an option, which the person's settings may give."""
    linkup("game")
    assert not window.sound
    linkup("game", "--sound")
    assert window.sound


def test_a_setting_may_keep_no_best_but_not_list_it(
    linkup: Linkup, window: Played1, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With `best = true` there would never be a game."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "linkup.toml").write_text("[game]\nkeep-best = false\n")
    assert linkup("game").code == 0
    assert window.bests is None
    (tmp_path / "linkup.toml").write_text("[game]\nbest = true\n")
    assert "game.best is no option" in linkup("game").complaint


def test_own_pictures_are_faces(linkup: Linkup, window: Played1, pictures: Path) -> None:
    """What only looks like one is named, and does not stop the game; a text is not."""
    answer = linkup("game", "--images", pictures, "--seed", "1")
    assert answer.code == 0
    assert answer.err == "left out: notes.png: no picture in PNG, JPEG, WebP, BMP, GIF or TIFF\n"
    assert window.style.faces == window.wish.faces == 3


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--rows", "3", "--cols", "3"], "even number of cells, but 3 x 3 is 9"),
        (["--rows", "2", "--cols", "2", "--kinds", "5"], "5 kinds need 10 tiles, but 2 x 2 is 4"),
        (["--kinds", "71", "--rows", "20"], "71 kinds need as many pictures, but got 70"),
        (["--rows", "41"], "41 is not in the range"),
        (["--level", "mild"], "'mild' is not one of"),
        (["--images", "nowhere"], "nowhere: No such file or directory; a folder with pictures"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(linkup: Linkup, options: list[str], why: str) -> None:
    """With exit code 2, also where there is no display."""
    answer = linkup("game", *options)
    assert answer.code == 2
    assert why in answer.complaint


def test_too_few_pictures_are_told(linkup: Linkup, pictures: Path) -> None:
    """How many there are, and how many were asked for."""
    answer = linkup("game", "--images", pictures, "--kinds", "9")
    assert answer.code == 2
    assert answer.err.splitlines()[-1].endswith(
        f"9 kinds need as many pictures, but {pictures} has 3 that can be used"
    )
    (pictures / "1.png").unlink()
    (pictures / "2.png").unlink()
    answer = linkup("game", "--images", pictures)
    assert answer.code == 2
    assert "has 1; notes.png: no picture" in answer.complaint


def test_without_a_display_it_says_so(linkup: Linkup, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line, with exit code 5."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    answer = linkup("game", "--rows", "4", "--cols", "4")
    assert answer.code == 5
    assert answer.complaint.startswith("no window can be shown")


def test_help_has_an_example_and_the_keys(linkup: Linkup) -> None:
    """And imports nothing that looks at pictures; see the tests of the command line."""
    answer = linkup("game", "--help")
    assert answer.code == 0
    assert "Example: linkup game --level hard" in answer.out
    for word in ("arrows", "hint", "undo", "shuffle", "pause", "god mode", "--images"):
        assert word in answer.out
