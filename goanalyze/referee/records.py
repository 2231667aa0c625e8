"""Boards as records, and records as boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from goanalyze.board.events import Play, Setup
from goanalyze.board.replay import handicap_moves
from goanalyze.vocabulary.points import BLACK, EMPTY, OFF_BOARD, WHITE, color_letter, to_sgf

if TYPE_CHECKING:
    from goanalyze.game.game import Game
    from goanalyze.referee.judged import Judged

_SETUP = {BLACK: "AB", WHITE: "AW", EMPTY: "AE"}


class Record(NamedTuple):
    """What a board is made of again: the course of a game up to some move, and what its record says of it."""

    width: int
    height: int
    events: list[Play | Setup]
    handicap: int
    handicap_moves: int
    komi: float | None
    ruleset: str | None


def record_of(game: Game, move: int | None) -> Record:
    """Return the course of a game up to a move, or to the end; raises what `Game.until` does."""
    events = (game if move is None else game.until(move)).replay().events
    handicap, info = game.handicap, game.info
    return Record(game.width, game.height, events, handicap, handicap_moves(game.replay().events, handicap),
                  info["komi"], info["ruleset"])  # fmt: skip


def sgf_of(board: Judged) -> str:
    """Return the record of a board."""
    width, height = board.width, board.height
    size = f"{width}" if width == height else f"{width}:{height}"
    komi = "" if board._komi is None else f"KM[{board._komi:g}]"  # noqa: SLF001 - a view of it
    handicap = f"HA[{board.handicap}]" if board.handicap else ""
    nodes, is_root = [f"(;FF[4]GM[1]SZ[{size}]RU[{_escaped(board.rules.id)}]{komi}{handicap}"], True
    for event in board._events:  # noqa: SLF001
        if isinstance(event, Setup) and is_root:
            nodes[0] += _setup(event, width)
        else:
            is_root = False
            nodes.append(";" + (_setup(event, width) if isinstance(event, Setup) else _play(event, width)))
    return "".join(nodes) + ")"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _play(play: Play, width: int) -> str:
    place = to_sgf(width, width + 1) if play.point == OFF_BOARD else to_sgf(play.point, width)
    return f"{color_letter(play.color)}[{place}]" + "KO[]" * play.forced


def _setup(setup: Setup, width: int) -> str:
    """Return the properties of an edit; a point that is edited twice is what it was made last."""
    named = dict(setup.stones)
    lists = {name: [f"[{to_sgf(point, width)}]" for point, there in named.items() if there == color]
             for color, name in _SETUP.items()}  # fmt: skip
    turn = f"PL[{color_letter(setup.turn)}]" if setup.turn else ""
    return "".join(name + "".join(points) for name, points in lists.items() if points) + turn


def game_of(text: str, dead: Sequence[int] | None = None, prisoners: dict[int, int] | None = None) -> Game:
    """Return a record as a game; what it says nothing of may be given: dead stones, and prisoners held before it."""
    from goanalyze.game.game import Game  # noqa: PLC0415 - playing alone loads no kernel
    from goanalyze.life.given import GivenRow  # noqa: PLC0415
    from goanalyze.pipeline import Chunk  # noqa: PLC0415
    from goanalyze.sgf.charset import Text  # noqa: PLC0415
    from goanalyze.sgf.records import read_records  # noqa: PLC0415

    data = text.encode()
    (records,) = read_records([Text("board", "", len(data), data, "utf-8", "utf-8")])
    chunk = Chunk(records, given=None if dead is None else {0: GivenRow(tuple(dead))})
    for color, name in ((BLACK, "black_prisoners"), (WHITE, "white_prisoners")):
        chunk.replays.fact(name)[0] += (prisoners or {}).get(color, 0)
    return Game(chunk, 0)
