"""The kernels, compiled by two processes before several begin to test, each of which would compile them all."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any, Final

from goanalyze.vocabulary.kernels import Kernel, njit

_ALL: Final = """
from goanalyze.cli.kernels import prepare_kernels
from goanalyze.pipeline import Options
prepare_kernels(Options(variations=True, confirm="safe"))
"""
"""Kernels of every module: while one has none on disk, each command that is tested starts a process that compiles."""


def compile_kernels() -> None:
    """Compile the kernels that are not on disk yet; one that fails here fails in its test."""
    subprocess.run([sys.executable, "-c", _ALL], check=False)


def called(part: Kernel) -> Callable[..., Any]:
    """Return a part of kernels as something that a test can call: compiled with it alone, and not kept."""
    return njit(cache=False)(part.py_func)
