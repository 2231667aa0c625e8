"""The outcomes of a dataset as arrays [games, rulesets], from which every comparison is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.choices import Basis, Evidence, Winners
from goanalyze.compare.evidence import GameEvidence
from goanalyze.errors import DatasetError, UnknownRulesetError
from goanalyze.life.choices import StatusSource
from goanalyze.rules import DeadStones, KomiReading, Rulings, Scoring, find_ruleset
from goanalyze.rules.choices import KomiChoice, Winner
from goanalyze.tables.reading import Columns, TableOrParts
from goanalyze.util.arguments import read_string
from goanalyze.util.arrow import flags_of, names_in, numbers_of, offsets_of
from goanalyze.util.toml import near

KNOWN: Final = ("counted", "no_result_possible")
"""Values of the column `basis` whose margin does not depend on estimated dead stones."""

Codes: TypeAlias = NDArray[np.signedinteger]
_Number = TypeVar("_Number", bound=np.generic)

_GUESSED: Final = ("estimated", "as_it_stands")
_WITH_MARGIN: Final = (*KNOWN, *_GUESSED)
_NO_KOMI: Final = ("no_komi", "no_ruleset_komi")  # the position may be known all the same
_AT_ONCE: Final = tuple(
    """
    ruleset basis margin winner legal komi status_source no_result_possible margin_ruleset_komi ruleset_komi
""".split()
)
_PROVEN: Final = tuple(
    source.value
    for source in (StatusSource.MARKUP, StatusSource.USER_LIST, StatusSource.SETTLED, StatusSource.CONFIRMED)
)
_FINEST: Final = 4096.0
TERRITORY: Final = Scoring.TERRITORY.value


@dataclass(frozen=True, slots=True)
class MarginMatrix:
    """Margins of one basis at one komi; arrays [games, rulesets], column by column in memory.

    Attributes:
        margin: float64, Black − White in points, NaN if it is missing. Rounded to 1/4096, so that differences are
            exact for any komi.
        winner: int8, `Winner.index`, by the count or by rule, −1 without margin or komi.
        legal: int8, 1 if every move is legal, 0 if a move is illegal, −1 without a board.
        doubt: float64, probability that the margin is wrong; 0 if the dead stones are known or confirmed.
    """

    margin: NDArray[np.float64]
    winner: NDArray[np.int8]
    legal: NDArray[np.int8]
    doubt: NDArray[np.float64]

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.margin)

    @property
    def has_margin(self) -> NDArray[np.bool_]:
        """True for each margin that there is: bool[games, rulesets]."""
        return ~np.isnan(self.margin)

    def take(self, rows: NDArray[np.int64]) -> MarginMatrix:
        """Return some of the games; all games in order are not copied."""
        if len(rows) == len(self) and (rows == np.arange(len(self))).all():
            return self
        return self._part(np.s_[rows])

    def columns(self, indices: Sequence[int]) -> MarginMatrix:
        """Return some of the rulesets."""
        return self._part(np.s_[:, list(indices)])

    def _part(self, part: Any) -> MarginMatrix:
        columns = (self.margin, self.winner, self.legal, self.doubt)
        return MarginMatrix(*(np.asfortranarray(column[part]) for column in columns))


class OutcomeMatrix:
    """The table outcomes of a dataset, column by column, as arrays [games, rulesets].

    Raises:
        DatasetError: a name in `only` is not in the dataset, or the tables do not belong together.
    """

    def __init__(
        self, outcomes: TableOrParts, rulesets: TableOrParts, only: Sequence[str] | None, evidence: GameEvidence
    ) -> None:
        self.evidence = evidence
        self._codes: dict[tuple[str, tuple[str, ...]], Codes] = {}  # of whole columns, shared by parts
        self._columns, self._rulesets = Columns(outcomes), Columns(rulesets)
        self.everything: tuple[str, ...] = tuple(self._rulesets["id"].to_pylist())
        self.select(ruleset_indices(self.everything, only))
        self._columns.read(_AT_ONCE)
        width = len(self.everything)
        ruleset = offsets_of(self._columns["ruleset"], self.everything)
        if width and len(ruleset) % width == 0:
            fits = bool((ruleset.reshape(-1, width) == np.arange(width)).all())
        else:
            fits = not len(ruleset)
        if not fits:
            raise DatasetError(
                "The tables outcomes and rulesets do not belong together. Expected every ruleset once for each game, "
                "in the order of the table rulesets."
            )
        self.games = len(ruleset) // width if width else 0

    def axis(self, name: str) -> list[str]:
        """Return the value of each ruleset on an axis, as text."""
        values = self._rulesets[name].to_pylist()
        return [values[index] or "" for index in self._selected]

    @property
    def leaves_dead_stones(self) -> NDArray[np.bool_]:
        """True for each ruleset that leaves dead stones on the board: bool[rulesets]."""
        return np.array([value == DeadStones.STAY.value for value in self.axis("dead_stones")], dtype=np.bool_)

    def numbers(self, name: str) -> NDArray[np.float64]:
        """Return a column of numbers, NaN for null."""
        return self._wide(numbers_of(self._columns[name]))

    def flags(self, name: str) -> NDArray[np.int8]:
        """Return a column of truth values: 1, 0, −1 for null."""
        return self._wide(flags_of(self._columns[name]))

    def codes(self, name: str, names: Sequence[str]) -> Codes:
        """Return the index in `names` of each value of a column, −1 for others."""
        key = (name, tuple(names))
        if key not in self._codes:
            self._codes[key] = offsets_of(self._columns[name], names)
        return self._wide(self._codes[key])

    def names_in(self, name: str) -> list[str]:
        """Return the different values of a column of names."""
        return names_in(self._columns[name])

    def margins(self, basis: Basis, komi: KomiChoice, winners: Winners = Winners.BOARD) -> MarginMatrix:
        """Return the margins of a basis, the winners and the legality."""
        suffix = "" if komi is KomiChoice.RECORDED else "_ruleset_komi"
        margin = self.numbers(f"margin{suffix}")
        winner = self.codes(f"winner{suffix}", Winner.names())
        is_left_out, is_missing = self._left_out(basis), np.isnan(margin)
        if komi is KomiChoice.RECORDED:
            self._fill_without_komi(margin)
        margin[is_left_out] = np.nan
        return self._matrix(exact(margin), winner, winners, is_left_out | is_missing)

    def _matrix(
        self, margin: NDArray[np.float64], winner: Codes, winners: Winners, is_missing: NDArray[np.bool_]
    ) -> MarginMatrix:
        """Return margins with their winners: by rule where one decides and `winners` says so, none where missing."""
        if winners is Winners.RULE:
            ruled = self.codes("winner_by_rule", Winner.names())
            winner = np.where(ruled >= 0, ruled, winner)
        winner = np.where(is_missing, -1, winner).astype(np.int8)
        return MarginMatrix(np.asfortranarray(margin), np.asfortranarray(winner), self.flags("legal"), self.doubt())

    def _left_out(self, basis: Basis) -> NDArray[np.bool_]:
        """Return True for the margins that a basis leaves out; with territory also games with other passes."""
        is_left_out = ~self.usable(basis)
        if basis is not Basis.ALL and TERRITORY in self.axis("scoring"):
            is_left_out |= self.evidence.has_other_passes[:, np.newaxis]
        return is_left_out

    def _fill_without_komi(self, margin: NDArray[np.float64]) -> None:
        """Set the margins of games without a komi to those before komi: their differences are the same at any komi."""
        is_without = (self.codes("basis", _NO_KOMI[:1]) == 0).any(axis=1) & np.isnan(margin).all(axis=1)
        rows = np.flatnonzero(is_without)
        if len(rows):
            margin[rows] = self._own_boards()[rows]

    def doubt(self) -> NDArray[np.float64]:
        """Return the probability that each margin is wrong: 0 for known and confirmed dead stones."""
        is_certain = self.known() | self.evidence.is_confirmed[:, np.newaxis]
        return np.asfortranarray(np.where(is_certain, 0.0, self.evidence.doubt[:, np.newaxis]))

    def both_lose(self) -> NDArray[np.bool_]:
        """Return True for the games that both players lose at any komi."""
        lost: NDArray[np.bool_] = self.codes("winner", (Winner.BOTH_LOSE.value,)) == 0
        return lost

    def _own_boards(self) -> NDArray[np.float64]:
        return self.numbers("margin_ruleset_komi") + self.numbers("ruleset_komi")

    def boards(self, basis: Basis) -> NDArray[np.float64]:
        """Return the margins before komi, including points for handicap, NaN if they are missing."""
        board = self.numbers("margin") + self.numbers("komi")
        missing = np.isnan(board)
        if missing.any():  # without a recorded komi, that of the ruleset may be known
            board[missing] = self._own_boards()[missing]
        board[self._left_out(basis)] = np.nan
        return exact(board)

    def margins_at(self, komi: NDArray[np.float64], basis: Basis, winners: Winners = Winners.BOARD) -> MarginMatrix:
        """Return margins and winners with one komi for every ruleset, NaN for games without komi.

        Args:
            komi: float64[games], komi of each game in points.
            basis: selection of margins.
            winners: definition of the winner.
        """
        margin = exact(self.boards(basis) - komi[:, np.newaxis])
        tie = np.array([Winner.read("ties", ties).index for ties in self.axis("ties")], dtype=np.int8)
        black, white = np.int8(Winner.BLACK.index), np.int8(Winner.WHITE.index)
        winner = np.where(margin > 0, black, np.where(margin < 0, white, tie))
        winner[self.both_lose()] = Winner.BOTH_LOSE.index
        return self._matrix(margin, winner, winners, np.isnan(margin))

    def usable(self, basis: Basis) -> NDArray[np.bool_]:
        """Return True for the margins that a basis includes: bool[games, rulesets]."""
        if basis is Basis.ALL:
            return np.ones((self.games, len(self.names)), dtype=np.bool_)
        guess, facts = self.codes("basis", _GUESSED), self.evidence
        is_estimated = (guess == 0) | (self._is_without_komi() & (self.codes("status_source", ("none",)) < 0))
        is_confirmed = ((guess >= 0) | is_estimated) & facts.is_confirmed[:, np.newaxis]
        estimates = {
            Basis.COUNTED: np.False_,
            Basis.CONFIRMED: is_confirmed,
            Basis.BEST: is_confirmed | (is_estimated & ~facts.is_contradicted[:, np.newaxis]),
            Basis.ESTIMATED: is_estimated,
        }
        usable: NDArray[np.bool_] = self.known() | estimates[basis]
        return usable & (~self.leaves_dead_stones | facts.has_no_dead[:, np.newaxis])

    def evidence_codes(self) -> NDArray[np.int8]:
        """Return the evidence of each game's margins under all rulesets: int8[games], `Evidence.index`."""
        known, confirmed, estimated = (
            self.usable(basis).all(axis=1) for basis in (Basis.COUNTED, Basis.CONFIRMED, Basis.ESTIMATED)
        )
        choices = {
            Evidence.NONE: np.isnan(self.boards(Basis.ALL)).any(axis=1),
            Evidence.KNOWN: known,
            Evidence.CONFIRMED: confirmed & self.evidence.is_confirmed,
            Evidence.CONTRADICTED: estimated & self.evidence.is_contradicted,
            Evidence.ESTIMATED: estimated,
        }
        codes = [np.int8(evidence.index) for evidence in choices]
        return np.select(list(choices.values()), codes, np.int8(Evidence.NONE.index))

    def komi_reading(self, recorded: NDArray[np.float64]) -> KomiReading:
        """Return the komi of the check: recorded, each ruleset's own, that of the period, or a number for all games.

        Args:
            recorded: float64[games], recorded komi in points.
        """
        used = self.numbers("komi")
        if _is_equal(used, recorded[:, np.newaxis]):
            return "recorded"
        values = np.unique(used)
        if len(values) == 1:
            return float(values[0])
        return "ruleset" if _is_equal(used, self.numbers("ruleset_komi")) else "period"

    def reasons(self, rows: Codes, indices: Codes, basis: Basis, otherwise: str) -> NDArray[np.object_ | np.str_]:
        """Return the reasons that games have no margin: their basis, or `otherwise` if the basis gives one."""
        names = self.names_in("basis")
        reasons = np.append(np.array(names, dtype=object), "")[self.codes("basis", names)[rows, indices]]
        reasons[np.isin(reasons, _WITH_MARGIN) & self.usable(basis)[rows, indices]] = otherwise
        return reasons

    def lacking(self, rows: NDArray[np.int64]) -> list[tuple[str, int]]:
        """Return the reasons that some games have no margin under all rulesets, most frequent first, and the games.

        A reason is a value of the column basis, under the first ruleset without a margin.
        """
        if not self.names:
            return []
        has_margin = ~np.isnan(self.boards(Basis.ALL)) & self.usable(Basis.ESTIMATED)
        first = has_margin[rows].argmin(axis=1)
        return Counter(self.reasons(rows, first, Basis.COUNTED, "without margin").tolist()).most_common()

    def only(self, names: Sequence[str]) -> OutcomeMatrix:
        """Return the outcomes under some of the selected rulesets, with the columns that have been read."""
        part = copy(self)
        part.select([index for index in self._selected if self.everything[index] in names])
        return part

    def select(self, indices: list[int]) -> None:
        """Select rulesets by their indices among `everything`."""
        self._selected = indices
        self.names = tuple(self.everything[index] for index in indices)

    def known(self) -> NDArray[np.bool_]:
        """Return True for each position with known dead stones, bool[games, rulesets], with a komi or without one.

        Without a komi, dead stones are known by marks, from the user, or by a proof that the ruleset follows; an
        estimate and an engine guess them. A ruleset that removes no dead stones does not need to know them.
        """
        known: NDArray[np.bool_] = self.codes("basis", KNOWN) >= 0
        without_komi = self._is_without_komi()
        if without_komi.any():
            sources = self.codes("status_source", (*_PROVEN, StatusSource.RULED.value))
            follows_rulings = np.array(self.axis("rulings")) != Rulings.NONE.value
            is_ruled = (sources == len(_PROVEN)) & follows_rulings
            known |= without_komi & (((sources >= 0) & (sources < len(_PROVEN))) | is_ruled | self.leaves_dead_stones)
        return known

    def _is_without_komi(self) -> NDArray[np.bool_]:
        """Return True for each position whose margin is missing only for lack of a komi, bool[games, rulesets]."""
        return self.codes("basis", _NO_KOMI) >= 0

    def _wide(self, values: NDArray[_Number]) -> NDArray[_Number]:
        """Return a column as [games, selected rulesets], column by column in memory."""
        return np.asfortranarray(values.reshape(-1, len(self.everything) or 1)[:, self._selected])


def _is_equal(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    return bool(((one == other) | (np.isnan(one) & np.isnan(other))).all())


def exact(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return points rounded to a binary fraction, so that sums and differences of margins are exact."""
    exact: NDArray[np.float64] = np.rint(points * _FINEST) / _FINEST
    return exact


def ruleset_indices(ids: Sequence[str], only: Sequence[str] | None) -> list[int]:
    """Return the indices of the selected rulesets, in the order of the dataset.

    Raises:
        DatasetError: a ruleset is not in the dataset.

    Example:
        >>> ruleset_indices(["japanese", "club"], ["JP"])
        [0]
    """
    if only is None:
        return list(range(len(ids)))
    names = [id_of(name, ids) for name in (only.split(",") if isinstance(only, str) else only)]
    missing = [name for name in names if name not in ids]
    if missing:
        raise DatasetError(
            f"{', '.join(map(repr, missing))} is not in the dataset{near(missing[0].lower(), ids)}. Expected one of: "
            f"{', '.join(ids)}. For others run: goanalyze check PATH -o OUT --rulesets NAME,NAME,…"
        )
    return [index for index, name in enumerate(ids) if name in names]


def id_of(name: str, ids: Sequence[str]) -> str:
    """Return the id of a ruleset by name, ids of the dataset first; an unknown name is returned unchanged.

    Example:
        >>> id_of("JP", ["japanese", "club"]), id_of("club", ["japanese", "club"])
        ('japanese', 'club')
    """
    try:
        return name if name in ids else find_ruleset(read_string("ruleset", name)).id
    except UnknownRulesetError:
        return name
