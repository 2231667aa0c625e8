"""Exported, written and repaired records are the same games."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.contracts import all_rows, games, records, ruleset_ids, run

import goanalyze as ga

PLAYED = (
    "board_width",
    "board_height",
    "move_count",
    "moves",
    "setup",
    "komi",
    "handicap",
    "ruleset",
    "result_winner",
    "result_margin",
    "black_player",
    "white_player",
)


def played(tables: ga.Tables) -> list[str]:
    """Return the facts of all games, in no order."""
    return sorted(str([row[name] for name in PLAYED]) for row in tables.arrow("games").to_pylist())


def test_exported_games_are_the_games_of_the_dataset(dataset: Path, tables: ga.Tables, tmp_path: Path) -> None:
    """All files with games are copied; a check of the copies gives the same rows."""
    before = {path.name: path.read_bytes() for path in (dataset.parent / "games").iterdir()}
    done = run("export", dataset, "--to", tmp_path / "new", "--yes")
    assert done.exit_code == 0, done.stderr
    again = ga.check(tmp_path / "new", jobs=1, exclude=["*.jsonl", "*.json", "*.csv"])
    assert played(again) == played(tables)
    assert before == {path.name: path.read_bytes() for path in (dataset.parent / "games").iterdir()}


def test_repaired_games_are_the_games_of_the_dataset(dataset: Path, tables: ga.Tables, tmp_path: Path) -> None:
    """Repaired records are valid FF[4] in UTF-8 with the same moves, and give no finding that a repair mends."""
    done = run("export", dataset, "--to", tmp_path / "new", "--repair", "--yes")
    assert done.exit_code == 0, done.stderr
    again = ga.check(tmp_path / "new", jobs=1, include=["*.sgf"])
    assert len(again.games) == len(tables.games)
    assert set(again.files.encoding) == {"utf-8"}
    assert not again.findings.code.str.startswith("GO30").any()


def test_a_plan_writes_nothing(dataset: Path, tmp_path: Path) -> None:
    """Without ``--yes`` the files are listed."""
    assert run("export", dataset, "--to", tmp_path / "new").exit_code == 0
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("options", [("--select", "GO2"), ("--clean",), ("--severity", "error")])
def test_selected_games_have_the_findings(
    options: tuple[str, ...], dataset: Path, tables: ga.Tables, tmp_path: Path
) -> None:
    """The chosen files are those whose games have a finding of the selection, or none."""
    assert run("export", dataset, "--to", tmp_path / "new", "--yes", *options).exit_code == 0
    copied = {
        path.name for path in (tmp_path / "new").rglob("*") if path.suffix in {".sgf", ".gib", ".ngf", ".ugf", ".ugi"}
    }
    findings = tables.findings[tables.findings.game_id.notna()]
    if options[0] == "--select":
        findings = findings[findings.code.str.startswith("GO2")]
    if options[0] == "--severity":
        findings = findings[findings.severity == "error"]
    have = {Path(source).name for source in findings.source}
    everything = {Path(source).name for source in tables.games.source}
    assert copied == (everything - have if options[0] == "--clean" else have)


def test_a_log_undoes_an_export(dataset: Path, tmp_path: Path) -> None:
    """`export --undo` removes the files of an export."""
    assert run("export", dataset, "--to", tmp_path / "new", "--yes").exit_code == 0
    assert any((tmp_path / "new").rglob("*.sgf"))
    assert run("export", "--undo", tmp_path / "new", "--yes").exit_code == 0
    assert not any((tmp_path / "new").rglob("*.sgf"))


def test_written_records_are_the_same_games() -> None:
    """`Game.to_sgf` and the tree of a game give the same moves, positions, results and verdicts again."""
    for game in games(records().values()):
        if not game.replay().has_board:
            continue
        for text in (game.to_sgf(), game.tree().to_sgf()):
            again = ga.loads(text)
            assert again.replay().position() == game.replay().position()
            assert [move.name for move in again.replay().moves] == [move.name for move in game.replay().moves]
            for ruleset in ruleset_ids()[::4]:
                assert again.replay().verdicts(ruleset) == game.replay().verdicts(ruleset)
                assert again.outcome(ruleset).result == game.outcome(ruleset).result


def test_library_and_command_export_the_same_files(dataset: Path, tables: ga.Tables, tmp_path: Path) -> None:
    """`Tables.export` writes the files of the command."""
    tables.export(tmp_path / "python")
    assert run("export", dataset, "--to", tmp_path / "command", "--yes").exit_code == 0
    written = [
        {str(path.relative_to(tmp_path / name)): path.read_bytes() for path in (tmp_path / name).rglob("*.sgf")}
        for name in ("python", "command")
    ]
    assert written[0] == written[1] != {}


def test_variations_are_checked_as_games_of_their_own(archive: Path) -> None:
    """Each line of a record, read as a game, has the findings that a check of variations gives it."""
    tables = ga.check(archive / "good-variations.sgf", variations=True, jobs=1)
    (game, *_) = ga.read(archive / "good-variations.sgf")
    lines = game.lines()
    assert len(lines) == 1 + tables.games.branches[0]
    for finding in all_rows(tables, names=["findings"])["findings"]:
        if finding["line"]:
            codes = {found.code for found in lines[finding["line"]].replay().findings}
            assert finding["code"] in codes
