"""Check archives of Go (baduk, weiqi) game records under every ruleset, and play under any of them.

`check`, `open` and `read` take archives, `loads` one record; a `Game` gives its `Replay`, outcomes and `GameTree`; a
`Board` plays, judges, counts and writes.

The way through an archive: paths → records → replays → statuses → counts → tables. Names are looked up when first used,
so that importing costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from goanalyze.core.public_functions import supply

if TYPE_CHECKING:
    from goanalyze.api import Tables, check, count, loads, outcome, read
    from goanalyze.api import open_dataset as open  # noqa: A004 - the contract's name; only as ga.open
    from goanalyze.board.board import Board
    from goanalyze.board.errors import EmptyPointError, GameStateError, IllegalMoveError
    from goanalyze.board.estimate import Estimate
    from goanalyze.board.legal_moves import LegalMoves
    from goanalyze.core.events import PlayedMove
    from goanalyze.core.position import Position
    from goanalyze.game.game import Game
    from goanalyze.game.replay import Replay
    from goanalyze.life.confirm import confirm
    from goanalyze.life.confirmed import Confirmation as Confirmation  # the type of results of `confirm`
    from goanalyze.rules import find_ruleset
    from goanalyze.sgf.tree.node import Node
    from goanalyze.sgf.tree.tree import GameTree
    from goanalyze.vocabulary.given import BoardError, NoSuchPointError
    from goanalyze.vocabulary.points import BLACK, WHITE

__version__ = "0.12.0"

__all__ = [
    "BLACK",
    "WHITE",
    "Board",
    "BoardError",
    "EmptyPointError",
    "Estimate",
    "Game",
    "GameStateError",
    "GameTree",
    "IllegalMoveError",
    "LegalMoves",
    "NoSuchPointError",
    "Node",
    "PlayedMove",
    "Position",
    "Replay",
    "Tables",
    "__version__",
    "check",
    "confirm",
    "count",
    "find_ruleset",
    "loads",
    "open",
    "outcome",
    "read",
]

_HOMES = {
    "BLACK": ("vocabulary.points", "BLACK"),
    "WHITE": ("vocabulary.points", "WHITE"),
    "Board": ("board.board", "Board"),
    "Confirmation": ("life.confirmed", "Confirmation"),
    "BoardError": ("vocabulary.given", "BoardError"),
    "EmptyPointError": ("board.errors", "EmptyPointError"),
    "Estimate": ("board.estimate", "Estimate"),
    "Game": ("game.game", "Game"),
    "GameTree": ("sgf.tree.tree", "GameTree"),
    "Node": ("sgf.tree.node", "Node"),
    "IllegalMoveError": ("board.errors", "IllegalMoveError"),
    "LegalMoves": ("board.legal_moves", "LegalMoves"),
    "NoSuchPointError": ("vocabulary.given", "NoSuchPointError"),
    "GameStateError": ("board.errors", "GameStateError"),
    "PlayedMove": ("core.events", "PlayedMove"),
    "Position": ("core.position", "Position"),
    "Replay": ("game.replay", "Replay"),
    "Tables": ("api", "Tables"),
    "check": ("api", "check"),
    "confirm": ("life.confirm", "confirm"),
    "count": ("api", "count"),
    "find_ruleset": ("rules", "find_ruleset"),
    "loads": ("api", "loads"),
    "open": ("api", "open_dataset"),
    "outcome": ("api", "outcome"),
    "read": ("api", "read"),
}


if not TYPE_CHECKING:  # a type checker sees the imports above, and that there are no other names

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'goanalyze' has no attribute {name!r}")
        module, attribute = _HOMES[name]
        return getattr(import_module(f"goanalyze.{module}"), attribute)


def _confirm(*arguments: Any, **options: Any) -> Any:
    return import_module("goanalyze.life.confirm").confirm(*arguments, **options)


supply("confirm", _confirm)


def __dir__() -> list[str]:
    return sorted(__all__)
