"""How a report names single games, and the lists of games behind its numbers, packed for the page's script."""

from __future__ import annotations

import base64
import gzip
import json
import shlex
from typing import Any, Final

import numpy as np
import pyarrow as pa

from goanalyze.show.report.data import Archive, Rows
from goanalyze.show.report.html import bdi, esc
from goanalyze.vocabulary.arrow import names_in, offsets_of
from goanalyze.vocabulary.text import cut_text

_NAMES = ("black_player", "white_player", "source", "member", "game_index", "date_raw")
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
        >>> lists.within(np.array([1, 3]))  # it has two games, of which the second of those at hand is one
        [[2, 2]]
    """

    def __init__(self) -> None:
        self._rows: list[Rows] = []
        self._known: dict[bytes, int] = {}

    def add(self, rows: Rows) -> int:
        """Return the number of a list of rows of the games table, which ascend."""
        kept = np.ascontiguousarray(rows, dtype=np.int64)
        key = kept.tobytes()
        if key not in self._known:
            self._known[key] = len(self._rows)
            self._rows.append(kept)
        return self._known[key]

    def number(self, rows: Rows, title: str, text: str | None = None) -> str:
        """Return, as HTML, how many games these are; the page's script turns it into a button that lists them.

        Args:
            rows: of the games table, ascending.
            title: of the list, plain text.
            text: what to show in place of the number, HTML.
        """
        shown = f"{len(rows):,}" if text is None else text
        if not len(rows):
            return shown
        return f'<span class="n" data-list="{self.add(rows)}" data-title="{esc(title)}">{shown}</span>'

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


def packed(data: Any) -> str:
    """Return plain data as JSON, gzip and base64; the same data always gives the same text."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(gzip.compress(text.encode("utf-8", errors="replace"), _LEVEL, mtime=0)).decode("ascii")


def games_block(archive: Archive, chosen: Rows) -> dict[str, Any]:
    """Return what the page's script says of each game at hand, column by column."""
    games, rows = archive.games, pa.array(chosen)
    source, names = archive.names(games, "source")
    used, place = np.unique(source[chosen], return_inverse=True)
    sources = [names[at] for at in used.tolist()]
    plain = {key: games[name].take(rows).to_pylist() for key, name in _PLAIN.items()}
    width, height = (games[f"board_{side}"].take(rows).to_pylist() for side in ("width", "height"))
    date = games["date_raw"].take(rows).to_pylist()
    confidence = archive.counts["status_confidence"].take(rows).to_pylist()
    day = games["date"].cast(pa.string()).take(rows).to_pylist()
    return {
        "sources": sources,
        "links": [archive.link(name) for name in sources],
        "source": place.tolist(),
        "number": archive.numbers[chosen].tolist(),
        **plain,
        **{side: [name and cut_text(name) for name in plain[side]] for side in ("black", "white")},
        "date": [known or raw or "" for known, raw in zip(day, date, strict=True)],
        "board": [f"{w}×{h}" if w else "" for w, h in zip(width, height, strict=True)],
        **{key: _named(games[name], rows) for key, name in (("ruleset", "ruleset"), ("ended", "ended_by"))},
        "dead": _named(archive.counts["status_source"], rows),
        "sure": [None if sure is None else round(sure, 2) for sure in confidence],
    }


def _named(column: Any, rows: Any) -> dict[str, Any]:
    """Return a column of few names: the names, and the place of each value, −1 for none."""
    names = names_in(column)
    return {"names": names, "at": offsets_of(column.take(rows), names).tolist()}


def _row(archive: Archive, game: int) -> dict[str, Any]:
    return archive.rows(archive.games, _NAMES, [game])[0]


def game_title(archive: Archive, game: int) -> str:
    """Return the players and the date of a game, HTML."""
    row = _row(archive, game)
    date = f", {esc(cut_text(row['date_raw']))}" if row["date_raw"] else ""
    black, white = (bdi(cut_text(row[f"{side}_player"] or "?")) for side in ("black", "white"))
    return f"{black} – {white}{date}"


def source_link(archive: Archive, game: int) -> str:
    """Return where a game stands, HTML: a link to the file, the member of an archive, the game's number in the file."""
    row = _row(archive, game)
    index = f", game {row['game_index']}" if row["game_index"] else ""
    return file_link(archive, row["source"], row["member"]) + index


def file_link(archive: Archive, source: str, member: str | None) -> str:
    """Return a link to a file, HTML; only its name where it is not to be found. A member of an archive is named."""
    address = archive.link(source)
    name = bdi(archive.below_home(source))
    linked = f'<a href="{esc(address)}" title="{esc(source)}">{name}</a>' if address else name
    return linked + (f": {bdi(member)}" if member else "")


def command(archive: Archive, game: int, line: int = 0) -> str:
    """Return the command that shows a line of a game, HTML; the page's script adds a button that copies it."""
    number = int(archive.numbers[game])
    return f'<code class="copy">{esc(command_text(_row(archive, game)["source"], number, line))}</code>'


def command_text(source: str, number: int, line: int = 0) -> str:
    """Return the command that shows a line of a game.

    Example:
        >>> command_text("my games/a.zip", 3)
        "goanalyze show 'my games/a.zip' --game 3"
    """
    return f"goanalyze show {shlex.quote(source)} --game {number}" + (f" --line {line}" if line else "")
