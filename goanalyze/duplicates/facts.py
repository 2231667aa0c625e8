"""What is known of each game beside its moves: to judge whether two may be one game, and which copy is best.

What may live here: columns of the table games as numbers. What may not: moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.duplicates.sequences import Sequences, column
from goanalyze.tables.reading import batches
from goanalyze.vocabulary.arrow import encode, floats

__all__ = ["CRITERIA", "TOLD", "Facts", "Named", "read_facts"]

TOLD: Final = (
    "black_player", "white_player", "black_rank_raw", "white_rank_raw", "date_raw", "event", "round", "place",
    "komi", "handicap", "rules_raw", "result_raw",
)  # fmt: skip
"""Columns of games in which copies are held against each other."""

CRITERIA: Final = (
    "fewer of the moves that both have are errors", "it has more plays", "it has a result",
    "it has both names and a date", "life and death are marked in it", "it has fewer findings", "its name comes first",
)  # fmt: skip
"""What makes a copy the better one, the first that differs decides. An error in a move that the other copy does not
have is no argument for the other: it was cut off before."""

_WINNERS: Final = {"black": 1, "white": -1, "draw": 0}
_UNKNOWN: Final = 9  # no winner is recorded
_NO_DAY: Final = np.iinfo(np.int32).min


@dataclass(frozen=True, slots=True)
class Named:
    """A column of text as numbers: one number for each different text, −1 where there is none."""

    number: NDArray[np.int32]
    texts: list[str]

    def read(self, numbers: NDArray[np.int32]) -> list[str]:
        """Return the texts of some numbers, empty for −1."""
        return [self.texts[number] if number >= 0 else "" for number in numbers.tolist()]


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of each game, in the order of the table games.

    Attributes:
        named: the columns of `TOLD`; those of Black and White share one numbering.
        day: int32[games], days since 1970 where the date is known to the day.
        winner: int8[games], 1 black, −1 white, 0 draw; 9 unknown.
        margin: float64[games], recorded, Black − White; NaN for none.
        source, member: where the games are from, by number.
        home: int32[games], number of the archive, for plain files of the folder.
        index: int32[games], game_index.
        scores: int32[criteria, games], `CRITERIA` beyond the first, which takes two games; the less the better.
        rank: int32[games], place of each game when all are sorted by `scores`, the best first.
    """

    named: dict[str, Named]
    day: NDArray[np.int32]
    winner: NDArray[np.int8]
    margin: NDArray[np.float64]
    source: Named
    member: Any
    home: NDArray[np.int32]
    index: NDArray[np.int32]
    scores: NDArray[np.int32]
    rank: NDArray[np.int32]

    def known_day(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return whether the date of some games is known to the day."""
        known: NDArray[np.bool_] = self.day[rows] != _NO_DAY
        return known

    def known_winner(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return whether some games say who won, or that nobody did."""
        known: NDArray[np.bool_] = self.winner[rows] != _UNKNOWN
        return known


def read_facts(games: Any, counts: Any, sequences: Sequences) -> Facts:
    """Read the columns that say what games are, one at a time.

    Args:
        games: the table, in memory or on disk.
        counts: the table counts, or None: it says where life and death are marked.
        sequences: the moves of the same games.

    Raises:
        DatasetError: a column is missing, or a file is damaged.
    """
    named = _named(games)
    source, member = _encoded(column(games, "source")), column(games, "member")
    index = _numbers(games, "game_index", 0)
    precise = _places(column(games, "date_precision"), {"day": 1}, 0)
    day = np.where(precise == 1, _days(games), _NO_DAY).astype(np.int32)
    winner = _places(column(games, "result_winner"), _WINNERS, _UNKNOWN)
    margin = floats(column(games, "result_margin"))
    complete = (named["black_player"].number >= 0) & (named["white_player"].number >= 0)
    complete &= named["date_raw"].number >= 0
    name = _name_order(source, member, index)
    scores = np.stack([
        -sequences.plays,
        (winner == _UNKNOWN).astype(np.int32),
        (~complete).astype(np.int32),
        (~_marked(counts, sequences)).astype(np.int32),
        _numbers(games, "finding_count", 0),
        name,
    ])  # fmt: skip
    rank = np.empty(len(sequences), dtype=np.int32)
    rank[np.lexsort(scores[::-1])] = np.arange(len(sequences), dtype=np.int32)
    return Facts(named, day, winner, margin, source, member, _homes(source, member), index, scores, rank)


def _named(games: Any) -> dict[str, Named]:
    """Return the columns that copies are compared in; those of Black and White share one numbering."""
    named: dict[str, Named] = {}
    for name in TOLD:
        color, _, rest = name.partition("_")
        if color == "black":
            sides = [column(games, f"{side}_{rest}") for side in ("black", "white")]
            both = _encoded(pa.chunked_array(sides).combine_chunks())
            half = len(sides[0])
            named[name] = Named(both.number[:half], both.texts)
            named[f"white_{rest}"] = Named(both.number[half:], both.texts)
        elif color != "white":
            values = column(games, name)
            named[name] = _encoded(values if pa.types.is_string(values.type) else values.cast(pa.string()))
    return named


def _encoded(texts: Any) -> Named:
    """Number the different texts of a column; empty text is none."""
    if not len(texts):
        return Named(np.zeros(0, dtype=np.int32), [])
    number, known = encode(texts)
    numbers = np.array([-1 if not text else at for at, text in enumerate(known)], dtype=np.int32)
    return Named(numbers[number], [text or "" for text in known])


def _numbers(table: Any, name: str, missing: int) -> NDArray[np.int32]:
    values: NDArray[Any] = column(table, name).fill_null(missing).to_numpy(zero_copy_only=False)
    return values.astype(np.int32)


def _days(games: Any) -> NDArray[np.int32]:
    days: NDArray[np.int32] = column(games, "date").cast(pa.int32()).fill_null(0).to_numpy(zero_copy_only=False)
    return days


def _places(texts: Any, known: dict[str, int], other: int) -> NDArray[np.int8]:
    """Return a number for each text, `other` for those not known."""
    named = _encoded(texts)
    lookup = np.array([*(known.get(text, other) for text in named.texts), other], dtype=np.int8)
    return lookup[named.number]


def _name_order(source: Named, member: Any, index: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the place of each game when all are sorted by source, member and number."""
    import pyarrow.compute as pc  # noqa: PLC0415 - takes 0.1 s

    place = np.argsort(np.argsort(np.array(source.texts, dtype=object), kind="stable"))
    sources = place[source.number].astype(np.int32) if len(place) else source.number
    table = pa.table({"source": pa.array(sources), "member": member, "index": pa.array(index)})
    order = pc.sort_indices(table, [(name, "ascending") for name in table.column_names]).to_numpy()
    result = np.empty(len(order), dtype=np.int32)
    result[order] = np.arange(len(order), dtype=np.int32)
    return result


def _homes(source: Named, member: Any) -> NDArray[np.int32]:
    """Number archives, and the folders of plain files."""
    folders = {text: -1 - at for at, text in enumerate(dict.fromkeys(_folder(text) for text in source.texts))}
    folder = np.array([*(folders[_folder(text)] for text in source.texts), 0], dtype=np.int32)
    plain = np.diff(_offsets(member)) == 0
    return np.where(plain, folder[source.number], source.number).astype(np.int32)


def _offsets(texts: Any) -> NDArray[np.int32]:
    """Return where each text of a string array begins, and the end of the last."""
    if not len(texts):
        return np.zeros(1, dtype=np.int32)
    return np.frombuffer(texts.buffers()[1], dtype=np.int32)[texts.offset : texts.offset + len(texts) + 1]


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _marked(counts: Any, sequences: Sequences) -> NDArray[np.bool_]:
    """Return which games have their life and death marked; none, where the counts are not those of these games."""
    marked = np.zeros(len(sequences), dtype=np.bool_)
    if counts is None:
        return marked
    row = 0
    for batch in batches(counts, ["status_source"]):
        texts = batch.column(0)
        known = _encoded(texts.cast(pa.string()))
        here = np.array([*(text == "markup" for text in known.texts), False])[known.number]
        if row + len(here) > len(marked):
            return np.zeros_like(marked)
        marked[row : row + len(here)] = here
        row += len(here)
    return marked if row == len(marked) else np.zeros_like(marked)
