"""The report: its figures are those of the tables, its lists are the games that the figures count."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path, PurePath
from typing import Any

import numpy as np
import pytest
from render.report_page import Report

import goanalyze as ga
from goanalyze.compare.comparison import compare
from goanalyze.compare.illegal_games import illegal_caption
from goanalyze.render.formatting import value_text
from goanalyze.render.model import Kind, Table, plain
from goanalyze.render.sections.comparison import Request, comparison_sections

SAMPLE = Path(__file__).parents[2] / "data" / "sample"


def keys(games: Any) -> set[tuple[str, str, int]]:
    """Return source within the sample, member and number in the file of games of a frame."""
    sources = [str(PurePath(source).relative_to(SAMPLE)) for source in games.source.astype(str)]
    return set(zip(sources, games.member, games.game_index.astype(int), strict=True))


def test_every_number_is_as_many_games_as_its_list_has(page: Report) -> None:
    """The figure, the length of the list and its games are one number."""
    assert len(page.numbers) > 200
    for number in page.numbers:
        total, games = page.list_of(number)
        assert len(games) == len(set(games)) == total
        assert number.text.replace(",", "") == str(total) or not number.text[0].isdigit() or number.text.endswith("%")


def test_games_of_findings_are_those_of_the_table(page: Report, tables: ga.Tables) -> None:
    """For each code the page lists exactly the games with such a finding, or the games of files with one."""
    games = tables.games
    for code, found in tables.findings.groupby("code", observed=True):
        own = found[found.game_id.notna()]
        files = set(zip(found.source.astype(str), found.member, strict=True)) - set(
            zip(own.source.astype(str), own.member, strict=True)
        )
        inside = [file in files for file in zip(games.source.astype(str), games.member, strict=True)]
        expected = keys(own) | keys(games[inside])
        noun = {"error": "error", "warning": "warning", "info": "note"}[found.severity.iloc[0]]
        assert f"{len(found):,} {noun}" in page.said(page.by_id(str(code)))
        listed = [number for number in page.numbers if number.title.startswith(f"{code} ")]
        assert [page.places(number) for number in listed] == ([expected] if expected else [])


def test_every_copy_of_a_game_is_listed(tmp_path: Path) -> None:
    """A file given twice is two games in the list of each of its findings, as the findings are two."""
    path = SAMPLE / "findings" / "go101-point-occupied.sgf"
    tables = ga.check([path, path])
    page = Report.read(tables.report(tmp_path / "report.html"))
    for code, found in tables.findings.groupby("code", observed=True):
        titled = [number for number in page.numbers if number.title.startswith(f"{code} ")]
        assert [page.list_of(number)[0] for number in titled] == [2]
        assert len(found) % 2 == 0


def test_a_finding_is_drawn_on_its_own_game(tmp_path: Path) -> None:
    """Of two members of the same name the one with the finding is listed, drawn and in the viewer."""
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as members:
        members.writestr("g.sgf", "(;SZ[9]PB[First];B[aa];W[bb];B[cc])")
        with pytest.warns(UserWarning, match="Duplicate"):
            members.writestr("g.sgf", "(;SZ[9]PB[Second];B[ee];W[ef];B[ee])")
    page = Report.read(ga.check(tmp_path / "a.zip").report(tmp_path / "report.html"))
    text = page.said(page.by_id("GO101"))
    assert "Second" in text
    assert "First" not in text
    (listed,) = (number for number in page.numbers if number.title.startswith("GO101 "))
    assert page.list_of(listed) == (1, [1])
    assert page.boards["1"]["players"][0] == "Second"


def test_recorded_results_are_those_of_the_audit(page: Report, tables: ga.Tables) -> None:
    """Known and estimated dead stones are counted apart; each answer and each explanation has its games."""
    audit = tables.audit
    known = audit.status_source.isin(["markup", "settled"])
    kind = np.select(
        [audit.agreement == "exact", audit.agreement == "not_countable", audit.explained.astype(bool)],
        ["confirmed", "cannot be decided", "follow otherwise"],
        "do not follow",
    )
    for title, inside in (("known", known), ("estimated", ~known)):
        for answer in ("confirmed", "follow otherwise", "do not follow", "cannot be decided"):
            shown = page.titled(f"Recorded counts, dead stones {title}: {answer}")
            games = int((kind[inside] == answer).sum())
            assert [page.list_of(number)[0] for number in shown] == [games] * bool(games)
        for name, games in audit[inside].explanation.value_counts().items():
            shown = page.titled(f"{name}, dead stones {title}")
            assert [page.list_of(number)[0] for number in shown] == [games] * bool(games)
    sentence = page.said(page.by_id("recorded"))
    assert f"Of {len(audit)} recorded counts {(kind == 'confirmed').sum()} are confirmed" in sentence
    numbers = [int(text) for text in re.findall(r"\d+", sentence.split(".")[0])]
    assert sum(numbers[1:]) == numbers[0]


def test_a_finding_at_a_move_is_at_an_existing_move(tables: ga.Tables) -> None:
    """Else its address would lead nowhere."""
    findings, game = tables.findings, ["source", "member", "game_index"]
    own = findings[(findings.line == 0) & findings.move_number.notna()]
    both = own.merge(tables.games[[*game, "move_count"]], on=game)
    assert len(both) > 30
    assert both[both.move_number > both.move_count].code.tolist() == []


def test_the_tiles_are_figures_of_the_tables(page: Report, tables: ga.Tables) -> None:
    """Six, each a link to the section that says more."""
    (tiles,) = [node for node in page.all("ul") if node.get("class") == "tiles"]
    links = list(tiles.iter("a"))
    assert all(page.by_id(link.get("href")[1:]).tag == "section" for link in links)
    findings, copies = tables.findings, tables.duplicates
    errors = findings[(findings.severity == "error") & findings.game_id.notna()]
    illegal = tables.outcomes[tables.outcomes.first_illegal_move.notna()]
    figures = [link.find("b").text for link in links]
    assert figures[0] == f"{len(tables.games):,}"
    assert figures[1] == str(errors.game_id.nunique())
    assert figures[2] == str(illegal.game_id.nunique())
    assert figures[4] == str(int((copies.group.notna() & ~copies.keep.fillna(True).astype(bool)).sum()))
    assert figures[5] == str(int((tables.audit.agreement == "exact").sum()))


def test_illegal_games_are_counted_by_one_definition(page: Report, tables: ga.Tables) -> None:
    """A game counts as illegal under all if every ruleset forbids the same move, else as illegal under some."""
    first = tables.outcomes.pivot(index="game_id", columns="ruleset", values="first_illegal_move")
    findings = tables.findings[(tables.findings.line == 0) & tables.findings.game_id.notna()]
    rulesets = len(first.columns)
    by_all = set(first.index[first.notna().all(axis=1) & (first.nunique(axis=1) == 1)])
    by_all |= set(
        findings.game_id[findings.rulesets.map(lambda names: len(names) if names is not None else 0) == rulesets]
    )
    by_some = set(first.index[first.notna().any(axis=1)]) - by_all
    assert by_all
    assert by_some
    assert illegal_caption(len(by_all), len(by_some)) in page.said(page.by_id("overview"))


def test_games_are_only_games(tmp_path: Path) -> None:
    """Findings on files without a game count files."""
    (tmp_path / "a.sgf").write_text("no record at all")
    (tmp_path / "b.sgf").write_text("(;SZ[5];B[bb];W[bb])")
    page = Report.read(ga.check(tmp_path).report(tmp_path / "report.html"))
    rows = {page.said(next(row.iter("th"))): list(row.iter("td")) for row in page.by_id("findings").iter("tr")}
    counts = {code: [page.said(cell) for cell in cells[2:4]] for code, cells in rows.items() if cells}
    assert counts["GO003"] == ["", "1"]
    assert counts["GO101"] == ["1", ""]


def test_errors_are_red_and_nothing_else(page: Report, tables: ga.Tables) -> None:
    """Duplicates and illegal moves under some rulesets are not errors."""
    red = [node for node in page.tree.iter() if "is-error" in (node.get("class") or "").split()]
    cells = [node for node in red if node.tag == "span"]
    codes = tables.findings.groupby("code", observed=True).severity.first()
    assert len(cells) == int((codes == "error").sum())
    assert {page.said(node) for node in cells} == {"error"}
    assert [node.get("href") for node in red if node.tag == "a"] == ["#findings"]


def test_figures_of_the_page_are_those_of_the_terminal(page: Report, tables: ga.Tables) -> None:
    """Every value of a section of the comparison is on the page as the printer of the terminal writes it."""
    comparison = compare(tables._source)
    checked = 0
    for section in comparison_sections(comparison, (), Request("OUT")):
        text = page.said(page.by_id(section.key))
        for table in (block for block in section.blocks if isinstance(block, Table)):
            for row in table.rows:
                for value, column in zip(row, table.columns, strict=True):
                    if column.kind not in (Kind.ADDRESS, Kind.SPARK, Kind.BAR):
                        assert value_text(plain(value), column) in text
                        checked += 1
    assert checked > 200


def test_the_tile_of_changed_winners_is_the_answer(page: Report, tables: ga.Tables) -> None:
    """One question has one number: the tile, the verdict and the answer."""
    answer = compare(tables._source).answer()
    (tiles,) = [node for node in page.all("ul") if node.get("class") == "tiles"]
    tile = list(tiles.iter("a"))[3]
    assert tile.find("b").text == f"{answer.winner_changes:,}"
    assert f"of {answer.winner_games:,} games" in page.said(tile)
    verdict = page.said(next(page.by_id("overview").iter("p")))
    assert f"depends on the rules in {answer.winner_changes:,} of {answer.winner_games:,} games" in verdict
    for sentence in answer.sentences:
        assert sentence.replace("`", "") in page.said(page.by_id("answer"))


def test_no_badge_calls_estimates_known(page: Report) -> None:
    """A green badge does not mention estimates, and every badge with estimates is marked."""
    badges = [node for node in page.all("span") if (node.get("class") or "").startswith("tag ")]
    assert badges
    for badge in badges:
        assert ("estimated" in page.said(badge)) == (badge.get("class") == "tag guess")
