"""The kind of game, property GM: Go, or another game."""

from __future__ import annotations

import re
from typing import Final

from goanalyze.sgf.values.numbers import fold
from goanalyze.sgf.values.size_komi_handicap import parse_komi
from goanalyze.vocabulary.limits import MAX_VALUE

_GO: Final = re.compile(
    r"0*1(?:\.0*)?|(?:1 ?[-:=]? ?)?(?:i-?go|go game|game of go|go|wei-?qi|baduk|paduk|围棋|圍棋|囲碁|碁|바둑)"
)


def is_go(text: str) -> bool:
    """Return True if a record is one of Go: its GM is absent, 1, a word for Go, or a komi in place of a number.

    Args:
        text: raw GM; ``""`` when the property is absent or empty.

    Rule: SGF FF[4], Root properties, GM: Go is 1, other games have other whole numbers.

    Example:
        >>> [is_go(text) for text in ("", "1", "5.5", "囲碁", "Weiqi", "6", "0", "Chess")]
        [True, True, True, True, True, False, False, False]
    """
    return not text or _GO.fullmatch(fold(text[:MAX_VALUE])) is not None or komi_in_game(text) is not None


def komi_in_game(text: str) -> float | None:
    """Return the komi that is written in GM, in points; None for a whole number, which is that of a game.

    Example:
        >>> komi_in_game("5.5"), komi_in_game("3.75"), komi_in_game("7")
        (5.5, 7.5, None)
    """
    komi = parse_komi(text, "GM") if re.search("[.,½¼¾半/]", text) and len(text) <= MAX_VALUE else None
    if komi is None or komi.points is None or komi.points * 2 % 2 != 1:
        return None
    return komi.points
