"""The documents, for tests: their blocks, commands, links and headings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("fixtures/**/*.md")])
SCREEN = "# with a screen\n"
"""How a block begins whose commands need a screen."""
_FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Shown:
    """A command with what a document shows of its answer."""

    command: str
    answer: str
    on_screen: bool


def text_of(document: Path) -> str:
    """All of it."""
    return document.read_text(encoding="utf-8")


def fenced(text: str) -> list[tuple[str, str]]:
    """All fenced blocks: what they are in, and what is in them."""
    return _FENCED.findall(text)


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return [block for found, block in fenced(text) if found == language]


def prose(text: str) -> str:
    """What stands outside of the blocks."""
    return _FENCED.sub("", text)


def shown(text: str) -> list[Shown]:
    """Every command of the blocks in which a `$` stands before it."""
    found = []
    for block in blocks(text, "console"):
        on_screen = block.startswith(SCREEN)
        starts = [match.start() for match in re.finditer(r"^\$ ", block, re.MULTILINE)]
        for start, end in pairwise([*starts, len(block)]):
            command, _, answer = block[start + 2 : end].partition("\n")
            found.append(Shown(command, answer, on_screen))
    return found


def headings(text: str) -> list[tuple[int, str]]:
    """The level and the words of each."""
    found = re.findall(r"^(#+) (.+)$", prose(text), re.MULTILINE)
    return [(len(signs), words) for signs, words in found]


def anchors(text: str) -> set[str]:
    """What the headings are called in links, as forges make it of their words."""
    kept = (re.sub(r"[^\w\- ]", "", words.lower()) for _, words in headings(text))
    return {words.replace(" ", "-") for words in kept}


def links(text: str) -> list[str]:
    """Where its links lead, and which pictures it shows."""
    return re.findall(r"\]\(([^)\s]+)\)", prose(text))


def pictures(text: str) -> list[str]:
    """Which pictures it shows."""
    return re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", prose(text))
