"""Archives that 7-Zip reads: every format and packing, solid, split, locked, damaged and lying."""

from __future__ import annotations

import gc
import os
import random
import subprocess
import sys
import tempfile
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest
from archives.source_files import blobs, source_of
from helpers import formats
from helpers.archive_files import damage
from helpers.laws import law
from helpers.member_text import reread
from hypothesis import given
from hypothesis import strategies as st

from goanalyze import limits
from goanalyze.archives import sevenzip
from goanalyze.archives.blobs import ENCRYPTED_MESSAGE, Blob
from goanalyze.archives.extents import extents
from goanalyze.archives.inputs import find_sources
from goanalyze.archives.sources import Source

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

if not sevenzip.is_installed():
    pytest.skip("pybit7z is not installed", allow_module_level=True)

MEMBERS = [(f"名{number}.sgf", f"(;SZ[9]C[{number}];B[aa])".encode() * (1 + number * 7)) for number in range(9)]
WAYS = ["Lzma2", "Lzma", "Ppmd", "BZip2", "Copy"]
# By the name, one of each layout; those that are solid are unpacked by several members at once.
WHOLE: dict[str, Callable[[formats.Members], bytes]] = {
    **{f"a.{end}": write for end, write in formats.WRITERS.items()},
    "old.rar": formats.rar4,
    "stored.cab": lambda members: formats.cab(members, deflate=False),
    "loose.7z": lambda members: formats.seven(members, solid=False),
    "stored.7z": lambda members: formats.seven(members, "Copy"),
    "ppmd.7z": lambda members: formats.seven(members, "Ppmd"),
}
SOLID = ["a.7z", "stored.7z", "ppmd.7z", "a.cab", "stored.cab"]


@pytest.fixture(params=["memory", "folder"])
def room(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let solid archives be unpacked to memory, or as large ones are, to a folder."""
    if request.param == "folder":
        monkeypatch.setattr(sevenzip, "_IN_MEMORY", 50)
    return str(request.param)


@lru_cache
def whole(name: str) -> bytes:
    """Return a small archive: the same bytes, though some hold the time."""
    return WHOLE[name](MEMBERS[:4])


def written(path: Path, members: formats.Members = MEMBERS) -> Path:
    path.write_bytes(WHOLE[path.name](members))
    return path


def outcome(found: list[Blob]) -> list[tuple[str, str | None]]:
    return [(blob.member, blob.code) for blob in found]


@pytest.mark.parametrize("name", WHOLE)
def test_members_come_in_order(tmp_path: Path, name: str, room: str) -> None:
    """Names and bytes are those that were packed, whole, by extents, and one by one; the archive is one extent."""
    path = written(tmp_path / name)
    source = source_of(path)
    assert list(source.blobs()) == [Blob(str(path), *member) for member in MEMBERS]
    (part,) = extents(source, 1)
    assert list(part.blobs()) == list(source.blobs())
    assert [reread(str(path), member).data for member, _ in MEMBERS] == [data for _, data in MEMBERS]


@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_packing(tmp_path: Path, way: str) -> None:
    """A 7z archive is read with any packing method of its members."""
    (tmp_path / "a.7z").write_bytes(formats.seven(MEMBERS, way))
    assert [blob.data for blob in blobs(tmp_path)] == [data for _, data in MEMBERS]


@pytest.mark.parametrize("name", SOLID)
def test_members_of_one_name_are_told_apart(tmp_path: Path, name: str, room: str) -> None:
    """Members are read from one folder, from several, and in layouts that a file on disk does not reveal."""
    members = [("A.sgf", b"(;C[1])"), ("a.sgf", b"(;C[2])"), ("d/a.sgf", b"(;C[3])"), ("d/a.sgf", b"(;C[4])")]
    if name.endswith("7z"):
        members.pop()  # 7-Zip writes no such archive
    assert [(blob.member, blob.data) for blob in blobs(written(tmp_path / name, members))] == members


@pytest.mark.parametrize("name", SOLID)
def test_names_that_are_no_file_names(tmp_path: Path, name: str, room: str) -> None:
    """A name that leads out of the archive, or that no disk takes, is only text."""
    names = ["../../out.sgf", "x" * 300 + ".sgf", "a:b*?.sgf", "..", " .sgf", "con.sgf"]
    members = [(member, f"(;C[{number}])".encode()) for number, member in enumerate(names)]
    found = blobs(written(tmp_path / name, members))
    assert sorted(blob.data for blob in found) == [data for _, data in members]
    assert [path.name for path in tmp_path.rglob("*")] == [name]


def test_names_in_the_charset_of_the_country(tmp_path: Path) -> None:
    """Names in an old RAR are Chinese, in an LZH Japanese; any other bytes stay apart as in a zip."""
    for end, charset, name in (("rar", "gb18030", "棋谱/名人.sgf"), ("lzh", "cp932", "棋譜/名人.sgf")):
        path = tmp_path / f"a.{end}"
        path.write_bytes((formats.rar4 if end == "rar" else formats.lzh)([(name, b"(;)")], charset))
        assert outcome(blobs(path)) == [(name, None)]
    path.write_bytes(formats.lzh([("\xe9\xff.sgf", b"(;)")], "latin-1"))
    assert outcome(blobs(path)) == [(b"\xe9\xff.sgf".decode("cp437"), None)]


def test_links_are_passed_over(tmp_path: Path) -> None:
    """A link may point anywhere."""
    path = tmp_path / "a.rar"
    link = formats.rar4_member(b"l.sgf", b"/etc/passwd", mode=0o120777, system=3)
    path.write_bytes(formats.rar4_of(link, formats.rar4_member(b"a.sgf", b"(;)")))
    assert outcome(blobs(path)) == [("a.sgf", None)]


# --- in parts ------------------------------------------------------------------------------------------------------


def test_a_split_archive_is_one_source(tmp_path: Path) -> None:
    """The parts that follow ``.7z.001`` belong to it, given one by one, by a pattern or with their folder."""
    whole = formats.seven(MEMBERS)
    step = len(whole) // 3 + 1
    parts = [tmp_path / f"a.7z.{number:03}" for number in (1, 2, 3)]
    for number, path in enumerate(parts):
        path.write_bytes(whole[number * step : number * step + step])
    expected = [Blob(str(parts[0]), name, data) for name, data in MEMBERS]
    assert blobs(tmp_path) == blobs(parts[0]) == blobs(*parts) == expected
    assert reread(str(parts[0]), MEMBERS[3][0]).data == MEMBERS[3][1]


@pytest.mark.parametrize(("first", "second"), [("a.part1.rar", "a.part2.rar"), ("a.part01.RAR", "a.part02.RAR")])
def test_volumes_of_rar_are_one_source(tmp_path: Path, first: str, second: str) -> None:
    """A member may begin in one volume and end in the next; a change of any is a change."""
    for name, data in zip((first, second), formats.rar5_volumes(MEMBERS, 100), strict=True):
        (tmp_path / name).write_bytes(data)
    expected = [Blob(str(tmp_path / first), name, data) for name, data in MEMBERS]
    assert blobs(tmp_path) == blobs(tmp_path / first) == expected
    (before,) = extents(find_sources([str(tmp_path)])[0], 1)
    with (tmp_path / second).open("ab") as file:
        file.write(b"\0")
    (after,) = extents(find_sources([str(tmp_path)])[0], 1)
    assert before.digest != after.digest


@pytest.mark.parametrize(
    ("name", "first"), [("a.7z.002", "a.7z.001"), ("a.part03.rar", "a.part01.rar"), ("a.r00", "a.rar")]
)
def test_a_later_part_alone_says_so(tmp_path: Path, name: str, first: str) -> None:
    """Without its first part, a part of a split archive cannot be read, nor passed over in silence."""
    (tmp_path / name).write_bytes(formats.rar5(MEMBERS))
    (found,) = blobs(tmp_path)
    message = f"is a part of a split archive whose first part is not here: {tmp_path / first}"
    assert (found.code, found.message) == ("GO001", message)


def test_a_missing_part(tmp_path: Path) -> None:
    """A split archive whose last part is missing is reported as damaged."""
    whole = formats.seven([("a.sgf", random.Random(1).randbytes(9000))])
    (tmp_path / "a.7z.001").write_bytes(whole[:5000])
    (tmp_path / "b.part1.rar").write_bytes(formats.rar5_volumes(MEMBERS, 100)[0])
    *found, last = blobs(tmp_path)
    assert outcome(found)[:9] == [("", "GO001"), *((name, None) for name, _ in MEMBERS[:-1])]
    assert {blob.code for blob in (*found[9:], last)} == {"GO002"}


# --- locked, damaged, lying ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scope", ["DataOnly", "DataAndHeaders"])
def test_an_encrypted_archive(tmp_path: Path, scope: str) -> None:
    """Members that need a password are GO002 each; where their names do, too, the archive is."""
    path = tmp_path / "a.7z"
    path.write_bytes(formats.seven([("a.sgf", b"(;)"), ("b.sgf", b"(;)")], password="secret", scope=scope))
    found = blobs(path)
    assert outcome(found) == ([("a.sgf", "GO002"), ("b.sgf", "GO002")] if scope == "DataOnly" else [("", "GO002")])
    assert {blob.message for blob in found} == {ENCRYPTED_MESSAGE}


def test_an_encrypted_member_of_a_rar(tmp_path: Path) -> None:
    """Its neighbours are read."""
    members = [formats.rar4_member(name, b"(;)", flags=flags) for name, flags in ((b"a.sgf", 4), (b"b.sgf", 0))]
    (tmp_path / "a.rar").write_bytes(formats.rar4_of(*members))
    assert outcome(blobs(tmp_path)) == [("a.sgf", "GO002"), ("b.sgf", None)]


@pytest.mark.parametrize("name", ["stored.7z", "a.rar", "old.rar", "a.lzh"])
def test_a_damaged_member_costs_no_other(tmp_path: Path, name: str, room: str) -> None:
    """Members before and behind it are read, also where they are packed together."""
    path = written(tmp_path / name)
    path.write_bytes(path.read_bytes().replace(b"C[4]", b"C[x]", 1))
    found = blobs(path)
    assert [blob.code for blob in found] == [None] * 4 + ["GO002"] + [None] * 4
    assert [blob.data for blob in found if not blob.code] == [data for _, data in MEMBERS[:4] + MEMBERS[5:]]
    assert found[4].message == "damaged: CRC failed"


@pytest.mark.parametrize("name", ["a.7z", "ppmd.7z", "a.cab"])
def test_members_packed_together_share_the_damage(tmp_path: Path, name: str, room: str) -> None:
    """Each damaged member is reported, and soon: the members behind many damaged ones are not tried."""
    members = [(f"{number:02}.sgf", random.Random(number).randbytes(60)) for number in range(40)]
    data = bytearray(written(tmp_path / name, members).read_bytes())
    place = data.index(members[0][1][:4]) if name == "a.cab" and members[0][1][:4] in data else len(data) * 2 // 3
    data[place] ^= 1
    (tmp_path / name).write_bytes(data)
    found = blobs(tmp_path)
    assert [blob.member for blob in found] == [member for member, _ in members]
    assert found[-1].code == "GO002"
    assert {blob.code for blob in found} <= {None, "GO002"}
    assert {blob.data for blob in found if not blob.code} <= {data for _, data in members}


@pytest.mark.parametrize("name", ["a.rar", "old.rar", "a.lzh"])
def test_an_archive_that_ends_too_early(tmp_path: Path, name: str) -> None:
    """The members that are present are read, and a finding says that others may be missing."""
    path = written(tmp_path / name)
    data = path.read_bytes()
    path.write_bytes(data[: data.index(MEMBERS[5][1]) + len(MEMBERS[5][1]) + 10])
    found = blobs(path)
    assert outcome(found[:6]) == [(member, None) for member, _ in MEMBERS[:6]]
    assert found[-1].code == "GO002"
    assert "from here on" in found[-1].message


@pytest.mark.parametrize("name", ["old.rar", "a.lzh"])
def test_a_header_that_7zip_does_not_understand(tmp_path: Path, name: str) -> None:
    """The damaged entry ends the list of members, and a finding reports the rest."""
    path = written(tmp_path / name)
    data = bytearray(path.read_bytes())
    place = data.index(MEMBERS[4][1])
    if name == "a.lzh":
        data[data.rindex(b"-lh0-", 0, place) - 2] = 0  # the mark of the end
    else:
        data[place - len("名4.sgf".encode("gb18030")) - 6] ^= 0x41  # the length of the name
    path.write_bytes(data)
    *found, last = blobs(path)
    assert outcome(found) == [(member, None) for member, _ in MEMBERS[:4]]
    assert (last.code, last.message) == ("GO002", "the archive is damaged from here on: unreadable data follows")


@pytest.mark.parametrize(("size", "code"), [(2**31 - 1, "GO004"), (10, "GO002"), (2, "GO002")])
def test_a_size_that_is_wrong(tmp_path: Path, size: int, code: str) -> None:
    """Only the declared bytes are unpacked, and any other number is damage."""
    (tmp_path / "a.lzh").write_bytes(formats.lzh([("a.sgf", b"(;SZ)")], size=size))
    first, second = (formats.rar4_member(b"a.sgf", b"(;SZ)", size=each) for each in (size, None))
    (tmp_path / "b.rar").write_bytes(formats.rar4_of(first, second))
    assert [blob.code for blob in blobs(tmp_path)] == [code, code, None]


@pytest.mark.parametrize("name", ["a.7z", "a.cab"])
def test_a_bomb_is_not_unpacked(tmp_path: Path, name: str) -> None:
    """A member that unpacks to a far larger size is GO004."""
    path = written(tmp_path / name, [("a.sgf", b"(;)"), ("bomb.sgf", bytes(2**22))])
    assert outcome(blobs(path)) == [("a.sgf", None), ("bomb.sgf", "GO004")]


@pytest.mark.parametrize("name", ["a.7z", "a.rar"])
def test_a_member_over_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, room: str) -> None:
    """It is skipped, and those packed together with it are read."""
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", 100)
    found = blobs(written(tmp_path / name, [("a.sgf", b"(;)"), ("big.sgf", b"x" * 101), ("c.sgf", b"(;C)")]))
    assert outcome(found) == [("a.sgf", None), ("big.sgf", "GO004"), ("c.sgf", None)]
    assert found[2].data == b"(;C)"


def test_without_7zip_the_message_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is named; nothing else is lost."""
    written(tmp_path / "a.7z")
    (tmp_path / "b.sgf").write_bytes(b"(;)")
    monkeypatch.setitem(sys.modules, "pybit7z", None)
    good, bad = blobs(tmp_path)
    assert good.code is None
    assert (bad.code, "extra 'archives'" in bad.message) == ("GO001", True)


@pytest.mark.parametrize("name", SOLID)
def test_leaving_an_archive_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, room: str
) -> None:
    """Temporary files are removed, whether all members are read or some."""
    (tmp_path / "tmp").mkdir()
    path = written(tmp_path / name)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    for count in (1, 4, len(MEMBERS)):
        reading = Source(name.rpartition(".")[2], (str(path),)).blobs()
        assert [next(reading).data for _ in range(count)] == [data for _, data in MEMBERS[:count]]
        del reading
    gc.collect()
    assert list((tmp_path / "tmp").iterdir()) == []


@given(name=st.sampled_from(sorted(WHOLE)), data=st.data())
@law(300)
def test_no_damage_raises(tmp_path_factory: pytest.TempPathFactory, name: str, data: st.DataObject) -> None:
    """After any change or loss of bytes, each blob has bytes or a reason of one line.

    GO003: no checksum covers a cabinet's header. One that declares zero files is reported as empty.
    """
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(damage(whole(name), data))
    for blob in Source(name.rpartition(".")[2], (str(path),)).blobs():
        assert blob.code in {None, "GO001", "GO002", "GO003", "GO004"}
        assert not (blob.code and blob.data)
        assert "\n" not in blob.message


def test_names_do_not_hang_on_the_locale(tmp_path: Path) -> None:
    """Found by running the tests with LC_ALL=C: bytes of names came as if they were Latin-1."""
    path = written(tmp_path / "a.lzh")
    code = (
        "import sys; from goanalyze.archives.inputs import find_sources; (source,) = find_sources(sys.argv[1:])\n"
        "print(*(ascii(blob.member) for blob in source.blobs()), sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, path],
        env={**os.environ, "LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [ascii(member) for member, _ in MEMBERS]
