"""Replays of records: missing handicap stones, and the standard points."""

from __future__ import annotations

import pytest
from helpers.games import kernel_board, kernel_rows, records_of, reference_rows, replayed
from oracles.replay import replay

from goanalyze import from_gtp
from goanalyze.core import flags as f
from goanalyze.core.handicap import fixed_handicap
from goanalyze.replay.arrays import FACTS
from goanalyze.replay.replay import events_with_implied_handicap, replay_records

STANDARD = [
    (19, 2, "D4 Q16"),
    (19, 3, "D4 Q16 Q4"),
    (19, 4, "D4 Q16 Q4 D16"),
    (19, 5, "D4 Q16 Q4 D16 K10"),
    (19, 6, "D4 Q16 Q4 D16 D10 Q10"),
    (19, 7, "D4 Q16 Q4 D16 D10 Q10 K10"),
    (19, 8, "D4 Q16 Q4 D16 D10 Q10 K16 K4"),
    (19, 9, "D4 Q16 Q4 D16 D10 Q10 K16 K4 K10"),
    (13, 4, "D4 K10 K4 D10"),
    (13, 9, "D4 K10 K4 D10 D7 K7 G10 G4 G7"),
    (9, 2, "C3 G7"),
    (9, 5, "C3 G7 G3 C7 E5"),
    (9, 6, ""),
    (9, 9, ""),
    (7, 5, ""),
    (8, 4, "C3 F6 F3 C6"),
]


@pytest.mark.parametrize(("side", "stones", "points"), STANDARD)
def test_standard_handicap_points(side: int, stones: int, points: str) -> None:
    """Handicap stones are on the points of Japanese custom: third line on small boards, fourth from 13 × 13."""
    assert set(fixed_handicap(side, side, stones)) == {from_gtp(name, side, side) for name in points.split()}


@pytest.mark.parametrize(
    ("width", "height", "stones"), [(19, 19, 0), (19, 19, 1), (19, 19, 10), (19, 13, 2), (6, 6, 2), (8, 8, 5)]
)
def test_no_standard_points(width: int, height: int, stones: int) -> None:
    """Oblong and tiny boards, even boards beyond four stones, and odd numbers of stones have no standard points."""
    assert fixed_handicap(width, height, stones) == []


CURED = "(;SZ[9]HA[2];W[ch];B[bh];W[aa];B[dh];W[ab];B[ci];W[ac];B[ch])"
"""White C2 dies between B2, D2, C1 and the handicap stone C3; without that stone Black C2 comes onto a white stone."""


@pytest.mark.parametrize(
    ("text", "implied"),
    [
        (CURED, True),
        (CURED.replace("HA[2]", ""), False),
        ("(;SZ[9]HA[2];W[ee];B[ff];W[ed])", True),
        ("(;SZ[9]HA[2];W[ee];B[ff];W[gc])", False),
        ("(;SZ[9]HA[2];W[];B[ff];W[ed])", False),
        ("(;SZ[9]HA[2];B[ee];W[ff];B[ed])", False),
        ("(;SZ[9]HA[2])", False),
        ("(;SZ[9]HA[2];W[ee];B[ee])", False),
        ("(;SZ[9]HA[2]AB[cg][gc];W[ee];B[ee])", False),
        ("(;SZ[9]HA[2];B[cg];B[gc];W[ee];B[ee])", False),
        ("(;SZ[9:10]HA[2];W[ch];B[bh];W[aa];B[dh];W[ab];B[ci];W[ac];B[ch])", False),
    ],
)
def test_missing_handicap_stones_are_implied_if_the_record_is_clean_with_them(text: str, implied: bool) -> None:
    """White plays first, and the record is clean with stones on the standard points: these are meant, else none."""
    assert replayed(text).implied.tolist() == [implied]


@pytest.mark.parametrize(
    ("stones", "moves", "points"),
    [
        (2, "W[qq];B[dd];W[pp]", "D4 Q16"),
        (3, "W[qq];B[cc];W[pp]", "D16 Q16 D4"),
        (3, "W[dd];B[cc];W[rr]", "Q16 D4 Q4"),
        (6, "W[cc];B[rr];W[bb]", "D16 Q16 D10 Q10 D4 Q4"),
        (6, "W[dj];B[rr];W[bb]", "D16 K16 Q16 D4 K4 Q4"),
        (7, "W[dj];B[rr];W[bb]", "D16 K16 Q16 K10 D4 K4 Q4"),
        (9, "W[cc];B[rr];W[bb]", "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4"),
    ],
)
def test_implied_stones_are_on_the_first_clean_set_of_points(stones: int, moves: str, points: str) -> None:
    """Of three stones one of two corners is open, six and seven are on either pair of sides."""
    replays = replayed(f"(;SZ[19]HA[{stones}];{moves})")
    assert sorted(replays.implied_points[0]) == sorted(from_gtp(name, 19, 19) for name in points.split())


def test_a_record_cured_by_its_handicap_stones_is_replayed_with_them() -> None:
    """Rows, facts and board are those of a replay that begins with the stones set up."""
    replays = replayed(CURED)
    done = replay(9, 9, events_with_implied_handicap(records_of(CURED), replays, 0), 2)
    assert kernel_rows(replays) == reference_rows(done)
    assert kernel_board(replays) == done.stones.position()
    assert not any(row[2] & f.OCCUPIED for row in kernel_rows(replays))
    assert replays.fact("black_prisoners").tolist() == [1]
    assert replays.fact("black_setup").tolist() == [2]


def test_an_implied_game_leaves_its_neighbours_alone() -> None:
    """In a chunk only the game that needs its stones gets them."""
    other = "(;SZ[9];B[cc];W[dd];B[ee])"
    replays = replayed(other, CURED, other)
    assert replays.implied.tolist() == [False, True, False]
    assert kernel_rows(replays, 0) == kernel_rows(replays, 2) == kernel_rows(replayed(other))
    assert kernel_rows(replays, 1) == kernel_rows(replayed(CURED))


def test_facts_are_found_by_name() -> None:
    """Every fact has a name of its own."""
    replays = replayed("(;SZ[9];B[cc];W[])")
    assert len(set(FACTS)) == len(FACTS) == replays.facts.shape[1]
    assert replays.fact("moves").tolist() == [2]
    assert len(replays) == 1
    with pytest.raises(ValueError, match="not in"):
        replays.fact("colour")


def test_boards_beyond_the_kernels_room_are_refused() -> None:
    """A chunk that says a board of 60 lines does not reach the kernel."""
    records = records_of("(;SZ[9];B[aa])")
    records.width[0] = 60
    with pytest.raises(ValueError, match="Expected 0 to 52"):
        replay_records(records)
