"""A kernel that is compiled in a moment, and what can happen to the files that keep it."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import goanalyze

SOURCE = """
from goanalyze.vocabulary.kernels import njit

@njit(cache=True, nogil=True)
def factor():
    return 2

@njit(cache=True, nogil=True)
def twice(number):
    return factor() * number
"""

HERE = str(Path(goanalyze.__file__).parents[1])

DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "emptied": lambda data: data[:0],
    "cut": lambda data: data[: len(data) // 2],
    "zeroed": lambda data: bytes(len(data)),
}


def kernel(folder: Path) -> Any:
    """Import the kernel that stands in a folder, as for the first time."""
    folder.mkdir(exist_ok=True)
    (folder / "some.py").exists() or (folder / "some.py").write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("some", folder / "some.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.twice


def hits(kernel: Any) -> int:
    """Return how many of a kernel's versions were not compiled, but linked or loaded."""
    return len([each for each in kernel.known.values() if each is not kernel.dispatcher]) or sum(
        kernel.stats.cache_hits.values()
    )
