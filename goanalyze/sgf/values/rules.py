"""The ruleset that RU names."""

from __future__ import annotations

from dataclasses import dataclass

from goanalyze.errors import UnknownRulesetError
from goanalyze.rules import find_ruleset, parse_rules_string
from goanalyze.sgf.choices import RulesetSource
from goanalyze.sgf.values.numbers import quote, too_long


@dataclass(frozen=True, slots=True)
class RecordedRules:
    """The ruleset of RU.

    Attributes:
        id: id of the ruleset, None if RU is absent or unknown; `find_ruleset` gives the ruleset.
        komi: komi in points for White that KataGo's rules string names, None for none.
        message: sentence about an absent or unknown value, or about parts that are not applied; empty for none.
        is_silent_on_dead_stones: True if KataGo's rules string leaves open whether dead stones are removed.
        is_of_period: True if RU is absent, and the ruleset is that of old games like this one: a guess.
    """

    id: str | None
    komi: float | None = None
    message: str = ""
    is_silent_on_dead_stones: bool = False
    is_of_period: bool = False

    @property
    def source(self) -> RulesetSource:
        """The source of the ruleset."""
        if self.id is None:
            return RulesetSource.NONE
        return RulesetSource.PERIOD if self.is_of_period else RulesetSource.RECORDED


def parse_rules(text: str) -> RecordedRules:
    """Return the ruleset that the text of RU names.

    Example:
        >>> rules = parse_rules("koPOSITIONALscoreAREAtaxNONEsui0komi7.5")
        >>> parse_rules("Tromp-Taylor").id, rules.id, rules.komi
        ('tromp-taylor', 'koPOSITIONALscoreAREAtaxNONEsui0', 7.5)
    """
    if not text:
        return RecordedRules(None, message="Ruleset is missing.")
    if message := too_long("Ruleset", text):
        return RecordedRules(None, message=message)
    if string := parse_rules_string(text):
        clauses = string.not_applied
        message = f"Ruleset {quote(text)} is read as {string.ruleset.id}: {'; '.join(clauses)}." if clauses else ""
        return RecordedRules(string.ruleset.id, string.komi, message, string.is_silent_on_dead_stones)
    try:
        return RecordedRules(find_ruleset(text).id)
    except UnknownRulesetError:
        return RecordedRules(None, message=f"Ruleset {quote(text)} is not known.")
