"""The answer of a comparison: how often rulesets change the winner and the margin, in words and numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from goanalyze.compare.choices import Basis, Dispute, Evidence
from goanalyze.compare.claims import family_pairs
from goanalyze.vocabulary.numbers import percent, plural, signed

if TYPE_CHECKING:
    import pandas as pd

    from goanalyze.compare.comparison import Comparison

_EXAMPLES: Final = 3
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
        resumed: number of games left out because stones were played after the first pass.
        without_komi: number of compared games without komi, which have margins but no winner.
        winner_games: number of compared games with a winner.
        winner_changes: number of games whose winner depends on the ruleset.
        even_changes: number of those without handicap stones.
        winner_change_low: lower end of the 95% interval of their share, from 0 to 1.
        winner_change_high: upper end of the interval.
        reasons: reasons that games are not compared, with the number of games, most frequent first.
        sentences: the answer in words, at most ten lines of 80 columns together with the examples.
        examples: games to look at, at most three.
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
        return "\n".join((*self.sentences, *(f"{example.address}: {example.verdict}" for example in self.examples)))


def answer_of(comparison: Comparison) -> Answer:
    """Return the answer of a comparison."""
    common, evidence = comparison.common, comparison.evidence().set_index("evidence")
    pairs = comparison.pairs()
    compared = len(common) if len(common.rulesets) > 1 else 0
    number = {name: int(evidence.loc[name, "compared"]) if compared else 0 for name in Evidence.names()}
    decided = comparison.decided_rows()
    changed = comparison.dispute_rows(Dispute.WINNER) if compared else decided[:0]
    low, high = comparison.interval(changed, decided)
    facts = {
        "games": comparison.game_count,
        "compared": compared,
        "rulesets": common.rulesets,
        **{name: number[name] for name in ("known", "confirmed", "estimated")},
        "contradicted": int(evidence.loc["contradicted", "games"]),
        "resumed": len(comparison.resumed_rows()),
        "without_komi": compared - len(decided) if compared else 0,
        "winner_games": len(decided) if compared else 0,
        "winner_changes": len(changed),
        "even_changes": int(np.count_nonzero(comparison.is_even[changed])),
        "winner_change_low": low,
        "winner_change_high": high,
        "reasons": _reasons(comparison),
        "examples": _examples(comparison) if compared else (),
    }
    answer = Answer(**facts, sentences=())
    if not compared:
        sentences = _empty_sentences(comparison, answer)
    else:
        sentences = (
            _head(answer),
            _evidence_sentence(comparison, answer),
            _winner_sentence(answer, pairs),
            _margin_sentence(comparison),
            _claim_sentence(comparison),
            *_apart_sentence(comparison),
        )
    return Answer(**facts, sentences=sentences)


def _head(answer: Answer) -> str:
    names = ", ".join(answer.rulesets)
    return f"{plural(answer.games, 'game')}, {answer.compared:,} of them counted under {names}."


def _evidence_sentence(comparison: Comparison, answer: Answer) -> str:
    parts = [
        (answer.known, "known"),
        (answer.confirmed, "estimates that the record confirms"),
        (answer.estimated, "other estimates"),
    ]
    text = "Dead stones: " + ", ".join(
        f"{number:,} {words} ({percent(number / answer.compared)})" for number, words in parts if number
    )
    unknown = answer.compared - answer.known - answer.confirmed - answer.estimated
    is_left_out = comparison.basis in (Basis.BEST.value, Basis.CONFIRMED.value, Basis.COUNTED.value)
    if unknown > 0 and not is_left_out:
        text += f", {unknown:,} contradicted or unknown ({percent(unknown / answer.compared)})"
    left_out = [
        (answer.contradicted if is_left_out else 0, "that the record contradicts"),
        (answer.resumed, "played on after the first pass"),
    ]
    words = ", ".join(f"{number:,} {reason}" for number, reason in left_out if number)
    return f"{text}. Left out: {words}." if words else f"{text}."


def _winner_sentence(answer: Answer, pairs: pd.DataFrame) -> str:
    if not answer.winner_games:
        return f"Winner: none of the {plural(answer.compared, 'game')} has a komi, so no winner can be compared."
    share = answer.winner_changes / answer.winner_games
    text = (
        f"Winner: changes in {answer.winner_changes:,} of {plural(answer.winner_games, 'game')}, {percent(share)} "
        f"({percent(answer.winner_change_low)} to {percent(answer.winner_change_high)})"
    )
    if answer.winner_changes and len(answer.rulesets) > 2:
        a, b = family_pairs(answer.rulesets)[0]
        changes = pairs.loc[(pairs["a"] == a) & (pairs["b"] == b), "winner_changes"].iloc[0]
        text += f"; {changes:,} between {a} and {b}"
    if handicap := answer.winner_changes - answer.even_changes:
        text += f". {handicap:,} of them are handicap games, in which rulesets give White different points"
    if answer.without_komi:
        text += f". {plural(answer.without_komi, 'game')} without komi: compared in margins only"
    return f"{text}."


def _margin_sentence(comparison: Comparison) -> str:
    a, b = family_pairs(comparison.common.rulesets)[0]
    figures = comparison.pair(a, b).figures
    share = percent(1 - figures["share_over_1"])
    return (
        f"Margins: {a} and {b} differ by at most a point in {share}; {a} − {b} is {signed(figures['mean'], 2)} on "
        f"average, from {signed(figures['min'])} to {signed(figures['max'])}."
    )


def _claim_sentence(comparison: Comparison) -> str:
    claims = comparison.claims()
    even = claims[claims["among"] == "even"]
    margin = even[even["claim"] == "margin"].iloc[-1]
    trouble = claims[(claims["kind"] == "either") & (claims["among"] == "all")].iloc[0]
    ends = [f"{value * 1e4:,.1f}" for value in trouble[["share", "low", "high"]]]
    text = "Claims: "
    if margin["total"]:
        text += (
            f"“Rarely more than a point”: in even games {percent(margin['share'])} are further apart "
            f"({percent(margin['low'])} to {percent(margin['high'])}). "
        )
    return (
        f"{text}“Trouble in one of 10,000 games”: {ends[0]} ({ends[1]} to {ends[2]}) have a move that only some "
        "rulesets forbid, or a cycle without result."
    )


def _apart_sentence(comparison: Comparison) -> tuple[str, ...]:
    parts = [
        f"{', '.join(other.common.rulesets)} ({plural(len(other.common), 'game')}"
        f"{' without dead stones' if other.leaves_dead_stones else ''})"
        for other in comparison.others
    ]
    return (f"Compared apart: {'; '.join(parts)}.",) if parts else ()


def _reasons(comparison: Comparison) -> tuple[tuple[str, int], ...]:
    """Return the reasons that games have no margin, in words, with the number of games."""
    lost = comparison.uncompared_reasons()
    words = [(_REASONS.get(reason, reason.replace("_", " ")), games) for reason, games in lost]
    return tuple(words)


def _empty_sentences(comparison: Comparison, answer: Answer) -> tuple[str, ...]:
    names = ", ".join(comparison.rulesets) or "none"
    if len(comparison.rulesets) < 2:
        return (
            f"A comparison needs two rulesets; this one has {len(comparison.rulesets)}: {names}.",
            "Name others, or check the archive again with more rulesets: goanalyze check PATH -o OUT --rulesets all.",
        )
    if not answer.games:
        return ("The dataset has no games.",)
    head = f"None of {plural(answer.games, 'game')} can be compared under {names}."
    reasons = [f"{games:,} {reason}" for reason, games in answer.reasons]
    extra = [(answer.resumed, "played on after the first pass")]
    reasons += [f"{number:,} {words}" for number, words in extra if number]
    sentences = [head]
    if reasons:
        sentences.append(f"Reasons: {', '.join(reasons)}.")
    counts = comparison.evidence().set_index("evidence")["games"]
    guesses = int(counts["confirmed"] + counts["estimated"])
    if guesses and comparison.basis in (Basis.COUNTED.value, Basis.CONFIRMED.value):
        sentences.append(f"{plural(guesses, 'game')} can be compared with estimated dead stones: --basis best.")
    elif counts["contradicted"] and comparison.basis != Basis.ESTIMATED.value:
        sentences.append(
            f"{plural(int(counts['contradicted']), 'estimate')} that the record contradicts can be compared with "
            "--basis estimated."
        )
    elif any(reason == _REASONS["as_it_stands"] for reason, _ in answer.reasons):
        sentences.append("Boards with unknown dead stones can be compared as they are with --basis all.")
    else:
        sentences.append("Needed are games that end with two passes or with a recorded count.")
    return tuple(sentences)


def _examples(comparison: Comparison) -> tuple[Example, ...]:
    """Return games whose winner changes, best evidence and even games first; then the widest margins."""
    codes = comparison.evidence_codes
    rows: list[int] = []
    for dispute in (Dispute.WINNER, Dispute.MARGIN):
        found = comparison.dispute_rows(dispute)
        order = np.lexsort((~comparison.is_even[found], codes[found]))
        rows += [row for row in found[order].tolist() if row not in rows][: _EXAMPLES - len(rows)]
        if len(rows) >= _EXAMPLES:
            break
    frame = comparison.game_frame(Dispute.WINNER, np.array(rows[:_EXAMPLES], dtype=np.int64))
    columns = zip(frame["number"], frame["address"], frame["verdict"], frame["evidence"], strict=True)
    return tuple(Example(int(number), address, verdict, evidence) for number, address, verdict, evidence in columns)
