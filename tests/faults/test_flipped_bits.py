"""A bit flip in any file of a dataset is noticed by each reader that uses the file, and healed by the next check."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.check_runs import SHARD, as_killed, assert_same, check, mixed, reused_shards

from goanalyze.errors import DatasetError
from goanalyze.tables.dataset import (
    SINGLE,
    DatasetWriter,
    PartName,
    Record,
    compact_dataset,
    part_tables,
    read_dataset,
    read_facts,
    write_table,
)
from goanalyze.tables.reading import TableOrParts, as_dataset, batches, column, read, take
from goanalyze.tables.schema import TABLES

GLOBAL = ["_SUCCESS.json", "_manifest.jsonl"]
TABLE_NAMES = ["files", "games", "findings", "counts", "outcomes", "audit", "duplicates", *SINGLE]

READERS: dict[str, Callable[[TableOrParts, str], object]] = {
    "read": lambda parts, name: read(parts, [name]),
    "batches": lambda parts, name: list(batches(parts, [name])),
    "column": column,
    "take": lambda parts, name: take(parts, [], [name]),
    "as_dataset": lambda parts, _: as_dataset(parts),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with inputs, and a dataset of several shards with a derived table."""
    folder = tmp_path_factory.mktemp("flips")
    check(mixed(folder / "in", 4), folder / "whole")
    write_table(folder / "whole", "duplicates", TABLES["duplicates"].empty())
    return folder


@pytest.fixture
def out(folder: Path) -> Path:
    """A copy of the dataset."""
    shutil.rmtree(folder / "out", ignore_errors=True)
    return Path(shutil.copytree(folder / "whole", folder / "out"))


def file_of(out: Path, name: str) -> Path:
    """Return a file of a dataset by the name of its table or its own."""
    if name in GLOBAL:
        return out / name
    return out / f"{name}.parquet" if name in SINGLE else max((out / name).iterdir())


def flip(path: Path, share: float) -> None:
    """Flip a bit of a file, at a share of its length."""
    data = bytearray(path.read_bytes())
    data[int(share * (len(data) - 1))] ^= 16
    path.write_bytes(data)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("table", TABLE_NAMES)
def test_each_reader_of_a_table_notices_a_flip_in_its_file(out: Path, table: str, reader: str) -> None:
    """A flip in the first, a middle or the last byte of a part is an error that names the part."""
    name = TABLES[table].columns[0].name
    path = file_of(out, table)
    data = path.read_bytes()
    for share in (0, 0.3, 0.6, 1):
        flip(path, share)
        with pytest.raises(DatasetError, match=f"{path.name}' is damaged"):
            READERS[reader](read_dataset(out)[table], name)
        path.write_bytes(data)


@pytest.mark.parametrize("name", GLOBAL)
@pytest.mark.parametrize("share", [0, 0.3, 0.6, 0.99])
def test_opening_notices_a_flip_in_the_manifest_and_in_the_facts(out: Path, name: str, share: float) -> None:
    """Facts, manifest and each of its lines have digests."""
    flip(out / name, share)
    for opening in (read_dataset, read_facts):
        with pytest.raises(DatasetError, match=f"{name} of the dataset .* is damaged|version"):
            opening(out)


def test_a_flip_in_the_record_of_a_derived_table_invalidates_it(out: Path) -> None:
    """The other tables of the dataset remain readable."""
    flip(out / "_duplicates.json", 0.5)
    tables = read_dataset(out)
    with pytest.raises(DatasetError, match=r"no valid part of the table 'duplicates'\. Run goanalyze dups again"):
        read(tables["duplicates"])
    assert len(read(tables["games"]))


@pytest.mark.parametrize("name", [*GLOBAL, *TABLE_NAMES, "_duplicates.json"])
def test_the_next_check_heals_a_flip(folder: Path, out: Path, name: str) -> None:
    """The dataset is that of a check without a flip; a derived table remains only if it and all shards are intact."""
    path = out / name if name == "_duplicates.json" else file_of(out, name)
    flip(path, 0.5)
    check(folder / "in", out)
    assert_same(out, folder / "whole")
    assert (out / "duplicates").exists() is (name in {"_SUCCESS.json", *SINGLE})
    assert len(read(read_dataset(out)["games"])) == len(read(read_dataset(folder / "whole")["games"]))


@pytest.mark.parametrize("name", ["files", "games", "findings", "counts", "outcomes", "audit"])
def test_a_check_names_the_part_with_a_flip(folder: Path, out: Path, name: str) -> None:
    """`DatasetWriter.damaged` has the part, and its shard is not reused."""
    path = file_of(out, name)
    flip(path, 0.5)
    names = read_dataset(folder / "whole")["games"].files
    planned = [part for file in names if (part := PartName.parse(file.name.rpartition("/")[2]))]

    def reuse(record: Record) -> str:
        return record.name.key

    inputs = [str(folder / "in")]
    with DatasetWriter(str(out), inputs=inputs) as writer:
        paths = [str(path) for path in (folder / "in").rglob("*")]
        results = writer.open(planned, part_tables(), reuse, paths=paths)
        assert writer.damaged == [f"{name}/{path.name}"]
        assert results.keys() == {part.key for part in planned if part.file != path.name}


def test_a_flip_in_a_record_after_an_interrupt_means_one_more_shard(folder: Path, out: Path) -> None:
    """A record in `_commits` that does not have its digest is ignored."""
    as_killed(out)
    flip(min((out / "_commits").iterdir()), 0.5)
    check(folder / "in", out)
    assert reused_shards(out).count(False) == 1
    assert_same(out, folder / "whole")


@pytest.mark.parametrize("number", [0, -1])
def test_a_line_that_occurs_twice_does_no_harm(folder: Path, out: Path, number: int) -> None:
    """Each shard is reused once."""
    lines = (out / "_manifest.jsonl").read_bytes().splitlines(keepends=True)
    (out / "_manifest.jsonl").write_bytes(b"".join([*lines, lines[number]]))
    check(folder / "in", out)
    assert all(reused_shards(out))
    assert_same(out, folder / "whole")
    assert (out / "_manifest.jsonl").read_bytes().count(b"\n") == len(lines)


def test_compaction_refuses_a_part_with_a_flip(out: Path) -> None:
    """The dataset remains as it is."""
    path = file_of(out, "outcomes")
    flip(path, 0.5)
    with pytest.raises(DatasetError, match=f"outcomes/{path.name} of the dataset .* is missing, damaged"):
        compact_dataset(str(out), 100 * SHARD)
    assert (out / "_SUCCESS.json").exists()
