"""The kernels: loaded before a command works, and announced where they have to be compiled first."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import typer

from goanalyze.cli.options import fail

_PATIENCE: Final = 2.0  # seconds; loading compiled kernels takes 0.3, on a busy machine 1; compiling them 20
_SLOW: Final = "goanalyze: loading the kernels, or compiling the kernels for this machine, once; about a minute …"


@contextmanager
def loaded_kernels(warm_up: Callable[[], None] | None = None) -> Iterator[None]:
    """Load or compile the kernels; say so when it takes long: they are compiled once after installing.

    Args:
        warm_up: loads or compiles them; if not given, those of the check.
    """
    timer = threading.Timer(_PATIENCE, typer.echo, (_SLOW,), {"err": True})
    timer.daemon = True
    timer.start()
    try:
        if warm_up is None:
            from goanalyze.batch.check import warm_up as warm_up_check

            warm_up = warm_up_check
        try:
            warm_up()
        except RuntimeError as error:  # numba finds no place for what it compiles
            fail(f"{error}; set NUMBA_CACHE_DIR to a folder that can be written")
        gc.freeze()  # what is loaded now stays: looking through it for garbage takes 7% of a run
        yield
    finally:
        timer.cancel()


def prepare_kernels(here: bool) -> None:
    """Load the kernels of the check if this process needs them, or compile them for all processes."""
    there = _kernels_on_disk()
    if here or not there or not all(there):
        with loaded_kernels():
            pass


def _kernels_on_disk() -> list[bool]:
    """Return for each kernel that is loaded whether numba has an index of what it compiled, newer than the source.

    Numba tells it in no public way; where its inner parts are others, the list is empty.
    """
    try:
        numba = sys.modules["numba.core.dispatcher"]
        modules = [module for name, module in list(sys.modules.items()) if name.startswith("goanalyze.")]
        kernels = {
            value: Path(str(module.__file__))
            for module in modules
            for value in list(vars(module).values())
            if isinstance(value, numba.Dispatcher) and value.__module__ == module.__name__
        }
        there = []
        for kernel, source in kernels.items():
            index = Path(kernel._cache._cache_file._index_path)  # noqa: SLF001 - told in no other way
            there.append(index.is_file() and index.stat().st_mtime >= source.stat().st_mtime)
    except Exception:  # noqa: BLE001 - a remark must not end a run
        return []
    return there
