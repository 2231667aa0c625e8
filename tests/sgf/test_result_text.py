"""Recorded results: every form FF[4] allows, and the forms found in archives."""

from __future__ import annotations

import pytest
from helpers.laws import over

from goanalyze.detectors.records import code_of
from goanalyze.rules.choices import Winner
from goanalyze.sgf.values.result import Result, fit_result, margin_fits, parse_result


def winner_of(result: Result) -> str:
    """Return the winner's name as tables write it."""
    return result.winner.value if result.winner else "none"


FF4 = [  # text, winner, by, margin
    ("0", "draw", "draw", 0.0),
    ("Draw", "draw", "draw", 0.0),
    ("B+R", "black", "resign", None),
    ("W+Resign", "white", "resign", None),
    ("B+T", "black", "time", None),
    ("W+Time", "white", "time", None),
    ("B+F", "black", "forfeit", None),
    ("W+Forfeit", "white", "forfeit", None),
    ("Void", "none", "void", None),
    ("?", "none", "unknown", None),
    ("B+", "black", "unknown", None),
    ("B+3.5", "black", "score", 3.5),
    ("W+12.50", "white", "score", -12.5),
    ("B+64", "black", "score", 64.0),
    (" B+74.0    ", "black", "score", 74.0),
]

LOOSE = [  # text, winner, by, margin, unit
    ("b+3.5", "black", "score", 3.5, "points"),
    ("B+ 12.5", "black", "score", 12.5, "points"),
    ("B+3,5", "black", "score", 3.5, "points"),
    ("Ｗ＋３．５", "white", "score", -3.5, "points"),
    ("W+15 (moves beyond 215 not known)", "white", "score", -15.0, "points"),
    ("W+R 3.5", "white", "resign", None, "none"),
    ("W+resign", "white", "resign", None, "none"),
    ("B", "black", "unknown", None, "none"),
    ("W", "white", "unknown", None, "none"),
    ("W+J", "white", "unknown", None, "none"),
    ("B+AW", "black", "unknown", None, "none"),
    ("B+V", "black", "unknown", None, "none"),
    ("B+, human judge for communication error", "black", "unknown", None, "none"),
    ("W+Offline", "white", "forfeit", None, "none"),
    ("B+Illegal", "black", "forfeit", None, "none"),
    ("Both lose", "both_lose", "both_lose", None, "none"),  # Japanese rules 1989, art. 13, and its ways
    ("BL", "both_lose", "both_lose", None, "none"),
    ("B+W lose", "both_lose", "both_lose", None, "none"),
    ("B+W loses", "both_lose", "both_lose", None, "none"),
    ("W + B lose", "both_lose", "both_lose", None, "none"),
    ("B&W lose", "both_lose", "both_lose", None, "none"),
    ("W & B lose.", "both_lose", "both_lose", None, "none"),
    ("B/W lost on time", "both_lose", "time", None, "none"),
    ("Black and White lose", "both_lose", "both_lose", None, "none"),
    ("Both loss", "both_lose", "both_lose", None, "none"),
    ("Mutual loss", "both_lose", "both_lose", None, "none"),
    ("Both players lose", "both_lose", "both_lose", None, "none"),
    ("both lost on time", "both_lose", "time", None, "none"),
    ("Double forfeit", "both_lose", "forfeit", None, "none"),
    ("Ambos jugadores pierden", "both_lose", "both_lose", None, "none"),
    ("双方负", "both_lose", "both_lose", None, "none"),
    ("雙方判負", "both_lose", "both_lose", None, "none"),
    ("双败", "both_lose", "both_lose", None, "none"),
    ("两败", "both_lose", "both_lose", None, "none"),
    ("両負け", "both_lose", "both_lose", None, "none"),
    ("両者負け", "both_lose", "both_lose", None, "none"),
    ("쌍방패", "both_lose", "both_lose", None, "none"),
    ("triple ko", "none", "void", None, "none"),  # art. 12
    ("三コウ無勝負", "none", "void", None, "none"),
    ("Black wins after a triple ko", "black", "unknown", None, "none"),
    ("both agreed to a draw", "draw", "draw", 0.0, "points"),
    ("W+3.5, moves beyond 260 omitted", "white", "score", -3.5, "points"),
    ("0 (move limit 400)", "draw", "draw", 0.0, "points"),
    ("D+J", "draw", "draw", None, "none"),
    ("draw", "draw", "draw", 0.0, "points"),
    ("Jigo", "draw", "draw", 0.0, "points"),
    ("持碁", "draw", "draw", 0.0, "points"),
    ("和棋", "draw", "draw", 0.0, "points"),
    ("has adjourned.", "none", "void", None, "none"),
    ("無勝負", "none", "void", None, "none"),
    ("No result", "none", "void", None, "none"),
    ("NR", "none", "void", None, "none"),  # art. 12
    ("N.R.", "none", "void", None, "none"),
    ("无结果", "none", "void", None, "none"),
    ("無結果", "none", "void", None, "none"),
    ("無勝負 (三劫)", "none", "void", None, "none"),
    ("B+White lost on time", "black", "time", None, "none"),
    ("B loses", "white", "unknown", None, "none"),
    ("? (No further moves known)", "none", "unknown", None, "none"),
    ("Black wins by 3 1/2", "black", "score", 3.5, "points"),
    ("Black wins by resignation", "black", "resign", None, "none"),
    ("White by 4.5", "white", "score", -4.5, "points"),
    ("Black lost on time", "white", "time", None, "none"),
    ("White resigns.", "black", "resign", None, "none"),
    ("White resigns. W 6.5 B 157.0", "black", "resign", None, "none"),
    ("Black beats White", "black", "unknown", None, "none"),
    ("黑3目半", "black", "score", 3.5, "points"),
    ("黑げ3目半", "black", "score", 3.5, "points"),
    ("黒2目半勝ち", "black", "score", 2.5, "points"),
    ("白半目勝", "white", "score", -0.5, "points"),
    ("黑中盘胜", "black", "resign", None, "none"),
    ("白中押し勝ち", "white", "resign", None, "none"),
    ("黑认输", "white", "resign", None, "none"),
    ("黑超时", "white", "time", None, "none"),
    ("黒時間切れ勝ち", "black", "time", None, "none"),
    ("白胜", "white", "unknown", None, "none"),
    ("226수 백불계승", "white", "resign", None, "none"),
    ("294수 흑0.5집승", "black", "score", 0.5, "points"),
    ("흑반집승", "black", "score", 0.5, "points"),
    ("b+res", "black", "resign", None, "none"),
    ("Noir gagne", "black", "unknown", None, "none"),
    ("Noir gagne par abandon", "black", "resign", None, "none"),
    ("Blanc abandonne", "black", "resign", None, "none"),
    ("Schwarz gewinnt durch Aufgabe", "black", "resign", None, "none"),
    ("Weiß gewinnt mit 3,5 Punkten", "white", "score", -3.5, "points"),
    ("negras ganan por abandono", "black", "resign", None, "none"),
    ("Winner: White by 5.5", "white", "score", -5.5, "points"),
    ("Black wins by half a point", "black", "score", 0.5, "points"),
    ("打ち掛け", "none", "void", None, "none"),
    ("共113手打挂", "none", "void", None, "none"),
    ("对局停止!", "none", "void", None, "none"),
    ("共55手 黑不战胜", "black", "forfeit", None, "none"),
    ("共246手 黑胜6目", "black", "score", 6.0, "points"),
]

ZI = [  # text, margin in zi, margin in points
    ("W+2.25", -2.25, -4.5),
    ("B+0.75", 0.75, 1.5),
    ("W+2.25 (Moves beyond 260 not known)", -2.25, -4.5),
    ("W+2 3/4", -2.75, -5.5),
    ("B+3¾", 3.75, 7.5),
    ("W+1/4", -0.25, -0.5),
    ("黑胜2又3/4子", 2.75, 5.5),
    ("白胜1/4子", -0.25, -0.5),
    ("黑胜一又四分之三子", 1.75, 3.5),
    ("黑胜3子", 3.0, 6.0),
    ("白胜半子", -0.5, -1.0),
]


@pytest.mark.parametrize(("text", "winner", "by", "margin"), FF4)
def test_what_ff4_allows_is_read_without_a_finding(text: str, winner: str, by: str, margin: float | None) -> None:
    """A text FF[4] allows gives its value, in points, and no code."""
    result = parse_result(text)
    assert (winner_of(result), result.by.value, result.margin, code_of("RE", result), result.message) == (
        winner,
        by,
        margin,
        None,
        "",
    )
    assert result.unit.value == ("none" if margin is None else "points")
    assert result.points == margin


@pytest.mark.parametrize(("text", "winner", "by", "margin", "unit"), LOOSE)
def test_what_archives_hold_is_read_and_reported(
    text: str, winner: str, by: str, margin: float | None, unit: str
) -> None:
    """A text outside FF[4] gives its plain meaning, and GO401 with the interpretation."""
    result = parse_result(text)
    assert (winner_of(result), result.by.value, result.margin, result.unit.value) == (winner, by, margin, unit)
    assert code_of("RE", result) == "GO401"
    assert "is read as" in result.message


@pytest.mark.parametrize(("text", "zi", "points"), ZI)
def test_a_margin_that_can_only_be_zi_counts_double(text: str, zi: float, points: float) -> None:
    """A quarter, or the word 子, proves zi: two points each."""
    result = parse_result(text)
    assert (result.by.value, result.margin, result.unit.value, result.points) == ("score", zi, "zi", points)
    assert code_of("RE", result) == "GO401"
    assert "zi" in result.message


@pytest.mark.parametrize(
    "text", ["B+0.02", "B+0.03", "B+0.2", "B+3.2", "B+8194.00", "B+1/0", "B+-3.5", "B+" + "9" * 500]
)
def test_a_number_no_count_gives_is_no_margin(text: str) -> None:
    """The winner is as written; manner and margin are unknown."""
    result = parse_result(text)
    assert (winner_of(result), result.by.value, result.margin, result.unit.value) == ("black", "unknown", None, "none")
    assert code_of("RE", result) == "GO401"
    assert "no count" in result.message


@over(
    "text, winner",
    [("B+0", "black"), ("W+0", "white"), ("B+0.0", "black"), ("W+0.00", "white"), ("Black wins by 0 points", "black")],
)
def test_a_win_by_0_is_by_a_rule_for_ties(text: str, winner: str) -> None:
    """Equal scores can be a win (Ing rules: Black's): the winner is kept, and the margin is 0."""
    result = parse_result(text)
    assert (winner_of(result), result.by.value, result.margin, result.unit.value) == (winner, "score", 0.0, "points")
    assert str(result.points) == "0.0"
    assert code_of("RE", result) == "GO401"


FITTED = [  # text, points of the board, komi, margin in points
    ("黑185子胜", 361, 7.5, 1.5),
    ("白胜177子", 361, 7.5, -0.5),
    ("黑184.5子胜", 361, 6.5, 1.5),
    ("黑45子胜", 81, 7.0, 2.0),
    ("黑185子", 361, 7.5, 1.5),
    ("黑185子胜", 361, None, None),
    ("黑胜180子", 361, 7.5, None),
    ("黑400子胜", 361, 7.5, None),
    ("黑胜36.75子", 81, 7.5, 73.5),
    ("黑胜3又3/4子", 361, 7.5, 7.5),
    ("黑胜100子", 361, 7.5, 200.0),
    ("W+1000", 361, 7.5, None),
    ("B+370", 361, 7.5, None),
    ("W+90", 25, 0.0, None),
    ("B+361", 361, 0.0, 361.0),
    ("B+0", 361, -4.0, 0.0),
    ("W+0", 361, None, 0.0),
    ("B+0.0", 361, 6.5, None),
]


@over("text, points, komi, margin", FITTED)
def test_board_and_komi_bound_a_margin(text: str, points: int, komi: float | None, margin: float | None) -> None:
    """A margin lies within the board; a number of zi beyond it is the winner's count (Chinese rules, half counting)."""
    read = parse_result(text)
    result = fit_result(read, text, points, komi)
    assert result.points == margin
    assert (result.winner, result.by.value) == (read.winner, "unknown" if margin is None else "score")
    assert margin is not None or (repr(text) in result.message and "margin unknown" in result.message)


def test_zi_is_not_a_count_under_territory_rules() -> None:
    """Territory is not counted in zi, so that 185 of them are neither a margin nor a count."""
    assert fit_result(parse_result("黑185子胜"), "黑185子胜", 361, 6.5, prisoners=0).points is None


@pytest.mark.parametrize(
    "text",
    [
        "B+R;W+R",
        "B+1.5 ? W+timeout",
        "black wins, white wins",
        "+3.5",
        "3.5",
        "Black to play",
        "Black to play move 3",
        "see comment",
        "226荐 归阂拌铰",
        "1-0",
        "A+R",
    ],
)
def test_a_text_without_one_winner_gives_none(text: str) -> None:
    """A contradiction and a text without a side give no winner, and the message quotes the text."""
    result = parse_result(text)
    assert (winner_of(result), result.by.value, result.margin, code_of("RE", result)) == (
        "none",
        "unknown",
        None,
        "GO401",
    )
    assert repr(text) in result.message


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_a_missing_result_is_reported_as_missing(text: str) -> None:
    """An empty result is distinguished from one that is not understood."""
    result = parse_result(text)
    assert (winner_of(result), result.by.value, code_of("RE", result)) == ("none", "unknown", "GO401")
    assert "missing" in result.message


def test_a_long_text_is_cut_in_the_message() -> None:
    """A message stays one readable sentence however much the file holds."""
    assert len(parse_result("no idea " * 10_000).message) < 150


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("W+15 (moves beyond 215 not known)", 215),
        ("W+R (Moves after 156 unknown)", 156),
        ("W+R {moves from move 90 missing}", 90),
        ("260手以下略 白中押勝", 260),
        ("Void (move limit 400)", 400),
        ("B+12 (max moves 722)", 722),
        ("400-move limit", 400),
        ("B+3.5", None),
        ("B+R (after 126 moves)", None),
        ("moves beyond " + "9" * 40, None),
    ],
)
def test_where_game_or_record_stop(text: str, moves: int | None) -> None:
    """RE about missing moves is reported; the number of moves of a whole game is not such a text."""
    assert parse_result(text).move_limit == moves


@pytest.mark.parametrize("text", ["B+ lose", "B+loses", "W+ White loses", "B+W & B lost on move 9", "W+lost on time"])
def test_who_loses_has_not_won_by_the_first_letter(text: str) -> None:
    """Japanese rules 1989, art. 13: both may lose; a text with the loser is not a claim of the letter before it."""
    result = parse_result(text)
    assert result.winner in (None, Winner.BOTH_LOSE)
    assert "is read as a win" not in result.message
    assert code_of("RE", result) == "GO401"


@over(
    "margin, komi, fits",
    [(7.0, 5.5, False), (-0.5, 6.5, True), (3.5, 7.5, True), (1.0, 0.0, True), (-2.5, 0.0, False), (4.0, -4.0, True)],
)
def test_a_margin_differs_from_the_komi_by_a_whole_number(margin: float, komi: float, fits: bool) -> None:
    """Area and territory are counted in whole points, so that the komi alone gives a margin its half point."""
    assert margin_fits(margin, komi) is fits


@over("text, winner, margin", [("黑183子", "white", -2.5), ("白175子", "black", 3.5), ("白177子", "white", -0.5)])
def test_a_count_alone_names_the_winner(text: str, winner: str, margin: float) -> None:
    """A side's count without a word for winning is less than half of the board where that side loses."""
    result = fit_result(parse_result(text), text, 361, 7.5)
    assert (winner_of(result), result.points) == (winner, margin)


def test_prisoners_add_to_a_margin_of_territory() -> None:
    """If one side passes while its opponent plays, its territory and its prisoners can exceed the board."""
    result = parse_result("B+370.5")
    assert fit_result(result, "B+370.5", 361, 6.5).points is None
    assert fit_result(result, "B+370.5", 361, 6.5, prisoners=20).points == 370.5
