"""Runs: chunks and their stages, jobs, and sums."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path
from typing import Any

import pytest

import goanalyze as ga
import goanalyze.sgf.records as reading
from goanalyze import Game, find_ruleset
from goanalyze.archives.inputs import find_sources
from goanalyze.batch import shard
from goanalyze.batch.run import Output, Run
from goanalyze.batch.shard import check_texts
from goanalyze.pipeline import STAGES, Chunk, Options
from goanalyze.sgf.charset import Text
from goanalyze.sgf.records import first_game
from goanalyze.tables.dataset import MemorySink

SAMPLE = Path(__file__).parents[2] / "data" / "sample"


def text(data: bytes, name: str) -> Text:
    """Return a text as read from a file."""
    return Text(name, "", len(data), data, "ascii", "ascii")


def rows(tables: ga.Tables, name: str) -> list[object]:
    """Return a table's rows in an order that does not depend on chunks."""
    return sorted(tables.arrow(name).to_pylist(), key=repr)


def test_small_chunks_give_the_same_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """The division of games into chunks changes no row."""
    whole = ga.check(SAMPLE / "findings")
    monkeypatch.setattr(reading, "CHUNK_GAMES", 3)
    small = ga.check(SAMPLE / "findings")
    for name in ("files", "games", "findings", "counts"):
        assert rows(small, name) == rows(whole, name), name


def test_a_chunk_is_gone_once_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """No chunk waits for the garbage collector: it holds some 20 MB of a large archive."""
    made: list[weakref.ref[Chunk]] = []

    class RecordingChunk(Chunk):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            made.append(weakref.ref(self))

    monkeypatch.setattr(shard, "Chunk", RecordingChunk)
    gc.disable()
    try:
        for _ in check_texts([text(f"(;SZ[7]KM[0]RE[B+5];{WALLS})".encode(), "a.sgf")], Options()):
            assert made[-1]() is None
    finally:
        gc.enable()
    assert made


def test_tables_and_sums_compute_no_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    """All stages have run, in their order, before a table asks for a column."""
    stages: list[list[str]] = []
    build = shard.chunk_tables

    def built(chunk: Chunk) -> dict[str, Any]:
        stages.append([name for name in chunk.__dict__ if name in STAGES])
        before = set(chunk.__dict__)
        tables = build(chunk)
        assert set(chunk.__dict__) == before
        return tables

    monkeypatch.setattr(shard, "chunk_tables", built)
    marked = f"(;SZ[7]KM[0]RU[AGA]RE[B+5];{WALLS}(;B[aa])(;B[bb]))".encode()
    options = Options(moves=True, variations=True, confirm="eyes")
    for _ in check_texts([text(marked, "a.sgf")], options):
        pass
    assert stages
    assert all(set(names) == set(STAGES) for names in stages)


def test_a_game_computes_the_stages_that_it_shows() -> None:
    """The moves of a game need no estimate of its final position."""
    chunk = Chunk(first_game("(;SZ[9];B[aa];W[bb])"))
    assert len(Game(chunk, 0).replay().moves) == 2
    assert not {"statuses", "finals", "findings"} & set(chunk.__dict__)


def test_the_summary_adds_up() -> None:
    """Totals of a run are those of its tables."""
    sink = MemorySink()
    summary = Run(find_sources([str(SAMPLE)]), Options(), output=Output(receive=sink.add)).run()
    tables = ga.Tables(sink.tables())
    assert (summary.files, summary.games) == (len(tables.files), len(tables.games))
    assert summary.moves == int(tables.games.move_count.sum())
    assert dict(summary.codes) == tables.findings.code.value_counts().loc[lambda n: n > 0].to_dict()
    assert sum(summary.sizes.values()) == summary.games


WALLS = ";".join(f"B[c{row}];W[e{row}]" for row in "abcdefg") + ";B[];W[ab];B[];W[]"


@pytest.mark.parametrize(
    ("rulesets", "counted"),
    [("basic,tromp-taylor", 2), ("japanese,chinese", 1), ("basic,japanese", 2), ("japanese,wmsg", 1)],
)
def test_games_counted_are_those_that_no_guess_was_needed_for(rulesets: str, counted: int) -> None:
    """A game with marked territory, one whose white stone A6 is estimated, and one without two passes.

    Basic rules count the position at two passes, without a guess about dead stones.
    """
    marked = "(;SZ[5]KM[-0.5]PL[W]AB[ba:be]AW[da:de];W[];B[]TB[aa:ae]TW[ea:ee])"
    records = [marked, f"(;SZ[7]KM[0.5];{WALLS})", "(;SZ[5];B[cc])"]
    options = Options(rulesets=tuple(find_ruleset(name) for name in rulesets.split(",")))
    texts = [text(record.encode(), str(number)) for number, record in enumerate(records)]
    found = [summary for _, summary in check_texts(texts, options)]
    assert sum(summary.counted for summary in found) == counted


@pytest.mark.parametrize(("mode", "marked"), [("full", 228), ("dead", 228), ("ignore", 0)])
def test_markup_modes(mode: str, marked: int) -> None:
    """Markup is used or not as asked."""
    tables = ga.check(SAMPLE / "gnugo", markup=mode)  # type: ignore[arg-type]
    assert int((tables.counts.status_source == "markup").sum()) == marked
