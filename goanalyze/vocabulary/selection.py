"""Codes of findings that a user selects, by name or by the beginning of a group."""

from __future__ import annotations

from goanalyze.errors import OptionError
from goanalyze.vocabulary.arguments import read_string
from goanalyze.vocabulary.catalogue import CATALOGUE


def codes(select: str | None = None, ignore: str | None = None) -> list[str]:
    """Return the selected codes, in order.

    Args:
        select: codes and beginnings of codes, with commas or blanks between them, as ``GO2,GO101``; None for all.
        ignore: codes to be excluded.

    Raises:
        OptionError: a text is not the beginning of a code, or no code is selected.

    Example:
        >>> codes("GO10", ignore="go101 102, 105,106 107 108 109")
        ['GO103', 'GO104']
    """
    chosen = named(read_string("select", select)) if select is not None else set(CATALOGUE)
    if not chosen:
        raise OptionError(f"select: {select!r} has no code. Expected codes, which goanalyze explain lists.")
    remaining = sorted(chosen - (named(read_string("ignore", ignore)) if ignore is not None else set()))
    if not remaining:
        raise OptionError("ignore: no code of select remains. Expected fewer codes.")
    return remaining


def named(text: str) -> set[str]:
    """Return the codes in a text.

    Raises:
        OptionError: a part of it is not the beginning of a code.
    """
    result: set[str] = set()
    for part in text.replace(",", " ").split():
        prefix = "GO" + part.upper().removeprefix("GO")
        matching = {code for code in CATALOGUE if code.startswith(prefix)}
        if not matching:
            raise OptionError(f"{part!r} is not a valid code of a finding. Expected one that goanalyze explain "
                              "lists, or its beginning.")  # fmt: skip
        result |= matching
    return result
