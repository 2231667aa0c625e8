"""Texts to fuzz with: records that are nearly right, values as people and machines write them, and ways to spoil both.

Everything is drawn from a `random.Random`, so that a seed gives the same inputs again. All
expectations are in `fuzz_laws`.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from random import Random
from typing import Final

__all__ = ["CHARSETS", "TOKENS", "charset_bytes", "mutated", "record", "value_text"]

LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

CHARSETS: Final = tuple(
    """
    utf-8 utf-8 ascii gb2312 gbk gb18030 big5 cp950 big5hkscs shift_jis cp932 euc_jp iso2022_jp euc_kr cp949 johab
    cp1252 latin-1 koi8-r cp1251 utf-16 utf-16-le utf-16-be utf-32 utf-32-le utf-32-be utf-8-sig hz iso2022_kr tis-620
    cp037 utf-7
""".split()
)

_INFO: Final = tuple("GM FF CA AP SZ PB PW BR WR DT EV RO PC KM HA RU RE TM OT GN SO C N LB XX KO MN".split())

TOKENS: Final = [
    *(
        b"(|)|;|[|]|\\|()|(;|(;)|)(|[]|\\]|\\\\|\0|\r\n| |B|W|;B[|;W[aa]|AB[aa:cc]|AW[|AE[aa]|TB[aa]|TW[zz:aa]|PL[|"
        b"KO[]|GM[6]|GM[1]|FF[4]|SZ[|SZ[19:1]|SZ[52]|SZ[0]|CA[UTF-8]|CA[gbk]|CA[|HA[9]|KM[|RE[|RE[B+|DT[|C[|tt|zz|"
        b"AddBlack[dd]|b[aa]|:|::|\xff|\xfe\xff|\xff\xfe|\xef\xbb\xbf|\xff\xfe\0\0|\xc0\x80|\xed\xa0\x80|\xe2\x80\xae|"
        b"\xf4\x90\x80\x80|\xef\xbf\xbd|\x1b[31m|\x1b$B|\x1b(B|~{|~}|\x81|\x8e|\xa1\xa1|\x84\x31\xa4\x37|\xd6\xd0|"
        b"\xb0\xa1]|\x81[|\x95\\|1e400|-0|\x85|\xe2\x80\xa8|=1+1|%0A|[2d]|[cf]|:]|] [|]: |];|];B[aa]|](|C[a [b] c]|"
        b"B[pass]|B[``]|W[d\nd]|(W[dd])|);B[cc]|);B[cc])|)B[cc];W[dd])|~{VP9z~}|RU[koSIMPLEscoreAREAtaxNONEsui0whbN]|"
        b"HA[2]|KO[7.5]|GM[5.5]|PT[1]|\x95\\\\|\x81\\]"
    ).split(b"|"),
    b"9" * 40,
]
"""What mutators put in: marks of SGF, marks of charsets, and what has made programs fail."""

_FRAGMENTS: Final = (
    "0|1|2|3|5|6|7|9|12|19|25|375|650|2009|1996-12-27|13|31|99|361|.|,|.5|/|-|+|*|:|;|%|(|)| |  |\t|\n|e|e9|E-400|x|×|"
    "½|¼|¾|⅓|又|and|&|分之|子|目|半|目半|집|반|zi|moku|points|pts|point|十|百|〇|二|三|两|九|６|．|＋|−|–|、|段|级|級|"
    "급|단|k|d|p|dan|kyu|pro|初段|业余|職業|プロ|NR|?|??|B|W|b|w|B+|W+|B+R|W+T|black|white|Black wins|黑|白|黒|흑|백|"
    "胜|勝|負|中押|中盘|持碁|不明|Draw|Void|Jigo|resign|resigns|won|by|on|time|forfeit|loses|lost|timed out|无胜负|"
    "打掛|jan|February|Sept|Dec|st|nd|of|年|月|日|路|让|stones|점|japanese|chinese|aga|rules|ing|nz|undefined|\0|"
    "\x1b[2J|\u202e|\u2028|\x85|\ufeff|\ufffd|\U0001f600|\u0660|\u0967|²|①|Ⅳ|㏠|㍘|ı|İ|ß|ﬁ|a\u0301|nan|inf|NaN|1_000|"
    "0x10|٣|\u200b|\u3000|=|@"
).split("|")

_CHAT: Final = (
    "[2d]|[5k]: |[-]|[cf]|[aa][bb]|a[0]|]|[| :]|[:|[url=http://go.example/a?b=[1]]|[/url]|B[dd]|;W[pp]|;B[dp];W[pd]|C[|"
    "(see [1])|(;|)|; |hi|Black |if (x[1] > 0);|\n|\\|\\]|\\\\]|AB[aa][bb]|LB[dd:A]|GB[1]|変化|变化|ход"
).split("|")
"""Parts of what people write to each other in comments, with brackets that nobody escaped."""

_KATAGO: Final = (
    ("koSIMPLE", "koPOSITIONAL", "koSITUATIONAL", "koSPIGHT", "ko"),
    ("scoreAREA", "scoreTERRITORY", "score"),
    ("taxNONE", "taxSEKI", "taxALL", "tax"),
    ("sui0", "sui1", "sui", "sui2"),
    ("", "button0", "button1"),
    ("", "whb0", "whbN", "whbN-1", "whb"),
    ("", "fpok0", "fpok1"),
    ("", "komi7.5", "komi-3", "komi"),
)


def value_text(random: Random, most: int = 8) -> str:
    """Draw a text of a property: fragments in a row, now and then one of them very often."""
    parts = random.choices(_FRAGMENTS, k=random.randint(0, most))
    if parts and random.random() < 0.02:
        at = random.randrange(len(parts))
        parts[at] *= random.choice((3, 40, 400, 1200))
    return "".join(parts)


def chat_text(random: Random) -> str:
    """Draw a comment with brackets."""
    return "".join(random.choices(_CHAT, k=random.randint(1, 10)))


def katago_text(random: Random) -> str:
    """Draw a string of rules as KataGo writes it, now and then in another order or without a part."""
    parts = [random.choice(axis) for axis in _KATAGO if random.random() < 0.97]
    if random.random() < 0.1:
        random.shuffle(parts)
    return "".join(parts)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _point(random: Random, size: int) -> str:
    """Draw the letters of a point, mostly on the board."""
    shape = random.random()
    if shape < 0.03:
        return random.choice(("", "tt", "zz", "a", "abc", "a1", "  ", "?!", "aa:bb", "\\]", "a\\a", " a a "))
    reach = size if shape < 0.95 else 52
    return random.choice(LETTERS[:reach]) + random.choice(LETTERS[:reach])


def _root(random: Random, size: int, charset: str) -> str:
    parts = []
    for name in random.sample(_INFO, random.randint(0, 9)):
        text = {
            "GM": random.choice(("1", "1", "1", "6", "01", "")),
            "FF": "4",
            "CA": charset,
            "SZ": str(size) if random.random() < 0.9 else value_text(random, 3),
            "HA": str(random.randint(0, 10)),
            "RU": katago_text(random) if random.random() < 0.3 else None,
            "C": chat_text(random) if random.random() < 0.5 else None,
        }.get(name)
        if text is None or random.random() < 0.1:
            text = value_text(random)
        is_escaped = random.random() < (0.5 if name == "C" else 0.97)
        parts.append(f"{name}[{_escaped(text) if is_escaped else text}]")
    if size != 19 and random.random() < 0.95 and not any(part.startswith("SZ") for part in parts):
        parts.append(f"SZ[{size}]")
    return random.choice(("", "", "\n", " ")).join(parts)


def _node(random: Random, size: int, turn: int) -> str:
    shape = random.random()
    if shape < 0.8:
        return f";{'BW'[turn % 2]}[{_point(random, size)}]"
    names = ("AB", "AW", "AE", "TB", "TW", "B", "W", "PL", "C", "KO", "LB", "N")
    parts = [";"]
    for name in random.choices(names, k=random.randint(0, 3)):
        values = [_point(random, size) for _ in range(random.choice((1, 1, 1, 2, 5)))]
        if name == "PL":
            values = [random.choice(("B", "W", "1", "black", "x", ""))]
        elif name in ("C", "N"):
            values = [_escaped(value_text(random)) if random.random() < 0.7 else chat_text(random)]
        parts.append(name + "".join(f"[{value}]" for value in values))
    return "".join(parts)


def _tree(random: Random, size: int, nodes: int, depth: int) -> str:
    parts = ["("]
    parts.extend(_node(random, size, turn) for turn in range(random.randint(1, max(1, nodes))))
    if depth and random.random() < 0.3:
        parts.extend(_tree(random, size, nodes // 2, depth - 1) for _ in range(random.randint(1, 3)))
    return "".join(parts) + ")"


def record(random: Random, charset: str | None = None) -> bytes:
    """Draw a file of one to three records: any size, moves wherever they fall, setup, markup, variations, charsets."""
    is_mixed = charset is None and random.random() < 0.2  # each game in a charset of its own
    charset = charset or random.choice(CHARSETS)
    games, charsets = list[str](), list[str]()
    for _ in range(random.choice((1, 1, 1, 1, 2, 3))):
        size = random.choice((1, 2, 3, 5, 5, 9, 9, 13, 19, 37, 52))
        nodes = random.choice((0, 1, 4, 12, 40, 90))
        tree = _tree(random, size, nodes, random.choice((0, 0, 1, 3)))
        game = "(;" + _root(random, size, charset) + tree[1:]
        if random.random() < 0.3:  # two passes, and perhaps marks: the game is over and can be counted
            marks = "".join(f"T{side}[{_point(random, size)}]" for side in random.choices("BW", k=random.randint(0, 3)))
            game = game[:-1] + ";B[];W[]" + marks + ")"
        games.append(game)
        charsets.append(charset)
        charset = random.choice(CHARSETS) if is_mixed else charset
    between = random.choice(("", "\n", " junk "))
    if is_mixed:
        return b"".join(
            (game + between).encode(name, errors="replace") for game, name in zip(games, charsets, strict=True)
        )
    return between.join(games).encode(charset, errors="replace")


def charset_bytes(random: Random) -> bytes:
    """Draw a short file for the charset decision: a record in some charset that its CA may belie, or spoilt bytes."""
    charset = random.choice(CHARSETS)
    said = charset if random.random() < 0.5 else random.choice((*CHARSETS, "klingon", "undefined", "", "rot13", "zip"))
    parts = [f"(;CA[{said}]" if random.random() < 0.8 else "(;"]
    names = random.choices(("PB", "PW", "C", "EV"), k=random.randint(0, 4))
    parts.extend(f"{name}[{_escaped(value_text(random, 12))}]" for name in names)
    parts.append(";B[aa];W[bb])")
    data = "".join(parts).encode(charset, errors="replace")
    if random.random() < 0.6:
        data = mutated(random, data)
    return data * random.choice((30, 120)) if random.random() < 0.04 else data


def mutated(random: Random, data: bytes, others: Sequence[bytes] = ()) -> bytes:
    """Spoil bytes a little: cut, double, swap, flip, put a token in, splice with another file."""
    spoilt = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        at = random.randrange(len(spoilt) + 1)
        to = min(len(spoilt), at + random.choice((1, 1, 2, 5, 40)))
        way = random.randrange(8)
        if way == 0:
            del spoilt[at:to]
        elif way == 1:
            spoilt[at:at] = spoilt[at:to] * random.choice((1, 2, 20))
        elif way in (2, 3, 4):
            spoilt[at:at] = random.choice(TOKENS) * random.choice((1, 1, 1, 2, 30))
        elif way == 5:
            spoilt[at:to] = bytes(random.randrange(256) for _ in range(to - at))
        elif way == 6:
            del spoilt[at:]
        elif others:
            spoilt[at:] = random.choice(others)[random.randrange(20) :]
        elif at < to:
            spoilt[at] ^= 1 << random.randrange(8)
    if random.random() < 0.02:
        spoilt[:0] = random.choice((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE))
    return bytes(spoilt)
