"""Whatever a text holds, it stays a text on the page."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.markup import Markup, joined, tag


class Reader(HTMLParser):
    """What a browser would see."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        """A text."""
        self.text += data


def read(page: str) -> Reader:
    """Read a page."""
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader


@given(st.text())
def test_a_text_is_no_markup(text: str) -> None:
    """Neither between tags nor in an attribute; what is no character for a page is replaced."""
    reader = read(tag("p", text, title=text))
    assert reader.tags == ["p"]
    assert [name for name, _ in reader.attributes] == ["title"]
    reader.text.encode("utf-8")
    if text.replace("\n", "").isprintable():
        assert reader.text == text


def test_pieces_of_markup_are_left_alone() -> None:
    """They have been made by the same functions."""
    piece = tag("b", "<")
    assert joined(piece, "<", None) == "<b>&lt;</b>&lt;"
    assert isinstance(joined("x"), Markup)


@pytest.mark.parametrize(
    ("made", "page"),
    [
        (tag("img", src="x"), '<img src="x">'),
        (tag("script"), "<script></script>"),
        (tag("p", class_="a", http_equiv="b", id=None), '<p class="a" http-equiv="b"></p>'),
    ],
)
def test_elements_and_attributes_have_their_names(made: Markup, page: str) -> None:
    """Python's own words end in an underscore; void elements have no end."""
    assert made == page
