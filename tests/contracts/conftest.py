"""An archive of records of all kinds, checked once for all contracts."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.contracts import MOST, records, write_folder

import goanalyze as ga


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the records."""
    return write_folder(tmp_path_factory.mktemp("contracts") / "games", records())


@pytest.fixture(scope="session")
def dataset(archive: Path) -> Path:
    """Return the dataset of the folder, with all optional tables."""
    ga.check(archive, out=archive.parent / "out", jobs=1, **MOST)
    return archive.parent / "out"


@pytest.fixture(scope="session")
def tables(dataset: Path) -> ga.Tables:
    """Return the tables of the dataset."""
    return ga.open(dataset)


@pytest.fixture(scope="session")
def read_again(tables: ga.Tables) -> list[ga.Game]:
    """Return the game of each row of the table games, read again from its source."""
    found = dict(tables.read_games(range(len(tables.games))))
    return [found[row] for row in range(len(tables.games))]
