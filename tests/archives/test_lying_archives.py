"""Archives that misdescribe themselves: neither memory nor members are lost."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import struct
import tarfile
import tracemalloc
import zipfile
from functools import cache
from typing import TYPE_CHECKING

import pytest
from archives.source_files import source_of
from helpers import archive_files, formats

import goanalyze as ga
from goanalyze import limits
from goanalyze.archives.blobs import Blob, printable
from goanalyze.archives.extents import extents

if TYPE_CHECKING:
    from pathlib import Path

GAMES = [(f"{number}.sgf", f"(;SZ[9]C[{number}])".encode()) for number in range(6)]


def blobs(path: Path) -> list[Blob]:
    """Read a source as a whole, having made sure that its extents say the same."""
    source = source_of(path)
    whole = list(source.blobs())
    assert [blob for part in extents(source, 1) for blob in part.blobs()] == whole
    return whole


def zip_bytes(games: list[tuple[str, bytes]] = GAMES) -> bytearray:
    return bytearray(archive_files.zip_bytes(games, zipfile.ZIP_STORED))


def header(name: str, kind: bytes, size: int) -> bytes:
    """Return a literal tar header with any declared size."""
    info = tarfile.TarInfo(name)
    info.type, info.size = kind, size
    return info.tobuf(tarfile.GNU_FORMAT)


def member(name: str, data: bytes) -> bytes:
    return header(name, tarfile.REGTYPE, len(data)) + data + bytes(-len(data) % 512)


@pytest.mark.parametrize("told", [0, 1, 5])
def test_a_number_of_members_that_is_too_low(tmp_path: Path, told: int) -> None:
    """The directory is read to its end: nothing is hidden by a low count."""
    data = zip_bytes()
    struct.pack_into("<2H", data, data.rindex(b"PK\5\6") + 8, told, told)
    (tmp_path / "a.zip").write_bytes(data)
    assert [(blob.member, blob.data) for blob in blobs(tmp_path / "a.zip")] == GAMES


def test_a_number_of_members_that_is_too_high(tmp_path: Path) -> None:
    """The members that are present are read, and a finding reports that some are missing."""
    data = zip_bytes()
    struct.pack_into("<2H", data, data.rindex(b"PK\5\6") + 8, 9, 9)
    (tmp_path / "a.zip").write_bytes(data)
    found = blobs(tmp_path / "a.zip")
    assert [blob.code for blob in found] == [None] * 6 + ["GO002"]
    assert "the directory ends after 6 of 9 members" in found[-1].message


def test_a_zip_whose_member_says_it_is_smaller(tmp_path: Path) -> None:
    """Only the bytes that the directory declares are unpacked, and any further bytes are damage."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.sgf", bytes(10**6))
        archive.writestr("b.sgf", b"(;)")
    data = bytearray(out.getvalue())
    struct.pack_into("<L", data, data.index(b"PK\1\2") + 24, 10)
    (tmp_path / "a.zip").write_bytes(data)
    found = blobs(tmp_path / "a.zip")
    assert [(blob.member, blob.code) for blob in found] == [("a.sgf", "GO002"), ("b.sgf", None)]
    assert "more bytes than stated" in found[0].message


@pytest.mark.parametrize("kind", [b"L", b"K", b"x", b"g"])
def test_a_tar_header_of_gigabytes_takes_no_memory(tmp_path: Path, kind: bytes) -> None:
    """An absurdly long name or pax header is damage; the members in front of it are read."""
    path = tmp_path / "a.tar"
    path.write_bytes(member(*GAMES[0]) + header("long", kind, 2**30))
    with path.open("ab") as file:
        file.truncate(2**31)  # a hole, so that there is something to be read
    tracemalloc.start()
    found = blobs(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [(blob.member, blob.code) for blob in found] == [("0.sgf", None), ("", "GO002")]
    assert peak < 20 * 2**20


@pytest.mark.parametrize("kind", [b"x", b"L"])
def test_headers_without_end(tmp_path: Path, kind: bytes) -> None:
    """Thousands of headers before a member, each of which makes tarfile call itself, are damage and no crash."""
    body = b"11 path=ab\n" if kind == b"x" else b"ab\0"
    one = header("long", kind, len(body)) + body + bytes(512 - len(body))
    (tmp_path / "a.tar").write_bytes(member(*GAMES[0]) + one * 5_000 + member(*GAMES[1]) + member(*GAMES[2]))
    found = blobs(tmp_path / "a.tar")
    assert [(blob.member, blob.code) for blob in found] == [("0.sgf", None), ("", "GO002")]
    assert "\n" not in found[-1].message


def test_a_damaged_header_in_mid_archive_is_told(tmp_path: Path) -> None:
    """It is not taken for the end of the archive."""
    data = bytearray(b"".join(member(*game) for game in GAMES) + bytes(1024))
    data[1024 + 3] ^= 1
    (tmp_path / "a.tar").write_bytes(data)
    found = blobs(tmp_path / "a.tar")
    assert [(blob.member, blob.code) for blob in found] == [("0.sgf", None), ("", "GO002")]
    assert "damaged from here on: bad checksum" in found[-1].message


def test_a_tar_member_that_is_larger_than_the_archive(tmp_path: Path) -> None:
    """A size beyond the end, or beyond any disk, costs the rest and no memory."""
    for size in (5_000, 2**40, 2**62):
        (tmp_path / "a.tar").write_bytes(member(*GAMES[0]) + header("big.sgf", tarfile.REGTYPE, size) + b"x")
        found = blobs(tmp_path / "a.tar")
        assert found[0].member == "0.sgf"
        assert {blob.code for blob in found[1:]} <= {"GO002", "GO004"}
        assert len(found) > 1


@pytest.mark.parametrize("pax", [True, False])
def test_a_size_below_nothing(tmp_path: Path, pax: bool) -> None:
    """A member that would be read for ever, because the next one is said to be this one, is damage."""
    again = header("again.sgf", tarfile.REGTYPE, 0 if pax else -512)
    if pax:
        body = b"13 size=-512\n"
        again = header("pax", b"x", len(body)) + body + bytes(512 - len(body)) + again
    (tmp_path / "a.tar").write_bytes(member(*GAMES[0]) + again + member(*GAMES[1]))
    found = blobs(tmp_path / "a.tar")
    assert [(blob.member, blob.code) for blob in found] == [("0.sgf", None), ("", "GO002")]


def test_numbers_that_are_none(tmp_path: Path) -> None:
    """A header with a correct checksum but an invalid owner ends the archive, whole or in extents."""
    data = bytearray(b"".join(member(*game) for game in GAMES) + bytes(1024))
    data[1024 + 108 : 1024 + 112] = b"who?"
    head = data[1024 : 1024 + 512]
    data[1024 + 148 : 1024 + 156] = b"%06o\0 " % (sum(head) - sum(head[148:156]) + 256)
    (tmp_path / "a.tar").write_bytes(data)
    found = blobs(tmp_path / "a.tar")
    assert [(blob.member, blob.code) for blob in found] == [("0.sgf", None), ("", "GO002")]


def test_a_sparse_tar_is_read_from_its_beginning(tmp_path: Path) -> None:
    """The stored bytes of a sparse file do not give its size. The archive is one extent."""
    sparse = header("holes.sgf", b"S", 0)
    (tmp_path / "a.tar").write_bytes(member(*GAMES[0]) + sparse + member(*GAMES[1]) + bytes(1024))
    source = source_of(tmp_path / "a.tar")
    assert len(list(extents(source, 1))) == 1
    blobs(tmp_path / "a.tar")


@pytest.mark.parametrize("name", ["棋譜.sgf", "\udcc6\udce5.sgf", "a\\b.sgf", "\x1b[31m.sgf", "=1+1.sgf", "a\nb.sgf"])
def test_names_in_any_encoding_stay_apart(tmp_path: Path, name: str) -> None:
    """Names in a tar, and in a zip by code page 437, are kept as far as they can be; none stops the reading."""
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        for number in range(2):
            info = tarfile.TarInfo(f"{number}{name}")
            info.size = 3
            archive.addfile(info, io.BytesIO(b"(;)"))
    assert [blob.member for blob in blobs(tmp_path / "a.tar")] == [printable(f"{number}{name}") for number in range(2)]
    raw = os.fsencode(name)
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("?" * len(raw), b"(;)")
    data = (tmp_path / "b.zip").read_bytes().replace(b"?" * len(raw), raw)
    (tmp_path / "b.zip").write_bytes(data)
    assert [blob.member for blob in blobs(tmp_path / "b.zip")] == [raw.decode("cp437")]


def test_links(tmp_path: Path) -> None:
    """Links to files are followed, and links to folders that do not contain the link; broken links are reported."""
    home = tmp_path / "in"
    (home / "deep").mkdir(parents=True)
    (home / "deep" / "a.sgf").write_bytes(b"(;)")
    for name, target in {
        "file.sgf": "deep/a.sgf",
        "broken.sgf": "nowhere",
        "loop.sgf": "loop.sgf",
        "up": "..",
        "deep/self": ".",
    }.items():
        (home / name).symlink_to(target)
    (tmp_path / "given").symlink_to("in/deep")
    found = blobs(home)
    assert [(blob.source.rpartition("/")[2], blob.code) for blob in found] == [
        ("broken.sgf", "GO001"),
        ("file.sgf", None),
        ("loop.sgf", "GO001"),
        ("a.sgf", None),
    ]
    assert [blob.data for blob in blobs(tmp_path / "given")] == [b"(;)"]


def test_a_linked_folder_is_read_once_and_last(tmp_path: Path) -> None:
    """Two links to one folder elsewhere, which links back: its files are there once, after those of the one given."""
    home, other = tmp_path / "in", tmp_path / "other"
    for folder, name in ((home, "b.sgf"), (other, "a.sgf")):
        folder.mkdir()
        (folder / name).write_bytes(b"(;)")
    for link, target in ((home / "a", other), (home / "z", other), (other / "back", home)):
        link.symlink_to(target)
    assert [blob.source for blob in blobs(home)] == [str(home / "b.sgf"), str(home / "a" / "a.sgf")]


def tar_bytes(games: list[tuple[str, bytes]]) -> bytes:
    return b"".join(member(*game) for game in games) + bytes(10_240)


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz", "a.tar.xz"])
def test_joined_archives_are_read_to_the_last(tmp_path: Path, name: str) -> None:
    """An archive made by `cat a b c > d` is read as all of its parts."""
    pack = {
        "zip": zip_bytes,
        "tar": tar_bytes,
        "gz": lambda games: gzip.compress(tar_bytes(games)),
        "xz": lambda games: lzma.compress(tar_bytes(games)),
    }[name.rpartition(".")[2]]
    parts = [GAMES[:2], GAMES[2:5], [], GAMES[5:]]
    (tmp_path / name).write_bytes(b"".join(pack(part) for part in parts))
    assert [(blob.member, blob.data, blob.code) for blob in blobs(tmp_path / name)] == [(*game, None) for game in GAMES]


@pytest.mark.parametrize("at_end", [True, False])
@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz", "a.tar.bz2", "a.tar.xz", "a.7z"])
def test_what_stands_beside_an_archive_is_told(tmp_path: Path, name: str, at_end: bool) -> None:
    """All of the archive is read, and one finding reports the other content of the file.

    As `gzip -t` warns of garbage and finds the archive whole. Only zip and 7z may have something before them.
    """
    if name == "a.7z":
        pytest.importorskip("pybit7z", reason="pybit7z is not installed")
    whole = {
        "zip": zip_bytes,
        "tar": lambda: tar_bytes(GAMES),
        "gz": lambda: gzip.compress(tar_bytes(GAMES)),
        "bz2": lambda: bz2.compress(tar_bytes(GAMES)),
        "xz": lambda: lzma.compress(tar_bytes(GAMES)),
        "7z": lambda: formats.seven(GAMES),
    }[name.rpartition(".")[2]]()
    junk = b"something else"
    (tmp_path / name).write_bytes(bytes(whole) + junk if at_end else junk + bytes(whole))
    found = blobs(tmp_path / name)
    if at_end or name in {"a.zip", "a.7z"}:
        assert [(blob.member, blob.data) for blob in found if not blob.code] == GAMES
        assert [blob.code for blob in found if blob.code] == ["GO002"]
    else:
        assert [blob.code for blob in found] == ["GO001"]


@pytest.mark.parametrize(
    "comment", [b"PK\5\6", b"about PK\5\6 and more of it, twenty bytes at least", b"PK\5\6" + bytes(18)]
)
def test_a_comment_that_looks_like_the_end(tmp_path: Path, comment: bytes) -> None:
    """The record that ends a zip is the one whose comment reaches the end of the file."""
    data = zip_bytes()
    struct.pack_into("<H", data, len(data) - 2, len(comment))
    (tmp_path / "a.zip").write_bytes(data + comment)
    assert [(blob.member, blob.data, blob.code) for blob in blobs(tmp_path / "a.zip")] == [
        (*game, None) for game in GAMES
    ]


@pytest.mark.parametrize("name", ["a.zip", "zeros.tar", "folders.zip", "folders.tar", "a.tar.gz", "comment.zip"])
def test_an_archive_without_a_file_has_a_row(tmp_path: Path, name: str) -> None:
    """An archive without members is GO003."""
    empty, folders = io.BytesIO(), io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    with zipfile.ZipFile(folders, "w") as archive:
        archive.writestr("a/", b"")
        archive.writestr("__MACOSX/._a", b"x")
    end = b"PK\5\6" + bytes(16) + struct.pack("<H", 22) + b"PK\5\6" + bytes(18)
    data = {
        "a.zip": empty.getvalue(),
        "zeros.tar": bytes(10_240),
        "folders.zip": folders.getvalue(),
        "folders.tar": header("a/", tarfile.DIRTYPE, 0) + bytes(1024),
        "a.tar.gz": gzip.compress(bytes(10_240)),
        "comment.zip": end,
    }[name]
    (tmp_path / name).write_bytes(data)
    (row,) = ga.check(tmp_path / name).files.to_dict("records")
    assert (row["status"], row["code"], row["message"]) == ("failed", "GO003", "the archive holds no file")


def overlapping(count: int, size: int) -> bytes:
    """Return a zip of one member that its directory lists several times, under other names."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("first.sgf", b"(;)")
        archive.writestr("00.sgf", bytes(size))
    data = out.getvalue()
    begin, end = data.rindex(b"PK\1\2"), data.rindex(b"PK\5\6")
    entry = data[begin:end]
    more = b"".join(entry.replace(b"00.sgf", b"%02d.sgf" % number) for number in range(1, count))
    record = bytearray(data[end:])
    listed = len(data[data.index(b"PK\1\2") : end]) + len(more)
    struct.pack_into("<2HL", record, 8, count + 1, count + 1, listed)
    return data[:end] + more + bytes(record)


def test_members_that_share_bytes_are_unpacked_once(tmp_path: Path) -> None:
    """Of 40 entries on one member of ratio 482 one is `ok`; the others are reported."""
    (tmp_path / "a.zip").write_bytes(overlapping(40, 1_000_000))
    found = blobs(tmp_path / "a.zip")
    assert [(blob.member, blob.code) for blob in found] == [
        ("first.sgf", None),
        ("00.sgf", None),
        *((f"{number:02}.sgf", "GO002") for number in range(1, 40)),
    ]
    assert all("shares bytes with the member at byte" in blob.message for blob in found[2:])


def test_a_member_that_reaches_into_the_next(tmp_path: Path) -> None:
    """The member is refused and its neighbours are read, in any order of the directory."""
    data = zip_bytes()
    at = data.index(b"PK\1\2")
    at = data.index(b"PK\1\2", at + 1)
    for place in (at + 20, at + 24):  # packed and unpacked: stored members of several, seen from the second
        struct.pack_into("<L", data, place, 90)
    (tmp_path / "a.zip").write_bytes(data)
    found = blobs(tmp_path / "a.zip")
    assert [blob.code for blob in found] == [None, "GO002", None, None, None, None]
    entries = [b"PK\1\2" + entry for entry in bytes(data[data.index(b"PK\1\2") : -22]).split(b"PK\1\2")[1:]]
    (tmp_path / "a.zip").write_bytes(data[: data.index(b"PK\1\2")] + b"".join(reversed(entries)) + data[-22:])
    assert [blob.code for blob in blobs(tmp_path / "a.zip")] == [None, None, None, None, "GO002", None]


@cache
def bomb(name: str) -> bytes:
    """Return an archive of thirty members of half a megabyte, packed to next to nothing."""
    members = [(f"{number:02}.sgf", b"(;)" + bytes(2**19 - 3)) for number in range(30)]
    if name != "a.zip":
        return gzip.compress(tar_bytes(members)) if name == "a.tar.gz" else formats.seven(members)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_BZIP2) as archive:
        for one in members:
            archive.writestr(*one)
    return out.getvalue()


@pytest.mark.parametrize("limit", ["MAX_ARCHIVE_RATIO", "MAX_ARCHIVE_BYTES"])
@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz", "a.7z"])
def test_small_members_that_are_a_bomb_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, limit: str
) -> None:
    """No member exceeds a limit but their sum does: unpacking ends at the limit."""
    if name == "a.7z":
        pytest.importorskip("pybit7z", reason="pybit7z is not installed")
    if limit == "MAX_ARCHIVE_BYTES":
        monkeypatch.setattr(limits, "MAX_ARCHIVE_RATIO", 10**9)
        monkeypatch.setattr(limits, limit, 10 * 2**19)
    data = bomb(name)
    (tmp_path / name).write_bytes(data)
    found = blobs(tmp_path / name)
    assert found[-1].code == "GO004"
    most = 500 * len(data) if limit == "MAX_ARCHIVE_RATIO" else limits.MAX_ARCHIVE_BYTES
    assert most - 2**20 < sum(len(blob.data) for blob in found) <= most


def test_a_plain_archive_is_as_large_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stored members have no limit on their sum (`limits.py`)."""
    monkeypatch.setattr(limits, "MAX_ARCHIVE_BYTES", 20)
    for name, data in (("a.zip", bytes(zip_bytes())), ("a.tar", tar_bytes(GAMES))):
        (tmp_path / name).write_bytes(data)
        assert [(blob.member, blob.data) for blob in blobs(tmp_path / name)] == GAMES
