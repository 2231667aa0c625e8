"""What FF[4] says of the properties that it knows: which of them there may be one of, and what their values are.

Rule: SGF FF[4], Properties, and Property index of FF[1]–FF[4].
"""

from __future__ import annotations

from typing import Final

from goanalyze.sgf.properties import INFO

PLAYS: Final = (b"B", b"W")
SETUP: Final = (b"AB", b"AW", b"AE")
TURN: Final = b"PL"
KO: Final = b"KO"
ACTS: Final = frozenset((*PLAYS, *SETUP, TURN))
"""What makes the position, in the order of the text."""

ROOT: Final = (b"FF", b"CA", b"GM", b"SZ", b"AP", b"ST")
"""Of the first node alone; the first four every record gets."""

GAME_INFO: Final = frozenset(b"AN BR BT CP DT EV GC GN HA KM ON OT PB PC PW RE RO RU SO TM US WR WT".split())
WITH_MOVE: Final = frozenset(b"BM DO IT TE KO MN BL WL OB OW".split())
"""What is said of a move, and stands in its node."""

TEXTS: Final = frozenset((b"C", b"GC"))
"""Of several texts one can be made."""
POINTS: Final = frozenset(b"CR M MA SL SQ TR DD VW".split())
TERRITORY: Final = (b"TB", b"TW")
LABELS: Final = b"LB"
PAIRS: Final = (b"AR", b"LN")
LISTS: Final = POINTS | {*TERRITORY, *SETUP, LABELS, *PAIRS}
EMPTY_LISTS: Final = frozenset((b"DD", b"VW", *TERRITORY))
"""Lists that may be empty: ``DD[]``."""
DOUBLES: Final = frozenset(b"BM DM GB GW HO TE UC".split())
NONES: Final = frozenset(b"DO IT KO".split())

SINGLE: Final = GAME_INFO | WITH_MOVE | DOUBLES | {*ROOT, *PLAYS, TURN, b"C", b"N", b"V", b"PM", b"FG"}
"""Properties of one value."""

READ: Final = frozenset(name.encode() for name in INFO)
"""Those of which the tokenizer tells that they are given twice (GO305)."""
