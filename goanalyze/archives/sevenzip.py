"""Archives in the formats that 7-Zip reads: 7z, RAR, LZH, CAB and ISO, whole and in volumes.

pybit7z (extra ``archives``) brings 7-Zip in wheels for Linux, macOS and Windows. libarchive does not read RAR before
2.9, solid RAR 3 and volumes. Callbacks of pybit7z 1.2 that receive names can hang, so none are used, and it runs in
this process: 27,000 damaged archives ended none. An error is a sentence that ends the unpacking.

So members are unpacked one by one, except in a solid archive, where each costs all those before it (0.1 s in one of
9,021 games). A solid archive of up to 256 MiB is unpacked to memory at once: 27 µs for each of 180,420 games, and
0.55 GB; a larger one to a temporary folder, 110 µs or more by the disk.
"""

from __future__ import annotations

import locale
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache, partial
from importlib.util import find_spec
from shutil import copyfileobj, disk_usage, rmtree
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, BinaryIO, Final

from goanalyze.archives import remote
from goanalyze.archives.blobs import ENCRYPTED_MESSAGE, Member, UnreadableError, check_stated
from goanalyze.archives.files import copy_parts, open_file, parts
from goanalyze.errors import ResourceError

if TYPE_CHECKING:
    from pybit7z import Bit7zLibrary, BitPropVariant
    from pybit7z import BitArchiveItemOffset as Item

_IN_MEMORY: Final = 2**28  # bytes of a member or a solid archive unpacked to memory: the limit of one file
_ON_DISK: Final = 2**30  # bytes that the temporary folder may hold
_GIVE_UP: Final = 8  # damaged members in a row, after which those packed together with them are not tried
_BLOCK: Final = 2**20
_RAW: Final = re.compile("[\uef80-\uefff]+")  # bytes of a name that is not UTF-8, as 7-Zip gives them
_CHARSETS: Final = {"lzh": "cp932", "rar": "gb18030"}  # of such names: that of the country the format is used in
_UTF_8: Final = ("C.UTF-8", "en_US.UTF-8", "UTF-8")  # names of such a locale, of which each system has one
_RAR5: Final = b"Rar!\x1a\x07\x01\0"
_IS_POSIX, _FILE_TYPE, _LINK, _REPARSE_POINT = 0x8000, 0o170000, 0o120000, 0x400  # in a member's attributes
_UNEXPECTED_END, _DATA_AFTER_END = 1 << 5, 1 << 6  # of an archive's faults
_PADDING: Final = b"\0\x1a "


def is_installed() -> bool:
    """Return True if pybit7z is installed."""
    return find_spec("pybit7z") is not None


def sevenzip_members(kind: str, file: BinaryIO, path: str) -> Iterator[Member]:
    """Yield the members of an archive; folders and links are passed over.

    Args:
        kind: 7z | rar | lzh | cab | iso.
        file: the archive.
        path: its path, as 7-Zip looks for further volumes next to it; empty for an archive in an archive.
    """
    with TemporaryDirectory(prefix="goanalyze-") as folder:
        if not path:
            path = os.path.join(folder, f"archive.{kind}")
            file.seek(0)
            with open(path, "wb") as out:
                copyfileobj(file, out, _BLOCK)
        elif remote.is_remote(path):
            path = copy_parts(path, folder)
        for part in parts(path):  # 7-Zip would open a pipe, too, and wait
            open_file(part).close()
        archive = _Archive(kind, file, path, folder)
        packed, total = file.seek(0, 2), 0  # of members packed together, as far as 7-Zip knows
        for item in archive.items():
            size, first = item.size(), item.pack_size()  # of all members packed together with it, or 0
            total, packed = (size, first) if first else (total + size, packed)
            if archive.is_file(item):
                name = _decoded(item.path().replace(os.sep, "/"), kind)
                yield Member(
                    name, size, (total, packed), partial(archive.pieces, item), share=item.index() / archive.count
                )
        archive.check_end()


def _decoded(name: str, kind: str) -> str:
    """Return a member's name; one that the archive has as bytes is decoded, as zip archives' are."""
    if name.isascii() or not _RAW.search(name):
        return name
    raw = _RAW.sub(lambda match: "".join(chr(ord(char) - 0xEF00 + 0xDC00) for char in match[0]), name)
    data = raw.encode("utf-8", errors="surrogateescape")
    try:
        return data.decode(_CHARSETS[kind])
    except (KeyError, UnicodeDecodeError):
        return data.decode("cp437")


@lru_cache(maxsize=1)
def _library() -> Bit7zLibrary:
    """Load 7-Zip, once in a process.

    As it is loaded it looks whether the locale's charset is UTF-8, and if not gives the bytes of names by that charset.
    """
    before = locale.setlocale(locale.LC_CTYPE)
    for name in _UTF_8:
        with suppress(locale.Error):
            locale.setlocale(locale.LC_CTYPE, name)
            break
    try:
        import pybit7z

        return pybit7z.Bit7zLibrary(pybit7z.default_lib7zip())
    finally:
        locale.setlocale(locale.LC_CTYPE, before)


class _Archive:
    """An archive opened by 7-Zip; members of a solid one are unpacked several at once, and kept until they are read."""

    def __init__(self, kind: str, file: BinaryIO, path: str, folder: str) -> None:
        try:
            library = _library()
            import pybit7z
        except ImportError:
            raise ValueError("reading it needs pybit7z: install goanalyze with its extra 'archives'") from None
        file.seek(0)
        is_rar5 = file.read(len(_RAR5)) == _RAR5
        form = {
            "7z": pybit7z.FormatSevenZip,
            "rar": pybit7z.FormatRar5 if is_rar5 else pybit7z.FormatRar,
            "lzh": pybit7z.FormatLzh,
            "cab": pybit7z.FormatCab,
            "iso": pybit7z.FormatIso,
        }[kind]
        self._errors = (pybit7z.BitException, RuntimeError, IndexError, UnicodeError)
        self._properties = pybit7z.BitProperty
        self._file, self._ends_it = file, kind in {"7z", "rar", "lzh"}  # others may keep more behind them
        try:
            self._archive = pybit7z.BitArchiveReader(library, path, form)
        except self._errors as error:
            if "password" in str(error):
                raise UnreadableError(ENCRYPTED_MESSAGE) from None
            raise ValueError(_error_text(error)) from None
        self._is_solid = self._archive.is_solid()
        self._memory: dict[str, bytes] | None = None  # of a small solid archive, by name
        self._folder = os.path.join(folder, "members")
        os.mkdir(self._folder)
        self._files: dict[int, str] = {}  # members in the folder that were not read yet
        self._is_begun = False
        self._failures, self._failed_block = 0, 0

    @property
    def count(self) -> int:
        """Number of its items."""
        return int(self._archive.items_count())

    def items(self, first: int = 0) -> Iterator[Item]:
        """Yield the members in order, folders and links included."""
        return map(self._archive.item_at, range(first, self.count))

    def is_file(self, item: Item) -> bool:
        """Return True if a member is neither a folder nor a link."""
        marks = item.attributes()
        is_link = (
            marks & _REPARSE_POINT
            or (marks & _IS_POSIX and marks >> 16 & _FILE_TYPE == _LINK)
            or item.item_property(self._properties.HardLink).is_string()
        )
        return not (is_link or item.is_dir())

    def check_end(self) -> None:
        """Raise ValueError if there may be more members than 7-Zip found: it stops at unknown data."""
        faults = _number(self._archive.archive_property(self._properties.ErrorFlags))
        if faults & _UNEXPECTED_END:
            raise ValueError("it ends too early")
        self._file.seek(_number(self._archive.archive_property(self._properties.PhySize)))
        rest = self._file.read(_BLOCK).strip(_PADDING) if self._ends_it else b""
        if rest or faults & ~_DATA_AFTER_END:
            raise ValueError("unreadable data follows")

    def pieces(self, item: Item) -> Iterator[bytes]:
        if item.is_encrypted():
            raise UnreadableError(ENCRYPTED_MESSAGE)
        if self._failures >= _GIVE_UP and _number(item.item_property(self._properties.Block)) == self._failed_block:
            raise UnreadableError("damaged, as are members packed together with it")
        size = 0
        try:
            for piece in self._unpacked(item):
                size += len(piece)
                yield piece
        except self._errors as error:
            self._check_disk()
            self._failures += self._is_solid
            self._failed_block = _number(item.item_property(self._properties.Block))  # the stream that it is packed in
            raise UnreadableError(f"damaged: {_error_text(error)}") from None
        check_stated(size, item.size())
        self._failures = 0

    def _unpacked(self, item: Item) -> Iterator[bytes]:
        if not item.size() and not item.pack_size():
            return
        if self._is_solid and self._is_begun:
            if self._memory is None:
                self._memory = self._all() if self._archive.size() <= _IN_MEMORY else {}
            if item.path() in self._memory:
                yield self._memory.pop(item.path())
                return
        self._is_begun, is_begun = True, self._is_begun  # the first member may be the only one to be read
        if item.index() not in self._files and (item.size() > _IN_MEMORY or (self._is_solid and is_begun)):
            self._fill_folder(item)
        path = self._files.pop(item.index(), None)
        if path is None:
            yield self._archive.extract_to(item.index())
            return
        with open(path, "rb") as file:
            while piece := file.read(_BLOCK):
                yield piece
        os.unlink(path)

    def _all(self) -> dict[str, bytes]:
        """Unpack all members to memory; none if two have the same name, or one is damaged."""
        names = {item.path() for item in self.items()}
        self._archive.set_retain_directories(True)
        try:
            return self._archive.extract_to() if len(names) == self.count else {}
        except self._errors:
            return {}

    def _fill_folder(self, first: Item) -> None:
        """Unpack a member to the folder, with those behind it that have other names; a large one alone.

        Unpacking ends at the first damaged member, which leaves the last file: those before it are whole.
        """
        batch: dict[int, str] = {}
        names, size = set(), 0
        rmtree(self._folder)
        os.mkdir(self._folder)
        for item in self.items(first.index()):
            name, size = item.path().rpartition(os.sep)[2], size + item.size()
            is_alone = max(first.size(), item.size()) > _IN_MEMORY
            if batch and (is_alone or size > _ON_DISK or name.casefold() in names):
                break
            if self.is_file(item) and not item.is_encrypted():
                batch[item.index()] = os.path.join(self._folder, name)
                names.add(name.casefold())
        self._files = batch
        self._archive.set_retain_directories(False)
        try:
            self._archive.extract_to(self._folder, list(batch))
        except self._errors:
            self._check_disk()
            self._files = dict([(number, path) for number, path in batch.items() if os.path.exists(path)][:-1])
            if first.size() > _IN_MEMORY:
                raise

    def _check_disk(self) -> None:
        """Raise `ResourceError` if the temporary folder is full, which 7-Zip does not report."""
        if disk_usage(self._folder).free < _BLOCK:
            raise ResourceError(f"the disk is full: it cannot be unpacked in {self._folder}")


def _number(value: BitPropVariant) -> int:
    """Return a number that 7-Zip gives for an archive or member, 0 if it gives none."""
    return value.get_uint64() if value.is_uint32() or value.is_uint64() else 0


def _error_text(error: Exception) -> str:
    """Return the reason of an error of 7-Zip, without its context."""
    text = str(error)
    return (text.rpartition(": ")[2] or text).rstrip(".")
