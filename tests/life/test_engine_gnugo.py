"""The real GNU Go as an engine: hand-made positions, its own games, and boards beyond it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from helpers.games import records_of
from life.engine_samples import assert_error, legal

from goanalyze import BLACK, Position, from_gtp
from goanalyze.life.engines.engine import Engine
from goanalyze.life.markup import apply_markup
from goanalyze.life.statuses import Statuses
from goanalyze.replay.replay import replay_records
from goanalyze.sgf.metadata import read_metadata

pytestmark = pytest.mark.usefixtures("nothing_left")

SAMPLE = Path(__file__).parents[2] / "data" / "sample" / "gnugo"
GNUGO = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")
gnugo = pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed (Debian and Ubuntu: apt install gnugo)")


@pytest.fixture
def one() -> Iterator[Engine]:
    """Return a GNU Go of one's own."""
    with Engine(f"{GNUGO} --mode gtp --level 0") as engine:
        yield engine


def points(names: str, position: Position) -> frozenset[int]:
    """Return the points named, as GTP does."""
    return frozenset(from_gtp(name, position.width, position.height) for name in names.split())


HAND_MADE = [
    (["."], ""),
    ([".X", "X."], ""),
    (["..XO.", "..XO.", "..XOO", "..XO.", "..XO."], ""),
    ([".XO.O", ".XXOO", "XXXXO", "OOOX.", "...OX"], None),
    (  # White's three stones in Black's corner
        ["..O..XO..", ".O...XO..", "....XXO..", "XXXXXOO..", "OOOOOO...", ".........", ".........", ".........",
         "........."], "C9 B8",
    ),
    (  # the same on the other side
        [".........", ".........", ".........", "OOOOOOOOO", "XXXXXXXXX", ".........", "..O......", ".........",
         "........."], "C3",
    ),
]  # fmt: skip


@gnugo
@pytest.mark.parametrize(("rows", "dead"), HAND_MADE)
def test_gnu_go_judges_by_hand_made_positions(one: Engine, rows: list[str], dead: str | None) -> None:
    """Small and plain ones."""
    position = Position.from_rows(rows)
    answer = one.analyze(position, BLACK, "japanese", 6.5)
    assert answer.error == ""
    if dead is not None:
        assert answer.dead == points(dead, position)


@gnugo
def test_gnu_go_sees_a_seki(one: Engine) -> None:
    """Two chains with two shared liberties and no eye are in seki, not dead."""
    position = Position.from_rows(
        [
            "OX.OX....",
            "OX.OX....",
            "OXXOX....",
            "OOOXX....",
            "..OX.....",
            "..OX.....",
            "..OX.....",
            "..OX.....",
            "..OX.....",
        ]
    )
    answer = one.analyze(position)
    assert (answer.error, answer.dead) == ("", frozenset())


SAMPLES = [
    f"{size:03}x{size:03}-{rules}-{number:04}"
    for size, rules, number in [
        *((9, rules, number) for rules in ("japanese", "chinese") for number in (2, 5, 9, 14, 21)),
        *((13, rules, number) for rules in ("japanese", "chinese") for number in (1, 8, 14)),
        *((19, rules, number) for rules in ("japanese", "chinese") for number in (3, 11)),
    ]
]


def sampled(name: str) -> tuple[Position, frozenset[int], str]:
    """Return the final position of a sample game, its marked dead stones, and the level they were judged at."""
    text = (SAMPLE / f"{name}.sgf").read_text(encoding="utf-8")
    records = records_of(text)
    replays = replay_records(records)
    statuses = Statuses(1, len(replays.boards))
    apply_markup(records, replays, read_metadata(records), statuses, "dead")
    position = Position(int(replays.width[0]), int(replays.height[0]), replays.boards)
    level = text.split("counted by GNU Go at level ")[1][0]
    return position, frozenset(np.flatnonzero(statuses.base.dead).tolist()), level


@gnugo
@pytest.mark.slow
@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_gnu_go_agrees_with_its_own_markup(rules: str) -> None:
    """Asked at the level that made the sample's markup, it calls the same stones dead."""
    for name in (name for name in SAMPLES if rules in name):
        position, dead, level = sampled(name)
        with Engine(f"{GNUGO} --mode gtp --level {level} --{rules}-rules", timeout=120) as engine:
            answer = engine.analyze(position, BLACK, rules, 6.5)
        assert (answer.error, answer.dead) == ("", dead), name


@gnugo
@pytest.mark.slow
def test_gnu_go_says_the_same_whatever_came_before(one: Engine) -> None:
    """An answer depends on the position alone, so not on the order or the number of workers."""
    positions = [sampled(name)[0] for name in SAMPLES if name.startswith("009")] + [legal(1), legal(6)]
    forth = [one.analyze(position) for position in positions]
    back = [one.analyze(position) for position in reversed(positions)][::-1]
    assert {answer.error for answer in forth + back} == {""}
    assert [answer.dead for answer in forth] == [answer.dead for answer in back]


@gnugo
def test_gnu_go_refuses_large_boards_and_goes_on(one: Engine) -> None:
    """Its largest is 19×19."""
    stones = np.zeros(441, dtype=np.uint8)
    stones[220] = BLACK
    assert_error(one.analyze(Position(21, 21, stones)), "refuses", "unacceptable size")
    assert one.analyze(Position.from_rows(["..XO.", "..XO.", "..XOO", "..XO.", "..XO."])).error == ""
