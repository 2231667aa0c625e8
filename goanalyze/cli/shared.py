"""What the commands share: exit codes, the sentence about what is wrong, the announcement of the first compilation."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NoReturn

import typer

__all__ = [
    "FINDINGS",
    "INTERRUPTED",
    "NOTHING",
    "USAGE",
    "announced_compilation",
    "console",
    "fail",
    "prepared",
    "silence_output",
]

NOTHING, FINDINGS, USAGE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: nothing found, findings, wrong usage or nothing readable, interrupted."""

_FILE_WIDTH: Final = 130  # columns where nobody says how many there are
_COMPILE_PATIENCE: Final = 2.0  # seconds; loading compiled kernels takes 0.3, on a busy machine 1; compiling them 20


def fail(message: object) -> NoReturn:
    """Say in one sentence what is wrong with the call, and stop with exit code 2."""
    typer.echo(f"goanalyze: {message}", err=True)
    raise typer.Exit(USAGE)


def silence_output() -> None:
    """Send what is still to be printed nowhere: Python flushes it at the end, and would complain once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def announced_compilation(warm_up: Callable[[], None] | None = None) -> Iterator[None]:
    """Say so when the kernels have to be compiled: once after installing, and it takes a while.

    Args:
        warm_up: loads or compiles them; if not given, those of the check.
    """
    timer = threading.Timer(_COMPILE_PATIENCE, lambda: typer.echo(f"goanalyze: {_what_takes_time()}", err=True))
    timer.daemon = True
    timer.start()
    try:
        if warm_up is None:
            from goanalyze.batch.warm import warm_up as warm_up_check

            warm_up = warm_up_check
        try:
            warm_up()
        except RuntimeError as error:  # numba finds no place for what it compiles
            fail(f"{error}; set NUMBA_CACHE_DIR to a folder that can be written")
        gc.freeze()  # what is loaded now stays: looking through it for garbage takes 7% of a run
        yield
    finally:
        timer.cancel()


def prepared(*, here: bool) -> None:
    """Load the kernels of the check if this process needs them, or compile them, said so, for all processes."""
    if here or not _all_on_disk():
        with announced_compilation():
            pass


def _all_on_disk() -> bool:
    try:
        there = _kernels_on_disk()
    except Exception:  # noqa: BLE001 - numba's inner parts may change; loading them does no harm
        there = []
    return bool(there) and all(there)


def _what_takes_time() -> str:
    """Say what is being waited for: compiling only if most kernels are not on disk yet, else a busy machine is likely.

    Runs beside the loading, so it imports nothing and trusts nothing that numba keeps for itself.
    """
    try:
        there = _kernels_on_disk()
    except Exception:  # noqa: BLE001 - numba's inner parts may change, and a remark must not end a run
        there = []
    if there and 2 * sum(there) < len(there):
        return "compiling the kernels for this machine, once; about a minute …"
    return "loading, or compiling the kernels once …"


def _kernels_on_disk() -> list[bool]:
    """Return for each kernel that is loaded whether numba has an index of what it compiled, newer than the source."""
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
        index = Path(kernel._cache._cache_file._index_path)  # noqa: SLF001 - numba tells it in no other way
        there.append(index.is_file() and index.stat().st_mtime >= source.stat().st_mtime)
    return there


def console() -> Any:
    """Return a rich console for standard output, as wide as the terminal, or of a fixed width in a file."""
    from rich.console import Console

    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _FILE_WIDTH
    return Console(width=width)
