"""Rulesets as data, and the names that files use for them."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goanalyze.rules import RULESETS, Axis, End, Repetition, Suicide, UnknownRulesetError, find_ruleset
from goanalyze.rules.names import ALIASES

EXPECTED = {
    "basic": (Repetition.POSITIONAL, Suicide.ANY, False),
    "tromp-taylor": (Repetition.POSITIONAL, Suicide.ANY, False),
    "japanese": (Repetition.BASIC_KO, Suicide.FORBIDDEN, True),
    "korean": (Repetition.BASIC_KO, Suicide.FORBIDDEN, True),
    "wagc": (Repetition.BASIC_KO, Suicide.FORBIDDEN, True),
    "chinese": (Repetition.BASIC_KO, Suicide.FORBIDDEN, True),
    "chinese-superko": (Repetition.POSITIONAL, Suicide.FORBIDDEN, True),
    "wmsg": (Repetition.POSITIONAL, Suicide.FORBIDDEN, True),
    "aga": (Repetition.SITUATIONAL, Suicide.FORBIDDEN, True),
    "bga": (Repetition.NATURAL_AND_BASIC_KO, Suicide.FORBIDDEN, True),
    "ffg": (Repetition.NATURAL_AND_BASIC_KO, Suicide.FORBIDDEN, True),
    "ing": (Repetition.ING, Suicide.SEVERAL, True),
    "ing-simplified": (Repetition.POSITIONAL, Suicide.ANY, True),
    "new-zealand": (Repetition.NEW_ZEALAND, Suicide.ANY, True),
    "brainking": (Repetition.BASIC_KO, Suicide.FORBIDDEN, True),
    "ancient-chinese": (Repetition.BASIC_KO, Suicide.FORBIDDEN, True),
    "button": (Repetition.SITUATIONAL_UNTIL_PASS, Suicide.FORBIDDEN, True),
}
"""The axes as the rules texts give them, see the sources of the presets."""

NAMES = {
    "japanese": ["Japanese", "japanese", "JAPANESE", "Japanese Rules", "Japanese rules", "Japanese ruleset", "Japan",
                 "jp", "JPN", "J", "Nihon Kiin", "Nihon-Kiin", "日本", "日本ルール", "日本规则", "日本規則",
                 " Japanese ", "Japanese Rules.", "rules: Japanese"],
    "korean": ["Korean", "korean rules", "Korea", "KR", "한국", "韩国", "韓国", "한국룰", "韩国规则"],
    "chinese": ["Chinese", "chinese", "Chinese Rules", "cn", "CH", "China", "中国", "中國", "中国规则", "中国ルール"],
    "chinese-superko": ["chinese-superko", "Chinese superko", "Chinese (KGS)", "chinese-ogs"],
    "aga": ["AGA", "aga", "AGA Rules", "AGA (Area)", "AGA (Territory)", "American"],
    "bga": ["BGA", "British"],
    "ffg": ["FFG", "French", "French rules", "fr"],
    "ing": ["GOE", "Goe", "Ing", "ING", "Ing rules", "Ing Goe", "Ing SST", "应氏", "應氏", "应氏规则"],
    "ing-simplified": ["ing-simplified", "Simplified Ing", "Simplified Ing rules"],
    "new-zealand": ["NZ", "nz", "New Zealand", "New-Zealand", "new_zealand", "NewZealand", "NZ Rules"],
    "tromp-taylor": ["Tromp-Taylor", "Tromp/Taylor", "tromp taylor", "TrompTaylor", "TT", "Tromp–Taylor"],
    "wmsg": ["WMSG", "WMSG 2008", "World Mind Sports Games"],
    "ancient-chinese": ["ancient-chinese", "stone scoring", "Stone_Scoring", "ancient"],
    "button": ["Button Go", "button", "AGA button"],
    "wagc": ["WAGC"],
    "brainking": ["BrainKing", "brainking"],
    "basic": ["basic", "Basic rules"],
}  # fmt: skip

every_ruleset = pytest.mark.parametrize("id", RULESETS)
every_name = pytest.mark.parametrize(("id", "name"), [(id, name) for id, names in NAMES.items() for name in names])  # noqa: A001


def test_the_presets_are_the_worlds_rulesets() -> None:
    """Seventeen presets, each under its own id, with the axes that its text gives."""
    axes = {id: (r.repetition.value, r.suicide.value, r.end.value is not End.TWO_PASSES) for id, r in RULESETS.items()}  # noqa: A001
    assert axes == EXPECTED
    assert all(id == ruleset.id for id, ruleset in RULESETS.items())  # noqa: A001


@every_ruleset
def test_every_axis_has_a_source(id: str) -> None:  # noqa: A002
    """Each choice of a ruleset is cited or called an assumption."""
    ruleset = RULESETS[id]
    for axis in ruleset.axes().values():
        assert isinstance(axis, Axis)
        assert len(axis.source.strip()) > 5


@every_ruleset
def test_a_ruleset_is_found_by_id_and_title(id: str) -> None:  # noqa: A002
    """Its id and its title name it, in any case and with blanks around."""
    for name in (id, RULESETS[id].title, id.upper(), f"  {id} ", id.replace("-", " ")):
        assert find_ruleset(name) is RULESETS[id]


@every_name
def test_a_ruleset_is_found_by_the_names_files_use(id: str, name: str) -> None:  # noqa: A002
    """Names as KGS, OGS, CGoban, Eastern servers and people write them."""
    assert find_ruleset(name).id == id


def test_every_alias_leads_to_a_preset() -> None:
    """No alias points nowhere, and each can be found as it is written."""
    assert set(ALIASES.values()) <= set(RULESETS)
    assert {alias: find_ruleset(alias).id for alias in ALIASES} == ALIASES


@pytest.mark.parametrize(
    "name", ["", "  ", "rules", "Go", "chess", "Japanish", "house rules", "territory", "6.5", "日", "Jap anese Chinese"]
)
def test_an_unknown_name_raises_and_names_the_ids(name: str) -> None:
    """What is no ruleset's name is refused, and the message lists the ids."""
    with pytest.raises(UnknownRulesetError) as caught:
        find_ruleset(name)
    assert all(id in str(caught.value) for id in RULESETS)  # noqa: A001
    assert repr(name) in str(caught.value)
    assert isinstance(caught.value, ValueError)


@given(st.text(max_size=20))
def test_any_text_is_found_or_refused(name: str) -> None:
    """No text at all breaks the search: it names a preset or raises."""
    with suppress(UnknownRulesetError):
        assert find_ruleset(name).id in RULESETS


def test_a_ruleset_cannot_be_changed() -> None:
    """Presets are frozen values."""
    with pytest.raises(AttributeError):
        RULESETS["aga"].id = "other"  # type: ignore[misc]
