"""The charset decision: rows of text and codec, and where a byte of the result stood."""

from __future__ import annotations

import codecs
import sys
from encodings.aliases import aliases
from typing import TYPE_CHECKING

import pytest
from helpers.laws import over
from helpers.reading import read
from hypothesis import given
from hypothesis import strategies as st

from goanalyze.archives.inputs import find_sources
from goanalyze.archives.sources import Blob, Source
from goanalyze.sgf.charset import Text, decode, offsets_of, texts
from goanalyze.sgf.charset_detection import Decision, Mixture, detect

if TYPE_CHECKING:
    from pathlib import Path

CHINESE = "(;GM[1]{CA}PB[古力]PW[李世石]EV[第十届三星杯世界围棋公开赛决赛]RE[黑中盘胜];B[pd];W[dp])"
TAIWAN = "(;GM[1]{CA}PB[張栩]PW[許皓鋐]EV[功成名就許蓋];B[pd];W[dp])"  # 功 許 蓋 have 0x5C as second byte
JAPANESE = "(;GM[1]{CA}PB[表示ソ]PW[井山裕太]EV[本因坊戦ー予選];B[pd];W[dp])"  # 表 and ソ end in 0x5C, ー in 0x5B
KOREAN = "(;GM[1]{CA}PB[이세돌]PW[박정환]EV[한국바둑리그 결승 대국];B[pd];W[dp])"
RUSSIAN = "(;GM[1]{CA}PB[Александр]PW[Наталья]EV[Чемпионат России];B[pd];W[dp])"
FRENCH = "(;GM[1]{CA}PB[Étienne]PW[Jérôme]EV[Château];B[pd];W[dp])"
LATIN = "(;GM[1]{CA}PB[Honinbo]PW[Shuwa];B[pd];W[dp])"


def guessless(data: bytes) -> Decision:
    """Stand for a decision that must not be asked for."""
    raise AssertionError(f"the file should have decided for itself: {data!r}")


def decided(data: bytes, fallback: str | None = None) -> Text:
    """Decide one file; `fallback` is what the rest of the source would say."""
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
    (TAIWAN, "big5", "Big5", "cp950", "CA", None),
    (JAPANESE, "cp932", "Shift_JIS", "cp932", "CA", None),
    (JAPANESE, "cp932", "sjis", "cp932", "CA", None),
    (JAPANESE, "euc-jp", "EUC-JP", "euc_jp", "CA", None),
    (JAPANESE, "iso2022_jp", "ISO-2022-JP", "iso2022_jp", "CA", None),
    (KOREAN, "euc-kr", "EUC-KR", "cp949", "CA", None),
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
    """What a file says or shows decides, and the text comes out as it went in."""
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
    [(CHINESE, "gb18030"), (TAIWAN, "big5"), (JAPANESE, "cp932"), (KOREAN, "euc-kr"), (RUSSIAN, "cp1251"),
     (FRENCH, "latin-1")],
)  # fmt: skip
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
    """Fox cuts names by bytes: the rest is UTF-8, the stump becomes U+FFFD, and GO011 tells where it was."""
    name = "柯洁围棋学校".encode()[: -3 + cut]
    data = (f"(;CA[{ca}]" if ca else "(;").encode() + b"PB[" + name + b"]PW[" + "古力".encode() + b"];B[aa])"
    found = decided(data)
    assert (found.encoding, found.encoding_source, found.code) == ("utf-8", "utf-8", "GO011")
    assert found.offset == data.index(name) + 15
    assert "PB[柯洁围棋学\ufffd]PW[古力];B[aa])" in found.data.decode()


@pytest.mark.parametrize("name", ["ぽこぽこ", "こっこのすけ"])
def test_names_with_question_marks_for_bytes_stay_utf8(name: str) -> None:
    """Six records of Fox that were read as cp1251: bytes that Windows-1252 lacks are question marks (issue 12)."""
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
    """A question mark between two bytes beyond ASCII makes no file UTF-8 (issue 12)."""
    assert decided(f"(;C[{text}])".encode(codec), codec).encoding == codec


def test_bytes_that_ca_does_not_know() -> None:
    """A CA that cannot be, because a byte is not in it, is contradicted; what is decided instead may leave GO011."""
    found = decided("(;CA[EUC-KR]PB[Ünal]".encode("latin-1") + b"PW[\x81\x8d];B[aa])", "cp1252")
    assert (found.encoding, found.encoding_source, found.code) == ("cp1252", "pooled", "GO011")


@pytest.mark.parametrize("name", ["时越", "檀啸"])
def test_ca_stands_where_bytes_are_utf8_by_accident(name: str) -> None:
    """Two characters of GBK can be UTF-8 as well: that is too little against CA, and all there is without it."""
    data = f"PB[{name}];B[aa])".encode("gbk")
    assert decided(b"(;CA[GBK]" + data).data.decode() == f"(;CA[GBK]PB[{name}];B[aa])"
    assert decided(b"(;" + data).encoding == "utf-8"


def test_unreadable_files_pass_through() -> None:
    """A file without bytes keeps its finding and gets no charset."""
    found = decode(Blob("a.zip", "b.sgf", b"", "GO002", "damaged"), guessless)
    assert found == Text("a.zip", "b.sgf", 0, b"", "", "none", "GO002", "damaged")


@given(data=st.one_of(st.binary(), st.binary().map(lambda tail: b"(;CA[Shift_JIS]PB[" + tail)))
def test_any_bytes_become_utf8(data: bytes) -> None:
    """Whatever the bytes, the result is UTF-8 or, if it was ASCII already, the bytes themselves."""
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

NAMES = ["古力", "常昊", "聂卫平", "马晓春", "俞斌", "周鹤洋", "罗洗河", "王磊", "邵炜刚", "丁伟", "胡耀宇", "孔杰",
         "陈耀烨", "柁嘉熹", "江维杰", "范廷钰", "连笑", "杨鼎新", "芈昱廷", "唐韦星", "党毅飞", "谢尔豪"]  # fmt: skip


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
    """ASCII, UTF-8 and CA files of a source keep their own decision beside pooled ones."""
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
    """``encoding`` decides what a file does not, without GO013; CA and UTF-8 stand."""
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
    with pytest.raises(LookupError):
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
    """Found in the games of GNU Go's tests (trevor_42: the Chinese for "on the board"): it was no text, and cp1252."""
    (text,) = texts(_folder(tmp_path, {"a.sgf": "(\r\n;\r\nGM[1]\r\n;B[lf]C[盘面\r\nB: 91\r\nW: 95])".encode("gbk")}))
    assert (text.encoding, text.encoding_source) == ("gb18030", "guessed")
    assert "盘面".encode() in text.data


@pytest.mark.parametrize("moves", [0, 400])
def test_how_late_words_stand_does_not_matter(tmp_path: Path, moves: int) -> None:
    """Only the first kilobyte of a file was shown to chardet, wherever its words stood: Greek was read as Cyrillic."""
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
    """As which it is usual, too: chardet tells. A reviewer's, of a version that did not ask it about so little."""
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
    [(CHINESE, "gb18030"), (TAIWAN, "cp950"), (JAPANESE, "cp932"), (JAPANESE, "euc_jp"), (KOREAN, "cp949"),
     (RUSSIAN, "cp1251"), (RUSSIAN, "koi8-r"), (FRENCH, "cp1252"),
     ("(;{CA}PB[Γιώργος Παπαδόπουλος]EV[Πρωτάθλημα Ελλάδας])", "cp1253"),
     ("(;{CA}PB[Łukasz Żądło]PW[Grzegorz Brzęczyszczykiewicz]EV[Mistrzostwa Polski, półfinał w Łodzi])", "cp1250")],
)  # fmt: skip
def test_a_file_alone_is_guessed_from_its_bytes(text: str, charset: str) -> None:
    """Names and a title are enough to guess from."""
    plain = text.replace("{CA}", "")
    found = decode(Blob("-", "", plain.encode(charset)), lambda data: detect(data, Mixture()))
    assert (found.encoding, found.encoding_source, found.code) == (charset, "guessed", "GO013")
    assert found.data.decode() == plain


# --- back to the file's own bytes --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "codec", "ca"),
    [(CHINESE, "utf-8", None), (CHINESE, "utf-8-sig", None), (CHINESE, "gb18030", "GBK"), (TAIWAN, "big5", "Big5"),
     (JAPANESE, "cp932", "Shift_JIS"), (JAPANESE, "iso2022_jp", "ISO-2022-JP"), (KOREAN, "euc-kr", "EUC-KR"),
     (RUSSIAN, "cp1251", "cp1251"), (FRENCH, "latin-1", "ISO-8859-1"), (CHINESE, "utf-16", None),
     (LATIN, "utf-16-be", None), (LATIN, "ascii", "UTF-16")],
)  # fmt: skip
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
