"""Sections on pairs of rulesets: changed winners, margins, one pair in detail, groups of games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, TypeAlias

from goanalyze.compare.captions import ruleset_name
from goanalyze.compare.chart_data import Histogram, histogram
from goanalyze.compare.choices import Grouping, PairFigure
from goanalyze.compare.claims import FAMILY_PAIRS
from goanalyze.compare.groupings import shared_folder
from goanalyze.render.formatting import interval_text
from goanalyze.render.model import Block, Cell, Column, Figure, Kind, Matrix, Paragraph, Section, Table, Value
from goanalyze.render.sections.answer import empty_pair_blocks, evidence_badge, settings_note
from goanalyze.util.numbers import percent, plural, signed
from goanalyze.util.row import FrameFields

if TYPE_CHECKING:
    import pandas as pd

    from goanalyze.compare.comparison import Comparison


SPARK_POINTS: Final = 5
"""Points to each side of 0 in the small columns of the section on margins."""

Pair: TypeAlias = tuple[str, str]
Row: TypeAlias = FrameFields

_PAIR: Final = Column("a / b", Kind.NAME)
_SHARES: Final = (
    *(Column("winner changes", Kind.COUNT), Column("share", Kind.SHARE), Column("95%", Kind.INTERVAL)),
    *(Column("over 1 point", Kind.COUNT), Column("share", Kind.SHARE), Column("95%", Kind.INTERVAL)),
)
_MARGINS: Final = (
    *(Column("same", Kind.COUNT), Column("mean", Kind.SIGNED), Column("sd", Kind.DECIMAL)),
    *(Column("from", Kind.SIGNED), Column("to", Kind.SIGNED)),
    Column(f"−{SPARK_POINTS} … +{SPARK_POINTS}", Kind.SPARK),
)
_PERCENT: Final = (
    "Over 1 point: games whose margins differ by more than a point. 95%: interval of the share before it, in percent, "
    "widened by the doubt of estimates."
)


def winner_blocks(comparison: Comparison) -> tuple[Block, ...]:
    """Return the matrix of games whose winner changes, one row and column for each class of rulesets."""
    pairs = comparison.pairs()
    if not len(pairs) or not pairs["games"].max():
        return (no_margins(comparison),)
    classes = comparison.classes()
    if len(classes) == 1:
        return (Paragraph(f"{' = '.join(classes[0])}: the same margin and winner in every game."),)
    rows = {(row["a"], row["b"]): row for row in pairs.to_dict("records")}
    rows |= {(b, a): row for (a, b), row in rows.items()}
    values, shares = [], []
    for one in classes:
        figures = [None if one is other else rows[one[0], other[0]] for other in classes]
        values.append(tuple(_changes(comparison, row) if row else None for row in figures))
        shares.append(tuple(float(row["winner_change_share"]) if row else 0.0 for row in figures))
    caption = f"Games whose winner changes, of {plural(int(pairs['games'].max()), 'game')}"
    matrix = Matrix(tuple(classes), tuple(values), Kind.COUNT, tuple(shares), caption)
    is_merged = any(len(members) > 1 for members in classes)
    notes = ["Rulesets joined by = agree on margin and winner in every game."] if is_merged else []
    answer = comparison.answer()
    if handicap := answer.winner_changes - answer.even_changes:
        games = plural(answer.winner_changes, "game")
        notes.append(f"With handicap stones, for which rulesets give White different points: {handicap:,} of {games}.")
    return (matrix, *map(Paragraph, notes))


def pair_blocks(comparison: Comparison, limit: int | None) -> tuple[Block, ...]:
    """Return the changed winners and the margins over a point of each two classes of rulesets."""
    rows = _differing(comparison)
    if isinstance(rows, Paragraph):
        return (rows,)
    table = tuple((f"{row['a']} / {row['b']}", *_share_cells(comparison, row)) for row in rows)
    merged = [" = ".join(members) for members in comparison.classes() if len(members) > 1]
    same = (Paragraph(f"The same in every game: {'; '.join(merged)}."),) if merged else ()
    return (Table((_PAIR, *_SHARES), table, notes=(_PERCENT,), shown=limit), *same)


def margin_blocks(comparison: Comparison, limit: int | None) -> tuple[Block, ...]:
    """Return the differences of margins of each two classes of rulesets, with a small histogram."""
    rows = _differing(comparison)
    if isinstance(rows, Paragraph):
        return (rows,)
    table = tuple((f"{row['a']} / {row['b']}", *_margin_cells(comparison, row)) for row in rows)
    note = (
        "Same: games with equal margins. The others are of a − b, the difference of the margins Black − White in "
        "points: mean, standard deviation (sd), least and most, and games by difference."
    )
    return (Table((_PAIR, *_MARGINS), table, notes=(note,), shown=limit),)


def no_margins(comparison: Comparison) -> Paragraph:
    """Return the reason that no margins can be compared."""
    return Paragraph(" ".join(comparison.answer().sentences[:2]))


def _differing(comparison: Comparison) -> list[Row] | Paragraph:
    """Return the rows of pairs of the first members of classes; a paragraph if none differ."""
    pairs = comparison.pairs()
    firsts = [members[0] for members in comparison.classes()]
    rows = {(row["a"], row["b"]): row for row in pairs.to_dict("records")}
    differing = [rows[pair] for pair in combinations(firsts, 2) if pair in rows and rows[pair]["games"]]
    if differing:
        return differing
    if not len(pairs) or not pairs["games"].max():
        return no_margins(comparison)
    return Paragraph(f"All {len(comparison.rulesets)} rulesets give the same margin and winner in every game.")


def _changes(comparison: Comparison, row: Row) -> Cell:
    a, b = row["a"], row["b"]
    games = comparison.pair_rows(a, b, PairFigure.WINNER_CHANGES)
    return Cell(int(row["winner_changes"]), games=games, list_title=f"Winner changes: {a} and {b}")


def _share_cells(comparison: Comparison, row: Row) -> tuple[Value, ...]:
    a, b = row["a"], row["b"]
    over = Cell(
        int(row["over_1"]),
        games=comparison.pair_rows(a, b, PairFigure.OVER_1),
        list_title=f"Margins more than a point apart: {a} and {b}",
    )
    changes = interval_text(row["winner_change_low"], row["winner_change_high"])
    margins = interval_text(row["over_1_low"], row["over_1_high"])
    return (
        *(_changes(comparison, row), float(row["winner_change_share"]), changes),
        *(over, float(row["share_over_1"]), margins),
    )


def _margin_cells(comparison: Comparison, row: Row) -> tuple[Value, ...]:
    histogram = comparison.pair(row["a"], row["b"]).histogram()
    spark = Cell(spark_counts(histogram["difference"], histogram["games"]))
    return int(row["same_margin"]), *_spread_cells(row), spark


def spark_counts(differences: Iterable[float], games: Iterable[int]) -> tuple[int, ...]:
    """Return games by difference, rounded to points; wider differences are counted in the outermost columns.

    Example:
        >>> spark_counts([-1.0, 0.0, 1.0, 9.0], [10, 80, 9, 1])
        (0, 0, 0, 0, 10, 80, 9, 0, 0, 0, 1)
    """
    counts = [0] * (2 * SPARK_POINTS + 1)
    for difference, number in zip(differences, games, strict=True):
        counts[min(max(round(difference), -SPARK_POINTS), SPARK_POINTS) + SPARK_POINTS] += int(number)
    return tuple(counts)


_HISTOGRAM: Final = (
    *(Column("points", Kind.INTERVAL), Column("games", Kind.COUNT), Column("share", Kind.SHARE), Column("", Kind.BAR)),
)
_OVER: Final = "Over 1 point: games whose margins differ by more than a point."
_PASSES_NOTE: Final = f"{_OVER} Mean, standard deviation (sd), from and to: of the difference in points."
_NOTE: Final = (
    f"{_OVER} 95%: interval of the share before it, in percent. Mean, standard deviation (sd): of the difference a − b "
    "in points."
)


def pair_section(comparison: Comparison, a: str, b: str, dataset: str = "OUT") -> Section:
    """Return one pair of rulesets in detail: winners and margins, the histogram of differences, the same by passes."""
    pair = comparison.pair(a, b)
    a, b, figures = pair.a, pair.b, pair.figures
    names = ruleset_name(a), ruleset_name(b)
    title = " against ".join(names)
    legal: tuple[Block, ...] = tuple(
        Paragraph(f"Every move is legal under {yes}, but not under {no}, in {plural(int(figures[key]), 'game')}.")
        for key, yes, no in (("legal_only_a", *names), ("legal_only_b", *reversed(names)))
        if int(figures[key])
    )
    settings = settings_note(comparison)
    if not figures["games"]:
        return Section("pair", title, (*empty_pair_blocks(comparison, a, b, dataset), *legal), settings)
    differences = comparison.differences(a, b)
    bars = histogram(differences.to_numpy(), differences.index.to_numpy())
    blocks: tuple[Block, ...] = (
        *(Paragraph(sentence) for sentence in _sentences(figures, *names)),
        *legal,
        _figure(bars, len(differences), f"Difference {' − '.join(names)} in points"),
        *by_passes(pair.by(Grouping.PASSES)),
    )
    note = ", ".join(part for part in (plural(len(differences), "game"), settings) if part)
    return Section("pair", title, blocks, note, evidence_badge(comparison, differences.index.to_numpy()))


def _sentences(figures: pd.Series, a: str, b: str) -> list[str]:
    games, changes = int(figures["games"]), int(figures["winner_changes"])
    to_white, to_black = int(figures["black_to_white"]), int(figures["white_to_black"])
    same, over = int(figures["same_margin"]), int(figures["over_1"])
    share, apart = percent(figures["winner_change_share"]), percent(figures["share_over_1"])
    changed = f"{share}, 95%: {interval_text(figures['winner_change_low'], figures['winner_change_high'])}"
    differing = f"{apart}, 95%: {interval_text(figures['over_1_low'], figures['over_1_high'])}"
    draws = changes - to_white - to_black
    kinds = (
        (to_white, f"from Black under {a} to White under {b}"),
        (to_black, f"from White under {a} to Black under {b}"),
        (draws, "with a draw under one"),
    )
    directions = ", ".join(f"{number:,} {words}" for number, words in kinds if number)
    winners = f"The winner changes in {plural(changes, 'game')} ({changed}): {directions}."
    if not changes:
        winners = f"The winner changes in none of {plural(int(figures['winner_games']), 'game')} ({changed})."
    margins = f"The margin is the same in {same:,} ({percent(same / games)}), and more than a point apart in "
    margins += f"{f'{over:,}' if over else 'none'} ({differing})."
    spread = f"{a} − {b}: mean {signed(figures['mean'], 2)}, standard deviation {figures['sd']:.2f}, from "
    spread += f"{signed(figures['min'])} to {signed(figures['max'])} points."
    return [winners, margins, spread]


def _figure(bars: Histogram, games: int, title: str) -> Figure:
    most, head = max(map(len, bars.bins)), f"{title}: "
    rows = tuple(
        (label, Cell(len(inside), games=inside, list_title=head + label), len(inside) / games, len(inside) / most)
        for label, inside in zip(bars.labels, bars.bins, strict=True)
    )
    caption = f"Not drawn: {bars.ends}." if bars.ends else ""
    return Figure(bars.chart(title), title, caption, Table(_HISTOGRAM, rows))


def by_passes(frame: pd.DataFrame) -> tuple[Table, ...]:
    """Return the differences of a pair by the number of passes, if there are games with more than one number."""
    rows = [row for row in frame.to_dict("records") if row["games"]]
    if len(rows) < 2:
        return ()
    columns = (
        *(Column("passes", Kind.NAME), Column("games", Kind.COUNT), Column("over 1 point", Kind.COUNT)),
        *(Column("share", Kind.SHARE), Column("mean", Kind.SIGNED), Column("sd", Kind.DECIMAL)),
        *(Column("from", Kind.SIGNED), Column("to", Kind.SIGNED)),
    )
    cells = tuple(
        (row["passes"], int(row["games"]), int(row["over_1"]), float(row["share_over_1"]), *_spread_cells(row))
        for row in rows
    )
    return (Table(columns, cells, "By passes of both players", notes=(_PASSES_NOTE,)),)


def _spread_cells(row: Row) -> tuple[Value, ...]:
    return round(float(row["mean"]), 2), float(row["sd"]), float(row["min"]), float(row["max"])


def by_section(comparison: Comparison, grouping: Grouping, pair: tuple[str, str] | None, limit: int | None) -> Section:
    """Return pairs of rulesets by groups of games; without a pair, those that represent ways to count."""
    name, title = grouping.value, f"By {grouping.value.replace('_', ' ')}"
    frame = comparison.by(grouping, *(pair or ()))
    rows = [row for row in frame.to_dict("records") if row["games"]]
    pairs = list(dict.fromkeys((row["a"], row["b"]) for row in rows)) if pair else _representative(rows)
    rows = [row for row in rows if (row["a"], row["b"]) in pairs]
    rows.sort(key=lambda row: pairs.index((row["a"], row["b"])))
    if not rows:
        nothing = Paragraph("No pair of rulesets has margins that differ.")
        return Section("by", title, (nothing,), settings_note(comparison))
    home = _home([row[name] for row in rows]) if grouping is Grouping.SOURCE else ""
    columns = (
        *(Column(name.replace("_", " ")), Column("games", Kind.COUNT), Column("winner changes", Kind.COUNT)),
        *(Column("share", Kind.SHARE), Column("95%", Kind.INTERVAL), Column("over 1 point", Kind.COUNT)),
        *(Column("share", Kind.SHARE), Column("95%", Kind.INTERVAL)),
        Column("mean", Kind.SIGNED, can_be_left_out=True),
        Column("sd", Kind.DECIMAL, can_be_left_out=True),
    )
    cells = tuple((str(row[name]).removeprefix(home), *_group_cells(row)) for row in rows)
    parts = [(f"{a} / {b}", index) for index, (a, b) in _starts(rows) if len(pairs) > 1]
    notes = (*([f"In {home}."] if home else []), _NOTE)
    table = Table(columns, cells, notes=notes, shown=limit, parts=tuple(parts))
    compared = len({(row["a"], row["b"]) for row in frame.to_dict("records")})
    more = f"{len(pairs)} of {compared} pairs. Name two rulesets for another one."
    blocks: tuple[Block, ...] = (table, *([Paragraph(more)] if len(pairs) < compared else []))
    return Section("by", title, blocks, settings_note(comparison), evidence_badge(comparison))


def _representative(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """Return the pairs that represent ways to count among those that differ in some game; else all of these."""
    differing = dict.fromkeys(
        (row["a"], row["b"]) for row in rows if row["same_margin"] < row["games"] or row["winner_changes"]
    )
    return [pair for pair in FAMILY_PAIRS if pair in differing] or list(differing)


def _starts(rows: Sequence[Row]) -> list[tuple[int, tuple[str, str]]]:
    pairs = [(row["a"], row["b"]) for row in rows]
    return [(index, pair) for index, pair in enumerate(pairs) if not index or pairs[index - 1] != pair]


def _group_cells(row: Row) -> tuple[Value, ...]:
    return (
        *(int(row["games"]), int(row["winner_changes"]), float(row["winner_change_share"])),
        interval_text(row["winner_change_low"], row["winner_change_high"]),
        *(int(row["over_1"]), float(row["share_over_1"]), interval_text(row["over_1_low"], row["over_1_high"])),
        *(round(float(row["mean"]), 2), float(row["sd"])),
    )


def _home(sources: Sequence[str]) -> str:
    """Return the folder that all sources share, without its own name, so that a source is named with its folder."""
    shared = shared_folder(list(sources))
    parent = str(PurePath(shared).parent) if shared else ""
    return f"{parent.rstrip('/')}/" if parent not in ("", ".") else ""
