"""Pictures in one colour still show what is in them."""

from __future__ import annotations

import numpy as np

from bot.drawing import disc
from bot.icons import line_icon, solid_icon

EYE = (disc((240, 240, 240), 50, 50, 45), disc((0, 0, 0), 50, 50, 15))


def test_a_solid_icon_is_cut_where_colours_meet() -> None:
    """A disc on a disc is seen as a ring without ink."""
    alpha = solid_icon(EYE, 100, 100)
    assert (alpha[50, 50], alpha[50, 75], alpha[50, 2]) == (255, 255, 0)
    assert alpha[50, 64:67].min() < 60


def test_a_line_icon_has_ink_on_edges_alone() -> None:
    """Two circles are drawn, and nothing inside or between them."""
    alpha = line_icon(EYE, 100, 100)
    assert (alpha[50, 50], alpha[50, 80], alpha[50, 2]) == (0, 0, 0)
    assert alpha[50, 64:67].max() > 200
    assert alpha[50, 94:97].max() > 200


def test_a_black_shape_has_an_outline() -> None:
    """Black on nothing is not nothing."""
    assert np.count_nonzero(line_icon((disc((0, 0, 0), 50, 50, 40),), 40, 40)) > 40
