"""Train the networks that judge dead stones (`goanalyze/life/data/*.npz`), in four steps.

    python data/train_network.py engine  build/network ARCHIVE…   # optional, needs gnugo
    python data/train_network.py prepare build/network ARCHIVE…
    python data/train_network.py train   build/network [--still]  # for each seed; needs jax, which goanalyze does not
    python data/train_network.py pack    build/network ARCHIVE…

All but the third run where goanalyze is installed, that in an environment with numpy and jax. `--still` trains the
network that looks at the board alone. `prepare` labels the games of the archives that are estimated, and the GNU Go
games of `data/sample/gnugo`; the games of the validation part (`part_of`) tell when to stop. Labels, the first that
there is:

1. the players' or GNU Go's own marks;
2. the playouts' set, if it gives the recorded result; with `--again` before it that of the estimate there is already;
3. GNU Go's `final_status_list dead`, if it does;
4. of sets that differ from these by one to three chains, the likeliest one that does.

Games that none explains are left out. Archives that are no training archives (`life_games.TRAINING`) are refused.
"""

from __future__ import annotations

import argparse
import datetime as dt
import itertools
import json
import subprocess
import sys
import threading
import time
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
PACKAGE_DATA = HERE.parent / "goanalyze" / "life" / "data"
SIDE = 19
POINTS = SIDE * SIDE
EASY, EASY_SHARE = 0.4, 1 / 3
STILL_PLANES = 10  # as in `goanalyze.life.network_kernel`, which the training environment does not have
SIGNED = (8, 10, 13)  # planes that say for whom
PLAYOUTS = ((1, 32), (2, 32), (3, 12))  # of each position: seed, and how many
SETTINGS = {
    "channels": 32, "blocks": 6, "hidden": 32, "epochs": 15, "batch": 32, "rate": 2e-3, "decay": 1e-4, "seed": 1,
    "average": 0.995, "repeat": 1, "still": False, "blind": 0.1,  # blind: examples that do not show what playouts say
}  # fmt: skip


def load_games(paths: list[str]) -> list[Any]:
    """Read the estimated games of training archives, and the sample."""
    life_games = benchmarks()
    if wrong := [path for path in paths if not life_games.is_training(path)]:
        raise SystemExit(f"{wrong[0]} is no training archive (life_games.TRAINING)")
    games = life_games.finals([*paths, str(HERE / "sample" / "gnugo")])
    return [game for game in games if game.source > 0 and max(game.width, game.height) <= SIDE]


def benchmarks() -> Any:
    """Return the module that reads games; the training environment has no goanalyze."""
    sys.path.insert(0, str(HERE.parent / "tests" / "benchmarks"))
    import life_games  # noqa: PLC0415

    return life_games


def part_of(game: Any) -> str:
    """Return the part that a game belongs to, by its name alone; the sample, whose files are plain, is for tuning."""
    return "validate" if game.member and zlib.crc32(game.member.encode()) % 5 == 0 else "tune"


def name_of(game: Any) -> str:
    """Name a game."""
    return f"{game.archive}:{game.member}"


def are_right(games: list[Any], sets: list[np.ndarray]) -> np.ndarray:
    """Return whether dead stones give the recorded result."""
    return np.array([told is not None and told.agreement == "exact" for told in benchmarks().agreements(games, sets)])


def boards_of(games: list[Any]) -> tuple[Any, np.ndarray]:
    """Return the positions as kernels take them, and whose turn it is."""
    from goanalyze.vocabulary.boards import Boards  # noqa: PLC0415

    start = np.concatenate(([0], np.cumsum([len(game.board) for game in games])))
    width, height = (np.array([getattr(game, side) for game in games], dtype=np.int16) for side in ("width", "height"))
    boards = Boards(np.concatenate([game.board for game in games]), start, width, height)
    return boards, np.array([game.first for game in games], dtype=np.uint8)


def by_game(values: np.ndarray, games: list[Any]) -> list[np.ndarray]:
    """Cut what points have."""
    return np.split(values, np.cumsum([len(game.board) for game in games])[:-1])


def estimates(games: list[Any], seed: int, rounds: int) -> Any:
    """Play out every position."""
    from goanalyze.life.estimate import play_out  # noqa: PLC0415

    return play_out(*boards_of(games), seed=seed, rounds=rounds)


class Engine:
    """GNU Go over GTP, with ten seconds for each answer."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "position.sgf"
        self.start()

    def start(self) -> None:
        """Start the process."""
        self.process = subprocess.Popen(
            ["/usr/games/gnugo", "--mode", "gtp", "--level", "5"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip

    def ask(self, command: str) -> str | None:
        """Return the answer to a command; None if the process ended."""
        assert self.process.stdin
        assert self.process.stdout
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return None
        answer = ""
        while line := self.process.stdout.readline():
            if line == "\n" and answer:
                return answer
            answer += line.replace("\n", " ")
        return None

    def dead(self, board: np.ndarray, to_move: int) -> list[int] | None:
        """Return the points of dead stones, or None if there is no answer in time."""
        height, width = board.shape
        record = f"(;GM[1]FF[4]SZ[{width}]PL[{' BW'[to_move]}]"
        for color, name in ((1, "AB"), (2, "AW")):
            points = [f"[{chr(97 + x)}{chr(97 + y)}]" for y, x in np.argwhere(board == color)]
            record += name + "".join(points) if points else ""
        self.file.write_text(record + ")\n")
        timer = threading.Timer(10, self.process.kill)
        timer.start()
        self.ask(f"loadsgf {self.file}")
        answer = self.ask("final_status_list dead")
        timer.cancel()
        if answer is None:
            self.process.kill()
            self.process.wait()
            self.start()
            return None
        names = answer.lstrip("=").split()
        return [(height - int(name[1:])) * width + "ABCDEFGHJKLMNOPQRST".index(name[0]) for name in names]


def engine(folder: Path, paths: list[str], minutes: float) -> None:
    """Ask GNU Go about games where the playouts' set does not give the result, then about uncertain ones."""
    games = load_games(paths)
    found = estimates(games, *PLAYOUTS[0])
    right = are_right(games, by_game(found.dead, games))
    order = np.argsort(right + found.confidence, kind="stable").tolist()
    began, gnugo, answers = time.monotonic(), Engine(folder), {}
    for game in order:
        if games[game].marked or (right[game] and found.confidence[game] > 0.9):
            continue
        if time.monotonic() - began > minutes * 60:
            break
        dead = gnugo.dead(games[game].board.reshape(games[game].height, games[game].width), games[game].first)
        if dead is not None:
            answers[name_of(games[game])] = dead
    gnugo.process.kill()
    (folder / "engine.json").write_text(json.dumps(answers))
    print(f"{len(answers)} answers of GNU Go in {time.monotonic() - began:.0f} s")


def labels(folder: Path, games: list[Any], *, again: bool) -> tuple[list[np.ndarray | None], list[str]]:
    """Return the dead set of each game that has a known one, and where it is from."""
    from goanalyze.life.estimate import estimate  # noqa: PLC0415

    played = estimates(games, *PLAYOUTS[0])
    judged = estimate(*boards_of(games)) if again else played
    path = folder / "engine.json"
    answers = json.loads(path.read_text()) if path.exists() else {}
    asked = [np.zeros(len(game.board), dtype=np.uint8) for game in games]
    for game, dead in zip(games, asked, strict=True):
        dead[answers.get(name_of(game), [])] = 1
    sets: list[np.ndarray | None] = [game.marked_dead if game.marked else None for game in games]
    sources = ["marks" if game.marked else "none" for game in games]

    def trying(source: str, candidates: list[np.ndarray | None]) -> None:
        open_ = [game for game, dead in enumerate(sets) if dead is None and candidates[game] is not None]
        if open_:
            right = are_right([games[game] for game in open_], [candidates[game] for game in open_])
            for game in np.array(open_)[right].tolist():
                sets[game], sources[game] = candidates[game], source

    trying("estimate" if again else "playouts", list(by_game(judged.dead, games)))
    trying("playouts", list(by_game(played.dead, games)))
    trying("engine", [dead if name_of(game) in answers else None for game, dead in zip(games, asked, strict=True)])
    shares, dead_sets = by_game(judged.shares, games), by_game(judged.dead, games)
    changed = [
        others(game, share, dead) if known is None else []
        for game, share, dead, known in zip(games, shares, dead_sets, sets, strict=True)
    ]
    for number in range(max(map(len, changed), default=0)):
        trying("explained", [some[number] if number < len(some) else None for some in changed])
    return sets, sources


def others(game: Any, share: np.ndarray, dead: np.ndarray) -> list[np.ndarray]:
    """Return the sets that differ from a set of dead stones by one to three of its eight least certain chains.

    Those come first that are the likeliest; at most 60, none that gives up more than odds of e⁹.
    """
    ids = components(game.board, game.width)
    stones = [ids == number for number in range(ids.max() + 1) if game.board[ids == number][0]]
    doubts = sorted(((abs(float(share[chain][0]) - 0.5), at) for at, chain in enumerate(stones)))[:8]
    choices = []
    for number in (1, 2, 3):
        for some in itertools.combinations(doubts, number):
            cost = sum(np.log((0.501 + doubt) / (0.501 - doubt)) for doubt, _ in some)
            choices.append((cost, [at for _, at in some]))
    found = []
    for _, some in sorted(choice for choice in choices if choice[0] < 9)[:60]:
        other = dead.copy()
        for at in some:
            other[stones[at]] ^= 1
        found.append(other)
    return found


def components(board: np.ndarray, width: int) -> np.ndarray:
    """Number the chains and empty regions of a board."""
    ids, number = np.full(len(board), -1, dtype=np.int16), 0
    for first in range(len(board)):
        if ids[first] >= 0:
            continue
        queue, ids[first] = [first], number
        while queue:
            point = queue.pop()
            column = point % width
            near = (point - 1 if column else -1, point + 1 if column < width - 1 else -1, point - width, point + width)
            for other in near:
                if 0 <= other < len(board) and ids[other] < 0 and board[other] == board[first]:
                    ids[other] = number
                    queue.append(other)
        number += 1
    return ids


def prepare(folder: Path, paths: list[str], *, again: bool) -> None:
    """Write `examples.npz`: planes, chains and truth of every labelled game."""
    from goanalyze.life.network_kernel import PLANES, plane_chunk  # noqa: PLC0415
    from goanalyze.life.settled_kernel import settle  # noqa: PLC0415

    every = load_games(paths)
    found_sets, sources = labels(folder, every, again=again)
    games = [game for game, dead in zip(every, found_sets, strict=True) if dead is not None]
    sets = [dead for dead in found_sets if dead is not None]
    (boards, turn), count = boards_of(games), len(games)
    proofs, sides, _ = settle(boards)
    planes = np.zeros((len(PLAYOUTS), count, SIDE, SIDE, PLANES), dtype=np.float16)
    chains = np.full((count, SIDE, SIDE), POINTS, dtype=np.int16)
    truth = np.zeros((count, SIDE, SIDE), dtype=np.int8)  # 1 alive, 2 dead, 0 no stone
    for number, playouts in enumerate(PLAYOUTS):
        found = estimates(games, *playouts)
        seen = plane_chunk(*boards, turn, found.ownership, found.stays, proofs, sides)
        for row, game in enumerate(games):
            at = slice(*boards.start[row : row + 2].tolist())
            shape = game.height, game.width
            planes[number, row, : shape[0], : shape[1]] = seen[:, at].T.reshape(*shape, -1)
            chains[row, : shape[0], : shape[1]] = components(game.board, game.width).reshape(shape)
            truth[row, : shape[0], : shape[1]] = np.where(game.board > 0, 1 + sets[row], 0).reshape(shape)
    part = [part_of(game) for game in every]
    counts = {name: dict(Counter(at for at, of in zip(sources, part, strict=True) if of == name))
              for name in ("tune", "validate")}  # fmt: skip
    validate = np.array([part_of(game) == "validate" for game in games])
    np.savez(folder / "examples.npz", planes=planes, chains=chains, truth=truth, validate=validate)
    told = {"archives": [Path(path).name for path in paths], "labels": counts}
    (folder / "examples.json").write_text(json.dumps(told))
    print(counts)


def train(folder: Path, settings: dict[str, Any]) -> None:
    """Train, and write the weights that judged the validation games best."""
    import jax  # noqa: PLC0415
    import jax.numpy as jnp  # noqa: PLC0415

    data = np.load(folder / "examples.npz")
    planes, chains, truth, validate = (data[name] for name in ("planes", "chains", "truth", "validate"))
    share = planes[0, ..., -1]
    if settings["still"]:
        planes = planes[:1, ..., :STILL_PLANES]
    depth, channels, blocks, hidden = planes.shape[-1], settings["channels"], settings["blocks"], settings["hidden"]
    random = np.random.default_rng(settings["seed"])

    def drawn(*shape: int, fan: int) -> Any:
        return jnp.asarray(random.normal(0, np.sqrt(2 / fan), shape), dtype=jnp.float32)

    weights = {
        "enter": drawn(3, 3, depth, channels, fan=9 * depth), "enter_bias": jnp.zeros(channels),
        "blocks": drawn(blocks, 3, 3, channels, channels, fan=9 * channels) * 0.5,
        "pools": drawn(blocks // 2, channels, channels, fan=channels) * 0.5, "biases": jnp.zeros((blocks, channels)),
        "hidden": drawn(channels, hidden, fan=channels), "hidden_bias": jnp.zeros(hidden),
        "leave": drawn(hidden, fan=hidden), "leave_bias": jnp.zeros(1) - 2,
    }  # fmt: skip

    def convolve(x: Any, kernel: Any) -> Any:
        return jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def judge(weights: Any, x: Any, ids: Any) -> Any:
        """Return the log odds of every chain and region: [boards, POINTS + 1]."""
        count = x.shape[0]
        flat = (ids + jnp.arange(count)[:, None, None] * (POINTS + 1)).reshape(-1)
        size = jax.ops.segment_sum(jnp.ones_like(flat, dtype=jnp.float32), flat, count * (POINTS + 1)).clip(1)
        on_board = x[..., :1]

        def means(x: Any) -> Any:
            return jax.ops.segment_sum(x.reshape(-1, x.shape[-1]), flat, count * (POINTS + 1)) / size[:, None]

        x = jax.nn.relu(convolve(x, weights["enter"]) + weights["enter_bias"]) * on_board
        for block in range(blocks):
            inner = x + convolve(x, weights["blocks"][block]) + weights["biases"][block]
            if block % 2:
                inner += (means(x) @ weights["pools"][block // 2])[flat].reshape(x.shape)
            x = jax.nn.relu(inner) * on_board
        inner = jax.nn.relu(means(x) @ weights["hidden"] + weights["hidden_bias"])
        return (inner @ weights["leave"] + weights["leave_bias"]).reshape(count, -1)

    def cost(weights: Any, x: Any, ids: Any, fate: Any) -> Any:
        odds = judge(weights, x, ids)
        losses = jax.nn.softplus(odds) - odds * (fate == 2)
        return jnp.sum(losses * (fate > 0)) / x.shape[0]

    def fates(rows: np.ndarray) -> np.ndarray:
        result = np.zeros((len(rows), POINTS + 1), dtype=np.int8)
        ids, marks = chains[rows].reshape(len(rows), -1), truth[rows].reshape(len(rows), -1)
        np.put_along_axis(result, ids.astype(np.int64), marks, 1)
        result[:, POINTS] = 0
        return result

    @jax.jit
    def step(state: Any, number: Any, rate: Any, x: Any, ids: Any, fate: Any) -> Any:
        weights, first, second, average = state
        loss, slope = jax.value_and_grad(cost)(weights, x, ids, fate)
        norm = jnp.sqrt(sum(jnp.sum(part**2) for part in jax.tree.leaves(slope)))
        slope = jax.tree.map(lambda part: part * jnp.minimum(1, 5 / (norm + 1e-9)), slope)
        first = jax.tree.map(lambda old, new: 0.9 * old + 0.1 * new, first, slope)
        second = jax.tree.map(lambda old, new: 0.999 * old + 0.001 * new**2, second, slope)

        def moved(weight: Any, mean: Any, square: Any) -> Any:
            mean, square = mean / (1 - 0.9**number), square / (1 - 0.999**number)
            return weight - rate * (mean / (jnp.sqrt(square) + 1e-8) + settings["decay"] * weight)

        weights = jax.tree.map(moved, weights, first, second)
        keep = jnp.minimum(settings["average"], (1 + number) / (10 + number))
        average = jax.tree.map(lambda old, new: keep * old + (1 - keep) * new, average, weights)
        return (weights, first, second, average), loss

    @jax.jit
    def judged(weights: Any, x: Any, ids: Any, fate: Any) -> Any:
        odds = judge(weights, x, ids)
        losses = jnp.sum((jax.nn.softplus(odds) - odds * (fate == 2)) * (fate > 0), axis=1)
        wrong = jnp.sum(((odds > 0) != (fate == 2)) & (fate > 0), axis=1)
        return losses, wrong

    tune, check = np.flatnonzero(~validate), np.flatnonzero(validate)
    size = settings["batch"]
    first = second = jax.tree.map(jnp.zeros_like, weights)
    state, best, kept, number, history = (weights, first, second, weights), np.inf, weights, 0, []
    fate_of = fates(np.arange(len(validate)))
    # A board is easy if playouts all but agree on each chain and were right; of these every third is seen in an epoch.
    wrong_played = ((truth > 0) & ((share < 0) != (truth == 2))).any(axis=(1, 2))
    hard = ((truth > 0) & (np.abs(share) < EASY)).any(axis=(1, 2)) | wrong_played
    print(f"{hard[tune].sum()} of {len(tune)} tuning boards are hard")
    steps = settings["epochs"] * int(hard[tune].sum() + EASY_SHARE * (~hard[tune]).sum()) // size
    began = time.monotonic()
    for epoch in range(settings["epochs"]):
        seen_now = tune[hard[tune] | (random.random(len(tune)) < EASY_SHARE)]
        corrected = np.repeat(tune[wrong_played[tune]], settings["repeat"])
        order, total = random.permutation(np.concatenate([seen_now, corrected])), 0.0
        for start in range(0, len(order) - size + 1, size):
            rows = order[start : start + size]
            x = planes[random.integers(len(planes), size=size), rows].astype(np.float32)
            ids = chains[rows].astype(np.int32)
            if random.random() < 0.5:
                x, ids = x.transpose(0, 2, 1, 3), ids.transpose(0, 2, 1)
            turn = random.integers(4)
            x, ids = x[:, :: 1 - 2 * (turn & 1), :: 1 - (turn & 2)], ids[:, :: 1 - 2 * (turn & 1), :: 1 - (turn & 2)]
            swap = random.random(size) < 0.5
            x = np.ascontiguousarray(x)
            one = x[swap]
            one[..., [1, 2]] = one[..., [2, 1]]
            one[..., [plane for plane in SIGNED if plane < depth]] *= -1
            x[swap] = one
            blind = random.random(size) < settings["blind"]
            x[blind, ..., STILL_PLANES:] = 0
            number += 1
            warm = min(1.0, number / 200)
            rate = settings["rate"] * warm * 0.5 * (1 + np.cos(np.pi * min(1.0, number / steps)))
            state, loss = step(state, float(number), rate, x, np.ascontiguousarray(ids), fate_of[rows])
            total += float(loss)
        losses, wrong = [], []
        for start in range(0, len(check), size):
            rows = check[start : start + size]
            pair = judged(state[3], planes[0, rows].astype(np.float32), chains[rows].astype(np.int32), fate_of[rows])
            losses += np.asarray(pair[0]).tolist()
            wrong += np.asarray(pair[1]).tolist()
        seen, perfect = float(np.mean(losses)), float(np.mean(np.array(wrong) == 0))
        history.append([round(total / max(1, len(order) // size), 4), round(seen, 4), round(perfect, 4)])
        print(epoch, *history[-1], f"{time.monotonic() - began:.0f} s", flush=True)
        if seen < best:
            best, kept = seen, state[3]
    save(folder, kept, settings, history, time.monotonic() - began)


def save(folder: Path, weights: Any, settings: dict[str, Any], history: list[Any], seconds: float) -> None:
    """Write the weights as the kernel takes them, and beside them where they come from."""
    arrays = {name: np.asarray(value) for name, value in weights.items()}
    arrays["enter"] = arrays["enter"].transpose(3, 2, 0, 1).reshape(arrays["enter"].shape[3], -1, 9)
    kernels = arrays["blocks"].transpose(0, 4, 3, 1, 2)
    arrays["blocks"] = kernels.reshape(*kernels.shape[:3], 9)
    arrays["pools"] = arrays["pools"].transpose(0, 2, 1)
    arrays["hidden"] = arrays["hidden"].T
    name = f"{'still' if settings['still'] else 'network'}-{settings['seed']}"
    np.savez(folder / f"{name}.npz", **{name: value.astype(np.float16) for name, value in arrays.items()})
    best = min(history, key=lambda row: row[1])
    member = {
        "settings": settings,
        "parameters": int(sum(value.size for value in arrays.values())),
        "seconds": round(seconds),
        "validation": {"epoch": history.index(best), "loss_per_board": best[1], "labelled_boards_all_right": best[2]},
    }
    (folder / f"{name}.json").write_text(json.dumps(member))


def pack(folder: Path, paths: list[str]) -> None:
    """Put the trained networks together as package data, with what they give on the validation games."""
    told = json.loads((folder / "examples.json").read_text())
    kinds = {kind: sorted(folder.glob(f"{kind}-*.npz")) for kind in ("network", "still")}
    for kind, trained in kinds.items():
        members = [np.load(file) for file in trained]
        if members:
            stacked = {name: np.stack([member[name] for member in members]) for name in members[0].files}
            np.savez(PACKAGE_DATA / f"{kind}.npz", **stacked)
    figures = validation(paths)
    for kind, trained in kinds.items():
        if trained:
            provenance = {
                "script": "data/train_network.py",
                "date": dt.datetime.now(tz=dt.UTC).date().isoformat(),
                "data": f"tuning games of {', '.join(told['archives'])} (part_of), data/sample/gnugo",
                "labels": told["labels"],
                "examples": {"playouts": PLAYOUTS, "easy": EASY, "easy_share": EASY_SHARE},
                "members": [json.loads(file.with_suffix(".json").read_text()) for file in trained],
                "validation": figures,
            }
            (PACKAGE_DATA / f"{kind}.json").write_text(json.dumps(provenance, indent=1) + "\n")


def validation(paths: list[str]) -> dict[str, Any]:
    """Return how often the whole estimate, and playouts alone, give the recorded result of the validation games."""
    from goanalyze.life.estimate import estimate, play_out  # noqa: PLC0415

    games = [game for game in load_games(paths) if part_of(game) == "validate"]
    figures: dict[str, Any] = {"games": len(games)}
    for name, judge in (("estimate", estimate), ("playouts", play_out)):
        told = benchmarks().agreements(games, by_game(judge(*boards_of(games)).dead, games))
        agreed = [one.agreement for one in told if one is not None]
        figures[name] = {
            "exact": round(float(np.mean([one == "exact" for one in agreed])), 4),
            "winner": round(float(np.mean([one in {"exact", "winner"} for one in agreed])), 4),
        }
    return figures


def main() -> None:
    """Run one step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("engine", "prepare", "train", "pack"))
    parser.add_argument("folder", type=Path, help="for what passes from step to step")
    parser.add_argument("paths", nargs="*", help="training archives")
    parser.add_argument("--again", action="store_true", help="prepare: explain results by the networks there are")
    parser.add_argument("--minutes", type=float, default=20, help="engine: how long to ask")
    parser.add_argument("--still", action="store_true", help="train: a network that looks at the board alone")
    for name, value in SETTINGS.items():
        if name != "still":
            parser.add_argument(f"--{name}", type=type(value), default=value)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.step == "engine":
        engine(options.folder, options.paths, options.minutes)
    elif options.step == "prepare":
        prepare(options.folder, options.paths, again=options.again)
    elif options.step == "pack":
        pack(options.folder, options.paths)
    else:
        train(options.folder, {name: getattr(options, name) for name in SETTINGS})


if __name__ == "__main__":
    main()
