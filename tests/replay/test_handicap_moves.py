"""Handicap stones placed by moves: these moves are not out of turn, and count as stones, with any HA."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest
from helpers.games import records_of

import goanalyze as ga
from goanalyze import BLACK
from goanalyze.core import flags as f
from goanalyze.core.handicap import fixed_handicap, grid_points
from goanalyze.draw.diagram import star_points
from goanalyze.replay.arrays import Replays
from goanalyze.replay.replay import replay_records

LETTERS = "abcdefghijklmnopqrstuvwxyz"
HEADERS = ("", "HA[0]", "HA[1]", "KM[0]HA[0]", "KM[6.5]", "PL[B]")


def replayed(*texts: str) -> Replays:
    """Return a chunk of records, played out."""
    return replay_records(records_of(*texts))


def opening(count: int, size: int) -> str:
    """Return some plays of Black on different points, then one of each side."""
    plays = "".join(f";B[{LETTERS[index % size]}{LETTERS[index // size]}]" for index in range(count))
    return f"{plays};W[ee];B[ef]"


def faults(replays: Replays, game: int = 0) -> list[int]:
    """Return the numbers of the moves out of turn."""
    start, stop = replays.start[game : game + 2].tolist()
    flags = replays.moves.flags[start:stop].tolist()
    return [number for number, bits in enumerate(flags, 1) if bits & f.OUT_OF_TURN]


@pytest.mark.parametrize(("header", "size"), [*product(HEADERS, (9, 13, 19))])
def test_two_to_nine_plays_before_whites_first_move_are_a_handicap(header: str, size: int) -> None:
    """Their number is the number of stones, no move is out of turn, and one finding states the doubt."""
    for count in range(2, 10):
        text = f"(;SZ[{size}]{header}{opening(count, size)})"
        replays = replayed(text)
        assert (faults(replays), int(replays.fact("handicap_moves")[0])) == ([], count)
        codes = [finding.code for finding in ga.loads(text).replay().findings]
        assert codes.count("GO152") == 1
        assert not {"GO105", "GO405"} & set(codes)


@pytest.mark.parametrize(
    ("moves", "out_of_turn"),
    [
        (opening(10, 9), 9),
        (";B[aa];B[bb];W[ee];W[ff];B[gg]", 2),
        (";B[aa];B[aa];W[ee];B[ff]", 1),
        (";B[aa];B[];W[ee];B[ff]", 1),
        (";B[aa];B[bb]", 1),
        (";B[aa];B[bb]AB[cc];W[ee];B[ff]", 0),
    ],
    ids=["ten", "White moves twice, too", "one point twice", "a pass", "nothing of White", "setup"],
)
def test_other_moves_in_succession_are_out_of_turn(moves: str, out_of_turn: int) -> None:
    """More than nine plays, a diagram of both colours, a move entered twice, and a record of Black alone are faults."""
    replays = replayed(f"(;SZ[9]{moves})")
    assert len(faults(replays)) == out_of_turn
    assert replays.fact("handicap_moves").tolist() == [0]


def test_plays_that_pl_declares_are_no_handicap() -> None:
    """A PL between two plays gives Black the move."""
    replays = replayed("(;SZ[9];B[aa];PL[B];B[bb];W[ee];B[ff])")
    assert (faults(replays), replays.fact("handicap_moves").tolist()) == ([], [0])


@pytest.mark.parametrize(
    ("handicap", "moves", "stones", "placing"),
    [
        (3, ";B[cg];W[];B[gc];W[];B[cc];W[ee];B[ef]", 3, 5),
        (3, ";B[cg];W[];B[gc];W[];W[ee];B[ef]", 2, 4),
        (3, ";B[cg];W[];B[gc];W[ee];B[ef]", 2, 3),
        (4, ";B[cg];W[];B[gc];W[];B[cc];W[];W[ee];B[ef]", 3, 6),
        (2, ";B[cg];W[];B[gc];W[];B[cc];W[ee];B[ef]", 2, 3),
        (2, ";B[cg];W[];B[gc];W[];B[cc];W[];W[ee];B[ef]", 3, 6),
        (3, ";B[cg];W[];B[gc];W[];B[cc];W[];W[ee];B[ef]", 3, 6),
        (3, ";B[cg];B[gc];W[ee];B[ef]", 2, 2),
        (2, ";B[cg];B[gc];B[cc];W[ee];B[ef]", 3, 3),
        (0, ";B[cg];W[];B[gc];W[];B[cc];W[ee];B[ef]", 0, 0),
    ],
)
def test_the_stones_that_are_placed_are_counted(handicap: int, moves: str, stones: int, placing: int) -> None:
    """Plays before White's first play are handicap stones, also if White passes between, or HA is another number."""
    replays = replayed(f"(;SZ[9]HA[{handicap}]RU[NZ]{moves})")
    assert (faults(replays), int(replays.fact("handicap_moves")[0])) == ([], stones)
    assert int(replays.placing_moves[0]) == placing


@pytest.mark.parametrize("passes", ["", ";W[]"])
@pytest.mark.parametrize(
    ("handicap", "points", "stones"), [(3, "cg cg gc", 2), (4, "cg gc cg gc", 2), (5, "cg gc cg gc gg", 3)]
)
def test_two_moves_on_one_point_place_one_stone(handicap: int, points: str, stones: int, passes: str) -> None:
    """The stones on the board are counted, for the table, the compensation and the finding."""
    moves = passes.join(f";B[{point}]" for point in points.split())
    game = ga.loads(f"(;SZ[9]HA[{handicap}]KM[0]RU[Chinese]{moves};W[ee];B[ef])")
    assert game.info["handicap_stones"] == stones
    assert game.outcome("chinese", dead=[]).handicap_bonus == stones
    told = [finding.message for finding in game.replay().findings if finding.code == "GO405"]
    assert told == [f"HA is {handicap}, and {stones} handicap stones are placed by moves."] * (handicap != stones)


@pytest.mark.parametrize(
    ("size", "stones", "more"),
    [
        ("9", 6, ", which has five star points"),
        ("9", 9, ", which has five star points"),
        ("8", 5, ""),
        ("9:13", 2, ""),
        ("19", 10, ""),
        ("6", 2, ""),
    ],
)
def test_missing_stones_without_fixed_points_are_not_implied(size: str, stones: int, more: str) -> None:
    """One sentence says that no rule fixes their points.

    Rule: Wikipedia, *Rules of Go*, section Handicap: star points, nine on 19×19 and 13×13, five on 9×9.
    """
    game = ga.loads(f"(;SZ[{size}]HA[{stones}]RU[Japanese];W[bb];B[cc])")
    (finding,) = [finding for finding in game.replay().findings if finding.code == "GO154"]
    board = f"{game.width}×{game.height}"
    assert f"No rule fixes the points of {stones} handicap stones on {board}{more}, so that" in finding.message
    with pytest.raises(ga.BoardError, match=f"No rule fixes the points of {stones} handicap stones on {board}"):
        ga.Board(game.width, game.height, handicap=stones)


@pytest.mark.parametrize("size", range(1, 26))
def test_fixed_points_are_star_points(size: int) -> None:
    """Every fixed point is a star point of diagrams; there is one point per stone, and no point twice.

    Rule: Wikipedia, *Rules of Go*, section Handicap: handicap stones are placed on the star points.
    """
    for stones in range(12):
        points = fixed_handicap(size, size, stones)
        assert len(set(points)) in (0, stones)
        if size in (9, 13, 19):
            assert set(points) <= set(star_points(size, size))


@pytest.mark.parametrize(("sizes", "most"), [(range(1, 7), 0), ((7,), 4), (range(8, 27, 2), 4), (range(9, 27, 2), 9)])
def test_boards_have_a_most_of_grid_points(sizes: Iterable[int], most: int) -> None:
    """Boards of 7×7 and of even sides have up to four points, those of odd sides nine, smaller ones none.

    Rule: Farnebäck, *GTP version 2, draft 2*, 2002, section 4.1.1.
    """
    for size in sizes:
        assert [stones for stones in range(12) if grid_points(size, stones)] == list(range(2, most + 1)), size


def test_nobody_loses_by_handicap_stones_that_are_moves() -> None:
    """No ruleset gives the game to White, and White's compensation is that of the stones on the board."""
    game = ga.loads("(;SZ[19]KM[0]HA[0]RU[Chinese]RE[W+R];B[pd];B[pq];B[dd];B[dp];W[qn];B[nc])")
    assert game.outcome("japanese").winner_by_rule is None
    assert [game.outcome(name).handicap_bonus for name in ("chinese", "aga", "japanese")] == [4, 3, 0]
    assert set(game.replay().verdicts("japanese")) == {"legal"}


def test_a_board_of_such_a_record_goes_on() -> None:
    """A board made from the record in the midst of the placing lets Black place the others."""
    game = ga.loads("(;SZ[9];B[cc];B[gg];B[cg];W[ee];B[ef])")
    board = ga.Board.from_game(game, 1)
    assert board.turn == BLACK
    board.play("G3")
    assert not board.moves[-1].flags & f.OUT_OF_TURN


def test_a_record_cut_in_the_placing_has_no_move_out_of_turn() -> None:
    """The position after two of three stones is that of a handicap game."""
    game = ga.loads("(;SZ[9];B[cc];B[gg];B[cg];W[ee];B[ef])")
    assert "GO105" not in {finding.code for finding in game.up_to(2).replay().findings}
