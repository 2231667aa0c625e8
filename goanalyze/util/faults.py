"""Resource failures, as distinct from failures that the bytes of a file cause.

A failure caused by the bytes is a finding: it is reproducible. A failure of memory, disk, network, permissions or an
engine says nothing about a file: nothing is recorded of the file, and a later run reads it.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from goanalyze.errors import ResourceError

_CAUSED_BY_BYTES: Final = frozenset({errno.ELOOP, errno.ENAMETOOLONG, errno.ENOTDIR, errno.EILSEQ, errno.EINVAL})
"""Numbers of system errors that names and bytes cause on every attempt; EINVAL is an impossible offset."""
_RESOURCE_FAILURES: Final = (
    ResourceError,
    MemoryError,
    ConnectionError,
    TimeoutError,
    FileNotFoundError,
    PermissionError,
)
_NO_THREAD: Final = ("can't start new thread", "Failed to launch worker thread")
"""Messages of Python and Arrow, whose classes of errors have other causes, too."""


def is_resource_failure(error: BaseException) -> bool:
    """Return True if an error has another cause than the bytes of a file.

    An error of the operating system has a number, an `OSError` of a decompressor has none. That no thread can be
    started is due to the system's limit on processes.

    Example:
        >>> [is_resource_failure(error) for error in (MemoryError(), OSError(5, "I/O error"), OSError("bad data"))]
        [True, True, False]
    """
    if isinstance(error, _RESOURCE_FAILURES) or is_thread_failure(error):
        return True
    return isinstance(error, OSError) and error.errno is not None and error.errno not in _CAUSED_BY_BYTES


def is_thread_failure(error: BaseException) -> bool:
    """Return True if the system starts no more threads of Python or Arrow."""
    return isinstance(error, Exception) and any(word in str(error) for word in _NO_THREAD)


def raise_resource_failure(error: BaseException, consequence: str = "") -> None:
    """Raise `ResourceError` if an error is a resource failure; return if the bytes caused it.

    Args:
        error: the error.
        consequence: beginning of the message, as "a.zip cannot be read"; not used if the error names a URL.
    """
    if is_resource_failure(error):
        cause = sentence(error)
        raise ResourceError(cause if not consequence or "://" in cause else f"{consequence}: {cause}") from error


@contextmanager
def raising_resource_failures(consequence: str = "") -> Iterator[None]:
    """Raise `ResourceError` for an `OSError` in this context that is a resource failure."""
    try:
        yield
    except OSError as error:
        raise_resource_failure(error, consequence)
        raise


def sentence(error: BaseException) -> str:
    r"""Return the first line of an exception's message, without a full stop.

    Example:
        >>> sentence(ValueError("no such header:\n- gz\n- xz")), sentence(EOFError()), sentence(MemoryError())
        ('no such header', 'EOFError', 'there is not enough memory')
    """
    if isinstance(error, MemoryError):
        return "there is not enough memory"
    if is_thread_failure(error):
        return "the system starts no more threads"
    message = str(error.strerror if isinstance(error, OSError) and error.strerror else error)
    return message.strip().partition("\n")[0].rstrip(" :.") or type(error).__name__
