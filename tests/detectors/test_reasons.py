"""Reasons: a finding about a move names rulesets, each of which forbids the move by the axis that the finding is about.

The independent referee (`oracles.referee`) states the objections of each rule book, with its sources.
Ing's fighting and disturbing kos are left out, for which no exact algorithm is published.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest
from helpers.games import Game, for_referee, kernel, reference, sgf
from helpers.laws import part
from helpers.random_records import random_record
from oracles.referee import BOOKS, Book, Edit, Judgement, Move, beside, judged, objections, placed

import goanalyze as ga
from goanalyze import BLACK, WHITE, Finding, Play
from goanalyze.board.legality import replays_of
from goanalyze.detectors.moves import board_findings
from goanalyze.errors import GameStateError
from goanalyze.points import OFF_BOARD
from goanalyze.replay.arrays import Replays
from goanalyze.rules import Repetition, Suicide, derive

_REPETITION = {"basic", "psk", "ssk", "nz", "nssk", "ssk since a pass"}
_SUICIDE = {"suicide"}
_END = {"after a stop", "after a second stop"}
AXES = {
    "GO101": {"occupied"},
    "GO102": {"off board"},
    "GO103": _SUICIDE,
    "GO104": _SUICIDE,
    "GO105": {"out of turn"},
    "GO106": _END,
    "GO107": _END | {"out of order"},
    "GO108": _END | {"out of order"},
    "GO109": _SUICIDE,
    "GO201": _REPETITION,
    "GO202": _REPETITION,
}
"""What the referee has against a move, by the code of the finding that may say so."""


def positions(one: Game) -> list[tuple[int, ...]]:
    """Return the position after each move of a record, that of the start first."""
    near, board = beside(one.width, one.height), [0] * (one.width * one.height)
    made: list[tuple[int, ...]] = []
    for event in for_referee(one):
        if isinstance(event, Edit):
            for point, color in event.stones:
                board[point] = color
            continue
        made = made or [tuple(board)]
        if event.point is not None and event.point >= 0:
            board = list(placed(tuple(board), event.color, event.point, near)[0])
        made.append(tuple(board))
    return made


def assert_reasons(one: Game, findings: list[Finding], judgements: list[Judgement]) -> int:
    """Compare the rulesets of findings with the referee's objections; return the number of illegal moves.

    Each ruleset that a finding names forbids its moves for a reason of the finding's axis, and a finding
    names every objection of a ruleset.
    """
    named: set[tuple[int, str]] = set()
    for finding in findings:
        if finding.code not in AXES:
            continue
        for number in finding.move_numbers:
            for ruleset in filter(BOOKS.get, finding.rulesets):
                reasons = objections(judgements[number - 1], BOOKS[ruleset])
                assert reasons & AXES[finding.code], (finding, number, ruleset, reasons, sgf(one))
                named.add((number, ruleset))
    forbidden = {
        (number, name)
        for number, judgement in enumerate(judgements, 1)
        for name, book in BOOKS.items()
        if objections(judgement, book)
    }
    assert forbidden == named, sgf(one)
    return len({number for number, _ in forbidden})


def assert_named_positions(one: Game, findings: list[Finding]) -> None:
    """Compare the position of the move that a finding of a repetition names with the one that the move makes."""
    if any(not isinstance(event, Play) for event in one.events[1:]):
        return  # setup in between makes positions that belong to no move
    made = positions(one)
    for finding in findings:
        if finding.code in ("GO201", "GO202"):
            assert finding.repeats_move is not None
            assert made[finding.repeats_move] == made[finding.move_number], (finding, sgf(one))


def findings_by_game(replays: Replays, games: int) -> list[list[Finding]]:
    """Return the findings of each game of a chunk."""
    result: list[list[Finding]] = [[] for _ in range(games)]
    for finding in board_findings(replays):
        result[finding.game].append(finding)
    return result


@pytest.mark.law
def test_the_kernel_names_an_axis_that_forbids_the_move() -> None:
    """10⁵ illegal moves of random records, on boards from 1 × 1 to 6 × 5, replayed by the kernel."""
    illegal = 0
    for first in range(0, part(part(18_000)), 200):
        games = [random_record(seed) for seed in range(first, first + 200)]
        judgements = [judged(one.width, one.height, for_referee(one), one.handicap) for one in games]
        for one, told, found in zip(games, judgements, findings_by_game(kernel(*games), len(games)), strict=True):
            illegal += assert_reasons(one, found, told)
            assert_named_positions(one, found)
    assert illegal >= min(100_000, part(part(100_000)))


@pytest.mark.law
def test_the_board_in_python_names_the_same_axis() -> None:
    """The readable board and the findings of its moves, which the kernel does not play."""
    for seed in range(part(part(4_000))):
        one = random_record(seed)
        history = reference(one)
        found = list(board_findings(replays_of(history, one.events)))
        found = [each for each in found if each.code != "GO207"]
        told = judged(one.width, one.height, for_referee(one), one.handicap)
        if history.handicap_moves or one.handicap:
            continue  # White's passes between handicap stones are read once the record is complete
        assert_reasons(one, found, told)


def candidates(rng: random.Random, board: ga.Board) -> Iterator[tuple[int, int]]:
    """Yield moves to try: a point and a colour, plays on stones and suicides among them."""
    points = list(range(board.width * board.height))
    for point in rng.sample(points, min(6, len(points))):
        yield point, rng.choice((BLACK, WHITE))


@pytest.mark.law
def test_the_reason_that_a_board_gives_is_one_that_its_ruleset_has() -> None:
    """`Board.why_illegal` of 10⁵ random illegal moves, under every preset: code, ruleset and position are right."""
    asked, seeds = 0, part(part(3_000), usual=8)
    for seed in range(seeds):
        rng = random.Random(seed)
        one = random_record(seed)
        if one.handicap > 1:
            continue  # the record might end before the last handicap stone
        plays = [number for number, event in enumerate(one.events, 1) if isinstance(event, Play)]
        for stop in rng.sample(plays, min(3, len(plays))):
            short = one._replace(events=one.events[:stop])
            if any(isinstance(event, Play) and event.point == OFF_BOARD for event in short.events):
                continue
            board = ga.Board.from_game(ga.loads(sgf(short)))
            for point, color in candidates(rng, board):
                record = [*for_referee(short), Move(color, point)]
                told = judged(short.width, short.height, record, board.handicap)[-1]
                for ruleset, book in BOOKS.items():
                    reasons = objections(told, book)
                    try:
                        finding = board.why_illegal(point, color, ruleset)
                    except GameStateError:
                        continue
                    if ruleset == "ing" and (finding is None or finding.code in ("GO211", "GO212")):
                        continue
                    assert (finding is None) == (not reasons), (sgf(short), point, color, ruleset, reasons)
                    if finding is not None:
                        asked += 1
                        assert reasons & AXES[finding.code], (finding, ruleset, reasons, sgf(short))
                        assert ruleset in finding.rulesets
    assert asked >= min(100_000, 33.4 * seeds)


_BROKEN = {
    Repetition.BASIC_KO: ("basic",),
    Repetition.POSITIONAL: ("psk",),
    Repetition.SITUATIONAL: ("ssk",),
    Repetition.NEW_ZEALAND: ("nz",),
    Repetition.NATURAL: ("nssk",),
    Repetition.NATURAL_AND_BASIC_KO: ("nssk", "basic"),
    Repetition.SITUATIONAL_UNTIL_PASS: ("ssk since a pass",),
}
OWN = [
    (
        derive(
            "chinese", f"own-{repetition.value}-{suicide.value}", repetition=repetition.value, suicide=suicide.value
        ),
        Book(broken, suicide.value, "either", "axes"),
    )
    for (repetition, broken), suicide in product(_BROKEN.items(), Suicide)
]
"""Rulesets of every rule of repetition with every rule of suicide, and what the referee knows of them."""


@pytest.mark.law
def test_a_ruleset_of_ones_own_gets_its_own_reason() -> None:
    """Every combination of repetition and suicide refuses a move for one of the two that it really has."""
    rng, refused, seeds = random.Random(1), 0, part(600, usual=20)
    for seed in range(seeds):
        one = random_record(seed)
        if one.handicap > 1 or any(isinstance(event, Play) and event.point == OFF_BOARD for event in one.events):
            continue
        board = ga.Board.from_game(ga.loads(sgf(one)))
        for point in range(board.width * board.height):
            color = rng.choice((BLACK, WHITE))
            told = judged(one.width, one.height, [*for_referee(one), Move(color, point)], board.handicap)[-1]
            for rules, book in rng.sample(OWN, 4):
                reasons, finding = objections(told, book), board.why_illegal(point, color, rules)
                assert (finding is None) == (not reasons), (sgf(one), point, color, rules.id)
                if finding is not None:
                    assert reasons & AXES[finding.code], (finding, rules.id, reasons, sgf(one))
                    assert rules.id in finding.rulesets
                    refused += 1
    assert refused > seeds


def test_a_suicide_that_repeats_is_refused_for_its_position_where_suicide_is_allowed() -> None:
    """Two stones whose suicide recreates a position: superko in New Zealand, suicide in Japan.

    Rule: New Zealand Go Society, *Rules of Go*: suicide is allowed; a play may not recreate a board that existed after
    any of the player's earlier moves. Japanese rules 1989, article 4: no chain without a liberty stays on the board.
    """
    board = ga.Board.from_rows([*["....."] * 3, "OO...", "..O.."], rules="new-zealand", turn="black")
    for move in ("E5", "pass", "A1", "pass"):
        board.play(move)
    finding = board.why_illegal("B1")
    assert (finding.code, finding.repeats_move, finding.repetition) == ("GO202", 2, "PSK SSK NSSK")
    assert "new-zealand" in finding.rulesets
    assert board.why_illegal("B1", rules="japanese").code == "GO104"
    assert board.why_illegal("B1", rules="tromp-taylor").code == "GO202"
