"""Findings about moves: place, turn, repetition and the end of play, GO101–GO108 and GO201–GO212.

Works on the few moves that carry a flag; the rest of the chunk is passed over in one look. A cycle that goes round
several times is one finding for all its moves that the same rulesets forbid, also if passes lie between them. So each
ruleset that a finding names forbids every move of it, and a finding names every ruleset that forbids a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.board import flags as f
from goanalyze.replay.choices import CycleKind
from goanalyze.replay.chunk import Offence, Replays
from goanalyze.replay.cycles import Cycle, Ledger, claimable_rows, completing_rows, follow
from goanalyze.replay.verdicts import PRESETS, Objectors, claimants, repetition_names
from goanalyze.rules import RULESETS, Ruleset
from goanalyze.vocabulary.finding import Finding
from goanalyze.vocabulary.numbers import plural
from goanalyze.vocabulary.points import BLACK, WHITE, color_name, to_gtp, to_sgf

if TYPE_CHECKING:
    from goanalyze.sgf.records import Records

_REPEAT: Final = f.BASIC_KO | f.PSK
_NOTABLE: Final = f.FAULTY | _REPEAT | f.OUT_OF_TURN | f.AFTER_END | f.FORCED | f.ING_KO
_RESUMING: Final = f.AFTER_END | f.RESUMED_OUT_OF_ORDER | f.AFTER_SECOND_STOP
_ENDS: Final = ((f.AFTER_END, "two passes in succession"), (f.AFTER_SECOND_STOP, "the second stop"))
_SENDING: Final = (CycleKind.SENDING_TWO, CycleKind.SENDING_THREE)
_NAMES: Final = ("", "Black", "White")
_TIMES: Final = " The cycle goes round "
_ROUNDS: Final = frozenset({"GO107", "GO108", "GO201", "GO202", "GO206", "GO207"})
_APPROXIMATELY: Final = "approximately: no exact algorithm of Ing's ko rule is published"


def move_findings(records: Records, replays: Replays, rulesets: Sequence[Ruleset] = PRESETS) -> Iterator[Finding]:
    """Yield what happened on the board that any ruleset may object to, or that is worth knowing, games in order.

    Args:
        records: a chunk.
        replays: the same, played out.
        rulesets: whose objections to list; whether KO[] stands with a legal move (GO208), the presets are asked, too.
    """
    for found in board_findings(replays, rulesets):
        text, row = records.text_of(found.game), int(replays.start[found.game]) + (found.move_number or 1) - 1
        yield found._replace(source=text.source, member=text.member, game_index=int(records.game_index[found.game]),
                      line=int(records.line[found.game]),
                      offset=records.offset(found.game, int(replays.moves.at[row])))  # fmt: skip


def board_findings(replays: Replays, rulesets: Sequence[Ruleset] = PRESETS) -> Iterator[Finding]:
    """Yield the same without files and offsets, which a replay does not know; every one has a move number."""
    notable = np.flatnonzero((replays.moves.flags & np.uint32(_NOTABLE)) > 0)
    closing = _closing_passes(replays)
    rows = np.union1d(notable, closing) if len(closing) else notable
    if len(rows):
        games = np.searchsorted(replays.start, rows, side="right") - 1
        teller = _Teller(replays, rulesets, closing)
        for game in sorted(set(games.tolist())):
            mine = slice(*games.searchsorted((game, game + 1)).tolist())
            findings = sorted(teller.of_game(game, rows[mine].tolist()), key=_first_move)
            yield from _merge_rounds(findings, teller.cycle_has_pass)


def _merge_rounds(findings: Sequence[Finding], cycle_has_pass: Callable[[Finding], bool]) -> list[Finding]:
    """Return the findings of a game with one finding for all rounds of a cycle with passes, of each kind.

    Rounds belong together if each begins before the one before it has ended, they are of one kind, and the same
    rulesets forbid them. Resumptions of play (GO107, GO108) by the plays of such rounds are merged in the same way.

    Args:
        findings: findings of one game, in the order of their first moves.
        cycle_has_pass: returns True if the cycle of a finding has a pass in it.
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
    return [_as_one(run) for run in runs]


def _kind_of_round(finding: Finding) -> tuple[object, ...]:
    """Return a key that findings have in common if they are about rounds of one cycle."""
    length = finding.cycle_length if finding.code == "GO202" else None
    return finding.code, finding.cycle_kind, length, finding.rulesets, finding.repetition


def _as_one(run: Sequence[Finding]) -> Finding:
    """Return one finding for those of all rounds of a cycle."""
    first = run[0]
    if len(run) == 1:
        return first
    count, numbers = sum(each.count for each in run), tuple(number for each in run for number in each.move_numbers)
    if first.cycle_kind:
        message = f"{first.message.partition(_TIMES)[0]}{_TIMES}{count:,} times."
    else:
        message = f"{first.message} Play is resumed {count:,} times, the last time with move {numbers[-1]}."
    return first._replace(message=message, count=count, move_numbers=numbers)


def _first_move(found: Finding) -> int:
    return found.move_number or 0


def _closing_passes(replays: Replays) -> NDArray[np.int64]:
    """Return the rows of passes that complete a cycle of more than two moves with a stone played in it."""
    moves = replays.moves
    rows = completing_rows(replays)
    passes: NDArray[np.int64] = rows[(moves.flags[rows] & f.PASS_MOVE) > 0]
    first = replays.start[np.searchsorted(replays.start, passes, side="right") - 1] + moves.situation[passes]
    plays = np.flatnonzero(moves.point >= 0) if len(passes) else passes
    has_play: NDArray[np.bool_] = plays.searchsorted(passes) > plays.searchsorted(first)
    return passes[has_play]


class _Teller:
    """Tells of one game after another of a chunk; what is the same for all of them is worked out once."""

    def __init__(self, replays: Replays, rulesets: Sequence[Ruleset], closing: NDArray[np.int64]) -> None:
        self._replays, self._moves = replays, replays.moves
        self._rulesets = [ruleset.id for ruleset in rulesets]
        self._objectors, self._presets = Objectors(rulesets), Objectors()
        self._claimants = claimants(rulesets)
        self._closing = frozenset(closing.tolist())
        self._claimable = frozenset(claimable_rows(replays).tolist())
        self._ledger: Ledger | None = None
        self._offences: dict[int, list[Offence]] = {}
        for offence in replays.offences:
            self._offences.setdefault(offence.row, []).append(offence)
        self._game, self._start, self._first_pass = -1, 0, 0

    def of_game(self, game: int, rows: list[int]) -> Iterator[Finding]:
        """Yield the findings of one game from its notable moves, in order."""
        self._game, self._start = game, int(self._replays.start[game])
        self._first_pass = int(self._replays.fact("first_pass")[game])
        moves = self._moves
        after = {flag: [row for row in rows if moves.flags[row] & flag] for flag, _ in _ENDS}
        told = -1  # rows up to here belong to a cycle already told
        for row in rows:
            flags = int(moves.flags[row])
            if flags & f.FAULTY:
                yield self._faulty(row, flags)
            elif flags & _REPEAT and row > told:
                told, length = follow(self._replays, game, row)
                yield from self._repetition(row, told, length)
            elif row in self._closing and row > told:
                yield self._cycle_finding("GO207", row, self._cycle(row, int(moves.situation[row])), 1)
            for offence in self._offences.get(row, ()):
                yield self._offence(offence)
            if flags & f.OUT_OF_TURN:
                yield self._found("GO105", row, self._turn_message(row), self._objectors.forbidding(f.OUT_OF_TURN))
            if flags & f.AFTER_END:
                yield from self._played_on(row, after)
            if flags & f.FORCED:
                yield self._ko_property(row)

    def _found(self, code: str, row: int, message: str, who: tuple[str, ...] = (), repetition: str = "") -> Finding:
        """Return a finding about a move."""
        point, number = int(self._moves.point[row]), row - self._start + 1
        return Finding(
            code, message, "", game=self._game, move_number=number, move_numbers=(number,),
            color=color_name(int(self._moves.color[row])),
            point=to_sgf(point, int(self._replays.width[self._game])) if point >= -1 else None,
            rulesets=who, repetition=repetition or None,
        )  # fmt: skip

    def _cycle(self, row: int, since: int) -> Cycle:
        """Return the cycle from after a move of the game to a row."""
        if self._ledger is None or self._ledger.game != self._game:
            self._ledger = Ledger(self._replays, self._game)
        return self._ledger.cycle(row - self._start + 1, since)

    def cycle_has_pass(self, found: Finding) -> bool:
        """Return True if the cycle of a finding about the game of `of_game` has a pass in it."""
        row = self._start + (found.move_number or 1) - 1
        return self._cycle(row, found.repeats_move or 0).has_pass

    def _who(self, row: int, objectors: Objectors | None = None) -> tuple[str, ...]:
        """Return the rulesets that forbid a move, whatever their reason."""
        lifted = int(self._moves.situation[row]) < self._first_pass < row - self._start + 1
        return (objectors or self._objectors).forbidding(int(self._moves.flags[row]), is_forgotten=lifted)

    def _faulty(self, row: int, flags: int) -> Finding:
        """Return what is said of a play that is off the board, on a stone, or suicide."""
        repetition = repetition_names(flags) if flags & (f.SUICIDE_ONE | f.SUICIDE_SEVERAL) else ""
        code, message = _place(flags, int(self._moves.self_captured[row]))
        return self._found(code, row, message, self._who(row), repetition)

    def _repeated(self, run: list[int], who: tuple[str, ...], length: int) -> Finding:
        """Return the finding of moves of one cycle that the same rulesets forbid, all of them a basic ko or none."""
        moves, row = self._moves, run[0]
        count, repeats = 1 + (run[-1] - row) // length, int(moves.repeats[row])
        is_ko = bool(moves.flags[row] & f.BASIC_KO)
        times = "" if count == 1 else f"{_TIMES}{count} times."
        what = "The ko is retaken at once: the" if is_ko else "The"
        names = repetition_names(int(np.bitwise_or.reduce(moves.flags[run])))
        found = self._found("GO201" if is_ko else "GO202", row, f"{what} position after move {repeats} is back.{times}",
                            who, names)  # fmt: skip
        return _of_cycle(found, self._cycle(row, repeats), count)._replace(move_numbers=self._numbers(run))

    def _numbers(self, rows: Iterable[int]) -> tuple[int, ...]:
        return tuple(row - self._start + 1 for row in rows)

    def _repetition(self, row: int, last: int, length: int) -> Iterator[Finding]:
        """Yield a forbidden repetition, one finding for all its moves with the same objectors, and its kind."""
        moves = self._moves
        number, repeats, situation = row - self._start + 1, int(moves.repeats[row]), int(moves.situation[row])
        run = [other for other in range(row, last + 1) if moves.flags[other] & _REPEAT]
        alike: dict[tuple[bool, tuple[str, ...]], list[int]] = {}
        for other in run:
            alike.setdefault((bool(moves.flags[other] & f.BASIC_KO), self._who(other)), []).append(other)
        for (_, who), rows in alike.items():
            yield self._repeated(rows, who, length)
        position, count = self._cycle(row, repeats), 1 + (last - row) // length
        claimed = next((other for other in run if other in self._claimable), None)
        if claimed is not None:
            yield self._cycle_finding("GO205", claimed, self._cycle(claimed, int(moves.situation[claimed])), count)
            return
        cycle = self._cycle(row, situation) if situation >= 0 and number - situation > 2 else position
        if cycle.length > 2 and cycle.kind in _SENDING:
            yield self._cycle_finding("GO206", row, cycle, count)
        if cycle.length > 2 and cycle.has_pass:
            yield self._cycle_finding("GO207", row, cycle, count)

    def _cycle_finding(self, code: str, row: int, cycle: Cycle, count: int) -> Finding:
        """Return what is said of a cycle: no result claimable, who gains, or that a pass makes it possible."""
        name = cycle.name[0].upper() + cycle.name[1:]
        taken = f"captures Black {cycle.black_captures}, White {cycle.white_captures}"
        if code == "GO205":
            claim = f"no result may be claimed under {', '.join(self._claimants)}" if self._claimants else (
                "none of the rulesets lets anyone claim no result")  # fmt: skip
            message = f"{name}: a cycle of {cycle.length} moves since move {cycle.since}, {taken}, no passes: {claim}."
        elif code == "GO206":
            gainer = "Black" if cycle.balance > 0 else "White"
            message = f"{name}: {taken}, {gainer} gains each time round."
        else:
            message = (f"{name}: the position after move {cycle.since} is back through a cycle of {cycle.length} moves "
                       f"with a pass in it, {taken}.")  # fmt: skip
        return _of_cycle(self._found(code, row, message), cycle, count)

    def _offence(self, offence: Offence) -> Finding:
        """Return what Ing's ko rule says of a move."""
        color = _NAMES[int(self._moves.color[offence.row])]
        cycle = f"{offence.kind}, a cycle of {offence.length} moves since move {offence.since}"
        who = self._objectors.forbidding(f.ING_KO)
        if not offence.removed:
            message = f"{color} disturbs: the same play begins a second round ({cycle}); {_APPROXIMATELY}."
            return self._found("GO212", offence.row, message, who)
        width, height = int(self._replays.width[self._game]), int(self._replays.height[self._game])
        points = ", ".join(to_gtp(point, width, height) for point in offence.removed)
        stones = "hot stone" + "s" * (len(offence.removed) > 1)
        message = f"{color} removes the {stones} at {points} ({cycle}); {_APPROXIMATELY}."
        return self._found("GO211", offence.row, message, who)

    def _played_on(self, row: int, after: dict[int, list[int]]) -> Iterator[Finding]:
        """Yield what plays after a stop are: forbidden where that stop ends the game; or the first of a resumption.

        Args:
            row: of the play.
            after: the rows of all plays of the game after each stop, by its flag; the first of them tells of all.
        """
        for flag, end in _ENDS:
            enders, plays = self._objectors.forbidding(flag), after[flag]
            if enders and row in plays[:1]:
                found = self._found("GO106", row, f"{plural(len(plays), 'play')} after {end}.", enders)
                yield found._replace(count=len(plays), move_numbers=self._numbers(plays))
        passes = self._moves.flags[max(row - 2, self._start) : row] & f.PASS_MOVE
        if len(passes) == 2 and passes.all():
            flags = int(self._moves.flags[row]) & _RESUMING
            who = self._objectors.forbidding(flags)  # the resumption; what else is wrong with the play has its own row
            code = "GO108" if who == tuple(self._rulesets) else "GO107"
            yield self._found(code, row, self._resumption(row), who)

    def _resumption(self, row: int) -> str:
        """Say who resumes a game that stopped, what that means, and which stop is the last."""
        flags, color = int(self._moves.flags[row]), int(self._moves.color[row])
        mover, other = _NAMES[color], _NAMES[BLACK + WHITE - color]
        if flags & f.RESUMED_OUT_OF_ORDER:
            order = ", against the original order"
        elif flags & f.SETUP_BEFORE or flags & f.OUT_OF_TURN or self._moves.color[row - 1] == color:
            order = ""  # the record sets up stones, or says whose turn it is
        else:
            order = ", in the original order"
        before = row - 3
        is_answered = before >= self._start and self._moves.flags[before] & f.PASS_MOVE  # who may go first may pass
        if order and not is_answered:
            order += f": under {RULESETS['japanese'].title}, {other} asked for it"
        last = int(self._replays.fact("last_stop")[self._game])
        stop = f"play last stops at move {last}" if last > row - self._start else "play does not stop again"
        return f"Play stopped at move {row - self._start} and is resumed. {mover} plays first{order}; {stop}."

    def _ko_property(self, row: int) -> Finding:
        """Return what KO[] with a move says: someone forbids the move, or nobody does."""
        who = self._who(row)
        if who or self._who(row, self._presets):
            return self._found("GO209", row, "KO[] stands with a move that some ruleset forbids.", who)
        return self._found("GO208", row, "KO[] stands with a move that every ruleset allows.")

    def _turn_message(self, row: int) -> str:
        color = self._moves.color
        if row == self._start:
            return f"{_NAMES[color[row]]} moves first though {_NAMES[BLACK + WHITE - color[row]]} is to move."
        twice = color[row - 1] == color[row]
        return f"{_NAMES[color[row]]} moves {'twice in succession' if twice else 'though the other side is to move'}."


def _of_cycle(found: Finding, cycle: Cycle, count: int) -> Finding:
    """Return a finding with the cycle that it is about."""
    return found._replace(repeats_move=cycle.since, cycle_length=cycle.length, cycle_kind=cycle.name,
                   prisoner_balance=cycle.balance, count=count)  # fmt: skip


def _place(flags: int, removed: int) -> tuple[str, str]:
    """Return code and message about a play that is off the board, on a stone, or suicide."""
    if flags & f.OFF_BOARD_MOVE:
        return "GO102", "The move is not on the board; nothing is placed."
    if flags & f.OCCUPIED:
        return "GO101", "A stone stands there already; it is replaced."
    what = "The stone" if removed == 1 else f"Its chain of {removed} stones"
    return "GO103" if flags & f.SUICIDE_ONE else "GO104", f"{what} has no liberty and is removed."
