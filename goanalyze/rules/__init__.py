"""What each ruleset says, as data: frozen values of independent axes, each with its source, and their names.

No board code lives here: a ruleset never plays, judges or counts.
"""

from goanalyze.rules.choices import (
    Choice,
    Compensation,
    Counting,
    DeadStones,
    End,
    FirstPass,
    LastPass,
    NoResult,
    Placement,
    Repetition,
    Scoring,
    Seki,
    Suicide,
    Ties,
)
from goanalyze.rules.names import UnknownRulesetError, find_ruleset
from goanalyze.rules.presets import RULESETS
from goanalyze.rules.ruleset import AXES, Axis, Komi, Ruleset, RulesetError, points_text

__all__ = [
    "AXES",
    "RULESETS",
    "Axis",
    "Choice",
    "Compensation",
    "Counting",
    "DeadStones",
    "End",
    "FirstPass",
    "Komi",
    "LastPass",
    "NoResult",
    "Placement",
    "Repetition",
    "Ruleset",
    "RulesetError",
    "Scoring",
    "Seki",
    "Suicide",
    "Ties",
    "UnknownRulesetError",
    "find_ruleset",
    "points_text",
]
