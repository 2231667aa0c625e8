"""What outcomes rest on: the one list of names and meanings, for judges, tables and documentation. Nothing else."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Basis(IntEnum):
    """What an outcome rests on, or why there is none; `BASES` has the names and meanings."""

    COUNTED = 0
    DEAD_TAKEN_OFF = 1
    NO_RESULT_POSSIBLE = 2
    ESTIMATED = 3
    AS_IT_STANDS = 4
    NOT_COUNTED = 5
    NO_PASSES = 6
    NO_KOMI = 7
    NO_RULESET_KOMI = 8
    NO_POSITION = 9
    PLAYED_ON = 10
    NOT_COUNTABLE = 11


BASES: Final[dict[Basis, tuple[str, str]]] = {
    Basis.COUNTED: (
        "counted", "the final position was counted, and its dead stones are known"),
    Basis.DEAD_TAKEN_OFF: (
        "dead_taken_off", ("the ruleset takes no dead stones off; here they are, as if captured in play, which leaves "
        "area as it is")),
    Basis.NO_RESULT_POSSIBLE: (
        "no_result_possible", "counted, but a long cycle let the players claim no result, or the referee rule"),
    Basis.ESTIMATED: (
        "estimated", ("counted with dead stones that were estimated or asked of an engine: a guess, as sure as "
        "status_confidence says")),
    Basis.AS_IT_STANDS: (
        "as_it_stands", ("two passes end the record, and nobody says which stones are dead: the count of the bare "
        "board, right for games played out to the end and where the game was played under rules that take none off")),
    Basis.NOT_COUNTED: (
        "not_counted", ("no margin: the game did not end by two passes (resigned, on time, broken off …), and no "
        "territory is marked")),
    Basis.NO_PASSES: (
        "no_passes", "no margin: it depends on who passed, and the record has no pass, or not two at its end"),
    Basis.NO_KOMI: ("no_komi", "no margin: no komi is recorded"),
    Basis.NO_RULESET_KOMI: (
        "no_ruleset_komi", "no margin: the ruleset names no komi for this board size or for handicap games"),
    Basis.NO_POSITION: ("no_position", "no margin: there is no board, its size is unknown or it is not Go"),
    Basis.PLAYED_ON: (
        "played_on", "no margin: two passes end the game under this ruleset, and stones were played after them"),
    Basis.NOT_COUNTABLE: (
        "not_countable", "no margin: the dead stones were estimated, and the board looks unfinished, open or bare"),
}  # fmt: skip
"""Name and meaning of every basis."""
