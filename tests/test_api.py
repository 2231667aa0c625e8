"""The library façade, as notebooks call it."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import goanalyze as ga
from goanalyze import Finding
from goanalyze.errors import InputError
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


def test_read_yields_every_game() -> None:
    """A folder gives the same number of games as its check."""
    assert sum(1 for _ in ga.read(SAMPLE / "gnugo")) == len(ga.check(SAMPLE / "gnugo").games)


def test_read_of_a_missing_path_says_so() -> None:
    """A path that is not there is an error with the path in it."""
    with pytest.raises(InputError, match="no-such"):
        list(ga.read("no-such.sgf"))


def test_loads_without_a_game() -> None:
    """Text without a game is a ValueError with the required form."""
    with pytest.raises(ValueError, match="No game was found"):
        ga.loads("hello")


def test_a_game_tells_its_row() -> None:
    """`info` has every column of the games table."""
    info = ga.loads(KO).info
    assert (info["ruleset"], info["komi"], info["move_count"], info["result_winner"]) == ("japanese", 0.0, 9, "draw")


def test_verdicts_differ_by_ruleset() -> None:
    """The immediate retake is ko for Japan and superko for Tromp–Taylor."""
    replay = ga.loads(KO).replay()
    assert replay.verdicts("japanese")[-1] == "ko"
    assert replay.verdicts("tromp-taylor")[-1] == "superko"
    assert replay.verdicts("japanese")[:-1] == ["legal"] * 8


def test_positions_step_through_the_game() -> None:
    """Position 0 is the empty board, the last one has the ko stone back."""
    replay = ga.loads(KO).replay()
    assert replay.position(0) == ga.Position.empty(5)
    assert replay.position(7) == replay.position()
    assert replay.position(8) != replay.position()
    with pytest.raises(IndexError, match="9 moves"):
        replay.position(10)


def test_the_final_position_is_the_kernels() -> None:
    """The readable board and the kernel end on the same position for every sample game."""
    for game in ga.read(SAMPLE):
        if game.width:
            chunk, index = game._chunk, game._index
            span = slice(*chunk.replays.board_start[index : index + 2].tolist())
            assert game.replay().position().stones.tolist() == chunk.replays.boards[span].tolist()


def test_single_counts_equal_the_batch() -> None:
    """One game counted alone has the margins of the batch lane."""
    tables = ga.check(SAMPLE / "gnugo")
    for game, row in zip(ga.read(SAMPLE / "gnugo"), tables.arrow("counts").to_pylist(), strict=True):
        count = game.count()
        assert (count.area_margin, count.territory_margin, count.stone_margin, count.dame) == (
            row["area_margin"],
            row["territory_margin"],
            row["stone_margin"],
            row["dame"],
        )


def test_games_draw_themselves() -> None:
    """A game is a picture in a notebook and a diagram in a terminal."""
    game = ga.loads(KO)
    assert game._repr_svg_().startswith("<svg")
    assert "A B C D E" in str(game)


def test_a_full_tree_has_the_variations() -> None:
    """`tree` reads the parts beyond the main line."""
    tree = ga.loads("(;SZ[9];B[aa](;W[bb])(;W[cc]))").tree()
    assert len(tree.root.children[0].children) == 2


def test_a_string_is_not_decoded_again() -> None:
    """CA concerns bytes; text given as a string is used unchanged."""
    game = ga.loads("(;CA[GB2312]SZ[9]PB[柯洁]PW[朴]KM[7.5]RE[B+R])")
    assert (game.info["black_player"], game.info["white_player"], game.info["komi"]) == ("柯洁", "朴", 7.5)


def test_a_full_tree_knows_its_charset() -> None:
    """Names of a record in GBK come out of the tree as they were."""
    assert ga.loads("(;CA[GBK]SZ[9]PB[柯洁])".encode("gbk")).tree().root.text("PB") == "柯洁"


def test_findings_and_verdicts_agree(games: list[ga.Game]) -> None:
    """Findings name just the moves with an illegal verdict, and the rulesets that give it, on every sample record."""
    from goanalyze.rules import RULESETS

    for game in games:
        replay = game.replay()
        told = {(name, move) for row in replay.findings for name in row.rulesets for move in row.move_numbers or [None]}
        verdicts = {name: enumerate(replay.verdicts(name), 1) for name in RULESETS}
        judged = {(name, move) for name, words in verdicts.items() for move, word in words if word != "legal"}
        assert told == judged, game


def test_a_game_is_found_by_any_row_about_it(tables: ga.Tables) -> None:
    """A number, a row of Arrow, a row of pandas, a row of another table, an id: the same game."""
    number = tables.findings.game_id.notna().idxmax()
    game_id = tables.findings.game_id[number]
    place = tables.games.game_id.tolist().index(game_id)
    rows = [
        place,
        np.int64(place),
        tables.arrow("games").to_pylist()[place],
        tables.games.iloc[place],
        tables.findings.iloc[number],
        tables.counts.iloc[place],
        {"game_id": game_id},
    ]
    assert {tables.game(row).info["game_id"] for row in rows} == {game_id}


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


def test_tables_on_disk_give_the_same_games(tables: ga.Tables, tmp_path: Path) -> None:
    """A dataset opened again reads the games that the check in memory reads."""
    tables.to_parquet(tmp_path / "out")
    rows = range(0, len(tables.games), 7)
    one, two = (dict(source.read_games(rows)) for source in (tables, ga.open(tmp_path / "out")))
    assert [one[row].raw_sgf for row in rows] == [two[row].raw_sgf for row in rows]


def test_tables_are_pickled_without_their_frames(tables: ga.Tables) -> None:
    """Caches for display are not pickled; the tables are."""
    assert len(tables.games) > 0  # a frame was made
    again = pickle.loads(pickle.dumps(tables))
    assert "games" not in vars(again)
    assert repr(again) == repr(tables)


def test_a_table_that_is_asked_for_is_there_without_games(tmp_path: Path) -> None:
    """Its columns and no row: who reads an archive without a game needs no case of its own (met in notebook 06)."""
    (tmp_path / "a.sgf").write_text("no record at all")
    found = ga.check(tmp_path, moves=True, confirm="safe")
    assert (len(found.moves), len(found.chains), "reason" in found.chains) == (0, 0, True)


def test_no_rows_are_no_games_again() -> None:
    """Of no rows no game is read again, and nothing is wrong with that."""
    assert list(ga.check(SAMPLE / "gnugo" / "009x009-chinese-0022.sgf").read_games([])) == []


def test_an_open_dataset_stays_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables opened by a relative path are read from there, after any change of the working folder."""
    ga.check(SAMPLE / "gnugo" / "009x009-chinese-0022.sgf").to_parquet(tmp_path / "out")
    monkeypatch.chdir(tmp_path)
    tables = ga.open("out")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert len(tables.games) == 1


def told(findings: Iterable[Mapping[str, Any]]) -> list[tuple[Any, ...]]:
    """Return the contents of findings, as the table and as values have them."""
    return [(row["code"], row["message"], row["move_number"], row["offset"], list(row["rulesets"])) for row in findings]


@pytest.mark.parametrize("options", [{}, {"markup": "ignore", "rulesets": ["japanese", "aga"], "komi": 7.5}], ids=str)
def test_a_game_has_the_findings_of_the_check(options: dict[str, Any], tmp_path: Path) -> None:
    """Read by itself under the defaults, or again from tables in memory and on disk under the options of the check."""
    given = sorted((SAMPLE / "findings").iterdir())[:: 4 if options else 1]
    tables = ga.check(given, **options)
    tables.to_parquet(tmp_path / "out")
    rows: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
    for row in tables.arrow("findings").to_pylist():
        rows.setdefault((row["source"], row["game_index"]), []).append(row)
    numbers = range(len(tables.games))
    games = [game for where in (tables, ga.open(tmp_path / "out")) for _, game in where.read_games(numbers)]
    for game in [*games, *(() if options else ga.read(given))]:
        assert isinstance(game, ga.Game)
        found = [finding._asdict() for finding in game.replay().findings]
        assert told(found) == told(rows.get((game.info["source"], game.info["game_index"]), []))
        assert game.info["finding_count"] == len(found)


def test_an_unknown_charset_is_refused() -> None:
    """Before anything is read, as the command refuses it."""
    for call in (lambda: ga.check(SAMPLE, encoding="klingon"), lambda: next(ga.read(SAMPLE, encoding="klingon"))):
        with pytest.raises(ValueError, match="'klingon' is not a valid charset"):
            call()


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


def test_moves_and_findings_are_json(games: list[ga.Game]) -> None:
    """Both have colours in words and points in GTP, as the messages have them; a finding has all of its columns."""
    for game in games:
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


def test_moves_of_a_board_are_those_of_its_replay(games: list[ga.Game]) -> None:
    """`PlayedMove` and `Move` have the same numbers, colours, names and counts of captures."""
    for game in games:
        if game.width and game.replay().moves:
            board = ga.Board.from_game(game)
            for played, move in zip(board.moves, game.replay().moves, strict=False):  # a replay has a limit
                assert (played.number, played.color, played.name) == (move.number, move.color, move.name)
                assert (len(played.captured_names), len(played.self_captured)) == (move.captured, move.self_captured)


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


def facts_of(out: Path) -> dict[str, Any]:
    """Return the facts of a dataset without those of the run."""
    facts: dict[str, Any] = json.loads((out / "_SUCCESS.json").read_text())
    return {name: fact for name, fact in facts.items() if name not in ("finished", "digest", "manifest")}


def test_a_check_into_a_folder_is_that_of_the_command(tmp_path: Path) -> None:
    """Same rows, same facts, and each of them continues the other's run."""
    from click.testing import CliRunner

    from goanalyze.cli import app

    options = ["--rulesets", "japanese,aga", "--komi", "6.5", "--markup", "dead", "--moves"]
    command = ["check", str(SAMPLE), "--fail-on", "never", *options, "-o"]
    assert CliRunner().invoke(app, [*command, str(tmp_path / "a")]).exit_code == 0
    kept: list[int] = []
    arguments: ga.CheckArguments = {"rulesets": ["japanese", "aga"], "komi": 6.5, "markup": "dead", "moves": True}
    tables = ga.check(SAMPLE, out=tmp_path / "b", **arguments)
    again = ga.check(SAMPLE, out=tmp_path / "a", progress=lambda done: kept.append(done.kept_games), **arguments)
    assert kept[-1] == len(tables.games)
    assert facts_of(tmp_path / "a") == facts_of(tmp_path / "b")
    in_memory = ga.check(SAMPLE, **arguments)
    for name in ("files", "games", "findings", "counts", "outcomes", "audit", "moves", "rulesets", "conventions"):
        rows = tables.arrow(name).to_pylist()
        assert again.arrow(name).to_pylist() == rows
        assert in_memory.arrow(name).to_pylist() == rows
    assert again.folder == tmp_path / "a"


def test_an_interrupted_check_is_continued_by_the_next_call(tmp_path: Path) -> None:
    """The interrupt goes on as such, the dataset is not complete, and finished parts are kept."""
    steps: list[ga.RunProgress] = []

    def interrupt(done: ga.RunProgress) -> None:
        if done.shards >= 3:
            raise KeyboardInterrupt

    options: ga.CheckArguments = {"out": tmp_path / "out", "shard": 0.01, "jobs": 1, "estimate": "never"}
    with pytest.raises(KeyboardInterrupt):
        ga.check(SAMPLE / "gnugo", progress=interrupt, **options)
    with pytest.raises(ga.DatasetError):
        ga.open(tmp_path / "out")
    tables = ga.check(SAMPLE / "gnugo", progress=steps.append, **options)
    assert 0 < steps[-1].kept_games < len(tables.games) == steps[-1].games


def test_patterns_and_limits_are_those_of_the_command(tmp_path: Path) -> None:
    """Files are chosen by patterns; a limit of time lets a worker process do the work."""
    (tmp_path / "old").mkdir()
    for name in ("old/a.sgf", "b.sgf", "c.txt"):
        (tmp_path / name).write_text(KO)
    assert len(ga.check(tmp_path, include="*.sgf", exclude=["old/**"], time_limit=30).games) == 1


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


def test_inputs_must_be_there() -> None:
    """No path at all is an error, too."""
    with pytest.raises(InputError, match="The inputs are missing"):
        ga.check([])


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
