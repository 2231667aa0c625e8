"""Files of a dataset: atomic writes with size and digest, and special files in place of parts."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import goanalyze as ga
from goanalyze.errors import DatasetError, OutputError
from goanalyze.tables.dataset import DatasetWriter, read_dataset
from goanalyze.tables.reading import as_dataset, read
from goanalyze.tables.storage import Storage, UnfinishedFile, digest

SAMPLE = Path(__file__).parents[2] / "data" / "sample"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A small dataset."""
    ga.check(SAMPLE / "gnugo" / "009x009-chinese-0022.sgf").to_parquet(tmp_path / "out")
    return tmp_path / "out"


def part(out: Path, table: str) -> Path:
    """Return the only part of a table."""
    return next((out / table).iterdir())


def flip_in_page(path: Path) -> None:
    """Flip a bit in the last page of the first column."""
    data = bytearray(path.read_bytes())
    column = pq.read_metadata(path).row_group(0).column(0)
    begin = column.dictionary_page_offset or column.data_page_offset
    data[begin + column.total_compressed_size - 1] ^= 1
    path.write_bytes(data)


@given(st.lists(st.one_of(st.binary(max_size=9), st.integers(0, 300_000).map(bytes)), max_size=6))
def test_size_and_digest_are_those_of_the_bytes(pieces: list[bytes]) -> None:
    """A file has all bytes that were written, however they were divided, and is known by their digest."""
    with TemporaryDirectory() as folder:
        storage = Storage(folder)
        with UnfinishedFile(storage, "a/b") as file:
            for piece in pieces:
                assert file.write(memoryview(piece)) == len(piece)
            data = b"".join(pieces)
            assert file.tell() == len(data)
            assert file.finish() == (len(data), digest(data))
            assert not (Path(folder) / "a" / "b").exists()
            file.rename()
        assert (Path(folder) / "a" / "b").read_bytes() == data
        assert storage.has_digest("a/b", digest(data))
        assert not storage.has_digest("a/b", digest(data + b"\0"))
        assert storage.files("a") == {"b": len(data)}


def test_an_error_leaves_the_earlier_file(tmp_path: Path) -> None:
    """A file that is not finished has no name, and none of its bytes remain."""
    storage = Storage(tmp_path)
    storage.write("a", b"earlier")

    def fail() -> None:
        with UnfinishedFile(storage, "a") as file:
            file.write(b"later")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert storage.read("a") == b"earlier"


def test_missing_files_have_a_default(tmp_path: Path) -> None:
    """`read` returns it for a missing file, a folder and a pipe."""
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("missing", "folder", "pipe"):
        assert Storage(tmp_path).read(name, b"-") == b"-"
        assert not Storage(tmp_path).has_digest(name, digest(b""))
        with pytest.raises(FileNotFoundError):
            Storage(tmp_path).read(name)


@pytest.mark.parametrize("table", ["games", "outcomes"])
def test_a_pipe_in_place_of_a_part_is_an_error(out: Path, table: str) -> None:
    """Neither a reader nor a run waits for its bytes."""
    path = part(out, table)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(DatasetError, match=f"has lost {table}/{path.name}"):
        read(read_dataset(out)[table])
    with pytest.raises(OutputError, match=f"contains '{table}/{path.name}', which is not part of a dataset"):
        DatasetWriter(str(out))


@pytest.mark.parametrize("target", ["missing", "folder"])
def test_a_link_that_is_not_a_file_in_place_of_a_part_is_an_error(out: Path, target: str) -> None:
    """A link that leads nowhere is an entry of the folder, too."""
    path = part(out, "games")
    path.unlink()
    (out.parent / "folder").mkdir()
    path.symlink_to(out.parent / target)
    with pytest.raises(DatasetError, match=f"has lost games/{path.name}"):
        read(read_dataset(out)["games"])
    with pytest.raises(OutputError, match=f"contains 'games/{path.name}', which is not part of a dataset"):
        DatasetWriter(str(out))
    assert (out.parent / "folder").exists()


def test_every_part_has_page_checksums(out: Path) -> None:
    """A program that knows nothing of the manifest can notice a flip in a page, too."""
    for path in out.rglob("*.parquet"):
        if pq.read_metadata(path).num_rows:
            flip_in_page(path)
            with pytest.raises(OSError, match=r"CRC|corrupt"):
                pq.ParquetFile(path, page_checksum_verification=True).read()


def test_a_flip_after_the_comparison_is_noticed(out: Path) -> None:
    """Arrow compares the checksum of each page when it reads the rows."""
    rows = as_dataset(read_dataset(out)["games"])
    flip_in_page(part(out, "games"))
    with pytest.raises(OSError, match=r"CRC|corrupt"):
        rows.to_table()
