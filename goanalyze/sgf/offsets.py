"""Offsets of a text in UTF-8, led back to the bytes of the file as it was. No decision about charsets is made here."""

from __future__ import annotations

import codecs
import re
import threading
from bisect import bisect_right
from typing import Final

_STEP: Final = 4096  # bytes between the places whose origin is remembered
AS_THEY_ARE: Final = ("", "ascii", "utf-8")
"""Charsets whose bytes are UTF-8 already."""
_REPLACED: Final = "\ufffd"
_REPLACED_UTF8: Final = _REPLACED.encode()
_STAND_IN: Final = "\udfff"  # half of a pair, which no charset decodes to: tells our U+FFFD from one in the file
_EITHER: Final = re.compile(f"[{_REPLACED}{_STAND_IN}]")
_HANDLER: Final = "goanalyze.mend"


class _Noted(threading.local):
    """What the error handler has replaced in this thread: it is called by name, so nothing can be handed to it."""

    lengths = bytearray()


_noted = _Noted()


def _mend(error: UnicodeError) -> tuple[str, int]:
    """Replace what is no character, and note how many bytes that was."""
    assert isinstance(error, UnicodeDecodeError)
    _noted.lengths.append(min(error.end - error.start, 255))
    return _STAND_IN, error.end


def is_stateful(encoding: str) -> bool:
    """Return whether the bytes of a character depend on those before it, as in ISO-2022 with its escapes."""
    return encoding.startswith("iso2022")


def decode_mending(data: bytes, encoding: str) -> tuple[str, bytes]:
    r"""Decode bytes as with ``errors="replace"``, and tell how many bytes characters stand for that do not tell it.

    Returns:
        The text, and for each U+FFFD in it, in order, how many bytes of `data` it stands for; for each character of the
        text where the charset `is_stateful`.

    Example:
        >>> decode_mending(b"a\xe2\x82b\xef\xbf\xbd", "utf-8")
        ('a�b�', b'\x02\x03')
        >>> decode_mending(b"a\x1b$B8E\x1b(B]", "iso2022_jp")
        ('a古]', b'\x01\x08\x01')
    """
    if is_stateful(encoding):
        return _decode_by_character(data, encoding)
    codecs.register_error(_HANDLER, _mend)  # the same each time
    _noted.lengths = bytearray()
    text = data.decode(encoding, errors=_HANDLER)
    lengths, _noted.lengths = _noted.lengths, bytearray()
    if _REPLACED not in text:
        return text.replace(_STAND_IN, _REPLACED), bytes(lengths)
    own, noted = len(_REPLACED.encode(encoding)), iter(lengths)
    mended = bytes(own if found[0] == _REPLACED else next(noted) for found in _EITHER.finditer(text))
    return text.replace(_STAND_IN, _REPLACED), mended


def _decode_by_character(data: bytes, encoding: str) -> tuple[str, bytes]:
    """Decode byte by byte. The escape before an ASCII character counts for the character before that, if any."""
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    texts: list[str] = []
    lengths, taken = bytearray(), 0
    for begin in range(0, len(data), _STEP):
        stretch = []
        for byte in data[begin : begin + _STEP]:
            taken += 1
            try:
                characters = decoder.decode(bytes((byte,)))
            except UnicodeError:  # an escape that does not end
                decoder.reset()
                characters = _REPLACED
            if characters:
                _lengthen(lengths, characters, taken)
                stretch.append(characters)
                taken = 0
        texts.append("".join(stretch))
    if rest := decoder.decode(b"", final=True):
        _lengthen(lengths, rest, taken)
    return "".join((*texts, rest)), bytes(lengths)


def _lengthen(lengths: bytearray, characters: str, taken: int) -> None:
    """Share bytes among the characters that came of them: one for each but the first."""
    first = taken - len(characters) + 1
    own = 1 if lengths and characters[0] < "\x80" else first
    if lengths:
        lengths[-1] = min(lengths[-1] + first - own, 255)
    lengths.append(min(own, 255))
    lengths.extend(b"\1" * (len(characters) - 1))


class Offsets:
    """Leads places of one text back to the file.

    A file of many games asks for thousands of places; from its beginning each time that would take hours, so some are
    remembered, brackets or other marks about `_STEP` bytes apart.

    Args:
        data: the text in UTF-8.
        encoding: the charset it was in.
        mended: as `decode_mending` returns it; may be empty where nothing was replaced.
        mark: an ASCII character that there are many of.

    Example:
        >>> Offsets("古[力".encode(), "gbk").origin(4)
        3
    """

    def __init__(self, data: bytes, encoding: str, mended: bytes = b"", mark: bytes = b"[") -> None:
        self._data, self._encoding, self._mended, self._mark = data, encoding, mended, mark
        self._places: list[int] = [0]
        self._origins: list[tuple[int, int]] = [(0, 0)]  # place in the file, and how many of `mended` are before it

    def origin(self, offset: int) -> int:
        """Return where a byte of the text stood in the file; −1, for no place, stays −1."""
        if offset < 0 or (self._encoding in AS_THEY_ARE and not self._mended):
            return offset
        self._remember(offset)
        number = bisect_right(self._places, offset) - 1
        return self._after(number, offset)[0]

    def _remember(self, offset: int) -> None:
        """Remember places up to one."""
        while (place := self._data.find(self._mark, self._places[-1] + _STEP, offset)) >= 0:
            self._origins.append(self._after(len(self._places) - 1, place))
            self._places.append(place)

    def _after(self, number: int, offset: int) -> tuple[int, int]:
        """Return the origin of a place behind a remembered one, and how many of `mended` are before it."""
        begin, (origin, replaced) = self._places[number], self._origins[number]
        if self._mended and is_stateful(self._encoding):
            more = replaced + len(self._data[begin:offset].decode("utf-8", errors="ignore"))
            return origin + sum(self._mended[replaced:more]), more
        if self._encoding == "utf-8":
            more = replaced + self._data.count(_REPLACED_UTF8, begin, offset)
            gained = len(_REPLACED_UTF8) * (more - replaced) - sum(self._mended[replaced:more])
            return origin + offset - begin - gained, more
        parts = self._data[begin:offset].split(_REPLACED_UTF8) if self._mended else [self._data[begin:offset]]
        more = replaced + len(parts) - 1
        return origin + sum(map(self._length, parts)) + sum(self._mended[replaced:more]), more

    def _length(self, part: bytes) -> int:
        """Return how many bytes a stretch of UTF-8 takes in the charset of the file."""
        return len(part.decode("utf-8", errors="ignore").encode(self._encoding, errors="replace")) if part else 0
