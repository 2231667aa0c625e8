"""The report: its figures are those of the tables, its lists are the games that the figures count."""

from __future__ import annotations

import base64
import hashlib
import re
import shlex
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import numpy as np
import pytest
from show.report_page import Report

import goanalyze as ga
from goanalyze.archives.address import read_address
from goanalyze.compare.charted import binned
from goanalyze.show.report.examples import PER_CODE
from goanalyze.show.report.lists import Lists
from goanalyze.vocabulary.numbers import percent, reach

SAMPLE = Path(__file__).parents[2] / "data" / "sample"


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample as a dataset."""
    folder = tmp_path_factory.mktemp("report") / "out"
    ga.check(SAMPLE).to_parquet(folder)
    return folder


@pytest.fixture(scope="module")
def tables(out: Path) -> ga.Tables:
    """The sample's tables."""
    return ga.open(out)


@pytest.fixture(scope="module")
def page(out: Path) -> Report:
    """The sample's report."""
    return Report.read(ga.open(out).report(out.parent / "report.html"))


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


def test_a_finding_at_a_move_is_at_one_that_is_there(tables: ga.Tables) -> None:
    """Else its address would lead nowhere (issue 17, "A place is an address": accepted by `show`)."""
    findings, game = tables.findings, ["source", "member", "game_index"]
    own = findings[(findings.line == 0) & findings.move_number.notna()]
    both = own.merge(tables.games[[*game, "move_count"]], on=game)
    assert len(both) > 30
    assert both[both.move_number > both.move_count].code.tolist() == []


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


def test_few_rows_of_each_table_are_open(page: Report) -> None:
    """The others are folded: a page is short whatever its dataset holds (issue 17, "What the eye meets first")."""
    folded = {table for fold in page.all("details") for table in fold.iter("table")}
    tables = [table for table in page.by_id("main").iter("table") if table not in folded]
    assert max(len(list(table.iter("tr"))) for table in tables) <= 12  # with the head; the funnel has eleven stages
    assert len(tables) < len(folded)
    boards = [node for node in page.all("div") if node.get("class") == "go-viewer"]
    assert set(boards) <= {node for fold in page.all("details") for node in fold.iter("div")}


def test_games_are_only_games(tmp_path: Path) -> None:
    """What is found of files without a game counts files (issue 17, "Nightly": "*files* for files")."""
    (tmp_path / "a.sgf").write_text("no record at all")
    (tmp_path / "b.sgf").write_text("(;SZ[5];B[bb];W[bb])")
    page = Report.read(ga.check(tmp_path).report(tmp_path / "report.html"))
    said = {node.text: page.said(row) for row in page.by_id("findings").iter("tr") for node in row.iter("a")}
    assert re.findall(r"\d (?:games?|files?)(?=error|warning)", said["GO003"] + said["GO101"]) == ["1 file", "1 game"]


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


def test_honest_headers_are_said_to_be_so(page: Report) -> None:
    """No group of the sample was played otherwise than its header says; those that follow are listed."""
    told = page.said(page.by_id("conventions"))
    assert "No group of games was found that was played otherwise than its header says." in told
    assert "29 groups with 111 games are undecided" in told


def test_the_same_dataset_gives_the_same_page(out: Path, page: Report, tmp_path: Path) -> None:
    """Nothing of the page depends on when it is made."""
    assert ga.open(out).report(tmp_path / "again.html").read_text(encoding="utf-8") == page.text


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


def test_lists_choose_the_shortest_first() -> None:
    """Of a budget of games the short lists get theirs first."""
    lists = Lists()
    lists.add(np.arange(10))
    lists.add(np.array([7, 9]))
    assert lists.chosen(10, 4).tolist() == [0, 1, 7, 9]
    assert lists.chosen(10, 0).tolist() == list(range(10))


def test_columns_of_a_histogram_hold_every_game_once() -> None:
    """However wide the differences lie, and with halves among them."""
    rng = np.random.default_rng(0)
    for difference in (rng.integers(-60, 60, 500).astype(float), rng.integers(-9, 9, 50) / 2, np.array([361.0, -0.25])):
        parts = binned(difference, np.arange(len(difference)))
        assert sorted(row for _, rows in parts for row in rows.tolist()) == list(range(len(difference)))
        assert len({label for label, _ in parts}) == len(parts)


def test_a_list_needs_games_of_the_table() -> None:
    """Lists of a page whose games are none of those at hand are empty, and still know their length."""
    lists = Lists()
    lists.number(np.array([5]), "far")
    assert lists.within(np.array([1, 2])) == [[1]]
