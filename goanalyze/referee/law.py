"""What a ruleset forbids, as a board asks it move by move: masks over flags, and what needs a second look."""

from __future__ import annotations

from os import PathLike
from typing import Final, NamedTuple, TypeAlias

from goanalyze.core import flags as f
from goanalyze.replay.verdicts import PRESETS, mask_of
from goanalyze.rules import Repetition, Ruleset, resolve

RulesLike: TypeAlias = str | PathLike[str] | Ruleset
"""A ruleset as it may be given: what `goanalyze.rules.resolve` takes."""


class Law(NamedTuple):
    """A ruleset's verdict on flags.

    Attributes:
        ruleset: whose.
        mask: flags that forbid a move by themselves.
        watched: the same, and a flag that may forbid it: that a situation is back, which a pass may have made free
            again (Button Go), or in which a hot stone is taken (Ing).
    """

    ruleset: Ruleset
    mask: int
    watched: int


def _law(ruleset: Ruleset) -> Law:
    mask = mask_of(ruleset) & mask_of(ruleset, is_ban_lifted=True)
    is_subtle = ruleset.repetition.value in (Repetition.SITUATIONAL_UNTIL_PASS, Repetition.ING)
    return Law(ruleset, mask, mask | f.SSK if is_subtle else mask)


_LAWS: Final = {ruleset.id: _law(ruleset) for ruleset in PRESETS}


def law_of(rules: RulesLike) -> Law:
    """Return the law of a ruleset.

    Raises:
        UnknownRulesetError: there is no such ruleset.
        RulesetError: a file of rulesets cannot be read.

    Example:
        >>> law_of("ing").mask & f.SSK, law_of("ing").watched & f.SSK == f.SSK
        (0, True)
    """
    known = _LAWS.get(rules) if isinstance(rules, str) else None
    return known or _law(resolve(rules))
