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
    """A section of a comparison.

    Attributes:
        name: name of the section on the command line and on the page, with its title.
        blocks: function that makes its parts.
        badge: function that returns the evidence of its figures in a short phrase; None if they are not of margins.
    """

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
    SectionKind(
        ComparisonSection.RESULTS, lambda comparison, request: _results(comparison, Results.PLAYED, request), None
    ),
    SectionKind(ComparisonSection.OTHERS, lambda comparison, _: other_blocks(comparison), _no_badge),
    SectionKind(ComparisonSection.FUNNEL, lambda comparison, _: _funnel(comparison), None),
)
"""Sections of a comparison, in order."""


def comparison_sections(
    comparison: Comparison, keys: Sequence[str] = (), request: Request | None = None
) -> tuple[Section, ...]:
    """Return sections of a comparison, in the order of `SECTIONS`.

    Args:
        comparison: comparison of rulesets.
        keys: keys of the sections, all by default.
        request: limits and names.

    Raises:
        OptionError: a key is unknown.
    """
    names = [kind.key for kind in SECTIONS]
    for key in keys:
        if key not in names:
            raise OptionError(f"{key!r} is not a known section{near(key, names)}. Expected {', '.join(names)}.")
    return tuple(_section(comparison, kind, request or Request()) for kind in SECTIONS if not keys or kind.key in keys)


def _section(comparison: Comparison, kind: SectionKind, request: Request) -> Section:
    badge = kind.badge(comparison) if kind.badge else ""
    note = settings_note(comparison) if kind.badge else ""
    return Section(kind.key, kind.title, kind.blocks(comparison, request), note, badge)


def _funnel(comparison: Comparison) -> tuple[Block, ...]:
    try:
        return funnel_blocks(comparison.stages())
    except DatasetError as error:
        return (Paragraph(f"The dataset is incomplete: {error}"),)


def _results(comparison: Comparison, what: Results, request: Request) -> tuple[Block, ...]:
    """Return the shares of wins on the most common board size."""
    by = ("board_size",)
    frame = comparison.results(RESULT_KOMI, by, as_played=what is Results.PLAYED)
    return result_blocks(comparison, frame, what, "", request.limit)
