"""Kernels beside functions that the user compiles with numba, as in a notebook; and what parts do with arrays."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.extending import overload

from goanalyze.vocabulary.kernels import njit, part


def share(number: float) -> float:
    """Stand for a function of numba's own, which is compiled into whatever calls it."""
    return 1 / number


@overload(share)
def _share(number):  # noqa: ANN001, ANN202 - numba compares signatures
    return lambda number: 1 / number


def first(number: float) -> float:
    """Call it."""
    return share(number)


def later(number: float) -> float:
    """Call it, too."""
    return share(number) + 1


def test_options_of_the_users_own_functions_are_theirs_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 19, First run: what a call stands for is looked up once, and was the user's if that came between.

    numba's documentation of `error_model`: "python" raises an exception for a division by zero, "numpy" gives inf.
    """
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert njit(cache=False)(first)(2.0) == 0.5
    assert numba.njit(error_model="numpy")(first)(0.0) == math.inf
    with pytest.raises(ZeroDivisionError):
        njit(cache=False)(later)(0.0)


def last(numbers: np.ndarray) -> float:
    """Look at a row of an array."""
    row = numbers[-1]
    return row[-1]


def zeros(number: int) -> np.ndarray:
    """Make an array."""
    return np.zeros(number)


def handed(numbers: np.ndarray) -> np.ndarray:
    """Return what is handed in."""
    return numbers


def zipped(numbers: np.ndarray) -> float:
    """Return a sum of products."""
    total = 0.0
    for one, other in zip(numbers, numbers):  # noqa: B905 - numba knows no strict
        total += one * other
    return total


take_last, make, make_unsaid, hand_back = part()(last), part(makes_arrays=True)(zeros), part()(zeros), part()(handed)
zip_unsaid = part()(zipped)


def test_what_a_part_looks_at_is_neither_kept_nor_freed() -> None:
    """Parts count no references: neither to what their kernel is handed, nor to what it makes, which would be freed."""

    def kernel(numbers: np.ndarray) -> float:
        made = make(1000)
        made[-1] = take_last(numbers)
        return take_last(made.reshape(1, 1000)) + take_last(made.reshape(2, 500))

    numbers = np.ones((2, 2))
    before = sys.getrefcount(numbers)
    compiled = njit(cache=False)(kernel)
    assert [compiled(numbers) for _ in range(3)] == [2.0] * 3
    assert sys.getrefcount(numbers) == before


@pytest.mark.parametrize("unsaid", [make_unsaid, hand_back], ids=["made", "handed back"])
def test_a_part_that_has_new_arrays_must_say_so(unsaid: object) -> None:
    """It would never free them, or its kernel would free what is not its own."""

    def kernel(number: int) -> float:
        return unsaid(make(number))[0] if unsaid is hand_back else unsaid(number)[0]

    with pytest.raises((TypeError, numba.NumbaError), match=r"makes arrays|returning of array"):
        njit(cache=False)(kernel)(3)


def test_a_part_that_zips_is_told_what_holds_an_array() -> None:
    """It makes none that its author sees."""

    def kernel(number: int) -> float:
        return zip_unsaid(make(number))

    with pytest.raises((TypeError, numba.NumbaError), match=r"holds one: zip\(.*; zip and enumerate can be loops"):
        njit(cache=False)(kernel)(3)
