"""KataGo's rules strings are vectors of axes: the preset that they are, or a ruleset of their own."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goanalyze as ga
from goanalyze import Ruleset, find_ruleset
from goanalyze.errors import UnknownRulesetError
from goanalyze.pipeline import Options
from goanalyze.rules import (
    RULESETS,
    Compensation,
    DeadStones,
    Repetition,
    Scoring,
    Seki,
    Suicide,
    komi_of_rules,
    own_id,
    parse_rules_string,
    parse_rulesets,
    resolve_all,
    to_toml,
)
from goanalyze.sgf.values.rules import parse_rules

VALUES = {
    "ko": ("SIMPLE", "POSITIONAL", "SITUATIONAL", "SPIGHT"),
    "score": ("AREA", "TERRITORY"),
    "tax": ("", "NONE", "SEKI", "ALL"),
    "sui": ("0", "1"),
    "button": ("", "0", "1"),
    "whb": ("", "0", "N", "N-1"),
    "fpok": ("", "0", "1"),
}
STRINGS = st.tuples(*map(st.sampled_from, VALUES.values())).map(
    lambda values: [f"{part}{value}" for part, value in zip(VALUES, values, strict=True) if value]
)
NAMED = {
    "koSIMPLEscoreTERRITORYtaxSEKIsui0": "japanese",
    "koSIMPLEscoreAREAtaxNONEsui0whbNfpok1": "chinese",
    "koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1": "chinese-ogs",
    "koSIMPLEscoreAREAtaxALLsui0fpok1": "stone-scoring",
    "koSIMPLEscoreTERRITORYtaxALLsui0": "ancient-territory",
    "koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1": "aga-button",
    "koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1": "aga",
    "koSITUATIONALscoreAREAtaxNONEsui1fpok1": "new-zealand",
    "koPOSITIONALscoreAREAtaxNONEsui1": "tromp-taylor",
}
OWN = "koPOSITIONALscoreAREAtaxNONEsui0"
BOARD = "SZ[5]PB[bot]PW[bot];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[ab];B[];W[]"
"""A board with a dead white stone, A4, that counts as alive where dead stones stay."""


def axes(ruleset: Ruleset) -> tuple[Any, ...]:
    """Return the axes that a rules string sets."""
    names = ("repetition", "scoring", "seki", "group_tax", "suicide", "button", "compensation", "dead_stones")
    return tuple(getattr(ruleset, name).value for name in names)


def game(rules: str, result: str, komi: str = "KM[0.5]", board: str = BOARD) -> ga.Game:
    """Return a game by bots under some rules."""
    return ga.loads(f"(;GM[1]FF[4]{komi}RU[{rules}]RE[{result}]{board})")


def findings(game: ga.Game) -> list[str]:
    """Return the codes of findings about the ruleset and the recorded result."""
    return [finding.code for finding in game.replay().findings if finding.code in ("GO402", "GO501", "GO502", "GO503")]


@pytest.mark.parametrize(("string", "name"), NAMED.items())
def test_the_string_of_a_name_is_the_ruleset_of_that_name(string: str, name: str) -> None:
    """Strings that KataGo has names for are read as these names are."""
    assert find_ruleset(string) is find_ruleset(name)
    assert find_ruleset(string.replace("fpok1", "")) is find_ruleset(name)


def test_the_parts_are_axes() -> None:
    """Each part of a string sets one axis of the ruleset."""
    assert axes(find_ruleset("koSITUATIONALscoreAREAtaxALLsui1button1whbNfpok1")) == (
        Repetition.SITUATIONAL,
        Scoring.AREA,
        Seki.EYES,
        2,
        Suicide.SEVERAL,
        True,
        Compensation.PER_STONE,
        DeadStones.CHAINS,
    )
    assert axes(find_ruleset("koPOSITIONALscoreTERRITORYtaxNONEsui0whbN-1")) == (
        Repetition.POSITIONAL,
        Scoring.TERRITORY,
        Seki.COUNTED,
        0,
        Suicide.FORBIDDEN,
        False,
        Compensation.PER_STONE_BUT_ONE,
        DeadStones.IN_TERRITORY,
    )
    assert axes(find_ruleset(OWN)) == (
        Repetition.POSITIONAL,
        Scoring.AREA,
        Seki.COUNTED,
        0,
        Suicide.FORBIDDEN,
        False,
        Compensation.NOTHING,
        DeadStones.STAY,
    )


def test_the_id_of_a_string_names_the_same_ruleset() -> None:
    """Every string gives a valid ruleset; its id gives it again, and TOML text, too."""
    choices = (VALUES["ko"], VALUES["score"], VALUES["tax"][1:], "01", "01", VALUES["whb"][1:], ("", "fpok0", "fpok1"))
    ids = {find_ruleset("ko{}score{}tax{}sui{}button{}whb{}{}".format(*values)).id for values in product(*choices)}
    for name in ids:
        ruleset = find_ruleset(name)
        assert ruleset.id == name
        assert name in RULESETS or (ruleset.title == name and "komi" not in name)
    for name in sorted(ids)[:9]:
        (again,) = parse_rulesets(to_toml(find_ruleset(name), own_id(find_ruleset(name))))
        assert again.axes() == find_ruleset(name).axes()


@given(STRINGS, st.randoms(use_true_random=False))
def test_order_case_and_blanks_change_nothing(parts: list[str], random: Any) -> None:
    """Parts may come in any order, in any case, and with blanks or line breaks between and in them."""
    ruleset = find_ruleset("".join(parts))
    random.shuffle(parts)
    split = [
        part[: len(part.rstrip("01NEOAILRDSPUTYXCGHKMQ-"))] + " " + part.lstrip("kotaxscreuibwhnfp") for part in parts
    ]
    for text in ("".join(parts), "".join(parts).lower(), " ".join(parts).upper(), "\n".join(split), ",".join(parts)):
        assert find_ruleset(text) == ruleset


def test_an_absent_part_is_tromp_taylors() -> None:
    """As KataGo reads it: positional superko, area, suicide; without tax, the usual one of the scoring."""
    for text in ("koPOSITIONAL", "scoreAREA", "koPOSITIONALscoreAREA", "scoringAREA taxNONE", '{"ko": "POSITIONAL"}'):
        assert find_ruleset(text) is RULESETS["tromp-taylor"]
    assert find_ruleset("scoreTERRITORY").id == "koPOSITIONALscoreTERRITORYtaxSEKIsui1"


@pytest.mark.parametrize(
    "text",
    [
        '{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI"}',
        '{ "suicide" : false, "score" : "TERRITORY", "ko" : "SIMPLE" }',
        "{'ko': 'SIMPLE', 'scoring': 'TERRITORY', 'suicide': False, 'komi': 6.5}",
        "koRule = SIMPLE\nscoringRule = TERRITORY\ntaxRule = SEKI\nmultiStoneSuicideLegal = false",
        "ｋｏＳＩＭＰＬＥｓｃｏｒｅＴＥＲＲＩＴＯＲＹｓｕｉ０",
    ],
)
def test_objects_and_configurations_are_read_as_strings(text: str) -> None:
    """The keys of JSON objects and configuration files name the same parts."""
    assert parse_rules(text).id == "japanese"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Korean",
        "komi 6.5",
        "koFOO",
        "ko",
        "score 5",
        "tournament",
        "taxNONE",
        "{}",
        "sui0",
        "our club's ko SIMPLE rule",
        "ko SIMPLE, and many other rules of our own house",
    ],
)
def test_other_texts_are_no_rules_strings(text: str) -> None:
    """A rules string begins with a part, has a ko or scoring rule, and hardly any other text."""
    assert parse_rules_string(text) is None


def test_an_unknown_part_is_named_and_the_others_are_applied() -> None:
    """In a record the rest of the string counts, and the message names the part; a user's string is refused."""
    rules = parse_rules(f"{OWN}enc2")
    assert (rules.id, "'enc2' is unknown and is not applied" in rules.message) == (OWN, True)
    assert parse_rules("koSPIGHTscoreAREAtaxNONEsui0").message.count("superko that every pass lifts") == 1
    with pytest.raises(UnknownRulesetError, match="'enc2' is not a part of KataGo's rules string"):
        find_ruleset(f"{OWN}enc2")


@pytest.mark.parametrize(
    ("text", "komi"),
    [
        (f"{OWN}komi7.5", 7.5),
        ("komi-3scoreAREA", -3.0),
        ('{"ko":"SIMPLE","komi":6}', 6.0),
        (OWN, None),
        ("Japanese", None),
        (f"{OWN}komi9999", None),
    ],
)
def test_the_komi_of_a_string(text: str, komi: float | None) -> None:
    """Komi may be one of the parts."""
    assert komi_of_rules(text) == komi


def test_komi_counts_where_km_is_missing() -> None:
    """Komi belongs to the game: the ruleset is the same, and KM has the last word."""
    assert (game(f"{OWN}komi5", "?", "").info["komi"], game(f"{OWN}komi5", "?").info["komi"]) == (5.0, 0.5)
    assert game(f"{OWN}komi5", "?", "").info["ruleset"] == OWN
    assert find_ruleset(f"{OWN}komi5").komi.value.points(9, 9) == 5
    assert find_ruleset(f"{OWN}komi5").id == f"{OWN}komi5"


def test_json_objects_can_be_listed_with_commas() -> None:
    """A comma in an object divides no names."""
    names = 'aga,{"ko":"SIMPLE","scoring":"AREA"},scoreAREA'
    assert [ruleset.id for ruleset in resolve_all(names)] == ["aga", "koSIMPLEscoreAREAtaxNONEsui1", "tromp-taylor"]


def test_a_string_says_what_its_name_says() -> None:
    """The same game has the same findings, audit and outcome under a preset and under its rules string."""
    for result in ("W+1.5", "B+1.5", "W+0.5"):
        one, two = game("Tromp-Taylor", result), game("koPOSITIONALscoreAREAtaxNONEsui1", result)
        assert findings(one) == findings(two)
        assert one.info["ruleset"] == two.info["ruleset"] == "tromp-taylor"
        assert one.outcome("tromp-taylor").result == two.outcome(two.info["ruleset"]).result


def margin(rules: str) -> str:
    """Return the result of the board under some rules."""
    return game(rules, "?").outcome(rules).result


@pytest.mark.parametrize(
    "rules", [OWN, f"{OWN}button1whbN", "koSIMPLEscoreAREAtaxSEKIsui1", "koSITUATIONALscoreAREAtaxALLsui0"]
)
@pytest.mark.parametrize("board", [BOARD, BOARD.removesuffix(";B[];W[]")])
def test_a_count_under_a_ruleset_of_its_own_is_audited_under_it(rules: str, board: str) -> None:
    """No finding where the recorded result is the count, with or without the last passes."""
    result = margin(rules)
    found = findings(game(rules, result, board=board))
    assert found == []


def test_a_wrong_count_under_a_ruleset_of_its_own_is_found() -> None:
    """The audit compares the recorded result with the count under the string."""
    assert findings(game(OWN, "W+17.5")) == ["GO502"]


def test_a_string_that_is_silent_on_dead_stones_fits_both_counts() -> None:
    """Without fpok a recorded count may be of the board as it is, as KataGo counts, or without the dead stones."""
    rules = "koSIMPLEscoreAREAtaxNONEsui0whbN"
    standing, removed = margin(f"{rules}fpok0"), margin("chinese")
    assert standing != removed
    for result in (standing, removed):
        assert findings(game(rules, result)) == []


def test_moves_are_judged_by_the_rules_of_the_record() -> None:
    """A board of a record with a rules string forbids the string's moves."""
    rows = [".OX..", "OOX..", "XXX..", ".....", "....."]
    assert not ga.Board.from_rows(rows, turn="white", rules=OWN).is_legal("A5")
    assert ga.Board.from_rows(rows, turn="white", rules="koPOSITIONALscoreAREAtaxNONEsui1").is_legal("A5")


def test_a_string_works_as_a_ruleset_of_a_run(tmp_path: Any) -> None:
    """The tables name it by its string, and so does a comparison."""
    (tmp_path / "a.sgf").write_text(f"(;GM[1]FF[4]KM[0.5]RU[{OWN}]RE[W+0.5]{BOARD})")
    tables = ga.check(tmp_path, rulesets=f"{OWN},japanese")
    assert tables.outcomes.ruleset.tolist() == [OWN, "japanese"]
    assert tables.games.ruleset.tolist() == tables.audit.ruleset.tolist() == [OWN]
    assert tables.rulesets.id.tolist() == [OWN, "japanese"]
    assert Options(rulesets=resolve_all(OWN)).rulesets == (find_ruleset(OWN),)


def test_every_order_of_parts_is_one_ruleset() -> None:
    """The id has KataGo's order."""
    parts = ("koSIMPLE", "scoreAREA", "taxSEKI", "sui1", "whbN-1")
    assert {find_ruleset("".join(order)).id for order in permutations(parts)} == {"".join(parts)}
