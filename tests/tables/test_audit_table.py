"""The audit of recorded results as a table and as findings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import goanalyze as ga

WALLS = "".join(f";B[b{row}];W[d{row}]" for row in "abcde")
MARKS = "TB[aa:ae]TW[ea:ee]"
"""5×5: ten points each by area, five of dame; five each by territory."""


def audited(tmp_path: Path, head: str) -> tuple[Any, set[str]]:
    """Check one record; return its row of the audit and the codes found."""
    (tmp_path / "a.sgf").write_text(f"(;SZ[5]{head}{WALLS};B[];W[]{MARKS})")
    tables = ga.check(tmp_path / "a.sgf")
    return tables.audit.iloc[0], set(tables.findings.code)


@pytest.mark.parametrize(
    ("head", "agreement", "explanation", "code"),
    [
        ("KM[0.5]RU[Japanese]RE[W+0.5]", "exact", "none needed", None),
        ("KM[0]RU[Chinese]RE[0]", "exact", "none needed", None),
        ("KM[0]RU[Japanese]RE[W+6.5]", "no", "other komi", None),
        ("KM[0.5]RU[Japanese]RE[W+1.5]", "winner", "off by one", "GO502"),
        ("KM[0.5]RU[Japanese]RE[B+17.5]", "no", "does not follow", "GO501"),
    ],
)
def test_how_count_and_record_agree(
    tmp_path: Path, head: str, agreement: str, explanation: str, code: str | None
) -> None:
    """Exact, only the winner, or neither; with the likeliest explanation, and a finding where they differ."""
    row, codes = audited(tmp_path, head)
    assert (row.agreement, row.explanation) == (agreement, explanation)
    assert codes & {"GO501", "GO502", "GO503"} == ({code} if code else set())


def test_explained_is_not_exact(tmp_path: Path) -> None:
    """A count that fits with the help of the recorded result is explained; one that does not follow is neither."""
    explained, _ = audited(tmp_path, "KM[0]RU[Japanese]RE[W+6.5]")
    assert (explained.agreement, bool(explained.explained), explained.fits_komi) == ("no", True, 6.5)
    open_, _ = audited(tmp_path, "KM[0.5]RU[Japanese]RE[B+17.5]")
    assert not open_.explained


def test_games_without_a_counted_result_are_not_audited(tmp_path: Path) -> None:
    """A resignation says nothing of the board."""
    (tmp_path / "a.sgf").write_text(f"(;SZ[5]KM[0.5]RE[B+R]{WALLS})")
    assert ga.check(tmp_path / "a.sgf").audit.empty


def test_the_exact_ones_are_those_of_the_outcomes() -> None:
    """The audit and `agrees_with_record` of the ruleset named say the same, game by game."""
    tables = ga.check("data/sample", markup="ignore")
    own = tables.outcomes.merge(tables.games[["game_id", "ruleset"]], on="game_id", suffixes=("", "_of"))
    own = own[own.ruleset.astype(str) == own.ruleset_of.astype(str)].set_index("game_id").agrees_with_record
    audit = tables.audit[tables.audit.ruleset.notna()].drop_duplicates("game_id").set_index("game_id")
    both = audit.join(own[~own.index.duplicated()])
    assert ((both.agreement == "exact") == (both.agrees_with_record == "exact")).all()


def test_a_winner_that_depends_on_the_ruleset_is_told(tmp_path: Path) -> None:
    """A tie at komi 0 is Black's under Ing's rules and a draw under others."""
    _, codes = audited(tmp_path, "KM[0]RU[Chinese]RE[0]")
    assert "GO504" in codes


def test_truth_values_are_kept(tmp_path: Path) -> None:
    """Each explained row of the table follows from its explanation."""
    audit = ga.check("data/sample", markup="ignore").audit
    follows = ~audit.explanation.isin(["does not follow", "off by one"]) & audit.explanation.notna()
    assert audit.explained.astype(bool).tolist() == follows.tolist()
    assert audit.explained.any()
