"""Kernels: functions that are compiled as they are first called. numba is loaded only then, see `dispatching`.

A kernel that Python calls is made by `njit`. A `part` is only ever compiled into kernels, and has no code by which
Python could call it: that would be half the work of compiling a small function.
"""

from __future__ import annotations

import functools
import hashlib
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

_making = threading.RLock()  # of dispatchers; a line of progress asks for them, too


class Kernel:
    """A function that is compiled when it is first called, for each set of types of its arguments.

    Args:
        function: the same in plain Python.
        is_part: whether it is only compiled into others.
        options: of numba.

    Attributes:
        py_func: the function.
        content: digest of its source file as it was loaded.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any], *, is_part: bool) -> None:
        functools.update_wrapper(self, function)
        self.py_func, self.options, self.is_part = function, options, is_part
        file = function.__code__.co_filename
        self.content = _content(file, Path(file).stat().st_mtime_ns)

    @functools.cached_property
    def dispatcher(self) -> Any:
        """What numba makes of it; the function where its compiler is switched off."""
        from goanalyze.vocabulary.dispatching import dispatcher_of  # noqa: PLC0415 - loads numba

        with _making:
            return vars(self).get("dispatcher") or dispatcher_of(
                self.py_func, self.options, is_part=self.is_part, stamps=lambda: self.stamps
            )

    @property
    def _numba_type_(self) -> Any:
        """The type by which numba calls it in other kernels."""
        return self.dispatcher._numba_type_

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Call it, compiled."""
        return self.dispatcher(*args, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.dispatcher, name)

    @functools.cached_property
    def stamps(self) -> list[bytes]:
        """What tells whether compiled code is that of the source: its own file's, and those of what it may call.

        numba looks at the file of a kernel alone, though the machine code of what it calls is part of its own.
        """
        found, left = {self.py_func.__module__: self.content}, [self]
        while left:
            for value in left.pop().py_func.__globals__.values():
                if isinstance(value, Kernel) and value.py_func.__module__ not in found:
                    found[value.py_func.__module__] = value.content
                    left.append(value)
        return sorted(set(found.values()))

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


def njit(*, cache: bool, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator like numba's of that name; what it makes is kept on disk where that can be."""
    return lambda function: Kernel(function, {**options, "cache": cache}, is_part=False)


def part(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator for what only kernels call; it is kept on disk as a part of these, and not by itself."""
    return lambda function: Kernel(function, {**options, "cache": False, "nogil": True}, is_part=True)


def loaded() -> set[Kernel]:
    """Return the kernels of the loaded modules."""
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("goanalyze.")]
    values = (value for module in modules for value in list(vars(module).values()))
    return {value for value in values if isinstance(value, Kernel)}


@functools.cache
def _content(file: str, _time: int) -> bytes:
    return hashlib.sha256(Path(file).read_bytes()).digest()
