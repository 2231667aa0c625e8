"""Whose fault a failure is: that of the bytes, which are what they are, or that of what is around them.

A failure of the bytes is a finding: it would be the same tomorrow. One of the surroundings (memory, disk, network,
permissions, an engine) says nothing about a file: nothing is written down of what it stopped, and a later run does it.
"""

from __future__ import annotations

import errno
from typing import Final

_OF_NAMES: Final = frozenset({errno.ELOOP, errno.ENAMETOOLONG, errno.EISDIR, errno.ENOTDIR, errno.EILSEQ, errno.EINVAL})
"""Numbers of operating system errors that a name or the bytes themselves cause, however often it is tried."""


class SurroundingsError(Exception):
    """Something around the bytes failed: what was being done is not done, and may succeed later.

    The message is one sentence without a full stop, to be put after "not checked, because".
    """


def of_surroundings(error: BaseException) -> bool:
    """Return whether an error tells of the surroundings, not of the bytes.

    An operating system's error has a number; what decompressors raise as `OSError` has none.

    Example:
        >>> [of_surroundings(error) for error in (MemoryError(), OSError(5, "I/O error"), OSError("bad data"))]
        [True, True, False]
    """
    if isinstance(error, SurroundingsError | MemoryError | ConnectionError | TimeoutError):
        return True
    return isinstance(error, OSError) and error.errno is not None and error.errno not in _OF_NAMES
