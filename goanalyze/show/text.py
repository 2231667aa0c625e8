"""Text from records made safe to print."""

from __future__ import annotations

import unicodedata

__all__ = ["clean"]


def clean(text: str) -> str:
    r"""Replace what would act on a terminal: control characters, and marks that turn the direction of text.

    Example:
        >>> clean("a\x1b[31mb")
        'a�[31mb'
    """
    return "".join("�" if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") else char for char in text)
