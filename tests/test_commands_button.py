"""The command `button`: from a screenshot to a button in a skin."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from terminal import Linkup

from bot.buttons import Role, find_button
from bot.commands.button import ROLES
from bot.frame import load, save
from bot.geometry import Pixel, Rect
from bot.skinfile import folders_of_skins, read_skin
from bot.widgets import Theme, button

THEME = Theme((238, 233, 222), (40, 36, 30), (90, 70, 50), (255, 255, 255), (200, 90, 30), 4)
NEXT, HINT = Rect(40, 30, 90, 30), Rect(200, 30, 90, 30)
SHUFFLE, TWIN = Rect(40, 100, 90, 30), Rect(200, 100, 90, 30)
BUTTONS = ((NEXT, "Next"), (HINT, "Hint"), (SHUFFLE, "Shuffle"), (TWIN, "Shuffle"))
SHIPPED = folders_of_skins()[1].resolve() / "linkup"


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A screenshot with the buttons Next, Hint and, twice, Shuffle."""
    pixels = np.full((200, 320, 3), 200, np.uint8)
    for place, text in BUTTONS:
        button(pixels, place, THEME, text)
    path = tmp_path_factory.mktemp("pictures") / "won.png"
    save(path, pixels)
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A skin of the person's own, in the folder templates of where the command runs."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(SHIPPED, tmp_path / "templates" / "mine"))


def test_a_button_is_cut_out_and_found_again(linkup: Linkup, image: Path, folder: Path) -> None:
    """It lies in the skin as a picture and a table, and is found where it was cut."""
    answer = linkup("button", image, "--skin", "mine", "--for", "next", "--at", str(NEXT))
    assert answer.code == 0
    picture = Path("templates") / "mine" / "buttons" / "next.png"
    assert answer.out == f"{picture.parent.parent}: next added, buttons: next\nlook at {picture}\n"
    (found,) = read_skin(folder).buttons
    assert (found.role, found.name, found.click) == (Role.NEXT, "next", None)
    assert find_button(load(image).pixels, found) == Pixel(85, 45)


def test_it_is_clicked_where_the_screenshot_was_pointed_at(
    linkup: Linkup, image: Path, folder: Path
) -> None:
    """`--click` is told in the screenshot, whatever part of it was cut out."""
    arguments = ("--for", "popup", "--at", str(NEXT), "--click", "300,12.5", "--name", "close")
    answer = linkup("button", image, "--skin", folder, *arguments, "--json")
    assert answer.code == 0
    assert answer.document == {
        "skin": "mine",
        "folder": str(folder),
        "copied_from": None,
        "name": "close",
        "for": "popup",
        "picture": str(folder / "buttons" / "close.png"),
        "click": [260, -17.5],
        "replaced": False,
        "buttons": ["close"],
    }
    (found,) = read_skin(folder).buttons
    assert find_button(load(image).pixels, found) == Pixel(300, 12.5)


def test_buttons_add_up_and_a_name_replaces(linkup: Linkup, image: Path, folder: Path) -> None:
    """Without a name each gets one that is free."""
    arguments = ("button", image, "--skin", "mine", "--for", "hint", "--at")
    for _ in range(2):
        assert linkup(*arguments, str(HINT)).code == 0
    answer = linkup(*arguments, str(NEXT), "--name", "hint")
    assert answer.out.startswith(f"{Path('templates') / 'mine'}: hint replaced, buttons: ")
    assert answer.out.splitlines()[0].endswith("hint, hint2")
    first, second = read_skin(folder).buttons
    assert find_button(load(image).pixels, first) == Pixel(85, 45)
    assert find_button(load(image).pixels, second) == Pixel(245, 45)


def test_a_skin_of_ours_is_copied_first(
    linkup: Linkup, image: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes with linkup stays as it came; by its name the copy is found from then on."""
    monkeypatch.chdir(tmp_path)
    arguments = ("button", image, "--skin", "linkup", "--for", "next", "--at", str(NEXT))
    first = linkup(*arguments)
    assert first.code == 0
    assert f"was copied to {Path('templates') / 'linkup'}" in first.err
    assert not read_skin(SHIPPED).buttons
    second = linkup(*arguments)
    assert second.err == ""
    assert [each.name for each in read_skin(Path("templates/linkup")).buttons] == ["next", "next2"]


def test_out_names_where_to_write(linkup: Linkup, image: Path, folder: Path) -> None:
    """A skin from elsewhere is copied there once; where one of its name lies, that one is meant."""
    arguments = (
        "button",
        image,
        "--skin",
        "mine",
        "--for",
        "next",
        "--at",
        str(NEXT),
        "--out",
        "new",
    )
    assert linkup(*arguments).code == linkup(*arguments).code == 0
    assert len(read_skin(Path("new/mine")).buttons) == 2
    assert not read_skin(folder).buttons
    answer = linkup("button", image, "--skin", folder, *arguments[4:])
    assert answer.code == 2
    assert "a free place" in answer.complaint


REFUSED = {
    "outside": (("--at", "300,180,60,30"), "must lie in"),
    "no rectangle": (("--at", "1,2,3"), "--at wants X,Y,WIDTH,HEIGHT"),
    "nothing": (("--at", "1,2,0,3"), "--at wants a width and height of 1 or more"),
    "tiny": (("--at", "40,30,5,5"), "6 to 512 px, but got 5 x 5"),
    "twice": (("--at", str(TWIN)), "cannot be told from what lies at 40,100: take more of it"),
    "flat": (("--at", "150,150,20,20"), "take more of it"),
    "no place": (("--at", str(NEXT), "--click", "here"), "--click wants X,Y"),
    "a place outside": (("--at", str(NEXT), "--click", "400,10"), "must lie in"),
    "nowhere": (("--at", str(NEXT), "--click", "nan,10"), "must lie in"),
    "a path": (("--at", str(NEXT), "--name", "../up"), "--name '../up' must be"),
    "a role": (("--at", str(NEXT), "--for", "undo"), "'popup', 'next', 'shuffle', 'hint'"),
    "no skin": (("--at", str(NEXT), "--skin", "nothing"), "there is no skin nothing"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_button_is_refused_in_one_line(
    linkup: Linkup, image: Path, folder: Path, case: str
) -> None:
    """Exit 2, and the skin stays as it was."""
    arguments, message = REFUSED[case]
    answer = linkup("button", image, "--skin", "mine", "--for", "next", *arguments)
    assert answer.code == 2
    assert message in answer.complaint
    assert not (folder / "buttons").exists()


def test_a_picture_that_is_none_is_refused(linkup: Linkup, folder: Path) -> None:
    """The line names it; a skin is not copied for nothing."""
    answer = linkup("button", "gone.png", "--skin", "linkup", "--for", "next", "--at", str(NEXT))
    assert answer.code == 2
    assert "gone.png" in answer.complaint
    assert not Path("templates/linkup").exists()


def test_a_button_may_be_for_whatever_there_is() -> None:
    """The command, which starts without the eye, names all roles."""
    assert list(ROLES) == [role.value for role in Role]
