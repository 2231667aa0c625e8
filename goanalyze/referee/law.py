"""What a ruleset forbids, as a board asks it move by move: masks over flags, and what needs a second look."""

from __future__ import annotations

from os import PathLike
from typing import Final, NamedTuple, TypeAlias

from goanalyze.board import flags as f
from goanalyze.replay.verdicts import PRESETS, mask_of
from goanalyze.rules import Repetition, Ruleset, resolve

RulesLike: TypeAlias = str | PathLike[str] | Ruleset
"""A ruleset as it may be given: what `goanalyze.rules.resolve` takes."""


class Law(NamedTuple):
    """A ruleset's verdict on flags.

    Attributes:
        ruleset: whose.
        mask: flags that forbid a move by themselves.
        doubt: flags that forbid it only by what went before: a situation that is back, which a pass may have made free
            again (Button Go), or in which a hot stone is taken (Ing).
    """

    ruleset: Ruleset
    mask: int
    doubt: int


def _law(ruleset: Ruleset) -> Law:
    mask = mask_of(ruleset) & mask_of(ruleset, is_forgotten=True)
    seldom = ruleset.repetition.value in (Repetition.SITUATIONAL_UNTIL_PASS, Repetition.ING)
    return Law(ruleset, mask, f.SSK if seldom else 0)


_LAWS: Final = {ruleset.id: _law(ruleset) for ruleset in PRESETS}


def law_of(rules: RulesLike) -> Law:
    """Return the law of a ruleset.

    Raises:
        UnknownRulesetError: there is no such ruleset.
        RulesetError: a file of rulesets cannot be read.

    Example:
        >>> law_of("aga").ruleset.id, law_of("Japanese rules").doubt
        ('aga', 0)
    """
    known = _LAWS.get(rules) if isinstance(rules, str) else None
    return known or _law(resolve(rules))
