"""The triple ko of Wikipedia, *Rules of Go*, searched to the end.

Three kos separate a White group above and a Black group below. White's group has no other liberty than the kos,
Black's has one at A3. Both sides play on the six points of the kos and on A3 only, or pass; two passes in succession
end play. The position was made by a play of the side that is not to move. Black wants to take White's group.

* If the whole board with the side to move may not come back (PSK, SSK, New Zealand), Black takes it, with either start.
* Where only positions that one has *played* may not come back (NSSK, with basic ko or without), Black takes it if Black
  starts; if White starts, White passes and lives.

The search is exact. Under each of these rules a player makes a position by a play once only, and two passes end play,
so every line ends; and the stored key of a situation is all that the rest of the game depends on.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from helpers.games import REPETITION, Game, reference
from oracles.board import OracleBoard

from goanalyze import BLACK, WHITE, Play, Position, Setup, from_gtp, to_gtp
from goanalyze.core import flags as f
from goanalyze.points import EMPTY, PASS, color_letter, opponent

ROWS = (
    ".........",
    "XXXXXXX..",
    "OOOOOOX..",
    ".O.OXOXX.",
    "OXOX.XOX.",
    "XXXXXXOXX",
    ".OOOOOOOO",
    "OO.O...O.",
    "...O...O.",
)  # White holds the kos of columns A and C, Black that of column E
SIZE = 9
START = tuple(Position.from_rows(ROWS).stones.tolist())

WHITE_GROUP = from_gtp("A7", SIZE, SIZE)
BLACK_GROUP = from_gtp("A4", SIZE, SIZE)
KOS = tuple(from_gtp(name, SIZE, SIZE) for name in ("A6", "A5", "C6", "C5", "E6", "E5"))
A3 = from_gtp("A3", SIZE, SIZE)
POINTS = (*KOS, A3)
LATEST = {BLACK: from_gtp("J4", SIZE, SIZE), WHITE: from_gtp("J3", SIZE, SIZE)}
"""A stone of each colour that may have been the last one played: far from the kos, and it takes nothing."""

BY_POSITION = [{"psk"}, {"ssk"}, {"nz"}]
BY_PLAY = [{"nssk"}, {"nssk", "basic"}]

Standing = tuple[int, ...]


class Moment(NamedTuple):
    """A position in time: its maker, and True if by a play. The other side was next."""

    stones: Standing
    mover: int
    by_play: bool


class Situation(NamedTuple):
    """All that the rest of the game depends on.

    Attributes:
        stones: the position.
        before: the position before the last move; None at the start.
        next: the side to move.
        passed: True if the last move was a pass.
        past: every position so far, this one included.
    """

    stones: Standing
    before: Standing | None
    next: int
    passed: bool
    past: frozenset[Moment]


def start(first: int) -> Situation:
    """Return the diagram, made by a play of the side that does not start."""
    return Situation(START, None, first, passed=False, past=frozenset({Moment(START, opponent(first), by_play=True)}))


@cache
def placed(stones: Standing, color: int, point: int) -> Standing | None:
    """Return the position that a play makes; None if a stone is there or the play is suicide."""
    if stones[point] != EMPTY:
        return None
    board = OracleBoard(Position(SIZE, SIZE, np.array(stones, dtype=np.uint8)))
    return None if board.place(color, point).self_captured else tuple(board.colors)


def broken(now: Situation, made: Standing) -> Iterator[str]:
    """Name the repetition rules that a play breaks, as `goanalyze.core.history` defines them."""
    if made == now.before:
        yield "basic"
    for then in now.past:
        if then.stones == made:
            yield "psk"
            if then.mover == now.next:  # the side to move then is the side to move after this play
                yield "ssk"
                yield "nz"
                if then.by_play:
                    yield "nssk"


def moves(now: Situation, rules: frozenset[str], points: tuple[int, ...]) -> Iterator[tuple[int, Situation]]:
    """Return every legal move, a pass among them, and its result."""
    for point in (PASS, *points):
        made = now.stones if point == PASS else placed(now.stones, now.next, point)
        if made is None or (point != PASS and not rules.isdisjoint(broken(now, made))):
            continue
        moment = Moment(made, now.next, by_play=point != PASS)
        yield point, Situation(made, now.stones, opponent(now.next), passed=point == PASS, past=now.past | {moment})


class Search:
    """Both sides' best play under some rules on some points."""

    def __init__(self, rules: set[str], points: tuple[int, ...] = POINTS) -> None:
        self.rules = frozenset(rules)
        self.points = points
        self.known: dict[Situation, bool] = {}

    def black_captures(self, now: Situation) -> bool:
        """Return True if Black can take White's group: at some move of Black's, against any play of White."""
        if now.stones[WHITE_GROUP] != WHITE:
            return True
        if now not in self.known:
            results = (
                not (now.passed and after.passed) and self.black_captures(after)
                for _, after in moves(now, self.rules, self.points)
            )
            self.known[now] = any(results) if now.next == BLACK else all(results)
        return self.known[now]

    def saving_moves(self) -> set[str]:
        """Return White's first moves after which the group lives."""
        found = moves(start(WHITE), self.rules, self.points)
        return {to_gtp(point, SIZE, SIZE) for point, after in found if not self.black_captures(after)}


def every(rules: list[set[str]]) -> pytest.MarkDecorator:
    """Run a test under each of these rules."""
    return pytest.mark.parametrize("rules", rules, ids=lambda names: " + ".join(sorted(names)))


def test_the_groups_live_by_the_kos() -> None:
    """White's group has the open ends of the two kos that White holds, Black's that of the third, and A3."""
    board = OracleBoard(Position.from_rows(ROWS))
    names = {
        group: {to_gtp(point, SIZE, SIZE) for point in board.liberties(group)} for group in (WHITE_GROUP, BLACK_GROUP)
    }
    assert names == {WHITE_GROUP: {"A6", "C6"}, BLACK_GROUP: {"A3", "E5"}}


@every(BY_POSITION)
@pytest.mark.parametrize("first", [BLACK, WHITE], ids=color_letter)
def test_black_captures_where_positions_may_not_recur(rules: set[str], first: int) -> None:
    """Under PSK and SSK, and so under New Zealand rules, Black takes the group with either side first."""
    assert Search(rules).black_captures(start(first))


@every(BY_PLAY)
def test_white_survives_under_nssk_exactly_when_white_starts(rules: set[str]) -> None:
    """Under NSSK, basic ko added or not, Black takes the group if Black starts; if White starts, a pass saves it.

    White may as well take the third ko first: once Black has taken another, White's situation is the same.
    """
    search = Search(rules)
    assert search.black_captures(start(BLACK))
    assert not search.black_captures(start(WHITE))
    assert search.saving_moves() == {"pass", "E5"}


@every(BY_POSITION + BY_PLAY)
def test_the_outside_liberty_matters(rules: set[str]) -> None:
    """If A3 is forbidden to both, Black takes the group under every rule, with either side first."""
    search = Search(rules, KOS)
    assert [search.black_captures(start(first)) for first in (BLACK, WHITE)] == [True, True]


ROUND = "pass C6 E5 A6 C5 E6 A5"
"""White passes; Black, White, Black … take a ko each, until White's last play makes the diagram again."""


@every(BY_POSITION + BY_PLAY)
def test_white_comes_round_to_the_position_of_the_pass(rules: set[str]) -> None:
    """After White's pass and six captures the diagram is there again; a play of White's makes it only under NSSK."""
    now = start(WHITE)
    *way, last = [from_gtp(name, SIZE, SIZE) for name in ROUND.split()]
    for point in way:
        now = dict(moves(now, frozenset(rules), POINTS))[point]
    assert placed(now.stones, now.next, last) == START
    assert (last in dict(moves(now, frozenset(rules), POINTS))) == ("nssk" in rules)


def record(first: int, line: list[int]) -> Game:
    """Return a line as a record: the diagram without the latest stone, that stone played, and the line."""
    maker = opponent(first)
    stones = tuple((point, color) for point, color in enumerate(START) if color and point != LATEST[maker])
    events = [Play(color, point) for color, point in zip((first, maker) * len(line), line, strict=False)]
    return Game(SIZE, SIZE, [Setup(stones), Play(maker, LATEST[maker]), *events])


@pytest.mark.parametrize("first", [BLACK, WHITE], ids=color_letter)
def test_the_search_judges_as_the_replay(first: int) -> None:
    """On lines at random, every play breaks for the search the rules that the flags of the readable replay name."""
    rng = random.Random(first)
    seen: set[str] = set()
    for _ in range(60):
        now, line, names = start(first), [], []
        while len(line) < 24 and now.stones[WHITE_GROUP] == WHITE:
            point, after = rng.choice(list(moves(now, frozenset(), POINTS)))
            if now.passed and after.passed:
                break
            line.append(point)
            names.append(set() if point == PASS else set(broken(now, after.stones)))
            now = after
        done = reference(record(first, line))
        assert done.moves[0].captured == frozenset()
        assert tuple(done.stones.colors) == now.stones
        for move, expected in zip(done.moves[1:], names, strict=True):
            assert not move.flags & (f.OCCUPIED | f.OUT_OF_TURN | f.SUICIDE_ONE | f.SUICIDE_SEVERAL)
            assert {name for name, flag in REPETITION.items() if move.flags & flag} == expected
            seen |= expected
    assert seen == set(REPETITION)
