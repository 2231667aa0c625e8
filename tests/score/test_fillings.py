"""Dame and teire that are filled after a stop: no resumption, no offence, and the margin of the stop."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from helpers.games import Game, game, sgf

import goanalyze as ga
from goanalyze import Play, Setup
from goanalyze.core import flags as f
from goanalyze.rules import RULESETS

SOURCE = "Japanese rules 1989, commentary on art. 9.2, clause 2"
WALLS = (".X.O..", ".X.O..", ".X.O..", ".X.O..", ".X.O..")  # five dame between the walls
TEIRE = ("...X.XO..", "XXXXXOO..", "..XXOO...", "XXXOO....", *["..XO....."] * 5)  # Black must connect at E9
JAPANESE = [name for name, ruleset in RULESETS.items() if ruleset.illegal_move.value.value == "loses"]
GONE = {"GO101", "GO105", "GO107", "GO108", "GO508"}


def record(rows: tuple[str, ...], moves: str, head: str = "KM[0]RU[Japanese]", turn: int = ga.BLACK) -> ga.Game:
    """Return a game from a position, with game info."""
    return ga.loads(sgf(game(rows, moves, turn=turn)).replace("(;", f"(;{head}", 1))


def codes(one: ga.Game) -> set[str]:
    """Return the codes of all findings."""
    return {finding.code for finding in one.replay().findings}


@pytest.mark.parametrize("first", ["B", "W"])
@pytest.mark.parametrize("colors", sorted(set(permutations("BBWWW")) | {tuple("BWBWB"), tuple("WWWWW")}))
def test_dame_may_be_filled_in_any_order(colors: tuple[str, ...], first: str) -> None:
    """SOURCE: such moves need not follow the rules; they resume nothing and lose no game, and keep the margin."""
    other = "W" if first == "B" else "B"
    stop = f"{first} pass {other} pass"
    fills = " ".join(f"{color} C{5 - row}" for row, color in enumerate(colors))
    one = record(WALLS, f"{stop} {fills}", turn=ga.BLACK if first == "B" else ga.WHITE)
    assert not codes(one) & GONE
    assert one.info["ended_by"] == "passes"
    for name in JAPANESE:
        told, stopped = one.outcome(name), one.up_to(2).outcome(name)
        assert (told.result, told.winner_by_rule, one.replay().illegal_moves(name)) == ("W+5", None, [])
        assert told.margin == stopped.margin


@pytest.mark.parametrize("more", ["", "W pass", "W pass B pass", "B pass B pass", "W pass B pass W pass B pass"])
def test_passes_around_fillings_change_nothing(more: str) -> None:
    """SOURCE: a pass is not a move of the game either, before the fillings, between them, and after them."""
    for moves in (f"W C5 W C4 B C3 {more}", f"{more} W C5 W C4 B C3", f"W C5 {more} W C4 B C3"):
        one = record(WALLS, f"B pass W pass {moves}")
        assert not codes(one) & GONE, moves
        assert (one.outcome("japanese").result, one.info["ended_by"]) == ("W+5", "passes")


def test_teire_is_filled_after_the_stop() -> None:
    """SOURCE: stones that are needed in one's own territory are filled as dame are, and their cost is the same."""
    for moves, other in (("B E9", "B pass W pass"), ("B pass B E9", "B pass W pass"), ("B E9", "W pass B pass")):
        one = record(TEIRE, f"{other} {moves}", turn=ga.BLACK if other[0] == "B" else ga.WHITE)
        assert not codes(one) & GONE
        assert one.replay().flags[-1] & f.FILLING
        assert one.outcome("japanese", dead=[]).margin == one.up_to(2).outcome("japanese", dead=[]).margin == -21


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ("W B1 W C5", "on a stone"),
        ("W A3 W C5", "in the opponent's territory"),
        ("B E3 B C5", "in the opponent's territory"),
        ("W off W C5", "off the board"),
        ("W C5 W C4 W A5", "one play of another kind is enough"),
    ],
)
def test_other_plays_resume_the_game(moves: str, why: str) -> None:
    """SOURCE speaks of dame and necessary stones: all other plays are moves of the game, in turn and by its rules."""
    one = record(WALLS, f"B pass W pass {moves}")
    assert not (one.replay().flags & f.FILLING).any(), why
    assert "GO105" in codes(one) or "GO101" in codes(one)
    assert one.outcome("japanese").winner_by_rule is not None


def test_a_capture_resumes_the_game() -> None:
    """SOURCE speaks of dame and necessary stones: the capture of a ko that is left is a play of the game."""
    rows = (".XO.O", "XO.O.", ".XO..", ".XO..", ".XO..")
    one = record(rows, "W pass B pass B C4 B A1", turn=ga.WHITE)
    assert not (one.replay().flags & f.FILLING).any()
    assert "GO105" in codes(one)


@pytest.mark.parametrize("moves", ["B C3 W C4 B pass W pass W pass W D4", "B C3 W C4 B pass W pass W D4 W D3"])
def test_an_open_board_has_no_dame(moves: str) -> None:
    """SOURCE speaks of a game that is over but for dame: on an open board a play after the stop resumes the game."""
    one = record((".....",) * 5, moves)
    assert "GO105" in codes(one)
    assert one.outcome("japanese").winner_by_rule == "black"


def test_variations_and_handicap_are_read_alike() -> None:
    """SOURCE holds for every line of a record, and for games with handicap stones."""
    moves = ";B[];W[];W[ca];W[cb];B[cc];W[cd];B[ce]"
    walls = "AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de]"
    one = ga.loads(f"(;SZ[6:5]KM[0]RU[Japanese]PL[B]{walls}(;B[ca])({moves}))")
    assert not {finding.code for finding in one.lines()[1].replay().findings} & GONE
    plays = "".join(f";B[b{row}];W[d{row}]" for row in "cde")
    handicap = ga.loads(f"(;SZ[6:5]HA[2]KM[0]RU[Japanese]AB[ba][bb];W[da];B[fe];W[db]{plays};W[fd]{moves})")
    stop = handicap.replay().stops[0]
    assert not [row for row in handicap.replay().findings if row.code in GONE and (row.move_number or 0) > stop]


def test_board_and_game_judge_fillings_alike() -> None:
    """`Board.verdicts` judges the played moves as a check of the record does."""
    board = ga.Board.from_rows(list(WALLS), turn="black", komi=0)
    for number, (color, move) in enumerate([("black", "pass"), ("white", "pass"), ("white", "C5"), ("white", "C4")]):
        board.play(move, color, force=number > 2)
    assert board.verdicts("japanese") == board.game().replay().verdicts("japanese") == ["legal"] * 4


def test_fillings_never_change_who_wins_by_territory() -> None:
    """SOURCE: whichever dame are filled by whichever side, in whichever order, the territory is that of the stop."""
    rng = random.Random(5)
    for _ in range(40):
        height = rng.randrange(4, 9)
        left, right = rng.randrange(1, 3), rng.randrange(1, 3)
        row = "." * left + "X.O" + "." * right
        points = [(row.index("X") + 1) + number * len(row) for number in range(height)]
        rng.shuffle(points)
        signs = [(number, color) for number, color in enumerate(map("_XO".find, row * height)) if color > 0]
        start = Setup(tuple(signs), ga.BLACK)
        events = [start, Play(ga.BLACK, -1), Play(ga.WHITE, -1)]
        events += [Play(rng.choice([ga.BLACK, ga.WHITE]), point) for point in points]
        one = ga.loads(sgf(Game(len(row), height, events)).replace("(;", "(;KM[0]RU[Japanese]", 1))
        told = one.outcome("japanese")
        assert (told.margin, told.winner_by_rule) == ((left - right) * height, None)
        assert not codes(one) & GONE
