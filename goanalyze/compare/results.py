"""Black's share of wins by komi over all results: counted boards, recorded margins, resignations and the rest.

A komi that was not played changes a result only where the margin before komi is known: from the board, or from the
record. Whoever wins by resignation is left the winner at any komi, so that such games say how often Black wins when
played at the komi on record, but not what another would do: over all results a curve is flatter than the truth.
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
from goanalyze.compare.komi import curve
from goanalyze.compare.outcome_matrix import exact
from goanalyze.vocabulary.choices import Winner
from goanalyze.vocabulary.statistics import wilson

BY: Final = ("board_size", "decade")
"""What results are grouped by where nothing else is asked for."""
KOMI: Final = np.arange(-20.0, 20.5, 0.5)
"""Komi at which results are told where nothing else is asked for, in points."""

_ENDED: Final = (ResultKind.RESIGN, ResultKind.TIME, ResultKind.FORFEIT)
BY_MARGIN: Final = (ResultKind.COUNTED, ResultKind.GUESSED, ResultKind.RECORDED)
"""Kinds whose margin before komi is known, so that another komi tells."""
_DREW: Final = 0.5
_PARTS: Final = ((Winner.BLACK, 1.0), (Winner.DRAW, _DREW), (Winner.WHITE, 0.0))  # of a win, that are Black's

_EMPTY: Final = pd.DataFrame(
    {
        name: np.zeros(0, dtype=np.float64 if name == "komi" else np.int64)
        for name in ("group", "kind", "komi", "games", "black_wins", "draws")
    }
)
_Group = tuple[tuple[str, ...], NDArray[np.int64]]  # its names, and the rows of its games
_Figures = dict[str, Any]  # columns of the frame, or one value for a whole column


@dataclass(frozen=True, slots=True)
class GameResults:
    """The result of each game, and what it rests on; arrays [games].

    Attributes:
        kind: `ResultKind.index`.
        before: margin before komi, Black − White; NaN where neither board nor record tells it.
        komi: on record; NaN where there is none.
        black: Black's part of the win on record: 1, 0.5 for a draw, 0; NaN where there is no winner.
        ties: who wins a counted board that is level: draw, black or white.
    """

    kind: NDArray[np.int8]
    before: NDArray[np.float64]
    komi: NDArray[np.float64]
    black: NDArray[np.float64]
    ties: str

    def at(self, rows: NDArray[np.int64], komi: NDArray[np.float64]) -> Iterator[_Figures]:
        """Yield for each kind what some games would be at each komi: `kind`, `komi`, `games`, `black_wins`, `draws`.

        Example:
            >>> before, black = np.array([6.0, np.nan]), np.array([0.0, 1.0])  # W+0.5 at 6.5, and B+R
            >>> kind = np.array([ResultKind.COUNTED.index, ResultKind.RESIGN.index], dtype=np.int8)
            >>> results = GameResults(kind, before, np.array([6.5, 6.5]), black, "draw")
            >>> [each["black_wins"].tolist() for each in results.at(np.arange(2), np.array([5.5, 6.5]))]
            [[1, 0], [1, 1]]
        """
        for kind in ResultKind:
            own = rows[self.kind[rows] == kind.index]
            if not len(own):
                continue
            if kind in BY_MARGIN:
                found = curve(self.before[own], "draw" if kind is ResultKind.RECORDED else self.ties, komi)
                wins, draws = found["black"], found["draws"]
            else:
                wins, draws = (np.full(len(komi), np.count_nonzero(self.black[own] == part)) for part in (1.0, _DREW))
            yield {"kind": kind.index, "komi": komi, "games": len(own), "black_wins": wins, "draws": draws}

    def played(self, rows: NDArray[np.int64]) -> Iterator[_Figures]:
        """Yield the same as `at` of each komi on record and the winners on record; NaN for games without komi."""
        kinds = np.where(np.isnan(self.black), ResultKind.NONE.index, self.kind)
        for kind in ResultKind:
            own = rows[kinds[rows] == kind.index]
            if not len(own):
                continue
            komi, place = np.unique(self.komi[own], return_inverse=True)
            wins, draws = (np.bincount(place, self.black[own] == part, len(komi)) for part in (1.0, _DREW))
            yield {"kind": kind.index, "komi": komi, "games": np.bincount(place), "black_wins": wins, "draws": draws}


def results_of(games: Games, boards: NDArray[np.float64], known: NDArray[np.bool_], ties: str) -> GameResults:
    """Return the result of each game.

    Args:
        games: with what is on record.
        boards: margins before komi of the boards that are counted, NaN for others.
        known: whether nobody has to guess which stones are dead.
        ties: who wins when both have the same: draw, black or white.
    """
    winner, ended = games.places("result_winner", Winner.names()), games.places("result_by", ResultKind.names())
    black = np.full(len(winner), np.nan)
    for who, part in _PARTS:
        black[winner == who.index] = part
    recorded = games.numbers("result_margin") + games.komi
    counted = ~np.isnan(boards)
    kind = np.full(len(winner), ResultKind.WINNER.index, dtype=np.int8)
    for each in _ENDED:
        kind[ended == each.index] = each.index
    kind[np.isnan(black)] = ResultKind.NONE.index
    kind[~np.isnan(recorded)] = ResultKind.RECORDED.index
    kind[counted] = np.where(known[counted], ResultKind.COUNTED.index, ResultKind.GUESSED.index)
    return GameResults(kind, exact(np.where(counted, boards, recorded)), games.komi, black, ties)


def result_frame(
    results: GameResults,
    games: Games,
    chosen: NDArray[np.bool_],
    by: Sequence[str | Grouping],
    komi: NDArray[np.float64] | None,
) -> pd.DataFrame:
    """Return Black's share of wins; see `Comparison.results`.

    Args:
        results: of all games.
        games: to group them.
        chosen: which of them.
        by: what to group them by.
        komi: in points; None for that on record.

    Raises:
        ValueError: games cannot be grouped so.
    """
    groupings = [Grouping.read("by", each) for each in by]
    if Grouping.KOMI in groupings:
        raise ValueError("by: 'komi' is not allowed, since results are told by komi already")
    groups = list(_groups(games, groupings, np.flatnonzero(chosen)))
    told = [
        {"group": place, **figures}
        for place, (_, rows) in enumerate(groups)
        for figures in (results.played(rows) if komi is None else results.at(rows, komi))
    ]
    frame = pd.concat([_EMPTY, *map(pd.DataFrame, told)], ignore_index=True).astype(_EMPTY.dtypes)
    every = frame[frame["kind"] != ResultKind.NONE.index].groupby(["group", "komi"], dropna=False, as_index=False).sum()
    frame = pd.concat([frame, every.assign(kind=ResultKind.ALL.index)]).sort_values(["group", "kind", "komi"])
    place, kind = (frame.pop(name).to_numpy() for name in ("group", "kind"))
    frame.insert(0, "kind", np.array(ResultKind.names())[kind])
    for at, grouping in enumerate(groupings):
        names = np.array([names[at] for names, _ in groups], dtype=object)
        frame.insert(at, grouping.value, names[place])
    return _with_shares(frame.reset_index(drop=True))


def _with_shares(frame: pd.DataFrame) -> pd.DataFrame:
    """Add Black's share and its interval, a draw as half a win; NaN where nobody won."""
    known = frame["kind"] != ResultKind.NONE.value
    part = frame["black_wins"] + _DREW * frame["draws"]
    low, high = wilson(part, frame["games"])
    for name, values in (("black_share", part / frame["games"]), ("low", low), ("high", high)):
        frame[name] = np.where(known, values, np.nan)
    return frame


def _groups(games: Games, by: Sequence[Grouping], rows: NDArray[np.int64]) -> Iterator[_Group]:
    """Yield the groups that some games fall into, in the order of the first grouping, then of the next."""
    key = np.zeros(len(rows), dtype=np.int64)
    named = []
    for grouping in by:
        number, names = games.grouped(grouping)
        key = key * max(len(names), 1) + number[rows]
        named.append(names)
    order = np.argsort(key, kind="stable")
    bounds = np.flatnonzero(np.diff(key[order], prepend=-1, append=-1)).tolist()
    for first, last in pairwise(bounds):
        rest, own = int(key[order[first]]), []
        for names in reversed(named):
            rest, place = divmod(rest, len(names))
            own.append(names[place])
        yield tuple(reversed(own)), rows[order[first:last]]
