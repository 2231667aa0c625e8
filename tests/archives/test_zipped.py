"""Zip directories walked entry by entry, against zipfile."""

from __future__ import annotations

import errno
import io
import zipfile
from pathlib import Path

import pytest
from helpers.laws import law
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from goanalyze.archives import zipped
from goanalyze.archives.members import Span, UnreadableError
from goanalyze.vocabulary.faults import SurroundingsError

NAMES = ["a.sgf", "folder/b.sgf", "日本.sgf", "é.sgf", "a.sgf", "x" * 300]


def listed(path: Path) -> list[tuple[object, ...]]:
    """Return the entries as walked here."""
    with path.open("rb", buffering=0) as file:
        return [entry[:-1] for entry in zipped.entries(file, zipped.directories(file))]


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
    assert zipped._zip64(extra, [0xFFFFFFFF, 5, 0xFFFFFFFF]) == [2**33, 5, 9]


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
        list(zipped.entries(file, zipped.directories(file)))


@pytest.mark.parametrize(("number", "error"), [(errno.ESTALE, SurroundingsError), (errno.EINVAL, UnreadableError)])
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
