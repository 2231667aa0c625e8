"""Games for viewers: of the sample, drawn at random, and with names that want to break a page."""

from __future__ import annotations

from hypothesis import strategies as st

import goanalyze as ga
from goanalyze.core.position import Position
from goanalyze.vocabulary.points import to_sgf

FINDINGS = "data/sample/findings"
NASTY = "<script>alert(1)</script></div><!--\"'&\u202eevil\u2066\x1b[31m"


def named(text: str = NASTY) -> ga.Game:
    """Return a game with an illegal move whose players, event and result are a text of ill intent."""
    safe = text.replace("\\", "\\\\").replace("]", "\\]")
    return ga.loads(f"(;SZ[9]PB[{safe}]PW[{safe}]EV[{safe}]RE[{safe}]RU[{safe}]KM[{safe}];B[ee];W[ee])")


@st.composite
def records(draw: st.DrawFn) -> str:
    """Draw a record: any size, moves wherever they fall (occupied, off the board, out of turn), passes, setup."""
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    point = st.integers(0, width * height - 1).map(lambda place: to_sgf(place, width))
    play = st.builds("{}[{}]".format, st.sampled_from("BW"), st.one_of(point, point, point, st.just(""), st.just("zz")))
    setup = st.builds("{}[{}]".format, st.sampled_from(("AB", "AW", "AE")), point)
    nodes = draw(st.lists(st.one_of(play, play, play, setup), max_size=60))
    return f"(;SZ[{width}:{height}]" + "".join(f";{node}" for node in nodes) + ")"


def stepped(steps: dict[str, object], move: int) -> Position:
    """Return the position after a move, from a viewer's steps alone."""
    width, height, start, moves = steps["w"], steps["h"], steps["start"], steps["steps"]
    assert isinstance(width, int)
    assert isinstance(height, int)
    assert isinstance(start, str)
    assert isinstance(moves, list)
    board = [int(digit) for digit in start]
    for color, point, *rest in moves[:move]:
        taken, setup = [*rest, [], []][:2]
        if point >= 0:
            board[point] = color
        for gone in taken:
            board[gone] = 0
        for place, set_to in setup:
            board[place] = set_to
    rows = ["".join(".XO"[color] for color in board[row * width : (row + 1) * width]) for row in range(height)]
    return Position.from_rows(rows)
