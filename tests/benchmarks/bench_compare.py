"""Measure comparing against reading the same columns with pandas, on a dataset in the same run.

    python -m goanalyze check ARCHIVE... -o /tmp/out --fail-on never
    python tests/benchmarks/bench_compare.py /tmp/out

Reading is the least that any comparison has to do; figures are ratios to it. Absolute times belong to the machine.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pandas as pd

from goanalyze import Comparison
from goanalyze.compare.comparison import compare_dataset

ROUNDS = 5
COLUMNS = ("ruleset", "basis", "margin", "winner", "legal")


def seconds(action: Callable[[], object]) -> float:
    """Return the median wall time of some calls; the first, which warms up, does not count."""
    action()
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        action()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def figures(folder: Path, rulesets: Sequence[str] = ("all",)) -> Comparison:
    """Return the comparison of a dataset with its pairs and claims computed."""
    comparison = compare_dataset(folder, *rulesets)
    common = len(comparison.common.rulesets)
    assert len(comparison.pairs()) == common * (common - 1) // 2
    comparison.claims()
    return comparison


def main() -> None:
    """Print a small table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset", type=Path)
    folder = parser.parse_args().dataset
    baseline = seconds(lambda: pd.read_parquet(folder / "outcomes", columns=list(COLUMNS)))
    whole = figures(folder)
    names, games = whole.rulesets, whole.game_count
    print(f"{games:,} games × {len(names)} rulesets; reading the columns with pandas takes {baseline * 1e3:.0f} ms\n")
    print(f"{'':32}{'ms':>8}{'÷ pandas':>10}")
    took = {}
    for many in sorted({min(many, len(names)) for many in (2, 8, len(names))}):
        took[many] = seconds(lambda many=many: figures(folder, names[:many]))  # type: ignore[misc]
        print(f"{f'read, pairs, claims: {many:2} rulesets':32}{took[many] * 1e3:8.0f}{took[many] / baseline:10.2f}")
    for title, action in (
        ("fair komi of every ruleset", lambda: figures(folder).fair_komi()),
        ("pairs by board size", lambda: figures(folder).by("board_size")),
        ("everything, as plain data", lambda: figures(folder).to_dict()),
    ):
        extra = seconds(action)
        print(f"{title:32}{extra * 1e3:8.0f}{extra / baseline:10.2f}")
    fewest, most = min(took), max(took)
    if most > fewest:
        slope = (took[most] - took[fewest]) / (most - fewest) / games
        reading = baseline / len(names) / games  # --rulesets reads all rows; a smaller dataset has fewer
        print(f"\neach further ruleset: {slope * 1e6:.2f} µs per game, and {reading * 1e6:.2f} for reading its rows")


if __name__ == "__main__":
    main()
