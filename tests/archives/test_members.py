"""Zip and tar archives as sources: every member becomes bytes or a reason, and one bad one costs no other."""

from __future__ import annotations

import os
import random
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest
from archives.source_files import GAME, OTHER, blobs, make_tar, make_zip, outcome
from helpers.archive_files import damage
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st

from goanalyze.archives.blobs import Blob
from goanalyze.archives.sources import Source

METHODS = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
TARS = [
    ("a.tar", "w"),
    ("a.tar.gz", "w:gz"),
    ("a.tgz", "w:gz"),
    ("a.tar.bz2", "w:bz2"),
    ("a.tbz2", "w:bz2"),
    ("a.tar.xz", "w:xz"),
    ("a.txz", "w:xz"),
]
ODD = {
    "../../etc/passwd": GAME,
    "/absolute.sgf": OTHER,
    "a\\b:c*?.sgf": GAME,
    "名 前 =1+1.sgf": OTHER,
    "dir/.hidden.sgf": GAME,
    "twice.sgf": GAME,
}


@pytest.mark.parametrize("method", METHODS)
def test_zip(tmp_path: Path, method: int) -> None:
    """Members come in order, folders and the leavings of macOS and Windows passed over."""
    members = {
        "d/": b"",
        "d/a.sgf": GAME,
        "b.sgf": OTHER,
        "__MACOSX/d/._a.sgf": b"x",
        "d/.DS_Store": b"x",
        "Thumbs.db": b"x",
    }
    path = make_zip(tmp_path / "a.zip", members, method)
    assert blobs(path) == [Blob(str(path), "d/a.sgf", GAME), Blob(str(path), "b.sgf", OTHER)]


def test_links_and_devices_in_a_tar_are_passed_over(tmp_path: Path) -> None:
    """Only plain files of a tar are read. Links, which may lead anywhere, are not reported."""
    path = tmp_path / "a.tar"
    with tarfile.open(path, "w") as archive:
        for name, kind in (
            ("l.sgf", tarfile.SYMTYPE),
            ("h.sgf", tarfile.LNKTYPE),
            ("d", tarfile.DIRTYPE),
            ("c", tarfile.CHRTYPE),
        ):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
    assert outcome(blobs(path)) == [("a.tar", "GO003")]


def test_member_names_are_only_text(tmp_path: Path) -> None:
    """Names that lead out of the archive or hold odd characters are kept as they are; nothing is written anywhere."""
    path = make_zip(tmp_path / "a.zip", ODD)
    assert {blob.member: blob.data for blob in blobs(path)} == ODD
    path = make_tar(tmp_path / "a.tar", ODD, "w")
    assert {blob.member: blob.data for blob in blobs(path)} == ODD
    assert sorted(os.listdir(tmp_path)) == ["a.tar", "a.zip"]


def test_empty_archives(tmp_path: Path) -> None:
    """An archive without members gives a row that says so."""
    make_zip(tmp_path / "a.zip", {})
    make_tar(tmp_path / "b.tar", {}, "w")
    assert outcome(blobs(tmp_path)) == [("a.zip", "GO003"), ("b.tar", "GO003")]


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz", "a.tar.xz", "a.tgz"])
@pytest.mark.parametrize("data", [b"", GAME, b"PK\3\4 no zip", b"\x1f\x8b no gzip"])
def test_an_archive_that_is_none(tmp_path: Path, name: str, data: bytes) -> None:
    """A file whose content contradicts its name is GO001."""
    (tmp_path / name).write_bytes(data)
    assert outcome(blobs(tmp_path)) == [(name, "GO001")]


def test_truncated_zip(tmp_path: Path) -> None:
    """A zip without its directory cannot be read at all: GO001."""
    path = make_zip(tmp_path / "a.zip", {"a.sgf": GAME * 50, "b.sgf": OTHER})
    path.write_bytes(path.read_bytes()[:-30])
    assert outcome(blobs(path)) == [("a.zip", "GO001")]


def test_a_damaged_member_of_a_zip(tmp_path: Path) -> None:
    """A member whose checksum is wrong is GO002; the ones before and after it are read."""
    members = {"a.sgf": GAME, "b.sgf": OTHER, "c.sgf": GAME}
    path = make_zip(tmp_path / "a.zip", members, zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(OTHER, b"(;SZ[9];B[xx])"))
    found = blobs(path)
    assert outcome(found) == [("a.sgf", None), ("b.sgf", "GO002"), ("c.sgf", None)]
    assert [blob.data for blob in found] == [GAME, b"", GAME]


@pytest.mark.parametrize("method", METHODS[1:])
def test_damaged_packing(tmp_path: Path, method: int) -> None:
    """Packed bytes that cannot be unpacked are GO002, for any exception of the method."""
    path = make_zip(tmp_path / "a.zip", {"a.sgf": GAME * 100, "b.sgf": OTHER}, method)
    data = bytearray(path.read_bytes())
    begin = data.index(b"a.sgf") + 5 + (9 if method == zipfile.ZIP_LZMA else 0)
    data[begin : begin + 12] = b"\xff" * 12
    path.write_bytes(data)
    assert outcome(blobs(path)) == [("a.sgf", "GO002"), ("b.sgf", None)]


def test_encrypted_member(tmp_path: Path) -> None:
    """A member that needs a password is GO002."""
    path = make_zip(tmp_path / "a.zip", {"a.sgf": GAME, "b.sgf": OTHER}, zipfile.ZIP_STORED)
    data = bytearray(path.read_bytes())
    for mark, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):  # flag bit 0 of the local and of the central header
        data[data.index(mark) + offset] |= 1
    path.write_bytes(data)
    found = blobs(path)
    assert outcome(found) == [("a.sgf", "GO002"), ("b.sgf", None)]
    assert "password" in found[0].message


@pytest.mark.parametrize("offset", [1, 2**62, 2**63 + 5, 2**64 - 1])
def test_a_member_that_is_not_where_the_directory_says(tmp_path: Path, offset: int) -> None:
    """A place that is wrong, or beyond any file, costs one member."""
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a.sgf", GAME)
        archive.writestr("b.sgf", OTHER)
        archive.filelist[0].header_offset = offset
    found = blobs(tmp_path / "a.zip")
    assert outcome(found) == [("a.sgf", "GO002"), ("b.sgf", None)]
    assert found[1].data == OTHER


@pytest.mark.parametrize("packed", [0, 1, 0xF0000000])
def test_a_packed_size_that_is_wrong(tmp_path: Path, packed: int) -> None:
    """Neither memory nor the following members depend on the declared size of the packed bytes."""
    path = make_zip(tmp_path / "a.zip", {"a.sgf": GAME, "b.sgf": OTHER})
    data = bytearray(path.read_bytes())
    place = data.index(b"PK\1\2") + 20
    data[place : place + 4] = packed.to_bytes(4, "little")
    path.write_bytes(data)
    first, second = blobs(path)
    assert (first.data, first.code) in {(GAME, None), (b"", "GO002")}
    assert (second.data, second.code) == (OTHER, None)


def test_unknown_packing(tmp_path: Path) -> None:
    """A method of packing that Python does not know is GO002."""
    path = make_zip(tmp_path / "a.zip", {"a.sgf": GAME, "b.sgf": OTHER}, zipfile.ZIP_STORED)
    data = bytearray(path.read_bytes())
    for mark, offset in ((b"PK\3\4", 8), (b"PK\1\2", 10)):
        place = data.index(mark) + offset
        data[place : place + 2] = struct.pack("<H", 98)  # PPMd
    path.write_bytes(data)
    assert outcome(blobs(path)) == [("a.sgf", "GO002"), ("b.sgf", None)]


def test_zip_bomb(tmp_path: Path) -> None:
    """A member that grows more than 500-fold is not unpacked; neighbours are read."""
    path = make_zip(tmp_path / "a.zip", {"a.sgf": GAME, "bomb.sgf": bytes(2**21), "c.sgf": OTHER})
    found = blobs(path)
    assert outcome(found) == [("a.sgf", None), ("bomb.sgf", "GO004"), ("c.sgf", None)]
    assert "2,097,152" in found[1].message


def test_small_members_may_be_packed_well(tmp_path: Path) -> None:
    """Below a megabyte the ratio is not limited."""
    assert outcome(blobs(make_zip(tmp_path / "a.zip", {"a.sgf": b" " * 2**20}))) == [("a.sgf", None)]


@pytest.mark.parametrize(("name", "mode"), TARS[1:])
def test_tar_bomb(tmp_path: Path, name: str, mode: str) -> None:
    """A tar whose members together grow more than 500-fold is read no further.

    Its checksum is not reached, so that the members in front of the limit are uncertain.
    """
    members = {"a.sgf": GAME, "bomb.sgf": bytes(2**22), "c.sgf": OTHER}
    found = blobs(make_tar(tmp_path / name, members, mode))
    assert outcome(found) == [("a.sgf", "GO002"), ("bomb.sgf", "GO004")]
    assert found[0].data == GAME


def test_tar_bomb_in_pieces(tmp_path: Path) -> None:
    """Many members that are small each are a bomb together."""
    members = {f"{number:02}.sgf": bytes(2**19) for number in range(20)}
    found = blobs(make_tar(tmp_path / "a.tar.gz", members, "w:gz"))
    assert [blob.code for blob in found] == ["GO002"] * (len(found) - 1) + ["GO004"]
    assert len(found) < 20


@pytest.mark.parametrize(("name", "mode"), [TARS[0], TARS[1], TARS[3], TARS[5]])
def test_truncated_tar(tmp_path: Path, name: str, mode: str) -> None:
    """Members in front of the cut are read, with a doubt if they are packed; then one GO002 follows."""
    noise = random.Random(1).randbytes(1_000_000 if mode == "w:bz2" else 100_000)  # more than a block of bzip2
    path = make_tar(tmp_path / name, {"a.sgf": GAME, "b.sgf": noise, "c.sgf": noise[::-1], "d.sgf": OTHER}, mode)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 3 // 4])
    found = blobs(path)
    complete = [blob for blob in found if blob.data]
    assert [blob.code for blob in found] == ["GO002" if ":" in mode else None] * len(complete) + ["GO002"]
    assert [(blob.member, blob.data) for blob in complete][:1] == [("a.sgf", GAME)]
    assert "d.sgf" not in [blob.member for blob in complete]


ARCHIVES = [("zip", method) for method in METHODS] + [("tar", mode) for mode in ("w", "w:gz", "w:bz2", "w:xz")]


@pytest.fixture(scope="module", params=ARCHIVES, ids=lambda archive: f"{archive[0]} {archive[1]}")
def archive(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, bytes]:
    """Return the kind, a path and the bytes of a small archive of each kind."""
    kind, how = request.param
    path = tmp_path_factory.mktemp("archive") / f"a.{kind}"
    members = {f"é{number}.sgf": GAME * 20 for number in range(3)}
    (make_zip if kind == "zip" else make_tar)(path, members, how)
    return kind, path, path.read_bytes()


@given(data=st.data())
@law(60)
def test_no_damage_raises(archive: tuple[str, Path, bytes], data: st.DataObject) -> None:
    """After any change or loss of bytes, each blob has bytes, a reason, or both and an integrity warning."""
    kind, path, whole = archive
    path.write_bytes(damage(whole, data))
    source = Source(kind, (str(path),))
    for blob in source.blobs():
        assert blob.code in {None, "GO001", "GO002", "GO003", "GO004"}
        assert not blob.data or blob.code in {None, "GO002"}
        assert bool(blob.code) == bool(blob.message)
