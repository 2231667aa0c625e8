"""Territory when the dame are filled: hand-made positions and laws."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from helpers.games import SYMMETRIES, turned_point, turned_position
from helpers.laws import law
from helpers.random_finals import Final, chunk_of, dead_mask, draw_final
from hypothesis import given
from hypothesis import strategies as st
from oracles.territory import territory

from goanalyze import BLACK, WHITE, PointKind, Position, Territory, from_gtp, to_gtp
from goanalyze.points import EMPTY, opponent
from goanalyze.score.choices import DEDUCTED, SURROUNDED
from goanalyze.score.count import COLUMNS, count, count_one_way
from goanalyze.score.territory import find_point_kinds

LAW = law(150)
OPEN_DAME = (PointKind.CAPTURE, PointKind.SEKI)


FINAL = st.integers(0, 2**32 - 1).map(draw_final)


def judge(one: Final) -> Territory:
    """Judge by the readable twin."""
    return territory(one.position, one.dead, first=one.first)


def by_kernel(one: Final) -> tuple[list[PointKind], list[int]]:
    """Judge a position by the kernel: kinds and sides."""
    kinds, sides = find_point_kinds(*chunk_of([one]))
    return list(map(PointKind.at, kinds.tolist())), sides.tolist()


def named(rows: Sequence[str], dead: str = "", first: int = BLACK) -> dict[str, str]:
    """Judge a diagram: for each kind but stones and territory, and for each side's territory, its points."""
    position = Position.from_rows(rows)
    size = position.width, position.height
    dead_points = [from_gtp(name, *size) for name in dead.split()]
    result = territory(position, dead_points, first=first)
    assert by_kernel(Final(position, dead_points, first)) == (list(result.kind), list(result.side))
    found: dict[str, list[str]] = {}
    for point, (kind, side) in enumerate(zip(result.kind, result.side, strict=True)):
        if kind is not PointKind.STONE:
            found.setdefault(f"{'.BW'[side]} {kind.name.lower()}", []).append(to_gtp(point, *size))
    return {name: " ".join(sorted(points)) for name, points in sorted(found.items())}


# Positions.


def test_dame_are_filled_in_turn() -> None:
    """Between two walls each side fills every other dame; the first side has one more of an odd number."""
    rows = [".X.O.", ".X.O.", ".X.O."]
    assert named(rows)["B dame"] == "C1 C3"
    assert named(rows, first=WHITE)["W dame"] == "C1 C3"
    assert named(rows)["B territory"] == "A1 A2 A3"


def test_a_false_eye_is_no_territory() -> None:
    """A chain whose only liberty is one point of territory must be connected there, dame or no dame."""
    assert named(["...X.XO", "XXXXXOO", "OOOOOO.", "......."])["B false_eye"] == "E4"


def test_a_false_eye_that_shows_when_the_dame_are_filled() -> None:
    """Black cannot fill G4, which would put F4 in atari; White does, and Black must connect at E4."""
    rows = ["...X.X.O", "XXXXXOOO", "OOOOOO..", "........"]
    for first in (BLACK, WHITE):
        found = named(rows, first=first)
        assert (found["W dame"], found["B false_eye"], found["B territory"]) == ("G4", "E4", "A4 B4 C4")


def test_a_chain_that_a_dame_would_connect_needs_no_defence() -> None:
    """G1 and N1 would each save a point of Black's, and White fills one of them: KGS deducts neither."""
    rows = ["." * 19, "O" * 19, "XXXXXOOXXXXXOOXXXXX", "...X.X.X...X.X.X..."]
    for first, own, others in ((BLACK, "G1", "N1"), (WHITE, "N1", "G1")):
        found = named(rows, first=first)
        assert (found["B dame"], found["W dame"]) == (own, others)
        assert "B false_eye" not in found
    without = ["." * 19, "O" * 19, "XXXXXOOOXXXXOOXXXXX", "...X.X.OX..X.X.X..."]
    assert named(without)["B false_eye"] == "E1"


def test_teire_inside_a_larger_territory() -> None:
    """If the point to be filled lies in a larger territory it is teire."""
    found = named(["...XO", "XXXOO", "OOOO.", "....."])
    assert (found["B teire"], found["B territory"]) == ("C4", "A4 B4")


def test_dead_stones_lie_in_territory_of_the_opponent_or_are_put_back() -> None:
    """A stone called dead among its own is alive: it cannot be taken; one in enemy territory is the enemy's point."""
    assert named(["O..XO.", "..XXO.", "XXXOO.", "OOOO.."], "A4")["B territory"] == "A3 A4 B3 B4 C4"
    assert named(["X..XO.", "..XXO.", "XXXOO.", "OOOO.."], "A4")["B territory"] == "A3 B3 B4 C4"


def test_dead_stones_on_a_dame_are_put_back() -> None:
    """A stone between both colours is neither side's prisoner."""
    assert named(["X...O", "X.X.O", "X...O"], "C2")["B put_back"] == "C2"


def test_one_eye_against_one_eye_is_seki() -> None:
    """Neither side can fill C2 without self-atari: it stays open, and the eyes are not territory."""
    found = named([".XO.", "XX.O", "XXOO"])
    assert found == {". seki": "C2", "B seki_eye": "A3", "W seki_eye": "D3"}
    result = territory(Position.from_rows([".XO.", "XX.O", "XXOO"]))
    assert (result.territory(BLACK), result.surrounded(BLACK), result.surrounded(WHITE)) == (0, 1, 1)


def test_dead_stones_in_a_seki_are_put_back() -> None:
    """The stone A3 in the eye of a group in seki is not removed (Japanese rules 1989, art. 10)."""
    assert named(["O.XO.", "XXX.O", "XXXOO"], "A3")["W put_back"] == "A3"


def test_two_eyes_make_no_seki_of_a_dame() -> None:
    """A living group that cannot fill a dame keeps its territory."""
    found = named([".X.X.O", "XXXX.O", "OOOOOO", "......"])
    assert found["B territory"] == "A4 C4"


def test_stones_that_both_sides_let_live_are_not_captured() -> None:
    """The stone B3 is in atari and not called dead: the adjacent dame stays open, for Black to take."""
    assert named(["XOX.", "X.X.", "XXX."])["B capture"] == "B2"


def test_dead_points_must_hold_stones() -> None:
    """An empty point cannot be dead."""
    with pytest.raises(ValueError, match="A1 is not a valid dead stone"):
        territory(Position.from_rows(["X", "."]), [1])


@pytest.mark.parametrize("rows", [["."], ["X"], ["..", ".."], ["XX", "XX"], ["XO", "OX"]])
def test_tiny_empty_and_full_boards(rows: list[str]) -> None:
    """Nothing to fill, or no side that can fill it."""
    result = territory(Position.from_rows(rows))
    assert result.territory(BLACK) == result.territory(WHITE) == 0


# Laws.


@LAW
@given(FINAL)
def test_every_point_is_one_thing(one: Final) -> None:
    """Living stones stay, dead ones are the enemy's, stay or were alive, and empty points are not stones."""
    result, mask = judge(one), dead_mask(one)
    for point, stone in enumerate(one.position.stones.tolist()):
        kind, side = result.kind[point], result.side[point]
        if stone and not mask[point]:
            assert (kind, side) == (PointKind.STONE, stone)
        elif stone:
            stays = kind in {PointKind.PUT_BACK, PointKind.STONE} and side == stone
            assert stays or (kind in SURROUNDED and side == opponent(stone))
        else:
            assert kind not in {PointKind.STONE, PointKind.PUT_BACK}
        assert (side == 0) == (kind is PointKind.SEKI)


@LAW
@given(FINAL)
def test_what_is_surrounded_is_what_the_count_says(one: Final) -> None:
    """With all dead stones off, surrounded points are those of `count`, and its neutral points are dame."""
    result = territory(one.position, one.dead, first=one.first, in_territory=False)
    plain = count(one.position, one.dead)
    assert result.surrounded(BLACK) == plain.black.territory
    assert result.surrounded(WHITE) == plain.white.territory
    assert sum(len(result.points(kind)) for kind in (PointKind.DAME, *OPEN_DAME)) == plain.dame


@LAW
@given(FINAL, st.booleans())
def test_a_count_has_what_each_point_is(one: Final, in_territory: bool) -> None:
    """Territory, seki, deductions and dame of a count are the points of those kinds; each stone is counted once."""
    result = territory(one.position, one.dead, first=one.first, in_territory=in_territory)
    counts, dame, removed = count_one_way(*chunk_of([one]), in_territory=in_territory)
    for side in (BLACK, WHITE):
        numbers = dict(zip(COLUMNS, counts[0, side - 1].tolist(), strict=True))
        assert numbers["territory"] == result.surrounded(side)
        assert numbers["seki"] == len(result.points(PointKind.SEKI_EYE, side))
        assert numbers["deducted"] == sum(len(result.points(kind, side)) for kind in DEDUCTED)
        stones = one.position.stones == side
        assert (numbers["stones"], numbers["dead"]) == (np.sum(stones & ~removed), np.sum(stones & removed))
    assert dame[0] == sum(len(result.points(kind)) for kind in (PointKind.DAME, *OPEN_DAME))


@LAW
@given(FINAL)
def test_swapping_the_colours_swaps_the_sides(one: Final) -> None:
    """Black for White and White for Black, the other side beginning."""
    swap = np.array([EMPTY, WHITE, BLACK], dtype=np.uint8)
    position = Position(one.position.width, one.position.height, swap[one.position.stones])
    result, other = judge(one), territory(position, one.dead, first=opponent(one.first))
    assert other.kind == result.kind
    assert [side and opponent(side) for side in other.side] == list(result.side)


@LAW
@given(FINAL)
def test_without_dame_who_begins_does_not_matter(one: Final) -> None:
    """And no point is in seki for a dame's sake."""
    result = judge(one)
    if not any(result.points(kind) for kind in (PointKind.DAME, *OPEN_DAME)):
        assert territory(one.position, one.dead, first=opponent(one.first)) == result


@LAW
@given(FINAL)
def test_symmetric_where_the_order_of_dame_does_not_matter(one: Final) -> None:
    """With at most one dame, and nothing to defend, the eight symmetries change nothing."""
    result = judge(one)
    dame = sum(len(result.points(kind)) for kind in (PointKind.DAME, *OPEN_DAME))
    if dame > 1 or any(result.points(kind) for kind in DEDUCTED):
        return
    size = one.position.width, one.position.height
    for symmetry in SYMMETRIES:
        dead = [turned_point(point, *size, symmetry) for point in one.dead]
        turned = territory(turned_position(one.position, symmetry), dead, first=one.first)
        for point, kind in enumerate(result.kind):
            assert turned.kind[turned_point(point, *size, symmetry)] is kind


@LAW
@given(FINAL)
def test_filled_dame_are_living_stones(one: Final) -> None:
    """With all dame filled in this order, no dame is left to fill, and no new territory results.

    Less may: a dame that would save a point of either side saves only that of the side that fills it.
    """
    result = judge(one)
    if any(result.points(kind) for kind in OPEN_DAME):  # filling may have surrounded one that stays open
        return
    if result.points(PointKind.PUT_BACK):  # a stone that fills a dame may join one that is dead
        return
    stones = one.position.stones.copy()
    for point in result.points(PointKind.DAME):
        stones[point] = result.side[point]
    filled = Position(one.position.width, one.position.height, stones)
    again = territory(filled, [int(point) for point in np.flatnonzero(dead_mask(one))], first=one.first)
    assert not again.points(PointKind.DAME)
    for color in (BLACK, WHITE):
        assert again.points(PointKind.TERRITORY, color) <= result.points(PointKind.TERRITORY, color)
