"""Kernels that are linked without numba give what compiled ones give, or numba loads them (issue 19, Start)."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from faults.kept import DAMAGES, HERE, SOURCE, kernel

from goanalyze.vocabulary import loading

needs_linking = pytest.mark.skipif(not loading.is_linking_tried(), reason="numba loads what it keeps here")

LINKED = """
from collections import namedtuple

import numpy as np

from goanalyze.vocabulary.kernels import njit

Pair = namedtuple("Pair", "ones, most")

@njit(cache=True, nogil=True)
def rows(pair, share):
    if pair.most > 9:
        raise ValueError("no more than nine")
    found = np.empty(2, np.int16)
    for i in range(2):
        found[i] = pair.ones[i] * share
    return found, pair.most
"""

CALLING = """
import importlib.util, sys, numpy as np
spec = importlib.util.spec_from_file_location("some", "some.py")
sys.modules["some"] = module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
ones = np.arange(3, dtype=np.int32)
found, most = module.rows(module.Pair(ones[1:], 9), 2)
print(found.tolist(), found.dtype, most, "numba" in sys.modules)
try:
    module.rows(module.Pair(ones[1:], 10), 2)
except ValueError as error:
    print(error)
"""


@needs_linking
def test_a_linked_kernel_takes_gives_and_raises_what_a_compiled_one_does(kernel_folder: Path, tmp_path: Path) -> None:
    """Issue 19, Start: arrays, tuples, numbers and errors, and numba is not loaded."""
    (tmp_path / "some.py").write_text(LINKED)
    call = [sys.executable, "-c", CALLING]
    told = [
        subprocess.check_output(call, cwd=tmp_path, text=True, env=os.environ | {"PYTHONPATH": HERE}) for _ in range(2)
    ]
    assert told == [f"[2, 4] int16 9 {loaded}\nno more than nine\n" for loaded in (True, False)]


@needs_linking
@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_linked_kernel_is_loaded_by_numba_and_kept_anew(
    kernel_folder: Path, tmp_path: Path, how: str
) -> None:
    """It has a digest: machine code that is not whole would end the process (issue 14, item 2)."""
    assert kernel(tmp_path)(21) == 42
    (file,) = kernel_folder.glob("linked-*/some-*/twice-*.linked")
    whole = file.read_bytes()
    file.write_bytes(DAMAGES[how](whole))
    again = kernel(tmp_path)
    assert again(5) == 10
    assert sum(again.stats.cache_hits.values()) == 1
    assert file.read_bytes() == whole
    linked = kernel(tmp_path)
    assert linked(5) == 10
    assert linked.dispatcher not in linked.known.values()


@needs_linking
def test_what_a_linked_kernel_calls_is_there_or_numba_loads_it(
    kernel_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LLVM ends the process where it does not find what machine code calls."""
    monkeypatch.setattr(loading, "_needed", lambda _: ["a_function_that_nobody_has"])
    assert [kernel(tmp_path)(21), kernel(tmp_path)(21)] == [42, 42]
    again = kernel(tmp_path)
    assert (again(21), again.dispatcher in again.known.values()) == (42, True)


@needs_linking
def test_a_linked_kernel_is_not_taken_for_another(kernel_folder: Path, tmp_path: Path) -> None:
    """A file under another's name is whole, and its code would give another's results (issue 14, item 2)."""
    twice = kernel(tmp_path)
    factor = twice.py_func.__globals__["factor"]
    assert (twice(21), factor()) == (42, 2)
    (of_twice,), (of_factor,) = (list(kernel_folder.glob(f"linked-*/some-*/{name}-*")) for name in ("twice", "factor"))
    of_twice.write_bytes(of_factor.read_bytes())
    assert kernel(tmp_path)(21) == 42


def test_kinds_are_told_apart_where_numba_tells_types_apart() -> None:
    """Records of one size, and durations of other units, have other machine code (numba's `typeof`)."""
    records = [np.zeros(1, [("a", one), ("b", other)]) for one, other in (("i4", "f4"), ("f4", "i4"))]
    assert repr(loading.kind_of(records[0])) != repr(loading.kind_of(records[1]))
    assert loading.kind_of(records[0]) != loading.kind_of(records[1])
    assert loading.kind_of(np.timedelta64(1, "s")) is None


@needs_linking
def test_a_kernel_that_raises_is_linked_once(
    kernel_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each error took as long as linking, 2 ms (issue 19, Start)."""
    source = SOURCE.replace("return factor() * number", "return factor() // number")
    (tmp_path / "some.py").write_text(source)
    assert kernel(tmp_path)(2) == 1
    linked, link = [], loading.Place.link
    monkeypatch.setattr(loading.Place, "link", lambda *args: linked.append(args) or link(*args))
    again = kernel(tmp_path)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            again(0)
    assert len(linked) == 1


@needs_linking
def test_a_disk_that_is_full_gets_no_half_files(
    kernel_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 14, item 8: each process that found no room would leave one."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(loading.os, "replace", full)
    assert kernel(tmp_path)(21) == 42
    assert list(kernel_folder.glob("linked-*/some-*"))
    assert not list(kernel_folder.glob("linked-*/some-*/*"))


def test_where_nobody_knows_the_processor_numba_loads_what_it_keeps(
    kernel_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LLVM raises that, which numba does without (`numba.core.codegen`), and what is kept is asked before any call."""

    def unknown() -> str:
        raise RuntimeError

    monkeypatch.setattr(loading, "_surroundings", unknown)
    twice = kernel(tmp_path)
    assert (twice.place.is_filled(), twice(21)) == (False, 42)
