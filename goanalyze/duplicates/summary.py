"""Counts of the copies in a dataset, by kind and confidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.archives.address import Address
from goanalyze.duplicates.find import Duplicates
from goanalyze.duplicates.game_facts import CopyKind, Level
from goanalyze.util.arrow import flags_of, numbers, numbers_of, offsets_of
from goanalyze.util.row import FieldMapping, Fields

EXAMPLES: Final = 2
"""Number of examples of each kind."""
_BATCH: Final = 1_000  # rows


class DuplicateSummary:
    """The copies in a dataset, as rows of the table duplicates.

    Attributes:
        search: the result of the search.
        groups: int64[groups], rows of the best copies.
        copies: int64[copies], rows of the other copies of groups.
        contradictions: int64[n], rows of copies whose result contradicts that of the best copy.
        contradicting_groups: number of groups with such copies.
        kinds: the codes that occur.
    """

    def __init__(self, search: Duplicates) -> None:
        table = search.table
        is_best, is_across, contradicts = (flags_of(table[name]) == 1 for name in ("keep", "across", "contradicts"))
        group = numbers_of(table["group"])
        self.search = search
        self.groups = np.flatnonzero(is_best)
        self.copies = np.flatnonzero(~is_best & ~np.isnan(group))
        self.contradictions = np.flatnonzero(contradicts)
        self.contradicting_groups = len(np.unique(group[contradicts]))
        self._kind, self._level = (
            offsets_of(table[name], names)
            for name, names in (("code", CopyKind.names()), ("confidence", Level.names()))
        )
        self._is_across = is_across
        self.kinds = [kind for kind in CopyKind if len(self.rows(kind))]

    def rows(self, kind: CopyKind, level: Level | None = None, *, is_across: bool | None = None) -> NDArray[np.int64]:
        """Return the rows with a code, int64[n]."""
        is_match = self._kind == kind.index
        if level is not None:
            is_match &= self._level == level.index
        if is_across is not None:
            is_match &= self._is_across == is_across
        return np.flatnonzero(is_match)

    def records(self, rows: NDArray[np.int64]) -> list[Fields]:
        """Return rows of the table as plain data."""
        records: list[Fields] = self.search.table.take(numbers(rows)).to_pylist()
        return records

    def to_data(self, *, contradictions: int | None = 20) -> dict[str, object]:
        """Return the counts as plain data."""
        return {
            "games": self.search.games,
            "groups": len(self.groups),
            "copies": len(self.copies),
            "pairs_left_out": self.search.omitted,
            "contradicting_copies": len(self.contradictions),
            "contradicting_groups": self.contradicting_groups,
            "contradictions": self.records(self.contradictions[:contradictions]),
            "kinds": [
                {
                    "code": kind.value,
                    "title": kind.meaning,
                    "rows": len(self.rows(kind)),
                    **{level.value: len(self.rows(kind, level)) for level in reversed(Level)},
                    "across": len(self.rows(kind, is_across=True)),
                    "within": len(self.rows(kind, is_across=False)),
                    "examples": self.records(self.rows(kind)[:EXAMPLES]),
                }
                for kind in self.kinds
            ],
        }


def address_of(row: FieldMapping, prefix: str = "") -> str:
    """Return the address of a copy."""
    return str(Address.of({name: row[f"{prefix}{name}"] for name in ("source", "member", "game_index")}))


def addressed_rows(table: pa.Table) -> Iterator[tuple[object, ...]]:
    """Yield the address of each copy, that of its best copy, and the values of its row."""
    for batch in table.to_batches(max_chunksize=_BATCH):
        for row in batch.to_pylist():
            yield address_of(row), address_of(row, "best_"), *row.values()
