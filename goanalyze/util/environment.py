"""Variables of the environment that a command sets for itself and its workers, where the user says nothing.

Optional packages: how one that is missing is installed, from where this program came from.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

_OWN: Final = {
    "OPENBLAS_NUM_THREADS": "1",  # another thread would spin for 0.05 s, and have nothing to multiply
    "ARROW_DEFAULT_MEMORY_POOL": "system",  # others hold a fifth more memory, and have the system clear it anew
}
_ADDED: Final = "GOANALYZE_ADDED"  # names what was added, for workers, which are given it


def add() -> None:
    """Add them to this process's, before the libraries that read them are loaded."""
    added = [name for name in _OWN if name not in os.environ]
    os.environ.update({name: _OWN[name] for name in added})
    os.environ[_ADDED] = " ".join(added)


def is_command() -> bool:
    """Return True if this process is the command or was started by it, not by another program that uses goanalyze."""
    return _ADDED in os.environ


def as_given() -> dict[str, str]:
    """Return the environment without what was added: programs of the user's own get theirs."""
    added = os.environ.get(_ADDED, "").split()
    return {name: value for name, value in os.environ.items() if name not in (*added, _ADDED)}


def install(extra: str) -> str:
    """Return the command that installs an extra: from the clone that was installed, else from the package index.

    Example:
        >>> install("dask").startswith("pip install ") and "[dask]" in install("dask")
        True
    """
    # of no use, and 0.02 s, where nothing is missing
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        told = json.loads(distribution("goanalyze").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        told = {}
    url = urlsplit(told.get("url", ""))
    clone = url2pathname(url.path) if url.scheme == "file" else ""
    where = clone if clone and Path(clone, "pyproject.toml").is_file() else "goanalyze"
    return f'pip install "{where}[{extra}]"'
