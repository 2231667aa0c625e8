"""Charts: well-formed on a page and in print, and drawn to scale."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from goanalyze.draw.charts import LINE_STYLES, PAGE, Canvas, Line, columns, lines, printed


@pytest.mark.parametrize("on", [PAGE, printed(240, 7.5)], ids=["page", "print"])
def test_charts_are_well_formed(on: Canvas) -> None:
    """No values, one value, and many; names that are markup (issue 11: hostile names are shown as text)."""
    for values in ([], [0], [7], list(range(300))):
        chart = columns([f"<{n}>" for n in values], values, axis="<", on=on)
        assert len(ET.fromstring(f"<g>{chart.inside}</g>").findall("rect")) == sum(value > 0 for value in values)
    for many in (1, LINE_STYLES):
        chart = lines([5.5, 6, 6.5], [Line("<b>", [0.2, 0.5, 0.7])] * many, axis="<", on=on)
        assert [node.text for node in ET.fromstring(f"<g>{chart.inside}</g>").iter("title")] == ["<b>"] * many


def test_columns_are_as_high_as_their_values() -> None:
    """The height of a column over that of another is the value over the other's (a chart of lengths starts at 0)."""
    high = [
        float(found) for found in re.findall(r'<rect[^>]*height="([\d.]+)"', columns("ab", [40, 10], axis="").inside)
    ]
    assert high[0] / high[1] == pytest.approx(4, rel=0.01)


def test_lines_in_print_differ_without_colour() -> None:
    """Issue 16, readable in print: each line has dashes and marks of its own, and there is no colour but grey."""
    chart = lines([0, 1, 2], [Line(str(at), [0.1 * at] * 3) for at in range(LINE_STYLES)], axis="", on=printed(240, 8))
    strokes = [
        re.search(r'stroke-dasharray="[^"]*"', found) for found in re.findall(r"<path [^>]*><title>", chart.inside)
    ]
    assert len({found and found[0] for found in strokes}) == LINE_STYLES
    assert len(set(re.findall(r'scale\([^)]*\)" (fill="[^"]*") [^>]*(d="[^"]*")', chart.inside))) == LINE_STYLES
    assert {len(set(colour)) for colour in re.findall(r'"#([0-9a-f]+)"', chart.inside)} == {1}
    assert "class=" not in chart.inside


def test_labels_of_columns_do_not_touch() -> None:
    """However many columns and however long the outermost names (seen in print: ``+9above +12``)."""
    on = printed(235, 7.5)
    for most in range(1, 40):
        labels = ["below −99", *map(str, range(most)), "above +99"]
        inside = columns(labels, [1] * len(labels), axis="", on=on).inside
        found = re.findall(r'<text x="([\d.]+)" y="[\d.]+" text-anchor="middle">([^<]+)</text>', inside)
        named = sorted((float(x), text) for x, text in found if text in labels and text != "1")
        assert {"below −99", "above +99"} <= {text for _, text in named}
        ends = [(x - len(text) * 2.2, x + len(text) * 2.2) for x, text in named]  # 0.58 em a letter
        assert all(before[1] < after[0] for before, after in pairwise(ends))
        assert ends[-1][1] <= on.width
