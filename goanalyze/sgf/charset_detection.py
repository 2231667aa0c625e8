"""Which charset bytes are in that do not say so: of single files, and of all such files of a source together.

A short name alone is too little to guess from, and a folder may mix charsets. So the files of a source are taken as a
mixture: which share of them is in which charset is estimated from a sample, each file counted for what its own bytes
look like (expectation maximisation). A file is then read in the charset that its own bytes and those shares together
make likeliest: what looks alike is pooled, not what lies together. No files and no SGF here.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.sgf.charset_names import codec, superset

_WINDOW: Final = 1024  # bytes looked at of a file, from the first one that is not ASCII: more tell nothing more
_HIGH: Final = re.compile(r"[^\x00-\x7f]+")
_BEFORE: Final = 80  # bytes of a text before the first one that is not ASCII, which tell the language
_STRETCH: Final = re.compile(rb"[^\[\]\r\n]{0,%d}[\x80-\xff][^\]\r\n]{0,200}" % _BEFORE)
_ASCII_BYTES: Final = bytes(range(128))
_FIRST_HIGH: Final = re.compile(rb"[\x80-\xff]")
_WORD: Final = re.compile(r"[^\W\d_]*[^\W\d_\x00-\x7f][^\W\d_]*")

# Natural logarithms of probabilities.
_ASCII: Final = math.log(1 / 40)  # a charset gains this where an ASCII byte is the second half of a character
_UNUSUAL: Final = -16.0  # a character that no table has
_NO_CHARACTER: Final = -20.0
_ODD_WORD: Final = -5.0  # capitals or scripts mixed within a word, or accents everywhere
_USUAL: Final = -9.3  # per character: most are common ones of their charset
_FAMILIAR: Final = -8.0  # per character: of every three, one or more are of the most frequent of their language
_FOREIGN: Final = -9.2  # share of a charset that no file of the sample is in: one file of 10,000
_ANY_LANGUAGE: Final = math.log(1 / 10)  # share of one language in text that may be of any
_SURE: Final = 7.0  # odds of 1,000 to 1

_KEPT: Final = ((0.3, 1.0), (0.03, 0.1), (0.0, 0.01))  # share of files → what is kept of it, so that a file more or
# less does not change the mixture
_LEAST: Final = 0.01  # share of files that is a pool, if it is of two files
_ROUNDS: Final = 20
_VOTES: Final = 400  # files of a cluster that chardet looks at
_CONVINCING: Final = 0.5  # confidence of chardet
_STAND_IN: Final = 0.05  # vote of a file for the charset that stands for others, which chardet ranks much alike

# Frequent characters of names and titles, counted over players' names of Tygem, TOM and Fox, and common words.
_HANZI: Final = (
    "的天小棋大一人之无风神星心王子龙山不飞手我月海爱老剑花宝梦了围灵中刀红生三雨地道西黑下城江马东士云年乐白弈明光林石时高流阳虎真头"
    "来湖少上快水师有空杀客火金点行清飘青五冰远猫想九南雪若好狼在魔安夜狂鱼文美元笑秋意出州熊前死战武如绝春开毛日八国精可魂情间里你永疯奇"
    "河世平重女牛二利成部胜千浪宇太和影者张李刘陈杨赵黄周吴徐孙胡朱何郭罗宋郑谢韩唐冯曹彭曾萧蔡潘丁任姚卢钟俞聂柯古力常昊世界杯赛第届"
    "际决段比品先负盘目子是到个们为这说会也出就分对过着手"
)
_HANGUL: Final = (
    "이사바마스나리의아다기둑미라수대인소하로비랑지가영한전강도방시천해진주산자동정무제돌초신어드트원고문웅우선호화구네장성행는보야울에은레"
    "운꿈승루내중터세석명부창경달공청만왕오란너백두타서룡파유와국류프노퍼추안려남검람니르클모조일김박최윤임황송홍양배허심곽민준현재훈철상희"
    "연예건을를결패회단국제본선"
)
_TRAIL: Final = ((0xA1, 0xFE),)
_BIG5: Final = ((0x40, 0x7E), (0xA1, 0xFE))
_SJIS: Final = ((0x40, 0x7E), (0x80, 0xFC))

# Of each charset of two bytes: share of running text, first and last lead byte, ranges of the second byte.
_PARTS: Final[Mapping[str, Sequence[tuple[float, int, int, Sequence[tuple[int, int]]]]]] = {
    # hanzi of the first level, punctuation, hanzi of the second level, those of GBK
    "gb18030": ((0.50, 0xB0, 0xD7, _TRAIL), (0.06, 0xA1, 0xA3, _TRAIL), (0.03, 0xD8, 0xF7, _TRAIL),
                (0.01, 0x81, 0xFE, _SJIS)),
    "cp950": ((0.90, 0xA4, 0xC6, _BIG5), (0.06, 0xA1, 0xA3, _BIG5), (0.04, 0xC9, 0xF9, _BIG5)),
    # hiragana, katakana, kanji of the first level, punctuation, kanji of the second level
    "cp932": ((0.25, 0x82, 0x82, ((0x9F, 0xF1),)), (0.20, 0x83, 0x83, ((0x40, 0x7E), (0x80, 0x96))),
              (0.45, 0x88, 0x98, _SJIS), (0.06, 0x81, 0x81, _SJIS), (0.04, 0x99, 0xEA, _SJIS)),
    "euc_jp": ((0.25, 0xA4, 0xA4, _TRAIL), (0.20, 0xA5, 0xA5, _TRAIL), (0.45, 0xB0, 0xCF, _TRAIL),
               (0.06, 0xA1, 0xA3, _TRAIL), (0.04, 0xD0, 0xF4, _TRAIL)),
    # hangul, punctuation, hanja, the other syllables
    "cp949": ((0.40, 0xB0, 0xC8, _TRAIL), (0.06, 0xA1, 0xA3, _TRAIL), (0.03, 0xCA, 0xFD, _TRAIL),
              (0.01, 0x81, 0xC6, ((0x41, 0x5A), (0x61, 0x7A), (0x81, 0xFE)))),
}  # fmt: skip
_FREQUENT: Final = {"gb18030": (0.40, _HANZI), "cp949": (0.50, _HANGUL)}
_LETTERS: Final = (0.70, 0.20, 0.10)  # of charsets of one byte: small letters, capitals, what is no letter
_SINGLE: Final = ("cp1252", "cp1251", "koi8-r")  # stand for all of one byte, until chardet says which it is
_ALL: Final = (*_PARTS, *_SINGLE)
_RIVALS: Final = {"gb18030": ("cp949",), "cp949": ("gb18030",), "euc_jp": ("gb18030", "cp949")}
"""Charsets whose common characters are the same bytes; text of any other is seen to be uncommon."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """The charsets of those files of a source that do not name theirs.

    Attributes:
        shares: name and share of the files, roughly (1, 0.1 or 0.01), the most frequent first.
    """

    shares: tuple[tuple[str, float], ...] = ()

    @property
    def main(self) -> str:
        """The most frequent charset; cp1252, which decodes nearly anything, if none is known."""
        return self.shares[0][0] if self.shares else "cp1252"

    def __str__(self) -> str:
        return " ".join(f"{name}:{share:g}" for name, share in self.shares)


class Decision(NamedTuple):
    """The charset of a text.

    Attributes:
        charset: Python's name of it.
        source: name of a `goanalyze.sgf.choices.CharsetSource`; ``pooled`` by default.
        doubt: reason for doubt about a guess; empty without one.
        contradicted: value of CA that is not believed; None if there is none.
    """

    charset: str
    source: str = "pooled"
    doubt: str = ""
    contradicted: str | None = None


def mixture_of(samples: Sequence[bytes]) -> Mixture:
    """Estimate which charsets files are in.

    Args:
        samples: the bytes of some files, none of them ASCII or UTF-8.

    Example:
        >>> str(mixture_of(["古力 聂卫平".encode("gbk"), "井山裕太".encode("cp932"), "常昊 孔杰".encode("gbk")]))
        'gb18030:1'
    """
    if not samples:
        return Mixture()
    clusters: dict[str, list[bytes]] = defaultdict(list)
    likely = np.array([[_likelihood(_window(data), name) for name in _ALL] for data in samples])
    for data, best in zip(samples, (likely + _shares(likely)).argmax(axis=1).tolist(), strict=True):
        clusters[_ALL[best]].append(data)
    counts: Counter[str] = Counter()
    for name, files in clusters.items():
        counts[_named(name, files)] += len(files)
    least = max(_LEAST * len(samples), min(2, len(samples)))
    shares = {name: count / len(samples) for name, count in counts.items() if count >= least}
    kept = [(name, next(kept for bound, kept in _KEPT if share >= bound)) for name, share in shares.items()]
    return Mixture(tuple(sorted(kept, key=lambda pair: (-pair[1], pair[0]))))


def _shares(likely: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the logarithm of each charset's share of files: the shares that make all files together likeliest."""
    shares = np.zeros(likely.shape[1])
    for _ in range(_ROUNDS):
        odds = np.exp(likely + shares - (likely + shares).max(axis=1, keepdims=True))
        found = (odds / odds.sum(axis=1, keepdims=True)).mean(axis=0) + math.exp(_FOREIGN)
        shares = np.log(found / found.sum())
    return shares


def _named(name: str, files: Sequence[bytes]) -> str:
    """Return which charset a cluster is in: what chardet says, which knows more charsets of one byte.

    It is asked about all files together and, where that does not convince it, about each: then a file has a vote of
    the weight of chardet's confidence. Charsets of two bytes are told apart better here than by such votes, and text of
    frequent characters is not asked about.
    """
    if _is_familiar(name, files):
        return name
    import chardet  # noqa: PLC0415 - 0.07 s with what it reads first, and most archives never need it

    era = chardet.EncodingEra.MODERN_WEB
    stretches = [b"\n".join(_STRETCH.findall(data, *_shown_whole(data))) for data in files[:_VOTES]]
    together = chardet.detect(b"\n".join(stretches), encoding_era=era)
    votes: dict[str, float] = defaultdict(float)
    if (together["confidence"] or 0) >= _CONVINCING:
        votes[superset(codec(together["encoding"] or "") or "utf-8")] += 1
    elif name in _SINGLE:
        votes[name] += _STAND_IN * len(stretches)
        for said in (chardet.detect(stretch, encoding_era=era) for stretch in stretches):
            votes[superset(codec(said["encoding"] or "") or "utf-8")] += said["confidence"] or 0
    votes.pop("utf-8", None)
    return max(votes, key=votes.__getitem__, default=name)


def _is_familiar(name: str, files: Sequence[bytes]) -> bool:
    """Return whether a good part of the characters of files are the most frequent ones of a charset."""
    if name not in _FREQUENT:
        return False
    likely, high = _weighed(b" ".join(map(_window, files)).decode(name, errors="replace"), name)
    return likely >= _FAMILIAR * high


def detect(data: bytes, mixture: Mixture) -> Decision:
    """Return the charset that a file's own bytes, and the other files of its source, make likeliest.

    Args:
        data: bytes that are neither ASCII nor UTF-8.
        mixture: of the file's source; empty where there is no other file.
    """
    how = "pooled"
    if not mixture.shares:
        mixture, how = mixture_of([data]), "guessed"
    main, shown = mixture.main, _window(data)
    if len(mixture.shares) == 1 and _is_usual(shown, main):
        return Decision(main, how)
    prior = {name: math.log(share) for name, share in mixture.shares}
    row = {name: _likelihood(shown, name) for name in dict.fromkeys((*prior, *_ALL))}
    chosen = max(row, key=lambda name: row[name] + prior.get(name, _FOREIGN))
    own = max(row, key=row.__getitem__)
    if chosen not in prior:
        return Decision(chosen, "guessed", f"its bytes look like {chosen}, other files of the source like {main}")
    if row[own] - row[chosen] > _SURE:
        return Decision(chosen, how, f"its bytes look like {own}, other files of the source like {chosen}")
    return Decision(chosen, how)


def _is_usual(shown: bytes, name: str) -> bool:
    """Return whether bytes are usual text of a charset of two bytes, and no less likely in one that looks alike."""
    if name not in _PARTS:
        return False
    text = shown.decode(name, errors="replace")
    likely, high = _weighed(text, name)
    if likely < _USUAL * high:
        return False
    likely += _ASCII * (len(text) - high)
    return all(_likelihood(shown, rival) <= likely for rival in _RIVALS.get(name, ()))


def _shown_whole(data: bytes) -> tuple[int, int]:
    """Return where the part of a file begins and ends whose words chardet is shown, with those around them."""
    first = _first_high(data)
    return max(0, first - _BEFORE), first + _WINDOW


def _first_high(data: bytes) -> int:
    """Return the place of the first byte that is not ASCII; 0 if all are."""
    found = _FIRST_HIGH.search(data)
    return found.start() if found else 0


def _window(data: bytes) -> bytes:
    """Return the part of a file that is looked at: it ends with its last character that is not ASCII."""
    first = _first_high(data)
    begin = max(data.rfind(b"[", 0, first), data.rfind(b" ", 0, first)) + 1
    shown = data[begin : begin + _WINDOW]
    if not shown[-1:].isascii():
        return shown[: max(shown.rfind(b";"), shown.rfind(b" ")) + 1] or shown
    return shown[: len(shown.rstrip(_ASCII_BYTES)) + 1]  # the second byte of the last character may be ASCII


def _likelihood(shown: bytes, name: str) -> float:
    """Return the logarithm of how likely bytes are as text of a charset."""
    text = shown.decode(name, errors="replace")
    likely, high = _weighed(text, name)
    likely += _ASCII * (len(text) - high)
    if name in _PARTS:
        return likely
    return likely + _ODD_WORD * sum(not _is_regular(word) for word in _WORD.findall(text))


def _weighed(text: str, name: str) -> tuple[float, int]:
    """Return the logarithm of how likely the characters beyond ASCII are as text of a charset, and their number."""
    high = "".join(_HIGH.findall(text))
    return sum(map(_table(name).__getitem__, high)), len(high)


def _is_regular(word: str) -> bool:
    """Return whether capitals stand where capitals stand, and a word is of one script; of Latin, not all accents."""
    has_case = word.islower() or word.isupper() or word.istitle() or word.lower() == word.upper()
    ascii_letters = sum(map(str.isascii, word))
    return has_case and (2 * ascii_letters >= len(word) if max(word) < "\u0250" else not ascii_letters)


class _Table(dict[str, float]):
    """Logarithms of how frequent characters are."""

    def __missing__(self, character: str) -> float:
        return _NO_CHARACTER if character == "\ufffd" else _UNUSUAL


@lru_cache(maxsize=32)
def _table(name: str) -> _Table:
    """Return how frequent characters are in text of a charset."""
    if name == "utf-8":
        return _unicode_table()
    if name in _PARTS:
        parts = [(share, _characters(name, first, last, second)) for share, first, last, second in _PARTS[name]]
        parts[:0] = [_FREQUENT[name]] if name in _FREQUENT else []
    else:
        high = bytes(range(0x80, 0x100)).decode(name, errors="ignore")
        small, capital = "".join(filter(str.islower, high)), "".join(filter(str.isupper, high))
        rest = "".join(letter for letter in high if letter not in small + capital)
        parts = list(zip(_LETTERS, (small, capital, rest), strict=True))
    table = _Table()
    for share, characters in reversed(parts):
        table.update(dict.fromkeys(characters, math.log(share / max(1, len(characters)))))
    return table


def _unicode_table() -> _Table:
    """Return the frequencies of characters in text of any language."""
    table = _Table()
    for name in (*_ALL, "cp1250", "cp1253", "cp1254", "cp874"):
        for character, likely in _table(name).items():
            table[character] = max(table.get(character, _UNUSUAL), likely + _ANY_LANGUAGE)
    return table


def _characters(name: str, first: int, last: int, second: Sequence[tuple[int, int]]) -> str:
    trails = np.concatenate([np.arange(begin, end + 1) for begin, end in second])
    pairs = np.empty((last + 1 - first, len(trails), 2), dtype=np.uint8)
    pairs[:, :, 0], pairs[:, :, 1] = np.arange(first, last + 1)[:, np.newaxis], trails
    return pairs.tobytes().decode(name, errors="ignore")


def likeliest(data: bytes) -> str:
    """Return the charset that a text is likeliest in, among those of two bytes and the commonest of one byte."""
    sample = _window(data)
    return max(_ALL, key=lambda name: _likelihood(sample, name))


def is_likelier(data: bytes, charset: str, rival: str) -> bool:
    """Return True if a text is surely likelier in a charset than in another one.

    Example:
        >>> is_likelier("Müller".encode(), "utf-8", "cp1252"), is_likelier("时越".encode("gbk"), "gb18030", "utf-8")
        (True, True)
    """
    sample = _window(data)
    return _likelihood(sample, charset) - _likelihood(sample, rival) > _SURE
