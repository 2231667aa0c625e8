"""What a search for copies found, added up: how many of each kind, where results contradict each other, examples."""

from __future__ import annotations

from typing import Any, TypeAlias, TypedDict

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.duplicates.choices import Kind, Level
from goanalyze.duplicates.find import Duplicates
from goanalyze.vocabulary.arrow import flags_of, numbers_of, offsets_of

Row: TypeAlias = dict[str, Any]
"""A row of the table duplicates."""


class KindFound(TypedDict):
    """A code that occurs: its rows, by confidence, and by where the best copy is; and a few of them."""

    code: str
    title: str
    rows: int
    certain: int
    likely: int
    possible: int
    across: int
    within: int
    examples: list[Row]


class Found(TypedDict):
    """What was found, see `overview`."""

    games: int
    groups: int
    copies: int
    pairs_left_out: int
    contradicting_copies: int
    contradicting_groups: int
    contradictions: list[Row]
    kinds: list[KindFound]


def overview(found: Duplicates, examples: int = 2, contradictions: int | None = 20) -> Found:
    """Add up what was found, as plain data.

    Args:
        found: the table and its figures.
        examples: rows shown of each kind, at most.
        contradictions: rows shown of those whose results contradict each other, at most; None for all.

    Returns:
        games, groups, copies beside the best ones, pairs_left_out. contradicting_copies and the groups that they are
        in, with the first of their rows as contradictions. kinds: for each code that occurs its rows, also by
        confidence and by where the best copy is, and a few of them, those of groups first.
    """
    table = found.table
    keep, across, against = (flags_of(table[name]) == 1 for name in ("keep", "across", "contradicts"))
    group, code = numbers_of(table["group"]), offsets_of(table["code"], Kind.names())
    level = offsets_of(table["confidence"], Level.names())
    kinds: list[KindFound] = []
    for kind in Kind:
        rows = np.flatnonzero((code == kind.index) & ~keep)
        if len(rows):
            elsewhere = int(across[rows].sum())
            levels = Level.CERTAIN, Level.LIKELY, Level.POSSIBLE
            certain, likely, possible = (int(np.count_nonzero(level[rows] == each.index)) for each in levels)
            kinds.append(
                {
                    "code": kind.value,
                    "title": kind.meaning,
                    "rows": len(rows),
                    "certain": certain,
                    "likely": likely,
                    "possible": possible,
                    "across": elsewhere,
                    "within": len(rows) - elsewhere,
                    "examples": _rows(table, rows[:examples]),
                }
            )
    disputed = np.flatnonzero(against)
    return {
        "games": found.games,
        "groups": int(keep.sum()),
        "copies": int((~keep & ~np.isnan(group)).sum()),
        "pairs_left_out": found.omitted,
        "contradicting_copies": len(disputed),
        "contradicting_groups": len(np.unique(group[disputed])),
        "contradictions": _rows(table, disputed[:contradictions]),
        "kinds": kinds,
    }


def _rows(table: pa.Table, rows: NDArray[np.int64]) -> list[Row]:
    found: list[Row] = table.take(pa.array(rows, pa.int64())).to_pylist()
    return found
