"""The properties that FF[4] lists, by the number and type of their values.

Rule: SGF FF[4], Properties, and Property index of FF[1]–FF[4].
"""

from __future__ import annotations

from typing import Final

from goanalyze.sgf.properties import INFO

PLAYS: Final = (b"B", b"W")
SETUP: Final = (b"AB", b"AW", b"AE")
TURN: Final = b"PL"
KO: Final = b"KO"
ACTIONS: Final = frozenset((*PLAYS, *SETUP, TURN))
"""Properties that change the position or the side to move; their order in the text counts."""

ROOT: Final = (b"FF", b"CA", b"GM", b"SZ", b"AP", b"ST")
"""Properties of the first node alone; every record gets the first four."""

GAME_INFO: Final = frozenset(b"AN BR BT CP DT EV GC GN HA KM ON OT PB PC PW RE RO RU SO TM US WR WT".split())
WITH_MOVE: Final = frozenset(b"BM DO IT TE KO MN BL WL OB OW".split())
"""Properties about a move, in the node of the move."""

TEXTS: Final = frozenset((b"C", b"GC"))
"""Texts that can be put together."""
POINTS: Final = frozenset(b"CR M MA SL SQ TR DD VW".split())
TERRITORY: Final = (b"TB", b"TW")
LABELS: Final = b"LB"
PAIRS: Final = (b"AR", b"LN")
LISTS: Final = POINTS | {*TERRITORY, *SETUP, LABELS, *PAIRS}
EMPTY_LISTS: Final = frozenset((b"DD", b"VW", *TERRITORY))
"""Lists that may be empty: ``DD[]``."""
DOUBLES: Final = frozenset(b"BM DM GB GW HO TE UC".split())
NONES: Final = frozenset(b"DO IT KO".split())

READ: Final = frozenset(name.encode() for name in INFO)
"""Properties whose repetition is a finding of the tokenizer (GO305)."""

SINGLE: Final = READ | GAME_INFO | WITH_MOVE | DOUBLES | {*ROOT, *PLAYS, TURN, b"C", b"N", b"V", b"PM", b"FG"}
"""Properties with one value."""
