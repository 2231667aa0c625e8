"""Compiled kernels that are damaged on disk, or have no place there: a run goes on (issue 14, items 2 and 8)."""

from __future__ import annotations

import errno
import importlib.util
import logging
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core.caching import IndexDataCacheFile, InTreeCacheLocator

import goanalyze
from goanalyze.cli.kernels import prepare_kernels
from goanalyze.pipeline import Options
from goanalyze.vocabulary import compiling, dispatching, kernels, loading

SOURCE = """
from goanalyze.vocabulary.kernels import njit

@njit(cache=True, nogil=True)
def factor():
    return 2

@njit(cache=True, nogil=True)
def twice(number):
    return factor() * number
"""

HERE = str(Path(goanalyze.__file__).parents[1])

DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "emptied": lambda data: data[:0],
    "cut": lambda data: data[: len(data) // 2],
    "zeroed": lambda data: bytes(len(data)),
}


needs_linking = pytest.mark.skipif(not loading.is_linking_tried(), reason="numba loads what it keeps here")


@pytest.fixture
def beside_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be no folder but the one beside the source, and nothing be said yet."""
    for module in (loading, dispatching):
        monkeypatch.setattr(module, "usable", lambda _: False)
    monkeypatch.setattr(dispatching, "_told", set())


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep kernels in a folder of the test's own; return where those of all versions are."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    return loading.cache_folder()


def refused(_: object) -> None:
    """Fail as a folder does that may not be written to; permissions are none to root, who may run this."""
    raise PermissionError(errno.EACCES, "Permission denied")


def kernel(folder: Path) -> Any:
    """Import the kernel that stands in a folder, as for the first time."""
    folder.mkdir(exist_ok=True)
    (folder / "some.py").exists() or (folder / "some.py").write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("some", folder / "some.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.twice


def hits(kernel: Any) -> int:
    """Return how many of a kernel's versions were not compiled, but linked or loaded."""
    return len([each for each in kernel.known.values() if each is not kernel.dispatcher]) or sum(
        kernel.stats.cache_hits.values()
    )


def test_kernels_of_one_content_are_compiled_once_for_a_machine(shared: Path, tmp_path: Path) -> None:
    """Issue 17: once per machine and version, not per virtual environment; two versions do not disturb each other."""
    for name, text in (("one", SOURCE), ("other", SOURCE), ("newer", SOURCE.replace("return 2", "return 200"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "some.py").write_text(text)
    found = []
    for name in ("one", "other", "newer", "one", "newer"):
        twice = kernel(tmp_path / name)
        found.append((twice(21), hits(twice)))
    assert found == [(42, 0), (42, 1), (4200, 0), (42, 1), (4200, 1)]
    assert len(list(shared.glob("numba-*/some-*"))) == 2
    assert not list(tmp_path.glob("*/__pycache__/*.nbi"))


def test_a_part_is_compiled_for_types_and_not_for_numbers(shared: Path, tmp_path: Path) -> None:
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


def test_what_no_process_has_used_for_long_is_removed(shared: Path, tmp_path: Path) -> None:
    """Kernels of old versions do not pile up: after 90 days they are gone, and loading them counts as use."""
    kernel(tmp_path / "one")(21)
    (used,) = shared.glob("numba-*/some-*")
    unused = used.parents[1] / "numba-0.1" / "some-00"
    unused.mkdir(parents=True)
    for folder in (used, unused):
        os.utime(folder, (0, 0))
    for cached in (loading.usable, dispatching.remove_unused):
        cached.cache_clear()
    again = kernel(tmp_path / "other")
    assert (again(2.5), hits(again)) == (5.0, 0)  # another type: something is compiled
    assert used.is_dir()
    assert not unused.exists()


def test_who_has_no_home_gets_no_folder_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody knows the user's home, its name stands for it unread."""
    monkeypatch.chdir(tmp_path)
    assert not loading.usable(Path("~/.cache/goanalyze"))
    assert not list(tmp_path.iterdir())


def test_compiling_says_how_far_it_is(shared: Path, tmp_path: Path) -> None:
    """Issue 17: how many kernels are compiled, of how many; nothing where none has to be."""
    for expected in (r"compiling the kernels for this machine, once: 2 of \d+", ""):
        watch = compiling.Compiling()
        with watch.watched():
            assert watch.told() == ""
            assert kernel(tmp_path)(21) == 42
        assert re.fullmatch(expected, watch.told())


def test_a_part_is_called_by_kernels_alone(shared: Path, tmp_path: Path) -> None:
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


def test_a_kernel_is_compiled_anew_if_the_way_of_compiling_has_changed(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Options, passes and parts stand in files of their own (issue 19, closing note, "Second look")."""
    assert {file.stem for file in kernels._HOW} == {"dispatching", "kernels", "linking"}
    how = tmp_path / "how.py"
    monkeypatch.setattr(kernels, "_HOW", [how])
    found = []
    for text in ("passes = 1", "passes = 1", "passes = 20"):
        how.write_text(text)
        twice = kernel(tmp_path)
        found.append((twice(21), hits(twice)))
    assert found == [(42, 0), (42, 1), (42, 0)]


@pytest.mark.usefixtures("beside_the_source")
def test_kernels_in_a_package_that_is_read_only_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What root compiled beside the source is loaded by whoever may not write there, and has no other folder."""
    assert kernel(tmp_path)(21) == 42
    monkeypatch.setattr(InTreeCacheLocator, "ensure_cache_path", refused)
    again = kernel(tmp_path)
    assert again(21) == 42
    assert sum(again.stats.cache_hits.values()) == 1


def test_a_kernel_is_compiled_anew_if_one_that_it_calls_has_changed(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In whatever file that stands; numba looks at the caller's file alone and would go on with the old one."""
    monkeypatch.syspath_prepend(tmp_path)
    callee, caller = tmp_path / "some_callee.py", tmp_path / "some_caller.py"
    caller.write_text("from some_callee import njit, twice\n@njit(cache=True)\ndef f(x):\n    return twice(x)\n")
    found = []
    for text in (SOURCE, SOURCE, SOURCE.replace("return 2", "return 200")):
        callee.write_text(text)
        for name in ("some_callee", "some_caller"):
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        calling = importlib.import_module("some_caller").f
        found.append((calling(21), hits(calling)))
    assert found == [(42, 0), (42, 1), (4200, 0)]


def test_a_kernel_is_compiled_anew_if_a_constant_of_another_file_has_changed(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `dispatching` promises of edits: codes of properties and sizes of tables stand where no kernel does."""
    monkeypatch.syspath_prepend(tmp_path)
    constants = tmp_path / "some_constants.py"
    source = SOURCE.replace("return 2", "return FACTORS[0] + SHARES[0] + ONE")
    (tmp_path / "some.py").write_text(f"from some_constants import *\n{source}")
    found = []
    for factors, share, one in ((1, 1, 0), (1, 1, 0), (100, 1, 0), (100, 100, 0), (100, 100, 300)):
        constants.write_text(f"import numpy\nFACTORS = ({factors},)\nSHARES = numpy.array([{share}])\nONE = {one}\n")
        sys.modules.pop("some_constants", None)
        importlib.invalidate_caches()
        twice = kernel(tmp_path)
        found.append((twice(21), hits(twice)))
    assert found == [(42, 0), (42, 1), (2121, 0), (4200, 0), (10500, 0)]


@pytest.mark.usefixtures("beside_the_source")
def test_without_any_folder_kernels_are_compiled_and_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Numba ends the program; here it is a sentence that says what to set."""
    monkeypatch.setattr(InTreeCacheLocator, "ensure_cache_path", refused)
    with caplog.at_level(logging.WARNING):
        assert [kernel(tmp_path)(21), kernel(tmp_path)(21)] == [42, 42]
    (said,) = caplog.messages
    assert "no folder to keep compiled kernels in" in said
    assert "NUMBA_CACHE_DIR" in said


@pytest.mark.usefixtures("beside_the_source")
def test_a_full_disk_keeps_no_kernel_from_working(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The sentence names the folder that is full; it was said that the output could not be written."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(IndexDataCacheFile, "save", full)
    with caplog.at_level(logging.WARNING):
        twice = kernel(tmp_path)
        assert [twice(21), twice(2.5)] == [42, 5.0]
    (said,) = caplog.messages
    assert f"{tmp_path / '__pycache__'} (No space left on device)" in said


@pytest.mark.usefixtures("beside_the_source")
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("which", ["some.twice", "some."], ids=["outer", "inner, too"])
@pytest.mark.parametrize("how", DAMAGES)
def test_damaged_kernels_are_compiled_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, how: str, which: str, ending: str
) -> None:
    """The run goes on without a word, and the next one finds it mended; an error of numba's was a finding on files."""
    assert kernel(tmp_path)(21) == 42
    for path in tmp_path.rglob(f"{which}*.{ending}"):
        path.write_bytes(DAMAGES[how](path.read_bytes()))
    assert kernel(tmp_path)(5) == 10
    again = kernel(tmp_path)
    inner = again.py_func.__globals__["factor"]
    assert [again(5), inner()] == [10, 2]
    assert [sum(each.stats.cache_hits.values()) for each in (again, inner)] == [1, 1]
    assert not caplog.messages


@pytest.mark.usefixtures("beside_the_source")
def test_a_damaged_kernel_that_cannot_be_replaced_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It says where it is and what to do, and does without it."""
    assert kernel(tmp_path)(21) == 42
    for path in tmp_path.rglob("*.nbi"):
        path.write_bytes(b"")
    monkeypatch.setattr(IndexDataCacheFile, "_open_for_write", lambda *_: refused(_))
    with caplog.at_level(logging.WARNING):
        assert kernel(tmp_path)(5) == 10
    (said,) = caplog.messages
    assert f"{tmp_path / '__pycache__'} (Permission denied)" in said
    assert "NUMBA_CACHE_DIR" in said


OF_A_CHECK = {
    "_by_the_letter", "_chain_statuses", "_count_chunk", "_play_chunk", "_settle", "_spread_marks", "_tally",
    "_territories", "canonical_hashes", "first_setups", "gather", "look_chunk", "replay_chunk", "scan",
}  # fmt: skip
"""Kernels that a check takes."""


def test_a_check_takes_no_kernel_of_variations_or_search() -> None:
    """Issue 19, First run: kernels that a run does not need are not compiled; these are what the sample needs."""
    code = (
        "from goanalyze.batch.check import warm_up\n"
        "from goanalyze.vocabulary.kernels import loaded\n"
        "warm_up()\n"
        "print(*sorted(each.__name__ for each in loaded() if not each.is_part and each.known))"
    )
    told = subprocess.check_output([sys.executable, "-c", code], text=True, env=os.environ | {"PYTHONPATH": HERE})
    assert told.split() == sorted(OF_A_CHECK)


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
def test_a_linked_kernel_takes_gives_and_raises_what_a_compiled_one_does(shared: Path, tmp_path: Path) -> None:
    """Issue 19, Start: arrays, tuples, numbers and errors, and numba is not loaded."""
    (tmp_path / "some.py").write_text(LINKED)
    call = [sys.executable, "-c", CALLING]
    told = [
        subprocess.check_output(call, cwd=tmp_path, text=True, env=os.environ | {"PYTHONPATH": HERE}) for _ in range(2)
    ]
    assert told == [f"[2, 4] int16 9 {loaded}\nno more than nine\n" for loaded in (True, False)]


@needs_linking
@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_linked_kernel_is_loaded_by_numba_and_kept_anew(shared: Path, tmp_path: Path, how: str) -> None:
    """It has a digest: machine code that is not whole would end the process (issue 14, item 2)."""
    assert kernel(tmp_path)(21) == 42
    (file,) = shared.glob("linked-*/some-*/twice-*.linked")
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
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LLVM ends the process where it does not find what machine code calls."""
    monkeypatch.setattr(loading, "_needed", lambda _: ["a_function_that_nobody_has"])
    assert [kernel(tmp_path)(21), kernel(tmp_path)(21)] == [42, 42]
    again = kernel(tmp_path)
    assert (again(21), again.dispatcher in again.known.values()) == (42, True)


@needs_linking
def test_a_linked_kernel_is_not_taken_for_another(shared: Path, tmp_path: Path) -> None:
    """A file under another's name is whole, and its code would give another's results (issue 14, item 2)."""
    twice = kernel(tmp_path)
    factor = twice.py_func.__globals__["factor"]
    assert (twice(21), factor()) == (42, 2)
    (of_twice,), (of_factor,) = (list(shared.glob(f"linked-*/some-*/{name}-*")) for name in ("twice", "factor"))
    of_twice.write_bytes(of_factor.read_bytes())
    assert kernel(tmp_path)(21) == 42


def test_kinds_are_told_apart_where_numba_tells_types_apart() -> None:
    """Records of one size, and durations of other units, have other machine code (numba's `typeof`)."""
    records = [np.zeros(1, [("a", one), ("b", other)]) for one, other in (("i4", "f4"), ("f4", "i4"))]
    assert repr(loading.kind_of(records[0])) != repr(loading.kind_of(records[1]))
    assert loading.kind_of(records[0]) != loading.kind_of(records[1])
    assert loading.kind_of(np.timedelta64(1, "s")) is None


@needs_linking
def test_a_kernel_that_raises_is_linked_once(shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_a_disk_that_is_full_gets_no_half_files(shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 14, item 8: each process that found no room would leave one."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(loading.os, "replace", full)
    assert kernel(tmp_path)(21) == 42
    assert list(shared.glob("linked-*/some-*"))
    assert not list(shared.glob("linked-*/some-*/*"))


def test_where_nobody_knows_the_processor_numba_loads_what_it_keeps(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LLVM raises that, which numba does without (`numba.core.codegen`), and what is kept is asked before any call."""

    def unknown() -> str:
        raise RuntimeError

    monkeypatch.setattr(loading, "_surroundings", unknown)
    twice = kernel(tmp_path)
    assert (twice.place.is_filled(), twice(21)) == (False, 42)
