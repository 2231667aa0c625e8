"""What a search for copies found, added up: how many of each kind, where results contradict each other, examples."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

import pyarrow as pa

from goanalyze.duplicates.confidence import CODES
from goanalyze.duplicates.find import Duplicates

__all__ = ["Kind", "Overview", "overview"]

_BATCH: Final = 100_000
_NUMBERS: Final = ("code", "confidence", "group", "keep", "contradicts", "across")


@dataclass(slots=True)
class Kind:
    """The copies, or pairs, of one code.

    Attributes:
        code: GO601–GO608.
        number: rows.
        confidence: rows by certain, likely, possible.
        across: rows whose best copy is in another archive or folder.
        examples: a few rows of the table, those of groups first.
    """

    code: str
    number: int = 0
    confidence: Counter[str] = field(default_factory=Counter)
    across: int = 0
    examples: list[dict[str, Any]] = field(default_factory=list)


@dataclass(slots=True)
class Overview:
    """What was found.

    Attributes:
        games: looked at.
        groups: of games that are there more than once.
        copies: games of groups beside the best copies.
        untold: pairs left out of the table.
        kinds: by code, those that occur.
        contradicting: copies whose result contradicts the best one's.
        contradicting_groups: the groups that they are in.
        contradictions: rows of the first of them.
    """

    games: int
    untold: int
    groups: int = 0
    copies: int = 0
    kinds: dict[str, Kind] = field(default_factory=dict)
    contradicting: int = 0
    contradicting_groups: int = 0
    contradictions: list[dict[str, Any]] = field(default_factory=list)


def overview(found: Duplicates, examples: int = 2, contradictions: int | None = 20) -> Overview:
    """Add up what was found.

    Args:
        found: the table and its figures.
        examples: rows shown of each kind, at most.
        contradictions: rows shown of those whose results contradict each other, at most; None for all.
    """
    table = found.table
    told = Overview(found.games, found.untold)
    wanted: dict[int, list[list[dict[str, Any]]]] = {}  # number of a row: the lists it goes into
    disputed: set[int] = set()
    at = 0
    for batch in table.select(list(_NUMBERS)).to_batches(max_chunksize=_BATCH):
        for code, confidence, group, keep, contradicts, across in zip(
            *(part.to_pylist() for part in batch), strict=True
        ):
            if keep:
                told.groups += 1
            else:
                told.copies += group is not None
                kind = told.kinds.setdefault(code, Kind(code))
                kind.number += 1
                kind.confidence[confidence] += 1
                kind.across += across
                if kind.number <= examples:
                    wanted.setdefault(at, []).append(kind.examples)
            if contradicts:
                told.contradicting += 1
                disputed.add(group)
                if contradictions is None or told.contradicting <= contradictions:
                    wanted.setdefault(at, []).append(told.contradictions)
            at += 1
    told.contradicting_groups = len(disputed)
    told.kinds = {code: told.kinds[code] for code in CODES if code in told.kinds}
    rows = table.take(pa.array(list(wanted), pa.int64())).to_pylist()
    for row, lists in zip(rows, wanted.values(), strict=True):
        for its in lists:
            its.append(row)
    return told
