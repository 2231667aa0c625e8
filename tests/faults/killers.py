"""Files that kill the process that works on them.

No real file is known that does, so the processes that tests start load a ``sitecustomize`` which lets them fall over
such as say that they do: in decoding, with ``C[kill:WAY]``; in reading, by a member's name ``read-kill``.
"""

from __future__ import annotations

from pathlib import Path

_CUSTOM = """
import ctypes, os, signal, time
import goanalyze.sgf.charset as charset
import goanalyze.archives.sources as sources

real_decode, real_blobs = charset.decode, sources.Source.blobs

def loop_in_kernel():
    import numba
    @numba.njit(nogil=True)
    def forever(number):
        while number != 12345:  # comes after some 2**63 rounds
            number = number * 6364136223846793005 + 1442695040888963407
        return number
    import numpy
    forever(numpy.uint64(1))

def loop():
    while True:
        pass

def recurse():
    recurse()

def memory():
    hoard = []
    while True:
        hoard.append(bytearray(2**24))

def fail():
    raise RuntimeError("boom")

WAYS = {
    b"fail": fail,
    b"segv": lambda: ctypes.string_at(8),
    b"abort": os.abort,
    b"kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
    b"exit": lambda: os._exit(3),
    b"loop": loop,
    b"kernel": loop_in_kernel,
    b"recursion": recurse,
    b"memory": memory,
}

def decode(blob, fallback):
    for way, die in WAYS.items():
        if b"C[kill:" + way in blob.data:
            die()
    return real_decode(blob, fallback)

def blobs(self, *args, **named):
    for blob in real_blobs(self, *args, **named):
        if "read-kill" in blob.member or "read-kill" in blob.source:
            os.kill(os.getpid(), signal.SIGSEGV)
        yield blob

charset.decode, sources.Source.blobs = decode, blobs
"""


def customized(folder: Path) -> Path:
    """Make a folder that makes killers of such files when Python finds it first; return it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sitecustomize.py").write_text(_CUSTOM)
    return folder


def killer(way: str) -> bytes:
    """Return a file that kills in one of the ways."""
    return f"(;GM[1]SZ[9]C[kill:{way}];B[ee])".encode()
