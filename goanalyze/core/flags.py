"""The flags that a replay sets on each move: facts about the move, before any ruleset judges them.

Both replays, the readable one and `kernels/replay.cpp`, set these bits; `verdicts` reads them. No board lives here.
"""

from __future__ import annotations

from typing import Final

OCCUPIED: Final = 1 << 0
"""The point held a stone; SGF replaces it."""
OFF_BOARD_MOVE: Final = 1 << 1
"""The move names no point of the board; nothing was placed."""
SUICIDE_ONE: Final = 1 << 2
"""The stone alone was removed for lack of liberties."""
SUICIDE_SEVERAL: Final = 1 << 3
"""The stone's chain of two or more was removed for lack of liberties."""
BASIC_KO: Final = 1 << 4
"""The position is the one before the opponent's last move."""
PSK: Final = 1 << 5
"""Positional superko: the position stood before."""
SSK: Final = 1 << 6
"""Situational superko: the position stood before with the same side to move next."""
NEW_ZEALAND: Final = 1 << 7
"""The position stood before after a move, a pass included, of the same player."""
NSSK: Final = 1 << 8
"""Natural situational superko: the same player created the position before by a play."""
OUT_OF_TURN: Final = 1 << 9
"""The other side was to move."""
AFTER_END: Final = 1 << 10
"""A play after two passes in succession, whatever came between."""
PASS_MOVE: Final = 1 << 11
"""The move is a pass."""
FORCED: Final = 1 << 12
"""The node says KO[]: the writer knew, or thought, that the move is illegal."""
SETUP_BEFORE: Final = 1 << 13
"""Stones were set up between the move before and this one; earlier repetition still counts, turn does not."""
HANDICAP_PLACEMENT: Final = 1 << 14
"""One of Black's opening moves that stand for handicap stones (HA = n, no AB)."""
ING_KO: Final = 1 << 15
"""Ing's ko rule objects: a hot stone of a fighting ko is removed, or a disturbing ko goes round a second time. Judged
approximately, by `ing`, after the replay: the two replays themselves do not set it."""
RESUMED_OUT_OF_ORDER: Final = 1 << 16
"""A play right after a stop by the side that passed last: had play just gone on, the other side would be to move.
Such a play is not `OUT_OF_TURN`, since rulesets differ on the side that resumes a game. If a pass comes between, that
pass has resumed the game, and the other side is to move."""
AFTER_SECOND_STOP: Final = 1 << 17
"""A play after the second stop: twice a pass was answered by the opponent's, whatever came between and since."""
FILLING: Final = 1 << 18
"""A play after the last stop that only fills a neutral point or defends own territory, as all plays after the stop do;
see `goanalyze.score.fillings`, which judges it after the replay: the two replays themselves do not set it."""
FAULTY: Final = OCCUPIED | OFF_BOARD_MOVE | SUICIDE_ONE | SUICIDE_SEVERAL
"""What is odd about a move without looking at any other: the place it names, or that it removes its own chain."""
