"""The report of odd datasets: hostile text, nothing, next to nothing, damaged, without its sources."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest
from render.report_page import Report

import goanalyze as ga
from goanalyze.archives.address import read_address
from goanalyze.render.report.page import ReportError
from goanalyze.tables.dataset import DatasetError, finish, read_success
from goanalyze.tables.store import Store

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
    """Whatever a record's fields hold, the page parses without a mistake and has no element or attribute of theirs."""
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
    """A file's name is neither markup nor an address of another kind, and the link still leads to it."""
    names = ["<script>x<.sgf", "javascript:alert(1).sgf", "a'b\"c&d.sgf", "\u202egfs.sgf", "%2e%2e.sgf", "-o.sgf"]
    page = report_of(tmp_path, dict.fromkeys(names, "(;SZ[9];B[ee])"))
    assert len([node for node in page.all("script") if node.get("type") is None]) == 1
    assert all(link.startswith("file:///") for link in page.data["games"]["links"])
    assert all(node.get("href")[0] in "#f" for node in page.all("a"))


def test_an_id_of_an_own_ruleset_is_text(tmp_path: Path) -> None:
    """Rulesets of the user stand in the matrices as they are called."""
    (tmp_path / "own.toml").write_text(
        '[club]\ntitle = "<b>Our & club</b>"\nbase = "japanese"\nsource = "x"\nkomi = 5.5\n'
    )
    page = report_of(tmp_path, {"a.sgf": f"(;SZ[5]KM[0]RE[B+5]{FINISHED}{MARKS})"},
                     rulesets=f"chinese,{tmp_path / 'own.toml'}")  # fmt: skip
    assert page.data["rulesets"] == ["chinese", "club"]
    assert "&lt;b&gt;Our &amp; club&lt;/b&gt;" in page.text


def test_no_games(tmp_path: Path) -> None:
    """A dataset without a game says so in each section, and names the files."""
    page = report_of(tmp_path, {"a.sgf": "no record at all"})
    assert "0 Go games, checked" in page.text
    assert "no game found" in page.said(page.by_id("findings"))
    for section in ("checked", "rulesets", "komi", "recorded"):
        assert re.search("no games|No game", page.said(page.by_id(section)))
    assert page.numbers == []


def test_one_game_without_findings(tmp_path: Path) -> None:
    """One game in order: every number is 1, and nothing odd is said to be found."""
    record = f"(;GM[1]FF[4]CA[UTF-8]SZ[5]RU[Japanese]KM[0]RE[B+5]PB[a]PW[b]DT[2001-02-03]{FINISHED}{MARKS})"
    page = report_of(tmp_path, {"a.sgf": record})
    assert "1 Go game, checked" in page.text
    assert "Nothing odd was found" in page.text
    assert {page.list_of(number)[0] for number in page.numbers} == {1}


def test_one_ruleset_has_no_matrix(tmp_path: Path) -> None:
    """With one ruleset there is nothing to compare, which the page says; komi is asked all the same."""
    page = report_of(tmp_path, {"a.sgf": f"(;SZ[5]KM[0]RE[B+5]{FINISHED}{MARKS})"}, rulesets="japanese")
    assert "one ruleset only, japanese" in page.said(page.by_id("rulesets"))
    assert "one ruleset only, japanese" in page.said(page.by_id("margins"))
    assert not [node for node in page.all("table") if node.get("class") == "heat"]
    assert "fair komi" in page.said(page.by_id("komi"))


def test_no_komi_no_date_no_result(tmp_path: Path) -> None:
    """A record that names nothing still has its line in every list."""
    page = report_of(tmp_path, {"a.sgf": f"(;SZ[5]{FINISHED})", "b.sgf": ";B[aa]"})
    assert "No date is known" in page.text
    assert page.data["games"]["komi"] == [None, None]


@pytest.mark.parametrize("size", ["52", "1", "3:7"])
def test_boards_of_all_sizes(size: str, tmp_path: Path) -> None:
    """The largest board, the smallest, and one that is not square are drawn."""
    page = report_of(tmp_path, {"a.sgf": f"(;SZ[{size}];B[aa];B[aa])"})
    assert [node for node in page.all("div") if node.get("class") == "go-viewer"]


@pytest.mark.parametrize("name", ["files", "games", "findings", "counts", "outcomes", "audit", "rulesets"])
def test_a_missing_table_is_an_error_of_its_own(tmp_path: Path, name: str) -> None:
    """A report of less than the dataset is none: what is gone is named, with what to do (issue 14, item 7)."""
    out = tmp_path / "out"
    (tmp_path / "a.sgf").write_text(f"(;SZ[5]KM[0]RE[B+5]{FINISHED}{MARKS})")
    ga.check(tmp_path / "a.sgf").to_parquet(out)
    for part in out.glob(f"{name}.parquet" if name == "rulesets" else f"{name}/*"):
        part.unlink()
    with pytest.raises(DatasetError, match=f"has lost {name}.*; run goanalyze check again"):
        ga.open(out).report(tmp_path / "report.html")
    assert not (tmp_path / "report.html").exists()


def test_long_names_are_cut(tmp_path: Path) -> None:
    """Of a name as long as a book the page keeps 80 characters."""
    page = report_of(tmp_path, {"a.sgf": f"(;SZ[5]PB[{'x' * 100_000}]PW[{'y' * 80}];B[bb];W[bb])"})
    assert page.data["games"]["black"] == ["x" * 79 + "…"]
    assert page.data["games"]["white"] == ["y" * 80]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows allows no such names of files")
def test_commands_find_files_whose_names_cannot_be_printed(tmp_path: Path) -> None:
    """Marks of direction are told by their numbers, so the command leads to the file (issue 17, "A place")."""
    page = report_of(tmp_path, {"\u202egfs.sgf": "(;SZ[5];B[bb];W[bb])"})
    assert "gfs.sgf" in page.said(page.by_id("GO101"))
    (command,) = (node.text for node in page.by_id("GO101").iter("code") if node.text.startswith("goanalyze show"))
    address = read_address(shlex.split(command)[2])
    assert (address.source, address.move) == (str(tmp_path / "in" / "\u202egfs.sgf"), 2)


def test_a_source_that_is_gone_is_said_in_its_place(tmp_path: Path) -> None:
    """Where a record cannot be read again stands why not; with the folder that has it now, it is drawn."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.sgf").write_text("(;SZ[5];B[bb];W[bb])")
    tables = ga.check(tmp_path / "in")
    (tmp_path / "in").rename(tmp_path / "moved")
    page = Report.read(tables.report(tmp_path / "a.html"))
    assert "a.sgf' is not there" in page.said(page.by_id("GO101"))
    assert page.data["games"]["links"] == [None]
    assert not list(page.by_id("GO101").iter("svg"))
    found = Report.read(tables.report(tmp_path / "b.html", root=tmp_path / "moved"))
    assert [link.endswith("/moved/a.sgf") for link in found.data["games"]["links"]] == [True]
    assert [node for node in found.all("div") if node.get("class") == "go-viewer"]


def test_a_source_that_changed_is_said_in_its_place(tmp_path: Path) -> None:
    """A record that is another one now is not drawn as if it were that of the finding."""
    (tmp_path / "a.sgf").write_text("(;SZ[5];B[bb];W[bb])")
    tables = ga.check(tmp_path / "a.sgf")
    (tmp_path / "a.sgf").write_text("(;SZ[5];B[cc];W[cc])")
    page = Report.read(tables.report(tmp_path / "report.html"))
    assert "has changed since" in page.said(page.by_id("GO101"))


def test_standard_input_has_no_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What came through a pipe has no file to lead to."""
    import io

    class _Input:
        buffer = io.BytesIO(b"(;SZ[5];B[bb];W[bb])")

    monkeypatch.setattr("sys.stdin", _Input())
    page = Report.read(ga.check("-").report(tmp_path / "report.html"))
    assert page.data["games"]["links"] == [None]
    assert "standard input" in page.said(page.by_id("GO101"))


def test_what_cannot_be_written_or_read_is_an_error_of_its_own(tmp_path: Path) -> None:
    """A folder as the page, damaged and older tables: an exception that says what is wrong."""
    (tmp_path / "a.sgf").write_text("(;SZ[5];B[bb])")
    out = tmp_path / "out"
    ga.check(tmp_path / "a.sgf").to_parquet(out)
    with pytest.raises(ReportError, match="cannot be written"):
        ga.open(out).report(tmp_path)
    (part,) = (out / "counts").iterdir()
    part.write_bytes(b"PAR1 nonsense")
    with pytest.raises(DatasetError, match="counts"):
        ga.open(out).report(tmp_path / "report.html")


def test_options_of_the_check_are_told(tmp_path: Path) -> None:
    """How a dataset was made is at the head of the page, and hostile facts are text, too."""
    (tmp_path / "a.sgf").write_text("(;SZ[5];B[bb])")
    out = tmp_path / "out"
    ga.check(tmp_path / "a.sgf").to_parquet(out)
    facts, manifest = read_success(Store(out))
    finish(Store(out), manifest, {**facts, "goanalyze": "9.9", "engine": "<b>gnugo</b>"})
    page = Report.read(ga.open(out).report(tmp_path / "report.html"))
    lead = next(node for node in page.all("p") if node.get("class") == "lead")
    assert "by goanalyze 9.9" in page.said(lead)
    assert "engine: <b>gnugo</b>" in page.said(lead)


def test_the_day_of_the_check_is_what_the_dataset_says(tmp_path: Path) -> None:
    """Not the time of a file, which a copy changes; the day is that of Greenwich."""
    from goanalyze.render.report.data import Archive

    ga.check(Path(__file__).parents[2] / "data/sample/gnugo/009x009-chinese-0022.sgf").to_parquet(tmp_path / "out")
    store = Store(tmp_path / "out")
    facts, manifest = read_success(store)
    finish(store, manifest, {**facts, "finished": "2020-03-01T23:30:00-02:00"})
    tables = ga.open(tmp_path / "out")
    assert Archive(tables._source, tables.read_games, folder=tables.folder).written == "2020-03-02"
