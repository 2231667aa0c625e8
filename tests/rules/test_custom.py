"""Rulesets of one's own: made in code and in TOML, written, read back, named, and refused in one sentence."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.drawn_rulesets import own_ids, rulesets
from helpers.laws import law
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goanalyze.rules import (
    AXES,
    RULESETS,
    Axis,
    Compensation,
    Komi,
    Ruleset,
    RulesetError,
    Scoring,
    Seki,
    Suicide,
    UnknownRulesetError,
    derive,
    find_ruleset,
    meaning,
    parse_rulesets,
    read_rulesets,
    resolve,
    resolve_all,
    to_toml,
    value_text,
)
from goanalyze.rules.ruleset import _CONTRADICTIONS
from goanalyze.vocabulary.choice import Choice

every_preset = pytest.mark.parametrize("id", RULESETS)


def refused(text: str) -> str:
    """Return the sentence that refuses TOML text."""
    with pytest.raises(RulesetError) as caught:
        parse_rulesets(text, "mine.toml")
    message = str(caught.value)
    assert message.startswith("mine.toml: ")
    assert len(message.splitlines()) == 1
    return message


# Writing and reading back


@every_preset
def test_a_preset_written_is_the_preset_read(id: str) -> None:  # noqa: A002
    """TOML text holds everything that a preset says: values, komi and sources."""
    assert parse_rulesets(to_toml(RULESETS[id]), own=False) == [RULESETS[id]]
    assert parse_rulesets(to_toml(RULESETS[id], "mine")) == [replace(RULESETS[id], id="mine")]


@given(st.lists(rulesets(), min_size=1, max_size=3, unique_by=lambda ruleset: ruleset.id))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_any_rulesets_written_are_those_read(some: list[Ruleset]) -> None:
    """Whatever can be a ruleset goes through TOML unchanged, and tables stand one after the other."""
    text = "\n".join(to_toml(ruleset) for ruleset in some)
    assert parse_rulesets(text) == some
    assert all(line.isprintable() for line in text.split("\n"))


@given(rulesets())
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_every_value_has_a_text_and_a_meaning(ruleset: Ruleset) -> None:
    """What an axis can take can be shown, in a word and in words, on one line."""
    for name, axis in ruleset.axes().items():
        for text in (value_text(axis.value), meaning(name, axis.value)):
            assert text.strip() == text != ""
            assert "\n" not in text


def test_a_half_character_is_written_as_a_mark() -> None:
    """What no UTF-8 text can hold does not make a file that cannot be read."""
    [club] = parse_rulesets(to_toml(derive("aga", "club", title="a\ud800b")))
    assert club.title == "a�b"


@every_preset
def test_written_text_tells_what_is_allowed(id: str) -> None:  # noqa: A002
    """The comments hold the question of each axis, its values and the meaning of the one chosen."""
    text = to_toml(RULESETS[id])
    for kind in AXES:
        assert f"# {kind.asks}: {kind.allowed()}\n" in text
        assert meaning(kind.name, RULESETS[id].axes()[kind.name].value) in text


# Changing a preset


@given(rulesets(), own_ids)
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_what_is_not_changed_stays(base: Ruleset, id: str) -> None:  # noqa: A002
    """Nothing changed but id and title: every axis keeps value and source."""
    same = derive(base, id, title="T")
    assert same == replace(base, id=id, title="T")


@given(rulesets())
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_an_axis_is_given_as_value_short_name_table_or_axis(ruleset: Ruleset) -> None:
    """All spellings of a value say the same; one with a source of its own keeps it."""
    axes = ruleset.axes()
    values = {name: axis.value for name, axis in axes.items()}
    short = {name: value.value if isinstance(value, Choice) else value for name, value in values.items()}
    tables = {name: {"value": short[name], "source": axis.source} for name, axis in axes.items()}
    by_value, by_name = (derive("basic", "x", source="s", **given) for given in (values, short))
    assert by_value == by_name
    assert {axis.source for axis in by_value.axes().values()} == {"s"}
    assert derive("basic", "x", **tables).axes() == derive("basic", "x", **axes).axes() == axes


def test_a_changed_axis_has_the_source_given() -> None:
    """Only what was changed carries the new source, which says so if none was given."""
    club = derive("japanese", "club", seki=Seki.STRICT, suicide="any")
    assert (club.seki, club.suicide) == (
        Axis(Seki.STRICT, "given by the user"),
        Axis(Suicide.ANY, "given by the user"),
    )
    assert club.komi == RULESETS["japanese"].komi
    assert club.title == "club"
    assert derive(club, "club-2", source="statutes", komi=7).komi == Axis(Komi(7), "statutes")


@pytest.mark.parametrize(
    ("given_", "komi"),
    [
        (6.5, Komi(6.5, handicap="even")),
        (0, Komi(0, handicap="even")),
        (-3.25, Komi(-3.25, handicap="even")),
        ({"even": 5.5, "handicap": 0.5, "9": 3.5}, Komi(5.5, handicap=0.5, sizes=((9, 3.5),))),
        ({"even": 5.5, 9: 3.5}, Komi(5.5, handicap="even", sizes=((9, 3.5),))),
        ({"even": 5.5, "handicap": "even"}, Komi(5.5, handicap="even")),
        ({"19": 7.5, "13": 6.5}, Komi(None, handicap="even", sizes=((19, 7.5), (13, 6.5)))),
        (Komi(6.5, handicap=0.0), Komi(6.5, handicap=0.0)),
    ],
)
def test_komi_is_a_number_a_table_or_a_komi(given_: Any, komi: Komi) -> None:
    """A number holds for every game; a table tells even games, handicap games and boards apart."""
    assert derive("japanese", "club", komi=given_).komi.value == komi


@pytest.mark.parametrize("komi", [7.5, {"even": 7.5}])
def test_komi_without_handicap_games_has_no_part_for_them(komi: Any) -> None:
    """Where there are no handicap games, a komi is one for even games alone."""
    assert derive("wagc", "club", komi=komi).komi.value == Komi(7.5, handicap=None)
    assert derive("aga", "club", placement="even-only", komi=komi).komi.value == Komi(7.5, handicap=None)


# Files

CLUB = """
[club]
title = "Our club"
base = "japanese"
source = "club statutes 2020"
seki = "strict"
komi = { even = 5.5, handicap = 0.5, 9 = 3.5 }
suicide = { value = "any", source = "vote of 2021" }

[blitz]
base = "NZ"
[blitz.komi]
source = "notice board"
value = { even = 6.5, 13 = 5 }
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file with two rulesets."""
    path = tmp_path / "mine.toml"
    path.write_text(CLUB, encoding="utf-8")
    return path


def test_a_file_is_a_table_for_each_ruleset(mine: Path) -> None:
    """Base, title, source, axes with and without their own source, in the order of the file."""
    club, blitz = read_rulesets(mine)
    assert (club.id, club.title, blitz.id, blitz.title) == ("club", "Our club", "blitz", "blitz")
    assert club.seki == Axis(Seki.STRICT, "club statutes 2020")
    assert club.suicide == Axis(Suicide.ANY, "vote of 2021")
    assert club.komi == Axis(Komi(5.5, handicap=0.5, sizes=((9, 3.5),)), "club statutes 2020")
    assert club.ties == RULESETS["japanese"].ties
    assert blitz.komi == Axis(Komi(6.5, sizes=((13, 5.0),)), "notice board")
    assert blitz.repetition == RULESETS["new-zealand"].repetition


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    """Editors on Windows write one."""
    (tmp_path / "a.toml").write_bytes(b'\xef\xbb\xbf[club]\r\nbase = "aga"\r\n')
    assert [ruleset.id for ruleset in read_rulesets(tmp_path / "a.toml")] == ["club"]


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    """A missing file, a folder, another charset: one sentence each."""
    (tmp_path / "utf16.toml").write_bytes('[club]\nbase = "aga"\n'.encode("utf-16"))
    for name, words_ in [
        ("none.toml", "there is no such file"),
        ("utf16.toml/below.toml", "there is no such file"),
        ("nu\0ll.toml", "there is no such file"),
        (".", "it is a folder"),
        ("x" * 5000, "it cannot be read"),
        ("utf16.toml", "byte 0 is not UTF-8"),
    ]:
        with pytest.raises(RulesetError, match=re.escape(words_)) as caught:
            read_rulesets(tmp_path / name)
        assert Path(name).name.replace("\0", "\\x00") in str(caught.value)
        assert "\0" not in str(caught.value)


BROKEN = [
    ('[club\nbase = "aga"', "line 1, column 6: it is no TOML: expected ']'"),
    ('[club]\nbase = "aga"\nseki strict', "line 3, column 6: it is no TOML: expected '='"),
    ('[club]\nbase = "aga', "line 2, at the end: it is no TOML: unterminated string"),
    ('[club]\nseki = "eyes"\nseki = "none"', "line 3, at the end: it is no TOML: cannot overwrite a value"),
    ('[club]\nbase = "aga"\n[club]', "line 3, column 6: it is no TOML"),
    ("komi = " + "9" * 5000, "it is no TOML that can be read"),
    ("komi = " + "[" * 100_000, "it is no TOML that can be read"),
    ("", "it holds no ruleset; a ruleset is a table such as [club]"),
    ("# only a comment", "it holds no ruleset"),
    ('title = "x"', "title stands outside of a ruleset; a ruleset is a table such as [club]"),
    ('[[club]]\nbase = "aga"', "club stands outside of a ruleset"),
]


@pytest.mark.parametrize(("text", "sentence"), BROKEN, ids=str)
def test_broken_toml_is_refused_with_its_line(text: str, sentence: str) -> None:
    """What is no TOML, or no table of rulesets, is said with line and column."""
    assert refused(text).startswith(f"mine.toml: {sentence}")


AXES_ARE = f"the axes are {', '.join(kind.name for kind in AXES)}; beside them stand base, title, source"
NOT_IN_KOMI = "is not allowed in its table; allowed are even, handicap and board sizes such as 9, or value and source"
KOMI = "multiples of 0.25 from -400 to 400"
FIELDS = [
    ('seki = "stirct"', "seki: 'stirct' is not allowed; allowed are none, eyes, strict"),
    ('seki = "Eyes"', "seki: 'Eyes' is not allowed; allowed are none, eyes, strict"),
    ("seki = true", "seki: true is not allowed; allowed are none, eyes, strict"),
    ('seki = ["eyes"]', "seki: a list is not allowed; allowed are none, eyes, strict"),
    ("seki = 2020-01-01", "seki: 2020-01-01 is not allowed; allowed are none, eyes, strict"),
    ('button = "yes"', "button: 'yes' is not allowed; allowed are true, false"),
    ("button = 1", "button: 1 is not allowed; allowed are true, false"),
    ("group_tax = 11", "group_tax: 11 is not allowed; allowed are whole numbers from 0 to 10"),
    ("group_tax = -1", "group_tax: -1 is not allowed; allowed are whole numbers from 0 to 10"),
    ("group_tax = 2.0", "group_tax: 2.0 is not allowed; allowed are whole numbers from 0 to 10"),
    ("group_tax = true", "group_tax: true is not allowed; allowed are whole numbers from 0 to 10"),
    ("group_tax = 0x" + "f" * 9000, "group_tax: a huge number is not allowed; allowed are whole numbers from 0 to 10"),
    ('komi = "six"', f"komi: 'six' is not allowed; allowed are {KOMI}, and tables with even, handicap and board sizes"),
    ("komi = nan", f"komi: nan is not allowed; allowed are {KOMI}, and tables with even, handicap and board sizes"),
    ("komi = inf", f"komi: inf is not allowed; allowed are {KOMI}, and tables with even, handicap and board sizes"),
    ("komi = 6.3", f"komi: 6.3 is not allowed; allowed are {KOMI}, and tables with even, handicap and board sizes"),
    ("komi = true", f"komi: true is not allowed; allowed are {KOMI}, and tables with even, handicap and board sizes"),
    ("komi = 375", None),
    ("komi = 401", f"komi: 401 is not allowed; allowed are {KOMI}, and tables with even, handicap and board sizes"),
    ("komi = { even = 6.3 }", f"komi: 6.3 is not allowed; allowed are {KOMI}"),
    ('komi = { even = "even" }', f"komi: 'even' is not allowed; allowed are {KOMI}"),
    ('komi = { even = 6.5, handicap = "none" }',
     f"komi: handicap: 'none' is not allowed; allowed are {KOMI}, and 'even', as in even games"),
    ("komi = { even = 6.5, handicap = nan }",
     f"komi: handicap: nan is not allowed; allowed are {KOMI}, and 'even', as in even games"),
    ("komi = { even = 6.5, 9 = nan }", f"komi: 9: nan is not allowed; allowed are {KOMI}"),
    ("komi = { even = 6.5, 53 = 3.5 }", "komi: 53 is no board size; allowed are whole numbers from 1 to 52"),
    ("komi = { even = 6.5, 0 = 3.5 }",
     f"komi: 0 {NOT_IN_KOMI}"),
    ('komi = { even = 6.5, source = "x" }',
     f"komi: source {NOT_IN_KOMI}"),
    ('komi = { value = 6.5, from = "x" }', "komi: from is not allowed in its table; allowed are value, source"),
    ('seki = { source = "x" }', "seki: value is missing in its table; allowed are none, eyes, strict"),
    ('seki = { value = "eyes", src = "x" }', "seki: src is not allowed in its table; allowed are value, source"),
    ('seki = { value = "eyes", source = "" }',
     "seki: '' is no source; allowed is text: a citation, or 'assumed'"),
    ('seki = { value = "eyes", source = 5 }', "seki: 5 is no source; allowed is text: a citation, or 'assumed'"),
    ("title = 5", "title: 5 is not allowed; allowed is text that is not blank"),
    ('title = " "', "title: ' ' is not allowed; allowed is text that is not blank"),
    ("source = true", "source: true is not allowed; allowed is text that is not blank"),
    ('seky = "eyes"', f"seky is no axis (did you mean seki?); {AXES_ARE}"),
    ('tittle = "x"', f"tittle is no axis (did you mean title?); {AXES_ARE}"),
    ('"x y" = 1', f"'x y' is no axis; {AXES_ARE}"),
    ('"\\u001b[31m" = 1', f"'\\x1b[31m' is no axis; {AXES_ARE}"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "sentence"), FIELDS, ids=str)
def test_a_wrong_field_is_refused_with_what_is_allowed(line: str, sentence: str | None) -> None:
    """The sentence names file, ruleset, field, what was given and what is allowed."""
    text = f'[club]\nbase = "japanese"\n{line}'
    if sentence is None:
        assert len(parse_rulesets(text)) == 1
    else:
        assert refused(text) == f"mine.toml: [club] {sentence}"


@pytest.mark.parametrize(
    ("base", "sentence"),
    [
        ('"japanees"', "base: 'japanees' is no preset (did you mean japanese?); allowed are presets only: basic, "),
        ('"other"', "base: 'other' is no preset; allowed are presets only: basic, "),
        ('"mine.toml:club"', "base: 'mine.toml:club' is no preset; allowed are presets only: basic, "),
        ("5", "base: 5 is no preset; allowed are presets only: basic, "),
    ],
)
def test_a_base_is_a_preset(base: str, sentence: str) -> None:
    """Another ruleset of the file is no base, and the sentence says so."""
    message = refused(f'[other]\nbase = "aga"\n[club]\nbase = {base}')
    assert message.startswith(f"mine.toml: [club] {sentence}")
    assert all(id in message for id in RULESETS)  # noqa: A001


def test_without_a_base_every_axis_must_be_given() -> None:
    """Nothing is filled in silently; what is missing is listed."""
    missing = ", ".join(kind.name for kind in AXES if kind.name != "seki")
    assert refused('[club]\nseki = "eyes"') == (
        "mine.toml: [club] without a base every axis must be given, also those that later versions add; "
        f'missing are {missing}; give these, or a base such as "japanese"'
    )


@pytest.mark.parametrize("axis", [kind.name for kind in AXES])
def test_a_file_from_before_an_axis_was_added_takes_it_from_its_base_or_names_it(axis: str) -> None:
    """Issue 12: adding an axis breaks no file with a base; one without is refused in a sentence that names the axis."""
    for preset in RULESETS.values():
        text = "".join(line for line in to_toml(preset, "club").splitlines(True) if not line.startswith(f"{axis} = "))
        assert parse_rulesets(text) == [replace(preset, id="club")]
        assert f"missing are {axis}; give these, or a base" in refused(text.replace(f'base = "{preset.id}"', ""))


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("japanese", "[japanese] the id is a name of the preset japanese; choose another"),
        ("jp", "[jp] the id is a name of the preset japanese; choose another"),
        ("all", "[all] the id all stands for all presets; choose another"),
        ("Club", "[Club] this is no id; allowed are a-z, 0-9 and -, with a letter first"),
        ("9x9", "[9x9] this is no id; allowed are a-z, 0-9 and -, with a letter first"),
        ("my_club", "[my_club] this is no id; allowed are a-z, 0-9 and -, with a letter first"),
        ('"our club"', "['our club'] this is no id; allowed are a-z, 0-9 and -, with a letter first"),
        ('"club\\n"', "['club\\n'] this is no id; allowed are a-z, 0-9 and -, with a letter first"),
        ('""', "[''] this is no id; allowed are a-z, 0-9 and -, with a letter first"),
    ],
)
def test_an_id_is_a_plain_word_and_no_presets_name(key: str, sentence: str) -> None:
    """Ids stand in tables and commands, so they must not be mistaken for a preset."""
    assert refused(f'[{key}]\nbase = "aga"') == f"mine.toml: {sentence}"


def test_in_code_the_sentence_begins_with_the_ruleset() -> None:
    """The same sentences without a file; a wrong member of an enum is named by its own name."""
    for values, sentence in [
        ({"seki": Scoring.AREA}, "seki: Scoring.AREA is not allowed; allowed are none, eyes, strict"),
        ({"seki": None}, "seki: None is not allowed; allowed are none, eyes, strict"),
        ({"seki": Axis("eyes", "x")}, "seki: 'eyes' is not allowed; allowed are none, eyes, strict"),
        ({"source": ""}, None),
        ({"title": ""}, "title: '' is not allowed; allowed is text"),
        ({"komi": {9: 5, "9": 6}}, "komi: board size 9 is given twice; allowed is one komi for each size"),
        ({"prisoners": False}, "prisoners: territory scoring without prisoners would make"),
        ({"first-pass": 1}, "first-pass is no axis (did you mean first_pass?); the axes are"),
    ]:
        if sentence is None:
            assert derive("japanese", "club", **values).id == "club"
            continue
        with pytest.raises(RulesetError) as caught:
            derive("japanese", "club", **values)
        assert str(caught.value).startswith(f"ruleset 'club': {sentence}")
    with pytest.raises(RulesetError, match=r"ruleset 5: this is no id"):
        derive("japanese", 5)  # type: ignore[arg-type]
    with pytest.raises(UnknownRulesetError, match=r"'japanees' is not a known ruleset \(did you mean japanese\?\)"):
        derive("japanees", "club")


def test_a_ruleset_put_together_by_hand_is_checked_too() -> None:
    """No way leads to a ruleset with a value its axis cannot take."""
    for wrong, sentence in [
        ({"seki": Axis("eyes", "x")}, "ruleset 'aga': seki: 'eyes' is not allowed"),
        ({"seki": Seki.EYES}, "ruleset 'aga': seki: Seki.EYES has no source"),
        ({"ties": Axis(RULESETS["aga"].ties.value, " ")}, "ruleset 'aga': ties: ' ' is no source"),
        ({"id": ""}, "ruleset '': id: '' is not allowed"),
    ]:
        with pytest.raises(RulesetError) as caught:
            replace(RULESETS["aga"], **wrong)  # type: ignore[arg-type]
        assert str(caught.value).startswith(sentence)
    for wrong_sizes in (((9, "x"),), ((True, 1),), ((9, None),)):
        with pytest.raises(RulesetError, match="allowed are"):
            Komi(6.5, sizes=wrong_sizes)  # type: ignore[arg-type]


CONTRADICTIONS = [
    ("japanese", {"prisoners": False}, "prisoners", "must be true"),
    ("aga", {"prisoners": True}, "prisoners", "must be false"),
    ("ancient-chinese", {"group_tax": 2}, "group_tax", "must be 0"),
    ("ancient-chinese", {"seki": "eyes"}, "seki", "must be 'none'"),
    ("japanese", {"counting": "half"}, "counting", "scoring be 'area'"),
    ("aga", {"counting": "own-losses"}, "counting", "scoring 'territory'"),
    ("ancient-chinese", {"pass_stones": True}, "pass_stones", "must be false"),
    ("chinese", {"counting": "area-or-pass-stones"}, "counting", "pass_stones be true"),
    ("japanese", {"dead_stones": "stay"}, "dead_stones", "must be 'chains', 'in-territory' or 'regions'"),
    ("basic", {"life_and_death": "confirmed"}, "life_and_death", "must be 'played', or dead_stones another"),
    ("wmsg", {"button": True}, "button", "must be false, or first_pass be 'nothing'"),
    ("japanese", {"placement": "even-only"}, "komi", "must leave handicap out, or placement be other than 'even-only'"),
    ("wagc", {"placement": "free"}, "komi", "must have handicap, a number or 'even', or placement be 'even-only'"),
]


@pytest.mark.parametrize(("base", "values", "field", "way_out"), CONTRADICTIONS)
def test_a_contradiction_names_field_and_way_out(base: str, values: dict[str, Any], field: str, way_out: str) -> None:
    """Axes that contradict each other are refused with the field and what it must be."""
    with pytest.raises(RulesetError) as caught:
        derive(base, "club", **values)
    assert str(caught.value).startswith(f"ruleset 'club': {field}: ")
    assert way_out in str(caught.value)


def test_every_contradiction_is_tested() -> None:
    """The list above leaves none out."""
    assert [field for _, _, field, _ in CONTRADICTIONS] == [field for field, _, _ in _CONTRADICTIONS]


# Nothing breaks it

tomls = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.none(), st.dates(),
              *(st.sampled_from([choice.value for choice in kind.kind]) for kind in AXES
                if issubclass(kind.kind, Choice))),
    lambda inner: st.lists(inner, max_size=2)
    | st.dictionaries(st.sampled_from(["value", "source", "even", "handicap", "9", "x"]), inner, max_size=3),
    max_leaves=5,
)  # fmt: skip


@given(st.sampled_from([*RULESETS]), st.dictionaries(st.sampled_from([kind.name for kind in AXES]), tomls, max_size=4))
@law(300, suppress_health_check=[HealthCheck.too_slow])
def test_any_values_make_a_ruleset_or_one_sentence(base: str, values: dict[str, Any]) -> None:
    """Whatever is given for axes: a ruleset, or a sentence that names the ruleset and an axis."""
    message = ""
    try:
        club = derive(base, "club", **values)
        assert parse_rulesets(to_toml(club)) == [club]
    except RulesetError as error:
        message = str(error)
    assert message == "" or re.match(rf"ruleset 'club': ({'|'.join(kind.name for kind in AXES)}): ", message)
    assert len(message.splitlines()) <= 1
    assert len(message) < 400


@given(st.text(max_size=60) | st.lists(st.sampled_from(["[club]", "\n", "base", '"aga"', "=", "komi", "6.5", "{", "}"]))
       .map("".join))  # fmt: skip
def test_any_text_is_rulesets_or_one_sentence(text: str) -> None:
    """No text breaks the reader."""
    message = ""
    try:
        assert parse_rulesets(text, "mine.toml")
    except RulesetError as error:
        message = str(error)
    assert message == "" or message.startswith("mine.toml: ")
    assert len(message.splitlines()) <= 1


# Naming


@every_preset
def test_a_preset_is_named_by_id_title_or_itself(id: str) -> None:  # noqa: A002
    """Wherever a name works, so does the ruleset."""
    preset = RULESETS[id]
    for name in (id, f" {id.upper()} ", preset.title, preset):
        assert resolve(name) is preset
        assert resolve_all(name) == (preset,)


def test_a_file_names_its_rulesets(mine: Path, tmp_path: Path) -> None:
    """FILE stands for all of them, FILE:ID for one; a path is as good as text."""
    club, blitz = read_rulesets(mine)
    assert resolve_all(f"{mine}") == resolve_all(mine) == resolve_all([mine]) == (club, blitz)
    assert resolve(f"{mine}:blitz") == blitz
    assert resolve_all(f"jp, {mine}:blitz ,{mine},aga") == (RULESETS["japanese"], blitz, club, RULESETS["aga"])
    (tmp_path / "one, two.TOML").write_text('[single]\nbase = "aga"')
    assert resolve(tmp_path / "one, two.TOML").id == resolve(f"{tmp_path}/one, two.TOML").id == "single"
    assert [ruleset.id for ruleset in resolve_all(f"{tmp_path}/one, two.TOML")] == ["single"]


def test_one_name_for_several_rulesets_is_refused(mine: Path) -> None:
    """Where one ruleset is wanted, the sentence names the ways to say which."""
    with pytest.raises(RulesetError, match="stands for several rulesets") as caught:
        resolve(mine)
    assert f"name one of {mine}:club, {mine}:blitz" in str(caught.value)
    with pytest.raises(RulesetError, match="'all' stands for several rulesets; name one of basic, "):
        resolve("all")


@given(st.lists(st.sampled_from([*RULESETS, "jp", "NZ", "all"]), min_size=1, max_size=6))
def test_several_names_are_kept_in_order_each_once(names: list[str]) -> None:
    """A list says the same as text with commas, and what was resolved resolves to itself."""
    found = resolve_all(names)
    assert found == resolve_all(", ".join(names)) == resolve_all(found) == resolve_all(iter(names))
    ids = [part for name in names for part in (RULESETS if name == "all" else [find_ruleset(name).id])]
    assert [ruleset.id for ruleset in found] == list(dict.fromkeys(ids))


def test_all_is_every_preset() -> None:
    """All stands for the presets, in the order of the tables."""
    assert resolve_all("all") == resolve_all(" ALL ") == tuple(RULESETS.values())


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("japanees", "'japanees' is not a known ruleset (did you mean japanese?); the ids are basic, "),
        ("chess", "'chess' is not a known ruleset; the ids are basic, "),
        ("aga,chess", "'chess' is not a known ruleset; the ids are basic, "),
        ("", "no ruleset is named; the ids are basic, "),
        (" , ", "no ruleset is named; the ids are basic, "),
        ([], "no ruleset is named; the ids are basic, "),
        ([None], "None is neither a ruleset nor the name of one; the ids are basic, "),
    ],
)
def test_an_unknown_name_is_refused_with_all_ids(name: Any, sentence: str) -> None:
    """The sentence names the nearest, all ids, and how a file is named."""
    with pytest.raises(UnknownRulesetError) as caught:
        resolve_all(name)
    assert str(caught.value).startswith(sentence)
    assert all(id in str(caught.value) for id in RULESETS)  # noqa: A001
    assert "mine.toml:club" in str(caught.value)


def test_an_unknown_id_in_a_file_is_refused(mine: Path) -> None:
    """The sentence names the file and what it holds."""
    for name, meant in [("clubb", " (did you mean club?)"), ("", ""), ("japanese", "")]:
        with pytest.raises(UnknownRulesetError) as caught:
            resolve(f"{mine}:{name}")
        assert str(caught.value) == f"{mine}: it holds no ruleset {name!r}{meant}; it holds club, blitz"
    with pytest.raises(RulesetError, match=r"none.toml: there is no such file"):
        resolve_all("aga,none.toml:club")


def test_different_rulesets_of_one_id_are_refused(mine: Path) -> None:
    """Tables tell rulesets apart by id, so two of the same would be mixed up."""
    with pytest.raises(RulesetError, match="two different rulesets have the id 'club'"):
        resolve_all([mine, derive("aga", "club")])
    changed = replace(RULESETS["aga"], compensation=Axis(Compensation.NOTHING, "changed"))
    with pytest.raises(RulesetError, match="two different rulesets have the id 'aga'"):
        resolve_all(["all", changed])


def test_both_errors_are_value_errors() -> None:
    """One except clause catches whatever is wrong with a ruleset or its name."""
    assert issubclass(RulesetError, ValueError)
    assert issubclass(UnknownRulesetError, ValueError)
