"""The cases gathered from other projects, articles and rule books, as far as they are about legality.

They are next to the repository, not in it: positions are facts, but the collection is not ours.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from helpers.games import REPETITION, Game, kernel, kernel_board, kernel_rows, plays, set_up
from helpers.shared import needs_shared, shared_cases
from oracles import referee
from oracles.board import OracleBoard

from goanalyze import BLACK, WHITE, Position, Setup, from_gtp, from_sgf, to_gtp
from goanalyze.core import flags as f
from goanalyze.core.handicap import fixed_handicap
from goanalyze.detectors.moves import board_findings
from goanalyze.points import EMPTY, OFF_BOARD, opponent
from goanalyze.replay.cycles import CaptureTally, Cycle, claimable_cycles
from goanalyze.replay.verdicts import CycleKind, illegal, reason
from goanalyze.rules import RULESETS, NoResult

CASES = shared_cases("cases/cases.jsonl")
RULES = {"simple": "basic", "psk": "psk", "ssk": "ssk", "nssk": "nssk", "ssk_nz": "nz"}
COLORS = {"B": BLACK, "W": WHITE}
SET_UP = {"kg-s2r1-01-basicko": 2, "kg-eternal-life": 4}
"""Cases in which a move brings a set-up position back, made by its mover: the number of the move.

In the file's own engine a set-up position has no maker, so that natural situational superko and New Zealand's rule
ignore it. By Wikipedia, *Rules of Go*, the ko rule follows from every form of superko (on rule 8), and the last move
before the diagram of a triple ko was a play.
"""

pytestmark = needs_shared("cases/cases.jsonl")


def cases(kind: str, *subs: str | None) -> pytest.MarkDecorator:
    """Run a test on the cases of a kind and some of its finer types."""
    rows = [case for case in CASES if case["kind"] == kind and case.get("sub") in subs]
    return pytest.mark.parametrize("case", rows, ids=[case["id"] for case in rows])


def size(case: dict[str, Any]) -> tuple[int, int]:
    """Return columns and rows."""
    given = case["size"]
    return (given, given) if isinstance(given, int) else tuple(given)


def position(case: dict[str, Any]) -> Position:
    """Return the set-up position."""
    return Position.from_rows(case["setup"]) if "setup" in case else Position.empty(*size(case))


def record(case: dict[str, Any], *more: str) -> Game:
    """Return the case as a game: setup, side to move, moves, and some more."""
    moves = " ".join([*case.get("moves", []), *more])
    turn = COLORS.get(case.get("to_move", ""))
    start = set_up(case["setup"], turn) if "setup" in case else Setup((), turn)
    return Game(*size(case), [start, *plays(moves, *size(case))])


def verdict(flags: int, rule: str, suicide: str) -> str:
    """Name the verdict of one repetition rule and one suicide rule as the file does."""
    banned = {"forbidden": f.SUICIDE_ONE | f.SUICIDE_SEVERAL, "multi_stone_only": f.SUICIDE_ONE, "allowed": 0}
    if flags & f.OCCUPIED:
        return "occupied"
    if flags & banned[suicide]:
        return "suicide"
    broken = flags & REPETITION[RULES[rule]]
    return "legal" if not broken else "ko" if rule == "simple" else "superko"


def names(points: Any, case: dict[str, Any]) -> list[str]:
    """Return the points' names in the order of the file."""
    return sorted(to_gtp(point, *size(case)) for point in points)


@cases("legality", "adjacency")
def test_adjacent_points(case: dict[str, Any]) -> None:
    """Points joined by a line are neighbours, others are not."""
    one, other = (from_gtp(name, *size(case)) for name in case["query"]["points"])
    assert (other in OracleBoard(position(case)).neighbors(one)) == case["expected"]["adjacent"]


@cases("legality", "chains")
def test_chains_and_regions(case: dict[str, Any]) -> None:
    """Chains and empty regions have the sizes given."""
    board = OracleBoard(position(case))
    for color, key in ((BLACK, "black_chain_sizes"), (WHITE, "white_chain_sizes")):
        chains = [len(chain) for chain in board.chains() if board.colors[min(chain)] == color]
        assert sorted(chains, reverse=True) == case["expected"][key]
    assert sorted(map(len, board.regions()), reverse=True) == case["expected"]["empty_region_sizes"]


@cases("legality", "liberties")
def test_liberties(case: dict[str, Any]) -> None:
    """A chain's liberties are the points given."""
    point = from_gtp(case["query"]["liberties_of"], *size(case))
    assert names(OracleBoard(position(case)).liberties(point), case) == case["expected"]["liberties"]


@cases("legality", "zero_liberty")
def test_stones_without_liberty(case: dict[str, Any]) -> None:
    """Between placing and removing, just the chains named have no liberty; the move removes those given."""
    color, name = case["query"]["just_played"].split()
    board = OracleBoard(position(case))
    lifeless = {point for chain in board.chains() if not board.liberties(min(chain)) for point in chain}
    assert names(lifeless, case) == case["expected"]["zero_liberty_stones"]
    point = from_gtp(name, *size(case))
    board.colors[point] = EMPTY
    placement = board.place(COLORS[color], point)
    assert names(placement.captured | placement.self_captured, case) == case["expected"]["removed_by_the_move"]
    whose = opponent(COLORS[color]) if placement.captured else COLORS[color]
    assert whose == COLORS[case["expected"]["removed_colour"]]


@cases("legality", "setup")
def test_setup(case: dict[str, Any]) -> None:
    """Setup by points makes the board given, and no chain lacks a liberty."""
    stones = [
        (from_gtp(name, *size(case)), color)
        for key, color in (("AB", BLACK), ("AW", WHITE), ("AE", EMPTY))
        for name in case["query"][key]
    ]
    replays = kernel(Game(*size(case), [Setup(tuple(stones))]))
    assert kernel_board(replays).rows() == case["expected"]["board"]
    assert (replays.fact("no_liberty_point")[0] < 0) == case["expected"]["legal_position"]


@cases("legality", "off_board")
def test_off_board(case: dict[str, Any]) -> None:
    """A point beyond the edge is off the board for every ruleset."""
    column, row = (number - 1 for number in case["query"]["move_xy_1based"])
    letters = "abcdefghijklmnopqrstuvwxyz"
    assert from_sgf(letters[column] + letters[row], *size(case)) == OFF_BOARD
    replays = kernel(Game(*size(case), plays("B off", *size(case))))
    for rules in RULESETS.values():
        found = illegal(rules, replays.moves.flags, np.array([False]))[0]
        assert (reason(int(found)) == "legal") == case["expected"]["legal"]
        assert reason(int(found)) == case["expected"]["reason"].replace("_", " ")


@cases("legality", "count_positions")
def test_count_of_legal_positions(case: dict[str, Any]) -> None:
    """The number of legal positions is the published one."""
    width, height = size(case)
    found = 0
    for stones in product((EMPTY, BLACK, WHITE), repeat=width * height):
        board = OracleBoard(Position(width, height, np.array(stones, dtype=np.uint8)))
        found += all(any(not stones[near] for near in board.border(chain)) for chain in board.chains())
    assert found == case["expected"]["legal_positions"]


def assert_judged(case: dict[str, Any]) -> None:
    """Check the verdict on the queried move by each rule, its captures, and the board after it."""
    replays = kernel(record(case, case["query"]["move"]))
    row, expected = kernel_rows(replays)[-1], case["expected"]
    suicide = case["rules"].get("suicide", "allowed")
    verdicts = expected["verdicts"] | ({"nssk": "superko", "ssk_nz": "superko"} if case["id"] in SET_UP else {})
    assert {rule: verdict(row[2], rule, suicide) for rule in expected["verdicts"]} == verdicts
    if "captures" in expected:
        assert (row[3], row[4]) == (expected["captures"], expected["self_captures"])
        assert kernel_board(replays).rows() == expected["after"]


@cases("legality", None)
def test_legality(case: dict[str, Any]) -> None:
    """A move is judged as given."""
    assert_judged(case)


@cases("suicide", None)
def test_suicide(case: dict[str, Any]) -> None:
    """A suicide, or an apparent one, is judged as given."""
    assert_judged(case)


@cases("ko", None)
def test_ko(case: dict[str, Any]) -> None:
    """A ko capture is judged as given; BrainKing's ko rule is taken as it is meant."""
    assert_judged_or_brainking(case)


@cases("superko", None)
def test_superko(case: dict[str, Any]) -> None:
    """A repetition is judged as given; BrainKing's ko rule is taken as it is meant."""
    assert_judged_or_brainking(case)


def assert_judged_or_brainking(case: dict[str, Any]) -> None:
    """Check a verdict; BrainKing's cases give it as ``intended`` or ``simple``, and a literal reading not followed."""
    if case["rules"].get("ko") != "brainking":
        assert_judged(case)
        return
    moves = kernel(record(case, case["query"]["move"])).moves
    found = illegal(RULESETS["brainking"], moves.flags[-1:], np.array([False]))[0]
    meant = case["expected"].get("intended") or case["expected"]["simple"]
    assert ("illegal" if found else "legal") == meant


@cases("ko", "ko_capture_map")
def test_ko_capture_map(case: dict[str, Any]) -> None:
    """The points where a lone stone would take exactly one and be left with that one liberty."""
    start = position(case)
    for color, key in ((BLACK, "black"), (WHITE, "white")):
        found = []
        for point in range(start.width * start.height):
            board = OracleBoard(start)
            if board.colors[point] == EMPTY:
                taken = board.place(color, point).captured
                is_ko = len(taken) == 1 and board.connected(point) == {point} and board.liberties(point) == taken
                found.append("1" if is_ko else "0")
            else:
                found.append("0")
        assert "".join(found) == "".join(case["expected"][key])


@cases("superko", "count_games")
def test_count_of_games(case: dict[str, Any]) -> None:
    """The number of games by Tromp–Taylor rules, either colour to play, is the published one (see test_counts)."""
    assert referee.tromp_taylor_games(*size(case)) == case["expected"]["games"]


def forced(case: dict[str, Any]) -> str:
    """Search whether Black can capture the target when plays are confined to a few points.

    The history starts with the diagram as made by a play of the side not to move. Positions are few, so results are
    kept by position, side, passes and the history's set of positions.
    """
    width, height = size(case)
    near = referee.beside(width, height)
    target = from_gtp(case["query"]["target"], width, height)
    points = [from_gtp(name, width, height) for name in case["query"]["restrict_plays_to"]]
    rules = {"psk": {"psk"}, "ssk": {"ssk"}, "nssk": {"nssk"}, "nssk+basic_ko": {"nssk", "basic"}}[case["rules"]["ko"]]
    first = COLORS[case["to_move"]]
    start = tuple(position(case).stones.tolist())
    known: dict[Any, bool] = {}

    def black_wins(line: tuple[referee.Moment, ...], color: int) -> bool:
        now = line[-1].board
        if now[target] != WHITE:
            return True
        if len(line) >= 3 and not line[-1].by_play and not line[-2].by_play:
            return False
        key = (now, color, line[-1].by_play, line[-2].board if len(line) > 1 else None, frozenset(line))
        if key not in known:
            outcomes = (black_wins(longer, opponent(color)) for longer in following(line, color))
            known[key] = any(outcomes) if color == BLACK else all(outcomes)
        return known[key]

    def following(line: tuple[referee.Moment, ...], color: int) -> Any:
        now = line[-1].board
        for point in points:
            if now[point] == EMPTY:
                board, _, lost = referee.placed(now, color, point, near)
                if not lost and not rules & set(referee._broken(line, board, color)):
                    yield (*line, referee.Moment(board, color, True, opponent(color)))
        yield (*line, referee.Moment(now, color, False, opponent(color)))

    won = black_wins((referee.Moment(start, opponent(first), True, first),), first)
    return "black_captures" if won else "white_survives"


@cases("superko", "forced_result")
def test_forced_result_of_a_triple_ko(case: dict[str, Any]) -> None:
    """The winner of the article's triple ko under each superko rule, by the second referee, is that of the replays."""
    assert forced(case) == case["expected"]["result"]


@cases("sequence", None, "board", "differential", "cycle", "step_boards")
def test_sequence_of_moves(case: dict[str, Any]) -> None:
    """A sequence leaves the board, prisoners and flags given, each move judged against the real history."""
    replays = kernel(record(case))
    rows, expected = kernel_rows(replays), case["expected"]
    assert kernel_board(replays).rows() == expected["final"]
    if "prisoners" in expected:
        held = {color: int(replays.fact(f"{name}_prisoners")[0]) for color, name in (("B", "black"), ("W", "white"))}
        assert held == expected["prisoners"]
    if "flags" in expected:
        said = {row["n"]: row["flags"] for row in expected["flags"]}
        if number := SET_UP.get(case["id"]):
            said[number] |= {"nssk": "superko", "ssk_nz": "superko"}
        assert sequence_flags(rows) == said
    for number, after in enumerate(expected.get("after_each", []), 1):
        one = record(case)
        assert kernel_board(kernel(one._replace(events=one.events[: 1 + number]))).rows() == after


def sequence_flags(rows: list[Any]) -> dict[int, dict[str, str]]:
    """Name each move's violations as the file does."""
    found = {}
    for number, row in enumerate(rows, 1):
        said = {rule: verdict(row[2] & ~(f.SUICIDE_ONE | f.SUICIDE_SEVERAL), rule, "allowed") for rule in RULES}
        said = {rule: word for rule, word in said.items() if word != "legal"}
        if row[2] & f.SUICIDE_ONE:
            said["suicide"] = "suicide_single"
        if row[2] & f.SUICIDE_SEVERAL:
            said["suicide"] = "suicide_multi"
        if said:
            found[number] = said
    return found


@cases("sequence", "board")
def test_ko_point_after_a_sequence(case: dict[str, Any]) -> None:
    """The ko point given is the one point at which the enemy's retake would be a basic ko."""
    one = record(case)
    last = one.events[-1]
    banned = []
    for point in range(one.width * one.height):
        name = f"{'.BW'[opponent(last.color)]} {to_gtp(point, one.width, one.height)}"
        flags = kernel_rows(kernel(record(case, name)))[-1][2]
        if flags & f.BASIC_KO and not flags & f.OCCUPIED:
            banned.append(to_gtp(point, one.width, one.height))
    assert banned == ([case["expected"]["ko_point"]] if case["expected"]["ko_point"] else [])


def assert_reported(case: dict[str, Any]) -> None:
    """Check that the cycle given is reported, with its length, captures, passes and kind.

    Its start may be a move of the same cycle before the given one: a cycle is reported when the position first comes
    back, where a case may wait for a pass.
    """
    expected = case["expected"]["cycle"]
    replays = kernel(record(case))
    kind = expected["kind"].split(" (")[0].replace("sending_two_", "sending_two,_").replace("_", " ")
    code = "GO205" if "balanced, no passes" in expected["kind"] else "GO206"
    events = [event for event in board_findings(replays) if event.code == code]
    assert [(event.cycle_kind, event.cycle_length) for event in events] == [(kind, expected["length"])]
    assert 0 <= expected["start_after_move"] - events[0].repeats_move < expected["length"]
    cycle = CaptureTally(replays, 0).cycle(events[0].move_number, events[0].repeats_move)
    captures, passes = ({"B": 0, "W": 0} | expected.get(f"{what}_per_cycle", {}) for what in ("captures", "passes"))
    assert (cycle.black_captures, cycle.white_captures) == (captures["B"], captures["W"])
    assert (cycle.black_passes, cycle.white_passes) == (passes["B"], passes["W"])
    assert events[0].prisoner_balance == captures["B"] - captures["W"]
    assert (code == "GO205") == ("no_result" in case["expected"].get("japanese", ""))
    assert claimable_cycles(replays)[0]  # by article 12 the captures of the sides make no difference


@pytest.mark.parametrize("case", [case for case in CASES if "cycle" in case["expected"]], ids=lambda case: case["id"])
def test_cycle_report(case: dict[str, Any]) -> None:
    """Every case with a cycle report has its cycle in the findings."""
    assert_reported(case)


@cases("ruleset-diff", "rule_fact")
def test_no_result_is_what_the_rules_say(case: dict[str, Any]) -> None:
    """The cycles that the Japanese commentary names are kinds known here, and no result needs agreement there."""
    if "no_result_examples" not in case["expected"]:
        return
    names = " ".join([*(str(kind.value) for kind in CycleKind), Cycle(0, 8, 4, 4, 0, 0, frozenset({1}), True).name])
    assert all(example.removesuffix(" ko") in names for example in case["expected"]["no_result_examples"])
    assert case["expected"]["needs_agreement"] == (RULESETS["japanese"].no_result.value is NoResult.AGREEMENT)


@cases("ruleset-diff", "perft")
def test_count_of_sequences_with_plays_after_two_passes(case: dict[str, Any]) -> None:
    """The file's counts let plays, though no third pass, follow two passes; golden/sequences.txt does not."""
    ko = {"simple": "basic"}.get(case["rules"]["ko"], case["rules"]["ko"])
    counts = case["expected"]["counts_by_depth"]
    assert referee.sequence_counts(*size(case), len(counts), ko, "none", "plays") == counts


@cases("ruleset-diff", "handicap_placement")
def test_fixed_handicap_placement(case: dict[str, Any]) -> None:
    """Standard handicap points are GTP's, except that three stones leave the upper left corner open."""
    expected = case["expected"]["stones"]
    if case["rules"]["handicap"] == 3:
        expected = ["D4", "Q16", "Q4"]
    assert names(fixed_handicap(*size(case), case["rules"]["handicap"]), case) == expected
