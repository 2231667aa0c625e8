"""Whole records from bytes to findings."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import goanalyze as ga

METADATA = {"GO401", "GO402", "GO403"}


@pytest.fixture
def checked(tmp_path: Path, request: pytest.FixtureRequest) -> ga.Tables:
    """The text of the test's parameter, checked as a file."""
    path = tmp_path / "a.sgf"
    path.write_text(request.param)
    return ga.check(path)


def codes(tables: ga.Tables) -> list[str]:
    """Return the codes found, those of missing metadata left out."""
    return [code for code in tables.findings.code if code not in METADATA]


def one(text: str) -> pytest.MarkDecorator:
    """Check one text."""
    return pytest.mark.parametrize("checked", [text], indirect=True)


@one(";GM[1]SZ[9]KM[6.5]PB[A];B[aa];W[bb](;B[cc];W[dd])(;B[ee]))")
def test_a_game_without_opening_keeps_its_root(checked: ga.Tables) -> None:
    """Variations further on are not taken for the game."""
    assert checked.games[["black_player", "komi", "move_count"]].to_numpy().tolist() == [["A", 6.5, 4]]
    assert codes(checked) == ["GO301"]


@one("(;SZ[9];B[aa]\n(;SZ[9]PB[x];B[bb])")
def test_a_missing_parenthesis_does_not_join_two_games(checked: ga.Tables) -> None:
    """A root property begins the next game where the tree before was not closed."""
    assert checked.games.move_count.tolist() == [1, 1]
    assert codes(checked) == ["GO302"]


@one("(;SZ[9];B[aa];W[];B[];B[gg];W[hh])")
def test_either_side_may_resume(checked: ga.Tables) -> None:
    """After two passes a play is after the end, but not out of turn: rulesets differ on the side that resumes."""
    assert codes(checked) == ["GO106", "GO107"]


@one("(;SZ[9]HA[2]AB[aa][bb][cc]AW[dd][ee];B[ff])")
def test_a_position_has_the_handicap_that_ha_names(checked: ga.Tables) -> None:
    """With white stones set up, either side moves first; HA is the number of black stones that are handicap."""
    assert codes(checked) == ["GO405"]
    assert checked.games[["handicap_stones", "handicap_source"]].to_numpy().tolist() == [[2, "setup"]]


@one("(;SZ[9]HA[3];B[gc];W[];B[cg];W[];B[gg];W[ff])")
def test_white_may_pass_while_handicap_is_placed(checked: ga.Tables) -> None:
    """Stones placed while White passes are the handicap (New Zealand rules)."""
    assert codes(checked) == ["GO152"]
    assert checked.games[["handicap_stones", "handicap_source"]].to_numpy().tolist() == [[3, "moves"]]


@one("(;SZ[19]RE[B+R];B[dd];W[pp]TB[aa])")
def test_a_single_mark_is_no_judgement(checked: ga.Tables) -> None:
    """Markup that leaves nearly all of the board open does not show the end of the game."""
    assert codes(checked) == ["GO410"]
    assert checked.counts.status_source.tolist() == ["none"]


@one("(;SZ[52]" + ";AW[aa:ZY][aa:YZ];B[ZZ]" * 14 + ")")
def test_many_prisoners_are_counted(checked: ga.Tables) -> None:
    """Prisoners of a game may be more than 16 bits hold."""
    assert checked.counts.black_prisoners.tolist() == [14 * (52 * 52 - 1) - 14 + 14]


def test_a_cycle_with_a_pass_is_told_once_a_kind(tmp_path: Path) -> None:
    """Sending two, returning one with a pass each lap: five laps are reported in one row per objector.

    PSK alone objects to move 3, every superko but the button's from move 5, the button from move 9; Ing's rule has a
    finding of its own.
    """
    start = (Path(__file__).parents[1] / "data/sample/findings/go206-sending-two-returning-one.sgf").read_text()
    root = start[: start.index(";", start.index("(;") + 2)]
    (tmp_path / "a.sgf").write_text(root + ";B[bg];W[dg];B[cg];W[]" * 5 + ")")
    found = ga.check(tmp_path / "a.sgf").findings
    assert [list(numbers) for numbers in found.move_numbers[found.code == "GO202"]] == [
        [3],
        [5, 6, 7],
        [9, 10, 11, 13, 14, 15, 17, 18, 19],
    ]
    assert found.code.tolist().count("GO206") <= 2


@pytest.mark.parametrize("seed", range(5))
def test_noise_is_no_game(tmp_path: Path, seed: int) -> None:
    """Bytes in which "(;" occurs by chance hold no game."""
    (tmp_path / "noise.sgf").write_bytes(random.Random(seed).randbytes(300_000))
    tables = ga.check(tmp_path)
    assert (len(tables.games), tables.files.code.tolist()) == (0, ["GO003"])
