"""What each ruleset says, as data: frozen values of independent axes, each with its source, and their names.

No board code lives here: a ruleset never plays, judges or counts. Axes that no stage reads yet are not listed;
scoring joins them when outcomes are computed.
"""

from goanalyze.rules.presets import RULESETS, UnknownRulesetError, find_ruleset
from goanalyze.rules.ruleset import Axis, Repetition, Ruleset, Suicide

__all__ = ["RULESETS", "Axis", "Repetition", "Ruleset", "Suicide", "UnknownRulesetError", "find_ruleset"]
