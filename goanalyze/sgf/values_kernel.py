"""The kernel that copies property values out of the text. No metadata here."""

from __future__ import annotations

import numpy as np

from goanalyze.vocabulary.kernels import njit

_ESCAPE, _SPACE = ord("\\"), ord(" ")
_NEWLINE, _RETURN = ord("\n"), ord("\r")


@njit(cache=True, nogil=True)
def gather(buffer, spans, out, offsets):
    """Copy one property's value of every game into `out`, as SGF SimpleText (FF[4]).

    A backslash is dropped and the character after it kept; an escaped line end vanishes, any other white space
    becomes a blank. Blanks at both ends are dropped.

    Args:
        buffer: uint8[bytes].
        spans: int32[games, 2]; −1 where the property is absent.
        out: uint8[at least the summed lengths], written.
        offsets: int32[games + 1], written.
    """
    place = 0
    offsets[0] = 0
    for game in range(len(spans)):
        begin = place
        source, stop = spans[game, 0], spans[game, 1]
        while source >= 0 and source < stop:
            byte = buffer[source]
            source += 1
            if byte == _ESCAPE:
                if source >= stop:
                    break
                byte = buffer[source]
                source += 1
                if byte == _NEWLINE or byte == _RETURN:
                    if source < stop and byte + buffer[source] == _NEWLINE + _RETURN:
                        source += 1  # CR LF and LF CR are one line end
                    continue
            if byte == _RETURN and source < stop and buffer[source] == _NEWLINE:
                source += 1
            if 9 <= byte <= 13:
                byte = np.uint8(_SPACE)
            if byte == _SPACE and place == begin:
                continue
            out[place] = byte
            place += 1
        while place > begin and out[place - 1] == _SPACE:
            place -= 1
        offsets[game + 1] = place
