"""Figures of a comparison: chart data equal to the frames, a caption with games and evidence, sheets for print."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from click.testing import CliRunner, Result
from helpers.synthetic import FakeDataset, datasets, table_of
from hypothesis import given

import goanalyze as ga
from goanalyze import Comparison, Plot, PlotKind, __version__
from goanalyze.cli import app
from goanalyze.compare.comparison import compare
from goanalyze.draw.print_sheet import COLUMN, EM, PAGE

SVG = "{http://www.w3.org/2000/svg}"
JAPANESE = [-6.0, -0.5, 0.5, 3.5, 3.5, 12.5, 40.5, None]
CHINESE = [-5.0, 0.5, 0.5, 3.5, 4.5, 12.5, 39.5, 2.5]
MADE = table_of({"japanese": JAPANESE, "chinese": CHINESE, "aga": CHINESE})
TOGETHER = [(a, b) for a, b in zip(JAPANESE, CHINESE, strict=True) if a is not None]


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    """Eight games, of which Japanese rules count seven."""
    return compare(MADE.tables(), "all")


def texts(plot: Plot) -> list[ET.Element]:
    """Return the texts of a figure."""
    return list(ET.fromstring(plot.svg).iter(f"{SVG}text"))


def called(plot: Plot, kind: str) -> list[str]:
    """Return the titles of the shapes of a kind."""
    return [shape.findtext(f"{SVG}title") or "" for shape in ET.fromstring(plot.svg).iter(f"{SVG}{kind}") if len(shape)]


@pytest.mark.parametrize("kind", PlotKind.names())
@pytest.mark.parametrize("width", [None, 60, PAGE])
def test_a_figure_can_be_printed(comparison: Comparison, kind: str, width: float | None) -> None:
    """Millimetres, letters of 7 points or more, no colour but grey; nothing else is needed to show it."""
    plot = comparison.plot(kind, width=width)
    root = ET.fromstring(plot.svg)
    left, top, wide, high = map(float, root.attrib["viewBox"].split())
    assert (left, top, root.attrib["width"], root.attrib["height"]) == (0, 0, f"{plot.width:g}mm", f"{plot.height:g}mm")
    assert plot.width == (width or COLUMN)
    assert wide / plot.width == pytest.approx(72 / 25.4, rel=0.001)
    assert high / plot.height == pytest.approx(72 / 25.4, rel=0.001)
    assert min(map(float, re.findall(r'font-size="([\d.]+)"', plot.svg))) >= 7
    assert {
        len(set(re.findall("..", colour * (2 // (len(colour) // 3)))))
        for colour in re.findall(r'"#([0-9a-f]+)"', plot.svg)
    } == {1}
    assert {node.tag.removeprefix(SVG) for node in root.iter()} <= {"svg", "title", "desc", "rect", "text", "path", "g"}
    assert not re.search(r"\b(id|href|class|style|on\w+)=", plot.svg)


def test_lines_of_komi_are_the_curves(comparison: Comparison) -> None:
    """Read back by the axes of the figure, every line has the shares of `other_komi`; rulesets alike have one."""
    plot = comparison.plot()
    assert called(plot, "path") == ["japanese", "chinese, aga"]
    words = [(node.text or "", float(node.attrib["x"]), float(node.attrib["y"])) for node in texts(plot)]
    shares = [(y, int(text[:-1]) / 100) for text, _, y in words if re.fullmatch("[0-9]+%", text)]
    komi = [(x, float(text.replace("−", "-"))) for text, x, _ in words if re.fullmatch("−?[0-9]+", text)]
    (y0, share0), (y1, share1) = shares[0], shares[-1]
    (x0, komi0), (x1, komi1) = komi[0], komi[-1]
    curves = comparison.other_komi(board_size="19×19").set_index(["ruleset", "komi"]).black_share
    for name in ("japanese", "chinese"):
        curve = curves[name]
        (line,) = [
            node
            for node in ET.fromstring(plot.svg).iter(f"{SVG}path")
            if (node.findtext(f"{SVG}title") or "").startswith(name)
        ]
        places = [tuple(map(float, place.split())) for place in line.attrib["d"][1:].split("L")]
        assert len(places) > 5
        for x, y in places:
            at = round(2 * (komi0 + (x - x0) * (komi1 - komi0) / (x1 - x0))) / 2
            share = share0 + (y + EM / 3 - y0) * (share1 - share0) / (y1 - y0)  # words are a third of an em below lines
            assert share == pytest.approx(curve[at], abs=0.001)


@pytest.mark.parametrize("kind", ["komi", "results"])
def test_a_board_size_has_its_own_figure(kind: str) -> None:
    """Share of wins by komi and size: of the size that is named, else of that with most games."""
    nine = {"board_width": 9, "board_height": 9}
    made = table_of({"japanese": [1.5, 2.5, -0.5], "chinese": [2.5, 2.5, 0.5]}, [nine, nine, {}])
    small, other = (
        compare(made.tables(), "all").plot(kind),
        compare(made.tables(), "all").plot(kind, board_size="19×19"),
    )
    assert small.caption.startswith("Even games on 9×9")
    assert "a.zip (2), of 3 games" in small.caption
    assert other.caption.startswith("Even games on 19×19")
    assert "a.zip (1), of 3 games" in other.caption


def test_the_square_is_the_matrix(comparison: Comparison) -> None:
    """Every two classes of rulesets have their number of games whose winner differs; the legend names the classes."""
    found = [node.text for node in texts(comparison.plot("winners"))]
    changes = sum(np.sign(a) != np.sign(b) for a, b in TOGETHER)
    assert changes == 1
    at = found.index("·")
    assert found[at - 3 : at + 5] == ["A", "B", "A", "·", "1", "B", "1", "·"]
    assert "chinese = aga" in found


def test_columns_are_the_histogram(comparison: Comparison) -> None:
    """Each difference has a column with its number of games; the pair of the answer is the default."""
    differences, games = np.unique([a - b for a, b in TOGETHER], return_counts=True)
    expected = [
        f"{value:+g}: {number}".replace("-", "−").replace("+0:", "0:")
        for value, number in zip(differences, games, strict=True)
    ]
    assert called(comparison.plot("margins"), "rect") == expected
    turned = called(comparison.plot("margins", "chinese", "jp"), "rect")
    assert [name.translate(str.maketrans("+−", "−+")) for name in reversed(turned)] == expected


def test_a_histogram_is_to_scale() -> None:
    """Bins are equal, and empty ones are kept; games further out are counted at the end of the axis, without a bar."""
    made = table_of({"japanese": [0.0] * 6, "chinese": [-40.0, -1.0, 0.0, 1.0, 4.0, 44.0]})
    plot = compare(made.tables(), "all").plot("margins", "chinese", "japanese")
    columns = [node for node in ET.fromstring(plot.svg).iter(f"{SVG}rect") if len(node)]
    places = [float(node.attrib["x"]) for node in columns]
    assert called(plot, "rect") == ["−1: 1", "0: 1", "+1: 1", "+4: 1"]
    assert places[3] - places[1] == pytest.approx(4 * (places[1] - places[0]), abs=0.3)
    ends = "1 game below −1, 1 game above +4"
    assert f"points ({ends})" in [node.text for node in texts(plot)]
    assert f"Not drawn: {ends}." in plot.caption


def test_lines_of_results_are_those_of_the_frame() -> None:
    """Komi series over all results: one line per decade with its games; the line of resigned games is level."""
    resigned = {"result_winner": "black", "result_by": "resign"}
    facts = [{"date": date(year, 5, 6), **resigned} for year in (1999, 2003, 2003)]
    made = table_of(
        {"japanese": [None] * 3 + [-0.5], "chinese": [None] * 3 + [0.5]}, [*facts, {"date": date(2004, 1, 1)}]
    )
    plot = compare(made.tables(), "all").plot("results")
    assert called(plot, "path") == ["1990s (1 game)", "2000s (3 games)"]
    level, falling = (node.attrib["d"] for node in ET.fromstring(plot.svg).iter(f"{SVG}path") if len(node))
    assert len(set(re.findall(r" ([\d.]+)(?:L|$)", level))) == 1
    assert len(set(re.findall(r" ([\d.]+)(?:L|$)", falling))) == 3  # won, drawn at komi 6, lost
    assert "with a winner: 4; in 1 a margin, on record or by the board under japanese" in plot.caption


@pytest.mark.parametrize("kind", PlotKind.names())
def test_the_caption_says_what_the_figure_rests_on(kind: str) -> None:
    """Source of the data and number of games in the caption; which basis, which komi, which version."""
    hostile, plain = {"source": "b/<i>\x1b\u202e.zip"}, {"source": "plain/x.sgf", "member": ""}
    made = table_of({"japanese": [1.5] * 6, "chinese": [2.5] * 6}, [*[{"source": "/a/kgs.zip"}] * 4, hostile, plain])
    plot = compare(made.tables(), "all", basis="all").plot(kind)
    told = " ".join(node.text or "" for node in texts(plot))
    assert plot.caption in told
    assert "Data: kgs.zip (4), <i>��.zip (1), plain (1), of 6 games." in plot.caption
    assert re.search(r"\b6( games|;)", plot.caption.split("Data:")[0])
    assert "asis all: every count, also of boards as they are with dead stones unknown" in plot.caption
    assert ("recorded komi" if kind in ("winners", "margins") else "another komi") in plot.caption
    assert plot.caption.endswith(f"goanalyze {__version__}.")


def test_winners_by_rule_are_named(tmp_path: Path) -> None:
    """The caption says whose winners are counted where it is not the board's."""
    (tmp_path / "a.sgf").write_text("(;SZ[5]KM[0.5];B[bc];W[bc];B[];W[])", encoding="utf-8")
    tables = ga.check(tmp_path / "a.sgf", rulesets="japanese,chinese")
    by_rule, by_board = (tables.compare(basis="all", winners=who).plot("winners") for who in ("rule", "board"))
    assert "winners by rule where one decides" in by_rule.caption
    assert "winners by" not in by_board.caption


def test_words_stay_on_the_sheet() -> None:
    """Lines of long names are broken, also Chinese ones, which are wider; the height grows with them."""
    made = table_of({"japanese": [1.5], "chinese": [2.5]}, [{"source": "柯" * 300 + ".zip"}])
    plot = compare(made.tables(), "all").plot("winners")
    caption = [node.text or "" for node in texts(plot) if node.attrib.get("font-size") == "7"]
    longest = max(sum(1 + (letter == "柯") for letter in line) for line in caption)
    assert longest * 7 / 2 <= plot.width * 72 / 25.4
    lines = [float(node.attrib["y"]) for node in texts(plot) if node.attrib.get("font-size") == "7"]
    assert all(9 < below - above < 10 for above, below in pairwise(lines))
    assert lines[-1] < plot.height * 72 / 25.4


def test_many_rulesets_get_a_page() -> None:
    """A square that a column is too narrow for is drawn as wide as a page; a width that is too narrow is refused."""
    names = [f"r{number}" for number in range(18)]
    margins = {name: [0.5 if at <= number else -0.5 for number in range(18)] for at, name in enumerate(names)}
    made = table_of(margins)
    comparison = compare(made.tables(), "all")
    assert comparison.plot("winners").width == PAGE
    with pytest.raises(ValueError, match=r"85 mm is too narrow for 18 rulesets\. Expected at least 86 mm"):
        comparison.plot("winners", width=85)


def test_a_plot_shows_itself(comparison: Comparison, tmp_path: Path) -> None:
    """A notebook shows the picture, a prompt one line, and `save` writes it."""
    plot = comparison.plot("margins")
    assert plot._repr_svg_() == plot.svg == plot.save(tmp_path / "a.svg").read_text(encoding="utf-8")
    assert re.fullmatch(r"<Plot margins, 85 × [\d.]+ mm: Difference of margins: japanese − chinese>", repr(plot))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"kind": "pie"}, "kind: 'pie' is not a valid value. Expected komi, winners, margins, results"),
        ({"kind": "margins", "a": "japanese"}, "'japanese' is not a pair of rulesets. Expected two rulesets."),
        (
            {"kind": "komi", "a": "japanese", "b": "aga"},
            "The figure komi is not of a pair of rulesets. Expected the figure margins.",
        ),
        ({"board_size": "5×5"}, "'5×5' is not a board size of these games. Expected one of: 19×19."),
        (
            {"kind": "margins", "board_size": "9×9"},
            "The figure margins is not of one board size. Expected the figure komi or results.",
        ),
        ({"width": 5}, "5 mm is not a valid width. Expected 60 to 1000 mm."),
    ],
)
def test_what_cannot_be_drawn_is_told(comparison: Comparison, given: dict[str, str], sentence: str) -> None:
    """The message names the argument and the values that are possible."""
    with pytest.raises(ValueError, match=re.escape(sentence)):
        comparison.plot(**given)  # type: ignore[arg-type]


@given(datasets())
@pytest.mark.law
def test_whatever_the_dataset_there_is_a_figure_or_a_sentence(made: FakeDataset) -> None:
    """Bad input: games without komi, date, board or winner; rulesets that agree, or share no game."""
    comparison = compare(made.tables(), "all", basis="all")
    for kind in PlotKind:
        try:
            ET.fromstring(comparison.plot(kind).svg)
        except ga.GoAnalyzeError as error:
            assert re.match("The figure is empty: no |A figure of one ruleset", str(error))  # noqa: PT017


def call(*arguments: object) -> Result:
    """Run ``goanalyze compare``."""
    return CliRunner().invoke(app, ["compare", *map(str, arguments)])


def test_the_command_writes_a_figure(tmp_path: Path) -> None:
    """Figures in one command; an option chooses the kind, not the file's name."""
    out, file = MADE.write(tmp_path / "out"), tmp_path / "komi.svg"
    told = "Difference of margins: japanese − aga: written to"
    result = call(out, "--svg", file, "--plot", "margins", "--pair", "jp,aga")
    assert (result.exit_code, result.stdout.startswith(told)) == (0, True)
    assert file.read_text(encoding="utf-8") == compare(MADE.tables(), "all").plot("margins", "jp", "aga").svg
    assert call(out, "--svg", file, "--size", "19").exit_code == 0
    assert file.read_text(encoding="utf-8") == compare(MADE.tables(), "all").plot().svg


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--svg", "no/folder/a.svg"], "'no/folder/a.svg' cannot be written: No such file or directory"),
        (["--svg", "out/a.svg"], "'out/a.svg' is inside the dataset"),
        (["--svg", "a.svg", "--plot", "pie"], "'pie' is not a valid value. Expected komi, winners, margins, results"),
        (["--plot", "komi"], "--plot is for a figure. Name its file with --svg"),
        (["--svg", "a.svg", "--by", "komi"], "--svg writes a figure only"),
        (["--svg", "a.svg", "--pair", "jp,cn"], "is not of a pair of rulesets. Expected the figure margins."),
    ],
)
def test_the_command_tells_what_it_cannot_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], sentence: str
) -> None:
    """Exit code 2, a sentence, and no file."""
    MADE.write(tmp_path / "out")
    monkeypatch.chdir(tmp_path)
    result = call("out", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("kind", PlotKind.names())
@pytest.mark.parametrize(
    "made", [FakeDataset(("japanese", "chinese"), ()), table_of({"japanese": [None], "chinese": [None]})]
)
def test_no_games_are_told(tmp_path: Path, kind: str, made: FakeDataset) -> None:
    """No game at all: one sentence, exit code 2."""
    result = call(made.write(tmp_path / "out"), "--svg", tmp_path / "a.svg", "--plot", kind)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "The figure is empty: no " in result.stderr
    assert "basis best: known, confirmed and estimated dead stones" in result.stderr
