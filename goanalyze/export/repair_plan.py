"""The plan of an export with repairs: the changes, and the findings that remain."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias, cast

from goanalyze.archives.address import Address
from goanalyze.catalogue.catalogue import CATALOGUE, RepairCondition, Severity
from goanalyze.export.selection import SelectedFile
from goanalyze.sgf.tree.writer import Change, ChangeKind
from goanalyze.util.row import Row

FINDING_COLUMNS: Final = ("source", "member", "game_index", "line", "move_number", "code")
LISTED: Final = tuple(entry.code for entry in CATALOGUE.values() if entry.severity is not Severity.INFO)
"""Codes of the findings that a plan lists: errors and warnings."""

_Game: TypeAlias = tuple[str, str, int | None]
"""Source, member and number of a game; None for findings about the whole file."""


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
        kinds = [
            PlannedRepair(ChangeKind.read("kind", name), tuple(sorted(self._codes[name])), number)
            for name, number in self._counts.items()
        ]
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
