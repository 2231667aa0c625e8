"""Compiled kernels that are damaged on disk, or have no place there: a run goes on (issue 14, items 2 and 8)."""

from __future__ import annotations

import errno
import importlib.util
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from numba.core.caching import IndexDataCacheFile, InTreeCacheLocator, UserWideCacheLocator

import goanalyze
from goanalyze.cli.kernels import prepare_kernels
from goanalyze.vocabulary import kernels

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


@pytest.fixture(autouse=True)
def beside_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let numba have no folder but the one beside the source, and nothing be said yet."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(UserWideCacheLocator, "ensure_cache_path", refused)
    monkeypatch.setattr(kernels, "_told", set())


def refused(_: object) -> None:
    """Fail as a folder does that may not be written to; permissions are none to root, who may run this."""
    raise PermissionError(errno.EACCES, "Permission denied")


def kernel(folder: Path) -> Any:
    """Import the kernel that stands in a folder, as for the first time."""
    (folder / "some.py").exists() or (folder / "some.py").write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("some", folder / "some.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.twice


def test_kernels_in_a_package_that_is_read_only_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What root compiled beside the source is loaded by whoever may not write there, and has no other folder."""
    assert kernel(tmp_path)(21) == 42
    monkeypatch.setattr(InTreeCacheLocator, "ensure_cache_path", refused)
    again = kernel(tmp_path)
    assert again(21) == 42
    assert sum(again.stats.cache_hits.values()) == 1


def test_a_kernel_is_compiled_anew_if_one_that_it_calls_has_changed(tmp_path: Path) -> None:
    """In whatever file that stands; numba looks at the caller's file alone and would go on with the old one."""
    callee, caller = tmp_path / "callee.py", tmp_path / "caller.py"
    callee.write_text(SOURCE)
    caller.write_text("from callee import njit, twice\n@njit(cache=True)\ndef f(x):\n    return twice(x)\n")
    ask = [sys.executable, "-c", "from caller import f; print(f(21), *f.stats.cache_hits.values())"]
    told = [subprocess.check_output(ask, cwd=tmp_path, text=True, env=os.environ | {"PYTHONPATH": HERE}) for _ in "ab"]
    callee.write_text(SOURCE.replace("return 2", "return 200"))
    told.append(subprocess.check_output(ask, cwd=tmp_path, text=True, env=os.environ | {"PYTHONPATH": HERE}))
    assert [each.split() for each in told] == [["42"], ["42", "1"], ["4200"]]


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


@pytest.mark.parametrize("confirm", [False, True], ids=["a check", "confirming, too"])
def test_who_leaves_the_work_to_others_loads_no_kernel_that_is_kept(*, confirm: bool, tmp_path: Path) -> None:
    """A parent prepares kernels only where they are missing (issue 15, Cost); it loaded them, always, for 1 to 2 s."""
    code = (
        "import goanalyze.batch.check as check, goanalyze.life.doubts as doubts\n"
        "from goanalyze.cli.kernels import prepare_kernels\n"
        "check.warm_up = lambda: print('check')\n"
        "doubts.warm_up = lambda: print('doubts')\n"
        f"prepare_kernels(False, confirm={confirm})"
    )
    prepare_kernels(here=True, confirm=confirm)
    environment = os.environ | {"PYTHONPATH": HERE}
    empty = environment | {"NUMBA_CACHE_DIR": str(tmp_path)}
    told = [subprocess.check_output([sys.executable, "-c", code], text=True, env=env) for env in (environment, empty)]
    assert [each.split() for each in told] == [[], ["check", "doubts"][: 1 + confirm]]
