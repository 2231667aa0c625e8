"""Results that a rule decides, and not the count: both lose, no result, illegal moves; and handicap 1."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pandas as pd
import pytest
from helpers.finals import final_position
from helpers.presets import ids_with

import goanalyze as ga
from goanalyze import Count
from goanalyze.rules import RULESETS
from goanalyze.score.count import ColorCount
from goanalyze.score.outcomes import score_one
from goanalyze.score.terms import fill_in

WALL = "B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[];W[]"
"""5×5: a column of each side's stones, a column of dame between; 10 points each."""
Table: TypeAlias = Callable[[ga.Game], pd.DataFrame]
BY_RULE = "is illegal as recorded, and White wins at once if anybody notices; the record gives Black the game."
FINDINGS = Path(__file__).parents[2] / "data" / "sample" / "findings"


def game(moves: str = WALL, **properties: str) -> ga.Game:
    """Read a record on 5×5, komi ½ and no result by default."""
    told = {"KM": "0.5"} | properties
    return ga.loads(f"(;SZ[5]{''.join(f'{name}[{value}]' for name, value in told.items())};{moves})")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Return a function from a record to the rows of the table outcomes, by ruleset."""

    def rows(record: ga.Game) -> pd.DataFrame:
        (tmp_path / "a.sgf").write_text(record.raw_sgf)
        return ga.check(tmp_path / "a.sgf").outcomes.set_index("ruleset")

    return rows


def test_both_lose_where_the_ruleset_knows_it(table: Table) -> None:
    """Japanese rules 1989, art. 13: both players can lose. No other preset has this; its count holds.

    The outcome is as recorded, but a recorded margin to compare is missing.
    """
    record = game(RE="Both lose")
    assert (record.info["result_winner"], record.info["result_by"]) == ("both_lose", "both_lose")
    rows = table(record)
    assert rows.winner[rows.winner == "both_lose"].index.tolist() == ids_with("both_lose", "true")
    japanese = rows.loc["japanese"]
    assert (japanese.winner_by_rule, japanese.margin, japanese.agrees_with_record) == ("both_lose", -0.5, "winner")
    assert rows.loc["chinese"].agrees_with_record == "unknown"
    told = record.outcome("japanese")
    assert (told.winner, told.winner_by_rule, told.rule_move, told.result) == (
        "both_lose",
        "both_lose",
        None,
        "Both lose",
    )
    other = record.outcome("chinese")
    assert (other.winner, other.winner_by_rule) == ("white", None)
    assert "Both players lose by the record, which this ruleset does not provide for." in other.reasons


def test_no_result_after_a_triple_ko(table: Table) -> None:
    """Japanese rules 1989, art. 12 and commentary: a triple ko, and both agree. No margin is compared then."""
    record = next(ga.read(FINDINGS / "go202-triple-ko.sgf"))
    rows = table(record)
    knowing = ids_with("no_result", "agreement", "draw", "referee")
    assert rows[rows.basis == "no_result"].index.tolist() == knowing
    assert rows.loc[knowing].margin.isna().all()
    assert set(rows.loc[knowing].winner_by_rule) == {"no_result"}
    told = record.outcome("japanese")
    assert (told.basis, told.margin, told.result, told.winner_by_rule, told.rule_move) == (
        "no_result",
        None,
        "Void",
        "no_result",
        6,
    )


@pytest.mark.parametrize(("result", "basis"), [("三コウ無勝負", "no_result"), ("has adjourned", "not_counted")])
def test_a_game_broken_off_was_not_ended_by_its_cycle(result: str, basis: str) -> None:
    """Art. 12 wants both players to agree that the game ends without result; an adjourned game has not ended."""
    record = next(ga.read(FINDINGS / "go202-triple-ko.sgf"))
    assert ga.loads(record.raw_sgf.replace("RE[Void]", f"RE[{result}]")).outcome("japanese").basis == basis


def test_void_without_a_cycle_is_counted() -> None:
    """Art. 12 speaks of a position that recurred: without one a game recorded as void has its margin."""
    told = game(RE="Void").outcome("japanese", dead=[])
    assert (told.basis, told.margin, told.winner_by_rule) == ("counted", -0.5, None)
    assert "The game is recorded as void." in told.reasons


def test_an_illegal_move_loses_at_once_where_the_text_says_so(table: Table) -> None:
    """Japanese rules 1989, art. 14: Black plays twice in succession; White has won, with any count.

    Under AGA rules it counts as a pass, under Ing rules it is taken back, basic rules say nothing.
    """
    record = game(WALL.replace("W[dc];B[bb]", "W[dc];B[bb];B[cc];W[cb]"), RE="B+3.5")
    rows = table(record)
    loses = ids_with("illegal_move", "loses")
    assert loses[:3] == ["japanese", "korean", "wagc"]
    assert rows[rows.winner_by_rule.notna()].index.tolist() == loses
    assert (set(rows.loc[loses].winner_by_rule), set(rows.loc[loses].rule_move)) == ({"white"}, {4})
    assert rows.loc[loses].margin.notna().all()
    told = record.outcome("japanese")
    assert (told.winner_by_rule, told.rule_move) == ("white", 4)
    assert told.margin == rows.loc["japanese"].margin
    assert any(reason.startswith("By rule White wins: Black's move 4 is illegal") for reason in told.reasons)


def test_what_was_agreed_stands_whatever_was_illegal() -> None:
    """Japanese rules 1989, art. 10.4: a confirmed result stays, though an illegal move is found later."""
    record = game(WALL.replace("W[dc];B[bb]", "W[dc];B[bb];B[cc];W[cb]"), RE="Both lose")
    assert record.outcome("japanese").winner_by_rule == "both_lose"
    assert record.outcome("korean").winner_by_rule == "white"


@pytest.mark.parametrize(
    ("ruleset", "komi"),
    [("japanese", 0.5), ("korean", 0.5), ("aga", 0.5), ("ing", 0.5), ("chinese-superko", 0.5), ("new-zealand", 0.0)],
)
def test_handicap_one_is_a_small_komi(ruleset: str, komi: float) -> None:
    """Wikipedia, *Rules of Go*, Komi: handicap 1 is an even game, White gets half a point; New Zealand gives none."""
    one, even = game(HA="1"), game(HA="0")
    assert one.outcome(ruleset, komi="ruleset").komi == komi
    assert even.outcome(ruleset, komi="ruleset").komi == RULESETS[ruleset].komi.value.points(5, 5)
    assert one.info["handicap_stones"] == 0
    assert [finding.code for finding in one.replay().findings if finding.code in ("GO105", "GO154")] == []
    assert one.outcome(ruleset, komi="ruleset").handicap_bonus == 0


def _areas(black: int, white: int) -> Count:
    sizes = dict.fromkeys(
        tuple(
            """
        territory prisoners dead groups groups_strict seki_groups seki seki_strict deducted
    """.split()
        ),
        0,
    )
    return Count(*(ColorCount(stones=area, area=area, **sizes) for area in (black, white)), dame=0)


@pytest.mark.parametrize(
    ("black", "margin", "own", "other", "vacant"),
    [
        (185, 1, (180, 176), (0, 0), (1, 0)),
        (186, 3, (180, 175), (0, 1), (1, 0)),
        (184, -1, (180, 176), (0, 0), (0, 1)),
        (180, -9, (176, 176), (4, 0), (0, 1)),
    ],
)
def test_ings_komi_is_paid_in_the_fill(
    black: int, margin: float, own: tuple[int, int], other: tuple[int, int], vacant: tuple[int, int]
) -> None:
    """Wikipedia, *Rules of Go*, Ing: 180 stones each, four white ones in Black's area are 8 points; using up all wins.

    k stones of the loser in the winner's area and the vacant point are a margin of 2k + 1.
    """
    final = final_position(19, 19, _areas(black, 361 - black), komi=8.0)
    told = score_one(final, RULESETS["ing"])
    assert told.margin == margin
    assert told.players_ledger is not None
    lines = {line.name: (line.black or 0, line.white or 0) for line in told.players_ledger.lines}
    assert lines.pop("let into Black's area for komi") == (0, 4)
    assert lines == {
        name: pair
        for name, pair in (
            ("own stones in the own area", own),
            ("stones in the other's area", other),
            ("vacant point of the own area", vacant),
        )
        if any(pair)
    }


def test_a_komi_that_stones_cannot_pay_stays_out_of_the_fill() -> None:
    """Half a point is not a stone."""
    way = fill_in(final_position(19, 19, _areas(185, 176), komi=7.5), 7.5)
    assert way is not None
    assert way.title == "fill-in with 180 stones each, before komi"


@pytest.mark.parametrize(
    ("result", "rules", "told"),
    [
        ("B+3.5", "Japanese", f"Under Japanese 1989: move 4 {BY_RULE}"),
        ("W+3.5", "Japanese", None),
        ("B+3.5", "AGA", None),
        ("B+3.5", "", None),
        ("Both lose", "AGA", "Under AGA: no such result as the recorded one, that both players lose, is known."),
        ("Both lose", "Japanese", None),
        ("Draw", "Japanese", None),
    ],
)
def test_a_recorded_winner_against_a_rule_is_told(result: str, rules: str, told: str | None) -> None:
    """Japanese rules 1989, art. 14 and 13, held against RE under the ruleset that the record names."""
    record = game(WALL.replace("W[dc];B[bb]", "W[dc];B[bb];B[cc];W[cb]"), RE=result, RU=rules)
    found = [finding.message for finding in record.replay().findings if finding.code == "GO508"]
    assert found == ([told] if told else [])


def test_no_result_is_told_once() -> None:
    """A game without result is not said to be counted as well."""
    told = next(ga.read(FINDINGS / "go202-triple-ko.sgf")).outcome("japanese")
    assert [reason.partition(":")[0] for reason in told.reasons] == ["no_result"]
