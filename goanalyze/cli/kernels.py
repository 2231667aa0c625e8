"""The kernels: loaded before a command works; where they have to be compiled first, how far that is."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Final

from goanalyze.batch.execution import processors
from goanalyze.cli.progress import said

if TYPE_CHECKING:
    from goanalyze.pipeline import Options

_CHECK: Final = "goanalyze.batch.check"
_ESTIMATE: Final = "goanalyze.life.estimate"
_DOUBTS: Final = "goanalyze.life.doubts"
_LINES: Final = "goanalyze.sgf.lines"
_HELP: Final = """
import os, sys, threading
sys.path[:] = {path!r}
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
from importlib import import_module
for module in {modules!r}:
    import_module(module).warm_up()
"""


@contextmanager
def loaded_kernels(*modules: str) -> Iterator[None]:
    """Import modules, and compile their kernels if they are not on disk; say how far that is: it is done once.

    Args:
        modules: whose functions `warm_up` compile them; those of the check if not given.
    """
    modules = modules or (_CHECK,)
    warming = [import_module(module) for module in modules]
    from goanalyze.vocabulary.kernels import are_kept

    if not are_kept(lambda kernel: kernel.place.is_filled()):
        from goanalyze.vocabulary.compiling import Compiling, are_on_disk  # loads numba

        compiling = Compiling()
        with compiling.watched(), said(compiling.told):
            if not are_on_disk() and _CHECK in modules and processors() > 1:
                _compile_by_two([_ESTIMATE, *[_DOUBTS] * (_DOUBTS in modules)])
            for each in warming:
                each.warm_up()
    gc.freeze()  # what is loaded now stays: looking through it for garbage takes 7% of a run
    yield


def prepare_kernels(options: Options) -> None:
    """Compile the kernels that a check takes, for this process and all others."""
    if options.variations:
        import_module(_LINES)
    with loaded_kernels(_CHECK, *[_DOUBTS] * ("chains" in options.optional_tables)):
        pass


def _compile_by_two(modules: list[str]) -> None:
    """Compile the kernels of a check in two processes: another one those of life and death, which are half of it.

    Args:
        modules: whose kernels the other process compiles.
    """
    from goanalyze.batch.check import warm_up
    from goanalyze.life.estimate import warm_up_statuses

    path = [place for place in sys.path if place]  # as for workers, see `goanalyze.batch.worker`
    command = [sys.executable, "-P", "-c", _HELP.format(path=path, modules=modules)]
    quiet = subprocess.DEVNULL  # what fails there fails here
    try:
        started = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet)  # noqa: S603
    except OSError:  # no more processes, say
        return
    with started as helper:
        try:
            warm_up_statuses()  # first, as the other one needs them, too, but later, and has more to do
            warm_up(estimate="never")
            helper.wait()
        finally:
            helper.kill()
