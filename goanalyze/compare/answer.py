"""The answer of a comparison: how often rulesets change the winner and the margin, in words and numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.choices import Basis, Dispute, PairFigure
from goanalyze.compare.claims import family_pairs
from goanalyze.vocabulary.numbers import percent, plural, signed

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison

_EXAMPLES: Final = 3
_NAMED: Final = 2  # rulesets that the first sentence names
_REASONS: Final = {
    "not_counted": "resigned, lost on time or broken off",
    "not_over": "without two passes at the end",
    "no_passes": "without recorded passes",
    "no_komi": "without a recorded komi",
    "no_ruleset_komi": "without a komi of the ruleset",
    "no_position": "without a board",
    "played_on": "played on after the end",
    "not_countable": "too unfinished to be estimated",
    "no_result": "without result",
    "as_it_stands": "with unknown dead stones",
}
"""Reasons without a margin by basis, as they follow a number of games."""


@dataclass(frozen=True, slots=True)
class Example:
    """A game to look at.

    Attributes:
        number: row of the table games.
        address: address of the game.
        verdict: results under the rulesets.
        evidence: evidence of its margins.
    """

    number: int
    address: str
    verdict: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The main findings of a comparison.

    Attributes:
        games: number of games of the dataset.
        compared: number of games with a margin under all rulesets side by side.
        rulesets: ids of the rulesets side by side.
        known: number of compared games whose dead stones are known.
        confirmed: number of compared games whose estimate the record confirms.
        estimated: number of other compared games.
        contradicted: number of games whose estimate the record contradicts, compared or not.
        resumed: number of games left out because of passes other than the final two.
        without_komi: number of compared games without komi, which have margins but no winner.
        winner_games: number of compared games with a winner.
        winner_changes: number of games whose winner depends on the ruleset.
        even_changes: number of those without handicap stones.
        winner_change_low: lower end of the 95% interval of their share, from 0 to 1.
        winner_change_high: upper end of the interval.
        reasons: reasons that games are not compared, with the number of games, most frequent first.
        sentences: the answer in words, at most ten lines of 80 columns together with the examples.
        examples: games to look at, at most three.

    Example:
        >>> import goanalyze as ga
        >>> answer = ga.check("data/sample/gnugo").compare("japanese", "chinese").answer()
        >>> answer.rulesets, answer.winner_changes
        (('japanese', 'chinese'), 5)
    """

    games: int
    compared: int
    rulesets: tuple[str, ...]
    known: int
    confirmed: int
    estimated: int
    contradicted: int
    resumed: int
    without_komi: int
    winner_games: int
    winner_changes: int
    even_changes: int
    winner_change_low: float
    winner_change_high: float
    reasons: tuple[tuple[str, int], ...]
    sentences: tuple[str, ...]
    examples: tuple[Example, ...]

    def __str__(self) -> str:
        return "\n".join((*self.sentences, *(f"Look at: {example.address}" for example in self.examples)))


@dataclass(frozen=True, slots=True)
class AnswerRows:
    """Games that the answer of a comparison counts.

    Attributes:
        decided: rows of the compared games that have a winner under all rulesets.
        left_out: rows of the games left out because of passes other than the final two.
        is_even: bool[games], True for games without handicap stones.
        reasons: bases of the games without margin and the number of games, the largest number first.
    """

    decided: NDArray[np.int64]
    left_out: NDArray[np.int64]
    is_even: NDArray[np.bool_]
    reasons: Sequence[tuple[str, int]]


Interval: TypeAlias = Callable[[NDArray[np.int64], NDArray[np.int64]], tuple[float, float]]
"""Function of rows of games in a share and of all games that returns the interval of the share."""


def answer_of(comparison: Comparison, rows: AnswerRows, interval: Interval) -> Answer:
    """Return the answer of a comparison.

    Args:
        comparison: comparison of rulesets.
        rows: games that the answer counts.
        interval: function that returns the 95% interval of a share of games.
    """
    rulesets = comparison.common.rulesets
    can_compare = len(rulesets) > 1 and len(comparison.common) > 0
    frame = comparison.evidence()
    games = dict(zip(frame["evidence"], frame["games"].tolist(), strict=True))
    compared = dict(zip(frame["evidence"], frame["compared"].tolist(), strict=True)) if can_compare else {}
    decided = rows.decided
    changed = comparison.dispute_rows(Dispute.WINNER) if can_compare else decided[:0]
    low, high = interval(changed, decided)
    answer = Answer(
        games=comparison.game_count,
        compared=len(comparison.common) if can_compare else 0,
        rulesets=rulesets,
        known=compared.get("known", 0),
        confirmed=compared.get("confirmed", 0),
        estimated=compared.get("estimated", 0),
        contradicted=games["contradicted"],
        resumed=len(rows.left_out),
        without_komi=len(comparison.common) - len(decided) if can_compare else 0,
        winner_games=len(decided) if can_compare else 0,
        winner_changes=len(changed),
        even_changes=int(np.count_nonzero(rows.is_even[changed])),
        winner_change_low=low,
        winner_change_high=high,
        reasons=tuple((_REASONS.get(name, name.replace("_", " ")), games) for name, games in rows.reasons),
        sentences=(),
        examples=_examples(comparison, rows.is_even) if can_compare else (),
    )
    sentences = _sentences(comparison, answer) if can_compare else _empty_sentences(comparison, answer, games)
    return replace(answer, sentences=sentences)


def _sentences(comparison: Comparison, answer: Answer) -> tuple[str, ...]:
    few = len(answer.rulesets) <= _NAMED
    names = " and ".join(answer.rulesets) if few else f"{len(answer.rulesets)} rulesets"
    return (
        f"{plural(answer.games, 'game')}, {answer.compared:,} of them counted under {names}.",
        _evidence_sentence(comparison, answer),
        _winner_sentence(comparison, answer),
        _margin_sentence(comparison),
        _claim_sentence(comparison),
        *_apart_sentence(comparison),
    )


def _evidence_sentence(comparison: Comparison, answer: Answer) -> str:
    unknown = answer.compared - answer.known - answer.confirmed - answer.estimated
    parts = (
        (answer.known, "known"),
        (answer.confirmed, "estimates that the record confirms"),
        (answer.estimated, "other estimates"),
        (unknown, "contradicted by the record or unknown"),
    )
    text = "Dead stones: " + ", ".join(
        f"{number:,} {words} ({percent(number / answer.compared)})" for number, words in parts if number
    )
    is_left_out = comparison.basis in (Basis.BEST.value, Basis.CONFIRMED.value)
    reasons = (
        (answer.contradicted if is_left_out else 0, "contradicted by the record"),
        (answer.resumed, "with passes before the final two"),
    )
    left_out = ", ".join(f"{number:,} {reason}" for number, reason in reasons if number)
    return f"{text}. Left out: {left_out}." if left_out else f"{text}."


def _winner_sentence(comparison: Comparison, answer: Answer) -> str:
    if not answer.winner_games:
        return f"Winner: none of the {plural(answer.compared, 'game')} has a komi, so only margins are compared."
    share = answer.winner_changes / answer.winner_games
    text = (
        f"Winner: changes in {plural(answer.winner_changes, 'game')}, {percent(share)} "
        f"({percent(answer.winner_change_low)} to {percent(answer.winner_change_high)})"
    )
    if answer.winner_changes and len(answer.rulesets) > 2:
        a, b = family_pairs(answer.rulesets)[0]
        text += f"; {comparison.pair(a, b).figures['winner_changes']:,} between {a} and {b}"
    if handicap := answer.winner_changes - answer.even_changes:
        text += f"; {handicap:,} with handicap, for which rulesets give White different points"
    if answer.without_komi:
        text += f". {plural(answer.without_komi, 'game')} without komi: compared in margins only"
    return f"{text}."


def _margin_sentence(comparison: Comparison) -> str:
    a, b = family_pairs(comparison.common.rulesets)[0]
    figures = comparison.pair(a, b).figures
    share, mean = percent(1 - figures["share_over_1"]), signed(figures["mean"], 2)
    return f"Margins: {a} and {b} differ by at most a point in {share}; {a} − {b} is {mean} on average."


def _claim_sentence(comparison: Comparison) -> str:
    claims = comparison.claims()
    margin = claims[(claims["among"] == "even") & (claims["claim"] == "margin")].iloc[-1]
    trouble = claims[(claims["among"] == "all") & (claims["kind"] == "either")].iloc[0]
    share, low, high = (f"{trouble[name] * 1e4:,.1f}" for name in ("share", "low", "high"))
    even = (
        f"“rarely more than a point”: {percent(margin['share'])} of even games differ by more "
        f"({percent(margin['low'])} to {percent(margin['high'])}); "
        if margin["total"]
        else ""
    )
    return f"Claims: {even}“trouble in one of 10,000 games”: {share} in 10,000 ({low} to {high})."


def _apart_sentence(comparison: Comparison) -> tuple[str, ...]:
    parts = [
        f"{', '.join(other.common.rulesets)} ({plural(len(other.common), 'game')}"
        f"{' without dead stones' if other.leaves_dead_stones else ''})"
        for other in comparison.others
    ]
    return (f"Compared apart: {'; '.join(parts)}.",) if parts else ()


def _empty_sentences(comparison: Comparison, answer: Answer, counts: Mapping[str, int]) -> tuple[str, ...]:
    names = ", ".join(comparison.rulesets) or "none"
    if len(comparison.rulesets) < 2:
        return (
            f"A comparison needs two rulesets; this one has {len(comparison.rulesets)}: {names}.",
            "Name another ruleset of the dataset, or add rulesets: goanalyze check PATH -o OUT --rulesets NAME,NAME.",
        )
    if not answer.games:
        return ("The dataset has no games.",)
    head = f"None of {plural(answer.games, 'game')} can be compared under {names}."
    reasons = [f"{games:,} {reason}" for reason, games in answer.reasons]
    extra = [(answer.resumed, "with passes before the final two")]
    reasons += [f"{number:,} {words}" for number, words in extra if number]
    sentences = [head]
    if reasons:
        sentences.append(f"Reasons: {', '.join(reasons)}.")
    guesses = counts["confirmed"] + counts["estimated"]
    if guesses and comparison.basis in (Basis.COUNTED.value, Basis.CONFIRMED.value):
        sentences.append(f"{plural(guesses, 'game')} can be compared with estimated dead stones: --basis best.")
    elif counts["contradicted"] and comparison.basis != Basis.ESTIMATED.value:
        sentences.append(
            f"{plural(counts['contradicted'], 'estimate')} that the record contradicts can be compared with "
            "--basis estimated."
        )
    elif any(reason == _REASONS["as_it_stands"] for reason, _ in answer.reasons):
        sentences.append("Boards with unknown dead stones can be compared as they are with --basis all.")
    else:
        sentences.append("Needed are games that end with two passes or with a recorded count.")
    return tuple(sentences)


def _examples(comparison: Comparison, is_even: NDArray[np.bool_]) -> tuple[Example, ...]:
    """Return games whose winner changes, best evidence and first pair first; then the widest margins."""
    codes, pair = comparison.evidence_codes, family_pairs(comparison.common.rulesets)[0]
    main = comparison.pair_rows(*pair, PairFigure.WINNER_CHANGES)
    rows: list[int] = []
    for dispute in (Dispute.WINNER, Dispute.MARGIN):
        disputed = comparison.dispute_rows(dispute)
        order = np.lexsort((~is_even[disputed], ~np.isin(disputed, main), codes[disputed]))
        rows += [row for row in disputed[order].tolist() if row not in rows][: _EXAMPLES - len(rows)]
        if len(rows) >= _EXAMPLES:
            break
    frame = comparison.game_frame(Dispute.WINNER, np.array(rows[:_EXAMPLES], dtype=np.int64))
    columns = zip(frame["number"], frame["address"], frame["verdict"], frame["evidence"], strict=True)
    return tuple(Example(int(number), address, verdict, evidence) for number, address, verdict, evidence in columns)
