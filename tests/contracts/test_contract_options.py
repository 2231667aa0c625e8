"""Each option of a check is reached by command, TOML and Python, and gives the same rows."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import pytest
from helpers.contracts import COUNTED, FINDINGS, all_rows, run, write_folder

import goanalyze as ga

NAMES = ("files", "games", "findings", "counts", "outcomes", "audit", "rulesets", "conventions")
RECORDS = {
    "a.sgf": COUNTED,
    "b.sgf": (FINDINGS / "go511-two-eyes-marked-dead.sgf").read_text(encoding="utf-8"),
    "c.sgf": "(;SZ[5];B[bb](;W[cc];B[cd])(;W[bb]))",
    "old/d.txt": "(;SZ[9]PB[\u00e9];B[aa])",
}
VALUES: dict[str, Any] = {
    "moves": True,
    "variations": True,
    "rulesets": "japanese,aga",
    "komi": 7.5,
    "conventions": "apply",
    "markup": "ignore",
    "estimate": "never",
    "confirm": "safe",
    "include": "*.sgf",
    "exclude": "old/**",
    "encoding": "latin-1",
    "jobs": 1,
    "executor": "serial",
    "shard": 0.5,
    "time_limit": 30,
    "memory_limit": 900,
    "dead": "dead.csv",
}
"""A value of each option that may change rows, or the way in which they are computed."""
OTHERS = {"paths", "progress", "out", "overwrite", "resume", "engine", "scheduler"}
"""Inputs and output, and options with contracts of their own."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a working folder with records and a list of dead stones."""
    write_folder(tmp_path / "games", {name: text.encode("latin-1") for name, text in RECORDS.items()})
    (tmp_path / "dead.csv").write_text("source,dead\ngames/a.sgf,C3\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_option_has_a_value_here() -> None:
    """The arguments of `ga.check` are those of this contract, and no other."""
    assert set(inspect.signature(ga.check).parameters) == VALUES.keys() | OTHERS


@pytest.mark.parametrize("name", VALUES)
def test_an_option_is_the_same_by_command_file_and_python(name: str, folder: Path) -> None:
    """The rows of `ga.check`, of the command and of a goanalyze.toml are equal, and so are the recorded options."""
    value, option = VALUES[name], f"--{name.replace('_', '-')}"
    tables = ga.check("games", out="python", **{name: value})
    typed = [option] if value is True else [option, value]
    command = run("check", "games", "-o", "command", "--fail-on", "never", *typed)
    Path("options.toml").write_text(f"{option[2:]} = {json.dumps(value)}\n", encoding="utf-8")
    by_file = run("check", "games", "-o", "toml", "--fail-on", "never", "--config", "options.toml")
    assert (command.exit_code, by_file.exit_code) == (0, 0), command.stderr + by_file.stderr
    names = NAMES + ("moves",) * (name == "moves") + ("chains",) * (name == "confirm")
    expected = all_rows(tables, names=names)
    facts = json.loads(Path("python/_SUCCESS.json").read_text())["options"]
    for other in ("command", "toml"):
        assert all_rows(ga.open(other), names=names) == expected
        assert json.loads(Path(other, "_SUCCESS.json").read_text())["options"] == facts


@pytest.mark.parametrize(
    "name", ["variations", "rulesets", "komi", "markup", "estimate", "include", "exclude", "encoding", "dead"]
)
def test_an_option_has_an_effect(name: str, folder: Path) -> None:
    """Rows differ from those without the option."""
    assert all_rows(ga.check("games", jobs=1, **{name: VALUES[name]}), names=NAMES) != all_rows(
        ga.check("games", jobs=1), names=NAMES
    )


@pytest.mark.parametrize("name", sorted(OTHERS - {"paths", "progress"}))
def test_a_value_of_a_wrong_type_is_refused_in_one_sentence(name: str, folder: Path) -> None:
    """The options of outputs and of other programs are refused in Python as the others are."""
    with pytest.raises(ga.GoAnalyzeError) as caught:
        ga.check("games", **{name: 7})
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(f"{name}: ")


@pytest.mark.parametrize("name", VALUES)
def test_a_wrong_value_is_refused_in_one_sentence(name: str, folder: Path) -> None:
    """Command, TOML and Python name the option and the value, and nothing is read or written."""
    wrong: Any = [["no such value"]] if name in {"include", "exclude"} else "no such value"
    option = name.replace("_", "-")
    with pytest.raises(ga.GoAnalyzeError) as caught:
        ga.check("games", out="python", **{name: wrong})
    assert "\n" not in str(caught.value)
    Path("options.toml").write_text(f"{option} = {json.dumps(wrong)}\n", encoding="utf-8")
    by_file = run("check", "games", "-o", "toml", "--config", "options.toml")
    refused = [by_file]
    if name not in {"include", "exclude", "moves", "variations"}:  # texts, and flags, whose value is not typed
        refused.append(run("check", "games", "-o", "command", f"--{option}", wrong))
    for result in refused:
        assert (result.exit_code, result.stdout) == (2, "")
        assert ("no such value" in result.stderr.splitlines()[-1]) == (name not in {"include", "exclude"})
    assert not any(Path(out).exists() for out in ("python", "toml", "command"))
