"""Charts: well-formed on a page and in print, drawn to scale, with classes of their own."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from goanalyze.draw.charts import (
    LINE_STYLES,
    PAGE_STYLE,
    SHADES,
    Bars,
    ChartData,
    ChartLine,
    ChartStyle,
    Lines,
    Square,
    draw,
    figure_html,
    print_style,
)
from goanalyze.draw.markup import asset
from goanalyze.draw.print_sheet import COLUMN, PAGE, sheet

PRINT = print_style(240, 7.5)
HOSTILE = "</svg><script>alert(1)</script>\"'&\x00\ufffe\u202e"


def bars(values: list[int], name: str = "") -> Bars:
    """Return bars with numbered labels."""
    return Bars(tuple(f"{name}{number}" for number in range(len(values))), tuple(values), name)


def lines(count: int, name: str = "line") -> Lines:
    """Return lines at even heights."""
    drawn = tuple(ChartLine(f"{name}{at}", [0.1 * at % 1] * 3, ([0.0] * 3, [1.0] * 3)) for at in range(count))
    return Lines((5.5, 6, 6.5), drawn, name)


def square(side: int, name: str = "x") -> Square:
    """Return a square of figures, each in its row's shade."""
    rows = tuple(tuple(str(row) for _ in range(side)) for row in range(side))
    shares = tuple(tuple(row / 100 for _ in range(side)) for row in range(side))
    return Square(tuple(f"{name}{at}" for at in range(side)), rows, shares, tuple(f"{name} {at}" for at in range(side)))


def charts(name: str) -> list[ChartData]:
    """Return charts of each kind: empty, with one part, and with many."""
    many = [bars(values, name) for values in ([], [0], [7], [0] * 5 + [3], list(range(300)))]
    return [*many, lines(0, name), lines(1, name), lines(LINE_STYLES + 1, name), square(0), square(1), square(26, name)]


@pytest.mark.parametrize("style", [PAGE_STYLE, PRINT], ids=["page", "print"])
@pytest.mark.parametrize("name", ["n", HOSTILE], ids=["plain", "hostile"])
def test_charts_are_well_formed(style: ChartStyle, name: str) -> None:
    """Every chart parses and has no elements but drawings and texts, even if its names are markup."""
    for chart in charts(name):
        drawn = draw(chart, style)
        tags = {node.tag for node in ET.fromstring(f"<g>{drawn.inside}</g>").iter()}
        assert tags <= {"g", "rect", "path", "text", "title"}
        page = figure_html(chart, name)
        assert "<script" not in page
        ET.fromstring(f"<div>{page}</div>")
        ET.fromstring(sheet("kind", name, name, chart).svg)


def test_bars_are_as_high_as_their_values() -> None:
    """Heights of bars are in the proportion of their values, on an axis that begins at 0; bars of 0 are not drawn."""
    inside = draw(bars([40, 0, 10])).inside
    high = [float(height) for height in re.findall(r'<rect[^>]*height="([\d.]+)"', inside)]
    assert len(high) == 2
    assert high[0] / high[1] == pytest.approx(4, rel=0.01)


def test_classes_are_the_charts_own() -> None:
    """On a page every class begins with `chart` and has a rule in the style sheet; print has no classes."""
    css = asset("chart.css")
    for chart in charts("n"):
        classes = set(" ".join(re.findall(r'class="([^"]*)"', figure_html(chart, ""))).split())
        assert all(name.split("-")[0] == "chart" for name in classes)
        assert all(f".{name}" in css or name == "chart-cell0" for name in classes)
        assert "class=" not in draw(chart, PRINT).inside


def test_lines_in_print_differ_without_colour() -> None:
    """Each line in print has its own dashes and marks, and the only colour is grey."""
    inside = draw(lines(LINE_STYLES), PRINT).inside
    strokes = [re.search(r'stroke-dasharray="[^"]*"', path) for path in re.findall(r"<path [^>]*><title>", inside)]
    assert len({stroke and stroke[0] for stroke in strokes}) == LINE_STYLES
    assert len(set(re.findall(r'scale\([^)]*\)" (fill="[^"]*") [^>]*(d="[^"]*")', inside))) == LINE_STYLES
    assert {len(set(color)) for color in re.findall(r'"#([0-9a-f]+)"', inside)} == {1}


def test_the_largest_share_is_the_darkest() -> None:
    """Shades of a square grow with the share: none for 0, the darkest for the largest."""
    shades = re.findall(r"chart-cell(\d)", draw(square(SHADES + 1)).inside)
    assert list(map(int, shades)) == sorted(map(int, shades))
    assert {shades[0], shades[-1]} == {"0", str(SHADES)}


@pytest.mark.parametrize("chart", [lines(3), square(3)], ids=["lines", "square"])
def test_a_legend_names_every_line_and_heading(chart: Lines | Square) -> None:
    """The page and the print sheet have the same names in their legends."""
    names = [line.name for line in chart.lines] if isinstance(chart, Lines) else list(chart.names)
    page, printed = figure_html(chart, ""), sheet("kind", "", "", chart).svg
    assert [name for name in names if f" {name}</li>" not in page or f">{name}</text>" not in printed] == []


def test_a_square_is_as_wide_as_its_figures_need() -> None:
    """A sheet without a width is a column, a page, or wider; a width that is too small is refused with the least."""
    widths = [sheet("kind", "", "", square(side)).width for side in (2, 9, 14, 60)]
    assert widths == sorted(widths)
    assert widths[0] == COLUMN
    assert widths[-1] > PAGE
    with pytest.raises(ValueError, match=r"too narrow for 60 rulesets. Expected at least \d+ mm"):
        sheet("kind", "", "", square(60), 85)


def test_labels_of_bars_do_not_touch() -> None:
    """However many bars and however long the outermost names are, labels keep apart and stay on the canvas."""
    style = print_style(235, 7.5)
    for most in range(1, 40):
        labels = ("below −99", *map(str, range(most)), "above +99")
        inside = draw(Bars(labels, (1,) * len(labels), ""), style).inside
        texts = re.findall(r'<text x="([\d.]+)" y="[\d.]+" text-anchor="middle">([^<]+)</text>', inside)
        named = sorted((float(x), text) for x, text in texts if text in labels and text != "1")
        assert {"below −99", "above +99"} <= {text for _, text in named}
        ends = [(x - len(text) * 2.2, x + len(text) * 2.2) for x, text in named]  # 0.58 em a letter
        assert all(before[1] < after[0] for before, after in pairwise(ends))
        assert ends[-1][1] <= style.width
