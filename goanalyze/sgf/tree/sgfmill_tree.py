"""Game trees of sgfmill, with its errors as `TreeError`."""

from __future__ import annotations

from itertools import accumulate

from sgfmill import sgf

from goanalyze.errors import TreeError
from goanalyze.vocabulary.limits import MAX_TREE_DEPTH


def read_tree(data: bytes, encoding: str | None = None) -> sgf.Sgf_game:
    """Read the first game of a text with all its variations.

    Args:
        data: SGF text.
        encoding: charset of the text, overriding its CA; None for the charset of CA.

    Returns:
        A `sgfmill.sgf.Sgf_game`.

    Raises:
        TreeError: sgfmill cannot read the text, or it is nested deeper than `limits.MAX_TREE_DEPTH`.

    Example:
        >>> read_tree(b"(;SZ[9];B[aa](;W[bb])(;W[cc]))").get_size()
        9
    """
    _check_depth(data)
    try:
        return sgf.Sgf_game.from_bytes(data, override_encoding=encoding)
    except ValueError as error:
        raise TreeError(f"sgfmill cannot read the record: {error}") from error


def _check_depth(data: bytes) -> None:
    """Raise TreeError if variations are nested too deep; parentheses inside values count, which errs on caution."""
    depth = max(accumulate((byte == ord("(")) - (byte == ord(")")) for byte in data), default=0)
    if depth > MAX_TREE_DEPTH:
        raise TreeError(f"Variations are nested {depth:,} deep. Expected at most {MAX_TREE_DEPTH:,}.")
