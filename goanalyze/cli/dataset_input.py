"""The dataset of a command that takes a dataset or archives; archives are checked into the cache of the user."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from goanalyze.cli.options import fail, note

_UNUSED_SECONDS: Final = 30 * 24 * 3600
"""Time after which an unused dataset of the cache is deleted."""


def dataset_folder(inputs: Sequence[str], *, jobs: int = 0) -> str:
    """Return the folder of a dataset: the only input if it is one, else that of the check of the inputs.

    The check is kept in the user's cache, and a later call checks only the files that have changed. A line on standard
    error states so. A dataset of the cache that no call has used for 30 days is deleted when another one is made.
    """
    from goanalyze.archives.remote import shown
    from goanalyze.tables.dataset import is_dataset

    datasets = [path for path in inputs if is_dataset(path)]
    if datasets and len(inputs) > 1:
        name = shown(datasets[0])
        fail(f"{name!r} is a dataset, which must be the only input. Expected one dataset, or archives to check.")
    return datasets[0] if datasets else _checked_folder(inputs, jobs)


def input_words(inputs: Sequence[str]) -> str:
    """Return the inputs as words of a command that can be copied."""
    from goanalyze.archives.address import quoted
    from goanalyze.archives.remote import shown

    return " ".join(quoted(shown(path)) for path in inputs)


def cache_folder() -> Path:
    """Return the folder of cached datasets, in the place that the system reserves for caches of the user."""
    if os.name == "nt":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(os.path.expanduser(base)) / "goanalyze" / "datasets"


def _checked_folder(inputs: Sequence[str], jobs: int) -> str:
    """Check inputs into their folder of the cache, or reuse the results of an earlier check."""
    from goanalyze.cli.check import check_into
    from goanalyze.tables.schema import SCHEMA_VERSION
    from goanalyze.util.numbers import plural

    if "-" in inputs:
        fail("Standard input cannot be read twice. Expected a path, or a dataset of: goanalyze check - -o OUT")
    names = [str(SCHEMA_VERSION), *(f"{path}\0{os.path.abspath(path)}" for path in inputs)]
    out = str(cache_folder() / blake2b("\n".join(names).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest())
    if not Path(out).exists():
        _prepare_cache()
    summary = check_into(out, inputs, jobs)
    with suppress(OSError):
        os.utime(out)
    if summary.kept < summary.games:
        note(f"checked {plural(summary.games - summary.kept, 'game')}; kept in {out} for the next call")
    else:
        note(f"{plural(summary.games, 'game')} of an earlier check, from {out}")
    return out


def _prepare_cache() -> None:
    """Make the folder of the cache, and delete the datasets in it that no call has used for long."""
    from goanalyze.util.faults import sentence

    cache, oldest = cache_folder(), time.time() - _UNUSED_SECONDS
    try:
        cache.mkdir(parents=True, exist_ok=True)
        for folder in cache.iterdir():
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
    except OSError as error:
        reason = sentence(error)
        fail(f"the cache {str(cache)!r} cannot be used: {reason}. Expected a dataset of: goanalyze check PATH -o OUT")
    if not os.access(cache, os.W_OK):
        fail(f"the cache {str(cache)!r} is read-only. Expected a dataset of: goanalyze check PATH -o OUT")
