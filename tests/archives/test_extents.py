"""Extents: the parts of a source add up to the source, for any cuts."""

from __future__ import annotations

import os
import pickle
import tarfile
import zipfile
from typing import TYPE_CHECKING

import pytest
from archives.source_files import source_of
from helpers import archive_files
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st

from goanalyze.archives import extents as extents_module
from goanalyze.archives.blobs import Blob
from goanalyze.archives.extents import Extent, extents, extents_and_runs, sample
from goanalyze.errors import ResourceError
from goanalyze.sgf.charset import mixture_in, texts

if TYPE_CHECKING:
    from pathlib import Path

MEMBERS = [
    (f"名{number:03}.sgf", f"(;SZ[9]C[{number}];B[aa])".encode() + b" " * (number * 37 % 400)) for number in range(120)
]
KINDS = ["a.zip", "a.tar", "a.tar.gz", "a.tar.xz", "folder"]
TARGETS = [1, 700, 5_000, 10**9]
CHINESE = [f"(;SZ[9]PB[{name}];B[aa])".encode("gbk") for name in ("柯洁", "古力", "聂卫平", "马晓春", "常昊", "芈昱廷")]


def write_archive(path: Path, members: list[tuple[str, bytes]], **options: object) -> Path:
    """Write an archive, or a folder of files; members of a zip are deflated."""
    return archive_files.write_archive(path, members, zipfile.ZIP_DEFLATED, **options)


def joined(parts: list[Extent]) -> list[Blob]:
    """Read extents as workers would: each on its own, from its pickled form."""
    return [blob for part in parts for blob in pickle.loads(pickle.dumps(part)).blobs()]


def is_one_run(parts: list[Extent]) -> bool:
    """Return True if each extent begins at the end of the previous one."""
    ends = [0, *(part.stop for part in parts)]
    return [part.first for part in parts] == ends[:-1]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", KINDS)
def test_the_extents_are_the_source(tmp_path: Path, name: str, target: int) -> None:
    """The blobs of all extents, in order, are those of the source; of an archive each extent pickles small."""
    source = source_of(write_archive(tmp_path / name, MEMBERS))
    parts = list(extents(source, target))
    assert joined(parts) == list(source.blobs())
    assert is_one_run(parts)
    assert sum(part.files or 0 for part in parts) == (0 if name.endswith(("gz", "xz")) else len(MEMBERS))
    if source.kind != "files":
        assert all(len(pickle.dumps(part)) < 1000 + 80 * (part.files or 0) for part in parts)
    if name in {"a.zip", "a.tar", "folder"}:
        assert len(parts) == {1: 120, 10**9: 1}.get(target, len(parts))
        assert all(part.bytes <= target or len(list(part.blobs())) == 1 for part in parts)
    else:
        assert len(parts) == 1


@pytest.mark.parametrize("style", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT, tarfile.USTAR_FORMAT])
def test_long_and_odd_names_in_a_tar(tmp_path: Path, style: int) -> None:
    """Headers in front of a member's own header belong to its extent."""
    members = [(f"{'d/' * (40 + number % 3 * 5)}é{number}.sgf", data) for number, (_, data) in enumerate(MEMBERS)]
    source = source_of(write_archive(tmp_path / "a.tar", members, format=style))
    parts = list(extents(source, 2_000))
    assert joined(parts) == list(source.blobs())
    assert len(parts) > 10


def test_a_tar_of_a_user_with_a_large_number(tmp_path: Path) -> None:
    """GNU tar writes a number that octal digits cannot hold in binary: the archive is cut all the same."""
    path = write_archive(tmp_path / "a.tar", MEMBERS)
    data = bytearray(path.read_bytes())
    for at in range(len(data) // 512):
        head = data[at * 512 : at * 512 + 512]
        if head[257:262] == b"ustar":
            head[108:116] = b"\x80" + (1_200_000_000).to_bytes(7, "big")
            head[148:156] = b"%06o\0 " % (sum(head) - sum(head[148:156]) + 256)
            data[at * 512 : at * 512 + 512] = head
    path.write_bytes(data)
    parts = list(extents(source_of(path), 2_000))
    assert joined(parts) == list(source_of(path).blobs())
    assert [blob.data for blob in joined(parts)] == [data for _, data in MEMBERS]
    assert len(parts) > 10


def test_a_tar_with_a_global_header_is_one_extent(tmp_path: Path) -> None:
    """A global header, which describes all members, is known only to readers that start at the beginning."""
    path = write_archive(tmp_path / "a.tar", MEMBERS, format=tarfile.PAX_FORMAT, pax_headers={"comment": "from git"})
    assert len(list(extents(source_of(path), 1))) == 1


@pytest.mark.parametrize("most", [1, 7, 1000])
@pytest.mark.parametrize("name", ["a.zip", "a.tar", "folder"])
def test_the_members_of_an_extent_are_limited(tmp_path: Path, name: str, most: int) -> None:
    """Many tiny files are cut by their number."""
    parts = list(extents(source_of(write_archive(tmp_path / name, MEMBERS)), 10**9, most))
    assert max(part.stop or len(MEMBERS) - part.first for part in parts[:1]) <= most
    assert all((part.stop or len(MEMBERS)) - part.first <= most for part in parts)


@pytest.fixture(scope="module", params=["a.zip", "a.tar", "a.tar.gz"])
def archive(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """Return path and bytes of a small archive of each kind."""
    path = write_archive(tmp_path_factory.mktemp("archive") / request.param, MEMBERS[:8])
    return path, path.read_bytes()


@given(data=st.data())
@law(80)
def test_the_extents_of_a_damaged_archive_are_the_archive(archive: tuple[Path, bytes], data: st.DataObject) -> None:
    """After any change or loss, the parts give the same result as the whole, including the findings."""
    path, whole = archive
    path.write_bytes(archive_files.damage(whole, data))
    source = source_of(path)
    for target in (1, 400):
        assert joined(list(extents(source, target))) == list(source.blobs())


def test_appending_changes_the_last_extents_only(tmp_path: Path) -> None:
    """Members put at the end leave the digests of all but the last extent as they were."""
    path = write_archive(tmp_path / "a.zip", MEMBERS)
    before = list(extents(source_of(path), 3_000))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("new.sgf", b"(;)")
    after = list(extents(source_of(path), 3_000))
    assert [part.digest for part in after][: len(before) - 1] == [part.digest for part in before][:-1]
    assert after[-1].digest != before[-1].digest


@pytest.mark.parametrize("name", ["a.zip", "folder"])
def test_a_member_taken_away_changes_few_extents(tmp_path: Path, name: str) -> None:
    """Cuts fall into step again: most extents keep their digest, even at another offset."""
    before = {part.digest for part in extents(source_of(write_archive(tmp_path / name, MEMBERS)), 3_000)}
    path = tmp_path / name
    if name == "folder":
        (path / MEMBERS[40][0]).unlink()
    else:
        path.unlink()
        write_archive(path, MEMBERS[:40] + MEMBERS[41:])
    after = {part.digest for part in extents(source_of(path), 3_000)}
    assert len(before) > 7
    assert len(after - before) <= 3


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz", "folder"])
def test_other_content_has_another_digest(tmp_path: Path, name: str) -> None:
    """A member that is changed changes its extent, and in a zip or a folder only that."""
    path = write_archive(tmp_path / name, MEMBERS)
    before = [part.digest for part in extents(source_of(path), 3_000)]
    changed = [*MEMBERS[:60], (MEMBERS[60][0], MEMBERS[60][1] + b"!"), *MEMBERS[61:]]
    if name == "folder":
        (path / MEMBERS[60][0]).write_bytes(changed[60][1])
    else:
        write_archive(path, changed)
        os.utime(path, ns=(1, 1))
    after = [part.digest for part in extents(source_of(path), 3_000)]
    assert len(set(after) - set(before)) >= 1
    if name in {"a.zip", "folder"}:
        assert len(set(after) - set(before)) <= 3


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz"])
def test_an_archive_that_changed_since_it_was_cut_is_not_read(tmp_path: Path, name: str) -> None:
    """Offsets of one archive are not valid in another."""
    path = write_archive(tmp_path / name, MEMBERS)
    parts = list(extents(source_of(path), 3_000))
    os.utime(path, ns=(5, 5))
    for part in parts:
        with pytest.raises(ResourceError, match="changed while it was being read"):
            next(part.blobs())


def test_an_archive_that_changes_while_it_is_read_is_told(tmp_path: Path) -> None:
    """A reader that reaches the end learns that the content is not reliable."""
    path = write_archive(tmp_path / "a.zip", MEMBERS)
    (part,) = extents(source_of(path), 10**9)
    reading = part.blobs()
    next(reading)
    os.utime(path, ns=(5, 5))
    with pytest.raises(ResourceError, match="changed while it was being read"):
        list(reading)


def test_files_that_vanish_are_told(tmp_path: Path) -> None:
    """A file that disappears before its extent is read causes no finding."""
    path = write_archive(tmp_path / "folder", MEMBERS[:3])
    parts = list(extents(source_of(path), 10**9))
    (path / MEMBERS[1][0]).unlink()
    with pytest.raises(ResourceError, match="No such file"):
        list(joined(parts))


@pytest.mark.parametrize("target", [1, 60, 10**9])
@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz", "folder"])
def test_texts_do_not_depend_on_the_cuts(tmp_path: Path, name: str, target: int) -> None:
    """A charset guessed for the source is the same in each extent, whichever file asks for it first."""
    members = [
        ("0.sgf", b"(;SZ[9])"),
        *((f"{number}.sgf", data) for number, data in enumerate(CHINESE, 1)),
        ("8.sgf", "(;SZ[9]PB[Étienne])".encode("latin-1")),
        ("9.sgf", "(;C[é東])".encode()),
    ]
    source = source_of(write_archive(tmp_path / name, members))
    whole = list(texts(source))
    assert [text.encoding for text in whole] == ["ascii", *["gb18030"] * 6, "cp1252", "utf-8"]
    parts, mixture = list(extents(source, target)), mixture_in(source)
    found = [list(texts(part, mixture=mixture)) for part in reversed(parts)]
    assert [text for each in found for text in reversed(each)] == whole[::-1]


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz", "folder"])
def test_the_sample_is_of_all_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """All of a small source; of a large one some files, from its end too where its parts can be had alone."""
    source = source_of(write_archive(tmp_path / name, [(f"{n:03}.sgf", b"(;SZ[%d])" % n) for n in range(200)]))
    assert list(sample(source)) == list(source.blobs())
    monkeypatch.setattr(extents_module, "_SAMPLE", 20)
    found = list(sample(source))
    assert 10 <= len(found) <= 20
    assert name == "a.tar.gz" or found[-1].data >= b"(;SZ[150])"


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz"])
@pytest.mark.parametrize("damage", ["", "cut", "twice"])
def test_cuts_and_sample_come_of_one_walk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, damage: str
) -> None:
    """They are those of two, also of an archive that is damaged or that cannot be cut."""
    path = write_archive(tmp_path / name, [(f"{n:03}.sgf", b"(;SZ[%d])" % n) for n in range(200)])
    data = path.read_bytes()
    if damage:
        path.write_bytes(data * 2 if damage == "twice" else data.replace(b"150.sgf", b"15\0\0\0\0\0"))
    monkeypatch.setattr(extents_module, "_SAMPLE", 20)
    source = source_of(path)
    for target, most in (700, 1_000), (10**9, 30), (10**9, 1_000):
        cut, runs = extents_and_runs(source, target, most)
        assert cut == list(extents(source, target, most))
        assert list(sample(source, runs)) == list(sample(source))


def test_standard_input_is_one_extent() -> None:
    """Nothing is known of it before it is read, so that it is never the same as before."""
    (part,) = extents(source_of("-"), 1)
    assert (part.first, part.stop, part.digest) == (0, None, "")
