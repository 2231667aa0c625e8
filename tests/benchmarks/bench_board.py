"""Cost of a move, its undo, a copy and all legal moves on the board that plays, compared with sgfmill's board.

    python tests/benchmarks/bench_board.py ARCHIVE... [--games 60]

Games on 19×19 are taken evenly from the archives. The same number is drawn at random, each move legal under
positional superko, 400 moves. Microseconds of processor time, the best of seven rounds. sgfmill's `Board.play` removes
chains and knows the simple ko; it judges nothing else, keeps no history and takes nothing back.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence

from sgfmill.boards import Board as Sgfmill

import goanalyze as ga
from goanalyze import BLACK, WHITE, Play, Setup
from goanalyze.core import flags as f
from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.history import History
from goanalyze.points import opponent

SIDE = 19
ROUNDS = 7
MASK = f.OCCUPIED | f.SUICIDE_ONE | f.SUICIDE_SEVERAL | f.PSK
Record = Sequence[Play | Setup]


def main() -> None:
    """Measure everything and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--games", type=int, default=60)
    asked = parser.parse_args()
    real = real_games(asked.paths, asked.games)
    drawn = [random_game(seed) for seed in range(asked.games)]
    lengths = total(real) // len(real), total(drawn) // len(drawn)
    print(f"{len(real)} real games of {lengths[0]} moves, {len(drawn)} drawn of {lengths[1]}\n")
    print(f"{'µs':52} {'real':>8} {'drawn':>8}")
    rows: dict[str, Callable[[list[Record]], float]] = {
        "a move, judged and kept: History on ChainBoard": lambda games: per_move(games, in_history),
        "the same by ga.Board.play under AGA rules": lambda games: per_move(games, on_board),
        "the stones of a move alone: ChainBoard.place": lambda games: per_move(games, on_chains),
        "sgfmill: Board.play": lambda games: per_move(games, on_sgfmill),
        "undo, History": undoing,
        "copy at move 200, History": lambda games: each(cut(games, 200), History.copy),
        "copy at move 200, sgfmill: Board.copy": lambda games: sgfmill_copies(cut(games, 200)),
        "all legal moves at the end under superko, History": legal,
        "the same, the slowest": lambda games: legal(games, max),
    }
    for name, measured in rows.items():
        print(f"{name:52} {measured(real):8.2f} {measured(drawn):8.2f}")
    empty = History(ChainBoard(SIDE, SIDE))
    print(f"{'all legal moves of the empty board':52} {best(lambda: empty.legal_points(BLACK, MASK)):8.2f}")


def real_games(paths: list[str], number: int) -> list[Record]:
    """Return the events of games of 200 plays and more, taken evenly, handicap stones set up."""
    events = [game.replay().events for game in ga.read(paths) if (game.width, game.height) == (SIDE, SIDE)]
    fit = [each for each in events if sum(isinstance(event, Play) and event.point >= 0 for event in each) >= 200]
    return fit[:: max(1, len(fit) // number)][:number]


def random_game(seed: int, most: int = 400) -> Record:
    """Return a game of legal plays at random."""
    rng, history, color = random.Random(seed), History(ChainBoard(SIDE, SIDE)), BLACK
    events: list[Play | Setup] = []
    while len(events) < most and (points := history.legal_points(color, MASK)):
        events.append(Play(color, rng.choice(points)))
        history.play(events[-1])
        color = opponent(color)
    return events


def total(games: list[Record]) -> int:
    """Return the number of moves."""
    return sum(isinstance(event, Play) for game in games for event in game)


def best(work: Callable[[], object], times: int = 50) -> float:
    """Return the µs of processor time that a call takes, the best of several rounds."""
    rounds = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        for _ in range(times):
            work()
        rounds.append((time.process_time() - begin) / times)
    return 1e6 * min(rounds)


def per_move(games: list[Record], play: Callable[[Record], object]) -> float:
    """Return the cost of a move in games that are played to the end."""

    def all_of_them() -> None:
        for game in games:
            play(game)

    return best(all_of_them, 1) / total(games)


def in_history(game: Record) -> History:
    """Play a game out, judged."""
    history = History(ChainBoard(SIDE, SIDE))
    for event in game:
        if isinstance(event, Play):
            history.play(event)
        else:
            history.setup(event)
    return history


def on_board(game: Record) -> ga.Board:
    """Play a game out on the public board."""
    board = ga.Board(SIDE, rules="aga")
    for event in game:
        if isinstance(event, Play):
            board.play(event.point, event.color, force=True)
        else:
            stones = {color: [point for point, there in event.stones if there == color] for color in (BLACK, WHITE)}
            board.setup(black=stones[BLACK], white=stones[WHITE], turn=event.turn)
    return board


def on_chains(game: Record) -> ChainBoard:
    """Play a game out, stones alone."""
    stones = ChainBoard(SIDE, SIDE)
    for event in game:
        if not isinstance(event, Play):
            stones.edit(event.stones)
        elif event.point >= 0:
            stones.place(event.color, event.point)
    return stones


def on_sgfmill(game: Record) -> Sgfmill:
    """Play a game out on sgfmill's board, whose rows are counted from below."""
    board = Sgfmill(SIDE)
    for event in game:
        if not isinstance(event, Play):
            board.apply_setup(
                *(
                    [(SIDE - 1 - point // SIDE, point % SIDE) for point, there in event.stones if there == color]
                    for color in (BLACK, WHITE)
                ),
                [],
            )
        elif event.point >= 0:
            row, column = divmod(event.point, SIDE)
            if board.board[SIDE - 1 - row][column] is None:
                board.play(SIDE - 1 - row, column, " bw"[event.color])
    return board


def cut(games: list[Record], moves: int) -> list[Record]:
    """Return the games up to about a move."""
    return [game[:moves] for game in games]


def each(games: list[Record], asked: Callable[[History], object], times: int = 20) -> float:
    """Return the average cost of a query at the end of each game."""
    ends = [in_history(game) for game in games]
    return sum(best(lambda end=end: asked(end), times) for end in ends) / len(ends)


def sgfmill_copies(games: list[Record]) -> float:
    """Return the cost of a copy of sgfmill's board."""
    ends = [on_sgfmill(game) for game in games]
    return sum(best(end.copy, 20) for end in ends) / len(ends)


def undoing(games: list[Record]) -> float:
    """Return the cost of the undo of an event, with games taken back from end to start."""
    rounds = []
    for _ in range(ROUNDS):
        ends = [in_history(game) for game in games]
        begin = time.process_time()
        for end, game in zip(ends, games, strict=True):
            for _ in game:
                end.undo()
        rounds.append(time.process_time() - begin)
    return 1e6 * min(rounds) / sum(map(len, games))


def legal(games: list[Record], which: Callable[[list[float]], float] = lambda all_: sum(all_) / len(all_)) -> float:
    """Return the cost of all legal points of a colour at the end of games, for either side to move."""
    ends = [in_history(game) for game in games]
    return which(
        [best(lambda end=end: (end.legal_points(BLACK, MASK), end.legal_points(WHITE, MASK)), 10) / 2 for end in ends]
    )


if __name__ == "__main__":
    main()
