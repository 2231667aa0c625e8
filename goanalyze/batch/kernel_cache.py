"""Compiled kernels on disk that cannot be loaded, by a full disk or half a copy: never the fault of a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from traceback import walk_tb
from typing import Final

from goanalyze.vocabulary.faults import SurroundingsError, sentence

_LOADER: Final = os.path.join("numba", "core", "caching.py")


def load_kernels(warm_up: Callable[[], object]) -> None:
    """Load or compile kernels; those whose compiled form cannot be loaded are compiled anew.

    Args:
        warm_up: uses each of them.

    Raises:
        SurroundingsError: a damaged one cannot be removed.
    """
    removed: set[Path] = set()
    while True:
        try:
            warm_up()
        except Exception as error:
            index = _damaged_index(error)
            if index is None or index in removed:
                raise
            removed.add(index)
            try:
                index.unlink()
            except OSError as failure:
                raise SurroundingsError(_said(index, failure)) from error
        else:
            return


def blame_kernel_cache(error: Exception) -> None:
    """Raise `SurroundingsError` if an error came from loading a compiled kernel."""
    if index := _damaged_index(error):
        raise SurroundingsError(_said(index, error)) from error


def _said(index: Path, error: Exception) -> str:
    return (
        f"the compiled kernels in {index.parent} cannot be loaded ({sentence(error)}); remove that folder, or set "
        "NUMBA_CACHE_DIR to one that can be written"
    )


def _damaged_index(error: BaseException) -> Path | None:
    """Return the index file of the kernel that numba was loading when this was raised; None if it was not."""
    for frame, _ in walk_tb(error.__traceback__):
        if frame.f_code.co_filename.endswith(_LOADER):
            path = getattr(frame.f_locals.get("self"), "_index_path", None)
            if path is not None:
                return Path(path)
    return _damaged_index(error.__cause__) if error.__cause__ else None
