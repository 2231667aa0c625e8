"""The command report: its output, its path and its errors."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import goanalyze as ga
from goanalyze.cli import app


def call(*arguments: object) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, ["report", *(str(argument) for argument in arguments)])


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One game with a finding."""
    folder = tmp_path_factory.mktemp("cli")
    (folder / "a.sgf").write_text("(;SZ[5];B[bb];W[bb])")
    ga.check(folder / "a.sgf").to_parquet(folder / "out")
    return folder / "out"


def test_it_says_where_the_page_is(dataset: Path, tmp_path: Path) -> None:
    """One line: path, size, next step."""
    result = call(dataset, "-o", tmp_path / "page.html", "--title", "Our games")
    assert result.exit_code == 0
    assert result.stdout == f"Report written to {tmp_path / 'page.html'} (0.1 MB): open it in a browser\n"
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "<title>Our games</title>" in text


def test_without_a_name_it_is_in_the_dataset(dataset: Path, tmp_path: Path) -> None:
    """Reports of several datasets do not meet; a check may overwrite the dataset with its report."""
    folder = shutil.copytree(dataset, tmp_path / "out")
    assert call(folder).stdout.startswith(f"Report written to {folder / 'report.html'} (")
    assert call(folder).exit_code == 0
    ga.check(dataset.parent / "a.sgf").to_parquet(folder, overwrite=True)
    assert ga.open(folder).games.shape[0] == 1


def test_other_files_are_refused(dataset: Path, tmp_path: Path) -> None:
    """A file that is not a report of this dataset is not overwritten."""
    page = tmp_path / "page.html"
    page.write_text("my page")
    result = call(dataset, "-o", page)
    assert result.exit_code == 2
    assert "is not a report, so it is not replaced" in result.stderr
    other = shutil.copytree(dataset, tmp_path / "other")
    assert call(other, "-o", tmp_path / "other.html").exit_code == 0
    assert "is a report of another dataset" in call(dataset, "-o", tmp_path / "other.html").stderr
    assert page.read_text() == "my page"


def test_links_to_files_are_asked_for(dataset: Path, tmp_path: Path) -> None:
    """With --link-sources the lists link the records."""
    sizes = []
    for options in ([], ["--link-sources"]):
        call(dataset, "-o", tmp_path / "page.html", *options)
        sizes.append((tmp_path / "page.html").stat().st_size)
    assert sizes[0] < sizes[1]


def test_root_says_where_the_sources_are(dataset: Path, tmp_path: Path) -> None:
    """With --root the boards of records that were moved are drawn."""
    whole = shutil.copytree(dataset.parent, tmp_path / "all")
    (dataset.parent / "a.sgf").rename(dataset.parent / "b.sgf")
    try:
        call(whole / "out", "-o", tmp_path / "without.html")
        call(whole / "out", "-o", tmp_path / "with.html", "--root", whole)
    finally:
        (dataset.parent / "b.sgf").rename(dataset.parent / "a.sgf")
    with_, without = ((tmp_path / f"{name}.html").read_text(encoding="utf-8") for name in ("with", "without"))
    assert 'class="example"' in with_
    assert 'class="example"' not in without
    assert "the file is not found" in without


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nothing"], "was not found"),
        (["{dataset}", "-o", "{folder}"], "cannot be written"),
        (["{dataset}", "-o", "{folder}/no/page.html"], "cannot be written"),
        (["{dataset}", "--root", "{folder}/no"], "is not found. Expected --root FOLDER"),
        (["{damaged}", "-o", "{folder}/page.html"], "is damaged"),
        (["{older}", "-o", "{folder}/page.html"], "is damaged, or is of another dataset"),
        (["{unfinished}", "-o", "{folder}/page.html"], "is incomplete"),
        (["{listed}", "-o", "{folder}/page.html"], "_SUCCESS.json of the dataset"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(
    dataset: Path, tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    """Exit 2, one line, and no page."""
    import pyarrow.parquet as pq

    places = {name: shutil.copytree(dataset, tmp_path / name) for name in ("damaged", "older", "unfinished", "listed")}
    (part,) = (places["damaged"] / "findings").iterdir()
    part.write_bytes(b"PAR1 nonsense")
    (part,) = (places["older"] / "counts").iterdir()
    pq.write_table(pq.read_table(part).drop_columns(["position"]), part)
    (places["unfinished"] / "_SUCCESS.json").unlink()
    (places["listed"] / "_SUCCESS.json").write_text("[]")
    result = call(*(text.format(dataset=dataset, folder=tmp_path, **places) for text in arguments))
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "page.html").exists()


def test_a_page_inside_the_dataset_is_refused(dataset: Path) -> None:
    """A strange file among the tables would keep check --overwrite from replacing them."""
    result = call(dataset, "-o", dataset / "games" / "report.html")
    assert result.exit_code == 2
    assert "is a file among the tables of the dataset" in result.stderr
    assert not (dataset / "games" / "report.html").exists()
