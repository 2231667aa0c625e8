"""Exact counts of games of GNU Go that are cut some moves before their end, by kind of count.

    python tests/benchmarks/bench_cut_games.py            # print the table
    python tests/benchmarks/bench_cut_games.py --check    # compare with the baseline; exit code 1 if a kind falls
    python tests/benchmarks/bench_cut_games.py --update   # write the baseline

Games: the even ones of ``data/sample/gnugo`` with a result that is exact when they are whole, Japanese and Chinese.
Counted are the board as it is (*open*), the same with the points deducted that must be filled (*static*, by territory
alone), and the board after the rest is played (*played out*).
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pandas as pd
from cut_games import finished_games

import goanalyze as ga
from goanalyze.conventions.convention import RestMode

SAMPLE: Final = Path(__file__).parents[2] / "data" / "sample" / "gnugo"
BASELINE: Final = Path(__file__).with_name("exact_cut_games.json")
TOLERANCE: Final = 2.0  # percentage points
CUTS: Final = (1, 2, 3, 4, 6)  # moves
MARGINS: Final = {"japanese": "territory_margin", "chinese": "area_margin"}  # of a ruleset, in the counts table
OPEN, STATIC, PLAYED_OUT = RestMode.OPEN.value, "static", RestMode.PLAYED_OUT.value
_PASSES: Final = ";B[];W[]", ";W[];B[]"


def write_records(folder: Path) -> None:
    """Write each game with each cut: as it is, and ended by two passes."""
    for number, game in enumerate(finished_games([SAMPLE])):
        for cut in CUTS:
            if cut < len(game.moves):
                passes = _PASSES[game.moves[-cut - 1].startswith(";B")]
                for name, ending in ((PLAYED_OUT, ""), (STATIC, passes)):
                    path = folder / name / str(cut) / f"{number}.sgf"
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(game.cut(cut, ending), encoding="utf-8")


def count_games() -> pd.DataFrame:
    """Return a row for each cut of each game: its ruleset, the cut, and for each kind of count True if it is exact."""
    with tempfile.TemporaryDirectory() as folder:
        write_records(Path(folder))
        tables = ga.check(folder, markup="ignore")
        games = tables.games.merge(tables.counts, on="game_id")
        parts = games.source.map(lambda path: Path(path).relative_to(folder).parts)
    games["end"], games["cut"], games["name"] = (parts.str[number] for number in range(3))
    return pd.concat([_exact(games[games.ruleset == ruleset], ruleset) for ruleset in MARGINS], ignore_index=True)


def _exact(games: pd.DataFrame, ruleset: str) -> pd.DataFrame:
    """Return the rows of `count_games` of one ruleset."""
    column = MARGINS[ruleset]
    recorded = games.result_margin + games.komi
    own, other = games[column], games[f"other_{column}"].fillna(games[column])  # without rest both are one count
    games = games.assign(own=own == recorded, other=other == recorded).set_index(["cut", "name"])
    as_they_are, passed = (games[games.end == end] for end in (PLAYED_OUT, STATIC))
    kinds = {OPEN: as_they_are.other, STATIC: passed.own, PLAYED_OUT: as_they_are.own}
    if ruleset != "japanese":  # by area nothing is deducted
        del kinds[STATIC]
    return pd.DataFrame(kinds).reset_index().assign(ruleset=ruleset)


def figures(games: pd.DataFrame) -> dict[str, dict[str, int]]:
    """Return the number of games and of exact ones for each kind of count, by ruleset and cut."""
    current = {}
    for (ruleset, cut), part in games.groupby(["ruleset", "cut"]):
        for kind in (OPEN, STATIC, PLAYED_OUT):
            exact = part[kind].dropna()
            if len(exact):
                current[f"{ruleset}, {cut} missing, {kind}"] = {"games": len(exact), "exact": int(exact.sum())}
    return current


def differences(current: Mapping[str, Mapping[str, int]], baseline: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """Yield a message for each kind that falls, has another number of games, or is not in the baseline."""
    for name, row in current.items():
        expected = baseline.get(name, {"games": 0, "exact": 0})
        if row["games"] != expected["games"]:
            yield f"{name}: {row['games']} games. Expected {expected['games']}."
        share, least = (100 * each["exact"] / max(1, each["games"]) for each in (row, expected))
        if share <= least - TOLERANCE:
            yield f"{name}: {share:.1f}% exact. Expected {least:.1f}%, or less than {TOLERANCE:g} points less."


def main() -> int:
    """Print the table; check or write the baseline on request. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="exit with code 1 if a kind falls below the baseline")
    action.add_argument("--update", action="store_true", help="write the baseline")
    options = parser.parse_args()
    current = figures(count_games())
    print("| games | number | exact |\n|---|---|---|")
    for name, row in current.items():
        print(f"| {name} | {row['games']} | {row['exact'] / row['games']:.0%} |")
    if options.update:
        BASELINE.write_text(json.dumps(current, indent=1) + "\n", encoding="utf-8")
    messages = list(differences(current, json.loads(BASELINE.read_text(encoding="utf-8")))) if options.check else []
    print(*messages, sep="\n", file=sys.stderr)
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
