"""Codes that a user chooses: by name, or by a beginning that stands for its group."""

from __future__ import annotations

from goanalyze.errors import OptionError
from goanalyze.vocabulary.catalogue import CATALOGUE


def codes(select: str | None = None, ignore: str | None = None) -> list[str]:
    """Return the codes chosen, in order.

    Args:
        select: codes and beginnings of codes, with commas or blanks between them, as ``GO2,GO101``; all if not given.
        ignore: those to be left out of them.

    Raises:
        OptionError: something is no beginning of a code, or nothing is chosen.

    Example:
        >>> codes("GO10", ignore="go101 102, 105,106 107 108 109")
        ['GO103', 'GO104']
    """
    chosen = named(select) if select is not None else set(CATALOGUE)
    if not chosen:
        raise OptionError("--select names no code; see: goanalyze explain")
    left = sorted(chosen - named(ignore or ""))
    if not left:
        raise OptionError("--ignore leaves none of the codes of --select")
    return left


def named(text: str) -> set[str]:
    """Return the codes that a text names.

    Raises:
        OptionError: something in it is no beginning of a code.
    """
    found: set[str] = set()
    for part in text.replace(",", " ").split():
        prefix = "GO" + part.upper().removeprefix("GO")
        matching = {code for code in CATALOGUE if code.startswith(prefix)}
        if not matching:
            raise OptionError(f"{part!r} is no finding code and no beginning of one; see: goanalyze explain")
        found |= matching
    return found
