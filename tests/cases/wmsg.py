"""The example game of the World Mind Sports Games rules (2008): 9×9, 53 plays, White passes first.

The rules show the last eight plays and the end, and describe the board before them, without the
moves that led to it: the order of the first 45 plays is ours, with the three White stones that Black took in them. X is
Black, O White.
"""

from __future__ import annotations

from goanalyze import from_gtp, to_sgf

OPENING = (
    "B H5 W J5 B J6 W J4 B J3 W H4 B G4 W G5 B H3 W H6 B C5 W E6 B D6 W D5 B C6 W D7 B C7 W E7 B D8 W E8 B E9 W G6 "
    "B F3 W F4 B G3 W E3 B G2 W F2 B G1 W F1 B C2 W D2 B D1 W E2 B C3 W E4 B B7 W H8 B B8 W J7 B C9 W J2 B J5 W H1 B J4"
)
"""The first 45 plays, in an order of ours; the ninth takes H4, J4 and J5."""

BEFORE = (
    "..X.X....",
    ".X.XO..O.",
    ".XXOO...O",
    "..XXO.OOX",
    "..XO..OXX",
    "....OOX.X",
    "..X.OXXXX",
    "..XOOOX.O",
    "...X.OXO.",
)
"""The position before the last eight plays."""

LAST_PLAYS = "W F9 B D9 W C4 B B4 W D4 B C1 W D3 B E1"

FINAL = (
    "..XXXO...",
    ".X.XO..O.",
    ".XXOO...O",
    "..XXO.OOX",
    "..XO..OXX",
    ".XOOOOX.X",
    "..XOOXXXX",
    "..XOOOX.O",
    "..XXXOXO.",
)
"""The final position: H4 and J1 are eyes in seki, H2 is nobody's, no stone is dead."""


def _record(moves: str) -> str:
    """Write moves such as ``B D4 W pass`` as a record."""
    words = moves.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    nodes = (f";{color}[{to_sgf(from_gtp(place, 9, 9), 9)}]" for color, place in pairs)
    return f"(;GM[1]FF[4]SZ[9]KM[7.5]{''.join(nodes)})"


WMSG_GAME = _record(f"{OPENING} {LAST_PLAYS} W pass B pass")
"""The game: 27 plays of Black, 26 of White, White passes first."""

WMSG_BLACK_FIRST = _record(f"{OPENING} {LAST_PLAYS} W G8 B pass W pass")
"""The same but for a stone that White adds in White's own territory, so that Black passes first. By area it changes
nothing, by territory it costs White a point."""
