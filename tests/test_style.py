"""Looks are valid, endless in variety and the same for the same seed."""

from __future__ import annotations

import pytest

from bot.errors import InputError
from bot.faces import FACES, Family
from bot.parts import GroundKind, Highlight, Outline, Side
from bot.style import Style

MANY = [Style.random(seed) for seed in range(300)]


def test_a_seed_gives_one_look() -> None:
    """The same seed gives the same look, another seed another."""
    assert Style.random(5) == Style.random(5)
    assert len(set(MANY)) == len(MANY)


def test_random_looks_cover_what_games_look_like() -> None:
    """Among 300 looks there is each ground, mark and side, with and without bodies and gaps."""
    assert {style.ground.kind for style in MANY} == set(GroundKind)
    assert {style.family for style in MANY} == set(Family) - {Family.COLOURS}
    assert {style.body.outline for style in MANY if style.body} == set(Outline)
    assert {style.highlight for style in MANY} == set(Highlight)
    assert {style.clutter.panel_side for style in MANY} == set(Side)
    assert {style.body is None for style in MANY} == {True, False}
    assert {style.gap == (0, 0) for style in MANY} == {True, False}
    assert {style.tile[0] == style.tile[1] for style in MANY} == {True, False}
    assert any(style.pitch[0] % 1 for style in MANY)
    tinted = [style for style in MANY if style.body and style.body.papers]
    assert 0 < len(tinted) < 30


def test_random_tiles_are_20_to_160_px() -> None:
    """Tiles keep to the sizes that games have, and reach both ends."""
    sides = [side for style in MANY for side in style.tile]
    assert min(sides) == 20
    assert 150 < max(sides) <= 160


def test_faces_are_enough_and_told_apart() -> None:
    """A random look has the faces asked for, at a size at which a person knows them."""
    assert all(len(FACES[style.family]) >= 36 and style.plain for style in MANY)
    few = {Style.random(seed, kinds=12).family for seed in range(300)}
    assert few == set(Family)


def test_no_tile_is_larger_than_asked() -> None:
    """A limit on the side of tiles is kept."""
    assert max(max(Style.random(seed, largest=50).tile) for seed in range(100)) <= 50


def test_scaling_keeps_the_shape() -> None:
    """Half the scale halves tiles, gaps and margins."""
    half = Style().scaled(0.5)
    assert (half.tile, half.gap, half.margins) == ((28, 32), (1.5, 1.0), (32, 32, 32, 32))


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"tile": (8, 40)}, r"12 to 400 px wide and high, but got \(8, 40\)"),
        ({"gap": (-1, 0)}, r"overlap by their side walls \(0, 5\), but got \(-1, 0\)"),
        ({"margins": (0, 0, -3, 0)}, "margins are 0 or more"),
        ({"face_size": 0}, "face_size is above 0"),
    ],
)
def test_a_look_that_cannot_be_drawn_is_refused(wrong: dict[str, object], why: str) -> None:
    """The error names what was expected and what was got."""
    with pytest.raises(InputError, match=why):
        Style(**wrong)  # type: ignore[arg-type]
