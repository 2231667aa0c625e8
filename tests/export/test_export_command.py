"""The command ``goanalyze export``."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.check_runs import record, write_zip
from rich.cells import cell_len

import goanalyze as ga
import goanalyze.export.export as going
from goanalyze.archives.address import quoted
from goanalyze.cli import app
from goanalyze.export.log import read_log

BROKEN = b"(;SiZe[9]KM[375]PB[one];B[ee];W[ee];W[bb"
LOG = "export-log.csv"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Return a dataset of a folder with a broken record, twelve good ones, and an archive in a folder."""
    return dataset(tmp_path)


@pytest.fixture(scope="module")
def steady(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the same for tests that change nothing."""
    return dataset(tmp_path_factory.mktemp("steady"))


def dataset(tmp_path: Path) -> Path:
    """Make the folder, and check it."""
    (tmp_path / "games" / "deep").mkdir(parents=True)
    (tmp_path / "games" / "broken.sgf").write_bytes(BROKEN)
    for number in range(12):
        (tmp_path / "games" / f"good-{number:02}.sgf").write_bytes(record(number))
    write_zip(tmp_path / "games" / "deep" / "a.zip", [("x.sgf", record(20))])
    command = ["check", str(tmp_path / "games"), "-o", str(tmp_path / "out"), "--estimate", "never", "--jobs", "1"]
    assert CliRunner().invoke(app, command).exit_code == 1
    return tmp_path / "out"


def run(*arguments: object) -> tuple[int, str, str]:
    """Run the command; return exit code, output and errors."""
    done = CliRunner().invoke(app, ["export", *map(str, arguments)], env={"COLUMNS": "80"})
    return done.exit_code, done.stdout, done.stderr


def test_nothing_is_written_without_yes(out: Path, tmp_path: Path) -> None:
    """A dry run prints the first files and the sums; `--yes` does the same work."""
    code, text, errors = run(out, "--to", tmp_path / "to", "--clean", "--severity", "error")
    assert (code, errors) == (0, "")
    assert "  good-00.sgf" in text.splitlines()
    assert "13 games in 13 files (" in text
    assert "… and 3 more files" in text
    assert text.endswith("Nothing is written yet. Repeat the command with --yes.\n")
    assert not (tmp_path / "to").exists()
    code, text, errors = run(out, "--to", tmp_path / "to", "--clean", "--severity", "error", "--yes")
    assert (code, errors, len(list((tmp_path / "to").rglob("*.sgf")))) == (0, "", 13)
    assert f"  goanalyze export --undo {quoted(f'{tmp_path}/to/{LOG}')}\n" in text


def test_undoing_asks_too(out: Path, tmp_path: Path) -> None:
    """The log undoes an export, and that is a dry run without `--yes`, too."""
    run(out, "--to", tmp_path / "to", "--move", "--yes")
    assert not (tmp_path / "games" / "broken.sgf").exists()
    code, text, errors = run("--undo", tmp_path / "to" / LOG)
    assert (code, errors) == (0, "")
    assert "13 files would be moved back, 1 copy would be deleted." in text
    assert not (tmp_path / "games" / "broken.sgf").exists()
    assert run("--undo", tmp_path / "to", "--yes") == (0, "\n13 files moved back, 1 copy deleted.\n", "")
    assert (tmp_path / "games" / "broken.sgf").read_bytes() == BROKEN
    assert not list((tmp_path / "to").iterdir())


def test_no_line_is_broken_at_80_columns(out: Path, tmp_path: Path) -> None:
    """Only a line with an address or a path may be longer than 80 columns, and it is not broken."""
    run(out, "--to", tmp_path / "to", "--yes")
    for arguments in (("--move",), ("--repair", "--annotate"), ("--clean", "--severity", "error"), ()):
        _, text, _ = run(out, "--to", tmp_path / "to", *arguments)
        assert [line for line in text.splitlines() if cell_len(line) > 80 and str(tmp_path) not in line] == []


def test_a_repaired_file_is_written_and_its_changes_are_in_the_log(out: Path, tmp_path: Path) -> None:
    """`export --repair` writes valid FF[4] and logs the changes. The original stays."""
    code, text, errors = run(out, f"{tmp_path}/games/broken.sgf", "--to", tmp_path / "to", "--repair", "--yes")
    assert (code, errors) == (0, "")
    assert "repaired 1" in " ".join(text.split())
    assert (tmp_path / "games" / "broken.sgf").read_bytes() == BROKEN
    (entry,) = read_log(tmp_path / "to" / LOG)
    assert entry.done == "repaired"
    assert {"GO302", "GO303", "GO306"} <= set(entry.changes.replace(":", " ").split())
    old, new = (ga.check(tmp_path / name / "broken.sgf", estimate="never") for name in ("games", "to"))
    assert {"GO302", "GO303", "GO306"} & set(new.findings.code) == set()
    assert new.games.moves[0].tolist() == old.games.moves[0].tolist()
    run(out, f"{tmp_path}/games/broken.sgf", "--to", tmp_path / "less", "--repair", "--drop-illegal", "--yes")
    assert ga.check(tmp_path / "less", estimate="never").games.move_count[0] == old.games.move_count[0] - 1


WRONG: list[tuple[str, Callable[[Path], list[str]], str]] = [
    ("nothing named", lambda _: ["{out}"], "Expected: goanalyze export OUT --to DIR"),
    ("no dataset", lambda _: ["{tmp}/none", "--to", "{tmp}/to"], "was not found"),
    ("selecting nothing", lambda _: ["{out}", "--to", "{tmp}/to", "--select", "GO202"], "no game chosen has such a"),
    ("no code", lambda _: ["{out}", "--to", "{tmp}/to", "--select", "GO99"], "is not a valid code of a finding"),
    (
        "milder only",
        lambda _: ["{out}", "--to", "{tmp}/to", "--select", "GO013", "--severity", "error"],
        "lower severity",
    ),
    ("all bad", lambda _: ["{out}", "{tmp}/games/broken.sgf", "--to", "{tmp}/to", "--clean"], "every game chosen has"),
    ("no copies", lambda _: ["{out}", "--to", "{tmp}/to", "--dups", "only"], "no game chosen is a copy"),
    ("nowhere", lambda _: ["{out}", "{tmp}/games/nowhere.sgf", "--to", "{tmp}/to"], "is not a file of the dataset"),
    ("its own source", lambda _: ["{out}", "--to", "{tmp}/games"], "is or contains the folder of"),
    ("around its source", lambda _: ["{out}", "--to", "{tmp}"], "contains"),
    ("in a folder that was checked", lambda _: ["{out}", "--to", "{tmp}/games/to"], "the next check would include it"),
    ("deep in it", lambda _: ["{out}", "--to", "{tmp}/games/deep/to"], "the next check would"),
    ("by a link", lambda tmp: [(tmp / "a").symlink_to(tmp / "games"), "{out}", "--to", "{tmp}/a/x"][1:], "is in"),
    ("in the dataset", lambda _: ["{out}", "--to", "{out}/to"], "is in the dataset"),
    ("a file", lambda _: ["{out}", "--to", "{tmp}/games/broken.sgf"], "is a file"),
    ("below a file", lambda _: ["{out}", "--to", "{tmp}/games/broken.sgf/to"], "is a file"),
    ("in a bucket", lambda _: ["{out}", "--to", "s3://games/to"], "is not on this machine"),
    ("moved and repaired", lambda _: ["{out}", "--to", "{tmp}/to", "--move", "--repair"], "exclude each other"),
    ("drop without repair", lambda _: ["{out}", "--to", "{tmp}/to", "--drop-illegal"], "require --repair"),
    ("no root", lambda _: ["{out}", "--to", "{tmp}/to", "--root", "{tmp}/nowhere"], "Expected --root FOLDER"),
    ("undo and more", lambda _: ["{out}", "--undo", "{tmp}/to"], "--undo takes only the log"),
    ("no log", lambda _: ["--undo", "{tmp}/games"], "is not found"),
    ("another log", lambda _: ["--undo", "{tmp}/games/broken.sgf"], "is not a log of an export"),
]


@pytest.mark.parametrize(("arguments", "told"), [each[1:] for each in WRONG], ids=[each[0] for each in WRONG])
def test_what_cannot_be_is_one_sentence(steady: Path, arguments: Callable[[Path], list[str]], told: str) -> None:
    """One sentence and exit code 2 each, nothing half done, nothing lost."""
    place = steady.parent
    filled = [str(each).replace("{out}", str(steady)).replace("{tmp}", str(place)) for each in arguments(place)]
    before = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    code, text, errors = run(*filled, "--yes")
    assert (code, text, errors.count("\n")) == (2, "", 1), errors
    assert errors.startswith("goanalyze: ")
    assert told in errors
    assert {path: path.read_bytes() for path in place.rglob("*") if path.is_file()} == before


def test_a_folder_that_may_not_be_written_is_told_before_all(
    out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is tried first, also in a dry run."""
    monkeypatch.setattr(os, "access", lambda path, mode: not (mode & os.W_OK and Path(path) == tmp_path))
    code, text, errors = run(out, "--to", tmp_path / "to")
    assert (code, text) == (2, "")
    assert errors == f"goanalyze: {str(tmp_path)!r} cannot be written. Expected another folder after --to\n"


def test_an_interrupt_says_what_is_done(out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 130; finished work is in the log, and the same command continues."""
    real, called = going.write_new, []

    def write_new(*arguments: object, **named: object) -> None:
        called.append(arguments)
        if len(called) == 3:
            raise KeyboardInterrupt
        real(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(going, "write_new", write_new)
    code, _, errors = run(out, "--to", tmp_path / "to", "--yes")
    assert code == 130
    log = f"{tmp_path}/to/{LOG}"
    assert errors == (
        f"goanalyze: interrupted; 2 files exported before, all in {log!r}: the same command goes on, "
        f"goanalyze export --undo {quoted(log)} undoes them\n"
    )
    assert len(list(read_log(tmp_path / "to" / LOG))) == 2
    monkeypatch.undo()
    code, text, _ = run(out, "--to", tmp_path / "to", "--yes")
    assert code == 0
    assert "12 games in 12 files" in text
    assert "unchanged since an earlier export 2" in " ".join(text.split())


def test_a_source_that_is_gone_is_told_and_the_rest_exported(out: Path, tmp_path: Path) -> None:
    """The first five have a sentence each, and the exit code is 2."""
    for number in range(7):
        (tmp_path / "games" / f"good-{number:02}.sgf").unlink()
    code, _, errors = run(out, "--to", tmp_path / "to", "--yes")
    lines = errors.splitlines()
    assert (code, len(lines)) == (2, 7)
    assert lines[-2:] == ["goanalyze: 2 more not exported", "goanalyze: not all was exported; the rest is done"]
    assert len(list((tmp_path / "to").rglob("*.sgf"))) == 7


def test_the_tables_are_as_before(out: Path, tmp_path: Path) -> None:
    """An export reads the dataset and changes nothing in it: not even duplicates that it had to look for."""
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    run(out, "--to", tmp_path / "to", "--dups", "drop", "--yes")
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before
