"""Findings about final positions, recorded results and outcomes: GO410, GO411, GO414 and GO501–GO511."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.hypotheses import FAMILIES, is_plain
from goanalyze.detectors.records import finding_at
from goanalyze.life.choices import Fate, StatusSource, Walls
from goanalyze.life.statuses import Statuses
from goanalyze.rules import LifeAndDeath, Ruleset, Scoring, find_ruleset
from goanalyze.score.audit import Audit
from goanalyze.score.audited import Audited, silent_on_dead_stones
from goanalyze.score.choices import Agreement, Basis, Explanation
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.outcomes import Outcomes, takes_dead_off
from goanalyze.sgf.choices import KomiSource, ResultBy, Unit
from goanalyze.sgf.lines import main_runs
from goanalyze.sgf.metadata import Metadata
from goanalyze.sgf.properties import ACTION_TERRITORY_BLACK, ACTION_TERRITORY_WHITE, INFO_INDEX
from goanalyze.sgf.records import Records
from goanalyze.sgf.tape import ACTION, BEGIN, NODE
from goanalyze.sgf.values.numbers import quote
from goanalyze.sgf.values.result import margin_fits
from goanalyze.vocabulary.arrow import encode, floats
from goanalyze.vocabulary.choices import Winner
from goanalyze.vocabulary.finding import Finding
from goanalyze.vocabulary.numbers import points_text
from goanalyze.vocabulary.points import KO_PASS, PASS, color_name, to_gtp, to_sgf

_OVER: Final = 1.0
_COUNTED: Final = (ResultBy.SCORE.value, ResultBy.DRAW.value)
_WINNER_NAMES: Final = {Winner.BLACK.index: "Black wins", Winner.WHITE.index: "White wins", Winner.DRAW.index: "a draw"}
_COUNTED_WINNERS: Final = tuple(_WINNER_NAMES)
_PASSES: Final = {PASS: "passes", KO_PASS: "passes for a ko"}
_LINE: Final = 12  # moves of a main line that a message has room for
_DECISIVE: Final = 0.9  # below this confidence a difference or a dependent winner may be the estimate's doing
_ESTIMATION_ERROR: Final = 10.0  # points by which a confident estimate of an unfinished board may be wrong
_CHANCE: Final = (Explanation.OTHER_KOMI, Explanation.ZI, Explanation.HANDICAP)  # fit an error of a few points


def life_findings(records: Records, statuses: Statuses) -> Iterator[Finding]:
    """Yield where dead stones that were given (GO411) or marked (GO410) are not used, or an engine failed (GO506).

    And the shapes that a ruling decides (GO507).
    """
    start = records.tape.game_span[:, 0]
    for game, error in sorted(statuses.given_errors.items()):
        message = f"The dead stones that were given are not used ({error})."
        yield finding_at(records, game, "GO411", message, int(start[game]))
    for game, error in sorted(statuses.engine_errors.items()):
        message = f"The estimate stands, the engine gave none: {error}."
        yield finding_at(records, game, "GO506", message, int(start[game]))
    for ruling in statuses.rulings:
        width, height = int(records.width[ruling.game]), int(records.height[ruling.game])
        yield finding_at(records, ruling.game, "GO507", ruling.told(width, height), point=to_sgf(ruling.corner, width))
    for game, markup in sorted(statuses.markup_errors.items()):
        width = int(records.width[game])
        message = f"The territory markup is not used: {markup.message(width, int(records.height[game]))}."
        point = to_sgf(markup.points[0], width) if markup.points else ""
        yield finding_at(records, game, "GO410", message, _markup_offset(records, game), point=point)


def _markup_offset(records: Records, game: int) -> int:
    """Return the offset of the first value of TB or TW in the last node of the main line with any."""
    spans = records.spans_of(game)
    rows = np.concatenate([np.arange(*spans.value_start[run : run + 2]) for run in main_runs(records, game)])
    values = spans.values[rows]
    marks = values[np.isin(values[:, ACTION], (ACTION_TERRITORY_BLACK, ACTION_TERRITORY_WHITE))]
    if not len(marks):
        return int(records.tape.game_span[game, 0])
    return int(marks[marks[:, NODE] == marks[-1, NODE]][0, BEGIN])


def proof_findings(records: Records, metadata: Metadata, statuses: Statuses) -> Iterator[Finding]:
    """Yield where marks say alive of what is proven dead (GO510), or dead of what is proven alive (GO511).

    Only where walls are proven, too, and the record names no ruleset or one that judges by article 7.
    """
    named = metadata.columns["ruleset"].to_pylist() if statuses.chains else []
    for asked in statuses.chains:
        game, status = asked.game, asked.status
        proven_dead, ruleset = status.fate is Fate.DEAD, named[game]
        if asked.marked_dead in (None, proven_dead) or status.fate is Fate.UNKNOWN or status.assumed is Walls.EYES:
            continue
        if ruleset is None or find_ruleset(ruleset).life_and_death.value is LifeAndDeath.CONFIRMED:
            width, height = int(records.width[game]), int(records.height[game])
            line = ", ".join(f"{color_name(color).capitalize()} {_PASSES.get(point) or to_gtp(point, width, height)}"
                             for color, point in status.line[:_LINE])  # fmt: skip
            marked = "dead" if asked.marked_dead else "alive"
            message = f"Marked {marked}, against article 7: {status}{f' Main line: {line}.' if line else ''}"
            point = to_sgf(status.points[0], width)
            yield finding_at(records, game, "GO510" if proven_dead else "GO511", message, point=point)


def result_findings(
    records: Records, metadata: Metadata, audited: Sequence[Audited], final: FinalPositions
) -> Iterator[Finding]:
    """Yield the recorded counts that komi (GO414) or final position (GO501–GO503) contradict.

    A difference that the komi alone shows is not reported a second time, but for another winner of the count.

    Args:
        records: a chunk.
        metadata: metadata with ruleset and komi of the games in play.
        audited: the recorded counts, compared with the final positions.
        final: the final positions.
    """
    at = records.tape.info[:, INFO_INDEX["RE"], 0]
    against_komi, is_silent = _against_komi(metadata), silent_on_dead_stones(metadata)
    for row in audited:
        audit, game = row.found, row.game
        if audit is not None and audit.explanation is Explanation.ZI:
            against_komi.pop(game, None)
        message = against_komi.get(game)
        if audit is None and is_silent[game]:
            continue
        if audit is None:
            open_end = "A count is recorded, but the final position looks unfinished: too open, or with too few stones."
            yield finding_at(records, game, "GO503", open_end, int(at[game]))
            continue
        if audit.explanation is Explanation.NONE_NEEDED or np.isnan(final.komi[game]):
            continue
        is_stopped = bool(final.final_pass[game])
        evidence, doubt = audit.evidence[:1].upper() + audit.evidence[1:], _how(row.source, row.count_confidence)
        if message and audit.explanation is not Explanation.DOES_NOT_FOLLOW:
            is_reliable = _is_reliable(row, audit, is_stopped=True)
            against_komi[game] = f"{message} {evidence}{doubt}." if is_reliable else message
        elif is_silent[game] and _is_of_dead_stones(row, audit):
            continue
        elif _is_reliable(row, audit, is_stopped=is_stopped):
            code = "GO501" if row.agreement == "no" and _is_warning(row, audit) else "GO502"
            if not message or code == "GO501":
                yield finding_at(records, game, code, f"{evidence}{_count(row, audit)}{doubt}.", int(at[game]))
    for game, message in against_komi.items():
        yield finding_at(records, game, "GO414", message, int(at[game]))


def komi_notes(audited: Sequence[Audited], final: FinalPositions) -> dict[int, str]:
    """Return a sentence on the usual komi, or none, that gives the recorded margin of each game without a komi.

    A komi other than 0 needs a count that is certain: one of several fits by chance.

    Args:
        audited: the recorded counts of a chunk, compared with the final positions.
        final: the final positions.
    """
    notes = dict[int, str]()
    for row in audited:
        audit, game = row.found, row.game
        is_explained = audit is not None and audit.explanation is Explanation.OTHER_KOMI
        if audit and is_explained and np.isnan(final.komi[game]) and (not audit.komi or _is_certain(row)):
            doubt = _how(row.source, row.count_confidence)
            counted = points_text(row.recorded)
            notes[game] = f"Komi {audit.komi:g} explains the record: with it the count is {counted}{doubt}."
    return notes


def _count(row: Audited, audit: Audit) -> str:
    """Return a clause with the count and the winner of it, as far as the evidence does not have them."""
    if audit.margin is None:
        return ""
    counted = points_text(audit.margin)
    words = re.split("[ ,;:]+", audit.evidence)
    clauses = [] if counted in words else [f"; as its header says it is {counted}"]
    if row.agreement == Agreement.NO.value and "differs" not in words:
        clauses.append(", and the winner differs")
    return "".join(clauses)


def _is_certain(row: Audited) -> bool:
    """Return True if the count of a game is known, or estimated with a high confidence."""
    return row.source < StatusSource.ESTIMATED.index or row.count_confidence >= _DECISIVE


def _is_warning(row: Audited, audit: Audit) -> bool:
    """Return True if another winner is an error of the record, and not of an estimate or the way of a program.

    Where nothing explains the difference, the winner must be another at a usual komi, too.
    """
    if audit.nearest is not None and audit.nearest * row.recorded > 0:
        return False
    if audit.explanation is Explanation.OTHER_RULESET and _removes_nothing(audit.ruleset):
        return False
    return row.source < StatusSource.ESTIMATED.index or audit.explanation is Explanation.DOES_NOT_FOLLOW


def _is_reliable(row: Audited, audit: Audit, *, is_stopped: bool) -> bool:
    """Return True if a difference says something about the record, and is not likely the error of an estimate.

    Where the dead stones are estimated, the status of single chains and a point more or less are the estimate's error;
    another komi, a number in zi and points for handicap stones fit it by chance, if no passes end the record. A
    difference that nothing explains must be larger than the error, and not follow from another status of a few chains.
    """
    if row.source < StatusSource.ESTIMATED.index:
        return True
    if audit.explanation in (Explanation.STONES, Explanation.OFF_BY_ONE):
        return False
    if audit.explanation in _CHANCE:
        return is_stopped and _is_certain(row)
    if audit.explanation is not Explanation.DOES_NOT_FOLLOW:
        return True
    nearest = audit.margin if audit.nearest is None else audit.nearest
    is_large = nearest is not None and abs(nearest - row.recorded) > _ESTIMATION_ERROR
    return _is_certain(row) and is_large and not audit.is_in_doubt


def _is_of_dead_stones(row: Audited, audit: Audit) -> bool:
    """Return True if an estimate of the dead stones, or their removal, explains a difference."""
    if row.source >= StatusSource.ESTIMATED.index:
        return audit.explanation is not Explanation.DOES_NOT_FOLLOW
    return audit.explanation is Explanation.OTHER_RULESET and _counts_area(audit.ruleset)


def _against_komi(metadata: Metadata) -> dict[int, str]:
    """Return a message for each game with a recorded margin that no count gives at its recorded komi.

    Left out are games under a ruleset with a button, and those that a convention explains. Without a unit, a margin
    under a ruleset that does not count territory may be in zi, which the message names as a doubt.
    """
    columns = metadata.columns
    margin, komi = floats(columns["result_margin"]), floats(columns["komi"])
    is_odd = (margin + komi) % 1 != 0
    is_odd &= ~np.isnan(margin + komi) & (komi * 2 % 1 == 0)
    messages = dict[int, str]()
    for game in np.flatnonzero(is_odd).tolist():
        name, unit = columns["ruleset"][game].as_py(), columns["result_unit"][game].as_py()
        ruleset = find_ruleset(name) if name else None
        if (
            columns["result_by"][game].as_py() not in _COUNTED
            or columns["komi_source"][game].as_py() != KomiSource.RECORDED.value
            or ("convention" in columns and columns["convention"][game].as_py())
            or (ruleset is not None and ruleset.button.value)
        ):
            continue
        is_territory = ruleset is not None and ruleset.scoring.value is Scoring.TERRITORY
        can_be_zi = unit != Unit.ZI.value and not is_territory
        can_be_zi = can_be_zi and margin_fits(2 * float(margin[game]), float(komi[game]))
        every = "has a half point" if komi[game] % 1 else "is a whole number"
        result = quote(columns["result_raw"][game].as_py())
        doubt = ", unless it is in zi (子)" if can_be_zi else ""
        messages[game] = (
            f"RE {result} is not a result that komi {komi[game]:g} allows: with it every margin {every}{doubt}."
        )
    return messages


def outcome_findings(
    records: Records,
    metadata: Metadata,
    audited: Sequence[Audited],
    outcomes: Outcomes,
    final: FinalPositions,
    rulesets: Sequence[Ruleset],
) -> Iterator[Finding]:
    """Yield the games whose winner (GO504), or else whose margin (GO505), depends on the ruleset.

    Both are compared at the same komi, and only under rulesets by which nothing else than area or territory makes them:
    no stone scoring, group tax, button or point for the first pass. The winner under the record's own ruleset is
    compared in any case. Rulesets that take no dead stones off are left out, and games whose recorded count is not the
    one of the final position, or that of the board as it stands: a dependence on the ruleset may be as wrong as the
    count. Margins are compared without
    what White gets for handicap stones, and not if the record's own ruleset counts area, or, where it names none, its
    margin follows by area and not by territory: plays in one's own territory cost nothing there, so that a margin by
    territory has no meaning.

    Args:
        records: a chunk.
        metadata: metadata with the rulesets of the games in play.
        audited: the recorded counts, compared with the final positions.
        outcomes: outcomes under `rulesets`.
        final: the final positions.
        rulesets: the rulesets that are compared.
    """
    source, confidence = final.source, final.count_confidence.min(axis=1)
    known = (outcomes.basis <= Basis.ESTIMATED.index) & (confidence >= _DECISIVE)[:, np.newaxis]
    known &= takes_dead_off(rulesets)
    known[[row.game for row in audited if row.agreement != Agreement.EXACT.value]] = False
    known[[row.game for row in audited if row.found and not row.ruleset and _removes_nothing(row.found.ruleset)]] = (
        False
    )
    plain = known & np.array([is_plain(ruleset) for ruleset in rulesets], dtype=np.bool_)
    number, names = encode(metadata.columns["ruleset"])
    preferred = np.array([ruleset.id in FAMILIES for ruleset in rulesets], dtype=np.bool_)
    columns = {ruleset.id: column for column, ruleset in enumerate(rulesets)}
    own = np.array([columns.get(name, -1) for name in names], dtype=np.int64)[number]
    is_own = own[:, np.newaxis] == np.arange(len(rulesets))
    comparable = plain | (known & is_own)
    winners = outcomes.winners(comparable)
    is_by_area = np.array([_counts_area(name) for name in names], dtype=np.bool_)[number]
    is_by_area[
        [row.game for row in audited if row.found and row.ruleset is None and _counts_area(row.found.ruleset)]
    ] = True
    board = np.where(plain & ~is_by_area[:, np.newaxis], outcomes.margin + outcomes.bonus, np.nan)
    counted = ~np.isnan(board).all(axis=1)
    spread = np.zeros(len(board))
    spread[counted] = np.nanmax(board[counted], axis=1) - np.nanmin(board[counted], axis=1)
    for game in np.flatnonzero((winners > 1) | (spread > _OVER)).tolist():
        depends = winners[game] > 1
        points = np.where(comparable[game], outcomes.margin[game], np.nan) if depends else board[game]
        low = _pick_column(points == np.nanmin(points), preferred, int(own[game]))
        winner = outcomes.winner[game]
        others = points
        if depends:  # equal margins are a tie that some ruleset gives to a side
            others = np.where(np.isin(winner, _COUNTED_WINNERS) & (winner != winner[low]), points, np.nan)
        high = _pick_column(others == np.nanmax(others), preferred, int(own[game]))
        is_tie = points[low] == points[high]
        margins = ", ".join(
            f"{points_text(float(points[column]))} under {rulesets[column].id} rules"
            + (f" ({_WINNER_NAMES[int(winner[column])]})" if is_tie else "")
            for column in (low, high)
        )
        how = _how(int(source[game]), float(confidence[game]))
        if depends:
            message = f"The winner depends on the ruleset: {margins}, with the same komi{how}."
            yield finding_at(records, game, "GO504", message)
        else:
            without = ", without points for handicap stones" if outcomes.bonus[game].any() else ""
            message = f"The margin depends on the ruleset by {spread[game]:g} points: {margins}{without}{how}."
            yield finding_at(records, game, "GO505", message)


def _pick_column(is_eligible: NDArray[np.bool_], preferred: NDArray[np.bool_], own: int) -> int:
    """Return an eligible column: the record's own ruleset, else a preferred one, else the first."""
    columns = np.flatnonzero(is_eligible).tolist()
    return int(min(columns, key=lambda column: (column != own, not preferred[column])))


def _counts_area(name: str | None) -> bool:
    """Return True if the ruleset with an id counts area; False without one."""
    return name is not None and find_ruleset(name).scoring.value is Scoring.AREA


def _removes_nothing(name: str | None) -> bool:
    """Return True if the ruleset with an id counts the board as it stands; False without one."""
    return name is not None and not takes_dead_off([find_ruleset(name)])[0]


def _how(source: int, confidence: float) -> str:
    """Say that dead stones are a guess, where they are."""
    if source < StatusSource.ESTIMATED.index:
        return ""
    return f"; the dead stones are {StatusSource.at(source).meaning}, confidence of the count {confidence:.2f}"
