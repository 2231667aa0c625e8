"""The unified diff of a repaired file, by properties and nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

_WINDOW: Final = 400  # lines that are compared at once, so that long records take linear time
_CONTEXT: Final = 2
_PROSE: Final = 70  # characters of text outside values in a line
_PROPERTY: Final = re.compile(
    r"[\s(]*+;?+\s*+[A-Za-z0-9]*+(?:\s*+\[(?:\\.|[^\]\\])*\]?+)+(?:\s*+\))*|[\s();]++|[^\s\[();]++", re.DOTALL
)
_NODE: Final = re.compile(r"^([()\s]*;)\s*(?![BWbw][a-z]*+\s*\[)")  # a node that does not begin with a move


class FileRepair(NamedTuple):
    """The text of a file before and after its repair.

    Attributes:
        address: address of the file or game in the sources.
        file: path of the repaired file, below the folder of an export.
        before: original text, decoded; a record in another format as the SGF that it is read as.
        after: repaired text.

    Example:
        >>> list(FileRepair("a.sgf", "a.sgf", "(;SZ[9];B[ee]", "(;SZ[9];B[ee])").diff())[-1]
        '+;B[ee])'
    """

    address: str
    file: str
    before: str
    after: str

    def diff(self) -> Iterator[str]:
        r"""Yield the lines of a unified diff, without line ends.

        Lines are properties with their values and nodes, since records may have one line in all. Layout is ignored.

        Example:
            >>> text = "(;FF[4]KM[375]C[two\nlines];B[aa])", "(;FF[4]KM[7.5]C[two\nlines];B[aa])"
            >>> print(*FileRepair("a.sgf", "clean/a.sgf", *text).diff(), sep="\n")
            --- a.sgf
            +++ clean/a.sgf
            @@ -1,5 +1,5 @@
             (;
             FF[4]
            -KM[375]
            +KM[7.5]
             C[two
             lines]
        """
        yield f"--- {self.address}"
        yield f"+++ {self.file}"
        yield from _hunks(list(_marked(split_record(self.before), split_record(self.after))))


def split_record(text: str) -> list[str]:
    """Split a record into lines with one property each; values with line ends have several lines."""
    lines: list[str] = []
    prose: list[str] = []

    def end_prose() -> None:
        if prose:
            lines.append(" ".join(prose))
            prose.clear()

    for match in _PROPERTY.finditer(text):
        part = match[0].strip()
        if "[" in part:
            end_prose()
            lines += _NODE.sub(r"\1\n", part).splitlines()
        elif part:
            prose.append(part)
            if sum(map(len, prose)) > _PROSE:
                end_prose()
    end_prose()
    return lines


def _marked(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the lines of both texts with their marks: blank for common ones, − for old and + for new ones."""
    first = second = 0
    while first < len(before) or second < len(after):
        old, new = before[first : first + _WINDOW], after[second : second + _WINDOW]
        steps = SequenceMatcher(None, old, new).get_opcodes()
        is_last = first + len(old) == len(before) and second + len(new) == len(after)
        while not is_last and len(steps) > 1 and steps[-1][0] != "equal":
            steps.pop()  # the next window decides
        if not is_last and steps[-1][0] != "equal":
            steps = [("delete", 0, len(old), 0, 0) if old else ("insert", 0, 0, 0, len(new))]
        for tag, begin, end, new_begin, new_end in steps:
            if tag == "equal":
                yield from ((" ", line) for line in old[begin:end])
            else:
                yield from (("-", line) for line in old[begin:end])
                yield from (("+", line) for line in new[new_begin:new_end])
        first, second = first + steps[-1][2], second + steps[-1][4]


def _hunks(lines: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield the changed lines with their context, each hunk under a heading with the numbers of its lines."""
    spans: list[tuple[int, int]] = []
    for index, (mark, _) in enumerate(lines):
        if mark != " ":
            first = max(0, index - _CONTEXT)
            if spans and first <= spans[-1][1]:
                first, _ = spans.pop()
            spans.append((first, index + 1 + _CONTEXT))
    row = old = new = 0
    for first, end in spans:
        common = first - row
        hunk = lines[first:end]
        old_size, new_size = (sum(mark != other for mark, _ in hunk) for other in "+-")
        old, new = old + common, new + common
        yield f"@@ -{old + 1},{old_size} +{new + 1},{new_size} @@"
        yield from (mark + line for mark, line in hunk)
        row, old, new = first + len(hunk), old + old_size, new + new_size
