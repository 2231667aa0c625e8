"""Rows of the table duplicates: the copies of each group with the best one, and pairs that may be the same game."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.duplicates.confidence import NO_VIEW, POSSIBLE, PairEvidence
from goanalyze.duplicates.game_facts import CopyKind, Criterion, GameFacts, Level, View
from goanalyze.duplicates.sequences import read_columns, text_of
from goanalyze.tables.reading import TableOrParts
from goanalyze.tables.schema import TABLES
from goanalyze.util.arrow import booleans, category, flags_of, numbers, strings

COMPARED: Final = tuple(
    """
    black_player white_player black_rank_raw white_rank_raw date_raw event round place komi handicap rules_raw
    result_raw
""".split()
)
"""Columns of games in which copies are compared, as text."""
_SLICE: Final = 100_000  # rows built at once: lists of differences take memory
_OPPONENT: Final = {"black": "white", "white": "black"}
_ADDRESS: Final = ("game_id", "source", "member", "game_index")

Rows: TypeAlias = dict[str, NDArray[Any]]
"""Rows as arrays, one element each; −1 is null in `group`, `code`, `level`, `differing`, `keep` and `contradicts`.

game, best: int64, rows of the table games. group: int32, number of the group. code, level, criterion: int8, `index` of
`CopyKind`, `Level` and `Criterion`. view: uint8, `NO_VIEW` is null. swapped: bool. differing, first, missing: int32,
see the schema; 0 is null in `first`. keep, contradicts: int8.
"""


def group_rows(best: NDArray[np.int64], evidence: PairEvidence) -> Rows:
    """Return a row for each game of each group of two and more: groups in order, the best copy first.

    Args:
        best: int64[games], the best copy of each game's group, which it was compared with; the game itself if alone.
        evidence: the games.
    """
    first_game = np.arange(len(best))
    np.minimum.at(first_game, best, np.arange(len(best)))
    label = first_game[best]  # groups are in the order of their first games
    games = np.flatnonzero(np.bincount(label, minlength=1)[label] > 1)
    games = games[np.lexsort((evidence.facts.rank[games], best[games] != games, label[games]))]
    _, heads, group = np.unique(label[games], return_index=True, return_inverse=True)
    rows = _pair_rows(np.stack((games, best[games]), axis=1), evidence)
    is_best, criterion = games == best[games], rows["criterion"]
    criterion[heads] = criterion[heads + 1]  # the best copy has the advantage over the next one
    rows["code"][is_best], rows["level"][is_best] = -1, -1
    contradicts = _contradicts(games, group, heads, rows["swapped"], evidence.facts)
    return {**rows, "group": group.astype(np.int32), "keep": is_best.astype(np.int8), "contradicts": contradicts}


def possible_rows(pairs: NDArray[np.int64], code: int | None, evidence: PairEvidence) -> Rows:
    """Return a row for each pair that may be the same game, the worse copy first.

    Args:
        pairs: int64[n, 2], rows of the table games.
        code: `CopyKind.index` of the hint that relates them; None for the relation of their moves.
        evidence: the games.
    """
    rows = _pair_rows(pairs, evidence)
    rows["level"][:] = POSSIBLE
    if code is not None:
        rows["code"][:] = code
    return rows


def _pair_rows(pairs: NDArray[np.int64], evidence: PairEvidence) -> Rows:
    alignment, kind, level, is_swapped, differing = evidence.compare(pairs)
    criterion = np.full(len(pairs), Criterion.NAME.index, dtype=np.int8)
    for index, scores in reversed(list(enumerate(evidence.facts.scores, Criterion.PLAYS.index))):
        criterion[scores[pairs[:, 0]] > scores[pairs[:, 1]]] = index
    criterion[evidence.more_errors(pairs, alignment) < 0] = Criterion.ERRORS.index
    none = np.full(len(pairs), -1, dtype=np.int8)
    return {
        "game": pairs[:, 0],
        "best": pairs[:, 1],
        "group": none.astype(np.int32),
        "code": kind,
        "level": level,
        "criterion": criterion,
        "view": alignment.view,
        "swapped": is_swapped,
        "differing": np.where(alignment.view < NO_VIEW, differing, -1).astype(np.int32),
        "first": alignment.first,
        "missing": alignment.rest,
        "keep": none,
        "contradicts": none,
    }


def _contradicts(
    games: NDArray[np.int64],
    group: NDArray[np.int64],
    heads: NDArray[np.int64],
    swapped: NDArray[np.bool_],
    facts: GameFacts,
) -> NDArray[np.int8]:
    """Return 1 if a copy's result contradicts that of the best copy with a result, 0 if not, −1 without results."""
    if not len(games):
        return np.zeros(0, dtype=np.int8)
    index = np.where(np.isnan(facts.winner[games]), len(games), np.arange(len(games)))
    index = np.minimum.reduceat(index, heads)[group]  # the first of its group that has a result
    has_result = index < len(games)
    index = np.where(has_result, index, 0)
    contradicts = _compare_results(facts, games, games[index], swapped ^ swapped[index])
    return np.where(has_result, contradicts, -1).astype(np.int8)


def _compare_results(
    facts: GameFacts, games: NDArray[np.int64], others: NDArray[np.int64], swapped: NDArray[np.bool_]
) -> NDArray[np.int8]:
    """Return 1 if the winner, or the margin at the same komi, differs, 0 if not, −1 if one game has no winner."""
    sign = np.where(swapped, -1, 1)
    winners, margins = (values[games] * sign - values[others] for values in (facts.winner, facts.margin))
    komi, other_komi = facts.komi[games], facts.komi[others]
    has_same_komi = (komi == other_komi) | (np.isnan(komi) & np.isnan(other_komi))
    differs = (winners != 0) | ((np.nan_to_num(margins) != 0) & has_same_komi)
    return np.where(np.isnan(winners), -1, differs).astype(np.int8)


Columns: TypeAlias = dict[str, pa.ChunkedArray]
"""Columns of the table games, by name."""


def build_table(parts: list[Rows], games: TableOrParts, facts: GameFacts) -> pa.Table:
    """Return the table duplicates."""
    schema = TABLES["duplicates"].arrow
    names = (*COMPARED, *_ADDRESS)
    columns = dict(zip(names, read_columns(games, *names), strict=True))
    tables = [pa.Table.from_batches([], schema=schema)]
    for rows in parts:
        for begin in range(0, len(rows["game"]), _SLICE):
            part = {name: values[begin : begin + _SLICE] for name, values in rows.items()}
            arrays = _arrays(part, columns, facts)
            tables.append(
                pa.Table.from_arrays([arrays[field.name].cast(field.type) for field in schema], schema=schema)
            )
    return pa.concat_tables(tables).unify_dictionaries()


def _arrays(rows: Rows, columns: Columns, facts: GameFacts) -> dict[str, pa.Array]:
    differs, own_values, best_values = _differences(rows, columns, facts)
    is_unaligned = rows["view"] >= NO_VIEW
    choices = {"code": ("code", CopyKind), "confidence": ("level", Level), "best_because": ("criterion", Criterion)}
    categories = {
        name: category(np.maximum(rows[key], 0), vocabulary.names(), rows[key] < 0)
        for name, (key, vocabulary) in choices.items()
    }
    games = {
        f"{prefix}{name}": columns[name].take(numbers(rows[side])).combine_chunks()
        for prefix, side in (("", "game"), ("best_", "best"))
        for name in _ADDRESS
    }
    return {
        **categories,
        **games,
        "group": numbers(rows["group"], rows["group"] < 0),
        "view": category(np.where(is_unaligned, 0, rows["view"]), View.names(), is_unaligned),
        "swapped": booleans(rows["swapped"], is_unaligned),
        "differing_moves": numbers(rows["differing"], rows["differing"] < 0),
        "first_difference": numbers(rows["first"], (rows["first"] == 0) | is_unaligned),
        "missing_moves": numbers(rows["missing"], is_unaligned),
        "keep": booleans(rows["keep"] == 1, rows["keep"] < 0),
        "contradicts": booleans(rows["contradicts"] == 1, rows["contradicts"] < 0),
        "differs": differs,
        "own_values": own_values,
        "best_values": best_values,
        "across": booleans(facts.home[rows["game"]] != facts.home[rows["best"]]),
    }


def _differences(rows: Rows, columns: Columns, facts: GameFacts) -> tuple[pa.Array, pa.Array, pa.Array]:
    """Return lists of the columns in which games differ from the best copies, of their values, and of the others."""

    def texts(name: str, side: str) -> pa.Array:
        return text_of(columns[name].take(numbers(rows[side]))).combine_chunks()

    indices, parts = [], []
    for number, name in enumerate(COMPARED):
        color, _, suffix = name.partition("_")
        own, best = texts(name, "game"), texts(name, "best")
        if color in _OPPONENT:
            own = pc.if_else(booleans(rows["swapped"]), texts(f"{_OPPONENT[color]}_{suffix}", "game"), own)
        is_other = flags_of(pa.chunked_array([pc.not_equal(own, best)])) == 1
        if name == "result_raw":  # with colours swapped, B+3 is W+3
            contradicts = _compare_results(facts, rows["game"], rows["best"], rows["swapped"])
            is_other = np.where(rows["swapped"], contradicts == 1, is_other)
        indices.append(np.flatnonzero(is_other))
        index = numbers(indices[-1])
        names = strings(COMPARED).take(numbers(np.full(len(index), number)))
        parts.append((names, own.take(index), best.take(index)))
    row = np.concatenate(indices)
    order = numbers(np.argsort(row, kind="stable"))
    offsets = numbers(np.searchsorted(np.sort(row), np.arange(len(rows["game"]) + 1)).astype(np.int32))
    differs, own_values, best_values = (
        pa.ListArray.from_arrays(offsets, pa.concat_arrays(values).take(order)) for values in zip(*parts, strict=True)
    )
    return differs, own_values, best_values
