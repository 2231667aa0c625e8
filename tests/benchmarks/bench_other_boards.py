"""Speed of moves, judgements and copies: `ga.Board` and other packages, in one run, in processor time, best of some.

    python tests/benchmarks/bench_other_boards.py [--best-of 7]

Packages that are not installed are skipped with a message; only goanalyze is required. Timed on 19×19:

* a move: the whole of a game that GNU Go played (`data/sample/gnugo`), each move judged and carried out, per move;
* legal moves: all points where the side to move may play, on an empty board, after 120 moves of that game, and on a
  board filled by random players, by the named repetition rule;
* copy and undo: in the middle of that game.

Boards whose moves return a new board are copied by each move and undone by none.
"""

from __future__ import annotations

import argparse
import copy
import random
import re
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

SAMPLE = Path(__file__).parents[2] / "data/sample/gnugo/019x019-chinese-0001.sgf"
SIZE, MIDDLE = 19, 120
Moves = list[tuple[int, int, int]]
"""Colour (1 or 2), column from the left and row from the top, of each move; no passes."""


class Contestant(NamedTuple):
    """A package's board, and how it is asked.

    Attributes:
        name: package, and which of its boards.
        ko: the repetition rule by which it judges.
        new: makes an empty board.
        play: takes a board, a colour, a column and a row; returns the board after the move, the same or a new one.
        legal: returns how many points are legal for a colour; None where the package has no such question.
        copied: returns a copy of a board.
        undo: takes the last move back; None where the package cannot.
    """

    name: str
    ko: str
    new: Callable[[], Any]
    play: Callable[[Any, int, int, int], Any]
    legal: Callable[[Any, int], int] | None
    copied: Callable[[Any], Any] | None
    undo: Callable[[Any], None] | None


def goanalyze(rules: str) -> Contestant:
    """`goanalyze.Board` under a ruleset."""
    import goanalyze as ga

    def play(board: ga.Board, color: int, column: int, row: int) -> ga.Board:
        board.play(row * SIZE + column, color)
        return board

    return Contestant(
        f"goanalyze {version_of('goanalyze')}, Board",
        ga.find_ruleset(rules).repetition.value.value,
        lambda: ga.Board(SIZE, rules=rules),
        play,
        lambda board, _: len(board.legal_moves),
        lambda board: board.copy(),
        lambda board: board.undo(),
    )


def sgfmill() -> Contestant:
    """`sgfmill.boards.Board`: it names the point of a simple ko, and judges nothing itself."""
    from sgfmill.boards import Board

    def play(board: Board, color: int, column: int, row: int) -> Board:
        board.play(SIZE - 1 - row, column, " bw"[color])
        return board

    name = f"sgfmill {version('sgfmill')}"
    return Contestant(name, "none", lambda: Board(SIZE), play, None, lambda board: board.copy(), None)


def sgfmill_psk() -> Contestant:
    """The same with a script's additions: each point tried on a copy, positions kept in a set."""
    from sgfmill.boards import Board

    def key(board: Board) -> tuple[tuple[str | None, ...], ...]:
        return tuple(map(tuple, board.board))

    def play(game: tuple[Board, set[Any]], color: int, column: int, row: int) -> tuple[Board, set[Any]]:
        board, stood = game
        board.play(SIZE - 1 - row, column, " bw"[color])
        stood.add(key(board))
        return game

    def legal(game: tuple[Board, set[Any]], color: int) -> int:
        board, stood = game
        number = 0
        for row in range(SIZE):
            for column in range(SIZE):
                if board.get(row, column) is None:
                    after = board.copy()
                    after.play(row, column, " bw"[color])
                    number += after.get(row, column) is not None and key(after) not in stood
        return number

    name = f"sgfmill {version('sgfmill')}, with a set of positions"
    return Contestant(name, "psk", lambda: (Board(SIZE), set()), play, legal, None, None)


def minigo() -> Contestant:
    """The board of minigo, as PettingZoo brings it."""
    from pettingzoo.classic.go import go_base

    return Contestant(
        f"pettingzoo {version('pettingzoo')}, minigo's board",
        "basic-ko",
        lambda: go_base.Position(komi=7.5),
        lambda board, color, column, row: board.play_move((row, column), color if color == 1 else -1, mutate=True),
        lambda board, _: int(board.all_legal_moves().sum()) - 1,
        copy.deepcopy,
        None,
    )


def dlgo() -> Contestant:
    """The fast board of "Deep Learning and the Game of Go"."""
    from dlgo.goboard_fast import GameState, Move
    from dlgo.gotypes import Point

    def play(state: Any, _: int, column: int, row: int) -> Any:
        move = Move.play(Point(SIZE - row, column + 1))
        assert state.is_valid_move(move)
        return state.apply_move(move)

    return Contestant(
        f"dlgo {version('dlgo')}, goboard_fast",
        "ssk",
        lambda: GameState.new_game(SIZE),
        play,
        lambda state, _: len(state.legal_moves()) - 2,  # pass and resign
        None,
        None,
    )


def open_spiel() -> Contestant:
    """OpenSpiel's Go, in C++."""
    import pyspiel

    game = pyspiel.load_game("go", {"board_size": SIZE, "komi": 7.5})

    def play(state: Any, _: int, column: int, row: int) -> Any:
        state.apply_action((SIZE - 1 - row) * SIZE + column)
        return state

    return Contestant(
        f"open-spiel {version('open-spiel')} (C++)",
        "basic-ko",
        game.new_initial_state,
        play,
        lambda state, _: len(state.legal_actions()) - 1,
        lambda state: state.clone(),
        lambda state: state.undo_action(1 - state.current_player(), state.history()[-1]),
    )


def pgx() -> Contestant:
    """Pgx's Go, compiled by JAX; made for thousands of games at once, here it plays one."""
    import jax
    import pgx as package

    env = package.make("go_19x19")
    init, step = jax.jit(env.init), jax.jit(env.step)
    key = jax.random.PRNGKey(0)

    def play(state: Any, _: int, column: int, row: int) -> Any:
        after = step(state, row * SIZE + column)
        after.legal_action_mask.block_until_ready()
        return after

    return Contestant(
        f"pgx {version('pgx')} (JAX, one game)",
        "psk",
        lambda: init(key),
        play,
        lambda state, _: int(state.legal_action_mask.sum()) - 1,
        None,
        None,
    )


CONTESTANTS: dict[str, Callable[[], Contestant]] = {
    "goanalyze, superko": lambda: goanalyze("chinese-superko"),
    "goanalyze, basic ko": lambda: goanalyze("japanese"),
    "sgfmill": sgfmill,
    "sgfmill, superko": sgfmill_psk,
    "pettingzoo": minigo,
    "dlgo": dlgo,
    "open-spiel": open_spiel,
    "pgx": pgx,
}


def version_of(package: str) -> str:
    """Return the version of a package that may be used in place."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "in place"


def sample_game() -> Moves:
    """Read the moves of the sample game."""
    found = re.findall(r";([BW])\[([a-s])([a-s])\]", SAMPLE.read_text())
    return [("?BW".index(color), ord(column) - 97, ord(row) - 97) for color, column, row in found]


def full_board() -> Moves:
    """Play at random by positional superko, no one-point eye of one's own filled, until a side has no such move."""
    import goanalyze as ga

    board, rng, moves = ga.Board(SIZE, rules="chinese-superko"), random.Random(1), Moves()
    while True:
        color = 1 + len(moves) % 2
        points = [point for point in board.legal_moves if not is_eye(board.position.stones.tolist(), point, color)]
        if not points:
            return moves
        point = rng.choice(points)
        board.play(point)
        moves.append((color, point % SIZE, point // SIZE))


def is_eye(stones: list[int], point: int, color: int) -> bool:
    """Return True if all neighbours of a point are stones of a colour."""
    row, column = divmod(point, SIZE)
    near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return all(stones[y * SIZE + x] == color for y, x in near if 0 <= y < SIZE and 0 <= x < SIZE)


def played(contestant: Contestant, moves: Moves) -> Any:
    """Return a board after some moves."""
    board = contestant.new()
    for move in moves:
        board = contestant.play(board, *move)
    return board


def best(asked: Callable[[], object], best_of: int, least: float = 0.05) -> float:
    """Return the processor time of a call in microseconds: the best of some rounds, each as long as `least` seconds."""
    asked()
    calls, rounds = 1, list[float]()
    while len(rounds) < best_of:
        begin = time.process_time()
        for _ in range(calls):
            asked()
        took = time.process_time() - begin
        if took < least and calls < 1_000_000:
            calls *= 2
        else:
            rounds.append(took / calls * 1e6)
    return min(rounds)


def measured(contestant: Contestant, game: Moves, full: Moves, best_of: int) -> Iterator[str]:
    """Yield each figure of a contestant, a dash where it has none."""
    yield f"{best(lambda: played(contestant, game), best_of) / len(game):,.1f}"
    for moves in ([], game[:MIDDLE], full):
        if contestant.legal is None:
            yield "–"
            continue
        board, legal, color = played(contestant, moves), contestant.legal, 3 - moves[-1][0] if moves else 1
        yield f"{best(lambda b=board, c=color, ask=legal: ask(b, c), best_of):,.0f}"  # type: ignore[misc]
    board, again = played(contestant, game[:MIDDLE]), game[MIDDLE]
    yield "–" if contestant.copied is None else f"{best(lambda: contestant.copied(board), best_of):,.1f}"  # type: ignore[misc]
    if contestant.undo is None:
        yield "–"
        return

    def there_and_back() -> None:
        contestant.play(board, *again)
        contestant.undo(board)  # type: ignore[misc]

    yield f"{best(there_and_back, best_of):,.1f}"


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--best-of", type=int, default=7)
    parser.add_argument("names", nargs="*", help=", ".join(CONTESTANTS))
    asked = parser.parse_args()
    game, full = sample_game(), full_board()
    print(f"µs of processor time, best of {asked.best_of}; a game of {len(game)} moves, a full board after {len(full)}")
    heads = ["board", "repetition", "a move", "legal, empty", f"after {MIDDLE}", "full", "copy", "move and undo"]
    print("| " + " | ".join(heads) + " |", "|---" * len(heads) + "|", sep="\n")
    for name, make in CONTESTANTS.items():
        if asked.names and name not in asked.names:
            continue
        try:
            contestant = make()
        except ImportError as error:
            print(f"| {name}: not installed ({error}) |")
            continue
        print(
            "| " + " | ".join([contestant.name, contestant.ko, *measured(contestant, game, full, asked.best_of)]) + " |"
        )


if __name__ == "__main__":
    main()
