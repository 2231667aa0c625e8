"""The place where a dataset stands: a local folder, or a prefix of an object store, by one set of names.

Names are relative, parts separated by ``/``; a name that begins with a dot is not finished. What may live here: files
by name. What may not: what is in them.
"""

from __future__ import annotations

import errno
import io
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from goanalyze.archives.remote import filesystem, is_remote, shown
from goanalyze.errors import OutputError
from goanalyze.vocabulary.faults import sentence

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow import fs

_PIECE: Final = 16 * 2**20  # bytes sent at once

_ADVICE: Final = {
    errno.ENOSPC: "make room there (space, or inodes), or name another folder",
    errno.EDQUOT: "make room there, or name another folder",
    errno.EFBIG: "files there may not grow so large (see ulimit -f); name another folder",
    errno.EROFS: "name a folder that can be written",
    errno.EACCES: "name a folder that can be written",
    errno.EPERM: "name a folder that can be written",
}


class Store:
    """A folder of files, local or remote; all errors of writing are `OutputError` and name the folder.

    What is not finished stands in a remote place as little as it can: it is kept on this machine's disk until it gets
    its name, so that an object is there whole or not at all, and is sent once.

    Args:
        out: a local path, or a URI such as ``s3://bucket/folder``.

    Attributes:
        uri: as given.
        out: the same without credentials and options, for messages.

    Raises:
        OutputError: the URI cannot be used, or the path is no name that can be written.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     store = Store(folder)
        ...     store.write("games/a.txt", b"hello")
        ...     store.files("games"), store.read("games/a.txt")
        ({'a.txt': 5}, b'hello')
    """

    def __init__(self, out: str | Path) -> None:
        self.uri = str(out)
        self.out = shown(self.uri)
        self.is_remote = is_remote(self.uri)
        self._kept: dict[str, _Kept] = {}  # unfinished files of a remote place, by name
        with self.told("be used"):
            if self.is_remote:
                self._system, root = filesystem(self.uri)
                self._root = root.rstrip("/")
            else:
                from pyarrow import fs  # noqa: PLC0415 - takes a moment, and only who writes needs it

                self._system, self._root = fs.LocalFileSystem(), str(Path(os.path.abspath(self.out)).as_posix())  # noqa: PTH100

    def path(self, name: str) -> str:
        """Return the full path of a name within the file system."""
        return f"{self._root}/{name}" if name else self._root

    def files(self, folder: str = "") -> dict[str, int]:
        """Return the files that stand in a folder, with their bytes; none where there is no folder."""
        return {info.base_name: info.size for info in self._listing(folder) if info.is_file}

    def folders(self, folder: str = "") -> set[str]:
        """Return what else stands in a folder: folders, and what can be neither read nor replaced, such as pipes."""
        return {info.base_name for info in self._listing(folder) if not info.is_file}

    def _listing(self, folder: str) -> list[fs.FileInfo]:
        from pyarrow import fs  # noqa: PLC0415

        with self.told("be listed"):
            found: list[fs.FileInfo] = self._system.get_file_info(
                fs.FileSelector(self.path(folder), allow_not_found=True)
            )
            return found

    def make(self, folder: str = "") -> None:
        """Make a folder, and those around it."""
        with self.told("be written"):
            self._system.create_dir(self.path(folder), recursive=True)

    def read(self, name: str) -> bytes:
        """Return the bytes of a file.

        Raises:
            FileNotFoundError: there is none.
        """
        with self.input(name) as stream:
            found: bytes = stream.read()
        return found

    def write(self, name: str, data: bytes) -> None:
        """Write a small file so that it is there whole or not at all."""
        folder, _, base = name.rpartition("/")
        temporary = f"{folder}/{unfinished(base)}".lstrip("/")
        try:
            with self.told("be written"), self.begin(temporary) as stream:
                stream.write(data)
            self.rename(temporary, name)
        except BaseException:
            self.drop(temporary)
            raise

    def write_plainly(self, name: str, data: bytes) -> None:
        """Write a small file under its own name at once: to see whether that can be done."""
        if not self.is_remote and "/" in name:
            self.make(name.rpartition("/")[0])
        with self.told("be written"), self._system.open_output_stream(self.path(name)) as stream:
            stream.write(data)

    def begin(self, name: str) -> pa.NativeFile:
        """Open a file to be written from its beginning; folders around it are made. Writing raises plain OSErrors."""
        folder, _, base = name.rpartition("/")
        if self.is_remote and base.startswith("."):
            self._kept[name] = _Kept()
            return self._kept[name]
        if folder and not self.is_remote:
            self.make(folder)
        with self.told("be written"):
            return self._system.open_output_stream(self.path(name))

    def input(self, name: str) -> pa.NativeFile:
        """Open a file to be read from any place.

        Raises:
            FileNotFoundError: there is none; a folder is none, nor is a pipe, which would never end.
        """
        if not self.is_remote and not Path(self.path(name)).is_file():
            raise FileNotFoundError(f"there is no file {name!r}")
        return self._system.open_input_file(self.path(name))

    def rename(self, old: str, new: str) -> None:
        """Give a file another name; one that has that name already is replaced. On an object store this copies."""
        with self.told("be written"):
            if old not in self._kept:
                self._system.move(self.path(old), self.path(new))
                return
            with self._system.open_output_stream(self.path(new)) as stream:
                self._kept[old].copy_to(stream)
            self._kept.pop(old).discard()

    def delete(self, name: str) -> None:
        """Remove a file; nothing happens where there is none."""
        if (kept := self._kept.pop(name, None)) is not None:
            kept.discard()
            return
        with self.told("be written"), suppress(FileNotFoundError):
            self._system.delete_file(self.path(name))

    def drop(self, name: str) -> None:
        """Remove a file that is of no use any more, if that can be done."""
        with suppress(OSError, OutputError):
            self.delete(name)

    def delete_empty(self, folder: str) -> None:
        """Remove a folder that holds nothing."""
        if not self._listing(folder):
            with self.told("be written"), suppress(FileNotFoundError):
                self._system.delete_dir(self.path(folder))

    @contextmanager
    def told(self, what: str) -> Iterator[None]:
        """Turn what the file system says into a sentence about this dataset."""
        try:
            yield
        except UnicodeEncodeError:
            raise OutputError(f"{self.out!r} is no name that can be written as UTF-8") from None
        except OSError as error:
            raise self.failed(what, error) from error

    def failed(self, what: str, error: OSError) -> OutputError:
        """Return the sentence about what the file system would not do, and what can be done about it."""
        advice = _ADVICE.get(error.errno or 0)
        return OutputError(f"{self.out!r} cannot {what}: {self.reason(error)}{f'; {advice}' if advice else ''}")

    def reason(self, error: OSError) -> str:
        """Return what the file system would not do, in its own words."""
        if error.errno and not self.is_remote:  # Arrow wraps it in words of its own
            return os.strerror(error.errno)
        return sentence(error)


class _Kept(io.RawIOBase):
    """A file without a name on this machine's disk; it stays when it is closed, and is gone when its process ends."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - until it is discarded

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]  # Arrow gives bytes, and views of them
        return self._file.write(data)

    def tell(self) -> int:
        return self._file.tell()

    def copy_to(self, stream: pa.NativeFile) -> None:
        self._file.seek(0)
        shutil.copyfileobj(self._file, stream, _PIECE)

    def discard(self) -> None:
        self._file.close()


def unfinished(base: str) -> str:
    """Return the dotted name under which a file is written, another one in each process.

    Example:
        >>> unfinished("part.parquet").startswith(".part.parquet.")
        True
    """
    return f".{base}.{os.getpid()}-{os.urandom(3).hex()}.writing"
