"""Recorded calls of the functions of the native library give the recorded results."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.recordings import FUNCTIONS, Call, arguments, leaves, load

from goanalyze.kernels.library import Function

CALLS = load()
RECORDED = [
    pytest.param(FUNCTIONS[name], call, id=f"{name}-{number}")
    for name, calls in CALLS.items()
    for number, call in enumerate(calls)
]


@pytest.mark.parametrize(("function", "call"), RECORDED)
def test_a_recorded_call_gives_the_recorded_result(function: Function, call: Call) -> None:
    """Results and written arrays are those of the recording: exactly, and real numbers to 10⁻⁶."""
    values = arguments(function, call["before"])
    assert function(*values) == call["result"]
    for actual, expected in zip(leaves(values), leaves(call["after"]), strict=True):
        np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-6 * (np.asarray(expected).dtype.kind == "f"))


def test_every_function_has_a_recorded_call() -> None:
    """Each function of the interface is recorded; if one is missing, `record.py` makes the recordings anew."""
    assert CALLS.keys() == FUNCTIONS.keys()
