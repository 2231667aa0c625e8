"""Rulesets of one's own: made of presets in code and in TOML files, written, and read back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.random_rulesets import own_ids, rulesets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goanalyze import Ruleset
from goanalyze.rules import (
    AXES,
    RULESETS,
    Axis,
    Komi,
    Seki,
    Suicide,
    derive,
    meaning,
    parse_rulesets,
    read_rulesets,
    to_toml,
    value_text,
)
from goanalyze.util.choice import Choice

every_preset = pytest.mark.parametrize("id", RULESETS)


@every_preset
def test_a_preset_written_is_the_preset_read(id: str) -> None:
    """TOML text holds everything that a preset says: values, komi and sources."""
    assert parse_rulesets(to_toml(RULESETS[id]), own=False) == [RULESETS[id]]
    assert parse_rulesets(to_toml(RULESETS[id], "mine")) == [replace(RULESETS[id], id="mine")]


@given(st.lists(rulesets(), min_size=1, max_size=3, unique_by=lambda ruleset: ruleset.id))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_any_rulesets_written_are_those_read(some: list[Ruleset]) -> None:
    """Any ruleset goes through TOML unchanged, and several tables follow each other."""
    text = "\n".join(to_toml(ruleset) for ruleset in some)
    assert parse_rulesets(text) == some
    assert all(line.isprintable() for line in text.split("\n"))


@given(rulesets())
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_every_value_has_a_text_and_a_meaning(ruleset: Ruleset) -> None:
    """Any value of an axis can be shown, in a word and in words, on one line."""
    for name, axis in ruleset.axes().items():
        for text in (value_text(axis.value), meaning(name, axis.value)):
            assert text.strip() == text != ""
            assert "\n" not in text


def test_a_half_character_is_written_as_a_mark() -> None:
    """Text outside UTF-8 does not make a file unreadable."""
    [club] = parse_rulesets(to_toml(derive("aga", "club", title="a\ud800b")))
    assert club.title == "a�b"


@every_preset
def test_written_text_tells_what_is_allowed(id: str) -> None:
    """The comments hold the question of each axis, its values and the meaning of the one chosen."""
    text = to_toml(RULESETS[id])
    for kind in AXES:
        assert f"# {kind.question}: {kind.allowed()}\n" in text
        assert meaning(kind.name, RULESETS[id].axes()[kind.name].value) in text


@given(rulesets(), own_ids)
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_what_is_not_changed_stays(base: Ruleset, id: str) -> None:
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
    """Only changed axes carry the new source, which says so if none was given."""
    club = derive("japanese", "club", seki=Seki.STRICT, suicide="any")
    assert (club.seki, club.suicide) == (Axis(Seki.STRICT, "given by the user"), Axis(Suicide.ANY, "given by the user"))
    assert club.komi == RULESETS["japanese"].komi
    assert club.title == "club"
    assert derive(club, "club-2", source="statutes", komi=7).komi == Axis(Komi(7), "statutes")
    assert derive("japanese", "club", source="").axes() == RULESETS["japanese"].axes()  # nothing needs the source


def test_a_komi_may_be_as_large_as_it_is_told_to_be() -> None:
    """The sentence that refuses others allows from -400 to 400."""
    for komi in (-400, 375, 400):
        (club,) = parse_rulesets(f'[club]\nbase = "japanese"\nkomi = {komi}')
        assert club.komi.value == Komi(komi)


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
    """A number holds for every game; a table distinguishes even games, handicap games and boards."""
    assert derive("japanese", "club", komi=given_).komi.value == komi


@pytest.mark.parametrize("komi", [7.5, {"even": 7.5}])
def test_komi_without_handicap_games_has_no_part_for_them(komi: Any) -> None:
    """Without handicap games a komi is one for even games alone."""
    assert derive("wagc", "club", komi=komi).komi.value == Komi(7.5, handicap=None)
    assert derive("aga", "club", placement="even-only", komi=komi).komi.value == Komi(7.5, handicap=None)


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
