"""Plans: bounded in time and memory, within the limits of the user; keys that change with every option of the rows."""

from __future__ import annotations

import gzip
import tarfile
import time
import zipfile
from dataclasses import fields, replace
from typing import TYPE_CHECKING

import pytest

from goanalyze import DeadList
from goanalyze.archives.inputs import find_sources
from goanalyze.batch import workers as workers_module
from goanalyze.batch.execution import Execution
from goanalyze.batch.plan import plan
from goanalyze.batch.run import Run
from goanalyze.batch.workers import Processes
from goanalyze.conventions.toml_files import parse_conventions
from goanalyze.pipeline import Options
from goanalyze.rules import RULESETS
from goanalyze.sgf import charset
from goanalyze.sgf.charset_detection import Mixture

if TYPE_CHECKING:
    from pathlib import Path

OPTIONS = Options(estimate="never")


def archive(path: Path, games: int = 4) -> Path:
    """Write a zip of games in a charset that none of them names."""
    with zipfile.ZipFile(path, "w") as file:
        for number in range(games):
            file.writestr(f"{number}.sgf", f"(;SZ[9]PB[柯洁]PW[申真谞]C[{number}];B[aa])".encode("gbk"))
    return path


OTHER_VALUES = {
    "markup": "ignore",
    "encoding": "big5",
    "moves": True,
    "rulesets": (RULESETS["aga"],),
    "komi": 7.5,
    "estimate": "all",
    "engine": "gnugo --mode gtp",
    "dead": DeadList("dead.csv", "0123"),
    "variations": True,
    "confirm": "safe",
    "conventions": parse_conventions("[tom]\nsource = 'a.zip'\n[tom.played]\nkomi = 6.5"),
}


def no_memory() -> None:
    """Fail as a worker does whose limit of memory is reached."""
    raise MemoryError


def test_what_is_not_checked_is_named_with_how_much_it_is(tmp_path: Path) -> None:
    """Of loose files together, as of archives, the first is named and the others are counted."""
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.sgf").write_bytes(b"(;SZ[9];B[aa])")
    (shard,) = plan(find_sources([str(tmp_path), str(archive(tmp_path / "d.zip"))]), OPTIONS, 2**20)
    assert shard.title == f"{tmp_path / 'a.sgf'} and 3 more"


def test_a_packed_tar_is_not_unpacked_to_be_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An endless map of holes, 0.7 MB packed, took 13 s and 0.6 GB before anything was checked."""
    head = tarfile.TarInfo("holes.sgf")
    head.type = tarfile.GNUTYPE_SPARSE
    (tmp_path / "a.tar.gz").write_bytes(gzip.compress(head.tobuf(tarfile.GNU_FORMAT)))
    monkeypatch.setattr(tarfile.TarInfo, "_proc_sparse", lambda *_: pytest.fail("was unpacked"))
    (shard,) = plan(find_sources([str(tmp_path)]), OPTIONS, 2**20)
    assert [(extent.first, extent.stop) for extent in shard.extents] == [(0, None)]


def test_texts_that_are_guessed_together_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """256 files of 256 MiB each would take 64 GiB; from the limit on no more are read."""
    (source,) = find_sources([str(archive(tmp_path / "a.zip", 20))])
    pooled: list[bytes] = []
    monkeypatch.setattr(charset, "mixture_of", lambda found: pooled.extend(found) or Mixture())
    charset.mixture_in(source)
    size, whole = len(pooled[0]), len(pooled)
    pooled.clear()
    monkeypatch.setattr(charset, "_POOL", 5 * size)
    charset.mixture_in(source)
    assert (whole, len(pooled)) == (20, 6)


@pytest.mark.slow
def test_a_look_that_takes_too_much_gives_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker that looks is ended, or says that its limit of memory is reached; the next look gets another."""
    monkeypatch.setattr(workers_module, "_EXTRA_LOOK_SECONDS", 0)
    with Processes(1, memory_limit=2**32) as workers:
        assert [workers.look(0.3, *call) for call in ((time.sleep, 60), (no_memory,), (int, "7"))] == [None, None, 7]


def test_an_archive_that_takes_too_long_to_be_cut_is_one_shard(tmp_path: Path) -> None:
    """It is left to a worker whole. A cut source that is too slow to sample is estimated file by file."""
    sources = find_sources([str(archive(tmp_path / "a.zip")), str(archive(tmp_path / "b.zip"))])
    shards = plan(sources, OPTIONS, 1, inspect=lambda *_: None)
    assert [(extent.first, extent.stop) for shard in shards for extent in shard.extents] == [(0, None), (0, None)]

    def cut_only(function: object, *args: object) -> object:
        return None if function is charset.mixture_in else function(*args)

    assert [shard.mixture for shard in plan(sources, OPTIONS, 1, inspect=cut_only)] == [Mixture()] * 8


@pytest.mark.slow
def test_a_run_with_a_limit_looks_in_a_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All is read also if the archive could not be cut in time."""
    looks = []
    monkeypatch.setattr(Processes, "look", lambda *args: looks.append(args[1]))
    sources = find_sources([str(archive(tmp_path / "a.zip"))])
    summary = Run(sources, OPTIONS, Execution(jobs=2, time_limit=7.0, shard_bytes=100)).run()
    assert (summary.games, summary.failed, looks) == (4, 0, [7.0])


@pytest.mark.parametrize("name", [field.name for field in fields(Options)])
def test_every_option_changes_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Rows of other options are other rows: no shard of the one has the key of the other."""
    monkeypatch.chdir(tmp_path)
    archive(tmp_path / "a.zip")
    sources, options = find_sources(["a.zip"]), Options()
    other = replace(options, **{name: OTHER_VALUES[name]})
    assert options.fingerprint() == Options().fingerprint() != other.fingerprint()
    keys, same, others = (
        [shard.name.key for shard in plan(sources, each, 2**20)] for each in (options, Options(), other)
    )
    assert keys == same
    assert not {*keys} & {*others}


def test_an_option_without_a_fingerprint_is_an_error() -> None:
    """A value whose text may be the address of an object would make keys that never match."""
    with pytest.raises(TypeError, match="object is not JSON serializable"):
        replace_unchecked(Options(), "encoding", object()).fingerprint()


def replace_unchecked(options: Options, name: str, value: object) -> Options:
    """Return options with a value of a type that they refuse."""
    other = replace(options)
    object.__setattr__(other, name, value)
    return other
