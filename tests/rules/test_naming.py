"""Rulesets are named by id, title, file or themselves, one or several; an unknown name is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goanalyze import find_ruleset
from goanalyze.errors import RulesetError, UnknownRulesetError
from goanalyze.rules import RULESETS, Axis, Compensation, derive, read_rulesets, resolve, resolve_all


@pytest.mark.parametrize("id", RULESETS)
def test_a_preset_is_named_by_id_title_or_itself(id: str) -> None:
    """Wherever a name works, so does the ruleset."""
    preset = RULESETS[id]
    for name in (id, f" {id.upper()} ", preset.title, preset):
        assert resolve(name) is preset
        assert resolve_all(name) == (preset,)


def test_a_file_names_its_rulesets(mine: Path, tmp_path: Path) -> None:
    """FILE means all of its rulesets, FILE:ID one; a path is as good as text."""
    club, blitz = read_rulesets(mine)
    assert resolve_all(f"{mine}") == resolve_all(mine) == resolve_all([mine]) == (club, blitz)
    assert resolve(f"{mine}:blitz") == blitz
    assert resolve_all(f"jp, {mine}:blitz ,{mine},aga") == (RULESETS["japanese"], blitz, club, RULESETS["aga"])
    (tmp_path / "one, two.TOML").write_text('[single]\nbase = "aga"')
    assert resolve(tmp_path / "one, two.TOML").id == resolve(f"{tmp_path}/one, two.TOML").id == "single"
    assert [ruleset.id for ruleset in resolve_all(f"{tmp_path}/one, two.TOML")] == ["single"]


def test_one_name_for_several_rulesets_is_refused(mine: Path) -> None:
    """If one ruleset is required, the sentence lists the ways to name it."""
    with pytest.raises(RulesetError, match="is the name of several rulesets") as caught:
        resolve(mine)
    assert f"Expected one of {mine}:club, {mine}:blitz" in str(caught.value)
    with pytest.raises(RulesetError, match=r"'all' is the name of several rulesets\. Expected one of basic, "):
        resolve("all")


@given(st.lists(st.sampled_from([*RULESETS, "jp", "NZ", "all"]), min_size=1, max_size=6))
def test_several_names_are_kept_in_order_each_once(names: list[str]) -> None:
    """A list is equivalent to text with commas, and a resolved selection resolves to itself."""
    found = resolve_all(names)
    assert found == resolve_all(", ".join(names)) == resolve_all(found) == resolve_all(iter(names))
    ids = [part for name in names for part in (RULESETS if name == "all" else [find_ruleset(name).id])]
    assert [ruleset.id for ruleset in found] == list(dict.fromkeys(ids))


NAMES = {
    "japanese": (
        "日本|日本规则|日本規則|日本ルール|日本囲碁規約|日本式|日本棋院|日本围棋规则|数目|數目法|比目|比目法|"
        "일본룰|일본식 규칙"
    ),
    "korean": "韩国|韓國規則|韓国ルール|한국|한국 룰|한국식",
    "chinese": "中国|中國|中国规则|中國圍棋規則|中国式|数子|数子法|數子法规则|중국 규칙",
    "ing": "应氏|應氏規則|応氏ルール|应氏计点制|應氏計點制規則|Ing's Rules|Ing's (SST)",
    "ancient-chinese": (
        "Old Chinese|old chinese rules|Chinese (old)|Chinese, old|Ancient Chinese|Traditional Chinese|"
        "Chinese + group tax|Old Chinese (group tax)|还棋头|還棋頭|有还棋头|中国古代|中國古代規則|"
        "古代中国规则|古|古棋|座子|座子制"
    ),
}


@pytest.mark.parametrize(("ruleset", "names"), NAMES.items())
def test_a_ruleset_has_the_names_that_people_write(ruleset: str, names: str) -> None:
    """In Chinese, old and new characters, Japanese and Korean, with and without words for "rules"."""
    assert {name for name in names.split("|") if find_ruleset(name).id != ruleset} == set()


@pytest.mark.parametrize(
    "name", ["", "规则", "法", "围棋", "Rules", "日韩", "日韓規則", "area", "Simple", "数", "式", "新规则", "古今"]
)
def test_a_name_that_says_too_little_is_no_ruleset(name: str) -> None:
    """Words for "rules" alone, two countries, a way of counting that several rulesets have: nothing is guessed."""
    with pytest.raises(UnknownRulesetError):
        find_ruleset(name)


def test_all_is_every_preset() -> None:
    """All means the presets, in the order of the tables."""
    assert resolve_all("all") == resolve_all(" ALL ") == tuple(RULESETS.values())


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("japanees", "'japanees' is not a known ruleset (did you mean japanese?). Expected an id (basic, "),
        ("chess", "'chess' is not a known ruleset. Expected an id (basic, "),
        ("aga,chess", "'chess' is not a known ruleset. Expected an id (basic, "),
        ("", "the name of a ruleset is missing. Expected an id (basic, "),
        (" , ", "the name of a ruleset is missing. Expected an id (basic, "),
        ([], "the name of a ruleset is missing. Expected an id (basic, "),
        ([None], "None is neither a ruleset nor the name of one. Expected an id (basic, "),
    ],
)
def test_an_unknown_name_is_refused_with_all_ids(name: Any, sentence: str) -> None:
    """The sentence names the nearest, all ids, and how a file is named."""
    with pytest.raises(UnknownRulesetError) as caught:
        resolve_all(name)
    assert str(caught.value).startswith(sentence)
    assert all(id in str(caught.value) for id in RULESETS)
    assert "mine.toml:club" in str(caught.value)


def test_an_unknown_id_in_a_file_is_refused(mine: Path) -> None:
    """The sentence has the file and its rulesets."""
    for name, meant in [("clubb", " (did you mean club?)"), ("", ""), ("japanese", "")]:
        with pytest.raises(UnknownRulesetError) as caught:
            resolve(f"{mine}:{name}")
        assert str(caught.value) == f"{mine}: the ruleset {name!r}{meant} is not found. Expected one of club, blitz"
    with pytest.raises(RulesetError, match=r"none.toml is not found"):
        resolve_all("aga,none.toml:club")


def test_different_rulesets_of_one_id_are_refused(mine: Path) -> None:
    """Tables distinguish rulesets by id, so two of the same are refused."""
    with pytest.raises(RulesetError, match="two different rulesets have the id 'club'"):
        resolve_all([mine, derive("aga", "club")])
    changed = replace(RULESETS["aga"], compensation=Axis(Compensation.NOTHING, "changed"))
    with pytest.raises(RulesetError, match="two different rulesets have the id 'aga'"):
        resolve_all(["all", changed])
