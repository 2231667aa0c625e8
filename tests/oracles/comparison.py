"""A plain twin of comparisons: the figures of made-up games, one game after the other."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from helpers.synthetic import FakeDataset, Row

from goanalyze.rules import RULESETS
from goanalyze.util.statistics import wilson

STAYING = ("basic", "tromp-taylor")
"""Rulesets that leave dead stones on the board."""


def has_territory(made: FakeDataset) -> bool:
    """Return True if one of the rulesets counts territory."""
    return any(name in RULESETS and RULESETS[name].scoring.value.value == "territory" for name in made.names)


def has_other_passes(row: Row) -> bool:
    """Return True if there are passes other than two final ones."""
    final = 2 if row.facts.get("ended_by", "passes") == "passes" else 0
    return bool(row.facts.get("pass_count", 2) > final)


def is_contradicted(row: Row) -> bool:
    """Return True if the record gives another margin or winner than the count, and no other ruleset explains it."""
    return row.facts.get("agreement") in ("winner", "no") and row.facts.get("explanation") != "other ruleset"


def is_confirmed(row: Row) -> bool:
    """Return True if the count gives the recorded margin."""
    return row.facts.get("agreement") == "exact"


def is_estimated(row: Row, place: int) -> bool:
    """Return True if the dead stones of a game are estimated under a ruleset."""
    cell = row.cells[place]
    return cell.basis == "estimated" or (cell.basis in ("no_komi", "no_ruleset_komi") and cell.status != "none")


def is_usable(made: FakeDataset, row: Row, place: int, basis: str) -> bool:
    """Return True if a basis has the margin of a game under a ruleset."""
    if basis == "all":
        return True
    estimated = is_estimated(row, place)
    usable = made.is_known(row, place)
    if basis in ("best", "confirmed"):
        usable |= is_confirmed(row) and (estimated or row.cells[place].basis == "as_it_stands")
    if basis == "best":
        usable |= estimated and not is_contradicted(row)
    if basis == "estimated":
        usable |= estimated
    has_dead = row.facts.get("dead", 0) != 0 or row.facts.get("count_status", "markup") == "none"
    return usable and not (made.names[place] in STAYING and has_dead)


def seen(
    made: FakeDataset, row: Row, place: int, basis: str, komi: str = "recorded"
) -> tuple[float, str | None] | None:
    """Return the margin and the winner of a game under a ruleset, the winner None without komi; None without margin."""
    cell = row.cells[place]
    margin = cell.margin if komi == "recorded" else cell.own_margin
    winner = cell.winner(margin)
    has_komi = any(other.margin is not None for other in row.cells)
    lacks_komi = any(other.basis == "no_komi" for other in row.cells)
    if komi == "recorded" and lacks_komi and not has_komi and None not in (cell.own_margin, cell.own_komi):
        margin, winner = (cell.own_margin or 0) + (cell.own_komi or 0), None
    if margin is None or not is_usable(made, row, place, basis):
        return None
    if basis != "all" and has_territory(made) and has_other_passes(row):
        return None
    return margin, winner


def doubt(made: FakeDataset, row: Row, place: int) -> float:
    """Return the error probability of the margin of a game."""
    if made.is_known(row, place) or is_confirmed(row):
        return 0.0
    return 1.0 - (row.facts.get("confidence") or 0.0)


def interval(inside: list[float], outside: list[float]) -> tuple[float, float]:
    """Return the interval of a share: `inside` and `outside` are the doubts of the games in it and out of it."""
    number, total = len(inside), len(inside) + len(outside)
    most = wilson(number, total)[1]
    return (
        float(wilson(max(number - sum(inside), 0.0), total)[0]),
        float(wilson(min(number + most * sum(outside), total), total)[1]),
    )


def figures(made: FakeDataset, rows: list[Row], a: int, b: int, basis: str, komi: str = "recorded") -> dict[str, Any]:
    """Return the figures of a pair over the games that both rulesets give a margin."""
    both = []
    for row in rows:
        one, other = (seen(made, row, side, basis, komi) for side in (a, b))
        if one and other:
            both.append((one, other, max(doubt(made, row, a), doubt(made, row, b))))
    decided = [game for game in both if None not in (game[0][1], game[1][1])]
    changes = [game for game in decided if game[0][1] != game[1][1]]
    differences = [one[0] - other[0] for one, other, _ in both]
    mean = sum(differences) / len(both) if both else math.nan
    over = [abs(difference) > 1 for difference in differences]
    legal = Counter((row.cells[a].legal, row.cells[b].legal) for row in rows)
    change_low, change_high = interval(
        [game[2] for game in changes], [game[2] for game in decided if game[0][1] == game[1][1]]
    )
    over_low, over_high = interval(
        [game[2] for game, is_over in zip(both, over, strict=True) if is_over],
        [game[2] for game, is_over in zip(both, over, strict=True) if not is_over],
    )
    return {
        "games": len(both),
        "same_margin": differences.count(0),
        "winner_games": len(decided),
        "winner_changes": len(changes),
        "black_to_white": sum((one[1], other[1]) == ("black", "white") for one, other, _ in decided),
        "white_to_black": sum((one[1], other[1]) == ("white", "black") for one, other, _ in decided),
        "mean": mean,
        "sd": math.sqrt(sum((d - mean) ** 2 for d in differences) / len(both)) if both else math.nan,
        "min": min(differences, default=math.nan),
        "max": max(differences, default=math.nan),
        "over_1": sum(over),
        "winner_change_share": len(changes) / len(decided) if decided else math.nan,
        "share_over_1": sum(over) / len(both) if both else math.nan,
        "winner_change_low": change_low,
        "winner_change_high": change_high,
        "over_1_low": over_low,
        "over_1_high": over_high,
        "legal_only_a": legal[True, False],
        "legal_only_b": legal[False, True],
    }


def evidence(made: FakeDataset, row: Row, places: list[int]) -> str:
    """Return the evidence of a game under some rulesets."""
    if any(seen_before_komi(row, place) is None for place in places):
        return "none"
    if all(made.is_known(row, place) and is_usable(made, row, place, "counted") for place in places):
        return "known"
    guessed = all(is_usable(made, row, place, "estimated") for place in places)
    confirmed = all(is_usable(made, row, place, "confirmed") for place in places)
    if confirmed and is_confirmed(row):
        return "confirmed"
    if guessed:
        return "contradicted" if is_contradicted(row) else "estimated"
    return "none"


def seen_before_komi(row: Row, place: int) -> float | None:
    """Return the margin before komi."""
    cell = row.cells[place]
    if cell.margin is not None and cell.komi is not None:
        return cell.margin + cell.komi
    if cell.own_margin is not None and cell.own_komi is not None:
        return cell.own_margin + cell.own_komi
    return None
