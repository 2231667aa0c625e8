"""Findings about recorded results that a rule of the game's own ruleset contradicts: GO508."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from goanalyze.detectors.records import finding_at
from goanalyze.rules import Ruleset
from goanalyze.score.by_rule import Ruled
from goanalyze.sgf.choices import RulesetSource
from goanalyze.sgf.metadata import Metadata
from goanalyze.sgf.properties import INFO_INDEX
from goanalyze.sgf.records import Records
from goanalyze.vocabulary.arrow import encode
from goanalyze.vocabulary.choices import RuleWinner, Winner
from goanalyze.vocabulary.finding import Finding

_SIDES: Final = {Winner.BLACK.value: RuleWinner.BLACK, Winner.WHITE.value: RuleWinner.WHITE}


def rule_findings(records: Records, metadata: Metadata, ruled: Ruled, rulesets: Sequence[Ruleset]) -> Iterator[Finding]:
    """Yield the games whose recorded winner is not the one by the rules that the record names.

    Args:
        records: a chunk.
        metadata: header values of the games.
        ruled: who wins by a rule.
        rulesets: the columns of `ruled`; games under others are passed over.
    """
    place = {ruleset.id: column for column, ruleset in enumerate(rulesets)}
    winner, named, source = (metadata.columns[name] for name in ("result_winner", "ruleset", "ruleset_source"))
    number, names = encode(winner)
    both = np.array([name == Winner.BOTH_LOSE.value for name in names], dtype=np.bool_)[number]
    at = records.tape.info[:, INFO_INDEX["RE"], 0]
    for game in np.flatnonzero(both | (ruled.winner >= 0).any(axis=1)).tolist():
        column, recorded = place.get(named[game].as_py()), winner[game].as_py()
        if column is None or source[game].as_py() == RulesetSource.PERIOD.value:
            continue
        ruleset, by_rule = rulesets[column], int(ruled.winner[game, column])
        if both[game] and not ruleset.both_lose.value:
            message = f"Under {ruleset.title}: no such result as the recorded one, that both players lose, is known."
        elif recorded in _SIDES and by_rule == RuleWinner.BLACK.index + RuleWinner.WHITE.index - _SIDES[recorded].index:
            other = RuleWinner.at(by_rule).value.capitalize()
            message = (
                f"Under {ruleset.title}: move {ruled.move[game, column]} is illegal as recorded, and {other} wins at "
                f"once if anybody notices; the record gives {recorded.capitalize()} the game."
            )
        else:
            continue
        yield finding_at(records, game, "GO508", message, int(at[game]))
