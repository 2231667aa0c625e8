"""The games of a dataset as a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from goanalyze.archives.address import Address
from goanalyze.draw.game_html import player_names
from goanalyze.render.model import GameLine, GameList, Section
from goanalyze.vocabulary.numbers import plural

COLUMNS: Final = (
    *("source", "member", "game_index", "black_player", "black_rank_raw", "white_player", "white_rank_raw"),
    *("date_raw", "result_raw", "move_count", "finding_count"),
)
"""Columns of the table games that are required."""


def games_section(rows: Sequence[Mapping[str, Any]], total: int, command: str) -> Section:
    """Return the first games of a dataset with players, date, result, and the numbers of moves and findings.

    Args:
        rows: first rows of the table games, with the columns `COLUMNS`.
        total: number of games in the dataset.
        command: command that shows a game if its number is appended.
    """
    lines = tuple(
        GameLine(
            index,
            str(Address.of(row)),
            " – ".join(player_names(row)),
            (
                *(text for text in (row["date_raw"], row["result_raw"]) if text),
                plural(row["move_count"], "move"),
                *([plural(row["finding_count"], "finding")] if row["finding_count"] else []),
            ),
            number=index + 1,
        )
        for index, row in enumerate(rows)
    )
    return Section("games", "", (GameList("Games", lines, total, command=f"{command} --limit 0"),))
