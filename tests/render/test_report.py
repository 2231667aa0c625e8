"""The report: its figures are those of the tables, its lists are the games that the figures count."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from render.report_page import Report

import goanalyze as ga
from goanalyze.compare.charted import binned
from goanalyze.vocabulary.numbers import percent, reach

SAMPLE = Path(__file__).parents[2] / "data" / "sample"


def keys(games: Any) -> set[tuple[str, str, int]]:
    """Return source, member and number in the file of games of a frame."""
    return set(zip(games.source.astype(str), games.member, games.game_index.astype(int), strict=True))


def test_every_number_is_as_many_games_as_its_list_has(page: Report) -> None:
    """What is shown, what the list says of itself, and the games that it has, are one number."""
    assert len(page.numbers) > 1000
    for number in page.numbers:
        total, places = page.list_of(number)
        assert len(places) == len(set(places)) == total
        assert number.text.replace(",", "") == str(total) or number.text.endswith("%")


def test_games_of_findings_are_those_of_the_table(page: Report, tables: ga.Tables) -> None:
    """For each code the page lists exactly the games with such a finding, and files' findings list the files' games."""
    games = tables.games
    for code, found in tables.findings.groupby("code", observed=True):
        own = found[found.game_id.notna()]
        files = set(zip(found.source.astype(str), found.member, strict=True)) - set(
            zip(own.source, own.member, strict=True)
        )
        inside = [place in files for place in zip(games.source.astype(str), games.member, strict=True)]
        expected = keys(own) | keys(games[inside])
        row = page.by_id(str(code))
        assert f"{len(found):,} finding" in page.said(row)
        listed = [number for number in page.numbers if number.title.startswith(f"{code} ")]
        assert [page.places(number) for number in listed] == ([expected] * 2 if expected else [])


def test_every_copy_of_a_game_is_listed(tmp_path: Path) -> None:
    """A file given twice is two games in the list of each of its findings, as the findings are two."""
    path = SAMPLE / "findings" / "go101-point-occupied.sgf"
    tables = ga.check([path, path])
    page = Report.read(tables.report(tmp_path / "report.html"))
    for code, found in tables.findings.groupby("code", observed=True):
        titled = [number for number in page.numbers if number.title.startswith(f"{code} ")]
        assert [page.list_of(number)[0] for number in titled] == [2, 2]
        assert len(found) % 2 == 0


def test_a_finding_is_drawn_on_its_own_game(tmp_path: Path) -> None:
    """Of two members of the same name the one with the finding is listed and drawn."""
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as members:
        members.writestr("g.sgf", "(;SZ[9]PB[First];B[aa];W[bb];B[cc])")
        with pytest.warns(UserWarning, match="Duplicate"):
            members.writestr("g.sgf", "(;SZ[9]PB[Second];B[ee];W[ef];B[ee])")
    page = Report.read(ga.check(tmp_path / "a.zip").report(tmp_path / "report.html"))
    said = page.said(page.by_id("GO101"))
    assert "Second" in said
    assert "First" not in said
    (listed, _) = (number for number in page.numbers if number.title.startswith("GO101 "))
    assert page.list_of(listed) == (1, [1])


def test_the_matrix_is_that_of_the_comparison(page: Report, tables: ga.Tables) -> None:
    """Every cell of the heat maps is the figure of the pair, and lists its games among those that all have in common.

    Issue 16, "Comparisons on the same games": what stands side by side is of the same games.
    """
    comparison = tables.compare()
    names = comparison.common.rulesets
    for title, figure in (("Winner differs", "winner_changes"), ("More than a point apart", "over_1")):
        matrix = comparison.matrix(figure)
        for a in names:
            for b in names:
                shown = page.titled(f"{title}: {a} and {b}")
                assert {page.list_of(number)[0] for number in shown} == (
                    {int(matrix.loc[a, b])} - {0} if a != b else set()
                )
    behind = comparison.games("japanese", "chinese")
    for row in behind[behind.game_id.isin(tables.games.game_id.iloc[comparison.common.rows])].to_dict("records"):
        place = (row["source"], row["member"], row["game_index"])
        assert place in page.places(page.titled("Winner differs: japanese and chinese")[0])


def test_legality_is_that_of_the_comparison(page: Report, tables: ga.Tables) -> None:
    """The games legal under one of two rulesets only are those of both directions together."""
    pairs = tables.compare().pairs
    for row in pairs.to_dict("records"):
        shown = page.titled(f"Legal under one only: {row['a']} and {row['b']}")
        assert [page.list_of(number)[0] for number in shown] == [
            n for n in [row["legal_only_a"] + row["legal_only_b"]] if n
        ]


def test_histograms_are_those_of_the_comparison(page: Report, tables: ga.Tables) -> None:
    """For every two rulesets, both ways round, the drawn histogram counts what the comparison does."""
    comparison, data = tables.compare(), page.data
    for at, a in enumerate(comparison.rulesets):
        for other, b in enumerate(comparison.rulesets):
            if a == b:
                continue
            drawn = data["histograms"][data["pairs"]["known"][f"{at},{other}"]]
            shown = re.findall(r'<tr><th scope="row">(.*?)</th><td class="r"><span class="n".*?>(.*?)</span>', drawn)
            exact = comparison.histogram(a, b)
            assert sum(int(games.replace(",", "")) for _, games in shown) == int(exact.games.sum())
            told = {f"{row.difference:+g}".replace("-", "−") if row.difference else "0": row.games
                    for row in exact.itertuples()}  # fmt: skip
            inner = {
                label: int(games.replace(",", "")) for label, games in shown if label[:5] not in ("below", "above")
            }
            if all(float(value).is_integer() for value in exact.difference) or len(exact) <= 25:
                assert inner.items() <= told.items()


def test_fair_komi_is_that_of_the_comparison(page: Report, tables: ga.Tables) -> None:
    """Tables of fair komi have the comparison's figures for the main board size, each of games that it lists.

    Issue 16, "Comparisons on the same games": how many, and which rulesets stand in another table.
    """
    comparison = tables.compare()
    size, _ = comparison.main_board_size()
    text = page.said(page.by_id("komi"))
    for other in comparison.other_komi(board_size=size):
        names = ", ".join(other.common.rulesets)
        (number,) = page.titled(f"Dead stones known: even games on {size} with a margin under {names}")
        assert page.list_of(number)[0] == len(other.common)
        for row in other.fair().to_dict("records"):
            assert row["games"] == len(other.common)
            assert f"{row['komi_from']:g}".replace("-", "−") in text


def test_recorded_results_are_those_of_the_audit(page: Report, tables: ga.Tables) -> None:
    """Known and estimated dead stones stand apart, and each explanation has its games."""
    audit = tables.audit
    known = audit.status_source.isin(["markup", "settled"])
    for title, inside in (("known", known), ("estimated", ~known)):
        (number,) = page.titled(f"Recorded counts, dead stones {title}: exact")
        assert page.list_of(number)[0] == int((audit.agreement[inside] == "exact").sum())
        for name, games in audit[inside].explanation.value_counts().items():
            shown = page.titled(f"{name}, dead stones {title}")
            assert [page.list_of(number)[0] for number in shown] == [games] * bool(games)


def test_the_funnel_is_that_of_the_tables(page: Report, tables: ga.Tables) -> None:
    """Each stage of games and each of its losses has the number of `Tables.funnel`."""
    frame = tables.funnel()
    for row in frame[frame.unit == "games"].itertuples():
        title = row.title[0].upper() + row.title[1:]
        assert {page.list_of(number)[0] for number in page.titled(title)} == {row.number}
        if row.lost:
            assert row.lost in {page.list_of(number)[0] for number in page.titled(f"Lost: {row.why}, {row.meaning}")}


def test_a_finding_at_a_move_is_at_one_that_is_there(tables: ga.Tables) -> None:
    """Else its address would lead nowhere (issue 17, "A place is an address": accepted by `show`)."""
    findings, game = tables.findings, ["source", "member", "game_index"]
    own = findings[(findings.line == 0) & findings.move_number.notna()]
    both = own.merge(tables.games[[*game, "move_count"]], on=game)
    assert len(both) > 30
    assert both[both.move_number > both.move_count].code.tolist() == []


def test_the_tiles_are_figures_of_the_tables(page: Report, tables: ga.Tables) -> None:
    """Six, each a link to its section (issue 17: "games, errors, illegal, disputed, duplicates, exact share")."""
    (tiles,) = [node for node in page.all("ul") if node.get("class") == "tiles"]
    links = list(tiles.iter("a"))
    sections = ["checked", "findings", "legality", "rulesets", "duplicates", "recorded"]
    assert [link.get("href") for link in links] == [f"#{name}" for name in sections]
    assert all(page.by_id(name).tag == "section" for name in sections)
    findings, copies = tables.findings, tables.duplicates
    errors = findings[(findings.severity == "error") & findings.game_id.notna()]
    funnel = tables.funnel()
    figures = [
        f"{len(tables.games):,}",
        str(len(keys(errors))),
        str(int(funnel[funnel.stage == "legal"].lost.sum())),
        str(tables.compare().disputed_count("winner")),
        str(int((copies.group.notna() & ~copies.keep.fillna(True).astype(bool)).sum())),
        percent(float((tables.audit.agreement == "exact").mean())),
    ]
    assert [link.find("b").text for link in links] == figures


def test_games_are_only_games(tmp_path: Path) -> None:
    """What is found of files without a game counts files (issue 17, "Nightly": "*files* for files")."""
    (tmp_path / "a.sgf").write_text("no record at all")
    (tmp_path / "b.sgf").write_text("(;SZ[5];B[bb];W[bb])")
    page = Report.read(ga.check(tmp_path).report(tmp_path / "report.html"))
    said = {node.text: page.said(row) for row in page.by_id("findings").iter("tr") for node in row.iter("a")}
    assert re.findall(r"\d (?:games?|files?)(?=error|warning)", said["GO003"] + said["GO101"]) == ["1 file", "1 game"]


def test_honest_headers_are_said_to_be_so(page: Report, tables: ga.Tables) -> None:
    """No group of the sample was played otherwise than its header says; those that follow are listed."""
    told = page.said(page.by_id("conventions"))
    assert "No group of games was found that was played otherwise than its header says." in told
    rows = tables.conventions
    is_open = (rows.standing == "open").groupby(rows.group).transform("all")
    undecided = rows[is_open].drop_duplicates("group")
    assert f"{len(undecided)} groups with {undecided.games.sum()} games are undecided" in told


def test_estimates_are_named(tables: ga.Tables, tmp_path: Path) -> None:
    """Where few games have known dead stones, a second reading with estimates stands beside, said to be one."""
    guessed = ga.check([SAMPLE / "gnugo"], markup="ignore")
    page = Report.read(guessed.report(tmp_path / "report.html"))
    known, estimated = (guessed.compare(basis=basis).counted[1] for basis in ("counted", "estimated"))
    assert known < estimated / 2
    shown = page.titled("Estimated dead stones included: games with a margin")
    assert {page.list_of(number)[0] for number in shown} == {estimated}
    assert set(page.data["pairs"]) <= {"known", "estimated"}
    assert "estimated" in [node.text for node in page.all("span") if node.get("class") == "tag guess"]


def test_who_won_by_komi_is_the_frame(page: Report, tables: ga.Tables) -> None:
    """Every share with its interval, as `Comparison.results` has them (issue 16: over all results, each labelled)."""
    text = page.said(page.by_id("results"))
    frame = tables.compare().results([6.5], ("board_size",))
    won = frame[frame["kind"] == "all"].set_index("board_size")["games"]
    shown = frame[frame["board_size"].isin(won.index[won >= 30]) & (frame["kind"] != "none")]
    assert len(shown) >= 8
    for row in shown.to_dict("records"):
        assert row["kind"] in text
        assert f"{percent(row['black_share'])} {reach(row['low'], row['high']):>9}" in text


def test_columns_of_a_histogram_hold_every_game_once() -> None:
    """However wide the differences lie, and with halves among them."""
    rng = np.random.default_rng(0)
    for difference in (rng.integers(-60, 60, 500).astype(float), rng.integers(-9, 9, 50) / 2, np.array([361.0, -0.25])):
        parts = binned(difference, np.arange(len(difference)))
        assert sorted(row for _, rows in parts for row in rows.tolist()) == list(range(len(difference)))
        assert len({label for label, _ in parts}) == len(parts)
