"""What the records of games say that tells conventions apart, as arrays, and which convention is about which game."""

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
COLUMNS = ("source", "member", "application", "rules_raw", "komi_raw", "handicap", "handicap_stones", "board_width",
           "board_height", "date")  # fmt: skip
"""Columns of the games table that headers are made of."""


@dataclass(frozen=True, slots=True)
class Coded:
    """A text for each game: `names` are the different ones, `number` int64[games] the place of each game's."""

    number: NDArray[np.int64]
    names: tuple[str, ...]

    @classmethod
    def of(cls, column: pa.ChunkedArray, made: Mapping[str, str] | None = None) -> Coded:
        """Return a column of texts, null as an empty one; `made` gives what is made of some of them."""
        texts = names_in(column)
        made = made or {}
        new = [made.get(text, text) for text in texts] + [""]
        names = tuple(dict.fromkeys(new))
        place = {name: at for at, name in enumerate(names)}
        where = np.array([place[name] for name in new], dtype=np.int64)
        return cls(where[offsets_of(column, texts).astype(np.int64)], names)

    def take(self, rows: NDArray[np.generic]) -> Coded:
        """Return some of the games."""
        return Coded(self.number[rows], self.names)


@dataclass(frozen=True, slots=True)
class Headers:
    """What the records of games say, game by game.

    Attributes:
        source: archive, or folder of a plain file.
        application: the program that wrote it, without its version.
        ruleset: id of the ruleset that RU names, empty for none.
        komi: KM as written.
        board: columns and rows, as ``19×19``; empty where they are not known.
        handicap: int8[games], index of a `HandicapKind`.
        year: int32[games], 0 where it is not known.
    """

    source: Coded
    application: Coded
    ruleset: Coded
    komi: Coded
    board: Coded
    handicap: NDArray[np.int8]
    year: NDArray[np.int32]

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.year)

    @classmethod
    def of(cls, columns: Mapping[str, pa.ChunkedArray]) -> Headers:
        """Return the headers of the games of a table, from its `COLUMNS`."""
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
            application=Coded.of(columns["application"], programs),
            ruleset=Coded.of(columns["rules_raw"], named),
            komi=Coded.of(columns["komi_raw"], komis),
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

    def about(self, header: Header) -> NDArray[np.bool_]:
        """Return which games a convention is about."""
        found = np.ones(len(self), dtype=np.bool_)
        named = (self.application, header.application), (self.ruleset, header.ruleset)
        for coded, wanted in (*named, (self.komi, header.komi), (self.board, header.board)):
            if wanted is not None:
                found &= np.array([name == wanted for name in coded.names], dtype=np.bool_)[coded.number]
        found &= np.array([header.takes_source(name) for name in self.source.names], dtype=np.bool_)[self.source.number]
        if header.handicap is not None:
            found &= self.handicap == header.handicap.index
        if header.years is not None:
            first, last = header.years
            found &= (self.year >= (first or 1)) & (self.year <= (last or 9999))
        return found


def matches(conventions: Sequence[Convention], headers: Headers) -> NDArray[np.int32]:
    """Return for each game the number of the first convention that is about it, int32[games]; −1 for none."""
    number = np.full(len(headers), -1, dtype=np.int32)
    for place, convention in reversed(list(enumerate(conventions))):
        number[headers.about(convention.header)] = place
    return number


def homes(source: pa.ChunkedArray, member: pa.ChunkedArray) -> Coded:
    """Return the archive of each game, and of a game in a plain file the folder.

    Example:
        >>> texts = pa.chunked_array([["go/a.zip", "go/b.sgf"]]), pa.chunked_array([["x.sgf", ""]])
        >>> homes(*texts).names
        ('go/a.zip', 'go')
    """
    sources = names_in(source)
    number = offsets_of(source, sources).astype(np.int64)
    inside = numbers_of(pc.binary_length(member.cast(pa.string()))) != 0
    folders = [str(PurePath(name).parent) for name in sources]
    texts = [*sources, *folders]
    where = np.where(inside, number, number + len(sources))
    used, where = np.unique(where, return_inverse=True)
    names = tuple(dict.fromkeys(texts[place] for place in used.tolist()))
    place = {name: at for at, name in enumerate(names)}
    return Coded(np.array([place[texts[at]] for at in used.tolist()], dtype=np.int64)[where], names)


def program_of(text: str) -> str:
    """Return the program that AP names, without its version.

    Example:
        >>> program_of("CGoban:3"), program_of("SmartGo:0.8.3"), program_of("foxwq")
        ('CGoban', 'SmartGo', 'foxwq')
    """
    return text.partition(":")[0].strip()


def _ruleset_of(text: str) -> str:
    """Return the id of the ruleset that RU names, empty for none."""
    return parse_rules(text).id or ""


def _boards(width: NDArray[np.float64], height: NDArray[np.float64]) -> Coded:
    keys, number = np.unique(np.nan_to_num(width) * 1000 + np.nan_to_num(height), return_inverse=True)
    names = tuple(f"{int(key) // 1000}×{int(key) % 1000}" if key else "" for key in keys)
    return Coded(number.astype(np.int64), names)
