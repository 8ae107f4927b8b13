"""The command `report`: a page beside a recording, in the browser and in JSON."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browser import CHROMIUM, measured
from recordings import FIXTURE, game, recording, say
from terminal import Linkup

from bot.tape import TAPE

browsed = pytest.mark.skipif(not CHROMIUM, reason="not installed: chromium")


@pytest.fixture
def page(linkup: Linkup, tmp_path: Path) -> Path:
    """The page of a game in which clicks got lost."""
    out = tmp_path / "page.html"
    assert linkup("report", FIXTURE, "--out", out).code == 0
    return out


def test_a_page_lies_beside_its_recording(linkup: Linkup, tmp_path: Path) -> None:
    """Unless another place is named; the answer tells where, and what went wrong."""
    folder = recording(tmp_path / "连连看")
    answer = linkup("report", folder)
    assert answer.code == 0
    assert answer.out.splitlines() == [
        "cleared: 2 links of 2 in 4.1 s, 5 clicks, 1 missed; 1 thing went wrong",
        f"report: {folder / 'report.html'}",
    ]
    assert (folder / "report.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_json_tells_the_same_in_numbers(linkup: Linkup, tmp_path: Path) -> None:
    """One document, with the path of the page; the same as the player counted and believed."""
    folder, out = tmp_path / "game", tmp_path / "new" / "page.html"
    small = ("--offscreen", "--rows", "4", "--cols", "6", "--gravity", "left")
    (played,) = linkup("demo", *small, "--record", folder, "--json").document["games"]
    answer = linkup("report", folder, "--out", out, "--json")
    assert answer.code == 0
    document = answer.document
    assert document["report"] == str(out)
    (told,) = document["games"]
    same = ("outcome", "rows", "cols", "tiles", "links", "clicks", "looks", "rules")
    assert {key: told[key] for key in same} == {key: played[key] for key in same}
    assert told["seconds"] == pytest.approx(played["seconds"], abs=0.1)
    assert out.exists()


def test_a_game_that_was_killed_has_a_page(linkup: Linkup, tmp_path: Path) -> None:
    """In the middle of whatever line."""
    text = (FIXTURE / TAPE).read_bytes()
    for picture in FIXTURE.glob("*.png"):
        (tmp_path / picture.name).write_bytes(picture.read_bytes())
    for size in (len(text) // 3, len(text) // 2):
        (tmp_path / TAPE).write_bytes(text[:size])
        answer = linkup("report", tmp_path)
        assert answer.code == 0
        assert answer.out.startswith("cut off: ")
        shown = (tmp_path / "report.html").read_text(encoding="utf-8")
        assert "ends in the middle of the game" in shown


def test_a_damaged_tape_is_shown_as_far_as_it_goes(linkup: Linkup, tmp_path: Path) -> None:
    """A line on stderr names the line of the tape."""
    lines = game()
    lines[12] = say("x") | {"what": 3}
    answer = linkup("report", recording(tmp_path, lines))
    assert answer.code == 0
    assert "line 13 is no line of a recording" in answer.err


def test_what_is_no_recording_is_bad_input(linkup: Linkup, tmp_path: Path) -> None:
    """An empty folder, none, a file, an empty tape, too long a name; no place to write to."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "file.txt").write_text("x")
    (tmp_path / "blank").mkdir()
    (tmp_path / "blank" / TAPE).touch()
    for name in ("empty", "nowhere", "file.txt", "blank"):
        answer = linkup("report", tmp_path / name)
        assert answer.code == 2
        assert name in answer.complaint
        assert not (tmp_path / name / "report.html").exists()
    answer = linkup("report", FIXTURE, "--out", tmp_path / "file.txt" / "page.html")
    assert answer.code == 2
    answer = linkup("report", tmp_path / ("long" * 100))
    assert (answer.code, "File name too long" in answer.complaint) == (2, True)


def test_a_part_of_a_recording_is_not_written_over(linkup: Linkup, tmp_path: Path) -> None:
    """Only what ends as a page does is written."""
    folder = recording(tmp_path)
    before = (folder / TAPE).read_bytes()
    answer = linkup("report", folder, "--out", folder / TAPE)
    assert answer.code == 2
    assert (folder / TAPE).read_bytes() == before


@browsed
@pytest.mark.parametrize("width", [360, 800, 1400])
def test_a_browser_shows_all_of_a_page(page: Path, width: int) -> None:
    """As wide as its window, a phone's too; all pictures and links work, nothing is refused."""
    seen = measured(page, width)
    assert seen["width"] == width
    assert seen["images"] == page.read_text(encoding="utf-8").count("<img ") > 14
    assert seen["links"] == 0
    assert seen["plots"] == 1
    assert seen["comfort"]
    assert seen["console"] == ""


@browsed
def test_a_series_is_no_wider_than_a_telephone(linkup: Linkup, tmp_path: Path) -> None:
    """Its table keeps its words whole."""
    for number in (1, 2):
        recording(tmp_path / f"game-{number:03}")
    assert linkup("report", tmp_path).code == 0
    seen = measured(tmp_path / "report.html", 360)
    assert seen["width"] == 360
    assert seen["links"] == 0


@browsed
@pytest.mark.parametrize(
    ("chosen", "marked"), [("all", "step"), ("wrong", "faulty"), ("lost", "t-lost")]
)
def test_what_went_wrong_can_be_shown_alone(page: Path, chosen: str, marked: str) -> None:
    """All of it, or one sort of trouble, without any script."""
    text = page.read_text(encoding="utf-8")
    classes = [each.split('"')[0].split() for each in text.split('" class="step')[1:]]
    steps = sum(marked == "step" or marked in each for each in classes)
    assert (0 < steps < len(classes)) is (chosen != "all")
    picked = text.replace(' checked=""', "")
    picked = picked.replace(f'value="{chosen}">', f'value="{chosen}" checked>')
    assert picked.count(" checked>") == 1
    page.write_text(picked, encoding="utf-8")
    assert measured(page, 800, scripts=False)["steps"] == steps


@browsed
@pytest.mark.parametrize("chosen", ["all", "lost"])
def test_keys_lead_from_trouble_to_trouble(page: Path, chosen: str) -> None:
    """To the next by n and to the one before by p, but not with Ctrl, which is the browser's."""
    text = page.read_text(encoding="utf-8").replace(' checked=""', "")
    page.write_text(text.replace(f'value="{chosen}">', f'value="{chosen}" checked>'))
    first, second, third, *_ = re.findall(r'id="([^"]+)" class="step faulty', text)
    went = measured(page, 800, keys="nnnpNPxpp")["went"]
    assert went == [first, second, third, second, second, second, second, first, first]


@browsed
@pytest.mark.parametrize("width", [390, 1200])
def test_rows_of_steps_leave_no_hole(page: Path, width: int) -> None:
    """But the last one, where there are no more: steps in which something went wrong are wider."""
    ends = measured(page, width)["ends"]
    assert len(ends) > 3
    assert max(ends[:-1]) - min(ends[:-1]) < 40


@browsed
def test_a_page_needs_no_script(page: Path) -> None:
    """Without one all pictures are shown and all links lead somewhere."""
    seen = measured(page, 800, scripts=False)
    assert not seen["comfort"]
    assert seen["images"] == page.read_text(encoding="utf-8").count("<img ")
    assert seen["links"] == 0


@browsed
def test_a_page_is_light_or_dark_as_the_system_is(page: Path) -> None:
    """Its ground is."""
    light, dark = (
        measured(page, 800, f"--blink-settings=preferredColorScheme={scheme}")["ground"]
        for scheme in (1, 0)
    )
    assert (light, dark) == ("rgb(246, 245, 241)", "rgb(23, 26, 29)")


@browsed
def test_words_of_a_game_run_nothing_in_a_browser(linkup: Linkup, tmp_path: Path) -> None:
    """Not even where a window has such a title."""
    evil = "</p><script>document.title='x'</script><img src=x onerror=alert(1)>"
    lines = game()
    lines.insert(4, say(evil))
    assert linkup("report", recording(tmp_path / "game", lines)).code == 0
    seen = measured(tmp_path / "game" / "report.html", 800)
    assert seen["tags"] == 1  # the page's own script
    assert seen["console"] == ""


@pytest.mark.parametrize(("name", "begins"), [("film.webm", b"\x1aE\xdf\xa3"), ("a.WEBP", b"RIFF")])
def test_a_film_is_of_the_sort_that_its_name_says(
    linkup: Linkup, tmp_path: Path, name: str, begins: bytes
) -> None:
    """WebM beside the recording unless told otherwise; the answer tells where, and how large."""
    folder = recording(tmp_path)
    out = () if name == "film.webm" else ("--out", str(tmp_path / name))
    answer = linkup("film", folder, *out, "--seconds", "3", "--width", "200", "--json")
    assert answer.code == 0
    document = answer.document
    assert document["film"] == str(tmp_path / name)
    data = (tmp_path / name).read_bytes()
    assert data.startswith(begins)
    assert document["bytes"] == len(data)
    assert document["seconds"] <= 3.1
    assert document["width"] <= 200
    assert document["pictures"] > 10


def test_a_film_of_another_sort_is_bad_usage(linkup: Linkup, tmp_path: Path) -> None:
    """Before anything is drawn."""
    answer = linkup("film", recording(tmp_path), "--out", tmp_path / "film.gif")
    assert answer.code == 2
    assert ".webm or .webp" in answer.complaint


def test_a_film_in_the_place_of_the_recording_is_told(linkup: Linkup, tmp_path: Path) -> None:
    """What names a film, and how its name may end."""
    answer = linkup("film", tmp_path / "film.gif")
    assert answer.code == 2
    assert "DIR is the folder that --record wrote" in answer.complaint
    assert answer.complaint.endswith("ends in .webm or .webp")


def test_what_is_no_recording_is_no_film(linkup: Linkup, tmp_path: Path) -> None:
    """An empty folder is named."""
    (tmp_path / "empty").mkdir()
    answer = linkup("film", tmp_path / "empty")
    assert answer.code == 2
    assert "empty" in answer.complaint
