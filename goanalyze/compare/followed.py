"""How the recorded results of each group of games follow: from the header, from its convention, or by a story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.compare.conventions import groups_in
from goanalyze.compare.played import counted_games, headers_of
from goanalyze.conventions.choices import ResultScale, Standing
from goanalyze.conventions.groups import matches
from goanalyze.conventions.hypotheses import FAMILIES, Way
from goanalyze.conventions.learn import Group
from goanalyze.rules import RULESETS
from goanalyze.tables.dataset import DatasetError, read_dataset, read_success
from goanalyze.tables.reading import Columns, TableOrParts, read
from goanalyze.tables.store import Store
from goanalyze.vocabulary.arrow import flags_of


def open_groups(folder: str | Path) -> tuple[list[Group], CountedGroups, bool]:
    """Return the groups of a dataset on disk, their counted games, and whether conventions were applied in it.

    Raises:
        DatasetError: there is no dataset, it is not whole, it has no table conventions, or a part is damaged.
    """
    tables = read_dataset(folder)
    if "conventions" not in tables:
        raise DatasetError(f"the dataset {str(folder)!r} has no table conventions, since it was checked with "
                           "--conventions off; run the check again without that")  # fmt: skip
    groups = groups_in(read(tables["conventions"]))
    return groups, CountedGroups(groups, tables), "conventions" in read_success(Store(folder))[0]


class Followed(NamedTuple):
    """The games of a group with a count and a recorded margin, copies included, by what gives the margin.

    Attributes:
        header: int64[n], rows of the table games: it follows from what the header says.
        convention: not that, but from the convention of the group.
        story: neither, but another explanation of the table audit gives it.
        nothing: nothing that was tried gives it.
    """

    header: NDArray[np.int64]
    convention: NDArray[np.int64]
    story: NDArray[np.int64]
    nothing: NDArray[np.int64]

    @property
    def games(self) -> int:
        """All of them."""
        return sum(map(len, self))


class CountedGroups:
    """The counted games of groups.

    Args:
        groups: all groups of a dataset, in order.
        tables: `games`, `counts` and `audit`.

    Raises:
        DatasetError: a table is damaged or lacks a column.
    """

    def __init__(self, groups: Sequence[Group], tables: Mapping[str, TableOrParts]) -> None:
        self._groups = groups
        games = Columns(tables["games"])
        self._counted = counted_games(games, Columns(tables["counts"]))
        headers = headers_of(games).take(self._counted.rows)
        asked = {group.header.undivided for group in groups if group.tried}  # of others nothing is told
        numbers = [number for number, group in enumerate(groups) if group.header.undivided in asked]
        found = matches([groups[number].convention() for number in numbers], headers)
        self._number = np.array([*numbers, -1], dtype=np.int64)[found]
        audit, ids = Columns(tables["audit"]), games["game_id"].cast(pa.string())
        audited = audit["game_id"].cast(pa.string()).combine_chunks()
        row = pc.index_in(ids.take(pa.array(self._counted.rows)), value_set=audited)
        place = row.fill_null(-1).to_numpy().astype(np.int64)
        self._explained = np.append(flags_of(audit["explained"]) == 1, False)[place]

    def followed(self, number: int) -> Followed:
        """Return how the results of a group follow."""
        group, places = self._groups[number], np.flatnonzero(self._number == number)
        games = self._counted.take(places)
        by_header, by_convention = np.zeros((2, len(games)), dtype=np.bool_)
        for each in group.tried:
            if each.hypothesis.is_header:
                by_header |= games.follows(each.hypothesis)
            is_header = not each.hypothesis.changes and each.hypothesis.rest is group.played.rest
            if each.standing is Standing.CHOSEN or is_header:
                by_convention |= games.follows(each.hypothesis)
        by_convention &= ~by_header
        story = self._explained[places] & ~by_header & ~by_convention
        parts = by_header, by_convention, story, ~(by_header | by_convention | story)
        return Followed(*(games.rows[part] for part in parts))

    def needed(self, number: int) -> tuple[NDArray[np.int64], dict[str, NDArray[np.float64]]]:
        """Return the counted games of a group, and the komi that would give each recorded margin.

        Returns:
            Their rows of the table games; and by ruleset, of which one counts territory and one area, komi in points.
        """
        games = self._counted.take(np.flatnonzero(self._number == number))
        bonus = {name: RULESETS[name].compensation.value for name in FAMILIES}
        ways = [Way(name, bonus[name], ResultScale.AS_READ, self._groups[number].played.rest) for name in FAMILIES]
        return games.rows, {way.ruleset: games.needed(way) for way in ways}
