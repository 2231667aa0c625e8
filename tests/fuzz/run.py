"""Fuzz for a while: ``python tests/fuzz/run.py TARGET [--seconds N] [--seed S] [--guided] [--inputs N]``.

TARGET is values, charset, tokens, reader (all three), repair, or the whole way to tables and lines: batches of many
files, or pipeline, where hypothesis draws a few. Inputs are drawn from a seed; with ``--guided`` (extra
``goanalyze[fuzz]``, Linux) atheris changes them by the lines of the reader's Python code that they reach. It does not
see the lines of kernels. Failing inputs are kept in the folder ``--keep``, one for each failing line; the exit
code is 1 then.

A kernel ends the process at an index outside an array. The target crashes looks for such inputs: it takes ``--inputs``
spoilt records through all stages, 2,000 in one child process. A library with sanitizers also ends it at any other
access outside an object, and at undefined operations (here with GCC on Linux):

    .ci/sanitize python tests/fuzz/run.py crashes --inputs 1000000
"""

from __future__ import annotations

import argparse
import hashlib
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

HERE = Path(__file__).parent
SLOW = 20  # seconds that one input may take: some 10⁴ times the usual
SEEDS = 400  # drawn inputs that atheris begins with
BATCH = 50  # files of an input of the target `batches`
BETWEEN = b"\n--\n"  # separates the files of an input with several
LONGEST = 500  # bytes of a guided input: short inputs find the same faults sooner


class Faults:
    """Inputs that break a law, one for each place in the code."""

    def __init__(self, folder: Path, target: str) -> None:
        self.folder, self.target, self.seen = folder, target, dict[str, int]()

    def add(self, data: bytes, error: BaseException) -> None:
        """Keep an input unless its place is known."""
        frames = traceback.extract_tb(error.__traceback__)
        place = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames[-3:]))
        key = f"{type(error).__name__} at {place}"
        self.seen[key] = self.seen.get(key, 0) + 1
        if self.seen[key] == 1:
            self.keep(data, key, str(error))

    def keep(self, data: bytes, key: str, message: str) -> None:
        """Write an input to the folder, and print its failure."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{self.target}-{hashlib.sha256(data).hexdigest()[:12]}"
        path.write_bytes(data)
        print(f"FAULT {key}\n  {message[:400]}\n  {len(data)} bytes in {path}: {data[:120]!r}", flush=True)


class TooSlowError(Exception):
    """An input took longer than `SLOW`."""


def _alarm(*_: object) -> None:
    raise TooSlowError(f"more than {SLOW} s")


def targets() -> dict[str, tuple[Callable[[Random], bytes], Callable[[bytes], object]]]:
    """Return for each target how its inputs are drawn, and its law."""
    import fuzz_laws
    import fuzz_texts
    from helpers import repair_laws

    def values(random: Random) -> bytes:
        return fuzz_texts.value_text(random).encode("utf-8", errors="replace")

    def tokens(random: Random) -> bytes:
        data = fuzz_texts.record(random, "utf-8")
        return fuzz_texts.mutated(random, data, (data,)) if random.random() < 0.8 else data

    def reader(random: Random) -> bytes:
        data = fuzz_texts.record(random)
        return fuzz_texts.mutated(random, data, (data,)) if random.random() < 0.8 else data

    def batches(random: Random) -> bytes:
        files = [fuzz_texts.record(random) for _ in range(BATCH)]
        return BETWEEN.join(
            fuzz_texts.mutated(random, data, files) if random.random() < 0.6 else data for data in files
        )

    return {
        "batches": (batches, _batch_law),
        "values": (values, fuzz_laws.values_law),
        "charset": (fuzz_texts.charset_bytes, fuzz_laws.charset_law),
        "tokens": (tokens, fuzz_laws.tokens_law),
        "reader": (reader, fuzz_laws.reader_law),
        "repair": (reader, repair_laws.repair_law),
    }


def _batch_law(data: bytes) -> None:
    import fuzz_pipeline

    from goanalyze.pipeline import Options

    fuzz_pipeline.pipeline_law(data.split(BETWEEN), Options(moves=True, estimate="never"))


def tried(law: Callable[[bytes], object], data: bytes, faults: Faults) -> None:
    """Hold one input against a law; keep it if it breaks the law or takes too long."""
    signal.alarm(SLOW)
    try:
        law(data)
    except Exception as error:  # any exception is a fault to keep
        faults.add(data, error)
    finally:
        signal.alarm(0)


def drawn(target: str, seconds: float, seed: int, faults: Faults) -> int:
    """Draw inputs until the time is over; return how many."""
    draw, law = targets()[target]
    several = target == "batches"
    random, count, end = Random(seed), 0, time.monotonic() + seconds
    while time.monotonic() < end:
        for _ in range(1 if several else 50):
            data = draw(random)
            tried(law, data, faults)
            count += 1 + several * data.count(BETWEEN)
    return count


def guided(target: str, seconds: float, seed: int, faults: Faults, corpus: Path) -> None:
    """Let atheris look for inputs until the time is over, and end the process."""
    import atheris

    with atheris.instrument_imports(include=["goanalyze.sgf"]):
        import goanalyze.sgf.metadata
        import goanalyze.sgf.records
        import goanalyze.sgf.tree.tree  # noqa: F401
    import fuzz_texts

    draw, law = targets()[target]

    def one(data: bytes) -> None:
        tried(law, data, faults)

    corpus.mkdir(parents=True, exist_ok=True)
    random = Random(seed)
    if not any(corpus.iterdir()):
        for number in range(SEEDS):
            (corpus / f"seed-{number}").write_bytes(draw(random))
    words = corpus.with_suffix(".dict")
    words.write_text("".join('"' + "".join(rf"\x{byte:02x}" for byte in token) + '"\n' for token in fuzz_texts.TOKENS))
    options = [
        f"-max_total_time={int(seconds)}",
        f"-seed={seed or 1}",
        f"-dict={words}",
        f"-max_len={LONGEST}",
        "-timeout=600",
        "-rss_limit_mb=3000",
        "-print_final_stats=1",
    ]
    sys.stdout.flush()
    atheris.Setup([sys.argv[0], *options, str(corpus)], one)
    atheris.Fuzz()  # ends the process, and says how many it tried


def by_hypothesis(seconds: float, seed: int, faults: Faults) -> int:
    """Let hypothesis draw files for the whole pipeline, a few at a time; return how many files there were."""
    import fuzz_pipeline
    import fuzz_strategies
    import hypothesis
    from hypothesis import strategies as st

    from goanalyze.pipeline import Options

    quick, whole = Options(moves=True, estimate="never"), Options(moves=True)
    count, end = 0, time.monotonic() + seconds

    def law(files: list[bytes], options: Options, name: str) -> None:
        fuzz_pipeline.pipeline_law(files, options, [f"{name}{number}" for number in range(len(files))])
        fuzz_pipeline.shown_law(files[0])

    @hypothesis.settings(
        database=None,
        deadline=None,
        max_examples=40,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(fuzz_strategies.files, st.sampled_from((quick,) * 9 + (whole,)), fuzz_strategies.names)
    def one(files: list[bytes], options: Options, name: str) -> None:
        nonlocal count
        if time.monotonic() < end:
            count += len(files)
            tried(lambda _: law(files, options, name), BETWEEN.join(files), faults)

    while time.monotonic() < end:
        hypothesis.seed(seed)(one)()
        seed += 1
    return count


def crashing(inputs: int, seed: int, faults: Faults) -> int:
    """Look for records that end the process; return how many were drawn."""
    import fuzz_crashes

    count = 0
    for files, options in fuzz_crashes.chunks(inputs, seed):
        count += len(files)
        for fatal, error in fuzz_crashes.faults(files, options):
            faults.seen[error] = faults.seen.get(error, 0) + 1
            if faults.seen[error] == 1:
                faults.keep(BETWEEN.join(fatal), error, f"seed {seed}, one of the inputs before {count:,}")
        print(f"\r{count:,} inputs", end="", file=sys.stderr, flush=True)
    return count


def main(arguments: Iterable[str] | None = None) -> int:
    """Run one target."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "target", choices=("values", "charset", "tokens", "reader", "repair", "batches", "pipeline", "crashes")
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--guided", action="store_true")
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "goanalyze-fuzz")
    asked = parser.parse_args(arguments)
    sys.path[:0] = [str(HERE), str(HERE.parent)]
    signal.signal(signal.SIGALRM, _alarm)
    faults = Faults(asked.keep, asked.target)
    begin = time.monotonic()
    if asked.guided:
        guided(asked.target, asked.seconds, asked.seed, faults, asked.keep / f"corpus-{asked.target}")
        return 0
    if asked.target == "pipeline":
        count = by_hypothesis(asked.seconds, asked.seed, faults)
    elif asked.target == "crashes":
        count = crashing(asked.inputs, asked.seed, faults)
    else:
        count = drawn(asked.target, asked.seconds, asked.seed, faults)
    seconds = time.monotonic() - begin
    print(
        f"{asked.target}: {count:,} inputs in {seconds:,.0f} s, {count / seconds:,.0f}/s, "
        f"{len(faults.seen)} kinds of fault in {sum(faults.seen.values()):,} inputs"
    )
    return 1 if faults.seen else 0


if __name__ == "__main__":
    sys.exit(main())
