"""Findings about moves: place, turn, repetition and the end of play, GO101–GO108 and GO201–GO212.

Works on the few moves that carry a flag; the rest of the chunk is passed over in one look. A cycle that goes round
several times is one finding for all its moves that the same rulesets forbid, also if passes lie between them.

A finding is about one axis of rulesets, and names those whose axis forbids each of its moves: repetition for GO201 and
GO202, suicide for GO103, GO104 and GO109. A ruleset that forbids a move is named by at least one finding about it. A
suicide that recreates a position has a second finding, GO202, for the rulesets that allow it and forbid the repetition.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Final

from goanalyze.catalogue.catalogue import LEFT_OUT, CatalogueEntry, Severity
from goanalyze.catalogue.finding import Finding
from goanalyze.core import flags as f
from goanalyze.detectors.registry import Subject, detector
from goanalyze.points import BLACK, WHITE, color_name, to_gtp, to_sgf
from goanalyze.replay.verdicts import (
    PRESETS,
    REPETITIONS,
    SUICIDES,
    CycleKind,
    ForbiddingRulesets,
    no_result_rulesets,
    repetition_names,
)
from goanalyze.rules import RULESETS, Ruleset, find_ruleset
from goanalyze.util.numbers import plural

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goanalyze.replay.arrays import IngViolation, Replays
    from goanalyze.replay.cycles import CaptureTally, Cycle
    from goanalyze.sgf.metadata import Metadata
    from goanalyze.sgf.records import Records

_REPEAT: Final = f.BASIC_KO | f.PSK
_MISPLACED: Final = f.OCCUPIED | f.OFF_BOARD_MOVE
_NOTABLE: Final = f.FAULTY | _REPEAT | f.OUT_OF_TURN | f.AFTER_END | f.FORCED | f.ING_KO
_RESUMING: Final = f.AFTER_END | f.RESUMED_OUT_OF_ORDER | f.AFTER_SECOND_STOP
_ENDS: Final = ((f.AFTER_END, "two passes in succession"), (f.AFTER_SECOND_STOP, "the second stop"))
_SENDING: Final = (CycleKind.SENDING_TWO, CycleKind.SENDING_THREE)
_NAMES: Final = ("", "Black", "White")
_TIMES: Final = " The cycle goes round "
_ROUNDS: Final = frozenset({"GO107", "GO108", "GO201", "GO202", "GO205", "GO206", "GO207"})
_COUNTED_ROUNDS: Final = ("GO205", "GO207")
_APPROXIMATELY: Final = "approximately: no exact algorithm of Ing's ko rule is published"


@detector(
    Subject.PLAY,
    CatalogueEntry("GO101", Severity.ERROR, "point occupied",
        "The move is on a stone. As SGF says, the stone is replaced and the game goes on from there.",
        ";B[dd];W[dd]",
        forbidden=(("", f.OCCUPIED),),
        repair=LEFT_OUT),
    CatalogueEntry("GO102", Severity.ERROR, "off the board",
        "The move names a point outside the board. Nothing is placed; the move counts as one.",
        "SZ[9];B[kk]",
        forbidden=(("", f.OFF_BOARD_MOVE),),
        repair=LEFT_OUT),
    CatalogueEntry("GO103", Severity.ERROR, "suicide of one stone",
        "The stone had no liberty and captured nothing; it was removed. `rulesets` names those whose rule on suicide "
        "forbids it; those that allow suicide forbid the position, which is back (GO202).",
        "a stone played into a one-point eye",
        forbidden=(("", f.SUICIDE_ONE | f.PSK),),
        repair=LEFT_OUT),
    CatalogueEntry("GO104", Severity.WARNING, "suicide of several stones",
        "The move left its own chain without liberty; the chain was removed. Allowed by some rulesets, unless the "
        "position is back (GO202); where the ruleset that RU names is one of them, the code is GO109.",
        "filling the last liberty of the own chain",
        forbidden=(("", f.SUICIDE_SEVERAL),)),
    CatalogueEntry("GO105", Severity.ERROR, "out of turn",
        "The same colour moved twice, or the other colour than PL says, or White first in an even game, or Black first "
        "in a handicap game. The move is carried out.",
        ";B[dd];B[pp]",
        forbidden=(("", f.OUT_OF_TURN),)),
    CatalogueEntry("GO106", Severity.INFO, "play after the game ended",
        "Stones are played after two passes in succession, which under some of the rulesets end the game; or after the "
        "second stop of a game that was resumed, which ends it under others. `count` says how many plays, "
        "`move_numbers` which.",
        ";B[];W[];B[dd]",
        forbidden=(
            ("after the first stop", f.AFTER_END),
            ("after the second stop", f.AFTER_END | f.AFTER_SECOND_STOP),
        )),
    CatalogueEntry("GO107", Severity.INFO, "play resumed",
        "Play stopped with two passes in succession and goes on. Where the opponent of the side that asks may play "
        "first, as by Japanese rules (art. 9.3), the side that does shows which one asked, unless a third pass came "
        "between; other rulesets keep to the original order, in which the side that did not pass last goes on. Dead "
        "stones are those of the last stop. Not reported where only dame and own territory are filled after the stop "
        "(commentary on art. 9.2).",
        ";B[];W[];W[dd]",
        forbidden=(
            ("in the original order", f.AFTER_END),
            ("against the original order", f.AFTER_END | f.RESUMED_OUT_OF_ORDER),
        )),
    CatalogueEntry("GO108", Severity.WARNING, "play resumed as no ruleset allows",
        "As GO107, but none of the rulesets asked has a game resumed, or none with this side playing first.",
        ";B[];W[];W[dd] under WMSG rules",
        forbidden=(("against the original order", f.AFTER_END | f.RESUMED_OUT_OF_ORDER),),
        unsampled="it requires a choice of rulesets"),
    CatalogueEntry("GO109", Severity.INFO, "suicide that the record's rules allow",
        "The move left its own chain of several stones without liberty; the chain was removed. The ruleset that RU "
        "names allows it. `rulesets` names those that forbid it; where RU names one of them or none, the code is "
        "GO104.",
        "filling the last liberty of the own chain under New Zealand rules",
        forbidden=(("", f.SUICIDE_SEVERAL),)),
    CatalogueEntry("GO201", Severity.ERROR, "ko retaken at once",
        "The move makes the position before the opponent's last move: basic ko. `count` is how often the cycle "
        "went round when several such moves follow each other.",
        "taking back in a ko without a ko threat",
        forbidden=(
            ("", f.BASIC_KO | f.PSK | f.SSK | f.NEW_ZEALAND | f.NSSK),
            ("when the player had passed to that position, not played to it,",
             f.BASIC_KO | f.PSK | f.SSK | f.NEW_ZEALAND),
        )),
    CatalogueEntry("GO202", Severity.WARNING, "superko",
        "The move repeats an earlier position. `rulesets` names those whose rule on repetition forbids it; of a "
        "suicide only those that allow suicide. `repetition` names the superko rules that forbid it: PSK "
        "positional, SSK situational, NSSK natural situational; `repeats_move` is the earlier move, "
        "`cycle_length` the moves between, `cycle_kind` its name among players, `prisoner_balance` the stones that "
        "Black takes more than White in one round, `count` how often the cycle went round.",
        "the sixth capture in a triple ko",
        forbidden=(
            ("when every superko rule sees it", f.PSK | f.SSK | f.NEW_ZEALAND | f.NSSK),
            ("when the player had passed to that position, not played to it,", f.PSK | f.SSK | f.NEW_ZEALAND),
            ("when the other side was to move then (positional superko alone)", f.PSK),
        )),
    CatalogueEntry("GO205", Severity.INFO, "long cycle, no result claimable",
        "A play brought the whole board back after more than two moves, with any passes and captures between them. "
        "Where no superko rule forbids it, the game has no result if both players agree on that (Japanese rules 1989, "
        "art. 12), or the referee decides: the winner may depend on it. `cycle_kind` is the name of the cycle, "
        "`count` how often it went round.",
        "triple ko, eternal life",
        objections="No result may be claimed under {claimants}. GO201 and GO202 say which rulesets forbid a move in "
                   "it."),
    CatalogueEntry("GO206", Severity.INFO, "sending two, returning one",
        "A cycle in which one side takes two stones and the other one, or three and two (`cycle_kind`): the side "
        "that takes more gains by it each time round, `prisoner_balance`. By practice the other side stops.",
        "a two-stone sacrifice retaken stone by stone",
        objections="GO201 and GO202 say which rulesets forbid a move in it."),
    CatalogueEntry("GO207", Severity.INFO, "repetition made possible by a pass",
        "A position came again through a cycle with a pass in it; rulesets differ on whether the pass lifts the "
        "ban. Rounds that follow each other are one finding for each kind of cycle: `count` says how many, "
        "`move_numbers` which moves complete them.",
        "ko capture, pass, pass, retake",
        objections="GO201 and GO202 say which rulesets forbid a move in it. None forbids a cycle that a pass "
                   "completes: passes are never tested."),
    CatalogueEntry("GO208", Severity.INFO, "KO property on a legal move",
        "The node says KO[], execute even if illegal, but no ruleset forbids the move.",
        ";B[dd]KO[]",
        objections="No ruleset forbids the move."),
    CatalogueEntry("GO209", Severity.INFO, "KO property on an illegal move",
        "The node says KO[]: the writer knew that the move is illegal under some ruleset.",
        ";W[dd]KO[] on a stone",
        objections="The other findings about the move say which rulesets forbid it, and why."),
    CatalogueEntry("GO211", Severity.WARNING, "hot stone of a fighting ko removed",
        "In a cycle without passes and with equal captures, the move removes a stone that Ing's ko rule protects "
        "for the moment: two stones just completed (eternal life), or the ko stone before the last while ko "
        "captures follow each other (triple ko). Reported once, for the first such cycle. Judged approximately: no "
        "exact algorithm of Ing's ko rule is published.",
        "the fourth capture in a triple ko",
        forbidden=(("", f.ING_KO),)),
    CatalogueEntry("GO212", Severity.WARNING, "disturbing ko goes round again",
        "The move begins a second round of a cycle with passes or unequal captures. Ing's ko rule lets the side "
        "that disturbs go round once: the one that never passes in it, or, where both or neither do, the one that "
        "played first in it. Judged approximately: no exact algorithm of Ing's ko rule is published.",
        "sending two, returning one, twice",
        forbidden=(("", f.ING_KO),)),
    reads_variations=True,
)  # fmt: skip
def move_findings(
    records: Records, replays: Replays, rulesets: Sequence[Ruleset], metadata: Metadata
) -> Iterator[Finding]:
    """Yield the moves that some ruleset forbids, and other facts of play worth knowing, games in order.

    Args:
        records: a chunk.
        replays: the chunk, played out.
        rulesets: rulesets that findings name; for KO[] with a legal move (GO208) the presets count as well.
        metadata: metadata of the chunk; a suicide that the ruleset of the record allows is only noted.
    """
    recorded_rulesets = metadata.columns["ruleset"].to_pylist()
    for finding in board_findings(replays, rulesets, recorded_rulesets):
        game = finding.game
        text, row = records.text_of(game), int(replays.start[game]) + (finding.move_number or 1) - 1
        yield finding._replace(
            source=text.source,
            member=text.member,
            game_index=int(records.game_index[game]),
            line=int(records.line[game]),
            offset=records.offset(game, int(replays.moves.at[row])),
        )


def board_findings(
    replays: Replays, rulesets: Sequence[Ruleset] = PRESETS, recorded_rulesets: Sequence[str | None] = ()
) -> Iterator[Finding]:
    """Yield the findings without files and offsets, which a replay lacks; each has a move number.

    Args:
        replays: games, played out.
        rulesets: rulesets that findings name.
        recorded_rulesets: id of the ruleset of each record, None for none; empty if no record names one.
    """
    import numpy as np

    notable = np.flatnonzero((replays.moves.flags & np.uint32(_NOTABLE)) > 0)
    closing = _closing_passes(replays)
    rows = np.union1d(notable, closing) if len(closing) else notable
    if len(rows):
        games = np.searchsorted(replays.start, rows, side="right") - 1
        detector = _GameDetector(replays, rulesets, recorded_rulesets, closing)
        for game in sorted(set(games.tolist())):
            mine = slice(*games.searchsorted((game, game + 1)).tolist())
            findings = sorted(detector.of_game(game, rows[mine].tolist()), key=_first_move)
            yield from _merge_rounds(findings, detector.cycle_has_pass, detector.completed_rounds)


def _merge_rounds(
    findings: Sequence[Finding],
    cycle_has_pass: Callable[[Finding], bool],
    completed_rounds: Callable[[Sequence[Finding]], tuple[int, ...]],
) -> list[Finding]:
    """Return the findings of a game with one finding for all rounds of a cycle with passes, of each kind.

    Rounds belong together if each begins before the one before it has ended, they are of one kind, and the same
    rulesets forbid them. Resumptions of play (GO107, GO108) by the plays of such rounds are merged in the same way.

    Args:
        findings: findings of one game, in the order of their first moves.
        cycle_has_pass: returns True if the cycle of a finding has a pass in it.
        completed_rounds: returns the numbers of the moves that complete the rounds of findings of one kind.
    """
    begins = {
        finding.move_number: finding.repeats_move or 0
        for finding in findings
        if finding.cycle_kind and cycle_has_pass(finding)
    }
    runs: list[list[Finding]] = []
    latest: dict[tuple[object, ...], list[Finding]] = {}
    end = -1
    for finding in findings:
        begin = begins.get(finding.move_number) if finding.code in _ROUNDS else None
        if begin is None:
            runs.append([finding])
            continue
        if begin > end:
            latest.clear()
        end = max(end, finding.move_numbers[-1])
        key = _kind_of_round(finding)
        if key not in latest:
            latest[key] = []
            runs.append(latest[key])
        latest[key].append(finding)
    return [_as_one(run, completed_rounds) for run in runs]


def _kind_of_round(finding: Finding) -> tuple[object, ...]:
    """Return a key that findings have in common if they are about rounds of one cycle."""
    length = finding.cycle_length if finding.code == "GO202" else None
    return finding.code, finding.cycle_kind, length, finding.rulesets, finding.repetition


def _as_one(run: Sequence[Finding], completed_rounds: Callable[[Sequence[Finding]], tuple[int, ...]]) -> Finding:
    """Return one finding for those of all rounds of a cycle."""
    first = run[0]
    if first.code in _COUNTED_ROUNDS:
        numbers = completed_rounds(run)
        count = len(numbers)
    elif len(run) == 1:
        return first
    else:
        numbers, count = tuple(number for each in run for number in each.move_numbers), sum(each.count for each in run)
    if count == 1:
        return first._replace(move_numbers=numbers)
    if first.cycle_kind:
        message = f"{first.message.partition(_TIMES)[0]}{_TIMES}{count:,} times."
    else:
        message = f"{first.message} Play is resumed {count:,} times, the last time with move {numbers[-1]}."
    return first._replace(message=message, count=count, move_numbers=numbers)


def _first_move(finding: Finding) -> int:
    return finding.move_number or 0


def _closing_passes(replays: Replays) -> NDArray[np.int64]:
    """Return the rows of passes that complete a cycle of more than two moves with a stone played in it."""
    from goanalyze.replay.cycles import completing_rows

    moves = replays.moves
    rows = completing_rows(replays)
    passes: NDArray[np.int64] = rows[(moves.flags[rows] & f.PASS_MOVE) > 0]
    first = replays.start[replays.start.searchsorted(passes, side="right") - 1] + moves.situation[passes]
    plays = (moves.point >= 0).nonzero()[0] if len(passes) else passes
    has_play: NDArray[np.bool_] = plays.searchsorted(passes) > plays.searchsorted(first)
    return passes[has_play]


class _GameDetector:
    """The detector of findings of one game after another of a chunk."""

    def __init__(
        self,
        replays: Replays,
        rulesets: Sequence[Ruleset],
        recorded_rulesets: Sequence[str | None],
        closing: NDArray[np.int64],
    ) -> None:
        from goanalyze.replay.cycles import claimable_rows, repeated_moves

        self._replays, self._moves = replays, replays.moves
        self._recorded_rulesets = recorded_rulesets
        self._rulesets = [ruleset.id for ruleset in rulesets]
        self._objectors, self._presets = ForbiddingRulesets(rulesets), ForbiddingRulesets()
        self._claimants = no_result_rulesets(rulesets)
        self._closing = frozenset(closing.tolist())
        claimable = claimable_rows(replays)
        self._claimable = dict(zip(claimable.tolist(), repeated_moves(replays, claimable).tolist(), strict=True))
        self._ledger: CaptureTally | None = None
        self._stops: tuple[int, list[int]] | None = None  # game, numbers of the moves that stop play
        self._offences: dict[int, list[IngViolation]] = {}
        for offence in replays.ing_violations:
            self._offences.setdefault(offence.row, []).append(offence)
        self._game, self._start, self._first_pass = -1, 0, 0

    def of_game(self, game: int, rows: list[int]) -> Iterator[Finding]:
        """Yield the findings of one game from its notable moves, in order."""
        from goanalyze.replay.cycles import cycle_run

        self._game, self._start = game, int(self._replays.start[game])
        self._first_pass = int(self._replays.fact("first_pass")[game])
        moves = self._moves
        after = {flag: [row for row in rows if moves.flags[row] & flag] for flag, _ in _ENDS}
        last_row = -1  # of the cycles that are reported
        for row in rows:
            flags = int(moves.flags[row])
            if flags & f.FAULTY:
                yield self._faulty(row, flags)
            if row > last_row and self._is_repetition(row, flags):
                last_row, length = cycle_run(self._replays, game, row)
                yield from self._repetition(row, last_row, length)
            elif row in self._closing and row > last_row:
                yield self._cycle_finding("GO207", row, self._cycle(row, int(moves.situation[row])), row)
            for offence in self._offences.get(row, ()):
                yield self._offence(offence)
            if flags & f.OUT_OF_TURN:
                yield self._finding("GO105", row, self._turn_message(row), self._objectors.forbidding(f.OUT_OF_TURN))
            if flags & f.AFTER_END:
                yield from self._plays_after_stop(row, after)
            if flags & f.FORCED:
                yield self._ko_property(row)

    def _finding(
        self, code: str, row: int, message: str, forbidding: tuple[str, ...] = (), repetition: str = ""
    ) -> Finding:
        """Return a finding about a move."""
        point, number = int(self._moves.point[row]), row - self._start + 1
        return Finding(
            code,
            message,
            "",
            game=self._game,
            move_number=number,
            move_numbers=(number,),
            color=color_name(int(self._moves.color[row])),
            point=to_sgf(point, int(self._replays.width[self._game])) if point >= -1 else None,
            rulesets=forbidding,
            repetition=repetition or None,
        )

    def _cycle(self, row: int, since: int) -> Cycle:
        """Return the cycle from after a move of the game to a row."""
        from goanalyze.replay.cycles import CaptureTally

        if self._ledger is None or self._ledger.game != self._game:
            self._ledger = CaptureTally(self._replays, self._game)
        return self._ledger.cycle(row - self._start + 1, since)

    def cycle_has_pass(self, finding: Finding) -> bool:
        """Return True if the cycle of a finding about the game of `of_game` has a pass in it."""
        row = self._start + (finding.move_number or 1) - 1
        return self._cycle(row, finding.repeats_move or 0).has_pass

    def completed_rounds(self, run: Sequence[Finding]) -> tuple[int, ...]:
        """Return the numbers of the moves that complete the rounds of a cycle.

        Each round begins when the one before it is complete, or later. A move that brings back a position from within
        an earlier round completes none.

        Args:
            run: findings of one kind about the game of `of_game`, from the first move to the last that goes on with it.
        """
        kind, has_pass = run[0].cycle_kind, self.cycle_has_pass(run[0])
        since_of = {each.move_number: each.repeats_move for each in run}
        first, last = run[0].move_numbers[0], run[-1].move_numbers[-1]
        situations = self._moves.situation[self._start + first - 1 : self._start + last].tolist()
        numbers: list[int] = []
        for number, situation in enumerate(situations, first):
            since = since_of.get(number)
            if since is None and number - situation > 2 and situation >= 0:
                cycle = self._cycle(self._start + number - 1, situation)
                since = situation if (cycle.name, cycle.has_pass) == (kind, has_pass) else None
            if since is not None and since >= max(numbers, default=0):
                numbers.append(number)
        return tuple(numbers)

    def _forbidding_rulesets(self, row: int, axis: int, objectors: ForbiddingRulesets | None = None) -> tuple[str, ...]:
        """Return the rulesets that forbid a move by one axis.

        Args:
            row: row of the move.
            axis: flags that the axis judges; -1 for all axes.
            objectors: the rulesets; those of the findings if not given.
        """
        lifted = int(self._moves.situation[row]) < self._first_pass < row - self._start + 1
        return (objectors or self._objectors).forbidding(int(self._moves.flags[row]) & axis, is_ban_lifted=lifted)

    def _is_repetition(self, row: int, flags: int) -> bool:
        """Return True if a move recreates a position, which is the reason or would be one of some ruleset."""
        if not flags & _REPEAT or flags & _MISPLACED:
            return False
        return not flags & SUICIDES or bool(self._forbidding_repetition(row))

    def _forbidding_repetition(self, row: int) -> tuple[str, ...]:
        """Return the rulesets that forbid a move because it recreates a position, not because it is suicide."""
        forbidding = self._forbidding_rulesets(row, REPETITIONS)
        if not self._moves.flags[row] & SUICIDES:
            return forbidding
        others = self._forbidding_rulesets(row, SUICIDES)
        return tuple(name for name in forbidding if name not in others)

    def _faulty(self, row: int, flags: int) -> Finding:
        """Return the finding of a play that is off the board, on a stone, or suicide."""
        if flags & _MISPLACED:
            code, message = _misplaced_play(flags)
            return self._finding(code, row, message, self._forbidding_rulesets(row, _MISPLACED))
        removed = int(self._moves.self_captured[row])
        subject = "The stone" if removed == 1 else f"Its chain of {removed} stones"
        code, message = "GO103" if removed == 1 else "GO104", f"{subject} has no liberty and is removed."
        name = self._recorded_rulesets[self._game] if self._recorded_rulesets else None
        if code == "GO104" and name is not None:
            own = ForbiddingRulesets([find_ruleset(name)])
            if not self._forbidding_rulesets(row, SUICIDES, own):
                is_legal = not self._forbidding_rulesets(row, -1, own)
                allowed = "allows it" if is_legal else "allows suicide, but forbids the move for another reason"
                code, message = "GO109", f"{message} The ruleset of the record {allowed}."
        return self._finding(code, row, message, self._forbidding_rulesets(row, SUICIDES), repetition_names(flags))

    def _repeated(self, run: list[int], forbidding: tuple[str, ...], length: int) -> Finding:
        """Return the finding of moves of one cycle that the same rulesets forbid, all of them a basic ko or none."""
        moves, row = self._moves, run[0]
        count, repeats = 1 + (run[-1] - row) // length, int(moves.repeats[row])
        is_ko = _is_ko_retake(int(moves.flags[row]))
        times = "" if count == 1 else f"{_TIMES}{count} times."
        subject = "The ko is retaken at once: the" if is_ko else "The"
        names = repetition_names(reduce(or_, moves.flags[run].tolist()))
        message = f"{subject} position after move {repeats} is back.{times}"
        finding = self._finding("GO201" if is_ko else "GO202", row, message, forbidding, names)
        return _of_cycle(finding, self._cycle(row, repeats), count)._replace(move_numbers=self._numbers(run))

    def _numbers(self, rows: Iterable[int]) -> tuple[int, ...]:
        return tuple(row - self._start + 1 for row in rows)

    def _repetition(self, row: int, last: int, length: int) -> Iterator[Finding]:
        """Yield a forbidden repetition, one finding for all its moves with the same objectors, and its kind."""
        moves = self._moves
        number, repeats, situation = row - self._start + 1, int(moves.repeats[row]), int(moves.situation[row])
        run = [other for other in range(row, last + 1) if moves.flags[other] & _REPEAT]
        alike: dict[tuple[bool, tuple[str, ...]], list[int]] = {}
        for other in run:
            key = _is_ko_retake(int(moves.flags[other])), self._forbidding_repetition(other)
            alike.setdefault(key, []).append(other)
        for (_, forbidding), rows in alike.items():
            yield self._repeated(rows, forbidding, length)
        position = self._cycle(row, repeats)
        claimed = next((other for other in run if other in self._claimable), None)
        if claimed is not None:
            claimed_cycle = self._cycle(claimed, self._claimable[claimed])
            yield self._cycle_finding("GO205", claimed, claimed_cycle, last)
            if claimed_cycle.is_situational and not (claimed_cycle.balance or claimed_cycle.has_pass):
                return
        cycle = self._cycle(row, situation) if situation >= 0 and number - situation > 2 else position
        if cycle.length > 2 and cycle.kind in _SENDING:
            yield self._cycle_finding("GO206", row, cycle, last if cycle.length == length else row)
        if cycle.length > 2 and cycle.has_pass:
            yield self._cycle_finding("GO207", row, cycle, last if cycle.length == length else row)

    def _cycle_finding(self, code: str, row: int, cycle: Cycle, last: int) -> Finding:
        """Return the finding of a cycle: the whole board is back, one side gains, or a pass makes it possible."""
        name = cycle.name[0].upper() + cycle.name[1:]
        taken = f"captures Black {cycle.black_captures}, White {cycle.white_captures}"
        if code == "GO205":
            claim = (
                f"no result may be claimed under {', '.join(self._claimants)}"
                if self._claimants
                else ("none of the rulesets lets anyone claim no result")
            )
            number = cycle.black_passes + cycle.white_passes
            passes = plural(number, "pass", "passes") if number else "no passes"
            message = f"{name}: a cycle of {cycle.length} moves since move {cycle.since}, {taken}, {passes}: {claim}."
        elif code == "GO206":
            gainer = "Black" if cycle.balance > 0 else "White"
            message = f"{name}: {taken}, {gainer} gains each time round."
        else:
            message = (
                f"{name}: the position after move {cycle.since} is back through a cycle of {cycle.length} moves "
                f"with a pass in it, {taken}."
            )
        finding, rows = self._finding(code, row, message), range(row, last + 1, cycle.length)
        if code in _COUNTED_ROUNDS:
            return _of_cycle(finding, cycle, 1)._replace(move_numbers=self._numbers(sorted({row, last})))
        return _of_cycle(finding, cycle, len(rows))._replace(move_numbers=self._numbers(rows))

    def _offence(self, offence: IngViolation) -> Finding:
        """Return the finding of a move that Ing's ko rule forbids."""
        color = _NAMES[int(self._moves.color[offence.row])]
        cycle = f"{offence.kind}, a cycle of {offence.length} moves since move {offence.since}"
        forbidding = self._objectors.forbidding(f.ING_KO)
        if not offence.removed:
            message = f"{color} disturbs: the same play begins a second round ({cycle}); {_APPROXIMATELY}."
            return self._finding("GO212", offence.row, message, forbidding)
        width, height = int(self._replays.width[self._game]), int(self._replays.height[self._game])
        points = ", ".join(to_gtp(point, width, height) for point in offence.removed)
        stones = "hot stone" + "s" * (len(offence.removed) > 1)
        message = f"{color} removes the {stones} at {points} ({cycle}); {_APPROXIMATELY}."
        return self._finding("GO211", offence.row, message, forbidding)

    def _plays_after_stop(self, row: int, after: dict[int, list[int]]) -> Iterator[Finding]:
        """Yield the findings of a play after a stop: one for all plays after the end, and the first of a resumption."""
        for flag, end in _ENDS:
            enders, plays = self._objectors.forbidding(flag), after[flag]
            if enders and row in plays[:1]:
                finding = self._finding("GO106", row, f"{plural(len(plays), 'play')} after {end}.", enders)
                yield finding._replace(count=len(plays), move_numbers=self._numbers(plays))
        stop = self._stop_before(row)
        if stop is not None and not self._moves.flags[row] & f.FILLING:
            flags = int(self._moves.flags[row]) & _RESUMING
            # the resumption alone: other faults of the play have their own rows
            forbidding = self._objectors.forbidding(flags)
            code = "GO108" if forbidding == tuple(self._rulesets) else "GO107"
            yield self._finding(code, row, self._resumption(stop), forbidding)

    def _stop_before(self, row: int) -> int | None:
        """Return the row of the last stop if nothing but passes lies between it and a play, None otherwise."""
        from goanalyze.replay.arrays import stops_of

        if row == self._start or not self._moves.flags[row - 1] & f.PASS_MOVE:
            return None
        if self._stops is None or self._stops[0] != self._game:
            self._stops = self._game, stops_of(self._replays, self._game)
        before = bisect_right(self._stops[1], row - self._start)
        if not before:
            return None
        stop = self._start + self._stops[1][before - 1] - 1
        return stop if (self._moves.flags[stop:row] & f.PASS_MOVE).all() else None

    def _resumption(self, stop: int) -> str:
        """Return the message about a resumption: the side that moves first, the order, and the last stop.

        Args:
            stop: row of the pass that stopped play; the next move, a play or a pass, resumes it.
        """
        first = stop + 1
        flags, color = int(self._moves.flags[first]), int(self._moves.color[first])
        mover, other = _NAMES[color], _NAMES[BLACK + WHITE - color]
        if flags & f.RESUMED_OUT_OF_ORDER:
            order = ", against the original order"
        elif flags & f.SETUP_BEFORE or flags & f.OUT_OF_TURN or self._moves.color[stop] == color:
            order = ""  # the record sets up stones, or names the side to move
        else:
            order = ", in the original order"
        before = stop - 2
        is_third = before >= self._start and self._moves.flags[before] & f.PASS_MOVE
        is_pass = bool(flags & f.PASS_MOVE)  # of the side that may go first, or the last pass that AGA rules demand
        if order and not is_third and not is_pass:
            order += f": under {RULESETS['japanese'].title}, {other} asked for it"
        number, last = stop - self._start + 1, int(self._replays.fact("last_stop")[self._game])
        end = f"play last stops at move {last}" if last > number else "play does not stop again"
        moves = "passes" if is_pass else "plays"
        return f"Play stopped at move {number} and is resumed. {mover} {moves} first{order}; {end}."

    def _ko_property(self, row: int) -> Finding:
        """Return the finding of KO[] with a move: some ruleset forbids the move, or none does."""
        forbidding = self._forbidding_rulesets(row, -1)
        if forbidding or self._forbidding_rulesets(row, -1, self._presets):
            return self._finding("GO209", row, "KO[] is on a move that some ruleset forbids.", forbidding)
        return self._finding("GO208", row, "KO[] is on a move that every ruleset allows.")

    def _turn_message(self, row: int) -> str:
        color = self._moves.color
        if row == self._start:
            return f"{_NAMES[color[row]]} moves first though {_NAMES[BLACK + WHITE - color[row]]} is to move."
        twice = color[row - 1] == color[row]
        return f"{_NAMES[color[row]]} moves {'twice in succession' if twice else 'though the other side is to move'}."


def _is_ko_retake(flags: int) -> bool:
    """Return True for a play that captures a ko back immediately; suicide after a pass only recreates the position."""
    return bool(flags & f.BASIC_KO) and not flags & SUICIDES


def _of_cycle(finding: Finding, cycle: Cycle, count: int) -> Finding:
    """Return a finding with the cycle that it is about."""
    return finding._replace(
        repeats_move=cycle.since,
        cycle_length=cycle.length,
        cycle_kind=cycle.name,
        prisoner_balance=cycle.balance,
        count=count,
    )


def _misplaced_play(flags: int) -> tuple[str, str]:
    """Return code and message about a play that is off the board, or on a stone."""
    if flags & f.OFF_BOARD_MOVE:
        return "GO102", "The move is not on the board; nothing is placed."
    return "GO101", "A stone is there already; it is replaced."
