"""7z archives, whole and split: py7zr (extra ``archives``) reads the directory and unpacks; members are drawn here.

py7zr's own way of extracting stops at the first damaged member and keeps what it unpacks. Here members are drawn one
by one out of the streams that they are packed in, one behind the other, and a damaged stream costs no other.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from goanalyze.sgf.blobs import WHOLE, Member, MemberError, Span, sentence

__all__ = ["SevenZipReader"]

_BLOCK = 2**20
_LOCKED = "cannot be unpacked: it is encrypted, and a password is needed"


class _Place(NamedTuple):
    """Where a member's bytes are: in which stream (None for an empty member), from which byte on, and their CRC-32."""

    stream: _Stream | None
    begin: int
    crc: int | None


class SevenZipReader:
    """Goes through a 7z archive, see `goanalyze.sgf.blobs.Reader`; it has no spans."""

    is_stream = False

    def __init__(self, file: BinaryIO, span: Span = WHOLE) -> None:  # noqa: ARG002 - as all readers
        self._file = file
        self._archive = _opened(file)

    def __iter__(self) -> Iterator[Member]:
        """Yield the members; folders and links are passed over."""
        streams: dict[int, _Stream] = {}
        for file in self._archive.files:
            folder = None if file.emptystream else file.folder
            place, packed = _Place(None, 0, None), 0
            if folder is not None:
                if id(folder) not in streams:
                    streams[id(folder)] = _Stream(self._file, folder, *self._packed(folder))
                stream = streams[id(folder)]
                place, packed = _Place(stream, stream.listed, file.crc32), stream.packed
                stream.listed += file.uncompressed
            if not (file.is_directory or file.is_symlink or file.is_junction or file.is_socket):
                yield Member(file.filename, file.uncompressed if folder else 0,
                             (place.stream.listed if place.stream else 0, packed), place)  # fmt: skip

    def _packed(self, folder: Any) -> tuple[int, int]:
        """Return the byte where a folder's packed stream begins, and its length."""
        streams = self._archive.header.main_streams
        number = next(number for number, other in enumerate(streams.unpackinfo.folders) if other is folder)
        begin, end = streams.packinfo.packpositions[number : number + 2]
        return self._archive.afterheader + begin, end - begin

    def read(self, member: Member) -> bytes:
        """Return the bytes of a member.

        Raises:
            MemberError: it is encrypted, packed in an unknown way, or damaged; the message says which.
        """
        return b"".join(self._pieces(member))

    def copy(self, member: Member, out: BinaryIO) -> None:
        """Write a member of any size to a file; raises as `read`."""
        out.writelines(self._pieces(member))

    def _pieces(self, member: Member) -> Iterator[bytes]:
        place: _Place = member.token
        if place.stream is None:
            return
        for _ in place.stream.draw(place.begin - place.stream.drawn):  # members passed over
            pass
        crc = 0
        for piece in place.stream.draw(member.size):
            crc = zlib.crc32(piece, crc)
            yield piece
        if place.crc is not None and crc != place.crc:
            raise MemberError(f"damaged: Bad CRC-32 for file {member.name!r}")


class _Stream:
    """The bytes of members, one behind the other, as they come out of a packed stream.

    Attributes:
        packed: its length.
        listed: bytes of its members told of so far.
        drawn: bytes drawn so far.
    """

    def __init__(self, file: BinaryIO, folder: Any, place: int, packed: int) -> None:
        self._file, self._folder, self._place = file, folder, place
        self.packed = packed
        self.listed = self.drawn = 0
        self._decoder: Any = None
        self._broken = ""

    def draw(self, length: int) -> Iterator[bytes]:
        """Yield the next bytes; raises MemberError, now and ever after, where the stream is damaged."""
        if self._broken:
            raise MemberError(self._broken)
        try:
            while length > 0:
                piece = self._next(min(length, _BLOCK))
                self.drawn += len(piece)
                length -= len(piece)
                yield piece
        except GeneratorExit:
            raise
        except MemoryError:
            self._broken = "cannot be unpacked: that needs more memory than there is"
        except Exception as error:  # noqa: BLE001 - py7zr raises whatever its parts meet
            locked = type(error).__name__ == "PasswordRequired"
            self._broken = _LOCKED if locked else f"damaged: {_told(error)}"
        if self._broken:
            raise MemberError(self._broken)

    def _next(self, length: int) -> bytes:
        """Return some of the next bytes, one at least."""
        self._file.seek(self._place)
        if self._decoder is None:
            self._decoder = self._folder.get_decompressor(self.packed)
        while True:
            before = self._file.tell()
            piece: bytes = bytes(self._decoder.decompress(self._file, length))
            self._place = self._file.tell()
            if piece:
                return piece
            if self._place == before:
                raise EOFError("it ends too early")


def _opened(file: BinaryIO) -> Any:
    try:
        from py7zr import SevenZipFile  # noqa: PLC0415 - an extra, and slow to load
        from py7zr.exceptions import PasswordRequired  # noqa: PLC0415
    except ImportError:
        raise ValueError("reading it needs py7zr; install goanalyze[archives]") from None
    try:
        return SevenZipFile(file, "r")
    except PasswordRequired:
        raise MemberError(_LOCKED) from None
    except (OSError, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001 - as above
        raise ValueError(_told(error)) from None


def _told(error: Exception) -> str:
    """Return what py7zr says; some of its errors carry the parts and then the sentence."""
    said = [part for part in error.args if isinstance(part, str)]
    return said[-1] if len(error.args) > 1 and said else sentence(error)
