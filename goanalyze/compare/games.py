"""The games of a dataset: their groups, the columns that identify them, and joins of other tables with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.archives.address import Address
from goanalyze.compare.choices import Grouping
from goanalyze.compare.groupings import GROUPINGS, Groups, convention_groups
from goanalyze.core.handicap import HANDICAP
from goanalyze.errors import DatasetError, OptionError
from goanalyze.sgf.choices import KomiSource
from goanalyze.tables.reading import Columns, TableOrParts, read
from goanalyze.util.arrow import names_in, numbers_of, offsets_of
from goanalyze.util.row import Fields

_ADDRESS: Final = ("source", "member", "game_index")
_IDENTIFIED: Final = {
    "black_player": "black_player",
    "white_player": "white_player",
    "date": "date_raw",
    "recorded": "result_raw",
}

Codes = NDArray[np.signedinteger]


class Games:
    """The games of a dataset, in the order of its outcomes."""

    def __init__(self, columns: Columns, conventions: Callable[[], TableOrParts] | None = None) -> None:
        self.columns, self._conventions = columns, conventions

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.columns["board_width"])

    @property
    def even(self) -> NDArray[np.bool_]:
        """True for games without handicap stones."""
        even: NDArray[np.bool_] = ~(self.numbers("handicap_stones") >= HANDICAP)
        return even

    @property
    def komi(self) -> NDArray[np.float64]:
        """Recorded komi in points, NaN if it is missing."""
        return self.numbers("komi")

    @property
    def komi_by_convention(self) -> NDArray[np.bool_]:
        """True for games whose komi is that of their convention instead of the header's."""
        by_convention: NDArray[np.bool_] = self.codes("komi_source", [KomiSource.CONVENTION.value]) == 0
        return by_convention

    def selected(self, handicap: bool, board_size: str | None) -> NDArray[np.bool_]:
        """Return True for the even games, or all with `handicap`, on boards of a size if one is named.

        Raises:
            OptionError: no game has the board size.
        """
        selected: NDArray[np.bool_] = self.even | bool(handicap)
        if board_size is None:
            return selected
        sizes = dict(self.groups(Grouping.BOARD_SIZE))
        if not isinstance(board_size, str) or board_size not in sizes:
            raise OptionError(
                f"{board_size!r} is not a board size of these games. Expected one of: {', '.join(sizes)}."
            )
        return selected & flags_at(sizes[board_size], len(self))

    @property
    def has_conventions(self) -> bool:
        """True if the terms of some games are those of their convention instead of the header's."""
        return bool(names_in(self.columns["convention"]))

    def numbers(self, name: str) -> NDArray[np.float64]:
        """Return a column of numbers, NaN for null."""
        return numbers_of(self.columns[name])

    def codes(self, name: str, names: Sequence[str]) -> Codes:
        """Return the index in `names` of each value of a column, −1 for others."""
        return offsets_of(self.columns[name], names)

    def grouped(self, grouping: Grouping) -> Groups:
        """Return the group number of each game, and the names of the groups, some of which may be empty.

        Raises:
            DatasetError: games are grouped by convention, and the dataset has no table of conventions.
        """
        if grouping is not Grouping.CONVENTION or self.has_conventions:
            columns, group = GROUPINGS[grouping]
            self.columns.read(columns)
            return group(*(self.columns[name] for name in columns))
        if self._conventions is None:
            raise DatasetError("The table conventions is missing. Run the check again without --conventions off.")
        return convention_groups(self.columns, read(self._conventions()))

    def groups(self, grouping: Grouping) -> Iterator[tuple[str, NDArray[np.int64]]]:
        """Yield the groups that have games: name and rows, ascending.

        Groups with an order, as sizes and years, are in that order; of the others the largest is first.
        """
        number, names = self.grouped(grouping)
        order = np.argsort(number, kind="stable")
        bounds = np.searchsorted(number, np.arange(len(names) + 1), sorter=order)
        for index, name in enumerate(names):
            rows = order[bounds[index] : bounds[index + 1]]
            if len(rows):
                yield name, rows

    def identified(self, rows: NDArray[np.int64]) -> Fields:
        """Return the columns that identify some games: number, address, players, date and recorded result."""
        names = (*_ADDRESS, *_IDENTIFIED.values())
        self.columns.read(names)
        values = {name: self.columns[name].take(pa.array(rows)).to_pylist() for name in names}
        addresses = (dict(zip(_ADDRESS, parts, strict=True)) for parts in zip(*map(values.get, _ADDRESS), strict=True))
        columns = {name: values[column] for name, column in _IDENTIFIED.items()}
        return {"number": rows + 1, "address": [str(Address.of(address)) for address in addresses], **columns}

    def short_name(self, row: int) -> str:
        """Return the shortest end of a game's path that no other file has, with its number in the file."""
        source, member = (self.columns[name].cast(pa.string()) for name in ("source", "member"))
        address = {name: self.columns[name][row].as_py() for name in ("source", "member", "game_index")}
        paths = member if address["member"] else source
        path, index = paths[row].as_py(), address["game_index"]
        is_same_file = pc.equal(paths, path)
        if address["member"]:
            is_same_file = pc.and_(is_same_file, pc.equal(source, address["source"]))
        games = pc.sum(is_same_file).as_py()
        parts = path.split("/")
        for first in range(len(parts) - 1, -1, -1):
            end = "/".join(parts[first:])
            if pc.sum(pc.ends_with(paths, end)).as_py() == games:
                return end + (f"#{index}" if games > 1 or index else "")
        return str(Address.of(address))


def flags_at(rows: NDArray[np.int64], count: int) -> NDArray[np.bool_]:
    """Return bool[count], True for some rows."""
    flags = np.zeros(count, dtype=np.bool_)
    flags[rows] = True
    return flags


def finding_games(findings: Columns, games: Columns) -> NDArray[np.int64]:
    """Return the row of the game of each finding, −1 for a finding about a file.

    Copies of a game have equal findings, those of one code in the order of the copies, so each copy gets its own.
    """
    row, first = games_by_id(games, findings), games_by_id(games, games)
    if (first == np.arange(len(first))).all():
        return row
    code = offsets_of(findings["code"], names_in(findings["code"]))
    equal = pd.DataFrame({"game": row, "code": code}).groupby(["game", "code"])["code"]
    rank, size = equal.cumcount().to_numpy(), equal.transform("size").to_numpy()
    copies, copy_count = np.argsort(first, kind="stable"), np.bincount(first)
    begin = np.searchsorted(first[copies], row)
    is_known = row >= 0
    row[is_known] = copies[begin[is_known] + rank[is_known] * copy_count[row[is_known]] // size[is_known]]
    return row


def games_by_id(table: Columns, rows: Columns) -> NDArray[np.int64]:
    """Return the first row of a table with the `game_id` of each row of another, −1 for none."""
    ids, values = (columns["game_id"].cast(pa.string()) for columns in (rows, table))
    if not len(ids):
        return np.zeros(0, dtype=np.int64)
    index = pc.index_in(ids, value_set=values.combine_chunks()).fill_null(-1)
    return np.array(index.to_numpy(), dtype=np.int64)
