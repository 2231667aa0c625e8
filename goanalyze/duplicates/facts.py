"""What is known of each game beside its moves: to judge whether two may be one game, and which copy is best.

What may live here: columns of the tables games, counts and findings as numbers. What may not: moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.duplicates.sequences import Sequences, as_numbers
from goanalyze.tables.reading import TableOrParts, batches, column, row_count
from goanalyze.vocabulary.arrow import names_in, numbers, numbers_of, offsets_of, strings
from goanalyze.vocabulary.choices import Winner

_ALIKE: Final = (
    *(("black_player", "white_player"), ("black_rank_raw", "white_rank_raw"), ("date_raw",), ("event",), ("round",)),
    *(("place",), ("komi",), ("handicap",), ("rules_raw",), ("result_raw",)),
)
COMPARED: Final = tuple(name for names in _ALIKE for name in names)
"""Columns of games in which copies are compared."""

_SIGN: Final = np.array([1, -1, 0, np.nan, np.nan], dtype=np.float32)  # of `Winner`, and for none
_BITS: Final = np.uint64(32)


@dataclass(frozen=True, slots=True)
class Named:
    """A column of text as numbers: one number for each different text, −1 where there is none."""

    number: NDArray[np.int32]
    texts: pa.StringArray

    def read(self, number: NDArray[np.int32]) -> pa.StringArray:
        """Return the texts of some numbers, empty for −1."""
        return self.texts.take(numbers(np.maximum(number, 0), number < 0)).fill_null("")


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of each game, in the order of the table games.

    Attributes:
        named: the columns of `COMPARED`; those of Black and White share one numbering.
        day: float32[games], days since 1970 where the date is known to the day; NaN for none.
        winner: float32[games], 1 black, −1 white, 0 draw; NaN for unknown.
        margin: float64[games], recorded, Black − White; NaN for none.
        source, member: where the games are from, by number.
        home: int32[games], number of the archive, for plain files of the folder.
        index: int32[games], game_index.
        scores: int32[criteria, games], `Criterion` between the first, which takes two games, and the last, which is a
            name; the less the better.
        rank: int32[games], place of each game when all are sorted by `scores` and name, the best first.
    """

    named: dict[str, Named]
    day: NDArray[np.float32]
    winner: NDArray[np.float32]
    margin: NDArray[np.float64]
    source: Named
    member: pa.Array
    home: NDArray[np.int32]
    index: NDArray[np.int32]
    scores: NDArray[np.int32]
    rank: NDArray[np.int32]


def read_facts(games: TableOrParts, counts: TableOrParts | None, sequences: Sequences) -> Facts:
    """Read the columns that say what games are, one at a time.

    Args:
        games: the table, in memory or on disk.
        counts: the table counts, or None: it says where dead stones are marked.
        sequences: the moves of the same games.

    Raises:
        DatasetError: a column is missing, or a file is damaged.
    """
    named = {name: each for names in _ALIKE for name, each in _numbered(games, *names).items()}
    source, member = _numbered(games, "source")["source"], column(games, "member").cast(pa.string()).combine_chunks()
    index, finding_count = (_whole(column(games, name)) for name in ("game_index", "finding_count"))
    precise = offsets_of(column(games, "date_precision"), ["day"]) == 0
    day = np.where(precise, _whole(column(games, "date")), np.nan).astype(np.float32)
    winner = _SIGN[offsets_of(column(games, "result_winner"), Winner.names())]
    margin = numbers_of(column(games, "result_margin"))
    complete = np.all([named[name].number >= 0 for name in ("black_player", "white_player", "date_raw")], axis=0)
    lacks = np.isnan(winner), ~complete, ~_marked(counts, len(sequences))
    scores = np.stack([-sequences.plays, *(each.astype(np.int32) for each in lacks), finding_count])
    alphabetic = pc.rank(pa.concat_arrays([source.texts, strings([""])])).to_numpy()[source.number]
    keys = [*map(numbers, scores), numbers(alphabetic), member, numbers(index)]
    table = pa.table(keys, names=[*map(str, range(len(keys)))])
    order = pc.sort_indices(table, [(name, "ascending") for name in table.column_names])
    rank = np.argsort(order.to_numpy()).astype(np.int32)
    return Facts(named, day, winner, margin, source, member, _homes(source, member), index, scores, rank)


def _numbered(games: TableOrParts, *names: str) -> dict[str, Named]:
    """Number the different texts of columns, one numbering for all; empty text is none."""
    columns = [column(games, name) for name in names]
    columns = [each.cast(pa.string()) if pa.types.is_primitive(each.type) else each for each in columns]
    texts = list(dict.fromkeys(text for each in columns for text in names_in(each)))
    kept = strings(texts)
    return {
        name: Named(offsets_of(each, texts).astype(np.int32), kept) for name, each in zip(names, columns, strict=True)
    }


def _whole(values: pa.ChunkedArray) -> NDArray[np.int32]:
    """Return a column of whole numbers or days, 0 for null."""
    whole: NDArray[np.int32] = values.cast(pa.int32()).fill_null(0).to_numpy(zero_copy_only=False)
    return whole


def _homes(source: Named, member: pa.Array) -> NDArray[np.int32]:
    """Number archives, and the folders of plain files."""
    parents = [str(PurePath(text).parent) for text in source.texts.to_pylist()]
    numbers = {text: -1 - at for at, text in enumerate(dict.fromkeys(parents))}
    folder = np.array([*(numbers[parent] for parent in parents), 0], dtype=np.int32)
    plain = pc.equal(member, "").fill_null(True).to_numpy(zero_copy_only=False)
    return np.where(plain, folder[source.number], source.number).astype(np.int32)


def _marked(counts: TableOrParts | None, games: int) -> NDArray[np.bool_]:
    """Return which games have their dead stones marked; none, where the counts are not those of these games."""
    if counts is None or row_count(counts) != games:
        return np.zeros(games, dtype=np.bool_)
    marked: NDArray[np.bool_] = offsets_of(column(counts, "status_source"), ["markup"]) == 0
    return marked


@dataclass(frozen=True, slots=True)
class Errors:
    """The moves that are errors, by the text of the game.

    Attributes:
        texts: uint64, of the games that have any, as `Sequences.text`, ascending.
        places: uint64, ascending: place in `texts`, in the upper half, and number of the move; 0 for no move.
    """

    texts: NDArray[np.uint64]
    places: NDArray[np.uint64]

    def among(self, texts: NDArray[np.uint64], after: NDArray[np.int64], until: NDArray[np.int64]) -> NDArray[np.int32]:
        """Count the errors of games among some of their moves; those tied to no move always count.

        Args:
            texts: of the games.
            after: moves left out at the beginning.
            until: number of the last move.

        Example:
            >>> errors = Errors(np.array([7], dtype=np.uint64), np.array([0, 30, 90], dtype=np.uint64))
            >>> errors.among(np.array([7, 8], dtype=np.uint64), np.array([0, 0]), np.array([89, 89])).tolist()
            [2, 0]
        """
        if not len(self.texts):
            return np.zeros(len(texts), dtype=np.int32)
        at = np.minimum(np.searchsorted(self.texts, texts), len(self.texts) - 1)
        base = at.astype(np.uint64) << _BITS
        last = np.searchsorted(self.places, base + np.maximum(until, after).astype(np.uint64), side="right")
        first = np.searchsorted(self.places, base + after.astype(np.uint64), side="right")
        always = np.searchsorted(self.places, base, side="right") - np.searchsorted(self.places, base)
        return np.where(self.texts[at] == texts, last - first + always, 0).astype(np.int32)


def read_errors(findings: TableOrParts | None) -> Errors:
    """Read the errors of a table of findings, in memory or on disk; None for no errors known.

    Raises:
        DatasetError: a column is missing, or a file is damaged.
    """
    texts, moves = [np.zeros(0, dtype=np.uint64)], [np.zeros(0, dtype=np.uint64)]
    for batch in () if findings is None else batches(findings, ["game_id", "line", "severity", "move_number"]):
        error = pc.equal(batch.column("severity").cast(pa.string()), "error")
        rows = batch.filter(pc.and_(error, pc.equal(batch.column("line"), 0)))
        texts.append(as_numbers(rows.column("game_id")))
        moves.append(rows.column("move_number").fill_null(0).to_numpy(zero_copy_only=False).astype(np.uint64))
    known, at = np.unique(np.concatenate(texts), return_inverse=True)
    return Errors(known, np.unique(at.astype(np.uint64) << _BITS | np.concatenate(moves)))
