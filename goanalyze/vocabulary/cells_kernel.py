"""Boards as kernels walk over them: rows of cells with a border around the points, and sets of cells.

A board of c columns has a *stride* of c + 1 cells: a row of border, then each row of points with one cell of border on
its right, which is the left border of the next row, then another row of border. Point (row, column) is cell
(row + 1) · stride + column; the points lie from cell `stride` to before `stride` · (rows + 1).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from goanalyze.vocabulary.kernels import part
from goanalyze.vocabulary.limits import MAX_BOARD

BORDER: Final = 4
"""What lies beyond the edge: a bit of its own beside those of the colours."""
CELLS: Final = (MAX_BOARD + 1) * (MAX_BOARD + 2) + 1
"""Of the largest board."""


@part()
def around(cell, stride):
    """Return the four cells beside one; unsigned, since a signed index is looked at for being negative each time."""
    return cell + np.uint64(1), cell - np.uint64(1), cell + stride, cell - stride


@part()
def lay(values, base, stride, rows, cells):
    """Write what the points of a position have, from `base` on, into its cells; the border stays as it is."""
    stride, one = np.uint64(stride), np.uint64(1)
    columns = stride - one
    for row in range(np.uint64(rows)):
        cell, point = (row + one) * stride, np.uint64(base) + row * columns
        for column in range(columns):
            cells[cell + column] = values[point + column]


@part()
def lift(cells, stride, rows, values, base):
    """Write what the cells of a position have back to its points, from `base` on."""
    stride, one = np.uint64(stride), np.uint64(1)
    columns = stride - one
    for row in range(np.uint64(rows)):
        cell, point = (row + one) * stride, np.uint64(base) + row * columns
        for column in range(columns):
            values[point + column] = cells[cell + column]


@part()
def flood(first, stride, kind, label, queue):
    """Label what is connected with a cell and of its kind by that cell, and list it; return how many cells that is.

    Cells that have a label, which is 0 or more, are passed over.
    """
    first, stride, one = np.uint64(first), np.uint64(stride), np.uint64(1)
    queue[0] = first
    label[first] = first
    own, length, walked = kind[first], one, np.uint64(0)
    while walked < length:
        here = np.uint64(queue[walked])
        walked += one
        for near in (here - stride, here - one, here + one, here + stride):
            if kind[near] == own and label[near] < 0:
                label[near] = first
                queue[length] = near
                length += one
    return length


@part()
def root(parent, item):
    """Return the representative of an item's set, shortening the way to it."""
    while parent[item] != item:
        parent[item] = parent[parent[item]]
        item = parent[item]
    return item


@part()
def unite(parent, one, two):
    """Make one set of two; the lower representative stays."""
    one, two = root(parent, one), root(parent, two)
    if one < two:
        parent[two] = one
    elif two < one:
        parent[one] = two
