"""Baselines: only new findings count, for any moves of files. An invalid baseline is one sentence."""

from __future__ import annotations

import errno
import json
import shlex
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st

from goanalyze.batch import finding_filter as module
from goanalyze.batch.finding_filter import Baseline, BaselineKeys, BaselineWriter
from goanalyze.cli import app
from goanalyze.errors import OptionError

HEADER = "GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]RE[B+R]DT[2020-01-01]"
FAULT = f"(;{HEADER};B[ee];W[ee])"  # GO101 W[ee]
CLEAN = f"(;{HEADER};B[ee];W[cc])"
TWO = f"(;{HEADER};B[ee];W[ee];B[cc];W[cc])"  # GO101 W[ee] and W[cc]
NAMES = st.sampled_from(["a", "a.b", "a b/c", "b!c", "d#1", "e\nf", "\tg", "棋", "h ×2", " end"])
ENTRIES = st.lists(st.tuples(NAMES, st.sampled_from(["", "GO101 B[aa]", "GO101 B[ab]", "GO403", "GO403 01234567"])))


def check(*arguments: object) -> Result:
    """Run the check in this process."""
    return CliRunner().invoke(app, ["check", *map(str, arguments)])


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with a known fault, and its baseline next to it."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.sgf").write_text(FAULT)
    (folder / "b.sgf").write_text(CLEAN)
    assert check(folder, "--write-baseline", tmp_path / "known").exit_code == 1
    return folder


def beside(folder: Path, *more: object) -> tuple[int, list[str]]:
    """Check a folder against the baseline; return the exit code and the listed findings as file and code."""
    done = check(folder, "--baseline", folder.parent / "known", "--format", "jsonl", *more)
    rows = map(json.loads, done.stdout.splitlines())
    return done.exit_code, [f"{Path(row['source']).name} {row['code']} {row['point']}" for row in rows]


def test_known_findings_do_not_count(games: Path) -> None:
    """Only new findings are listed and affect the exit code. Known ones remain in the tables."""
    assert beside(games) == (0, [])
    (games / "b.sgf").write_text(TWO)
    assert beside(games, "-o", games.parent / "out") == (1, ["b.sgf GO101 ee", "b.sgf GO101 cc"])
    listed = CliRunner().invoke(app, ["list", str(games.parent / "out"), "--select", "GO101"]).stdout
    assert listed.count("GO101") == 3
    new = CliRunner().invoke(app, ["list", str(games.parent / "out"), "--baseline", str(games.parent / "known")])
    assert [line.split(": ")[0] for line in new.stdout.splitlines()] == [
        shlex.quote(f"{games}/b.sgf@{move}") for move in (2, 4)
    ]
    assert beside(games, "-o", games.parent / "out", "--jobs", 2) == (1, ["b.sgf GO101 ee", "b.sgf GO101 cc"])  # kept


def test_what_is_moved_or_edited_elsewhere_stays_known(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The identity of a finding survives moved offsets and a renamed root folder."""
    (games / "a.sgf").write_text(f"(;C[a remark]{HEADER};B[aa];W[bb];B[ee];W[ee])")
    assert beside(games) == (0, [])
    moved = games.rename(games.parent / "moved")
    assert beside(moved) == (0, [])
    monkeypatch.chdir(moved)
    assert check(".", "--baseline", "../known").exit_code == 0
    assert check("a.sgf", "b.sgf", "--baseline", "../known").exit_code == 0


def test_a_game_put_before_others_is_the_one_that_is_new(games: Path) -> None:
    """The identity includes the game but not its number in the file."""
    other = FAULT.replace("B[ee];W[ee]", "B[gg];W[gg]")
    (games / "a.sgf").write_text(FAULT + other)
    check(games, "--write-baseline", games.parent / "known")
    (games / "a.sgf").write_text(FAULT + CLEAN + TWO + other)
    assert beside(games) == (1, ["a.sgf GO101 ee", "a.sgf GO101 cc"])


def test_what_is_new_and_gone_is_counted(games: Path, tmp_path: Path) -> None:
    """The summary counts new and missing findings. One file for both baselines describes the last run."""
    (games / "a.sgf").unlink()
    (games / "c.sgf").write_text(TWO)
    both = ("--baseline", tmp_path / "nightly", "--write-baseline", tmp_path / "nightly")
    check(games.parent / "games" / "b.sgf", *both)  # the first night
    (tmp_path / "nightly").write_bytes((tmp_path / "known").read_bytes())
    second, third = check(games, *both, "--format", "json"), check(games, *both, "--format", "json")
    changed = {"new": {"GO101": 2}, "gone": {"GO101": 1}, "new_files": 1, "gone_files": 1}
    assert (second.exit_code, json.loads(second.stdout)["since_the_last_run"]) == (1, changed)
    assert (third.exit_code, third.stdout.count("GO101")) == (0, 1)  # known ones are still listed
    assert json.loads(third.stdout)["since_the_last_run"] == {"new": {}, "gone": {}, "new_files": 0, "gone_files": 0}


@law(50)
@given(ENTRIES, ENTRIES)
def test_new_and_gone_are_differences_of_multisets(
    tmp_path_factory: pytest.TempPathFactory, known: list[tuple[str, str]], now: list[tuple[str, str]]
) -> None:
    """Baselines count as multisets: `collections.Counter` is the oracle, for any names and any order."""
    keys = BaselineKeys([])
    known, now = ([(keys.file(f"x/{name}", ""), told) for name, told in each] for each in (known, now))
    known += [(name, "") for name, _ in known]  # each file has its row
    path = tmp_path_factory.mktemp("known") / "known.gz"
    writer = BaselineWriter(str(path))
    for entry in known:
        writer.add([entry])
    writer.commit()
    baseline = Baseline(path)
    new = Counter(entry for entry, is_new in zip(now, baseline.new_mask(now), strict=True) if is_new)
    assert new == Counter(now) - Counter(known)
    codes, files = baseline.gone()
    gone = Counter(known) - Counter(now)
    assert codes + Counter({"": files}) == sum((Counter({told[:5]: n}) for (_, told), n in gone.items()), Counter())


def test_a_baseline_depends_on_no_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is the same for any order of the findings, so that git shows only real changes."""
    entries = [(name, told) for name in ("b", "a", "a.c") for told in ("", "GO101", "GO101 B[aa]", "GO101")]
    texts = []
    for step, most in ((1, 10**6), (-1, 2)):
        monkeypatch.setattr(module, "_IN_MEMORY", most)
        writer = BaselineWriter(str(tmp_path / "known"))
        for entry in entries[::step]:
            writer.add([entry])
        writer.commit()
        texts.append((tmp_path / "known").read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    assert texts[0].splitlines()[1:5] == ["a", "\tGO101 ×2", "\tGO101 B[aa]", "a.c"]


HEAD = "goanalyze baseline 1, by goanalyze 0.6.0\n"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, ": the baseline is missing. Expected a file by goanalyze check --write-baseline."),
        (b"(;SZ[9])", " is not a valid baseline. Expected a file by goanalyze check --write-baseline."),
        (b"", " is not a valid baseline. Expected a file by goanalyze check --write-baseline."),
        (b"\xff\xfe\0\0", " is not a valid baseline, or damaged. Write it again with --write-baseline."),
        (b"goanalyze baseline 9, by goanalyze 9.0\n", " is a baseline of schema 9. Expected 1. Write it again"),
        (f"{HEAD}a.sgf\n\tGO101\n".encode(), ": its end is missing. Write it again with --write-baseline."),
        (f"{HEAD}a.sgf\n\tend\nb.sgf\n".encode(), ": its end is damaged. Write it again with --write-baseline."),
        (f"{HEAD}\tGO101\n\tend\n".encode(), ": line 2 is damaged. Write it again with --write-baseline."),
        (f"{HEAD}a.sgf\n\t101\n\tend\n".encode(), ": line 3 is damaged. Write it again with --write-baseline."),
        ("folder", ": the baseline cannot be read: "),
    ],
)
def test_a_bad_baseline_is_one_sentence_and_nothing_is_done(
    tmp_path: Path, content: bytes | str | None, told: str
) -> None:
    """A baseline of another schema, damaged or missing, ends the run with exit code 2 and no output."""
    path, out = tmp_path / "known", tmp_path / "out"
    (tmp_path / "a.sgf").write_text(CLEAN)
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content:
        path.mkdir()
    done = check(tmp_path / "a.sgf", "-o", out, "--baseline", path, "--write-baseline", tmp_path / "new")
    assert done.exit_code == 2
    assert done.stderr.startswith(f"goanalyze: {path}{told}")
    assert done.stderr.count("\n") == 1
    assert not out.exists()
    assert not (tmp_path / "new").exists()


def test_a_baseline_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk leaves the earlier baseline and no other file."""
    writer = BaselineWriter(str(tmp_path / "known"))
    writer.commit()
    before = (tmp_path / "known").read_bytes()
    writer = BaselineWriter(str(tmp_path / "known"))
    writer.add([("a", "")])

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OptionError, match=r"known: the baseline cannot be written: .*[Nn]o space left"):
        writer.commit()
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("known", before)]


def test_no_baseline_is_written_where_none_can_be(tmp_path: Path) -> None:
    """A missing folder is reported before the work, not after it."""
    (tmp_path / "a.sgf").write_text(CLEAN)
    for path in (tmp_path, tmp_path / "none" / "known"):
        done = check(tmp_path / "a.sgf", "-o", tmp_path / "out", "--write-baseline", path)
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
        assert "the baseline cannot be written" in done.stderr
    done = check(tmp_path / "a.sgf", "-o", tmp_path / "out", "--write-baseline", tmp_path / "a.sgf")
    assert (done.exit_code, (tmp_path / "a.sgf").read_text()) == (2, CLEAN)  # a record is not written over
    assert "a.sgf exists and is not a baseline. Expected the name of another file." in done.stderr
    assert not (tmp_path / "out").exists()


def test_the_finding_of_a_folder_is_known_from_any_working_folder(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The finding of an input folder as a whole has the folder's own place in a baseline, however it is named."""
    (games / "notes.txt").write_text("no game here")
    assert check(games, "--write-baseline", tmp_path / "whole", "--fail-on", "never").exit_code == 0
    monkeypatch.chdir(games)
    result = check(".", "--baseline", tmp_path / "whole", "--fail-on", "warning")
    assert (result.exit_code, "nothing new, nothing gone" in result.stdout) == (0, True)
