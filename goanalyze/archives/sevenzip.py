"""7z archives, whole and split: py7zr (extra ``archives``) reads the directory and unpacks; members are drawn here.

py7zr's own way of extracting stops at the first damaged member and keeps what it unpacks. Here members are drawn one
by one out of the streams that they are packed in, one behind the other, and a damaged stream costs no other.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from goanalyze.archives import ppmd
from goanalyze.archives.members import WHOLE, Member, MemberError, Span, sentence

__all__ = ["SevenZipReader"]

_BLOCK = 2**20
_PPMD, _AES = b"\x03\x04\x01", b"\x06\xf1\x07\x01"  # numbers of methods
_LOCKED = "cannot be unpacked: it is encrypted, and a password is needed"


class _Place(NamedTuple):
    """Where a member's bytes are: in which stream (None for an empty member), from which byte on, and their CRC-32."""

    stream: _Stream | None
    begin: int
    crc: int | None


class SevenZipReader:
    """Goes through a 7z archive, see `goanalyze.archives.members.Reader`; it has no spans."""

    is_stream = False

    def __init__(self, file: BinaryIO, span: Span = WHOLE) -> None:  # noqa: ARG002 - as all readers
        self._file = file
        self._archive = _opened(file)
        self._unpacker = ppmd.Unpacker()
        self._current: _Stream | None = None

    def __iter__(self) -> Iterator[Member]:
        """Yield the members; folders and links are passed over."""
        try:
            yield from self._members()
        except (OSError, MemoryError, MemberError):
            raise
        except Exception as error:  # noqa: BLE001 - py7zr raises whatever its parts meet
            raise ValueError(_told(error)) from None

    def _members(self) -> Iterator[Member]:
        listed: dict[int, int] = {}  # by stream, the bytes of its members told of so far
        numbers = self._numbers()
        for file in self._archive.files:
            place, packed = _Place(None, 0, None), 0
            if not file.emptystream:
                number = numbers[id(file.folder)]
                begin = listed.get(number, 0)
                listed[number] = begin + file.uncompressed
                place, packed = _Place(self._stream(file.folder, number), begin, file.crc32), self._packed(number)[1]
            if not (file.is_directory or file.is_symlink or file.is_junction or file.is_socket):
                size = 0 if file.emptystream else file.uncompressed
                yield Member(file.filename, size, (place.begin + size, packed), place)

    def _numbers(self) -> dict[int, int]:
        """Return the number of each packed stream by what py7zr tells of it."""
        streams = self._archive.header.main_streams
        return {} if streams is None else {id(folder): at for at, folder in enumerate(streams.unpackinfo.folders)}

    def _stream(self, folder: Any, number: int) -> _Stream:
        """Return a packed stream; the one before it is let go, for its unpacker may hold much memory."""
        if self._current is None or self._current.folder is not folder:
            if self._current is not None:
                self._current.folder.decompressor = None
            place, packed = self._packed(number)
            self._current = _Stream(self._file, self._unpacker, folder, self._archive.afterheader + place, packed)
        return self._current

    def _packed(self, number: int) -> tuple[int, int]:
        """Return where a packed stream begins, from the header on, and its length."""
        begin, end = self._archive.header.main_streams.packinfo.packpositions[number : number + 2]
        return begin, end - begin

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
        folder: how it is packed, as py7zr tells.
        drawn: bytes drawn so far.
    """

    def __init__(self, file: BinaryIO, unpacker: ppmd.Unpacker, folder: Any, place: int, packed: int) -> None:
        self._file, self._unpacker, self._place, self._packed = file, unpacker, place, packed
        self.folder, self.drawn = folder, 0
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
            self._broken = str(error) if isinstance(error, MemberError) else f"damaged: {_told(error)}"
        if self._broken:
            raise MemberError(self._broken)

    def _next(self, length: int) -> bytes:
        """Return some of the next bytes, one at least."""
        methods = {coder["method"] for coder in self.folder.coders}
        if _AES in methods:
            raise MemberError(_LOCKED)
        if _PPMD in methods:
            return self._next_from_apart(length)
        self._file.seek(self._place)
        if self._decoder is None:
            self._decoder = self.folder.get_decompressor(self._packed, reset=True)
        while True:
            before = self._file.tell()
            piece: bytes = bytes(self._decoder.decompress(self._file, length))
            self._place = self._file.tell()
            if piece:
                return piece
            if self._place == before:
                raise EOFError("it ends too early")

    def _next_from_apart(self, length: int) -> bytes:
        if self._decoder is None:
            folder = self.folder
            self._decoder = self._unpacker.stream(
                self._file, self._place, self._packed, folder.coders, folder.unpacksizes
            )
        piece: bytes = self._decoder.read(length)
        if not piece:
            raise EOFError("it ends too early")
        return piece


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
