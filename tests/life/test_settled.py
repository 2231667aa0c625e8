"""What is settled: hand-made positions, the proof played out, laws, and the kernel against its readable twin."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from helpers.games import SYMMETRIES, turned_point, turned_position
from helpers.laws import law, part
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from oracles import settled as oracle
from oracles.board import OracleBoard
from oracles.settled import Settled, settled

from goanalyze.core.labels import LabeledBoards
from goanalyze.core.position import Position
from goanalyze.life.choices import Proof
from goanalyze.life.proof.proven import prove_statuses
from goanalyze.vocabulary.boards import Boards
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE, opponent, to_gtp

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


def by_kernel(
    positions: Sequence[Position], *, answering: bool = True, within: bool = False
) -> list[tuple[list[Proof], list[int], bool]]:
    """Prove positions as one chunk by the kernel: proofs and sides of each, and whether it is decided."""
    start = np.concatenate(([0], np.cumsum([one.stones.size for one in positions])))
    boards = LabeledBoards.of(
        Boards(
            np.concatenate([one.stones for one in positions]),
            start,
            np.array([one.width for one in positions], dtype=np.int16),
            np.array([one.height for one in positions], dtype=np.int16),
        )
    )
    proofs, sides, decided, _ = prove_statuses(boards, has_replies=answering, has_large_regions=within)
    spans = [slice(*span) for span in zip(start[:-1].tolist(), start[1:].tolist(), strict=True)]
    return [
        ([Proof.at(number) for number in proofs[at].tolist()], sides[at].tolist(), bool(all_))
        for at, all_ in zip(spans, decided, strict=True)
    ]


def assert_twins(positions: Sequence[Position]) -> None:
    """Prove a chunk by the kernel and one by one by the readable twin, and compare."""
    for answering, within in ((True, True), (True, False), (False, False)):
        for one, found in zip(positions, by_kernel(positions, answering=answering, within=within), strict=True):
            expected = settled(one, answering=answering, within=within)
            assert found == (list(expected.proof), list(expected.side), expected.decided), one


@pytest.mark.law
def test_twins_on_scattered_stones() -> None:
    """Boards of anything, from 1 × 1 to 9 × 9 and tiny ones."""
    assert_twins([scattered(seed) for seed in range(part(500))])
    assert_twins([scattered(seed, 3) for seed in range(10_000, 10_000 + part(1_000))])


@pytest.mark.law
def test_twins_where_there_is_something_to_prove() -> None:
    """Boards of walls and eyes, small and tiny."""
    assert_twins([walled(seed) for seed in range(part(2_000))])
    assert_twins([walled(seed, 4) for seed in range(10_000, 10_000 + part(1_000))])


@pytest.mark.slow
def test_twins_on_large_boards() -> None:
    """The same, on boards up to 52 wide, and on the largest with stones anywhere."""
    assert_twins([walled(seed, 52) for seed in range(20_000, 20_000 + part(6))])
    stones = np.random.default_rng(1).choice(3, 52 * 52, p=[0.3, 0.65, 0.05]).astype(np.uint8)
    assert_twins([Position(52, 52, stones)])


# Positions. Capital letters of the answer: proven alive; x and o: proven dead; b and w: territory; d: dame; ?: unknown.


def drawn(rows: Sequence[str], *, answering: bool = True) -> list[str]:
    """Draw what is proven of a diagram, after the kernel said the same."""
    position = Position.from_rows(rows)
    result = settled(position, answering=answering)
    assert_twins([position])
    marks = []
    for stone, proof, side in zip(position.stones.tolist(), result.proof, result.side, strict=True):
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
    assert drawn(["X.XX", ".XXX", "XX.X", "XXX.", "OOOO", "...."], answering=False) == [
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
    """What could live in a large space is not proven dead, though it would take White a long time."""
    rows = [".X.X.......", "XXXX.......", "X..........", "XXXXXXXXXXX"]
    shown = drawn(rows)
    assert shown[0][:4] == "bXbX"
    assert "?" in shown[0][4:]


def test_a_space_without_room_for_two_eyes_is_territory() -> None:
    """White stones in a corridor beside living stones are dead; empty points there are Black's."""
    rows = [".X.XO.", "XXXX..", "XXXXXX"]
    assert drawn(rows) == ["bXbXob", "XXXXbb", "XXXXXX"]


def test_own_stones_shut_in_live() -> None:
    """A black stone in Black's corridor is not cut off by a white one."""
    assert drawn([".X.XOX", "XXXX..", "XXXXXX"])[0] == "bXbXoX"


def test_seki_is_life() -> None:
    """Neither side has two eyes; who plays at C2 is taken at once (issue 19: seki of the plain kinds)."""
    rows = [".XO.", "XX.O", "XXOO"]
    assert set("".join(drawn(rows, answering=False))) == {"?"}
    assert drawn(rows) == ["bXOw", "XXdO", "XXOO"]


def test_suicide_costs_an_eye() -> None:
    """White fills a corner, which takes off his own stones there, and plays again, but for the point in it.

    D. B. Benson asks only whether the empty points of a region are liberties, for rules that forbid suicide.
    """
    rows = ["O.X.O", ".XXX.", "XXXXX"]
    assert set("".join(drawn(rows, answering=False))) == {"?"}
    assert drawn(rows) == ["obXbo", "bXXXb", "XXXXX"]


def test_bent_four_is_unknown() -> None:
    """White's bent four in the corner, with White alive around: the corner is not proven anybody's."""
    rows = ["OOO.XO...", ".XXXXO...", "XXOOOO.O.", "OOO.O.OOO", ".O.OOOO.O"]
    assert {shown[:3] for shown in drawn(rows)[:2]} == {"???"}


def test_dame_lie_between_living_stones() -> None:
    """With both sides alive the points that both touch are dame, and the board is decided."""
    rows = [".X.O.", "XX.OO", ".X.O.", "XX.OO", ".X.O."]
    assert drawn(rows) == ["bXdOw", "XXdOO", "bXdOw", "XXdOO", "bXdOw"]
    assert settled(Position.from_rows(rows)).decided


def test_a_snapback_settles_nothing() -> None:
    """Black's stones are in atari, and so is who takes them in the end: unknown, but for what lives anyhow."""
    rows = [".X.XO..", "XXXXOOO", "OOOO.XO", "..OXXOO", "..OOOX."]
    shown = drawn(rows)
    assert shown[0][:4] == "bXbX"
    assert shown[2][5] == shown[3][3] == "?"


def test_chains_that_share_two_liberties_are_one_if_cuts_are_answered() -> None:
    """Cut at D3, Black connects at D2, and the other way round: the chains have an eye each and live together."""
    rows = [".XO.OX.", "XXX.XXX", "OOX.XOO", "OOO.OOO"]
    assert set("".join(drawn(rows, answering=False))) == {"?"}
    assert drawn(rows) == ["bX???Xb", "XXX?XXX", "??X?X??", "???????"]


def test_two_points_are_an_eye_of_a_chain_that_touches_one() -> None:
    """C1 has an eye and touches B1: what White plays in the corner is taken at once (issue 19)."""
    rows = ["..XX.X", "XXOXXX", ".XOOOO", "XXOOOO"]
    assert drawn(rows, answering=False)[0] == "??????"
    assert drawn(rows) == ["bbXXbX", "XX?XXX", "bX????", "XX????"]


def test_a_lone_stone_joins_the_chains_around_it() -> None:
    """B1 has no other eye; wherever White plays beside A2, he is taken and B1 joined (issue 19, a Tygem game)."""
    rows = ["XXXO", "X.XO", "XXXX", "O.XO", ".XOO"]
    assert drawn(rows) == ["XXXo", "XbXo", "XXXX", "obXo", "bXoo"]


def test_what_only_small_eyes_prove_is_told() -> None:
    """The networks have learnt from what was proven before (`estimate`)."""
    for position in map(walled, range(part(2_000))):
        *_, late = prove_statuses(position.to_arrays())
        less, more = settled(position, small=False), settled(position)
        proven = zip(less.proof, more.proof, strict=True)
        assert late.tolist() == [new not in {old, Proof.DAME} for old, new in proven]
        assert_more_is_proven(less, more)


@pytest.mark.parametrize("rows", [["."], ["X"], ["X."], ["..", ".."], ["XX", "XX"], ["XO", "OX"], ["X.O"]])
def test_tiny_empty_and_full_boards_are_unknown(rows: list[str]) -> None:
    """Nothing has two eyes."""
    assert set("".join(drawn(rows))) == {"?"}


def test_a_board_that_lives_by_one_chain() -> None:
    """Two eyes on the smallest board that holds them: all of it is decided."""
    assert drawn([".X."]) == ["bXb"]
    assert settled(Position.from_rows([".X."])).decided


# Laws.


def safe_stones(
    position: Position, color: int, *, answering: bool
) -> tuple[OracleBoard, frozenset[int], dict[int, int], frozenset[int]]:
    """Return the board, the safe stones of a colour, its answers to cuts, and the points of its small eyes."""
    board = OracleBoard(position)
    assume(all(board.liberties(min(chain)) for chain in board.chains()))
    chains = [chain for chain in board.chains() if board.colors[min(chain)] == color]
    safe, _ = oracle.safe_stones(board, color, answering)
    assume(safe)
    if not answering:
        return board, safe, {}, frozenset()
    regions = oracle._places(board, frozenset().union(*chains))
    blocks, answers = oracle._blocks(board, chains, regions)
    safe_regions = [region for region in regions if board.border(region) <= safe]
    return board, safe, answers, frozenset().union(*oracle.small_eyes(board, blocks, safe_regions, answers))


def attack(
    board: OracleBoard, color: int, answers: dict[int, int], small: frozenset[int], draws: Sequence[int]
) -> None:
    """Let the opponent of a colour play anywhere, the colour only answering cuts and taking stones in small eyes."""
    for draw in draws:
        empty = [point for point, stone in enumerate(board.colors) if stone == EMPTY]
        if not empty:
            return
        point = empty[draw % len(empty)]
        board.place(opponent(color), point)
        if board.colors[point] != opponent(color):
            continue  # Suicide: no rule against it is needed.
        if point in small and len(last := board.liberties(point)) == 1:
            board.place(color, min(last))
        elif point in answers and board.colors[answers[point]] == EMPTY:
            board.place(color, answers[point])


@RARE
@given(st.integers(0, 2**32 - 1).map(walled), st.lists(st.integers(0, 10**6), min_size=60, max_size=60), st.booleans())
def test_safe_stones_are_never_captured(position: Position, draws: list[int], answering: bool) -> None:
    """Whatever the opponent plays: the side passes but for answers to cuts, and without them passes always."""
    board, safe, answers, small = safe_stones(position, BLACK, answering=answering)
    attack(board, BLACK, answers, small, draws)
    assert {board.colors[point] for point in safe} == {BLACK}


@RARE
@given(POSITION)
def test_answers_go_both_ways_and_serve_once(position: Position) -> None:
    """The answer to a cut at one liberty of a link is the other one."""
    board, _, answers, _ = safe_stones(position, BLACK, answering=True)
    assert all(answers[answer] == point != answer for point, answer in answers.items())
    assert all(board.colors[point] == EMPTY for point in answers)


@LAW
@given(POSITION)
def test_answering_proves_more(position: Position) -> None:
    """What is proven without answering is proven with it, and what is proven with it is so with answers within."""
    assert_more_is_proven(settled(position, answering=False), settled(position))
    assert_more_is_proven(settled(position), settled(position, within=True))


def assert_more_is_proven(less: Settled, more: Settled) -> None:
    """Find all that is proven in one way proven in the other, too."""
    for point, proof in enumerate(less.proof):
        if proof in {Proof.ALIVE, Proof.DEAD, Proof.TERRITORY}:
            assert (more.proof[point], more.side[point]) == (proof, less.side[point])
        elif proof is Proof.DAME:
            assert more.proof[point] is Proof.DAME


@LAW
@given(POSITION)
def test_what_is_proven_fits_the_board(position: Position) -> None:
    """Living stones own their points, dead ones lie in the opponent's, dame and the unknown are nobody's."""
    result = settled(position)
    for stone, proof, side in zip(position.stones.tolist(), result.proof, result.side, strict=True):
        assert (proof in {Proof.ALIVE, Proof.DEAD}) <= (stone != EMPTY)
        assert (proof in {Proof.TERRITORY, Proof.DAME}) <= (stone == EMPTY)
        owners = {Proof.ALIVE: {stone}, Proof.DEAD: {opponent(stone)}, Proof.TERRITORY: {BLACK, WHITE}}
        assert side in owners.get(proof, {EMPTY})


@LAW
@given(POSITION)
def test_swapping_the_colours_swaps_the_sides(position: Position) -> None:
    """Black for White and White for Black."""
    swap = np.array([EMPTY, WHITE, BLACK], dtype=np.uint8)
    result = settled(position)
    other = settled(Position(position.width, position.height, swap[position.stones]))
    assert other.proof == result.proof
    assert [side and opponent(side) for side in other.side] == list(result.side)


@LAW
@given(POSITION)
def test_turning_and_mirroring(position: Position) -> None:
    """Without links, whose order is that of reading, the eight symmetries change nothing."""
    result = settled(position, answering=False)
    size = position.width, position.height
    for symmetry in SYMMETRIES:
        turned = settled(turned_position(position, symmetry), answering=False)
        for point, proof in enumerate(result.proof):
            assert turned.proof[turned_point(point, *size, symmetry)] is proof


@RARE
@given(POSITION, st.integers(0, 10**6))
def test_a_stone_more_of_the_opponent_in_proven_territory_changes_no_owner(position: Position, draw: int) -> None:
    """Inside what is proven without answering a stone of the opponent is dead on arrival."""
    before = settled(position, answering=False)
    territory = sorted(before.points(Proof.TERRITORY))
    assume(territory)
    point = territory[draw % len(territory)]
    owner = before.side[point]
    board = OracleBoard(position)
    board.place(opponent(owner), point)
    assume(board.colors[point] == opponent(owner))
    after: Settled = settled(board.position(), answering=False)
    kept = [
        at
        for at, (proof, side) in enumerate(zip(before.proof, before.side, strict=True))
        if side == owner and (proof is Proof.ALIVE)
    ]
    names = [
        to_gtp(at, position.width, position.height)
        for at in kept
        if board.colors[at] == owner and after.side[at] != owner
    ]
    assert not names


@LAW
@given(POSITION, st.integers(0, 2**32 - 1), st.sampled_from([(False, False), (True, False), (True, True)]))
def test_barred_points_prove_nothing(position: Position, seed: int, how: tuple[bool, bool]) -> None:
    """Kernel and twin agree; the proof does not see what stands there (design of the confirmation, section 2)."""
    answering, within = how
    rng = np.random.default_rng(seed)
    barred = rng.random(position.stones.size) < rng.random() ** 3
    filled = Position(
        position.width, position.height, np.where(barred, rng.integers(0, 3, barred.size), position.stones)
    )
    points = frozenset(np.flatnonzero(barred).tolist())
    expected = settled(position, answering=answering, within=within, barred=points)
    for one in (position, filled):
        proofs, sides, decided, _ = prove_statuses(
            one.to_arrays(), has_replies=answering, has_large_regions=within, excluded=barred
        )
        assert [Proof.at(number) for number in proofs.tolist()] == list(expected.proof)
        assert (sides.tolist(), bool(decided[0])) == (list(expected.side), expected.decided)
    assert all(expected.proof[point] is Proof.UNKNOWN for point in np.flatnonzero(barred))
