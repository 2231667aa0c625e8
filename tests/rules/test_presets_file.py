"""The file of presets: its contents, its errors, and a package with one more preset."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import goanalyze
from goanalyze.errors import RulesetError
from goanalyze.rules import AXES, RULESETS, USUAL, read_rulesets, to_toml
from goanalyze.rules.presets import PRESETS_FILE, load_presets
from goanalyze.tables.schema import SCHEMA_VERSION

PACKAGE = Path(goanalyze.__file__).parent
PRESETS = PRESETS_FILE.read_text(encoding="utf-8")
AXIS_NAMES = [kind.name for kind in AXES]
ONE_MORE = """
[harbour]
title = "Rules of the Harbour Club"
names = ["Harbor Go Club"]
base = "korean"
source = "statutes of an invented club"
second_stop = "all-alive"
komi = { even = 9.5, handicap = 0.25 }
"""


def load(text: str, folder: Path) -> dict[str, object]:
    """Return the presets of a text, read as the file of the package is."""
    path = folder / "presets.toml"
    path.write_text(text, encoding="utf-8")
    return dict(load_presets(path).rulesets)


def test_the_presets_are_those_of_the_file(tmp_path: Path) -> None:
    """The file of the package is all that presets are made of."""
    assert load(PRESETS, tmp_path) == RULESETS


def test_printed_presets_are_a_file_of_presets(tmp_path: Path) -> None:
    """The printed TOML of presets, without the bases, can be their file, and is all of each."""
    text = "\n".join(to_toml(ruleset) for ruleset in RULESETS.values())
    assert load("\n".join(line for line in text.split("\n") if not line.startswith("base = ")), tmp_path) == RULESETS


def test_a_preset_has_the_axes_of_an_earlier_one(tmp_path: Path) -> None:
    """The axes that a table with a base lacks are those of that preset, with their sources."""
    rulesets = load_presets(_write(tmp_path, PRESETS + ONE_MORE)).rulesets
    more, base = rulesets["harbour"].axes(), RULESETS["korean"].axes()
    assert list(rulesets) == [*RULESETS, "harbour"]
    assert {name for name in AXIS_NAMES if more[name] != base[name]} == {"second_stop", "komi"}
    assert {more[name].source for name in ("second_stop", "komi")} == {"statutes of an invented club"}


REFUSED = [
    ("", "a ruleset is missing. Expected a table such as [club]"),
    (
        '[x]\nbase = "japanese"',
        "[x] base: 'japanese' is not an earlier preset of this file. Expected one of the earlier ones: ",
    ),
    (
        f'{PRESETS}\n[x]\nbase = "japanese"\nsekki = "none"',
        "[x] sekki is not an axis (did you mean seki?). Expected one of: " + ", ".join(AXIS_NAMES),
    ),
    (
        f'{PRESETS}\n[x]\nbase = "japanese"\nseki = "stirct"',
        "[x] seki: 'stirct' is not a valid value. Expected none, eyes, strict",
    ),
    (
        f'{PRESETS}\n[x]\nbase = "japanese"\nscoring = "area"',
        "[x] prisoners: area and stone scoring count living stones, prisoners would count them twice; prisoners must",
    ),
    (f'{PRESETS}\n[aga]\nbase = "japanese"', "[aga] occurs twice. Expected one table of each name"),
    (
        f'{PRESETS}\n[x]\nbase = "japanese"\ntitle = "A.G.A. Rules"',
        "[x] title: 'A.G.A. Rules' is also a name of aga. Expected another name",
    ),
    (
        f'{PRESETS}\n[x]\nbase = "japanese"\nnames = ["new", "日本棋院"]',
        "[x] names: '日本棋院' is also a name of japanese. Expected another name",
    ),
    (
        f'{PRESETS}\n[JAPANESE]\nbase = "aga"',
        "[JAPANESE] id: 'JAPANESE' is also a name of japanese. Expected another name",
    ),
    (f'{PRESETS}\n[x]\nbase = "aga"\nnames = "new"', "[x] names: 'new' is not a valid value. Expected a list of names"),
    (f'{PRESETS}\n[x]\nbase = "aga"\nnames = [1]', "[x] names: a list is not a valid value. Expected a list of names"),
    (f'{PRESETS}\n[x]\nbase = "aga"\nin_use = 1', "[x] in_use: 1 is not a valid value. Expected true or false"),
]


@pytest.mark.parametrize(("text", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_a_faulty_file_is_refused_in_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    """The sentence has the file, the preset, the field, the value and the expected ones."""
    path = _write(tmp_path, text)
    with pytest.raises(RulesetError) as caught:
        load_presets(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert sentence in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_the_rulesets_in_use_are_those_that_the_file_marks() -> None:
    """Each table with `in_use = true` is in use, in the order of the file; a base does not make its ruleset so."""
    with PRESETS_FILE.open("rb") as file:
        tables = tomllib.load(file)
    assert tuple(name for name, table in tables.items() if table.get("in_use")) == USUAL


def test_names_are_for_presets_alone(tmp_path: Path) -> None:
    """Records name presets; a ruleset in a user's file has its id and no further names."""
    with pytest.raises(RulesetError, match="names is not an axis"):
        read_rulesets(_write(tmp_path, '[x]\nbase = "aga"\nnames = ["new"]'))


SCRIPT = """
import json, sys
import goanalyze as ga
from goanalyze.rules import find_ruleset, resolve_all
from goanalyze.tables.schema import COLUMNS, SCHEMA_VERSION

tables = ga.check(sys.argv[1])
json.dump({
    "version": SCHEMA_VERSION,
    "ids": [ruleset.id for ruleset in resolve_all("all")],
    "named": find_ruleset("HARBOR GO CLUB").id,
    "outcomes": sorted(set(tables.arrow("outcomes")["ruleset"].to_pylist())),
    "rulesets": tables.arrow("rulesets")["id"].to_pylist(),
    "compared": list(tables.compare("all").rulesets),
    "order": list(COLUMNS["ruleset"].order),
    "header": tables.arrow("games")["ruleset"].to_pylist(),
    "komi": ga.Board(5, rules="harbour").komi,
}, sys.stdout)
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a package that differs in one data file: it has one more preset."""
    folder = tmp_path_factory.mktemp("one-more")
    rules = folder / "goanalyze" / "rules"
    rules.mkdir(parents=True)
    for source, target in ((PACKAGE, rules.parent), (PACKAGE / "rules", rules)):
        for path in source.iterdir():
            if path.name not in {"rules", "presets.toml", "__pycache__"}:
                (target / path.name).symlink_to(path)
    _write(rules, PRESETS + ONE_MORE)
    return folder


def run(package: Path, *arguments: str) -> str:
    """Return the standard output of Python in a folder with a package."""
    call = [sys.executable, *arguments]
    environment = os.environ | {"PYTHONPATH": str(package), "COLUMNS": "160"}
    done = subprocess.run(call, cwd=package, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_one_more_preset_takes_one_data_file(package: Path, tmp_path: Path) -> None:
    """With a table more in the file, checks, tables, comparisons, boards and names have one more ruleset."""
    record = tmp_path / "game.sgf"
    record.write_text("(;GM[1]FF[4]SZ[5]KM[9.5]RU[Harbor Go-Club rules]RE[W+9.5];B[cc];W[];B[])", encoding="utf-8")
    result = json.loads(run(package, "-c", SCRIPT, str(record)).splitlines()[-1])
    ids = [*RULESETS, "harbour"]
    assert result == {
        "version": SCHEMA_VERSION,
        "ids": ids,
        "named": "harbour",
        "outcomes": sorted(ids),
        "rulesets": ids,
        "compared": ids,
        "order": ids,
        "header": ["harbour"],
        "komi": 9.5,
    }


def test_commands_know_one_more_preset(package: Path) -> None:
    """The table of presets has a line more, with the words for the unusual values; each form can be printed."""
    table = run(package, "-m", "goanalyze", "rules").splitlines()
    assert [line.split()[0] for line in table[1 : len(RULESETS) + 2]] == [*RULESETS, "harbour"]
    assert [line for line in table if line.startswith("dead stones in a seki stay") and "harbour" in line]
    assert "statutes of an invented club" in run(package, "-m", "goanalyze", "rules", "harbour")
    assert run(package, "-m", "goanalyze", "rules", "harbour", "--format", "toml").startswith("[my-harbour]\n")


def _write(folder: Path, text: str) -> Path:
    path = folder / "presets.toml"
    path.write_text(text, encoding="utf-8")
    return path
