"""A second run reuses parts of the first; after any change in between, the dataset is that of a fresh run."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from helpers.check_runs import (
    SHARD,
    assert_same,
    check,
    existing_files,
    goanalyze,
    guessed,
    hidden_files,
    manifest,
    mixed,
    record,
    reused_shards,
    write_tar,
    write_zip,
)

import goanalyze.batch.plan as planning
from goanalyze.errors import OutputError
from goanalyze.rules import resolve_all
from goanalyze.tables.dataset import PartName


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds an archive of all kinds, its dataset, and both once more, untouched."""
    folder = tmp_path_factory.mktemp("resume")
    check(mixed(folder / "in"), folder / "out")
    shutil.copytree(folder / "in", folder / "untouched-in")
    shutil.copytree(folder / "out", folder / "untouched-out")
    return folder


@pytest.fixture
def source(place: Path) -> Path:
    """The archive."""
    return restored(place, "in")


@pytest.fixture
def out(place: Path) -> Path:
    """Its dataset."""
    return restored(place, "out")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder of few files."""
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.sgf").write_bytes(record(number))
    return folder


def restored(place: Path, name: str) -> Path:
    """Return a folder as it was at first."""
    shutil.rmtree(place / name)
    return Path(shutil.copytree(place / f"untouched-{name}", place / name))


def again(source: Path, out: Path, fresh: Path | None = None, **how: object) -> list[bool]:
    """Check once more, compare with a fresh run, and return which shards were kept."""
    check(source, out, **how)  # type: ignore[arg-type]
    if fresh is None:
        fresh = out.parent / "fresh"
        check(source, fresh, overwrite=True, **{**how, "resume": False})  # type: ignore[arg-type]
    assert_same(out, fresh, moves=bool(how.get("moves")))
    assert [line["part"] for line in manifest(out)] == [line["part"] for line in manifest(fresh)]
    assert not hidden_files(out)
    return reused_shards(out)


def test_what_did_not_change_is_kept(place: Path, source: Path, out: Path) -> None:
    """A second run with the same command writes no part, and says so."""
    before = existing_files(out)
    assert len(before) > 10
    assert all(again(source, out, place / "untouched-out"))
    assert existing_files(out) == before


@pytest.mark.parametrize("how", [{"executor": "processes", "jobs": 3}, {"executor": "processes", "jobs": 1}], ids=str)
def test_who_does_the_work_is_no_reason_to_do_it_again(source: Path, out: Path, how: dict[str, object]) -> None:
    """Jobs and executor change no row, so that finished parts are reused."""
    check(source, out, **how)  # type: ignore[arg-type]
    assert all(reused_shards(out))


def _file_changed(folder: Path) -> None:
    (folder / "loose" / "game-0007.sgf").write_bytes(record(150))


def _file_added(folder: Path) -> None:
    (folder / "loose" / "game-0007b.sgf").write_bytes(record(150))


def _file_added_before_all(folder: Path) -> None:
    (folder / "loose" / "0.sgf").write_bytes(record(150))


def _file_removed(folder: Path) -> None:
    (folder / "loose" / "game-0007.sgf").unlink()


def _first_file_removed(folder: Path) -> None:
    (folder / "loose" / "a-empty.sgf").unlink()


def _zip_changed(folder: Path) -> None:
    write_zip(folder / "a.zip", ((f"{n}.sgf", record(n + (100 if n == 11 else 7))) for n in range(12)))


def _member_appended(folder: Path) -> None:
    write_zip(folder / "a.zip", ((f"{n}.sgf", record(n + 7)) for n in range(13)))


def _zip_touched(folder: Path) -> None:
    os.utime(folder / "a.zip", (1, 1))


def _zip_removed(folder: Path) -> None:
    (folder / "a.zip").unlink()


def _zip_added_before_all(folder: Path) -> None:
    write_zip(folder / "0.zip", ((f"{n}.sgf", record(n + 3)) for n in range(9)))


def _tar_changed(folder: Path) -> None:
    write_tar(folder / "c.tar", ((f"{n}.sgf", record(n + 51)) for n in range(12)))


CHANGES = [
    # change, shards that are redone at most (of 14)
    (_file_added, 3),
    (_tar_changed, 5),
]
MORE_CHANGES = [
    (_file_changed, 1),
    (_file_added_before_all, 3),
    (_file_removed, 3),
    (_zip_changed, 2),
    (_zip_removed, 0),
    (_zip_added_before_all, 3),
    (_first_file_removed, 3),
    (_member_appended, 2),
    (_zip_touched, 0),
]
SLOW_CHANGES = [pytest.param(*change, marks=pytest.mark.slow) for change in MORE_CHANGES]


@pytest.mark.parametrize(
    ("change", "most"), [*CHANGES, *SLOW_CHANGES], ids=lambda value: getattr(value, "__name__", "")
)
def test_a_change_redoes_what_it_touches(source: Path, out: Path, change: Callable[[Path], None], most: int) -> None:
    """After any change of the input the dataset is that of a fresh run, and most of it was kept."""
    change(source)
    assert again(source, out).count(False) <= most


def test_another_guess_redoes_just_what_was_guessed(source: Path, out: Path) -> None:
    """A source whose guessed charset changes is read anew where the guess was used, although no such file changed."""
    names = {line["part"]: line["from"] for line in manifest(out)}
    lot = [(f"x{n}.sgf", guessed(n, encoding="cp932")) for n in range(60)]
    write_zip(source / "b-guessed.zip", [*((f"{n}.sgf", guessed(n)) for n in range(12)), *lot])
    again(source, out)
    redone = {line["from"] for line in manifest(out) if not line["kept"]}
    assert redone == {str(source / "b-guessed.zip")}
    assert str(source / "b-guessed.zip") in names.values()


@pytest.mark.parametrize(
    ("options", "more"),
    [
        ({"moves": True}, ["moves"]),
        ({"confirm": "safe", "estimate": "auto"}, ["chains"]),
        ({"komi": "ruleset"}, []),
        ({"encoding": "gb18030"}, []),
    ],
    ids=str,
)
def test_another_option_redoes_all(small: Path, tmp_path: Path, options: dict[str, object], more: list[str]) -> None:
    """Rows depend on every option, so that none is reused; the file of an unselected table is removed."""
    out = tmp_path / "out"
    check(small, out)
    before = {path.name for path in out.iterdir()}
    assert not any(again(small, out, **options))
    assert {path.name for path in out.iterdir()} == before | {*more}
    assert not any(again(small, out))
    assert {path.name for path in out.iterdir()} == before


def test_another_version_of_the_schema_redoes_all(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of another schema are replaced."""
    check(small, tmp_path / "out")
    monkeypatch.setattr(planning, "SCHEMA_VERSION", 999)
    assert not any(again(small, tmp_path / "out"))


def test_a_changed_ruleset_of_ones_own_redoes_all(small: Path, tmp_path: Path) -> None:
    """A ruleset's key is its definition, not its name."""
    mine = tmp_path / "mine.toml"
    text = '[mine]\nbase = "japanese"\nkomi = {}\n'
    mine.write_text(text.format(6.5))
    check(small, tmp_path / "out", rulesets=resolve_all(str(mine)))
    assert all(again(small, tmp_path / "out", rulesets=resolve_all(str(mine))))
    mine.write_text(text.format(7.5))
    assert not any(again(small, tmp_path / "out", rulesets=resolve_all(str(mine))))


def test_no_resume_redoes_all(place: Path, source: Path, out: Path) -> None:
    """Without resuming nothing is kept, and nothing else comes out."""
    before = existing_files(out)
    assert not any(again(source, out, place / "untouched-out", resume=False))
    assert not set(before.values()) & set(existing_files(out).values())


def test_a_dataset_of_other_sources_is_not_replaced(small: Path, out: Path, tmp_path: Path) -> None:
    """Naming the wrong folder costs nothing; --overwrite replaces it."""
    before = existing_files(out)
    with pytest.raises(OutputError, match=r"contains a dataset of other sources .*--overwrite"):
        check(small, out)
    assert existing_files(out) == before
    assert (out / "_SUCCESS.json").exists()
    check(small, out, overwrite=True)
    check(small, tmp_path / "fresh")
    assert_same(out, tmp_path / "fresh")


def test_an_input_is_known_however_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative, dotted or absolute path is the same source, and its parts are reused."""
    folder, out = mixed(tmp_path / "in", 4), tmp_path / "out"
    monkeypatch.chdir(tmp_path)
    check(folder, out)
    for given in ("in", "./in", "../" + tmp_path.name + "/in/."):
        check([given], out)  # type: ignore[list-item]
        assert all(reused_shards(out)), given
    monkeypatch.chdir(folder)
    check(["."], out)  # type: ignore[list-item]
    assert all(reused_shards(out))


@pytest.mark.slow
def test_a_table_of_another_command_stays_while_the_games_do(small: Path, tmp_path: Path) -> None:
    """Duplicates of the same games are kept; for other games they are removed, with a message."""
    out = tmp_path / "out"
    for number, name in enumerate(("b.sgf", "c.sgf", None)):
        check(small, out)
        goanalyze("dups", out)
        done = goanalyze("check", small, "-o", out, "--shard", SHARD / 2**20, "--estimate", "never")
        assert ("duplicates" in done.stderr, (out / "duplicates").is_dir()) == (False, True), number
        if name:
            (small / name).write_bytes(record(number + 20))
            done = goanalyze("check", small, "-o", out, "--shard", SHARD / 2**20, "--estimate", "never")
            assert "the table duplicates belonged to other games, or was damaged, and is removed" in done.stderr
            assert not (out / "duplicates").exists()


def test_a_folder_whose_only_archive_has_another_name_is_the_same_source(tmp_path: Path) -> None:
    """A dataset belongs to its inputs as given, not to the files found in them."""
    folder = tmp_path / "in"
    folder.mkdir()
    write_zip(folder / "2023.zip", [("a.sgf", record(1))])
    check(folder, tmp_path / "out")
    (folder / "2023.zip").rename(folder / "2024.zip")
    assert again(folder, tmp_path / "out") == [False]


def _bit_flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 4
    path.write_bytes(data)


def _cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])


def _a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("table", ["games", "outcomes"])
@pytest.mark.parametrize("damage", [Path.unlink, _cut_short, _bit_flipped, _a_folder])
def test_a_damaged_part_is_made_anew(
    place: Path, source: Path, out: Path, table: str, damage: Callable[[Path], None]
) -> None:
    """A missing, truncated or altered part of one table costs its shard, no other."""
    part = sorted((out / table).iterdir())[3]
    damage(part)
    number = PartName.parse(part.name)
    assert number is not None
    assert [n for n, stays in enumerate(again(source, out, place / "untouched-out")) if not stays] == [number.number]


def test_names_that_no_charset_knows(tmp_path: Path) -> None:
    """A folder with a name outside UTF-8 is recognised, too."""
    folder = Path(os.fsdecode(os.fsencode(tmp_path / "in") + b"\xff\xe9"))
    folder.mkdir()
    (folder / "a.sgf").write_bytes(record(1))
    check(folder, tmp_path / "out")
    (folder / "a.sgf").write_bytes(record(2))
    assert again(folder, tmp_path / "out") == [False]


def test_what_an_unfinished_run_left_is_cleared_away(place: Path, source: Path, out: Path) -> None:
    """Half-written files and parts without their commit do no harm and do not stay."""
    part = sorted((out / "games").iterdir())[2]
    (out / "games" / f".{part.name}.1-abcdef.writing").write_bytes(b"half")
    (out / "._SUCCESS.json.1-abcdef.writing").write_bytes(b"half")
    shutil.copy(out / "counts" / part.name, out / "counts" / PartName(77, 16 * "e").file)
    (out / "_SUCCESS.json").unlink()
    assert all(again(source, out, place / "untouched-out"))
    assert len(list((out / "counts").iterdir())) == len(list((out / "games").iterdir()))


def test_findings_of_what_was_kept_are_told_in_order(source: Path, out: Path) -> None:
    """A second run prints the findings of all shards, in the order of the sources, kept or not."""
    (source / "loose" / "game-0007.sgf").write_bytes(record(150))
    told: dict[str, list[object]] = {"out": [], "fresh": []}
    for name, rows in told.items():

        def receive(tables: dict[str, pa.Table], rows: list[object] = rows) -> None:
            rows += tables["findings"].to_pylist() if "findings" in tables else []

        check(source, out.parent / name, overwrite=name == "fresh", receive=receive)
    assert told["out"] == told["fresh"]
    assert len(told["out"]) > 20
    assert reused_shards(out).count(False) == 1
