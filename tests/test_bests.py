"""Best times and scores: what is kept, what is better, and that no file ends a game."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from bot.bests import Best, Bests, GameKind, told

NORMAL = GameKind("normal", 8, 12, 19, "none", 1, 2)
EASY = GameKind("easy", 6, 10, 6, "down", 0, 1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings" / "best.json"


def quiet(line: str) -> None:
    """Nothing may be said."""
    raise AssertionError(line)


def test_the_best_is_kept_from_one_day_to_the_next(path: Path) -> None:
    """Time and score each for itself, and each kind of game for itself."""
    assert Bests(path, quiet).note(NORMAL, 90.0, 5000) == ("time", "score")
    assert Bests(path, quiet).note(NORMAL, 80.5, 4000) == ("time",)
    assert Bests(path, quiet).note(NORMAL, 85.0, 6000) == ("score",)
    assert Bests(path, quiet).note(NORMAL, 80.5, 6000) == ()
    assert Bests(path, quiet).note(EASY, None, 10) == ("score",)
    assert Bests(path, quiet).all() == {EASY: Best(None, 10), NORMAL: Best(80.5, 6000)}
    assert list(Bests(path, quiet).all()) == [EASY, NORMAL]
    assert Bests(path, quiet).of(replace(NORMAL, kinds=18)) is None
    assert [file.name for file in path.parent.iterdir()] == ["best.json"]


def test_a_time_with_help_is_none(path: Path) -> None:
    """The first one without help is the best, however long it took."""
    bests = Bests(path, quiet)
    assert bests.note(NORMAL, None, 100) == ("score",)
    assert bests.note(NORMAL, 900.0, 50) == ("time",)
    assert bests.note(NORMAL, None, 200) == ("score",)
    assert bests.of(NORMAL) == Best(900.0, 200)


def test_two_games_at_a_time_lose_nothing(path: Path) -> None:
    """Each looks at what the other has written."""
    one, other = Bests(path, quiet), Bests(path, quiet)
    one.note(NORMAL, 90.0, 5000)
    other.note(EASY, 30.0, 900)
    assert set(one.all()) == {NORMAL, EASY}


def entry(**changed: object) -> str:
    """A file with one best, of which something is changed."""
    usual = asdict(NORMAL) | asdict(Best(90.0, 5000))
    return json.dumps({"best": [usual | changed]})


def test_a_margin_is_told_as_in_every_answer(path: Path) -> None:
    """By a word, though the file has a number; and it is read again."""
    bests = Bests(path, quiet)
    bests.note(NORMAL, 90.0, 5000)
    bests.note(EASY, 30.0, 900)
    assert [one["margin"] for one in told(bests.all())] == ["no", "yes"]
    assert set(Bests(path, quiet).all()) == {NORMAL, EASY}


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "3", '{"best": 7}', '{"best": [7]}', '{"best": [{}]}', "\x00", "[" * 9999),
        *(
            entry(level="mild"),
            entry(level=[]),
            entry(gravity=4),
            entry(rows="8"),
            entry(rows=True),
        ),
        entry(margin="yes"),
        *(entry(score=-1), entry(score=None), entry(seconds="x"), entry(seconds=-1)),
        *(entry(seconds="12"), entry(seconds=10**400), entry(seconds=True)),
        *(entry(seconds=float("nan")), entry(seconds=float("inf")), entry(kinds=1.5)),
        *(entry(seconds=1e300), entry(seconds=1e10), entry(score=10**10), entry(rows=10**10)),
    ],
)
def test_a_damaged_file_is_told_and_put_aside(path: Path, text: str) -> None:
    """What was in it is there still, and a new one is begun."""
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    said: list[str] = []
    bests = Bests(path, said.append)
    assert bests.note(NORMAL, 90.0, 5000) == ("time", "score")
    (line,) = said
    assert line.startswith(f"{path} was damaged and is now best.json.damaged")
    assert path.with_name("best.json.damaged").read_text(encoding="utf-8") == text
    assert Bests(path, quiet).all() == {NORMAL: Best(90.0, 5000)}


def test_what_is_no_text_is_damaged(path: Path) -> None:
    """As what is no JSON is."""
    path.parent.mkdir()
    path.write_bytes(b"\xff\xfe\x00")
    said: list[str] = []
    assert Bests(path, said.append).all() == {}
    assert len(said) == 1


def test_a_file_that_cannot_be_is_told_once(path: Path) -> None:
    """The game goes on without, and claims no best."""
    path.parent.write_text("a file where the folder should be")
    said: list[str] = []
    bests = Bests(path, said.append)
    assert bests.note(NORMAL, 90.0, 5000) == ()
    assert bests.note(NORMAL, 80.0, 6000) == ()
    (line,) = said
    assert line.startswith(f"best times are not kept: {path} cannot be written: ")


def test_a_folder_in_its_place_is_told(path: Path) -> None:
    """It is left alone."""
    path.mkdir(parents=True)
    said: list[str] = []
    assert Bests(path, said.append).note(NORMAL, 90.0, 5000) == ()
    assert len(said) == 1
    assert path.is_dir()


def test_without_a_file_nothing_is_kept() -> None:
    """And nothing is better than ever."""
    bests = Bests(None, quiet)
    assert bests.note(NORMAL, 1.0, 1) == ()
    assert bests.all() == {}


def test_a_kind_of_game_is_told_in_words() -> None:
    """Rules only where they are not the usual ones."""
    assert str(NORMAL) == "normal 8 x 12, 19 kinds"
    assert str(EASY) == "easy 6 x 10, 6 kinds, gravity down, no margin, turns 1"
