"""Which games are exported: masks over the rows of the tables, then the files that they stand in, source by source.

What may live here: tables. What may not: bytes of records.
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
from goanalyze.errors import DatasetError, ExportError
from goanalyze.export.choices import Copies
from goanalyze.sgf.game_ids import TEXT_DIGITS
from goanalyze.tables.reading import TableOrParts, read
from goanalyze.vocabulary.arrow import encode, numbers
from goanalyze.vocabulary.catalogue import CATALOGUE, Severity
from goanalyze.vocabulary.selection import codes

Place: TypeAlias = Callable[[str], TableOrParts]
"""Returns where a table is, by its name."""

_GAME: Final = ("source", "member", "game_index", "game_id")
_FILE: Final = ("source", "member")
_NO_BYTES: Final = ("GO001", "GO002", "GO004")
_EMPTY: Final = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Choosing:
    """How games are chosen; what is not given chooses all.

    Attributes:
        select, ignore: codes, see `goanalyze.vocabulary.selection.codes`.
        severity: of findings, the mildest that counts.
        clean: whether the games without such findings are chosen, and not those with one.
        addresses: of files, games, or folders and archives with all that is in them.
        copies: what becomes of games that are there more than once.
    """

    select: str | None = None
    ignore: str | None = None
    severity: Severity | None = None
    clean: bool = False
    addresses: Sequence[str | Address] = ()
    copies: Copies = Copies.KEEP

    @property
    def by_findings(self) -> bool:
        """Whether findings choose."""
        return self.clean or self.select is not None or self.ignore is not None or self.severity is not None

    def codes(self) -> list[str]:
        """Return the codes of the findings that choose.

        Raises:
            OptionError: something names no code.
            ExportError: none is left.
        """
        worst = len(Severity) if self.severity is None else self.severity.index + 1
        chosen = [code for code in codes(self.select, self.ignore) if CATALOGUE[code].severity.index < worst]
        if not chosen:
            raise ExportError(
                f"the selected codes have a lower severity than {self.severity and self.severity.value}. "
                "Expected a lower --severity, or other codes"
            )
        return chosen


@dataclass(slots=True, eq=False)
class Wanted:
    """A file of which games are exported.

    Attributes:
        source, member, size, encoding, encoding_source: of the files table.
        ids: the hash of the text of each game in it, in order.
        games: numbers of those to be exported.
    """

    source: str
    member: str
    size: int
    encoding: str
    encoding_source: str
    ids: tuple[str, ...]
    games: set[int] = field(default_factory=set)

    @property
    def is_whole(self) -> bool:
        """Whether all its games are exported."""
        return len(self.games) == len(self.ids)

    def address(self, game: int | None = None) -> str:
        """Return the address of the file, or of a game in it."""
        return str(Address(self.source, self.member, game))


class Chosen:
    """What is chosen of a dataset.

    Args:
        place: where the tables are.
        how: how games are chosen.

    Attributes:
        games: how many.
        unreadable: files without a game that have such a finding, and no bytes that can be read: they are left out.
        sources: the paths of all sources of the dataset, each once.

    Raises:
        ExportError: nothing is chosen.
        OptionError: something names no code.
        DatasetError: a table is missing or damaged.
    """

    def __init__(self, place: Place, how: Choosing) -> None:
        columns = ("source", "member", "bytes", "games", "code", "encoding", "encoding_source")
        self._files, self._games = _plain(read(place("files"), columns)), _plain(read(place("games"), _GAME))
        count = self._files["games"].to_numpy()
        self._columns = {name: self._files[name].combine_chunks() for name in columns}
        self._ids = pc.utf8_slice_codeunits(self._games["game_id"].combine_chunks(), 0, TEXT_DIGITS)
        self._file = np.repeat(np.arange(len(count)), count)
        if not self._fits():
            raise DatasetError("the tables files and games do not match. Expected those of one check, so check again")
        self._first = np.cumsum(count) - count
        number, self.sources = encode(self._files["source"].combine_chunks())
        self._source = number
        games = np.ones(len(self._games), dtype=np.bool_)
        files = np.zeros(len(count), dtype=np.bool_)  # of those without a game only what is asked for by itself
        if how.by_findings:
            games, files = self._with_findings(place("findings"), how.codes())
            if how.clean:
                games, files = ~games, np.zeros_like(files)
        if how.addresses:
            at_games, at_files, named = self._at(how.addresses)
            games, files = games & at_games, files & at_files if how.by_findings else named
        if how.copies is not Copies.KEEP:
            games, files = self._without_copies(place("duplicates"), games, how.copies), np.zeros_like(files)
        no_bytes = pc.is_in(self._columns["code"], pa.array(_NO_BYTES)).to_numpy(zero_copy_only=False)
        self._mask, self._bare = games, files & (count == 0) & ~no_bytes
        self.games, self.unreadable = int(games.sum()), int((files & (count == 0) & no_bytes).sum())
        if not self.games and not self._bare.any():
            raise ExportError(_nothing(how))

    def _fits(self) -> bool:
        """Return whether the games are those of the files, one after the other."""
        if len(self._file) != len(self._games):
            return False
        expected = self._files.select(list(_FILE)).take(numbers(self._file))
        return all(expected[name].equals(self._games[name]) for name in _FILE)

    def _with_findings(
        self, findings: TableOrParts, chosen: Sequence[str]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return which games and which files have a finding of some codes; one about a file is about its games."""
        found = _plain(read(findings, _GAME, pc.field("code").cast("string").isin(chosen)))
        about_games = self._rows(self._games, found.filter(pc.is_valid(found["game_id"])), _GAME)
        about_files = self._rows(self._files, found.filter(pc.is_null(found["game_id"])), _FILE)
        games, files = np.zeros(len(self._games), dtype=np.bool_), np.zeros(len(self._files), dtype=np.bool_)
        games[about_games] = files[about_files] = True
        return games | files[self._file], files

    def _rows(self, table: pa.Table, wanted: pa.Table, names: Sequence[str]) -> NDArray[np.int64]:
        """Return the rows of a table that have the same values in some columns as a row of another table."""
        numbered = table.select(list(names)).append_column("row", numbers(np.arange(len(table))))
        joined = numbered.join(wanted.select(list(names)), list(names), join_type="left semi")
        return joined["row"].to_numpy() if len(joined) else _EMPTY

    def _at(self, addresses: Sequence[str | Address]) -> tuple[NDArray[np.bool_], ...]:
        """Return which games and files stand at some addresses, and the files among them that have one of their own.

        Raises:
            ExportError: nothing stands at one of them.
        """
        games, files = np.zeros(len(self._games), dtype=np.bool_), np.zeros(len(self._files), dtype=np.bool_)
        named = files.copy()
        for given in addresses:
            address = read_address(given) if isinstance(given, str) else given
            here = self._files_at(address)
            rows = np.flatnonzero(here[self._file])
            game = 0 if address.game is None and address.move is not None else address.game  # a move is of one game
            if game is not None:
                rows = rows[rows - self._first[self._file[rows]] == game]
            if not here.any() or (game is not None and not len(rows)):
                kind = "file" if game is None else "game"
                raise ExportError(
                    f"{str(address)!r} is not a {kind} of the dataset. Expected an address of goanalyze list"
                )
            games[rows] = True
            files |= here
            named |= here & (np.count_nonzero(here) == 1)
        return games, files, named

    def _files_at(self, address: Address) -> NDArray[np.bool_]:
        """Return which files an address means: one, or all in an archive or folder."""
        place = identity(address.source)
        names = [identity(source) for source in self.sources]
        inside = (place.rstrip("/\\") + "/", place.rstrip("/\\") + os.sep)
        own = np.array([name == place or name.startswith(inside) for name in names], dtype=np.bool_)
        here: NDArray[np.bool_] = own[self._source]
        if address.member:
            member, begins = self._files["member"], (nested_name(address.member, ""), address.member.rstrip("/") + "/")
            matches = pc.or_(pc.equal(member, address.member), pc.or_(*(pc.starts_with(member, at) for at in begins)))
            here &= matches.to_numpy(zero_copy_only=False).astype(np.bool_)
        return here

    def _without_copies(self, duplicates: TableOrParts, games: NDArray[np.bool_], copies: Copies) -> NDArray[np.bool_]:
        """Return the games without the copies of others among them, or just these: the first of each group stays."""
        found = _plain(read(duplicates, ("group", *_GAME)))
        found = found.filter(pc.is_valid(found["group"]))  # a pair that is only possible is two games
        found = found.append_column("order", numbers(np.arange(len(found))))
        numbered = self._games.append_column("row", numbers(np.arange(len(self._games))))
        joined = numbered.join(found, list(_GAME), join_type="inner")
        rows, order, group = (joined[name].to_numpy() for name in ("row", "order", "group"))
        at = np.lexsort((rows, order))
        rows, group = rows[at], group[at]
        rows, group = rows[games[rows]], group[games[rows]]
        rows, first = _each_once(rows)
        _, heads = np.unique(group[first], return_index=True)
        is_copy = np.zeros(len(games), dtype=np.bool_)
        is_copy[np.delete(rows, heads)] = True
        return is_copy if copies is Copies.ONLY else games & ~is_copy

    def by_source(self) -> Iterator[tuple[str, list[Wanted]]]:
        """Yield the files of which games are chosen, source by source, in the order of the dataset.

        Files of the same name with the same games, as of a path that was given twice, are one.
        """
        chosen = np.zeros(len(self._files), dtype=np.bool_)
        chosen[self._file[self._mask]] = True
        files = np.flatnonzero(chosen | self._bare)
        files = files[np.argsort(self._source[files], kind="stable")]
        bounds = np.flatnonzero(np.diff(self._source[files], prepend=-1))
        for begin, end in zip(bounds, [*bounds[1:], len(files)], strict=True):
            found: dict[tuple[object, ...], Wanted] = {}
            for file in files[begin:end].tolist():
                wanted = self._wanted(file)
                known = found.setdefault((wanted.member, wanted.size, wanted.encoding, wanted.ids), wanted)
                known.games |= wanted.games
            yield self.sources[int(self._source[files[begin]])], list(found.values())

    def _wanted(self, file: int) -> Wanted:
        first, row = int(self._first[file]), {name: column[file].as_py() for name, column in self._columns.items()}
        ids = tuple(self._ids.slice(first, row["games"]).to_pylist())
        games = set(np.flatnonzero(self._mask[first : first + len(ids)]).tolist())
        how = row["encoding_source"] or ""
        return Wanted(row["source"], row["member"], row["bytes"], row["encoding"] or "", how, ids, games)


def _plain(table: pa.Table) -> pa.Table:
    """Return a table with texts in place of categories."""
    columns = [each.cast(pa.string()) if pa.types.is_dictionary(each.type) else each for each in table.columns]
    return pa.table(dict(zip(table.column_names, columns, strict=True)))


def _each_once(rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return rows without repetitions, in order, and where each stands first."""
    _, first = np.unique(rows, return_index=True)
    first.sort()
    return rows[first], first


def _nothing(how: Choosing) -> str:
    """Say that nothing is chosen."""
    if how.copies is Copies.ONLY:
        return "nothing to export: no game chosen is a copy of another one"
    if how.clean:
        return "nothing to export: every game chosen has such a finding"
    if how.by_findings:
        return "nothing to export: no game chosen has such a finding"
    return "nothing to export: the dataset has no game"
