"""Archives of which one bit is flipped: no game altered by it is in a file that is `ok`, and none is gone unsaid.

A plain tar has no checksums except those of its headers, so that only header bits are flipped.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import random
import tarfile
from typing import TYPE_CHECKING

import pytest
from archives.source_files import source_of
from helpers import formats
from helpers.archive_files import tar_bytes, zip_bytes
from helpers.laws import part
from helpers.zstd_frames import zstd

import goanalyze as ga

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FLIPS = 1_050  # over seven kinds


def games(number: int) -> list[tuple[str, bytes]]:
    """Return games of which none is like another, in every byte of which something is said."""
    drawn = random.Random(number)
    letters = "abcdefghi"
    return [
        (
            f"{each}.sgf",
            b"(;SZ[9]"
            + "".join(f";{'BW'[at % 2]}[{drawn.choice(letters)}{drawn.choice(letters)}]" for at in range(60)).encode()
            + b")",
        )
        for each in range(number)
    ]


def tar(members: list[tuple[str, bytes]]) -> bytes:
    return tar_bytes(members, format=tarfile.USTAR_FORMAT)


KINDS: dict[str, Callable[[list[tuple[str, bytes]]], bytes]] = {
    "a.zip": zip_bytes,
    "a.tar": tar,
    "a.tar.gz": lambda members: gzip.compress(tar(members), mtime=0),
    "a.tar.bz2": lambda members: bz2.compress(tar(members), 1),
    "a.tar.xz": lambda members: lzma.compress(tar(members)),
    "a.tar.zst": lambda members: zstd(tar(members)),
    "a.7z": formats.seven,
    "b.tar.gz": lambda members: b"".join(gzip.compress(tar(members[at : at + 9]), mtime=0) for at in range(0, 40, 9)),
    "b.zip": lambda members: zip_bytes([("in.tar.gz", gzip.compress(tar(members), mtime=0))]),
}
"""One of each, and archives joined and in one another."""


def header_bits(data: bytes) -> list[int]:
    """Return the bits of the headers of a plain tar, as far as they matter: a NUL ends a name."""
    bits, at = [], 0
    while any(data[at : at + 512]):
        bits += range(8 * at, 8 * (at + 512))
        at += 512 + -(-int(data[at + 124 : at + 135], 8) // 512) * 512
    return bits


@pytest.mark.law
@pytest.mark.parametrize("name", KINDS)
def test_no_altered_game_is_ok(tmp_path: Path, name: str) -> None:
    """A record read without a warning is one of the original games. A missing game is reported."""
    if name.endswith(".7z"):
        pytest.importorskip("pybit7z", reason="pybit7z is not installed")
    members = games(40)
    whole, path = KINDS[name](members), tmp_path / name
    known = {data for _, data in members}
    drawn = random.Random(name)
    bits = header_bits(whole) if name == "a.tar" else range(8 * len(whole))
    path.write_bytes(whole)
    source = source_of(path)
    assert sorted(blob.data for blob in source.blobs() if not blob.code) == sorted(known)
    for bit in drawn.sample(bits, part(FLIPS // 7)):
        altered = bytearray(whole)
        altered[bit // 8] ^= 1 << bit % 8
        path.write_bytes(altered)
        found = list(source.blobs())
        certain = [blob.data for blob in found if not blob.code]
        assert known.issuperset(certain), bit
        assert len(certain) == len(members) or any(blob.code for blob in found), bit


def test_files_of_a_damaged_archive_are_partial(tmp_path: Path) -> None:
    """A member read before the damage was detected is `partial`: its row says that it may be altered."""
    members = games(5)
    for name in ("a.tar.gz", "a.tar.bz2"):
        data = bytearray(KINDS[name](members))
        data[-8] ^= 1  # of the checksum, in both
        (tmp_path / name).write_bytes(data)
    tables = ga.check(tmp_path)
    files = tables.files
    whole, inside = files[files.member == ""], files[files.member != ""]
    assert list(whole.code) == ["GO002"] * 2
    assert len(inside) == 2 * len(members)
    assert set(inside.status) == {"partial"}
    assert set(inside.code) == {"GO002"}
    assert inside.message.str.contains("may be altered").all()
    assert tables.game(1).raw_sgf.encode() == members[1][1]  # read again
