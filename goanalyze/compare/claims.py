"""The two claims of the rules article, measured.

It says that the choice of ruleset rarely changes the score by more than a point, and that rules cause trouble in about
one of 10,000 games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.measures import OVER, wilson
from goanalyze.compare.outcomes import Margins

__all__ = ["CLAIMS", "FAMILY_PAIRS", "MAIN", "Claims", "Dispute", "disputes", "family_pairs", "score_rows", "spread",
           "trouble_rows"]  # fmt: skip

CLAIMS: Final = (
    "the choice of ruleset rarely changes the score by more than a point",
    "rules cause trouble in about one of 10,000 games",
)
MAIN: Final = ("japanese", "korean", "chinese", "aga", "ing", "new-zealand")
"""The rulesets that most games are played under; the others are readings of them, history or proposals."""

FAMILY_PAIRS: Final = (
    ("japanese", "chinese"), ("japanese", "aga"), ("korean", "chinese"), ("japanese", "korean"),
    ("chinese", "aga"), ("chinese", "ing"), ("chinese", "new-zealand"), ("chinese", "wmsg"), ("chinese", "button"),
    ("chinese", "tromp-taylor"), ("japanese", "brainking"), ("chinese", "ancient-chinese"),
)  # fmt: skip
"""Pairs that stand for ways to count: territory against area, area against its variants, against stone scoring."""

Dispute = Literal["winner", "margin", "legal", "no_result"]
"""What rulesets can disagree on: who won, the score, whether every move is legal, whether a cycle ends the game."""


@dataclass(frozen=True, slots=True)
class Claims:
    """Figures beside the two claims, as data frames; shares with Wilson's 95% interval `low` to `high`.

    Attributes:
        score: one row per pair of rulesets and one for the main rulesets together, each `among` all games, the even
            ones, and the even ones with two passes, those that ended them: `rulesets`, `among` (all, even,
            two passes), `games` compared, `over_1` (they differ by more than a point), `share`, `low`, `high`,
            `largest` difference in points. A player who passes earlier while the other plays gains or loses points by
            territory that area does not know.
        trouble: one row per kind of trouble, set of rulesets (main, all) and `among` (all, even): `what` (legal,
            no_result, either of them, winner), `games` with it, `of` how many, `per_10000`, `low`, `high`.
    """

    score: Any
    trouble: Any


def family_pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of `FAMILY_PAIRS` among these rulesets; every pair where there is none."""
    return [pair for pair in FAMILY_PAIRS if set(pair) <= set(names)] or list(combinations(names, 2))


def score_rows(
    names: Sequence[str], main: Sequence[str], margins: Margins, among: Mapping[str, NDArray[np.bool_]]
) -> list[dict[str, Any]]:
    """Return the rows of `Claims.score`.

    Args:
        names: of the rulesets, as the columns of `margins`.
        main: those of them that are looked at together.
        margins: with one komi for all rulesets.
        among: which games, by name of the choice.
    """
    place = {name: number for number, name in enumerate(names)}
    differences = {
        f"{a}/{b}": np.abs(margins.margin[:, place[a]] - margins.margin[:, place[b]]) for a, b in family_pairs(names)
    }
    differences[f"any two of {', '.join(main)}"] = spread(margins.columns([place[name] for name in main]))
    rows = []
    for title, difference in differences.items():
        for choice, chosen in among.items():
            found = difference[chosen & ~np.isnan(difference)]
            over = int(np.count_nonzero(found > OVER))
            low, high = wilson(over, len(found))
            rows.append({
                "rulesets": title, "among": choice, "games": len(found), "over_1": over,
                "share": over / len(found) if len(found) else np.nan, "low": low, "high": high,
                "largest": float(found.max()) if len(found) else np.nan,
            })  # fmt: skip
    return rows


def spread(margins: Margins) -> NDArray[np.float64]:
    """Return the largest difference between any two rulesets, game by game.

    NaN where not more than half of the rulesets have a margin: two that take no dead stones off, and so know a margin
    where no other does, say nothing of what rulesets differ in.
    """
    margin = margins.margin
    size = margin.shape[1]
    if size < 2:
        return np.full(len(margin), np.nan)
    widest: NDArray[np.float64] = np.fmax.reduce(margin, axis=1) - np.fmin.reduce(margin, axis=1)
    widest[2 * np.count_nonzero(~np.isnan(margin), axis=1) <= size] = np.nan
    return widest


def disputes(
    what: Dispute, margins: Margins, no_result: NDArray[np.int8]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return in which games the rulesets disagree, and in which they could.

    Args:
        what: winner and margin, among the games that most of the rulesets give a margin; legal, whether some call
            every move legal and others do not, and no_result, whether any lets a cycle end the game, among the games
            with a board. Margins disagree when any two differ by more than a point.
        margins: of the rulesets that are asked.
        no_result: flags [games, rulesets]: the ruleset lets players claim no result.
    """
    board: NDArray[np.bool_] = np.logical_or.reduce(margins.legal >= 0, axis=1)
    if what == "legal":
        some, others = (np.logical_or.reduce(margins.legal == value, axis=1) for value in (1, 0))
        return some & others, board
    if what == "no_result":
        return np.logical_or.reduce(no_result == 1, axis=1) & board, board
    widest = spread(margins)
    if what == "margin":
        return widest > OVER, ~np.isnan(widest)
    winner = margins.winner
    lowest = np.where(winner < 0, np.int8(127), winner).min(axis=1, initial=127)
    return (winner.max(axis=1, initial=-1) > lowest) & ~np.isnan(widest), ~np.isnan(widest)


def trouble_rows(
    sets: Mapping[str, tuple[Margins, NDArray[np.int8]]], among: Mapping[str, NDArray[np.bool_]]
) -> list[dict[str, Any]]:
    """Return the rows of `Claims.trouble`.

    Args:
        sets: for each set of rulesets, by name, their margins with one komi for all, and their flags of no result.
        among: which games, by name of the choice.
    """
    rows = []
    for title, (margins, no_result) in sets.items():
        legal, board = disputes("legal", margins, no_result)
        cycle, _ = disputes("no_result", margins, no_result)
        winner, counted = disputes("winner", margins, no_result)
        found = {"legal": (legal, board), "no_result": (cycle, board), "either": (legal | cycle, board),
                 "winner": (winner, counted)}  # fmt: skip
        for choice, chosen in among.items():
            for what, (games, of) in found.items():
                number, total = int(np.count_nonzero(games & chosen)), int(np.count_nonzero(of & chosen))
                low, high = wilson(number, total)
                rows.append({
                    "what": what, "rulesets": title, "among": choice, "games": number, "of": total,
                    "per_10000": number / total * 1e4 if total else np.nan, "low": low * 1e4, "high": high * 1e4,
                })  # fmt: skip
    return rows
