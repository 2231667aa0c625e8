"""The lists of games behind the numbers of a page, packed for the page's script."""

from __future__ import annotations

import base64
import gzip
import json
import re
from typing import Final

import numpy as np
import pyarrow as pa

from goanalyze.archives.address import Address
from goanalyze.render.dataset_facts import DatasetFacts
from goanalyze.render.model import Rows
from goanalyze.vocabulary.arrow import names_in, offsets_of
from goanalyze.vocabulary.text import cut_text

_PLAIN: Final = {
    "member": "member",
    "index": "game_index",
    "komi": "komi",
    "result": "result_raw",
    "moves": "move_count",
    "findings": "finding_count",
}
_NEEDS_ESCAPE: Final = re.compile(r"[!#@%]|[^\w\s./()\[\],+=~&'-]|[^\S ]")
"""Characters that an address may write otherwise than a path."""
_LEVEL: Final = 6  # 9 takes three times as long for 2% less


class GameLists:
    """The lists of a page; equal lists are stored once.

    Example:
        >>> lists = GameLists()
        >>> lists.add(np.array([3, 5])), lists.add(np.array([3, 5]), np.array([7, -1])), lists.add(np.array([3, 5]))
        (0, 1, 0)
        >>> lists.steps(np.array([1, 3]))  # both have two games, and the page has the first as its second game
        [[2, 2], [2, 2]]
        >>> lists.moves(np.array([1, 3]))
        {1: [7]}
    """

    def __init__(self) -> None:
        self._rows: list[Rows] = []
        self._moves: dict[int, Rows] = {}
        self._numbers: dict[tuple[bytes, bytes], int] = {}

    def add(self, rows: Rows, moves: Rows | None = None) -> int:
        """Return the number of a list.

        Args:
            rows: int64[n], rows of the table games.
            moves: int64[n], number of the move that the list is about in each game, −1 for none.
        """
        order = np.argsort(rows, kind="stable")
        games = np.ascontiguousarray(np.asarray(rows, dtype=np.int64)[order])
        at_moves = np.zeros(0, np.int64) if moves is None else np.asarray(moves, dtype=np.int64)[order]
        key = games.tobytes(), at_moves.tobytes()
        if key not in self._numbers:
            self._numbers[key] = len(self._rows)
            self._rows.append(games)
            if (at_moves >= 0).any():
                self._moves[self._numbers[key]] = at_moves
        return self._numbers[key]

    def listed(self, games: int, limit: int) -> Rows:
        """Return the games that the page lists: those of the shortest lists first.

        Args:
            games: number of games of the dataset.
            limit: largest number of games of the page, 0 for all.
        """
        inside = np.zeros(games, dtype=np.bool_)
        remaining = limit or games
        for rows in sorted(self._rows, key=len):
            new = rows[~inside[rows]][:remaining]
            inside[new] = True
            remaining -= len(new)
            if not remaining:
                break
        return np.flatnonzero(inside)

    def steps(self, listed: Rows) -> list[list[int]]:
        """Return every list: its length, and the steps from each listed game to the next, from −1."""
        index = np.full(int(listed[-1]) + 1 if len(listed) else 0, -1, dtype=np.int64)
        index[listed] = np.arange(len(listed))
        packed_lists = []
        for rows in self._rows:
            present = index[rows[rows < len(index)]]
            present = present[present >= 0]
            packed_lists.append([len(rows), *np.diff(present, prepend=-1).tolist()])
        return packed_lists

    def moves(self, listed: Rows) -> dict[int, list[int]]:
        """Return for each list about moves the move in each listed game, −1 for none."""
        return {number: moves[np.isin(self._rows[number], listed)].tolist() for number, moves in self._moves.items()}


def packed(data: object) -> str:
    """Return plain data as JSON, gzip and base64; equal data give equal text."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(gzip.compress(text.encode("utf-8", errors="replace"), _LEVEL, mtime=0)).decode("ascii")


def game_columns(facts: DatasetFacts, listed: Rows, *, with_links: bool) -> dict[str, object]:
    """Return the columns of the listed games for the page's script.

    Args:
        facts: the dataset.
        listed: int64[n], rows of the table games, ascending.
        with_links: True if the page links the files of the sources.
    """
    games, rows = facts.games, pa.array(listed)
    games.read([*_PLAIN.values(), "source", "black_player", "white_player", "date_raw", "date", "board_width"])
    source, names = facts.names(games, "source")
    used, index = np.unique(source[listed], return_inverse=True)
    sources = [names[number] for number in used.tolist()]
    plain = {key: games[name].take(rows).to_pylist() for key, name in _PLAIN.items()}
    players = {
        side: [name and cut_text(name) for name in games[f"{side}_player"].take(rows).to_pylist()]
        for side in ("black", "white")
    }
    width, height = (games[f"board_{side}"].take(rows).to_pylist() for side in ("width", "height"))
    raw_date = games["date_raw"].take(rows).to_pylist()
    confidence = facts.counts["count_confidence"].take(rows).to_pylist()
    day = games["date"].cast(pa.string()).take(rows).to_pylist()
    shown = [facts.short_path(name) for name in sources]
    return {
        "sources": shown,
        "links": [facts.link(name) for name in sources] if with_links else [],
        "source": index.tolist(),
        "written": _unusual_addresses([shown[number] for number in index.tolist()], plain["member"]),
        **plain,
        **players,
        "date": [known or raw or "" for known, raw in zip(day, raw_date, strict=True)],
        "board": [f"{w}×{h}" if w else "" for w, h in zip(width, height, strict=True)],
        **{key: _named(games[name], rows) for key, name in (("ruleset", "ruleset"), ("ended", "ended_by"))},
        "dead": _named(facts.counts["status_source"], rows),
        "sure": [None if sure is None else round(sure, 2) for sure in confidence],
    }


def _unusual_addresses(sources: list[str], members: list[str | None]) -> dict[int, str]:
    """Return the addresses of files that are not the source, an exclamation mark and the member."""
    pairs = enumerate(zip(sources, members, strict=True))
    return {
        index: Address(source, member or "").file
        for index, (source, member) in pairs
        if _NEEDS_ESCAPE.search(source) or (member and _NEEDS_ESCAPE.search(member))
    }


def _named(column: pa.ChunkedArray, rows: pa.Array) -> dict[str, object]:
    """Return a column of few names: the names, and the index of each value, −1 for none."""
    names = names_in(column)
    return {"names": names, "at": offsets_of(column.take(rows), names).tolist()}
