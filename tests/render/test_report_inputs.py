"""The report of odd datasets: hostile text, nothing, next to nothing, damaged, without its sources."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from render.report_page import Report

import goanalyze as ga
from goanalyze.errors import DatasetError, OutputError
from goanalyze.tables.dataset import finish, read_success
from goanalyze.tables.storage import Storage

FINISHED = ";B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[de];B[];W[]"
MARKS = "TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee]"
NASTY = (
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(1)>",
    "\"'><b onclick='x()'>",
    "--><!-- ]]>",
    "&lt;&",
    "\u202eevil\u2066",
    "a\x1b[31m",
    "שלום – مرحبا",
    "</title></style></dialog>",
    "javascript:alert(1)",
    "\\u003c",
    "${x}`",
)


def report_of(folder: Path, records: dict[str, str], **options: object) -> Report:
    """Check records, write the report, and take it apart."""
    home = folder / "in"
    home.mkdir()
    for name, text in records.items():
        (home / name).write_text(text, encoding="utf-8")
    return Report.read(ga.check(home, **options).report(folder / "report.html"))  # type: ignore[arg-type]


def quoted(text: str) -> str:
    """Write a text as an SGF value."""
    return text.replace("\\", "\\\\").replace("]", "\\]").replace(":", "\\:")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The report of a record whose fields are plain words."""
    same = "(;SZ[5]PB[x]PW[x]DT[x]EV[x]RU[x]KM[x]RE[x]BR[x]HA[x]AP[x];B[aa];W[aa])"
    return report_of(tmp_path_factory.mktemp("plain"), {"a.sgf": same})


@pytest.mark.parametrize("text", NASTY)
def test_text_of_records_is_text(text: str, plain: Report, tmp_path: Path) -> None:
    """With any fields of a record, the page parses without a mistake and has no element or attribute of theirs."""
    fields = "".join(f"{name}[{quoted(text)}]" for name in ("PB", "PW", "DT", "EV", "RU", "KM", "RE", "BR", "HA", "AP"))
    page = report_of(tmp_path, {"a.sgf": f"(;CA[UTF-8]SZ[5]{fields};B[aa];W[aa])"})
    assert len(page.all("script")) == len(plain.all("script"))
    for name in ("img", "b", "style", "title", "dialog"):
        assert len(page.all(name)) == len(plain.all(name))
    assert not [name for node in page.tree.iter() for name in node.attrib if name.lower().startswith("on")]
    assert page.data["games"]["black"] == [ga.loads(f"(;SZ[5]PB[{quoted(text)}])").info["black_player"]]
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x1b]", page.text)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows allows no such names of files")
def test_names_of_files_are_text(tmp_path: Path) -> None:
    """A file's name is neither markup nor a link."""
    names = ["<script>x<.sgf", "javascript:alert(1).sgf", "a'b\"c&d.sgf", "\u202egfs.sgf", "%2e%2e.sgf", "-o.sgf"]
    page = report_of(tmp_path, dict.fromkeys(names, "(;SZ[9];B[ee])"))
    assert len([node for node in page.all("script") if node.get("type") is None]) == 1
    assert all(node.get("href")[0] == "#" for node in page.all("a"))


def test_an_id_of_an_own_ruleset_is_text(tmp_path: Path) -> None:
    """Rulesets of the user are named in the counts of the viewer as plain data, and never as markup."""
    (tmp_path / "own.toml").write_text(
        '[club]\ntitle = "<b>Our & club</b>"\nbase = "japanese"\nsource = "x"\nkomi = 5.5\n'
    )
    page = report_of(
        tmp_path, {"a.sgf": f"(;SZ[5]KM[0]RE[B+5]{FINISHED}{MARKS})"}, rulesets=f"chinese,{tmp_path / 'own.toml'}"
    )
    assert "<b>Our" not in page.text


def test_no_games(tmp_path: Path) -> None:
    """A dataset without a game says so in each section, and names the files."""
    page = report_of(tmp_path, {"a.sgf": "no record at all"})
    assert "The dataset has no games." in page.said(page.by_id("overview"))
    assert "no game found" in page.said(page.by_id("findings"))
    for section in ("archive", "recorded"):
        assert re.search("no games|No game", page.said(page.by_id(section)))
    assert page.numbers == []


def test_one_game_without_findings(tmp_path: Path) -> None:
    """One game in order: every number is 1, and the verdict is good."""
    record = f"(;GM[1]FF[4]CA[UTF-8]SZ[5]RU[Japanese]KM[0]RE[B+5]PB[a]PW[b]DT[2001-02-03]{FINISHED}{MARKS})"
    page = report_of(tmp_path, {"a.sgf": record})
    assert "1 Go game" in page.said(page.all("h1")[0])
    assert "No errors in 1 game." in page.said(page.by_id("overview"))
    assert "Nothing odd was found" in page.said(page.by_id("findings"))
    assert {page.list_of(number)[0] for number in page.numbers} == {1}


def test_what_was_not_compared_is_not_known(tmp_path: Path) -> None:
    """Without a finished game, and under one ruleset, the tiles say "not known" and never 0."""
    for name, record, rulesets in (
        ("broken", "(;SZ[5];B[aa])", "usual"),
        ("one", f"(;SZ[5]KM[0]RE[B+5]{FINISHED}{MARKS})", "japanese"),
    ):
        (tmp_path / name).mkdir()
        options = {} if rulesets == "usual" else {"rulesets": rulesets}
        page = report_of(tmp_path / name, {"a.sgf": record}, **options)
        (tiles,) = [node for node in page.all("ul") if node.get("class") == "tiles"]
        figures = [link.find("b").text for link in tiles.iter("a")]
        assert figures[3] == "not known"
        assert (figures[5] == "not known") == (name == "broken")


def test_no_komi_no_date_no_result(tmp_path: Path) -> None:
    """A record that names nothing still has its line in every list."""
    page = report_of(tmp_path, {"a.sgf": f"(;SZ[5]{FINISHED})", "b.sgf": ";B[aa]"})
    assert "No date is known" in page.text
    assert page.data["games"]["komi"] == [None, None]


@pytest.mark.parametrize("size", ["52", "1", "3:7"])
def test_boards_of_all_sizes(size: str, tmp_path: Path) -> None:
    """The largest board, the smallest, and one that is not square are drawn."""
    page = report_of(tmp_path, {"a.sgf": f"(;SZ[{size}];B[aa];B[aa])"})
    assert [node for node in page.by_id("main").iter("figure") if node.get("class") == "example"]
    assert page.boards["0"]["notes"]


@pytest.mark.parametrize("name", ["files", "games", "findings", "counts", "outcomes", "audit", "rulesets"])
def test_a_missing_table_is_an_error_of_its_own(tmp_path: Path, name: str) -> None:
    """An incomplete dataset gives no report: the missing parts are named, with the remedy."""
    out = tmp_path / "out"
    (tmp_path / "a.sgf").write_text(f"(;SZ[5]KM[0]RE[B+5]{FINISHED}{MARKS})")
    ga.check(tmp_path / "a.sgf").to_parquet(out)
    for part in out.glob(f"{name}.parquet" if name == "rulesets" else f"{name}/*"):
        part.unlink()
    with pytest.raises(DatasetError, match=rf"has lost {name}.*\. Run goanalyze check again"):
        ga.open(out).report(tmp_path / "report.html")
    assert not (tmp_path / "report.html").exists()


def test_long_names_are_cut(tmp_path: Path) -> None:
    """Of a name as long as a book the page keeps 80 characters."""
    page = report_of(tmp_path, {"a.sgf": f"(;SZ[5]PB[{'x' * 100_000}]PW[{'y' * 80}];B[bb];W[bb])"})
    assert page.data["games"]["black"] == ["x" * 79 + "…"]
    assert page.data["games"]["white"] == ["y" * 80]


def test_a_missing_source_is_reported_in_its_place(tmp_path: Path) -> None:
    """If a record cannot be read again, the page says so without its folder; with the folder it is drawn."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.sgf").write_text("(;SZ[5];B[bb];W[bb])")
    tables = ga.check(tmp_path / "in")
    (tmp_path / "in").rename(tmp_path / "moved")
    page = Report.read(tables.report(tmp_path / "a.html", link_sources=True))
    assert "the file is not found" in page.said(page.by_id("GO101"))
    assert str(tmp_path) not in page.text
    assert page.data["games"]["links"] == [None]
    assert page.boards == {}
    found = Report.read(tables.report(tmp_path / "b.html", root=tmp_path / "moved", link_sources=True))
    assert [link.endswith("/moved/a.sgf") for link in found.data["games"]["links"]] == [True]
    assert list(found.boards) == ["0"]


def test_a_source_that_changed_is_said_in_its_place(tmp_path: Path) -> None:
    """A record that is another one now is not drawn as if it were that of the finding."""
    (tmp_path / "a.sgf").write_text("(;SZ[5];B[bb];W[bb])")
    tables = ga.check(tmp_path / "a.sgf")
    (tmp_path / "a.sgf").write_text("(;SZ[5];B[cc];W[cc])")
    page = Report.read(tables.report(tmp_path / "report.html"))
    assert "has changed since" in page.said(page.by_id("GO101"))


def test_standard_input_has_no_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records from a pipe have no file to link to."""
    import io

    class _Input:
        buffer = io.BytesIO(b"(;SZ[5];B[bb];W[bb])")

    monkeypatch.setattr("sys.stdin", _Input())
    page = Report.read(ga.check("-").report(tmp_path / "report.html", link_sources=True))
    assert page.data["games"]["links"] == [None]
    assert "the file is not found" in page.said(page.by_id("GO101"))


def test_what_cannot_be_written_or_read_is_an_error_of_its_own(tmp_path: Path) -> None:
    """A folder as the page, damaged and older tables: an exception that names the error."""
    (tmp_path / "a.sgf").write_text("(;SZ[5];B[bb])")
    out = tmp_path / "out"
    ga.check(tmp_path / "a.sgf").to_parquet(out)
    with pytest.raises(OutputError, match="cannot be written"):
        ga.open(out).report(tmp_path)
    (part,) = (out / "counts").iterdir()
    part.write_bytes(b"PAR1 nonsense")
    with pytest.raises(DatasetError, match="counts"):
        ga.open(out).report(tmp_path / "report.html")


def test_options_of_the_check_are_told(tmp_path: Path) -> None:
    """The dataset's inputs and options are at the head of the page, and hostile facts are text, too."""
    (tmp_path / "a.sgf").write_text("(;SZ[5];B[bb])")
    out = tmp_path / "out"
    ga.check(tmp_path / "a.sgf").to_parquet(out)
    facts, manifest = read_success(Storage(out))
    finish(Storage(out), manifest, {**facts, "goanalyze": "9.9", "options": {"engine": "<b>gnugo</b>"}})
    page = Report.read(ga.open(out).report(tmp_path / "report.html"))
    (footer,) = page.all("footer")
    assert "by goanalyze 9.9" in page.said(footer)
    assert "engine: <b>gnugo</b>" in page.said(footer)


def test_the_day_of_the_check_is_what_the_dataset_says(tmp_path: Path) -> None:
    """Not the time of a file, which a copy changes; the day is that of Greenwich."""
    from goanalyze.render.dataset_facts import DatasetFacts

    ga.check(Path(__file__).parents[2] / "data/sample/gnugo/009x009-chinese-0022.sgf").to_parquet(tmp_path / "out")
    store = Storage(tmp_path / "out")
    facts, manifest = read_success(store)
    finish(store, manifest, {**facts, "finished": "2020-03-01T23:30:00-02:00"})
    tables = ga.open(tmp_path / "out")
    assert DatasetFacts(tables._source, tables.read_games, folder=tables.folder).written_on == "2020-03-02"


def test_other_files_are_not_replaced(tmp_path: Path) -> None:
    """A report replaces that of its own dataset and no other file."""
    for name in ("a", "b"):
        (tmp_path / f"{name}.sgf").write_text("(;SZ[5];B[bb])")
        ga.check(tmp_path / f"{name}.sgf").to_parquet(tmp_path / name)
    page = ga.open(tmp_path / "a").report()
    assert page == tmp_path / "a" / "report.html"
    assert ga.open(tmp_path / "a").report(page) == page
    with pytest.raises(OutputError, match="a report of another dataset"):
        ga.open(tmp_path / "b").report(page)
    (tmp_path / "notes.html").write_text("my notes")
    with pytest.raises(OutputError, match="not a report"):
        ga.open(tmp_path / "b").report(tmp_path / "notes.html")
    assert (tmp_path / "notes.html").read_text() == "my notes"
    ga.check(tmp_path / "b.sgf").to_parquet(tmp_path / "a", overwrite=True)  # the report is part of the folder


def test_a_title_is_text(tmp_path: Path) -> None:
    """The title of the user is the head and the title of the page, and never markup or style."""
    (tmp_path / "a.sgf").write_text("(;SZ[5];B[bb])")
    title = 'Club <b>1</b> "} body {display: none} </style>'
    page = Report.read(ga.check(tmp_path / "a.sgf").report(tmp_path / "page.html", title=title))
    assert page.said(page.all("h1")[0]) == page.said(page.all("title")[0]) == title
    assert "} body {" not in page.all("style")[0].text
