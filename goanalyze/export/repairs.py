"""The repairs of an export for its reader: the plan of all repairs, and the unified diff of each file."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Final, NamedTuple, TypeAlias, cast

from goanalyze.archives.address import Address
from goanalyze.export.selection import SelectedFile
from goanalyze.sgf.tree.change_log import Change, ChangeKind
from goanalyze.vocabulary.catalogue import CATALOGUE, RepairCondition, Severity
from goanalyze.vocabulary.row import Row

FINDING_COLUMNS: Final = ("source", "member", "game_index", "line", "move_number", "code")
LISTED: Final = tuple(entry.code for entry in CATALOGUE.values() if entry.severity is not Severity.INFO)
"""Codes of the findings that a plan lists: errors and warnings."""

_Game: TypeAlias = tuple[str, str, int | None]
"""Source, member and number of a game; None for findings about the whole file."""

_WINDOW: Final = 400  # lines that are compared at once, so that long records take linear time
_CONTEXT: Final = 2
_PROSE: Final = 70  # characters of text outside values in a line
_PROPERTY: Final = re.compile(
    r"[\s(]*+;?+\s*+[A-Za-z0-9]*+(?:\s*+\[(?:\\.|[^\]\\])*\]?+)+(?:\s*+\))*|[\s();]++|[^\s\[();]++", re.DOTALL
)

_NODE: Final = re.compile(r"^([()\s]*;)\s*(?![BWbw][a-z]*+\s*\[)")  # a node that does not begin with a move


class PlannedRepair(NamedTuple):
    """Changes of one kind.

    Attributes:
        kind: kind of the changes.
        codes: codes of the findings that they remove, in order.
        games: number of games with such a change.
    """

    kind: ChangeKind
    codes: tuple[str, ...]
    games: int


@dataclass(slots=True)
class OpenEntry:
    """Findings of one code that the repair leaves, or repairs better with an option.

    Attributes:
        code: code of the findings.
        option: option that repairs them, or repairs them better; may be empty.
        first: address of the first one.
        games: number of games with one; a finding about a file counts as one game.
    """

    code: str
    option: str
    first: Address
    games: int = 0


@dataclass(slots=True)
class RepairPlan:
    """The changes of an export with repairs, and the findings that remain in the exported games.

    Attributes:
        options: options that the export has.
        games: number of games with a change.
    """

    options: frozenset[str] = frozenset()
    games: int = 0
    _counts: Counter[str] = field(default_factory=Counter)
    _codes: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _exported: set[_Game] = field(default_factory=set)
    _repaired: set[tuple[_Game, str]] = field(default_factory=set)
    _open: dict[str, OpenEntry] = field(default_factory=dict)
    _open_games: set[tuple[_Game, str]] = field(default_factory=set)

    def add(self, selected: SelectedFile, game: int | None, changes: Iterable[Change]) -> None:
        """Add an exported file.

        Args:
            selected: the file.
            game: number of the game that was cut out of it; None for the whole file.
            changes: changes of its repair.
        """
        source, member = selected.source, selected.member
        self._exported.add((source, member, None))
        self._exported |= {(source, member, number) for number in (selected.games if game is None else [game])}
        names = set()
        for change in changes:
            number = change.game if game is None else game
            names.add((change.name, number))
            if change.code is not None:
                self._codes[change.name].add(change.code)
                self._repaired |= {((source, member, number), change.code), ((source, member, None), change.code)}
        self._counts.update(name for name, _ in names)
        self.games += len({number for _, number in names})

    def add_findings(self, rows: Iterable[Row]) -> None:
        """Add findings of the dataset, in its order; those of other games, and repaired ones, are skipped.

        Args:
            rows: rows with `FINDING_COLUMNS`.
        """
        for row in rows:
            number, code = cast("int | None", row["game_index"]), str(row["code"])
            game = str(row["source"]), str(row["member"]), number
            repair = CATALOGUE[code].repair
            option = "" if repair is None else repair.option
            is_always = repair is not None and repair.condition is RepairCondition.ALWAYS
            is_open = option not in ("", *self.options) if is_always else (game, code) not in self._repaired
            if is_open and game in self._exported and (game, code) not in self._open_games:
                self._open_games.add((game, code))
                entry = self._open.setdefault(code, OpenEntry(code, option, Address.of(row)))
                entry.games += 1

    @property
    def repaired(self) -> list[PlannedRepair]:
        """The changes, the most frequent kind first."""
        kinds = [PlannedRepair(ChangeKind.read("kind", name), tuple(sorted(self._codes[name])), number)
                 for name, number in self._counts.items()]  # fmt: skip
        return sorted(kinds, key=lambda planned: (-planned.games, planned.kind.value))

    @property
    def optional(self) -> list[OpenEntry]:
        """The findings for which there is an option, by code."""
        return sorted((entry for entry in self._open.values() if entry.option), key=lambda entry: entry.code)

    @property
    def remaining(self) -> list[OpenEntry]:
        """The findings that a person must look at, errors first."""
        entries = (entry for entry in self._open.values() if not entry.option)
        return sorted(entries, key=lambda entry: (CATALOGUE[entry.code].severity.index, entry.code))


class FileRepair(NamedTuple):
    """The text of a file before and after its repair.

    Attributes:
        address: address of the file or game in the sources.
        file: file that is written, below the folder of the export.
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
    r"""Split a record into lines with one property each; values with line ends have several lines.

    Example:
        >>> split_record("Hi there\n(;FF[4]AB[aa] [bb]C[x\ny]\n;B[cc](;W[dd]))")
        ['Hi there', '(;', 'FF[4]', 'AB[aa] [bb]', 'C[x', 'y]', ';B[cc]', '(;W[dd]))']
    """
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
