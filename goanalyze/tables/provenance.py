"""The origin of a row's game, and the game read again from it, with the text that was checked or an error.

Scope: rows, files and hashes of text, no boards.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, SupportsIndex, SupportsInt, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from goanalyze.archives.address import Address, read_address
from goanalyze.archives.sources import locate
from goanalyze.errors import NoSuchItemError, OptionError, SourceError
from goanalyze.sgf.records import Records, one_game, text_id
from goanalyze.tables.reading import Decoding, TableOrParts, games_of, read, reread_files, take
from goanalyze.util.row import Row
from goanalyze.util.toml import shown

_Decodings: TypeAlias = Mapping[tuple[str, str], Collection[Decoding]]
"""The decodings of each file, by source and member."""


class Origin(NamedTuple):
    """The origin of a game: file, member, number in it from 0, and its id."""

    source: str
    member: str
    game_index: int
    game_id: str

    def __str__(self) -> str:
        return repr(str(Address(self.source, self.member, self.game_index)))


_COLUMNS: Final = Origin._fields


def origins(games: TableOrParts, rows: Sequence[int]) -> list[Origin]:
    """Return the origins of the games of some rows of the table games."""
    return [Origin(**row) for row in take(games, rows, _COLUMNS).to_pylist()]


def game_numbers(games: TableOrParts, ids: Collection[str]) -> dict[str, int]:
    """Return the numbers of games in a dataset, from 1, by their ids."""
    numbers: dict[str, int] = {}
    if ids:
        column = read(games, ["game_id"]).column("game_id").cast(pa.string())
        rows = pc.indices_nonzero(pc.is_in(column, value_set=pa.array(sorted(ids), pa.string())))
        for game_id, row in zip(column.take(rows).to_pylist(), rows.to_pylist(), strict=True):
            numbers.setdefault(game_id, row + 1)
    return numbers


def origin_of(row: SupportsIndex | str | Row, games: TableOrParts) -> Origin:
    """Return the origin of the game of a row.

    Args:
        row: number of a row of the table games; the address of the game; or a row of any table: a mapping or a pandas
            Series.
        games: the table games, see `goanalyze.tables.reading`.
    """
    if isinstance(row, SupportsIndex):
        return origins(games, [operator.index(row)])[0]
    if isinstance(row, str):
        address = read_address(row)
        query = {"source": address.source, "member": address.member, "game_index": address.game or 0}
        matches = read(games, _COLUMNS, [(name, "==", value) for name, value in query.items()]).slice(0, 1).to_pylist()
        if not matches:
            raise NoSuchItemError(f"The game {row!r} is not found in these tables. Expected an address in games.")
        return Origin(**matches[0])
    if not hasattr(row, "keys"):
        raise OptionError(f"{shown(row)} is not a valid row. Expected its number, an address, or a row of a table.")
    values = {name: row[name] for name in _COLUMNS if name in row.keys()}  # noqa: SIM118 - `in` a Series is of its index
    game_id = values.get("game_id")
    if "game_id" in values and not isinstance(game_id, str):
        raise NoSuchItemError("The row is about a file. Expected one about a game.")
    if len(values) == len(_COLUMNS):
        return _origin_from(values)
    if game_id is None:
        raise NoSuchItemError("The row has no game. Expected the column game_id, or the number of a row of games.")
    matches = read(games, _COLUMNS, [("game_id", "==", game_id)]).slice(0, 1).to_pylist()
    if not matches:
        raise NoSuchItemError(f"The game with the id {game_id!r} is not found in these tables. Expected one of games.")
    return Origin(**matches[0])


def line_of(row: SupportsIndex | str | Row) -> int:
    """Return the number of the variation of a row, 0 for the main line."""
    if isinstance(row, str):
        return read_address(row).line
    line = None if isinstance(row, SupportsIndex) else row.get("line")
    return int(line) if isinstance(line, SupportsInt) and line == line else 0


def _origin_from(values: Mapping[str, object]) -> Origin:
    """Return the origin that a row has in its columns."""
    source, member, number, game_id = (values[name] for name in _COLUMNS)
    try:
        index = int(number) if isinstance(number, SupportsInt) else -1  # pandas makes floats of a column with gaps
    except (TypeError, ValueError, OverflowError):  # null, NA, NaN, infinite, text
        index = -1
    if not isinstance(source, str) or not isinstance(member, str) or index < 0 or index != number:
        raise NoSuchItemError(
            "The source of the row's game is missing. Expected source, member and game_index, or game_id alone."
        )
    return Origin(source, member, index, str(game_id))


def read_origins(
    origins: Sequence[Origin], files: TableOrParts, *, dataset: Path | None = None, root: str | Path | None = None
) -> Iterator[tuple[int, Records | SourceError]]:
    """Read games again, each source once.

    Yields:
        The index in `origins`, and the game as a chunk or the reason why it cannot be read; in the order of reading.
    """
    if not origins:
        return
    decodings = _decodings(origins, files)
    by_source: dict[str, dict[int, Origin]] = defaultdict(dict)
    for number, origin in enumerate(origins):
        if decodings[origin.source, origin.member]:
            by_source[origin.source][number] = origin
        else:
            name = repr(Address(origin.source, origin.member).file)
            yield number, SourceError(f"{name} is not a file of these tables. Expected a row of the same tables.")
    for source, waiting in by_source.items():
        try:
            path = locate(source, dataset, root)
        except SourceError as error:
            yield from ((number, error) for number in waiting)
        else:
            yield from _read_source(source, path, waiting, decodings)


def _read_source(
    source: str, path: str, waiting: dict[int, Origin], decodings: _Decodings
) -> Iterator[tuple[int, Records | SourceError]]:
    """Read one file or archive until all its games are found; the others are errors."""
    numbers: dict[tuple[str, int, str], list[int]] = defaultdict(list)
    for number, origin in waiting.items():
        numbers[origin.member, origin.game_index, text_id(origin.game_id)].append(number)
    faults: dict[str, str] = {}  # of each member that was read, empty for none
    members = {origin.member: decodings[source, origin.member] for origin in waiting.values()}
    for file in reread_files(source, path, members):
        member = file.blob.member
        faults.setdefault(member, file.fault)
        for game in games_of([file.text]):
            for number in numbers.pop((member, int(game.records.game_index[game.row]), game.text_id), ()):
                del waiting[number]
                yield number, one_game(game.records, game.row)
        if not waiting:
            return
    yield from ((number, _missing(origin, faults)) for number, origin in waiting.items())


def _missing(origin: Origin, faults: Mapping[str, str]) -> SourceError:
    """Return the reason why a game was not found: the file is damaged, lacks the member, or has changed."""
    fault = faults.get(origin.member, faults.get(""))
    if fault:
        return SourceError(f"{Address(origin.source, origin.member).file!r} cannot be read any more: {fault}")
    if fault is None:
        return SourceError(f"{origin.source!r} has no member {origin.member!r} any more. Run the check again.")
    return SourceError(f"{origin} has changed since it was checked. Run the check again.")


def _decodings(origins: Sequence[Origin], files: TableOrParts) -> _Decodings:
    """Return the decodings of each file, several if a path or the name of a member occurs twice."""
    sources, members = ({origin[column] for origin in origins} for column in (0, 1))
    condition = pc.field("member").isin(list(members)) & pc.field("source").cast("string").isin(list(sources))
    decodings: dict[tuple[str, str], dict[Decoding, None]] = defaultdict(dict)
    for row in read(files, ["source", "member", *Decoding._fields], condition).to_pylist():
        if row["encoding"]:
            decodings[row["source"], row["member"]][Decoding(row["encoding"], row["encoding_source"])] = None
    return decodings
