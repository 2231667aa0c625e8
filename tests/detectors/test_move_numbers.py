"""Findings name exactly the moves that their rulesets forbid: the findings of a game and its verdicts are one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd
import pytest
from helpers.games import kernel, numbers, orderly, records_of, sgf, wild
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st

import goanalyze as ga
from goanalyze import Finding, Ruleset
from goanalyze.detectors.moves import board_findings
from goanalyze.replay.arrays import Replays
from goanalyze.replay.replay import replay_records
from goanalyze.replay.verdicts import PRESETS, illegal, is_ban_lifted, legality
from goanalyze.rules import RULESETS

SIZES = [(1, 1), (2, 1), (4, 1), (2, 2), (3, 2), (3, 3), (4, 3)]
ISSUE = "(;GM[1]SZ[3:1];B[ba];W[];B[aa];W[ca];B[ba];W[];B[aa])"
"""Superko rules forbid moves 5 and 7; Ing's rules and the button's, which forgets at the first pass, only move 7."""

Pairs = set[tuple[int, str, int]]


def told(findings: Iterable[Finding]) -> Pairs:
    """Return game, ruleset and number of every move that a finding says a ruleset forbids."""
    return {(each.game, name, number) for each in findings for name in each.rulesets for number in each.move_numbers}


def judged(replays: Replays, rulesets: Sequence[Ruleset]) -> Pairs:
    """Return the same of the verdicts."""
    pairs: Pairs = set()
    for game in range(len(replays)):
        rows = slice(int(replays.start[game]), int(replays.start[game]) + int(replays.fact("moves")[game]))
        flags, situation = replays.moves.flags[rows], replays.moves.situation[rows]
        number = np.arange(1, len(flags) + 1, dtype=np.int32)
        lifted = is_ban_lifted(number, situation, int(replays.fact("first_pass")[game]))
        for rules in rulesets:
            pairs |= {(game, rules.id, int(move)) for move in number[illegal(rules, flags, lifted) > 0]}
    return pairs


def assert_one(replays: Replays, rulesets: Sequence[Ruleset]) -> None:
    """Check that findings, verdicts, counts and first illegal moves of a chunk say the same."""
    findings = list(board_findings(replays, rulesets))
    pairs = judged(replays, rulesets)
    assert told(findings) == pairs
    legal = legality(replays, rulesets)
    for game in range(len(replays)):
        for column, rules in enumerate(rulesets):
            moves = sorted(number for at, name, number in pairs if (at, name) == (game, rules.id))
            assert legal.illegal_count[game, column] == len(moves)
            assert legal.first_illegal[game, column] == (moves[0] if moves else 0)
    for each in findings:
        assert each.move_numbers == tuple(sorted(set(each.move_numbers)))
        assert each.move_number == each.move_numbers[0]


@law(200)
@given(
    st.lists(st.tuples(st.sampled_from(SIZES), numbers(80), st.sampled_from([0, 0, 1, 2])), min_size=1, max_size=3),
    st.lists(st.sampled_from(PRESETS), min_size=1, unique=True),
)
def test_findings_and_verdicts_are_one_on_games_of_anything(
    drawn: list[tuple[tuple[int, int], list[int], int]], rulesets: list[Ruleset]
) -> None:
    """Rulesets × move numbers over all findings are the moves that the verdicts call illegal, for any selection."""
    assert_one(kernel(*(wild(*size, draws, handicap) for size, draws, handicap in drawn)), rulesets)


@law(200)
@given(st.sampled_from(SIZES), numbers(120))
def test_findings_and_verdicts_are_one_on_orderly_games(size: tuple[int, int], draws: list[int]) -> None:
    """The same where cycles are long, with Ing's rule, which is judged after the replay."""
    assert_one(replay_records(records_of(sgf(orderly(*size, draws)))), PRESETS)


def test_a_row_names_only_moves_that_all_its_rulesets_forbid() -> None:
    """PSK, SSK and NSSK are named for moves 5 and 7, Ing and the button for move 7 alone."""
    findings = list(board_findings(replay_records(records_of(ISSUE))))
    pairs = {(name, number) for _, name, number in told(findings)}
    for name in ("tromp-taylor", "aga", "bga"):
        assert {number for who, number in pairs if who == name} == {5, 7}
    for name in ("ing", "button"):
        assert {number for who, number in pairs if who == name} == {7}
    assert [(each.code, each.move_numbers, each.count) for each in findings if each.code == "GO202"] == [
        ("GO202", (5,), 1),
        ("GO202", (7,), 1),
    ]


def test_moves_with_the_same_objectors_are_one_row() -> None:
    """A cycle that goes round is one row that lists its moves."""
    findings = board_findings(replay_records(records_of(ISSUE)), [RULESETS["tromp-taylor"]])
    (row,) = [each for each in findings if each.code == "GO202"]
    assert (row.move_number, row.move_numbers, row.count) == (5, (5, 7), 1)


@pytest.fixture(scope="module")
def exploded(sample: ga.Tables) -> pd.DataFrame:
    """Return game, ruleset and move of everything that the sample's findings say is forbidden."""
    about = sample.findings[["source", "member", "game_index", "rulesets", "move_numbers"]]
    return about.explode("rulesets").explode("move_numbers").dropna().drop_duplicates()


def test_findings_and_outcomes_agree_on_real_games(sample: ga.Tables, exploded: pd.DataFrame) -> None:
    """`illegal_count` and `first_illegal_move` are the number and the first of the moves reported for a ruleset."""
    games = sample.games[["source", "member", "game_index"]]
    outcomes = sample.outcomes.reset_index(drop=True)
    per_game = len(outcomes) // len(games)
    outcomes[["source", "member", "game_index"]] = games.loc[games.index.repeat(per_game)].to_numpy()
    key = ["source", "member", "game_index", "ruleset"]
    moves = exploded.rename(columns={"rulesets": "ruleset"}).groupby(key, observed=True).move_numbers
    counted = {where: (len(each), min(each)) for where, each in moves}
    known = outcomes[outcomes.legal.notna()]
    assert len(counted) == (known.illegal_count > 0).sum() > 100
    for row in known.itertuples():
        count, first = counted.get((row.source, row.member, row.game_index, row.ruleset), (0, None))
        assert row.illegal_count == count
        assert (None if pd.isna(row.first_illegal_move) else row.first_illegal_move) == first


def test_every_preset_is_asked_in_the_sample(exploded: pd.DataFrame) -> None:
    """No preset goes without a forbidden move there, so that the law above says something of each."""
    assert set(exploded.rulesets) == set(RULESETS)
