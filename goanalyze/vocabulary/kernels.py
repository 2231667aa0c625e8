"""How kernels are compiled, and kept on disk where that can be: without a place for them a run goes on, and says so.

numba keeps what it compiles beside the source, in the user's cache folder, or in `NUMBA_CACHE_DIR`. Where none of these
can be written it ends the program as it loads a module, even if all kernels stand compiled beside the source; a full
disk ends it in the middle of compiling, and a kernel that a full disk or half a copy damaged whenever it is used.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, InTreeCacheLocator, NullCache

from goanalyze.vocabulary.faults import sentence

_log = logging.getLogger(__name__)
_told: Final[set[str]] = set()  # what was said in this process: once is enough


def njit(*, cache: bool, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return numba's decorator of that name; a kernel that cannot be kept on disk is compiled all the same."""

    def compiled(function: Callable[..., Any]) -> Any:
        kernel = numba.njit(**options)(function)
        if cache and hasattr(kernel, "py_func"):  # it is plain Python under NUMBA_DISABLE_JIT
            try:
                kernel._cache = _Cache(kernel.py_func)  # noqa: SLF001 - as numba itself does for cache=True
            except RuntimeError:
                kernel._cache = NullCache()  # noqa: SLF001
                _tell("there is no folder to keep compiled kernels in that can be written")
        return kernel

    return compiled


class _BesideTheSource(InTreeCacheLocator):
    """Where kernels stand compiled that nothing can be added to, as in a package that only root may write to."""

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> Self | None:
        """Return it if some kernels of the file's folder are there."""
        found: Self = cls(function, file)
        return found if any(Path(found.get_cache_path()).glob("*.nbi")) else None


class _Implementation(CompileResultCacheImpl):
    _locator_classes = [*CompileResultCacheImpl._locator_classes, _BesideTheSource]  # noqa: RUF012, SLF001 - as there


class _Cache(FunctionCache):
    """numba's cache of one kernel; what cannot be loaded is compiled anew, and what cannot be saved is not."""

    _impl_class = _Implementation

    def __init__(self, py_func: Callable[..., Any]) -> None:
        """Let what was compiled hold as long as its source does, and those of the kernels that it may call.

        numba looks at the file of a kernel alone, though the machine code of what it calls is part of its own.
        """
        super().__init__(py_func)
        beside = [getattr(value, "_cache", None) for value in py_func.__globals__.values()]
        called = frozenset().union(*(each.stamps for each in beside if isinstance(each, _Cache)))
        self.stamps: frozenset[tuple[float, int]] = called | {self._cache_file._source_stamp}  # noqa: SLF001
        self._cache_file._source_stamp = sorted(self.stamps)  # noqa: SLF001

    def load_overload(self, sig: object, target_context: object) -> object:
        """Load what was compiled; None if it is not there or damaged, and then its index is emptied."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # noqa: BLE001 - unpickling damaged bytes raises errors of any kind
            with self._writing():
                self.flush()
            return None

    def save_overload(self, sig: object, data: object) -> None:
        """Save what was compiled, if there is room for it."""
        with self._writing():
            super().save_overload(sig, data)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.disable()  # the index must not name what is not there
            _tell(f"compiled kernels cannot be kept in {self.cache_path} ({sentence(error)})")


def _tell(what: str) -> None:
    if not _told:
        _told.add(what)
        _log.warning("goanalyze: %s, so each process compiles them; set NUMBA_CACHE_DIR to a folder with room", what)
