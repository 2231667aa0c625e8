"""The counting kernel against the oracles of counting, territory and article 8, each on 100,000 drawn positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest
from helpers.boards import spans_of
from helpers.games import kernel, kernel_board, orderly
from helpers.laws import part
from helpers.random_finals import Chunk, Final, chunk_of, draw_final
from oracles.article_8 import article_8
from oracles.count import count
from oracles.territory import territory
from score.audit_cases import counted

from goanalyze import BLACK, WHITE, Count, PointKind, Position, Territory
from goanalyze.life.choices import MarkedTerritory
from goanalyze.points import EMPTY
from goanalyze.score.count import COLUMNS, ColorCount, count_one_way, count_positions
from goanalyze.score.territory import PointKinds, find_point_kinds

SLOW = 100_000
CHUNK = 500
Check = Callable[[Sequence[Final]], None]


def chunks(number: int) -> Iterator[list[Final]]:
    """Yield drawn positions up to 7 × 7, chunk by chunk."""
    for first in range(0, number, CHUNK):
        yield [draw_final(seed, 7) for seed in range(first, min(first + CHUNK, number))]


def nasty_finals() -> list[Final]:
    """Return stones without liberties, dead boards, empty boards, and boards of the largest sides."""
    rng = np.random.default_rng(1)
    rows = (
        ["X"],
        ["."],
        ["XO"],
        ["XX", "XX"],
        ["XO", "OX"],
        ["..", ".."],
        ["XXX", "X.X", "XXX"],
        ["XOX", "O.O", "XOX"],
    )
    few = [Position.from_rows(list(board)) for board in rows]
    large = [
        Position(width, height, rng.choice(3, width * height, p=shares).astype(np.uint8))
        for width, height, shares in (
            (52, 52, [0.5, 0.25, 0.25]),
            (52, 20, [0.1, 0.45, 0.45]),
            (1, 52, [0.3, 0.5, 0.2]),
            (52, 1, [0.3, 0.2, 0.5]),
        )
    ]
    finals = [
        Final(board, dead, first)
        for board in few
        for first in (BLACK, WHITE)
        for dead in ([], np.flatnonzero(board.stones).tolist(), np.flatnonzero(board.stones == BLACK).tolist())
    ]
    return finals + [
        Final(board, np.flatnonzero(board.stones)[:: 1 + 60 * step].tolist(), BLACK) for step, board in enumerate(large)
    ]


def game_finals() -> list[Final]:
    """Return final positions of games, with many dame and few."""
    rng = np.random.default_rng(2)
    games = [
        orderly(7, 6, rng.integers(0, 10**6, number).tolist()) for number in (20, 60, 200) for _ in range(part(60))
    ]
    replays = kernel(*games)
    return [Final(kernel_board(replays, index), [], 1 + index % 2) for index in range(len(games))]


def numbers(side: ColorCount) -> list[int]:
    """Return the columns of a side."""
    return [getattr(side, name) for name in COLUMNS]


def assert_count(found: np.ndarray, dame: int, expected: Count, one: Final) -> None:
    """Compare the numbers of a position with a count."""
    assert found.tolist() == [numbers(expected.black), numbers(expected.white)], one
    assert dame == expected.dame, one


def assert_kinds(
    found: PointKinds, chunk: Chunk, finals: Sequence[Final], expected: Callable[[Final], Territory]
) -> None:
    """Compare the kinds and sides of a chunk with those of the oracle."""
    for one, span in zip(finals, spans_of(chunk.boards), strict=True):
        territory_of_one = expected(one)
        assert list(map(PointKind.at, found.kinds[span].tolist())) == list(territory_of_one.kind), one
        assert found.sides[span].tolist() == list(territory_of_one.side), one


def check_open_counts(finals: Sequence[Final]) -> None:
    """Compare counts without filled dame, and with marked territory."""
    chunk = chunk_of(finals)
    living = np.where(chunk.dead, EMPTY, chunk.boards.stones)
    owner = np.where(living == EMPTY, np.random.default_rng(0).integers(0, 3, len(living)), 0).astype(np.uint8)
    counts = count_positions(chunk.boards, chunk.dead)
    assert counts.in_territory.tolist() == counts.plain.tolist()
    marked = {}
    for mode in (MarkedTerritory.COMPLETE, MarkedTerritory.WITHOUT_SEKI):
        modes = np.full(len(finals), mode.index, dtype=np.uint8)
        marked[mode] = count_positions(chunk.boards, chunk.dead, owner=owner, as_marked=modes)
    for game, (one, span) in enumerate(zip(finals, spans_of(chunk.boards), strict=True)):
        assert_count(counts.plain[game], counts.plain_dame[game], count(one.position, one.dead), one)
        points = {point: int(color) for point, color in enumerate(owner[span]) if color}
        for mode, found in marked.items():
            is_unmarked = mode is MarkedTerritory.WITHOUT_SEKI
            expected = count(one.position, one.dead, territory=points, seki_unmarked=is_unmarked)
            assert_count(found.plain[game], found.plain_dame[game], expected, one)


def check_counts(finals: Sequence[Final]) -> None:
    """Compare counts in both ways, and the dead stones that are removed."""
    chunk = chunk_of(finals)
    both = count_positions(*chunk)
    for in_territory in (False, True):
        sides, dame, removed = count_one_way(*chunk, in_territory=in_territory)
        assert [sides.tolist(), dame.tolist()] == [
            column.tolist() for column in both.one_way(in_territory=in_territory)
        ]
        for game, (one, span) in enumerate(zip(finals, spans_of(chunk.boards), strict=True)):
            dead = frozenset(np.flatnonzero(chunk.dead[span]).tolist())
            expected = counted(one.position, dead, one.first, in_territory=in_territory)
            assert_count(sides[game], dame[game], expected, one)
            lost = np.bincount(one.position.stones[removed[span]], minlength=3)[BLACK:].tolist()
            assert lost == [expected.black.dead, expected.white.dead], one


def check_territory(finals: Sequence[Final]) -> None:
    """Compare the kinds of points once the dame are filled, in both ways."""
    chunk = chunk_of(finals)
    for in_territory in (True, False):
        found = find_point_kinds(*chunk, in_territory=in_territory)
        assert_kinds(
            found, chunk, finals, lambda one, way=in_territory: territory(*one[:2], first=one.first, in_territory=way)
        )


def check_article_8(finals: Sequence[Final]) -> None:
    """Compare the kinds of points by article 8 to the letter."""
    chunk = chunk_of(finals)
    found = find_point_kinds(chunk.boards, chunk.dead, np.zeros_like(chunk.to_move))
    assert_kinds(found, chunk, finals, lambda one: article_8(one.position, one.dead))


CHECKS: dict[str, Check] = {
    "open counts": check_open_counts,
    "counts": check_counts,
    "territory": check_territory,
    "article 8": check_article_8,
}


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_the_kernel_is_the_oracle(check: Check) -> None:
    """Some hundred drawn positions, final positions of games, and nasty boards."""
    for finals in (*chunks(300), game_finals(), nasty_finals()):
        check(finals)


@pytest.mark.slow
@pytest.mark.law
@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_the_kernel_is_the_oracle_on_many_boards(check: Check) -> None:
    """A hundred thousand drawn positions, and some up to 52 × 52."""
    for finals in chunks(part(SLOW)):
        check(finals)
    check([draw_final(seed, 52) for seed in range(part(5))])


def test_a_game_without_a_board_counts_nothing() -> None:
    """A game of unknown size has zeros, and the others are as without it."""
    chunk = chunk_of([draw_final(seed) for seed in range(3)])
    alone = count_positions(*chunk)
    has_board = np.array([True, False, True])
    counts = count_positions(chunk.boards.only(has_board), chunk.dead, chunk.to_move)
    for found, expected in zip(counts, alone, strict=True):
        assert not found[1].any()
        assert found[has_board].tolist() == expected[has_board].tolist()


def test_several_sets_of_dead_stones_of_one_position_are_counted_alike() -> None:
    """The same stones in successive games, with other dead ones and first sides."""
    position = draw_final(5).position
    finals = [
        Final(position, np.flatnonzero(position.stones)[::step].tolist(), first)
        for step in (100, 1, 3)
        for first in (BLACK, WHITE)
    ]
    together = count_positions(*chunk_of(finals))
    alone = [count_positions(*chunk_of([one])) for one in finals]
    assert [column.tolist() for column in together] == [
        column.tolist() for column in map(np.concatenate, zip(*alone, strict=True))
    ]
