"""Sources in a bucket: prefixes, files and archives of every kind, as on disk."""

from __future__ import annotations

import io
import tarfile
import zipfile
from typing import TYPE_CHECKING

import pytest
from archives.source_files import source_of
from helpers import formats
from helpers.member_text import reread

import goanalyze as ga
from goanalyze.archives.extents import extents
from goanalyze.archives.inputs import find_sources
from goanalyze.archives.sources import locate
from goanalyze.errors import InputError, ResourceError, SourceError

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.s3 import Bucket

GAMES = [(f"d/名{number:02}.sgf", f"(;SZ[9]C[{number}];B[aa])".encode() * (number + 1)) for number in range(12)]


def packed(name: str) -> bytes:
    out = io.BytesIO()
    if name.endswith(".zip"):
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for member, data in GAMES:
                archive.writestr(member, data)
    elif ".tar" in name:
        with tarfile.open(fileobj=out, mode="w" + (":gz" if name.endswith("gz") else "")) as archive:
            for member, data in GAMES:
                info = tarfile.TarInfo(member)
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
    else:
        pytest.importorskip("pybit7z", reason="pybit7z is not installed")
        return formats.WRITERS[name.rpartition(".")[2]](GAMES)
    return out.getvalue()


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz", "a.7z", "a.rar"])
def test_remote_archives(bucket: Bucket, name: str) -> None:
    """Members are read whole, by extents, and a second time."""
    uri = bucket.put(f"in/{name}", packed(name))
    source = source_of(uri)
    blobs = list(source.blobs())
    assert [(blob.source, blob.member, blob.data) for blob in blobs] == [(uri, *game) for game in GAMES]
    parts = list(extents(source, 100))
    assert [blob for part in parts for blob in part.blobs()] == blobs
    assert len(parts) > 3 or name in {"a.tar.gz", "a.7z", "a.rar"}
    assert reread(uri, GAMES[5][0]) == blobs[5]


def test_a_split_archive_in_a_bucket(bucket: Bucket) -> None:
    """Its parts are read one by one, with the options of the URI."""
    whole = packed("a.7z")
    for number in (1, 2):
        bucket.put(f"in/a.7z.00{number}", whole[:100] if number == 1 else whole[100:])
    for uri in (f"{bucket.uri}/in", f"{bucket.uri}/in/a.7z.001?region=us-east-1"):
        assert [blob.data for blob in source_of(uri).blobs()] == [data for _, data in GAMES]
    for number, data in enumerate(formats.rar5_volumes(GAMES, 100), 1):
        bucket.put(f"rar/a.part{number}.rar", data)
    assert [blob.data for blob in source_of(f"{bucket.uri}/rar").blobs()] == [data for _, data in GAMES]


def test_a_prefix_is_a_folder(bucket: Bucket) -> None:
    """Loose files make one source, archives one each; sizes and times come from the listing."""
    for name, data in GAMES:
        bucket.put(f"in/{name}", data)
    bucket.put("in/z.zip", packed("z.zip"))
    files, archive = find_sources([f"{bucket.uri}/in/"])
    assert (files.kind, archive.kind, len(files.listed)) == ("files", "zip", 12)
    assert [blob.data for blob in files.blobs()] == [data for _, data in sorted(GAMES)]
    parts = list(extents(files, 100))
    assert [blob for part in parts for blob in part.blobs()] == list(files.blobs())
    before = [part.digest for part in parts]
    assert [part.digest for part in extents(find_sources([f"{bucket.uri}/in"])[0], 100)] == before
    bucket.put("in/d/名9.sgf", b"(;)" * 20)
    after = [part.digest for part in extents(find_sources([f"{bucket.uri}/in"])[0], 100)]
    assert 1 <= len(set(after) - set(before)) <= 3


def test_tables_contain_no_secret(bucket: Bucket) -> None:
    """The column source has neither credentials nor options; games are read a second time by it."""
    bucket.put("in/a.sgf", GAMES[0][1])
    options = f"?scheme=http&endpoint_override={bucket.address.removeprefix('http://')}&region=us-east-1"
    tables = ga.check(f"s3://x:y@{bucket.name}/in/{options}")
    assert tables.arrow("games")["source"].to_pylist() == [f"{bucket.uri}/in/a.sgf"]
    assert tables.game(0).raw_sgf.encode() == GAMES[0][1]


def test_the_dataset_is_left_out(bucket: Bucket) -> None:
    """A dataset in the prefix is not an input."""
    bucket.put("in/a.sgf", b"(;)")
    bucket.put("in/out/games/part-0.parquet", b"x")
    (source,) = find_sources([f"{bucket.uri}/in"], leave_out=f"{bucket.uri}/in/out")
    assert source.paths == (f"{bucket.uri}/in/a.sgf",)


@pytest.mark.parametrize(
    ("key", "message"), [("nothing", "'s3://.*/nothing' was not found"), ("empty/", "was not found")]
)
def test_a_missing_file_is_an_error(bucket: Bucket, key: str, message: str) -> None:
    """The message has the URI."""
    with pytest.raises(InputError, match=message):
        find_sources([f"{bucket.uri}/{key}"])


@pytest.mark.parametrize("uri", ["s3://no-such-bucket-here/a/", "ftp://host/a.zip", "s3://b/a?nonsense=1"])
def test_a_service_that_cannot_be_reached_is_an_error(bucket: Bucket, uri: str) -> None:
    """The message is one line."""
    with pytest.raises(InputError) as error:
        find_sources([uri])
    assert "\n" not in str(error.value)


def test_deleted_objects_are_resource_errors(bucket: Bucket) -> None:
    """An object that was deleted after the listing, a file or an archive, is not a finding."""
    for key in ("in/a.sgf", "in/b.sgf"):
        bucket.put(key, b"(;)")
    bucket.put("in/z.zip", packed("z.zip"))
    sources = find_sources([f"{bucket.uri}/in"])
    for key in ("in/a.sgf", "in/z.zip"):
        bucket.client.delete_object(Bucket=bucket.name, Key=key)
    for source in sources:
        with pytest.raises(ResourceError, match="is not found"):
            list(source.blobs())
    with pytest.raises(SourceError, match="is not found"):
        locate(f"{bucket.uri}/in/a.sgf")


def test_a_copy_is_found_below_the_root(bucket: Bucket, tmp_path: Path) -> None:
    """A remote source is found in a local folder, and a local one below a URI, by their last parts."""
    uri = bucket.put("in/a.sgf", GAMES[0][1])
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.sgf").write_bytes(GAMES[0][1])
    assert locate(uri, root=tmp_path) == str(tmp_path / "in" / "a.sgf")
    assert locate("/archives/in/a.sgf", root=bucket.uri) == uri
