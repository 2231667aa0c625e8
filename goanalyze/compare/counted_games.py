"""The counted games of a dataset: conventions are learned from them and explain their recorded results.

A game is counted if both the count of its final position and its recorded margin are known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.conventions.convention import RestMode, ResultScale, Standing
from goanalyze.conventions.evidence import CountedGames
from goanalyze.conventions.group_rows import group_rows, groups_from_rows
from goanalyze.conventions.groups import COLUMNS, ORIGIN_COLUMNS, Headers, matches, origins
from goanalyze.conventions.hypotheses import FAMILIES, CountingHypothesis
from goanalyze.conventions.learning import Group, learn
from goanalyze.errors import DatasetError
from goanalyze.rules import RULESETS, Scoring, Seki
from goanalyze.score.choices import Quality
from goanalyze.sgf.choices import KomiSource, ResultBy, Unit
from goanalyze.tables.dataset import read_dataset, read_facts
from goanalyze.tables.reading import Columns, TableOrParts, read
from goanalyze.tables.schema import CONVENTIONS
from goanalyze.util.arrow import as_arrow, encode, flags_of, numbers, numbers_of, offsets_of

_COUNTED: Final = (Quality.ESTIMATED.value, Quality.DEAD_KNOWN.value)
_RECORDED: Final = (ResultBy.SCORE.value, ResultBy.DRAW.value)
_BOARDS: Final = {
    (Scoring.AREA, Seki.COUNTED): "area_margin",
    (Scoring.TERRITORY, Seki.EYES): "territory_margin",
    (Scoring.TERRITORY, Seki.STRICT): "territory_margin_strict",
    (Scoring.TERRITORY, Seki.COUNTED): "territory_margin_plain",
}
READ: Final = {
    "games": tuple(
        dict.fromkeys(
            (*COLUMNS, *ORIGIN_COLUMNS, "result_by", "result_margin", "result_unit", "komi_source", "canonical_id")
        )
    ),
    "counts": (*_BOARDS.values(), *(f"other_{name}" for name in _BOARDS.values()), "position", "rest"),
}
"""Columns of the tables that are read."""


def find_groups(games: TableOrParts, counts: TableOrParts) -> list[Group]:
    """Learn the terms that each group of games was played by; see `goanalyze.conventions.learning`.

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
    """Return the counted games of a dataset."""
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


def open_groups(folder: str | Path) -> tuple[list[Group], GroupResults, bool]:
    """Return the groups of a dataset on disk, their counted games, and True if conventions were applied in it.

    Raises:
        DatasetError: the dataset is missing or incomplete, lacks the table conventions, or a part is damaged.
    """
    tables = read_dataset(folder)
    if "conventions" not in tables:
        raise DatasetError(
            f"the dataset {str(folder)!r} lacks the table conventions: it was checked with --conventions off. "
            "Expected a dataset checked without that option"
        )
    groups = groups_from_rows(read(tables["conventions"]).to_pylist())
    return groups, GroupResults(groups, tables), "conventions" in read_facts(folder)["options"]


def convention_rows(tables: Mapping[str, TableOrParts]) -> NDArray[np.int64]:
    """Return the games whose recorded margin follows by a convention of their group, and not by the header."""
    groups = groups_from_rows(read(tables["conventions"]).to_pylist())
    numbers = [number for number, group in enumerate(groups) if not group.played.is_header]
    if not numbers:
        return np.zeros(0, dtype=np.int64)
    results = GroupResults(groups, tables)
    return np.concatenate([results.explanations(number).convention for number in numbers])


class ResultExplanations(NamedTuple):
    """The counted games of a group, copies included, by the explanation of the recorded margin.

    Attributes:
        header: int64[n], rows of the table games: the margin follows from the header.
        convention: int64[n], rows of the others whose margin follows from the convention of the group.
        audit: int64[n], rows of the others whose margin has an explanation of its own in the table audit.
        unexplained: int64[n], rows of the remaining games.
    """

    header: NDArray[np.int64]
    convention: NDArray[np.int64]
    audit: NDArray[np.int64]
    unexplained: NDArray[np.int64]

    @property
    def games(self) -> int:
        """Number of all games."""
        return sum(map(len, self))


class GroupResults:
    """The recorded results of the counted games of groups.

    Raises:
        DatasetError: a table is damaged or lacks a column.
    """

    def __init__(self, groups: Sequence[Group], tables: Mapping[str, TableOrParts]) -> None:
        self._groups = groups
        games = Columns(tables["games"])
        self._counted = counted_games(games, Columns(tables["counts"]))
        headers = headers_of(games).take(self._counted.rows)
        tested = {group.header.undivided for group in groups if group.tests}
        numbers = [number for number, group in enumerate(groups) if group.header.undivided in tested]
        match = matches([groups[number].convention() for number in numbers], headers)
        self._number = np.array([*numbers, -1], dtype=np.int64)[match]
        audit, ids = Columns(tables["audit"]), games["game_id"].cast(pa.string())
        audited = audit["game_id"].cast(pa.string()).combine_chunks()
        row = pc.index_in(ids.take(pa.array(self._counted.rows)), value_set=audited)
        index = row.fill_null(-1).to_numpy().astype(np.int64)
        self._has_audit = np.append(flags_of(audit["explained"]) == 1, False)[index]

    def explanations(self, number: int) -> ResultExplanations:
        """Return the explanations of the results of a group."""
        group, indices = self._groups[number], np.flatnonzero(self._number == number)
        games = self._counted.take(indices)
        by_header, by_convention = np.zeros((2, len(games)), dtype=np.bool_)
        for test in group.tests:
            if test.hypothesis.is_header:
                by_header |= games.follows(test.hypothesis)
            is_header = not test.hypothesis.changes and test.hypothesis.rest is group.played.rest
            if test.standing is Standing.CHOSEN or is_header:
                by_convention |= games.follows(test.hypothesis)
        by_convention &= ~by_header
        by_audit = self._has_audit[indices] & ~by_header & ~by_convention
        parts = by_header, by_convention, by_audit, ~(by_header | by_convention | by_audit)
        return ResultExplanations(*(games.rows[part] for part in parts))

    def required_komi(self, number: int) -> tuple[NDArray[np.int64], dict[str, NDArray[np.float64]]]:
        """Return the counted games of a group, and the komi that would give each recorded margin.

        Returns:
            int64[n], rows of the table games; float64[n], komi in points, by ruleset, one that counts territory and
            one that counts area.
        """
        games = self._counted.take(np.flatnonzero(self._number == number))
        rest = self._groups[number].played.rest
        methods = (
            CountingHypothesis(name, RULESETS[name].compensation.value, ResultScale.AS_READ, rest) for name in FAMILIES
        )
        return games.rows, {method.ruleset: games.required_komi(method) for method in methods}
