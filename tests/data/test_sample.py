"""The sample archive: every finding has a record that shows it, and GNU Go's games count to their results."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from helpers.laws import over

import goanalyze as ga

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
FINDINGS = SAMPLE / "findings"
SHOWING = sorted(FINDINGS.glob("go[0-9][0-9][0-9]-*"))
GOOD = sorted(FINDINGS.glob("good-*"))
KIB = 1024


@pytest.fixture(scope="module")
def whole(sample: ga.Tables) -> ga.Tables:
    """Return the tables of the whole sample."""
    return sample


@pytest.fixture(scope="module")
def gnugo() -> ga.Tables:
    """Return the tables of GNU Go's games."""
    return ga.check(SAMPLE / "gnugo")


def code_of(path: Path) -> str:
    """Return the code that a file is named by."""
    return path.name[:5].upper()


def findings_of(path: Path) -> Any:
    """Check one file alone and return its findings table."""
    return ga.check(path).findings


@over("path", [path for path in SHOWING if path.suffix == ".sgf"])
def test_a_text_says_what_it_shows(path: Path) -> None:
    """Every text named by a code has a comment that names the code."""
    assert f"shows {code_of(path)}:".encode() in path.read_bytes()


@over("path", sorted(FINDINGS.iterdir()))
def test_files_are_small(path: Path) -> None:
    """No hand-made file has 30 kB."""
    assert path.stat().st_size < 30 * KIB


def test_no_internal_error(whole: ga.Tables) -> None:
    """Nothing in the sample makes the program fail."""
    assert "GO901" not in set(whole.findings.code)
    assert "GO901" not in set(whole.files.code)


def test_every_file_has_a_row(whole: ga.Tables) -> None:
    """The files table has a row for every file of the sample, and no other."""
    assert set(whole.files.source) == {str(path) for path in SAMPLE.rglob("*") if path.is_file()}


def test_every_good_record_is_described() -> None:
    """The table in data/README.md names the records without findings; each of the others has a comment."""
    told = (SAMPLE.parent / "README.md").read_text(encoding="utf-8")
    described = re.findall(r"^\| `(go[^`]*\.\w+)`", told, re.MULTILINE)
    assert sorted(described) == sorted(path.name for path in GOOD)


def test_charset_is_guessed_for_the_folder(whole: ga.Tables) -> None:
    """The record in GBK without CA is read rightly when the whole sample is one source."""
    games = whole.games
    game = games[games.source.str.endswith("go013-gbk-names.sgf")].iloc[0]
    assert (game.black_player, game.white_player, game.event) == ("王小明", "李大力", "城市围棋友谊赛第二轮")


def test_shift_jis_with_brackets_in_characters() -> None:
    """Characters whose second byte is that of a bracket or backslash do not end a value."""
    game = ga.check(FINDINGS / "good-shift-jis.sgf").games.iloc[0]
    assert (game.black_player, game.white_player, game.event, game.place) == (
        "表 健一",
        "曾田 ゆり",
        "能ソフト杯",
        "ゾウの広場",
    )


def test_cycles_going_round_are_one_finding() -> None:
    """Two cycles of triple ko or eternal life are one finding; Ing's rule objects to one capture in each."""
    for name, length, offence in (("go202-triple-ko.sgf", 6, 4), ("go205-eternal-life.sgf", 4, 2)):
        found = findings_of(FINDINGS / name)
        assert sorted(found.code) == ["GO202", "GO205", "GO211"]
        cycles = found[found.code != "GO211"]
        assert set(cycles["count"]) == {2}
        assert set(cycles.cycle_length) == {length}
        assert found[found.code == "GO211"].move_number.tolist() == [offence]


@pytest.mark.parametrize(
    ("name", "kind", "balance"),
    [
        ("go201-ko-retaken.sgf", "basic ko", 0),
        ("go202-triple-ko.sgf", "triple ko", 0),
        ("go202-positional-only.sgf", "positional", 0),
        ("go205-eternal-life.sgf", "eternal life", 0),
        ("go206-sending-two-returning-one.sgf", "sending two, returning one", -1),
        ("go207-ko-pass-pass-retake.sgf", "ko with passes", 0),
        ("go211-hot-stone.sgf", "triple ko", 0),
        ("go212-sending-two-again.sgf", "sending two, returning one", -1),
    ],
)
def test_the_kind_of_a_cycle_is_in_the_table(name: str, kind: str, balance: int) -> None:
    """Every row about a repetition has the name of its cycle and the balance; other rows have neither."""
    found = findings_of(FINDINGS / name)
    about = found.code.isin(["GO201", "GO202", "GO205", "GO206", "GO207"])
    assert set(found[about].cycle_kind) == {kind}
    assert set(found[about].prisoner_balance) == {balance}
    assert found[~about].cycle_kind.isna().all()
    assert found[~about].prisoner_balance.isna().all()


@pytest.mark.parametrize(
    ("name", "move"), [("go211-hot-stone.sgf", 4), ("go212-sending-two-again.sgf", 5), ("go205-eternal-life.sgf", 2)]
)
def test_the_ing_ko_rule_is_told_of_its_ruleset_alone(name: str, move: int) -> None:
    """GO211 and GO212 are at the violating move and name Ing's rules; other rulesets have their own reasons."""
    found = findings_of(FINDINGS / name)
    offences = found[found.code.isin(["GO211", "GO212"])]
    assert offences.move_number.tolist() == [move]
    assert [list(ids) for ids in offences.rulesets] == [["ing"]]
    (game,) = ga.read(str(FINDINGS / name))
    assert game.replay().verdicts("ing")[move - 1] == "hot stone or disturbing ko (approximately)"


def agreement(tables: ga.Tables) -> Any:
    """Return the agreement of each marked game's outcome under its own ruleset with the recorded count."""
    own = tables.outcomes.merge(
        tables.games[["game_id", "ruleset", "result_margin"]], on="game_id", suffixes=("", "_of")
    )
    own = own[~own.game_id.isin(tables.games.game_id[tables.games.source.astype(str).str.contains("go50|go414")])]
    own = own[(own.ruleset.astype(str) == own.ruleset_of.astype(str)) & own.result_margin.notna()]
    return own[own.status_source == "markup"].agrees_with_record


def test_counted_records_agree_with_their_results(whole: ga.Tables) -> None:
    """Records with a margin and markup count to it under their own ruleset, Chinese, Japanese or WMSG."""
    assert len(agreement(whole)) >= 228 + 5
    assert set(agreement(whole)) == {"exact"}


def test_gnugo_games_are_many(gnugo: ga.Tables) -> None:
    """There are at least 200 games of GNU Go."""
    assert len(gnugo.games) >= 200


def test_gnugo_games_are_without_errors(gnugo: ga.Tables) -> None:
    """No game of GNU Go has a finding of severity error."""
    assert "error" not in set(gnugo.findings.severity)


def test_gnugo_games_end_by_passes(gnugo: ga.Tables) -> None:
    """Every game of GNU Go ends by two passes."""
    assert set(gnugo.games.ended_by) == {"passes"}


def test_gnugo_games_are_marked(gnugo: ga.Tables) -> None:
    """Life and death in every game of GNU Go is known by markup."""
    assert set(gnugo.counts.status_source) == {"markup"}


def test_gnugo_results_equal_the_count(gnugo: ga.Tables) -> None:
    """GNU Go's results are the outcomes: by territory, or by area less a point for each handicap stone."""
    assert len(agreement(gnugo)) == 228
    assert set(agreement(gnugo)) == {"exact"}
