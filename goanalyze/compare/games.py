"""The games of a dataset: what they are grouped by, and what names them in a list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePath
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.compare.columns import Columns, names_in, numbers_of, places_of

__all__ = ["GROUPINGS", "NAMED_BY", "Games"]

NAMED_BY: Final = ("game_id", "source", "member", "game_index", "black_player", "white_player", "result_raw")
"""Columns of the games table that say which game it is."""

_HANDICAP: Final = 2  # one stone is the first move
_MANY_STONES: Final = 10
_MANY_PASSES: Final = 5


class Games:
    """The games of a dataset, in the order of its outcomes.

    Args:
        games: the table or its path; only what is asked for is read.
    """

    def __init__(self, games: Any) -> None:
        self._columns = Columns(games)
        self._columns.read(("board_width", "board_height", "handicap_stones"))

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self._columns["board_width"])

    @property
    def even(self) -> NDArray[np.bool_]:
        """True for games without handicap stones."""
        even: NDArray[np.bool_] = ~(numbers_of(self._columns["handicap_stones"]) >= _HANDICAP)
        return even

    @property
    def ended_by_its_only_passes(self) -> NDArray[np.bool_]:
        """True for games with two passes, those that ended them."""
        ended = places_of(self._columns["ended_by"], ["passes"]) == 0
        both: NDArray[np.bool_] = ended & (numbers_of(self._columns["pass_count"]) == 2)
        return both

    @property
    def komi(self) -> NDArray[np.float64]:
        """Recorded komi, NaN where there is none."""
        return numbers_of(self._columns["komi"])

    def declared(self, names: Sequence[str]) -> NDArray[np.signedinteger[Any]]:
        """Return the place in `names` of the ruleset that each record names, −1 for none of them."""
        return places_of(self._columns["ruleset"], names)

    def groups(self, column: str) -> Iterator[tuple[str, NDArray[np.int64]]]:
        """Yield the groups that games fall into: a name, and which games.

        Args:
            column: one of `GROUPINGS`. Sizes, handicaps, komi and passes come in order, the others largest first.

        Raises:
            KeyError: no such grouping.
        """
        number, names = GROUPINGS[column](self._columns)
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


_Grouped = tuple[NDArray[Any], list[str]]  # the number of each game's group, and the names of the groups


def _by_size(columns: Columns) -> _Grouped:
    columns.read(("board_width", "board_height"))
    width, height = (np.nan_to_num(numbers_of(columns[f"board_{side}"])) for side in ("width", "height"))
    keys, number = np.unique(width * 1000 + height, return_inverse=True)
    return number, [f"{int(key) // 1000}×{int(key) % 1000}" if key else "unknown" for key in keys]


def _by_handicap(columns: Columns) -> _Grouped:
    stones = np.nan_to_num(numbers_of(columns["handicap_stones"])).astype(np.int64)
    stones = np.minimum(np.where(stones < _HANDICAP, 0, stones), _MANY_STONES)
    names = ["none", *map(str, range(1, _MANY_STONES)), f"{_MANY_STONES} or more"]
    return stones, names


def _by_komi(columns: Columns) -> _Grouped:
    keys, number = np.unique(numbers_of(columns["komi"]), return_inverse=True)  # NaN, if any, comes last and once
    return number, ["none" if np.isnan(key) else f"{key:g}" for key in keys]


def _by_passes(columns: Columns) -> _Grouped:
    passes = np.minimum(np.nan_to_num(numbers_of(columns["pass_count"])).astype(np.int64), _MANY_PASSES)
    return passes, [*map(str, range(_MANY_PASSES)), f"{_MANY_PASSES} or more"]


def _by_name(column: str) -> Callable[[Columns], _Grouped]:
    def grouped(columns: Columns) -> _Grouped:
        names = names_in(columns[column])
        return _most_first(places_of(columns[column], names), [*names, "none"])  # null is −1: the last name

    return grouped


def _by_source(columns: Columns) -> _Grouped:
    """Group by archive, and plain files by their folder."""
    columns.read(("source", "member"))
    sources = names_in(columns["source"])
    number = places_of(columns["source"], sources).astype(np.int64)
    inside = places_of(columns["member"], [""]) < 0
    homes = [str(PurePath(source).parent) for source in sources]
    names = list(dict.fromkeys([*sources, *homes]))
    place = {name: at for at, name in enumerate(names)}
    home = np.array([place[name] for name in homes], dtype=np.int64)
    return _most_first(np.where(inside, number, home[number]), names) if len(number) else (number, [])


def _most_first(number: NDArray[Any], names: list[str]) -> _Grouped:
    """Number the groups anew, the one with most games first."""
    number = np.where(number < 0, len(names) - 1, number)
    order = np.argsort(-np.bincount(number, minlength=len(names)), kind="stable")
    anew = np.argsort(order)
    return anew[number], [names[place] for place in order]


GROUPINGS: Final[dict[str, Callable[[Columns], _Grouped]]] = {
    "board_size": _by_size,
    "handicap": _by_handicap,
    "komi": _by_komi,
    "passes": _by_passes,
    "ending": _by_name("ended_by"),
    "declared": _by_name("ruleset"),
    "source": _by_source,
}
"""What games can be grouped by: size of the board, handicap stones, recorded komi, passes of both sides, how the game
ended, the ruleset that the record names, and the archive or folder it comes from."""
