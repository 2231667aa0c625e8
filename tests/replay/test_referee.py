"""The referee judges whole records at random, and the program's verdicts are his, move by move, under every preset."""

from __future__ import annotations

from collections.abc import Sequence
from operator import ge
from pathlib import Path

import numpy as np
import pytest
from helpers.games import REPETITION, Game, for_referee, kernel, kernel_rows, sgf
from helpers.laws import part
from helpers.random_records import random_record
from oracles.referee import BOOKS, Judgement, handicap_read, judged, objections

import goanalyze as ga
from goanalyze import BLACK, Play
from goanalyze.core import flags as f
from goanalyze.replay.verdicts import illegal, is_ban_lifted
from goanalyze.rules import RULESETS

_FAULTS = {
    "off board": f.OFF_BOARD_MOVE,
    "occupied": f.OCCUPIED,
    "out of turn": f.OUT_OF_TURN,
    "after a stop": f.AFTER_END,
    "out of order": f.RESUMED_OUT_OF_ORDER,
    "after a second stop": f.AFTER_SECOND_STOP,
}


def assert_judged_alike(seeds: Sequence[int]) -> None:
    """Replay the records of some seeds as a chunk, and compare every verdict with the referee's."""
    games = list(map(random_record, seeds))
    replays = kernel(*games)
    for index, (seed, game) in enumerate(zip(seeds, games, strict=True)):
        rows = kernel_rows(replays, index)
        flags, situation = (np.array([row[column] for row in rows]) for column in (2, 6))
        numbers = np.arange(1, len(rows) + 1)
        lifted = is_ban_lifted(numbers, situation, int(replays.fact("first_pass")[index]))
        judgements = judged(game.width, game.height, for_referee(game), game.handicap)
        for number, (row, told) in enumerate(zip(rows, judgements, strict=True), 1):
            where = f"seed {seed}, move {number}: {game}"
            assert (row[3], row[4]) == (told.taken, told.lost), where
            assert {name for name, flag in REPETITION.items() if row[2] & flag} == told.broken & set(REPETITION), where
            assert {name for name, flag in _FAULTS.items() if row[2] & flag} == told.faults, where
        for name, book in BOOKS.items():
            found = illegal(RULESETS[name], flags.astype(replays.moves.flags.dtype), lifted) > 0
            expected = [bool(objections(told, book)) for told in judgements]
            assert found.tolist() == expected, f"seed {seed}, {name}: {game}"


@pytest.mark.law
def test_the_referee_judges_random_records_as_the_program_does() -> None:
    """Captures, suicides, turns, resumptions and every repetition rule, on boards from 1 × 1 to 6 × 5: no difference.

    Ing's fighting and disturbing kos are left out (see `oracles.referee`); the rest of Ing's rules is judged.
    """
    records = part(part(20_000))
    for first in range(0, records, 400):
        assert_judged_alike(range(first, min(first + 400, records)))


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Game], list[list[Judgement]]]:
    """Records written as text, and the referee's judgement of each of their moves."""
    games = list(map(random_record, range(200)))
    path = tmp_path_factory.mktemp("referee") / "games.sgf"
    path.write_text("\n".join(map(sgf, games)))
    return path, games, [judged_as_read(game) for game in games]


def judged_as_read(game: Game) -> list[Judgement]:
    """Return the referee's judgements of a record that is read, whose first moves may be handicap stones."""
    record = for_referee(game)
    handicap = handicap_read(record, game.handicap, game.width * game.height)
    return judged(game.width, game.height, record, handicap)


def test_the_verdicts_of_the_library_are_the_referees(archive: tuple[Path, list[Game], list[list[Judgement]]]) -> None:
    """Games that are read have the same verdicts; all that Ing's ko rule adds is objections."""
    path, games, judgements = archive
    for game, one, told in zip(games, ga.read(path), judgements, strict=True):
        replay = one.replay()
        for name, book in BOOKS.items():
            found = [said != "legal" for said in replay.verdicts(name)]
            expected = [bool(objections(each, book)) for each in told]
            assert found == expected or (name == "ing" and min(map(ge, found, expected))), game


def test_the_tables_count_what_the_referee_forbids(archive: tuple[Path, list[Game], list[list[Judgement]]]) -> None:
    """Illegal moves, the first of them, and who loses by it where a rule book says so, under every preset but Ing's."""
    path, games, judgements = archive
    rows = ga.check(path, estimate="never", rulesets=list(BOOKS)).outcomes
    rows = rows[rows.ruleset != "ing"].astype(object).where(rows.notna(), None)
    names = ["illegal_count", "first_illegal_move", "winner_by_rule", "rule_move"]
    found = list(rows[["ruleset", *names]].itertuples(index=False, name=None))
    expected = []
    for game, told in zip(games, judgements, strict=True):
        colors = [event.color for event in game.events if isinstance(event, Play)]
        for name in (name for name in BOOKS if name != "ing"):
            wrong = [number for number, each in enumerate(told, 1) if objections(each, BOOKS[name])]
            first = wrong[0] if wrong else None
            loses = first and BOOKS[name].loses
            winner = ("white" if colors[first - 1] == BLACK else "black") if loses else None
            expected.append((name, len(wrong), first, winner, first if loses else None))
    assert found == expected


def test_every_book_is_of_a_preset() -> None:
    """The books of the referee are of presets, in their order."""
    assert [name for name in RULESETS if name in BOOKS] == list(BOOKS)
