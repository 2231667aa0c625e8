"""The funnel: the retained and lost games of each stage add up, and agree with the other tables."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import goanalyze as ga
from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.compare.funnel import Stage, funnel
from goanalyze.rules import derive

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
STAGES = "files readable with_games games board legal finished judged counted recorded agrees".split()

# A board of 5×5 that Black, left, and White, right, finish: B+5 by area before komi, B+5 by territory.
PLAYED = ";B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[de]"
MARKS = "TB" + "".join(f"[{column}{row}]" for column in "ab" for row in "abcde")
MARKS += "TW" + "".join(f"[e{row}]" for row in "abcde")
# One record for each way to be lost, with the stage that loses it and the reason.
LOST = {
    "a.sgf": ("(;SZ[0]KM[0];B[aa])", "board", "GO409"),
    "b.sgf": ("(;GM[6]SZ[9];B[aa])", "board", "GO311"),
    "c.sgf": (f"(;SZ[5]RU[Japanese]KM[0]RE[B+5]{PLAYED};B[dc];W[];B[])", "legal", "GO101"),
    "d.sgf": ("(;SZ[5]KM[0]RE[W+R];B[cc];W[dc])", "finished", "resign"),
    "e.sgf": ("(;SZ[5]KM[0]RE[B+T];B[cc];W[dc])", "finished", "time"),
    "f.sgf": ("(;SZ[5]KM[0];B[cc];W[dc])", "finished", "unknown"),
    "g.sgf": ("(;SZ[5]KM[0])", "finished", "none"),
    "h.sgf": (f"(;SZ[5]RU[Japanese]RE[B+5]{PLAYED};B[];W[])", "counted", "no_komi"),
    "i.sgf": (f"(;SZ[5]RU[Japanese]KM[0]{PLAYED};B[];W[])", "recorded", "unknown"),
    "j.sgf": (f"(;SZ[5]RU[Japanese]KM[0]RE[B+R]{PLAYED};B[];W[]{MARKS})", "recorded", "resign"),
    "k.sgf": (f"(;SZ[5]RU[Japanese]KM[0]RE[B+23]{PLAYED};B[];W[])", "agrees", "does not follow"),
}
KEPT = f"(;SZ[5]RU[Japanese]KM[0]RE[B+5]{PLAYED};B[];W[])"


@pytest.fixture(scope="module")
def tables(sample: ga.Tables) -> ga.Tables:
    """The whole sample."""
    return sample


def stages_of(tables: ga.Tables) -> dict[str, Stage]:
    """Return the stages by name."""
    return {
        stage.name: stage
        for stage in funnel(
            {
                name: tables.arrow(name)
                for name in ("files", "games", "findings", "counts", "outcomes", "rulesets", "audit")
            }
        )
    }


def write(folder: Path, records: dict[str, str]) -> Path:
    """Write records as files."""
    folder.mkdir()
    for name, text in records.items():
        (folder / name).write_text(text)
    return folder


def test_every_stage_and_its_losses_are_the_stage_before(tables: ga.Tables) -> None:
    """Retained and lost rows are exactly those of the stage before, each once; so the numbers add up."""
    stages = list(stages_of(tables).values())
    assert [stage.name for stage in stages] == STAGES
    for before, stage in pairwise(stages):
        lost = [row for loss in stage.losses for row in loss.rows.tolist()]
        if stage.unit == before.unit:
            assert sorted([*stage.rows.tolist(), *lost]) == before.rows.tolist()
        else:
            assert not lost


def test_parts_are_the_whole_stage(tables: ga.Tables) -> None:
    """If a stage is divided by basis, every row is in one part."""
    divided = [stage for stage in stages_of(tables).values() if stage.parts]
    assert {stage.name for stage in divided} == {"with_games", "finished", "judged", "counted", "agrees"}
    for stage in divided:
        assert sorted(row for part in stage.parts for row in part.rows.tolist()) == stage.rows.tolist()


def test_stages_are_what_the_tables_say(tables: ga.Tables) -> None:
    """Figures worked out once more in pandas."""
    stage, games, counts, files = stages_of(tables), tables.games, tables.counts, tables.files
    assert len(stage["files"].rows) == len(files)
    assert stage["with_games"].rows.tolist() == np.flatnonzero(files.games > 0).tolist()
    assert len(stage["games"].rows) == len(games) == int(files.games.sum())
    assert stage["board"].rows.tolist() == np.flatnonzero(games.board_width.notna()).tolist()
    judged = counts.position.isin(["dead_known", "estimated"])
    assert set(stage["judged"].rows) <= set(np.flatnonzero(judged))
    known = {part.reason: len(part.rows) for part in stage["judged"].parts}
    there = counts.iloc[stage["judged"].rows].status_source.value_counts()
    assert known == {name: number for name, number in there.items() if number}


def test_games_that_agree_have_the_recorded_margin(tables: ga.Tables) -> None:
    """At the end are the games that the audit calls exact, among those that came so far."""
    agrees = stages_of(tables)["agrees"].rows
    exact = set(tables.audit.game_id[tables.audit.agreement == "exact"])
    ids = tables.games.game_id.iloc[stages_of(tables)["recorded"].rows]
    assert tables.games.game_id.iloc[agrees].tolist() == [name for name in ids if name in exact]


def test_where_the_funnel_loses_games_that_others_count(tables: ga.Tables, tmp_path: Path) -> None:
    """A game with an illegal move is lost early, but compared and audited; its loss is in one of the stages."""
    stages = stages_of(tables)
    some = np.flatnonzero(tables.compare("all", basis="estimated").has_margin.any(axis=1))
    lost = {row for stage in stages.values() if stage.unit == "games" for loss in stage.losses for row in loss.rows}
    assert {*stages["agrees"].rows, *lost} >= set(some.tolist())
    twice = KEPT.replace(";B[cc];W[dc];B[cb];W[db]", ";B[cc];B[cb];W[dc];W[db]")
    illegal = ga.check(write(tmp_path / "in", {"c.sgf": twice, "z.sgf": KEPT}))
    exact = (illegal.audit.agreement == "exact").sum()
    assert (exact, len(stages_of(illegal)["agrees"].rows)) == (2, 1)


def test_games_that_agree_are_compared_unless_played_on(tables: ga.Tables) -> None:
    """Japanese and Chinese rules are compared in all games kept, but those with passes before the final two."""
    compared = tables.compare("japanese", "chinese", basis="estimated").pair_rows("japanese", "chinese", "games")
    left_out = sorted({*stages_of(tables)["agrees"].rows.tolist()} - {*compared.tolist()})
    passes = [sum(move.name == "pass" for move in tables.game(row).replay().moves) for row in left_out]
    assert len(passes) > 5
    assert min(passes) > 2


@pytest.mark.parametrize("name", LOST)
def test_each_loss_has_its_name(name: str, tmp_path: Path) -> None:
    """A record that is lost is lost where and for the reason that it was made for; one that is in order is not."""
    text, where, why = LOST[name]
    stages = stages_of(ga.check(write(tmp_path / "in", {name: text, "z.sgf": KEPT})))
    lost = {(stage.name, loss.reason) for stage in stages.values() for loss in stage.losses}
    assert lost == {(where, why)}
    assert len(stages["agrees"].rows) == 1


def test_files_are_lost_by_code(tmp_path: Path) -> None:
    """Unreadable files and files without games are different losses."""
    folder = write(tmp_path / "in", {"a.sgf": "no record", "b.zip": "no archive", "c.sgf": KEPT})
    stages = stages_of(ga.check(folder))
    lost = {(stage.name, loss.reason): len(loss.rows) for stage in stages.values() for loss in stage.losses}
    assert lost == {("readable", "GO001"): 1, ("with_games", "GO003"): 1}


def test_games_with_the_same_text_are_two(tmp_path: Path) -> None:
    """Two files with the same record are two games at every stage, and both agree."""
    stages = stages_of(ga.check(write(tmp_path / "in", {"a.sgf": KEPT, "b.sgf": KEPT})))
    assert [len(stage.rows) for stage in stages.values()] == [2] * len(STAGES)


def test_a_file_given_twice_is_lost_twice_for_the_same_reason() -> None:
    """Overlapping paths make more games, each lost where its first copy is, and none without its reason."""
    folder = SAMPLE / "findings"
    once, twice = (ga.check(paths).funnel().query("lost > 0 and unit == 'games'") for paths in (folder, [folder] * 2))
    lost = [dict(zip(zip(of.stage, of.reason, strict=True), of.lost, strict=True)) for of in (once, twice)]
    assert lost[1] == {place: 2 * games for place, games in lost[0].items()}
    assert ("legal", "GO101") in lost[0]


def test_a_ruleset_that_was_not_checked_asks_any(tmp_path: Path) -> None:
    """A game whose ruleset is not in the dataset is legal and counted if it is so under any that is."""
    suicide = f"(;SZ[5]RU[Japanese]KM[0]RE[B+5]{PLAYED};B[bb];W[];B[ba];W[];B[ab];W[aa];B[];W[])"
    folder = write(tmp_path / "in", {"a.sgf": suicide})
    society = derive("new-zealand", "society", suicide="any")  # as its own text has it, see the source of the axis
    strict, lenient = (stages_of(ga.check(folder, rulesets=names)) for names in ("japanese", society))
    assert [loss.reason for loss in strict["legal"].losses] == ["GO103"]
    assert not lenient["legal"].losses


def test_the_frame_adds_up(tables: ga.Tables) -> None:
    """`Tables.funnel`: within a unit, retained and lost rows add up to the retained rows of the stage before."""
    frame = tables.funnel()
    assert list(frame.columns) == ["stage", "title", "unit", "number", "lost", "reason", "meaning"]
    left = frame.groupby("stage", sort=False).agg(
        unit=("unit", "first"), number=("number", "first"), lost=("lost", "sum")
    )
    for unit in ("files", "games"):
        own = left[left.unit == unit]
        assert (own.number + own.lost).tolist()[1:] == own.number.tolist()[:-1]


def test_losses_have_meanings(tables: ga.Tables) -> None:
    """Every reason for a loss is said in words, finding codes in those of the catalogue."""
    lost = tables.funnel().query("lost > 0")
    assert (lost.meaning != "").all()
    codes = lost[lost.reason.str.startswith("GO")]
    assert codes.meaning.tolist() == [CATALOGUE[code].title for code in codes.reason]


def test_an_empty_dataset_has_empty_stages(tmp_path: Path) -> None:
    """Nothing comes of nothing, without an error."""
    frame = ga.check(write(tmp_path / "in", {"a.txt": "nothing"})).funnel()
    assert frame[frame.unit == "games"].number.sum() == 0
    assert isinstance(frame, pd.DataFrame)
