"""Decisions of `check --confirm`, their agreement with marks and recorded counts, and their cost.

    python tests/benchmarks/bench_confirm.py ARCHIVE...

Each archive is checked without it and with each mode, in this process, after a check of one record, which loads all
modules. *Decided*: of the chains in doubt. *Against marks*: decided chains that the players marked otherwise, next
to the errors of the estimate on the same chains. *Recorded counts*, markup ignored, of games that name Japanese rules
or none: the number that follows by Japanese rules only after it, and only before it. The cost is processor time
beyond a check without it, for each game that two passes end, with marks (marked games are estimated for it) and
without.
"""

from __future__ import annotations

import sys
import time
import warnings
from pathlib import Path
from typing import Any

import pandas as pd

import goanalyze as ga

MODES = ("never", "safe", "eyes")
SAMPLE = Path(__file__).parents[2] / "data/sample/gnugo/019x019-chinese-0001.sgf"


def checked(archive: str, markup: str, mode: str) -> tuple[ga.Tables, float]:
    """Return the tables of a check and the processor time that it took."""
    begin = time.process_time()
    tables = ga.check(archive, markup=markup, confirm=mode, rulesets="japanese")
    return tables, time.process_time() - begin


def decided(chains: pd.DataFrame) -> str:
    """Print the number of decided chains, and their agreement with the marks."""
    known = chains[chains.confirmed != "unknown"]
    marked = known[known.marked_dead.notna()]
    dead = marked.confirmed == "dead"
    against, guessed = (int((column != marked.marked_dead).sum()) for column in (dead, marked.estimate_dead))
    games = chains.game_id.nunique(), known.game_id.nunique()
    open_ = chains[chains.confirmed == "unknown"].reason.value_counts()
    why = ", ".join(f"{name} {count}" for name, count in open_.items() if count)
    return (
        f"{len(known)} of {len(chains)} chains decided in {games[1]} of {games[0]} games; "
        f"{against} of {len(marked)} against marks, the estimate {guessed}; open: {why}"
    )


def follows(tables: ga.Tables) -> Any:
    """Return 1 where a recorded count follows by Japanese rules, 0 where it does not, NaN where it is missing."""
    there = tables.games.ruleset.isna() | (tables.games.ruleset == "japanese")
    agrees = tables.outcomes.agrees_with_record.astype(str).where(there.to_numpy(), "unknown")
    return agrees.map({"exact": 1, "winner": 0, "no": 0})


def main() -> None:
    """Print the results of each mode on each archive."""
    warnings.simplefilter("ignore")
    checked(str(SAMPLE), "ignore", "safe")
    for archive in sys.argv[1:]:
        print(Path(archive).stem)
        runs = {(markup, mode): checked(archive, markup, mode) for markup in ("full", "ignore") for mode in MODES}
        before = follows(runs["ignore", "never"][0])
        print(f"  {int(before.notna().sum())} recorded counts, {int(before.sum())} of them follow")
        for mode in MODES[1:]:
            after = follows(runs["ignore", mode][0])
            right, wrong = int((after > before).sum()), int((after < before).sum())
            cost = []
            for markup in ("full", "ignore"):
                games = runs[markup, mode][0].counts.confirmed_chains.notna().sum()
                cost.append(1000 * (runs[markup, mode][1] - runs[markup, "never"][1]) / max(games, 1))
            print(f"  {mode}: {decided(runs['full', mode][0].chains)}")
            print(f"    markup ignored: {decided(runs['ignore', mode][0].chains)}")
            print(
                f"    recorded counts: {right} wrong made right, {wrong} right made wrong; "
                f"{cost[0]:.1f} ms a game with marks, {cost[1]:.1f} without"
            )


if __name__ == "__main__":
    main()
