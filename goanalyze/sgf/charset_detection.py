"""Detection of the charset of bytes that do not name it: of single files, and of all such files of a source together.

A short name alone is too little to guess from, and a folder may mix charsets. So the files of a source are taken as a
mixture: the share of files in each charset is estimated from a sample, each file counted for its own bytes
(expectation maximisation). A file is then read in the charset that its own bytes and those shares together make
likeliest: files that look alike are pooled, not files that lie together. No files and no SGF here, except that a
charset is out under which a bracket that ends a value would be half a character.

UTF-8 is recognized by its bytes alone, also where they are damaged; and where they are UTF-8 by accident.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.sgf.character_frequencies import DOUBLE, SINGLE, frequencies, frequent, reading_codec
from goanalyze.sgf.charsets import codec, extensions, first_fault, is_text_of, read_text, superset

_WINDOW: Final = 512  # bytes examined of a file, from the first one that is not ASCII: more add nothing
_AFTER: Final = 16  # bytes behind them that show whether a bracket ends a value
_HIGH: Final = re.compile(r"[^\x00-\x7f]+")
_BEFORE: Final = 80  # bytes of a text before the first one that is not ASCII, which show the language
_STRETCH: Final = re.compile(rb"[^\[\]\r\n]{0,%d}[\x80-\xff][^\]\r\n]{0,200}" % _BEFORE)
_ASCII_BYTES: Final = bytes(range(128))
_FIRST_HIGH: Final = re.compile(rb"[\x80-\xff]")
_IN_LATIN_WORD: Final = re.compile(rb"(?<![\x80-\xff])[\x80-\xff][A-Za-z](?=[a-z])")
"""An accented letter within a Latin word; as text of two bytes, a character before a small letter."""
_WORD: Final = re.compile(r"[^\W\d_]*[^\W\d_\x00-\x7f][^\W\d_]*")
_SYMBOL_IN_WORD: Final = re.compile(r"[^\W\d_](?:[^\w\x00-\x7f’‘´·\xad]|[²³¹¼½¾])+(?=[^\W\d_])")
_NOT_TURKISH: Final = re.compile(
    r"(?<![aeıioöuüâîûAEIİOÖUÜ])[ğĞ]|[ğışŞİ]\w*[áéíóúýæåãõñêôòàèï]|[áéíóúýæåãõñêôòàèï]\w*[ğışŞİ]"
)
_NOT_THAI: Final = re.compile(
    r"(?<![ก-ฮะ-ฺ็-๎])[ัิ-ฺ็-๎]|[เ-ไ](?![ก-ฮ])|[A-Za-z](?=[ก-๎])|[ก-๎](?=[A-Za-z])|[ะัา-ฺ]{3}|[€‘’“”•–—…]"
)
"""A mark without a consonant, a leading vowel without one, letters of two scripts in a word, or signs in its midst."""

# Natural logarithms of probabilities.
_ASCII: Final = math.log(1 / 40)  # a charset gains this where an ASCII byte is the second half of a character
_ODD_WORD: Final = -5.0  # capitals or scripts mixed within a word, or accents everywhere
_LONG_WORD: Final = 3  # letters
_USUAL: Final = -9.3  # per character: most are common ones of their charset
_NO_CAPITAL: Final = -4.0  # names and sentences in Cyrillic or Greek without a capital
_FOREIGN: Final = -9.2  # share of a charset that no file of the sample is in: one file of 10,000
_SURE: Final = 7.0  # odds of 1,000 to 1
_OUT: Final = 20.0  # odds beyond which a charset is out

_FAMILIAR: Final = 1 / 3  # share of the most frequent characters of a language that makes its text familiar
_FAMILIAR_LETTERS: Final = 1 / 2  # the same in charsets of one byte
_KEPT: Final = ((0.3, 1.0), (0.03, 0.1), (0.0, 0.01))  # share of files → the share that is kept, so that a file more or
# less does not change the mixture
_LEAST: Final = 0.01  # share of files that is a pool, if it is of two files
_SAMPLES: Final = 1000  # files, or games of a file, that are weighed
_ROUNDS: Final = 20
_VOTES: Final = 400  # files of a cluster that chardet looks at
_CLOSE: Final = 4.0  # logarithm of the odds up to which chardet decides between charsets
_CONVINCING: Final = 0.5  # confidence of chardet
_STAND_IN: Final = 0.05  # vote of a file for the likeliest charset, which chardet ranks much alike

_ALL: Final = (*DOUBLE, *SINGLE)
_CASED: Final = ("cp1251", "koi8-r", "koi8-u", "cp1253")
"""Charsets of one byte in which all letters of a language are beyond ASCII, capitals included."""
_RARITY: Final = {
    "cp1250": -0.5,
    "cp1254": -1.0,
    "iso8859-2": -2.0,
    "koi8-u": -1.5,
    "cp1253": -2.0,
    "cp874": -3.0,
    "euc_jp": -1.0,
}
"""Logarithms of the prevalence of charsets among records, against the common ones."""
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
        contradicted: value of CA that is not believed; None without one.
    """

    charset: str
    source: str = "pooled"
    doubt: str = ""
    contradicted: str | None = None


def mixture_of(samples: Sequence[bytes]) -> Mixture:
    """Estimate which charsets files are in."""
    if not samples:
        return Mixture()
    samples = samples[:: 1 + len(samples) // _SAMPLES]
    likely = np.array([_likelihoods(_window(data)) for data in samples])
    clusters = (likely + _shares(likely)).argmax(axis=1)
    counts: Counter[str] = Counter()
    for number in np.unique(clusters).tolist():
        rows = np.flatnonzero(clusters == number)
        together = likely[rows].sum(axis=0)
        rivals = [name for name, each in zip(_ALL, together.tolist(), strict=True) if each > together[number] - _CLOSE]
        counts[_named(_ALL[number], [samples[row] for row in rows.tolist()], rivals)] += len(rows)
    least = max(_LEAST * len(samples), min(2, len(samples)))
    shares = {name: count / len(samples) for name, count in counts.items() if count >= least}
    kept = [(name, next(kept for bound, kept in _KEPT if share >= bound)) for name, share in shares.items()]
    return Mixture(tuple(sorted(kept, key=lambda pair: (-pair[1], pair[0]))))


def _shares(likely: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the logarithm of each charset's share of files: the shares that make all files together likeliest."""
    shares = np.zeros(likely.shape[1])
    for _ in range(_ROUNDS):
        odds = np.exp(likely + shares - (likely + shares).max(axis=1, keepdims=True))
        weights = (odds / odds.sum(axis=1, keepdims=True)).mean(axis=0) + math.exp(_FOREIGN)
        shares = np.log(weights / weights.sum())
    return shares


def _named(name: str, samples: Sequence[bytes], rivals: Sequence[str]) -> str:
    """Return the charset of a cluster: the likeliest one, or one that only chardet knows or can distinguish from it.

    chardet is asked unless the text is familiar: about all files together and, where that does not convince it, about
    each. Then a file has a vote of the weight of chardet's confidence.

    Args:
        name: the likeliest charset of those that have a table.
        samples: the files of the cluster.
        rivals: charsets that are about as likely, `name` included.
    """
    is_familiar = _is_familiar(name, samples)
    if is_familiar and (name in DOUBLE or len(rivals) == 1):
        return name
    import chardet  # takes 0.07 s, and most archives never need it

    def answer_of(data: bytes) -> tuple[str, float]:
        answer = chardet.detect(data, encoding_era=chardet.EncodingEra.MODERN_WEB)
        charset = superset(codec(answer["encoding"] or "") or "utf-8")
        is_open = charset in rivals or (charset not in _ALL and not is_familiar)
        return charset if is_open else name, answer["confidence"] or 0

    stretches = [b"\n".join(_STRETCH.findall(data, *_examined(data))) for data in samples[:_VOTES]]
    together, confidence = answer_of(b"\n".join(stretches))
    votes: dict[str, float] = defaultdict(float)
    if confidence >= _CONVINCING:
        votes[together] += 1
    elif name in SINGLE:
        votes[name] += _STAND_IN * len(stretches)
        for charset, confidence in map(answer_of, stretches):
            votes[charset] += confidence
    votes.pop("utf-8", None)
    return max(votes, key=votes.__getitem__, default=name)


def _is_familiar(name: str, samples: Sequence[bytes]) -> bool:
    """Return True if a good part of the characters of texts are the most frequent ones of a charset."""
    text = " ".join(_text(_window(data), name) for data in samples)
    high = "".join(_HIGH.findall(text))
    share = sum(map(frequent(name).__contains__, high)) / max(1, len(high))
    if name in DOUBLE:
        return share >= _FAMILIAR
    has_capital = name not in _CASED or any(map(str.isupper, high))  # as names have
    return share >= _FAMILIAR_LETTERS and has_capital and not _odd_words(text, name)


def detect(data: bytes, mixture: Mixture) -> Decision:
    """Return the charset that a file's own bytes, and the other files of its source, make likeliest."""
    if not mixture.shares:
        return Decision(_extended(data, mixture_of([data]).main), "guessed")
    main, sample = mixture.main, _window(data)
    prior = {name: math.log(share) for name, share in mixture.shares}
    usual = main if len(prior) == 1 else max(prior, key=lambda name: _likelihood(sample, name) + prior[name])
    if _is_usual(sample, usual):
        return Decision(_extended(data, usual))
    likely = {name: _likelihood(sample, name) for name in prior if name not in _ALL}
    likely.update(zip(_ALL, _likelihoods(sample), strict=True))
    chosen = max(likely, key=lambda name: likely[name] + prior.get(name, _FOREIGN))
    best = max(likely, key=likely.__getitem__)
    charset = _extended(data, chosen)
    if chosen not in prior:
        return Decision(charset, "guessed", f"its bytes look like {charset}, other files of the source like {main}")
    if likely[best] - likely[chosen] > _SURE:
        return Decision(charset, doubt=f"its bytes look like {best}, other files of the source like {chosen}")
    return Decision(charset)


def likeliest(data: bytes) -> str:
    """Return the charset that a text is likeliest in, of those that have a table."""
    likely = _likelihoods(_window(data))
    return _ALL[likely.index(max(likely))]


def is_likelier(data: bytes, charset: str, rival: str, margin: float = _SURE) -> bool:
    """Return True if a text is likelier in a charset than in another one by a margin, given as a natural logarithm."""
    sample = _window(data)
    return _likelihood(sample, charset) - _likelihood(sample, rival) > margin


def _extended(data: bytes, charset: str) -> str:
    """Return a charset, or the one that extends it if only that reads all of the bytes."""
    return next((name for name in (charset, *extensions(charset)) if first_fault(data, name) < 0), charset)


class _Sample(NamedTuple):
    """The part of a file that is examined, and a few bytes behind it."""

    shown: bytes
    after: bytes


def _is_usual(sample: _Sample, name: str) -> bool:
    """Return True if bytes are usual text of a charset of two bytes, and no less likely in one that looks alike."""
    if name not in DOUBLE:
        return False
    likely, high = _weighed(_text(sample, name), name)
    if likely < _USUAL * high:
        return False
    likely = _likelihood(sample, name)
    return all(_likelihood(sample, rival) <= likely for rival in _RIVALS.get(name, ()))


def _examined(data: bytes) -> tuple[int, int]:
    """Return the begin and end of the part of a file whose words chardet gets, with those around them."""
    first = _first_high(data)
    return max(0, first - _BEFORE), first + _WINDOW


def _first_high(data: bytes) -> int:
    """Return the offset of the first byte that is not ASCII; 0 if all are."""
    match = _FIRST_HIGH.search(data)
    return match.start() if match else 0


def _window(data: bytes) -> _Sample:
    """Return the part of a file that is examined: it ends with its last character that is not ASCII."""
    first = _first_high(data)
    begin = max(data.rfind(b"[", 0, first), data.rfind(b" ", 0, first)) + 1
    shown = data[begin : begin + _WINDOW]
    if not shown[-1:].isascii():
        size = max(shown.rfind(b";"), shown.rfind(b" ")) + 1 or len(shown)
    else:
        size = len(shown.rstrip(_ASCII_BYTES)) + 1  # the second byte of the last character may be ASCII
    return _Sample(shown[:size], data[begin + size : begin + size + _AFTER])


def _text(sample: _Sample, name: str) -> str:
    """Return the text of a sample, in which no character includes a bracket that ends a value."""
    raw = read_text(sample.shown + sample.after, reading_codec(name)).raw
    return raw[: len(raw) - len(sample.after)].decode(reading_codec(name), errors="replace")


@lru_cache(maxsize=_SAMPLES)
def _likelihoods(sample: _Sample) -> tuple[float, ...]:
    """Return the logarithms of the likelihoods of bytes as text of each charset; roughly where it is out."""
    double = [_likelihood(sample, name) for name in DOUBLE]
    least = max(double) - _OUT
    return (*double, *(_likelihood(sample, name, least) for name in SINGLE))


@lru_cache(maxsize=64)
def _likelihood(sample: _Sample, name: str, least: float = -math.inf) -> float:
    """Return the logarithm of the likelihood of bytes as text of a charset; not exactly if it is less than a bound."""
    text = _text(sample, name)
    likely, high = _weighed(text, name)
    likely += _ASCII * (len(text) - high) + _RARITY.get(name, 0.0)
    if likely < least:
        return likely
    if name in DOUBLE:
        likely += _ODD_WORD * len(_IN_LATIN_WORD.findall(sample.shown + sample.after))
    else:
        likely += _ODD_WORD * _odd_words(text, name)
        has_capital = name not in _CASED or any(map(str.isupper, "".join(_HIGH.findall(text))))
        likely += 0.0 if has_capital else _NO_CAPITAL
    return likely


def _weighed(text: str, name: str) -> tuple[float, int]:
    """Return the logarithm of the likelihood of the characters beyond ASCII in a charset, and their number."""
    high = "".join(_HIGH.findall(text))
    return sum(map(frequencies(name).__getitem__, high)), len(high)


def _odd_words(text: str, name: str) -> int:
    """Return the number of words that no language of a charset of one byte writes."""
    if name == "cp874":
        return len(_NOT_THAI.findall(text))
    odd = sum(map(_oddity, _WORD.findall(text))) + len(_SYMBOL_IN_WORD.findall(text))
    return odd + (len(_NOT_TURKISH.findall(text)) if name == "cp1254" else 0)


def _oddity(word: str) -> int:
    """Return 0 for a word with capitals where they belong, in one script, and not all accents; 2 for a long odd one."""
    ascii_letters = sum(map(str.isascii, word))
    if max(word) >= "\u0250":
        is_odd = ascii_letters > 0
    elif not ascii_letters and len(word) > _LONG_WORD:
        return 2
    else:
        is_odd = 5 * ascii_letters < 2 * len(word)
    has_case = word.islower() or word.isupper() or word.istitle() or word.lower() == word.upper()
    return int(is_odd or not has_case)


SURE_UTF8: Final = 4
"""Number of characters of several bytes that are UTF-8 by accident in less than one of 10⁴ files."""
_CUT: Final = re.compile(
    rb"(?:[\xe0-\xef](?:\?[\x80-\xbf]|[\x80-\xbf]\?)| |\?"
    rb"|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
    rb"|(?:[\xc2-\xf4]|[\xe0-\xf4][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})(?= |\Z))*"
)
"""Runs of UTF-8 of which some end within a character, or have a question mark for a byte of one."""
_ASCII_RUNS: Final = 2  # blank and question mark, between and in runs of bytes that are not ASCII
_SEVERAL: Final = 3  # different characters of three bytes are too many for an accident
_LONG: Final = re.compile(rb"[\xe0-\xef][\x80-\xbf]{2}")
_TORN: Final = re.compile(rb"[\xe0-\xef](?:\?[\x80-\xbf]|[\x80-\xbf]\?)")  # of three bytes, one written as "?"
_HIGH_ONLY: Final = bytes(byte if byte >= 0x80 or byte == ord("?") else ord(" ") for byte in range(256))
"""Translation that blanks out all but question marks and the bytes that are not ASCII."""
_UTF8_WINDOW: Final = 2**16  # bytes examined, from the first one that is not ASCII
_SURELY: Final = 10.0  # logarithm of the odds against bytes that are UTF-8 by accident: of two characters or more
_LEGACY: Final = ("gb18030", "cp949", "cp950", "cp932", "euc_jp")


def is_utf8_by_accident(data: bytes) -> bool:
    """Return True if bytes are UTF-8 of a few odd characters, and surely more plausible text of another charset."""
    if len(data) - len(data.decode()) >= SURE_UTF8:
        return False
    return any(is_text_of(data, name) and is_likelier(data, name, "utf-8", _SURELY) for name in _LEGACY)


def is_utf8_rather(data: bytes, charset: str) -> bool:
    """Return True if bytes that are UTF-8 and text of the charset of CA, both, are surely UTF-8."""
    text = data[:_UTF8_WINDOW].decode(errors="ignore")
    is_long = len(text) - len(text.encode("ascii", errors="ignore")) >= SURE_UTF8
    return is_long or is_likelier(data, "utf-8", charset)


def is_damaged_utf8(data: bytes, *, is_declared: bool = False) -> bool:
    """Return True if most non-ASCII bytes form UTF-8 characters, as where names were cut in mid-character.

    A fifth of the characters of GBK and EUC-KR look like two-byte UTF-8 by accident, so that a name of two often is
    half UTF-8; of these there must be `SURE_UTF8`, and nearly nothing else. Longer ones are an accident in 1 of 80:
    half of the bytes are enough if there are two of them. Half are enough, too, where CA is UTF-8. In each case, a
    charset that reads all bytes, and makes more plausible text of them, is preferred.

    A program that took UTF-8 for Windows-1252 wrote the five bytes that this lacks as question marks (Fox, names in
    kana). The rest of such characters counts in addition to two whole ones of three bytes, as in ranks (``9段``).
    """
    runs = _high_runs(data)
    high = len(runs.translate(None, _ASCII_BYTES))
    whole, plain = runs.decode("utf-8", errors="ignore"), len(runs) - high
    count, size = len(whole) - plain, len(whole.encode()) - plain
    more = size - 2 * count  # bytes: one of each character of three, two of each of four
    if 4 * more > high and len(set(whole)) - _ASCII_RUNS >= _SEVERAL:
        return True
    wide = len(whole.encode("utf-16-le")) // 2 - len(whole)
    long_count, long = more - wide, 3 * more - 2 * wide
    if long_count > 1:
        torn = 2 * len(_TORN.findall(runs))
        size, long = size + torn, long + torn
    is_likely = (is_declared and 2 * size >= high) or 2 * long > high or (2 * long == high and long_count > 1)
    if not is_likely and not (count >= SURE_UTF8 and 10 * size >= 9 * high):
        return False
    return not _is_legacy_rather(data, runs)


def _high_runs(data: bytes) -> bytes:
    """Return the question marks and the bytes that are not ASCII, with blanks between them, of the first such bytes."""
    first = _FIRST_HIGH.search(data)
    begin = first.start() if first else 0
    return b" ".join(data[begin : begin + _UTF8_WINDOW].translate(_HIGH_ONLY).split())


def _is_legacy_rather(data: bytes, high: bytes) -> bool:
    """Return True if bytes that look like damaged UTF-8 are whole and more plausible text of another charset."""
    if (_CUT.fullmatch(high) and len(_LONG.findall(high)) > 1) or len(_TORN.findall(high)) > 1:
        return False
    return any(first_fault(high, name) < 0 and is_likelier(data, name, "utf-8") for name in _LEGACY)
