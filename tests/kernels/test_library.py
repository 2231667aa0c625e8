"""The binding of the native library: arguments, indices and files that are wrong are reported, and never crash."""

from __future__ import annotations

import ctypes.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from goanalyze.kernels import library
from goanalyze.kernels.library import Function, Kernels, kernels
from goanalyze.kernels.sources import LibraryError

FUNCTIONS = [value for value in vars(kernels).values() if isinstance(value, Function)]
_SIZE = 3  # of each name in a shape


def _example(argument: Any) -> Any:
    """Return an argument as the interface declares it, with all names in shapes equal to `_SIZE`."""
    if hasattr(argument, "fields"):
        kind: Any = NamedTuple(argument.kind, [(field.name, Any) for field in argument.fields])
        return kind(*map(_example, argument.fields))
    if not hasattr(argument, "dtype"):
        return True if argument.ctype is ctypes.c_bool else _SIZE
    sizes = [
        number if not name else _SIZE if not operation else _SIZE + number if operation == "+" else _SIZE * number
        for _, (name, operation, number) in argument.axes
    ]
    return np.zeros(sizes, dtype=argument.dtype)


def _arrays(arguments: list[Any], values: list[Any]) -> list[tuple[Any, Any]]:
    """Return each array with a function that gives all values with another in its place."""
    pairs = []
    for place, (argument, value) in enumerate(zip(arguments, values, strict=True)):
        if hasattr(argument, "fields"):
            for field in filter(lambda field: hasattr(field, "dtype"), argument.fields):

                def with_field(new: Any, place: int = place, value: Any = value, name: str = field.name) -> list[Any]:
                    return [*values[:place], value._replace(**{name: new}), *values[place + 1 :]]

                pairs.append((field, with_field))
        elif hasattr(argument, "dtype"):

            def with_argument(new: Any, place: int = place) -> list[Any]:
                return [*values[:place], new, *values[place + 1 :]]

            pairs.append((argument, with_argument))
    return pairs


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_a_wrong_array_is_a_type_error_with_its_name(function: Function) -> None:
    """An array of another dtype, dimension, layout or kind is reported with the names of function and argument."""
    values = [_example(argument) for argument in function.arguments]
    arrays = _arrays(function.arguments, values)
    assert arrays
    for array, with_value in arrays:
        right = _example(array)
        wrong = [right.astype("f8"), right[np.newaxis], right[..., np.newaxis][..., ::-1].T, None, right.tolist()]
        if not array.is_const:
            read_only = right.copy()
            read_only.flags.writeable = False
            wrong.append(read_only)
        for value in wrong:
            with pytest.raises(TypeError, match=rf"^{function.__name__}: {array.name} is .*\. Expected "):
                function(*with_value(value))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_wrong_shapes_are_type_errors(function: Function) -> None:
    """A size that contradicts another array, or a fixed size, is reported."""
    values = [_example(argument) for argument in function.arguments]
    arrays = _arrays(function.arguments, values)
    names = [name for argument in function.arguments for _, (name, _, _) in argument.axes]
    for array, with_value in arrays:
        for axis, (_, (name, _, _)) in enumerate(array.axes):
            if name and names.count(name) == 1:
                continue  # a size of its own
            larger = np.concatenate([_example(array)] * 2, axis=axis)
            with pytest.raises(TypeError, match=rf"^{function.__name__}: "):
                function(*with_value(larger))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_a_wrong_number_of_arguments_is_a_type_error(function: Function) -> None:
    """Too few or too many arguments are reported with the names of those that are expected."""
    values = [_example(argument) for argument in function.arguments]
    for wrong in (values[:-1], [*values, 1]):
        with pytest.raises(TypeError, match=f"{function.__name__} got {len(wrong)} arguments. Expected .*"):
            function(*wrong)


def test_an_index_outside_an_array_ends_the_process_with_the_source_line() -> None:
    """A kernel that follows an index outside an array reports it and ends; it reads no foreign memory."""
    program = """
import numpy as np
from goanalyze.kernels.library import kernels
from goanalyze.sgf.tape import Events
events = Events(*(np.zeros(shape, dtype) for shape, dtype in ((1, "u1"), ((1, 4), "i1"), (1, "i4"))), np.array([0, 9]))
side = np.array([9], dtype="i2")
kernels.hash_games(events, side, side, np.zeros(1, dtype="u8"))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "identity.cpp:" in done.stderr
    assert "index 1 is outside an array of 1" in done.stderr


def test_a_library_that_is_missing_says_how_to_build_it(tmp_path: Path) -> None:
    """A missing library is one sentence with the command that builds it."""
    with pytest.raises(LibraryError, match=r"are missing\. Build them: python -m goanalyze\.kernels\.building$"):
        Kernels(tmp_path / "kernels.so")


def test_a_library_that_is_damaged_or_foreign_says_how_to_build_it(tmp_path: Path) -> None:
    """A file that is not this library is one sentence with the command that builds it."""
    damaged = tmp_path / "kernels.so"
    damaged.write_bytes(b"\x7fELF and nothing else")
    with pytest.raises(LibraryError, match=r"are damaged\. Build them: "):
        Kernels(damaged)
    foreign = ctypes.util.find_library("m")
    if foreign is None:
        pytest.skip("the system has no library for mathematics to take for this one")
    with pytest.raises(LibraryError, match=r"Build them: "):
        Kernels(Path(foreign))


def test_a_library_of_other_sources_says_how_to_build_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that is older than its sources is never used."""
    monkeypatch.setattr(library, "source_digest", lambda: "another")
    with pytest.raises(LibraryError, match=r"are of other sources\. Build them anew: "):
        Kernels(library.SOURCES / library.library_name())


def test_a_run_of_tests_with_a_library_of_other_sources_ends_at_once() -> None:
    """Pytest ends with the command that builds the library, before it collects a test."""
    program = """
import sys
from goanalyze.kernels import sources
sources.source_digest = lambda: "another"
import pytest
sys.exit(pytest.main(["tests/test_imports.py"]))
"""
    root = library.SOURCES.parents[1]
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (4, "")
    assert re.fullmatch(r"Exit: The compiled kernels \S+ are of other sources\. Build .*building\n", done.stderr)
