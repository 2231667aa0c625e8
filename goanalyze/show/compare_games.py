"""Games that rulesets see differently, as a list for people, and one pair of rulesets in detail."""

from __future__ import annotations

import math
from typing import Any, Final

from rich.console import Console

from goanalyze.compare.comparison import Comparison
from goanalyze.show.terminal import Grid, bar, heading, say
from goanalyze.vocabulary.numbers import number, percent, plural, signed
from goanalyze.vocabulary.text import clean

_BARS: Final = 25  # rows of a histogram; what lies further out is put together
_BAR_WIDTH: Final = 40
_MANY: Final = 4


_TITLES: Final[dict[str, str]] = {
    "winner": "Games whose winner depends on the ruleset",
    "margin": "Games with margins more than a point apart, furthest first",
    "legal": "Games legal under some rulesets only",
    "no_result": "Games in which a long cycle lets players claim no result",
}


def print_dispute_list(console: Console, rows: Any, what: str, total: int) -> None:
    """Print the games that any two rulesets disagree on; `total` is how many there are, `rows` those to be shown."""
    heading(console, _TITLES[what], plural(total, "game"))
    print_disputed(console, rows)
    if total > len(rows):
        _line(console, f"… and {total - len(rows):,} more: --limit 0")


def print_disputed(console: Console, rows: Any) -> None:
    """Print games, each with what is said of it and by whom; `rows` are of `Comparison.disputed`."""
    for row in rows.to_dict("records"):
        _line(console, _place(row), _players(row))
        _line(console, "", verdict_text(row["verdicts"], short=True))


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


def _place(row: dict[str, Any]) -> str:
    file = f"{row['source']}:{row['member']}" if row["member"] else row["source"]
    return clean(str(file)) + (f" game {row['game_index']}" if row["game_index"] else "")


def _players(row: dict[str, Any]) -> str:
    black, white = (clean(row[f"{color}_player"] or "?") for color in ("black", "white"))
    recorded = f", recorded {clean(row['result_raw'])}" if row["result_raw"] else ""
    return f"{black} – {white}{recorded}"


def _line(console: Console, *parts: str) -> None:
    text = "  ".join(part for part in parts if part)
    say(console, f"  {text}" if parts[0] else f"      {text}", wrap=False)


def print_pair(console: Console, comparison: Comparison, a: str, b: str) -> None:
    """Print one pair of rulesets: its figures and the histogram of differences."""
    figures = comparison.pair(a, b)
    games = int(figures["games"])
    one, other = clean(a), clean(b)
    heading(
        console, f"{one} against {other}", f"both give a margin in {games:,} of {plural(comparison.game_count, 'game')}"
    )
    for only, yes, no in ((figures["legal_only_a"], one, other), (figures["legal_only_b"], other, one)):
        if only:
            _line(console, f"every move legal under {yes}, but not under {no}: {plural(int(only), 'game')}")
    if not games:
        _line(console, "no margins to compare")
        return
    changes = int(figures["winner_changes"])
    to_white, to_black = int(figures["black_to_white"]), int(figures["white_to_black"])
    same, over = int(figures["same_margin"]), int(figures["over_1"])
    draws = changes - to_white - to_black
    ways = f"{to_white:,} from Black under {one} to White under {other}, {to_black:,} from White to Black"
    _line(console, f"winner changes in {changes:,} ({percent(changes / games)}): {ways}, {draws:,} with a draw")
    apart = f"more than a point apart in {over:,} ({percent(figures['share_over_1'])})"
    _line(console, f"same margin in {same:,} ({percent(same / games)}), {apart}")
    reach = f"from {signed(figures['min'])} to {signed(figures['max'])} points"
    mean = f"mean {signed(figures['mean'], 3)}, sd {figures['sd']:.3f}"
    _line(console, f"difference {one} − {other}: {mean}, {reach}")
    _histogram(console, comparison.histogram(a, b))


def _histogram(console: Console, histogram: Any) -> None:
    """Print one row per difference; the outermost together where there are too many."""
    rows = list(zip(histogram["difference"].tolist(), histogram["games"].tolist(), strict=True))
    common = sorted(sorted(rows, key=lambda row: (-row[1], abs(row[0])))[:_BARS])
    low, high = common[0][0], common[-1][0]
    below = sum(games for difference, games in rows if difference < low)
    above = sum(games for difference, games in rows if difference > high)
    between = sum(games for _, games in rows) - below - above - sum(games for _, games in common)
    shown = [(f"below {signed(low)}", below), *((signed(difference), games) for difference, games in common)]
    shown += [(f"above {signed(high)}", above), ("others between", between)]
    most = max(games for _, games in shown)
    total = sum(games for _, games in shown)
    grid = Grid("points", "games", "share", "", numbers=2)
    for title, games in shown:
        if games:
            grid.row(f"{title:>5}", number(games), percent(games / total), bar(games / most, _BAR_WIDTH))
    grid.print(console)


def print_by(console: Console, frame: Any, column: str, limit: int) -> None:
    """Print pairs broken down by groups of games; `frame` is of `Comparison.by`, `limit` 0 shows all rows."""
    heading(console, f"By {column.replace('_', ' ')}")
    pairs = frame[["a", "b"]].drop_duplicates().shape[0] != 1
    heads = ["a / b"] if pairs else []
    heads += ["games", "winner changes", "share", "same", "over 1", "share", "mean", "sd"]
    grid = Grid(column.replace("_", " "), *heads, numbers=8, before=1 + pairs)
    rows = [row for row in frame.to_dict("records") if row["games"]]
    for row in rows[: limit or None]:
        named = [f"{clean(row['a'])} / {clean(row['b'])}"] if pairs else []
        games, changes, same, over = (
            number(row[f"{name}"]) for name in ("games", "winner_changes", "same_margin", "over_1")
        )
        shares = percent(row["winner_change_share"]), percent(row["share_over_1"])
        spread = signed(row["mean"], 2), f"{row['sd']:.2f}"
        grid.row(clean(str(row[column])), *named, games, changes, shares[0], same, over, shares[1], *spread)
    grid.print(console)
    if limit and len(rows) > limit:
        _line(console, f"… and {len(rows) - limit:,} more rows: --limit 0")


def print_pair_games(console: Console, frame: Any, what: str, pair: tuple[str, str], limit: int) -> None:
    """Print the games that two rulesets see differently; `frame` is of `Comparison.games`, `limit` 0 shows all."""
    heading(console, _TITLES[what], plural(len(frame), "game"))
    for row in frame.head(limit or len(frame)).to_dict("records"):
        _line(console, _place(row), _players(row))
        told = (f"{clean(name)} {_verdict(row, side)}" for name, side in zip(pair, "ab", strict=True))
        _line(console, "", "; ".join(told))
    if limit and len(frame) > limit:
        _line(console, f"… and {len(frame) - limit:,} more: --limit 0")


def _verdict(row: dict[str, Any], side: str) -> str:
    """Write what one of two rulesets makes of a game."""
    margin, winner, move = (row[f"{name}_{side}"] for name in ("margin", "winner", "first_illegal"))
    if not isinstance(winner, str):  # None or NaN
        result = "no margin"
    else:
        result = "draw" if winner == "draw" else f"{winner[0].upper()}+{abs(margin):g}"
    illegal = row[f"legal_{side}"] in (False, 0) and move is not None and not math.isnan(move)
    return result + (f", move {move:g} is illegal" if illegal else "")
