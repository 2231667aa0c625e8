"""Text files with one game per line that are too large to be read at once: cut at line ends."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest
from archives.source_files import source_of
from helpers.laws import law
from helpers.member_text import reread
from hypothesis import given
from hypothesis import strategies as st

from goanalyze import limits
from goanalyze.archives import line_files
from goanalyze.archives.blobs import Blob
from goanalyze.archives.extents import extents
from goanalyze.errors import ResourceError, SourceError
from goanalyze.sgf.charset import texts

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.s3 import Bucket

DRAW = random.Random(1)
GAMES = [b"(;SZ[9]C[%d]%s)" % (number, b";B[aa]" * DRAW.randrange(20)) for number in range(200)]
WHOLE = b"\n".join(GAMES) + b"\n"


@pytest.fixture(autouse=True)
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make files of some kilobytes large."""
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", 2_000)
    monkeypatch.setattr(line_files, "PIECE", 500)


@pytest.mark.parametrize(
    "data",
    [
        WHOLE,
        WHOLE.replace(b"\n", b"\r\n"),
        WHOLE.replace(b"\n", b"  \n"),
        WHOLE.rstrip(),
        b"\xef\xbb\xbf" + WHOLE,
        WHOLE.replace(b"\n", b"\n\n"),
    ],
    ids=["lf", "crlf", "spaces", "no end", "mark", "empty lines"],
)
def test_the_pieces_are_the_file(tmp_path: Path, data: bytes) -> None:
    """No byte is lost or read twice, and no game is cut; the name of a piece has its bytes."""
    path = tmp_path / "a.sgfs"
    path.write_bytes(data)
    pieces = list(source_of(path).blobs())
    offset = 0
    for blob in pieces:
        assert blob.member == f"bytes {offset}-{offset + len(blob.data)}"
        assert blob.data.removeprefix(b"\xef\xbb\xbf").startswith(b"(;")
        assert blob.data.rstrip().endswith(b")")
        offset += len(blob.data)
    assert b"".join(blob.data for blob in pieces) == data
    assert len(pieces) > 10
    assert all(reread(str(path), blob.member).data == blob.data for blob in pieces)


def ends_of_games(data: bytes) -> set[int]:
    """Return the offsets at which every tree and value of a text is closed, byte by byte."""
    ends, depth, value, escaped = {0}, 0, False, False
    for offset, byte in enumerate(data, 1):
        if value:
            value, escaped = escaped or byte != ord("]"), byte == ord("\\") and not escaped
        elif byte == ord("["):
            value = True
        else:
            depth += (byte == ord("(")) - (byte == ord(")"))
        if not depth and not value:
            ends.add(offset)
    return ends


TRAPS = [
    b"(;C[a)\n(;B[bb])",
    b"(;C[\n(;)\n(;\\])\n(;x)\n(;y)])",
    b"(;C[:)])",
    b"(;C[\\\\](;B[aa])(;B[bb]))",
    b"(;B[aa]\n(;W[bb])\n(;W[cc]))",
]


@law(300)
@given(st.lists(st.sampled_from([*TRAPS, b"(;B[aa];W[bb])"]), min_size=20, max_size=200))
def test_no_comment_is_cut(tmp_path_factory: pytest.TempPathFactory, games: list[bytes]) -> None:
    r"""A piece that ends within a tree is damaged; ``)\n(;`` in a comment is not a cut."""
    path = tmp_path_factory.mktemp("traps") / "a.sgfs"
    data = WHOLE[: WHOLE.index(b"\n", 1_500) + 1] + b"\n".join(games) + b"\n"
    path.write_bytes(data)
    ends = ends_of_games(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_files, "_HEAD", 1_000)
        pieces = list(source_of(path).blobs())
    assert b"".join(blob.data for blob in pieces) == data
    offset = 0
    for blob in pieces:
        begin, offset = offset, offset + len(blob.data)
        assert (blob.code == "GO002") == (not {begin, offset} <= ends)
        assert blob.code is None or TRAPS[-1] in games


@pytest.mark.parametrize("target", [1, 700, 1_500, 10**9])
def test_the_extents_are_the_file(tmp_path: Path, target: int) -> None:
    """Pieces are joined up to the target, and the files around it have their own extents."""
    (tmp_path / "a.sgf").write_bytes(GAMES[0])
    (tmp_path / "b.sgfs").write_bytes(WHOLE)
    (tmp_path / "c.sgf").write_bytes(GAMES[1])
    source = source_of(tmp_path)
    parts = list(extents(source, target))
    assert [blob for part in parts for blob in part.blobs()] == list(source.blobs())
    assert [(part.first, part.stop) for part in parts] == [(0, 1), *[(1, 2)] * (len(parts) - 2), (2, 3)]
    assert len({part.digest for part in parts}) == len(parts)
    assert sum(part.bytes for part in parts) == len(GAMES[0] + WHOLE + GAMES[1])


def test_texts_of_pieces_share_a_charset(tmp_path: Path) -> None:
    """A line that only its neighbours can decide is decided by them, however the file is cut."""
    data = WHOLE + "\n".join(["(;SZ[9]PB[柯洁]PW[古力])", "(;SZ[9]PB[聂卫平]PW[马晓春])"] * 40).encode("gbk")
    (tmp_path / "a.sgfs").write_bytes(data)
    source = source_of(tmp_path)
    whole = list(texts(source))
    assert {text.encoding for text in whole} == {"ascii", "gb18030"}
    assert [text for part in extents(source, 1) for text in texts(part)] == whole


@pytest.mark.parametrize(
    "data",
    [
        b"(;SZ[9]" + b";B[aa]" * 400 + b")",
        b"x\n" * 2_000,
        bytes(3_000),
        b"(;SZ[9]\nC[1])\n" * 300,
        b"(;SZ[9])\n" * 100 + b"no game\n" * 200,
    ],
    ids=["one game", "text", "zeros", "lines within games", "other lines"],
)
def test_other_large_files_exceed_the_limit(tmp_path: Path, data: bytes) -> None:
    """A large file without one game per line is GO004, in one extent."""
    (tmp_path / "a.sgf").write_bytes(data)
    source = source_of(tmp_path)
    assert [(blob.member, blob.code) for blob in source.blobs()] == [("", "GO004")]
    assert [(blob.member, blob.code) for part in extents(source, 1) for blob in part.blobs()] == [("", "GO004")]


def test_a_small_file_stays_whole(tmp_path: Path) -> None:
    """Below the limit, a file with one game per line is one blob."""
    data = b"\n".join(GAMES[:10])
    (tmp_path / "a.sgf").write_bytes(data)
    assert list(source_of(tmp_path).blobs()) == [Blob(str(tmp_path / "a.sgf"), "", data)]


@given(lengths=st.lists(st.integers(1, 5_000), min_size=1, max_size=12))
@law(60)
def test_lines_of_any_length(tmp_path_factory: pytest.TempPathFactory, lengths: list[int]) -> None:
    """A line over the limit is one GO004, its neighbours are read, and extents change nothing."""
    path = tmp_path_factory.getbasetemp() / "any.sgfs"
    head = WHOLE[: WHOLE.index(b"\n", 1_000_000 if len(WHOLE) > 10**6 else 2_500) + 1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_files, "_HEAD", 1_000)
        data = head + b"".join(b"(;C[" + b"x" * length + b"])\n" for length in lengths)
        path.write_bytes(data)
        source = source_of(path)
        pieces = list(source.blobs())
        offsets = [tuple(map(int, re.findall(r"\d+", blob.member))) for blob in pieces]
        assert [begin for begin, _ in offsets] == [0, *(end for _, end in offsets[:-1])]
        assert offsets[-1][1] == len(data)
        for blob, (begin, end) in zip(pieces, offsets, strict=True):
            assert blob.data == (b"" if blob.code else data[begin:end])
            assert (blob.code == "GO004") == (end - begin > 2_000)
        for target in (1, 1_200):
            assert [blob for part in extents(source, target) for blob in part.blobs()] == pieces


def test_a_file_that_changed_since_it_was_cut(tmp_path: Path) -> None:
    """None of its pieces is read, since their offsets have changed."""
    path = tmp_path / "a.sgfs"
    path.write_bytes(WHOLE)
    parts = list(extents(source_of(path), 5_000))
    path.write_bytes(WHOLE[5:])
    for part in parts:
        with pytest.raises(ResourceError, match="changed while it was being read"):
            list(part.blobs())


def test_an_unknown_piece_is_an_error(tmp_path: Path) -> None:
    """A name that is not of a piece is not read as offsets."""
    path = tmp_path / "a.sgfs"
    path.write_bytes(WHOLE)
    for name in ("bytes x", "bytes 0-99999999999999999999", "bytes 0-5"):
        with pytest.raises(SourceError, match=f"has no member '{name}' any more"):
            reread(str(path), name)


def test_a_remote_file_of_lines(bucket: Bucket) -> None:
    """Pieces of a file in a bucket are read one by one."""
    uri = bucket.put("a.sgfs", WHOLE)
    source = source_of(uri)
    pieces = list(source.blobs())
    assert b"".join(blob.data for blob in pieces) == WHOLE
    assert [blob for part in extents(source, 3_000) for blob in part.blobs()] == pieces
    assert reread(uri, pieces[3].member) == pieces[3]
