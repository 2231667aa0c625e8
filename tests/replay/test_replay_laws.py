"""Laws of every replay: symmetry, conservation of stones, how the repetition rules contain each other, identity."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from helpers.games import (
    SUPERKO,
    SYMMETRIES,
    Game,
    alternating,
    kernel,
    kernel_board,
    kernel_rows,
    numbers,
    orderly,
    records_of,
    sgf,
    swapped,
    tape,
    turned,
    turned_point,
    turned_position,
    wild,
)
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st
from oracles.board import OracleBoard

import goanalyze as ga
from goanalyze import BLACK, WHITE, Play, Position, Setup
from goanalyze.core import flags as f
from goanalyze.points import EMPTY, opponent
from goanalyze.replay.replay import canonical_hashes
from goanalyze.sgf.tape import Events

SIZES = st.sampled_from([(1, 1), (2, 1), (1, 4), (2, 2), (3, 2), (3, 3), (4, 3), (2, 5), (5, 5), (7, 4)])
LAW = law(100)


@LAW
@given(SIZES, numbers(80))
def test_turning_and_mirroring_leaves_the_flags(size: tuple[int, int], draws: list[int]) -> None:
    """The eight symmetries change points only: flags, captures and repetitions stay, the final board turns along."""
    one = wild(*size, draws)
    plain = kernel_rows(kernel(one))
    board = kernel_board(kernel(one))
    images = [turned(one, symmetry) for symmetry in SYMMETRIES]
    together = kernel(*images)
    for symmetry in SYMMETRIES:
        rows = [(color, turned_point(point, *size, symmetry), *rest) for color, point, *rest in plain]
        assert kernel_rows(together, symmetry) == rows
        assert kernel_board(together, symmetry) == turned_position(board, symmetry)


@LAW
@given(SIZES, numbers(80))
def test_swapping_the_colours_leaves_the_flags(size: tuple[int, int], draws: list[int]) -> None:
    """Black for White and White for Black changes colours and whose prisoners they are, nothing else."""
    one = wild(*size, draws)
    both = kernel(one, swapped(one))
    assert kernel_rows(both, 1) == [(opponent(color), *rest) for color, *rest in kernel_rows(both, 0)]
    assert both.fact("black_prisoners").tolist() == both.fact("white_prisoners").tolist()[::-1]


@LAW
@given(SIZES, numbers(80), st.integers(0, 3**35))
def test_stones_are_conserved(size: tuple[int, int], draws: list[int], drawn: int) -> None:
    """Stones on the board are those set up and played on empty points, less those captured or lost by suicide."""
    width, height = size
    setup = Setup(tuple((point, drawn // 3**point % 3) for point in range(width * height)))
    one = Game(width, height, [setup, *(e for e in wild(*size, draws).events if isinstance(e, Play))])
    replays = kernel(one)
    rows = kernel_rows(replays)
    put = sum(color > 0 for _, color in setup.stones) + sum(r[1] >= 0 and not r[2] & f.OCCUPIED for r in rows)
    taken = sum(row[3] + row[4] for row in rows)
    assert (kernel_board(replays).stones > 0).sum() == put - taken
    assert int(replays.fact("black_prisoners")[0] + replays.fact("white_prisoners")[0]) == taken


@LAW
@given(SIZES, numbers(80))
def test_prisoners_go_to_the_captor_and_suicides_to_the_enemy(size: tuple[int, int], draws: list[int]) -> None:
    """Each colour's prisoners are its captures and the other's losses by suicide."""
    replays = kernel(wild(*size, draws))
    rows = kernel_rows(replays)
    for color, name in ((BLACK, "black_prisoners"), (WHITE, "white_prisoners")):
        assert int(replays.fact(name)[0]) == sum(row[3] if row[0] == color else row[4] for row in rows)


@LAW
@given(SIZES, numbers(80))
def test_after_every_play_the_board_is_one(size: tuple[int, int], draws: list[int]) -> None:
    """Playing on empty points from the empty board, the board holds colours and every chain has a liberty."""
    board = OracleBoard(Position.empty(*size))
    for event in orderly(*size, draws).events:
        if isinstance(event, Play) and event.point >= 0:
            before = board.count(BLACK) + board.count(WHITE)
            placement = board.place(event.color, event.point)
            assert len(board.colors) == board.width * board.height
            assert set(board.colors) <= {EMPTY, BLACK, WHITE}
            assert all(board.liberties(min(chain)) for chain in board.chains())
            assert not (placement.captured and placement.self_captured)
            taken = len(placement.captured) + len(placement.self_captured)
            assert board.count(BLACK) + board.count(WHITE) == before + 1 - taken


@LAW
@given(SIZES, numbers(100), st.sampled_from([BLACK, WHITE]))
def test_the_superko_rules_contain_each_other(size: tuple[int, int], draws: list[int], first: int) -> None:
    """In strict alternation moves forbidden by NSSK are forbidden by New Zealand rules, SSK and PSK, in this order."""
    for one in (alternating(*size, draws, first), orderly(*size, draws, first)):
        for row in kernel_rows(kernel(one)):
            broken = [bool(row[2] & flag) for flag in (f.NSSK, f.NEW_ZEALAND, f.SSK, f.PSK)]
            assert broken == sorted(broken)


@LAW
@given(SIZES, numbers(100), st.sampled_from([BLACK, WHITE]))
def test_basic_ko_is_a_situational_repetition(size: tuple[int, int], draws: list[int], first: int) -> None:
    """In strict alternation without setup moves forbidden by basic ko are forbidden by SSK, and so by PSK."""
    for row in kernel_rows(kernel(alternating(*size, draws, first))):
        if row[2] & f.BASIC_KO:
            assert row[2] & f.SSK
            assert row[2] & f.PSK


@LAW
@given(SIZES, numbers(100))
def test_basic_ko_without_suicide_is_one_stone_for_one(size: tuple[int, int], draws: list[int]) -> None:
    """Without suicide, a basic ko is the capture of one stone, which itself captured one in the move before."""
    rows = kernel_rows(kernel(orderly(*size, draws)))
    for before, row in pairwise(rows):
        if row[2] & f.BASIC_KO and not (row[4] or before[4]):
            assert row[3] == before[3] == 1


@LAW
@given(SIZES, numbers(80))
def test_a_pass_repeats_nothing(size: tuple[int, int], draws: list[int]) -> None:
    """No rule forbids a pass: it carries no repetition flag and captures nothing."""
    for row in kernel_rows(kernel(wild(*size, draws))):
        if row[2] & f.PASS_MOVE:
            assert not row[2] & (f.BASIC_KO | SUPERKO)
            assert (row[3], row[4], row[5]) == (0, 0, -1)


@LAW
@given(SIZES, numbers(80))
def test_repeats_is_told_exactly_where_the_position_recurs(size: tuple[int, int], draws: list[int]) -> None:
    """`repeats` names the latest earlier move with the same board, `situation` the latest with the same side next."""
    one = alternating(*size, draws)
    rows = kernel_rows(kernel(one))
    boards = [kernel_board(kernel(one._replace(events=one.events[:n]))) for n in range(len(rows) + 1)]
    for number, row in enumerate(rows, 1):
        same = [n for n in range(number) if boards[n] == boards[number]]
        assert row[5] == (max(same, default=-1) if row[1] >= 0 else -1)
        assert row[6] == max((n for n in same if (number - n) % 2 == 0), default=-1)
        assert bool(row[2] & f.PSK) == (row[5] >= 0)


def test_a_stone_stands_where_it_was_put() -> None:
    """A stone on each point of an oblong board in turn, and nothing else."""
    width, height = 7, 3
    replays = kernel(*(Game(width, height, [Play(BLACK, point)]) for point in range(width * height)))
    for point in range(width * height):
        stones = kernel_board(replays, point).stones
        assert stones[point] == BLACK
        assert (stones == EMPTY).sum() == width * height - 1


# Identity.


def identity(*games: Game) -> list[int]:
    """Return the canonical hash of each game."""
    kind, xy, start, width, height, _ = tape(games)
    at = np.zeros(len(kind), dtype=np.int32)
    return canonical_hashes(Events(kind, xy, at, start), width, height).tolist()


def identity_of_text(*texts: str) -> list[int]:
    """Return the canonical hash of each text."""
    records = records_of(*texts)
    return canonical_hashes(records.tape.events, records.width, records.height).tolist()


@LAW
@given(SIZES, numbers(60))
def test_a_game_is_itself_from_all_sides(size: tuple[int, int], draws: list[int]) -> None:
    """The canonical hash is the same under the eight symmetries."""
    one = wild(*size, draws)
    assert len(set(identity(*(turned(one, symmetry) for symmetry in SYMMETRIES)))) == 1


@LAW
@given(
    SIZES.filter(lambda size: size[0] * size[1] > 9),
    st.lists(st.integers(0, 10**6), min_size=1, max_size=40),
    st.data(),
)
def test_a_changed_move_changes_the_identity(size: tuple[int, int], draws: list[int], data: st.DataObject) -> None:
    """A game in which one move goes elsewhere is another game, unless a symmetry maps the one to the other."""
    one = alternating(*size, draws)
    where = data.draw(st.integers(0, len(draws) - 1))
    other = alternating(*size, [*draws[:where], draws[where] + 1, *draws[where + 1 :]])
    alike = any(turned(one, symmetry) == other for symmetry in SYMMETRIES)
    same = identity(one)[0] == identity(other)[0]
    assert same == alike


@LAW
@given(SIZES, numbers(60))
def test_swapped_colours_are_another_game(size: tuple[int, int], draws: list[int]) -> None:
    """The colours enter the identity."""
    one = alternating(*size, [0, *draws])
    assert identity(one) != identity(swapped(one))


def test_a_longer_game_and_another_board_are_other_games() -> None:
    """Length and board size enter the identity; how a node marks a move as forced does not."""
    plain = Game(9, 9, [Play(BLACK, 40)])
    longer = Game(9, 9, [Play(BLACK, 40), Play(WHITE, -1)])
    wider = Game(9, 10, [Play(BLACK, 40)])
    forced = Game(9, 9, [Play(BLACK, 40, forced=True)])
    found = identity(plain, longer, wider, forced)
    assert len(set(found[:3])) == 3
    assert found[3] == found[0]


def test_ten_thousand_games_have_as_many_identities() -> None:
    """Openings of three moves on one eighth of the board, all different, all hash apart."""
    games = [
        Game(19, 19, [Play(BLACK, 3), Play(WHITE, a), Play(BLACK, b)]) for a in range(40, 140) for b in range(200, 300)
    ]
    assert len(set(identity(*games))) == 10_000


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(;SZ[9]AB[aa:bc];B[ee])", "(;SZ[9]AB[ha:ic];B[ee])"),
        ("(;SZ[9]AB[aa:bc];B[ee])", "(;SZ[9]AB[ag:bi];B[ee])"),
        ("(;SZ[9]AB[aa:bc];B[ee])", "(;SZ[9]AB[aa:cb];B[ee])"),
    ],
)
def test_a_rectangle_of_setup_is_itself_from_all_sides(one: str, other: str) -> None:
    """Mirrored games with setup written as rectangles are one game."""
    assert len(set(identity_of_text(one, other))) == 1


def test_a_pass_is_a_pass_however_it_is_written() -> None:
    """``tt`` on boards up to 19 × 19 and the empty value are the same move."""
    assert len(set(identity_of_text("(;SZ[19];B[dd];W[tt])", "(;SZ[19];B[dd];W[])"))) == 1


@law(50)
@given(SIZES, numbers(40))
def test_identity_is_the_same_from_text(size: tuple[int, int], draws: list[int]) -> None:
    """Names, comments and the writer's habits do not enter: text and tape have one identity."""
    one = wild(*size, draws)
    written = sgf(one)
    decorated = written.replace("(;", "(;PB[Ito]C[a comment]KM[6.5]", 1)
    assert len(set(identity_of_text(written, decorated))) == 1


def test_one_side_that_passes_twice_ends_nothing() -> None:
    """Both sides must pass in succession (Wikipedia, *Rules of Go*, rule 9; Japanese rules 1989, art. 9.1)."""
    twice = ga.loads("(;SZ[5]KM[0];B[cc];W[bb];B[];B[];W[dd])")
    assert twice.replay().verdicts("basic") == ["legal", "legal", "legal", "out of turn", "legal"]
    alone = ga.loads("(;SZ[5]KM[0];B[cc];W[bb];B[];B[])")
    assert alone.info["ended_by"] != "passes"
    assert alone.outcome("basic").basis == "not_over"
    answered = ga.loads("(;SZ[5]KM[0];B[cc];W[bb];B[];B[];W[])")
    assert answered.info["ended_by"] == "passes"
    assert answered.outcome("basic").margin == 0
