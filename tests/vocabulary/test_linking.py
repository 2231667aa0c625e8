"""Kernels beside functions that the user compiles with numba, as in a notebook: neither changes the other."""

from __future__ import annotations

import math
from pathlib import Path

import numba
import pytest
from numba.extending import overload

from goanalyze.vocabulary.kernels import njit


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
