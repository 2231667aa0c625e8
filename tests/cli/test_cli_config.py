"""Options from a file, patterns of paths and codes by path."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goanalyze.cli import app
from goanalyze.cli.config import EXAMPLE

FAULT = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]RE[B+R]DT[2020-01-01];B[ee];W[ee])"  # GO101
FIELDS = (
    "inputs, include, exclude, encoding, variations, out, moves, resume, rulesets, komi, conventions, markup, dead, "
    "estimate, confirm, format, verbose, select, ignore, per-path-ignore, baseline, write-baseline, fail-on, jobs, "
    "executor, time-limit, memory-limit, shard"
)


def call(*arguments: object) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder below which there are games, two of them in an archive, all with the same fault."""
    monkeypatch.chdir(tmp_path)
    for name in ("games/new/a.sgf", "games/old/b.sgf", "games/c.SGF"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(FAULT)
    with zipfile.ZipFile(tmp_path / "games/d.zip", "w") as archive:
        archive.writestr("old/e.sgf", FAULT)
        archive.writestr("f.txt", FAULT)
    (tmp_path / ".git").mkdir()
    return tmp_path


def faulty(*arguments: object) -> list[str]:
    """Return the last names of the files in which a check reports GO101."""
    done = call("check", "--format", "jsonl", "--select", "GO101", *arguments)
    rows = map(json.loads, done.stdout.splitlines())
    return sorted((row["member"] or row["source"]).rpartition("/")[2] for row in rows)


@pytest.mark.parametrize(
    ("options", "left"),
    [
        ("--exclude old", "a.sgf c.SGF f.txt"),  # the folder, and that in the archive
        ("--exclude old/** --exclude *.txt", "a.sgf c.SGF"),
        ("--include *.sgf", "a.sgf b.sgf c.SGF e.sgf"),
        ("--include *.zip --exclude d.zip/old", "f.txt"),
        ("--include games/*/*.sgf", "a.sgf b.sgf"),
        ("--exclude *.zip", "a.sgf b.sgf c.SGF"),
        ("--include /games/?.sgf", "c.SGF"),
        ("--per-path-ignore old=GO1 --per-path-ignore /games/c.sgf=GO101,GO2", "a.sgf f.txt"),
        ("--per-path-ignore **=GO2", "a.sgf b.sgf c.SGF e.sgf f.txt"),
    ],
)
def test_patterns_are_of_paths_and_members(home: Path, options: str, left: str) -> None:
    """Include and exclude patterns and ignores per path apply to any spelling of the folder's path."""
    assert faulty("games", *options.split()) == left.split()
    assert faulty(home / "games", *options.split()) == left.split()


def test_what_is_named_by_itself_is_read_whatever_the_patterns(home: Path) -> None:
    """Patterns apply in folders and archives. A message says that no file remains."""
    assert faulty("games/old/b.sgf", "--exclude", "old", "--include", "*.txt") == ["b.sgf"]
    done = call("check", "games", "--exclude", "games")
    assert (done.exit_code, done.stderr) == (
        2,
        "goanalyze: The patterns of include and exclude leave nothing to be read.\n",
    )


def test_what_is_kept_depends_on_the_patterns(home: Path) -> None:
    """A shard with other selected members is another one: its key depends on the patterns (`batch.plan`)."""
    for options, left in (((), "e.sgf f.txt"), (("--exclude", "*.txt"), "e.sgf"), ((), "e.sgf f.txt")):
        assert faulty("games/d.zip", "-o", home / "out", *options) == left.split()


def test_ignored_by_path_is_neither_told_nor_counted(home: Path) -> None:
    """With ignores per path the exit code and the summary count the reported findings; tables have all."""
    call("check", "games", "-o", "out", "--per-path-ignore", "**=GO1")
    done = call("check", "games", "-o", "out", "--per-path-ignore", "games=GO1", "--format", "json")
    assert done.exit_code == 0
    assert "GO101" not in {row["code"] for row in json.loads(done.stdout)["findings"]}
    assert call("list", "out", "--select", "GO101").stdout.count("GO101") == 5


def test_options_come_from_the_nearest_file_and_the_command_line_wins(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is found in parent folders, its paths are relative to it, and a message names it."""
    (home / "goanalyze.toml").write_text('inputs = ["games"]\nexclude = ["old"]\nbaseline = "known"\n')
    call("check", "games/c.SGF", "--no-config", "--write-baseline", "known")
    assert faulty() == ["a.sgf", "f.txt"]
    monkeypatch.chdir(home / "games" / "new")
    assert faulty() == ["a.sgf", "f.txt"]
    assert faulty("--exclude", "*.zip") == ["a.sgf", "b.sgf"]
    assert faulty("a.sgf") == ["a.sgf"]
    told = "goanalyze: with the options of ../../goanalyze.toml\n"
    assert call("check", "--fail-on", "never").stderr == told
    assert call("check", "--no-config").exit_code == 2
    (home / "games" / "pyproject.toml").write_text('[tool.goanalyze]\ninputs = ["new"]\n')
    assert faulty() == ["a.sgf"]
    (home / "games" / "pyproject.toml").write_text("[project]\n[broken")  # somebody else's
    assert faulty() == ["a.sgf", "f.txt"]
    assert faulty("--config", "../../goanalyze.toml", "--include", "f.txt", "--exclude", "none") == ["f.txt"]
    (home / "games" / ".git").mkdir()
    assert "The inputs are missing" in call("check").stderr  # no further than the repository


def test_the_example_is_read(home: Path) -> None:
    """The example file in `goanalyze check --help`, with every key, works."""
    shown = call("check", "--help").stdout
    assert all(line.strip() in shown for line in EXAMPLE.splitlines())
    (home / "more.zip").write_bytes((home / "games/d.zip").read_bytes())
    (home / "club.toml").write_text('[club]\nbase = "aga"\n')
    call("check", "games/c.SGF", "--write-baseline", "known.txt")
    (home / "goanalyze.toml").write_text(EXAMPLE)
    assert faulty() == ["a.sgf"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("jbs = 1", f"jbs is not a valid field (did you mean jobs?). Expected {FIELDS}"),
        ("out = 7.5.2", "line 1, column 10: it is not valid TOML: expected newline or end of document"),
        ("jobs = 'many'", "jobs: 'many' is not a valid number. Expected an integer of at least 0"),
        ("jobs = -1", "jobs: '-1' is not a valid number. Expected an integer of at least 0"),
        ("jobs = true", "jobs: true is not a valid value. Expected one value"),
        ("shard = nan", "shard: 'nan' is not a valid number. Expected a number of at least 0.001"),
        ("fail-on = 'bad'", "fail-on: 'bad' is not a valid value. Expected error, warning, never"),
        ("moves = 'yes'", "moves: 'yes' is not a valid value. Expected true or false"),
        ("inputs = []", "inputs: a list is not a valid value. Expected text in quotes, or a list of such texts"),
        ("exclude = [1]", "exclude: a list is not a valid value. Expected text in quotes, or a list of such texts"),
        ("per-path-ignore = ['old']", "per-path-ignore: a list is not a valid value. Expected a table of patterns"),
        ("engine = 'rm -rf .'", "engine is for the command line only. Expected the option --engine"),
        ("overwrite = true", "overwrite is for the command line only. Expected the option --overwrite"),
    ],
)
def test_a_bad_file_of_options_is_one_sentence(home: Path, text: str, told: str) -> None:
    """Unknown keys and invalid values are refused. Options that run programs or remove data must be typed."""
    (home / "goanalyze.toml").write_text(text)
    done = call("check", "games", "-o", "out")
    assert done.exit_code == 2
    assert done.stderr.startswith(f"goanalyze: goanalyze.toml: {told}")
    assert done.stderr.count("\n") == 1
    assert not (home / "out").exists()


def test_a_file_of_options_that_is_not_there_is_one_sentence(home: Path) -> None:
    """A pyproject.toml without options for goanalyze is ignored."""
    (home / "pyproject.toml").write_text("[project]\n")
    done = call("check", "games", "--config", "none.toml")
    assert (done.exit_code, done.stderr) == (2, "goanalyze: none.toml is not found. Expected a TOML file\n")
    done = call("check", "games", "--config", "pyproject.toml")
    assert (done.exit_code, done.stderr) == (2, "goanalyze: pyproject.toml: it has no table [tool.goanalyze]\n")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--exclude", ""), "'' is not a valid pattern of paths. Expected one such as '*.sgf' or 'old/**'"),
        (("--per-path-ignore", "old"), "--per-path-ignore: 'old' does not name codes. Expected PATTERN=CODES, as"),
        (("--per-path-ignore", "old=GO7x"), "'GO7x' is not a valid code of a finding."),
        (("--per-path-ignore", "=GO7"), "'' is not a valid pattern of paths. Expected one such as"),
        (("--select", "", "."), "select: '' has no code. Expected codes"),
    ],
)
def test_a_bad_pattern_is_one_sentence(home: Path, options: tuple[str, ...], told: str) -> None:
    """Each error is one sentence, and nothing is written."""
    done = call("check", "games", "-o", "out", *options)
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"goanalyze: {told}")
    assert not (home / "out").exists()


def test_a_file_of_options_means_the_same_from_any_folder_below(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run from a subfolder continues the dataset whose inputs were given from the parent folder."""
    (home / "goanalyze.toml").write_text('inputs = ["."]\nout = "out"\ninclude = ["/games/new"]\nfail-on = "never"\n')
    assert call("check").exit_code == 0
    for folder in ("games/old", "games/new"):  # "." is another folder there, without games of the dataset and with them
        monkeypatch.chdir(home / folder)
        done = call("check")
        assert (done.exit_code, "1 game " in done.stdout) == (0, True), done.output
