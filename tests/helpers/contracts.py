"""Records, commands and rows for the contract tests, which use `ga`, the commands and the tables alone."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from cases.legality import CASES
from click.testing import CliRunner, Result
from helpers import format_writers
from helpers.games import game, sgf
from helpers.laws import part

import goanalyze as ga
from goanalyze.cli import app

SAMPLE: Final = Path(__file__).parents[2] / "data" / "sample"
FINDINGS: Final = SAMPLE / "findings"
LOCATION: Final = ("source", "member", "game_id", "offset", "sources", "best_source", "best_member", "best_game_id")
"""Columns that depend on the location of a record."""
TABLES: Final = ("files", "games", "findings", "counts", "outcomes", "audit", "moves", "chains", "rulesets")
MOST: Final[ga.CheckArguments] = {"moves": True, "confirm": "safe"}
"""Options that write all tables."""
SIZES: Final = ((1, 1), (2, 1), (1, 3), (2, 2), (3, 2), (4, 3), (5, 5), (7, 9), (19, 19), (52, 3), (52, 52))
"""Width and height of boards."""

COUNTED: Final = (
    "(;GM[1]FF[4]SZ[5]KM[0.5]RU[Japanese]RE[B+4.5];B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[de];B[];W[])"
)
KO: Final = "(;SZ[5]KM[0]RU[Japanese]RE[0];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])"


def run(*arguments: object, **options: Any) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments], **options)


@cache
def ruleset_ids() -> tuple[str, ...]:
    """Return the ids of all presets, as the command lists them."""
    return tuple(ruleset["id"] for ruleset in json.loads(run("rules", "--format", "json").stdout))


@cache
def catalogue_codes() -> tuple[str, ...]:
    """Return the codes of all findings, as the command lists them."""
    return tuple(re.findall(r"(?m)^(GO\d{3}) ", run("explain").stdout))


@cache
def records() -> dict[str, bytes]:
    """Return some records of all kinds by name: boards, charsets, formats, variations, faults and illegal moves."""
    patterns = ("good-*", "go2*", "go101-*", "go10[35]-*", "go317-*", "go507-*", "go153-*")
    samples = {path.name: path.read_bytes() for pattern in patterns for path in sorted(FINDINGS.glob(pattern))}
    others = {f"written.{end}": write(format_writers.EXAMPLE).encode() for end, write in format_writers.WRITERS.items()}
    made = {"counted.sgf": COUNTED.encode(), "ko.sgf": KO.encode(), "none.sgf": b"no record at all"}
    return dict(sorted((samples | others | made).items()))


def write_folder(folder: Path, members: Mapping[str, bytes]) -> Path:
    """Write files into a new folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in members.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def rows(tables: ga.Tables, name: str, without: Iterable[str] = ()) -> list[dict[str, Any]]:
    """Return the rows of a table without some columns."""
    columns = [column for column in tables.arrow(name).column_names if column not in set(without)]
    return tables.arrow(name, columns).to_pylist()


def all_rows(tables: ga.Tables, without: Iterable[str] = (), names: Iterable[str] = TABLES) -> dict[str, list[Any]]:
    """Return the rows of tables by the name of the table."""
    found = {name: rows(tables, name, without) for name in names}
    if "findings" in found:  # within a part of a dataset, findings about files follow those about games
        found["findings"].sort(key=json.dumps)
    return found


def plain(value: Any) -> Any:
    """Return a value of a column as JSON has it."""
    return json.loads(json.dumps(value, default=str))


def random_record(rng: random.Random, width: int, height: int, length: int) -> str:
    """Return a record of random moves, many illegal under some ruleset, also as the last move."""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    board = ga.Board(width, height, rules=rng.choice(ruleset_ids()))
    nodes = []
    for number in range(length):
        color = 1 + (number + (rng.random() < 0.03)) % 2
        legal = list(board.legal_moves_for(color)) if width * height < 100 and rng.random() < 0.9 else []
        points = legal or [rng.randrange(width * height)]
        point = -1 if rng.random() < 0.08 else rng.choice(points)
        is_legal = board.is_legal(point, color)
        board.play(point, color, force=True)
        name = "" if point < 0 else letters[point % width] + letters[point // width]
        nodes.append(f";{'.BW'[color]}[{name}]")
        if not is_legal and number > length // 2:
            break
    setup = "AB[aa]" if width * height > 3 and rng.random() < 0.2 else ""
    return f"(;GM[1]FF[4]SZ[{width}:{height}]KM[{rng.choice((0, 0.5, 6.5))}]{setup}{''.join(nodes)})"


@cache
def random_records() -> tuple[str, ...]:
    """Return records with random moves on boards of all sizes; the slow run has all of them, others a tenth."""
    rng = random.Random(7)
    return tuple(random_record(rng, *SIZES[number % len(SIZES)], 30) for number in range(part(400)))


@cache
def case_records() -> tuple[str, ...]:
    """Return the records of the rule cases, each with the source of its verdict."""
    return tuple(sgf(game(case.rows, case.moves, case.handicap, case.turn)) for case in CASES)


def games(texts: Iterable[str | bytes]) -> Iterator[ga.Game]:
    """Yield the first game of each text that has one."""
    for text in texts:
        try:
            yield ga.loads(text)
        except ga.TreeError:
            assert text == b"no record at all" or b"none" in bytes(text)
