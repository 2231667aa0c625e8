"""What a report is made from: the dataset's columns, its comparison, how it was made, and where its sources are now.

Nothing here makes HTML; figures are the compare room's.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path, PurePath
from typing import Any, Final
from urllib.parse import quote

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.archives.address import quoted
from goanalyze.archives.reread import SourceError, locate
from goanalyze.compare.choices import Basis, Grouping
from goanalyze.compare.comparison import Comparison
from goanalyze.compare.dataset_evidence import find_groups
from goanalyze.compare.funnel import DatasetColumns, Stage, funnel
from goanalyze.compare.games import finding_games
from goanalyze.compare.groups import shared_folder
from goanalyze.compare.result_explanations import GroupResults
from goanalyze.conventions.group_rows import groups_from_rows
from goanalyze.conventions.learning import Group
from goanalyze.duplicates.find import find_duplicates
from goanalyze.tables.dataset import read_success
from goanalyze.tables.reading import Columns, read
from goanalyze.tables.store import Store
from goanalyze.vocabulary.arrow import flags_of, names_in, numbers_of, offsets_of
from goanalyze.vocabulary.choices import KomiChoice

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
        read_games: reads games from their sources.
        folder: of the dataset, if it is on disk.
        page: where the report will be; links to sources given by relative paths are relative to it.
        root: where to look for sources, too.
    """

    def __init__(
        self,
        tables: Mapping[str, Any],
        read_games: GamesAgain,
        *,
        folder: Path | None = None,
        page: Path | None = None,
        root: str | Path | None = None,
    ) -> None:
        super().__init__(tables)
        self.read_games, self._folder, self._page, self._root = read_games, folder, page, root

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
    def base(self) -> str:
        """The folder that holds all sources, with a slash at its end; empty where there is none."""
        if len(self.homes) > 1:
            return shared_folder(list(self.homes))
        names = self.names(self.files, "source")[1]
        return shared_folder([*names, str(PurePath(names[0]).with_name("beside"))]) if names else ""

    def below_base(self, place: str) -> str:
        """Return a path, or an address, without `base`."""
        return place.removeprefix(self.base) or place

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
    def conventions(self) -> tuple[list[Group], GroupResults] | None:
        """The groups of games with like headers, and their counted games; None where the check did not look for any."""
        if "conventions" in self.tables:
            groups = groups_from_rows(read(self.tables["conventions"]).to_pylist())
        elif self._folder is None:
            groups = find_groups(self.tables["games"], self.tables["counts"])
        else:
            return None
        return groups, GroupResults(groups, self.tables)

    @cached_property
    def illegal_move(self) -> NDArray[np.float64]:
        """For each game its first move that is illegal under its own ruleset, the first one where it names none."""
        found: NDArray[np.float64] = self.under_own(self.outcomes.numbers("first_illegal_move"))
        return found

    @cached_property
    def copies(self) -> Columns:
        """The table duplicates: of ``goanalyze dups``, or found now."""
        if "duplicates" not in self.tables:
            games, counts, findings = (self.tables[name] for name in ("games", "counts", "findings"))
            return Columns(find_duplicates(games, counts, findings).table)
        return Columns(self.tables["duplicates"])

    @cached_property
    def copied_games(self) -> Rows:
        """For each row of `copies` that of its game."""
        return finding_games(self.copies, self.games)

    @cached_property
    def further_copies(self) -> tuple[Rows, Rows]:
        """The games that are further copies of another one, and those that have such copies; ascending."""
        keep, in_group = flags_of(self.copies["keep"]), ~np.isnan(numbers_of(self.copies["group"]))
        further, best = (np.unique(self.copied_games[in_group & (keep == kept)]) for kept in (0, 1))
        return further, best

    @cached_property
    def illegal_games(self) -> Rows:
        """The games that the funnel loses at an illegal move, ascending."""
        (stage,) = (stage for stage in self.stages if stage.name == "legal")
        return np.sort(np.concatenate([np.zeros(0, dtype=np.int64), *(loss.rows for loss in stage.losses)]))

    @property
    def place(self) -> str:
        """The folder of the dataset as a word of a command; ``OUT`` for tables in memory."""
        return "OUT" if self._folder is None else quoted(str(self._folder))

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
