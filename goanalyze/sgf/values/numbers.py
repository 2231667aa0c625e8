"""Numbers in ordinary writing: ``6,5``, ``3 1/2``, ``3½``, ``2又3/4子``, ``６目半``, ``三目半``.

Shared by the modules that read one property each. Scope: no property, no finding code and no judgement on whether a
number is plausible.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from goanalyze.limits import MAX_VALUE
from goanalyze.sgf.choices import Unit
from goanalyze.util.numbers import decimal_text

_QUOTE_LIMIT: Final = 60  # characters of a text shown in a message; files hold whole essays in RE

_DIGITS: Final = {sign: value for value, sign in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2, "兩": 2}
_NUMERAL: Final = re.compile(r"[〇零一二两兩三四五六七八九十百]+")
_FRACTION: Final = re.compile("[¼-¾⅐-⅟↉]")  # signs that Unicode writes as fractions
_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "—": "-", "‐": "-", "⁄": "/", "、": ",", "’": "'", "‘": "'"})
_FULL_STOP: Final = re.compile(r"(?<=[0-9])[。｡・](?=[0-9])")  # an input method's decimal point

_QUANTITY: Final = re.compile(
    r"""
    (?<![0-9.,/])
    (?: (?: (?P<whole>[0-9]+) (?: \s? (?:又|and|&) \s? | \s ) )? (?P<top>[0-9]+)/(?P<bottom>[0-9]+)
      | (?P<decimal> [0-9]+ (?: \.[0-9]* | ,[0-9]{1,2} )? | \.[0-9]+ ) )? (?![,./]?[0-9])
    \s? (?P<unit> 子|zi\b | 目|집|호|moku\b|points?\b|pts?\b )?
    \s? (?P<half> 半|반 )?
    \s? (?P<after> 子|目|집|호 )?
    """,
    re.VERBOSE,
)
_ZI_WORDS: Final = frozenset({"子", "zi"})


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in a text, with the unit written next to it (``none`` without one)."""

    value: float
    unit: Unit
    start: int
    end: int


def fold(text: str) -> str:
    """Rewrite a text with ASCII digits and signs, lower case, single blanks and no numerals in 漢字.

    Does not correct anything: a plain text differs from its folded form only in case and blanks.

    Example:
        >>> fold(" ６目半 "), fold("3½"), fold("三又四分之三子"), fold("十八級"), fold("5。5")
        ('6目半', '3 1/2', '3又3/4子', '18級', '5.5')
    """
    if text.isascii():
        return " ".join(text.lower().split())
    spaced = _FRACTION.sub(r" \g<0>", text)  # compatibility folding turns 3½ into 31⁄2, so a blank goes first
    folded = " ".join(unicodedata.normalize("NFKC", spaced).translate(_SIGNS).lower().split())
    arabic = _FULL_STOP.sub(".", _NUMERAL.sub(lambda match: _arabic(match[0]), folded))
    return re.sub(r"(?<![0-9])([0-9]+)分之([0-9]+)", r"\2/\1", arabic)


def _arabic(numeral: str) -> str:
    """Turn one run of Chinese numerals into digits; years are written sign by sign (二〇〇九)."""
    if "十" not in numeral and "百" not in numeral:
        return "".join(str(_DIGITS[sign]) for sign in numeral)
    total = pending = 0
    for sign in numeral:
        if sign in _DIGITS:
            pending = _DIGITS[sign]
        else:
            total += (pending or 1) * (100 if sign == "百" else 10)
            pending = 0
    return str(total + pending)


def find_quantities(folded: str) -> list[Quantity]:
    """Find every number in a folded text, in order.

    Does not read signs, exponents or numbers in English words. A number too large for a float and a fraction over
    zero are passed over.

    Example:
        >>> [(q.value, q.unit.value) for q in find_quantities("black wins by 3 1/2")]
        [(3.5, 'none')]
        >>> [(q.value, q.unit.value) for q in find_quantities("黑3目半, 白半子")]
        [(3.5, 'points'), (0.5, 'zi')]
    """
    quantities = []
    for match in _QUANTITY.finditer(folded):
        value = _value(match)
        if value is not None:
            words = {match["unit"], match["after"]} - {None}
            unit = Unit.ZI if words & _ZI_WORDS else Unit.POINTS if words else Unit.NONE
            quantities.append(Quantity(value, unit, match.start(), match.end()))
    return quantities


def _value(match: re.Match[str]) -> float | None:
    """Add up the parts of one match; None where it holds no finite number."""
    value = 0.5 if match["half"] else 0.0
    if match["decimal"]:
        value += float(match["decimal"].replace(",", "."))
    elif match["top"]:
        bottom = float(match["bottom"])
        if bottom == 0:
            return None
        value += float(match["whole"] or 0) + float(match["top"]) / bottom
    elif not match["half"]:
        return None
    return value if math.isfinite(value) else None


def read_quantity(folded: str) -> Quantity | None:
    """Read a folded text that is one number with an optional sign and unit, and nothing else.

    Example:
        >>> read_quantity("-6,5").value, read_quantity("3又3/4子").unit.value, read_quantity("about 6")
        (-6.5, 'zi', None)
    """
    body = folded.lstrip("+-").lstrip()
    sign = folded[: len(folded) - len(body)].strip()
    quantities = find_quantities(body)
    if len(quantities) != 1 or sign not in {"", "+", "-"}:
        return None
    quantity = quantities[0]
    if quantity.start != 0 or quantity.end != len(body):
        return None
    return Quantity(-quantity.value if sign == "-" else quantity.value, quantity.unit, 0, len(folded))


def is_quarter(value: float) -> bool:
    """Return True if a number ends in .25 or .75, which only a count in zi (子, two points each) can."""
    return math.isfinite(value) and abs(value) % 0.5 == 0.25


def in_points(value: float) -> str:
    """Write a number of points for a message."""
    return f"{decimal_text(value)} point" + ("" if abs(value) == 1 else "s")


def too_long(subject: str, raw: str) -> str:
    """Return the sentence about a value that is too long to be read; empty for any other."""
    return f"{subject} {quote(raw)} is longer than {MAX_VALUE:,} characters and not read." * (len(raw) > MAX_VALUE)


def quote(text: str) -> str:
    """Quote a raw text for a message, as `repr` does, cut after 60 characters."""
    return repr(text if len(text) <= _QUOTE_LIMIT else text[:_QUOTE_LIMIT] + "…")
