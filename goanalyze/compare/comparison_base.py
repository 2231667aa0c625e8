"""The base of a comparison: margins under several rulesets, their evidence, and the games in common."""

from __future__ import annotations

from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.choices import Basis, Evidence, Winners
from goanalyze.compare.common import Common
from goanalyze.compare.games import Games
from goanalyze.compare.outcome_matrix import MarginMatrix, OutcomeMatrix, id_of
from goanalyze.rules import DeadStones, KomiReading
from goanalyze.tables.dataset import DatasetError
from goanalyze.vocabulary.choices import KomiChoice
from goanalyze.vocabulary.toml import near


class ComparisonBase:
    """The outcomes of games under several rulesets, from which `Comparison` makes figures."""

    def __init__(
        self,
        outcomes: OutcomeMatrix,
        games: Games,
        basis: Basis,
        komi: KomiChoice,
        winners: Winners = Winners.BOARD,
    ) -> None:
        if len(games) != outcomes.games:
            raise DatasetError(
                f"The tables do not belong together: outcomes has {outcomes.games:,} games, games has {len(games):,}. "
                "Expected tables of one check."
            )
        self._outcomes, self._games = outcomes, games
        self._basis, self._komi, self._winners = basis, komi, winners
        self.rulesets, self.basis, self.komi, self.winners = outcomes.names, basis.value, komi.value, winners.value

    @property
    def game_count(self) -> int:
        """Number of games of the dataset."""
        return self._outcomes.games

    @property
    def by_convention(self) -> int:
        """Number of games whose komi is that of their convention instead of the header."""
        return int(np.count_nonzero(self._games.komi_by_convention))

    @cached_property
    def _has_margin(self) -> NDArray[np.bool_]:
        return ~np.isnan(self._margins.margin)

    @cached_property
    def counted(self) -> tuple[int, int]:
        """Numbers of games that have a margin under at least one ruleset, and under all."""
        has_margin = self._has_margin
        return int(has_margin.any(axis=1).sum()), int(has_margin.all(axis=1).sum()) if self.rulesets else 0

    def counted_rows(self, ruleset: str | None = None) -> NDArray[np.int64]:
        """Return the rows of the games that have a margin under a ruleset; by default under any."""
        has_margin = self._has_margin
        return np.flatnonzero(has_margin.any(axis=1) if ruleset is None else has_margin[:, self._index(ruleset)])

    @cached_property
    def common(self) -> Common:
        """The rulesets that are compared side by side, and the games that all of these give a margin."""
        return self._common_of(self._has_margin, "no_ruleset_komi")

    def _common_of(self, has_margin: NDArray[np.bool_], otherwise: str) -> Common:
        reasons = partial(self._outcomes.reasons, basis=self._basis, otherwise=otherwise)
        return Common(self.rulesets, has_margin, reasons, self._choices)

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
        """Margins with one komi for all rulesets, which the claims are about."""
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
    def _no_result(self) -> NDArray[np.int8]:
        return self._outcomes.flags("no_result_possible")

    def _index(self, name: str) -> int:
        ruleset = id_of(name, self.rulesets)
        if ruleset not in self.rulesets:
            raise DatasetError(
                f"{name!r} is not one of the rulesets compared{near(name.lower(), self.rulesets)}. Expected one of: "
                f"{', '.join(self.rulesets)}."
            )
        return self.rulesets.index(ruleset)

    def _pair_indices(self, a: str, b: str) -> tuple[int, int]:
        return self._index(a), self._index(b)

    def _whole_pair(self, a: str | None, b: str | None) -> tuple[str, str] | None:
        """Return the ids of a pair of rulesets, None if no ruleset is named."""
        if a is not None and b is not None:
            one, other = self._pair_indices(a, b)
            return self.rulesets[one], self.rulesets[other]
        if a is None and b is None:
            return None
        raise ValueError(f"{a or b!r} is not a pair of rulesets. Expected two rulesets.")
