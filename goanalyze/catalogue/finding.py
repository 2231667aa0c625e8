"""Findings. Their codes are in `catalogue`, their detectors in ``detectors/``."""

from __future__ import annotations

from typing import NamedTuple

from goanalyze.catalogue.catalogue import CATALOGUE, Severity


class Finding(NamedTuple):
    """An oddity in a game or file; its fields are the columns of the findings table.

    Attributes:
        code: key of `goanalyze.catalogue.catalogue.CATALOGUE`.
        message: one sentence.
        source: path of the file or archive; ``-`` for standard input.
        member: name inside the archive; empty for a plain file.
        game: number of the game in its chunk, −1 for a finding about a file.
        game_index: number of the game within its file, from 0; None for a finding about a file.
        line: number of the first variation that has it, 0 for the main line.
        offset: byte of the file; None for a finding without a single location.
        move_number: number of its first move, plays and passes counted from 1; None for no move.
        color: colour of the move, ``black`` or ``white``; None without a move.
        point: SGF letters, empty for a pass; None for no point of the board.
        rulesets: ids of the rulesets that forbid each of the moves by the rule that the finding is about.
        repetition: superko rules that forbid it, as ``PSK SSK``; None for none.
        repeats_move: number of the earlier move with the same position, 0 the start; None without a cycle.
        cycle_length: moves in one round of the cycle; None without a cycle.
        cycle_kind: name of the kind of cycle; None without a cycle.
        prisoner_balance: stones that Black takes in one round less those that White takes; None without a cycle.
        count: number of rounds of a cycle, or of occurrences.
        move_numbers: numbers of all its moves: those of a repeated cycle that the same rulesets forbid, or that
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
    count: int = 1  # type: ignore[assignment]  # hides the method of a tuple
    line: int = 0
    move_numbers: tuple[int, ...] = ()

    @property
    def severity(self) -> Severity:
        """The severity of its code."""
        return CATALOGUE[self.code].severity

    def to_dict(self) -> dict[str, str | int | list[str] | list[int] | None]:
        """Return the finding as a dictionary for JSON: title and severity of its code, and the fields by name.

        Example:
            >>> fields = Finding("GO002", "wrong checksum", "a.zip", "b.sgf").to_dict()
            >>> fields["severity"], fields["title"], fields["rulesets"]
            ('error', 'damaged archive member', [])
        """
        entry = CATALOGUE[self.code]
        fields = {name: list(value) if isinstance(value, tuple) else value for name, value in self._asdict().items()}
        del fields["game"]  # a number of this process
        return {"code": self.code, "title": entry.title, "severity": entry.severity.value, **fields}
