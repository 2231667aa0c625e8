"""Offsets of a text in UTF-8, led back to the bytes of the file. No decision about charsets is made here."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

_STEP: Final = 1024  # bytes between the offsets whose origin is remembered
_WITH_ESCAPES: Final = ("iso2022", "hz", "utf-7", "utf-16", "utf-32")  # escapes, byte order marks
_LONGEST: Final = 8  # bytes of a character


class Segment(NamedTuple):
    """A part of a text that was decoded from one charset.

    Attributes:
        begin: offset of its first byte in the text in UTF-8.
        origin: offset of its first byte in the file.
        encoding: Python's name of the charset.
        raw: bytes that were decoded; empty if they are the text's own.
        dropped: offsets in `raw` before each of which one byte of the file was left out, in ascending order.
    """

    begin: int
    origin: int
    encoding: str
    raw: bytes = b""
    dropped: tuple[int, ...] = ()


class Offsets:
    r"""Offsets of one text and their origins in the file.

    Args:
        segments: parts of the text, the first of which begins at 0; empty for a file whose bytes are UTF-8.

    Example:
        >>> Offsets([Segment(0, 0, "gbk", "古[力".encode("gbk"))]).origin(4)
        3
        >>> Offsets([Segment(0, 0, "utf-8", b"a\xe2\x82b")]).origin(4)
        3
    """

    def __init__(self, segments: Sequence[Segment]) -> None:
        self._begins = [segment.begin for segment in segments]
        self._parts = [
            _Utf8Offsets(segment) if segment.encoding == "utf-8" or not segment.raw else _SegmentOffsets(segment)
            for segment in segments
        ]

    def origin(self, offset: int) -> int:
        """Return the offset in the file of a byte of the text; −1 for −1, which means none."""
        if offset < 0 or not self._parts:
            return offset
        number = bisect_right(self._begins, offset) - 1
        return self._parts[number].origin(offset - self._begins[number])


class _Utf8Offsets:
    """Offsets of one segment of UTF-8 and their origins: the same, but where U+FFFD replaces malformed bytes."""

    def __init__(self, segment: Segment) -> None:
        self._origin, self._dropped = segment.origin, segment.dropped
        self._sizes, self._ends = [0], [0]  # up to the end of each malformed part: of the text, and of the bytes
        *parts, _ = _MALFORMED.split(segment.raw.decode("utf-8", _KEEP_SIZES))
        for well_formed, malformed in zip(parts[::2], parts[1::2], strict=True):
            size = len(well_formed.encode())
            self._sizes.append(self._sizes[-1] + size + len("\N{REPLACEMENT CHARACTER}".encode()))
            self._ends.append(self._ends[-1] + size + ord(malformed) - _SIZE_ZERO)

    def origin(self, offset: int) -> int:
        """Return the offset in the file of a byte of the segment."""
        number = bisect_right(self._sizes, offset) - 1
        raw_offset = self._ends[number] + offset - self._sizes[number]
        return self._origin + raw_offset + bisect_right(self._dropped, raw_offset)


_SIZE_ZERO: Final = 0xDC00  # a surrogate, which UTF-8 cannot contain
_MALFORMED: Final = re.compile(f"([{chr(_SIZE_ZERO)}-{chr(_SIZE_ZERO + 4)}])")
_KEEP_SIZES: Final = "goanalyze.sizes"


def _keep_size(error: UnicodeError) -> tuple[str, int]:
    """Return a character that states the number of malformed bytes, and their end: an error handler of codecs."""
    assert isinstance(error, UnicodeDecodeError)
    return chr(_SIZE_ZERO + error.end - error.start), error.end


codecs.register_error(_KEEP_SIZES, _keep_size)


class _SegmentOffsets:
    """Offsets of one segment of another charset and their origins.

    To decode a file of many games from its beginning for each of them would take hours. So the bytes are decoded step
    by step, and the state of the decoder after each step is remembered.
    """

    def __init__(self, segment: Segment) -> None:
        self._segment = segment
        self._decoder = codecs.getincrementaldecoder(segment.encoding)(errors="replace")
        self._has_escapes = codecs.lookup(segment.encoding).name.startswith(_WITH_ESCAPES)
        self._sizes, self._ends, self._states = [0], [0], [self._decoder.getstate()]  # of the text, of bytes

    def origin(self, offset: int) -> int:
        """Return the offset in the file of a byte of the segment."""
        segment = self._segment
        raw_offset = self._raw_offset(offset) if segment.raw else offset
        return segment.origin + raw_offset + bisect_right(segment.dropped, raw_offset)

    def _raw_offset(self, offset: int) -> int:
        raw, sizes, ends = self._segment.raw, self._sizes, self._ends
        while sizes[-1] <= offset and ends[-1] < len(raw):
            text, end = self._read(len(ends) - 1, min(ends[-1] + _STEP, len(raw)))
            sizes.append(sizes[-1] + len(text))
            ends.append(end)
            self._states.append(self._decoder.getstate())
        step = bisect_right(sizes, offset) - 1
        if ends[step] == len(raw):
            return len(raw)
        size = offset - sizes[step]
        if not self._has_escapes and (end := self._encoded_end(step, size)) >= 0:
            return end
        candidates = range(ends[step], ends[step + 1] + 1)
        end = candidates[bisect_right(candidates, size, key=lambda end: len(self._read(step, end)[0])) - 1]
        if len(self._read(step, end)[0]) == size:
            return end - len(self._decoder.getstate()[0])
        rest = self._read(step, end + 1)[0][size:]  # a byte showed that those before it form no character
        encoding, begins = self._segment.encoding, range(end, max(end - _LONGEST, -1), -1)
        return next((n for n in begins if raw[n : end + 1].decode(encoding, "replace").encode() == rest), end)

    def _encoded_end(self, step: int, size: int) -> int:
        """Return the end of the bytes that the text of a step up to a size is encoded to; −1 if they are others."""
        before = self._read(step, self._ends[step + 1])[0][:size].decode("utf-8", "replace")
        end = self._ends[step] + len(before.encode(self._segment.encoding, "replace"))
        if end >= self._ends[step + 1]:
            return -1
        return end if len(self._read(step, end)[0]) == size and not self._decoder.getstate()[0] else -1

    def _read(self, step: int, end: int) -> tuple[bytes, int]:
        """Return the text of the bytes from a step to an end, or to the last one before where the decoder can stop."""
        raw = self._segment.raw
        while True:
            self._decoder.setstate(self._states[step])
            try:
                text = self._decoder.decode(raw[self._ends[step] : end], final=end == len(raw))
                return text.encode("utf-8", errors="replace"), end
            except UnicodeError:  # an escape that does not end
                end -= 1
