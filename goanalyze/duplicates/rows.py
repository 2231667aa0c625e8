"""Rows of the table duplicates: the copies of each group with the best one, and pairs that may be the same."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.duplicates.alignment import Alignment
from goanalyze.duplicates.choices import Criterion, Kind, Level, View
from goanalyze.duplicates.confidence import POSSIBLE, Evidence, differing, is_swapped
from goanalyze.duplicates.facts import COMPARED, Facts
from goanalyze.tables.reading import TableOrParts, column
from goanalyze.tables.schema import TABLES
from goanalyze.vocabulary.arrow import booleans, category, numbers, strings

_SLICE: Final = 100_000  # rows made at once: lists of differences take memory
_COLOR: Final = {"black": "white", "white": "black"}


Rows: TypeAlias = dict[str, NDArray[Any]]
"""Rows as arrays, one element each; −1 stands for null in `group`, `code`, `level`, `keep` and `contradicts`.

game, best: int64, rows of the table games. group, code, level, why: numbers of groups, and `index` of `Kind`, `Level`
and `Criterion`. view: uint8, 8 for null. swapped: bool. differs, first, missing: int32, see the schema; −1 in `differs`
for null, 0 in `first`. keep, contradicts: int8.
"""


def group_rows(best: NDArray[np.int64], evidence: Evidence) -> Rows:
    """Return a row for each game of each group of two and more: groups in order, the best copy first.

    Args:
        best: the best copy of each game's group, which it was compared with; the game itself where it is alone.
        evidence: what is known of the games.
    """
    facts, least = evidence.facts, np.arange(len(best))
    np.minimum.at(least, best, np.arange(len(best)))
    label = least[best]  # groups are in the order of their first games
    many = np.bincount(label, minlength=1)[label] > 1
    games = np.flatnonzero(many)
    games = games[np.lexsort((facts.rank[games], best[games] != games, label[games]))]
    _, group, size = np.unique(label[games], return_inverse=True, return_counts=True)
    heads = np.cumsum(size) - size
    rows = _rows(np.stack((games, best[games]), axis=1), evidence)
    is_best, why = games == best[games], rows["why"]
    why[heads] = why[np.minimum(heads + 1, max(len(why) - 1, 0))]  # the best has what the next one lacks
    rows["code"][is_best], rows["level"][is_best] = -1, -1
    contradicts = _contradicts(games, group, heads, rows["swapped"], facts)
    return {**rows, "group": group.astype(np.int32), "keep": is_best.astype(np.int8), "contradicts": contradicts}


def pair_rows(pairs: NDArray[np.int64], code: int | None, evidence: Evidence) -> Rows:
    """Return a row for each pair that may be the same game, the worse copy first.

    Args:
        pairs: int64[n, 2].
        code: the hint that it is, as `Kind.index`; else what the moves say.
        evidence: what is known of the games.
    """
    rows = _rows(pairs, evidence)
    rows["level"][:] = POSSIBLE
    if code is not None:
        rows["code"][:] = code
    return rows


def _rows(pairs: NDArray[np.int64], evidence: Evidence) -> Rows:
    """Return a row for each pair, in no group."""
    found, kind, level = evidence.compare(pairs)
    differs = np.where(found.view < len(View), differing(found), -1)
    none = np.full(len(pairs), -1, dtype=np.int8)
    return {
        "game": pairs[:, 0],
        "best": pairs[:, 1],
        "group": none.astype(np.int32),
        "code": kind,
        "level": level,
        "why": _why(pairs, found, evidence),
        "view": found.view,
        "swapped": is_swapped(found),
        "differs": differs,
        "first": found.first,
        "missing": found.rest,
        "keep": none,
        "contradicts": none,
    }


def _why(pairs: NDArray[np.int64], found: Alignment, evidence: Evidence) -> NDArray[np.int8]:
    """Return the first criterion in which the first game of each pair is not as good as the second."""
    why = np.full(len(pairs), len(Criterion) - 1, dtype=np.int8)
    for place in range(len(Criterion) - 2, 0, -1):
        scores = evidence.facts.scores[place - 1]
        why[scores[pairs[:, 0]] > scores[pairs[:, 1]]] = place
    why[evidence.more_errors(pairs, found) < 0] = 0
    return why


def _contradicts(
    games: NDArray[np.int64],
    group: NDArray[np.int64],
    heads: NDArray[np.int64],
    swapped: NDArray[np.bool_],
    facts: Facts,
) -> NDArray[np.int8]:
    """Return where a copy's result is another than that of the best copy that has one."""
    if not len(games):
        return np.zeros(0, dtype=np.int8)
    telling = np.where(np.isnan(facts.winner[games]), len(games), np.arange(len(games)))
    telling = np.minimum.reduceat(telling, heads)[group]  # the first of its group that has a result
    reported = telling < len(games)
    telling = np.where(reported, telling, 0)
    against = _against(facts, games, games[telling], swapped ^ swapped[telling])
    return np.where(reported, against, -1).astype(np.int8)


def _against(
    facts: Facts, games: NDArray[np.int64], others: NDArray[np.int64], swapped: NDArray[np.bool_]
) -> NDArray[np.int8]:
    """Return 1 where winner, or margin at the same komi, are not the same, 0 where they are, −1 where one has none."""
    sign = np.where(swapped, -1, 1)
    winners, margins = (each[games] * sign - each[others] for each in (facts.winner, facts.margin))  # NaN: one has none
    komi = facts.named["komi"].number
    unlike = (winners != 0) | ((np.nan_to_num(margins) != 0) & (komi[games] == komi[others]))
    return np.where(np.isnan(winners), -1, unlike).astype(np.int8)


def build_table(parts: list[Rows], games: TableOrParts, facts: Facts) -> pa.Table:
    """Return the table duplicates, some rows at a time.

    Args:
        parts: the rows, in order.
        games: the table games.
        facts: of all games.
    """
    schema = TABLES["duplicates"].arrow
    ids = column(games, "game_id").cast(pa.string()).combine_chunks()
    tables = [schema.empty_table()]
    for rows in parts:
        for begin in range(0, len(rows["game"]), _SLICE):
            part = {name: values[begin : begin + _SLICE] for name, values in rows.items()}
            columns = _columns(part, ids, facts)
            arrays = [columns[field.name] for field in schema]
            tables.append(pa.Table.from_arrays(arrays, schema=schema))
    return pa.concat_tables(tables).unify_dictionaries()


def _columns(rows: Rows, ids: pa.Array, facts: Facts) -> dict[str, pa.Array]:
    """Return Arrow arrays by name."""
    names, own, best = _differences(rows, facts)
    hidden = rows["view"] >= len(View)
    return {
        "group": numbers(rows["group"], rows["group"] < 0),
        "code": category(np.maximum(rows["code"], 0), Kind.names(), rows["code"] < 0),
        "confidence": category(np.maximum(rows["level"], 0), Level.names(), rows["level"] < 0),
        **_place(rows["game"], ids, facts, ""),
        **_place(rows["best"], ids, facts, "best_"),
        "view": category(np.where(hidden, 0, rows["view"]), View.names(), hidden),
        "swapped": booleans(rows["swapped"], hidden),
        "differing_moves": numbers(rows["differs"], rows["differs"] < 0),
        "first_difference": numbers(rows["first"], (rows["first"] == 0) | hidden),
        "missing_moves": numbers(rows["missing"], hidden),
        "keep": booleans(rows["keep"] == 1, rows["keep"] < 0),
        "why": category(rows["why"], Criterion.names()),
        "contradicts": booleans(rows["contradicts"] == 1, rows["contradicts"] < 0),
        "differs": names,
        "own_values": own,
        "best_values": best,
        "across": booleans(facts.home[rows["game"]] != facts.home[rows["best"]]),
    }


def _place(games: NDArray[np.int64], ids: pa.Array, facts: Facts, prefix: str) -> dict[str, pa.Array]:
    """Return the columns that say which games they are."""
    rows, source = numbers(games), facts.source.number[games]
    return {
        f"{prefix}game_id": ids.take(rows),
        f"{prefix}source": pa.DictionaryArray.from_arrays(
            numbers(np.maximum(source, 0), source < 0), facts.source.texts
        ),
        f"{prefix}member": facts.member.take(rows),
        f"{prefix}game_index": numbers(facts.index[games]),
    }


def _differences(rows: Rows, facts: Facts) -> tuple[pa.Array, pa.Array, pa.Array]:
    """Return what the games say otherwise than the best copies: columns, their values, the values of the best."""
    found: list[tuple[NDArray[np.int64], pa.Array, pa.Array, pa.Array]] = []
    for at, name in enumerate(COMPARED):
        own = facts.named[name]
        color, _, rest = name.partition("_")
        other = facts.named[f"{_COLOR[color]}_{rest}"] if color in _COLOR else own
        mine = np.where(rows["swapped"], other.number[rows["game"]], own.number[rows["game"]])
        its = own.number[rows["best"]]
        unlike = mine != its
        if name == "result_raw":  # with colours swapped, B+3 is W+3
            against = _against(facts, rows["game"], rows["best"], rows["swapped"])
            unlike = np.where(rows["swapped"], against == 1, unlike)
        there = np.flatnonzero(unlike)
        names = strings(COMPARED).take(numbers(np.full(len(there), at)))
        found.append((there, names, own.read(mine[there]), own.read(its[there])))
    where, *texts = zip(*found, strict=True)
    row = np.concatenate(where)
    order = numbers(np.argsort(row, kind="stable"))
    offsets = numbers(np.searchsorted(np.sort(row), np.arange(len(rows["game"]) + 1)).astype(np.int32))
    names, own_texts, best_texts = (
        pa.ListArray.from_arrays(offsets, pa.concat_arrays(parts).take(order)) for parts in texts
    )
    return names, own_texts, best_texts
