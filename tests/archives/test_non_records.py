"""Files of other kinds among records: none of them becomes a game, and one finding per archive or folder lists them."""

from __future__ import annotations

import random
import zipfile
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from helpers.archive_files import tar_bytes, write_archive, zip_bytes

import goanalyze as ga
from goanalyze.archives.inputs import find_sources
from goanalyze.batch.plan import plan
from goanalyze.cli import app
from goanalyze.pipeline import Options
from goanalyze.sgf.game_cuts import is_record

if TYPE_CHECKING:
    from pathlib import Path

GAME = b"(;SZ[9];B[cc];W[gg])"
MOVES = b"".join(b";B[%c%c];W[%c%c]" % (x, y, x, y + 1) for x in b"abcdefghi" for y in b"aceg")
WHOLE = b"(;GM[1]FF[4]SZ[9]" + MOVES + b")"
PROSE = b"The player of the year writes about the last round of the cup and about the next one. " * 40
MAIL = b"From: Ada\nTo: Bob\nSubject: Our game\n\nDear Bob,\nthis is it:\n\n" + GAME + b"\n\n" + PROSE
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
NOISE = random.Random(7).randbytes(400)
HIDDEN = b"(;\x02B[ee](;B[cc];W[dd])" + NOISE + b"(;W[ab])"
"""Bytes in which games begin by chance."""

PICTURES = {
    "board.png": PNG + HIDDEN,
    "board": PNG + HIDDEN,
    "photo.JPG": b"\xff\xd8\xff\xe0\0\x10JFIF\0" + HIDDEN,
    "old.gif": b"GIF89a\x01\0\x01\0" + HIDDEN,
    "scan.bmp": b"BM\x46\0\0\0\0\0\0\0" + HIDDEN,
    "icon.ico": HIDDEN,
}
SOUNDS = {
    "bell.wav": b"RIFF\x84\x03\0\0WAVEfmt " + HIDDEN,
    "stone": b"OggS\0\x02" + HIDDEN,
    "voice.mp3": b"\xff\xfb\x90" + HIDDEN,
}
TEXTS = {
    "README.txt": b"About (these) games, for instance\n\n" + WHOLE + b"\n",
    "README": b"Write\n    " + GAME + b"\nto a file.\n",
    "LICENSE": b"Do as you like",
    "empty.txt": b"",
    "letter.txt": PROSE + b"in (;B[cc];W[gg]) Black plays first.\n" + PROSE,
    "short.txt": PROSE + b"\n" + GAME + b"\n" + PROSE,
    "table.csv": b"game,moves\n" + GAME + b",2\n",
    "rows.tsv": b"1\t" + WHOLE + b"\n",
    "games.json": b'[{"sgf": "' + WHOLE + b'"}]',
    "cup.yaml": b"- |\n  " + WHOLE + b"\n",
    "ko.tst": b"loadsgf games/ko.sgf 10\n10 reg_genmove black\n#? [A1|B2]\n# (;B[aa])\n",
    "replies.out": b"= (;FF[4]SZ[9];B[cc])\n\n= \n",
    "Makefile.am": b"EXTRA_DIST = ko.sgf # (;W[aa]\n",
    "sgf.el": b";;; sgf.el --- read records\n(defvar example '(;; GM\n (;B[cc])))\n",
    "joseki.dat": b"# pattern (;B[cc]) of 1998\n1 2 3\n" * 9,
    "server.log": b"2020-02-03 12:00 INFO saved\n" + WHOLE + b"\n",
    "moves.in": b"play B C3\nplay W G7\n",
}
OTHERS = {
    **dict.fromkeys(PICTURES, "picture"),
    **dict.fromkeys(SOUNDS, "sound"),
    **dict.fromkeys(TEXTS, "text"),
    "index.html": "web page",
    "saved": "web page",
    "loop.c": "program",
    "sgf.py": "program",
    "games.parquet": "database",
    "noise": "unknown file",
    "noise.bin": "unknown file",
}
CONTENTS = {
    **PICTURES,
    **SOUNDS,
    **TEXTS,
    "index.html": "<html>碁<pre>\n".encode("euc-jp") + WHOLE + b"\n</pre>",
    "saved": b"<!DOCTYPE html>\n<p>\n" + WHOLE + b"\n</p>",
    "loop.c": b"int f(void) {\n  for (;B[i];)\n    if (a) (;A[1]);\n}\n",
    "sgf.py": b'RECORD = """\n' + WHOLE + b'\n"""\n',
    "games.parquet": b"PAR1" + HIDDEN + WHOLE,
    "noise": HIDDEN,
    "noise.bin": HIDDEN,
}
RECORDS = {
    "game.txt": (GAME, "ok", ""),
    "game.json": (b"\n " + GAME, "ok", ""),
    "game": (b"\xef\xbb\xbf" + GAME, "ok", ""),
    "wide.txt": (GAME.decode().encode("utf-16"), "ok", ""),
    "headless.dat": (b";" + GAME[2:], "ok", ""),
    "mail.eml": (MAIL, "ok", ""),
    "mail": (MAIL.replace(b"\n", b"\r\n"), "ok", ""),
    "news.txt": (PROSE + b"\n\n" + WHOLE + b"\n\n" + PROSE, "ok", ""),
    "titled.txt": ("第一局 ".encode() + WHOLE + b"\nGame 2: " + GAME + b"\n", "ok", ""),
    "list.txt": (b"Two games\n" + GAME + b"\n" + GAME + b"\n", "ok", ""),
    "cut.txt": (b"Cut off:\n" + WHOLE[:-1], "ok", ""),
    "tygem.txt": (b"\\HS\n\\[GAMEBLACKNAME=Ito\\]\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 15 3\n\\GE\n", "ok", ""),
    "good.sgf": (GAME, "ok", ""),
    "text.sgf": (PROSE + GAME, "ok", ""),
    "page.sgf": (b"<html><pre>" + GAME + b"</pre>", "ok", ""),
    "picture.sgf": (PNG + HIDDEN, "failed", "GO003"),
    "sound.SGF": (SOUNDS["bell.wav"], "failed", "GO003"),
    "picture.gib": (PNG + HIDDEN, "failed", "GO003"),
    "empty.SGF": (b"", "failed", "GO003"),
    "cut.sgf.gz": (b"\x1f\x8b\x08\0", "failed", "GO001"),
}


@pytest.mark.parametrize("kind", ["folder", "zip", "tar"])
def test_non_records_share_one_finding(tmp_path: Path, kind: str) -> None:
    """A file among others is read if it is a record by name or content; all others share one finding of severity info.

    Each of them has a row of its own in the table files.
    """
    members = [*CONTENTS.items(), *((name, record[0]) for name, record in RECORDS.items())]
    path = tmp_path / f"a.{kind}"
    if kind == "folder":
        path.mkdir()
        for name, data in members:
            (path / name).write_bytes(data)
    else:
        path.write_bytes({"zip": zip_bytes, "tar": tar_bytes}[kind](members))
    tables = ga.check(path)
    column = "source" if kind == "folder" else "member"
    names = tables.files[column].str.rpartition("/")[2]
    codes = tables.files.code.astype(object).fillna("")
    rows = {
        name: row
        for name, *row in zip(names, tables.files.status, codes, strict=True)
        if row[1] not in ("GO012", "GO013", "GO014")
    }
    damaged = "GO001" if kind == "folder" else "GO002"
    assert {name for name, (status, _) in rows.items() if status == "other"} == OTHERS.keys()
    assert rows == {
        **{name: ["other", "GO005"] for name in OTHERS},
        **{name: [status, code] for name, (_, status, code) in RECORDS.items()},
        "cut.sgf.gz": ["failed", damaged],
    }
    (finding,) = tables.findings[tables.findings.code == "GO005"].itertuples()
    assert (finding.source, finding.member, finding.severity) == (str(path), "", "info")
    assert finding.count == len(OTHERS) == sum(tables.files.code == "GO005")
    for kind_ in set(OTHERS.values()):
        assert f" {list(OTHERS.values()).count(kind_)} {kind_}" in finding.message
    assert " of them quote games, which are read only from files that are named as inputs." in finding.message


def test_a_file_that_the_user_names_has_its_own_finding(tmp_path: Path) -> None:
    """A picture named as an input has GO003; the same rows are not reused for a run that does not name it.

    The key of a shard depends on it (`goanalyze.batch.plan`).
    """
    file = tmp_path / "board.png"
    file.write_bytes(PNG + HIDDEN)
    named, among_others = (find_sources([str(path)]) for path in (file, tmp_path))
    assert ga.check(file).files[["games", "code"]].to_numpy().tolist() == [[0, "GO003"]]
    assert ga.check(tmp_path).files[["games", "code"]].to_numpy().tolist() == [[0, "GO005"]]
    assert plan(named, Options(), 2**20)[0].name.key != plan(among_others, Options(), 2**20)[0].name.key


def test_games_that_a_text_quotes_are_read_if_the_user_names_it(tmp_path: Path) -> None:
    """A README among other files is not a record; named as an input, it is read as one."""
    file = tmp_path / "README.md"
    file.write_bytes(TEXTS["README.txt"])
    assert (len(ga.check(tmp_path).games), len(ga.check(file).games)) == (0, 1)


def test_each_archive_and_folder_has_a_finding(tmp_path: Path) -> None:
    """Subfolders belong to a folder with non-records of its own; archives in it have a finding each."""
    for name in ("club", "club/2019/photos", "cup/photos"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("club/a.png", "club/2019/photos/b.png", "cup/photos/c.png"):
        (tmp_path / name).write_bytes(PNG)
    (tmp_path / "club/a.zip").write_bytes(zip_bytes([("d.png", PNG), ("b.zip", zip_bytes([("e.png", PNG)]))]))
    findings = ga.check(tmp_path).findings
    counts = {
        source.removeprefix(f"{tmp_path}/"): count
        for source, count in zip(findings.source, findings["count"], strict=True)
    }
    assert counts == {"club": 2, "cup/photos": 1, "club/a.zip": 2}
    assert set(findings.code) == {"GO005"}


@pytest.mark.parametrize("kind", ["folder", "zip", "tar"])
def test_large_pictures_do_not_cut_an_archive(tmp_path: Path, kind: str) -> None:
    """Pictures and sounds do not count as bytes of a shard, so that one finding lists those of an archive."""
    path = tmp_path / f"a.{kind}"
    members = [(f"{number}.{suffix}", PNG + bytes(2**20)) for number in range(4) for suffix in ("PNG", "wav")]
    write_archive(path, [*members, ("a.sgf", GAME)], zipfile.ZIP_STORED)
    (shard,) = plan(find_sources([str(path)]), Options(), 2**20)
    assert (shard.files, shard.bytes) == (9, len(GAME))


def test_datasets_and_exports_are_not_read_as_games(tmp_path: Path) -> None:
    """The log of an export and the files of a dataset are not records, even if names in them look like games."""
    folder = tmp_path / "in" / "opening (;B[ee];W[cc]) (;SZ[9];B[ee])"
    folder.mkdir(parents=True)
    (folder / "(;B[ee];W[cc]).sgf").write_bytes(GAME)
    for command in (
        ["check", tmp_path / "in", "-o", tmp_path / "data"],
        ["export", tmp_path / "data", "--to", tmp_path / "new", "--yes"],
    ):
        assert CliRunner().invoke(app, [*map(str, command)]).exit_code == 0
    log = tmp_path / "new" / "export-log.csv"
    log.with_name("log").write_bytes(log.read_bytes())
    tables = ga.check([tmp_path / "new", tmp_path / "data"])
    assert tables.files.games.sum() == len(tables.games) == 1
    assert set(tables.files.status[tables.files.games == 0]) == {"other"}


def test_a_record_of_each_format_is_one_by_any_name() -> None:
    """The first game decides if it begins the text; otherwise the kind of text does."""
    for name in ("a.png", "a.html", "a.csv", "README", "a.py", "a.dat", "a"):
        assert is_record(name, b"\r\n" + GAME)
        assert not is_record(name, b"x = " + GAME)
        assert is_record(name, b"x\n" + WHOLE + b"\n") == (name in ("a.dat", "a"))
