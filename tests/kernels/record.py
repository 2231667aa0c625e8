"""Record calls of every function of the native library: ``PYTHONPATH=tests python tests/kernels/record.py``.

Calls come from checks, analyses, searches and duplicates of the sample, from games that tests make, and from tests.
For each function a few are kept, from small to large: see `helpers/recordings.py`.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from fuzz import fuzz_texts
from helpers.copies import DAMAGE, record_of, viewed
from helpers.fights import drawn_fight, on_board, solve
from helpers.recordings import FUNCTIONS, RECORDINGS, Call, copied, leaves, with_leaves

import goanalyze as ga
from goanalyze.kernels.library import Function, kernels
from goanalyze.life.article7 import solving as search
from goanalyze.life.estimate.estimate import play_out
from goanalyze.life.estimate.finisher import finish
from goanalyze.life.estimate.network import NetworkInputs, judge_chunk, playout_network
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.score.territory import article_8

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
KEPT = 6  # calls of each function
LARGEST = 160_000  # bytes of the arguments of a call, without the weights of a network

Calls = dict[str, dict[str, Call]]  # by function and digest of the arguments


def digest_of(values: Any) -> str:
    """Return the digest of arrays and numbers, in hexadecimal."""
    digest = hashlib.sha256()
    for leaf in leaves(values):
        is_array = isinstance(leaf, np.ndarray)
        digest.update(f"{leaf.dtype}{leaf.shape}".encode() + leaf.tobytes() if is_array else repr(leaf).encode())
    return digest.hexdigest()[:16]


def size_of(values: Any) -> int:
    """Return the number of bytes of arrays, without the weights of a network."""
    return sum(getattr(leaf, "nbytes", 8) for value in values if not hasattr(value, "enter") for leaf in leaves(value))


def observe() -> Calls:
    """Let all functions add their calls to a dictionary from now on."""
    calls: Calls = {name: {} for name in FUNCTIONS}
    plain_call = Function.__call__

    def call(function: Function, *values: Any) -> Any:
        if size_of(values) > LARGEST:
            return plain_call(function, *values)
        before = copied(values)
        result = plain_call(function, *values)
        calls[function.__name__][digest_of(before)] = Call(before=before, after=copied(values), result=result)
        if function.__name__ == "judge_chunk":  # training calls the other with the same positions
            boards, inputs, *_ = values
            kernels.write_planes(boards, inputs, np.zeros((16, len(boards.stones)), dtype=np.float32))
        return result

    Function.__call__ = call  # type: ignore[method-assign]
    return calls


def run(folder: Path) -> None:
    """Call the functions as commands, analyses and training do."""
    files = sorted(SAMPLE.glob("*/*.sgf"))
    for some in (*([file] for file in files), files[::20], files):
        tables = ga.check(some, moves=True, variations=True, confirm="eyes")
    for game in ga.read(files[::4]):
        if game.replay().has_board:
            game.outcome("japanese")
            article_8(game.replay().position())
            chunk = game.replay().position().to_arrays()
            playouts = play_out(chunk)
            statuses = prove_statuses(chunk)
            judge_chunk(
                chunk,
                NetworkInputs(
                    np.ones(1, dtype=np.uint8), playouts.ownership, playouts.stays, statuses.proof, statuses.owner
                ),
                playout_network(),
            )
            finish(chunk, np.zeros_like(chunk.stones), np.ones(1, dtype=np.uint8), np.full(1, -1, dtype=np.int32))
    rng, file = random.Random(1), folder / "drawn.sgf"
    for _ in range(200):
        file.write_bytes(fuzz_texts.record(rng))
        ga.check(file, moves=True, variations=True)
    games = [record_of(row) for row in tables.arrow("games").to_pylist() if len(row["moves"]) > 60]
    for many in (1, 2, 5, 10):
        copies = [viewed(make(game, rng), rng.randrange(8)) for game in games[:many] for make in DAMAGE.values()]
        file.write_text("".join(game.sgf() for game in [*games[:many], *copies]), "utf-8")
        _ = ga.check(file, estimate="never").duplicates
    search._WORK = 500  # so that searches are continued
    for seed in range(60):
        stop, target, _ = drawn_fight(seed)
        region, numbers = on_board(stop)
        clear = numbers(target) if seed % 3 else frozenset[int]()
        solve(region, numbers(target), clear, owner_first=bool(seed % 2), budget=20 * (1 + seed))


def choose(calls: dict[str, Call]) -> list[Call]:
    """Return a few calls of a function, from small to large."""
    ordered = sorted(calls, key=lambda digest: (size_of(calls[digest]["before"]), digest))
    sizes = [size_of(calls[digest]["before"]) for digest in ordered]
    numbers = np.searchsorted(sizes, np.geomspace(sizes[0], sizes[-1], KEPT).round()).clip(max=len(sizes) - 1)
    return [calls[ordered[number]] for number in sorted(set(numbers.tolist()))]


def write(calls: Calls) -> None:
    """Write the chosen calls of each function."""
    pool: dict[str, Any] = {}

    def stored(leaf: Any) -> Any:
        if not isinstance(leaf, np.ndarray):
            return leaf.item() if isinstance(leaf, np.generic) else leaf
        pool[digest_of(leaf)] = leaf
        return digest_of(leaf)

    chosen = {name: choose(of_one) for name, of_one in calls.items() if of_one}
    index = np.array(json.dumps(with_leaves(stored, chosen)))
    np.savez_compressed(RECORDINGS, index=index, **dict(sorted(pool.items())))
    count, size = sum(map(len, chosen.values())), RECORDINGS.stat().st_size
    sys.stdout.write(f"{count} calls of {len(chosen)} functions, {size:,} bytes\n")


def main() -> None:
    """Record and write."""
    np.empty = np.zeros  # type: ignore[assignment] # arrays that a function fills have one content before the call
    calls = observe()
    with tempfile.TemporaryDirectory() as folder:
        run(Path(folder))
    write(calls)


if __name__ == "__main__":
    main()
