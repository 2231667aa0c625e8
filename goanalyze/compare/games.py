"""The games of a dataset: their groups, the columns that identify them, and joins of other tables with them.

Groupings of games as declarations: the columns that a grouping reads, and the function that names its groups.

Groups with an order are in that order, with unknown values last; of the others the largest is first.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import PurePath
from typing import Any, Final, TypeAlias

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.archives.address import Address
from goanalyze.compare.choices import Grouping
from goanalyze.conventions.group_rows import groups_from_rows
from goanalyze.conventions.groups import COLUMNS as HEADER_COLUMNS
from goanalyze.conventions.groups import Headers, homes, matches
from goanalyze.conventions.learning import effective
from goanalyze.core.handicap import HANDICAP
from goanalyze.errors import DatasetError, OptionError
from goanalyze.sgf.choices import KomiSource
from goanalyze.tables.reading import Columns, TableOrParts, read
from goanalyze.util.arrow import names_in, numbers_of, offsets_of

_ADDRESS: Final = ("source", "member", "game_index")
_IDENTIFIED: Final = {"black_player": "black_player", "white_player": "white_player", "date": "date_raw",
                      "recorded": "result_raw"}  # fmt: skip

Codes = NDArray[np.signedinteger[Any]]


class Games:
    """The games of a dataset, in the order of its outcomes.

    Args:
        columns: table games; only required columns are read.
        conventions: function that returns the table conventions; None if the dataset has none.
    """

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

    def identified(self, rows: NDArray[np.int64]) -> dict[str, Any]:
        """Return the columns that identify some games: number, address, players, date and recorded result."""
        names = (*_ADDRESS, *_IDENTIFIED.values())
        self.columns.read(names)
        values = {name: self.columns[name].take(pa.array(rows)).to_pylist() for name in names}
        addresses = (dict(zip(_ADDRESS, parts, strict=True)) for parts in zip(*map(values.get, _ADDRESS), strict=True))
        columns = {name: values[column] for name, column in _IDENTIFIED.items()}
        return {"number": rows + 1, "address": [str(Address.of(address)) for address in addresses], **columns}

    def short_name(self, row: int) -> str:
        """Return the shortest end of a game's path that no other file of the dataset has, with the number in its file.

        Args:
            row: row of the table games.
        """
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

    Args:
        findings: table findings.
        games: table games.

    Example:
        >>> games = pa.table({"game_id": ["e0", "f1"]})
        >>> findings = pa.table({"game_id": ["f1", None], "code": ["GO101", "GO002"]})
        >>> finding_games(Columns(findings), Columns(games)).tolist()
        [1, -1]
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


Groups: TypeAlias = tuple[NDArray[Any], list[str]]
"""The group number of each game, and the names of the groups, some of which may be empty."""

_EVENTS: Final = 20  # those with the most games; in an archive of tournaments each has its own name
_EVENT_NAMES: Final = {None, "", "other", "none"}  # these are not names of events
_MANY_STONES, _MANY_PASSES = 10, 5
_RANKS: Final = ("30k–21k", "20k–11k", "10k–1k", "1d–4d", "5d–9d", "pro", "unknown")
_RANK_LIMITS: Final = (-19, -9, 1, 5, 11)  # as in games.black_rank: 20k, 10k, 1d, 5d, 1p
_STEPS: Final = ("1", "2", "3", "4–6", "7+")
_STEP_LIMITS: Final = (2, 3, 4, 7)
_DIFFERENCES: Final = (*(f"White by {step}" for step in reversed(_STEPS)), "equal",
                       *(f"Black by {step}" for step in _STEPS), "unknown")  # fmt: skip


def convention_groups(games: Columns, conventions: pa.Table) -> Groups:
    """Return the groups by the conventions of a dataset that were not applied in its check.

    Args:
        games: table games.
        conventions: table conventions.
    """
    learned = effective(groups_from_rows(conventions.to_pylist()))
    games.read(HEADER_COLUMNS)
    number = matches(learned, Headers.of({name: games[name] for name in HEADER_COLUMNS}))
    names = ["header" if convention.played.is_header else convention.name for convention in learned]
    different = list(dict.fromkeys(name for name in names if name != "header"))
    code = np.array([*(different.index(name) if name in different else -1 for name in names), -1])
    return _largest_first(code[number], [*different, "header"])


def shared_folder(paths: Sequence[str]) -> str:
    """Return the folder that contains all of several sources, with a slash at its end; empty for one source or none.

    Example:
        >>> shared_folder(["a/b/c.zip", "a/b/d", "a/bc"]), shared_folder(["a/b.zip"]), shared_folder(["a.zip", "/b"])
        ('a/', '', '')
    """
    parts = [PurePath(path).parts for path in dict.fromkeys(paths)]
    levels = list(zip(*parts, strict=False)) if len(parts) > 1 else []
    shared = next((level for level, names in enumerate(levels) if len(set(names)) > 1), len(levels))
    folder = str(PurePath(*parts[0][:shared])) if shared else ""
    return folder if not folder or folder.endswith(os.sep) else folder + os.sep


def _by_size(width: pa.ChunkedArray, height: pa.ChunkedArray) -> Groups:
    sizes = np.nan_to_num(numbers_of(width)) * 1000 + np.nan_to_num(numbers_of(height))
    keys, number = np.unique(sizes, return_inverse=True)
    return number, [f"{int(key) // 1000}×{int(key) % 1000}" if key else "unknown" for key in keys]


def _up_to(most: int, least: int, first: str, column: pa.ChunkedArray) -> Groups:
    """Return a group for each number; numbers below the least are 0, those above the most are together."""
    numbers = np.nan_to_num(numbers_of(column)).astype(np.int64)
    numbers = np.minimum(np.where(numbers < least, 0, numbers), most)
    return numbers, [first, *map(str, range(1, most)), f"{most} or more"]


def _by_number(name: str, missing: str, numbers: NDArray[np.float64]) -> Groups:
    keys, number = np.unique(numbers, return_inverse=True)  # NaN, if any, is last and occurs once
    return number, [missing if np.isnan(key) else name.format(key) for key in keys]


def _by_komi(komi: pa.ChunkedArray) -> Groups:
    return _by_number("{:g}", "none", numbers_of(komi))


def _by_years(years: int, name: str, date: pa.ChunkedArray) -> Groups:
    return _by_number(name, "unknown", numbers_of(pc.year(date)) // years * years)


def _by_rank(black: pa.ChunkedArray, white: pa.ChunkedArray) -> Groups:
    """Return the groups by the weaker player's rank."""
    weaker = np.minimum(numbers_of(black), numbers_of(white))
    return np.where(np.isnan(weaker), len(_RANKS) - 1, np.searchsorted(_RANK_LIMITS, weaker, "right")), list(_RANKS)


def _by_rank_difference(black: pa.ChunkedArray, white: pa.ChunkedArray) -> Groups:
    """Return the groups by the difference of the players' ranks, from the strongest White to the strongest Black."""
    difference = numbers_of(black) - numbers_of(white)
    step = np.where(difference == 0, 0, np.searchsorted(_STEP_LIMITS, np.abs(difference), "right") + 1)
    number = len(_STEPS) + step * np.sign(np.nan_to_num(difference)).astype(np.int64)
    return np.where(np.isnan(difference), len(_DIFFERENCES) - 1, number), list(_DIFFERENCES)


def _by_event(column: pa.ChunkedArray) -> Groups:
    """Return the groups by event, the rare ones together."""
    event = pc.utf8_trim_whitespace(column)
    counts = pc.value_counts(event)
    order = np.argsort(-counts.field("counts").to_numpy(), kind="stable")
    frequent = counts.field("values").take(pa.array(order[: _EVENTS + len(_EVENT_NAMES)])).to_pylist()
    names = [name for name in frequent if name not in _EVENT_NAMES][:_EVENTS]
    number = offsets_of(event, names).astype(np.int64)
    missing = np.asarray(pc.fill_null(pc.equal(event, ""), True))
    return np.where(missing, len(names) + 1, np.where(number < 0, len(names), number)), [*names, "other", "none"]


def _by_name(missing: str, column: pa.ChunkedArray) -> Groups:
    names = names_in(column)
    return _largest_first(offsets_of(column, names), [*names, missing])  # null is −1: the last name


def _by_source(source: pa.ChunkedArray, member: pa.ChunkedArray) -> Groups:
    """Return the groups by archive, and of plain files by folder."""
    home = homes(source, member)
    return _largest_first(home.number, home.names)


def _largest_first(number: NDArray[Any], names: Sequence[str]) -> Groups:
    """Return groups numbered by size; −1 is the last name."""
    number = np.where(number < 0, len(names) - 1, number)
    order = np.argsort(-np.bincount(number, minlength=len(names)), kind="stable")
    return np.argsort(order)[number], [names[index] for index in order]


GROUPINGS: Final[dict[Grouping, tuple[tuple[str, ...], Callable[..., Groups]]]] = {
    Grouping.BOARD_SIZE: (("board_width", "board_height"), _by_size),
    Grouping.HANDICAP: (("handicap_stones",), partial(_up_to, _MANY_STONES, HANDICAP, "none")),
    Grouping.KOMI: (("komi",), _by_komi),
    Grouping.PASSES: (("pass_count",), partial(_up_to, _MANY_PASSES, 0, "0")),
    Grouping.ENDING: (("ended_by",), partial(_by_name, "none")),
    Grouping.DECLARED: (("ruleset",), partial(_by_name, "none")),
    Grouping.SOURCE: (("source", "member"), _by_source),
    Grouping.YEAR: (("date",), partial(_by_years, 1, "{:.0f}")),
    Grouping.DECADE: (("date",), partial(_by_years, 10, "{:.0f}s")),
    Grouping.RANK: (("black_rank", "white_rank"), _by_rank),
    Grouping.RANK_DIFFERENCE: (("black_rank", "white_rank"), _by_rank_difference),
    Grouping.EVENT: (("event",), _by_event),
    Grouping.CONVENTION: (("convention",), partial(_by_name, "header")),
}
"""Each grouping: the columns of the table games that it reads, and the function from these to the groups."""
