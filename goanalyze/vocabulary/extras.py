"""Optional packages: how one that is missing is installed, from where this program came from."""

from __future__ import annotations

import json
from pathlib import Path


def install(extra: str) -> str:
    """Return the command that installs an extra: from the clone that was installed, else from the package index.

    Example:
        >>> install("dask").startswith("pip install ") and "[dask]" in install("dask")
        True
    """
    # of no use, and 0.02 s, where nothing is missing
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415
    from urllib.parse import urlsplit  # noqa: PLC0415
    from urllib.request import url2pathname  # noqa: PLC0415

    try:
        told = json.loads(distribution("goanalyze").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        told = {}
    url = urlsplit(told.get("url", ""))
    clone = url2pathname(url.path) if url.scheme == "file" else ""
    where = clone if clone and Path(clone, "pyproject.toml").is_file() else "goanalyze"
    return f'pip install "{where}[{extra}]"'
