"""Files of a dataset by name, in a local folder or an object store; atomic writes, digests and the lock.

Names are relative, with ``/`` between folder and file. A base name with a leading dot belongs to an unfinished file.

Scope: files and bytes. Their content is the subject of `goanalyze.tables.dataset`.
"""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from goanalyze.archives.remote import filesystem, is_remote, shown
from goanalyze.errors import DatasetInUseError, OutputError
from goanalyze.vocabulary.faults import sentence

if TYPE_CHECKING:
    import pyarrow as pa
    from filelock import FileLock
    from pyarrow import fs

LOCK: Final = ".lock"
"""Lock file of a local dataset; in an object store the object that names the run that is writing."""

CLAIM: Final = ".lock."
"""Prefix of the object by which a run announces that it will write a remote dataset."""

HOLDER: Final = ".holder"
"""File of a local dataset that names the holder of the lock."""

_DIGEST_BYTES: Final = 16
_PIECE_BYTES: Final = 4 * 2**20  # read at once
_GATHERED_BYTES: Final = 2**18  # written at once: Arrow writes pages, headers and dictionaries, most of them small
_UPLOAD_BYTES: Final = 16 * 2**20  # sent at once

_ADVICE: Final = {
    errno.ENOSPC: "make room there (space, or inodes), or name another folder",
    errno.EDQUOT: "make room there, or name another folder",
    errno.EFBIG: "files there may not grow so large (see ulimit -f); name another folder",
    errno.EROFS: "name a folder that can be written",
    errno.EACCES: "name a folder that can be written",
    errno.EPERM: "name a folder that can be written",
}


def digest(data: bytes) -> str:
    """Return the digest of bytes, BLAKE2b of 128 bits, in hexadecimal digits."""
    return blake2b(data, digest_size=_DIGEST_BYTES).hexdigest()


class Storage:
    """A folder of files, local or remote; each failure to write is an `OutputError` that names the folder.

    An unfinished file of a remote folder is kept on the disk of this machine until it gets its name. An object is
    therefore complete or absent, and is sent once.

    Args:
        out: a local path, or a URI such as ``s3://bucket/folder``.

    Attributes:
        uri: the argument as text, with credentials.
        out: the same without credentials and options, for messages.

    Raises:
        OutputError: the URI or the path cannot be used.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     storage = Storage(folder)
        ...     storage.write("games/a.txt", b"hello")
        ...     storage.files("games"), storage.read("games/a.txt")
        ({'a.txt': 5}, b'hello')
    """

    def __init__(self, out: str | Path) -> None:
        self.uri = str(out)
        self.out = shown(self.uri)
        self.is_remote = is_remote(self.uri)
        self._local_copies: dict[str, _LocalCopy] = {}  # unfinished files of a remote folder, by name
        with self.storage_errors("be used"):
            if self.is_remote:
                self._system, root = filesystem(self.uri)
                self._root = root.rstrip("/")
            else:
                from pyarrow import fs  # noqa: PLC0415 - takes a moment, and only datasets need it

                self._system, self._root = fs.LocalFileSystem(), str(Path(os.path.abspath(self.out)).as_posix())  # noqa: PTH100

    def path(self, name: str) -> str:
        """Return the full path of a file within the file system."""
        return f"{self._root}/{name}" if name else self._root

    def files(self, folder: str = "") -> dict[str, int]:
        """Return the names of a folder's files with their bytes; empty if the folder does not exist."""
        return {info.base_name: info.size for info in self._listing(folder) if info.is_file}

    def folders(self, folder: str = "") -> set[str]:
        """Return the names of all other entries of a folder: folders, and special files such as pipes."""
        return {info.base_name for info in self._listing(folder) if not info.is_file}

    def _listing(self, folder: str) -> list[fs.FileInfo]:
        from pyarrow import fs  # noqa: PLC0415

        with self.storage_errors("be listed"):
            entries: list[fs.FileInfo] = self._system.get_file_info(
                fs.FileSelector(self.path(folder), allow_not_found=True)
            )
            return entries

    def create_folder(self, folder: str = "") -> None:
        """Create a folder and its parents."""
        with self.storage_errors("be written"):
            self._system.create_dir(self.path(folder), recursive=True)

    def input(self, name: str) -> pa.NativeFile:
        """Open a file for reading at any offset.

        Raises:
            FileNotFoundError: there is no such file; folders and pipes do not count.
        """
        if not self.is_remote and not Path(self.path(name)).is_file():
            raise FileNotFoundError(f"there is no file {name!r}")
        return self._system.open_input_file(self.path(name))

    def read(self, name: str) -> bytes:
        """Return the bytes of a file.

        Raises:
            FileNotFoundError: there is no such file.
        """
        with self.input(name) as stream:
            data: bytes = stream.read()
        return data

    def digest(self, name: str, copy: Path | None = None) -> str:
        """Return the digest of a file; optionally copy the file to this machine.

        Raises:
            FileNotFoundError: there is no such file.
        """
        state = blake2b(digest_size=_DIGEST_BYTES)
        with self.input(name) as stream, copy.open("wb") if copy else nullcontext() as target:
            while piece := stream.read(_PIECE_BYTES):
                state.update(piece)
                if target:
                    target.write(piece)
        return state.hexdigest()

    def begin(self, name: str) -> pa.NativeFile:
        """Open a new file for writing and create its folder. Writing to it raises plain OSErrors."""
        folder, _, base = name.rpartition("/")
        if self.is_remote and base.startswith("."):
            self._local_copies[name] = _LocalCopy()
            return self._local_copies[name]
        if folder and not self.is_remote:
            self.create_folder(folder)
        with self.storage_errors("be written"):
            return self._system.open_output_stream(self.path(name))

    def write_unfinished(self, name: str, data: bytes) -> str:
        """Write a small file under a temporary name; return this name, for `rename`."""
        folder, _, base = name.rpartition("/")
        temporary = f"{folder}/{unfinished(base)}".lstrip("/")
        try:
            with self.storage_errors("be written"), self.begin(temporary) as stream:
                stream.write(data)
        except BaseException:
            self.discard(temporary)
            raise
        return temporary

    def write(self, name: str, data: bytes) -> None:
        """Write a small file atomically: it is complete or as before."""
        temporary = self.write_unfinished(name, data)
        try:
            self.rename(temporary, name)
        except BaseException:
            self.discard(temporary)
            raise

    def write_directly(self, name: str, data: bytes) -> None:
        """Write a small file without a temporary name."""
        with self.storage_errors("be written"), self._system.open_output_stream(self.path(name)) as stream:
            stream.write(data)

    def rename(self, old: str, new: str) -> None:
        """Rename a file and replace the one with the new name. An object store copies it."""
        with self.storage_errors("be written"):
            if old not in self._local_copies:
                self._system.move(self.path(old), self.path(new))
                return
            with self._system.open_output_stream(self.path(new)) as stream:
                self._local_copies[old].copy_to(stream)
            self._local_copies.pop(old).discard()

    def delete(self, name: str) -> None:
        """Delete a file if it exists."""
        if (local_copy := self._local_copies.pop(name, None)) is not None:
            local_copy.discard()
            return
        with self.storage_errors("be written"), suppress(FileNotFoundError):
            self._system.delete_file(self.path(name))

    def discard(self, name: str) -> None:
        """Delete a useless file, if that is possible."""
        with suppress(OSError, OutputError):
            self.delete(name)

    def delete_folder(self, folder: str) -> None:
        """Delete a folder with everything in it, in one call, if it exists."""
        with self.storage_errors("be written"), suppress(FileNotFoundError):
            self._system.delete_dir(self.path(folder))

    def delete_empty(self, folder: str) -> None:
        """Delete a folder if it is empty."""
        if not self._listing(folder):
            self.delete_folder(folder)

    @contextmanager
    def storage_errors(self, action: str) -> Iterator[None]:
        """Turn errors of the file system into a sentence about this folder; the action is, say, "be written"."""
        try:
            yield
        except UnicodeEncodeError:
            raise OutputError(f"{self.out!r} is not a name that can be written as UTF-8") from None
        except OSError as error:
            raise self.output_error(action, error) from error

    def output_error(self, action: str, error: OSError) -> OutputError:
        """Return the error with the reason of the file system, and advice."""
        advice = _ADVICE.get(error.errno or 0)
        return OutputError(f"{self.out!r} cannot {action}: {self.reason(error)}{f'; {advice}' if advice else ''}")

    def reason(self, error: OSError) -> str:
        """Return the reason of an error in the words of the file system."""
        if error.errno and not self.is_remote:  # Arrow wraps it in words of its own
            return os.strerror(error.errno)
        return sentence(error)


class _LocalCopy(io.RawIOBase):
    """A file without a name on the disk of this machine; it survives `close` and ends with its process."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - until it is discarded

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]  # Arrow passes bytes, and views of them
        return self._file.write(data)

    def tell(self) -> int:
        return self._file.tell()

    def copy_to(self, stream: pa.NativeFile) -> None:
        self._file.seek(0)
        shutil.copyfileobj(self._file, stream, _UPLOAD_BYTES)

    def discard(self) -> None:
        self._file.close()


class DigestStream(io.RawIOBase):
    """A stream that counts the bytes written to it, updates their digest, and passes them on in large pieces.

    Args:
        stream: the target.
    """

    def __init__(self, stream: pa.NativeFile) -> None:
        self._stream = stream
        self._state = blake2b(digest_size=_DIGEST_BYTES)
        self._waiting = bytearray()
        self._size = 0

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]  # Arrow passes bytes, and views of them
        """Take bytes."""
        self._waiting += data
        self._size += len(data)
        if len(self._waiting) >= _GATHERED_BYTES:
            self._pass_on()
        return len(data)

    def tell(self) -> int:
        """Return the number of bytes written so far."""
        return self._size

    def finish(self) -> tuple[int, str]:
        """Pass the last bytes on; return the size and the digest of all bytes."""
        self._pass_on()
        return self._size, self._state.hexdigest()

    def _pass_on(self) -> None:
        self._state.update(self._waiting)
        self._stream.write(bytes(self._waiting))
        self._waiting.clear()


def unfinished(base: str) -> str:
    """Return a temporary name for a file, a different one at each call.

    Example:
        >>> unfinished("part.parquet").startswith(".part.parquet.")
        True
    """
    return f".{base}.{os.getpid()}-{os.urandom(3).hex()}.writing"


def is_unfinished(name: str) -> bool:
    """Return True if a file has a temporary name.

    Example:
        >>> is_unfinished("games/" + unfinished("part.parquet")), is_unfinished("games/part.parquet")
        (True, False)
    """
    base = name.rpartition("/")[2]
    return base.startswith(".") and base.endswith(".writing")


class Lock:
    """Exclusive access to a dataset: a lock of the operating system, or in an object store an object with a name.

    The system releases a local lock at the end of its process, however it ends. A remote lock survives a killed run
    and has to be removed by hand; the message says so.

    Args:
        storage: that of the dataset.

    Attributes:
        died_in: key of the shard during which the earlier holder's process was killed; None if no holder was killed.

    Raises:
        DatasetInUseError: another run has the lock.
        OutputError: the folder cannot be written.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._local: FileLock | None = None
        self.died_in: str | None = None
        storage.create_folder()
        self._holder = {
            "process": f"{os.getpid()} on {socket.gethostname()}",
            "run": os.urandom(8).hex(),
            "since": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        data = json.dumps(self._holder).encode()
        if storage.is_remote:
            self._claim(data)
            return
        from filelock import FileLock, Timeout  # noqa: PLC0415 - only a writer needs it

        self._local = FileLock(storage.path(LOCK))
        try:
            self._local.acquire(timeout=0)
        except Timeout:
            raise DatasetInUseError(f"{self._in_use(HOLDER)}; wait for it, or name another folder") from None
        except OSError as error:
            raise storage.output_error("be written", error) from None
        try:
            self.died_in = self._read_holder(HOLDER).get("shard")  # a holder that ends well deletes its file
            storage.write_directly(HOLDER, data)
        except OutputError as error:
            self.__exit__(type(error))
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Release the lock; a failure is raised only if there is no earlier error."""
        with suppress(OutputError) if kind else nullcontext():
            self.close()

    def note(self, key: str) -> None:
        """Record the shard that the holder's own process does next, for the case that it is killed; local only."""
        if self._local:
            self._storage.write(HOLDER, json.dumps({**self._holder, "shard": key}).encode())

    def _claim(self, data: bytes) -> None:
        """Announce the intention, look for other runs, and only then take the lock.

        Of several runs at once each sees the claims or the lock of the others, except the first to look. At most one
        gets the lock.
        """
        claim = f"{CLAIM}{self._holder['run']}.writing"
        try:
            for is_claimed in (False, True):
                for name in self._storage.files():
                    if name == LOCK or (name.startswith(CLAIM) and name != claim):
                        address = f"{self._storage.out.rstrip('/')}/{name}"
                        raise DatasetInUseError(
                            f"{self._in_use(name)}. If that one has ended, remove the object {address}"
                        )
                self._storage.write_directly(LOCK if is_claimed else claim, data)
        finally:
            self._storage.discard(claim)

    def _read_holder(self, name: str) -> dict[str, str]:
        """Return the description that a holder left; empty if it is missing or unreadable."""
        try:
            holder = json.loads(self._storage.read(name))
        except (OSError, ValueError):
            return {}
        return holder if isinstance(holder, dict) else {}

    def _in_use(self, name: str) -> str:
        holder = self._read_holder(name)
        is_known = "process" in holder and "since" in holder
        description = f"process {holder['process']}, since {holder['since']}" if is_known else "another process"
        return f"{self._storage.out!r} is being written by another run ({description})"

    def close(self) -> None:
        """Release the lock; the description of the holder is deleted, with a second try.

        Raises:
            OutputError: it stays, so that to the next run this one seems killed, or in an object store still at work.
        """
        name = LOCK if self._local is None else HOLDER
        try:
            try:
                self._storage.delete(name)
            except OutputError:
                self._storage.delete(name)
        finally:
            if self._local:
                try:
                    self._local.release()
                except BaseException:  # interrupted; the release is completed
                    self._local.release(force=True)
                    raise


def holder_of(storage: Storage) -> bytes:
    """Return the description of the run that is writing a dataset; empty if there is none.

    Raises:
        OutputError: it cannot be read.
    """
    try:
        return storage.read(LOCK if storage.is_remote else HOLDER)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise OutputError(f"{storage.out!r} cannot be read: {sentence(error)}") from None
