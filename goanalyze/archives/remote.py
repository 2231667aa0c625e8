"""Places that are not on this machine: ``s3://``, ``gs://``, ``abfs://`` and what else pyarrow.fs knows.

What may live here: URIs and bytes. A URI is ``scheme://bucket/key?option=value``; the key is taken as it is written
(a space is a space, ``%20`` is not), and options are pyarrow's, such as ``region``, ``endpoint_override`` and
``scheme`` of S3. Credentials come from where the services' own tools take them: environment variables
(``AWS_ACCESS_KEY_ID``, ``AWS_ENDPOINT_URL`` …), files, or the machine's role.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from goanalyze.vocabulary.faults import blaming_surroundings

if TYPE_CHECKING:
    from pyarrow import NativeFile
    from pyarrow.fs import FileSystem

_URI: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://([^/?]*)/?(.*?)(\?[a-z_]+=[^/]*)?", re.DOTALL)
_BUFFER: Final = 2**20  # bytes fetched at once: members of an archive stand side by side
_GIVE_UP: Final = "retry_limit_seconds=60"  # Google's client goes on trying for 15 minutes


class Found(NamedTuple):
    """A file found: its URI with the options it was listed by, bytes, and time of its last change in ns, or 0."""

    uri: str
    size: int
    mtime_ns: int


def is_remote(path: str) -> bool:
    """Return whether a path is a URI.

    Example:
        >>> [is_remote(path) for path in ("s3://games/2024/", "games/2024", "C:/games", "-")]
        [True, False, False, False]
    """
    return "://" in path and _URI.fullmatch(path) is not None


def shown(uri: str) -> str:
    """Return a URI without credentials and options, as tables and messages hold it; a plain path stays as it is.

    Example:
        >>> shown("s3://key:secret@games/a.zip?scheme=http")
        's3://games/a.zip'
    """
    found = _URI.fullmatch(uri) if "://" in uri else None
    if found is None:
        return uri
    scheme, place, key, _ = found.groups()
    user, at, host = place.rpartition("@")
    keep = user.partition(":")[0] + at if scheme.lower().startswith("abfs") else ""  # there, the container
    return f"{scheme}://{keep}{host}/{key}"


def below(uri: str, key: str) -> str:
    """Return the URI of what stands below a prefix, with the prefix's options.

    Example:
        >>> below("s3://games/2024?region=eu-west-1", "a/b.sgf")
        's3://games/2024/a/b.sgf?region=eu-west-1'
    """
    found = _URI.fullmatch(uri)
    if found is None:
        raise ValueError(f"{uri!r} is no URI")
    scheme, place, prefix, options = found.groups()
    inside = f"{prefix.rstrip('/')}/" if prefix.rstrip("/") else ""
    return f"{scheme}://{place}/{inside}{key}{options or ''}"


def filesystem(uri: str) -> tuple[FileSystem, str]:
    """Return pyarrow's file system for a URI, and the path in it.

    Raises:
        OSError: the kind of place is not known, or its options are wrong.
    """
    found = _URI.fullmatch(uri)
    if found is None:
        raise OSError(f"{uri!r} is no URI")
    scheme, place, key, options = found.groups()
    files, base = _connected(scheme.lower(), place, options or "")
    return files, f"{base.rstrip('/')}/{key}".rstrip("/") if key else base


@lru_cache(maxsize=32)
def _connected(scheme: str, place: str, options: str) -> tuple[FileSystem, str]:
    """Connect once for all the files of a place: a connection takes some ms."""
    from pyarrow.fs import FileSystem  # 50 ms

    if scheme in {"gs", "gcs"} and "retry_limit_seconds" not in options:
        options = f"{options}&{_GIVE_UP}" if options else f"?{_GIVE_UP}"
    with failures(f"{scheme}://{place}"):
        files, base = FileSystem.from_uri(f"{scheme}://{place}/{options}")
    return files, base


@contextmanager
def failures(uri: str) -> Iterator[None]:
    """Turn what pyarrow raises into a ConnectionError of one sentence, which names the place without credentials.

    What is not there is a FileNotFoundError.
    """
    from pyarrow import ArrowException

    try:
        yield
    except (ArrowException, OSError) as error:
        if isinstance(error, FileNotFoundError):
            raise FileNotFoundError(f"{shown(uri)}: there is nothing of that name") from None
        told = " ".join(str(error).split())
        told = told.replace(uri, shown(uri)).partition(" (Request ID")[0].partition(". Detail: ")[0]
        raise ConnectionError(f"{shown(uri)}: {told}") from None


def look(uri: str) -> Found | None:
    """Return what stands at a URI: a file, None for a folder or prefix.

    Raises:
        FileNotFoundError: there is nothing.
        OSError: the place cannot be reached.
    """
    from pyarrow.fs import FileType

    files, path = filesystem(uri)
    with failures(uri):
        info = files.get_file_info(path)
        if info.type == FileType.NotFound:
            raise FileNotFoundError(path)
    return Found(uri, info.size, info.mtime_ns or 0) if info.type == FileType.File else None


def listing(uri: str) -> list[Found]:
    """Return all files below a prefix, sorted by key; hidden ones are passed over, as in a folder.

    Raises:
        OSError: the place cannot be listed.
    """
    from pyarrow.fs import FileSelector, FileType

    files, path = filesystem(uri)
    with failures(uri):
        infos = files.get_file_info(FileSelector(path, recursive=True))
    begin = len(path.rstrip("/")) + 1
    found = []
    for info in infos:
        name = info.path[begin:]
        if info.type == FileType.File and not name.startswith(".") and "/." not in name:
            found.append(Found(below(uri, name), info.size, info.mtime_ns or 0))
    return sorted(found)


def open_input(uri: str) -> io.BufferedReader:
    """Open a file for reading at any place in it.

    Raises:
        OSError: it is not there, or cannot be reached.
    """
    files, path = filesystem(uri)
    with failures(uri):
        return io.BufferedReader(_Remote(files.open_input_file(path), uri), _BUFFER)


class _Remote(io.RawIOBase):
    """A remote file as Python's own readers want it: they take an OSError for damage, and a lost connection is none."""

    def __init__(self, file: NativeFile, uri: str) -> None:
        self._file, self._uri = file, uri
        self._size: int = file.size()
        self._place = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        place = offset + (0, self._place, self._size)[whence]
        if place < 0:
            raise ValueError(f"negative place {place}")
        self._place = place
        return place

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer)
        length = min(len(view), max(0, self._size - self._place))
        if not length:
            return 0
        with blaming_surroundings(), failures(self._uri):
            data: bytes = self._file.read_at(length, self._place)
        view[: len(data)] = data
        self._place += len(data)
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()
