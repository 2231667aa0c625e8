"""The functions of the native library, as Python calls them: ``kernels.hash_games(events, width, …)``.

`interface.hpp` declares their arguments. An array of another dtype, number of dimensions or shape, one that is not
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
from typing import Any, Final, TypeAlias

import numpy as np

from goanalyze.kernels.sources import REBUILD, SOURCES, LibraryError, library_name, source_digest

_Native: TypeAlias = Any  # arrays, numbers and functions as ctypes takes them: it has no types for them
_DTYPES: Final = {
    "bool": "?",
    "u8": "u1",
    "i8": "i1",
    "u16": "u2",
    "i16": "i2",
    "u32": "u4",
    "i32": "i4",
    "u64": "u8",
    "i64": "i8",
    "f32": "f4",
    "f64": "f8",
}
_NUMBERS: Final = {"bool": ctypes.c_bool, "i64": ctypes.c_int64, "u64": ctypes.c_uint64}
_NO_BYTES: Final = ctypes.c_char * 0  # at the beginning of an array
_DIMENSIONS: Final = {"Row": 1, "Table": 2, "Cube": 3}
_ARRAY_FIELDS: Final = [("data", ctypes.c_void_p), *((f"size{axis}", ctypes.c_int64) for axis in range(3))]
_ARRAY_TYPES: Final = {
    kind: type(kind, (ctypes.Structure,), {"_fields_": _ARRAY_FIELDS[: 1 + dimensions]})
    for kind, dimensions in _DIMENSIONS.items()
}
_STRUCT: Final = re.compile(r"^struct (\w+) \{\n(.*?)^\};", re.MULTILINE | re.DOTALL)
_ENTRY: Final = re.compile(r"^ENTRY (\w+) (\w+)\(\n(.*?)^\);", re.MULTILINE | re.DOTALL)
_LINE: Final = re.compile(r" +(const )?(\w+)(?:<(const )?(\w+)>)? &?(\w+)[;,]? +// (?:\[([^]]*)\])?.*")
_SIZE: Final = re.compile(r"(\d+)|(\w+)(?: ([+*]) (\d+))?")


class _Number:
    """An argument that is a whole number or a bool."""

    def __init__(self, name: str, kind: str) -> None:
        self.name, self.ctype, self.axes = name, _NUMBERS[kind], [(name, (name, "", 0))]
        self._least, self._most = {"bool": (0, 1), "i64": (-(2**63), 2**63 - 1), "u64": (0, 2**64 - 1)}[kind]

    def convert(self, value: _Native, sizes: list[int]) -> _Native:
        """Return the number as the library takes it, and add it to the sizes: shapes may depend on it."""
        try:
            number = operator.index(value)
        except TypeError:
            raise TypeError(f"{self.name} is {type(value).__name__}. Expected a whole number.") from None
        if not self._least <= number <= self._most:
            raise TypeError(f"{self.name} is {number}. Expected {self._least} to {self._most}.")
        sizes.append(number)
        return number


class _Real:
    """An argument that is a real number."""

    def __init__(self, name: str) -> None:
        self.name, self.ctype = name, ctypes.c_double
        self.axes: list[tuple[str, tuple[str, str, int]]] = []

    def convert(self, value: _Native, _sizes: list[int]) -> _Native:
        """Return the number as the library takes it."""
        if not isinstance(value, (int, float)):
            raise TypeError(f"{self.name} is {type(value).__name__}. Expected a real number.")
        return float(value)


class _Array:
    """An argument or field that is an array."""

    def __init__(self, name: str, kind: str, dtype: str, *, is_const: bool, shape: str) -> None:
        self.name, self.dtype, self.is_const = name, np.dtype(_DTYPES[dtype]), is_const
        self.axes = [(f"axis {axis} of {name}", _parsed_size(size)) for axis, size in enumerate(shape.split(", "))]
        self._dimensions = len(self.axes)
        self._shape = shape
        if self._dimensions != _DIMENSIONS[kind]:
            raise LibraryError(f"interface.hpp declares {name} as {kind} with the shape [{shape}].")
        self.ctype: _Native = _ARRAY_TYPES[kind]

    def convert(self, value: _Native, sizes: list[int]) -> _Native:
        """Return the array as the library takes it, and add its shape to the sizes."""
        if not isinstance(value, np.ndarray):
            raise TypeError(f"{self.name} is {type(value).__name__}. Expected {self._text()}.")
        flags, shape = value.flags, value.shape
        is_right = value.dtype == self.dtype and len(shape) == self._dimensions and flags.c_contiguous
        if not is_right or not (self.is_const or flags.writeable):
            layout = ("" if flags.c_contiguous else ", not contiguous") + ("" if flags.writeable else ", read-only")
            raise TypeError(f"{self.name} is {value.dtype}{list(shape)}{layout}. Expected {self._text()}.")
        sizes += shape
        # `ctypes.data` takes four times as long, and half the time of a call
        data = ctypes.addressof(_NO_BYTES.from_buffer(value.data)) if flags.writeable else value.ctypes.data
        return self.ctype(data, *shape)

    def _text(self) -> str:
        return f"{'' if self.is_const else 'writable, '}contiguous {self.dtype}[{self._shape}]"


class _Struct:
    """An argument that is a named tuple of arrays and numbers, with the fields of a struct."""

    def __init__(self, name: str, kind: str, fields: list[_Number | _Array]) -> None:
        self.name, self.kind, self.fields = name, kind, fields
        self._names = tuple(field.name for field in fields)
        self.axes = [axis for field in fields for axis in field.axes]
        members = [(field.name, field.ctype) for field in fields]
        self._struct = type(kind, (ctypes.Structure,), {"_fields_": members})
        self.ctype: _Native = ctypes.POINTER(self._struct)

    def convert(self, value: _Native, sizes: list[int]) -> _Native:
        """Return the struct as the library takes it, and add the shapes of its fields to the sizes."""
        if getattr(value, "_fields", None) != self._names:
            raise TypeError(f"{self.name} is {type(value).__name__}. Expected {self.kind}{self._names}.")
        return ctypes.byref(
            self._struct(*[field.convert(item, sizes) for field, item in zip(self.fields, value, strict=True)])
        )


class Function:
    """A function of the library.

    Args:
        name: Name in the interface.
        function: Function as `ctypes` loads it.
        arguments: Arguments in order.
        result: ``void``, ``bool`` or a type of whole numbers, as in the interface.
    """

    def __init__(self, name: str, function: _Native, arguments: list[_Native], result: str) -> None:
        self.__name__, self._function, self.arguments = name, function, arguments
        function.restype = None if result == "void" else _NUMBERS[result]
        function.argtypes = [argument.ctype for argument in arguments]
        self._axes = [axis for argument in arguments for axis in argument.axes]

    def __call__(self, *values: _Native) -> _Native:
        """Check the arguments and call the function."""
        if len(values) != len(self.arguments):
            names = ", ".join(argument.name for argument in self.arguments)
            raise TypeError(f"{self.__name__} got {len(values)} arguments. Expected {names}.")
        sizes: list[int] = []
        try:
            converted = [one.convert(value, sizes) for one, value in zip(self.arguments, values, strict=True)]
            self._check_shapes(sizes)
        except TypeError as error:
            raise TypeError(f"{self.__name__}: {error}") from None
        return self._function(*converted)

    def _check_shapes(self, sizes: list[int]) -> None:
        """Compare all sizes with the declared ones; the first plain mention of a name gives its value."""
        known = {
            size[0]: value
            for (_, size), value in zip(reversed(self._axes), reversed(sizes), strict=True)
            if not size[1]
        }
        for (axis, (name, operation, number)), value in zip(self._axes, sizes, strict=True):
            if not name:
                expected = number
            elif not operation:
                expected = known[name]
            elif operation == "+":
                expected = known.setdefault(name, value - number) + number
            else:
                expected = known.setdefault(name, value // number) * number
            if value != expected:
                raise TypeError(
                    f"{axis} is {value}. Expected {expected}{f', as {name} is {known[name]}' * bool(name)}."
                )


def _parsed_size(size: str) -> tuple[str, str, int]:
    """Return the declared size of an axis: its name ('' for a number), operation, and number."""
    match = _SIZE.fullmatch(size)
    if match is None:
        raise LibraryError(f"interface.hpp declares the size {size!r}. Expected a number, a name, or a name + number.")
    number, name, operation, second = match.groups()
    return ("", "", int(number)) if number else (name, operation or "", int(second or 0))


def _parsed_lines(text: str, structs: dict[str, str]) -> list[_Native]:
    """Return the arguments or fields that are declared, one per line."""
    declared: list[_Native] = []
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        if match is None:
            raise LibraryError(f"interface.hpp has the line {line!r}. Expected a type, a name, and a comment.")
        _, kind, is_const, dtype, name, shape = match.groups()
        if dtype:
            declared.append(_Array(name, kind, dtype, is_const=bool(is_const), shape=shape))
        elif kind == "f64":
            declared.append(_Real(name))
        else:
            declared.append(
                _Number(name, kind) if kind in _NUMBERS else _Struct(name, kind, _parsed_lines(structs[kind], {}))
            )
    return declared


class Kernels:
    """All functions of the library, as attributes.

    Args:
        file: Path of the library.

    Attributes:
        digest: Digest of the sources that the library was built of.
    """

    def __init__(self, file: Path) -> None:
        interface = (SOURCES / "interface.hpp").read_text("utf-8")
        try:
            loaded = ctypes.CDLL(str(file))
            loaded.source_digest.restype = ctypes.c_char_p
            digest = str(loaded.source_digest().decode())
        except (OSError, AttributeError):
            state = "damaged" if file.exists() else "missing"
            raise LibraryError(f"The compiled kernels {file} are {state}. Build them: {REBUILD}") from None
        if digest != source_digest():
            raise LibraryError(f"The compiled kernels {file} are of other sources. Build them anew: {REBUILD}")
        self.digest = digest
        structs = dict(_STRUCT.findall(interface))
        for result, name, arguments in _ENTRY.findall(interface):
            vars(self)[name] = Function(name, getattr(loaded, name), _parsed_lines(arguments, structs), result)

    def __getattr__(self, name: str) -> Function:
        raise AttributeError(f"interface.hpp declares no function {name!r}")


kernels: Final = Kernels(SOURCES / library_name())
