"""7z archives: whole and split, packed in every way, locked, damaged and lying."""

from __future__ import annotations

import gc
import io
import random
import sys
import tempfile
from typing import TYPE_CHECKING

import pytest
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st

from goanalyze.archives import ppmd as apart
from goanalyze.archives.reread import read_again
from goanalyze.archives.sources import Blob, Source, find_sources
from goanalyze.archives.spans import extents
from goanalyze.vocabulary import limits

if TYPE_CHECKING:
    from pathlib import Path

py7zr = pytest.importorskip("py7zr", reason="py7zr is not installed")

MEMBERS = [(f"d/名{number}.sgf", f"(;SZ[9]C[{number}];B[aa])".encode() * (1 + number * 7)) for number in range(9)]
WAYS = {
    "LZMA2": [{"id": py7zr.FILTER_LZMA2, "preset": 1}],
    "LZMA": [{"id": py7zr.FILTER_LZMA, "preset": 1}],
    "PPMd": [{"id": py7zr.FILTER_PPMD, "order": 6, "mem": 20}],
    "bzip2": [{"id": py7zr.FILTER_BZIP2}],
    "deflate": [{"id": py7zr.FILTER_DEFLATE}],
    "zstd": [{"id": py7zr.FILTER_ZSTD, "level": 3}],
    "copy": [{"id": py7zr.FILTER_COPY}],
    "BCJ": [{"id": py7zr.FILTER_X86}, {"id": py7zr.FILTER_LZMA2, "preset": 1}],
}


def packed(members: list[tuple[str, bytes]], way: str = "LZMA2", **how: object) -> bytes:
    """Return a 7z archive."""
    out = io.BytesIO()
    with py7zr.SevenZipFile(out, "w", filters=WAYS[way], **how) as archive:
        for name, data in members:
            archive.writestr(data, name)
    return out.getvalue()


def blobs(*paths: Path) -> list[Blob]:
    return [blob for source in find_sources([str(path) for path in paths]) for blob in source.blobs()]


def outcome(found: list[Blob]) -> list[tuple[str, str | None]]:
    return [(blob.member, blob.code) for blob in found]


@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_packing(tmp_path: Path, way: str) -> None:
    """Members come in order, whatever they are packed by; the archive is one extent."""
    path = tmp_path / "a.7z"
    path.write_bytes(packed(MEMBERS, way))
    (source,) = find_sources([str(path)])
    assert list(source.blobs()) == [Blob(str(path), name, data) for name, data in MEMBERS]
    (part,) = extents(source, 1)
    assert list(part.blobs()) == list(source.blobs())


def test_a_split_archive_is_one_source(tmp_path: Path) -> None:
    """The parts that follow ``.7z.001`` belong to it, given one by one, by a pattern or with their folder."""
    whole = packed(MEMBERS)
    step = len(whole) // 3 + 1
    parts = [tmp_path / f"a.7z.{number:03}" for number in (1, 2, 3)]
    for number, path in enumerate(parts):
        path.write_bytes(whole[number * step : number * step + step])
    expected = [Blob(str(parts[0]), name, data) for name, data in MEMBERS]
    assert blobs(tmp_path) == blobs(parts[0]) == blobs(*parts) == expected
    assert read_again(str(parts[0]), MEMBERS[3][0]).data == MEMBERS[3][1]


def test_a_later_part_alone_says_so(tmp_path: Path) -> None:
    """Without its first part, a part of a split archive cannot be read, nor passed over in silence."""
    (tmp_path / "a.7z.002").write_bytes(packed(MEMBERS)[100:])
    (found,) = blobs(tmp_path)
    assert (found.code, found.message) == (
        "GO001",
        f"is a part of a split archive whose first part is not here: {tmp_path / 'a.7z.001'}",
    )


def test_a_missing_part(tmp_path: Path) -> None:
    """A split archive whose last part is missing is damaged, and that is told."""
    whole = packed([("a.sgf", random.Random(1).randbytes(9000))])
    (tmp_path / "a.7z.001").write_bytes(whole[:5000])
    assert [blob.code for blob in blobs(tmp_path)] == ["GO001"]


@pytest.mark.parametrize("header", [True, False])
def test_an_encrypted_archive(tmp_path: Path, header: bool) -> None:
    """Members that need a password are GO002 each; where their names do, too, the archive is."""
    path = tmp_path / "a.7z"
    out = io.BytesIO()
    with py7zr.SevenZipFile(out, "w", password="secret", header_encryption=header) as archive:
        archive.writestr(b"(;)", "a.sgf")
        archive.writestr(b"(;)", "b.sgf")
    path.write_bytes(out.getvalue())
    found = blobs(path)
    assert outcome(found) == ([("", "GO002")] if header else [("a.sgf", "GO002"), ("b.sgf", "GO002")])
    assert all("password" in blob.message for blob in found)


def test_a_damaged_member_costs_those_packed_with_it_only(tmp_path: Path) -> None:
    """A stream is read up to the damage, and other streams are read all the same."""
    path = tmp_path / "a.7z"
    path.write_bytes(packed(MEMBERS[:3], "copy"))
    with py7zr.SevenZipFile(path, "a", filters=WAYS["copy"]) as archive:
        archive.writestr(MEMBERS[3][1], "last.sgf")
    data = path.read_bytes()
    path.write_bytes(data.replace(b"C[1]", b"C[x]", 1))
    found = blobs(path)
    assert outcome(found) == [
        (MEMBERS[0][0], None),
        (MEMBERS[1][0], "GO002"),
        (MEMBERS[2][0], None),
        ("last.sgf", None),
    ]
    assert "Bad CRC-32" in found[1].message


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    """What unpacks to far more than it was is GO004."""
    path = tmp_path / "a.7z"
    path.write_bytes(packed([("a.sgf", b"(;)"), ("bomb.sgf", bytes(2**22))]))
    assert outcome(blobs(path)) == [("a.sgf", None), ("bomb.sgf", "GO004")]


def test_a_member_over_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is skipped, and those after it in the same stream are read."""
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", 100)
    path = tmp_path / "a.7z"
    path.write_bytes(packed([("a.sgf", b"(;)"), ("big.sgf", b"x" * 101), ("c.sgf", b"(;C)")]))
    found = blobs(path)
    assert outcome(found) == [("a.sgf", None), ("big.sgf", "GO004"), ("c.sgf", None)]
    assert found[2].data == b"(;C)"


def test_only_the_member_wanted_is_given(tmp_path: Path) -> None:
    """Those before it in its stream are unpacked and dropped."""
    path = tmp_path / "a.7z"
    path.write_bytes(packed(MEMBERS))
    for name, data in MEMBERS:
        assert read_again(str(path), name).data == data


def test_without_py7zr_the_message_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is named; nothing else is lost."""
    path = tmp_path / "a.7z"
    path.write_bytes(packed(MEMBERS))
    (tmp_path / "b.sgf").write_bytes(b"(;)")
    monkeypatch.setitem(sys.modules, "py7zr", None)
    good, bad = blobs(tmp_path)
    assert good.code is None
    assert (bad.code, "install goanalyze[archives]" in bad.message) == ("GO001", True)


def test_a_crash_in_the_unpacker_costs_its_members_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PPMd is unpacked in another process: when that dies, its stream is damaged, and other streams are read."""
    path = tmp_path / "a.7z"
    path.write_bytes(packed(MEMBERS[:2], "PPMd"))
    for way, name in (("LZMA2", "c.sgf"), ("PPMd", "d.sgf")):
        with py7zr.SevenZipFile(path, "a", filters=WAYS[way]) as archive:
            archive.writestr(b"(;)", name)
    found = blobs(path)
    assert outcome(found) == [(MEMBERS[0][0], None), (MEMBERS[1][0], None), ("c.sgf", None), ("d.sgf", None)]
    answer = apart._answer

    def killed(answers: object) -> tuple[bool, bytes]:
        monkeypatch.setattr(apart, "_answer", answer)  # the first one only
        return answer(io.BytesIO(b"\0\1"))

    monkeypatch.setattr(apart, "_answer", killed)
    found = blobs(path)
    assert outcome(found) == [
        (MEMBERS[0][0], "GO002"), (MEMBERS[1][0], "GO002"), ("c.sgf", None), ("d.sgf", None),
    ]  # fmt: skip
    assert found[0].message == "damaged: the unpacker crashed on it"


def test_a_process_that_dies_is_started_anew(tmp_path: Path) -> None:
    """Streams after the one that ended the process are unpacked by another."""
    unpacker = apart.Unpacker()
    first = unpacker.process()
    first.kill()
    first.wait()
    assert unpacker.process().pid != first.pid
    unpacker.stop()


def test_leaving_a_stream_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Temporary files are removed, whether a stream is read to its end or left."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    path = tmp_path / "a.7z"
    path.write_bytes(packed([("a.sgf", b"(;)"), ("b.sgf", b"(;C[x])" * 10**5)], "PPMd"))
    for members in (["a.sgf"], None):
        assert next(Source("7z", (str(path),)).blobs(members)).data == b"(;)"
    assert len(blobs(path)) == 2
    gc.collect()
    assert list((tmp_path / "tmp").iterdir()) == []


WHOLES = {way: packed(MEMBERS[:4], way) for way in ("LZMA2", "PPMd", "copy")}


@given(way=st.sampled_from(sorted(WHOLES)), data=st.data())
@law(60)
def test_no_damage_raises(tmp_path_factory: pytest.TempPathFactory, way: str, data: st.DataObject) -> None:
    """Whatever bytes are changed or lost, every blob has bytes or a reason of one line."""
    broken = bytearray(WHOLES[way])
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(broken) - 1))
        if data.draw(st.booleans()):
            broken[place] = data.draw(st.integers(0, 255))
        else:
            del broken[place : place + data.draw(st.integers(1, max(1, len(broken) - place - 1)))]
    path = tmp_path_factory.getbasetemp() / "damaged.7z"
    path.write_bytes(broken)
    for blob in Source("7z", (str(path),)).blobs():
        assert blob.code in {None, "GO001", "GO002", "GO004"}
        assert not (blob.code and blob.data)
        assert "\n" not in blob.message
