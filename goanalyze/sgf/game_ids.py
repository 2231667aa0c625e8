"""The ids of games: keys that join all tables row by row, of which one part is equal for copies."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from goanalyze.sgf.records import Records

_TEXT_BYTES: Final = 12
_ADDRESS_BYTES: Final = 6
TEXT_DIGITS: Final = 2 * _TEXT_BYTES
"""Hexadecimal digits at the beginning of an id that are the hash of the game's text."""


def text_ids(records: Records) -> list[str]:
    """Return the hash of each game's text (BLAKE2b, 96 bits, hex): of 10⁸, two collide with a chance of 10⁻¹³."""
    text: memoryview = records.buffer.data
    spans = records.tape.game_span.tolist()
    return [blake2b(text[first:last], digest_size=_TEXT_BYTES).hexdigest() for first, last in spans]


def game_ids(records: Records) -> list[str]:
    """Return the id of each game: the hash of its text, then that of source, member and number in the file.

    The second part is 48 bits of BLAKE2b. Two games have the same id only if both parts are equal, as in a file that
    the inputs name twice. Runs over the same paths give the same ids.
    """
    text, tape, file, digests = records.buffer.data, records.tape, -1, list[bytes]()
    games = zip(tape.game_file.tolist(), records.game_index.tolist(), tape.game_span.tolist(), strict=True)
    for game_file, index, (first, last) in games:
        if game_file != file:
            file = game_file
            name = f"{records.texts[file].source}\0{records.texts[file].member}\0".encode(errors="surrogatepass")
        digests.append(blake2b(text[first:last], digest_size=_TEXT_BYTES).digest())
        digests.append(blake2b(b"%b%d" % (name, index), digest_size=_ADDRESS_BYTES).digest())
    digits, size = b"".join(digests).hex(), 2 * (_TEXT_BYTES + _ADDRESS_BYTES)
    return [digits[begin : begin + size] for begin in range(0, len(digits), size)]


def text_id(game_id: str) -> str:
    """Return the part of an id that is equal for copies.

    Example:
        >>> text_id("0f5c2d3a9b8e7f6a5b4c3d2e0123456789ab")
        '0f5c2d3a9b8e7f6a5b4c3d2e'
    """
    return game_id[:TEXT_DIGITS]
