"""Laws of every count."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from helpers.games import (
    SYMMETRIES,
    Game,
    kernel,
    kernel_board,
    numbers,
    orderly,
    set_up,
    turned_point,
    turned_position,
)
from helpers.laws import law
from helpers.random_finals import Final, chunk_of
from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st
from oracles.board import OracleBoard
from oracles.count import count

from goanalyze import BLACK, WHITE, Count, Position
from goanalyze.core import flags as f
from goanalyze.points import EMPTY, opponent
from goanalyze.score.count import ColorCount, count_positions

LAW = law(150)
RARE = law(150, suppress_health_check=[HealthCheck.filter_too_much])  # many drawn games do not fit
MARGINS = ("area_margin", "territory_margin_plain", "territory_margin", "territory_margin_strict", "stone_margin")


class JudgedPosition(NamedTuple):
    """A final position and stones named dead."""

    position: Position
    dead: list[int]


def judged(seed: int, largest: int = 9) -> JudgedPosition:
    """Draw a board, thinly or thickly set, and up to three dead stones."""
    rng = np.random.default_rng(seed)
    width, height = (int(side) for side in rng.integers(1, largest + 1, 2))
    weights = rng.random(3) ** 2 + 0.02
    stones = rng.choice(3, width * height, p=weights / weights.sum()).astype(np.uint8)
    dead = [int(point) for point in rng.choice(width * height, rng.integers(0, 4)) if stones[point]]
    return JudgedPosition(Position(width, height, stones), dead)


JUDGED = st.integers(0, 2**32 - 1).map(judged)


def without(position: Position, dead: list[int]) -> OracleBoard:
    """Return the board with the dead chains taken off."""
    board = OracleBoard(position)
    for point in dead:
        if board.colors[point] != EMPTY:
            board.remove(board.connected(point))
    return board


def by_kernel(ones: list[JudgedPosition]) -> list[Count]:
    """Count positions as one chunk by the kernel."""
    chunk = chunk_of([Final(*one, BLACK) for one in ones])
    counts = count_positions(chunk.boards, chunk.dead)
    sides = [[ColorCount.of(row, 0) for row in rows] for rows in counts.plain]
    return [Count(*both, dame=int(dame)) for both, dame in zip(sides, counts.plain_dame, strict=True)]


@LAW
@given(JUDGED)
def test_a_position_is_counted_alike_alone_and_in_a_chunk(one: JudgedPosition) -> None:
    """Boards before and after a board in the chunk do not matter."""
    assert by_kernel([judged(1), one, judged(2)])[1] == by_kernel([one])[0] == count(*one)


@LAW
@given(JUDGED)
def test_the_board_is_divided(one: JudgedPosition) -> None:
    """Both areas and the dame make the board, so the area margin has the parity of points less dame."""
    result = count(*one)
    points = one.position.width * one.position.height
    assert result.black.area + result.white.area + result.dame == points
    assert (result.area_margin - (points - result.dame)) % 2 == 0


@LAW
@given(JUDGED)
def test_stones_are_living_or_dead(one: JudgedPosition) -> None:
    """Each side's stones on the board are its living and its dead ones."""
    result = count(*one)
    for color, side in ((BLACK, result.black), (WHITE, result.white)):
        assert side.stones + side.dead == (one.position.stones == color).sum()


@LAW
@given(JUDGED, st.integers(0, 9), st.integers(0, 9))
def test_swapping_the_colours_negates_the_margins(one: JudgedPosition, by_black: int, by_white: int) -> None:
    """Black for White and White for Black: each side has the other's count, each margin its sign changed."""
    position = one.position
    swap = np.array([EMPTY, WHITE, BLACK], dtype=np.uint8)
    other = Position(position.width, position.height, swap[position.stones])
    result = count(position, one.dead, prisoners={BLACK: by_black, WHITE: by_white})
    swapped = count(other, one.dead, prisoners={BLACK: by_white, WHITE: by_black})
    assert (swapped.black, swapped.white, swapped.dame) == (result.white, result.black, result.dame)
    assert [getattr(swapped, name) for name in MARGINS] == [-getattr(result, name) for name in MARGINS]


@LAW
@given(JUDGED)
def test_turning_and_mirroring_leaves_the_count(one: JudgedPosition) -> None:
    """The eight symmetries change no count."""
    expected = count(*one)
    for symmetry in SYMMETRIES:
        size = one.position.width, one.position.height
        dead = [turned_point(point, *size, symmetry) for point in one.dead]
        assert count(turned_position(one.position, symmetry), dead) == expected


@LAW
@given(JUDGED)
def test_the_readings_of_seki_contain_each_other(one: JudgedPosition) -> None:
    """The players' seki is part of article 8's seki, and article 8's territory part of theirs."""
    result = count(*one)
    for side in (result.black, result.white):
        assert 0 <= side.seki <= side.seki_strict <= side.territory
        assert side.area == side.stones + side.territory


@LAW
@given(JUDGED)
def test_without_dame_nothing_is_seki(one: JudgedPosition) -> None:
    """With every dame filled the three readings of territory agree."""
    result = count(*one)
    if result.dame == 0:
        assert result.black.seki_strict == result.white.seki_strict == 0
        assert result.territory_margin_plain == result.territory_margin == result.territory_margin_strict


@LAW
@given(JUDGED, st.integers(0, 10**6))
def test_filling_own_territory_costs_a_point_by_territory_only(one: JudgedPosition, draw: int) -> None:
    """A stone in one's own territory, not taking one's last liberty, leaves area as it was and costs one point."""
    board = without(*one)
    start = board.position()
    before = count(start)
    own = [
        (point, color)
        for region in board.regions()
        for color in [{board.colors[near] for near in board.border(region)}]
        if len(color) == 1
        for point in sorted(region)
    ]
    assume(own)
    point, (color,) = own[draw % len(own)]
    assume(not board.place(color, point).self_captured)
    after = count(board.position())
    assert after.area_margin == before.area_margin
    assert after.dame == before.dame
    sign = 1 if color == BLACK else -1
    assert after.territory_margin_plain == before.territory_margin_plain - sign


@LAW
@given(JUDGED, st.integers(0, 10**6))
def test_dead_stones_may_be_captured_or_removed(one: JudgedPosition, draw: int) -> None:
    """Capturing dead stones by play, the other side passing, leaves the area that removing them gives."""
    position = one.position
    stones = np.flatnonzero(position.stones).tolist()
    assume(stones)
    victim = stones[draw % len(stones)]
    color = int(position.stones[victim])
    captor = opponent(color)
    # All of the victim's colour in the region that opens when its chain is gone must be dead, too.
    dead: set[int] = set()
    grown = {victim}
    while grown != dead:
        dead = grown
        region = without(position, sorted(dead)).connected(victim)
        board = OracleBoard(position)
        grown = {
            point
            for start in dead | (board.border(region) & {p for p in stones if board.colors[p] == color})
            for point in board.connected(start)
        }
    removed = count(position, sorted(dead))
    board = OracleBoard(position)
    assume(board.border(region) and {board.colors[near] for near in board.border(region)} == {captor})
    while any(board.colors[point] == color for point in dead):
        chain = board.connected(next(point for point in sorted(dead) if board.colors[point] == color))
        liberties = sorted(near for near in board.border(chain) if board.colors[near] == EMPTY)
        assume(liberties)
        assume(not board.place(captor, liberties[0]).self_captured)
    assert count(board.position()).area_margin == removed.area_margin


@RARE
@given(st.sampled_from([(3, 3), (4, 3), (5, 5), (7, 4)]), numbers(80), st.integers(0, 3**35), st.integers(0, 3))
def test_area_and_territory_differ_by_the_stones_played(
    size: tuple[int, int], draws: list[int], drawn: int, corpses: int
) -> None:
    """(A_B − A_W) = (T_B − T_W) + (plays of Black + stones set up for Black − the same of White), any stones dead."""
    width, height = size
    colors = [drawn // 3**point % 3 for point in range(width * height)]
    setup = set_up(
        ["".join(".XO"[color] for color in colors[row * width : (row + 1) * width]) for row in range(height)]
    )
    replays = kernel(Game(width, height, [setup, *orderly(*size, draws).events]))
    moves = replays.moves
    assume(not (moves.flags & f.OCCUPIED).any())
    position = kernel_board(replays)
    dead = np.flatnonzero(position.stones)[:corpses].tolist()
    prisoners = {BLACK: int(replays.fact("black_prisoners")[0]), WHITE: int(replays.fact("white_prisoners")[0])}
    result = count(position, dead, prisoners=prisoners)
    put = {
        color: int(((moves.color == color) & (moves.point >= 0)).sum()) + colors.count(color)
        for color in (BLACK, WHITE)
    }
    assert result.area_margin == result.territory_margin_plain + put[BLACK] - put[WHITE]


@LAW
@given(JUDGED, st.integers(-2, 50))
def test_an_unrelated_number_of_prisoners_moves_territory_only(one: JudgedPosition, more: int) -> None:
    """A prisoner is a point by territory and nothing by area and stones."""
    plain, with_more = count(*one), count(*one, prisoners={BLACK: more})
    assert with_more.area_margin == plain.area_margin
    assert with_more.stone_margin == plain.stone_margin
    for name in ("territory_margin_plain", "territory_margin", "territory_margin_strict"):
        assert getattr(with_more, name) == getattr(plain, name) + more


@LAW
@given(JUDGED)
def test_counting_changes_nothing(one: JudgedPosition) -> None:
    """The position is as it was, and counting again gives the same."""
    before = one.position.rows()
    assert count(*one) == count(*one)
    assert one.position.rows() == before


# Marked territory.


def test_marked_territory_is_the_territory() -> None:
    """Marks replace the board's territory: unmarked points are dame."""
    position = Position.from_rows([".X.OO", ".X.O."])
    result = count(position, territory={0: BLACK, 5: BLACK})
    assert (result.black.territory, result.white.territory, result.dame) == (2, 0, 3)
    assert (result.black.seki, result.black.seki_strict, result.white.seki_strict) == (2, 2, 0)


def test_eyes_that_nobody_marked_lie_in_seki() -> None:
    """Under territory rules players leave them out: they are territory by area, and all that lies in seki."""
    position = Position.from_rows([".X.OO", ".X.O."])
    result = count(position, territory={0: BLACK, 5: BLACK}, seki_unmarked=True)
    assert (result.black.territory, result.white.territory, result.dame) == (2, 1, 2)
    assert (result.black.seki, result.white.seki, result.territory_margin) == (0, 1, 2)


@pytest.mark.parametrize(
    ("dead", "territory", "words"),
    [
        ([0], None, "A2 is not a valid dead stone"),
        ([], {1: WHITE}, "B2 is a living stone"),
        ([2, 0], None, "A2 is not a valid dead stone"),
    ],
)
def test_impossible_judgements_raise(dead: list[int], territory: dict[int, int] | None, words: str) -> None:
    """An empty point is not dead and a living stone is not territory; the message names the point."""
    with pytest.raises(ValueError, match=words):
        count(Position.from_rows([".XO", "..."]), dead, territory=territory)


def test_a_dead_stone_may_stand_on_marked_territory() -> None:
    """Points under dead stones are territory when marked so."""
    result = count(Position.from_rows(["OX.", ".X."]), [0], territory={0: BLACK, 3: BLACK})
    assert (result.black.territory, result.white.dead, result.dame) == (2, 1, 2)


def test_seki_points_are_both_sides() -> None:
    """`seki_points` adds the eyes of both sides."""
    result: Count = count(Position.from_rows([".X.O."]))
    assert result.seki_points == result.black.seki + result.white.seki == 2
