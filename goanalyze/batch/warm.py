"""Compile or load every kernel before the work begins, so that a caller can say what takes time."""

from __future__ import annotations

__all__ = ["warm_up"]


def warm_up() -> None:
    """Take one tiny game through all stages; the first time on a machine this compiles the kernels."""
    from goanalyze.batch.check import analyze
    from goanalyze.pipeline import Options
    from goanalyze.sgf.charset import Text

    data = b"(;SZ[5]KM[0]RE[B+1];B[cc];W[bc];B[];W[]TB[aa])"  # marks that contradict the board: it is estimated, too
    for _ in analyze([Text("warm-up", "", len(data), data, "ascii", "ascii")], Options()):
        pass
