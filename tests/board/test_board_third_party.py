"""The cases gathered from other projects, articles and rule books, through the public board.

The kinds legality, ko, superko, suicide and score of a folder of cases next to the repository. Chains and regions are
tested in `replay/test_third_party_cases.py`, counts of sides in `score/test_third_party_scores.py`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from helpers.shared import needs_shared, shared_cases

import goanalyze as ga
from goanalyze import BLACK, WHITE, Outcome, Ruleset, to_gtp
from goanalyze.points import opponent
from goanalyze.rules import derive

CASES = shared_cases("cases/cases.jsonl")
KO = {
    "simple": "basic-ko",
    "psk": "psk",
    "ssk": "ssk",
    "nssk": "nssk",
    "ssk_nz": "ssk-own-moves",
    "nssk+basic_ko": "nssk-basic-ko",
}
SUICIDE = {"forbidden": "forbidden", "multi_stone_only": "several", "allowed": "any"}
SET_UP = {"kg-s2r1-01-basicko", "kg-eternal-life"}
"""Cases in which a move brings a set-up position back, see ``replay/test_third_party_cases.py``."""

pytestmark = needs_shared("cases/cases.jsonl")


def cases(kinds: str, *subs: str | None, **only: Any) -> pytest.MarkDecorator:
    """Parametrise a test over cases of some kinds and finer types; `expecting` names their least expectations."""
    wanted = only.get("expecting", ())
    rows = [
        case
        for case in CASES
        if case["kind"] in kinds.split()
        and (not subs or case.get("sub") in subs)
        and all(name in case["expected"] for name in wanted)
        and ("setup" in case or "size" in case)
    ]
    return pytest.mark.parametrize("case", rows, ids=[case["id"] for case in rows])


@cache
def ruled(ko: str, suicide: str = "allowed") -> Ruleset:
    """Return a ruleset that differs from others by its rules of repetition and suicide alone."""
    name = f"case-{ko}-{suicide}".replace("_", "-").replace("+", "-")
    return derive(
        "japanese",
        name,
        repetition=KO[ko],
        suicide=SUICIDE[suicide],
        end="resumed-by-either",
        second_stop="agreed",
        life_and_death="played",
        rulings="none",
        no_result="never",
    )


def size(case: dict[str, Any]) -> tuple[int, int]:
    """Return columns and rows."""
    given = case["size"]
    return (given, given) if isinstance(given, int) else tuple(given)


def board_of(case: dict[str, Any], rules: str | Ruleset = "japanese") -> ga.Board:
    """Return the board of a case after its moves, which are carried out legal or not."""
    before = {color: case.get("prisoners_before", {}).get(letter, 0) for color, letter in ((BLACK, "B"), (WHITE, "W"))}
    if "setup" in case:
        board = ga.Board.from_rows(case["setup"], turn=case.get("to_move"), prisoners=before, rules=rules)
    else:
        board = ga.Board(*size(case), turn=case.get("to_move"), rules=rules)
    for move in case.get("moves", []):
        color, place = move.split()
        board.play(place, color, force=True)
    return board


def names(points: Any, case: dict[str, Any]) -> list[str]:
    """Return the points' names in the order of the file."""
    return sorted(to_gtp(point, *size(case)) for point in points)


@cases("legality ko superko suicide", None)
def test_a_move_is_judged_as_given(case: dict[str, Any]) -> None:
    """Each rule of repetition with the rule of suicide of the case: the word, the stones taken, the board after."""
    color, place = case["query"]["move"].split()
    expected, rules = case["expected"], case["rules"]
    if rules.get("ko") == "brainking":  # taken as it is meant, not by the letter
        meant = expected.get("intended") or expected["simple"]
        assert board_of(case).is_legal(place, color, "brainking") == (meant == "legal")
        return
    given = expected["verdicts"] | ({"nssk": "superko", "ssk_nz": "superko"} if case["id"] in SET_UP else {})
    for rule in expected["verdicts"]:
        ruleset = ruled(rule, rules.get("suicide", "allowed"))
        board = board_of(case, ruleset)
        assert board.is_legal(place, color) == (given[rule] == "legal")
        if given[rule] != "legal":
            with pytest.raises(ga.IllegalMoveError):
                board.play(place, color)
        move = board.play(place, color, force=True)
        assert board.verdicts()[-1] == given[rule]
        if "captures" in expected:
            assert (len(move.captured), len(move.self_captured)) == (expected["captures"], expected["self_captures"])
            assert board.position.rows() == expected["after"]


@cases("ko", "ko_capture_map")
def test_where_a_capture_makes_a_ko(case: dict[str, Any]) -> None:
    """The points where a lone stone takes one, so that `ko` is its former point."""
    for color, key in (("black", "black"), ("white", "white")):
        board, found = ga.Board.from_rows(case["setup"], turn=color), ""
        for point in range(board.width * board.height):
            if not board.is_legal(point):
                found += "0"
                continue
            taken = board.play(point).captured
            found += "1" if len(taken) == 1 and board.ko in taken else "0"
            board.undo()
        assert found == "".join(case["expected"][key])


@cases("legality", "adjacency")
def test_points_are_adjacent(case: dict[str, Any]) -> None:
    """With White everywhere else, a stone on the one point breathes by the other alone, if they are adjacent."""
    one, other = case["query"]["points"]
    board = ga.Board(*size(case), turn="black")
    board.setup(white=range(board.width * board.height))
    board.setup(empty=[one, other], turn="black")
    assert board.is_legal(one) == case["expected"]["adjacent"]


@cases("legality", "liberties")
def test_a_chain_is_taken_on_its_last_liberty(case: dict[str, Any]) -> None:
    """With all but one of the given liberties filled, the chain remains; filling the last one captures it."""
    board = ga.Board.from_rows(case["setup"])
    point = case["query"]["liberties_of"]
    color = int(board.position.stones[ga.Board(*size(case)).play(point).point])
    enemy = "black" if color == WHITE else "white"
    liberties = case["expected"]["liberties"]
    for last in liberties:
        filled = board.copy()
        filled.setup(**{enemy: [name for name in liberties if name != last]}, turn=enemy)
        taken = filled.play(last, force=True).captured
        assert point in names(taken, case)


@cases("legality", "zero_liberty")
def test_what_a_move_removes(case: dict[str, Any]) -> None:
    """The stones without liberty that the move removes are those given."""
    color, place = case["query"]["just_played"].split()
    board = ga.Board.from_rows(case["setup"])
    board.setup(empty=[place], turn=color)
    move = board.play(place, force=True)
    assert names(move.captured | move.self_captured, case) == case["expected"]["removed_by_the_move"]
    removed = "W" if bool(move.captured) == (color == "B") else "B"
    assert removed == case["expected"]["removed_colour"]


@cases("legality", "setup")
def test_setup(case: dict[str, Any]) -> None:
    """Setup by points makes the board given."""
    board, query = ga.Board(*size(case)), case["query"]
    board.setup(black=query["AB"], white=query["AW"], empty=query["AE"])
    assert board.position.rows() == case["expected"]["board"]


@cases("legality", "off_board")
def test_off_board(case: dict[str, Any]) -> None:
    """A point beyond the edge is refused."""
    column, row = (number - 1 for number in case["query"]["move_xy_1based"])
    with pytest.raises(ga.NoSuchPointError):
        ga.Board(*size(case)).play((column, row))


def follow(board: ga.Board, color: int, point: int) -> None:
    """Play out of turn: setup names the side to move."""
    board.setup(turn=color)
    board.play(point)


def take_back(board: ga.Board) -> None:
    """Undo that."""
    board.undo()
    board.undo()


@cases("legality", "count_positions")
def test_count_of_legal_positions(case: dict[str, Any]) -> None:
    """Stone by stone every legal position is reached, and no other: the published number."""
    board = ga.Board(*size(case), rules=ruled("simple", "forbidden"))
    if board.width * board.height > 4:
        pytest.skip("thousands of positions; the readable stones count them in replay/test_third_party_cases.py")
    seen = set[int]()

    def visit() -> None:
        if board.hash in seen:
            return
        seen.add(board.hash)
        for color in (BLACK, WHITE):
            board.setup(turn=color)
            for point in board.legal_moves:
                if not board.play(point).captured:
                    visit()
                board.undo()
            board.undo()

    visit()
    assert len(seen) == case["expected"]["legal_positions"]


@cases("superko", "count_games")
def test_count_of_games(case: dict[str, Any]) -> None:
    """The number of games under positional superko, either colour to play, is the published one."""
    board = ga.Board(*size(case), rules=ruled("psk"))

    def games() -> int:
        count = 1
        for color in (BLACK, WHITE):
            board.setup(turn=color)
            for point in board.legal_moves:
                board.play(point)
                count += games()
                board.undo()
            board.undo()
        return count

    assert games() == case["expected"]["games"]


@cases("superko", "forced_result")
def test_forced_result_of_a_triple_ko(case: dict[str, Any]) -> None:
    """True if Black can capture the target when plays are confined to a few points, two passes ending it."""
    board = board_of(case, ruled(case["rules"]["ko"], "forbidden"))
    target = board.play(case["query"]["target"], "black", force=True).point
    board.undo()
    known: dict[Any, bool] = {}

    def black_wins(line: tuple[tuple[int, int], ...]) -> bool:
        if board.position.stones[target] != WHITE:
            return True
        if board.is_over:
            return False
        last = board.moves[-1].point if board.moves else None
        key = (board.hash, board.turn, last == -1, line[-2:-1], frozenset(line))
        if key not in known:
            color = board.turn
            outcomes = []
            for name in (*case["query"]["restrict_plays_to"], "pass"):
                if board.is_legal(name):
                    move = board.play(name)
                    outcomes.append(black_wins((*line, (board.hash, move.color if move.point >= 0 else 0))))
                    board.undo()
                    if outcomes[-1] == (color == BLACK):
                        break
            known[key] = any(outcomes) if color == BLACK else all(outcomes)
        return known[key]

    won = black_wins(((board.hash, opponent(board.turn or BLACK)),))
    assert ("black_captures" if won else "white_survives") == case["expected"]["result"]


def counted(case: dict[str, Any], rules: str | Ruleset, komi: float = 0) -> Outcome:
    """Return the outcome of a case's board."""
    return board_of(case).score(dead=case.get("dead", []), rules=rules, komi=komi)


@cache
def territory(seki: str) -> Ruleset:
    """Return territory scoring with one reading of seki."""
    return derive(
        "japanese", f"territory-{seki}", seki=seki, life_and_death="played", rulings="none", dead_stones="chains"
    )


def sums(outcome: Outcome) -> dict[str, float]:
    """Return the sums of a ledger as the file writes them."""
    return {"B": outcome.ledger.black, "W": outcome.ledger.white}


@cases("score", expecting=["area"])
def test_area(case: dict[str, Any]) -> None:
    """Both areas."""
    if "setup" not in case:
        pytest.skip("the case has no board")
    expected = {side: case["expected"]["area"][side] for side in "BW"}
    assert sums(counted(case, "chinese")) == expected


@cases("score", expecting=["territory_score_all"])
def test_territory(case: dict[str, Any]) -> None:
    """Territory and prisoners, with eyes in seki and without, to the letter."""
    assert sums(counted(case, territory("none"))) == case["expected"]["territory_score_all"]
    assert sums(counted(case, territory("strict"))) == case["expected"]["territory_score_no_seki"]


@cases("score", expecting=["result_komi_7_5"])
def test_result_by_area(case: dict[str, Any]) -> None:
    """The result by area at komi 7.5."""
    assert counted(case, "chinese", 7.5).result == case["expected"]["result_komi_7_5"]


@cases("score", expecting=["japanese_result"])
def test_result_by_territory(case: dict[str, Any]) -> None:
    """The results by Japanese rules, seki as players judge it and eyes in seki counted."""
    komi, expected = case["rules"]["komi"], case["expected"]
    assert counted(case, "japanese", komi).result == expected["japanese_result"]
    assert counted(case, territory("none"), komi).result == expected["result_without_seki_exclusion"]


@cache
def taxed(scoring: str, tax: str) -> Ruleset:
    """Return KataGo's taxes: none; eyes of groups touching dame; and two points of each living group."""
    if scoring == "territory":
        return territory("none" if tax == "none" else "strict")
    return derive(
        "chinese", f"area-{tax}", seki="none" if tax == "none" else "strict", group_tax=2 if tax == "all" else 0
    )


@cases("score", "tax")
def test_tax(case: dict[str, Any]) -> None:
    """KataGo's three taxes."""
    rules = case["rules"]
    found = counted(case, taxed(rules["scoring"], rules["tax"]), rules["komi"])
    assert -found.margin == case["expected"]["white_minus_black_incl_komi"]


@cases("score", "komi")
def test_komi(case: dict[str, Any]) -> None:
    """Results by area at odd komis."""
    assert counted(case, "chinese", case["rules"]["komi"]).result == case["expected"]["result"]


@cases("score", "identity")
def test_identity(case: dict[str, Any]) -> None:
    """AGA: area, and prisoners; the handicap of the case is not part of the count."""
    board = board_of(case)
    assert board.score(dead=[], rules="chinese", komi=0).margin == case["expected"]["area_diff"]
    assert {"B": board.prisoners[BLACK], "W": board.prisoners[WHITE]} == case["expected"]["prisoners"]
