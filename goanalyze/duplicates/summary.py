"""Counts of the copies in a dataset, by kind and confidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.archives.address import Address
from goanalyze.duplicates.choices import CopyKind, Level
from goanalyze.duplicates.find import Duplicates
from goanalyze.vocabulary.arrow import flags_of, numbers, numbers_of, offsets_of

_BATCH: Final = 1_000  # rows


@dataclass(frozen=True, slots=True)
class KindRows:
    """The rows of the table duplicates with one code, best copies left out.

    Attributes:
        kind: the code.
        rows: int64[n], rows of the table.
        by_level: the rows of each confidence.
        across: those of them whose best copy is in another archive or folder.
    """

    kind: CopyKind
    rows: NDArray[np.int64]
    by_level: dict[Level, NDArray[np.int64]]
    across: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class DuplicateSummary:
    """The copies in a dataset.

    Attributes:
        search: the result of the search.
        groups: int64[groups], rows of the table with the best copy of each group.
        copies: int64[copies], rows with the other copies.
        contradictions: int64[n], rows of copies whose result contradicts that of the best copy.
        contradicting_groups: number of groups with such copies.
        kinds: the codes that occur.
    """

    search: Duplicates
    groups: NDArray[np.int64]
    copies: NDArray[np.int64]
    contradictions: NDArray[np.int64]
    contradicting_groups: int
    kinds: tuple[KindRows, ...]

    def records(self, rows: NDArray[np.int64]) -> list[dict[str, Any]]:
        """Return rows of the table as plain data."""
        records: list[dict[str, Any]] = self.search.table.take(numbers(rows)).to_pylist()
        return records

    def to_data(self, *, examples: int = 2, contradictions: int | None = 20) -> dict[str, object]:
        """Return the counts as plain data.

        Args:
            examples: number of rows shown of each kind.
            contradictions: number of rows shown of copies with contradicting results; None for all.
        """
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
                    "code": each.kind.value,
                    "title": each.kind.meaning,
                    "rows": len(each.rows),
                    **{level.value: len(each.by_level[level]) for level in reversed(Level)},
                    "across": len(each.across),
                    "within": len(each.rows) - len(each.across),
                    "examples": self.records(each.rows[:examples]),
                }
                for each in self.kinds
            ],
        }


def summarize(search: Duplicates) -> DuplicateSummary:
    """Return the counts of a search.

    Example:
        >>> from goanalyze.tables.schema import TABLES
        >>> summarize(Duplicates(TABLES["duplicates"].arrow.empty_table(), 5, 0)).to_data()["copies"]
        0
    """
    table: pa.Table = search.table
    is_best, is_across, contradicts = (flags_of(table[name]) == 1 for name in ("keep", "across", "contradicts"))
    group, code = numbers_of(table["group"]), offsets_of(table["code"], CopyKind.names())
    level = offsets_of(table["confidence"], Level.names())
    kinds = []
    for kind in CopyKind:
        rows = np.flatnonzero((code == kind.index) & ~is_best)
        if len(rows):
            by_level = {each: rows[level[rows] == each.index] for each in Level}
            kinds.append(KindRows(kind, rows, by_level, rows[is_across[rows]]))
    return DuplicateSummary(
        search=search,
        groups=np.flatnonzero(is_best),
        copies=np.flatnonzero(~is_best & ~np.isnan(group)),
        contradictions=np.flatnonzero(contradicts),
        contradicting_groups=len(np.unique(group[contradicts])),
        kinds=tuple(kinds),
    )


def address_of(row: Mapping[str, Any], prefix: str = "") -> str:
    """Return the address of a copy.

    Args:
        row: row of the table duplicates.
        prefix: `best_` for the best copy.
    """
    return str(Address.of({name: row[f"{prefix}{name}"] for name in ("source", "member", "game_index")}))


def addressed_rows(table: pa.Table) -> Iterator[tuple[str, str, *tuple[object, ...]]]:
    """Yield the address of each copy, that of its best copy, and the values of its row.

    Args:
        table: the table duplicates.
    """
    for batch in table.to_batches(max_chunksize=_BATCH):
        for row in batch.to_pylist():
            yield (address_of(row), address_of(row, "best_"), *row.values())
