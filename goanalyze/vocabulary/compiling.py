"""How far compiling is: which kernels are kept on disk, and which have to be compiled yet."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import numba
from numba.core import event

from goanalyze.vocabulary.dispatching import KernelCache
from goanalyze.vocabulary.kernels import Kernel, are_kept, loaded
from goanalyze.vocabulary.numbers import duration_text

_ENOUGH: Final = 8  # kernels from whose compiling the time for the others is told


def are_on_disk() -> bool:
    """Return whether numba keeps kernels of every loaded module on disk; true also where it compiles none."""
    try:
        return numba.config.DISABLE_JIT or are_kept(_is_kept)  # type: ignore[attr-defined]  # made as numba is loaded
    except Exception:  # noqa: BLE001 - what numba keeps is told in no public way, and may be damaged
        return False


def _is_kept(kernel: Kernel) -> bool:
    """Return whether a kernel is kept on disk."""
    found = kernel._cache  # noqa: SLF001
    return isinstance(found, KernelCache) and found.is_filled()


class Compiling(event.Listener):
    """How far compiling is while it is `watched`, by this process and whoever helps it; parts are compiled first."""

    def __init__(self) -> None:
        self._began = 0.0
        self._done: set[Any] = set()  # by this process
        self._before: set[Any] = set()  # what was there

    def on_start(self, _: Any) -> None:
        """Note when the first one is begun."""
        self._began = self._began or time.monotonic()

    def on_end(self, compiled: Any) -> None:
        """Note which one is compiled."""
        function = compiled.data["dispatcher"].py_func
        if not function.__module__.startswith("numba."):  # functions of numba's own are parts of kernels
            self._done.add(function)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Watch this process as long as this context lasts."""
        self._before = self._there()
        with event.install_listener("numba:compile", self):
            yield

    def told(self) -> str:
        """Return how many kernels are compiled of how many, and the time left; empty while none had to be.

        How long each takes goes by the root of the length of its bytecode: of 60 s it is right by a third after ten.
        """
        if not self._began:
            return ""
        done = (self._there() | self._done) - self._before
        left = {each.py_func for each in loaded() if not each.is_part} - done - self._before
        left |= {part.py_func for each in loaded() if each.py_func in left for part in each.all_parts()} - done
        work, to_do = (sum(len(each.__code__.co_code) ** 0.5 for each in some) for some in (done, left))
        seconds = time.monotonic() - self._began
        text = f"compiling the kernels for this machine, once: {len(done):,} of {len(done) + len(left):,}"
        return f"{text}, about {duration_text(seconds * to_do / work)} left" if len(done) > _ENOUGH else text

    @staticmethod
    def _there() -> set[Any]:
        """Return what is loaded or on disk, with its parts."""
        kernels = [each for each in loaded() if not each.is_part and (each.known or _is_kept(each))]
        return {part.py_func for each in kernels for part in each.all_parts()}
