"""Weighted sums whose instructions are written out (`vocabulary/sums_kernel.py`, `sums_code.py`)."""

from __future__ import annotations

import numpy as np
import pytest

from goanalyze.vocabulary import sums_code
from goanalyze.vocabulary.kernels import njit
from goanalyze.vocabulary.sums_kernel import LANES, ROWS, TAPS, TOGETHER, sums


def test_sums_are_no_function_of_python() -> None:
    """A part of kernels has no code for that, and says so."""
    nothing = np.zeros((1, 1), dtype=np.float32)
    with pytest.raises(TypeError, match="sums is a part of kernels"):
        sums(nothing, nothing, 0, nothing)


def test_sums_are_the_same_with_vectors_of_either_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the last bit, and those of the plain twin but for rounding; no tile beyond the rows asked for is written."""
    rng = np.random.default_rng(0)
    seen = rng.random((5, 9 * LANES), dtype=np.float32)
    taps = rng.random((TOGETHER, 5, TAPS), dtype=np.float32)
    made = [np.zeros((TOGETHER, 7 * LANES), dtype=np.float32) for _ in range(3)]
    for product, feature in zip(made, ("", "of no machine"), strict=False):
        monkeypatch.setattr(sums_code, "_WIDE", feature)

        @njit(cache=False)
        def write(seen, taps, first, product):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202
            sums(seen, taps, first, product)

        write(seen, taps, LANES, product)
    sums.py_func(seen, taps, LANES, made[2])
    assert made[0].tolist() == made[1].tolist()
    np.testing.assert_allclose(made[0], made[2], rtol=1e-5)
    written = slice(LANES, (1 + ROWS) * LANES)
    assert made[0][:, written].all()
    made[0][:, written] = 0
    assert not made[0].any()
