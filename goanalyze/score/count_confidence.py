"""Confidence of counts: the probability that the margin of an estimated final position is the recorded one.

A logistic function of the rest of a game. Its coefficients are in `count_confidence.json`, which
`tests/benchmarks/fit_count_confidence.py` writes; the file names the games it was fitted to.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.convention import RestMode
from goanalyze.core.labels import LabeledBoards
from goanalyze.life.estimate.finisher import FACTS, FinishedPositions
from goanalyze.score.count import COLUMNS, Counts
from goanalyze.util.row import FieldMapping, Fields

Facts: TypeAlias = Mapping[str, NDArray[Any]]
"""Facts about games by name, each of them an array with one value for each game."""
UNTRIED: Final = 0.85
"""Highest confidence on boards smaller or larger than those of the fit."""
TOO_OPEN: Final = 0.02
"""Confidence of estimated positions of which too much is open to count them: 25 of 1,502 have the recorded margin."""
_STATUS_RANGE: Final = 0.3, 0.995  # beyond it, differences of the status confidence do not matter
_FULL_SIZE: Final = 19 * 19


def rest_facts(
    boards: LabeledBoards,
    dead: NDArray[np.uint8],
    last: NDArray[np.int32],
    status_confidence: NDArray[np.float32],
    shares: NDArray[np.float32],
    counts: tuple[Counts, Counts],
    finished: FinishedPositions,
) -> Facts:
    """Return the facts about the rest of games on which the confidence of a count depends.

    They are those of the finisher (`goanalyze.life.estimate.finisher.FACTS`); status_confidence; least_certain, 0–0.5,
    the distance of the least certain chain's probability of life from a half; is_last_stone_dead; shorter and longer
    side of the board; dame and teire of the position, with dame_afterwards, once the rest is played; and share, that of
    the finisher's runs with the most frequent margin.

    Args:
        boards: final positions.
        dead: uint8[points], 1 under dead stones.
        last: int32[games], point of the last move, negative without one.
        status_confidence: float32[games], probability that all dead stones are right, 0–1.
        shares: float32[points], `Statuses.alive_probability`.
        counts: counts of these positions, with deductions, and after the rest is played.
        finished: rest of the games.
    """
    before, after = counts
    distance = np.append(np.abs(shares - np.float32(0.5)), np.float32(0.5))
    has_points = np.diff(boards.start) > 0
    return {
        **dict(zip(FACTS, finished.facts.T, strict=True)),
        "status_confidence": status_confidence,
        "least_certain": np.where(has_points, np.minimum.reduceat(distance, boards.start[:-1]), np.float32(0.5)),
        "is_last_stone_dead": (last >= 0) & (np.append(dead, 0)[boards.start[:-1] + np.maximum(last, 0)] > 0),
        "shorter": np.minimum(boards.width, boards.height),
        "longer": np.maximum(boards.width, boards.height),
        "dame": before.in_territory_dame,
        "teire": before.in_territory[:, :, COLUMNS.index("deducted")].sum(axis=1, dtype=np.int32),
        "dame_afterwards": after.in_territory_dame,
        "share": finished.share,
    }


def own_rate(exact: int, games: int) -> float:
    """Return the log odds of an exact count in a group of games with a convention, held towards four in five."""
    return float(np.log((exact + 8) / (games - exact + 2)))


def features(facts: Facts, rest: NDArray[np.int8], *, is_area: bool) -> dict[str, NDArray[np.float64]]:
    """Return the features of the logistic function by name, float64[games] each.

    Args:
        facts: facts about the rest of the games.
        rest: int8[games], index of a `RestMode`.
        is_area: True for the margin by area, False for that by territory.
    """
    odds = np.clip(facts["status_confidence"].astype(np.float64), *_STATUS_RANGE)
    difference = np.abs(facts["difference"])
    dame, region = np.log1p(facts["dame"]), np.log1p(facts["largest_region"])
    points = np.maximum(facts["shorter"].astype(np.float64) * facts["longer"], 1)
    of_both = {
        "status": np.log(odds / (1 - odds)),
        "least certain": facts["least_certain"],
        "last stone dead": facts["is_last_stone_dead"],
        "no dame": facts["dame"] == 0,
        "dame afterwards": facts["dame_afterwards"] > 0,
        "dame afterwards, log": np.log1p(facts["dame_afterwards"]),
        "size, log": np.log(points / _FULL_SIZE),
    }
    of_open = {
        "area": np.full(len(rest), is_area),
        "dame, log": dame,
        "teire": facts["teire"] > 0,
        "largest region, log": region,
        "difference": difference > 0,
    }
    of_played_out = {
        "any": np.ones(len(rest)),
        "area": np.full(len(rest), is_area),
        "dame, log": dame,
        "dame by area, log": dame * is_area,
        "teire": facts["teire"] > 0,
        "teire, number": np.minimum(facts["teire"], 4),
        "largest region, log": region,
        "regions": facts["regions"] > 0,
        "difference 1": difference == 1,
        "difference 2": difference == 2,
        "difference 3 and more": difference > 2,
        "other runs": 1 - facts["share"],
        "moves, log": np.log1p(facts["moves"]),
        "rescues": np.minimum(facts["rescues"], 4),
        "defences": facts["defences"] > 0,
        "captures": np.minimum(facts["captures"], 3),
    }
    named = dict(of_both)
    for mode, columns in ((RestMode.OPEN, of_open), (RestMode.PLAYED_OUT, of_played_out)):
        named |= {f"{mode.value}: {name}": column * (rest == mode.index) for name, column in columns.items()}
    return {name: np.asarray(column, dtype=np.float64) for name, column in named.items()}


def count_confidence(
    facts: Facts, rest: NDArray[np.int8], rate: NDArray[np.float64]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the probabilities that the margins by area and by territory are the recorded ones, to the half point.

    Args:
        facts: facts about the rest of the games.
        rest: int8[games], index of the `RestMode` of the count.
        rate: float64[games], `own_rate` of the group of each game, NaN if no convention is applied.

    Returns:
        (float32[games] by area, float32[games] by territory).
    """
    by_area, by_territory = (_confidence(facts, rest, rate, is_area=is_area) for is_area in (True, False))
    return by_area, by_territory


def _confidence(
    facts: Facts, rest: NDArray[np.int8], rate: NDArray[np.float64], *, is_area: bool
) -> NDArray[np.float32]:
    """Return the probability that one of the margins is the recorded one, float32[games]."""
    fit = coefficients()
    columns = features(facts, rest, is_area=is_area)
    scaled = {name: (column - fit["mean"][name]) / fit["deviation"][name] for name, column in columns.items()}

    def log_odds(model: FieldMapping) -> NDArray[np.float64]:
        weights = model["coefficients"]
        total: NDArray[np.float64]
        total = sum((weights[name] * column for name, column in scaled.items()), model["intercept"])
        return total

    has_rate, known = ~np.isnan(rate), fit["with rate"]
    with_rate = log_odds(known) + known["rate"] * np.where(has_rate, rate, 0.0)
    confidence = 1 / (1 + np.exp(-np.where(has_rate, with_rate, log_odds(fit["without rate"]))))
    smallest, largest = fit["sides"]
    is_tested = (facts["shorter"] >= smallest) & (facts["longer"] <= largest)
    return np.where(is_tested, confidence, np.minimum(confidence, UNTRIED)).astype(np.float32)


@lru_cache(maxsize=1)
def coefficients() -> Fields:
    """Return the content of `count_confidence.json`."""
    text = (files("goanalyze.score") / "count_confidence.json").read_text(encoding="utf-8")
    parsed: Fields = json.loads(text)
    return parsed
