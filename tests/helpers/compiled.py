"""The kernels, compiled by two processes before several begin to test, each of which would compile them all."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

_CHECK: Final = "from goanalyze.batch import check; check.warm_up()"
_LIFE: Final = """
from goanalyze.board.position import Position
from goanalyze.life import doubts
from goanalyze.life.estimate import estimate
estimate(Position.from_rows([".X.O.", ".X.O.", ".X.O.", ".XXO.", ".X.OX"]).chunk())
doubts.warm_up()
"""


def compile_kernels() -> None:
    """Compile the kernels that are not on disk yet; one that fails here fails in its test."""
    for process in [subprocess.Popen([sys.executable, "-c", code]) for code in (_LIFE, _CHECK)]:
        process.wait()
