"""PPMd streams of 7z archives, unpacked in a process of their own.

pyppmd 1.3.1 overwrites memory when a stream is damaged: of 3,000 streams with one bit changed, some end the process.
So its work is done where nothing else can be lost. This file is both sides: what asks, and, run as a script, what
answers; the script imports nothing of the package.
"""

from __future__ import annotations

import base64
import os
import pickle
import struct
import subprocess
import sys
import tempfile
import weakref
from contextlib import suppress
from pathlib import Path
from shutil import copyfileobj
from typing import IO, Any, BinaryIO

__all__ = ["Unpacker"]

_FRAME = struct.Struct("<Bl")  # whether it is a reason, and bytes that follow; no bytes are the end
_BLOCK = 2**18
_CRASHED = b"the unpacker crashed on it"


class Unpacker:
    """A process that unpacks streams one after the other; it is started when first needed, and anew if it dies."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._current: Stream | None = None

    def stream(self, file: BinaryIO, place: int, packed: int, coders: Any, sizes: list[int]) -> Stream:
        """Begin to unpack a stream; the one before it is left.

        Args:
            file: the archive.
            place: byte where the stream begins.
            packed: its length.
            coders: how it is packed, as py7zr tells.
            sizes: bytes after each coder, the same.
        """
        if self._current is not None:
            self._current.close()
        self._current = Stream(self, _Part(file, place, packed), sizes[-1], pickle.dumps((coders, packed, sizes)))
        return self._current

    def process(self) -> subprocess.Popen[bytes]:
        """Return the running process."""
        if self._process is None or self._process.poll() is not None:
            self.stop()
            self._process = subprocess.Popen(  # noqa: S603 - this Python, this file
                [sys.executable, "-P", __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )  # fmt: skip
            weakref.finalize(self, _end, self._process)
        return self._process

    def stop(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None:
            _end(self._process)
            self._process = None


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError, ValueError):  # what was to be said to it is of no use
            if pipe is not None:
                pipe.close()


class Stream:
    """The bytes of one stream, as they come."""

    def __init__(self, unpacker: Unpacker, part: _Part, size: int, how: bytes) -> None:
        self._unpacker, self._to_come, self._left, self._ended = unpacker, size, b"", False
        handle, self._spool = tempfile.mkstemp(prefix="goanalyze-")
        self._remove = weakref.finalize(self, Path(self._spool).unlink, missing_ok=True)
        with os.fdopen(handle, "wb") as spool:
            copyfileobj(part, spool)
        process = unpacker.process()
        self._answers = process.stdout
        line = base64.b64encode(pickle.dumps((self._spool, how)))
        assert process.stdin is not None
        process.stdin.write(line + b"\n")
        process.stdin.flush()

    def read(self, length: int) -> bytes:
        """Return some of the next bytes, none at the end.

        Raises:
            ValueError: the stream is damaged; the message says how.
        """
        if not self._left and not self._ended:
            self._next()
        piece, self._left = self._left[:length], self._left[length:]
        return piece

    def _next(self) -> None:
        is_reason, data = _answer(self._answers)
        if data == _CRASHED:
            self._unpacker.stop()
        self._ended = is_reason or not data
        self._to_come -= len(data)
        if is_reason:
            raise ValueError(data.decode(errors="replace"))
        self._left = data

    def close(self) -> None:
        """Leave the stream, read to its end or not."""
        if not self._ended and not self._to_come:
            self._next()  # the word that it has ended
        if not self._ended:
            self._unpacker.stop()
        self._ended, self._left = True, b""
        self._remove()


class _Part:
    """So many bytes of a file from a place on."""

    def __init__(self, file: BinaryIO, place: int, length: int) -> None:
        self._file, self._left = file, length
        file.seek(place)

    def read(self, length: int = -1, /) -> bytes:
        """Return the next bytes."""
        length = self._left if length < 0 else length
        data = self._file.read(min(length, self._left))
        self._left -= len(data)
        return data


def _answer(answers: IO[bytes] | None) -> tuple[bool, bytes]:
    """Return the next frame."""
    assert answers is not None
    head = answers.read(_FRAME.size)
    if len(head) < _FRAME.size:
        return True, _CRASHED
    is_reason, length = _FRAME.unpack(head)
    data = answers.read(length)
    return (bool(is_reason), data) if len(data) == length else (True, _CRASHED)


def _serve() -> None:
    """Unpack one stream for each line that comes in."""
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        path, how = pickle.loads(base64.b64decode(line))  # noqa: S301 - from the process that started this one
        try:
            _unpack(path, how, out)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told
            reason = (str(error).partition("\n")[0] or type(error).__name__).encode()
            out.write(_FRAME.pack(1, len(reason)) + reason)
        out.flush()


def _unpack(path: str, how: bytes, out: IO[bytes]) -> None:
    from py7zr.compressor import SevenZipDecompressor  # noqa: PLC0415 - an extra

    coders, packed, sizes = pickle.loads(how)  # noqa: S301 - as above
    decoder = SevenZipDecompressor(coders, packed, sizes, None)
    left = sizes[-1]
    with open(path, "rb") as file:  # noqa: PTH123 - a script that should start fast
        while left > 0:
            before = file.tell()
            piece = decoder.decompress(file, min(left, _BLOCK))
            if not piece and file.tell() == before:
                raise EOFError("it ends too early")
            left -= len(piece)
            if piece:
                out.write(_FRAME.pack(0, len(piece)) + piece)
    out.write(_FRAME.pack(0, 0))


if __name__ == "__main__":
    _serve()
