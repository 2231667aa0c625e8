"""Games that GNU Go plays and `goanalyze gtp` referees, compared move by move.

    PYTHONPATH=tests python tests/gtp/gnugo_games.py --games 100      # prints the comparison, and each difference

Both programs accept every move, and the results are equal or explained. GNU Go plays itself, plays a random player, or
both sides are random; random moves are legal ones of the referee, so that each program accepts the moves of the other.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from oracles.board import OracleBoard

import goanalyze as ga
from goanalyze import PointKind, Ruleset, find_ruleset, to_gtp
from goanalyze.gtp.session import GtpSession
from goanalyze.points import points_of
from goanalyze.rules import Suicide, derive

GNU_GO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
SIZE = 9
LONGEST = 400
"""Moves after which both sides pass: without superko some games go on for ever, and GNU Go forgets positions that are
500 moves old."""
MATCHING = (
    (find_ruleset("japanese"), ()),
    (find_ruleset("chinese"), ("--chinese-rules",)),
    (find_ruleset("aga"), ("--chinese-rules", "--situational-superko")),
    (find_ruleset("chinese-superko"), ("--chinese-rules", "--positional-superko")),
    (derive("chinese", "chinese-suicide", suicide="several"), ("--chinese-rules", "--allow-suicide")),
)
"""Rulesets, and the options with which GNU Go judges moves as they do (manual of GNU Go 3.8, "Game Options").

There is none of both superko and suicide: GNU Go lets a chain be played away into a position that stood before.
"""
POINTS = {f"{column}{row}" for column in "ABCDEFGHJ" for row in range(1, SIZE + 1)}
PLAYERS = (("GNU Go", "GNU Go"), ("GNU Go", "random"), ("random", "GNU Go"), ("random", "random"))


class GnuGo:
    """GNU Go, spoken to over GTP."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, command: str) -> str:
        """Return the answer to a command, its sign in front."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()
        lines = []
        while line := self._process.stdout.readline().rstrip("\n"):
            lines.append(line)
        return "\n".join(lines)


@contextmanager
def gnu_go(*options: str) -> Iterator[GnuGo]:
    """Start GNU Go; it ends with the block."""
    assert GNU_GO is not None
    command = [GNU_GO, "--mode", "gtp", "--never-resign", "--level", "0", *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield GnuGo(process)
        process.kill()


@dataclass
class GameComparison:
    """Results of the comparison of some games.

    Attributes:
        counts: how often each thing was compared.
        faults: errors: a move that one program refuses, points that are legal for one alone.
        explained: final scores that differ, each with its explanation.
        unexplained: those that nothing explains.
    """

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    explained: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)


def play(games: int, *, every: int = 4, first: int = 0) -> GameComparison:
    """Play games under each ruleset in turn and compare.

    Args:
        games: how many.
        every: legal moves are compared once in this number of moves, of both sides.
        first: number of the first game, which is also the seed of its players.
    """
    found = GameComparison()
    for place, (rules, options) in enumerate(MATCHING):
        with gnu_go(*options) as engine:
            for number in range(first, first + games):
                if number % len(MATCHING) == place:
                    _play_one(engine, rules, number, every, found)
    return found


def _play_one(engine: GnuGo, rules: Ruleset, number: int, every: int, found: GameComparison) -> None:
    remarks: list[str] = []
    referee = GtpSession(rules, SIZE, remark=remarks.append)
    rng, where = random.Random(number), f"game {number}, {rules.id}"

    def ask(command: str) -> str:
        """Ask the referee."""
        return str(referee.answer(command)).strip()

    for command in (f"boardsize {SIZE}", "clear_board", f"set_random_seed {number}", "komi 6.5"):
        engine.ask(command)
        ask(command)
    players = PLAYERS[(number // len(MATCHING) + number) % len(PLAYERS)]
    passes = move = 0
    while passes < 2:
        color, player = ("black", "white")[move % 2], players[move % 2]
        # a colour that moves twice and takes its own stones back is asked in no game
        others_turn = () if rules.suicide.value is Suicide.SEVERAL else (("white", "black")[move % 2],)
        if move % every == 0:
            _compare_legal(engine, ask, (color, *others_turn), where, found)
        if player == "GNU Go" and move < LONGEST:
            name, others = engine.ask(f"genmove {color}")[2:], [ask]
        else:
            name, others = _random_move(ask, color, rng) if move < LONGEST else "pass", [ask, engine.ask]
        answers = [accepts(f"play {color} {name}") for accepts in others]
        move += 1
        if any(answer.rstrip() != "=" for answer in answers):
            found.faults.append(f"{where}, move {move}: {color} {name} is refused: {answers}")
            return
        found.counts["moves"] += 1
        passes = passes + 1 if name.lower() == "pass" else 0
    found.counts["games"] += 1
    found.counts[f"games of {' and '.join(players)}"] += 1
    for color in ("black", "white"):
        if (theirs := engine.ask(f"captures {color}")) != (ours := ask(f"captures {color}")):
            found.faults.append(f"{where}: captures {color}: {ours} here, {theirs} for GNU Go")
    _compare_score(engine, ask, where, remarks, found)


def _random_move(ask: Callable[[str], str], color: str, rng: random.Random) -> str:
    """Return a random legal move that fills no one-point eye of the player's own; else a pass."""
    own = "XO"[color == "white"]
    rows = [line.split()[1 : SIZE + 1] for line in ask("showboard").splitlines() if line.split()[:1][0].isdigit()]
    names = ask(f"all_legal {color}")[2:].split()
    rng.shuffle(names)
    for name in names:
        column, row = "ABCDEFGHJ".index(name[0]), SIZE - int(name[1:])
        near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        if any(rows[y][x] != own for y, x in near if 0 <= y < SIZE and 0 <= x < SIZE):
            return name
    return "pass"


def _compare_legal(
    engine: GnuGo, ask: Callable[[str], str], colors: Sequence[str], where: str, found: GameComparison
) -> None:
    """See that the same moves are legal, point by point, for colours."""
    for color in colors:
        ours, theirs = (
            set(answer[2:].split()) for answer in (ask(f"all_legal {color}"), engine.ask(f"all_legal {color}"))
        )
        found.counts["legal points"] += len(ours & theirs)
        found.counts["illegal points"] += SIZE * SIZE - len(ours | theirs)
        for name in sorted(ours ^ theirs):
            who = "here" if name in ours else "for GNU Go"
            found.faults.append(f"{where}: {color} {name} is legal {who} alone: {ask(f'why_illegal {color} {name}')}")
        for name in sorted(POINTS - ours)[::7]:
            for asked in (ask, engine.ask):
                if asked(f"is_legal {color} {name}") != "= 0":
                    found.faults.append(f"{where}: is_legal {color} {name} does not say what all_legal says")


def _compare_score(
    engine: GnuGo, ask: Callable[[str], str], where: str, remarks: list[str], found: GameComparison
) -> None:
    """Compare the final scores; a difference is explained by dead stones that are estimated, or by no score at all."""
    theirs, ours = engine.ask("final_score")[2:], ask("final_score")[2:]
    if ours == "cannot score":
        found.counts["scores that are refused"] += 1
        found.explained.append(f"{where}: {theirs} for GNU Go; {remarks[-1]}")
        return
    basis = ask("goanalyze-basis")[2:].split()[0]
    found.counts["scores"] += 1
    found.counts[f"scores, {basis}"] += 1
    if ours == theirs:
        found.counts["scores that are equal"] += 1
        return
    told = f"{where}: {ours} here ({basis}), {theirs} for GNU Go"
    judged = [{*asked("final_status_list dead")[2:].split()} for asked in (ask, engine.ask)]
    why = explained(ga.loads(ask("printsgf")[2:]), judged[0] ^ judged[1], margin(ours) - margin(theirs))
    if why and basis == "estimated":
        found.explained.append(f"{told}; {why}")
    else:
        found.unexplained.append(f"{told}; dead here {judged[0]}, for GNU Go {judged[1]}\n{ask('showboard')}")


def margin(score: str) -> float:
    """Return Black's points minus White's, from the text of a score."""
    return 0.0 if score == "0" else float(score[1:]) * (1 if score[0] == "B" else -1)


def explained(game: ga.Game, doubtful: set[str], difference: float) -> str:
    """Return the explanation of a difference of scores; empty for an unknown cause.

    Args:
        game: up to its end.
        doubtful: stones that one of the two alone holds for dead.
        difference: of the margins.
    """
    counted = game.territory()
    if counted is None or counted.position is None:
        return ""
    stones = OracleBoard(counted.position)
    at_stake = points_of(doubtful, SIZE, SIZE)
    if at_stake and all(len(stones.liberties(point)) == 1 for point in at_stake):
        return f"{', '.join(sorted(doubtful))} can be taken, or saved, by who moves next: dead for one of the two alone"
    seki = counted.points(PointKind.SEKI) | counted.points(PointKind.CAPTURE)
    if not at_stake and abs(difference) <= len(seki):
        names = ", ".join(to_gtp(point, SIZE, SIZE) for point in sorted(seki))
        return f"a seki, in which nobody owns {names} here"
    return ""


def main() -> None:
    """Play, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--every", type=int, default=1)
    asked = parser.parse_args()
    if GNU_GO is None:
        sys.exit("there is no gnugo on this machine")
    found = play(asked.games, every=asked.every, first=asked.first)
    for name, number in found.counts.items():
        print(f"{number:9,}  {name}")
    for title in ("faults", "explained", "unexplained"):
        lines = getattr(found, title)
        print(f"{len(lines):9,}  {title}", *lines, sep="\n           ")


if __name__ == "__main__":
    main()
