"""Make the sample archive: GNU Go 3.8 plays itself, one SGF file per game.

Run ``python data/make_sample.py`` with GNU Go installed (Debian and Ubuntu: ``apt install gnugo``).

File name, seed, levels, komi and handicap of a game follow from its board size, rules and number alone. Without a
clock GNU Go depends on nothing but its seed and the commands it is given, so a second run of the same GNU Go build
makes the same files, byte for byte. One thing could differ: a game in which GNU Go takes more than a minute over an
answer is dropped, with a line on stderr, and played again from another seed, and a minute is not the same on every
machine. A game that does not end, or that repeats an earlier one move for move, is dropped likewise.

The result is GNU Go's ``final_score`` at the level of the stronger player, the markup of the last node its status
lists: TB and TW hold ``black_territory`` and ``white_territory``, and the points under ``dead`` stones, which those two
leave out. Empty points in a seki are on neither list and no part of the score, even where Chinese rules count them for
the side that surrounds them. In a handicap game under Chinese rules GNU Go gives White a point for each stone.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import threading
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Self

GAMES = {9: 120, 13: 60, 19: 48}  # board size: games, half of them under each of the two rules
RULES = ("chinese", "japanese")
KOMI = {"chinese": {9: 7.0, 13: 7.5, 19: 7.5}, "japanese": {9: 6.5, 13: 6.5, 19: 6.5}}
HANDICAP_KOMI = 0.5
DATE = "2026-11-21"  # when the sample was first made; fixed, so that a second run makes the same files
SECONDS = 60.0  # GNU Go may take for one answer
ATTEMPTS = 12  # seeds per game
MOVES_A_LINE = 12
COLUMNS = "ABCDEFGHJKLMNOPQRST"  # GTP leaves out I
LETTERS = "abcdefghijklmnopqrs"


class EngineError(Exception):
    """GNU Go gave no answer in time, refused a command, or did not end its game."""


class Engine:
    """One GNU Go process, spoken to over GTP."""

    def __init__(self, program: str, rules: str, level: int, seed: int) -> None:
        options = [f"--{rules}-rules", "--level", str(level), "--seed", str(seed), "--never-resign"]
        command = [program, "--mode", "gtp", *options]
        self.process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def ask(self, command: str) -> list[str]:
        """Send one command and return the words of the answer; the process is killed if it takes too long."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        timer = threading.Timer(SECONDS, self.process.kill)
        timer.start()
        try:
            self.process.stdin.write(f"{command}\n")
            self.process.stdin.flush()
            # an answer ends with an empty line, and the output of a killed process just ends
            answer = "".join(itertools.takewhile(str.strip, self.process.stdout))
        except OSError as error:
            raise EngineError(f"{command}: {error}") from error
        finally:
            timer.cancel()
        if not answer.startswith("="):
            raise EngineError(f"{command}: {answer.strip() or 'no answer'}")
        return answer[1:].split()


@dataclass(frozen=True)
class Plan:
    """What is settled about a game before it is played; its number is among those of its size and rules, from 1."""

    size: int
    rules: str
    number: int

    @property
    def name(self) -> str:
        """File name without the ending; it is the game name in the record as well."""
        return f"{self.size:03}x{self.size:03}-{self.rules}-{self.number:04}"

    @property
    def handicap(self) -> int:
        """2 to 4 stones in each tenth game, else 0."""
        return 2 + self.number // 10 % 3 if self.number % 10 == 3 else 0

    @property
    def komi(self) -> float:
        """Komi, by rules and board size, or half a point in handicap games."""
        return HANDICAP_KOMI if self.handicap else KOMI[self.rules][self.size]

    @property
    def levels(self) -> tuple[int, int]:
        """Levels of Black and White, 0 to 3, unequal in each fifth game and in most handicap games."""
        if self.handicap:
            return (2 * (self.number // 30) + RULES.index(self.rules)) % 4, 3  # at one level, games are much alike
        if self.number % 5 == 0:
            return list(itertools.permutations(range(4), 2))[self.number // 5 % 12]
        return self.number % 4, self.number % 4

    def seed(self, attempt: int) -> int:
        """GNU Go's random seed: another one for each game, and for each attempt at it."""
        return 1000 * self.size + 2 * self.number + RULES.index(self.rules) + 100_000 * attempt


@dataclass(frozen=True)
class Game:
    """A finished game: moves and points as SGF writes them, margins in points for Black."""

    seed: int
    handicap: list[str]
    moves: list[str]  # in turn, "" for a pass
    territory: dict[str, list[str]]  # by colour, with the points under dead stones of the other
    margin: float  # GNU Go's final score
    marked: float  # what the markup gives


def to_sgf(vertex: str, size: int) -> str:
    """Turn a GTP vertex into an SGF point ("" for a pass)."""
    return "" if vertex == "PASS" else LETTERS[COLUMNS.index(vertex[0])] + LETTERS[size - int(vertex[1:])]


def play(plan: Plan, program: str, seed: int) -> Game:
    """Let GNU Go play one game to two passes and count it."""
    with ExitStack() as stack:
        # one process for both players, or two at different levels
        by_level = {level: stack.enter_context(Engine(program, plan.rules, level, seed)) for level in set(plan.levels)}
        engines = {color: by_level[level] for color, level in zip(("black", "white"), plan.levels, strict=True)}
        handicap: list[str] = []
        for engine in by_level.values():
            engine.ask(f"boardsize {plan.size}")
            engine.ask(f"komi {plan.komi}")
            if plan.handicap:
                handicap = engine.ask(f"fixed_handicap {plan.handicap}")

        moves: list[str] = []
        turns = itertools.cycle(("white", "black") if plan.handicap else ("black", "white"))
        while moves[-2:] != ["PASS", "PASS"]:
            if len(moves) > 3 * plan.size**2:
                raise EngineError("the game does not end")
            color = next(turns)
            moves += engines[color].ask(f"genmove {color}")
            for engine in by_level.values():
                if engine is not engines[color]:
                    engine.ask(f"play {color} {moves[-1]}")

        judge = by_level[max(by_level)]
        score = judge.ask("final_score")[0]
        dead = set(judge.ask("final_status_list dead"))
        stones = {color: set(judge.ask(f"list_stones {color}")) for color in engines}
        territory = {color: set(judge.ask(f"final_status_list {color}_territory")) for color in engines}
        captures = {color: int(judge.ask(f"captures {color}")[0]) for color in engines}

    prisoners = {"black": dead & stones["white"], "white": dead & stones["black"]}
    points: dict[str, int] = {}
    for color in engines:
        territory[color] |= prisoners[color]
        own = len(stones[color] - dead) if plan.rules == "chinese" else captures[color] + len(prisoners[color])
        points[color] = len(territory[color]) + own
    margin = 0.0 if score == "0" else float(score[2:]) * (1 if score[0] == "B" else -1)
    compensation = plan.handicap if plan.rules == "chinese" else 0  # GNU Go's, a point a stone
    return Game(
        seed=seed,
        handicap=[to_sgf(vertex, plan.size) for vertex in handicap],
        moves=[to_sgf(vertex, plan.size) for vertex in moves],
        territory={color: sorted(to_sgf(vertex, plan.size) for vertex in territory[color]) for color in engines},
        margin=margin,
        marked=points["black"] - points["white"] - plan.komi - compensation,
    )


def result(margin: float) -> str:
    """Write a margin in points for Black as SGF's RE does: B+3, W+0.5, 0."""
    return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}" if margin else "0"


def record(plan: Plan, game: Game) -> str:
    """Write a game as SGF."""
    levels = [f"GNU Go 3.8 level {level}" for level in plan.levels]
    comment = f"made by data/make_sample.py: seed {game.seed}, counted by GNU Go at level {max(plan.levels)}"
    if plan.handicap and plan.rules == "chinese":
        comment += f", {plan.handicap} points to White for the handicap"
    root = f"GM[1]FF[4]CA[UTF-8]AP[GNU Go:3.8]SZ[{plan.size}]KM[{plan.komi:g}]RU[{plan.rules.capitalize()}]"
    if game.handicap:
        root += f"HA[{plan.handicap}]AB" + "".join(f"[{point}]" for point in game.handicap)
    root += f"PB[{levels[0]}]PW[{levels[1]}]RE[{result(game.margin)}]DT[{DATE}]GN[{plan.name}]GC[{comment}]"
    colors = itertools.cycle("WB" if game.handicap else "BW")
    nodes = [f";{color}[{move}]" for color, move in zip(colors, game.moves, strict=False)]
    lines = ["".join(nodes[start : start + MOVES_A_LINE]) for start in range(0, len(nodes), MOVES_A_LINE)]
    markup = ";"
    for key, color in (("TB", "black"), ("TW", "white")):
        if game.territory[color]:
            markup += key + "".join(f"[{point}]" for point in game.territory[color])
    return "\n".join([f"(;{root}", *lines, markup]) + ")\n"


def find_game(plan: Plan, program: str, seen: set[tuple[str, ...]]) -> Game | None:
    """Play until a game goes through whose moves are new; give up after `ATTEMPTS`."""
    for attempt in range(ATTEMPTS):
        try:
            game = play(plan, program, plan.seed(attempt))
        except EngineError as error:
            reason = str(error)
        else:
            if (moves := tuple(game.moves)) not in seen:
                seen.add(moves)
                return game
            reason = "the same moves as an earlier game"
        print(f"{plan.name}: seed {plan.seed(attempt)} dropped: {reason}", file=sys.stderr)
    return None


def main() -> None:
    """Play all games, and name the records whose result the markup does not give."""
    parser = argparse.ArgumentParser(description="Make the sample archive: GNU Go plays itself.")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "sample" / "gnugo", help="folder to fill")
    parser.add_argument("--program", default="/usr/games/gnugo", help="GNU Go executable")
    parser.add_argument("--size", type=int, choices=GAMES, nargs="+", default=list(GAMES), help="board sizes to make")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    written = 0
    exceptions: list[str] = []
    for size in options.size:
        seen: set[tuple[str, ...]] = set()
        for number, rules in itertools.product(range(1, GAMES[size] // 2 + 1), RULES):
            plan = Plan(size, rules, number)
            if (game := find_game(plan, options.program, seen)) is None:
                continue
            (options.out / f"{plan.name}.sgf").write_text(record(plan, game), encoding="utf-8", newline="\n")
            written += 1
            if game.marked != game.margin:
                exceptions.append(f"{plan.name}: RE {result(game.margin)}, markup {result(game.marked)}")
        print(f"{written} games so far, {size}x{size} done", flush=True)
    print("\n".join([f"{len(exceptions)} of {written} results differ from their markup", *exceptions]))


if __name__ == "__main__":
    main()
