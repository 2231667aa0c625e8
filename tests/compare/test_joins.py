"""The game of a finding, where names of files and members are not unique."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

import goanalyze as ga
from goanalyze.compare.games import finding_games
from goanalyze.tables.reading import Columns

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
CLEAN = "(;SZ[9]PB[First]KM[6.5];B[aa];W[bb];B[cc];W[dd];B[ee])"
ILLEGAL = "(;SZ[9]PB[Second]KM[6.5];B[ee];W[ef];B[ee];W[gg])"


def games_of(tables: ga.Tables) -> np.ndarray:
    """Return for each finding the row of its game."""
    return finding_games(Columns(tables.arrow("findings")), Columns(tables.arrow("games")))


def archive(path: Path, *texts: str) -> Path:
    """Write an archive whose members all have the same name."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as members:
        for text in texts:
            with pytest.warns(UserWarning, match="Duplicate") if members.filelist else io.BytesIO():
                members.writestr("g.sgf", text)
    path.write_bytes(packed.getvalue())
    return path


@pytest.mark.parametrize("texts", [(CLEAN, ILLEGAL), (ILLEGAL, CLEAN), (CLEAN, ILLEGAL, ILLEGAL, CLEAN)])
def test_members_of_the_same_name_are_told_apart(tmp_path: Path, texts: tuple[str, ...]) -> None:
    """Just the games that play on an occupied point have the findings that say so, each its own."""
    tables = ga.check(archive(tmp_path / "a.zip", *texts))
    found = games_of(tables)[(tables.findings.code == "GO101").to_numpy()]
    assert found.tolist() == [row for row, text in enumerate(texts) if text == ILLEGAL]


def test_each_copy_of_a_game_has_its_own_findings() -> None:
    """If paths overlap, every game has its number of findings in the table games; equal games have equal codes."""
    tables = ga.check([SAMPLE / "findings", SAMPLE, SAMPLE / "findings"])
    found = games_of(tables)
    games = tables.games
    assert games.duplicated(["source", "member", "game_index"]).sum() > 50
    assert np.bincount(found[found >= 0], minlength=len(games)).tolist() == games.finding_count.tolist()
    assert (games.game_id.to_numpy()[found[found >= 0]] == tables.findings.game_id.dropna().to_numpy()).all()
    findings = tables.findings[["code", "message"]].astype(str).agg(": ".join, axis=1).groupby(found).agg(sorted)
    said = games.game_id.to_frame().join(findings.rename("said")).dropna()
    assert said.said.map(str).groupby(said.game_id).nunique().max() == 1
