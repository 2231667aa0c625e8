"""Pairs of rulesets broken down by groups of games, for people."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console

from goanalyze.compare.claims import FAMILY_PAIRS
from goanalyze.compare.groupings import shared_folder
from goanalyze.render.terminal.terminal import Grid, heading, say
from goanalyze.vocabulary.numbers import number, percent, reach, signed
from goanalyze.vocabulary.text import clean

if TYPE_CHECKING:
    import pandas as pd


def print_by(console: Console, frame: pd.DataFrame, column: str, limit: int, told: str = "") -> None:
    """Print pairs broken down by groups of games, of many pairs only those worth showing.

    Args:
        console: where to.
        frame: of `Comparison.by`.
        column: what its games are grouped by.
        limit: so many rows at most, 0 for all.
        told: which games all rulesets are compared on.
    """
    rows = [row for row in frame.to_dict("records") if row["games"]]
    compared = dict.fromkeys(zip(frame["a"], frame["b"], strict=True))
    pairs = _worth_showing(rows) if len(compared) > 1 else list(compared)
    rows = sorted((row for row in rows if _pair(row) in pairs), key=lambda row: pairs.index(_pair(row)))
    home = shared_folder([row[column] for row in rows]) if column == "source" else ""
    heading(console, f"By {_spaced(column)}", f"in {clean(home)}" if home else "")
    if told:
        say(console, f"On {told}.")
    if not rows:
        say(console, "No pair of rulesets has margins that differ.")
        return
    heads = ["games", "changes", "share", "95%", "same", "over 1", "share", "95%", "mean", "sd"]
    grid = Grid(_spaced(column), *heads, numbers=len(heads), spare=("same", "sd"))
    last = pairs[0] if len(compared) == 1 else None
    for row in rows[: limit or None]:
        if _pair(row) != last:
            last = _pair(row)
            grid.part(clean(" / ".join(last)))
        grid.row(clean(row[column].removeprefix(home)), *_figures(row))
    grid.print(console)
    say(console, "Changes: of the winner; over 1: more than a point apart; 95%: intervals of the shares, in percent.")
    if limit and len(rows) > limit:
        say(console, f"… and {len(rows) - limit:,} more rows: --limit 0")
    if len(pairs) < len(compared):
        say(console, f"{len(pairs)} pairs of {len(compared)}: --pair shows any, --format csv all.")


def _pair(row: dict[Hashable, Any]) -> tuple[str, str]:
    return row["a"], row["b"]


def _worth_showing(rows: Sequence[dict[Hashable, Any]]) -> list[tuple[str, str]]:
    """Return the pairs that stand for ways to count, of those that differ in some game; all that differ without one."""
    differ = dict.fromkeys(_pair(row) for row in rows if row["same_margin"] < row["games"] or row["winner_changes"])
    return [pair for pair in FAMILY_PAIRS if pair in differ] or list(differ)


def _figures(row: dict[Hashable, Any]) -> list[str]:
    games, changes, same, over = (number(row[name]) for name in ("games", "winner_changes", "same_margin", "over_1"))
    changing = percent(row["winner_change_share"]), reach(row["winner_change_low"], row["winner_change_high"])
    apart = percent(row["share_over_1"]), reach(row["over_1_low"], row["over_1_high"])
    return [games, changes, *changing, same, over, *apart, signed(row["mean"], 2), f"{row['sd']:.2f}"]


def _spaced(column: str) -> str:
    return column.replace("_", " ")
