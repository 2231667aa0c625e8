"""The headers of games as arrays, and the convention that covers each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.conventions.choices import HandicapKind
from goanalyze.conventions.convention import Convention, Header
from goanalyze.sgf.values.rules import parse_rules
from goanalyze.vocabulary.arrow import names_in, numbers_of, offsets_of

_ONE, _SEVERAL = 1, 2
COLUMNS = tuple("""
    source member application rules_raw komi_raw handicap handicap_stones board_width board_height date
""".split())  # fmt: skip
"""Columns of the table games that headers are read from."""


@dataclass(frozen=True, slots=True)
class Categories:
    """A text for each game.

    Attributes:
        number: int64[games], index of each game's text in `names`.
        names: the different texts.
    """

    number: NDArray[np.int64]
    names: tuple[str, ...]

    @classmethod
    def of(cls, column: pa.ChunkedArray, replaced: Mapping[str, str] | None = None) -> Categories:
        """Return a column of texts, null as an empty one.

        Args:
            column: column of texts.
            replaced: other texts for some of them.
        """
        texts = names_in(column)
        replaced = replaced or {}
        return cls.numbered([*(replaced.get(text, text) for text in texts), ""], offsets_of(column, texts))

    @classmethod
    def numbered(cls, texts: Sequence[str], number: NDArray[np.integer]) -> Categories:
        """Return the categories of numbered texts, some of which may be equal.

        Args:
            texts: texts.
            number: int[games], index of each game's text.
        """
        names = tuple(dict.fromkeys(texts))
        index = {name: position for position, name in enumerate(names)}
        return cls(np.array([index[text] for text in texts], dtype=np.int64)[number], names)

    def take(self, rows: NDArray[np.generic]) -> Categories:
        """Return some of the games."""
        return Categories(self.number[rows], self.names)


@dataclass(frozen=True, slots=True)
class Headers:
    """The headers of games, one element each.

    Attributes:
        source: archive, or folder of a plain file.
        application: program that wrote the record, without its version.
        ruleset: id of the ruleset that RU names; empty for none.
        komi: KM as written.
        board: columns and rows, as ``19×19``; empty if they are not known.
        handicap: int8[games], index of a `HandicapKind`.
        year: int32[games], year of the game; 0 if it is not known.
    """

    source: Categories
    application: Categories
    ruleset: Categories
    komi: Categories
    board: Categories
    handicap: NDArray[np.int8]
    year: NDArray[np.int32]

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.year)

    @classmethod
    def of(cls, columns: Mapping[str, pa.ChunkedArray]) -> Headers:
        """Return the headers of the games of a table.

        Args:
            columns: the `COLUMNS` of the table.
        """
        programs = {text: program_of(text) for text in names_in(columns["application"])}
        komis = {text: " ".join(text.split()) for text in names_in(columns["komi_raw"])}
        named = {text: _ruleset_of(text) for text in names_in(columns["rules_raw"])}
        stones = np.nan_to_num(numbers_of(columns["handicap_stones"]))
        one = numbers_of(columns["handicap"]) == _ONE
        kind = np.where(stones >= _SEVERAL, HandicapKind.MORE.index, np.where(one, HandicapKind.ONE.index, 0))
        day = numbers_of(columns["date"].cast(pa.int32()))
        year = np.nan_to_num(day).astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970
        return cls(
            source=homes(columns["source"], columns["member"]),
            application=Categories.of(columns["application"], programs),
            ruleset=Categories.of(columns["rules_raw"], named),
            komi=Categories.of(columns["komi_raw"], komis),
            board=_boards(numbers_of(columns["board_width"]), numbers_of(columns["board_height"])),
            handicap=kind.astype(np.int8),
            year=np.where(np.isnan(day), 0, year).astype(np.int32),
        )

    def take(self, rows: NDArray[np.generic]) -> Headers:
        """Return some of the games."""
        return Headers(
            self.source.take(rows), self.application.take(rows), self.ruleset.take(rows), self.komi.take(rows),
            self.board.take(rows), self.handicap[rows], self.year[rows],
        )  # fmt: skip

    def matches(self, header: Header) -> NDArray[np.bool_]:
        """Return True for the games that a header covers, bool[games]."""
        is_match = np.ones(len(self), dtype=np.bool_)
        named = (self.application, header.application), (self.ruleset, header.ruleset)
        for categories, value in (*named, (self.komi, header.komi), (self.board, header.board)):
            if value is not None:
                is_match &= np.array([name == value for name in categories.names], dtype=np.bool_)[categories.number]
        is_match &= np.array([header.has_source(name) for name in self.source.names], dtype=np.bool_)[
            self.source.number
        ]
        if header.handicap is not None:
            is_match &= self.handicap == header.handicap.index
        if header.years is not None:
            first, last = header.years
            is_match &= (self.year >= (first or 1)) & (self.year <= (last or 9999))
        return is_match


def matches(conventions: Sequence[Convention], headers: Headers) -> NDArray[np.int32]:
    """Return the number of the first convention that covers each game, int32[games]; −1 for none."""
    number = np.full(len(headers), -1, dtype=np.int32)
    for index, convention in reversed(list(enumerate(conventions))):
        number[headers.matches(convention.header)] = index
    return number


def homes(source: pa.ChunkedArray, member: pa.ChunkedArray) -> Categories:
    """Return the archive of each game, and of a game in a plain file the folder.

    Example:
        >>> texts = pa.chunked_array([["go/a.zip", "go/b.sgf"]]), pa.chunked_array([["x.sgf", ""]])
        >>> homes(*texts).names
        ('go/a.zip', 'go')
    """
    sources = names_in(source)
    number = offsets_of(source, sources).astype(np.int64)
    is_member = numbers_of(pc.binary_length(member.cast(pa.string()))) != 0
    folders = [str(PurePath(name).parent) for name in sources]
    texts = [*sources, *folders]
    used, index = np.unique(np.where(is_member, number, number + len(sources)), return_inverse=True)
    return Categories.numbered([texts[text] for text in used.tolist()], index)


def program_of(text: str) -> str:
    """Return the program that AP names, without its version.

    Example:
        >>> program_of("CGoban:3"), program_of("SmartGo:0.8.3"), program_of("foxwq")
        ('CGoban', 'SmartGo', 'foxwq')
    """
    return text.partition(":")[0].strip()


def _ruleset_of(text: str) -> str:
    """Return the id of the ruleset that RU names; empty for none."""
    return parse_rules(text).id or ""


def _boards(width: NDArray[np.float64], height: NDArray[np.float64]) -> Categories:
    keys, number = np.unique(np.nan_to_num(width) * 1000 + np.nan_to_num(height), return_inverse=True)
    names = tuple(f"{int(key) // 1000}×{int(key) % 1000}" if key else "" for key in keys)
    return Categories(number.astype(np.int64), names)
