"""The public board against a check: the same verdicts on the same moves under every preset, and the same findings.

A record is carried out on a board and then taken back move by move; before each,
the board gives its own verdict on the record.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from cases.legality import CASES, Case
from helpers.games import Game, game, orderly, replayed, sgf, wild_at_random
from helpers.laws import over, part
from helpers.random_records import random_record
from helpers.shared import SHARED, needs_shared

import goanalyze as ga
from goanalyze import BLACK, WHITE
from goanalyze.detectors.moves import board_findings
from goanalyze.points import OFF_BOARD, PASS
from goanalyze.rules import RULESETS

SMALL = [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 4), (5, 3)]
ROUNDS = ["B A3 W C3 B B3 W D3 B A3 W C3 B B3 W D3", "W B6 B C4 W B2 B C6 W B4 B C2 W B6 B C4"]


def assert_same(record: ga.Game) -> int:
    """Compare verdicts on a record's moves, after the fact and before; return how many the rulesets forbid."""
    replay, board = record.replay(), ga.Board.from_game(record)
    expected = {ruleset: replay.verdicts(ruleset) for ruleset in RULESETS}
    assert {ruleset: board.verdicts(ruleset) for ruleset in RULESETS} == expected, record.raw_sgf
    assert board.prisoners == replay.prisoners, record.raw_sgf
    forbidden = 0
    for move in reversed(board.moves):
        said = {ruleset: verdicts[move.number - 1] for ruleset, verdicts in expected.items()}
        if (
            move.repeats_situation >= 0 or said["ing"] != "legal"
        ):  # Ing's verdict on a move changes when its cycle is completed
            said["ing"] = record.up_to(move.number).replay().verdicts("ing")[-1]
        while len(board.moves) == move.number:
            board.undo()
        if move.point == OFF_BOARD:
            continue
        found = {ruleset: board.is_legal(move.point, move.color, ruleset) for ruleset in RULESETS}
        assert found == {ruleset: word == "legal" for ruleset, word in said.items()}, (record.raw_sgf, move.number)
        forbidden += list(found.values()).count(False)
    return forbidden


def random_games(count: int) -> Iterator[Game]:
    """Draw games of all kinds: orderly on tiny boards, where much comes back; wild; with retakes and resumptions."""
    for seed in range(count):
        rng = random.Random(seed)
        draws = [rng.randrange(10**6) for _ in range(40)]
        yield (orderly(*rng.choice(SMALL), draws), wild_at_random(seed, SMALL, 40), random_record(seed))[seed % 3]


@pytest.mark.law
def test_a_board_judges_as_a_check_does() -> None:
    """Random games, legal and not, with setup in mid-game, handicap, passes, resumptions and PL."""
    assert sum(assert_same(ga.loads(sgf(one))) for one in random_games(part(200))) > part(200)


@over("case", CASES)
def test_a_board_judges_the_rule_cases_as_a_check_does(case: Case) -> None:
    """The cases of the rule books, each with its source."""
    assert_same(ga.loads(sgf(game(case.rows, case.moves, case.handicap, case.turn))))


def real_games(every: int) -> Iterator[ga.Game]:
    """Yield every n-th game of an archive of each kind, thirty of each."""
    for name in ("fox-9k", "gnugo-regression", "ai-yenw", "kgs-2017a", "tygem-2009-12", "personal-sartak"):
        if (path := SHARED / f"archives/dev/{name}.zip").exists():
            yield from islice(ga.read(path), 0, 30 * every, every)


@needs_shared("archives/dev")
@pytest.mark.slow
def test_a_board_judges_real_games_as_a_check_does() -> None:
    """Games of servers, engines and collections."""
    assert sum(1 for record in real_games(7) if record.width and assert_same(record) >= 0) >= 100


@pytest.mark.law
def test_a_refused_move_has_the_finding_of_a_check() -> None:
    """`why_illegal` is the finding of a check; its message is that of the exception, since the move is not made."""
    told = set()
    cases = [game(case.rows, case.moves, case.handicap, case.turn) for case in CASES]
    for one in [*cases, *random_games(part(150, usual=5))]:
        text = sgf(one)
        board = ga.Board.from_game(ga.loads(text))
        if not board.moves or board.moves[-1].point == OFF_BOARD:
            continue
        move = board.moves[-1]
        while len(board.moves) == move.number:
            board.undo()
        findings = [found for found in board_findings(replayed(text)) if found.code not in {"GO208", "GO209"}]
        known = [found._replace(message="") for found in findings]
        for ruleset in RULESETS:
            found = board.why_illegal(move.point, move.color, ruleset)
            assert (found is None) == board.is_legal(move.point, move.color, ruleset)
            if found is not None:
                assert found._replace(message="") in known
                with pytest.raises(ga.IllegalMoveError) as refused:
                    board.with_rules(ruleset).play(move.point, move.color)
                assert (str(refused.value), refused.value.finding) == (found.message, found)
                assert ruleset in found.rulesets
                told.add(found.code)
    assert {"GO101", "GO103", "GO104", "GO105", "GO106", "GO201", "GO202"} <= told


@pytest.mark.law
def test_the_legal_moves_are_those_that_are_legal_one_by_one() -> None:
    """`legal_moves`, `in` and `is_legal` are three ways to ask one question; of both colours, under every ruleset."""
    seen = 0
    for one in random_games(part(120)):
        board = ga.Board.from_game(ga.loads(sgf(one)))
        points = range(board.width * board.height)
        for ruleset in RULESETS:
            for color in (BLACK, WHITE):
                legal = board.legal_moves_for(color, rules=ruleset)
                found = [point for point in points if board.is_legal(point, color, ruleset)]
                assert list(legal) == found
                assert [point for point in range(PASS, len(points)) if point in legal] == found
                seen += len(found)
    assert seen
