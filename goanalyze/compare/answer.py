"""The answer of a comparison: how often rulesets change the winner and the margin, in words and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from textwrap import wrap
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.captions import joined_names, ruleset_name
from goanalyze.compare.choices import Basis, Dispute, Evidence, IllegalReason, PairFigure
from goanalyze.compare.claims import family_pairs
from goanalyze.util.numbers import percent, plural, signed

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison

LINES: Final = 10
"""Lines of 80 columns of an answer with its games."""
_COLUMNS: Final = 80
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
    "counted": "with dead stones that a ruleset leaves on the board",
}
"""Reasons without a margin by basis, as they follow a number of games."""
_ILLEGAL: Final = {
    IllegalReason.OCCUPIED: "a stone on an occupied point",
    IllegalReason.SUICIDE: "suicide",
    IllegalReason.KO: "ko",
    IllegalReason.SUPERKO: "superko",
    IllegalReason.CYCLE: "a cycle",
}
"""Words for reasons of trouble, followed by a number of games."""


@dataclass(frozen=True, slots=True)
class Example:
    """A game to look at.

    Attributes:
        number: number of the game in the dataset, from 1, as `goanalyze show OUT NUMBER` takes it.
        address: address of the game.
        name: shortest end of its path that no other file of the dataset has.
        verdict: results under two rulesets that disagree.
        evidence: evidence of its margins.
    """

    number: int
    address: str
    name: str
    verdict: str
    evidence: str

    def __str__(self) -> str:
        return f"{self.number}  {self.verdict} · {self.evidence} · {self.name}"


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
        by_convention: number of these whose recorded margin follows by a convention that the check did not apply.
        resumed: number of games left out because of passes other than the final two.
        without_komi: number of compared games without komi, which have margins but no winner.
        winner_games: number of compared games with a winner.
        winner_changes: number of games whose winner depends on the ruleset.
        even_changes: number of those without handicap stones.
        winner_change_low: lower end of the 95% interval of their share, from 0 to 1.
        winner_change_high: upper end of the interval.
        better_basis: basis that compares games where this one has none to compare; empty otherwise.
        trouble: reasons of trouble with rules, each with its number of games; a game counts for the first one.
        reasons: reasons that games are not compared, with the number of games, most frequent first.
        sentences: the answer in words, at most ten lines of 80 columns.
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
    by_convention: int
    resumed: int
    without_komi: int
    winner_games: int
    winner_changes: int
    even_changes: int
    winner_change_low: float
    winner_change_high: float
    better_basis: str
    trouble: tuple[tuple[str, int], ...]
    reasons: tuple[tuple[str, int], ...]
    sentences: tuple[str, ...]
    examples: tuple[Example, ...]

    def __str__(self) -> str:
        return "\n".join((*self.sentences, *map(str, fitting_examples(self))))


def fitting_examples(answer: Answer, before: Sequence[str] = ()) -> tuple[Example, ...]:
    """Return the games to look at that fit in ten lines with the sentences of an answer, a line for each."""
    lines = sum(len(wrap(text, _COLUMNS, break_on_hyphens=False)) for text in (*before, *answer.sentences))
    return answer.examples[: max(LINES - lines, 0)]


@dataclass(frozen=True, slots=True)
class AnswerRows:
    """Games that the answer of a comparison counts.

    Attributes:
        decided: rows of the compared games that have a winner under all rulesets.
        left_out: rows of the games left out because of passes other than the final two.
        by_convention: rows of the contradicted games that follow by a convention that is not applied.
        is_even: bool[games], True for games without handicap stones.
        reasons: bases of the games without margin and the number of games, the largest number first.
        short_name: function of the row of a game that returns its short name.
    """

    decided: NDArray[np.int64]
    left_out: NDArray[np.int64]
    by_convention: NDArray[np.int64]
    is_even: NDArray[np.bool_]
    reasons: Sequence[tuple[str, int]]
    short_name: Callable[[int], str]


Interval: TypeAlias = Callable[[NDArray[np.int64], NDArray[np.int64]], tuple[float, float]]
"""Function of rows of games in a share and of all games that returns the interval of the share."""


def answer_of(comparison: Comparison, rows: AnswerRows, interval: Interval) -> Answer:
    """Return the answer of a comparison."""
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
        by_convention=len(rows.by_convention),
        resumed=len(rows.left_out),
        without_komi=len(comparison.common) - len(decided) if can_compare else 0,
        winner_games=len(decided) if can_compare else 0,
        winner_changes=len(changed),
        even_changes=int(np.count_nonzero(rows.is_even[changed])),
        winner_change_low=low,
        winner_change_high=high,
        better_basis="",
        trouble=tuple(_trouble(comparison)) if can_compare else (),
        reasons=tuple((_REASONS.get(name, name.replace("_", " ")), games) for name, games in rows.reasons),
        sentences=(),
        examples=tuple(_examples(comparison, rows)) if can_compare else (),
    )
    if can_compare:
        return replace(answer, sentences=_sentences(comparison, answer))
    answer = replace(answer, better_basis=_instead(comparison, answer, games)[0])
    return replace(answer, sentences=_empty_sentences(comparison, answer, games))


def _trouble(comparison: Comparison) -> Iterator[tuple[str, int]]:
    rest = np.union1d(comparison.dispute_rows(Dispute.LEGAL), comparison.dispute_rows(Dispute.NO_RESULT))
    games = {}
    for reason, words in _ILLEGAL.items():
        inside = np.isin(rest, comparison.dispute_rows(reason))
        games[words] = int(np.count_nonzero(inside))
        rest = rest[~inside]
    yield from ((words, games[words]) for words in sorted(games, key=lambda words: -games[words]) if games[words])
    if len(rest):
        yield "another reason", len(rest)


def _sentences(comparison: Comparison, answer: Answer) -> tuple[str, ...]:
    return (
        _evidence_sentence(comparison, answer),
        _winner_sentence(answer),
        _pair_sentence(comparison),
        _claim_sentence(comparison, answer),
        *_apart_sentence(comparison),
    )


def _evidence_sentence(comparison: Comparison, answer: Answer) -> str:
    few = len(answer.rulesets) <= _NAMED
    names = " and ".join(map(ruleset_name, answer.rulesets)) if few else f"{len(answer.rulesets)} rulesets"
    contradicted = answer.contradicted if comparison.basis in (Basis.ESTIMATED.value, Basis.ALL.value) else 0
    unknown = answer.compared - answer.known - answer.confirmed - answer.estimated - contradicted
    several = f"{answer.estimated:,} other{'s' if answer.estimated > 1 else ''}"
    others = several if answer.confirmed else plural(answer.estimated, "estimate")
    parts = [
        (number, words)
        for number, words in (
            (answer.known, plural(answer.known, "known count")),
            (answer.confirmed, f"{plural(answer.confirmed, 'estimate')} that the record confirms"),
            (answer.estimated, others),
            (contradicted, f"{contradicted:,} that the record contradicts"),
            (unknown, f"{unknown:,} with unknown dead stones"),
        )
        if number
    ]
    shares = [f" ({percent(number / answer.compared)})" for number, _ in parts]
    shares[-1:] = [""] * (len(parts) > 1) or shares[-1:]  # the last of several is the rest
    evidence = ", ".join(words + share for (_, words), share in zip(parts, shares, strict=True))
    text = f"{plural(answer.games, 'game')}; {answer.compared:,} compared under {names}: {evidence}."
    is_left_out = comparison.basis in (Basis.BEST.value, Basis.CONFIRMED.value)
    reasons = (
        (answer.resumed, "with earlier passes"),
        (answer.contradicted if is_left_out else 0, "contradicted" + ("" if answer.confirmed else " by the record")),
    )
    left_out = ", ".join(f"{number:,} {reason}" for number, reason in reasons if number)
    advice = f" ({_convention_advice(answer)})" if is_left_out and answer.by_convention else ""
    return text + (f" Left out: {left_out}{advice}." if left_out else "")


def _convention_advice(answer: Answer) -> str:
    return f"{answer.by_convention:,} confirmed by check --conventions apply"


def _winner_sentence(answer: Answer) -> str:
    if not answer.winner_games:
        return f"Winner: none of the {plural(answer.compared, 'game')} has a komi, so only margins are compared."
    interval = f"({percent(answer.winner_change_low)} to {percent(answer.winner_change_high)})"
    if answer.winner_changes:
        share = percent(answer.winner_changes / answer.winner_games)
        text = f"Winner: changes in {plural(answer.winner_changes, 'game')}, {share} {interval}"
    else:
        text = f"Winner: changes in none of {plural(answer.winner_games, 'game')} {interval}"
    if handicap := answer.winner_changes - answer.even_changes:
        text += f"; {handicap:,} with handicap"
    if answer.without_komi:
        text += f". {plural(answer.without_komi, 'game')} without komi: compared in margins only"
    return f"{text}."


def _pair_sentence(comparison: Comparison) -> str:
    a, b = family_pairs(comparison.common.rulesets)[0]
    figures = comparison.pair(a, b).figures
    number = int(figures["winner_changes"])
    winners = f"{number:,} winner{' changes' if number == 1 else 's change'}" if number else "no winner changes"
    share, mean = percent(1 - figures["share_over_1"]), signed(figures["mean"], 2)
    return f"{ruleset_name(a)} − {ruleset_name(b)}: {winners}; {mean} on average, {share} within a point."


def _claim_sentence(comparison: Comparison, answer: Answer) -> str:
    claims = comparison.claims()
    margin = claims[(claims["among"] == "even") & (claims["claim"] == "margin")].iloc[-1]
    trouble = claims[(claims["among"] == "all") & (claims["kind"] == "either")].iloc[0]
    share, low, high = (_rate(trouble[name]) for name in ("share", "low", "high"))
    even = (
        f"{percent(margin['share'])} of even games differ by more than a point "
        f"({percent(margin['low'])} to {percent(margin['high'])}); "
        if margin["total"]
        else ""
    )
    reasons = trouble_text(answer)
    return f"Claims: {even}trouble in {share} of 10,000 games ({low} to {high}){f': {reasons}' if reasons else ''}."


def trouble_text(answer: Answer) -> str:
    """Return the reasons of trouble with rules, each with its number of games; empty without trouble."""
    return ", ".join(f"{words} in {games:,}" for words, games in answer.trouble)


def _rate(share: float) -> str:
    """Return a share as a number of 10,000 games, with a decimal below 100."""
    rate = share * 1e4
    return f"{rate:,.{0 if rate >= 99.95 or not rate else 1}f}"


def _apart_sentence(comparison: Comparison) -> tuple[str, ...]:
    parts = [
        f"{joined_names(other.common.rulesets)} ({plural(len(other.common), 'game')}"
        f"{' without dead stones' if other.leaves_dead_stones else ''})"
        for other in comparison.others
    ]
    return (f"Compared apart: {'; '.join(parts)}.",) if parts else ()


def _empty_sentences(comparison: Comparison, answer: Answer, counts: Mapping[str, int]) -> tuple[str, ...]:
    names = joined_names(comparison.rulesets) or "none"
    if len(comparison.rulesets) < 2:
        return (
            f"A comparison needs two rulesets; this one has {len(comparison.rulesets)}: {names}.",
            "Name another ruleset of the dataset, or add rulesets: goanalyze check PATH -o OUT --rulesets NAME,NAME.",
        )
    if not answer.games:
        return ("The dataset has no games.",)
    reasons = [f"{games:,} {reason}" for reason, games in answer.reasons]
    is_left_out = comparison.basis != Basis.ESTIMATED.value
    more = (
        (counts["contradicted"] if is_left_out else 0, "whose estimate the record contradicts"),
        (answer.resumed, "with earlier passes"),
    )
    reasons += [f"{number:,} {words}" for number, words in more if number]
    return (
        f"None of {plural(answer.games, 'game')} can be compared under {names}.",
        *([f"Reasons: {', '.join(reasons)}."] if reasons else []),
        _remedy(answer, _instead(comparison, answer, counts)[1]),
    )


def _instead(comparison: Comparison, answer: Answer, counts: Mapping[str, int]) -> tuple[str, int]:
    """Return the basis that compares games which this one leaves out, with their number; an empty name for none."""
    guesses = counts["confirmed"] + counts["estimated"]
    if guesses and comparison.basis in (Basis.COUNTED.value, Basis.CONFIRMED.value):
        return Basis.BEST.value, guesses
    if counts["contradicted"] and comparison.basis != Basis.ESTIMATED.value:
        return Basis.ESTIMATED.value, counts["contradicted"]
    bare = sum(games for reason, games in answer.reasons if reason == _REASONS["as_it_stands"])
    return (Basis.ALL.value, bare) if bare and comparison.basis != Basis.ALL.value else ("", 0)


def _remedy(answer: Answer, games: int) -> str:
    """Return a sentence on the basis or the data with which games can be compared."""
    if not answer.better_basis:
        return "Needed: games that end with two passes, or whose record marks territory or dead stones."
    words = {
        Basis.BEST.value: plural(games, "game with estimated dead stones", "games with estimated dead stones"),
        Basis.ESTIMATED.value: f"{plural(games, 'estimate')} that the record contradicts",
        Basis.ALL.value: plural(games, "board with unknown dead stones", "boards with unknown dead stones"),
    }[answer.better_basis]
    is_advised = answer.by_convention and answer.better_basis == Basis.ESTIMATED.value
    advice = f" ({_convention_advice(answer)})" if is_advised else ""
    return f"Instead: the basis {answer.better_basis} compares {words}{advice}."


def _examples(comparison: Comparison, rows: AnswerRows) -> Iterator[Example]:
    """Yield games whose winner changes, then the widest margins; first those with good evidence, of the first pair."""
    names = comparison.common.rulesets
    pairs = list(dict.fromkeys((*family_pairs(names), *combinations(names, 2))))
    is_doubtful = comparison.evidence_codes > Evidence.CONFIRMED.index
    left = _EXAMPLES
    listed = np.zeros(0, dtype=np.int64)
    for dispute, figure in ((Dispute.WINNER, PairFigure.WINNER_CHANGES), (Dispute.MARGIN, PairFigure.OVER_1)):
        disputed = comparison.dispute_rows(dispute)
        disputed = disputed[~np.isin(disputed, listed)]
        in_first = np.isin(disputed, comparison.pair_rows(*pairs[0], figure))
        order = np.lexsort((~rows.is_even[disputed], ~in_first, is_doubtful[disputed]))
        for row in disputed[order][:left].tolist():
            pair = next(pair for pair in pairs if row in comparison.pair_rows(*pair, figure))
            frame = comparison.game_frame(dispute, np.array([row]), *pair)
            address, verdict, evidence = (str(frame[name][0]) for name in ("address", "verdict", "evidence"))
            yield Example(row + 1, address, rows.short_name(row), verdict, evidence)
        listed, left = np.append(listed, disputed[order][:left]), left - min(left, len(disputed))
