"""Identities between ways of counting, on whole games: drawn at random, real ones, and one worked out in a rules text.

Laws of any position are in `test_count_laws`. Here plays, passes and prisoners come from the game that led to it.
"""

from __future__ import annotations

import random
import zipfile
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pytest
from cases import wmsg
from helpers.games import (
    SYMMETRIES,
    Game,
    game,
    kernel,
    kernel_board,
    numbers,
    orderly,
    plays,
    records_of,
    replayed,
    swapped,
    turned,
    turned_point,
    wild,
)
from helpers.laws import law
from helpers.shared import shared
from hypothesis import given
from hypothesis import strategies as st
from oracles.board import OracleBoard

from goanalyze import BLACK, WHITE, Count, Play, Position, from_gtp
from goanalyze.core import flags as f
from goanalyze.detectors.moves import board_findings
from goanalyze.life.markup import marked_region
from goanalyze.points import EMPTY, PASS, color_letter, opponent
from goanalyze.replay.arrays import Replays
from goanalyze.replay.replay import play_events, replay_records
from goanalyze.score.count import count

LAW = law(100)
SIZES = st.sampled_from([(1, 2), (2, 2), (3, 3), (4, 3), (5, 5), (7, 4)])
BOTH = (BLACK, WHITE)
MARGINS = ("area_margin", "territory_margin_plain", "territory_margin", "territory_margin_strict", "stone_margin")

REAL_GAMES = 300
FEW = 10
"""Stones shut in together that are worth a try to capture; more of them are as a rule alive."""


class FinishedGame(NamedTuple):
    """A game played out, as it enters a count.

    Attributes:
        position: the final position.
        prisoners: stones that each colour took.
        placed: stones that each colour played.
        passes: passes of each colour.
        setup: stones of each colour that were set up before the game.
        ended: True if two passes in succession are the last two moves.
        clean: True if turns alternate, and no move is on a stone or off the board, no setup between moves.
    """

    position: Position
    prisoners: dict[int, int]
    placed: dict[int, int]
    passes: dict[int, int]
    setup: dict[int, int]
    ended: bool
    clean: bool

    def count(self, dead: Sequence[int] = ()) -> Count:
        """Count it with some stones dead."""
        return count(self.position, dead, prisoners=self.prisoners)


def finished(replays: Replays, index: int = 0) -> FinishedGame:
    """Gather the facts of a game from its replay."""
    span = slice(*replays.start[index : index + 2].tolist())
    color, point, flags = (column[span] for column in replays.moves[:3])
    faults = f.OCCUPIED | f.OFF_BOARD_MOVE | f.OUT_OF_TURN | f.HANDICAP_PLACEMENT | f.SETUP_BEFORE | f.AFTER_END

    def fact(name: str) -> int:
        return int(replays.fact(name)[index])

    return FinishedGame(
        position=kernel_board(replays, index),
        prisoners={BLACK: fact("black_prisoners"), WHITE: fact("white_prisoners")},
        placed={of: int(((color == of) & (point >= 0)).sum()) for of in BOTH},
        passes={of: int(((color == of) & (point == PASS)).sum()) for of in BOTH},
        setup={BLACK: fact("black_setup"), WHITE: fact("white_setup")},
        ended=fact("ended_at") == len(flags) > 0,
        clean=not (flags & faults).any() and not fact("setup_breaks"),
    )


def some_chains(position: Position, seed: int, share: float) -> list[int]:
    """Choose chains by lot, each with one of its stones to name it."""
    rng = random.Random(seed)
    return [rng.choice(sorted(chain)) for chain in OracleBoard(position).chains() if rng.random() < share]


# Laws of a game; asserted of random ones and of real ones.


def assert_area_is_territory_and_stones(one: FinishedGame, dead: Sequence[int]) -> None:
    """(A_B − A_W) = (T_B − T_W) + (M_B + H_B − M_W − H_W): area counts stones played and set up, territory does not."""
    result = one.count(dead)
    put = {color: one.placed[color] + one.setup[color] for color in BOTH}
    assert result.area_margin == result.territory_margin_plain + put[BLACK] - put[WHITE]
    for side, other, color in ((result.black, result.white, BLACK), (result.white, result.black, WHITE)):
        assert side.stones == put[color] - other.prisoners - side.dead


def assert_systems_differ_by_turns_and_passes(one: FinishedGame, dead: Sequence[int], first: int = BLACK) -> None:
    """An even game ended by two passes: area − territory = d + Q_W − Q_B, d Black's turns less White's."""
    turns = {color: one.placed[color] + one.passes[color] for color in BOTH}
    more = turns[BLACK] - turns[WHITE]
    assert more in ({0, 1} if first == BLACK else {0, -1})
    result = one.count(dead)
    assert result.area_margin - result.territory_margin_plain == more + one.passes[WHITE] - one.passes[BLACK]
    if one.placed[BLACK] == one.placed[WHITE]:
        assert result.area_margin == result.territory_margin_plain


def assert_mirrored(plain: Count, other: Count) -> None:
    """Each side has the other's count and each margin its sign changed."""
    assert (other.black, other.white, other.dame) == (plain.white, plain.black, plain.dame)
    assert [getattr(other, name) for name in MARGINS] == [-getattr(plain, name) for name in MARGINS]


# Games at random.


@LAW
@given(SIZES, numbers(80), st.integers(0, 2**32), st.sampled_from([0.0, 0.2, 0.6, 1.0]), st.sampled_from(BOTH))
def test_area_and_territory_in_a_game_ended_by_passes(
    size: tuple[int, int], draws: list[int], seed: int, share: float, first: int
) -> None:
    """With any dead stones, area and territory differ by stones placed, which two passes make turns and passes."""
    one = orderly(*size, draws, first)
    after = first if len(draws) % 2 == 0 else opponent(first)
    ended = one._replace(events=[*one.events, Play(after, PASS), Play(opponent(after), PASS)])
    played = finished(kernel(ended))
    dead = some_chains(played.position, seed, share)
    assert_area_is_territory_and_stones(played, dead)
    assert_systems_differ_by_turns_and_passes(played, dead, first)


@LAW
@given(SIZES, numbers(80), st.integers(0, 2**32))
def test_a_game_is_counted_alike_from_all_sides(size: tuple[int, int], draws: list[int], seed: int) -> None:
    """Turned and mirrored, a game has the same count, prisoners included; with its colours swapped, the other's."""
    one = wild(*size, draws)
    images = kernel(swapped(one), *(turned(one, symmetry) for symmetry in SYMMETRIES))
    plain = finished(kernel(one))
    dead = some_chains(plain.position, seed, 0.3)
    expected = plain.count(dead)
    assert_mirrored(expected, finished(images, 0).count(dead))
    for symmetry in SYMMETRIES:
        there = [turned_point(point, *size, symmetry) for point in dead]
        assert finished(images, symmetry + 1).count(there) == expected


# Dead stones captured by play instead of removed.


class Capture(NamedTuple):
    """A position with dead stones of one colour, and the captor's plays that take them; the other side passes."""

    name: str
    rows: tuple[str, ...]
    captor: int
    dead: str
    plays: str


CAPTURES = [
    Capture("a stone in atari", (".XO.", "OXO.", ".XO."), BLACK, "A2", "A1 A3"),
    Capture("a chain in the corner", ("OO.X.", "..XX.", "XXXO.", "OOOO.", "....."), BLACK, "A5", "C5 A4 B4"),
    Capture(
        "two chains, one after the other", ("O.O.X", "...XX", "XXXXO", "OOOOO", "....."), BLACK, "A5 C5", "B5 A4 D5 C4"
    ),
    Capture("a stone in a region of four points", ("X.OO.", "..O..", "OOO..", "....."), WHITE, "A4", "B4 A3"),
    Capture("a chain with an eye of two points", ("..XO.", "XXXO.", "OOOO.", "....."), WHITE, "A3", "B4 A4"),
]


@pytest.mark.parametrize("case", CAPTURES, ids=lambda case: case.name)
def test_capturing_dead_stones_costs_its_plays_by_territory_only(case: Capture) -> None:
    """Captured or removed, dead stones leave the same area and dame; by territory each play it takes costs a point."""
    rows, captor = case.rows, case.captor
    letters = color_letter(captor), color_letter(opponent(captor))
    moves = " ".join(f"{letters[0]} {place} {letters[1]} pass" for place in case.plays.split())
    dead = [from_gtp(name, len(rows[0]), len(rows)) for name in case.dead.split()]
    before, after = finished(kernel(game(rows))), finished(kernel(game(rows, moves)))
    assert after.clean
    removed, captured = before.count(dead), after.count()
    assert captured.area_margin == removed.area_margin
    assert captured.dame == removed.dame
    assert opponent(captor) not in after.position.stones[dead]
    sign = 1 if captor == BLACK else -1
    cost = removed.territory_margin_plain - captured.territory_margin_plain
    assert sign * cost == len(case.plays.split())


def captured_by_play(position: Position, region: frozenset[int]) -> tuple[Position, int] | None:
    """Take a marked region off by plays of the other side alone: (position, plays); None if that cannot be done."""
    board, plays_made = OracleBoard(position), 0
    captor = opponent(board.colors[min(region)])
    while left := [point for point in sorted(region) if board.colors[point] == opponent(captor)]:
        chains = {board.connected(point) for point in left}
        for point in sorted(point for chain in chains for point in board.border(chain) if board.colors[point] == EMPTY):
            trial = OracleBoard(board.position())
            if not trial.place(captor, point).self_captured:
                board, plays_made = trial, plays_made + 1
                break
        else:
            return None
    return board.position(), plays_made


# Real games.


@pytest.fixture(scope="module")
def real() -> list[tuple[Game, FinishedGame]]:
    """Games of KGS from all over an archive, with their replays."""
    with zipfile.ZipFile(shared("archives/dev/kgs-2017a.zip")) as archive:
        names = [name for name in archive.namelist() if name.endswith(".sgf")]
        step = len(names) // REAL_GAMES
        texts = [archive.read(name).decode("utf-8", "replace") for name in names[::step][:REAL_GAMES]]
    records = records_of(*texts)
    replays = replay_records(records)
    assert len(replays) == REAL_GAMES
    sizes = zip(records.width.tolist(), records.height.tolist(), records.handicap.tolist(), strict=True)
    return [
        (Game(width, height, play_events(records, index), max(handicap, 0)), finished(replays, index))
        for index, (width, height, handicap) in enumerate(sizes)
    ]


def test_area_and_territory_in_real_games(real: list[tuple[Game, FinishedGame]]) -> None:
    """The stones placed, those of handicap included, are the difference; nothing dead, some chains, or many."""
    for seed, (_, one) in enumerate(real):
        for share in (0.0, 0.1, 0.5):
            assert_area_is_territory_and_stones(one, some_chains(one.position, seed, share))
    assert sum(one.clean for _, one in real) > REAL_GAMES * 0.9
    assert any(one.setup[BLACK] > 1 for _, one in real)


def test_area_and_territory_in_real_games_ended_by_passes(real: list[tuple[Game, FinishedGame]]) -> None:
    """In even games that two passes ended, the difference is that of turns and passes."""
    even = [one for _, one in real if one.ended and one.clean and not one.setup[BLACK]]
    assert len(even) > 20
    for seed, one in enumerate(even):
        assert_systems_differ_by_turns_and_passes(one, some_chains(one.position, seed, 0.3))


def test_real_games_divide_the_board(real: list[tuple[Game, FinishedGame]]) -> None:
    """A_B − A_W has the parity of the points that are not dame: on an odd board without dame the area margin is odd."""
    for seed, (_, one) in enumerate(real):
        result = one.count(some_chains(one.position, seed, 0.3))
        points = one.position.width * one.position.height
        assert (result.area_margin - points + result.dame) % 2 == 0


def test_real_games_are_counted_alike_from_all_sides(real: list[tuple[Game, FinishedGame]]) -> None:
    """Replayed turned and mirrored, a game has the same count; with its colours swapped, the other's."""
    chosen = [(seed % len(SYMMETRIES), *pair) for seed, pair in enumerate(real)]
    around = kernel(*(turned(one, symmetry) for symmetry, one, _ in chosen))
    across = kernel(*(swapped(one) for _, one, _ in chosen))
    for index, (symmetry, one, plain) in enumerate(chosen):
        dead = some_chains(plain.position, index, 0.3)
        expected = plain.count(dead)
        there = [turned_point(point, one.width, one.height, symmetry) for point in dead]
        assert finished(around, index).count(there) == expected
        assert_mirrored(expected, finished(across, index).count(dead))


def test_filling_territory_in_real_games(real: list[tuple[Game, FinishedGame]]) -> None:
    """A stone of either side in its own territory leaves area and dame and costs its side one point by territory."""
    filled = 0
    for seed, (_, one) in enumerate(real):
        before, board = one.count(), OracleBoard(one.position)
        for color in BOTH:
            own = [
                min(region)
                for region in board.regions()
                if {board.colors[near] for near in board.border(region)} == {color}
            ]
            if not own:
                continue
            after = OracleBoard(one.position)
            if after.place(color, own[seed % len(own)]).self_captured:
                continue
            result = count(after.position(), prisoners=one.prisoners)
            assert (result.area_margin, result.dame) == (before.area_margin, before.dame)
            sign = 1 if color == BLACK else -1
            assert result.territory_margin_plain == before.territory_margin_plain - sign
            filled += 1
    assert filled > REAL_GAMES


def test_capturing_dead_stones_in_real_games(real: list[tuple[Game, FinishedGame]]) -> None:
    """Stones that one side shut in, taken by play or removed: area is the same, territory less by the plays made."""
    taken = 0
    for _, one in real:
        waiting = set(np.flatnonzero(one.position.stones).tolist())
        while waiting:
            region = frozenset(np.flatnonzero(marked_region(one.position, [min(waiting)])).tolist())
            waiting -= region
            done = captured_by_play(one.position, region) if len(region) <= FEW else None
            if done is None:
                continue
            position, cost = done
            color = int(one.position.stones[min(region)])
            prisoners = one.prisoners | {opponent(color): one.prisoners[opponent(color)] + len(region)}
            removed, captured = one.count(sorted(region)), count(position, prisoners=prisoners)
            assert (captured.area_margin, captured.dame) == (removed.area_margin, removed.dame)
            sign = 1 if color == WHITE else -1
            assert captured.territory_margin_plain == removed.territory_margin_plain - sign * cost
            taken += 1
    assert taken > REAL_GAMES // 3


# The example game of the WMSG rules.


def test_the_wmsg_game_is_as_the_rules_text_shows_it() -> None:
    """27 and 26 plays, three prisoners of Black's, White's pass first; the boards are those of the diagrams."""
    replays = replayed(wmsg.WMSG_GAME)
    one = finished(replays)
    assert one.clean
    assert one.ended
    assert (one.placed, one.passes) == ({BLACK: 27, WHITE: 26}, {BLACK: 1, WHITE: 1})
    assert (one.prisoners, one.setup) == ({BLACK: 3, WHITE: 0}, {BLACK: 0, WHITE: 0})
    assert int(replays.fact("first_pass")[0]) == 54
    assert replays.moves.color[53] == WHITE
    assert one.position == Position.from_rows(wmsg.FINAL)
    assert kernel_board(kernel(Game(9, 9, plays(wmsg.OPENING, 9, 9)))) == Position.from_rows(wmsg.BEFORE)
    from_there = kernel_board(kernel(game(wmsg.BEFORE, wmsg.LAST_PLAYS)))
    assert from_there == one.position


@pytest.mark.parametrize("text", [wmsg.WMSG_GAME, wmsg.WMSG_BLACK_FIRST], ids=["White first", "Black first"])
def test_the_wmsg_game_breaks_no_rule(text: str) -> None:
    """No move is illegal under any ruleset, and no finding is reported."""
    replays = replayed(text)
    assert not (replays.moves.flags & ~np.uint32(f.PASS_MOVE)).any()
    assert list(board_findings(replays)) == []


def test_the_wmsg_game_is_counted_as_worked_out() -> None:
    """Area 44 to 36, territory 17 to 13, of which an eye each in seki, one dame; 8 = (20 − 13) + (27 − 26)."""
    result = finished(replayed(wmsg.WMSG_GAME)).count()
    black, white = result.black, result.white
    assert (black.area, white.area, result.dame, result.area_margin) == (44, 36, 1, 8)
    assert (black.territory, white.territory) == (17, 13)
    assert (black.territory - black.seki, white.territory - white.seki) == (16, 12)
    assert (result.territory_margin_plain, result.territory_margin, result.territory_margin_strict) == (7, 7, 7)


def test_with_black_passing_first_the_wmsg_game_differs_by_whites_stone() -> None:
    """White's stone in White's territory leaves the area, costs a point by territory, and Black passes first."""
    replays = replayed(wmsg.WMSG_BLACK_FIRST)
    one = finished(replays)
    assert one.clean
    assert one.ended
    assert replays.moves.color[int(replays.fact("first_pass")[0]) - 1] == BLACK
    assert (one.placed, one.passes, one.prisoners) == (
        {BLACK: 27, WHITE: 27},
        {BLACK: 1, WHITE: 1},
        {BLACK: 3, WHITE: 0},
    )
    result = one.count()
    assert (result.black.area, result.white.area, result.dame) == (44, 36, 1)
    assert result.territory_margin_plain == result.area_margin == 8
