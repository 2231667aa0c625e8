"""The command ``goanalyze rules``: its output, its errors and its imports."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goanalyze.cli import app
from goanalyze.render.sections.rulesets import rulesets_data
from goanalyze.rules import RULESETS, parse_rulesets, read_rulesets


def call(*arguments: object) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(app, ["rules", *(str(argument) for argument in arguments)])


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file with two rulesets."""
    path = tmp_path / "mine.toml"
    path.write_text('[club]\nbase = "aga"\nkomi = 6.5\n[blitz]\nbase = "jp"\n', encoding="utf-8")
    return path


def test_without_a_name_all_presets_are_listed() -> None:
    """One line each, and a word on how to see more."""
    result = call()
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()[1 : len(RULESETS) + 1]] == list(RULESETS)
    assert "goanalyze rules NAME" in result.stdout


@pytest.mark.parametrize("width", [80, 130])
def test_the_list_is_as_wide_as_the_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """COLUMNS decides."""
    monkeypatch.setenv("COLUMNS", str(width))
    assert max(len(line.rstrip()) for line in call().stdout.splitlines()) <= width


def test_named_rulesets_are_shown_with_every_axis(mine: Path) -> None:
    """By id, alias, list, file and ruleset of a file; each once, in order."""
    for names, ids in [
        (["Japanese Rules"], ["japanese"]),
        (["nz", "GOE"], ["new-zealand", "ing"]),
        (["jp,aga", "japanese"], ["japanese", "aga"]),
        ([mine], ["club", "blitz"]),
        ([f"{mine}:blitz", "bga"], ["blitz", "bga"]),
        (["all"], list(RULESETS)),
    ]:
        result = call(*names)
        assert result.exit_code == 0
        lines = [line.rstrip() for line in result.stdout.splitlines()]
        heads = [line.split()[0] for line, below in pairwise(lines) if line and below.startswith("axis ")]
        assert [head for head in heads if head in ids] == ids
        assert [line.split()[0] for line in lines if line.startswith("first_pass ")] == ["first_pass"] * len(ids)


def test_json_is_a_list_of_rulesets(mine: Path) -> None:
    """The same data as the library gives, for all presets or for those named."""
    assert json.loads(call("--format", "json").stdout) == rulesets_data(RULESETS.values())
    assert json.loads(call(mine, "--format", "json").stdout) == rulesets_data(read_rulesets(mine))


def test_toml_is_read_back(mine: Path) -> None:
    """Presets get an id that may be used, rulesets of one's own keep theirs; nothing else changes."""
    assert parse_rulesets(call("--format", "toml").stdout) == [
        replace(ruleset, id=f"my-{id_}") for id_, ruleset in RULESETS.items()
    ]
    assert parse_rulesets(call(mine, "--format", "toml").stdout) == read_rulesets(mine)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("japanees", "'japanees' is not a known ruleset (did you mean japanese?). Expected an id (basic, "),
        ("jp,none.toml", "none.toml is not found"),
        ("", "the name of a ruleset is missing. Expected an id (basic, "),
    ],
)
def test_an_unknown_name_is_refused_in_one_sentence(name: str, sentence: str) -> None:
    """Exit code 2, nothing on standard output, one line on standard error."""
    result = call(name)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"goanalyze: {sentence}")
    assert len(result.stderr.splitlines()) == 1


def test_a_wrong_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    """The message names file, ruleset and field, quotes the value and lists the accepted ones."""
    path = tmp_path / "mine.toml"
    path.write_text('[club]\nbase = "aga"\nseki = "stirct"', encoding="utf-8")
    result = call(path)
    assert result.exit_code == 2
    message = "[club] seki: 'stirct' is not a valid value. Expected none, eyes, strict"
    assert result.stderr == f"goanalyze: {path}: {message}\n"


def test_nothing_heavy_is_loaded() -> None:
    """The answer comes at once because no array library is imported."""
    code = (
        "import sys; from goanalyze.cli import app; app(['rules', 'aga'], standalone_mode=False); "
        "print('loaded:', *{'pyarrow', 'pandas', 'numpy', 'sgfmill'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].strip() == "loaded:"
