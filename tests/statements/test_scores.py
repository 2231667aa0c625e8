"""Statements of Wikipedia, *Rules of Go* (S0), on territory, area, scores, counting, komi and handicap."""

from __future__ import annotations

from typing import Any

import pytest
from cases.article import DIAGRAMS
from helpers.games import game, sgf

import goanalyze as ga
from goanalyze import BLACK, WHITE, Outcome, PointKind, Position, to_gtp
from goanalyze.draw.diagram import star_points
from goanalyze.rules import RULESETS, derive
from goanalyze.score.choices import SURROUNDED
from goanalyze.score.count import count as count_position
from goanalyze.score.territory import territory

BY_AREA = [name for name, ruleset in RULESETS.items() if ruleset.scoring.value.value == "area"]
BY_TERRITORY = [name for name, ruleset in RULESETS.items() if ruleset.scoring.value.value == "territory"]


def surrounded(rows: tuple[str, ...]) -> dict[str, int]:
    """Return the points that one side alone borders, by name, with the side."""
    told, size = territory(Position.from_rows(rows)), len(rows)
    kinds = enumerate(zip(told.kind, told.side, strict=True))
    return {to_gtp(point, size, size): side for point, (kind, side) in kinds if kind in SURROUNDED}


def names(points: dict[str, int], color: int) -> set[str]:
    """Return the points of a side."""
    return {name for name, side in points.items() if side == color}


def finished(rows: tuple[str, ...], ruleset: str, *, komi: Any = 0.0, moves: str = "B pass W pass") -> Outcome:
    """Return a ruleset's outcome of a position that two passes end; no stone is dead."""
    turn = {"B": BLACK, "W": WHITE}[moves[0]]
    text = sgf(game(rows, moves, turn=turn)).replace("(;", "(;KM[0]", 1)
    return ga.loads(text).outcome(ruleset, komi=komi, dead=[])


def divided(black: int, size: int = 19) -> tuple[str, ...]:
    """Return a full board with a number of Black's points, each side with two of them empty."""
    points = ["X"] * black + ["O"] * (size * size - black)
    for eye in (0, 2, -1, -3):
        points[eye] = "."
    return tuple("".join(points[row : row + size]) for row in range(0, size * size, size))


# Territory and area.


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_an_empty_board_is_nobodys(color: int) -> None:
    """S0, definition of territory: a point without an adjacent stone has no owner; one stone owns the whole board."""
    assert surrounded((".....",) * 5) == {}
    assert len(surrounded(("." * 5, "." * 5, f"..{' XO'[color]}..", "." * 5, "." * 5))) == 24


def test_no_point_is_territory_of_both() -> None:
    """S0, territory: each point of a count is one side's or neutral, and the areas and the rest make the board."""
    for number in (67, 68, 69, 71, 72, 73, 74, 75):
        count = count_position(Position.from_rows(DIAGRAMS[number]))
        assert count.black.area + count.white.area + count.dame == len(DIAGRAMS[number]) ** 2


@pytest.mark.parametrize(
    ("label", "point", "side"),
    [
        ("a", "C1", 0),
        ("b", "D4", 0),
        ("c", "J9", 0),
        ("d", "H9", 0),
        ("e", "F9", 0),
        ("f", "H2", 0),
        ("g", "E1", 0),
        ("h", "C8", BLACK),
        ("i", "D9", BLACK),
        ("j", "H4", BLACK),
        ("k", "J1", WHITE),
    ],
)
def test_points_of_an_unfinished_board(label: str, point: str, side: int) -> None:
    """S0, diagram 67: points reached from stones of both sides are neutral, the rest their neighbours' territory."""
    assert surrounded(DIAGRAMS[67]).get(point, 0) == side


def test_a_wall_that_closes_makes_territory() -> None:
    """S0, diagram 68: White closes the upper right at F9, and twelve points are White's."""
    before, after = (names(surrounded(DIAGRAMS[number]), WHITE) for number in (67, 68))
    assert after - before == {"G9", "H9", "J9", "F8", "G8", "J8", "F7", "G7", "H7", "F6", "E5", "F5"}


FINISHED = surrounded(DIAGRAMS[69])


def test_the_finished_board() -> None:
    """S0, diagram 69: territory of Black (a), of White (b), and one neutral point (c)."""
    black = "A1 A2 A3 A4 A5 A6 A7 A8 A9 B1 B2 B3 B5 B6 B9 C8 H4"
    white = "E5 F5 F6 F7 F8 G7 G8 G9 H7 H9 J1 J8 J9"
    assert (names(FINISHED, BLACK), names(FINISHED, WHITE)) == (set(black.split()), set(white.split()))
    assert "H2" not in FINISHED
    assert count_position(Position.from_rows(DIAGRAMS[69])).dame == 1


def test_the_finished_board_goes_on_from_the_unfinished_one() -> None:
    """S0, diagrams 67 to 69: White's F9 and the seven moves after it make the last position."""
    moves = "W F9 B D9 W C4 B B4 W D4 B C1 W D3 B E1"
    assert ga.loads(sgf(game(DIAGRAMS[67], moves, turn=WHITE))).replay().position().rows() == list(DIAGRAMS[69])


@pytest.mark.parametrize("ruleset", ["japanese", "korean"])
def test_eyes_in_seki_of_the_finished_board(ruleset: str) -> None:
    """S0, diagram 69: Japanese and Korean rules take H4 and J1 for neutral; they are one group's single eyes."""
    told = territory(Position.from_rows(DIAGRAMS[69]))
    eyes = {to_gtp(point, 9, 9) for point in told.points(PointKind.SEKI_EYE)}
    assert eyes == {"H4", "J1"}
    ledger = finished(DIAGRAMS[69], ruleset).ledger
    assert ledger is not None
    assert [(line.black, line.white) for line in ledger.lines if "seki" in line.name] == [(-1, -1)]


def test_area_is_territory_and_stones() -> None:
    """S0, definition of area, diagram 70: every point but one is somebody's: 44 are Black's, 36 White's."""
    count = count_position(Position.from_rows(DIAGRAMS[69]))
    assert (count.black.stones, count.white.stones) == (27, 23)
    assert (count.black.area, count.white.area) == (27 + 17, 23 + 13) == (44, 36)
    assert count.black.area + count.white.area == 80


@pytest.mark.parametrize("ruleset", ["basic", "tromp-taylor", "chinese", "new-zealand"])
def test_who_has_more_area_wins(ruleset: str) -> None:
    """S0, rule 10, short rules 8 and 9: Black wins the example by eight; by one point is as good a win."""
    assert finished(DIAGRAMS[69], ruleset).result == "B+8"
    close = finished(DIAGRAMS[69], ruleset, komi=7.0)
    assert (close.winner, close.result) == (finished(DIAGRAMS[69], ruleset).winner, "B+1")


def test_equal_scores_are_a_draw() -> None:
    """S0, rule 10: neither side has more, so neither wins."""
    told = finished(DIAGRAMS[71], "basic")
    assert (told.result, told.winner) == ("0", "draw")


# Ways of scoring.


@pytest.mark.parametrize("ruleset", ["japanese", "korean"])
def test_territory_scoring(ruleset: str) -> None:
    """S0, territory scoring: empty points surrounded, less own stones taken: 7 and a prisoner against 4."""
    text = sgf(game(("..XO.", ".XXO.", "..XO.", "..XO.", "OXXO."), "B A2 W E5 B pass W pass", turn=BLACK))
    told = ga.loads(text.replace("(;", "(;KM[0]", 1)).outcome(ruleset, komi=0.0, dead=[])
    assert told.ledger is not None
    assert (told.ledger.black, told.ledger.white, told.result) == (8, 4, "B+4")
    assert [line.black for line in told.ledger.lines if line.name == "prisoners"] == [1]


def test_territory_scoring_can_do_without_seki() -> None:
    """S0, territory scoring: the exception for seki is Japan's and Korea's, no necessary part; the BGA counts eyes."""
    values = {"japanese": "eyes", "korean": "eyes", "wagc": "eyes", "bga": "none", "brainking": "none"}
    assert {name: RULESETS[name].seki.value.value for name in BY_TERRITORY if name in values} == values


@pytest.mark.parametrize("ruleset", BY_AREA)
def test_area_scoring(ruleset: str) -> None:
    """S0, area scoring: stones on the board and the empty points they surround; prisoners are worth nothing."""
    text = sgf(game(("..XO.", ".XXO.", "..XO.", "..XO.", "OXXO."), "B A2 W E5 B pass W pass", turn=BLACK))
    told = ga.loads(text.replace("(;", "(;KM[0]", 1)).outcome(ruleset, komi=0.0, dead=[])
    button = 0.5 if RULESETS[ruleset].button.value else 0
    assert told.margin == (15 - 10) + button


def test_half_counting_takes_181_points_to_win() -> None:
    """S0, area scoring: Black's points alone are counted, 361 are on the board; 181 win without komi, 180 lose."""
    for black, result, quarter in ((181, "B+1", 0.5), (180, "W+1", -0.5)):
        told = finished(divided(black), "chinese")
        assert told.result == result
        assert told.players_ledger is not None
        assert told.players_ledger.margin == quarter
        assert told.players_ledger.lines[0].black == black


def test_ing_counting() -> None:
    """S0, area scoring: each side puts back 180 stones; one point stays empty, in the winner's area.

    The loser's stones without room in the loser's own area are in the winner's: k of them are a
    margin of 2k + 1.
    """
    for black, lines in (
        (181, [(180, 180), (1, None)]),
        (184, [(180, 177), (None, 3), (1, None)]),
        (180, [(180, 180), (None, 1)]),
        (175, [(175, 180), (5, None), (None, 1)]),
    ):
        told = finished(divided(black), "ing")
        assert told.margin == 2 * black - 361
        assert told.players_ledger is not None
        assert [(line.black, line.white) for line in told.players_ledger.lines] == lines


def test_stone_scoring_counts_stones_but_for_two_eyes() -> None:
    """S0, stone scoring: a player's stones once all but two eyes of each group are filled."""
    told = finished((".X.XO.", "XXXXOO", ".X.XO.", "XXXXOO", ".XXXO."), "ancient-chinese")
    assert told.margin == (20 - 2) - (10 - 2)


def test_stone_scoring_differs_by_two_a_group() -> None:
    """S0, attempts to reconcile: two groups against one, stone scoring gives two points less than area.

    With equal numbers of groups both are the same; area with a tax of two points a group is always the same.
    """
    one, two = "X.X.XO.O.O", "X.XO.OX.X."
    for row, difference in ((one, 0), (two, 2)):
        rows = (row,)
        area, stones = finished(rows, "chinese").margin, finished(rows, "ancient-chinese").margin
        taxed = derive("chinese", "taxed", group_tax=2)
        assert area is not None
        assert (
            stones
            == area - difference
            == ga.loads(sgf(game(rows, "B pass W pass", turn=BLACK))).outcome(taxed, komi=0.0, dead=[]).margin
        )


def test_black_needs_185_points_at_komi_7_5() -> None:
    """S0, Chinese rules: eighteen tens, half of komi and one more: 185 win, or 184 and half of a shared point."""
    won = {black: finished(divided(black), "chinese", komi="ruleset").winner for black in (184, 185)}
    assert won == {184: "white", 185: "black"}
    rows = divided(185)
    shared = next(n for n in range(361) if "".join(rows)[n : n + 2] == "XO")
    text = "".join(rows)
    opened = text[:shared] + "." + text[shared + 1 :]  # the last of Black's stones before White's: now both touch it
    told = finished(tuple(opened[row : row + 19] for row in range(0, 361, 19)), "chinese", komi="ruleset")
    assert told.players_ledger is not None
    assert (told.players_ledger.lines[0].black, told.players_ledger.lines[1].black, told.winner) == (184, 0.5, "black")


@pytest.mark.parametrize("black", range(180, 190))
def test_ings_komi_is_seven_and_a_half_in_effect(black: int) -> None:
    """S0, Ing rules: 8 points, and Black wins ties: the same games are won as at 7.5."""
    ing = finished(divided(black), "ing", komi="ruleset").winner
    assert ing == finished(divided(black), "chinese", komi=7.5).winner


HOPELESS = ("..XO.", "..XO.", "O.XO.", "..XO.", "..XO.")
"""White's stone at A3 is lost."""


def test_players_agree_on_dead_stones() -> None:
    """S0, end and counting phase: under area rules in use, stones that both call dead are taken off first."""
    text = sgf(game(HOPELESS, "B pass W pass", turn=BLACK)).replace("(;", "(;KM[0]", 1)
    assert ga.loads(text).outcome("chinese", dead=["A3"]).result == "B+5"
    assert ga.loads(text).outcome("chinese", dead=[]).result == "W+6"
    marked = ga.loads(text.replace("W[]", "W[]TB[aa:be]TW[ea:ee]"))
    assert (marked.outcome("chinese").result, marked.outcome("chinese").basis) == ("B+5", "counted")


@pytest.mark.parametrize("ruleset", ["chinese", "aga", "new-zealand"])
def test_a_disagreement_is_played_on(ruleset: str) -> None:
    """S0, counting phase, Chinese rules: play continues after two passes, and the final end counts."""
    played = ga.loads(sgf(game(HOPELESS, "B pass W pass B A4 W pass B A2 W pass B B3 W pass B pass", turn=BLACK)))
    assert set(played.replay().verdicts(ruleset)) == {"legal"}
    assert played.outcome(ruleset, komi=0.0, dead=[]).result == "B+5"


def test_capturing_dead_stones_costs_nothing_by_area() -> None:
    """S0, Chinese rules: plays in one's own territory are not punished; by territory each costs a point."""
    moves = "B pass W pass B A4 W pass B A2 W pass B B3 W pass B pass"
    text = sgf(game(HOPELESS, moves, turn=BLACK)).replace("(;", "(;KM[0]", 1)
    agreed = sgf(game(HOPELESS, "B pass W pass", turn=BLACK)).replace("(;", "(;KM[0]", 1)
    for ruleset, cost in (("chinese", 0), ("japanese", 3)):
        before, after = (
            ga.loads(one).outcome(ruleset, dead=dead).margin for one, dead in ((agreed, ["A3"]), (text, []))
        )
        assert before is not None
        assert after == before - cost


def test_the_first_passes_settle_wmsgs_point() -> None:
    """S0, WMSG rules: White passed first in the game: a point is gone; passes after a resumption change nothing."""
    moves = "B pass W pass B A4 W pass B A2 W pass B B3 W pass B pass"
    for first, margin in ((moves, 5), (f"W pass {moves}", 4)):
        text = sgf(game(HOPELESS, first, turn={"B": BLACK, "W": WHITE}[first[0]])).replace("(;", "(;KM[0]", 1)
        assert ga.loads(text).outcome("wmsg", komi=0.0, dead=[]).margin == margin


def test_wmsg_resumes_in_the_original_order() -> None:
    """S0, WMSG rules: after Black's and White's passes Black plays first; White would be out of turn."""
    black = ga.loads(sgf(game(HOPELESS, "B pass W pass B A2", turn=BLACK))).replay()
    white = ga.loads(sgf(game(HOPELESS, "B pass W pass W A2", turn=BLACK))).replay()
    assert black.verdicts("wmsg")[-1] == "legal"
    assert white.verdicts("wmsg")[-1] != "legal"


@pytest.mark.parametrize("ruleset", ["wmsg", "ing-simplified"])
def test_all_stones_are_alive_at_the_second_stop(ruleset: str) -> None:
    """S0, WMSG rules: two passes after a resumption end the game; all stones on the board then are alive."""
    text = sgf(game(HOPELESS, "B pass W pass B A5 W A1 B pass W pass", turn=BLACK)).replace("(;", "(;KM[0]", 1)
    assert ga.loads(text).outcome(ruleset).result == "W+6"
    marked = text.rstrip(")\n") + "TB[ab:be][ba:bb]TW[ea:ee])"
    assert ga.loads(marked).outcome(ruleset).result == "W+6"


# Komi and handicap.


def test_komi_is_added_to_whites_score() -> None:
    """S0, komi: a fixed number, agreed on before the game, that White gets at its end."""
    for komi in (0.0, 5.5, 6.5, 7.5):
        told = finished(DIAGRAMS[69], "chinese", komi=komi)
        assert told.margin == 8 - komi
        assert told.ledger is not None
        assert told.ledger.white == 36 + komi


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_broken_komi_leaves_no_draw(ruleset: str) -> None:
    """S0, komi: half a point decides a game that would be a draw; the button itself is half a point."""
    halves = 6.5 if not RULESETS[ruleset].button.value else 7
    for black in (183, 184, 185):
        assert finished(divided(black), ruleset, komi=halves, moves="B pass W pass").winner in {"black", "white"}


@pytest.mark.parametrize("ruleset", ["japanese", "korean", "aga", "bga", "chinese-superko", "ing"])
def test_komi_of_handicap_games(ruleset: str) -> None:
    """S0, komi: usually half a point with handicap, so that White wins a tie."""
    assert RULESETS[ruleset].komi.value.points(19, 19, 2) == 0.5


def test_handicap_is_whites_passes() -> None:
    """S0, handicap: Black places n stones before White moves; or White passes n − 1 times between Black's stones."""
    placed = ga.loads("(;SZ[9]HA[3]KM[0.5];B[gc];W[];B[cg];W[];B[gg];W[ee];B[ce])").replay()
    set_up = ga.loads("(;SZ[9]HA[3]KM[0.5]AB[gc][cg][gg];W[ee];B[ce])").replay()
    assert placed.position() == set_up.position()
    assert set(placed.verdicts("new-zealand")) == set(set_up.verdicts("japanese")) == {"legal"}


def test_as_many_handicap_stones_as_ha_says() -> None:
    """S0, handicap: the number is the difference of ranks; a record with fewer or more stones is reported."""
    for stones, told in (("AB[gc][cg]", False), ("AB[gc][cg][gg]", True), ("AB[gc]", True)):
        codes = {row.code for row in ga.loads(f"(;SZ[9]HA[2]KM[0.5]{stones};W[ee])").replay().findings}
        assert ("GO405" in codes) is told


@pytest.mark.parametrize(
    ("size", "points"),
    [(19, "D4 D10 D16 K4 K10 K16 Q4 Q10 Q16"), (13, "D4 D7 D10 G4 G7 G10 K4 K7 K10"), (9, "C3 C7 E5 G3 G7")],
)
def test_star_points(size: int, points: str) -> None:
    """S0, handicap: nine points on 19 and 13 lines, five on 9: fourth (third) lines, their middles, the centre."""
    assert {to_gtp(point, size, size) for point in star_points(size, size)} == set(points.split())


def test_more_stones_than_nine() -> None:
    """S0, handicap: up to 41 have been given."""
    points = [f"[{chr(97 + 2 * x)}{chr(97 + 2 * y)}]" for x in range(9) for y in range(5)][:41]
    game = ga.loads(f"(;SZ[19]HA[41]KM[0.5]AB{''.join(points)};W[bb])")
    assert game.info["handicap"] == game.info["handicap_stones"] == 41
    assert not {row.code for row in game.replay().findings} & {"GO405", "GO154"}
