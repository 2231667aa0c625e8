"""Records in other formats are read as SGF, with offsets in the file."""

from __future__ import annotations

import re
import zipfile
from importlib.util import find_spec
from pathlib import Path

from helpers import formats as containers
from helpers.format_writers import EXAMPLE, WRITERS, FormatGame, gib, ngf, sgf, ugf, whole
from helpers.format_writers import games as drawn_games
from helpers.laws import law, over
from hypothesis import given
from hypothesis import strategies as st
from sgf.format_files import TOLD, findings_of, moves_of, records_of, text_of

import goanalyze as ga
from goanalyze.archives.blobs import Blob
from goanalyze.archives.non_records import non_record_kind_of
from goanalyze.repair.repair import repair
from goanalyze.sgf.charset import decode_as
from goanalyze.sgf.formats import FORMATS, recognize
from goanalyze.sgf.metadata import read_metadata


@law(100)
@given(
    drawn_games(),
    st.sampled_from(["gib", "ngf", "ugf", "ugf from above"]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([b"", b"\xef\xbb\xbf", b"\n \r\n"]),
    st.booleans(),
)
def test_what_is_written_is_read(game: FormatGame, name: str, end: str, before: bytes, in_gbk: bool) -> None:
    """A game written in another format is the game written in SGF: moves, setup, terms, result, names."""
    game = whole(game) if name == "ngf" else game
    text = ugf(game, "JPN") if "above" in name else WRITERS[name](game)
    charset = "gb18030" if in_gbk and before != b"\xef\xbb\xbf" else "utf-8"
    found = records_of(before + text.replace("\n", end).encode(charset), charset)
    expected = records_of(sgf(game).encode())
    assert (found.tape.kind.tolist(), found.tape.xy[:, :2].tolist()) == (
        expected.tape.kind.tolist(),
        expected.tape.xy[:, :2].tolist(),
    )
    assert found.width.tolist() == expected.width.tolist()
    columns, wanted = read_metadata(found).columns, read_metadata(expected).columns
    assert {each: columns[each].to_pylist() for each in TOLD} == {each: wanted[each].to_pylist() for each in TOLD}


@over("ending", [ending for format_ in FORMATS for ending in format_.endings])
def test_a_file_with_the_ending_of_a_format_is_named_as_a_record(ending: str) -> None:
    """The ending of a record in each format is among those of records, in small and in capital letters."""
    names = [f"game.{ending}", f"GAME.{ending.upper()}"]
    assert [non_record_kind_of(name, b"\0\1") for name in names] == ["", ""]


@law(40)
@given(drawn_games(), st.sampled_from(sorted(WRITERS)))
def test_repaired_it_is_the_same_game_in_sgf(game: FormatGame, name: str) -> None:
    """`export --repair` writes such records as SGF: the same game, and a second repair changes nothing."""
    game = whole(game) if name == "ngf" else game
    data = WRITERS[name](game).encode()
    made = repair(data, encoding="utf-8").data
    assert recognize(made) is None
    assert made.startswith(b"(;FF[4]CA[UTF-8]")
    assert moves_of(made) == moves_of(data)
    columns, wanted = (read_metadata(records_of(each)).columns for each in (made, data))
    assert {each: columns[each].to_pylist() for each in TOLD} == {each: wanted[each].to_pylist() for each in TOLD}
    assert repair(made).data == made


@law(60)
@given(drawn_games(), st.sampled_from(sorted(WRITERS)), st.sampled_from(["gb18030", "cp949", "utf-16", "utf-8"]))
def test_places_lead_to_lines(game: FormatGame, name: str, charset: str) -> None:
    """Each move leads to the first byte of its line in the original file, in any charset."""
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
    """The file's text is in the raw columns, its meaning in the others."""
    game = ga.loads(gib(EXAMPLE).replace("GONGJE:0", "GONGJE:65"))
    info = game.info
    assert (info["komi_raw"], info["komi"]) == ("65", 6.5)
    assert (info["result_raw"], info["result_winner"], info["result_margin"]) == ("GRLT:1", "white", -12.5)
    assert (info["date_raw"], str(info["date"])) == ("2020- 2- 3-17-29-25", "2020-02-03")
    assert (info["black_rank_raw"], info["black_rank"]) == ("3K", -2)
    info = ga.loads(ugf(EXAMPLE)).info
    assert (info["result_raw"], info["rules_raw"], info["ruleset"]) == ("W,12.50", "JPN", "japanese")


@over(
    "data, format_",
    [
        (b"\\HS\r\n\\[GAMENAME=x\\]", "gib"),
        (b"\xef\xbb\xbf \r\n\\HS\n\\HE", "gib"),
        (b"\\[GAMETAG=S1\\]", "gib"),
        (b"2 1 0\n5 0 &4\nINI 0 1 0 &4", "gib"),
        (b"STO 0 2 1 3 3\n", "gib"),
        (b"\xef\xbb\xbf[Header]\r\nSize=19", "ugf"),
        (b"# made by\n\n[header]\n", "ugf"),
        (b"[Data]\nQD,B1,1,0\n", "ugf"),
        (b"x\nPMABBQDDQ\n", "ngf"),
        (b"x\n19\na 1k\nb 2k\n\n0\n0\n6\n20100101 [10:00]\n", "ngf"),
        (b"(;GM[1]C[\\HS\n\\HE])", ""),
        (b"Our game:\n(;C[\n[Header]\n])", ""),
        (b"\\HS in a comment (;)", ""),
        (b"[Header", ""),
        (b"19\n(;GM[1]C[PMABB])", ""),
        (b"", ""),
        (b"\\HSx", ""),
        (b"PMA is a firm\n", ""),
    ],
)
def test_recognized_by_content(data: bytes, format_: str) -> None:
    """BOM, line ends, blanks and missing headers do not matter, nor does a format's sign in a game's comment."""
    found = recognize(data)
    assert (found.name.value if found else "") == format_


def test_several_games_in_a_file() -> None:
    """Records in sequence are games 0, 1, … of a file."""
    for write in WRITERS.values():
        text = write(EXAMPLE)
        records = records_of((text + "\n" + text).encode())
        assert (records.game_index.tolist(), len(records)) == ([0, 1], 2)
        assert records.offset(1, int(records.tape.game_span[1, 0])) in (len(text), len(text) + 1)
        assert moves_of((text + text).encode()) == 2 * moves_of(text.encode())


@over(
    "kind, margin, words, result",
    [
        ("0", "65", "", "B+6.5"),
        ("1", "110", "", "W+11"),
        ("3", "0", "", "B+R"),
        ("4", "0", "", "W+R"),
        ("7", "0", "", "B+T"),
        ("8", "0", "", "W+T"),
        ("255", "0", "", ""),
        ("6", "0", "", "GRLT 6"),
        ("0", "0", "", "GRLT 0"),
        ("6", "0", "흑 불계승", "흑 불계승"),
        ("x", "0", "", "GRLT x"),
    ],
)
def test_results_of_gib(kind: str, margin: str, words: str, result: str) -> None:
    """Codes known from files and converters are parsed; of others, the text is kept."""
    data = f"\\HS\n\\[GAMERESULT={words}\\]\n\\[GAMEINFOMAIN=GRLT:{kind},ZIPSU:{margin},DUM:0\\]\n\\HE\n"
    assert re.findall(rb"RE\[(.*?)\]", text_of(data.encode()).data) == ([result.encode()] if result else [])


def test_stones_of_three_are_set_where_the_server_has_them() -> None:
    """Tygem leaves the lower right corner open; WBaduk's custom is unknown."""
    text = gib(EXAMPLE).replace("INI 0 1 2", "INI 0 1 3")
    assert [xy for kind, xy in moves_of(text.encode()) if kind == 3] == [[15, 3], [3, 15], [3, 3]]
    assert not [kind for kind, _ in moves_of(ngf(EXAMPLE).replace("\n2\n", "\n3\n", 1).encode()) if kind == 3]


def test_remarks_of_figures_and_reviews() -> None:
    """Remarks of [Figure] and of the review, and variations, are at their moves."""
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
    """Remarks are at the preceding moves; diagrams are passed over (docstring of `formats.gib`)."""
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
    """Lines of the header begin with GI, and a remark has the result."""
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


def test_charset_by_name_and_by_guess() -> None:
    """Lang names the charset of UGF; that of the others is detected, and marked so, as for SGF."""
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
    """A record is read from any archive, and the files table has its format."""
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
