"""Full trees, by sgfmill. It raises on what the tokenizer repairs; callers get `TreeError` with its reason."""

from __future__ import annotations

from itertools import accumulate

from sgfmill import sgf

from goanalyze.trees.written import TreeError
from goanalyze.vocabulary.limits import MAX_TREE_DEPTH


def read_tree(data: bytes, encoding: str | None = None) -> sgf.Sgf_game:
    """Read the first game of a text with all its variations.

    Args:
        data: the text.
        encoding: the charset it is in, whatever its CA says; CA decides if not given.

    Returns:
        A `sgfmill.sgf.Sgf_game`.

    Raises:
        TreeError: sgfmill does not read it, or it is nested deeper than `limits.MAX_TREE_DEPTH`.

    Example:
        >>> read_tree(b"(;SZ[9];B[aa](;W[bb])(;W[cc]))").get_size()
        9
    """
    _check_depth(data)
    try:
        return sgf.Sgf_game.from_bytes(data, override_encoding=encoding)
    except ValueError as error:
        raise TreeError(f"not read as a full tree: {error}") from error


def _check_depth(data: bytes) -> None:
    """Raise TreeError where variations are nested too deep; parentheses inside values count, so it errs to caution."""
    deepest = max(accumulate((byte == ord("(")) - (byte == ord(")")) for byte in data), default=0)
    if deepest > MAX_TREE_DEPTH:
        raise TreeError(f"variations are nested {deepest:,} deep, over the limit of {MAX_TREE_DEPTH:,}")
