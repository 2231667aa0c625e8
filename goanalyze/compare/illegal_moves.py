"""Illegal moves by reason: the games with such a move, and the rulesets that forbid it."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.compare.captions import joined_names
from goanalyze.compare.choices import IllegalReason
from goanalyze.compare.games import finding_games
from goanalyze.tables.reading import Columns
from goanalyze.util.arrow import numbers_of, offsets_of
from goanalyze.util.statistics import wilson

CODES: Final[dict[str, IllegalReason]] = {
    "GO101": IllegalReason.OCCUPIED,
    "GO103": IllegalReason.SUICIDE,
    "GO104": IllegalReason.SUICIDE,
    "GO109": IllegalReason.SUICIDE,
    "GO201": IllegalReason.KO,
    "GO202": IllegalReason.SUPERKO,
    "GO205": IllegalReason.CYCLE,
    "GO211": IllegalReason.CYCLE,
    "GO212": IllegalReason.CYCLE,
}
"""Reasons of the findings on moves, by code."""
NO_RESULT: Final = "GO205"
"""Code of the finding on a cycle that forbids no move, but lets players claim no result."""


def illegal_findings(findings: Columns, games: Columns) -> pd.DataFrame:
    """Return the findings on illegal moves in main lines: one row per finding, in the order of the table.

    Args:
        findings: table findings.
        games: table games.

    Returns:
        A frame with the columns `reason`, `row` (of the game), `move` (number of the first move), `code`, `rulesets`
        (ids of those that forbid it, joined by commas).
    """
    names = ("game_id", "code", "line", "move_number", "rulesets")
    findings.read(names)
    index = offsets_of(findings["code"], tuple(CODES))
    rows = np.flatnonzero((index >= 0) & ~(numbers_of(findings["line"]) > 0))
    chosen = pa.table({name: findings[name].take(pa.array(rows)) for name in names})
    code = np.array(tuple(CODES), dtype=object)[index[rows]]
    return pd.DataFrame(
        {
            "reason": [CODES[name].value for name in code],
            "row": finding_games(Columns(chosen), games),
            "move": chosen["move_number"].to_pandas().to_numpy(),
            "code": code,
            "rulesets": [", ".join(rulesets or ()) for rulesets in chosen["rulesets"].to_pylist()],
        }
    )


def reason_frame(
    findings: pd.DataFrame, rulesets: tuple[str, ...], no_result: tuple[str, ...], total: int
) -> pd.DataFrame:
    """Return the games with an illegal move by reason: one row for each reason, those without games included.

    Args:
        findings: frame of `illegal_findings`.
        rulesets: ids of the dataset's rulesets, in order.
        no_result: ids of those that let players claim no result after a cycle.
        total: number of games with a board.

    Returns:
        A frame with the columns `reason`, `games`, `per_10000`, `low`, `high` (95%, Wilson), `rulesets` that object.
    """
    frame = pd.DataFrame({"reason": IllegalReason.names()})
    frame["games"] = findings.groupby("reason")["row"].nunique().reindex(frame["reason"], fill_value=0).to_numpy()
    frame["per_10000"] = frame["games"] / (total or np.nan) * 1e4
    frame["low"], frame["high"] = (end * 1e4 for end in wilson(frame["games"], total))
    by_reason = findings.groupby("reason")["rulesets"].unique()
    objecting = {reason: set(", ".join(names).split(", ")) for reason, names in by_reason.items()}
    if (findings["code"] == NO_RESULT).any():
        objecting[CODES[NO_RESULT].value] |= set(no_result)
    frame["rulesets"] = [
        ", ".join(name for name in rulesets if name in objecting.get(reason, ())) for reason in frame["reason"]
    ]
    return frame


def reason_rows(findings: pd.DataFrame, reason: IllegalReason) -> NDArray[np.int64]:
    """Return the rows of the games with an illegal move of a reason, ascending."""
    chosen = findings.loc[findings["reason"] == reason.value, "row"].to_numpy(dtype=np.int64)
    return np.unique(chosen[chosen >= 0])


def first_verdicts(findings: pd.DataFrame, reason: IllegalReason, rows: NDArray[np.int64]) -> list[str]:
    """Return the first illegal move of a reason in each game, and the rulesets that forbid it, as text.

    Args:
        findings: frame of `illegal_findings`.
        reason: reason of the moves.
        rows: int64[games], rows of games with such a move.
    """
    chosen = findings[findings["reason"] == reason.value].sort_values("move", kind="stable")
    first = chosen.drop_duplicates("row").set_index("row").loc[rows]
    pairs = zip(first["move"], first["rulesets"], strict=True)
    return [
        f"move {move:g}" + (f", forbidden by {joined_names(names.split(', '))}" if names else "")
        for move, names in pairs
    ]
