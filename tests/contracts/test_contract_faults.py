"""Wrong input is refused in one sentence: an exception of the library, and exit code 2 of a command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.contracts import run

import goanalyze as ga

COMMANDS = {
    "check": ("no-such",),
    "list": ("no-such",),
    "show": ("no-such",),
    "compare": ("no-such",),
    "dups": ("no-such",),
    "export": ("no-such", "--to", "new"),
    "report": ("no-such",),
    "conventions": ("no-such",),
    "compact": ("no-such",),
    "rules": ("no-such",),
    "explain": ("GO999",),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_missing_input_is_one_sentence(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 2, nothing on standard output, one line on standard error that names the input; no file is written."""
    monkeypatch.chdir(tmp_path)
    result = run(command, *COMMANDS[command])
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1), result.stderr
    assert result.stderr.startswith("goanalyze: ")
    assert COMMANDS[command][0] in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["list", "compare", "dups", "report", "show", "conventions", "compact"])
def test_a_damaged_dataset_is_one_sentence(command: str, dataset: Path, tmp_path: Path) -> None:
    """A dataset without its tables is refused, and nothing is repaired in silence."""
    broken = tmp_path / "out"
    broken.mkdir()
    (broken / "_SUCCESS.json").write_text((dataset / "_SUCCESS.json").read_text())
    result = run(command, broken)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


WRONG: dict[str, Callable[[], object]] = {
    "ruleset": lambda: ga.find_ruleset("no such"),
    "text": lambda: ga.loads("no record"),
    "dataset": lambda: ga.open("no-such"),
    "input": lambda: ga.check("no-such"),
    "inputs": lambda: ga.check([]),
    "games": lambda: list(ga.read("no-such")),
    "charset": lambda: ga.check(".", encoding="no such"),
    "board": lambda: ga.Board(53),
    "point": lambda: ga.Board(9).play("Z99"),
    "move": lambda: ga.Board.from_rows(["X.", ".."]).play("A2"),
    "undo": lambda: ga.Board(9).undo(),
    "verdicts": lambda: ga.loads("(;SZ[9];B[aa])").replay().verdicts("no such"),
    "position": lambda: ga.loads("(;SZ[9];B[aa])").replay().position(2),
    "outcome": lambda: ga.loads("(;SZ[9];B[aa])").outcome("no such"),
    "GTP": lambda: ga.from_gtp("I5", 9, 9),
    "SGF": lambda: ga.from_sgf("a", 9, 9),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_argument_is_an_exception_of_the_library(name: str) -> None:
    """It is a `GoAnalyzeError` with a sentence in one line that ends without a stray quotation."""
    with pytest.raises(ga.GoAnalyzeError) as caught:
        WRONG[name]()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value).split()) > 3
    assert str(caught.value)[0].isprintable()


def test_one_unreadable_file_costs_no_other(archive: Path, tables: ga.Tables, tmp_path: Path) -> None:
    """Damaged archives and files without a game are rows of the table files; the other games are checked."""
    for path in archive.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "broken.zip").write_bytes(b"PK\3\4 no zip")
    (tmp_path / "broken.7z").write_bytes(b"7z\xbc\xaf\x27\x1c no 7z")
    checked = ga.check(tmp_path, jobs=1)
    assert len(checked.games) == len(tables.games)
    assert sorted(Path(source).name for source in checked.files.source[checked.files.status != "ok"])[:2] == [
        "broken.7z",
        "broken.zip",
    ]
