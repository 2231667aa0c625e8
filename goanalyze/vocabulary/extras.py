"""Optional packages: how one that is missing is installed, from where this program came from."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname


def install(extra: str) -> str:
    """Return the command that installs an extra: from the clone that was installed, else from the package index.

    Example:
        >>> install("dask").startswith("pip install ") and "[dask]" in install("dask")
        True
    """
    try:
        told = json.loads(distribution("goanalyze").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        told = {}
    url = urlsplit(told.get("url", ""))
    clone = url2pathname(url.path) if url.scheme == "file" else ""
    where = clone if clone and Path(clone, "pyproject.toml").is_file() else "goanalyze"
    return f'pip install "{where}[{extra}]"'
