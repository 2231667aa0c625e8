"""Sections on pairs of rulesets: changed winners, margins, one pair in detail, groups of games."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from goanalyze.compare.choices import PairFigure
from goanalyze.render.formatting import interval_text
from goanalyze.render.model import Block, Cell, Column, Kind, Matrix, Paragraph, Table, Value
from goanalyze.vocabulary.numbers import plural

if TYPE_CHECKING:
    import pandas as pd

    from goanalyze.compare.comparison import Comparison

SPARK_POINTS: Final = 5
"""Points to each side of 0 in the small columns of the section on margins."""

Pair: TypeAlias = tuple[str, str]
Row: TypeAlias = dict[Hashable, Any]

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
    return (matrix, *([Paragraph("Rulesets joined by = agree on margin and winner in every game.")] * is_merged))


def pair_blocks(comparison: Comparison, limit: int | None) -> tuple[Block, ...]:
    """Return the changed winners and the margins over a point of each two classes of rulesets."""
    pairs = comparison.pairs()
    rows = _differing(comparison, pairs)
    if not rows:
        return (no_margins(comparison) if not len(pairs) or not pairs["games"].max() else _all_agree(comparison),)
    table = tuple((f"{row['a']} / {row['b']}", *_share_cells(comparison, row)) for row in rows)
    return (Table((_PAIR, *_SHARES), table, notes=(_PERCENT,), shown=limit), *_merged(comparison))


def margin_blocks(comparison: Comparison, limit: int | None) -> tuple[Block, ...]:
    """Return the differences of margins of each two classes of rulesets, with a small histogram."""
    pairs = comparison.pairs()
    rows = _differing(comparison, pairs)
    if not rows:
        return (no_margins(comparison) if not len(pairs) or not pairs["games"].max() else _all_agree(comparison),)
    table = tuple((f"{row['a']} / {row['b']}", *_margin_cells(comparison, row)) for row in rows)
    note = (
        "Same: games with equal margins. The others are of a − b, the difference of the margins Black − White in "
        "points: mean, standard deviation (sd), least and most, and games by difference."
    )
    return (Table((_PAIR, *_MARGINS), table, notes=(note,), shown=limit),)


def no_margins(comparison: Comparison) -> Paragraph:
    """Return the reason that no margins can be compared."""
    reason = comparison.answer().sentences
    return Paragraph(" ".join(reason[:2]))


def _all_agree(comparison: Comparison) -> Paragraph:
    return Paragraph(f"All {len(comparison.rulesets)} rulesets give the same margin and winner in every game.")


def _merged(comparison: Comparison) -> tuple[Paragraph, ...]:
    merged = [" = ".join(members) for members in comparison.classes() if len(members) > 1]
    return (Paragraph(f"The same in every game: {'; '.join(merged)}."),) if merged else ()


def _differing(comparison: Comparison, pairs: pd.DataFrame) -> list[Row]:
    """Return the rows of pairs of the first members of classes."""
    firsts = [members[0] for members in comparison.classes()]
    rows = {(row["a"], row["b"]): row for row in pairs.to_dict("records")}
    return [rows[pair] for pair in combinations(firsts, 2) if pair in rows and rows[pair]["games"]]


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
    return (
        *(int(row["same_margin"]), round(float(row["mean"]), 2), float(row["sd"])),
        *(float(row["min"]), float(row["max"])),
        Cell(spark_counts(histogram["difference"], histogram["games"])),
    )


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
