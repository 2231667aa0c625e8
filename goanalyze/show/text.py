"""Text from records made safe to print."""

from __future__ import annotations

import unicodedata

__all__ = ["clean"]


def clean(text: str) -> str:
    r"""Replace what would act on a terminal: control characters, and marks that turn the direction of text.

    Square brackets that rich would take for its markup are escaped by the caller's choice of ``Text`` or here, by a
    backslash before ``[``.

    Example:
        >>> clean("a\x1b[31mb")
        'a�\\[31mb'
    """
    safe = "".join("�" if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") else char for char in text)
    return safe.replace("[", "\\[")
