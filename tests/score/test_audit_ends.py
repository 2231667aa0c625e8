"""The audit tries the board as it is and KataGo's count before it doubts a chain, and agrees with the outcomes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.games import records_of

import goanalyze as ga
from goanalyze.pipeline import Chunk
from goanalyze.score.audit import AuditRow

# Black's living block on the left, White's walls on the right. A9 lies in Black's pass-alive territory, J9 between
# White's walls, which are not pass-alive.
WALLS = "".join(f";B[d{row}];W[e{row}];B[b{row}];W[g{row}]" for row in "abcdefghi")
BOARD = f"{WALLS};B[ce];W[aa];B[ia]"
PASSES = ";W[];B[]"
RULES = ["Chinese", "AGA", "Japanese", "koSIMPLEscoreAREAtaxNONEsui0whbN", ""]
AREA_RULES = ["Chinese", "AGA", "Tromp-Taylor", "koPOSITIONALscoreAREAtaxNONEsui1", ""]


def record(rules: str, result: str, ends: str = PASSES, komi: str = "KM[7.5]", board: str = BOARD) -> str:
    """Return a record of a match between programs."""
    header = f"RU[{rules}]" if rules else ""
    return f"(;GM[1]FF[4]SZ[9]PB[bot a]PW[bot b]{komi}{header}RE[{result}]{board}{ends})"


def counted(ruleset: str, dead: list[str] | None = None, ends: str = PASSES) -> str:
    """Return the result of the board under a ruleset, with other dead stones if some are given."""
    return ga.loads(record("", "?", ends)).outcome(ruleset, dead=dead).result


def audited(text: str) -> tuple[AuditRow, Chunk]:
    """Return the audit of a record, and its chunk."""
    chunk = Chunk(records_of(text))
    (row,) = chunk.audited
    return row, chunk


def codes(chunk: Chunk) -> set[str]:
    """Return the codes of the findings about the recorded result."""
    return {row.code for row in chunk.findings if row.code.startswith("GO50")}


STANDING = counted("tromp-taylor")
OF_KATAGO = counted("chinese", ["A9"])
REMOVED = counted("chinese")


def test_the_three_counts_differ() -> None:
    """The board distinguishes the ways of counting."""
    assert len({STANDING, OF_KATAGO, REMOVED}) == 3


@pytest.mark.parametrize("rules", RULES)
def test_the_board_as_it_stands_is_tried_before_any_chain(rules: str) -> None:
    """A referee that removes no dead stones explains the record, with any RU; no winner differs."""
    row, chunk = audited(record(rules, STANDING))
    assert row.audit is not None
    assert (row.is_explained, row.audit.ruleset, row.audit.flips) == (True, "tromp-taylor", ())
    assert "with every stone on the board alive" in row.audit.evidence
    assert "GO501" not in codes(chunk)
    assert "GO503" not in codes(chunk)


@pytest.mark.parametrize("rules", AREA_RULES)
@pytest.mark.parametrize("ends", [PASSES, ""])
def test_katagos_count_is_tried_before_any_chain(rules: str, ends: str) -> None:
    """KataGo removes the stones in pass-alive territory alone; so it is tried where play has stopped, or RU is its."""
    row, chunk = audited(record(rules, OF_KATAGO, ends))
    assert row.audit is not None
    if ends or rules in AREA_RULES[2:4]:
        assert row.is_explained
        assert "as KataGo counts" in row.audit.evidence
        assert not row.audit.flips
        assert "GO501" not in codes(chunk)
    else:
        assert "as KataGo counts" not in row.audit.evidence


def test_a_record_that_stops_without_passes_is_not_counted_as_it_stands() -> None:
    """People who stop before the dead stones are captured mean them to be removed."""
    row, _ = audited(record("Chinese", STANDING, ends=""))
    assert row.audit is not None
    assert "every stone" not in row.audit.evidence


def test_dead_stones_may_have_been_captured_before_passes_that_are_not_recorded() -> None:
    """Under Tromp–Taylor the count of a record without passes follows either way, and the evidence says how."""
    for result, condition in (
        (STANDING, "if two passes ended the game"),
        (REMOVED, "if the dead stones were captured"),
    ):
        row, chunk = audited(record("Tromp-Taylor", result, ends=""))
        assert row.audit is not None
        assert row.agreement == "exact"
        assert condition in row.audit.evidence
        assert not codes(chunk)


# A wall of each side and a stone behind the enemy's: the rest of the board is empty.
BARE = "".join(f";B[e{row}];W[f{row}]" for row in "abcdefghi") + ";B[];W[bb];B[hb]"


@pytest.mark.parametrize("rules", RULES)
def test_a_bare_board_is_counted_as_it_stands(rules: str) -> None:
    """A board too bare for an estimate is not called unfinished if its plain count is the recorded one."""
    standing = ga.loads(record("", "?", board=BARE)).outcome("tromp-taylor").result
    row, chunk = audited(record(rules, standing, board=BARE))
    assert row.is_explained
    assert row.audit is not None
    assert row.audit.ruleset == "tromp-taylor"
    assert not codes(chunk) & {"GO501", "GO503"}
    assert not any("confidence" in finding.message for finding in chunk.findings if finding.code == "GO502")


def test_where_nothing_is_dead_the_end_explains_nothing() -> None:
    """Tromp–Taylor gives nothing for handicap stones: that is a matter of compensation, and not of the end."""
    setup = "HA[2]AB[ba][bb]"
    board = "".join(
        f";W[{c}{r}];B[{d}{r}]" for r in "abcdefghi" for c, d in ("ed", "gb") if f"{d}{r}" not in ("ba", "bb")
    )
    text = f"(;GM[1]FF[4]SZ[9]KM[0.5]RU[Chinese]{setup}RE[?]{board};W[];B[])"
    bare = ga.loads(text).outcome("tromp-taylor").result
    row, _ = audited(text.replace("RE[?]", f"RE[{bare}]"))
    assert row.audit is not None
    assert row.audit.explanation.value == "handicap"


@pytest.mark.parametrize("rules", [*RULES, *AREA_RULES])
@pytest.mark.parametrize("ends", [PASSES, ""])
@pytest.mark.parametrize("result", [STANDING, OF_KATAGO, REMOVED, counted("japanese"), counted("aga"), "B+40.5"])
def test_audit_and_outcomes_do_not_contradict_each_other(tmp_path: Path, rules: str, ends: str, result: str) -> None:
    """If the audit names a ruleset, its outcome is the recorded margin, or the evidence states the assumption."""
    (tmp_path / "a.sgf").write_text(record(rules, result, ends))
    tables = ga.check(tmp_path)
    row = tables.audit.iloc[0]
    outcomes: Any = tables.outcomes.set_index("ruleset")
    remarks = ("which the record does not have", "every stone on the board alive", "as KataGo counts")
    is_remarked = any(remark in row.evidence for remark in remarks)
    if row.explanation in ("none needed", "other ruleset"):
        assert outcomes.loc[row.fits_ruleset].margin == row.recorded_margin or is_remarked
    if row.ruleset is not None and row.ruleset in outcomes.index:
        own = outcomes.loc[row.ruleset]
        assert (row.margin == own.margin) or is_remarked
        assert (row.agreement == "exact") == (own.agrees_with_record == "exact") or is_remarked
