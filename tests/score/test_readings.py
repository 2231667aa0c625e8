"""End of a record by ruleset: the stop that is counted, and the dead stones that are removed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from helpers.games import SYMMETRIES, turned_point, turned_position
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st
from oracles.count import count as plain_count

import goanalyze as ga
from goanalyze import BLACK, WHITE, PointKind, Position, from_gtp, to_gtp, to_sgf
from goanalyze.points import EMPTY
from goanalyze.rules import derive
from goanalyze.score.count import count as count_position

LAW = law(60)

# Black's wall with one white stone behind it, and three black ones behind White's: unremoved, the left is neutral.
UNCAPTURED = "(;SZ[5]PL[B]KM[0]AB[ca][cb][cc][cd][ce]AW[da][db][ac][dc][dd][de];B[];W[]"
MARKED = "TB[aa][ba][ab][bb][ac][bc][ad][bd][ae][be]TW[ea][eb][ec][ed][ee]"

DIAGRAM_17 = ["OOOOXXX", "OXX.OX.", "OOOOOXX", "OOOO.XX", "OOOOXXX"]
SMALL_EYE = ["OOOXXX", "OX.OX.", "OOOOXX", "OOO.XX", "OOOXXX"]
EXAMPLE_9 = ["XO.XOOOOO", ".XXXOOOOO", "XXOOOOOOO", *["O" * 9] * 5, "OOOOOO.O."]
EXAMPLE_25 = [".XO.OXXXX", "XXXOOXXXX", ".XO.OXXXX", "XOOOOXXXX", "OOXXXXXXX", *["X" * 9] * 3, "XXXXXX.X."]
SWAP = str.maketrans("XO", "OX")


def stopped(position: Position | Sequence[str]) -> ga.Game:
    """Return a game of two passes on a board that was set up; Black moves first, komi 0."""
    board = position if isinstance(position, Position) else Position.from_rows(position)
    setup = "".join(
        f"{name}{''.join(f'[{to_sgf(int(point), board.width)}]' for point in points)}"
        for name, color in (("AB", BLACK), ("AW", WHITE))
        if len(points := np.flatnonzero(board.stones == color))
    )
    return ga.loads(f"(;SZ[{board.width}:{board.height}]KM[0]PL[B]{setup};B[];W[])")


def margin(game: ga.Game, ruleset: str, dead: Sequence[str | int] | None = None) -> float | None:
    """Return Black − White."""
    return game.outcome(ruleset, dead=dead).margin


# Two passes and nothing else.


@pytest.mark.parametrize("ruleset", ["basic", "tromp-taylor"])
def test_what_is_not_captured_is_not_dead(ruleset: str) -> None:
    """Wikipedia, *Rules of Go*, rule 9: the first two passes end the game; dead stones must have been captured."""
    for text in (UNCAPTURED, UNCAPTURED + MARKED):
        told = ga.loads(text + ")").outcome(ruleset)
        assert (told.result, told.basis, told.reasons) == ("W+6", "counted", ())
    assert ga.loads(UNCAPTURED + MARKED + ")").outcome("basic-played-out").result == "B+5"


@pytest.mark.parametrize("ruleset", ["basic", "tromp-taylor"])
def test_two_passes_on_an_empty_board_are_a_draw(ruleset: str) -> None:
    """Wikipedia, *Rules of Go*, rules 9 and 10: neither side has an area."""
    told = ga.loads("(;SZ[9]KM[0];B[];W[])").outcome(ruleset)
    assert (told.margin, told.winner, told.basis) == (0, "draw", "counted")


@pytest.mark.parametrize("ruleset", ["basic", "tromp-taylor"])
def test_without_two_passes_the_game_is_not_over(ruleset: str) -> None:
    """Wikipedia, *Rules of Go*, rule 9: marks of the players do not end the game there."""
    told = ga.loads("(;SZ[5]KM[0];B[bc];W[dc];B[bb];W[db];B[bd];W[dd]RE[B+R]TB[aa])").outcome(ruleset)
    assert (told.margin, told.basis, len(told.reasons)) == (None, "not_over", 1)


@LAW
@given(st.integers(0, 2**32 - 1))
def test_the_first_two_passes_are_the_end(seed: int) -> None:
    """Under basic rules a record counts as its beginning does, up to the first two passes; the oracle counts it."""
    rng = np.random.default_rng(seed)
    moves = [-1 if draw >= 9 else int(draw) for draw in rng.integers(0, 14, 24)]
    letters = ["" if point < 0 else to_sgf(point, 3) for point in moves]
    text = "(;SZ[3]KM[0]" + "".join(f";{'BW'[number % 2]}[{at}]" for number, at in enumerate(letters))
    game = ga.loads(text + ("AB[aa]" * int(rng.integers(0, 2))) + ")")
    stop = next((number + 2 for number in range(23) if moves[number] < 0 and moves[number + 1] < 0), None)
    told = game.outcome("basic")
    if stop is None:
        assert told.basis == "not_over"
        return
    at_stop = game.up_to(stop)
    assert told.margin == at_stop.outcome("basic").margin == plain_count(at_stop.replay().position()).area_margin


# A second stop.


@pytest.mark.parametrize("marks", ["", MARKED.replace("[aa]", "")])
def test_all_stones_are_alive_after_the_second_stop(marks: str) -> None:
    """WMSG rules and Wikipedia, *Rules of Go*; simplified Ing rules alike. Marked or not, the board counts."""
    game = ga.loads(f"{UNCAPTURED};B[aa];W[ae];B[];W[]{marks})")
    for ruleset in ("wmsg", "ing-simplified"):
        told = game.outcome(ruleset)
        assert (told.result, told.basis) == ("W+6", "counted")
        assert any("stopped again" in reason for reason in told.reasons)
    assert game.outcome("aga").result == "B+5"
    assert game.outcome("wmsg", dead=["A3", "A1"]).result == "W+6"


@pytest.mark.parametrize(
    "more", ["", ";B[bc]", ";B[bc];W[];B[]", ";B[bc];W[];B[];W[ad]", f";AE[aa][ae]{MARKED}RE[B+5]"]
)
def test_what_comes_after_the_second_stop_does_not_count(more: str) -> None:
    """Wikipedia, *Rules of Go*, WMSG rules: the second stop ends the game; later plays, marks and edits are ignored."""
    text = f"{UNCAPTURED};B[aa];W[ae];B[];W[]"
    for ruleset in ("wmsg", "ing-simplified"):
        told = ga.loads(f"{text}{more})").outcome(ruleset)
        assert (told.result, told.basis) == ("W+6", "counted")
        assert told.final_position is not None
        assert told.final_position.position == ga.loads(f"{text})").replay().position()
    verdicts = ga.loads(f"{text};B[bc];W[];B[])").replay().verdicts("wmsg")
    assert verdicts == ["legal"] * 6 + ["after the end"] + ["legal"] * 2


def test_rulesets_of_ones_own_end_at_the_second_stop_too() -> None:
    """The axis decides, with stones that stay or are taken off: WMSG's plays after the second stop do not count."""
    game = ga.loads(f"{UNCAPTURED};B[aa];W[ae];B[];W[];B[bc];W[];B[])")
    stay = derive("wmsg", "wmsg-stay", dead_stones="stay")
    agreed = derive("wmsg", "wmsg-agreed", dead_stones="stay", second_stop="agreed")
    assert (game.outcome(stay).result, game.outcome(agreed).result) == ("W+6", "W+5")
    assert game.replay().verdicts(agreed) == ["legal"] * 9


@LAW
@given(st.integers(0, 2**32 - 1))
def test_the_second_stop_is_the_end(seed: int) -> None:
    """Under WMSG rules a record counts as its beginning does, up to the second stop; the oracle counts it."""
    rng = np.random.default_rng(seed)
    moves = [-1 if draw >= 9 else int(draw) for draw in rng.integers(0, 16, 24)]
    letters = ["" if point < 0 else to_sgf(point, 3) for point in moves]
    game = ga.loads("(;SZ[3]KM[0]" + "".join(f";{'BW'[number % 2]}[{at}]" for number, at in enumerate(letters)) + ")")
    stops, number = [], 0
    while number < 23:
        is_stop = moves[number] < 0 and moves[number + 1] < 0
        stops += [number + 2] * is_stop
        number += 1 + is_stop
    if len(stops) >= 2:
        told, at_stop = game.outcome("wmsg"), game.up_to(stops[1])
        white_passed_first = moves.index(-1) % 2
        assert told.margin == at_stop.outcome("wmsg").margin
        assert told.margin == plain_count(at_stop.replay().position()).area_margin - white_passed_first


@pytest.mark.parametrize("ruleset", ["aga", "bga", "ffg", "button"])
def test_four_passes_in_succession_leave_all_stones_alive(ruleset: str) -> None:
    """AGA rules, rule 10, and the rulesets that follow them: two passes, and both pass again."""
    agreed, alive = (ga.loads(f"{UNCAPTURED}{more}{MARKED})").outcome(ruleset) for more in ("", ";B[];W[]"))
    assert (alive.basis, agreed.basis) == ("counted", "counted")
    assert alive.margin is not None
    assert agreed.margin is not None
    assert agreed.margin - alive.margin == 11


# Dead stones in a seki.


def test_dead_stones_in_a_seki_stay() -> None:
    """Commentary on art. 10.1, diagram 17: White lives in seki without territory, with any stones named."""
    game = stopped(DIAGRAM_17)
    assert [margin(game, name, dead) for name in ("japanese", "korean", "wagc") for dead in (None, ["B4"])] == [0] * 6
    counted = game.with_dead_stones(["B4"]).territory()
    assert counted is not None
    names = {to_gtp(point, 7, 5) for point in counted.points(PointKind.PUT_BACK)}
    assert (names, counted.territory(BLACK), counted.territory(WHITE)) == ({"B4", "C4"}, 0, 0)


def test_other_rulesets_take_all_dead_stones_off() -> None:
    """Only territory rules of the Far East have seki there: by area, BGA and BrainKing dead stones are off."""
    game = stopped(SMALL_EYE)
    everywhere = {name: margin(game, name, ["B4"]) for name in ("chinese", "aga", "ffg", "ing", "new-zealand")}
    assert set(everywhere.values()) == {
        count_position(Position.from_rows(SMALL_EYE), [from_gtp("B4", 6, 5)]).area_margin
    }
    assert everywhere["chinese"] == -5
    assert margin(game, "brainking", ["B4"]) == -2  # two points and a stone, Black's eye counts
    assert margin(game, "japanese", ["B4"]) == 0


def test_a_count_has_both() -> None:
    """Area with all dead stones off, territory as Japanese rules take it, in a game's count and in the table."""
    found = stopped(SMALL_EYE).with_dead_stones(["B4"]).count()
    assert (found.area_margin, found.territory_margin, found.white.dead, found.black.dead) == (-5, 0, 0, 1)


def seki(eye: Sequence[str]) -> list[str]:
    """Return White's eye, rows of dots and black stones, walled in, by a black group of one eye; a dame between."""
    width = len(eye[0])
    walled = ["O" * (width + 2), *(f"O{row}O" for row in eye), "O" * (width + 2), "O" * (width + 1) + "."]
    black = ["XXX", "X.X", *["XXX"] * (len(walled) - 2)]
    rows = [left + right for left, right in zip(walled, black, strict=True)]
    return [*rows, "O" * (width + 2) + "XXX"]


@pytest.mark.parametrize(
    "eye", [["X."], ["XX."], ["X.X"], ["XX", "X."], ["XX", "XX", "X."], ["XXX", ".XX"], [".X", "XX"], ["XX.X"]]
)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_eyes_that_dead_stones_fill_are_no_territory_in_a_seki(
    eye: list[str], symmetry: tuple[bool, bool, bool]
) -> None:
    """As in diagram 17 with eyes of other sizes, turned and mirrored, and with the colours changed."""
    for rows in (seki(eye), [row.translate(SWAP) for row in seki(eye)]):
        position = Position.from_rows(rows)
        inside = "X" if rows[0][0] == "O" else "O"
        dead = [
            y * position.width + x
            for y, row in enumerate(rows[: len(eye) + 1])
            for x, stone in enumerate(row)
            if y > 0 and 0 < x <= len(eye[0]) and stone == inside
        ]
        turned = turned_position(position, symmetry)
        points = [turned_point(point, position.width, position.height, symmetry) for point in dead]
        assert margin(stopped(turned), "japanese", points) == 0


def test_two_such_places_on_one_board() -> None:
    """Diagram 17 and its mirror image with the colours changed."""
    swapped = [row.translate(SWAP)[::-1] for row in DIAGRAM_17]
    game = stopped([left + right for left, right in zip(DIAGRAM_17, swapped, strict=True)])
    for dead in (["B4", "M4"], ["B4"], ["M4"], []):
        assert margin(game, "japanese", dead) == 0


def test_a_living_group_takes_them_off() -> None:
    """With a second eye White lives by itself: the adjacent dame changes nothing, and both stones are taken."""
    rows = [row.replace("OOOOX", "O.OOX", 1) if y == 4 else row for y, row in enumerate(DIAGRAM_17)]
    assert margin(stopped(rows), "japanese", ["B4"]) == -6


# Stones of both sides dead.


def test_where_both_sides_are_dead_nothing_is_territory() -> None:
    """Example 9 of the commentary: White's stone and seven black ones are dead, none is taken off, no territory."""
    game = stopped(EXAMPLE_9)
    assert margin(game, "japanese", ["A9", "B9", "B8"]) == -2  # White's two eyes at the other end
    swapped = stopped([row.translate(SWAP) for row in EXAMPLE_9])
    assert margin(swapped, "japanese", ["A9", "B9", "B8"]) == 2
    for symmetry in SYMMETRIES:
        position = Position.from_rows(EXAMPLE_9)
        dead = [turned_point(from_gtp(name, 9, 9), 9, 9, symmetry) for name in ("A9", "B9", "B8")]
        assert margin(stopped(turned_position(position, symmetry)), "japanese", dead) == -2
    assert margin(game, "japanese", ["A9", "B8"]) == -18  # White's stone alive: all of the corner is White's


def test_dead_stones_beside_dame_stay_in_a_double_ko() -> None:
    """Example 25 (diagram 14): points that living and dead stones of one side surround are dame, so all is seki."""
    assert margin(stopped(EXAMPLE_25), "japanese", ["C9", "A6"]) == 2  # Black's two eyes at the other end


@LAW
@given(st.integers(0, 2**32 - 1))
def test_only_stones_that_stay_make_a_difference(seed: int) -> None:
    """Territory rules and the same with all dead stones off agree wherever no dead stone stays."""
    rng = np.random.default_rng(seed)
    width, height = (int(side) for side in rng.integers(2, 8, 2))
    stones = rng.choice(3, width * height, p=[0.4, 0.3, 0.3]).astype(np.uint8)
    game = stopped(Position(width, height, stones))
    dead = [int(point) for point in rng.choice(width * height, 3) if stones[point] != EMPTY]
    everywhere = derive("japanese", "all-off", dead_stones="chains")
    counted = game.with_dead_stones(dead).territory()
    assert counted is not None
    stays = counted.points(PointKind.PUT_BACK)
    freed = {point for point in dead if counted.kind[point] is PointKind.STONE}
    if not stays and not freed:
        assert margin(game, "japanese", dead) == game.outcome(everywhere, dead=dead).margin
