"""The functions of the native library, as Python calls them: ``kernels.canonical_hashes(events, width, height, hashes)``.

`interface.hpp` declares what each takes. An array of another dtype, number of dimensions or shape, one that is not
contiguous, and a read-only one where the library writes, are a TypeError that names the argument. The functions run
without Python's lock.

The binding is `ctypes` of the standard library: a foreign-function package would still leave dtypes and shapes to check
here, which is most of this module.
"""

from __future__ import annotations

import ctypes
import operator
import re
from pathlib import Path
from typing import Any, Final

import numpy as np

from goanalyze.kernels.building import REBUILD, SOURCES, library_name, source_digest

_DTYPES: Final = {
    "bool": "?", "u8": "u1", "i8": "i1", "u16": "u2", "i16": "i2", "u32": "u4", "i32": "i4", "u64": "u8", "i64": "i8",
    "f32": "f4",
}  # fmt: skip
_NUMBERS: Final = {"bool": ctypes.c_bool, "i64": ctypes.c_int64, "u64": ctypes.c_uint64}
_DIMENSIONS: Final = {"Row": 1, "Table": 2, "Cube": 3}
_STRUCT: Final = re.compile(r"^struct (\w+) \{\n(.*?)^\};", re.MULTILINE | re.DOTALL)
_ENTRY: Final = re.compile(r"^ENTRY (\w+) (\w+)\(\n(.*?)^\);", re.MULTILINE | re.DOTALL)
_LINE: Final = re.compile(r" +(const )?(\w+)(?:<(const )?(\w+)>)? &?(\w+)[;,]? +// (?:\[([^]]*)\])?.*")
_SIZE: Final = re.compile(r"(\d+)|(\w+)(?: ([+*]) (\d+))?")


class LibraryError(ImportError):
    """A library that is missing, damaged or of other sources: the message says what to do."""


class _Shapes:
    """The values of the names in the shapes of one call, as they become known."""

    def __init__(self) -> None:
        self.values: dict[str, int] = {}
        self._later: list[tuple[str, int, str, int, int]] = []

    def take(self, argument: str, axis: int, size: int, declared: tuple[int | str, str, int]) -> None:
        """Compare the size of an axis with what is declared, now or when its name has a value."""
        name, sign, number = declared
        if isinstance(name, int):
            if size != name:
                raise TypeError(f"{argument} has size {size} in axis {axis}. Expected {name}.")
        elif sign:
            self._later.append((argument, axis, name, size, number if sign == "+" else -number))
        elif self.values.setdefault(name, size) != size:
            raise TypeError(f"{argument} has size {size} in axis {axis}. Expected {name} = {self.values[name]}.")

    def finish(self) -> None:
        """Compare the sizes that depend on a name."""
        for argument, axis, name, size, number in self._later:
            if name not in self.values:
                self.values[name] = size - number if number > 0 else size // -number
            expected = self.values[name] + number if number > 0 else self.values[name] * -number
            if size != expected:
                raise TypeError(f"{argument} has size {size} in axis {axis}. Expected {expected}.")


class _Number:
    """An argument that is a whole number or a bool."""

    def __init__(self, name: str, kind: str) -> None:
        self.name, self.ctype = name, _NUMBERS[kind]
        self._limits = {"bool": (0, 1), "i64": (-(2**63), 2**63 - 1), "u64": (0, 2**64 - 1)}[kind]

    def convert(self, value: Any, shapes: _Shapes) -> Any:
        """Return the number as the library takes it."""
        try:
            number = operator.index(value)
        except TypeError:
            raise TypeError(f"{self.name} is {type(value).__name__}. Expected a whole number.") from None
        if not self._limits[0] <= number <= self._limits[1]:
            raise TypeError(f"{self.name} is {number}. Expected {self._limits[0]} to {self._limits[1]}.")
        shapes.take(self.name, 0, number, (self.name, "", 0))
        return number


class _Array:
    """An argument or field that is an array."""

    def __init__(self, name: str, kind: str, dtype: str, *, is_const: bool, shape: str) -> None:
        self.name, self.dtype, self.is_const = name, np.dtype(_DTYPES[dtype]), is_const
        self._shape = [_parsed_size(size) for size in shape.split(", ")]
        self._text = f"{'' if is_const else 'writable, '}contiguous {self.dtype}[{shape}]"
        if len(self._shape) != _DIMENSIONS[kind]:
            raise LibraryError(f"interface.hpp declares {name} as {kind} with the shape [{shape}].")
        fields = [("data", ctypes.c_void_p), *((f"size{axis}", ctypes.c_int64) for axis in range(len(self._shape)))]
        self.ctype = type(kind, (ctypes.Structure,), {"_fields_": fields})

    def convert(self, value: Any, shapes: _Shapes) -> Any:
        """Return the array as the library takes it."""
        if not isinstance(value, np.ndarray):
            raise TypeError(f"{self.name} is {type(value).__name__}. Expected {self._text}.")
        flags = value.flags
        if (
            value.dtype != self.dtype
            or value.ndim != len(self._shape)
            or not flags.c_contiguous
            or not (self.is_const or flags.writeable)
        ):
            layout = ("" if flags.c_contiguous else ", not contiguous") + ("" if flags.writeable else ", read-only")
            raise TypeError(f"{self.name} is {value.dtype}{list(value.shape)}{layout}. Expected {self._text}.")
        for axis, declared in enumerate(self._shape):
            shapes.take(self.name, axis, value.shape[axis], declared)
        return self.ctype(value.ctypes.data, *value.shape)


class Struct:
    """An argument that is a named tuple of arrays and numbers, with the fields of a struct.

    Args:
        name: of the argument.
        kind: the struct's name.
        fields: of the struct.
    """

    def __init__(self, name: str, kind: str, fields: list[Any]) -> None:
        self.name, self._kind, self._fields = name, kind, fields
        self._names = tuple(field.name for field in fields)
        members = [(field.name, field.ctype) for field in fields]
        self._struct = type(kind, (ctypes.Structure,), {"_fields_": members})
        self.ctype = ctypes.POINTER(self._struct)

    def convert(self, value: Any, shapes: _Shapes) -> Any:
        """Return the struct as the library takes it."""
        if getattr(value, "_fields", None) != self._names:
            raise TypeError(f"{self.name} is {type(value).__name__}. Expected {self._kind}{self._names}.")
        return ctypes.byref(
            self._struct(*[field.convert(item, shapes) for field, item in zip(self._fields, value, strict=True)])
        )


class Function:
    """A function of the library.

    Args:
        name: as in the interface.
        function: the same as `ctypes` has it.
        arguments: in order.
        result: ``void``, ``bool`` or a type of whole numbers.
    """

    def __init__(self, name: str, function: Any, arguments: list[Any], result: str) -> None:
        self.__name__, self._function, self._arguments = name, function, arguments
        function.restype = None if result == "void" else _NUMBERS[result]
        function.argtypes = [argument.ctype for argument in arguments]

    def __call__(self, *values: Any) -> Any:
        """Check the arguments and call the function."""
        if len(values) != len(self._arguments):
            names = ", ".join(argument.name for argument in self._arguments)
            raise TypeError(f"{self.__name__} got {len(values)} arguments. Expected {names}.")
        shapes = _Shapes()
        try:
            converted = [one.convert(value, shapes) for one, value in zip(self._arguments, values, strict=True)]
            shapes.finish()
        except TypeError as error:
            raise TypeError(f"{self.__name__}: {error}") from None
        return self._function(*converted)


def _parsed_size(size: str) -> tuple[int | str, str, int]:
    """Return the size of an axis as (number or name, operation, second number)."""
    match = _SIZE.fullmatch(size)
    if match is None:
        raise LibraryError(f"interface.hpp declares the size {size!r}. Expected a number, a name, or a name + number.")
    number, name, sign, second = match.groups()
    return (int(number), "", 0) if number else (name, sign or "", int(second or 0))


def _parsed_lines(text: str, structs: dict[str, str]) -> list[Any]:
    """Return the arguments or fields that are declared, one per line."""
    found: list[Any] = []
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        if match is None:
            raise LibraryError(f"interface.hpp has the line {line!r}. Expected a type, a name, and a comment.")
        _, kind, is_const, dtype, name, shape = match.groups()
        if dtype:
            found.append(_Array(name, kind, dtype, is_const=bool(is_const), shape=shape))
        else:
            found.append(_Number(name, kind) if kind in _NUMBERS else Struct(name, kind, _parsed_lines(structs[kind], {})))
    return found


class Kernels:
    """All functions of the library, as attributes.

    Args:
        file: the library.

    Raises:
        LibraryError: the library is missing, damaged, or of other sources.
    """

    def __init__(self, file: Path) -> None:
        interface = (SOURCES / "interface.hpp").read_text("utf-8")
        try:
            loaded = ctypes.CDLL(str(file))
            loaded.source_digest.restype = ctypes.c_char_p
            digest = loaded.source_digest().decode()
        except (OSError, AttributeError):
            state = "damaged" if file.exists() else "missing"
            raise LibraryError(f"The compiled kernels {file} are {state}. Build them: {REBUILD}") from None
        if digest != source_digest():
            raise LibraryError(f"The compiled kernels {file} are of other sources. Build them anew: {REBUILD}")
        structs = dict(_STRUCT.findall(interface))
        for result, name, arguments in _ENTRY.findall(interface):
            vars(self)[name] = Function(name, getattr(loaded, name), _parsed_lines(arguments, structs), result)

    def __getattr__(self, name: str) -> Function:
        raise AttributeError(f"interface.hpp declares no function {name!r}")


kernels: Final = Kernels(SOURCES / library_name())
