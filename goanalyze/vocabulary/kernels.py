"""Kernels: functions that are compiled as they are first called. numba is loaded only then, see `dispatching`.

What stands compiled is linked without it, see `loading`.

A kernel that Python calls is made by `njit`. A `part` is only ever compiled into kernels, and has no code by which
Python could call it: that would be half the work of compiling a small function. Of one that is `written_out` the
machine's instructions are given, for the few loops of which numba makes no good ones.
"""

from __future__ import annotations

import functools
import hashlib
import threading
import weakref
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np

from goanalyze.vocabulary.loading import Place, kind_of

_HOW: Final = [Path(__file__).with_name(f"{module}.py") for module in ("dispatching", "kernels", "linking")]
_COMPILED_IN = (int, float, str, tuple, np.generic)
_making = threading.RLock()  # of dispatchers; a line of progress asks for them, too
_made: weakref.WeakSet[Kernel] = weakref.WeakSet()


class Kernel:
    """A function that is compiled when it is first called, for each set of types of its arguments.

    Args:
        function: the same in plain Python.
        is_part: whether it is only compiled into others.
        options: of numba.

    Attributes:
        py_func: the function.
        content: digest of its source file as it was loaded.
        known: what is called for arguments of some kinds: it itself, linked, or what numba makes of it.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any], *, is_part: bool) -> None:
        functools.update_wrapper(self, function)
        self.py_func, self.options, self.is_part = function, options, is_part
        file = function.__code__.co_filename
        self.content = _content(file, Path(file).stat().st_mtime_ns)
        self.known: dict[Any, Callable[..., Any]] = {}
        _made.add(self)

    @functools.cached_property
    def dispatcher(self) -> Any:
        """What numba makes of it; the function where its compiler is switched off."""
        from goanalyze.vocabulary.dispatching import dispatcher_of  # noqa: PLC0415 - loads numba

        with _making:
            return vars(self).get("dispatcher") or dispatcher_of(
                self.py_func, self.options, is_part=self.is_part, stamps=lambda: self.stamps
            )

    @property
    def source(self) -> tuple[str, bytes]:
        """Its module, and the content: of a part that is written out there is more of that."""
        return self.py_func.__module__, self.content

    @property
    def _numba_type_(self) -> Any:
        """The type by which numba calls it in other kernels."""
        return self.dispatcher._numba_type_

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Call it, compiled."""
        kinds = tuple(map(kind_of, args))
        if named or None in kinds:
            return self.dispatcher(*args, **named)
        known = self.known.get(kinds)
        return known(*args) if known else self._first(kinds, args)

    def _first(self, kinds: tuple[Any, ...], args: tuple[Any, ...]) -> Any:
        """Call it for the first time with arguments of some kinds."""
        with _making:
            linked = self.known.get(kinds) or self.place.link(kinds)
        if linked:
            self.known[kinds] = linked  # also if it raises an error: it would be linked for each
            return linked(*args)
        result = self.dispatcher(*args)
        self.place.keep(kinds, self.dispatcher, args)
        self.known[kinds] = self.dispatcher
        return result

    @functools.cached_property
    def place(self) -> Place:
        """Where it is kept."""
        return Place(self.py_func, self.stamps)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.dispatcher, name)

    @functools.cached_property
    def stamps(self) -> list[bytes]:
        """What tells whether compiled code is that of the source: its own file's, those of what it may call, and how.

        numba looks at the file of a kernel alone, though the machine code of what it calls is part of its own, and so
        are the constants that these files import from others.
        """
        found, left = {self.source: self.content + _constants(self)}, [self]
        while left:
            for value in left.pop().py_func.__globals__.values():
                if isinstance(value, Kernel) and value.source not in found:
                    found[value.source] = value.content + _constants(value)
                    left.append(value)
        return sorted({*found.values(), *(_content(str(file), file.stat().st_mtime_ns) for file in _HOW)})

    def all_parts(self) -> set[Kernel]:
        """Return what is compiled with it, itself included."""
        found, left = {self}, [self]
        while left:
            function = left.pop().py_func
            called = (function.__globals__.get(name) for name in function.__code__.co_names)
            new = {each for each in called if isinstance(each, Kernel)} - found
            found |= new
            left += new
        return found


class WrittenOut(Kernel):
    """A part whose instructions a module of its own writes, by its function ``write(context, builder, kinds, given)``.

    Args:
        function: the same in plain Python.
        module: name of that module, which loads numba.
    """

    def __init__(self, function: Callable[..., Any], module: str) -> None:
        super().__init__(function, {}, is_part=True)
        self._module = module
        file = Path(function.__code__.co_filename).with_name(f"{module.rpartition('.')[2]}.py")
        self.content += _content(str(file), file.stat().st_mtime_ns)

    @functools.cached_property
    def dispatcher(self) -> Any:
        """What numba makes of it; likewise."""
        from goanalyze.vocabulary.dispatching import written_out_of  # noqa: PLC0415 - loads numba

        with _making:
            return vars(self).get("dispatcher") or written_out_of(self.py_func, import_module(self._module).write)


def njit(*, cache: bool, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator like numba's of that name; what it makes is kept on disk where that can be."""
    return lambda function: Kernel(function, {**options, "cache": cache}, is_part=False)


def part(*, makes_arrays: bool = False, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator for what only kernels call; it is kept on disk as a part of these, and not by itself.

    A part that makes no arrays counts no references to those that it is handed, which their kernel has: numba would
    count at each call and each row looked at, atomically. With that, playouts take four tenths longer, territory a
    tenth, and what is settled as long. A part that copies an array into another makes arrays, too: where the two
    overlap, numba copies by way of a third.
    """
    options |= {"_nrt": makes_arrays, "cache": False, "nogil": True}
    return lambda function: Kernel(function, dict(options), is_part=True)


def written_out(module: str) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator of a part that returns nothing and whose instructions a module beside it writes."""
    return lambda function: WrittenOut(function, module)


def loaded() -> set[Kernel]:
    """Return the kernels of the loaded modules."""
    return {each for each in list(_made) if each.__module__.startswith("goanalyze.")}


def are_kept(is_kept: Callable[[Kernel], bool]) -> bool:
    """Return whether kernels of every loaded module are kept: some of each, as no check calls all.

    Those that others call do not count: they are part of what these are compiled to.
    """
    kernels = [each for each in loaded() if not each.is_part]
    inner = {part for each in kernels for part in each.all_parts() - {each}}
    outer = [each for each in kernels if each not in inner]
    return {each.__module__ for each in outer} == {each.__module__ for each in outer if is_kept(each)} != set()


def _constants(kernel: Kernel) -> bytes:
    """Return a digest of what is compiled into kernels of a module as it is now: numbers, arrays, fields of tuples."""
    named = {name: value for name, value in kernel.py_func.__globals__.items() if not name.startswith("__")}
    told = [(name, getattr(value, "_fields", None)) for name, value in named.items() if isinstance(value, type)]
    told += [(name, repr(value)) for name, value in named.items() if isinstance(value, _COMPILED_IN)]
    told += [(name, value.tobytes()) for name, value in named.items() if isinstance(value, np.ndarray)]
    return hashlib.sha256(repr(sorted(told)).encode()).digest()


@functools.cache
def _content(file: str, _time: int) -> bytes:
    return hashlib.sha256(Path(file).read_bytes()).digest()
