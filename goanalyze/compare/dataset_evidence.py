"""The counted games of a dataset, as the evidence that conventions are learned from, and the table conventions.

A game is counted if both the count of its final position and its recorded margin are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.conventions.choices import RestMode
from goanalyze.conventions.evidence import CountedGames
from goanalyze.conventions.group_rows import group_rows
from goanalyze.conventions.groups import COLUMNS, Headers
from goanalyze.conventions.learning import Group, learn
from goanalyze.conventions.origins import COLUMNS as ORIGIN_COLUMNS
from goanalyze.conventions.origins import origins
from goanalyze.rules import Scoring, Seki
from goanalyze.score.choices import Quality
from goanalyze.sgf.choices import KomiSource, ResultBy, Unit
from goanalyze.tables.reading import Columns, TableOrParts
from goanalyze.tables.schema import CONVENTIONS
from goanalyze.vocabulary.arrow import as_arrow, encode, numbers, numbers_of, offsets_of

_COUNTED: Final = (Quality.ESTIMATED.value, Quality.DEAD_KNOWN.value)
_RECORDED: Final = (ResultBy.SCORE.value, ResultBy.DRAW.value)
_BOARDS: Final = {
    (Scoring.AREA, Seki.COUNTED): "area_margin",
    (Scoring.TERRITORY, Seki.EYES): "territory_margin",
    (Scoring.TERRITORY, Seki.STRICT): "territory_margin_strict",
    (Scoring.TERRITORY, Seki.COUNTED): "territory_margin_plain",
}
READ: Final = {
    "games": tuple(dict.fromkeys((*COLUMNS, *ORIGIN_COLUMNS, "result_by", "result_margin", "result_unit", "komi_source",
                                  "canonical_id"))),
    "counts": (*_BOARDS.values(), *(f"other_{name}" for name in _BOARDS.values()), "position", "rest"),
}  # fmt: skip
"""Columns of the tables that are read."""


def find_groups(games: TableOrParts, counts: TableOrParts) -> list[Group]:
    """Learn the terms that each group of games was played by; see `goanalyze.conventions.learning`.

    Args:
        games: the table games.
        counts: the table counts, in the order of games.

    Raises:
        DatasetError: a table is damaged or lacks a column.
    """
    known = Columns(games)
    counted = counted_games(known, Columns(counts))
    return learn(headers_of(known), origins({name: known[name] for name in ORIGIN_COLUMNS}), counted)


def table_of(groups: Sequence[Group]) -> pa.Table:
    """Return groups as the table conventions; `goanalyze.conventions.group_rows.groups_from_rows` reads its rows."""
    rows = group_rows(groups)
    columns = [as_arrow([row.get(column.name) for row in rows], column.type) for column in CONVENTIONS.columns]
    return pa.Table.from_arrays(columns, schema=CONVENTIONS.arrow)


def headers_of(games: Columns) -> Headers:
    """Return the headers of all games."""
    return Headers.of({name: games[name] for name in COLUMNS})


def counted_games(games: Columns, counts: Columns) -> CountedGames:
    """Return the counted games of a dataset.

    Args:
        games: columns of the table games.
        counts: columns of the table counts.
    """
    games.read(READ["games"])
    counts.read(READ["counts"])
    recorded = numbers_of(games["result_margin"])
    by, quality = offsets_of(games["result_by"], _RECORDED), offsets_of(counts["position"], _COUNTED)
    rows = np.flatnonzero(~np.isnan(recorded) & (by >= 0) & (quality >= 0))

    def values(columns: Columns, name: str) -> NDArray[np.float64]:
        return numbers_of(columns[name])[rows]

    rest = offsets_of(counts["rest"], RestMode.names())[rows]
    boards = dict[tuple[Scoring, Seki, RestMode], NDArray[np.float64]]()
    for (scoring, seki), name in _BOARDS.items():
        counted, other = values(counts, name), values(counts, f"other_{name}")
        for mode in RestMode:
            boards[scoring, seki, mode] = np.where((rest < 0) | (rest == mode.index), counted, other)
    same = encode(games["canonical_id"].cast(pa.string()).take(numbers(rows)).combine_chunks())[0]
    return CountedGames(
        rows=rows,
        boards=boards,
        has_rest=rest >= 0,
        usual_rest=origins({name: games[name] for name in ORIGIN_COLUMNS}).rest[rows],
        recorded=recorded[rows],
        is_zi=offsets_of(games["result_unit"], (Unit.ZI.value,))[rows] == 0,
        stones=np.nan_to_num(values(games, "handicap_stones")),
        same=same.astype(np.int64),
        is_auction=offsets_of(games["komi_source"], (KomiSource.AUCTION.value,))[rows] == 0,
    )
