"""Files that a user asked for: there whole, or as they were."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Yield where to write a file; it takes its place in the end, unless an error is raised.

    Raises:
        OSError: it cannot take its place.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     with written_whole(Path(folder, "a.txt")) as unfinished:
        ...         size = unfinished.write_text("hello")
        ...     [file.name for file in Path(folder).iterdir()]
        ['a.txt']
    """
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.writing")
    try:
        yield unfinished
        unfinished.replace(path)
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
