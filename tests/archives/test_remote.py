"""Remote places: URIs, listings, bytes at any place, and failures that say what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from goanalyze.archives.remote import Found, filesystem, listing, look, open_input, shown

if TYPE_CHECKING:
    from helpers.s3 import Bucket


def test_a_prefix_is_listed_to_the_bottom(bucket: Bucket) -> None:
    """Sorted, hidden ones passed over, names as they are; nothing of a neighbour whose name begins alike."""
    for key in ("a/z.sgf", "a/b/名 前.sgf", "a/.hidden/x.sgf", "a/b/.x.sgf", "a/q?x=1#.sgf", "ab/no.sgf"):
        bucket.put(key, b"(;)")
    found = listing(f"{bucket.uri}/a/")
    assert [item.uri.removeprefix(bucket.uri) for item in found] == ["/a/b/名 前.sgf", "/a/q?x=1#.sgf", "/a/z.sgf"]
    assert {item.size for item in found} == {3}
    assert all(item.mtime_ns > 10**18 for item in found)
    assert listing(f"{bucket.uri}/a") == found


def test_options_go_with_every_file(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the user's URI says of the server holds for all that is found there, and is not shown."""
    monkeypatch.delenv("AWS_ENDPOINT_URL")
    bucket.put("a/b.sgf", b"(;SZ[9])")
    options = f"?scheme=http&endpoint_override={bucket.address.removeprefix('http://')}&region=us-east-1"
    (found,) = listing(f"s3://x:y@{bucket.name}/a{options}")
    assert found.uri.endswith(f"/a/b.sgf{options}")
    assert shown(found.uri) == f"{bucket.uri}/a/b.sgf"
    with open_input(found.uri) as file:
        assert file.read() == b"(;SZ[9])"


def test_bytes_at_any_place(bucket: Bucket) -> None:
    """A remote file is read like a local one, forwards and backwards and beyond its end."""
    data = bytes(range(256)) * 20_000
    with open_input(bucket.put("x", data)) as file:
        assert file.seek(0, 2) == len(data)
        assert file.read() == b""
        for place in (4_000_000, 5, 2**20 - 1, len(data) - 3, len(data) + 9):
            file.seek(place)
            assert file.read(4) == data[place : place + 4]


def test_what_stands_at_a_uri(bucket: Bucket) -> None:
    """A file has a size, a prefix none, and nothing is an error that names the place."""
    uri = bucket.put("a/b.sgf", b"(;)")
    found = look(uri)
    assert isinstance(found, Found)
    assert found.size == 3
    assert look(f"{bucket.uri}/a/") is None
    with pytest.raises(FileNotFoundError, match=f"{uri}x: there is nothing of that name"):
        look(uri + "x")


@pytest.mark.parametrize(("uri", "message"), [
    ("s3://key:hidden@no-such-bucket/a", r"^s3://no-such-bucket/a: .*bucket does not exist"),
    ("ftp://key:hidden@host/a", r"^ftp://host/: Unrecognized filesystem type"),
    ("s3://b/a?nonsense=hidden", r"^s3://b/: .*nonsense"),
])  # fmt: skip
def test_failures_say_what_happened_and_no_secret(bucket: Bucket, uri: str, message: str) -> None:
    """Every failure is an OSError of one line without credentials."""
    with pytest.raises(OSError, match=message) as told:
        listing(uri)
    assert "key:" not in str(told.value)
    assert "hidden" not in str(told.value)
    assert "\n" not in str(told.value)


def test_a_path_for_writing(bucket: Bucket) -> None:
    """The file system of a URI writes, too."""
    files, path = filesystem(f"{bucket.uri}/out/x")
    with files.open_output_stream(path) as stream:
        stream.write(b"abc")
    assert bucket.get("out/x") == b"abc"
