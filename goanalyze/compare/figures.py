"""Figures of a comparison: chart data with title and caption, the same for the page and for print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from goanalyze import __version__
from goanalyze.compare.captions import basis_caption, common_caption, excluded_caption, komi_caption
from goanalyze.compare.chart_data import ALIKE, Curve, histogram, komi_shares, together
from goanalyze.compare.choices import Grouping, PlotKind, ResultKind
from goanalyze.compare.claims import family_pairs
from goanalyze.compare.games import Games
from goanalyze.compare.measures import OVER
from goanalyze.compare.results import BY_MARGIN
from goanalyze.draw.charts import LINE_STYLES, ChartData, ChartLine, Lines, Square
from goanalyze.draw.print_sheet import Plot, sheet
from goanalyze.errors import NoSuchItemError, OptionError
from goanalyze.util.arguments import read_number
from goanalyze.util.numbers import number, percent, plural, signed
from goanalyze.util.statistics import wilson
from goanalyze.util.text import cut_text

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison

_SMALLEST, _LARGEST = 60, 1000  # millimetres
_KOMI: Final = np.arange(0, 10.5, 0.5)  # usual in games
_FEWEST: Final = 30  # games of a decade with a line of its own
_NAMED: Final = 4  # archives in a caption
_NAME: Final = 40  # letters of a name
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class FigureData:
    """A figure as plain data.

    Attributes:
        kind: kind of the figure.
        title: its title.
        caption: sentences on the games, the evidence, the komi and the source.
        chart: the chart.
        badge: the evidence in a short phrase, if all games of the figure have it: known | estimated …

    Example:
        >>> import goanalyze as ga
        >>> ga.check("data/sample/gnugo").compare().figure("margins").kind.value
        'margins'
    """

    kind: PlotKind
    title: str
    caption: str
    chart: ChartData
    badge: str = ""

    def plot(self, width: float | None = None) -> Plot:
        """Return the figure for print.

        Args:
            width: width in millimetres, 60 to 1000; by default a column, or the width that the figure needs.

        Raises:
            OptionError: the width is not valid, or too narrow for the figure.
        """
        if width is not None and not _SMALLEST <= read_number("width", width) <= _LARGEST:
            raise OptionError(f"{width:g} mm is not a valid width. Expected {_SMALLEST} to {_LARGEST} mm.")
        return sheet(self.kind.value, self.title, self.caption, self.chart, width)


def figure(
    comparison: Comparison, games: Games, kind: PlotKind, pair: tuple[str, str] | None, board_size: str | None
) -> FigureData:
    """Return a figure; see `goanalyze.compare.comparison.Comparison.figure`."""
    if pair is not None and kind is not PlotKind.MARGINS:
        raise OptionError(f"The figure {kind.value} is not of a pair of rulesets. Expected the figure margins.")
    if board_size is not None and kind not in (PlotKind.KOMI, PlotKind.RESULTS):
        raise OptionError(f"The figure {kind.value} is not of one board size. Expected the figure komi or results.")
    if len(comparison.rulesets) < 2 and kind in (PlotKind.WINNERS, PlotKind.MARGINS):
        raise OptionError("A figure of one ruleset is not possible. Expected two rulesets or more.")
    if kind is PlotKind.MARGINS:
        return _margins(comparison, games, pair or family_pairs(comparison.rulesets)[0])
    if kind is PlotKind.WINNERS:
        return _winners(comparison, games)
    return (_komi if kind is PlotKind.KOMI else _results)(comparison, games, board_size)


def _komi(comparison: Comparison, games: Games, board_size: str | None) -> FigureData:
    size = board_size if board_size is not None else comparison.main_board_size()[0]
    other = comparison.komi_games(board_size=size) if size else None
    if not other or not len(other.rows):
        raise _nothing("no even game has a margin", comparison)
    komi, shares = komi_shares(other)
    curves = together(shares)
    banded = max(curves[:LINE_STYLES], key=lambda curve: len(curve.rulesets))  # several bands hide each other
    lines = tuple(_line(curve, len(other.rows), curve is banded) for curve in curves[:LINE_STYLES])
    more = len(curves) - LINE_STYLES
    return _figure(
        PlotKind.KOMI,
        "Black's share of wins by komi",
        Lines(tuple(komi.tolist()), lines, "komi"),
        f"Even games on {size}, the moves as they were played, with another komi: {plural(len(other.rows), 'game')}.",
        *(f"{sentence}." for sentence in excluded_caption(comparison.common)),
        _sentence(basis_caption(comparison)),
        f"Dead stones: {other.badge}.",
        f"A draw counts a half. Rulesets that are nowhere more than {ALIKE:.0%} apart share a line.",
        f"{plural(more, 'more line')} left out." if more > 0 else "",
        f"Grey: 95% interval of {banded.rulesets[0]}.",
        _archives(games, other.rows),
        badge=other.badge,
    )


def _line(curve: Curve, games: int, is_banded: bool) -> ChartLine:
    low, high = wilson(curve.share * games, np.full(len(curve.share), games))
    band = (low.tolist(), high.tolist()) if is_banded else None
    return ChartLine(", ".join(curve.rulesets), curve.share.tolist(), band)


def _winners(comparison: Comparison, games: Games) -> FigureData:
    common, classes = comparison.common, comparison.classes()
    if not len(common):
        raise _nothing("no game has a margin", comparison)
    if len(classes) < 2:
        raise _nothing("no two of these rulesets differ in margin or winner", comparison)
    heads = _LETTERS[: len(classes)] if len(classes) <= len(_LETTERS) else map(str, range(1, len(classes) + 1))
    firsts = [members[0] for members in classes]
    changes = comparison.matrix("winner_changes").loc[firsts, firsts].to_numpy()
    texts = np.vectorize(number, otypes=[object])(changes)
    np.fill_diagonal(texts, "·")
    shares = tuple(map(tuple, (changes / len(common)).tolist()))
    names = tuple(" = ".join(members) for members in classes)
    return _figure(
        PlotKind.WINNERS,
        "Games whose winner depends on the ruleset",
        Square(tuple(heads), tuple(map(tuple, texts)), shares, names),
        f"Of {common_caption(common)}.",
        *(f"{sentence}." for sentence in excluded_caption(common)),
        "The darker, the larger the share. Rulesets of one letter never differ in margin or winner.",
        _sentence(f"{basis_caption(comparison)}; with {komi_caption(comparison)}"),
        _archives(games, common.rows),
    )


def _margins(comparison: Comparison, games: Games, pair: tuple[str, str]) -> FigureData:
    a, b = pair
    difference = comparison.differences(a, b)
    rows, differences = difference.index.to_numpy(), difference.to_numpy()
    if not len(rows):
        raise _nothing(f"no game has a margin under {a} and {b}", comparison)
    bars = histogram(differences, rows)
    near = percent(float(np.mean(np.abs(differences) <= OVER)))
    mean, low, high = (
        signed(round(float(value), 3)) for value in (np.mean(differences), np.min(differences), np.max(differences))
    )
    return _figure(
        PlotKind.MARGINS,
        f"Difference of margins: {a} − {b}",
        bars.chart(),
        f"Margin under {a} less that under {b}, Black − White, of {plural(len(rows), 'game')}.",
        f"Within a point: {near}; mean {mean}, from {low} to {high}.",
        f"Not drawn: {bars.ends}." if bars.ends else "",
        _sentence(f"{basis_caption(comparison)}; with {komi_caption(comparison)}"),
        _archives(games, rows),
    )


def _results(comparison: Comparison, games: Games, board_size: str | None) -> FigureData:
    sizes = _won(comparison.results([0.0], ("board_size",), board_size=board_size))
    if not len(sizes):
        raise _nothing("no even game has a winner, on record or by its board", comparison)
    size = str(sizes.loc[sizes["games"].idxmax(), "board_size"])
    frame = comparison.results(_KOMI.tolist(), ("decade",), board_size=size)
    curves = {str(decade): rows for decade, rows in _won(frame).groupby("decade", sort=False)}
    count = {decade: int(rows["games"].iloc[0]) for decade, rows in curves.items()}
    largest = sorted(count, key=lambda decade: -count[decade])[:LINE_STYLES]
    shown = [decade for decade in largest if count[decade] >= _FEWEST] or largest
    lines = tuple(
        ChartLine(
            f"{decade} ({plural(count[decade], 'game')})",
            rows["black_share"].tolist(),
            (rows["low"].tolist(), rows["high"].tolist()) if decade == largest[0] else None,
        )
        for decade, rows in curves.items()
        if decade in shown
    )
    total, is_known = sum(count.values()), frame["kind"].isin([kind.value for kind in BY_MARGIN])
    known = int(frame.loc[is_known & (frame["komi"] == _KOMI[0]), "games"].sum())
    others = total - sum(count[decade] for decade in shown)
    archives = _won(comparison.results([0.0], ("source",), board_size=size))
    return _figure(
        PlotKind.RESULTS,
        "Black's share of wins by komi, all results",
        Lines(tuple(_KOMI.tolist()), lines, "komi"),
        f"Even games on {size} with a winner: {total:,}; in {known:,} a margin, on record or by the board under",
        f"{comparison.main_ruleset}, gives the winner at another komi. The others (resigned, lost on time …) keep",
        "their winner at any komi, so that lines fall less than they would. A draw counts a half.",
        _sentence(basis_caption(comparison)),
        f"Not shown: {plural(others, 'game')} of other decades." if others else "",
        f"Grey: 95% interval of {largest[0]}.",
        _source(dict(zip(archives["source"], archives["games"], strict=True)), len(games)),
    )


def _won(frame: Any) -> Any:
    return frame[frame["kind"] == ResultKind.ALL.value]


def _figure(kind: PlotKind, title: str, chart: ChartData, *caption: str, badge: str = "") -> FigureData:
    sentences: Iterable[str] = (*caption, f"goanalyze {__version__}.")
    return FigureData(kind, title, " ".join(filter(None, sentences)), chart, badge)


def _nothing(reason: str, comparison: Comparison) -> NoSuchItemError:
    return NoSuchItemError(f"The figure is empty: {reason} ({basis_caption(comparison)}).")


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _archives(games: Games, rows: NDArray[np.int64]) -> str:
    numbers, names = games.grouped(Grouping.SOURCE)
    counts = np.bincount(numbers[rows], minlength=len(names)).tolist()
    return _source({name: count for name, count in zip(names, counts, strict=True) if count}, len(games))


def _source(archives: Mapping[str, int], total: int) -> str:
    ordered = sorted(archives.items(), key=lambda archive: -archive[1])
    named = [f"{cut_text(PurePath(name).name, _NAME)} ({count:,})" for name, count in ordered[:_NAMED]]
    more = f" and {plural(len(ordered) - _NAMED, 'more archive')}" if len(ordered) > _NAMED else ""
    return f"Data: {', '.join(named)}{more}, of {plural(total, 'game')}."
