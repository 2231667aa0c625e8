"""Games under some rulesets: their margins, what these rest on, and which games all of the rulesets have."""

from __future__ import annotations

from functools import cached_property, partial

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.choices import Basis, Evidence, Winners
from goanalyze.compare.common import Common
from goanalyze.compare.games import Games
from goanalyze.compare.outcome_matrix import MarginMatrix, OutcomeColumns, id_of
from goanalyze.rules import DeadStones, KomiReading
from goanalyze.tables.dataset import DatasetError
from goanalyze.vocabulary.choices import KomiChoice
from goanalyze.vocabulary.toml import near


class Compared:
    """The outcomes of many games under some rulesets, from which `Comparison` makes figures."""

    def __init__(
        self,
        outcomes: OutcomeColumns,
        games: Games,
        basis: Basis,
        komi: KomiChoice,
        winners: Winners = Winners.BOARD,
    ) -> None:
        if len(games) != outcomes.games:
            raise DatasetError(
                f"the tables do not belong together: outcomes are of {outcomes.games} games, the table games has "
                f"{len(games)}"
            )
        self._outcomes, self._games = outcomes, games
        self._basis, self._komi, self._winners = basis, komi, winners
        self.rulesets, self.basis, self.komi, self.winners = outcomes.names, basis.value, komi.value, winners.value

    @property
    def game_count(self) -> int:
        """Games of the dataset."""
        return self._outcomes.games

    @property
    def by_convention(self) -> int:
        """Games whose komi is that of their convention, and not what the header says."""
        return int(np.count_nonzero(self._games.komi_by_convention))

    @cached_property
    def _there(self) -> NDArray[np.bool_]:
        return ~np.isnan(self._margins.margin)

    @cached_property
    def counted(self) -> tuple[int, int]:
        """Games that have a margin under at least one ruleset, and under all."""
        there = self._there
        return int(there.any(axis=1).sum()), int(there.all(axis=1).sum()) if self.rulesets else 0

    def counted_rows(self, ruleset: str | None = None) -> NDArray[np.int64]:
        """Return the rows of the games that have a margin under a ruleset; under any where none is named."""
        there = self._there
        return np.flatnonzero(there.any(axis=1) if ruleset is None else there[:, self._place(ruleset)])

    @cached_property
    def common(self) -> Common:
        """The rulesets that are compared side by side, and the games that all of these give a margin."""
        return self._common_of(self._there, "no_ruleset_komi")

    def _common_of(self, there: NDArray[np.bool_], otherwise: str) -> Common:
        why = partial(self._outcomes.why_not, basis=self._basis, otherwise=otherwise)
        return Common(self.rulesets, there, why, choices=self._choices)

    @cached_property
    def _choices(self) -> list[int]:
        """Indices of the rulesets that remove dead stones; of all rulesets if fewer than two remove them."""
        stays = self._outcomes.axis("dead_stones")
        choices = [index for index, value in enumerate(stays) if value != DeadStones.STAY.value]
        return choices if len(choices) > 1 else list(range(len(stays)))

    @cached_property
    def evidence_codes(self) -> NDArray[np.int8]:
        """Evidence of each game's margins under the rulesets side by side: int8[games], `Evidence.index`."""
        outcomes = self._outcomes.only(self.common.rulesets)
        facts, boards = outcomes.evidence, ~np.isnan(outcomes.boards(Basis.ALL))
        known, confirmed, estimated = (
            outcomes.usable(basis).all(axis=1) for basis in (Basis.COUNTED, Basis.CONFIRMED, Basis.ESTIMATED)
        )
        codes = np.full(self.game_count, Evidence.NONE.index, dtype=np.int8)
        codes[estimated] = Evidence.ESTIMATED.index
        codes[estimated & facts.is_contradicted] = Evidence.CONTRADICTED.index
        codes[confirmed & facts.is_confirmed] = Evidence.CONFIRMED.index
        codes[known] = Evidence.KNOWN.index
        codes[~boards.all(axis=1)] = Evidence.NONE.index
        return codes

    @cached_property
    def _in_common(self) -> MarginMatrix:
        return self._margins.take(self.common.rows)

    @cached_property
    def _margins(self) -> MarginMatrix:
        return self._outcomes.margins(self._basis, self._komi, self._winners)

    @cached_property
    def _equal_komi(self) -> MarginMatrix:
        """Margins with one komi for all rulesets, whatever the comparison is about: the claims are about those."""
        if self.checked_komi == "ruleset":
            return self._outcomes.margins_at(self._games.komi, self._basis, self._winners)
        recorded = self._komi is KomiChoice.RECORDED
        return self._margins if recorded else self._outcomes.margins(self._basis, KomiChoice.RECORDED, self._winners)

    @cached_property
    def checked_komi(self) -> KomiReading:
        """The komi of the check: recorded, each ruleset's own, that of the period, or a number for all games."""
        used, recorded = self._outcomes.numbers("komi"), self._games.komi[:, np.newaxis]
        if not ((used != recorded) & ~(np.isnan(used) & np.isnan(recorded))).any():
            return "recorded"
        values = np.unique(used)
        if len(values) == 1:
            return float(values[0])
        own = self._outcomes.numbers("ruleset_komi")
        differs = ((used != own) & ~(np.isnan(used) & np.isnan(own))).any()
        return "period" if differs else "ruleset"

    @cached_property
    def bases(self) -> pd.DataFrame:
        """Games by what their margin rests on, or why there is none: one row per basis, one column per ruleset."""
        names = self._outcomes.names_in("basis")
        place = self._outcomes.places("basis", names)
        counts = {
            ruleset: np.bincount(place[:, at] + 1, minlength=len(names) + 1)[1:]
            for at, ruleset in enumerate(self.rulesets)
        }
        table = pd.DataFrame({"basis": names, **counts}).set_index("basis")
        return table[(table > 0).any(axis=1)] if len(self.rulesets) else table

    @cached_property
    def legality(self) -> pd.DataFrame:
        """Games by whether their moves are legal: one row per ruleset, `legal`, `illegal`, `no_board`."""
        values = (("legal", 1), ("illegal", 0), ("no_board", -1))
        legal = self._margins.legal
        counts = {name: np.count_nonzero(legal == value, axis=0) for name, value in values}
        return pd.DataFrame({"ruleset": list(self.rulesets), **counts})

    @cached_property
    def _no_result(self) -> NDArray[np.int8]:
        return self._outcomes.flags("no_result_possible")

    def _place(self, name: str) -> int:
        found = id_of(name, self.rulesets)
        if found not in self.rulesets:
            known = ", ".join(self.rulesets)
            raise DatasetError(f"{name!r} is not compared{near(name.lower(), self.rulesets)}. Expected {known}.")
        return self.rulesets.index(found)

    def _pair_places(self, a: str, b: str) -> tuple[int, int]:
        return self._place(a), self._place(b)

    def _whole_pair(self, a: str | None, b: str | None) -> tuple[str, str] | None:
        """Return a pair of rulesets by their ids, None where none is named."""
        if a is not None and b is not None:
            one, other = self._pair_places(a, b)
            return self.rulesets[one], self.rulesets[other]
        if a is None and b is None:
            return None
        raise ValueError(f"a pair is two rulesets; only {a or b!r} is given")
