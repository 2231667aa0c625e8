"""Tables are read as far as they are needed, and unreadable ones are reported."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import goanalyze as ga
from goanalyze.errors import DatasetError
from goanalyze.rules import RULESETS
from goanalyze.tables import reading
from goanalyze.tables.dataset import SINGLE, Parts, read_dataset
from goanalyze.tables.reading import row_count, take

SAMPLE = Path(__file__).parents[2] / "data" / "sample"


@pytest.fixture(scope="module")
def tables() -> ga.Tables:
    """GNU Go's games, in memory."""
    return ga.check(SAMPLE / "gnugo")


@pytest.fixture
def out(tables: ga.Tables, tmp_path: Path) -> Path:
    """The same as a dataset that a test may spoil."""
    tables.to_parquet(tmp_path / "out")
    return tmp_path / "out"


def part(out: Path, name: str) -> Path:
    """Return the one part of a table."""
    return next((out / name).glob("part-*.parquet"))


def spoil_pages(path: Path) -> None:
    """Overwrite the data of a Parquet file, but leave its footer."""
    data = path.read_bytes()
    footer = int.from_bytes(data[-8:-4], "little") + 8
    path.write_bytes(data[:4] + b"\xff" * (len(data) - footer - 4) + data[-footer:])


@pytest.mark.parametrize("where", ["memory", "disk"])
def test_some_columns_and_rows(tables: ga.Tables, out: Path, where: str) -> None:
    """`arrow` with columns and a filter equals the filtered whole table."""
    asked = tables if where == "memory" else ga.open(out)
    expected = [
        {"margin": row["margin"], "ruleset": row["ruleset"]}
        for row in tables.arrow("outcomes").to_pylist()
        if row["ruleset"] in ("japanese", "aga") and (row["margin"] or 0) > 5
    ]
    assert len(expected) > 20
    wanted = [("ruleset", "in", ["japanese", "aga"]), ("margin", ">", 5)]
    assert asked.arrow("outcomes", ["margin", "ruleset"], wanted).to_pylist() == expected
    condition = (pc.field("margin") > 5) & pc.field("ruleset").isin(["japanese", "aga"])
    assert asked.arrow("outcomes", ["margin", "ruleset"], condition).to_pylist() == expected


def change(path: Path) -> None:
    """Change one byte of the rows, and neither size nor footer."""
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)


def test_opening_and_naming_the_tables_reads_no_rows(out: Path) -> None:
    """`open` and `repr` need the manifest alone: they work on files whose data are spoilt; `dataset` does not."""
    expected = repr(ga.open(out))
    for path in out.rglob("*.parquet"):
        change(path)
    tables = ga.open(out)
    assert repr(tables) == expected
    assert re.search(rf"outcomes +{228 * len(RULESETS):,} ", expected)
    with pytest.raises(DatasetError, match="is damaged"):
        tables.dataset("games")


@pytest.mark.parametrize("name", ["games", "findings", "rulesets", "conventions"])
@pytest.mark.parametrize("how", ["pages", "footer", "empty"])
def test_a_damaged_file_is_named(out: Path, name: str, how: str) -> None:
    """For any damage to a part, the error is one sentence with its path in it."""
    path = out / f"{name}.parquet" if name in SINGLE else part(out, name)
    if how == "pages":
        spoil_pages(path)
    else:
        path.write_bytes(b"" if how == "empty" else b"PAR1 nothing of the kind PAR1")
    with pytest.raises(DatasetError) as error:
        getattr(ga.open(out), name)
    assert str(path) in str(error.value)
    assert "is damaged" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_damaged_table_does_not_stop_repr(out: Path) -> None:
    """A notebook that shows the tables names the damaged one, without an error."""
    part(out, "counts").write_bytes(b"")
    assert re.search(r"counts +\(damaged\) ", repr(ga.open(out)))


def test_a_missing_table_is_told(out: Path) -> None:
    """A removed folder or file is named with the remedy."""
    shutil.rmtree(out / "findings")
    shutil.rmtree(out / "audit")
    part(out, "counts").unlink()
    for name in SINGLE:
        (out / f"{name}.parquet").unlink()
    tables = ga.open(out)
    for name in ("findings", "audit", "counts", *SINGLE):
        with pytest.raises(DatasetError, match=rf"has lost {name}.*\. Run goanalyze check again"):
            tables.arrow(name)


def test_a_part_of_something_else_is_refused(tables: ga.Tables, out: Path, tmp_path: Path) -> None:
    """Each file has the bytes that were written under its name, and other files do not exist."""
    ga.check(SAMPLE / "gnugo" / "009x009-chinese-0022.sgf").to_parquet(tmp_path / "other")
    game = part(out, "games")
    before = game.read_bytes()
    for foreign in (part(tmp_path / "other", "games"), part(out, "counts")):
        shutil.copy(foreign, game)
        with pytest.raises(DatasetError, match=r"is damaged, or is of another dataset\. Run goanalyze check again"):
            ga.open(out).arrow("games", ["game_id"])
    pq.write_table(tables.arrow("games"), game)
    with pytest.raises(DatasetError, match="is damaged"):
        ga.open(out).arrow("games", ["game_id"])
    game.write_bytes(before)
    assert len(ga.open(out).arrow("games")) == 228
    shutil.copy(game, game.with_name("part-000001-0123456789abcdef.parquet"))
    with pytest.raises(DatasetError, match=r"is not part of the dataset\. Remove it"):
        ga.open(out).arrow("games", ["game_id"])


def test_a_part_that_goes_while_it_is_read_is_told(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look at a part and its reading a check may replace it: a sentence, not a traceback."""
    parts = read_dataset(out)["games"]
    intact_files = reading.intact_files

    def missing(source: Parts) -> list[Path]:
        return [path.with_name("missing.parquet") for path in intact_files(source)]

    monkeypatch.setattr(reading, "intact_files", missing)
    for read in (lambda: list(reading.batches(parts, ["game_id"])), lambda: reading.read(parts)):
        with pytest.raises(DatasetError, match=r"has changed while it was read .*\. Open it again"):
            read()


def test_names_that_do_not_exist_are_told(tables: ga.Tables, out: Path) -> None:
    """A table or a column that is not there is answered with those that are."""
    for asked in (tables, ga.open(out)):
        with pytest.raises(DatasetError, match=r"'game' is not a valid table\. Expected one of files, games"):
            asked.arrow("game")
        with pytest.raises(DatasetError, match=r"moves=True.*--moves"):
            _ = asked.moves
        with pytest.raises(DatasetError, match=r"confirm='safe'.*--confirm safe"):
            _ = asked.chains
        with pytest.raises(DatasetError, match=r"'width' is not a valid column\. Expected one of game_id, canon"):
            asked.arrow("games", ["width"])


@pytest.mark.parametrize("where", ["memory", "disk"])
def test_rows_are_taken_by_number(tables: ga.Tables, out: Path, where: str) -> None:
    """Rows come in the requested order, also twice; a number beyond the end is an error."""
    source = tables.arrow("games") if where == "memory" else read_dataset(out)["games"]
    ids = tables.arrow("games")["game_id"].to_pylist()
    assert take(source, [200, 3, 3], ["game_id"])["game_id"].to_pylist() == [ids[200], ids[3], ids[3]]
    assert row_count(source) == len(ids)
    for wrong in (len(ids), -1):
        with pytest.raises(IndexError, match=f"Row {wrong} is not found. Expected 0 to 227"):
            take(source, [wrong], ["game_id"])


def test_a_filter_that_cannot_be_is_told(tables: ga.Tables) -> None:
    """A condition on a column of another type is one sentence."""
    with pytest.raises(DatasetError, match="the selected rows cannot be read"):
        tables.arrow("games", ["game_id"], pc.field("komi") == pa.scalar("many"))
