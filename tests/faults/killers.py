"""Files that kill the process that works on them.

No real file is known that does, so the processes that tests start load a ``sitecustomize`` which lets them fall over
such as say that they do: in decoding or in the kernel that reads games, with ``C[kill:WAY]``; in reading, by a
member's name ``read-kill``.
"""

from __future__ import annotations

from pathlib import Path

_CUSTOM = """
import ctypes, os, signal
import numpy as np
import goanalyze.sgf.charset as charset
import goanalyze.archives.sources as sources
from goanalyze.duplicates.sequences import GameMoves
from goanalyze.kernels.library import kernels
from goanalyze.sgf.tape import Events

real_decode, real_blobs, real_scan_games = charset.decode, sources.Source.blobs, kernels.scan_games

def wait_in_machine_code():
    ctypes.CDLL(None).pause()  # without the interpreter's lock, until a signal comes

def index_outside_an_array():
    one = np.zeros(1, "u1"), np.zeros((1, 4), "i1"), np.zeros(1, "i4")
    events = Events(*one, np.array([0, 9]))
    size = np.array([9], "i2")
    kernels.hash_games(events, size, size, np.zeros(1, "u8"))

def kernel_without_memory():
    size = np.array([9], "i2")
    moves = GameMoves(np.zeros(1, "i2"), np.array([0, 2**50]), size, size)  # a work array of as many moves
    kernels.screen_pairs(moves, np.zeros((1, 2), "i8"), np.zeros((1, 2), "i4"), np.ones(1, "i8"), np.zeros(1, "?"))

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
    b"recursion": recurse,
    b"memory": memory,
}
KERNEL_WAYS = {
    b"machine code": wait_in_machine_code,
    b"index": index_outside_an_array,
    b"no memory": kernel_without_memory,
}

def decode(blob, fallback):
    for way, die in WAYS.items():
        if b"C[kill:" + way in blob.data:
            die()
    return real_decode(blob, fallback)

def scan_games(buffer, *others):
    for way, die in KERNEL_WAYS.items():
        if b"C[kill:" + way in buffer.tobytes():
            die()
    return real_scan_games(buffer, *others)

def blobs(self, *args, **named):
    for blob in real_blobs(self, *args, **named):
        if "read-kill" in blob.member or "read-kill" in blob.source:
            os.kill(os.getpid(), signal.SIGSEGV)
        yield blob

charset.decode, sources.Source.blobs, kernels.scan_games = decode, blobs, scan_games
"""


def customized(folder: Path) -> Path:
    """Make a folder that makes killers of such files when Python finds it first; return it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sitecustomize.py").write_text(_CUSTOM)
    return folder


def killer(way: str) -> bytes:
    """Return a file that kills in one of the ways."""
    return f"(;GM[1]SZ[9]C[kill:{way}];B[ee])".encode()
