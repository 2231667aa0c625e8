"""The command compare: sections, formats, messages, exit codes."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers.synthetic import Cell, FakeDataset, Row, table_of

from goanalyze.cli import app
from goanalyze.compare.comparison import compare_dataset
from goanalyze.render.sections.comparison import SECTIONS

SAMPLE = Path(__file__).parents[2] / "data" / "sample" / "gnugo"


def call(*arguments: object) -> Result:
    """Run the command line in this process, in a terminal of 80 columns."""
    return CliRunner().invoke(app, ["compare", *(str(argument) for argument in arguments)], env={"COLUMNS": "80"})


def words(text: str) -> str:
    """Return a text without its line ends."""
    return " ".join(text.split())


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games under three rulesets, one of which Japanese rules see differently."""
    made = table_of({"japanese": [-0.5, 1.5, None], "chinese": [0.5, 1.5, None], "aga": [0.5, 1.5, None]})
    cycle = Row((Cell(2.5, no_result=True), Cell(2.5), Cell(2.5, legal=False, first_illegal=3)))
    return FakeDataset(made.names, (*made.rows, cycle)).write(tmp_path_factory.mktemp("made") / "out")


def test_the_answer_is_the_default(dataset: Path) -> None:
    """Without options the answer and one sentence on more are printed, and a comparison is not a finding: exit 0."""
    result = call(dataset)
    sentences = compare_dataset(dataset).answer().sentences
    assert result.exit_code == 0
    assert words(" ".join(sentences)) in words(result.stdout)
    assert f"goanalyze compare {dataset} -v" in result.stdout
    assert len(result.stdout.splitlines()) <= 15


def test_verbose_prints_each_section_and_section_some(dataset: Path) -> None:
    """-v prints all titles in the declared order, --section those named; an unknown name gets a suggestion."""
    text = call(dataset, "-v").stdout
    lines = [line.split("  ")[0] for line in text.splitlines()]
    indices = [lines.index(kind.title) for kind in SECTIONS]
    assert indices == sorted(indices)
    some = call(dataset, "--section", "pairs, evidence").stdout
    assert [kind.key for kind in SECTIONS if f"\n{kind.title}" in some] == ["evidence", "pairs"]
    wrong = call(dataset, "--section", "evidense")
    assert wrong.exit_code == 2
    assert "'evidense' is not a known section (did you mean evidence?)" in wrong.stderr


@pytest.mark.parametrize("pair", [("jp", "Chinese"), ("--pair", "jp,Chinese")])
def test_two_rulesets_are_a_pair(dataset: Path, pair: tuple[str, str]) -> None:
    """A pair may be named after the dataset or by --pair, in any spelling; the games asked for come first."""
    text = call(dataset, *pair, "--by", "board_size", "--games", "winner").stdout
    parts = (
        "The winner depends on the ruleset",
        "W+0.5 Japanese; B+0.5 Chinese",
        "Japanese against Chinese",
        "By board",
    )
    assert [text.index(part) for part in parts] == sorted(text.index(part) for part in parts)
    assert "The winner changes in 1 game " in text
    assert not re.search(r"\baga\b", text)


def test_json_has_everything(dataset: Path) -> None:
    """Without a question the JSON is the whole comparison; with one it is the answer to that."""
    data = json.loads(call(dataset, "--format", "json", "--limit", 0).stdout)
    assert data["rulesets"] == ["japanese", "chinese", "aga"]
    asked = call(dataset, "--pair", "jp,cn", "--by", "komi", "--games", "legal", "--format", "json").stdout
    assert set(json.loads(asked)) == {"winners", "pair", "histogram", "by", "games"}
    assert json.loads(asked)["histogram"] == [{"difference": -1.0, "games": 1}, {"difference": 0.0, "games": 2}]


@pytest.mark.parametrize(
    ("options", "rows", "column"),
    [
        ([], 3, "winner_changes"),
        (["chinese", "japanese"], 1, "mean"),
        (["--by", "ending"], 3, "ending"),
        (["--games", "legal"], 1, "verdict"),
        (["--games", "no-result"], 1, "verdict"),
        (["--pair", "japanese,aga", "--games", "margin"], 0, "japanese"),
    ],
)
def test_csv_is_one_table(dataset: Path, options: list[str], rows: int, column: str) -> None:
    """--format csv prints the table that was asked for."""
    text = call(dataset, *options, "--format", "csv").stdout
    assert len(list(csv.DictReader(io.StringIO(text)))) == rows
    assert column in text.splitlines()[0].split(",")


def test_settings_other_than_the_default_are_stated(dataset: Path) -> None:
    """The ruleset's own komi, another basis and only some rulesets are in the first sentence."""
    result = call(dataset, "--komi", "ruleset", "--basis", "all", "--rulesets", "aga,japanese")
    assert result.exit_code == 0
    assert result.stdout.startswith("With each ruleset's own komi, basis all.\n")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["japanese", "chinesse"], "chinesse"),
        (["--rulesets", "ing,japanese"], "'ing'"),
        (["--rulesets", " , "], "--rulesets names no ruleset"),
        (["--rulesets", "japanese"], "Expected two rulesets"),
        (["--pair", "japanese"], "'japanese' is not a valid pair"),
        (["--pair", "japanese,jp"], "Expected two different rulesets"),
        (["--pair", "japanese,ing"], "'ing'"),
        (["japanese", "chinese", "--rulesets", "all"], "The rulesets are named twice"),
        (["--size", "9x9"], "--size is the board of --results or --svg"),
        (["--results", "played", "japanese", "aga"], "--results is about all results"),
        (["--plot", "komi"], "--plot is for a figure"),
        (["-v", "--format", "json"], "--section and -v are for text"),
    ],
)
def test_a_wrong_call_gets_one_sentence(dataset: Path, options: list[str], sentence: str) -> None:
    """Exit 2, one line, nothing on standard output."""
    result = call(dataset, *options)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_a_misspelled_ruleset_gets_a_suggestion(dataset: Path) -> None:
    """The nearest name is suggested wherever rulesets are named."""
    for options in (["japanese", "chinesse"], ["--pair", "japanese,chinesse"], ["--rulesets", "japanese,chinesse"]):
        assert "did you mean chinese?" in call(dataset, *options).stderr


def test_an_archive_is_checked_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of records is compared as its dataset is; commands to copy name the folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "club games"
    folder.mkdir()
    for path in sorted(SAMPLE.glob("*.sgf"))[:6]:
        shutil.copy(path, folder)
    result = call(folder, "japanese", "chinese", "--jobs", "1")
    assert result.exit_code == 0, result.output
    assert "Japanese against Chinese" in result.stdout
    assert f"goanalyze compare '{folder}' -v" in call(folder, "--jobs", "1").stdout


def test_datasets_without_outcomes(dataset: Path, tmp_path: Path) -> None:
    """A folder that is incomplete, or without outcomes or the rulesets that they are of: one sentence, exit 2."""
    old = shutil.copytree(dataset, tmp_path / "old")
    shutil.rmtree(old / "outcomes")
    result = call(old)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "outcomes/part-" in result.stderr
    (old / "rulesets.parquet").unlink()
    assert "rulesets.parquet" in call(old).stderr


def test_damaged_outcomes(dataset: Path, tmp_path: Path) -> None:
    """A part that is not Parquet, or lacks columns, gives a sentence, not a traceback."""
    bad = shutil.copytree(dataset, tmp_path / "bad")
    (part,) = (bad / "outcomes").iterdir()
    part.write_bytes(b"PAR1 nonsense")
    result = call(bad)
    assert result.exit_code == 2
    assert "is damaged" in result.stderr
    shutil.copy(bad / "games" / part.name, part)
    result = call(bad)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("style", ["text", "json", "csv"])
def test_no_games_and_nothing_counted_exit_with_0(tmp_path: Path, style: str) -> None:
    """A comparison of nothing is not an error, and the text has the reason."""
    names = ("japanese", "chinese")
    for folder, made in (("none", FakeDataset(names, ())), ("open", table_of({name: [None] for name in names}))):
        made.write(tmp_path / folder)
        for options in ([], ["japanese", "chinese", "--by", "komi", "--games", "winner"], ["--section", "pairs"]):
            if style != "text" and options[:1] == ["--section"]:
                continue
            result = call(tmp_path / folder, *options, "--format", style)
            assert result.exit_code == 0, result.output
            assert result.stdout
            if style == "json":
                json.loads(result.stdout)


def test_every_section_of_nothing_is_a_sentence(tmp_path: Path) -> None:
    """Datasets without games, with one game, and without a counted one: each section has a text and no NaN."""
    rulesets = ("japanese", "chinese")
    for number, made in enumerate(
        (FakeDataset(rulesets, ()), *(table_of({name: [m] for name in rulesets}) for m in (None, 1.5)))
    ):
        result = call(made.write(tmp_path / str(number)), "-v")
        assert result.exit_code == 0, result.output
        assert "nan" not in result.stdout.lower().replace("finance", "")


def test_a_reader_that_leaves_early_is_no_error(dataset: Path) -> None:
    """``goanalyze compare … | head -1`` ends quietly."""
    command = [sys.executable, "-m", "goanalyze", "compare", str(dataset), "--format", "json"]
    done = subprocess.run(f"{shlex.join(command)} | head -1", shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""


@pytest.mark.parametrize("view", [(), ("jp", "cn"), ("--by", "komi"), ("--games", "winner"), ("--section", "pairs")])
def test_winners_by_rule_are_stated(tmp_path: Path, view: tuple[str, ...]) -> None:
    """Every text and JSON that counts winners by rule states so at its beginning; the board needs no word."""
    (tmp_path / "a.sgf").write_text("(;SZ[5]KM[0.5];B[bc];W[bc];B[];W[])")
    source, out = str(tmp_path / "a.sgf"), str(tmp_path / "out")
    CliRunner().invoke(app, ["check", source, "-o", out, "--rulesets", "japanese,chinese", "--jobs", "1"])
    by_rule, by_board = (call(tmp_path / "out", *view, "--winners", who).stdout for who in ("rule", "board"))
    statement = "inners by rule where one decides"
    assert statement in words("\n".join(by_rule.strip().split("\n")[:2]))
    assert statement not in by_board
    if view[:1] != ("--section",):
        data = json.loads(call(tmp_path / "out", *view, "--winners", "rule", "--format", "json").stdout)
        assert data["winners"] == "rule"
