"""Commands on datasets take archives, too, and check them into the cache once."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goanalyze.cli import app
from goanalyze.cli.dataset_input import cache_folder

FINDINGS = Path(__file__).parents[2] / "data" / "sample" / "findings"
FAULTY = FINDINGS / "go101-point-occupied.sgf"
CLEAN = FINDINGS / "good-9x9-wmsg-example.sgf"


def call(*arguments: object) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own for each test."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "cache"))
    return cache_folder()


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with two games."""
    folder = tmp_path / "games"
    folder.mkdir()
    for path in (FAULTY, CLEAN):
        (folder / path.name).write_bytes(path.read_bytes())
    return folder


def test_an_archive_is_checked_once(games: Path, cache: Path) -> None:
    """The first call checks all games, the second none, and a change only its game; each says so in one line."""
    first, second = call("list", games, "--format", "json"), call("list", games, "--format", "json")
    assert "goanalyze: checked 2 games; kept in " in first.stderr
    assert "goanalyze: 2 games of an earlier check, from " in second.stderr
    assert json.loads(first.stdout) == json.loads(second.stdout)
    (games / "third.sgf").write_bytes(FAULTY.read_bytes())
    third = call("list", games, "--format", "json")
    assert len(json.loads(third.stdout)) > len(json.loads(first.stdout))
    assert len(list(cache.iterdir())) == 1


def test_other_inputs_have_their_own_dataset(games: Path, cache: Path) -> None:
    """The cache has a folder for each list of inputs."""
    call("list", games)
    call("list", games / FAULTY.name, games / CLEAN.name)
    assert len(list(cache.iterdir())) == 2


@pytest.mark.parametrize("command", ["compare", "list", "dups"])
def test_the_answer_is_that_of_a_dataset(games: Path, tmp_path: Path, cache: Path, command: str) -> None:
    """A command on an archive prints the text that it prints of a dataset of the archive."""
    call("check", games, "-o", tmp_path / "out")
    ours, theirs = call(command, games), call(command, tmp_path / "out")
    assert ours.exit_code == theirs.exit_code
    names = [*map(str, cache.iterdir()), str(games), str(tmp_path / "out")]  # of datasets and of the archive
    texts = [re.sub("|".join(map(re.escape, names)), "X", result.stdout).split() for result in (ours, theirs)]
    assert texts[0] == texts[1]


def test_a_dataset_is_the_only_input(games: Path, tmp_path: Path) -> None:
    """A dataset next to other inputs, standard input and a missing path are refused in one sentence."""
    call("check", games, "-o", tmp_path / "out")
    for arguments, message in (
        ((tmp_path / "out", games), "must be the only input"),
        (("-",), "Standard input cannot be read twice"),
        ((tmp_path / "gone",), "was not found"),
    ):
        result = call("list", *arguments)
        assert (result.exit_code, message in result.stderr, result.stdout) == (2, True, "")


def test_environments_and_own_outputs_are_not_read(games: Path, tmp_path: Path) -> None:
    """A check of a folder leaves out packages, datasets and exports inside it, and says so; named ones are read."""
    for name in ("venv", "node_modules"):
        (games / name).mkdir()
        (games / name / "a.sgf").write_bytes(FAULTY.read_bytes())
    call("check", games, "-o", games / "out")
    result = call("check", games, "--format", "json")
    assert json.loads(result.stdout)["files"] == 2
    assert "goanalyze: not read: " in result.stderr
    assert all(name in result.stderr for name in ("venv", "node_modules", "out"))
    assert json.loads(call("check", games / "venv", "--format", "json").stdout)["files"] == 1


def test_a_game_has_its_number(games: Path, tmp_path: Path) -> None:
    """`show` lists the games of a dataset, and shows one by the number that the list and `list` print."""
    call("check", games, "-o", tmp_path / "out")
    listed = call("show", tmp_path / "out").stdout
    assert FAULTY.name in listed
    assert CLEAN.name in listed
    number = next(line.split()[0] for line in listed.splitlines() if "Ada" in line)
    assert "GO101 error: move 6" in call("show", tmp_path / "out", f"{number}@6").stdout
    assert f"{number}@6" in call("list", tmp_path / "out", "--by", "code").stdout
    for text in ("0", "x", "3", "1@9999"):
        assert call("show", tmp_path / "out", text).exit_code == 2


@pytest.mark.parametrize("name", ["export-log.csv", "_SUCCESS.json", "_manifest.jsonl", "pyvenv.cfg"])
def test_a_name_alone_leaves_no_folder_out(games: Path, name: str) -> None:
    """A record with the name of a file of environments, datasets or exports does not hide the folder around it."""
    (games / "inner").mkdir()
    (games / "inner" / name).write_bytes(FAULTY.read_bytes())
    result = call("check", games, "--format", "json")
    assert (json.loads(result.stdout)["games"], "not read" in result.stderr) == (3, False)


def test_own_exports_are_left_out_by_their_log(games: Path) -> None:
    """A check does not read an export in its folder, whose files would be copies."""
    call("export", games, "--to", games.parent / "copy", "--yes")
    (games.parent / "copy").rename(games / "copy")
    assert (games / "copy" / "export-log.csv").is_file()
    assert json.loads(call("check", games, "--format", "json").stdout)["games"] == 2


def test_the_cache_loses_what_is_not_used(games: Path, cache: Path) -> None:
    """A dataset that no call has used for 30 days is deleted when another is made; a used one stays."""
    call("list", games)
    (unused,) = cache.iterdir()
    for is_used in (True, False):
        month = time.time() - 31 * 24 * 3600
        os.utime(unused, (month, month))
        if is_used:
            call("list", games)
        call("list", games / (FAULTY if is_used else CLEAN).name)
        assert unused.exists() is is_used
    assert len(list(cache.iterdir())) == 2


@pytest.mark.parametrize("command", ["conventions", "dups", "compare", "export"])
def test_commands_name_the_inputs_and_not_the_cache(games: Path, cache: Path, tmp_path: Path, command: str) -> None:
    """Commands that are printed for an archive name the archive, which is never the folder that a check writes to."""
    target = ["--to", tmp_path / "copy", "--root", tmp_path] if command == "export" else []
    (games / "copy.sgf").write_bytes(FAULTY.read_bytes())
    printed = [line for line in call(command, games, *target).stdout.splitlines() if line.startswith("  goanalyze ")]
    assert not any(str(cache) in line or f"-o {games}" in line for line in printed)
    assert all(str(games) in line for line in printed if not line.startswith("  goanalyze show"))


def test_a_cache_that_cannot_be_made_is_one_sentence(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a place for the cache, a command names the way around it."""
    (tmp_path / "file").touch()
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "file"))
    result = call("compare", games)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cannot be used" in result.stderr
    assert result.stderr.endswith("Expected a dataset of: goanalyze check PATH -o OUT\n")


def test_a_folder_shows_its_first_game_and_how_to_see_the_next(games: Path) -> None:
    """`show` of several games names the command for the second; of one game, or of a numbered one, it does not."""
    result = call("show", games)
    command = result.stderr.partition("for the second: goanalyze ")[2].split()
    assert (result.exit_code, command) == (0, ["show", str(games), "2"])
    assert call(*command).stdout != result.stdout
    assert all(call(*arguments).stderr == "" for arguments in (command, ["show", FAULTY]))


def test_a_dataset_is_not_checked(games: Path, tmp_path: Path) -> None:
    """A check of a dataset names the command for its findings, and suggests no further check."""
    call("check", games, "-o", tmp_path / "out")
    result = call("check", tmp_path / "out")
    assert (result.exit_code, "-o out" in result.stdout) == (2, False)
    assert result.stderr.endswith(f"The findings of the dataset: goanalyze list {tmp_path / 'out'}\n")


def test_a_folder_of_the_user_is_no_output(games: Path) -> None:
    """A check into a folder with other files is refused, and never advises to remove them."""
    before = sorted(games.iterdir())
    result = call("check", games, "-o", games)
    assert (result.exit_code, sorted(games.iterdir()), "remove" in result.stderr) == (2, before, False)
    assert "which is not part of a dataset. Nothing was replaced" in result.stderr
