"""The evidence of each game's margins: its dead stones, and the record that confirms or contradicts an estimate.

The counted games of a dataset: conventions are learned from them and explain their recorded results.

A game is counted if both the count of its final position and its recorded margin are known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import ArrayLike, NDArray

from goanalyze.compare.games import games_by_id
from goanalyze.conventions.convention import RestMode, ResultScale, Standing
from goanalyze.conventions.evidence import CountedGames
from goanalyze.conventions.group_rows import group_rows, groups_from_rows
from goanalyze.conventions.groups import COLUMNS, ORIGIN_COLUMNS, Headers, matches, origins
from goanalyze.conventions.hypotheses import FAMILIES, CountingHypothesis
from goanalyze.conventions.learning import Group, learn
from goanalyze.errors import DatasetError
from goanalyze.rules import RULESETS, Scoring, Seki
from goanalyze.score.choices import Agreement, Explanation, Quality
from goanalyze.sgf.choices import KomiSource, ResultBy, Unit
from goanalyze.tables.dataset import read_dataset, read_facts
from goanalyze.tables.reading import Columns, TableOrParts, read
from goanalyze.tables.schema import CONVENTIONS
from goanalyze.util.arrow import as_arrow, encode, flags_of, numbers, numbers_of, offsets_of
from goanalyze.util.statistics import wilson

Flags: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class GameEvidence:
    """Facts on the final position of each game under any ruleset; arrays [games].

    Attributes:
        is_confirmed: bool[games], True if the count gives the recorded margin under the ruleset that the record names,
            or under the one that fits where it names none.
        is_contradicted: bool[games], True if the count gives another margin or winner than the record, unless another
            ruleset than the one that the record names gives the recorded margin at the recorded komi.
        doubt: float64[games], probability from 0 to 1 that an estimate gives a wrong margin.
        has_no_dead: bool[games], True if no stone on the final board is dead, as far as that is known or estimated.
        has_other_passes: bool[games], True if there are passes other than two that end the record: then one side mostly
            played on while the other passed.
    """

    is_confirmed: Flags
    is_contradicted: Flags
    doubt: NDArray[np.float64]
    has_no_dead: Flags
    has_other_passes: Flags


def game_evidence(games: Columns, counts: Columns, audit: Columns) -> GameEvidence:
    """Return the evidence of each game.

    Args:
        games: table games.
        counts: table counts, one row per game in the same order.
        audit: table audit, games with a recorded count only.
    """
    games.read(("game_id", "ended_by"))
    counts.read(("black_dead", "white_dead", "black_passes", "white_passes", "count_confidence", "status_source"))
    audit.read(("game_id", "agreement", "explanation"))
    row = games_by_id(audit, games)  # −1 without an audit: the False at the end
    agreement = offsets_of(audit["agreement"], Agreement.names())
    has_other_ruleset = offsets_of(audit["explanation"], (Explanation.OTHER_RULESET.value,)) >= 0
    is_contradicted = (agreement >= 0) & (agreement != Agreement.EXACT.index) & ~has_other_ruleset
    confidence, dead = numbers_of(counts["count_confidence"]), _sum(counts, "dead")
    is_judged = offsets_of(counts["status_source"], ("none",)) < 0
    passes = np.nan_to_num(_sum(counts, "passes"))
    has_final_passes = offsets_of(games["ended_by"], ("passes",)) == 0
    return GameEvidence(
        is_confirmed=np.append(agreement == Agreement.EXACT.index, False)[row],
        is_contradicted=np.append(is_contradicted, False)[row],
        doubt=1.0 - np.nan_to_num(confidence),
        has_no_dead=is_judged & (dead == 0),
        has_other_passes=passes > np.where(has_final_passes, 2, 0),
    )


def _sum(counts: Columns, name: str) -> NDArray[np.float64]:
    total: NDArray[np.float64] = numbers_of(counts[f"black_{name}"]) + numbers_of(counts[f"white_{name}"])
    return total


def doubtful_interval(
    number: ArrayLike, total: ArrayLike, doubt_in: ArrayLike = 0.0, doubt_out: ArrayLike = 0.0
) -> tuple[Any, Any]:
    """Return the 95% interval of a share of games some of which are estimated.

    It is Wilson's interval, widened: of the games in the share those expected to be wrong are taken out for the lower
    end. For the upper end, games outside that are expected to be wrong are added, at the upper end of the share itself,
    since a count that is wrong falls into the share as often as another game.

    Args:
        number: number of games in the share.
        total: number of all games.
        doubt_in: sum of the probabilities that an estimate is wrong, over the games in the share.
        doubt_out: sum of these probabilities over the other games.

    Returns:
        The ends of the interval, from 0 to 1.

    Example:
        >>> [round(float(end), 4) for end in doubtful_interval(40, 1000)]
        [0.0295, 0.054]
        >>> [round(float(end), 4) for end in doubtful_interval(40, 1000, doubt_in=10, doubt_out=100)]
        [0.0211, 0.0601]
    """
    _, most = wilson(number, total)
    low, _ = wilson(np.maximum(np.subtract(number, doubt_in), 0.0), total)
    _, high = wilson(np.minimum(np.add(number, most * np.asarray(doubt_out)), total), total)
    return low, high


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
    """Return the games whose recorded margin follows by a convention of their group, and not by the header.

    Args:
        tables: the tables conventions, games, counts and audit.
    """
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

    Args:
        groups: all groups of a dataset, in order.
        tables: the tables games, counts and audit.

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
        """Return the explanations of the results of a group.

        Args:
            number: number of the group.
        """
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

        Args:
            number: number of the group.

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
