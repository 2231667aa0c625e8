"""Builders of the tables about rulesets: outcomes, audit and the rulesets themselves; and all tables of a chunk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.life.choices import StatusSource
from goanalyze.pipeline import Chunk
from goanalyze.rules import Ruleset, to_toml, value_text
from goanalyze.score.choices import Agreement, Basis
from goanalyze.score.outcomes import Outcomes
from goanalyze.sgf.choices import ResultBy
from goanalyze.sgf.metadata import Metadata
from goanalyze.tables.build import counts_table, findings_table, fit, games_table, moves_table
from goanalyze.tables.schema import AUDIT, OUTCOMES, RULESETS_TABLE
from goanalyze.vocabulary.arrow import booleans, category, encode, floats, numbers, strings
from goanalyze.vocabulary.choices import Winner
from goanalyze.vocabulary.points import to_sgf

_AGREEMENTS: Final = (*Agreement.names(), "unknown")
_Number = TypeVar("_Number", bound=np.generic)
_COMPARABLE: Final = (ResultBy.SCORE.value, ResultBy.DRAW.value, ResultBy.UNKNOWN.value)
"""Recorded results of these kinds say something of the position."""


def chunk_tables(chunk: Chunk) -> dict[str, pa.Table]:
    """Build every table about the games of a chunk, by name; no audit where no count is recorded."""
    tables = {
        "games": games_table(chunk),
        "findings": findings_table(chunk.findings, chunk.ids),
        "counts": counts_table(chunk),
        "outcomes": outcomes_table(chunk),
    }
    if chunk.audited:
        tables["audit"] = audit_table(chunk)
    if chunk.options.moves:
        tables["moves"] = moves_table(chunk)
    return tables


def outcomes_table(chunk: Chunk) -> pa.Table:
    """Build the outcomes table of a chunk: game by game, each with all rulesets."""
    outcomes, legality, statuses = chunk.outcomes, chunk.legality, chunk.statuses
    rulesets, ids, no_board = chunk.options.rulesets, chunk.ids, chunk.replays.width == 0
    many = len(rulesets)

    def spread(values: NDArray[_Number]) -> NDArray[_Number]:
        return np.repeat(values, many)

    def optional(values: NDArray[np.float64]) -> pa.Array:
        return numbers(values.ravel(), np.isnan(values.ravel()))

    def winner(values: NDArray[np.int8]) -> pa.Array:
        return category(values.ravel(), Winner.names(), values.ravel() < 0)

    missing, source = spread(no_board), spread(statuses.source)
    return fit(OUTCOMES, {
        "game_id": category(spread(np.arange(len(ids))), ids),
        "ruleset": category(np.tile(np.arange(many), len(ids)), [ruleset.id for ruleset in rulesets]),
        "legal": booleans(legality.illegal_count.ravel() == 0, missing),
        "illegal_count": numbers(legality.illegal_count.ravel(), missing),
        "first_illegal_move": numbers(legality.first_illegal.ravel(), legality.first_illegal.ravel() == 0),
        "basis": category(outcomes.basis.ravel(), Basis.names()),
        "komi": optional(outcomes.komi),
        "handicap_bonus": numbers(outcomes.bonus.ravel(), missing),
        "margin": optional(outcomes.margin),
        "winner": winner(outcomes.winner),
        "margin_strict": optional(outcomes.margin_strict),
        "ruleset_komi": optional(outcomes.ruleset_komi),
        "margin_ruleset_komi": optional(outcomes.ruleset_margin),
        "winner_ruleset_komi": winner(outcomes.ruleset_winner),
        "approximate": booleans(outcomes.approximate.ravel()),
        "no_result_possible": booleans(outcomes.no_result.ravel()),
        "agrees_with_record": category(_agreement(outcomes, chunk.metadata).ravel(), _AGREEMENTS),
        "status_source": category(source, StatusSource.names()),
        "status_confidence": numbers(spread(statuses.confidence), source == 0),
    })  # fmt: skip


def _agreement(outcomes: Outcomes, metadata: Metadata) -> NDArray[np.int64]:
    """Hold every margin against the recorded count: index into `_AGREEMENTS`, [games, rulesets]."""
    winner, by = (_numbered(metadata.columns[f"result_{name}"], names)
                  for name, names in (("winner", Winner.names()), ("by", _COMPARABLE)))  # fmt: skip
    recorded = floats(metadata.columns["result_margin"])[:, None]
    comparable = ((by >= 0) & (winner >= 0))[:, None] & ~np.isnan(outcomes.margin)
    same = outcomes.winner == winner[:, None]
    return np.select([~comparable, same & (outcomes.margin == recorded), same], [3, 0, 1], 2)


def _numbered(column: pa.Array, names: Sequence[str]) -> NDArray[np.int64]:
    """Return the number of each value in `names`, −1 for any other."""
    where, values = encode(column)
    return np.array([names.index(value) if value in names else -1 for value in values], dtype=np.int64)[where]


def audit_table(chunk: Chunk) -> pa.Table:
    """Build the audit table of a chunk: one row per game with a recorded count and a judged position."""
    audited, ids, width = chunk.audited, chunk.ids, chunk.replays.width
    found = [row.found for row in audited]
    return fit(AUDIT, {
        "game_id": [ids[row.game] for row in audited],
        "ruleset": [row.ruleset for row in audited],
        "recorded_margin": [row.recorded for row in audited],
        "margin": [item.margin if item else None for item in found],
        "agreement": [row.agreement for row in audited],
        "explanation": [item.explanation.value if item else None for item in found],
        "explained": [row.explained for row in audited],
        "evidence": [item.evidence if item else None for item in found],
        "fits_ruleset": [item.ruleset if item else None for item in found],
        "fits_komi": [item.komi if item else None for item in found],
        "flips": [[to_sgf(chain[0], int(width[row.game])) for chain in row.found.flips] if row.found else []
                  for row in audited],
        "flips_unique": [item.flips_unique if item else None for item in found],
        "status_source": [StatusSource.at(row.source).value for row in audited],
        "status_confidence": [row.confidence for row in audited],
    })  # fmt: skip


def rulesets_table(rulesets: Sequence[Ruleset]) -> pa.Table:
    """Build the rulesets table: every axis with its source, and the definition to read it back."""
    columns = {
        "id": [ruleset.id for ruleset in rulesets],
        "title": [ruleset.title for ruleset in rulesets],
        "definition": [to_toml(ruleset) for ruleset in rulesets],
    }
    for name in rulesets[0].axes() if rulesets else ():
        axes = [ruleset.axes()[name] for ruleset in rulesets]
        columns[name] = [value_text(axis.value) for axis in axes]
        columns[f"{name}_source"] = [axis.source for axis in axes]
    return fit(RULESETS_TABLE, {name: strings(values) for name, values in columns.items()})
