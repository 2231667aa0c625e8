"""Findings about recorded results that a rule of the game's own ruleset contradicts: GO508."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from goanalyze.detectors.finding_address import finding_at
from goanalyze.detectors.registry import Subject, detector
from goanalyze.sgf.choices import RulesetSource
from goanalyze.vocabulary.catalogue import CatalogueEntry, Severity
from goanalyze.vocabulary.choices import RuleWinner, Winner
from goanalyze.vocabulary.finding import Finding

if TYPE_CHECKING:
    from goanalyze.rules import Ruleset
    from goanalyze.score.rule_decisions import RuleDecisions
    from goanalyze.sgf.metadata import Metadata
    from goanalyze.sgf.records import Records

_SIDES: Final = {Winner.BLACK.value: RuleWinner.BLACK, Winner.WHITE.value: RuleWinner.WHITE}


@detector(
    Subject.RESULT,
    CatalogueEntry("GO508", Severity.INFO, "recorded winner against a rule",
        "RE gives the game to the side whose illegal move loses it at once under the ruleset that RU names: it was not "
        "noticed before the result was confirmed, or the record is wrong; or it says that both players lose, which "
        "that ruleset does not know. `outcomes.winner_by_rule` has the winner by rule.",
        "RU[Japanese]RE[B+R] and Black playing twice in succession"),
)  # fmt: skip
def rule_findings(
    records: Records, metadata: Metadata, recorded_decisions: RuleDecisions, all_rulesets: Sequence[Ruleset]
) -> Iterator[Finding]:
    """Yield the games whose recorded winner is not the one by the rules that the record names.

    Args:
        records: a chunk.
        metadata: header values of the games.
        recorded_decisions: winners by a rule.
        all_rulesets: columns of `recorded_decisions`; games under other rulesets are passed over.
    """
    import numpy as np

    from goanalyze.sgf.properties import INFO_INDEX
    from goanalyze.vocabulary.arrow import encode

    columns = {ruleset.id: column for column, ruleset in enumerate(all_rulesets)}
    winner, named, source = (metadata.columns[name] for name in ("result_winner", "ruleset", "ruleset_source"))
    number, names = encode(winner)
    both = np.array([name == Winner.BOTH_LOSE.value for name in names], dtype=np.bool_)[number]
    at = records.tape.info[:, INFO_INDEX["RE"], 0]
    for game in np.flatnonzero(both | (recorded_decisions.winner >= 0).any(axis=1)).tolist():
        column, recorded = columns.get(named[game].as_py()), winner[game].as_py()
        if column is None or source[game].as_py() == RulesetSource.PERIOD.value:
            continue
        ruleset, by_rule = all_rulesets[column], int(recorded_decisions.winner[game, column])
        if both[game] and not ruleset.both_lose.value:
            message = f"Under {ruleset.title}: no such result as the recorded one, that both players lose, is known."
        elif recorded in _SIDES and by_rule == RuleWinner.BLACK.index + RuleWinner.WHITE.index - _SIDES[recorded].index:
            other = RuleWinner.at(by_rule).value.capitalize()
            message = (
                f"Under {ruleset.title}: move {recorded_decisions.move[game, column]} is illegal as recorded, and "
                f"{other} wins at once if anybody notices; the record gives {recorded.capitalize()} the game."
            )
        else:
            continue
        yield finding_at(records, game, "GO508", message, int(at[game]))
