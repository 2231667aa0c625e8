"""The sections of a page in order: which are open, and which are folded below them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Final

import numpy as np

from goanalyze.compare.comparison import Comparison, compare
from goanalyze.compare.funnel import funnel
from goanalyze.errors import NoSuchItemError, OptionError
from goanalyze.render.dataset_facts import DatasetFacts
from goanalyze.render.game_views import GameViews
from goanalyze.render.model import Block, Cell, Figure, GameList, Paragraph, Rows, Section
from goanalyze.render.sections.archive_contents import archive_section, unread_section
from goanalyze.render.sections.comparison import SECTIONS, Request, comparison_sections
from goanalyze.render.sections.conventions import convention_sections
from goanalyze.render.sections.duplicates import duplicate_section
from goanalyze.render.sections.examples import choose_examples
from goanalyze.render.sections.finding_codes import code_sections, codes_in, error_games, error_section, finding_section
from goanalyze.render.sections.funnel import funnel_blocks
from goanalyze.render.sections.overview import overview_section
from goanalyze.render.sections.recorded_results import RecordedCounts, recorded_sections

_CONTRADICTIONS: Final = 5  # copies with contradicting results that are shown at first
_GROUPS: Final = 3  # groups of games with equal headers that are listed at first
_ROWS: Final = 8  # of a long table that are shown at first
_LISTED: Final = 10  # games of a list of games to look at
_VIEWED: Final = ("japanese", "chinese")  # rulesets of the counts in the viewer, if they are compared

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
        rulesets = self._comparison.rulesets
        return GameViews(self._facts, [name for name in _VIEWED if name in rulesets] or rulesets[:1])

    @cached_property
    def _counts(self) -> RecordedCounts:
        return RecordedCounts(self._facts)

    @cached_property
    def _comparison(self) -> Comparison:
        return compare(self._facts.tables)

    @cached_property
    def _compared(self) -> dict[str, Section]:
        keys = [kind.key for kind in SECTIONS if kind.key != "funnel"]
        sections = comparison_sections(self._comparison, keys, Request("OUT", _ROWS, _LISTED))
        return {section.key: section for section in sections}

    @cached_property
    def _funnel(self) -> Section:
        return Section("funnel", "From files to counts", funnel_blocks(funnel(self._facts)))

    @cached_property
    def overview(self) -> Section:
        """The verdict and the six figures."""
        answer = self._comparison.answer()
        is_known = len(answer.rulesets) > 1 and answer.winner_games > 0
        changes = Cell(answer.winner_changes if is_known else None)
        rulesets = f"{len(answer.rulesets)} rulesets in use"
        return overview_section(self._facts, self._counts, changes, answer.winner_games if is_known else 0, rulesets)

    @cached_property
    def errors(self) -> Section | None:
        """Every error, for print."""
        return error_section(self.views)

    @cached_property
    def viewed(self) -> Rows:
        """Games whose moves the page contains apart from those that it names: errors first, then changed winners."""
        return np.concatenate([error_games(self._facts), self._comparison.dispute_rows("winner")])

    @cached_property
    def _chapters(self) -> tuple[Chapter, ...]:
        facts = self._facts
        recorded, *audit = recorded_sections(self._counts)
        unread = unread_section(facts)
        chosen = choose_examples(facts, codes_in(facts))
        codes = code_sections(self.views, chosen)
        meanings = f"Meaning of each of the {len(codes)} codes, with examples"
        copies = duplicate_section(facts.copies, "OUT", games=facts.copied_games, contradictions=_CONTRADICTIONS)
        return (
            Chapter(finding_section(facts, chosen), ((meanings, codes),) if codes else ()),
            self._chapter("illegal-moves", "legality"),
            self._chapter(
                "answer",
                *("evidence", "winners", "pairs", "margins", "claims", "games", "others"),
                title="Rulesets compared",
                plot="margins",
            ),
            self._chapter("komi", "results"),
            Chapter(recorded, (("", tuple(audit)),)),
            Chapter(copies),
            self._conventions,
            Chapter(archive_section(facts), (("", (self._funnel, *([unread] if unread else []))),)),
        )

    @property
    def _conventions(self) -> Chapter:
        if self._facts.conventions is None:
            sentence = "Conventions were not searched for: the check was run with --conventions off."
            return Chapter(Section("conventions", "Conventions", (Paragraph(sentence),)))
        is_applied = "conventions" in self._facts.options
        first, *rest = convention_sections(*self._facts.conventions, "OUT", is_applied=is_applied, limit=_GROUPS)
        if not first.note:
            return Chapter(replace(first, title="Conventions"), (("", tuple(rest)),))
        about = Section("conventions", "Conventions", (Paragraph(f"{first.title}: {first.note}."),))
        return Chapter(about, (("", (replace(first, key="convention-groups", note=""), *rest)),))

    def _chapter(self, key: str, *folded: str, title: str = "", plot: str = "") -> Chapter:
        """Return a chapter of sections of the comparison; folded ones without a block are left out.

        Args:
            key: key of the open section.
            folded: keys of the folded sections; their badge is printed if it differs.
            title: title of the open section, its own by default.
            plot: kind of the figure next to it.
        """
        section = self._compared[key]
        parts = [self._compared[name] for name in folded if self._compared[name].blocks]
        sections = tuple(replace(part, badge="") if part.badge == section.badge else part for part in parts)
        blocks = (*self._figures(plot), *map(self._with_players, section.blocks))
        return Chapter(replace(section, title=title or section.title, blocks=blocks), (("", sections),))

    def _with_players(self, block: Block) -> Block:
        """Return a list of games with the players of each; any other block as it is."""
        if not isinstance(block, GameList):
            return block
        games = tuple(
            line if line.players else replace(line, players=" – ".join(self.views.players(line.row)))
            for line in block.games
        )
        return replace(block, games=games)

    def _figures(self, kind: str) -> tuple[Figure, ...]:
        """Return a figure of the comparison; empty without a game to draw."""
        if not kind:
            return ()
        try:
            data = self._comparison.figure(kind)
        except (NoSuchItemError, OptionError):
            return ()
        return (Figure(data.chart, data.title, data.caption),)

    def __iter__(self) -> Iterator[Chapter]:
        return iter(self._chapters)

    @property
    def sections(self) -> Iterator[Section]:
        """Every section, open or folded."""
        for chapter in self._chapters:
            yield chapter.section
            yield from chain.from_iterable(sections for _, sections in chapter.folds)
