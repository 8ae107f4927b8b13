"""The README: its quick start, its drawing, and the same in both languages."""

from __future__ import annotations

import re
import tomllib
from xml.etree import ElementTree as ET

import pytest
from documents import ROOT, blocks, fenced, headings, links, pictures, text_of

README = text_of(ROOT / "README.md")
CHINESE = text_of(ROOT / "README.zh-CN.md")
DRAWING = ROOT / "docs/images/how.svg"
SVG = "{http://www.w3.org/2000/svg}"
PAGES = [(255, 255, 255), (13, 17, 23)]
"""Colours of the pages it is read on: the light and the dark one of a forge."""


def test_the_quick_start_is_two_lines() -> None:
    """Two blocks of one line each: the first runs the demo, the second the tests."""
    section = README.split("\n## Quick start\n")[1].split("\n## ")[0]
    first, second = blocks(section, "sh")
    assert first.count("\n") == second.count("\n") == 1
    assert first.endswith("linkup demo\n")
    assert "-m pytest" in second


def test_it_is_read_in_a_few_minutes() -> None:
    """What is longer belongs into `docs`."""
    assert len(README.split()) < 900


def test_both_languages_are_in_step() -> None:
    """The same headings, blocks, pictures and links, in the same order; each links the other."""
    assert [level for level, _ in headings(README)] == [level for level, _ in headings(CHINESE)]
    assert fenced(README) == fenced(CHINESE)
    assert pictures(README) == pictures(CHINESE)
    ours = [link for link in links(README) if link != "README.zh-CN.md"]
    theirs = [link for link in links(CHINESE) if link not in {"README.md", "docs/terms.md"}]
    assert sorted(ours) == sorted(theirs)
    assert links(README)[0] == "README.zh-CN.md"
    assert links(CHINESE)[0] == "README.md"


def test_the_package_shows_it() -> None:
    """What a registry shows of the package is the README, and both name the licences."""
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]
    assert project["readme"] == "README.md"
    for licence in project["license"].split(" AND "):
        assert licence in README
        assert licence in CHINESE


def brightness(colour: tuple[int, ...]) -> float:
    """The relative luminance of WCAG 2, from 0 to 1."""
    linear = [
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
        for c in (part / 255 for part in colour)
    ]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """How well one colour is seen on another, from 1 to 21."""
    less, more = sorted((brightness(one), brightness(other)))
    return (more + 0.05) / (less + 0.05)


def rgb(colour: str) -> tuple[int, ...]:
    """A colour such as `#f6f1e7`."""
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def test_the_drawing_is_read_on_light_and_dark_pages() -> None:
    """Words stand on cards of their own colour, and arrows are seen on either page."""
    drawing = ET.parse(DRAWING).getroot()  # noqa: S314 - our own
    (cards,) = (
        g for g in drawing.iter(f"{SVG}g") if g.find(f"{SVG}rect[@class='card']") is not None
    )
    places = [tuple(float(card.attrib[k]) for k in ("x", "y", "width", "height")) for card in cards]
    written = [g for g in drawing.iter(f"{SVG}g") if g.find(f"{SVG}text") is not None]
    assert written
    for group in written:
        assert contrast(rgb(group.attrib["fill"]), rgb(cards.attrib["fill"])) >= 7
        for word in group.iter(f"{SVG}text"):
            x, y = float(word.attrib["x"]), float(word.attrib["y"])
            assert any(
                left < x < left + width and top < y < top + height
                for left, top, width, height in places
            ), word.text
    (tip,) = drawing.iter(f"{SVG}marker")
    for page in PAGES:
        assert contrast(rgb(tip[0].attrib["fill"]), page) >= 3
        assert contrast(rgb(cards.attrib["stroke"]), page) >= 3


def test_the_drawing_needs_nothing_else() -> None:
    """No script, no style, nothing fetched."""
    text = text_of(DRAWING)
    assert not re.search(r"<(script|style|image|foreignObject|use)\b|href|url\((?!#)", text)
    assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]


@pytest.mark.parametrize(("kind", "most"), [("png", 300_000), ("svg", 20_000), ("webp", 1_500_000)])
def test_pictures_are_small(kind: str, most: int) -> None:
    """Nobody waits for the README."""
    for picture in (ROOT / "docs").rglob(f"*.{kind}"):
        assert picture.stat().st_size < most, picture
