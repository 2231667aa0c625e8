"""Inputs that end the process: chunks of spoilt records through all stages, each chunk in a child process.

A library that is built with sanitizers ends it at the first fault of memory or arithmetic.
"""

from __future__ import annotations

import os
import re
import resource
import sys
import tempfile
import traceback
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import fuzz_texts
import numpy as np
from fuzz_pipeline import check_files, texts_of
from helpers.shared import SHARED

from goanalyze.duplicates.find import find_duplicates
from goanalyze.life.estimate.playouts import play_chunk
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.pipeline import Options
from goanalyze.replay.replay import replay_records, to_move
from goanalyze.score.territory import find_point_kinds
from goanalyze.sgf.records import read_records

ROOT = Path(__file__).parents[2]
CHUNK = 2_000  # records of a chunk
LONGEST = 5_000  # bytes of a record that is spoilt
SLOW = 600  # processor seconds for a chunk

OPTIONS = {  # the first that divides the number of a chunk: searches and estimates take most of the time
    250: Options(moves=True, variations=True, confirm="eyes"),
    50: Options(moves=True, variations=True),
    1: Options(moves=True, variations=True, estimate="never"),
}
_FAULT = re.compile(r"SUMMARY: .*|.*runtime error: .*|goanalyze: .*|^\w*(?:Error|Exception)\b.*", re.MULTILINE)


def records() -> list[bytes]:
    """Return the records that are spoilt: those of the sample, and where they are, third-party and hostile ones."""
    files = [
        path.read_bytes()
        for folder in (ROOT / "data" / "sample", SHARED / "inputs")
        for path in sorted(folder.rglob("*.sgf"))
    ]
    if (hostile := SHARED / "archives/hostile.zip").exists():
        with zipfile.ZipFile(hostile) as archive:
            files += [archive.read(name) for name in sorted(archive.namelist())]
    return [data for data in files if 0 < len(data) <= LONGEST]


def chunks(inputs: int, seed: int) -> Iterator[tuple[list[bytes], Options]]:
    """Yield chunks of spoilt records, with the options of their check."""
    known = records()
    for number, first in enumerate(range(0, inputs, CHUNK), 1):
        size = min(CHUNK, inputs - first)
        random = Random(seed * 1_000_000 + number)
        options = next(options for every, options in OPTIONS.items() if number % every == 0)
        plain = [fuzz_texts.record(random) if random.random() < 0.3 else random.choice(known) for _ in range(size)]
        yield [fuzz_texts.mutated(random, data, known) for data in plain], options


def run_stages(files: Sequence[bytes], options: Options) -> None:
    """Take files through all stages, and each final position through kernels that the stages call for few of them."""
    texts = texts_of(files)
    tables, _ = check_files(texts, options)
    if "games" in tables:
        find_duplicates(tables["games"])
    for chunk in read_records(texts):
        replays = replay_records(chunk)
        boards = replays.finals
        none = np.zeros_like(boards.stones)
        prove_statuses(boards, has_large_regions=True)
        find_point_kinds(boards, none, to_move(replays))
        play_chunk(boards, to_move(replays), none, seed=1, rounds=1)


def fault_of(files: Sequence[bytes], options: Options) -> str:
    """Return the error that files end a child process with, or an empty text."""
    with tempfile.TemporaryFile() as errors:
        child = os.fork()
        if not child:
            code = 1
            try:
                os.dup2(errors.fileno(), 2)
                resource.setrlimit(resource.RLIMIT_CPU, (SLOW, SLOW))
                run_stages(files, options)
                code = 0
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stderr.flush()
                os._exit(code)
        status = os.waitpid(child, 0)[1]
        errors.seek(0)
        lines = _FAULT.findall(errors.read().decode(errors="replace"))
    return [*lines, f"status {status}"][max(0, len(lines) - 1)] if status else ""


def faults(files: list[bytes], options: Options) -> Iterator[tuple[list[bytes], str]]:
    """Yield the fewest files that end a child process, with the error."""
    error = fault_of(files, options)
    if not error:
        return
    half = len(files) // 2
    found = [fault for part in (files[:half], files[half:]) if half for fault in faults(part, options)]
    yield from found or [(files, error)]
