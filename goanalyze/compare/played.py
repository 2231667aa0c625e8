"""What the games of a dataset were really played by: its conventions, learned from their counts and recorded margins.

Only what the records say and what was counted is read, so that applying conventions changes nothing of what is learned.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.conventions.choices import RestMode
from goanalyze.conventions.evidence import Counted
from goanalyze.conventions.groups import COLUMNS, Headers
from goanalyze.conventions.learn import Group, learn
from goanalyze.conventions.origins import COLUMNS as NAMING_ORIGIN
from goanalyze.conventions.origins import origins
from goanalyze.rules import Scoring, Seki
from goanalyze.score.choices import Quality
from goanalyze.sgf.choices import KomiSource, ResultBy, Unit
from goanalyze.tables.reading import Columns, TableOrParts
from goanalyze.vocabulary.arrow import encode, numbers, numbers_of, offsets_of

_COUNTED = (Quality.ESTIMATED.value, Quality.DEAD_KNOWN.value)
_RECORDED = (ResultBy.SCORE.value, ResultBy.DRAW.value)
_BOARDS = {
    (Scoring.AREA, Seki.COUNTED): "area_margin",
    (Scoring.TERRITORY, Seki.EYES): "territory_margin",
    (Scoring.TERRITORY, Seki.STRICT): "territory_margin_strict",
    (Scoring.TERRITORY, Seki.COUNTED): "territory_margin_plain",
}
READ: Final = {
    "games": tuple(dict.fromkeys((*COLUMNS, *NAMING_ORIGIN, "result_by", "result_margin", "result_unit", "komi_source",
                                  "canonical_id"))),
    "counts": (*_BOARDS.values(), *(f"other_{name}" for name in _BOARDS.values()), "position", "rest"),
}  # fmt: skip
"""Columns of the tables that are read."""


def find_groups(games: TableOrParts, counts: TableOrParts) -> list[Group]:
    """Find what the games of a dataset were played by, group by group; see `goanalyze.conventions.learn`.

    Args:
        games: the table.
        counts: the table, in the order of games.

    Raises:
        DatasetError: a table is damaged or lacks a column.
    """
    known = Columns(games)
    counted = counted_games(known, Columns(counts))
    return learn(headers_of(known), origins({name: known[name] for name in NAMING_ORIGIN}), counted)


def headers_of(games: Columns) -> Headers:
    """Return what the records of all games say."""
    return Headers.of({name: games[name] for name in COLUMNS})


def counted_games(games: Columns, counts: Columns) -> Counted:
    """Return the games whose count and recorded margin are known."""
    games.read(READ["games"])
    counts.read(READ["counts"])
    recorded = numbers_of(games["result_margin"])
    by, position = offsets_of(games["result_by"], _RECORDED), offsets_of(counts["position"], _COUNTED)
    rows = np.flatnonzero(~np.isnan(recorded) & (by >= 0) & (position >= 0))

    def some(columns: Columns, name: str) -> NDArray[np.float64]:
        return numbers_of(columns[name])[rows]

    rest = offsets_of(counts["rest"], RestMode.names())[rows]
    usual = origins({name: games[name] for name in NAMING_ORIGIN}).rest[rows]
    boards = dict[tuple[Scoring, Seki, RestMode], NDArray[np.float64]]()
    for (scoring, seki), name in _BOARDS.items():
        counted, other = some(counts, name), some(counts, f"other_{name}")
        for mode in RestMode:
            boards[scoring, seki, mode] = np.where((rest < 0) | (rest == mode.index), counted, other)
    same = encode(games["canonical_id"].cast(pa.string()).take(numbers(rows)).combine_chunks())[0]
    return Counted(
        rows=rows,
        boards=boards,
        has_rest=rest >= 0,
        usual_rest=usual,
        recorded=recorded[rows],
        zi=offsets_of(games["result_unit"], (Unit.ZI.value,))[rows] == 0,
        stones=np.nan_to_num(some(games, "handicap_stones")),
        same=same.astype(np.int64),
        auction=offsets_of(games["komi_source"], (KomiSource.AUCTION.value,))[rows] == 0,
    )
