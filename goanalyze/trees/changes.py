"""What is changed in a record as it is read and repaired, as values; alike ones of a game are one, with examples."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from goanalyze.sgf.values.numbers import quote
from goanalyze.vocabulary.numbers import plural

_EXAMPLES: Final = 20  # of what was changed alike in a game; a damaged file may hold a million
_LOOKED_AT: Final = 1000


class Change(NamedTuple):
    """One thing that was changed in a file.

    Attributes:
        code: the finding that is gone with it; None for what no finding tells.
        game: number of the game within its file, from 0.
        move: number of the move of the main line that it is about, as in findings; None for no single one.
        offset: byte of the file as it was that it is about, of several the first; None for no single place.
        what: one sentence.
    """

    code: str | None
    game: int
    move: int | None
    offset: int | None
    what: str


@dataclass(slots=True)
class _Entry:
    at: int
    count: int = 0
    examples: dict[str, None] = field(default_factory=dict)


class Told:
    """Takes what is changed in one game, as it is changed."""

    def __init__(self) -> None:
        self._entries: dict[tuple[str | None, str], _Entry] = {}

    def add(self, code: str | None, what: str, at: int = -1, example: bytes | str = "") -> None:
        """Note a change.

        Args:
            code: as in `Change`.
            what: a sentence without its full stop, the same for all alike.
            at: place in the text that it is about; −1 for none.
            example: what is different in each, as bytes where it is cited from the record.
        """
        entry = self._entries.setdefault((code, what), _Entry(at))
        entry.count += 1
        if example and len(entry.examples) < _EXAMPLES and entry.count <= _LOOKED_AT:
            shown = quote(example.decode("utf-8", errors="replace")) if isinstance(example, bytes) else example
            entry.examples[shown] = None

    def take_findings(self, other: Told) -> None:
        """Take over of other changes those that a finding tells of."""
        self._entries |= {key: entry for key, entry in other._entries.items() if key[0]}

    def changes(
        self, game: int, offset: Callable[[int], int | None], move: Callable[[int], int | None]
    ) -> list[Change]:
        """Return the changes, in the order in which they were made.

        Args:
            game: number of the game within its file.
            offset: leads a place in the text to the byte of the file.
            move: leads a place in the text to the number of the move that stands there.
        """
        told = []
        for (code, what), entry in self._entries.items():
            sentence = what[0].upper() + what[1:]
            if entry.examples:
                more = ", …" if entry.count > len(entry.examples) == _EXAMPLES else ""
                sentence += f": {', '.join(entry.examples)}{more}"
            if entry.count > 1:
                sentence += f" ({plural(entry.count, 'time')})"
            told.append(Change(code, game, move(entry.at), offset(entry.at), f"{sentence}."))
        return told
