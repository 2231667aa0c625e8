"""Statements of Wikipedia, *Rules of Go* (S0), on plays: captures, self-capture, ko threats, diagrams 10 to 66."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np
import pytest
from cases.article import DIAGRAMS
from helpers.games import game, orderly, sgf

import goanalyze as ga
from goanalyze import BLACK, WHITE, Position, Replay, from_gtp
from goanalyze.core.chain_board import ChainBoard
from goanalyze.points import EMPTY, opponent
from goanalyze.rules import RULESETS, Suicide, derive

SUPERKO = ("psk", "ssk", "ssk-own-moves", "nssk")
NO_SUICIDE = [name for name, ruleset in RULESETS.items() if ruleset.suicide.value.value == "forbidden"]


class Diagram(NamedTuple):
    """Diagrams: the position before, moves as GTP names points, the position after, stones that the last play takes."""

    name: str
    before: tuple[str, ...]
    moves: str
    after: tuple[str, ...]
    taken: int = 0
    lost: int = 0


def without(number: int, *points: str) -> tuple[str, ...]:
    """Return a diagram without some stones: the position before they were played."""
    rows = [list(row) for row in DIAGRAMS[number]]
    for name in points:
        rows[len(rows) - int(name[1:])]["ABCDEFGHJ".index(name[0])] = "."
    return tuple("".join(row) for row in rows)


def played(before: tuple[str, ...], moves: str) -> Replay:
    """Play moves from a position; the first player was to move."""
    turn = {"B": BLACK, "W": WHITE}[moves[0]]
    return ga.loads(sgf(game(before, moves, turn=turn)).replace("(;", "(;KM[0]", 1)).replay()


KO_FIGHT = "B A5 W B2 B E3 W E2 B C2 W E4 B B2"
"""White takes the ko, Black threatens, White answers, Black retakes, White plays elsewhere, Black connects."""

LEGAL = [
    Diagram("diagrams 10-12", DIAGRAMS[10], "B D4 W C3", DIAGRAMS[12]),
    Diagram("diagrams 13-14", DIAGRAMS[13], "B C4", DIAGRAMS[14]),
    Diagram("diagrams 15-17", DIAGRAMS[15], "B D3", DIAGRAMS[17], taken=1),
    Diagram("diagrams 18-20", DIAGRAMS[18], "B A2", DIAGRAMS[20], taken=1),
    Diagram("diagrams 21-23", DIAGRAMS[21], "W C4", DIAGRAMS[23], taken=4),
    Diagram("diagrams 24-26", DIAGRAMS[24], "B E1", DIAGRAMS[26], taken=3),
    Diagram("diagrams 27-29", DIAGRAMS[27], "B E1", DIAGRAMS[29], taken=2),
    Diagram("diagrams 29-31", DIAGRAMS[27], "B E1 W D1", DIAGRAMS[31], taken=1),
    Diagram("diagrams 32-34", DIAGRAMS[32], "W B2", DIAGRAMS[34], taken=7),
    Diagram("diagrams 35-37", DIAGRAMS[35], "B C1", DIAGRAMS[37], taken=5),
    Diagram("diagrams 44-45", without(44, "D2"), "W D2 B C4", DIAGRAMS[45], taken=1),
    Diagram("diagrams 47-48", without(47, "B4"), "B B4 W E1", DIAGRAMS[48], taken=1),
    Diagram("diagrams 50-52", DIAGRAMS[50], "W A2 B A3", DIAGRAMS[52], taken=3),
    Diagram("diagram 53", DIAGRAMS[50], "W A2 B A3 W A2", DIAGRAMS[53], taken=1),
    Diagram("diagrams 54-56", DIAGRAMS[54], "W C3 B C4", DIAGRAMS[56], taken=1),
    Diagram("diagram 57", DIAGRAMS[54], "W C3 B C4 W C3", DIAGRAMS[57], taken=4),
    Diagram("diagram 58", without(58, "A5"), KO_FIGHT[:4], DIAGRAMS[58]),
    Diagram("diagram 59", without(58, "A5"), KO_FIGHT[:9], DIAGRAMS[59], taken=1),
    Diagram("diagram 60", without(58, "A5"), KO_FIGHT[:14], DIAGRAMS[60]),
    Diagram("diagram 61", without(58, "A5"), KO_FIGHT[:14] + " W C2", DIAGRAMS[61]),
    Diagram("diagram 62", without(58, "A5"), KO_FIGHT[:14] + " W C2 B E2", DIAGRAMS[62]),
    Diagram("diagram 63", without(58, "A5"), KO_FIGHT[:19], DIAGRAMS[63]),
    Diagram("diagram 64", without(58, "A5"), KO_FIGHT[:24], DIAGRAMS[64], taken=1),
    Diagram("diagram 65", without(58, "A5"), KO_FIGHT[:29], DIAGRAMS[65], taken=1),
    Diagram("diagram 66", without(58, "A5"), f"{KO_FIGHT} W pass B pass", DIAGRAMS[66]),
]

by_diagram = pytest.mark.parametrize("shown", LEGAL, ids=lambda shown: shown.name)


@by_diagram
def test_a_play_makes_the_next_diagram(shown: Diagram) -> None:
    """S0, rule 7, steps 1 to 3: the stone is placed, the enemy's stones without liberty go, then one's own."""
    replay = played(shown.before, shown.moves)
    assert replay.position().rows() == list(shown.after)
    assert (replay.moves[-1].captured, replay.moves[-1].self_captured) == (shown.taken, shown.lost)


@by_diagram
def test_what_the_diagrams_play_is_legal_everywhere(shown: Diagram) -> None:
    """S0: captures, snapbacks, captures of several for one and threats are legal under all rules."""
    replay = played(shown.before, shown.moves)
    assert {verdict for ruleset in RULESETS for verdict in replay.verdicts(ruleset)} == {"legal"}


def test_a_stone_stays_until_it_is_captured() -> None:
    """S0, on step 1: a played stone stays on its point until it is captured."""
    replay = played(without(58, "A5"), KO_FIGHT)
    assert all(replay.position(move).rows()[0][0] == "X" for move in range(1, 8))


@pytest.mark.parametrize("shown", LEGAL, ids=lambda shown: shown.name)
def test_every_stone_has_a_liberty_after_a_move(shown: Diagram) -> None:
    """S0, rule 7: after steps 2 and 3 no chain on the board is without a liberty."""
    board = ChainBoard.of(played(shown.before, shown.moves).position())
    assert all(board.liberties(min(chain)) for chain in board.chains())


@pytest.mark.parametrize("seed", range(20))
def test_a_play_that_captures_takes_nothing_of_its_own(seed: int) -> None:
    """S0, self-capture: captured stones leave liberties, so a play never does both; on games at random."""
    rng = random.Random(seed)
    replay = ga.loads(sgf(orderly(4, 4, [rng.randrange(10**6) for _ in range(200)]))).replay()
    moves = replay.moves
    assert not [move for move in moves if move.captured and move.self_captured]
    assert [move for move in moves if move.captured]


# Self-capture.

ONE = (DIAGRAMS[38], "B A1")
SEVERAL = (DIAGRAMS[41], "B D2")


def test_own_stones_without_liberty_are_taken_last() -> None:
    """S0, rule 7 step 3, diagrams 38-40 and 41-43: one stone, and a play that takes four of one's own off."""
    one, several = played(*ONE), played(*SEVERAL)
    assert (one.position().rows(), one.moves[-1].self_captured) == (list(DIAGRAMS[38]), 1)
    assert (several.position().rows(), several.moves[-1].self_captured) == (list(DIAGRAMS[43]), 4)


@pytest.mark.parametrize("ruleset", NO_SUICIDE)
def test_rule_7a_forbids_self_capture(ruleset: str) -> None:
    """S0, optional rule 7A: a play that takes own stones off is illegal; most rulesets have the rule."""
    assert played(*ONE).verdicts(ruleset) == ["suicide"]
    assert played(*SEVERAL).verdicts(ruleset) == ["suicide"]


def test_without_rule_7a_self_capture_of_several_is_legal() -> None:
    """S0, diagrams 41-43: the basic rules forbid it only as an option; Ing and New Zealand allow it."""
    for ruleset in ("basic", "tromp-taylor", "ing", "ing-simplified", "new-zealand"):
        assert played(*SEVERAL).verdicts(ruleset) == ["legal"]


def test_most_rulesets_forbid_self_capture() -> None:
    """S0, self-capture: the greater part of the rulesets has the rule; Taiwan's (Ing) and New Zealand's have not."""
    assert len(NO_SUICIDE) > len(RULESETS) / 2
    assert {"japanese", "korean", "chinese", "aga", "wmsg"} <= set(NO_SUICIDE)
    assert not {"ing", "new-zealand"} & set(NO_SUICIDE)


def test_self_capture_of_one_repeats_the_position() -> None:
    """S0, diagrams 38-40 and ko: rule 8 forbids it under positional superko, with any rule 7A."""
    assert played(*ONE).verdicts("basic") == ["superko"]


@pytest.mark.parametrize("repetition", SUPERKO[1:])
def test_self_capture_of_one_may_be_legal_under_another_superko_rule(repetition: str) -> None:
    """S0, diagrams 38-40: with another side to move, or another maker, the position is a different one."""
    assert played(*ONE).verdicts(derive("basic", "other", repetition=repetition)) == ["legal"]


def test_self_capture_of_one_is_no_pass() -> None:
    """S0, diagrams 38-40: it changes nothing, as a pass, but a pass after it does not end the game."""
    replay = played(ONE[0], "B A1 W pass B E5")
    assert ga.loads(sgf(game(ONE[0], "B A1 W pass", turn=BLACK))).info["ended_by"] == "unknown"
    assert replay.verdicts("basic")[1:] == ["legal", "legal"]


# Ko.

KO_44 = (without(44, "D2"), "W D2 B C4 W B4")
KO_47 = (without(47, "B4"), "B B4 W E1 B D1")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("shown", [KO_44, KO_47], ids=["diagrams 44-46", "diagrams 47-49"])
def test_a_ko_may_not_be_retaken_at_once(shown: tuple[tuple[str, ...], str], ruleset: str) -> None:
    """S0, rule 8 and the ko rule that follows from it, in all forms of go: the third move is illegal."""
    replay = played(*shown)
    assert replay.position(3) == replay.position(1)
    assert replay.verdicts(ruleset)[:2] == ["legal", "legal"]
    assert replay.verdicts(ruleset)[2] in {"ko", "superko"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_ko_is_barred_until_the_board_has_changed(ruleset: str) -> None:
    """S0, diagrams 58-60 and 65: no retake after White's capture; none for White after Black's retake."""
    start = without(58, "A5")
    assert played(start, KO_FIGHT[:9] + " B C2").verdicts(ruleset)[-1] in {"ko", "superko"}
    assert played(start, KO_FIGHT[:24] + " W B2").verdicts(ruleset)[-1] in {"ko", "superko"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_ko_that_was_set_up_may_not_be_retaken_at_once(ruleset: str) -> None:
    """S0, ko: all forms of go have the ko rule: a position that was set up has existed in the game, too."""
    replay = ga.loads(sgf(game(("X.XO", ".XO.", "...."), "W B3 B C3", turn=WHITE))).replay()
    assert replay.verdicts(ruleset)[0] == "legal"
    assert replay.verdicts(ruleset)[1] in {"ko", "superko"}


def test_new_zealand_allows_suicide_of_several_only() -> None:
    """S0, suicide and New Zealand rules: of more than one stone; so also Ing's."""
    for ruleset in ("new-zealand", "ing"):
        assert RULESETS[ruleset].suicide.value is Suicide.SEVERAL
        one = ga.loads(sgf(game(DIAGRAMS[38], "B A1", turn=BLACK))).replay()
        several = ga.loads(sgf(game(DIAGRAMS[41], "B D2", turn=BLACK))).replay()
        assert (one.verdicts(ruleset), several.verdicts(ruleset)) == (["suicide"], ["legal"])


def test_the_ko_rule_forbids_immediate_repetition_only() -> None:
    """S0, consequence of rule 8: a position of longer ago may be made under the ko rule, not under superko."""
    sending = ((".X.X", "OOX.", "...."), "B A3 W C3 B B3")
    assert played(*sending).verdicts("japanese")[-1] == "legal"
    assert played(*sending).verdicts("basic")[-1] == "superko"


def test_superko_bans_what_chess_calls_a_draw() -> None:
    """S0, ko: the play that repeats is illegal; the game is not drawn by it, nor has it no result."""
    superko = [ruleset for ruleset in RULESETS.values() if ruleset.repetition.value.value in SUPERKO]
    assert len(superko) >= 6
    assert {ruleset.no_result.value.value for ruleset in superko} == {"never"}


def test_not_every_ruleset_has_superko() -> None:
    """S0, ko: the ko rule is everywhere, a superko rule in some rulesets only."""
    kinds = {name: ruleset.repetition.value.value for name, ruleset in RULESETS.items()}
    assert {kinds["japanese"], kinds["korean"], kinds["chinese"]} == {"basic-ko"}
    assert {kinds["basic"], kinds["aga"], kinds["new-zealand"]} == {"psk", "ssk", "ssk-own-moves"}


def test_a_ko_is_one_stone_for_one() -> None:
    """S0, the ko rule again: it bars taking one stone that has just taken one, on the point it took from.

    Three for one and one for three (diagrams 50-53) and four for one (54-57) are not ko.
    """
    for before, moves in (KO_44, KO_47):
        replay = played(before, moves)
        assert [move.captured for move in replay.moves[1:]] == [1, 1]
    for before, moves, taken in ((DIAGRAMS[50], "W A2 B A3 W A2", [3, 1]), (DIAGRAMS[54], "W C3 B C4 W C3", [1, 4])):
        replay = played(before, moves)
        assert [move.captured for move in replay.moves[1:]] == taken
        assert replay.verdicts("basic") == ["legal"] * 3


def test_the_ko_fight_ends_the_game() -> None:
    """S0, diagram 66: Black connects, both pass, and the game is over in that position."""
    text = sgf(game(without(58, "A5"), f"{KO_FIGHT} W pass B pass", turn=BLACK))
    assert ga.loads(text).info["ended_by"] == "passes"


Standing = tuple[int, ...]
D4, *EDGE = (from_gtp(name, 5, 5) for name in ("D4", "E1", "E2", "E3", "E4"))


def plays(stones: Standing, color: int) -> list[Standing]:
    """Return the results of a side's plays on the lower right edge."""
    boards = [ChainBoard.of(Position(5, 5, np.array(stones, dtype=np.uint8))) for _ in EDGE]
    placed = [(board, point) for board, point in zip(boards, EDGE, strict=True) if stones[point] == EMPTY]
    return [tuple(board.colors) for board, point in placed if not board.place(color, point).self_captured]


def taken(stones: Standing, color: int, past: frozenset[Standing], *, passed: bool = False) -> bool:
    """Return True if Black takes White's chain on that edge, both playing at their best; positions may not recur."""
    if stones[D4] != WHITE:
        return True
    made = [each for each in plays(stones, color) if each not in past]
    lines = [taken(each, opponent(color), past | {each}) for each in made]
    lines.append(not passed and taken(stones, opponent(color), past, passed=True))
    return any(lines) if color == BLACK else all(lines)


@pytest.mark.parametrize(("number", "first", "lost"), [(61, BLACK, True), (61, WHITE, False), (62, WHITE, True)])
def test_a_ko_threat_that_is_not_answered_costs_the_group(number: int, first: int, lost: bool) -> None:
    """S0, diagrams 61 and 62: White connects the ko, and Black takes the group, however White plays then."""
    stones = tuple(Position.from_rows(DIAGRAMS[number]).stones.tolist())
    assert taken(stones, first, frozenset({stones})) is lost
