"""The command conventions, and the summary of a check: figures are those of the table, files are read back."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers.wrong_headers import GAMES, server

import goanalyze as ga
from goanalyze.cli import app
from goanalyze.compare.counted_games import table_of
from goanalyze.conventions.group_rows import groups_from_rows
from goanalyze.conventions.toml_files import read_conventions
from goanalyze.errors import DatasetError
from goanalyze.tables.dataset import write_dataset


def call(command: str, *arguments: object) -> Result:
    """Run the command line in this process, as wide as a terminal."""
    return CliRunner().invoke(app, [command, *map(str, arguments)], env={"COLUMNS": "80"})


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the games of a server whose komi is 6.5, called 0."""
    return server(tmp_path_factory.mktemp("lying") / "server", GAMES)


@pytest.fixture(scope="module")
def checked(place: Path) -> Result:
    """Output of the check of the folder."""
    return call("check", place, "-o", place.parent / "out", "--fail-on", "never")


@pytest.fixture(scope="module")
def out(place: Path, checked: Result) -> Path:
    """The dataset of the folder."""
    assert checked.exit_code == 0
    return place.parent / "out"


def test_a_komi_that_is_not_the_headers_is_told_with_its_evidence(out: Path) -> None:
    """The header, the terms of play, the games that follow, and the explanations of all margins are printed."""
    result = call("conventions", out)
    assert result.exit_code == 0
    assert "Played by other terms than the header's  1 group, 20 games, 20 counted" in result.stdout
    assert "GO412" in result.stdout
    assert "japanese, KM[0], even games" in result.stdout
    assert "komi 6.5: a usual one, where the header says 0 or nothing" in result.stdout
    told = " ".join(result.stdout.split())
    assert "of 20 counted games, 100% (83.9–100) follow from these terms; 0% from the header" in told
    assert "20 of 20 against the header, 6 of 6 against the best rival: games" in told
    assert "0 of 20 follow from the header 20 follow from these terms alone" in told
    assert "--conventions apply" in result.stdout
    assert max(len(line) for line in result.stdout.splitlines() if str(out) not in line) <= 80


def test_the_summary_of_a_check_tells_that_headers_do_not_say_what_was_played(checked: Result, out: Path) -> None:
    """The summary names the groups, and the command that shows them; archives with right headers have no such line."""
    told = "Headers   20 games in 1 group were not played as they state: goanalyze conventions"
    assert f"{told} {shlex.quote(str(out))}" in checked.stdout.replace("\n         ", "")
    again = call("check", out.parent / "server", "-o", out, "--fail-on", "never", "--format", "json")
    data = json.loads(again.stdout)
    assert data["not_played_as_the_header_says"] == [{"group": "gnu-go-japanese-0-none", "games": 20}]


def test_what_was_applied_is_said_to_be_so(out: Path, tmp_path: Path) -> None:
    """With --conventions apply the same conventions are learned and applied; with off the table is missing."""
    place = out.parent / "server"
    told = call("check", place, "-o", tmp_path / "out", "--conventions", "apply", "--fail-on", "never", "-v").stdout
    assert "were not played as they state" in told
    assert "20 games counted by the conventions of play" in told
    result = call("conventions", tmp_path / "out")
    assert "20 follow from these terms alone" in result.stdout
    assert "Conventions were applied in this dataset" in result.stdout
    assert "--conventions apply" not in result.stdout
    call("check", place, "-o", tmp_path / "off", "--conventions", "off", "--fail-on", "never")
    assert "was checked with --conventions off" in call("conventions", tmp_path / "off").stderr
    page = ga.open(tmp_path / "off").report(tmp_path / "page.html")
    assert "Conventions were not searched for: the check was run with --conventions off." in page.read_text("utf-8")


def test_every_recorded_margin_has_one_explanation(out: Path) -> None:
    """Each counted game follows from the header, from the convention, from the audit, or from nothing."""
    data = json.loads(call("conventions", out, "--format", "json").stdout)
    for group in data["groups"]:
        of_group = group["explanations"]
        parts = [of_group[name] for name in ("header", "convention", "audit", "unexplained")]
        assert sum(parts) == of_group["games"] >= group["counted"]
    assert sum(group["games"] for group in data["groups"]) == data["games"] == 20


def test_the_table_and_the_command_agree(out: Path) -> None:
    """CSV with --all is the table conventions, row by row; without, the convention and the header's terms."""
    rows = list(csv.DictReader(io.StringIO(call("conventions", out, "--all", "--format", "csv").stdout)))
    table = ga.open(out).arrow("conventions").to_pylist()
    assert [int(row["explained"]) for row in rows] == [row["explained"] for row in table]
    assert [row["standing"] for row in rows] == [row["standing"] for row in table]
    few = list(csv.DictReader(io.StringIO(call("conventions", out, "--format", "csv").stdout)))
    assert [(row["played_komi"], row["code"]) for row in few] == [("6.5", "GO412"), ("0.0", "")]
    assert "All hypotheses" in call("conventions", out, "--all").stdout


def test_what_was_found_is_written_as_toml_and_read_back(out: Path, tmp_path: Path) -> None:
    """Conventions are written in the form that users write, and never over an existing file."""
    file = tmp_path / "server.toml"
    assert call("conventions", out, "--toml", file).exit_code == 0
    (convention,) = read_conventions(file)
    assert (convention.header.sources, convention.header.komi, convention.played.komi) == (("server",), "0", 6.5)
    again = call("conventions", out, "--toml", file)
    assert again.exit_code == 2
    assert "exists. Expected the name of a new file" in again.stderr


def test_tables_in_memory_and_on_disk_have_the_same_conventions(place: Path, out: Path, tmp_path: Path) -> None:
    """`ga.check` works them out when asked for, and `to_parquet` writes them; a check writes them at its end."""
    tables = ga.check(place)
    on_disk = ga.open(out).arrow("conventions")
    assert tables.arrow("conventions").to_pylist() == on_disk.to_pylist()
    tables.to_parquet(tmp_path / "again")
    assert ga.open(tmp_path / "again").arrow("conventions").to_pylist() == on_disk.to_pylist()


def test_learning_loads_no_pandas(out: Path) -> None:
    """A check does not load pandas, which takes 0.5 s and 60 MB, to learn conventions."""
    code = (
        "import sys\n"
        "from goanalyze.compare.counted_games import READ, find_groups\n"
        "import pyarrow.parquet as pq\n"
        "from pathlib import Path\n"
        f"parts = {{table: next(Path({str(out)!r}, table).iterdir()) for table in READ}}\n"
        "read = (pq.ParquetFile(parts[table]).read(names) for table, names in READ.items())\n"
        "groups = find_groups(*read)\n"
        "print(len(groups), 'pandas' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "False"]


def test_a_convention_is_of_its_own_folder_whatever_other_folders_are_called(tmp_path: Path) -> None:
    """Conventions learned from the counted games of one folder do not apply to another folder of the same name.

    Brackets in a name are literal. The last part of a path does not identify a folder.
    """
    lying, other = tmp_path / "a", tmp_path / "b"
    for place in (lying, other):
        place.mkdir()
        for path in server(place / "go[1]", GAMES).iterdir():
            text = path.read_text().replace("AP[GNU Go:3.8]", "")
            path.write_text(re.sub(r"RE\[.*?\]", "RE[B+R]", text) if place is other else text)
    games = ga.check([lying, other], conventions="apply").games
    applied = games.convention.notna()
    assert applied.tolist() == games.source.str.startswith(str(lying)).tolist()
    assert applied.sum() == len(GAMES)


def test_names_from_records_print_nothing_that_acts(tmp_path: Path) -> None:
    """Programs and komi are strangers' text: no escape reaches a terminal, no formula a sheet.

    TOML is read back with every character.
    """
    for path in server(tmp_path / "in", GAMES).iterdir():
        path.write_text(
            path.read_text().replace("AP[GNU Go:3.8]", "AP[=1\x1b[31m\u202eGo]").replace("KM[0]", "KM[0\x07]")
        )
    call("check", tmp_path / "in", "-o", tmp_path / "out", "--fail-on", "never")
    for arguments in ((), ("--all",), ("--format", "json"), ("--format", "csv")):
        printed = call("conventions", tmp_path / "out", *arguments).stdout
        assert all(line.isprintable() for line in printed.splitlines()), arguments
        assert "Go" in printed
    rows = list(csv.DictReader(io.StringIO(call("conventions", tmp_path / "out", "--format", "csv").stdout)))
    assert {row["application"][:3] for row in rows} == {"'=1"}
    assert call("conventions", tmp_path / "out", "--toml", tmp_path / "found.toml").exit_code == 0
    (convention,) = read_conventions(tmp_path / "found.toml")
    assert convention.header.application == "=1\x1b[31m\u202eGo"
    assert (tmp_path / "found.toml").read_text(encoding="utf-8").replace("\n", "").isprintable()


@pytest.mark.parametrize("kind", ["lying", "sample"])
def test_groups_are_read_back_from_their_table(kind: str, out: Path, sample: ga.Tables) -> None:
    """The table says all that is known of a group: from it the groups are made again, and from them the table."""
    table = (ga.open(out) if kind == "lying" else sample).arrow("conventions")
    assert table_of(groups_from_rows(table.to_pylist())).to_pylist() == table.to_pylist()


def test_honest_headers_are_said_to_be_so(sample: ga.Tables, tmp_path: Path) -> None:
    """GNU Go's games of the sample follow from their headers, all of them; nothing is written for them."""
    sample.to_parquet(tmp_path / "out")
    result = call("conventions", tmp_path / "out")
    assert "No group of games was played by other terms than its header's." in result.stdout
    assert "Played by the terms of the header  5 groups, 228 games, 228 counted" in result.stdout
    assert "Undecided" in result.stdout
    written = call("conventions", tmp_path / "out", "--toml", tmp_path / "none.toml")
    assert written.exit_code == 2
    assert "no convention differs from its header" in written.stderr
    assert not (tmp_path / "none.toml").exists()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The dataset has no game."),
        ("(;SZ[9]KM[0]RE[B+R];B[ee])", "no game has both a final position that can be counted and a recorded margin"),
        (GAMES[0].read_text(), "1 game with a count and a recorded margin in 1 group of games with equal headers"),
    ],
    ids=["no game", "no count", "few games"],
)
def test_where_nothing_is_known_a_sentence_says_so(text: str, sentence: str, tmp_path: Path) -> None:
    """Groups of few games, or without any counted game, give only this message."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "one.sgf").write_text(text)
    call("check", tmp_path / "in", "-o", tmp_path / "out", "--fail-on", "never")
    result = call("conventions", tmp_path / "out")
    assert result.exit_code == 0
    assert sentence in " ".join(result.stdout.split())


def test_a_dataset_without_the_table_says_why(sample: ga.Tables, tmp_path: Path) -> None:
    """One that was checked with --conventions off has no such table: a sentence, from command and library."""
    plain = {name: sample.arrow(name) for name in ("games", "counts", "audit", "files")}
    write_dataset(tmp_path / "out", plain, {})
    result = call("conventions", tmp_path / "out")
    assert result.exit_code == 2
    assert "lacks the table conventions: it was checked with --conventions off" in result.stderr
    with pytest.raises(DatasetError, match="--conventions report"):
        ga.open(tmp_path / "out").arrow("conventions")
