"""The server that a record is from, as the record names it, and the end of the record that is usual there.

Place (PC), program (AP) and the name of a GIB file are asked, never players, events or comments.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.conventions.choices import RestMode
from goanalyze.conventions.groups import Categories, homes, program_of
from goanalyze.vocabulary.arrow import flags_of, names_in, numbers_of

ORIGIN_COLUMNS: Final = ("source", "member", "place", "application")
"""Columns of the games table that name the origin of a record."""


class _Server(NamedTuple):
    """A server whose records differ from those of others, or have several names.

    Attributes:
        pc_pattern: pattern of PC, in lower case and NFKC.
        ap_pattern: pattern of AP, in lower case and NFKC.
        rest: usual end of the record where no two passes end it.
    """

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
    """Return the server that each record is from, by its place, the format of its file, or its program, in this order.

    Args:
        columns: the `ORIGIN_COLUMNS` of the games table.

    Example:
        >>> texts = {"source": ["a.zip"] * 4, "member": ["1.sgf", "2.sgf", "3.gib", "4.sgf"],
        ...          "place": ["TYGEM", "Tom", "", "Tomioka"], "application": ["", "", "", "foxwq"]}
        >>> origins({name: pa.chunked_array([values]) for name, values in texts.items()}).rest.tolist()
        [0, 0, 0, 1]
    """
    program = Categories.of(
        columns["application"], {text: program_of(text) for text in names_in(columns["application"])}
    )
    home = homes(columns["source"], columns["member"])
    server = _known_servers(columns)
    has_program = np.array([bool(name) for name in program.names], dtype=np.bool_)[program.number]
    other = np.where(has_program, program.number, len(program.names) + home.number) + len(_SERVERS)
    return Origins(np.where(server < 0, other, server), _USUAL_RESTS[server])


def usual_rest(columns: Mapping[str, pa.ChunkedArray]) -> NDArray[np.int8]:
    """Return the index of the `RestMode` that is usual on the server of each record, int8[games].

    Args:
        columns: the `ORIGIN_COLUMNS` of the games table.
    """
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
