"""The sections of a page, open or folded, and the lists of games behind its numbers."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Final

import numpy as np
import pyarrow as pa

from goanalyze.archives.address import Address
from goanalyze.compare.comparison import Comparison, compare
from goanalyze.compare.funnel import funnel
from goanalyze.errors import NoSuchItemError, OptionError
from goanalyze.render.dataset_facts import DatasetFacts
from goanalyze.render.game_views import GameViews
from goanalyze.render.model import Block, Cell, Figure, GameList, Paragraph, Rows, Section
from goanalyze.render.sections.comparison import SECTIONS, Request, comparison_sections
from goanalyze.render.sections.conventions import convention_sections
from goanalyze.render.sections.duplicates import duplicate_section
from goanalyze.render.sections.examples import choose_examples
from goanalyze.render.sections.findings import code_sections, codes_in, error_games, error_section, finding_section
from goanalyze.render.sections.game_lists import funnel_blocks
from goanalyze.render.sections.overview import archive_section, overview_section, unread_section
from goanalyze.render.sections.recorded_results import RecordedCounts, recorded_sections
from goanalyze.util.arrow import names_in, offsets_of
from goanalyze.util.text import cut_text

_PLAIN: Final = {
    "member": "member",
    "index": "game_index",
    "komi": "komi",
    "result": "result_raw",
    "moves": "move_count",
    "findings": "finding_count",
}
_NEEDS_ESCAPE: Final = re.compile(r"[!#@%]|[^\w\s./()\[\],+=~&'-]|[^\S ]")
"""Characters that an address may write otherwise than a path."""
_LEVEL: Final = 6  # 9 takes three times as long for 2% less


class GameLists:
    """The lists of a page; equal lists are stored once."""

    def __init__(self) -> None:
        self._rows: list[Rows] = []
        self._moves: dict[int, Rows] = {}
        self._numbers: dict[tuple[bytes, bytes], int] = {}

    def add(self, rows: Rows, moves: Rows | None = None) -> int:
        """Return the number of a list.

        Args:
            rows: int64[n], rows of the table games.
            moves: int64[n], number of the move that the list is about in each game, −1 for none.
        """
        order = np.argsort(rows, kind="stable")
        games = np.ascontiguousarray(np.asarray(rows, dtype=np.int64)[order])
        at_moves = np.zeros(0, np.int64) if moves is None else np.asarray(moves, dtype=np.int64)[order]
        key = games.tobytes(), at_moves.tobytes()
        if key not in self._numbers:
            self._numbers[key] = len(self._rows)
            self._rows.append(games)
            if (at_moves >= 0).any():
                self._moves[self._numbers[key]] = at_moves
        return self._numbers[key]

    def listed(self, games: int, limit: int) -> Rows:
        """Return the games that the page lists: those of the shortest lists first.

        Args:
            games: number of games of the dataset.
            limit: largest number of games of the page, 0 for all.
        """
        inside = np.zeros(games, dtype=np.bool_)
        remaining = limit or games
        for rows in sorted(self._rows, key=len):
            new = rows[~inside[rows]][:remaining]
            inside[new] = True
            remaining -= len(new)
            if not remaining:
                break
        return np.flatnonzero(inside)

    def steps(self, listed: Rows) -> list[list[int]]:
        """Return every list: its length, and the steps from each listed game to the next, from −1."""
        index = np.full(int(listed[-1]) + 1 if len(listed) else 0, -1, dtype=np.int64)
        index[listed] = np.arange(len(listed))
        packed_lists = []
        for rows in self._rows:
            present = index[rows[rows < len(index)]]
            present = present[present >= 0]
            packed_lists.append([len(rows), *np.diff(present, prepend=-1).tolist()])
        return packed_lists

    def moves(self, listed: Rows) -> dict[int, list[int]]:
        """Return for each list about moves the move in each listed game, −1 for none."""
        return {number: moves[np.isin(self._rows[number], listed)].tolist() for number, moves in self._moves.items()}


def packed(data: object) -> str:
    """Return plain data as JSON, gzip and base64; equal data give equal text."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(gzip.compress(text.encode("utf-8", errors="replace"), _LEVEL, mtime=0)).decode("ascii")


def game_columns(facts: DatasetFacts, listed: Rows, *, with_links: bool) -> dict[str, object]:
    """Return the columns of the listed games for the page's script.

    Args:
        facts: the dataset.
        listed: int64[n], rows of the table games, ascending.
        with_links: True if the page links the files of the sources.
    """
    games, rows = facts.games, pa.array(listed)
    games.read([*_PLAIN.values(), "source", "black_player", "white_player", "date_raw", "date", "board_width"])
    source, names = facts.names(games, "source")
    used, index = np.unique(source[listed], return_inverse=True)
    sources = [names[number] for number in used.tolist()]
    plain = {key: games[name].take(rows).to_pylist() for key, name in _PLAIN.items()}
    players = {
        side: [name and cut_text(name) for name in games[f"{side}_player"].take(rows).to_pylist()]
        for side in ("black", "white")
    }
    width, height = (games[f"board_{side}"].take(rows).to_pylist() for side in ("width", "height"))
    raw_date = games["date_raw"].take(rows).to_pylist()
    confidence = facts.counts["count_confidence"].take(rows).to_pylist()
    day = games["date"].cast(pa.string()).take(rows).to_pylist()
    shown = [facts.short_path(name) for name in sources]
    return {
        "sources": shown,
        "links": [facts.link(name) for name in sources] if with_links else [],
        "source": index.tolist(),
        "written": _unusual_addresses([shown[number] for number in index.tolist()], plain["member"]),
        **plain,
        **players,
        "date": [known or raw or "" for known, raw in zip(day, raw_date, strict=True)],
        "board": [f"{w}×{h}" if w else "" for w, h in zip(width, height, strict=True)],
        **{key: _named(games[name], rows) for key, name in (("ruleset", "ruleset"), ("ended", "ended_by"))},
        "dead": _named(facts.counts["status_source"], rows),
        "sure": [None if sure is None else round(sure, 2) for sure in confidence],
    }


def _unusual_addresses(sources: list[str], members: list[str | None]) -> dict[int, str]:
    pairs = enumerate(zip(sources, members, strict=True))
    return {
        index: Address(source, member or "").file
        for index, (source, member) in pairs
        if _NEEDS_ESCAPE.search(source) or (member and _NEEDS_ESCAPE.search(member))
    }


def _named(column: pa.ChunkedArray, rows: pa.Array) -> dict[str, object]:
    """Return a column of few names: the names, and the index of each value, −1 for none."""
    names = names_in(column)
    return {"names": names, "at": offsets_of(column.take(rows), names).tolist()}


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
    """The sections of a page."""

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
        stages = Section("funnel", "From files to counts", funnel_blocks(funnel(facts)))
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
            Chapter(archive_section(facts), (("", (stages, *([unread] if unread else []))),)),
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
        """Return a chapter of sections of the comparison; folded ones without a block are left out."""
        section = self._compared[key]
        parts = [self._compared[name] for name in folded if self._compared[name].blocks]
        sections = tuple(replace(part, badge="") if part.badge == section.badge else part for part in parts)
        blocks = (*self._figures(plot), *map(self._with_players, section.blocks))
        return Chapter(replace(section, title=title or section.title, blocks=blocks), (("", sections),))

    def _with_players(self, block: Block) -> Block:
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
