"""The finisher plays by its rules, obeys the symmetries of the game, and ends in bounded time on any board."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from helpers.boards import boards_of
from helpers.laws import part
from numpy.typing import NDArray
from oracles.finisher import Stones
from oracles.finisher import play_rest as oracle

import goanalyze as ga
from goanalyze import BLACK, WHITE, Position
from goanalyze.core.labels import Boards
from goanalyze.life.estimate.finisher import FACTS, FinishedPositions, Rest, find_margins, finish, play_rest
from goanalyze.points import EMPTY, opponent
from goanalyze.score.choices import DEDUCTED
from goanalyze.score.territory import find_point_kinds

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
SMALL = 100  # points of boards that the oracle plays in no time
USUAL = 361  # points of boards that it plays in some seconds
SIZES = [(1, 1), (2, 1), (3, 2), (4, 4), (5, 5), (3, 9), (7, 7), (9, 6), (9, 9)]


class Case:
    """A position whose rest is played.

    Attributes:
        board: position with its dead stones.
        to_move: side to move.
        last: point of the last move, None without one.
    """

    def __init__(self, board: Stones, to_move: int = BLACK, last: int | None = None) -> None:
        self.board, self.to_move, self.last = board, to_move, last

    @property
    def height(self) -> int:
        """Return the number of rows."""
        return len(self.board.colors) // self.board.width


Chunk = tuple[Boards, NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int32]]


def chunk_of(cases: list[Case]) -> Chunk:
    """Return the arguments of `finish`."""
    boards = [case.board for case in cases]
    colors = [np.array(board.colors, dtype=np.uint8) for board in boards]
    positions = [
        Position(board.width, case.height, stones) for board, case, stones in zip(boards, cases, colors, strict=True)
    ]
    dead = [point in board.dead for board in boards for point in range(len(board.colors))]
    last = np.array([-1 if case.last is None else case.last for case in cases], dtype=np.int32)
    to_move = np.array([case.to_move for case in cases], dtype=np.uint8)
    return boards_of(positions), np.array(dead, dtype=np.uint8), to_move, last


def stones_after(result: FinishedPositions | Rest, case: Case, start: int) -> Stones:
    """Return the position after the rest of the game whose first point has a number."""
    points = slice(start, start + len(case.board.colors))
    stones = result.boards.stones if isinstance(result, FinishedPositions) else result.stones
    return Stones(
        case.board.width, tuple(stones[points].tolist()), frozenset(np.flatnonzero(result.dead[points]).tolist())
    )


def moves_of(result: FinishedPositions, number: int = 0) -> list[int | None]:
    """Return the moves of one game of a chunk, None for a pass."""
    moves = result.moves[slice(*result.start[number : number + 2])].tolist()
    return [None if move < 0 else move for move in moves]


def drawn_case(seed: int) -> Case:
    """Draw a position: stones at random, or areas of two colours with holes and a few strangers."""
    rng = random.Random(seed)
    width, height = rng.choice(SIZES)
    centers = [(rng.uniform(0, width), rng.uniform(0, height), side) for side in (BLACK, WHITE) for _ in range(2)]
    strangers, holes = rng.choice((0.02, 0.1, 0.5)), rng.choice((0.1, 0.3, 0.5))
    colors = []
    for point in range(width * height):
        x, y = point % width, point // width
        _, color = min(((x - cx) ** 2 + (y - cy) ** 2, side) for cx, cy, side in centers)
        color = opponent(color) if rng.random() < strangers else color
        colors.append(EMPTY if rng.random() < holes else color)
    board = Stones(width, tuple(colors), frozenset())
    stones = [point for point, color in enumerate(colors) if color != EMPTY]
    chosen = [stone for stone in stones if rng.random() < rng.choice((0, 0.02, 0.1))]
    board = Stones(width, board.colors, frozenset(point for stone in chosen for point in board.chain(stone)))
    return Case(board, rng.choice((BLACK, WHITE)), rng.choice([None, *stones]))


def of_rows(*rows: str, to_move: int = BLACK) -> Case:
    """Return a position by its rows: X and O are stones, x and o dead ones."""
    signs = "".join(rows)
    dead = frozenset(point for point, sign in enumerate(signs) if sign in "xo")
    return Case(
        Stones(len(rows[0]), tuple(" XO".index(sign.upper()) if sign != "." else 0 for sign in signs), dead), to_move
    )


OPEN, SHUT, WALL = "..X.O..", "..XXO..", "..XO..."
BOARDS = [
    # position; side to move; territory margin as it is, with teire deducted, and played out
    pytest.param([OPEN] * 7, BLACK, (0, 0, 0), id="dame only"),
    pytest.param([WALL] * 7, BLACK, (-7, -7, -7), id="nothing open"),
    pytest.param([OPEN, OPEN, SHUT, "..XO.O.", OPEN, SHUT, SHUT], BLACK, (0, 0, 1), id="Black fills, White connects"),
    pytest.param([OPEN, OPEN, SHUT, "..XO.O.", OPEN, SHUT, SHUT], WHITE, (0, 0, 0), id="White connects by a dame"),
    pytest.param(
        ["OOO.OO.", "OOXOO..", "OOXXO..", "OOXXO..", SHUT, "XXXXO..", SHUT],
        BLACK,
        (-12, -11, -11),
        id="nine stones short of liberties",
    ),
    pytest.param(["..XO.O.", *[SHUT] * 6], BLACK, (0, 1, 1), id="in atari without dame, opponent to move"),
    pytest.param(["..XO.O.", *[SHUT] * 6], WHITE, (0, 1, 1), id="in atari without dame, owner to move"),
    pytest.param(["..XO.O.", OPEN, *[SHUT] * 5], BLACK, (0, 0, 1), id="an eye that a dame makes false"),
    pytest.param(["..XO.O.", OPEN, *[SHUT] * 5], WHITE, (0, 0, 0), id="an eye that a dame keeps"),
    pytest.param(
        ["..XO.O.", SHUT, OPEN, OPEN, OPEN, "..XOO..", ".X.XO.."], BLACK, (0, 0, 0), id="both sides must fill"
    ),
    pytest.param([*[WALL] * 6, "...O..."], BLACK, (-21, -21, -7), id="an open border"),
    pytest.param(
        [WALL, WALL, "XXXOO..", "XO.XOO.", "XXXXO..", SHUT, "..XOO.."], BLACK, (-7, -7, -5), id="capture inside"
    ),
    pytest.param([OPEN, OPEN, OPEN, "o.X.O..", OPEN, OPEN, OPEN], BLACK, (1, 1, 1), id="a dead stone stays dead"),
    pytest.param(
        [SHUT, SHUT, "..XO.O.", "..XXXO.", "..XXOO.", SHUT, SHUT], BLACK, (3, 3, 5), id="capture of a stone in atari"
    ),
    pytest.param(
        [SHUT, SHUT, "..XO.O.", "..XXXO.", "..XXOO.", SHUT, SHUT], WHITE, (3, 3, 3), id="rescue of a stone in atari"
    ),
    pytest.param(
        [SHUT, SHUT, "..XO.O.", "..XOXO.", "..XXXO.", "..XXOO.", SHUT], BLACK, (4, 4, 8), id="capture of two stones"
    ),
    pytest.param(
        [SHUT, SHUT, "..XO.O.", "..XOXO.", "..XOXO.", "..XXXO.", "..XXOO."], BLACK, (5, 5, 5), id="three stones live"
    ),
]


@pytest.mark.parametrize(("rows", "to_move", "margins"), BOARDS)
def test_small_boards_are_counted_as_reasoned_by_hand(
    rows: list[str], to_move: int, margins: tuple[int, int, int]
) -> None:
    """The margins of a position: as it is, with required fillings deducted, and played out."""
    boards, dead, side, last = chunk_of([of_rows(*rows, to_move=to_move)])
    kinds, sides = find_point_kinds(boards, dead, side)
    deducted = np.isin(kinds, [kind.index for kind in DEDUCTED])
    static = find_margins(boards, dead, side)[0]
    as_it_is = static + (sides[deducted] == BLACK).sum() - (sides[deducted] == WHITE).sum()
    played_out = static + finish(boards, dead, side, last).facts[0, FACTS.index("difference")]
    assert (as_it_is, static, played_out) == margins


def hostile_cases() -> Iterator[Case]:
    """Yield large boards: stones at random, full of ataris, full of kos, and with a huge dead group."""
    side = 52
    rng = random.Random(3)
    points = [divmod(point, side) for point in range(side * side)]
    for fill in (0.1, 0.5, 0.8, 0.95, 1):
        yield Case(Stones(side, tuple(rng.choice((1, 2)) if rng.random() < fill else 0 for _ in points), frozenset()))
    patterns = (["XO.", "O.X"], [".XO.", "X.XO", ".XO.", "XO.O"], [".XXOO"], ["X.O.", "OOOO"])
    for rows in patterns:
        colors = tuple(".XO".index(rows[y % len(rows)][x % len(rows[0])]) for y, x in points)
        yield Case(Stones(side, colors, frozenset()))
    colors = tuple(2 if x in {0, side - 1} else 1 if rng.random() < 0.9 else 0 for y, x in points)
    yield Case(Stones(side, colors, frozenset(point for point, color in enumerate(colors) if color == BLACK)))
    yield Case(Stones(side, tuple([1, 0, 2] + [0] * (side * side - 3)), frozenset()))


def test_the_largest_boards_take_bounded_time() -> None:
    """A run has at most a quarter of the number of points in moves, and 16; all runs take a few seconds."""
    begin = time.process_time()
    for case in hostile_cases():
        result = finish(*chunk_of([case]))
        assert len(result.moves) <= len(case.board.colors) // 4 + 16
        assert result.share[0] > 0 or stones_after(result, case, 0) == case.board
    assert time.process_time() - begin < 60  # a hundred times the usual duration


def sample_cases() -> Iterator[Case]:
    """Yield the final positions of the sample's games, without dead stones."""
    for game in ga.read(sorted(SAMPLE.glob("*/*.sgf"))):
        replay = game.replay()
        if replay.has_board:
            position = replay.position()
            yield Case(Stones(position.width, tuple(position.stones.tolist()), frozenset()))


def check_by_oracle(cases: list[Case], run: int) -> None:
    """Compare one run with the oracle."""
    chunk = chunk_of(cases)
    actual = play_rest(*chunk, run)
    for number, case in enumerate(cases):
        expected = oracle(case.board, case.to_move, case.last, run)
        start, length = int(chunk[0].start[number]), int(actual.facts[number, FACTS.index("moves")])
        is_finished = expected.moves[-2:] == [None, None]
        assert actual.is_finished[number] == is_finished
        moves = [None if move < 0 else move for move in actual.moves[start : start + length].tolist()]
        assert moves == (expected.moves[:-2] if is_finished else [])
        assert stones_after(actual, case, start) == (expected.board if is_finished else case.board)
        assert actual.prisoners[number].tolist() == (list(expected.prisoners.values()) if is_finished else [0, 0])
        assert actual.to_move[number] == (expected.side if is_finished else case.to_move)


@pytest.mark.law
@pytest.mark.parametrize("run", [0, 1, 5])
def test_random_boards_are_played_as_by_the_oracle(run: int) -> None:
    """Moves, stones, dead stones and prisoners are those of the readable rules."""
    check_by_oracle([drawn_case(seed) for seed in range(100 * run, 100 * run + part(100, usual=25))], run)


@pytest.mark.slow
def test_many_random_boards_are_played_as_by_the_oracle() -> None:
    """The same for more positions."""
    check_by_oracle([drawn_case(seed) for seed in range(1000, 6000)], 0)


@pytest.mark.law
def test_positions_of_the_sample_are_played_as_by_the_oracle() -> None:
    """The same for final positions of games, as far as they are small enough for the oracle."""
    cases = [case for case in sample_cases() if len(case.board.colors) <= SMALL]
    cases = cases[:: len(cases) // part(len(cases), usual=8)]
    assert cases
    check_by_oracle(cases, 0)


@pytest.mark.slow
def test_larger_positions_of_the_sample_are_played_as_by_the_oracle() -> None:
    """The same for more of them, on boards of up to 19×19 points."""
    check_by_oracle([case for case in sample_cases() if len(case.board.colors) <= USUAL][::4], 0)


def test_colors_can_be_exchanged() -> None:
    """With colours and the side to move exchanged, the same points are played, and the results are exchanged."""
    cases = [drawn_case(seed) for seed in range(400)]
    swapped = [
        Case(
            Stones(case.board.width, tuple((0, 2, 1)[color] for color in case.board.colors), case.board.dead),
            opponent(case.to_move),
            case.last,
        )
        for case in cases
    ]
    first, second = finish(*chunk_of(cases)), finish(*chunk_of(swapped))
    assert (first.moves == second.moves).all()
    assert (first.boards.stones == np.array([0, 2, 1])[second.boards.stones]).all()
    assert (first.prisoners == second.prisoners[:, ::-1]).all()
    assert (first.dead == second.dead).all()
    assert (first.share == second.share).all()
    difference = FACTS.index("difference")
    assert (first.facts[:, difference] == -second.facts[:, difference]).all()


def test_a_position_has_one_result_in_every_chunk() -> None:
    """The other positions of a chunk make no difference."""
    cases = [drawn_case(seed) for seed in range(60)]
    whole = finish(*chunk_of(cases))
    for number, case in enumerate(cases):
        alone = finish(*chunk_of([case]))
        assert moves_of(alone) == moves_of(whole, number)
        assert alone.share[0] == whole.share[number]
        assert (alone.facts[0] == whole.facts[number]).all()
        assert stones_after(alone, case, 0) == stones_after(whole, case, int(whole.boards.start[number]))


def test_the_moves_are_legal_and_give_the_result() -> None:
    """Played by the rules, the moves lead to the position and the prisoners; no ko is retaken at once.

    Stones that are dead afterwards were dead before.
    """
    cases = [drawn_case(seed) for seed in range(400, 800)]
    result = finish(*chunk_of(cases))
    for number, case in enumerate(cases):
        board, side, ko, prisoners = case.board, case.to_move, None, {BLACK: 0, WHITE: 0}
        for point in moves_of(result, number):
            play = None if point is None else board.play(point, side)
            assert point is None or (play is not None and board.colors[point] == EMPTY and point != ko)
            ko = None
            if play is not None:
                board, ko = play.after, play.ko
                prisoners[side] += play.captured
            side = opponent(side)
        final = stones_after(result, case, int(result.boards.start[number]))
        assert final == board
        assert final.dead <= case.board.dead
        assert result.prisoners[number].tolist() == [prisoners[BLACK], prisoners[WHITE]]
        assert result.to_move[number] == side


def test_a_finished_position_stays_as_it_is() -> None:
    """The rest of a position that was played out is two passes."""
    cases = [drawn_case(seed) for seed in range(800, 1600)]
    result = finish(*chunk_of(cases))
    again = finish(result.boards, result.dead, result.to_move, np.full(len(cases), -1, dtype=np.int32))
    is_finished = result.share > 0
    assert is_finished.mean() > 0.9
    assert (again.facts[is_finished, FACTS.index("moves")] == 0).all()
    assert (again.share[is_finished] == 1).all()


def test_nothing_is_played_where_nothing_is_open() -> None:
    """Without neutral points and chains in atari both sides pass."""
    for seed in range(1600, 2400):
        case = drawn_case(seed)
        board = case.board
        stones = [point for point, color in enumerate(board.colors) if color != EMPTY]
        has_neutral = any(len(owners) > 1 for _, owners in board.regions)
        has_atari = any(len(board.liberties_at(stone)) == 1 for stone in stones)
        if not has_neutral and not has_atari:
            assert moves_of(finish(*chunk_of([case]))) == []


def test_the_count_hardly_depends_on_the_side_from_which_the_board_is_seen() -> None:
    """Rotated and reflected positions have the same margin, unless equal moves are chosen by reading order.

    Positions for which all runs agree differ rarely.
    """
    cases = list(sample_cases())
    cases = [case for case in cases if case.board.width == case.height]
    reflected = [
        Case(
            Stones(
                case.board.width,
                tuple(
                    case.board.colors[point // case.board.width + case.board.width * (point % case.board.width)]
                    for point in range(len(case.board.colors))
                ),
                frozenset(),
            )
        )
        for case in cases
    ]
    first, second = finish(*chunk_of(cases)), finish(*chunk_of(reflected))
    is_clear = (first.share == 1) & (second.share == 1)
    difference = FACTS.index("difference")
    same = first.facts[is_clear, difference] == second.facts[is_clear, difference]
    assert is_clear.any()
    assert same.mean() > 0.95
