"""Regions of the confirmation of life and death: their extent, their walls, and independence of the rest.

Rules: goanalyze/docs/confirmation.md, regions and walls.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from helpers.fights import solve
from helpers.games import SYMMETRIES, turned_point, turned_position
from helpers.laws import law, part
from hypothesis import given
from hypothesis import strategies as st
from oracles.board import OracleBoard

from goanalyze import BLACK, WHITE, Position, Walls, from_gtp
from goanalyze.life.article7.regions import MOST_POINTS, EstimatedWalls, Region, Regions
from goanalyze.life.choices import Proof, Unproven
from goanalyze.points import EMPTY, opponent

ALL = MOST_POINTS


def clustered(seed: int, largest: int = 7) -> Position:
    """Draw a board with large chains of both colours and few empty points: there are walls, and something within."""
    rng = np.random.default_rng(seed)
    width, height = (int(side) for side in rng.integers(3, largest + 1, 2))
    field = rng.normal(size=(height, width))
    for _ in range(int(rng.integers(0, 3))):
        wide = np.pad(field, 1, mode="edge")
        field = wide[1:-1, 1:-1] + wide[:-2, 1:-1] + wide[2:, 1:-1] + wide[1:-1, :-2] + wide[1:-1, 2:]
    stones = np.where(field > np.quantile(field, rng.uniform(0.05, 0.45)), BLACK, WHITE).astype(np.uint8)
    stones[rng.random((height, width)) < rng.uniform(0.1, 0.4)] = EMPTY
    if rng.random() < 0.5:
        stones = np.where(stones == EMPTY, EMPTY, BLACK + WHITE - stones).astype(np.uint8)
    return Position(width, height, stones.ravel())


POSITION = st.integers(0, 2**32 - 1).map(clustered)


def around(position: Position, stone: str, walls: Walls = Walls.SAFE, max_empty: int = 12) -> Region | Unproven:
    """Return the region of the chain at a point."""
    board = OracleBoard(position)
    return Regions(position, walls, max_empty).around(board.connected(from_gtp(stone, board.width, board.height)))


def every(position: Position, walls: Walls) -> dict[frozenset[int], Region]:
    """Return the regions of all chains that have one and are not settled."""
    regions = Regions(position, walls, ALL)
    found = {
        chain: regions.around(chain)
        for chain in OracleBoard(position).chains()
        if regions.proof[min(chain)] is Proof.UNKNOWN
    }
    return {chain: region for chain, region in found.items() if isinstance(region, Region)}


def drawn(region: Region | Unproven) -> list[str]:
    """Draw a region by capital letters and dots, its walls by small letters, the rest by question marks."""
    assert isinstance(region, Region)
    stones, marks = region.position.stones.tolist(), ["?"] * region.position.stones.size
    for point in region.points:
        marks[point] = ".XO"[stones[point]]
    for letter, walls in zip("xo", region.walls, strict=True):
        for point in walls:
            marks[point] = letter
    width = region.position.width
    return ["".join(marks[at : at + width]) for at in range(0, len(marks), width)]


# Positions.


def test_a_region_ends_at_what_lives_without_it() -> None:
    """Three points without capture in the corner; Black's adjacent stones have two eyes elsewhere."""
    rows = [".OOXXX.", "XOOXX.X", "OXXXXXX", "OOOOOOO", ".O.OO.O"]
    assert drawn(around(Position.from_rows(rows), "B4")) == [".OOx???", "XOOx???", "oxx????", "???????", "???????"]


def test_the_region_is_no_eye_of_its_walls() -> None:
    """With an eye more White's chain is a wall; else it lives by B5, which is the region's, and the region grows."""
    lower = ["OOOOO", "XXXXX", ".X.X."]
    assert drawn(around(Position.from_rows(["X.O.O", "XXOO.", *lower]), "A5", Walls.BENSON)) == [
        "X.o??",
        "XXo??",
        "oo???",
        "?????",
        "?????",
    ]
    assert drawn(around(Position.from_rows(["X.O.O", "XXOOO", *lower]), "A5", Walls.BENSON)) == [
        "X.O.O",
        "XXOOO",
        "OOOOO",
        "xxxxx",
        "?????",
    ]


def test_walls_of_both_colours_shut_a_region_in() -> None:
    """Between living groups lies a point with a stone of each; the stone joined to its group is a wall."""
    rows = [".X.XO.O.", "XXXXOOOO", "XX.OX.OO", "XXXXOOOO"]
    assert drawn(around(Position.from_rows(rows), "D2")) == ["????????", "??xxoo??", "?x.OX.o?", "??xxoo??"]


def test_walls_may_answer_outside_of_the_region() -> None:
    """Black's chains have an eye each and are linked at E4 and E3, which are not adjacent to the region."""
    position = Position.from_rows([".X.OXX.", "XXXX.XX", "OOOX.XO", "OOOOOOO", ".O.OO.O"])
    assert drawn(around(position, "D5")) == ["?x.Ox??", "??xx???", "???????", "???????", "???????"]
    region = around(position, "D5", Walls.BENSON, max_empty=ALL)
    assert isinstance(region, Region)
    assert not region.walls[0], "they do not live if nobody answers"


def test_walls_never_answer_within() -> None:
    """The same links at D4 and D3, but White's stone at D5 is adjacent to them: its region contains them."""
    position = Position.from_rows([".XXO.X.", "XXX.XXX", "OOX.XOO", "OOOOOOO", ".O.O.OO"])
    region = around(position, "D5")
    assert isinstance(region, Region)
    assert not region.walls[0]


def test_walls_that_likely_live_have_two_eyes_elsewhere() -> None:
    """Black's eye of three points counts as two; a chain that an estimate doubts is not a wall."""
    position = Position.from_rows(["X.O..", "XXOO.", "OOOOO"])
    chain = frozenset({0, 5, 6})
    for share, walls in ((1.0, frozenset({2, 7, 10, 11})), (0.9, frozenset())):
        living = EstimatedWalls(position, np.zeros(15, dtype=np.uint8), np.full(15, share, dtype=np.float32))
        region = Regions(position, Walls.EYES, ALL, living).around(chain)
        assert isinstance(region, Region)
        assert region.walls == (frozenset(), walls)


def test_a_stone_in_atari_to_dead_ones_is_no_wall() -> None:
    """Black's D2 is dead, but takes D3 at C3 first; White's others live by the eyes that D3 does not border."""
    position = Position.from_rows([".O.O", ".OOX", "O.O."])
    dead = (position.stones == BLACK).astype(np.uint8)
    living = EstimatedWalls(position, dead, np.ones(12, dtype=np.float32))
    assert living.alive_outside(frozenset()) == {1, 5, 6, 8, 10}


def test_a_chain_is_no_wall_of_its_own_region() -> None:
    """The region of a living chain is the area that it encloses and the adjacent points."""
    position = Position.from_rows([".X.XO.O.", "XXXXOOOO"])
    assert drawn(around(position, "A1")) == [".X.Xo???", "XXXXo???"]


def test_reasons_why_there_is_no_region() -> None:
    """Nothing shuts the chain in; too much is shut in; little is, but by stones that live only with it."""
    assert around(Position.from_rows(["X" + "." * 29] * 30), "A1") is Unproven.OPEN_BORDER
    assert around(Position.from_rows([".X.X...", "XXXX...", "XX.....", "O......"]), "A1") is Unproven.TOO_LARGE
    shared = Position.from_rows(["XO.OO", ".OOOO", "OOOOO", "XXXX.", ".X.X."])
    assert around(shared, "A5", Walls.BENSON, max_empty=1) is Unproven.WALLS


def test_a_region_has_so_many_points() -> None:
    """With walls around, 64 points are searched and 65 are not."""
    for last, fits in (("X", True), ("O", False)):
        rows = [".X.XXXXXXX", "XXXXXXXXXX", *["XXOOOOOOOO"] * 8, "XXXXXXXXX" + last]
        assert isinstance(around(Position.from_rows(rows), "C9"), Region) is fits
        assert fits or around(Position.from_rows(rows), "C9") is Unproven.TOO_LARGE


def test_the_largest_board() -> None:
    """A corner of 52 × 52 points is a region as on a small board."""
    corner = [".OOXXX.X", "XOOXXXXX", "OXXXXX.X", "XXXXXXXX"]
    rows = [row + "." * 44 for row in corner] + ["." * 52] * 48
    region = around(Position.from_rows(rows), "B52")
    assert isinstance(region, Region)
    assert len(region.points) == 7


# Laws.


@law(100)
@given(POSITION, st.sampled_from([Walls.BENSON, Walls.SAFE]))
def test_a_region_is_closed(position: Position, walls: Walls) -> None:
    """All adjacent stones are walls, and whole chains lie within; all of its chains but walls of others share it."""
    board = OracleBoard(position)
    for chain, region in every(position, walls).items():
        points, beside = frozenset(region.points), region.walls[0] | region.walls[1]
        assert chain <= points
        assert board.border(points) == beside
        assert {board.colors[stone] for stone in region.walls[0]} <= {BLACK}
        assert {board.colors[stone] for stone in region.walls[1]} <= {WHITE}
        assert all(board.connected(point) <= points for point in points if board.colors[point] != EMPTY)


@law(100)
@given(POSITION, st.integers(0, 2**32 - 1), st.lists(st.integers(0, 10**6), min_size=60, max_size=60))
def test_walls_stand_whatever_lies_in_the_region(position: Position, seed: int, draws: list[int]) -> None:
    """Fill the region with anything and let the opponent of Benson's walls play anywhere: they are never taken."""
    rng = np.random.default_rng(seed)
    for region in every(position, Walls.BENSON).values():
        board = OracleBoard(position)
        for point in region.points:
            board.colors[point] = int(rng.integers(0, 3))
        before = list(board.colors)
        for color in (BLACK, WHITE):
            board.colors = list(before)
            for draw in draws:
                point = draw % len(board.colors)
                if board.colors[point] == EMPTY:
                    board.place(opponent(color), point)
            assert all(board.colors[stone] == color for stone in region.walls[color - 1])


@law(50)
@given(POSITION, st.sampled_from(SYMMETRIES))
def test_turned_boards_have_turned_regions(position: Position, symmetry: int) -> None:
    """Regions and Benson's walls know no directions; links of `safe` are made in reading order."""
    size = position.width, position.height
    found = {
        frozenset(turned_point(point, *size, symmetry) for point in chain): (
            frozenset(turned_point(point, *size, symmetry) for point in region.points)
        )
        for chain, region in every(position, Walls.BENSON).items()
    }
    turned = every(turned_position(position, symmetry), Walls.BENSON)
    assert {chain: frozenset(region.points) for chain, region in turned.items()} == found


@law(50)
@given(POSITION, st.sampled_from([Walls.BENSON, Walls.SAFE]))
def test_colours_are_treated_alike(position: Position, walls: Walls) -> None:
    """With the colours exchanged regions are the same and walls change their side."""
    stones = np.where(position.stones == EMPTY, EMPTY, BLACK + WHITE - position.stones).astype(np.uint8)
    other = every(Position(position.width, position.height, stones), walls)
    for chain, region in every(position, walls).items():
        assert (other[chain].points, other[chain].walls) == (region.points, region.walls[::-1])


@pytest.mark.law
def test_the_rest_of_the_board_changes_nothing() -> None:
    """A proof in a region is true of the whole board searched without any wall."""
    compared = 0
    for seed in range(part(800)):
        position = clustered(seed, 6)
        board = OracleBoard(position)
        if int((position.stones == EMPTY).sum()) > 8 or not all(board.liberties(min(it)) for it in board.chains()):
            continue
        points = tuple(range(position.stones.size))
        whole = Region(position, points, (frozenset(), frozenset()), Walls.SAFE)
        for chain, region in every(position, Walls.SAFE).items():
            for clear in (frozenset[int](), chain, frozenset(region.points)):
                near = solve(region, chain, clear, budget=5_000).captured
                far = solve(whole, chain, clear, budget=20_000).captured if region.points != points else None
                if near is not None and far is not None:
                    compared += 1
                    assert near is far, (position, sorted(chain), sorted(clear))
    assert compared


@law(50)
@given(POSITION, st.sampled_from([Walls.BENSON, Walls.SAFE]), st.randoms())
def test_the_order_of_asking_changes_nothing(position: Position, walls: Walls, draw: Random) -> None:
    """Results for one chain are reused for others; queried alone each has the same region."""
    chains = OracleBoard(position).chains()
    draw.shuffle(chains)
    regions = Regions(position, walls, ALL)
    for chain in chains:
        assert regions.around(chain) == Regions(position, walls, ALL).around(chain)
