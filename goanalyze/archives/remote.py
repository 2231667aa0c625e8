"""Files in remote places: ``s3://``, ``gs://``, ``abfs://`` and the other services of pyarrow.fs.

A URI is ``scheme://bucket/key?option=value``. The key is not decoded (a space is a space, ``%20`` is not), and the
options are those of pyarrow, such as ``region``, ``endpoint_override`` and ``scheme`` of S3. Credentials are taken from
the places that the services' own tools use: environment variables (``AWS_ACCESS_KEY_ID``, ``AWS_ENDPOINT_URL`` …),
files, or the machine's role.

Scope: URIs and bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from goanalyze.util.faults import raising_resource_failures

if TYPE_CHECKING:
    from pyarrow import NativeFile
    from pyarrow.fs import FileSystem

_URI: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://([^/?]*)/?(.*?)(\?[a-z_]+=[^/]*)?", re.DOTALL)
_BUFFER: Final = 2**20  # bytes of one request: the members of an archive are neighbours
_RETRY_LIMIT: Final = "retry_limit_seconds=60"  # by default, Google's client retries for 15 minutes


class RemoteFile(NamedTuple):
    """A remote file: URI with the options of the listing, bytes, and time of its last change in ns or 0."""

    uri: str
    size: int
    mtime_ns: int


class _UriParts(NamedTuple):
    scheme: str
    bucket: str
    key: str
    options: str

    def __str__(self) -> str:
        return f"{self.scheme}://{self.bucket}/{self.key}{self.options}"


def _parse(uri: str) -> _UriParts | None:
    match = _URI.fullmatch(uri) if "://" in uri else None
    return _UriParts(*match.groups(default="")) if match else None


def _parse_uri(uri: str) -> _UriParts:
    if (parts := _parse(uri)) is None:
        raise OSError(f"{uri!r} is not a valid URI. Expected one such as 's3://bucket/key'.")
    return parts


def is_remote(path: str) -> bool:
    """Return True if a path is a URI."""
    return _parse(path) is not None


def shown(uri: str) -> str:
    """Return a URI without credentials and options, as in tables and messages; a plain path stays as it is."""
    if (parts := _parse(uri)) is None:
        return uri
    user, at, host = parts.bucket.rpartition("@")
    container = user.partition(":")[0] + at if parts.scheme.lower().startswith("abfs") else ""
    return str(parts._replace(bucket=container + host, options=""))


def join(uri: str, key: str) -> str:
    """Return the URI of a key below a prefix, with the options of the prefix."""
    parts = _parse_uri(uri)
    return str(parts._replace(key="/".join(filter(None, (parts.key.rstrip("/"), key)))))


def filesystem(uri: str) -> tuple[FileSystem, str]:
    """Return the file system of pyarrow for a URI, and the path in it."""
    parts = _parse_uri(uri)
    files, base = _connect(parts.scheme.lower(), parts.bucket, parts.options)
    return files, f"{base.rstrip('/')}/{parts.key}".rstrip("/") if parts.key else base


@lru_cache(maxsize=32)
def _connect(scheme: str, bucket: str, options: str) -> tuple[FileSystem, str]:
    """Connect once for all files of a bucket: a connection takes some ms."""
    from pyarrow.fs import FileSystem  # 50 ms

    if scheme in {"gs", "gcs"} and "retry_limit_seconds" not in options:
        options = f"{options}&{_RETRY_LIMIT}" if options else f"?{_RETRY_LIMIT}"
    with failures(f"{scheme}://{bucket}"):
        files, base = FileSystem.from_uri(f"{scheme}://{bucket}/{options}")
    return files, base


@contextmanager
def failures(uri: str) -> Iterator[None]:
    """Turn errors of pyarrow into a ConnectionError of one sentence with the URI, without credentials.

    If the file is missing, the error is a FileNotFoundError.
    """
    from pyarrow import ArrowException

    try:
        yield
    except FileNotFoundError:
        raise FileNotFoundError(f"{shown(uri)} is not found") from None
    except (ArrowException, OSError) as error:
        message = " ".join(str(error).split()).replace(uri, shown(uri))
        message = message.partition(" (Request ID")[0].partition(". Detail: ")[0]
        raise ConnectionError(f"{shown(uri)}: {message}") from None


def find_file(uri: str) -> RemoteFile | None:
    """Return the file of a URI; None for a folder or prefix."""
    from pyarrow.fs import FileType

    files, path = filesystem(uri)
    with failures(uri):
        info = files.get_file_info(path)
        if info.type == FileType.NotFound:
            raise FileNotFoundError(path)
    return RemoteFile(uri, info.size, info.mtime_ns or 0) if info.type == FileType.File else None


def list_files(uri: str) -> list[RemoteFile]:
    """Return all files below a prefix, sorted by key, without hidden ones."""
    from pyarrow.fs import FileSelector, FileType

    files, path = filesystem(uri)
    with failures(uri):
        infos = files.get_file_info(FileSelector(path, recursive=True))
    start = len(path.rstrip("/")) + 1
    return sorted(
        RemoteFile(join(uri, key), info.size, info.mtime_ns or 0)
        for info in infos
        if info.type == FileType.File and not (key := info.path[start:]).startswith(".") and "/." not in key
    )


def open_input(uri: str) -> io.BufferedReader:
    """Open a file for reading at any offset."""
    files, path = filesystem(uri)
    with failures(uri):
        return io.BufferedReader(_RemoteReader(files.open_input_file(path), uri), _BUFFER)


class _RemoteReader(io.RawIOBase):
    """A remote file for Python's readers. They take an OSError for damage, so a lost connection is another error."""

    def __init__(self, file: NativeFile, uri: str) -> None:
        self._file, self._uri = file, uri
        self._size: int = file.size()
        self._offset = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        offset += (0, self._offset, self._size)[whence]
        if offset < 0:
            raise ValueError(f"{offset} is not a valid offset. Expected 0 or more.")
        self._offset = offset
        return offset

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer)
        length = min(len(view), max(0, self._size - self._offset))
        if not length:
            return 0
        with raising_resource_failures(), failures(self._uri):
            data: bytes = self._file.read_at(length, self._offset)
        view[: len(data)] = data
        self._offset += len(data)
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()
