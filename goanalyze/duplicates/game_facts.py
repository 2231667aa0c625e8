"""Facts about each game except its moves.

They judge whether two records are of one game, and which is the best copy.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.conventions.groups import homes
from goanalyze.duplicates.sequences import Sequences, as_numbers, read_columns, text_of
from goanalyze.rules.choices import Winner
from goanalyze.tables.reading import TableOrParts, batches, column, row_count
from goanalyze.util.arrow import names_in, numbers, numbers_of, offsets_of
from goanalyze.util.choice import Choice


class Level(Choice):
    """The confidence that two records are of one game."""

    POSSIBLE = "possible", "less than the others: openings are replayed, and so are games won against a program"
    LIKELY = "likely", "enough plays agree that chance is out of the question"
    CERTAIN = "certain", "the same text, or many plays and all of them the same"


class CopyKind(Choice):
    """The relation of a record to another one, by the code of the catalogue."""

    EXACT = "GO601", CATALOGUE["GO601"].title
    SAME_MOVES = "GO602", CATALOGUE["GO602"].title
    MIRRORED = "GO603", CATALOGUE["GO603"].title
    SWAPPED = "GO604", CATALOGUE["GO604"].title
    BEGINNING = "GO605", CATALOGUE["GO605"].title
    NEAR = "GO606", CATALOGUE["GO606"].title
    HINT_DYER = "GO607", CATALOGUE["GO607"].title
    HINT_OPENING = "GO608", CATALOGUE["GO608"].title


class View(Choice):
    """The eight ways to lay a board on another.

    By `index`: bit 1 mirrors left to right, then bit 2 top to bottom, then bit 4 exchanges columns and rows.
    """

    AS_IT_IS = "as it is", "unchanged"
    LEFT_RIGHT = "mirrored left to right", "x → width − 1 − x"
    TOP_BOTTOM = "mirrored top to bottom", "y → height − 1 − y"
    HALF = "rotated by 180°", "both"
    UPPER_LEFT = "mirrored at the diagonal from the upper left", "x and y exchanged"
    LEFT = "rotated left by 90°", "mirrored left to right, then x and y exchanged"
    RIGHT = "rotated right by 90°", "mirrored top to bottom, then x and y exchanged"
    UPPER_RIGHT = "mirrored at the diagonal from the upper right", "rotated by 180°, then x and y exchanged"


class Criterion(Choice):
    """The reasons for a copy to be the better one; the first that differs decides."""

    ERRORS = (
        "fewer of the moves that both have are errors",
        "an error in a move that the other copy lacks does not count: the other copy was cut off before",
    )
    PLAYS = "it has more plays", "passes not counted"
    RESULT = "it has a result", "a winner, or a draw, is recorded"
    NAMES = "it has both names and a date", "of both players"
    MARKED = "dead stones are marked in it", "by the players"
    FINDINGS = "it has fewer findings", "of any severity"
    NAME = "its name comes first", "by source, member and number"


_SIGN: Final = np.array([1, -1, 0, np.nan, np.nan], dtype=np.float32)  # of `Winner`, and for none
_BITS: Final = np.uint64(32)


class GameFacts(NamedTuple):
    """Facts about all games, in the order of the table games.

    Attributes:
        players: int32[2, games], a number for the name of Black and of White; −1 for none.
        day: float32[games], days since 1970 if the date is known to the day; NaN for none.
        winner: float32[games], 1 black, −1 white, 0 draw; NaN for unknown.
        margin: float64[games], recorded, Black − White in points; NaN for none.
        komi: float64[games], points; NaN for none.
        home: int64[games], number of the archive, of a plain file that of its folder.
        scores: int32[criteria, games], a score by each `Criterion` between the first, which takes two games, and the
            last, which is a name; the lower the better.
        rank: int32[games], position of each game when all are sorted by `scores` and name, the best first.
    """

    players: NDArray[np.int32]
    day: NDArray[np.float32]
    winner: NDArray[np.float32]
    margin: NDArray[np.float64]
    komi: NDArray[np.float64]
    home: NDArray[np.int64]
    scores: NDArray[np.int32]
    rank: NDArray[np.int32]


def read_game_facts(games: TableOrParts, counts: TableOrParts | None, sequences: Sequences) -> GameFacts:
    """Read the facts about all games, one column at a time.

    Raises:
        DatasetError: a column is missing, or a file is damaged.
    """
    source, member, game_index, black, white, date_raw, date, precision, komi, winners, margin, findings = read_columns(
        games,
        *("source", "member", "game_index", "black_player", "white_player", "date_raw", "date"),
        *("date_precision", "komi", "result_winner", "result_margin", "finding_count"),
    )
    names = list(dict.fromkeys([*names_in(black), *names_in(white)]))
    players = np.stack([offsets_of(player, names).astype(np.int32) for player in (black, white)])
    day = np.where(offsets_of(precision, ["day"]) == 0, numbers_of(date.cast(pa.int32())), np.nan)
    winner = _SIGN[offsets_of(winners, Winner.names())]
    is_complete = (players >= 0).all(axis=0) & (numbers_of(pc.binary_length(text_of(date_raw))) > 0)
    missing = np.isnan(winner), ~is_complete, ~_has_marks(counts, len(sequences))
    scores = np.stack([-sequences.plays, *missing, np.nan_to_num(numbers_of(findings))]).astype(np.int32)
    keys = [*map(numbers, scores), text_of(source), text_of(member), game_index]
    table = pa.table(keys, names=[*map(str, range(len(keys)))])
    order = pc.sort_indices(table, [(name, "ascending") for name in table.column_names])
    return GameFacts(
        players=players,
        day=day.astype(np.float32),
        winner=winner,
        margin=numbers_of(margin),
        komi=numbers_of(komi),
        home=homes(source, member).number,
        scores=scores,
        rank=np.argsort(np.from_dlpack(order)).astype(np.int32),
    )


def _has_marks(counts: TableOrParts | None, games: int) -> NDArray[np.bool_]:
    """Return True for games with marked dead stones; False for all if the counts are not of these games."""
    if counts is None or row_count(counts) != games:
        return np.zeros(games, dtype=np.bool_)
    marked: NDArray[np.bool_] = offsets_of(column(counts, "status_source"), ["markup"]) == 0
    return marked


class ErrorMoves(NamedTuple):
    """The moves that are errors, by the text of the game.

    Attributes:
        texts: uint64[n], texts with an error, as `Sequences.text`, ascending.
        moves: uint64[errors], index in `texts` in the upper half and number of the move (0 for none), ascending.
    """

    texts: NDArray[np.uint64]
    moves: NDArray[np.uint64]

    def count_among(
        self, texts: NDArray[np.uint64], after: NDArray[np.int64], until: NDArray[np.int64]
    ) -> NDArray[np.int32]:
        """Return the number of errors of games among some of their moves; those without a move always count.

        Args:
            texts: uint64[n], texts of the games.
            after: int64[n], number of moves left out at the beginning.
            until: int64[n], number of the last move.

        Example:
            >>> errors = ErrorMoves(np.array([7], dtype=np.uint64), np.array([0, 30, 90], dtype=np.uint64))
            >>> errors.count_among(np.array([7, 8], dtype=np.uint64), np.array([0, 0]), np.array([89, 89])).tolist()
            [2, 0]
        """
        if not len(self.texts):
            return np.zeros(len(texts), dtype=np.int32)
        index = np.minimum(np.searchsorted(self.texts, texts), len(self.texts) - 1)
        base = index.astype(np.uint64) << _BITS
        last = np.searchsorted(self.moves, base + np.maximum(until, after).astype(np.uint64), side="right")
        first = np.searchsorted(self.moves, base + after.astype(np.uint64), side="right")
        without_move = np.searchsorted(self.moves, base, side="right") - np.searchsorted(self.moves, base)
        return np.where(self.texts[index] == texts, last - first + without_move, 0).astype(np.int32)


def read_errors(findings: TableOrParts | None) -> ErrorMoves:
    """Read the errors of a table of findings, in memory or on disk; None for no known errors.

    Raises:
        DatasetError: a column is missing, or a file is damaged.
    """
    texts, moves = [np.zeros(0, dtype=np.uint64)], [np.zeros(0)]
    for batch in () if findings is None else batches(findings, ["game_id", "line", "severity", "move_number"]):
        table = pa.Table.from_batches([batch])
        is_error = (offsets_of(table["severity"], ["error"]) == 0) & (numbers_of(table["line"]) == 0)
        rows = table.take(numbers(np.flatnonzero(is_error)))
        texts.append(as_numbers(rows["game_id"]))
        moves.append(np.nan_to_num(numbers_of(rows["move_number"])))
    known, index = np.unique(np.concatenate(texts), return_inverse=True)
    return ErrorMoves(known, np.unique(index.astype(np.uint64) << _BITS | np.concatenate(moves).astype(np.uint64)))
