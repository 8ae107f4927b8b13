"""Faults are values from a seed, and come as often and stay as long as they say."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bot.errors import InputError
from bot.faults import Faults, Spell, Spells


def spells_until(spells: Spells, end: float) -> list[Spell]:
    """All spells that a clock of small steps meets."""
    met = [spells.at(step * 0.1) for step in range(round(end * 10))]
    return list(dict.fromkeys(spell for spell in met if spell is not None))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"lost": 1.1}, "lost is a share from 0 to 1, but got 1.1"),
        ({"torn": -0.1}, "torn is a share"),
        ({"popups": -1.0}, "popups come 0 times a minute or more"),
        ({"moves": float("nan")}, "moves come"),
        ({"covers": float("inf")}, "covers come"),
        ({"removal": (2.0, 1.0)}, "removal takes from 0 s up, the least before the most"),
        ({"removal": (-1.0, 1.0)}, "removal takes"),
        ({"stay": (0.0, float("inf"))}, "stay takes"),
        ({"calm": -1.0}, "it is calm for 0 s or more"),
        ({"noise": 65.0}, "noise has 0 to 64 grey levels"),
        ({"rest": -0.1}, "rest is a time from 0 s up, but got -0.1"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any], words: str) -> None:
    """A share above 1, a negative rate or time and the like are told with their value."""
    with pytest.raises(InputError, match=words):
        Faults(**wrong)


def test_nothing_goes_wrong_in_a_world_without_faults() -> None:
    """Every share, rate and level is nothing there."""
    none = Faults.none()
    still = {"seed", "removal", "stay"}
    assert all(not getattr(none, field.name) for field in fields(none) if field.name not in still)
    assert none.removal[0] == none.removal[1]


def test_faults_by_lot_are_the_same_from_one_seed() -> None:
    """A seed draws one set of faults, and two seeds draw two; every fault comes in some."""
    drawn = [Faults.by_lot(seed) for seed in range(60)]
    assert drawn == [Faults.by_lot(seed) for seed in range(60)]
    assert len(set(drawn)) == 60
    for field in fields(Faults):
        assert len({getattr(faults, field.name) for faults in drawn}) > 1 or field.name in {
            "stay",
            "calm",
        }


def test_a_source_of_chance_depends_on_seed_and_name_alone() -> None:
    """One fault more does not change when another one comes."""
    few = Faults(seed=3, popups=5)
    more = replace(few, covers=9, lost=0.2)
    assert spells_until(few.spells("popups"), 300) == spells_until(more.spells("popups"), 300)
    assert few.lot("clicks").random() == more.lot("clicks").random()
    assert few.lot("clicks").random() != few.lot("pictures").random()
    assert few.lot("clicks").random() != replace(few, seed=4).lot("clicks").random()


def test_spells_come_as_often_as_their_rate() -> None:
    """With 20 a minute of pause and a second each, an hour has 900 of them, give or take 15 %."""
    spells = spells_until(Spells(20, (1.0, 1.0), Random(5)), 3600)
    assert len(spells) == pytest.approx(900, rel=0.15)


def test_spells_stay_within_their_times_and_never_overlap() -> None:
    """Each lasts from the least to the most, and begins after the one before has ended."""
    spells = spells_until(Spells(30, (0.5, 2.0), Random(6)), 600)
    assert all(0.5 <= spell.end - spell.start <= 2.0 for spell in spells)
    assert all(one.end < two.start for one, two in pairwise(spells))


def test_a_spell_is_there_from_its_start_until_before_its_end() -> None:
    """At the end it is over."""
    spells = Spells(30, (1.0, 1.0), Random(7))
    (first, *_) = spells_until(Spells(30, (1.0, 1.0), Random(7)), 60)
    assert spells.at(first.start - 1e-6) is None
    assert spells.at(first.start) == first
    assert spells.at(first.end - 1e-6) == first
    assert spells.at(first.end) != first


def test_nothing_comes_while_it_is_calm() -> None:
    """Spells that would begin by then are left out, and the later ones are as without it."""
    every = spells_until(Faults(seed=7, popups=30).spells("popups"), 60)
    calm = spells_until(Faults(seed=7, popups=30, calm=20).spells("popups"), 60)
    assert 0 < len(calm) < len(every)
    assert calm == [spell for spell in every if spell.start >= 20]


def test_spells_that_have_begun_are_told_once() -> None:
    """However seldom one asks, none is left out, and none is told again."""
    every = spells_until(Spells(30, (0.5, 2.0), Random(7)), 60)
    spells = Spells(30, (0.5, 2.0), Random(7))
    told = [spells.begun(time) for time in (0.0, 30.0, 30.0, 60.0)]
    assert told[2] == []
    assert [spell for some in told for spell in some if spell.end < 59] == [
        spell for spell in every if spell.end < 59
    ]


def test_spells_without_length_do_not_hang_the_clock() -> None:
    """A stay of 0 s at a high rate still lets the time go on."""
    assert len(spells_until(Spells(6000, (0.0, 0.0), Random(8)), 5)) < 100


def test_a_spell_draws_the_same_whenever_it_is_asked() -> None:
    """What is drawn for it depends on its seed and what it is for."""
    spell = Spell(1.0, 2.0, 99)
    assert spell.lot("place").random() == spell.lot("place").random() != spell.lot("look").random()
