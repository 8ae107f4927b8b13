"""Channels: what the few values of a pixel come to, many times as fast as along a last axis."""

from __future__ import annotations

from functools import reduce
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_Value = TypeVar("_Value", bound=np.generic)


def worst_channel(values: NDArray[_Value]) -> NDArray[_Value]:
    """The greatest of the channels of each pixel, of an array of shape (..., C): (...).

    >>> worst_channel(np.asarray([[1, 5, 2], [4, 0, 3]])).tolist()
    [5, 4]
    """
    return np.asarray(reduce(np.maximum, np.moveaxis(values, -1, 0)))
