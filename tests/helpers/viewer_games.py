"""Games for viewers: of the sample, drawn at random, and with names that want to break a page."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

import goanalyze as ga
from goanalyze import Position, to_sgf

FINDINGS = "data/sample/findings"
NASTY = "<script>alert(1)</script></div><!--\"'&\u202eevil\u2066\x1b[31m"


def hostile_game(text: str = NASTY) -> ga.Game:
    """Return a game with an illegal move whose players, event and result are a text of ill intent."""
    safe = text.replace("\\", "\\\\").replace("]", "\\]")
    return ga.loads(f"(;SZ[9]PB[{safe}]PW[{safe}]EV[{safe}]RE[{safe}]RU[{safe}]KM[{safe}];B[ee];W[ee])")


@st.composite
def records(draw: st.DrawFn) -> str:
    """Draw a record: any size, moves wherever they fall (occupied, off the board, out of turn), passes, setup."""
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    point = st.integers(0, width * height - 1).map(lambda point_index: to_sgf(point_index, width))
    play = st.builds("{}[{}]".format, st.sampled_from("BW"), st.one_of(point, point, point, st.just(""), st.just("zz")))
    setup = st.builds("{}[{}]".format, st.sampled_from(("AB", "AW", "AE")), point)
    nodes = draw(st.lists(st.one_of(play, play, play, setup), max_size=60))
    return f"(;SZ[{width}:{height}]" + "".join(f";{node}" for node in nodes) + ")"


LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def position_at(data: dict[str, Any], move: int, line: int = 0) -> Position:
    """Return the position after a move of a line, from a viewer's JSON data alone."""
    width, height = data["w"], data["h"]

    def points(text: str) -> list[int]:
        pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
        return [LETTERS.index(b) * width + LETTERS.index(a) if a in LETTERS else -1 for a, b in pairs]

    moves: list[tuple[int, int, list[int], list[str]]] = []
    for number in range(line + 1):
        part = data["lines"][number]
        moves = moves[: part.get("shared", 0)]
        for point in points(part["moves"]):
            at = len(moves) + 1
            last = moves[-1][0] if moves else 2
            color = last if at in part.get("same", []) else 3 - last
            setup = part.get("setup", {}).get(str(at), ["", "", ""])
            moves.append((color, point, points(part.get("takes", {}).get(str(at), "")), setup))
    board = [0] * (width * height)
    for color, text in enumerate(data["lines"][line].get("start", ["", ""]), 1):
        for point in points(text):
            board[point] = color
    for color, point, removed, setup in moves[:move]:
        if point >= 0:
            board[point] = color
        for gone in removed:
            board[gone] = 0
        for stone, text in zip((1, 2, 0), setup, strict=True):
            for changed in points(text):
                board[changed] = stone
    rows = ["".join(".XO"[color] for color in board[row * width : (row + 1) * width]) for row in range(height)]
    return Position.from_rows(rows)
