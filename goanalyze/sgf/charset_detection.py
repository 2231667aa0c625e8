"""Detection of the charset of bytes that do not name it: of single files, and of all such files of a source together.

A short name alone is too little to guess from, and a folder may mix charsets. So the files of a source are taken as a
mixture: the share of files in each charset is estimated from a sample, each file counted for its own bytes
(expectation maximisation). A file is then read in the charset that its own bytes and those shares together make
likeliest: files that look alike are pooled, not files that lie together. No files and no SGF here, except that a
charset is out under which a bracket that ends a value would be half a character.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.sgf.character_frequencies import DOUBLE, SINGLE, frequencies, reading_codec
from goanalyze.sgf.charset_names import codec, extensions, superset
from goanalyze.sgf.multibyte import broken_characters

_WINDOW: Final = 1024  # bytes examined of a file, from the first one that is not ASCII: more tell nothing more
_AFTER: Final = 16  # bytes behind them that show whether a bracket ends a value
_HIGH: Final = re.compile(r"[^\x00-\x7f]+")
_BEFORE: Final = 80  # bytes of a text before the first one that is not ASCII, which tell the language
_STRETCH: Final = re.compile(rb"[^\[\]\r\n]{0,%d}[\x80-\xff][^\]\r\n]{0,200}" % _BEFORE)
_ASCII_BYTES: Final = bytes(range(128))
_FIRST_HIGH: Final = re.compile(rb"[\x80-\xff]")
_HANZI_IN_WORD: Final = re.compile(r"[A-Za-z][^\x00-\x7f]{1,2}(?=[a-z])")
_WORD: Final = re.compile(r"[^\W\d_]*[^\W\d_\x00-\x7f][^\W\d_]*")

# Natural logarithms of probabilities.
_ASCII: Final = math.log(1 / 40)  # a charset gains this where an ASCII byte is the second half of a character
_BROKEN: Final = -40.0  # a character whose second byte is the bracket that ends a value
_ODD_WORD: Final = -5.0  # capitals or scripts mixed within a word, or accents everywhere
_USUAL: Final = -9.3  # per character: most are common ones of their charset
_FAMILIAR: Final = -8.0  # per character: of every three, one or more are of the most frequent of their language
_FAMILIAR_LETTERS: Final = -4.0  # the same in charsets of one byte
_FOREIGN: Final = -9.2  # share of a charset that no file of the sample is in: one file of 10,000
_SURE: Final = 7.0  # odds of 1,000 to 1

_KEPT: Final = ((0.3, 1.0), (0.03, 0.1), (0.0, 0.01))  # share of files → what is kept of it, so that a file more or
# less does not change the mixture
_LEAST: Final = 0.01  # share of files that is a pool, if it is of two files
_ROUNDS: Final = 20
_VOTES: Final = 400  # files of a cluster that chardet looks at
_CONVINCING: Final = 0.5  # confidence of chardet
_STAND_IN: Final = 0.05  # vote of a file for the charset that stands for others, which chardet ranks much alike

_ALL: Final = (*DOUBLE, *SINGLE)
_RIVALS: Final = {"gb18030": ("cp949", "euc_jp"), "cp949": ("gb18030",), "euc_jp": ("gb18030", "cp949")}
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


def _named(name: str, samples: Sequence[bytes]) -> str:
    """Return the charset of a cluster: the likeliest one, or one that only chardet knows.

    chardet is asked unless the text is familiar: about all files together and, where that does not convince it, about
    each. Then a file has a vote of the weight of chardet's confidence. It is not asked to choose between charsets that
    have a table here.
    """
    if _is_familiar(name, samples):
        return name
    import chardet  # noqa: PLC0415 - 0.07 s with what it reads first, and most archives never need it

    def ask(data: bytes) -> tuple[str, float]:
        answer = chardet.detect(data, encoding_era=chardet.EncodingEra.MODERN_WEB)
        charset = superset(codec(answer["encoding"] or "") or "utf-8")
        return name if charset in _ALL else charset, answer["confidence"] or 0

    stretches = [b"\n".join(_STRETCH.findall(data, *_examined(data))) for data in samples[:_VOTES]]
    together, confidence = ask(b"\n".join(stretches))
    votes: dict[str, float] = defaultdict(float)
    if confidence >= _CONVINCING:
        votes[together] += 1
    elif name in SINGLE:
        votes[name] += _STAND_IN * len(stretches)
        for charset, confidence in map(ask, stretches):
            votes[charset] += confidence
    votes.pop("utf-8", None)
    return max(votes, key=votes.__getitem__, default=name)


def _is_familiar(name: str, samples: Sequence[bytes]) -> bool:
    """Return True if a good part of the characters of texts are the most frequent ones of a charset."""
    text = " ".join(_text(_window(data), name) for data in samples)
    likely, high = _weighed(text, name)
    if name in DOUBLE:
        return likely >= _FAMILIAR * high
    return likely >= _FAMILIAR_LETTERS * high and not _odd_words(text, name)


def detect(data: bytes, mixture: Mixture) -> Decision:
    """Return the charset that a file's own bytes, and the other files of its source, make likeliest.

    Args:
        data: bytes that are neither ASCII nor UTF-8.
        mixture: charsets of the file's source; empty where there is no other file.
    """
    source = "pooled"
    if not mixture.shares:
        mixture, source = mixture_of([data]), "guessed"
    main, sample = mixture.main, _window(data)
    if len(mixture.shares) == 1 and _is_usual(sample, main):
        return Decision(_extended(data, main), source)
    prior = {name: math.log(share) for name, share in mixture.shares}
    likely = {name: _likelihood(sample, name) for name in dict.fromkeys((*prior, *_ALL))}
    chosen = max(likely, key=lambda name: likely[name] + prior.get(name, _FOREIGN))
    best = max(likely, key=likely.__getitem__)
    charset = _extended(data, chosen)
    if chosen not in prior:
        return Decision(charset, "guessed", f"its bytes look like {charset}, other files of the source like {main}")
    if likely[best] - likely[chosen] > _SURE:
        return Decision(charset, source, f"its bytes look like {best}, other files of the source like {chosen}")
    return Decision(charset, source)


def likeliest(data: bytes) -> str:
    """Return the charset that a text is likeliest in, of those that have a table."""
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


def _extended(data: bytes, charset: str) -> str:
    """Return a charset, or the one that extends it if only that reads all of the bytes."""
    return next((name for name in (charset, *extensions(charset)) if _decodes(data, name)), charset)


def _decodes(data: bytes, charset: str) -> bool:
    try:
        data.decode(charset)
    except UnicodeDecodeError:
        return False
    return True


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
    return sample.shown.decode(reading_codec(name), errors="replace")


def _likelihood(sample: _Sample, name: str) -> float:
    """Return the logarithm of the likelihood of bytes as text of a charset."""
    text = _text(sample, name)
    likely, high = _weighed(text, name)
    likely += _ASCII * (len(text) - high) + _ODD_WORD * _odd_words(text, name)
    return likely + _BROKEN * len(broken_characters(sample.shown + sample.after, superset(name)))


def _weighed(text: str, name: str) -> tuple[float, int]:
    """Return the logarithm of the likelihood of the characters beyond ASCII in a charset, and their number."""
    high = "".join(_HIGH.findall(text))
    return sum(map(frequencies(name).__getitem__, high)), len(high)


def _odd_words(text: str, name: str) -> int:
    """Return the number of words that no language writes: of mixed case or scripts, or with hanzi inside a word."""
    if name in DOUBLE:
        return len(_HANZI_IN_WORD.findall(text))
    return sum(not _is_regular(word) for word in _WORD.findall(text))


def _is_regular(word: str) -> bool:
    """Return True if capitals are where capitals belong, and a word is of one script; of Latin, not all accents."""
    has_case = word.islower() or word.isupper() or word.istitle() or word.lower() == word.upper()
    ascii_letters = sum(map(str.isascii, word))
    return has_case and (2 * ascii_letters >= len(word) if max(word) < "\u0250" else not ascii_letters)
