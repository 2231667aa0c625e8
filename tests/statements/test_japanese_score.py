"""Statements of the Japanese rules of 1989 (S1) on the end: articles 7, 8 and 10, their diagrams, and the examples.

The diagrams are pictures; the positions here follow the text about them. A position that needs company
has an outer group with two eyes: two points for its side.
"""

from __future__ import annotations

from helpers.games import game, sgf

import goanalyze as ga
from goanalyze import Outcome, PointKind, from_gtp

WHITE_AROUND = [*["OOOOOOOOO"] * 5, "OOOOOO.O."]
BLACK_AROUND = [*["XXXXXXXXX"] * 5, "XXXXXX.X."]


def scored(rows: list[str], dead: str | None = None, moves: str = "B pass W pass") -> Outcome:
    """Score a game that stops in a diagram, without komi: with the dead stones named, or as the program judges them."""
    names = None if dead is None else dead.split()
    return ga.loads(sgf(game(rows, moves))).outcome("japanese", komi=0, dead=names)


def kinds(told: Outcome, names: str) -> set[PointKind]:
    """Return the kinds of points of a scored diagram."""
    assert told.final_position is not None
    position, counted = told.final_position.position, told.final_position.territory()
    return {counted.kind[from_gtp(name, position.width, position.height)] for name in names.split()}


def test_eyes_of_living_stones_are_territory() -> None:
    """S1, article 8 and diagram 12: points that living stones of one side surround are eyes and territory."""
    told = scored([".X.XO.O", "XXXXOOO", ".X.XO.O", "XXXXOOO"], "")
    assert kinds(told, "A4 C4 A2 C2 F4 F2") == {PointKind.TERRITORY}
    assert told.result == "B+2"


SEKI = [".XO.", "XX.O", "XXOO"]


def test_stones_beside_a_dame_are_in_seki_and_their_eyes_are_no_territory() -> None:
    """S1, article 8 and diagram 13: other points than eyes are dame; four white stones live next to black ones."""
    told = scored(SEKI, "")
    assert kinds(told, "C2") == {PointKind.SEKI}
    assert kinds(told, "A3 D3") == {PointKind.SEKI_EYE}
    assert told.margin == 0


def test_a_seki_is_told_apart_by_the_letter() -> None:
    """S1, commentary on article 8, clause 4, diagram 15, example 24 a: with an open dame eyes are not territory.

    The margin takes the dame as filled, as players do; the article 8 margin is next to it, and they are equal when
    the dame is filled.
    """
    open_, filled = ["..X.O.", "..X.O.", "..XXO."], ["..XXO.", "..XXO.", "..XXO."]
    told = scored(open_, "")
    assert (told.margin, told.margin_strict) == (3, 0)
    told = scored(filled, "")
    assert (told.margin, told.margin_strict) == (3, 3)


DOUBLE_KO = [".XO.OXXXX", "XXXOOXXXX", ".XO.OXXXX", "XOOOOXXXX", "OOXXXXXXX", *BLACK_AROUND[2:]]
"""A9 and D7 are eyes; each side can take a ko, at D9 and at A7."""


def test_a_double_ko_is_a_seki() -> None:
    """S1, commentary on article 8, clause 3, diagram 14, and example 25 a: the kos leave no territory."""
    told = scored(DOUBLE_KO, "")
    assert kinds(told, "A9 D7") == {PointKind.SEKI_EYE}
    assert told.result == "B+2"


def test_the_stones_of_a_double_ko_stay() -> None:
    """S1, example 25 c: the dead stones lie in no territory, and article 10 does not remove them."""
    told = scored(DOUBLE_KO, "C9 A6")
    assert kinds(told, "C9 A6") == {PointKind.PUT_BACK}
    assert told.result == "B+2"


def test_dead_stones_in_territory_are_taken_off_without_a_move() -> None:
    """S1, article 10.1 and diagram 16: a dead stone in the opponent's territory is removed, no liberties filled."""
    told = scored([".O.XO..", "...XO..", "XXXXO..", "OOOOO.."], "B4")
    assert kinds(told, "B4") == {PointKind.TERRITORY}
    assert told.margin == 6 + 1 - 8


def test_prisoners_beyond_the_territory_count() -> None:
    """S1, article 10.2 and commentary: prisoners fill the opponent's territory; those left over are points as well."""
    told = scored(["OOO.XX.", "XXXXXX.", "OOOOOOO", ".O.OOOO"], "", moves="B D4 W pass B pass")
    assert told.margin == 3 + (3 - 2)


def test_equal_territory_is_a_draw() -> None:
    """S1, article 10.2: who has more wins; the same on both sides is jigo."""
    assert scored([".XO.", ".XO.", ".XO."], "").winner == "draw"
    assert scored([".XO.", ".XO.", "XXO."], "").winner == "white"


def test_a_stone_that_must_be_added_costs_a_point() -> None:
    """S1, commentary on article 9.2, clause 1: dame are filled, and so is teire in each side's territory."""
    told = scored(["...X.XO", "XXXXXOO", "OOOOOO.", "......."], "")
    assert kinds(told, "E4") == {PointKind.FALSE_EYE}
    assert told.margin == 3 - 8


def test_stones_whose_capture_lets_new_ones_stand_are_alive() -> None:
    """S1, article 7.1 and diagram 7: White may take the black stone, and is taken: a snapback."""
    told = scored(["XOX.XXXXX", "XOOOXXXXX", "XXXXXXXXX", *BLACK_AROUND])
    assert kinds(told, "C9") == {PointKind.STONE}
    assert kinds(told, "B9 D8") == {PointKind.TERRITORY}


APPROACH_KO = ["XO..XOOOO", ".XXXXOOOO", "XXOOOOOOO", *WHITE_AROUND]


def test_an_approach_move_ko_need_not_be_played_out() -> None:
    """S1, diagram 10 and example 10: eight black stones live, the white one is dead, and Black adds nothing."""
    for dead in ("B9", None):
        told = scored(APPROACH_KO, dead)
        assert kinds(told, "B9 C9 D9 A8") == {PointKind.TERRITORY}
        assert kinds(told, "A9 E9") == {PointKind.STONE}
        assert told.margin == (4 + 1) - 2


def test_bent_four_in_the_corner_is_dead() -> None:
    """S1, example 7-1: three black stones live and seven white ones are dead, with nothing played."""
    told = scored(["XXX.OXXXX", ".OOOOXXXX", "OOXXXXXXX", *BLACK_AROUND])
    assert kinds(told, "A9 B9 C9") == {PointKind.STONE}
    assert kinds(told, "E9 A7 B8") == {PointKind.TERRITORY}
    assert told.margin == (9 + 7) + 2


def test_the_points_of_a_double_ko_are_dame() -> None:
    """S1, example 25 b: the stones in ko are dead, so the points between them and living ones are not an eye."""
    assert kinds(scored(DOUBLE_KO, "C9 A6"), "D9 A7") <= {PointKind.SEKI, PointKind.CAPTURE}


def test_dead_stones_in_a_seki_stay() -> None:
    """S1, commentary on article 10.1, diagram 17: the black stones are dead, and White lives in seki: they stay."""
    rows = [".XXOX.XOO.", "OOOOXXXO.O", "XXO.XOOOOO", "XXOOXOOOOO", "XXXXOOOOOO", ".X.XOOOOOO"]
    assert ga.Position.from_rows(rows).confirm(claim=["B6"]).agrees
    for dead in ("B6", None):
        told = scored(rows, dead)
        assert kinds(told, "B6 C6") <= {PointKind.PUT_BACK, PointKind.STONE}
        assert told.margin == 0


def test_both_dead_and_nothing_removed() -> None:
    """S1, diagram 9, example 9: the white stone and seven black ones are dead and stay, and nothing is territory."""
    for dead in ("A9 B9 B8", None):
        assert scored(["XO.XOOOOO", ".XXXOOOOO", "XXOOOOOOO", *WHITE_AROUND], dead).margin == -2
