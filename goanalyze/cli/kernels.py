"""The kernels: loaded before a command works; where they have to be compiled first, how far that is."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from goanalyze.cli.progress import said


@contextmanager
def loaded_kernels(*modules: str) -> Iterator[None]:
    """Load or compile the kernels; say how far that is: they are compiled once for a machine and version.

    Args:
        modules: whose functions `warm_up` load or compile them; those of the check if not given.
    """
    loading = [import_module(module) for module in modules or ("goanalyze.batch.check",)]
    from goanalyze.vocabulary.compiling import Compiling

    compiling = Compiling()
    with compiling.watched(), said(compiling.told):
        for module in loading:
            module.warm_up()
    gc.freeze()  # what is loaded now stays: looking through it for garbage takes 7% of a run
    yield


def prepare_kernels(here: bool, *, confirm: bool) -> None:
    """Load the kernels of the check if this process needs them, or compile them for all processes.

    Args:
        here: whether this process needs them.
        confirm: whether chains are confirmed, which takes kernels of its own.
    """
    from goanalyze.vocabulary.compiling import are_on_disk

    import_module("goanalyze.batch.check")
    if confirm:
        import_module("goanalyze.life.questions")  # which is imported as the first question is asked
    if here or not are_on_disk():
        with loaded_kernels("goanalyze.batch.check", *["goanalyze.life.doubts"] * confirm):
            pass
