"""Lists of games: of a dataset, of a dispute between rulesets, of each stage of the funnel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from goanalyze.archives.address import Address
from goanalyze.compare.choices import Dispute, Evidence, IllegalReason
from goanalyze.draw.game_html import player_names
from goanalyze.render.model import Block, Cell, Column, GameLine, GameList, Kind, Paragraph, Section, Table, Tone, Value
from goanalyze.render.sections.answer import settings_note
from goanalyze.util.numbers import plural
from goanalyze.util.row import FieldMapping, FrameFields
from goanalyze.util.text import cut_text

if TYPE_CHECKING:
    import pandas as pd

    from goanalyze.compare.comparison import Comparison
    from goanalyze.compare.funnel import LossGroup, Stage


COLUMNS: Final = (
    *("source", "member", "game_index", "black_player", "black_rank_raw", "white_player", "white_rank_raw"),
    *("date_raw", "result_raw", "move_count", "finding_count"),
)
"""Columns of the table games that are required."""


def games_section(rows: Sequence[FieldMapping], total: int, command: str) -> Section:
    """Return the first games of a dataset with players, date, result, and the numbers of moves and findings."""
    lines = tuple(
        GameLine(
            index,
            str(Address.of(row)),
            " – ".join(player_names(row)),
            (
                *(text for text in (row["date_raw"], row["result_raw"]) if text),
                plural(row["move_count"], "move"),
                *([plural(row["finding_count"], "finding")] if row["finding_count"] else []),
            ),
            number=index + 1,
        )
        for index, row in enumerate(rows)
    )
    return Section("games", "", (GameList("Games", lines, total, command=f"{command} --limit 0"),))


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


def dispute_blocks(comparison: Comparison, dataset: str, limit: int | None) -> tuple[Block, ...]:
    """Return a list of games for each dispute that has some."""
    lists = (game_list(comparison, dispute, dataset, limit) for dispute in Dispute)
    blocks = tuple(games for games in lists if games.total)
    if not len(comparison.common):
        return blocks or (Paragraph("No game has a margin under all of these rulesets."),)
    return blocks or (Paragraph("The rulesets agree in every game."),)


def dispute_section(
    comparison: Comparison, dispute: Listed, dataset: str, limit: int | None, pair: tuple[str, str] | None = None
) -> Section:
    """Return the section on the games of one dispute; see `game_list`."""
    games = game_list(comparison, dispute, dataset, limit, pair)
    if not games.total:
        return Section("games", games.title, (Paragraph("The list is empty."),), settings_note(comparison))
    note = ", ".join(part for part in (plural(games.total, "game"), settings_note(comparison)) if part)
    return Section("games", games.title, (replace(games, title=""),), note)


def game_list(
    comparison: Comparison, dispute: Listed, dataset: str, limit: int | None, pair: tuple[str, str] | None = None
) -> GameList:
    """Return the games of a dispute between all rulesets, or between two."""
    a, b = pair or (None, None)
    rows = comparison.dispute_rows(dispute.value, a, b)
    frame = comparison.game_frame(dispute.value, rows[:limit], a, b)
    names = " ".join(pair) + " " if pair else ""
    command = f"goanalyze compare {dataset} {names}--games {dispute.value.replace('_', '-')} --limit 0"
    return GameList(TITLES[dispute], game_lines(frame), len(rows), rows, command)


def game_lines(frame: pd.DataFrame) -> tuple[GameLine, ...]:
    """Return the games of a frame of `Comparison.games` as lines."""
    return tuple(_line(row) for row in frame.to_dict("records"))


def _line(row: FrameFields) -> GameLine:
    players = " – ".join(cut_text(_text(row[f"{color}_player"]) or "?", _NAME) for color in ("black", "white"))
    recorded = _text(row["recorded"])
    evidence = "" if row["evidence"] == Evidence.NONE.value else _text(row["evidence"])
    facts = (_text(row["date"]), f"recorded {cut_text(recorded, _NAME)}" if recorded else "", evidence)
    number = int(row["number"])
    return GameLine(number - 1, str(row["address"]), players, facts, ((_text(row["verdict"]), ""),), number)


def _text(value: object) -> str:
    return "" if value is None or value != value else str(value)


_COLUMNS: Final = (
    Column("step, and reasons of losses", Kind.TEXT),
    Column("number", Kind.COUNT),
    Column("lost", Kind.COUNT),
)
_UNITS: Final = {"files": "Files", "games": "Games"}


def funnel_blocks(stages: Sequence[Stage]) -> tuple[Block, ...]:
    """Return the funnel as a table: a row for each stage, and one for each reason of a loss.

    Example:
        >>> import numpy as np
        >>> from goanalyze.compare.funnel import LossGroup, Stage
        >>> lost = LossGroup("resign", "resignation", np.array([1]))
        >>> stages = (Stage("games", "games", "games", np.arange(3)),
        ...           Stage("finished", "finished games", "games", np.array([0, 2]), (lost,)))
        >>> (table,) = funnel_blocks(stages)
        >>> [tuple(getattr(value, "value", value) for value in row) for row in table.rows]
        [('games', 3, None), ('  resignation', None, 1), ('finished games', 2, None)]
    """
    if not stages or not any(len(stage.rows) for stage in stages):
        return (Paragraph("The dataset has no games."),)
    rows: list[tuple[Value, ...]] = []
    parts = []
    unit = ""
    for stage in stages:
        if stage.unit != unit:
            unit = stage.unit
            parts.append((_UNITS[unit], len(rows)))
        rows += [_loss(loss, stage) for loss in stage.losses]
        number = Cell(len(stage.rows), Tone.STRONG, stage.rows if unit == "games" else None, stage.title)
        rows.append((Cell(stage.title, Tone.STRONG), number, None))
    return (Table(_COLUMNS, tuple(rows), parts=tuple(parts) if len(parts) > 1 else ()),)


def _loss(loss: LossGroup, stage: Stage) -> tuple[Value, ...]:
    reason = loss.meaning or loss.reason
    rows = loss.rows if stage.unit == "games" else None
    title = f"Not among the {stage.title}: {reason}"
    return f"  {reason}", None, Cell(len(loss.rows), games=rows, list_title=title)
