"""Which kernels are compiled and loaded, for which types, and who is told of it (issue 19, First run)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from faults.kept import HERE, SOURCE, kernel

from goanalyze.cli.kernels import prepare_kernels
from goanalyze.pipeline import Options
from goanalyze.vocabulary import compiling, kernels


def test_a_part_is_compiled_for_types_and_not_for_numbers(kernel_folder: Path, tmp_path: Path) -> None:
    """Issue 19, First run: half of what the tokenizer calls was compiled for a first row 0 alone, and never used."""
    calling = (
        "    total = 0\n    for i in range(number):\n        total = add(total, i) + add(1, 2)\n    return total\n"
    )
    text = SOURCE.split("@njit", maxsplit=1)[0].replace("njit", "njit, part") + "@part()\ndef add(one, other):\n"
    text += f"    return one + other\n@njit(cache=True)\ndef twice(number):\n{calling}"
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "some.py").write_text(text)
    twice = kernel(tmp_path / "one")
    assert twice(4) == 18
    assert len(twice.py_func.__globals__["add"].overloads) == 1


def test_compiling_says_how_far_it_is(kernel_folder: Path, tmp_path: Path) -> None:
    """Issue 17: how many kernels are compiled, of how many; nothing where none has to be."""
    for expected in (r"compiling the kernels for this machine, once: 2 of \d+", ""):
        watch = compiling.Compiling()
        with watch.watched():
            assert watch.told() == ""
            assert kernel(tmp_path)(21) == 42
        assert re.fullmatch(expected, watch.told())


def test_a_part_is_called_by_kernels_alone(kernel_folder: Path, tmp_path: Path) -> None:
    """Issue 19, First run: code by which Python could call it is not compiled; who calls it all the same is told so."""
    folder = tmp_path / "one"
    folder.mkdir()
    text = SOURCE.replace("import njit", "import njit, part")
    (folder / "some.py").write_text(text.replace("njit(cache=True, nogil=True)\ndef factor", "part()\ndef factor"))
    for _ in ("compiled", "loaded"):
        twice = kernel(folder)
        factor = twice.py_func.__globals__["factor"]
        assert twice(21) == 42
        with pytest.raises(TypeError, match="factor is a part of kernels"):
            factor()


OF_A_CHECK = {
    "_by_the_letter", "_count_chunk", "_first_points", "_play_chunk", "_spread_marks",
    "_tally", "_territories", "canonical_hashes", "first_setups", "gather", "look_chunk", "replay_chunk", "scan",
}  # fmt: skip
"""Kernels that a check takes."""


def test_a_check_takes_no_kernel_of_variations_or_search() -> None:
    """Issue 19, First run: kernels that a run does not need are not compiled; these are what the sample needs.

    Of each module some are among them: else every later run would look for what is to be compiled, and load numba.
    """
    code = (
        "from goanalyze.batch.check import warm_up\n"
        "from goanalyze.vocabulary.kernels import are_kept, loaded\n"
        "warm_up()\n"
        "print(*sorted(each.__name__ for each in loaded() if not each.is_part and each.known))\n"
        "print(are_kept(lambda kernel: bool(kernel.known)))"
    )
    told = subprocess.check_output([sys.executable, "-c", code], text=True, env=os.environ | {"PYTHONPATH": HERE})
    assert told.split() == [*sorted(OF_A_CHECK), "True"]


def test_no_kernel_copies_arrays_by_slices() -> None:
    """Issue 19, First run: with each numba compiles what puts together a message about shapes, for a second."""
    prepare_kernels(Options())
    places = [each.place for each in kernels.loaded() if each.__name__ in OF_A_CHECK and each.place.is_filled()]
    kept = {file for place in places for name in OF_A_CHECK for file in place._folder.glob(f"{name}-*.linked")}
    assert {file.name.rpartition("-")[0] for file in kept} == OF_A_CHECK
    assert not [file.name for file in kept if b"cannot assign slice" in file.read_bytes()]


def test_who_leaves_the_work_to_others_loads_no_kernel_that_is_kept(tmp_path: Path) -> None:
    """A parent prepares kernels only where they are missing (issue 15, Cost); it loaded them, always, for 1 to 2 s."""
    code = (
        "import goanalyze.batch.check as check, goanalyze.life.doubts as doubts\n"
        "import goanalyze.cli.kernels as kernels\n"
        "from goanalyze.pipeline import Options\n"
        "kernels.processors = lambda: 1\n"
        "check.warm_up = lambda: print('check')\n"
        "doubts.warm_up = lambda: print('doubts')\n"
        "kernels.prepare_kernels(Options())\n"
        "print('and', end=' ')\n"
        "kernels.prepare_kernels(Options(confirm='safe'))"
    )
    prepare_kernels(Options(confirm="safe"))
    environment = os.environ | {"PYTHONPATH": HERE}
    empty = environment | {"NUMBA_CACHE_DIR": str(tmp_path)}
    told = [subprocess.check_output([sys.executable, "-c", code], text=True, env=env) for env in (environment, empty)]
    assert [each.split() for each in told] == [["and"], ["check", "and", "check", "doubts"]]
