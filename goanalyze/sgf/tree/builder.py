"""Game trees built from the events of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from goanalyze.core.events import Play, Setup
from goanalyze.errors import TreeError
from goanalyze.limits import MAX_BOARD
from goanalyze.points import BLACK, EMPTY, OFF_BOARD, WHITE, color_letter, to_sgf
from goanalyze.sgf.tree.node import Node
from goanalyze.sgf.tree.tree import GameTree
from goanalyze.util.numbers import decimal_text
from goanalyze.util.toml import shown

if TYPE_CHECKING:
    from goanalyze.rules import Ruleset


_SETUP: Final = {BLACK: "AB", WHITE: "AW", EMPTY: "AE"}
_FF4_NAMES: Final = {"aga": "AGA", "ing": "GOE", "japanese": "Japanese", "new-zealand": "NZ"}
"""Names of rulesets in FF[4]; others are written by their id."""
_DERIVED: Final = frozenset(["FF", "GM", "CA", "SZ", "RU", "KM", "HA", "AB", "AW", "AE", "PL", "B", "W", "KO"])
"""Properties that follow from the other arguments of `make_tree`."""


def make_tree(
    size: tuple[int, int],
    events: Iterable[Play | Setup],
    *,
    rules: Ruleset | None = None,
    komi: float | None = None,
    handicap: int = 0,
    info: Mapping[str, str] | None = None,
) -> GameTree:
    r"""Build the tree of a game: setup before the first move in the root, each other event in a node of its own.

    Reading the record gives the same events, with edits `joined`.

    Args:
        size: columns and rows.
        events: moves and setup, in order.
        rules: ruleset, for RU.
        komi: points for White, for KM. A quarter of a point is read as zi, which is the usual meaning in records.
        handicap: number of stones, for HA; stones on the board are among the events.
        info: texts of further properties of the root by name, for example ``PB``, in their order.

    Raises:
        TreeError: a text cannot be written, or a name is not valid or follows from the other arguments.

    Example:
        >>> events = [Setup(((0, BLACK), (1, WHITE))), Play(BLACK, 40), Setup(((40, EMPTY),), WHITE), Play(WHITE, -1)]
        >>> make_tree((9, 9), events, komi=6.5, info={"PB": "[Ito]"}).to_sgf()
        '(;FF[4]GM[1]SZ[9]PB[[Ito\\]]KM[6.5]AB[aa]AW[ba];B[ee];AE[ee]PL[W];W[])'
    """
    tree = GameTree.new(size)
    if not isinstance(info, Mapping | None):
        raise TreeError(
            f"info: {shown(info)} is not a valid table of properties. Expected one such as {{'PB': 'Ito'}}."
        )
    for name, text in (info or {}).items():
        if name in _DERIVED:
            raise TreeError(
                f"{name!r} is not a valid key of info, since other arguments set it. Expected another "
                "property, for example PB, PW, RE or DT."
            )
        tree.root.set_text(name, text)
    if rules is not None:
        tree.root.set_text("RU", _FF4_NAMES.get(rules.id, rules.id))
    if komi is not None:
        tree.root.properties["KM"] = decimal_text(komi)
    if handicap:
        tree.root.properties["HA"] = str(handicap)
    node = tree.root
    for number, event in enumerate(joined(events)):
        if isinstance(event, Play):
            node = _add_play(node, event)
        else:
            node = _add_setup(node.add_variation() if number else node, event)
    return tree


def joined(events: Iterable[Play | Setup]) -> Iterator[Play | Setup]:
    """Yield events, with edits that no move separates joined and the last edit of each point kept.

    Before the first move no point is emptied, since the board is empty.

    Example:
        >>> list(joined([Setup(((0, BLACK),)), Setup(((0, WHITE),), BLACK), Play(BLACK, 1)]))
        [Setup(stones=((0, 2),), turn=1), Play(color=1, point=1, forced=False)]
    """
    edits, has_begun = list[Setup](), False
    for event in (*events, None):
        if isinstance(event, Setup):
            edits.append(event)
            continue
        if edits:
            stones = dict(stone for edit in edits for stone in edit.stones)
            if not has_begun:
                stones = {point: color for point, color in stones.items() if color != EMPTY}
            turn = next((edit.turn for edit in reversed(edits) if edit.turn), None)
            if has_begun or stones or turn:
                yield Setup(tuple(stones.items()), turn)
            edits = []
        if event is not None:
            has_begun = True
            yield event


def _add_play(parent: Node, play: Play) -> Node:
    """Add a move after a node."""
    width, height = parent.size
    node = parent.add_variation()
    letters = _off_board_value(width, height) if play.point == OFF_BOARD else to_sgf(play.point, width)
    node.properties[color_letter(play.color)] = letters
    if play.forced:
        node.properties["KO"] = ""
    return node


def _off_board_value(width: int, height: int) -> str:
    """Return the value of a point off the board; a value without a point if the board has all points of SGF."""
    if width < MAX_BOARD:
        return to_sgf(width, MAX_BOARD)
    return to_sgf(height * MAX_BOARD, MAX_BOARD) if height < MAX_BOARD else "?"


def _add_setup(node: Node, setup: Setup) -> Node:
    """Write an edit in a node."""
    for color, name in _SETUP.items():
        node.set_points(name, [point for point, stone in setup.stones if stone == color])
    if setup.turn is not None:
        node.properties["PL"] = color_letter(setup.turn)
    return node
