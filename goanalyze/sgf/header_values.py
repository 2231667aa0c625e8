"""Items of a record's header, each from the property of FF[4] or from one that other programs write in its place.

Cyberoro and the Nihon Ki-in write TE, RD, HD and KO for EV, DT, HA and KM; some programs write the komi into GM. A
property in place of another counts where that is absent or empty, before the first move, and only with a value that
reads as the item: FF[4] has a TE and a KO of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.sgf.choices import DatePrecision
from goanalyze.sgf.properties import INFO_INDEX, KO_PROPERTY, PLAY_WHITE
from goanalyze.sgf.values.ranks_dates import parse_date
from goanalyze.sgf.values.rules import komi_in_game
from goanalyze.sgf.values.size_komi_handicap import has_usual_size, parse_handicap, parse_komi
from goanalyze.util.arrow import strings

if TYPE_CHECKING:
    from goanalyze.sgf.records import Records


class HeaderValues(NamedTuple):
    """One item of the header over all games of a chunk: the different texts, and the text of each game.

    Attributes:
        where: int32[games], index into `texts`.
        texts: values; absent and empty are both ``""``.
        names: property of each text.
    """

    where: NDArray[np.int32]
    texts: list[str]
    names: list[str]

    def offset(self, records: Records, game: int) -> int:
        """Return the offset of the value of a game in the buffer, −1 if it is absent."""
        return int(records.tape.info[game, INFO_INDEX[self.names[self.where[game]]], 0])


def _is_event(text: str) -> bool:
    """Return True if a text can be the name of an event: FF[4] has TE for a good move, with the value 1 or 2."""
    return re.search(r"[^\W\d_]{2}", text) is not None


def _is_date(text: str) -> bool:
    """Return True if a text names more of a date than a year: a number of four digits may be anything."""
    date = parse_date(text)
    return date.precision.index > DatePrecision.YEAR.index or (date.iso is not None and len(text.split("/")) == 3)


_ALTERNATIVES: Final[dict[str, tuple[tuple[str, Callable[[str], bool]], ...]]] = {
    "EV": (("TE", _is_event),),
    "DT": (("RD", _is_date),),
    "HA": (("HD", lambda text: parse_handicap(text).stones is not None),),
    "KM": (("KO", lambda text: has_usual_size(parse_komi(text))), ("GM", lambda text: komi_in_game(text) is not None)),
}


def read_header(records: Records, name: str) -> HeaderValues:
    """Return the values of an item of the header."""
    distinct = records.distinct(name)
    header = HeaderValues(distinct.where, distinct.texts, [name] * len(distinct.texts))
    for other, is_item in _ALTERNATIVES.get(name, ()):
        candidate = records.distinct(other)
        accepted = [bool(text) and is_item(text) for text in candidate.texts]
        if not any(accepted):
            continue
        is_missing = np.array([not text.strip() for text in header.texts], dtype=np.bool_)[header.where]
        offset = records.tape.info[:, INFO_INDEX[other], 0]
        taken = is_missing & np.array(accepted, dtype=np.bool_)[candidate.where] & (offset < _first_moves(records))
        if taken.any():
            where = np.where(taken, candidate.where + len(header.texts), header.where).astype(np.int32)
            names = header.names + [other] * len(candidate.texts)
            header = HeaderValues(where, header.texts + candidate.texts, names)
    return header


def _first_moves(records: Records) -> NDArray[np.int64]:
    """Return the offset of the first move of each game, int64[games]; without one that of its end."""
    tape = records.tape
    first = tape.game_span[:, 1].astype(np.int64)
    moves = np.flatnonzero((tape.kind & ~np.uint8(KO_PROPERTY)) <= PLAY_WHITE)
    index = moves.searchsorted(tape.event_start)  # of the first move in `moves`
    has_move = index[:-1] < index[1:]
    first[has_move] = tape.at[moves[index[:-1][has_move]]]
    return first


def raw_column(records: Records, header: HeaderValues) -> pa.StringArray:
    """Return an item of the header as the files have it, with the text of each game from the property that was read."""
    name = header.names[0]
    column = records.as_written(name)
    others = set(header.names) - {name}
    if not others:
        return column
    values = column.to_pylist()
    for other in others:
        is_other = np.array([each == other for each in header.names], dtype=np.bool_)[header.where]
        texts = records.as_written(other).to_pylist()
        for game in np.flatnonzero(is_other).tolist():
            values[game] = texts[game]
    return strings(values)
