"""Games for tests: made from short text, drawn at random, turned and mirrored; and the two replays of them.

`Game` is the input of the reference replay; `tape` writes the same for the kernel.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st
from oracles.board import OracleBoard
from oracles.referee import Edit, Move
from oracles.replay import handicap_moves, replay

from goanalyze import BLACK, WHITE, Play, Position, Setup, from_gtp, to_sgf
from goanalyze.archives.blobs import Blob
from goanalyze.core import flags as f
from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.history import History
from goanalyze.points import EMPTY, OFF_BOARD, PASS, opponent
from goanalyze.replay.arrays import Replays
from goanalyze.replay.replay import replay_events as replay_tape
from goanalyze.replay.replay import replay_records
from goanalyze.sgf.charset import decode
from goanalyze.sgf.charset_detection import Decision
from goanalyze.sgf.properties import ADD_BLACK, ADD_EMPTY, ADD_WHITE, KO_PROPERTY, TURN_BLACK
from goanalyze.sgf.records import Records, read_records
from goanalyze.sgf.tape import Events

LETTERS = {"B": BLACK, "W": WHITE}
SUPERKO = f.PSK | f.SSK | f.NEW_ZEALAND | f.NSSK
REPETITION = {"basic": f.BASIC_KO, "psk": f.PSK, "ssk": f.SSK, "nz": f.NEW_ZEALAND, "nssk": f.NSSK}
SYMMETRIES = range(8)


class Game(NamedTuple):
    """A record: board, events and HA."""

    width: int
    height: int
    events: list[Play | Setup]
    handicap: int = 0


def plays(text: str, width: int, height: int) -> list[Play | Setup]:
    """Read moves such as ``B D4 W pass B off``, colour and place in turn."""
    words = text.split()
    return [
        Play(LETTERS[color], OFF_BOARD if point == "off" else from_gtp(point, width, height))
        for color, point in zip(words[::2], words[1::2], strict=True)
    ]


def set_up(rows: Sequence[str], turn: int | None = None) -> Setup:
    """Return the setup that makes a diagram."""
    stones = Position.from_rows(rows).stones.tolist()
    return Setup(tuple((point, color) for point, color in enumerate(stones) if color), turn)


def game(rows: Sequence[str], moves: str = "", handicap: int = 0, turn: int | None = None) -> Game:
    """Return the game that starts from a diagram."""
    width, height = len(rows[0]), len(rows)
    return Game(width, height, [set_up(rows, turn), *plays(moves, width, height)], handicap)


def tape(games: Sequence[Game]) -> tuple[np.ndarray, ...]:
    """Return kind, xy, event_start, width, height and handicap of a chunk."""
    kinds: list[int] = []
    points: list[tuple[int, int, int, int]] = []
    starts = [0]
    for one in games:
        for event in one.events:
            if isinstance(event, Play):
                kinds.append(event.color | (KO_PROPERTY if event.forced else 0))
                y, x = divmod(event.point, one.width) if event.point >= 0 else (event.point, event.point)
                points.append((x, y, 0, 0))
                continue
            for point, color in event.stones:
                kinds.append({EMPTY: ADD_EMPTY, BLACK: ADD_BLACK, WHITE: ADD_WHITE}[color])
                y, x = divmod(point, one.width)
                points.append((x, y, x, y))
            if event.turn is not None:
                kinds.append(TURN_BLACK + event.turn - BLACK)
                points.append((-1, -1, 0, 0))
        starts.append(len(kinds))
    sizes = np.array([(one.width, one.height, one.handicap) for one in games], dtype=np.int16).reshape(-1, 3).T.copy()
    return (
        np.array(kinds, dtype=np.uint8),
        np.array(points, dtype=np.int8).reshape(-1, 4),
        np.array(starts, dtype=np.int64),
        *sizes,
    )


def kernel(*games: Game) -> Replays:
    """Play out a chunk by the kernel."""
    kind, xy, start, width, height, handicap = tape(games)
    events = Events(kind, xy, np.arange(len(kind), dtype=np.int32), start)
    return replay_tape(events, width, height, handicap)


def reference(one: Game) -> History:
    """Play out a game by the reference."""
    return replay(one.width, one.height, one.events, one.handicap)


def on_chains(one: Game) -> History:
    """Play out a game as the board that plays does, on `ChainBoard`."""
    history = History(ChainBoard(one.width, one.height), one.handicap, handicap_moves(one.events, one.handicap))
    for event in one.events:
        if isinstance(event, Play):
            history.play(event)
        else:
            history.setup(event)
    return history


def for_referee(one: Game) -> list[Move | Edit]:
    """Write a game as the second referee takes it."""
    return [
        Edit(event.stones, event.turn or 0)
        if isinstance(event, Setup)
        else Move(event.color, None if event.point == PASS else event.point)
        for event in one.events
    ]


Row = tuple[int, int, int, int, int, int, int]


def kernel_rows(replays: Replays, index: int = 0) -> list[Row]:
    """Return colour, point, flags, captured, self-captured, repeats and situation of each move of a game."""
    span = slice(*replays.start[index : index + 2].tolist())
    return list(zip(*(column[span].tolist() for column in replays.moves[:7]), strict=True))


def reference_rows(done: History) -> list[Row]:
    """Return the same of a reference replay."""
    return [
        (m.color, m.point, m.flags, len(m.captured), len(m.self_captured), m.repeats_move, m.repeats_situation)
        for m in done.moves
    ]


def kernel_facts(replays: Replays, index: int = 0) -> dict[str, int]:
    """Return the facts of a game that the reference replay knows as well."""
    names = ("moves", "black_prisoners", "white_prisoners", "ended_at", "setup_breaks", "handicap_moves")
    names += ("dropped_moves", "first_pass", "stops", "second_stop", "last_stop")
    return {name: int(replays.fact(name)[index]) for name in names}


def reference_facts(done: History, events: Sequence[Play | Setup]) -> dict[str, int]:
    """Return the same of a reference replay."""
    plays = sum(isinstance(event, Play) for event in events)
    return {
        "moves": len(done.moves),
        "black_prisoners": done.prisoners[BLACK],
        "white_prisoners": done.prisoners[WHITE],
        "ended_at": done.ended_at,
        "setup_breaks": done.setup_breaks,
        "handicap_moves": done.handicap_moves,
        "dropped_moves": plays - len(done.moves),
        "first_pass": done.first_pass,
        "stops": done.stops,
        "second_stop": done.second_stop,
        "last_stop": done.last_stop,
    }


def kernel_board(replays: Replays, index: int = 0) -> Position:
    """Return a game's final position."""
    span = slice(*replays.board_start[index : index + 2].tolist())
    return Position(int(replays.width[index]), int(replays.height[index]), replays.boards[span])


# Records through the whole path: text, tokenizer, replay.


def records_of(*texts: str) -> Records:
    """Read SGF texts, one file each, into one chunk."""
    blobs = [decode(Blob(f"{n}.sgf", "", text.encode()), lambda _: Decision("cp1252")) for n, text in enumerate(texts)]
    (records,) = read_records(blobs)
    return records


def replayed(*texts: str) -> Replays:
    """Read SGF texts and play them out."""
    return replay_records(records_of(*texts))


def sgf(one: Game) -> str:
    """Write a game as SGF."""
    parts = [f"(;GM[1]FF[4]SZ[{one.width}:{one.height}]" + (f"HA[{one.handicap}]" if one.handicap else "")]
    for event in one.events:
        if isinstance(event, Play):
            value = to_sgf(event.point, one.width) if event.point != OFF_BOARD else "ZZ"
            parts.append(f";{'.BW'[event.color]}[{value}]{'KO[]' if event.forced else ''}")
            continue
        parts += [f";A{'EBW'[color]}[{to_sgf(point, one.width)}]" for point, color in event.stones]
        if event.turn is not None:
            parts.append(f";PL[{'.BW'[event.turn]}]")
    return "".join(parts) + ")"


# Turning, mirroring, swapping colours.


def turned_point(point: int, width: int, height: int, symmetry: int) -> int:
    """Return the image of a point; bit 0 mirrors left to right, bit 1 top to bottom, bit 2 transposes."""
    if point < 0:
        return point
    y, x = divmod(point, width)
    x = width - 1 - x if symmetry & 1 else x
    y = height - 1 - y if symmetry & 2 else y
    return x * height + y if symmetry & 4 else y * width + x


def turned(one: Game, symmetry: int) -> Game:
    """Turn and mirror a game."""
    width, height = (one.height, one.width) if symmetry & 4 else (one.width, one.height)

    def move(point: int) -> int:
        return turned_point(point, one.width, one.height, symmetry)

    return Game(width, height, list(_mapped(one.events, move, lambda color: color)), one.handicap)


def swapped(one: Game) -> Game:
    """Give Black's stones and moves to White and White's to Black; PL says so where Black would move first unsaid."""
    events = list(_mapped(one.events, lambda point: point, lambda c: opponent(c) if c else c))
    return one._replace(events=[Setup((), WHITE), *events] if is_even(one) else events)


def is_even(one: Game) -> bool:
    """Return True if a game begins on the empty board, without PL and handicap stones: Black moves first."""
    board = dict[int, int]()
    for event in one.events:
        if isinstance(event, Play):
            break
        if event.turn is not None:
            return False
        board.update(event.stones)
    return one.handicap < 2 and not any(board.values())


def _mapped(
    events: Sequence[Play | Setup], move: Callable[[int], int], color: Callable[[int], int]
) -> Iterator[Play | Setup]:
    for event in events:
        if isinstance(event, Play):
            yield Play(color(event.color), move(event.point), event.forced)
        else:
            stones = tuple((move(point), color(stone)) for point, stone in event.stones)
            yield Setup(stones, None if event.turn is None else color(event.turn))


def turned_position(position: Position, symmetry: int) -> Position:
    """Turn and mirror a position."""
    grid = position.stones.reshape(position.height, position.width)
    grid = grid[:, ::-1] if symmetry & 1 else grid
    grid = grid[::-1] if symmetry & 2 else grid
    grid = grid.T if symmetry & 4 else grid
    return Position(grid.shape[1], grid.shape[0], grid.ravel())


# Games at random.


def numbers(most: int) -> st.SearchStrategy[list[int]]:
    """Return lists of numbers for the games below: short ones, and ones long enough for repetitions."""
    number = st.integers(0, 10**6)
    return st.one_of(st.lists(number, max_size=10), st.lists(number, min_size=most // 2, max_size=most))


def alternating(width: int, height: int, draws: Sequence[int], first: int = BLACK) -> Game:
    """Return a game of strict alternation; each number names a point, or a pass in one of `points + 1` cases.

    Where White is first, PL says so.
    """
    points = width * height
    moves = [number % (points + 1) for number in draws]
    color = (first, opponent(first))
    turn = [Setup((), WHITE)] if first == WHITE else []
    return Game(width, height, [*turn, *(Play(color[n % 2], PASS if p == points else p) for n, p in enumerate(moves))])


def orderly(width: int, height: int, draws: Sequence[int], first: int = BLACK) -> Game:
    """Return a game of strict alternation that never plays on a stone; only a full board makes it pass.

    Where White is first, PL says so.
    """
    board = OracleBoard(Position.empty(width, height))
    events: list[Play | Setup] = [Setup((), WHITE)] if first == WHITE else []
    color = first
    for number in draws:
        empty = [point for point, stone in enumerate(board.colors) if stone == EMPTY]
        point = PASS if not empty or number % 17 == 0 else empty[number % len(empty)]
        if point != PASS:
            board.place(color, point)
        events.append(Play(color, point))
        color = opponent(color)
    return Game(width, height, events)


def wild(width: int, height: int, draws: Sequence[int], handicap: int = 0) -> Game:
    """Return a game of anything: setup and PL between moves, colours out of turn, stones, the outside, passes, KO."""
    points = width * height
    color = BLACK
    events: list[Play | Setup] = []
    for number in draws:
        kind, rest = number % 50, number // 50
        if kind == 0:
            stones = tuple(((rest // 7**n) % points, (rest // 5**n) % 3) for n in range(rest % 4))
            events.append(Setup(stones, (None, BLACK, WHITE)[rest % 3]))
            continue
        if kind in {1, 2}:
            color = opponent(color)
        point = PASS if kind in {3, 4, 6} else OFF_BOARD if kind == 5 else rest % points
        events.append(Play(color, point, forced=kind in {6, 7}))
        color = opponent(color)
    return Game(width, height, events, handicap)


def wild_at_random(seed: int, sizes: Sequence[tuple[int, int]], most: int) -> Game:
    """Return a wild game drawn from a seed."""
    rng = random.Random(seed)
    width, height = rng.choice(sizes)
    draws = [rng.randrange(10**6) for _ in range(rng.randrange(most))]
    return wild(width, height, draws, rng.choice([0, 0, 0, 1, 2, 3, 5]))
