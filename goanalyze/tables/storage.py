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
from typing import IO, TYPE_CHECKING, Any, Final, Self

from goanalyze.archives.remote import filesystem, is_remote, shown
from goanalyze.errors import DatasetInUseError, OutputError
from goanalyze.util.faults import sentence

if TYPE_CHECKING:
    import pyarrow as pa
    from filelock import FileLock

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
    errno.ENOSPC: "Make room there (space, or inodes), or name another folder.",
    errno.EDQUOT: "Make room there, or name another folder.",
    errno.EFBIG: "Files there cannot grow so large (see ulimit -f). Name another folder.",
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), "Name a folder that can be written."),
}


def digest(data: bytes) -> str:
    """Return the digest of bytes, BLAKE2b of 128 bits, in hexadecimal digits."""
    return blake2b(data, digest_size=_DIGEST_BYTES).hexdigest()


class Storage:
    """A folder of files, local or remote; each failure is an `OutputError` that names the folder.

    Attributes:
        uri: the argument as text, with credentials.
        out: text of the argument without credentials and options, for messages.
    """

    def __init__(self, out: str | Path) -> None:
        self.uri = str(out)
        self.out = shown(self.uri)
        self.is_remote = is_remote(self.uri)
        with self.storage_errors("be used"):
            if self.is_remote:
                self._system, root = filesystem(self.uri)
                self._root = root.rstrip("/")
            else:
                from pyarrow import fs  # takes a moment, and only datasets need it

                self._system, self._root = fs.LocalFileSystem(), str(Path(os.path.abspath(self.out)).as_posix())

    def path(self, name: str) -> str:
        """Return the full path of a file within the file system."""
        return f"{self._root}/{name}" if name else self._root

    def files(self, folder: str = "") -> dict[str, int]:
        """Return the names of a folder's files with their bytes; empty if the folder does not exist."""
        return {name: size for name, size in self._listing(folder) if size is not None}

    def folders(self, folder: str = "") -> set[str]:
        """Return the names of all other entries of a folder: folders, pipes, and links that lead nowhere."""
        return {name for name, size in self._listing(folder) if size is None}

    def _listing(self, folder: str) -> list[tuple[str, int | None]]:
        """Return the entries of a folder: name, and bytes if it is a file."""
        with self.storage_errors("be listed"):
            if self.is_remote:
                from pyarrow import fs

                infos = self._system.get_file_info(fs.FileSelector(self.path(folder), allow_not_found=True))
                return [(info.base_name, info.size if info.is_file else None) for info in infos]
            entries: list[tuple[str, int | None]] = []
            with suppress(FileNotFoundError, NotADirectoryError), os.scandir(self.path(folder)) as scanned:
                for entry in scanned:
                    with suppress(FileNotFoundError):  # deleted a moment ago
                        entries.append((entry.name, entry.stat().st_size if entry.is_file() else None))
            return entries

    def create_folder(self, folder: str = "") -> None:
        """Create a folder and its parents."""
        with self.storage_errors("be written"):
            self._system.create_dir(self.path(folder), recursive=True)

    def input(self, name: str) -> pa.NativeFile:
        """Open a file for reading at any offset; a folder or a pipe is a FileNotFoundError."""
        if not self.is_remote and not Path(self.path(name)).is_file():
            raise FileNotFoundError(f"{name!r} is missing, or is not a file")
        return self._system.open_input_file(self.path(name))

    @contextmanager
    def reading(self, name: str) -> Iterator[pa.NativeFile]:
        """Open a file; an error while it is read is an `OutputError`, except for a FileNotFoundError."""
        try:
            with self.input(name) as stream:
                yield stream
        except FileNotFoundError:
            raise
        except OSError as error:
            raise OutputError(
                f"{self.out!r}: {name} cannot be read ({self._reason(error)}). Make it readable, or "
                "remove it and run the check again."
            ) from None

    def read(self, name: str, default: bytes | None = None) -> bytes:
        """Return the bytes of a file, or the default if it does not exist; without one a FileNotFoundError."""
        try:
            with self.reading(name) as stream:
                data: bytes = stream.read()
        except FileNotFoundError:
            if default is None:
                raise
            return default
        return data

    def has_digest(self, name: str, expected: str, copy: Path | None = None) -> bool:
        """Return True if a file exists and has this digest; optionally copy it to this machine."""
        state = blake2b(digest_size=_DIGEST_BYTES)
        try:
            with self.reading(name) as stream, copy.open("wb") if copy else nullcontext() as target:
                while piece := stream.read(_PIECE_BYTES):
                    state.update(piece)
                    if target:
                        target.write(piece)
        except FileNotFoundError:
            return False
        return state.hexdigest() == expected

    def write(self, name: str, data: bytes) -> None:
        """Write a small file atomically: it is complete or as before."""
        with UnfinishedFile(self, name) as file:
            file.write(data)
            file.finish()
            file.rename()

    def write_directly(self, name: str, data: bytes) -> None:
        """Write a small file without a temporary name."""
        with self.storage_errors("be written"), self.output(name) as stream:
            stream.write(data)

    def output(self, name: str) -> pa.NativeFile:
        """Open a file for writing; writing to it raises plain OSErrors."""
        return self._system.open_output_stream(self.path(name))

    def rename(self, old: str, new: str) -> None:
        """Rename a file and replace the one with the new name. An object store copies it."""
        with self.storage_errors("be written"):
            self._system.move(self.path(old), self.path(new))

    def delete(self, name: str) -> None:
        """Delete a file if it exists."""
        with self.storage_errors("be written"), suppress(FileNotFoundError):
            self._system.delete_file(self.path(name))

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
            raise OutputError(f"{self.out!r} is not a name that can be written as UTF-8.") from None
        except OSError as error:
            advice = _ADVICE.get(error.errno or 0)
            reason = self._reason(error) + (f". {advice}" if advice else "")
            raise OutputError(f"{self.out!r} cannot {action}: {reason}") from error

    def _reason(self, error: OSError) -> str:
        """Return the reason of an error in the words of the file system; Arrow wraps it in words of its own."""
        return os.strerror(error.errno) if error.errno and not self.is_remote else sentence(error)


class UnfinishedFile(io.RawIOBase):
    """A new file under a temporary name, with the size and the digest of the bytes written to it.

    Bytes are passed on in large pieces. A file of a remote folder is kept on the disk of this machine until it gets
    its name, so that an object is complete or absent and is sent once. As a context, an error deletes the file.
    """

    def __init__(self, storage: Storage, name: str) -> None:
        folder, _, base = name.rpartition("/")
        self._storage, self._name = storage, name
        self._temporary = f"{folder}/{unfinished(base)}".lstrip("/")
        self._state, self._size, self._waiting = blake2b(digest_size=_DIGEST_BYTES), 0, bytearray()
        if folder and not storage.is_remote:
            storage.create_folder(folder)
        with storage.storage_errors("be written"):
            self._target: IO[bytes] | pa.NativeFile = (
                tempfile.TemporaryFile() if storage.is_remote else storage.output(self._temporary)
            )

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: Any) -> int:
        """Take bytes, or a view of them."""
        self._waiting += data
        self._size += len(data)
        if len(self._waiting) >= _GATHERED_BYTES:
            self._pass_on()
        return len(data)

    def tell(self) -> int:
        """Return the number of bytes written so far."""
        return self._size

    def finish(self) -> tuple[int, str]:
        """Complete the file; return the size and the digest of its bytes."""
        self._pass_on()
        if not self._storage.is_remote:
            with self._storage.storage_errors("be written"):
                self._target.close()
        return self._size, self._state.hexdigest()

    def rename(self) -> None:
        """Give the file its name."""
        if not self._storage.is_remote:
            self._storage.rename(self._temporary, self._name)
            return
        with self._storage.storage_errors("be written"), self._storage.output(self._name) as stream:
            self._target.seek(0)
            shutil.copyfileobj(self._target, stream, _UPLOAD_BYTES)
        self._target.close()

    def discard(self) -> None:
        """Delete the file, unless it has its name."""
        with suppress(OSError, ValueError):  # the disk is full, or it is closed
            self._target.close()
        if not self._storage.is_remote:
            with suppress(OutputError):
                self._storage.delete(self._temporary)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.discard()

    def _pass_on(self) -> None:
        self._state.update(self._waiting)
        with self._storage.storage_errors("be written"):
            self._target.write(bytes(self._waiting))
        self._waiting.clear()


def unfinished(base: str) -> str:
    """Return a temporary name for a file, a different one at each call."""
    return f".{base}.{os.getpid()}-{os.urandom(3).hex()}.writing"


def is_unfinished(name: str) -> bool:
    """Return True if a file has a temporary name."""
    base = name.rpartition("/")[2]
    return base.startswith(".") and base.endswith(".writing")


class Lock:
    """Exclusive access to a dataset: a lock of the operating system, or in an object store an object with a name.

    The system releases a local lock at the end of its process, however it ends. A remote lock survives a killed run
    and has to be removed by hand; the message says so.

    Attributes:
        died_in: key of the shard during which the earlier holder's process was killed; None if no holder was killed.
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
        from filelock import FileLock, Timeout  # only a writer needs it

        self._local = FileLock(storage.path(LOCK))
        with storage.storage_errors("be written"):
            try:
                self._local.acquire(timeout=0)
            except Timeout:  # an OSError, too
                raise DatasetInUseError(f"{self._in_use(HOLDER)}. Wait for it, or name another folder.") from None
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
            with suppress(OutputError):
                self._storage.delete(claim)

    def _read_holder(self, name: str) -> dict[str, str]:
        """Return the description that a holder left; empty if it is missing or unreadable."""
        try:
            holder = json.loads(self._storage.read(name, b"{}"))
        except (OutputError, ValueError):
            return {}
        return holder if isinstance(holder, dict) else {}

    def _in_use(self, name: str) -> str:
        holder = self._read_holder(name)
        is_known = "process" in holder and "since" in holder
        description = f"process {holder['process']}, since {holder['since']}" if is_known else "another process"
        return f"{self._storage.out!r} is being written by another run ({description})"


def holder_of(storage: Storage) -> bytes:
    """Return the description of the run that is writing a dataset; empty if there is not one."""
    return storage.read(LOCK if storage.is_remote else HOLDER, b"")
