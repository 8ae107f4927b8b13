"""What is found out is kept in a skin, and nothing else in it changes."""

from __future__ import annotations

import difflib
import shutil
from pathlib import Path

import numpy as np
import pytest

from bot.buttons import Button, Role
from bot.errors import MachineError, SkinError
from bot.geometry import Pixel
from bot.skin import Rules
from bot.skinfile import folders_of_skins, read_skin
from bot.skinfolders import FILE
from bot.skinkeeper import is_shipped, keep_button, keep_rules, own_copy


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A skin of the person's own, to be changed."""
    return own_copy(folders_of_skins()[1] / "linkup", tmp_path)


def text(folder: Path) -> str:
    """The text of a skin, line ends and all."""
    return (folder / FILE).read_bytes().decode("utf-8")


def rewrite(folder: Path, old: str, new: str) -> None:
    """Change the text as a person would."""
    before = text(folder)
    assert old in before
    (folder / FILE).write_bytes(before.replace(old, new).encode("utf-8"))


def changes(before: str, after: str) -> list[str]:
    """The lines that are new and those that are gone."""
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    return [line for line in lines if line[0] in "+-"]


def made(name: str = "next", click: Pixel | None = None, role: Role = Role.NEXT) -> Button:
    """A button whose picture is noise of its own."""
    seed = sum(map(ord, name + role))
    picture = np.random.default_rng(seed).integers(0, 256, (24, 60, 3), np.uint8)
    return Button(role, name, picture, click)


def same(one: Button, other: Button) -> bool:
    """Whether two buttons are equal in all they say."""
    alike = (one.role, one.name, one.click) == (other.role, other.name, other.click)
    return alike and np.array_equal(one.picture, other.picture)


WAYS = (
    "none, down, up, left, right, center-horizontal, center-vertical, apart-horizontal, "
    "apart-vertical; auto: find out"
)


def test_rules_are_kept_and_no_other_line_changes(folder: Path) -> None:
    """The comment behind a rule stays; a rule that is not known leaves what was there."""
    before = text(folder)
    assert keep_rules(folder, Rules("down", "auto", 2))
    assert changes(before, text(folder)) == [
        f'- gravity = "auto" # {WAYS}',
        f'+ gravity = "down" # {WAYS}',
    ]
    assert keep_rules(folder, Rules("auto", "no", 3))
    assert read_skin(folder).rules == Rules("down", "no", 3)
    assert len(changes(before, text(folder))) == 6


def test_rules_that_are_known_already_leave_the_file_alone(folder: Path) -> None:
    """It is not even written."""
    keep_rules(folder, Rules("down", "yes", 2))
    stamp = (folder / FILE).stat()
    assert not keep_rules(folder, Rules("down", "auto", 2))
    assert (folder / FILE).stat().st_mtime_ns == stamp.st_mtime_ns
    assert (folder / FILE).stat().st_ino == stamp.st_ino


RULES = f"""[rules]
gravity = "auto" # {WAYS}
margin = "auto" # yes, no: may a path leave the board? or auto
max_turns = 2 # turns that a path may take
"""
FORMS = {
    "no table": "",
    "an empty table": "[rules]\n",
    "dots": "[rules]\ngravity = 'none'\n\n\n# mine\n",
    "spaces": "[ rules ]\n  margin='yes'#mine\n",
    "a key of another version": "[rules]\nwind = 'west' # mine\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_rules_are_kept_however_they_were_written(folder: Path, form: str) -> None:
    """What a person wrote stays a line for a line."""
    rewrite(folder, RULES, FORMS[form])
    before = text(folder)
    assert keep_rules(folder, Rules("left", "no", 4))
    assert read_skin(folder).rules == Rules("left", "no", 4)
    gone = [line for line in changes(before, text(folder)) if line.startswith("-")]
    assert all("gravity" in line or "margin" in line for line in gone)
    assert text(folder).count("mine") == before.count("mine")


def test_rules_in_one_line_are_kept_there(folder: Path) -> None:
    """An inline table before all others is a table, too."""
    rewrite(folder, RULES, "")
    rewrite(folder, "format = 1", "rules = {gravity = 'up', margin = \"yes\"} # mine\nformat = 1")
    assert keep_rules(folder, Rules("down", "yes", 3))
    assert read_skin(folder).rules == Rules("down", "yes", 3)
    assert "# mine" in text(folder)


def test_line_ends_stay_as_they_are(folder: Path) -> None:
    """A text from Windows has no line that ends otherwise."""
    (folder / FILE).write_bytes(text(folder).replace("\n", "\r\n").encode())
    before = text(folder)
    keep_rules(folder, Rules("down", "no", 2))
    after = text(folder)
    assert len(changes(before, after)) == 4
    assert after.count("\n") == after.count("\r\n")


def test_a_write_that_fails_leaves_the_old_text(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line names the file; nothing lies beside it."""
    before, files = text(folder), sorted(folder.iterdir())

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(
        MachineError, match=r"skin\.toml cannot be written: No space left on device"
    ):
        keep_rules(folder, Rules("down", "no", 2))
    assert text(folder) == before
    assert sorted(folder.iterdir()) == files


def test_the_mode_of_the_file_stays(folder: Path) -> None:
    """Who might read it may read it still."""
    (folder / FILE).chmod(0o640)
    mode = (folder / FILE).stat().st_mode
    keep_rules(folder, Rules("down", "no", 2))
    assert (folder / FILE).stat().st_mode == mode


def test_nothing_is_kept_where_there_is_no_skin(folder: Path, tmp_path: Path) -> None:
    """Neither in a folder that is not there nor in a broken one, nor rules that are none."""
    with pytest.raises(SkinError, match="no such file"):
        keep_rules(tmp_path / "nothing", Rules("down", "no", 2))
    rewrite(folder, "format = 1", "format = 2")
    with pytest.raises(SkinError, match="format = 1"):
        keep_rules(folder, Rules("down", "no", 2))


def test_buttons_come_back_as_they_were_kept(folder: Path) -> None:
    """Pictures to the pixel, in the order they were kept; all that was there stays."""
    before = text(folder)
    kept = [
        made("next"),
        made("close", Pixel(55.5, -7), Role.POPUP),
        made("Shuffle_2.b", Pixel(3, 4), Role.SHUFFLE),
        made("tip", None, Role.HINT),
    ]
    for button in kept:
        keep_button(folder, button)
    found = read_skin(folder).buttons
    assert len(found) == len(kept)
    assert all(map(same, found, kept))
    assert text(folder).startswith(before)
    assert text(folder).splitlines()[-4:] == [
        "",
        "[[buttons]]",
        'for = "hint" # popup, next, shuffle or hint',
        'picture = "buttons/tip.png"',
    ]


def test_a_button_of_the_same_name_is_replaced(folder: Path) -> None:
    """In its place, and with the comments that a person wrote beside it."""
    for button in (made("a"), made("b", Pixel(1, 2)), made("c")):
        keep_button(folder, button)
    rewrite(folder, 'picture = "buttons/b.png"', 'picture = "buttons/b.png" # mine')
    for new in (made("b", Pixel(9, 2), Role.HINT), made("b", None, Role.POPUP)):
        keep_button(folder, new)
        found = read_skin(folder).buttons
        assert [button.name for button in found] == ["a", "b", "c"]
        assert same(found[1], new)
    assert "# mine" in text(folder)


def test_buttons_in_one_line_are_kept_there(folder: Path) -> None:
    """A list of inline tables, empty at first, grows."""
    rewrite(folder, "format = 1", "buttons = [] # mine\nformat = 1")
    keep_button(folder, made("a"))
    keep_button(folder, made("b", Pixel(1, 2)))
    keep_button(folder, made("a", Pixel(3, 2)))
    found = read_skin(folder).buttons
    assert [(button.name, button.click) for button in found] == [("a", (3, 2)), ("b", (1, 2))]
    assert "# mine" in text(folder)


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "a b", "x" * 99])
def test_a_button_has_the_name_of_a_file(folder: Path, name: str) -> None:
    """Or it is refused, and nothing is written."""
    with pytest.raises(SkinError, match="a button's name"):
        keep_button(folder, made(name))
    assert not (folder / "buttons").exists()


def test_a_link_out_of_the_folder_is_not_written_through(folder: Path, tmp_path: Path) -> None:
    """Where the folder of the buttons is a link to elsewhere, nothing is written there."""
    (tmp_path / "elsewhere").mkdir()
    try:
        (folder / "buttons").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    except OSError:
        pytest.skip("no symbolic links here")
    with pytest.raises(SkinError, match="out of the folder"):
        keep_button(folder, made())
    assert not list((tmp_path / "elsewhere").iterdir())


def test_a_copy_is_whole_and_takes_no_place_that_is_taken(folder: Path, tmp_path: Path) -> None:
    """It has the name of the skin; what lies there is not touched."""
    copy = own_copy(folder, tmp_path / "new" / "skins")
    assert copy == tmp_path / "new" / "skins" / "linkup"
    names = sorted(path.relative_to(folder) for path in folder.rglob("*"))
    assert names == sorted(path.relative_to(copy) for path in copy.rglob("*"))
    assert len(read_skin(copy).faces) == len(read_skin(folder).faces)
    with pytest.raises(SkinError, match="a free place"):
        own_copy(folder, tmp_path)


def test_a_copy_that_fails_leaves_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a skin would hide the one that was to be copied."""

    def fail(_: object, into: Path, **__: object) -> None:
        into.mkdir(parents=True)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copytree", fail)
    with pytest.raises(MachineError, match="linkup cannot be written: No space left"):
        own_copy(folder, tmp_path / "new")
    assert not (tmp_path / "new" / "linkup").exists()


def test_skins_of_the_package_are_told_from_those_of_a_person(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Away from the checkout what comes with linkup is not the person's own."""
    shipped = folders_of_skins()[1].resolve()
    monkeypatch.chdir(tmp_path)
    assert is_shipped(shipped / "linkup")
    assert not is_shipped(folder)
    monkeypatch.chdir(shipped.parent)
    assert shipped != Path("templates").resolve() or not is_shipped(shipped / "linkup")
