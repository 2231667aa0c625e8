"""The sections of a page in order: which are open, and which are folded below them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Final

import numpy as np

from goanalyze.compare.choices import Basis, Dispute
from goanalyze.compare.comparison import Comparison
from goanalyze.render.dataset_facts import DatasetFacts
from goanalyze.render.game_views import GameViews
from goanalyze.render.model import Cell, Rows, Section
from goanalyze.render.sections.archive_contents import archive_section, unread_section
from goanalyze.render.sections.duplicates import duplicate_section
from goanalyze.render.sections.finding_codes import (
    code_sections,
    error_games,
    error_section,
    finding_section,
)
from goanalyze.render.sections.overview import overview_section
from goanalyze.render.sections.recorded_results import RecordedCounts, recorded_sections
from goanalyze.vocabulary.choices import KomiChoice

_CONTRADICTIONS: Final = 5  # copies with contradicting results that are shown at first

Fold = tuple[str, tuple[Section, ...]]
"""A title and the folded sections below it; with an empty title each section is folded by itself."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """An open section with the folded ones below it."""

    section: Section
    folds: tuple[Fold, ...] = ()


class Chapters:
    """The sections of a page.

    Args:
        facts: the dataset.
    """

    def __init__(self, facts: DatasetFacts) -> None:
        self._facts = facts

    @cached_property
    def views(self) -> GameViews:
        """Games that the page draws."""
        return GameViews(self._facts, ("japanese", "chinese"))

    @cached_property
    def _counts(self) -> RecordedCounts:
        return RecordedCounts(self._facts)

    @cached_property
    def _comparison(self) -> Comparison:
        return Comparison(self._facts.outcomes, self._facts.groups, Basis.COUNTED, KomiChoice.RECORDED)

    @cached_property
    def overview(self) -> Section:
        """The verdict and the six figures."""
        compared = len(self._comparison.common)
        changes = Cell(self._comparison.disputed_count(Dispute.WINNER) if compared else None)
        return overview_section(self._facts, self._counts, changes, compared, "the rulesets in use")

    @cached_property
    def errors(self) -> Section | None:
        """Every error, for print."""
        return error_section(self.views)

    @cached_property
    def viewed(self) -> Rows:
        """Games whose moves the page contains apart from those that it names: errors first, then changed winners."""
        return np.concatenate([error_games(self._facts)])

    @cached_property
    def _chapters(self) -> tuple[Chapter, ...]:
        facts = self._facts
        recorded, *audit = recorded_sections(self._counts)
        unread = unread_section(facts)
        codes = code_sections(self.views)
        meanings = f"What each of the {len(codes)} codes means, with examples"
        return (
            Chapter(finding_section(facts), ((meanings, codes),) if codes else ()),
            Chapter(recorded, (("", tuple(audit)),)),
            Chapter(duplicate_section(facts.copies, "OUT", games=facts.copied_games, contradictions=_CONTRADICTIONS)),
            Chapter(archive_section(facts), (("", (unread,) if unread else ()),)),
        )

    def __iter__(self) -> Iterator[Chapter]:
        return iter(self._chapters)

    @property
    def sections(self) -> Iterator[Section]:
        """Every section, open or folded."""
        for chapter in self._chapters:
            yield chapter.section
            yield from chain.from_iterable(sections for _, sections in chapter.folds)
