"""Plural: numbers of things, in words."""

from __future__ import annotations


def counted(number: int, thing: str) -> str:
    """A number of things.

    >>> counted(1, "link"), counted(2, "link"), counted(0, "link of the plan")
    ('1 link', '2 links', '0 links of the plan')
    """
    word, *rest = thing.split(" ", 1)
    return " ".join([f"{number} {word}{'s'[: number != 1]}", *rest])
