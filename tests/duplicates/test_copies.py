"""Synthetic copies are found with their kind, and no game is grouped with another."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from helpers.copies import DAMAGE, Maker, Record, record_of, viewed
from helpers.shared import shared

import goanalyze as ga
from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.duplicates.find import find_duplicates
from goanalyze.duplicates.game_facts import View

GNUGO = Path(__file__).parents[2] / "data" / "sample" / "gnugo"
HINTS = {"GO607", "GO608"}


@pytest.fixture(scope="module")
def games() -> list[Record]:
    """Return the games of GNU Go on 13×13 and 19×19, with a day and players of their own."""
    rows = ga.check(GNUGO, estimate="never").arrow("games").to_pylist()
    records = [record_of(row) for row in rows if row["board_width"] >= 13]
    return [
        record.saying(PB=f"Black {n}", PW=f"White {n}", DT=f"2001-02-{n % 28 + 1:02}", RE="B+R")
        for n, record in enumerate(records)
    ]


def search(folder: Path, **files: list[Record]) -> list[dict[str, Any]]:
    """Write files of games, and return the rows of the table duplicates."""
    for name, records in files.items():
        (folder / f"{name}.sgf").write_text("\n".join(record.sgf() for record in records), encoding="utf-8")
    found = find_duplicates(ga.check(folder, estimate="never").arrow("games"))
    rows: list[dict[str, Any]] = found.table.to_pylist()
    return rows


def pairs_of(rows: list[dict[str, Any]]) -> set[tuple[tuple[str, int], tuple[str, int]]]:
    """Return the games that are in one group, each with the group's best copy."""
    return {
        ((Path(row["source"]).stem, row["game_index"]), (Path(row["best_source"]).stem, row["best_game_index"]))
        for row in rows
        if row["group"] is not None and row["code"]
    }


def own_copies(rows: list[dict[str, Any]]) -> set[int]:
    """Return the numbers of the games that are found with their copy; none may be with another game."""
    pairs = pairs_of(rows)
    assert all(one[1] == other[1] and one[0] != other[0] for one, other in pairs)
    return {one[1] for one, _ in pairs}


def test_exact_copies_are_found(games: list[Record], tmp_path: Path) -> None:
    """Every game with an equal text elsewhere has GO601, certain, and no other game has."""
    rows = search(tmp_path, a=games, b=games)
    assert own_copies(rows) == set(range(len(games)))
    assert {(row["code"], row["confidence"]) for row in rows if row["code"]} == {("GO601", "certain")}
    assert sum(row["keep"] for row in rows) == len(games)


@pytest.mark.parametrize("swap", [False, True])
def test_all_eight_views_are_found(games: list[Record], tmp_path: Path, *, swap: bool) -> None:
    """Turned, mirrored and with colours swapped, every game is found, with the view that lays it on the other."""
    views = [n % 8 for n in range(len(games))]
    copies = [viewed(record, view, swap=swap).saying(C="x") for record, view in zip(games, views, strict=True)]
    rows = [row for row in search(tmp_path, a=games, b=copies) if row["code"] not in HINTS]
    assert own_copies(rows) == set(range(len(games)))
    for row in rows:
        if row["code"]:
            view = views[row["game_index"]]
            assert row["code"] == ("GO604" if swap else "GO603" if view else "GO602")
            inverse = {5: 6, 6: 5}.get(view, view)
            assert row["view"] == View.names()[inverse if Path(row["source"]).stem == "b" else view]
            assert (row["swapped"], row["differing_moves"], row["first_difference"]) == (swap, 0, None)


def test_the_beginning_of_a_game_is_found(games: list[Record], tmp_path: Path) -> None:
    """A game that is cut off is the beginning of the other, with the number of moves missing that were cut."""
    copies = [record.with_moves(record.moves[: len(record.moves) * 2 // 3]) for record in games]
    rows = search(tmp_path, a=games, b=copies)
    assert own_copies(rows) == set(range(len(games)))
    for row in rows:
        if row["code"] and row["code"] not in HINTS:
            n = len(games[row["game_index"]].moves)
            assert (row["code"], row["missing_moves"], row["first_difference"]) == (
                "GO605",
                n - n * 2 // 3,
                n * 2 // 3 + 1,
            )


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_copy_is_found(name: str, games: list[Record], tmp_path: Path) -> None:
    """After any change of one or two moves, the copy is found with its own game, as GO605 or GO606."""
    rng = random.Random(name)
    make: Maker = DAMAGE[name]
    chosen = [record for record in games if record.width == 19]
    rows = search(tmp_path, a=chosen, b=[make(record, rng) for record in chosen])
    assert own_copies(rows) == set(range(len(chosen)))
    assert {row["code"] for row in rows if row["code"]} - HINTS <= {"GO605", "GO606"}


def test_a_changed_move_is_counted_and_placed(games: list[Record], tmp_path: Path) -> None:
    """One move on another point is one differing move, and its number is reported."""
    record = games[-1]
    moves = list(record.moves)
    moves[79] = (moves[79][0], 0)
    (_, row) = search(tmp_path, a=[record], b=[record.with_moves(moves)])
    assert (row["code"], row["differing_moves"], row["first_difference"], row["missing_moves"]) == ("GO606", 1, 80, 0)


def test_handicap_stones_as_moves_are_no_difference(games: list[Record], tmp_path: Path) -> None:
    """A game whose handicap stones are set up and one in which Black plays them differ in no move."""
    moves = (("W", 100), *games[-1].moves[1:])
    stones = (("B", 60), ("B", 300))
    setup = Record(19, 19, moves, stones, {"DT": "2001-01-01", "PB": "A", "HA": "2"})
    played = Record(19, 19, (*stones, *moves), (), {"DT": "2001-01-01", "PB": "A", "HA": "2"})
    (_, row) = search(tmp_path, a=[setup], b=[played])
    assert (row["code"], row["differing_moves"], row["first_difference"]) == ("GO606", 0, 1)


def test_different_setups_make_no_same_game(games: list[Record], tmp_path: Path) -> None:
    """Games with the same moves but other handicap stones are reported as GO606, not as the same moves."""
    one = Record(19, 19, games[-1].moves, (("B", 60),))
    other = Record(19, 19, games[-1].moves, (("B", 300),))
    (_, row) = search(tmp_path, a=[one], b=[other])
    assert row["code"] == "GO606"


def test_a_game_played_again_is_only_possible(games: list[Record], tmp_path: Path) -> None:
    """The first 60 plays on another day are not the same game for certain: both stay, and no group is made."""
    record = games[-1].saying(DT="2001-01-01")
    again = record.with_moves(record.moves[:60]).saying(DT="2001-03-01")
    rows = search(tmp_path, a=[record], b=[again])
    assert {(row["group"], row["keep"], row["confidence"]) for row in rows} == {(None, None, "possible")}
    assert "GO605" in {row["code"] for row in rows}


def test_the_same_opening_is_a_hint(games: list[Record], tmp_path: Path) -> None:
    """Games that part after 72 moves share their Dyer signature and their first 50 plays, and are reported as pairs."""
    record, other = [game for game in games if game.width == 19][:2]
    parted = record.with_moves((*record.moves[:72], *other.moves[72:]))
    rows = search(tmp_path, a=[record], b=[parted])
    assert [(row["code"], row["group"], row["confidence"]) for row in rows] == [
        ("GO607", None, "possible"),
        ("GO608", None, "possible"),
    ]


def test_short_games_are_told_only_when_they_are_the_same(tmp_path: Path) -> None:
    """Of a few moves nothing follows: the same text is a copy, five moves that are the same are nothing."""
    short = Record(19, 19, tuple(("BW"[n % 2], n * 19 + 3) for n in range(5)))
    assert search(tmp_path, a=[short], b=[short.saying(PB="other")]) == []
    (tmp_path / "b.sgf").unlink()
    assert {row["code"] for row in search(tmp_path, a=[short, short])} == {None, "GO601"}


def test_problems_are_compared_by_their_setup(tmp_path: Path) -> None:
    """A problem is found in another view; the same two moves on another setup are another problem."""
    stones = (("B", 1), ("B", 20), ("W", 2), ("W", 21), ("W", 40))
    problem = Record(19, 19, (("B", 0), ("W", 3)), stones)
    another = Record(19, 19, problem.moves, (*stones, ("B", 60)))
    rows = search(tmp_path, a=[problem, another], b=[viewed(problem, 6), viewed(problem, 3, swap=True)])
    assert sorted(row["code"] for row in rows if row["code"]) == ["GO603", "GO604"]
    assert len({row["group"] for row in rows}) == 1


def test_every_code_of_duplicates_can_be_had() -> None:
    """The tests here show every code of the group GO6xx but GO609, which the table marks in `contradicts`."""
    shown = {"GO601", "GO602", "GO603", "GO604", "GO605", "GO606", "GO607", "GO608"}
    assert {code for code in CATALOGUE if code.startswith("GO6")} == shown | {"GO609"}


def test_no_game_of_a_real_archive_is_put_with_another(tmp_path: Path) -> None:
    """Of 500 real games and their damaged copies, at least 99% are found and none is with another game."""
    rng = random.Random(11)
    rows = ga.check(shared("archives/dev/tom-dev.zip"), estimate="never").arrow("games").to_pylist()
    known = find_duplicates(
        ga.check(shared("archives/dev/tom-dev.zip"), estimate="never").arrow("games")
    ).table.to_pylist()
    twice = {row[name] for row in known for name in ("game_id", "best_game_id")}
    fit = [row for row in rows if row["move_count"] >= 60 and row["game_id"] not in twice and not row["edited"]]
    chosen = [record_of(row).saying(PB="", PW="", DT="") for row in rng.sample(fit, 500)]
    copies = [rng.choice(list(DAMAGE.values()))(record, rng) for record in chosen]
    assert len(own_copies(search(tmp_path, a=chosen, b=copies))) >= 495
