"""Zip archives: directories as zipfile reads them, and variants that zipfile does not read."""

from __future__ import annotations

import errno
import io
import tempfile
import warnings
import zipfile
from pathlib import Path

import pytest
from helpers import archive_files
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st

from goanalyze.archives import zip_reader
from goanalyze.archives.blobs import Member, UnreadableError
from goanalyze.archives.sources import source_of
from goanalyze.errors import ResourceError

NAMES = ["a.sgf", "folder/b.sgf", "日本.sgf", "é.sgf", "x" * 300, "PK\1\2.sgf", "a\0b.sgf"]
COMMENTS = [b"", b"plain", b"PK\1\2", b"PK\1\2" + bytes(60)]


def entries(data: bytes) -> list[tuple[object, ...]]:
    """Return the entries as they are read here."""
    return [*zip_reader.read_directory(io.BytesIO(data)).entries]


def expected(data: bytes) -> list[tuple[object, ...]]:
    """Return the entries as zipfile reads them."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [
            (i.filename, i.flag_bits, i.compress_type, i.CRC, i.compress_size, i.file_size, i.header_offset)
            for i in archive.filelist
        ]


@law(60)
@given(
    members=st.lists(
        st.tuples(st.sampled_from(NAMES), st.sampled_from([0, 8, 12, 14]), st.sampled_from(COMMENTS), st.booleans()),
        max_size=8,
    ),
    comment=st.binary(max_size=40).filter(lambda text: b"PK" not in text),  # zipfile itself is misled by that
    before=st.binary(max_size=40),
    block=st.sampled_from([50, 120, 400, 2**20]),
)
def test_entries_are_those_of_zipfile(
    members: list[tuple[str, int, bytes, bool]], comment: bytes, before: bytes, block: int
) -> None:
    """Names, sizes, checksums and offsets agree, for any block limits, names and comments."""
    memory = io.BytesIO()
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of duplicate names
        with zipfile.ZipFile(memory, "w") as archive:
            for name, method, note, is_large in members:
                info = zipfile.ZipInfo("x")
                info.filename, info.comment = name, note
                archive.writestr(info, b"(;)", method)
                if is_large:  # the directory declares it
                    archive.filelist[-1].file_size = 2**32 + 5
            archive.comment = comment
        patch.setattr(zip_reader, "_BLOCK", block)
        data = before + memory.getvalue()
        assert entries(data) == expected(data)


@pytest.mark.parametrize(
    ("offset", "value"),
    [(6, b"\xff"), (9, b"\x08"), (46, b"\xff"), (30, b"\x09")],
    ids=["version", "flag UTF-8", "name", "extra field"],
)
def test_an_entry_that_zipfile_refuses_costs_nothing(offset: int, value: bytes) -> None:
    """A later version, a name that is not UTF-8, a damaged extra field: all members are read."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        for number in range(5):
            info = zipfile.ZipInfo(f"é{number}.sgf")
            info.extra = b"\7\0\5\0abcde"
            archive.writestr(info, b"(;)")
    data = bytearray(memory.getvalue())
    begin = data.index(b"PK\1\2", data.index(b"PK\1\2") + 1)
    if offset == 30:
        begin, offset, value = data.index(b"\7\0\5\0", begin), 2, b"\xff"
    data[begin + offset : begin + offset + 1] = value
    found = entries(bytes(data))
    assert [entry[1:] for entry in found] == [entry[1:] for entry in entries(memory.getvalue())]
    assert [entry[0] for entry in found][2:] == [f"é{number}.sgf" for number in range(2, 5)]


@law(60)
@given(data=st.data())
def test_blobs_of_plain_members_are_those_of_all_members(data: st.DataObject) -> None:
    """For any damage, both ways of unpacking return the same bytes and report the same rest."""
    members = [
        ("a.sgf", b"(;C[" + b"a" * 700 + b"])"),
        ("b.txt", b"(;)"),
        ("c.sgf", b" (;)"),
        ("__MACOSX/d.sgf", b"(;)"),
        ("e\\f.sgf", b"(;)"),
        ("g.sgf", b"(;)"),
        ("é.sgf", b"(;)"),
    ]
    whole = data.draw(
        st.sampled_from([archive_files.zip_bytes(members), archive_files.zip_bytes(members, zipfile.ZIP_STORED)])
    )
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = Path(folder, "a.zip")
        path.write_bytes(archive_files.damage(whole, data) if data.draw(st.booleans()) else whole)
        at_once = list(source_of(str(path)).blobs())
        patch.setattr(zip_reader, "is_plain_record", lambda _: False)
        assert list(source_of(str(path)).blobs()) == at_once


@pytest.mark.slow
def test_more_members_than_the_short_record_can_count() -> None:
    """Beyond 65,535 members the zip64 record says how many there are."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        for number in range(66_000):
            archive.writestr(zipfile.ZipInfo(str(number)), b"")
    assert entries(memory.getvalue()) == expected(memory.getvalue())


@pytest.mark.parametrize("cut", [1, 10, 30])
def test_a_directory_cut_off_is_damage(cut: int) -> None:
    """A directory with fewer entries than stated is damaged behind the members that it has."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        archive.writestr("a.sgf", b"(;)")
        archive.writestr("b.sgf", b"(;)")
    data = memory.getvalue()
    end = data.rindex(b"PK\5\6")
    record = bytearray(data[end:])
    size = int.from_bytes(record[12:16], "little") - cut
    record[12:16] = size.to_bytes(4, "little")
    directory = zip_reader.read_directory(io.BytesIO(data[: end - cut] + record))
    assert [entry[0] for entry in directory.entries] == ["a.sgf"]
    assert directory.damage == "the directory ends after 1 of 2 members"


@pytest.mark.parametrize(("number", "error"), [(errno.ESTALE, ResourceError), (errno.EINVAL, UnreadableError)])
def test_a_place_that_cannot_be_reached(number: int, error: type[Exception]) -> None:
    """A file system that fails does not damage a member; an offset beyond any file does."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("a.sgf", "(;)")

    class Failing(io.BytesIO):
        fails = False

        def seek(self, offset: int, whence: int = 0) -> int:
            if self.fails:
                raise OSError(number, "fails")
            return super().seek(offset, whence)

    file = Failing(data.getvalue())
    (member,) = zip_reader.zip_members(file)
    assert isinstance(member, Member)
    file.fails = True
    with pytest.raises(error, match="fails"):
        list(member.pieces())
