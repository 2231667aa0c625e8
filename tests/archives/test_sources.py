"""Files and folders as sources: every file becomes bytes or a reason, and one bad one costs no other."""

from __future__ import annotations

import errno
import io
import os
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest
from archives.source_files import GAME, OTHER, blobs, make_tar, make_zip, outcome, source_of

from goanalyze import limits
from goanalyze.archives import sources
from goanalyze.archives.extents import extents
from goanalyze.archives.files import open_file
from goanalyze.archives.inputs import find_sources
from goanalyze.archives.sources import Source
from goanalyze.errors import InputError, ResourceError


def test_a_folder_is_read_to_the_bottom_in_order(tmp_path: Path) -> None:
    """The files of a folder and its subfolders are one source, sorted, with any suffix."""
    (tmp_path / "b" / "deep").mkdir(parents=True)
    for name in ("z.sgf", "a.txt", "b/1.SGF", "b/deep/2.sgf"):
        (tmp_path / name).write_bytes(name.encode())
    source = source_of(tmp_path)
    assert source.kind == "files"
    assert [blob.data for blob in source.blobs()] == [b"a.txt", b"z.sgf", b"b/1.SGF", b"b/deep/2.sgf"]


def test_hidden_files_are_passed_over(tmp_path: Path) -> None:
    """Names that begin with a dot are the system's, unless the user names them."""
    (tmp_path / ".git").mkdir()
    for name in (".hidden.sgf", ".git/a.sgf", "a.sgf"):
        (tmp_path / name).write_bytes(GAME)
    assert outcome(blobs(tmp_path)) == [("a.sgf", None)]
    assert outcome(blobs(tmp_path / ".hidden.sgf")) == [(".hidden.sgf", None)]


def test_archives_in_a_folder_are_sources_of_their_own(tmp_path: Path) -> None:
    """Loose files come first, together; each archive decides its charset alone."""
    (tmp_path / "a.sgf").write_bytes(GAME)
    make_zip(tmp_path / "b.ZIP", {"c.sgf": GAME})
    make_tar(tmp_path / "d.tar", {"e.sgf": GAME}, "w")
    assert [source.kind for source in find_sources([str(tmp_path)])] == ["files", "zip", "tar"]
    assert outcome(blobs(tmp_path)) == [("a.sgf", None), ("c.sgf", None), ("e.sgf", None)]


@pytest.mark.parametrize("name", ["no/such/path", "missing.zip", ""])
def test_a_path_that_does_not_exist_is_refused(tmp_path: Path, name: str) -> None:
    """The user mistyped: nothing is read."""
    (tmp_path / "a.sgf").write_bytes(GAME)
    with pytest.raises(InputError, match="was not found"):
        find_sources([str(tmp_path / "a.sgf"), str(tmp_path / name) if name else ""])


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    """A folder without files is an error."""
    with pytest.raises(InputError, match="contains no files"):
        find_sources([str(tmp_path)])


def test_a_7z_archive_that_is_none_costs_nothing_else(tmp_path: Path) -> None:
    """Found in a folder, whole or split, a damaged 7z archive is one unreadable file among others."""
    for name in ("a.7z", "b.7z.001"):
        (tmp_path / name).write_bytes(b"7z\xbc\xaf\x27\x1c...")
    (tmp_path / "c.sgf").write_bytes(GAME)
    assert outcome(blobs(tmp_path)) == [("c.sgf", None), ("a.7z", "GO001"), ("b.7z.001", "GO001")]


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    """A dangling link is GO001, also with the name of an archive; the files next to it are read."""
    (tmp_path / "a.sgf").write_bytes(GAME)
    (tmp_path / "b.sgf").symlink_to(tmp_path / "nowhere")
    (tmp_path / "b.zip").symlink_to(tmp_path / "nowhere")
    (tmp_path / "c.sgf").write_bytes(OTHER)
    found = blobs(tmp_path)
    assert outcome(found) == [("a.sgf", None), ("b.sgf", "GO001"), ("c.sgf", None), ("b.zip", "GO001")]
    assert all("it is a link that leads nowhere" in found[place].message for place in (1, 3))


def test_a_link_to_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link changes nothing: missing permission causes no finding, and another run reads the file."""
    (tmp_path / "a.sgf").write_bytes(GAME)
    (tmp_path / "b.sgf").symlink_to(tmp_path / "a.sgf")

    def refuse(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        with pytest.raises(ResourceError, match=r"b\.sgf cannot be read: Permission denied"):
            blobs(tmp_path / "b.sgf")
    assert outcome(blobs(tmp_path / "b.sgf")) == [("b.sgf", None)]


def test_a_file_that_becomes_a_folder(tmp_path: Path) -> None:
    """A file that changes during the read is not faulty: it has no finding."""
    (tmp_path / "x.sgf").mkdir()
    with pytest.raises(ResourceError, match="Is a directory"):
        list(Source("files", (str(tmp_path / "x.sgf"),)).blobs())


def test_a_folder_named_like_a_record_is_a_folder(tmp_path: Path) -> None:
    """The name of a folder says nothing."""
    (tmp_path / "x.sgf").mkdir()
    (tmp_path / "x.sgf" / "a").write_bytes(GAME)
    assert outcome(blobs(tmp_path / "x.sgf")) == [("a", None)]


@pytest.mark.parametrize("name", ["x.sgf", "x.zip", "x.tar", "x.tar.gz", "x.7z", "x.7z.001", "x.rar"])
@pytest.mark.parametrize("what", ["a named pipe", "a socket", "a device"])
def test_what_is_no_file_is_not_opened(tmp_path: Path, name: str, what: str) -> None:
    """Pipes, sockets and devices, also behind links, are reported without waiting for them."""
    if what == "a named pipe":
        os.mkfifo(tmp_path / name)
    elif what == "a socket":
        os.mknod(tmp_path / name, stat.S_IFSOCK | 0o600)
    else:
        (tmp_path / name).symlink_to("/dev/zero")
    (tmp_path / "a.sgf").write_bytes(GAME)
    source = source_of(tmp_path / name)
    assert [extent.bytes for extent in extents(source, 2**20)] == [0]
    found = blobs(tmp_path)
    assert outcome(found) == [("a.sgf", None), (name, "GO001")]
    assert f"it is {what}, not a file" in found[1].message


def test_a_pipe_in_the_place_of_a_part(tmp_path: Path) -> None:
    """All parts of a split archive are examined before 7-Zip opens any of them."""
    (tmp_path / "a.7z.001").write_bytes(b"7z\xbc\xaf\x27\x1c\0\4" + bytes(100))
    os.mkfifo(tmp_path / "a.7z.002")
    (found,) = blobs(tmp_path)
    assert (found.code, "it is a named pipe, not a file" in found.message) == ("GO001", True)


def test_a_pipe_takes_the_place_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An input is examined again after opening, since it may have been replaced in between."""
    (tmp_path / "a.zip").write_bytes(GAME)
    status = (tmp_path / "a.zip").stat()
    (tmp_path / "a.zip").unlink()
    os.mkfifo(tmp_path / "a.zip")
    monkeypatch.setattr(os, "stat", lambda *_, **__: status)
    with pytest.raises(OSError, match="it is a named pipe, not a file"):
        open_file(str(tmp_path / "a.zip"))


@pytest.mark.parametrize("folder", ["/dev/fd", "/proc/self/fd"])
def test_a_pipe_that_the_process_was_started_with(folder: str) -> None:
    """A process substitution ``<(…)`` of a shell is read once, like standard input."""
    reader, writer = os.pipe()
    try:
        os.write(writer, GAME)
        os.close(writer)
        (source,) = find_sources([f"{folder}/{reader}"])
        assert source.kind == "stdin"
        assert [blob.data for blob in source.blobs()] == [GAME]
    finally:
        os.close(reader)


@pytest.mark.parametrize(("size", "code"), [(100, None), (101, "GO004")])
def test_the_limit_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, code: str | None) -> None:
    """A file over the limit is not read, in any kind of source; one of exactly the limit is."""
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", 100)
    members = {"big.sgf": b"x" * size, "small.sgf": GAME}
    (tmp_path / "big.sgf").write_bytes(b"x" * size)
    make_zip(tmp_path / "a.zip", members)
    make_tar(tmp_path / "b.tar", members, "w")
    expected = [("big.sgf", code), ("big.sgf", code), ("small.sgf", None), ("big.sgf", code), ("small.sgf", None)]
    assert outcome(blobs(tmp_path)) == expected
    monkeypatch.setattr(sources.sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"x" * size)))
    assert outcome(blobs("-")) == [("-", code)]
