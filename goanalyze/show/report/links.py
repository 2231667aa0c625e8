"""How a report names one game: players, the link to its file, the command that shows it."""

from __future__ import annotations

import shlex
from typing import Any

from goanalyze.show.report.data import Archive
from goanalyze.show.report.html import bdi, esc
from goanalyze.vocabulary.text import cut_text

__all__ = ["command", "command_text", "file_link", "game_title", "source_link"]

_NAMES = ("black_player", "white_player", "source", "member", "game_index", "date_raw")


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


def command(archive: Archive, game: int) -> str:
    """Return the command that shows a game, HTML; the page's script adds a button that copies it."""
    number = int(archive.numbers[game])
    return f'<code class="copy">{esc(command_text(_row(archive, game)["source"], number))}</code>'


def command_text(source: str, number: int) -> str:
    """Return the command that shows a game.

    Example:
        >>> command_text("my games/a.zip", 3)
        "goanalyze show 'my games/a.zip' --game 3"
    """
    return f"goanalyze show {shlex.quote(source)} --game {number}"
