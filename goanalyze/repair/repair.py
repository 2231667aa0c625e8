"""Bytes of a file → the same games as valid FF[4] in UTF-8."""

from __future__ import annotations

from typing import NamedTuple

from goanalyze.repair.changes import Change


class RepairError(ValueError):
    """Nothing can be made of the bytes: no game is in them, or they are no text; one sentence."""


class Repaired(NamedTuple):
    """A repaired file.

    Attributes:
        data: its bytes; the very same as before where nothing was changed.
        changes: what was changed, game by game.
    """

    data: bytes
    changes: tuple[Change, ...]


def repair(data: bytes, *, encoding: str | None = None, drop_illegal: bool = False, tell: bool = False) -> Repaired:
    """Make valid FF[4] in UTF-8 of the games of a file; to repair it again changes nothing.

    Args:
        data: of the file, as it is.
        encoding: the charset that was decided on when it was checked (`files.encoding`); decided here if not given.
        drop_illegal: whether moves that no ruleset allows are left out: on a stone, off the board, suicide of one stone.
        tell: whether the comment of each game's first node says what was changed.

    Raises:
        RepairError: nothing can be made of the bytes.
    """
    raise RepairError("repair is being built")
