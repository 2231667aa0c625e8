"""Conventions applied: changed and unchanged tables, round by round, for every execution of the run.

The records are GNU Go's, whose territory is marked; in one archive every komi of 6.5 is recorded as 0.
"""

from __future__ import annotations

import errno
import io
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result
from helpers.check_runs import GAMES, as_killed, assert_same, write_zip
from helpers.check_runs import tables as rows_of

import goanalyze as ga
from goanalyze import ConventionMode
from goanalyze.archives.inputs import find_sources
from goanalyze.batch.execution import Execution
from goanalyze.batch.plan import plan
from goanalyze.batch.run import Output, Run
from goanalyze.batch.summary import Summary
from goanalyze.cli import app
from goanalyze.conventions.toml_files import parse_conventions
from goanalyze.errors import ConventionError, ExecutorError
from goanalyze.pipeline import Options
from goanalyze.rules import RULESETS
from goanalyze.tables.dataset import DatasetWriter

RULES = "japanese", "chinese"
EVEN = [
    path.read_text() for path in GAMES if path.name.startswith("009x009-japanese") and "KM[6.5]" in path.read_text()
]
HANDICAP = next(path.read_text() for path in GAMES if path.name == "009x009-japanese-0003.sgf")
HONEST = [path.read_text() for path in GAMES if path.name.startswith("009x009-chinese")][:4]
SHARD = 6_000  # bytes: of the first archive three, of the other one
RAW = ("komi_header", "ruleset_header", "komi_raw", "rules_raw", "result_margin", "handicap_stones", "game_id")


def resigned(text: str) -> str:
    """Return a record as if White had resigned."""
    return text.replace("RE[", "RE[B+R]C[", 1)


def named(members: list[str]) -> Iterator[tuple[str, bytes]]:
    """Name records as members of an archive."""
    return ((f"{number:02}.sgf", text.encode()) for number, text in enumerate(members))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two archives: one whose komi of 6.5 is called 0, with a resigned game and one with bids; and one as it says."""
    folder = tmp_path_factory.mktemp("applied")
    called = [text.replace("KM[6.5]", "KM[0]") for text in EVEN[:18]]
    called[14], called[15] = resigned(called[14]), called[15].replace("GC[", "GC[auction komi ")
    (folder / "in").mkdir()
    write_zip(folder / "in" / "fox.zip", named(called))
    write_zip(folder / "in" / "honest.zip", named(HONEST))
    return folder


def run(paths: Path, mode: ConventionMode, out: Path, **how: Any) -> Summary:
    """Check in this process, as the command does."""
    options = Options(rulesets=tuple(RULESETS[name] for name in RULES), conventions=how.pop("conventions", ()))
    with DatasetWriter(str(out), inputs=[str(paths)]) as commit:
        sources, execution = find_sources([str(paths)]), Execution(shard_bytes=SHARD)
        return Run(sources, options, execution, Output(commit), conventions=mode, **how).run()


def call(*arguments: object, data: bytes | None = None) -> Result:
    """Run the command check in this process."""
    given = [*map(str, arguments), "--rulesets", ",".join(RULES), "--fail-on", "never"]
    return CliRunner().invoke(app, ["check", *given], input=data, env={"COLUMNS": "200"})


@pytest.fixture(scope="module")
def out(place: Path) -> Path:
    """The dataset with its conventions applied."""
    run(place / "in", ConventionMode.APPLY, place / "out")
    return place / "out"


@pytest.fixture(scope="module")
def reported(place: Path) -> Path:
    """The dataset as headers have it."""
    run(place / "in", ConventionMode.REPORT, place / "reported")
    return place / "reported"


def by_member(out: Path, table: str, archive: str) -> Mapping[str, dict[str, Any]]:
    """Return the rows of a table about games of an archive, by member."""
    found = rows_of(out)
    place = {row["game_id"]: row for row in found["games"].to_pylist() if row["source"].endswith(archive)}
    return {place[row["game_id"]]["member"]: row for row in found[table].to_pylist() if row["game_id"] in place}


def test_games_of_the_group_are_taken_as_they_were_played(out: Path) -> None:
    """Komi is the convention's, header values keep their columns; games without a count get it too, bids never."""
    games = by_member(out, "games", "fox.zip")
    told = {
        (row["komi"], row["komi_header"], row["komi_source"], row["ruleset"], row["ruleset_source"])
        for member, row in games.items()
        if member != "15.sgf"
    }
    assert told == {(6.5, 0.0, "convention", "japanese", "recorded")}
    assert games["14.sgf"]["result_by"] == "resign"
    assert games["14.sgf"]["convention"] == "gnu-go-japanese-0-none"
    assert (games["15.sgf"]["komi"], games["15.sgf"]["komi_source"]) == (0.0, "auction")
    assert games["15.sgf"]["convention"] is None


@pytest.mark.slow
def test_counts_that_follow_from_the_convention_are_exact(out: Path, reported: Path) -> None:
    """Without the convention, an explanation was needed; the audit distinguishes both, and names the convention."""
    audit, before = (by_member(folder, "audit", "fox.zip") for folder in (out, reported))
    members = [f"{number:02}.sgf" for number in range(14)]
    assert {(audit[member]["agreement"], audit[member]["explanation"]) for member in members} == {
        ("exact", "none needed")
    }
    assert {before[member]["explanation"] for member in members} == {"other komi"}
    assert "with komi 6.5, by the convention gnu-go-japanese-0-none, it is" in audit["00.sgf"]["evidence"]
    outcomes = rows_of(out)["outcomes"].to_pylist()
    komis = {
        row["komi"] for row in outcomes if row["game_id"] == by_member(out, "games", "fox.zip")["00.sgf"]["game_id"]
    }
    assert komis == {6.5}


def test_each_game_is_told_with_the_evidence(out: Path, reported: Path) -> None:
    """GO412 is in every game of the group; with report, the codes are in the table conventions alone."""
    codes = [row for row in rows_of(out)["findings"].to_pylist() if row["code"] in ("GO412", "GO413")]
    assert len(codes) == 17
    told = {row["message"] for row in codes}
    (message,) = told
    assert message == (
        "KM is '0', and 6.5 was played: 16 of 16 counted games of gnu-go-japanese-0-none follow from "
        "that, 0 from their headers."
    )
    assert not {"GO412", "GO413"} & {row["code"] for row in rows_of(reported)["findings"].to_pylist()}


def test_applying_changes_nothing_that_conventions_are_learned_from(out: Path, reported: Path) -> None:
    """The table conventions, counts and all raw columns are the same; so is every row of the honest archive."""
    ours, theirs = rows_of(out), rows_of(reported)
    assert ours["conventions"].equals(theirs["conventions"])
    assert ours["counts"].equals(theirs["counts"])
    assert ours["games"].select(RAW).equals(theirs["games"].select(RAW))
    for table in ("games", "outcomes", "audit"):
        assert by_member(out, table, "honest.zip") == by_member(reported, table, "honest.zip")


def test_only_shards_that_a_convention_is_about_are_done_again(out: Path) -> None:
    """The second round keeps the honest archive; a run with nothing new keeps all."""
    lines = [json.loads(line) for line in (out / "_manifest.jsonl").read_text().splitlines()]
    assert {(Path(line["from"]).name, line["kept"]) for line in lines} == {("fox.zip", False), ("honest.zip", True)}
    again = run(out.parent / "in", ConventionMode.APPLY, out)
    assert (again.kept, again.games) == (22, 22)


def test_a_run_that_is_killed_is_gone_on_with(place: Path, out: Path) -> None:
    """If a part is missing in the second round, the others are reused, and it is written as it would have been."""
    killed = place / "killed"
    run(place / "in", ConventionMode.APPLY, killed)
    as_killed(killed)
    (killed / "conventions.parquet").unlink()
    for part in killed.glob("*/part-000001-*"):
        part.unlink()
    assert 0 < run(place / "in", ConventionMode.APPLY, killed).kept < 22
    assert_same(killed, out)


def test_a_dataset_is_not_complete_before_its_conventions_are_applied(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that ends between the rounds leaves an incomplete dataset."""
    rounds = list[int]()

    def planned(*arguments: Any, **options: Any) -> Any:
        rounds.append(len(rounds))
        if len(rounds) == 2:
            raise ExecutorError("the workers are gone")
        return plan(*arguments, **options)

    monkeypatch.setattr("goanalyze.batch.run.plan", planned)
    with pytest.raises(ExecutorError):
        ga.check(place / "in", out=tmp_path / "out", conventions="apply", rulesets=list(RULES))
    with pytest.raises(ga.DatasetError, match="incomplete"):
        ga.open(tmp_path / "out")


def test_report_after_apply_is_a_report(place: Path, reported: Path) -> None:
    """Applied conventions are undone, and not remembered."""
    back = place / "back"
    run(place / "in", ConventionMode.APPLY, back)
    run(place / "in", ConventionMode.REPORT, back)
    assert_same(back, reported)
    assert not (back / "_conventions.toml").exists()


def test_a_file_is_applied_in_one_pass_and_what_it_is_not_about_is_told(place: Path, out: Path, tmp_path: Path) -> None:
    """The conventions written by the program give the same rows; one that applies to no game is reported."""
    (tmp_path / "fox.toml").write_text(
        (out / "_conventions.toml").read_text() + '\n[tom]\nsource = "tom.zip"\n[tom.played]\nruleset = "chinese"\n'
    )
    told = call(place / "in", "-o", tmp_path / "out", "--conventions", tmp_path / "fox.toml", "--jobs", 1)
    assert "goanalyze: the convention tom is about none of these games\n" in told.stderr
    assert_same(tmp_path / "out", out)
    told = call(place / "in" / "honest.zip", "--conventions", tmp_path / "fox.toml", "-v")  # and no dataset
    assert "counted by the conventions of play" not in told.stdout
    told = call(place / "in" / "fox.zip", "--conventions", tmp_path / "fox.toml", "-v")
    assert "under the ruleset of the record, or the one of a convention" in told.stdout
    assert "17 games counted by the conventions of play" in told.stdout


def test_lines_are_those_of_the_last_round_alone(place: Path, out: Path) -> None:
    """With a dataset or without one, from files or from standard input, each finding is one line."""
    expected = [row["code"] for row in rows_of(out)["findings"].to_pylist() if row["source"].endswith("fox.zip")]
    apply = ("--conventions", "apply", "--format", "jsonl", "--jobs", 1)
    runs = [
        call(place / "in" / "fox.zip", *apply),
        call(place / "in" / "fox.zip", "-o", place / "lines", *apply),
        call(place / "in" / "fox.zip", "-o", place / "lines", *apply),
    ]
    for told in runs:
        assert sorted(json.loads(line)["code"] for line in told.stdout.splitlines()) == sorted(expected)
    whole = "".join(text.replace("KM[6.5]", "KM[0]") for text in EVEN[:12]).encode()
    told = call("-", *apply, data=whole)
    assert [json.loads(line)["code"] for line in told.stdout.splitlines()].count("GO412") == 12


def test_a_game_read_again_is_as_it_was_checked(place: Path, out: Path, tmp_path: Path) -> None:
    """Of a dataset on disk, of one that was written from memory, and of records read with a convention file."""
    (tmp_path / "fox.toml").write_text((out / "_conventions.toml").read_text())
    ga.check(place / "in", rulesets=RULES, conventions="apply").to_parquet(tmp_path / "out")
    assert rows_of(tmp_path / "out")["games"].equals(rows_of(out)["games"])
    games = [ga.open(out).game(0), ga.open(tmp_path / "out").game(0)]
    for game in (*games, next(ga.read(place / "in", conventions=tmp_path / "fox.toml"))):
        assert (game.info["komi"], game.info["komi_header"], game.outcome("japanese").komi) == (6.5, 0.0, 6.5)
        assert game.outcome("japanese").reasons[-1] == (
            "Komi by the convention gnu-go-japanese-0-none, not as the record says."
        )
        assert not any("convention" in reason for reason in game.outcome("japanese", komi="ruleset").reasons)
        assert "GO412" in {finding.code for finding in game.replay().findings}


def test_points_for_handicap_stones_are_the_conventions(tmp_path: Path) -> None:
    """In `margin` they take the place of each ruleset's; the margin by a ruleset's own komi keeps the ruleset's."""
    (tmp_path / "one.sgf").write_text(HANDICAP)
    (tmp_path / "own.toml").write_text('[own.played]\ncompensation = "per-stone"\n')
    before = ga.check(tmp_path / "one.sgf", rulesets=RULES, conventions="off").outcomes.set_index("ruleset")
    with_own = ga.check(tmp_path / "one.sgf", rulesets=RULES, conventions=tmp_path / "own.toml")
    after = with_own.outcomes.set_index("ruleset")
    assert before.handicap_bonus.to_dict() == {"japanese": 0.0, "chinese": 2.0}
    assert after.handicap_bonus.to_dict() == {"japanese": 2.0, "chinese": 2.0}
    assert (before.margin - after.margin).to_dict() == {"japanese": 2.0, "chinese": 0.0}
    assert before.margin_ruleset_komi.equals(after.margin_ruleset_komi)
    (told,) = with_own.findings[with_own.findings.code == "GO413"].message
    assert told == (
        "RU names japanese rules, and the count was with a point for each handicap stone: so says the convention own."
    )


def test_the_finding_says_in_words_what_was_otherwise(tmp_path: Path) -> None:
    """GO413 with the way of counting and the unit; a ruleset that RU does not name is nothing that it contradicts."""
    (tmp_path / "all.toml").write_text('[a.played]\nruleset = "chinese"\nresult = "doubled"\n')
    said = {
        "RU[Japanese]": "RU names japanese rules, and the count was by area, as under chinese rules, with ",
        "": "No ruleset is named, and the count was with ",
    }
    for rules, begin in said.items():
        (tmp_path / "one.sgf").write_text(EVEN[0].replace("RU[Japanese]", rules))
        (game,) = ga.read(tmp_path / "one.sgf", conventions=tmp_path / "all.toml")
        (told,) = [finding.message for finding in game.replay().findings if finding.code == "GO413"]
        assert told == f"{begin}the result in zi (two points each): so says the convention a."


def test_the_first_convention_about_a_game_stands_even_if_it_is_the_header(tmp_path: Path) -> None:
    """Contradictory conventions: the earlier one decides; `played = "header"` keeps games from later ones."""
    (tmp_path / "one.sgf").write_text(EVEN[0])
    later = "[later.played]\nkomi = 7.5\n"
    for first, komi, name in (
        ('[a]\nkomi = "6.5"\n[a.played]\nkomi = 5.5\n', 5.5, "a"),
        ('[a]\nkomi = "6.5"\nplayed = "header"\n', 6.5, None),
        ('[a]\nkomi = "0"\nplayed = "header"\n', 7.5, "later"),
    ):
        (tmp_path / "two.toml").write_text(first + later)
        (game,) = ga.read(tmp_path / "one.sgf", conventions=tmp_path / "two.toml")
        assert (game.info["komi"], game.info["convention"]) == (komi, name)


def test_the_key_of_a_shard_has_the_conventions_about_its_sources(place: Path) -> None:
    """Conventions for other games leave a part unchanged, so that it is reused from round to round."""
    sources = find_sources([str(place / "in")])

    def keys(text: str) -> list[str]:
        given = parse_conventions(text) if text else ()
        return [shard.name.key for shard in plan(sources, Options(conventions=given), SHARD)]

    plain, played = keys(""), "[{0}.played]\nkomi = 6.5\n"
    assert keys('[a]\nsource = "tom.zip"\n' + played.format("a")) == plain
    assert [key in plain for key in keys('[a]\nsource = "fox.zip"\n' + played.format("a"))].count(True) == 1
    assert not set(keys(played.format("a"))) & set(plain)


def test_what_is_no_way_to_treat_conventions_is_one_sentence(tmp_path: Path) -> None:
    """An invalid word and a missing or invalid file are errors."""
    with pytest.raises(ConventionError, match=r"^conventions: 'aply' is not valid. Expected off, report, apply, or"):
        ga.check(GAMES[0], conventions="aply")
    told = call(GAMES[0], "--conventions", tmp_path / "fox.toml")
    missing = f"goanalyze: {tmp_path / 'fox.toml'} is not found. Expected a TOML file\n"
    assert (told.exit_code, told.stderr) == (2, missing)
    (tmp_path / "fox.toml").write_text("[a]\nkomii = '0'\n")
    told = call(GAMES[0], "--conventions", tmp_path / "fox.toml")
    assert told.exit_code == 2
    assert "[a] komii is not a valid field (did you mean komi?). Expected one of:" in told.stderr


def test_standard_input_that_cannot_be_read_is_told_by_who_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is read before the first round; the round reports a failure."""

    class Broken:
        """A stream of a disk that fails."""

        def read(self, _: int) -> bytes:
            raise OSError(errno.EIO, "Input/output error")

    (source,) = find_sources(["-"])
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=Broken()))
    assert source.cache() == source
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"(;SZ[9])")))
    held = source.cache()
    assert [[blob.data for blob in held.blobs()] for _ in range(2)] == [[b"(;SZ[9])"]] * 2


def test_off_looks_for_nothing(place: Path, tmp_path: Path) -> None:
    """No table conventions, and rows as with report."""
    summary = run(place / "in" / "fox.zip", ConventionMode.OFF, tmp_path / "out")
    assert summary.groups == ()
    assert not (tmp_path / "out" / "conventions.parquet").exists()
