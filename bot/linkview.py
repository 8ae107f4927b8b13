"""Pictures for people: a link, drawn over the frame it was found in."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.frame import Frame
from bot.geometry import Lattice
from bot.matcher import Link
from bot.strokes import box, draw_link, thickness

_LINE = (255, 225, 0)
_DIM = 0.5
"""How much of its brightness all but the two tiles keeps: they are found at a glance."""


def link_view(
    frame: Frame, lattice: Lattice, link: Link, *, sure: bool = True
) -> NDArray[np.uint8]:
    """The frame made darker, with two tiles left bright and the path between them.

    Parameters
    ----------
    frame, lattice
        the picture, and where its cells lie
    link
        what is shown; its path may run through the margin, and is kept inside the picture there
    sure
        whether its tiles are known to match; the line is broken where they are not

    Returns
    -------
    picture : uint8 array of shape (H, W, 3), RGB
    """
    picture = np.asarray(frame.pixels * _DIM, dtype=np.uint8)
    for cell in (link.a, link.b):
        left, top, right, bottom = box((frame.width, frame.height), lattice, cell)
        picture[top:bottom, left:right] = frame.pixels[top:bottom, left:right]
    draw_link(picture, lattice, link.path, _LINE, thickness(lattice), sure=sure)
    return picture
