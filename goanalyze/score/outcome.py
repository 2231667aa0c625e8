"""The outcome of one game under one ruleset, with its ledger, stated as the rule books count.

The fast twin for chunks is `goanalyze.score.margins`. Margins are Black − White in points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from goanalyze.draw.counted import counted_svg
from goanalyze.draw.diagram import rich_joined
from goanalyze.draw.tables import outcome_html
from goanalyze.draw.viewer import as_image
from goanalyze.rules import (
    Compensation,
    Counting,
    DeadStones,
    End,
    FirstPass,
    KomiReading,
    LastPass,
    NoResult,
    Ruleset,
    Scoring,
    Seki,
    Ties,
)
from goanalyze.score.basis import BASES, Basis
from goanalyze.score.count import ColorCount
from goanalyze.score.ending import Ending, Judged
from goanalyze.score.fill_in import fill_in
from goanalyze.score.ledger import Ledger, Line
from goanalyze.score.margins import WINNERS
from goanalyze.score.territory import FinalBoard
from goanalyze.vocabulary.numbers import points_text
from goanalyze.vocabulary.points import BLACK, WHITE

if TYPE_CHECKING:
    from rich.text import Text

_STONES_PER_GROUP = 2


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a ruleset makes of a game.

    Attributes:
        ruleset: whose rules.
        basis: what it rests on, or why there is none: a name of `goanalyze.score.basis.BASES`.
        reasons: sentences: what `basis` means, what is assumed, what else could be.
        komi: points for White that were reckoned with; None where there are none.
        bonus: points for White for handicap stones.
        margin: Black − White with komi and bonus, None where `basis` says why there is none.
        winner: black, white, draw; None without a margin.
        margin_strict: the same with seki to the letter; None where the ruleset excludes nothing in seki.
        ledger: the count line by line; its margin is `margin`. None without a position.
        other_ledger: the same result as the players would count it, where that is another way: in zi, by territory
            with pass stones, by area; None where there is none.
        approximate: groups were counted with seki on the board.
        no_result: a long cycle lets the players claim no result, or the referee rule.
        final: the position that was counted, so that it can be drawn; None without a margin, or where it is not known.
            Two outcomes are equal whether they know it or not.
    """

    ruleset: Ruleset
    basis: str
    reasons: tuple[str, ...]
    komi: float | None
    bonus: float
    margin: float | None
    winner: str | None
    margin_strict: float | None
    ledger: Ledger | None
    other_ledger: Ledger | None
    approximate: bool
    no_result: bool
    final: FinalBoard | None = field(default=None, compare=False, repr=False)

    @property
    def result(self) -> str:
        """The result as records write it, ``?`` without a margin; a tie that decides names its winner."""
        if self.margin is None:
            return "?"
        if self.margin == 0 and self.winner != "draw":
            return f"{'B' if self.winner == 'black' else 'W'}+0 (tie)"
        return points_text(self.margin)

    @property
    def zi(self) -> float | None:
        """The margin in zi (子), two points each, as Chinese half counting gives it."""
        return None if self.margin is None else self.margin / 2

    def __repr__(self) -> str:
        return f"<Outcome {self.ruleset.id} {self.result}, {self.basis}>"

    def __str__(self) -> str:
        parts = [str(ledger) for ledger in (self.ledger, self.other_ledger) if ledger and self.margin is not None]
        return "\n\n".join([f"{self.ruleset.title}: {self.result}", *parts, *filter(None, ["\n".join(self.reasons)])])

    def __rich__(self) -> Text:
        head, line, rest = str(self).partition("\n")
        told = rich_joined((head, "bold"), (line + rest, ""), between="")
        return told if self.final is None else rich_joined(told, self.final.territory().__rich__(), between="\n\n")

    def _repr_html_(self) -> str:
        title = self.ruleset.title
        head = f"{title}: {'no margin' if self.margin is None else self.result}"
        ledgers = "".join(ledger._repr_html_() for ledger in (self.ledger, self.other_ledger) if ledger)
        picture = ""
        if self.final is not None:
            counted = self.final.territory()
            picture = as_image(counted_svg(self.final.position, counted.signs(), f"As counted under {title}"))
        return outcome_html(head, self.basis.replace("_", " "), ledgers, self.reasons, picture)


def judge(ending: Ending, ruleset: Ruleset, komi: KomiReading = "recorded") -> Outcome:
    """Give the outcome of a game under a ruleset, with its ledger.

    Args:
        ending: how the game ended.
        ruleset: whose rules.
        komi: the recorded one, the ruleset's own, or a number.

    Example:
        >>> from goanalyze.board.position import Position
        >>> from goanalyze.rules import find_ruleset
        >>> from goanalyze.score.count import count
        >>> position = Position.from_rows([".X.O.", "XX.OO", ".X.OO", "XX.OO", ".X.O."])
        >>> ending = Ending(5, 5, count(position), Judged.DEAD_KNOWN, 1, 1, WHITE, WHITE, BLACK, komi=0.5)
        >>> judge(ending, find_ruleset("chinese")).result, judge(ending, find_ruleset("wmsg")).result
        ('W+0.5', 'W+1.5')
    """
    own = ruleset.komi.value.points(ending.width, ending.height, ending.handicap)
    points = own if komi == "ruleset" else ending.komi if komi == "recorded" else komi
    bonus = _compensation(ruleset.compensation.value, ending.handicap)
    basis = _basis(ending, ruleset)
    has_position = basis <= Basis.AS_IT_STANDS
    if has_position and points is None:
        basis = Basis.NO_RULESET_KOMI if komi == "ruleset" else Basis.NO_KOMI
    counted = basis <= Basis.AS_IT_STANDS
    ledger = Ledger(_title(ruleset), tuple(_lines(ending, ruleset, ruleset.seki.value, points, bonus)))
    margin = ledger.margin if counted else None
    strict = None
    if counted and ruleset.seki.value is not Seki.COUNTED:
        strict = Ledger("", tuple(_lines(ending, ruleset, Seki.STRICT, points, bonus))).margin
    in_seki = ending.count.black.seki_groups + ending.count.white.seki_groups > 0
    by_groups = ruleset.scoring.value is Scoring.STONES or ruleset.group_tax.value > 0
    outcome = Outcome(
        ruleset, BASES[basis][0], (), points, bonus, margin, None if margin is None else _winner(margin, ruleset),
        strict, ledger if counted else None, _other_ledger(ending, ruleset, points, bonus) if counted else None,
        has_position and in_seki and by_groups, _no_result(ending, ruleset),
    )  # fmt: skip
    return replace(outcome, reasons=tuple(_reasons(ending, outcome, basis)))


def _winner(margin: float, ruleset: Ruleset) -> str:
    if margin == 0:
        return {Ties.DRAW: "draw", Ties.BLACK: "black", Ties.WHITE: "white"}[ruleset.ties.value]
    return WINNERS[BLACK if margin > 0 else WHITE]


def _compensation(compensation: Compensation, handicap: int) -> float:
    if handicap < 2 or compensation is Compensation.NOTHING:
        return 0.0
    return float(handicap if compensation is Compensation.PER_STONE else handicap - 1)


def _no_result(ending: Ending, ruleset: Ruleset) -> bool:
    return ending.has_cycle and ruleset.no_result.value is not NoResult.NEVER


def _basis(ending: Ending, ruleset: Ruleset) -> Basis:
    """Return what the outcome rests on, komi left out of account."""
    if ending.judged is Judged.NO_POSITION:
        return Basis.NO_POSITION
    if ending.judged is Judged.UNFINISHED:
        return Basis.NOT_COUNTED
    if ending.judged is Judged.TOO_OPEN:
        return Basis.NOT_COUNTABLE
    if ending.played_on and ruleset.end.value is End.TWO_PASSES:
        return Basis.PLAYED_ON
    if (_needs_first_pass(ruleset) and not ending.first_pass) or (_needs_final_pass(ruleset) and not ending.final_pass):
        return Basis.NO_PASSES
    if ending.judged is Judged.AS_IT_STANDS:
        return Basis.AS_IT_STANDS
    if ending.judged is Judged.ESTIMATED:
        return Basis.ESTIMATED
    if ruleset.dead_stones.value is DeadStones.STAY and ending.count.black.dead + ending.count.white.dead:
        return Basis.DEAD_TAKEN_OFF
    return Basis.NO_RESULT_POSSIBLE if _no_result(ending, ruleset) else Basis.COUNTED


def _needs_first_pass(ruleset: Ruleset) -> bool:
    return ruleset.button.value or ruleset.first_pass.value is FirstPass.OF_GAME


def _needs_final_pass(ruleset: Ruleset) -> bool:
    by_pass_stones = ruleset.pass_stones.value and ruleset.scoring.value is Scoring.TERRITORY
    return by_pass_stones or ruleset.first_pass.value is FirstPass.OF_FINAL_PASSES


def _title(ruleset: Ruleset) -> str:
    names = {Scoring.AREA: "area", Scoring.TERRITORY: "territory", Scoring.STONES: "stones"}
    return f"{ruleset.id}, by {names[ruleset.scoring.value]}"


def _lines(ending: Ending, ruleset: Ruleset, seki: Seki, komi: float | None, bonus: float) -> Iterator[Line]:
    """Yield the count as the ruleset has it; its margin is the outcome's."""
    black, white = ending.count.black, ending.count.white
    if ruleset.scoring.value is Scoring.TERRITORY:
        yield from _territory_lines(ending, ruleset, seki)
    else:
        yield Line("living stones", black.stones, white.stones)
        yield Line("points they surround", black.territory, white.territory)
        yield from _seki_lines(black, white, seki)
    if ruleset.scoring.value is Scoring.STONES:
        yield Line("two points of each group stay open", -_STONES_PER_GROUP * black.groups,
                   -_STONES_PER_GROUP * white.groups)  # fmt: skip
    if tax := ruleset.group_tax.value:
        groups = (black.groups_strict, white.groups_strict) if seki is Seki.STRICT else (black.groups, white.groups)
        yield Line(f"group tax, {tax} a group", *(-tax * number for number in groups))
    if ruleset.first_pass.value is not FirstPass.NOTHING:
        yield Line("White passed first", -1 if _first_passer(ending, ruleset) == WHITE else 0)
    if ruleset.button.value:
        yield Line("button, to who passed first", 0.5 if ending.first_pass == BLACK else None,
                   0.5 if ending.first_pass == WHITE else None)  # fmt: skip
    yield from _komi_lines(ruleset, komi, bonus)


def _first_passer(ending: Ending, ruleset: Ruleset) -> int:
    """Return who made the pass that the ruleset asks about, 0 where it asks about none."""
    asked = {FirstPass.OF_GAME: ending.first_pass, FirstPass.OF_FINAL_PASSES: ending.final_pass}
    return asked.get(ruleset.first_pass.value, 0)


def _komi_lines(ruleset: Ruleset, komi: float | None, bonus: float) -> Iterator[Line]:
    if komi is not None and ruleset.counting.value is Counting.OWN_LOSSES:
        yield Line("komi", -komi)
    elif komi is not None:
        yield Line("komi", None, komi)
    if bonus:
        yield Line("for handicap stones", None, bonus)


def _seki_lines(black: ColorCount, white: ColorCount, seki: Seki) -> Iterator[Line]:
    if seki is Seki.EYES:
        yield Line("less eyes in seki", -black.seki, -white.seki)
    elif seki is Seki.STRICT:
        yield Line("less eyes of groups that touch dame", -black.seki_strict, -white.seki_strict)


def _territory_lines(ending: Ending, ruleset: Ruleset, seki: Seki) -> Iterator[Line]:
    black, white = ending.count.black, ending.count.white
    yield Line("territory", black.territory, white.territory)
    yield from _seki_lines(black, white, seki)
    if seki is not Seki.COUNTED and (black.deducted or white.deducted):
        yield Line("less points to be filled (teire)", -black.deducted, -white.deducted)
    if ruleset.counting.value is Counting.OWN_LOSSES:
        yield Line("less own stones captured", -white.prisoners, -black.prisoners)
        yield Line("less own dead stones", -black.dead, -white.dead)
    else:
        yield Line("prisoners", black.prisoners, white.prisoners)
        yield Line("dead stones of the opponent", white.dead, black.dead)
    if ruleset.pass_stones.value:
        handed = ending.white_passes + (ruleset.last_pass.value is LastPass.WHITE and ending.last_pass == BLACK)
        yield Line("pass stones of the opponent", handed, ending.black_passes)


def _other_ledger(ending: Ending, ruleset: Ruleset, komi: float | None, bonus: float) -> Ledger | None:
    """Return the count in the way in which the players do it, where that is another than the ledger's."""
    way = ruleset.counting.value
    if ruleset.seki.value is not Seki.COUNTED or ruleset.group_tax.value or ruleset.button.value:
        return None  # these counts know no such thing
    if way is Counting.HALF:
        return Ledger("half counting, in zi", tuple(_half_lines(ending, ruleset, komi, bonus)), "zi")
    if way is Counting.FILL_IN:
        return fill_in(ending)
    if way is not Counting.AREA_OR_PASS_STONES or not ending.final_pass \
            or ruleset.first_pass.value is not FirstPass.NOTHING:  # fmt: skip
        return None
    if ruleset.scoring.value is Scoring.AREA:
        lines = (*_territory_lines(ending, ruleset, ruleset.seki.value), *_komi_lines(ruleset, komi, 0))
        return Ledger("by territory with pass stones", lines)
    black, white = ending.count.black, ending.count.white
    bonus = _compensation(Compensation.PER_STONE_BUT_ONE, ending.handicap)
    return Ledger("by area", (Line("area", black.area, white.area), *_komi_lines(ruleset, komi, bonus)))


def _half_lines(ending: Ending, ruleset: Ruleset, komi: float | None, bonus: float) -> Iterator[Line]:
    """Yield Black's area against half the board (Chinese rules 2002): what is left is the margin in zi."""
    yield Line("Black's area", ending.count.black.area)
    if ending.count.dame:
        yield Line("half of the dame", ending.count.dame / 2)
    yield Line("half of the board", -ending.width * ending.height / 2)
    if _first_passer(ending, ruleset) == WHITE:
        yield Line("White passed first", -0.5)
    if komi is not None:
        yield Line("half of komi", -komi / 2)
    if bonus:
        yield Line("half of the handicap", -bonus / 2)


def _reasons(ending: Ending, outcome: Outcome, basis: Basis) -> Iterator[str]:
    """Yield what a reader must know before taking the result for a fact."""
    ruleset = outcome.ruleset
    if basis is Basis.ESTIMATED:
        yield f"The dead stones are {ending.source}, with a confidence of {ending.confidence:.2f}."
    if basis is not Basis.COUNTED:
        yield f"{BASES[basis][0]}: {BASES[basis][1]}."
    if basis is Basis.NO_PASSES and ruleset.first_pass.value is not FirstPass.NOTHING:
        yield "If White passed first, Black's area counts a point less."
    if outcome.no_result and basis is not Basis.NO_RESULT_POSSIBLE:
        yield f"no_result_possible: {BASES[Basis.NO_RESULT_POSSIBLE][1]}."
    if outcome.margin_strict is not None and outcome.margin_strict != outcome.margin:
        yield (f"Seki as players judge it; to the letter, with no territory for groups that touch dame, it is "
               f"{points_text(outcome.margin_strict)}.")  # fmt: skip
    if ending.unnamed_setup and outcome.margin is not None:
        yield "Stones were set up and no handicap is named: White is given nothing for them."
    if outcome.approximate:
        yield "Approximate: with seki on the board, groups that keep two points open are counted by their look."
    if outcome.margin is not None and ruleset.first_pass.value is FirstPass.OF_GAME \
            and ending.final_pass and ending.first_pass != ending.final_pass:  # fmt: skip
        yield "The first pass of the game and the first of those that end it are by different sides; readings differ."
    if outcome.margin is not None and ruleset.last_pass.value is LastPass.WHITE and ending.last_pass == BLACK:
        yield "Black made the last pass; White's, which the rules demand, is implied."
    other = outcome.other_ledger
    if other is not None and other.unit == "points" and outcome.margin is not None and other.margin != outcome.margin:
        yield (f"Counted {other.title} it is {points_text(other.margin)}: the sides did not move equally often, or "
               "stones were set up.")  # fmt: skip
