"""Black's share of wins by komi over all results: counted boards, recorded margins, resignations and the rest.

Another komi changes a result only if the margin before komi is known, from the board or from the record. A resigned
game keeps its winner at any komi: it shows how often Black wins with the recorded komi, not with another one, so over
all results a curve is flatter than the truth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.choices import Grouping, ResultKind
from goanalyze.compare.games import Games
from goanalyze.compare.measures import winners_at
from goanalyze.compare.outcome_matrix import exact
from goanalyze.errors import OptionError
from goanalyze.rules.choices import Winner
from goanalyze.util.arguments import read_items
from goanalyze.util.row import Fields
from goanalyze.util.statistics import wilson

BY: Final = ("board_size", "decade")
"""Default groupings of results."""
KOMI: Final = np.arange(-20.0, 20.5, 0.5)
"""Default komi of results, in points."""
BY_MARGIN: Final = (ResultKind.COUNTED, ResultKind.GUESSED, ResultKind.RECORDED)
"""Kinds with a known margin before komi, so that another komi changes the winner."""

_DREW: Final = 0.5
_SHARES: Final = {Winner.BLACK: 1.0, Winner.DRAW: _DREW, Winner.WHITE: 0.0}  # Black's share of a win
_DTYPES: Final = {
    name: np.float64 if name == "komi" else np.int64
    for name in ("group", "kind", "komi", "games", "black_wins", "draws")
}


@dataclass(frozen=True, slots=True)
class GameResults:
    """The result of each game and its evidence; arrays [games].

    Attributes:
        kind: int8[games], `ResultKind.index`.
        before: float64[games], margin before komi, Black − White in points; NaN if neither board nor record has it.
        komi: float64[games], recorded komi in points; NaN if it is missing.
        black: float64[games], Black's share of the recorded win: 1, 0.5 for a draw, 0; NaN without a winner.
        ties: winner of a counted board with equal scores: draw, black or white.
    """

    kind: NDArray[np.int8]
    before: NDArray[np.float64]
    komi: NDArray[np.float64]
    black: NDArray[np.float64]
    ties: str

    def at(self, rows: NDArray[np.int64], komi: NDArray[np.float64]) -> Iterator[Fields]:
        """Yield `kind`, `komi`, `games`, `black_wins`, `draws` of some games at each komi, kind by kind."""
        for kind, games in _by_kind(self.kind, rows):
            if kind in BY_MARGIN:
                ties = Winner.DRAW.value if kind is ResultKind.RECORDED else self.ties
                figures = winners_at(self.before[games], ties, komi)
                wins, draws = figures["black"], figures["draws"]
            else:
                wins, draws = (np.full(len(komi), np.count_nonzero(self.black[games] == share)) for share in (1, _DREW))
            yield {"kind": kind.index, "komi": komi, "games": len(games), "black_wins": wins, "draws": draws}

    def as_played(self, rows: NDArray[np.int64]) -> Iterator[Fields]:
        """Yield the figures of `at` by recorded winner at each recorded komi, NaN for games without komi."""
        kinds = np.where(np.isnan(self.black), ResultKind.NONE.index, self.kind)
        for kind, games in _by_kind(kinds, rows):
            komi, number = np.unique(self.komi[games], return_inverse=True)
            wins, draws = (np.bincount(number, self.black[games] == share, len(komi)) for share in (1, _DREW))
            yield {"kind": kind.index, "komi": komi, "games": np.bincount(number), "black_wins": wins, "draws": draws}


def _by_kind(kinds: NDArray[Any], rows: NDArray[np.int64]) -> Iterator[tuple[ResultKind, NDArray[np.int64]]]:
    for kind in ResultKind:
        games = rows[kinds[rows] == kind.index]
        if len(games):
            yield kind, games


def game_results(games: Games, boards: NDArray[np.float64], known: NDArray[np.bool_], ties: str) -> GameResults:
    """Return the result of each game.

    Args:
        games: table games.
        boards: float64[games], margins before komi of the counted boards in points, NaN for others.
        known: bool[games], True if the dead stones are known.
        ties: winner of equal scores: draw, black or white.
    """
    winner = games.codes("result_winner", Winner.names())
    black = np.full(len(winner), np.nan)
    for color, share in _SHARES.items():
        black[winner == color.index] = share
    recorded, ended = games.numbers("result_margin") + games.komi, games.codes("result_by", ResultKind.names())
    kind = np.full(len(winner), ResultKind.WINNER.index, dtype=np.int8)
    for ending in (ResultKind.RESIGN, ResultKind.TIME, ResultKind.FORFEIT):
        kind[ended == ending.index] = ending.index
    kind[np.isnan(black)] = ResultKind.NONE.index
    kind[~np.isnan(recorded)] = ResultKind.RECORDED.index
    counted = ~np.isnan(boards)
    kind[counted] = np.where(known[counted], ResultKind.COUNTED.index, ResultKind.GUESSED.index)
    return GameResults(kind, exact(np.where(counted, boards, recorded)), games.komi, black, ties)


def result_frame(
    results: GameResults,
    games: Games,
    selected: NDArray[np.bool_],
    by: Sequence[str | Grouping],
    komi: NDArray[np.float64] | None,
) -> pd.DataFrame:
    """Return Black's share of wins; see `goanalyze.compare.comparison.Comparison.results`.

    Args:
        results: results of all games.
        games: table games, for their groups.
        selected: bool[games], True for the games to count.
        by: groupings.
        komi: komi in points; None for the recorded komi and winner.

    Raises:
        OptionError: a grouping is unknown or that by komi.
    """
    groupings = [Grouping.read("by", name) for name in read_items("by", by, "groupings of games")]
    if Grouping.KOMI in groupings:
        raise OptionError("'komi' is not a valid grouping of results, which are by komi. Expected another grouping.")
    groups = list(_groups(games, groupings, np.flatnonzero(selected)))
    rows = [
        pd.DataFrame({"group": number, **figures})
        for number, (_, rows) in enumerate(groups)
        for figures in (results.as_played(rows) if komi is None else results.at(rows, komi))
    ]
    empty = pd.DataFrame({name: np.zeros(0, dtype) for name, dtype in _DTYPES.items()})
    frame = pd.concat([empty, *rows], ignore_index=True).astype(_DTYPES)
    won = frame[frame["kind"] != ResultKind.NONE.index].groupby(["group", "komi"], dropna=False, as_index=False).sum()
    frame = pd.concat([frame, won.assign(kind=ResultKind.ALL.index)])
    frame = frame.sort_values(["group", "kind", "komi"], ignore_index=True)
    number, kind = (frame.pop(name).to_numpy() for name in ("group", "kind"))
    for index, grouping in enumerate(groupings):
        frame.insert(index, grouping.value, np.array([names[index] for names, _ in groups], dtype=object)[number])
    frame.insert(len(groupings), "kind", np.array(ResultKind.names())[kind])
    wins = frame["black_wins"] + _DREW * frame["draws"]
    shares = (wins / frame["games"], *wilson(wins, frame["games"]))
    for name, values in zip(("black_share", "low", "high"), shares, strict=True):
        frame[name] = np.where(kind != ResultKind.NONE.index, values, np.nan)
    return frame


def _groups(
    games: Games, by: Sequence[Grouping], rows: NDArray[np.int64]
) -> Iterator[tuple[tuple[str, ...], NDArray[np.int64]]]:
    grouped = [games.grouped(grouping) for grouping in by]
    sizes = [max(len(names), 1) for _, names in grouped]
    key = np.ravel_multi_index([number[rows] for number, _ in grouped], sizes) if by else np.zeros(len(rows), np.int64)
    order = np.argsort(key, kind="stable")
    bounds = np.flatnonzero(np.diff(key[order], prepend=-1, append=-1)).tolist()
    for first, last in pairwise(bounds):
        indices = np.unravel_index(key[order[first]], sizes) if by else ()
        named = (names[index] for (_, names), index in zip(grouped, indices, strict=True))
        yield tuple(named), rows[order[first:last]]
