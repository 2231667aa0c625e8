"""Compiled kernels on disk: made once for a machine and content, and anew where anything has changed.

Where they are damaged, or have no place there, a run goes on (issue 14, items 2 and 8).
"""

from __future__ import annotations

import errno
import importlib.util
import logging
import os
import sys
from pathlib import Path

import pytest
from faults.kept import DAMAGES, SOURCE, hits, kernel
from numba.core.caching import IndexDataCacheFile, InTreeCacheLocator

from goanalyze.vocabulary import dispatching, kernels, loading


@pytest.fixture
def beside_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be no folder but the one beside the source, and nothing be said yet."""
    for module in (loading, dispatching):
        monkeypatch.setattr(module, "usable", lambda _: False)
    monkeypatch.setattr(dispatching, "_told", set())


def refused(_: object) -> None:
    """Fail as a folder does that may not be written to; permissions are none to root, who may run this."""
    raise PermissionError(errno.EACCES, "Permission denied")


def test_kernels_of_one_content_are_compiled_once_for_a_machine(kernel_folder: Path, tmp_path: Path) -> None:
    """Issue 17: once per machine and version, not per virtual environment; two versions do not disturb each other."""
    for name, text in (("one", SOURCE), ("other", SOURCE), ("newer", SOURCE.replace("return 2", "return 200"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "some.py").write_text(text)
    found = []
    for name in ("one", "other", "newer", "one", "newer"):
        twice = kernel(tmp_path / name)
        found.append((twice(21), hits(twice)))
    assert found == [(42, 0), (42, 1), (4200, 0), (42, 1), (4200, 1)]
    assert len(list(kernel_folder.glob("numba-*/some-*"))) == 2
    assert not list(tmp_path.glob("*/__pycache__/*.nbi"))


def test_what_no_process_has_used_for_long_is_removed(kernel_folder: Path, tmp_path: Path) -> None:
    """Kernels of old versions do not pile up: after 90 days they are gone, and loading them counts as use."""
    kernel(tmp_path / "one")(21)
    (used,) = kernel_folder.glob("numba-*/some-*")
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


def test_a_kernel_is_compiled_anew_if_the_way_of_compiling_has_changed(
    kernel_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
    kernel_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
    kernel_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
