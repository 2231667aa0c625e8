"""The seal of a file: any other bytes are noticed, wherever they differ (issue 14, item 6)."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from random import Random

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import goanalyze as ga
from goanalyze.tables.parts import sealed_as, sealed_file
from goanalyze.tables.seal import Sealing, is_sealed
from goanalyze.tables.store import Store

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
TABLE = pa.table({"number": range(40), "name": [f"name {number % 7}" for number in range(40)]})
ABOUT = sealed_as("numbers", "0123456789abcdef")


@pytest.fixture(scope="module")
def sealed() -> bytes:
    """A small sealed file."""
    return sealed_file(TABLE, "numbers", "0123456789abcdef")


def fits(data: bytes, about: str = ABOUT, *, whole: bool = True) -> bool:
    """Return whether bytes are what was sealed."""
    return is_sealed(pa.BufferReader(data), about, whole=whole)


def test_what_was_sealed_is_read(sealed: bytes) -> None:
    """The seal is in nobody's way, and says what it is of: table and key."""
    assert pq.read_table(pa.BufferReader(sealed)).equals(TABLE)
    assert fits(sealed)
    assert fits(sealed, whole=False)
    assert not fits(sealed, sealed_as("numbers", "0123456789abcdee"))
    assert not fits(sealed, sealed_as("names", "0123456789abcdef"))


@pytest.mark.parametrize("size", [100, 100_000])
def test_what_is_large_does_not_wait_in_memory(size: int) -> None:
    """Rows are passed on in pieces of 256 kB; where the writer stands, it is told as if they were all there."""
    sealing = Sealing(stream := BytesIO(), "a table")
    for number in range(1, 2**21 // size):
        sealing.write(bytes(size))
        assert sealing.tell() == number * size
        assert 0 <= sealing.tell() - stream.tell() < 2**18


def test_every_byte_counts(sealed: bytes) -> None:
    """A bit that is flipped anywhere is noticed; in the footer also where only that is looked at."""
    draw = Random(14)
    begin = sealed.index(b"goanalyze.seal")
    for at in range(len(sealed)):
        data = bytearray(sealed)
        data[at] ^= 1 << draw.randrange(8)
        assert not fits(bytes(data)), at
        assert fits(bytes(data), whole=False) == (at < begin), at


def test_every_length_counts(sealed: bytes) -> None:
    """Cut anywhere, with a byte more, or less in the middle, it is another file; so is one without a seal."""
    for at in range(len(sealed)):
        assert not fits(sealed[:at])
        assert not fits(sealed[:at] + sealed[at + 1 :])
        assert not fits(sealed[:at] + b"\0" + sealed[at:])
    assert not fits(sealed + b"\0")
    pq.write_table(TABLE, out := pa.BufferOutputStream())
    assert not fits(out.getvalue().to_pybytes())


def test_pages_have_checksums_for_other_readers(sealed: bytes, tmp_path: Path) -> None:
    """DICTIONARY.md: pandas tells a changed page if it is asked to look; what `Tables.dataset` gives always looks."""
    ga.check(SAMPLE / "gnugo" / "009x009-chinese-0022.sgf").to_parquet(tmp_path / "out")
    (part,) = (tmp_path / "out" / "counts").iterdir()
    lazy = ga.open(tmp_path / "out").dataset("counts")
    column = pq.read_metadata(part).row_group(0).column(0)
    data = bytearray(part.read_bytes())
    data[column.data_page_offset + column.total_compressed_size - 1] ^= 1  # the last byte of its last page
    part.write_bytes(data)
    with pytest.raises(OSError, match="CRC"):
        pd.read_parquet(part, page_checksum_verification=True)
    with pytest.raises(OSError, match="CRC"):
        lazy.to_table()


def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    """What would never end is not opened (issue 14, item 6: a part replaced by something else does not hang)."""
    import os

    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    for name in ("pipe", "zero"):
        with pytest.raises(FileNotFoundError):
            Store(tmp_path).read(name)
