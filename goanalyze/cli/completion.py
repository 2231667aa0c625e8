"""What a shell completes: values of options, found without any heavy package."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def codes(incomplete: str) -> list[str]:
    """Complete codes of findings, several with commas between them.

    Example:
        >>> codes("GO2,GO10")[:2]
        ['GO2,GO101', 'GO2,GO102']
    """
    from goanalyze.vocabulary.catalogue import CATALOGUE

    return _last(incomplete, CATALOGUE)


def rulesets(incomplete: str) -> list[str]:
    """Complete ids of rulesets, several with commas between them.

    Example:
        >>> rulesets("japanese,chinese-")
        ['japanese,chinese-superko']
    """
    from goanalyze.rules import RULESETS

    return _last(incomplete, RULESETS)


def values(names: Iterable[str]) -> Callable[[str], list[str]]:
    """Return what completes one of some values."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names if name.startswith(incomplete)]

    return complete


def _last(incomplete: str, names: Iterable[str]) -> list[str]:
    before, comma, begin = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in names if name.startswith(begin)]
