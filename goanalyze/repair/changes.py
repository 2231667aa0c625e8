"""What repair changes, as values."""

from __future__ import annotations

from typing import NamedTuple


class Change(NamedTuple):
    """One thing that was changed in a file.

    Attributes:
        code: the finding that is gone with it; None for what no finding tells.
        game: number of the game within its file, from 0.
        move: number of the move that it is about; None for no move of the main line.
        offset: byte of the file as it was that it is about, of several the first; None for no single place.
        what: one sentence.
    """

    code: str | None
    game: int
    move: int | None
    offset: int | None
    what: str
