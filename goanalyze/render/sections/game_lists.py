"""Sections that list the games on which rulesets disagree, each with its evidence and the result under each ruleset."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from goanalyze.compare.choices import Dispute
from goanalyze.render.model import Block, GameLine, GameList, Paragraph, Section
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
    comparison: Comparison, dataset: str, limit: int | None, disputes: Iterable[Dispute] = tuple(Dispute)
) -> tuple[Block, ...]:
    """Return a list of games for each dispute that has some.

    Args:
        comparison: comparison of rulesets.
        dataset: text that names the dataset in commands.
        limit: games of each list, None for all.
        disputes: kinds of disagreement, in order.
    """
    return tuple(game for dispute in disputes if (game := game_list(comparison, dispute, dataset, limit)).total)


def games_section(
    comparison: Comparison, dispute: Dispute, dataset: str, limit: int | None, pair: tuple[str, str] | None = None
) -> Section:
    """Return the section on the games of one dispute; see `game_list`."""
    games = game_list(comparison, dispute, dataset, limit, pair)
    if not games.total:
        return Section("games", TITLES[dispute], (Paragraph("The rulesets agree in every game."),))
    return Section("games", "", (games,))


def game_list(
    comparison: Comparison, dispute: Dispute, dataset: str, limit: int | None, pair: tuple[str, str] | None = None
) -> GameList:
    """Return the games of a dispute between all rulesets, or between two.

    Args:
        comparison: comparison of rulesets.
        dispute: kind of disagreement.
        dataset: text that names the dataset in commands.
        limit: games that are listed, None for all.
        pair: the two rulesets, None for all that are compared.
    """
    rows = comparison.dispute_rows(dispute, *(pair or ()))
    frame = comparison.games(dispute, *(pair or ()), limit=limit)
    names = " ".join(pair) + " " if pair else ""
    command = f"goanalyze compare {dataset} {names}--games {dispute.value.replace('_', '-')} --limit 0"
    return GameList(TITLES[dispute], game_lines(frame, rows, pair or comparison.rulesets), len(rows), rows, command)


def game_lines(
    frame: pd.DataFrame, rows: Iterable[int], rulesets: Sequence[str], *, is_short: bool = False
) -> tuple[GameLine, ...]:
    """Return the games of a frame as lines.

    Args:
        frame: frame of `Comparison.games`.
        rows: rows of the table games, at least those of the frame.
        rulesets: rulesets whose margins are columns of the frame.
        is_short: True for lines of addresses and results, without players.
    """
    records = frame.to_dict("records")
    return tuple(_line(row, int(index), rulesets, is_short) for row, index in zip(records, rows, strict=False))


def _line(row: dict[Hashable, Any], index: int, rulesets: Sequence[str], is_short: bool) -> GameLine:
    verdicts = _verdicts(row, rulesets)
    if is_short:
        return GameLine(index, str(row["address"]), verdicts=verdicts, number=int(row["number"]))
    players = " – ".join(cut_text(_text(row[f"{color}_player"]) or "?", _NAME) for color in ("black", "white"))
    recorded = _text(row["recorded"])
    facts = (_text(row["date"]), f"recorded {cut_text(recorded, _NAME)}" if recorded else "", _text(row["evidence"]))
    return GameLine(index, str(row["address"]), players, facts, verdicts, int(row["number"]))


def _text(value: object) -> str:
    return "" if value is None or value != value else str(value)  # noqa: PLR0124 - NaN and NaT are missing


def _verdicts(row: dict[Hashable, Any], rulesets: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the results of a game with the rulesets that give each; a result of many rulesets is the last."""
    if verdict := _text(row.get("verdict")):
        return ((verdict, ""),)
    names: dict[str, list[str]] = {}
    for name in rulesets:
        if not math.isnan(row[name]):
            names.setdefault(points_text(row[name]), []).append(name)
    most = max(names, key=lambda result: len(names[result]), default="")
    if len(names) > 1 and len(names[most]) > _MANY:
        names[most] = [f"the other {len(names.pop(most))}"]
    return tuple((result, ", ".join(members)) for result, members in names.items())
