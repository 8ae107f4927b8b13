"""What is drawn by lot can be seen."""

from __future__ import annotations

from random import Random

import pytest

from bot.drawing import distance, lightness
from bot.errors import InputError
from bot.lots import random_body, random_gap, random_ground, random_ink, random_papers
from bot.parts import Papers, Spread


def test_ink_is_plain_on_its_paper() -> None:
    """Ink differs from each paper by 110 grey levels, where papers leave room for that."""
    for seed in range(100):
        lot = Random(seed)
        paper = (lot.randrange(256), lot.randrange(256), lot.randrange(256))
        contrast = abs(lightness(random_ink(lot, (paper,))) - lightness(paper))
        assert contrast > 100, (paper, contrast)


def test_a_body_differs_from_the_ground() -> None:
    """A tile of no other colour than the ground could not be seen."""
    for seed in range(200):
        lot = Random(seed)
        ground = random_ground(lot, (40.0, 50.0))
        body = random_body(lot, (40, 50), ground, dark=seed % 2 == 0)
        assert min(distance(body.colour, colour) for colour in ground.colours) >= 60


def test_both_colours_of_a_front_are_alike_in_lightness() -> None:
    """Where a front fades, a face seen on one end is seen on the other."""
    lot = Random(4)
    for _ in range(300):
        body = random_body(lot, (40, 50), random_ground(lot, (40.0, 50.0)))
        if body.lower is not None:
            assert abs(lightness(body.colour) - lightness(body.lower)) <= 33


def test_papers_of_one_colour_are_refused() -> None:
    """They would be none."""
    with pytest.raises(InputError, match="2 colours or more, but got 1"):
        Papers(Spread.DOWN, ((1, 2, 3),))


def test_papers_stand_out_from_the_ground_and_differ_in_colour_alone() -> None:
    """A face that is seen on one of the fronts is seen on all, wherever they lie."""
    spreads = set()
    for seed in range(100):
        lot = Random(seed)
        ground = random_ground(lot, (40.0, 50.0))
        body = random_body(lot, (40, 50), ground)
        papers = random_papers(lot, body, ground)
        if papers is None:
            continue
        assert len(papers.colours) > 1
        spreads.add(papers.spread)
        for colour in papers.colours:
            assert abs(lightness(colour) - lightness(body.colour)) <= 33
            assert min(distance(colour, other) for other in ground.colours) >= 60
    assert spreads == set(Spread)


def test_a_pattern_may_repeat_with_the_tiles() -> None:
    """Some grounds have the pitch of the tiles, others do not."""
    periods = {random_ground(Random(seed), (40.0, 40.0)).period for seed in range(300)}
    assert {0, 40, 20} < periods


def test_gaps_are_none_whole_or_broken() -> None:
    """All three occur."""
    across = [random_gap(Random(seed), 9)[0] for seed in range(60)]
    assert {gap == 0 for gap in across} == {True, False}
    assert {gap % 1 == 0 for gap in across} == {True, False}
    assert 0 <= min(across) <= max(across) <= 9
