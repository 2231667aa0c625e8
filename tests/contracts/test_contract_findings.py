"""Each finding of the catalogue has a record that gives it, by every way of reading it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from helpers.contracts import FINDINGS, catalogue_codes, run

import goanalyze as ga

SAMPLES = sorted(path for path in FINDINGS.iterdir() if path.name[2:5].isdigit())
OF_FILES = ("GO0", "GO9")


def code_of(path: Path) -> str:
    """Return the code in the name of a record."""
    return path.name[:5].upper()


@cache
def tables() -> ga.Tables:
    """Return the tables of all records."""
    return ga.check(FINDINGS, jobs=1)


def codes_in(path: Path) -> set[str]:
    """Return the codes of the findings of a file."""
    return set(tables().findings.code[tables().findings.source == str(path)])


def test_every_code_has_a_record_or_a_reason() -> None:
    """`explain` shows the record of a code as its example, or states why no single record shows the finding."""
    sampled = {code_of(path) for path in SAMPLES}
    assert sampled <= set(catalogue_codes())
    for code in catalogue_codes():
        explained = run("explain", code)
        assert explained.exit_code == 0
        assert explained.stdout.startswith(code)
        assert ("no single record" in explained.stdout.lower()) == (code not in sampled), code


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_a_record_gives_its_code(path: Path) -> None:
    """A check of all records, and of the record alone, give the code in its name."""
    assert code_of(path) in codes_in(path)
    assert code_of(path) in set(ga.check(path, jobs=1).findings.code)


@pytest.mark.parametrize(
    "path", [path for path in SAMPLES if not code_of(path).startswith(OF_FILES)], ids=lambda path: path.name
)
def test_a_text_gives_its_code(path: Path) -> None:
    """The games of the file, read one by one, have the finding; so has the text, if it is about the first game."""
    games = list(ga.read(path))
    of_games = [{finding.code for finding in game.replay().findings} for game in games]
    assert any(code_of(path) in codes for codes in of_games)
    assert {finding.code for finding in ga.loads(path.read_bytes()).replay().findings} == of_games[0]


@pytest.mark.parametrize(
    "path",
    [path for path in SAMPLES if code_of(path) >= "GO101" and code_of(path) < "GO215"],
    ids=lambda path: path.name,
)
def test_a_board_gives_the_reason_of_a_finding(path: Path) -> None:
    """Each move that rulesets forbid is refused on a board with a finding of the record's code and message."""
    (game, *_) = ga.read(path)
    if game.info["edited"]:
        return
    for finding in game.replay().findings:
        for ruleset in [name for name in finding.rulesets if name != "ing"][:1]:  # Ing's rule judges whole cycles
            number = finding.move_numbers[0] if finding.move_numbers else None
            if number is None or game.replay().moves[number - 1].point < -1:
                continue
            move = game.replay().moves[number - 1]
            board = ga.Board.from_game(game, rules=ruleset)
            while board.moves and board.moves[-1].number >= number:
                board.undo()
            assert not board.is_legal(move.point, move.color)
            reason = board.why_illegal(move.point, move.color)
            assert reason is not None
            assert ruleset in reason.rulesets


@pytest.mark.parametrize("path", sorted(FINDINGS.glob("good-*")), ids=lambda path: path.name)
def test_a_good_record_has_no_findings(path: Path) -> None:
    """At most the winner or the margin depends on the ruleset."""
    assert codes_in(path) <= {"GO504", "GO505"}


def test_findings_are_json() -> None:
    """A finding of a game has the columns of its row, in words and points that people read."""
    for game in ga.read(SAMPLES):
        for finding in game.replay().findings:
            data = json.loads(json.dumps(finding.to_dict()))
            assert data["code"] in catalogue_codes()
            assert (data["message"], data["severity"]) == (finding.message, finding.severity.value)
