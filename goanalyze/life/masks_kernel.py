"""Masks of the points of a region, of which there are up to 64: bit k is the k-th point.

``near`` has the neighbours of each point.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from goanalyze.vocabulary.kernels import njit, part

_NONE: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_TWO: Final = np.uint64(2)
_FOUR: Final = np.uint64(4)
_FIFTY_SIX: Final = np.uint64(56)
_ODD: Final = np.uint64(0x5555555555555555)
_PAIRS: Final = np.uint64(0x3333333333333333)
_NIBBLES: Final = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES: Final = np.uint64(0x0101010101010101)


@part()
def count(mask):
    """Return how many points a mask has."""
    mask = mask - ((mask >> _ONE) & _ODD)
    mask = (mask & _PAIRS) + ((mask >> _TWO) & _PAIRS)
    mask = (mask + (mask >> _FOUR)) & _NIBBLES
    return np.int64((mask * _BYTES) >> _FIFTY_SIX)


@part()
def lowest(mask):
    """Return the first point of a mask, as a mask; a mask without points gives none."""
    return mask & (~mask + _ONE)


@part()
def index(point):
    """Return the number of a point given as a mask."""
    return count(point - _ONE)


@njit(cache=True, nogil=True)
def beside(near, mask):
    """Return the neighbours of the points of a mask, itself left out."""
    found, rest = _NONE, mask
    while rest:
        point = lowest(rest)
        rest ^= point
        found |= near[index(point)]
    return found & ~mask


@part()
def spread(near, seed, within):
    """Return all points of a mask that are connected to some of its points."""
    found, edge = seed, seed
    while edge:
        point = lowest(edge)
        edge ^= point
        new = near[index(point)] & within & ~found
        found |= new
        edge |= new
    return found
