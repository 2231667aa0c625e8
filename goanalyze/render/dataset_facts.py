"""Columns and facts of a dataset as the sections of a page need them, each read once."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.archives.address import Address
from goanalyze.archives.sources import locate
from goanalyze.compare.choices import Grouping
from goanalyze.compare.counted_games import GroupResults, find_groups
from goanalyze.compare.funnel import DatasetColumns
from goanalyze.compare.games import finding_games
from goanalyze.compare.groupings import shared_folder
from goanalyze.compare.illegal_games import illegal_games
from goanalyze.conventions.group_rows import groups_from_rows
from goanalyze.conventions.learning import Group
from goanalyze.duplicates.find import Duplicates, find_duplicates
from goanalyze.duplicates.summary import DuplicateSummary
from goanalyze.errors import SourceError
from goanalyze.render.model import Rows
from goanalyze.tables.dataset import read_facts
from goanalyze.tables.reading import Columns, read
from goanalyze.util.arrow import names_in, numbers_of, offsets_of
from goanalyze.util.row import FieldMapping, Fields, Row

if TYPE_CHECKING:
    from goanalyze.game.game import Game

_GAME_COLUMNS: Final = tuple(
    """
    game_id canonical_id source member game_index board_width board_height black_player black_rank_raw white_player
    white_rank_raw date_raw date komi ruleset result_raw move_count ended_by finding_count branches
""".split()
)
_FINDING_COLUMNS: Final = tuple(
    """
    game_id source member game_index line code move_number move_numbers point offset rulesets repeats_move
    cycle_length message
""".split()
)
ReadGames = Callable[[Sequence[int]], "Iterator[tuple[int, Game | LookupError]]"]
"""Reads games of some rows from their sources: yields the row, and the game or the error."""


class DatasetFacts(DatasetColumns):
    """A dataset as the sections of a page need it."""

    def __init__(
        self,
        tables: FieldMapping,
        read_games: ReadGames,
        *,
        folder: str | Path | None = None,
        page: Path | None = None,
        root: str | Path | None = None,
    ) -> None:
        super().__init__(tables)
        self.read_games, self.folder, self._page, self._root = read_games, folder, page, root

    @cached_property
    def size(self) -> int:
        """Number of games."""
        return len(self.groups)

    def prefetch(self) -> None:
        """Read most columns of games and findings at once, which is faster than one by one."""
        self.games.read(_GAME_COLUMNS)
        self.findings.read(_FINDING_COLUMNS)

    @cached_property
    def success(self) -> Fields:
        """Facts on the run that wrote the dataset; empty for tables in memory."""
        return {} if self.folder is None else read_facts(self.folder)

    @property
    def options(self) -> Fields:
        """Options of the run on which rows depend; empty for tables in memory."""
        options: Fields = self.success.get("options", {})
        return options

    @cached_property
    def written_on(self) -> str:
        """Day (UTC) on which the dataset was written; empty for tables in memory."""
        if self.folder is None:
            return ""
        return datetime.fromisoformat(self.success["finished"]).astimezone(UTC).strftime("%Y-%m-%d")

    @cached_property
    def homes(self) -> dict[str, Rows]:
        """Games of each archive and of each folder of plain files; the largest first."""
        return dict(self.groups.groups(Grouping.SOURCE))

    @cached_property
    def base(self) -> str:
        """Folder of all sources with a slash at its end; the root or an empty text if they share none."""
        if len(self.homes) > 1:
            return shared_folder(list(self.homes))
        names = self.names(self.files, "source")[1]
        return shared_folder([*names, str(PurePath(names[0]).with_name("neighbor"))]) if names else ""

    @cached_property
    def _folders(self) -> tuple[str, ...]:
        """Folders with a slash at their end that texts of a page leave out: those that contain the sources."""
        if len(self.base) > 1:
            return (self.base,)
        parents = {str(PurePath(home).parent) for home in self.homes} - {".", "/"}
        return tuple(sorted((f"{parent}/" for parent in parents), key=len, reverse=True))

    def short_path(self, text: str) -> str:
        """Return a path, or a text with paths, relative to the folders of the sources, without folders of the user."""
        for folder in self._folders:
            text = PurePath(text).name if text == folder[:-1] else text.replace(folder, "")
        return text

    @cached_property
    def archive_name(self) -> str:
        """Name of the archive or folder that was checked, without the folders that contain it; empty for several."""
        only = next(iter(self.homes)) if len(self.homes) == 1 else self.base
        return PurePath(only).name

    @cached_property
    def copies(self) -> DuplicateSummary:
        """Copies of games: those of the table duplicates, or found if the dataset has none."""
        if "duplicates" in self.tables:
            return DuplicateSummary(Duplicates(read(self.tables["duplicates"]), self.size, 0))
        games, counts, findings = (self.tables[name] for name in ("games", "counts", "findings"))
        return DuplicateSummary(find_duplicates(games, counts, findings))

    @cached_property
    def copied_games(self) -> Rows:
        """For each row of the table duplicates the row of its game."""
        return finding_games(Columns(self.copies.search.table), self.games)

    @cached_property
    def conventions(self) -> tuple[list[Group], GroupResults] | None:
        """Groups of games with equal headers and their recorded results; None if the check searched for none."""
        if "conventions" in self.tables:
            groups = groups_from_rows(read(self.tables["conventions"]).to_pylist())
        elif self.folder is None:
            groups = find_groups(self.tables["games"], self.tables["counts"])
        else:
            return None
        return groups, GroupResults(groups, self.tables)

    @cached_property
    def illegal_games(self) -> tuple[Rows, Rows]:
        """Games with a move that every ruleset forbids, and the other games that some rulesets forbid; ascending."""
        first = self.outcomes.numbers("first_illegal_move")
        objectors = np.asarray(pc.list_value_length(self.findings["rulesets"]).fill_null(0).to_numpy())
        return illegal_games(first, self.finding_games[(objectors == first.shape[1]) & self.is_main_finding])

    @cached_property
    def finding_moves(self) -> NDArray[np.float64]:
        """Number of the move of each finding, NaN for none."""
        return numbers_of(self.findings["move_number"])

    @cached_property
    def is_main_finding(self) -> NDArray[np.bool_]:
        """True for each finding on the main line of its game, or on no line."""
        return np.asarray(numbers_of(self.findings["line"]) == 0)

    @cached_property
    def has_board(self) -> NDArray[np.bool_]:
        """True for each game whose record has a board."""
        return ~np.isnan(numbers_of(self.games["board_width"]))

    def names(self, columns: Columns, name: str) -> tuple[NDArray[np.int64], list[str]]:
        """Return a column of names: the index of each value, −1 for null, and the names."""
        names = names_in(columns[name])
        return offsets_of(columns[name], names).astype(np.int64), names

    def is_among(self, columns: Columns, name: str, values: Collection[str]) -> NDArray[np.bool_]:
        """Return the rows of a column of names that have one of some values, as a mask."""
        index, names = self.names(columns, name)
        return np.isin(index, [names.index(value) for value in values if value in names])

    def rows(self, columns: Columns, names: Sequence[str], rows: Rows | Sequence[int]) -> list[Fields]:
        """Return some rows of a table as dictionaries of the columns named."""
        columns.read(names)
        indices = pa.array(rows, pa.int64())
        table = {name: columns[name].take(indices).to_pylist() for name in names}
        return [dict(zip(names, values, strict=True)) for values in zip(*table.values(), strict=True)]

    def address(self, row: Row) -> str:
        """Return the address of a row of any table, relative to the folder of all sources."""
        return self.short_path(str(Address.of(row)))

    def link(self, source: str) -> str | None:
        """Return the URL of a source's file; None if it is not found or came from standard input."""
        if source == "-":
            return None
        try:
            folder = self.folder if isinstance(self.folder, Path) else None
            path = Path(locate(source, folder, self._root)).absolute()
        except SourceError:
            return None
        if Path(source).is_absolute() or self._page is None:
            return path.as_uri()
        try:
            near = os.path.relpath(path, self._page.absolute().parent)
        except ValueError:  # on another drive
            return path.as_uri()
        return "./" + quote(os.fsencode(near.replace(os.sep, "/")))
