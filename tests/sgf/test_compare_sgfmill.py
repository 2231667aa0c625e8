"""The tokenizer, our trees and sgfmill agree on real records, but for differences with a known cause."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.shared import shared
from oracles import compare_sgfmill
from oracles.compare_sgfmill import CAUSES, WholeTrees, compare, main, table

ROOT = Path(__file__).parents[2]
SMALL = ["kgs-2017a.zip", "gnugo-regression.zip", "personal-sartak.zip", "kombilo-tests.zip"]


def test_the_sample_is_read_alike() -> None:
    """No game of the sample differs without a known cause, and all of the generated archive agree."""
    report = compare([str(ROOT / "data" / "sample")])
    assert report.unexplained() == [], table(report)
    assert {difference.source for difference in report.differences if "gnugo" in difference.source} == set()
    assert report.same > 200


def test_the_trees_of_the_sample_are_read_alike() -> None:
    """No value of any property of any node of the sample differs without a known cause."""
    report = compare([str(ROOT / "data" / "sample")], WholeTrees())
    assert report.unexplained() == [], table(report)
    assert report.same > 200
    assert report.units["values"] > report.units["nodes"] > 10_000


@pytest.mark.slow
@pytest.mark.parametrize("way", [None, WholeTrees()], ids=["main lines", "trees"])
@pytest.mark.parametrize("name", SMALL)
def test_archives_are_read_alike(name: str, way: WholeTrees | None) -> None:
    """No game of a real archive differs without a known cause; fewer than 1 in 100 differ at all."""
    report = compare([str(shared(f"archives/dev/{name}"))], way)
    assert report.unexplained() == [], table(report)
    assert report.games - report.same <= report.games // 100


DIFFERENT = {
    "no game": "hello",
    "joined": "(;AB[aa]AW[bb]AB[cc])",
    "no opening": ";SZ[9];B[aa])",
    "not closed": "(;SZ[9];B[aa]",
    "variation": "(;B[aa](;W[bb])(;W[cc]]))",
    "control": "(;B[aa]\0;W[bb])",
    "GO303": "(;B[aa;W[bb];B[cc])",
    "GO304": "(;B[aa]];W[bb])",
    "GO306": "(;b[aa])",
    "GO309": "(;B[aa]C;W[bb])",
    "GO317": "(;C[Ito [2d]: hello];B[aa])",
    "GO320": "(;B[aa];W[pass])",
    "GO312": "(;B[aa](RN[1]PT[2];B[aa];W[bb]);W[cc])",
}
"""Records that the two read differently, by cause."""

IN_TREES = {
    "no game": "hello",
    "no opening": ";SZ[9];B[aa])",
    "not closed": "(;B[aa](;W[bb])(;W[cc]",
    "control": "(;B[aa]C[\0]\0;W[bb])",
    "GO303": "(;B[aa];W[bb](;B[cc];W[dd;B[ee])(;B[ff]))",
    "GO304": "(;B[aa](;W[bb])(;W[cc]]))",
    "GO306": "(;B[aa](;W[bb])(;w[cc]))",
    "GO309": "(;B[aa](;W[bb])(;W[cc]C))",
    "GO312": "(;B[aa](;W[bb]);B[cc];W[dd])",
}
"""The same for whole trees: the difference may stand in a variation."""


@pytest.mark.parametrize("cause", CAUSES)
def test_each_cause_has_its_record(tmp_path: Path, cause: str) -> None:
    """The comparison sees each kind of difference, and names its cause."""
    (tmp_path / "a.sgf").write_text(DIFFERENT[cause])
    report = compare([str(tmp_path)])
    assert [difference.cause for difference in report.differences] == [cause]


@pytest.mark.parametrize("cause", IN_TREES)
def test_each_cause_of_trees_has_its_record(tmp_path: Path, cause: str) -> None:
    """The comparison of trees sees differences in variations, too, and names their cause."""
    (tmp_path / "a.sgf").write_text(IN_TREES[cause])
    report = compare([str(tmp_path)], WholeTrees())
    assert [difference.cause for difference in report.differences] == [cause], table(report)


@pytest.mark.parametrize(
    ("ours", "theirs"), [("C[a]", "C[b]"), ("(;B[ee])(;B[dd])", "(;B[dd])(;B[ee])"), ("AB[aa][bb]", "AB[bb][aa]")]
)
def test_a_real_difference_of_trees_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ours: str, theirs: str
) -> None:
    """If one of the two read another value, or another order of values or variations, the comparison would fail."""
    (tmp_path / "a.sgf").write_text(f"(;SZ[9](;B[cc];W[gg]{ours})(;B[gc]))")
    trees = compare_sgfmill.whole_trees
    monkeypatch.setattr(
        compare_sgfmill, "whole_trees", lambda data: trees(data.replace(ours.encode(), theirs.encode()))
    )
    assert [difference.cause for difference in compare([str(tmp_path)], WholeTrees()).unexplained()] == ["unexplained"]
    assert main(["--trees", str(tmp_path)]) == 1
    assert main(["--trees", "--every", "2", str(tmp_path)]) == 1


def test_a_real_difference_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If one of the two read another move, the comparison would say so and fail."""
    (tmp_path / "a.sgf").write_text("(;SZ[9];B[aa];W[bb])")
    lines = compare_sgfmill.main_lines
    monkeypatch.setattr(compare_sgfmill, "main_lines", lambda data: lines(data.replace(b"bb", b"cc")))
    assert [difference.cause for difference in compare([str(tmp_path)]).unexplained()] == ["unexplained"]
    assert main([str(tmp_path)]) == 1
