"""The flags that a replay sets on each move: facts about the move, before any ruleset judges them.

`goanalyze.core.history` and `goanalyze/kernels/replay.cpp` set the same bits, and `goanalyze.replay.verdicts` reads
them.
"""

from __future__ import annotations

from typing import Final

OCCUPIED: Final = 1 << 0
"""The point has a stone, which SGF replaces."""
OFF_BOARD_MOVE: Final = 1 << 1
"""The move names a point outside the board, and no stone is placed."""
SUICIDE_ONE: Final = 1 << 2
"""The stone alone is removed for lack of liberties."""
SUICIDE_SEVERAL: Final = 1 << 3
"""The stone's chain of two or more is removed for lack of liberties."""
BASIC_KO: Final = 1 << 4
"""The play recreates the position before the opponent's last move."""
PSK: Final = 1 << 5
"""Positional superko: the play recreates an earlier position."""
SSK: Final = 1 << 6
"""Situational superko: the play recreates an earlier position with the same side to move next."""
NEW_ZEALAND: Final = 1 << 7
"""The play recreates a position after an earlier move, a pass included, of the same player."""
NSSK: Final = 1 << 8
"""Natural situational superko: the play recreates a position that the same player created by a play."""
OUT_OF_TURN: Final = 1 << 9
"""The other side was to move."""
AFTER_END: Final = 1 << 10
"""A play after two passes in succession, at any time."""
PASS_MOVE: Final = 1 << 11
"""The move is a pass."""
FORCED: Final = 1 << 12
"""The node contains KO[]: its writer regards the move as illegal."""
SETUP_BEFORE: Final = 1 << 13
"""Stones were set up between the last move and this one; earlier repetition still counts, turn does not."""
HANDICAP_PLACEMENT: Final = 1 << 14
"""One of Black's opening moves that place handicap stones (HA = n, no AB)."""
ING_KO: Final = 1 << 15
"""A violation of Ing's ko rule: the play removes a hot stone of a fighting ko, or repeats a disturbing ko. Judged
approximately by `goanalyze.replay.cycles` after the replay, which does not set it."""
RESUMED_OUT_OF_ORDER: Final = 1 << 16
"""A play right after a stop by the side that passed last; without the stop, the other side would have been to move.
Such a play is not `OUT_OF_TURN`, since rulesets differ on the side that resumes a game. If a pass comes between, that
pass has resumed the game, and the other side is to move."""
AFTER_SECOND_STOP: Final = 1 << 17
"""A play after the second stop, at any time: twice the opponent answered a pass by a pass."""
FILLING: Final = 1 << 18
"""A play after the last stop that only fills a neutral point or defends own territory, as all plays after the stop do.
Judged by `goanalyze.score.fillings` after the replay, which does not set it."""
FAULTY: Final = OCCUPIED | OFF_BOARD_MOVE | SUICIDE_ONE | SUICIDE_SEVERAL
"""The faults of a move that depend on no other move: its point, or the removal of its own chain."""
