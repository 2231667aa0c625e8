"""Exact counts and confidence of estimates, source by source, each source by its own convention.

    python tests/benchmarks/bench_estimates.py             # print the tables
    python tests/benchmarks/bench_estimates.py --check     # compare with the baseline; exit code 1 if a source falls
    python tests/benchmarks/bench_estimates.py --update    # write the baseline
    python tests/benchmarks/bench_estimates.py --server Fox --server Tom   # some of the servers alone

Games: 19×19, with a recorded margin and a countable final position; even, except those of KGS. Markup is ignored, so
that the program judges all dead stones. Conventions are learned and applied, server by server. A game is *exact* if the
margin under the ruleset of its source is the recorded one, to the half point. The confidence is that of this count. The
*half* consists of the games with an
odd CRC-32 of the text part of `game_id`, for measurements that learn from the others. Servers with a missing archive
are skipped.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

import pandas as pd

sys.path.insert(0, str(Path(__file__).parents[1]))

from helpers.shared import SHARED

import goanalyze as ga

BASELINE: Final = Path(__file__).with_name("estimates_by_source.json")
TOLERANCE: Final = 0.2  # percentage points
BINS: Final = {"under 0.6": 0.0, "0.6–0.8": 0.6, "0.8–0.9": 0.8, "0.9–0.95": 0.9, "0.95–1": 0.95}  # with lower ends
SERVERS: Final = {
    "Fox": ("dev/fox-9k", "dev/fox-pro2018", "dev/fox-pro2019"),
    "ai-yenw": ("dev/ai-yenw",),
    "Tygem": ("dev/tygem-2006-07", "dev/tygem-2009-12", "dev/tygem-2015-06"),
    "Tom": ("dev/tom-dev",),
    "KGS": ("dev/kgs-2002", "dev/kgs-2003", "dev/kgs-2006", "dev/kgs-2017a"),
    "events": ("dev/events-tygem-tom",),
    "professionals": ("public/pros-volkov", "public/pros-m8weiqipu", "public/pros-small", "dev/go4go-gastronleroux"),
}  # archives learned from and counted together


class Source(NamedTuple):
    """Games of one server that were counted alike.

    Attributes:
        server: key of `SERVERS`.
        label: the rest of the name.
        archives: beginning of the archive names.
        komi: values of KM as written; empty for any value.
        komi_range: recorded komi in points, from the first number to below the second; None for any komi.
        declared: ruleset id of RU; empty for any.
        ruleset: ruleset id of the count.
        row: row of the confidence table; empty for the server.
    """

    server: str
    label: str
    archives: str = ""
    komi: tuple[str, ...] = ()
    komi_range: tuple[float, float] | None = None
    declared: str = ""
    ruleset: str = "japanese"
    row: str = ""

    @property
    def name(self) -> str:
        """Name in tables and in the baseline."""
        return f"{self.server} {self.label}"


SOURCES: Final = (
    Source("Fox", "9k KM[0]", "fox-9k", ("0",), declared="japanese"),
    Source("Fox", "9k KM[650]", "fox-9k", ("650",), declared="japanese"),
    Source("Fox", "professionals", "fox-pro", ("0", "650"), declared="japanese"),
    Source("Fox", "KM[750]", "fox", ("750",), declared="japanese", row="Fox, other komi"),
    Source("Fox", "KM[375], area", "fox", ("375",), declared="chinese", ruleset="chinese", row="Fox, other komi"),
    Source("ai-yenw", "KM[0]", komi=("0",)),
    Source("ai-yenw", "KM[750]", komi=("750",)),
    Source("Tygem", "2006", "tygem-2006"),
    Source("Tygem", "2009", "tygem-2009"),
    Source("Tygem", "2015", "tygem-2015"),
    Source("Tom", "KM[6.5]", komi=("6.5",)),
    Source("Tom", "KM[7.5], area", komi=("7.5",), ruleset="chinese"),
    Source("KGS", "2002, two passes", "kgs-2002", declared="japanese"),
    Source("KGS", "2003, two passes", "kgs-2003", declared="japanese"),
    Source("KGS", "2006, two passes", "kgs-2006", declared="japanese"),
    Source("KGS", "2017, two passes", "kgs-2017", declared="japanese"),
    Source("events", "Tygem and Tom"),
    Source("professionals", "komi under 7", komi_range=(3.5, 7)),
    Source("professionals", "komi 7 and more, area", komi_range=(7, 99), ruleset="chinese"),
)


def count_games(paths: list[Path]) -> pd.DataFrame:
    """Return the countable 19×19 games with a recorded margin, and their margin and its confidence by ruleset."""
    tables = ga.check(paths, markup="ignore", rulesets=["japanese", "chinese"], conventions="apply")
    outcomes = tables.outcomes.astype({"game_id": str, "ruleset": str}).drop_duplicates(["game_id", "ruleset"])
    outcomes = outcomes[outcomes.margin.notna() & outcomes.count_confidence.notna()]  # countable and judged games only
    by_ruleset = outcomes.pivot_table(["margin", "count_confidence"], "game_id", "ruleset")
    by_ruleset.columns = [f"{column} {ruleset}" for column, ruleset in by_ruleset.columns]
    games = tables.games.drop_duplicates("game_id").merge(by_ruleset, on="game_id")
    has_margin = games.result_margin.notna() & games.result_by.isin(["score", "draw"])
    return games[(games.board_width == 19) & (games.board_height == 19) & has_margin]


def games_of(source: Source, games: pd.DataFrame) -> pd.DataFrame:
    """Return the games of a source: id, confidence, and True where exact."""
    is_passed = games.ended_by == "passes"
    is_even = (games.handicap_stones == 0) & (games.handicap.fillna(0) == 0)
    is_chosen = is_passed if source.server == "KGS" else is_even & ~is_passed
    is_chosen &= games.source.map(lambda path: Path(path).name.startswith(source.archives)).astype(bool)
    if source.declared:
        is_chosen &= games.ruleset_header == source.declared
    if source.komi:
        is_chosen &= games.komi_raw.isin(source.komi)
    if source.komi_range:  # margins that no count gives with this komi are left out
        is_chosen &= games.komi_header.ge(source.komi_range[0]) & games.komi_header.lt(source.komi_range[1])
        is_chosen &= (games.result_margin + games.komi_header) % 1 == 0
    games = games[is_chosen]
    is_exact = games[f"margin {source.ruleset}"] == games.result_margin
    confidence = games[f"count_confidence {source.ruleset}"].astype(float)
    return pd.DataFrame({"id": games.game_id, "confidence": confidence, "exact": is_exact})


def measure(servers: Collection[str] = tuple(SERVERS)) -> dict[Source, pd.DataFrame]:
    """Return the games of each source; servers with a missing archive are skipped with a message."""
    measured: dict[Source, pd.DataFrame] = {}
    for server in servers:
        paths = [SHARED / f"archives/{name}.zip" for name in SERVERS[server]]
        if missing := [str(path) for path in paths if not path.exists()]:
            print(f"{server} is skipped. Archives not found: {', '.join(missing)}.", file=sys.stderr)
            continue
        games = count_games(paths)
        measured |= {source: games_of(source, games) for source in SOURCES if source.server == server}
    return measured


def differences(current: Mapping[str, Mapping[str, int]], baseline: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """Yield a message for each source that falls, has another number of games, or is not in the baseline."""
    for name, figures in current.items():
        expected = baseline.get(name, {"games": 0, "exact": 0})
        if figures["games"] != expected["games"]:
            yield f"{name}: {figures['games']} games. Expected {expected['games']}."
        share, least = (100 * row["exact"] / max(1, row["games"]) for row in (figures, expected))
        if share < least - TOLERANCE:
            yield f"{name}: {share:.1f}% exact. Expected {least:.1f}%, or at most {TOLERANCE} points less."


def half_of(games: pd.DataFrame) -> pd.DataFrame:
    """Return the games with an odd CRC-32 of their id."""
    return games[games.id.map(lambda game_id: crc32(game_id[:24].encode()) % 2 == 1).astype(bool)]


def confidence_cells(games: pd.DataFrame) -> str:
    """Return table cells: number of games and exact share for each bin of confidence, then the mean error."""
    cells, error = [], 0.0
    for low, high in pairwise([*BINS.values(), 1.01]):
        part = games[(games.confidence >= low) & (games.confidence < high)]
        cells.append(f"{len(part):,}: {part.exact.mean():.0%}" if len(part) else "–")
        error += abs((part.exact - part.confidence).sum()) / max(1, len(games))
    return f"{' | '.join(cells)} | {error:.2f}"


def print_tables(measured: Mapping[Source, pd.DataFrame]) -> None:
    """Print exact counts by source and confidence by server, of all games and of the half."""
    print("\n| source | games | exact | games of the half | exact |\n|---|---|---|---|---|")
    for source, games in measured.items():
        cells = [f"{len(part):,} | {part.exact.mean():.1%}" for part in (games, half_of(games))]
        print(f"| {source.name} | {' | '.join(cells)} |")
    print(f"\n| source | games | {' | '.join(BINS)} | mean error |\n|{'---|' * (len(BINS) + 3)}")
    for row in dict.fromkeys(source.row or source.server for source in measured):
        games = pd.concat([part for source, part in measured.items() if row == (source.row or source.server)])
        print(f"| {row} | all | {confidence_cells(games)} |\n| | half | {confidence_cells(half_of(games))} |")


def main() -> int:
    """Print the tables; check or write the baseline on request. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", action="append", choices=SERVERS, help="measure this server; may be repeated")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="exit with code 1 if a source falls below the baseline")
    action.add_argument(
        "--update", action="store_true", help="write the figures of the measured servers to the baseline"
    )
    options = parser.parse_args()
    measured = measure(options.server or SERVERS)
    print_tables(measured)
    current = {source.name: {"games": len(part), "exact": int(part.exact.sum())} for source, part in measured.items()}
    baseline = json.loads(BASELINE.read_text(encoding="utf-8"))
    if options.update:
        figures = baseline | current
        in_order = {source.name: figures[source.name] for source in SOURCES if source.name in figures}
        BASELINE.write_text(json.dumps(in_order, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    messages = list(differences(current, baseline)) if options.check else []
    print(*messages, sep="\n", file=sys.stderr)
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
