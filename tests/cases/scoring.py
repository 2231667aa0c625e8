"""Counting cases: a final position, its dead stones, and the count by each method.

Positions are our own; the words of `source` name the rule that decides. X is Black, O White.
"""

from __future__ import annotations

from typing import NamedTuple

from goanalyze import BLACK, WHITE


class Side(NamedTuple):
    """One colour's count, as in `goanalyze.score.count.ColorCount`."""

    stones: int
    territory: int
    dead: int = 0
    groups: int = 0
    seki: int = 0
    seki_strict: int = 0


class Case(NamedTuple):
    """One case; margins are Black − White before komi: area, territory (plain, eyes in seki off, strict), stones."""

    name: str
    source: str
    rows: tuple[str, ...]
    black: Side
    white: Side
    dame: int
    margins: tuple[int, int, int, int, int]
    dead: str = ""
    prisoners: dict[int, int] = {}  # noqa: RUF012 - never written to


_AREA = "Tromp–Taylor rules, rule 10: area"
_JP8 = "Japanese rules 1989, art. 8: territory; stones that touch dame are in seki"
_JP10 = "Japanese rules 1989, art. 10: dead stones and prisoners"
_STONE = "stone scoring of old China: two points of each group stay open"

CASES = [
    Case("the empty board", _AREA, (".....",) * 5, Side(0, 0), Side(0, 0), 25, (0, 0, 0, 0, 0)),
    Case("one stone owns the board", _AREA, (".....", ".....", "..X..", ".....", "....."), Side(1, 24, groups=1),
         Side(0, 0), 0, (25, 24, 24, 24, 23)),
    Case("a strip of dame between walls", _JP8, (".X.O.",) * 5, Side(5, 5, groups=1, seki_strict=5),
         Side(5, 5, groups=1, seki_strict=5), 5, (0, 0, 0, 0, 0)),
    Case("unequal walls with dame open", _JP8, ("..X.O",) * 3, Side(3, 6, groups=1, seki_strict=6), Side(3, 0), 3,
         (6, 6, 6, 0, 4)),
    Case("walls that touch", _AREA, (".XO..",) * 5, Side(5, 5, groups=1), Side(5, 10, groups=1), 0,
         (-5, -5, -5, -5, -5)),
    Case("a dead stone counts twice by territory", _JP10, (".XO..", "OXO..", ".XO..", ".XO..", ".XO.."),
         Side(5, 5, groups=1), Side(5, 10, dead=1, groups=1), 0, (-5, -4, -4, -4, -5), dead="A4"),
    Case("the same stone left on the board", "Tromp–Taylor rules, rule 9: the board counts as it stands",
         (".XO..", "OXO..", ".XO..", ".XO..", ".XO.."), Side(5, 0), Side(6, 10, groups=1), 4,
         (-11, -10, -10, -10, -9)),
    Case("one dead stone makes its chain dead", _JP10, ("..XO..", "OOXOX.", "..XO.."), Side(3, 6, dead=1, groups=1),
         Side(3, 6, dead=2, groups=1), 0, (0, 1, 1, 1, 0), dead="A2 E2"),
    Case("prisoners count by territory only", _JP10, (".XO.",) * 3, Side(3, 3, groups=1), Side(3, 3, groups=1), 0,
         (0, 2, 2, 2, 0), prisoners={BLACK: 3, WHITE: 1}),
    Case("seki without eyes", _JP8, ("XXOO", "X..O"), Side(3, 0), Side(3, 0), 2, (0, 0, 0, 0, 0)),
    Case("an eye in seki", "Japanese rules 1989, art. 8; AGA rules 1991, rule 12: area counts it", (".X.OO",),
         Side(1, 1, seki=1, seki_strict=1), Side(2, 0), 1, (0, 1, 0, 0, 0)),
    Case("an eye of two points is one eye", _JP8, ("..X.OO",), Side(1, 2, seki=2, seki_strict=2), Side(2, 0), 1,
         (1, 2, 0, 0, 1)),
    Case("an eye of three points is two eyes", f"{_JP8}; to the letter it still touches a dame", ("...X.OO",),
         Side(1, 3, groups=1, seki_strict=3), Side(2, 0), 1, (2, 3, 3, 0, 0)),
    Case("two eyes beside an open dame", f"{_JP8}; to the letter it still touches a dame", (".X.X.OO",),
         Side(2, 2, groups=1, seki_strict=2), Side(2, 0), 1, (2, 2, 2, 0, 0)),
    Case("an eye joins two chains in seki", _JP8, ("X.X.OO",), Side(2, 1, seki=1, seki_strict=1), Side(2, 0), 1,
         (1, 1, 0, 0, 1)),
    Case("seki beside living groups", _JP8, (".X.O.", ".XXO.", ".XOO.", ".X.O.", ".XXO."),
         Side(7, 5, groups=1, seki_strict=5), Side(6, 5, groups=1, seki_strict=5), 2, (1, 0, 0, 0, 1)),
    Case("two groups against one", _STONE, ("X.XO.OX.X",), Side(4, 2, groups=2), Side(2, 1, groups=1), 0,
         (3, 1, 1, 1, 1)),
    Case("a full board", _STONE, ("XXO", "OOO"), Side(2, 0, groups=1), Side(4, 0, groups=1), 0, (-2, 0, 0, 0, -2)),
    Case("all of one colour dead", _JP10, ("O...", ".O..", "..X."), Side(1, 11, groups=1), Side(0, 0, dead=2), 0,
         (12, 13, 13, 13, 10), dead="A3 B2"),
    Case("everything dead", _JP10, ("O..", "..X"), Side(0, 0, dead=1), Side(0, 0, dead=1), 6, (0, 0, 0, 0, 0),
         dead="A2 C1"),
]  # fmt: skip
