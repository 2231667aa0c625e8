"""The terms that each ruleset adds up to a score, stated once, as arrays over a chunk of final positions.

The sum of a list of terms is the margin of each game, one row of it is the ledger of one. In addition to the terms of a
ruleset there are the methods by which players count to the same result: in zi, with pass stones, by filling in.

Ledgers: the count of one game line by line, as text and as data. Scope: no counting.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.hypotheses import handicap_compensation
from goanalyze.draw.text_tables import Row, sides_html, sides_text
from goanalyze.points import BLACK, WHITE
from goanalyze.rules import Compensation, Counting, FirstPass, LastPass, Ruleset, Scoring, Seki
from goanalyze.score.final_positions import FinalPositions
from goanalyze.util.numbers import decimal_text, plural, points_text, quarters

Points: TypeAlias = NDArray[np.int32] | NDArray[np.float64]
_STONES_PER_GROUP: Final = 2
_STAYING: Final = "but for those that lie in no territory"


class Term(NamedTuple):
    """One term of a score.

    Attributes:
        name: name, as in a ledger.
        black: Black's points in each game; None if the term is not about a side.
        white: White's points.
        is_blank_zero: True if zeros are left blank, and lines of two zeros left out.
    """

    name: str
    black: Points | None
    white: Points | None = None
    is_blank_zero: bool = False


def _both(name: str, sides: Points, *, is_blank_zero: bool = False) -> Term:
    """Return a term of both sides, [2, games]."""
    return Term(name, sides[0], sides[1], is_blank_zero)


class CountingMethod(NamedTuple):
    """A method of counting: title, terms, and unit. Zi are two points each; terms in stones have no sum."""

    title: str
    terms: Sequence[Term]
    unit: Literal["points", "zi", "stones"] = "points"


def margin_of(terms: Sequence[Term], games: int) -> NDArray[np.float64]:
    """Return the sum of terms for each game, Black − White.

    It is exact if at most the last term, komi, is not a multiple of a quarter: then it is rounded once.
    """
    margin = np.zeros(games)
    for term in terms:
        if term.black is not None:
            margin += term.black
        if term.white is not None:
            margin -= term.white
    return margin


def board_terms(final: FinalPositions, ruleset: Ruleset, seki: Seki | None = None) -> list[Term]:
    """Return the terms of board and passes, in points: all but compensation and komi.

    Args:
        final: final positions.
        ruleset: ruleset.
        seki: value of eyes in seki, by default that of the ruleset.

    Rule: the axes of each ruleset name their sources.
    """
    seki = ruleset.seki.value if seki is None else seki
    if ruleset.scoring.value is Scoring.TERRITORY:
        terms = _territory_terms(final, seki)
    else:
        terms = [
            _both("living stones", final.sides("stones")),
            _both("points they surround", final.sides("territory")),
            *_seki_terms(final, seki),
        ]
    if ruleset.prisoners.value:
        terms += _prisoner_terms(final, ruleset, seki)
    if ruleset.scoring.value is Scoring.STONES:
        terms.append(_both("two points of each group stay open", -_STONES_PER_GROUP * final.sides("groups")))
    if tax := ruleset.group_tax.value:
        groups = final.sides("groups_strict" if seki is Seki.STRICT else "groups")
        terms.append(_both(f"group tax, {tax} a group", -tax * groups))
    if ruleset.first_pass.value is not FirstPass.NOTHING:
        terms.append(Term("White passed first", -_white_passed_first(final, ruleset)))
    if ruleset.button.value:
        black, white = (0.5 * (final.first_pass == color) for color in (BLACK, WHITE))
        terms.append(Term("button, for the first pass", black, white, is_blank_zero=True))
    return terms


def _white_passed_first(final: FinalPositions, ruleset: Ruleset) -> NDArray[np.int32]:
    """Return 1 if White made the pass that costs Black a point under the ruleset, else 0."""
    if ruleset.first_pass.value is FirstPass.NOTHING:
        return np.zeros(len(final), dtype=np.int32)
    is_of_game = ruleset.first_pass.value is FirstPass.OF_GAME
    passed: NDArray[np.int32] = ((final.first_pass if is_of_game else final.final_pass) == WHITE).astype(np.int32)
    return passed


def _seki_terms(final: FinalPositions, seki: Seki) -> list[Term]:
    if seki is Seki.EYES:
        return [_both("less eyes in seki", -final.sides("seki"))]
    if seki is Seki.STRICT:
        return [_both("less eyes of groups that touch dame", -final.sides("seki_strict"))]
    return []


def _territory_terms(final: FinalPositions, seki: Seki) -> list[Term]:
    terms = [_both("territory", final.sides("territory")), *_seki_terms(final, seki)]
    if seki is Seki.EYES:
        terms.append(_both("less points to be filled (teire)", -final.sides("deducted"), is_blank_zero=True))
    return terms


def _prisoner_terms(final: FinalPositions, ruleset: Ruleset, seki: Seki) -> list[Term]:
    """Return the terms of captured and dead stones, as gains of the opponent or losses of the owner, and of passes."""
    are_losses = ruleset.counting.value is Counting.OWN_LOSSES
    prisoners, dead = final.prisoners.T, final.sides("dead")
    if are_losses:
        terms = [_both("less own stones captured", -prisoners[::-1]), _both("less own dead stones", -dead)]
    else:
        terms = [_both("prisoners", prisoners), _both("dead stones of the opponent", dead[::-1])]
    if seki is Seki.STRICT:
        staying = final.sides("stay_strict")
        terms.append(_both(_STAYING, staying if are_losses else -staying[::-1], is_blank_zero=True))
    if ruleset.pass_stones.value:
        black, white = final.passes.T
        if ruleset.last_pass.value is LastPass.WHITE:
            white = white + (final.last_pass == BLACK)  # White's pass that the rule demands at the end is implied
        terms.append(Term("pass stones of the opponent", white, black))
    return terms


def compensation_points(final: FinalPositions, compensation: Compensation) -> NDArray[np.float64]:
    """Return White's points for handicap stones in each game."""
    return handicap_compensation(compensation, final.handicap.astype(np.float64))


def ruleset_komi(final: FinalPositions, ruleset: Ruleset) -> NDArray[np.float64]:
    """Return the komi that a ruleset sets for each game, NaN if it sets none."""
    kind = (final.width.astype(np.int64) * 64 + final.height) * 2 + (final.handicap >= 1)
    by_kind = np.full(int(kind.max(initial=0)) + 1, np.nan)
    for key in np.flatnonzero(np.bincount(kind)).tolist():
        if (value := ruleset.komi.value.points(key // 128, key // 2 % 64, key % 2)) is not None:
            by_kind[key] = value
    komi: NDArray[np.float64] = by_kind[kind]
    return komi


def white_terms(ruleset: Ruleset, bonus: NDArray[np.float64], komi: NDArray[np.float64]) -> list[Term]:
    """Return White's terms apart from the board: points for handicap stones and, the last term of every sum, komi."""
    from_black = ruleset.counting.value is Counting.OWN_LOSSES
    paid = Term("komi", -komi) if from_black else Term("komi", None, komi)
    return [Term("for handicap stones", None, bonus, is_blank_zero=True), paid]


def ruleset_method(
    final: FinalPositions, ruleset: Ruleset, bonus: NDArray[np.float64], komi: NDArray[np.float64]
) -> CountingMethod:
    """Return the method of the ruleset: the sum of its terms is the margin."""
    title = f"{ruleset.id}, by {ruleset.scoring.value.value}"
    return CountingMethod(title, [*board_terms(final, ruleset), *white_terms(ruleset, bonus, komi)])


def players_method(
    final: FinalPositions, ruleset: Ruleset, bonus: NDArray[np.float64], komi: NDArray[np.float64]
) -> CountingMethod | None:
    """Return the method of the players of one game, if it is another one with the same result.

    Args:
        final: final position of one game.
        ruleset: ruleset.
        bonus: float64[1], White's points for handicap stones.
        komi: float64[1], komi in points.
    """
    counting, seki = ruleset.counting.value, ruleset.seki.value
    if seki is not Seki.COUNTED or ruleset.group_tax.value or ruleset.button.value:
        return None  # these methods provide for neither
    area = final.sides("stones") + final.sides("territory")
    if counting is Counting.HALF:
        terms = [
            Term("Black's area", area[0]),
            Term("half of the dame", final.dame / 2, is_blank_zero=True),
            Term("half of the board", -final.width.astype(np.float64) * final.height / 2),
            Term("White passed first", -_white_passed_first(final, ruleset) / 2, is_blank_zero=True),
            Term("half of the handicap", -bonus / 2, is_blank_zero=True),
            Term("half of komi", -komi / 2),
        ]
        return CountingMethod("half counting, in zi", terms, "zi")  # Black's area less half the board is the margin
    if (bonus != compensation_points(final, ruleset.compensation.value)).any():
        return None  # the other methods give the same result with the ruleset's own points only
    if counting is Counting.FILL_IN:
        return fill_in(final, float(komi[0]))
    by_passes = final.final_pass[0] and ruleset.first_pass.value is FirstPass.NOTHING
    if counting is not Counting.AREA_OR_PASS_STONES or not by_passes:
        return None
    if ruleset.scoring.value is Scoring.AREA:
        nothing = compensation_points(final, Compensation.NOTHING)
        prisoners = _prisoner_terms(final, ruleset, seki)
        terms = [*_territory_terms(final, seki), *prisoners, *white_terms(ruleset, nothing, komi)]
        return CountingMethod("by territory with pass stones", terms)
    bonus = compensation_points(final, Compensation.PER_STONE_BUT_ONE)
    return CountingMethod("by area", [_both("area", area), *white_terms(ruleset, bonus, komi)])


def fill_in(final: FinalPositions, komi: float) -> CountingMethod | None:
    """Return the board of one game once Ing's counted sets are filled in; None if that does not apply.

    Each side has (points − 1) / 2 stones, 180 on 19×19, prisoners returned. Black pays komi first: White lets half as
    much in stones into Black's area, 4 for 8 points. Then each side fills its area. The winner has room left when the
    set is used up: for the point left vacant and for the opponent's stones that found no room. k of them are a margin
    of 2k + 1, komi included. A komi that stones cannot pay, one that is not an even number, stays out.

    Does not apply on boards with an even number of points, or with points that neither side owns.

    Rule: Ing SST laws 1996, counting; Wikipedia, *Rules of Go*, Ing: four white stones in Black's area are 8 points.
    """
    points = int(final.width[0]) * int(final.height[0])
    area = final.sides("stones") + final.sides("territory")
    if points % 2 == 0 or area.sum() != points:
        return None
    stones = points // 2
    paid = int(komi) // 2 if komi % 2 == 0 and 0 <= komi / 2 <= area[0, 0] else 0
    room, left = area - [[paid], [0]], stones - np.array([[0], [paid]])
    own = np.minimum(room, left)
    terms = [
        Term("let into Black's area for komi", None, np.array([paid]), is_blank_zero=True),
        _both("own stones in the own area", own),
        _both("stones in the other's area", left - own, is_blank_zero=True),
        _both("vacant point of the own area", (room > left).astype(np.int32), is_blank_zero=True),
    ]
    before = ", before komi" if komi and not paid else ""
    return CountingMethod(f"fill-in with {stones} stones each{before}", terms, "stones")


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One line of a ledger.

    Attributes:
        name: name of the line.
        black, white: numbers of both sides; None if the line is not about a side.
    """

    name: str
    black: float | None = None
    white: float | None = None


@dataclass(frozen=True, slots=True)
class Ledger:
    """A count, line by line.

    Attributes:
        title: method of counting.
        lines: lines, in the order in which players count.
        unit: points; zi (子), worth two points of margin each; stones, if the lines have no sum.

    Example:
        >>> ledger = Ledger("area", (LedgerLine("area", 44, 36), LedgerLine("komi", None, 7.5)))
        >>> ledger.black, ledger.white, ledger.margin
        (44.0, 43.5, 0.5)
        >>> print(ledger)
        area                                  Black   White
          area                                   44      36
          komi                                          7.5
                                            ───────────────
                                                 44    43.5  B+0.5
    """

    title: str
    lines: tuple[LedgerLine, ...]
    unit: Literal["points", "zi", "stones"] = "points"

    @property
    def black(self) -> float:
        """Black's sum."""
        return math.fsum(line.black or 0 for line in self.lines)

    @property
    def white(self) -> float:
        """White's sum."""
        return math.fsum(line.white or 0 for line in self.lines)

    @property
    def margin(self) -> float:
        """Black − White, in the ledger's unit; summed at once, so that a komi such as 6.1 is rounded once only."""
        return math.fsum(number for line in self.lines for number in (line.black or 0, -(line.white or 0)))

    def rows(self) -> list[Row]:
        """Return the lines as text."""
        return [(line.name, self._number(line.black), self._number(line.white)) for line in self.lines]

    def total(self) -> Row | None:
        """Return both sums and the result as text; None if the lines have no sum."""
        if self.unit == "stones":
            return None
        result = points_text(self.margin)
        if self.unit == "zi" and self.margin:
            result = f"{result[:2]}{quarters(abs(self.margin))}子"
        is_one_sided = all(line.white is None for line in self.lines)
        return self._number(self.black), "" if is_one_sided else self._number(self.white), result

    def __repr__(self) -> str:
        total = self.total()
        return f"<Ledger {self.title}, {total[-1] if total else plural(len(self.lines), 'line')}>"

    def __str__(self) -> str:
        return sides_text(self.title, self.rows(), self.total())

    def _repr_html_(self) -> str:
        return sides_html(self.title, self.rows(), self.total())

    def _number(self, value: float | None) -> str:
        if value is None:
            return ""
        return quarters(value) if self.unit == "zi" else decimal_text(value).replace("-", "−")


def ledger_of(method: CountingMethod, game: int = 0) -> Ledger:
    """Return the ledger of one game: its row of the terms of a method."""
    lines = []
    for term in method.terms:
        black, white = (_value(points, game, term.is_blank_zero) for points in (term.black, term.white))
        if not term.is_blank_zero or black is not None or white is not None:
            lines.append(LedgerLine(term.name, black, white))
    return Ledger(method.title, tuple(lines), method.unit)


def _value(points: Points | None, game: int, is_blank_zero: bool) -> float | None:
    """Return the number of a term for a side in one game; 0.0 has no sign."""
    return None if points is None or (is_blank_zero and not points[game]) else float(points[game]) + 0.0
