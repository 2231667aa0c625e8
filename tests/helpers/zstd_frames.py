"""Zstandard frames with a checksum, as the program `zstd` writes them; pyarrow leaves it out.

Layouts: RFC 8878, section 3.1.1.1 (frame header), and the specification of XXH64, 0.1.1, section XXH64.
"""

from __future__ import annotations

import struct

import pyarrow as pa

_ALL = 2**64 - 1
_P1, _P2, _P3 = 11400714785074694791, 14029467366897019727, 1609587929392839161
_P4, _P5 = 9650029242287828579, 2870177450012600261


def zstd(data: bytes) -> bytes:
    """Return a frame that holds the data and their checksum."""
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as out:
        out.write(data)
    frame = bytearray(sink.getvalue().to_pybytes())
    frame[4] |= 4  # the flag of the checksum
    return bytes(frame) + struct.pack("<L", xxh64(data) & 0xFFFFFFFF)


def xxh64(data: bytes) -> int:
    """Return the hash with seed 0.

    Example:
        >>> hex(xxh64(b"")), hex(xxh64(b"abc"))
        ('0xef46db3751d8e999', '0x44bc2cf5ad770999')
    """
    lanes = [(_P1 + _P2) & _ALL, _P2, 0, -_P1 & _ALL]
    at = 0
    while at + 32 <= len(data):
        lanes = [_round(lane, word) for lane, word in zip(lanes, struct.unpack_from("<4Q", data, at), strict=True)]
        at += 32
    digest = _P5
    if at:
        digest = sum(_left(lane, by) for lane, by in zip(lanes, (1, 7, 12, 18), strict=True)) & _ALL
        for lane in lanes:
            digest = ((digest ^ _round(0, lane)) * _P1 + _P4) & _ALL
    digest = (digest + len(data)) & _ALL
    while at + 8 <= len(data):
        (word,) = struct.unpack_from("<Q", data, at)
        digest, at = (_left(digest ^ _round(0, word), 27) * _P1 + _P4) & _ALL, at + 8
    if at + 4 <= len(data):
        (word,) = struct.unpack_from("<L", data, at)
        digest, at = (_left(digest ^ (word * _P1 & _ALL), 23) * _P2 + _P3) & _ALL, at + 4
    for byte in data[at:]:
        digest = _left(digest ^ (byte * _P5 & _ALL), 11) * _P1 & _ALL
    digest = (digest ^ digest >> 33) * _P2 & _ALL
    digest = (digest ^ digest >> 29) * _P3 & _ALL
    return digest ^ digest >> 32


def _round(lane: int, word: int) -> int:
    return _left((lane + word * _P2) & _ALL, 31) * _P1 & _ALL


def _left(value: int, by: int) -> int:
    return (value << by | value >> 64 - by) & _ALL
