"""Wording: what stands on a tape, in words that need not be looked up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.beliefs import Beliefs, is_test, needs_margin
from bot.board import Board
from bot.geometry import Cell
from bot.matcher import Link
from bot.plural import counted
from bot.suspects import in_doubt

_STAYS, _FALL = "tiles stay where they are", "tiles fall {}"
_MARGINS = {
    "yes": "paths may run outside the board",
    "no": "paths stay inside the board",
    "auto": "whether paths may run outside the board was not found out",
}


def named(link: tuple[Cell, Cell]) -> str:
    """A link by its cells."""
    return f"{tuple(link[0])} - {tuple(link[1])}"


def searched(answer: Mapping[str, Any], rules: str = "") -> str:
    """What a search found, as it is written on a tape.

    Parameters
    ----------
    answer
        its answer there
    rules
        what it took for granted, as in `assumed`

    Examples
    --------
    >>> searched({"verdict": "solved", "why": "", "links": [[0, 1, 0, 2]], "seconds": 0.25})
    'a search of 0.25 s found an order that clears the board'
    """
    verdict, why = str(answer["verdict"]), str(answer["why"])
    links, took = counted(len(answer["links"]), "link"), f"a search of {answer['seconds']:.2f} s"
    clears = f"clears the board{rules}"
    if verdict == "solved":
        return f"{took} found an order that {clears}"
    if verdict == "unsolvable":
        known = "" if why == "a finished search" else f", for {why}"
        return f"{took} proved that no order {clears}{known}; the longest has {links}"
    if verdict == "undecided":
        neither = f"neither an order that {clears} nor that there is none"
        return f"{took} found {neither}; the longest has {links}"
    return f"{took}: {verdict}, {why}, {links}"


def assumed(gravity: str, margin: int, beliefs: Beliefs) -> str:
    """The rules that a search took for granted, as far as they were not known then.

    >>> from bot.position import Gravity
    >>> assumed("none", 0, Beliefs((Gravity.NONE, Gravity.DOWN), (1, 0)))
    ' without paths outside it, if tiles stay where they are'
    >>> assumed("down", 1, Beliefs((Gravity.DOWN,), (1, 0)))
    ' with paths outside it'
    >>> assumed("down", 1, Beliefs((Gravity.DOWN,), (1,)))
    ''
    """
    where = f" {'with' if margin else 'without'} paths outside it"
    where = where if len(beliefs.margins) > 1 else ""
    return where + (f", if {falling(gravity)}" if len(beliefs.gravities) > 1 else "")


def reason(board: Board, link: Link, then: int, beliefs: Beliefs, found: str) -> str:
    """Why a link was chosen.

    Parameters
    ----------
    board, link : as they were
    then : links that are planned after it
    beliefs : about the rules, at that time
    found : by the search before it; empty if there was none
    """
    margins, most = beliefs.margins, beliefs.max_turns
    if is_test(board, link):
        why = "to find out whether the two tiles match"
    elif in_doubt(board, beliefs.evidence):
        why = "it is sure, while other tiles are in doubt"
    elif len(beliefs.gravities) > 1:
        why = "it tells most about how tiles fall"
    elif not then and len(margins) > 1 and needs_margin(board, link, most):
        why = "it tells whether paths may run outside the board"
    elif found:
        why = f"the first of a new plan, {counted(then, 'link')} more"
    else:
        why = f"the next of the plan, {counted(then, 'link')} more"
    return f"{why}: {found}" if found else why


def learned(old: Beliefs, new: Beliefs) -> list[str]:
    """What is known of the rules that was not known before."""
    found = []
    if len(new.gravities) == 1 and new.gravities != old.gravities:
        found.append(falling(new.gravity.value))
    if new.margins != old.margins:
        likely = "" if len(new.margins) == 1 else "likely "
        where = "may run outside" if new.margins[0] else "stay inside"
        found.append(f"paths {likely}{where} the board")
    if new.max_turns != old.max_turns:
        found.append(f"a path has at most {counted(new.max_turns, 'turn')}")
    return found


def unknown(pairs: int) -> str:
    """Of how many pairs clicked last it was not seen what became, behind what was done in a game.

    >>> unknown(0), unknown(1)
    ('', '; what became of the last pair clicked was not seen')
    """
    last = "pair" if pairs == 1 else f"{pairs} pairs"
    return f"; what became of the last {last} clicked was not seen" if pairs else ""


def falling(gravity: str) -> str:
    """Where tiles fall.

    >>> falling("none"), falling("down")
    ('tiles stay where they are', 'tiles fall down')
    """
    return _STAYS if gravity == "none" else _FALL.format(gravity)


def known_rules(rules: Mapping[str, str | int]) -> str:
    """The rules that were known in the end, from the words of the command line."""
    gravity, margin, most = (rules[name] for name in ("gravity", "margin", "max_turns"))
    turns = counted(int(most), "turn")
    return f"{_fall(str(gravity))}; {_MARGINS[str(margin)]}; a path has at most {turns}"


def rules_in_short(gravity: str, margin: str) -> str:
    """Where tiles fall and paths run, from the words of the command line.

    >>> rules_in_short("down", "auto")
    'tiles fall down, whether paths may run outside was not found out'
    """
    return f"{_fall(gravity)}, {_MARGINS[margin].replace(' the board', '')}"


def _fall(gravity: str) -> str:
    return "where tiles fall was not found out" if gravity == "auto" else falling(gravity)
