"""Temporary."""

from __future__ import annotations

import re
from typing import Any


def is_remote(path: str) -> bool:
    """X."""
    return re.match(r"(s3|gs|gcs|abfs)://", path) is not None


def filesystem(uri: str) -> tuple[Any, str]:
    """X."""
    from pyarrow import fs

    system, path = fs.FileSystem.from_uri(uri)
    return system, path
