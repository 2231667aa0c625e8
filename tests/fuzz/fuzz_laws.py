"""Laws for any input: each takes bytes and fails with an `AssertionError` on a violation.

Any other exception is a fault as well. The laws of the whole pipeline are in `fuzz_pipeline`.
"""

from __future__ import annotations

import codecs
import math
from collections.abc import Callable
from datetime import date
from typing import Any, Final

from oracles.compare_sgfmill import Report, _compare_batch
from oracles.trees import main_lines

from goanalyze.archives.blobs import Blob
from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.errors import TreeError
from goanalyze.rules.choices import Winner
from goanalyze.sgf.charset import Text, decode, decode_as, offsets_of
from goanalyze.sgf.charset_detection import Decision
from goanalyze.sgf.charsets import hides_structure, is_stateful
from goanalyze.sgf.choices import DatePrecision, ResultBy
from goanalyze.sgf.properties import KO_PROPERTY, PLAY_WHITE, SYNTAX_CODES, TURN_BLACK
from goanalyze.sgf.records import Records, read_records
from goanalyze.sgf.values.ranks_dates import parse_date, parse_rank
from goanalyze.sgf.values.result import parse_result
from goanalyze.sgf.values.rules import parse_rules
from goanalyze.sgf.values.size_komi_handicap import parse_handicap, parse_komi, parse_size

__all__ = ["charset_law", "reader_law", "tokens_law", "values_law"]

_MESSAGE: Final = 900  # characters; a message is a sentence, for any value
_MARKS: Final = frozenset("()[];")
_PARSERS: Final[tuple[Callable[[str], Any], ...]] = (
    parse_date,
    parse_handicap,
    parse_komi,
    parse_rank,
    parse_result,
    parse_size,
    parse_rules,
)


def values_law(data: bytes) -> None:
    """Every parser gives a value in range, or a code with a sentence, for any text; outer blanks change nothing."""
    text = data.decode("utf-8", errors="replace")
    for parse in _PARSERS:
        value = parse(text)
        assert not value.message or value.message.endswith("."), (parse, value)
        assert len(value.message) <= _MESSAGE, value
        assert value.message.isprintable(), value
        if parse is not parse_rules:
            assert parse(f" {text}\n") == value, (parse, value)
    komi, handicap, rank = parse_komi(text), parse_handicap(text), parse_rank(text)
    assert komi.points is None or (math.isfinite(komi.points) and abs(komi.points) <= 400), komi
    assert handicap.stones is None or 0 <= handicap.stones <= 361, handicap
    assert rank.number is None or -39 <= rank.number <= 19, rank
    size = parse_size(text)
    assert (size.width, size.height) == (0, 0) or (1 <= size.width <= 52 and 1 <= size.height <= 52), size
    day = parse_date(text)
    assert (day.iso is None) == (day.precision is DatePrecision.NONE), day
    assert day.iso is None or 1000 <= date.fromisoformat(day.iso).year <= 2100, day
    _result_law(parse_result(text))


def _result_law(result: Any) -> None:
    """The sign of a margin is that of the winner. A win by 0 is by a rule for ties, and its message says so."""
    if result.margin is None:
        assert result.points is None
        return
    assert result.by in (ResultBy.SCORE, ResultBy.DRAW), result
    sign = {Winner.BLACK: 1, Winner.WHITE: -1, Winner.DRAW: 0}[result.winner]
    if result.margin == 0 and sign:
        assert result.by is ResultBy.SCORE, result
        assert result.message.endswith("by 0 points, as a rule for ties gives."), result
    else:
        assert (result.margin > 0) - (result.margin < 0) == sign, result
    assert (result.points * 4).is_integer(), result


def charset_law(data: bytes) -> Text:
    """Any bytes become UTF-8 by a reported charset, the same on a second reading, and offsets lead back to the file.

    A place leads back exactly when the file from there decodes to the text from there.
    """
    blob = Blob("a.sgf", "", data)
    text = decode(blob, lambda _: Decision("gb18030" if len(data) % 2 else "cp1252"))
    assert text.size == len(data)
    plain = text.data.decode("utf-8")
    assert text.code is None or (text.code in CATALOGUE and text.message.isprintable()), text
    assert -1 <= text.offset <= len(data), text
    assert all(codecs.lookup(name.partition("@")[0]) for name in text.encoding.split()), text
    again = decode_as(blob, text.encoding, text.encoding_source)
    assert again.data == text.data, (text.encoding, text.encoding_source)
    offsets_law(text, plain, data)
    return text


def offsets_law(text: Text, plain: str, data: bytes) -> None:
    """Places of the text lead back to their places in the file."""
    step = max(1, len(plain) // 12)
    places = [*range(0, len(plain), step), len(plain)]
    before, last = 0, 0
    for place in places:
        before += len(plain[last:place].encode())
        last = place
        origin = offsets_of(text).origin(before)
        assert 0 <= origin <= len(data), (origin, text)
        if _is_read_in_context(text):  # a part does not decode alone; ASCII does
            assert (
                not place
                or plain[place : place + 1] not in _MARKS
                or data[origin : origin + 1].decode() == plain[place]
            )
        else:
            rest = data[origin:].decode(text.encoding, errors="replace")
            assert rest == plain[place:], (place, before, origin, text.encoding)


def _is_read_in_context(text: Text) -> bool:
    """Return True if bytes of a file do not decode alone: after escapes, in a further charset, or with a lost half."""
    is_plain = len(text.segments) < 2 and not any(segment.dropped for segment in text.segments)
    return is_stateful(text.encoding) or not is_plain or hides_structure(text.encoding)


def _read(texts: list[Text], most: int = 2000) -> list[Any]:
    """Return the tokens of texts in a form that does not depend on their offsets in the buffer."""
    found = []
    for records in read_records(texts, most):
        for game in range(len(records)):
            _game_law(records, game)
            found.append(_as_said(records, game))
    return found


def _game_law(records: Records, game: int) -> None:
    """Spans on the tape lie inside the game, and contain their values."""
    tape, data = records.tape, records.buffer
    file = int(tape.game_file[game])
    first, last = records.file_start[file : file + 2].tolist()
    begin, end = tape.game_span[game].tolist()
    assert first <= begin < end <= last
    for at, stop in tape.info[game].tolist():
        if at >= 0:
            assert begin < at <= stop <= end, (at, stop, begin, end)
            assert data[at - 1] == ord("[")
            assert stop == last or data[stop] == ord("]")
    events = slice(*tape.event_start[game : game + 2].tolist())
    for kind, xy, at in zip(
        tape.kind[events].tolist(), tape.xy[events].tolist(), tape.at[events].tolist(), strict=True
    ):
        assert begin < at < end
        assert data[at] == ord("[")
        assert 1 <= kind & ~KO_PROPERTY <= 7
        plain = kind & ~KO_PROPERTY
        least = -2 if plain <= PLAY_WHITE else -1 if plain >= TURN_BLACK else 0
        assert least <= min(xy[:2]) and max(xy[:2]) < 52, (plain, xy)
    for code, (at, count) in zip(SYNTAX_CODES, tape.syntax[game].tolist(), strict=True):
        if count:
            assert count > 0
            assert first <= at <= last
            _place_law(code, int(data[at]) if at < last else -1, at, end)


def _place_law(code: str, byte: int, at: int, end: int) -> None:
    if code == "GO302":
        assert at == end
    elif code in ("GO303", "GO305", "GO307", "GO308"):
        assert byte == ord("["), (code, byte)
    elif code in ("GO306", "GO309"):
        assert chr(byte).isalnum(), (code, byte)
    elif code == "GO304":
        assert byte > 32, (code, byte)


def _as_said(records: Records, game: int) -> Any:
    tape = records.tape
    start = int(records.file_start[tape.game_file[game]])
    events = slice(*tape.event_start[game : game + 2].tolist())
    marks = slice(*tape.mark_start[game : game + 2].tolist())
    info = [records.buffer[at:stop].tobytes() if at >= 0 else None for at, stop in tape.info[game].tolist()]
    syntax = [(at - start, count) if count else None for at, count in tape.syntax[game].tolist()]
    return (
        int(records.game_index[game]),
        [place - start for place in tape.game_span[game].tolist()],
        info,
        syntax,
        tape.kind[events].tolist(),
        _points(tape, events),
        tape.mark_kind[marks].tolist(),
        tape.mark_xy[marks].tolist(),
        int(records.width[game]),
        int(records.height[game]),
        int(records.handicap[game]),
    )


def _points(tape: Any, events: slice) -> list[Any]:
    """Return points of events, of plays without the corner that only setup has."""
    return [
        xy if 3 <= kind & ~KO_PROPERTY <= 5 else xy[:2]
        for kind, xy in zip(tape.kind[events].tolist(), tape.xy[events].tolist(), strict=True)
    ]


def _text(data: bytes) -> Text:
    return Text("a.sgf", "", len(data), data, "utf-8", "utf-8")


def tokens_law(data: bytes) -> None:
    """A text is read alike alone, among neighbours, and game by game; and as sgfmill reads it where nothing is odd."""
    data = data.decode("utf-8", errors="replace").encode()
    text, whole = _text(data), _text(b"(;SZ[9];B[aa](;W[bb])(;W[cc]))")
    alone = _read([text])
    neighbour = _read([whole])
    assert _read([text], 1) == alone
    assert _read([whole, text, _text(b""), whole, text]) == neighbour + alone + neighbour + alone
    if alone and not any(any(game[3]) for game in alone) and _is_read_by_sgfmill(data):  # nothing was repaired
        report = Report()
        _compare_batch([text], report)
        assert not report.unexplained(), report.unexplained()


def _is_read_by_sgfmill(data: bytes) -> bool:
    try:
        main_lines(data)
    except TreeError:
        return False
    return True


def reader_law(data: bytes) -> None:
    """Bytes through charset and tokenizer to values, each by its laws."""
    text = charset_law(data)
    tokens_law(text.data)
    for records in read_records([text]):
        for name in ("KM", "RE", "DT", "BR", "HA", "SZ", "RU"):
            for value in records.distinct(name).texts:
                values_law(value.encode())
