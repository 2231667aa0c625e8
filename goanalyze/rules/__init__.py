"""Rulesets as data: frozen values of independent axes, each with its source, and their names.

Presets, and rulesets of one's own made from them (`derive`, `read_rulesets`). Both are read by `reader`.

No board code lives here: a ruleset never plays, judges or counts.
"""

from goanalyze.errors import RulesetError, UnknownRulesetError
from goanalyze.rules.choices import *
from goanalyze.rules.katago import RulesString, komi_of_rules, parse_rules_string
from goanalyze.rules.komi import Komi, KomiReading, MarginKomi, read_komi
from goanalyze.rules.presets import RULESETS, USUAL
from goanalyze.rules.resolve import (
    derive,
    find_ruleset,
    is_ruleset_id,
    own_id,
    parse_rulesets,
    read_rulesets,
    resolve,
    resolve_all,
    to_toml,
)
from goanalyze.rules.ruleset import AXES, OBEYED_BY, Axis, AxisKind, Ruleset, meaning, plain_value, value_text
