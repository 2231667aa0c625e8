"""The outcomes of a dataset as arrays [games, rulesets]: what all comparing begins with."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.choices import Basis, Winners
from goanalyze.compare.evidence import GameEvidence
from goanalyze.life.choices import StatusSource
from goanalyze.rules import DeadStones, Rulings, Scoring, UnknownRulesetError, find_ruleset
from goanalyze.tables.dataset import DatasetError
from goanalyze.tables.reading import Columns, TableOrParts
from goanalyze.vocabulary.arrow import flags_of, names_in, numbers_of, offsets_of
from goanalyze.vocabulary.choices import KomiChoice, Winner
from goanalyze.vocabulary.toml import near

KNOWN: Final = ("counted", "no_result_possible")
"""Values of the column `basis` whose margin does not depend on guessing which stones are dead."""

Places: TypeAlias = NDArray[np.signedinteger[Any]]
_Number = TypeVar("_Number", bound=np.generic)

_GUESSED: Final = ("estimated", "as_it_stands")
_WITH_MARGIN: Final = (*KNOWN, *_GUESSED)
_NO_KOMI: Final = ("no_komi", "no_ruleset_komi")  # the position may be known all the same
_AT_ONCE: Final = ("ruleset", "basis", "margin", "winner", "legal")
_PROVEN: Final = tuple(
    source.value for source in (StatusSource.MARKUP, StatusSource.GIVEN, StatusSource.SETTLED, StatusSource.CONFIRMED)
)
_FINEST: Final = 4096.0
TERRITORY: Final = Scoring.TERRITORY.value


@dataclass(frozen=True, slots=True)
class MarginMatrix:
    """Margins of one basis at one komi; arrays [games, rulesets], column by column in memory.

    Attributes:
        margin: float64, Black − White in points, NaN where there is none. Rounded to 1/4096, so that differences are
            exact for any komi.
        winner: int8, `Winner.index`, by the count or by rule as was asked, −1 where there is no margin.
        legal: int8, 1 every move is legal, 0 one is not, −1 there is no board.
        doubt: float64, probability that the margin is wrong; 0 if the dead stones are known or confirmed.
    """

    margin: NDArray[np.float64]
    winner: NDArray[np.int8]
    legal: NDArray[np.int8]
    doubt: NDArray[np.float64]

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.margin)

    def take(self, rows: NDArray[np.int64]) -> MarginMatrix:
        """Return some of the games; all of them in order are not copied."""
        if len(rows) == len(self) and (rows == np.arange(len(self))).all():
            return self
        return self._part(np.s_[rows])

    def columns(self, places: Sequence[int]) -> MarginMatrix:
        """Return some of the rulesets."""
        return self._part(np.s_[:, list(places)])

    def _part(self, part: Any) -> MarginMatrix:
        columns = (self.margin, self.winner, self.legal, self.doubt)
        return MarginMatrix(*(np.asfortranarray(column[part]) for column in columns))


class OutcomeColumns:
    """The table outcomes of a dataset, column by column, as arrays [games, rulesets].

    Args:
        outcomes: the table or its path; game by game, each with all rulesets in the order of `rulesets`.
        rulesets: the table or its path.
        only: ids or other names of the rulesets to look at; all if not given.
        evidence: evidence of each game.

    Attributes:
        everything: ids of all rulesets of the dataset.
        names: ids of those looked at.
        games: number of games.

    Raises:
        DatasetError: a name in `only` is not in the dataset, or the tables do not belong together.
    """

    def __init__(
        self,
        outcomes: TableOrParts,
        rulesets: TableOrParts,
        only: Sequence[str] | None,
        evidence: GameEvidence,
    ) -> None:
        self.evidence = evidence
        self._columns, self._rulesets = Columns(outcomes), Columns(rulesets)
        self.everything: tuple[str, ...] = tuple(self._rulesets["id"].to_pylist())
        self.pick(picked(self.everything, only))
        self._columns.read(_AT_ONCE)
        width = len(self.everything)
        place = offsets_of(self._columns["ruleset"], self.everything)
        if width and len(place) % width == 0:
            fits = bool((place.reshape(-1, width) == np.arange(width)).all())
        else:
            fits = not len(place)
        if not fits:
            raise DatasetError(
                "the tables outcomes and rulesets do not belong together: outcomes must have every ruleset once for "
                "each game, in the order of rulesets"
            )
        self.games = len(place) // width if width else 0

    def axis(self, name: str) -> list[str]:
        """Return what each ruleset says on an axis, as text."""
        values = self._rulesets[name].to_pylist()
        return [values[place] or "" for place in self._picked]

    def numbers(self, name: str) -> NDArray[np.float64]:
        """Return a column of numbers, NaN for null."""
        return self._wide(numbers_of(self._columns[name]))

    def flags(self, name: str) -> NDArray[np.int8]:
        """Return a column of truth values: 1, 0, −1 for null."""
        return self._wide(flags_of(self._columns[name]))

    def places(self, name: str, names: Sequence[str]) -> Places:
        """Return the place in `names` of each value of a column, −1 for others."""
        return self._wide(offsets_of(self._columns[name], names))

    def names_in(self, name: str) -> list[str]:
        """Return the different values of a column of names."""
        return names_in(self._columns[name])

    def margins(self, basis: Basis, komi: KomiChoice, winners: Winners = Winners.BOARD) -> MarginMatrix:
        """Return margins and winners, as far as a basis admits them, and what is legal."""
        suffix = "" if komi is KomiChoice.RECORDED else "_ruleset_komi"
        margin = self.numbers(f"margin{suffix}")
        winner = self.places(f"winner{suffix}", Winner.names()).astype(np.int8, copy=False)
        if winners is Winners.RULE:
            winner = self._by_rule(winner)
        winner[np.isnan(margin)] = -1
        if komi is KomiChoice.RECORDED:
            self._fill_without_komi(margin)
        is_left_out = self._left_out(basis)
        margin[is_left_out], winner[is_left_out] = np.nan, -1
        return MarginMatrix(exact(margin), winner, self.flags("legal"), self.doubt())

    def _left_out(self, basis: Basis) -> NDArray[np.bool_]:
        """Return the margins that a basis leaves out, of resumed games also those of comparisons with territory."""
        is_left_out = ~self.usable(basis)
        if basis is not Basis.ALL and TERRITORY in self.axis("scoring"):
            is_left_out |= self.evidence.has_other_passes[:, np.newaxis]
        return is_left_out

    def _fill_without_komi(self, margin: NDArray[np.float64]) -> None:
        """Set the margins of games without a komi to those before komi: their differences are the same at any komi."""
        is_without = (self.places("basis", _NO_KOMI[:1]) == 0).any(axis=1) & np.isnan(margin).all(axis=1)
        rows = np.flatnonzero(is_without)
        if len(rows):
            own = (self.numbers("margin_ruleset_komi") + self.numbers("ruleset_komi"))[rows]
            margin[rows] = own

    def doubt(self) -> NDArray[np.float64]:
        """Return the probability that each margin is wrong: 0 for known and confirmed dead stones."""
        is_certain = self.known() | self.evidence.is_confirmed[:, np.newaxis]
        return np.asfortranarray(np.where(is_certain, 0.0, self.evidence.doubt[:, np.newaxis]))

    def both_lose(self) -> NDArray[np.bool_]:
        """Return the games that both players lose, whatever the komi."""
        lost: NDArray[np.bool_] = self.places("winner", (Winner.BOTH_LOSE.value,)) == 0
        return lost

    def _by_rule(self, winner: NDArray[np.int8]) -> NDArray[np.int8]:
        """Return the winners with those by rule in the place of those by the count; no result has no margin."""
        ruled = self.places("winner_by_rule", Winner.names())
        return np.asfortranarray(np.where(ruled >= 0, ruled, winner).astype(np.int8))

    def boards(self, basis: Basis) -> NDArray[np.float64]:
        """Return the margins before komi, points for handicap included, NaN where there is none."""
        board = self.numbers("margin") + self.numbers("komi")
        missing = np.isnan(board)
        if missing.any():  # no recorded komi: the ruleset's own may be known
            board[missing] = (self.numbers("margin_ruleset_komi") + self.numbers("ruleset_komi"))[missing]
        board[self._left_out(basis)] = np.nan
        return exact(board)

    def margins_at(self, komi: NDArray[np.float64], basis: Basis, winners: Winners = Winners.BOARD) -> MarginMatrix:
        """Return margins and winners with one komi for every ruleset, NaN where a game has none.

        Args:
            komi: of each game.
            basis: which margins.
            winners: who counts as the winner.
        """
        margin = exact(self.boards(basis) - komi[:, np.newaxis])
        tie = np.array([Winner.read("ties", ties).index for ties in self.axis("ties")], dtype=np.int8)
        black, white = np.int8(Winner.BLACK.index), np.int8(Winner.WHITE.index)
        winner = np.where(margin > 0, black, np.where(margin < 0, white, tie))
        winner[self.both_lose()] = Winner.BOTH_LOSE.index
        if winners is Winners.RULE:
            winner = self._by_rule(winner)
        winner[np.isnan(margin)] = -1
        ordered = np.asfortranarray
        return MarginMatrix(ordered(margin), ordered(winner), self.flags("legal"), self.doubt())

    def usable(self, basis: Basis) -> NDArray[np.bool_]:
        """Return which margins a basis admits."""
        if basis is Basis.ALL:
            return np.ones((self.games, len(self.names)), dtype=np.bool_)
        usable = self.known()
        guess = self.places("basis", _GUESSED)
        is_estimated = (guess == 0) | (self._is_without_komi() & (self.places("status_source", ("none",)) < 0))
        is_confirmed = ((guess >= 0) | is_estimated) & self.evidence.is_confirmed[:, np.newaxis]
        if basis in (Basis.CONFIRMED, Basis.BEST):
            usable |= is_confirmed
        if basis is Basis.BEST:
            usable |= is_estimated & ~self.evidence.is_contradicted[:, np.newaxis]
        if basis is Basis.ESTIMATED:
            usable |= is_estimated
        stays = np.array(self.axis("dead_stones")) == DeadStones.STAY.value
        usable &= ~stays | self.evidence.has_no_dead[:, np.newaxis]
        return usable

    def why_not(self, rows: Places, places: Places, basis: Basis, otherwise: str) -> NDArray[np.object_ | np.str_]:
        """Return why some games have no margin: their basis, or `otherwise` where that is no reason.

        Args:
            rows: of the games.
            places: for each of them the ruleset that gives it none.
            basis: which margins are taken.
            otherwise: the reason where the basis gives a margin and is taken.
        """
        names = self.names_in("basis")
        found = np.append(np.array(names, dtype=object), "")[self.places("basis", names)[rows, places]]
        found[np.isin(found, _WITH_MARGIN) & self.usable(basis)[rows, places]] = otherwise
        return found

    def only(self, names: Sequence[str]) -> OutcomeColumns:
        """Return the outcomes under some of the rulesets looked at, ids, with the columns that are read already."""
        some = copy(self)
        some.pick([place for place in self._picked if self.everything[place] in names])
        return some

    def pick(self, places: list[int]) -> None:
        """Look at some of the rulesets, named by their places among `everything`."""
        self._picked = places
        self.names = tuple(self.everything[place] for place in places)

    def known(self) -> NDArray[np.bool_]:
        """Return True for each position with known dead stones, bool[games, rulesets], with a komi or without one.

        Without a komi, stones are known to be dead or alive by marks, by the user, or by a proof that the ruleset
        follows; an estimate and an engine guess them. Where a ruleset removes no dead stones there are none to know.
        """
        known: NDArray[np.bool_] = self.places("basis", KNOWN) >= 0
        without_komi = self._is_without_komi()
        if without_komi.any():
            sources = self.places("status_source", (*_PROVEN, StatusSource.RULED.value))
            follows_rulings = np.array(self.axis("rulings")) != Rulings.NONE.value
            stays = np.array(self.axis("dead_stones")) == DeadStones.STAY.value
            is_ruled = (sources == len(_PROVEN)) & follows_rulings
            known |= without_komi & (((sources >= 0) & (sources < len(_PROVEN))) | is_ruled | stays)
        return known

    def _is_without_komi(self) -> NDArray[np.bool_]:
        """Return True for each position that has no margin for want of a komi alone, bool[games, rulesets]."""
        return self.places("basis", _NO_KOMI) >= 0

    def _wide(self, values: NDArray[_Number]) -> NDArray[_Number]:
        """Lay a column out as [games, rulesets], the rulesets looked at, column by column in memory."""
        return np.asfortranarray(values.reshape(-1, len(self.everything) or 1)[:, self._picked])


def exact(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round to a fine binary fraction: then sums and differences of margins are exact, and equal ones are equal."""
    exact: NDArray[np.float64] = np.rint(points * _FINEST) / _FINEST
    return exact


def picked(ids: Sequence[str], only: Sequence[str] | None) -> list[int]:
    """Return the places of the rulesets asked for, in the order of the dataset.

    Args:
        ids: of the rulesets of the dataset.
        only: ids or other names; all if not given.

    Raises:
        DatasetError: one of them is not in the dataset.

    Example:
        >>> picked(["japanese", "club"], ["JP"])
        [0]
    """
    if only is None:
        return list(range(len(ids)))
    names = [id_of(name, ids) for name in (only.split(",") if isinstance(only, str) else only)]
    missing = [name for name in names if name not in ids]
    if missing:
        raise DatasetError(
            f"{missing[0]!r} is not a ruleset of the dataset{near(missing[0].lower(), ids)}. "
            f"Expected {', '.join(ids)}; for others run: goanalyze check PATH -o OUT --rulesets NAME,NAME,…"
        )
    return [place for place, name in enumerate(ids) if name in names]


def id_of(name: str, ids: Sequence[str]) -> str:
    """Return the id that a ruleset's name stands for, a dataset's own id before any other; unknown names as they are.

    Example:
        >>> id_of("JP", ["japanese", "club"]), id_of("club", ["japanese", "club"])
        ('japanese', 'club')
    """
    try:
        return name if name in ids else find_ruleset(name).id
    except UnknownRulesetError:
        return name
