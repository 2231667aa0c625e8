"""Agreement of estimated dead stones with results and the players' marks, by stratum, and the cost.

    python tests/benchmarks/bench_life.py ARCHIVE… [--markup ignore|dead|full]
    python tests/benchmarks/bench_life.py ARCHIVE… --others 150 --json figures.json

Without `--markup` all three are measured. ``ignore``: every finished game with a recorded count is judged without its
markup. ``dead``: marked games with the dead stones from the marks alone, so that territory is on trial. ``full``: the
marked points are the territory. Intervals are Wilson's, 95%. *Exact*: the count under the declared ruleset is the
recorded margin; positions too open to count never agree. *Explained* includes an explanation of the audit.

Archives in `life_games.TRAINING` are named training and left out of every total, since the network and all thresholds
were made on them. Games that two passes do not end (Tygem records none) are totalled apart.

`--others` lets @sabaki/deadstones (npm) and GNU Go judge games spread evenly over the test strata; their dead stones
are counted by the same code as this program's.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from life_games import TRAINING, Final, agreements, archive_of, finals, is_training, size_class, spread
from numpy.typing import NDArray

import goanalyze as ga
from goanalyze import BLACK, WHITE, MarkupMode, PointKind, to_gtp
from goanalyze.core.labels import LabeledBoards
from goanalyze.draw.diagram import diagram
from goanalyze.life.choices import Proof, StatusSource
from goanalyze.life.engines.engine import Engine
from goanalyze.life.estimate.estimate import EstimateInputs, EstimateOptions, estimate, run_cascade
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.points import EMPTY
from goanalyze.rules import RULESETS, Scoring
from goanalyze.score.choices import SURROUNDED
from goanalyze.score.territory import find_point_kinds
from goanalyze.util.statistics import wilson

BINS = ((0, 0.6), (0.6, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 0.99), (0.99, 1.01), (0.9, 1.01))
UNEXPLAINED = ("does not follow", "off by one")  # of explanations
MOST_TIMED = 1000
GNUGO = "gnugo --mode gtp --level 5"
DEADSTONES = """
const deadstones = require('@sabaki/deadstones')
const boards = JSON.parse(require('fs').readFileSync(0))
;(async () => {
  await deadstones.guess(boards[0], {finished: true, iterations: 100})
  const answers = []
  for (const board of boards) {
    const began = process.cpuUsage()
    const dead = await deadstones.guess(board, {finished: true, iterations: 100})
    const used = process.cpuUsage(began)
    answers.push({dead, seconds: (used.user + used.system) / 1e6})
  }
  console.log(JSON.stringify(answers))
})()
"""

Position = tuple[Any, ...]  # as the arguments of a kernel

FIGURES: dict[str, list[dict[str, Any]]] = defaultdict(list)


class Row(NamedTuple):
    """A game with a recorded count as the audit table has it."""

    archive: str
    rules: str
    size: str
    passed: bool
    game_id: str
    agreement: str
    explained: bool
    explanation: str
    source: str
    confidence: float
    evidence: str


def share(hits: Iterable[bool]) -> str:
    """Write a share in per cent with its interval."""
    values = [bool(hit) for hit in hits]
    if not values:
        return f"{'–':^18}"
    low, high = wilson(sum(values), len(values))
    return f"{100 * sum(values) / len(values):5.1f} ({low * 100:4.1f}–{high * 100:5.1f})"


def figure(table: str, key: dict[str, Any], **columns: Iterable[bool]) -> None:
    """Keep a line's figures for `--json`."""
    line = dict(key)
    for name, hits in columns.items():
        values = [bool(hit) for hit in hits]
        line[name] = {"found": sum(values), "of": len(values), "interval": wilson(sum(values), len(values))}
    FIGURES[table].append(line)


def audited(paths: Sequence[str], markup: str) -> list[Row]:
    """Check archives and return the rows of their audit table, with where each game comes from; equal records once."""
    tables = ga.check(paths, markup=markup, rulesets=["japanese", "chinese"])
    columns = ["game_id", "source", "board_width", "board_height", "ended_by"]
    games = tables.games[columns].drop_duplicates("game_id")
    joined = tables.audit.drop_duplicates("game_id").merge(games, on="game_id")
    rows = [
        Row(
            archive_of(row.source),
            row.ruleset if isinstance(row.ruleset, str) else "(none)",
            size_class(int(row.board_width), int(row.board_height)),
            row.ended_by == "passes",
            row.game_id,
            row.agreement,
            isinstance(row.explanation, str) and row.explanation not in UNEXPLAINED,
            str(row.explanation),
            str(row.status_source),
            float(row.status_confidence),
            str(row.evidence),
        )
        for row in joined.itertuples()
    ]
    if wrong := sum(row.explained != told for row, told in zip(rows, joined.explained.tolist(), strict=True)):
        told = f"{wrong} of {len(rows)} games; the latter is used."
        print(f"\nThe audit table's column explained contradicts its column explanation in {told}")
    return rows


def groups(archive: str, rules: str, size: str, *, passed: bool) -> list[tuple[str, str, str]]:
    """Name the strata that a game counts for, its own first, then the totals that it belongs to."""
    if is_training(archive):
        return [(f"training {archive}", rules, size)]
    end = "" if passed else ", no passes"
    names = [(f"{archive}{end}", rules, size), (f"TEST{end}", rules, size), (f"TEST{end}", "all", "all")]
    if archive.startswith("kgs-"):
        names += [(f"TEST KGS{end}", rules, size), (f"TEST KGS{end}", "all", "all")]
    return names


def print_audit(rows: Sequence[Row], found: dict[str, Final], markup: str) -> None:
    """Print agreement by stratum and, next to it, that of the markup in the same stratum."""
    strata: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in rows:
        for name in groups(row.archive, row.rules, row.size, passed=row.passed):
            strata[name].append(row)
    sets: dict[tuple[str, str, str], list[bool]] = defaultdict(list)
    for final in found.values():
        if final.marked and (markup == "dead" or final.source > StatusSource.NONE.index):
            same = same_territory(final) if markup == "dead" else final.judged_as_marked
            for name in groups(*final.stratum, passed=final.passed):
                sets[name].append(same)
    last = {"ignore": "dead set = markup", "dead": "territory = marked", "full": ""}[markup]
    print(
        f"\n--markup {markup}\n{'source':<32}{'rules':<13}{'size':<6}{'games':>5}{'open':>5}  {'exact %':<20}"
        f"{'winner %':<20}{'explained %':<20}{'marked' if last else '':>6}  {last}"
    )
    for name in sorted({*strata, *(sets if last else ())}, key=lambda name: (name[0].startswith("TEST"), name)):
        some, same = strata[name], sets[name]
        exact = [row.agreement == "exact" for row in some]
        winner = [row.agreement in {"exact", "winner"} for row in some]
        explained = [row.explained for row in some]
        open_ = sum(row.agreement == "not_countable" for row in some)
        print(
            f"{name[0]:<32}{name[1]:<13}{name[2]:<6}{len(some):>5}{open_:>5}  {share(exact):<20}{share(winner):<20}"
            f"{share(explained):<20}{f'{len(same):>6}  {share(same)}' if last else ''}".rstrip()
        )
        figure(
            f"audit {markup}",
            {"source": name[0], "rules": name[1], "size": name[2], "open": open_},
            exact=exact,
            winner=winner,
            explained=explained,
            same=same,
        )
    tally: dict[str, int] = defaultdict(int)
    for row in rows:
        if not is_training(row.archive) and row.agreement != "exact":
            tally[row.explanation if row.agreement != "not_countable" else "too open to count"] += 1
    told = ", ".join(f"{name} {count}" for name, count in sorted(tally.items(), key=lambda item: -item[1]))
    print(f"of the test games that are not exact: {told or 'none'}")
    if markup != "ignore":
        print_differences(rows, found, markup)


def territory_of(final: Final) -> NDArray[np.uint8]:
    """Return the owner of each point, worked out from the marked dead stones."""
    boards, first = final.alone()
    kind, side = find_point_kinds(boards, final.marked_dead, first)
    by_territory = final.rules not in RULESETS or RULESETS[final.rules].scoring.value is Scoring.TERRITORY
    counts = (PointKind.TERRITORY,) if by_territory else SURROUNDED
    owner: NDArray[np.uint8] = np.where(np.isin(kind, [each.index for each in counts]), side, EMPTY)
    return owner


def same_territory(final: Final) -> bool:
    """Return True if the territory that follows from the marked dead stones equals the marked points."""
    return bool((territory_of(final) == final.owner).all())


def print_differences(rows: Sequence[Row], found: dict[str, Final], markup: str) -> None:
    """Name the marked test games that miss their recorded margin or their marked territory."""
    missed = {row.game_id: row.evidence for row in rows if row.agreement != "exact" and not is_training(row.archive)}
    for final in found.values():
        differs = final.marked and not is_training(final.archive) and not same_territory(final)
        if final.game_id not in missed and not (differs and markup == "dead"):
            continue
        owner = territory_of(final)
        points = np.flatnonzero(owner != final.owner).tolist() if markup == "dead" else []
        told = " ".join(
            f"{to_gtp(point, final.width, final.height)}:{'.BW'[owner[point]]}≠{'.BW'[final.owner[point]]}"
            for point in points[:12]
        )
        print(
            f"  {final.archive}/{final.member} ({final.rules}): {missed.get(final.game_id, 'exact')}"
            f"{'; points ' if told else ''}{told}"
        )


def print_reliability(rows: Sequence[Row], found: dict[str, Final]) -> None:
    """Print by claimed confidence how often the count was exact, and the dead stones the marked ones."""
    test = [row for row in rows if not is_training(row.archive) and row.passed and row.agreement != "not_countable"]
    marked = [
        final
        for final in found.values()
        if final.marked and final.source > StatusSource.NONE.index and not is_training(final.archive)
    ]
    if not test and not marked:
        return
    print("\nReliability, test games without markup, two passes, countable")
    print(f"{'confidence':<14}{'games':>6}  {'exact %':<20}{'winner %':<20}{'marked':>6}  dead set = markup")
    for low, high in BINS:
        some = [row for row in test if low <= row.confidence < high]
        same = [final.judged_as_marked for final in marked if low <= final.confidence < high]
        exact = [row.agreement == "exact" for row in some]
        winner = [row.agreement != "no" for row in some]
        mean = f"mean claimed {100 * np.mean([row.confidence for row in some]):.1f}" if some else ""
        name = f"{low:.2f}–{min(high, 1):.2f}"
        print(
            f"{name:<14}{len(some):>6}  {share(exact):<20}{share(winner):<20}{len(same):>6}  {share(same):<20}"
            f" {mean}".rstrip()
        )
        figure("reliability", {"confidence": name}, exact=exact, winner=winner, same=same)


def print_settled(some: Sequence[Final]) -> None:
    """Print the proven share without estimates, and its agreement with the markup."""
    print(
        "\nSettled, test games"
        f"\n{'source':<32}{'size':<6}{'judged':>7}{'settled':>8}   "
        f"{'marked':>6}{'settled':>8}  {'as marked %':<20}stones proven, against the marks"
    )
    names: list[str] = []
    strata: dict[tuple[str, str], list[Final]] = defaultdict(list)
    for final in some:
        if not is_training(final.archive):
            strata[final.archive, size_class(final.width, final.height)].append(final)
            strata["TEST", "all"].append(final)
    for name, members in sorted(strata.items(), key=lambda item: (item[0][0] == "TEST", item[0])):
        judged = [final for final in members if final.source > StatusSource.NONE.index]
        settled = [final for final in judged if final.source == StatusSource.SETTLED.index]
        marked = [final for final in members if final.marked]
        same, proven, against, stones = [], 0, 0, 0
        for final in marked:
            proof, side, decided, _ = prove_statuses(final.alone()[0])
            # Unmarked points of territory contradict nothing: by territory rules false eyes are left unmarked.
            wrong = (
                ((proof == Proof.DEAD.index) & (final.marked_dead == 0))
                | ((proof == Proof.ALIVE.index) & (final.marked_dead > 0))
                | ((proof == Proof.TERRITORY.index) & (final.owner > 0) & (final.owner != side))
                | ((proof == Proof.DAME.index) & (final.owner > 0))
            )
            if decided[0]:
                same.append(not wrong.any())
            on = final.board != EMPTY
            stones, proven = stones + int(on.sum()), proven + int((on & (proof > 0)).sum())
            against += int((on & wrong).sum())
            if name[0] == "TEST" and wrong.any():
                points = [to_gtp(point, final.width, final.height) for point in np.flatnonzero(wrong).tolist()]
                names.append(
                    f"  {final.archive}/{final.member}: {' '.join(points)}{' (settled)' if decided[0] else ''}"
                )
        told = f"{100 * proven / stones:.1f}% of {stones}, {against}" if stones else ""
        print(
            f"{name[0]:<32}{name[1]:<6}{len(judged):>7}{len(settled):>8}   {len(marked):>6}{len(same):>8}  "
            f"{share(same):<20}{told}".rstrip()
        )
        figure(
            "settled",
            {
                "source": name[0],
                "size": name[1],
                "judged": len(judged),
                "settled": len(settled),
                "stones": stones,
                "proven": proven,
                "against": against,
            },
            same=same,
        )
    print(f"{len(names)} games with points proven otherwise than marked{':' if names else ''}", *names, sep="\n")


def print_cost(some: Sequence[Final]) -> None:
    """Print the processor time of single 19×19 positions of finished games, settled ones apart."""
    large = [final for final in some if final.width == final.height == 19 and final.source > StatusSource.NONE.index]
    if not large:
        return
    large = [large[at] for at in np.unique(np.linspace(0, len(large) - 1, MOST_TIMED).astype(int)).tolist()]
    print(
        f"\nProcessor time in ms of single finished 19×19 positions (at most {MOST_TIMED})"
        f"\n{'':<44}{'positions':>9}{'mean':>9}{'median':>9}{'p99':>9}{'most':>9}"
    )
    open_ = [final for final in large if final.source == StatusSource.ESTIMATED.index]
    settled = [final for final in large if final.source == StatusSource.SETTLED.index]

    def line(name: str, positions: Sequence[Position], work: Callable[..., object]) -> None:
        times = timed(positions, work)
        if len(times):
            values = (times.mean(), np.median(times), np.percentile(times, 99), times.max())
            print(f"{name:<44}{len(times):>9}" + "".join(f"{value:>9.3f}" for value in values))
            FIGURES["cost"].append({"what": name, "positions": len(times), "ms": [float(value) for value in values]})

    stages: dict[bool, list[Position]] = {False: [], True: []}
    for final in open_:
        stages[is_judged_at_length(*final.alone())].append(final.alone())
    line("estimate, positions not settled", [final.alone() for final in open_], estimate)
    line("estimate, decided by the small network", stages[False], estimate)
    line("estimate, judged by the larger network", stages[True], estimate)
    line("estimate, settled positions (if asked)", [final.alone() for final in settled], estimate)
    line("prove_statuses, positions not settled", [final.alone()[:1] for final in open_], prove_statuses)
    line("prove_statuses, settled positions", [final.alone()[:1] for final in settled], prove_statuses)
    found = [(final.alone()[0], final.dead, final.alone()[1]) for final in large]
    line("territory, given the dead stones", found, find_point_kinds)


def is_judged_at_length(boards: LabeledBoards, to_move: NDArray[np.uint8]) -> bool:
    """Return True if the first stage of the cascade does not decide a position."""
    proofs, owners, is_proven, is_local = prove_statuses(boards)
    inputs = EstimateInputs(to_move, np.where(is_local, 0, proofs), np.where(is_local, 0, owners))
    return bool(run_cascade(boards.only(~is_proven), inputs, EstimateOptions(1)).is_open[0])


def timed(positions: Sequence[Position], work: Callable[..., object]) -> NDArray[np.float64]:
    """Return the processor time in ms of each position, compiled before."""
    times = []
    for number, position in enumerate([*positions[:1], *positions]):
        began = time.process_time_ns()
        work(*position)
        if number:
            times.append((time.process_time_ns() - began) / 1e6)
    return np.array(times)


class Judgements(NamedTuple):
    """Result of a method: dead stones of each position, None where it failed; processor seconds of all of them."""

    method: str
    dead: list[NDArray[np.uint8] | None]
    seconds: float


def by_deadstones(some: Sequence[Final]) -> Judgements | None:
    """Ask @sabaki/deadstones, installed into a temporary folder."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        print("\n@sabaki/deadstones is left out: it needs node and npm.")
        return None
    sign = np.zeros(3, dtype=int)
    sign[BLACK], sign[WHITE] = 1, -1
    boards = json.dumps([sign[final.board].reshape(final.height, final.width).tolist() for final in some])
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "judge.js").write_text(DEADSTONES)
        try:
            subprocess.run(
                [npm, "install", "--silent", "@sabaki/deadstones"],
                cwd=folder,
                check=True,
                capture_output=True,
                timeout=120,
            )
            told = subprocess.run(
                [node, "judge.js"], cwd=folder, input=boards, capture_output=True, text=True, check=True, timeout=600
            )
        except (subprocess.SubprocessError, OSError) as error:
            print(f"\n@sabaki/deadstones is left out: {error}.")
            return None
    answers = json.loads(told.stdout)
    sets = []
    for final, answer in zip(some, answers, strict=True):
        dead = np.zeros(final.board.size, dtype=np.uint8)
        dead[[y * final.width + x for x, y in answer["dead"]]] = 1
        sets.append(dead & (final.board != EMPTY))
    return Judgements("@sabaki/deadstones", sets, sum(answer["seconds"] for answer in answers))


def by_gnugo(some: Sequence[Final]) -> Judgements | None:
    """Ask GNU Go at level 5 for the status of every stone."""
    program = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    if not program:
        print("\nGNU Go is left out: it is not installed.")
        return None
    began = _of_children()
    sets: list[NDArray[np.uint8] | None] = []
    with Engine(GNUGO.replace("gnugo", program, 1)) as engine:
        for final in some:
            verdict = engine.analyze(final.position, final.first, final.rules, 0.0)
            dead = np.zeros(final.board.size, dtype=np.uint8)
            dead[list(verdict.dead)] = 1
            sets.append(None if verdict.error else dead)
    return Judgements("GNU Go 3.8, level 5", sets, _of_children() - began)


def _of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def by_goanalyze(some: Sequence[Final]) -> Judgements:
    """Time the program's own result, position by position."""
    milliseconds = timed([final.alone() for final in some], lambda *it: (prove_statuses(it[0]), estimate(*it)))
    return Judgements("goanalyze", [final.dead for final in some], float(milliseconds.sum()) / 1e3)


def print_others(found: Iterable[Final], most: int) -> None:
    """Let others judge the same games, count them by the same code, and print all side by side."""
    eligible = [
        final
        for final in found
        if final.source > StatusSource.NONE.index and final.passed and not is_training(final.archive)
    ]
    counted = agreements(eligible, [final.dead for final in eligible])
    some = spread([final for final, told in zip(eligible, counted, strict=True) if told or final.marked], most)
    print(
        f"\nThe same {len(some)} test games, judged by others, counted by this program's code; ms of processor time."
        "\nThe marks of gnugo-selfplay are GNU Go's own."
    )
    methods = [told for told in (by_goanalyze(some), by_deadstones(some), by_gnugo(some)) if told]
    print(
        f"{'method':<22}{'games':<24}{'counted':>7}  {'exact %':<20}{'winner %':<20}{'marked':>6}  "
        f"{'dead set = markup':<20}{'ms each':>9}{'failed':>7}"
    )
    for method in methods:
        told = agreements(some, method.dead)
        strata: dict[str, list[int]] = defaultdict(list)
        for number, final in enumerate(some):
            archive, rules, size = final.stratum
            strata["all"].append(number)
            if archive.startswith("kgs-") and size == "19":
                strata[f"KGS 19×19 {rules}"].append(number)
            else:
                strata[f"{size}, {'KGS' if archive.startswith('kgs-') else 'others'}"].append(number)
        known = [bool(one) for one in agreements(some, [final.dead for final in some])]  # a count is recorded
        for name in sorted(strata):
            numbers = strata[name]
            rows = [told[number] for number in numbers if known[number]]
            exact = [row is not None and row.agreement == "exact" for row in rows]
            winner = [row is not None and row.agreement in {"exact", "winner"} for row in rows]
            same = [_same(method.dead[number], some[number]) for number in numbers if some[number].marked]
            failed = sum(method.dead[number] is None for number in numbers)
            each = f"{method.seconds / len(some) * 1e3:9.2f}" if name == "all" else f"{'':>9}"
            print(
                f"{method.method:<22}{name:<24}{len(rows):>7}  {share(exact):<20}{share(winner):<20}{len(same):>6}  "
                f"{share(same):<20}{each}{failed:>7}"
            )
            figure(
                "others",
                {"method": method.method, "games": name, "failed": failed, "ms": method.seconds / len(some) * 1e3},
                exact=exact,
                winner=winner,
                same=same,
            )


def _same(dead: NDArray[np.uint8] | None, final: Final) -> bool:
    return dead is not None and bool((dead == final.marked_dead).all())


def print_misses(rows: Sequence[Row], found: dict[str, Final], most: int) -> None:
    """Draw test games whose count is not the recorded one, or whose dead stones are not the marked ones."""
    by_id = {row.game_id: row for row in rows}
    missed = [
        final
        for final in found.values()
        if not is_training(final.archive)
        and final.source > StatusSource.NONE.index
        and (
            (final.marked and not final.judged_as_marked)
            or (final.game_id in by_id and by_id[final.game_id].agreement != "exact")
        )
    ]
    print(
        f"\n{len(missed)} misses. x and o are stones judged dead, and marked dead where there are marks; # (Black's) "
        "and @ (White's) judged dead but not marked; b and w marked dead but judged alive."
    )
    for final in spread(missed, most):
        evidence = [row.audit.evidence for row in agreements([final], [final.dead]) if row and row.audit]
        row = by_id.get(final.game_id)
        print(
            f"\n{final.archive}/{final.member} {final.rules}, {final.source.name.lower()} with confidence "
            f"{final.confidence:.2f}, {row.agreement if row else 'no count recorded'}, "
            f"{'marked' if final.marked else 'not marked'}: {' '.join(evidence)}"
        )
        marks = {}
        for point in np.flatnonzero((final.dead > 0) | (final.marked_dead > 0)).tolist():
            black = final.board[point] == BLACK
            both = final.dead[point] and (final.marked_dead[point] or not final.marked)
            marks[point] = (
                ("x" if black else "o")
                if both
                else (("#" if black else "@") if final.dead[point] else ("b" if black else "w"))
            )
        print(diagram(final.position, marks=marks))


def main() -> None:
    """Print all figures for the archives named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archives", nargs="*", default=["data/sample"], help="files, folders and archives")
    parser.add_argument("--markup", choices=MarkupMode.names(), help="what markup is good for; all three if not given")
    parser.add_argument("--others", type=int, default=0, metavar="N", help="compare with other programs on N games")
    parser.add_argument("--misses", type=int, default=0, metavar="N", help="draw N games that were missed")
    parser.add_argument("--json", type=Path, metavar="F", help="write the figures there, too")
    options = parser.parse_args()
    network = (Path(ga.__file__).parent / "life" / "estimate" / "network.py").exists()
    print(
        f"goanalyze {ga.__version__}, {'with' if network else 'without'} the network; Python "
        f"{platform.python_version()}, {platform.machine()}\n{', '.join(map(archive_of, TRAINING))} are training games "
        "(networks and thresholds come from them) and in no total."
    )
    found = {final.game_id: final for final in finals(options.archives)}
    modes = [options.markup] if options.markup else list(MarkupMode.names()[::-1])
    for mode in modes:
        rows = audited(options.archives, mode)
        if mode != "ignore":
            rows = [row for row in rows if row.source == "markup"]
        print_audit(rows, found, mode)
        if mode == "ignore":
            print_reliability(rows, found)
            print_settled(list(found.values()))
            print_cost(list(found.values()))
            if options.misses:
                print_misses(rows, found, options.misses)
    if options.others:
        print_others(found.values(), options.others)
    if options.json:
        options.json.write_text(json.dumps({"network": network, "archives": options.archives, **FIGURES}, indent=1))


if __name__ == "__main__":
    sys.exit(main())
