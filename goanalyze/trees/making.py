"""The record of a game that was played here: events → a tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from goanalyze.board.events import Play, Setup
from goanalyze.trees.node import Node
from goanalyze.trees.tree import GameTree
from goanalyze.trees.written import TreeError
from goanalyze.vocabulary.limits import MAX_BOARD
from goanalyze.vocabulary.numbers import decimal_text
from goanalyze.vocabulary.points import BLACK, EMPTY, OFF_BOARD, WHITE, color_letter, to_sgf

if TYPE_CHECKING:
    from goanalyze.rules import Ruleset

_SETUP: Final = {BLACK: "AB", WHITE: "AW", EMPTY: "AE"}
_OF_FF4: Final = {"aga": "AGA", "ing": "GOE", "japanese": "Japanese", "new-zealand": "NZ"}
"""Names that FF[4] has for rulesets; others are written by their id."""
_OWN: Final = frozenset(["FF", "GM", "CA", "SZ", "RU", "KM", "HA", "AB", "AW", "AE", "PL", "B", "W", "KO"])
"""What follows from the other arguments, and is not to be said otherwise."""


def make_tree(
    size: tuple[int, int],
    events: Iterable[Play | Setup],
    *,
    rules: Ruleset | None = None,
    komi: float | None = None,
    handicap: int = 0,
    info: Mapping[str, str] | None = None,
) -> GameTree:
    r"""Write a game down: setup before the first move in the root, each other event as a node of its own.

    To read the record gives the same events, edits `joined`.

    Args:
        size: columns and rows.
        events: moves and setup, in order.
        rules: the ruleset, for RU.
        komi: points for White, for KM. One with a quarter of a point is taken for zi when the record is read, as such
            komi are meant in records.
        handicap: stones, for HA; those that stand on the board are among the events.
        info: texts of further properties of the root by name, as ``PB``, in their order.

    Raises:
        TreeError: a text cannot be written, its property has no such name, or follows from the other arguments.

    Example:
        >>> events = [Setup(((0, BLACK), (1, WHITE))), Play(BLACK, 40), Setup(((40, EMPTY),), WHITE), Play(WHITE, -1)]
        >>> make_tree((9, 9), events, komi=6.5, info={"PB": "[Ito]"}).to_sgf()
        '(;FF[4]GM[1]SZ[9]PB[[Ito\\]]KM[6.5]AB[aa]AW[ba];B[ee];AE[ee]PL[W];W[])'
    """
    tree = GameTree.new(size)
    for name, text in (info or {}).items():
        if name in _OWN:
            raise TreeError(f"info: {name} follows from the other arguments; allowed are others, as PB, PW, RE and DT")
        tree.root.set_text(name, text)
    if rules is not None:
        tree.root.set_text("RU", _OF_FF4.get(rules.id, rules.id))
    if komi is not None:
        tree.root.properties["KM"] = decimal_text(komi)
    if handicap:
        tree.root.properties["HA"] = str(handicap)
    node = tree.root
    for number, event in enumerate(joined(events)):
        if isinstance(event, Play):
            node = _play(node, event)
        else:
            node = _set_up(node.add_variation() if number else node, event)
    return tree


def joined(events: Iterable[Play | Setup]) -> Iterator[Play | Setup]:
    """Yield events with those edits made one that no move divides, each point as it was made last.

    Before the first move nothing is emptied: there the board is empty anyway.

    Example:
        >>> list(joined([Setup(((0, BLACK),)), Setup(((0, WHITE),), BLACK), Play(BLACK, 1)]))
        [Setup(stones=((0, 2),), turn=1), Play(color=1, point=1, forced=False)]
    """
    edits, is_begun = list[Setup](), False
    for event in (*events, None):
        if isinstance(event, Setup):
            edits.append(event)
            continue
        if edits:
            stones = dict(stone for edit in edits for stone in edit.stones)
            if not is_begun:
                stones = {point: color for point, color in stones.items() if color != EMPTY}
            turn = next((edit.turn for edit in reversed(edits) if edit.turn), None)
            if is_begun or stones or turn:
                yield Setup(tuple(stones.items()), turn)
            edits = []
        if event is not None:
            is_begun = True
            yield event


def _play(behind: Node, play: Play) -> Node:
    """Write a move behind a node."""
    width, height = behind.size
    node = behind.add_variation()
    place = _off_board(width, height) if play.point == OFF_BOARD else to_sgf(play.point, width)
    node.properties[color_letter(play.color)] = place
    if play.forced:
        node.properties["KO"] = ""
    return node


def _off_board(width: int, height: int) -> str:
    """Return what stands for a point off a board: one beside it, or where it has all points that SGF has, none."""
    if width < MAX_BOARD:
        return to_sgf(width, MAX_BOARD)
    return to_sgf(height * MAX_BOARD, MAX_BOARD) if height < MAX_BOARD else "?"


def _set_up(node: Node, setup: Setup) -> Node:
    """Write an edit in a node."""
    for color, name in _SETUP.items():
        node.set_points(name, [point for point, there in setup.stones if there == color])
    if setup.turn is not None:
        node.properties["PL"] = color_letter(setup.turn)
    return node
