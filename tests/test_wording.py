"""What stands on a tape is told in plain words."""

from __future__ import annotations

import pytest

from bot.solver import Verdict, Why
from bot.wording import known_rules, searched


@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_verdict_has_words_of_its_own(verdict: Verdict) -> None:
    """None is told by its name alone."""
    links = [[0, 0, 0, 1], [1, 0, 1, 1]]
    told = searched({"verdict": verdict, "why": Why.SEARCHED, "links": links, "seconds": 0.5})
    assert told.startswith("a search of 0.50 s ")
    assert verdict not in told.split()
    assert "a finished search" not in told
    assert ("the longest has 2 links" in told) is (verdict != "solved")


def test_a_proof_says_what_it_rests_on() -> None:
    """Where that is more than a search."""
    answer = {"verdict": "unsolvable", "why": Why.ODD, "links": [], "seconds": 0.0}
    assert "for a kind occurs an odd number of times" in searched(answer)


@pytest.mark.parametrize(
    ("gravity", "margin", "turns", "told"),
    [
        ("auto", "auto", 2, ["where tiles fall was not found out", "whether paths may run"]),
        ("none", "no", 1, ["tiles stay where they are", "paths stay inside the board", "1 turn"]),
        ("down", "yes", 3, ["tiles fall down", "paths may run outside the board", "3 turns"]),
    ],
)
def test_rules_are_told_in_words(gravity: str, margin: str, turns: int, told: list[str]) -> None:
    """Not in those of options."""
    rules: dict[str, str | int] = {"gravity": gravity, "margin": margin, "max_turns": turns}
    assert all(each in known_rules(rules) for each in told)
