"""Renju and gomoku without GM: known by their moves, reported once, and never a game of Go."""

from __future__ import annotations

import pytest

import goanalyze as ga

FIVE = ";B[hh];W[hi];B[ig];W[gi];B[ii];W[ih];B[gg];W[jj];B[ff];W[hf];B[ee]"
"""Eleven plays on 15×15 from the centre on; the last one is the fifth of Black in a row."""


def codes(text: str) -> list[str]:
    """Return the codes of all findings of a record, those about missing values left out."""
    findings = ga.loads(text)._chunk.findings  # a record without a board has no replay
    return [finding.code for finding in findings if finding.code not in {"GO401", "GO402", "GO403"}]


def on_19(moves: str) -> str:
    """Return moves of 15×15 about the centre of 19×19."""
    letters = "abcdefghijklmnopqrs"
    moved = {letter: letters[index + 2] for index, letter in enumerate(letters[:-2])}
    parts = moves.split("[")
    return "[".join([parts[0], *("".join(moved[letter] for letter in part[:2]) + part[2:] for part in parts[1:])])


@pytest.mark.parametrize("ending", ["", ";W[df]"], ids=["five in a row", "played on"])
def test_gomoku_without_gm_is_another_game(ending: str) -> None:
    """One note, and the record is not replayed; a play after five in a row is not gomoku."""
    assert codes(f"(;SZ[15]{FIVE}{ending})") == ([] if ending else ["GO319"])


def test_suicides_of_other_games_are_not_reported() -> None:
    """A stone without liberties is nothing odd in renju."""
    moves = ";B[ii];W[hg];B[jj];W[gh];B[ij];W[ih];B[ji];W[hi];B[hh];W[gg];B[kh];W[gi]"
    assert codes(f"(;SZ[15]{moves})") == ["GO319"]
    assert "GO103" in codes(f"(;GM[1]SZ[15]{moves})")


@pytest.mark.parametrize("header", ["GM[1]SZ[15]", "KM[6.5]SZ[15]", "HA[2]SZ[15]", "SZ[15]AB[aa]", "SZ[13]", "SZ[9]"])
def test_what_may_be_go_is_go(header: str) -> None:
    """A record that names the game, komi, handicap or setup, or is of another size, is replayed."""
    assert "GO319" not in codes(f"(;{header}{FIVE})")


def test_other_boards_need_five_in_a_row() -> None:
    """On 19×19 the last play must win; on 15×15 a game may end by resignation."""
    assert codes(f"(;SZ[19]{on_19(FIVE)})") == ["GO319"]
    assert codes(f"(;SZ[19]{on_19(FIVE.removesuffix(';B[ee]'))})") == []
    assert codes(f"(;SZ[15]{FIVE.removesuffix(';B[ee]')})") == ["GO319"]


@pytest.mark.parametrize(
    "moves",
    [
        FIVE.replace(";W[hi]", ";W[bb]"),
        FIVE.replace(";B[hh]", ";B[dd]"),
        FIVE.replace(";W[jj]", ";W[]"),
        FIVE.replace(";W[jj]", ";W[hi]"),
        ";B[hh];W[hi]",
    ],
    ids=["in a corner", "not from the centre", "a pass", "on a stone", "two plays"],
)
def test_plays_as_in_go_are_go(moves: str) -> None:
    """Go is played in the corners, with passes; a few plays decide nothing."""
    assert "GO319" not in codes(f"(;SZ[15]{moves})")
