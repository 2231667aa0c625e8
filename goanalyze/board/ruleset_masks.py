"""Masks of a ruleset over the flags of moves, as a board applies them move by move."""

from __future__ import annotations

from os import PathLike
from typing import Final, NamedTuple, TypeAlias

from goanalyze.core import flags as f
from goanalyze.replay.verdicts import PRESETS, mask_of
from goanalyze.rules import Repetition, Ruleset, resolve

RulesLike: TypeAlias = str | PathLike[str] | Ruleset
"""A ruleset as `goanalyze.rules.resolve` takes it."""


class RulesetMasks(NamedTuple):
    """The masks of a ruleset.

    Attributes:
        ruleset: the ruleset.
        mask: flags that forbid a move by themselves.
        watched: `mask`, and the flag of a repeated situation if the ruleset forbids only some of these: none after a
            pass that lifts the ban (Button Go), captures of hot stones (Ing).
    """

    ruleset: Ruleset
    mask: int
    watched: int

    @classmethod
    def of(cls, rules: RulesLike) -> RulesetMasks:
        """Return the masks of a ruleset.

        Raises:
            UnknownRulesetError: the ruleset is unknown.
            RulesetError: a file of rulesets cannot be read.

        Example:
            >>> masks = RulesetMasks.of("ing")
            >>> masks.mask & f.SSK, masks.watched & f.SSK == f.SSK
            (0, True)
        """
        preset = _OF_PRESETS.get(rules) if isinstance(rules, str) else None
        return preset or cls._of_ruleset(resolve(rules))

    @classmethod
    def _of_ruleset(cls, ruleset: Ruleset) -> RulesetMasks:
        mask = mask_of(ruleset) & mask_of(ruleset, is_forgotten=True)
        needs_history = ruleset.repetition.value in (Repetition.SITUATIONAL_UNTIL_PASS, Repetition.ING)
        return cls(ruleset, mask, mask | f.SSK if needs_history else mask)


_OF_PRESETS: Final = {ruleset.id: RulesetMasks._of_ruleset(ruleset) for ruleset in PRESETS}  # noqa: SLF001
