"""A short run of every fuzzer, from a fixed seed; `run.py` runs them for as long as one likes."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
import run
from fuzz_laws import charset_law, tokens_law, values_law
from fuzz_pipeline import pipeline_law, shown_law
from fuzz_strategies import files, names
from fuzz_texts import charset_bytes, mutated, record, value_text
from hypothesis import HealthCheck, Phase, given, seed, settings

from goanalyze.pipeline import Options


def test_values() -> None:
    """Values drawn at random are read by every parser, in range or with a sentence."""
    random = Random(1)
    for _ in range(1500):
        values_law(value_text(random).encode())


def test_charset() -> None:
    """Files in every charset, spoilt, become UTF-8 whose places lead back."""
    random = Random(2)
    for _ in range(2500):
        charset_law(charset_bytes(random))


def test_tokens() -> None:
    """Spoilt records are read alike alone, among neighbours, game by game, and by sgfmill where nothing is odd."""
    random = Random(3)
    for _ in range(400):
        data = record(random, "utf-8")
        tokens_law(mutated(random, data))


def test_batches() -> None:
    """Many spoilt files at once, each with a row, in tables that fit."""
    random = Random(4)
    drawn = [record(random) for _ in range(60)]
    pipeline_law([mutated(random, data, drawn) for data in drawn], Options(moves=True, estimate="never"))
    pipeline_law(drawn[:8])


@seed(5)
@settings(
    max_examples=15,
    database=None,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
@given(files, names)
def test_pipeline(drawn: list[bytes], name: str) -> None:
    """Files under any name give tables that fit the schema and each other, and lines that parse back."""
    options = Options(moves=True, estimate="never")
    pipeline_law(drawn, options, [f"{name}{number}" for number in range(len(drawn))])
    shown_law(drawn[0])


LONG = [pytest.param(target, 8, marks=pytest.mark.slow) for target in ("reader", "batches", "pipeline")]


@pytest.mark.parametrize(("target", "seconds"), [("values", 0.1), ("batches", 0.1), ("pipeline", 0.1), *LONG])
def test_the_runner_says_what_it_did(
    target: str, seconds: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The long run counts its inputs, and ends with 0 where no law is broken."""
    before = signal.getsignal(signal.SIGALRM)
    try:
        assert run.main([target, "--seconds", str(seconds), "--keep", str(tmp_path)]) == 0
    finally:
        signal.signal(signal.SIGALRM, before)
    assert capsys.readouterr().out.startswith(f"{target}: ")


def test_records_go_through_all_stages_in_child_processes(tmp_path: Path) -> None:
    """The target crashes counts its inputs, and ends with 0 if no child process ends with an error."""
    command = [sys.executable, run.__file__, "crashes", "--inputs", "40", "--keep", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("crashes: 40 inputs")
    assert not list(tmp_path.iterdir())


def test_a_record_that_ends_its_process_is_kept_alone(tmp_path: Path) -> None:
    """One record of a chunk that ends a child process is written to the folder, without its neighbors."""
    program = f"""
import ctypes, sys
sys.path[:0] = {sys.path}
import fuzz_crashes, run
fuzz_crashes.run_stages = lambda files, options: [ctypes.string_at(0) for data in files if b"AddBlack" in data]
sys.exit(run.main(["crashes", "--inputs", "400", "--keep", {str(tmp_path)!r}]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    (kept,) = tmp_path.iterdir()
    assert b"AddBlack" in kept.read_bytes()
    assert run.BETWEEN not in kept.read_bytes()


def test_a_broken_law_is_kept(tmp_path: Path) -> None:
    """An input that breaks a law is written to the folder, once for the place that fails."""

    def law(data: bytes) -> None:
        assert data != b"bad", "it is bad"

    faults = run.Faults(tmp_path / "kept", "values")
    for data in (b"good", b"bad", b"bad"):
        run.tried(law, data, faults)
    (kept,) = (tmp_path / "kept").iterdir()
    assert kept.read_bytes() == b"bad"
    assert list(faults.seen.values()) == [2]
