"""Groupings of games as declarations: the columns that a grouping reads, and the function that names its groups.

Groups with an order are in that order, with unknown values last; of the others the largest is first.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import PurePath
from typing import Any, Final, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.compare.choices import Grouping
from goanalyze.conventions.group_rows import groups_from_rows
from goanalyze.conventions.groups import COLUMNS as HEADER_COLUMNS
from goanalyze.conventions.groups import Headers, board_sizes, homes, matches
from goanalyze.conventions.learning import effective
from goanalyze.core.handicap import HANDICAP
from goanalyze.tables.reading import Columns
from goanalyze.util.arrow import names_in, numbers_of, offsets_of

Groups: TypeAlias = tuple[NDArray[Any], list[str]]
"""The group number of each game, and the names of the groups, some of which may be empty."""

_EVENTS: Final = 20  # those with the most games; in an archive of tournaments each has its own name
_EVENT_NAMES: Final = {None, "", "other", "none"}  # these are not names of events
_MANY_STONES, _MANY_PASSES = 10, 5
_RANKS: Final = ("30k–21k", "20k–11k", "10k–1k", "1d–4d", "5d–9d", "pro", "unknown")
_RANK_LIMITS: Final = (-19, -9, 1, 5, 11)  # as in games.black_rank: 20k, 10k, 1d, 5d, 1p
_STEPS: Final = ("1", "2", "3", "4–6", "7+")
_STEP_LIMITS: Final = (2, 3, 4, 7)
_DIFFERENCES: Final = (
    *(f"White by {step}" for step in reversed(_STEPS)),
    "equal",
    *(f"Black by {step}" for step in _STEPS),
    "unknown",
)


def convention_groups(games: Columns, conventions: pa.Table) -> Groups:
    """Return the groups by the conventions of a dataset that were not applied in its check."""
    learned = effective(groups_from_rows(conventions.to_pylist()))
    games.read(HEADER_COLUMNS)
    number = matches(learned, Headers.of({name: games[name] for name in HEADER_COLUMNS}))
    names = ["header" if convention.played.is_header else convention.name for convention in learned]
    different = list(dict.fromkeys(name for name in names if name != "header"))
    code = np.array([*(different.index(name) if name in different else -1 for name in names), -1])
    return _largest_first(code[number], [*different, "header"])


def shared_folder(paths: Sequence[str]) -> str:
    """Return the folder that contains all of several sources, with a slash at its end; empty for one source or none.

    Example:
        >>> shared_folder(["a/b/c.zip", "a/b/d", "a/bc"]), shared_folder(["a/b.zip"]), shared_folder(["a.zip", "/b"])
        ('a/', '', '')
    """
    parts = [PurePath(path).parts for path in dict.fromkeys(paths)]
    levels = list(zip(*parts, strict=False)) if len(parts) > 1 else []
    shared = next((level for level, names in enumerate(levels) if len(set(names)) > 1), len(levels))
    folder = str(PurePath(*parts[0][:shared])) if shared else ""
    return folder if not folder or folder.endswith(os.sep) else folder + os.sep


def _by_size(width: pa.ChunkedArray, height: pa.ChunkedArray) -> Groups:
    sizes = board_sizes({"board_width": width, "board_height": height}, "unknown")
    return sizes.number, list(sizes.names)


def _up_to(most: int, least: int, first: str, column: pa.ChunkedArray) -> Groups:
    numbers = np.nan_to_num(numbers_of(column)).astype(np.int64)
    numbers = np.minimum(np.where(numbers < least, 0, numbers), most)
    return numbers, [first, *map(str, range(1, most)), f"{most} or more"]


def _by_number(name: str, missing: str, numbers: NDArray[np.float64]) -> Groups:
    keys, number = np.unique(numbers, return_inverse=True)  # NaN, if any, is last and occurs once
    return number, [missing if np.isnan(key) else name.format(key) for key in keys]


def _by_years(years: int, name: str, date: pa.ChunkedArray) -> Groups:
    return _by_number(name, "unknown", numbers_of(pc.year(date)) // years * years)


def _by_rank(black: pa.ChunkedArray, white: pa.ChunkedArray) -> Groups:
    weaker = np.minimum(numbers_of(black), numbers_of(white))
    return np.where(np.isnan(weaker), len(_RANKS) - 1, np.searchsorted(_RANK_LIMITS, weaker, "right")), list(_RANKS)


def _by_rank_difference(black: pa.ChunkedArray, white: pa.ChunkedArray) -> Groups:
    difference = numbers_of(black) - numbers_of(white)
    step = np.where(difference == 0, 0, np.searchsorted(_STEP_LIMITS, np.abs(difference), "right") + 1)
    number = len(_STEPS) + step * np.sign(np.nan_to_num(difference)).astype(np.int64)
    return np.where(np.isnan(difference), len(_DIFFERENCES) - 1, number), list(_DIFFERENCES)


def _by_event(column: pa.ChunkedArray) -> Groups:
    event = pc.utf8_trim_whitespace(column)
    counts = pc.value_counts(event)
    order = np.argsort(-counts.field("counts").to_numpy(), kind="stable")
    frequent = counts.field("values").take(pa.array(order[: _EVENTS + len(_EVENT_NAMES)])).to_pylist()
    names = [name for name in frequent if name not in _EVENT_NAMES][:_EVENTS]
    number = offsets_of(event, names).astype(np.int64)
    missing = np.asarray(pc.fill_null(pc.equal(event, ""), True))
    return np.where(missing, len(names) + 1, np.where(number < 0, len(names), number)), [*names, "other", "none"]


def _by_name(missing: str, column: pa.ChunkedArray) -> Groups:
    names = names_in(column)
    return _largest_first(offsets_of(column, names), [*names, missing])  # null is −1: the last name


def _by_source(source: pa.ChunkedArray, member: pa.ChunkedArray) -> Groups:
    home = homes(source, member)
    return _largest_first(home.number, home.names)


def _largest_first(number: NDArray[Any], names: Sequence[str]) -> Groups:
    """Return groups numbered by size; −1 is the last name."""
    number = np.where(number < 0, len(names) - 1, number)
    order = np.argsort(-np.bincount(number, minlength=len(names)), kind="stable")
    return np.argsort(order)[number], [names[index] for index in order]


GROUPINGS: Final[dict[Grouping, tuple[tuple[str, ...], Callable[..., Groups]]]] = {
    Grouping.BOARD_SIZE: (("board_width", "board_height"), _by_size),
    Grouping.HANDICAP: (("handicap_stones",), partial(_up_to, _MANY_STONES, HANDICAP, "none")),
    Grouping.KOMI: (("komi",), lambda komi: _by_number("{:g}", "none", numbers_of(komi))),
    Grouping.PASSES: (("pass_count",), partial(_up_to, _MANY_PASSES, 0, "0")),
    Grouping.ENDING: (("ended_by",), partial(_by_name, "none")),
    Grouping.DECLARED: (("ruleset",), partial(_by_name, "none")),
    Grouping.SOURCE: (("source", "member"), _by_source),
    Grouping.YEAR: (("date",), partial(_by_years, 1, "{:.0f}")),
    Grouping.DECADE: (("date",), partial(_by_years, 10, "{:.0f}s")),
    Grouping.RANK: (("black_rank", "white_rank"), _by_rank),
    Grouping.RANK_DIFFERENCE: (("black_rank", "white_rank"), _by_rank_difference),
    Grouping.EVENT: (("event",), _by_event),
    Grouping.CONVENTION: (("convention",), partial(_by_name, "header")),
}
"""Each grouping: the columns of the table games that it reads, and the function from these to the groups."""
