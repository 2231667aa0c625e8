"""Zip directories walked entry by entry, against zipfile."""

from __future__ import annotations

import errno
import io
import tempfile
import warnings
import zipfile
from pathlib import Path

import pytest
from helpers import packed
from helpers.laws import law
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from goanalyze.archives import zip_directory, zipped
from goanalyze.archives.members import WHOLE, Span, UnreadableError
from goanalyze.archives.sources import source_of
from goanalyze.errors import ResourceError

NAMES = ["a.sgf", "folder/b.sgf", "日本.sgf", "é.sgf", "a.sgf", "x" * 300]


def listed(path: Path) -> list[tuple[object, ...]]:
    """Return the entries as walked here."""
    with path.open("rb", buffering=0) as file:
        found = zip_directory.directories(file)
        return [row[:-1] for some in zip_directory.entries(file, found) for row in zip(*some, strict=True)]


def expected(path: Path) -> list[tuple[object, ...]]:
    """Return the same by zipfile."""
    with zipfile.ZipFile(path) as archive:
        return [(i.filename, i.flag_bits, i.compress_type, i.CRC, i.compress_size, i.file_size, i.header_offset)
                for i in archive.filelist]  # fmt: skip


@pytest.mark.filterwarnings("ignore:Duplicate name")
@law(40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    members=st.lists(
        st.tuples(st.sampled_from(NAMES), st.binary(max_size=300), st.sampled_from([0, 8, 12, 14])), max_size=6
    ),
    comment=st.binary(max_size=40).filter(lambda text: b"PK" not in text),  # zipfile itself is misled by that
    before=st.binary(max_size=40),
)
def test_entries_are_those_of_zipfile(
    tmp_path: Path, members: list[tuple[str, bytes, int]], comment: bytes, before: bytes
) -> None:
    """Names, sizes, checksums and places agree, with a comment after and other bytes before the archive."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        for name, data, method in members:
            archive.writestr(name, data, method)
        archive.comment = comment
    path = tmp_path / "a.zip"
    path.write_bytes(before + memory.getvalue())
    assert listed(path) == expected(path)


@law(60)
@given(
    members=st.lists(st.tuples(st.sampled_from([*NAMES, "PK\1\2.sgf", "a\0b.sgf"]), st.booleans()), max_size=8),
    comments=st.lists(st.sampled_from([b"", b"plain", b"PK\1\2", b"PK\1\2" + b"\0" * 60]), min_size=8, max_size=8),
    span=st.tuples(st.integers(0, 8), st.none() | st.integers(1, 8)),
    block=st.sampled_from([50, 120, 400, 2**20]),
    before=st.sampled_from([0, 7]),
)
def test_entries_taken_together_are_those_taken_one_by_one(
    members: list[tuple[str, bool]], comments: list[bytes], span: tuple[int, int | None], block: int, before: int
) -> None:
    """Marks within names and comments, values in extra fields, ends of blocks: what is odd is taken one by one."""
    memory = io.BytesIO(b"x" * before)
    memory.seek(before)
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names given twice
        with zipfile.ZipFile(memory, "w") as archive:
            for (name, is_large), comment in zip(members, comments, strict=False):
                info = zipfile.ZipInfo("x")
                info.filename, info.comment = name, comment
                archive.writestr(info, b"(;)")
                if is_large:  # the directory says so, whatever follows
                    archive.filelist[-1].file_size = 2**32 + 5
        patch.setattr(zip_directory, "_BLOCK", block)
        patch.setattr(zip_directory, "_FIRST_BLOCK", block)
        (found,) = zip_directory.directories(memory)
        rows = rows_of(memory, found, WHOLE)
        first = min(span[0], len(rows))
        stop = span[1] if span[1] is None else first + span[1]
        wanted = Span(first, stop, rows[first].place if first < len(rows) else found.at + found.size)
        together = rows_of(memory, found, wanted)
        patch.setattr(zip_directory, "_regular", lambda *_: (zip_directory.Entries(*([] for _ in range(8))), 0))
        assert rows_of(memory, found, wanted) == together == rows[first:stop]
        assert rows_of(memory, found, WHOLE) == rows


def rows_of(file: io.BytesIO, found: zip_directory.Directory, span: Span) -> list[zip_directory.Entry]:
    """Return the entries of a directory one by one."""
    return [zip_directory.Entry(*row) for some in zip_directory.entries(file, [found], span)
            for row in zip(*some, strict=True)]  # fmt: skip


@law(60)
@given(data=st.data())
def test_blobs_of_plain_members_are_those_of_all_members(data: st.DataObject) -> None:
    """Whatever is damaged: what is unpacked at once is what is unpacked otherwise, and the rest is told alike."""
    members = [("a.sgf", b"(;C[" + b"a" * 700 + b"])"), ("b.txt", b"(;)"), ("c.sgf", b" (;)"),
               ("__MACOSX/d.sgf", b"(;)"), ("e\\f.sgf", b"(;)"), ("g.sgf", b"(;)"), ("é.sgf", b"(;)")]  # fmt: skip
    whole = data.draw(st.sampled_from([packed.zipped(members), packed.zipped(members, zipfile.ZIP_STORED)]))
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = Path(folder, "a.zip")
        path.write_bytes(packed.damaged(whole, data) if data.draw(st.booleans()) else whole)
        at_once = list(source_of(str(path)).blobs())
        patch.setattr(zipped, "plainly_records", lambda names: [False] * len(names))
        assert list(source_of(str(path)).blobs()) == at_once


@pytest.mark.slow
def test_more_members_than_the_short_record_can_count(tmp_path: Path) -> None:
    """Beyond 65,535 members the zip64 record says how many there are."""
    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(66_000):
            archive.writestr(zipfile.ZipInfo(str(number)), b"")
    assert listed(path) == expected(path)


def test_sizes_in_the_extra_field() -> None:
    """Values that do not fit in 32 bits are taken from the zip64 extra field, in its order, others are left."""
    extra = (7).to_bytes(2, "little") + (1).to_bytes(2, "little") + b"x"
    extra += (
        (1).to_bytes(2, "little")
        + (16).to_bytes(2, "little")
        + (2**33).to_bytes(8, "little")
        + (9).to_bytes(8, "little")
    )
    assert zip_directory._zip64(extra, [0xFFFFFFFF, 5, 0xFFFFFFFF]) == [2**33, 5, 9]


@pytest.mark.parametrize("cut", [1, 10, 30])
def test_a_directory_cut_off_is_damage(tmp_path: Path, cut: int) -> None:
    """A directory shorter than it says is told as damage after the members that are there."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        archive.writestr("a.sgf", b"(;)")
        archive.writestr("b.sgf", b"(;)")
    data = memory.getvalue()
    end = data.rindex(b"PK\5\6")
    record = bytearray(data[end:])
    size = int.from_bytes(record[12:16], "little") - cut
    record[12:16] = size.to_bytes(4, "little")
    path = tmp_path / "a.zip"
    path.write_bytes(data[: end - cut] + record)
    with path.open("rb", buffering=0) as file, pytest.raises(zipfile.BadZipFile, match="1 of 2 members"):
        list(zip_directory.entries(file, zip_directory.directories(file)))


@pytest.mark.parametrize(("number", "error"), [(errno.ESTALE, ResourceError), (errno.EINVAL, UnreadableError)])
def test_a_place_that_cannot_be_reached(number: int, error: type[Exception]) -> None:
    """A file system that fails is no damage of a member; a place that no file has is (issue 14, item 2)."""
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
    (member,) = zipped.zip_members(file, Span(0, 1))
    file.fails = True
    with pytest.raises(error, match="fails"):
        list(member.pieces())
