"""Rulesets printed: every preset in a table that fits, every axis of one, and plain data."""

from __future__ import annotations

import json
import re
from io import StringIO

import pytest
from rich.console import Console

from goanalyze import Ruleset
from goanalyze.render.sections.rulesets import ruleset_section, rulesets_data, rulesets_section, special_properties
from goanalyze.render.terminal.printer import print_blocks, print_title
from goanalyze.rules import AXES, RULESETS, Komi, derive, meaning, parse_rulesets, value_text

every_preset = pytest.mark.parametrize("id", RULESETS)
PRESETS = tuple(RULESETS.values())


def printed(width: int, *rulesets: Ruleset, axes: bool = False) -> str:
    """Return the printed rulesets, side by side or one by one."""
    console = Console(file=StringIO(), width=width)
    if axes:
        for section in map(ruleset_section, rulesets):
            print_title(console, section.title, section.note)
            print_blocks(console, section.blocks)
    else:
        print_blocks(console, rulesets_section(rulesets).blocks)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize(("width", "dropped"), [(130, set()), (110, {"handicap"}), (80, {"title", "handicap"})])
def test_the_table_has_a_line_for_each_ruleset(width: int, dropped: set[str]) -> None:
    """The table fits its width, goes without columns rather than breaking lines, and begins with the ids."""
    text = printed(width, *PRESETS)
    lines = [line.rstrip() for line in text.splitlines()]
    assert max(map(len, lines)) <= width
    columns = ["id", "title", "repetition", "suicide", "scoring", "seki", "komi", "handicap", "ties"]
    assert lines[0].split() == [name for name in columns if name not in dropped]
    assert [line.split()[0] for line in lines[1 : len(RULESETS) + 1]] == list(RULESETS)
    assert ("Not shown: " in lines[len(RULESETS) + 1]) == bool(dropped)


@pytest.mark.parametrize("width", [30, 40, 60])
def test_a_very_narrow_terminal_loses_nothing_but_columns(width: int) -> None:
    """However narrow, nothing is cut off: ids stay whole."""
    lines = printed(width, *PRESETS).splitlines()
    assert max(map(len, lines)) <= width
    assert "ancient-chinese" in "".join(line.split()[0] if line.split() else "" for line in lines)


def test_values_stand_in_the_row_of_their_ruleset() -> None:
    """A row has the values of the axes; komi for even games and with handicap."""
    rows = {line.split()[0]: line for line in printed(130, *PRESETS).splitlines()[1 : len(RULESETS) + 1]}
    for id_, ruleset in RULESETS.items():
        assert ruleset.title in rows[id_]
        for axis in (ruleset.repetition, ruleset.suicide, ruleset.scoring, ruleset.seki, ruleset.ties):
            assert f" {value_text(axis.value)}" in rows[id_]
    for id_, komi, handicap in [
        ("japanese", "6.5 / 0.5", "0"),
        ("wmsg", "6.5 / –", "–"),
        ("aga", "7.5 / 0.5", "N−1"),
        ("brainking", "5.5 / 5.5", "0"),
        ("chinese", "7.5 / 0", "N"),
    ]:
        assert f" {komi} " in rows[id_]
        assert rows[id_].split()[-2] == handicap


def test_what_only_some_have_is_told_below_the_table() -> None:
    """First-pass point, button, pass stones, White's last pass and the like, each with its rulesets."""
    lines = [" ".join(line.split()) for line in printed(130, *PRESETS).splitlines()]
    for line in [
        "Black −1 for White's first pass of the game wmsg",
        "button: ½ for the first pass button",
        "pass stones aga, bga, ffg",
        "White passes last aga, bga, ffg",
        "both can lose japanese",
        "two passes end it for good basic, basic-played-out, tromp-taylor",
        "handicap by White's passes new-zealand",
        "komi 5.5 on 19×19, 4.5 on 13×13, 3.5 on 9×9 brainking",
        "no handicap games wagc, wmsg",
        "dead stones marked by region brainking",
    ]:
        assert line in lines


def test_special_things_follow_the_axes() -> None:
    """Words for unusual values are read from the axes, in their order, of users' rulesets too."""
    club = derive("basic", "club", group_tax=2, first_pass="of-final-passes", end="resumed", dead_stones="chains")
    assert special_properties(club) == ["group tax 2", "Black −1 for White's first of the final passes"]
    assert special_properties(derive("chinese-superko", "plain")) == []
    assert "Only in some" not in printed(80, derive("chinese-superko", "plain"))


@every_preset
@pytest.mark.parametrize("width", [130, 80])
def test_a_ruleset_is_shown_with_every_axis(id: str, width: int) -> None:
    """Name, value, meaning and source of each axis, wrapped and aligned."""
    ruleset = RULESETS[id]
    text = printed(width, ruleset, axes=True)
    lines = text.splitlines()
    assert max(map(len, lines)) <= width
    assert lines[0].rstrip() == f"{id}  {ruleset.title}"
    names = [line.split()[0] for line in lines[1:] if line.strip() and not line.startswith(" ")]
    assert [name for name in names if name != "axis"] == [kind.name for kind in AXES]
    together = " ".join(text.split())
    for name, axis in ruleset.axes().items():
        for word in (*axis.source.split(), *meaning(name, axis.value).split(), *value_text(axis.value).split()):
            assert word in together


@every_preset
def test_an_axis_is_a_row_of_the_table(id: str) -> None:
    """With enough width, a row has the name, the value, its meaning and its source."""
    ruleset = RULESETS[id]
    rows = [re.split(r" {2,}", line.strip()) for line in printed(1000, ruleset, axes=True).splitlines()[2:]]
    assert rows == [
        [name, value_text(axis.value), meaning(name, axis.value), axis.source] for name, axis in ruleset.axes().items()
    ]


def test_text_of_users_cannot_act_on_the_terminal() -> None:
    """Titles and sources come from files: control characters are replaced, markup of rich is text."""
    [club] = parse_rulesets(
        '[club]\nbase = "aga"\ntitle = "[red]x\\u001b[31m"\nsource = "[bold]\\u202e"\nseki = "eyes"'
    )
    for text in (printed(130, club), printed(130, club, axes=True), printed(80, club, axes=True)):
        assert "\x1b[31m" not in text
        assert "\u202e" not in text
    assert "[red]x�" in printed(130, club)
    assert "[bold]�" in printed(130, club, axes=True)


def test_data_is_json_with_value_meaning_and_source() -> None:
    """Plain data has the values of the axes, and survives JSON."""
    data = rulesets_data(PRESETS)
    assert json.loads(json.dumps(data)) == data
    assert [entry["id"] for entry in data] == list(RULESETS)
    for entry, ruleset in zip(data, PRESETS, strict=True):
        assert entry["title"] == ruleset.title
        assert list(entry["axes"]) == [kind.name for kind in AXES]
        for name, axis in ruleset.axes().items():
            assert entry["axes"][name]["source"] == axis.source
            assert entry["axes"][name]["meaning"] == meaning(name, axis.value)
        values = {name: axis["value"] for name, axis in entry["axes"].items()}
        assert [a.value for a in derive("basic", "x", **values).axes().values()] == [
            a.value for a in ruleset.axes().values()
        ]
    assert rulesets_data([RULESETS["japanese"]])[0]["axes"]["komi"]["value"] == {"even": 6.5, "handicap": 0.5}


def test_a_komi_that_names_nothing_is_shown_as_such() -> None:
    """No komi, or none for the board of the table."""
    club = derive("japanese", "club", komi=Komi(None))
    assert value_text(club.komi.value) == "none named"
    assert meaning("komi", club.komi.value) == "points for White: none named; the same with handicap"
    assert " – / – " in printed(130, club)
