"""The kernels: loaded before a command works, and announced where they have to be compiled first."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Final

import typer

_PATIENCE: Final = 2.0  # seconds; loading compiled kernels takes 0.3, on a busy machine 1; compiling them 20
_SLOW: Final = "goanalyze: loading the kernels, or compiling the kernels for this machine, once; about a minute …"


@contextmanager
def loaded_kernels(module: str = "goanalyze.batch.check") -> Iterator[None]:
    """Load or compile the kernels; say so when it takes long: they are compiled once after installing.

    Args:
        module: whose function `warm_up` loads or compiles them; those of the check if not given.
    """
    timer = threading.Timer(_PATIENCE, typer.echo, (_SLOW,), {"err": True})
    timer.daemon = True
    timer.start()
    try:
        import_module(module).warm_up()
        gc.freeze()  # what is loaded now stays: looking through it for garbage takes 7% of a run
        yield
    finally:
        timer.cancel()


def prepare_kernels(here: bool, *, confirm: bool) -> None:
    """Load the kernels of the check if this process needs them, or compile them for all processes.

    Args:
        here: whether this process needs them.
        confirm: whether chains are confirmed, which takes kernels of its own.
    """
    if confirm:
        import_module("goanalyze.life.search")
    if here or not _are_on_disk():
        for module in ["goanalyze.batch.check"] + ["goanalyze.life.doubts"] * confirm:
            with loaded_kernels(module):
                pass


def _are_on_disk() -> bool:
    """Return whether numba has for each loaded kernel an index of what it compiled, newer than the source.

    Numba tells it in no public way; where its inner parts are others, nothing is known to be there.
    """
    try:
        numba = sys.modules["numba.core.dispatcher"]
        modules = [module for name, module in list(sys.modules.items()) if name.startswith("goanalyze.")]
        values = [value for module in modules for value in list(vars(module).values())]
        there = []
        for kernel in {value for value in values if isinstance(value, numba.Dispatcher)}:
            index = Path(kernel._cache._cache_file._index_path)  # noqa: SLF001 - told in no other way
            source = Path(kernel.py_func.__code__.co_filename)
            there.append(index.is_file() and index.stat().st_mtime >= source.stat().st_mtime)
        return bool(there) and all(there)
    except Exception:  # noqa: BLE001 - a remark must not end a run
        return False
