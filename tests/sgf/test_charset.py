"""The charset decision: rows of text and codec, and offsets of the original bytes."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Callable
from encodings.aliases import aliases
from time import process_time
from typing import TYPE_CHECKING

import pytest
from helpers.laws import over
from helpers.reading import read
from hypothesis import given
from hypothesis import strategies as st

import goanalyze as ga
from goanalyze.archives.blobs import Blob
from goanalyze.archives.inputs import find_sources
from goanalyze.archives.sources import Source
from goanalyze.errors import OptionError
from goanalyze.sgf.charset import Text, decode, decode_as, offsets_of, texts
from goanalyze.sgf.charset_detection import Decision, Mixture, detect
from goanalyze.sgf.charsets import codec

if TYPE_CHECKING:
    from pathlib import Path

CHINESE = "(;GM[1]{CA}PB[古力]PW[李世石]EV[第十届三星杯世界围棋公开赛决赛]RE[黑中盘胜];B[pd];W[dp])"
TAIWAN = "(;GM[1]{CA}PB[張栩]PW[許皓鋐]EV[功成名就許蓋];B[pd];W[dp])"  # 功 許 蓋 have 0x5C as second byte
JAPANESE = "(;GM[1]{CA}PB[表示ソ]PW[井山裕太]EV[本因坊戦ー予選];B[pd];W[dp])"  # 表 and ソ end in 0x5C, ー in 0x5B
KOREAN = "(;GM[1]{CA}PB[이세돌]PW[박정환]EV[한국바둑리그 결승 대국];B[pd];W[dp])"
RUSSIAN = "(;GM[1]{CA}PB[Александр]PW[Наталья]EV[Чемпионат России];B[pd];W[dp])"
FRENCH = "(;GM[1]{CA}PB[Étienne]PW[Jérôme]EV[Château];B[pd];W[dp])"
CANTONESE = "(;GM[1]{CA}PB[陳大文]C[佢哋諗咗好耐，冇喇];B[pd];W[dp])"
LATIN = "(;GM[1]{CA}PB[Honinbo]PW[Shuwa];B[pd];W[dp])"


def guessless(data: bytes) -> Decision:
    """Replaces a decision that must not be called."""
    raise AssertionError(f"the file should have decided for itself: {data!r}")


def decided(data: bytes, fallback: str | None = None) -> Text:
    """Decide one file; `fallback` is the decision of the rest of the source."""
    return decode(Blob("a.sgf", "", data), (lambda _: Decision(fallback)) if fallback else guessless)


def record(text: str, codec: str, ca: str | None) -> bytes:
    return text.replace("{CA}", f"CA[{ca}]" if ca else "").encode(codec)


# text, codec it is written in, CA → encoding, encoding_source, code
ROWS = [
    (LATIN, "ascii", None, "ascii", "ascii", None),
    (LATIN, "ascii", "UTF-8", "utf-8", "CA", None),
    (LATIN, "ascii", "gb2312", "gb2312", "CA", None),
    (LATIN, "ascii", "klingon", "ascii", "ascii", "GO012"),
    (LATIN, "ascii", "UTF-16", "ascii", "ascii", "GO012"),
    (LATIN, "ascii", "undefined", "ascii", "ascii", "GO012"),
    (CHINESE, "utf-8", None, "utf-8", "utf-8", None),
    (CHINESE, "utf-8", "UTF-8", "utf-8", "CA", None),
    (CHINESE, "utf-8", "utf8", "utf-8", "CA", None),
    (CHINESE, "utf-8", "gb2312", "utf-8", "utf-8", "GO012"),
    (CHINESE, "utf-8", "klingon", "utf-8", "utf-8", "GO012"),
    (CHINESE, "utf-8", "undefined", "utf-8", "utf-8", "GO012"),
    (CHINESE, "utf-8", "hex", "utf-8", "utf-8", "GO012"),
    (CHINESE, "utf-8-sig", None, "utf-8", "bom", None),
    (CHINESE, "utf-8-sig", "UTF-8", "utf-8", "bom", None),
    (CHINESE, "utf-8-sig", "GBK", "utf-8", "bom", "GO012"),
    (CHINESE, "gb18030", "gb2312", "gb18030", "CA", None),
    (CHINESE, "gb18030", "GBK", "gb18030", "CA", None),
    (CHINESE, "gb18030", " GB18030 ", "gb18030", "CA", None),
    (CHINESE, "gb2312", "GB_2312-80", "gb18030", "CA", None),
    (CHINESE, "gb2312", "x-gbk", "gb18030", "CA", None),
    (CHINESE, "hz", "HZ-GB-2312", "hz", "CA", None),
    (CHINESE, "hz", None, "hz", "guessed", "GO013"),
    (TAIWAN, "big5", "Big5", "cp950", "CA", None),
    (JAPANESE, "cp932", "Shift_JIS", "cp932", "CA", None),
    (JAPANESE, "cp932", "sjis", "cp932", "CA", None),
    (JAPANESE, "euc-jp", "EUC-JP", "euc_jp", "CA", None),
    (JAPANESE, "iso2022_jp", "ISO-2022-JP", "iso2022_jp", "CA", None),
    (JAPANESE, "iso2022_jp", None, "iso2022_jp", "guessed", "GO013"),
    (JAPANESE, "iso2022_jp", "klingon", "iso2022_jp", "guessed", "GO012"),
    (KOREAN, "euc-kr", "EUC-KR", "cp949", "CA", None),
    (KOREAN, "iso2022_kr", "ISO-2022-KR", "iso2022_kr", "CA", None),
    (KOREAN, "iso2022_kr", None, "iso2022_kr", "guessed", "GO013"),
    (KOREAN, "johab", "johab", "johab", "CA", None),
    (CANTONESE, "big5hkscs", "Big5", "big5hkscs", "CA", None),
    (RUSSIAN, "cp1251", "windows-1251", "cp1251", "CA", None),
    (RUSSIAN, "koi8-r", "KOI8-R", "koi8-r", "CA", None),
    (FRENCH, "latin-1", "ISO-8859-1", "cp1252", "CA", None),
    (FRENCH, "utf-8", "ISO-8859-1", "utf-8", "utf-8", "GO012"),
    (FRENCH, "utf-8", "UTF-16", "utf-8", "utf-8", "GO012"),
    (FRENCH, "utf-8", "cp037", "utf-8", "utf-8", "GO012"),
    (LATIN, "utf-16", None, "utf-16-le", "bom", None),
    (CHINESE, "utf-16", "UTF-16", "utf-16-le", "bom", None),
    (CHINESE, "utf-16", "UTF-16LE", "utf-16-le", "bom", None),
    (CHINESE, "utf-16", "UTF-8", "utf-16-le", "bom", "GO012"),
    (LATIN, "utf-16-le", None, "utf-16-le", "utf-16", None),
    (LATIN, "utf-16-be", None, "utf-16-be", "utf-16", None),
    (CHINESE, "utf-16-le", None, "utf-16-le", "utf-16", None),
    (CHINESE, "utf-16-be", "UTF-16", "utf-16-be", "utf-16", None),
    (CHINESE, "utf-16-be", "GBK", "utf-16-be", "utf-16", "GO012"),
]


@pytest.mark.parametrize(("text", "codec", "ca", "encoding", "source", "code"), ROWS)
def test_a_file_decides_for_itself(
    text: str, codec: str, ca: str | None, encoding: str, source: str, code: str | None
) -> None:
    """The file's own evidence decides, and the text comes out as it went in."""
    found = decided(record(text, codec, ca))
    assert (found.encoding, found.encoding_source, found.code) == (encoding, source, code)
    assert found.data.decode("utf-8-sig") == text.replace("{CA}", f"CA[{ca}]" if ca else "")


def test_big_endian_mark() -> None:
    """The byte-order mark names the order."""
    found = decided(codecs.BOM_UTF16_BE + CHINESE.replace("{CA}", "").encode("utf-16-be"))
    assert (found.encoding, found.encoding_source) == ("utf-16-be", "bom")
    assert [game.events for game in read(found.data)[0]] == [["B[pd]", "W[dp]"]]


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (CHINESE, "gb18030"),
        (TAIWAN, "big5"),
        (JAPANESE, "cp932"),
        (KOREAN, "euc-kr"),
        (RUSSIAN, "cp1251"),
        (FRENCH, "latin-1"),
    ],
)
@pytest.mark.parametrize("ca", [None, "UTF-8", "klingon"])
def test_what_does_not_decide_itself_asks_the_source(text: str, codec: str, ca: str | None) -> None:
    """Without a CA that fits, the fallback decides: GO013, or GO012 where CA names something else."""
    found = decided(record(text, codec, ca), codec)
    assert (found.encoding, found.encoding_source) == (codec, "pooled")
    assert found.code == ("GO012" if ca else "GO013")
    assert found.data.decode().endswith(text.partition("{CA}")[2])


@pytest.mark.parametrize(
    ("character", "codec"), [("許", "big5"), ("功", "big5"), ("表", "cp932"), ("ソ", "cp932"), ("ー", "cp932")]
)
def test_second_bytes_are_no_brackets(character: str, codec: str) -> None:
    """A character whose second byte is a bracket or a backslash keeps the structure."""
    assert character.encode(codec)[1] in b"[\\]"
    data = f"(;CA[{codec}]PB[{character}]PW[x{character}];B[aa];W[bb])".encode(codec)
    (game,) = read(decided(data).data)[0]
    assert (game.info["PB"].decode(), game.events, game.syntax) == (character, ["B[aa]", "W[bb]"], {})


@pytest.mark.parametrize("trail", [0x5B, 0x5C, 0x5D])
@pytest.mark.parametrize(("codec", "ca"), [("gbk", "GBK"), ("big5", "Big5"), ("cp932", "Shift_JIS")])
def test_every_bracket_byte_can_be_a_second_byte(codec: str, ca: str, trail: int) -> None:
    r"""For each charset and each of the bytes ``[ \ ]`` there is a character that ends in it; all are read right."""
    lead = next(lead for lead in range(0x88, 0xF0) if _is_character(bytes([lead, trail]), codec))
    name = bytes([lead, trail])
    (game,) = read(decided(b"(;CA[" + ca.encode() + b"]PB[" + name + b"];B[aa])").data)[0]
    assert (game.info["PB"], game.events, game.syntax) == (name.decode(codec).encode(), ["B[aa]"], {})


def _is_character(data: bytes, codec: str) -> bool:
    try:
        return len(data.decode(codec)) == 1
    except UnicodeDecodeError:
        return False


@pytest.mark.parametrize("cut", [1, 2])
@pytest.mark.parametrize("ca", [None, "UTF-8"])
def test_names_cut_in_mid_character_stay_utf8(cut: int, ca: str | None) -> None:
    """Fox cuts names by bytes: the rest is UTF-8, the stump becomes U+FFFD, and GO011 has its offset."""
    name = "柯洁围棋学校".encode()[: -3 + cut]
    data = (f"(;CA[{ca}]" if ca else "(;").encode() + b"PB[" + name + b"]PW[" + "古力".encode() + b"];B[aa])"
    found = decided(data)
    assert (found.encoding, found.encoding_source, found.code) == ("utf-8", "utf-8", "GO011")
    assert found.offset == data.index(name) + 15
    assert "PB[柯洁围棋学\ufffd]PW[古力];B[aa])" in found.data.decode()


@pytest.mark.parametrize("name", ["ぽこぽこ", "こっこのすけ"])
def test_names_with_question_marks_for_bytes_stay_utf8(name: str) -> None:
    """Question marks for bytes outside Windows-1252 are not evidence for cp1251."""
    torn = b"".join(b"?" if byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D) else bytes([byte]) for byte in name.encode())
    data = b"(;SZ[19]PB[" + torn + b"]BR[" + "9段".encode() + b"]PW[Ito]WR[" + "8段".encode() + b"];B[aa])"
    found = decided(data, "cp1251")
    assert (found.encoding, found.encoding_source, found.code) == ("utf-8", "utf-8", "GO011")
    assert found.offset == data.index(torn) + torn.index(b"?") // 3 * 3
    assert "BR[9段]PW[Ito]WR[8段];B[aa])" in found.data.decode()


@pytest.mark.parametrize(
    ("text", "codec"),
    [("Чьё? Моё? Её? Ёё?", "cp1251"), ("¿Qué?½ Où?¾ À?«né»?", "cp1252"), ("哈?啊 谁? 几?个", "gb18030")],
)
def test_questions_in_other_charsets_are_no_torn_utf8(text: str, codec: str) -> None:
    """A question mark between two bytes beyond ASCII makes no file UTF-8."""
    assert decided(f"(;C[{text}])".encode(codec), codec).encoding == codec


def test_bytes_that_ca_does_not_know() -> None:
    """A CA that lacks some of the bytes is contradicted; the charset used instead may leave GO011."""
    found = decided("(;CA[EUC-KR]PB[Jérôme Günther]".encode("latin-1") + b"PW[\x81\x8d];B[aa])", "cp1252")
    assert (found.encoding, found.encoding_source, found.code) == ("cp1252", "pooled", "GO011")


def test_ca_stands_where_a_byte_is_missing() -> None:
    """A name that was cut in mid-character leaves GO011, and the bracket behind it; the charset is that of CA."""
    data = "(;CA[GBK]PB[张三丰]PW[李四".encode("gbk") + b"\xb9]EV[" + "名人战".encode("gbk") + b"];B[aa])"
    found = decided(data, "euc_jp")
    assert (found.encoding, found.encoding_source, found.code) == ("gb18030", "CA", "GO011")
    assert found.offset == data.index(b"\xb9]")
    assert found.data.decode() == "(;CA[GBK]PB[张三丰]PW[李四\ufffd]EV[名人战];B[aa])"


@pytest.mark.parametrize("name", ["时越", "檀啸", "太原"])
def test_characters_that_are_utf8_by_accident(name: str) -> None:
    """Two characters of GBK can be odd characters of UTF-8 as well: CA does not yield to that."""
    data = f"PB[{name}];B[aa])".encode("gbk")
    assert decided(b"(;CA[GBK]" + data).data.decode() == f"(;CA[GBK]PB[{name}];B[aa])"


@pytest.mark.parametrize("name", ["时越", "太原"])
def test_odd_characters_of_utf8_are_guessed(name: str) -> None:
    """Without CA, two characters that no language has together are read as the common ones of another charset."""
    found = decode(Blob("a.sgf", "", f"(;PB[{name}];B[aa])".encode("gbk")))
    assert (found.encoding, found.code, found.data.decode()) == ("gb18030", "GO013", f"(;PB[{name}];B[aa])")


def test_few_characters_of_utf8_are_utf8() -> None:
    """Text that is plausible in UTF-8 needs no other charset, however short it is."""
    for name in ("Zoë", "Ł", "Ö", "Ян", "古", "이", "Æ", "ć"):
        assert decided(f"(;PB[{name}];B[aa])".encode()).encoding == "utf-8"


def test_whole_characters_of_gbk_are_no_damaged_utf8() -> None:
    """Bytes of which some look like UTF-8 are text of a charset that reads all of them, if that is plausible."""
    text = "(;SZ[9]AB[ba][bb](;B[aa]N[正解];W[ab])(;B[ab]N[变化1];W[aa])(;B[ca]N[变化2];W[aa]))"
    (found,) = (decode(Blob("a.sgf", "", text.encode("gbk"))),)
    assert (found.encoding, found.code, found.data.decode()) == ("gb18030", "GO013", text)


# --- several games of a file -------------------------------------------------------------------------------------

GAMES = {
    "gb18030": ("GBK", "东方"),
    "cp950": ("Big5", "許功蓋"),
    "cp932": ("Shift_JIS", "表示ソー十従"),
    "euc_jp": ("EUC-JP", "表示ソー"),
    "cp949": ("EUC-KR", "이세돌"),
    "utf-8": ("UTF-8", "바둑 Grün Турнир"),
    "cp1252": ("ISO-8859-1", "Frän¢çoisß"),
    "cp1251": ("windows-1251", "Шикшин"),
    "johab": ("johab", "이세돌"),
    "iso2022_jp": ("ISO-2022-JP", "表示従"),
    "iso2022_kr": ("ISO-2022-KR", "이세돌"),
    "hz": ("HZ-GB-2312", "张三"),
    "ascii": ("", "Lee"),
}
SHAPES = [
    "(;GM[1]{CA}SZ[9]PB[{n}]PW[x{n}];B[aa]C[{n}](;W[bb]N[{n}];B[cc])(;W[cc]))",
    "(;PB[{n}]PW[{n}]{CA}SZ[9];B[aa]C[{n} (;CA[UTF-8\\]PB[x\\]) {n}];W[bb])",
    "( ;\nSZ[9]C[CA[gb2312\\] {n}]{CA}PB[{n}]PW[{n}];B[aa];W[bb]CA[KOI8-R])",
    "(;GM[1]SZ[9]AB[aa][bb]{CA}PB[{n}]PW[{n}];B[cc]C[a\\\\])",
]


def test_a_later_game_without_its_semicolon_is_in_the_charset_of_its_ca(tmp_path: Path) -> None:
    """A game of a file begins after the parenthesis of the one before, even if its first `;` is missing."""
    first = "(;CA[GBK]SZ[9]PB[古力];B[aa])".encode("gbk")
    (tmp_path / "two.sgf").write_bytes(first + "(CA[UTF-8]SZ[9]PB[柯洁];B[bb])".encode())
    assert [game.info["black_player"] for game in ga.read(tmp_path / "two.sgf")] == ["古力", "柯洁"]


@given(
    st.lists(st.tuples(st.sampled_from(sorted(GAMES)), st.sampled_from(SHAPES)), min_size=2, max_size=5),
    st.sampled_from(["", "\n", "\r\n\r\n", " "]),
)
def test_each_game_is_in_the_charset_of_its_ca(games: list[tuple[str, str]], between: str) -> None:
    """Each game of a file is read by its own CA, anywhere in its root; offsets lead back; it is read again alike."""
    parts = []
    for charset, shape in games:
        ca, name = GAMES[charset]
        parts.append(shape.replace("{n}", name).replace("{CA}", f"CA[{ca}]" if ca else ""))
    whole = between.join(parts)
    data = between.encode().join(part.encode(charset) for part, (charset, _) in zip(parts, games, strict=True))
    found = decided(data)
    assert found.data.decode() == whole
    assert found.findings == ()
    assert decode_as(Blob("a.sgf", "", data), found.encoding, found.encoding_source).data == found.data
    place = 0
    for _ in range(whole.count("PW[")):
        place = found.data.index(b"PW[", place + 1)
        origin = offsets_of(found).origin(place)
        assert data[origin : origin + 3] == b"PW["


def test_the_charsets_of_a_file_are_named() -> None:
    """If games differ, the encoding names each charset, with the byte of the file from which it holds."""
    first, second = "(;CA[GBK]PB[东方];B[aa])\n".encode("gbk"), "(;CA[UTF-8]PB[바둑판];B[aa])".encode()
    found = decided(first + second)
    assert (found.encoding, found.encoding_source, found.code) == (f"gb18030 utf-8@{len(first)}", "CA", None)


@pytest.mark.parametrize("games", [2, 30])
def test_games_without_ca_are_guessed_one_by_one(games: int) -> None:
    """In a file without CA, a game in another charset than the others is read in its own, and named."""
    text = [CHINESE.replace("{CA}", "")] * games
    data = b"".join(part.encode("gbk") for part in text) + JAPANESE.replace("{CA}", "").encode("cp932")
    found = decode(Blob("a.sgf", "", data))
    assert found.data.decode() == "".join(text) + JAPANESE.replace("{CA}", "")
    assert {code for code, _, _ in found.findings} <= {"GO013", "GO014"}
    assert any(f"game #{games}:" in message and "cp932" in message for _, message, _ in found.findings)


def test_a_game_without_ca_is_read_like_the_others() -> None:
    """Names too short for detection are in the charset that another game of the file names, and a finding says so."""
    data = "(;CA[windows-1250]PB[Łukasz];B[aa])(;PB[Zoë];B[aa])(;PB[Łódź];B[aa])".encode("cp1250")
    found = decided(data)
    assert found.data.decode() == "(;CA[windows-1250]PB[Łukasz];B[aa])(;PB[Zoë];B[aa])(;PB[Łódź];B[aa])"


def test_a_finding_names_its_game() -> None:
    """A fault of one game of several is reported for that game, with its offset."""
    first, second = "(;CA[GBK]PB[东方];B[aa])\n".encode("gbk"), b"(;CA[klingon]PB[Lee];B[aa])\n"
    third = "(;CA[UTF-8]PB[바둑".encode() + b"\xff];B[aa])"
    found = decided(first + second + third)
    by_code = {code: (message, offset) for code, message, offset in found.findings}
    assert by_code.keys() == {"GO011", "GO012"}
    assert by_code["GO011"][0].startswith("game #2: ")
    assert by_code["GO011"][1] == len(first + second) + third.index(b"\xff")
    assert by_code["GO012"][0].startswith("game #1: CA names 'klingon'")
    assert by_code["GO012"][1] == len(first)


def _nested(games: int) -> bytes:
    return b"(;GM[1]C[\xe9]\n" * games


def _alternating(games: int) -> bytes:
    return b"".join(
        f"(;PB[东方{n}];B[aa])".encode("gbk") + f"(;PB[表示ソ{n}];B[aa])".encode("cp932") for n in range(games // 2)
    )


def _named_at_the_end(games: int) -> bytes:
    return "(;PB[东方];B[aa])".encode("gbk") * games + b"(;GM[1]CA[GBK]PB[x])"


@pytest.mark.parametrize("make", [_nested, _alternating, _named_at_the_end])
def test_a_file_is_read_in_linear_time(make: Callable[[int], bytes]) -> None:
    """Twice the number of games takes about twice as long, with any parentheses and charsets."""

    def seconds(games: int) -> float:
        blob = Blob("a.sgf", "", make(games))
        begin = process_time()
        decode(blob)
        return process_time() - begin

    seconds(100)
    assert min(seconds(8000), seconds(8000)) < 8 * max(seconds(2000), 0.02)


def test_a_game_whose_parentheses_do_not_close_ends_at_the_next_root() -> None:
    """A missing parenthesis leaves the games behind it in their own charsets."""
    first, second = "(;CA[GBK]PB[东方](;B[aa])\n".encode("gbk"), "(;GM[1]CA[UTF-8]PB[바둑];B[aa])\n".encode()
    third = "(;GM[1]CA[Big5]PB[許功];B[aa])".encode("big5")
    found = decided(first + second + third)
    assert found.encoding == f"gb18030 utf-8@{len(first)} cp950@{len(first + second)}"


# --- bytes that are half a character -----------------------------------------------------------------------------


def escaped_by_byte(text: str, codec: str) -> bytes:
    """Encode text as a program does that escapes the bytes of backslashes and brackets within characters."""
    characters = (character.encode(codec) for character in text)
    return b"".join(
        each.replace(b"\\", b"\\\\").replace(b"]", b"\\]") if len(each) == 2 else each for each in characters
    )


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        ("(;FF[4]CA[SJIS]PB[従表]PW[ben]SZ[9];B[ee]C[従って、表])", "cp932"),
        ("(;FF[4]CA[SJIS]PB[x表]PW[十];B[ee]C[表\\] 従];W[aa](;B[bb]N[表])(;B[cc]))", "cp932"),
        ("(;CA[Big5]PB[許功]PW[蓋];B[ee]C[功]\n)", "cp950"),
        ("(;CA[GBK]PB[" + b"\x81]\x81\\".decode("gbk") + "];B[aa])", "gb18030"),
    ],
)
def test_escapes_within_characters_are_undone(text: str, codec: str) -> None:
    """If a program has escaped bytes of characters, these are whole; GO015 reports the first one."""
    data = escaped_by_byte(text, codec)
    found = decided(data)
    assert found.data.decode() == text
    assert (found.encoding, found.code) == (codec, "GO015")
    origin = offsets_of(found).origin(found.data.rindex(b"]"))
    assert data[origin : origin + 1] == b"]"
    assert decode_as(Blob("a.sgf", "", data), found.encoding, found.encoding_source).data == found.data


@pytest.mark.parametrize("codec", ["cp932", "cp950", "gb18030"])
@given(text=st.lists(st.sampled_from(["表", "十", "従", "許", "功", "能", "\\\\", "\\]", "a", " ", "棋"]), max_size=6))
def test_well_formed_text_keeps_its_escapes(codec: str, text: list[str]) -> None:
    """Escapes of whole characters, as the specification has them, are left alone."""
    value = "".join(each for each in text if each.encode(codec, errors="ignore"))
    record = f"(;CA[{codec}]PB[{value}]PW[x{value}];B[aa]C[{value}])"
    found = decided(record.encode(codec))
    assert (found.data.decode(), found.code) == (record, None)


@pytest.mark.parametrize("after", ["PW[Schwarz];B[aa])", ";B[aa];W[bb])", "\n;B[aa])", ")", "(;B[aa])(;B[bb]))"])
@pytest.mark.parametrize("name", ["Weiß", "André", "Noé", "Ü"])
@pytest.mark.parametrize("ca", ["", "CA[gb2312]"])
def test_a_closing_bracket_is_no_half_of_a_character(name: str, after: str, ca: str) -> None:
    """No charset is guessed, or believed in, in which a letter and the bracket behind it would be one character."""
    text = f"(;SZ[9]{ca}PB[{name}]{after}"
    assert decode(Blob("a.sgf", "", text.encode("latin-1"))).data.decode() == text


def test_a_file_in_another_charset_than_its_folder(tmp_path: Path) -> None:
    """Many files of one charset do not make a bracket of another one half of a character."""
    files = {f"cn{n}.sgf": f"(;PB[张三丰]PW[李四光]EV[第{n}届名人决赛三番棋];B[aa])".encode("gbk") for n in range(6)}
    for number, name in enumerate(["Weiß", "François", "Müller", "Jérôme", "Björn"]):
        files[f"x{number}.sgf"] = f"(;PW[{name}]PB[Schwarz];B[aa])".encode("latin-1")
        (tmp_path / name).mkdir()
        folder = {key: data for key, data in files.items() if key[0] == "c" or key == f"x{number}.sgf"}
        *others, odd = texts(_folder(tmp_path / name, folder))
        assert {text.encoding for text in others} == {"gb18030"}
        assert odd.data.decode() == f"(;PW[{name}]PB[Schwarz];B[aa])"


@pytest.mark.parametrize("opening", ["(;", "(", ";", "(\n", "(\n;\n"])
def test_a_record_without_its_beginning_has_a_charset(tmp_path: Path, opening: str) -> None:
    """A file that the tokenizer reads as a record is detected as one."""
    text = f"{opening}TE[第四届世界围棋决赛第一局]PB[张三丰]PW[李四光];B[pd];W[dp])"
    (found,) = texts(_folder(tmp_path, {"a.sgf": text.encode("gbk")}))
    assert (found.encoding, found.data.decode()) == ("gb18030", text)


NAMES_OF_CHARSETS = {
    "gb2312": "GB_2312-80 gb2312 GB2312 EUC-CN csGB2312 chinese gb2312-80",
    "gbk": "x-gbk cp936 CP-936 ms936 windows-936 GBK 936",
    "gb18030": "GB18030 gb-18030 gb18030-2000",
    "cp932": "windows-31j ms932 cp932 csWindows31J x-ms-cp932",
    "shift_jis": "sjis x-sjis Shift-JIS shift_jis SHIFT_JIS csShiftJIS s_jis",
    "euc_jp": "EUC-JP eucjp x-euc-jp ujis",
    "euc_kr": "ks_c_5601-1987 x-euc-kr EUC-KR korean ksc5601 iso-ir-149",
    "cp949": "uhc cp949 windows-949 ms949",
    "johab": "johab cp1361 x-johab",
    "big5": "Big5 big-5 cn-big5 x-x-big5 csBig5 big5-tw",
    "big5hkscs": "big5-hkscs Big5HKSCS",
    "cp950": "cp950 windows-950 ms950",
    "tis-620": "tis-620 TIS620",
    "cp874": "windows-874 dos-874",
    "iso8859-1": "latin1 LATIN-1 iso-8859-1 ISO_8859-1:1987 l1 iso8859_1",
    "ascii": "ansi_x3.4-1968 us-ascii ASCII",
    "utf-8": "utf8 UTF_8 unicode-1-1-utf-8 UTF-8 utf-8-sig",
    "mac-roman": "macroman macintosh x-mac-roman",
    "koi8-u": "koi8-u KOI8U",
    "cp1251": "windows-1251 win1251 cp1251 CP-1251 1251",
    "hz": "hz-gb-2312 HZ",
    "iso2022_jp": "ISO-2022-JP csISO2022JP",
    "iso2022_kr": "iso-2022-kr",
}


@pytest.mark.parametrize(
    ("charset", "name"), [(charset, name) for charset, names in NAMES_OF_CHARSETS.items() for name in names.split()]
)
def test_names_of_charsets(charset: str, name: str) -> None:
    """Names of IANA, Python and browsers name a charset, in any case, with blanks or quotes around them."""
    for written in (name, name.lower(), name.upper(), f" {name} ", f'"{name}"', name.replace("-", " ")):
        assert codec(written) == charset


def test_unreadable_files_pass_through() -> None:
    """A file without bytes keeps its finding and gets no charset."""
    found = decode(Blob("a.zip", "b.sgf", b"", "GO002", "damaged"), guessless)
    assert found == Text("a.zip", "b.sgf", 0, b"", "", "none", "GO002", "damaged")


@given(data=st.one_of(st.binary(), st.binary().map(lambda tail: b"(;CA[Shift_JIS]PB[" + tail)))
def test_any_bytes_become_utf8(data: bytes) -> None:
    """For any bytes, the result is UTF-8 or, if it was ASCII already, the bytes themselves."""
    found = decided(data, "cp1252")
    assert found.data.decode("utf-8").encode("utf-8") == found.data
    assert found.size == len(data)


PYTHON_CODECS = sorted({*aliases.values(), "undefined", "idna", "punycode", "unicode_escape", "palmos"})


@over("name", PYTHON_CODECS)
def test_no_name_that_python_knows_raises(name: str) -> None:
    """CA may name any codec of Python, fit for files or not: the moves are read."""
    found = decided(b"(;CA[" + name.encode() + b"]PB[Jos\xe9 \\]];B[aa])", "cp1252")
    assert [game.events for game in read(found.data)[0]] == [["B[aa]"]]


# --- one decision for a source -----------------------------------------------------------------------------------

NAMES = """
    古力 常昊 聂卫平 马晓春 俞斌 周鹤洋 罗洗河 王磊 邵炜刚 丁伟 胡耀宇
    孔杰 陈耀烨 柁嘉熹 江维杰 范廷钰 连笑 杨鼎新 芈昱廷 唐韦星 党毅飞 谢尔豪
""".split()


def _folder(path: Path, files: dict[str, bytes]) -> Source:
    for name, data in files.items():
        (path / name).write_bytes(data)
    (source,) = find_sources([str(path)])
    return source


def _names(names: list[str], charset: str) -> dict[str, bytes]:
    return {f"{charset}-{n:03}.sgf": f"(;PB[{name}];B[aa])".encode(charset) for n, name in enumerate(names)}


def test_short_names_are_pooled(tmp_path: Path) -> None:
    """Names too short to guess from one by one decide together; each file says that it was guessed."""
    files = {f"{n:02}.sgf": f"(;PB[{name}];B[aa])".encode("gb18030") for n, name in enumerate(NAMES)}
    found = list(texts(_folder(tmp_path, files)))
    assert {(text.encoding, text.encoding_source, text.code) for text in found} == {("gb18030", "pooled", "GO013")}
    assert [text.data.decode() for text in found] == [f"(;PB[{name}];B[aa])" for name in NAMES]


def test_the_pool_leaves_alone_what_decides_itself(tmp_path: Path) -> None:
    """ASCII, UTF-8 and CA files of a source keep their own decision among pooled ones."""
    files = {f"{n:02}.sgf": f"(;PB[{name}];B[aa])".encode("gb18030") for n, name in enumerate(NAMES)}
    files |= {
        "u.sgf": "(;PB[이세돌];B[aa])".encode(),
        "k.sgf": "(;CA[EUC-KR]PB[이세돌];B[aa])".encode("euc-kr"),
        "a.sgf": b"(;PB[Lee];B[aa])",
    }
    found = {text.source.rpartition("/")[2]: text for text in texts(_folder(tmp_path, files))}
    decisions = [(found[name].encoding, found[name].encoding_source) for name in ("00.sgf", "u.sgf", "k.sgf", "a.sgf")]
    assert decisions == [("gb18030", "pooled"), ("utf-8", "utf-8"), ("cp949", "CA"), ("ascii", "ascii")]


def test_the_users_word_overrides_the_guess_only(tmp_path: Path) -> None:
    """``encoding`` decides for undecided files, without GO013; CA and UTF-8 have priority."""
    files = {
        "1.sgf": "(;PB[Наталья];B[aa])".encode("cp1251"),
        "2.sgf": "(;CA[KOI8-R]PB[Наталья];B[aa])".encode("koi8-r"),
        "3.sgf": "(;PB[Наталья];B[aa])".encode(),
    }
    found = list(texts(_folder(tmp_path, files), "windows-1251"))
    decisions = [(text.encoding, text.encoding_source, text.code) for text in found]
    assert decisions == [("cp1251", "option", None), ("koi8-r", "CA", None), ("utf-8", "utf-8", None)]
    assert all("PB[Наталья]" in text.data.decode() for text in found)


@pytest.mark.parametrize("name", ["klingon", "hex", "undefined", "utf-7", "cp037"])
def test_a_word_that_is_no_charset_is_refused(tmp_path: Path, name: str) -> None:
    """``encoding`` must be a charset that SGF can be written in."""
    source = _folder(tmp_path, {"1.sgf": "(;PB[Наталья];B[aa])".encode("cp1251")})
    with pytest.raises(OptionError):
        list(texts(source, name))


def test_the_user_may_say_utf16(tmp_path: Path) -> None:
    """UTF-16 that does not look like it is read by the user's word, and its offsets are right."""
    data = "古(;PB[古力];B[aa])".encode("utf-16-le")
    (found,) = texts(_folder(tmp_path, {"1.sgf": data}), "utf-16")
    assert found.data.decode() == "古(;PB[古力];B[aa])"
    assert offsets_of(found).origin(found.data.index(b"PB")) == data.index("PB".encode("utf-16-le"))


WRITTEN = {
    "gb18030": " ".join(NAMES),
    "cp949": """이세돌 박정환 조훈현 서봉수 유창혁 최철한 김지석 강동윤 신진서 변상일 원성진 이창호 안성준 신민준 김명훈
                박영훈 목진석 나현 이동훈 조한승 홍성지 백홍석""",
    "cp932": """井山裕太 張栩 高尾紳路 山下敬吾 羽根直樹 一力遼 芝野虎丸 許家元 本木克弥 坂田栄男 藤沢秀行 武宮正樹
                小林光一 大竹英雄 石田芳夫 ヨセ次郎 さくら まさる 岩本薫 橋本宇太郎 関西棋院 プロ""",
    "cp950": """張栩 周俊勳 陳詩淵 林君諺 蕭正浩 許皓鋐 王元均 賴均輔 林立祥 黃士杰 簡靖庭 彭景華 林至涵 夏大銘
                陳祈睿 楊博崴 俞俐均 黑嘉嘉 謝依旻 劉至聖 戴嘉伸 莊承洵""",
    "cp1252": """Jérôme François Étienne André Noël Hélène Anaïs Müller Jürgen Señor Núñez Åsa Björn Søren Márta
                 Gérard Frédéric Dušan João Conceição Zoë Benoît""",
}
LOTS = {charset: names.split() for charset, names in WRITTEN.items()}


@pytest.mark.parametrize("names", [1, 4])
@pytest.mark.parametrize(
    "mixed", ["gb18030 cp932", "gb18030 cp949", "gb18030 cp950", "cp932 cp949", "cp949 cp1252", " ".join(LOTS)]
)
def test_what_looks_alike_is_pooled_not_what_lies_together(tmp_path: Path, mixed: str, names: int) -> None:
    """In a folder of several charsets each file is read in its own; of files with a single name nearly each."""
    files: dict[str, bytes] = {}
    for charset in mixed.split():
        lot = LOTS[charset] * 2
        files |= _names([" ".join(lot[n : n + names]) for n in range(len(lot) // 2)], charset)
    found = list(texts(_folder(tmp_path, files)))
    wrong = [text.source for text in found if f"/{text.encoding}-" not in text.source]
    assert len(wrong) <= (len(files) // 20 if names == 1 else 0), wrong


@pytest.mark.parametrize("charset", LOTS)
def test_an_archive_of_one_charset_has_one_decision(tmp_path: Path, charset: str) -> None:
    """The shortest names are read like the others, and none is doubted."""
    found = list(texts(_folder(tmp_path, _names(LOTS[charset], charset))))
    assert {(text.encoding, text.encoding_source, text.code) for text in found} == {(charset, "pooled", "GO013")}


def test_a_game_may_begin_on_two_lines(tmp_path: Path) -> None:
    """Chinese text in games of GNU Go's tests (trevor_42: "on the board") is detected as text."""
    (text,) = texts(_folder(tmp_path, {"a.sgf": "(\r\n;\r\nGM[1]\r\n;B[lf]C[盘面\r\nB: 91\r\nW: 95])".encode("gbk")}))
    assert (text.encoding, text.encoding_source) == ("gb18030", "guessed")
    assert "盘面".encode() in text.data


@pytest.mark.parametrize("moves", [0, 400])
def test_how_late_words_stand_does_not_matter(tmp_path: Path, moves: int) -> None:
    """The text of a whole file decides, not only that of the first kilobyte."""
    comment = "Καλή κίνηση, αλλά ο λευκός μπορεί να απαντήσει στη γωνία και να ζήσει με δύο μάτια"
    (text,) = texts(_folder(tmp_path, {"a.sgf": f"(;GM[1]{';B[aa]' * moves}C[{comment}])".encode("cp1253")}))
    assert text.encoding == "cp1253"


@pytest.mark.parametrize("name", ["盘面", "古力 聂卫平", "이세돌 박정환"])
def test_frequent_characters_need_no_second_opinion(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No chardet, which takes 0.07 s to load."""
    monkeypatch.setitem(sys.modules, "chardet", None)
    charset = "cp949" if name > "가" else "gb18030"
    assert detect(f"(;PB[{name}])".encode(charset), Mixture()) == Decision(charset, "guessed")


def test_what_is_two_letters_of_arabic_is_no_hangul() -> None:
    """The usual charset of such short text is reported by chardet."""
    assert detect("(;SZ[19]PB[ال])".encode("cp1256"), Mixture()) == Decision("cp1256", "guessed")


def test_a_file_that_contradicts_the_others_is_told(tmp_path: Path) -> None:
    """One Japanese file among Chinese ones is read by its own bytes, with a warning that says so."""
    files = _names(NAMES * 5, "gb18030") | {"x.sgf": JAPANESE.replace("{CA}", "").encode("cp932")}
    *others, odd = texts(_folder(tmp_path, files))
    assert {(text.encoding, text.code) for text in others} == {("gb18030", "GO013")}
    assert (odd.encoding, odd.encoding_source, odd.code) == ("cp932", "guessed", "GO014")
    assert "PB[表示ソ]" in odd.data.decode()
    assert "look like cp932" in odd.message
    assert "like gb18030" in odd.message


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        (CHINESE, "gb18030"),
        (TAIWAN, "cp950"),
        (JAPANESE, "cp932"),
        (JAPANESE, "euc_jp"),
        (KOREAN, "cp949"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (FRENCH, "cp1252"),
        ("(;{CA}PB[Γιώργος Παπαδόπουλος]EV[Πρωτάθλημα Ελλάδας])", "cp1253"),
        ("(;{CA}PB[Łukasz Żądło]PW[Grzegorz Brzęczyszczykiewicz]EV[Mistrzostwa Polski, półfinał w Łodzi])", "cp1250"),
    ],
)
def test_a_file_alone_is_guessed_from_its_bytes(text: str, charset: str) -> None:
    """Names and a title are enough to guess from."""
    plain = text.replace("{CA}", "")
    found = decode(Blob("-", "", plain.encode(charset)), lambda data: detect(data, Mixture()))
    assert (found.encoding, found.encoding_source, found.code) == (charset, "guessed", "GO013")
    assert found.data.decode() == plain


# --- back to the file's own bytes --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "codec", "ca"),
    [
        (CHINESE, "utf-8", None),
        (CHINESE, "utf-8-sig", None),
        (CHINESE, "gb18030", "GBK"),
        (TAIWAN, "big5", "Big5"),
        (JAPANESE, "cp932", "Shift_JIS"),
        (JAPANESE, "iso2022_jp", "ISO-2022-JP"),
        (KOREAN, "euc-kr", "EUC-KR"),
        (RUSSIAN, "cp1251", "cp1251"),
        (FRENCH, "latin-1", "ISO-8859-1"),
        (CHINESE, "utf-16", None),
        (LATIN, "utf-16-be", None),
        (LATIN, "ascii", "UTF-16"),
    ],
)
@pytest.mark.parametrize("copies", [1, 400])
def test_offsets_are_of_the_original_bytes(text: str, codec: str, ca: str | None, copies: int) -> None:
    """A place in the UTF-8 text is led back to the same place of the file, in small files and large."""
    plain = text.replace("{CA}", f"CA[{ca}]" if ca else "")
    whole = "\n".join([plain] * copies)
    data = whole.encode(codec)
    found = decided(data)
    place, character = 0, 0
    for _ in range(copies):
        place = found.data.index(b"PW[", place + 1)
        character = whole.index("PW[", character + 1)
        assert offsets_of(found).origin(place) == len(whole[:character].encode(codec))


def test_no_offset_stays_none() -> None:
    """−1 means no place, in any charset."""
    assert offsets_of(decided(record(CHINESE, "gb18030", "GBK"))).origin(-1) == -1
