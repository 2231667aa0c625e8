"""Which game a row of another table is about: places in the table games, found column by column."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.compare.columns import Columns, names_in, places_of

__all__ = ["finding_games", "games_by_id"]

_PLACE: Final = ("source", "member", "game_index", "game_id")
_BETWEEN: Final = "\0"


def finding_games(findings: Columns, games: Columns) -> NDArray[np.int64]:
    """Return for each finding the row of its game, −1 for a finding about a file.

    Args:
        findings: the table findings; games are told apart by file and number, since two may have the same text, and by
            text, since two members of an archive may have the same name.
        games: the table games. Where a file was given twice, each copy of a game has its own findings, in order.

    Example:
        >>> place = {"source": ["a", "a"], "member": ["", ""]}
        >>> games = pa.table({**place, "game_index": [0, 1], "game_id": ["e0", "f1"]})
        >>> findings = pa.table({**place, "game_index": [1, None], "game_id": ["f1", None], "code": ["GO101", "GO002"]})
        >>> finding_games(Columns(findings), Columns(games)).tolist()
        [1, -1]
    """
    places = _place(games)
    found, first = _found(_place(findings), places), _found(places, places)
    if (first == np.arange(len(first))).all():
        return found
    code = findings["code"]
    return _shared_out(found, first, places_of(code, names_in(code)).astype(np.int64))


def games_by_id(about: Columns, games: Columns) -> NDArray[np.int64]:
    """Return for each game the row of another table that has its `game_id`, −1 for none; equal texts share a row."""
    return _found(games["game_id"].cast(pa.string()), about["game_id"].cast(pa.string()))


def _place(columns: Columns) -> Any:
    """Return what names the game of each row as one text, null where there is none."""
    columns.read(_PLACE)
    return pc.binary_join_element_wise(*(columns[name].cast(pa.string()) for name in _PLACE), _BETWEEN)


def _shared_out(found: NDArray[np.int64], first: NDArray[np.int64], code: NDArray[np.int64]) -> NDArray[np.int64]:
    """Share the findings of games that cannot be told apart out among them: of each code as many to each, in order.

    Copies of a game have the same findings, so each gets its own; those of one code stand in the order of the games.

    Args:
        found: for each finding the first of its games, −1 for none.
        first: for each game the first of those that cannot be told from it.
        code: of each finding, as a number.
    """
    _, group = np.unique(np.stack([found, code]), axis=1, return_inverse=True)
    group = group.reshape(-1)
    order = np.argsort(group, kind="stable")
    size = np.bincount(group)
    rank = np.zeros_like(found)
    rank[order] = np.arange(len(order)) - (np.cumsum(size) - size)[group[order]]
    games = np.argsort(first, kind="stable")  # copies side by side
    copies = np.bincount(first)
    begin = np.searchsorted(first[games], found)
    about = found >= 0
    shared = found.copy()
    shared[about] = games[begin[about] + rank[about] * copies[found[about]] // size[group[about]]]
    return shared


def _found(wanted: Any, among: Any) -> NDArray[np.int64]:
    if not len(wanted):
        return np.zeros(0, dtype=np.int64)
    place = pc.index_in(wanted, value_set=among.combine_chunks()).fill_null(-1)
    return np.asarray(place.to_numpy(), dtype=np.int64)
