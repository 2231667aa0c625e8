"""Findings of a replay: what happened on the board that any ruleset may object to, or that is worth knowing.

Works on the few moves that carry a flag; the rest of the chunk is passed over in one look. A cycle that goes round
several times is one event. No tables here: an `Event` knows its game only by number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.replay import flags as f
from goanalyze.replay.chunk import Offence, Replays
from goanalyze.replay.cycles import Cycle, CycleKind, Ledger, claimable_rows, completing_rows, follow
from goanalyze.replay.verdicts import PRESETS, Objectors, claimants, repetition_names
from goanalyze.rules import Ruleset
from goanalyze.vocabulary.points import to_gtp

__all__ = ["Event", "find_events"]

_REPEAT: Final = f.BASIC_KO | f.PSK
_NOTABLE: Final = f.FAULTY | _REPEAT | f.OUT_OF_TURN | f.AFTER_END | f.FORCED | f.ING_KO
_SENDING: Final = (CycleKind.SENDING_TWO, CycleKind.SENDING_THREE)
_NAMES: Final = ("", "Black", "White")
_APPROXIMATELY: Final = "approximately: no exact algorithm of Ing's ko rule is published"


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a game.

    Attributes:
        code: finding code.
        game: number in the chunk.
        row: row in `Replays.moves`, −1 when it is about no single move.
        rulesets: ids of those that forbid the move.
        repetition: superko rules that forbid it.
        repeats: number of the move whose position came again, −1 for none.
        length: moves in the cycle, 0 for none.
        kind: what the cycle is called, empty for none.
        balance: stones that Black took in one round less those that White took, None without a cycle.
        count: how often.
        message: one sentence.
    """

    code: str
    game: int
    row: int
    rulesets: tuple[str, ...] = ()
    repetition: str = ""
    repeats: int = -1
    length: int = 0
    kind: str = ""
    balance: int | None = None
    count: int = 1
    message: str = ""


def find_events(replays: Replays, rulesets: Sequence[Ruleset] = PRESETS) -> Iterator[Event]:
    """Yield the events of every game, games in order; codes GO101–GO106 and GO201–GO212.

    Args:
        replays: a chunk, played out.
        rulesets: whose objections to list; whether KO[] stands with a legal move (GO208), the presets are asked, too.
    """
    notable = np.flatnonzero((replays.moves.flags & np.uint16(_NOTABLE)) > 0)
    closing = _closing_passes(replays)
    rows = np.union1d(notable, closing) if len(closing) else notable
    if len(rows):
        games = np.searchsorted(replays.start, rows, side="right") - 1
        teller = _Teller(replays, rulesets, closing)
        for game in np.unique(games).tolist():
            yield from teller.game_events(game, rows[games == game].tolist())


def _closing_passes(replays: Replays) -> NDArray[np.int64]:
    """Return the rows of passes that complete a cycle of more than two moves with a stone played in it."""
    moves = replays.moves
    rows = completing_rows(replays)
    passes: NDArray[np.int64] = rows[(moves.flags[rows] & f.PASS_MOVE) > 0]
    first = replays.start[np.searchsorted(replays.start, passes, side="right") - 1] + moves.situation[passes]
    has_play = [bool((moves.point[since : row + 1] >= 0).any())
                for since, row in zip(first.tolist(), passes.tolist(), strict=True)]  # fmt: skip
    return passes[np.array(has_play, dtype=np.bool_)]


class _Teller:
    """Tells the events of one game after another of a chunk; what is the same for all of them is worked out once."""

    def __init__(self, replays: Replays, rulesets: Sequence[Ruleset], closing: NDArray[np.int64]) -> None:
        self._replays, self._moves = replays, replays.moves
        self._first_pass = replays.fact("first_pass")
        self._rulesets = [ruleset.id for ruleset in rulesets]
        self._objectors, self._presets = Objectors(rulesets), Objectors()
        self._claimants = claimants(rulesets)
        self._closing = frozenset(closing.tolist())
        self._claimable = frozenset(claimable_rows(replays).tolist())
        self._ledger: Ledger | None = None
        self._offences: dict[int, list[Offence]] = {}
        for offence in replays.offences:
            self._offences.setdefault(offence.row, []).append(offence)

    def game_events(self, game: int, rows: list[int]) -> Iterator[Event]:
        """Yield the events of one game from its notable moves, in order."""
        moves = self._moves
        after_end = [row for row in rows if moves.flags[row] & f.AFTER_END]
        told = -1  # rows up to here belong to a cycle already told
        for row in rows:
            flags = int(moves.flags[row])
            if flags & f.FAULTY:
                repetition = repetition_names(flags) if flags & (f.SUICIDE_ONE | f.SUICIDE_SEVERAL) else ""
                yield Event(_place_code(flags), game, row, self._who(game, row), repetition,
                            message=_place_message(flags, int(moves.self_captured[row])))  # fmt: skip
            elif flags & _REPEAT and row > told:
                told, count = follow(self._replays, game, row)
                yield from self._repetition(game, row, told, count)
            elif row in self._closing and row > told:
                yield self._cycle_event("GO207", game, row, self._cycle(game, row, int(moves.situation[row])), 1)
            for offence in self._offences.get(row, ()):
                yield self._offence_event(game, offence)
            if flags & f.OUT_OF_TURN:
                yield Event("GO105", game, row, self._objectors.forbidding(f.OUT_OF_TURN),
                            message=self._turn_message(game, row))  # fmt: skip
            if after_end and row == after_end[0]:
                yield Event("GO106", game, row, self._objectors.forbidding(f.AFTER_END), count=len(after_end),
                            message=f"{_count(len(after_end), 'play')} after two passes in succession.")  # fmt: skip
            if flags & f.FORCED:
                yield self._ko_property(game, row)

    def _cycle(self, game: int, row: int, since: int) -> Cycle:
        """Return the cycle from after a move of a game to a row."""
        if self._ledger is None or self._ledger.game != game:
            self._ledger = Ledger(self._replays, game)
        return self._ledger.cycle(self._number(game, row), since)

    def _number(self, game: int, row: int) -> int:
        return row - int(self._replays.start[game]) + 1

    def _who(self, game: int, row: int, objectors: Objectors | None = None) -> tuple[str, ...]:
        """Return the rulesets that forbid a move, whatever their reason."""
        lifted = int(self._moves.situation[row]) < int(self._first_pass[game]) < self._number(game, row)
        return (objectors or self._objectors).forbidding(int(self._moves.flags[row]), is_forgotten=lifted)

    def _repetition(self, game: int, row: int, last: int, count: int) -> Iterator[Event]:
        """Yield the event of a forbidden repetition, with all that any of its moves is forbidden by, and its kind."""
        moves = self._moves
        number, repeats, situation = self._number(game, row), int(moves.repeats[row]), int(moves.situation[row])
        run = [other for other in range(row, last + 1) if moves.flags[other] & _REPEAT]
        objecting = {ruleset for other in run for ruleset in self._who(game, other)}
        who = tuple(ruleset for ruleset in self._rulesets if ruleset in objecting)
        names = repetition_names(int(np.bitwise_or.reduce(moves.flags[run])))
        position = self._cycle(game, row, repeats)
        times = "" if count == 1 else f" The cycle goes round {count} times."
        is_ko = bool(moves.flags[row] & f.BASIC_KO)
        yield Event(
            "GO201" if is_ko else "GO202", game, row, who, names, repeats, position.length, position.name,
            position.balance, count,
            f"{'The ko is retaken at once: the' if is_ko else 'The'} position after move {repeats} is back.{times}",
        )  # fmt: skip
        claimed = next((other for other in run if other in self._claimable), None)
        if claimed is not None:
            cycle = self._cycle(game, claimed, int(moves.situation[claimed]))
            yield self._cycle_event("GO205", game, claimed, cycle, count)
            return
        cycle = self._cycle(game, row, situation) if situation >= 0 and number - situation > 2 else position
        if cycle.length > 2 and cycle.kind in _SENDING:
            yield self._cycle_event("GO206", game, row, cycle, count)
        if cycle.length > 2 and cycle.has_pass:
            yield self._cycle_event("GO207", game, row, cycle, count)

    def _cycle_event(self, code: str, game: int, row: int, cycle: Cycle, count: int) -> Event:
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
        return Event(code, game, row, (), "", cycle.since, cycle.length, cycle.name, cycle.balance, count, message)

    def _offence_event(self, game: int, offence: Offence) -> Event:
        """Return what Ing's ko rule says of a move."""
        color = _NAMES[int(self._moves.color[offence.row])]
        cycle = f"{offence.kind}, a cycle of {offence.length} moves since move {offence.since}"
        who = self._objectors.forbidding(f.ING_KO)
        if not offence.removed:
            return Event("GO212", game, offence.row, who, message=(
                f"{color} disturbs: the same play begins a second round ({cycle}); {_APPROXIMATELY}."))  # fmt: skip
        width, height = int(self._replays.width[game]), int(self._replays.height[game])
        points = ", ".join(to_gtp(point, width, height) for point in offence.removed)
        stones = "hot stone" if len(offence.removed) == 1 else "hot stones"
        return Event("GO211", game, offence.row, who,
                     message=f"{color} removes the {stones} at {points} ({cycle}); {_APPROXIMATELY}.")  # fmt: skip

    def _ko_property(self, game: int, row: int) -> Event:
        """Return what KO[] with a move says: someone forbids the move, or nobody does."""
        who = self._who(game, row)
        if who or self._who(game, row, self._presets):
            return Event("GO209", game, row, who, message="KO[] stands with a move that some ruleset forbids.")
        return Event("GO208", game, row, message="KO[] stands with a move that every ruleset allows.")

    def _turn_message(self, game: int, row: int) -> str:
        color = _NAMES[int(self._moves.color[row])]
        if self._number(game, row) > 1 and self._moves.color[row - 1] == self._moves.color[row]:
            return f"{color} moves twice in succession."
        return f"{color} moves though the other side is to move."


def _place_code(flags: int) -> str:
    if flags & f.OFF_BOARD_MOVE:
        return "GO102"
    if flags & f.OCCUPIED:
        return "GO101"
    return "GO103" if flags & f.SUICIDE_ONE else "GO104"


def _place_message(flags: int, removed: int) -> str:
    if flags & f.OFF_BOARD_MOVE:
        return "The move is not on the board; nothing is placed."
    if flags & f.OCCUPIED:
        return "A stone stands there already; it is replaced."
    return "The stone has no liberty and is removed." if removed == 1 else (
        f"Its chain of {removed} stones has no liberty and is removed.")  # fmt: skip


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
