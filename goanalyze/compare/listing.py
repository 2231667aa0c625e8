"""The games behind a number, as rows that name each game and say what differs in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.claims import Dispute
from goanalyze.compare.games import Games
from goanalyze.compare.outcomes import WINNERS, Margins, Outcomes
from goanalyze.vocabulary.numbers import points_text

__all__ = ["disputed_rows", "pair_rows"]


def pair_rows(
    outcomes: Outcomes, games: Games, margins: Margins, pair: tuple[int, int], rows: NDArray[np.int64]
) -> dict[str, Any]:
    """Return columns that name some games and give what each of two rulesets makes of them."""
    columns: dict[str, Any] = {**games.named(rows)}
    first_illegal = outcomes.numbers("first_illegal_move")[rows]
    difference = margins.margin[rows, pair[0]] - margins.margin[rows, pair[1]]
    columns["difference"] = [_number(value) for value in difference]
    for side, place in zip("ab", pair, strict=True):
        columns[f"margin_{side}"] = [_number(value) for value in margins.margin[rows, place]]
        columns[f"winner_{side}"] = [WINNERS[w] if w >= 0 else None for w in margins.winner[rows, place].tolist()]
        columns[f"legal_{side}"] = [bool(v) if v >= 0 else None for v in margins.legal[rows, place].tolist()]
        columns[f"first_illegal_{side}"] = [_move(value) for value in first_illegal[:, place]]
    return columns


def disputed_rows(
    outcomes: Outcomes, games: Games, margins: Margins, places: Sequence[int], what: Dispute, rows: NDArray[np.int64]
) -> dict[str, Any]:
    """Return columns that name some games, and `verdicts`: what is said of each, and which rulesets say so."""
    says = _sayings(outcomes, margins, places, what, rows)
    names = [outcomes.names[place] for place in places]
    verdicts: list[dict[str, list[str]]] = []
    for row in says:
        verdict: dict[str, list[str]] = {}
        for name, saying in zip(names, row, strict=True):
            if saying:
                verdict.setdefault(saying, []).append(name)
        verdicts.append(verdict)
    return {**games.named(rows), "verdicts": verdicts}


def _sayings(
    outcomes: Outcomes, margins: Margins, places: Sequence[int], what: Dispute, rows: NDArray[np.int64]
) -> list[list[str]]:
    """Return what each ruleset says of each game, empty where it says nothing."""
    where = np.ix_(rows, np.array(places, dtype=np.int64))
    if what == "no_result":
        flags = outcomes.flags("no_result_possible")[where]
        return [["no result possible" if value == 1 else "" for value in row] for row in flags.tolist()]
    if what == "legal":
        moves = outcomes.numbers("first_illegal_move")[where].tolist()
        legal = margins.legal[where].tolist()
        return [
            ["" if ok < 0 else "legal" if ok else f"move {move:g} is illegal" for ok, move in zip(*row, strict=True)]
            for row in zip(legal, moves, strict=True)
        ]
    results, winners = margins.margin[where].tolist(), margins.winner[where].tolist()
    return [[_result(*pair) for pair in zip(*row, strict=True)] for row in zip(results, winners, strict=True)]


def _result(margin: float, winner: int) -> str:
    """Write a result as records do; a tie that decides names its winner."""
    if winner < 0:
        return ""
    if margin == 0:
        return "draw" if WINNERS[winner] == "draw" else f"{WINNERS[winner][0].upper()}+0 (tie)"
    return points_text(round(margin, 3))


def _number(value: float) -> float | None:
    return None if np.isnan(value) else round(float(value), 3)


def _move(value: float) -> int | None:
    return None if np.isnan(value) else int(value)
