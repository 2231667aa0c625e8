"""Fixtures that tests of several folders share, and the two runs: the usual one, and ``--slow``.

The usual run leaves out tests marked ``slow`` and the notebooks, and tries laws on a part of their examples.
``pytest --slow`` runs exactly these tests, and every law with its full number of examples, or a part of it.
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import is_hypothesis_test, settings

if TYPE_CHECKING:
    import goanalyze as ga

pytest_plugins = ["helpers.browser", "helpers.s3"]
collect_ignore_glob = ["*/conftest.py"]  # as modules with examples, which cannot all have one name


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options ``--slow``, ``--examples`` and ``--no-laws``."""
    parser.addoption("--slow", action="store_true", help="run what takes long, and laws with all their examples")
    parser.addoption("--examples", type=int, metavar="PERCENT", help="with --slow, so many of the examples of laws")
    parser.addoption("--no-laws", action="store_true", help="with --slow, leave out laws that the usual run tries, too")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the number of examples of laws, before the modules of tests are imported."""
    try:
        import goanalyze.kernels.library  # noqa: F401 - looks for the library
    except ImportError as error:  # LibraryError, whose message names the command that builds the library
        pytest.exit(str(error), returncode=4)
    import helpers.laws  # noqa: F401 - registers the profiles

    _keep_temporary_files_in_memory()
    # otherwise each process that a test starts compiles all modules anew
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    settings.load_profile("full" if config.getoption("--slow") else "quick")
    if percent := config.getoption("--examples"):
        settings.register_profile("part", settings.get_profile("full"), max_examples=percent, derandomize=True)
        settings.load_profile("part")


def _keep_temporary_files_in_memory() -> None:
    """Choose a folder in memory for temporary files, where there is one: nothing waits for a disk then."""
    memory = Path("/dev/shm")
    if "TMPDIR" not in os.environ and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 4 << 30:
        os.environ["TMPDIR"] = str(memory)
        tempfile.tempdir = None  # is looked up anew


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give all files of the browser's room to one process, so that one Chromium is started and not two."""
    from xdist.scheduler import LoadFileScheduling

    class ByFile(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = super()._split_scope(nodeid)
            return "tests/browser" if file.startswith("tests/browser/") else file

    # in the order of collection, which ends with many files of a moment each, so that both processes end together
    config.option.loadscopereorder = False
    return ByFile(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of the other run."""
    slow, laws = bool(config.getoption("--slow")), not config.getoption("--no-laws")
    kept, others = [], []
    for item in items:
        is_law = is_hypothesis_test(getattr(item, "obj", None)) or any(item.iter_markers("law"))
        is_slow = item.path.suffix == ".ipynb" or any(item.iter_markers("slow"))
        here = is_slow or (is_law and laws) if slow else not is_slow
        (kept if here else others).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=others)


def pytest_collection_finish() -> None:
    """Leave thousands of tests and all modules out of each search for garbage: they stay to the end."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Let garbage be collected again: commands tested here freeze the loaded modules, too, and DuckDB reports it."""
    gc.unfreeze()


@pytest.fixture(scope="session")
def sample() -> ga.Tables:
    """The whole sample, checked once, with every table that a check writes."""
    import goanalyze as ga

    return ga.check(Path(__file__).parents[1] / "data" / "sample", moves=True, confirm="safe")
