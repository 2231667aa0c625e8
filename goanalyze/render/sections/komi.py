"""Sections on komi: the fair komi by ruleset, and Black's share of wins over all results."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from goanalyze.compare.captions import ruleset_name
from goanalyze.compare.choices import PlotKind, ResultKind, Results
from goanalyze.compare.results import BY_MARGIN
from goanalyze.render.formatting import interval_text
from goanalyze.render.model import Block, Column, Figure, Kind, Paragraph, Section, Table, Tone, Value
from goanalyze.render.sections.answer import evidence_badge
from goanalyze.util.numbers import decimal_text, percent, plural
from goanalyze.util.row import FrameFields

if TYPE_CHECKING:
    import pandas as pd

    from goanalyze.compare.comparison import Comparison

FAIR_KOMI: Final = (5.5, 6.5, 7.5)
"""Komi of the columns of the section on fair komi."""
RESULT_KOMI: Final = (0.0, 5.5, 6.5, 7.5)
"""Komi of the columns of the section on results at another komi."""
TITLES: Final = {
    Results.PLAYED: "Black's share of wins by the recorded komi",
    Results.WHAT_IF: "Black's share of wins at another komi",
}
"""Titles of the two sections on results."""
CAVEATS: Final = {
    Results.PLAYED: "Winners are those of the records; nothing confirms them or the komi.",
    Results.WHAT_IF: 'Games marked " have no known margin: their recorded winner counts at each komi, so the sum '
    "depends on komi less than it should. The players would have played differently with another komi.",
}
"""Caveats of the two sections on results."""
FEWEST: Final = 30
"""Least games of a row that is shown at first."""

_ALL, _NONE = ResultKind.ALL.value, ResultKind.NONE.value
_BY_MARGIN: Final = frozenset({_ALL, *(kind.value for kind in BY_MARGIN)})
_SAME: Final = '"'  # as in the column before


def komi_blocks(comparison: Comparison) -> tuple[Block, ...]:
    """Return the fair komi and Black's share of wins at usual komi, on the board size with the most games."""
    size, games = comparison.main_board_size()
    if not games:
        return (Paragraph("No even game has a margin."),)
    other = comparison.komi_games(board_size=size)
    shares = other.curve(FAIR_KOMI)["black_share"].to_numpy().reshape(-1, len(FAIR_KOMI))
    rows = [_fair(row, share) for row, share in zip(other.fair().to_dict("records"), shares, strict=True)]
    if len(comparison.rulesets) < 2:
        return (_fair_table(rows),)
    figure = comparison.figure(PlotKind.KOMI, board_size=size)
    return (Figure(figure.chart, figure.title, figure.caption, _fair_table(rows)),)


def komi_badge(comparison: Comparison) -> str:
    """Return the number of games of the section on fair komi by evidence."""
    size, games = comparison.main_board_size()
    return evidence_badge(comparison, comparison.komi_games(board_size=size).rows) if games else ""


def _fair(row: FrameFields, shares: Iterable[float]) -> tuple[str, tuple[Value, ...]]:
    low, high = row["komi_from"], row["komi_to"]
    komi = decimal_text(low) if low == high else f"{decimal_text(low)} to {decimal_text(high)}"
    komi = komi.replace("-", "−")
    return row["ruleset"], (komi, float(row["black_share"]), *map(float, shares), int(row["draws"]))


def _fair_table(rows: Iterable[tuple[str, tuple[Value, ...]]]) -> Table:
    names: dict[tuple[Value, ...], list[str]] = {}
    for name, cells in rows:
        names.setdefault(cells, []).append(name)
    columns = (
        *(Column("ruleset"), Column("fair komi", Kind.INTERVAL), Column("Black wins", Kind.SHARE)),
        *(Column(f"at {komi:g}", Kind.SHARE) for komi in FAIR_KOMI),
        Column("draws", Kind.COUNT),
    )
    table = tuple((" = ".join(members), *cells) for cells, members in names.items())
    notes = ("Fair is the komi at which Black's share is nearest to 50%.",)
    return Table(columns, table, notes=notes)


def result_blocks(
    comparison: Comparison, frame: pd.DataFrame, kind: Results, by: str, limit: int | None
) -> tuple[Block, ...]:
    """Return Black's share of wins over all results, each kind apart."""
    if not (frame["kind"] == _ALL).any():
        return (Paragraph("No even game has a winner, by its record or by its board."),)
    blocks: list[Block] = []
    if comparison.by_convention:
        games = plural(comparison.by_convention, "game")
        blocks.append(Paragraph(f"Komi: as recorded, but in {games} that of their convention."))
    if by != "board_size":
        size, *others = board_sizes(frame, kind)
        frame = frame[frame["board_size"] == size]
        more = f" Other sizes: {', '.join(others)}." if others else ""
        number = board_sizes(frame, kind)[size]
        blocks.append(Paragraph(f"{plural(number, 'even game')} on {size}.{more}"))
    table = _played_table if kind is Results.PLAYED else _what_if_table
    blocks.append(table(frame, by, limit))
    blocks.append(Paragraph("Black's share with its 95% interval, in percent.", Tone.MUTED))
    blocks += [Paragraph(text) for text in (*_kinds(frame, kind, comparison.main_ruleset), CAVEATS[kind])]
    return tuple(blocks)


def results_section(comparison: Comparison, frame: pd.DataFrame, kind: Results, by: str, limit: int | None) -> Section:
    """Return the section on all results; see `result_blocks`."""
    return Section("results", TITLES[kind], result_blocks(comparison, frame, kind, by, limit))


def each_once(frame: pd.DataFrame, kind: Results) -> pd.DataFrame:
    """Return the rows of a frame of results in which each game counts at one komi."""
    return frame if kind is Results.PLAYED else frame[frame["komi"] == frame["komi"].min()]


def board_sizes(frame: pd.DataFrame, kind: Results) -> dict[str, int]:
    """Return the games with a winner by board size, the size with the most games first."""
    rows = each_once(frame, kind)
    games = rows[rows["kind"] == _ALL].groupby("board_size", sort=False)["games"].sum()
    return {str(size): int(number) for size, number in games.sort_values(ascending=False, kind="stable").items()}


def _kinds(frame: pd.DataFrame, kind: Results, ruleset: str) -> list[str]:
    games = each_once(frame, kind).groupby("kind")["games"].sum()
    under = dict.fromkeys((ResultKind.COUNTED, ResultKind.GUESSED), f" ({ruleset_name(ruleset)} rules)")
    return [
        f"{kind.value}, {plural(int(games[kind.value]), 'game')}: {kind.meaning}{under.get(kind, '')}"
        for kind in ResultKind
        if kind.value in games and kind is not ResultKind.ALL
    ]


def _played_table(frame: pd.DataFrame, by: str, limit: int | None) -> Table:
    """Return a row for each komi of each group, with a column for each kind of result."""
    won = frame[frame["kind"] != _NONE]
    kinds = won.groupby("kind")["games"].sum().sort_values(ascending=False, kind="stable").index.tolist()
    cells: dict[tuple[str, float], dict[str, FrameFields]] = {}
    for row in won.to_dict("records"):
        komi = math.inf if math.isnan(row["komi"]) else row["komi"]
        cells.setdefault((row[by] if by else "", komi), {})[row["kind"]] = row
    groups = list(dict.fromkeys(group for group, _ in cells))
    keys = sorted(cells, key=lambda key: (groups.index(key[0]), key[1]))
    notes: tuple[str, ...] = ()
    if limit is not None:
        most = sorted(keys, key=lambda key: -cells[key][_ALL]["games"])
        enough = [key for key in most if cells[key][_ALL]["games"] >= FEWEST] or most
        shown = set(enough[:limit])
        rest = [cells[key][_ALL]["games"] for key in keys if key not in shown]
        keys = [key for key in keys if key in shown]
        notes = (f"… and {plural(len(rest), 'row')} with {plural(sum(rest), 'game')}: `--limit 0`",) if rest else ()
    rows: list[tuple[Value, ...]] = []
    parts: list[tuple[str, int]] = []
    for group, komi in keys:
        if group and group != (parts[-1][0] if parts else ""):
            parts.append((group, len(rows)))
        kind_cells = [share_text(cells[group, komi].get(kind)) for kind in kinds]
        name = "none" if komi == math.inf else decimal_text(komi).replace("-", "−")
        rows.append((name, int(cells[group, komi][_ALL]["games"]), *kind_cells))
    columns = [Column("komi", Kind.INTERVAL), Column("games", Kind.COUNT)]
    columns += (Column(kind, Kind.INTERVAL, can_be_left_out=kind != _ALL) for kind in kinds)
    return Table(tuple(columns), tuple(rows), notes=notes, parts=tuple(parts))


def _what_if_table(frame: pd.DataFrame, by: str, limit: int | None) -> Table:
    """Return a row for each kind of result of each group, with a column for each komi."""
    cells: dict[tuple[str, str], list[FrameFields]] = {}
    for row in frame[frame["kind"] != _NONE].to_dict("records"):
        cells.setdefault((row[by] if by else "", row["kind"]), []).append(row)
    komi = [decimal_text(row["komi"]).replace("-", "−") for row in next(iter(cells.values()), [])]
    rows: list[tuple[Value, ...]] = []
    parts: list[tuple[str, int]] = []
    for (group, kind), figures in cells.items():
        if group and group != (parts[-1][0] if parts else ""):
            parts.append((group, len(rows)))
        shares = [share_text(row) if not at or kind in _BY_MARGIN else _SAME for at, row in enumerate(figures)]
        rows.append((kind, int(figures[0]["games"]), *shares))
    columns = [Column("result", Kind.NAME), Column("games", Kind.COUNT)]
    columns += (Column(f"komi {each}", Kind.INTERVAL) for each in komi)
    return Table(tuple(columns), tuple(rows), shown=limit, parts=tuple(parts))


def share_text(row: FrameFields | None) -> str:
    """Return Black's share of wins with its interval in percent; empty without games.

    Example:
        >>> share_text({"black_share": 0.512, "low": 0.487, "high": 0.537})
        '51.2% 48.7–53.7'
    """
    return f"{percent(row['black_share'])} {interval_text(row['low'], row['high'])}" if row else ""
