"""Markup: pieces of HTML and SVG in which every text is escaped."""

from __future__ import annotations

from html import escape

_VOID = frozenset({"meta", "img", "br", "input", "link"})
_LEFT_OUT = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127), "�")
"""What no page may hold: control characters."""


class Markup(str):
    """A piece of a page; any other text is escaped before it becomes one."""

    __slots__ = ()


def tag(name: str, /, *inside: str | None, **attributes: str | float | None) -> Markup:
    """An element.

    Parameters
    ----------
    name
        of the element
    inside
        texts, which are escaped, and pieces of markup; None is left out
    attributes
        by their names, with `_` for `-` and at the end of Python's own words; None is left out

    >>> tag("a", "x < ", tag("b", "y"), href='"#"', class_="one")
    '<a href="&quot;#&quot;" class="one">x &lt; <b>y</b></a>'
    """
    words = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_plain(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID:
        return Markup(f"<{name}{words}>")
    return Markup(f"<{name}{words}>{joined(*inside)}</{name}>")


def joined(*pieces: str | None) -> Markup:
    """Pieces one after the other, texts escaped.

    >>> joined("<", tag("br"), None)
    '&lt;<br>'
    """
    return Markup(
        "".join(
            piece if isinstance(piece, Markup) else _plain(piece)
            for piece in pieces
            if piece is not None
        )
    )


def _plain(text: str) -> str:
    """A text that is no markup, and that any encoding can write."""
    return escape(text.translate(_LEFT_OUT).encode("utf-8", "replace").decode("utf-8"))
