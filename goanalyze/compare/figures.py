"""Figures of a comparison for print: what is drawn, and the caption that says of which games and counted how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze import __version__
from goanalyze.compare.captions import basis_caption, common_caption, excluded_caption, komi_caption
from goanalyze.compare.charted import ALIKE, Curve, binned, komi_shares, together
from goanalyze.compare.choices import Grouping, PlotKind, ResultKind
from goanalyze.compare.claims import family_pairs
from goanalyze.compare.games import Games
from goanalyze.compare.measures import OVER
from goanalyze.compare.results import BY_MARGIN
from goanalyze.compare.captions import basis_caption, common_caption, komi_caption, excluded_caption
from goanalyze.draw.charts import LINE_STYLES, Bars, ChartData, ChartLine, Lines, Square
from goanalyze.draw.print_sheet import Plot, sheet
from goanalyze.vocabulary.numbers import number, percent, plural, signed
from goanalyze.vocabulary.statistics import wilson
from goanalyze.vocabulary.text import cut_text

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison

_SMALLEST, _LARGEST = 60, 1000  # millimetres
_SHOWN: Final = (0.35, 0.65)  # a printed figure is smaller than a page's: it shows the middle
_KOMI: Final = np.arange(0, 10.5, 0.5)  # what people have asked about
_FEWEST: Final = 30  # games that a decade is worth a line for
_NAMED: Final = 4  # archives that a caption names
_NAME: Final = 40  # letters of a name
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TITLES: Final = {
    PlotKind.KOMI: "Black's share of wins by komi",
    PlotKind.WINNERS: "Games whose winner depends on the ruleset",
    PlotKind.MARGINS: "How far margins lie apart",
    PlotKind.RESULTS: "Black's share of wins by komi, all results",
}


class _Asked(NamedTuple):
    """What is to be drawn."""

    comparison: Comparison
    games: Games
    pair: tuple[str, str] | None
    board_size: str | None
    width: float | None


def figure(
    comparison: Comparison,
    games: Games,
    kind: PlotKind,
    pair: tuple[str, str] | None,
    board_size: str | None,
    width: float | None,
) -> Plot:
    """Draw a figure; see `Comparison.plot`."""
    if width is not None and not _SMALLEST <= width <= _LARGEST:
        raise ValueError(f"width: {width:g} mm is not allowed; allowed are {_SMALLEST} to {_LARGEST}")
    if pair is not None and kind is not PlotKind.MARGINS:
        raise ValueError(f"a pair of rulesets is for the figure margins, not for {kind.value}")
    if board_size is not None and kind not in (PlotKind.KOMI, PlotKind.RESULTS):
        raise ValueError(f"a board size is for the figures komi and results, not for {kind.value}")
    if len(comparison.rulesets) < 2:
        raise ValueError("it takes two rulesets to draw how they differ")
    return _DRAWN[kind](_Asked(comparison, games, pair, board_size, width))


def _komi(asked: _Asked) -> Plot:
    comparison = asked.comparison
    size = asked.board_size or comparison.main_board_size()[0]
    other = comparison.other_komi(board_size=size)[0] if size else None
    if not other or not len(other.common):
        raise ValueError(_nothing("no even game has a margin", comparison))
    komi, shares = komi_shares(other, _SHOWN)
    curves = together(shares)
    left = len(curves) - LINE_STYLES
    shaded = max(curves[:LINE_STYLES], key=lambda curve: len(curve.rulesets))  # several bands hide each other
    drawn = [_line(curve, len(other.common), curve is shaded) for curve in curves[:LINE_STYLES]]
    chart = Lines(tuple(komi.tolist()), tuple(drawn), "komi")
    told = (
        f"Even games on {size}, the moves as they were played, with another komi: {common_caption(other.common)}.",
        *(f"{left}." for left in excluded_caption(other.common)),
        _sentence(basis_caption(comparison)),
        f"A draw counts a half. Rulesets that are nowhere more than {ALIKE:.0%} apart share a line.",
        f"{plural(left, 'more line')} left out." if left > 0 else "",
        f"Grey: 95% interval of {shaded.rulesets[0]}.",
        _archives(asked.games, other.common.rows),
    )
    return _sheet(PlotKind.KOMI, "", chart, asked.width, told)


def _line(curve: Curve, games: int, is_banded: bool) -> ChartLine:
    low, high = wilson(curve.share * games, np.full(len(curve.share), games))
    band = (low.tolist(), high.tolist()) if is_banded else None
    return ChartLine(", ".join(curve.rulesets), curve.share.tolist(), band)


def _winners(asked: _Asked) -> Plot:
    comparison = asked.comparison
    common = comparison.common
    if not len(common):
        raise ValueError(_nothing("no game has a margin", comparison))
    classes = comparison.classes()
    if len(classes) < 2:
        raise ValueError(_nothing("no two of these rulesets differ in margin or winner", comparison))
    heads = [_LETTERS[at] if len(classes) <= len(_LETTERS) else str(at + 1) for at in range(len(classes))]
    firsts = [members[0] for members in classes]
    changes = comparison.matrix("winner_changes").loc[firsts, firsts].to_numpy()
    share = changes / len(common)
    texts = np.vectorize(number, otypes=[object])(changes)
    np.fill_diagonal(texts, "·")
    names = tuple(" = ".join(members) for members in classes)
    chart = Square(tuple(heads), tuple(map(tuple, texts)), tuple(map(tuple, share.tolist())), names)
    told = (
        f"Of {common_caption(common)}.",
        *(f"{left}." for left in excluded_caption(common)),
        "The darker, the larger the share. Rulesets of one letter never differ in margin or winner.",
        _sentence(f"{basis_caption(comparison)}; with {komi_caption(comparison)}"),
        _archives(asked.games, common.rows),
    )
    return _sheet(PlotKind.WINNERS, "", chart, asked.width, told)


def _margins(asked: _Asked) -> Plot:
    comparison = asked.comparison
    a, b = asked.pair or family_pairs(comparison.rulesets)[0][::-1]  # area less territory, where both are there
    difference = comparison.differences(a, b)
    rows = difference.index.to_numpy()
    if not len(rows):
        raise ValueError(_nothing(f"no game has a margin under {a} and {b}", comparison))
    found = difference.to_numpy()
    parts = binned(found, rows)
    chart = Bars(tuple(label for label, _ in parts), tuple(len(inside) for _, inside in parts), "points")
    near = percent(float(np.mean(np.abs(found) <= OVER)))
    mean, low, high = (signed(round(float(of(found)), 3)) for of in (np.mean, np.min, np.max))
    told = (
        f"Margin under {a} less that under {b}, Black − White, of {plural(len(rows), 'game')}.",
        f"Within a point: {near}; mean {mean}, from {low} to {high}.",
        _sentence(f"{basis_caption(comparison)}; with {komi_caption(comparison)}"),
        _archives(asked.games, rows),
    )
    return _sheet(PlotKind.MARGINS, f": {a} − {b}", chart, asked.width, told)


def _results(asked: _Asked) -> Plot:
    comparison = asked.comparison
    sizes = _won(comparison.results([0.0], ("board_size",), board_size=asked.board_size))
    if not len(sizes):
        raise ValueError(_nothing("no even game has a winner, on record or by its board", comparison))
    size = str(sizes.loc[sizes["games"].idxmax(), "board_size"])
    frame = comparison.results(_KOMI.tolist(), ("decade",), board_size=size)
    curves = {str(decade): rows for decade, rows in _won(frame).groupby("decade", sort=False)}
    games = {decade: int(rows["games"].iloc[0]) for decade, rows in curves.items()}
    most = sorted(games, key=lambda decade: -games[decade])[:LINE_STYLES]
    enough = [decade for decade in most if games[decade] >= _FEWEST] or most
    shown = [decade for decade in games if decade in enough]
    drawn = [
        ChartLine(
            f"{decade} ({plural(games[decade], 'game')})",
            curves[decade]["black_share"].tolist(),
            tuple(curves[decade][end].tolist() for end in ("low", "high")) if decade == most[0] else None,
        )
        for decade in shown
    ]
    total, once = sum(games.values()), frame[frame["komi"] == _KOMI[0]]
    known = int(once.loc[once["kind"].isin([kind.value for kind in BY_MARGIN]), "games"].sum())
    left = total - sum(games[decade] for decade in shown)
    chart = Lines(tuple(_KOMI.tolist()), tuple(drawn), "komi")
    archives = _won(comparison.results([0.0], ("source",), board_size=size))
    told = (
        f"Even games on {size} with a winner: {total:,}; in {known:,} a margin, on record or by the board under",
        f"{comparison.main_ruleset}, tells who wins at another komi. The others (resigned, lost on time …) are left",
        "their winner at any komi, so that lines fall less than they would. A draw counts a half.",
        _sentence(basis_caption(comparison)),
        f"Not shown: {plural(left, 'game')} of other decades." if left else "",
        f"Grey: 95% interval of {most[0]}.",
        _source(dict(zip(archives["source"], archives["games"], strict=True)), len(asked.games)),
    )
    return _sheet(PlotKind.RESULTS, "", chart, asked.width, told)


def _won(frame: Any) -> Any:
    """Return the rows of results of all kinds together."""
    return frame[frame["kind"] == ResultKind.ALL.value]


def _sheet(kind: PlotKind, about: str, chart: ChartData, width: float | None, told: Sequence[str]) -> Plot:
    caption = " ".join(sentence for sentence in (*told, f"goanalyze {__version__}.") if sentence)
    return sheet(kind.value, _TITLES[kind] + about, caption, chart, width)


def _nothing(why: str, comparison: Comparison) -> str:
    return f"there is nothing to draw: {why} ({basis_caption(comparison)})"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _archives(games: Games, rows: NDArray[np.int64]) -> str:
    """Return a sentence on the archives that some games are from."""
    number_of, names = games.grouped(Grouping.SOURCE)
    found = np.bincount(number_of[rows], minlength=len(names))
    return _source({name: int(many) for name, many in zip(names, found, strict=True) if many}, len(games))


def _source(archives: Mapping[str, int], total: int) -> str:
    """Return a sentence on archives, those with most games first."""
    found = sorted(archives.items(), key=lambda archive: -archive[1])
    named = [f"{cut_text(PurePath(name).name, _NAME)} ({many:,})" for name, many in found[:_NAMED]]
    more = f" and {plural(len(found) - _NAMED, 'more archive')}" if len(found) > _NAMED else ""
    return f"Data: {', '.join(named)}{more}, of {plural(total, 'game')}."


_DRAWN: Final = {
    PlotKind.KOMI: _komi,
    PlotKind.WINNERS: _winners,
    PlotKind.MARGINS: _margins,
    PlotKind.RESULTS: _results,
}
