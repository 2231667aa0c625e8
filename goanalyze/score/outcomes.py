"""Outcomes: results of final positions under rulesets, as arrays over a chunk of games, and with reasons for one.

Both consist of the same terms (`goanalyze.score.terms`). Margins are Black − White in points, exact: multiples of a
quarter if komi is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.convention import RestMode
from goanalyze.draw.counted_position import counted_svg
from goanalyze.draw.diagram import rich_joined
from goanalyze.draw.text_tables import outcome_html
from goanalyze.life.choices import StatusSource
from goanalyze.points import BLACK, WHITE, color_name
from goanalyze.rules import DeadStones, End, FirstPass, LastPass, MarginKomi, NoResult, Ruleset, Scoring, Seki, Ties
from goanalyze.rules.choices import RuleWinner, Winner
from goanalyze.score.choices import AgreedResult, Basis, Quality
from goanalyze.score.end_policies import NO_REST, FinalPositionSet
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.rule_decisions import both_lose, without_result
from goanalyze.score.terms import (
    Ledger,
    board_terms,
    compensation_points,
    ledger_of,
    margin_of,
    players_method,
    ruleset_komi,
    ruleset_method,
)
from goanalyze.score.territory import FinalBoard
from goanalyze.util.numbers import points_text

if TYPE_CHECKING:
    from rich.text import Text

_TIES: Final = {Ties.DRAW: Winner.DRAW, Ties.BLACK: Winner.BLACK, Ties.WHITE: Winner.WHITE}
_BASES: Final = {
    Quality.NO_POSITION: Basis.NO_POSITION,
    Quality.UNFINISHED: Basis.NOT_COUNTED,
    Quality.TOO_OPEN: Basis.NOT_COUNTABLE,
    Quality.DEAD_UNKNOWN: Basis.DEAD_UNKNOWN,
    Quality.ESTIMATED: Basis.ESTIMATED,
    Quality.DEAD_KNOWN: Basis.COUNTED,
}
_BOARD_COUNTED: Final = (Basis.NO_KOMI, Basis.NO_RULESET_KOMI, Basis.NO_PASSES)
"""Bases without a margin though the board was counted."""
_BY_QUALITY: Final = np.array([_BASES[quality].index for quality in Quality], dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Outcomes of all games under all rulesets; arrays [games, rulesets].

    Attributes:
        basis: uint8, index of a `Basis`.
        komi: float64, komi in `margin`, in points; NaN without one.
        bonus: float64, White's points for handicap stones: the ruleset's own, or those of a convention.
        margin: float64, Black − White in points with komi and bonus; NaN by the reason in `basis`.
        winner: int8, index of a `Winner`: by the count, or both lose; −1 if unknown.
        margin_strict: float64, margin with seki to the letter; NaN if the ruleset excludes nothing in seki.
        ruleset_komi: float64, the ruleset's own komi; NaN without one.
        ruleset_margin: float64, margin with the ruleset's own komi and bonus.
        ruleset_winner: int8, index of the `Winner` by that margin.
        approximate: bool, True if groups are counted with seki on the board.
        no_result: bool, True if a long cycle lets the players claim no result, or the referee rule.
    """

    basis: NDArray[np.uint8]
    komi: NDArray[np.float64]
    bonus: NDArray[np.float64]
    margin: NDArray[np.float64]
    winner: NDArray[np.int8]
    margin_strict: NDArray[np.float64]
    ruleset_komi: NDArray[np.float64]
    ruleset_margin: NDArray[np.float64]
    ruleset_winner: NDArray[np.int8]
    approximate: NDArray[np.bool_]
    no_result: NDArray[np.bool_]


def score(finals: FinalPositionSet, rulesets: Sequence[Ruleset], komi: MarginKomi = "recorded") -> Outcomes:
    """Return the outcomes of all games under all rulesets."""
    columns = [_score(finals.for_ruleset(ruleset), ruleset, komi) for ruleset in rulesets]
    return Outcomes(*(np.stack(arrays, axis=1) for arrays in zip(*columns, strict=True)))


def _score(final: FinalPositions, ruleset: Ruleset, komi_choice: MarginKomi) -> tuple[NDArray[np.generic], ...]:
    """Return the columns of `Outcomes` for one ruleset."""
    games, seki = len(final), ruleset.seki.value
    own_bonus, own_komi = compensation_points(final, ruleset.compensation.value), ruleset_komi(final, ruleset)
    if komi_choice == "ruleset":
        bonus, komi, missing = own_bonus, own_komi, Basis.NO_RULESET_KOMI
    else:
        bonus, missing = np.where(np.isnan(final.bonus), own_bonus, final.bonus), Basis.NO_KOMI
        komi = final.komi if komi_choice == "recorded" else np.full(games, komi_choice)
    no_result = final.has_cycle & (ruleset.no_result.value is not NoResult.NEVER)
    basis = _basis(final, ruleset, no_result)
    has_margin = basis <= Basis.DEAD_UNKNOWN.index
    # Komi comes last: the terms before it are exact, so that the result is rounded once, as the ledger's is.
    board = np.where(has_margin, margin_of(board_terms(final, ruleset), games), np.nan)
    margin, own_margin = board - bonus - komi, board - own_bonus - own_komi
    if seki is Seki.EYES:
        strict = np.where(has_margin, margin_of(board_terms(final, ruleset, Seki.STRICT), games), np.nan) - bonus - komi
    else:
        strict = margin if seki is Seki.STRICT else np.full(games, np.nan)
    basis[has_margin & np.isnan(komi)] = missing.index
    by_groups = ruleset.scoring.value is Scoring.STONES or ruleset.group_tax.value > 0
    approximate = has_margin & final.sides("seki_groups").any(axis=0) & by_groups
    lost = both_lose(final, ruleset)
    first = basis, komi, bonus, margin, _winner(margin, ruleset, lost), strict
    return *first, own_komi, own_margin, _winner(own_margin, ruleset, lost), approximate, no_result


def removes_dead_stones(rulesets: Sequence[Ruleset]) -> NDArray[np.bool_]:
    """Return True for the rulesets that remove dead stones in some way.

    The others count stones that players leave on the board only because their own rules remove them. Their winners mean
    nothing for a game under those rules.
    """
    return np.array([ruleset.dead_stones.value is not DeadStones.STAY for ruleset in rulesets], dtype=np.bool_)


def _basis(final: FinalPositions, ruleset: Ruleset, no_result: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return the basis of each outcome, regardless of komi."""
    basis: NDArray[np.uint8] = _BY_QUALITY[final.quality]
    if ruleset.dead_stones.value is DeadStones.STAY:
        basis[final.quality == Quality.UNFINISHED.index] = Basis.NOT_OVER.index
    basis[(final.quality == Quality.DEAD_KNOWN.index) & no_result] = Basis.NO_RESULT_POSSIBLE.index
    can_be_scored = final.quality >= Quality.DEAD_UNKNOWN.index
    has_pass_stones = ruleset.pass_stones.value and ruleset.scoring.value is Scoring.TERRITORY
    if has_pass_stones or ruleset.first_pass.value is FirstPass.OF_FINAL_PASSES:
        basis[can_be_scored & (final.final_pass == 0)] = Basis.NO_PASSES.index
    if ruleset.button.value or ruleset.first_pass.value is FirstPass.OF_GAME:
        basis[can_be_scored & (final.first_pass == 0)] = Basis.NO_PASSES.index
    if ruleset.end.value is End.TWO_PASSES:
        basis[can_be_scored & final.played_on] = Basis.PLAYED_ON.index
    basis[without_result(final, ruleset)] = Basis.NO_RESULT.index
    return basis


def _winner(margin: NDArray[np.float64], ruleset: Ruleset, lost: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return the winner by the count, index of a `Winner`; both lose where they have `lost`, −1 without a margin."""
    winner = np.full(len(margin), -1, dtype=np.int8)
    winner[margin > 0], winner[margin < 0] = Winner.BLACK.index, Winner.WHITE.index
    winner[margin == 0] = _TIES[ruleset.ties.value].index
    winner[lost] = Winner.BOTH_LOSE.index
    return winner


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a game under a ruleset.

    Attributes:
        ruleset: ruleset.
        basis: basis of the outcome, or the reason for a missing margin: the name of a `Basis`.
        reasons: sentences on the basis, on assumptions and on other possible results.
        komi: komi in points; None without one.
        handicap_bonus: White's points for handicap stones.
        margin: Black − White in points with komi and bonus, None by the reason in `basis`.
        winner: winner by the count: black, white or draw, None without a margin; both_lose by the record.
        margin_strict: margin with seki to the letter; None if the ruleset excludes nothing in seki.
        ledger: count line by line, with the same margin; None without a margin.
        players_ledger: count by the method of the players, if it is another one: in zi, by territory with pass stones,
            by area; else None.
        approximate: True if groups were counted with seki on the board.
        no_result_possible: True if a long cycle lets the players claim no result, or the referee rule.
        winner_by_rule: winner if a rule decides and not the count, the name of a `RuleWinner`; else None.
        rule_move: number of the deciding move; None for none.
        final_position: position that is counted, so that it can be drawn; None if the ruleset counts no position,
            or it is unknown. A margin may still be missing, if komi or passes are. It does not matter for equality.

    Example:
        >>> import goanalyze as ga
        >>> game = ga.loads("(;SZ[3]KM[0];B[bb];W[];B[])")
        >>> outcome = game.outcome("new-zealand", komi="ruleset", dead=[])
        >>> outcome, outcome.margin, outcome.winner
        (<Outcome new-zealand B+2, counted>, 2.0, 'black')
    """

    ruleset: Ruleset
    basis: str
    reasons: tuple[str, ...]
    komi: float | None
    handicap_bonus: float
    margin: float | None
    winner: str | None
    margin_strict: float | None
    ledger: Ledger | None
    players_ledger: Ledger | None
    approximate: bool
    no_result_possible: bool
    winner_by_rule: str | None = None
    rule_move: int | None = None
    final_position: FinalBoard | None = field(default=None, compare=False, repr=False)

    @property
    def result(self) -> str:
        """The result as records write it, ``?`` if unknown; a tie that decides names its winner."""
        if self.winner == Winner.BOTH_LOSE.value:
            return "Both lose"
        if self.margin is None:
            return "Void" if self.basis == Basis.NO_RESULT.value else "?"
        if self.margin == 0 and self.winner != "draw":
            return f"{'B' if self.winner == 'black' else 'W'}+0 (tie)"
        return points_text(self.margin)

    @property
    def is_board_counted(self) -> bool:
        """True if the ruleset counts the final position, even if the margin lacks a komi or passes."""
        return self.margin is not None or Basis.read("basis", self.basis) in _BOARD_COUNTED

    @property
    def zi(self) -> float | None:
        """The margin in zi (子), two points each, as Chinese half counting gives it."""
        return None if self.margin is None else self.margin / 2

    def __repr__(self) -> str:
        return f"<Outcome {self.ruleset.id} {self.result}, {self.basis}>"

    @property
    def _headline(self) -> str:
        """The result, and the winner by a rule in place of it."""
        by_rule = self.winner_by_rule in (RuleWinner.BLACK.value, RuleWinner.WHITE.value)
        return f"{self.result}, by rule {str(self.winner_by_rule).capitalize()} wins" if by_rule else self.result

    def __str__(self) -> str:
        parts = [str(ledger) for ledger in (self.ledger, self.players_ledger) if ledger]
        return "\n\n".join(
            [f"{self.ruleset.title}: {self._headline}", *parts, *filter(None, ["\n".join(self.reasons)])]
        )

    def __rich__(self) -> Text:
        head, line, rest = str(self).partition("\n")
        text, final = rich_joined((head, "bold"), (line + rest, ""), between=""), self.final_position
        return text if final is None else rich_joined(text, final.territory().__rich__(), between="\n\n")

    def _repr_html_(self) -> str:
        title = self.ruleset.title
        head = f"{title}: {'no margin' if self._headline == '?' else self._headline}"
        ledgers = "".join(ledger._repr_html_() for ledger in (self.ledger, self.players_ledger) if ledger)
        picture, final = "", self.final_position
        if final is not None:
            from goanalyze.draw.viewer import as_image  # most runs draw nothing

            counted, caption = final.territory(), f"As counted under {title}"
            picture = as_image(counted_svg(final.position, counted.signs(), counted.certainty, caption))
        return outcome_html(head, self.basis.replace("_", " "), ledgers, self.reasons, picture)


def score_one(final: FinalPositions, ruleset: Ruleset, komi: MarginKomi = "recorded") -> Outcome:
    """Return the outcome of one game under a ruleset, with its ledger."""
    outcomes = score(FinalPositionSet.alike(final), [ruleset], komi)
    basis, margin = Basis.at(outcomes.basis[0, 0]), _number(outcomes.margin)
    ledger = players_ledger = None
    if margin is not None:
        terms = final, ruleset, outcomes.bonus[:, 0], outcomes.komi[:, 0]
        ledger, method = ledger_of(ruleset_method(*terms)), players_method(*terms)
        players_ledger = None if method is None else ledger_of(method)
    outcome = Outcome(
        ruleset=ruleset,
        basis=basis.value,
        reasons=(),
        komi=_number(outcomes.komi),
        handicap_bonus=float(outcomes.bonus[0, 0]),
        margin=margin,
        winner=Winner.at(outcomes.winner[0, 0]).value if outcomes.winner[0, 0] >= 0 else None,
        margin_strict=_number(outcomes.margin_strict),
        ledger=ledger,
        players_ledger=players_ledger,
        approximate=bool(outcomes.approximate[0, 0]),
        no_result_possible=bool(outcomes.no_result[0, 0]),
    )
    return replace(outcome, reasons=tuple(_reasons(final, outcome, basis)))


def _number(values: NDArray[np.float64]) -> float | None:
    return None if np.isnan(values[0, 0]) else float(values[0, 0])


def dead_stones_sentence(final: FinalPositions, game: int = 0) -> str:
    """Return the sentence on the estimated dead stones of a game, with their confidence."""
    source = StatusSource.at(final.source[game])
    name = StatusSource.ESTIMATED if source is StatusSource.RULED else source  # the ruleset does not apply rulings
    return f"The dead stones are {name.value}, with a confidence of {final.confidence[game]:.2f}."


def _reasons(final: FinalPositions, outcome: Outcome, basis: Basis) -> Iterator[str]:
    """Yield the conditions and doubts of a result."""
    ruleset = outcome.ruleset
    is_guess = final.quality[0] == Quality.ESTIMATED.index and not final.all_alive[0]
    if basis is Basis.ESTIMATED or (is_guess and basis in _BOARD_COUNTED):
        yield dead_stones_sentence(final)
        if final.rest[0] != NO_REST:
            yield f"No passes end the record. Counted is {RestMode.at(final.rest[0]).meaning}."
            by_territory = int(ruleset.scoring.value is Scoring.TERRITORY)
            yield f"The margin is right with a confidence of {final.count_confidence[0, by_territory]:.2f}."
    if basis is not Basis.COUNTED:
        yield f"{basis.value}: {basis.meaning}."
    if final.all_alive[0] and ruleset.dead_stones.value is not DeadStones.STAY:
        yield f"No dead stones are removed, since play stopped again: {ruleset.second_stop.value.meaning}."
    if basis is Basis.NO_PASSES and ruleset.first_pass.value is not FirstPass.NOTHING:
        yield "If White passed first, Black's area counts a point less."
    if outcome.no_result_possible and basis not in (Basis.NO_RESULT_POSSIBLE, Basis.NO_RESULT):
        yield f"{Basis.NO_RESULT_POSSIBLE.value}: {Basis.NO_RESULT_POSSIBLE.meaning}."
    if outcome.margin_strict is not None and outcome.margin_strict != outcome.margin:
        strict = points_text(outcome.margin_strict)
        yield f"Seki as players judge it; to the letter, with no territory for groups that touch dame, it is {strict}."
    if final.agreed[0] == AgreedResult.BOTH_LOSE.index:
        unknown = "" if ruleset.both_lose.value else ", which this ruleset does not provide for"
        yield f"Both players lose by the record{unknown}."
    if final.unnamed_setup[0] and outcome.margin is not None:
        yield "Stones were set up and no handicap is named: White gets nothing for them."
    if outcome.approximate:
        yield "Approximate: with seki on the board, living groups are recognised by their shape alone."
    if outcome.margin is None:
        return
    first_pass, final_pass = int(final.first_pass[0]), int(final.final_pass[0])
    if ruleset.first_pass.value is FirstPass.OF_GAME and final_pass and first_pass != final_pass:
        gained = (first_pass == WHITE) - (final_pass == WHITE)  # by Black, at the cost of a point if White passed first
        yield (
            f"Readings of the first pass differ: by that of the game, {color_name(first_pass).capitalize()}'s, it is "
            f"{points_text(outcome.margin)}, as counted here; by the first of those that end it, "
            f"{color_name(final_pass).capitalize()}'s, it is {points_text(outcome.margin + gained)}."
        )
    if ruleset.last_pass.value is LastPass.WHITE and final.last_pass[0] == BLACK:
        yield "Black made the last pass; White's, which the rules demand, is implied."
    other = outcome.players_ledger
    if other is not None and other.unit == "points" and other.margin != outcome.margin:
        counted = f"Counted {other.title} it is {points_text(other.margin)}"
        yield f"{counted}: the sides did not move equally often, or stones were set up."
