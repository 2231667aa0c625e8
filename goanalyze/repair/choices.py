"""The findings that a repair removes: when, how and with which option, for messages, documents and tests."""

from __future__ import annotations

from typing import Final, NamedTuple

from goanalyze.vocabulary.choice import Choice


class RepairCondition(Choice):
    """The condition under which a repair removes a finding."""

    ALWAYS = "always", "always"
    CLEAR = "clear", "if the meaning is clear"
    OPTION = "option", "with an option"


class Repair(NamedTuple):
    """The repair of a finding.

    Attributes:
        condition: condition under which the finding is removed.
        method: one phrase.
        option: option of a command that repairs it, or repairs it better; may be empty.
    """

    condition: RepairCondition
    method: str
    option: str = ""

    @property
    def when(self) -> str:
        """The condition, with the option that it requires or that repairs better."""
        if self.condition is RepairCondition.OPTION:
            return f"with {self.option}"
        return f"{self.condition.meaning}; see also {self.option}" if self.option else self.condition.meaning


_ALWAYS, _CLEAR, _OPTION = RepairCondition
DROP_ILLEGAL: Final = "--drop-illegal"
APPEND_TRAILING: Final = "--append-trailing"
_DROP: Final = Repair(_OPTION, "the move is left out; its comment and variations stay", DROP_ILLEGAL)
_ENCODING: Final = "check --encoding NAME"

REPAIRS: Final[dict[str, Repair]] = {
    "GO011": Repair(_ALWAYS, "the text is in UTF-8; the changes name the bytes that became U+FFFD", _ENCODING),
    "GO012": Repair(_ALWAYS, "the text is in UTF-8 and CA says so"),
    "GO013": Repair(_ALWAYS, "the text is in UTF-8 and CA says so; the guess is in the list of changes"),
    "GO014": Repair(_ALWAYS, "as GO013", _ENCODING),
    "GO015": Repair(_ALWAYS, "the characters are whole, in UTF-8"),
    "GO101": _DROP,
    "GO102": _DROP,
    "GO103": _DROP,
    "GO154": Repair(_CLEAR, "the stones are set where they are implied, on the standard points"),
    "GO301": Repair(_ALWAYS, "'(;' is set before the game"),
    "GO302": Repair(_ALWAYS, "parentheses are closed at the end of the game"),
    "GO303": Repair(_ALWAYS, "the bracket is closed where the tokenizer ends the value"),
    "GO304": Repair(_ALWAYS, "text goes back into the comment that a bracket cut off, or is left out"),
    "GO305": Repair(_ALWAYS, "the first value stays; comments are put together"),
    "GO306": Repair(_ALWAYS, "names are their capitals"),
    "GO307": _DROP,
    "GO308": Repair(_ALWAYS, "such values are left out; the part of a rectangle on the board stays"),
    "GO309": Repair(_ALWAYS, "such names are left out"),
    "GO310": Repair(_ALWAYS, "such text is left out"),
    "GO312": Repair(_ALWAYS, "the nodes are variations of their own"),
    "GO313": Repair(_ALWAYS, "the record is SGF, without the lines that were not understood"),
    "GO314": Repair(_ALWAYS, "the record is SGF, with the moves in the order of the file"),
    "GO315": Repair(_ALWAYS, "the record is SGF, with the parts that the file has"),
    "GO316": Repair(_ALWAYS, "the record is SGF, with the values that were read"),
    "GO317": Repair(_ALWAYS, "the bracket is escaped, and the text stays whole"),
    "GO318": Repair(_ALWAYS, "the nodes are left out; the option continues the main line with them", APPEND_TRAILING),
    "GO320": Repair(_ALWAYS, "passes are empty values"),
    "GO321": Repair(_ALWAYS, "each move has a node of its own"),
    "GO322": Repair(_ALWAYS, "the last setup of a point in a node is kept"),
    "GO401": Repair(_CLEAR, "RE has a form of FF[4], as B+3.5, W+R, 0, Void or ?"),
    "GO404": Repair(_CLEAR, "KM is in points"),
    "GO405": Repair(_CLEAR, "HA is a plain number, where the stones agree with it"),
    "GO406": Repair(_CLEAR, "DT is a year, month or day, where it says nothing else but a time of day"),
    "GO409": Repair(_CLEAR, "SZ is one number, or two with a colon"),
}
"""Repairs by the code of the finding, in the order of the catalogue."""
