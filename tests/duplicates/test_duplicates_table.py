"""The table duplicates: groups, the best copy, contradictions between copies, and the table on disk."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from helpers.copies import DAMAGE, Record, record_of, viewed
from helpers.duplicates import search

import goanalyze as ga
from goanalyze.duplicates.find import HINTS, find_duplicates
from goanalyze.duplicates.game_facts import Criterion
from goanalyze.errors import DatasetError
from goanalyze.tables.dataset import read_dataset, write_table
from goanalyze.tables.schema import TABLES

GNUGO = Path(__file__).parents[2] / "data" / "sample" / "gnugo"
NO_MARKS = {"PB": "A", "PW": "B", "DT": "2001-01-01", "RE": "B+R", "KM": "6.5", "RU": "Japanese"}


@pytest.fixture(scope="module")
def record() -> Record:
    """Return a game of GNU Go on 19×19, with names, a day and a result."""
    row = ga.check(GNUGO / "019x019-chinese-0001.sgf", estimate="never").arrow("games").to_pylist()[0]
    return replace(record_of(row), properties=NO_MARKS)


def tables_of(folder: Path, *texts: str) -> ga.Tables:
    """Check files a.sgf, b.sgf and so on."""
    for name, text in zip("abcdefgh", texts, strict=False):
        (folder / f"{name}.sgf").write_text(text, encoding="utf-8")
    return ga.check(folder, estimate="never")


def rows_of(folder: Path, *records: Record) -> list[dict[str, Any]]:
    """Return the rows for files a.sgf, b.sgf, …, with the name of the file."""
    tables = tables_of(folder, *(each.sgf() for each in records))
    rows: list[dict[str, Any]] = search(tables).table.to_pylist()
    return [{**row, "name": Path(row["source"]).stem, "best": Path(row["best_source"]).stem} for row in rows]


def best(rows: list[dict[str, Any]]) -> tuple[str, str]:
    """Return the best copy of the only group, and why it is."""
    ((name, why),) = {(row["name"], row["best_because"]) for row in rows if row["keep"]}
    return name, why


def test_the_best_copy_has_no_move_that_is_an_error(record: Record, tmp_path: Path) -> None:
    """A longer copy with a move on a stone is not better than one without."""
    moves = [*record.moves[:90], (record.moves[90][0], record.moves[89][1]), *record.moves[90:]]
    rows = rows_of(tmp_path, record.with_moves(moves), record)
    assert best(rows) == ("b", Criterion.names()[0])


def test_errors_after_the_end_of_a_copy_do_not_count(record: Record, tmp_path: Path) -> None:
    """A whole game with an error is better than its beginning, which ends before the error."""
    moves = [*record.moves[:150], (record.moves[150][0], record.moves[149][1]), *record.moves[150:]]
    rows = rows_of(tmp_path, record.with_moves(moves[:120]), record.with_moves(moves))
    assert best(rows) == ("b", Criterion.names()[1])


def test_errors_count_among_the_moves_that_both_have(record: Record, tmp_path: Path) -> None:
    """A copy that was cut off is better than the whole, if this has an error before the cut that the other has not."""
    moves = [*record.moves[:90], (record.moves[90][0], record.moves[89][1]), *record.moves[91:]]
    rows = rows_of(tmp_path, record.with_moves(moves), record.with_moves(record.moves[:-20]))
    assert best(rows) == ("b", Criterion.names()[0])


def test_the_best_copy_is_the_longest(record: Record, tmp_path: Path) -> None:
    """Of a game and its beginning the whole is kept."""
    rows = rows_of(tmp_path, record.with_moves(record.moves[:150]), record)
    assert best(rows) == ("b", Criterion.names()[1])


def test_the_best_copy_has_a_result_then_names_and_a_date(record: Record, tmp_path: Path) -> None:
    """Between copies with the same moves the result decides, then names and date, then the findings."""
    assert best(rows_of(tmp_path, record.saying(RE=""), record.saying(PB=""))) == ("b", Criterion.names()[2])
    assert best(rows_of(tmp_path, record.saying(DT=""), record.saying(RU=""))) == ("b", Criterion.names()[3])
    assert best(rows_of(tmp_path, record.saying(RU=""), record)) == ("b", Criterion.names()[5])


def test_the_best_copy_is_the_marked_one(record: Record, tmp_path: Path) -> None:
    """A copy in which life and death are marked is better than one without."""
    (row,) = ga.check(GNUGO / "019x019-chinese-0001.sgf").arrow("games").to_pylist()
    text = Path(row["source"]).read_text(encoding="utf-8")
    unmarked = record_of(row).sgf().replace("(;", f"(;RU[{row['rules_raw']}]", 1)
    tables = tables_of(tmp_path, unmarked, text)
    kept = [row for row in search(tables).table.to_pylist() if row["keep"]]
    assert [Path(row["source"]).stem for row in kept] == ["b"]


def test_the_first_name_decides_between_equals(record: Record, tmp_path: Path) -> None:
    """Copies with the same text differ by name alone, and both rows say so."""
    rows = rows_of(tmp_path, record, record)
    assert [(row["name"], row["keep"], row["code"], row["best_because"]) for row in rows] == [
        ("a", True, None, Criterion.names()[-1]),
        ("b", False, "GO601", Criterion.names()[-1]),
    ]


def test_what_copies_say_otherwise_is_told(record: Record, tmp_path: Path) -> None:
    """Columns that differ are named, with both values as text, and empty text for none."""
    (_, row) = rows_of(tmp_path, record, record.saying(PW="C", EV="cup", KM="7.5"))
    told = list(zip(row["differs"], row["own_values"], row["best_values"], strict=True))
    assert told == [("white_player", "C", "B"), ("event", "cup", ""), ("komi", "7.5", "6.5")]


def test_swapped_copies_are_compared_with_players_swapped(record: Record, tmp_path: Path) -> None:
    """With colours changed over, Black of the one is White of the other, and B+R is W+R."""
    other = viewed(record, 5, swap=True).saying(PB="B", PW="A", RE="W+R")
    (_, row) = rows_of(tmp_path, record, other)
    assert (row["code"], row["differs"], row["contradicts"]) == ("GO604", [], False)
    (_, row) = rows_of(tmp_path, record, other.saying(RE="B+R"))
    assert (row["differs"], row["contradicts"]) == (["result_raw"], True)


@pytest.mark.parametrize(
    ("said", "contradicts"),
    [({"RE": "W+R"}, True), ({"RE": "B+3.5"}, False), ({"RE": ""}, None), ({"RE": "Draw"}, True), ({"RE": "?"}, None)],
)
def test_results_contradict_when_the_winner_is_another(
    said: dict[str, str], contradicts: bool | None, record: Record, tmp_path: Path
) -> None:
    """Another winner contradicts, another manner does not, and without a result there is nothing to say."""
    assert rows_of(tmp_path, record, record.saying(**said))[1]["contradicts"] is contradicts


def test_margins_contradict_at_the_same_komi_only(record: Record, tmp_path: Path) -> None:
    """B+3.5 and B+2.5 contradict each other at one komi; at another komi they may be one count."""
    said = record.saying(RE="B+3.5")
    assert rows_of(tmp_path, said, said.saying(RE="B+2.5"))[1]["contradicts"] is True
    assert rows_of(tmp_path, said, said.saying(RE="B+2.5", KM="7.5"))[1]["contradicts"] is False


def test_copies_are_held_against_the_first_that_has_a_result(record: Record, tmp_path: Path) -> None:
    """If the best copy has no result, the other copies are compared with each other."""
    short = record.with_moves(record.moves[:-1])
    rows = rows_of(tmp_path, record.saying(RE=""), short, short.saying(RE="W+R", EV="x"))
    assert {row["name"]: row["contradicts"] for row in rows} == {"a": None, "b": False, "c": True}


def test_every_copy_is_held_against_the_best_one(record: Record, tmp_path: Path) -> None:
    """Copies of copies, four moves changed each time, are with the best one as far as they can be followed to it."""
    rng = random.Random(5)
    chain = [record]
    for _ in range(6):
        spoiled = chain[-1]
        for _ in range(4):
            spoiled = DAMAGE["a move changed"](spoiled, rng)
        chain.append(spoiled)
    rows = [row for row in rows_of(tmp_path, *chain) if row["group"] is not None]
    assert len({row["group"] for row in rows}) > 1
    assert all(row["view"] is not None and row["differing_moves"] is not None for row in rows)


def parted(record: Record, plays: int) -> tuple[Record, Record]:
    """Return a game and another one of other players that begins with the given number of its plays."""
    used = {point for _, point in record.moves[:plays]}
    rest = random.Random(4).sample([point for point in range(361) if point not in used], 90)
    moves = (*record.moves[:plays], *(("BW"[(plays + n) % 2], point) for n, point in enumerate(rest)))
    return record, record.with_moves(moves).saying(PB="C", PW="D", DT="1995-03-03", RE="W+R")


@pytest.mark.parametrize("said", [{}, {"PB": "", "PW": "", "DT": ""}])
def test_the_beginning_of_two_games_is_a_copy_of_neither(said: dict[str, str], record: Record, tmp_path: Path) -> None:
    """Games with 100 plays in common, and a record of these: a possible copy of each, with any names."""
    one, other = parted(record, 100)
    rows = rows_of(tmp_path, one, record.with_moves(record.moves[:100]).saying(**said), other)
    assert {(row["group"], row["keep"], row["confidence"]) for row in rows} == {(None, None, "possible")}
    told = {(row["name"], row["best"]) for row in rows if row["code"] == "GO605"}
    assert told == {("b", "a"), ("b", "c")}
    assert {row["code"] for row in rows if {row["name"], row["best"]} == {"a", "c"}} == {"GO607", "GO608"}


def test_copies_of_the_beginning_of_two_games_are_copies_of_each_other(record: Record, tmp_path: Path) -> None:
    """The common beginning of two games may occur twice, and so may the games."""
    one, other = parted(record, 100)
    short = record.with_moves(record.moves[:100])
    rows = rows_of(tmp_path, one, short, other, viewed(short, 3), viewed(one, 1), viewed(other, 5))
    groups = [{row["name"] for row in rows if row["group"] == group} for group in range(3)]
    assert groups == [{"a", "e"}, {"b", "d"}, {"c", "f"}]
    assert {(row["name"], row["best"]) for row in rows if row["code"] == "GO605"} == {("b", "a"), ("b", "c")}


def test_games_played_again_have_copies_of_their_own(record: Record, tmp_path: Path) -> None:
    """If 30 moves were played on two days, the copies of each day are a group, and the days are reported as a pair."""
    first = record.with_moves(record.moves[:30])
    second = first.saying(DT="2001-06-01")
    rows = rows_of(tmp_path, first, second, viewed(first, 3), viewed(second, 4))
    groups = {row["name"]: row["group"] for row in rows if row["group"] is not None}
    assert groups["a"] == groups["c"] != groups["b"] == groups["d"]
    assert {(row["code"], row["confidence"]) for row in rows if row["group"] is None} <= {
        ("GO602", "possible"),
        ("GO603", "possible"),
    }


def test_pairs_of_one_signature_are_limited(record: Record, tmp_path: Path) -> None:
    """Of many games with one opening a limited number of pairs is reported, and the others are counted."""
    rng = random.Random(3)
    others = [[("BW"[n % 2], point) for n, point in enumerate(rng.sample(range(361), 120))] for _ in range(HINTS + 6)]
    games = [record.with_moves((*record.moves[:72], *other)) for other in others]
    found = search(tables_of(tmp_path, "\n".join(game.sgf() for game in games)))
    assert found.table["code"].to_pylist() == ["GO607"] * HINTS + ["GO608"] * HINTS
    assert found.omitted == 2 * 5


def test_across_is_another_archive_or_folder(record: Record, tmp_path: Path) -> None:
    """Files of one folder are within, those of two across."""
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.sgf").write_text(record.sgf(), encoding="utf-8")
    (tmp_path / "one" / "b.sgf").write_text(record.sgf(), encoding="utf-8")
    rows = search(ga.check(tmp_path, estimate="never")).table.to_pylist()
    assert [(Path(row["source"]).parent.name, row["across"]) for row in rows] == [
        ("one", False),
        ("one", False),
        ("two", True),
    ]


def test_the_order_of_games_does_not_matter(record: Record, tmp_path: Path) -> None:
    """For any order of the rows, the same games are retained and removed, for the same reasons."""
    rng = random.Random(9)
    rows = [record_of(row) for row in ga.check(GNUGO, estimate="never").arrow("games").to_pylist()]
    rows += [rng.choice(list(DAMAGE.values()))(each, rng) for each in rng.sample(rows, 40)]
    games = tables_of(tmp_path, "\n".join(each.sgf() for each in rows)).arrow("games")
    shuffled = games.take(pa.array(rng.sample(range(len(games)), len(games))))
    columns = [
        "game_index",
        "best_game_index",
        "code",
        "confidence",
        "keep",
        "best_because",
        "differing_moves",
        "contradicts",
    ]

    def told(table: Any) -> list[str]:
        return sorted(map(str, find_duplicates(table).table.select(columns).to_pylist()))

    assert told(games) == told(shuffled)


def test_the_table_is_that_of_the_schema(record: Record, tmp_path: Path) -> None:
    """Columns and types are those of the schema, with copies and without."""
    for texts in ([record.sgf(), record.sgf()], [record.sgf()], [""]):
        for old in tmp_path.iterdir():
            old.unlink()
        table = search(tables_of(tmp_path, *texts)).table
        assert table.schema.equals(TABLES["duplicates"].arrow)


def test_duplicates_are_written_and_read_again(record: Record, tmp_path: Path) -> None:
    """The table is a part of the dataset, and a check into the same folder takes it away."""
    (tmp_path / "in").mkdir()
    tables = tables_of(tmp_path / "in", record.sgf(), record.sgf())
    out = tmp_path / "out"
    tables.to_parquet(out)
    assert "duplicates" not in read_dataset(out)
    opened = ga.open(out)
    wanted = search(opened).table
    assert opened.duplicates.keep.tolist() == [True, False]
    write_table(out, "duplicates", wanted)
    assert len(list((out / "duplicates").iterdir())) == 1
    assert ga.open(out).arrow("duplicates").to_pylist() == wanted.to_pylist()
    tables.to_parquet(out, overwrite=True)
    assert not (out / "duplicates").exists()


def test_a_dataset_without_the_columns_is_refused(record: Record, tmp_path: Path) -> None:
    """A table of games without setup, as an older version wrote it, is refused by the column's name."""
    games = tables_of(tmp_path, record.sgf()).arrow("games").drop_columns(["setup"])
    with pytest.raises(DatasetError, match="'setup' is not a valid column"):
        find_duplicates(games)
