"""A folder of the test's own for compiled kernels."""

from __future__ import annotations

from pathlib import Path

import pytest

from goanalyze.vocabulary import loading


@pytest.fixture
def kernel_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep kernels in a folder of the test's own; return where those of all versions are."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    return loading.cache_folder()
