"""Closed vocabularies: lists of accepted values, with their order and meaning."""

from __future__ import annotations

from enum import Enum
from typing import NoReturn, Self

from goanalyze.errors import NoSuchItemError, OptionError
from goanalyze.util.toml import shown


class Choice(Enum):
    """One value of a closed vocabulary.

    Each package states its vocabularies as subclasses in a module `choices.py` without heavy imports. Order of
    categories, help texts, schema and documents derive from them.

    Attributes:
        value: name in options, TOML files and tables.
        meaning: its definition.
        note: its meaning in a few words, for lists of unusual values; empty for a usual one.
        index: its number in the vocabulary, from 0; its code in arrays.

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
        """Return a choice whose value is its name."""
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
    def read(cls, name: str, value: str | Self) -> Self:
        """Return the choice of a name.

        Args:
            name: name of the argument, for the message.
            value: name of a choice, or a choice.

        Raises:
            OptionError: the name is unknown; the message lists all.
        """
        if isinstance(value, cls):
            return value
        for choice in cls if isinstance(value, str) else ():
            if choice.value == value:
                return choice
        raise OptionError(f"{name}: {shown(value)} is not a valid value. Expected {', '.join(cls.names())}.")
