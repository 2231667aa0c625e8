"""Legality of whole chunks: the number of illegal moves and the first one equal those of single judgements."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from cases.legality import KO_OPEN, TRIPLE
from helpers.games import Game, game, kernel, numbers, orderly, records_of, wild
from helpers.laws import law, over
from hypothesis import given
from hypothesis import strategies as st

from goanalyze import Ruleset
from goanalyze.replay.arrays import Replays
from goanalyze.replay.replay import replay_records
from goanalyze.replay.verdicts import illegal, is_ban_lifted, legality
from goanalyze.rules import RULESETS

FINDINGS = Path(__file__).parents[2] / "data" / "sample" / "findings"
SIZES = [(1, 1), (2, 1), (4, 1), (2, 2), (3, 2), (3, 3), (4, 3)]
NAMES = list(RULESETS)


def by_move(replays: Replays, index: int, ruleset: Ruleset) -> tuple[int, int]:
    """Judge one game move by move: how many are illegal, and the number of the first."""
    span = slice(*replays.start[index : index + 2].tolist())
    flags, situation = replays.moves.flags[span], replays.moves.situation[span]
    number = np.arange(1, len(flags) + 1, dtype=np.int32)
    found = illegal(ruleset, flags, is_ban_lifted(number, situation, int(replays.fact("first_pass")[index])))
    return int((found > 0).sum()), int(number[found > 0].min(initial=len(flags) + 1)) if found.any() else 0


def assert_judged(replays: Replays) -> None:
    """Compare a chunk's legality with judging it move by move, for every ruleset."""
    found = legality(replays)
    assert found.illegal_count.shape == found.first_illegal.shape == (len(replays), len(RULESETS))
    assert found.illegal_count.dtype == found.first_illegal.dtype == np.int32
    for index in range(len(replays)):
        for column, ruleset in enumerate(RULESETS.values()):
            counted = int(found.illegal_count[index, column]), int(found.first_illegal[index, column])
            assert counted == by_move(replays, index, ruleset)


@law(100)
@given(st.lists(st.tuples(st.sampled_from(SIZES), numbers(60), st.sampled_from([0, 0, 2])), max_size=4))
def test_a_chunk_is_judged_as_its_moves_are(drawn: list[tuple[tuple[int, int], list[int], int]]) -> None:
    """On games of anything, several in a chunk, counts and first moves are those of `illegal`."""
    games: list[Game] = [wild(*size, draws, handicap) for size, draws, handicap in drawn]
    games += [orderly(*size, draws) for size, draws, _ in drawn]
    assert_judged(kernel(*games))


@over("path", sorted({*FINDINGS.glob("g*.sgf")} - {FINDINGS / "go003-no-game.sgf"}))
def test_sample_records_are_judged_as_their_moves_are(path: Path) -> None:
    """The hand-made records, each with its own fault, are judged alike as well."""
    assert_judged(replay_records(records_of(path.read_bytes().decode("utf-8", "replace"))))


def test_a_clean_chunk_is_legal() -> None:
    """Games without a flag have neither count nor first move, games without moves neither."""
    found = legality(kernel(game(KO_OPEN, "B C3 W B3"), game(KO_OPEN), game(TRIPLE, "W B6")))
    assert not found.illegal_count.any()
    assert not found.first_illegal.any()


def test_the_first_of_several_is_named() -> None:
    """A ko retaken three times: two retakes are illegal under basic ko, the first with move 3."""
    found = legality(kernel(game(KO_OPEN, "B A1"), game(KO_OPEN, "B C3 W B3 B C3 W B3 B A1")))
    assert (found.illegal_count[1] == 2).all()
    assert (found.first_illegal[1] == 3).all()


def test_columns_are_the_rulesets_given() -> None:
    """Any rulesets can be asked, in any order, or none."""
    replays = kernel(game(TRIPLE, "W B6 B C4 W B2 B C6 W B4 B C2"))
    found = legality(replays, [RULESETS["aga"], RULESETS["japanese"]])
    assert found.illegal_count.tolist() == [[1, 0]]
    assert found.first_illegal.tolist() == [[6, 0]]
    assert legality(replays, []).illegal_count.shape == (1, 0)


def test_nothing_in_nothing_out() -> None:
    """A chunk without games has no rows."""
    assert legality(kernel()).illegal_count.shape == (0, len(NAMES))
