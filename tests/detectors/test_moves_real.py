"""Findings about moves of real games with repetitions: those that the list of the archive has, and their kinds."""

from __future__ import annotations

import csv
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from helpers.games import records_of
from helpers.shared import needs_shared, shared

from goanalyze import Finding
from goanalyze.core import flags as f
from goanalyze.detectors.moves import board_findings
from goanalyze.replay.replay import replay_records

pytestmark = needs_shared("archives/dev/EVENTS.tsv")
Listed = dict[str, list[tuple[int, int]]]
Replayed = tuple[list[str], list[list[tuple[int, int]]], list[list[Finding]]]


@pytest.fixture(scope="module")
def listed() -> Listed:
    """Return the repetitions listed for each game of the archive: (move, cycle length)."""
    found = {}
    with shared("archives/dev/EVENTS.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if "events-tygem-tom.zip" in row["in_corpus"]:
                pairs = [event.split("@") for event in row["events"].split()]
                found[row["game"]] = [
                    (int(place.split(":")[0]), int(place.split(":")[1]))
                    for kind, place in pairs
                    if kind in {"psk", "psk_notssk", "ko"}
                ]
    return found


REAL_KINDS = {
    (2, "basic ko"): 4,
    (3, "sending two, returning one"): 13,
    (4, "eternal life"): 1,
    (5, "positional"): 1,
    (5, "sending two, returning one"): 1,
    (6, "triple ko"): 50,
    (6, "round-robin or other"): 2,
    (8, "quadruple ko"): 30,
    (10, "5-fold ko"): 1,
    (12, "round-robin or other"): 2,
    (14, "round-robin or other"): 1,
}
MOST_LISTED = 16


@pytest.fixture(scope="module")
def replayed() -> Replayed:
    """Replay the archive; return its games' names, flagged repetitions and events."""
    with zipfile.ZipFile(shared("archives/dev/events-tygem-tom.zip")) as archive:
        names = [name for name in archive.namelist() if name.endswith(".sgf")]
        texts = [archive.read(name).decode("utf-8", "replace") for name in names]
    replays = replay_records(records_of(*texts))
    flagged: list[list[tuple[int, int]]] = [[] for _ in names]
    told: list[list[Finding]] = [[] for _ in names]
    for index in range(len(names)):
        for number, row in enumerate(range(*replays.start[index : index + 2].tolist()), 1):
            if replays.moves.flags[row] & f.PSK:
                flagged[index].append((number, number - int(replays.moves.repeats[row])))
    for event in board_findings(replays):
        told[event.game].append(event)
    return [Path(name).name for name in names], flagged, told


def test_real_games_repeat_where_the_list_says(listed: Listed, replayed: Replayed) -> None:
    """Every repetition listed for a real game is flagged, at its move and with its cycle length, and no other.

    The list names at most sixteen events of a game.
    """
    names, flagged, _ = replayed
    for name, found in zip(names, flagged, strict=True):
        expected = listed.get(name, [])
        assert found[: len(expected)] == expected, name
        assert len(found) == len(expected) or len(expected) == MOST_LISTED, name


def test_the_first_repetition_of_a_real_game_is_its_first_event(listed: Listed, replayed: Replayed) -> None:
    """The first GO201 or GO202 of each real game is the first listed repetition, unless its point was occupied."""
    names, _, told = replayed
    for name, events_of_game in zip(names, told, strict=True):
        occupied = {event.move_number for event in events_of_game if event.code == "GO101"}
        found = [
            (event.move_number, event.cycle_length) for event in events_of_game if event.code in {"GO201", "GO202"}
        ]
        expected = [pair for pair in listed[name] if pair[0] not in occupied]
        assert found[:1] == expected[:1], name


def test_the_list_of_real_games_is_read(listed: Listed) -> None:
    """All but a few games of the archives are listed with a repetition."""
    assert sum(bool(pairs) for pairs in listed.values()) > 75


def test_real_games_have_the_kinds_of_cycles_listed(replayed: Replayed) -> None:
    """The repetitions of the list have these kinds by length, each read off the board.

    Two of its triple kos are round-robin kos, with captures of two stones; the cycles of 12 and 14 moves take in five
    kos, one of them more often than the others.
    """
    _, _, told = replayed
    seen = Counter(
        (event.cycle_length, event.cycle_kind) for found in told for event in found if event.code in {"GO201", "GO202"}
    )
    assert dict(seen) == REAL_KINDS


def test_real_long_cycles_break_ings_rule(replayed: Replayed) -> None:
    """GO211 occurs once in each game with a fighting ko, in the first cycle but for one; no ko is disturbed twice.

    The one is a round-robin ko in which a ko capture comes between two stones completed and their capture.
    """
    free = set()
    for name, _, found in zip(*replayed, strict=True):
        back = [event for event in found if event.code == "GO205" and not event.cycle_length % 2]
        long = [event for event in back if not event.prisoner_balance and "no passes" in event.message]
        offences = [event for event in found if event.code in {"GO211", "GO212"}]
        assert [(event.code, event.rulesets) for event in offences] in ([], [("GO211", ("ing",))]), name
        assert all(long[0].repeats_move < event.move_number <= long[0].move_number for event in offences)
        if long and not offences:
            free.add(name)
    assert free == {"tygem_2010-09_382866894.sgf"}
