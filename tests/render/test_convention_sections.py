"""The sections on conventions: figures are those of the table, with the games behind them, at every width."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from helpers.sections import blocks_of
from helpers.wrong_headers import GAMES, server
from rich.console import Console

import goanalyze as ga
from goanalyze.compare.counted_games import GroupResults, open_groups
from goanalyze.draw.charts import Bars
from goanalyze.render.model import Cell, Figure, Section, Table, Tone
from goanalyze.render.sections.conventions import convention_sections
from goanalyze.render.terminal.printer import print_sections
from goanalyze.tables.dataset import read_dataset

WIDTHS = (30, 40, 60, 80, 120, 200)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the dataset of a server whose komi is 6.5, called 0, with a hostile name of its program."""
    folder = server(tmp_path_factory.mktemp("lying") / "server", GAMES)
    for path in folder.iterdir():
        path.write_text(path.read_text().replace("AP[GNU Go:3.8]", "AP[<b>`Go`</b>\x1b[31m\u202e]"), encoding="utf-8")
    ga.check(folder).to_parquet(folder.parent / "out")
    return folder.parent / "out"


@pytest.fixture(scope="module")
def sections(out: Path) -> list[Section]:
    """Return all sections."""
    groups, results, is_applied = open_groups(out)
    return convention_sections(groups, results, "out", is_applied=is_applied, with_hypotheses=True)


def printed(sections: Sequence[Section], width: int) -> str:
    """Return sections as text."""
    file = io.StringIO()
    print_sections(Console(file=file, width=width, force_terminal=False), sections)
    return file.getvalue()


def test_every_counted_game_has_one_explanation(out: Path, sections: list[Section]) -> None:
    """The games behind the four explanations of margins are the counted games of the group, each once."""
    (table,) = [block for block in sections[0].blocks if isinstance(block, Table)]
    cells = [row[1] for row in table.rows if isinstance(row[1], Cell)]
    rows = np.concatenate([cell.games for cell in cells if cell.games is not None])
    games = ga.open(out).games
    assert sorted(rows) == np.flatnonzero(games.result_margin.notna()).tolist() == list(range(len(GAMES)))


def test_hypotheses_are_the_rows_of_the_table(out: Path, sections: list[Section]) -> None:
    """Ruleset, komi, explained games and chance of each hypothesis are those of the table conventions."""
    (section,) = [section for section in sections if section.key == "conventions-hypotheses"]
    (table,) = [block for block in section.blocks if isinstance(block, Table)]
    expected = [
        (row["played_ruleset"], row["played_komi"], row["explained"], row["share"], row["chance"])
        for row in ga.open(out).arrow("conventions").to_pylist()
    ]
    assert [row[:5] for row in table.rows] == expected


def test_the_required_komi_is_drawn_and_listed(sections: list[Section]) -> None:
    """Bars, table and games behind its cells have the same figures; 6.5 is the komi of all games, by territory."""
    figure = next(block for block in blocks_of(sections) if isinstance(block, Figure))
    assert isinstance(figure.chart, Bars)
    assert figure.table is not None
    bars = {label: count for label, count in zip(figure.chart.labels, figure.chart.values, strict=True) if count}
    cells = {str(row[0]): row[1] for row in figure.table.rows}
    assert bars == {"6.5": len(GAMES)}
    assert {name: len(cell.games) for name, cell in cells.items() if isinstance(cell, Cell)} == bars  # type: ignore[arg-type]


def test_nothing_on_conventions_is_red(sections: list[Section]) -> None:
    """Conventions are not errors of players or archives."""
    rows = [row for block in blocks_of(sections) if isinstance(block, Table) for row in block.rows]
    assert not [cell for row in rows for cell in row if isinstance(cell, Cell) and cell.tone is Tone.ERROR]


@pytest.mark.parametrize("width", WIDTHS)
def test_the_sections_are_whole_at_every_width(width: int, sections: list[Section]) -> None:
    """All words and figures are printed, and no character of a record acts on the terminal."""
    text, wide = printed(sections, width), printed(sections, 400)
    assert {"6.5:", "japanese,", "KM[0],", "83.9–100"} <= set(text.replace("(", " ").replace(")", " ").split())
    assert not {"\x1b", "\u202e"} & set(text + wide)


def test_a_limit_is_of_groups(out: Path) -> None:
    """With a limit, the rows of that number of groups are shown at first; the others stay in the table."""
    groups = open_groups(out)[0] * 2
    sections = convention_sections(groups, GroupResults(groups, read_dataset(out)), "out", limit=1)
    (table,) = [block for block in sections[0].blocks if isinstance(block, Table)]
    assert [index for _, index in table.parts] == [0, table.shown]
    assert len(table.rows) == 2 * (table.shown or 0)
