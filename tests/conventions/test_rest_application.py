"""Records without their last moves, checked from the bytes on: the rest is played out or open by origin and convention.

The games are those of ``data/sample/gnugo``, counted by GNU Go after the last move; without the last two moves, the
passes and the marked territory their results follow from the position after the rest is played out.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import goanalyze as ga

SAMPLE = Path(__file__).parents[2] / "data" / "sample" / "gnugo"
RULES = "japanese", "chinese"
MOVE = re.compile(r";\s*[BW]\[([a-z]*)\]")


def cut(text: str, moves: int = 2) -> str:
    """Return a record without its last moves, passes and marks."""
    plays = [move for move in MOVE.finditer(text) if move[1]]
    return text[: plays[-moves].start()] + ")"


def write(folder: Path, place: str) -> Path:
    """Write the cut records, as from a place."""
    folder.mkdir()
    for path in sorted(SAMPLE.glob("0*-japanese-*.sgf")):
        if "KM[6.5]" in (text := path.read_text(encoding="utf-8")):
            (folder / path.name).write_text(cut(text).replace("SZ[", f"PC[{place}]SZ[", 1), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def tygem(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The records as Tygem's, which are usually open."""
    return write(tmp_path_factory.mktemp("rest") / "tygem", "TYGEM")


@pytest.fixture(scope="module")
def reported(tygem: Path) -> ga.Tables:
    """The check that applies nothing."""
    return ga.check(tygem, rulesets=RULES)


@pytest.fixture(scope="module")
def applied(tygem: Path) -> ga.Tables:
    """The check that applies conventions."""
    return ga.check(tygem, rulesets=RULES, conventions="apply")


def test_the_usual_rest_counts_without_a_convention(reported: ga.Tables, tmp_path: Path) -> None:
    """Open for Tygem, played out for a place of no such server; only records with an estimated end have a rest."""
    counts = reported.counts
    assert set(counts.rest.dropna()) == {"open"}
    elsewhere = ga.check(write(tmp_path / "other", "Kyoto"), rulesets=RULES)
    assert set(elsewhere.counts.rest.dropna()) == {"played out"}
    assert elsewhere.counts.rest.isna().tolist() == counts.rest.isna().tolist()
    assert (
        elsewhere.counts.territory_margin.tolist()
        == counts.other_territory_margin.fillna(counts.territory_margin).tolist()
    )
    assert not elsewhere.conventions.code.notna().any()
    assert not elsewhere.conventions.rest[elsewhere.conventions.standing == "chosen"].notna().any()


def test_another_rest_is_learned_and_reported_by_its_code_alone(reported: ga.Tables) -> None:
    """The table conventions has it with the evidence of the server; findings, counts and games say nothing."""
    rows = reported.conventions
    (chosen,) = rows[rows.standing == "chosen"].itertuples()
    assert (chosen.rest, chosen.played_komi, chosen.changes, chosen.code) == ("played out", 6.5, 0, "GO412")
    assert chosen.rest_games == chosen.counted
    assert chosen.rest_deciding_for > 0.8 * chosen.rest_deciding > 10
    assert "GO412" not in set(reported.findings.code)
    assert not reported.games.convention.notna().any()


def test_applied_the_rest_is_played_out(reported: ga.Tables, applied: ga.Tables) -> None:
    """Margins are exchanged, more recorded results are exact, and each game concerned has the finding."""
    counts, before = applied.counts, reported.counts
    has_rest = counts.rest.notna()
    assert set(counts.rest[has_rest]) == {"played out"}
    assert counts.territory_margin[has_rest].tolist() == before.other_territory_margin[has_rest].tolist()
    assert counts.other_territory_margin[has_rest].tolist() == before.territory_margin[has_rest].tolist()
    exact = [(tables.audit.agreement == "exact").sum() for tables in (applied, reported)]
    assert exact[0] > exact[1]
    told = applied.findings[applied.findings.code == "GO412"]
    assert set(told.game_id) == set(counts.game_id[has_rest])
    (message,) = set(told.message)
    assert message.startswith("No two passes end the record, and the count is of the position after the rest is played")


def test_what_is_learned_is_the_same_whether_it_is_applied_or_not(reported: ga.Tables, applied: ga.Tables) -> None:
    """Both margins are in the table counts, whichever of them is the count."""
    assert applied.conventions.equals(reported.conventions)


def test_a_file_of_conventions_sets_the_rest(tygem: Path, applied: ga.Tables, tmp_path: Path) -> None:
    """`rest = "played out"` counts as the learned one; `played = "header"` retains the usual rest.

    Without evidence a convention says nothing of how sure its counts are.
    """
    (tmp_path / "own.toml").write_text('[own]\n[own.played]\nrest = "played out"\n')
    own = ga.check(tygem, rulesets=RULES, conventions=tmp_path / "own.toml")
    kinds = [tables.counts.drop(columns=["count_confidence"]) for tables in (own, applied)]
    assert kinds[0].equals(kinds[1])
    (tmp_path / "none.toml").write_text('[none]\nplayed = "header"\n')
    kept = ga.check(tygem, rulesets=RULES, conventions=tmp_path / "none.toml")
    assert set(kept.counts.rest.dropna()) == {"open"}


def test_records_that_passes_end_have_no_rest(tmp_path: Path) -> None:
    """The engine's result is used under any convention."""
    text = next(path.read_text() for path in sorted(SAMPLE.glob("009x009-japanese-*.sgf")))
    (tmp_path / "one.sgf").write_text(text)
    (tmp_path / "own.toml").write_text('[own]\n[own.played]\nrest = "open"\n')
    tables = ga.check(tmp_path / "one.sgf", rulesets=RULES, conventions=tmp_path / "own.toml")
    assert tables.counts.rest.isna().all()
    assert "GO412" not in set(tables.findings.code)
