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
    import_module("goanalyze.batch.check")
    if confirm:
        import_module("goanalyze.life.questions")  # which is imported as the first question is asked
    if here or not _are_on_disk():
        for module in ["goanalyze.batch.check"] + ["goanalyze.life.doubts"] * confirm:
            with loaded_kernels(module):
                pass


def _are_on_disk() -> bool:
    """Return whether numba has kept kernels of every loaded module, all from the source as it is.

    Some kernels are never kept: what is compiled into others, and what no check calls. Numba tells none of this in a
    public way; where its inner parts are others, nothing is known to be there.
    """
    try:
        numba = sys.modules["numba.core.dispatcher"]
        modules = [module for name, module in list(sys.modules.items()) if name.startswith("goanalyze.")]
        values = [value for module in modules for value in vars(module).values()]
        kernels = {value for value in values if isinstance(value, numba.Dispatcher)}
        kept = {kernel: kernel._cache._cache_file for kernel in kernels}  # noqa: SLF001 - told in no other way
        there = {kernel for kernel, file in kept.items() if Path(file._index_path).is_file()}  # noqa: SLF001
        homes, found = ({kernel.__module__ for kernel in some} for some in (kernels, there))
        return bool(homes) and homes == found and all(kept[kernel]._load_index() for kernel in there)  # noqa: SLF001
    except Exception:  # noqa: BLE001 - a remark must not end a run
        return False
