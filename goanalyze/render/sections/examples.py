"""Examples of findings: their choice, and each with its board.

Of each code those are chosen that are easiest to follow: known dead stones before estimated ones, then the shortest
cycle, the smallest board, the earliest move, the first in the dataset; no two of the same moves, and of different
archives if there are any.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, compress
from operator import itemgetter
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.render.dataset_facts import DatasetFacts
from goanalyze.render.game_views import GameViews, is_about_board
from goanalyze.render.model import GameLine, Rows
from goanalyze.util.arrow import numbers_of
from goanalyze.util.text import cut_text

PER_CODE: Final = 3
"""Number of examples of a code."""
MOST_BOARDS: Final = 100
"""Number of boards of a page; further examples are sentences."""
FINDING: Final = tuple(
    """
    code source member game_index line move_number point offset message rulesets repeats_move move_numbers
""".split()
)
"""Columns of a finding that an example needs."""
_CANDIDATES: Final = 100  # findings of a code among which examples of different games and archives are searched
_MESSAGE: Final = 400


def choose_examples(facts: DatasetFacts, codes: Mapping[str, Rows]) -> dict[str, Rows]:
    """Return the findings of each code that are shown, best first.

    Args:
        facts: the dataset.
        codes: for each code int64[n], its rows of the table findings.
    """
    game = facts.finding_games
    index = np.maximum(game, 0)
    area = np.prod([_of_games(facts.games[f"board_{side}"], index) for side in ("width", "height")], axis=0)
    known = facts.is_among(facts.counts, "position", ["dead_known"])
    is_known = known[index] if len(known) else np.zeros(len(index), dtype=np.bool_)
    cycle = numbers_of(facts.findings["cycle_length"])
    keys = [np.nan_to_num(values) for values in (facts.finding_moves, area, cycle)]
    chosen = {}
    for code, rows in codes.items():
        order = np.lexsort((rows, *(key[rows] for key in keys), ~is_known[rows]))[:_CANDIDATES]
        chosen[code] = rows[_different(facts, rows, game[rows], order)]
    return chosen


def _of_games(column: pa.ChunkedArray, games: Rows) -> NDArray[np.float64]:
    values = numbers_of(column)
    return values[games] if len(values) else np.full(len(games), np.nan)


def _different(facts: DatasetFacts, rows: Rows, game: Rows, order: Rows) -> list[int]:
    """Return the first few of an order: no two games with the same moves, other archives first."""
    same = dict(zip(order.tolist(), _identities(facts, game[order]), strict=True))
    source = dict(zip(order.tolist(), facts.findings["source"].take(pa.array(rows[order])).to_pylist(), strict=True))
    chosen: list[int] = []
    for is_new_source in (True, False):
        for index in order.tolist():
            if len(chosen) == PER_CODE:
                return chosen
            alike = any(same[index] == same[earlier] for earlier in chosen) if same[index] else index in chosen
            is_repeated = is_new_source and any(source[index] == source[earlier] for earlier in chosen)
            if not alike and index not in chosen and not is_repeated:
                chosen.append(index)
    return chosen


def _identities(facts: DatasetFacts, games: Rows) -> list[str | None]:
    """Return the key that games with the same moves share, None for a finding about a file."""
    if not facts.size:
        return [None] * len(games)
    ids = facts.games["canonical_id"].take(pa.array(np.maximum(games, 0))).to_pylist()
    return [name if game >= 0 else None for name, game in zip(ids, games.tolist(), strict=True)]


def example_lines(views: GameViews, chosen: Mapping[str, Rows]) -> dict[str, list[GameLine]]:
    """Return the examples of each code; the first one of every code has a board before the second of any."""
    examples = [(rank, code, row) for code, rows in chosen.items() for rank, row in enumerate(rows.tolist())]
    examples.sort(key=itemgetter(0))
    lines: dict[str, list[GameLine]] = {code: [] for code in chosen}
    for (_, code, _), line in zip(
        examples, finding_lines(views, [row for *_, row in examples], MOST_BOARDS), strict=True
    ):
        lines[code].append(line)
    return lines


def finding_lines(views: GameViews, rows: Sequence[int], boards: int) -> tuple[GameLine, ...]:
    """Return findings as lines of a list of games, the first ones that are about a board with its picture."""
    facts = views.facts
    records = facts.rows(facts.findings, FINDING, rows)
    games = [int(facts.finding_games[row]) for row in rows]
    can_draw = [
        game >= 0 and is_about_board(record) and bool(facts.has_board[game])
        for game, record in zip(games, records, strict=True)
    ]
    has_board = [can and drawn <= boards for can, drawn in zip(can_draw, accumulate(can_draw), strict=True)]
    views.read(compress(games, has_board))
    return tuple(
        _line(views, record, game, has_board=has) for record, game, has in zip(records, games, has_board, strict=True)
    )


def _line(views: GameViews, record: dict[str, Any], game: int, *, has_board: bool) -> GameLine:
    """Return a finding as a line of a list of games; `game` is the row of its game, −1 for a finding about a file."""
    facts = views.facts
    message = cut_text(record["message"] or "", _MESSAGE)
    picture = ""
    if has_board:
        problem = views.problem(game)
        picture = "" if problem else views.board(game, record)
        message = f"{message} {problem}".strip()
    known = facts.rows(facts.games, ("date_raw",), [game])[0] if game >= 0 else {"date_raw": ""}
    offset = [] if record["offset"] is None else [f"byte {record['offset']:,}"]
    date = [cut_text(known["date_raw"])] if known["date_raw"] else []
    return GameLine(
        row=game,
        address=facts.address(record),
        players=" – ".join(views.players(game)) if game >= 0 else "",
        facts=(*date, *offset),
        move=None if record["move_number"] is None or record["line"] else int(record["move_number"]),
        message=message,
        picture=picture,
    )
