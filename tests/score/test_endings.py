"""Ends of games, read from records; and the identities of rulesets that pay for passes and handicap stones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from cases.wmsg import WMSG_GAME
from helpers.games import SYMMETRIES, Game, numbers, records_of, set_up, sgf, swapped, turned
from helpers.laws import law
from helpers.shared import shared
from hypothesis import given
from hypothesis import strategies as st
from oracles.board import OracleBoard

import goanalyze as ga
from goanalyze import BLACK, WHITE, Play, PointKind, Position, Ruleset, Setup
from goanalyze.errors import RulesetError
from goanalyze.pipeline import Chunk, Options
from goanalyze.points import EMPTY, PASS, opponent
from goanalyze.rules import RULESETS, Compensation, FirstPass, derive
from goanalyze.score.choices import Quality
from goanalyze.score.end_policies import FinalPositionSet
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.outcomes import score

LAW = law(60)
SIZES = st.sampled_from([(2, 2), (3, 3), (4, 3), (5, 5), (7, 4)])


def ends(*texts: str) -> FinalPositionSet:
    """Read how records ended, in every reading."""
    records = records_of(*texts)
    return Chunk(records, Options(estimate="never")).finals


def ended(*texts: str) -> FinalPositions:
    """Read how records ended."""
    return ends(*texts).plain


def margins(ending: FinalPositions, *rulesets: str, komi: float = 0.0) -> list[float]:
    """Return the margin of the first game under each ruleset."""
    found: list[float] = (
        score(FinalPositionSet.alike(ending), [RULESETS[id_] for id_ in rulesets], komi).margin[0].tolist()
    )
    return found


def finished(size: tuple[int, int], draws: list[int], first: int = BLACK, setup: int = 0) -> Game:
    """Return a game of strict alternation that two passes end; `setup` black stones are on the board before it.

    No play is on a stone, so that every play places one.
    """
    stones = tuple((point, BLACK) for point in range(setup))
    colors = [BLACK] * setup + [EMPTY] * (size[0] * size[1] - setup)
    board = OracleBoard(Position(*size, np.array(colors, dtype=np.uint8)))
    turns: list[Play] = []
    color = first
    for number in draws:
        if empty := [point for point, stone in enumerate(board.colors) if stone == EMPTY]:
            turns.append(Play(color, empty[number % len(empty)]))
            board.place(color, turns[-1].point)
            color = opponent(color)
    turns += [Play(color, PASS), Play(opponent(color), PASS)]
    return Game(*size, [*([Setup(stones)] if setup else []), *turns], setup)


@LAW
@given(SIZES, numbers(60), st.sampled_from([BLACK, WHITE]))
def test_area_is_territory_with_pass_stones(size: tuple[int, int], draws: list[int], first: int) -> None:
    """Black first, in turn, White passing last: both counts of AGA rules agree (the AGA's theorem)."""
    ending = ended(sgf(finished(size, draws, first)))
    extra = 0 if first == BLACK else -1  # with White first, White has played or passed once more
    by_area, by_territory = margins(ending, "aga", "bga")
    assert by_area == by_territory + extra


@LAW
@given(SIZES, numbers(60), st.integers(2, 3))
def test_aga_compensation_is_one_less_than_the_stones(size: tuple[int, int], draws: list[int], stones: int) -> None:
    """White first, H stones set up: area is territory with pass stones and H − 1; compensation makes them equal."""
    ending = ended(sgf(finished(size, draws, WHITE, stones)))
    assert int(ending.handicap[0]) == stones
    by_area, by_territory = margins(ending, "aga", "bga")
    assert by_area == by_territory


@LAW
@given(SIZES, numbers(60), st.sampled_from([6.5, 7.5]))
def test_wmsg_is_chinese_less_a_point_for_whites_first_pass(
    size: tuple[int, int], draws: list[int], komi: float
) -> None:
    """WMSG rules are area counting, and a point less for Black if White passed first."""
    ending = ended(sgf(finished(size, draws)))
    wmsg, chinese = margins(ending, "wmsg", "chinese", komi=komi)
    assert wmsg == chinese - (int(ending.first_pass[0]) == WHITE)


@LAW
@given(SIZES, numbers(60), st.sampled_from(SYMMETRIES))
def test_outcomes_do_not_see_how_the_board_lies(size: tuple[int, int], draws: list[int], symmetry: int) -> None:
    """Turned or mirrored, a game has the same outcome under every ruleset."""
    game = finished(size, draws)
    one, two = ended(sgf(game)), ended(sgf(turned(game, symmetry)))
    np.testing.assert_array_equal(
        score(FinalPositionSet.alike(one), list(RULESETS.values()), 6.5).margin,
        score(FinalPositionSet.alike(two), list(RULESETS.values()), 6.5).margin,
    )


@LAW
@given(SIZES, numbers(60))
def test_swapping_colours_negates_what_colour_does_not_decide(size: tuple[int, int], draws: list[int]) -> None:
    """Without komi, area, territory and stone scoring and the button see only who has more."""
    game = finished(size, draws)
    names = ["chinese", "japanese", "brainking", "ancient-chinese", "button"]
    one, two = (margins(ended(sgf(g)), *names) for g in (game, swapped(game)))
    assert one == [-margin for margin in two]


def test_who_passed() -> None:
    """Passes by side, who was first in the game, and who was first of those that end it."""
    ending = ended("(;SZ[5];B[aa];W[];B[bb];W[cc];B[];W[])")
    assert ending.passes.tolist() == [[1, 2]]
    assert (ending.first_pass, ending.final_pass, ending.last_pass) == (WHITE, BLACK, WHITE)
    assert ending.quality.tolist() == [Quality.DEAD_UNKNOWN.index]


def test_the_two_readings_of_first_pass_differ_after_an_early_pass() -> None:
    """White passed early, Black first at the end: one reading takes a point, the other does not, and a note says so."""
    game = ga.loads("(;SZ[5]KM[6.5];B[aa];W[];B[bb];W[cc];B[];W[])")
    final = derive("wmsg", "final", first_pass="of-final-passes")
    first = game.outcome("wmsg", dead=[])
    other = game.outcome(final, dead=[])
    assert first.margin is not None
    assert other.margin == first.margin + 1
    assert (
        "Readings of the first pass differ: by that of the game, White's, it is W+6.5, as counted here; by the first "
        "of those that end it, Black's, it is W+5.5."
    ) in first.reasons


def test_only_a_ruleset_that_reads_the_first_pass_of_the_game_has_two_readings() -> None:
    """The note on two readings belongs to rulesets whose axis `first_pass` is the first pass of the game."""
    game = ga.loads("(;SZ[5]KM[6.5];B[aa];W[];B[bb];W[cc];B[];W[])")
    noted = {name for name in RULESETS if "Readings of the first pass" in str(game.outcome(name, dead=[]).reasons)}
    assert noted == {name for name, ruleset in RULESETS.items() if ruleset.first_pass.value is FirstPass.OF_GAME}


def test_passes_for_handicap_stones_are_no_passes_of_the_game() -> None:
    """Under New Zealand rules White passes while Black places stones; those are not the first pass."""
    ending = ended("(;SZ[9]HA[3];B[dd];W[];B[cc];W[];B[ee];W[ff];B[];W[])")
    assert (ending.passes.tolist(), ending.first_pass) == ([[1, 1]], BLACK)
    assert ending.handicap == 3


def test_missing_handicap_stones_are_believed() -> None:
    """HA without stones still counts for compensation."""
    assert ended("(;SZ[9]HA[4]KM[0.5];W[dd];B[];W[])").handicap == 4


@pytest.mark.parametrize("stones", [1, 2, 3, 9])
def test_a_position_with_both_colours_has_the_handicap_stones_that_ha_names(stones: int) -> None:
    """Komi and compensation follow HA, up to the number of black stones; one is not a handicap stone."""
    text = f"(;SZ[19]HA[{stones}]AB[dd][pp][dp]AW[pd];W[cc];B[];W[])"
    handicap = min(stones, 3) if stones > 1 else 0
    assert ended(text).handicap == handicap
    for name, komi, bonus in (("japanese", 6.5, 0), ("chinese", 7.5, handicap), ("aga", 7.5, handicap - 1)):
        told = ga.loads(text).outcome(name, komi="ruleset", dead=[])
        handicap_komi = 0 if name == "chinese" else 0.5
        assert (told.komi, told.handicap_bonus) == ((handicap_komi, bonus) if handicap else (komi, 0))


def test_ha_1_is_believed_where_nothing_of_white_is_set_up() -> None:
    """Wikipedia, *Rules of Go*, Handicap: one stone is the first move with half a point of komi."""
    for stones in ("", "AB[dd]"):
        told = ga.loads(f"(;SZ[19]HA[1]{stones};W[cc];B[];W[])").outcome("japanese", komi="ruleset", dead=[])
        assert told.komi == 0.5


@pytest.mark.parametrize(
    ("text", "quality"),
    [
        ("(;SZ[5];B[aa])", Quality.UNFINISHED),
        ("(;SZ[5];B[aa];W[];B[])", Quality.DEAD_UNKNOWN),
        ("(;SZ[5];B[cc];W[];B[]TB[aa:ea][ab:eb][ac:bc][dc:ec][ad:ed][ae:ee])", Quality.DEAD_KNOWN),
        ("(;SZ[99];B[aa];W[];B[])", Quality.NO_POSITION),
    ],
)
def test_what_is_known_of_the_end(text: str, quality: Quality) -> None:
    """Nothing, two passes, markup, no board."""
    assert ended(text).quality.tolist() == [quality.index]


@pytest.mark.parametrize(("rules", "counts"), [("Japanese", True), ("Chinese", False), ("", True)])
def test_eyes_that_players_left_unmarked_count_by_area(rules: str, counts: bool) -> None:
    """Under territory rules eyes in seki are not marked; by area they are points all the same."""
    start = sgf(Game(5, 5, [set_up(["XX.OO", "X.XO.", "XXXOO", ".XO.O", "XXOOO"])]))
    head = start.replace("(;", f"(;{f'RU[{rules}]' if rules else ''}KM[0]", 1).rstrip(")\n")
    game = ga.loads(f"{head};B[];W[]TB[bb][ad]TW[eb])")
    unmarked = 1  # White's eye at D4
    count = game.count()
    assert count.white.territory == 1 + (unmarked if counts else 0)
    assert count.territory_margin == 1
    assert game.outcome("chinese").margin == count.area_margin


@pytest.fixture(scope="module")
def real() -> ga.Tables:
    """Give the outcomes of KGS games with the players' markup."""
    return ga.check(shared("archives/dev/kgs-2017a.zip"), rulesets="aga,bga")


def test_aga_counts_agree_on_real_games(real: ga.Tables) -> None:
    """Games in turn that two passes end: area and territory with pass stones give the same, handicap or not."""
    wide = real.outcomes[real.outcomes.status_source == "markup"].pivot_table(
        index="game_id", columns="ruleset", values="margin", observed=True
    )
    odd = real.findings[real.findings.code.isin(["GO101", "GO102", "GO105", "GO151"])].game_id
    wide = wide[~wide.index.isin(odd)]
    assert len(wide) > 300
    assert (wide.aga == wide.bga).all()


def test_compensation_is_no_part_of_the_identity() -> None:
    """BGA's own axis gives nothing by territory; its area count adds one less than the stones."""
    assert RULESETS["bga"].compensation.value is Compensation.NOTHING
    game = ga.loads("(;SZ[9]HA[2]KM[0.5]AB[cc][gg];W[ee];B[];W[])")
    told = game.outcome("bga", komi=0.5, dead=[])
    assert told.players_ledger is not None
    assert told.margin == told.players_ledger.margin


# Results that surprise a reader.


def test_rules_that_end_with_two_passes_do_not_count_what_came_after() -> None:
    """Wikipedia, *Rules of Go*, rule 9: the position at the first two passes is scored, with any later moves."""
    text = "(;SZ[5]KM[0];B[bb];W[bc];B[];W[];B[cc];W[];B[]"
    for more in (")", ";AB[aa]AW[ee])", ";B[aa])", ";B[])"):
        for name in ("basic", "tromp-taylor"):
            told = ga.loads(text + more).outcome(name, dead=[])
            assert (told.basis, told.margin, told.reasons) == ("counted", 0, ())
            assert told.final_position is not None
            assert str(told.final_position.position) == str(ga.loads(text).up_to(4).replay().position())
    game = ga.loads(text + ")")
    assert game.outcome("chinese", dead=[]).basis == "counted"
    assert game.outcome("basic-played-out", dead=[]).basis == "played_on"


def test_setup_makes_no_cycle() -> None:
    """A position recreated by the removal of stones is not a cycle, and no result cannot be claimed."""
    text = "(;SZ[9]KM[6.5];B[aa];W[bb];B[cc];W[dd];B[ee];W[ff];AE[cc][dd][ee][ff];B[cc];W[dd];B[ee];W[ff];B[];W[])"
    game = ga.loads(text)
    assert not game.outcome("japanese", dead=[]).no_result_possible
    assert "GO205" not in [row.code for row in game.replay().findings]


def test_seki_to_the_letter_is_that_of_the_board() -> None:
    """For any ruleset of the marks, groups that touch an open dame have no territory by article 8."""
    moves = "".join(f";B[b{row}];W[d{row}]" for row in "abcdefg")
    for rules in ("Japanese", "Chinese"):
        game = ga.loads(f"(;SZ[7]KM[0.5]RU[{rules}]{moves};B[];W[]TB[aa:ag]TW[ea:gg])")
        assert (game.outcome("japanese").margin, game.outcome("japanese").margin_strict) == (-14.5, -0.5)


@pytest.mark.parametrize(
    "ruleset",
    [
        derive("wmsg", "final", first_pass="of-final-passes"),
        derive("chinese", "button-too", button=True),
        derive("chinese", "taxed", group_tax=2),
        derive("aga", "first", first_pass="of-game"),
        derive("bga", "button-bga", button=True),
    ],
    ids=lambda ruleset: ruleset.id,
)
def test_another_way_of_counting_gives_the_same_or_is_not_shown(ruleset: Ruleset) -> None:
    """A ledger in zi or by the other count is there only where it means the same margin."""
    told = ga.loads(WMSG_GAME).outcome(ruleset, komi=6.5, dead=[])
    if told.players_ledger is not None:
        zi = 2 if told.players_ledger.unit == "zi" else 1
        assert told.players_ledger.margin * zi == told.margin


def test_stones_for_which_no_handicap_is_named() -> None:
    """AB without HA: nothing is given for them, the outcome and a finding say so."""
    game = ga.loads("(;SZ[9]KM[0.5]RU[Chinese]AB[cc][gg][cg][gc];W[ee];B[ed];W[];B[])")
    told = game.outcome("chinese", dead=[])
    assert told.handicap_bonus == 0
    assert any("no handicap is named" in reason for reason in told.reasons)
    assert "GO405" in [row.code for row in game.replay().findings]


def test_a_void_game_is_said_to_be_void() -> None:
    """With or without marks, a recorded void result is reported."""
    told = ga.loads("(;SZ[5]KM[0]RE[Void];B[cc];W[];B[])").outcome("chinese", dead=[])
    assert "The game is recorded as void." in told.reasons


def test_the_button_is_not_taken_while_handicap_is_placed() -> None:
    """White's passes for Black's handicap stones lift no ko ban under Button Go."""
    ko = ";B[gg];W[];B[ge];W[ga];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[];W[];B[cb]"
    placed = ga.loads(f"(;SZ[7]KM[0]HA[2]RU[NZ]{ko})").replay()
    assert placed.verdicts("button")[-1] == "legal"


@pytest.mark.parametrize("komi", ["abc", "6.5", None, True, 0.3, float("nan"), float("inf")])
def test_what_is_no_komi_is_refused(komi: object, tmp_path: Path) -> None:
    """One sentence has the field and the accepted values, from a game and from a check."""
    (tmp_path / "a.sgf").write_text("(;SZ[5]KM[0];B[cc];W[];B[])")
    with pytest.raises(RulesetError, match=r"komi: .* Expected 'recorded', 'ruleset', 'period' or multiples"):
        ga.loads("(;SZ[5];B[cc])").outcome("japanese", komi=komi)  # type: ignore[arg-type]
    if komi != "6.5":  # which a check takes as the command does
        with pytest.raises(RulesetError, match=r"komi: .* Expected"):
            ga.check(tmp_path, komi=komi)  # type: ignore[arg-type]


@pytest.mark.parametrize("dead", [[500], [3.5], [-1], ["Z9"], ["E5"]])
def test_what_cannot_be_dead_is_refused(dead: list[object]) -> None:
    """A point off the board, no point at all, an empty one: one sentence."""
    with pytest.raises(ValueError, match=r"point|no stone"):
        ga.loads("(;SZ[5]KM[0];B[cc];W[];B[])").outcome("japanese", dead=dead)  # type: ignore[arg-type]


def test_a_tie_that_black_wins_is_not_the_recorded_draw(tmp_path: Path) -> None:
    """Under Ing's rules a tie is Black's; the record says draw: they do not agree, however equal the margin."""
    text = "(;SZ[4:3]KM[0]RE[0]RU[Chinese];B[ba];W[ca];B[bb];W[cb];B[bc];W[cc];B[];W[]TB[aa:ac]TW[da:dc])"
    (tmp_path / "a.sgf").write_text(text)
    table = ga.check(tmp_path, rulesets="chinese,ing").outcomes
    assert table.margin.tolist() == [0, 0]
    assert table.agrees_with_record.tolist() == ["exact", "no"]


def test_dead_stones_given_by_hand_are_counted_as_players_do() -> None:
    """A false eye is deducted whether the dead stones are given or marked, and dead stones in no territory stay."""
    rows = ["...X.XO", "XXXXXOO", "OOOOOO.", "......."]
    game = ga.loads(sgf(Game(7, 4, [set_up(rows)])).replace("(;", "(;KM[0]", 1).rstrip(")\n") + ";B[];W[])")
    told = game.outcome("japanese", dead=[])
    assert told.ledger is not None
    assert any("teire" in line.name for line in told.ledger.lines)


@pytest.mark.parametrize(
    ("place", "end", "is_filled", "margin"),
    [
        ("", "B[];W[]", True, -21),
        ("Tygem", "B[];W[]", True, -21),
        ("Tygem", "", False, -20),
        ("Tygem", None, True, -21),
    ],
)
def test_points_to_be_filled_stay_open_where_the_rest_of_an_estimated_end_does(
    place: str, end: str | None, is_filled: bool, margin: int
) -> None:
    """Records of Tygem that no passes end count required fillings, unless the dead stones are given."""
    rows = ["...X.XO..", "XXXXXOO..", "..XXOO...", "XXXOO....", *["..XO....."] * 5]
    text = sgf(Game(9, 9, [set_up(rows)])).replace("(;", f"(;KM[0]PC[{place}]RE[W+1]", 1).rstrip(")\n")
    game = ga.loads(f"{text};{end or ''})")
    told = game.outcome("japanese", dead=[] if end is None else None)
    assert told.margin == margin
    assert any("teire" in line.name for line in told.ledger.lines) == is_filled
    assert any("stay open" in reason for reason in told.reasons) != is_filled
    counted = game.territory()
    assert counted is not None
    if end is not None:
        assert (PointKind.FALSE_EYE in counted.kind) == is_filled
