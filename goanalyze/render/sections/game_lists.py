"""Sections that list the games on which rulesets disagree, each with its evidence and the result under each ruleset."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from goanalyze.compare.choices import Dispute, Evidence, IllegalReason
from goanalyze.render.model import Block, GameLine, GameList, Paragraph, Section
from goanalyze.render.sections.answer import settings_note
from goanalyze.vocabulary.numbers import plural
from goanalyze.vocabulary.text import cut_text

if TYPE_CHECKING:
    import pandas as pd

    from goanalyze.compare.comparison import Comparison

TITLES: Final[Mapping[Dispute | IllegalReason, str]] = {
    Dispute.WINNER: "The winner depends on the ruleset",
    Dispute.MARGIN: "Margins more than a point apart, widest first",
    Dispute.LEGAL: "Legal under some rulesets only",
    Dispute.NO_RESULT: "A long cycle lets players claim no result",
    **{reason: f"Illegal move: {reason.meaning}" for reason in IllegalReason},
}
"""Titles of the lists of games."""

Listed: TypeAlias = Dispute | IllegalReason
"""Subjects of lists of games."""

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
    lists = (game_list(comparison, dispute, dataset, limit) for dispute in disputes)
    blocks = tuple(games for games in lists if games.total)
    if not len(comparison.common):
        return blocks or (Paragraph("No game has a margin under all of these rulesets."),)
    return blocks or (Paragraph("The rulesets agree in every game."),)


def dispute_section(
    comparison: Comparison,
    dispute: Listed,
    dataset: str,
    limit: int | None,
    pair: tuple[str, str] | None = None,
) -> Section:
    """Return the section on the games of one dispute; see `game_list`."""
    games = game_list(comparison, dispute, dataset, limit, pair)
    if not games.total:
        return Section("games", games.title, (Paragraph("The list is empty."),), settings_note(comparison))
    return Section("games", games.title, (replace(games, title=""),), _note(comparison, games))


def _note(comparison: Comparison, games: GameList) -> str:
    return ", ".join(part for part in (plural(games.total, "game"), settings_note(comparison)) if part)


def game_list(
    comparison: Comparison,
    dispute: Listed,
    dataset: str,
    limit: int | None,
    pair: tuple[str, str] | None = None,
) -> GameList:
    """Return the games of a dispute between all rulesets, or between two.

    Args:
        comparison: comparison of rulesets.
        dispute: kind of disagreement, or of illegal move.
        dataset: text that names the dataset in commands.
        limit: games that are listed, None for all.
        pair: the two rulesets, None for all that are compared.
    """
    a, b = pair or (None, None)
    rows = comparison.dispute_rows(dispute.value, a, b)
    frame = comparison.game_frame(dispute.value, rows[:limit], a, b)
    names = " ".join(pair) + " " if pair else ""
    command = f"goanalyze compare {dataset} {names}--games {dispute.value.replace('_', '-')} --limit 0"
    return GameList(TITLES[dispute], game_lines(frame), len(rows), rows, command)


def game_lines(frame: pd.DataFrame) -> tuple[GameLine, ...]:
    """Return the games of a frame of `Comparison.games` as lines."""
    return tuple(_line(row) for row in frame.to_dict("records"))


def _line(row: dict[Hashable, Any]) -> GameLine:
    players = " – ".join(cut_text(_text(row[f"{color}_player"]) or "?", _NAME) for color in ("black", "white"))
    recorded = _text(row["recorded"])
    evidence = "" if row["evidence"] == Evidence.NONE.value else _text(row["evidence"])
    facts = (_text(row["date"]), f"recorded {cut_text(recorded, _NAME)}" if recorded else "", evidence)
    number = int(row["number"])
    return GameLine(number - 1, str(row["address"]), players, facts, ((_text(row["verdict"]), ""),), number)


def _text(value: object) -> str:
    return "" if value is None or value != value else str(value)  # noqa: PLR0124 - NaN and NaT are missing
