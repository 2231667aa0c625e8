"""Remote files: URIs, listings, bytes at any offset, and messages of failures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from goanalyze.archives.remote import RemoteFile, filesystem, find_file, list_files, open_input, shown

if TYPE_CHECKING:
    from helpers.s3 import Bucket


def test_a_prefix_is_listed_to_the_bottom(bucket: Bucket) -> None:
    """Files are sorted, without hidden ones and without those of a prefix that begins alike; keys are not decoded."""
    for key in ("a/z.sgf", "a/b/名 前.sgf", "a/.hidden/x.sgf", "a/b/.x.sgf", "a/q?x=1#.sgf", "ab/no.sgf"):
        bucket.put(key, b"(;)")
    files = list_files(f"{bucket.uri}/a/")
    assert [file.uri.removeprefix(bucket.uri) for file in files] == ["/a/b/名 前.sgf", "/a/q?x=1#.sgf", "/a/z.sgf"]
    assert {file.size for file in files} == {3}
    assert all(file.mtime_ns > 10**18 for file in files)
    assert list_files(f"{bucket.uri}/a") == files


def test_options_go_with_every_file(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options of a prefix are those of its files, and are not shown."""
    monkeypatch.delenv("AWS_ENDPOINT_URL")
    bucket.put("a/b.sgf", b"(;SZ[9])")
    options = f"?scheme=http&endpoint_override={bucket.address.removeprefix('http://')}&region=us-east-1"
    (listed,) = list_files(f"s3://x:y@{bucket.name}/a{options}")
    assert listed.uri.endswith(f"/a/b.sgf{options}")
    assert shown(listed.uri) == f"{bucket.uri}/a/b.sgf"
    with open_input(listed.uri) as file:
        assert file.read() == b"(;SZ[9])"


def test_bytes_at_any_offset(bucket: Bucket) -> None:
    """A remote file is read like a local one, forwards and backwards and beyond its end."""
    data = bytes(range(256)) * 20_000
    with open_input(bucket.put("x", data)) as file:
        assert file.seek(0, 2) == len(data)
        assert file.read() == b""
        for offset in (4_000_000, 5, 2**20 - 1, len(data) - 3, len(data) + 9):
            file.seek(offset)
            assert file.read(4) == data[offset : offset + 4]


def test_a_uri_is_of_a_file_a_prefix_or_nothing(bucket: Bucket) -> None:
    """A file has a size, the size of a prefix is `None`, and a missing file is an error with its URI."""
    uri = bucket.put("a/b.sgf", b"(;)")
    file = find_file(uri)
    assert isinstance(file, RemoteFile)
    assert file.size == 3
    assert find_file(f"{bucket.uri}/a/") is None
    with pytest.raises(FileNotFoundError, match=f"{uri}x is not found"):
        find_file(uri + "x")


@pytest.mark.parametrize(
    ("uri", "message"),
    [
        ("s3://key:hidden@no-such-bucket/a", r"^s3://no-such-bucket/a: .*bucket does not exist"),
        ("ftp://key:hidden@host/a", r"^ftp://host/: Unrecognized filesystem type"),
        ("s3://b/a?nonsense=hidden", r"^s3://b/: .*nonsense"),
    ],
)
def test_messages_of_failures_have_the_reason_and_no_secret(bucket: Bucket, uri: str, message: str) -> None:
    """Every failure is an OSError of one line without credentials."""
    with pytest.raises(OSError, match=message) as error:
        list_files(uri)
    assert "key:" not in str(error.value)
    assert "hidden" not in str(error.value)
    assert "\n" not in str(error.value)


def test_a_path_for_writing(bucket: Bucket) -> None:
    """The file system of a URI writes, too."""
    files, path = filesystem(f"{bucket.uri}/out/x")
    with files.open_output_stream(path) as stream:
        stream.write(b"abc")
    assert bucket.get("out/x") == b"abc"
