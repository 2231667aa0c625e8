"""Games of a dataset written out as files."""

from __future__ import annotations

import csv
import errno
import gzip
import hashlib
import os
import shutil
import tarfile
from pathlib import Path

import pytest
from helpers.check_runs import guessed, record, write_tar, write_zip

import goanalyze as ga
import goanalyze.export.export as going
from goanalyze.errors import ExportError
from goanalyze.export.log import read_log, undo

BAD = b"(;GM[1]FF[4]SZ[9]KM[6.5];B[ee];W[ee])"
"""A game with GO101: a stone on a stone."""
GOOD = record(0)


def checked(folder: Path, **how: object) -> ga.Tables:
    """Check a folder, and return its dataset, which is next to it."""
    ga.check(folder, estimate="never").to_parquet(folder.parent / "out", overwrite=True)
    return ga.open(folder.parent / "out")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Make a folder with loose files, an archive with an archive in it, a packed file, and a file of four games."""
    folder = tmp_path / "games"
    (folder / "2020").mkdir(parents=True)
    (folder / "2020" / "bad.sgf").write_bytes(BAD)
    (folder / "2020" / "good.sgf").write_bytes(GOOD)
    (folder / "packed.sgf.gz").write_bytes(gzip.compress(BAD.replace(b"6.5", b"5.5")))
    (folder / "several.sgf").write_bytes(b"\n".join((GOOD, BAD.replace(b"6.5", b"4.5"), record(2), record(3))))
    write_zip(tmp_path / "inner.zip", [("deep/x.sgf", BAD.replace(b"6.5", b"3.5"))])
    inner = (tmp_path / "inner.zip").read_bytes()
    write_zip(folder / "a.zip", [("good.sgf", record(5)), ("bad.sgf", BAD.replace(b"6.5", b"2.5")), ("in.zip", inner)])
    write_tar(folder / "b.tar", [("bad.sgf", BAD.replace(b"6.5", b"1.5"))])
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder, but for the log."""
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {name: data for name, data in found.items() if name != "export-log.csv"}


def test_games_with_a_finding_become_files_in_the_folders_of_their_sources(games: Path, tmp_path: Path) -> None:
    """Members of archives, also in archives, become files. Archives become folders."""
    result = checked(games).export(tmp_path / "bad", select="GO101")
    assert files(tmp_path / "bad") == {
        "2020/bad.sgf": BAD,
        "packed.sgf": BAD.replace(b"6.5", b"5.5"),
        "several-game-1.sgf": BAD.replace(b"6.5", b"4.5"),
        "a.zip/bad.sgf": BAD.replace(b"6.5", b"2.5"),
        "a.zip/in.zip/deep/x.sgf": BAD.replace(b"6.5", b"3.5"),
        "b.tar/bad.sgf": BAD.replace(b"6.5", b"1.5"),
    }
    assert (result.games, result.missing, dict(result.files)) == (6, [], {"copied": 5, "cut": 1})


def test_the_log_tells_from_where_to_where(games: Path, tmp_path: Path) -> None:
    """The log is CSV. Its sizes and digests are those of the files."""
    checked(games).export(tmp_path / "bad", select="GO101")
    with (tmp_path / "bad" / "export-log.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["file"] for row in rows} == set(files(tmp_path / "bad"))
    for row in rows:
        data = (tmp_path / "bad" / row["file"]).read_bytes()
        assert (int(row["bytes"]), row["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
    nested = next(row for row in rows if row["file"].endswith("x.sgf"))
    assert nested["address"] == f"{games}/a.zip!in.zip!deep/x.sgf"
    assert nested["original"] == f"{games}/a.zip"


@pytest.mark.parametrize("move", [False, True])
def test_undoing_leaves_what_was_there_before(games: Path, tmp_path: Path, move: bool) -> None:
    """Moved files return, copies and empty folders are removed."""
    before, tables = files(games), checked(games)
    (tmp_path / "bad" / "2020").mkdir(parents=True)
    (tmp_path / "bad" / "2020" / "mine.txt").write_text("mine")
    tables.export(tmp_path / "bad", select="GO101", move=move)
    assert (games / "2020" / "bad.sgf").exists() is not move
    result = undo(tmp_path / "bad" / "export-log.csv")
    assert (result.returned, result.deleted, result.left) == ((1, 5, []) if move else (0, 6, []))
    assert files(games) == before
    assert [path.name for path in sorted((tmp_path / "bad").rglob("*"))] == ["2020", "mine.txt"]


def test_files_are_moved_to_another_file_system_and_back(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a file system without links a file is copied, read back, and only then removed."""
    before, tables = files(games), checked(games)

    def refused(*_: object) -> None:
        raise OSError(errno.EXDEV, "another file system")

    monkeypatch.setattr(os, "link", refused)
    result = tables.export(tmp_path / "bad", select="GO101", move=True)
    assert (dict(result.files), result.not_moved, result.missing) == ({"moved": 1, "copied": 4, "cut": 1}, 5, [])
    assert before["2020/bad.sgf"] == (tmp_path / "bad" / "2020" / "bad.sgf").read_bytes()
    assert undo(tmp_path / "bad").returned == 1
    assert files(games) == before


def test_an_original_that_changes_while_it_is_moved_stays(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moving never removes bytes that were not copied."""
    tables, real = checked(games), going.rename_new

    def changing(path: Path, name: Path) -> None:
        real(path, name)
        (games / "2020" / "new").write_bytes(b"(;C[edited meanwhile])")
        (games / "2020" / "new").replace(games / "2020" / "bad.sgf")

    monkeypatch.setattr(going, "rename_new", changing)
    result = tables.export(tmp_path / "bad", addresses=[f"{games}/2020/bad.sgf"], move=True)
    assert (games / "2020" / "bad.sgf").read_bytes() == b"(;C[edited meanwhile])"
    assert (tmp_path / "bad" / "2020" / "bad.sgf").read_bytes() == BAD
    assert result.missing == [f"{games}/2020/bad.sgf changed while it was moved, and stays where it was, too"]


def test_the_log_calculates_nothing_in_a_spreadsheet_and_is_read_back(tmp_path: Path) -> None:
    """Names are text in the log, with any characters, and undoing finds the files."""
    (tmp_path / "games").mkdir()
    for name in ("=HYPERLINK(1).sgf", "'quoted\".sgf", "two\nlines.sgf", "-1,2.sgf"):
        (tmp_path / "games" / name).write_bytes(record(len(name)))
    before, tables = files(tmp_path / "games"), checked(tmp_path / "games")
    tables.export(tmp_path / "to", move=True)
    with (tmp_path / "to" / "export-log.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert not [value for row in rows for value in row.values() if value[:1] in {"=", "+", "-", "@"}]
    assert files(tmp_path / "games") == {}
    assert undo(tmp_path / "to").left == []
    assert files(tmp_path / "games") == before


def test_the_format_of_a_log_is_fixed(tmp_path: Path) -> None:
    """A log of any version can be undone; incomplete files and an incomplete last line are removed, too."""
    (tmp_path / "a.sgf").write_bytes(GOOD)
    (tmp_path / ".goanalyze-1-00.writing").write_bytes(GOOD[:9])
    line = f'\'=games/a.sgf,a.sgf,copied,1,{len(GOOD)},{hashlib.sha256(GOOD).hexdigest()},/games/a.sgf,"a, b"\n'
    head = "address,file,done,games,bytes,sha256,original,changes\n"
    (tmp_path / "export-log.csv").write_text(head + line + "games/b.sgf,b.sg", encoding="utf-8-sig")
    assert [entry.address for entry in read_log(tmp_path / "export-log.csv")] == ["=games/a.sgf"]
    assert undo(tmp_path).deleted == 1
    assert not list(tmp_path.iterdir())


def test_a_log_leads_nowhere_else(games: Path, tmp_path: Path) -> None:
    """A log that was altered, or a link in the folder, deletes nothing outside the folder."""
    tables = checked(games)
    tables.export(tmp_path / "bad", select="GO101")
    (tmp_path / "mine.sgf").write_bytes(BAD.replace(b"6.5", b"1.5"))
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "bad.sgf").write_bytes(BAD)
    (tmp_path / "bad" / "2020" / "bad.sgf").unlink()
    (tmp_path / "bad" / "2020").rmdir()
    (tmp_path / "bad" / "2020").symlink_to(tmp_path / "link")
    log = tmp_path / "bad" / "export-log.csv"
    log.write_text(log.read_text(encoding="utf-8").replace(",b.tar/bad.sgf,", ",../mine.sgf,"), encoding="utf-8")
    assert len(undo(log).left) == 2
    assert (tmp_path / "mine.sgf").exists()
    assert (tmp_path / "link" / "bad.sgf").exists()


def test_what_was_changed_since_is_left_and_stays_in_the_log(games: Path, tmp_path: Path) -> None:
    """Undoing deletes only unchanged files."""
    checked(games).export(tmp_path / "bad", select="GO101", move=True)
    for name in ("2020/bad.sgf", "a.zip/bad.sgf"):
        (tmp_path / "bad" / name).write_bytes(b"(;C[mine])")
    result = undo(tmp_path / "bad")
    assert [sentence.partition("' was changed since")[1] != "" for sentence in result.left] == [True, True]
    assert set(files(tmp_path / "bad")) == {"2020/bad.sgf", "a.zip/bad.sgf"}
    assert {entry.file for entry in read_log(tmp_path / "bad" / "export-log.csv")} == set(files(tmp_path / "bad"))


def test_a_dry_run_writes_nothing_and_tells_the_same(games: Path, tmp_path: Path) -> None:
    """A dry run returns the same result and writes nothing."""
    tables = checked(games)
    dry = tables.export(tmp_path / "bad", select="GO101", move=True, dry_run=True)
    assert not (tmp_path / "bad").exists()
    wet = tables.export(tmp_path / "bad", select="GO101", move=True)
    assert (dry.entries, dry.files, dry.games, dry.bytes) == (wet.entries, wet.files, wet.games, wet.bytes)


def test_what_has_changed_since_the_check_is_told_and_not_exported(games: Path, tmp_path: Path) -> None:
    """A verdict is about the bytes that were checked: changed, shortened or gone, they are not written under it."""
    tables = checked(games)
    (games / "2020" / "bad.sgf").write_bytes(BAD.replace(b"ee", b"dd"))
    (games / "packed.sgf.gz").unlink()
    (games / "b.tar").write_bytes(b"")
    result = tables.export(tmp_path / "bad", select="GO101")
    assert set(files(tmp_path / "bad")) == {"several-game-1.sgf", "a.zip/bad.sgf", "a.zip/in.zip/deep/x.sgf"}
    assert len(result.missing) == 3
    assert sum("has changed since it was checked" in why for why in result.missing) == 1


def test_the_same_export_again_goes_on_in_the_log(games: Path, tmp_path: Path) -> None:
    """Unchanged files are not written again; another export is added, and existing names get a number."""
    tables = checked(games)
    tables.export(tmp_path / "all", select="GO101", move=True)
    before = files(tmp_path / "all")
    (tmp_path / "all" / "a.zip" / "good.sgf").write_text("mine")
    result = tables.export(tmp_path / "all")
    assert result.already_exported == 5  # not several.sgf, of which a game was cut out
    assert result.missing == []
    assert set(files(tmp_path / "all")) - set(before) == {
        "2020/good.sgf",
        "several.sgf",
        "a.zip/good.sgf",
        "a.zip/good-2.sgf",
    }
    undo(tmp_path / "all")
    assert files(tmp_path / "all") == {"a.zip/good.sgf": b"mine"}


def test_a_game_cut_out_of_its_file_is_the_same_game(tmp_path: Path) -> None:
    """A file of several games may name its charset once, or in a byte-order mark: a game alone still reads alike."""
    names = "古力聂卫平常昊柯洁"
    several = [f"(;SZ[9]{ca}PB[{name}];B[ee])" for ca, name in zip(("CA[GBK]", "", ""), names, strict=False)]
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "gbk.sgf").write_bytes("\n\n".join(several).encode("gbk"))
    (tmp_path / "games" / "wide.sgf").write_bytes("; ".join(several).replace("CA[GBK]", "").encode("utf-16"))
    (tmp_path / "games" / "guessed.sgf").write_bytes(b"\n".join(guessed(number) for number in range(3)))
    tables = checked(tmp_path / "games")
    addresses = [f"{path}#{game}" for path in (tmp_path / "games").iterdir() for game in (0, 2)]
    result = tables.export(tmp_path / "cut", addresses=addresses)
    assert (result.games, dict(result.files)) == (6, {"cut": 6})
    again = ga.check(tmp_path / "cut", estimate="never").games
    assert sorted(again.game_id.str[:24]) == sorted(tables.games.query("game_index != 1").game_id.str[:24])
    assert (tmp_path / "cut" / "gbk-game-0.sgf").read_bytes() == several[0].encode("gbk")


@pytest.mark.parametrize("repair", [False, True])
def test_a_game_cut_out_has_its_own_charset(tmp_path: Path, repair: bool) -> None:
    """Of a file whose games are in several charsets, each game is exported, and repaired, in its own."""
    (tmp_path / "games").mkdir()
    games = [("CA[GBK]", "古力", "gbk"), ("CA[UTF-8]", "바둑판", "utf-8"), ("CA[Shift_JIS]", "表示", "cp932")]
    data = b"\n".join(f"(;SZ[9]{ca}PB[{name}];B[ee])".encode(charset) for ca, name, charset in games)
    (tmp_path / "games" / "a.sgf").write_bytes(data)
    tables = checked(tmp_path / "games")
    result = tables.export(
        tmp_path / "cut", addresses=[f"{tmp_path / 'games' / 'a.sgf'}#{n}" for n in (0, 2)], repair=repair
    )
    assert (result.games, result.missing) == (2, [])
    again = ga.check(tmp_path / "cut", estimate="never").games
    assert sorted(again.black_player) == sorted(["古力", "表示"])


def test_an_address_is_a_game_a_file_or_all_in_it(games: Path, tmp_path: Path) -> None:
    """An address selects all games in it. An address outside of the dataset is refused with one sentence."""
    tables = checked(games)
    for address, number in (
        ("several.sgf#1", 1),
        ("several.sgf", 4),
        ("several.sgf@9", 1),
        ("a.zip", 3),
        ("a.zip!in.zip", 1),
        ("2020", 2),
        ("a.zip!bad.sgf@2", 1),
    ):
        assert tables.export(tmp_path / "x", addresses=[f"{games}/{address}"], dry_run=True).games == number
    for address in ("several.sgf#4", "nowhere.sgf", "a.zip!nowhere.sgf"):
        with pytest.raises(
            ExportError, match=r"^'.*' is not a (game|file) of the dataset. Expected an address of goanal"
        ):
            tables.export(tmp_path / "x", addresses=[f"{games}/{address}"], dry_run=True)


def test_files_without_a_game_are_exported_only_if_asked_for(games: Path, tmp_path: Path) -> None:
    """A file without a game is not a game; its findings select it, or its own address."""
    (games / "2020" / "none.sgf").write_bytes(b"(not a game")
    tables = checked(games)
    code = tables.findings.query("game_id.isna()").code.iloc[0]
    asked = {"select": code}, {"addresses": [f"{games}/2020/none.sgf"]}, {"addresses": [f"{games}/2020"]}, {}
    exported = [tables.export(tmp_path / "x", dry_run=True, limit=99, **how) for how in asked]
    found = [[entry.file for entry in result.entries] for result in exported]
    assert found[0] == found[1] == ["2020/none.sgf"]
    assert (exported[0].games, "2020/none.sgf" in found[2], "2020/none.sgf" in found[3]) == (0, False, False)


def test_copies_are_dropped_or_exported_alone(tmp_path: Path) -> None:
    """`drop` exports the best selected copy of each game, and `only` the other copies."""
    (tmp_path / "games").mkdir()
    for name, number in (("a", 1), ("b", 2), ("c", 1), ("d", 1)):
        (tmp_path / "games" / f"{name}.sgf").write_bytes(record(number))
    tables = checked(tmp_path / "games")
    exported = {
        how: [entry.file for entry in tables.export(tmp_path / "x", dups=how, dry_run=True).entries]
        for how in ("keep", "drop", "only")
    }
    assert exported == {
        "keep": ["a.sgf", "b.sgf", "c.sgf", "d.sgf"],
        "drop": ["a.sgf", "b.sgf"],
        "only": ["c.sgf", "d.sgf"],
    }
    some = [f"{tmp_path}/games/{name}.sgf" for name in "cd"]
    result = tables.export(tmp_path / "x", dups="drop", addresses=some, dry_run=True)
    assert [entry.file for entry in result.entries] == ["c.sgf"]


def test_sources_that_were_moved_are_found_below_a_root(games: Path, tmp_path: Path) -> None:
    """As in reports, `--root` names the folder that holds the sources now; names of exported files stay the same."""
    tables = checked(games)
    shutil.move(games, tmp_path / "elsewhere")
    result = tables.export(tmp_path / "bad", select="GO101", root=tmp_path / "elsewhere")
    assert result.missing == []
    assert "2020/bad.sgf" in files(tmp_path / "bad")


def test_hostile_members_stay_in_the_folder(tmp_path: Path) -> None:
    """Names that escape are made harmless, and no file takes another one's place."""
    names = [
        "../../up.sgf",
        "/abs.sgf",
        "C:\\win.sgf",
        "nul.sgf",
        "a. ",
        "A.SGF",
        "a.sgf",
        "a.sgf/b.sgf",
        "..",
        "x\n\x1b.sgf",
        "n" * 300 + ".sgf",
        "m" * 300 + ".sgf",
        "d/" * 200 + "deep.sgf",
        "e/" * 200 + "deep.sgf",
        ".hidden",
        "export-log.csv",
        "é.sgf",
        "e\u0301.sgf",
    ]
    (tmp_path / "games").mkdir()
    with tarfile.open(tmp_path / "games" / "hostile.tar", "w") as archive:
        for number, name in enumerate(names):
            (tmp_path / "one.sgf").write_bytes(record(number))
            archive.add(tmp_path / "one.sgf", name)
    tables = checked(tmp_path / "games")
    around = {path for path in tmp_path.rglob("*") if (tmp_path / "to") not in path.parents}
    result = tables.export(tmp_path / "to", limit=99)
    assert {path for path in tmp_path.rglob("*") if (tmp_path / "to") not in path.parents} - around == {tmp_path / "to"}
    assert result.games == len(tables.games) == len(files(tmp_path / "to")) == len(names)
    alike = {entry.file.casefold() for entry in result.entries}
    assert len(alike) == len(names)
    assert sorted(ga.check(tmp_path / "to", estimate="never").games.game_id.str[:24]) == sorted(
        tables.games.game_id.str[:24]
    )
