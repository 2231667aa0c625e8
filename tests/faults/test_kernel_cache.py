"""Compiled kernels that are damaged on disk: compiled anew, or told; never a finding about files (issue 14, item 2)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numba
import pytest

from goanalyze.batch.kernel_cache import blame_kernel_cache, load_kernels
from goanalyze.vocabulary.faults import SurroundingsError

_KERNEL = """
import numba
@numba.njit(cache=True)
def double(number):
    return 2 * number
"""


def kernel(path: Path) -> Callable[[int], int]:
    """Return a kernel, loaded afresh, that is compiled to a folder beside its source."""
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[path.stem] = module  # numba keeps a function by the name of its module
    spec.loader.exec_module(module)
    double: Callable[[int], int] = module.double
    return double


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The source of a kernel that was compiled, its index then emptied."""
    path = tmp_path / "kernels_to_be_damaged.py"
    monkeypatch.setitem(sys.modules, path.stem, None)
    path.write_text(_KERNEL)
    assert kernel(path)(4) == 8
    (index,) = tmp_path.rglob("*.nbi")
    index.write_bytes(b"")
    return path


def test_a_damaged_kernel_is_compiled_anew(source: Path) -> None:
    """The run goes on, and so does the next one."""
    for _ in range(2):
        fresh = kernel(source)
        load_kernels(partial(fresh, 4))
        assert fresh(5) == 10


def test_a_damaged_kernel_is_no_finding(source: Path) -> None:
    """Whoever works on a file then says that the kernels cannot be loaded, where they are, and what to do."""
    try:
        kernel(source)(4)
    except EOFError as error:
        with pytest.raises(SurroundingsError, match=r"__pycache__ cannot be loaded .* NUMBA_CACHE_DIR"):
            blame_kernel_cache(error)
    else:
        pytest.fail(f"numba {numba.__version__} loads an empty index")


def test_other_errors_are_left_alone() -> None:
    """What does not come from loading kernels is raised as it is."""
    with pytest.raises(ZeroDivisionError):
        load_kernels(lambda: 1 // 0)
    blame_kernel_cache(ZeroDivisionError())
