"""Cycles: their names, the captures of both sides in one round, and the right to claim no result."""

from __future__ import annotations

import numpy as np
import pytest
from cases.legality import ETERNAL, KO_OPEN, SEND_TWO, TRIPLE
from helpers.games import Game, alternating, game, kernel, numbers, orderly, swapped, turned, wild
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st
from oracles import referee

from goanalyze import BLACK, WHITE, Play
from goanalyze.core import flags as f
from goanalyze.detectors.moves import board_findings
from goanalyze.replay.arrays import Replays
from goanalyze.replay.cycles import (
    CaptureTally,
    Cycle,
    balanced_rows,
    claimable_cycles,
    claimable_rows,
    classify,
    completing_rows,
    cycle_run,
)
from goanalyze.replay.verdicts import CycleKind

TINY = [(1, 1), (2, 1), (4, 1), (2, 2), (3, 2), (3, 3), (4, 3)]
CLAIMABLE = {CycleKind.ETERNAL_LIFE, CycleKind.TRIPLE_KO, CycleKind.MANIFOLD_KO, CycleKind.OTHER}
ROUND = "W B6 B C4 W B2 B C6 W B4 B C2"
DOUBLE = ("X.XO.", ".XO..", "XO.O.", ".XO..")  # Black holds the ko at B4/C4, White the one at B2/C2
QUADRUPLE = (*TRIPLE, "XO.O.", ".XO..")


def cycle_of(one: Game) -> Cycle:
    """Return the cycle that the last move of a game completes."""
    replays = kernel(one)
    number = len(replays.moves.flags)
    since = int(replays.moves.situation[-1])
    return CaptureTally(replays, 0).cycle(number, since if since >= 0 else int(replays.moves.repeats[-1]))


def counted(replays: Replays, number: int, since: int) -> tuple[int, int, int, int]:
    """Count captures and passes of a cycle move by move: Black's captures, White's, Black's passes, White's."""
    moves = replays.moves
    taken, passes = {BLACK: 0, WHITE: 0}, {BLACK: 0, WHITE: 0}
    for row in range(since, number):
        color = int(moves.color[row])
        taken[color] += int(moves.captured[row])
        taken[BLACK + WHITE - color] += int(moves.self_captured[row])
        passes[color] += int(moves.point[row] < 0)
    return taken[BLACK], taken[WHITE], passes[BLACK], passes[WHITE]


@pytest.mark.parametrize(
    ("rows", "moves", "name", "length", "balance"),
    [
        ((".X.", "X..", "..."), "W A3", "null move", 1, 1),
        (KO_OPEN, "B C3 W B3 B C3", "basic ko", 2, 0),
        (SEND_TWO, "B A3 W C3 B B3 W pass", "sending two, returning one", 4, -1),
        (SEND_TWO, "B A3 W C3 B B3", "sending two, returning one", 3, -1),
        (ETERNAL, "B A3 W C3 B B3 W D3", "eternal life", 4, 0),
        (TRIPLE, ROUND, "triple ko", 6, 0),
        (QUADRUPLE, "W B8 B C6 W B4 B C2 W B6 B C8 W B2 B C4", "quadruple ko", 8, 0),
        (DOUBLE, "B C2 W B4 B pass W B2 B C4", "positional", 5, 0),
        (DOUBLE, "W B4 B C2 W pass B C4 W B2 B pass", "double ko exchange or moonshine", 6, 0),
        (KO_OPEN, "B C3 W B3 B pass W pass B C3", "ko with passes", 4, 0),
        (KO_OPEN, "B C3 W B3 B pass W pass B pass W pass B C3", "ko with passes", 6, 0),
        (("..O", "OO.", "..."), "B A3 W pass B B3 W pass", "unbalanced", 4, -2),
    ],
)
def test_a_cycle_has_its_name(rows: tuple[str, ...], moves: str, name: str, length: int, balance: int) -> None:
    """Positions of each kind have the players' name, with their length and the side that takes more."""
    cycle = cycle_of(game(rows, moves))
    assert (cycle.name, cycle.length, cycle.balance) == (name, length, balance)


@pytest.mark.parametrize(
    ("cycle", "name"),
    [
        (Cycle(0, 10, 5, 5, 0, 0, frozenset({1}), True), "5-fold ko"),
        (Cycle(0, 4, 2, 2, 0, 0, frozenset({1}), True), "double ko"),
        (Cycle(0, 6, 3, 3, 0, 0, frozenset({1, 2}), True), "round-robin or other"),
        (Cycle(0, 6, 3, 3, 0, 0, frozenset({1}), False), "round-robin or other"),
        (Cycle(0, 4, 2, 2, 0, 0, frozenset({1}), False), "round-robin or other"),
        (Cycle(0, 8, 5, 4, 1, 0, frozenset({2, 3}), False), "sending three, returning two"),
        (Cycle(0, 8, 5, 4, 1, 0, frozenset({1, 2, 3}), False), "unbalanced"),
        (Cycle(0, 8, 3, 3, 1, 1, frozenset({1, 2}), False), "cycle with passes"),
        (Cycle(0, 2, 0, 0, 1, 1, frozenset(), False), "cycle with passes"),
        (Cycle(0, 4, 1, 1, 1, 1, frozenset({1}), True), "ko with passes"),
        (Cycle(0, 6, 2, 2, 1, 1, frozenset({1}), True), "double ko exchange or moonshine"),
        (Cycle(0, 8, 3, 3, 1, 1, frozenset({1}), True), "triple ko with passes"),
        (Cycle(0, 6, 2, 2, 1, 1, frozenset({1}), False), "cycle with passes"),
        (Cycle(0, 8, 2, 2, 1, 1, frozenset({1}), True), "cycle with passes"),
        (Cycle(0, 5, 2, 2, 1, 0, frozenset({1}), True), "cycle with passes"),
        (Cycle(0, 7, 3, 4, 0, 0, frozenset({1, 3}), True, is_situational=False), "positional"),
    ],
)
def test_a_cycle_is_called_by_its_counts(cycle: Cycle, name: str) -> None:
    """Counts alone decide, in the order of `classify`; kos are counted by their points."""
    assert cycle.name == name


def test_every_kind_has_a_meaning() -> None:
    """Each kind states its criterion in words."""
    assert len({kind.meaning for kind in CycleKind}) == len(CycleKind)


@law(200)
@given(st.sampled_from(TINY), numbers(120), st.sampled_from([BLACK, WHITE]))
def test_who_takes_more_passes_more(size: tuple[int, int], draws: list[int], first: int) -> None:
    """In a situational cycle of moves in turn on empty points, captures differ by as much as passes do."""
    replays = kernel(orderly(*size, draws, first))
    ledger = CaptureTally(replays, 0)
    for row in np.flatnonzero(replays.moves.situation >= 0).tolist():
        cycle = ledger.cycle(row + 1, int(replays.moves.situation[row]))
        assert cycle.is_situational
        assert cycle.length % 2 == 0
        assert cycle.black_captures - cycle.white_captures == cycle.black_passes - cycle.white_passes


@law(150)
@given(st.sampled_from(TINY), numbers(100))
def test_the_ledger_counts_like_hand(size: tuple[int, int], draws: list[int]) -> None:
    """Sums over a whole game give for any part of it the count of its moves, on random games."""
    replays = kernel(wild(*size, draws))
    ledger, total = CaptureTally(replays, 0), len(replays.moves.flags)
    for since in range(0, total, 7):
        for number in range(since + 1, total + 1, 5):
            cycle = ledger.cycle(number, since)
            found = cycle.black_captures, cycle.white_captures, cycle.black_passes, cycle.white_passes
            assert found == counted(replays, number, since)
            taken = set(replays.moves.captured[since:number].tolist()) - {0}
            assert cycle.sizes == taken
            points = [point for point in replays.moves.point[since:number].tolist() if point >= 0]
            assert cycle.points_differ == (len(set(points)) == len(points))


@law(150)
@given(st.sampled_from(TINY), numbers(120), st.integers(0, 7))
def test_a_cycle_is_called_alike_turned_and_in_other_colours(
    size: tuple[int, int], draws: list[int], symmetry: int
) -> None:
    """Turning or mirroring changes nothing; swapping colours turns the balance round."""
    one = orderly(*size, draws)
    plain, other, opposite = kernel(one), kernel(turned(one, symmetry)), kernel(swapped(one))
    for row in completing_rows(plain).tolist():
        since = int(plain.moves.situation[row])
        cycle = CaptureTally(plain, 0).cycle(row + 1, since)
        assert CaptureTally(other, 0).cycle(row + 1, since) == cycle
        assert CaptureTally(opposite, 0).cycle(row + 1, since).kind == cycle.kind
        assert CaptureTally(opposite, 0).cycle(row + 1, since).balance == -cycle.balance


@law(200)
@given(st.sampled_from(TINY), numbers(120))
def test_a_fighting_ko_is_of_the_kinds_that_say_so(size: tuple[int, int], draws: list[int]) -> None:
    """A play completes a balanced cycle if and only if its kind is one without passes and with equal captures."""
    replays = kernel(orderly(*size, draws))
    claimable = set(balanced_rows(replays).tolist())
    ledger = CaptureTally(replays, 0)
    for row in completing_rows(replays).tolist():
        is_play = not replays.moves.flags[row] & (f.PASS_MOVE | f.FAULTY)
        kind = classify(ledger.cycle(row + 1, int(replays.moves.situation[row])))
        assert (row in claimable) == (is_play and kind in CLAIMABLE)
    assert claimable <= set(completing_rows(replays).tolist())


@law(200)
@given(st.sampled_from(TINY), numbers(120), st.sampled_from([BLACK, WHITE]))
def test_no_result_is_claimable_where_the_whole_board_is_back(
    size: tuple[int, int], draws: list[int], first: int
) -> None:
    """Japanese rules 1989, art. 12: a play recreates an earlier board, after any moves, except a basic ko."""
    one = orderly(*size, draws, first)
    near = referee.beside(*size)
    board: referee.Board = (0,) * (size[0] * size[1])
    boards, expected = [board], []
    for row, move in enumerate(event for event in one.events if isinstance(event, Play)):
        lost, occupied = 0, move.point >= 0 and board[move.point] > 0
        if move.point >= 0:
            board, _, lost = referee.placed(board, move.color, move.point, near)
        is_play = move.point >= 0 and not lost and not occupied
        if is_play and board in boards[:-2] and board != boards[-2]:
            expected.append(row)
        boards.append(board)
    assert claimable_rows(kernel(one)).tolist() == expected


@law(200)
@given(st.lists(st.tuples(st.sampled_from(TINY), numbers(100), st.sampled_from([0, 0, 2])), max_size=4))
def test_a_game_has_a_claimable_cycle_if_the_events_say_so(drawn: list[tuple[tuple[int, int], list[int], int]]) -> None:
    """`claimable_cycles` is true of just the games with a GO205, on games of anything, several in a chunk."""
    games = [wild(*size, draws, handicap) for size, draws, handicap in drawn]
    games += [alternating(*size, draws) for size, draws, _ in drawn]
    replays = kernel(*games)
    told = {event.game for event in board_findings(replays) if event.code == "GO205"}
    assert set(np.flatnonzero(claimable_cycles(replays)).tolist()) == told


def test_cycles_of_neighbours_do_not_mix() -> None:
    """In a chunk each game keeps its own cycles."""
    quiet = game(KO_OPEN, "B C3 W B3")
    replays = kernel(quiet, game(TRIPLE, ROUND), quiet, game(SEND_TWO, "B A3 W C3 B B3 W pass"), quiet)
    assert claimable_cycles(replays).tolist() == [False, True, False, True, False]
    assert completing_rows(replays).tolist() == [7, 13]
    assert claimable_rows(replays).tolist() == [7, 12]
    assert balanced_rows(replays).tolist() == [7]


def test_a_chunk_without_games_has_no_cycles() -> None:
    """Nothing in, nothing out."""
    assert claimable_cycles(kernel()).tolist() == []


@pytest.mark.parametrize(("rounds", "count"), [(1, 1), (2, 2), (5, 5)])
def test_a_cycle_is_followed_to_its_end(rounds: int, count: int) -> None:
    """All moves that go on with a cycle belong to it; a round begun is not counted until it is complete."""
    one = game(TRIPLE, " ".join([ROUND] * rounds + ["W B6 B C4"]))
    assert cycle_run(kernel(one), 0, 5) == (6 * rounds + 1, 6)


def test_passes_alone_complete_no_long_cycle() -> None:
    """Any number of passes repeats the situation of two moves before, and that cycle is not reported."""
    assert completing_rows(kernel(game(("X..", "..."), "B pass W pass B pass W pass B pass"))).tolist() == []
