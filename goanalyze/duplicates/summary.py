"""What a search for copies found, added up: how many of each kind, where results contradict each other, examples."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.duplicates.choices import Kind, Level
from goanalyze.duplicates.find import Duplicates
from goanalyze.vocabulary.arrow import flags_of, numbers_of, offsets_of


@dataclass(frozen=True, slots=True)
class KindCount:
    """The copies, or pairs, of one kind.

    Attributes:
        code: GO601–GO608.
        number: rows.
        confidence: rows by `Level`, by its name.
        across: rows whose best copy is in another archive or folder.
        examples: a few rows of the table, those of groups first.
    """

    code: str
    number: int
    confidence: dict[str, int]
    across: int
    examples: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Overview:
    """What was found.

    Attributes:
        games: looked at.
        omitted: pairs left out of the table.
        groups: of games that are there more than once.
        copies: games of groups beside the best copies.
        kinds: by code, those that occur.
        contradicting: copies whose result contradicts the best one's.
        contradicting_groups: the groups that they are in.
        contradictions: rows of the first of them.
    """

    games: int
    omitted: int
    groups: int
    copies: int
    contradicting: int
    contradicting_groups: int
    kinds: dict[str, KindCount] = field(default_factory=dict)
    contradictions: list[dict[str, Any]] = field(default_factory=list)


def overview(found: Duplicates, examples: int = 2, contradictions: int | None = 20) -> Overview:
    """Add up what was found.

    Args:
        found: the table and its figures.
        examples: rows shown of each kind, at most.
        contradictions: rows shown of those whose results contradict each other, at most; None for all.
    """
    table = found.table
    keep, across, against = (flags_of(table[name]) == 1 for name in ("keep", "across", "contradicts"))
    group, code = numbers_of(table["group"]), offsets_of(table["code"], Kind.names())
    level = offsets_of(table["confidence"], Level.names())
    kinds = {}
    for kind in Kind:
        rows = np.flatnonzero((code == kind.index) & ~keep)
        if len(rows):
            levels = np.bincount(level[rows], minlength=len(Level)).tolist()
            shown = _rows(table, rows[:examples])
            counts = dict(zip(Level.names(), levels, strict=True))
            kinds[kind.value] = KindCount(kind.value, len(rows), counts, int(across[rows].sum()), shown)
    disputed = np.flatnonzero(against)
    return Overview(
        games=found.games,
        omitted=found.omitted,
        groups=int(keep.sum()),
        copies=int((~keep & ~np.isnan(group)).sum()),
        contradicting=len(disputed),
        contradicting_groups=len(np.unique(group[disputed])),
        kinds=kinds,
        contradictions=_rows(table, disputed[:contradictions]),
    )


def _rows(table: pa.Table, rows: NDArray[np.int64]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.take(pa.array(rows, pa.int64())).to_pylist()
    return found
