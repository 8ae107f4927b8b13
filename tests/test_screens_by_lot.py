"""Screens drawn by lot that were once not read are: each stands for others of its sort."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bot.bench.screens import Shown, drawn
from bot.bench.verdict import Grade, judged
from bot.reader import read


def judge(pictures: Iterable[Shown], fill: str, shows: str) -> None:
    """Fail unless the picture with so much gone is read exactly."""
    picture = next(each for each in pictures if each.fill == fill)
    verdict = judged(read(picture.frame()), picture.truth)
    assert verdict.grade is Grade.EXACT, f"{shows}: {verdict.why}"


@pytest.mark.parametrize(
    ("seed", "fill", "shows"),
    [
        (170011, "fresh", "parts of a few large tiles, which repeat on many fine lattices"),
        (170023, "fresh", "a pointer over three tiles of three hundred"),
        (170033, "fresh", "a brown anchor on the brown of a photograph, the fourth of its kind"),
        (170033, "20 %", "the same among holes"),
        (171028, "fresh", "a tile that the first lattice takes for a hole, the only one"),
        (172019, "fresh", "squares in two colours of a chequered ground"),
        (172031, "fresh", "buttons that draw the lattice some pixels to themselves"),
        (173025, "50 %", "a cell like no other that is too pale to be named"),
        (173042, "fresh", "four white rabbits on white, where kinds have four tiles or eight"),
        (182002, "50 %", "places for tiles through which a woven pattern shines, and a hint"),
    ],
)
def test_a_screen_drawn_by_lot_is_read_exactly(seed: int, fill: str, shows: str) -> None:
    """What is special about it is told by `shows`."""
    judge(drawn(seed, latest=False), fill, shows)


@pytest.mark.parametrize(
    ("seed", "fill", "shows"),
    [
        (210003, "80 %", "round places for tiles through which a woven pattern shines"),
        (210007, "80 %", "a hill's edge, which runs through a row of empty cells"),
        (210010, "80 %", "a pair that is the only one of its kind and of the upper row"),
        (210025, "20 %", "black tiles among places nearly as dark"),
        (220005, "fresh", "few small icons before a crossword with the height of their cells"),
        (220012, "fresh", "walls, and one tile of which a mark makes a guess"),
        (220012, "50 %", "the same half played, its walls more than there are of any kind"),
        (220017, "20 %", "a pair under a white veil, which is a mark"),
        (220024, "20 %", "walls among letters that are nearly copies"),
        (220025, "20 %", "the joints of three brick walls side by side, which are no path"),
        (240000, "fresh", "faces that only their ears tell apart"),
        (240008, "50 %", "squares of the ground that meet in cells of one column"),
        (240035, "fresh", "eight black tiles among plain ones, of which others have six"),
        (240012, "50 %", "one sign on white, and a pair of it on the cyan of other signs"),
        (260024, "50 %", "empty cells into which a chosen neighbour shines"),
        (260025, "50 %", "a soft ground, pieces of which are alike, under tiles that hide it"),
        (260033, "20 %", "two queens that glow, and two of another suit"),
        (260037, "20 %", "tiles of 24 px, each drawn between pixels in another way"),
        (341022, "80 %", "two rows beyond an empty one, of which a path hides a pair"),
        (341031, "80 %", "a pair of a kind seen elsewhere, alone in two columns of an odd board"),
        (360009, "50 %", "buttons in step with the columns, on plates that a lens takes away"),
        (370001, "80 %", "lines of text above and below, whose letters are twins"),
        (370031, "80 %", "walls that are copies, more of them than there are of any kind"),
        (371007, "80 %", "buttons right above the board, on plates of their own"),
        (371009, "20 %", "woven ground that looks alike in three or four empty cells"),
        (371015, "fresh", "two blank tiles, which have no inks"),
        (371036, "fresh", "two discs of another colour, on darker ground"),
        (373005, "80 %", "red places through which hills and a moon are seen"),
        (373019, "20 %", "sprites on grey places, through which a painting is seen"),
        (374020, "20 %", "dark places on a ground that grows redder"),
        (374020, "80 %", "the same, of which the places are all that repeats"),
        (375006, "fresh", "a hinted pair of suns on a board of pairs, one of them of flowers"),
        (375024, "fresh", "numbers of one digit among numbers of two"),
    ],
)
def test_a_screen_of_the_latest_looks_is_read_exactly(seed: int, fill: str, shows: str) -> None:
    """The same, drawn with all that the simulator draws by now."""
    judge(drawn(seed), fill, shows)
