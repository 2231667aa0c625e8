"""What a report is made from: the dataset's columns, its comparison, how it was made, and where its sources are now.

Nothing here makes HTML; figures are the compare room's.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.archives.reread import SourceError, locate
from goanalyze.compare.choices import Basis, Grouping
from goanalyze.compare.comparison import Comparison
from goanalyze.compare.conventions import groups_in
from goanalyze.compare.followed import CountedGroups
from goanalyze.compare.funnel import DatasetColumns, Stage, funnel
from goanalyze.compare.groups import shared_folder
from goanalyze.compare.played import find_groups
from goanalyze.conventions.learn import Group
from goanalyze.tables.dataset import read_success
from goanalyze.tables.reading import Columns, read
from goanalyze.tables.store import Store
from goanalyze.vocabulary.arrow import names_in, numbers_of, offsets_of
from goanalyze.vocabulary.choices import KomiChoice
from goanalyze.vocabulary.text import clean

Rows = NDArray[np.int64]
GamesAgain = Callable[[Sequence[int]], Iterator[tuple[int, Any]]]
"""Reads games of some rows again: yields the row, and the game or why it cannot be had."""

_KNOWN_ENOUGH: Final = 0.5


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the outcomes.

    Attributes:
        name: known | estimated.
        title: what margins are taken, in words.
        comparison: of these margins.
    """

    name: str
    title: str
    comparison: Comparison


class Archive(DatasetColumns):
    """A dataset as the sections of a report ask for it; every column is read once, when first asked for.

    Args:
        tables: Arrow tables or paths, by name.
        games_again: reads games from their sources.
        folder: of the dataset, if it is on disk.
        page: where the report will be; links to sources given by relative paths are relative to it.
        root: where to look for sources, too.
    """

    def __init__(
        self,
        tables: Mapping[str, Any],
        games_again: GamesAgain,
        *,
        folder: Path | None = None,
        page: Path | None = None,
        root: str | Path | None = None,
    ) -> None:
        super().__init__(tables)
        self.games_again, self._folder, self._page, self._root = games_again, folder, page, root

    @cached_property
    def size(self) -> int:
        """Number of games."""
        return len(self.groups)

    @cached_property
    def facts(self) -> dict[str, Any]:
        """How the dataset was made, as the check wrote it down; empty for tables in memory."""
        if self._folder is None:
            return {}
        return read_success(Store(self._folder))[0]

    @cached_property
    def written(self) -> str:
        """Day (UTC) on which the dataset was written; empty for tables in memory."""
        if self._folder is None:
            return ""
        return datetime.fromisoformat(self.facts["finished"]).astimezone(UTC).strftime("%Y-%m-%d")

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The funnel."""
        return funnel(self)

    @cached_property
    def homes(self) -> dict[str, Rows]:
        """The games of each archive, and of each folder of plain files; the one with most games first."""
        return dict(self.groups.groups(Grouping.SOURCE))

    @cached_property
    def home(self) -> str:
        """The folder that holds all archives, with a slash at its end; empty where there is only one or none."""
        return shared_folder(list(self.homes))

    def below_home(self, place: str) -> str:
        """Return a path without `home`."""
        return place.removeprefix(self.home) or place

    @cached_property
    def titles(self) -> dict[str, str]:
        """Name that people use, by ruleset."""
        known = Columns(self.tables["rulesets"])
        return dict(zip(known["id"].to_pylist(), known["title"].to_pylist(), strict=True))

    @cached_property
    def readings(self) -> list[Reading]:
        """The outcomes of games whose dead stones are known; where those are few, also those with estimated ones."""
        known = Comparison(self.outcomes, self.groups, Basis.COUNTED, KomiChoice.RECORDED)
        found = [Reading("known", "Dead stones known", known)]
        if known.counted[1] < _KNOWN_ENOUGH * self.guessed.counted[1]:
            found.append(Reading("estimated", "Estimated dead stones included", self.guessed))
        return found

    @cached_property
    def guessed(self) -> Comparison:
        """The outcomes of games whose dead stones are known or estimated."""
        return Comparison(self.outcomes, self.groups, Basis.ESTIMATED, KomiChoice.RECORDED)

    @cached_property
    def conventions(self) -> tuple[list[Group], CountedGroups] | None:
        """The groups of games with like headers, and their counted games; None where the check did not look for any."""
        if "conventions" in self.tables:
            groups = groups_in(read(self.tables["conventions"]))
        elif self._folder is None:
            groups = find_groups(self.tables["games"], self.tables["counts"])
        else:
            return None
        return groups, CountedGroups(groups, self.tables)

    @cached_property
    def numbers(self) -> Rows:
        """For each game its number in its source, as ``goanalyze show SOURCE --game`` counts."""
        return numbers_to_show(self.games)

    def can_be_typed(self, game: int) -> bool:
        """Whether a page can print the name of a game's source as it is: else no command that has it would work."""
        source = self.rows(self.games, ("source",), [game])[0]["source"]
        return bool(clean(source) == source)

    def names(self, columns: Columns, name: str) -> tuple[NDArray[np.int64], list[str]]:
        """Return a column of names: the place of each value, −1 for null, and the names."""
        names = names_in(columns[name])
        return offsets_of(columns[name], names).astype(np.int64), names

    def among(self, columns: Columns, name: str, wanted: Collection[str]) -> NDArray[np.bool_]:
        """Return which rows of a column of names have one of those wanted."""
        place, names = self.names(columns, name)
        return np.isin(place, [names.index(one) for one in wanted if one in names])

    def rows(self, columns: Columns, names: Sequence[str], rows: Rows | Sequence[int]) -> list[dict[str, Any]]:
        """Return some rows of a table as dictionaries, only the columns named."""
        columns.read(names)
        taken = pa.array(rows, pa.int64())
        table = {name: columns[name].take(taken).to_pylist() for name in names}
        return [dict(zip(names, values, strict=True)) for values in zip(*table.values(), strict=True)]

    def link(self, source: str) -> str | None:
        """Return the address of a source's file; None where it is not found, or came from standard input."""
        if source == "-":
            return None
        try:
            path = Path(locate(source, self._folder, self._root)).absolute()
        except SourceError:
            return None
        if Path(source).is_absolute() or self._page is None:
            return path.as_uri()
        try:
            near = os.path.relpath(path, self._page.absolute().parent)
        except ValueError:  # on another drive
            return path.as_uri()
        return "./" + quote(os.fsencode(near.replace(os.sep, "/")))


def number_within_source(sources: NDArray[Any]) -> Rows:
    """Return for each game its number among the games of the same source, from 0, as ``goanalyze show`` counts.

    Example:
        >>> number_within_source(np.array([0, 1, 0, 0, 1])).tolist()
        [0, 0, 1, 2, 1]
    """
    order = np.argsort(sources, kind="stable")
    ordered = sources[order]
    begins = np.flatnonzero(np.diff(ordered, prepend=-1))
    within = np.empty(len(sources), dtype=np.int64)
    within[order] = np.arange(len(sources)) - np.repeat(begins, np.diff(np.append(begins, len(sources))))
    return within


def numbers_to_show(games: Columns) -> Rows:
    """Return for each game its number as ``goanalyze show SOURCE --game`` counts, also of a source read twice."""
    names = names_in(games["source"])
    sources = offsets_of(games["source"], names).astype(np.int64)
    numbers = number_within_source(sources)
    members = names_in(games["member"])
    place = np.stack([offsets_of(games["member"], members), numbers_of(games["game_index"])], axis=1)
    order = np.argsort(sources, kind="stable")
    bounds = np.flatnonzero(np.diff(sources[order], prepend=-2, append=-2))
    first = np.repeat(order[bounds[:-1]], np.diff(bounds))
    again = (place[order] == place[first]).all(axis=1) & (order != first)
    same = games["canonical_id"].to_pylist() if again.any() else []
    for at in np.unique(np.searchsorted(bounds, np.flatnonzero(again), side="right")).tolist():
        rows = order[bounds[at - 1] : bounds[at]]
        numbers[rows] %= _reading([(*place[row].tolist(), same[row]) for row in rows.tolist()])
    return numbers


def _reading(told: list[Any]) -> int:
    """Return after how many items a list begins again and again to its end; its length if it does not.

    Example:
        >>> _reading([1, 2, 1, 2]), _reading([1, 2, 1])
        (2, 3)
    """
    total = len(told)
    return next(length for length in range(1, total + 1) if total % length == 0 and told[length:] == told[:-length])
