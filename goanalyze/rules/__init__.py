"""What each ruleset says, as data: frozen values of independent axes, each with its source, and their names.

Presets, and rulesets of one's own made from them (`derive`, `read_rulesets`).

No board code lives here: a ruleset never plays, judges or counts.
"""

from goanalyze.rules.choices import (
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
from goanalyze.rules.custom import derive, parse_rulesets, read_rulesets, resolve, resolve_all, to_toml
from goanalyze.rules.names import UnknownRulesetError, find_ruleset
from goanalyze.rules.presets import RULESETS
from goanalyze.rules.ruleset import (
    AXES,
    Axis,
    AxisKind,
    Komi,
    KomiReading,
    Ruleset,
    RulesetError,
    mapping_of,
    meaning,
    plain_value,
    read_komi,
    value_text,
)

__all__ = [
    "AXES",
    "RULESETS",
    "Axis",
    "AxisKind",
    "Compensation",
    "Counting",
    "DeadStones",
    "End",
    "FirstPass",
    "Komi",
    "KomiReading",
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
    "derive",
    "find_ruleset",
    "mapping_of",
    "meaning",
    "parse_rulesets",
    "plain_value",
    "read_komi",
    "read_rulesets",
    "resolve",
    "resolve_all",
    "to_toml",
    "value_text",
]
