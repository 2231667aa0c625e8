"""Records in GIB, NGF, UGF and UGI (issue 17, "More formats, in place"): read as SGF, with places in the file."""

from __future__ import annotations

import random
import re
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from helpers import formats as containers
from helpers.laws import law, over, part
from helpers.written import EXAMPLE, HAN, WRITERS, Written, gib, ngf, sgf, ugf, whole
from helpers.written import games as drawn_games
from hypothesis import given
from hypothesis import strategies as st

import goanalyze as ga
from goanalyze.archives.members import Blob
from goanalyze.pipeline import Chunk
from goanalyze.repair.repair import repair
from goanalyze.sgf.charset import Text, decode, decode_as
from goanalyze.sgf.formats import recognise
from goanalyze.sgf.guess import Guess
from goanalyze.sgf.metadata import read_metadata
from goanalyze.sgf.records import Records, read_records
from goanalyze.vocabulary import limits

SHARED = Path(__file__).parents[3] / "shared" / "formats"
REAL = ("utf8.gib", "gb2312.gib", "euc-kr.gib", "even.ngf", "handicap2.ngf", "gb2312.ngf", "amateur.ugf", "review.ugi")
TOLD = ("black_player", "white_player", "black_rank", "white_rank", "date", "komi", "handicap", "result_winner",
        "result_by", "result_margin")  # fmt: skip


def text_of(data: bytes, charset: str = "cp1252") -> Text:
    """Return the text of a file that is in a charset, where it does not say so."""
    return decode(Blob("a", "", data), lambda _: Guess(charset, "option"))


def records_of(data: bytes, charset: str = "cp1252") -> Records:
    """Return the games of a file."""
    (records,) = read_records([text_of(data, charset)])
    return records


def moves_of(data: bytes) -> list[tuple[int, list[int]]]:
    """Return kinds and points of all plays, passes and stones set up, of all games of a file."""
    return [(kind, xy[:2]) for records in read_records([text_of(data)])
            for kind, xy in zip(records.tape.kind.tolist(), records.tape.xy.tolist(), strict=True)]  # fmt: skip


def findings_of(data: bytes) -> list[tuple[str, int | None]]:
    """Return codes and bytes of what is told of the first game of a file that only readers of formats tell."""
    told = ga.loads(data).replay().findings
    return [(found.code, found.offset) for found in told if re.fullmatch("GO(102|307|31[3-6]|403|401)", found.code)]


def first(text: str, line: str) -> int:
    """Return at which byte a line stands."""
    return text.encode().index(line.encode())


@law(100)
@given(drawn_games(), st.sampled_from(["gib", "ngf", "ugf", "ugf from above"]), st.sampled_from(["\n", "\r\n"]),
       st.sampled_from([b"", b"\xef\xbb\xbf", b"\n \r\n"]), st.booleans())  # fmt: skip
def test_what_is_written_is_read(game: Written, name: str, end: str, before: bytes, in_gbk: bool) -> None:
    """A game written in another format is the game written in SGF: moves, setup, terms, result, names (issue 17)."""
    game = whole(game) if name == "ngf" else game
    text = ugf(game, "JPN") if "above" in name else WRITERS[name](game)
    charset = "gb18030" if in_gbk and before != b"\xef\xbb\xbf" else "utf-8"
    found = records_of(before + text.replace("\n", end).encode(charset), charset)
    expected = records_of(sgf(game).encode())
    assert (found.tape.kind.tolist(), found.tape.xy[:, :2].tolist()) == (
        expected.tape.kind.tolist(), expected.tape.xy[:, :2].tolist())  # fmt: skip
    assert found.width.tolist() == expected.width.tolist()
    columns, wanted = read_metadata(found).columns, read_metadata(expected).columns
    assert {each: columns[each].to_pylist() for each in TOLD} == {each: wanted[each].to_pylist() for each in TOLD}


@law(40)
@given(drawn_games(), st.sampled_from(sorted(WRITERS)))
def test_repaired_it_is_the_same_game_in_sgf(game: Written, name: str) -> None:
    """`export --repair` writes such records as SGF: the same game, and a second repair changes nothing (issue 17)."""
    game = whole(game) if name == "ngf" else game
    data = WRITERS[name](game).encode()
    made = repair(data, encoding="utf-8").data
    assert recognise(made) is None
    assert made.startswith(b"(;FF[4]CA[UTF-8]")
    assert moves_of(made) == moves_of(data)
    columns, wanted = (read_metadata(records_of(each)).columns for each in (made, data))
    assert {each: columns[each].to_pylist() for each in TOLD} == {each: wanted[each].to_pylist() for each in TOLD}
    assert repair(made).data == made


@law(60)
@given(drawn_games(), st.sampled_from(sorted(WRITERS)), st.sampled_from(["gb18030", "cp949", "utf-16", "utf-8"]))
def test_places_lead_to_lines(game: Written, name: str, charset: str) -> None:
    """Each move leads to the first byte of its line in the file as it was, whatever the charset (issue 17)."""
    game = whole(game) if name == "ngf" else game
    text = WRITERS[name](game)
    data = text.encode(charset, errors="replace")
    records = records_of(data, charset.removeprefix("utf-16") or "utf-16-le")
    plays = [at for at, kind in zip(records.tape.at.tolist(), records.tape.kind.tolist(), strict=True) if kind <= 2]
    lines = [line for line in text.splitlines() if re.match(r"STO|SKI|PM..[BW]|[A-Z]{2},[BW]1,[1-9]", line)]
    wanted = [line.strip().encode(charset).removeprefix(b"\xff\xfe") for line in lines]
    found = [records.offset(0, at) for at in plays]
    assert [data[at : at + len(line)] for at, line in zip(found, wanted, strict=True)] == wanted
    assert found == sorted(set(found))


def test_raw_text_stands_beside_values() -> None:
    """What the file has is in the raw columns, what it means beside it (issue 17: raw text kept)."""
    game = ga.loads(gib(EXAMPLE).replace("GONGJE:0", "GONGJE:65"))
    info = game.info
    assert (info["komi_raw"], info["komi"]) == ("65", 6.5)
    assert (info["result_raw"], info["result_winner"], info["result_margin"]) == ("GRLT:1", "white", -12.5)
    assert (info["date_raw"], str(info["date"])) == ("2020- 2- 3-17-29-25", "2020-02-03")
    assert (info["black_rank_raw"], info["black_rank"]) == ("3K", -2)
    info = ga.loads(ugf(EXAMPLE)).info
    assert (info["result_raw"], info["rules_raw"], info["ruleset"]) == ("W,12.50", "JPN", "japanese")


@over("data, format_", [
    (b"\\HS\r\n\\[GAMENAME=x\\]", "gib"), (b"\xef\xbb\xbf \r\n\\HS\n\\HE", "gib"), (b"\\[GAMETAG=S1\\]", "gib"),
    (b"2 1 0\n5 0 &4\nINI 0 1 0 &4", "gib"), (b"STO 0 2 1 3 3\n", "gib"), (b"\xef\xbb\xbf[Header]\r\nSize=19", "ugf"),
    (b"# made by\n\n[header]\n", "ugf"), (b"[Data]\nQD,B1,1,0\n", "ugf"), (b"x\nPMABBQDDQ\n", "ngf"),
    (b"x\n19\na 1k\nb 2k\n\n0\n0\n6\n20100101 [10:00]\n", "ngf"),
    (b"(;GM[1]C[\\HS\n\\HE])", ""), (b"Our game:\n(;C[\n[Header]\n])", ""), (b"\\HS in a comment (;)", ""),
    (b"[Header", ""), (b"19\n(;GM[1]C[PMABB])", ""), (b"", ""), (b"\\HSx", ""), (b"PMA is a firm\n", ""),
])  # fmt: skip
def test_recognised_by_content(data: bytes, format_: str) -> None:
    """BOM, line ends, blanks and missing headers do not matter, nor does a format's sign in a game's comment."""
    found = recognise(data)
    assert (found.name.value if found else "") == format_


@over("data", [b"\\[GIBOKIND=x", b"\xef\xbb\xbf\\HS\n\\HE", b"\xef\xbb\xbf\\HS\n\\[GAMENAME=", b"\\HS\n"])
def test_signs_of_a_gib_without_a_game(data: bytes) -> None:
    """A file that shows signs of GIB but begins no game holds none; it ended in an internal error (GO901)."""
    assert recognise(data) is not None
    assert text_of(data).data == b""


@pytest.fixture(scope="module")
def real() -> Any:
    """Return the tables of the eight real files, each checked as the user would, by its row."""
    if not SHARED.exists():
        pytest.skip(f"{SHARED} is not here: real records are not part of the project")
    return ga.check([str(SHARED / name) for name in REAL])


def test_real_files_as_by_eye(real: Any) -> None:
    """Moves, passes, komi, handicap, winner, names as a reader of ../shared/formats sees them in the files."""
    games = real.games.assign(name=[Path(each).name for each in real.games.source]).set_index("name")
    assert games.move_count.to_dict() == {"utf8.gib": 118, "gb2312.gib": 268, "euc-kr.gib": 49, "even.ngf": 333,
        "handicap2.ngf": 189, "gb2312.ngf": 211, "amateur.ugf": 254, "review.ugi": 222}  # fmt: skip
    assert games.pass_count[games.pass_count > 0].to_dict() == {"review.ugi": 3}
    assert games.handicap_stones[games.handicap_stones > 0].to_dict() == {
        "utf8.gib": 3,
        "gb2312.gib": 5,
        "handicap2.ngf": 2,
    }
    assert games.komi.dropna().to_dict() == {"gb2312.gib": 0, "euc-kr.gib": 6.5, "even.ngf": 7, "handicap2.ngf": 0,
        "gb2312.ngf": 6, "amateur.ugf": -5.5, "review.ugi": 6.5}  # fmt: skip
    won = zip(games.result_winner, games.result_by, games.result_margin.fillna(0), strict=True)
    assert dict(zip(games.index, won, strict=True)) == {
        "utf8.gib": ("none", "unknown", 0), "gb2312.gib": ("white", "score", -11), "euc-kr.gib": ("black", "time", 0),
        "even.ngf": ("black", "score", 0.5), "handicap2.ngf": ("white", "resign", 0),
        "gb2312.ngf": ("black", "resign", 0), "amateur.ugf": ("black", "score", 7.5),
        "review.ugi": ("black", "score", 2.5)}  # fmt: skip
    assert games.loc["gb2312.gib", ["black_player", "white_player", "white_rank"]].tolist() == [
        "石下之臣",
        "harpmaster",
        3,
    ]
    assert games.loc["euc-kr.gib", ["event", "result_raw"]].tolist() == ["승강급 대국", "흑 시간승"]
    assert games.loc["gb2312.ngf", ["event", "date_raw"]].tolist() == ["韩国十段战", "2006-9-5"]
    assert [str(day)[:7] for day in games.date.sort_values()] == [
        "2006-09", "2012-11", "2015-08", "2016-03", "2017-03", "2017-03", "2019-03", "2020-06"]  # fmt: skip
    assert games.branches.to_dict()["review.ugi"] == 2


def test_real_positions_count_as_recorded(real: Any) -> None:
    """Every stone is where it was: all moves are legal, and games count to their results (NGF lacks a half of komi)."""
    assert not {"GO101", "GO102", "GO103", "GO105", "GO201", "GO307"} & set(real.findings.code)
    assert not {"GO313", "GO314", "GO315", "GO316"} & set(real.findings.code)
    names = [Path(each).name for each in real.games.set_index("game_id").source[real.audit.game_id]]
    assert dict(zip(names, real.audit.agreement, strict=True)) == {
        "gb2312.gib": "exact", "amateur.ugf": "exact", "review.ugi": "exact", "even.ngf": "winner"}  # fmt: skip


def test_review_of_a_real_game() -> None:
    """Remarks stand on the moves that they speak of, and variations where the review has them (../shared/formats)."""
    if not SHARED.exists():
        pytest.skip(f"{SHARED} is not here: real records are not part of the project")
    data = text_of((SHARED / "review.ugi").read_bytes()).data.decode()
    before = data[: data.index("Game-losing move")]
    assert len(re.findall(r";[BW]\[", before)) == 54
    assert data.count("(") - data.count("\\(") >= 5


def body_lines(text: str) -> Iterator[tuple[int, int]]:
    """Yield, for each move of a record, where its line ends and how many moves there are up to it."""
    count = 0
    for found in re.finditer(r"^.*\n", text, re.MULTILINE):
        if re.match(r"STO|SKI|PM..[BW]|[A-Z]{2},[BW]1,", found[0]):
            count += 1
            yield found.end(), count


@over("name", sorted(WRITERS))
def test_cut_anywhere(name: str) -> None:
    """Cut off at any byte, a record gives the moves before the cut and never one that it has not (issue 17)."""
    text = WRITERS[name](EXAMPLE)
    data, every = text.encode(), moves_of(text.encode())
    setup = len(every) - len(EXAMPLE.moves) if name != "ugf" else 0
    ends = list(body_lines(text))
    for cut in range(len(data)):
        found = moves_of(data[:cut])
        kept = max((count for end, count in ends if end <= cut), default=0)
        assert found == every[: len(found)], cut
        assert len(found) >= (setup + kept if kept else 0), cut


@over("name", sorted(WRITERS))
def test_bytes_altered_anywhere(name: str) -> None:
    """With any byte of the moves altered nothing raises, and the moves before it are as they were (issue 17)."""
    text = WRITERS[name](EXAMPLE)
    data, every, dice = text.encode(), moves_of(text.encode()), random.Random(17)
    setup = len(every) - len(EXAMPLE.moves) if name != "ugf" else 0
    ends = list(body_lines(text))
    for _ in range(part(2_000)):
        at = dice.randrange(len(data))
        found = moves_of(data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :])
        kept = max((count for end, count in ends if end <= at), default=0)
        if kept:
            assert found[: setup + kept] == every[: setup + kept], at


@law(60)
@given(st.sampled_from(sorted(WRITERS)), st.lists(st.integers(0, 30), max_size=40), HAN)
def test_lines_in_disorder(name: str, order: list[int], han: str) -> None:
    """Lines dropped, repeated and in any order, with bytes of no charset: each finding is in the file (issue 17)."""
    lines = [*WRITERS[name](EXAMPLE).encode().splitlines(keepends=True), han.encode("gbk"), b"\xff\0\n"]
    data = b"".join(lines[at % len(lines)] for at in order)
    for records in read_records([text_of(data)]):
        places = [found.offset for found in Chunk(records).findings if found.offset is not None]
        assert all(0 <= at <= len(data) for at in places)


def test_damage_is_told_with_its_place() -> None:
    """Each kind of damage is a finding at the byte of its line; the rest of the record is read (issue 17)."""
    text = gib(EXAMPLE)
    play = "STO 0 2 2 16 16 "
    for other, code in ((("STO 0 2 3 16 16 "), "GO313"), ("STO 0 2 2 25 16 ", "GO102"), ("STO 0 2 2 99 16 ", "GO307"),
                        ("STO 0 7 2 16 16 ", "GO314"), ("XYZ 0 2 2 16 16 ", "GO313")):  # fmt: skip
        changed = text.replace(play, other)
        assert (code, first(changed, other)) in findings_of(changed.encode()), other
    assert ("GO315", len(text[: text.index("\\GE")])) in findings_of(text[: text.index("\\GE")].encode())
    assert [code for code, _ in findings_of(text[text.index("\\GS") :].encode())] == [
        "GO315", "GO403", "GO401"]  # fmt: skip
    assert findings_of((text + "What a game!\n").encode()) == [("GO313", len(text))]
    two = "Black wins by resignation"
    changed = text.replace("\\HE", f"\\[GAMERESULT={two}\\]\n\\HE")
    assert findings_of(changed.encode()) == [("GO316", first(changed, two))]
    lines = ngf(whole(EXAMPLE)).splitlines(keepends=True)
    assert ("GO315", 0) in findings_of("".join(lines[:4] + lines[5:]).encode())  # no place
    assert ("GO315", first("".join(lines), "7\nPM")) in findings_of("".join(lines[:-1]).encode())
    damaged = ga.loads("".join(lines).replace("\n19\n", "\n1q9\n")).info
    assert (damaged["board_width"], damaged["white_player"], damaged["result_margin"]) == (None, "Kim", -12.5)
    changed = "".join([*lines[:13], lines[12], *lines[13:]])
    assert ("GO314", len("".join(lines[:13]))) in findings_of(changed.encode())


def test_several_games_in_a_file() -> None:
    """Records that stand one behind the other are games 0, 1, … (issue 17: several games in one file)."""
    for write in WRITERS.values():
        text = write(EXAMPLE)
        records = records_of((text + "\n" + text).encode())
        assert (records.game_index.tolist(), len(records)) == ([0, 1], 2)
        assert records.offset(1, int(records.tape.game_span[1, 0])) in (len(text), len(text) + 1)
        assert moves_of((text + text).encode()) == 2 * moves_of(text.encode())


@over("kind, margin, words, result", [
    ("0", "65", "", "B+6.5"), ("1", "110", "", "W+11"), ("3", "0", "", "B+R"), ("4", "0", "", "W+R"),
    ("7", "0", "", "B+T"), ("8", "0", "", "W+T"), ("255", "0", "", ""), ("6", "0", "", "GRLT 6"),
    ("0", "0", "", "GRLT 0"),
    ("6", "0", "흑 불계승", "흑 불계승"), ("x", "0", "", "GRLT x"),
])  # fmt: skip
def test_results_of_gib(kind: str, margin: str, words: str, result: str) -> None:
    """Codes that files and converters tell are read; of others, the text is kept (../shared/formats/README.md)."""
    data = f"\\HS\n\\[GAMERESULT={words}\\]\n\\[GAMEINFOMAIN=GRLT:{kind},ZIPSU:{margin},DUM:0\\]\n\\HE\n"
    assert re.findall(rb"RE\[(.*?)\]", text_of(data.encode()).data) == ([result.encode()] if result else [])


def test_komi_that_nobody_understands_is_no_number() -> None:
    """DUM says that points are given, not by whom: komi is null, its text is kept, its byte is told (issue 17)."""
    text = gib(EXAMPLE).replace("DUM:0", "DUM:5")
    info = ga.loads(text).info
    assert (info["komi"], info["komi_raw"]) == (None, "DUM:5")
    assert findings_of(text.encode()) == [("GO403", first(text, "DUM:5"))]


def test_stones_of_three_are_set_where_the_server_has_them() -> None:
    """Tygem leaves open the lower right corner (../shared/formats/utf8.gib); of WBaduk nobody knows."""
    text = gib(EXAMPLE).replace("INI 0 1 2", "INI 0 1 3")
    assert [xy for kind, xy in moves_of(text.encode()) if kind == 3] == [[15, 3], [3, 15], [3, 3]]
    assert not [kind for kind, _ in moves_of(ngf(EXAMPLE).replace("\n2\n", "\n3\n", 1).encode()) if kind == 3]


def test_remarks_of_figures_and_reviews() -> None:
    """Remarks of [Figure] and of the review, and variations, stand where they belong (issue 17: UGI figures)."""
    text = ugf(EXAMPLE) + (
        "[Figure]\n.Text,0\nwelcome\n.EndText\n.Text,2\nsolid\n.EndText\n.Fig,1,1,1,19,19\nQP,B1,1,0\n.Text\ndiagram\n"
        ".EndText\n.EndFig\n[ReviewNode]\nNODE,1,0,0,0\nNODE,2,2,17,3\n VARIATION,\nNODE,8,1,1,1\n VARIATION,\n"
        "NODE,9,2,5,5\n VARIATIONEND,\n VARIATIONEND,\nNODE,3,1,3,17\n[ReviewComment]\n.Comment,8\nbetter\n"
    )
    root = text_of(text.encode()).data.decode()
    assert "C[welcome];W[qq]C[diagram](;B[cc]C[solid];W[]" in root
    assert root.endswith(")(;B[as]C[better](;)(;W[eo])))\n")
    assert [len(line.replay().moves) for line in ga.loads(text).lines()] == [7, 2, 3]


def test_remarks_behind_a_gib() -> None:
    """Remarks stand on the moves after which they were made; diagrams are passed over (docstring of `formats.gib`)."""
    text = gib(EXAMPLE) + "".join(
        f"\\RS\n\\[REFSUSUN={number}\\]\n{diagram}\\[REFEXPLAIN={said}\\]\n\\RE\n"
        for number, said, diagram in (
            (2, "good]", ""),
            (2, "bad", ""),
            (1, "a diagram", "\\[REFGIBO=1\\]\n"),
            (99, "end", ""),
        )
    )
    data = text_of(text.encode()).data.decode()
    assert "C[good\\]\n\nbad]" in data[data.index(";B[cc]") : data.index(";W[]")]
    assert data.endswith(";C[end])\n")
    assert "diagram" not in data
    assert findings_of(text.encode()) == []


def test_an_older_form_of_ngf() -> None:
    """Lines of the header begin with GI, and a remark tells the result (../shared/formats/gb2312.ngf, as by eye)."""
    moves = ngf(EXAMPLE).splitlines()[12:]
    header = ["Cup", "Kim 5d", "Ito 1d", "", "", "2006-9-5", "19", "0", "0", "6", "7"]
    text = "\n".join([*("GI" + line for line in header), *moves, "GI1", "IDB[7] Black wins by resign[EndTxt]", ""])
    for game in (text, text + text):
        info = ga.loads(game).info
        assert (info["event"], info["white_player"], info["black_rank"], info["komi"]) == ("Cup", "Kim", 1, 6)
        assert (info["result_winner"], str(info["date"]), info["move_count"]) == ("black", "2006-09-05", 7)
    assert moves_of((text + text).encode()) == 2 * moves_of(text.encode())
    both = records_of((text + text).encode())
    assert both.distinct("PW").column.to_pylist() == ["Kim", "Kim"]


def test_moves_without_their_marks() -> None:
    """Headers and marks that are missing are told, and the moves are read (issue 17: missing headers)."""
    text = ugf(EXAMPLE)
    changed = text.replace("[Data]\n", "")
    assert findings_of(changed.encode()) == [("GO315", first(changed, "PP,"))]
    assert moves_of(changed.encode()) == moves_of(text.encode())
    assert findings_of(text[text.index("[Data]") :].encode())[0] == ("GO315", 0)


def test_a_review_of_another_game_is_left_out() -> None:
    """Nodes that are not the moves of the game are told (GO316), and their variations passed over."""
    text = ugf(EXAMPLE) + "[ReviewNode]\nNODE,1,0,0,0\nNODE,2,1,5,5\nVARIATION,\nNODE,3,1,6,6\nVARIATIONEND,\n"
    assert findings_of(text.encode()) == [("GO316", first(text, "NODE,2"))]
    assert b"(;B" not in text_of(text.encode()).data


def test_charset_by_name_and_by_guess() -> None:
    """Lang names the charset of UGF; that of the others is guessed, and the guess marked, as for SGF (issue 17)."""
    named = ugf(EXAMPLE).replace("Ver=UGF3,200", "Lang=SJIS").replace("Ito", "表 健一").encode("cp932")
    text = text_of(named, "gb18030")
    assert (text.encoding, text.encoding_source, text.code) == ("cp932", "CA", None)
    assert text.converted
    assert text.converted.format == "ugf"
    assert "PB[表 健一]" in text.data.decode()
    assert decode_as(Blob("a", "", named), text.encoding, text.encoding_source).data == text.data
    korean = gib(EXAMPLE).replace("Ito", "이창호").replace("GNAMEF:0", "GNAME:승강급 대국").encode("cp949")
    assert ga.loads(korean).info["black_player"] == "이창호"
    wrong = ugf(EXAMPLE).replace("Ver=UGF3,200", "Lang=Klingon")
    assert "Lang names 'Klingon'" in text_of(wrong.encode()).message


def test_in_archives(tmp_path: Path) -> None:
    """A record is read from any archive, and the files table tells its format (issue 17: RAR and LZH)."""
    members = [(f"a.{name}", write(EXAMPLE).encode()) for name, write in WRITERS.items()]
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name, data in members:
            archive.writestr(name, data)
    written = ["rar", "lzh"] if find_spec("pybit7z") else []
    for kind in written:
        (tmp_path / f"a.{kind}").write_bytes(containers.WRITERS[kind](members))
    files = ga.check(tmp_path).files
    assert files.format.tolist() == ["gib", "ngf", "ugf"] * (1 + len(written))
    assert set(files.games) == {1}


def test_hostile_records(monkeypatch: pytest.MonkeyPatch) -> None:
    """Huge numbers are no numbers, and a file over its limit is GO004 (issue 17: within limits)."""
    huge = gib(EXAMPLE).replace("INI 0 1 2", "INI 0 1 " + "9" * 5000).replace("16 16", "9" * 5000 + " 1")
    assert ga.loads(huge).info["handicap"] is None
    review = b"[Data]\nQD,B1,1,0\n[ReviewNode]\nNODE,1,0,0,0\n" + b"VARIATION,\nNODE,2,1,3,3\n" * 10**4
    for data in (
        b"[Header]\nTitle=" + b"," * 10**5,
        b"\\HS\n" + b"\\[GAME=" * 10**5,
        ngf(EXAMPLE).encode() * 50,
        review,
    ):
        for records in read_records([text_of(data)]):
            read_metadata(records)
    monkeypatch.setattr(limits, "MAX_CONVERTED_BYTES", 100)
    text = text_of(gib(EXAMPLE).encode())
    assert (text.code, text.data) == ("GO004", b"")
