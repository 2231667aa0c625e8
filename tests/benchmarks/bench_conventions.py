"""Value of conventions: learned on one half of an archive and measured on the other half, which is unseen.

    python -m goanalyze check ARCHIVE... -o /tmp/out --fail-on never
    python tests/benchmarks/bench_conventions.py /tmp/out [--made 100] [--times]

Only raw columns are read, so a dataset of an older version will do. A game is explained when its recorded margin
follows to the quarter point; `oracles/conventions.py` decides that, and shares no code with the learning.
Copies of a game count once and lie in the same half. "Before" is the audit's exact share, which for records that
name no ruleset means that Japanese or Chinese rules fit; "after" requires exactly the terms of the convention.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1]))

from helpers.servers import HONEST, MARGINS, STORIES, apply_groups, archive, fate
from oracles.conventions import CountedGame, Story, explains, wilson

from goanalyze.compare.counted_games import find_groups
from goanalyze.conventions.convention import Convention, RestMode
from goanalyze.conventions.groups import COLUMNS, ORIGIN_COLUMNS, Headers, matches, origins
from goanalyze.conventions.learning import Group, effective
from goanalyze.rules import RULESETS
from goanalyze.tables.dataset import write_dataset

HALVES = 10
GAMES = [
    *COLUMNS,
    "game_id",
    "canonical_id",
    "ruleset",
    "komi",
    "komi_source",
    "result_by",
    "result_margin",
    "result_unit",
    "place",
]
COUNTS = ["game_id", "position", "rest", *MARGINS, *(f"other_{name}" for name in MARGINS)]
TOGETHER = {"Fox": "fox-", "Tom": "tom-"}
"""Archives of one server: how the names of its archives begin."""


@dataclass(frozen=True, slots=True)
class Data:
    """Games with their counts, and the audit's result for those with a recorded count.

    Attributes:
        games, counts: tables in the same order.
        archive: of each game.
        exact: the header gives the recorded margin.
        measured: True if a count and a recorded margin exist, and the game is not a copy of another in its archive.
    """

    games: pa.Table
    counts: pa.Table
    archive: NDArray[np.str_]
    exact: NDArray[np.bool_]
    measured: NDArray[np.bool_]

    @property
    def tables(self) -> tuple[pa.Table, pa.Table]:
        """The tables that conventions are learned from."""
        return self.games, self.counts

    def take(self, rows: NDArray[np.bool_]) -> Data:
        """Return some of the games."""
        tables = (table.filter(pa.array(rows)) for table in self.tables)
        return Data(*tables, self.archive[rows], self.exact[rows], self.measured[rows])


def read(folder: Path) -> Data:
    """Read the columns that conventions need, and the audit."""
    parts = ("games", GAMES), ("counts", COUNTS), ("audit", ["game_id", "agreement"])
    games, counts, audit = (
        pa.concat_tables([pq.read_table(path, columns=columns) for path in sorted((folder / name).glob("*.parquet"))])
        for name, columns in parts
    )
    assert games["game_id"].equals(counts["game_id"])
    archive = np.array([PurePath(source).name for source in games["source"].to_pylist()])
    said = dict(zip(audit["game_id"].to_pylist(), audit["agreement"].to_pylist(), strict=True))
    ids = games["game_id"].to_pylist()
    agreement = np.array([said.get(name, "") for name in ids])
    seen: set[tuple[str, str]] = set()
    new = np.zeros(len(ids), dtype=np.bool_)
    canonical = [one or name for one, name in zip(games["canonical_id"].to_pylist(), ids, strict=True)]
    for row in np.flatnonzero((agreement != "") & (agreement != "not_countable")).tolist():
        key = archive[row], canonical[row]
        new[row] = key not in seen
        seen.add(key)
    return Data(games, counts, archive, agreement == "exact", new)


def half(data: Data, number: int) -> NDArray[np.bool_]:
    """Return the mask of the games in the half that is learned from, which depends on the number."""
    names = data.games["canonical_id"].to_pylist()
    ids = [one or other for one, other in zip(names, data.games["game_id"].to_pylist(), strict=True)]
    return np.array([hashlib.blake2b(f"{number}{name}".encode()).digest()[0] % 2 == 0 for name in ids])


def follows(data: Data, conventions: Sequence[Convention]) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
    """Return the measured games that follow from their convention, or else their header, and the convention's index."""
    number = matches(conventions, Headers.of({name: data.games[name] for name in COLUMNS}))
    usual = origins({name: data.games[name] for name in ORIGIN_COLUMNS}).rest
    told = data.exact.copy()
    rows = np.flatnonzero(data.measured & (number >= 0))
    rows = rows[[not conventions[place].played.is_header for place in number[rows].tolist()]]
    games, counts = data.games.take(rows).to_pylist(), data.counts.take(rows).to_pylist()
    for row, game, count in zip(rows.tolist(), games, counts, strict=True):
        played = conventions[number[row]].played
        ruleset = played.ruleset or game["ruleset"]
        komi = game["komi"] if played.komi is None else played.komi
        bonus = RULESETS[ruleset].compensation.value if played.compensation is None else played.compensation
        story = Story(ruleset, komi, bonus, played.scale, played.rest)
        counted = CountedGame(
            *(ends(count, name) for name in MARGINS[:2]),
            RestMode.at(int(usual[row])),
            game["handicap_stones"] or 0,
            game["result_margin"],
        )
        told[row] = explains(counted, story)
    return told, number


def ends(count: dict[str, Any], name: str) -> tuple[int, int]:
    """Return a margin with the rest open, and played out; the same where passes end the record."""
    both = count[name], count[name if count["rest"] is None else f"other_{name}"]
    return both[::-1] if count["rest"] == RestMode.PLAYED_OUT.value else both


def share(told: NDArray[np.bool_]) -> str:
    """Return a share with its 95% interval."""
    if not len(told):
        return "–"
    low, high = wilson(int(told.sum()), len(told))
    return f"{100 * told.mean():.1f}% ({100 * low:.1f}–{100 * high:.1f})"


def declared_and_found(group: Group) -> str:
    """Return the header, the result and the evidence of a group as cells of a table."""
    header, played, best = group.header, group.played, group.tests[0]
    parts = [header.ruleset or "no ruleset", f"KM[{header.komi}]" if header.komi else "no KM"]
    parts += [header.handicap.value if header.handicap and header.handicap.value != "none" else "", header.board or ""]
    if header.years:
        parts.append("–".join(str(year or "") for year in header.years))
    found = [
        played.ruleset or "",
        "" if played.komi is None else f"komi {played.komi:g}",
        "" if played.compensation is None else played.compensation.value,
        "" if played.scale.index == 0 else f"result {played.scale.value}",
        "" if played.rest is None else f"rest {played.rest.value}",
    ]
    says = next((each.explained for each in group.tests if each.hypothesis.is_header), 0)
    evidence = (
        f"{best.explained} of {group.counted} ({100 * best.low:.0f}–{100 * best.high:.0f}%), header {says}, "
        f"{best.deciding_for} of {best.deciding} decide for it, chance {100 * best.chance:.1f}%"
    )
    return f"{', '.join(filter(None, parts))} | {', '.join(filter(None, found)) or 'as the header'} | {evidence}"


def halves(data: Data) -> None:
    """Print the gain of each archive on its unseen half, alone and together with all the others."""
    names = [*sorted(set(data.archive.tolist())), *TOGETHER]
    of = {name: np.char.startswith(data.archive, TOGETHER.get(name, name)) for name in names}
    shares: dict[str, list[tuple[float, ...]]] = {name: [] for name in names}
    first, found = dict[str, str](), list[tuple[str, Group]]()
    for number in range(HALVES):
        seen = half(data, number)
        beside, _ = follows(data, effective(find_groups(*data.take(seen).tables)))
        for name in names:
            groups = find_groups(*data.take(of[name] & seen).tables)
            alone, _ = follows(data, effective(groups))
            unseen = of[name] & ~seen & data.measured
            kinds = [data.exact[unseen], alone[unseen], beside[unseen]]
            if unseen.any():
                shares[name].append(tuple(100 * kind.mean() for kind in kinds))
            if not number:
                first[name] = f"{int(unseen.sum()):,} | {' | '.join(map(share, kinds))}"
                found += [(name, group) for group in groups if not group.played.is_header]
    print("| archive | unseen games | before | after, learned alone | after, learned beside all | ten halves |")
    print("|---|---|---|---|---|---|")
    for name in (name for name in names if shares[name]):
        means = [statistics.mean(kind) for kind in zip(*shares[name], strict=True)]
        worse = "" if min(means) >= means[0] else ", worse"
        print(f"| {name} | {first[name]} | {' → '.join(f'{mean:.1f}%' for mean in means)}{worse} |", flush=True)
    print("\n| archive | declared | found | evidence in the half that was learned from |\n|---|---|---|---|")
    for name, group in found:
        if name not in TOGETHER:
            print(f"| {name} | {declared_and_found(group)} |")


SIZES = (5, 10, 20, 50, 200, 1000)
WRONG = (0.0, 0.2, 0.4)
STATED = 0.05
"""Share of games that were played with another komi, in archives made up."""


def made_up(archives: int) -> None:
    """Print the results for archives with known conventions, by number of games and share of wrong counts."""
    print(f"| games | {' | '.join(f'{wrong:.0%} wrong: lying header | honest' for wrong in WRONG)} |")
    print(f"|---|{'---|' * 2 * len(WRONG)}")
    total = Counter[str]()
    for size in SIZES:
        cells = []
        for wrong in WRONG:
            for servers in (STORIES, HONEST):
                of, found = list(servers.values()), Counter[str]()
                for seed in range(archives):
                    server = replace(of[seed % len(of)], games=size, wrong=wrong, odd=STATED)
                    conventions, number = apply_groups(archive([server], seed))
                    found[fate(server, conventions[number[0]] if number[0] >= 0 else None)] += 1
                total += found
                cells.append(" / ".join(str(found[name]) for name in ("right", "left", "wrong")))
        print(f"| {size:,} | {' | '.join(cells)} |", flush=True)
    cases = sum(total.values())
    low, high = wilson(total["wrong"], cases)
    print(
        f"\nright / left as the header says / wrong; of all {cases:,} archives {total['wrong']} are read wrong "
        f"({total['wrong'] / cases:.3%}, {low:.3%}–{high:.3%})"
    )


LEARNED = """
from goanalyze.compare.evidence import find_groups
from goanalyze.tables.dataset import read_dataset
tables = read_dataset({folder!r})
find_groups(tables["games"], tables["counts"])
"""
COMPARED = """
from goanalyze.compare.comparison import compare_dataset
compare_dataset({folder!r}).claims()
"""
MEASURED = """
import time
from pathlib import Path
begin, busy = time.perf_counter(), time.process_time()
{program}
peak = Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]
print(time.perf_counter() - begin, time.process_time() - busy, int(peak) / 1024)
"""


def times(folder: Path) -> None:
    """Print time and peak memory of learning and comparing, for a dataset and for 17 copies of it.

    The tables are read from disk, in processes of their own; loading the program counts. Games of the copies are games
    of their own, as far as learning knows.
    """
    names = "games", "counts", "outcomes", "rulesets"
    tables = {name: pq.read_table(folder / (f"{name}.parquet" if name == "rulesets" else name)) for name in names}
    for repeat in (1, 17):
        many = {name: pa.concat_tables([table] * repeat) for name, table in tables.items()} | {
            "rulesets": tables["rulesets"]
        }
        ids = [f"{number}-{name}" for number in range(repeat) for name in tables["games"]["canonical_id"].to_pylist()]
        place = many["games"].schema.get_field_index("canonical_id")
        many["games"] = many["games"].set_column(place, "canonical_id", pa.array(ids))
        with tempfile.TemporaryDirectory() as made:
            write_dataset(Path(made), many, {}, overwrite=True)
            for title, program in (("learn conventions", LEARNED), ("compare, claims", COMPARED)):
                code = MEASURED.format(program=program.format(folder=made))
                told = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True)
                wall, busy, peak = map(float, told.stdout.split())
                print(
                    f"{len(ids):>10,} games, {title:20} {wall:6.2f} s, {busy:6.2f} s busy, {peak:6,.0f} MB", flush=True
                )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--made", type=int, default=0, help="archives made up for each cell")
    parser.add_argument("--times", action="store_true", help="time, for the games of the dataset and 17 times as many")
    arguments = parser.parse_args()
    halves(read(arguments.dataset))
    if arguments.made:
        made_up(arguments.made)
    if arguments.times:
        times(arguments.dataset)


if __name__ == "__main__":
    main()
