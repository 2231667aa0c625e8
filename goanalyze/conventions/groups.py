"""The headers of games as arrays, the convention that covers each game, and the server of each record.

The server determines the usual end of the record. Place (PC), program (AP) and the name of a GIB file identify it,
never players, events or comments.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import PurePath
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.conventions.convention import Convention, HandicapKind, Header, RestMode
from goanalyze.sgf.values.rules import parse_rules
from goanalyze.util.arrow import flags_of, names_in, numbers_of, offsets_of

ORIGIN_COLUMNS: Final = ("source", "member", "place", "application")
"""Columns of the games table that name the origin of a record."""


class _Server(NamedTuple):
    """A server whose records differ from those of others, or have several names."""

    pc_pattern: re.Pattern[str]
    ap_pattern: re.Pattern[str]
    rest: RestMode


_TYGEM: Final = re.compile(r"tygem|타이젬|弈城|奕城|e-?weiqi|東洋囲碁|东洋围棋|東洋圍棋")
_FOX: Final = re.compile(r"foxwq|fox ?(go|weiqi|baduk)|野狐|腾讯围棋|騰訊圍棋|^fox$")
_SERVERS: Final = (
    _Server(_TYGEM, _TYGEM, RestMode.OPEN),
    _Server(  # a name such as Tom Sawyer's is not the portal's
        re.compile(r"^tom([ -]?(go|weiqi|baduk|online|server|net))*$|(?<![a-z0-9_-])tom(\.com|(?=[一-鿿]))"),
        re.compile(r"(?<![a-z0-9_-])tom(\.com|[ -]?(weiqi|go)$|(?=[一-鿿]))"),
        RestMode.OPEN,
    ),
    _Server(_FOX, _FOX, RestMode.PLAYED_OUT),
)
_USUAL_RESTS: Final = np.array([*(each.rest.index for each in _SERVERS), RestMode.PLAYED_OUT.index], dtype=np.int8)
"""Index of the `RestMode` of each server; last, for −1, that of any other."""
_GIB: Final = 0  # the server of that format, Tygem
_GIB_NAME: Final = r"(?i)\.gib(\.(gz|bz2|xz|zst))?$"


class Origins(NamedTuple):
    """The server that each record is from.

    Attributes:
        number: int64[games], equal for records of one server: of a known one, else of one program, else of one archive
            or folder.
        rest: int8[games], index of the `RestMode` that is usual there.
    """

    number: NDArray[np.int64]
    rest: NDArray[np.int8]


def origins(columns: Mapping[str, pa.ChunkedArray]) -> Origins:
    """Return the server of each record, by its place, the format of its file, or its program, in this order."""
    program = Categories.of(
        columns["application"], {text: program_of(text) for text in names_in(columns["application"])}
    )
    home = homes(columns["source"], columns["member"])
    server = _known_servers(columns)
    has_program = np.array([bool(name) for name in program.names], dtype=np.bool_)[program.number]
    other = np.where(has_program, program.number, len(program.names) + home.number) + len(_SERVERS)
    return Origins(np.where(server < 0, other, server), _USUAL_RESTS[server])


def usual_rest(columns: Mapping[str, pa.ChunkedArray]) -> NDArray[np.int8]:
    """Return the index of the `RestMode` that is usual on the server of each record, int8[games]."""
    return _USUAL_RESTS[_known_servers(columns)]


def _known_servers(columns: Mapping[str, pa.ChunkedArray]) -> NDArray[np.int64]:
    """Return the number in `_SERVERS` of the server of each record, int64[games]; −1 for any other."""
    server = _servers_named(columns["place"], [each.pc_pattern for each in _SERVERS])
    server = np.where((server < 0) & _is_gib(columns), _GIB, server)
    by_program = _servers_named(columns["application"], [each.ap_pattern for each in _SERVERS])
    return np.where(server < 0, by_program, server)


def _servers_named(column: pa.ChunkedArray, patterns: Sequence[re.Pattern[str]]) -> NDArray[np.int64]:
    """Return the number of the first pattern that each text of a column matches, int64[games]; −1 for none."""
    coded = Categories.of(column)
    plain = [" ".join(unicodedata.normalize("NFKC", name).lower().split()) for name in coded.names]
    numbers = [next((number for number, each in enumerate(patterns) if each.search(text)), -1) for text in plain]
    return np.array(numbers, dtype=np.int64)[coded.number]


def _is_gib(columns: Mapping[str, pa.ChunkedArray]) -> NDArray[np.bool_]:
    """Return True for each game whose file is named as GIB, the format of Tygem."""
    source, member = (columns[name].cast(pa.string()) for name in ("source", "member"))
    is_member = numbers_of(pc.binary_length(member)) > 0
    by_source, by_member = (flags_of(pc.match_substring_regex(each, _GIB_NAME)) == 1 for each in (source, member))
    is_gib: NDArray[np.bool_] = np.where(is_member, by_member, by_source)
    return is_gib


_ONE, _SEVERAL = 1, 2
COLUMNS = tuple(
    """
    source member application rules_raw komi_raw handicap handicap_stones board_width board_height date
""".split()
)
"""Columns of the table games that headers are read from."""


@dataclass(frozen=True, slots=True)
class Categories:
    """A text for each game."""

    number: NDArray[np.int64]
    names: tuple[str, ...]

    @classmethod
    def of(cls, column: pa.ChunkedArray, replaced: Mapping[str, str] | None = None) -> Categories:
        """Return a column of texts, null as an empty one."""
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

    def take(self, rows: NDArray[np.int64]) -> Categories:
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
        """Return the headers of the games of a table."""
        programs = {text: program_of(text) for text in names_in(columns["application"])}
        komis = {text: " ".join(text.split()) for text in names_in(columns["komi_raw"])}
        named = {text: parse_rules(text).id or "" for text in names_in(columns["rules_raw"])}
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
            board=board_sizes(columns, ""),
            handicap=kind.astype(np.int8),
            year=np.where(np.isnan(day), 0, year).astype(np.int32),
        )

    def take(self, rows: NDArray[np.int64]) -> Headers:
        """Return some of the games."""
        return Headers(*(getattr(self, field.name).take(rows) for field in fields(self)))

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


def board_sizes(columns: Mapping[str, pa.ChunkedArray], missing: str) -> Categories:
    """Return the size of each game's board, as ``19×19``, the smallest first, with a text for unknown sizes."""
    width, height = (np.nan_to_num(numbers_of(columns[f"board_{side}"])) for side in ("width", "height"))
    keys, number = np.unique(width * 1000 + height, return_inverse=True)
    names = tuple(f"{int(key) // 1000}×{int(key) % 1000}" if key else missing for key in keys)
    return Categories(number.astype(np.int64), names)
