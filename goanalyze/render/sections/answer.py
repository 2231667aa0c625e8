"""The answer to a comparison, its evidence, the other rulesets, and two claims about rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from goanalyze.compare.answer import fitting_examples, trouble_text
from goanalyze.compare.captions import joined_names, komi_caption
from goanalyze.compare.choices import Basis, Evidence, Winners
from goanalyze.compare.claims import CLAIMS
from goanalyze.render.formatting import interval_text
from goanalyze.render.model import (
    Block,
    Cell,
    Column,
    Commands,
    GameLine,
    GameList,
    Kind,
    Paragraph,
    Rows,
    Table,
    Tone,
    Value,
)
from goanalyze.util.numbers import plural
from goanalyze.util.row import FrameFields

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison


_EVIDENCE: Final = (
    *(Column("evidence", Kind.NAME), Column("games", Kind.COUNT), Column("compared", Kind.COUNT)),
    *(Column("share", Kind.SHARE), Column("winner changes", Kind.COUNT)),
)
_USUAL_KOMI: Final = "the recorded komi"
_TONES: Final = {Evidence.KNOWN: Tone.GOOD, Evidence.CONFIRMED: Tone.GOOD, Evidence.CONTRADICTED: Tone.WARNING}
_IN_BADGE: Final = (Evidence.CONTRADICTED, Evidence.ESTIMATED, Evidence.CONFIRMED, Evidence.KNOWN)  # doubt first


def evidence_blocks(comparison: Comparison) -> tuple[Block, ...]:
    """Return the games by evidence, with the games whose winner changes and their share."""
    rows = []
    for row in comparison.evidence().to_dict("records"):
        evidence = Evidence.read("evidence", row["evidence"])
        title = f"Evidence: {evidence.value}"
        games = Cell(int(row["games"]), games=comparison.evidence_rows(evidence), list_title=title)
        name = Cell(evidence.value, _TONES.get(evidence, Tone.PLAIN))
        figures = int(row["compared"]), float(row["share"]), int(row["winner_changes"])
        rows.append((name, games, *figures))
    share = "share: of the games compared; the others are left out or lack a margin under some ruleset"
    meanings = (share, *(f"{evidence.value}: {evidence.meaning}" for evidence in Evidence))
    return (Table(_EVIDENCE, tuple(rows), notes=meanings),)


def evidence_badge(comparison: Comparison, rows: Rows | None = None) -> str:
    """Return the number of games by evidence, the most doubtful first; empty without games.

    Args:
        comparison: comparison of rulesets.
        rows: int64[n], rows of the table games that a figure is about; by default all that are compared.
    """
    codes = comparison.evidence_codes[comparison.common.rows if rows is None else rows]
    counts = np.bincount(codes, minlength=len(Evidence))
    parts = [f"{evidence.value} {counts[evidence.index]:,}" for evidence in _IN_BADGE if counts[evidence.index]]
    return " · ".join(parts)


def settings_note(comparison: Comparison) -> str:
    """Return the settings of a comparison that are not the default ones, in words; empty without any."""
    komi = komi_caption(comparison)
    parts = [f"with {komi}"] if komi != _USUAL_KOMI else []
    if comparison.winners == Winners.RULE.value:
        parts.append("winners by rule where one decides")
    if comparison.basis != Basis.BEST.value:
        parts.append(f"basis {comparison.basis}")
    return ", ".join(parts)


def answer_blocks(comparison: Comparison, dataset: str) -> tuple[Block, ...]:
    """Return the answer in at most ten lines of 80 columns with its games to look at, and one on more."""
    answer = comparison.answer()
    settings = settings_note(comparison)
    first = [f"{settings[0].upper()}{settings[1:]}."] if settings else []
    games = tuple(
        GameLine(
            *(example.number - 1, example.address, "", (example.evidence,), ((example.verdict, ""),)),
            number=example.number,
            name=example.name,
        )
        for example in fitting_examples(answer, first)
    )
    commands = [(f"goanalyze compare {dataset} -v", "all sections")] if answer.compared else []
    if answer.better_basis:
        commands.append((f"goanalyze compare {dataset} --basis {answer.better_basis}", "compares these games"))
    commands += [(f"goanalyze show {dataset} {game.number}", "the first game") for game in games[:1]]
    return (
        *(Paragraph(sentence) for sentence in (*first, *answer.sentences)),
        *([GameList("", games, len(games))] if games else []),
        *([Commands(tuple(commands))] if commands else []),
    )


def empty_pair_blocks(comparison: Comparison, a: str, b: str, dataset: str) -> tuple[Block, ...]:
    """Return the reasons that two rulesets cannot be compared, and a command that compares more games."""
    answer = comparison.among(a, b).answer()
    command = f"goanalyze compare {dataset} {a} {b} --basis {answer.better_basis}"
    commands = (Commands(((command, "compares these games"),)),) if answer.better_basis else ()
    return (*(Paragraph(sentence) for sentence in answer.sentences), *commands)


def other_blocks(comparison: Comparison) -> tuple[Block, ...]:
    """Return the answers to the comparisons of the other rulesets."""
    if not comparison.others:
        return (Paragraph("All rulesets are in one comparison."),)
    blocks: list[Block] = []
    for other in comparison.others:
        if len(other.rulesets) > 1:
            blocks.append(Paragraph(joined_names(other.rulesets), Tone.STRONG))
            blocks += [Paragraph(sentence) for sentence in other.answer().sentences]
        else:
            blocks.append(Paragraph(_alone(other)))
    return tuple(blocks)


def _alone(other: Comparison) -> str:
    games = plural(len(other.common), "game")
    name = joined_names(other.rulesets)
    if other.leaves_dead_stones:
        return f"{name}, alone of the rulesets compared, leaves dead stones on the board: {games} without any."
    return f"{name} gives {games} a margin, and no other ruleset is left to compare it with."


_AMONG: Final = ("all", "even")
_TROUBLE: Final = {
    "legal": "a move that only some rulesets forbid",
    "no_result": "a long cycle without result",
    "either": "one of these two",
    "winner": "the winner depends on the ruleset",
}
_MARGIN: Final = (
    *(Column("rulesets"), Column("over 1 point", Kind.COUNT), Column("share", Kind.SHARE)),
    *(Column("95%", Kind.INTERVAL), Column("even games", Kind.COUNT), Column("share", Kind.SHARE)),
    Column("95%", Kind.INTERVAL),
)
_RATE: Final = (
    *(Column("trouble"), Column("games", Kind.COUNT), Column("of", Kind.COUNT)),
    *(Column("per 10,000", Kind.RATE), Column("95%", Kind.INTERVAL)),
)


def claim_blocks(comparison: Comparison) -> tuple[Block, ...]:
    """Return both claims, each with a table of its figures."""
    rows: list[FrameFields] = comparison.claims().to_dict("records")
    margin = [row for row in rows if row["claim"] == "margin" and row["among"] in _AMONG]
    trouble = [row for row in rows if row["claim"] == "trouble" and row["among"] == "all" and row["total"]]
    none = Paragraph("No game is counted under all of these rulesets.")
    return (
        Paragraph(f"“{_sentence(CLAIMS['margin'])}”"),
        _margin_table(margin) if any(row["total"] for row in margin) else none,
        Paragraph(f"“{_sentence(CLAIMS['trouble'])}”"),
        _trouble_table(trouble, trouble_text(comparison.answer())) if trouble else none,
    )


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _margin_table(rows: Sequence[FrameFields]) -> Table:
    """Return the margins over a point of each pair: in all games, then in the even ones."""
    cells: dict[str, list[Value]] = {}
    totals = {row["among"]: row["total"] for row in rows}
    for row in rows:
        figures = int(row["games"]), float(row["share"]), interval_text(row["low"], row["high"])
        cells.setdefault(row["rulesets"].replace("/", " / "), []).extend(figures)
    note = (
        f"Over 1 point: games whose margins differ by more than a point, of {plural(totals['all'], 'game')}; even: of "
        f"the {totals['even']:,} without handicap. 95%: interval of the share before it, in percent."
    )
    return Table(_MARGIN, tuple((name, *figures) for name, figures in cells.items()), notes=(note,))


def _trouble_table(rows: Sequence[FrameFields], reasons: str) -> Table:
    """Return the games with trouble per 10,000, in parts by rulesets if there are several sets."""
    sets = list(dict.fromkeys(row["rulesets"] for row in rows))
    ordered = sorted(rows, key=lambda row: sets.index(row["rulesets"]))
    starts = [[row["rulesets"] for row in ordered].index(name) for name in sets]
    parts = tuple(zip(sets, starts, strict=True)) if len(sets) > 1 else ()
    notes = (f"One of these two: {reasons}.",) if reasons else ()
    return Table(_RATE, tuple(_trouble(row) for row in ordered), notes=notes, parts=parts)


def _trouble(row: FrameFields) -> tuple[Value, ...]:
    interval = f"{row['low'] * 1e4:,.1f}–{row['high'] * 1e4:,.1f}"
    name = _TROUBLE.get(row["kind"], str(row["kind"]))
    return name, int(row["games"]), int(row["total"]), float(row["share"]) * 1e4, interval
