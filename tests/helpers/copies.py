"""Synthetic copies of games, each kind with its expected classification, for the tests and the benchmark.

A `Record` is a game in plain Python: it is read from a row of the table games, changed, and written as SGF.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from oracles.twin import turned

from goanalyze import to_sgf

Maker = Callable[["Record", random.Random], "Record"]
OTHER = {"B": "W", "W": "B"}


@dataclass(frozen=True)
class Record:
    """A game: size, moves as colour and point (−1 a pass), setup as colour and point, properties as written."""

    width: int
    height: int
    moves: tuple[tuple[str, int], ...]
    setup: tuple[tuple[str, int], ...] = ()
    properties: Mapping[str, str] = field(default_factory=dict)

    def sgf(self) -> str:
        """Write it."""
        size = str(self.width) if self.width == self.height else f"{self.width}:{self.height}"
        head = "".join(f"{name}[{value}]" for name, value in self.properties.items())
        for color in "BW":
            stones = "".join(f"[{to_sgf(point, self.width)}]" for its, point in self.setup if its == color)
            head += f"A{color}{stones}" if stones else ""
        return (
            f"(;GM[1]FF[4]SZ[{size}]{head}"
            + "".join(f";{color}[{to_sgf(point, self.width) if point >= 0 else ''}]" for color, point in self.moves)
            + ")"
        )

    def with_moves(self, moves: Any) -> Record:
        """Return the same game with other moves."""
        return replace(self, moves=tuple(moves))

    def saying(self, **properties: str) -> Record:
        """Return the same game with other properties; an empty one is left out."""
        merged = {**self.properties, **properties}
        return replace(self, properties={name: value for name, value in merged.items() if value})


def record_of(row: Mapping[str, Any]) -> Record:
    """Return the game of a row of the table games."""
    skipped = set(row["skipped_turns"])
    color, moves = "W", []
    for number, point in enumerate(row["moves"], 1):
        color = color if number in skipped else OTHER[color]
        moves.append((color, int(point)))
    setup = tuple(("B", int(at)) if at >= 0 else ("W", -1 - int(at)) for at in row["setup"])
    named = {"PB": "black_player", "PW": "white_player", "DT": "date_raw", "RE": "result_raw", "KM": "komi_raw"}
    values = {
        name: str(row[column]).replace("\\", "").replace("]", "") for name, column in named.items() if row[column]
    }
    return Record(row["board_width"], row["board_height"], tuple(moves), setup, values)


def viewed(record: Record, view: int, *, swap: bool = False) -> Record:
    """Turn or mirror a game, and change the colours over."""
    w, h = record.width, record.height

    def moved(stones: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
        return tuple((OTHER[color] if swap else color, turned(point, view, w, h)) for color, point in stones)

    size = (h, w) if view & 4 else (w, h)
    return replace(record, width=size[0], height=size[1], moves=moved(record.moves), setup=moved(record.setup))


def _index(record: Record, rng: random.Random) -> int:
    """Return the place of a play, not among the first or last."""
    n = len(record.moves)
    return rng.choice([at for at in range(2, n - 2) if record.moves[at][1] >= 0])


def _free(record: Record, rng: random.Random) -> int:
    """Return a point without any play."""
    used = {point for _, point in record.moves} | {point for _, point in record.setup}
    return rng.choice([point for point in range(record.width * record.height) if point not in used] or [0])


def _changed(record: Record, rng: random.Random) -> Record:
    at = _index(record, rng)
    moves = list(record.moves)
    moves[at] = (moves[at][0], _free(record, rng))
    return record.with_moves(moves)


def _changed_twice(record: Record, rng: random.Random) -> Record:
    return _changed(_changed(record, rng), rng)


def _dropped(record: Record, rng: random.Random) -> Record:
    at = _index(record, rng)
    return record.with_moves((*record.moves[:at], *record.moves[at + 1 :]))


def _pair_dropped(record: Record, rng: random.Random) -> Record:
    at = _index(record, rng)
    return record.with_moves((*record.moves[:at], *record.moves[at + 2 :]))


def _doubled(record: Record, rng: random.Random) -> Record:
    at = _index(record, rng)
    return record.with_moves((*record.moves[:at], record.moves[at], *record.moves[at:]))


def _inserted(record: Record, rng: random.Random) -> Record:
    at = _index(record, rng)
    return record.with_moves((*record.moves[:at], (record.moves[at][0], _free(record, rng)), *record.moves[at:]))


def _exchanged(record: Record, rng: random.Random) -> Record:
    at = _index(record, rng)
    moves = list(record.moves)
    (first, one), (second, other) = moves[at], moves[at + 1]
    moves[at], moves[at + 1] = (first, other), (second, one)
    return record.with_moves(moves)


def _pass_inserted(record: Record, rng: random.Random) -> Record:
    at = _index(record, rng)
    return record.with_moves((*record.moves[:at], (record.moves[at][0], -1), *record.moves[at:]))


def _end_cut(record: Record, rng: random.Random) -> Record:
    n = len(record.moves)
    return record.with_moves(record.moves[: n - rng.randint(1, n // 4)])


def _half_cut(record: Record, rng: random.Random) -> Record:
    return record.with_moves(record.moves[: len(record.moves) * 6 // 10])


def _beginning_cut(record: Record, rng: random.Random) -> Record:
    return record.with_moves(record.moves[rng.randint(1, 6) :])


def _cut_and_changed(record: Record, rng: random.Random) -> Record:
    return _end_cut(_changed(record, rng), rng)


def _handicap_as_moves(record: Record, rng: random.Random) -> Record:
    stones = [point for _, point in record.setup] or [3 * record.width + 3]
    return replace(record, setup=(), moves=(*(("B", point) for point in stones), *record.moves))


def _wrong_color(record: Record, rng: random.Random) -> Record:
    at = _index(record, rng)
    moves = list(record.moves)
    moves[at] = (OTHER[moves[at][0]], moves[at][1])
    return record.with_moves(moves)


def _changed_and_turned(record: Record, rng: random.Random) -> Record:
    return viewed(_changed(record, rng), rng.randrange(1, 8), swap=rng.random() < 0.5)


DAMAGE: dict[str, Maker] = {
    "a move changed": _changed,
    "two moves changed": _changed_twice,
    "a move dropped": _dropped,
    "two moves in succession dropped": _pair_dropped,
    "a move doubled": _doubled,
    "a move inserted": _inserted,
    "two moves exchanged": _exchanged,
    "a pass inserted": _pass_inserted,
    "up to a quarter cut off": _end_cut,
    "cut off at 60%": _half_cut,
    "1 to 6 first moves missing": _beginning_cut,
    "cut off, and a move changed": _cut_and_changed,
    "handicap stones as moves": _handicap_as_moves,
    "a move of the wrong colour": _wrong_color,
    "a move changed, turned or swapped": _changed_and_turned,
}
"""Ways to spoil a record, as people and programs do."""
