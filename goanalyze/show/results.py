"""Black's share of wins by komi over all results, for people."""

from __future__ import annotations

import math
from typing import Any, Final

from rich.console import Console

from goanalyze.compare.choices import Grouping, ResultKind, Results
from goanalyze.compare.comparison import Comparison
from goanalyze.compare.results import BY_MARGIN
from goanalyze.show.terminal import Grid, heading, say
from goanalyze.vocabulary.numbers import number, percent, plural, reach
from goanalyze.vocabulary.text import clean

KOMI_SHOWN: Final = (0.0, 5.5, 6.5, 7.5)
"""Komi that people ask about: as many as 80 columns hold."""

_ALL, _NONE = ResultKind.ALL.value, ResultKind.NONE.value
_FIXED: Final = {kind.value for kind in ResultKind} - {_ALL, *(kind.value for kind in BY_MARGIN)}
_SHARE: Final = 16  # columns of a share with its interval, and the gap
_BEFORE: Final = 14  # columns of a komi and a number of games
_FEWEST: Final = 30  # games that a share is worth a row for
_AT_ANY: Final = '"'
_TITLES: Final = {Results.PLAYED: "by the komi on record", Results.WHAT_IF: "at another komi"}
_ABOUT: Final = {
    Results.PLAYED: "Winners and komi are those on record; whether they are true is another question.",
    Results.WHAT_IF: f"Where a share stands once ({_AT_ANY}), nothing tells what another komi does: the winner on "
    "record is left. So all together depends on komi less than it would. Players would have played otherwise, too.",
}

_Row = dict[str, Any]


def print_results(console: Console, comparison: Comparison, frame: Any, what: Results, by: str, limit: int) -> None:
    """Print Black's share of wins by komi on the board size with most games.

    Args:
        console: where to.
        comparison: what the results are of.
        frame: of its `Comparison.results` or `Comparison.results_as_played`, by board size, then by `by`.
        what: which of the two.
        by: what the games are grouped by, or nothing.
        limit: so many rows at most, and none with few games; 0 for all.
    """
    heading(console, f"Black's share of wins {_TITLES[what]}", "with 95% intervals in percent")
    once = frame if what is Results.PLAYED else frame[frame["komi"] == frame["komi"].min()]  # each game at one komi
    won = once[once["kind"] == _ALL]
    if not len(won):
        say(console, "No even game has a winner, on record or by its board.")
        return
    if by != Grouping.BOARD_SIZE.value:
        size = _main_size(console, comparison, won)
        frame, once = frame[frame["board_size"] == size], once[once["board_size"] == size]
    (_print_played if what is Results.PLAYED else _print_what_if)(console, frame, by, limit)
    _print_kinds(console, once, comparison.main_ruleset)
    say(console, _ABOUT[what])


def _main_size(console: Console, comparison: Comparison, won: Any) -> str:
    """Return the board size with most games, and print how many; `won` has each game with a winner once."""
    sizes = won.groupby("board_size", sort=False)["games"].sum().sort_values(ascending=False, kind="stable")
    size = str(sizes.index[0])
    every = comparison.results([0.0], ("handicap",), handicap=True, board_size=size)
    apart = int(every.loc[(every["kind"] != _ALL) & (every["handicap"] != "none"), "games"].sum())
    others = f"; other sizes: {', '.join(sizes.index[1:])} (--size)" if len(sizes) > 1 else ""
    games = f"{plural(int(sizes.iloc[0]), 'even game')} on {size}, {plural(apart, 'handicap game')} apart"
    say(console, f"{games}{others}.")
    return size


def _print_played(console: Console, frame: Any, by: str, limit: int) -> None:
    """Print a row for each komi, a column for each kind of result as far as the terminal has room."""
    counts = frame[frame["kind"] != _NONE].groupby("kind")["games"].sum().sort_values(ascending=False, kind="stable")
    kinds = counts.index.tolist()[: max(1, (console.width - _BEFORE) // _SHARE)]
    told: dict[tuple[str, str], dict[str, _Row]] = {}
    for row in frame.sort_values("komi", kind="stable").to_dict("records"):
        told.setdefault((row[by] if by else "", _komi(row["komi"])), {})[row["kind"]] = row
    rows = {key: row for key, row in told.items() if _ALL in row}
    enough = [key for key, row in rows.items() if not limit or row[_ALL]["games"] >= _FEWEST]
    shown = sorted(enough, key=lambda key: -rows[key][_ALL]["games"])[: limit or None]
    grid = Grid("komi", "games", *kinds, numbers=1 + len(kinds))
    for group in dict.fromkeys(frame[by]) if by else [""]:
        own = [key for key in rows if key[0] == group and key in shown]
        if group and own:
            grid.row((clean(group), "italic"), *[""] * (1 + len(kinds)))
        for key in own:
            cells = [_cell(rows[key][kind]) if kind in rows[key] else "" for kind in kinds]
            grid.row(key[1], number(rows[key][_ALL]["games"]), *cells)
    grid.print(console)
    left = [rows[key][_ALL]["games"] for key in rows if key not in shown]
    if left:
        say(console, f"… and {plural(len(left), 'row')} with {plural(sum(left), 'game')}: --limit 0")


def _print_what_if(console: Console, frame: Any, by: str, limit: int) -> None:
    """Print a row for each kind of result, a column for each komi."""
    told: dict[tuple[str, str], list[_Row]] = {}
    for row in frame[frame["kind"] != _NONE].to_dict("records"):
        told.setdefault((row[by] if by else "", row["kind"]), []).append(row)
    komi = [_komi(row["komi"]) for row in next(iter(told.values()))]
    grid = Grid("", "games", f"komi {komi[0]}", *komi[1:], numbers=1 + len(komi))
    last = ""
    for (group, kind), row in list(told.items())[: limit or None]:
        if group != last:
            grid.row((clean(group), "italic"), *[""] * (1 + len(komi)))
        last = group
        is_fixed = kind in _FIXED
        cells = [_AT_ANY if is_fixed and place else _cell(each) for place, each in enumerate(row)]
        grid.row(kind, number(row[0]["games"]), *cells)
    grid.print(console)
    if limit and len(told) > limit:
        say(console, f"… and {plural(len(told) - limit, 'more row')}: --limit 0")


def _cell(row: _Row) -> str:
    return f"{percent(row['black_share'])} {reach(row['low'], row['high']):>9}"


def _komi(komi: float) -> str:
    return "none" if math.isnan(komi) else f"{komi:g}".replace("-", "−")


def _print_kinds(console: Console, once: Any, ruleset: str) -> None:
    """Print what each kind of result is, and how many games it has; `once` has each game once."""
    games = once.groupby("kind")["games"].sum()
    for kind in ResultKind:
        if kind.value in games and kind is not ResultKind.ALL:
            under = f" ({clean(ruleset)} rules)" if kind in (ResultKind.COUNTED, ResultKind.GUESSED) else ""
            say(console, f"{kind.value}, {plural(int(games[kind.value]), 'game')}: {kind.meaning}{under}")
