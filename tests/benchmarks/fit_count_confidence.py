"""Fit the confidence of counts, and measure it on other games.

    python tests/benchmarks/fit_count_confidence.py            # print the tables
    python tests/benchmarks/fit_count_confidence.py --update   # write goanalyze/score/count_confidence.json

Games: estimated final positions with a recorded margin that no two passes end and that can be counted, even games, each
counted as its source counts. In addition to server records there are games of KGS and GNU Go that two passes end,
cut 1–16 and 1–8 moves before: like many records of professional games, they stop early. A cut of `HALF_LIFE` more moves
has half the weight.

The fit is to games with an even CRC-32 of the text part of `game_id`, the tables are of the others. Each source has a
weight of its own, so that none dominates. Fitted twice: without anything known of the group of a game, and with the
rate of exact counts in its group. *Left out* are tables of a fit without the server. Archives are those of
`bench_estimates.py`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import ZipFile
from zlib import crc32

import numpy as np
import pandas as pd
from bench_estimates import BINS
from cut_games import FinishedGame, finished_games
from helpers.shared import SHARED
from numpy.typing import NDArray

from goanalyze.archives.inputs import find_sources
from goanalyze.conventions.convention import RestMode
from goanalyze.pipeline import Chunk, Options
from goanalyze.score import count_confidence
from goanalyze.score.count import COLUMNS, Counts
from goanalyze.score.count_confidence import Facts, features, own_rate
from goanalyze.score.final_positions import handicap_stones
from goanalyze.sgf.charset import texts
from goanalyze.sgf.metadata import recorded_komi
from goanalyze.sgf.records import in_chunks, read_records
from goanalyze.util.arrow import floats

TARGET: Final = Path(count_confidence.__file__).with_suffix(".json")
SAMPLE: Final = Path(__file__).parents[2] / "data" / "sample" / "gnugo"
HALF_LIFE: Final = 4
"""Moves by which a cut is longer that has half the weight."""
MOST_WEIGHT: Final = 4.0
"""Highest weight of one game."""
PENALTY: Final = 3.0
"""Weight of the squared standardized coefficients."""
KGS: Final = ("dev/kgs-2002", "dev/kgs-2003", "dev/kgs-2006", "dev/kgs-2017a")
CUTS: Final = {"cut games of KGS": (16, 2), "cut games of GNU Go": (8, 3)}  # most moves, and cuts of each game


class Group(NamedTuple):
    """Games that were counted alike.

    Attributes:
        server: row of the tables, key of `WEIGHTS`.
        archives: beginnings of the archive names.
        rest: how their ends are counted.
        km: values of KM as written; empty for any value.
        komi: komi in points; None for the recorded komi.
        is_area: True if they are counted by area.
        declared: ruleset ids of RU; empty for any.
    """

    server: str
    archives: tuple[str, ...]
    rest: RestMode = RestMode.PLAYED_OUT
    km: tuple[str, ...] = ()
    komi: float | None = None
    is_area: bool = False
    declared: tuple[str, ...] = ()


_TERRITORY: Final = ("japanese",)
_AREA: Final = ("chinese", "aga", "new-zealand")
_KGS, _GNU_GO = CUTS
GROUPS: Final = (
    Group("Fox, 9k", ("fox-9k",), km=("0",), komi=6.5, declared=_TERRITORY),
    Group("Fox, 9k", ("fox-9k",), km=("650",), komi=6.5, declared=_TERRITORY),
    Group("Fox, professionals", ("fox-pro",), km=("0", "650"), komi=6.5, declared=_TERRITORY),
    Group("Fox, area", ("fox-",), km=("375",), komi=7.5, is_area=True, declared=("chinese",)),
    Group("ai-yenw", ("ai-yenw",), km=("0",), komi=6.5),
    Group("ai-yenw", ("ai-yenw",), km=("750",), komi=7.5),
    Group("Tygem", ("tygem-2006",), RestMode.OPEN, komi=6.5),
    Group("Tygem", ("tygem-2009",), RestMode.OPEN, komi=6.5),
    Group("Tygem", ("tygem-2015",), RestMode.OPEN, komi=6.5),
    Group("events", ("events-tygem-tom",), RestMode.OPEN, komi=6.5),
    Group("Tom", ("tom-dev",), RestMode.OPEN, km=("6.5",), komi=6.5),
    Group("Tom", ("tom-dev",), RestMode.OPEN, km=("7.5",), komi=7.5, is_area=True),
    Group("go4go", ("go4go",)),
    Group(_KGS, (_KGS,), declared=_TERRITORY),
    Group(_KGS, (_KGS,), is_area=True, declared=_AREA),
    Group(_GNU_GO, (_GNU_GO,), declared=_TERRITORY),
    Group(_GNU_GO, (_GNU_GO,), is_area=True, declared=_AREA),
)
WEIGHTS: Final = {
    "Fox, 9k": 1000,
    "Fox, professionals": 700,
    "Fox, area": 50,
    "ai-yenw": 700,
    "Tygem": 1200,
    "events": 60,
    "Tom": 700,
    "go4go": 100,
    _KGS: 1400,
    _GNU_GO: 900,
}
"""Sum of the weights of the games of each server."""
RELATED: Final = {
    "Fox, 9k": ("Fox, 9k", "Fox, professionals", "Fox, area", "ai-yenw"),
    "Fox, professionals": ("Fox, 9k", "Fox, professionals", "Fox, area", "ai-yenw"),
}
"""Servers that are left out together with another one."""
DEV: Final = tuple(
    """
    fox-9k fox-pro2018 fox-pro2019 ai-yenw tygem-2006-07 tygem-2009-12 tygem-2015-06 events-tygem-tom tom-dev
    go4go-gastronleroux
""".split()
)


def positions(paths: Sequence[Path]) -> Iterator[tuple[pd.DataFrame, Facts]]:
    """Yield the countable games of each chunk, with the margins before komi by way of counting, and their facts."""
    for source in find_sources([str(path) for path in paths]):
        for chunk_files in in_chunks(texts(source)):
            for records in read_records(chunk_files):
                chunk = Chunk(records, Options(markup="ignore"))
                if (chosen := _countable(chunk)).any():
                    yield _counted(chunk, chosen)


def _countable(chunk: Chunk) -> NDArray[np.bool_]:
    """Return the even games with a recorded margin, of the games of a chunk with a rest."""
    columns, games = chunk.metadata.columns, chunk.ends.games
    is_counted = np.array([by in {"score", "draw"} for by in columns["result_by"].to_pylist()], dtype=np.bool_)
    is_counted &= ~np.isnan(floats(columns["result_margin"]))
    is_even = (handicap_stones(chunk.records.handicap, chunk.replays)[0] == 0) & (chunk.records.handicap == 0)
    is_countable: NDArray[np.bool_] = (is_counted & is_even)[games]
    return is_countable


def _counted(chunk: Chunk, chosen: NDArray[np.bool_]) -> tuple[pd.DataFrame, Facts]:
    """Return some of the games of a chunk with a rest, with their margins, and their facts."""
    ends, columns = chunk.ends, chunk.metadata.columns
    games = ends.games[chosen]
    frame = {
        "id": [chunk.ids[game] for game in games.tolist()],
        "archive": [Path(chunk.records.text_of(game).source).stem for game in games.tolist()],
        "member": [chunk.records.text_of(game).member or "" for game in games.tolist()],
        "km": columns["komi_raw"].to_numpy(zero_copy_only=False)[games],
        "ruleset": columns["ruleset"].to_numpy(zero_copy_only=False)[games],
        "komi": recorded_komi(chunk.metadata)[games],
        "result": floats(columns["result_margin"])[games],
    }
    is_open = ends.is_open[games]
    for way, margin in (("area", _area), ("territory", _territory)):
        own = margin(ends.counts.take(games), ends.prisoners[games])
        other = margin(ends.others.take(chosen), ends.other_prisoners[chosen])
        frame[f"{way}, open"] = np.where(is_open, own, other)
        frame[f"{way}, played out"] = np.where(is_open, other, own)
    return pd.DataFrame(frame), _take(ends.facts, chosen)


def _take(facts: Facts, games: NDArray[np.bool_]) -> Facts:
    """Return the facts about some games."""
    return {name: values[games] for name, values in facts.items()}


def _area(counts: Counts, _: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return Black's margin by area."""
    stones, territory = (counts.plain[:, :, COLUMNS.index(name)] for name in ("stones", "territory"))
    margin: NDArray[np.int64] = (stones + territory) @ np.array((1, -1))
    return margin


def _territory(counts: Counts, prisoners: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return Black's margin by territory."""
    names = ("territory", "seki", "deducted", "dead")
    territory, seki, deducted, dead = (counts.in_territory[:, :, COLUMNS.index(name)] for name in names)
    margin: NDArray[np.int64] = (territory - seki - deducted + prisoners - dead) @ np.array((1, -1))
    return margin


def cut_archive(name: str, paths: Sequence[Path], folder: Path) -> Path:
    """Write an archive of games cut before their end, and return its path."""
    most, cuts = CUTS[name]
    target = folder / f"{name}.zip"
    random = np.random.default_rng(1)
    with ZipFile(target, "w") as archive:
        for number, game in enumerate(finished_games(paths)):
            for moves in random.permutation(np.arange(1, most + 1))[:cuts].tolist():
                if _is_long(game, moves):
                    archive.writestr(f"{number}/{half_of(game.id)}/{moves}.sgf", game.cut(moves))
    return target


def half_of(game_id: str) -> int:
    """Return the half that a game belongs to: 0, the fit, or 1, the tables."""
    return crc32(game_id[:24].encode()) % 2


def _is_long(game: FinishedGame, moves: int) -> bool:
    """Return True if many moves are left after a cut."""
    side = int(game.header.split("SZ[")[1].split("]")[0])
    return len(game.moves) - moves >= 0.45 * side * side


def read_games() -> pd.DataFrame:
    """Return all games of the groups: server, group, half, weight, exact or not, and the features."""
    parts: list[tuple[pd.DataFrame, Facts]] = []
    with tempfile.TemporaryDirectory() as folder:
        parts += positions([SHARED / f"archives/dev/{name}.zip" for name in DEV])
        kgs = cut_archive(_KGS, [SHARED / f"archives/{name}.zip" for name in KGS], Path(folder))
        gnu_go = cut_archive(_GNU_GO, [SHARED / "archives/dev/gnugo-selfplay.zip", SAMPLE], Path(folder))
        parts += [part for path in (kgs, gnu_go) for part in positions([path])]
    games = pd.concat([frame for frame, _ in parts], ignore_index=True)
    facts = {name: np.concatenate([facts[name] for _, facts in parts]) for name in parts[0][1]}
    group = np.full(len(games), -1)
    for number, each in enumerate(GROUPS):
        is_of_group = games.archive.map(lambda name, each=each: name.startswith(each.archives)).astype(bool)
        is_of_group &= games.km.isin(each.km) if each.km else True
        is_of_group &= games.ruleset.isin(each.declared) if each.declared else True
        group[is_of_group] = number
    is_member = group >= 0
    games, group, facts = games[is_member], group[is_member], _take(facts, is_member)
    games = games.assign(group=group, points=facts["shorter"].astype(int) * facts["longer"]).reset_index(drop=True)
    of_group = [GROUPS[number] for number in group]
    komi = np.where([each.komi is None for each in of_group], games.komi, [each.komi or 0.0 for each in of_group])
    is_area = np.array([each.is_area for each in of_group])
    # the collection of professional games names no rules: area where komi is 7 and more
    is_area |= np.array([each.server == "go4go" for each in of_group]) & (komi >= 7)
    rest = np.array([each.rest.index for each in of_group], dtype=np.int8)
    for way in ("area", "territory"):
        margin = np.where(rest == RestMode.OPEN.index, games[f"{way}, open"], games[f"{way}, played out"])
        games[way] = margin == games.result + komi
    games["exact"] = np.where(is_area, games.area, games.territory)
    games["server"] = [each.server for each in of_group]
    games["half"], games["cut"] = games.id.map(half_of), 0
    is_cut = games.server.isin(CUTS)  # all cuts of a game belong to one half
    games.loc[is_cut, "half"] = games.member[is_cut].map(lambda name: int(Path(name).parent.name))
    games.loc[is_cut, "cut"] = games.member[is_cut].map(lambda name: int(Path(name).stem))
    by_way = [features(facts, rest, is_area=way) for way in (True, False)]
    for name in by_way[0]:
        games[name] = np.where(is_area, by_way[0][name], by_way[1][name])
    games.attrs["features"] = list(by_way[0])
    games = games[~np.isnan(komi)].reset_index(drop=True)
    learned = games[games.half == 0].groupby("group").exact.agg(["sum", "size"])
    games["rate"] = games.group.map({number: own_rate(exact, size) for number, (exact, size) in learned.iterrows()})
    return games


def weights(games: pd.DataFrame) -> NDArray[np.float64]:
    """Return the weight of each game."""
    by_cut = pd.Series(0.5 ** (np.maximum(games.cut - 1, 0) / HALF_LIFE), index=games.index)
    share = by_cut / by_cut.groupby(games.server).transform("sum")
    return np.minimum((share * games.server.map(WEIGHTS)).to_numpy(float), MOST_WEIGHT)


class Model(NamedTuple):
    """A fitted logistic function.

    Attributes:
        columns: its features.
        mean, deviation: of the features, by which they are standardized.
        coefficients: of the standardized features, then the constant.
    """

    columns: list[str]
    mean: NDArray[np.float64]
    deviation: NDArray[np.float64]
    coefficients: NDArray[np.float64]

    def __call__(self, games: pd.DataFrame) -> NDArray[np.float64]:
        """Return the confidence of games."""
        scaled = (games[self.columns].to_numpy(float) - self.mean) / self.deviation
        confidence: NDArray[np.float64] = 1 / (1 + np.exp(-scaled @ self.coefficients[:-1] - self.coefficients[-1]))
        return confidence


def fit(games: pd.DataFrame, columns: list[str], *, with_rate: bool) -> Model:
    """Fit the logistic function to games by Newton's method."""
    values, weight, exact = games[columns].to_numpy(float), weights(games), games.exact.to_numpy(float)
    mean = np.average(values, axis=0, weights=weight)
    deviation = np.sqrt(np.average((values - mean) ** 2, axis=0, weights=weight)) + 1e-9
    if with_rate:
        columns = [*columns, "rate"]
        values = np.column_stack((values, games.rate))
        mean, deviation = np.append(mean, 0), np.append(deviation, 1)
    scaled = np.column_stack(((values - mean) / deviation, np.ones(len(values))))
    coefficients, penalty = np.zeros(scaled.shape[1]), PENALTY * np.eye(scaled.shape[1])
    penalty[-1, -1] = 0
    for _ in range(40):
        confidence = 1 / (1 + np.exp(-scaled @ coefficients))
        slope = scaled.T @ (weight * (confidence - exact)) + penalty @ coefficients
        curvature = (scaled.T * (weight * confidence * (1 - confidence))) @ scaled + penalty
        coefficients -= np.linalg.solve(curvature, slope)
    return Model(columns, mean, deviation, coefficients)


def row(name: str, confidence: NDArray[np.float64], exact: NDArray[np.bool_]) -> str:
    """Return a row of the tables: games, exact, exact by confidence, exact where 0.9 and more, and mean error."""
    cells, error = [], 0.0
    for low, high in pairwise([*BINS.values(), 1.01]):
        part = (confidence >= low) & (confidence < high)
        cells.append(f"{part.sum()}: {exact[part].mean():.0%}" if part.any() else "–")
        error += abs(confidence[part].sum() - exact[part].sum()) / max(1, len(exact))
    sure = confidence >= 0.9
    cells.append(f"{sure.sum()}: {exact[sure].mean():.1%}" if sure.any() else "–")
    means = f"{len(exact)} | {exact.mean():.1%} | {confidence.mean():.2f}"
    return f"| {name} | {means} | {' | '.join(cells)} | {error:.3f} |"


def print_tables(games: pd.DataFrame, model_of: Callable[..., Model]) -> None:
    """Print exact counts by confidence of the half that no fit has seen, fitted with and without the server."""
    learned, others = games[games.half == 0], games[games.half == 1]
    for with_rate in (False, True):
        print(f"\n{'With the rate of the group' if with_rate else 'Nothing known of the group'}\n")
        print(f"| server | games | exact | mean | {' | '.join(BINS)} | 0.9 and more | error |")
        print(f"|{'---|' * (len(BINS) + 6)}")
        model = model_of(learned, with_rate=with_rate)
        for server in WEIGHTS:
            part = others[others.server == server]
            print(row(server, model(part), part.exact.to_numpy()))
            if server in CUTS:
                part = part[part.cut <= 3]
                print(row(f"{server}, 3 moves at most", model(part), part.exact.to_numpy()))
        for server in WEIGHTS:
            rest = learned[~learned.server.isin(RELATED.get(server, (server,)))]
            part = others[others.server == server]
            print(row(f"{server}, left out", model_of(rest, with_rate=with_rate)(part), part.exact.to_numpy()))


def document(games: pd.DataFrame, model_of: Callable[..., Model]) -> dict[str, Any]:
    """Return the content of the JSON file."""
    learned = games[games.half == 0]
    models = {"without rate": model_of(learned, with_rate=False), "with rate": model_of(learned, with_rate=True)}
    plain = models["without rate"]
    by_side = np.sqrt(learned.points).round().astype(int).value_counts()
    fitted_sides = sorted(by_side[by_side >= 20].index)
    sums = learned.groupby("server").exact.agg(games="size", exact="sum")
    digits = 6
    result: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "script": "tests/benchmarks/fit_count_confidence.py",
        "half": "fitted to games with an even CRC-32 of the first 24 characters of game_id",
        "games": {name: {**sums.loc[name].astype(int).to_dict(), "weight": weight} for name, weight in WEIGHTS.items()},
        "sides": [int(fitted_sides[0]), int(fitted_sides[-1])],
        "mean": dict(zip(plain.columns, plain.mean.round(digits).tolist(), strict=True)),
        "deviation": dict(zip(plain.columns, plain.deviation.round(digits).tolist(), strict=True)),
    }
    for name, model in models.items():
        values = model.coefficients.round(digits).tolist()
        result[name] = {"intercept": values[-1]}
        result[name] |= {"rate": values[-2]} if name == "with rate" else {}
        result[name]["coefficients"] = dict(zip(plain.columns, values, strict=False))
    return result


def main() -> int:
    """Print the tables, and write the coefficients on request. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="write the coefficients")
    options = parser.parse_args()
    games = read_games()

    def model_of(part: pd.DataFrame, *, with_rate: bool) -> Model:
        return fit(part, games.attrs["features"], with_rate=with_rate)

    print_tables(games, model_of)
    if options.update:
        TARGET.write_text(json.dumps(document(games, model_of), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
