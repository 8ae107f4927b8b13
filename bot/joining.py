"""Joining: which faces of several pictures of a game are one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from bot.afar import nearest
from bot.blocks import block_differences, differences
from bot.cutting import core
from bot.reading import Reading

_NEAREST = 4
"""Faces of another picture that each is compared with."""
_OF_ONE, _USUALLY, _ROUGHLY, _HARDLY, _CLEARLY = 0.02, 1.7, 2.5, 1.2, 2.0
"""Share by which pitches differ that are one; how many times farther apart than most that are the
nearest to each other two faces may be in pictures of other sizes, anyway and if the next one is so
many times farther; and how many times farther it is from most of them, in pictures of one game."""


def joined(readings: Sequence[Reading], base: Reading, limit: float) -> list[list[int]]:
    """For each reading the numbers of its faces, from 1; equal faces of several have one number.

    The nearest are joined first. What one picture was read to show as two faces stays two, however
    alike they are, unless it shows either an odd number of times: then they may be halves of one.

    Parameters
    ----------
    readings : of the pictures, with faces of one size
    base : the one by whose tolerance they are compared
    limit : tolerances up to which faces are one
    """
    owners = [(at, face) for at, one in enumerate(readings) for face in range(len(one.skin.faces))]
    number = {owner: place for place, owner in enumerate(owners, start=1)}
    members = {place: [owner] for owner, place in number.items()}
    odd = [set(reading.board.odd_kinds) for reading in readings]

    def apart(one: tuple[int, int], other: tuple[int, int]) -> bool:
        kinds = [readings[at].skin.kinds[face] for at, face in (one, other)]
        return one[0] == other[0] and not all(kind in odd[one[0]] for kind in kinds)

    for _, one, other in sorted(_alike(readings, base, limit)):
        a, b = sorted((number[one], number[other]))
        if a == b or any(apart(x, y) for x in members[a] for y in members[b]):
            continue
        for owner in members.pop(b):
            number[owner] = a
            members[a].append(owner)
    return [
        [number[at, face] for face in range(len(reading.skin.faces))]
        for at, reading in enumerate(readings)
    ]


def _alike(
    readings: Sequence[Reading], base: Reading, limit: float
) -> list[tuple[float, tuple[int, int], tuple[int, int]]]:
    """Faces that differ by a limit at most: how much, and of which reading each is, and which.

    Games that scale their pictures roughly draw a face otherwise in each size: of pictures of other
    sizes those are alike, too, that are the nearest to each other, nearly as near as most are.
    """
    found = []
    cores = [core(reading.skin.faces) for reading in readings]
    for i, j in combinations_with_replacement(range(len(readings)), 2):
        faces = [readings[at].skin.faces for at in (i, j)]
        to = nearest(faces[0], faces[1], _NEAREST, same=i == j)
        one, other = np.arange(len(to)).repeat(to.shape[1]), to.ravel()
        apart = differences(block_differences(cores[i], cores[j], one, other), base.skin.tolerance)
        near = apart <= limit
        pitches = [np.asarray(readings[at].lattice.pitch) for at in (i, j)]
        if np.abs(pitches[0] / pitches[1] - 1).max() > _OF_ONE:
            near |= _of_each_other(one, other, apart)
        found += [
            (float(apart[at]), (i, int(one[at])), (j, int(other[at])))
            for at in np.flatnonzero(near).tolist()
        ]
    return found


def _of_each_other(
    one: NDArray[np.intp], other: NDArray[np.intp], apart: NDArray[np.floating]
) -> NDArray[np.bool_]:
    """Which of some pairs are the nearest to each other, and nearly as near as most such: (N,)."""
    order = np.argsort(apart, kind="stable")
    first = [np.zeros(len(apart), np.bool_) for _ in range(2)]
    for is_first, side in zip(first, (one, other), strict=True):
        is_first[order[np.unique(side[order], return_index=True)[1]]] = True
    both = first[0] & first[1]
    if both.any():
        rest, at = np.where(both, np.inf, apart), np.flatnonzero(both)
        second = [min(rest[(one == one[k]) | (other == other[k])], default=np.inf) for k in at]
        lead = np.asarray(second) / np.maximum(apart[at], 1e-6)
        times = apart[at] / max(float(np.median(apart[at])), 1e-6)
        near = (times <= _ROUGHLY) & ((times <= _USUALLY) | (lead > _HARDLY))
        both[at] = near & (np.median(lead) > _CLEARLY)  # or they are of another game
    return both
