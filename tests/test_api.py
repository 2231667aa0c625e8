"""The library façade, as notebooks call it."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import goanalyze as ga
from goanalyze import Finding
from goanalyze.points import color_name

if TYPE_CHECKING:
    from helpers.s3 import Bucket

SAMPLE = Path(__file__).parents[1] / "data" / "sample"
KO = "(;SZ[5]KM[0]RU[Japanese]RE[0];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])"


@pytest.fixture(scope="module")
def tables() -> ga.Tables:
    """The records made for findings."""
    return ga.check(SAMPLE / "findings")


@pytest.fixture(scope="module")
def games() -> list[ga.Game]:
    """The games of these records."""
    return list(ga.read(SAMPLE / "findings"))


def test_a_game_tells_its_row() -> None:
    """`info` has every column of the games table."""
    info = ga.loads(KO).info
    assert (info["ruleset"], info["komi"], info["move_count"], info["result_winner"]) == ("japanese", 0.0, 9, "draw")


def test_positions_step_through_the_game() -> None:
    """Position 0 is the empty board, the last one has the ko stone back."""
    replay = ga.loads(KO).replay()
    assert replay.position(0) == ga.Position.empty(5)
    assert replay.position(7) == replay.position()
    assert replay.position(8) != replay.position()
    with pytest.raises(IndexError, match="9 moves"):
        replay.position(10)


def test_games_draw_themselves() -> None:
    """A game is a picture in a notebook and a diagram in a terminal."""
    game = ga.loads(KO)
    assert game._repr_svg_().startswith("<svg")
    assert "A B C D E" in str(game)


def test_a_full_tree_has_the_variations() -> None:
    """`tree` reads the parts beyond the main line."""
    tree = ga.loads("(;SZ[9];B[aa](;W[bb])(;W[cc]))").tree()
    assert len(tree.root.children[0].children) == 2


def test_a_full_tree_knows_its_charset() -> None:
    """Names of a record in GBK come out of the tree as they were."""
    assert ga.loads("(;CA[GBK]SZ[9]PB[柯洁])".encode("gbk")).tree().root.text("PB") == "柯洁"


def test_rows_that_name_no_game(tables: ga.Tables) -> None:
    """A number beyond the end, a row about a file, one without an id, one of other games, and an invalid row."""
    total = len(tables.games)
    with pytest.raises(IndexError, match=f"Row {total} is not found. Expected 0 to {total - 1}"):
        tables.game(total)
    with pytest.raises(LookupError, match="The row is about a file"):
        tables.game(tables.findings[tables.findings.game_id.isna()].iloc[0])
    with pytest.raises(LookupError, match=r"has no game\. Expected the column game_id"):
        tables.game({"source": "a.sgf"})
    with pytest.raises(LookupError, match="The game with the id 'ab' is not found"):
        tables.game({"game_id": "ab"})
    with pytest.raises(LookupError, match=r"The game 'a\.sgf#3' is not found"):
        tables.game("a.sgf#3")
    with pytest.raises(ga.OptionError, match=r"1\.5 is not a valid row"):
        tables.game(1.5)
    with pytest.raises(IndexError, match="Row -1 is not found"):
        list(tables.read_games([0, -1]))


def test_a_table_that_is_asked_for_is_there_without_games(tmp_path: Path) -> None:
    """Its columns and no row: who reads an archive without a game needs no case of its own (met in notebook 06)."""
    (tmp_path / "a.sgf").write_text("no record at all")
    found = ga.check(tmp_path, moves=True, confirm="safe")
    assert (len(found.moves), len(found.chains), "reason" in found.chains) == (0, 0, True)


def test_no_rows_are_no_games_again() -> None:
    """Of no rows no game is read again, and nothing is wrong with that."""
    assert list(ga.check(SAMPLE / "gnugo" / "009x009-chinese-0022.sgf").read_games([])) == []


def told(findings: Iterable[Mapping[str, Any]]) -> list[tuple[Any, ...]]:
    """Return the contents of findings, as the table and as values have them."""
    return [(row["code"], row["message"], row["move_number"], row["offset"], list(row["rulesets"])) for row in findings]


def test_a_report_goes_into_the_folder_of_its_dataset(
    tables: ga.Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two datasets have two reports; tables in memory have theirs in the working folder; a path names another place."""
    monkeypatch.chdir(tmp_path)
    tables.to_parquet("out")
    assert ga.open("out").report() == tmp_path / "out" / "report.html"
    some = ga.check(SAMPLE / "gnugo" / "009x009-chinese-0022.sgf")
    assert some.report() == Path("report.html")
    assert some.report("page.html") == Path("page.html")
    assert all((tmp_path / name).is_file() for name in ("out/report.html", "report.html", "page.html"))


def test_moves_and_findings_are_json() -> None:
    """Both have colours in words and points in GTP, as the messages have them; a finding has all of its columns."""
    for game in ga.read(SAMPLE / "findings"):
        replay = game.replay()
        for move in replay.moves[:20]:
            data = json.loads(json.dumps(move.to_dict()))
            assert (data["color"], data["point"]) == (color_name(move.color), move.name)
        for finding in replay.findings:
            data = json.loads(json.dumps(finding.to_dict()))
            assert data["severity"] == finding.severity.value
            assert {"code", "title", *(set(Finding._fields) - {"game"})} <= set(data)
            if finding.point and game.width:
                assert ga.to_sgf(ga.from_gtp(data["point"], game.width, game.height), game.width) == finding.point


def test_points_have_three_notations() -> None:
    """An index, GTP and SGF name the same point of every board, and a pass."""
    for width, height in ((1, 1), (9, 9), (19, 19), (13, 7), (52, 52)):
        for point in range(-1, width * height):
            assert ga.from_gtp(ga.to_gtp(point, width, height), width, height) == point
            assert ga.from_sgf(ga.to_sgf(point, width), width, height) == point


def test_a_finding_is_drawn_with_its_board() -> None:
    """Its HTML has code, message and a picture; without a board no picture; hostile text is text."""
    game = ga.loads("(;SZ[5]PB[<b>x</b>];B[bb];W[bb])")
    (finding,) = [finding for finding in game.replay().findings if finding.code == "GO101"]
    html = finding._repr_html_()
    assert "<img" in html
    assert "GO101" in html
    assert "<b>x" not in html
    assert all("<img" not in row._repr_html_() for row in ga.loads("(;SZ[99];B[bb])").replay().findings)
    board = ga.Board(5)
    board.play("C3")
    refused = board.why_illegal("C3")
    assert refused is not None
    assert (refused.name, "<img" in refused._repr_html_()) == ("C3", True)


def test_a_page_of_several_viewers_has_their_assets_once() -> None:
    """A board and a game without style and script are the same viewer, and small."""
    css, js = ga.viewer_assets()
    board = ga.Board(9)
    board.play("E5")
    for value in (board, board.game()):
        small, whole = value.html(with_assets=False), value.html()
        assert css not in small
        assert js not in small
        assert css in whole
        assert js in whole
        assert len(small) < 6_000


ONE = SAMPLE / "gnugo" / "009x009-chinese-0022.sgf"


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        ("file", ga.OutputError, "is a file"),
        ("foreign", ga.OutputError, "which is not part of a dataset. Nothing was replaced"),
        ("other", ga.DatasetExistsError, "dataset of other sources"),
        ("used", ga.DatasetInUseError, "written by another run"),
        pytest.param(
            "s3://no-such-bucket-of-goanalyze/out",
            ga.OutputError,
            "s3://no-such-bucket-of-goanalyze",
            marks=pytest.mark.slow,
        ),  # it is tried for long
    ],
)
def test_a_place_that_takes_no_dataset_has_one_sentence(
    content: str, error: type[Exception], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exception is named after the situation, and nothing of the place is changed; so says the command."""
    from click.testing import CliRunner

    from goanalyze.cli import app
    from goanalyze.tables.storage import Lock, Storage

    out, stack = tmp_path / "out", []
    if content == "file":
        out.write_text("mine")
    elif content == "foreign":
        out.mkdir()
        (out / "mine.txt").write_text("mine")
    elif content == "other":
        ga.check(SAMPLE / "findings" / "go201-ko-back-and-forth.sgf", out=out)
    elif content == "used":
        stack.append(Lock(Storage(str(out))))
    else:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            monkeypatch.setenv(name, "none")
        monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    place = content if content.startswith("s3:") else str(out)
    before = sorted(path.name for path in out.rglob("*")) if out.is_dir() else []
    with pytest.raises(error, match=message) as caught:
        ga.check(ONE, out=place)
    assert isinstance(caught.value, ga.GoAnalyzeError)
    assert "\n" not in str(caught.value)
    refused = CliRunner().invoke(app, ["check", str(ONE), "-o", place])
    assert (refused.exit_code, message in refused.stderr, refused.stderr.count("\n")) == (2, True, 1)
    assert (sorted(path.name for path in out.rglob("*")) if out.is_dir() else []) == before
    for lock in stack:
        lock.__exit__(None)


def test_files_that_are_not_checked_are_named_and_the_rest_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In memory the error has the tables of the rest; of a dataset the same call checks the missing files."""
    from goanalyze.batch import run as batch_run

    original, broken = batch_run.plan, [True]

    def plan(*arguments: Any, **named: Any) -> list[Any]:
        shards = original(*arguments, **named)
        return [replace(shards[0], fault="the disk is broken"), *shards[1:]] if broken else shards

    monkeypatch.setattr(batch_run, "plan", plan)
    options: ga.CheckArguments = {"shard": 0.05, "estimate": "never"}
    with pytest.raises(ga.NotCheckedError, match="the disk is broken") as caught:
        ga.check(SAMPLE / "gnugo", **options)
    assert caught.value.tables is not None
    assert 0 < len(caught.value.tables.games) < 228
    with pytest.raises(ga.NotCheckedError, match="The rest is kept") as caught:
        ga.check(SAMPLE / "gnugo", out=tmp_path / "out", **options)
    assert caught.value.tables is None
    broken.clear()
    assert len(ga.check(SAMPLE / "gnugo", out=tmp_path / "out", **options).games) == 228


def test_a_check_writes_and_opens_a_remote_dataset(bucket: Bucket) -> None:
    """The same call as for a folder; the same rows, and the next call keeps them."""
    kept: list[int] = []
    for _ in range(2):
        tables = ga.check(ONE, out=f"{bucket.uri}/out", progress=lambda done: kept.append(done.kept_games))
    assert kept[-1] == 1
    assert tables.arrow("outcomes").to_pylist() == ga.check(ONE).arrow("outcomes").to_pylist()
    assert tables.game(0).width == 9


@pytest.mark.slow
def test_a_notebook_shows_progress() -> None:
    """A kernel shows a bar by default, none on request, and the number of games at the end."""
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    notebook = nbformat.v4.new_notebook()
    for arguments in ("", ", progress=False"):
        source = f"import goanalyze as ga\ntables = ga.check({str(SAMPLE / 'gnugo')!r}{arguments})"
        notebook.cells.append(nbformat.v4.new_code_cell(source))
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown, silent = (cell.outputs for cell in notebook.cells)
    (output,) = shown
    assert "<progress" in output.data["text/html"]
    assert "228 games" in output.data["text/plain"]
    assert silent == []


def test_an_exception_with_tables_is_the_same_in_another_process() -> None:
    """Pools pass exceptions on as pickles."""
    error = pickle.loads(pickle.dumps(ga.NotCheckedError("a.sgf: not checked", None)))
    assert (str(error), error.tables) == ("a.sgf: not checked", None)


def test_numbers_beyond_a_limit_are_refused() -> None:
    """Before anything is computed with them."""
    for option in ({"shard": 1e305}, {"time_limit": 1e10}, {"memory_limit": 10**20}):
        with pytest.raises(ga.OptionError, match="Expected at most 1,000,000,000"):
            ga.check(ONE, **option)  # type: ignore[arg-type]
