"""Faults that are not the files', injected at every stage of a run, at random moments.

    python tests/faults/inject.py --times 2000

Each time the command is called in this process with a fault, see `injector`; then the same command without one must
write the rows of an undisturbed run, and the rows committed earlier must be those of an undisturbed run, too.
"""

from __future__ import annotations

import faulthandler
import itertools
import random
import shutil
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2]))

import pyarrow.parquet as pq
from helpers.check_runs import (
    as_killed,
    count_arguments,
    executed_by,
    guessed,
    hidden_files,
    manifest,
    plain,
    record,
    write_tar,
    write_zip,
)
from injector import INTERRUPT, KINDS, NO_THREAD, CallResult, Fault, Site, call, counted, injected

SHARD_MB: Final = 0.012
WAYS: Final = {
    "plain": ("--markup", "ignore", "--estimate", "never", "--rulesets", "japanese,chinese,ing"),
    "full": ("--variations",),
    "remote": ("--markup", "ignore", "--estimate", "never", "--rulesets", "japanese"),
}
"""Options of the runs: of most, of some, and of those whose input is in a bucket."""

_TOLD: Final = 600  # characters of the messages that are shown
_TELLING: Final = "_OutputFile.write"  # writes to the terminal
_GIVING_BACK: Final = {"unlock_fd", "UnixFileLock._release"}  # asks no disk, and a lock goes with its process anyhow
_TELLING_APART: Final = "util/faults.py"  # looks at a fault that was raised, and asks the system nothing
_OF_THE_SYSTEM: Final = {"open", "fstat", "flock", "close"}  # system calls of a lock's library, which has others
# of threads, by `with`: takes no memory, and Python notices signals before the last call inside or after this one
_LEAVING: Final = {"lock.__exit__", "RLock.__exit__"}
_TARGETS: Final = {"_Line._run"}  # of threads: nothing has begun as these are called
_PATIENCE: Final = 120.0  # seconds after which a run hangs


def archives(folder: Path) -> Path:
    """Make a folder of few games in all kinds of places: good, damaged and in need of a guess."""
    loose = folder / "loose"
    loose.mkdir(parents=True)
    for number in range(4):
        (loose / f"game-{number}.sgf").write_bytes(record(number))
    (loose / "a-empty.sgf").write_bytes(b"")
    (loose / "marked.sgf").write_bytes(b"(;SZ[5]KM[0]RE[B+1];B[cc];W[bc];B[](;W[]TB[aa])(;W[cd]))")
    (loose / "zz-broken.sgf").write_bytes(b"(;SZ[9];B[zz")
    write_zip(folder / "a.zip", ((f"{n}.sgf", record(n + 7)) for n in range(6)))
    write_zip(folder / "b-guessed.zip", ((f"{n}.sgf", guessed(n) + b" " * 4000) for n in range(6)))
    write_tar(folder / "c.tar", ((f"{n}.sgf", record(n + 50)) for n in range(3)))
    write_tar(folder / "d.tar.gz", ((f"{n}.sgf", record(n + 90)) for n in range(3)), "w:gz")
    inner = [folder / "a.zip", folder / "d.tar.gz"]
    write_zip(folder / "e-nested.zip", ((path.name, path.read_bytes()) for path in inner))
    damaged = folder / "f-damaged.zip"
    write_zip(damaged, ((f"{n}.sgf", record(n + 120)) for n in range(3)))
    data = bytearray(damaged.read_bytes())
    data[len(data) // 3] ^= 0xFF
    damaged.write_bytes(data)
    (folder / "g-truncated.zip").write_bytes((folder / "c.tar").read_bytes()[:200])
    return folder


Part = tuple[str, str]
"""Table, and name of the file."""


def parts(out: Path) -> dict[Part, Path]:
    """Return the parts of a dataset."""
    return {(path.parent.name, path.name): path for path in sorted(out.glob("*/part-*.parquet"))}


def same(path: Path, other: Path) -> bool:
    """Return True if two parts have the same rows in the same order."""
    return path.read_bytes() == other.read_bytes() or plain(pq.read_table(path)).equals(plain(pq.read_table(other)))


class Proof:
    """Undisturbed runs, and disturbed ones that are held against them.

    Args:
        folder: where all of it goes.
        ways: options of the runs, by name.
    """

    def __init__(self, folder: Path, ways: Mapping[str, Sequence[str]] = WAYS) -> None:
        self._folder, self._ways = folder, ways
        self._source = archives(folder / "in")
        self._whole: dict[str, tuple[object, dict[Part, Path]]] = {}
        self.sites: dict[str, Counter[Site]] = {}
        for way in ways:
            out = folder / f"whole-{way}"
            self.run(way, folder / f"first-{way}")  # loads everything that is loaded once
            self.sites[way] = Counter()
            told = self.run(way, out, counted(self.sites[way]))
            self._whole[way] = told.code, parts(out)
            if told.told or not (out / "_SUCCESS.json").exists():
                raise RuntimeError(f"the undisturbed run fails: {told}")

    def line(self, way: str, out: Path, *, jobs: int = 1) -> list[str]:
        """Return the arguments of a run."""
        given = f"{'s3:/' if way == 'remote' else ''}{self._source}"
        return ["check", given, "-o", str(out), *executed_by(jobs), "--shard", str(SHARD_MB), *self._ways[way]]

    def run(self, way: str, out: Path, during: AbstractContextManager[object] | None = None) -> CallResult:
        """Run the command in this process."""
        return call(self.line(way, out), during)

    def half_done(self, way: str, out: Path, draw: random.Random) -> None:
        """Make a dataset as a killed run leaves it: some shards are there, and of others some tables' parts."""
        shutil.copytree(self._folder / f"whole-{way}", out)
        shards = [line["part"] for line in manifest(out)]
        done = [number for number in range(len(shards)) if draw.random() < 0.5]
        as_killed(out, done)
        for table, name in parts(out):
            if name not in {shards[number] for number in done} and draw.random() < 0.5:
                (out / table / name).unlink()

    def disturbed(self, way: str, fault: Fault, out: Path) -> tuple[str, list[str]]:
        """Run the command with a fault injected, then without; see `held`."""
        struck: list[str] = []
        run = self.run(way, out, injected(fault, struck))
        return self.held(way, out, run, interrupted=fault.kind == INTERRUPT, struck=bool(struck))

    def held(
        self, way: str, out: Path, run: CallResult, *, interrupted: bool = False, struck: bool = True
    ) -> tuple[str, list[str]]:
        """Compare a disturbed run with the undisturbed one, repeat the command, and compare again.

        Args:
            way: options, by name.
            out: the written dataset.
            run: how it ended.
            interrupted: True if the user ended it.
            struck: True if the fault occurred.

        Returns:
            The outcome of the disturbed run, and its errors.
        """
        code, wrong = self._whole[way][0], []
        allowed = [code] if not struck else [130] if interrupted else [2, code]
        outcome = {130: "interrupted", 2: "told"}.get(run.code, "healed" if struck else "not reached")
        if run.code not in allowed:
            wrong.append(f"exit {run.code}")
        lines = [line for line in run.told.splitlines() if line.strip()]
        if any(not line.startswith("goanalyze: ") for line in lines):
            wrong.append("stderr is no sentence")
        if run.code != code and not lines:
            wrong.append("nothing is told")
        if run.code == code or (out / "_SUCCESS.json").exists():
            wrong += [f"said to be whole: {each}" for each in self._differences(way, out, tidy=run.code == code)]
        wrong += self._unearned(way, out)
        after = self.run(way, out)
        if after.code != code or after.told:
            wrong.append(f"again: exit {after.code}, {after.told.strip()}")
        wrong += [f"again: {each}" for each in self._differences(way, out)]
        if wrong:
            wrong.append(f"told: {run.told.strip()[-_TOLD:]}")
        return outcome, wrong

    def _unearned(self, way: str, out: Path) -> list[str]:
        """Return the committed rows that are not of the undisturbed run."""
        _, whole = self._whole[way]
        others = {key: path for key, path in parts(out).items() if key not in whole or not same(path, whole[key])}
        found = Counter(row for key, path in others.items() for row in _rows(key, path))
        foreign = found and found - Counter(row for key, path in whole.items() for row in _rows(key, path))
        codes = sorted({row.partition(":")[0].strip() for row in foreign})
        differ = _counts(table for table, name in others if (table, name) in whole)
        wrong = [f"rows that the bytes did not earn: {', '.join(codes)}"] if codes else []
        return [*wrong, f"parts differ: {differ}"] if differ else wrong

    def _differences(self, way: str, out: Path, *, tidy: bool = True) -> list[str]:
        """Return the differences of a finished dataset from the undisturbed run; `tidy`: leftovers, too."""
        _, whole = self._whole[way]
        found = parts(out)
        wrong = [] if (out / "_SUCCESS.json").exists() else ["no _SUCCESS.json"]
        missing, more = whole.keys() - found.keys(), found.keys() - whole.keys()
        if missing or more:
            wrong.append(
                f"parts are missing: {_counts(table for table, _ in missing) or 'none'}, or too many: "
                f"{_counts(table for table, _ in more) or 'none'}"
            )
        if others := [key[0] for key, path in found.items() if key in whole and not same(path, whole[key])]:
            wrong.append(f"parts differ: {_counts(others)}")
        if tidy and (left := hidden_files(out)):
            wrong.append(f"left behind: {left}")
        return wrong


def _counts(names: Iterable[str]) -> str:
    return ", ".join(f"{count} of {name}" for name, count in sorted(Counter(names).items()))


def _rows(key: Part, path: Path) -> Iterator[str]:
    """Yield the rows of a part as text, with the name of the table and the code of a finding before it."""
    for row in plain(pq.read_table(path)).to_pylist():
        yield f"{key[0]} {row.get('code', '')}: {row!r}"


class Trial(NamedTuple):
    """A disturbed run and its outcome."""

    way: str
    start: str
    fault: Fault
    outcome: str
    wrong: list[str]

    def __str__(self) -> str:
        kind, site, number, lasts = self.fault
        what = f"{kind}{' that lasts' if lasts else ''}, {self.start}, {self.way}, call {number} of {site.place}"
        return f"{what}: {'; '.join([self.outcome, *self.wrong])}"


def drawn(proof: Proof, draw: random.Random, kind: str) -> tuple[str, str, Fault]:
    """Draw a fault of a kind: first the stage, then the place in it, then the moment."""
    way = "remote" if kind == "connection lost" else draw.choice(["plain", "plain", "plain", "full"])
    by_stage: dict[str, list[Site]] = defaultdict(list)
    for site in proof.sites[way]:
        if _may_be(kind, site):
            by_stage[site.stage].append(site)
    stage = draw.choice(sorted(by_stage))
    site = draw.choice(sorted(by_stage[stage], key=lambda each: each.place))
    number = 1 + draw.randrange(proof.sites[way][site])
    lasts = kind != INTERRUPT and draw.random() < 0.4
    return way, draw.choice(["fresh", "fresh", "half done"]), Fault(kind, site, number, lasts)


def _may_be(kind: str, site: Site) -> bool:
    """Return True if a kind of fault can occur in a function."""
    if site.called in _LEAVING:
        return False
    if kind == NO_THREAD or site.stage == "threads":
        return kind == NO_THREAD and site.called.startswith("start_")
    if site.code.co_qualname in _TARGETS and not site.called:
        return False
    if kind == "connection lost":
        return site.stage == "network"
    if kind == INTERRUPT:
        return site.is_main
    if site.code.co_qualname in _GIVING_BACK and site.called == "flock":
        return False
    if site.code.co_filename.endswith(_TELLING_APART):
        return False
    if "filelock" in site.code.co_filename:
        return site.called in _OF_THE_SYSTEM
    return bool(site.called) or site.code.co_qualname != _TELLING


def trials(folder: Path, times: int, seed: int, kinds: Sequence[str] = KINDS) -> Iterator[Trial]:
    """Run disturbed runs, each followed by one without a fault; the kinds take turns, each until one was reached."""
    proof, draw, turns = Proof(folder), random.Random(seed), itertools.cycle(kinds)
    kind = next(turns)
    for number in range(times):
        way, start, fault = drawn(proof, draw, kind)
        out = folder / f"out-{number}"
        if start == "half done":
            proof.half_done(way, out, draw)
        faulthandler.dump_traceback_later(_PATIENCE, exit=True)
        try:
            outcome, wrong = proof.disturbed(way, fault, out)
        finally:
            faulthandler.cancel_dump_traceback_later()
        shutil.rmtree(out, ignore_errors=True)
        if outcome != "not reached":
            kind = next(turns)
        yield Trial(way, start, fault, outcome, wrong)


def table(found: Sequence[Trial]) -> str:
    """Return the outcomes of the faults, by kind and stage."""
    outcomes = ("interrupted", "told", "healed", "not reached", "WRONG")
    cells: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for trial in found:
        what = "WRONG" if trial.wrong else trial.outcome
        for cell in ((trial.fault.kind, ""), ("", trial.fault.site.stage), ("", "")):
            cells[cell][what] += 1
    lines = [f"{'':24}" + "".join(f"{name:>13}" for name in outcomes)]
    for (kind, stage), told in sorted(cells.items(), key=lambda each: (each[0][0] == "", each[0])):
        lines.append(f"{kind or stage or 'all':24}" + "".join(f"{told[name]:13,}" for name in outcomes))
    return "\n".join(lines)


def main() -> None:
    """Run the trials; print the errors of each, and a table."""
    parser = count_arguments(__doc__, times=200, seed=14)
    parser.add_argument("--kind", action="append", choices=KINDS)
    options = parser.parse_args()
    begin, found = time.monotonic(), []
    with tempfile.TemporaryDirectory() as folder:
        for number, trial in enumerate(trials(Path(folder), options.times, options.seed, options.kind or KINDS)):
            found.append(trial)
            if trial.wrong:
                print(f"{number}: {trial}", flush=True)
    print(table(found))
    print(
        f"{len(found):,} runs, {sum(bool(trial.wrong) for trial in found):,} wrong; "
        f"{time.monotonic() - begin:.0f} s; seed {options.seed}"
    )


if __name__ == "__main__":
    main()
