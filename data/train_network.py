"""Train the networks that estimate dead stones (`goanalyze/life/estimate/data/*.npz`), from the first to the last step.

    python data/train_network.py FOLDER

FOLDER contains the training archives (`life_games.TRAINING`). The training takes 10 to 23 minutes on one core, and
needs goanalyze, numpy and torch, which is not a dependency of goanalyze.

1. The ends of games of the training archives that are estimated, and the GNU Go games of `data/sample/gnugo`, get
   labels from the first of these that exists: the markup; the playouts' set, if it gives the recorded result; the
   likeliest set that does, of those that differ by one to three chains of uncertain status. Others have no label: most
   have a clearly dead stone that the players left on the board, which teaches nothing.
2. A network that reads playouts is trained on the labelled positions (`network.npz`).
3. It judges each stone at ends without a label, and some moves earlier.
4. A small network that reads the board alone is trained on all of this (`still.npz`).

One game in five (`part_of`) is for validation: nothing is trained on it, and the figures next to the weights are of it.
"""

from __future__ import annotations

import argparse
import datetime as dt
import itertools
import json
import sys
import time
import zlib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from goanalyze.archives.inputs import find_sources
from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.labels import Boards, LabeledBoards
from goanalyze.core.position import Position
from goanalyze.life.estimate.estimate import Estimates, estimate, play_out
from goanalyze.life.estimate.network import STILL_PLANES, NetworkInputs, network_planes, playout_network, small_network
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.replay.replay import replay_records, to_move
from goanalyze.sgf.charset import texts
from goanalyze.sgf.records import in_chunks, read_records

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "benchmarks"))

import life_games  # noqa: E402

PACKAGE_DATA = HERE.parent / "goanalyze" / "life" / "estimate" / "data"
SIDE = 19
POINTS = SIDE * SIDE
SEEDS = (1, 2, 3)  # of the playouts of each labelled position
SIGNED = (8, 10, 13)  # planes that say for whom
EARLIER = ((1, 14), (14, 90), (0, 40))  # moves before the end: of games that were counted, twice; of the others
OPEN = 0.4  # how far from a half is how likely a chain lives that a label may change
AREA = ("chinese", "aga", "new-zealand", "ing", "tromp-taylor")
COMMON = {"batch": 32, "hidden": 32, "rate": 3e-3, "decay": 1e-4, "average": 0.999, "hard": 1.6, "area": 5}
NETWORK = COMMON | {"channels": 32, "blocks": 6, "steps": 5000, "blind": 0.1, "seed": 1}  # blind: without playouts
STILL = COMMON | {"channels": 16, "blocks": 8, "steps": 18000, "blind": 0.0, "seed": 1}
ENDS, OPEN_ENDS, BEFORE = (4.0, 1.0), (2.0, 0.7), (1.2, 0.5)  # how often they are seen, and what their losses weigh


class Examples(NamedTuple):
    """Positions as a network learns from them; boards smaller than 19×19 stand at the upper left.

    Attributes:
        planes: float16[variants, positions, SIDE, SIDE, planes], what is seen.
        chains: int16[positions, SIDE, SIDE], number of each chain and region; POINTS off the board.
        fates: float16[positions, SIDE, SIDE], how likely the stone is dead; −1 where there is none.
        often: float64[positions], how often each is seen, as a weight.
        weight: float32[positions], what its losses weigh.
        validate: bool[positions], whether it is for validation.
    """

    planes: np.ndarray
    chains: np.ndarray
    fates: np.ndarray
    often: np.ndarray
    weight: np.ndarray
    validate: np.ndarray

    @classmethod
    def join(cls, parts: list[Examples]) -> Examples:
        """Return the examples of several parts as one."""
        return cls(*(np.concatenate(some, axis=int(not at)) for at, some in enumerate(zip(*parts, strict=True))))


def part_of(member: str) -> str:
    """Return the part that a game belongs to, by its name alone; the sample, whose files are plain, is for tuning."""
    return "validate" if member and zlib.crc32(member.encode()) % 5 == 0 else "tune"


def load_games(paths: list[str]) -> list[Any]:
    """Read the games that are estimated."""
    return [game for game in life_games.finals(paths) if game.source > 0 and max(game.width, game.height) <= SIDE]


def boards_of(games: list[Any]) -> tuple[Boards, np.ndarray]:
    """Return the positions as kernels take them, and whose turn it is."""
    start = np.concatenate(([0], np.cumsum([len(game.board) for game in games])))
    width, height = (np.array([getattr(game, side) for game in games], dtype=np.int16) for side in ("width", "height"))
    boards = LabeledBoards.of(Boards(np.concatenate([game.board for game in games]), start, width, height))
    return boards, np.array([game.first for game in games], dtype=np.uint8)


def by_game(values: np.ndarray, games: list[Any]) -> list[np.ndarray]:
    """Cut what points have."""
    return np.split(values, np.cumsum([len(game.board) for game in games])[:-1])


def labels(games: list[Any]) -> tuple[list[np.ndarray | None], list[str]]:
    """Return the dead set of each game that has a known one, and where it is from."""
    played = play_out(*boards_of(games), rounds=96)
    sets: list[np.ndarray | None] = [game.marked_dead if game.marked else None for game in games]
    sources = ["marks" if game.marked else "none" for game in games]

    def trying(source: str, candidates: list[np.ndarray | None]) -> None:
        open_ = [at for at, dead in enumerate(sets) if dead is None and candidates[at] is not None]
        told = life_games.agreements([games[at] for at in open_], [candidates[at] for at in open_])
        for at, answer in zip(open_, told, strict=True):
            if answer is not None and answer.agreement == "exact":
                sets[at], sources[at] = candidates[at], source

    dead_sets, shares = by_game(played.dead, games), by_game(played.shares, games)
    trying("playouts", dead_sets)
    changed = [
        others(game, share, dead) if known is None else []
        for game, share, dead, known in zip(games, shares, dead_sets, sets, strict=True)
    ]
    for number in range(max(map(len, changed), default=0)):
        trying("explained", [some[number] if number < len(some) else None for some in changed])
    return sets, sources


def others(game: Any, share: np.ndarray, dead: np.ndarray) -> list[np.ndarray]:
    """Return the sets that differ from a set of dead stones by one to three of its eight least certain chains.

    Those come first that are the likeliest; at most 60, and none that changes what is nearly sure.
    """
    stones = [list(chain) for chain in ChainBoard.of(game.position).chains()]
    doubts = sorted((abs(float(share[chain[0]]) - 0.5), at) for at, chain in enumerate(stones))
    doubts = [doubt for doubt in doubts if doubt[0] < OPEN][:8]
    choices = []
    for number in (1, 2, 3):
        for some in itertools.combinations(doubts, number):
            cost = sum(np.log((0.501 + doubt) / (0.501 - doubt)) for doubt, _ in some)
            choices.append((cost, [at for _, at in some]))
    found = []
    for _, some in sorted(choices)[:60]:
        other = dead.copy()
        for at in some:
            other[stones[at]] ^= 1
        found.append(other)
    return found


def components(board: np.ndarray, width: int) -> np.ndarray:
    """Number the chains and empty regions of a board."""
    stones, ids = ChainBoard.of(Position(width, len(board) // width, board)), np.empty(len(board), dtype=np.int16)
    for number, points in enumerate([*stones.chains(), *stones.regions()]):
        ids[list(points)] = number
    return ids


def examples(
    boards: Boards, turn: np.ndarray, fates: np.ndarray, often: Any, weight: Any, validate: Any, seeds: Any
) -> Examples:
    """Return positions as examples: as seen with playouts of each seed, or without."""
    count, (*proven, _, late) = len(turn), prove_statuses(boards)
    proofs, sides = (np.where(late, np.uint8(0), each) for each in proven)
    depth = None if seeds else STILL_PLANES
    blank = np.zeros(len(boards.stones), dtype=np.float32)
    variants, chains = [], np.full((count, SIDE, SIDE), POINTS, dtype=np.int16)
    wanted = np.full((count, SIDE, SIDE), -1, dtype=np.float16)
    stones = np.where(boards.stones > 0, fates.astype(np.float32), -1)
    for seed in seeds or (0,):
        played = judged(boards, turn, seed) if seeds else None
        owned = (played.ownership, played.stays) if played else (blank, blank)
        seen = network_planes(boards, NetworkInputs(turn, *owned, proofs, sides))[:depth]
        planes = np.zeros((count, SIDE, SIDE, len(seen)), dtype=np.float16)
        for row in range(count):
            at, shape = slice(*boards.start[row : row + 2].tolist()), (int(boards.height[row]), int(boards.width[row]))
            planes[row, : shape[0], : shape[1]] = seen[:, at].T.reshape(*shape, -1)
            if not variants:
                chains[row, : shape[0], : shape[1]] = components(boards.stones[at], shape[1]).reshape(shape)
                wanted[row, : shape[0], : shape[1]] = stones[at].reshape(shape)
        variants.append(planes)
    told = (np.broadcast_to(what, count).astype(kind) for what, kind in ((often, float), (weight, np.float32)))
    return Examples(np.stack(variants), chains, wanted, *told, np.array(validate))


def earlier(paths: list[str], seed: int) -> list[Examples]:
    """Return, in parts, positions of games some moves before their end, and at the end of games that were not counted.

    They are labelled by the network that looks at playouts.
    """
    random, found = np.random.default_rng(seed), []
    for records in (
        some for path in find_sources(paths) for files in in_chunks(texts(path)) for some in read_records(files)
    ):
        whole, tape = replay_records(records), records.tape
        counted = whole.fact("end_run") >= 2
        usual = (whole.width == SIDE) & (whole.height == SIDE) & (whole.fact("moves") > 120)
        for (least, most), some in zip(EARLIER, (counted, counted, ~counted), strict=True):
            back = random.integers(least, most, len(counted)) + 2 * counted
            first, last = tape.event_start[:-1], tape.event_start[1:]
            end = np.where(usual & some, np.maximum(first, last - back), first)
            kept = np.concatenate([np.arange(*span) for span in zip(first, end, strict=True)]).astype(np.int64)
            start = np.concatenate(([0], np.cumsum(end - first)))
            shorter = tape._replace(event_start=start, kind=tape.kind[kept], xy=tape.xy[kept], at=tape.at[kept])
            replays = replay_records(replace(records, tape=shorter))
            rows = np.flatnonzero(usual & some & (replays.fact("moves") > 80))
            if not len(rows):
                continue
            stones = [replays.boards[slice(*replays.board_start[row : row + 2].tolist())] for row in rows]
            sides = np.full(len(rows), SIDE, dtype=np.int16)
            boards = LabeledBoards.of(Boards(np.concatenate(stones), np.arange(len(rows) + 1) * POINTS, sides, sides))
            turn = to_move(replays)[rows]
            validate = [part_of(records.text_of(int(row)).member) == "validate" for row in rows]
            found.append(examples(boards, turn, 1 - judged(boards, turn).shares, *BEFORE, validate, ()))
    return found


def judged(boards: Boards, turn: np.ndarray, seed: int = 1) -> Estimates:
    """Play every position out, and estimate by the network that looks at playouts."""
    return estimate(boards, turn, seed=seed, stages=False)


def train(told: Examples, settings: dict[str, Any]) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Train a network; return its weights as the kernel takes them, and how well it judges the validation part."""
    import torch
    from torch.nn import functional

    torch.set_num_threads(1)  # sums are the same however many cores there are
    random, began = np.random.default_rng(settings["seed"]), time.process_time()
    depth = told.planes.shape[-1]
    channels, blocks, hidden = (settings[name] for name in ("channels", "blocks", "hidden"))
    fates, losses_weigh = fates_of(told)
    doubtful = ((fates > 0.12) & (fates < 0.88)).any(axis=1)
    if depth > STILL_PLANES:  # the last plane says how the playouts held a stone's chain
        share = told.planes[0, ..., -1]
        wrong = (np.abs(share) < OPEN) | ((share < 0) != (told.fates > 0.5))
        doubtful |= ((told.fates >= 0) & wrong).any(axis=(1, 2))
    often = told.often * np.where(doubtful, settings["hard"], 1) * ~told.validate

    def drawn(*shape: int, fan: int, scale: float = 1.0) -> Any:
        return torch.tensor(random.normal(0, scale * np.sqrt(2 / fan), shape), dtype=torch.float32)

    weights = {
        "enter": drawn(channels, depth, 3, 3, fan=9 * depth),
        "enter_bias": torch.zeros(channels),
        "blocks": drawn(blocks, channels, channels, 3, 3, fan=9 * channels, scale=0.5),
        "pools": drawn(blocks // 2, channels, channels, fan=channels, scale=0.5),
        "biases": torch.zeros(blocks, channels),
        "hidden": drawn(hidden, channels, fan=channels),
        "hidden_bias": torch.zeros(hidden),
        "leave": drawn(hidden, fan=hidden),
        "leave_bias": torch.zeros(1) - 2,
    }
    average = {name: weight.clone() for name, weight in weights.items()}
    optimizer = torch.optim.AdamW(
        [weight.requires_grad_() for weight in weights.values()],
        lr=settings["rate"],
        weight_decay=settings["decay"],
        fused=True,
    )

    def judge(weights: Any, planes: np.ndarray, chains: np.ndarray) -> Any:
        """Return the log odds of every chain and region: [boards, POINTS + 1]."""
        x = torch.from_numpy(np.ascontiguousarray(planes, dtype=np.float32)).permute(0, 3, 1, 2)
        flat = torch.from_numpy((chains + np.arange(len(chains))[:, None, None] * (POINTS + 1)).ravel())
        size = torch.bincount(flat, minlength=len(chains) * (POINTS + 1)).clamp(min=1)[:, None]
        on_board = x[:, :1]

        def means(x: Any) -> Any:
            return (
                torch.zeros(len(size), channels).index_add(0, flat, x.permute(0, 2, 3, 1).reshape(-1, channels)) / size
            )

        x = functional.relu(functional.conv2d(x, weights["enter"], weights["enter_bias"], padding=1)) * on_board
        for block in range(blocks):
            inner = x + functional.conv2d(x, weights["blocks"][block], weights["biases"][block], padding=1)
            if block % 2:
                spread = (means(x) @ weights["pools"][block // 2].T)[flat]
                inner = inner + spread.reshape(len(chains), SIDE, SIDE, channels).permute(0, 3, 1, 2)
            x = functional.relu(inner) * on_board
        inner = functional.relu(means(x) @ weights["hidden"].T + weights["hidden_bias"])
        return (inner @ weights["leave"] + weights["leave_bias"]).reshape(len(chains), -1)

    def losses(odds: Any, rows: np.ndarray) -> Any:
        wanted = torch.from_numpy(fates[rows])
        each = functional.binary_cross_entropy_with_logits(odds, wanted.clamp(min=0), reduction="none")
        return each * torch.from_numpy(losses_weigh[rows])

    for number in range(settings["steps"]):
        rows = random.choice(len(often), settings["batch"], p=often / often.sum())
        planes, chains = varied(random, told, rows, settings["blind"])
        rate = settings["rate"] * min(1, number / 200) * (1 + np.cos(np.pi * number / settings["steps"])) / 2
        optimizer.param_groups[0]["lr"] = rate
        optimizer.zero_grad()
        losses(judge(weights, planes, chains), rows).sum().div(settings["batch"]).backward()
        torch.nn.utils.clip_grad_norm_(weights.values(), 10)
        optimizer.step()
        keep = min(settings["average"], (1 + number) / (10 + number))
        for name, weight in weights.items():
            average[name].lerp_(weight.detach(), 1 - keep)
        if number % 500 == 499:
            print(f"{number + 1:,} of {settings['steps']:,} steps, {time.process_time() - began:.0f} s", flush=True)
    wrong, check = [], np.flatnonzero(told.validate & (told.weight == 1))
    for rows in np.array_split(check, max(1, len(check) // 64)):
        with torch.no_grad():
            odds = judge(average, told.planes[0, rows], told.chains[rows].astype(np.int64)).numpy()
        wrong += (((odds > 0) != (fates[rows] > 0.5)) & (fates[rows] >= 0)).sum(axis=1).tolist()
    arrays = {name: weight.numpy().astype(np.float16) for name, weight in average.items()}
    for name in ("enter", "blocks"):
        arrays[name] = arrays[name].reshape(*arrays[name].shape[:-2], 9)
    return arrays, {
        "settings": settings,
        "parameters": sum(value.size for value in arrays.values()),
        "seconds": round(time.process_time() - began),
        "validation": {"boards": len(wrong), "all_right": round(float(np.mean(np.array(wrong) == 0)), 4)},
    }


def fates_of(told: Examples) -> tuple[np.ndarray, np.ndarray]:
    """Return how likely each chain is dead (−1: none), and what its loss weighs: more of large chains, most if dead."""
    fates = np.full((len(told.chains), POINTS + 1), -1, dtype=np.float32)
    sizes = np.zeros_like(fates)
    for row, (chains, wanted) in enumerate(zip(told.chains, told.fates, strict=True)):
        stones = wanted >= 0
        fates[row][chains[stones]] = wanted[stones]
        sizes[row] = np.bincount(chains.ravel(), minlength=POINTS + 1)
    large_dead = np.where((sizes >= 6) & (fates > 0.7), 3, 1).astype(np.float32)  # rare, and dear if not seen
    return fates, (1 + np.minimum(sizes, 30) / 15) * large_dead * (fates >= 0) * told.weight[:, None]


def varied(random: np.random.Generator, told: Examples, rows: np.ndarray, blind: float) -> tuple[Any, Any]:
    """Return what is seen of some examples, and their chains, turned, mirrored and with exchanged colours by chance."""
    planes = told.planes[random.integers(len(told.planes), size=len(rows)), rows].astype(np.float32)
    planes[random.random(len(rows)) < blind, ..., STILL_PLANES:] = 0
    exchanged = random.random(len(rows)) < 0.5
    seen = planes[exchanged]
    seen[..., [1, 2]] = seen[..., [2, 1]]
    seen[..., [plane for plane in SIGNED if plane < planes.shape[-1]]] *= -1
    planes[exchanged] = seen
    chains = told.chains[rows].astype(np.int64)
    if random.random() < 0.5:
        planes, chains = planes.transpose(0, 2, 1, 3), chains.transpose(0, 2, 1)
    down, across = (slice(None, None, int(step)) for step in random.choice((1, -1), 2))
    return planes[:, down, across], chains[:, down, across]


def write(kind: str, weights: dict[str, np.ndarray], told: dict[str, Any]) -> None:
    """Write weights as package data, and beside them where they come from."""
    np.savez(PACKAGE_DATA / f"{kind}.npz", **{name: value[None] for name, value in weights.items()})
    about = {"script": "data/train_network.py", "date": dt.datetime.now(tz=dt.UTC).date().isoformat(), **told}
    (PACKAGE_DATA / f"{kind}.json").write_text(json.dumps(about, indent=1) + "\n")


def validation(games: list[Any]) -> dict[str, Any]:
    """Return how many games of the validation part have a count, and of which share estimates give it, by how sure."""
    games = [game for game in games if part_of(game.member) == "validate"]
    area, figures = np.array([game.rules in AREA for game in games]), {}
    for name, judge in (("estimate", estimate), ("large network", judged), ("playouts", play_out)):
        found = judge(*boards_of(games))
        told = life_games.agreements(games, by_game(found.dead, games))
        known = np.array([one is not None for one in told])
        exact = np.array([one is not None and one.agreement == "exact" for one in told])
        parts = {"territory": ~area, "area": area}
        parts |= {f"{low}%": np.floor(10 * found.confidence) == low / 10 for low in range(0, 100, 10)}
        figures[name] = {
            part: [int((known & some).sum()), round(float(exact[known & some].mean()), 4)]
            for part, some in parts.items()
            if (known & some).any()
        }
    return figures


def main() -> None:
    """Do all steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archives", type=Path, help="folder of the training archives")
    paths = [str(parser.parse_args().archives / name) for name in life_games.TRAINING]
    games = load_games([*paths, str(HERE / "sample" / "gnugo")])
    sets, sources = labels(games)
    parts = [part_of(game.member) for game in games]
    area = np.array([game.rules in AREA for game in games])
    about = {
        "data": f"{', '.join(life_games.TRAINING)}, data/sample/gnugo",
        "earlier": EARLIER,
        "labels": {
            part: dict(Counter(source for source, of in zip(sources, parts, strict=True) if of == part))
            for part in ("tune", "validate")
        },
        "area_games": int(area.sum()),
    }
    print(about, flush=True)

    def ends(rows: np.ndarray, fates: np.ndarray, how: tuple[float, float], seeds: tuple[int, ...]) -> Examples:
        some = [games[row] for row in rows]
        often = how[0] * np.where(area[rows], COMMON["area"], 1)
        return examples(*boards_of(some), fates, often, how[1], [parts[row] == "validate" for row in rows], seeds)

    known, unknown = (np.flatnonzero([(dead is not None) == wanted for dead in sets]) for wanted in (True, False))
    fates = np.concatenate([sets[row] for row in known])
    network, network_told = train(ends(known, fates, ENDS, SEEDS), NETWORK)
    write("network", network, {})
    playout_network.cache_clear()
    guessed = 1 - judged(*boards_of([games[row] for row in unknown])).shares
    told = Examples.join(
        [ends(known, fates, ENDS, ()), ends(unknown, guessed, OPEN_ENDS, ()), *earlier(paths, STILL["seed"])]
    )
    still, still_told = train(told, STILL)
    write("still", still, {})
    small_network.cache_clear()
    figures = validation(games)
    write("network", network, about | {"members": [network_told], "validation": figures})
    write("still", still, about | {"positions": len(told.often), "members": [still_told], "validation": figures})
    print(network_told, still_told, figures, sep="\n")


if __name__ == "__main__":
    main()
