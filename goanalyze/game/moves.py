"""Moves as a program lists them → events of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from goanalyze.core.events import Play, PlayedMove
from goanalyze.game.replay import Move
from goanalyze.vocabulary.given import BoardError, ColorLike, MoveLike, is_whole, read_color, read_move
from goanalyze.vocabulary.points import OFF_BOARD, opponent
from goanalyze.vocabulary.toml import shown

MoveGiven: TypeAlias = MoveLike | tuple[ColorLike, MoveLike] | Move | PlayedMove | Play
"""A move of a list: ``"D4"``, ``"pass"``, ``(x, y)`` or an index, made by the opponent of who moved before; ``"B D4"``
or ``("black", "D4")`` by that colour. Two numbers are column and row, so that a colour with an index is written
``("black", 60)``, or as a `Play`."""


def read_moves(moves: Iterable[MoveGiven], width: int, height: int, first: int) -> list[Play]:
    """Return moves, `first` being who makes one that names no colour, where nobody has moved.

    Raises:
        BoardError: one names no colour, or no point of the board (`NoSuchPointError`); the message says which.

    Example:
        >>> read_moves(["E5", "W C3", ("black", (0, 0)), "pass"], 9, 9, 1)
        [Play(color=1, point=40, forced=False), Play(color=2, point=56, forced=False), ...]
        >>> read_moves(["E5", "J10"], 9, 9, 1)
        Traceback (most recent call last):
        goanalyze.vocabulary.given.NoSuchPointError: move 2: 'J10' is no point of a board of 9×9; allowed are ...
    """
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        raise BoardError(f"{shown(moves)} is no list of moves; allowed is one such as ['D4', 'Q16']")
    plays: list[Play] = []
    for number, given in enumerate(moves, 1):
        try:
            plays.append(_read(given, width, height, first))
        except BoardError as error:
            raise type(error)(f"move {number}: {error}") from None
        first = opponent(plays[-1].color)
    return plays


def _read(given: MoveGiven, width: int, height: int, turn: int) -> Play:
    if isinstance(given, (Play, Move, PlayedMove)):
        point = given.point if given.point == OFF_BOARD else read_move(given.point, width, height)
        return Play(read_color(given.color), point, isinstance(given, Play) and given.forced)
    color: object = turn
    move: object = given
    if isinstance(given, str):
        words = given.split()
        color, move = (words[0], words[1]) if len(words) == 2 else (turn, given)
    elif isinstance(given, Sequence) and len(given) == 2 and not all(map(is_whole, given)):
        color, move = given[0], given[1]
    return Play(read_color(color), read_move(move, width, height))
