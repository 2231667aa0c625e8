"""Which game a row of another table is about: places in the table games, found column by column."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.compare.columns import Columns

__all__ = ["finding_games", "games_by_id"]

_PLACE: Final = ("source", "member", "game_index")
_BETWEEN: Final = "\0"


def finding_games(findings: Columns, games: Columns) -> NDArray[np.int64]:
    """Return for each finding the row of its game, −1 for a finding about a file.

    Args:
        findings: the table findings; games are told apart by file and number, since two may have the same text.
        games: the table games.

    Example:
        >>> games = pa.table({"source": ["a", "a"], "member": ["", ""], "game_index": [0, 1]})
        >>> findings = pa.table({"source": ["a", "a"], "member": ["", ""], "game_index": [1, None]})
        >>> finding_games(Columns(findings), Columns(games)).tolist()
        [1, -1]
    """
    return _found(_place(findings), _place(games))


def games_by_id(about: Columns, games: Columns) -> NDArray[np.int64]:
    """Return for each game the row of another table that has its `game_id`, −1 for none; equal texts share a row."""
    return _found(games["game_id"].cast(pa.string()), about["game_id"].cast(pa.string()))


def _place(columns: Columns) -> Any:
    """Return what names the game of each row as one text, null where there is none."""
    columns.read(_PLACE)
    source, member, number = (columns[name].cast(pa.string()) for name in _PLACE)
    return pc.binary_join_element_wise(source, member, number, _BETWEEN)


def _found(wanted: Any, among: Any) -> NDArray[np.int64]:
    if not len(wanted):
        return np.zeros(0, dtype=np.int64)
    place = pc.index_in(wanted, value_set=among.combine_chunks()).fill_null(-1)
    return np.asarray(place.to_numpy(), dtype=np.int64)
