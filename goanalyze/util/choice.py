"""Closed vocabularies: the one way in which the package states a list of allowed values, their order and meaning."""

from __future__ import annotations

from enum import Enum
from typing import NoReturn, Self

from goanalyze.errors import NoSuchItemError, OptionError
from goanalyze.util.toml import shown


class Choice(Enum):
    """One value of a closed vocabulary.

    Each room states its vocabularies as subclasses in a light module `choices.py` (no heavy imports, so that the
    command line can use them for its options). Order of categories, help texts, schema and documents derive from them.

    Attributes:
        value: its name, as options, TOML files and tables write it.
        meaning: what it says.
        note: its meaning in a few words, for lists of the unusual; empty for a usual value.
        index: its place in the vocabulary, from 0; the code that stands for it in arrays.

    Example:
        >>> class Side(Choice):
        ...     LEFT = "left", "where the heart is"
        ...     RIGHT = "right", "the other one"
        >>> Side("right").index, Side.names(), Side.read("side", "left").meaning
        (1, ('left', 'right'), 'where the heart is')
    """

    meaning: str
    note: str
    index: int

    def __new__(cls, name: str, meaning: str, note: str = "") -> Self:
        """Make the name the value, so that ``Side("left")`` finds it."""
        choice = object.__new__(cls)
        choice._value_ = name
        choice.meaning, choice.note = meaning, note
        choice.index = len(cls.__members__)
        return choice

    def __str__(self) -> str:
        """Return its name."""
        return str(self.value)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return all names, in order."""
        return tuple(choice.value for choice in cls)

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise OptionError(f"{shown(value)} is not a valid {cls.__name__}. Expected {', '.join(cls.names())}.")

    @classmethod
    def at(cls, index: int) -> Self:
        """Return the choice of an index in an array.

        Raises:
            NoSuchItemError: the vocabulary has no such index.
        """
        choices = tuple(cls)
        try:
            return choices[index]
        except (IndexError, TypeError):
            raise NoSuchItemError(
                f"{shown(index)} is not an index of {cls.__name__}. Expected 0 to {len(choices) - 1}."
            ) from None

    @classmethod
    def read(cls, what: str, given: str | Self) -> Self:
        """Return the choice of a name.

        Args:
            what: the name of the argument, for the message.
            given: a name, or a choice already.

        Raises:
            OptionError: the name is unknown; the message lists all.
        """
        if isinstance(given, cls):
            return given
        for choice in cls if isinstance(given, str) else ():
            if choice.value == given:
                return choice
        raise OptionError(f"{what}: {shown(given)} is not a valid value. Expected {', '.join(cls.names())}.")
