"""The report as a page: its addresses and lists, its boards and print, its embedded files."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from urllib.parse import unquote, urlparse

import numpy as np
import pytest
from render.report_page import Report

import goanalyze as ga
from goanalyze.render.report.chapters import GameLists
from goanalyze.render.report.page import BOARD_LIMIT
from goanalyze.render.sections.examples import PER_CODE


def test_every_address_opens_the_viewer_at_a_finding_or_a_game(page: Report, tables: ga.Tables) -> None:
    """The page has the moves of every game that it names by its address, and each move is in the game."""
    assert len(page.openers) > 30
    for game, move in page.openers:
        if str(game) in page.boards:
            assert move is None or 0 < move <= int(tables.games.move_count[game])
    with_board = set(np.flatnonzero(tables.games.board_width.notna()))
    assert {game for game, _ in page.openers} & with_board <= {int(row) for row in page.boards}


def test_games_with_errors_are_in_the_viewer(page: Report, tables: ga.Tables) -> None:
    """Their moves, their findings and, if they were counted, their counts, as far as the limit."""
    findings = tables.findings
    errors = set(findings[(findings.severity == "error") & findings.game_id.notna()].game_id)
    with_board = set(np.flatnonzero(tables.games.board_width.notna()))
    rows = [row for row, key in enumerate(tables.games.game_id) if key in errors and row in with_board]
    assert rows
    assert len(page.boards) <= BOARD_LIMIT
    for row in rows:
        view = page.boards[str(row)]
        assert len(view["lines"][0]["moves"]) == 2 * int(tables.games.move_count[row])
    assert any("counts" in view for view in page.boards.values())


def test_a_list_about_moves_has_them(page: Report, tables: ga.Tables) -> None:
    """Of each game the first such finding of its main line."""
    findings = tables.findings
    at_moves = findings[findings.move_number.notna() & (findings.line == 0) & findings.game_id.notna()]
    row_of = {key: row for row, key in enumerate(tables.games.game_id)}
    for code, found in at_moves.groupby("code", observed=True):
        first = {
            row_of[key]: int(move) for key, move in found.groupby("game_id", observed=True).move_number.min().items()
        }
        number = next(number for number in page.numbers if number.title.startswith(f"{code} "))
        games = page.list_of(number)[1]
        moves = zip(games, page.data["moves"][str(number.key)], strict=True)
        assert {game: move for game, move in moves if move >= 0} == first


def test_few_rows_of_each_table_are_open(page: Report) -> None:
    """The others are folded: a page is short with any dataset."""
    hidden = [*page.all("details"), *(node for node in page.all("div") if node.get("class") == "appendix")]
    folded = {table for fold in hidden for table in fold.iter("table")}
    tables = [table for table in page.by_id("main").iter("table") if table not in folded]
    assert max(len(list(table.iter("tr"))) for table in tables) <= 24
    boards = [node for node in page.all("figure") if node.get("class") == "example"]
    assert set(boards) <= {node for fold in hidden for node in fold.iter("figure")}


def test_nothing_of_the_keeper_is_on_the_page(page: Report, tables: ga.Tables, out: Path) -> None:
    """No absolute folder, and commands only in the fold for the keeper."""
    data = str(page.data)
    folders = {str(Path(source).parent.parent) for source in tables.games.source.astype(str)} | {str(out.parent)}
    for folder in folders:
        assert folder not in page.text
        assert folder not in data
    (keeper,) = [node for node in page.all("details") if page.said(node).startswith("For the keeper")]
    commands = [node for node in page.all("code") if (node.text or "").startswith("goanalyze ")]
    assert commands
    assert set(commands) <= set(keeper.iter("code"))


def test_links_stay_on_the_page(page: Report) -> None:
    """Every link leads to an element of the page; no link leads to a file."""
    links = [node.get("href") for node in page.all("a")]
    assert len(links) > 30
    for link in links:
        assert link.startswith("#")
        page.by_id(link[1:])
    assert page.data["games"]["links"] == []


def test_links_to_sources_are_relative_if_the_sources_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With links, a folder with the records, the dataset and the page can be moved as a whole."""
    (tmp_path / "my games").mkdir()
    (tmp_path / "my games" / "a#1.sgf").write_text("(;SZ[9];B[ee])")
    monkeypatch.chdir(tmp_path)
    ga.check("my games").to_parquet("out")
    page = Report.read(ga.open("out").report(link_sources=True))
    assert page.data["games"]["links"] == ["./../my%20games/a%231.sgf"]
    absolute = Report.read(ga.check(tmp_path / "my games").report("page.html", link_sources=True))
    (link,) = absolute.data["games"]["links"]
    assert Path(unquote(urlparse(link).path)).is_file()


def test_each_code_has_examples_with_boards(page: Report, tables: ga.Tables) -> None:
    """Each code that names a move has up to three examples, drawn with the move marked."""
    findings = tables.findings
    for code, _ in findings[findings.move_number.notna()].groupby("code", observed=True):
        figures = list(page.by_id(str(code)).iter("figure"))
        assert 1 <= len(figures) <= PER_CODE
        assert all(any(node.tag.endswith("svg") for node in figure.iter()) for figure in figures)


def test_every_error_is_printed(page: Report, tables: ga.Tables) -> None:
    """The appendix has each with its message, its board if it is about one, players, and the whole address."""
    errors = tables.findings[tables.findings.severity == "error"]
    section = page.by_id("errors")
    entries = [*section.iter("figure"), *section.iter("li")]
    assert len(entries) == len(errors)
    text = page.said(section)
    for row in errors[errors.move_number.notna() & (errors.line == 0)].to_dict("records"):
        assert f"{Path(row['source']).name}" in text
        assert f"@{int(row['move_number'])}" in text
    assert "@page" in page.text
    assert "counter(pages)" in page.text


def test_the_page_loads_nothing(page: Report) -> None:
    """No address but those of XML's name spaces: no picture, style, script, font or frame from elsewhere."""
    assert set(re.findall(r"https?://[^\s\"'<>)]*", page.text)) <= {"http://www.w3.org/2000/svg"}
    names = {node.tag.split("}")[-1] for node in page.tree.iter() if isinstance(node.tag, str)}
    assert not names & {"link", "img", "iframe", "object", "embed", "base", "image", "use", "audio", "video"}
    assert not re.search(r"@import|url\(", page.text)


def test_only_its_own_script_may_run(page: Report) -> None:
    """The policy names the one script by its hash; nothing else of the page is code."""
    (policy,) = [node.get("content") for node in page.all("meta") if node.get("http-equiv")]
    scripts = [node for node in page.all("script") if node.get("type") is None]
    assert len(scripts) == 1
    digest = base64.b64encode(hashlib.sha256(scripts[0].text.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert not [name for node in page.tree.iter() for name in node.attrib if name.lower().startswith("on")]


def test_ids_are_unique(page: Report) -> None:
    """No two elements have the same id."""
    ids = [node.get("id") for node in page.tree.iter() if node.get("id")]
    assert len(ids) == len(set(ids))


def test_classes_of_charts_are_their_own(page: Report) -> None:
    """No class of a chart is also one of the page: a rule for sections would change the drawing."""
    charts = [node for node in page.all("svg") if (node.get("class") or "").split()[:1] == ["chart"]]
    inside = {name for chart in charts for node in chart.iter() for name in (node.get("class") or "").split()}
    assert charts
    assert all(name == "chart" or name.startswith("chart-") for name in inside)


def test_tables_and_charts_can_be_read_without_seeing_them(page: Report) -> None:
    """Every table has a caption and heads with their scope; every picture has a text."""
    for table in page.all("table"):
        assert page.said(table.find("caption")).strip()
        assert all(head.get("scope") in ("col", "row", "colgroup") for head in table.iter("th"))
    pictures = [node for node in page.all("svg") if node.get("role") == "img"]
    assert all(
        node.get("aria-label") or node.find("{http://www.w3.org/2000/svg}title") is not None for node in pictures
    )
    assert len(pictures) > 20


def test_the_same_dataset_gives_the_same_page(out: Path, page: Report, tmp_path: Path) -> None:
    """Nothing of the page depends on the time at which it is made."""
    assert ga.open(out).report(tmp_path / "again.html").read_text(encoding="utf-8") == page.text


@pytest.mark.slow
def test_a_limit_cuts_long_lists_and_says_so(tables: ga.Tables, tmp_path: Path) -> None:
    """With fewer listed games the figures stay, short lists are whole, long ones know their length."""
    page = Report.read(tables.report(tmp_path / "report.html", limit=100))
    assert len(page.data["games"]["member"]) == 100
    assert f"lists 100 games of {len(tables.games)}" in page.text
    lengths = [page.list_of(number) for number in page.numbers]
    assert all(len(games) == total for total, games in lengths if total == 1)
    assert any(len(games) < total for total, games in lengths)
    everything = Report.read(tables.report(tmp_path / "all.html", limit=0))
    assert len(everything.data["games"]["member"]) == len(tables.games)


def test_lists_choose_the_shortest_first() -> None:
    """Of a limited number of games the short lists get theirs first."""
    lists = GameLists()
    lists.add(np.arange(10))
    lists.add(np.array([7, 9]))
    assert lists.listed(10, 4).tolist() == [0, 1, 7, 9]
    assert lists.listed(10, 0).tolist() == list(range(10))


def test_a_list_without_listed_games_knows_its_length() -> None:
    """Lists of a page whose games are not among those listed are empty, and still have their length."""
    lists = GameLists()
    lists.add(np.array([5]))
    assert lists.steps(np.array([1, 2])) == [[1]]
