"""Lists of games that rulesets disagree on, for people."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console

from goanalyze.archives.address import Address
from goanalyze.compare.disputes import result_text
from goanalyze.render.terminal.terminal import heading, say
from goanalyze.vocabulary.choices import Winner
from goanalyze.vocabulary.numbers import plural
from goanalyze.vocabulary.text import clean

if TYPE_CHECKING:
    import pandas as pd

_MANY: Final = 4
_TITLES: Final[dict[str, str]] = {
    "winner": "Games whose winner depends on the ruleset",
    "margin": "Games with margins more than a point apart, furthest first",
    "legal": "Games legal under some rulesets only",
    "no_result": "Games in which a long cycle lets players claim no result",
}


def print_dispute_list(console: Console, rows: pd.DataFrame, what: str, total: int) -> None:
    """Print the games that any two rulesets disagree on; `total` is how many there are, `rows` those to be shown."""
    heading(console, _TITLES[what], plural(total, "game"))
    print_disputed(console, rows)
    if total > len(rows):
        line(console, f"… and {total - len(rows):,} more: --limit 0")


def print_disputed(console: Console, rows: pd.DataFrame) -> None:
    """Print games, each with what is said of it and by whom; `rows` are of `Comparison.disputed`."""
    for row in rows.to_dict("records"):
        line(console, str(Address.of(row)), _players(row))
        line(console, "", verdict_text(row["verdicts"], short=True))


def verdict_text(verdicts: dict[str, list[str]], *, short: bool = False) -> str:
    """Write who says what of a game.

    Args:
        verdicts: what is said, and the rulesets that say so.
        short: call the most of them "the others", and name them last.

    Example:
        >>> verdict_text({"W+0.5": ["aga", "bga", "ffg", "ing", "chinese"], "B+0.5": ["japanese"]}, short=True)
        'B+0.5 japanese; W+0.5 the other 5'
    """
    most = max(verdicts, key=lambda saying: len(verdicts[saying]), default="")
    parts = [f"{saying} {', '.join(map(clean, names))}" for saying, names in verdicts.items()]
    if short and len(verdicts) > 1 and len(verdicts[most]) > _MANY:
        del parts[list(verdicts).index(most)]
        parts.append(f"{most} the other {len(verdicts[most])}")
    return "; ".join(parts)


def _players(row: dict[Hashable, Any]) -> str:
    black, white = (clean(row[f"{color}_player"] or "?") for color in ("black", "white"))
    recorded = f", recorded {clean(row['result_raw'])}" if row["result_raw"] else ""
    return f"{black} – {white}{recorded}"


def line(console: Console, *parts: str) -> None:
    """Print one line of a list; without a first part, one that belongs to the line above."""
    text = "  ".join(part for part in parts if part)
    say(console, text, indent=2 if parts[0] else 6, hang=2)


def print_pair_games(console: Console, frame: pd.DataFrame, what: str, pair: tuple[str, str], limit: int) -> None:
    """Print the games that two rulesets see differently; `frame` is of `Comparison.games`, `limit` 0 shows all."""
    heading(console, _TITLES[what], plural(len(frame), "game"))
    for row in frame.head(limit or len(frame)).to_dict("records"):
        line(console, str(Address.of(row)), _players(row))
        told = (f"{clean(name)} {_verdict(row, side)}" for name, side in zip(pair, "ab", strict=True))
        line(console, "", "; ".join(told))
    if limit and len(frame) > limit:
        line(console, f"… and {len(frame) - limit:,} more: --limit 0")


def _verdict(row: dict[Hashable, Any], side: str) -> str:
    """Write what one of two rulesets makes of a game."""
    margin, winner, move = (row[f"{name}_{side}"] for name in ("margin", "winner", "first_illegal"))
    known = isinstance(winner, str)  # else None or NaN
    result = result_text(margin, Winner.read("winner", winner)) if known else "no margin"
    illegal = row[f"legal_{side}"] in (False, 0) and move is not None and not math.isnan(move)
    return result + (f", move {move:g} is illegal" if illegal else "")
