"""Sections that list the games on which rulesets disagree, each with its evidence and the result under each ruleset."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from goanalyze.compare.choices import Dispute
from goanalyze.render.model import Block, GameLine, GameList
from goanalyze.vocabulary.numbers import points_text
from goanalyze.vocabulary.text import cut_text

if TYPE_CHECKING:
    import pandas as pd

    from goanalyze.compare.comparison import Comparison

TITLES: Final[Mapping[Dispute, str]] = {
    Dispute.WINNER: "The winner depends on the ruleset",
    Dispute.MARGIN: "Margins more than a point apart, widest first",
    Dispute.LEGAL: "Legal under some rulesets only",
    Dispute.NO_RESULT: "A long cycle lets players claim no result",
}
"""Titles of the lists of games."""

_MANY: Final = 4  # rulesets of a verdict that are called "the other 5"
_NAME: Final = 40  # characters of a player's name


def dispute_blocks(
    comparison: Comparison, dataset: str, limit: int | None, what: Iterable[Dispute] = tuple(Dispute)
) -> tuple[Block, ...]:
    """Return a list of games for each dispute that has some.

    Args:
        comparison: comparison of rulesets.
        dataset: text that names the dataset in commands.
        limit: games of each list, None for all.
        what: disputes, in order.
    """
    return tuple(game for dispute in what if (game := game_list(comparison, dispute, dataset, limit)).total)


def game_list(
    comparison: Comparison, what: Dispute, dataset: str, limit: int | None, pair: tuple[str, str] | None = None
) -> GameList:
    """Return the games of a dispute between all rulesets, or between two.

    Args:
        comparison: comparison of rulesets.
        what: dispute.
        dataset: text that names the dataset in commands.
        limit: games that are listed, None for all.
        pair: the two rulesets, None for all that are compared.
    """
    rows = comparison.dispute_rows(what, *(pair or ()))
    frame = comparison.games(what, *(pair or ()), limit=limit)
    names = " ".join(pair) + " " if pair else ""
    command = f"goanalyze compare {dataset} {names}--games {what.value.replace('_', '-')} --limit 0"
    return GameList(TITLES[what], game_lines(frame, rows), len(rows), rows, command)


def game_lines(frame: pd.DataFrame, rows: Iterable[int]) -> tuple[GameLine, ...]:
    """Return the games of a frame as lines.

    Args:
        frame: frame of `Comparison.games`.
        rows: rows of the table games, at least as many as the frame has.
    """
    return tuple(_line(row, int(index)) for row, index in zip(frame.to_dict("records"), rows, strict=False))


def _line(row: dict[Hashable, Any], index: int) -> GameLine:
    players = " – ".join(cut_text(_text(row[f"{color}_player"]) or "?", _NAME) for color in ("black", "white"))
    recorded = _text(row["recorded"])
    facts = (_text(row["date"]), f"recorded {cut_text(recorded, _NAME)}" if recorded else "", _text(row["evidence"]))
    return GameLine(index, str(row["address"]), players, facts, _verdicts(row), int(row["number"]))


def _text(value: object) -> str:
    return "" if value is None or value != value else str(value)  # noqa: PLR0124 - NaN and NaT are missing


def _verdicts(row: dict[Hashable, Any]) -> tuple[tuple[str, str], ...]:
    return ()
