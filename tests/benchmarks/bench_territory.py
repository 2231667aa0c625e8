"""Territory from the dead stones alone, and what is settled, against the markup of real games.

Usage: ``python tests/benchmarks/bench_territory.py ARCHIVE...`` (``../shared/archives/dev/kgs-2017a.zip`` and others).
Prints, by source and ruleset, how often the count is the recorded result and how often the territory is the marked
points, with 95% Wilson intervals; for KGS 2017 by month, since the rule was worked out looking at them; then every
miss; then how much of the positions is settled and whether the markup agrees; then the cost.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import NamedTuple

import numpy as np

import goanalyze as ga
from goanalyze.compare.measures import wilson
from goanalyze.life.settled import Proof
from goanalyze.life.settled_kernel import settle
from goanalyze.points import BLACK, EMPTY, WHITE, opponent, to_gtp
from goanalyze.score.territory import SURROUNDED, Kind
from goanalyze.score.territory_kernel import territories

TERRITORY = ("japanese", "korean", None)  # None: 15 of 17 such games count exactly so


class Marked(NamedTuple):
    """A marked game's final position, as arrays, with what its record says."""

    stratum: str
    name: str
    ruleset: str | None
    width: int
    height: int
    board: np.ndarray
    dead: np.ndarray
    owner: np.ndarray
    first: int
    prisoners: dict[int, int]
    minus: float  # komi, and compensation by area rules
    recorded: float | None


def marked_games(archive: str) -> Iterator[Marked]:
    """Yield the games of an archive whose territory is marked."""
    chunk, columns = None, {}
    for game in ga.read(archive):
        index = game._index
        if game._chunk is not chunk:
            chunk = game._chunk
            columns = {name: chunk.metadata.columns[name].to_pylist()
                       for name in ("ruleset", "result_by", "result_margin")}  # fmt: skip
        statuses = chunk.statuses("full")
        if not statuses.source[index]:
            continue
        span = slice(*chunk.replays.board_start[index : index + 2].tolist())
        played = [move.color for move in game.replay().moves if move.point >= 0]
        ending = chunk.endings("full").ending(index)
        ruleset = columns["ruleset"][index]
        member = chunk.records.text_of(index).member
        counted = columns["result_by"][index] == "score" and ending.komi is not None
        month = member[7:14] if member.startswith("kgs-19-2017") else ""
        stones = max(0, ending.handicap - (ruleset == "aga")) if ruleset in {"chinese", "aga"} else 0
        yield Marked(
            stratum=f"{PurePath(archive).stem} {month}".strip(),
            name=member, ruleset=ruleset, width=game.width, height=game.height, board=chunk.replays.boards[span],
            dead=statuses.dead[span], owner=statuses.owner[span], first=opponent(played[-1]) if played else BLACK,
            prisoners=game.replay().prisoners,
            minus=(ending.komi or 0) + stones,
            recorded=columns["result_margin"][index] if counted else None,
        )  # fmt: skip


def as_chunk(games: list[Marked]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the positions as the kernels take them."""
    return (np.concatenate([game.board for game in games]),
            np.concatenate(([0], np.cumsum([game.board.size for game in games]))),
            np.array([game.width for game in games], dtype=np.int16),
            np.array([game.height for game in games], dtype=np.int16))  # fmt: skip


def margin(game: Marked, kind: np.ndarray, side: np.ndarray) -> float:
    """Count a position in the manner of its ruleset, komi included."""
    stays = (game.dead == 0) | (kind == Kind.PUT_BACK)

    def of(color: int) -> int:
        if game.ruleset not in TERRITORY:
            return int((stays & (game.board == color)).sum() + (np.isin(kind, SURROUNDED) & (side == color)).sum())
        dead = int((~stays & (game.board == opponent(color))).sum())
        return int(((kind == Kind.TERRITORY) & (side == color)).sum()) + dead + game.prisoners[color]

    return of(BLACK) - of(WHITE) - game.minus


def share(hits: int, of: int) -> str:
    """Write a share with its interval."""
    low, high = wilson(hits, of)
    return f"{hits:>4} of {of:<4} {hits / of if of else 0:6.1%} ({low:.1%} to {high:.1%})"


def print_territory(games: list[Marked]) -> None:
    """Print the shares by stratum, and every miss."""
    kinds, sides = territories(*as_chunk(games), np.concatenate([game.dead for game in games]),
                               np.array([game.first for game in games], dtype=np.uint8))  # fmt: skip
    start = as_chunk(games)[1]
    exact: dict[str, list[bool]] = defaultdict(list)
    equal: dict[str, list[bool]] = defaultdict(list)
    misses = []
    for number, game in enumerate(games):
        span = slice(start[number], start[number + 1])
        kind, side = kinds[span], sides[span]
        counts = (Kind.TERRITORY,) if game.ruleset in TERRITORY else SURROUNDED
        owner = np.where(np.isin(kind, counts), side, EMPTY)
        same = bool((owner == game.owner).all())
        counted = margin(game, kind, side)
        right = None if game.recorded is None else abs(counted - game.recorded) < 0.01
        for stratum in dict.fromkeys((game.stratum, game.stratum.split(" ", maxsplit=1)[0])):
            equal[f"{stratum} {game.ruleset}"].append(same)
            if right is not None:
                exact[f"{stratum} {game.ruleset}"].append(right)
        if right is False or not same or (kind == Kind.PUT_BACK).any():
            differ = " ".join(
                f"{to_gtp(int(point), game.width, game.height)}:{'.BW'[owner[point]]}≠{'.BW'[game.owner[point]]}"
                for point in np.flatnonzero(owner != game.owner)[:12]
            )
            back = int((kind == Kind.PUT_BACK).sum())
            put_back, points = f"; {back} stones put back" if back else "", f"; points {differ}" if differ else ""
            said = f"counted {counted:+}, recorded {game.recorded}"
            misses.append(f"  {game.name} ({game.ruleset}): {said}{put_back}{points}")
    print(f"{'':<34}{'count is the recorded result':<40}territory is the marked points")
    for name in sorted(equal):
        print(f"{name:<34}{share(sum(exact[name]), len(exact[name])):<40}{share(sum(equal[name]), len(equal[name]))}")
    print(f"\n{len(misses)} games that miss either:", *misses, sep="\n")


def print_settled(games: list[Marked], *, answering: bool) -> None:
    """Print how much is settled, and the games whose markup disagrees."""
    proofs, sides, decided = settle(*as_chunk(games), answering)
    start = as_chunk(games)[1]
    rows: dict[str, list[list[int]]] = defaultdict(list)
    wrong = []
    for number, game in enumerate(games):
        span = slice(start[number], start[number + 1])
        proof, side = proofs[span], sides[span]
        stones = game.board != EMPTY
        # Unmarked points of territory contradict nothing: by territory rules false eyes are left unmarked.
        against = (((proof == Proof.DEAD) & (game.dead == 0)) | ((proof == Proof.ALIVE) & (game.dead == 1))
                   | ((proof == Proof.TERRITORY) & (game.owner > 0) & (game.owner != side))
                   | ((proof == Proof.DAME) & (game.owner > 0)))  # fmt: skip
        rows[f"{game.stratum.split(' ')[0]} {game.width}×{game.height}"].append([
            bool(decided[number]), bool(decided[number]) and not against.any(), int((stones & (proof > 0)).sum()),
            int(stones.sum()), int((proof > 0).sum()), proof.size, int((stones & against).sum()),
        ])  # fmt: skip
        if against.any():
            names = [to_gtp(int(point), game.width, game.height) for point in np.flatnonzero(against)]
            wrong.append(f"  {game.name}: {' '.join(names)}{' (decided)' if decided[number] else ''}")
    print(f"\nSettled, {'answering cuts' if answering else 'never moving again'}: boards decided, of them as marked; "
          "stones and points known; stones against the markup")  # fmt: skip
    for name, found in sorted(rows.items()):
        boards, agree, known, stones, points, size, against = (sum(column) for column in zip(*found, strict=True))
        print(f"  {name:<26}{boards:>3} of {len(found):<4}{agree:>4}   {known / stones:6.1%} {points / size:6.1%}   "
              f"{against} of {known} ")  # fmt: skip
    print(f"{len(wrong)} games against the markup:", *wrong, sep="\n")


def cost(kernel: Callable[[], object], positions: int) -> float:
    """Return the least time that a kernel takes for a position, in µs."""
    kernel()
    times = []
    for _ in range(10):
        began = time.perf_counter()
        kernel()
        times.append(time.perf_counter() - began)
    return min(times) / positions * 1e6


def main() -> None:
    """Print all figures for the archives named."""
    games = [game for archive in sys.argv[1:] for game in marked_games(archive)]
    print_territory(games)
    for answering in (True, False):
        print_settled(games, answering=answering)
    large = [game for game in games if game.width == game.height == 19]
    chunk = as_chunk(large)
    dead = np.concatenate([game.dead for game in large])
    first = np.array([game.first for game in large], dtype=np.uint8)
    print(f"\nPer 19×19 position: territory {cost(lambda: territories(*chunk, dead, first), len(large)):.0f} µs, "
          f"settled {cost(lambda: settle(*chunk, True), len(large)):.0f} µs")  # fmt: skip


if __name__ == "__main__":
    main()
