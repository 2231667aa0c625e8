"""A finding: one odd thing in one game or file, as a value. Codes: `catalogue`; detectors: ``detectors/``."""

from __future__ import annotations

from typing import NamedTuple

from goanalyze.catalogue.catalogue import CATALOGUE, Severity


class Finding(NamedTuple):
    """One finding about a game, or about a file as a whole; the fields are the columns of the findings table.

    Attributes:
        code: key of `goanalyze.catalogue.catalogue.CATALOGUE`.
        message: one sentence.
        source: path of the file or archive as given; ``-`` for standard input.
        member: name inside the archive; empty for a plain file.
        game: number of the game in its chunk, −1 for a finding about a file.
        game_index: number of the game within its file, from 0; None for a finding about a file.
        line: number of the variation that it is told of, 0 for the main line; of what several share, the first.
        offset: byte of the file that it is about; None where it is about no single place.
        move_number: the move it is about, plays and passes counted from 1, or the first of them; None for no move.
        color: who moved, ``black`` or ``white``; None without a move.
        point: SGF letters, empty for a pass; None for no point of the board.
        rulesets: ids of the rulesets that forbid each of the moves by the rule that the finding is about.
        repetition: superko rules that forbid it, as ``PSK SSK``; None for none.
        repeats_move: number of the earlier move with the same position, 0 the start; None without a cycle.
        cycle_length: moves in one round of the cycle; None without a cycle.
        cycle_kind: what players call the cycle; None without a cycle.
        prisoner_balance: stones that Black takes in one round less those that White takes; None without a cycle.
        count: how often: rounds of a cycle, or occurrences of the same thing.
        move_numbers: all the moves it is about: those of a repeated cycle that the same rulesets forbid, or that
            complete one of its rounds; or all plays after the end; empty for no move.

    Example:
        >>> Finding("GO002", "wrong checksum", "a.zip", "b.sgf").severity.value
        'error'
    """

    code: str
    message: str
    source: str
    member: str = ""
    game: int = -1
    game_index: int | None = None
    offset: int | None = None
    move_number: int | None = None
    color: str | None = None
    point: str | None = None
    rulesets: tuple[str, ...] = ()
    repetition: str | None = None
    repeats_move: int | None = None
    cycle_length: int | None = None
    cycle_kind: str | None = None
    prisoner_balance: int | None = None
    count: int = 1  # type: ignore[assignment]  # a tuple has a method of this name, which nobody asks a finding for
    line: int = 0
    move_numbers: tuple[int, ...] = ()

    @property
    def severity(self) -> Severity:
        """The severity of its code."""
        return CATALOGUE[self.code].severity

    def to_dict(self) -> dict[str, str | int | list[str] | list[int] | None]:
        """Return the finding as a dictionary for JSON: title and severity of its code, and the fields by name.

        Example:
            >>> found = Finding("GO002", "wrong checksum", "a.zip", "b.sgf").to_dict()
            >>> found["severity"], found["title"], found["rulesets"]
            ('error', 'damaged archive member', [])
        """
        entry = CATALOGUE[self.code]
        fields = {name: list(value) if isinstance(value, tuple) else value for name, value in self._asdict().items()}
        del fields["game"]  # a number of this process
        return {"code": self.code, "title": entry.title, "severity": entry.severity.value, **fields}
