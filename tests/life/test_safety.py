"""Proven statuses: hand-made positions, the proof played out, laws, and the kernel against its oracle."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from helpers.boards import boards_of, spans_of
from helpers.games import SYMMETRIES, turned_point, turned_position
from helpers.laws import law, part
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from oracles.benson import Proven, find_links, parts_without, prove, safe_stones
from oracles.board import OracleBoard

from goanalyze import BLACK, WHITE, Position, to_gtp
from goanalyze.life.choices import Proof
from goanalyze.life.proof.safety import MAX_POSITIONS, prove_statuses
from goanalyze.points import EMPTY, opponent

LAW = law(150)
RARE = settings(LAW, suppress_health_check=[HealthCheck.filter_too_much])  # most boards have nothing to prove


def scattered(seed: int, largest: int = 9) -> Position:
    """Draw a board of anything."""
    rng = np.random.default_rng(seed)
    width, height = (int(side) for side in rng.integers(1, largest + 1, 2))
    weights = rng.random(3) ** 2 + 0.02
    weights[EMPTY] *= rng.random()
    return Position(width, height, rng.choice(3, width * height, p=weights / weights.sum()).astype(np.uint8))


def walled(seed: int, largest: int = 9) -> Position:
    """Draw a board of much Black with eyes and a few white stones: there is something to prove."""
    rng = np.random.default_rng(seed)
    width, height = (int(side) for side in rng.integers(1, largest + 1, 2))
    empty, white = rng.uniform(0.1, 0.6), rng.uniform(0, 0.15)
    stones = rng.choice(3, width * height, p=[empty, 1 - empty - white, white]).astype(np.uint8)
    return Position(width, height, stones)


POSITION = st.one_of(st.integers(0, 2**32 - 1).map(scattered), st.integers(0, 2**32 - 1).map(walled))


def by_kernel(positions: Sequence[Position], *, has_replies: bool) -> list[Proven]:
    """Prove positions as one chunk by the kernel, by searches that end only with an answer."""
    boards = boards_of(positions)
    proofs, owners, *_ = prove_statuses(boards, has_replies=has_replies, positions=MAX_POSITIONS)
    return [
        Proven(tuple(map(Proof.at, proofs[span].tolist())), tuple(owners[span].tolist())) for span in spans_of(boards)
    ]


def assert_twins(positions: Sequence[Position]) -> None:
    """Prove a chunk by the kernel and one by one by the oracle, and compare."""
    for has_replies in (True, False):
        for position, proven in zip(positions, by_kernel(positions, has_replies=has_replies), strict=True):
            assert proven == prove(position, has_replies=has_replies), position


@pytest.mark.law
def test_twins_on_scattered_stones() -> None:
    """Boards of anything, from 1 × 1 to 9 × 9 and tiny ones."""
    assert_twins([scattered(seed) for seed in range(part(500))])
    assert_twins([scattered(seed, 3) for seed in range(10_000, 10_000 + part(1_000))])


@pytest.mark.law
def test_twins_where_there_is_something_to_prove() -> None:
    """Boards of walls and eyes, small and tiny."""
    assert_twins([walled(seed) for seed in range(part(2_000, usual=80))])
    assert_twins([walled(seed, 4) for seed in range(10_000, 10_000 + part(1_000))])


@pytest.mark.slow
def test_twins_on_a_hundred_thousand_boards() -> None:
    """The same on small boards, half of them of anything, half of walls and eyes."""
    for first in range(0, part(50_000), 500):
        assert_twins([draw(100_000 + seed, 5) for seed in range(first, first + 500) for draw in (scattered, walled)])


@pytest.mark.slow
def test_twins_on_large_boards() -> None:
    """The same, on boards up to 52 wide, and on the largest with stones anywhere."""
    assert_twins([walled(seed, 52) for seed in range(20_000, 20_000 + part(6))])
    stones = np.random.default_rng(1).choice(3, 52 * 52, p=[0.3, 0.65, 0.05]).astype(np.uint8)
    assert_twins([Position(52, 52, stones)])


# Positions. Capital letters of the answer: proven alive; x and o: proven dead; b and w: territory; d: dame; ?: unknown.


def drawn(rows: Sequence[str], *, has_replies: bool = True) -> list[str]:
    """Draw the proven status of a diagram, after the kernel gave the same."""
    position = Position.from_rows(rows)
    result = prove(position, has_replies=has_replies)
    assert_twins([position])
    marks = []
    for stone, proof, side in zip(position.stones.tolist(), result.proof, result.owner, strict=True):
        letters = {
            Proof.UNKNOWN: "?",
            Proof.DAME: "d",
            Proof.TERRITORY: " bw"[side],
            Proof.ALIVE: " XO"[stone],
            Proof.DEAD: " xo"[stone],
        }
        marks.append(letters[proof])
    width = position.width
    return ["".join(marks[row * width : (row + 1) * width]) for row in range(position.height)]


def test_two_eyes_live() -> None:
    """Two points that only one chain surrounds; the stones around it are unknown."""
    assert drawn([".X.XO.", "XXXXO.", "OOOOO.", "......"]) == ["bXbX??", "XXXX??", "??????", "??????"]


def test_one_eye_does_not() -> None:
    """One point, or two next to each other, is one eye."""
    assert drawn([".XXO.", "XXXO.", "OOOO."]) == ["?????", "?????", "?????"]
    assert drawn(["..XO.", "XXXO.", "OOOO."]) == ["?????", "?????", "?????"]


def test_a_false_eye_is_no_eye() -> None:
    """C3 belongs to a chain that has no other liberty."""
    assert set("".join(drawn([".X.XO", "XXOXO", "OOOOO"]))) == {"?"}


def test_chains_may_share_their_eyes() -> None:
    """Each of the chains borders two eyes that only these chains border (Benson): no eye is false."""
    assert drawn(["X.XX", ".XXX", "XX.X", "XXX.", "OOOO", "...."], has_replies=False) == [
        "XbXX",
        "bXXX",
        "XXbX",
        "XXX?",
        "????",
        "????",
    ]


def test_a_large_dead_group_inside() -> None:
    """White's stones fill Black's eye but for a point: they cannot make two eyes and are dead."""
    rows = [".X.OOX.", "XXOOOX.", "XXXXXX.", "......."]
    assert drawn(rows)[0][:6] == "bXbooX"


def test_dead_stones_that_leave_room_for_two_eyes_are_unknown() -> None:
    """Stones that could live in a large space are not proven dead, though White needs many moves."""
    rows = [".X.X.......", "XXXX.......", "X..........", "XXXXXXXXXXX"]
    shown = drawn(rows)
    assert shown[0][:4] == "bXbX"
    assert "?" in shown[0][4:]


def test_a_space_without_room_for_two_eyes_is_territory() -> None:
    """White stones in a corridor among living stones are dead; empty points there are Black's."""
    rows = [".X.XO.", "XXXX..", "XXXXXX"]
    assert drawn(rows) == ["bXbXob", "XXXXbb", "XXXXXX"]


def test_own_stones_shut_in_live() -> None:
    """A black stone in Black's corridor is not cut off by a white one."""
    assert drawn([".X.XOX", "XXXX..", "XXXXXX"])[0] == "bXbXoX"


def test_seki_is_life() -> None:
    """Neither side has two eyes; a play at C2 is captured at once, so that the chains are in seki."""
    rows = [".XO.", "XX.O", "XXOO"]
    assert set("".join(drawn(rows, has_replies=False))) == {"?"}
    assert drawn(rows) == ["bXOw", "XXdO", "XXOO"]


def test_suicide_costs_an_eye() -> None:
    """White fills a corner, which takes off his own stones there, and plays again, but for the point in it.

    D. B. Benson asks only whether the empty points of a region are liberties, for rules that forbid suicide.
    """
    rows = ["O.X.O", ".XXX.", "XXXXX"]
    assert set("".join(drawn(rows, has_replies=False))) == {"?"}
    assert drawn(rows) == ["obXbo", "bXXXb", "XXXXX"]


def test_bent_four_is_unknown() -> None:
    """White's bent four in the corner, with White alive around: the corner is not proven anybody's."""
    rows = ["OOO.XO...", ".XXXXO...", "XXOOOO.O.", "OOO.O.OOO", ".O.OOOO.O"]
    assert {shown[:3] for shown in drawn(rows)[:2]} == {"???"}


def test_dame_lie_between_living_stones() -> None:
    """With both sides alive the points that both touch are dame, and the board is decided."""
    rows = [".X.O.", "XX.OO", ".X.O.", "XX.OO", ".X.O."]
    assert drawn(rows) == ["bXdOw", "XXdOO", "bXdOw", "XXdOO", "bXdOw"]
    assert prove(Position.from_rows(rows)).is_proven


def test_a_snapback_settles_nothing() -> None:
    """Black's stones are in atari, and so is their last capturer: unknown, except for chains that live anyhow."""
    rows = [".X.XO..", "XXXXOOO", "OOOO.XO", "..OXXOO", "..OOOX."]
    shown = drawn(rows)
    assert shown[0][:4] == "bXbX"
    assert shown[2][5] == shown[3][3] == "?"


def test_chains_that_share_two_liberties_are_one_if_cuts_are_answered() -> None:
    """Cut at D3, Black connects at D2, and the other way round: the chains have an eye each and live together."""
    rows = [".XO.OX.", "XXX.XXX", "OOX.XOO", "OOO.OOO"]
    assert set("".join(drawn(rows, has_replies=False))) == {"?"}
    assert drawn(rows) == ["bX???Xb", "XXX?XXX", "??X?X??", "???????"]


def test_two_points_are_an_eye_of_a_chain_that_touches_one() -> None:
    """C1 has an eye and touches B1: White's plays in the corner are captured at once."""
    rows = ["..XX.X", "XXOXXX", ".XOOOO", "XXOOOO"]
    assert drawn(rows, has_replies=False)[0] == "??????"
    assert drawn(rows) == ["bbXXbX", "XX?XXX", "bX????", "XX????"]


def test_a_lone_stone_joins_the_chains_around_it() -> None:
    """B1 has no other eye; a white play adjacent to A2 is captured, and B1 joined."""
    rows = ["XXXO", "X.XO", "XXXX", "O.XO", ".XOO"]
    assert drawn(rows) == ["XXXo", "XbXo", "XXXX", "obXo", "bXoo"]


def test_proofs_that_need_replies_are_flagged() -> None:
    """The networks have learnt from proofs that need at most links (`estimate`)."""
    for position in map(walled, range(part(2_000))):
        proofs, _, _, locally_proven = prove_statuses(position.to_arrays(), positions=MAX_POSITIONS)
        plain, *_ = prove_statuses(position.to_arrays(), has_replies=False)
        assert not (locally_proven & (proofs == plain)).any()
        assert not (locally_proven & (proofs == Proof.DAME.index)).any()


@pytest.mark.parametrize("rows", [["."], ["X"], ["X."], ["..", ".."], ["XX", "XX"], ["XO", "OX"], ["X.O"]])
def test_tiny_empty_and_full_boards_are_unknown(rows: list[str]) -> None:
    """Nothing has two eyes."""
    assert set("".join(drawn(rows))) == {"?"}


def test_a_board_that_lives_by_one_chain() -> None:
    """Two eyes on the smallest board that holds them: all of it is decided."""
    assert drawn([".X."]) == ["bXb"]
    assert prove(Position.from_rows([".X."])).is_proven


# Laws.


@RARE
@given(st.integers(0, 2**32 - 1).map(walled), st.lists(st.integers(0, 10**6), min_size=60, max_size=60))
def test_pass_alive_stones_are_never_captured(position: Position, draws: list[int]) -> None:
    """The owner always passes, against any play of the opponent, suicide included."""
    board = OracleBoard(position)
    assume(all(board.liberties(min(chain)) for chain in board.chains()))
    ((safe, _),) = safe_stones(board, BLACK, has_replies=False)
    assume(safe)
    for draw in draws:
        empty = [point for point, stone in enumerate(board.colors) if stone == EMPTY]
        if not empty:
            break
        board.place(WHITE, empty[draw % len(empty)])
    assert {board.colors[point] for point in safe} == {BLACK}


@RARE
@given(POSITION)
def test_liberties_serve_one_link(position: Position) -> None:
    """Both liberties of a link are empty and adjacent to both chains, and serve no other link."""
    board = OracleBoard(position)
    own = frozenset(point for point, stone in enumerate(board.colors) if stone == BLACK)
    chains = [chain for chain in board.chains() if board.colors[min(chain)] == BLACK]
    links = find_links(board, own, chains, parts_without(board, own))
    points = [point for link in links for point in link.points]
    assert len(points) == len(set(points)) == 2 * len(links)
    assert all(link.points <= board.liberties(min(chain)) for link in links for chain in link.chains)


@LAW
@given(POSITION)
def test_replies_prove_more(position: Position) -> None:
    """Statuses proven without replies are proven with them."""
    assert_more_is_proven(prove(position, has_replies=False), prove(position))


def assert_more_is_proven(less: Proven, more: Proven) -> None:
    """Find all that is proven in one way proven in the other, too."""
    for point, proof in enumerate(less.proof):
        if proof in {Proof.ALIVE, Proof.DEAD, Proof.TERRITORY}:
            assert (more.proof[point], more.owner[point]) == (proof, less.owner[point])
        elif proof is Proof.DAME:
            assert more.proof[point] is Proof.DAME


@LAW
@given(POSITION)
def test_what_is_proven_fits_the_board(position: Position) -> None:
    """Living stones own their points, dead ones lie in the opponent's, dame and unknown points have no owner."""
    result = prove(position)
    for stone, proof, side in zip(position.stones.tolist(), result.proof, result.owner, strict=True):
        assert (proof in {Proof.ALIVE, Proof.DEAD}) <= (stone != EMPTY)
        assert (proof in {Proof.TERRITORY, Proof.DAME}) <= (stone == EMPTY)
        owners = {Proof.ALIVE: {stone}, Proof.DEAD: {opponent(stone)}, Proof.TERRITORY: {BLACK, WHITE}}
        assert side in owners.get(proof, {EMPTY})


@LAW
@given(POSITION)
def test_swapping_the_colours_swaps_the_sides(position: Position) -> None:
    """Black for White and White for Black."""
    swap = np.array([EMPTY, WHITE, BLACK], dtype=np.uint8)
    result = prove(position)
    other = prove(Position(position.width, position.height, swap[position.stones]))
    assert other.proof == result.proof
    assert [side and opponent(side) for side in other.owner] == list(result.owner)


@LAW
@given(POSITION)
def test_turning_and_mirroring(position: Position) -> None:
    """Without links, whose order is that of reading, the eight symmetries change nothing."""
    result = prove(position, has_replies=False)
    size = position.width, position.height
    for symmetry in SYMMETRIES:
        turned = prove(turned_position(position, symmetry), has_replies=False)
        for point, proof in enumerate(result.proof):
            assert turned.proof[turned_point(point, *size, symmetry)] is proof


@RARE
@given(POSITION, st.integers(0, 10**6))
def test_a_stone_more_of_the_opponent_in_proven_territory_changes_no_owner(position: Position, draw: int) -> None:
    """Inside territory proven without replies an opponent's stone is dead on arrival."""
    before = prove(position, has_replies=False)
    territory = sorted(before.points(Proof.TERRITORY))
    assume(territory)
    point = territory[draw % len(territory)]
    owner = before.owner[point]
    board = OracleBoard(position)
    board.place(opponent(owner), point)
    assume(board.colors[point] == opponent(owner))
    after: Proven = prove(board.position(), has_replies=False)
    kept = [
        at
        for at, (proof, side) in enumerate(zip(before.proof, before.owner, strict=True))
        if side == owner and (proof is Proof.ALIVE)
    ]
    names = [
        to_gtp(at, position.width, position.height)
        for at in kept
        if board.colors[at] == owner and after.owner[at] != owner
    ]
    assert not names


@LAW
@given(POSITION, st.integers(0, 2**32 - 1), st.booleans())
def test_excluded_points_prove_nothing(position: Position, seed: int, has_replies: bool) -> None:
    """Kernel and oracle agree. Stones on excluded points make no difference, and these points stay unknown."""
    rng = np.random.default_rng(seed)
    excluded = rng.random(position.stones.size) < rng.random() ** 3
    filled = np.where(excluded, rng.integers(0, 3, excluded.size), position.stones)
    points = frozenset(np.flatnonzero(excluded).tolist())
    expected = prove(position, has_replies=has_replies, excluded=points)
    for one in (position, Position(position.width, position.height, filled)):
        proofs, owners, is_proven, _ = prove_statuses(
            one.to_arrays(), has_replies=has_replies, excluded=excluded, positions=MAX_POSITIONS
        )
        assert [Proof.at(number) for number in proofs.tolist()] == list(expected.proof)
        assert (owners.tolist(), bool(is_proven[0])) == (list(expected.owner), expected.is_proven)
    assert all(expected.proof[point] is Proof.UNKNOWN for point in points)
