"""Lists of moves in Python to the events of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from goanalyze.core.events import Play, PlayedMove
from goanalyze.errors import BoardError
from goanalyze.game.replay import Move
from goanalyze.vocabulary.arguments import is_whole
from goanalyze.vocabulary.given import ColorLike, MoveLike, read_color, read_move
from goanalyze.vocabulary.points import OFF_BOARD, opponent
from goanalyze.vocabulary.toml import shown

ListedMove: TypeAlias = MoveLike | tuple[ColorLike, MoveLike] | Move | PlayedMove | Play
"""A move of a list: ``"D4"``, ``"pass"``, ``(x, y)`` or an index, made by the opponent of the last player; ``"B D4"``
or ``("black", "D4")`` by that colour. Two numbers are column and row, so that a colour with an index is written
``("black", 60)``, or as a `Play`."""


def read_moves(moves: Iterable[ListedMove], width: int, height: int, first: int) -> list[Play]:
    """Return moves as plays; `first` makes the first move if it has no colour.

    Raises:
        BoardError: a move has no valid colour or point (`NoSuchPointError`); the message has its number.

    Example:
        >>> read_moves(["E5", "W C3", ("black", (0, 0)), "pass"], 9, 9, 1)
        [Play(color=1, point=40, forced=False), Play(color=2, point=56, forced=False), ...]
        >>> read_moves(["E5", "J10"], 9, 9, 1)
        Traceback (most recent call last):
        goanalyze.errors.NoSuchPointError: move 2: 'J10' is ...
    """
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        raise BoardError(f"{shown(moves)} is not a valid list of moves. Expected one such as ['D4', 'Q16'].")
    plays: list[Play] = []
    for number, move in enumerate(moves, 1):
        try:
            plays.append(_read(move, width, height, first))
        except BoardError as error:
            raise type(error)(f"move {number}: {error}") from None
        first = opponent(plays[-1].color)
    return plays


def _read(listed: ListedMove, width: int, height: int, to_move: int) -> Play:
    if isinstance(listed, (Play, Move, PlayedMove)):
        point = listed.point if listed.point == OFF_BOARD else read_move(listed.point, width, height)
        return Play(read_color(listed.color), point, isinstance(listed, Play) and listed.forced)
    color: object = to_move
    move: object = listed
    if isinstance(listed, str):
        words = listed.split()
        color, move = (words[0], words[1]) if len(words) == 2 else (to_move, listed)
    elif isinstance(listed, Sequence) and len(listed) == 2 and not all(map(is_whole, listed)):
        color, move = listed[0], listed[1]
    return Play(read_color(color), read_move(move, width, height))
