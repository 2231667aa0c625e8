"""Counts of all sequences of moves on `ga.Board`, and the command `perft`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from goanalyze import Board, Ruleset
from goanalyze.board.perft import count_sequences, divided
from goanalyze.cli import app
from goanalyze.rules import derive

GOLDEN = Path(__file__).parents[1] / "replay" / "golden" / "sequences.txt"
ROWS = [line.split() for line in GOLDEN.read_text().splitlines() if not line.startswith("#")]
REPETITION = {"basic": "basic-ko", "psk": "psk", "ssk": "ssk", "nz": "ssk-own-moves", "nssk": "nssk"}
SUICIDE = {"none": "forbidden", "several": "several"}


def ruleset(repetition: str, suicide: str) -> Ruleset:
    """Return the rules that a row of the golden counts is of; as there, two passes end the game."""
    return derive("japanese", "golden", repetition=REPETITION[repetition], suicide=SUICIDE[suicide], end="two-passes")


@pytest.mark.parametrize(("width", "height", "repetition", "suicide", "counts"), [(*row[:4], row[4:]) for row in ROWS])
def test_the_board_finds_the_golden_number_of_sequences(
    width: str, height: str, repetition: str, suicide: str, counts: list[str]
) -> None:
    """`tests/replay/golden/sequences.txt`, facts that two other programs agree on; here up to 1,500 sequences."""
    expected = [count for count in map(int, counts) if count <= 1_500]
    board = Board(int(width), int(height), rules=ruleset(repetition, suicide))
    assert count_sequences(board, len(expected)) == expected


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "repetition", "suicide", "counts"), [(*row[:4], row[4:]) for row in ROWS])
def test_the_board_finds_all_the_golden_numbers(
    width: str, height: str, repetition: str, suicide: str, counts: list[str]
) -> None:
    """The same, to the last number of each row."""
    board = Board(int(width), int(height), rules=ruleset(repetition, suicide))
    assert count_sequences(board, len(counts)) == [int(count) for count in counts]


def test_a_full_size_board_has_the_number_of_sequences_that_arithmetic_says() -> None:
    """Design notes, "Golden counts": 19×19 has 362 first moves and 130,683 sequences of two."""
    assert count_sequences(Board(19), 2) == [362, 130_683]


def test_first_moves_share_out_all_sequences() -> None:
    """The counts by first move add up to the total (definition of perft's "divide")."""
    board = Board(3, 2)
    parts = dict(divided(board, 3))
    assert list(parts) == [*board.legal_moves.names(), "pass"]
    assert [sum(column) for column in zip(*parts.values(), strict=True)] == count_sequences(board, 3)
    assert board == Board(3, 2)


def call(*arguments: str) -> tuple[int, list[list[str]]]:
    """Run the command; return its exit code and the words of each line."""
    done = CliRunner().invoke(app, ["perft", *arguments])
    return done.exit_code, [line.split() for line in done.output.splitlines()]


def test_the_command_prints_a_line_for_each_depth() -> None:
    """The golden counts of 2×2 and 4×1 under Japanese rules, which have resumptions."""
    assert call("2", "4") == (0, [["1", "5"], ["2", "21"], ["3", "68"], ["4", "156"]])
    assert call("4x1", "5", "--rules", "aga")[1][-1] == ["5", "224"]


def test_the_command_divides_by_first_move() -> None:
    """`perft --divide` counts sequences by their first move.

    On 2×2, 68 sequences have three moves; 16 of them begin with a pass (4 points, then 3 points or a pass). The other
    52 can follow a pass; so the four corners, which are alike, share 156 − 52.
    """
    code, lines = call("2x2", "4", "--divide")
    assert code == 0
    assert lines == [["A2", "26"], ["B2", "26"], ["A1", "26"], ["B1", "26"], ["pass", "52"], ["4", "156"]]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["0", "3"], "1"),
        (["53", "1"], "52"),
        (["3x", "1"], "3x"),
        (["3", "0"], "1 to 100"),
        (["3", "101"], "1 to 100"),
        (["3", "2", "--rules", "nobody"], "nobody"),
    ],
)
def test_wrong_usage_is_told(arguments: list[str], told: str) -> None:
    """Exit code 2 is wrong usage; the message names the valid values or quotes the input."""
    done = CliRunner().invoke(app, ["perft", *arguments])
    assert done.exit_code == 2
    assert told in done.output
