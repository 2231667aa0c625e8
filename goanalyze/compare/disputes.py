"""Games on which rulesets disagree, with their verdicts; games with illegal moves, by reason; one pair of rulesets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.compare.captions import joined_names, ruleset_name
from goanalyze.compare.choices import Dispute, Grouping, IllegalReason
from goanalyze.compare.games import Games, finding_games
from goanalyze.compare.measures import OVER
from goanalyze.compare.outcome_matrix import MarginMatrix, OutcomeMatrix
from goanalyze.rules.choices import Winner
from goanalyze.tables.reading import Columns
from goanalyze.util.arrow import numbers_of, offsets_of
from goanalyze.util.numbers import points_text
from goanalyze.util.statistics import wilson

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison


@dataclass(frozen=True)
class Pair:
    """Two rulesets, compared over the same games.

    Attributes:
        comparison: comparison that the pair is of.
        a: id of the first ruleset.
        b: id of the second ruleset.
        figures: figures of the pair by name, as in a row of `Comparison.pairs`.

    Example:
        >>> import goanalyze as ga
        >>> pair = ga.check("data/sample/gnugo").compare().pair("japanese", "chinese")
        >>> len(pair.games()), pair.histogram().games.sum() == pair.figures.games
        (5, np.True_)
    """

    comparison: Comparison
    a: str
    b: str
    figures: pd.Series

    def histogram(self) -> pd.DataFrame:
        """Return the number of games at each difference of the margins, in steps of one size, empty ones included.

        Returns:
            A frame with the columns `difference` (a − b in points, ascending, in steps of a point; of half a point or
            less if differences need it) and `games`.
        """
        games = self.comparison.differences(self.a, self.b).value_counts().sort_index()
        step = next((step for step in (1.0, 0.5, 0.25) if (games.index % step == 0).all()), 0.0)
        if len(games) and step:
            every = np.arange(games.index[0], games.index[-1] + step / 2, step)
            games = games.reindex(every, fill_value=0)
        return games.rename_axis("difference").reset_index(name="games")

    def games(self, subject: str | Dispute = Dispute.WINNER, limit: int | None = None) -> pd.DataFrame:
        """Return the games on which the two rulesets disagree, see `Comparison.games`.

        Args:
            subject: disagreement.
            limit: largest number of games; by default all.
        """
        return self.comparison.games(subject, self.a, self.b, limit)

    def by(self, grouping: str | Grouping) -> pd.DataFrame:
        """Return the figures for each group of games, see `Comparison.by`.

        Args:
            grouping: groups of games.
        """
        return self.comparison.by(grouping, self.a, self.b)

    def __repr__(self) -> str:
        return f"{self.a} − {self.b}\n{self.figures.drop(['a', 'b']).to_string()}"

    def _repr_html_(self) -> str:
        head = f"<p>{escape(self.a)} − {escape(self.b)}</p>"
        return head + self.figures.drop(["a", "b"]).to_frame("value").to_html()


def spread(matrix: MarginMatrix) -> NDArray[np.float64]:
    """Return the largest difference between two rulesets in each game; NaN unless all have a margin."""
    if matrix.margin.shape[1] < 2:
        return np.full(len(matrix), np.nan)
    widest: NDArray[np.float64] = matrix.margin.max(axis=1) - matrix.margin.min(axis=1)
    return widest


def disputes(
    dispute: Dispute, matrix: MarginMatrix, no_result: NDArray[np.int8]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the games on which the rulesets disagree, and the games on which they can.

    Args:
        dispute: winner and margin are of the games with a margin under all rulesets (margins disagree if two differ by
            more than a point); legal (legal under some rulesets only) and no_result (a cycle ends the game under some)
            are of the games with a board.
        matrix: margins under the rulesets to compare.
        no_result: int8[games, rulesets], 1 if the ruleset lets players claim no result.
    """
    board: NDArray[np.bool_] = np.logical_or.reduce(matrix.legal >= 0, axis=1)
    if dispute is Dispute.LEGAL:
        some, others = (np.logical_or.reduce(matrix.legal == value, axis=1) for value in (1, 0))
        return some & others, board
    if dispute is Dispute.NO_RESULT:
        return np.logical_or.reduce(no_result == 1, axis=1) & board, board
    widest = spread(matrix)
    if dispute is Dispute.MARGIN:
        return widest > OVER, ~np.isnan(widest)
    counted: NDArray[np.bool_] = ~np.isnan(widest) & (matrix.winner >= 0).all(axis=1)
    return counted & (matrix.winner != matrix.winner[:, :1]).any(axis=1), counted


def disputed_rows(
    outcomes: OutcomeMatrix, games: Games, matrix: MarginMatrix, dispute: Dispute, rows: NDArray[np.int64]
) -> pd.DataFrame:
    """Return one row per game: the columns that identify it, the margin under each ruleset, and the verdicts as text.

    Args:
        outcomes: outcomes under the rulesets compared.
        games: identifying columns of the games.
        matrix: margins under the same rulesets.
        dispute: dispute that the verdicts are about.
        rows: int64[listed], rows of the games.
    """
    verdicts = []
    for row in _verdicts(outcomes, matrix, dispute, rows):
        by_verdict: dict[str, list[str]] = {}
        for name, verdict in zip(outcomes.names, row, strict=True):
            by_verdict.setdefault(verdict, []).append(ruleset_name(name))
        parts = (f"{verdict} {', '.join(names)}" for verdict, names in by_verdict.items() if verdict)
        verdicts.append("; ".join(parts))
    columns = games.identified(rows)
    if dispute in (Dispute.WINNER, Dispute.MARGIN):
        columns |= {name: matrix.margin[rows, index] for index, name in enumerate(outcomes.names)}
    return pd.DataFrame({**columns, "verdict": verdicts})


def _verdicts(
    outcomes: OutcomeMatrix, matrix: MarginMatrix, dispute: Dispute, rows: NDArray[np.int64]
) -> Iterator[list[str]]:
    """Yield the verdict of each ruleset on each game, empty where it has none."""
    facts: tuple[NDArray[np.generic], NDArray[np.generic]]
    verdict: Callable[[Any, Any], str]
    if dispute is Dispute.NO_RESULT:
        facts, verdict = (matrix.legal, outcomes.flags("no_result_possible")), _no_result_text
    elif dispute is Dispute.LEGAL:
        facts, verdict = (matrix.legal, outcomes.numbers("first_illegal_move")), _legal_text
    else:
        facts, verdict = (matrix.margin, matrix.winner), _margin_text
    for row in zip(*(values[rows].tolist() for values in facts), strict=True):
        yield list(map(verdict, *row))


def _no_result_text(_: int, no_result: int) -> str:
    return "no result possible under" if no_result == 1 else ""


def _legal_text(legal: int, move: float) -> str:
    return "" if legal < 0 else "legal under" if legal else f"move {move:g} is illegal under"


def _margin_text(margin: float, winner: int) -> str:
    """Return the result under one ruleset; of a game without komi the margin before komi."""
    if winner < 0:
        return "" if np.isnan(margin) else f"{points_text(round(margin, 3)) if margin else 'level'} before komi"
    return result_text(margin, Winner.at(winner))


def result_text(margin: float, winner: Winner) -> str:
    """Return a result as records write it, with the winner of a tie or by a rule against the count."""
    counted = points_text(round(margin, 3))
    if winner is Winner.DRAW:
        return "draw"
    if winner is Winner.BOTH_LOSE:
        return f"both lose, {counted} counted"
    letter = winner.value[0].upper()
    if margin == 0:
        return f"{letter}+0 (tie)"
    return counted if counted.startswith(letter) else f"{letter} by rule, {counted} counted"


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
