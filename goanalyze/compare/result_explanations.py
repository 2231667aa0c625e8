"""Explanations of the recorded results of each group of games: the header, its convention, or one of the audit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.compare.dataset_evidence import counted_games, headers_of
from goanalyze.conventions.choices import ResultScale, Standing
from goanalyze.conventions.group_rows import groups_from_rows
from goanalyze.conventions.groups import matches
from goanalyze.conventions.hypotheses import FAMILIES, CountingHypothesis
from goanalyze.conventions.learning import Group
from goanalyze.rules import RULESETS
from goanalyze.tables.dataset import DatasetError, read_dataset, read_success
from goanalyze.tables.reading import Columns, TableOrParts, read
from goanalyze.tables.store import Store
from goanalyze.vocabulary.arrow import flags_of


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
    return groups, GroupResults(groups, tables), "conventions" in read_success(Store(folder))[0]


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
