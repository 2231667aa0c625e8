"""The answer to a comparison in ten lines, the evidence behind it, and the comparisons of other rulesets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from goanalyze.compare.choices import Evidence
from goanalyze.render.model import Block, Cell, Column, Commands, GameList, Kind, Paragraph, Table, Tone
from goanalyze.render.sections.game_lists import game_lines

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison

_EVIDENCE: Final = (
    *(Column("evidence", Kind.NAME), Column("games", Kind.COUNT), Column("winner changes", Kind.COUNT)),
    *(Column("share", Kind.SHARE), Column("meaning")),
)
_TONES: Final = {Evidence.KNOWN: Tone.GOOD, Evidence.CONFIRMED: Tone.GOOD, Evidence.CONTRADICTED: Tone.WARNING}
_IN_BADGE: Final = (Evidence.ESTIMATED, Evidence.CONTRADICTED, Evidence.CONFIRMED, Evidence.KNOWN)  # doubt first


def evidence_blocks(comparison: Comparison) -> tuple[Block, ...]:
    """Return the games by evidence, with the games whose winner changes and their share."""
    rows = []
    for row in comparison.evidence().to_dict("records"):
        evidence = Evidence(row["evidence"])
        games = Cell(
            int(row["games"]), games=comparison.evidence_rows(evidence), list_title=f"Evidence: {evidence.value}"
        )
        name = Cell(evidence.value, _TONES.get(evidence, Tone.PLAIN))
        rows.append((name, games, int(row["winner_changes"]), float(row["share"]), evidence.meaning))
    return (Table(_EVIDENCE, tuple(rows)),)


def evidence_badge(comparison: Comparison) -> str:
    """Return the games compared by evidence, the most doubtful first; empty without games."""
    games = dict(zip(*(comparison.evidence()[name].tolist() for name in ("evidence", "games")), strict=True))
    compared = {evidence: games.get(evidence.value, 0) for evidence in _IN_BADGE}
    del compared[Evidence.CONTRADICTED]
    parts = [f"{evidence.value} {number:,}" for evidence, number in compared.items() if number]
    return " · ".join(parts)


def answer_blocks(comparison: Comparison, dataset: str) -> tuple[Block, ...]:
    """Return the answer in at most ten lines of 80 columns, three games to look at, and commands that print more."""
    answer = comparison.answer()
    games = answer.games
    lines = game_lines(games, games["number"] - 1, comparison.rulesets, is_short=True)
    return (
        *(Paragraph(sentence) for sentence in answer.sentences),
        *([GameList("", lines, len(lines))] if lines else []),
        Commands(
            (
                (f"goanalyze compare {dataset} -v", "all sections"),
                *([(f"goanalyze show {dataset} {lines[0].number}", "the first game")] if lines else []),
            )
        ),
    )


def empty_pair_blocks(comparison: Comparison, a: str, b: str, dataset: str) -> tuple[Block, ...]:
    """Return the reason that two rulesets cannot be compared, and a command that compares more games."""
    reasons, basis = why_empty(comparison, a, b)
    command = f"goanalyze compare {dataset} {a} {b} --basis {basis}"
    commands = (Commands(((command, "compares these games, too"),)),) if basis else ()
    return (*(Paragraph(reason) for reason in reasons), *commands)


def other_blocks(comparison: Comparison) -> tuple[Block, ...]:
    """Return the answers to the comparisons of the other rulesets."""
    if not comparison.others:
        return (Paragraph("All rulesets are in one comparison."),)
    blocks: list[Block] = []
    for other in comparison.others:
        blocks.append(Paragraph(", ".join(other.rulesets), Tone.STRONG))
        blocks += [Paragraph(sentence) for sentence in other.answer().sentences]
    return tuple(blocks)
