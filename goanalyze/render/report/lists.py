"""How a report names single games, and the lists of games behind its numbers, packed for the page's script."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.archives.address import Address, quoted
from goanalyze.render.report.data import Archive, Rows
from goanalyze.render.report.html import bdi, copyable, esc
from goanalyze.rules import is_ruleset_id
from goanalyze.vocabulary.arrow import names_in, offsets_of
from goanalyze.vocabulary.row import Row
from goanalyze.vocabulary.text import cut_text

PLACE: Final = ("source", "member", "game_index", "line", "move_number")
"""Columns of a finding that say where it is."""
_NAMES: Final = ("black_player", "white_player", "date_raw")
_PLAIN: Final = {
    "member": "member",
    "index": "game_index",
    "black": "black_player",
    "white": "white_player",
    "komi": "komi",
    "result": "result_raw",
    "moves": "move_count",
    "findings": "finding_count",
}
_LEVEL: Final = 6  # 9 takes three times as long for 2% less


class Lists:
    """The lists of a page, each kept once however many numbers have it.

    Example:
        >>> lists = Lists()
        >>> lists.number(np.array([3, 5]), "games with <ko>")
        '<span class="n" data-list="0" data-title="games with &lt;ko&gt;">2</span>'
        >>> lists.number(np.array([], dtype=np.int64), "none")
        '0'
        >>> lists.number(np.array([3, 5]), "ko", moves=np.array([7, np.nan])).count('data-list="1"')
        1
        >>> lists.within(np.array([1, 3]))  # both have two games, of which the second of those at hand is one
        [[2, 2], [2, 2]]
        >>> lists.moves(np.array([1, 3]))
        {1: [7]}
    """

    def __init__(self) -> None:
        self._rows: list[Rows] = []
        self._moves: dict[int, Rows] = {}
        self._known: dict[tuple[bytes, bytes], int] = {}

    def add(self, rows: Rows, moves: NDArray[np.float64] | None = None) -> int:
        """Return the number of a list of rows of the games table, which ascend; `moves` as in `number`."""
        kept = np.ascontiguousarray(rows, dtype=np.int64)
        marked = np.zeros(0, np.int64) if moves is None else np.where(np.isnan(moves), -1, moves).astype(np.int64)
        key = kept.tobytes(), marked.tobytes()
        if key not in self._known:
            self._known[key] = len(self._rows)
            self._rows.append(kept)
            if (marked >= 0).any():
                self._moves[self._known[key]] = marked
        return self._known[key]

    def number(
        self,
        rows: Rows,
        title: str,
        text: str | None = None,
        *,
        moves: NDArray[np.float64] | None = None,
        ruleset: str = "",
    ) -> str:
        """Return, as HTML, how many games these are; the page's script turns it into a button that lists them.

        Args:
            rows: of the games table, ascending.
            title: of the list, plain text.
            text: what to show in place of the number, HTML.
            moves: for each game the number of the move that the list is about, NaN for none.
            ruleset: the one that the list is about, if it is about one: commands name it.
        """
        shown = f"{len(rows):,}" if text is None else text
        if not len(rows):
            return shown
        under = f' data-ruleset="{ruleset}"' if is_ruleset_id(ruleset) else ""
        return f'<span class="n" data-list="{self.add(rows, moves)}" data-title="{esc(title)}"{under}>{shown}</span>'

    def counted(
        self, rows: Rows, title: str, noun: str, nouns: str = "", *, moves: NDArray[np.float64] | None = None
    ) -> str:
        """Return the same with its noun, as `plural` does."""
        return f"{self.number(rows, title, moves=moves)} {noun if len(rows) == 1 else nouns or f'{noun}s'}"

    def chosen(self, games: int, limit: int) -> Rows:
        """Return which of so many games the page is to have at hand: those of the shortest lists first, 0 for all."""
        inside = np.zeros(games, dtype=np.bool_)
        left = limit or games
        for rows in sorted(self._rows, key=len):
            new = rows[~inside[rows]][:left]
            inside[new] = True
            left -= len(new)
            if not left:
                break
        return np.flatnonzero(inside)

    def within(self, chosen: Rows) -> list[list[int]]:
        """Return every list: how many games it has, and the steps from each game at hand to the next, from −1."""
        place = np.full(int(chosen[-1]) + 1 if len(chosen) else 0, -1, dtype=np.int64)
        place[chosen] = np.arange(len(chosen))
        packed_lists = []
        for rows in self._rows:
            here = place[rows[rows < len(place)]]
            here = here[here >= 0]
            packed_lists.append([len(rows), *np.diff(here, prepend=-1).tolist()])
        return packed_lists

    def moves(self, chosen: Rows) -> dict[int, list[int]]:
        """Return of each list about moves the move in each game at hand, −1 for none."""
        return {number: moves[np.isin(self._rows[number], chosen)].tolist() for number, moves in self._moves.items()}


def packed(data: object) -> str:
    """Return plain data as JSON, gzip and base64; the same data always gives the same text."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(gzip.compress(text.encode("utf-8", errors="replace"), _LEVEL, mtime=0)).decode("ascii")


def games_block(archive: Archive, chosen: Rows) -> dict[str, object]:
    """Return what the page's script says of each game at hand, column by column."""
    games, rows = archive.games, pa.array(chosen)
    source, names = archive.names(games, "source")
    used, place = np.unique(source[chosen], return_inverse=True)
    sources = [names[at] for at in used.tolist()]
    plain = {key: games[name].take(rows).to_pylist() for key, name in _PLAIN.items()}
    width, height = (games[f"board_{side}"].take(rows).to_pylist() for side in ("width", "height"))
    date = games["date_raw"].take(rows).to_pylist()
    confidence = archive.counts["count_confidence"].take(rows).to_pylist()
    day = games["date"].cast(pa.string()).take(rows).to_pylist()
    return {
        "sources": sources,
        "links": [archive.link(name) for name in sources],
        "source": place.tolist(),
        "written": _written([sources[at] for at in place.tolist()], plain["member"]),
        **plain,
        **{side: [name and cut_text(name) for name in plain[side]] for side in ("black", "white")},
        "date": [known or raw or "" for known, raw in zip(day, date, strict=True)],
        "board": [f"{w}×{h}" if w else "" for w, h in zip(width, height, strict=True)],
        **{key: _named(games[name], rows) for key, name in (("ruleset", "ruleset"), ("ended", "ended_by"))},
        "dead": _named(archive.counts["status_source"], rows),
        "sure": [None if sure is None else round(sure, 2) for sure in confidence],
    }


def _written(sources: list[str], members: list[str | None]) -> dict[int, str]:
    """Return the addresses of files that are not just the source, an exclamation mark and the member."""
    addresses = (Address(source, member or "").file for source, member in zip(sources, members, strict=True))
    plain = (f"{source}!{member}" if member else source for source, member in zip(sources, members, strict=True))
    return {at: found for at, (found, usual) in enumerate(zip(addresses, plain, strict=True)) if found != usual}


def _named(column: pa.ChunkedArray, rows: Rows) -> dict[str, object]:
    """Return a column of few names: the names, and the place of each value, −1 for none."""
    names = names_in(column)
    return {"names": names, "at": offsets_of(column.take(rows), names).tolist()}


def game_title(archive: Archive, game: int) -> str:
    """Return the players and the date of a game, HTML."""
    row = archive.rows(archive.games, _NAMES, [game])[0]
    date = f", {esc(cut_text(row['date_raw']))}" if row["date_raw"] else ""
    black, white = (bdi(cut_text(row[f"{side}_player"] or "?")) for side in ("black", "white"))
    return f"{black} – {white}{date}"


def game_place(archive: Archive, game: int) -> dict[str, object]:
    """Return the columns that say where a game stands."""
    return archive.rows(archive.games, ("source", "member", "game_index"), [game])[0]


def place_link(archive: Archive, row: Row) -> str:
    """Return the address of a row of any table, HTML: a link to its file, where that is to be found."""
    link, address = archive.link(str(row["source"])), str(Address.of(row))
    shown = bdi(archive.below_base(address))
    return f'<a href="{esc(link)}" title="{esc(address)}">{shown}</a>' if link else shown


def show_command(row: Row) -> str:
    """Return the command that shows a row's game at its move, HTML; none for standard input, which is gone."""
    return "" if row["source"] == "-" else copyable(f"goanalyze show {quoted(str(Address.of(row)))}")
