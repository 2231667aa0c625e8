"""Addresses of findings: file, member, game, line and offset, from a place in a chunk of records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goanalyze.vocabulary.finding import Finding

if TYPE_CHECKING:
    from goanalyze.sgf.records import Records


def finding_at(
    records: Records, game: int, code: str, message: str, at: int = -1, *, count: int = 1,
    move_number: int | None = None, point: str | None = None,
) -> Finding:  # fmt: skip
    """Return a finding about a game of a chunk; `at` is an offset in its buffer or −1, the rest is as in `Finding`."""
    text = records.text_of(game)
    return Finding(code, message, text.source, text.member, game, int(records.game_index[game]),
                   records.offset(game, at) if at >= 0 else None, move_number, point=point, count=count,
                   line=int(records.line[game]),
                   move_numbers=() if move_number is None else (move_number,))  # fmt: skip
