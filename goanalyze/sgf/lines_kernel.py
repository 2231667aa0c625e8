"""From the tree of a game to its lines: what the runs of nodes along a path say, put together.

A line is written as one game of a tape, as if the file held nothing else; only faults of syntax are noted for the first
line alone on which they stand.
"""

from __future__ import annotations

import numpy as np

from goanalyze.sgf.properties import ADD_EMPTY, KO_PROPERTY, PLAY_WHITE
from goanalyze.vocabulary.kernels import njit

_PLAIN = 0xFF ^ KO_PROPERTY


@njit(cache=True, nogil=True)
def measure(parent, event_start, kind, rows):
    """Measure the path from the root to each row of a tree, the row included.

    Args:
        parent: as in `tokenizer_kernel.Tree`.
        event_start: as in `tokenizer_kernel.Tape`, of the tree's rows.
        kind: likewise.
        rows: how many there are.

    Returns:
        int64[rows, 3]: rows of the path, its events, plays and passes among these.
    """
    sizes = np.zeros((rows, 3), dtype=np.int64)
    for row in range(rows):
        if row:
            sizes[row] = sizes[parent[row]]
        sizes[row, 0] += 1
        sizes[row, 1] += event_start[row + 1] - event_start[row]
        for event in range(event_start[row], event_start[row + 1]):
            sizes[row, 2] += kind[event] & _PLAIN <= PLAY_WHITE
    return sizes


@njit(cache=True, nogil=True)
def marked_rows(ends, tree, rows):
    """Return for each end of a path the row whose territory markup counts there, −1 for none.

    It is the last with any, unless stones are played or set up after it.
    """
    found = np.empty(len(ends), dtype=np.int64)
    for line in range(len(ends)):
        row = ends[line]
        while row >= 0 and not tree.is_marked[row]:
            went_on = False
            for event in range(rows.event_start[row], rows.event_start[row + 1]):
                went_on |= rows.kind[event] & _PLAIN <= ADD_EMPTY
            row = -1 if went_on else tree.parent[row]
        found[line] = row
    return found


@njit(cache=True, nogil=True)
def gather_lines(ends, marked, tree, rows, lines, sizes, is_told, stem):
    """Put lines together.

    Args:
        ends: the rows at which they end.
        marked: from `marked_rows`.
        tree: the `Tree`.
        rows: the `Tape` of its rows.
        lines: the `Tape` to be written; its `event_start` and `mark_start` are known.
        sizes: from `measure`.
        is_told: bool[rows], on which an earlier line stood; those of these lines are added.
        stem: int32[lines], receives the plays and passes that each shares with an earlier one.
    """
    for line in range(len(ends)):
        lines.info[line] = -1
        lines.syntax[line] = 0
        stem[line] = 0
        row, to = np.int64(ends[line]), lines.event_start[line + 1]
        while row >= 0:
            first, last = rows.event_start[row], rows.event_start[row + 1]
            to -= last - first
            for event in range(last - first):
                lines.kind[to + event] = rows.kind[first + event]
                lines.xy[to + event] = rows.xy[first + event]
                lines.at[to + event] = rows.at[first + event]
            for slot in range(rows.info.shape[1]):
                if rows.info[row, slot, 0] >= 0:
                    lines.info[line, slot] = rows.info[row, slot]
            if is_told[row]:
                stem[line] = max(stem[line], sizes[row, 2])
            else:
                for column in range(rows.syntax.shape[1]):
                    if rows.syntax[row, column, 1]:
                        lines.syntax[line, column, 0] = rows.syntax[row, column, 0]
                        lines.syntax[line, column, 1] += rows.syntax[row, column, 1]
                is_told[row] = True
            row = np.int64(tree.parent[row])
        if marked[line] >= 0:
            first, to = rows.mark_start[marked[line]], lines.mark_start[line]
            for mark in range(lines.mark_start[line + 1] - to):
                lines.mark_kind[to + mark] = rows.mark_kind[first + mark]
                lines.mark_xy[to + mark] = rows.mark_xy[first + mark]
