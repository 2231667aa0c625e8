"""Names of the SGF properties that are kept of each game, and their codes on the tape of the tokenizer."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

# Kinds of event on the tape; the order of the first two equals the colours of `points`.
PLAY_BLACK: Final = 1
PLAY_WHITE: Final = 2
ADD_BLACK: Final = 3
ADD_WHITE: Final = 4
ADD_EMPTY: Final = 5
TURN_BLACK: Final = 6
TURN_WHITE: Final = 7
KO_PROPERTY: Final = 0x40
"""Added to PLAY_BLACK or PLAY_WHITE when the node says KO[]: execute the move even if it is illegal (FF[4])."""

TERRITORY_BLACK: Final = 1
TERRITORY_WHITE: Final = 2

INFO: Final = tuple("GM FF CA AP SZ PB PW BR WR DT EV RO PC KM HA RU RE TM OT GN SO GC TE RD HD KO".split())
"""Game-info and root properties kept of each game: the first value of the first one on the main line.

TE, RD, HD and KO are those of Cyberoro and the Nihon Ki-in: event, date, handicap and komi. A KO without a value is
FF[4]'s and is not kept.
"""

INFO_INDEX: Final = {name: index for index, name in enumerate(INFO)}

SYNTAX_CODES: Final = tuple(
    """
    GO301 GO302 GO303 GO304 GO305 GO306 GO307 GO308 GO309 GO310 GO312 GO317 GO318 GO320 GO321 GO322
""".split()
)
"""Findings of the tokenizer, in the order of its syntax columns."""

# Actions of the tokenizer: kinds of event as above, then these, then INFO_BASE + index into INFO.
ACTION_TERRITORY_BLACK: Final = 8
ACTION_TERRITORY_WHITE: Final = 9
ACTION_TURN: Final = 10
ACTION_KO: Final = 11
PLAIN_PLAYS: Final = 12
"""Action of a span of nodes that contain nothing but a play, as ``;B[pd];W[dp]`` without blanks."""
INFO_BASE: Final = 16

_ACTIONS: Final = {
    "B": PLAY_BLACK,
    "W": PLAY_WHITE,
    "AB": ADD_BLACK,
    "AW": ADD_WHITE,
    "AE": ADD_EMPTY,
    "TB": ACTION_TERRITORY_BLACK,
    "TW": ACTION_TERRITORY_WHITE,
    "PL": ACTION_TURN,
}


TEXT_VALUE: Final = 0x80
"""Added to the action of a property whose value may be any text."""

_TEXTS: Final = tuple("C GC N AN BT CP EV GN ON PB PC PW RO SO US WT RE RU DT OT BR WR LB AP TE RD".split())


def identifier_table() -> NDArray[np.uint8]:
    """Return the action of every property name of one or two capital letters.

    Returns:
        uint8[26 * 27]; entry ``first * 27`` is the one-letter name, ``first * 27 + 1 + second`` the
        two-letter one, letters counted from A = 0. 0 means that the tape does not keep the property. `TEXT_VALUE`
        is added for texts.
    """
    table = np.zeros(26 * 27, dtype=np.uint8)
    actions = _ACTIONS | {name: INFO_BASE + index for index, name in enumerate(INFO)} | {"KO": ACTION_KO}
    for name in (*actions, *_TEXTS):
        second = 0 if len(name) == 1 else 1 + ord(name[1]) - ord("A")
        table[(ord(name[0]) - ord("A")) * 27 + second] = actions.get(name, 0) | (TEXT_VALUE if name in _TEXTS else 0)
    return table
