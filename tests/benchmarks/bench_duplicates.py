"""Number of detected copies and cost: recall and precision by kind of damage, time and memory by size.

    python tests/benchmarks/bench_duplicates.py recall ARCHIVE... [--games 400] [--bare]
    python tests/benchmarks/bench_duplicates.py scale ARCHIVE... [--games 1000000]

`recall` takes games of the archives that have 50 plays and more, spoils a copy of each in every way of `copies.DAMAGE`,
and says how many are found as a copy of their own game (likely or certain), how many only as a possible one, and how
many are put with another game; with `--bare` the copies have neither names nor dates. `scale` repeats the archives as
tables, one half turned (copies), the other half with the points of each game exchanged at random (no copies), and runs
`goanalyze.duplicates` in a process of its own.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

sys.path.insert(0, str(Path(__file__).parents[1]))

from helpers.copies import DAMAGE, Record, record_of, viewed
from oracles.twin import turned

import goanalyze as ga
from goanalyze.duplicates.find import find_duplicates
from goanalyze.tables.dataset import PartName, PartWriter, finish, read_dataset
from goanalyze.tables.storage import Storage

SEED = 7
WANTED = """
    game_id moves skipped_turns setup board_width board_height black_player white_player date_raw result_raw komi_raw
    edited move_count
""".split()


def main() -> None:
    """Measure the selected quantities."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["recall", "scale", "one"])
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--bare", action="store_true")
    asked = parser.parse_args()
    if asked.what == "recall":
        recall(asked.paths, asked.games, bare=asked.bare)
    else:
        {"scale": scale, "one": one}[asked.what](asked.paths, asked.games)


def recall(paths: list[str], number: int, *, bare: bool) -> None:
    """Print recall and precision of each kind of damage."""
    rng = random.Random(SEED)
    tables = ga.check(paths, estimate="never", jobs=1)
    rows = tables.arrow("games", WANTED).to_pylist()
    pairs = find_duplicates(tables.arrow("games")).table.select(["game_id", "best_game_id"])
    known = {game for column in pairs.columns for game in column.to_pylist()}
    fit = [
        row
        for row in rows
        if sum(point >= 0 for point in row["moves"]) >= 50 and not row["edited"] and row["game_id"] not in known
    ]
    chosen = rng.sample(fit, min(number, len(fit)))
    handicap = [row for row in fit if row["setup"] and all(at >= 0 for at in row["setup"])]
    handicap = rng.sample(handicap, min(number, len(handicap)))
    used = {row["game_id"] for row in (*chosen, *handicap)}
    rest = [row for row in rows if row["board_width"] and not row["edited"] and row["game_id"] not in used | known]
    others = [record_of(row) for row in rng.sample(rest, min(2000, len(rest)))]
    print(f"{len(rows):,} games; {len(chosen)} of them copied for each kind\n")
    print(f"{'kind':36} {'found':>7} {'possible':>9} {'missed':>7} {'with another':>13}")
    for name, maker in {
        **DAMAGE,
        **{
            f"view {view}, {'swapped' if swap else 'same colours'}": _as(view, swap)
            for view in range(8)
            for swap in (False, True)
        },
    }.items():
        source = [record_of(row) for row in (handicap if "handicap" in name else chosen)]
        if not source:
            print(f"{name:36} no such game")
            continue
        copies = [maker(record, rng) for record in source]
        if bare:
            copies = [record.saying(PB="", PW="", DT="") for record in copies]
        found, possible, wrong = _held_against(source, copies, others)
        n = len(source)
        print(f"{name:36} {found / n:7.1%} {possible / n:9.1%} {(n - found - possible) / n:7.1%} {wrong:13}")


def _as(view: int, swap: bool) -> Any:
    return lambda record, _: viewed(record, view, swap=swap)


def _held_against(source: list[Record], copies: list[Record], others: list[Record]) -> tuple[int, int, int]:
    """Return the numbers of copies found, found as possible, and grouped with another game, among other games."""
    with tempfile.TemporaryDirectory() as folder:
        for name, records in (("originals", source), ("copies", copies), ("others", others)):
            text = "\n".join(record.sgf() for record in records)
            Path(folder, f"{name}.sgf").write_text(text, encoding="utf-8")
        tables = ga.check(folder, estimate="never")
    table = find_duplicates(tables.arrow("games")).table
    found, possible, wrong = set(), set(), 0
    for row in table.to_pylist():
        kinds = [Path(row[name]).stem for name in ("source", "best_source")]
        numbers = [row["game_index"], row["best_game_index"]]
        if row["code"] in ("GO607", "GO608"):
            continue
        if set(kinds) == {"originals", "copies"} and numbers[0] == numbers[1]:
            (possible if row["group"] is None else found).add(numbers[0])
        elif row["group"] is not None and row["code"]:
            wrong += 1
    return len(found), len(possible - found), wrong


def scale(paths: list[str], number: int) -> None:
    """Print time and memory by the number of games."""
    with tempfile.TemporaryDirectory() as folder:
        base = ga.check(paths, estimate="never", jobs=2).arrow("games")
        for games in (len(base), number):
            out = Path(folder, str(games))
            _repeat(base, out, games)
            done = subprocess.run(
                [sys.executable, __file__, "one", str(out)], capture_output=True, text=True, check=True
            )
            print(done.stdout, end="")


def one(paths: list[str], _: int) -> None:
    """Search one folder of tables, and print the cost."""
    begin, cpu = time.perf_counter(), time.process_time()
    found = find_duplicates(read_dataset(paths[0])["games"])
    seconds, cpu = time.perf_counter() - begin, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    codes = dict(zip(*(column.to_pylist() for column in found.table["code"].value_counts().flatten()), strict=True))
    print(
        f"{found.games:,} games: {seconds:.1f} s, {cpu:.1f} s of CPU, {peak:,.0f} MB at most; "
        f"{len(found.table):,} rows {codes}"
    )


def _repeat(base: Any, out: Path, games: int) -> None:
    """Write the games over and over: every second time turned, every other with points exchanged."""
    out.mkdir(parents=True)
    rng = np.random.default_rng(SEED)
    width = base["board_width"].fill_null(0).to_numpy()
    height = base["board_height"].fill_null(0).to_numpy()
    written, part, records = 0, 0, []
    while written < games:
        table = base
        for name in ("moves", "setup") if part else ():
            lists = base[name].combine_chunks()
            game = np.repeat(np.arange(len(base)), np.diff(lists.offsets.to_numpy()))
            values = _moved(lists.values.to_numpy(), game, width, height, part, rng)
            anew = pa.ListArray.from_arrays(lists.offsets, pa.array(values))
            table = table.set_column(base.schema.get_field_index(name), base.schema.field(name), anew)
        table = _named(table, part, rng)[: games - written]
        name = PartName(part, f"{part:016x}")
        with PartWriter(Storage(out), name, ["games"]) as writer:
            writer.add({"games": table})
            writer.end(name, {})
            records += writer.commit()
        written, part = written + len(table), part + 1
    finish(Storage(out), records, {}, {})


def _moved(values: Any, game: Any, width: Any, height: Any, part: int, rng: np.random.Generator) -> Any:
    """Turn the points of games in odd parts, in even ones exchange them at random; −1 − index is a white stone."""
    fresh = values.copy()
    for w, h in np.unique(np.stack((width, height), axis=1), axis=0).tolist():
        if w != h or not w:
            continue
        rows = ((width == w) & (height == h))[game]
        to = (
            np.array([[turned(point, part // 2 % 7 + 1, w, h) for point in range(w * h)]])
            if part % 2
            else np.array([rng.permutation(w * h) for _ in range(97)])
        ).astype(np.int16)
        which = game % len(to)
        black, white = rows & (values >= 0), rows & (values < -1)
        fresh[black] = to[which[black], values[black]]
        fresh[white] = -1 - to[which[white], -1 - values[white]]
    return fresh


def _named(table: Any, part: int, rng: np.random.Generator) -> Any:
    """Give games other texts and members, and those with points exchanged another identity."""
    if not part:
        return table
    hexes = [f"{number:024x}" for number in rng.integers(0, 2**63, len(table)).tolist()]
    table = table.set_column(0, table.schema.field(0), pa.array(text[::-1] for text in hexes))
    members = pa.array(f"{part}/{text}" for text in table["member"].to_pylist())
    table = table.set_column(table.schema.get_field_index("member"), table.schema.field("member"), members)
    if part % 2 == 0:
        anew = pa.array(f"{number:016x}" for number in rng.integers(0, 2**63, len(table)).tolist())
        table = table.set_column(table.schema.get_field_index("canonical_id"), table.schema.field("canonical_id"), anew)
    return table


if __name__ == "__main__":
    main()
