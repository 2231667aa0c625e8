"""The report as a page: where its links and addresses lead, how long its tables and lists are, what it asks for."""

from __future__ import annotations

import base64
import hashlib
import re
import shlex
from pathlib import Path
from urllib.parse import unquote, urlparse

import numpy as np
import pytest
from render.report_page import Report

import goanalyze as ga
from goanalyze.archives.address import read_address
from goanalyze.render.report.examples import PER_CODE
from goanalyze.render.report.lists import Lists


def test_a_place_is_an_address(page: Report, tables: ga.Tables) -> None:
    """Commands of examples name game and move of a finding of their code (issue 17, "A place is an address")."""
    findings = tables.findings[tables.findings.move_number.notna()]
    places = {}
    for row in findings.to_dict("records"):
        where = row["source"], row["member"], row["game_index"], row["line"], int(row["move_number"])
        places.setdefault(row["code"], set()).add(where)
    shown = 0
    for code, found in places.items():
        for node in page.by_id(code).iter("code"):
            if node.text.startswith("goanalyze show "):
                address = read_address(shlex.split(node.text)[2])
                game = address.game or 0
                assert (address.source, address.member, game, address.line, address.move) in found
                shown += 1
    assert shown > 20


def test_a_list_about_moves_has_them(page: Report, tables: ga.Tables) -> None:
    """Of each game the first such finding of its main line (issue 17: "lists have the move")."""
    findings = tables.findings
    at_moves = findings[findings.move_number.notna() & (findings.line == 0) & findings.game_id.notna()]
    for code, found in at_moves.groupby("code", observed=True):
        first = found.groupby(["source", "member", "game_index"], observed=True).move_number.min().astype(int).to_dict()
        number = next(number for number in page.numbers if number.title.startswith(f"{code} "))
        games = page.data["games"]
        places = [
            (games["sources"][games["source"][at]], games["member"][at] or "", games["index"][at])
            for at in page.list_of(number)[1]
        ]
        assert {place: move for place, move in zip(places, page.data["moves"][str(number.key)], strict=True)
                if move >= 0} == first  # fmt: skip


def test_few_rows_of_each_table_are_open(page: Report) -> None:
    """The others are folded: a page is short whatever its dataset holds (issue 17, "What the eye meets first")."""
    folded = {table for fold in page.all("details") for table in fold.iter("table")}
    tables = [table for table in page.by_id("main").iter("table") if table not in folded]
    assert max(len(list(table.iter("tr"))) for table in tables) <= 12  # with the head; the funnel has eleven stages
    assert len(tables) < len(folded)
    boards = [node for node in page.all("div") if node.get("class") == "go-viewer"]
    assert set(boards) <= {node for fold in page.all("details") for node in fold.iter("div")}


def test_links_lead_to_the_files(page: Report, out: Path) -> None:
    """Every link that leaves the page is a file that is there; the others lead to places of the page."""
    found = [node.get("href") for node in page.all("a")] + page.data["games"]["links"]
    assert len(found) > 300
    for link in found:
        if link.startswith("#"):
            page.by_id(link[1:])
        else:
            assert urlparse(link).scheme == "file"
            assert Path(unquote(urlparse(link).path)).is_file()


def test_sources_given_by_relative_paths_have_relative_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the records, the dataset and the page can be moved as a whole."""
    (tmp_path / "my games").mkdir()
    (tmp_path / "my games" / "a#1.sgf").write_text("(;SZ[9];B[ee])")
    monkeypatch.chdir(tmp_path)
    ga.check("my games").to_parquet("out")
    page = Report.read(ga.open("out").report(Path("out") / "report.html"))
    assert page.data["games"]["links"] == ["./../my%20games/a%231.sgf"]


def test_boards_stand_beside_findings_of_moves(page: Report, tables: ga.Tables) -> None:
    """Each code that names a move has up to three examples, each with a viewer at the move of such a finding."""
    findings = tables.findings
    for code, found in findings[findings.move_number.notna()].groupby("code", observed=True):
        article = page.by_id(str(code))
        figures = list(article.iter("figure"))
        assert 1 <= len(figures) <= PER_CODE
        viewers = [node for node in article.iter("div") if node.get("class") == "go-viewer"]
        assert {int(node.get("data-move")) for node in viewers} <= set(found.move_number.dropna().astype(int))
        assert len(viewers) == len(figures)


def test_the_page_asks_for_nothing_else(page: Report) -> None:
    """No address but those of XML's name spaces: no picture, style, script, font or frame from anywhere."""
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


def test_ids_are_there_once(page: Report) -> None:
    """No two elements have the same id."""
    ids = [node.get("id") for node in page.tree.iter() if node.get("id")]
    assert len(ids) == len(set(ids))


def test_tables_and_charts_can_be_read_without_seeing_them(page: Report) -> None:
    """Every table has a caption and heads that say what they head; every chart says what it shows."""
    for table in page.all("table"):
        assert page.said(table.find("caption")).strip()
        assert all(head.get("scope") in ("col", "row") for head in table.iter("th"))
    pictures = [node for node in page.all("svg") if node.get("role") == "img"]
    assert all(
        node.get("aria-label") or node.find("{http://www.w3.org/2000/svg}title") is not None for node in pictures
    )
    assert len(pictures) > 20


def test_the_same_dataset_gives_the_same_page(out: Path, page: Report, tmp_path: Path) -> None:
    """Nothing of the page depends on when it is made."""
    assert ga.open(out).report(tmp_path / "again.html").read_text(encoding="utf-8") == page.text


@pytest.mark.slow
def test_a_limit_cuts_long_lists_and_says_so(tables: ga.Tables, tmp_path: Path) -> None:
    """With fewer games at hand the figures stay, short lists are whole, long ones know how long they are."""
    page = Report.read(tables.report(tmp_path / "report.html", limit=100))
    assert len(page.data["games"]["member"]) == 100
    assert f"100 games at hand, of {len(tables.games)}" in page.text
    lengths = [page.list_of(number) for number in page.numbers]
    assert all(len(places) == total for total, places in lengths if total == 1)
    assert any(len(places) < total for total, places in lengths)
    everything = Report.read(tables.report(tmp_path / "all.html", limit=0))
    assert len(everything.data["games"]["member"]) == len(tables.games)


def test_lists_choose_the_shortest_first() -> None:
    """Of a budget of games the short lists get theirs first."""
    lists = Lists()
    lists.add(np.arange(10))
    lists.add(np.array([7, 9]))
    assert lists.chosen(10, 4).tolist() == [0, 1, 7, 9]
    assert lists.chosen(10, 0).tolist() == list(range(10))


def test_a_list_needs_games_of_the_table() -> None:
    """Lists of a page whose games are none of those at hand are empty, and still know their length."""
    lists = Lists()
    lists.number(np.array([5]), "far")
    assert lists.within(np.array([1, 2])) == [[1]]
