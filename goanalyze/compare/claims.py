"""The two claims of the rules article, measured.

It says that the choice of ruleset rarely changes the score by more than a point, and that rules cause trouble in about
one of 10,000 games.
"""

from __future__ import annotations

from collections.abc import Sequence
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
        score: one row per pair of rulesets and one for the main rulesets together, each for all games and for even
            ones: `rulesets`, `handicap` (all, even), `games` compared, `over_1` (they differ by more than a point),
            `share`, `low`, `high`, `largest` difference in points.
        trouble: one row per kind of trouble and set of rulesets (main, all): `what` (a `Dispute`, or any of legal,
            no_result and winner), `games` with it, `of` how many, `per_10000`, `low`, `high`.
    """

    score: Any
    trouble: Any


def family_pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of `FAMILY_PAIRS` among these rulesets; every pair where there is none."""
    return [pair for pair in FAMILY_PAIRS if set(pair) <= set(names)] or list(combinations(names, 2))


def score_rows(
    names: Sequence[str], main: Sequence[str], margins: Margins, even: NDArray[np.bool_]
) -> list[dict[str, Any]]:
    """Return the rows of `Claims.score`; `margins` with one komi for all rulesets."""
    place = {name: number for number, name in enumerate(names)}
    differences = {
        f"{a}/{b}": np.abs(margins.margin[:, place[a]] - margins.margin[:, place[b]]) for a, b in family_pairs(names)
    }
    differences[f"any two of {', '.join(main)}"] = spread(margins.columns([place[name] for name in main]))
    rows = []
    for title, difference in differences.items():
        for handicap, chosen in (("all", ~np.isnan(difference)), ("even", ~np.isnan(difference) & even)):
            found = difference[chosen]
            over = int(np.count_nonzero(found > OVER))
            low, high = wilson(over, len(found))
            rows.append({
                "rulesets": title, "handicap": handicap, "games": len(found), "over_1": over,
                "share": over / len(found) if len(found) else np.nan, "low": low, "high": high,
                "largest": float(found.max()) if len(found) else np.nan,
            })  # fmt: skip
    return rows


def spread(margins: Margins) -> NDArray[np.float64]:
    """Return the largest difference between any two rulesets, game by game; NaN where less than two have a margin."""
    margin = margins.margin
    if not margin.shape[1]:
        return np.full(len(margin), np.nan)
    widest: NDArray[np.float64] = np.fmax.reduce(margin, axis=1) - np.fmin.reduce(margin, axis=1)
    widest[np.count_nonzero(~np.isnan(margin), axis=1) < 2] = np.nan
    return widest


def disputes(
    what: Dispute, margins: Margins, no_result: NDArray[np.int8]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return in which games the rulesets disagree, and in which they could.

    Args:
        what: winner and margin, among the games that at least two rulesets give a margin; legal, whether some
            call every move legal and others do not, and no_result, whether any lets a cycle end the game, among the
            games with a board. Margins disagree when any two differ by more than a point.
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


def trouble_rows(sets: dict[str, tuple[Margins, NDArray[np.int8]]]) -> list[dict[str, Any]]:
    """Return the rows of `Claims.trouble`.

    Args:
        sets: for each set of rulesets, by name, their margins with one komi for all, and their flags of no result.
    """
    rows = []
    for title, (margins, no_result) in sets.items():
        found: dict[str, tuple[NDArray[np.bool_], NDArray[np.bool_]]] = {
            what: disputes(what, margins, no_result) for what in _TROUBLE
        }
        anything = np.logical_or.reduce([games for games, _ in found.values()])
        for what, (games, of) in {**found, "any": (anything, found["legal"][1])}.items():
            number, total = int(np.count_nonzero(games)), int(np.count_nonzero(of))
            low, high = wilson(number, total)
            rows.append({
                "what": what, "rulesets": title, "games": number, "of": total,
                "per_10000": number / total * 1e4 if total else np.nan, "low": low * 1e4, "high": high * 1e4,
            })  # fmt: skip
    return rows


_TROUBLE: Final[tuple[Dispute, ...]] = ("legal", "no_result", "winner")
