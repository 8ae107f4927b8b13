"""A skin survives being written and read, and a broken one is refused in one clear line."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
import tomlkit
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.buttons import Button, Role
from bot.calibrate import Lesson, learn
from bot.deal import deal
from bot.errors import BoardNotFoundError, InputError, MachineError, SkinError
from bot.frame import Frame, save
from bot.geometry import Pixel
from bot.position import Gravity
from bot.sighting import Sight
from bot.simulator import Style, draw
from bot.skin import Rules
from bot.skinfile import find_skin, folders_of_skins, load_skin, read_skin
from bot.skinfolders import FILE
from bot.skinkeeper import keep_button
from bot.skinsaver import Source, save_skin

ROOT = Path(__file__).parent.parent
KSHISEN = ("default", "classic", "jade", "traditional", "alphabet", "egypt")
DAY = date(2026, 11, 21)
SHIPPED = ["linkup", *(f"kshisen-{name}" for name in KSHISEN)]
SOURCES = [Source("game.png", 640, 480)]


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    """What a full board of 6 x 8 teaches."""
    return learn([Frame(draw(deal(6, 8, kinds=12, seed=1), Style.default()))], "drawn")


@pytest.fixture(scope="module")
def written(lesson: Lesson, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with that skin; not to be changed."""
    folder = tmp_path_factory.mktemp("skins") / "drawn"
    save_skin(folder, lesson, SOURCES, DAY, "0.1.0")
    return folder


@pytest.fixture
def folder(written: Path, tmp_path: Path) -> Path:
    """A copy of that folder, to be spoiled."""
    return Path(shutil.copytree(written, tmp_path / "drawn"))


def edit(folder: Path, change: Callable[[Any], object]) -> None:
    """Change the text of a skin as a person would."""
    document = tomlkit.parse((folder / FILE).read_text(encoding="utf-8"))
    change(document)
    (folder / FILE).write_text(tomlkit.dumps(document), encoding="utf-8")


def test_what_is_written_is_read_back(lesson: Lesson, written: Path) -> None:
    """Faces to half a grey level, and everything else as it was."""
    skin, true = read_skin(written), lesson.skin
    assert skin.name == "drawn"
    assert np.abs(skin.faces - true.faces).max() <= 0.5
    assert skin.kinds.tolist() == true.kinds.tolist()
    assert skin.limit == pytest.approx(true.limit, abs=0.001)
    assert skin.pitch == pytest.approx(true.pitch, abs=0.001)
    assert skin.rules == Rules()
    assert (skin.body is None) == (true.body is None)
    if skin.body is not None and true.body is not None:
        assert (skin.body.mask == true.body.mask).all()
    assert not skin.faces.flags.writeable


def test_the_text_says_where_the_skin_comes_from(written: Path) -> None:
    """Source pictures with their size, the day, the version, and a licence to be filled in."""
    source = tomlkit.parse((written / FILE).read_text(encoding="utf-8")).unwrap()["source"]
    assert source["pictures"] == [{"file": "game.png", "width": 640, "height": 480}]
    assert (source["date"], source["made_with"]) == (DAY, "linkup 0.1.0")
    assert source["licence"] == ""


def test_ground_between_icons_is_transparent(lesson: Lesson, tmp_path: Path) -> None:
    """Weights are written as how opaque a face is, and come back."""
    faces = lesson.skin.faces
    weights = np.linspace(0, 1, faces[..., 0].size, dtype=np.float32).reshape(faces.shape[:3])
    skin = replace(lesson.skin, weights=weights, body=None)
    save_skin(tmp_path / "icons", replace(lesson, skin=skin), SOURCES, DAY, "0.1.0")
    found = read_skin(tmp_path / "icons")
    assert found.weights is not None
    assert found.body is None
    assert np.abs(found.weights - weights).max() <= 0.5 / 255 + 1e-6


def test_one_line_makes_two_faces_one_kind(folder: Path) -> None:
    """Faces that `same` names together share a kind; the others have one each."""
    edit(folder, lambda text: text.update(same=[["k02", "k05"], ["k03", "k04"]]))
    assert read_skin(folder).kinds.tolist() == [1, 2, 3, 3, 2, *range(4, 11)]


def test_what_a_person_filled_in_stays(lesson: Lesson, folder: Path) -> None:
    """Rules and licence outlive a second calibration; faces that are gone do not."""
    edit(folder, lambda text: text["rules"].update(gravity="down"))
    edit(folder, lambda text: text["source"].update(licence="MIT"))
    (folder / "faces" / "k99.png").write_bytes(b"old")
    save_skin(folder, lesson, SOURCES, DAY, "0.2.0")
    text = (folder / FILE).read_text(encoding="utf-8")
    assert read_skin(folder).rules.gravity == "down"
    assert 'licence = "MIT"' in text
    assert "0.2.0" in text
    assert not (folder / "faces" / "k99.png").exists()


def test_a_disk_that_is_full_costs_no_skin(
    lesson: Lesson, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A skin is written anew whole or not at all."""
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    write, written = Path.write_bytes, list[str]()

    def full(path: Path, data: bytes) -> int:
        written.append(path.name)
        if len(written) == 5:
            raise OSError(errno.ENOSPC, "no space left")
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(MachineError, match="no space left"):
        save_skin(folder, replace(lesson, boards=((1, 2),)), SOURCES, DAY, "0.2.0")
    assert len(written) == 5
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_what_else_lies_among_the_empty_cells_is_in_no_way(lesson: Lesson, folder: Path) -> None:
    """A file browser left its notes there, and the game was full the second time."""
    (folder / "empty").mkdir(exist_ok=True)
    (folder / "empty" / ".DS_Store").write_bytes(b"icons")
    skin = replace(lesson.skin, ground=lesson.skin.ground[:0])
    save_skin(folder, replace(lesson, skin=skin), SOURCES, DAY, "0.2.0")
    assert len(read_skin(folder).faces) == len(skin.faces)
    assert [path.name for path in (folder / "empty").iterdir()] == [".DS_Store"]


@pytest.mark.parametrize("name", ["", *SHIPPED])
def test_every_way_in_which_tiles_fall_is_offered(written: Path, name: str) -> None:
    """By the comment behind the line, in a skin just made and in those that come along."""
    folder = ROOT / "templates" / name if name else written
    lines = (folder / FILE).read_text(encoding="utf-8").splitlines()
    (line,) = (line for line in lines if line.startswith("gravity = "))
    offered = line.partition("# ")[2].partition(";")[0].split(", ")
    assert offered == [way.value for way in Gravity]


def test_a_skin_is_found_by_name_and_by_path(written: Path) -> None:
    """By its folder, by its text, and by name where skins are looked up."""
    folders = (written.parent,)
    assert find_skin(str(written), ()) == find_skin("drawn", folders) == written
    assert find_skin(str(written / FILE), ()) == written
    with pytest.raises(SkinError, match=r"no skin nothing.*known skins: drawn"):
        load_skin("nothing", folders)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_skins_we_ship_are_whole(name: str) -> None:
    """Each is found by name from anywhere, has the faces of its game, and says whose art it is."""
    assert folders_of_skins()[0] == Path("templates")
    skin = load_skin(name, folders_of_skins()[1:])
    assert skin.name == name
    assert len(skin.faces) >= 36
    text = tomlkit.parse((find_skin(name, folders_of_skins()[1:]) / FILE).read_text("utf-8"))
    assert text.unwrap()["source"]["licence"]


def has_buttons(folder: Path) -> None:
    """Give a skin two buttons."""
    for name, role in (("next", Role.NEXT), ("close", Role.POPUP)):
        pixels = np.full((20, 30, 3), len(name), np.uint8)
        keep_button(folder, Button(role, name, pixels, Pixel(3, 4)))


def test_buttons_outlive_a_second_calibration(lesson: Lesson, folder: Path) -> None:
    """They are no faces: pictures and lines stay when a skin is made anew."""
    has_buttons(folder)
    before, text = read_skin(folder).buttons, (folder / FILE).read_text(encoding="utf-8")
    save_skin(folder, lesson, SOURCES, DAY, "0.2.0")
    assert (folder / FILE).read_text(encoding="utf-8") == text.replace("0.1.0", "0.2.0")
    after = read_skin(folder).buttons
    assert [(each.role, each.name, each.click) for each in after] == [
        ("next", "next", (3, 4)),
        ("popup", "close", (3, 4)),
    ]
    for old, new in zip(before, after, strict=True):
        assert (old.picture == new.picture).all()


def test_buttons_of_a_lesson_are_written(lesson: Lesson, tmp_path: Path) -> None:
    """A skin that has them is saved with them, beside those that were there."""
    save_skin(tmp_path / "mine", lesson, SOURCES, DAY, "0.1.0")
    has_buttons(tmp_path / "mine")
    hint = Button(Role.HINT, "tip", np.full((20, 30, 3), 7, np.uint8))
    skin = replace(lesson.skin, buttons=(hint,))
    save_skin(tmp_path / "mine", replace(lesson, skin=skin), SOURCES, DAY, "0.1.0")
    found = read_skin(tmp_path / "mine").buttons
    assert [button.name for button in found] == ["next", "close", "tip"]
    assert found[2].click is None
    assert (found[2].picture == 7).all()


BROKEN_BUTTONS: dict[str, tuple[Callable[[Any], object], str]] = {
    "no list": (lambda t: t.update(buttons=3), r"\[\[buttons\]\] must be 32 tables at most"),
    "too many": (lambda t: t.update(buttons=[{}] * 33), "32 tables at most"),
    "no table": (lambda t: t.update(buttons=["next"]), "button 1 .*a table is expected"),
    "no role": (lambda t: t["buttons"][1].pop("for"), "button 2 .*for must be one of popup, next"),
    "role": (lambda t: t["buttons"][0].update({"for": "undo"}), "shuffle, hint, but got 'undo'"),
    "role list": (lambda t: t["buttons"][0].update({"for": []}), r"but got \[\]"),
    "no picture": (lambda t: t["buttons"][0].pop("picture"), "path of a PNG, but got nothing"),
    "climbing": (lambda t: t["buttons"][0].update(picture="../a.png"), "must stay in the folder"),
    "gone": (lambda t: t["buttons"][0].update(picture="a.png"), "a.png: there is no such file"),
    "twice": (
        lambda t: t["buttons"][1].update(picture="buttons/next.png"),
        "button 2 .*another picture is called 'next', too",
    ),
    "click": (lambda t: t["buttons"][0].update(click=[1]), "click must be two numbers, but got"),
    "click text": (lambda t: t["buttons"][0].update(click=[1, "2"]), "click must be a number"),
    "click far": (lambda t: t["buttons"][0].update(click=[1, 9999]), "-4000 to 4000, but got 9999"),
    "see-through": (lambda t: t["buttons"][0].update(picture="clear.png"), "not be transparent"),
    "small": (lambda t: t["buttons"][0].update(picture="small.png"), "6 to 512 px are expected"),
}


@pytest.mark.parametrize("case", BROKEN_BUTTONS)
def test_a_broken_button_is_refused_in_one_line(folder: Path, case: str) -> None:
    """The message names the file, the button, what was expected and what was found."""
    has_buttons(folder)
    clear = cv2.imencode(".png", np.full((20, 30, 4), 100, np.uint8))[1]
    (folder / "clear.png").write_bytes(clear.tobytes())
    save(folder / "small.png", np.zeros((5, 30, 3), np.uint8))
    change, message = BROKEN_BUTTONS[case]
    edit(folder, change)
    with pytest.raises(SkinError, match=message) as caught:
        read_skin(folder)
    assert "\n" not in str(caught.value)
    assert str(folder) in str(caught.value)


def huge_png(width: int, height: int) -> bytes:
    """The start of a PNG that claims to be of some size."""
    sides = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + sides + b"\x08\x02\0\0\0" + b"\0" * 64


BROKEN_TEXTS: dict[str, tuple[Callable[[Any], object], str]] = {
    "no format": (lambda t: t.pop("format"), "format = 1"),
    "later format": (lambda t: t.update(format=2), "got 2"),
    "format of another type": (lambda t: t.update(format=True), "got True"),
    "no faces": (lambda t: t.update(faces={}), "1 to 400 faces, but got 0"),
    "faces no table": (lambda t: t.update(faces=[1]), r"table \[faces\]"),
    "face no text": (lambda t: t["faces"].update(k01=7), "faces.'k01'.*got 7"),
    "climbing": (lambda t: t["faces"].update(k01="../k01.png"), "must stay in the folder"),
    "absolute": (lambda t: t["faces"].update(k01="/etc/passwd"), "must stay in the folder"),
    "null": (lambda t: t["faces"].update(k01="a\0b"), "path of a PNG"),
    "same file": (lambda t: t["faces"].update(k01="faces/k02.png"), "the same file"),
    "gone": (lambda t: t["faces"].update(k01="faces/gone.png"), "gone.png: there is no such file"),
    "a folder": (lambda t: t["faces"].update(k01="faces"), "no such file"),
    "pitch nan": (lambda t: t.update(pitch=[float("nan"), 50.0]), "pitch must be a number.*nan"),
    "pitch text": (lambda t: t.update(pitch="wide"), "two numbers, but got 'wide'"),
    "pitch true": (lambda t: t.update(pitch=[True, True]), "got True"),
    "limit inf": (lambda t: t["matching"].update(limit=float("inf")), "matching.limit"),
    "tolerance": (lambda t: t["matching"].update(tolerance=[[1.0]]), "8 rows of 8"),
    "no matching": (lambda t: t.pop("matching"), r"table \[matching\]"),
    "same unknown": (lambda t: t.update(same=[["k01", "k77"]]), "'k77', which is no face"),
    "same twice": (lambda t: t.update(same=[["k01", "k02"], ["k02", "k03"]]), "'k02' twice"),
    "same alone": (lambda t: t.update(same=[["k01"]]), "'k01' alone"),
    "same empty": (lambda t: t.update(same=[[]]), "an empty list"),
    "same flat": (lambda t: t.update(same=["k01", "k02"]), "lists of faces"),
    "gravity": (lambda t: t["rules"].update(gravity="sideways"), "rules.gravity"),
    "margin": (lambda t: t["rules"].update(margin=True), "rules.margin"),
    "turns": (lambda t: t["rules"].update(max_turns=2.5), "rules.max_turns"),
    "rules": (lambda t: t.update(rules=3), r"\[rules\] must be a table"),
    "no rule": (
        lambda t: t["rules"].update(gravty="down"),
        r"\[rules\] has 'gravty'; did you mean gravity\?",
    ),
    "body": (lambda t: t["matching"].update(body="faces/k01.png"), "must be opaque"),
    "empty": (lambda t: t.update(empty="all"), "empty must list"),
    "limit huge": (
        lambda t: t["matching"].update(limit=10**400),
        "matching.limit must be a number",
    ),
}


@pytest.mark.parametrize("case", BROKEN_TEXTS)
def test_a_broken_text_is_refused_in_one_line(folder: Path, case: str) -> None:
    """The message names the file, what was expected and what was found."""
    change, message = BROKEN_TEXTS[case]
    edit(folder, change)
    with pytest.raises(SkinError, match=message) as caught:
        read_skin(folder)
    assert "\n" not in str(caught.value)
    assert str(folder) in str(caught.value)
    assert isinstance(caught.value, InputError)


BROKEN_FACES: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "a PNG is expected"),
    "text": (b"not a picture at all, and long enough", "a PNG is expected"),
    "huge": (huge_png(60000, 60000), "got 60000 x 60000"),
    "tiny": (huge_png(1, 1), "got 1 x 1"),
    "heavy": (huge_png(40, 40) + b"\0" * (1 << 19), "bytes at most"),
}


@pytest.mark.parametrize("case", BROKEN_FACES)
def test_a_broken_face_is_refused_before_it_is_decoded(folder: Path, case: str) -> None:
    """No picture, a huge one, a heavy one: one line, and no memory spent on it."""
    data, message = BROKEN_FACES[case]
    (folder / "faces" / "k01.png").write_bytes(data)
    with pytest.raises(SkinError, match=message):
        read_skin(folder)


def test_a_face_with_an_endless_chunk_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not decoded: as much memory would be set aside as the chunk asks for."""
    path = folder / "faces" / "k01.png"
    data = path.read_bytes()
    at = data.index(b"IDAT") - 4
    path.write_bytes(data[:at] + (0x7FFFFFFF).to_bytes(4, "big") + data[at + 4 :])
    monkeypatch.setattr("bot.skinparts.decode", Mock(side_effect=AssertionError))
    with pytest.raises(SkinError, match=r"k01\.png: the picture is broken"):
        read_skin(folder)


def test_libraries_are_silent_about_a_broken_face(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The one line of the error is all there is."""
    path = folder / "faces" / "k01.png"
    data = bytearray(path.read_bytes())
    data[data.index(b"IDAT") + 9] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(SkinError, match=r"k01\.png: the picture is broken"):
        read_skin(folder)
    assert capfd.readouterr().err == ""


def test_a_truncated_or_foreign_face_is_refused(folder: Path) -> None:
    """Half a PNG, and a face of another size than the first."""
    path = folder / "faces" / "k03.png"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 3])
    with pytest.raises(SkinError, match=r"k03\.png: .*broken"):
        read_skin(folder)
    save(path, np.zeros((20, 30, 3), np.uint8))
    with pytest.raises(SkinError, match=r"k03\.png: .*got 30 x 20"):
        read_skin(folder)


def test_a_grey_or_deep_face_is_refused(folder: Path) -> None:
    """Only 8 bits of red, green and blue are a face."""
    path = folder / "faces" / "k01.png"
    height, width = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR).shape[:2]
    for picture in (np.zeros((height, width), np.uint8), np.zeros((height, width, 3), np.uint16)):
        path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
        with pytest.raises(SkinError, match="8 bits of red, green and blue"):
            read_skin(folder)


def test_a_link_out_of_the_folder_is_not_followed(folder: Path, tmp_path: Path) -> None:
    """A face that is a symbolic link to a file elsewhere is refused."""
    path = folder / "faces" / "k01.png"
    secret = tmp_path / "secret.png"
    path.replace(secret)
    try:
        path.symlink_to(secret)
    except OSError:
        pytest.skip("no symbolic links here")
    with pytest.raises(SkinError, match="out of the folder"):
        read_skin(folder)


def test_a_text_that_is_none_is_refused(folder: Path) -> None:
    """Bytes, an open bracket, a key twice, no file at all, a text without end."""
    path = folder / FILE
    whole = path.read_text(encoding="utf-8")
    for data in (b"\xff\xfe\0", b"[faces", whole.encode() + b"\n[faces]\n", b"a=" + b"[" * 9999):
        path.write_bytes(data)
        with pytest.raises(SkinError, match="no TOML text"):
            read_skin(folder)
    path.write_bytes(b"#" * (1 << 21))
    with pytest.raises(SkinError, match="bytes at most"):
        read_skin(folder)
    path.unlink()
    with pytest.raises(SkinError, match="no such file"):
        read_skin(folder)


_ANYTHING = st.recursive(
    st.one_of(st.integers(-9, 9), st.floats(), st.booleans(), st.text(max_size=8), st.just(10**30)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)
_KEYS = [
    *("format", "pitch", "same", "empty", "faces", "rules", "matching", "source", "tile"),
    "buttons",
]
_INNER = ["k01", "k12", "gravity", "margin", "max_turns", "limit", "tolerance", "body", "new"]


@settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(key=st.sampled_from(_KEYS), inner=st.none() | st.sampled_from(_INNER), value=_ANYTHING)
def test_no_edit_makes_it_crash(
    folder: Path, written: Path, key: str, inner: str | None, value: object
) -> None:
    """Whatever a line is changed to, the skin is read or refused as one."""
    shutil.copy(written / FILE, folder / FILE)

    def change(text: Any) -> None:
        if inner is None:
            text[key] = value
        elif isinstance(text.get(key), dict):
            text[key][inner] = value

    edit(folder, change)
    with suppress(SkinError):
        skin = read_skin(folder)
        assert len(skin.faces) == len(skin.kinds)


def test_blank_faces_are_no_bug(lesson: Lesson) -> None:
    """A skin of nothing but blank faces fits no picture."""
    faces = np.full_like(lesson.skin.faces, 200)
    frame = Frame(draw(deal(6, 8, kinds=12, seed=1), Style.default()))
    with pytest.raises(BoardNotFoundError):
        Sight.of(replace(lesson.skin, faces=faces)).read(frame)


def test_a_name_that_is_no_text_is_written_down_all_the_same(
    lesson: Lesson, tmp_path: Path
) -> None:
    """File names need not be UTF-8."""
    save_skin(tmp_path / "odd", lesson, [Source("b\udcff.png", 640, 480)], DAY, "0.1.0")
    assert len(read_skin(tmp_path / "odd").faces) == 12
