"""Environment variables that a command sets for itself and its workers; the command that installs an extra."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

_DEFAULTS: Final = {
    "OPENBLAS_NUM_THREADS": "1",  # another thread spins for 0.05 s without work
    "ARROW_DEFAULT_MEMORY_POOL": "system",  # other pools keep a fifth more memory
}
_ADDED: Final = "GOANALYZE_ADDED"  # names of the variables that a command has set


def add() -> None:
    """Set the variables that the user has not set, before the libraries that read them are loaded."""
    added = [name for name in _DEFAULTS if name not in os.environ]
    os.environ.update({name: _DEFAULTS[name] for name in added})
    os.environ[_ADDED] = " ".join(added)


def is_command() -> bool:
    """Return True if this process is the command or was started by it, not by another program that uses goanalyze."""
    return _ADDED in os.environ


def original() -> dict[str, str]:
    """Return the environment without the added variables, for programs of the user."""
    added = os.environ.get(_ADDED, "").split()
    return {name: value for name, value in os.environ.items() if name not in (*added, _ADDED)}


def install(extra: str) -> str:
    """Return the command that installs an extra, from the installed clone or else from the package index.

    Example:
        >>> install("dask").startswith("pip install ") and "[dask]" in install("dask")
        True
    """
    # takes 0.02 s, and is rarely needed
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        origin = json.loads(distribution("goanalyze").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        origin = {}
    url = urlsplit(origin.get("url", ""))
    clone = url2pathname(url.path) if url.scheme == "file" else ""
    package = clone if clone and Path(clone, "pyproject.toml").is_file() else "goanalyze"
    return f'pip install "{package}[{extra}]"'
