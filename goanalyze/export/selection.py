"""The closed vocabularies of exports.

The selected games of a dataset: masks over the rows of its tables, then their files, source by source.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.archives.address import Address, read_address
from goanalyze.archives.files import identity
from goanalyze.archives.sources import nested_name
from goanalyze.catalogue.catalogue import CATALOGUE, Severity, codes
from goanalyze.errors import DatasetError, ExportError
from goanalyze.sgf.records import TEXT_DIGITS
from goanalyze.tables.reading import Decoding, TableOrParts, read
from goanalyze.util.arrow import encode, flags_of, numbers, numbers_of, strings
from goanalyze.util.choice import Choice


class Copies(Choice):
    """Treatment of games that a dataset contains more than once."""

    KEEP = "keep", "they are exported as other games are"
    DROP = "drop", "of each group only the best copy among those chosen"
    ONLY = "only", "just those that drop leaves out"


class ExportAction(Choice):
    """The action that made an exported file."""

    COPIED = "copied", "the bytes of the file or member, unpacked"
    MOVED = "moved", "the same, and the original is gone"
    CUT = "cut", "the bytes of one game, out of a file with several"
    REPAIRED = "repaired", "written anew by the repair"
    CUT_REPAIRED = "cut_repaired", "both: one game, written anew"


TableLookup: TypeAlias = Callable[[str], TableOrParts]
"""Returns the table of a name."""

_Mask: TypeAlias = NDArray[np.bool_]
_FILE: Final = ("source", "member")
_GAME: Final = (*_FILE, "game_id")
_FILE_COLUMNS: Final = (*_FILE, "bytes", "games", "code", *Decoding._fields)
_UNREADABLE: Final = ("GO001", "GO002", "GO004")


@dataclass(frozen=True, slots=True)
class SelectionCriteria:
    """The criteria of a selection, see `Tables.export`; by default, all games."""

    select: str | None = None
    ignore: str | None = None
    severity: Severity | None = None
    clean: bool = False
    addresses: Sequence[str | Address] = ()
    copies: Copies = Copies.KEEP

    @property
    def has_findings(self) -> bool:
        """True if findings select."""
        return self.clean or self.select is not None or self.ignore is not None or self.severity is not None

    def codes(self) -> list[str]:
        """Return the codes of the findings that select; without one, raise `ExportError`."""
        severities = len(Severity) if self.severity is None else self.severity.index + 1
        selected = [code for code in codes(self.select, self.ignore) if CATALOGUE[code].severity.index < severities]
        if not selected:
            raise ExportError(
                f"the selected codes have a lower severity than {self.severity and self.severity.value}. "
                "Expected a lower --severity, or other codes"
            )
        return selected


@dataclass(slots=True, eq=False)
class SelectedFile:
    """A file with selected games.

    Attributes:
        source, member, size, decoding: values of the files table; `size` is its column `bytes`.
        ids: text hashes of its games, in order.
        games: numbers of the selected games.
    """

    source: str
    member: str
    size: int
    decoding: Decoding
    ids: tuple[str, ...]
    games: set[int] = field(default_factory=set)

    @property
    def is_complete(self) -> bool:
        """True if all its games are selected."""
        return len(self.games) == len(self.ids)

    def address(self, game: int | None = None) -> str:
        """Return the address of the file, or of a game in it."""
        return str(Address(self.source, self.member, game))


class Selection:
    """The selected games of a dataset, and the selected files without a game.

    Attributes:
        games: number of selected games.
        unreadable: number of files without a game that match and cannot be read; they are left out.
        sources: paths of all sources of the dataset, each once.
    """

    def __init__(self, tables: TableLookup, criteria: SelectionCriteria) -> None:
        self._files, self._games = (
            _with_text(read(tables(name), columns)) for name, columns in (("files", _FILE_COLUMNS), ("games", _GAME))
        )
        count = self._files["games"].to_numpy()
        self._first = np.cumsum(count) - count
        self._file = np.repeat(np.arange(len(count)), count)
        if not self._games.select(_FILE).equals(self._files.select(_FILE).take(numbers(self._file))):
            raise DatasetError("the tables files and games do not match. Expected those of one check, so check again")
        self._source, self.sources = encode(self._files["source"].combine_chunks())
        games = np.ones(len(self._games), dtype=np.bool_)
        files = np.zeros(len(count), dtype=np.bool_)  # files without a game need a finding or an address of their own
        if criteria.has_findings:
            games, files = self._with_findings(tables("findings"), criteria.codes())
            if criteria.clean:
                games, files = ~games, np.zeros_like(files)
        if criteria.addresses:
            games_there, files_there, single_files = self._at(criteria.addresses)
            games, files = games & games_there, files & files_there if criteria.has_findings else single_files
        if criteria.copies is not Copies.KEEP:
            is_copy = self._copies(tables("duplicates"), games)
            games, files = is_copy if criteria.copies is Copies.ONLY else games & ~is_copy, np.zeros_like(files)
        is_unreadable = flags_of(pc.is_in(self._files["code"], strings(_UNREADABLE))) == 1
        without_game = files & (count == 0)
        self._selected, self._without_game = games, without_game & ~is_unreadable
        self.games, self.unreadable = int(games.sum()), int((without_game & is_unreadable).sum())
        if not self.games and not self._without_game.any():
            raise ExportError(f"nothing to export: {_empty_reason(criteria)}")

    def _with_findings(self, findings: TableOrParts, selected: Sequence[str]) -> tuple[_Mask, _Mask]:
        """Return masks of the games and files with a finding; a finding about a file applies to its games."""
        rows = _with_text(read(findings, _GAME, pc.field("code").cast("string").isin(selected)))
        games = flags_of(pc.is_in(self._games["game_id"], rows["game_id"].combine_chunks())) == 1
        about_files = rows.filter(pc.is_null(rows["game_id"]))
        files = flags_of(pc.is_in(_file_keys(self._files), _file_keys(about_files).combine_chunks())) == 1
        return games | files[self._file], files

    def _at(self, addresses: Sequence[str | Address]) -> tuple[_Mask, _Mask, _Mask]:
        """Return masks of the games and files at some addresses, and of the files that are named by themselves."""
        games, files = np.zeros(len(self._games), dtype=np.bool_), np.zeros(len(self._files), dtype=np.bool_)
        single_files = files.copy()
        for text in addresses:
            address = read_address(text) if isinstance(text, str) else text
            matches = self._files_at(address)
            rows = np.flatnonzero(matches[self._file])
            game = 0 if address.game is None and address.move is not None else address.game
            if game is not None:
                rows = rows[rows - self._first[self._file[rows]] == game]
            if not matches.any() or (game is not None and not len(rows)):
                kind = "file" if game is None else "game"
                raise ExportError(
                    f"{str(address)!r} is not a {kind} of the dataset. Expected an address of goanalyze list"
                )
            games[rows] = True
            files |= matches
            if np.count_nonzero(matches) == 1:
                single_files |= matches
        return games, files, single_files

    def _files_at(self, address: Address) -> _Mask:
        """Return a mask of the files of an address: one, or all in an archive or folder."""
        path = identity(address.source)
        folder = tuple(path.rstrip("/\\") + separator for separator in ("/", os.sep))
        names = map(identity, self.sources)
        is_source = np.array([name == path or name.startswith(folder) for name in names], dtype=np.bool_)
        matches: _Mask = is_source[self._source]
        if address.member:
            member, folders = self._files["member"], (nested_name(address.member, ""), address.member.rstrip("/") + "/")
            inside = pc.or_(*(pc.starts_with(member, folder) for folder in folders))
            matches &= flags_of(pc.or_(pc.equal(member, address.member), inside)) == 1
        return matches

    def _copies(self, duplicates: TableOrParts, games: _Mask) -> _Mask:
        """Return a mask of the selected games that are copies of a better one among them."""
        ranked = read(duplicates, ("group", "game_id"))
        ranked = ranked.filter(pc.is_valid(ranked["group"]))  # a possible pair has no group
        rank = numbers_of(pc.index_in(self._games["game_id"], ranked["game_id"].combine_chunks()))
        rows = np.flatnonzero(games & ~np.isnan(rank))
        rows = rows[np.argsort(rank[rows], kind="stable")]
        group = ranked["group"].to_numpy()[rank[rows].astype(np.int64)]
        is_copy = np.zeros(len(games), dtype=np.bool_)
        is_copy[rows] = True
        is_copy[rows[np.unique(group, return_index=True)[1]]] = False
        return is_copy

    def by_source(self) -> Iterator[tuple[str, list[SelectedFile]]]:
        """Yield the files with selected games, source by source, in the order of the dataset.

        Files of the same name with the same games are one: a path may be among the inputs twice.
        """
        selected = self._without_game.copy()
        selected[self._file[self._selected]] = True
        files = np.flatnonzero(selected)
        files = files[np.argsort(self._source[files], kind="stable")]
        columns = {name: self._files[name].combine_chunks() for name in _FILE_COLUMNS}
        ids = pc.utf8_slice_codeunits(self._games["game_id"].combine_chunks(), 0, TEXT_DIGITS)
        for group in np.split(files, np.flatnonzero(np.diff(self._source[files])) + 1):
            distinct: dict[tuple[object, ...], SelectedFile] = {}
            for number in group.tolist():
                row = {name: column[number].as_py() for name, column in columns.items()}
                games = slice(first := int(self._first[number]), first + row["games"])
                decoding = Decoding(*(row[name] or "" for name in Decoding._fields))
                file = SelectedFile(
                    row["source"],
                    row["member"],
                    row["bytes"],
                    decoding,
                    tuple(ids[games].to_pylist()),
                    set(np.flatnonzero(self._selected[games]).tolist()),
                )
                distinct.setdefault((file.member, file.size, decoding.encoding, file.ids), file).games |= file.games
            yield self.sources[int(self._source[group[0]])], list(distinct.values())


def _with_text(table: pa.Table) -> pa.Table:
    """Return a table with strings in place of categories."""
    columns = (column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column for column in table.columns)
    return pa.table(dict(zip(table.column_names, columns, strict=True)))


def _file_keys(table: pa.Table) -> pa.ChunkedArray:
    """Return a string for the file of each row."""
    return pc.binary_join_element_wise(table["source"], table["member"], "\0")


def _empty_reason(criteria: SelectionCriteria) -> str:
    if criteria.copies is Copies.ONLY:
        return "no game chosen is a copy of another one"
    if criteria.clean:
        return "every game chosen has such a finding"
    return "no game chosen has such a finding" if criteria.has_findings else "the dataset has no game"
