"""GO504 and GO505 name the ruleset of the record and one in use, and their margins differ as the message says."""

from __future__ import annotations

import re

import pytest

import goanalyze as ga
from goanalyze.rules import USUAL

_TOLD = re.compile(r"ruleset by ([0-9.]+) points: ([BW])\+([0-9.]+) under \S+ rules, ([BW])\+([0-9.]+) under \S+ rules")


def test_the_margins_named_lie_as_far_apart_as_is_said() -> None:
    """The difference in the message is that of the two margins, also with handicap and under stone scoring."""
    told = ga.check(["data/sample"], jobs=1).findings.query("code == 'GO505'").message.tolist()
    assert len(told) > 2
    for message in told:
        apart, *sides = _TOLD.search(message).groups()  # type: ignore[union-attr]  # a message that differs fails
        low, high = (
            float(points) * (1 if side == "B" else -1) for side, points in zip(sides[::2], sides[1::2], strict=True)
        )
        assert abs(high - low) == float(apart), message


# Black has an area of 10 points and five of territory, White 15 and 10: White wins by 5 points either way.
WALLS = "".join(f";B[b{row}];W[c{row}]" for row in "abcde")
MARKS = "TB[aa:ae]TW[da:ee]"


def named(header: str, moves: str = "") -> list[str]:
    """Return the rulesets that the message of GO504 names, in order."""
    findings = ga.loads(f"(;SZ[5]PB[a]PW[b]{header}{WALLS}{moves};B[];W[]{MARKS})").replay().findings
    messages = [finding.message for finding in findings if finding.code == "GO504"]
    return [name for message in messages for name in re.findall(r"under (\S+) rules", message)]


@pytest.mark.parametrize(
    ("header", "rulesets"),
    [
        ("KM[-5]", ["japanese", "ing"]),  # a tie, which Ing rules alone decide
        ("KM[-5]RU[Korean]", ["korean", "ing"]),
        ("KM[-5]RU[Chinese]", ["chinese", "ing"]),
        ("KM[-5]RU[Ing]", ["ing", "japanese"]),
        ("KM[-4.5]", []),
        ("KM[-5]RU[Ancient Chinese]", ["ancient-chinese", "ing"]),
    ],
)
def test_the_ruleset_of_the_record_is_named_first(header: str, rulesets: list[str]) -> None:
    """A record that names no ruleset is compared as one by Japanese and by Chinese rules."""
    assert named(header) == rulesets


def test_rulesets_out_of_use_are_named_for_their_own_games_alone() -> None:
    """A tax on groups changes the winner under historical rules; a record by other rules has no finding for it."""
    records = ga.check(["data/sample"], jobs=1)
    findings = records.findings[records.findings.code.isin(["GO504", "GO505"])]
    declared = records.games.set_index("game_id").ruleset.astype(object)
    for game, message in zip(findings.game_id, findings.message, strict=True):
        assert set(re.findall(r"under (\S+) rules", message)) <= {*USUAL, declared[game]}
