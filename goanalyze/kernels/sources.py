"""The sources of the native library, the name of its file, and the digest that ties the two together."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Final

from goanalyze.errors import MissingPackageError

SOURCES: Final = Path(__file__).parent
"""The folder of the sources and of the library."""
REBUILD: Final = "python -m goanalyze.kernels.building"
"""The command that builds the library."""
KERNEL_FAULT: Final = "goanalyze kernel: "
"""The beginning of the line that the library writes to standard error before it ends the process."""


class LibraryError(MissingPackageError):
    """A library that is missing, damaged or of other sources. The message gives the next step."""


def library_name(target: str = "") -> str:
    """Return the file name of the library on this system, or for another target.

    Args:
        target: A target of Zig, as ``aarch64-macos``; this system if empty.
    """
    system = target or sys.platform
    is_apple = "macos" in system or system == "darwin"
    return "kernels" + (".dylib" if is_apple else ".dll" if "win" in system else ".so")


def source_digest() -> str:
    """Return the SHA-256 digest, in hexadecimal, of all sources of the library, and of the flags of the compiler."""
    digest = hashlib.sha256()
    for source in [*sorted(SOURCES.glob("*.[ch]pp")), SOURCES / "building.py"]:
        digest.update(source.name.encode() + b"\0" + source.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()
