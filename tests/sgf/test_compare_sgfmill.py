"""The tokenizer and sgfmill agree on real records, but for differences with a known cause."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracles import compare_sgfmill
from oracles.compare_sgfmill import CAUSES, compare, main, table

ROOT = Path(__file__).parents[2]
ARCHIVES = ROOT.parent / "shared" / "archives" / "dev"
SMALL = ["kgs-2017a.zip", "gnugo-regression.zip", "personal-sartak.zip", "kombilo-tests.zip"]


def test_the_sample_is_read_alike() -> None:
    """No game of the sample differs without a known cause, and all of the generated archive agree."""
    report = compare([str(ROOT / "data" / "sample")])
    assert report.unexplained() == [], table(report)
    assert {difference.source for difference in report.differences if "gnugo" in difference.source} == set()
    assert report.same > 200


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_archives_are_read_alike(name: str) -> None:
    """No game of a real archive differs without a known cause; fewer than 1 in 100 differ at all."""
    path = ARCHIVES / name
    if not path.exists():
        pytest.skip(f"{path} is not here: real archives are not part of the project")
    report = compare([str(path)])
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
}


@pytest.mark.parametrize("cause", CAUSES)
def test_each_cause_has_its_record(tmp_path: Path, cause: str) -> None:
    """The comparison sees each kind of difference, and names its cause."""
    (tmp_path / "a.sgf").write_text(DIFFERENT[cause])
    report = compare([str(tmp_path)])
    assert [difference.cause for difference in report.differences] == [cause]


def test_a_real_difference_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If one of the two read another move, the comparison would say so and fail."""
    (tmp_path / "a.sgf").write_text("(;SZ[9];B[aa];W[bb])")
    lines = compare_sgfmill.main_lines
    monkeypatch.setattr(compare_sgfmill, "main_lines", lambda data: lines(data.replace(b"bb", b"cc")))
    assert [difference.cause for difference in compare([str(tmp_path)]).unexplained()] == ["unexplained"]
    assert main([str(tmp_path)]) == 1
