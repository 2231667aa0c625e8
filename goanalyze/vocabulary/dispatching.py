"""How kernels are compiled, and kept on disk where that can be: without a place for them a run goes on, and says so.

They are kept once for a machine: in the user's cache folder, or in `NUMBA_CACHE_DIR`, by what their sources say, not by
where these stand. So all installations of a version share them, two versions side by side do not disturb each other,
and an edit compiles anew what it touches. Where that folder cannot be written they are kept beside the source.

numba would end the program as it loads a module where no folder can be written, even if all kernels stand compiled
beside the source; a full disk would end it in the middle of compiling, and a kernel that a full disk or half a copy
damaged whenever it is used.
"""

from __future__ import annotations

import gc
import inspect
import logging
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

import numba
from numba.core import event, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, InTreeCacheLocator, NullCache
from numba.core.typing.templates import make_intrinsic_template

from goanalyze.vocabulary.faults import sentence
from goanalyze.vocabulary.linking import NO_WRAPPERS, KernelCompiler, PartCompiler, keep_as_part
from goanalyze.vocabulary.loading import cache_folder, folder_name, usable

_log = logging.getLogger(__name__)
_told: Final[set[str]] = set()  # what was said in this process: once is enough
_UNUSED: Final = 90 * 86_400.0  # seconds; what was not used for so long is removed
_stamps: Final[dict[Callable[..., Any], list[bytes]]] = {}  # of each function, for numba asks with that alone


def dispatcher_of(
    function: Callable[..., Any], options: dict[str, Any], *, is_part: bool, stamps: Callable[[], list[bytes]]
) -> Any:
    """Return what numba makes of a function; one that cannot be kept on disk is compiled all the same.

    Args:
        function: in plain Python.
        options: of numba.
        is_part: whether it is only compiled into others.
        stamps: returns what its source says, and those of the kernels that it may call: what is kept holds as long as
            they are the same.
    """
    options = dict(options)
    can_be_kept = options.pop("cache")
    options |= NO_WRAPPERS if is_part else {"no_cfunc_wrapper": True}
    options["pipeline_class"] = PartCompiler if is_part else KernelCompiler
    dispatcher = numba.njit(**options)(function)
    if not hasattr(dispatcher, "py_func"):  # it is plain Python under NUMBA_DISABLE_JIT
        return dispatcher
    _take_numbers_as_such(dispatcher)
    if is_part:
        _bar(dispatcher)
    if can_be_kept:
        try:
            dispatcher._cache = KernelCache(function, stamps())  # noqa: SLF001 - as numba itself does for cache=True
        except RuntimeError:
            dispatcher._cache = NullCache()  # noqa: SLF001
            _tell("there is no folder to keep compiled kernels in that can be written")
    return dispatcher


def written_out_of(function: Callable[..., Any], write: Callable[..., None]) -> Any:
    """Return what numba makes of a part whose instructions are written by a function, see `kernels.WrittenOut`."""

    def typed(_: Any, *kinds: Any) -> Any:
        def lowered(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            write(context, builder, signature.args, given)
            return context.get_dummy_value()

        return types.void(*kinds), lowered

    named = inspect.signature(function).parameters.values()
    context = inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    typed.__signature__ = inspect.Signature([context, *named])  # type: ignore[attr-defined]  # numba asks for the names
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]  # made as numba is loaded
        return function
    template = make_intrinsic_template(function, typed, function.__name__, prefer_literal=False, kwargs={})
    return _OnlyInKernels(function.__name__, types.Function(template))


class _OnlyInKernels:
    """What stands for a part, to be called by kernels alone; `kind` as numba sees it, where that is asked."""

    def __init__(self, name: str, kind: types.Function | None = None) -> None:
        self.__name__, self._numba_type_ = name, kind

    def __call__(self, *_: object, **__: object) -> None:
        raise TypeError(f"{self.__name__} is a part of kernels: what Python calls is made by njit")


def _take_numbers_as_such(dispatcher: Any) -> None:
    """Compile a kernel that others call for types alone, not also for each number that a call has for an argument.

    A variable that begins as 0 would have all that it is handed to compiled for 0 alone first, and never used.
    """
    original = dispatcher.get_call_template

    def template(args: Any, named: Any) -> Any:
        return original(
            tuple(map(types.unliteral, args)), {name: types.unliteral(each) for name, each in named.items()}
        )

    dispatcher.get_call_template = template


def _bar(dispatcher: Any) -> None:
    """Keep Python from calling what has no code for that: it would end the process."""
    dispatcher._compile_for_args = _OnlyInKernels(dispatcher.__name__)  # noqa: SLF001
    keep_as_part(dispatcher)


class _OfTheUser(InTreeCacheLocator):
    """A folder for each module's kernels of one content, of one version of numba."""

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> Self | None:
        """Return it if it can be written."""
        found: Self = cls(function, file)
        folder = cache_folder() / f"numba-{numba.__version__}" / folder_name(function, _stamps[function])
        found._cache_path = str(folder)
        return found if usable(folder) else None


class _BesideTheSource(InTreeCacheLocator):
    """Where kernels stand compiled that nothing can be added to, as in a package that only root may write to."""

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> Self | None:
        """Return it if some kernels of the file's folder are there."""
        found: Self = cls(function, file)
        return found if any(Path(found.get_cache_path()).glob("*.nbi")) else None


class _Implementation(CompileResultCacheImpl):
    _locator_classes = [_OfTheUser, InTreeCacheLocator, _BesideTheSource]  # noqa: RUF012 - as there


class KernelCache(FunctionCache):
    """numba's cache of one kernel; what cannot be loaded is compiled anew, and what cannot be saved is not."""

    _impl_class = _Implementation

    def __init__(self, function: Callable[..., Any], stamps: list[bytes]) -> None:
        """Let what was compiled hold as long as its stamps are the same."""
        _stamps[function] = stamps
        super().__init__(function)
        self._cache_file._source_stamp = stamps  # noqa: SLF001

    def is_filled(self) -> bool:
        """Return whether anything is kept, compiled from the source as it is: in the user's folder, all is."""
        if isinstance(self._impl.locator, _OfTheUser):
            return os.path.exists(self._cache_file._index_path)  # noqa: PTH110, SLF001
        return bool(self._cache_file._load_index())  # noqa: SLF001

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
        remove_unused()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.disable()  # the index must not name what is not there
            _tell(f"compiled kernels cannot be kept in {self.cache_path} ({sentence(error)})")


@cache
def remove_unused() -> None:
    """Remove kernels that no process has used for 90 days, of whatever version; once in a process is enough."""
    with suppress(OSError):
        for folder in cache_folder().glob("*-*/*-*"):
            if time.time() - folder.stat().st_mtime > _UNUSED:
                shutil.rmtree(folder, ignore_errors=True)


class _Undisturbed(event.Listener):
    """Lets nobody look for garbage while a kernel is compiled: it makes little, and looking takes a quarter of it."""

    def __init__(self) -> None:
        self._depth, self._was_on = 0, False

    def on_start(self, _: Any) -> None:
        """Look for none from when the outermost kernel is begun."""
        if not self._depth:
            self._was_on = gc.isenabled()
            gc.disable()
        self._depth += 1

    def on_end(self, _: Any) -> None:
        """Look for it again when that is compiled."""
        self._depth -= 1
        if not self._depth and self._was_on:
            gc.enable()


event.register("numba:compile", _Undisturbed())


def _tell(what: str) -> None:
    if not _told:
        _told.add(what)
        _log.warning("goanalyze: %s, so each process compiles them; set NUMBA_CACHE_DIR to a folder with room", what)
