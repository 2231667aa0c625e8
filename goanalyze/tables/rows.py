"""Types of rows for type checkers, which cannot derive them from `goanalyze.tables.schema`; a test compares them."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict


class GameRow(TypedDict):
    """A row of the games table: a value for each column, described in ``docs/columns.md``.

    Example:
        >>> import goanalyze as ga
        >>> info = ga.loads("(;SZ[9]KM[6.5];B[ee])").info
        >>> info["komi"], info["move_count"]
        (6.5, 1)
    """

    game_id: str
    canonical_id: str
    source: str
    member: str
    game_index: int
    offset: int
    board_width: int | None
    board_height: int | None
    black_player: str
    white_player: str
    black_rank_raw: str
    black_rank: int | None
    white_rank_raw: str
    white_rank: int | None
    date_raw: str
    date: dt.date | None
    date_precision: str
    event: str
    round: str
    place: str
    application: str
    komi_raw: str
    komi: float | None
    komi_source: str
    komi_header: float | None
    komi_unit: str
    handicap_raw: str
    handicap: int | None
    handicap_stones: int
    handicap_source: str
    rules_raw: str
    ruleset: str | None
    ruleset_source: str
    ruleset_header: str | None
    convention: str | None
    result_raw: str
    result_winner: str
    result_by: str
    result_margin: float | None
    result_unit: str
    move_limit: int | None
    time_limit_raw: str
    time_limit: float | None
    overtime_raw: str
    overtime: str
    overtime_number: int | None
    overtime_seconds: float | None
    rated: bool | None
    move_count: int | None
    pass_count: int | None
    ended_by: str
    finding_count: int
    worst_severity: str | None
    moves: list[int]
    skipped_turns: list[int]
    setup: list[int]
    edited: bool
    branches: int
