"""Findings about final positions, recorded results and outcomes: GO410, GO411, GO414 and GO501–GO511.

Findings about recorded results that a rule of the game's own ruleset contradicts: GO508.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import isnan
from typing import TYPE_CHECKING, Final

from goanalyze.catalogue.catalogue import CatalogueEntry, Severity
from goanalyze.catalogue.finding import Finding
from goanalyze.detectors.registry import Subject, detector, finding_at
from goanalyze.life.choices import StatusSource
from goanalyze.points import to_sgf
from goanalyze.rules import USUAL, Ruleset, Scoring, find_ruleset
from goanalyze.rules.choices import RuleWinner, Winner
from goanalyze.score.choices import Agreement, Basis, Explanation
from goanalyze.sgf.choices import KomiSource, ResultBy, RulesetSource, Unit
from goanalyze.sgf.values.numbers import quote
from goanalyze.sgf.values.result import margin_fits
from goanalyze.util.numbers import points_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goanalyze.conventions.application import AppliedConventions
    from goanalyze.life.status_conflicts import StatusConflict
    from goanalyze.life.statuses import Statuses
    from goanalyze.score.audit import Audit, AuditRow
    from goanalyze.score.end_policies import FinalPositionSet
    from goanalyze.score.final_positions import FinalPositions
    from goanalyze.score.outcomes import Outcomes
    from goanalyze.score.rule_decisions import RuleDecisions
    from goanalyze.sgf.metadata import Metadata
    from goanalyze.sgf.records import Records


_OVER: Final = 1.0
_NO_WINNER: Final = -1
_COUNTED: Final = (ResultBy.SCORE.value, ResultBy.DRAW.value)
_WINNER_NAMES: Final = {Winner.BLACK.index: "Black wins", Winner.WHITE.index: "White wins", Winner.DRAW.index: "a draw"}
_COUNTED_WINNERS: Final = tuple(_WINNER_NAMES)
_DECISIVE: Final = 0.9  # below this confidence a difference or a dependent winner may be the estimate's doing
_ESTIMATION_ERROR: Final = 10.0  # points by which a confident estimate of an unfinished board may be wrong
_CHANCE: Final = (Explanation.OTHER_KOMI, Explanation.ZI, Explanation.HANDICAP)  # fit an error of a few points


@detector(
    Subject.DEAD_STONES,
    CatalogueEntry("GO410", Severity.WARNING, "territory markup contradicts the board",
        "TB and TW mark a point for both sides, a point off the board, a part of a chain as dead, or stones as dead "
        "where the opponent has no living stone; or the game is not finished: much of the board is left unmarked, or "
        "areas meet with no stone between them. The message names the points; the markup is not used for counting. "
        "A stone that is marked for its own side lives, as where areas are marked.",
        "TB[aa]TW[aa]"),
    CatalogueEntry("GO411", Severity.ERROR, "given dead stones not used",
        "The list that check --dead reads names a point without a stone, or none of the board, for this game; the "
        "message has the line. The game is judged as if the list did not name it.",
        "a list with A9 for a game in which A9 is empty",
        unsampled="it requires a list of dead stones, check --dead"),
    CatalogueEntry("GO506", Severity.INFO, "engine gave no judgement",
        "The engine refused to name the dead stones, or failed twice at this position and not at another one. The "
        "estimate is used.",
        "a board size that the engine does not know, or a position at which it hangs",
        unsampled="it requires an engine that fails, check --engine"),
    CatalogueEntry("GO507", Severity.INFO, "shape decided by a ruling",
        "A corner of the final position is a shape whose life and death the commentary on the Japanese rules decides, "
        "such as the bent four. Under rulesets that follow rulings, its stones have the status of the ruling, also "
        "against playouts. Under others, they have the status that further play gives if it is certain; otherwise it "
        "is estimated.",
        "three stones in the corner that can become a bent four: the group around them is dead"),
)  # fmt: skip
def life_findings(records: Records, statuses: Statuses) -> Iterator[Finding]:
    """Yield the lists (GO411) and marks (GO410) of dead stones that are not used, and the engine's failures (GO506).

    And the shapes that a ruling decides (GO507).
    """
    start = records.tape.game_span[:, 0]
    for game, error in sorted(statuses.dead_list_errors.items()):
        message = f"The dead stones that were given are not used ({error})."
        yield finding_at(records, game, "GO411", message, int(start[game]))
    for game, error in sorted(statuses.engine_errors.items()):
        message = f"The estimate is used, the engine gave none: {error}."
        yield finding_at(records, game, "GO506", message, int(start[game]))
    for ruling in statuses.ruled_shapes:
        width, height = int(records.width[ruling.game]), int(records.height[ruling.game])
        corner = to_sgf(ruling.corner, width)
        yield finding_at(records, ruling.game, "GO507", ruling.message(width, height), point=corner)
    for game, markup in sorted(statuses.markup_errors.items()):
        width = int(records.width[game])
        message = f"The territory markup is not used: {markup.message(width, int(records.height[game]))}."
        point = to_sgf(markup.points[0], width) if markup.points else ""
        yield finding_at(records, game, "GO410", message, _markup_offset(records, game), point=point)


def _markup_offset(records: Records, game: int) -> int:
    """Return the offset of the first value of TB or TW in the last node of the main line with any."""
    import numpy as np

    from goanalyze.sgf.lines import main_runs
    from goanalyze.sgf.properties import ACTION_TERRITORY_BLACK, ACTION_TERRITORY_WHITE
    from goanalyze.sgf.tape import ACTION, BEGIN, NODE

    spans = records.spans_of(game)
    rows = np.concatenate([np.arange(*spans.value_start[run : run + 2]) for run in main_runs(records, game)])
    values = spans.values[rows]
    marks = values[np.isin(values[:, ACTION], (ACTION_TERRITORY_BLACK, ACTION_TERRITORY_WHITE))]
    if not len(marks):
        return int(records.tape.game_span[game, 0])
    return int(marks[marks[:, NODE] == marks[-1, NODE]][0, BEGIN])


@detector(
    Subject.DEAD_STONES,
    CatalogueEntry(
        "GO510",
        Severity.WARNING,
        "marked alive, proven dead",
        "Stones that the territory markup, or the list of check --dead, has as alive are dead. The message has the "
        "basis: a proof without a search, which is valid under every ruleset; a ruling on a shape, such as the bent "
        "four, if RU names no ruleset or one that follows rulings; or article 7 of the Japanese rules, confirmed by "
        "--confirm in a region with proven walls, if RU names no ruleset or one that judges by that article. The "
        "markup is counted. The players may have agreed on a move that was not recorded; if one saves the stones, the "
        "message says so.",
        "the group around a bent four in the corner, marked alive under Japanese rules",
    ),
    CatalogueEntry(
        "GO511",
        Severity.WARNING,
        "marked dead, proven alive",
        "Stones that the territory markup, or the list of check --dead, has as dead are alive: the opponent cannot "
        "capture them, or a new stone survives the capture. Basis and conditions are those of GO510.",
        "a group with two eyes, marked dead",
    ),
)
def proof_findings(
    records: Records, metadata: Metadata, status_conflicts: Sequence[StatusConflict]
) -> Iterator[Finding]:
    """Yield the stones that markup has as alive against a proof (GO510), or as dead against a proof (GO511).

    The record names no ruleset, or one under which the basis of the conflict is valid.
    """
    from goanalyze.life.statuses import StatusPolicy

    names = metadata.columns["ruleset"].to_pylist() if status_conflicts else []
    for conflict in status_conflicts:
        name = names[conflict.game]
        if name is None or conflict.is_wrong(StatusPolicy.of(find_ruleset(name))):
            code = "GO510" if conflict.is_dead else "GO511"
            point = to_sgf(conflict.points[0], int(records.width[conflict.game]))
            yield finding_at(records, conflict.game, code, conflict.message, point=point)


@detector(
    Subject.RESULT,
    CatalogueEntry("GO414", Severity.WARNING, "result against the komi",
        "The margin in RE differs from the komi in KM by a fraction of a point, which no count gives: one of them is "
        "wrong. The message has the komi with which the margin follows from the final position, if there is one. Games "
        "under a ruleset with a button are left out. Where a margin without a unit may be in zi, the message says so.",
        "KM[5.5]RE[B+7]"),
    CatalogueEntry("GO501", Severity.WARNING, "winner differs from the count",
        "The count of the final position gives another winner than RE, and no ordinary cause explains it; or one "
        "does, which the message names, and the dead stones are marked or proven. Where they are estimated, only with "
        "a confidence of 0.9, if the difference is more than 10 points and no other status of one or two chains gives "
        "it: it is likely the estimate's error otherwise. Without a komi no winner is compared.",
        "RE[W+0.5] and a final position that counts B+3.5"),
    CatalogueEntry("GO502", Severity.INFO, "margin differs from the count",
        "The count of the final position gives another margin than RE; else as GO501. If the winner differs, too, the "
        "message says so: there is an ordinary cause, as another ruleset or komi, while the dead stones are estimated, "
        "or a count of the whole board. A difference that dead stones explain is not reported where KataGo's "
        "rules string leaves open whether they are removed.",
        "RE[B+2.5] and a final position that counts B+3.5"),
    CatalogueEntry("GO503", Severity.INFO, "not countable",
        "A count is recorded, but the final position looks unfinished: more than a twelfth of the board lies open "
        "between the sides, or less than a quarter holds stones (9×9 and larger). Moves are missing, or the result "
        "was agreed otherwise; no margin is given. Left out are records whose KataGo rules string leaves open whether "
        "dead stones are removed.",
        "RE[B+3.5] on a record that stops in the middle game"),
)  # fmt: skip
def result_findings(
    records: Records, played: AppliedConventions, audited: Sequence[AuditRow], finals: FinalPositionSet
) -> Iterator[Finding]:
    """Yield the recorded counts that komi (GO414) or final position (GO501–GO503) contradict.

    A difference that the komi alone shows is not reported a second time, but for another winner of the count.

    Args:
        records: a chunk.
        played: terms of play, with the metadata that have ruleset and komi of the games in play.
        audited: the recorded counts, compared with the final positions.
        finals: the final positions.
    """
    from goanalyze.score.audit import silent_on_dead_stones
    from goanalyze.sgf.properties import INFO_INDEX

    metadata, final = played.metadata, finals.plain
    at = records.tape.info[:, INFO_INDEX["RE"], 0]
    against_komi, is_silent = _against_komi(metadata), silent_on_dead_stones(metadata)
    for row in audited:
        audit, game = row.audit, row.game
        if audit is not None and audit.explanation is Explanation.ZI:
            against_komi.pop(game, None)
        message = against_komi.get(game)
        if audit is None and is_silent[game]:
            continue
        if audit is None:
            open_end = "A count is recorded, but the final position looks unfinished: too open, or with too few stones."
            yield finding_at(records, game, "GO503", open_end, int(at[game]))
            continue
        if audit.explanation is Explanation.NONE_NEEDED or isnan(final.komi[game]):
            continue
        is_stopped = bool(final.final_pass[game])
        evidence = audit.evidence[:1].upper() + audit.evidence[1:]
        doubt = "" if audit.margin is None else _how(row.source, row.count_confidence)
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


def komi_notes(audited: Sequence[AuditRow], final: FinalPositions) -> dict[int, str]:
    """Return a sentence on the usual komi, or none, that gives the recorded margin of each game without a komi."""
    notes = dict[int, str]()
    for row in audited:
        audit, game = row.audit, row.game
        is_explained = audit is not None and audit.explanation is Explanation.OTHER_KOMI
        if audit and is_explained and isnan(final.komi[game]):
            doubt = _how(row.source, row.count_confidence)
            counted = points_text(row.recorded)
            notes[game] = f"Komi {audit.komi:g} explains the record: with it the count is {counted}{doubt}."
    return notes


def _count(row: AuditRow, audit: Audit) -> str:
    """Return a clause with the count and the winner of it, as far as the evidence does not have them."""
    if audit.margin is None:
        return ""
    counted = points_text(audit.margin)
    words = re.split("[ ,;:]+", audit.evidence)
    clauses = [] if counted in words else [f"; as its header says it is {counted}"]
    if row.agreement == Agreement.NO.value and "differs" not in words:
        clauses.append(", and the winner differs")
    return "".join(clauses)


def _is_certain(row: AuditRow) -> bool:
    """Return True if the count of a game is known, or estimated with a high confidence."""
    return row.source < StatusSource.ESTIMATED.index or row.count_confidence >= _DECISIVE


def _is_warning(row: AuditRow, audit: Audit) -> bool:
    """Return True if another winner is an error of the record, and not of an estimate or the way of a program.

    Where nothing explains the difference, the winner must be another at a usual komi, too.
    """
    if audit.nearest is not None and audit.nearest * row.recorded > 0:
        return False
    if audit.explanation is Explanation.OTHER_RULESET and _removes_nothing(audit.ruleset):
        return False
    return row.source < StatusSource.ESTIMATED.index or audit.explanation is Explanation.DOES_NOT_FOLLOW


def _is_reliable(row: AuditRow, audit: Audit, *, is_stopped: bool) -> bool:
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


def _is_of_dead_stones(row: AuditRow, audit: Audit) -> bool:
    """Return True if an estimate of the dead stones, or their removal, explains a difference."""
    if row.source >= StatusSource.ESTIMATED.index:
        return audit.explanation is not Explanation.DOES_NOT_FOLLOW
    return audit.explanation is Explanation.OTHER_RULESET and _counts_area(audit.ruleset)


def _against_komi(metadata: Metadata) -> dict[int, str]:
    """Return a message for each game with a recorded margin that no count gives at its recorded komi.

    Left out are games under a ruleset with a button, and those that a convention explains. Without a unit, a margin
    under a ruleset that does not count territory may be in zi, which the message names as a doubt.
    """
    import numpy as np

    from goanalyze.util.arrow import floats

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


@detector(
    Subject.OUTCOME,
    CatalogueEntry(
        "GO504",
        Severity.INFO,
        "winner depends on the ruleset",
        "With the same komi the ruleset of the record gives the game to another side than a ruleset in use, or one of "
        "them to neither. The ruleset of the record is the one that RU names, else the one by which RE follows, else "
        "Japanese and Chinese. Rulesets in use that count area or territory alone are compared with it, area with "
        "territory only in games without passes before the final two. Only where the "
        "dead stones are known, or their estimate gives the recorded margin, or has a confidence of 0.9 without a "
        "recorded margin.",
        "44 to 36 points at komi 8: a tie, which Ing rules give to Black",
    ),
    CatalogueEntry(
        "GO505",
        Severity.INFO,
        "margin depends on the ruleset",
        "With the same komi, the margin under the ruleset of the record, as for GO504, and under a ruleset in use are "
        "more than a point apart, without the points that White gets for handicap stones. Only where the count is "
        "reliable, as for GO504, and not if RU names area rules, or is missing and RE follows by area alone: there "
        "plays in one's own territory cost nothing, so that a margin by territory has no meaning.",
        "one side passed, the other went on playing in its own territory",
    ),
)
def outcome_findings(
    records: Records,
    played: AppliedConventions,
    audited: Sequence[AuditRow],
    outcomes: Outcomes,
    finals: FinalPositionSet,
    rulesets: Sequence[Ruleset],
) -> Iterator[Finding]:
    """Yield the games whose winner (GO504), or else whose margin (GO505), depends on the ruleset.

    The ruleset of the record is compared with the rulesets in use, at the same komi. Of these only such take part whose
    margins come from area or territory alone: no stone scoring, group tax, button or point for the first pass. Rulesets
    that remove no dead stones are left out, and games whose recorded count is not the one of the final position, or is
    that of the whole board: a dependence on the ruleset may be as wrong as the count. The winners by area and by
    territory are compared only in games without passes before the final two: with them one side mostly goes on playing,
    which costs points by territory alone. Margins are compared without the points that White gets for handicap stones,
    and not in games by area rules: plays in one's own territory cost nothing there, so that a margin by territory has
    no meaning.

    Args:
        records: a chunk.
        played: terms of play, with the metadata that have the rulesets of the games in play.
        audited: the recorded counts, compared with the final positions.
        outcomes: outcomes under `rulesets`.
        finals: the final positions.
        rulesets: the rulesets of the check.
    """
    import numpy as np

    from goanalyze.conventions.hypotheses import FAMILIES, is_plain
    from goanalyze.score.outcomes import removes_dead_stones

    final = finals.plain
    source, confidence = final.source, final.count_confidence.min(axis=1)
    ids = [ruleset.id for ruleset in rulesets]
    own = played.metadata.columns["ruleset"].to_pylist()
    is_confirmed, is_contradicted = np.zeros((2, len(own)), dtype=np.bool_)
    for row in audited:
        is_confirmed[row.game] = row.agreement == Agreement.EXACT.value
        own[row.game] = own[row.game] or (row.audit and row.audit.ruleset)
        is_contradicted[row.game] = not is_confirmed[row.game] or (not row.ruleset and _removes_nothing(own[row.game]))
    is_reliable = ((confidence >= _DECISIVE) | is_confirmed) & ~is_contradicted
    known = (outcomes.basis <= Basis.ESTIMATED.index) & is_reliable[:, np.newaxis]
    known &= removes_dead_stones(rulesets)
    names = [None, *sorted({name for name in own if name})]
    number = np.array([names.index(name or None) for name in own], dtype=np.int64)
    is_own = np.array([[id_ == name if name else id_ in FAMILIES for id_ in ids] for name in names])[number]
    is_plain_ruleset = np.array([is_plain(ruleset) for ruleset in rulesets], dtype=np.bool_)
    in_use = known & is_plain_ruleset & np.isin(ids, USUAL)
    order = sorted(range(len(ids)), key=lambda column: ids[column] not in FAMILIES)
    board = np.where(is_own | in_use, outcomes.margin + outcomes.bonus, np.nan)
    board[np.array([_counts_area(name) for name in names])[number]] = np.nan
    board[:, ~is_plain_ruleset] = np.nan
    winner = np.where(known & np.isin(outcomes.winner, _COUNTED_WINNERS), outcomes.winner, _NO_WINNER)
    is_territory = np.array([ruleset.scoring.value is Scoring.TERRITORY for ruleset in rulesets], dtype=np.bool_)
    has_other_passes = final.passes.sum(axis=1) > np.where(final.final_pass > 0, 2, 0)

    def winner_changes(games: NDArray[np.int64], column: int) -> NDArray[np.float64]:
        first, others = winner[games][:, [column]], winner[games]
        is_decided = (others != _NO_WINNER) & (first != _NO_WINNER)
        is_decided &= ~has_other_passes[games, np.newaxis] | (is_territory == is_territory[column])
        changes: NDArray[np.float64] = (is_decided & (others != first)).astype(np.float64)
        return changes

    def distance(games: NDArray[np.int64], column: int) -> NDArray[np.float64]:
        distances: NDArray[np.float64] = np.nan_to_num(np.abs(board[games] - board[games][:, [column]]))
        return distances

    pairs = is_own & known, in_use, order
    by_winner, by_margin = _widest_pairs(winner_changes, *pairs, 0.0), _widest_pairs(distance, *pairs, _OVER)
    for game in sorted(by_winner | by_margin):
        is_by_winner = game in by_winner
        spread, *columns = by_winner[game] if is_by_winner else by_margin[game]
        points = outcomes.margin[game] if is_by_winner else board[game]
        is_tie = points[columns[0]] == points[columns[1]]
        margins = ", ".join(
            f"{points_text(float(points[column]))} under {ids[column]} rules"
            + (f" ({_WINNER_NAMES[int(winner[game, column])]})" if is_tie else "")
            for column in columns
        )
        how = _how(int(source[game]), float(confidence[game]))
        how += ", and give the recorded margin" if how and is_confirmed[game] else ""
        if is_by_winner:
            message = f"The winner depends on the ruleset: {margins}, with the same komi{how}."
            yield finding_at(records, game, "GO504", message)
        else:
            without = ", without points for handicap stones" if outcomes.bonus[game].any() else ""
            message = f"The margin depends on the ruleset by {spread:g} points: {margins}{without}{how}."
            yield finding_at(records, game, "GO505", message)


def _widest_pairs(
    difference: Callable[[NDArray[np.int64], int], NDArray[np.float64]],
    is_own: NDArray[np.bool_],
    in_use: NDArray[np.bool_],
    order: Sequence[int],
    least: float,
) -> dict[int, tuple[float, int, int]]:
    """Return the difference and the two columns of the widest pair of each game above a least difference.

    Args:
        difference: gives the differences of a column to all columns in some games, [games, columns].
        is_own: bool[games, columns], True for the first column of a pair.
        in_use: bool[games, columns], True for the second.
        order: all columns; of pairs that are equally wide the first in this order is taken.
        least: the least difference, exclusive.
    """
    import numpy as np

    pairs = dict[int, tuple[float, int, int]]()
    for column in order:
        games = np.flatnonzero(is_own[:, column])
        differences = np.where(in_use[games], difference(games, column), 0.0)[:, order]
        widest = differences.argmax(axis=1)
        for row in np.flatnonzero(differences.max(axis=1) > least).tolist():
            game, pair = int(games[row]), (float(differences[row, widest[row]]), column, order[widest[row]])
            if game not in pairs or pair[0] > pairs[game][0]:
                pairs[game] = pair
    return pairs


def _counts_area(name: str | None) -> bool:
    """Return True if the ruleset with an id counts area; False without one."""
    return name is not None and find_ruleset(name).scoring.value is Scoring.AREA


def _removes_nothing(name: str | None) -> bool:
    """Return True if the ruleset with an id removes no dead stones; False without one."""
    from goanalyze.score.outcomes import removes_dead_stones

    return name is not None and not removes_dead_stones([find_ruleset(name)])[0]


def _how(source: int, confidence: float) -> str:
    """Return a clause on the estimate of the dead stones, empty if they are known."""
    if source < StatusSource.ESTIMATED.index:
        return ""
    return f"; the dead stones are {StatusSource.at(source).meaning}, confidence of the count {confidence:.2f}"


_SIDES: Final = {Winner.BLACK.value: RuleWinner.BLACK, Winner.WHITE.value: RuleWinner.WHITE}


@detector(
    Subject.RESULT,
    CatalogueEntry(
        "GO508",
        Severity.INFO,
        "recorded winner against a rule",
        "RE gives the game to the side whose illegal move loses it at once under the ruleset that RU names: it was not "
        "noticed before the result was confirmed, or the record is wrong; or it says that both players lose, which "
        "that ruleset does not know. `outcomes.winner_by_rule` has the winner by rule.",
        "RU[Japanese]RE[B+R] and Black playing twice in succession",
    ),
)
def rule_findings(
    records: Records, metadata: Metadata, recorded_decisions: RuleDecisions, all_rulesets: Sequence[Ruleset]
) -> Iterator[Finding]:
    """Yield the games whose recorded winner is not the one by the rules that the record names.

    Args:
        records: a chunk.
        metadata: header values of the games.
        recorded_decisions: winners by a rule.
        all_rulesets: columns of `recorded_decisions`; games under other rulesets are passed over.
    """
    import numpy as np

    from goanalyze.sgf.properties import INFO_INDEX
    from goanalyze.util.arrow import encode

    columns = {ruleset.id: column for column, ruleset in enumerate(all_rulesets)}
    winner, named, source = (metadata.columns[name] for name in ("result_winner", "ruleset", "ruleset_source"))
    number, names = encode(winner)
    both = np.array([name == Winner.BOTH_LOSE.value for name in names], dtype=np.bool_)[number]
    at = records.tape.info[:, INFO_INDEX["RE"], 0]
    for game in np.flatnonzero(both | (recorded_decisions.winner >= 0).any(axis=1)).tolist():
        column, recorded = columns.get(named[game].as_py()), winner[game].as_py()
        if column is None or source[game].as_py() == RulesetSource.PERIOD.value:
            continue
        ruleset, by_rule = all_rulesets[column], int(recorded_decisions.winner[game, column])
        if both[game] and not ruleset.both_lose.value:
            message = f"Under {ruleset.title}: no such result as the recorded one, that both players lose, is known."
        elif recorded in _SIDES and by_rule == RuleWinner.BLACK.index + RuleWinner.WHITE.index - _SIDES[recorded].index:
            other = RuleWinner.at(by_rule).value.capitalize()
            message = (
                f"Under {ruleset.title}: move {recorded_decisions.move[game, column]} is illegal as recorded, and "
                f"{other} wins at once if anybody notices; the record gives {recorded.capitalize()} the game."
            )
        else:
            continue
        yield finding_at(records, game, "GO508", message, int(at[game]))
