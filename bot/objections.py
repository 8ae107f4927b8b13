"""Objections: what speaks against a board, and what that tells of where else it may lie."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Amiss(Enum):
    """What is amiss with cells on which no board is seen, where it tells what to try next."""

    EVERY_OTHER_EMPTY = auto()
    """They are half as large as the true ones, along an axis."""
    PARTS_DOWN = auto()
    PARTS_ACROSS = auto()
    """They show parts of tiles: halves, one below the other or side by side."""
    TOO_FEW_TILES = auto()
    """Few tiles, far apart: on larger cells they would lie as well."""
    ODD_COPIES = auto()
    """All are copies, but kinds are odd: on larger cells some may seem even."""
    ELSE = auto()
    """Anything that tells nothing."""


@dataclass(frozen=True, slots=True)
class Objection:
    """What speaks against a board.

    Parameters
    ----------
    text : in words, as the end of a sentence
    amiss : what it tells
    """

    text: str
    amiss: Amiss = Amiss.ELSE

    def __str__(self) -> str:
        """In words."""
        return self.text
