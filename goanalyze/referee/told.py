"""Why moves are illegal, told as a check tells it: the same replay, the same verdicts, the same findings and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from goanalyze.core import flags as f
from goanalyze.core.events import Play
from goanalyze.detectors.moves import board_findings
from goanalyze.replay.chunk import FACTS, Moves, Replays
from goanalyze.replay.handicap_moves import mark_passes
from goanalyze.replay.ing import mark_offences
from goanalyze.replay.verdicts import PRESETS, verdicts_of
from goanalyze.vocabulary.points import BLACK, WHITE, color_letter, color_name, opponent, to_gtp

if TYPE_CHECKING:
    from goanalyze.core.events import PlayedMove, Setup
    from goanalyze.core.history import History
    from goanalyze.rules import Ruleset
    from goanalyze.vocabulary.finding import Finding

_CODES: Final = {
    "off board": ("GO102",),
    "occupied": ("GO101",),
    "out of turn": ("GO105",),
    "suicide": ("GO103", "GO104", "GO109"),
    "ko": ("GO201", "GO202"),
    "superko": ("GO202", "GO201"),
    "after the end": ("GO106",),
    "resumed by the wrong side": ("GO107", "GO108"),
}
"""The codes of the finding that tells of a verdict, by the word of `verdicts.reason`."""
_ING: Final = ("GO211", "GO212")
_ALLOWED: Final = {
    "occupied": "a stone stands there; allowed are empty points",
    "out of turn": "{other} is to move; allowed are moves of {other}, and of {own} after setup(turn=...)",
    "suicide": "its chain would be left without a liberty; allowed are plays that leave it one",
    "ko": "it takes the ko back at once; allowed is a play elsewhere, or a pass",
    "superko": "it brings back a position that stood before; allowed is a play elsewhere, or a pass",
    "after the end": "the game has ended; allowed are passes and undo()",
    "resumed by the wrong side": "play goes on in the original order; allowed are plays of {other}",
}
"""What is said of a refused move, by the word of `verdicts.reason`, but for what Ing's ko rule says."""
_BY_ING: Final = (
    "it takes a hot stone, or goes round a disturbing ko once more, as far as Ing's ko rule can be told; allowed is a "
    "play elsewhere, or a pass"
)


def replays_of(history: History, events: Sequence[Play | Setup], judged: PlayedMove | None = None) -> Replays:
    """Return a game as a chunk of one, as `kernels/replay.cpp` would play it out.

    Args:
        history: the game.
        events: moves and setup that it is made of.
        judged: a move that is not carried out, to follow the others.
    """
    moves = [*history.moves, *([judged] if judged else ())]
    stones, count = history.stones, len(moves)
    first_pass = history.first_pass or (count if judged and judged.flags & f.PASS_MOVE else 0)
    known = {
        "moves": count, "first_pass": first_pass, "stops": history.stops, "last_stop": history.last_stop,
        "black_setup": _set_up(events, BLACK), "white_setup": _set_up(events, WHITE),
        "handicap_moves": min(history.handicap_moves, count),
    }  # fmt: skip
    width, height = (np.array([side], dtype=np.int16) for side in (stones.width, stones.height))
    replays = Replays(
        width, height, np.array([0, count]), _columns(moves),
        np.array([[known.get(name, 0) for name in FACTS]], dtype=np.int32),
        np.array(stones.colors, dtype=np.uint8), np.array([0, len(stones.colors)]), np.zeros(1, dtype=np.int32),
    )  # fmt: skip
    mark_passes(replays, np.array([history.handicap], dtype=np.int16))
    mark_offences(replays, lambda _: [*events, *([judged] if judged else ())])
    return replays


def _columns(moves: Sequence[PlayedMove]) -> Moves:
    """Return moves as arrays."""
    return Moves(
        color=np.array([move.color for move in moves], dtype=np.uint8),
        point=np.array([move.point for move in moves], dtype=np.int16),
        flags=np.array([move.flags for move in moves], dtype=np.uint32),
        captured=np.array([len(move.captured) for move in moves], dtype=np.int16),
        self_captured=np.array([len(move.self_captured) for move in moves], dtype=np.int16),
        repeats=np.array([move.repeats for move in moves], dtype=np.int32),
        situation=np.array([move.situation for move in moves], dtype=np.int32),
        at=np.zeros(len(moves), dtype=np.int32),
    )


def _set_up(events: Sequence[Play | Setup], color: int) -> int:
    """Count the stones of a colour that are set up before the first move."""
    colors: dict[int, int] = {}
    for event in events:
        if isinstance(event, Play):
            break
        colors.update(event.stones)
    return list(colors.values()).count(color)


def finding_of(replays: Replays, ruleset: Ruleset) -> Finding:
    """Return what tells why a ruleset forbids the last move of a game, which it does."""
    verdict, number = verdicts_of(replays, 0, ruleset)[-1], len(replays.moves.point)
    about = [
        finding
        for finding in board_findings(replays, asked(ruleset))
        if number in finding.move_numbers and ruleset.id in finding.rulesets
    ]
    codes = _CODES.get(verdict, _ING)
    return next(finding for finding in about if finding.code in codes)


def asked(ruleset: Ruleset) -> tuple[Ruleset, ...]:
    """Return the rulesets whose objections are told: the presets, and one's own beside them."""
    return PRESETS if ruleset in PRESETS else (*PRESETS, ruleset)


def refusal(move: PlayedMove, ruleset: Ruleset, verdict: str, width: int, height: int) -> str:
    """Return the sentence that refuses a move."""
    name = f"{color_letter(move.color)} {to_gtp(move.point, width, height)}"
    return f"{name} as move {move.number} is illegal under {ruleset.title}: {allowed(verdict, move.color)}"


def allowed(verdict: str, color: int) -> str:
    """Say what a verdict on a colour's move means, and what is allowed."""
    own, other = (color_name(side).capitalize() for side in (color, opponent(color)))
    return _ALLOWED.get(verdict, _BY_ING).format(own=own, other=other)
