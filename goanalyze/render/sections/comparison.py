"""All sections of a comparison, declared once in the order in which they are printed.

The command line, the page and the tests use this list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from goanalyze.compare.choices import ComparisonSection, Results
from goanalyze.errors import DatasetError, OptionError
from goanalyze.render.model import Block, Paragraph, Section
from goanalyze.render.sections.answer import (
    answer_blocks,
    claim_blocks,
    evidence_badge,
    evidence_blocks,
    other_blocks,
    settings_note,
)
from goanalyze.render.sections.game_lists import dispute_blocks, funnel_blocks
from goanalyze.render.sections.komi import RESULT_KOMI, komi_badge, komi_blocks, result_blocks
from goanalyze.render.sections.legality import illegal_move_blocks, legality_blocks
from goanalyze.render.sections.pairs import margin_blocks, pair_blocks, winner_blocks
from goanalyze.util.toml import near

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison


@dataclass(frozen=True, slots=True)
class Request:
    """Limits and names of the sections of a comparison.

    Attributes:
        dataset: text that names the dataset in commands.
        limit: rows of a table and games of a list that are shown at first, None for all.
        listed: games of each list of the section on games, None for all.
    """

    dataset: str = "OUT"
    limit: int | None = 20
    listed: int | None = 3


Maker: TypeAlias = "Callable[[Comparison, Request], tuple[Block, ...]]"


def _no_badge(_: Comparison) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class SectionKind:
    """A section of a comparison."""

    name: ComparisonSection
    blocks: Maker
    badge: Callable[[Comparison], str] | None = evidence_badge

    @property
    def key(self) -> str:
        """Name of the section."""
        return str(self.name.value)

    @property
    def title(self) -> str:
        """Title of the section."""
        return str(self.name.meaning)


SECTIONS: Final[tuple[SectionKind, ...]] = (
    SectionKind(ComparisonSection.ANSWER, lambda comparison, request: answer_blocks(comparison, request.dataset)),
    SectionKind(ComparisonSection.EVIDENCE, lambda comparison, _: evidence_blocks(comparison)),
    SectionKind(ComparisonSection.WINNERS, lambda comparison, _: winner_blocks(comparison)),
    SectionKind(ComparisonSection.PAIRS, lambda comparison, request: pair_blocks(comparison, request.limit)),
    SectionKind(ComparisonSection.MARGINS, lambda comparison, request: margin_blocks(comparison, request.limit)),
    SectionKind(ComparisonSection.CLAIMS, lambda comparison, _: claim_blocks(comparison)),
    SectionKind(
        ComparisonSection.GAMES,
        lambda comparison, request: dispute_blocks(comparison, request.dataset, request.listed),
        _no_badge,
    ),
    SectionKind(ComparisonSection.ILLEGAL_MOVES, lambda comparison, _: illegal_move_blocks(comparison), None),
    SectionKind(ComparisonSection.LEGALITY, lambda comparison, _: legality_blocks(comparison), None),
    SectionKind(ComparisonSection.KOMI, lambda comparison, _: komi_blocks(comparison), komi_badge),
    SectionKind(ComparisonSection.RESULTS, lambda comparison, request: _results(comparison, request.limit), None),
    SectionKind(ComparisonSection.OTHERS, lambda comparison, _: other_blocks(comparison), _no_badge),
    SectionKind(ComparisonSection.FUNNEL, lambda comparison, _: _funnel(comparison), None),
)
"""Sections of a comparison, in order."""


def comparison_sections(
    comparison: Comparison, keys: Sequence[str] = (), request: Request | None = None
) -> tuple[Section, ...]:
    """Return sections of a comparison, in the order of `SECTIONS`.

    Raises:
        OptionError: a key is unknown.
    """
    names = [kind.key for kind in SECTIONS]
    for key in keys:
        if key not in names:
            raise OptionError(f"{key!r} is not a known section{near(key, names)}. Expected {', '.join(names)}.")
    sections = []
    for kind in SECTIONS:
        if not keys or kind.key in keys:
            note, badge = (settings_note(comparison), kind.badge(comparison)) if kind.badge else ("", "")
            sections.append(Section(kind.key, kind.title, kind.blocks(comparison, request or Request()), note, badge))
    return tuple(sections)


def _funnel(comparison: Comparison) -> tuple[Block, ...]:
    try:
        return funnel_blocks(comparison.stages())
    except DatasetError as error:
        return (Paragraph(f"The dataset is incomplete: {error}"),)


def _results(comparison: Comparison, limit: int | None) -> tuple[Block, ...]:
    """Return the recorded shares of wins on the most common board size."""
    frame = comparison.results(RESULT_KOMI, ("board_size",), as_played=True)
    return result_blocks(comparison, frame, Results.PLAYED, "", limit)
