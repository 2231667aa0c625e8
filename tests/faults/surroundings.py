"""What only real processes show: workers that are killed, and compiled kernels that cannot be read from their cache.

    python tests/faults/surroundings.py --times 30

Each run is held against an undisturbed one, as those of `inject` are. The damaged kernels are copies.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2]))

from goanalyze.vocabulary.dispatching import KernelCache
from goanalyze.vocabulary.kernels import loaded
from goanalyze.vocabulary.loading import cache_folder
from helpers.faulty import command, counts_asked, environment
from inject import Proof
from injector import Called, call
from kill import processes

_LATEST: Final = 6.0  # seconds after which a worker is killed, at most: starting takes some on a busy machine


_ALL: Final = 0.05  # of the trials damage the indices of all kernels


class Trial(NamedTuple):
    """A disturbed run: what was done, what became of it, and what is wrong with it."""

    what: str
    outcome: str
    wrong: list[str]


@contextmanager
def killing(draw: random.Random, seconds: float) -> Iterator[list[int]]:
    """Kill children that this process has from now on, one or all, after some seconds; the list receives whom.

    Those it has already are not the run's: the driver of a browser, which would outlive it.
    """
    killed: list[int] = []
    others = set(processes(parent=os.getpid()))
    over = threading.Event()
    moment, every = draw.uniform(0, seconds), draw.random() < 0.5

    def kill() -> None:
        over.wait(moment)
        children = [child for child in processes(parent=os.getpid()) if child not in others]
        for child in children if every else children[:1]:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
                killed.append(child)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield killed
    finally:
        over.set()
        killer.join()


def killed_worker(proof: Proof, draw: random.Random, out: Path) -> Trial:
    """Kill workers of a run with two at a random moment."""
    with killing(draw, _LATEST) as killed:
        run = call(proof.line("plain", out, jobs=2))
    return Trial(f"{len(killed)} workers killed", *proof.held("plain", out, run, struck=bool(killed)))


def _emptied(data: bytes, draw: random.Random) -> bytes:
    del draw
    return data[:0]


def _cut(data: bytes, draw: random.Random) -> bytes:
    return data[: draw.randrange(1, len(data))]


def _flipped(data: bytes, draw: random.Random) -> bytes:
    changed = bytearray(data)
    changed[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    return bytes(changed)


def _zeroed(data: bytes, draw: random.Random) -> bytes:
    begin = draw.randrange(len(data))
    return data[:begin] + bytes(len(data) - begin)


DAMAGES: Final[dict[str, Callable[[bytes, random.Random], bytes]]] = {
    "emptied": _emptied,
    "cut": _cut,
    "zeroed": _zeroed,
    "with a bit flipped": _flipped,
}


def copied_cache(folder: Path) -> list[Path]:
    """Copy the kernels of this process to where numba looks for them with NUMBA_CACHE_DIR; return the copies."""
    copies = []
    # Parts are kept with them; one that was first asked for under a fault of another test is not kept at all.
    kernels = {kernel for kernel in loaded() if not kernel.is_part and isinstance(kernel._cache, KernelCache)}
    for kernel in sorted(kernels, key=lambda kernel: (kernel.__module__, kernel.__name__)):
        index = Path(kernel._cache._cache_file._index_path)
        linked = cache_folder().glob(f"linked-*/{index.parent.name}/{kernel.__name__}-*.linked")
        for path in [*index.parent.glob(f"{index.stem}.*"), *linked]:
            copies.append(folder / "goanalyze" / "kernels" / path.relative_to(cache_folder()))
            copies[-1].parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copies[-1])
    return copies


def damaged_cache(proof: Proof, draw: random.Random, out: Path, kernel: str = "") -> Trial:
    """Damage a compiled kernel, its index or code, or the indices of all, for a process of its own.

    Args:
        proof: undisturbed runs.
        draw: what is damaged, and how.
        out: where the run writes.
        kernel: part of the name of the only one that may be damaged: compiling some takes long.
    """
    cache = out.parent / f"{out.name}-cache"
    copies = [path for path in copied_cache(cache) if kernel.rpartition(".")[2] in path.name]
    how = draw.choice(sorted(DAMAGES))
    kinds = [".nbi", ".linked", ".nbc"][: 2 if how == "with a bit flipped" else 3]  # numba's code has no checksum
    kind = draw.choice(kinds)
    if kind != ".linked":
        for path in cache.rglob("*.linked"):  # else numba reads none of its own
            path.unlink()
    found = [path for path in copies if path.suffix == kind]
    chosen = found if kind == ".nbi" and draw.random() < _ALL else [draw.choice(found)]
    for path in chosen:
        path.write_bytes(DAMAGES[how](path.read_bytes(), draw))
    what = f"{chosen[0].name if len(chosen) == 1 else 'indices of all kernels'} {how}"
    line = command(*proof.line("plain", out))
    done = subprocess.run(line, env={**environment(), "NUMBA_CACHE_DIR": str(cache)}, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, check=False, timeout=600)  # fmt: skip
    shutil.rmtree(cache)
    return Trial(what, *proof.held("plain", out, Called(done.returncode, done.stderr)))


def main() -> None:
    """Run the trials; print each."""
    parser = counts_asked(__doc__, times=30, seed=14)
    parser.add_argument("--what", action="append", choices=["worker", "cache"])
    options = parser.parse_args()
    kinds = {"worker": killed_worker, "cache": damaged_cache}
    draw = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        proof = Proof(Path(folder))
        for what in options.what or kinds:
            begin, wrong = time.monotonic(), 0
            for number in range(options.times):
                trial = kinds[what](proof, draw, Path(folder, f"{what}-{number}"))
                wrong += bool(trial.wrong)
                print(f"{trial.what}: {'; '.join([trial.outcome, *trial.wrong])}", flush=True)
            print(f"{what}: {options.times} runs, {wrong} wrong, {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
