"""Where a finding about a game stands: its file, its number in the file and a byte of the file."""

from __future__ import annotations

from typing import Final

from goanalyze.sgf.properties import SYNTAX_CODES
from goanalyze.sgf.records import Records
from goanalyze.vocabulary.finding import Finding

# What may be said of a record of another game: its syntax, but neither its moves nor its metadata.
_ANY_GAME: Final = {*SYNTAX_CODES, "GO311"} - {"GO307", "GO308"}


def finding_at(
    records: Records, game: int, code: str, message: str, at: int = -1, *, count: int = 1,
    move_number: int | None = None, point: str | None = None,
) -> Finding:  # fmt: skip
    """Return a finding about a game of a chunk.

    Args:
        records: the chunk.
        game: number of the game in it.
        code: as in `Finding`, as the others are.
        message: one sentence.
        at: place in the chunk's buffer that it is about, −1 for none.
        count: how often.
        move_number: the move it is about.
        point: SGF letters.
    """
    text = records.text_of(game)
    return Finding(code, message, text.source, text.member, game, int(records.game_index[game]),
                   records.offset(game, at) if at >= 0 else None, move_number, point=point, count=count)  # fmt: skip


def applies(records: Records, finding: Finding) -> bool:
    """Return whether a finding may be told: little is said of records of other games than Go."""
    return bool(records.is_go[finding.game]) or finding.code in _ANY_GAME
