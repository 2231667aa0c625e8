"""Archives in the formats that 7-Zip reads, written byte by byte; 7z itself is written by 7-Zip.

Their contents are stored, or packed by deflate in a CAB: packing is left to 7-Zip, headers are tested here.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Sequence

import pytest

from goanalyze.archives import sevenzip

Members = Sequence[tuple[str, bytes]]


def seven(members: Members, way: str = "Lzma2", *, solid: bool = True, password: str = "", scope: str = "") -> bytes:
    """Return a 7z archive."""
    if not sevenzip.is_installed():
        pytest.skip("pybit7z is not installed")
    library = sevenzip._library()  # first, as it minds the locale
    import pybit7z

    writer = pybit7z.BitArchiveWriter(library, pybit7z.FormatSevenZip)
    writer.set_compression_method(getattr(pybit7z.BitCompressionMethod, way))
    writer.set_solid_mode(solid)
    if password:
        writer.set_password(password, getattr(pybit7z.EncryptionScope, scope))
    for name, data in members:
        writer.add_file(data, name)
    packed: bytes = writer.compress_to()
    return packed


def _rar4_block(kind: int, flags: int, rest: bytes) -> bytes:
    head = struct.pack("<BHH", kind, flags, 7 + len(rest)) + rest
    return struct.pack("<H", zlib.crc32(head) & 0xFFFF) + head


def rar4_member(
    name: bytes, data: bytes, *, size: int | None = None, flags: int = 0, mode: int = 0, system: int = 2
) -> bytes:
    """Return a member of a RAR 1.5 to 4 archive, stored.

    Args:
        name: in any charset, as archivers of the time wrote it.
        data: its bytes.
        size: the declared size, if it is to be wrong.
        flags: 4 for an encrypted one.
        mode: attributes of the system, as Unix has them for a link.
        system: 2 is Windows, 3 is Unix.
    """
    declared = len(data) if size is None else size
    rest = struct.pack("<LLBLLBBHL", len(data), declared, system, zlib.crc32(data), 0x21, 20, 0x30, len(name), mode)
    return _rar4_block(0x74, 0x8000 | flags, rest + name) + data


def rar4(members: Members, charset: str = "gb18030") -> bytes:
    """Return a RAR 1.5 to 4 archive, names in an old charset."""
    return rar4_of(*(rar4_member(name.replace("/", "\\").encode(charset), data) for name, data in members))


def rar4_of(*members: bytes) -> bytes:
    """Return a RAR 1.5 to 4 archive of members as `rar4_member` gives them."""
    return b"Rar!\x1a\x07\0" + _rar4_block(0x73, 0, bytes(6)) + b"".join(members) + _rar4_block(0x7B, 0x4000, b"")


def _vint(number: int) -> bytes:
    out = b""
    while number > 0x7F:
        out, number = out + bytes([number & 0x7F | 0x80]), number >> 7
    return out + bytes([number])


def _rar5_block(*fields: int | bytes) -> bytes:
    head = b"".join(field if isinstance(field, bytes) else _vint(field) for field in fields)
    head = _vint(len(head)) + head
    return struct.pack("<L", zlib.crc32(head)) + head


def _rar5_member(name: str, data: bytes, whole: bytes, flags: int) -> bytes:
    raw = name.encode()
    crc = struct.pack("<L", zlib.crc32(data if flags & 16 else whole))  # of a part that goes on, its own
    return _rar5_block(2, 2 | flags, len(data), 4, len(whole), 0o100644, crc, 0, 1, len(raw), raw) + data


def rar5(members: Members) -> bytes:
    """Return a RAR 5 archive."""
    blocks = [_rar5_block(1, 0, 0), *(_rar5_member(name, data, data, 0) for name, data in members)]
    return b"Rar!\x1a\x07\1\0" + b"".join(blocks) + _rar5_block(5, 0, 0)


def rar5_volumes(members: Members, cut: int) -> tuple[bytes, bytes]:
    """Return a RAR 5 archive in two volumes, the last member cut in two."""
    *others, (name, data) = members
    first = [_rar5_block(1, 0, 1), *(_rar5_member(each, whole, whole, 0) for each, whole in others)]
    first += [_rar5_member(name, data[:cut], data, 16), _rar5_block(5, 0, 1)]
    second = [_rar5_block(1, 0, 3, 1), _rar5_member(name, data[cut:], data, 8), _rar5_block(5, 0, 0)]
    begin = b"Rar!\x1a\x07\1\0"
    return begin + b"".join(first), begin + b"".join(second)


def _crc16(data: bytes) -> int:
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xA001 if crc & 1 else 0)
    return crc


def lzh(members: Members, charset: str = "cp932", size: int | None = None) -> bytes:
    """Return an LZH archive with headers of level 0; `size` is declared for each member if it is to be wrong."""
    out = b""
    for name, data in members:
        raw = name.replace("/", "\\").encode(charset)
        declared = len(data) if size is None else size
        rest = b"-lh0-" + struct.pack("<LLLBBB", len(data), declared, 0x21, 0x20, 0, len(raw)) + raw
        rest += struct.pack("<H", _crc16(data))
        out += bytes([len(rest), sum(rest) & 0xFF]) + rest + data
    return out + b"\0"


def _cab_sum(data: bytes, seed: int) -> int:
    words = len(data) // 4
    for word in struct.unpack(f"<{words}L", data[: words * 4]):
        seed ^= word
    return seed ^ int.from_bytes(data[words * 4 :], "big")


def cab(members: Members, *, deflate: bool = True) -> bytes:
    """Return a CAB archive of one folder, with its members in sequence."""
    names, whole = b"", b"".join(data for _, data in members)
    begin = 0
    for name, data in members:
        names += struct.pack("<LLHHHH", len(data), begin, 0, 0x21, 0, 0x80 | 0x20)  # 0x80: the name is UTF-8
        names += name.replace("/", "\\").encode() + b"\0"
        begin += len(data)
    blocks = []
    for at in range(0, len(whole), 2**15):
        piece = packed = whole[at : at + 2**15]
        if deflate:
            packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=whole[max(0, at - 2**15) : at])
            packed = b"CK" + packer.compress(piece) + packer.flush()
        declared = struct.pack("<HH", len(packed), len(piece))
        blocks.append(struct.pack("<L", _cab_sum(declared, _cab_sum(packed, 0))) + declared + packed)
    at_names, size = 36 + 8, 36 + 8 + len(names) + sum(map(len, blocks))
    head = struct.pack("<4s5L2B5H", b"MSCF", 0, size, 0, at_names, 0, 3, 1, 1, len(members), 0, 0, 0)
    return head + struct.pack("<LHH", at_names + len(names), len(blocks), int(deflate)) + names + b"".join(blocks)


def _both(number: int, form: str) -> bytes:
    return struct.pack("<" + form, number) + struct.pack(">" + form, number)


def _iso_record(name: bytes, sector: int, size: int, *, folder: bool) -> bytes:
    rest = _both(sector, "L") + _both(size, "L") + bytes(7) + bytes([2 * folder, 0, 0]) + _both(1, "H")
    rest += bytes([len(name)]) + name + bytes(1 - len(name) % 2)
    return bytes([len(rest) + 2, 0]) + rest


def iso(members: Members) -> bytes:
    """Return an image of a CD with Joliet's names, all in the root folder."""
    first = 22  # 16 are the system's; two descriptors and an end, two empty path tables, one folder of a sector
    offsets, body = [], b""
    for _, data in members:
        offsets.append(first + len(body) // 2048)
        body += data + bytes(-len(data) % 2048)
    root = _iso_record(b"\0", 21, 2048, folder=True)
    listed = root + _iso_record(b"\1", 21, 2048, folder=True)
    for (name, data), offset in zip(members, offsets, strict=True):
        listed += _iso_record(name.encode("utf-16-be"), offset, len(data), folder=False)
    descriptors = b""
    for kind, mark in ((1, b""), (2, b"%/E")):
        volume = (
            bytes([kind]) + b"CD001\1\0" + bytes(72) + _both(first + len(body) // 2048, "L") + mark.ljust(32, b"\0")
        )
        volume += _both(1, "H") + _both(1, "H") + _both(2048, "H") + _both(10, "L")
        volume += struct.pack("<LL", 19, 0) + struct.pack(">LL", 20, 0) + root
        descriptors += volume.ljust(881, b"\0") + b"\1" + bytes(2048 - 882)
    table = b"\1\0" + struct.pack("<L", 21) + b"\1\0\0\0"
    tables = table.ljust(2048, b"\0") * 2
    return (
        bytes(16 * 2048) + descriptors + (b"\xffCD001\1").ljust(2048, b"\0") + tables + listed.ljust(2048, b"\0") + body
    )


WRITERS: dict[str, Callable[[Members], bytes]] = {"7z": seven, "rar": rar5, "lzh": lzh, "cab": cab, "iso": iso}
"""By the end of the name."""
