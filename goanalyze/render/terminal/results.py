"""Black's share of wins by komi over all results, for people: as tables of text, and in a terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rich.console import Console

from goanalyze.compare.choices import Grouping, ResultKind, Results
from goanalyze.compare.comparison import Comparison
from goanalyze.compare.results import BY_MARGIN
from goanalyze.compare.captions import recorded_komi_caption
from goanalyze.render.terminal.terminal import Grid, heading, say
from goanalyze.vocabulary.numbers import decimal_text, number, percent, plural, reach
from goanalyze.vocabulary.text import clean

if TYPE_CHECKING:
    import pandas as pd

KOMI_SHOWN: Final = (0.0, 5.5, 6.5, 7.5)
"""Komi that people ask about: as many as 80 columns hold."""
TITLES: Final = {Results.PLAYED: "by the komi on record", Results.WHAT_IF: "at another komi"}
"""What Black's share of wins is told by."""
_SAME: Final = '"'  # as before it
ABOUT: Final = {
    Results.PLAYED: "Winners are those on record; whether they and the komi are true is another question.",
    Results.WHAT_IF: f"Where a share stands once ({_SAME}), nothing tells what another komi does: the winner on record "
    "is left. So all together depends on komi less than it would. Players would have played otherwise, too.",
}
"""What to think of the shares."""
FEWEST: Final = 30
"""Games that a share is worth a row for."""

_ALL, _NONE = ResultKind.ALL.value, ResultKind.NONE.value
_BY_MARGIN: Final = {_ALL, *(kind.value for kind in BY_MARGIN)}


class ShareTable(NamedTuple):
    """Shares as text.

    Attributes:
        heads: of the columns.
        rows: for each the name of its group, empty if there is none, and the cells.
        left: what is left out, a sentence; empty where nothing is.
    """

    heads: list[str]
    rows: list[tuple[str, list[str]]]
    left: str


def played_table(frame: pd.DataFrame, by: str, limit: int) -> ShareTable:
    """Return a row for each komi, a column for each kind of result, those with most games first.

    Args:
        frame: of `Comparison.results_as_played`, of one board size or by it.
        by: the column of its groups, empty for none.
        limit: so many rows at most, those with most games, and none with few unless all have few; 0 for all.
    """
    games = frame[frame["kind"] != _NONE].groupby("kind")["games"].sum().sort_values(ascending=False, kind="stable")
    kinds = games.index.tolist()
    told: dict[tuple[str, str], dict[str, Any]] = {}
    order = {group: place for place, group in enumerate(dict.fromkeys(frame[by]))} if by else {"": 0}
    for row in frame[frame["kind"] != _NONE].sort_values("komi", kind="stable").to_dict("records"):
        told.setdefault((row[by] if by else "", _komi(row["komi"])), {})[row["kind"]] = row
    enough = [key for key in told if not limit or told[key][_ALL]["games"] >= FEWEST] or list(told)
    shown = set(sorted(enough, key=lambda key: -told[key][_ALL]["games"])[: limit or None])
    rows = []
    for key in sorted(shown, key=list(told).index):
        cells = [_share(told[key][kind]) if kind in told[key] else "" for kind in kinds]
        rows.append((key[0], [key[1], number(told[key][_ALL]["games"]), *cells]))
    rows.sort(key=lambda row: order[row[0]])
    left = [told[key][_ALL]["games"] for key in told if key not in shown]
    more = f"… and {plural(len(left), 'row')} with {plural(sum(left), 'game')}" if left else ""
    return ShareTable(["komi", "games", *kinds], rows, more)


def what_if_table(frame: pd.DataFrame, by: str, limit: int) -> ShareTable:
    """Return a row for each kind of result, a column for each komi; arguments as for `played_table`."""
    told: dict[tuple[str, str], list[Any]] = {}
    for row in frame[frame["kind"] != _NONE].to_dict("records"):
        told.setdefault((row[by] if by else "", row["kind"]), []).append(row)
    komi = [_komi(row["komi"]) for row in next(iter(told.values()), [])]
    rows = []
    for (group, kind), row in list(told.items())[: limit or None]:
        cells = [_share(each) if not place or kind in _BY_MARGIN else _SAME for place, each in enumerate(row)]
        rows.append((group, [kind, number(row[0]["games"]), *cells]))
    left = f"… and {plural(len(told) - len(rows), 'more row')}" if len(told) > len(rows) else ""
    return ShareTable(
        ["result", "games", *(f"komi {at}" if not place else at for place, at in enumerate(komi))], rows, left
    )


def kinds_told(frame: pd.DataFrame, what: Results, ruleset: str) -> list[str]:
    """Return what each kind of result is, and how many games it has.

    Args:
        frame: of results.
        what: of which.
        ruleset: that boards are counted under.
    """
    games = each_once(frame, what).groupby("kind")["games"].sum()
    under = {kind: f" ({clean(ruleset)} rules)" for kind in (ResultKind.COUNTED, ResultKind.GUESSED)}
    return [
        f"{kind.value}, {plural(int(games[kind.value]), 'game')}: {kind.meaning}{under.get(kind, '')}"
        for kind in ResultKind
        if kind.value in games and kind is not ResultKind.ALL
    ]


def sizes_of(frame: pd.DataFrame, what: Results) -> dict[str, int]:
    """Return how many games with a winner each board size has, the one with most first; `frame` is by board size."""
    won = each_once(frame, what)
    games = won[won["kind"] == _ALL].groupby("board_size", sort=False)["games"].sum()
    return {str(size): int(number) for size, number in games.sort_values(ascending=False, kind="stable").items()}


def each_once(frame: pd.DataFrame, what: Results) -> pd.DataFrame:
    """Return the rows of a frame of results that have each game at one komi."""
    return frame if what is Results.PLAYED else frame[frame["komi"] == frame["komi"].min()]


def print_results(
    console: Console, comparison: Comparison, frame: pd.DataFrame, what: Results, by: str, limit: int
) -> None:
    """Print Black's share of wins by komi, on the board size with most games if they are not grouped by that.

    Args:
        console: where to.
        comparison: what the results are of.
        frame: of its `Comparison.results` or `Comparison.results_as_played`, by board size, then by `by`.
        what: which of the two.
        by: what the games are grouped by, or nothing.
        limit: so many rows at most, and none with few games; 0 for all.
    """
    heading(console, f"Black's share of wins {TITLES[what]}", "with 95% intervals in percent")
    if comparison.by_convention:
        say(console, f"Komi: {recorded_komi_caption(comparison)}.")
    if not (frame["kind"] == _ALL).any():
        say(console, "No even game has a winner, on record or by its board.")
        return
    if by != Grouping.BOARD_SIZE.value:
        size = _print_size(console, comparison, sizes_of(frame, what))
        frame = frame[frame["board_size"] == size]
    is_played = what is Results.PLAYED
    table = played_table(frame, by, limit) if is_played else what_if_table(frame, by, limit)
    spare = table.heads[:2:-1] if is_played else []  # kinds of result, those with fewest games first
    grid = Grid(*table.heads, numbers=len(table.heads) - 1, spare=spare)
    last = ""
    for group, cells in table.rows:
        if group != last:
            grid.part(clean(group))
            last = group
        grid.row(*cells)
    grid.print(console)
    if table.left:
        say(console, f"{table.left}: --limit 0")
    for text in (*kinds_told(frame, what, comparison.main_ruleset), ABOUT[what]):
        say(console, text)


def _print_size(console: Console, comparison: Comparison, sizes: dict[str, int]) -> str:
    """Print how many games the first board size has, and which others there are, and return it."""
    size, *others = sizes
    every = comparison.results([0.0], ("handicap",), handicap=True, board_size=size)
    apart = int(every.loc[(every["kind"] != _ALL) & (every["handicap"] != "none"), "games"].sum())
    games = f"{plural(sizes[size], 'even game')} on {size}, {plural(apart, 'handicap game')} apart"
    say(console, games + (f"; other sizes: {', '.join(others)} (--size)." if others else "."))
    return size


def _share(row: Any) -> str:
    return f"{percent(row['black_share'])} {reach(row['low'], row['high']):>9}"


def _komi(komi: float) -> str:
    return "none" if math.isnan(komi) else decimal_text(komi).replace("-", "−")
