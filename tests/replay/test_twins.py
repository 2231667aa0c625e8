"""The replay kernel against its twins: `History` on `OracleBoard` and on `ChainBoard`."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from helpers.games import (
    Game,
    game,
    kernel,
    kernel_board,
    kernel_facts,
    kernel_rows,
    numbers,
    on_chains,
    orderly,
    records_of,
    reference,
    reference_facts,
    reference_rows,
    replayed,
    set_up,
    sgf,
    wild,
    wild_at_random,
)
from helpers.laws import law, over, part
from hypothesis import example, given
from hypothesis import strategies as st
from oracles import referee
from oracles.replay import replay

from goanalyze import BLACK, WHITE, Play, Setup
from goanalyze.core import flags as f
from goanalyze.core.history import History
from goanalyze.limits import MAX_MOVES
from goanalyze.points import PASS
from goanalyze.replay.handicap_moves import opening_handicap
from goanalyze.replay.replay import play_events

TINY = [(1, 1), (2, 1), (1, 2), (3, 1), (1, 5), (2, 2), (3, 2), (2, 3), (3, 3)]
SMALL = [(4, 4), (5, 5), (3, 7), (7, 4), (6, 5), (8, 1), (1, 19)]
LARGE = [(9, 9), (13, 13), (19, 19), (19, 5), (25, 25), (52, 1), (1, 52), (52, 52), (37, 52), (52, 20)]
_FAULTS = f.OCCUPIED | f.OFF_BOARD_MOVE | f.SUICIDE_ONE | f.SUICIDE_SEVERAL | f.BASIC_KO


def assert_twins(*games: Game) -> None:
    """Play games as one chunk by the kernel, one by one by the reference, and compare all that both know."""
    assert_played(games, reference)
    assert_played(games, on_chains)


def assert_played(games: Sequence[Game], played: Callable[[Game], History]) -> None:
    """Compare all results of the kernel for a chunk with a move-by-move replay."""
    replays = kernel(*games)
    for index, one in enumerate(games):
        done = played(one)
        assert kernel_rows(replays, index) == reference_rows(done), one
        assert kernel_facts(replays, index) == reference_facts(done, one.events), one
        assert kernel_board(replays, index) == done.stones.position(), one


def ko_fight(moves: int, passes: bool = True) -> Game:
    """Return a fight over two kos, retaken at random, legal or not, with a pass now and then."""
    rng = random.Random(moves)
    rows = ["X.XO.", ".XO..", "XO.O.", ".XO.."]
    held = {1: True, 11: False}  # left point of each ko: True if Black's stone to its right is there
    events: list[Play | Setup] = [set_up(rows)]
    color = WHITE
    for _ in range(moves):
        takeable = [point for point, by_black in held.items() if by_black == (color == WHITE)]
        if not takeable or (passes and rng.random() < 0.02):
            events.append(Play(color, PASS))
        else:
            point = rng.choice(takeable)
            events.append(Play(color, point if color == WHITE else point + 1))
            held[point] = color == BLACK
        color = BLACK + WHITE - color
    return Game(5, 4, events)


def triple_ko(rounds: int) -> Game:
    """Return a triple ko with a number of rounds: White takes the first, Black the second, and so on."""
    rows = ["X.XO.", ".XO..", "XO.O.", ".XO..", "X.XO.", ".XO.."]
    points = [1, 12, 21, 2, 11, 22]
    return Game(5, 6, [set_up(rows)] + [Play((WHITE, BLACK)[n % 2], points[n % 6]) for n in range(6 * rounds)])


@law(300)
@given(st.sampled_from(TINY + SMALL), numbers(80), st.sampled_from([0, 0, 1, 2, 3, 9]))
def test_twins_on_wild_games(size: tuple[int, int], draws: list[int], handicap: int) -> None:
    """On games of anything at all the kernel and the reference set the same flags, counts, facts and final board."""
    assert_twins(wild(*size, draws, handicap))


@law(100)
@given(st.sampled_from(TINY + SMALL), numbers(150))
def test_twins_on_orderly_games(size: tuple[int, int], draws: list[int]) -> None:
    """On games that only play on empty points the twins agree, too."""
    assert_twins(orderly(*size, draws))


@pytest.mark.law
def test_twins_on_a_chunk_of_tiny_games() -> None:
    """Hundreds of games in one chunk do not disturb each other: scratch tables are shared, positions are not."""
    assert_twins(*(wild_at_random(seed, TINY, 120) for seed in range(part(500))))


@pytest.mark.law
def test_twins_on_a_chunk_of_small_games() -> None:
    """The same on boards where chains grow and loops are longer."""
    assert_twins(*(wild_at_random(seed, SMALL, 200) for seed in range(1_000, 1_000 + part(120))))


@pytest.mark.law
def test_twins_on_a_chunk_of_all_sizes() -> None:
    """Boards from 1 × 1 to 52 × 52 and oblong ones in one chunk."""
    assert_twins(*(wild_at_random(seed, TINY + LARGE, 160) for seed in range(2_000, 2_000 + part(60))))


@pytest.mark.law
def test_the_board_that_plays_sets_the_flags_of_the_kernel() -> None:
    """The twins agree on 100,000 random games. The usual run tries one in a thousand."""
    total = part(part(part(100_000)))
    for first in range(0, total, 500):
        seeds = range(first, min(first + 500, total))
        assert_played([wild_at_random(seed, TINY + SMALL, 120) for seed in seeds], on_chains)


@over("side", range(1, 53))
def test_twins_on_every_square_board(side: int) -> None:
    """Every board size has its borders right: stones along all edges, captured and played again."""
    edge = [n for n in range(side * side) if n // side in {0, side - 1} or n % side in {0, side - 1}]
    rng = random.Random(side)
    points = rng.sample(edge, min(len(edge), 40)) + [rng.randrange(side * side) for _ in range(20)]
    assert_twins(Game(side, side, [Play(BLACK + n % 2, point) for n, point in enumerate(points)]))


def test_twins_on_a_ko_fight_of_a_thousand_moves() -> None:
    """Two kos retaken over and over: the same few positions a thousand times."""
    fight = ko_fight(1_000)
    assert_twins(fight)


def test_twins_on_a_triple_ko_that_goes_round_and_round() -> None:
    """A triple ko of sixty rounds."""
    assert_twins(triple_ko(60))


def test_a_cycle_looks_the_same_however_often_it_goes_round() -> None:
    """After the first round of a triple ko each move repeats the one six moves before, to the limit of moves."""
    rounds = MAX_MOVES // 6
    rows = np.array(kernel_rows(kernel(triple_ko(rounds))))
    later = rows[12:]
    assert (later[:, 5] == np.arange(13, len(rows) + 1) - 6).all()
    assert (later[:, 5] == later[:, 6]).all()
    assert (later[:, 2] == f.PSK | f.SSK | f.NEW_ZEALAND | f.NSSK).all()


def test_moves_beyond_the_limit_are_counted_and_not_played() -> None:
    """A record longer than the limit is replayed up to it."""
    replays = kernel(Game(5, 5, [Play(BLACK + n % 2, PASS) for n in range(MAX_MOVES)] + [Play(BLACK, 7)] * 3))
    assert kernel_facts(replays)["moves"] == MAX_MOVES
    assert kernel_facts(replays)["dropped_moves"] == 3
    assert not kernel_board(replays).stones.any()


@law(100)
@given(st.sampled_from(TINY), numbers(80))
def test_a_game_is_replayed_alike_alone_and_in_a_chunk(size: tuple[int, int], draws: list[int]) -> None:
    """Games before and after a game in the chunk do not matter."""
    one = wild(*size, draws)
    together = kernel(triple_ko(2), one, one, ko_fight(20))
    assert kernel_rows(kernel(one)) == kernel_rows(together, 1) == kernel_rows(together, 2)


@law(150)
@given(st.sampled_from(TINY + SMALL), numbers(80), st.sampled_from([0, 0, 2, 4]))
def test_twins_on_text(size: tuple[int, int], draws: list[int], handicap: int) -> None:
    """From SGF text, too, kernel and reference agree; off-board points are letters there."""
    assert_text_twins(sgf(wild(*size, draws, handicap)))


def assert_text_twins(text: str) -> None:
    """Replay a text by the kernel, and the tokenizer's events by the reference."""
    records = records_of(text)
    replays = replayed(text)
    if replays.implied[0] or replays.placing_moves[0] > replays.fact("handicap_moves")[0]:
        return  # stones that the record leaves out, and passes between stones, are found after the replay
    width, height = int(records.width[0]), int(records.height[0])
    events = play_events(records, 0)
    opening = opening_handicap(records.tape.events, records.width, records.height, records.handicap)
    done = replay(width, height, events, int(opening[0]))
    replays.moves.flags[:] &= ~np.uint32(f.ING_KO)  # set after the replay, from both alike
    assert kernel_rows(replays) == reference_rows(done)
    assert kernel_facts(replays) == reference_facts(done, events)
    assert kernel_board(replays) == done.stones.position()


@pytest.mark.parametrize(
    "text",
    [
        "(;SZ[9]AB[aa:cc]AW[dd:df][ee];W[bd];B[de];AE[bb:cd];B[bb])",
        "(;SZ[5]AB[aa:zz];W[cc])",
        "(;SZ[5:3]AB[aa:ec]AE[bb];W[bb];B[bb])",
        "(;SZ[9];B[cc];PL[B];B[dd];AE[cc]PL[W];W[cc])",
        "(;SZ[9];B[cc];PL[B]AW[gg];B[dd];AW[hh]PL[W];W[ii];AW[ii];B[ii])",
        "(;SZ[19]HA[2];B[dd];B[pp];W[dp];B[pd])",
        "(;SZ[19];B[tt];W[];B[dd])",
        "(;SZ[21];B[tt];W[];B[dd])",
        "(;SZ[9]HA[3];B[cc];B[gg];W[cg];B[gc])",
        "(;SZ[9];B[cc];W[];B[];AE[cc];B[dd])",
        "(;SZ[9];B[cc];W[];B[];B[dd])",
        "(;SZ[9];B[cc];W[];W[];W[dd];B[ee])",
        "(;SZ[9];B[cc];W[];W[];B[dd];B[];B[];W[];B[ee])",
        "(;SZ[9];B[cc];W[];B[];W[];B[];W[];B[];W[dd])",
        "(;SZ[9];B[cc];PL[B];AW[gg];W[dd])",
        "(;SZ[9];B[cc];PL[B];B[dd];AW[gg];B[ee])",
        "(;SZ[9];B[cc];PL[B];B[];AW[gg];B[ee])",
    ],
)
def test_twins_on_rectangles_turns_passes_and_handicap(text: str) -> None:
    """Rectangles of setup, PL, ``tt`` and handicap as moves are read alike."""
    assert_text_twins(text)


@pytest.mark.parametrize(
    "text",
    [
        "(;SZ[19]HA[2];B[tt];B[dd];B[pp];W[dp])",
        "(;SZ[9]HA[2];B[zz];B[cc];W[gg];B[ee])",
        "(;SZ[9]HA[2];B[cc];B[zz];W[gg];B[ee])",
        "(;SZ[9]HA[2]AB[zz];B[cc];B[gg];W[ee])",
        "(;SZ[9]HA[2]AW[zz];B[cc];B[gg];W[ee])",
        "(;SZ[9]HA[2];B[cc];B[gg];AW[ee];W[dd])",
    ],
)
def test_twins_on_handicap_as_moves(text: str) -> None:
    """A ``tt`` pass, a move or setup off the board, and setup after the stones are taken alike by both replays."""
    assert_text_twins(text)


@law(150)
@given(st.sampled_from(TINY + SMALL), numbers(80), st.sampled_from([0, 2, 3]))
@example((1, 1), [], 0)
def test_further_facts_follow_from_the_moves(size: tuple[int, int], draws: list[int], handicap: int) -> None:
    """Passes, the first pass, the first fault and the passes at the end follow from the rows of moves.

    At the end a pass counts that does not follow a pass of its side which is still to be answered.
    """
    replays = kernel(wild(*size, draws, handicap))
    rows = kernel_rows(replays)
    passes = [number for number, row in enumerate(rows, 1) if row[1] == PASS]
    faults = [number for number, row in enumerate(rows, 1) if row[2] & _FAULTS]
    final = next((n for n, row in enumerate(reversed(rows)) if row[1] != PASS), len(rows))
    run = waiting = 0
    for color in [row[0] for row in rows[len(rows) - final :]]:
        run += color != waiting
        waiting = 0 if waiting == BLACK + WHITE - color else color
    found = {name: int(replays.fact(name)[0]) for name in ("passes", "first_pass", "first_fault", "end_run")}
    assert found == {
        "passes": len(passes),
        "first_pass": min(passes, default=0),
        "first_fault": min(faults, default=0),
        "end_run": run,
    }


@law(100)
@given(st.sampled_from(TINY + SMALL), st.lists(st.integers(0, 2), min_size=1, max_size=49))
def test_setup_counts_its_stones_and_finds_a_chain_without_liberty(size: tuple[int, int], colors: list[int]) -> None:
    """A record of setup alone counts its stones, and names a point of a chain without liberty if there is one."""
    width, height = size
    stones = [colors[n % len(colors)] for n in range(width * height)]
    one = Game(width, height, [Setup(tuple(enumerate(stones)))])
    replays = kernel(one)
    assert [int(replays.fact(name)[0]) for name in ("black_setup", "white_setup")] == [stones.count(1), stones.count(2)]
    near = referee.beside(width, height)
    lifeless = {
        p for p, stone in enumerate(stones) if stone and not referee.chain_and_liberties(tuple(stones), p, near)[1]
    }
    named = int(replays.fact("no_liberty_point")[0])
    assert named in lifeless if lifeless else named == -1


def test_the_size_of_a_game_that_is_not_replayed_is_none() -> None:
    """A game without a board has no rows, and its neighbours keep theirs."""
    text = "(;SZ[9];B[ee])", "(;SZ[0];B[ee])", "(;SZ[9];B[cc];W[dd])"
    replays = replayed(*text)
    assert np.diff(replays.start).tolist() == [1, 0, 2]
    assert np.diff(replays.board_start).tolist() == [81, 0, 81]


def test_game_from_a_diagram_is_the_diagram() -> None:
    """The helper of all cases sets up the diagram."""
    rows = ["X.O", ".XX", "O.."]
    assert kernel_board(kernel(game(rows))).rows() == rows
