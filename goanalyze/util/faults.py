"""Whose fault a failure is: that of the bytes, which are what they are, or that of what is around them.

A failure of the bytes is a finding: it would be the same tomorrow. One of the surroundings (memory, disk, network,
permissions, an engine) says nothing about a file: nothing is written down of what it stopped, and a later run does it.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from goanalyze.errors import ResourceError

_OF_THE_BYTES: Final = frozenset({errno.ELOOP, errno.ENAMETOOLONG, errno.ENOTDIR, errno.EILSEQ, errno.EINVAL})
"""Numbers of system errors that names and bytes cause, however often it is tried; EINVAL is an impossible offset."""


_SURROUNDINGS: Final = (ResourceError, MemoryError, ConnectionError, TimeoutError, FileNotFoundError, PermissionError)

_NO_THREAD: Final = ("can't start new thread", "Failed to launch worker thread")
"""What Python says, and Arrow: their errors are of kinds that many others are of."""


def of_surroundings(error: BaseException) -> bool:
    """Return whether an error tells of the surroundings, not of the bytes.

    An operating system's error has a number; what decompressors raise as `OSError` has none. That no thread can be
    started is the system's limit on processes.

    Example:
        >>> [of_surroundings(error) for error in (MemoryError(), OSError(5, "I/O error"), OSError("bad data"))]
        [True, True, False]
    """
    if isinstance(error, _SURROUNDINGS) or is_of_threads(error):
        return True
    return isinstance(error, OSError) and error.errno is not None and error.errno not in _OF_THE_BYTES


def is_of_threads(error: BaseException) -> bool:
    """Return whether the system starts no more threads, be they of Python or of Arrow."""
    return isinstance(error, Exception) and any(word in str(error) for word in _NO_THREAD)


def blame_surroundings(error: BaseException, what: str = "") -> None:
    """Raise `ResourceError` if an error tells of the surroundings; return if it is the bytes' own.

    Args:
        error: what was caught.
        what: that was being done to what, as "a.zip cannot be read"; it stands before what the error says, unless
            that names a place itself, as the errors of remote ones do.
    """
    if of_surroundings(error):
        said = sentence(error)
        raise ResourceError(said if not what or "://" in said else f"{what}: {said}") from error


@contextmanager
def blaming_surroundings(what: str = "") -> Iterator[None]:
    """Do so with an `OSError` of what is done in this context; one of the bytes goes on.

    Args:
        what: as of `blame_surroundings`.
    """
    try:
        yield
    except OSError as error:
        blame_surroundings(error, what)
        raise


def sentence(error: BaseException) -> str:
    r"""Return what an exception says, on one line: the first one, without a full stop.

    Example:
        >>> sentence(ValueError("no such header:\n- gz\n- xz")), sentence(EOFError()), sentence(MemoryError())
        ('no such header', 'EOFError', 'there is not enough memory')
    """
    if isinstance(error, MemoryError):
        return "there is not enough memory"
    if is_of_threads(error):
        return "the system starts no more threads"
    said = str(error.strerror if isinstance(error, OSError) and error.strerror else error)
    return said.strip().partition("\n")[0].rstrip(" :.") or type(error).__name__
