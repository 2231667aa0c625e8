"""The games of a dataset: their groups, what names them in a list, and which game a row is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.compare.choices import Grouping
from goanalyze.compare.groups import Grouped, by_convention, grouped
from goanalyze.core.handicap import HANDICAP
from goanalyze.sgf.choices import KomiSource
from goanalyze.tables.dataset import DatasetError
from goanalyze.tables.reading import Columns, TableOrParts, read
from goanalyze.vocabulary.arrow import names_in, numbers_of, offsets_of

NAMED_BY: Final = (
    "game_id",
    "source",
    "member",
    "game_index",
    "black_player",
    "white_player",
    "result_raw",
    "date_raw",
)
"""Columns of the games table that say which game it is."""


class Games:
    """The games of a dataset, in the order of its outcomes.

    Args:
        games: the table or its path; only what is asked for is read.
        conventions: gives the table conventions, where there is one to group games by.
    """

    def __init__(self, games: TableOrParts, conventions: Callable[[], TableOrParts] | None = None) -> None:
        self._conventions = conventions
        self._columns = Columns(games)
        self._columns.read(("board_width", "board_height", "handicap_stones"))

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self._columns["board_width"])

    @property
    def even(self) -> NDArray[np.bool_]:
        """True for games without handicap stones."""
        even: NDArray[np.bool_] = ~(numbers_of(self._columns["handicap_stones"]) >= HANDICAP)
        return even

    @property
    def ended_by_its_only_passes(self) -> NDArray[np.bool_]:
        """True for games with two passes, those that ended them."""
        ended = offsets_of(self._columns["ended_by"], ["passes"]) == 0
        both: NDArray[np.bool_] = ended & (numbers_of(self._columns["pass_count"]) == 2)
        return both

    @property
    def komi(self) -> NDArray[np.float64]:
        """Recorded komi, NaN where there is none."""
        return self.numbers("komi")

    @property
    def komi_by_convention(self) -> NDArray[np.bool_]:
        """True for games whose komi is that of their convention, and not what the header says."""
        found: NDArray[np.bool_] = self.places("komi_source", [KomiSource.CONVENTION.value]) == 0
        return found

    def numbers(self, name: str) -> NDArray[np.float64]:
        """Return a column of numbers, NaN for null."""
        return numbers_of(self._columns[name])

    def places(self, name: str, names: Sequence[str]) -> NDArray[np.signedinteger[Any]]:
        """Return the place in `names` of each value of a column, −1 for others."""
        return offsets_of(self._columns[name], names)

    def declared(self, names: Sequence[str]) -> NDArray[np.signedinteger[Any]]:
        """Return the place in `names` of the ruleset that each record names, −1 for none of them."""
        return self.places("ruleset", names)

    def grouped(self, grouping: Grouping) -> Grouped:
        """Return the number of each game's group, and the names of the groups, of which some may be empty."""
        if grouping is not Grouping.CONVENTION:
            return grouped(self._columns, grouping)
        return by_convention(self._columns, self._found)

    def _found(self) -> pa.Table:
        """Return the table conventions."""
        if self._conventions is None:
            raise DatasetError("there is no table conventions; run the check again without --conventions off")
        return read(self._conventions())

    def groups(self, grouping: Grouping) -> Iterator[tuple[str, NDArray[np.int64]]]:
        """Yield the groups that games fall into: a name, and which games.

        Those that have an order come in it, as sizes and years; the others, as sources, with the largest first.
        """
        number, names = self.grouped(grouping)
        order = np.argsort(number, kind="stable")
        bounds = np.searchsorted(number, np.arange(len(names) + 1), sorter=order)
        for place, name in enumerate(names):
            rows = order[bounds[place] : bounds[place + 1]]
            if len(rows):
                yield name, rows

    def named(self, rows: NDArray[np.int64]) -> dict[str, list[Any]]:
        """Return what names some of the games: the columns of `NAMED_BY`, None for null."""
        self._columns.read(NAMED_BY)
        taken = pa.array(rows)
        return {name: self._columns[name].take(taken).to_pylist() for name in NAMED_BY}


def finding_games(findings: Columns, games: Columns) -> NDArray[np.int64]:
    """Return for each finding the row of its game, −1 for a finding about a file.

    Args:
        findings: the table findings.
        games: the table games. Where a file was given twice, each copy of a game has its own findings, in order.

    Example:
        >>> games = pa.table({"game_id": ["e0", "f1"]})
        >>> findings = pa.table({"game_id": ["f1", None], "code": ["GO101", "GO002"]})
        >>> finding_games(Columns(findings), Columns(games)).tolist()
        [1, -1]
    """
    ids = games["game_id"].cast(pa.string())
    found, first = _found(findings["game_id"].cast(pa.string()), ids), _found(ids, ids)
    if (first == np.arange(len(first))).all():
        return found
    code = findings["code"]
    return _shared_out(found, first, offsets_of(code, names_in(code)).astype(np.int64))


def games_by_id(about: Columns, games: Columns) -> NDArray[np.int64]:
    """Return for each game the row of another table that has its `game_id`, −1 for none."""
    return _found(games["game_id"].cast(pa.string()), about["game_id"].cast(pa.string()))


def _shared_out(found: NDArray[np.int64], first: NDArray[np.int64], code: NDArray[np.int64]) -> NDArray[np.int64]:
    """Share the findings of games that cannot be told apart out among them: of each code as many to each, in order.

    Copies of a game have the same findings, so each gets its own; those of one code stand in the order of the games.

    Args:
        found: for each finding the first of its games, −1 for none.
        first: for each game the first of those that cannot be told from it.
        code: of each finding, as a number.
    """
    alike = pd.DataFrame({"game": found, "code": code}).groupby(["game", "code"])["code"]
    rank, size = alike.cumcount().to_numpy(), alike.transform("size").to_numpy()
    games = np.argsort(first, kind="stable")  # copies side by side
    copies = np.bincount(first)
    begin = np.searchsorted(first[games], found)
    about = found >= 0
    shared = found.copy()
    shared[about] = games[begin[about] + rank[about] * copies[found[about]] // size[about]]
    return shared


def _found(wanted: pa.ChunkedArray, among: pa.ChunkedArray) -> NDArray[np.int64]:
    if not len(wanted):
        return np.zeros(0, dtype=np.int64)
    place = pc.index_in(wanted, value_set=among.combine_chunks()).fill_null(-1)
    return np.asarray(place.to_numpy(), dtype=np.int64)
