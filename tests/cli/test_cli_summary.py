"""The summary of `goanalyze check` for people, and the next commands."""

from __future__ import annotations

import json
import shlex
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goanalyze.cli import app

FINDINGS = Path(__file__).parents[2] / "data" / "sample" / "findings"
CLEAN = FINDINGS / "good-9x9-wmsg-example.sgf"
FAULTY = FINDINGS / "go101-point-occupied.sgf"


def call(*arguments: object) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def commands_of(result: Result) -> list[list[str]]:
    """Return the words of the commands that a summary ends with, as a shell reads them."""
    return [shlex.split(line)[1:] for line in result.stdout.partition("What next?\n")[2].splitlines()]


@pytest.mark.parametrize("name", ["it's #2 @7!.sgf", "two words.zip"])
@pytest.mark.parametrize("is_written", [True, False])
def test_the_next_commands_can_be_copied(tmp_path: Path, name: str, *, is_written: bool) -> None:
    """The printed next commands fit the findings, and are quoted for the shell, with any characters in names."""
    (tmp_path / "clean.sgf").write_bytes(CLEAN.read_bytes())
    if name.endswith(".zip"):
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            archive.write(FAULTY, "a b!#1.sgf")
    else:
        (tmp_path / name).write_bytes(FAULTY.read_bytes())
    given = ["-o", tmp_path / "out here"] if is_written else []
    commands = commands_of(call("check", tmp_path, *given))
    assert [words[0] for words in commands] == (
        ["list", "show", "export", "compare", "report"] if is_written else ["show", "explain", "check"]
    )
    for words in commands:
        page = {"report": ["-o", tmp_path / "page.html"], "check": ["-o", tmp_path / "other"]}.get(words[0], [])
        page += ["--root", tmp_path] if words[0] == "export" else []
        result = call(*words[: -2 if words[0] == "check" else None], *page)
        assert result.exit_code in (0, 1), (words, result.output)
    assert "\n6. W E5 " in call(*next(words for words in commands if words[0] == "show")).stdout


def test_a_good_file_is_a_few_lines() -> None:
    """The summary of one good file has no warnings: its size, no findings, and the command that shows it."""
    lines = call("check", CLEAN).stdout.splitlines()
    assert lines[1:] == [
        "Findings  none",
        "Results   1 of 1 recorded count exact",
        "What next?",
        f"  goanalyze show {CLEAN}",
    ]


def test_games_are_games_and_files_are_files(tmp_path: Path) -> None:
    """The table of findings says games only for games, files for files; nothing of it is lost without -v."""
    (tmp_path / "no-game.sgf").write_text("nothing")
    (tmp_path / "faulty.sgf").write_bytes(FAULTY.read_bytes())
    (found, other) = json.loads(call("check", tmp_path, "--select", "GO101,GO003", "--format", "json").stdout)[
        "findings"
    ]
    assert (found["code"], found["games"], found["files"]) == ("GO101", 1, 0)
    assert (other["code"], other["games"], other["files"]) == ("GO003", 0, 1)
    text = call("check", tmp_path, "--select", "GO101,GO003", "-v").stdout
    assert "Not read  1 file without a game: GO003 no game found\n" in text
    assert "Errors    GO101 point occupied, 1 game\n" in text
    table = text.partition("\ncode ")[2].partition("\n\n")[0]
    rows = {line.split()[0]: line.split()[1:4] for line in table.splitlines() if line.startswith("GO")}
    assert rows == {"GO101": ["1", "1", "–"], "GO003": ["1", "–", "1"]}


def test_illegal_games_are_counted_by_what_forbids_them(tmp_path: Path) -> None:
    """One definition: games with a move that every ruleset forbids, and others with a move that some forbid."""
    (tmp_path / "all.sgf").write_bytes(FAULTY.read_bytes())
    for name, ruleset in (("a", "RU[Japanese]"), ("b", "RU[NZ]"), ("c", "")):
        # suicide of two stones, which New Zealand allows and Japan does not
        (tmp_path / f"{name}.sgf").write_text(f"(;SZ[5]{ruleset}AW[ca][bb][ab]AB[aa]PL[B];B[ba])")
    assert "Illegal   1 game has a move that every ruleset forbids; 3 more only some" in call("check", tmp_path).stdout
    data = json.loads(call("check", tmp_path, "--format", "json").stdout)
    assert data["games_with_a_move_that_every_ruleset_forbids"] == 1
    assert data["other_games_with_a_move_that_some_rulesets_forbid"] == 3


def test_what_changed_comes_first(tmp_path: Path) -> None:
    """Since the last run: +3 GO101, −1 file."""
    base = tmp_path / "base.json"
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.sgf").write_bytes(CLEAN.read_bytes())
    call("check", tmp_path / "in", "--write-baseline", base)
    (tmp_path / "in" / "a.sgf").unlink()
    (tmp_path / "in" / "b.sgf").write_bytes(FAULTY.read_bytes())
    lines = call("check", tmp_path / "in", "--baseline", base).stdout.splitlines()
    assert lines[1].startswith("Since  ")
    assert "the last run: +1 GO" in lines[1]
    assert "+1 GO101" in lines[1]
    assert lines[1].endswith("+1 file, −1 file")


def test_copies_are_suggested_where_there_are_any(tmp_path: Path) -> None:
    """`dups` is among the next commands of a dataset if two of its games are the same game, and else not."""
    (tmp_path / "games").mkdir()
    game = CLEAN.parents[1] / "gnugo" / "009x009-chinese-0022.sgf"
    for number in (1, 2):
        (tmp_path / "games" / f"{number}.sgf").write_bytes(game.read_bytes())
        words = [words[0] for words in commands_of(call("check", tmp_path / "games", "-o", tmp_path / "out"))]
        assert ("dups" in words) is (number == 2)


def test_games_without_moves_are_no_copies(tmp_path: Path) -> None:
    """Records of other games and equal problems have no moves to compare, and do not end a check of a dataset."""
    (tmp_path / "games").mkdir()
    for number, text in enumerate(("(;GM[2]SZ[8])", "(;GM[2]SZ[8])", "(;SZ[9]AB[aa])", "(;SZ[9]AB[aa])")):
        (tmp_path / "games" / f"{number}.sgf").write_text(text)
    result = call("check", tmp_path / "games", "-o", tmp_path / "out")
    assert (result.exit_code in (0, 1), result.exception is None or isinstance(result.exception, SystemExit)) == (
        True,
        True,
    )
    assert "dups" not in [words[0] for words in commands_of(result)]
