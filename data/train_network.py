"""Train the network that judges dead stones (`goanalyze/life/data/network.npz`), in four steps.

    python data/train_network.py engine  build/network ../shared/archives/dev/kgs-200[36].zip   # optional, needs gnugo
    python data/train_network.py prepare build/network ../shared/archives/dev/kgs-200[36].zip
    python data/train_network.py train   build/network    # for each seed; needs jax, which goanalyze does not
    python data/train_network.py pack    build/network ../shared/archives/dev/kgs-200[36].zip

All but the third run where goanalyze is installed, that in an environment with numpy and jax. `prepare` labels the
tuning games of the archives (`life_games.part_of`) and the GNU Go games of `data/sample/gnugo`; the validation games
tell when to stop. Labels, the first that there is:

1. the players' or GNU Go's own marks;
2. the playouts' set, if it gives the recorded result;
3. GNU Go's `final_status_list dead`, if it does;
4. the nearest set to the estimate that does (`life_games.explaining_set`); with `--again` the estimate is that of the
   network there is already, so that a second run explains more.

Games that none explains are left out. Test archives are never read.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
PACKAGE_DATA = HERE.parent / "goanalyze" / "life" / "data"
SIDE = 19
POINTS = SIDE * SIDE
EASY, EASY_SHARE = 0.4, 1 / 3
PLAYOUTS = ((1, 32, 128), (2, 32, 128), (3, 12, 0))  # of each position: seed, first and second round
SETTINGS = {
    "channels": 32, "blocks": 6, "hidden": 32, "epochs": 15, "batch": 32, "rate": 2e-3, "decay": 1e-4, "seed": 1,
    "average": 0.995, "repeat": 1, "blind": 0.1,  # blind: examples that do not show what playouts say
}  # fmt: skip


def load_games(paths: list[str]) -> Any:
    """Read the games that are not for tests, and the sample."""
    sys.path.insert(0, str(HERE.parent / "tests" / "benchmarks"))
    import life_games  # noqa: PLC0415  the training environment has no goanalyze

    games = life_games.load([*paths, str(HERE / "sample" / "gnugo")])
    keep = []
    for game in range(len(games)):
        sample = "gnugo" not in games.archive[game] and games.archive[game] not in life_games.TRAINING
        keep.append(sample or life_games.part_of(games.archive[game], games.member[game]) != "test")
    return life_games, games.take(np.flatnonzero(keep).tolist())


def parts(life_games: Any, games: Any) -> np.ndarray:
    """Return the part of each game; the sample is for tuning."""
    found = [life_games.part_of(games.archive[g], games.member[g]) for g in range(len(games))]
    return np.array(["tune" if part == "test" else part for part in found])


def boards_of(games: Any) -> Any:
    """Return the positions as kernels take them."""
    from goanalyze.vocabulary.boards import Boards  # noqa: PLC0415

    return Boards(games.boards, games.board_start, games.width, games.height)


def estimates(games: Any, seed: int, first: int, second: int) -> Any:
    """Play out every position."""
    from goanalyze.life.estimate import play_out  # noqa: PLC0415

    return play_out(boards_of(games), games.to_move, seed=seed, first_round=first, second_round=second)


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
    life_games, games = load_games(paths)
    found = estimates(games, *PLAYOUTS[0])
    right = np.abs(life_games.computed_margins(games, found.dead) - games.margin) < 1 / 8
    order = np.argsort(right + found.confidence, kind="stable").tolist()
    began, gnugo, answers = time.monotonic(), Engine(folder), {}
    for game in order:
        if games.marked[game] or (right[game] and found.confidence[game] > 0.9):
            continue
        if time.monotonic() - began > minutes * 60:
            break
        board = games.boards[games.points(game)].reshape(games.height[game], games.width[game])
        dead = gnugo.dead(board, int(games.to_move[game]))
        if dead is not None:
            answers[f"{games.archive[game]}:{games.member[game]}"] = dead
    gnugo.process.kill()
    (folder / "engine.json").write_text(json.dumps(answers))
    print(f"{len(answers)} answers of GNU Go in {time.monotonic() - began:.0f} s")


def labels(folder: Path, life_games: Any, games: Any, *, again: bool) -> tuple[list[np.ndarray | None], list[str]]:
    """Return the dead set of each game that has a known one, and where it is from."""
    found = estimates(games, *PLAYOUTS[0])
    played = np.where(games.boards == 0, 0, 1 - found.shares)
    dying = played
    if again:
        from goanalyze.life.estimate import estimate  # noqa: PLC0415

        judged = estimate(boards_of(games), games.to_move)
        dying = np.where(games.boards == 0, 0, 1 - judged.shares)
    right = np.abs(life_games.computed_margins(games, found.dead) - games.margin) < 1 / 8
    path = folder / "engine.json"
    answers = json.loads(path.read_text()) if path.exists() else {}
    sets: list[np.ndarray | None] = []
    sources = []
    for game in range(len(games)):
        at, name = games.points(game), f"{games.archive[game]}:{games.member[game]}"
        dead: np.ndarray | None
        if games.marked[game]:
            dead, source = games.dead[at], "marks"
        elif right[game]:
            dead, source = found.dead[at], "playouts"
        else:
            dead, source = None, "none"
            if name in answers:
                marked = np.zeros(at.stop - at.start, dtype=np.uint8)
                marked[answers[name]] = 1
                if abs(life_games.computed_margins(games.take([game]), marked)[0] - games.margin[game]) < 1 / 8:
                    dead, source = marked, "engine"
            if dead is None and games.rules[game]:
                dead = life_games.explaining_set(games, game, dying[at])
                source = "none" if dead is None else "explained"
        sets.append(dead)
        sources.append(source)
    return sets, sources


def prepare(folder: Path, paths: list[str], *, again: bool) -> None:
    """Write `examples.npz`: planes, chains and truth of every labelled game."""
    life_games, games = load_games(paths)
    part = parts(life_games, games)
    sets, sources = labels(folder, life_games, games, again=again)
    from goanalyze.life.network_kernel import plane_chunk  # noqa: PLC0415
    from goanalyze.life.settled_kernel import settle  # noqa: PLC0415

    proofs, sides, _ = settle(boards_of(games))
    keep = [game for game, dead in enumerate(sets) if dead is not None]
    planes = np.zeros((len(PLAYOUTS), len(keep), SIDE, SIDE, 15), dtype=np.float16)
    chains = np.full((len(keep), SIDE, SIDE), POINTS, dtype=np.int16)
    truth = np.zeros((len(keep), SIDE, SIDE), dtype=np.int8)  # 1 alive, 2 dead, 0 no stone
    for number, playouts in enumerate(PLAYOUTS):
        found = estimates(games, *playouts)
        seen = plane_chunk(games.boards, games.board_start, games.width, games.height, games.to_move,
                           found.ownership, found.stays, proofs, sides)  # fmt: skip
        for row, game in enumerate(keep):
            height, width, at = int(games.height[game]), int(games.width[game]), games.points(game)
            planes[number, row, :height, :width] = seen[:, at].T.reshape(height, width, -1)
            if number == 0:
                board = games.boards[at]
                ids = np.empty(len(board), dtype=np.int16)
                for chain, points in enumerate([*life_games.chains_of(board, width),
                                                *life_games.regions_of(board, width)]):  # fmt: skip
                    ids[points] = chain
                chains[row, :height, :width] = ids.reshape(height, width)
                truth[row, :height, :width] = np.where(board > 0, 1 + sets[game], 0).reshape(height, width)
    counts = {name: {source: int(sum(part[g] == name and sources[g] == source for g in range(len(games))))
                     for source in sorted(set(sources))} for name in ("tune", "validate")}  # fmt: skip
    validate = part[keep] == "validate"
    np.savez(folder / "examples.npz", planes=planes, chains=chains, truth=truth, validate=validate)
    (folder / "examples.json").write_text(json.dumps(counts))
    print(counts)


def train(folder: Path, settings: dict[str, Any]) -> None:
    """Train, and write the weights that judged the validation games best."""
    import jax  # noqa: PLC0415
    import jax.numpy as jnp  # noqa: PLC0415

    data = np.load(folder / "examples.npz")
    planes, chains, truth, validate = (data[name] for name in ("planes", "chains", "truth", "validate"))
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
    share = planes[0, ..., -1]
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
            one[..., [3, 11, 12]] *= -1
            x[swap] = one
            blind = random.random(size) < settings["blind"]
            for plane in (3, 4, 5, 12, 13, 14):
                x[blind, ..., plane] = 0
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
    name = f"network-{settings['seed']}"
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
    files = sorted(folder.glob("network-*.npz"))
    members = [np.load(file) for file in files]
    PACKAGE_DATA.mkdir(exist_ok=True)
    stacked = {name: np.stack([member[name] for member in members]) for name in members[0].files}
    np.savez(PACKAGE_DATA / "network.npz", **stacked)
    provenance = {
        "script": "data/train_network.py",
        "date": dt.datetime.now(tz=dt.UTC).date().isoformat(),
        "data": "tuning games of kgs-2003.zip and kgs-2006.zip (life_games.part_of), data/sample/gnugo",
        "labels": json.loads((folder / "examples.json").read_text()),
        "examples": {"playouts": PLAYOUTS, "easy": EASY, "easy_share": EASY_SHARE},
        "members": [json.loads(file.with_suffix(".json").read_text()) for file in files],
        "validation": validation(paths),
    }
    (PACKAGE_DATA / "network.json").write_text(json.dumps(provenance, indent=1) + "\n")


def validation(paths: list[str]) -> dict[str, Any]:
    """Return how often the whole estimate, and playouts alone, give the recorded result of the validation games."""
    from goanalyze.life.estimate import estimate, play_out  # noqa: PLC0415

    life_games, games = load_games(paths)
    chosen = (parts(life_games, games) == "validate") & np.array([bool(rules) for rules in games.rules])
    games = games.take(np.flatnonzero(chosen).tolist())
    figures: dict[str, Any] = {"games": len(games)}
    for name, judge in (("estimate", estimate), ("playouts", play_out)):
        found = judge(boards_of(games), games.to_move)
        margins = life_games.computed_margins(games, found.dead)
        figures[name] = {
            "exact": round(float(np.mean(np.abs(margins - games.margin) < 1 / 8)), 4),
            "winner": round(float(np.mean(np.sign(margins) == np.sign(games.margin))), 4),
        }
    return figures


def main() -> None:
    """Run one step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("engine", "prepare", "train", "pack"))
    parser.add_argument("folder", type=Path, help="for what passes from step to step")
    parser.add_argument("paths", nargs="*", help="training archives")
    parser.add_argument("--again", action="store_true", help="prepare: explain results by the network there is")
    parser.add_argument("--minutes", type=float, default=20, help="engine: how long to ask")
    for name, value in SETTINGS.items():
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
