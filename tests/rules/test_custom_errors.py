"""An invalid ruleset is refused in one sentence with file, ruleset and field, and the accepted values."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.laws import law
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from goanalyze.errors import RulesetError, UnknownRulesetError
from goanalyze.rules import AXES, RULESETS, Axis, Komi, Scoring, Seki, derive, parse_rulesets, read_rulesets, to_toml
from goanalyze.rules.ruleset import _CONTRADICTIONS
from goanalyze.util.choice import Choice


def refused(text: str) -> str:
    """Return the sentence that refuses TOML text."""
    with pytest.raises(RulesetError) as caught:
        parse_rulesets(text, "mine.toml")
    message = str(caught.value)
    assert message.startswith("mine.toml: ")
    assert len(message.splitlines()) == 1
    return message


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    """A missing file, a folder, another charset: one sentence each."""
    (tmp_path / "utf16.toml").write_bytes('[club]\nbase = "aga"\n'.encode("utf-16"))
    for name, words_ in [
        ("none.toml", "is not found. Expected a TOML file"),
        ("utf16.toml/below.toml", "is not found. Expected a TOML file"),
        ("nu\0ll.toml", "is not found. Expected a TOML file"),
        (".", "is a folder"),
        ("x" * 5000, "cannot be read"),
        ("utf16.toml", "byte 0 is not valid UTF-8"),
    ]:
        with pytest.raises(RulesetError, match=re.escape(words_)) as caught:
            read_rulesets(tmp_path / name)
        assert Path(name).name.replace("\0", "\\x00") in str(caught.value)
        assert "\0" not in str(caught.value)


BROKEN = [
    ('[club\nbase = "aga"', "line 1, column 6: it is not valid TOML: expected ']'"),
    ('[club]\nbase = "aga"\nseki strict', "line 3, column 6: it is not valid TOML: expected '='"),
    ('[club]\nbase = "aga', "line 2, at the end: it is not valid TOML: unterminated string"),
    ('[club]\nseki = "eyes"\nseki = "none"', "line 3, at the end: it is not valid TOML: cannot overwrite a value"),
    ('[club]\nbase = "aga"\n[club]', "line 3: [club] occurs twice. Expected one table of each name"),
    ("komi = " + "9" * 5000, "it is not valid TOML"),
    ("komi = " + "[" * 100_000, "it is not valid TOML"),
    ("", "a ruleset is missing. Expected a table such as [club]"),
    ("# only a comment", "a ruleset is missing"),
    ('title = "x"', "title is outside of a ruleset. Expected it in a table such as [club]"),
    ('[[club]]\nbase = "aga"', "club is outside of a ruleset"),
]


@pytest.mark.parametrize(("text", "sentence"), BROKEN, ids=str)
def test_broken_toml_is_refused_with_its_line(text: str, sentence: str) -> None:
    """Text that is not TOML, not a table of rulesets, or has two of one name is refused with its line."""
    assert refused(text).startswith(f"mine.toml: {sentence}")


AXES_ARE = f"Expected one of: {', '.join(kind.name for kind in AXES)}, or base, title, source"
NOT_IN_KOMI = "is not a valid key of its table. Expected even, handicap and board sizes such as 9, or value and source"
KOMI = "multiples of 0.25 from -400 to 400"
TAXES = "whole numbers from 0 to 10"
KOMIS = f"{KOMI}, and tables with even, handicap and board sizes"
FIELDS = [
    ('seki = "stirct"', "seki: 'stirct' is not a valid value. Expected none, eyes, strict"),
    ('seki = "Eyes"', "seki: 'Eyes' is not a valid value. Expected none, eyes, strict"),
    ("seki = true", "seki: true is not a valid value. Expected none, eyes, strict"),
    ('seki = ["eyes"]', "seki: a list is not a valid value. Expected none, eyes, strict"),
    ("seki = 2020-01-01", "seki: 2020-01-01 is not a valid value. Expected none, eyes, strict"),
    ('button = "yes"', "button: 'yes' is not a valid value. Expected true, false"),
    ("button = 1", "button: 1 is not a valid value. Expected true, false"),
    ("group_tax = 11", "group_tax: 11 is not a valid value. Expected whole numbers from 0 to 10"),
    ("group_tax = -1", "group_tax: -1 is not a valid value. Expected whole numbers from 0 to 10"),
    ("group_tax = 2.0", "group_tax: 2.0 is not a valid value. Expected whole numbers from 0 to 10"),
    ("group_tax = true", "group_tax: true is not a valid value. Expected whole numbers from 0 to 10"),
    ("group_tax = 0x" + "f" * 9000, f"group_tax: a huge number is not a valid value. Expected {TAXES}"),
    ('komi = "six"', f"komi: 'six' is not a valid value. Expected {KOMIS}"),
    ("komi = nan", f"komi: nan is not a valid value. Expected {KOMIS}"),
    ("komi = inf", f"komi: inf is not a valid value. Expected {KOMIS}"),
    ("komi = 6.3", f"komi: 6.3 is not a valid value. Expected {KOMIS}"),
    ("komi = true", f"komi: true is not a valid value. Expected {KOMIS}"),
    ("komi = 401", f"komi: 401 is not a valid value. Expected {KOMIS}"),
    ("komi = { even = 6.3 }", f"komi: 6.3 is not a valid value. Expected {KOMI}"),
    ('komi = { even = "even" }', f"komi: 'even' is not a valid value. Expected {KOMI}"),
    (
        'komi = { even = 6.5, handicap = "none" }',
        f"komi: handicap: 'none' is not a valid value. Expected {KOMI}, or 'even', as in even games",
    ),
    (
        "komi = { even = 6.5, handicap = nan }",
        f"komi: handicap: nan is not a valid value. Expected {KOMI}, or 'even', as in even games",
    ),
    ("komi = { even = 6.5, 9 = nan }", f"komi: 9: nan is not a valid value. Expected {KOMI}"),
    ("komi = { even = 6.5, 53 = 3.5 }", "komi: 53 is not a valid board size. Expected a whole number from 1 to 52"),
    ("komi = { even = 6.5, 0 = 3.5 }", f"komi: 0 {NOT_IN_KOMI}"),
    ('komi = { even = 6.5, source = "x" }', f"komi: source {NOT_IN_KOMI}"),
    ('komi = { value = 6.5, from = "x" }', "komi: from is not a valid key of its table. Expected value, source"),
    ('seki = { source = "x" }', "seki: value is missing in its table. Expected none, eyes, strict"),
    ('seki = { value = "eyes", src = "x" }', "seki: src is not a valid key of its table. Expected value, source"),
    (
        'seki = { value = "eyes", source = "" }',
        "seki: '' is not a valid source. Expected text: a citation, or 'assumed'",
    ),
    ('seki = { value = "eyes", source = 5 }', "seki: 5 is not a valid source. Expected text: a citation, or 'assumed'"),
    ("title = 5", "title: 5 is not a valid title. Expected text that is not blank"),
    ('title = " "', "title: ' ' is not a valid title. Expected text that is not blank"),
    ("source = true", "source: true is not a valid source. Expected text that is not blank"),
    ('seky = "eyes"', f"seky is not an axis (did you mean seki?). {AXES_ARE}"),
    ('tittle = "x"', f"tittle is not an axis (did you mean title?). {AXES_ARE}"),
    ('"x y" = 1', f"'x y' is not an axis. {AXES_ARE}"),
    ('"\\u001b[31m" = 1', f"'\\x1b[31m' is not an axis. {AXES_ARE}"),
]


@pytest.mark.parametrize(("line", "sentence"), FIELDS, ids=str)
def test_a_wrong_field_is_refused_with_what_is_allowed(line: str, sentence: str) -> None:
    """The sentence has file, ruleset and field, and the given and the accepted values."""
    assert refused(f'[club]\nbase = "japanese"\n{line}') == f"mine.toml: [club] {sentence}"


@pytest.mark.parametrize(
    ("base", "sentence"),
    [
        ('"japanees"', "base: 'japanees' is not a preset (did you mean japanese?). Expected one of: basic, "),
        ('"other"', "base: 'other' is not a preset. Expected one of: basic, "),
        ('"mine.toml:club"', "base: 'mine.toml:club' is not a preset. Expected one of: basic, "),
        ("5", "base: 5 is not a preset. Expected one of: basic, "),
    ],
)
def test_a_base_is_a_preset(base: str, sentence: str) -> None:
    """Another ruleset of the file is not a valid base, and the sentence says so."""
    message = refused(f'[other]\nbase = "aga"\n[club]\nbase = {base}')
    assert message.startswith(f"mine.toml: [club] {sentence}")
    assert all(id in message for id in RULESETS)


def test_without_a_base_every_axis_must_be_given() -> None:
    """No axis is filled in silently; missing ones are listed."""
    missing = ", ".join(kind.name for kind in AXES if kind.name != "seki")
    assert refused('[club]\nseki = "eyes"') == (
        f'mine.toml: [club] without a base, axes are missing: {missing}. Expected these, or a base such as "japanese"'
    )


@pytest.mark.parametrize("axis", [kind.name for kind in AXES])
def test_a_file_from_before_an_axis_was_added_takes_it_from_its_base_or_names_it(axis: str) -> None:
    """A file with a base survives a new axis; one without is refused in a sentence that names the axis."""
    for preset in RULESETS.values():
        text = "".join(line for line in to_toml(preset, "club").splitlines(True) if not line.startswith(f"{axis} = "))
        assert parse_rulesets(text) == [replace(preset, id="club")]
        assert f"axes are missing: {axis}. Expected these, or a base" in refused(
            text.replace(f'base = "{preset.id}"', "")
        )


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("japanese", "[japanese] the id is a name of the ruleset japanese. Expected another id"),
        ("jp", "[jp] the id is a name of the ruleset japanese. Expected another id"),
        ("all", "[all] the id all is the name of all presets together. Expected another id"),
        ("Club", "[Club] this is not a valid id. Expected a-z, 0-9 and -, with a letter first"),
        ("9x9", "[9x9] this is not a valid id. Expected a-z, 0-9 and -, with a letter first"),
        ("my_club", "[my_club] this is not a valid id. Expected a-z, 0-9 and -, with a letter first"),
        ('"our club"', "['our club'] this is not a valid id. Expected a-z, 0-9 and -, with a letter first"),
        ('"club\\n"', "['club\\n'] this is not a valid id. Expected a-z, 0-9 and -, with a letter first"),
        ('""', "[''] this is not a valid id. Expected a-z, 0-9 and -, with a letter first"),
    ],
)
def test_an_id_is_a_plain_word_and_no_presets_name(key: str, sentence: str) -> None:
    """Ids occur in tables and commands, so they must not be mistaken for a preset."""
    assert refused(f'[{key}]\nbase = "aga"') == f"mine.toml: {sentence}"


def test_in_code_the_sentence_begins_with_the_ruleset() -> None:
    """The same sentences without a file; a wrong member of an enum is named by its own name."""
    for values, sentence in [
        ({"seki": Scoring.AREA}, "seki: Scoring.AREA is not a valid value. Expected none, eyes, strict"),
        ({"seki": None}, "seki: None is not a valid value. Expected none, eyes, strict"),
        ({"seki": Axis("eyes", "x")}, "seki: 'eyes' is not a valid value. Expected none, eyes, strict"),
        ({"source": "", "seki": "none"}, "seki: '' is not a valid source"),
        ({"title": ""}, "title: '' is not a valid title. Expected text"),
        ({"komi": {9: 5, "9": 6}}, "komi: board size 9 occurs twice. Expected one komi for each size"),
        ({"prisoners": False}, "prisoners: territory scoring without prisoners would make"),
        ({"first-pass": 1}, "first-pass is not an axis (did you mean first_pass?). Expected one of:"),
    ]:
        with pytest.raises(RulesetError) as caught:
            derive("japanese", "club", **values)
        assert str(caught.value).startswith(f"ruleset 'club': {sentence}")
    with pytest.raises(RulesetError, match=r"ruleset 5: this is not a valid id"):
        derive("japanese", 5)  # type: ignore[arg-type]
    with pytest.raises(UnknownRulesetError, match=r"'japanees' is not a known ruleset \(did you mean japanese\?\)"):
        derive("japanees", "club")


def test_a_ruleset_put_together_by_hand_is_checked_too() -> None:
    """No way leads to a ruleset with a value its axis cannot take."""
    for wrong, sentence in [
        ({"seki": Axis("eyes", "x")}, "ruleset 'aga': seki: 'eyes' is not a valid value"),
        ({"seki": Seki.EYES}, "ruleset 'aga': seki: Seki.EYES has no source"),
        ({"ties": Axis(RULESETS["aga"].ties.value, " ")}, "ruleset 'aga': ties: ' ' is not a valid source"),
        ({"id": ""}, "ruleset '': id: '' is not a valid id"),
    ]:
        with pytest.raises(RulesetError) as caught:
            replace(RULESETS["aga"], **wrong)  # type: ignore[arg-type]
        assert str(caught.value).startswith(sentence)
    for wrong_sizes in (((9, "x"),), ((True, 1),), ((9, None),)):
        with pytest.raises(RulesetError, match="Expected"):
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
    """Axes that contradict each other are refused with the field and the required value."""
    with pytest.raises(RulesetError) as caught:
        derive(base, "club", **values)
    assert str(caught.value).startswith(f"ruleset 'club': {field}: ")
    assert way_out in str(caught.value)


def test_every_contradiction_is_tested() -> None:
    """The list above leaves none out."""
    assert [field for _, _, field, _ in CONTRADICTIONS] == [field for field, _, _ in _CONTRADICTIONS]


tomls = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=5),
        st.none(),
        st.dates(),
        *(
            st.sampled_from([choice.value for choice in kind.value_type])
            for kind in AXES
            if issubclass(kind.value_type, Choice)
        ),
    ),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["value", "source", "even", "handicap", "9", "x"]), inner, max_size=3)
    ),
    max_leaves=5,
)


@given(st.sampled_from([*RULESETS]), st.dictionaries(st.sampled_from([kind.name for kind in AXES]), tomls, max_size=4))
@law(300, suppress_health_check=[HealthCheck.too_slow])
def test_any_values_make_a_ruleset_or_one_sentence(base: str, values: dict[str, Any]) -> None:
    """For any values of axes the result is a ruleset, or a sentence that names the ruleset and an axis."""
    message = ""
    try:
        club = derive(base, "club", **values)
        assert parse_rulesets(to_toml(club)) == [club]
    except RulesetError as error:
        message = str(error)
    assert message == "" or re.match(rf"ruleset 'club': ({'|'.join(kind.name for kind in AXES)}): ", message)
    assert len(message.splitlines()) <= 1
    assert len(message) < 400


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(["[club]", "\n", "base", '"aga"', "=", "komi", "6.5", "{", "}"])).map("".join)
)
def test_any_text_is_rulesets_or_one_sentence(text: str) -> None:
    """No text breaks the reader."""
    message = ""
    try:
        assert parse_rulesets(text, "mine.toml")
    except RulesetError as error:
        message = str(error)
    assert message == "" or message.startswith("mine.toml: ")
    assert len(message.splitlines()) <= 1


def test_both_errors_are_value_errors() -> None:
    """One except clause catches every error of a ruleset or its name."""
    assert issubclass(RulesetError, ValueError)
    assert issubclass(UnknownRulesetError, ValueError)
