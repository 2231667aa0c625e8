"""The sample as a dataset, its tables and its report."""

from __future__ import annotations

from pathlib import Path

import pytest
from render.report_page import Report

import goanalyze as ga

SAMPLE = Path(__file__).parents[2] / "data" / "sample"


@pytest.fixture(scope="session")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample as a dataset."""
    folder = tmp_path_factory.mktemp("report") / "out"
    ga.check(SAMPLE).to_parquet(folder)
    return folder


@pytest.fixture(scope="session")
def tables(out: Path) -> ga.Tables:
    """The sample's tables."""
    return ga.open(out)


@pytest.fixture(scope="session")
def page(out: Path) -> Report:
    """The sample's report."""
    return Report.read(ga.open(out).report(out.parent / "report.html"))
