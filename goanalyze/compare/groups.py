"""What games are grouped by: size, handicap, komi, date, rank, event, source … and how the groups are named.

Groups that have an order come in it, and what is unknown last; the others come with the largest first.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import Any, Final, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.compare.choices import Grouping
from goanalyze.conventions.group_rows import groups_from_rows
from goanalyze.conventions.groups import COLUMNS as HEADER_COLUMNS
from goanalyze.conventions.groups import Headers, homes, matches
from goanalyze.conventions.learning import effective
from goanalyze.core.handicap import HANDICAP
from goanalyze.tables.reading import Columns
from goanalyze.vocabulary.arrow import names_in, numbers_of, offsets_of

Grouped: TypeAlias = tuple[NDArray[Any], list[str]]
"""The number of each game's group, and the names of the groups, of which some may be empty."""

_MANY_STONES: Final = 10
_MANY_PASSES: Final = 5
_EVENTS: Final = 20
"""Events that are groups of their own, those with most games; in an archive of tournaments each has its own name."""
_RANKS: Final = ("30k–21k", "20k–11k", "10k–1k", "1d–4d", "5d–9d", "pro", "unknown")
_RANK_LIMITS: Final = (-19, -9, 1, 5, 11)  # as in games.black_rank: 20k, 10k, 1d, 5d, 1p
_STEPS: Final = ("1", "2", "3", "4–6", "7+")
_STEP_LIMITS: Final = (2, 3, 4, 7)


def grouped(columns: Columns, grouping: Grouping) -> Grouped:
    """Return the group of each game.

    Args:
        columns: of the table games.
        grouping: what they are grouped by; for conventions see `by_convention`.

    Example:
        >>> ranks = {"black_rank": [-2.0, 11.0, None, 4.0], "white_rank": [5.0, 19.0, 3.0, 4.0]}
        >>> for grouping in (Grouping.RANK, Grouping.RANK_DIFFERENCE):
        ...     number, names = grouped(Columns(pa.table(ranks)), grouping)
        ...     print([names[each] for each in number])
        ['10k–1k', 'pro', 'unknown', '1d–4d']
        ['White by 7+', 'White by 7+', 'unknown', 'equal']
    """
    return _GROUPED[grouping](columns)


def shared_folder(places: Sequence[str]) -> str:
    """Return the folder that holds all of several sources, with a slash at its end; empty where there is none.

    Example:
        >>> shared_folder(["a/b/c.zip", "a/b/d", "a/bc"]), shared_folder(["a/b.zip"]), shared_folder(["a.zip", "/b"])
        ('a/', '', '')
    """
    parts = [PurePath(place).parts for place in dict.fromkeys(places)]
    shared = 0
    while len(parts) > 1 and all(len(one) > shared for one in parts) and len({one[shared] for one in parts}) == 1:
        shared += 1
    whole = str(PurePath(*parts[0][:shared])) if shared else ""
    return whole if not whole or whole.endswith(os.sep) else whole + os.sep


def by_convention(columns: Columns, found: Callable[[], pa.Table]) -> Grouped:
    """Group by the convention that games were played by, those that were played by their headers together.

    Args:
        columns: of the table games.
        found: gives the table conventions, asked where none was applied in the check.
    """
    if names_in(columns["convention"]):
        return _by_name("convention", "header")(columns)
    conventions = effective(groups_from_rows(found().to_pylist()))
    columns.read(HEADER_COLUMNS)
    number = matches(conventions, Headers.of({name: columns[name] for name in HEADER_COLUMNS}))
    names = ["header" if each.played.is_header else each.name for each in conventions]
    kept = list(dict.fromkeys(name for name in names if name != "header"))
    place = np.array([*(kept.index(name) if name in kept else -1 for name in names), -1])
    return _most_first(place[number], [*kept, "header"])


def _by_size(columns: Columns) -> Grouped:
    columns.read(("board_width", "board_height"))
    width, height = (np.nan_to_num(numbers_of(columns[f"board_{side}"])) for side in ("width", "height"))
    keys, number = np.unique(width * 1000 + height, return_inverse=True)
    return number, [f"{int(key) // 1000}×{int(key) % 1000}" if key else "unknown" for key in keys]


def _by_handicap(columns: Columns) -> Grouped:
    stones = np.nan_to_num(numbers_of(columns["handicap_stones"])).astype(np.int64)
    stones = np.minimum(np.where(stones < HANDICAP, 0, stones), _MANY_STONES)
    names = ["none", *map(str, range(1, _MANY_STONES)), f"{_MANY_STONES} or more"]
    return stones, names


def _by_komi(columns: Columns) -> Grouped:
    keys, number = np.unique(numbers_of(columns["komi"]), return_inverse=True)  # NaN, if any, comes last and once
    return number, ["none" if np.isnan(key) else f"{key:g}" for key in keys]


def _by_passes(columns: Columns) -> Grouped:
    passes = np.minimum(np.nan_to_num(numbers_of(columns["pass_count"])).astype(np.int64), _MANY_PASSES)
    return passes, [*map(str, range(_MANY_PASSES)), f"{_MANY_PASSES} or more"]


def _by_years(years: int, name: str) -> Callable[[Columns], Grouped]:
    def by(columns: Columns) -> Grouped:
        began = numbers_of(pc.year(columns["date"])) // years * years
        keys, number = np.unique(began, return_inverse=True)
        return number, ["unknown" if np.isnan(key) else name.format(int(key)) for key in keys]

    return by


def _ranks(columns: Columns) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    columns.read(("black_rank", "white_rank"))
    return numbers_of(columns["black_rank"]), numbers_of(columns["white_rank"])


def _by_rank(columns: Columns) -> Grouped:
    """Group by the weaker player's rank, which says how much of the game is known to be sound."""
    weaker = np.minimum(*_ranks(columns))
    return np.where(np.isnan(weaker), len(_RANKS) - 1, np.searchsorted(_RANK_LIMITS, weaker, "right")), list(_RANKS)


def _by_rank_difference(columns: Columns) -> Grouped:
    """Group by how much stronger a player is, from White to Black."""
    black, white = _ranks(columns)
    difference = black - white
    step = np.where(difference == 0, 0, np.searchsorted(_STEP_LIMITS, np.abs(difference), "right") + 1)
    names = [*(f"White by {name}" for name in reversed(_STEPS)), "equal", *(f"Black by {name}" for name in _STEPS)]
    number = len(_STEPS) + step * np.sign(np.nan_to_num(difference)).astype(np.int64)
    return np.where(np.isnan(difference), len(names), number), [*names, "unknown"]


def _by_event(columns: Columns) -> Grouped:
    """Group by event, the rare ones together."""
    event = pc.utf8_trim_whitespace(columns["event"])
    counts = pc.value_counts(event)
    order = np.argsort(-counts.field("counts").to_numpy(), kind="stable")
    ours = {None, "", "other", "none"}  # names that mean something here
    most = counts.field("values").take(pa.array(order[: _EVENTS + len(ours)])).to_pylist()
    names = [name for name in most if name not in ours][:_EVENTS]
    number = offsets_of(event, names).astype(np.int64)
    missing = np.asarray(pc.fill_null(pc.equal(event, ""), True))
    return np.where(missing, len(names) + 1, np.where(number < 0, len(names), number)), [*names, "other", "none"]


def _by_name(column: str, none: str = "none") -> Callable[[Columns], Grouped]:
    def by(columns: Columns) -> Grouped:
        names = names_in(columns[column])
        return _most_first(offsets_of(columns[column], names), [*names, none])  # null is −1: the last name

    return by


def _by_source(columns: Columns) -> Grouped:
    """Group by archive, and plain files by their folder."""
    columns.read(("source", "member"))
    home = homes(columns["source"], columns["member"])
    return _most_first(home.number, home.names)


def _most_first(number: NDArray[Any], names: Sequence[str]) -> Grouped:
    """Number the groups anew, the one with most games first."""
    number = np.where(number < 0, len(names) - 1, number)
    order = np.argsort(-np.bincount(number, minlength=len(names)), kind="stable")
    anew = np.argsort(order)
    return anew[number], [names[place] for place in order]


_GROUPED: Final[dict[Grouping, Callable[[Columns], Grouped]]] = {
    Grouping.BOARD_SIZE: _by_size,
    Grouping.HANDICAP: _by_handicap,
    Grouping.KOMI: _by_komi,
    Grouping.PASSES: _by_passes,
    Grouping.ENDING: _by_name("ended_by"),
    Grouping.DECLARED: _by_name("ruleset"),
    Grouping.SOURCE: _by_source,
    Grouping.YEAR: _by_years(1, "{}"),
    Grouping.DECADE: _by_years(10, "{}s"),
    Grouping.RANK: _by_rank,
    Grouping.RANK_DIFFERENCE: _by_rank_difference,
    Grouping.EVENT: _by_event,
}
