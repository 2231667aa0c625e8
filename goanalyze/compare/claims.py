"""The two claims of the rules article, measured.

It says that the choice of ruleset rarely changes the score by more than a point, and that rules cause trouble in about
one of 10,000 games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.choices import Dispute
from goanalyze.compare.common import Common
from goanalyze.compare.disputes import disputes, spread
from goanalyze.compare.games import Games
from goanalyze.compare.measures import OVER
from goanalyze.compare.outcomes import MarginMatrix
from goanalyze.vocabulary.numbers import plural
from goanalyze.vocabulary.statistics import wilson

CLAIMS: Final = (
    "the choice of ruleset rarely changes the score by more than a point",
    "rules cause trouble in about one of 10,000 games",
)
MAIN: Final = ("japanese", "korean", "chinese", "aga", "ing", "new-zealand")
"""The rulesets that most games are played under; the others are readings of them, history or proposals."""

FAMILY_PAIRS: Final = (
    ("japanese", "chinese"),
    ("japanese", "aga"),
    ("korean", "chinese"),
    ("japanese", "korean"),
    ("chinese", "aga"),
    ("chinese", "ing"),
    ("chinese", "new-zealand"),
    ("chinese", "wmsg"),
    ("chinese", "button"),
    ("chinese", "basic-played-out"),
    ("japanese", "brainking"),
    ("chinese", "ancient-chinese"),
)
"""Pairs that stand for ways to count: territory against area, area against its variants, against stone scoring."""


@dataclass(frozen=True, slots=True)
class Claims:
    """Figures beside the two claims, as data frames; shares with Wilson's 95% interval `low` to `high`.

    Attributes:
        common: the rulesets and games of all figures that come from margins.
        score: one row per pair of rulesets and one for the main rulesets together, each `among` all games, the even
            ones, and the even ones with two passes, those that ended them: `rulesets`, `among` (all, even,
            two passes), `games` compared, `over_1` (they differ by more than a point), `share`, `low`, `high`,
            `largest` difference in points. A player who passes earlier while the other plays gains or loses points by
            territory that area does not know.
        trouble: one row per kind of trouble, set of rulesets (main, all) and `among` (all, even): `what`, `rulesets`,
            `games` with it, `of` how many, `per_10000`, `low`, `high`. What replaying says (legal, no_result, either of
            them) is of the games with a board, among all rulesets compared; the winner of the common games, among those
            side by side that take dead stones off.
    """

    common: Common
    score: pd.DataFrame
    trouble: pd.DataFrame

    def __repr__(self) -> str:
        return f"<Claims: score {plural(len(self.score), 'row')}, trouble {plural(len(self.trouble), 'row')}>"


def measured(
    names: Sequence[str],
    margins: MarginMatrix,
    common: Common,
    judging: Sequence[int],
    no_result: NDArray[np.int8],
    games: Games,
) -> Claims:
    """Measure the two claims.

    Args:
        names: of the rulesets compared.
        margins: with one komi for all of them.
        common: which of them stand side by side, and on which games.
        judging: places of those of these that are asked who won.
        no_result: flags [games, rulesets]: the ruleset lets players claim no result.
        games: what is known of them.
    """
    main = [list(names).index(name) for name in MAIN if name in common.rulesets]
    main = main if len(main) > 1 else common.places
    even = games.even
    among = {"all": np.ones_like(even), "even": even, "two passes": even & games.ended_by_its_only_passes}
    together, here = margins.take(common.rows), {name: chosen[common.rows] for name, chosen in among.items()}
    side_by_side, chosen = together.columns(common.places), [names[place] for place in main]
    score = _score_rows(common.rulesets, chosen, side_by_side, here)
    sets = {"main": (main, main), "all": (list(range(len(names))), judging)}
    trouble = []
    for title, (replaying, counting) in sets.items():
        replayed, cycles = margins.columns(replaying), no_result[:, replaying]
        trouble += _replay_rows(title, replayed, cycles, {name: among[name] for name in ("all", "even")})
        trouble += _winner_rows(title, together.columns(counting), {name: here[name] for name in ("all", "even")})
    return Claims(common, pd.DataFrame(score), pd.DataFrame(trouble))


def family_pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of `FAMILY_PAIRS` among these rulesets; every pair where there is none."""
    return [pair for pair in FAMILY_PAIRS if set(pair) <= set(names)] or list(combinations(names, 2))


def _score_rows(
    names: Sequence[str], main: Sequence[str], matrix: MarginMatrix, among: Mapping[str, NDArray[np.bool_]]
) -> list[dict[str, Any]]:
    """Return the rows of `Claims.score`.

    Args:
        names: of the rulesets, as the columns of `matrix`.
        main: those of them that are compared together.
        matrix: margins with one komi for all rulesets, of the games that all of them give one.
        among: which games, by name of the choice.
    """
    place = {name: number for number, name in enumerate(names)}
    differences = {
        f"{a}/{b}": np.abs(matrix.margin[:, place[a]] - matrix.margin[:, place[b]]) for a, b in family_pairs(names)
    }
    differences[f"any two of {', '.join(main)}"] = spread(matrix.columns([place[name] for name in main]))
    rows = []
    for title, difference in differences.items():
        for choice, chosen in among.items():
            found = difference[chosen & ~np.isnan(difference)]  # NaN: a single ruleset has no difference
            over = int(np.count_nonzero(found > OVER))
            low, high = wilson(over, len(found))
            row = {"rulesets": title, "among": choice, "games": len(found), "over_1": over}
            share = over / len(found) if len(found) else np.nan
            largest = float(found.max()) if len(found) else np.nan
            rows.append({**row, "share": share, "low": low, "high": high, "largest": largest})
    return rows


def _replay_rows(
    title: str, matrix: MarginMatrix, no_result: NDArray[np.int8], among: Mapping[str, NDArray[np.bool_]]
) -> list[dict[str, Any]]:
    """Return the rows of `Claims.trouble` about legality and cycles, of one set of rulesets."""
    legal, board = disputes(Dispute.LEGAL, matrix, no_result)
    cycle, _ = disputes(Dispute.NO_RESULT, matrix, no_result)
    found = {"legal": legal, "no_result": cycle, "either": legal | cycle}
    return [
        _trouble(what, title, choice, games & chosen, board & chosen)
        for choice, chosen in among.items()
        for what, games in found.items()
    ]


def _winner_rows(title: str, matrix: MarginMatrix, among: Mapping[str, NDArray[np.bool_]]) -> list[dict[str, Any]]:
    """Return the rows of `Claims.trouble` about winners, of one set of rulesets."""
    winner, counted = disputes(Dispute.WINNER, matrix, np.zeros_like(matrix.legal))
    return [_trouble("winner", title, choice, winner & chosen, counted & chosen) for choice, chosen in among.items()]


def _trouble(what: str, rulesets: str, among: str, games: NDArray[np.bool_], of: NDArray[np.bool_]) -> dict[str, Any]:
    number, total = int(np.count_nonzero(games)), int(np.count_nonzero(of))
    low, high = wilson(number, total)
    share = number / total * 1e4 if total else np.nan
    row = {"what": what, "rulesets": rulesets, "among": among, "games": number, "of": total}
    return {**row, "per_10000": share, "low": low * 1e4, "high": high * 1e4}
