"""Archives in archives, compressed files, and files that are not SGF."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest
from archives.source_files import blobs
from helpers import formats
from helpers.archive_files import tar_bytes, zip_bytes
from helpers.member_text import reread

from goanalyze import limits
from goanalyze.archives import sources as archives
from goanalyze.archives.blobs import Blob
from goanalyze.errors import SourceError

if TYPE_CHECKING:
    from pathlib import Path

GAMES = [(f"{number}.sgf", f"(;SZ[9]C[{number}])".encode()) for number in range(3)]


PACKED = {"zip": zip_bytes, "tar": tar_bytes, "tar.gz": lambda members: tar_bytes(members, "w:gz"), **formats.WRITERS}


def outcome(found: list[Blob]) -> list[tuple[str, str | None]]:
    return [(blob.member, blob.code) for blob in found]


@pytest.mark.parametrize("in_memory", [1, 2**20])
@pytest.mark.parametrize("inner", PACKED)
@pytest.mark.parametrize("outer", PACKED)
def test_archives_in_archives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outer: str, inner: str, in_memory: int
) -> None:
    """Members of an archive in an archive are named by both and can be read again; neighbours are read as well."""
    monkeypatch.setattr(archives, "_IN_MEMORY", in_memory)
    if {outer, inner} & formats.WRITERS.keys():
        pytest.importorskip("pybit7z", reason="pybit7z is not installed")
    path = tmp_path / f"a.{outer}"
    path.write_bytes(PACKED[outer]([("a.sgf", b"(;)"), (f"in.{inner}", PACKED[inner](GAMES)), ("y.sgf", b"(;)")]))
    found = blobs(path)
    nested = [(f"in.{inner}!{name}", data) for name, data in GAMES]
    assert [(blob.member, blob.data) for blob in found] == [("a.sgf", b"(;)"), *nested, ("y.sgf", b"(;)")]
    assert all(reread(str(path), blob.member).data == blob.data for blob in found)


def test_marks_in_names_are_written_otherwise(tmp_path: Path) -> None:
    """An exclamation mark in a name does not look like an archive's."""
    path = tmp_path / "a.zip"
    path.write_bytes(zip_bytes([("oh!.zip", zip_bytes([("no!.sgf", b"(;)")])), ("plain!.sgf", b"(;)")]))
    assert outcome(blobs(path)) == [("oh%21.zip!no%21.sgf", None), ("plain!.sgf", None)]
    assert reread(str(path), "oh%21.zip!no%21.sgf").data == b"(;)"


def test_one_level_deep(tmp_path: Path) -> None:
    """An archive in an archive in an archive is GO004, not opened."""
    path = tmp_path / "a.zip"
    path.write_bytes(zip_bytes([("b.zip", zip_bytes([("c.zip", zip_bytes(GAMES)), ("d.sgf", b"(;)")]))]))
    found = blobs(path)
    assert outcome(found) == [("b.zip!c.zip", "GO004"), ("b.zip!d.sgf", None)]
    assert "one level deep" in found[0].message


@pytest.mark.parametrize("outer", ["zip", "tar", "7z"])
def test_a_damaged_archive_in_an_archive(tmp_path: Path, outer: str) -> None:
    """It costs its own members only, and is named; reading one of them again says why not."""
    path = tmp_path / f"a.{outer}"
    path.write_bytes(PACKED[outer]([("b.tar", b"no tar"), ("bad.zip", b"PK no zip"), ("x.sgf", b"(;)")]))
    assert outcome(blobs(path)) == [("b.tar", "GO001"), ("bad.zip", "GO001"), ("x.sgf", None)]
    with pytest.raises(SourceError, match=r"bad\.zip: not a readable zip archive"):
        reread(str(path), "bad.zip!a.sgf")


def test_an_inner_archive_with_wrong_checksum(tmp_path: Path) -> None:
    """An archive that is not as it was packed is GO002, not read."""
    inner = zip_bytes(GAMES)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("in.zip", inner)
    path = tmp_path / "a.zip"
    path.write_bytes(out.getvalue().replace(inner[:40], inner[:39] + b"?", 1))
    assert outcome(blobs(path)) == [("in.zip", "GO002")]


def test_bombs_in_archives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a bomb in an inner archive nor an inner archive that is one is unpacked; nor one that is too large."""
    path = tmp_path / "a.zip"
    path.write_bytes(zip_bytes([("in.zip", zip_bytes([("bomb.sgf", bytes(2**21))])), ("bomb.zip", bytes(2**21))]))
    assert outcome(blobs(path)) == [("in.zip!bomb.sgf", "GO004"), ("bomb.zip", "GO004")]
    monkeypatch.setattr(limits, "MAX_NESTED_BYTES", 10)
    assert outcome(blobs(path)) == [("in.zip", "GO004"), ("bomb.zip", "GO004")]


WAYS = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": lambda data: pa.Codec("zstd").compress(data, asbytes=True),
}


@pytest.mark.parametrize("way", WAYS)
def test_compressed_files(tmp_path: Path, way: str) -> None:
    """A compressed file is the file; in an archive as well."""
    data = b"(;SZ[9]C[x])" * 100
    (tmp_path / f"a.sgf.{way}").write_bytes(WAYS[way](data))
    (tmp_path / "b.zip").write_bytes(zip_bytes([(f"c.sgf.{way}", WAYS[way](data))]))
    assert [(blob.member, blob.data) for blob in blobs(tmp_path)] == [("", data), (f"c.sgf.{way}", data)]
    assert reread(str(tmp_path / f"a.sgf.{way}")).data == data


@pytest.mark.parametrize("way", WAYS)
def test_damaged_and_exploding_compressed_files(tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file cut off is GO001, one that unpacks to too much GO004."""
    (tmp_path / f"a.sgf.{way}").write_bytes(WAYS[way](bytes(range(256)) * 50)[:-9])
    (tmp_path / f"b.sgf.{way}").write_bytes(WAYS[way](bytes(2**22)))
    assert [blob.code for blob in blobs(tmp_path)] == ["GO001", "GO004"]
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", 100)
    (tmp_path / f"b.sgf.{way}").write_bytes(WAYS[way](b"x" * 101))
    assert [blob.code for blob in blobs(tmp_path)][1] == "GO004"


@pytest.mark.parametrize("way", ["gz", "bz2", "xz"])
def test_what_follows_a_compressed_file_is_told(tmp_path: Path, way: str) -> None:
    """As with `gzip -t`, zeros are padding, garbage gives a warning, and the text is whole."""
    for rest, code in ((b"garbage", "GO002"), (bytes(512), None)):
        (tmp_path / "a").write_bytes(WAYS[way](b"(;SZ[9])") + rest)
        assert [(blob.data, blob.code) for blob in blobs(tmp_path)] == [(b"(;SZ[9])", code)]


@pytest.mark.parametrize("cut", range(1, 9))
def test_a_cut_trailer_is_damage(tmp_path: Path, cut: int) -> None:
    """All of the text is present but its checksum is missing: its integrity is unknown."""
    (tmp_path / "a.sgf.gz").write_bytes(gzip.compress(b"(;SZ[9])")[:-cut])
    assert [(blob.data, blob.code) for blob in blobs(tmp_path)] == [(b"", "GO001")]


def test_pieces_of_gzip_one_behind_the_other(tmp_path: Path) -> None:
    """Files packed one by one and put together are read to the end."""
    (tmp_path / "a.sgf.gz").write_bytes(gzip.compress(b"(;C[1])") + gzip.compress(b"(;C[2])"))
    assert [blob.data for blob in blobs(tmp_path)] == [b"(;C[1])(;C[2])"]


def test_a_tar_packed_by_zstandard(tmp_path: Path) -> None:
    """Read as a stream that is cut off, the text in front of the cut is returned."""
    noise = [(name, data + bytes(range(256)) * 3) for name, data in GAMES]
    path = tmp_path / "a.tar.zst"
    whole = pa.Codec("zstd").compress(tar_bytes(noise), asbytes=True)
    path.write_bytes(whole)
    assert [(blob.member, blob.data) for blob in blobs(path)] == noise
    assert reread(str(path), "1.sgf").data == noise[1][1]
    path.write_bytes(whole[: len(whole) // 2])
    assert blobs(path)[-1].code in {"GO001", "GO002"}


@pytest.mark.parametrize(
    ("name", "data", "what"),
    [
        ("a.part", b"Rar!\x1a\x07\x01\x00...", "a RAR archive, though its name"),
        ("a.dat", b"#\x8d-lh5-...", "an LZH archive, though its name"),
        ("a.ca_", b"MSCF\0\0\0\0...", "a CAB archive, though its name"),
        ("a.part", b"7z\xbc\xaf\x27\x1c\0\4...", "a 7z archive, though its name"),
    ],
)
def test_archives_under_other_names_are_named(tmp_path: Path, name: str, data: bytes, what: str) -> None:
    """An archive under another name is GO001 with its real type, also inside an archive."""
    (tmp_path / name).write_bytes(data)
    (tmp_path / "b.zip").write_bytes(zip_bytes([(name, data)]))
    for blob in blobs(tmp_path):
        assert (blob.code, blob.message.startswith(f"is {what}")) == ("GO001", True), blob


@pytest.mark.parametrize(
    "data",
    [
        b"  (;SZ[9])",
        b"hello\r\n19\r\n",
        b"\xef\xbb\xbf(;)",
        b"\\HS in a comment (;)",
        b"",
        b"[Header",
        b"19\n(;GM[1]C[PMABB])",
        b"BZ (;SZ[9])",
    ],
)
def test_what_may_be_sgf_is_left_alone(tmp_path: Path, data: bytes) -> None:
    """Only a certain archive is named as one."""
    (tmp_path / "a.sgf").write_bytes(data)
    assert blobs(tmp_path) == [Blob(str(tmp_path / "a.sgf"), "", data)]
