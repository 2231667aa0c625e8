"""Statements of Wikipedia, *Rules of Go* (S0), on differences: seki, repetition, suicide, compensation, group tax."""

from __future__ import annotations

import pytest
from cases.article import DIAGRAMS
from cases.legality import ETERNAL, SEND_TWO, TRIPLE
from helpers.games import game, sgf
from helpers.presets import ids_with

import goanalyze as ga
from goanalyze import BLACK, WHITE, Outcome, PointKind, Position, Ruleset, to_gtp
from goanalyze.rules import RULESETS, Compensation, Placement, derive
from goanalyze.score.count import count as count_position
from goanalyze.score.territory import territory


def outcome(rows: tuple[str, ...], ruleset: str | Ruleset, moves: str = "B pass W pass") -> Outcome:
    """Return a ruleset's outcome of a position that two passes end, without komi; no stone is dead."""
    turn = {"B": BLACK, "W": WHITE}[moves[0]]
    text = sgf(game(rows, moves, turn=turn)).replace("(;", "(;KM[0]", 1)
    return ga.loads(text).outcome(ruleset, komi=0.0, dead=[])


def points(rows: tuple[str, ...], kind: PointKind, side: int) -> str:
    """Return the points of a kind and side, by name."""
    told, size = territory(Position.from_rows(rows)), len(rows)
    return " ".join(sorted(to_gtp(point, size, size) for point in told.points(kind, side)))


def verdicts(rows: tuple[str, ...], moves: str, ruleset: str | Ruleset) -> list[str]:
    """Return the verdict of each move from a position."""
    return ga.loads(sgf(game(rows, moves, turn={"B": BLACK, "W": WHITE}[moves[0]]))).replay().verdicts(ruleset)


# Seki.


def test_an_eye_is_an_empty_region_of_one_side() -> None:
    """S0, seki: connected empty points within one colour's chains; two such keep the chains alive without seki."""
    rows = (".X.XO.O", "XXXXOOO")
    told = territory(Position.from_rows(rows))
    assert [to_gtp(point, 7, 2) for point in sorted(told.points(PointKind.TERRITORY, BLACK))] == ["A2", "C2"]
    count = count_position(Position.from_rows(rows))
    assert (count.black.groups, count.black.seki_groups, count.white.groups) == (1, 0, 1)


def test_neither_side_can_attack_in_a_seki() -> None:
    """S0, diagram 71: each has one eye; a play on the shared point C1 is captured by a play into that eye."""
    assert points(DIAGRAMS[71], PointKind.SEKI, 0) == "C1"
    count = count_position(Position.from_rows(DIAGRAMS[71]))
    assert (count.black.seki_groups, count.white.seki_groups) == (1, 1)
    for moves, lost in (("B C1 W E3", "X"), ("W C1 B B3", "O")):
        replay = ga.loads(sgf(game(DIAGRAMS[71], moves, turn=BLACK if moves[0] == "B" else WHITE))).replay()
        assert lost not in "".join(replay.position().rows())


@pytest.mark.parametrize("ruleset", ["basic", "japanese", "korean", "chinese", "aga", "ing", "new-zealand"])
def test_a_shared_point_is_nobodys(ruleset: str) -> None:
    """S0, diagram 71: no ruleset counts the point that both sides touch; here both have the same."""
    told = outcome(DIAGRAMS[71], ruleset)
    assert told.margin == 0


def test_dame_of_a_larger_seki() -> None:
    """S0, diagram 72: B5 and A4 are neutral; D5 and A2 are surrounded by Black alone, in groups in seki."""
    assert points(DIAGRAMS[72], PointKind.SEKI, 0) == "A4 B5"
    assert points(DIAGRAMS[72], PointKind.SEKI_EYE, BLACK) == "A2 D5"


@pytest.mark.parametrize(
    ("ruleset", "margin"), [("japanese", -2), ("korean", -2), ("chinese", 1), ("basic", 1), ("aga", 1)]
)
def test_eyes_in_seki_count_by_ruleset(ruleset: str, margin: int) -> None:
    """S0, diagram 72: Japan and Korea count no point in seki, only White's two; by area 10 + 2 against 9 + 2."""
    assert outcome(DIAGRAMS[72], ruleset).margin == margin


# Repetition.

ROUND = "W B6 B C4 W B2 B C6 W B4 B C2"
"""A triple ko once round, from a position set up, White first."""


def banned(rows: tuple[str, ...], moves: str, **axes: str) -> bool:
    """Return True if the last move is forbidden for its repetition."""
    return verdicts(rows, moves, derive("basic", "other", suicide="forbidden", **axes))[-1] in {"ko", "superko"}


def test_simple_ko_looks_one_position_back() -> None:
    """S0, repetition: the ko rule bans the last position before, and no older one."""
    assert banned(("X..O", ".XO.", "...."), "B C3 W B3 B C3", repetition="basic-ko")
    assert not banned(SEND_TWO, "B A3 W C3 B B3", repetition="basic-ko")
    assert not banned(TRIPLE, f"B E1 {ROUND}", repetition="basic-ko")


@pytest.mark.parametrize("repetition", ["psk", "ssk", "ssk-own-moves", "nssk"])
def test_superko_looks_at_every_earlier_position(repetition: str) -> None:
    """S0, repetition: a triple ko that comes round to a position of the game is banned, six moves on."""
    assert banned(TRIPLE, f"B E1 {ROUND}", repetition=repetition)


def test_positional_superko_ignores_the_turn() -> None:
    """S0, repetition: sending two, returning one, the position recurs with the other side to move."""
    assert banned(SEND_TWO, "B A3 W C3 B B3", repetition="psk")


def test_situational_superko_looks_at_the_turn() -> None:
    """S0, repetition: the same position is banned with the same side to move, so one round of eternal life later."""
    assert not banned(SEND_TWO, "B A3 W C3 B B3", repetition="ssk")
    assert banned(ETERNAL, "B A3 W C3 B B3 W D3", repetition="ssk")


def test_natural_situational_superko_looks_at_who_played() -> None:
    """S0, repetition: a position that White's pass left is White's play's only under SSK (the round of diagram 73)."""
    after_pass = "B J4 W pass B C6 W E5 B A6 W C5 B E6 W A5"
    start = tuple(row if n != 5 else row[:-1] + "." for n, row in enumerate(DIAGRAMS[73]))
    assert banned(start, after_pass, repetition="ssk")
    assert banned(start, after_pass, repetition="psk")
    assert not banned(start, after_pass, repetition="nssk")


def test_ings_rule_tells_fighting_from_disturbing() -> None:
    """S0, repetition and Ing rules: two kinds of ko, each with a finding of its own, judged approximately."""
    triple = ga.loads(sgf(game(TRIPLE, f"B E1 {ROUND}", turn=BLACK))).replay()
    again = ga.loads(sgf(game(SEND_TWO, "B A3 W C3 B B3 W pass B A3", turn=BLACK))).replay()
    assert "GO211" in [row.code for row in triple.findings]
    assert "GO212" in [row.code for row in again.findings]
    assert [verdict for verdict in triple.verdicts("ing") + again.verdicts("ing") if "approximately" in verdict] == [
        "hot stone or disturbing ko (approximately)"
    ] * 2


@pytest.mark.parametrize("ruleset", ["japanese", "korean", "chinese"])
def test_a_long_cycle_may_have_no_result(ruleset: str) -> None:
    """S0, repetition: under the simple ko rule other rules are needed: a cycle that may end a game without result."""
    told = ga.loads(sgf(game(TRIPLE, f"B E1 {ROUND} W pass B pass", turn=BLACK)).replace("(;", "(;KM[0]", 1))
    assert told.outcome(ruleset, dead=[]).no_result_possible
    assert not told.outcome("aga", dead=[]).no_result_possible


def test_the_triple_ko_without_white_fighting() -> None:
    """S0, diagram 74: once White has passed, and Black has played elsewhere, both groups stay with the kos open."""
    count = count_position(Position.from_rows(DIAGRAMS[74]))
    assert (count.black.stones, count.white.stones) == (32, 27)
    moved = ga.loads(sgf(game(DIAGRAMS[74], "W pass B pass", turn=WHITE))).replay()
    assert moved.verdicts(derive("basic", "natural", repetition="nssk")) == ["legal", "legal"]


def test_white_wins_by_two_with_a_pass() -> None:
    """S0, diagram 75: White passes, Black's best answer is a pass, and White has two points more by area."""
    natural = derive("basic", "natural", repetition="nssk")
    assert outcome(DIAGRAMS[75], natural, "W pass B pass").result == "W+2"


# Compensation, placement, sizes, ends.


def test_compensation_differs() -> None:
    """S0, compensation: by area a handicap stone counts as a point by itself, so area rules give White something."""
    given = {name: ruleset.compensation.value for name, ruleset in RULESETS.items()}
    assert given["chinese"] is Compensation.PER_STONE
    assert given["aga"] is Compensation.PER_STONE_BUT_ONE
    assert {given["japanese"], given["korean"], given["new-zealand"]} == {Compensation.NOTHING}


def test_handicap_stones_are_free_or_fixed() -> None:
    """S0, compensation: Chinese handicap stones go anywhere, as if Black's turn came again; Japanese ones are fixed."""
    placed = {name: ruleset.placement.value for name, ruleset in RULESETS.items()}
    assert (placed["chinese"], placed["japanese"]) == (Placement.FREE, Placement.FIXED)
    free = ga.loads("(;SZ[19]HA[3]KM[0]RU[Chinese];B[cc];B[jj];B[rb];W[pd];B[dp])").replay()
    assert set(free.verdicts("chinese")) == {"legal"}


def test_komi_is_any_number() -> None:
    """S0, komi and compensation: 5.5, 6.5 and 7.5 are common; the agreed komi is used."""
    for komi in (0.0, 4.5, 5.5, 6.5, 7.5, 8.0, -3.5):
        told = ga.loads(f"(;SZ[9]KM[{komi:g}];B[ee];W[];B[])").outcome("chinese", dead=[])
        assert told.margin == 81 - komi


def test_even_boards_and_oblong_ones() -> None:
    """S0, sizes: boards usually have an odd number of lines, for a centre; no rule asks for it."""
    for size in ("8", "18", "7:9"):
        replay = ga.loads(f"(;SZ[{size}]KM[0];B[cc];W[dd];B[];W[])").replay()
        assert {verdict for ruleset in RULESETS for verdict in replay.verdicts(ruleset)} == {"legal"}


def test_group_tax_takes_two_points_a_group() -> None:
    """S0, scoring: in old China each living group at the end cost two points; two groups against one cost two more."""
    rows = ("X.XO.OX.X.",)
    plain = outcome(rows, "chinese").margin
    assert plain is not None
    assert outcome(rows, derive("chinese", "taxed", group_tax=2)).margin == plain - 2
    assert RULESETS["ancient-chinese"].scoring.value.value == "stones"


def test_no_group_tax_today() -> None:
    """S0, scoring: modern Chinese rules have none, nor has any other ruleset."""
    assert {ruleset.group_tax.value for ruleset in RULESETS.values()} == {0}


def test_draws_by_ruleset() -> None:
    """S0, issues: whether a tie is a draw is a ruleset's choice."""
    ties = {name: outcome(DIAGRAMS[71], name).winner for name in ("japanese", "chinese", "ing", "new-zealand")}
    assert ties == {"japanese": "draw", "chinese": "draw", "ing": "black", "new-zealand": "draw"}


def test_terms_of_scores() -> None:
    """S0, issues: komi, prisoners, dead stones, territory, living stones, passes and groups each have their term."""
    rows = (".X.XO.", "XXXXOO", ".X.XOX", "XXXXOO", ".XXXO.")
    text = sgf(game(rows, "B pass W pass", turn=BLACK)).replace("(;", "(;KM[6.5]", 1)
    lines = {
        line.name
        for name in ("japanese", "chinese", "ancient-chinese", "bga")
        for ledger in [ga.loads(text).outcome(name, komi=6.5, dead=["F3"]).ledger]
        if ledger
        for line in ledger.lines
    }
    assert lines >= {
        "komi",
        "prisoners",
        "dead stones of the opponent",
        "territory",
        "living stones",
        "pass stones of the opponent",
        "two points of each group stay open",
    }


def test_bent_four_is_dead_by_rule_or_played_out() -> None:
    """S0, rulesets: Japan and who follows its precedents rule on it; under other rules it is played out or agreed."""
    assert ids_with("rulings", "precedents")[:3] == ["japanese", "korean", "wagc"]
    rows = ("XXX.OXXXX", ".OOOOXXXX", "OOXXXXXXX", *["XXXXXXXXX"] * 5, "XXXXXX.X.")
    text = sgf(game(rows, "B pass W pass", turn=BLACK)).replace("(;", "(;KM[0]", 1)
    basis = {name: ga.loads(text).outcome(name).basis for name in ("japanese", "korean", "chinese", "aga", "basic")}
    assert basis == {
        "japanese": "counted",
        "korean": "counted",
        "chinese": "estimated",
        "aga": "estimated",
        "basic": "counted",
    }
