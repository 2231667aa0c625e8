"""Outcomes: what rulesets make of final positions, as arrays over a chunk of games, and told for one of them.

Both are made of the same terms (`goanalyze.score.terms`). Margins are Black − White in points, exact: multiples of a
quarter where komi is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.choices import RestMode
from goanalyze.draw.counted_position import counted_svg
from goanalyze.draw.diagram import rich_joined
from goanalyze.draw.ledger_tables import outcome_html
from goanalyze.life.choices import StatusSource
from goanalyze.rules import DeadStones, End, FirstPass, LastPass, MarginKomi, NoResult, Ruleset, Scoring, Seki, Ties
from goanalyze.score.by_rule import both_lose, without_result
from goanalyze.score.choices import Agreed, Basis, Quality
from goanalyze.score.ends import NO_REST
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.ledger import Ledger
from goanalyze.score.readings import Finals
from goanalyze.score.terms import board_terms, compensation_of, komi_of, margin_of, players_way, ruleset_way
from goanalyze.score.territory import FinalBoard
from goanalyze.vocabulary.choices import RuleWinner, Winner
from goanalyze.vocabulary.numbers import points_text
from goanalyze.vocabulary.points import BLACK, WHITE

if TYPE_CHECKING:
    from rich.text import Text

_TIES: Final = {Ties.DRAW: Winner.DRAW, Ties.BLACK: Winner.BLACK, Ties.WHITE: Winner.WHITE}
_SIDES: Final = {BLACK: "Black", WHITE: "White"}
_BASES: Final = {
    Quality.NO_POSITION: Basis.NO_POSITION,
    Quality.UNFINISHED: Basis.NOT_COUNTED,
    Quality.TOO_OPEN: Basis.NOT_COUNTABLE,
    Quality.AS_IT_STANDS: Basis.AS_IT_STANDS,
    Quality.ESTIMATED: Basis.ESTIMATED,
    Quality.DEAD_KNOWN: Basis.COUNTED,
}
_ALL_BUT_THE_MARGIN: Final = (Basis.NO_KOMI, Basis.NO_RULESET_KOMI, Basis.NO_PASSES)
"""What misses only what is added to the count of the board."""
_OF_QUALITY: Final = np.array([_BASES[quality].index for quality in Quality], dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What every ruleset makes of every game; arrays [games, rulesets].

    Attributes:
        basis: uint8, index of a `Basis`.
        komi: float64, the komi used for `margin`; NaN where there is none.
        bonus: float64, points for White for handicap stones: the ruleset's own, or those of a convention.
        margin: float64, Black − White with komi and bonus; NaN where `basis` says why there is none.
        winner: int8, index of a `Winner`: by the count, or both lose; −1 where neither is known.
        margin_strict: float64, the same with seki to the letter; NaN where the ruleset excludes nothing in seki.
        ruleset_komi, ruleset_margin, ruleset_winner: the same with the ruleset's own komi and bonus.
        approximate: bool, a count of groups with seki on the board.
        no_result: bool, a long cycle lets the players claim no result, or the referee rule.
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

    def winners(self, known: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return how many different winners, a draw being one, counts give each game; `known` as the outcomes."""
        counted = (Winner.BLACK, Winner.WHITE, Winner.DRAW)
        given = [(known & (self.winner == winner.index)).any(axis=1) for winner in counted]
        different: NDArray[np.int64] = np.sum(given, axis=0)
        return different


def score(finals: Finals, rulesets: Sequence[Ruleset], komi: MarginKomi = "recorded") -> Outcomes:
    """Give the outcome of every game under every ruleset.

    Args:
        finals: how the games ended.
        rulesets: in the order of the columns.
        komi: the recorded one, each ruleset's own, or a number.
    """
    columns = [_score(finals.under(ruleset), ruleset, komi) for ruleset in rulesets]
    return Outcomes(*(np.stack(arrays, axis=1) for arrays in zip(*columns, strict=True)))


def _score(final: FinalPositions, ruleset: Ruleset, reading: MarginKomi) -> tuple[NDArray[np.generic], ...]:
    """Return the columns of `Outcomes` for one ruleset."""
    games, seki = len(final), ruleset.seki.value
    own_bonus, own_komi = compensation_of(final, ruleset.compensation.value), komi_of(final, ruleset)
    bonus = own_bonus if reading == "ruleset" else np.where(np.isnan(final.bonus), own_bonus, final.bonus)
    komi = own_komi if reading == "ruleset" else final.komi if reading == "recorded" else np.full(games, reading)
    no_result = final.has_cycle & (ruleset.no_result.value is not NoResult.NEVER)
    basis = _basis(final, ruleset, no_result)
    basis[without_result(final, ruleset)] = Basis.NO_RESULT.index
    has_margin = basis <= Basis.AS_IT_STANDS.index
    # Komi comes last: what stands before is exact, so that the result is rounded once, as the ledger's is.
    board = np.where(has_margin, margin_of(board_terms(final, ruleset), games), np.nan)
    margin, own_margin = board - bonus - komi, board - own_bonus - own_komi
    if seki is Seki.COUNTED:
        strict = np.full(games, np.nan)
    elif seki is Seki.STRICT:
        strict = margin
    else:
        letter = margin_of(board_terms(final, ruleset, Seki.STRICT), games)
        strict = np.where(has_margin, letter, np.nan) - bonus - komi
    missing = Basis.NO_RULESET_KOMI if reading == "ruleset" else Basis.NO_KOMI
    basis[has_margin & np.isnan(komi)] = missing.index
    by_groups = ruleset.scoring.value is Scoring.STONES or ruleset.group_tax.value > 0
    approximate = has_margin & final.of("seki_groups").any(axis=0) if by_groups else np.zeros(games, dtype=np.bool_)
    lost = both_lose(final, ruleset)
    first = basis, komi, bonus, margin, _winner(margin, ruleset, lost), strict
    return *first, own_komi, own_margin, _winner(own_margin, ruleset, lost), approximate, no_result


def takes_dead_off(rulesets: Sequence[Ruleset]) -> NDArray[np.bool_]:
    """Return which rulesets take dead stones off in some way.

    The others count stones that players leave on the board only because their own rules take them off, so their winners
    say nothing of a game that was played under those.
    """
    return np.array([ruleset.dead_stones.value is not DeadStones.STAY for ruleset in rulesets], dtype=np.bool_)


def _basis(final: FinalPositions, ruleset: Ruleset, no_result: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return what each outcome rests on, komi left out of account."""
    stays = ruleset.dead_stones.value is DeadStones.STAY
    basis: NDArray[np.uint8] = _OF_QUALITY[final.quality]
    if stays:
        basis[final.quality == Quality.UNFINISHED.index] = Basis.NOT_OVER.index
    basis[(final.quality == Quality.DEAD_KNOWN.index) & no_result] = Basis.NO_RESULT_POSSIBLE.index
    scorable = final.quality >= Quality.AS_IT_STANDS.index
    hands_stones = ruleset.pass_stones.value and ruleset.scoring.value is Scoring.TERRITORY
    if hands_stones or ruleset.first_pass.value is FirstPass.OF_FINAL_PASSES:
        basis[scorable & (final.final_pass == 0)] = Basis.NO_PASSES.index
    if ruleset.button.value or ruleset.first_pass.value is FirstPass.OF_GAME:
        basis[scorable & (final.first_pass == 0)] = Basis.NO_PASSES.index
    if ruleset.end.value is End.TWO_PASSES:
        basis[scorable & final.played_on] = Basis.PLAYED_ON.index
    return basis


def _winner(margin: NDArray[np.float64], ruleset: Ruleset, lost: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return who wins by the count, index of a `Winner`; where both have lost it says nothing."""
    winner = np.full(len(margin), -1, dtype=np.int8)
    winner[margin > 0], winner[margin < 0] = Winner.BLACK.index, Winner.WHITE.index
    winner[margin == 0] = _TIES[ruleset.ties.value].index
    winner[lost] = Winner.BOTH_LOSE.index
    return winner


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a ruleset makes of a game.

    Attributes:
        ruleset: whose rules.
        basis: what it rests on, or why there is none: the name of a `Basis`.
        reasons: sentences: what `basis` means, what is assumed, what else could be.
        komi: points for White that were reckoned with; None where there are none.
        handicap_bonus: points for White for handicap stones.
        margin: Black − White with komi and bonus, None where `basis` says why there is none.
        winner: by the count: black, white, draw, None without a margin; both_lose where the record says so.
        margin_strict: the same with seki to the letter; None where the ruleset excludes nothing in seki.
        ledger: the count line by line; its margin is `margin`. None without one.
        players_ledger: the same result as the players would count it, where that is another way: in zi, by territory
            with pass stones, by area; None where there is none.
        approximate: groups were counted with seki on the board.
        no_result_possible: a long cycle lets the players claim no result, or the referee rule.
        winner_by_rule: who wins where a rule decides and not the count, the name of a `RuleWinner`; None where it does.
        rule_move: number of the move by which it is decided; None for none.
        final_position: the position that is counted, so that it can be drawn; None if the ruleset counts no position,
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
        """The result as records write it, ``?`` where it is not known; a tie that decides names its winner."""
        if self.winner == Winner.BOTH_LOSE.value:
            return "Both lose"
        if self.margin is None:
            return "Void" if self.basis == Basis.NO_RESULT.value else "?"
        if self.margin == 0 and self.winner != "draw":
            return f"{'B' if self.winner == 'black' else 'W'}+0 (tie)"
        return points_text(self.margin)

    @property
    def is_board_counted(self) -> bool:
        """True if the ruleset counts the final position, also where the margin misses a komi or passes."""
        return self.margin is not None or Basis.read("basis", self.basis) in _ALL_BUT_THE_MARGIN

    @property
    def zi(self) -> float | None:
        """The margin in zi (子), two points each, as Chinese half counting gives it."""
        return None if self.margin is None else self.margin / 2

    def __repr__(self) -> str:
        return f"<Outcome {self.ruleset.id} {self.result}, {self.basis}>"

    @property
    def _told(self) -> str:
        """The result, and who wins by a rule in place of it."""
        by_rule = self.winner_by_rule in (RuleWinner.BLACK.value, RuleWinner.WHITE.value)
        return f"{self.result}, by rule {str(self.winner_by_rule).capitalize()} wins" if by_rule else self.result

    def __str__(self) -> str:
        parts = [str(ledger) for ledger in (self.ledger, self.players_ledger) if ledger]
        return "\n\n".join([f"{self.ruleset.title}: {self._told}", *parts, *filter(None, ["\n".join(self.reasons)])])

    def __rich__(self) -> Text:
        head, line, rest = str(self).partition("\n")
        told = rich_joined((head, "bold"), (line + rest, ""), between="")
        final = self.final_position
        return told if final is None else rich_joined(told, final.territory().__rich__(), between="\n\n")

    def _repr_html_(self) -> str:
        title = self.ruleset.title
        head = f"{title}: {'no margin' if self._told == '?' else self._told}"
        ledgers = "".join(ledger._repr_html_() for ledger in (self.ledger, self.players_ledger) if ledger)
        picture = ""
        if self.final_position is not None:
            from goanalyze.draw.viewer import as_image  # noqa: PLC0415 - most runs draw nothing

            final = self.final_position
            counted = final.territory()
            words = f"As counted under {title}"
            picture = as_image(counted_svg(final.position, counted.signs(), counted.certainty, words))
        return outcome_html(head, self.basis.replace("_", " "), ledgers, self.reasons, picture)


def score_one(final: FinalPositions, ruleset: Ruleset, komi: MarginKomi = "recorded") -> Outcome:
    """Give the outcome of one game under a ruleset, with its ledger.

    Args:
        final: how the game ended, a chunk of one.
        ruleset: whose rules.
        komi: the recorded one, the ruleset's own, or a number.
    """
    found = score(Finals.alike(final), [ruleset], komi)
    basis, margin = Basis.at(found.basis[0, 0]), _number(found.margin)
    ledger = players_ledger = None
    if margin is not None:
        bonus, used = found.bonus[:, 0], found.komi[:, 0]
        ledger = Ledger.of(ruleset_way(final, ruleset, bonus, used))
        way = players_way(final, ruleset, bonus, used)
        players_ledger = None if way is None else Ledger.of(way)
    outcome = Outcome(
        ruleset=ruleset,
        basis=basis.value,
        reasons=(),
        komi=_number(found.komi),
        handicap_bonus=float(found.bonus[0, 0]),
        margin=margin,
        winner=Winner.at(found.winner[0, 0]).value if found.winner[0, 0] >= 0 else None,
        margin_strict=_number(found.margin_strict),
        ledger=ledger,
        players_ledger=players_ledger,
        approximate=bool(found.approximate[0, 0]),
        no_result_possible=bool(found.no_result[0, 0]),
    )
    return replace(outcome, reasons=tuple(_reasons(final, outcome, basis)))


def _number(values: NDArray[np.float64]) -> float | None:
    return None if np.isnan(values[0, 0]) else float(values[0, 0])


def dead_stones_sentence(final: FinalPositions, game: int = 0) -> str:
    """Return the sentence on the estimated dead stones of a game, with their confidence."""
    source = StatusSource.at(final.source[game])
    name = StatusSource.ESTIMATED if source is StatusSource.RULED else source  # the ruleset follows no rulings
    return f"The dead stones are {name.value}, with a confidence of {final.confidence[game]:.2f}."


def _reasons(final: FinalPositions, outcome: Outcome, basis: Basis) -> Iterator[str]:
    """Yield what a reader must know before taking the result for a fact."""
    ruleset = outcome.ruleset
    is_guess = final.quality[0] == Quality.ESTIMATED.index and not final.all_alive[0]
    if basis is Basis.ESTIMATED or (is_guess and basis in _ALL_BUT_THE_MARGIN):
        yield dead_stones_sentence(final)
        if final.rest[0] != NO_REST:
            yield f"No passes end the record. Counted is {RestMode.at(final.rest[0]).meaning}."
            by_territory = int(ruleset.scoring.value is Scoring.TERRITORY)
            yield f"The margin is right with a confidence of {final.count_confidence[0, by_territory]:.2f}."
    if basis is not Basis.COUNTED:
        yield f"{basis.value}: {basis.meaning}."
    if final.all_alive[0] and ruleset.dead_stones.value is not DeadStones.STAY:
        yield f"No dead stones are taken off, since play stopped again: {ruleset.second_stop.value.meaning}."
    if basis is Basis.NO_PASSES and ruleset.first_pass.value is not FirstPass.NOTHING:
        yield "If White passed first, Black's area counts a point less."
    if outcome.no_result_possible and basis not in (Basis.NO_RESULT_POSSIBLE, Basis.NO_RESULT):
        yield f"{Basis.NO_RESULT_POSSIBLE.value}: {Basis.NO_RESULT_POSSIBLE.meaning}."
    if outcome.margin_strict is not None and outcome.margin_strict != outcome.margin:
        strict = points_text(outcome.margin_strict)
        yield f"Seki as players judge it; to the letter, with no territory for groups that touch dame, it is {strict}."
    if final.agreed[0] == Agreed.BOTH_LOSE.index:
        unknown = "" if ruleset.both_lose.value else ", which this ruleset does not know"
        yield f"The record says that both players lose{unknown}."
    if final.unnamed_setup[0] and outcome.margin is not None:
        yield "Stones were set up and no handicap is named: White is given nothing for them."
    if outcome.approximate:
        yield "Approximate: with seki on the board, living groups are told by their shape alone."
    if outcome.margin is None:
        return
    first_pass, final_pass = int(final.first_pass[0]), int(final.final_pass[0])
    if ruleset.first_pass.value is FirstPass.OF_GAME and final_pass and first_pass != final_pass:
        gained = (first_pass == WHITE) - (final_pass == WHITE)  # by Black, who gives a point if White passed first
        yield (
            f"Readings of the first pass differ: by that of the game, {_SIDES[first_pass]}'s, it is "
            f"{points_text(outcome.margin)}, as reckoned here; by the first of those that end it, "
            f"{_SIDES[final_pass]}'s, it is {points_text(outcome.margin + gained)}."
        )
    if ruleset.last_pass.value is LastPass.WHITE and final.last_pass[0] == BLACK:
        yield "Black made the last pass; White's, which the rules demand, is implied."
    other = outcome.players_ledger
    if other is not None and other.unit == "points" and other.margin != outcome.margin:
        counted = f"Counted {other.title} it is {points_text(other.margin)}"
        yield f"{counted}: the sides did not move equally often, or stones were set up."
